//! Games of the engine against itself, for learning.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use togyz_core::{PackedPosition, Position, Side};

use crate::matches::random_opening;
use crate::{Engine, Evaluator, Limits, Score};

/// A position of a game with what a search thought of it and how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position.
    pub position: PackedPosition,
    /// The search's score in hundredths of a stone, for the player on turn.
    pub score: i32,
    /// 1 if the player on turn won, 0 for a draw, −1 if it lost.
    pub outcome: i8,
}

/// How games are played.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfPlay {
    /// How long each move is thought about.
    pub limits: Limits,
    /// Where openings and stray moves come from.
    pub seed: u64,
    /// Random plies of the opening, from this many ..
    pub min_opening: u32,
    /// .. to this many.
    pub max_opening: u32,
    /// Chance of a random move after the opening.
    pub stray: f64,
    /// Games of more plies are left out.
    pub max_plies: usize,
}

impl Default for SelfPlay {
    /// 3000 positions a move, openings of 4 to 16 random plies, one stray move in thirty.
    fn default() -> SelfPlay {
        SelfPlay {
            limits: Limits::nodes(3_000),
            seed: 1,
            min_opening: 4,
            max_opening: 16,
            stray: 1.0 / 30.0,
            max_plies: 500,
        }
    }
}

impl SelfPlay {
    /// Plays one game and returns its positions; the same number gives the same game. A game ends when the search has
    /// proved its result.
    pub fn play<E: Evaluator>(&self, number: u64, engine: &mut Engine<E>) -> Vec<Sample> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(
            self.seed ^ number.wrapping_mul(0xa076_1d64_78bd_642f),
        );
        let plies = rng.random_range(self.min_opening..=self.max_opening.max(self.min_opening));
        let mut game = random_opening(togyz_core::Rules::STANDARD, self.seed, number, plies);
        engine.clear();
        let mut met: Vec<(Position, i32)> = Vec::new();
        let winner = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner;
            }
            if game.ply() >= self.max_plies {
                return Vec::new();
            }
            let position = *game.position();
            let result = engine.search(&game, &self.limits);
            match result.score {
                Score::Stones(score) => met.push((position, score)),
                Score::Draw => break None,
                Score::Win(_) => break Some(position.side_to_move()),
                Score::Loss(_) => break Some(!position.side_to_move()),
            }
            let legal = position.legal_moves();
            let stray = rng.random_bool(self.stray);
            let picked = if stray {
                legal.pick(rng.random_range(0..legal.len() as u32))
            } else {
                None
            };
            let Some(mv) = picked.or(result.best) else {
                break None;
            };
            if game.push(mv).is_err() {
                return Vec::new();
            }
        };
        met.into_iter()
            .map(|(position, score)| sample(position, score, winner))
            .collect()
    }
}

fn sample(position: Position, score: i32, winner: Option<Side>) -> Sample {
    let outcome = match winner {
        None => 0,
        Some(side) if side == position.side_to_move() => 1,
        Some(_) => -1,
    };
    Sample {
        position: position.into(),
        score,
        outcome,
    }
}
