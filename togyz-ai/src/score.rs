//! Scores as people read them.

use std::fmt;

/// The value of a position for the player on turn.
///
/// Expected margins and decided games are never mixed up.
///
/// ```
/// use togyz_ai::Score;
/// assert!(Score::Win(3) > Score::Stones(5_000));
/// assert!(Score::Win(3) > Score::Win(5));
/// assert!(Score::Loss(8) > Score::Loss(2));
/// assert_eq!(-Score::Win(3), Score::Loss(3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Hundredths of a stone: the expected final difference of the kazans, mover minus other.
    Stones(i32),
    /// The game is a draw under best play.
    Draw,
    /// The mover wins in this many plies; from [`Score::BY_TABLE`] up a table says that he wins, and not how soon.
    Win(u32),
    /// The mover loses in this many plies; from [`Score::BY_TABLE`] up a table says so, and not how soon.
    Loss(u32),
}

/// Chances for the player on turn.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Wdl {
    /// Chance of a win, 0 to 1.
    pub win: f64,
    /// Chance of a draw.
    pub draw: f64,
    /// Chance of a loss.
    pub loss: f64,
}

impl Wdl {
    /// The expected result: 1 for a win, one half for a draw.
    ///
    /// ```
    /// use togyz_ai::Wdl;
    /// assert_eq!(Wdl { win: 0.5, draw: 0.25, loss: 0.25 }.expectation(), 0.625);
    /// ```
    #[must_use]
    pub fn expectation(self) -> f64 {
        self.win + self.draw / 2.0
    }
}

/// The internal value of a win at the root.
pub(crate) const WIN: i32 = 32_000;
/// Values from here up are wins; the largest distance is far below the gap.
pub(crate) const DECIDED: i32 = 31_000;
/// Values from here down are losses.
pub(crate) const LOST: i32 = -DECIDED;
/// Evaluations stay within this.
pub(crate) const MAX_EVAL: i32 = 20_000;

/// The internal value of a win at the root that a table knows of.
pub(crate) const WIN_BY_TABLE: i32 = WIN - Score::BY_TABLE as i32;

impl Score {
    /// What an endgame table calls won or lost counts as this many plies, and those on the way to it. A win that is
    /// shorter has been searched to its end.
    pub const BY_TABLE: u32 = 500;

    /// The score of an internal value at the root.
    pub(crate) fn from_value(value: i32) -> Score {
        match value {
            DECIDED.. => Score::Win((WIN - value) as u32),
            ..=LOST => Score::Loss((WIN + value) as u32),
            _ => Score::Stones(value),
        }
    }

    /// Whether the result is certain.
    ///
    /// ```
    /// use togyz_ai::Score;
    /// assert!(Score::Draw.is_proven() && !Score::Stones(0).is_proven());
    /// ```
    #[must_use]
    pub const fn is_proven(self) -> bool {
        !matches!(self, Score::Stones(_))
    }

    /// Expected margin in stones; `None` for a won or lost game.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Score::Stones(125).stones(), Some(1.25));
    /// ```
    #[must_use]
    pub fn stones(self) -> Option<f64> {
        match self {
            Score::Stones(hundredths) => Some(f64::from(hundredths) / 100.0),
            Score::Draw => Some(0.0),
            Score::Win(_) | Score::Loss(_) => None,
        }
    }

    /// Chances of a win, a draw and a loss for the mover, which add up to 1.
    ///
    /// Two logistic curves, fitted to two million positions that the engine searched in games against itself, where
    /// one move in thirty was random. By them a lead of 10 stones wins 73 games in a hundred (it was 71), 25 stones 94 (92).
    /// People lose somewhat more of an advantage: their games are fitted best by 12 in place of 8.9, which changes no
    /// chance by more than 0.07; `docs/annotate.md` has the figures.
    ///
    /// ```
    /// use togyz_ai::Score;
    /// let wdl = Score::Stones(1_000).wdl();
    /// assert!((wdl.win - 0.728).abs() < 0.001 && (wdl.loss - 0.220).abs() < 0.001);
    /// assert_eq!(Score::Stones(-1_000).wdl().win, wdl.loss);
    /// assert_eq!(Score::Win(7).wdl().win, 1.0);
    /// ```
    #[must_use]
    pub fn wdl(self) -> Wdl {
        /// Half of the width of the band in which games are drawn, in stones.
        const DRAWN: f64 = 1.25;
        /// The lead that makes a win e times as likely.
        const SCALE: f64 = 8.9;
        let chance = |lead: f64| 1.0 / (1.0 + (-(lead - DRAWN) / SCALE).exp());
        let (win, loss) = match self {
            Score::Stones(hundredths) => {
                let lead = f64::from(hundredths) / 100.0;
                (chance(lead), chance(-lead))
            }
            Score::Draw => (0.0, 0.0),
            Score::Win(_) => (1.0, 0.0),
            Score::Loss(_) => (0.0, 1.0),
        };
        Wdl {
            win,
            draw: (1.0 - win - loss).max(0.0),
            loss,
        }
    }

