//! What a position is worth at a glance.

pub(crate) mod first;
mod hand;
pub(crate) mod inputs;
pub(crate) mod layers;
pub(crate) mod linear;
mod material;
pub(crate) mod network;
pub(crate) mod policy;

pub use hand::HandMade;
pub use linear::{Linear, LinearError};
pub use material::Material;
pub use network::{Network, NetworkError};
use togyz_core::{Move, Position};

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

    /// Gives each move a score by which the search tries them, the highest first, and says whether it did.
    ///
    /// It must depend on position and moves alone. The default has no opinion, and the search goes by what moves win. With an
    /// opinion, the search looks less deep at all but the first moves, at those too that win something.
    fn rank(&self, _position: &Position, _candidates: &mut [Candidate]) -> bool {
        false
    }
}

/// A legal move whose place in the order is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// The stones that it wins at once less those that it gives away, a new tuzdyk counting twelve more.
    pub gain: i32,
    /// Its score, to be set.
    pub score: i32,
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

    fn rank(&self, position: &Position, candidates: &mut [Candidate]) -> bool {
        (**self).rank(position, candidates)
    }
}
