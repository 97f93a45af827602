//! What a position is worth at a glance.

mod hand;
pub(crate) mod inputs;
pub(crate) mod linear;
mod material;
pub(crate) mod network;

pub use hand::HandMade;
pub use linear::{Linear, LinearError};
pub use material::Material;
pub use network::{Network, NetworkError};
use togyz_core::Position;

/// A static evaluation.
///
/// ```
/// use togyz_ai::{Engine, EngineOptions, Evaluator, Limits};
/// use togyz_core::{Game, Position};
///
/// /// Counts kazans and nothing else.
/// struct Kazans;
///
/// impl Evaluator for Kazans {
///     fn evaluate(&self, position: &Position) -> i32 {
///         let mover = position.side_to_move();
///         100 * (i32::from(position.kazan(mover)) - i32::from(position.kazan(!mover)))
///     }
/// }
///
/// let mut engine = Engine::with_evaluator(Kazans, EngineOptions::default())?;
/// assert!(engine.search(&Game::new(), &Limits::depth(4)).best.is_some());
/// # Ok::<(), togyz_ai::EngineError>(())
/// ```
pub trait Evaluator: Send + Sync {
    /// The expected final difference of the kazans in hundredths of a stone, from the view of the player on
    /// turn.
    ///
    /// It must depend on the position alone. It is asked about unfinished positions only, and cut to ±200
    /// stones.
    fn evaluate(&self, position: &Position) -> i32;
}

/// An evaluator that several engines share, or one that is chosen while the program runs.
///
/// ```
/// use std::sync::Arc;
/// use togyz_ai::{Engine, EngineOptions, Evaluator, Linear, Material};
///
/// let name = "linear";
/// let chosen: Arc<dyn Evaluator> = match name {
///     "linear" => Arc::new(Linear::default()),
///     _ => Arc::new(Material),
/// };
/// let engine = Engine::with_evaluator(chosen, EngineOptions::default())?;
/// # Ok::<(), togyz_ai::EngineError>(())
/// ```
impl<E: Evaluator + ?Sized> Evaluator for std::sync::Arc<E> {
    fn evaluate(&self, position: &Position) -> i32 {
        (**self).evaluate(position)
    }
}
