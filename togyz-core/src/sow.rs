//! The kernel: a whole move as one addition of a table row.
//!
//! A position is 32 bytes, seen from the player on turn:
//!
//! | lanes | meaning |
//! |---|---|
//! | 0..9 | the mover's pits 1 to 9 |
//! | 9 | the mover's kazan |
//! | 10 | number of the mover's tuzdyk (a pit of the other row), 0 for none |
//! | 11 | the mover's side |
//! | 12 | rules |
//! | 13..16 | always 0 |
//! | 16..29 | the same for the other player |
//! | 29..32 | always 0 |
//!
//! Sowing n stones from a pit adds a vector that depends on the pit and n alone. What falls on a tuzdyk is
//! read back from the same row, because a tuzdyk pit is always empty before the move.

use crate::rules::Rules;

/// A position as the kernel sees it.
pub(crate) type Lanes = [u8; 32];

pub(crate) const KAZAN: usize = 9;
pub(crate) const TUZDYK: usize = 10;
pub(crate) const SIDE: usize = 11;
pub(crate) const RULES: usize = 12;
/// First lane of the other player's half.
pub(crate) const OTHER: usize = 16;

/// Lanes 15 and 31 are always 0, in positions and in rows, so a tuzdyk that nobody owns (number 0) reads an
/// income of 0 from the lane before the first pit.
const BEFORE_OWN: u8 = 31;
const BEFORE_OTHER: u8 = 15;

/// In a row of the table this lane tells where the last stone falls. Every mask clears it from the sum.
const ROW_LAST: usize = OTHER + 14;

/// What sowing adds to every lane, by pit and by stones. Row `n` of a pit also takes the `n` stones out
/// of it. Stone counts end at 162; the rows up to 255 are zero and save a bounds check.
static ROWS: [[Lanes; 256]; 9] = rows();

/// Ones but for two lanes of sixteen, and for lanes 14 and 15, which are clear in every position.
static KEEP: [[[u8; 16]; 16]; 16] = keep_masks();

/// A number of stones in the lane of the kazan; from [`CLAIM`] on, the three stones of a new tuzdyk and its number.
static GAINS: [[u8; 16]; 256] = gains();

/// Who claims a tuzdyk has none, so the gain is just the three stones and the number of the pit can stand for all.
const CLAIM: usize = 240;

/// The lanes where three stones make a tuzdyk, by rules and by the number of the other player's tuzdyk, for a
/// mover who has none.
static CLAIMABLE: [[u32; 16]; 8] = claimable();

const fn lane_of(ring: usize) -> usize {
    if ring < 9 { ring } else { OTHER + ring - 9 }
}

/// Where the first stone goes and where the last one ends, as distances along the ring from the mover's pit 1.
const fn first_and_last(pit: usize, stones: usize) -> (usize, usize) {
    // A single stone moves on; otherwise the first one goes back into its pit.
    let first = if stones == 1 { pit + 1 } else { pit };
    (first % 18, (first + stones + 17) % 18)
}

const fn rows() -> [[Lanes; 256]; 9] {
    let mut table = [[[0u8; 32]; 256]; 9];
    let mut pit = 0;
    while pit < 9 {
        let mut stones = 1;
        while stones <= 162 {
            let (first, last) = first_and_last(pit, stones);
            let mut step = 0;
            while step < 18 {
                let sown = stones / 18 + if step < stones % 18 { 1 } else { 0 };
                table[pit][stones][lane_of((first + step) % 18)] = sown as u8;
                step += 1;
            }
            table[pit][stones][pit] = table[pit][stones][pit].wrapping_sub(stones as u8);
            table[pit][stones][ROW_LAST] = lane_of(last) as u8;
            stones += 1;
        }
        pit += 1;
    }
    table
}

const fn keep_masks() -> [[[u8; 16]; 16]; 16] {
    let mut table = [[[0xff; 16]; 16]; 16];
    let mut first = 0;
    while first < 16 {
        let mut second = 0;
        while second < 16 {
            table[first][second][first] = 0;
            table[first][second][second] = 0;
            table[first][second][14] = 0;
            table[first][second][15] = 0;
            second += 1;
        }
        first += 1;
    }
    table
}

const fn gains() -> [[u8; 16]; 256] {
    let mut table = [[0; 16]; 256];
    let mut index = 0;
    while index < 256 {
        if index < CLAIM {
            table[index][KAZAN] = index as u8;
        } else {
            table[index][KAZAN] = 3;
            table[index][TUZDYK] = (index - CLAIM) as u8;
        }
        index += 1;
    }
    table
}

const fn claimable() -> [[u32; 16]; 8] {
    let mut table = [[0; 16]; 8];
    let mut rules = 0;
    while rules < 8 {
        let mut theirs = 0;
        while theirs < 16 {
            let mut number = 1;
            while number <= 9 {
                let rules_here = Rules::from_bits(rules as u8);
                let allowed = (number != 9 || rules_here.allows_pit_nine())
                    && (number != theirs || rules_here.allows_same_number());
                if allowed {
                    table[rules][theirs] |= 1 << (OTHER + number - 1);
                }
                number += 1;
            }
            theirs += 1;
        }
        rules += 1;
    }
    table
}

