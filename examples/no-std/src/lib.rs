//! A greedy player that needs no standard library.

#![no_std]
#![forbid(unsafe_code)]

use togyz::{Game, Move};

/// The move that takes most right now.
pub fn greedy(game: &Game) -> Option<Move> {
    let position = game.position();
    position.legal_moves().iter().max_by_key(|&mv| position.yields(mv).captured)
}
