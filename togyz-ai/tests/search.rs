//! What a search promises, whatever it prunes.

use std::time::{Duration, Instant};

use rand::RngExt;
use togyz_ai::{Clock, Engine, EngineOptions, Limits, Material, Score, SearchParams};
use togyz_core::{Game, MAJORITY, Move, Position, Rules, Setup, Side};
use togyz_testkit::{random_position, random_walk, rng};

fn engine(hash_mib: usize, threads: usize) -> Engine {
    let options = EngineOptions {
        hash_mib,
        threads,
        ..EngineOptions::default()
    };
    Engine::new(options).expect("an engine")
}

/// The value under best play within a depth: 1 won, 0 drawn, -1 lost, and the plies to the end; `None` if it is
/// open. No table, no pruning, positions of the reference's own rules.
fn brute_force(position: &Position, depth: u32) -> Option<(i32, u32)> {
    let mover = position.side_to_move();
    for side in Side::ALL {
        if position.kazan(side) >= MAJORITY {
            return Some((if side == mover { 1 } else { -1 }, 0));
        }
    }
    if let Some(outcome) = position.outcome() {
        let value = outcome
            .winner
            .map_or(0, |side| if side == mover { 1 } else { -1 });
        return Some((value, 0));
    }
    if depth == 0 {
        return None;
    }
    let replies = position.legal_moves().iter();
    let values: Vec<Option<(i32, u32)>> = replies
        .map(|mv| brute_force(&position.play_unchecked(mv), depth - 1))
        .map(|found| found.map(|(value, plies)| (-value, plies + 1)))
        .collect();
    let won = values.iter().flatten().filter(|(value, _)| *value == 1);
    if let Some(fastest) = won.min_by_key(|(_, plies)| *plies) {
        return Some(*fastest);
    }
    if values.contains(&None) {
        return None;
    }
    let rest = values.iter().flatten();
    rest.max_by_key(|(value, plies)| (*value, *plies)).copied()
}

/// An open position with few stones and kazans near 81.
fn ending(rng: &mut rand_xoshiro::Xoshiro256PlusPlus, rules: Rules) -> Position {
    loop {
        let mut setup = Setup::from(random_position(rng, rules));
        for side in Side::ALL {
            for number in 0..9 {
                let tuzdyk = setup.tuzdyks[!side] == Some(number as u8 + 1);
                let stones = u8::from(!tuzdyk && rng.random_bool(0.25)) * rng.random_range(1..=2);
                setup.pits[side][number] = stones;
            }
        }
        let on_board: u8 = Side::ALL
            .map(|side| setup.pits[side].iter().sum::<u8>())
            .iter()
            .sum();
        let stored = 162 - on_board;
        setup.kazans.south = (stored / 2).saturating_sub(rng.random_range(0..=3));
        setup.kazans.north = stored - setup.kazans.south;
        if let Ok(position) = Position::try_from(setup)
            && position.decided().is_none()
            && !position.is_game_over()
        {
            return position;
        }
    }
}

/// How many endings of each preset are searched; the environment variable `TOGYZ_ENDINGS` asks for more.
fn endings() -> usize {
    let asked = std::env::var("TOGYZ_ENDINGS").ok();
    asked.map_or(250, |text| text.parse().expect("a number of endings"))
}

/// Whether a score says what brute force found.
fn agrees(expected: Option<(i32, u32)>, score: Score) -> bool {
    match (expected, score) {
        (Some((1, plies)), Score::Win(found)) => found == plies,
        (Some((-1, plies)), Score::Loss(found)) => found == plies,
        (Some((0, _)), score) => matches!(score, Score::Draw | Score::Stones(0)),
        (None, score) => !score.is_proven() || matches!(score, Score::Win(_)),
        _ => false,
    }
}

#[test]
fn decided_scores_are_those_of_brute_force() {
    const DEPTH: u32 = 6;
    /// Pruning may overlook an end within the depth; with as many plies again it does not.
    const DEEPER: u32 = 12;
    let mut met = [0; 4];
    for (seed, (_, rules)) in Rules::PRESETS.into_iter().enumerate() {
        let mut rng = rng(seed as u64);
        let mut pruning = engine(1, 1);
        let options = EngineOptions {
            params: SearchParams::FULL_WIDTH,
            ..pruning.options()
        };
        let mut full = Engine::new(options).expect("an engine");
        for _ in 0..endings() {
            let position = ending(&mut rng, rules);
            let game = Game::from_position(position);
            let expected = brute_force(&position, DEPTH);
            let found = full.search(&game, &Limits::depth(DEPTH)).score;
            assert!(
                agrees(expected, found),
                "{position:?}: {expected:?}, {found:?}"
            );
            let deeper = pruning.search(&game, &Limits::depth(DEEPER)).score;
            assert!(
                expected.is_none() || agrees(expected, deeper),
                "{position:?}: {expected:?}, {deeper:?}"
            );
            met[expected.map_or(3, |(value, _)| (value + 1) as usize)] += 1;
        }
    }
    assert!(
        met.iter().all(|&count| count > 5),
        "all kinds are met: {met:?}"
    );
}

