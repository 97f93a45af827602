//! Many games at once, held against the stone-by-stone reference and against searches of single games.

use std::thread;
use std::time::Duration;

use togyz_ai::learn::{
    Batch, BatchBuffers, BatchEnd, BatchOptions, IllegalActions, Observation, SelfPlay, Workers,
};
use togyz_ai::{Engine, EngineOptions, Limits};
use togyz_core::{Game, Move, Position, Rules};
use togyz_testkit::ReferenceBoard;

const GAMES: usize = 32;

fn batch(options: BatchOptions) -> (Batch, BatchBuffers) {
    let mut buffers = BatchBuffers::new(GAMES, Observation::Counts);
    let batch = Batch::new(GAMES, options);
    batch
        .write(&mut buffers.arrays())
        .expect("the lengths are right");
    (batch, buffers)
}

/// What the arrays should say of a game, from the stone-by-stone reference.
fn compare(buffers: &BatchBuffers, game: usize, board: &ReferenceBoard, ply: i32) {
    let mover = board.mover;
    let tuzdyk = |side: usize| board.tuzdyks[side].map_or(0, |place| place as u32 % 9 + 1);
    let mut counts: Vec<u32> = Vec::new();
    counts.extend(&board.ring[9 * mover..9 * mover + 9]);
    counts.extend(&board.ring[9 - 9 * mover..18 - 9 * mover]);
    counts.extend([board.kazans[mover], board.kazans[1 - mover]]);
    counts.extend([tuzdyk(mover), tuzdyk(1 - mover)]);
    let seen = &buffers.counts[22 * game..22 * (game + 1)];
    assert!(seen.iter().map(|&count| u32::from(count)).eq(counts));

    let mask = &buffers.action_mask[9 * game..9 * (game + 1)];
    let legal = (1..=9).filter(|&number| mask[usize::from(number) - 1] == 1);
    assert!(legal.eq(board.legal()));
    assert_eq!(buffers.current_player[game], mover as i8);
    assert_eq!(buffers.ply[game], ply);
    assert_eq!(buffers.terminated[game], board.is_over());

    let [south, north] = board.swept();
    let reward = match board.is_over() {
        true => (south.cmp(&north) as i8).into(),
        false => 0.0,
    };
    assert_eq!(buffers.rewards[2 * game..2 * game + 2], [reward, -reward]);
}

#[test]
fn every_step_agrees_with_the_reference() {
    for rules in [Rules::STANDARD, Rules::MASTER_PRO, Rules::PANTUSOV] {
        let options = BatchOptions {
            rules,
            seed: 3,
            ..BatchOptions::default()
        };
        let (mut batch, mut buffers) = batch(options);
        let mut boards = vec![ReferenceBoard::of(&Position::start(rules)); GAMES];
        let mut actions = [0i64; GAMES];
        for ply in 1..2_000 {
            batch
                .random_actions(&mut actions)
                .expect("the lengths are right");
            batch
                .step(&actions, &mut buffers.arrays())
                .expect("random actions are legal");
            for (game, board) in boards.iter_mut().enumerate() {
                match usize::try_from(actions[game]) {
                    Ok(action) => {
                        board.play(Move::ALL[action]);
                        compare(&buffers, game, board, ply);
                    }
                    // It was over before.
                    Err(_) => assert_eq!(buffers.rewards[2 * game..2 * game + 2], [0.0; 2]),
                }
            }
            if buffers.terminated == [true; GAMES] {
                break;
            }
        }
        assert!(
            boards.iter().all(ReferenceBoard::is_over),
            "random games end"
        );
    }
}

#[test]
fn a_cap_truncates_without_a_reward() {
    let (mut batch, mut buffers) = batch(BatchOptions {
        max_plies: 2,
        ..BatchOptions::default()
    });
    let firsts = [0u8; GAMES];
    batch.step(&firsts, &mut buffers.arrays()).expect("legal");
    assert!(!buffers.truncated[0]);
    batch.step(&firsts, &mut buffers.arrays()).expect("legal");
    assert_eq!((buffers.truncated[0], buffers.terminated[0]), (true, false));
    assert_eq!(buffers.rewards, [0.0; 2 * GAMES]);
    assert_eq!(buffers.action_mask, [0; 9 * GAMES]);
    assert_eq!(batch.end(0), Some(BatchEnd::MaxPlies));
}

#[test]
fn a_refused_step_moves_nobody() {
    let (mut batch, mut buffers) = batch(BatchOptions::default());
    let (before, seen) = (batch.clone(), buffers.clone());
    for bad in [-1i64, 9, i64::MIN, i64::MAX] {
        let mut actions = [0; GAMES];
        actions[GAMES - 1] = bad;
        let error = batch
            .step(&actions, &mut buffers.arrays())
            .expect_err("no such pit");
        assert!(error.to_string().starts_with("game 31: action"), "{error}");
    }
    let short = batch
        .step(&[0u8; 3], &mut buffers.arrays())
        .expect_err("three actions");
    assert_eq!(short.to_string(), "actions has 3 elements instead of 32");
    assert_eq!((batch, buffers), (before, seen));
}

