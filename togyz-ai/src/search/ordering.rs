//! Which move is looked at first.

use togyz_core::{Move, MoveSet, Position};

use crate::{Candidate, Evaluator};

/// Moves that cut off at a ply, tried early at the same ply elsewhere.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Killers {
    moves: [Option<Move>; 2],
}

impl Killers {
    pub(crate) fn add(&mut self, mv: Move) {
        if self.moves[0] != Some(mv) {
            self.moves = [Some(mv), self.moves[0]];
        }
    }

    /// 2 for the last killer, 1 for the one before it, 0 for any other move.
    fn rank(&self, mv: Move) -> i32 {
        match self.moves.iter().position(|&killer| killer == Some(mv)) {
            Some(place) => 2 - place as i32,
            None => 0,
        }
    }
}

/// The stones that a move wins, a new tuzdyk counted as some.
pub(crate) fn gain(position: &Position, mv: Move) -> i32 {
    let yields = position.yields(mv);
    i32::from(yields.captured) + i32::from(yields.income) - i32::from(yields.given)
        + TUZDYK * i32::from(yields.makes_tuzdyk)
}

/// What a new tuzdyk weighs against captured stones.
const TUZDYK: i32 = 12;
/// A stone won outweighs any killer.
const STONE: i32 = 4;

/// A move in the order in which it is tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tried {
    pub(crate) mv: Move,
    /// Whether it wins nothing at once; the table's move is not asked.
    pub(crate) quiet: bool,
    /// Whether it may be searched less deep when it comes late.
    pub(crate) reducible: bool,
}

/// What moves are ordered by.
pub(crate) struct Order<'a, E> {
    pub(crate) position: &'a Position,
    /// Asked first, if it has an opinion.
    pub(crate) evaluator: Option<&'a E>,
    pub(crate) killers: Option<&'a Killers>,
}

impl<E: Evaluator> Order<'_, E> {
    /// Scores moves, and says whether the evaluator did.
    fn score(&self, candidates: &mut [Candidate]) -> bool {
        for candidate in candidates.iter_mut() {
            candidate.gain = gain(self.position, candidate.mv);
        }
        let ranked = self
            .evaluator
            .is_some_and(|evaluator| evaluator.rank(self.position, candidates));
        if !ranked {
            for candidate in candidates {
                let mv = candidate.mv;
                let killer = self.killers.map_or(0, |killers| killers.rank(mv));
                candidate.score = STONE * candidate.gain + killer;
            }
        }
        ranked
    }
}

/// The legal moves of a position, best first: the table's move, then as the evaluator ranks them, or by stones won, then
/// killers. The table's move is given before the others are looked at, for it often is the only one that
/// is needed.
#[derive(Debug)]
pub(crate) struct Ordered {
    first: Option<Move>,
    rest: MoveSet,
    scored: bool,
    ranked: bool,
    moves: [Candidate; 9],
    next: usize,
    len: usize,
}

impl Ordered {
    pub(crate) fn new(legal: MoveSet, first: Option<Move>) -> Ordered {
        Ordered {
            first,
            rest: first.map_or(legal, |mv| legal.without(mv)),
            scored: false,
            ranked: false,
            moves: [Candidate {
                mv: Move::M1,
                gain: 0,
                score: 0,
            }; 9],
            next: 0,
            len: 0,
        }
    }

    fn score<E: Evaluator>(&mut self, order: &Order<'_, E>) {
        self.scored = true;
        self.len = self.rest.len();
        for (candidate, mv) in self.moves.iter_mut().zip(self.rest) {
            candidate.mv = mv;
        }
        self.ranked = order.score(&mut self.moves[..self.len]);
    }

    /// The next move to try.
    pub(crate) fn next<E: Evaluator>(&mut self, order: &Order<'_, E>) -> Option<Tried> {
        if let Some(mv) = self.first.take() {
            // Not worth the look: it is neither reduced nor passed over.
            return Some(Tried {
                mv,
                quiet: false,
                reducible: false,
            });
        }
        if !self.scored {
            self.score(order);
        }
        let left = &mut self.moves[self.next..self.len];
        let mut best = 0;
        let mut highest = left.first()?.score;
        for (index, candidate) in left.iter().enumerate().skip(1) {
            // Both are chosen without a branch, which would be guessed wrong half of the time.
            let higher = candidate.score > highest;
            best = if higher { index } else { best };
            highest = highest.max(candidate.score);
        }
        left.swap(0, best);
        self.next += 1;
        let Candidate { mv, gain, .. } = left[0];
        Some(Tried {
            mv,
            quiet: gain <= 0,
            reducible: gain <= 0 || self.ranked,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Has one opinion: the higher the pit, the better.
    struct Higher;

    impl Evaluator for Higher {
        fn evaluate(&self, _: &Position) -> i32 {
            0
        }

        fn rank(&self, _: &Position, candidates: &mut [Candidate]) -> bool {
            for candidate in candidates {
                candidate.score = i32::from(candidate.mv.number());
            }
            true
        }
    }

    /// Pit 2 takes ten stones from the start, as pits 3 to 9 do; pit 1 takes nothing.
    fn tried(first: Option<Move>, evaluator: Option<&Higher>) -> Vec<Tried> {
        let position = Position::START;
        let order = Order {
            position: &position,
            evaluator,
            killers: None,
        };
        let mut ordered = Ordered::new(position.legal_moves(), first);
        std::iter::from_fn(|| ordered.next(&order)).collect()
    }

    fn pits(tried: &[Tried]) -> Vec<u8> {
        tried.iter().map(|tried| tried.mv.number()).collect()
    }

    #[test]
    fn what_wins_stones_comes_before_what_wins_nothing() {
        let tried = tried(None, None);
        assert_eq!(pits(&tried), [2, 3, 4, 5, 6, 7, 8, 9, 1]);
        assert!(
            tried[..8]
                .iter()
                .all(|tried| !tried.quiet && !tried.reducible)
        );
        assert!(tried[8].quiet && tried[8].reducible);
    }

    #[test]
    fn an_opinion_outweighs_captures_and_the_tables_move_outweighs_both() {
        let ranked = tried(None, Some(&Higher));
        assert_eq!(pits(&ranked), [9, 8, 7, 6, 5, 4, 3, 2, 1]);
        assert!(ranked.iter().all(|tried| tried.reducible));
        assert!(!ranked[0].quiet && ranked[8].quiet);
        let known = tried(Some(Move::M4), Some(&Higher));
        assert_eq!(pits(&known), [4, 9, 8, 7, 6, 5, 3, 2, 1]);
        assert!(!known[0].reducible && known[1].reducible);
    }
}