/// A position in which the other side lacks few of its 82 stones and the player on turn many.
fn last_stand(rng: &mut rand_xoshiro::Xoshiro256PlusPlus) -> Position {
    loop {
        let mut setup = Setup::from(random_position(rng, Rules::STANDARD));
        let mover = setup.side_to_move;
        for side in Side::ALL {
            for number in 0..9 {
                let tuzdyk = setup.tuzdyks[!side] == Some(number as u8 + 1);
                let most = if rng.random_bool(0.1) { 25 } else { 4 };
                setup.pits[side][number] = u8::from(!tuzdyk) * rng.random_range(0..=most);
            }
        }
        let on_board: u8 = setup.pits.south.iter().chain(&setup.pits.north).sum();
        setup.kazans[!mover] = MAJORITY - rng.random_range(1..=6);
        setup.kazans[mover] = 162u8.saturating_sub(on_board + setup.kazans[!mover]);
        if let Ok(position) = Position::try_from(setup)
            && position.decided().is_none()
            && !position.is_game_over()
        {
            return position;
        }
    }
}

#[test]
fn the_longest_defence_is_found() {
    const PLIES: u32 = 4;
    let mut rng = rng(31);
    let mut engine = engine(1, 1);
    let mut lost = 0;
    // At six plies a search once said here that all is lost in four.
    let once: Position = "4S,1,2S,11S,2S,2S,3S,1S,1/t,1,16S,3S,1S,3S,1S,3S,2S 81 27 N 1"
        .parse()
        .expect("a position");
    let met: Vec<Position> = (0..endings()).map(|_| last_stand(&mut rng)).collect();
    for position in std::iter::once(once).chain(met) {
        let game = Game::from_position(position);
        for depth in PLIES..=PLIES + 2 {
            engine.clear();
            let result = engine.search(&game, &Limits::depth(depth));
            let Score::Loss(plies @ ..=PLIES) = result.score else {
                continue;
            };
            // Whoever is told that he loses within four plies has no move that holds out longer.
            let expected = brute_force(&position, PLIES);
            assert_eq!(expected, Some((-1, plies)), "{position:?} at {depth} plies");
            let best = result.best.expect("a move");
            let after = brute_force(&position.play_unchecked(best), PLIES - 1);
            assert_eq!(after, Some((1, plies - 1)), "{position:?} at {depth} plies");
            lost += 1;
        }
    }
    assert!(lost > 20, "{lost} are lost");
}

#[test]
fn positions_with_odd_numbers_are_searched_legally() {
    let mut engine = engine(1, 1);
    for (seed, (_, rules)) in Rules::PRESETS.into_iter().enumerate() {
        let mut rng = rng(50 + seed as u64);
        for _ in 0..250 {
            let position = random_position(&mut rng, rules);
            let result = engine.search(&Game::from_position(position), &Limits::depth(4));
            assert_eq!(result.best.is_none(), position.is_game_over());
            assert_line_is_legal(&position, result.pv());
        }
    }
}

fn assert_line_is_legal(position: &Position, line: &[Move]) {
    let mut game = Game::from_position(*position);
    for &mv in line {
        game.push(mv)
            .unwrap_or_else(|error| panic!("{line:?}: {error}"));
    }
}

#[test]
fn the_same_search_gives_the_same_answer() {
    let mut engine = engine(1, 1);
    for text in togyz_ai::bench::POSITIONS.iter().take(20) {
        let game = Game::from_fen(text.parse().expect(text));
        let mut once = || {
            engine.clear();
            let result = engine.search(&game, &Limits::nodes(20_000));
            (
                result.best,
                result.score,
                result.info.nodes,
                result.info.lines,
            )
        };
        assert_eq!(once(), once());
    }
}

