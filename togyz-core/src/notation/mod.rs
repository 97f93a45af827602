//! Texts of positions, moves and games.
//!
//! Readers are tolerant where a text has one meaning, and say line, column, ply and what was expected where
//! it has none; nothing is dropped in silence. Writers are canonical: reading what was written gives the
//! same value, and writing it again gives the same bytes.
//!
//! | module | what |
//! |---|---|
//! | [`fen`] | positions |
//! | [`boards`] | positions as lists of numbers |
//! | [`moves`] | single moves: `7`, `76`, `76x`, `76(10)`, `g1d2` |
//! | [`record`] | whole games: PlayOK PGN, TGK, Cute Games PGN, lines of pit numbers |

pub mod boards;
mod cursor;
pub mod fen;
mod list;
pub mod moves;
mod pgn;
pub mod record;
#[cfg(feature = "std")]
mod stream;
mod write;
