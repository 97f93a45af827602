//! An evaluation learned from self-play: small networks of integers.

use std::sync::LazyLock;

use fearless_simd::{Level, Simd, dispatch};
use togyz_core::{Position, STONES};

use super::first::FirstLayer;
use super::inputs::{ACTIVE, CASES, case, inputs};
use super::layers::{HIDDEN, MOST_SECOND, Reader, SECOND_UNIT, SecondLayer, write_shorts};
use super::policy::Policy;
use super::{Candidate, Evaluator};
use crate::check_sum::fnv1a;

/// Products of the first layer.
pub(crate) const LANES: usize = 128;
/// Second layers, of which the stones left on the board and who has a tuzdyk pick one.
pub(crate) const HEADS: usize = 16;
/// A head for so many stones; the last takes all above.
const HEAD_STONES: usize = 25;
/// What a hundredth of a stone is in the weights of the output.
pub(crate) const OUT_UNIT: i32 = 2;

/// The head of a position, by the stones on the board and by who has a tuzdyk.
pub(crate) fn head(position: &Position) -> usize {
    let mover = position.side_to_move();
    let [own, other] = position.kazans_by_mover().map(usize::from);
    let stones = usize::from(STONES).saturating_sub(own + other);
    let has_tuzdyk = [mover, !mover].map(|side| position.tuzdyk(side).is_some());
    CASES * (stones / HEAD_STONES).min(3) + case(has_tuzdyk)
}

/// A second layer and its output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) second: SecondLayer<LANES>,
    pub(crate) out: [i16; HIDDEN],
    pub(crate) out_bias: i32,
}

impl Head {
    const BYTES: usize = SecondLayer::<LANES>::BYTES + 2 * HIDDEN + 4;

    pub(crate) const ZERO: Head = Head {
        second: SecondLayer::ZERO,
        out: [0; HIDDEN],
        out_bias: 0,
    };

    /// The output for the products of the first layer.
    #[inline(always)]
    fn value<S: Simd>(&self, simd: S, products: &[i16; LANES]) -> i32 {
        let outputs = self.second.sums(simd, products).into_iter().zip(&self.out);
        let value: i32 = outputs
            .map(|(sum, &out)| sum.clamp(0, i32::from(SECOND_UNIT)) * i32::from(out))
            .sum();
        (self.out_bias + value) / (i32::from(SECOND_UNIT) * OUT_UNIT)
    }
}

/// A learned evaluation: 22 of 12264 inputs on, 256 numbers, multiplied two by two, 16 numbers, one output; integers from end
/// to end, so a position has the same value on every machine. A second network beside it tells the search which move to try
/// first.
///
/// The network that comes with the crate is the engine's evaluation when no other is named. `docs/training.md` tells how
/// it was made and how to make another. Copies share most of their numbers.
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
    pub(crate) first: FirstLayer<LANES>,
    pub(crate) heads: Box<[Head; HEADS]>,
    pub(crate) policy: Policy,
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

/// The network that comes with the crate, read once.
static EMBEDDED: LazyLock<Network> =
    LazyLock::new(
        || match Network::from_bytes(include_bytes!("network.bin")) {
            Ok(network) => network,
            // The tests read the embedded file.
            Err(error) => unreachable!("{error}"),
        },
    );

impl Default for Network {
    /// The network that comes with the crate.
    fn default() -> Network {
        EMBEDDED.clone()
    }
}

const MAGIC: [u8; 4] = *b"TGZN";
const HEADER: usize = 8;
/// 16 outputs of 2032 × 32767 fit into 32 bits beside this.
const MOST_OUT_BIAS: i32 = 1 << 29;

impl Network {
    /// The version of the file format.
    pub const VERSION: u8 = 6;
    /// Length of a network as bytes: a head, the numbers, a check sum.
    pub const BYTES: usize =
        HEADER + FirstLayer::<LANES>::BYTES + HEADS * Head::BYTES + Policy::BYTES + 8;

