//! Samples as a trainer sees them.

use togyz_core::Position;

use super::super::Sample;
use super::Training;
use super::model::Features;
use crate::eval::inputs::inputs;
use crate::eval::network::head;

/// A position with what should be said of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Example {
    pub(super) features: Features,
    /// The chance that the player on turn wins.
    pub(super) target: f32,
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
