//! Measures the levels against each other and prints the tables of docs/levels.md.
//!
//! ```sh
//! cargo run --release -p togyz-ai --example ladder -- steps 200         # each rank against the one below, 400 games
//! cargo run --release -p togyz-ai --example ladder -- names 100         # the four names, and where they stand
//! cargo run --release -p togyz-ai --example ladder -- pair crazy 9 5 0.1  # two levels, 10 games, at most 0.1 s a move
//! ```

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command that reports"
)]

use std::convert::Infallible;
use std::error::Error;
use std::time::{Duration, Instant};

use togyz_ai::matches::{Answer, Match, Openings, Pentanomial, Player, pair_points};
use togyz_ai::{Engine, Level, LevelPlayer, Limits};
use togyz_core::Game;

/// A level, or the player who always takes the most that one ply brings.
#[derive(Clone, Copy)]
enum Who {
    Level(Level, Option<Duration>),
    Greedy,
}

enum Seat {
    Level(Box<LevelPlayer>, Limits),
    Greedy,
}

impl Who {
    fn sit(self, seed: u64) -> Result<Seat, Box<dyn Error>> {
        Ok(match self {
            Who::Level(level, time) => {
                let limits = time.map_or_else(Limits::infinite, Limits::time);
                Seat::Level(Box::new(LevelPlayer::new(level, seed)?), limits)
            }
            Who::Greedy => Seat::Greedy,
        })
    }

    fn name(self) -> String {
        match self {
            Who::Level(level, None) => level.to_string(),
            Who::Level(level, Some(time)) => format!("{level} at {} s", time.as_secs_f64()),
            Who::Greedy => "greedy, one ply".to_string(),
        }
    }
}

impl Player for Seat {
    type Error = Infallible;

    fn new_game(&mut self) -> Result<(), Infallible> {
        match self {
            Seat::Level(player, _) => player.new_game(),
            Seat::Greedy => Ok(()),
        }
    }

    fn choose(&mut self, game: &Game) -> Result<Answer, Infallible> {
        let position = game.position();
        let mv = match self {
            Seat::Level(player, limits) => player.reply_within(game, limits),
            Seat::Greedy => {
                let moves = position.legal_moves().iter();
                // Between equal captures the key of the next position decides, which is as good as chance.
                moves.max_by_key(|&mv| {
                    let next = position.play_unchecked(mv);
                    (position.yields(mv).captured, next.key())
                })
            }
        };
        Ok(mv.map_or(Answer::GiveUp, Answer::Move))
    }
}

/// Plays pairs of games, each from four random plies that leave both sides a chance, and with seeds of its own.
fn play(first: Who, second: Who, pairs: u64) -> Result<Pentanomial, Box<dyn Error>> {
    let openings = Openings {
        plies: 4,
        seed: 2024,
        ..Openings::default()
    };
    let mut judge = Engine::default();
    let mut counts = Pentanomial::default();
    for pair in 0..pairs {
        let (mut a, mut b) = (first.sit(2 * pair)?, second.sit(2 * pair + 1)?);
        let opening = openings.draw(pair, &mut judge);
        let games = Match::default().play_opening(opening, &mut a, &mut b);
        counts.add(pair_points(&games.unwrap_or_else(|never| match never {})));
    }
    Ok(counts)
}

/// Plays a match and prints its row.
fn row(first: Who, second: Who, pairs: u64) -> Result<f64, Box<dyn Error>> {
    let began = Instant::now();
    let counts = play(first, second, pairs)?;
    let elo = counts
        .elo()
        .map(|elo| elo.to_string())
        .unwrap_or_default()
        .replace("inf", "∞");
    println!(
        "| {} | {} | {} | {:.1} % | {elo} |",
        first.name(),
        second.name(),
        2 * counts.pairs(),
        100.0 * counts.score(),
    );
    eprintln!("  {:.1} s", began.elapsed().as_secs_f64());
    Ok(counts.score())
}

fn head() {
    println!("| level | against | games | points | Elo, 95 % |\n|---|---|---|---|---|");
}

fn rank(number: u8) -> Result<Who, Box<dyn Error>> {
    Ok(Who::Level(Level::rank(number)?, None))
}

fn steps(pairs: u64) -> Result<(), Box<dyn Error>> {
    head();
    for number in 2..=9 {
        row(rank(number)?, rank(number - 1)?, pairs)?;
    }
    Ok(())
}

fn names(pairs: u64) -> Result<(), Box<dyn Error>> {
    let level = |level| Who::Level(level, None);
    head();
    row(Who::Greedy, level(Level::Easy), pairs)?;
    row(level(Level::Normal), level(Level::Easy), pairs)?;
    row(level(Level::Hard), level(Level::Normal), pairs)?;
    for name in [Level::Easy, Level::Normal, Level::Hard] {
        // Up the ladder until the rank wins.
        for number in 1..=9 {
            if row(level(name), rank(number)?, pairs)? < 0.5 {
                break;
            }
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["steps", pairs] => steps(pairs.parse()?),
        ["names", pairs] => names(pairs.parse()?),
        ["pair", first, second, pairs, rest @ ..] => {
            let time = rest.first().map(|text| text.parse::<f64>()).transpose()?;
            let time = time.map(Duration::try_from_secs_f64).transpose()?;
            let who = |text: &str| text.parse().map(|level| Who::Level(level, time));
            head();
            row(who(first)?, who(second)?, pairs.parse()?)?;
            Ok(())
        }
        _ => Err("expected: steps PAIRS, names PAIRS, or pair LEVEL LEVEL PAIRS [SECONDS]".into()),
    }
}