#[test]
fn an_illegal_action_can_lose() {
    let options = BatchOptions {
        illegal: IllegalActions::Lose,
        ..BatchOptions::default()
    };
    let (mut batch, mut buffers) = batch(options);
    let mut actions = [0i64; GAMES];
    actions[1] = -1;
    batch
        .step(&actions, &mut buffers.arrays())
        .expect("nothing is refused");
    assert_eq!(buffers.rewards[..4], [0.0, 0.0, -1.0, 1.0]);
    assert_eq!(buffers.end_reason[..2], [0, BatchEnd::IllegalAction as u8]);
    assert!(buffers.terminated[1] && buffers.action_mask[9..18] == [0; 9]);
}

#[test]
fn openings_differ_and_come_again() {
    let options = BatchOptions {
        opening_plies: 8,
        seed: 5,
        ..BatchOptions::default()
    };
    let (mut batch, mut buffers) = batch(options);
    let first: Vec<Position> = batch.positions().collect();
    let different: std::collections::HashSet<_> = first.iter().collect();
    assert!(different.len() > GAMES / 2);
    batch
        .reset(None, &mut buffers.arrays())
        .expect("the lengths are right");
    assert!(!batch.positions().eq(first.iter().copied()));
    batch.reseed(5);
    assert!(batch.positions().eq(first));
}

#[test]
fn threads_make_no_difference() {
    let options = BatchOptions {
        opening_plies: 10,
        seed: 2,
        ..BatchOptions::default()
    };
    let one = Workers::default();
    let three = Workers {
        threads: 3,
        ..Workers::default()
    };
    let mut twins = [Batch::new(GAMES, options), Batch::new(GAMES, options)];
    let means = twins.each_mut().map(|batch| batch.playouts(5, &one));
    assert_eq!(means[0], means[1]);
    let [first, second] = &mut twins;
    assert_eq!(first.playouts(5, &one), second.playouts(5, &three));
    assert_eq!(
        first.search(&Limits::depth(4), &one),
        second.search(&Limits::depth(4), &three)
    );
}

#[test]
fn a_search_of_the_batch_is_a_search_of_each_game() {
    let (batch, _) = batch(BatchOptions {
        opening_plies: 12,
        ..BatchOptions::default()
    });
    let found = batch
        .search(&Limits::depth(5), &Workers::default())
        .expect("memory");
    let options = EngineOptions {
        hash_mib: 1,
        ..EngineOptions::default()
    };
    for (position, found) in batch.positions().zip(found.expect("nobody stops it")) {
        let mut engine = Engine::new(options).expect("memory");
        let alone = engine.search(&Game::from_position(position), &Limits::depth(5));
        assert_eq!(found, (alone.best, alone.score));
    }
}

#[test]
fn a_stop_ends_long_work() {
    let (mut batch, _) = batch(BatchOptions::default());
    let workers = Workers {
        threads: 2,
        ..Workers::default()
    };
    workers.stop.stop();
    assert_eq!(batch.playouts(u32::MAX, &workers), None);
    assert_eq!(batch.search(&Limits::infinite(), &workers), Ok(None));
}

#[test]
fn a_stop_ends_self_play_in_the_middle_of_a_search() {
    let setting = SelfPlay {
        limits: Limits::infinite(),
        ..SelfPlay::default()
    };
    let workers = Workers::default();
    let stop = workers.stop.clone();
    let played = thread::scope(|scope| {
        scope.spawn(move || {
            thread::sleep(Duration::from_millis(50));
            stop.stop();
        });
        setting.play_many(1, &workers)
    });
    assert_eq!(played, Ok(None));
}

/// A kazan of 81 with the capture of one more at hand: whoever is on turn wins at once, or the other does.
#[test]
fn playouts_of_decided_games_are_exact() {
    let mut buffers = BatchBuffers::new(2, Observation::Counts);
    let mut batch = Batch::new(2, BatchOptions::default());
    // One stone before the other row of one stone: the capture of two makes 82.
    let won: Position = "8,1S/8,1S 80 80 S 1".parse().expect("a FEN");
    let lost: Position = "9/2S,8 80 80 N 1".parse().expect("a FEN");
    batch
        .set_positions(&[won, lost], &mut buffers.arrays())
        .expect("two positions");
    assert_eq!(buffers.terminated, [false, true]);
    let means = batch
        .playouts(3, &Workers::default())
        .expect("nobody stops it");
    assert_eq!(means[1], -1.0, "South has all stones and North is on turn");
    assert!(means[0].abs() == 1.0, "one move decides");
}

#[test]
fn a_batch_survives_its_bytes() {
    let options = BatchOptions {
        rules: Rules::MODDABLE,
        seed: u64::MAX,
        max_plies: 77,
        opening_plies: 3,
        illegal: IllegalActions::Lose,
    };
    let (mut first, mut buffers) = batch(options);
    let mut actions = [0i64; GAMES];
    for _ in 0..50 {
        first
            .random_actions(&mut actions)
            .expect("the lengths are right");
        first
            .step(&actions, &mut buffers.arrays())
            .expect("nothing is refused");
    }
    let bytes = first.to_bytes();
    let mut second = Batch::from_bytes(&bytes).expect("just written");
    assert_eq!(first, second);
    assert_eq!(
        first.playouts(2, &Workers::default()),
        second.playouts(2, &Workers::default())
    );
    for cut in 0..bytes.len() {
        // Shorter by whole games is a smaller batch.
        let read = Batch::from_bytes(&bytes[..cut]);
        assert_eq!(
            read.is_ok(),
            (bytes.len() - cut) % 25 == 0 && cut >= 46,
            "{cut}"
        );
    }
    let mut other = bytes.clone();
    other[4] = 2;
    assert!(Batch::from_bytes(&other).is_err());
}