/// What the last stone of a move meets, and what fell on the tuzdyks: all that a move does beside sowing.
#[derive(Clone, Copy)]
pub(crate) struct Harvest {
    /// Lane of the last stone.
    pub(crate) last: usize,
    /// Stones in that pit after the sowing, before any capture.
    pub(crate) landed: u8,
    /// Stones that the last stone takes: an even pit, or the three of a new tuzdyk.
    pub(crate) taken: u8,
    /// Number of the pit that becomes a tuzdyk, or 0.
    pub(crate) claimed: u8,
    /// Stones that fell on the mover's tuzdyk.
    pub(crate) own_income: u8,
    /// Stones that fell on the other player's tuzdyk.
    pub(crate) other_income: u8,
    /// The row of [`GAINS`] for the mover.
    own_gain: u8,
    /// The lane of the other half that loses its stones, 15 if none does.
    cleared: usize,
}

/// The lane of the mover's tuzdyk, 15 when there is none.
#[inline(always)]
const fn own_tuzdyk_lane(lanes: &Lanes) -> usize {
    (BEFORE_OTHER.wrapping_add(lanes[TUZDYK]) & 31) as usize
}

/// The lane of the other player's tuzdyk, 31 when there is none.
#[inline(always)]
const fn other_tuzdyk_lane(lanes: &Lanes) -> usize {
    (BEFORE_OWN.wrapping_add(lanes[OTHER + TUZDYK]) & 31) as usize
}

/// Everything about sowing from one pit, without sowing; free of branches.
#[inline(always)]
pub(crate) fn harvest(lanes: &Lanes, pit: usize) -> Harvest {
    let row = &ROWS[pit][usize::from(lanes[pit])];
    let last = usize::from(row[ROW_LAST] & 31);
    let landed = lanes[last].wrapping_add(row[last]);
    let own_lane = own_tuzdyk_lane(lanes);

    let unclaimed = u32::from(lanes[TUZDYK] == 0).wrapping_neg();
    let theirs = usize::from(lanes[OTHER + TUZDYK] & 15);
    let claimable = CLAIMABLE[usize::from(lanes[RULES] & 7)][theirs] & unclaimed;
    let other_pits = 0x01ff_0000 & !(1u32 << own_lane);
    let claims = claimable >> last & u32::from(landed == 3);
    let takes = other_pits >> last & u32::from(!landed) & 1 | claims;
    let claiming = (claims as u8).wrapping_neg();
    let number = (last as u8).wrapping_sub(OTHER as u8 - 1);
    let taken = landed & (takes as u8).wrapping_neg();
    let own_income = row[own_lane];
    Harvest {
        last,
        landed,
        taken,
        claimed: number & claiming,
        own_income,
        other_income: row[other_tuzdyk_lane(lanes)],
        // With a claim: 3 + 0 + (CLAIM - 3 + number).
        own_gain: taken
            .wrapping_add(own_income)
            .wrapping_add(number.wrapping_add(CLAIM as u8 - 3) & claiming),
        cleared: (last | takes.wrapping_sub(1) as usize) & 15,
    }
}

/// The position after sowing from one pit, seen by the next player. An empty pit only passes the turn.
#[inline(always)]
pub(crate) fn play(lanes: &Lanes, pit: usize) -> Lanes {
    let found = harvest(lanes, pit);
    let row = &ROWS[pit][usize::from(lanes[pit])];
    let keep_other_half = &KEEP[own_tuzdyk_lane(lanes) & 15][found.cleared];
    let keep_own_half = &KEEP[15][other_tuzdyk_lane(lanes) & 15];
    // Looked up rather than shifted into place: the compiler then keeps whole vectors, and the next move need
    // not wait for single bytes to reach memory.
    let own_gain = &GAINS[usize::from(found.own_gain)];
    let other_gain = &GAINS[usize::from(found.other_income)];

    let mut next = [0u8; 32];
    for lane in 0..16 {
        let sown = lanes[OTHER + lane].wrapping_add(row[OTHER + lane]);
        next[lane] = (sown & keep_other_half[lane]).wrapping_add(other_gain[lane]);
    }
    for lane in 0..16 {
        let sown = lanes[lane].wrapping_add(row[lane]);
        next[OTHER + lane] = (sown & keep_own_half[lane]).wrapping_add(own_gain[lane]);
    }
    next
}

/// The mover's pits that hold stones, bit 0 for pit 1.
#[inline(always)]
pub(crate) fn occupied(lanes: &Lanes) -> u16 {
    let [a, b, c, d, e, f, g, h, ninth, ..] = *lanes;
    let word = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
    const LOW_SEVEN: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    // The high bit of each byte tells whether the byte is above 0; the product gathers them.
    let above = ((((word & LOW_SEVEN) + LOW_SEVEN) | word) & !LOW_SEVEN) >> 7;
    let first_eight = above.wrapping_mul(0x0102_0408_1020_4080) >> 56;
    first_eight as u16 | u16::from(ninth != 0) << 8
}
