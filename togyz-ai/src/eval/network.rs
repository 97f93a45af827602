//! An evaluation learned from self-play: a small network of integers.

use togyz_core::{Position, STONES};

use super::Evaluator;
use super::inputs::{ACTIVE, INPUTS, inputs};
use crate::check_sum::fnv1a;

/// Numbers of the first layer.
pub(crate) const LANES: usize = 32;
/// Numbers of the second layer.
pub(crate) const HIDDEN: usize = 16;
/// Second layers, of which the stones left on the board pick one.
pub(crate) const HEADS: usize = 4;
/// Rows of the first layer: a power of two, so that a masked index needs no check.
const ROWS: usize = INPUTS.next_power_of_two();

/// What stands for 1 in the first layer.
pub(crate) const FIRST_UNIT: i16 = 255;
/// What stands for 1 in the squares of the first layer: 255 times 255, halved.
pub(crate) const SQUARE_UNIT: i32 = 32_512;
/// What stands for 1 in the weights of the second layer.
pub(crate) const SECOND_WEIGHT: i32 = 4_096;
/// What stands for 1 in the second layer: the high half of a square times a weight.
pub(crate) const SECOND_UNIT: i16 = ((SQUARE_UNIT * SECOND_WEIGHT) >> 16) as i16;
/// What a hundredth of a stone is in the weights of the output.
pub(crate) const OUT_UNIT: i32 = 2;

/// The head of a position, by the stones on the board.
pub(crate) fn head(position: &Position) -> usize {
    let [own, other] = position.kazans_by_mover().map(usize::from);
    let stones = usize::from(STONES).saturating_sub(own + other);
    (stones / 25).min(HEADS - 1)
}

/// A second layer and its output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) weights: [[i16; HIDDEN]; LANES],
    pub(crate) bias: [i16; HIDDEN],
    pub(crate) out: [i16; HIDDEN],
    pub(crate) out_bias: i32,
}

impl Head {
    pub(crate) const ZERO: Head = Head {
        weights: [[0; HIDDEN]; LANES],
        bias: [0; HIDDEN],
        out: [0; HIDDEN],
        out_bias: 0,
    };
}

/// A learned evaluation: 22 of 3066 inputs on, 32 numbers, squared, 16 numbers, one output; integers from end to end, so a
/// position has the same value on every machine.
///
/// The network that comes with the crate is the engine's evaluation when no other is named. `docs/training.md` tells how
/// it was made and how to make another.
///
/// ```
/// use togyz_ai::{Evaluator, Network};
/// use togyz_core::{Position, Side};
/// // The same rows, South to move: far ahead, and far behind.
/// let rows = "2S,2S,2S,2S,2S,2S,2S,2S,2S/2S,2S,2S,2S,2S,2S,2S,2S,2S";
/// let ahead: Position = format!("{rows} 75 51 S 1").parse()?;
/// let behind: Position = format!("{rows} 51 75 S 1").parse()?;
/// let network = Network::default();
/// assert!(network.evaluate(&ahead) > 1_000 + network.evaluate(&behind));
/// # Ok::<(), togyz_core::FenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    pub(crate) rows: Box<[[i16; LANES]; ROWS]>,
    pub(crate) bias: [i16; LANES],
    pub(crate) heads: Box<[Head; HEADS]>,
}

/// Bytes that are no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// Other first bytes.
    #[error("network: the first bytes are not TGZN: this is no network of togyz")]
    Head,
    /// A version that this library does not know.
    #[error("network: version {0}, but this library reads version {version}", version = Network::VERSION)]
    Version(u8),
    /// Another length.
    #[error("network: expected {expected} bytes, not {0}", expected = Network::BYTES)]
    Length(usize),
    /// The sum of the bytes disagrees.
    #[error("network: the check sum disagrees: the bytes are damaged")]
    CheckSum,
    /// A number so large that sums could overflow.
    #[error("network: a number of the {0} is out of range")]
    Range(&'static str),
}

static EMBEDDED: &[u8] = include_bytes!("network.bin");

impl Default for Network {
    /// The network that comes with the crate.
    fn default() -> Network {
        match Network::from_bytes(EMBEDDED) {
            Ok(network) => network,
            // The tests read the embedded file.
            Err(error) => unreachable!("{error}"),
        }
    }
}

const MAGIC: [u8; 4] = *b"TGZN";
const HEADER: usize = 8;
const HEAD_BYTES: usize = 2 * HIDDEN * (LANES + 2) + 4;

/// 23 of these fit into 16 bits.
const MOST_FIRST: i16 = 1_424;
/// The second layer adds up without wrapping, whatever its numbers.
const MOST_SECOND: i16 = i16::MAX;
/// 16 outputs of 2032 × 32767 fit into 32 bits beside this.
const MOST_OUT_BIAS: i32 = 1 << 29;