    /// The expected result for the mover by [`wdl`](Score::wdl): 1 for a win, one half for a draw, 0 for a loss.
    ///
    /// ```
    /// use togyz_ai::Score;
    /// assert_eq!(Score::Stones(0).expectation(), 0.5);
    /// assert_eq!(Score::Draw.expectation(), 0.5);
    /// assert!((Score::Stones(1_000).expectation() - 0.754).abs() < 0.001);
    /// assert_eq!(Score::Loss(4).expectation(), 0.0);
    /// ```
    #[must_use]
    pub fn expectation(self) -> f64 {
        self.wdl().expectation()
    }

    /// A number that sorts as the scores do.
    fn order(self) -> i64 {
        match self {
            Score::Stones(hundredths) => i64::from(hundredths),
            Score::Draw => 0,
            Score::Win(plies) => i64::from(u32::MAX) * 2 - i64::from(plies),
            Score::Loss(plies) => i64::from(plies) - i64::from(u32::MAX) * 2,
        }
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Score) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    /// By value for the mover; a proven draw sorts right above an expected margin of 0.
    fn cmp(&self, other: &Score) -> std::cmp::Ordering {
        let key = |score: &Score| (score.order(), *score == Score::Draw);
        key(self).cmp(&key(other))
    }
}

impl std::ops::Neg for Score {
    type Output = Score;

    /// The same score for the other player.
    fn neg(self) -> Score {
        match self {
            Score::Stones(hundredths) => Score::Stones(hundredths.saturating_neg()),
            Score::Draw => Score::Draw,
            Score::Win(plies) => Score::Loss(plies),
            Score::Loss(plies) => Score::Win(plies),
        }
    }
}

impl fmt::Display for Score {
    /// Such as `+1.25`, `draw`, `win in 13`, `loss in 8`, `win by table`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Stones(hundredths) => {
                let sign = if *hundredths < 0 { '-' } else { '+' };
                let size = hundredths.unsigned_abs();
                f.pad(&format!("{sign}{}.{:02}", size / 100, size % 100))
            }
            Score::Draw => f.pad("draw"),
            Score::Win(Score::BY_TABLE..) => f.pad("win by table"),
            Score::Loss(Score::BY_TABLE..) => f.pad("loss by table"),
            Score::Win(plies) => f.pad(&format!("win in {plies}")),
            Score::Loss(plies) => f.pad(&format!("loss in {plies}")),
        }
    }
}

#[cfg(feature = "serde")]
mod as_data {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Score;

    #[derive(Default, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Data {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stones: Option<f64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        win_in: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        loss_in: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proven: Option<bool>,
    }

    /// `{"stones": 1.25}`, `{"win_in": 13}`, `{"loss_in": 8}`, or `{"stones": 0.0, "proven": true}`.
    impl Serialize for Score {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            let mut data = Data::default();
            match self {
                Score::Stones(_) => data.stones = self.stones(),
                Score::Draw => (data.stones, data.proven) = (self.stones(), Some(true)),
                Score::Win(plies) => data.win_in = Some(*plies),
                Score::Loss(plies) => data.loss_in = Some(*plies),
            }
            data.serialize(to)
        }
    }

    impl<'de> Deserialize<'de> for Score {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Score, D::Error> {
            match Data::deserialize(from)? {
                Data {
                    stones: Some(0.0),
                    win_in: None,
                    loss_in: None,
                    proven: Some(true),
                } => Ok(Score::Draw),
                Data {
                    stones: Some(stones),
                    win_in: None,
                    loss_in: None,
                    proven: None,
                } if stones.abs() <= 1_000.0 => Ok(Score::Stones((stones * 100.0).round() as i32)),
                Data {
                    stones: None,
                    win_in: Some(plies),
                    loss_in: None,
                    proven: None,
                } => Ok(Score::Win(plies)),
                Data {
                    stones: None,
                    win_in: None,
                    loss_in: Some(plies),
                    proven: None,
                } => Ok(Score::Loss(plies)),
                _ => Err(D::Error::custom(
                    "expected one of stones, win_in and loss_in",
                )),
            }
        }
    }
}
