//! Proofs: who wins, for certain.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use togyz_core::{MAJORITY, Move, Position, Side};

use super::proof_table::{Numbers, ProofTable};
use super::solver::{FirstNumbers, Question, Solver};
use super::{GameValue, Table};
use crate::clock::Stopwatch;
use crate::{DefaultEvaluator, EngineError, Evaluator, Limits};

/// Between what the value of a position is known to lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The player on turn gets this at least.
    pub at_least: GameValue,
    /// He gets this at most.
    pub at_most: GameValue,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Bounds = Bounds {
        at_least: GameValue::Loss,
        at_most: GameValue::Win,
    };

    const fn exactly(value: GameValue) -> Bounds {
        Bounds {
            at_least: value,
            at_most: value,
        }
    }

    /// The value, if it is proved.
    ///
    /// ```
    /// use togyz_ai::endgame::{Bounds, GameValue};
    /// assert_eq!(Bounds::UNKNOWN.value(), None);
    /// let no_loss = Bounds { at_least: GameValue::Draw, ..Bounds::UNKNOWN };
    /// assert_eq!(no_loss.value(), None);
    /// ```
    #[must_use]
    pub fn value(self) -> Option<GameValue> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }
}

impl std::ops::Neg for Bounds {
    type Output = Bounds;

    /// The same for the other player.
    fn neg(self) -> Bounds {
        Bounds {
            at_least: -self.at_most,
            at_most: -self.at_least,
        }
    }
}

impl std::fmt::Display for Bounds {
    /// `win`, `draw` or `loss`; `win or draw`, `draw or loss`, `unknown`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.at_least, self.at_most) {
            (GameValue::Loss, GameValue::Win) => f.pad("unknown"),
            (GameValue::Draw, GameValue::Win) => f.pad("win or draw"),
            (GameValue::Loss, GameValue::Draw) => f.pad("draw or loss"),
            (value, _) => f.pad(value.name()),
        }
    }
}

/// What was proved of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The value for the player on turn, or what is known of it.
    pub bounds: Bounds,
    /// Play of the proof to the end of the game, as far as there was time: the winner's moves win and the loser's hold out
    /// where the proof had most work, so it is seldom the shortest. Empty if the value is not known.
    pub line: Vec<Move>,
    /// Positions that were looked at.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

/// What was proved of a move, for the player who plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveProof {
    /// The move.
    pub mv: Move,
    /// The value of the position after it, or what is known of it.
    pub bounds: Bounds,
}

/// Proves who wins, by a search that only asks whether a number of stones is reached.
///
/// It needs no table and no number of plies. With up to some 14 stones on the board nearly everything is decided within a
/// second; `docs/endgames.md` has the shares. Rules of repetition and earlier positions are not
/// looked at: a win or a draw is one that can be forced.
///
/// ```
/// use togyz_ai::endgame::{GameValue, Prover};
/// use togyz_ai::Limits;
///
/// let mut prover = Prover::new(4)?;
/// // The first of A. Akshuraev's studies.
/// let study = "5,2S,2S,2/3,1S,t,1S,3S,2S,1S 78 72 S 1";
/// let proof = prover.prove(&study.parse()?, &Limits::nodes(1_000_000));
/// assert_eq!(proof.bounds.value(), Some(GameValue::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Prover {
    evaluator: DefaultEvaluator,
    first: FirstNumbers,
    table: ProofTable,
    endings: Option<Arc<Table>>,
}

/// Nodes of the first slice of a question; each later one has four times as many.
const FIRST_SLICE: u64 = 50_000;

impl Prover {
    /// A prover with a memory of some MiB. More than 64 pay only for proofs of minutes.
    ///
    /// # Errors
    /// [`EngineError`] if the size is out of range or the memory is not there.
    ///
    /// ```
    /// assert!(togyz_ai::endgame::Prover::new(0).is_err());
    /// ```
    pub fn new(mib: usize) -> Result<Prover, EngineError> {
        Ok(Prover {
            evaluator: DefaultEvaluator::default(),
            first: FirstNumbers::new(),
            table: ProofTable::new(mib)?,
            endings: None,
        })
    }

