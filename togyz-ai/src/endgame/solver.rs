//! Depth-first proof-number search: whether a player reaches a number of stones, whatever the other does. The module
//! `exhaust` has a plain search for the same question.
//!
//! Numbers of moves that all have to be refuted are not added up but taken as the largest and one for each other move: the
//! same position is met by many orders of moves, and sums would count it again and again. A position seen for the first
//! time gets its numbers from the evaluation.

use std::ops::ControlFlow;

use togyz_core::{MAJORITY, Position, Side};

use super::Table;
use super::proof_table::{NEVER, Numbers, ProofTable};
use crate::{DefaultEvaluator, Evaluator};

/// Does the asker get so many stones in the end?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) asker: Side,
    pub(super) need: u8,
}

impl Question {
    /// The stones that a side needs to have its way: the asker his, the other what leaves him one too few.
    #[inline]
    fn need_of(self, side: Side) -> u8 {
        if side == self.asker {
            self.need
        } else {
            2 * MAJORITY - 1 - self.need
        }
    }

    /// The stones of those on the board that a position's player on turn has to get; 0 and less if he has them.
    #[inline]
    pub(super) fn need_of_board(self, position: &Position) -> u8 {
        let [own, _] = position.kazans_by_mover();
        self.need_of(position.side_to_move()).saturating_sub(own)
    }

    /// The key of a board, seen by the player on turn and without the kazans: the same for mirrored boards and for all
    /// questions. Without a tuzdyk an answer may rest on a line that came back, which counts against whoever asked, so
    /// there the questions are kept apart.
    #[inline]
    pub(super) fn key(self, position: &Position) -> u64 {
        let counts = position.counts();
        let word = |first: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&counts[first..first + 8]);
            u64::from_le_bytes(bytes)
        };
        let mut rest =
            u64::from_le_bytes([counts[16], counts[17], counts[20], counts[21], 0, 0, 0, 0]);
        if !position.has_tuzdyk() {
            let turn = u64::from(position.side_to_move() == self.asker);
            rest |= (2 * u64::from(self.need) + turn) << 32;
        }
        fold(fold(word(0) ^ K0, word(8) ^ K1) ^ rest, K2)
    }
}

const K0: u64 = 0x9e37_79b9_7f4a_7c15;
const K1: u64 = 0xd6e8_feb8_6659_fd93;
const K2: u64 = 0xa076_1d64_78bd_642f;

/// Both halves of a 128-bit product.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Longest line: for proof numbers whoever asked has failed beyond, a plain search gives no answer.
pub(super) const MAX_PLY: usize = 1_000;
/// Calls between two looks at the clock.
const POLL: u64 = 1_024;

/// First numbers by the evaluation, in steps of [`STEP`] hundredths of a stone.
#[derive(Debug)]
pub(super) struct FirstNumbers {
    by_step: Vec<u16>,
}

const STEP: i32 = 25;
/// Evaluations beyond this many steps all look the same.
const STEPS: i32 = 60;
/// What an even position costs beside 1, and the margin that makes it e times as hard.
const EVEN: f64 = 4.0;
const SCALE: f64 = 150.0;

impl FirstNumbers {
    pub(super) fn new() -> FirstNumbers {
        let number = |step: i32| 1.0 + EVEN * (-f64::from(step * STEP) / SCALE).exp();
        let by_step = (-STEPS..=STEPS).map(|step| number(step).min(60_000.0) as u16);
        FirstNumbers {
            by_step: by_step.collect(),
        }
    }

    #[inline]
    fn of(&self, evaluation: i32) -> Numbers {
        let step = (evaluation / STEP).clamp(-STEPS, STEPS);
        Numbers {
            reach: self.by_step[(STEPS + step) as usize],
            miss: self.by_step[(STEPS - step) as usize],
        }
    }
}

/// In which order a search looks at positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// Where least work seems to be left.
    ProofNumbers,
    /// One move after the other, see [`exhaust`](Solver::exhaust).
    EveryMove,
}

