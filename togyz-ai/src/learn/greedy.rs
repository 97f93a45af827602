//! The plainest player with a plan: an opponent to measure learners by.

use togyz_core::{Move, MoveSet, Position};

/// The move that brings the most stones at once, less what it gives to the other player's tuzdyk; the lowest pit of
/// equal ones. `None` if the game is over.
///
/// ```
/// use togyz_ai::learn::greedy_move;
/// use togyz_core::{Move, Position};
/// // Pits 2 to 9 take ten stones each.
/// assert_eq!(greedy_move(&Position::START), Some(Move::M2));
/// ```
#[must_use]
pub fn greedy_move(position: &Position) -> Option<Move> {
    best_of(position, position.legal_moves())
}

pub(super) fn best_of(position: &Position, moves: MoveSet) -> Option<Move> {
    let gain = |mv: Move| {
        let yields = position.yields(mv);
        i32::from(yields.captured) + i32::from(yields.income) - i32::from(yields.given)
    };
    // Of equal ones the first: the smallest of the negated gains.
    moves.iter().min_by_key(|&mv| -gain(mv))
}
