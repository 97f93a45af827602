//! A game is saved as a record, read back, and goes on.
//!
//! `cargo run --release --example save_and_resume`

#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use std::error::Error;
use std::{env, fs};

use togyz::notation::record::{self, Mode};
use togyz::{Game, Move};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::temp_dir().join(format!("togyz-example-{}.pgn", std::process::id()));

    let mut game = Game::new();
    game.tags_mut().set("White", "You")?;
    game.push(Move::M7)?;
    game.push(Move::M9)?;
    fs::write(&path, record::pgn(&game))?;
    println!("saved:\n{}", fs::read_to_string(&path)?);

    let mut resumed = record::read_one(&fs::read_to_string(&path)?, Mode::Strict)?.game;
    assert_eq!(resumed, game);
    resumed.push(Move::M6)?;
    println!("resumed:\n{}", record::pgn(&resumed));

    fs::remove_file(path)?;
    Ok(())
}
