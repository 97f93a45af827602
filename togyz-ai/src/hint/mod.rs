//! What to play, what comes of it, and why.

mod facts;
mod reason;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use facts::Facts;
pub use reason::Reason;
use togyz_core::{Effect, Game, IllegalMove, IllegalReason, Move, MoveSet, Position};

use crate::{Engine, EngineOptions, Evaluator, Limits, Line, Score};

/// Advice about a move: what it does, the expected line, what other moves lose, and the reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move.
    pub mv: Move,
    /// What it does at once.
    pub effect: Effect,
    /// Its value for the player on turn.
    pub score: Score,
    /// The expected line, the move first.
    pub line: Vec<Move>,
    /// Other moves with their lines, best first.
    pub alternatives: Vec<Line>,
    /// Why; the most telling reason first, never empty.
    pub reasons: Vec<Reason>,
}

/// The fewest moves that are compared.
const LINES: usize = 3;

/// Table of an engine that lives for one question.
const HASH_MIB: usize = 8;

/// The best move with its reasons, by a new engine; `None` if the game is over. [`Engine::hint`] keeps what the engine
/// has learned.
///
/// At least three moves are compared, more if the limits ask for more lines.
///
/// # Panics
/// If the machine has no memory for a table of 8 MiB.
///
/// ```
/// use togyz_ai::{Limits, Reason, hint};
/// use togyz_core::{Game, Language};
/// // One stone from pit 9 takes the last two that South needs.
/// let game = Game::from_fen("1S,7,1S/8,1S 80 79 S 1".parse()?);
/// let hint = hint(&game, &Limits::depth(6)).expect("the game goes on");
/// assert_eq!((hint.mv.number(), hint.gain()), (9, 2));
/// assert!(hint.reasons.contains(&Reason::WinsByForce { plies: 1 }));
/// assert_eq!(hint.reasons[0].words(Language::English), "the only move there is");
/// # Ok::<(), togyz_core::FenError>(())
/// ```
#[must_use]
pub fn hint(game: &Game, limits: &Limits) -> Option<Hint> {
    let options = EngineOptions {
        hash_mib: HASH_MIB,
        ..EngineOptions::default()
    };
    match Engine::new(options) {
        Ok(mut engine) => engine.hint(game, limits),
        Err(error) => panic!("{error}"),
    }
}

impl<E: Evaluator> Engine<E> {
    /// The best move with its reasons; `None` if the game is over.
    ///
    /// At least three moves are compared, more if the limits ask for more lines.
    ///
    /// ```
    /// use togyz_ai::{Engine, Limits, Reason};
    /// use togyz_core::Game;
    /// let hint = Engine::default().hint(&Game::new(), &Limits::nodes(20_000)).expect("a move");
    /// assert_eq!(hint.alternatives.len(), 2);
    /// ```
    pub fn hint(&mut self, game: &Game, limits: &Limits) -> Option<Hint> {
        let lines = limits.line_count().max(LINES);
        let lines = self.compared(game, &limits.clone().lines(lines));
        let (line, alternatives) = lines.split_first()?;
        let effect = game.position().effect(*line.pv.first()?).ok()?;
        let alternatives = alternatives.to_vec();
        Some(Hint::new(game.position(), effect, line, alternatives))
    }

    /// The lines of the last iteration that was finished: an unfinished one has lines of different depth, which cannot
    /// be compared.
    fn compared(&mut self, game: &Game, limits: &Limits) -> Vec<Line> {
        let mut finished = Vec::new();
        let result = self.search_with(game, limits, |info| {
            finished.clone_from(&info.lines);
            ControlFlow::Continue(())
        });
        match finished.is_empty() {
            true => result.info.lines,
            false => finished,
        }
    }

    /// The same about a given move, good or bad: its value, its line, and the reasons that hold for it. Better moves
    /// are among the alternatives, with a negative [`loss`](Hint::loss).
    ///
    /// # Errors
    /// [`IllegalMove`] if the pit is empty or the game is over.
    ///
    /// ```
    /// use togyz_ai::{Engine, Limits, Reason};
    /// use togyz_core::{Game, Move};
    /// let hint = Engine::default().explain(&Game::new(), Move::M7, &Limits::nodes(20_000))?;
    /// assert_eq!(hint.effect.captured, 10);
    /// assert!(hint.reasons.iter().any(|reason| matches!(reason, Reason::Captures { stones: 10, .. })));
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    pub fn explain(&mut self, game: &Game, mv: Move, limits: &Limits) -> Result<Hint, IllegalMove> {
        let position = *game.position();
        if game.is_game_over() {
            let reason = IllegalReason::GameOver;
            return Err(IllegalMove {
                mv,
                reason,
                position,
            });
        }
        let effect = position.effect(mv)?;
        let only = |moves| limits.clone().only(moves);
        let this = self.compared(game, &only(MoveSet::EMPTY.with(mv)).lines(1));
        let others = game.legal_moves().without(mv);
        let lines = limits.line_count().max(LINES) - 1;
        let alternatives = match others.is_empty() {
            true => Vec::new(),
            false => self.compared(game, &only(others).lines(lines)),
        };
        let line = this.into_iter().next().unwrap_or(Line {
            score: Score::Stones(0),
            pv: vec![mv],
        });
        Ok(Hint::new(&position, effect, &line, alternatives))
    }
}

