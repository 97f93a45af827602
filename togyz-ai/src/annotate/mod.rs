//! A whole game looked at move by move.

mod curve;
mod summary;

use std::ops::ControlFlow;

pub use summary::{MoveCounts, Reliability, Summary};
use togyz_core::{BySide, Game, Move, MoveSet, Pit, Side};

use crate::{Engine, EngineOptions, Evaluator, Limits, Score};

/// How good a move was, by what it cost of the expected result ([`Score::expectation`]: a win is 1, a draw one half).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Mark {
    /// Nothing better was found.
    Best,
    /// It cost less than 0.05.
    Good,
    /// It cost 0.05 or more, one game in twenty: about two stones in an even game.
    Inaccuracy,
    /// It cost 0.1 or more: about four stones in an even game.
    Mistake,
    /// It cost 0.2 or more, one game in five: about seven stones in an even game.
    Blunder,
}

impl Mark {
    /// All marks, the best first.
    pub const ALL: [Mark; 5] = [
        Mark::Best,
        Mark::Good,
        Mark::Inaccuracy,
        Mark::Mistake,
        Mark::Blunder,
    ];

    /// The mark of a move that is not the best and costs this much of the expected result.
    fn of(cost: f64) -> Mark {
        match cost {
            0.2.. => Mark::Blunder,
            0.1.. => Mark::Mistake,
            0.05.. => Mark::Inaccuracy,
            _ => Mark::Good,
        }
    }

    /// The name in text and data: `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Mark::Blunder.name(), "blunder");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Best => "best",
            Mark::Good => "good",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// The sign that records put behind a move: `?!`, `?`, `??`, or nothing.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Mark::Mistake.sign(), "?");
    /// ```
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Best | Mark::Good => "",
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

impl std::fmt::Display for Mark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// A move of a game with what a search says about it. Scores are from the view of the player who moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AnnotatedMove {
    /// Number of the ply, from 1.
    pub ply: usize,
    /// Who plays it.
    pub side: Side,
    /// The move played.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: Move,
    /// The value with the best move.
    pub before: Score,
    /// The value with the move played; never above `before`.
    pub after: Score,
    /// How good it was.
    pub mark: Mark,
    /// The move that the search chose. A move played that proved as good when it was looked at alone is marked best as well.
    pub choice: Move,
    /// The best line, the best move first; it begins with the move played if that is the best.
    pub best_line: Vec<Move>,
}

impl AnnotatedMove {
    /// The best move.
    #[must_use]
    pub fn best(&self) -> Move {
        self.best_line.first().copied().unwrap_or(self.mv)
    }

    /// Stones given away, in hundredths; `None` if either value is decided.
    #[must_use]
    pub fn loss(&self) -> Option<i32> {
        match (self.before, self.after) {
            (Score::Stones(before), Score::Stones(after)) => Some(before - after),
            _ => None,
        }
    }

    /// What the move cost of the expected result, 0 to 1.
    #[must_use]
    pub fn cost(&self) -> f64 {
        (self.before.expectation() - self.after.expectation()).max(0.0)
    }

    /// Whether the result was open before the move: it was expected between 0.1 and 0.9.
    #[must_use]
    pub fn is_open(&self) -> bool {
        (0.1..=0.9).contains(&self.before.expectation())
    }

    /// Whether the player was not behind before the move, and is after it by at least an inaccuracy.
    #[must_use]
    pub fn is_turning_point(&self) -> bool {
        self.mark >= Mark::Inaccuracy
            && self.before.expectation() >= 0.5
            && self.after.expectation() < 0.5
    }
}

/// A tuzdyk of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TuzdykStory {
    /// The ply that made it, from 1.
    pub ply: usize,
    /// The pit.
    pub pit: Pit,
    /// Stones that fell on it by the end of the game, after the three that made it.
    pub earned: u8,
}

/// What is said about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Annotation {
    /// Every move in order; fewer than the game has if the work was broken off.
    pub moves: Vec<AnnotatedMove>,
    /// The race for the tuzdyks.
    pub tuzdyks: BySide<Option<TuzdykStory>>,
}

/// Table of an engine that lives for one game.
const HASH_MIB: usize = 8;

