//! How levels below the full engine value a position.

use togyz_core::{Position, STONES, Side};

use crate::{Candidate, Evaluator};

/// Counts what lies in the kazans, and perhaps what a tuzdyk will bring: what a player sees who counts and does
/// not know more. It does not change when the engine learns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counting {
    /// What a tuzdyk is expected to catch of each stone on the board, in hundredths of a stone.
    pub(super) tuzdyk_share: i32,
}

impl Evaluator for Counting {
    fn evaluate(&self, position: &Position) -> i32 {
        let mover = position.side_to_move();
        let stored: u8 = Side::ALL.map(|side| position.kazan(side)).iter().sum();
        let on_board = i32::from(STONES - stored);
        let side = |side: Side| {
            let tuzdyk = i32::from(position.tuzdyk(side).is_some());
            100 * i32::from(position.kazan(side)) + self.tuzdyk_share * on_board * tuzdyk
        };
        side(mover) - side(!mover)
    }
}

/// An evaluation with errors. A position is always misjudged in the same way under the same seed, as people misjudge
/// it, and the error is as often too high as too low.
#[derive(Clone, Debug)]
pub(super) struct Misjudging<E> {
    pub(super) inner: E,
    /// The greatest error in hundredths of a stone.
    pub(super) error: i32,
    pub(super) seed: u64,
}

impl<E: Evaluator> Evaluator for Misjudging<E> {
    fn evaluate(&self, position: &Position) -> i32 {
        let value = self.inner.evaluate(position);
        if self.error == 0 {
            return value;
        }
        let bits = mixed(position.key() ^ self.seed);
        // Two throws: small errors are more common than great ones.
        let throw = |bits: u64| (bits & 0xffff) as i32 * (self.error + 1) / 0x1_0000;
        value + throw(bits) - throw(bits >> 32)
    }

    /// What comes to mind first is not misjudged, only what it is worth.
    fn rank(&self, position: &Position, candidates: &mut [Candidate]) -> bool {
        self.inner.rank(position, candidates)
    }
}

/// Spreads a number over all 64 bits (the finaliser of SplitMix64).
pub(super) const fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use togyz_core::{Move, Rules};

    use super::*;

    #[test]
    fn counting_is_a_hand_count() {
        // South owns North's pit 3; 40 + 54 stones lie on the board.
        let fen = "5S,5S,5S,5S,5S,5S,t,5S,5S/6S,6S,6S,6S,6S,6S,6S,6S,6S 40 28 S 1";
        let position = Position::from_fen(fen, Rules::STANDARD).expect("a position");
        for (tuzdyk_share, value) in [(0, 1200), (9, 1200 + 9 * 94)] {
            let counting = Counting { tuzdyk_share };
            assert_eq!(counting.evaluate(&position), value);
            assert_eq!(counting.evaluate(&position.passed()), -value);
        }
    }

    #[test]
    fn errors_are_bounded_balanced_and_repeated() {
        let judge = |seed| Misjudging {
            inner: Counting { tuzdyk_share: 0 },
            error: 200,
            seed,
        };
        let errors: Vec<i32> = (0..50)
            .flat_map(|seed| Move::ALL.map(|mv| (judge(seed), Position::START.play_unchecked(mv))))
            .map(|(judge, position)| {
                let error = judge.evaluate(&position) - judge.inner.evaluate(&position);
                assert_eq!(
                    judge.inner.evaluate(&position) + error,
                    judge.evaluate(&position)
                );
                error
            })
            .collect();
        let largest = errors.iter().map(|error| error.abs()).max().unwrap_or(0);
        let mean = errors.iter().sum::<i32>() / errors.len() as i32;
        assert!(largest <= 200 && largest > 100, "{largest}");
        assert!(mean.abs() < 20, "{mean}");
    }
}
