//! An evaluation of your own in place of the one that comes with the engine.
//!
//! `cargo run --release --example own_evaluator`

#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use std::error::Error;

use togyz::{Engine, EngineOptions, Evaluator, Game, Limits, Position};

/// Likes full kazans and hates to feed the other row.
struct Miser;

impl Evaluator for Miser {
    fn evaluate(&self, position: &Position) -> i32 {
        let mover = position.side_to_move();
        let stones =
            |side| i32::from(position.kazan(side)) * 100 + i32::from(position.row_total(side)) * 30;
        stones(mover) - stones(!mover)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut miser = Engine::with_evaluator(Miser, EngineOptions::default())?;
    let mut usual = Engine::default();
    let limits = Limits::depth(8);
    let game = Game::new();
    for (name, result) in [
        ("miser", miser.search(&game, &limits)),
        ("usual", usual.search(&game, &limits)),
    ] {
        println!("{name}: {:?}, score {}", result.best, result.score);
    }
    Ok(())
}
