//! Learning: games of the engine against itself, an evaluation fitted to them, and many games at once for learners that
//! play themselves.
//!
//! ```
//! use togyz_ai::learn::{Fit, SelfPlay};
//! use togyz_ai::{Engine, Evaluator, Limits};
//! use togyz_core::Position;
//!
//! let mut engine = Engine::default();
//! let setting = SelfPlay { limits: Limits::nodes(200), ..SelfPlay::default() };
//! let samples = setting.play(0, &mut engine);
//! let learned = Fit { epochs: 2, ..Fit::default() }.linear(&samples);
//! assert!(learned.evaluate(&Position::START).abs() < 10_000);
//! ```

mod batch;
mod evolve;
mod fit;
mod greedy;
mod observation;
mod sample;
mod selfplay;
mod shards;
mod train;

pub use batch::{
    Batch, BatchArrays, BatchBuffers, BatchBytesError, BatchEnd, BatchError, BatchOptions, Found,
    IllegalActions, ObservationsMut, Workers,
};
pub use evolve::{Evolution, EvolutionError, Generation, Stage};
pub use fit::Fit;
pub use greedy::greedy_move;
pub use observation::{Observation, ObservationPart, ParseObservationError, write_planes};
pub use sample::{InvalidSample, Sample, SampleError, read_samples, write_samples};
pub use selfplay::SelfPlay;
pub use shards::{Played, ShardError, Shards, read_folder};
pub use train::{CheckpointError, Epoch, Trained, Training};
