//! The game of Togyz Kumalak (Kazakh тоғызқұмалақ, Kyrgyz toguz korgool): positions, moves, rules,
//! games with history, and every text format in use.
//!
//! ```
//! use togyz_core::{Move, Position, Side};
//!
//! let start = Position::START;
//! let effect = start.effect(Move::M7)?;
//! assert_eq!(effect.captured, 10);
//!
//! let after = start.play(Move::M7)?;
//! assert_eq!(after.kazan(Side::South), 10);
//! assert_eq!(after.side_to_move(), Side::North);
//! # Ok::<(), togyz_core::IllegalMove>(())
//! ```
//!
//! # Words
//!
//! | word | meaning |
//! |---|---|
//! | pit (otau) | one of the nine hollows of a row, numbered 1 to 9 from its owner's left |
//! | kazan | a player's store |
//! | tuzdyk | a pit of the other row that a player owns for the rest of the game |
//! | South, North | the first and the second player |
//! | stuck (atsyz) | it is my turn and my row is empty: the game ends |
//!
//! # Features
//!
//! * `std` (default): without it the crate is `no_std` and needs `alloc`.
//! * `serde`: serialisation of [`Position`], [`Move`], [`Game`], [`Rules`], [`Outcome`], [`Side`], [`Pit`],
//!   [`EndReason`], [`GameResult`] and [`PackedPosition`].
//! * `proptest`: strategies that make valid positions and games. `arbitrary`: the same for fuzzers.

#![forbid(unsafe_code)]
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

mod display;
mod effect;
mod game;
mod game_result;
#[cfg(any(feature = "proptest", feature = "arbitrary"))]
mod generate;
mod hash;
mod illegal;
mod moves;
pub mod notation;
mod outcome;
mod packed;
mod packed_game;
mod perft;
mod pit;
mod position;
pub mod rank;
mod rules;
#[cfg(feature = "serde")]
mod serde_impls;
mod setup;
mod side;
mod sow;
mod sowing;
mod svg;
mod tags;

pub use display::Board;
pub use effect::{Effect, TuzdykEffect, TuzdykRefusal};
pub use game::{Game, GameError};
pub use game_result::{GameResult, ParseResultError};
#[cfg(feature = "proptest")]
pub use generate::strategy;
pub use illegal::{IllegalMove, IllegalReason};
pub use moves::{InvalidMove, Move, MoveSet, MoveSetIter};
pub use notation::fen::{Fen, FenError};
pub use outcome::{EndReason, Outcome, ParseEndReasonError};
pub use packed::{InvalidPacked, PackedPosition};
pub use packed_game::PackedGameError;
#[cfg(feature = "std")]
pub use perft::{PerftMemoryError, PerftOptions, perft_with};
pub use perft::{divide, perft, perft_no_bulk};
pub use pit::{InvalidPit, Pit};
pub use position::{Position, Yields};
pub use rules::{ParseRulesError, Rules};
pub use setup::{Setup, SetupError, SetupFaults};
pub use side::{BySide, ParseSideError, Side};
pub use sowing::{Sowing, SownStone, StoneTarget};
pub use svg::{Language, SvgBoard, SvgLayout, SvgTheme};
pub use tags::Tags;

/// Stones in the game.
pub const STONES: u8 = 162;
/// Pits in a row.
pub const PITS: usize = 9;
/// Stones in a kazan that decide the game: more than half.
pub const MAJORITY: u8 = 82;
