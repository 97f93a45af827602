//! Which moves look good at a glance: a network that learned the search's choices.

use fearless_simd::{Level, dispatch};

use super::Candidate;
use super::first::FirstLayer;
use super::inputs::ACTIVE;
use super::layers::{Reader, SecondLayer, write_shorts};
use super::network::{HEADS, NetworkError};

/// Products of the first layer.
pub(crate) const LANES: usize = 64;
/// The stones that a move wins, from [`LEAST_GAIN`] up; what lies beyond counts as the last.
pub(crate) const GAINS: usize = 48;
const LEAST_GAIN: i32 = -7;
/// A gain's weight and a second layer's sum fit into 32 bits together, whatever they are.
const MOST_GAIN: i16 = i16::MAX;

/// The place of a gain in a move's table.
pub(crate) fn gain_index(gain: i32) -> usize {
    (gain - LEAST_GAIN).clamp(0, GAINS as i32 - 1) as usize
}

/// Two layers as in the evaluation, whose nine outputs are the moves, and for each move a table by what it wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Policy {
    pub(crate) first: FirstLayer<LANES>,
    pub(crate) heads: Box<[SecondLayer<LANES>; HEADS]>,
    pub(crate) gains: [[i16; GAINS]; 9],
}

impl Policy {
    /// Length as bytes.
    pub(crate) const BYTES: usize =
        FirstLayer::<LANES>::BYTES + HEADS * SecondLayer::<LANES>::BYTES + 2 * 9 * GAINS;

    /// A policy to which all moves are alike.
    pub(crate) fn zero() -> Policy {
        Policy {
            first: FirstLayer::zero(),
            heads: Box::new([SecondLayer::ZERO; HEADS]),
            gains: [[0; GAINS]; 9],
        }
    }

    /// Gives each move the logarithm of its chance of being the best, in 2032nds, up to a number that all have in common.
    #[inline(always)]
    pub(crate) fn score(&self, inputs: &[u16; ACTIVE], head: usize, candidates: &mut [Candidate]) {
        let head = &self.heads[head % HEADS];
        let logits =
            dispatch!(Level::new(), simd => head.sums(simd, &self.first.products(simd, inputs)));
        for candidate in candidates {
            let index = candidate.mv.index();
            let by_gain = self.gains[index][gain_index(candidate.gain)];
            candidate.score = logits[index] + i32::from(by_gain);
        }
    }

    pub(crate) fn read(&mut self, reader: &mut Reader<'_>) -> Result<(), NetworkError> {
        self.first.read(reader)?;
        for head in self.heads.iter_mut() {
            head.read(reader)?;
        }
        for gains in &mut self.gains {
            reader.shorts(MOST_GAIN, gains, "table of gains")?;
        }
        Ok(())
    }

    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        self.first.write(bytes);
        for head in self.heads.iter() {
            head.write(bytes);
        }
        for gains in &self.gains {
            write_shorts(gains, bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::first::{Row, word};
    use super::super::inputs::inputs;
    use super::super::layers::{SECOND_UNIT, SECOND_WEIGHT};
    use super::*;
    use togyz_core::{Move, Position};

    #[test]
    fn a_policy_that_knows_two_things_says_them() {
        // One product is 1 if the mover's first pit has nine stones; it speaks for pit 7. Ten stones won speak half as
        // much for pit 2.
        let mut policy = Policy::zero();
        let inputs = inputs(&Position::START);
        policy.first.change(|rows, bias| {
            rows[usize::from(inputs[0])][5] = word([63; 2]);
            *bias = [Row([3; LANES]); 2];
        });
        *policy.heads[3].weight_mut(5, 6) = SECOND_WEIGHT as i16;
        policy.gains[1][17] = SECOND_UNIT / 2;
        let mut candidates =
            [(Move::M1, 0), (Move::M2, 10), (Move::M7, 10)].map(|(mv, gain)| Candidate {
                mv,
                gain,
                score: -1,
            });
        policy.score(&inputs, 3, &mut candidates);
        let scores = candidates.map(|candidate| candidate.score);
        assert_eq!(
            scores,
            [0, i32::from(SECOND_UNIT / 2), i32::from(SECOND_UNIT)]
        );
        // Another head says nothing of it.
        policy.score(&inputs, 2, &mut candidates);
        assert_eq!(
            candidates.map(|candidate| candidate.score),
            [0, i32::from(SECOND_UNIT / 2), 0]
        );
    }

    #[test]
    fn gains_beyond_the_table_count_as_its_ends() {
        assert_eq!(
            [-30, -7, 0, 40, 150].map(gain_index),
            [0, 0, 7, GAINS - 1, GAINS - 1]
        );
    }
}
