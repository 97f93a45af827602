//! Two engines play a game against each other; the record is printed.
//!
//! `cargo run --release --example two_engines`

#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use std::error::Error;

use togyz::notation::record;
use togyz::{Engine, Game, Limits, Side};

/// Far above any sensible game; without a tuzdyk two players could shuffle for ever.
const MAX_PLIES: usize = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut engines = [Engine::default(), Engine::default()];
    let limits = [Limits::nodes(20_000), Limits::nodes(5_000)];
    let mut game = Game::new();
    game.tags_mut().set("White", "20000 nodes")?;
    game.tags_mut().set("Black", "5000 nodes")?;

    while !game.is_game_over() {
        if game.ply() == MAX_PLIES {
            game.cut_off()?;
            break;
        }
        let side = game.position().side_to_move().index();
        let result = engines[side].search(&game, &limits[side]);
        let best = result.best.ok_or("an unfinished game has a move")?;
        game.push(best)?;
    }

    println!("{}", record::pgn(&game));
    let outcome = game.outcome().ok_or("the game is over")?;
    println!("{outcome} after {} plies", game.ply());
    let stones: u32 = Side::ALL
        .map(|side| u32::from(outcome.kazans[side]))
        .iter()
        .sum();
    assert!(stones <= 162, "no stone is invented");
    Ok(())
}
