//! The optimiser: Adam with a warm-up and a cosine.

use fearless_simd::{Level, dispatch};

use super::model::{Numbers, share_rows};
use super::places::{Place, carve};

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

    /// Gives all cases of who has a tuzdyk the rows of the first, with their means.
    pub(super) fn share_rows(&mut self) {
        for numbers in [&mut self.numbers, &mut self.mean, &mut self.square] {
            share_rows(numbers);
        }
    }

    /// One step of the numbers of some places, which lie in order and apart, against the sum of their slices' gradients; all
    /// others stay as they are, with their means. Each thread has a part of the places, so their number changes nothing.
    pub(super) fn step(
        &mut self,
        gradients: &[Numbers],
        places: &[Place],
        rate: f32,
        threads: usize,
    ) {
        self.steps += 1;
        let exponent = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let step = Step {
            rate: rate / (1.0 - MEAN_DECAY.powi(exponent)),
            square_bias: 1.0 / (1.0 - SQUARE_DECAY.powi(exponent)),
        };
        let means = carve(&mut self.mean, places).zip(carve(&mut self.square, places));
        let moved = carve(&mut self.numbers, places).zip(means).zip(places);
        let mut moved: Vec<_> = moved
            .map(|((numbers, (mean, square)), place)| Moved {
                numbers,
                mean,
                square,
                place,
            })
            .collect();
        let part = moved.len().div_ceil(threads.max(1)).max(1);
        std::thread::scope(|scope| {
            let mut parts = moved.chunks_mut(part);
            let own = parts.next();
            for part in parts {
                scope.spawn(move || step.take_all(part, gradients));
            }
            if let Some(own) = own {
                step.take_all(own, gradients);
            }
        });
    }
}

/// The numbers of a place, with their means.
struct Moved<'a> {
    numbers: &'a mut [f32],
    mean: &'a mut [f32],
    square: &'a mut [f32],
    place: &'a Place,
}

/// A step's rate and the factor that makes up for squares that began at zero.
#[derive(Clone, Copy)]
struct Step {
    rate: f32,
    square_bias: f32,
}

/// Numbers whose gradients are added up before they are used.
const BLOCK: usize = 256;

impl Step {
    fn take_all(self, parts: &mut [Moved<'_>], gradients: &[Numbers]) {
        dispatch!(Level::new(), _ => {
            for part in parts {
                self.take(part, gradients);
            }
        });
    }

    #[inline(always)]
    fn take(self, part: &mut Moved<'_>, gradients: &[Numbers]) {
        let means = part
            .mean
            .chunks_mut(BLOCK)
            .zip(part.square.chunks_mut(BLOCK));
        let mut at = part.place.numbers.start;
        for (numbers, (mean, square)) in part.numbers.chunks_mut(BLOCK).zip(means) {
            let mut slopes = [0.0; BLOCK];
            let slices = gradients.iter().enumerate();
            for (_, gradient) in slices.filter(|&(slice, _)| part.place.has(slice)) {
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
            adam.step(&[gradient], &[Place::new(0..2, 1)], 0.01, 2);
        }
        assert!(
            adam.numbers.iter().all(|x| (x - 2.0).abs() < 0.01),
            "{:?}",
            adam.numbers
        );
    }

    #[test]
    fn only_the_numbers_of_places_move() {
        let mut adam = Adam::new(vec![1.0; 10]);
        let places = [1..3, 3..4, 7..9].map(|numbers| Place::new(numbers, 1));
        adam.step(&[vec![1.0; 10]], &places, 0.1, 2);
        let stay = Adam::new(vec![1.0; 10]);
        for (at, number) in adam.numbers.iter().enumerate() {
            let moves = [1, 2, 3, 7, 8].contains(&at);
            assert_eq!(*number != 1.0, moves, "{at}");
            assert_eq!(adam.mean[at] != stay.mean[at], moves, "{at}");
            assert_eq!(adam.square[at] != stay.square[at], moves, "{at}");
        }
    }

    #[test]
    fn gradients_count_where_their_slices_have_one() {
        let mut adam = Adam::new(vec![0.0; 3]);
        let places =
            [(0..1, 1), (1..2, 2), (2..3, 3)].map(|(numbers, slices)| Place::new(numbers, slices));
        adam.step(&[vec![1.0; 3], vec![4.0; 3]], &places, 0.1, 1);
        // A tenth of the sums.
        for (mean, expected) in adam.mean.iter().zip([0.1, 0.4, 0.5]) {
            assert!((mean - expected).abs() < 1e-6, "{:?}", adam.mean);
        }
    }

    #[test]
    fn the_rate_rises_then_falls() {
        assert_eq!(scheduled_rate(1.0, 0, 1_000), 0.0);
        assert!(scheduled_rate(1.0, 100, 1_000) > 0.9);
        assert!((scheduled_rate(1.0, 500, 1_000) - 0.5).abs() < 1e-3);
        assert!((scheduled_rate(1.0, 1_000, 1_000) - 0.01).abs() < 1e-6);
    }
}
