//! The first layer of networks: rows of small numbers, whose sums are multiplied two by two.
//!
//! What a network knows lies for the most part here, and reading it is what an evaluation costs. So two numbers share 16
//! bits, and words of two rows are added before they are taken apart. To the second layer a product is as much work as a
//! square would be, and it comes from two sums, not one.
//!
//! Tuzdyks are made twice in a game at most, so the rows of both tuzdyk numbers are added to the bias beforehand, and an
//! evaluation has two rows fewer to read.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use fearless_simd::{Bytes, Simd, SimdBase, i16x32, u16x32};

use super::inputs::{ACTIVE, INPUTS, TUZDYK_PAIRS, tuzdyk_pair, tuzdyk_pairs};
use super::layers::{Reader, write_shorts};
use super::network::NetworkError;

/// Rows: a power of two, so that a masked index needs no check.
const ROWS: usize = INPUTS.next_power_of_two();
/// Rows that an evaluation adds up: those of pits and kazans.
const ADDED: usize = ACTIVE - 2;
/// Biases: one for each pair of tuzdyk numbers, likewise.
const BIASES: usize = TUZDYK_PAIRS.next_power_of_two();
/// What stands for 1 in the sums.
pub(crate) const FIRST_UNIT: i16 = 255;
/// Numbers of this size make words of which two can be added.
pub(crate) const MOST_NUMBER: i8 = 63;
/// A number counts two to the power of this in a sum, where [`FIRST_UNIT`] stands for 1.
pub(crate) const NUMBER_SHIFT: u32 = 2;
/// This and the sum of the numbers fit into 16 bits.
pub(crate) const MOST_BIAS: i16 = 16_000;
/// The lower number of a word is this much more than it says, so that it borrows nothing from the higher one.
const OFFSET: i16 = 64;
/// Products of a vector.
const VECTOR: usize = 32;
/// Vectors whose sums are worked out together: registers of 256 bits hold no more.
const TOGETHER: usize = 2;

const _: () = {
    let most = MOST_NUMBER as i16;
    assert!(most < OFFSET && 2 * (most + OFFSET) < 256);
    assert!(((ACTIVE as i32 * most as i32) << NUMBER_SHIFT) + MOST_BIAS as i32 <= i16::MAX as i32);
};

/// Numbers that begin where a line of the cache begins: 128 of them touch four lines and not five, and instructions may
/// take them straight from memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Row<const LANES: usize>(pub(crate) [i16; LANES]);

impl<const LANES: usize> Deref for Row<LANES> {
    type Target = [i16; LANES];

    fn deref(&self) -> &[i16; LANES] {
        &self.0
    }
}

impl<const LANES: usize> DerefMut for Row<LANES> {
    fn deref_mut(&mut self) -> &mut [i16; LANES] {
        &mut self.0
    }
}

/// Two numbers in a word: the lower one belongs to the first factor.
pub(crate) const fn word([one, other]: [i8; 2]) -> i16 {
    256 * other as i16 + one as i16 + OFFSET
}

/// The numbers of a word.
pub(crate) const fn numbers(word: i16) -> [i8; 2] {
    [((word & 255) - OFFSET) as i8, (word >> 8) as i8]
}

/// A row of words for each input. Copies share them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FirstLayer<const PRODUCTS: usize> {
    rows: Arc<[Row<PRODUCTS>; ROWS]>,
    bias: Bias<PRODUCTS>,
    /// The bias and the rows of both tuzdyk numbers, by [`tuzdyk_pair`].
    biases: Arc<[Bias<PRODUCTS>; BIASES]>,
}

/// A number for all first factors, then for all second ones.
pub(crate) type Bias<const PRODUCTS: usize> = [Row<PRODUCTS>; 2];

impl<const PRODUCTS: usize> FirstLayer<PRODUCTS> {
    /// Length as bytes.
    pub(crate) const BYTES: usize = 2 * PRODUCTS * INPUTS + 4 * PRODUCTS;

    pub(crate) fn zero() -> FirstLayer<PRODUCTS> {
        let bias = [Row([0; PRODUCTS]); 2];
        FirstLayer {
            rows: shared(Row([word([0; 2]); PRODUCTS])),
            bias,
            biases: shared(bias),
        }
    }

    /// A row of words for each input; no input has the last ones.
    pub(crate) fn rows(&self) -> &[Row<PRODUCTS>; ROWS] {
        &self.rows
    }

    /// The bias alone.
    pub(crate) fn bias(&self) -> &Bias<PRODUCTS> {
        &self.bias
    }

