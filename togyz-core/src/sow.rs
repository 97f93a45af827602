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

/// Lane 15 and lane 31 are always 0, so a tuzdyk that nobody owns (number 0) reads an income of 0 from
/// the lane before the first pit.
const BEFORE_OWN: u8 = 31;
const BEFORE_OTHER: u8 = 15;

/// What sowing adds to every lane, by pit and by stones. Row `n` of a pit also takes the `n` stones out
/// of it. Stone counts end at 162; the rows up to 255 are zero and save a bounds check.
static ROWS: [[Lanes; 256]; 9] = rows();

/// The lane of the last stone, by pit and by stones.
static LAST_LANE: [[u8; 256]; 9] = last_lanes();

/// All ones but for one lane of sixteen; entry 16 keeps every lane.
static KEEP: [[u8; 16]; 17] = keep_masks();

const fn lane_of(ring: usize) -> usize {
    if ring < 9 { ring } else { OTHER + ring - 9 }
}

/// Where the first stone goes and where the last one ends, as distances along the ring from South's pit 1
/// seen by the mover.
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
            let (first, _) = first_and_last(pit, stones);
            let mut step = 0;
            while step < 18 {
                let sown = stones / 18 + if step < stones % 18 { 1 } else { 0 };
                table[pit][stones][lane_of((first + step) % 18)] = sown as u8;
                step += 1;
            }
            table[pit][stones][pit] = table[pit][stones][pit].wrapping_sub(stones as u8);
            stones += 1;
        }
        pit += 1;
    }
    table
}

const fn last_lanes() -> [[u8; 256]; 9] {
    let mut table = [[0u8; 256]; 9];
    let mut pit = 0;
    while pit < 9 {
        let mut stones = 1;
        while stones <= 162 {
            table[pit][stones] = lane_of(first_and_last(pit, stones).1) as u8;
            stones += 1;
        }
        pit += 1;
    }
    table
}

const fn keep_masks() -> [[u8; 16]; 17] {
    let mut table = [[0xff; 16]; 17];
    let mut lane = 0;
    while lane < 16 {
        table[lane][lane] = 0;
        lane += 1;
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

/// Whether three stones in a lane of the other row make a tuzdyk; free of branches.
#[inline(always)]
const fn claimable(lanes: &Lanes, lane: usize) -> bool {
    let rules = Rules::from_bits(lanes[RULES]);
    let free = lanes[TUZDYK] == 0;
    let not_nine = (lane != OTHER + 8) | rules.allows_pit_nine();
    // Number 0 stands for no tuzdyk and lies at no pit's number.
    let not_same =
        (lane != OTHER - 1 + lanes[OTHER + TUZDYK] as usize) | rules.allows_same_number();
    free & not_nine & not_same
}

/// Everything about sowing from one pit, without sowing.
#[inline(always)]
pub(crate) fn harvest(lanes: &Lanes, pit: usize) -> Harvest {
    let stones = usize::from(lanes[pit]);
    let row = &ROWS[pit][stones];
    let last = usize::from(LAST_LANE[pit][stones] & 31);
    let landed = lanes[last].wrapping_add(row[last]);
    let own_lane = own_tuzdyk_lane(lanes);
    let in_play = (last >= OTHER) & (last != own_lane);
    let claim = in_play & (landed == 3) & claimable(lanes, last);
    let take = in_play & (landed & 1 == 0) | claim;
    Harvest {
        last,
        landed,
        taken: if take { landed } else { 0 },
        claimed: if claim { (last - (OTHER - 1)) as u8 } else { 0 },
        own_income: row[own_lane],
        other_income: row[other_tuzdyk_lane(lanes)],
    }
}

/// The position after sowing from one pit, seen by the next player. An empty pit only passes the turn.
#[inline(always)]
pub(crate) fn play(lanes: &Lanes, pit: usize) -> Lanes {
    let found = harvest(lanes, pit);
    let row = &ROWS[pit][usize::from(lanes[pit])];

    let taken_lane = if found.taken != 0 {
        found.last & 15
    } else {
        16
    };
    let keep_taken = &KEEP[taken_lane];
    let keep_own_tuzdyk = &KEEP[own_tuzdyk_lane(lanes) & 15];
    let keep_other_tuzdyk = &KEEP[other_tuzdyk_lane(lanes) & 15];
    let gain = u64::from(found.taken + found.own_income) << 8 | u64::from(found.claimed) << 16;
    let mover_gain = (u128::from(gain) << 64).to_le_bytes();
    let other_gain = (u128::from(found.other_income) << 72).to_le_bytes();

    let mut next = [0u8; 32];
    for lane in 0..16 {
        let sown = lanes[OTHER + lane].wrapping_add(row[OTHER + lane]);
        next[lane] =
            (sown & keep_taken[lane] & keep_own_tuzdyk[lane]).wrapping_add(other_gain[lane]);
    }
    for lane in 0..16 {
        let sown = lanes[lane].wrapping_add(row[lane]);
        next[OTHER + lane] = (sown & keep_other_tuzdyk[lane]).wrapping_add(mover_gain[lane]);
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