#[test]
fn node_limits_are_kept_to_the_node() {
    for limit in [0, 1, 2, 10, 1_000, 50_000] {
        let result = engine(1, 1).search(&Game::new(), &Limits::nodes(limit));
        assert_eq!(result.info.nodes, limit);
        assert!(result.best.is_some());
    }
    for threads in [4, 8] {
        for limit in [1, 2, 10, 1_000, 50_000] {
            let result = engine(1, threads).search(&Game::new(), &Limits::nodes(limit));
            assert!(result.info.nodes <= limit, "{limit}: {:?}", result.info);
            assert!(result.best.is_some());
        }
    }
    let huge = Limits::nodes(u64::MAX).and_depth(3);
    assert_eq!(engine(1, 1).search(&Game::new(), &huge).info.depth, 3);
}

#[test]
fn the_same_number_of_nodes_gives_the_same_answer() {
    let mut engine = engine(1, 1);
    let mut rng = rng(21);
    // Twenty limits, far apart and close together.
    for step in 0..20u64 {
        let limit = 97 * (step + 1) * (step + 1);
        let positions = random_walk(&mut rng, Rules::STANDARD);
        let game = Game::from_position(positions[positions.len() / 3]);
        let mut once = || {
            engine.clear();
            let result = engine.search(&game, &Limits::nodes(limit));
            assert!(result.info.nodes == limit || result.score.is_proven());
            (result.best, result.score, result.info.lines)
        };
        assert_eq!(once(), once(), "{limit} nodes");
    }
}

#[test]
fn soft_limits_of_nodes_end_between_iterations() {
    let mut engine = engine(1, 1);
    for soft in [0, 1, 500, 20_000] {
        engine.clear();
        let mut reports = Vec::new();
        let limits = Limits::soft_nodes(soft);
        let result = engine.search_with(&Game::new(), &limits, |info| {
            reports.push((info.depth, info.nodes));
            std::ops::ControlFlow::Continue(())
        });
        let (last, before) = reports.split_last().expect("an iteration");
        assert_eq!(*last, (result.info.depth, result.info.nodes));
        assert!(last.1 >= soft, "{soft}: {reports:?}");
        assert!(
            before.iter().all(|&(_, nodes)| nodes < soft),
            "{soft}: {reports:?}"
        );
    }
    // The first of two limits counts.
    let both = Limits::soft_nodes(1_000_000).and_nodes(700);
    assert_eq!(engine.search(&Game::new(), &both).info.nodes, 700);
}

#[test]
fn a_forced_move_is_played_at_once_where_time_counts_and_searched_where_it_does_not() {
    let text = "13S,8/13S,8 68 68 S 1";
    let game = Game::from_fen(text.parse().expect(text));
    assert_eq!(game.position().legal_moves().len(), 1);
    let hour = Duration::from_secs(3600);
    let clock = Clock {
        remaining: hour,
        increment: Duration::ZERO,
    };
    for limits in [Limits::clock(clock), Limits::time(hour).forced_at_once()] {
        let result = engine(1, 1).search(&game, &limits);
        assert_eq!((result.info.depth, result.best), (1, Some(Move::M1)));
    }
    for limits in [
        Limits::depth(6),
        Limits::depth(6).forced_at_once(),
        Limits::depth(6).and_time(hour),
    ] {
        assert_eq!(engine(1, 1).search(&game, &limits).info.depth, 6);
    }
    // There are more moves than the one that is asked for; it is the only answer all the same.
    let one = Limits::clock(clock).only(togyz_core::MoveSet::EMPTY.with(Move::M3));
    assert_eq!(engine(1, 1).search(&Game::new(), &one).info.depth, 1);
}

#[test]
fn moves_that_are_not_there_are_not_looked_at_and_some_move_always_is() {
    let text = "13S,8/13S,8 68 68 S 1";
    let game = Game::from_fen(text.parse().expect(text));
    let moves = |moves: &[Move]| moves.iter().copied().collect::<togyz_core::MoveSet>();
    for asked in [moves(&[]), moves(&[Move::M2]), moves(&[Move::M1, Move::M2])] {
        let result = engine(1, 1).search(&game, &Limits::depth(2).only(asked));
        assert_eq!(result.best, game.position().legal_moves().iter().next());
    }
}

#[test]
fn the_nodes_of_all_threads_are_counted() {
    let alone = engine(1, 1).search(&Game::new(), &Limits::nodes(40_000));
    let together = engine(1, 4).search(&Game::new(), &Limits::nodes(40_000));
    assert_eq!(alone.info.nodes, 40_000);
    // The main thread has a quarter of them; what the others did in the same time is known to 1024 positions.
    assert!(
        (10_000..=40_000).contains(&together.info.nodes),
        "{:?}",
        together.info
    );
}

