//! Togyz Kumalak (Kazakh тоғызқұмалақ, Kyrgyz toguz korgool), the mancala of two rows of nine pits, 162 stones and
//! the tuzdyk: exact rules, every notation in use, and an engine.
//!
//! ```
//! use togyz::{Engine, Game, Limits, Move, Side};
//!
//! let mut game = Game::new();
//! let effect = game.push(Move::M7)?;
//! assert_eq!((effect.landing.number(), effect.captured), (6, 10));
//!
//! let reply = Engine::default().search(&game, &Limits::depth(6));
//! game.push(reply.best.expect("the game goes on"))?;
//! assert_eq!(game.position().kazan(Side::South), 10);
//! # Ok::<(), togyz::IllegalMove>(())
//! ```
//!
//! The game itself is [`togyz-core`](togyz_core), thinking is [`togyz-ai`](togyz_ai); both are re-exported here.
//!
//! # Features
//!
//! * `ai` (default): the engine.
//! * `std` (default): without it the game alone is there, `no_std` with `alloc`.
//! * `serde`: serialisation of positions, moves, games, rules, outcomes and scores.

#![forbid(unsafe_code)]
#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(feature = "ai")]
pub use togyz_ai::*;
pub use togyz_core::*;

/// The README's examples, held to the code.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
