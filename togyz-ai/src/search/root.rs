//! Iterative deepening at the root, on one thread or several.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use togyz_core::{Game, Move, MoveSet, Position, Side};

use super::limits::{Limits, MAX_DEPTH, TimeBounds};
use super::ordering::gain;
use super::params::SearchParams;
use super::table::Table;
use super::tables::OwnTables;
use super::worker::{INFINITE, Signals, Window, Worker};
use super::{Info, Line, SearchResult};
use crate::clock::Stopwatch;
use crate::endgame::{self, GameValue};
use crate::score::{DECIDED, LOST, WIN, WIN_BY_TABLE};
use crate::{Evaluator, Score};

/// All that a search works with.
pub(crate) struct Task<'a, E> {
    pub(crate) game: &'a Game,
    pub(crate) limits: &'a Limits,
    pub(crate) evaluator: &'a E,
    pub(crate) own: &'a OwnTables,
    pub(crate) table: &'a Table,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) threads: usize,
    pub(crate) overhead: Duration,
    pub(crate) params: SearchParams,
    /// Exact values of positions with few stones.
    pub(crate) endings: Option<&'a endgame::Table>,
    /// Only who wins is asked, not how soon: the search ends when it knows.
    pub(crate) verdict_only: bool,
}

/// Asked from time to time with the nodes so far; a `Break` ends the search.
pub(crate) type Poll<'a> = &'a mut dyn FnMut(u64) -> ControlFlow<()>;

/// The most nodes for the proof that a line has no faster end.
const PROOF_NODES: u64 = 200_000;
/// The first iteration that is searched with a window.
const ASPIRATION_DEPTH: u32 = 5;
/// A window that failed is opened beyond this margin, in hundredths of a stone.
const WIDEST: i32 = 2_000;

/// The value of a move that no iteration has reached.
const NOT_SEARCHED: i32 = -INFINITE;

/// The least value of a move that is not lost for certain.
const UNDECIDED: i32 = LOST + 1;

/// A root move with what the last iterations found.
#[derive(Clone, Debug)]
struct RootMove {
    mv: Move,
    /// What a table says that it brings; only better ones come before it.
    known: Option<GameValue>,
    value: i32,
    /// It was found to lose.
    loses: bool,
    pv: Vec<Move>,
}

struct Root<'a, E> {
    task: &'a Task<'a, E>,
    position: Position,
    moves: Vec<RootMove>,
    watch: Stopwatch,
    bounds: TimeBounds,
    /// Nodes of the helping threads.
    helper_nodes: &'a AtomicU64,
    /// Depth of the first thread's iteration.
    pace: &'a AtomicU32,
}

/// Searches and reports every finished iteration.
pub(crate) fn run<E: Evaluator>(
    task: &Task<'_, E>,
    poll: Option<Poll<'_>>,
    mut report: impl FnMut(&Info) -> ControlFlow<()>,
) -> SearchResult {
    let watch = Stopwatch::start();
    if let Some(over) = finished(task.game) {
        return over;
    }
    task.table.next_age();
    let halt = AtomicBool::new(false);
    let helper_nodes = AtomicU64::new(0);
    let pace = AtomicU32::new(0);
    // A helper counts for itself alone.
    let nobody = AtomicU64::new(0);
    let bounds = TimeBounds::of(task.limits, task.overhead);
    let threads = task.threads.max(1);
    let max_nodes = task.limits.max_nodes().map(|nodes| nodes / threads as u64);
    let signals = Signals {
        stop: task.stop,
        halt: &halt,
        watch,
        hard_time: bounds.hard,
        max_nodes: max_nodes.unwrap_or(u64::MAX),
        tally: None,
    };
    let helper_signals = Signals {
        tally: Some(&helper_nodes),
        ..signals
    };
    let root = |helper_nodes| Root {
        task,
        position: *task.game.position(),
        moves: root_moves(task),
        watch,
        bounds,
        helper_nodes,
        pace: &pace,
    };
    std::thread::scope(|scope| {
        for helper in 1..threads {
            let root = root(&nobody);
            // A thread that the system refuses is done without.
            let _ = std::thread::Builder::new().spawn_scoped(scope, move || {
                let own = OwnTables::default();
                root.deepen(
                    helper_signals,
                    &own,
                    Some(1 + helper as u32 % 2),
                    None,
                    |_| ControlFlow::Continue(()),
                )
            });
        }
        let info = root(&helper_nodes).deepen(signals, task.own, None, poll, &mut report);
        halt.store(true, Ordering::Relaxed);
        answer(info)
    })
}

