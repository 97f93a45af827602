//! Limits, stops and tables at their extremes: what has hung, crashed or misled the users of other engines.

use std::ops::ControlFlow;
use std::sync::mpsc::channel;
use std::time::Duration;

use togyz_ai::{Clock, Engine, EngineOptions, Limits, Material, Score};
use togyz_core::{Game, Move};

fn engine(hash_mib: usize, threads: usize) -> Engine {
    let options = EngineOptions {
        hash_mib,
        threads,
        ..EngineOptions::default()
    };
    Engine::new(options).expect("an engine")
}

fn game(fen: &str) -> Game {
    Game::from_fen(fen.parse().expect(fen))
}

fn clock(remaining: Duration, increment: Duration) -> Limits {
    Limits::clock(Clock {
        remaining,
        increment,
    })
}

#[test]
fn a_finished_game_has_a_result_and_no_move() {
    // 82 stones, a draw, and a player on turn without stones: South sweeps one (81 to 81) or four (83 to 79).
    for (fen, score) in [
        ("9/8,1S 79 82 S 1", Score::Loss(0)),
        ("9/8,1S 79 82 N 1", Score::Win(0)),
        ("9/9 81 81 S 1", Score::Draw),
        ("9/8,1S 80 81 N 1", Score::Draw),
        ("9/8,4S 79 79 N 1", Score::Loss(0)),
    ] {
        for limits in [
            Limits::infinite(),
            Limits::depth(9).lines(9),
            Limits::nodes(0),
            Limits::time(Duration::ZERO),
        ] {
            let result = engine(1, 2).search(&game(fen), &limits);
            assert_eq!((result.best, result.score), (None, score), "{fen}");
            assert_eq!(result.outcome, game(fen).outcome(), "{fen}");
            assert_eq!((result.info.nodes, result.info.lines.len()), (0, 0));
        }
    }
}

#[test]
fn each_kind_of_limit_ends_a_search_alone() {
    let start = Game::new();
    let ms = Duration::from_millis;
    for threads in [1, 8] {
        let mut engine = engine(1, threads);
        for limits in [
            Limits::depth(1),
            Limits::nodes(1),
            Limits::soft_nodes(1),
            Limits::time(ms(1)),
            clock(ms(1), Duration::ZERO),
            clock(Duration::ZERO, ms(1)),
            // The first one counts where they contradict each other.
            Limits::depth(1).and_time(Duration::MAX),
            Limits::depth(u32::MAX).and_nodes(1),
            clock(Duration::MAX, Duration::MAX).and_time(ms(1)),
        ] {
            assert!(engine.search(&start, &limits).best.is_some(), "{limits:?}");
        }
    }
}

#[test]
fn huge_limits_do_not_wrap() {
    let start = Game::new();
    for threads in [1, 8] {
        let mut engine = engine(1, threads);
        for limits in [
            Limits::nodes(u64::MAX),
            Limits::soft_nodes(u64::MAX),
            Limits::time(Duration::MAX),
            Limits::time(Duration::from_millis(1_000_000_000_000_000_000)),
            clock(Duration::MAX, Duration::MAX),
            Limits::infinite().lines(usize::MAX),
        ] {
            let result = engine.search(&start, &limits.clone().and_depth(3));
            assert_eq!(result.info.depth, 3, "{limits:?}");
        }
    }
}

#[test]
fn an_endless_search_goes_on_until_more_depth_cannot_change_the_answer() {
    // South's nine takes two and has 82.
    let won = engine(1, 1).search(&game("8,1S/8,1S 80 80 S 1"), &Limits::infinite());
    assert_eq!((won.best, won.score), (Some(Move::M9), Score::Win(1)));
    // One legal move is no reason to end.
    let forced = game("13S,8/13S,8 68 68 S 1");
    let result = engine(1, 1).search_with(&forced, &Limits::infinite(), |info| match info.depth {
        10.. => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    assert_eq!((result.best, result.info.depth), (Some(Move::M1), 10));
}

#[test]
fn a_stop_from_another_thread_ends_the_search_that_runs_and_no_later_one() {
    let start = Game::new();
    let mut engine = engine(1, 2);
    for _ in 0..1_000 {
        let stop = engine.stop_handle();
        let (begun, runs) = channel();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                runs.recv().expect("a search that runs");
                stop.stop();
            });
            let result = engine.search_with(&start, &Limits::infinite(), |info| {
                if info.depth == 3 {
                    begun.send(()).expect("somebody who stops it");
                }
                ControlFlow::Continue(())
            });
            assert!(result.info.depth >= 3 && result.best.is_some());
        });
        assert_eq!(engine.search(&start, &Limits::depth(3)).info.depth, 3);
    }
}

