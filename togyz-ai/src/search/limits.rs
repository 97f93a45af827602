//! When a search ends.

use std::time::Duration;

use togyz_core::MoveSet;

/// The deepest iteration; larger limits are cut to it.
pub(crate) const MAX_DEPTH: u32 = 240;

/// A game clock of the player on turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left for the rest of the game.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// When a search ends, and what it looks at. A search ends at the first of its limits, at a proven result, or
/// when it is stopped.
///
/// There is no empty value: endless search is asked for by name.
///
/// ```
/// use std::time::Duration;
/// use togyz_ai::Limits;
/// let limits = Limits::time(Duration::from_millis(500)).and_depth(20).lines(3);
/// assert_eq!(limits.max_depth(), Some(20));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    depth: Option<u32>,
    nodes: Option<u64>,
    soft_nodes: Option<u64>,
    time: Option<Duration>,
    clock: Option<Clock>,
    lines: usize,
    moves: MoveSet,
    forced_at_once: bool,
}

impl Limits {
    /// No limit: only [`StopHandle::stop`](crate::StopHandle::stop), a proven result or the greatest depth end
    /// the search.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Limits::infinite().max_depth(), None);
    /// ```
    #[must_use]
    pub const fn infinite() -> Limits {
        Limits {
            depth: None,
            nodes: None,
            soft_nodes: None,
            time: None,
            clock: None,
            lines: 1,
            moves: MoveSet::ALL,
            forced_at_once: false,
        }
    }

    /// A number of plies, at least 1.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Limits::depth(8).max_depth(), Some(8));
    /// ```
    #[must_use]
    pub const fn depth(plies: u32) -> Limits {
        Limits::infinite().and_depth(plies)
    }