#[test]
fn the_table_tells_how_full_it_is() {
    let mut engine = engine(1, 1);
    let full = |engine: &mut Engine, nodes| {
        let result = engine.search(&Game::new(), &Limits::nodes(nodes));
        result.info.hashfull
    };
    assert_eq!(full(&mut engine, 1), 0);
    let fills: Vec<u32> = [3_000, 300_000, 10_000_000]
        .map(|nodes| {
            engine.clear();
            full(&mut engine, nodes)
        })
        .into();
    assert!(fills.is_sorted() && fills[0] < 100, "{fills:?}");
    // 131,072 entries, and far more searches of four plies and more to keep.
    assert!((900..=1_000).contains(&fills[2]), "{fills:?}");
    engine.clear();
    assert_eq!(full(&mut engine, 1), 0);
}

#[test]
fn a_position_and_its_mirror_have_the_same_score() {
    let mut rng = rng(7);
    for position in random_walk(&mut rng, Rules::STANDARD)
        .into_iter()
        .step_by(5)
    {
        let scores = [position, position.mirrored()].map(|position| {
            let result = engine(1, 1).search(&Game::from_position(position), &Limits::depth(5));
            (result.score, result.best)
        });
        assert_eq!(scores[0], scores[1], "{position:?}");
    }
}

#[test]
fn time_limits_are_kept_and_a_move_is_always_there() {
    for millis in [0, 1, 20] {
        let began = Instant::now();
        let limits = Limits::time(Duration::from_millis(millis));
        let result = engine(1, 1).search(&Game::new(), &limits);
        assert!(result.best.is_some());
        // Far above what it takes, so that a busy machine does not fail the test.
        assert!(began.elapsed() < Duration::from_secs(5));
    }
    let endless = Limits::time(Duration::MAX).and_depth(4);
    assert_eq!(engine(1, 1).search(&Game::new(), &endless).info.depth, 4);
}

#[test]
fn a_stop_ends_one_search_only() {
    let mut engine = engine(1, 2);
    let stop = engine.stop_handle();
    for _ in 0..20 {
        stop.stop();
        let result = engine.search(&Game::new(), &Limits::infinite());
        assert!(result.best.is_some());
        assert_eq!(engine.search(&Game::new(), &Limits::depth(4)).info.depth, 4);
    }
}

#[test]
fn lines_are_as_many_as_asked_or_legal_and_sorted() {
    let mut rng = rng(3);
    for position in random_walk(&mut rng, Rules::STANDARD)
        .into_iter()
        .step_by(9)
    {
        let legal = position.legal_moves().len();
        for lines in [1, 3, 9] {
            let limits = Limits::depth(4).lines(lines);
            let result = engine(1, 1).search(&Game::from_position(position), &limits);
            let found = &result.info.lines;
            assert_eq!(found.len(), lines.min(legal));
            assert!(
                found.windows(2).all(|pair| pair[0].score >= pair[1].score),
                "{found:?}"
            );
            let firsts: togyz_core::MoveSet = found.iter().map(|line| line.pv[0]).collect();
            assert_eq!(firsts.len(), found.len());
            found
                .iter()
                .for_each(|line| assert_line_is_legal(&position, &line.pv));
        }
    }
}

#[test]
fn only_the_moves_asked_for_are_looked_at() {
    for mv in Move::ALL {
        let only = togyz_core::MoveSet::EMPTY.with(mv);
        let result = engine(1, 1).search(&Game::new(), &Limits::depth(3).only(only));
        assert_eq!(result.best, Some(mv));
    }
}

#[test]
fn a_table_kept_between_moves_still_wins_in_time() {
    // Played out from the win in five plies, each search with what the last one left.
    let text = "8,1S/6,1S,1S,1S 78 80 S 1";
    let mut game = Game::from_fen(text.parse().expect("a position"));
    let mut engine = engine(1, 1);
    let first = engine.search(&game, &Limits::depth(9));
    let Score::Win(mut plies) = first.score else {
        panic!("a win, not {:?}", first.score);
    };
    while !game.is_game_over() {
        let result = engine.search(&game, &Limits::depth(9));
        let expected = if plies % 2 == 1 {
            Score::Win(plies)
        } else {
            Score::Loss(plies)
        };
        assert_eq!(result.score, expected);
        game.push(result.best.expect("a move"))
            .expect("a legal move");
        plies -= 1;
    }
    assert_eq!(plies, 0);
    assert_eq!(game.outcome().expect("an end").winner, Some(Side::South));
}