#[test]
fn a_new_game_gives_the_same_answers_again() {
    let games = [Game::new(), game("5S,8/13S,8 72 72 N 1")];
    let mut engine = engine(1, 1);
    for limits in [Limits::depth(8), Limits::nodes(5_000)] {
        let mut both = || {
            engine.clear();
            games.each_ref().map(|game| {
                let result = engine.search(game, &limits);
                (result.best, result.score, result.info.nodes)
            })
        };
        assert_eq!(both(), both());
    }
}

#[test]
fn tables_of_any_size_are_searched_with() {
    for mib in [1, 3, 5, 7, 33] {
        let mut engine = engine(mib, 1);
        let result = engine.search(&Game::new(), &Limits::nodes(2_000_000));
        assert!(result.best.is_some());
        assert!((1..=1_000).contains(&result.info.hashfull), "{mib} MiB");
    }
}

#[test]
fn pits_with_very_many_stones_are_searched() {
    for fen in [
        "9/162S,8 0 0 S 1",
        "5S,5S,5S,5S,5S,5S,5S,5S,5S/100S,8 9 8 S 1",
    ] {
        let result = engine(1, 1).search(&game(fen), &Limits::depth(8));
        assert_eq!(result.info.depth, 8, "{fen}");
    }
}

#[test]
fn a_refused_move_does_not_disturb_a_search() {
    let mut disturbed = Game::new();
    // South's seven takes the ten stones of North's pit 6, which stays empty.
    for mv in [Move::M7, Move::M9, Move::M1] {
        disturbed.push(mv).expect("a legal move");
    }
    let undisturbed = disturbed.clone();
    assert!(disturbed.push(Move::M6).is_err());
    let [found, expected] = [disturbed, undisturbed].map(|game| {
        let info = engine(1, 1).search(&game, &Limits::depth(7)).info;
        (info.nodes, info.lines)
    });
    assert_eq!(found, expected);
}

#[test]
fn a_stopped_search_does_not_play_a_move_that_it_just_found_to_lose() {
    // North's pit 9 alone holds out for more than four plies; other moves win more stones at once.
    let game = game("8S,1,t,2S,1S,1,1,1,1/1,1,1S,t,1,1,1,1S,7S 79 63 N 1");
    // Counting alone, so that the positions visited stay the same when a network learns more.
    let mut engine = Engine::with_evaluator(Material, EngineOptions::default()).expect("an engine");
    // Three positions are the first ply; four more refute pit 5, which won most.
    for nodes in 8..300 {
        engine.clear();
        let best = engine.search(&game, &Limits::nodes(nodes)).best;
        assert_eq!(best.map(Move::number), Some(9), "{nodes} positions");
    }
}

/// Sees the stones in the kazans, each worth so many.
struct Stones(i32);

impl togyz_ai::Evaluator for Stones {
    fn evaluate(&self, position: &togyz_core::Position) -> i32 {
        let [own, other] = position.kazans_by_mover();
        100 * self.0 * (i32::from(own) - i32::from(other))
    }
}

#[test]
fn another_evaluator_or_table_size_leaves_nothing_behind() {
    let options = |hash_mib| EngineOptions {
        hash_mib,
        ..EngineOptions::default()
    };
    let new = |stones, mib| Engine::with_evaluator(Stones(stones), options(mib)).expect("memory");
    let search = |engine: &mut Engine<Stones>| {
        let result = engine.search(&Game::new(), &Limits::nodes(20_000));
        (
            result.score,
            result.pv().to_vec(),
            result.info.nodes,
            result.info.depth,
        )
    };
    let mut engine = new(1, 1);
    let first = search(&mut engine);
    // What was found is of use in the next search of the same game.
    assert_ne!(search(&mut engine), first);
    engine.set_evaluator(Stones(2));
    assert_eq!(search(&mut engine), search(&mut new(2, 1)));
    engine.set_options(options(2)).expect("memory");
    assert_eq!(search(&mut engine), search(&mut new(2, 2)));
    engine.clear();
    assert_eq!(search(&mut engine), search(&mut new(2, 2)));
}
