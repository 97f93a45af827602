//! The first layer of both networks in floating point: sums multiplied two by two, with their gradient.
//!
//! The loss is that of rows rounded to the integers that a network has, so what these cannot hold is learned round. Slopes
//! go to the numbers behind them, which keep what is too small for an integer until it adds up.

use fearless_simd::{Level, dispatch};

use super::layers::{add_scaled, short};
use crate::eval::first::{self, FIRST_UNIT, FirstLayer, MOST_NUMBER, NUMBER_SHIFT};
use crate::eval::inputs::{ACTIVE, INPUTS};

/// Numbers of a layer of so many products: for each input, then for the bias, the first factors of all, then the second
/// ones.
pub(super) const fn parameters(lanes: usize) -> usize {
    (INPUTS + 1) * 2 * lanes
}

/// All inputs, in order.
pub(super) fn all_inputs() -> Vec<u16> {
    (0..INPUTS as u16).collect()
}

/// Where the bias begins.
const fn bias(lanes: usize) -> usize {
    INPUTS * 2 * lanes
}

/// What one more in a row is.
const STEP: f32 = (1 << NUMBER_SHIFT) as f32 / FIRST_UNIT as f32;
/// The greatest size of a bias.
const MOST_BIAS: f32 = first::MOST_BIAS as f32 / FIRST_UNIT as f32;

/// First numbers that let learning begin, from a source of numbers around zero.
pub(super) fn initialise(
    numbers: &mut [f32],
    lanes: usize,
    mut around_zero: impl FnMut(f32) -> f32,
) {
    let (rows, bias) = numbers.split_at_mut(bias(lanes));
    rows.fill_with(|| around_zero(0.1));
    bias.fill(0.3);
}

/// The nearest integer of a row. Halves go to even numbers: vectors have an instruction for it.
#[inline(always)]
fn nearest(number: f32) -> f32 {
    (number * (1.0 / STEP)).round_ties_even()
}

/// Keeps some inputs' rows and the bias within what the integers hold, and puts them beside it as integers hold them: rows
/// rounded, the bias as it is.
pub(super) fn settle(numbers: &mut [f32], rounded: &mut [f32], lanes: usize, inputs: &[u16]) {
    let places = |&input: &u16| {
        let first = usize::from(input) * 2 * lanes;
        first..first + 2 * lanes
    };
    for place in inputs.iter().map(places) {
        settle_row(&mut numbers[place.clone()], &mut rounded[place]);
    }
    let (bias, settled) = (&mut numbers[bias(lanes)..], &mut rounded[bias(lanes)..]);
    bias.iter_mut()
        .for_each(|x| *x = x.clamp(-MOST_BIAS, MOST_BIAS));
    settled.copy_from_slice(bias);
}

fn settle_row(row: &mut [f32], rounded: &mut [f32]) {
    let most = f32::from(MOST_NUMBER) * STEP;
    let pairs = row.iter_mut().zip(rounded);
    dispatch!(Level::new(), _ => pairs.for_each(|(number, rounded)| {
        *number = number.clamp(-most, most);
        *rounded = nearest(*number) * STEP;
    }));
}

/// What the layer holds for one position.
pub(super) struct First<const LANES: usize> {
    sums: [[f32; LANES]; 2],
    /// Its output.
    pub(super) products: [f32; LANES],
}

#[inline(always)]
pub(super) fn forward<const LANES: usize>(numbers: &[f32], inputs: &[u16; ACTIVE]) -> First<LANES> {
    let row = |input: usize| &numbers[input * 2 * LANES..][..2 * LANES];
    let mut sums = [[0.0; LANES]; 2];
    sums.as_flattened_mut().copy_from_slice(row(INPUTS));
    for &input in inputs {
        add_scaled(sums.as_flattened_mut(), 1.0, row(usize::from(input)));
    }
    let mut products = [0.0; LANES];
    let factors = sums[0].iter().zip(&sums[1]);
    for (product, (one, other)) in products.iter_mut().zip(factors) {
        *product = one.clamp(0.0, 1.0) * other.clamp(0.0, 1.0);
    }
    First { sums, products }
}

/// Adds to the layer's gradient what the slopes by its output make of it.
#[inline(always)]
pub(super) fn backward<const LANES: usize>(
    inputs: &[u16; ACTIVE],
    first: &First<LANES>,
    by_product: &[f32; LANES],
    gradient: &mut [f32],
) {
    let inside = |sum: f32| f32::from(u8::from(sum > 0.0 && sum < 1.0));
    let [ones, others] = &first.sums;
    let mut by_sum = [[0.0; LANES]; 2];
    for (lane, &slope) in by_product.iter().enumerate() {
        let (one, other) = (ones[lane], others[lane]);
        by_sum[0][lane] = slope * other.clamp(0.0, 1.0) * inside(one);
        by_sum[1][lane] = slope * one.clamp(0.0, 1.0) * inside(other);
    }
    let by_sum = by_sum.as_flattened();
    add_scaled(&mut gradient[bias(LANES)..][..2 * LANES], 1.0, by_sum);
    for &input in inputs {
        let row = &mut gradient[usize::from(input) * 2 * LANES..][..2 * LANES];
        add_scaled(row, 1.0, by_sum);
    }
}

