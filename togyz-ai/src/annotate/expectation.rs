//! What a score is worth in results.

use crate::Score;

/// Stones of expected margin that multiply the odds of a win by e. Fitted to the results of 800 recorded games between
/// people, championships and PlayOK, at every fourth ply; between engines a stone is worth far more.
const SCALE: f64 = 24.0;

impl Score {
    /// The expected result for the player on turn: 1 for a win, 0 for a loss, one half for a draw or an even game. So it
    /// went in games that people played; two engines lose less of an advantage.
    ///
    /// ```
    /// use togyz_ai::Score;
    /// assert_eq!(Score::Stones(0).expectation(), 0.5);
    /// assert_eq!(Score::Win(9).expectation(), 1.0);
    /// assert!((Score::Stones(1_000).expectation() - 0.6).abs() < 0.01);
    /// ```
    #[must_use]
    pub fn expectation(self) -> f64 {
        match self {
            Score::Stones(hundredths) => {
                let stones = f64::from(hundredths) / 100.0;
                1.0 / (1.0 + (-stones / SCALE).exp())
            }
            Score::Draw => 0.5,
            Score::Win(_) => 1.0,
            Score::Loss(_) => 0.0,
        }
    }
}