#[test]
fn play_out_goes_on_after_the_decision_and_keeps_the_margin() {
    // South has 82 already; under play-out rules the game goes on and the engine still plays.
    let position = Position::from_fen("2S,8/5,1S,1S,1S,1S 82 74 S 1", Rules::MASTER_PRO);
    let game = Game::from_position(position.expect("a position"));
    let result = engine(1, 1).search(&game, &Limits::depth(6));
    assert!(result.best.is_some() && result.outcome.is_none());
    assert!(matches!(result.score, Score::Win(0)), "{:?}", result.score);
}

#[test]
fn an_endless_shuffle_is_searched_to_any_depth() {
    let game = Game::from_fen("8,1S/8,1S 80 80 S 1".parse().expect("a position"));
    for depth in [127, 128, 255, 1_000_000] {
        let result = engine(1, 1).search(&game, &Limits::depth(depth));
        assert!(result.best.is_some());
    }
}

#[test]
fn refused_options_leave_the_engine_as_it_was() {
    let mut engine = engine(1, 1);
    let before = engine.options();
    for (hash_mib, threads) in [
        (0, 1),
        (usize::MAX, 1),
        (1_000_000_000, 1),
        (1, 0),
        (1, 257),
    ] {
        let options = EngineOptions {
            hash_mib,
            threads,
            ..before
        };
        assert!(engine.set_options(options).is_err());
        assert_eq!(engine.options(), before);
    }
    assert!(
        engine
            .search(&Game::new(), &Limits::depth(2))
            .best
            .is_some()
    );
    assert!(Engine::with_evaluator(Material, before).is_ok());
}

#[test]
fn many_threads_agree_on_legality_in_a_tiny_table() {
    for threads in [8, 64] {
        let mut engine = engine(1, threads);
        let mut rng = rng(11);
        for position in random_walk(&mut rng, Rules::STANDARD)
            .into_iter()
            .step_by(4)
        {
            let game = Game::from_position(position);
            let result = engine.search(&game, &Limits::nodes(500 * threads as u64));
            assert_eq!(result.best.is_none(), position.is_game_over());
            assert_line_is_legal(&position, result.pv());
        }
    }
}

#[test]
fn many_threads_prove_in_a_tiny_table_what_brute_force_does() {
    const DEPTH: u32 = 6;
    for threads in [8, 64] {
        let mut engine = engine(1, threads);
        let mut rng = rng(31);
        let mut decided = 0;
        for _ in 0..20 {
            let position = ending(&mut rng, Rules::STANDARD);
            let expected = brute_force(&position, DEPTH);
            decided += usize::from(expected.is_some());
            let limits = Limits::depth(2 * DEPTH);
            let found = engine.search(&Game::from_position(position), &limits).score;
            assert!(
                expected.is_none() || agrees(expected, found),
                "{threads} threads, {position:?}: {expected:?}, {found:?}"
            );
        }
        assert!(decided >= 5, "{decided}");
    }
}

#[test]
fn a_table_that_knows_the_end_of_a_game_keeps_the_distances_right() {
    const DEPTH: u32 = 5;
    let mut engine = engine(1, 1);
    let mut rng = rng(32);
    let mut won = 0;
    while won < 10 {
        let mut game = Game::from_position(ending(&mut rng, Rules::STANDARD));
        if !matches!(brute_force(game.position(), DEPTH), Some((1, 3..))) {
            continue;
        }
        won += 1;
        let mut played = vec![game.clone()];
        while let Some(best) = engine.search(&game, &Limits::depth(DEPTH)).best {
            game.push(best).expect("a legal move");
            played.push(game.clone());
        }
        engine.clear();
        // As one goes through a game: from its end to its beginning, and on again.
        for game in played.iter().rev().chain(&played) {
            let left = brute_force(game.position(), DEPTH);
            let found = engine.search(game, &Limits::depth(2 * DEPTH)).score;
            assert!(agrees(left, found), "{game:?}: {left:?}, {found:?}");
        }
    }
}

#[test]
fn a_kazan_one_capture_short_hides_no_win_behind_its_evaluation() {
    // North needs a stone and is 15 ahead, which no margin of pruning takes for decided; every move wins, pit 8 in five plies.
    let game = Game::from_position(
        "1S,1S,1S,1S,1,1S,1,t,1/2S,1S,2,2S,1S,3S,t,1S 66 81 N 1"
            .parse()
            .expect("a position"),
    );
    let result = Engine::default().search(&game, &Limits::depth(7));
    assert_eq!(result.score, Score::Win(5));
    assert_eq!(result.best, Some(Move::M8));
}
