//! One thread of search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use togyz_core::{MAJORITY, Move, Position};

use super::eval_cache::EvalCache;
use super::limits::MAX_DEPTH;
use super::ordering::{Killers, Order, Ordered, Tried, gain};
use super::params::SearchParams;
use super::pruning::OPEN;
use super::reductions::Reductions;
use super::root::Poll;
use super::table::{Bound, Entry, Table};
use super::tables::{OwnTables, Tables};
use crate::Evaluator;
use crate::clock::Stopwatch;
use crate::endgame::{self, GameValue};
use crate::score::{DECIDED, LOST, MAX_EVAL, WIN, WIN_BY_TABLE};

/// Longest line, with room for extensions and captures beyond the deepest iteration.
pub(super) const MAX_PLY: usize = MAX_DEPTH as usize + 48;
/// A value beyond all others.
pub(super) const INFINITE: i32 = WIN + 1;
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
    /// Where a helping thread counts its nodes for the main one.
    pub(super) tally: Option<&'a AtomicU64>,
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

/// The bounds between which a value matters.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const OPEN: Window = Window {
        alpha: -INFINITE,
        beta: INFINITE,
    };

    /// Everything above alpha.
    pub(super) const fn above(alpha: i32) -> Window {
        Window {
            alpha,
            beta: INFINITE,
        }
    }

    /// Seen by the other player.
    fn turned(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Only whether a value is above alpha.
    fn question(self) -> Window {
        Window {
            alpha: self.alpha,
            beta: self.alpha + 1,
        }
    }

    pub(super) fn is_question(self) -> bool {
        self.beta - self.alpha == 1
    }
}

pub(super) struct Worker<'a, E> {
    evaluator: &'a E,
    evaluations: &'a EvalCache,
    tables: Tables<'a>,
    signals: Signals<'a>,
    pub(super) poll: Option<Poll<'a>>,
    /// Exact values of positions with few stones.
    pub(super) endings: Option<&'a endgame::Table>,
    pub(super) params: SearchParams,
    reductions: Reductions,
    /// Keys of the positions before the one at hand that could still recur.
    path: Vec<u64>,
    killers: Vec<Killers>,
    pv: PvTable,
    /// The result is settled already and only the margin is played for.
    pub(super) for_margin: bool,
    /// Only what is certain is taken from the table.
    proving: bool,
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
    pub(super) aborted: bool,
    /// Whether anything but finished games went into the values of this iteration.
    pub(super) guessed: bool,
}

impl<'a, E: Evaluator> Worker<'a, E> {
    pub(super) fn new(
        evaluator: &'a E,
        own: &'a OwnTables,
        table: &'a Table,
        signals: Signals<'a>,
        params: SearchParams,
        path: Vec<u64>,
        for_margin: bool,
    ) -> Worker<'a, E> {
        Worker {
            evaluator,
            evaluations: &own.evaluations,
            tables: Tables::new(own, table),
            signals,
            poll: None,
            endings: None,
            params,
            reductions: Reductions::new(params.reduction),
            path,
            killers: vec![Killers::default(); MAX_PLY + 1],
            pv: PvTable {
                lines: vec![Vec::new(); MAX_PLY + 2],
            },
            for_margin,
            proving: false,
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
        window: Window,
        place: usize,
    ) -> i32 {
        self.path.push(root.key());
        let quiet = gain(root, mv) <= 0;
        let tried = Tried {
            mv,
            quiet,
            reducible: quiet,
        };
        let value = self.child(root, tried, depth as i32, window, 0, place);
        self.path.pop();
        value
    }

    /// The value of a root move with every reply to the full depth, and nothing taken from the table that pruning
    /// may have spoilt; `None` if it takes more than some nodes.
    pub(super) fn prove_root_move(
        &mut self,
        root: &Position,
        mv: Move,
        depth: u32,
        window: Window,
        max_nodes: u64,
    ) -> Option<i32> {
        let (params, limit) = (self.params, self.signals.max_nodes);
        self.params = SearchParams::FULL_WIDTH;
        let reductions = std::mem::replace(&mut self.reductions, Reductions::new(0));
        self.signals.max_nodes = limit.min(self.nodes.saturating_add(max_nodes));
        self.proving = true;
        let value = self.search_root_move(root, mv, depth, window, 0);
        let done = !self.aborted;
        // What ran out here was only the budget of the proof, unless the whole search has to end.
        self.aborted = self.signalled() || self.nodes >= limit;
        self.proving = false;
        self.signals.max_nodes = limit;
        self.reductions = reductions;
        self.params = params;
        done.then_some(value)
    }

