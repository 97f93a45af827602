//! How games against each level went.

use std::collections::BTreeMap;

use crate::Level;

/// How a game ended for the person who played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerResult {
    /// Won.
    Win,
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
}

/// Games in the order in which they were played, as numbers.
///
/// Tallies of two spans of games are put together by [`then`](Tally::then), exactly as if the games had been counted
/// one by one.
///
/// ```
/// use togyz_ai::{PlayerResult, Tally};
/// let mut tally = Tally::default();
/// for result in [PlayerResult::Win, PlayerResult::Win, PlayerResult::Loss, PlayerResult::Win] {
///     tally.add(result);
/// }
/// assert_eq!((tally.games(), tally.streak, tally.best_streak), (4, 1, 2));
/// assert_eq!(tally.win_rate(), Some(0.75));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games lost.
    pub losses: u32,
    /// Games drawn.
    pub draws: u32,
    /// Wins in a row before the first game that was no win.
    pub first_streak: u32,
    /// Wins in a row up to the last game.
    pub streak: u32,
    /// The most wins in a row.
    pub best_streak: u32,
}

impl Tally {
    const fn of(result: PlayerResult) -> Tally {
        let (wins, losses, draws) = match result {
            PlayerResult::Win => (1, 0, 0),
            PlayerResult::Loss => (0, 1, 0),
            PlayerResult::Draw => (0, 0, 1),
        };
        Tally {
            wins,
            losses,
            draws,
            first_streak: wins,
            streak: wins,
            best_streak: wins,
        }
    }

    /// How many games were played.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Tally::default().games(), 0);
    /// ```
    #[must_use]
    pub fn games(&self) -> u64 {
        u64::from(self.wins) + u64::from(self.losses) + u64::from(self.draws)
    }

    /// The share of games won, 0 to 1; `None` before the first game.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Tally::default().win_rate(), None);
    /// ```
    #[must_use]
    pub fn win_rate(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| f64::from(self.wins) / games as f64)
    }

    /// Counts a game.
    ///
    /// ```
    /// use togyz_ai::{PlayerResult, Tally};
    /// let mut tally = Tally::default();
    /// tally.add(PlayerResult::Draw);
    /// assert_eq!((tally.draws, tally.streak), (1, 0));
    /// ```
    pub fn add(&mut self, result: PlayerResult) {
        *self = self.then(&Tally::of(result));
    }

    /// The tally of these games and later ones. Numbers stop at the largest that is held.
    ///
    /// ```
    /// use togyz_ai::{PlayerResult, Tally};
    /// let mut won = Tally::default();
    /// won.add(PlayerResult::Win);
    /// assert_eq!(won.then(&won).streak, 2);
    /// ```
    #[must_use]
    pub fn then(&self, later: &Tally) -> Tally {
        let only_wins = |tally: &Tally| tally.losses == 0 && tally.draws == 0;
        let across = self.streak.saturating_add(later.first_streak);
        Tally {
            wins: self.wins.saturating_add(later.wins),
            losses: self.losses.saturating_add(later.losses),
            draws: self.draws.saturating_add(later.draws),
            first_streak: match only_wins(self) {
                true => across,
                false => self.first_streak,
            },
            streak: match only_wins(later) {
                true => across,
                false => later.streak,
            },
            best_streak: self.best_streak.max(later.best_streak).max(across),
        }
    }
}

/// Tallies by level.
///
/// ```
/// use togyz_ai::{Level, PlayerResult, Statistics};
/// let mut statistics = Statistics::default();
/// statistics.add(Level::Hard, PlayerResult::Win);
/// assert_eq!(statistics.tally(Level::Hard).wins, 1);
/// assert_eq!(statistics.tally(Level::Easy).games(), 0);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Statistics {
    levels: BTreeMap<Level, Tally>,
}