    /// A network that says 0 of everything.
    pub(crate) fn zero() -> Network {
        Network {
            first: FirstLayer::zero(),
            heads: Box::new([Head::ZERO; HEADS]),
            policy: Policy::zero(),
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
        let mut reader = Reader::new(&body[HEADER..]);
        let mut network = Network::zero();
        network.first.read(&mut reader)?;
        for head in network.heads.iter_mut() {
            head.second.read(&mut reader)?;
            reader.shorts(MOST_SECOND, &mut head.out, "output")?;
            head.out_bias = i32::from_le_bytes(reader.take());
            if head.out_bias.unsigned_abs() > MOST_OUT_BIAS.unsigned_abs() {
                return Err(NetworkError::Range("output"));
            }
        }
        network.policy.read(&mut reader)?;
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
        self.first.write(&mut bytes);
        for head in self.heads.iter() {
            head.second.write(&mut bytes);
            write_shorts(&head.out, &mut bytes);
            bytes.extend(head.out_bias.to_le_bytes());
        }
        self.policy.write(&mut bytes);
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        bytes
    }
}

impl Network {
    /// The value of what a position switches on, by the widest instructions that this machine has.
    pub(crate) fn evaluate_inputs(&self, inputs: &[u16; ACTIVE], head: usize) -> i32 {
        let head = &self.heads[head % HEADS];
        dispatch!(Level::new(), simd => head.value(simd, &self.first.products(simd, inputs)))
    }
}

impl Evaluator for Network {
    fn evaluate(&self, position: &Position) -> i32 {
        self.evaluate_inputs(&inputs(position), head(position))
    }

    fn rank(&self, position: &Position, candidates: &mut [Candidate]) -> bool {
        self.policy
            .score(&inputs(position), head(position), candidates);
        true
    }
}

#[cfg(test)]
mod tests {
    use togyz_core::Rules;

