//! An evaluation learned from self-play: one number for each pit and count.

use togyz_core::Position;

use super::Evaluator;
use crate::check_sum::fnv1a;

/// Counts of a pit from here up are one.
const PILES: usize = 40;
/// Stones in a kazan, from 0 to 82.
const KAZAN: usize = 83;
/// Numbers of a tuzdyk, 0 for none.
const TUZDYK: usize = 10;
/// All numbers: eighteen pits, two kazans, two tuzdyks.
pub(crate) const WEIGHTS: usize = 18 * PILES + 2 * KAZAN + 2 * TUZDYK;

/// Where the numbers of a count begin, and its greatest value.
const fn place(index: usize) -> (usize, usize) {
    match index {
        0..18 => (index * PILES, PILES - 1),
        18..20 => (18 * PILES + (index - 18) * KAZAN, KAZAN - 1),
        _ => (18 * PILES + 2 * KAZAN + (index - 20) * TUZDYK, TUZDYK - 1),
    }
}

/// The numbers that a position picks, one for each of its [`counts`](Position::counts).
pub(crate) fn features(position: &Position) -> [usize; 22] {
    let mut features = [0; 22];
    for (index, count) in position.counts().into_iter().enumerate() {
        let (start, most) = place(index);
        features[index] = start + usize::from(count).min(most);
    }
    features
}

/// A sum of 22 learned numbers, in hundredths of a stone: 1.8 KB, a few nanoseconds.
///
/// The numbers come with the crate; `docs/training.md` tells how they were made and how to make others.
///
/// ```
/// use togyz_ai::{Evaluator, Linear};
/// use togyz_core::{Position, Side};
/// // The same rows, South to move: far ahead, and far behind.
/// let rows = "2S,2S,2S,2S,2S,2S,2S,2S,2S/2S,2S,2S,2S,2S,2S,2S,2S,2S";
/// let ahead: Position = format!("{rows} 75 51 S 1").parse()?;
/// let behind: Position = format!("{rows} 51 75 S 1").parse()?;
/// let linear = Linear::default();
/// assert!(linear.evaluate(&ahead) > 1_000 + linear.evaluate(&behind));
/// # Ok::<(), togyz_core::FenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    weights: Box<[i16; WEIGHTS]>,
}

/// Bytes that are no learned numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinearError {
    /// Another length.
    #[error("learned numbers: expected {expected} bytes, not {0}", expected = Linear::BYTES)]
    Length(usize),
    /// Other first bytes, or another version.
    #[error("learned numbers: the first bytes are not those of version 1")]
    Head,
    /// The sum of the bytes disagrees.
    #[error("learned numbers: the check sum disagrees")]
    CheckSum,
}

/// `TGZL`, the version, three zeros.
const HEAD: [u8; 8] = *b"TGZL\x01\0\0\0";

static EMBEDDED: &[u8] = include_bytes!("linear.bin");

impl Default for Linear {
    /// The numbers that come with the crate.
    fn default() -> Linear {
        match Linear::from_bytes(EMBEDDED) {
            Ok(linear) => linear,
            // The tests read the embedded file.
            Err(error) => unreachable!("{error}"),
        }
    }
}

impl Linear {
    /// Length of the numbers as bytes: a head, the numbers, a check sum.
    pub const BYTES: usize = HEAD.len() + 2 * WEIGHTS + 8;

    /// Numbers that were learned.
    pub(crate) fn from_weights(weights: Box<[i16; WEIGHTS]>) -> Linear {
        Linear { weights }
    }

    /// Reads the bytes of [`to_bytes`](Linear::to_bytes).
    ///
    /// # Errors
    /// [`LinearError`] if the bytes are damaged, or of another version.
    ///
    /// ```
    /// use togyz_ai::Linear;
    /// let linear = Linear::default();
    /// assert_eq!(Linear::from_bytes(&linear.to_bytes()), Ok(linear));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Linear, LinearError> {
        if bytes.len() != Linear::BYTES {
            return Err(LinearError::Length(bytes.len()));
        }
        let (body, sum) = bytes.split_at(bytes.len() - 8);
        let (head, numbers) = body.split_at(HEAD.len());
        if head != HEAD {
            return Err(LinearError::Head);
        }
        if sum != fnv1a(body).to_le_bytes() {
            return Err(LinearError::CheckSum);
        }
        let mut weights = Box::new([0; WEIGHTS]);
        for (weight, pair) in weights.iter_mut().zip(numbers.chunks_exact(2)) {
            *weight = i16::from_le_bytes([pair[0], pair[1]]);
        }
        Ok(Linear { weights })
    }

    /// The numbers as bytes, little-endian, with version and check sum.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Linear::default().to_bytes().len(), togyz_ai::Linear::BYTES);
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.weights.iter().flat_map(|weight| weight.to_le_bytes());
        let mut bytes: Vec<u8> = HEAD.into_iter().chain(numbers).collect();
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        bytes
    }
}

impl Evaluator for Linear {
    fn evaluate(&self, position: &Position) -> i32 {
        let picked = features(position).map(|feature| i32::from(self.weights[feature]));
        picked.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_bytes_are_refused() {
        let good = Linear::default().to_bytes();
        assert_eq!(
            Linear::from_bytes(&good[1..]),
            Err(LinearError::Length(good.len() - 1))
        );
        for place in [0, 4, 7] {
            let mut bytes = good.clone();
            bytes[place] ^= 1;
            assert_eq!(Linear::from_bytes(&bytes), Err(LinearError::Head));
        }
        for place in [8, 100, good.len() - 1] {
            let mut bytes = good.clone();
            bytes[place] ^= 1;
            assert_eq!(Linear::from_bytes(&bytes), Err(LinearError::CheckSum));
        }
    }

    #[test]
    fn every_count_has_a_number_of_its_own() {
        let mut seen = std::collections::HashSet::new();
        for index in 0..22 {
            let (start, most) = place(index);
            assert!((start..=start + most).all(|feature| seen.insert(feature)));
        }
        assert_eq!(seen.len(), WEIGHTS);
        assert!(seen.iter().all(|&feature| feature < WEIGHTS));
    }
}
