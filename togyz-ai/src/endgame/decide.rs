//! One proof: plain searches, proof-number searches and the main search in turn.

use std::ops::ControlFlow;
use std::time::Duration;

use togyz_core::{Game, MAJORITY, Move, Position, STONES, Side};

use super::proof_table::{Numbers, ProofTable};
use super::prove::{Bounds, MoveProof, Proof, Prover};
use super::solver::{FirstNumbers, How, Question, Solver};
use super::{GameValue, Table};
use crate::clock::Stopwatch;
use crate::{Engine, Evaluator, Limits, Score};

/// Positions of the first slice of a question; each later one has twice as many.
const FIRST_SLICE: u64 = 12_500;
const LAST_SLICE: u64 = 1 << 40;
/// The player who looks better is asked about so many times as many.
const FAVOURED: u64 = 3;
/// With so few stones, looking at every move in turn answers most questions, and takes less time for a position; with more it
/// seldom comes to an end.
const FEW: u8 = 18;
/// The main search looks at so many positions for each one by proof numbers, in about the same time.
const SEARCHED: u64 = 3;

pub(super) type GoOn<'a> = &'a mut dyn FnMut(u64) -> ControlFlow<()>;

/// One call of a prover.
pub(super) struct Run<'a> {
    engine: &'a mut Engine,
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

/// The result that a score is certain of.
fn decided(score: Score) -> Option<GameValue> {
    match score {
        Score::Win(_) => Some(GameValue::Win),
        Score::Draw => Some(GameValue::Draw),
        Score::Loss(_) => Some(GameValue::Loss),
        Score::Stones(_) => None,
    }
}

/// The stones that win, and those that do not lose.
const TO_WIN: u8 = MAJORITY;
const TO_DRAW: u8 = MAJORITY - 1;

