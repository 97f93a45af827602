//! Samples as a trainer sees them.

use togyz_core::{Move, Position};

use super::super::Sample;
use super::Training;
use super::model::Features;
use crate::eval::inputs::inputs;
use crate::eval::network::head;
use crate::eval::policy::gain_index;
use crate::search::gain;

/// A position with what should be said of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Example {
    pub(super) features: Features,
    /// The chance that the player on turn wins.
    pub(super) target: f32,
    pub(super) choice: Choice,
}

/// A move that is not legal has this place in its table of gains.
const ILLEGAL: u8 = u8::MAX;

/// The search's move among the legal ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// For each move the place of what it wins in its table.
    gains: [u8; 9],
    pub(super) best: u8,
}

impl Choice {
    pub(super) fn of(position: &Position, best: Move) -> Choice {
        let mut gains = [ILLEGAL; 9];
        for mv in position.legal_moves() {
            gains[mv.index()] = gain_index(gain(position, mv)) as u8;
        }
        Choice {
            gains,
            best: best.index() as u8,
        }
    }

    /// The legal moves, each with the place of what it wins in its table.
    pub(super) fn legal(&self) -> impl Iterator<Item = (usize, usize)> {
        let moves = self.gains.iter().enumerate();
        moves
            .filter(|&(_, &gain)| gain != ILLEGAL)
            .map(|(mv, &gain)| (mv, usize::from(gain)))
    }
}

/// What is learned from and what only judges.
pub(super) struct Split {
    pub(super) train: Vec<Example>,
    pub(super) held_out: Vec<Example>,
}

pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

impl Training {
    fn example(&self, sample: &Sample) -> Example {
        let position = Position::from(sample.position);
        let outcome = f32::from(sample.outcome) / 2.0 + 0.5;
        let score = sigmoid(f32::from(sample.score) / self.scale);
        Example {
            features: Features {
                inputs: inputs(&position),
                head: head(&position) as u8,
            },
            target: self.lambda * score + (1.0 - self.lambda) * outcome,
            choice: Choice::of(&position, sample.best),
        }
    }

    /// Holds whole games out, every so many.
    pub(super) fn split(&self, samples: &[Sample]) -> Split {
        let mut split = Split {
            train: Vec::with_capacity(samples.len()),
            held_out: Vec::new(),
        };
        let mut game = 0u64;
        for sample in samples {
            game += u64::from(sample.opens);
            if game.is_multiple_of(self.hold_out) {
                split.held_out.push(self.example(sample));
            } else {
                split.train.push(self.example(sample));
            }
        }
        split
    }
}
