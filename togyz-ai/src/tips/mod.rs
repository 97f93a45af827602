//! Advice for beginners, each with a position that shows it.

use std::sync::LazyLock;

use togyz_core::{Language, Move, Position, Rules};

use crate::Phrases;

/// A strategy tip: what the guide of skill.games teaches, in words of our own, with a position and the move that shows
/// it.
///
/// ```
/// use togyz_ai::Tip;
/// use togyz_core::Language;
/// for tip in Tip::ALL {
///     assert!(tip.position().play(tip.example()).is_ok());
///     assert!(!tip.words(Language::Russian).is_empty());
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tip {
    /// Where the last stone falls, and that it captures in an odd pit.
    CountTheLanding,
    /// Odd pits are in danger.
    LeaveOddCounts,
    /// Two stones are a tuzdyk in waiting.
    HuntForTwos,
    /// Where a tuzdyk earns.
    EarlyAndWellPlaced,
    /// The same number is never a tuzdyk twice.
    RememberTheNumber,
    /// Twenty stones reach everywhere.
    BuildABigPit,
    /// Who cannot move gives the rest away.
    WatchTheEnd,
}

static WORDS: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(include_str!("tips.tsv")));

impl Tip {
    /// All tips, in the order in which a beginner needs them.
    pub const ALL: [Tip; 7] = [
        Tip::CountTheLanding,
        Tip::LeaveOddCounts,
        Tip::HuntForTwos,
        Tip::EarlyAndWellPlaced,
        Tip::RememberTheNumber,
        Tip::BuildABigPit,
        Tip::WatchTheEnd,
    ];

    /// The key of its words.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Tip::HuntForTwos.key(), "hunt-for-twos");
    /// ```
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Tip::CountTheLanding => "count-the-landing",
            Tip::LeaveOddCounts => "leave-odd-counts",
            Tip::HuntForTwos => "hunt-for-twos",
            Tip::EarlyAndWellPlaced => "early-and-well-placed",
            Tip::RememberTheNumber => "remember-the-number",
            Tip::BuildABigPit => "build-a-big-pit",
            Tip::WatchTheEnd => "watch-the-end",
        }
    }

    /// The tip in words.
    ///
    /// ```
    /// use togyz_ai::Tip;
    /// assert!(Tip::BuildABigPit.words(togyz_core::Language::English).starts_with("Twenty stones"));
    /// ```
    #[must_use]
    pub fn words(self, language: Language) -> &'static str {
        WORDS.get(language, self.key())
    }

    /// The position that shows it and the move to look at, South on turn.
    const fn shown(self) -> (&'static str, Move) {
        match self {
            Tip::CountTheLanding => (
                "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1",
                Move::M7,
            ),
            // North's 9 would take the nine stones of South's 1.
            Tip::LeaveOddCounts => (
                "1S,5S,6S,7S,2S,5S,8S,6S,4S/9S,4S,6S,6S,8S,10S,2S,6S,3S 34 30 S 1",
                Move::M1,
            ),
            Tip::HuntForTwos => (
                "8S,5S,6S,7S,2S,5S,8S,2S,4S/6S,4S,6S,6S,8S,10S,4S,4S,3S 34 30 S 1",
                Move::M8,
            ),
            Tip::EarlyAndWellPlaced => (
                "10S,10S,10S,10S,10S,9S,2S,10S,2S/8S,8S,8S,8S,8S,8S,8S,1S,1S 20 11 S 1",
                Move::M9,
            ),
            // Three stones in North's 4 stay there: North owns South's 4.
            Tip::RememberTheNumber => (
                "5S,6S,7S,5S,6S,2S,6S,5S,4S/6S,6S,4S,t,6S,4S,7S,6S,5S 34 38 S 1",
                Move::M9,
            ),
            Tip::BuildABigPit => (
                "3S,4S,1S,2S,5S,4S,6S,6S,3S/2S,1S,3S,4S,2S,5S,3S,22S,2S 44 40 S 1",
                Move::M8,
            ),
            Tip::WatchTheEnd => ("9/1S,7,2S 78 81 S 1", Move::M1),
        }
    }

    /// The position that shows it; South is on turn.
    ///
    /// ```
    /// use togyz_core::{Position, Side};
    /// assert_eq!(togyz_ai::Tip::CountTheLanding.position(), Position::START);
    /// ```
    #[must_use]
    pub fn position(self) -> Position {
        // The tests read every one.
        Position::from_fen(self.shown().0, Rules::STANDARD).unwrap_or(Position::START)
    }

    /// The move to look at in [`position`](Tip::position).
    ///
    /// ```
    /// assert_eq!(togyz_ai::Tip::CountTheLanding.example().number(), 7);
    /// ```
    #[must_use]
    pub const fn example(self) -> Move {
        self.shown().1
    }
}

#[cfg(test)]
mod tests {
    use togyz_core::{EndReason, Side, TuzdykEffect, TuzdykRefusal};

    use super::*;

    fn effect(tip: Tip) -> togyz_core::Effect {
        let (fen, mv) = tip.shown();
        let position = Position::from_fen(fen, Rules::STANDARD).expect(fen);
        assert_eq!(position, tip.position());
        position.effect(mv).expect("legal")
    }

    #[test]
    fn the_table_is_whole() {
        assert_eq!(WORDS.faults(), Vec::<String>::new());
        assert_eq!(WORDS.keys().count(), Tip::ALL.len());
    }

    #[test]
    fn positions_show_what_the_words_say() {
        // Nine stones from 7 end eight pits on, in North's 6, and take ten.
        let counted = effect(Tip::CountTheLanding);
        assert_eq!((counted.landing.number(), counted.captured), (6, 10));

        // Passed, North's single stone in 9 takes ten; after the move at most the stone left behind and its own.
        let position = Tip::LeaveOddCounts.position();
        assert_eq!(position.passed().yields(Move::M9).captured, 10);
        let after = position.play(Tip::LeaveOddCounts.example()).expect("legal");
        assert_eq!(after.yields(Move::M9).captured, 2);

        assert_eq!(effect(Tip::HuntForTwos).tuzdyk, TuzdykEffect::Made);

        let early = effect(Tip::EarlyAndWellPlaced);
        assert_eq!(early.tuzdyk_made().expect("made").number(), 1);

        let refused = TuzdykEffect::Refused(TuzdykRefusal::SameNumber);
        assert_eq!(effect(Tip::RememberTheNumber).tuzdyk, refused);

        let big = effect(Tip::BuildABigPit);
        assert!(big.stones >= 20 && big.captured > 0, "{big:?}");

        // North has no stone: the two that stay with South decide.
        let end = effect(Tip::WatchTheEnd).outcome.expect("over");
        assert_eq!((end.reason, end.winner), (EndReason::NoMoves, None));
        assert_eq!((end.kazans[Side::South], end.kazans[Side::North]), (81, 81));
    }
}
