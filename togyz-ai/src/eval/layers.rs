//! The second layer of networks, and how their bytes are read and written.
//!
//! What works them out is inlined into the callers, who compile it once for each set of vector instructions and pick one at
//! run time: with 256 bits the whole search goes about a fifth faster than with 128; `docs/benchmarks.md` has the figures.

use fearless_simd::{Bytes, Simd, SimdBase, SimdIntWiden, i16x32, i32x16};

use super::network::NetworkError;

/// Numbers of the second layer.
pub(crate) const HIDDEN: usize = 16;

/// What stands for 1 in the products of the first layer: 255 times 255, halved.
const PRODUCT_UNIT: i32 = 32_512;
/// What stands for 1 in the weights of the second layer.
pub(crate) const SECOND_WEIGHT: i32 = 1_024;
/// A sum of products of the second layer loses so many bits.
const PRODUCT_SHIFT: u32 = 14;
/// What stands for 1 in the second layer: a product of the first layer times a weight, shifted.
pub(crate) const SECOND_UNIT: i16 = ((PRODUCT_UNIT * SECOND_WEIGHT) >> PRODUCT_SHIFT) as i16;

/// The weights of either sign of an output, added up, times the largest product of the first layer fit into 32 bits.
pub(crate) const MOST_WEIGHTS: i32 = i32::MAX / PRODUCT_UNIT;
/// Biases, weights of the output and single weights may be any number of this size.
pub(crate) const MOST_SECOND: i16 = i16::MAX;

const _: () = assert!(HIDDEN == 16, "vectors of the second layer hold 16 sums");

/// A weight for each lane of the first layer and each output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct SecondLayer<const LANES: usize> {
    /// Two rows are for two lanes, output by output, the weights of both side by side: one instruction multiplies them with
    /// both lanes and adds the two products.
    pairs: [[i16; HIDDEN]; LANES],
    pub(crate) bias: [i16; HIDDEN],
}

impl<const LANES: usize> SecondLayer<LANES> {
    /// Length as bytes.
    pub(crate) const BYTES: usize = 2 * HIDDEN * (LANES + 1);

    pub(crate) const ZERO: SecondLayer<LANES> = SecondLayer {
        pairs: [[0; HIDDEN]; LANES],
        bias: [0; HIDDEN],
    };

    /// All weights alike, and all biases.
    #[cfg(test)]
    pub(crate) const fn filled(weight: i16, bias: i16) -> SecondLayer<LANES> {
        SecondLayer {
            pairs: [[weight; HIDDEN]; LANES],
            bias: [bias; HIDDEN],
        }
    }

    /// The weight of a lane for an output.
    pub(crate) fn weight(&self, lane: usize, output: usize) -> i16 {
        self.pairs.as_flattened()[Self::place(lane, output)]
    }

    /// The same, to be written.
    pub(crate) fn weight_mut(&mut self, lane: usize, output: usize) -> &mut i16 {
        &mut self.pairs.as_flattened_mut()[Self::place(lane, output)]
    }

    const fn place(lane: usize, output: usize) -> usize {
        lane / 2 * 2 * HIDDEN + 2 * output + lane % 2
    }

    /// The layer's sums, not clipped.
    #[inline(always)]
    pub(crate) fn sums<S: Simd>(&self, simd: S, lanes: &[i16; LANES]) -> [i32; HIDDEN] {
        const { assert!(LANES.is_multiple_of(8), "lanes are taken by eights") };
        // Four sums, so that none waits for the last addition.
        let mut four = [i32x16::splat(simd, 0); 4];
        let (weights, _) = self.pairs.as_flattened().as_chunks::<{ 8 * HIDDEN }>();
        let (lanes, _) = lanes.as_chunks::<8>();
        for (weights, lanes) in weights.iter().zip(lanes) {
            let (weights, _) = weights.as_chunks::<{ 2 * HIDDEN }>();
            let (lanes, _) = lanes.as_chunks::<2>();
            for ((sum, weights), &pair) in four.iter_mut().zip(weights).zip(lanes) {
                *sum += pair_sums(simd, weights, pair);
            }
        }
        let [a, b, c, d] = four;
        let mut sums = ((a + b) + (c + d)).to_array();
        for (sum, &bias) in sums.iter_mut().zip(&self.bias) {
            *sum = (*sum >> PRODUCT_SHIFT) + i32::from(bias);
        }
        sums
    }

    /// Whether no sum can overflow, whatever the lanes. They are never negative, so weights of either sign count by
    /// themselves.
    fn is_bounded(&self) -> bool {
        (0..HIDDEN).all(|output| {
            let weights = (0..LANES).map(|lane| i32::from(self.weight(lane, output)));
            let positive: i32 = weights.clone().filter(|&weight| weight > 0).sum();
            let negative: i32 = weights.filter(|&weight| weight < 0).sum();
            positive.max(-negative) <= MOST_WEIGHTS
        })
    }

    pub(crate) fn read(&mut self, reader: &mut Reader<'_>) -> Result<(), NetworkError> {
        for lane in 0..LANES {
            let mut row = [0; HIDDEN];
            reader.shorts(MOST_SECOND, &mut row, "second layer")?;
            for (output, weight) in row.into_iter().enumerate() {
                *self.weight_mut(lane, output) = weight;
            }
        }
        reader.shorts(MOST_SECOND, &mut self.bias, "second layer")?;
        match self.is_bounded() {
            true => Ok(()),
            false => Err(NetworkError::Range("second layer")),
        }
    }

    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        for lane in 0..LANES {
            let row: [i16; HIDDEN] = std::array::from_fn(|output| self.weight(lane, output));
            write_shorts(&row, bytes);
        }
        write_shorts(&self.bias, bytes);
    }
}

/// What two lanes add to the sums.
#[inline(always)]
fn pair_sums<S: Simd>(simd: S, weights: &[i16], [a, b]: [i16; 2]) -> i32x16<S> {
    let ([a0, a1], [b0, b1]) = (a.to_ne_bytes(), b.to_ne_bytes());
    let both = i32x16::splat(simd, i32::from_ne_bytes([a0, a1, b0, b1]));
    let lanes: i16x32<S> = both.bitcast();
    lanes.pairwise_dot_product(i16x32::from_slice(simd, weights))
}

/// Numbers of a file, one after the other.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    /// For bytes whose length was checked; beyond their end there are zeros.
    pub(crate) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes }
    }

    pub(crate) fn take<const N: usize>(&mut self) -> [u8; N] {
        match self.bytes.split_first_chunk::<N>() {
            Some((chunk, rest)) => {
                self.bytes = rest;
                *chunk
            }
            None => [0; N],
        }
    }

    /// Numbers of at most some size.
    pub(crate) fn shorts(
        &mut self,
        most: i16,
        out: &mut [i16],
        what: &'static str,
    ) -> Result<(), NetworkError> {
        for number in out {
            *number = i16::from_le_bytes(self.take());
            if number.unsigned_abs() > most.unsigned_abs() {
                return Err(NetworkError::Range(what));
            }
        }
        Ok(())
    }
}

pub(crate) fn write_shorts(numbers: &[i16], bytes: &mut Vec<u8>) {
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}