fn answer(info: Info) -> SearchResult {
    let line = info.lines.first();
    SearchResult {
        best: line.and_then(|line| line.pv.first().copied()),
        score: line.map_or(Score::Stones(0), |line| line.score),
        outcome: None,
        info,
    }
}

/// The answer about a game that is over: no move.
fn finished(game: &Game) -> Option<SearchResult> {
    let outcome = game.outcome()?;
    let mover = game.position().side_to_move();
    let score = match outcome.winner {
        None => Score::Draw,
        Some(side) if side == mover => Score::Win(0),
        Some(_) => Score::Loss(0),
    };
    let info = Info {
        depth: 0,
        seldepth: 0,
        nodes: 0,
        time: Duration::ZERO,
        hashfull: 0,
        lines: Vec::new(),
    };
    Some(SearchResult {
        best: None,
        score,
        outcome: Some(outcome),
        info,
    })
}

/// The moves to look at, the greatest gain first: the answer if there is no time to think at all. Where a table has the
/// position, it tells which moves keep the result, and the search which of them gets on.
fn root_moves<E>(task: &Task<'_, E>) -> Vec<RootMove> {
    let position = task.game.position();
    let legal = position.legal_moves();
    let asked = legal.intersection(task.limits.allowed_moves());
    let moves: MoveSet = if asked.is_empty() { legal } else { asked };
    let endings = task.endings.filter(|table| table.contains(position));
    let known = |mv| {
        // What cannot be read is searched.
        let after = endings?.result(&position.play_unchecked(mv)).ok()?;
        after.map(std::ops::Neg::neg)
    };
    let mut moves: Vec<RootMove> = moves
        .iter()
        .map(|mv| RootMove {
            mv,
            known: known(mv),
            value: NOT_SEARCHED,
            loses: false,
            pv: vec![mv],
        })
        .collect();
    moves.sort_by_key(|root| (Reverse(root.known), -gain(position, root.mv)));
    moves
}

/// Keys of the earlier positions of a game that the search could reach again.
fn repeatable(game: &Game) -> Vec<u64> {
    let now = game.position();
    if now.has_tuzdyk() {
        return Vec::new();
    }
    let same = |then: &&Position| {
        Side::ALL
            .iter()
            .all(|&side| then.kazan(side) == now.kazan(side))
    };
    let earlier = game.positions().iter().rev().skip(1).take_while(same);
    let mut keys: Vec<u64> = earlier.map(Position::key).collect();
    keys.reverse();
    keys
}