    /// Takes a table's word for positions with few stones. One that is read by position is too slow to help.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use togyz_ai::endgame::{Prover, Table, TableOptions};
    /// let mut prover = Prover::new(4)?;
    /// prover.set_table(Some(Arc::new(Table::build(&TableOptions::stones(3))?)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_table(&mut self, table: Option<Arc<Table>>) {
        self.endings = table;
    }

    /// Proves the value of a position within a time or a number of positions; other limits are not looked at.
    pub fn prove(&mut self, position: &Position, limits: &Limits) -> Proof {
        self.prove_with(position, limits, |_| ControlFlow::Continue(()))
    }

    /// [`prove`](Prover::prove) that asks about every millisecond whether to go on, and tells how many positions it has
    /// looked at.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use togyz_ai::{Limits, endgame::{Bounds, Prover}};
    /// use togyz_core::Position;
    /// let stopped = Prover::new(1)?.prove_with(&Position::START, &Limits::infinite(), |_| ControlFlow::Break(()));
    /// assert_eq!(stopped.bounds, Bounds::UNKNOWN);
    /// # Ok::<(), togyz_ai::EngineError>(())
    /// ```
    pub fn prove_with(
        &mut self,
        position: &Position,
        limits: &Limits,
        mut go_on: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Proof {
        self.table.clear();
        self.run(limits, &mut go_on).proof(position)
    }

    /// Proves the value of a position, and then that of each move while the limits last. The moves come in the order of
    /// their pits.
    pub fn prove_moves(
        &mut self,
        position: &Position,
        limits: &Limits,
        mut go_on: impl FnMut(u64) -> ControlFlow<()>,
    ) -> (Proof, Vec<MoveProof>) {
        self.table.clear();
        let mut run = self.run(limits, &mut go_on);
        let mut proof = run.proof(position);
        let moves = run.moves(position, proof.bounds);
        proof.nodes = run.nodes;
        proof.time = run.watch.elapsed();
        (proof, moves)
    }

    fn run<'a>(&'a mut self, limits: &Limits, go_on: GoOn<'a>) -> Run<'a> {
        Run {
            evaluator: &self.evaluator,
            first: &self.first,
            table: &mut self.table,
            endings: self.endings.as_deref(),
            watch: Stopwatch::start(),
            time: limits.move_time(),
            max_nodes: limits.max_nodes().unwrap_or(u64::MAX),
            nodes: 0,
            go_on,
            over: false,
            cut: false,
        }
    }
}

type GoOn<'a> = &'a mut dyn FnMut(u64) -> ControlFlow<()>;

/// One call of a prover.
struct Run<'a> {
    evaluator: &'a DefaultEvaluator,
    first: &'a FirstNumbers,
    table: &'a mut ProofTable,
    endings: Option<&'a Table>,
    watch: Stopwatch,
    time: Option<Duration>,
    max_nodes: u64,
    nodes: u64,
    go_on: GoOn<'a>,
    /// A limit was reached.
    over: bool,
    /// Lines were cut off, so a `false` proves nothing.
    cut: bool,
}

/// The stones that win, and those that do not lose.
const TO_WIN: u8 = MAJORITY;
const TO_DRAW: u8 = MAJORITY - 1;

