//! Opponents for people: four named levels and a ladder of ten.

mod judgement;
mod player;
mod skill;

use std::fmt;
use std::str::FromStr;

pub use player::LevelPlayer;

use crate::Limits;

/// How well an opponent plays.
///
/// The four names play as the guide of skill.games words them; the ranks are a finer ladder, whose steps were
/// measured in matches: see `docs/levels.md`.
///
/// ```
/// use togyz_ai::Level;
/// assert_eq!("hard".parse(), Ok(Level::Hard));
/// assert_eq!("10".parse(), Level::rank(10));
/// assert_eq!(Level::rank(3)?.to_string(), "3");
/// # Ok::<(), togyz_ai::InvalidLevel>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A random pit about a third of the time, otherwise the biggest capture in sight.
    Easy,
    /// Looks three plies ahead and counts kazans; one move in eight is random.
    Normal,
    /// Looks seven plies ahead and knows what a tuzdyk is worth.
    Hard,
    /// The whole engine for a second a move; small endings are played exactly.
    Crazy,
    /// A step of the ladder, see [`Level::rank`].
    Rank(Rank),
}

/// A step of the ladder from 1, a beginner, to 10, the full engine at one second a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

/// A text or number that is no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a level is easy, normal, hard, crazy or a number from 1 to 10")]
pub struct InvalidLevel;

impl Rank {
    /// The rank from its number.
    ///
    /// # Errors
    /// [`InvalidLevel`] unless the number is 1 to 10.
    ///
    /// ```
    /// use togyz_ai::Rank;
    /// assert_eq!(Rank::new(7)?.number(), 7);
    /// assert!(Rank::new(0).is_err() && Rank::new(11).is_err());
    /// # Ok::<(), togyz_ai::InvalidLevel>(())
    /// ```
    pub const fn new(number: u8) -> Result<Rank, InvalidLevel> {
        match number {
            1..=10 => Ok(Rank(number)),
            _ => Err(InvalidLevel),
        }
    }

    /// The number, 1 to 10.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Rank::new(1)?.number(), 1);
    /// # Ok::<(), togyz_ai::InvalidLevel>(())
    /// ```
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl Level {
    /// All fourteen: the four names, then the ranks from 1.
    pub const ALL: [Level; 14] = [
        Level::Easy,
        Level::Normal,
        Level::Hard,
        Level::Crazy,
        Level::Rank(Rank(1)),
        Level::Rank(Rank(2)),
        Level::Rank(Rank(3)),
        Level::Rank(Rank(4)),
        Level::Rank(Rank(5)),
        Level::Rank(Rank(6)),
        Level::Rank(Rank(7)),
        Level::Rank(Rank(8)),
        Level::Rank(Rank(9)),
        Level::Rank(Rank(10)),
    ];

    /// A step of the ladder: 1 is a beginner, 10 the full engine at one second a move.
    ///
    /// # Errors
    /// [`InvalidLevel`] unless the number is 1 to 10.
    ///
    /// ```
    /// use togyz_ai::{Level, Rank};
    /// assert_eq!(Level::rank(4)?, Level::Rank(Rank::new(4)?));
    /// assert!(Level::rank(0).is_err());
    /// # Ok::<(), togyz_ai::InvalidLevel>(())
    /// ```
    pub const fn rank(number: u8) -> Result<Level, InvalidLevel> {
        match Rank::new(number) {
            Ok(rank) => Ok(Level::Rank(rank)),
            Err(error) => Err(error),
        }
    }

    /// The name of one of the four levels; a rank has a number instead.
    ///
    /// ```
    /// use togyz_ai::Level;
    /// assert_eq!(Level::Crazy.name(), Some("crazy"));
    /// assert_eq!(Level::rank(2)?.name(), None);
    /// # Ok::<(), togyz_ai::InvalidLevel>(())
    /// ```
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Level::Easy => Some("easy"),
            Level::Normal => Some("normal"),
            Level::Hard => Some("hard"),
            Level::Crazy => Some("crazy"),
            Level::Rank(_) => None,
        }
    }

    /// The limits that the level keeps to: plies or positions, so that it answers alike on every machine, or one
    /// second a move for [`Crazy`](Level::Crazy) and rank 10.
    ///
    /// ```
    /// use togyz_ai::Level;
    /// assert_eq!(Level::Normal.limits().max_depth(), Some(3));
    /// assert_eq!(Level::rank(10)?.limits().move_time(), Some(std::time::Duration::from_secs(1)));
    /// # Ok::<(), togyz_ai::InvalidLevel>(())
    /// ```
    #[must_use]
    pub fn limits(self) -> Limits {
        skill::of(self).limits
    }
}

impl fmt::Display for Level {
    /// `easy`, `normal`, `hard`, `crazy`, or the rank's number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Rank(rank) => f.pad(&rank.number().to_string()),
            named => f.pad(named.name().unwrap_or_default()),
        }
    }
}

impl FromStr for Level {
    type Err = InvalidLevel;

    /// Reads what `Display` writes; names in any case.
    fn from_str(text: &str) -> Result<Level, InvalidLevel> {
        Level::ALL
            .into_iter()
            .find(|level| level.to_string().eq_ignore_ascii_case(text))
            .ok_or(InvalidLevel)
    }
}

#[cfg(feature = "serde")]
mod as_data {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Level;

    /// A level is its name as text: `"easy"`, `"10"`.
    impl Serialize for Level {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            to.collect_str(self)
        }
    }

    impl<'de> Deserialize<'de> for Level {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Level, D::Error> {
            String::deserialize(from)?.parse().map_err(D::Error::custom)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!("CRAZY".parse(), Ok(Level::Crazy));
        for wrong in ["", "0", "11", "01", "+1", "easier", "full"] {
            assert_eq!(wrong.parse::<Level>(), Err(InvalidLevel), "{wrong:?}");
        }
    }
}
