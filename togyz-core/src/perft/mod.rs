//! Counting move sequences, the standard test of a move maker.

#[cfg(feature = "std")]
mod parallel;

#[cfg(feature = "std")]
pub use parallel::{PerftMemoryError, PerftOptions, perft_with};

use crate::{Move, Position};

/// The number of legal move sequences of exactly `depth` plies. A finished game has no moves and counts 0
/// below; depth 0 counts 1. Leaves are counted from the move set without being played.
///
/// ```
/// use togyz_core::{Position, perft};
/// assert_eq!(perft(&Position::START, 4), 5199);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_moves().len() as u64,
        _ => position
            .legal_moves()
            .iter()
            .map(|mv| perft(&position.play_unchecked(mv), depth - 1))
            .sum(),
    }
}

/// The same number as [`perft`], with every leaf played: a measure of the move maker.
///
/// ```
/// use togyz_core::{Position, perft_no_bulk};
/// assert_eq!(perft_no_bulk(&Position::START, 3), 613);
/// ```
#[must_use]
pub fn perft_no_bulk(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        // Keeps the leaf's position from being optimised away.
        core::hint::black_box(position);
        return 1;
    }
    position
        .legal_moves()
        .iter()
        .map(|mv| perft_no_bulk(&position.play_unchecked(mv), depth - 1))
        .sum()
}

/// [`perft`] below each legal move, lowest pit first. Depth 0 gives no moves.
///
/// ```
/// use togyz_core::{Position, divide};
/// let total: u64 = divide(&Position::START, 4).map(|(_, nodes)| nodes).sum();
/// assert_eq!(total, 5199);
/// ```
pub fn divide(position: &Position, depth: u32) -> impl Iterator<Item = (Move, u64)> + use<> {
    let position = *position;
    let moves = match depth {
        0 => crate::MoveSet::EMPTY,
        _ => position.legal_moves(),
    };
    moves
        .iter()
        .map(move |mv| (mv, perft(&position.play_unchecked(mv), depth - 1)))
}
