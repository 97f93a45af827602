//! Games of the engine against itself, for learning.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use togyz_core::{Move, Position, Side};

use super::{Sample, Workers};
use crate::matches::Openings;
use crate::{Engine, EngineError, EngineOptions, Evaluator, Limits, Score, StopHandle};

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
    /// Stones by which an opening may be ahead for one side after 1,000 positions; `None` takes every opening.
    pub balance: Option<u32>,
    /// Chance of a random move after the opening.
    pub stray: f64,
    /// Games of more plies are left out.
    pub max_plies: usize,
}

impl Default for SelfPlay {
    /// 3000 positions a move, openings of 4 to 16 random plies at most ten stones out of balance, one stray move in thirty.
    fn default() -> SelfPlay {
        SelfPlay {
            limits: Limits::nodes(3_000),
            seed: 1,
            min_opening: 4,
            max_opening: 16,
            balance: Some(10),
            stray: 1.0 / 30.0,
            max_plies: 500,
        }
    }
}

impl SelfPlay {
    /// Plays so many games, numbered from 0, and returns their positions in this order: the number of threads makes no
    /// difference. `None` if a stop came.
    ///
    /// # Errors
    /// [`EngineError`] if there is no memory for the tables.
    ///
    /// ```
    /// use togyz_ai::Limits;
    /// use togyz_ai::learn::{SelfPlay, Workers};
    /// let setting = SelfPlay { limits: Limits::nodes(50), ..SelfPlay::default() };
    /// let samples = setting.play_many(3, &Workers::default())?.unwrap();
    /// assert_eq!(samples.iter().filter(|sample| sample.opens).count(), 3);
    /// # Ok::<(), togyz_ai::EngineError>(())
    /// ```
    pub fn play_many(
        &self,
        games: usize,
        workers: &Workers,
    ) -> Result<Option<Vec<Sample>>, EngineError> {
        let engines = (0..workers.threads_for(games))
            .map(|_| Engine::new(EngineOptions::default()))
            .collect::<Result<Vec<_>, _>>()?;
        let played = workers.run(games, engines, |engine, number| {
            self.play_until(number as u64, engine, &workers.stop)
        });
        Ok(played.map(|games| games.into_iter().flatten().collect()))
    }

    /// Plays one game and returns its positions; the same number gives the same game. A game ends when the search has
    /// proved its result. A game that goes on for too long, or that the engine's stop ends, gives nothing.
    ///
    /// ```
    /// use togyz_ai::learn::SelfPlay;
    /// use togyz_ai::{Engine, Limits};
    /// let setting = SelfPlay { limits: Limits::nodes(100), ..SelfPlay::default() };
    /// let mut engine = Engine::default();
    /// let game = setting.play(5, &mut engine);
    /// assert!(game[0].opens && (4..=16).contains(&game[0].ply));
    /// assert_eq!(game, setting.play(5, &mut engine));
    /// ```
    pub fn play<E: Evaluator>(&self, number: u64, engine: &mut Engine<E>) -> Vec<Sample> {
        let stop = engine.stop_handle();
        let game = self.play_until(number, engine, &stop);
        stop.reset();
        game
    }

    /// [`play`](SelfPlay::play) with a stop that several engines share, and that this one does not use up.
    fn play_until<E: Evaluator>(
        &self,
        number: u64,
        engine: &mut Engine<E>,
        stop: &StopHandle,
    ) -> Vec<Sample> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(
            self.seed ^ number.wrapping_mul(0xa076_1d64_78bd_642f),
        );
        let plies = rng.random_range(self.min_opening..=self.max_opening.max(self.min_opening));
        let openings = Openings {
            seed: self.seed,
            plies,
            balance: self.balance,
            nodes: 1_000,
            ..Openings::default()
        };
        let mut game = openings.draw(number, engine);
        engine.clear();
        let mut met: Vec<Met> = Vec::new();
        let winner = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner;
            }
            if game.ply() >= self.max_plies {
                return Vec::new();
            }
            let position = *game.position();
            let result = engine.search_until(&game, &self.limits, stop);
            if stop.is_set() {
                return Vec::new();
            }
            let score = match result.score {
                Score::Stones(score) => score,
                Score::Draw => break None,
                Score::Win(_) => break Some(position.side_to_move()),
                Score::Loss(_) => break Some(!position.side_to_move()),
            };
            let Some(best) = result.best else {
                return Vec::new();
            };
            let legal = position.legal_moves();
            let stray = rng.random_bool(self.stray);
            let picked = if stray {
                legal.pick(rng.random_range(0..legal.len() as u32))
            } else {
                None
            };
            let mv = picked.unwrap_or(best);
            met.push(Met {
                position,
                score,
                best,
                stray: mv != best,
                ply: game.ply(),
            });
            if game.push(mv).is_err() {
                return Vec::new();
            }
        };
        let samples = met.iter().enumerate();
        samples
            .map(|(index, met)| met.sample(index == 0, winner))
            .collect()
    }
}

/// A position of a game whose end is not known yet.
struct Met {
    position: Position,
    score: i32,
    best: Move,
    stray: bool,
    ply: usize,
}

impl Met {
    fn sample(&self, opens: bool, winner: Option<Side>) -> Sample {
        let outcome = match winner {
            None => 0,
            Some(side) if side == self.position.side_to_move() => 1,
            Some(_) => -1,
        };
        Sample {
            position: self.position.into(),
            // A score that is not decided has at most 200 stones.
            score: self.score.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            ply: self.ply.min(usize::from(u16::MAX)) as u16,
            best: self.best,
            outcome,
            opens,
            stray: self.stray,
        }
    }
}
