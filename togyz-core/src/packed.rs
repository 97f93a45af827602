//! The bit-packed form of a position: 16 bytes, exact.

use core::fmt;

use crate::{BySide, PITS, Pit, Position, Rules, STONES, Setup, Side};

/// A position in 16 bytes: exact, ordered, hashable, for maps, files and data sets.
///
/// The bytes of a position never change in any later version. Bits from the top of the 128-bit number,
/// which is stored big-endian, so that numbers and bytes sort alike:
///
/// | bits | what |
/// |---|---|
/// | 1 | side to move (0 South) |
/// | 3 | rules (play-out, same number, pit nine) |
/// | 4 + 4 | South's and North's tuzdyk number, 0 for none |
/// | 8 | South's kazan (North's is what is missing from 162) |
/// | 18 × 3 | the low three bits of each pit, South 1 to 9, then North 1 to 9 |
/// | at most 38 | for each pit in the same order the rest, a one for every eight stones, then a zero |
/// | the remaining bits | 0 |
///
/// ```
/// use togyz_core::{PackedPosition, Position};
/// let packed = PackedPosition::from(Position::START);
/// assert_eq!(Position::from(packed), Position::START);
/// assert_eq!(PackedPosition::from_bytes(packed.to_bytes()), Ok(packed));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedPosition {
    code: u128,
}

const _: () = assert!(size_of::<PackedPosition>() == 16);

/// Sixteen bytes that are no packed position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code:#034x} is no packed position")]
pub struct InvalidPacked {
    /// The bytes as a big-endian number.
    pub code: u128,
}

impl PackedPosition {
    /// The 16 bytes; they sort as the positions do.
    ///
    /// ```
    /// use togyz_core::{PackedPosition, Position};
    /// assert_eq!(PackedPosition::from(Position::START).to_bytes()[0], 0);
    /// ```
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 16] {
        self.code.to_be_bytes()
    }

    /// The position from its 16 bytes.
    ///
    /// # Errors
    /// [`InvalidPacked`] if the bytes are no position's.
    ///
    /// ```
    /// use togyz_core::PackedPosition;
    /// assert!(PackedPosition::from_bytes([0xff; 16]).is_err());
    /// ```
    pub fn from_bytes(bytes: [u8; 16]) -> Result<PackedPosition, InvalidPacked> {
        let code = u128::from_be_bytes(bytes);
        let invalid = InvalidPacked { code };
        let position = Position::try_from(unpack(code).ok_or(invalid)?).map_err(|_| invalid)?;
        let packed = PackedPosition::from(position);
        if packed.code == code {
            Ok(packed)
        } else {
            Err(invalid)
        }
    }
}

/// Writes bit fields from the top of a 128-bit number.
struct Writer {
    code: u128,
    free: u32,
}

impl Writer {
    fn push(&mut self, bits: u32, value: u8) {
        self.free -= bits;
        self.code |= u128::from(value) << self.free;
    }
}

/// Reads bit fields from the top of a 128-bit number; past its end it reads zeros.
struct Reader {
    code: u128,
}

impl Reader {
    fn take(&mut self, bits: u32) -> u8 {
        let value = (self.code >> (128 - bits)) as u8;
        self.code <<= bits;
        value
    }

    /// The number of ones before the next zero.
    fn take_ones(&mut self) -> u32 {
        let ones = self.code.leading_ones();
        self.code = self.code.checked_shl(ones + 1).unwrap_or(0);
        ones
    }
}

impl From<Position> for PackedPosition {
    fn from(position: Position) -> PackedPosition {
        let mut out = Writer { code: 0, free: 128 };
        out.push(1, position.side_to_move() as u8);
        out.push(3, position.rules().bits());
        for owner in Side::ALL {
            out.push(4, position.tuzdyk_number(owner));
        }
        out.push(8, position.kazan(Side::South));
        for pit in Pit::all() {
            out.push(3, position.stones(pit) & 7);
        }
        for pit in Pit::all() {
            for _ in 0..position.stones(pit) >> 3 {
                out.push(1, 1);
            }
            out.push(1, 0);
        }
        PackedPosition { code: out.code }
    }
}

fn unpack(code: u128) -> Option<Setup> {
    let mut input = Reader { code };
    let side_to_move = Side::ALL[usize::from(input.take(1))];
    let rules = Rules::from_bits(input.take(3));
    let tuzdyks = BySide::from_fn(|_| Some(input.take(4)).filter(|&number| number != 0));
    let south_kazan = input.take(8);
    let mut pits = BySide::from_fn(|_| [0u8; PITS].map(|_| input.take(3)));
    let mut on_board = 0u32;
    for side in Side::ALL {
        for pit in &mut pits[side] {
            let stones = u32::from(*pit) + 8 * input.take_ones();
            *pit = u8::try_from(stones).ok()?;
            on_board += stones;
        }
    }
    let elsewhere = u32::from(STONES).checked_sub(on_board)?;
    let north_kazan = elsewhere.checked_sub(u32::from(south_kazan))? as u8;
    Some(Setup {
        pits,
        kazans: BySide {
            south: south_kazan,
            north: north_kazan,
        },
        tuzdyks,
        side_to_move,
        rules,
    })
}

impl From<PackedPosition> for Position {
    fn from(packed: PackedPosition) -> Position {
        unpack(packed.code)
            .and_then(|setup| Position::try_from(setup).ok())
            .unwrap_or_else(|| unreachable!("a packed position is made from a position"))
    }
}

impl fmt::Debug for PackedPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PackedPosition({:#034x})", self.code)
    }
}