/// The integers nearest to the layer, whose numbers [`clamp`] has seen.
pub(super) fn quantised<const LANES: usize>(numbers: &[f32]) -> FirstLayer<LANES> {
    let mut layer = FirstLayer::zero();
    let (rows, bias) = numbers.split_at(bias(LANES));
    let rows = rows.chunks_exact(2 * LANES);
    layer.change(|all_words, targets| {
        for (words, row) in all_words.iter_mut().zip(rows) {
            let (ones, others) = row.split_at(LANES);
            for (word, (&one, &other)) in words.iter_mut().zip(ones.iter().zip(others)) {
                *word = first::word([one, other].map(|number| nearest(number) as i8));
            }
        }
        let targets = targets.iter_mut().flat_map(|bias| bias.iter_mut());
        for (target, &bias) in targets.zip(bias) {
            *target = short(bias, f32::from(FIRST_UNIT));
        }
    });
    layer
}

/// The numbers whose integers are a layer's.
pub(super) fn from_layer<const LANES: usize>(layer: &FirstLayer<LANES>, numbers: &mut [f32]) {
    let (rows, bias) = numbers.split_at_mut(bias(LANES));
    let rows = rows.chunks_exact_mut(2 * LANES);
    for (words, row) in layer.rows().iter().zip(rows) {
        let (ones, others) = row.split_at_mut(LANES);
        for (&word, (one, other)) in words.iter().zip(ones.iter_mut().zip(others)) {
            [*one, *other] = first::numbers(word).map(|number| f32::from(number) * STEP);
        }
    }
    let shorts = layer.bias().iter().flat_map(|bias| bias.iter());
    for (bias, &short) in bias.iter_mut().zip(shorts) {
        *bias = f32::from(short) / f32::from(FIRST_UNIT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LANES: usize = 64;

    #[test]
    fn only_the_rows_of_some_inputs_settle() {
        let mut numbers = vec![3.0; parameters(LANES)];
        let mut rounded = vec![0.5; numbers.len()];
        settle(&mut numbers, &mut rounded, LANES, &[2, 5]);
        for (input, (row, rounded)) in numbers
            .chunks_exact(2 * LANES)
            .zip(rounded.chunks_exact(2 * LANES))
            .enumerate()
        {
            // 63 steps of 4/255 are the most that a row holds; a bias holds more.
            let expected = match input {
                2 | 5 => [252.0 / 255.0; 2],
                INPUTS => [3.0; 2],
                _ => [3.0, 0.5],
            };
            let near = |numbers: &[f32], expected: f32| {
                numbers.iter().all(|x| (x - expected).abs() < 1e-6)
            };
            assert!(
                near(row, expected[0]) && near(rounded, expected[1]),
                "{input}"
            );
        }
    }

    #[test]
    fn rows_are_rounded_and_biases_are_not() {
        // A step is 4/255: 0.1 is 6.375 of them, -0.1 as many below, 0.05 is 3.19 and 0.06 is 3.83.
        let mut numbers = vec![0.1; parameters(LANES)];
        numbers[..3].copy_from_slice(&[-0.1, 0.05, 0.06]);
        let mut rounded = vec![0.0; numbers.len()];
        settle(&mut numbers, &mut rounded, LANES, &all_inputs());
        let expected = [-24.0, 12.0, 16.0, 24.0].map(|x: f32| x / 255.0);
        for (rounded, expected) in rounded.iter().zip(expected) {
            assert!((rounded - expected).abs() < 1e-6, "{rounded} {expected}");
        }
        assert_eq!(rounded[bias(LANES)..], numbers[bias(LANES)..]);
        // The integers are those of the rounded numbers, and the other way round.
        let layer = quantised::<LANES>(&numbers);
        assert_eq!(first::numbers(layer.rows()[0][0]), [-6, 6]);
        assert_eq!(layer.bias()[1][7], 26);
        let mut back = vec![0.0; numbers.len()];
        from_layer(&layer, &mut back);
        let rows = back.iter().zip(&rounded).take(bias(LANES));
        assert!(rows.into_iter().all(|(a, b)| (a - b).abs() < 1e-6));
        assert!(quantised(&back) == layer);
    }
}