/// Looks at every move of a game by a new engine. The limits hold for each search: one for every position, and one
/// more where the move played is not the best.
///
/// # Panics
/// If the machine has no memory for a table of 8 MiB.
///
/// ```
/// use togyz_ai::{Limits, Mark, annotate};
/// use togyz_core::{Game, Move};
/// let mut game = Game::new();
/// for mv in [Move::M7, Move::M9, Move::M1] {
///     game.push(mv)?;
/// }
/// let annotation = annotate(&game, &Limits::nodes(5_000));
/// assert_eq!(annotation.moves.len(), 3);
/// assert!(annotation.moves[2].mark > Mark::Best);
/// # Ok::<(), togyz_core::IllegalMove>(())
/// ```
#[must_use]
pub fn annotate(game: &Game, limits: &Limits) -> Annotation {
    let options = EngineOptions {
        hash_mib: HASH_MIB,
        ..EngineOptions::default()
    };
    match Engine::new(options) {
        Ok(mut engine) => engine.annotate(game, limits),
        Err(error) => panic!("{error}"),
    }
}

impl<E: Evaluator> Engine<E> {
    /// Looks at every move of a game; see [`annotate`](crate::annotate()). What was learned from earlier searches is forgotten, so that
    /// the same limits say the same about the same game.
    ///
    /// ```
    /// use togyz_ai::{Engine, Limits};
    /// use togyz_core::{Game, Move, Side};
    /// let mut game = Game::new();
    /// game.push(Move::M7)?;
    /// let annotation = Engine::default().annotate(&game, &Limits::depth(4));
    /// assert!(annotation.accuracy(Side::South).is_some() && annotation.accuracy(Side::North).is_none());
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    pub fn annotate(&mut self, game: &Game, limits: &Limits) -> Annotation {
        self.annotate_with(game, limits, |_| ControlFlow::Continue(()))
    }

    /// [`annotate`](Engine::annotate) with a report after every move; a `Break` ends the work.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use togyz_ai::{Engine, Limits};
    /// use togyz_core::{Game, Move};
    /// let mut game = Game::new();
    /// game.push(Move::M7)?;
    /// game.push(Move::M9)?;
    /// let first = Engine::default().annotate_with(&game, &Limits::depth(2), |_| ControlFlow::Break(()));
    /// assert_eq!(first.moves.len(), 1);
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    pub fn annotate_with(
        &mut self,
        game: &Game,
        limits: &Limits,
        mut report: impl FnMut(&AnnotatedMove) -> ControlFlow<()>,
    ) -> Annotation {
        self.clear();
        let mut moves = Vec::with_capacity(game.ply());
        let mut replay = Game::from_fen(game.start_fen());
        for &mv in game.moves() {
            let annotated = self.judge(&replay, mv, limits);
            let next = report(&annotated);
            moves.push(annotated);
            // The moves of a game are legal one after the other.
            if next.is_break() || replay.push(mv).is_err() {
                break;
            }
        }
        Annotation {
            moves,
            tuzdyks: tuzdyks(game),
        }
    }

    fn judge(&mut self, game: &Game, mv: Move, limits: &Limits) -> AnnotatedMove {
        let best = self.search(game, &limits.clone().lines(1).only(MoveSet::ALL));
        let mut annotated = AnnotatedMove {
            ply: game.ply() + 1,
            side: game.position().side_to_move(),
            mv,
            before: best.score,
            after: best.score,
            mark: Mark::Best,
            // A game that has a next move has a best one.
            choice: best.best.unwrap_or(mv),
            best_line: best.pv().to_vec(),
        };
        if best.best == Some(mv) {
            return annotated;
        }
        let only = limits.clone().lines(1).only(MoveSet::EMPTY.with(mv));
        let played = self.search(game, &only);
        if played.score >= best.score {
            // Looked at alone it turns out to be as good.
            annotated.before = played.score;
            annotated.after = played.score;
            annotated.best_line = played.pv().to_vec();
        } else {
            annotated.after = played.score;
            annotated.mark = Mark::of(annotated.cost());
        }
        annotated
    }
}