/// A search for the answer to one question.
pub(super) struct Solver<'a, F> {
    pub(super) evaluator: &'a DefaultEvaluator,
    pub(super) first: &'a FirstNumbers,
    pub(super) table: &'a mut ProofTable,
    /// Answers positions with few stones at once.
    pub(super) endings: Option<&'a Table>,
    pub(super) question: Question,
    how: How,
    /// Positions looked at so far.
    pub(super) nodes: u64,
    /// The search ends at this many.
    pub(super) max_nodes: u64,
    /// Asked from time to time whether to go on.
    pub(super) go_on: F,
    pub(super) aborted: bool,
    /// A line came back to a position, or was cut off: a `false` may be wrong then, a `true` never is.
    pub(super) cut: bool,
    path: Vec<u64>,
}

/// A move's position with what is known of it.
#[derive(Clone, Copy)]
struct Child {
    position: Position,
    key: u64,
    /// Stones of the board that its player on turn has to get.
    need: u8,
    numbers: Numbers,
}

impl<'a, F: FnMut(u64) -> ControlFlow<()>> Solver<'a, F> {
    pub(super) fn new(
        evaluator: &'a DefaultEvaluator,
        first: &'a FirstNumbers,
        table: &'a mut ProofTable,
        endings: Option<&'a Table>,
        question: Question,
        how: How,
        go_on: F,
    ) -> Solver<'a, F> {
        Solver {
            evaluator,
            first,
            table,
            endings,
            question,
            how,
            nodes: 0,
            max_nodes: u64::MAX,
            go_on,
            aborted: false,
            cut: false,
            path: Vec::new(),
        }
    }

    /// The answer; `None` if it was not found in time.
    pub(super) fn solve(&mut self, position: &Position) -> Option<bool> {
        let asks = position.side_to_move() == self.question.asker;
        let for_asker = |answer| answer == asks;
        let known = self.known(position);
        let answer = known.or_else(|| match self.how {
            _ if self.nodes >= self.max_nodes => None,
            How::ProofNumbers => self.look_from(position),
            How::EveryMove => self.exhaust(position, 0),
        });
        answer.map(for_asker)
    }

    /// The answer by proof numbers.
    fn look_from(&mut self, position: &Position) -> Option<bool> {
        let root = Child {
            position: *position,
            key: self.question.key(position),
            need: self.question.need_of_board(position),
            numbers: Numbers::MISSED,
        };
        self.look(&root, [NEVER, NEVER]).answer()
    }

    /// Whether the player on turn has his way, if no search is needed to tell or one has told it.
    pub(super) fn known(&self, position: &Position) -> Option<bool> {
        self.settled(position).or_else(|| {
            let key = self.question.key(position);
            let need = self.question.need_of_board(position);
            self.table.probe(key, need)?.0.answer()
        })
    }

    /// Whether the player on turn has his way, where no search is needed to tell.
    fn settled(&self, position: &Position) -> Option<bool> {
        let mover = position.side_to_move();
        let [own, other] = position.kazans_by_mover();
        let need = self.question.need_of(mover);
        if own >= need {
            return Some(true);
        }
        if other >= self.question.need_of(!mover) || position.legal_moves().is_empty() {
            return Some(false);
        }
        // A table in memory reads without errors; another is asked by nobody here.
        let entry = self.endings?.probe(position).ok()??;
        Some(own + entry.value >= need)
    }

    /// The positions after the moves, as far as one is not known to win at once; how many there are.
    fn children(&mut self, node: &Child, children: &mut [Child; 9]) -> usize {
        let mut count = 0;
        for mv in node.position.legal_moves() {
            let position = node.position.play_unchecked(mv);
            let child = &mut children[count];
            child.position = position;
            child.key = self.question.key(&position);
            child.need = self.question.need_of_board(&position);
            count += 1;
        }
        // One pass for the memory, whose reads then wait together.
        let found = std::array::from_fn::<_, 9, _>(|place| {
            let child = &children[place];
            (place < count).then(|| self.table.probe(child.key, child.need))?
        });
        for (place, known) in found.into_iter().take(count).enumerate() {
            let known = known.map(|(numbers, _)| numbers);
            children[place].numbers = self.first_numbers(&children[place], known);
            if children[place].numbers.miss == 0 {
                return place + 1;
            }
        }
        count
    }

    /// What is known of a position when the search comes to it.
    fn first_numbers(&mut self, child: &Child, known: Option<Numbers>) -> Numbers {
        let position = &child.position;
        if let Some(answer) = self.settled(position) {
            return Numbers::of(answer);
        }
        let recurs = || !position.has_tuzdyk() && self.path.contains(&child.key);
        if self.path.len() >= MAX_PLY || recurs() {
            self.cut = true;
            return match position.side_to_move() == self.question.asker {
                true => Numbers::MISSED,
                false => Numbers::REACHED,
            };
        }
        known.unwrap_or_else(|| self.first.of(self.evaluator.evaluate(position)))
    }

    /// Whether the search has to end.
    pub(super) fn is_over(&mut self) -> bool {
        let asked = self.nodes.is_multiple_of(POLL) && (self.go_on)(self.nodes).is_break();
        self.aborted |= asked || self.nodes >= self.max_nodes;
        self.aborted
    }

    /// Works on a position until one of its numbers reaches its limit, and keeps what is known then.
    fn look(&mut self, node: &Child, limits: [u16; 2]) -> Numbers {
        let began = self.nodes;
        self.nodes += 1;
        self.path.push(node.key);
        let mut children = [*node; 9];
        let count = self.children(node, &mut children);
        let children = &mut children[..count];
        let numbers = loop {
            let sum = Sum::of(children);
            let reached = sum.numbers.reach >= limits[0] || sum.numbers.miss >= limits[1];
            if reached || self.is_over() {
                break sum.numbers;
            }
            let best = &mut children[sum.best];
            best.numbers = self.look(best, sum.limits(limits, best.numbers));
        };
        self.path.pop();
        self.table
            .store(node.key, node.need, numbers, self.nodes - began);
        numbers
    }
}

