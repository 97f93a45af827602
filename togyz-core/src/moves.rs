//! Moves and sets of moves.

use core::fmt;
use core::iter::FusedIterator;
use core::str::FromStr;

/// A move: the number of the pit that the player on turn sows, 1 to 9.
///
/// One byte, and so is `Option<Move>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Move {
    /// Pit 1.
    M1 = 1,
    /// Pit 2.
    M2 = 2,
    /// Pit 3.
    M3 = 3,
    /// Pit 4.
    M4 = 4,
    /// Pit 5.
    M5 = 5,
    /// Pit 6.
    M6 = 6,
    /// Pit 7.
    M7 = 7,
    /// Pit 8.
    M8 = 8,
    /// Pit 9.
    M9 = 9,
}

/// A text or number that is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a move is a pit number from 1 to 9")]
pub struct InvalidMove;

impl Move {
    /// All nine moves, pit 1 first.
    pub const ALL: [Move; 9] = [
        Move::M1,
        Move::M2,
        Move::M3,
        Move::M4,
        Move::M5,
        Move::M6,
        Move::M7,
        Move::M8,
        Move::M9,
    ];

    /// The move from a pit number.
    ///
    /// # Errors
    /// [`InvalidMove`] unless the number is 1 to 9.
    ///
    /// ```
    /// use togyz_core::Move;
    /// assert_eq!(Move::new(7), Ok(Move::M7));
    /// assert!(Move::new(0).is_err());
    /// ```
    pub const fn new(number: u8) -> Result<Move, InvalidMove> {
        if number < 1 || number > 9 {
            return Err(InvalidMove);
        }
        Ok(Move::ALL[number as usize - 1])
    }

    /// The pit number, 1 to 9.
    ///
    /// ```
    /// assert_eq!(togyz_core::Move::M4.number(), 4);
    /// ```
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The pit number less one, 0 to 8: an index into a row.
    ///
    /// ```
    /// assert_eq!(togyz_core::Move::M4.index(), 3);
    /// ```
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize - 1
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl TryFrom<u8> for Move {
    type Error = InvalidMove;

    fn try_from(number: u8) -> Result<Move, InvalidMove> {
        Move::new(number)
    }
}

impl From<Move> for u8 {
    fn from(mv: Move) -> u8 {
        mv.number()
    }
}

impl FromStr for Move {
    type Err = InvalidMove;

    /// Reads one digit from 1 to 9. Longer forms (`76x`) need a position: see
    /// [`notation::moves`](crate::notation::moves).
    fn from_str(text: &str) -> Result<Move, InvalidMove> {
        match text.as_bytes() {
            [digit @ b'1'..=b'9'] => Move::new(digit - b'0'),
            _ => Err(InvalidMove),
        }
    }
}

/// A set of moves, nine bits.
///
/// ```
/// use togyz_core::{Move, Position};
/// let legal = Position::START.legal_moves();
/// assert_eq!(legal.len(), 9);
/// assert!(legal.contains(Move::M3));
/// assert_eq!(legal.iter().next(), Some(Move::M1));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct MoveSet {
    bits: u16,
}

/// How many moves each set has.
static LENGTHS: [u8; 512] = lengths();

const fn lengths() -> [u8; 512] {
    let mut table = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        table[bits] = bits.count_ones() as u8;
        bits += 1;
    }
    table
}

/// The pit number at each place of each set, 0 past its last move: random play picks without a loop, whose length no
/// branch predictor could know.
static PICKS: [[u8; 9]; 512] = picks();

const fn picks() -> [[u8; 9]; 512] {
    let mut table = [[0; 9]; 512];
    let mut bits = 0;
    while bits < 512 {
        let (mut place, mut pit) = (0, 0);
        while pit < 9 {
            if bits >> pit & 1 == 1 {
                table[bits][place] = pit as u8 + 1;
                place += 1;
            }
            pit += 1;
        }
        bits += 1;
    }
    table
}

impl MoveSet {
    /// No move.
    pub const EMPTY: MoveSet = MoveSet { bits: 0 };
    /// All nine.
    pub const ALL: MoveSet = MoveSet { bits: 0x1ff };

