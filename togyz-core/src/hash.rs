//! Keys of positions.

use crate::Position;
use crate::sow::{Lanes, OTHER};

const K0: u64 = 0x9e37_79b9_7f4a_7c15;
const K1: u64 = 0xd6e8_feb8_6659_fd93;
const K2: u64 = 0xa076_1d64_78bd_642f;

/// The 64-bit word that starts at a lane.
#[inline(always)]
fn word(lanes: &Lanes, lane: usize) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&lanes[lane..lane + 8]);
    u64::from_le_bytes(bytes)
}

/// Both halves of a 128-bit product.
#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

impl Position {
    /// A 64-bit key of the whole position, rules and side to move included.
    ///
    /// Equal positions have equal keys on every machine and in every version of this crate. It is computed
    /// afresh, two multiplications, because a move changes half of the board.
    ///
    /// ```
    /// use togyz_core::{Move, Position};
    /// let start = Position::START;
    /// assert_ne!(start.key(), start.play(Move::M1)?.key());
    /// assert_ne!(start.key(), start.mirrored().key());
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        let lanes = self.lanes();
        // The last word holds pit 9, kazan, tuzdyk, side and rules of the mover in its low five bytes and
        // pit 9, kazan and tuzdyk of the other player above them, so nothing is lost.
        let rest = word(lanes, 8) | word(lanes, OTHER + 8) << 40;
        fold(
            fold(word(lanes, 0) ^ K0, word(lanes, OTHER) ^ K1) ^ rest,
            K2,
        )
    }
}