impl Hint {
    fn new(position: &Position, effect: Effect, line: &Line, alternatives: Vec<Line>) -> Hint {
        let mut hint = Hint {
            mv: effect.mv,
            effect,
            score: line.score,
            line: line.pv.clone(),
            alternatives,
            reasons: Vec::new(),
        };
        hint.reasons = hint.all_reasons(position);
        hint
    }

    /// Stones that the move brings to the mover's kazan at once: what the last stone takes, and what falls on the
    /// tuzdyk.
    ///
    /// ```
    /// use togyz_ai::{Engine, Limits};
    /// use togyz_core::{Game, Move};
    /// let hint = Engine::default().explain(&Game::new(), Move::M7, &Limits::depth(1))?;
    /// assert_eq!(hint.gain(), 10);
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    #[must_use]
    pub fn gain(&self) -> u8 {
        self.effect.gained()[self.effect.side]
    }

    /// How much less another move is worth, in hundredths of a stone; `None` if either is decided, and stones do not
    /// matter any more.
    ///
    /// ```
    /// use togyz_ai::{Engine, Limits};
    /// let hint = Engine::default().hint(&togyz_core::Game::new(), &Limits::depth(4)).expect("a move");
    /// assert!(hint.loss(&hint.alternatives[0]).is_some_and(|loss| loss >= 0));
    /// ```
    #[must_use]
    pub fn loss(&self, other: &Line) -> Option<i32> {
        match (self.score, other.score) {
            (Score::Stones(this), Score::Stones(other)) => Some(this - other),
            _ => None,
        }
    }

    fn all_reasons(&self, position: &Position) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if position.legal_moves().len() == 1 {
            reasons.push(Reason::OnlyLegalMove);
        }
        reasons.extend(self.decided());
        reasons.extend(self.stands_alone());
        reasons.extend(self.tuzdyk(position));
        reasons.extend(Facts::of(position, &self.effect).reasons());
        reasons.extend(self.gained_in_line(position));
        if reasons.is_empty() {
            reasons.push(Reason::Quiet);
        }
        reasons
    }

    /// A result that is certain. A distance of 0 means a game that is decided but still played out.
    fn decided(&self) -> Option<Reason> {
        let beats_all = || {
            self.alternatives
                .iter()
                .all(|other| other.score <= self.score)
        };
        match self.score {
            Score::Win(plies @ 1..) => Some(Reason::WinsByForce { plies }),
            Score::Draw => Some(Reason::Draws),
            Score::Loss(plies @ 1..) if beats_all() => Some(Reason::DelaysLoss { plies }),
            _ => None,
        }
    }

    /// Whether all other moves are clearly worse.
    fn stands_alone(&self) -> Option<Reason> {
        let second = self.alternatives.iter().map(|line| line.score).max()?;
        match (self.score, second) {
            (Score::Stones(this), Score::Stones(other)) => {
                let loss = this - other;
                (loss >= Reason::CLEAR).then_some(Reason::OnlyGoodMove { loss })
            }
            (Score::Win(_), Score::Draw | Score::Loss(_))
            | (Score::Draw | Score::Stones(_), Score::Loss(_)) => Some(Reason::OnlySavingMove),
            (Score::Win(_), Score::Stones(other)) if other <= 0 => Some(Reason::OnlySavingMove),
            (Score::Draw, Score::Stones(other)) if other <= -Reason::CLEAR => {
                Some(Reason::OnlySavingMove)
            }
            _ => None,
        }
    }

    /// A new tuzdyk with what falls on it in the rest of the line.
    fn tuzdyk(&self, position: &Position) -> Option<Reason> {
        let pit = self.effect.tuzdyk_made()?;
        let mover = self.effect.side;
        let later = effects(position, &self.line).skip(1);
        let earns = later.map(|effect| effect.income[mover]).sum();
        Some(Reason::MakesTuzdyk { pit, earns })
    }

    fn gained_in_line(&self, position: &Position) -> Option<Reason> {
        let mover = self.effect.side;
        let gain = |effect: Effect| {
            let gained = effect.gained();
            i32::from(gained[mover]) - i32::from(gained[!mover])
        };
        let total: i32 = effects(position, &self.line).map(gain).sum();
        let plies = self.line.len() as u32;
        let is_more = total > gain(self.effect).max(0) + 2;
        // A line wins at most the stones on the board.
        (is_more && plies > 1).then_some(Reason::GainsInLine {
            stones: total.unsigned_abs() as u8,
            plies,
        })
    }
}

/// What each move of a line does.
fn effects<'a>(position: &Position, line: &'a [Move]) -> impl Iterator<Item = Effect> + use<'a> {
    let mut position = *position;
    line.iter().map_while(move |&mv| {
        let effect = position.effect(mv).ok()?;
        position = position.play_unchecked(mv);
        Some(effect)
    })
}