/// Numbers of a file, one after the other.
struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        match self.bytes.split_first_chunk::<N>() {
            Some((chunk, rest)) => {
                self.bytes = rest;
                *chunk
            }
            // The length was checked.
            None => [0; N],
        }
    }

    fn shorts(
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

impl Network {
    /// The version of the file format.
    pub const VERSION: u8 = 1;
    /// Length of a network as bytes: a head, the numbers, a check sum.
    pub const BYTES: usize = HEADER + 2 * LANES * (INPUTS + 1) + HEADS * HEAD_BYTES + 8;

    /// A network that says 0 of everything.
    pub(crate) fn zero() -> Network {
        let rows = vec![[0; LANES]; ROWS].into_boxed_slice();
        Network {
            rows: match rows.try_into() {
                Ok(rows) => rows,
                Err(_) => unreachable!("the length is that of the type"),
            },
            bias: [0; LANES],
            heads: Box::new([Head::ZERO; HEADS]),
        }
    }

    /// Reads the bytes of [`to_bytes`](Network::to_bytes).
    ///
    /// # Errors
    /// [`NetworkError`] if the bytes are damaged, foreign, or of another version.
    ///
    /// ```
    /// use togyz_ai::{Network, NetworkError};
    /// let network = Network::default();
    /// assert_eq!(Network::from_bytes(&network.to_bytes()), Ok(network));
    /// assert_eq!(Network::from_bytes(b"GIF89a.."), Err(NetworkError::Head));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(NetworkError::Head);
        }
        match bytes.get(MAGIC.len()) {
            Some(&Network::VERSION) => {}
            Some(&version) => return Err(NetworkError::Version(version)),
            None => return Err(NetworkError::Length(bytes.len())),
        }
        if bytes.len() != Network::BYTES {
            return Err(NetworkError::Length(bytes.len()));
        }
        let (body, sum) = bytes.split_at(bytes.len() - 8);
        if sum != fnv1a(body).to_le_bytes() {
            return Err(NetworkError::CheckSum);
        }
        let mut reader = Reader {
            bytes: &body[HEADER..],
        };
        let mut network = Network::zero();
        for row in &mut network.rows[..INPUTS] {
            reader.shorts(MOST_FIRST, row, "first layer")?;
        }
        reader.shorts(MOST_FIRST, &mut network.bias, "first layer")?;
        for head in network.heads.iter_mut() {
            for row in &mut head.weights {
                reader.shorts(MOST_SECOND, row, "second layer")?;
            }
            reader.shorts(MOST_SECOND, &mut head.bias, "second layer")?;
            reader.shorts(MOST_SECOND, &mut head.out, "output")?;
            head.out_bias = i32::from_le_bytes(reader.take());
            if head.out_bias.unsigned_abs() > MOST_OUT_BIAS.unsigned_abs() {
                return Err(NetworkError::Range("output"));
            }
        }
        Ok(network)
    }

    /// The network as bytes, little-endian, with version and check sum; `docs/formats.md` describes them.
    ///
    /// ```
    /// use togyz_ai::Network;
    /// assert_eq!(Network::default().to_bytes().len(), Network::BYTES);
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Network::BYTES);
        bytes.extend(MAGIC);
        bytes.extend([Network::VERSION, 0, 0, 0]);
        let first = self.rows[..INPUTS].iter().flatten().chain(&self.bias);
        bytes.extend(first.flat_map(|number| number.to_le_bytes()));
        for head in self.heads.iter() {
            let shorts = head
                .weights
                .iter()
                .flatten()
                .chain(&head.bias)
                .chain(&head.out);
            bytes.extend(shorts.flat_map(|number| number.to_le_bytes()));
            bytes.extend(head.out_bias.to_le_bytes());
        }
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        bytes
    }

    /// The sum of the rows that are on. A slice and a call of its own keep the compiler from unrolling the rows, which
    /// it would then gather number by number.
    #[inline(never)]
    fn first_layer(&self, inputs: &[u16]) -> [i16; LANES] {
        let mut sums = self.bias;
        for &input in inputs {
            let row = &self.rows[usize::from(input) % ROWS];
            for (sum, &number) in sums.iter_mut().zip(row) {
                *sum = sum.wrapping_add(number);
            }
        }
        sums
    }
}

/// Adds the high halves of the products of a row with a number.
#[inline(always)]
fn add_products(sums: &mut [i16; HIDDEN], row: &[i16; HIDDEN], number: i16) {
    for (sum, &weight) in sums.iter_mut().zip(row) {
        let product = (i32::from(weight) * i32::from(number)) >> 16;
        *sum = sum.saturating_add(product as i16);
    }
}