    /// A set from bits: bit 0 stands for pit 1. Bits above the ninth are dropped.
    ///
    /// ```
    /// use togyz_core::{Move, MoveSet};
    /// assert!(MoveSet::from_bits(0b100).contains(Move::M3));
    /// ```
    #[must_use]
    pub const fn from_bits(bits: u16) -> MoveSet {
        MoveSet { bits: bits & 0x1ff }
    }

    /// The bits, bit 0 for pit 1.
    ///
    /// ```
    /// assert_eq!(togyz_core::MoveSet::ALL.bits(), 0x1ff);
    /// ```
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.bits
    }

    /// How many moves are in the set.
    ///
    /// ```
    /// assert_eq!(togyz_core::MoveSet::ALL.len(), 9);
    /// ```
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        // Counting bits is one instruction, but not in the baseline of x86-64: a table is faster there.
        LENGTHS[(self.bits & 0x1ff) as usize] as usize
    }

    /// Whether the set has no move.
    ///
    /// ```
    /// assert!(togyz_core::MoveSet::EMPTY.is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether a move is in the set.
    ///
    /// ```
    /// use togyz_core::{Move, MoveSet};
    /// assert!(MoveSet::ALL.contains(Move::M9));
    /// ```
    #[must_use]
    pub const fn contains(self, mv: Move) -> bool {
        self.bits >> mv.index() & 1 == 1
    }

    /// The set with a move added.
    ///
    /// ```
    /// use togyz_core::{Move, MoveSet};
    /// assert_eq!(MoveSet::EMPTY.with(Move::M2).len(), 1);
    /// ```
    #[must_use]
    pub const fn with(self, mv: Move) -> MoveSet {
        MoveSet {
            bits: self.bits | 1 << mv.index(),
        }
    }

    /// The set with a move taken out.
    ///
    /// ```
    /// use togyz_core::{Move, MoveSet};
    /// assert!(!MoveSet::ALL.without(Move::M2).contains(Move::M2));
    /// ```
    #[must_use]
    pub const fn without(self, mv: Move) -> MoveSet {
        MoveSet {
            bits: self.bits & !(1 << mv.index()),
        }
    }

    /// The moves of both sets.
    ///
    /// ```
    /// use togyz_core::{Move, MoveSet};
    /// let few = MoveSet::EMPTY.with(Move::M2);
    /// assert_eq!(MoveSet::ALL.intersection(few), few);
    /// ```
    #[must_use]
    pub const fn intersection(self, other: MoveSet) -> MoveSet {
        MoveSet {
            bits: self.bits & other.bits,
        }
    }

    /// The move at a place counted from 0, lowest pit first; `None` past the last one.
    ///
    /// ```
    /// use togyz_core::{Move, MoveSet};
    /// let set = MoveSet::EMPTY.with(Move::M9).with(Move::M2);
    /// assert_eq!((set.pick(1), set.pick(2)), (Some(Move::M9), None));
    /// ```
    #[inline]
    #[must_use]
    pub fn pick(self, place: u32) -> Option<Move> {
        if place >= 9 {
            return None;
        }
        match PICKS[self.bits as usize & 0x1ff][place as usize] {
            0 => None,
            number => Some(Move::ALL[number as usize - 1]),
        }
    }

    /// The moves, lowest pit first.
    ///
    /// ```
    /// use togyz_core::{Move, MoveSet};
    /// let set = MoveSet::EMPTY.with(Move::M9).with(Move::M2);
    /// assert_eq!(set.iter().collect::<Vec<_>>(), [Move::M2, Move::M9]);
    /// ```
    #[must_use]
    pub const fn iter(self) -> MoveSetIter {
        MoveSetIter { bits: self.bits }
    }
}

impl FromIterator<Move> for MoveSet {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveSet {
        moves.into_iter().fold(MoveSet::EMPTY, MoveSet::with)
    }
}

impl IntoIterator for MoveSet {
    type Item = Move;
    type IntoIter = MoveSetIter;

    fn into_iter(self) -> MoveSetIter {
        self.iter()
    }
}

impl fmt::Debug for MoveSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(Move::number))
            .finish()
    }
}

/// The moves of a [`MoveSet`], lowest pit first.
#[derive(Clone, Debug)]
pub struct MoveSetIter {
    bits: u16,
}

impl Iterator for MoveSetIter {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let lowest = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits.wrapping_sub(1);
        Move::ALL.get(lowest).copied()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.bits.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for MoveSetIter {}
impl FusedIterator for MoveSetIter {}
