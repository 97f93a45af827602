//! The optimiser: Adam with a warm-up and a cosine.

use fearless_simd::{Level, dispatch};

use super::model::Numbers;

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
/// Batches over which the rate rises from nothing.
const WARM_UP: f32 = 100.0;

/// A model with Adam's running means.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Adam {
    pub(super) numbers: Numbers,
    pub(super) mean: Numbers,
    pub(super) square: Numbers,
    pub(super) steps: u32,
}

impl Adam {
    pub(super) fn new(numbers: Numbers) -> Adam {
        let zeros = vec![0.0; numbers.len()];
        Adam {
            numbers,
            mean: zeros.clone(),
            square: zeros,
            steps: 0,
        }
    }

    /// One step against the sum of some gradients. Each thread has a part of the numbers, so their number changes nothing.
    pub(super) fn step(&mut self, gradients: &[Numbers], rate: f32, threads: usize) {
        self.steps += 1;
        let exponent = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let step = Step {
            rate: rate / (1.0 - MEAN_DECAY.powi(exponent)),
            square_bias: 1.0 / (1.0 - SQUARE_DECAY.powi(exponent)),
        };
        let part = self.numbers.len().div_ceil(threads.max(1));
        let means = self.mean.chunks_mut(part).zip(self.square.chunks_mut(part));
        let parts = self.numbers.chunks_mut(part).zip(means);
        let mut work = parts.enumerate().map(|(index, (numbers, (mean, square)))| {
            move || {
                let first = index * part;
                dispatch!(Level::new(), _ => step.take(numbers, mean, square, gradients, first));
            }
        });
        let own = work.next();
        std::thread::scope(|scope| {
            for others in work {
                scope.spawn(others);
            }
            if let Some(mut own) = own {
                own();
            }
        });
    }
}

/// A step's rate and the factor that makes up for squares that began at zero.
#[derive(Clone, Copy)]
struct Step {
    rate: f32,
    square_bias: f32,
}

/// Numbers whose gradients are added up before they are used.
const BLOCK: usize = 512;

impl Step {
    /// Moves a part of the numbers; `first` is the part's place in the gradients.
    #[inline(always)]
    fn take(
        self,
        numbers: &mut [f32],
        mean: &mut [f32],
        square: &mut [f32],
        gradients: &[Numbers],
        first: usize,
    ) {
        let means = mean.chunks_mut(BLOCK).zip(square.chunks_mut(BLOCK));
        let mut at = first;
        for (numbers, (mean, square)) in numbers.chunks_mut(BLOCK).zip(means) {
            let mut slopes = [0.0; BLOCK];
            for gradient in gradients {
                for (sum, &slope) in slopes.iter_mut().zip(&gradient[at..at + numbers.len()]) {
                    *sum += slope;
                }
            }
            at += numbers.len();
            let means = mean.iter_mut().zip(square);
            for ((number, (mean, square)), slope) in numbers.iter_mut().zip(means).zip(slopes) {
                *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
                *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
                *number -= self.rate * *mean / ((*square * self.square_bias).sqrt() + 1e-8);
            }
        }
    }
}

/// The rate of a step, from the highest rate and the number of all steps.
pub(super) fn scheduled_rate(highest: f32, step: u32, steps: u32) -> f32 {
    let done = step as f32 / steps.max(1) as f32;
    let cosine = 0.5 + 0.5 * (std::f32::consts::PI * done).cos();
    highest * (step as f32 / WARM_UP).min(1.0) * cosine.max(0.01)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_downhill_to_the_bottom() {
        // The loss of each number is its squared distance from 2.
        let mut adam = Adam::new(vec![0.0, 5.0]);
        for _ in 0..2_000 {
            let gradient: Vec<f32> = adam.numbers.iter().map(|x| 2.0 * (x - 2.0)).collect();
            adam.step(&[gradient], 0.01, 2);
        }
        assert!(
            adam.numbers.iter().all(|x| (x - 2.0).abs() < 0.01),
            "{:?}",
            adam.numbers
        );
    }

    #[test]
    fn the_rate_rises_then_falls() {
        assert_eq!(scheduled_rate(1.0, 0, 1_000), 0.0);
        assert!(scheduled_rate(1.0, 100, 1_000) > 0.9);
        assert!((scheduled_rate(1.0, 500, 1_000) - 0.5).abs() < 1e-3);
        assert!((scheduled_rate(1.0, 1_000, 1_000) - 0.01).abs() < 1e-6);
    }
}
