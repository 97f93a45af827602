//! What the results of a match say.

use std::fmt;

/// How often each number of half points came out of a pair of games, from 0 to 4.
///
/// Games of a pair share their opening and are not independent; counted in pairs they give honest error bars.
///
/// ```
/// use togyz_ai::matches::Pentanomial;
/// let counts = Pentanomial { counts: [1, 4, 20, 10, 5] };
/// assert_eq!(counts.pairs(), 40);
/// assert!(counts.elo().unwrap().value > 0.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pentanomial {
    /// Pairs with 0, 1, 2, 3 and 4 half points for the first player.
    pub counts: [u64; 5],
}

/// A difference in strength with its 95 % error bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference.
    pub value: f64,
    /// Lower end of the interval; negative infinity if that includes no points at all.
    pub low: f64,
    /// Upper end of the interval; infinity if that includes all points.
    pub high: f64,
}

impl fmt::Display for Elo {
    /// Such as `+85.3 [37.1, 136.4]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.1} [{:.1}, {:.1}]", self.value, self.low, self.high)
    }
}

/// The difference in strength that gives a share of the points.
fn elo_of(score: f64) -> f64 {
    match score {
        ..=0.0 => f64::NEG_INFINITY,
        1.0.. => f64::INFINITY,
        _ => 400.0 * (score / (1.0 - score)).log10(),
    }
}

/// The share of the points that a difference in strength gives.
fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl Pentanomial {
    /// Counts a pair.
    ///
    /// ```
    /// let mut counts = togyz_ai::matches::Pentanomial::default();
    /// counts.add(4);
    /// assert_eq!(counts.counts, [0, 0, 0, 0, 1]);
    /// ```
    pub fn add(&mut self, half_points: usize) {
        self.counts[half_points.min(4)] += 1;
    }

    /// Adds other counts.
    ///
    /// ```
    /// use togyz_ai::matches::Pentanomial;
    /// let mut counts = Pentanomial { counts: [1; 5] };
    /// counts.merge(&Pentanomial { counts: [2; 5] });
    /// assert_eq!(counts.pairs(), 15);
    /// ```
    pub fn merge(&mut self, other: &Pentanomial) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }

    /// How many pairs were counted.
    ///
    /// ```
    /// assert_eq!(togyz_ai::matches::Pentanomial::default().pairs(), 0);
    /// ```
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The first player's share of the points, 0 to 1; one half before the first pair.
    ///
    /// ```
    /// let counts = togyz_ai::matches::Pentanomial { counts: [0, 0, 1, 0, 1] };
    /// assert_eq!(counts.score(), 0.75);
    /// ```
    #[must_use]
    pub fn score(&self) -> f64 {
        match self.pairs() {
            0 => 0.5,
            pairs => {
                let points = self
                    .counts
                    .iter()
                    .zip(0u64..)
                    .map(|(count, half)| count * half);
                points.sum::<u64>() as f64 / (4.0 * pairs as f64)
            }
        }
    }

    /// Variance of a pair's share of the points.
    fn variance(&self) -> f64 {
        let mean = self.score();
        let squares = self.counts.iter().zip(0u32..).map(|(&count, half)| {
            let distance = f64::from(half) / 4.0 - mean;
            count as f64 * distance * distance
        });
        squares.sum::<f64>() / (self.pairs() as f64).max(1.0)
    }

    /// The difference in strength, with a 95 % interval by the normal approximation over pairs. `None` before the
    /// first pair.
    ///
    /// Pairs that all came out alike would leave no doubt at all. But what happens in three pairs of a hundred is met by none
    /// of a hundred pairs one time in twenty, so the interval always has room for three pairs with two half points more or
    /// less.
    ///
    /// ```
    /// use togyz_ai::matches::Pentanomial;
    /// assert!(Pentanomial::default().elo().is_none());
    /// // 200 pairs won: 99.25 % of the points at least.
    /// let elo = Pentanomial { counts: [0, 0, 0, 0, 200] }.elo().unwrap();
    /// assert!(elo.value.is_infinite() && (elo.low - 848.7).abs() < 0.1);
    /// ```
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        let pairs = self.pairs();
        if pairs == 0 {
            return None;
        }
        let unseen = 3.0 * 0.5 / pairs as f64;
        let margin = unseen.max(1.96 * (self.variance() / pairs as f64).sqrt());
        let score = self.score();
        Some(Elo {
            value: elo_of(score),
            low: elo_of(score - margin),
            high: elo_of(score + margin),
        })
    }
}

/// A sequential test of two hypotheses about the difference in strength.
///
/// ```
/// use togyz_ai::matches::{Pentanomial, Sprt, Verdict};
/// let test = Sprt::new(0.0, 10.0);
/// let clear = Pentanomial { counts: [5, 30, 100, 160, 105] };
/// assert_eq!(test.verdict(&clear), Verdict::Better);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference to be refused.
    pub elo0: f64,
    /// The difference to be accepted.
    pub elo1: f64,
    /// Chance of either wrong verdict.
    pub error: f64,
}

