//! Moves that a position does not allow.

use core::fmt;

use crate::{Move, Position};

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalReason {
    /// The pit holds no stone. A tuzdyk pit is always empty.
    EmptyPit,
    /// The game is over.
    GameOver,
}

impl IllegalReason {
    /// The name in text and JSON: `empty-pit` or `game-over`.
    ///
    /// ```
    /// assert_eq!(togyz_core::IllegalReason::EmptyPit.name(), "empty-pit");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            IllegalReason::EmptyPit => "empty-pit",
            IllegalReason::GameOver => "game-over",
        }
    }
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IllegalReason::EmptyPit => "the pit is empty",
            IllegalReason::GameOver => "the game is over",
        })
    }
}

/// A move that the position does not allow, with the position.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("move {mv} of {} is illegal, {reason}: {position}", position.side_to_move())]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// What forbids it.
    pub reason: IllegalReason,
    /// The position it was tried in, unchanged.
    pub position: Position,
}

impl fmt::Debug for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IllegalMove({self})")
    }
}
