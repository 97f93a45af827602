//! A move stone by stone, as a game would animate it.
//!
//! `cargo run --release --example animate_sowing`

#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use std::error::Error;

use togyz::{Move, Position, StoneTarget};

fn main() -> Result<(), Box<dyn Error>> {
    // South sows twenty stones right round the board, past both tuzdyks.
    let position: Position =
        "5S,5S,5S,5S,t,5S,5S,5S,5S/3S,1S,t,1S,1S,1S,1S,1S,20S 46 47 S 1".parse()?;
    println!("{}", position.board());
    for stone in position.sowing(Move::M9)? {
        match stone.target {
            StoneTarget::Pit(now) => {
                println!("{}: now {now}, {} in hand", stone.pit, stone.in_hand);
            }
            StoneTarget::Kazan(owner) => {
                println!("{}: tuzdyk, flies on to the kazan of {owner}", stone.pit);
            }
        }
    }
    let effect = position.effect(Move::M9)?;
    println!("the last stone takes {}", effect.captured);
    println!("{}", position.play(Move::M9)?.board());
    Ok(())
}