    /// A number of positions visited; with one thread it is kept to the position.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Limits::nodes(10_000).max_nodes(), Some(10_000));
    /// ```
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits::infinite().and_nodes(nodes)
    }

    /// A number of positions visited after which no iteration begins; the one that runs is finished. Scores of
    /// complete iterations at nearly even cost: for data and for comparisons.
    ///
    /// ```
    /// use togyz_ai::{Engine, Limits};
    /// let info = Engine::default().search(&togyz_core::Game::new(), &Limits::soft_nodes(2_000)).info;
    /// // The same answer as with a limit of plies.
    /// let same = Engine::default().search(&togyz_core::Game::new(), &Limits::depth(info.depth)).info;
    /// assert!(info.nodes >= 2_000);
    /// assert_eq!((info.nodes, info.lines), (same.nodes, same.lines));
    /// ```
    #[must_use]
    pub const fn soft_nodes(nodes: u64) -> Limits {
        Limits::infinite().and_soft_nodes(nodes)
    }

    /// Time for this move.
    ///
    /// ```
    /// use std::time::Duration;
    /// let limits = togyz_ai::Limits::time(Duration::from_secs(1));
    /// assert_eq!(limits.move_time(), Some(Duration::from_secs(1)));
    /// ```
    #[must_use]
    pub const fn time(time: Duration) -> Limits {
        Limits::infinite().and_time(time)
    }

    /// A game clock, of which the search takes a share. A move that is the only one is played at once.
    ///
    /// ```
    /// use std::time::Duration;
    /// use togyz_ai::{Clock, Limits};
    /// let clock = Clock { remaining: Duration::from_secs(60), increment: Duration::ZERO };
    /// assert_eq!(Limits::clock(clock).game_clock(), Some(clock));
    /// ```
    #[must_use]
    pub const fn clock(clock: Clock) -> Limits {
        let mut limits = Limits::infinite();
        limits.clock = Some(clock);
        limits.forced_at_once = true;
        limits
    }

    /// The same with a limit of plies as well.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Limits::nodes(1_000).and_depth(4).max_depth(), Some(4));
    /// ```
    #[must_use]
    pub const fn and_depth(mut self, plies: u32) -> Limits {
        self.depth = Some(if plies == 0 { 1 } else { plies });
        self
    }

    /// The same with a limit of positions as well.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Limits::depth(4).and_nodes(9).max_nodes(), Some(9));
    /// ```
    #[must_use]
    pub const fn and_nodes(mut self, nodes: u64) -> Limits {
        self.nodes = Some(nodes);
        self
    }

    /// The same with a number of positions as well after which no iteration begins.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Limits::nodes(9_000).and_soft_nodes(3_000).max_soft_nodes(), Some(3_000));
    /// ```
    #[must_use]
    pub const fn and_soft_nodes(mut self, nodes: u64) -> Limits {
        self.soft_nodes = Some(nodes);
        self
    }

    /// The same with a limit of time as well.
    ///
    /// ```
    /// use std::time::Duration;
    /// assert!(togyz_ai::Limits::depth(4).and_time(Duration::ZERO).move_time().is_some());
    /// ```
    #[must_use]
    pub const fn and_time(mut self, time: Duration) -> Limits {
        self.time = Some(time);
        self
    }

    /// How many of the best moves are searched to the full; at least 1.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Limits::depth(4).lines(3).line_count(), 3);
    /// ```
    #[must_use]
    pub const fn lines(mut self, lines: usize) -> Limits {
        self.lines = if lines == 0 { 1 } else { lines };
        self
    }

    /// Ends a search whose time is limited after the first iteration if there is only one move to look at: for play,
    /// where the move counts, and not its score.
    ///
    /// ```
    /// use std::time::Duration;
    /// use togyz_ai::{Engine, Limits};
    /// let game = togyz_core::Game::from_fen("2S,8/2S,8 79 79 S 1".parse()?);
    /// let limits = Limits::time(Duration::from_secs(3600)).forced_at_once();
    /// assert_eq!(Engine::default().search(&game, &limits).info.depth, 1);
    /// # Ok::<(), togyz_core::FenError>(())
    /// ```
    #[must_use]
    pub const fn forced_at_once(mut self) -> Limits {
        self.forced_at_once = true;
        self
    }

    /// Looks at these moves only. Those that are illegal do not count; if none is legal, all legal moves are looked
    /// at, so that there always is an answer.
    ///
    /// ```
    /// use togyz_core::{Move, MoveSet};
    /// let one = MoveSet::EMPTY.with(Move::M3);
    /// assert_eq!(togyz_ai::Limits::depth(4).only(one).allowed_moves(), one);
    /// ```
    #[must_use]
    pub const fn only(mut self, moves: MoveSet) -> Limits {
        self.moves = moves;
        self
    }

    /// The first of these limits and others, at each kind. Lines and moves stay as they are here.
    pub(crate) fn tightened(mut self, other: &Limits) -> Limits {
        fn first<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
            [one, other].into_iter().flatten().min()
        }
        self.depth = first(self.depth, other.depth);
        self.nodes = first(self.nodes, other.nodes);
        self.soft_nodes = first(self.soft_nodes, other.soft_nodes);
        self.time = first(self.time, other.time);
        self.clock = self.clock.or(other.clock);
        self
    }

    /// The limit of plies.
    #[must_use]
    pub const fn max_depth(&self) -> Option<u32> {
        self.depth
    }

    /// The limit of positions.
    #[must_use]
    pub const fn max_nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// The number of positions after which no iteration begins.
    #[must_use]
    pub const fn max_soft_nodes(&self) -> Option<u64> {
        self.soft_nodes
    }

    /// The time for this move.
    #[must_use]
    pub const fn move_time(&self) -> Option<Duration> {
        self.time
    }

    /// The game clock.
    #[must_use]
    pub const fn game_clock(&self) -> Option<Clock> {
        self.clock
    }

    /// Whether a search whose time is limited plays the only move at once.
    #[must_use]
    pub const fn plays_forced_at_once(&self) -> bool {
        self.forced_at_once
    }

    /// How many lines are searched.
    #[must_use]
    pub const fn line_count(&self) -> usize {
        self.lines
    }

    /// The moves looked at.
    #[must_use]
    pub const fn allowed_moves(&self) -> MoveSet {
        self.moves
    }
}

