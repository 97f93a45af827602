//! One thread of search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use togyz_core::{MAJORITY, Move, Position};

use super::limits::MAX_DEPTH;
use super::ordering::{Killers, Ordered};
use super::table::{Bound, Entry, Table};
use crate::Evaluator;
use crate::clock::Stopwatch;
use crate::score::{DECIDED, MAX_EVAL, WIN};

/// Longest line, a little more than the deepest iteration.
pub(super) const MAX_PLY: usize = MAX_DEPTH as usize + 8;
/// A value beyond all others.
pub(super) const INFINITE: i32 = WIN + 1;
/// The table pays from this depth up; below it, its cache misses cost more than they save.
const TABLE_DEPTH: u32 = 2;
/// Nodes between two looks at the clock and the stop signals.
const POLL: u64 = 1024;

/// What ends a search from outside.
#[derive(Clone, Copy)]
pub(super) struct Signals<'a> {
    /// The user's stop.
    pub(super) stop: &'a AtomicBool,
    /// The main thread is done.
    pub(super) halt: &'a AtomicBool,
    pub(super) watch: Stopwatch,
    pub(super) hard_time: Option<Duration>,
    pub(super) max_nodes: u64,
}

/// The moves expected from each ply on.
struct PvTable {
    lines: Vec<Vec<Move>>,
}

impl PvTable {
    fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// The line of a ply is a move and the line of the next ply.
    fn raise(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }
}

pub(super) struct Worker<'a, E> {
    evaluator: &'a E,
    table: &'a Table,
    signals: Signals<'a>,
    /// Keys of the positions before the one at hand that could still recur.
    path: Vec<u64>,
    killers: Vec<Killers>,
    pv: PvTable,
    /// The result is settled already and only the margin is played for.
    for_margin: bool,
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
    pub(super) aborted: bool,
    /// Whether anything but finished games went into the values of this iteration.
    pub(super) guessed: bool,
}

impl<'a, E: Evaluator> Worker<'a, E> {
    pub(super) fn new(
        evaluator: &'a E,
        table: &'a Table,
        signals: Signals<'a>,
        path: Vec<u64>,
        for_margin: bool,
    ) -> Worker<'a, E> {
        Worker {
            evaluator,
            table,
            signals,
            path,
            killers: vec![Killers::default(); MAX_PLY + 1],
            pv: PvTable {
                lines: vec![Vec::new(); MAX_PLY + 2],
            },
            for_margin,
            nodes: 0,
            seldepth: 0,
            aborted: false,
            guessed: false,
        }
    }

    /// The line expected after a root move.
    pub(super) fn line_after(&self, mv: Move) -> Vec<Move> {
        let mut line = vec![mv];
        line.extend_from_slice(&self.pv.lines[1]);
        line
    }

    /// The value of a root move for the player on turn at the root.
    pub(super) fn search_root_move(
        &mut self,
        root: &Position,
        mv: Move,
        depth: u32,
        alpha: i32,
        beta: i32,
        first: bool,
    ) -> i32 {
        self.path.push(root.key());
        let value = self.child(root, mv, depth, alpha, beta, 0, first);
        self.path.pop();
        value
    }

    /// The value of a move: with the full window for the first one, else only whether it is better.
    #[allow(clippy::too_many_arguments, reason = "the arguments of alpha-beta")]
    fn child(
        &mut self,
        position: &Position,
        mv: Move,
        depth: u32,
        alpha: i32,
        beta: i32,
        ply: usize,
        first: bool,
    ) -> i32 {
        let next = position.play_unchecked(mv);
        if first {
            return -self.search(&next, depth - 1, -beta, -alpha, ply + 1);
        }
        let value = -self.search(&next, depth - 1, -alpha - 1, -alpha, ply + 1);
        if value > alpha && value < beta {
            return -self.search(&next, depth - 1, -beta, -alpha, ply + 1);
        }
        value
    }

    /// Counts a node and looks whether the search must end.
    fn visit(&mut self, ply: usize) -> bool {
        if self.nodes >= self.signals.max_nodes {
            self.aborted = true;
        }
        if self.aborted {
            return false;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes.is_multiple_of(POLL) && self.signalled() {
            self.aborted = true;
        }
        !self.aborted
    }

    /// Whether a signal or the clock says to end.
    pub(super) fn signalled(&self) -> bool {
        let signals = &self.signals;
        signals.stop.load(Ordering::Relaxed)
            || signals.halt.load(Ordering::Relaxed)
            || signals
                .hard_time
                .is_some_and(|time| signals.watch.elapsed() >= time)
    }

    /// The value of a finished position for the player on turn.
    fn finished(&self, position: &Position, ply: usize) -> Option<i32> {
        let mover = position.side_to_move();
        let win = WIN - ply as i32;
        if !self.for_margin {
            if position.kazan(!mover) >= MAJORITY {
                return Some(-win);
            }
            if position.kazan(mover) >= MAJORITY {
                return Some(win);
            }
        }
        if !position.legal_moves().is_empty() {
            return None;
        }
        // Stuck: all that lies on the board is the other player's.
        let kazan = i32::from(position.kazan(mover));
        if self.for_margin {
            return Some(100 * (2 * kazan - i32::from(togyz_core::STONES)));
        }
        Some(if kazan + 1 == i32::from(MAJORITY) {
            0
        } else {
            -win
        })
    }

    fn guess(&mut self, position: &Position) -> i32 {
        self.guessed = true;
        self.evaluator.evaluate(position).clamp(-MAX_EVAL, MAX_EVAL)
    }

    fn search(
        &mut self,
        position: &Position,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        self.pv.clear(ply);
        if !self.visit(ply) {
            return 0;
        }
        if let Some(value) = self.finished(position, ply) {
            return value;
        }
        if depth == 0 || ply >= MAX_PLY {
            return self.guess(position);
        }
        let key = position.key();
        // With a tuzdyk on the board no position can recur.
        if !position.has_tuzdyk() && self.path.contains(&key) {
            self.guessed = true;
            return 0;
        }
        let is_pv = beta - alpha > 1;
        let known = match depth {
            TABLE_DEPTH.. => self.table.probe(key, ply),
            _ => None,
        };
        if let Some(entry) = known
            && !is_pv
            && let Some(value) = cut_off(&entry, depth, alpha, beta)
        {
            self.guessed |= value.abs() < DECIDED;
            return value;
        }

        let legal = position.legal_moves();
        let hint = known
            .and_then(|entry| entry.best)
            .filter(|&mv| legal.contains(mv));
        let mut best = -INFINITE;
        let mut best_move = None;
        let old_alpha = alpha;
        self.path.push(key);
        for mv in Ordered::new(position, legal, hint, &self.killers[ply]) {
            let first = best_move.is_none() && best == -INFINITE;
            let value = self.child(position, mv, depth, alpha, beta, ply, first);
            if self.aborted {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    alpha = value;
                    self.pv.raise(ply, mv);
                    if alpha >= beta {
                        self.killers[ply].add(mv);
                        break;
                    }
                }
            }
        }
        self.path.pop();
        if !self.aborted && depth >= TABLE_DEPTH {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let entry = Entry {
                value: best,
                depth,
                bound,
                best: best_move,
            };
            self.table.store(key, ply, entry);
        }
        best
    }
}

/// The value of an entry that settles a node.
fn cut_off(entry: &Entry, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value >= beta,
        Bound::Upper => entry.value <= alpha,
    };
    (entry.depth >= depth && settles).then_some(entry.value)
}