/// What the moves of a position come to.
struct Sum {
    numbers: Numbers,
    /// The move that looks easiest.
    best: usize,
    /// How hard the next one looks.
    second: u16,
    /// Moves that are not refuted, less one.
    others: u16,
}

impl Sum {
    #[inline]
    fn of(children: &[Child]) -> Sum {
        let mut sum = Sum {
            numbers: Numbers {
                reach: NEVER,
                miss: 0,
            },
            best: 0,
            second: NEVER,
            others: 0,
        };
        let mut open = 0u16;
        for (index, child) in children.iter().enumerate() {
            let Numbers { reach, miss } = child.numbers;
            let ties = miss == sum.numbers.reach && reach < children[sum.best].numbers.reach;
            if miss < sum.numbers.reach || ties {
                sum.second = sum.numbers.reach;
                sum.numbers.reach = miss;
                sum.best = index;
            } else {
                sum.second = sum.second.min(miss);
            }
            sum.numbers.miss = sum.numbers.miss.max(reach);
            open += u16::from(reach > 0);
        }
        sum.others = open.saturating_sub(1);
        if sum.numbers.reach == 0 {
            sum.numbers.miss = NEVER;
        } else if sum.numbers.miss == 0 {
            sum.numbers.reach = NEVER;
        } else if sum.numbers.miss < NEVER {
            sum.numbers.miss = sum.numbers.miss.saturating_add(sum.others).min(NEVER - 1);
        }
        sum
    }

    /// How long the best move is worked on: until another looks easier by a quarter.
    fn limits(&self, [reach, miss]: [u16; 2], best: Numbers) -> [u16; 2] {
        let margin = self
            .second
            .saturating_add(self.second / 4)
            .saturating_add(1);
        let below = match miss {
            NEVER => NEVER,
            _ => miss.saturating_sub(self.others),
        };
        [below.max(best.reach.saturating_add(1)), reach.min(margin)]
    }
}
