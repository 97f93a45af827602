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

mod fit;
mod selfplay;

pub use fit::Fit;
pub use selfplay::{Sample, SelfPlay};
