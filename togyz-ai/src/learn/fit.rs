//! Regression of the linear evaluation.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use togyz_core::Position;

use super::Sample;
use crate::Linear;
use crate::eval::linear::{WEIGHTS, features};

/// How the numbers are fitted: logistic regression by Adam, one position at a time in batches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Times that all samples are gone through.
    pub epochs: u32,
    /// Samples between two steps.
    pub batch: usize,
    /// The first step, in units of the scale; it falls to nothing along a cosine.
    pub rate: f64,
    /// Weight of the search's score against the outcome of the game, 0 to 1.
    pub lambda: f64,
    /// Hundredths of a stone that make a win e times as likely.
    pub scale: f64,
    /// Where the order of the samples comes from.
    pub seed: u64,
}

impl Default for Fit {
    fn default() -> Fit {
        Fit {
            epochs: 12,
            batch: 512,
            rate: 0.02,
            lambda: 0.5,
            scale: 1_100.0,
            seed: 1,
        }
    }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Adam's running means.
struct Adam {
    weights: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl Adam {
    fn step(&mut self, gradient: &mut [f64], rate: f64) {
        const MEAN: f64 = 0.9;
        const SQUARE: f64 = 0.999;
        self.steps += 1;
        let mean_bias = 1.0 - MEAN.powi(self.steps);
        let square_bias = 1.0 - SQUARE.powi(self.steps);
        for (index, g) in gradient.iter_mut().enumerate() {
            self.mean[index] = MEAN * self.mean[index] + (1.0 - MEAN) * *g;
            self.square[index] = SQUARE * self.square[index] + (1.0 - SQUARE) * *g * *g;
            let size = (self.square[index] / square_bias).sqrt() + 1e-8;
            self.weights[index] -= rate * self.mean[index] / mean_bias / size;
            *g = 0.0;
        }
    }
}

impl Fit {
    /// What the evaluation should say of a sample, 0 to 1.
    fn target(&self, sample: &Sample) -> f64 {
        let outcome = f64::from(sample.outcome) / 2.0 + 0.5;
        self.lambda * sigmoid(f64::from(sample.score) / self.scale) + (1.0 - self.lambda) * outcome
    }

    /// Fits the numbers to samples. The same samples and setting give the same numbers on one machine.
    #[must_use]
    pub fn linear(&self, samples: &[Sample]) -> Linear {
        let mut data: Vec<([usize; 22], f64)> = samples
            .iter()
            .map(|sample| {
                (
                    features(&Position::from(sample.position)),
                    self.target(sample),
                )
            })
            .collect();
        let zeros = || vec![0.0; WEIGHTS];
        let mut adam = Adam {
            weights: zeros(),
            mean: zeros(),
            square: zeros(),
            steps: 0,
        };
        let mut gradient = zeros();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        for epoch in 0..self.epochs {
            for last in (1..data.len()).rev() {
                data.swap(last, rng.random_range(0..=last));
            }
            let done = f64::from(epoch) / f64::from(self.epochs);
            let rate = self.rate * (1.0 + (std::f64::consts::PI * done).cos()) / 2.0;
            for batch in data.chunks(self.batch.max(1)) {
                for (picked, target) in batch {
                    let value: f64 = picked.iter().map(|&feature| adam.weights[feature]).sum();
                    let error = (sigmoid(value) - target) / batch.len() as f64;
                    for &feature in picked {
                        gradient[feature] += error;
                    }
                }
                adam.step(&mut gradient, rate);
            }
        }
        self.rounded(&adam.weights)
    }

    /// The mean loss of an evaluation over samples.
    #[must_use]
    pub fn loss(&self, linear: &Linear, samples: &[Sample]) -> f64 {
        let losses = samples.iter().map(|sample| {
            let position = Position::from(sample.position);
            let value = crate::Evaluator::evaluate(linear, &position);
            let distance = sigmoid(f64::from(value) / self.scale) - self.target(sample);
            distance * distance
        });
        losses.sum::<f64>() / (samples.len() as f64).max(1.0)
    }

    fn rounded(&self, weights: &[f64]) -> Linear {
        let mut rounded = Box::new([0; WEIGHTS]);
        for (number, weight) in rounded.iter_mut().zip(weights) {
            // 22 numbers of this size stay far from the bounds of a score.
            *number = (weight * self.scale).round().clamp(-8_000.0, 8_000.0) as i16;
        }
        Linear::from_weights(rounded)
    }
}