impl Run<'_> {
    fn proof(&mut self, position: &Position) -> Proof {
        let bounds = self.decide(position, u64::MAX);
        let line = match bounds.value() {
            Some(value) => self.line(position, value),
            None => Vec::new(),
        };
        Proof {
            bounds,
            line,
            nodes: self.nodes,
            time: self.watch.elapsed(),
        }
    }

    /// Asks whether a side gets so many stones, for at most some more positions. Only certain answers are given.
    fn ask(&mut self, position: &Position, asker: Side, need: u8, nodes: u64) -> Option<bool> {
        let question = Question { asker, need };
        let (watch, time, before) = (self.watch, self.time, self.nodes);
        let go_on = |nodes| match time.is_some_and(|time| watch.elapsed() >= time) {
            true => ControlFlow::Break(()),
            false => (self.go_on)(before + nodes),
        };
        let left = self.max_nodes.saturating_sub(self.nodes);
        let mut solver = Solver::new(
            self.evaluator,
            self.first,
            self.table,
            self.endings,
            question,
            go_on,
        );
        solver.max_nodes = left.min(nodes);
        let answer = solver.solve(position);
        let (looked_at, aborted) = (solver.nodes, solver.aborted);
        self.cut |= solver.cut;
        self.nodes += looked_at;
        self.over |= self.nodes >= self.max_nodes || aborted && looked_at < nodes;
        answer.filter(|&answer| answer || !self.cut)
    }

    /// Asks both players in turn, with more time each time, until the value is known.
    fn decide(&mut self, position: &Position, nodes: u64) -> Bounds {
        let mover = position.side_to_move();
        let mut bounds = Bounds::UNKNOWN;
        let likely = match self.evaluator.evaluate(position) {
            0.. => [mover, !mover],
            _ => [!mover, mover],
        };
        let mut slice = FIRST_SLICE;
        let last = self.nodes.saturating_add(nodes);
        while bounds.value().is_none() && !self.over && self.nodes < last {
            for asker in likely {
                let seen = if asker == mover { bounds } else { -bounds };
                let found = self.narrow(position, asker, seen, slice);
                bounds = if asker == mover { found } else { -found };
                if bounds.value().is_some() || self.over {
                    break;
                }
            }
            slice = slice.saturating_mul(4);
        }
        bounds
    }

    /// What is known about a player's result after asking whether he wins.
    fn narrow(&mut self, position: &Position, asker: Side, seen: Bounds, nodes: u64) -> Bounds {
        if seen.at_most < GameValue::Win {
            return seen;
        }
        match self.ask(position, asker, TO_WIN, nodes) {
            Some(true) => Bounds::exactly(GameValue::Win),
            Some(false) => Bounds {
                at_most: GameValue::Draw,
                ..seen
            },
            // Where lines were cut off the other player's draw is shown by itself.
            None if self.cut && self.ask(position, !asker, TO_DRAW, nodes) == Some(true) => {
                Bounds {
                    at_most: GameValue::Draw,
                    ..seen
                }
            }
            None => seen,
        }
    }

    /// What each move is worth.
    fn moves(&mut self, position: &Position, root: Bounds) -> Vec<MoveProof> {
        let worth = |bounds: Bounds| Bounds {
            // No move is better than the position.
            at_most: bounds.at_most.min(root.at_most),
            ..bounds
        };
        let mut moves: Vec<MoveProof> = position
            .legal_moves()
            .iter()
            .map(|mv| MoveProof {
                mv,
                bounds: worth(Bounds::UNKNOWN),
            })
            .collect();
        let mut slice = 4 * FIRST_SLICE;
        while !self.over && moves.iter().any(|found| found.bounds.value().is_none()) {
            for found in &mut moves {
                if found.bounds.value().is_none() {
                    let after = position.play_unchecked(found.mv);
                    found.bounds = worth(-self.decide(&after, slice));
                }
            }
            slice = slice.saturating_mul(4);
        }
        moves
    }

    /// Play to the end in which nobody gives away what was proved.
    fn line(&mut self, position: &Position, value: GameValue) -> Vec<Move> {
        let mut position = *position;
        let mut value = value;
        let mut line = Vec::new();
        let mut seen = vec![position.key()];
        while !position.is_game_over() && position.decided().is_none() {
            let Some(mv) = self.keeping_move(&position, value, &seen) else {
                break;
            };
            line.push(mv);
            position = position.play_unchecked(mv);
            seen.push(position.key());
            value = -value;
        }
        line
    }

    /// A move that keeps a value: the winner's with the least work in its proof, the loser's with the most.
    fn keeping_move(
        &mut self,
        position: &Position,
        value: GameValue,
        seen: &[u64],
    ) -> Option<Move> {
        const NODES: u64 = 500_000;
        let mover = position.side_to_move();
        let question = match value {
            GameValue::Win => Question {
                asker: mover,
                need: TO_WIN,
            },
            GameValue::Draw | GameValue::Loss => Question {
                asker: !mover,
                need: TO_WIN,
            },
        };
        let mut moves: Vec<(Move, Position, bool, u8)> = Vec::new();
        for mv in position.legal_moves() {
            let after = position.play_unchecked(mv);
            let known = self
                .table
                .probe(question.key(&after), question.need_of_board(&after));
            let solved = known.is_some_and(|(numbers, _)| Numbers::answer(numbers).is_some());
            let work = known.map_or(0, |(_, work)| work);
            if !seen.contains(&after.key()) {
                moves.push((mv, after, solved, work));
            }
        }
        match value {
            GameValue::Loss => moves.sort_by_key(|&(_, _, _, work)| std::cmp::Reverse(work)),
            _ => moves.sort_by_key(|&(_, _, solved, work)| (!solved, work)),
        }
        for (mv, after, _, _) in moves {
            let kept = match value {
                GameValue::Loss => true,
                GameValue::Win => self.ask(&after, mover, TO_WIN, NODES) == Some(true),
                GameValue::Draw => {
                    self.ask(&after, !mover, TO_WIN, NODES) == Some(false)
                        || self.cut && self.ask(&after, mover, TO_DRAW, NODES) == Some(true)
                }
            };
            if kept {
                return Some(mv);
            }
        }
        None
    }
}