impl Head {
    /// The output for the squares of the first layer. Rows by lane and high halves of products, because compilers make
    /// vectors of just that.
    #[inline(never)]
    fn value(&self, squares: &[i16; LANES]) -> i32 {
        let mut sums = self.bias;
        let mut others = [0i16; HIDDEN];
        let (rows, _) = self.weights.as_chunks::<2>();
        let (pairs, _) = squares.as_chunks::<2>();
        for ([row, other_row], &[square, other_square]) in rows.iter().zip(pairs) {
            add_products(&mut sums, row, square);
            add_products(&mut others, other_row, other_square);
        }
        for (sum, &other) in sums.iter_mut().zip(&others) {
            *sum = sum.saturating_add(other);
        }
        let outputs = sums.iter().zip(&self.out);
        let value: i32 = outputs
            .map(|(&sum, &out)| i32::from(sum.clamp(0, SECOND_UNIT)) * i32::from(out))
            .sum();
        (self.out_bias + value) / (i32::from(SECOND_UNIT) * OUT_UNIT)
    }
}

impl Network {
    /// The value of what a position switches on.
    #[inline(always)]
    pub(crate) fn evaluate_inputs(&self, inputs: &[u16; ACTIVE], head: usize) -> i32 {
        let squares = self.first_layer(inputs).map(|sum| {
            let number = sum.clamp(0, FIRST_UNIT) as u16;
            (number.wrapping_mul(number) >> 1) as i16
        });
        self.heads[head % HEADS].value(&squares)
    }
}

impl Evaluator for Network {
    fn evaluate(&self, position: &Position) -> i32 {
        self.evaluate_inputs(&inputs(position), head(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_damaged_byte_is_noticed() {
        let good = Network::default().to_bytes();
        for place in (0..good.len()).step_by(997).chain(0..HEADER) {
            let mut bytes = good.clone();
            bytes[place] ^= 1;
            assert!(Network::from_bytes(&bytes).is_err(), "byte {place}");
        }
        assert_eq!(Network::from_bytes(&[]), Err(NetworkError::Head));
        assert_eq!(Network::from_bytes(b"TGZN"), Err(NetworkError::Length(4)));
        assert_eq!(
            Network::from_bytes(b"TGZN\x02"),
            Err(NetworkError::Version(2))
        );
        assert_eq!(
            Network::from_bytes(&good[..good.len() - 1]),
            Err(NetworkError::Length(good.len() - 1))
        );
    }

    #[test]
    fn numbers_that_could_overflow_are_refused() {
        let mut network = Network::zero();
        network.rows[7][3] = MOST_FIRST + 1;
        assert_eq!(
            Network::from_bytes(&network.to_bytes()),
            Err(NetworkError::Range("first layer"))
        );
        let mut network = Network::zero();
        network.heads[3].out_bias = -MOST_OUT_BIAS - 1;
        assert_eq!(
            Network::from_bytes(&network.to_bytes()),
            Err(NetworkError::Range("output"))
        );
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        // Test builds check every sum; the first layer wraps on purpose and is looked at by hand.
        assert!(i32::from(MOST_FIRST) * (ACTIVE as i32 + 1) <= i32::from(i16::MAX));
        let mut network = Network::zero();
        *network.rows = [[MOST_FIRST; LANES]; ROWS];
        network.bias = [MOST_FIRST; LANES];
        for head in network.heads.iter_mut() {
            *head = Head {
                weights: [[MOST_SECOND; HIDDEN]; LANES],
                bias: [MOST_SECOND; HIDDEN],
                out: [MOST_SECOND; HIDDEN],
                out_bias: MOST_OUT_BIAS,
            };
        }
        // 16 outputs of 2032 × 32767 and the bias, in units of 2032 × 2.
        let expected = (16 * 2_032 * 32_767 + (1 << 29)) / (2_032 * 2);
        assert_eq!(network.evaluate(&Position::START), expected);
    }

    #[test]
    fn a_network_that_knows_one_thing_says_it() {
        // One lane holds 255 = 1 if the mover's kazan is 10; its square goes through one number of the second layer,
        // whose output is 30 stones.
        let mut network = Network::zero();
        let kazan_of_ten = 18 * 160 + 10;
        network.rows[kazan_of_ten][5] = FIRST_UNIT;
        for head in network.heads.iter_mut() {
            head.weights[5][2] = SECOND_WEIGHT as i16;
            head.out[2] = 3_000 * OUT_UNIT as i16;
        }
        let moved: Position =
            "9S,9S,9S,9S,1,10S,10S,10S,10S/9S,9S,9S,9S,9S,1S,10S,10S,10S 10 0 S 1"
                .parse()
                .expect("a position");
        // 255² / 2 is 32512, times 4096 / 65536 is 2032: exactly 1.
        assert_eq!(network.evaluate(&moved), 3_000);
        assert_eq!(network.evaluate(&Position::START), 0);
    }
}
