//! The layers of both networks in floating point, with their gradients.

use crate::eval::inputs::{ACTIVE, INPUTS};
use crate::eval::layers::{FIRST_UNIT, FirstLayer, HIDDEN, MOST_WEIGHTS, SECOND_WEIGHT};

/// Numbers of a first layer: the rows of the inputs, then the bias.
pub(super) const fn first_parameters(lanes: usize) -> usize {
    (INPUTS + 1) * lanes
}

/// The greatest size of a number of the first layer that still fits its integers.
const MOST_FIRST: f32 = 5.5;
/// The greatest size of any other number; the integers would hold twice as much.
const MOST_SECOND: f32 = 7.9;
/// The greatest sum of an output's weights of one sign, with room for rounding each of them.
const MOST_ROW: f32 = MOST_WEIGHTS as f32 / SECOND_WEIGHT as f32 - 0.25;

/// Keeps the numbers of a first layer within what its integers hold.
pub(super) fn clamp_first(numbers: &mut [f32]) {
    numbers
        .iter_mut()
        .for_each(|x| *x = x.clamp(-MOST_FIRST, MOST_FIRST));
}

/// Keeps all other numbers within what their integers hold.
pub(super) fn clamp_second(numbers: &mut [f32]) {
    numbers
        .iter_mut()
        .for_each(|x| *x = x.clamp(-MOST_SECOND, MOST_SECOND));
}

/// Keeps the weights of one output, those of either sign added up, within what its integers hold.
pub(super) fn clamp_row(row: &mut [f32]) {
    let sum = |sign: f32| row.iter().map(|&x| (sign * x).max(0.0)).sum::<f32>();
    let most = sum(1.0).max(sum(-1.0));
    if most > MOST_ROW {
        row.iter_mut().for_each(|x| *x *= MOST_ROW / most);
    }
}

/// What a first layer holds for one position.
pub(super) struct First<const LANES: usize> {
    sums: [f32; LANES],
    /// Its output.
    pub(super) squares: [f32; LANES],
}

/// A first layer's numbers, and what they make of the inputs that are on.
#[inline(always)]
pub(super) fn first_forward<const LANES: usize>(
    numbers: &[f32],
    inputs: &[u16; ACTIVE],
) -> First<LANES> {
    let mut sums = [0.0; LANES];
    sums.copy_from_slice(&numbers[INPUTS * LANES..][..LANES]);
    for &input in inputs {
        let row = &numbers[usize::from(input) * LANES..][..LANES];
        for (sum, &number) in sums.iter_mut().zip(row) {
            *sum += number;
        }
    }
    let squares = sums.map(|sum| {
        let number = sum.clamp(0.0, 1.0);
        number * number
    });
    First { sums, squares }
}

/// Adds to a first layer's gradient what the slopes by its output make of it.
#[inline(always)]
pub(super) fn first_backward<const LANES: usize>(
    inputs: &[u16; ACTIVE],
    first: &First<LANES>,
    by_square: &[f32; LANES],
    gradient: &mut [f32],
) {
    let mut by_sum = [0.0; LANES];
    for ((by_sum, &by_square), &sum) in by_sum.iter_mut().zip(by_square).zip(&first.sums) {
        let inside = if sum > 0.0 && sum < 1.0 {
            2.0 * sum
        } else {
            0.0
        };
        *by_sum = by_square * inside;
    }
    add_scaled(&mut gradient[INPUTS * LANES..][..LANES], 1.0, &by_sum);
    for &input in inputs {
        let row = &mut gradient[usize::from(input) * LANES..][..LANES];
        add_scaled(row, 1.0, &by_sum);
    }
}

/// First numbers that let learning begin, from a source of numbers around zero.
pub(super) fn first_initial(
    numbers: &mut [f32],
    lanes: usize,
    mut around_zero: impl FnMut(f32) -> f32,
) {
    let (rows, bias) = numbers.split_at_mut(INPUTS * lanes);
    rows.fill_with(|| around_zero(0.1));
    bias.fill(0.3);
}

/// Eight partial sums, which compilers keep in vectors.
#[inline(always)]
pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0f32; 8];
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

#[inline(always)]
pub(super) fn add_scaled(to: &mut [f32], factor: f32, from: &[f32]) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to += factor * from;
    }
}

/// A number in units, as 16 bits.
pub(super) fn short(number: f32, unit: f32) -> i16 {
    (number * unit).round().clamp(-32_767.0, 32_767.0) as i16
}

/// The integers nearest to a first layer.
pub(super) fn quantised_first<const LANES: usize>(numbers: &[f32]) -> FirstLayer<LANES> {
    let mut layer = FirstLayer::zero();
    let unit = f32::from(FIRST_UNIT);
    let (rows, _) = numbers.as_chunks::<LANES>();
    let mut bias = layer.bias;
    let targets = layer.rows_mut()[..INPUTS].iter_mut().chain([&mut bias]);
    for (target, row) in targets.zip(rows) {
        **target = row.map(|number| short(number, unit));
    }
    layer.bias = bias;
    layer
}

/// A first layer's integers as the numbers of a model.
pub(super) fn first_numbers<const LANES: usize>(layer: &FirstLayer<LANES>, numbers: &mut [f32]) {
    let rows = layer.rows[..INPUTS].iter().chain([&layer.bias]);
    for (numbers, row) in numbers.chunks_exact_mut(LANES).zip(rows) {
        for (number, &short) in numbers.iter_mut().zip(row.iter()) {
            *number = f32::from(short) / f32::from(FIRST_UNIT);
        }
    }
}

/// The place of a weight of the second layer among its numbers: by output, then by lane.
pub(super) const fn weight(output: usize, lane: usize, lanes: usize) -> usize {
    output * lanes + lane
}

const _: () = assert!(HIDDEN >= 9, "the second layer holds the nine moves");

#[cfg(test)]
mod tests {
    use super::super::model::{PARAMETERS, clamp, quantised};
    use crate::Network;

    #[test]
    fn the_largest_numbers_fit_the_integers() {
        for sign in [1.0, -1.0] {
            let mut numbers = vec![sign * 100.0; PARAMETERS];
            clamp(&mut numbers);
            let network = quantised(&numbers, 1_100.0);
            assert_eq!(Network::from_bytes(&network.to_bytes()), Ok(network));
        }
    }
}
