//! Proofs against tables, and what a prover promises.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;
use togyz_ai::endgame::{Bounds, GameValue, Proof, Prover, Table, TableOptions};
use togyz_ai::matches::random_opening;
use togyz_ai::{Engine, EngineOptions, Limits, Score};
use togyz_core::{Game, Position, Rules};
use togyz_testkit::{open_ending, rng};

/// Enough for every position of five stones.
const ENOUGH: Limits = Limits::nodes(5_000_000);

#[test]
fn proofs_are_what_tables_say() {
    let mut met = [0; 3];
    for (seed, (_, rules)) in Rules::PRESETS.into_iter().enumerate() {
        let options = TableOptions {
            rules,
            ..TableOptions::stones(5)
        };
        let table = Table::build(&options).expect("a table");
        let mut rng = rng(seed as u64);
        let mut prover = Prover::new(4).expect("a prover");
        for round in 0..30 {
            // Every third one without a tuzdyk, where lines can come back.
            let tuzdyks = if round % 3 == 0 { 0.0 } else { 0.8 };
            let stones = rng.random_range(2..=5);
            let position = open_ending(&mut rng, stones, rules, tuzdyks);
            let expected = table.result(&position).expect("no error");
            let (proof, moves) =
                prover.prove_moves(&position, &ENOUGH, |_| ControlFlow::Continue(()));
            assert_eq!(proof.bounds.value(), expected, "{position:?}");
            let known = table.moves(&position).expect("no error").expect("moves");
            assert_eq!(moves.len(), known.len());
            for found in moves {
                let same = known.iter().find(|known| known.mv == found.mv);
                let expected = same.map(|known| known.result);
                assert_eq!(found.bounds.value(), expected, "{position:?} {}", found.mv);
            }
            check_line(&position, &proof, &table);
            met[expected.expect("a result") as usize] += 1;
        }
    }
    assert!(met.iter().all(|&count| count > 5), "{met:?}");
}

/// Nobody gives anything away on the line of a proof, and it ends with the game or with 82 stones.
fn check_line(position: &Position, proof: &Proof, table: &Table) {
    let mut position = *position;
    let mut value = proof.bounds.value().expect("proved");
    for &mv in &proof.line {
        position = position.play(mv).expect("a legal move");
        value = -value;
        let here = table
            .result(&position)
            .expect("no error")
            .expect("a result");
        assert_eq!(here, value, "{position:?}");
    }
    assert!(
        position.is_game_over() || position.decided().is_some(),
        "{position:?}"
    );
}

#[test]
fn a_table_at_the_leaves_changes_no_result() {
    let table = Arc::new(Table::build(&TableOptions::stones(4)).expect("a table"));
    let mut rng = rng(8);
    let mut plain = Prover::new(4).expect("a prover");
    let mut helped = Prover::new(4).expect("a prover");
    helped.set_table(Some(table));
    let (mut most, mut fewer) = (0, 0);
    for _ in 0..40 {
        let position = open_ending(&mut rng, 8, Rules::STANDARD, 0.9);
        let (a, b) = (
            plain.prove(&position, &ENOUGH),
            helped.prove(&position, &ENOUGH),
        );
        assert!(a.bounds.value().is_some());
        assert_eq!(a.bounds, b.bounds, "{position:?}");
        most += a.nodes;
        fewer += b.nodes;
    }
    assert!(fewer < most, "{fewer} and {most} positions");
}

/// Both tuzdyks catch nearly everything, and what is left comes to the same in countless orders: proof numbers alone take
/// millions of positions here, or do not come to an end. A search of a few lines that shares no code agrees.
#[test]
fn draws_between_opposed_tuzdyks_are_proved() {
    let mut prover = Prover::new(16).expect("a prover");
    for (position, limit) in [
        (
            "1S,1S,1S,1S,1S,1S,2,t/1,t,1,1S,1S,2S,1S,1S,1 74 76 N 1",
            200_000,
        ),
        (
            "1S,1S,2S,1,1S,1S,1S,1,t/1,t,1S,1S,1S,1S,2S,1S,1 73 75 S 1",
            1_500_000,
        ),
    ] {
        let position: Position = position.parse().expect("a position");
        let proof = prover.prove(&position, &Limits::nodes(limit));
        assert_eq!(proof.bounds.value(), Some(GameValue::Draw), "{position:?}");
    }
}

