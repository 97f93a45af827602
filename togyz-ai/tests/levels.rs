//! Levels keep the rules, are repeatable, differ with their seed, and are what the guide says.

use std::collections::HashSet;
use std::time::Duration;

use togyz_ai::matches::Match;
use togyz_ai::{Level, LevelPlayer, Limits};
use togyz_core::{Game, Move, Position, Rules};
use togyz_testkit::{random_walk, rng};

fn player(level: Level, seed: u64) -> LevelPlayer {
    LevelPlayer::new(level, seed).expect("memory")
}

/// Levels that go by positions or plies, so that tests do not wait.
fn untimed() -> impl Iterator<Item = Level> {
    Level::ALL
        .into_iter()
        .filter(|level| level.limits().move_time().is_none())
}

#[test]
fn every_level_answers_every_position_by_the_rules() {
    let mut rng = rng(11);
    let positions = random_walk(&mut rng, Rules::STANDARD);
    let quick = Limits::time(Duration::from_millis(1));
    for level in Level::ALL {
        let mut player = player(level, 3);
        for &position in positions.iter().step_by(9).chain(positions.last()) {
            let game = Game::from_position(position);
            let reply = player.reply_within(&game, &quick);
            let legal = position.legal_moves();
            assert_eq!(reply.is_some(), !legal.is_empty(), "{level}: {position:?}");
            assert!(
                reply.is_none_or(|mv| legal.contains(mv)),
                "{level}: {position:?}"
            );
        }
    }
}

#[test]
fn few_moves_are_enough_for_every_level_and_seed() {
    let few = [
        "8,1S/8,1S 80 80 S 1",
        "8,1S/7,1S,1S 80 79 S 1",
        "8,2S/3,1S,3,1S,1S 80 77 S 1",
    ];
    for fen in few {
        let game = Game::from_fen(fen.parse().expect("a position"));
        for level in untimed() {
            for seed in 0..50 {
                let reply = player(level, seed).reply_within(&game, &Limits::infinite().lines(5));
                assert!(
                    reply.is_some_and(|mv| game.legal_moves().contains(mv)),
                    "{fen}"
                );
            }
        }
    }
}

#[test]
fn an_answer_depends_on_level_seed_and_game_alone() {
    for level in untimed() {
        let mut used = player(level, 5);
        let mut game = Game::new();
        for _ in 0..12 {
            let reply = used.reply(&game).expect("it goes on");
            assert_eq!(
                player(level, 5).reply(&game),
                Some(reply),
                "{level} at {:?}",
                game.position()
            );
            game.push(reply).expect("legal");
        }
    }
}

#[test]
fn seeds_make_different_games() {
    let setting = Match {
        max_plies: 40,
        ..Match::default()
    };
    for level in [
        Level::Easy,
        Level::Normal,
        Level::Rank(togyz_ai::Rank::new(3).expect("a rank")),
    ] {
        let games: HashSet<Vec<Move>> = (1..=100)
            .map(|seed| {
                let (mut south, mut north) = (player(level, seed), player(level, seed + 1000));
                let played = setting.play_game(Game::new(), &mut south, &mut north);
                played
                    .unwrap_or_else(|never| match never {})
                    .moves()
                    .to_vec()
            })
            .collect();
        assert!(games.len() > 90, "{level}: {}", games.len());
    }
}

#[test]
fn easy_is_random_a_third_of_the_time_and_greedy_otherwise() {
    // Only 7 takes ten stones from the start; 2 takes ten as well (nine stones end in North's 1).
    let start = Game::new();
    let most = |mv: Move| Position::START.yields(mv).captured == 10;
    let greedy = (0..3000u64)
        .filter(|&seed| player(Level::Easy, seed).reply(&start).is_some_and(most))
        .count();
    let takers = Move::ALL.into_iter().filter(|&mv| most(mv)).count() as f64;
    // Two thirds take, and of the other third as many as chance has it.
    let expected = 3000.0 * (0.67 + 0.33 * takers / 9.0);
    assert!(
        (greedy as f64 - expected).abs() < 120.0,
        "{greedy}, not {expected}"
    );
}

#[test]
fn normal_sees_three_plies_and_hard_seven() {
    assert_eq!(Level::Normal.limits().max_depth(), Some(3));
    assert_eq!(Level::Hard.limits().max_depth(), Some(7));
    for level in [Level::Crazy, Level::rank(10).expect("a rank")] {
        assert_eq!(level.limits().move_time(), Some(Duration::from_secs(1)));
    }
}

#[test]
fn a_stop_is_used_up_by_one_answer() {
    let mut crazy = player(Level::Crazy, 1);
    crazy.stop_handle().stop();
    assert!(crazy.reply(&Game::new()).is_some());
    assert!(!crazy.stop_handle().is_set());
    // Also by one that needed no thought.
    crazy.stop_handle().stop();
    let alone = Game::from_fen("8,1S/8,1S 80 80 S 1".parse().expect("a position"));
    assert!(crazy.reply(&alone).is_some() && !crazy.stop_handle().is_set());
}

#[test]
fn a_level_above_wins_more_than_it_loses() {
    // A smoke test of the order; docs/levels.md has the measured ladder.
    let setting = Match {
        opening_plies: 4,
        ..Match::default()
    };
    for (strong, weak) in [(3, 1), (5, 3), (7, 5)] {
        let level = |number| Level::rank(number).expect("a rank");
        let (mut strong, mut weak) = (player(level(strong), 1), player(level(weak), 2));
        let points: usize = (0..8)
            .map(|pair| {
                let games = setting.play_pair(pair, &mut strong, &mut weak);
                togyz_ai::matches::pair_points(&games.unwrap_or_else(|never| match never {}))
            })
            .sum();
        assert!(points > 16, "{} of 32 half points", points);
    }
}