/// What a sequential test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The larger difference is accepted.
    Better,
    /// The smaller difference is accepted.
    NotBetter,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// A test between two differences with 5 % chance of either error.
    ///
    /// ```
    /// assert_eq!(togyz_ai::matches::Sprt::new(0.0, 10.0).error, 0.05);
    /// ```
    #[must_use]
    pub const fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt {
            elo0,
            elo1,
            error: 0.05,
        }
    }

    /// The logarithm of the likelihood ratio, by the normal approximation over pairs.
    ///
    /// ```
    /// use togyz_ai::matches::{Pentanomial, Sprt};
    /// assert_eq!(Sprt::new(0.0, 10.0).llr(&Pentanomial::default()), 0.0);
    /// ```
    #[must_use]
    pub fn llr(&self, counts: &Pentanomial) -> f64 {
        let pairs = counts.pairs() as f64;
        // A pinch of each result, so that a few equal pairs do not count as certainty.
        let pinch = 0.5 / (pairs + 2.5) * 0.125;
        let variance = counts.variance() + pinch;
        if pairs == 0.0 {
            return 0.0;
        }
        let (low, high) = (score_of(self.elo0), score_of(self.elo1));
        pairs * (high - low) * (2.0 * counts.score() - low - high) / (2.0 * variance)
    }

    /// The bound of the logarithm, for either side.
    ///
    /// ```
    /// assert!((togyz_ai::matches::Sprt::new(0.0, 10.0).bound() - 2.944).abs() < 0.001);
    /// ```
    #[must_use]
    pub fn bound(&self) -> f64 {
        ((1.0 - self.error) / self.error).ln()
    }

    /// What the results say.
    ///
    /// ```
    /// use togyz_ai::matches::{Pentanomial, Sprt, Verdict};
    /// assert_eq!(Sprt::new(0.0, 10.0).verdict(&Pentanomial::default()), Verdict::Open);
    /// ```
    #[must_use]
    pub fn verdict(&self, counts: &Pentanomial) -> Verdict {
        let llr = self.llr(counts);
        if llr >= self.bound() {
            Verdict::Better
        } else if llr <= -self.bound() {
            Verdict::NotBetter
        } else {
            Verdict::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_differences_belong_together() {
        for (elo, score) in [
            (0.0, 0.5),
            (100.0, 0.640_065),
            (-200.0, 0.240_253),
            (400.0, 10.0 / 11.0),
        ] {
            assert!((score_of(elo) - score).abs() < 1e-6);
            assert!((elo_of(score) - elo).abs() < 1e-3);
        }
    }

    #[test]
    fn an_interval_is_that_of_a_hand_count() {
        // 100 pairs, 60 % of the points: half at 2, half at 2.8 half points on average.
        let counts = Pentanomial {
            counts: [0, 20, 40, 20, 20],
        };
        assert!((counts.score() - 0.6).abs() < 1e-12);
        // Variance (20 × 0.35² + 40 × 0.1² + 20 × 0.15² + 20 × 0.4²) / 100 = 0.065.
        assert!((counts.variance() - 0.065).abs() < 1e-12);
        let elo = counts.elo().expect("pairs");
        // 0.6 ± 1.96 × 0.0254951: 0.55003 and 0.64997.
        assert!(
            (elo.value - 70.437).abs() < 0.01 && (elo.low - 34.88).abs() < 0.05,
            "{elo}"
        );
        assert!((elo.high - 107.5).abs() < 0.1, "{elo}");
    }

    #[test]
    fn one_sided_matches_have_open_intervals() {
        let elo = Pentanomial {
            counts: [0, 0, 0, 0, 9],
        }
        .elo()
        .expect("pairs");
        assert_eq!((elo.value, elo.high), (f64::INFINITY, f64::INFINITY));
        // Three pairs of nine that were split would leave 15 points of 18.
        assert!((elo_of(15.0 / 18.0) - elo.low).abs() < 1e-9, "{elo}");
        assert_eq!(
            Sprt::new(0.0, 10.0).verdict(&Pentanomial {
                counts: [0, 0, 0, 0, 50]
            }),
            Verdict::Better
        );
    }

    #[test]
    fn a_few_level_pairs_prove_little() {
        let level = |pairs| {
            let counts = [0, 0, pairs, 0, 0];
            Pentanomial { counts }.elo().expect("pairs")
        };
        // Three pairs: anything. Thirty: 27 level and three won, 33 points of 60.
        assert_eq!(level(3).to_string(), "+0.0 [-inf, inf]");
        assert!((level(30).high - elo_of(33.0 / 60.0)).abs() < 1e-9);
        assert!((level(30).low + level(30).high).abs() < 1e-9);
    }

    #[test]
    fn equal_players_are_refused_in_the_end() {
        let test = Sprt::new(0.0, 10.0);
        assert_eq!(
            test.verdict(&Pentanomial {
                counts: [300, 900, 1700, 900, 300]
            }),
            Verdict::NotBetter
        );
        assert_eq!(
            test.verdict(&Pentanomial {
                counts: [3, 9, 17, 9, 3]
            }),
            Verdict::Open
        );
    }
}