impl Annotation {
    /// How near a side came to the best moves, in percent: the mean of a hundred for the best, and half of that for each
    /// tenth of the expected result that a move cost (four stones in an even game). Moves that kept a decided game as it was are
    /// left out, for there all moves are good: what counts are moves in [open](AnnotatedMove::is_open) positions, and
    /// inaccuracies and worse anywhere. `None` for a side that has no such move.
    ///
    /// ```
    /// use togyz_ai::Annotation;
    /// assert_eq!(Annotation::default().accuracy(togyz_core::Side::South), None);
    /// ```
    #[must_use]
    pub fn accuracy(&self, side: Side) -> Option<f64> {
        let counts = |annotated: &&AnnotatedMove| {
            annotated.side == side && (annotated.is_open() || annotated.mark >= Mark::Inaccuracy)
        };
        let moves = self.moves.iter().filter(counts);
        let shares: Vec<f64> = moves
            .map(|annotated| 0.5f64.powf(annotated.cost() / 0.1))
            .collect();
        let count = shares.len() as f64;
        (count > 0.0).then(|| 100.0 * shares.iter().sum::<f64>() / count)
    }

    /// How many moves of a side have a mark.
    ///
    /// ```
    /// use togyz_ai::{Annotation, Mark};
    /// assert_eq!(Annotation::default().count(togyz_core::Side::South, Mark::Best), 0);
    /// ```
    #[must_use]
    pub fn count(&self, side: Side, mark: Mark) -> usize {
        let moves = self.moves.iter();
        moves
            .filter(|annotated| annotated.side == side && annotated.mark == mark)
            .count()
    }

    /// The moves that handed the game over, see [`AnnotatedMove::is_turning_point`].
    ///
    /// ```
    /// use togyz_ai::Annotation;
    /// assert_eq!(Annotation::default().turning_points().count(), 0);
    /// ```
    pub fn turning_points(&self) -> impl Iterator<Item = &AnnotatedMove> {
        self.moves
            .iter()
            .filter(|annotated| annotated.is_turning_point())
    }

    /// South's expected result, 0 to 1, before the first move and after each.
    ///
    /// ```
    /// use togyz_ai::Annotation;
    /// assert!(Annotation::default().curve().is_empty());
    /// ```
    #[must_use]
    pub fn curve(&self) -> Vec<f64> {
        let south = |side: Side, score: Score| match side {
            Side::South => score.expectation(),
            Side::North => 1.0 - score.expectation(),
        };
        let first = self
            .moves
            .first()
            .map(|first| south(first.side, first.before));
        let later = self
            .moves
            .iter()
            .map(|annotated| south(annotated.side, annotated.after));
        first.into_iter().chain(later).collect()
    }
}

impl Default for Annotation {
    /// About a game without moves.
    fn default() -> Annotation {
        Annotation {
            moves: Vec::new(),
            tuzdyks: BySide::default(),
        }
    }
}

/// When each side made its tuzdyk, where, and what fell on it.
fn tuzdyks(game: &Game) -> BySide<Option<TuzdykStory>> {
    let mut stories = BySide::from_fn(|_| None);
    for (index, (position, &mv)) in game.positions().iter().zip(game.moves()).enumerate() {
        let Ok(effect) = position.effect(mv) else {
            continue;
        };
        for side in Side::ALL {
            let story: &mut Option<TuzdykStory> = &mut stories[side];
            if let Some(story) = story {
                story.earned += effect.income[side];
            }
        }
        if let Some(pit) = effect.tuzdyk_made() {
            stories[effect.side] = Some(TuzdykStory {
                ply: index + 1,
                pit,
                earned: 0,
            });
        }
    }
    stories
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_steps_of_the_expected_result() {
        // In stones lost in an even game; the curve is nearly straight there: 1.8 are 0.05, 3.6 are 0.1, 7.5 are 0.2.
        let lost = |hundredths: i32| {
            Score::Stones(0).expectation() - Score::Stones(-hundredths).expectation()
        };
        for (hundredths, mark) in [
            (0, Mark::Good),
            (170, Mark::Good),
            (190, Mark::Inaccuracy),
            (350, Mark::Inaccuracy),
            (370, Mark::Mistake),
            (740, Mark::Mistake),
            (770, Mark::Blunder),
        ] {
            assert_eq!(Mark::of(lost(hundredths)), mark, "{hundredths}");
        }
        // The same stones cost little where the game is decided.
        let late = Score::Stones(4_000).expectation() - Score::Stones(3_230).expectation();
        assert_eq!(Mark::of(late), Mark::Good);
    }
}
