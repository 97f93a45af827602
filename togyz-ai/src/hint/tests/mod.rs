//! Reasons in positions that were counted by hand, and against definitions told once more over the slow reference.

mod definitions;
mod examples;

use togyz_core::{Move, Position};

use super::Reason;
use super::facts::Facts;

fn reasons(position: &Position, number: u8) -> Vec<Reason> {
    let mv = Move::new(number).expect("a move");
    Facts::of(position, &position.effect(mv).expect("legal")).reasons()
}
