//! Exact numbers for vectors of pits: the index of endgame tables.
//!
//! The vectors of `k` pits that hold `n` stones together are numbered densely from 0. The number is a sum over
//! the partial sums of the vector, so moving stones from an earlier pit to a later one always gives a smaller
//! number: an endgame table whose pits are taken along the sowing fills in one ascending pass.

/// The most pits that are numbered: both rows.
pub const MAX_PITS: usize = 18;

/// The most stones whose vectors of eighteen pits can be numbered in 64 bits.
pub const MAX_STONES: usize = {
    let mut stones = 0;
    while BINOMIALS[MAX_PITS - 1][stones + 1] != 0 {
        stones += 1;
    }
    stones
};

/// Room for one more than any number of stones that fits.
const COLUMNS: usize = 160;

/// `BINOMIALS[i][s]` is C(s + i, i): how many vectors of `i + 1` pits hold `s` stones; 0 where it is beyond 64 bits.
static BINOMIALS: [[u64; COLUMNS]; MAX_PITS] = {
    let mut table = [[0u64; COLUMNS]; MAX_PITS];
    table[0] = [1; COLUMNS];
    let mut i = 1;
    while i < MAX_PITS {
        let mut sum = 0u64;
        let mut stones = 0;
        // C(s + i, i) is the sum of C(t + i - 1, i - 1) for t from 0 to s.
        while stones < COLUMNS && table[i - 1][stones] != 0 {
            match sum.checked_add(table[i - 1][stones]) {
                Some(next) => sum = next,
                None => break,
            }
            table[i][stones] = sum;
            stones += 1;
        }
        i += 1;
    }
    table
};

/// A vector that has no number, or a number that has no vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RankError {
    /// There are 1 to 18 pits.
    #[error("vectors of 1 to {MAX_PITS} pits are numbered, not of {0}")]
    Pits(usize),
    /// More stones than fit.
    #[error("vectors of at most {MAX_STONES} stones are numbered, not of {0}")]
    Stones(usize),
    /// The number is not below the count.
    #[error("{rank} is not below {count}")]
    Rank {
        /// What was asked for.
        rank: u64,
        /// How many vectors there are.
        count: u64,
    },
}

/// How many vectors of some pits hold exactly some stones.
///
/// # Errors
/// [`RankError`] if there are no pits or more than 18, or more than [`MAX_STONES`] stones.
///
/// ```
/// use togyz_core::rank;
/// assert_eq!(rank::count(18, 0)?, 1);
/// assert_eq!(rank::count(3, 2)?, 6);
/// # Ok::<(), rank::RankError>(())
/// ```
pub const fn count(pits: usize, stones: usize) -> Result<u64, RankError> {
    if pits == 0 || pits > MAX_PITS {
        return Err(RankError::Pits(pits));
    }
    if stones > MAX_STONES {
        return Err(RankError::Stones(stones));
    }
    Ok(BINOMIALS[pits - 1][stones])
}

/// The number of a vector among those with as many pits and stones. Linear in the pits, no division.
///
/// # Errors
/// [`RankError`] if there are no pits or more than 18, or more than [`MAX_STONES`] stones.
///
/// ```
/// use togyz_core::rank;
/// // Both stones in the last of three pits come first, both in the first pit last.
/// assert_eq!(rank::rank(&[0, 0, 2])?, 0);
/// assert_eq!(rank::rank(&[2, 0, 0])?, 5);
/// # Ok::<(), rank::RankError>(())
/// ```
pub fn rank(pits: &[u8]) -> Result<u64, RankError> {
    let stones = pits.iter().map(|&stones| usize::from(stones)).sum();
    count(pits.len(), stones)?;
    let mut rank = 0;
    let mut sum = 0;
    for (i, &stones) in pits[..pits.len() - 1].iter().enumerate() {
        sum += usize::from(stones);
        // C(sum + i, i + 1): the vectors whose first pits hold less than this sum.
        if sum > 0 {
            rank += BINOMIALS[i + 1][sum - 1];
        }
    }
    Ok(rank)
}

/// Writes the vector of a number into `pits`; the reverse of [`rank`].
///
/// # Errors
/// [`RankError`] if there are no pits or more than 18, more than [`MAX_STONES`] stones, or the number is not below
/// [`count`]; `pits` is then left as it was.
///
/// ```
/// use togyz_core::rank;
/// let mut pits = [0; 3];
/// rank::unrank(5, 2, &mut pits)?;
/// assert_eq!(pits, [2, 0, 0]);
/// # Ok::<(), rank::RankError>(())
/// ```
pub fn unrank(rank: u64, stones: usize, pits: &mut [u8]) -> Result<(), RankError> {
    let count = count(pits.len(), stones)?;
    if rank >= count {
        return Err(RankError::Rank { rank, count });
    }
    let mut left = rank;
    // The sum of the pits up to and with the one at hand.
    let mut upper = stones;
    for i in (0..pits.len() - 1).rev() {
        let before = |sum: usize| {
            if sum == 0 {
                0
            } else {
                BINOMIALS[i + 1][sum - 1]
            }
        };
        let mut sum = upper;
        while before(sum) > left {
            sum -= 1;
        }
        left -= before(sum);
        pits[i + 1] = (upper - sum) as u8;
        upper = sum;
    }
    pits[0] = upper as u8;
    Ok(())
}

/// Turns a vector into the one with the next number, among those with as many pits and stones; `false`, and the vector
/// of the number 0, after the last. Much faster than [`unrank`] for going through all of them.
///
/// ```
/// use togyz_core::rank;
/// let mut pits = [0, 1, 1];
/// let number = rank::rank(&pits)?;
/// assert!(rank::advance(&mut pits));
/// assert_eq!(rank::rank(&pits)?, number + 1);
/// # Ok::<(), rank::RankError>(())
/// ```
#[inline]
pub fn advance(pits: &mut [u8]) -> bool {
    // The first partial sum that can grow does so, and those before it fall to 0.
    let Some(from) = (1..pits.len()).find(|&pit| pits[pit] > 0) else {
        if let [first, .., last] = pits {
            core::mem::swap(first, last);
        }
        return false;
    };
    let before = core::mem::take(&mut pits[0]);
    pits[from - 1] = before + 1;
    pits[from] -= 1;
    true
}
