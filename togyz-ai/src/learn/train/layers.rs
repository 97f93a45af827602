//! What both networks have in common behind their first layers, in floating point.

use crate::eval::layers::{HIDDEN, MOST_WEIGHTS, SECOND_WEIGHT};

/// The greatest size of a number; the integers would hold twice as much.
const MOST_SECOND: f32 = 7.9;
/// The greatest sum of an output's weights of one sign, with room for rounding each of them.
const MOST_ROW: f32 = MOST_WEIGHTS as f32 / SECOND_WEIGHT as f32 - 0.25;

/// Keeps numbers within what their integers hold.
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

/// The place of a weight of the second layer among its numbers: by output, then by lane.
pub(super) const fn weight(output: usize, lane: usize, lanes: usize) -> usize {
    output * lanes + lane
}

const _: () = assert!(HIDDEN >= 9, "the second layer holds the nine moves");

#[cfg(test)]
mod tests {
    use super::super::first::all_inputs;
    use super::super::model::{PARAMETERS, quantised, settle};
    use crate::Network;

    #[test]
    fn the_largest_numbers_fit_the_integers() {
        for sign in [1.0, -1.0] {
            let mut numbers = vec![sign * 100.0; PARAMETERS];
            settle(&mut numbers, &mut vec![0.0; PARAMETERS], &all_inputs());
            let network = quantised(&numbers, 1_100.0);
            assert_eq!(Network::from_bytes(&network.to_bytes()), Ok(network));
        }
    }
}
