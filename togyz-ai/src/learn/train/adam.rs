//! The optimiser: Adam with a warm-up and a cosine.

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

    /// One step against a gradient.
    pub(super) fn step(&mut self, gradient: &[f32], rate: f32) {
        self.steps += 1;
        let exponent = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let rate = rate / (1.0 - MEAN_DECAY.powi(exponent));
        let square_bias = 1.0 / (1.0 - SQUARE_DECAY.powi(exponent));
        let means = self.mean.iter_mut().zip(&mut self.square);
        for ((number, (mean, square)), &slope) in self.numbers.iter_mut().zip(means).zip(gradient) {
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
            *number -= rate * *mean / ((*square * square_bias).sqrt() + 1e-8);
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
            adam.step(&gradient, 0.01);
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