    use super::super::first::tests::slow_products;
    use super::super::first::{MOST_BIAS, MOST_NUMBER, Row, word};
    use super::super::layers::{MOST_WEIGHTS, SECOND_WEIGHT};
    use super::*;
    use crate::matches::random_opening;

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
            Network::from_bytes(b"TGZN\x07"),
            Err(NetworkError::Version(7))
        );
        assert_eq!(
            Network::from_bytes(&good[..good.len() - 1]),
            Err(NetworkError::Length(good.len() - 1))
        );
    }

    #[test]
    fn numbers_that_could_overflow_are_refused() {
        for (one, other) in [(64, 0), (-64, 0), (0, 64), (0, -64)] {
            let mut network = Network::zero();
            network
                .first
                .change(|rows, _| rows[7][3] = word([one, other]));
            assert_eq!(
                Network::from_bytes(&network.to_bytes()),
                Err(NetworkError::Range("first layer"))
            );
        }
        let mut network = Network::zero();
        network.first.change(|_, bias| bias[1][3] = -MOST_BIAS - 1);
        assert_eq!(
            Network::from_bytes(&network.to_bytes()),
            Err(NetworkError::Range("first layer"))
        );
        for sign in [1, -1] {
            let mut network = Network::zero();
            // 33 weights of 2002 are 66066; 32512 times 66051 is the most that 31 bits hold.
            for lane in 0..33 {
                *network.heads[3].second.weight_mut(2 * lane, 5) = sign * 2_002;
                *network.heads[3].second.weight_mut(2 * lane + 1, 5) = -sign * 1_000;
            }
            assert_eq!(
                Network::from_bytes(&network.to_bytes()),
                Err(NetworkError::Range("second layer"))
            );
            *network.heads[3].second.weight_mut(0, 5) = sign * 1_987;
            assert_eq!(Network::from_bytes(&network.to_bytes()), Ok(network));
        }
        let mut network = Network::zero();
        network.heads[3].out_bias = -MOST_OUT_BIAS - 1;
        assert_eq!(
            Network::from_bytes(&network.to_bytes()),
            Err(NetworkError::Range("output"))
        );
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        // Vectors wrap in silence; the value would show it.
        let mut network = Network::zero();
        network.first.change(|rows, bias| {
            rows.fill(Row([word([MOST_NUMBER; 2]); LANES]));
            *bias = [Row([MOST_BIAS; LANES]); 2];
        });
        let weight = (MOST_WEIGHTS / LANES as i32) as i16;
        for head in network.heads.iter_mut() {
            *head = Head {
                second: SecondLayer::filled(weight, MOST_SECOND),
                out: [MOST_SECOND; HIDDEN],
                out_bias: MOST_OUT_BIAS,
            };
        }
        // All products are 32512 = 1: sums of 128 weights of 516 and a bias of 16 are more than 64, unless they wrap.
        assert!(Network::from_bytes(&network.to_bytes()).is_ok());
        // 16 outputs of 2032 × 32767 and the bias, in units of 2032 × 2.
        let expected = (16 * 2_032 * 32_767 + (1 << 29)) / (2_032 * 2);
        assert_eq!(network.evaluate(&Position::START), expected);
        // The least numbers make no product, and the second layer nothing without its biases: the output's bias is left.
        network.first.change(|rows, bias| {
            rows.fill(Row([word([-MOST_NUMBER; 2]); LANES]));
            *bias = [Row([-MOST_BIAS; LANES]); 2];
        });
        network
            .heads
            .iter_mut()
            .for_each(|head| head.second.bias = [0; HIDDEN]);
        assert_eq!(network.evaluate(&Position::START), (1 << 29) / (2_032 * 2));
    }

    /// A second layer by its definition, one product after the other.
    fn slow_sums<const LANES: usize>(
        layer: &SecondLayer<LANES>,
        lanes: &[i16; LANES],
    ) -> [i32; HIDDEN] {
        std::array::from_fn(|output| {
            let products = lanes
                .iter()
                .enumerate()
                .map(|(lane, &number)| i64::from(layer.weight(lane, output)) * i64::from(number));
            let sum = products.sum::<i64>().div_euclid(1 << 14);
            i32::try_from(sum).expect("bounded") + i32::from(layer.bias[output])
        })
    }

    #[test]
    fn vectors_of_any_width_say_what_the_definition_says() {
        let Network {
            first,
            heads,
            policy,
        } = Network::default();
        for seed in 0..300 {
            let game = random_opening(Rules::STANDARD, 1, seed, 2 + seed as u32 % 60);
            let (inputs, head) = (inputs(game.position()), head(game.position()));
            let value = (&heads[head].second, slow_products(&first, &inputs));
            let moves = (&policy.heads[head], slow_products(&policy.first, &inputs));
            for level in [Level::new(), Level::baseline()] {
                let products = dispatch!(level, simd => first.products(simd, &inputs));
                assert_eq!(products, value.1, "{}", game.fen());
                let products = dispatch!(level, simd => policy.first.products(simd, &inputs));
                assert_eq!(products, moves.1, "{}", game.fen());
                let sums = dispatch!(level, simd => value.0.sums(simd, &value.1));
                assert_eq!(sums, slow_sums(value.0, &value.1), "{}", game.fen());
                let sums = dispatch!(level, simd => moves.0.sums(simd, &moves.1));
                assert_eq!(sums, slow_sums(moves.0, &moves.1), "{}", game.fen());
            }
        }
    }

    #[test]
    fn a_network_that_knows_one_thing_says_it() {
        // Both factors of one product are four times 63 and 3, that is 1, if the mover's kazan is 10; it goes through one number
        // of the second layer, whose output is 30 stones.
        let mut network = Network::zero();
        let kazan_of_ten = 18 * 160 + 10;
        network.first.change(|rows, bias| {
            rows[kazan_of_ten][5] = word([63; 2]);
            *bias = [Row([3; LANES]); 2];
        });
        for head in network.heads.iter_mut() {
            *head.second.weight_mut(5, 2) = SECOND_WEIGHT as i16;
            head.out[2] = 3_000 * OUT_UNIT as i16;
        }
        let moved: Position =
            "9S,9S,9S,9S,1,10S,10S,10S,10S/9S,9S,9S,9S,9S,1S,10S,10S,10S 10 0 S 1"
                .parse()
                .expect("a position");
        // 255² / 2 is 32512, times 1024 / 16384 is 2032: exactly 1.
        assert_eq!(network.evaluate(&moved), 3_000);
        assert_eq!(network.evaluate(&Position::START), 0);
    }
}
