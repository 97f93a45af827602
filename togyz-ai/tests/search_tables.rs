//! The search with an endgame table at its nodes.

use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use togyz_ai::endgame::{GameValue, Table, TableOptions};
use togyz_ai::{Engine, EngineOptions, Limits, Score};
use togyz_core::{Game, Rules};
use togyz_testkit::{open_ending, rng};

fn table(stones: u8) -> Arc<Table> {
    Arc::new(Table::build(&TableOptions::stones(stones)).expect("a table"))
}

fn engine(table: Option<&Arc<Table>>) -> Engine {
    let options = EngineOptions {
        hash_mib: 1,
        ..EngineOptions::default()
    };
    let mut engine = Engine::new(options).expect("an engine");
    engine.set_table(table.cloned());
    engine
}

/// A position of so many stones whose result is open.
fn ending(rng: &mut Xoshiro256PlusPlus, stones: u8) -> Game {
    Game::from_position(open_ending(rng, stones, Rules::STANDARD, 0.7))
}

fn value(score: Score) -> Option<GameValue> {
    match score {
        Score::Win(_) => Some(GameValue::Win),
        Score::Draw => Some(GameValue::Draw),
        Score::Loss(_) => Some(GameValue::Loss),
        Score::Stones(_) => None,
    }
}

#[test]
fn decided_scores_are_those_of_a_larger_table() {
    let (small, large) = (table(6), table(7));
    let (mut plain, mut helped) = (engine(None), engine(Some(&small)));
    let mut rng = rng(31);
    let mut decided = [0; 2];
    for _ in 0..300 {
        let game = ending(&mut rng, 7);
        let expected = large.result(game.position()).expect("no error");
        for (engine, count) in [&mut plain, &mut helped].into_iter().zip(&mut decided) {
            engine.clear();
            let score = engine.search(&game, &Limits::nodes(300)).score;
            if value(score).is_some() {
                *count += 1;
                assert_eq!(value(score), expected, "{:?}: {score}", game.position());
            }
        }
    }
    let [without, with] = decided;
    assert!(
        with > without + 30,
        "{with} decided with a table, {without} without"
    );
}

#[test]
fn a_position_of_the_table_is_judged_by_it_and_its_result_is_kept() {
    let table = table(6);
    let mut engine = engine(Some(&table));
    let mut rng = rng(32);
    for nodes in [0, 1, 30, 1_000] {
        for _ in 0..100 {
            let game = ending(&mut rng, 6);
            let position = game.position();
            let moves = table.moves(position).expect("no error").expect("moves");
            let found = engine.search(&game, &Limits::nodes(nodes).lines(9));
            let mut results: Vec<GameValue> = moves.iter().map(|entry| entry.result).collect();
            results.sort();
            results.reverse();
            let lines = &found.info.lines;
            let scores: Vec<_> = lines.iter().map(|line| value(line.score)).collect();
            let expected: Vec<_> = results.into_iter().map(Some).collect();
            assert_eq!(scores, expected, "{position:?}");
            for line in lines {
                let entry = moves.iter().find(|entry| entry.mv == line.pv[0]);
                assert_eq!(
                    entry.map(|entry| entry.result),
                    value(line.score),
                    "{position:?}"
                );
            }
        }
    }
}

/// Without a tuzdyk play could go round for ever: a win has to be brought home all the same.
#[test]
fn wins_by_table_are_brought_home() {
    let table = table(6);
    let mut engine = engine(Some(&table));
    let mut rng = rng(33);
    let mut won = 0;
    while won < 60 {
        let mut game = ending(&mut rng, 6);
        if table.result(game.position()).expect("no error") != Some(GameValue::Win) {
            continue;
        }
        won += 1;
        let winner = game.position().side_to_move();
        let mut plies = 0;
        while !game.is_game_over() {
            let best = engine
                .search(&game, &Limits::nodes(200))
                .best
                .expect("a move");
            game.push(best).expect("a legal move");
            plies += 1;
            assert!(plies < 200, "{game:?}");
        }
        assert_eq!(game.outcome().expect("over").winner, Some(winner));
    }
}

#[test]
fn a_win_by_table_is_told_apart_from_one_with_a_distance() {
    let table = table(6);
    let mut engine = engine(Some(&table));
    let mut rng = rng(34);
    let mut by_table = 0;
    for _ in 0..200 {
        let game = ending(&mut rng, 7);
        let score = engine.search(&game, &Limits::nodes(300)).score;
        if let Score::Win(plies @ Score::BY_TABLE..) | Score::Loss(plies @ Score::BY_TABLE..) =
            score
        {
            by_table += 1;
            assert!(score.to_string().ends_with(" by table"));
            assert!(plies < Score::BY_TABLE + 300);
        }
    }
    assert!(by_table > 5, "{by_table}");
}

#[test]
fn a_table_taken_away_leaves_nothing_behind() {
    let game = ending(&mut rng(35), 7);
    let limits = Limits::nodes(20_000);
    let before = engine(None).search(&game, &limits);
    let mut engine = engine(Some(&table(6)));
    assert_ne!(engine.search(&game, &limits).info.nodes, before.info.nodes);
    engine.set_table(None);
    let after = engine.search(&game, &limits);
    assert_eq!(
        (after.score, after.pv(), after.info.nodes),
        (before.score, before.pv(), before.info.nodes)
    );
}