    /// Lets the rows and the bias of this copy be written.
    pub(crate) fn change<T>(
        &mut self,
        change: impl FnOnce(&mut [Row<PRODUCTS>; ROWS], &mut Bias<PRODUCTS>) -> T,
    ) -> T {
        let changed = change(Arc::make_mut(&mut self.rows), &mut self.bias);
        let biases = Arc::make_mut(&mut self.biases);
        for (sums, inputs) in biases.iter_mut().zip(tuzdyk_pairs()) {
            let rows = inputs.map(|input| &self.rows[usize::from(input)]);
            *sums = with_rows(&self.bias, rows);
        }
        changed
    }

    /// The layer's output: sums clipped to 0..1, and multiplied two by two.
    #[inline(always)]
    pub(crate) fn products<S: Simd>(&self, simd: S, inputs: &[u16; ACTIVE]) -> Row<PRODUCTS> {
        const { assert!(PRODUCTS.is_multiple_of(TOGETHER * VECTOR) && ADDED.is_multiple_of(2)) };
        let bias = &self.biases[tuzdyk_pair(inputs) % BIASES];
        // Not knowing how many there are, the compiler takes them in a loop; otherwise it gathers them in vectors first.
        let inputs = std::hint::black_box(&inputs[..ADDED]);
        let mut products = Row([0; PRODUCTS]);
        for first in (0..PRODUCTS).step_by(TOGETHER * VECTOR) {
            let sums = self.sums(simd, inputs, first);
            for (at, [one, other]) in sums.into_iter().enumerate() {
                let place = first + at * VECTOR..first + (at + 1) * VECTOR;
                let one = factor(simd, one, &bias[0][place.clone()]);
                let other = factor(simd, other, &bias[1][place.clone()]);
                let product: u16x32<S> = (one * other).bitcast();
                let half: i16x32<S> = (product >> 1).bitcast();
                half.store_slice(&mut products[place]);
            }
        }
        products
    }

    /// The sums of both numbers of some words, without bias.
    #[inline(always)]
    fn sums<S: Simd>(&self, simd: S, inputs: &[u16], first: usize) -> [[i16x32<S>; 2]; TOGETHER] {
        let row = |input: u16| &self.rows[usize::from(input) % ROWS];
        // The sums of whole words, which wrap, and of the higher numbers alone.
        let mut sums = [[i16x32::splat(simd, 0); 2]; TOGETHER];
        for &[one, other] in inputs.as_chunks::<2>().0 {
            let (one, other) = (row(one), row(other));
            for (at, [words, higher]) in sums.iter_mut().enumerate() {
                let place = first + at * VECTOR..first + (at + 1) * VECTOR;
                let pair = i16x32::from_slice(simd, &one[place.clone()])
                    + i16x32::from_slice(simd, &other[place]);
                *words += pair;
                *higher += pair >> 8;
            }
        }
        let offsets = i16x32::splat(simd, ADDED as i16 * OFFSET);
        sums.map(|[words, higher]| [words - (higher << 8) - offsets, higher])
    }

    pub(crate) fn read(&mut self, reader: &mut Reader<'_>) -> Result<(), NetworkError> {
        self.change(|rows, bias| {
            for place in rows[..INPUTS].iter_mut().flat_map(|row| row.iter_mut()) {
                let pair = reader.take::<2>().map(|byte| i8::from_le_bytes([byte]));
                if pair
                    .iter()
                    .any(|number| number.unsigned_abs() > MOST_NUMBER.unsigned_abs())
                {
                    return Err(NetworkError::Range("first layer"));
                }
                *place = word(pair);
            }
            for bias in bias {
                reader.shorts(MOST_BIAS, &mut **bias, "first layer")?;
            }
            Ok(())
        })
    }

    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        let words = self.rows[..INPUTS].iter().flat_map(|row| row.iter());
        bytes.extend(words.flat_map(|&word| numbers(word).map(|number| number.to_le_bytes()[0])));
        for bias in &self.bias {
            write_shorts(&**bias, bytes);
        }
    }
}

/// Many of the same, behind one pointer.
fn shared<T: Clone, const N: usize>(one: T) -> Arc<[T; N]> {
    let all: Arc<[T]> = vec![one; N].into();
    match all.try_into() {
        Ok(all) => all,
        Err(_) => unreachable!("the length is that of the type"),
    }
}

