//! Many annotated games together.

use togyz_core::{GameResult, Side};

use super::{AnnotatedMove, Annotation, Mark};

/// What many annotations say together: how well was played, and whether results came as they were expected.
///
/// ```
/// use togyz_ai::{Engine, Limits, Mark, Summary};
/// use togyz_core::{Game, GameResult, Move};
/// let mut game = Game::new();
/// game.push(Move::M7)?;
/// game.push(Move::M1)?;
/// let annotation = Engine::default().annotate(&game, &Limits::depth(4));
/// let mut summary = Summary::default();
/// summary.add(&annotation, GameResult::SouthWins);
/// assert_eq!((summary.games, summary.all.moves), (1, 2));
/// let seen: u64 = summary.reliability.iter().map(|tenth| tenth.moves).sum();
/// assert_eq!(seen, 2);
/// # Ok::<(), togyz_core::IllegalMove>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Games that were added.
    pub games: u64,
    /// All moves.
    pub all: MoveCounts,
    /// Moves in [open](AnnotatedMove::is_open) positions: what players of different habits are compared by, for some
    /// play on when the game is decided and others resign.
    pub open: MoveCounts,
    /// Tenths of the expected result, 0 to 0.1 first, and what came of them in games whose result is known.
    pub reliability: [Reliability; 10],
    accuracies: Mean,
    squares: Mean,
}

/// Moves by how good they were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCounts {
    /// How many.
    pub moves: u64,
    /// Those that were the search's own [choice](AnnotatedMove::choice).
    pub chosen: u64,
    /// By mark, in the order of [`Mark::ALL`].
    pub marks: [u64; Mark::ALL.len()],
}

/// Positions of which some result was expected, and what happened.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reliability {
    /// How many; a position before each move, seen by the player on turn.
    pub moves: u64,
    expected: f64,
    happened: f64,
}

/// A mean in the making.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

impl MoveCounts {
    fn add(&mut self, annotated: &AnnotatedMove) {
        self.moves += 1;
        self.chosen += u64::from(annotated.choice == annotated.mv);
        self.marks[annotated.mark as usize] += 1;
    }

    /// How many moves have a mark.
    ///
    /// ```
    /// use togyz_ai::{Mark, Summary};
    /// assert_eq!(Summary::default().open.count(Mark::Blunder), 0);
    /// ```
    #[must_use]
    pub const fn count(&self, mark: Mark) -> u64 {
        self.marks[mark as usize]
    }

    /// A number of moves as a share of all, 0 to 1; `None` without moves.
    ///
    /// ```
    /// use togyz_ai::Summary;
    /// assert_eq!(Summary::default().all.share(0), None);
    /// ```
    #[must_use]
    pub fn share(&self, moves: u64) -> Option<f64> {
        (self.moves > 0).then(|| moves as f64 / self.moves as f64)
    }
}

impl Reliability {
    fn add(&mut self, expected: f64, happened: f64) {
        self.moves += 1;
        self.expected += expected;
        self.happened += happened;
    }

    /// The mean result that was expected; `None` without positions.
    ///
    /// ```
    /// use togyz_ai::Summary;
    /// assert_eq!(Summary::default().reliability[3].expected(), None);
    /// ```
    #[must_use]
    pub fn expected(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.expected / self.moves as f64)
    }

    /// The mean result of the games; `None` without positions.
    ///
    /// ```
    /// use togyz_ai::Summary;
    /// assert_eq!(Summary::default().reliability[3].happened(), None);
    /// ```
    #[must_use]
    pub fn happened(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.happened / self.moves as f64)
    }
}

impl Summary {
    /// Adds a game. Its result tells whether what was expected came true; [`GameResult::Unfinished`] tells nothing.
    pub fn add(&mut self, annotation: &Annotation, result: GameResult) {
        self.games += 1;
        let south = match result {
            GameResult::SouthWins => Some(1.0),
            GameResult::NorthWins => Some(0.0),
            GameResult::Draw => Some(0.5),
            GameResult::Unfinished => None,
        };
        for annotated in &annotation.moves {
            self.all.add(annotated);
            if annotated.is_open() {
                self.open.add(annotated);
            }
            if let Some(south) = south {
                self.compare(annotated, south);
            }
        }
        let accuracies = Side::ALL.map(|side| annotation.accuracy(side));
        for accuracy in accuracies.into_iter().flatten() {
            self.accuracies.add(accuracy);
        }
    }

