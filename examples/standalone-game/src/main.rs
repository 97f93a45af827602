//! The smallest game: both players always sow the pit with the most stones.

#![forbid(unsafe_code)]

use togyz::{Game, Move};

fn main() {
    let mut game = Game::new();
    while let Some(mv) = fullest_pit(&game) {
        if game.push(mv).is_err() || game.ply() > 1000 {
            break;
        }
    }
    println!("{}", game.position().board());
    match game.outcome() {
        Some(outcome) => println!("{outcome} after {} plies", game.ply()),
        None => println!("nobody won after {} plies", game.ply()),
    }
}

fn fullest_pit(game: &Game) -> Option<Move> {
    let position = game.position();
    let pits = position.pits(position.side_to_move());
    position.legal_moves().iter().max_by_key(|mv| pits[mv.index()])
}
