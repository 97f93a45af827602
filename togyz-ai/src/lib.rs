//! Thinking about Togyz Kumalak: evaluation, search, and an engine that puts them together.
//!
//! ```
//! use togyz_ai::{Engine, Limits};
//! use togyz_core::Game;
//!
//! let mut engine = Engine::default();
//! let result = engine.search(&Game::new(), &Limits::depth(6));
//! assert!(result.best.is_some());
//! ```
//!
//! Nothing here prints, and nothing reads a clock but the limits that ask for time. With limits by depth or
//! nodes and one thread, the same search gives the same answer on every machine.

#![forbid(unsafe_code)]

mod annotate;
pub mod bench;
mod check_sum;
mod clock;
pub mod endgame;
mod engine;
mod eval;
pub mod files;
mod hint;
pub mod learn;
mod levels;
pub mod matches;
pub mod mcts;
mod memory;
mod phrases;
mod score;
mod search;
mod statistics;
mod tips;

pub use annotate::{
    AnnotatedMove, Annotation, Mark, MoveCounts, Reliability, Summary, TuzdykStory, annotate,
};
pub use engine::{DefaultEvaluator, Engine, EngineError, EngineOptions, StopHandle};
pub use eval::{
    Candidate, Evaluator, HandMade, Linear, LinearError, Material, Network, NetworkError,
};
pub use hint::{Hint, Reason, hint};
pub use levels::{InvalidLevel, Level, LevelPlayer, Rank};
pub use phrases::Phrases;
pub use score::{Score, Wdl};
pub use search::limits::{Clock, Limits};
pub use search::{Info, Line, SearchParams, SearchResult};
pub use statistics::{PlayerResult, Statistics, Tally};
pub use tips::Tip;
