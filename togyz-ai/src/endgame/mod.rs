//! Exact endings: tables of all positions with few stones.
//!
//! All stones go to somebody in the end, so one number decides a position: its *value*, the stones of those on the board
//! that the player on turn gets under best play of both, whatever the kazans hold. He wins if his kazan and the value make
//! 82, and draws at 81.
//!
//! ```
//! use togyz_ai::endgame::{GameValue, Table, TableOptions};
//! use togyz_core::{Move, Position};
//!
//! let table = Table::build(&TableOptions::stones(2))?;
//! let position: Position = "8,1S/8,1S 80 80 S 1".parse()?;
//! // South takes both stones.
//! assert_eq!(table.probe(&position)?.map(|entry| entry.value), Some(2));
//! assert_eq!(table.result(&position)?, Some(GameValue::Win));
//! assert_eq!(table.line(&position)?, Some(vec![Move::M9]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With a tuzdyk on the board no position recurs, so the entries of equal stones fill in one pass; without one the values
//! are closed in from below and from above. Both bounds agree in every position of up to ten stones: there the value needs
//! no ruling about endless play. A builder that ever finds them apart says so and stops.

mod build;
mod decide;
mod error;
mod exhaust;
mod fill;
mod index;
mod line;
mod longest;
mod pages;
mod proof_table;
mod prove;
mod solver;
mod table;

pub use build::{TableOptions, TableProgress};
pub use error::TableError;
pub use longest::LongestLine;
pub use prove::{Bounds, MoveProof, Proof, Prover};
pub use table::{MoveEntry, Table};

/// What a table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The stones of those on the board that the player on turn gets.
    pub value: u8,
    /// How far the end is, if the table was built with distances.
    pub distance: Option<Distance>,
}

/// Plies until somebody is stuck, among moves that keep the value, whatever the kazans hold.
///
/// 255 stands for 255 and more, and for never: while there is no tuzdyk, a player who gets nothing cannot always force an
/// end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Distance {
    /// If the player on turn hastens the end and the other delays it: the way of a winner.
    pub hastened: u8,
    /// If the player on turn delays the end and the other hastens it: the best defence of a loser.
    pub delayed: u8,
}

/// What a position is worth under best play, for the player on turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameValue {
    /// The player on turn loses.
    Loss,
    /// A draw.
    Draw,
    /// The player on turn wins.
    Win,
}

impl GameValue {
    /// The value for a player who ends with this many stones.
    ///
    /// ```
    /// use togyz_ai::endgame::GameValue;
    /// assert_eq!([80, 81, 82].map(GameValue::of_stones), [GameValue::Loss, GameValue::Draw, GameValue::Win]);
    /// ```
    #[must_use]
    pub const fn of_stones(stones: u8) -> GameValue {
        match stones {
            0..81 => GameValue::Loss,
            81 => GameValue::Draw,
            82.. => GameValue::Win,
        }
    }

    /// The name in text and JSON: `win`, `draw` or `loss`.
    ///
    /// ```
    /// assert_eq!(togyz_ai::endgame::GameValue::Draw.name(), "draw");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GameValue::Loss => "loss",
            GameValue::Draw => "draw",
            GameValue::Win => "win",
        }
    }
}

impl std::ops::Neg for GameValue {
    type Output = GameValue;

    /// The same for the other player.
    fn neg(self) -> GameValue {
        match self {
            GameValue::Loss => GameValue::Win,
            GameValue::Draw => GameValue::Draw,
            GameValue::Win => GameValue::Loss,
        }
    }
}

impl std::fmt::Display for GameValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}
