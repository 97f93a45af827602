//! Which move is looked at first.

use togyz_core::{Move, MoveSet, Position};

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
}

/// The legal moves of a position, best first: the table's move, then by stones won, then killers.
#[derive(Clone, Debug)]
pub(crate) struct Ordered {
    moves: [(i32, Move); 9],
    next: usize,
    len: usize,
}

/// What a new tuzdyk weighs against captured stones.
const TUZDYK: i32 = 12;

/// The stones that a move wins, a new tuzdyk counted as some.
pub(crate) fn gain(position: &Position, mv: Move) -> i32 {
    let yields = position.yields(mv);
    i32::from(yields.captured) + i32::from(yields.income) - i32::from(yields.given)
        + TUZDYK * i32::from(yields.makes_tuzdyk)
}

impl Ordered {
    pub(crate) fn new(
        position: &Position,
        legal: MoveSet,
        first: Option<Move>,
        killers: &Killers,
    ) -> Ordered {
        let mut ordered = Ordered {
            moves: [(0, Move::M1); 9],
            next: 0,
            len: legal.len(),
        };
        for (slot, mv) in ordered.moves.iter_mut().zip(legal) {
            let score = if first == Some(mv) {
                i32::MAX
            } else {
                let killer = match killers.moves.iter().position(|&killer| killer == Some(mv)) {
                    Some(place) => 2 - place as i32,
                    None => 0,
                };
                4 * gain(position, mv) + killer
            };
            *slot = (score, mv);
        }
        ordered
    }
}

impl Iterator for Ordered {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let left = &mut self.moves[self.next..self.len];
        let mut best = 0;
        for index in 1..left.len() {
            if left[index].0 > left[best].0 {
                best = index;
            }
        }
        if left.is_empty() {
            return None;
        }
        left.swap(0, best);
        self.next += 1;
        Some(left[0].1)
    }
}