#[test]
fn limits_end_a_proof_and_nothing_wrong_is_claimed() {
    let mut prover = Prover::new(1).expect("a prover");
    let start = Position::START;
    let proof = prover.prove(&start, &Limits::nodes(3_000));
    assert_eq!((proof.bounds, proof.nodes), (Bounds::UNKNOWN, 3_000));
    assert!(proof.line.is_empty());
    // The same positions again: nothing is kept from one call to the next.
    assert_eq!(prover.prove(&start, &Limits::nodes(3_000)).nodes, 3_000);
    let proof = prover.prove(&start, &Limits::time(Duration::from_millis(1)));
    assert_eq!(proof.bounds.value(), None);
    let stopped = prover.prove_with(&start, &Limits::infinite(), |_| ControlFlow::Break(()));
    assert_eq!(stopped.bounds, Bounds::UNKNOWN);
}

/// Searches that go down whole games, on the stack of a test's thread.
#[test]
fn long_lines_are_no_danger() {
    let mut prover = Prover::new(1).expect("a prover");
    let openings = (0..).map(|number| random_opening(Rules::STANDARD, 5, number, 14));
    let with_tuzdyk = openings.filter(|game| game.position().has_tuzdyk());
    for game in with_tuzdyk.take(20) {
        let proof = prover.prove(game.position(), &Limits::nodes(40_000));
        assert!(proof.nodes <= 40_000);
    }
}

#[test]
fn no_limit_is_passed_whichever_search_has_its_turn() {
    let position = "1S,1S,2S,1,1S,1S,1S,1,t/1,t,1S,1S,1S,1S,2S,1S,1 73 75 S 1";
    let position: Position = position.parse().expect("a position");
    let mut prover = Prover::new(1).expect("a prover");
    for limit in [1, 100, 1_024, 5_000, 30_000] {
        let nodes = prover.prove(&position, &Limits::nodes(limit)).nodes;
        assert!(nodes <= limit, "{nodes} of {limit}");
    }
    // Asked to end once, at the first time.
    let mut asked = 0;
    let stopped = prover.prove_with(&position, &Limits::infinite(), |_| {
        asked += 1;
        match asked {
            1 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    assert_eq!((stopped.bounds, asked), (Bounds::UNKNOWN, 1));
}

#[test]
fn finished_and_decided_positions_need_no_search() {
    let mut prover = Prover::new(1).expect("a prover");
    for (fen, rules, value) in [
        ("9/9 81 81 N 1", Rules::STANDARD, GameValue::Draw),
        ("1S,8/9 70 91 S 1", Rules::STANDARD, GameValue::Loss),
        ("2S,8/9 80 80 S 1", Rules::STANDARD, GameValue::Loss),
        ("2S,8/1S,8 82 77 S 1", Rules::MASTER_PRO, GameValue::Win),
    ] {
        let position = Position::from_fen(fen, rules).expect(fen);
        let proof = prover.prove(&position, &ENOUGH);
        assert_eq!(
            (proof.bounds.value(), proof.nodes),
            (Some(value), 0),
            "{fen}"
        );
        assert!(proof.line.is_empty());
    }
}

/// However early a search ends, what it calls decided is what a table says: a prover takes its word.
#[test]
fn decided_scores_are_certain_at_every_limit() {
    let table = Table::build(&TableOptions::stones(6)).expect("a table");
    let mut rng = rng(12);
    let options = EngineOptions {
        hash_mib: 1,
        ..EngineOptions::default()
    };
    let mut engine = Engine::new(options).expect("an engine");
    let mut met = [0; 3];
    for _ in 0..60 {
        let position = open_ending(&mut rng, 6, Rules::STANDARD, 0.8);
        let expected = table.result(&position).expect("no error");
        for nodes in (1..300).chain([1_000, 3_000, 10_000]) {
            engine.clear();
            let game = Game::from_position(position);
            let found = match engine.search(&game, &Limits::nodes(nodes)).score {
                Score::Win(_) => GameValue::Win,
                Score::Draw => GameValue::Draw,
                Score::Loss(_) => GameValue::Loss,
                Score::Stones(_) => continue,
            };
            met[found as usize] += 1;
            assert_eq!(Some(found), expected, "{position:?} after {nodes} nodes");
        }
    }
    // Draws are seldom seen so early.
    let [losses, _, wins] = met;
    assert!(losses > 100 && wins > 100, "{met:?}");
}