    fn compare(&mut self, annotated: &AnnotatedMove, south: f64) {
        let happened = match annotated.side {
            Side::South => south,
            Side::North => 1.0 - south,
        };
        let expected = annotated.before.expectation();
        let tenth = ((expected * 10.0) as usize).min(self.reliability.len() - 1);
        self.reliability[tenth].add(expected, happened);
        self.squares.add((expected - happened).powi(2));
    }

    /// The mean [accuracy](Annotation::accuracy) over sides and games, in percent; `None` if no side has one.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Summary::default().accuracy(), None);
    /// ```
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        self.accuracies.value()
    }

    /// The mean square of the distance between the expected result and the game's: 0 knows all, 0.25 is what "one half"
    /// scores where nothing is drawn (the Brier score). `None` without a game whose result is known.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Summary::default().brier(), None);
    /// ```
    #[must_use]
    pub fn brier(&self) -> Option<f64> {
        self.squares.value()
    }
}

#[cfg(test)]
mod tests {
    use togyz_core::Move;

    use super::*;
    use crate::Score;

    fn moved(ply: usize, before: Score, after: Score, mark: Mark, choice: Move) -> AnnotatedMove {
        AnnotatedMove {
            ply,
            side: if ply % 2 == 1 {
                Side::South
            } else {
                Side::North
            },
            mv: Move::M1,
            before,
            after,
            mark,
            choice,
            best_line: vec![Move::M1],
        }
    }

    #[test]
    fn a_summary_is_a_hand_count() {
        let even = Score::Stones(0);
        let moves = vec![
            // As good as the search's own choice.
            moved(1, even, even, Mark::Best, Move::M2),
            moved(2, even, Score::Stones(-2_000), Mark::Blunder, Move::M2),
            moved(3, Score::Win(9), Score::Win(9), Mark::Best, Move::M1),
            moved(4, Score::Loss(8), Score::Loss(8), Mark::Best, Move::M1),
        ];
        let annotation = Annotation {
            moves,
            ..Annotation::default()
        };
        let mut summary = Summary::default();
        summary.add(&annotation, GameResult::SouthWins);
        summary.add(&annotation, GameResult::Draw);
        summary.add(&annotation, GameResult::Unfinished);
        assert_eq!(summary.games, 3);
        assert_eq!((summary.all.moves, summary.all.chosen), (12, 6));
        assert_eq!((summary.open.moves, summary.open.chosen), (6, 0));
        let blunders = summary.open.count(Mark::Blunder);
        assert_eq!(summary.open.share(blunders), Some(0.5));
        // Two games tell a result: South's and North's even positions, a win and a loss in each.
        let seen = summary.reliability.map(|tenth| tenth.moves);
        assert_eq!(seen, [2, 0, 0, 0, 0, 4, 0, 0, 0, 2]);
        let tenth = |index: usize| {
            let tenth = summary.reliability[index];
            (tenth.expected(), tenth.happened())
        };
        assert_eq!(tenth(0), (Some(0.0), Some(0.25)));
        assert_eq!(tenth(5), (Some(0.5), Some(0.5)));
        assert_eq!(tenth(9), (Some(1.0), Some(0.75)));
        // The win: 1/4 + 1/4 + 0 + 0. The draw: 0 + 0 + 1/4 + 1/4.
        assert_eq!(summary.brier(), Some(1.0 / 8.0));
        // South's one open move was best; North's cost 0.5 less what 20 stones behind are worth.
        let cost = 0.5 - Score::Stones(-2_000).expectation();
        let expected = (100.0 + 100.0 * 0.5f64.powf(cost / 0.1)) / 2.0;
        let accuracy = summary.accuracy().expect("moves");
        assert!((accuracy - expected).abs() < 1e-9, "{accuracy}");
    }
}
