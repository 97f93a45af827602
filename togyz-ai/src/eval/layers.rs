//! Layers of integers that networks are made of, and their bytes.
//!
//! What works them out is inlined into the callers, who compile it once for each set of vector instructions and pick one at
//! run time: with 256 bits the whole search goes a fifth faster than with the 128 of any x86-64.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::inputs::INPUTS;
use super::network::NetworkError;

/// Numbers of the second layer.
pub(crate) const HIDDEN: usize = 16;
/// Rows of the first layer: a power of two, so that a masked index needs no check.
const ROWS: usize = INPUTS.next_power_of_two();

/// What stands for 1 in the first layer.
pub(crate) const FIRST_UNIT: i16 = 255;
/// What stands for 1 in the squares of the first layer: 255 times 255, halved.
const SQUARE_UNIT: i32 = 32_512;
/// What stands for 1 in the weights of the second layer.
pub(crate) const SECOND_WEIGHT: i32 = 4_096;
/// What stands for 1 in the second layer: the high half of a square times a weight.
pub(crate) const SECOND_UNIT: i16 = ((SQUARE_UNIT * SECOND_WEIGHT) >> 16) as i16;

/// 23 of these fit into 16 bits.
pub(crate) const MOST_FIRST: i16 = 1_424;
/// The second layer adds up without wrapping, whatever its numbers.
pub(crate) const MOST_SECOND: i16 = i16::MAX;

/// Numbers that begin where a line of the cache begins: 64 of them touch two lines and not three, and instructions may
/// take them straight from memory. Sums of 22 rows take two thirds of the time.
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

/// A row of numbers for each input. Copies share them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FirstLayer<const LANES: usize> {
    pub(crate) rows: Arc<[Row<LANES>; ROWS]>,
    pub(crate) bias: Row<LANES>,
}

impl<const LANES: usize> FirstLayer<LANES> {
    /// Length as bytes.
    pub(crate) const BYTES: usize = 2 * LANES * (INPUTS + 1);

    pub(crate) fn zero() -> FirstLayer<LANES> {
        let rows: Arc<[Row<LANES>]> = vec![Row([0; LANES]); ROWS].into();
        FirstLayer {
            rows: match rows.try_into() {
                Ok(rows) => rows,
                Err(_) => unreachable!("the length is that of the type"),
            },
            bias: Row([0; LANES]),
        }
    }

    /// The rows, to be written: those of this copy alone.
    pub(crate) fn rows_mut(&mut self) -> &mut [Row<LANES>; ROWS] {
        Arc::make_mut(&mut self.rows)
    }

    /// The layer's output: its sums, clipped to 0..1 and squared.
    #[inline(always)]
    pub(crate) fn squares(&self, inputs: &[u16]) -> [i16; LANES] {
        sum_of_rows(&self.bias, &self.rows, inputs).map(|sum| {
            let number = sum.clamp(0, FIRST_UNIT) as u16;
            (number.wrapping_mul(number) >> 1) as i16
        })
    }

    pub(crate) fn read(&mut self, reader: &mut Reader<'_>) -> Result<(), NetworkError> {
        for row in &mut self.rows_mut()[..INPUTS] {
            reader.shorts(MOST_FIRST, &mut **row, "first layer")?;
        }
        reader.shorts(MOST_FIRST, &mut *self.bias, "first layer")
    }

    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        for row in self.rows[..INPUTS].iter().chain([&self.bias]) {
            write_shorts(&**row, bytes);
        }
    }
}

/// The sum of the rows that are on. A slice keeps the compiler from unrolling the rows, which it would then gather number by
/// number.
#[inline(always)]
fn sum_of_rows<const LANES: usize>(
    bias: &Row<LANES>,
    rows: &[Row<LANES>; ROWS],
    inputs: &[u16],
) -> Row<LANES> {
    let mut sums = *bias;
    for &input in inputs {
        let row = &rows[usize::from(input) % ROWS];
        for (sum, &number) in sums.iter_mut().zip(row.iter()) {
            *sum = sum.wrapping_add(number);
        }
    }
    sums
}

/// A row of numbers for each lane of the first layer, aligned like a [`Row`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct SecondLayer<const LANES: usize> {
    pub(crate) weights: [[i16; HIDDEN]; LANES],
    pub(crate) bias: [i16; HIDDEN],
}

/// Sums of the second layer that are added up beside one another, so that none waits for the last addition.
const CHAINS: usize = 4;

/// Adds the high halves of the products of a row with a number.
#[inline(always)]
fn add_products(sums: &mut [i16; HIDDEN], row: &[i16; HIDDEN], number: i16) {
    for (sum, &weight) in sums.iter_mut().zip(row) {
        let product = (i32::from(weight) * i32::from(number)) >> 16;
        *sum = sum.saturating_add(product as i16);
    }
}

impl<const LANES: usize> SecondLayer<LANES> {
    /// Length as bytes.
    pub(crate) const BYTES: usize = 2 * HIDDEN * (LANES + 1);

    pub(crate) const ZERO: SecondLayer<LANES> = SecondLayer {
        weights: [[0; HIDDEN]; LANES],
        bias: [0; HIDDEN],
    };

    /// The layer's sums, not clipped. Rows by lane and high halves of products, because compilers make vectors of just
    /// that.
    #[inline(always)]
    pub(crate) fn sums(&self, squares: &[i16; LANES]) -> [i16; HIDDEN] {
        let mut partial = [[0i16; HIDDEN]; CHAINS];
        let (rows, _) = self.weights.as_chunks::<CHAINS>();
        let (squares, _) = squares.as_chunks::<CHAINS>();
        for (rows, squares) in rows.iter().zip(squares) {
            for chain in 0..CHAINS {
                add_products(&mut partial[chain], &rows[chain], squares[chain]);
            }
        }
        let mut sums = self.bias;
        for partial in &partial {
            for (sum, &partial) in sums.iter_mut().zip(partial) {
                *sum = sum.saturating_add(partial);
            }
        }
        sums
    }

    pub(crate) fn read(&mut self, reader: &mut Reader<'_>) -> Result<(), NetworkError> {
        for row in &mut self.weights {
            reader.shorts(MOST_SECOND, row, "second layer")?;
        }
        reader.shorts(MOST_SECOND, &mut self.bias, "second layer")
    }

    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        for row in self.weights.iter().chain([&self.bias]) {
            write_shorts(row, bytes);
        }
    }
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