/// A bias and the numbers of two rows.
fn with_rows<const PRODUCTS: usize>(
    bias: &Bias<PRODUCTS>,
    rows: [&Row<PRODUCTS>; 2],
) -> Bias<PRODUCTS> {
    let mut sums = *bias;
    for (lane, &word) in rows.into_iter().flat_map(|row| row.iter().enumerate()) {
        for (sum, number) in sums.iter_mut().zip(numbers(word)) {
            // Wraps only beyond what a file may hold.
            sum[lane] = sum[lane].wrapping_add(i16::from(number) << NUMBER_SHIFT);
        }
    }
    sums
}

/// Sums of numbers with their biases, clipped. A closure would be called, and its vectors go through memory.
#[inline(always)]
fn factor<S: Simd>(simd: S, sum: i16x32<S>, bias: &[i16]) -> i16x32<S> {
    let sum = (sum << NUMBER_SHIFT) + i16x32::from_slice(simd, bias);
    sum.max(i16x32::splat(simd, 0))
        .min(i16x32::splat(simd, FIRST_UNIT))
}

#[cfg(test)]
pub(super) mod tests {
    use fearless_simd::{Level, dispatch};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// Inputs with whatever rows and the tuzdyk numbers 0 to 9 of both.
    fn with_tuzdyks(rows: [u16; ADDED], numbers: [u16; 2]) -> [u16; ACTIVE] {
        let case = 3_066 * (u16::from(numbers[0] > 0) + 2 * u16::from(numbers[1] > 0));
        let mut inputs = [0; ACTIVE];
        inputs[..ADDED].copy_from_slice(&rows);
        // Behind 18 pits of 160 inputs each and two kazans of 83.
        inputs[ADDED] = case + 3_046 + numbers[0];
        inputs[ADDED + 1] = case + 3_056 + numbers[1];
        inputs
    }

    /// The layer by its definition, one number after the other.
    pub(in super::super) fn slow_products<const PRODUCTS: usize>(
        layer: &FirstLayer<PRODUCTS>,
        inputs: &[u16; ACTIVE],
    ) -> Row<PRODUCTS> {
        let factor = |which: usize, lane: usize| {
            let picked = inputs
                .iter()
                .map(|&input| i32::from(numbers(layer.rows[usize::from(input)][lane])[which]));
            (4 * picked.sum::<i32>() + i32::from(layer.bias[which][lane])).clamp(0, 255)
        };
        Row(std::array::from_fn(|lane| {
            i16::try_from(factor(0, lane) * factor(1, lane) / 2).expect("16 bits")
        }))
    }

    #[test]
    fn words_hold_two_numbers() {
        for one in -63..=63 {
            for other in -63..=63 {
                assert_eq!(numbers(word([one, other])), [one, other]);
            }
        }
    }

    #[test]
    fn sums_of_the_largest_numbers_do_not_wrap() {
        let mut layer = FirstLayer::<128>::zero();
        for (one, other) in [(63, 63), (63, -63), (-63, 63), (-63, -63)] {
            // Biases leave 100 and 90 of 22 numbers, which count four.
            let left = [(100, one), (90, other)];
            layer.change(|rows, bias| {
                rows.fill(Row([word([one, other]); 128]));
                *bias = left.map(|(left, number)| Row([left - 4 * 22 * i16::from(number); 128]));
            });
            let inputs = with_tuzdyks([5; ADDED], [3, 9]);
            let products = dispatch!(Level::new(), simd => layer.products(simd, &inputs));
            assert_eq!(products, Row([100 * 90 / 2; 128]), "{one} {other}");
        }
    }

    #[test]
    fn vectors_of_any_width_add_and_multiply_by_the_definition() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut layer = FirstLayer::<64>::zero();
        layer.change(|rows, bias| {
            for row in rows {
                row.fill_with(|| word([0; 2].map(|_| rng.random_range(-63..=63))));
            }
            for bias in bias {
                bias.fill_with(|| rng.random_range(-300..=900));
            }
        });
        let mut inside = 0;
        for _ in 0..500 {
            let rows = [0; ADDED].map(|_| rng.random_range(0..INPUTS as u16));
            let inputs = with_tuzdyks(rows, [0; 2].map(|_| rng.random_range(0..10)));
            let expected = slow_products(&layer, &inputs);
            for level in [Level::new(), Level::baseline()] {
                let products = dispatch!(level, simd => layer.products(simd, &inputs));
                assert_eq!(products, expected);
            }
            inside += expected.iter().filter(|&&x| x > 0 && x < 32_512).count();
        }
        assert!(inside > 1_000, "sums that are not clipped: {inside}");
    }
}
