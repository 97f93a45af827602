//! What a tree search asks about its leaves.

use togyz_core::Position;

use crate::{DefaultEvaluator, Evaluator};

/// Judges many positions at once, as a network does.
///
/// ```
/// use togyz_ai::mcts::{BatchEvaluator, Mcts, MctsOptions};
/// use togyz_core::Position;
///
/// /// Knows nothing: every move is as good as the next one.
/// struct Uniform;
///
/// impl BatchEvaluator for Uniform {
///     type Error = std::convert::Infallible;
///
///     fn evaluate(
///         &mut self,
///         _positions: &[Position],
///         policies: &mut [[f32; 9]],
///         values: &mut [f32],
///     ) -> Result<(), Self::Error> {
///         policies.fill([1.0; 9]);
///         values.fill(0.0);
///         Ok(())
///     }
/// }
///
/// let mut mcts = Mcts::new(MctsOptions::default());
/// mcts.set_positions(&[Position::START]);
/// mcts.search(50, &mut Uniform)?;
/// assert_eq!(mcts.visits()[0].iter().sum::<u32>(), 49);
/// # Ok::<(), togyz_ai::mcts::MctsError<std::convert::Infallible>>(())
/// ```
pub trait BatchEvaluator {
    /// What can go wrong.
    type Error;

    /// Writes a policy and a value for every position, none of which is the end of a game.
    ///
    /// A policy says for each of the nine moves how likely it is to be the best: numbers of any sum, not negative;
    /// those of illegal moves are ignored. A value is the result that the player on turn expects, from −1 to 1.
    ///
    /// # Errors
    /// If the search cannot go on; what it has found so far stays.
    fn evaluate(
        &mut self,
        positions: &[Position],
        policies: &mut [[f32; 9]],
        values: &mut [f32],
    ) -> Result<(), Self::Error>;
}

/// A static evaluation as a policy and a value: moves by the evaluation after them, the value by the evaluation itself.
///
/// ```
/// use togyz_ai::mcts::{Heuristic, Mcts, MctsOptions};
/// use togyz_core::{Move, Position};
/// let mut mcts = Mcts::new(MctsOptions::default());
/// // The last pit takes two stones and wins.
/// mcts.set_positions(&["8,1S/8,1S 80 80 S 1".parse().unwrap()]);
/// mcts.search(20, &mut Heuristic::default())?;
/// assert_eq!(mcts.best_move(0), Some(Move::M9));
/// # Ok::<(), togyz_ai::mcts::MctsError<std::convert::Infallible>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Heuristic<E = DefaultEvaluator> {
    evaluator: E,
}

impl Default for Heuristic {
    /// With the evaluation of the engine.
    fn default() -> Heuristic {
        Heuristic::new(DefaultEvaluator::default())
    }
}

/// Hundredths of a stone that make a move e times as likely.
const POLICY_SCALE: f32 = 300.0;
/// Hundredths of a stone that are a value of 0.76.
const VALUE_SCALE: f32 = 1_500.0;

impl<E: Evaluator> Heuristic<E> {
    /// A policy and a value from an evaluation.
    ///
    /// ```
    /// let heuristic = togyz_ai::mcts::Heuristic::new(togyz_ai::Material);
    /// ```
    pub fn new(evaluator: E) -> Heuristic<E> {
        Heuristic { evaluator }
    }

    /// The evaluation for the player on turn, in hundredths of a stone.
    fn value(&self, position: &Position) -> f32 {
        match position.outcome() {
            None => self.evaluator.evaluate(position) as f32,
            Some(outcome) => {
                let mover = position.side_to_move();
                let [own, other] = [outcome.kazans[mover], outcome.kazans[!mover]];
                // The end is certain: it weighs more than its stones.
                (f32::from(own) - f32::from(other)).signum() * 4.0 * VALUE_SCALE
            }
        }
    }

    fn policy(&self, position: &Position) -> [f32; 9] {
        let mut values = [f32::NEG_INFINITY; 9];
        for mv in position.legal_moves() {
            values[mv.index()] = -self.value(&position.play_unchecked(mv));
        }
        let best = values.into_iter().fold(f32::NEG_INFINITY, f32::max);
        values.map(|value| ((value - best) / POLICY_SCALE).exp())
    }
}

impl<E: Evaluator> BatchEvaluator for Heuristic<E> {
    type Error = std::convert::Infallible;

    fn evaluate(
        &mut self,
        positions: &[Position],
        policies: &mut [[f32; 9]],
        values: &mut [f32],
    ) -> Result<(), Self::Error> {
        for ((position, policy), value) in positions.iter().zip(policies).zip(values) {
            *policy = self.policy(position);
            *value = (self.value(position) / VALUE_SCALE).tanh();
        }
        Ok(())
    }
}
