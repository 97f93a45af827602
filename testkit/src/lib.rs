//! What the tests, benches and fuzzers of togyz share: a slow reference that drops one stone at a time, generators
//! of positions, and readers of the case files that lie outside the repository.

#![forbid(unsafe_code)]

pub mod cases;
mod naive;
mod random;
mod reference;

pub use naive::NaiveBoard;
pub use random::{open_ending, random_position, random_walk, rng};
pub use reference::{ReferenceBoard, ReferenceMove};