impl<E: Evaluator> Root<'_, E> {
    /// Searches one ply deeper after the other. Helping threads stay ahead of the first one, by two plies or one in turn:
    /// what they leave in the table is then of use to it.
    fn deepen(
        mut self,
        signals: Signals<'_>,
        own: &OwnTables,
        lead: Option<u32>,
        poll: Option<Poll<'_>>,
        mut report: impl FnMut(&Info) -> ControlFlow<()>,
    ) -> Info {
        let task = self.task;
        let for_margin = self.position.decided().is_some();
        let path = repeatable(task.game);
        let mut worker = Worker::new(
            task.evaluator,
            own,
            task.table,
            signals,
            task.params,
            path,
            for_margin,
        );
        // From a position of the table on it is no help to be told the same about every move.
        worker.endings = task.endings.filter(|table| !table.contains(&self.position));
        worker.poll = poll.map(|poll| poll as Poll<'_>);
        let lines = task.limits.line_count().min(self.moves.len());
        let max_depth = task.limits.max_depth().unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let mut info = self.info(&worker, 0, lines, false);
        // A stop that came before the search counts.
        worker.aborted = worker.signalled();
        let mut depth = 1 + lead.unwrap_or(0);
        let deepest = max_depth.max(depth);
        while !worker.aborted && depth <= deepest {
            if lead.is_none() {
                self.pace.store(depth, Ordering::Relaxed);
            }
            worker.guessed = false;
            for line in 0..lines {
                self.search_line(&mut worker, depth, line);
            }
            if worker.aborted {
                // What an unfinished iteration found to be better stands at the front already.
                info = self.info(&worker, info.depth, lines, false);
                break;
            }
            if !task.verdict_only {
                self.shorten(&mut worker, depth, lines);
            }
            let exact = !worker.guessed && !for_margin;
            info = self.info(&worker, depth, lines, exact);
            let ends = report(&info).is_break()
                || self.is_settled(depth, exact, lines)
                || self.is_late(info.nodes);
            if ends {
                break;
            }
            depth += 1;
            if let Some(lead) = lead {
                depth = depth.max(self.pace.load(Ordering::Relaxed) + lead);
            }
        }
        worker.tell_rest();
        info
    }

    /// Searches the moves from a place on for the best of them, first near the last value.
    fn search_line(&mut self, worker: &mut Worker<'_, E>, depth: u32, line: usize) {
        let last = self.moves[line].value;
        let mut margin = self.task.params.aspiration;
        let narrow = margin > 0 && depth >= ASPIRATION_DEPTH && last.abs() < DECIDED;
        let mut window = Window::OPEN;
        if narrow {
            window = Window {
                alpha: last - margin,
                beta: last + margin,
            };
        }
        loop {
            let value = self.search_window(worker, depth, line, window);
            if worker.aborted {
                // That a move loses says nothing while others were not looked at.
                if self.moves[line].value <= LOST {
                    self.moves[line].value = last;
                }
                return;
            }
            margin = margin.saturating_mul(4);
            if value <= window.alpha {
                window.alpha = if margin > WIDEST {
                    -INFINITE
                } else {
                    value - margin
                };
            } else if value >= window.beta {
                window.beta = if margin > WIDEST {
                    INFINITE
                } else {
                    value + margin
                };
            } else {
                return;
            }
        }
    }

    /// Searches the moves from a place on within a window, brings the best there, and returns its value.
    fn search_window(
        &mut self,
        worker: &mut Worker<'_, E>,
        depth: u32,
        line: usize,
        mut window: Window,
    ) -> i32 {
        let mut best = -INFINITE;
        for index in line..self.moves.len() {
            if self.moves[index].known != self.moves[line].known {
                break;
            }
            let mv = self.moves[index].mv;
            let value = worker.search_root_move(&self.position, mv, depth, window, index - line);
            if worker.aborted {
                if index > line && best <= LOST && !self.moves[index].loses {
                    self.prefer_unrefuted(line, index);
                }
                return best;
            }
            self.moves[index].loses |= value <= LOST;
            best = best.max(value);
            if value > window.alpha {
                window.alpha = value;
                self.moves[index].value = value;
                self.moves[index].pv = worker.line_after(mv);
                self.moves[line..=index].rotate_right(1);
                if value >= window.beta {
                    break;
                }
            }
        }
        best
    }

    /// Brings a move to the front before which all were found to lose: whatever it is worth, it is no worse.
    fn prefer_unrefuted(&mut self, line: usize, index: usize) {
        let last = self.moves[line].value;
        self.moves[line..=index].rotate_right(1);
        let found = &mut self.moves[line];
        found.value = last;
        found.pv = vec![found.mv];
    }

    /// Looks for faster ends of the lines that are decided: pruning may have passed them over. Where that takes too
    /// long, the distance stands as the bound it is.
    fn shorten(&mut self, worker: &mut Worker<'_, E>, depth: u32, lines: usize) {
        let guessed = worker.guessed;
        // The longest loss that comes sooner than the search had it.
        let mut sooner = 0;
        for root in &mut self.moves[..lines] {
            loop {
                let distance = (WIN - root.value.abs()) as u32;
                if root.value.abs() < DECIDED || distance > depth || distance < 2 {
                    break;
                }
                let proved = worker.prove_root_move(
                    &self.position,
                    root.mv,
                    distance - 1,
                    Window::OPEN,
                    PROOF_NODES,
                );
                match proved {
                    // The table may answer with a decided value of any distance.
                    Some(value) if WIN - value.abs() < distance as i32 => {
                        if value <= LOST {
                            sooner = distance.max(sooner);
                        }
                        root.value = value;
                        root.pv = worker.line_after(root.mv);
                    }
                    _ => break,
                }
            }
        }
        self.sort_lines(lines);
        self.overtake(worker, depth, lines, sooner);
        worker.guessed = guessed;
    }

    /// Brings the best lines to the front. Stable, so that equal ones stay as the search has them.
    fn sort_lines(&mut self, lines: usize) {
        self.moves[..lines].sort_by_key(|root| (Reverse(root.known), -root.value));
    }

    /// Looks for moves that win faster than the last line, which pruning may have passed over as well; and where a loss
    /// turned out to come sooner, by so many plies at most, for moves that hold out longer.
    fn overtake(&mut self, worker: &mut Worker<'_, E>, depth: u32, lines: usize, sooner: u32) {
        let mut left = PROOF_NODES;
        for index in lines..self.moves.len() {
            let last = self.moves[lines - 1].value;
            let distance = (WIN - last.abs()) as u32;
            let same = self.moves[index].known == self.moves[lines - 1].known;
            if !same || last.abs() < DECIDED || distance > depth || distance < 2 {
                return;
            }
            let plies = match last {
                DECIDED.. => distance - 1,
                _ if sooner >= distance => sooner,
                // A loss that stands: no other move lasted longer.
                _ => return,
            };
            let mv = self.moves[index].mv;
            let window = Window::above(last);
            let before = worker.nodes;
            let proved = worker.prove_root_move(&self.position, mv, plies, window, left);
            left = left.saturating_sub(worker.nodes - before);
            if let Some(value) = proved
                && value > last
            {
                self.moves[index].value = value;
                self.moves[index].pv = worker.line_after(mv);
                self.moves.swap(lines - 1, index);
                self.sort_lines(lines);
            }
        }
    }

    /// Whether more depth cannot change the answer: all lines are decided within the depth, or exhausted.
    fn is_settled(&self, depth: u32, exact: bool, lines: usize) -> bool {
        let decided = |root: &RootMove| {
            let within = WIN - root.value.abs() <= depth as i32;
            root.value.abs() >= DECIDED && (within || self.task.verdict_only)
        };
        exact || self.moves[..lines].iter().all(decided)
    }

    /// Whether no other iteration may begin after so many nodes.
    fn is_late(&self, nodes: u64) -> bool {
        let (limits, bounds) = (self.task.limits, self.bounds);
        let forced = self.moves.len() == 1 && limits.plays_forced_at_once();
        forced && bounds.hard.is_some()
            || limits.max_soft_nodes().is_some_and(|most| nodes >= most)
            || bounds.soft.is_some_and(|soft| self.watch.elapsed() >= soft)
    }

    fn info(&self, worker: &Worker<'_, E>, depth: u32, lines: usize, exact: bool) -> Info {
        let decided = self.position.decided();
        let score = |root: &RootMove| match (root.value, root.known) {
            // Won or lost already, and only played out for the margin.
            _ if decided.is_some() => match decided == Some(self.position.side_to_move()) {
                true => Score::Win(0),
                false => Score::Loss(0),
            },
            (..DECIDED, Some(GameValue::Win)) => Score::from_value(WIN_BY_TABLE),
            (_, Some(GameValue::Draw)) => Score::Draw,
            (..=NOT_SEARCHED | UNDECIDED.., Some(GameValue::Loss)) => {
                Score::from_value(-WIN_BY_TABLE)
            }
            (..=NOT_SEARCHED, _) => Score::Stones(0),
            (0, _) if exact => Score::Draw,
            (value, _) => Score::from_value(value),
        };
        let line = |root: &RootMove| Line {
            score: score(root),
            pv: root.pv.clone(),
        };
        Info {
            depth,
            seldepth: worker.seldepth as u32,
            nodes: worker.nodes + self.helper_nodes.load(Ordering::Relaxed),
            time: self.watch.elapsed(),
            hashfull: self.task.table.hashfull(),
            lines: self.moves[..lines].iter().map(line).collect(),
        }
    }
}
