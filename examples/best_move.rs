//! The best move of a position, with its score and its line.
//!
//! `cargo run --release --example best_move`

#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use std::error::Error;
use std::time::Duration;

use togyz::{Engine, Game, Limits};

fn main() -> Result<(), Box<dyn Error>> {
    let fen = "13S,2S,12S,3S,2S,1S,1,12S,12S/12S,2S,13S,13S,t,3S,12S,12S,1S 22 15 S 4";
    let game = Game::from_fen(fen.parse()?);
    println!("{}", game.position().board());

    let limits = Limits::time(Duration::from_millis(500));
    let result = Engine::default().search(&game, &limits);
    if let Some(best) = result.best {
        println!(
            "best move {best}, score {}, depth {}",
            result.score, result.info.depth
        );
    }
    let line: Vec<String> = result.pv().iter().map(ToString::to_string).collect();
    println!("line {}", line.join(" "));
    Ok(())
}