/// The times of one search: no iteration begins after the soft one, and the hard one ends it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeBounds {
    pub(crate) soft: Option<Duration>,
    pub(crate) hard: Option<Duration>,
}

/// How many more moves a game clock is shared out to.
const MOVES_TO_GO: u32 = 30;

impl TimeBounds {
    /// Times that end before those of the limits by the overhead.
    pub(crate) fn of(limits: &Limits, overhead: Duration) -> TimeBounds {
        // An overhead as long as the time itself would leave nothing to think in.
        let usable = |time: Duration| time.saturating_sub(overhead).max(time / 2);
        let mut bounds = TimeBounds {
            soft: None,
            hard: limits.time.map(usable),
        };
        if let Some(Clock {
            remaining,
            increment,
        }) = limits.clock
        {
            // The clock has to last for more than this move.
            let usable = remaining.saturating_sub(overhead);
            let share = usable / MOVES_TO_GO + increment.saturating_mul(3) / 4;
            let soft = share.min(usable / 2);
            let hard = soft.saturating_mul(3).min(usable / 2);
            bounds.soft = Some(soft);
            bounds.hard = Some(bounds.hard.map_or(hard, |time| time.min(hard)));
        }
        bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn clock(remaining: Duration, increment: Duration) -> Limits {
        Limits::clock(Clock {
            remaining,
            increment,
        })
    }

    #[test]
    fn overhead_is_kept_back_but_never_more_than_half_of_a_move() {
        for (time, overhead, hard) in [(100, 10, 90), (100, 0, 100), (10, 10, 5), (1, 5_000, 0)] {
            let bounds = TimeBounds::of(&Limits::time(ms(time)), ms(overhead));
            assert_eq!(bounds.hard.map(|time| time.as_millis()), Some(hard));
            assert_eq!(bounds.soft, None);
        }
    }

    #[test]
    fn a_clock_lasts_for_any_number_of_moves() {
        let overhead = ms(10);
        for (base, increment) in [(1_000, 10), (1_000, 0), (60_000, 0), (10, 0), (20, 100)] {
            let mut left = ms(base);
            for _ in 0..500 {
                let bounds = TimeBounds::of(&clock(left, ms(increment)), overhead);
                let (soft, hard) = (bounds.soft.expect("a time"), bounds.hard.expect("a time"));
                assert!(
                    soft <= hard && left - hard >= overhead.min(left),
                    "{left:?}: {bounds:?}"
                );
                // Every move takes all that it may.
                left = left - hard + ms(increment);
            }
            // What is gained is thought in as well, and not hoarded.
            assert!(left <= ms(3 * increment + 11), "{left:?}");
        }
    }

    #[test]
    fn the_shorter_of_a_clock_and_a_move_time_counts() {
        let limits = clock(ms(30_000), Duration::ZERO);
        let hard = |limits: Limits| TimeBounds::of(&limits, Duration::ZERO).hard;
        assert_eq!(hard(limits.clone()), Some(ms(3_000)));
        assert_eq!(hard(limits.clone().and_time(ms(200))), Some(ms(200)));
        assert_eq!(hard(limits.and_time(ms(9_000))), Some(ms(3_000)));
        let endless = clock(Duration::MAX, Duration::MAX);
        assert!(hard(endless).is_some());
    }

    #[test]
    fn the_first_of_two_limits_counts_at_each_kind() {
        let one = Limits::depth(3).and_nodes(900).and_time(ms(5)).lines(2);
        let other = Limits::depth(7).and_nodes(40).and_soft_nodes(30);
        let both = Limits::depth(3).and_nodes(40).and_soft_nodes(30);
        let both = both.and_time(ms(5));
        assert_eq!(one.clone().tightened(&other), both.clone().lines(2));
        assert_eq!(other.tightened(&one), both);
    }
}
