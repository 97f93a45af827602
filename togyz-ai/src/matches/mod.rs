//! Matches between two players: paired openings, both colours, and what the results say.
//!
//! ```
//! use togyz_ai::matches::{EnginePlayer, Match};
//! use togyz_ai::{Engine, Limits};
//!
//! let mut deep = EnginePlayer::new(Engine::default(), Limits::depth(4));
//! let mut shallow = EnginePlayer::new(Engine::default(), Limits::depth(1));
//! let setting = Match { opening_plies: 4, seed: 1, ..Match::default() };
//! let games = setting.play_pair(0, &mut deep, &mut shallow)?;
//! assert_eq!(games.len(), 2);
//! # Ok::<(), std::convert::Infallible>(())
//! ```

mod openings;
mod stats;

pub use openings::{Openings, random_opening};
pub use stats::{Elo, Pentanomial, Sprt, Verdict};
use togyz_core::{Game, Move, Rules, Side};

use crate::{Engine, Evaluator, Limits};

/// Somebody who plays.
pub trait Player {
    /// What can go wrong while it thinks.
    type Error;

    /// A new game begins.
    ///
    /// # Errors
    /// If the player cannot go on.
    fn new_game(&mut self) -> Result<(), Self::Error>;

    /// Its answer in an unfinished game.
    ///
    /// # Errors
    /// If the match cannot go on.
    fn choose(&mut self, game: &Game) -> Result<Answer, Self::Error>;
}

/// What a player answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A move. An illegal one loses the game.
    Move(Move),
    /// It has overstepped its time.
    OutOfTime,
    /// It gives up, or gives no answer that could be read.
    GiveUp,
}

/// An engine of this crate with its limits.
#[derive(Debug)]
pub struct EnginePlayer<E> {
    engine: Engine<E>,
    limits: Limits,
}

impl<E: Evaluator> EnginePlayer<E> {
    /// A player from an engine.
    ///
    /// ```
    /// use togyz_ai::{Engine, Limits, matches::EnginePlayer};
    /// let player = EnginePlayer::new(Engine::default(), Limits::nodes(1_000));
    /// ```
    pub fn new(engine: Engine<E>, limits: Limits) -> EnginePlayer<E> {
        EnginePlayer { engine, limits }
    }
}

impl<E: Evaluator> Player for EnginePlayer<E> {
    type Error = std::convert::Infallible;

    fn new_game(&mut self) -> Result<(), Self::Error> {
        self.engine.clear();
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Result<Answer, Self::Error> {
        let result = self.engine.search(game, &self.limits);
        Ok(result.best.map_or(Answer::GiveUp, Answer::Move))
    }
}

/// How a match is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// Random plies before the players take over; the same for both games of a pair.
    pub opening_plies: u32,
    /// Where the openings come from.
    pub seed: u64,
    /// A game is cut off as a draw after this many plies.
    pub max_plies: usize,
    /// The rules.
    pub rules: Rules,
}

impl Default for Match {
    /// Six random plies, seed 1, at most 1000 plies, standard rules.
    fn default() -> Match {
        Match {
            opening_plies: 6,
            seed: 1,
            max_plies: 1000,
            rules: Rules::STANDARD,
        }
    }
}

impl Match {
    /// Plays one opening twice, first with `a` as South, then with `b` as South, and returns both games.
    ///
    /// # Errors
    /// The first error of a player.
    pub fn play_pair<A: Player, B: Player<Error = A::Error>>(
        &self,
        pair: u64,
        a: &mut A,
        b: &mut B,
    ) -> Result<[Game; 2], A::Error> {
        let opening = random_opening(self.rules, self.seed, pair, self.opening_plies);
        self.play_opening(opening, a, b)
    }

    /// Plays an opening of one's own twice, first with `a` as South, then with `b` as South, and returns both games.
    ///
    /// # Errors
    /// The first error of a player.
    ///
    /// ```
    /// use togyz_ai::matches::{EnginePlayer, Match, Openings};
    /// use togyz_ai::{Engine, Limits, Material};
    /// let mut network = EnginePlayer::new(Engine::default(), Limits::nodes(50));
    /// let engine = Engine::with_evaluator(Material, Default::default())?;
    /// let mut material = EnginePlayer::new(engine, Limits::nodes(50));
    /// let opening = Openings::default().draw(0, &mut Engine::default());
    /// let games = Match::default().play_opening(opening.clone(), &mut network, &mut material)?;
    /// assert!(games.iter().all(|game| game.moves().starts_with(opening.moves())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_opening<A: Player, B: Player<Error = A::Error>>(
        &self,
        opening: Game,
        a: &mut A,
        b: &mut B,
    ) -> Result<[Game; 2], A::Error> {
        let first = self.play_game(opening.clone(), a, b)?;
        let second = self.play_game(opening, b, a)?;
        Ok([first, second])
    }

    /// Plays a game from an opening to its end.
    ///
    /// # Errors
    /// The first error of a player.
    pub fn play_game<S: Player, N: Player<Error = S::Error>>(
        &self,
        mut game: Game,
        south: &mut S,
        north: &mut N,
    ) -> Result<Game, S::Error> {
        south.new_game()?;
        north.new_game()?;
        while !game.is_game_over() {
            if game.ply() >= self.max_plies {
                // The game goes on, so it takes the declaration.
                let _ = game.cut_off();
                break;
            }
            let mover = game.position().side_to_move();
            let answer = match mover {
                Side::South => south.choose(&game)?,
                Side::North => north.choose(&game)?,
            };
            let refused = match answer {
                Answer::Move(mv) => game.push(mv).is_err(),
                Answer::GiveUp => true,
                Answer::OutOfTime => {
                    // The game goes on, so it takes the declaration.
                    let _ = game.lose_on_time(mover);
                    false
                }
            };
            if refused {
                // As above.
                let _ = game.resign(mover);
            }
        }
        Ok(game)
    }
}

/// Points of the first player from a pair of games, in half points from 0 to 4.
///
/// ```
/// use togyz_ai::matches::pair_points;
/// use togyz_core::{Game, Side};
/// let mut won = Game::new();
/// won.resign(Side::North)?;
/// // South won both games, so each player won once.
/// assert_eq!(pair_points(&[won.clone(), won]), 2);
/// # Ok::<(), togyz_core::GameError>(())
/// ```
#[must_use]
pub fn pair_points(games: &[Game; 2]) -> usize {
    let points = |game: &Game, side: Side| match game.outcome().map(|outcome| outcome.winner) {
        Some(Some(winner)) if winner == side => 2,
        Some(Some(_)) => 0,
        _ => 1,
    };
    points(&games[0], Side::South) + points(&games[1], Side::North)
}
