//! Iterative deepening principal variation search.

mod eval_cache;
pub(crate) mod limits;
mod ordering;
mod params;
mod pruning;
mod reductions;
mod root;
pub(crate) mod table;
pub(crate) mod tables;
mod worker;

use std::time::Duration;

pub(crate) use ordering::gain;
pub use params::SearchParams;
pub(crate) use root::{Poll, Task, run};
use togyz_core::{Move, Outcome};

use crate::Score;

/// One of the best moves with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The value for the player on turn.
    pub score: Score,
    /// The moves expected, the first one to be played.
    pub pv: Vec<Move>,
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Plies that were searched completely.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// Positions visited, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table that all threads share is, in thousandths; searches of less than four plies are not kept there.
    pub hashfull: u32,
    /// The best moves, best first.
    pub lines: Vec<Line>,
}

impl Info {
    /// Positions visited a second.
    ///
    /// ```
    /// use togyz_ai::{Engine, Limits};
    /// let result = Engine::default().search(&togyz_core::Game::new(), &Limits::depth(3));
    /// assert!(result.info.nps() > 0);
    /// ```
    #[must_use]
    pub fn nps(&self) -> u64 {
        let nanos = self.time.as_nanos().max(1);
        u64::try_from(u128::from(self.nodes) * 1_000_000_000 / nanos).unwrap_or(u64::MAX)
    }
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play; `None` if the game is over.
    pub best: Option<Move>,
    /// The value of the position for the player on turn.
    pub score: Score,
    /// The end of the game, if it is over.
    pub outcome: Option<Outcome>,
    /// Depth, lines and counts.
    pub info: Info,
}

impl SearchResult {
    /// The moves expected, the best move first; empty if the game is over.
    ///
    /// ```
    /// use togyz_ai::{Engine, Limits};
    /// let result = Engine::default().search(&togyz_core::Game::new(), &Limits::depth(3));
    /// assert_eq!(result.pv().first().copied(), result.best);
    /// ```
    #[must_use]
    pub fn pv(&self) -> &[Move] {
        self.info.lines.first().map_or(&[], |line| &line.pv)
    }
}
