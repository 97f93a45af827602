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
    /// For each sample the chance that the player on turn wins: a share of `trace` is what the next position's is worth, or the
    /// outcome where none comes after it; the rest is what its own search says. What comes after a move at random says nothing
    /// of the positions before it.
    fn chances(&self, samples: &[Sample]) -> Vec<f32> {
        let mut chances = vec![0.0; samples.len()];
        let mut next: Option<(&Sample, f32)> = None;
        for (chance, sample) in chances.iter_mut().zip(samples).rev() {
            let own = sigmoid(f32::from(sample.score) / self.scale);
            let later = match next {
                _ if sample.stray => own,
                Some((after, chance))
                    if !after.opens && Some(after.ply) == sample.ply.checked_add(1) =>
                {
                    1.0 - chance
                }
                _ => f32::from(sample.outcome) / 2.0 + 0.5,
            };
            *chance = own + self.trace * (later - own);
            next = Some((sample, *chance));
        }
        chances
    }

    fn example(&self, sample: &Sample, chance: f32) -> Example {
        let position = Position::from(sample.position);
        let outcome = f32::from(sample.outcome) / 2.0 + 0.5;
        Example {
            features: Features {
                inputs: inputs(&position),
                head: head(&position) as u8,
            },
            target: self.lambda * chance + (1.0 - self.lambda) * outcome,
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
        for (sample, chance) in samples.iter().zip(self.chances(samples)) {
            game += u64::from(sample.opens);
            if game.is_multiple_of(self.hold_out) {
                split.held_out.push(self.example(sample, chance));
            } else {
                split.train.push(self.example(sample, chance));
            }
        }
        split
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Its ply, a search's score as a chance, the outcome, and whether the game begins or goes on at random.
    fn sample(ply: u16, chance: f32, outcome: i8, opens: bool, stray: bool) -> Sample {
        let score = 1_100.0 * (chance / (1.0 - chance)).ln();
        Sample {
            position: Position::START.into(),
            score: score.round() as i16,
            ply,
            best: Move::M1,
            outcome,
            opens,
            stray,
        }
    }

    fn assert_chances(training: &Training, samples: &[Sample], expected: &[f32]) {
        let chances = training.chances(samples);
        assert_eq!(chances.len(), expected.len());
        for (chance, expected) in chances.iter().zip(expected) {
            assert!((chance - expected).abs() < 1e-3, "{chance} {expected}");
        }
    }

    #[test]
    fn later_searches_and_the_end_tell_of_a_position() {
        let training = Training {
            trace: 0.5,
            ..Training::default()
        };
        let samples = [
            // Two plies of a game that the first player wins, then two of one that is drawn.
            sample(4, 0.6, 1, true, false),
            sample(5, 0.2, -1, false, false),
            sample(6, 0.7, 0, true, true),
            sample(7, 0.4, 0, false, false),
            // The end of a game whose last move was random.
            sample(8, 0.3, 1, true, true),
        ];
        // 0.2 and 0 for the end; 0.6 and the other's 0.1 seen from this side; nothing but 0.7 before a random move; 0.4 and
        // half a point; 0.3 alone.
        let expected = [0.75, 0.1, 0.7, 0.45, 0.3];
        assert_chances(&training, &samples, &expected);
        let alone = Training {
            trace: 0.0,
            ..training
        };
        assert_chances(&alone, &samples, &[0.6, 0.2, 0.7, 0.4, 0.3]);
    }

    #[test]
    fn plies_that_are_missing_break_the_chain() {
        let training = Training {
            trace: 0.5,
            ..Training::default()
        };
        let samples = [
            sample(4, 0.6, 1, true, false),
            sample(6, 0.2, 1, false, false),
        ];
        // The outcome takes the place of what is not known.
        assert_chances(&training, &samples, &[0.8, 0.6]);
        // There is no ply after the last that a file can tell of.
        let last = [
            sample(u16::MAX, 0.6, 1, true, false),
            sample(0, 0.2, 1, false, false),
        ];
        assert_chances(&training, &last, &[0.8, 0.6]);
    }

    #[test]
    fn lambda_weighs_what_searches_say_against_the_outcome() {
        let training = Training {
            lambda: 0.75,
            trace: 0.5,
            hold_out: 100,
            ..Training::default()
        };
        let split = training.split(&[sample(4, 0.6, 1, true, false)]);
        // Searches and the end: 0.8; three parts of it and one of 1.
        assert!((split.train[0].target - 0.85).abs() < 1e-3);
    }
}