impl<'a> Run<'a> {
    pub(super) fn new(prover: &'a mut Prover, limits: &Limits, go_on: GoOn<'a>) -> Run<'a> {
        Run {
            engine: &mut prover.engine,
            first: &prover.first,
            table: &mut prover.table,
            endings: prover.endings.as_deref(),
            watch: Stopwatch::start(),
            time: limits.move_time(),
            max_nodes: limits.max_nodes().unwrap_or(u64::MAX),
            nodes: 0,
            go_on,
            over: false,
            cut: false,
        }
    }

    pub(super) fn proof(&mut self, position: &Position) -> Proof {
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

    /// The value of a position, and then of each move.
    pub(super) fn proof_of_moves(&mut self, position: &Position) -> (Proof, Vec<MoveProof>) {
        let mut proof = self.proof(position);
        let moves = self.moves(position, proof.bounds);
        proof.nodes = self.nodes;
        proof.time = self.watch.elapsed();
        (proof, moves)
    }

    /// Asks whether a side gets so many stones, for at most some more positions. Only certain answers are given.
    fn ask(
        &mut self,
        position: &Position,
        question: Question,
        how: How,
        nodes: u64,
    ) -> Option<bool> {
        let (watch, time, before) = (self.watch, self.time, self.nodes);
        let go_on = |nodes| match time.is_some_and(|time| watch.elapsed() >= time) {
            true => ControlFlow::Break(()),
            false => (self.go_on)(before + nodes),
        };
        // What is over may still be told what is known.
        let left = match self.over {
            true => 0,
            false => self.max_nodes.saturating_sub(self.nodes),
        };
        let mut solver = Solver::new(
            self.engine.evaluator(),
            self.first,
            self.table,
            self.endings,
            question,
            how,
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

    /// [`ask`](Run::ask) in both ways: every move in turn, and by proof numbers.
    fn ask_twice(&mut self, position: &Position, question: Question, nodes: u64) -> Option<bool> {
        let [own, other] = position.kazans_by_mover();
        let in_turn = match STONES - own - other {
            0..=FEW => 2 * nodes,
            _ => nodes / 4,
        };
        let plain = self.ask(position, question, How::EveryMove, in_turn);
        plain.or_else(|| self.ask(position, question, How::ProofNumbers, nodes))
    }

    /// Asks both players and the main search in turn, with more time each time, until the value is known.
    fn decide(&mut self, position: &Position, nodes: u64) -> Bounds {
        let mover = position.side_to_move();
        let mut bounds = Bounds::UNKNOWN;
        let mut favourite = match self.engine.evaluator().evaluate(position) {
            0.. => mover,
            _ => !mover,
        };
        let mut slice = FIRST_SLICE;
        let last = self.nodes.saturating_add(nodes);
        while bounds.value().is_none() && !self.over && self.nodes < last {
            for (asker, nodes) in [(favourite, FAVOURED * slice), (!favourite, slice)] {
                let seen = if asker == mover { bounds } else { -bounds };
                let found = self.narrow(position, asker, seen, nodes);
                bounds = if asker == mover { found } else { -found };
                if bounds.value().is_some() || self.over {
                    return bounds;
                }
            }
            let score = self.search(position, SEARCHED * slice);
            match decided(score) {
                Some(value) if self.confirms(position, value, slice) => {
                    return Bounds::exactly(value);
                }
                _ if score < Score::Stones(0) => favourite = !mover,
                _ => favourite = mover,
            }
            slice = (2 * slice).min(LAST_SLICE);
        }
        bounds
    }

    /// The score of the main search after some more positions.
    fn search(&mut self, position: &Position, nodes: u64) -> Score {
        self.search_move(position, nodes).0
    }

    /// The score and the move of the main search after some more positions.
    fn search_move(&mut self, position: &Position, nodes: u64) -> (Score, Option<Move>) {
        let left = self.max_nodes.saturating_sub(self.nodes);
        let mut limits = Limits::nodes(left.min(nodes));
        if let Some(time) = self.time {
            limits = limits.and_time(time.saturating_sub(self.watch.elapsed()));
        }
        let before = self.nodes;
        let game = Game::from_position(*position);
        let over = &mut self.over;
        let result = self.engine.search_verdict(&game, &limits, &mut |nodes| {
            let answer = (self.go_on)(before + nodes);
            *over |= answer.is_break();
            answer
        });
        self.nodes += result.info.nodes;
        self.over |= self.nodes >= self.max_nodes;
        self.over |= self.time.is_some_and(|time| self.watch.elapsed() >= time);
        (result.score, result.best)
    }

    /// Whether the main search finds the same for the mirrored position, of which it knows nothing.
    fn confirms(&mut self, position: &Position, value: GameValue, slice: u64) -> bool {
        self.engine.clear();
        let nodes = 2 * SEARCHED * slice;
        decided(self.search(&position.mirrored(), nodes)) == Some(value)
    }

    /// What is known about a player's result after asking whether he wins.
    fn narrow(&mut self, position: &Position, asker: Side, seen: Bounds, nodes: u64) -> Bounds {
        if seen.at_most < GameValue::Win {
            return seen;
        }
        let to_win = Question {
            asker,
            need: TO_WIN,
        };
        let to_draw = Question {
            asker: !asker,
            need: TO_DRAW,
        };
        match self.ask_twice(position, to_win, nodes) {
            Some(true) => Bounds::exactly(GameValue::Win),
            Some(false) => Bounds {
                at_most: GameValue::Draw,
                ..seen
            },
            // Where lines were cut off the other player's draw is shown by itself.
            None if self.cut && self.ask_twice(position, to_draw, nodes) == Some(true) => Bounds {
                at_most: GameValue::Draw,
                ..seen
            },
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
            let found = self.found_move(&position, value, &seen);
            let Some(mv) = found.or_else(|| self.keeping_move(&position, value, &seen)) else {
                break;
            };
            line.push(mv);
            position = position.play_unchecked(mv);
            seen.push(position.key());
            value = -value;
        }
        line
    }

    /// The move of the main search, if it has the same value for the position. It hardly ever proves a draw.
    fn found_move(&mut self, position: &Position, value: GameValue, seen: &[u64]) -> Option<Move> {
        const NODES: u64 = 30_000;
        if value == GameValue::Draw {
            return None;
        }
        let (score, best) = self.search_move(position, NODES);
        let best = best.filter(|_| decided(score) == Some(value))?;
        let after = position.play_unchecked(best);
        (!seen.contains(&after.key())).then_some(best)
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
        let to_draw = Question {
            asker: mover,
            need: TO_DRAW,
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
                GameValue::Win => self.ask_twice(&after, question, NODES) == Some(true),
                GameValue::Draw => {
                    self.ask_twice(&after, question, NODES) == Some(false)
                        || self.cut && self.ask_twice(&after, to_draw, NODES) == Some(true)
                }
            };
            if kept {
                return Some(mv);
            }
        }
        None
    }
}
