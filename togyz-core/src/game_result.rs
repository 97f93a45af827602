//! Results as records write them.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::{Outcome, Side};

/// A result as records write it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`.
    SouthWins,
    /// `0-1`.
    NorthWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: still open, or not known.
    #[default]
    Unfinished,
}

/// A text that is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a result is 1-0, 0-1, 1/2-1/2 or *")]
pub struct ParseResultError;

impl GameResult {
    /// The result of an outcome.
    ///
    /// ```
    /// use togyz_core::{Game, GameResult, Side};
    /// let mut game = Game::new();
    /// game.resign(Side::North)?;
    /// assert_eq!(GameResult::of(&game.outcome().unwrap()), GameResult::SouthWins);
    /// # Ok::<(), togyz_core::GameError>(())
    /// ```
    #[must_use]
    pub const fn of(outcome: &Outcome) -> GameResult {
        match outcome.winner {
            Some(Side::South) => GameResult::SouthWins,
            Some(Side::North) => GameResult::NorthWins,
            None => GameResult::Draw,
        }
    }

    /// `Some(None)` for a draw, `None` for an unfinished game.
    ///
    /// ```
    /// use togyz_core::{GameResult, Side};
    /// assert_eq!(GameResult::NorthWins.winner(), Some(Some(Side::North)));
    /// assert_eq!(GameResult::Unfinished.winner(), None);
    /// ```
    #[must_use]
    pub const fn winner(self) -> Option<Option<Side>> {
        match self {
            GameResult::SouthWins => Some(Some(Side::South)),
            GameResult::NorthWins => Some(Some(Side::North)),
            GameResult::Draw => Some(None),
            GameResult::Unfinished => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            GameResult::SouthWins => "1-0",
            GameResult::NorthWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unfinished => "*",
        })
    }
}

impl FromStr for GameResult {
    type Err = ParseResultError;

    /// Reads `1-0`, `0-1`, `1/2-1/2`, `*`, and as yearbooks print draws `½-½` and `0,5-0,5`, spaces ignored.
    fn from_str(text: &str) -> Result<GameResult, ParseResultError> {
        let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        match plain.as_str() {
            "1-0" => Ok(GameResult::SouthWins),
            "0-1" => Ok(GameResult::NorthWins),
            "1/2-1/2" | "½-½" | "0,5-0,5" | "0.5-0.5" => Ok(GameResult::Draw),
            "*" => Ok(GameResult::Unfinished),
            _ => Err(ParseResultError),
        }
    }
}
