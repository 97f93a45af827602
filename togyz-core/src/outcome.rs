//! How games end.

use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;

use crate::{BySide, Side};

/// Why a game ended. A position alone gives only [`Majority`](EndReason::Majority) and
/// [`NoMoves`](EndReason::NoMoves); the rest are decisions of the players or of the arbiter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// A kazan has 82 stones or more.
    Majority,
    /// The player on turn is stuck; each row's stones went to its owner. Also a draw at 81-81.
    NoMoves,
    /// Both players agreed to a draw.
    Agreement,
    /// A player resigned.
    Resignation,
    /// A player ran out of time.
    Time,
    /// The same position stood for the third time and a draw was claimed.
    Repetition,
    /// The game was cut off at a number of plies.
    MaxPlies,
}

const NAMES: [(&str, EndReason); 7] = [
    ("majority", EndReason::Majority),
    ("no-moves", EndReason::NoMoves),
    ("agreement", EndReason::Agreement),
    ("resignation", EndReason::Resignation),
    ("time", EndReason::Time),
    ("repetition", EndReason::Repetition),
    ("max-plies", EndReason::MaxPlies),
];

impl EndReason {
    /// The name in text and JSON, such as `no-moves`.
    ///
    /// ```
    /// assert_eq!(togyz_core::EndReason::NoMoves.name(), "no-moves");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self as usize].0
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that is no reason for an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an end is one of majority, no-moves, agreement, resignation, time, repetition, max-plies")]
pub struct ParseEndReasonError;

impl FromStr for EndReason {
    type Err = ParseEndReasonError;

    fn from_str(text: &str) -> Result<EndReason, ParseEndReasonError> {
        NAMES
            .iter()
            .find(|(name, _)| *name == text)
            .map(|(_, reason)| *reason)
            .ok_or(ParseEndReasonError)
    }
}

/// The end of a game: who won, why, and the kazans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// What ended the game.
    pub reason: EndReason,
    /// The final kazans, with the swept stones when a player was stuck.
    pub kazans: BySide<u8>,
}

impl Outcome {
    /// An outcome whose winner is the side with more stones.
    pub(crate) fn by_kazans(kazans: BySide<u8>, reason: EndReason) -> Outcome {
        let winner = match kazans.south.cmp(&kazans.north) {
            Ordering::Greater => Some(Side::South),
            Ordering::Less => Some(Side::North),
            Ordering::Equal => None,
        };
        Outcome {
            winner,
            reason,
            kazans,
        }
    }
}

impl fmt::Display for Outcome {
    /// Such as `south wins 82-57, majority`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{side} wins")?,
            None => f.write_str("draw")?,
        }
        let BySide { south, north } = self.kazans;
        write!(f, " {south}-{north}, {}", self.reason)
    }
}