impl Statistics {
    /// Counts a game.
    ///
    /// ```
    /// use togyz_ai::{Level, PlayerResult, Statistics};
    /// let mut statistics = Statistics::default();
    /// statistics.add(Level::Easy, PlayerResult::Loss);
    /// assert_eq!(statistics.tally(Level::Easy).losses, 1);
    /// ```
    pub fn add(&mut self, level: Level, result: PlayerResult) {
        self.levels.entry(level).or_default().add(result);
    }

    /// The tally of a level.
    ///
    /// ```
    /// use togyz_ai::{Level, Statistics};
    /// assert_eq!(Statistics::default().tally(Level::Crazy).games(), 0);
    /// ```
    #[must_use]
    pub fn tally(&self, level: Level) -> Tally {
        self.levels.get(&level).copied().unwrap_or_default()
    }

    /// The levels that were played, in order, with their tallies.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Statistics::default().iter().count(), 0);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Level, &Tally)> {
        self.levels.iter().map(|(&level, tally)| (level, tally))
    }

    /// Adds games that were played after these.
    ///
    /// ```
    /// use togyz_ai::{Level, PlayerResult, Statistics};
    /// let mut home = Statistics::default();
    /// home.add(Level::Easy, PlayerResult::Win);
    /// let mut all = home.clone();
    /// all.merge(&home);
    /// assert_eq!(all.tally(Level::Easy).best_streak, 2);
    /// ```
    pub fn merge(&mut self, later: &Statistics) {
        for (level, tally) in later.iter() {
            let merged = self.tally(level).then(tally);
            self.levels.insert(level, merged);
        }
    }
}

#[cfg(test)]
mod tests {
    use PlayerResult::{Draw, Loss, Win};

    use super::*;

    fn tally(results: &[PlayerResult]) -> Tally {
        let mut tally = Tally::default();
        results.iter().for_each(|&result| tally.add(result));
        tally
    }

    /// The same counted without any cleverness.
    fn counted(results: &[PlayerResult]) -> Tally {
        let of = |kind| results.iter().filter(|&&result| result == kind).count() as u32;
        let runs: Vec<u32> = results
            .split(|&result| result != Win)
            .map(|run| run.len() as u32)
            .collect();
        Tally {
            wins: of(Win),
            losses: of(Loss),
            draws: of(Draw),
            first_streak: runs.first().copied().unwrap_or(0),
            streak: runs.last().copied().unwrap_or(0),
            best_streak: runs.into_iter().max().unwrap_or(0),
        }
    }

    /// All sequences of seven games, cut in two at every place.
    #[test]
    fn merging_is_counting_on() {
        for number in 0..3usize.pow(7) {
            let results: Vec<PlayerResult> = (0..7)
                .map(|place| [Win, Loss, Draw][number / 3usize.pow(place) % 3])
                .collect();
            let expected = counted(&results);
            for cut in 0..=7 {
                let (early, late) = results.split_at(cut);
                assert_eq!(
                    tally(early).then(&tally(late)),
                    expected,
                    "{results:?} at {cut}"
                );
            }
        }
    }

    #[test]
    fn nothing_overflows() {
        let full = Tally {
            wins: u32::MAX,
            streak: u32::MAX,
            ..Tally::default()
        };
        assert_eq!(full.then(&tally(&[Win])).wins, u32::MAX);
        assert_eq!(full.games(), u64::from(u32::MAX));
    }

    #[cfg(feature = "serde")]
    #[test]
    fn data_keeps_everything() {
        let mut statistics = Statistics::default();
        statistics.add(Level::Crazy, Win);
        statistics.add(Level::ALL[9], Draw);
        let text = serde_json::to_string(&statistics).expect("data");
        assert!(text.starts_with(r#"{"crazy":{"wins":1,"#), "{text}");
        assert_eq!(
            serde_json::from_str::<Statistics>(&text).expect("data"),
            statistics
        );
        assert!(serde_json::from_str::<Statistics>(r#"{"crazier":{}}"#).is_err());
    }
}
