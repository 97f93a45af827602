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

    /// 2 for the last killer, 1 for the one before it, 0 for any other move.
    fn rank(&self, mv: Move) -> i32 {
        match self.moves.iter().position(|&killer| killer == Some(mv)) {
            Some(place) => 2 - place as i32,
            None => 0,
        }
    }
}

/// How good quiet moves have been, by pit and by stones in it.
#[derive(Clone, Debug)]
pub(crate) struct History {
    values: [[i16; PILES]; 9],
}

/// Piles from here up count as one.
const PILES: usize = 32;
/// Values stay within this.
const HISTORY_MAX: i32 = 8_192;

impl Default for History {
    fn default() -> History {
        History {
            values: [[0; PILES]; 9],
        }
    }
}

fn pile(position: &Position, mv: Move) -> usize {
    usize::from(position.mover_pit(mv)).min(PILES - 1)
}

impl History {
    pub(crate) fn value(&self, position: &Position, mv: Move) -> i32 {
        i32::from(self.values[mv.index()][pile(position, mv)])
    }

    /// Moves a value towards its bound, the less the nearer it is.
    pub(crate) fn update(&mut self, position: &Position, mv: Move, bonus: i32) {
        let value = &mut self.values[mv.index()][pile(position, mv)];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
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
/// A stone won outweighs any history.
const STONE: i32 = 4 * HISTORY_MAX;
/// A killer outweighs any history too.
const KILLER: i32 = HISTORY_MAX + 1;

/// A move in the order in which it is tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tried {
    pub(crate) mv: Move,
    /// Stones it wins, see [`gain`]; the table's move is not asked for it.
    pub(crate) gain: i32,
}

/// The legal moves of a position, best first: the table's move, then by stones won, then killers, then history. The
/// table's move is given before the others are looked at, for it often is the only one that is needed.
#[derive(Debug)]
pub(crate) struct Ordered {
    first: Option<Move>,
    rest: MoveSet,
    scored: bool,
    moves: [(i32, Tried); 9],
    next: usize,
    len: usize,
}

impl Ordered {
    pub(crate) fn new(legal: MoveSet, first: Option<Move>) -> Ordered {
        Ordered {
            first,
            rest: first.map_or(legal, |mv| legal.without(mv)),
            scored: false,
            moves: [(
                0,
                Tried {
                    mv: Move::M1,
                    gain: 0,
                },
            ); 9],
            next: 0,
            len: 0,
        }
    }

    fn score(&mut self, position: &Position, killers: Option<&Killers>, history: Option<&History>) {
        self.scored = true;
        self.len = self.rest.len();
        for (slot, mv) in self.moves.iter_mut().zip(self.rest) {
            let gain = gain(position, mv);
            let killer = killers.map_or(0, |killers| killers.rank(mv));
            let history = history.map_or(0, |history| history.value(position, mv));
            *slot = (STONE * gain + KILLER * killer + history, Tried { mv, gain });
        }
    }

    /// The next move to try.
    pub(crate) fn next(
        &mut self,
        position: &Position,
        killers: Option<&Killers>,
        history: Option<&History>,
    ) -> Option<Tried> {
        if let Some(mv) = self.first.take() {
            // Not worth the look: it is neither reduced nor passed over.
            return Some(Tried { mv, gain: 1 });
        }
        if !self.scored {
            self.score(position, killers, history);
        }
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