    /// The value of a move: the first one with the whole window, a later one less deep and only whether it is
    /// better, until it is.
    fn child(
        &mut self,
        position: &Position,
        tried: Tried,
        depth: i32,
        window: Window,
        ply: usize,
        place: usize,
    ) -> i32 {
        let next = position.play_unchecked(tried.mv);
        let full = depth - 1;
        if place == 0 {
            return -self.search(&next, full, window.turned(), ply + 1);
        }
        let question = window.question();
        let reduced = if tried.reducible {
            self.reductions.of(depth, place)
        } else {
            0
        };
        if reduced > 0 {
            let value = -self.search(&next, full - reduced, question.turned(), ply + 1);
            if value <= window.alpha || self.aborted {
                return value;
            }
        }
        let value = -self.search(&next, full, question.turned(), ply + 1);
        if value > window.alpha && value < window.beta && !self.aborted {
            return -self.search(&next, full, window.turned(), ply + 1);
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
        if self.nodes.is_multiple_of(POLL) {
            self.tell(POLL);
            if self
                .poll
                .as_mut()
                .is_some_and(|poll| poll(self.nodes).is_break())
            {
                self.signals.stop.store(true, Ordering::Relaxed);
            }
            self.aborted = self.signalled();
        }
        !self.aborted
    }

    /// Adds nodes to what the main thread knows of a helping one.
    fn tell(&self, nodes: u64) {
        if let Some(tally) = self.signals.tally {
            tally.fetch_add(nodes, Ordering::Relaxed);
        }
    }

    /// Tells of the nodes since the last look at the signals.
    pub(super) fn tell_rest(&self) {
        self.tell(self.nodes % POLL);
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
        let [own, other] = position.kazans_by_mover();
        let win = WIN - ply as i32;
        if !self.for_margin {
            if other >= MAJORITY {
                return Some(-win);
            }
            if own >= MAJORITY {
                return Some(win);
            }
        }
        if !position.legal_moves().is_empty() {
            return self.by_table(position, ply);
        }
        // Stuck: all that lies on the board is the other player's.
        let kazan = i32::from(own);
        if self.for_margin {
            return Some(100 * (2 * kazan - i32::from(togyz_core::STONES)));
        }
        Some(if kazan + 1 == i32::from(MAJORITY) {
            0
        } else {
            -win
        })
    }

    /// What a table says about a position, for the player on turn.
    fn by_table(&self, position: &Position, ply: usize) -> Option<i32> {
        // What cannot be read is searched.
        let entry = self.endings?.probe(position).ok()??;
        let [own, _] = position.kazans_by_mover();
        let stones = own + entry.value;
        if self.for_margin {
            return Some(100 * (2 * i32::from(stones) - i32::from(togyz_core::STONES)));
        }
        Some(match GameValue::of_stones(stones) {
            GameValue::Win => WIN_BY_TABLE - ply as i32,
            GameValue::Draw => 0,
            GameValue::Loss => ply as i32 - WIN_BY_TABLE,
        })
    }

    pub(super) fn guess(&mut self, position: &Position) -> i32 {
        self.guessed = true;
        let evaluate = || self.evaluator.evaluate(position).clamp(-MAX_EVAL, MAX_EVAL);
        self.evaluations.get(position.key(), evaluate)
    }

    pub(super) fn search(
        &mut self,
        position: &Position,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> i32 {
        self.pv.clear(ply);
        if depth <= 0 {
            return self.quiescence(position, self.params.quiescence, window, ply);
        }
        if !self.visit(ply) {
            return 0;
        }
        if let Some(value) = self.finished(position, ply) {
            return value;
        }
        if ply >= MAX_PLY {
            return self.guess(position);
        }
        let key = position.key();
        // With a tuzdyk on the board no position can recur.
        if !position.has_tuzdyk() && self.path.contains(&key) {
            self.guessed = true;
            return 0;
        }
        let known = self.tables.probe(key, depth, ply);
        if let Some(entry) = known
            && window.is_question()
            && let Some(value) = cut_off(&entry, depth, window)
            && (!self.proving || is_certain(value, window))
        {
            self.guessed |= value.abs() < DECIDED;
            return value;
        }
        let legal = position.legal_moves();
        let hint = known
            .and_then(|entry| entry.best)
            .filter(|&mv| legal.contains(mv));
        let evaluation = match self.needs_evaluation(position, depth, window) {
            true => Some(self.guess(position)),
            false => None,
        };
        if let Some(evaluation) = evaluation
            && self.is_beyond(depth, window, evaluation)
        {
            return evaluation;
        }
        if let Some(value) = self.above(position, depth, window, ply, known) {
            return value;
        }
        self.path.push(key);
        let found = self.search_moves(position, depth, window, ply, hint, evaluation);
        self.path.pop();
        if !self.aborted {
            let bound = if found.value >= window.beta {
                Bound::Lower
            } else if found.value > window.alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let entry = Entry {
                value: found.value,
                depth: depth as u32,
                bound,
                best: found.best,
            };
            self.tables.store(key, ply, entry);
        }
        found.value
    }

    /// The best of the moves, each searched a ply less deep.
    fn search_moves(
        &mut self,
        position: &Position,
        depth: i32,
        mut window: Window,
        ply: usize,
        hint: Option<Move>,
        evaluation: Option<i32>,
    ) -> Found {
        let mut found = Found {
            value: -INFINITE,
            best: None,
        };
        let mut ordered = Ordered::new(position.legal_moves(), hint);
        let mut place = 0;
        let is_far = self.is_far_from_the_end(position);
        loop {
            let ranks = is_far
                && self.params.rank_depth > 0
                && depth >= self.params.rank_depth
                && window.alpha < OPEN
                && window.beta > -OPEN;
            let order = Order {
                position,
                evaluator: ranks.then_some(self.evaluator),
                killers: self.params.killers.then(|| &self.killers[ply]),
            };
            let Some(mut tried) = ordered.next(&order) else {
                break;
            };
            tried.reducible &= is_far;
            if tried.quiet && place > 0 && self.is_futile(depth, window, evaluation, found.value) {
                continue;
            }
            let value = self.child(position, tried, depth, window, ply, place);
            if self.aborted {
                return found;
            }
            place += 1;
            if value > found.value {
                found.value = value;
                if value > window.alpha {
                    found.best = Some(tried.mv);
                    window.alpha = value;
                    self.pv.raise(ply, tried.mv);
                    if value >= window.beta {
                        self.killers[ply].add(tried.mv);
                        break;
                    }
                }
            }
        }
        found
    }

    /// The value of a position when only captures are still played, or nothing at all.
    fn quiescence(&mut self, position: &Position, left: u32, window: Window, ply: usize) -> i32 {
        if !self.visit(ply) {
            return 0;
        }
        self.pv.clear(ply);
        if let Some(value) = self.finished(position, ply) {
            return value;
        }
        let stand = self.guess(position);
        if left == 0 || stand >= window.beta || ply >= MAX_PLY {
            return stand;
        }
        let mut best = stand;
        let mut alpha = window.alpha.max(stand);
        let mut ordered = Ordered::new(position.legal_moves(), None);
        let order = Order::<E> {
            position,
            evaluator: None,
            killers: None,
        };
        while let Some(tried) = ordered.next(&order) {
            if gain(position, tried.mv) < self.params.quiescence_gain {
                break;
            }
            let next = position.play_unchecked(tried.mv);
            let below = Window {
                alpha: -window.beta,
                beta: -alpha,
            };
            let value = -self.quiescence(&next, left - 1, below, ply + 1);
            if self.aborted {
                return 0;
            }
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value >= window.beta {
                    break;
                }
            }
        }
        best
    }
}

/// What the moves of a node came to.
struct Found {
    value: i32,
    best: Option<Move>,
}

/// Whether a value from the table holds however it was found: a win that is at least this fast, or a loss.
fn is_certain(value: i32, window: Window) -> bool {
    value >= DECIDED && value >= window.beta || value <= LOST && value <= window.alpha
}

/// The value of an entry that settles a node.
fn cut_off(entry: &Entry, depth: i32, window: Window) -> Option<i32> {
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value >= window.beta,
        Bound::Upper => entry.value <= window.alpha,
    };
    (entry.depth as i32 >= depth && settles).then_some(entry.value)
}
