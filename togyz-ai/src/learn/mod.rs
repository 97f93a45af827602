//! Learning an evaluation from games that the engine plays against itself.
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

mod evolve;
mod fit;
mod sample;
mod selfplay;
mod shards;
mod train;

pub use evolve::{Evolution, EvolutionError, Generation, Stage};
pub use fit::Fit;
pub use sample::{InvalidSample, Sample, SampleError, read_samples, write_samples};
pub use selfplay::SelfPlay;
pub use shards::{Played, ShardError, Shards, read_folder};
pub use train::{CheckpointError, Epoch, Trained, Training};
