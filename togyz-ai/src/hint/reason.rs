//! Why a move is good, as data and in words.

use std::sync::LazyLock;

use togyz_core::{Language, Pit};

use crate::Phrases;

/// A reason for a move. All of them are facts: of the rules, or of the search that found the move.
///
/// "The other player" is the one who does not play the move. With the feature `serde` a reason is an object such as
/// `{"kind": "captures", "pit": {"side": "north", "number": 6}, "stones": 10}`.
///
/// ```
/// use togyz_ai::Reason;
/// use togyz_core::{Language, Pit, Side};
/// let reason = Reason::Captures { pit: Pit::new(Side::North, 6)?, stones: 10 };
/// assert_eq!(reason.words(Language::English), "takes 10 stones from their pit 6");
/// assert_eq!(reason.words(Language::Kazakh), "қарсыластың 6-отауынан 10 құмалақ алады");
/// # Ok::<(), togyz_core::InvalidPit>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Reason {
    /// No other move is legal.
    OnlyLegalMove,
    /// The game is won whatever the other player does.
    WinsByForce {
        /// Plies to the end, this move included.
        plies: u32,
    },
    /// The search has proven a draw.
    Draws,
    /// Every move loses; this one takes longest.
    DelaysLoss {
        /// Plies to the end, this move included.
        plies: u32,
    },
    /// As far as the search sees, every other move loses, or lets a win go.
    OnlySavingMove,
    /// Every other move is worse by at least [`Reason::CLEAR`].
    OnlyGoodMove {
        /// How much worse the second best move is, in hundredths of a stone.
        loss: i32,
    },
    /// The last stone makes a tuzdyk.
    MakesTuzdyk {
        /// The new tuzdyk.
        pit: Pit,
        /// Stones that fall on it in the rest of the expected line; the first three are not counted.
        earns: u8,
    },
    /// The other player could make a tuzdyk here if the turn were passed, and cannot after the move. No other
    /// tuzdyk becomes possible instead.
    PreventsTuzdyk {
        /// The pit that is out of reach now.
        pit: Pit,
    },
    /// The last stone takes a pit.
    Captures {
        /// The pit.
        pit: Pit,
        /// Stones taken.
        stones: u8,
    },
    /// The other player could take this pit if the turn were passed; after the move at least three fewer of its
    /// stones can be taken there, and nowhere else as many as before.
    Saves {
        /// The pit.
        pit: Pit,
        /// How many fewer of the mover's stones can be taken there.
        stones: u8,
    },
    /// If the other player passed, this pit could be taken next, four stones or more; before the move it could not.
    Attacks {
        /// The pit.
        pit: Pit,
        /// Stones that would be taken.
        stones: u8,
    },
    /// If the other player passed, this pit could be made a tuzdyk next; before the move it could not.
    ThreatensTuzdyk {
        /// The pit.
        pit: Pit,
    },
    /// A pit of [`Reason::BIG_PIT`] stones or more is sown.
    ReleasesBigPit {
        /// The pit.
        pit: Pit,
        /// Its stones.
        stones: u8,
    },
    /// A pit of the mover grows to [`Reason::BIG_PIT`] stones or more, and cannot be taken at once.
    BuildsBigPit {
        /// The pit.
        pit: Pit,
        /// Its stones after the move.
        stones: u8,
    },
    /// Stones fall on the mover's tuzdyk on the way.
    FeedsTuzdyk {
        /// The tuzdyk.
        pit: Pit,
        /// How many.
        stones: u8,
    },
    /// At most [`Reason::THIN`] stones lie on the board, no stone leaves the mover's row, and other moves would send
    /// some across.
    KeepsTempo,
    /// The other player can take nothing in the next ply; another move would leave something.
    LeavesNothing,
    /// Every move gives the other player more in the next ply than it brings; this one gives least.
    GivesUpLeast {
        /// Stones given, less what the move brings.
        stones: u8,
    },
    /// The expected line ends with a better difference of the kazans than the move alone brings.
    GainsInLine {
        /// How much the difference grows over the line.
        stones: u8,
        /// Length of the line.
        plies: u32,
    },
    /// None of the others.
    Quiet,
}

static WORDS: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(include_str!("words.tsv")));

impl Reason {
    /// Stones that make a pit big: it sows round the whole board.
    pub const BIG_PIT: u8 = 20;
    /// The most stones of a thin board.
    pub const THIN: u8 = 36;
    /// How much worse all other moves are for a move to be the only good one, in hundredths of a stone.
    pub const CLEAR: i32 = 300;

    /// The key of its words, which is its `kind` in data as well.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Reason::KeepsTempo.kind(), "keeps-tempo");
    /// ```
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Reason::OnlyLegalMove => "only-legal-move",
            Reason::WinsByForce { .. } => "wins-by-force",
            Reason::Draws => "draws",
            Reason::DelaysLoss { .. } => "delays-loss",
            Reason::OnlySavingMove => "only-saving-move",
            Reason::OnlyGoodMove { .. } => "only-good-move",
            Reason::MakesTuzdyk { .. } => "makes-tuzdyk",
            Reason::PreventsTuzdyk { .. } => "prevents-tuzdyk",
            Reason::Captures { .. } => "captures",
            Reason::Saves { .. } => "saves",
            Reason::Attacks { .. } => "attacks",
            Reason::ThreatensTuzdyk { .. } => "threatens-tuzdyk",
            Reason::ReleasesBigPit { .. } => "releases-big-pit",
            Reason::BuildsBigPit { .. } => "builds-big-pit",
            Reason::FeedsTuzdyk { .. } => "feeds-tuzdyk",
            Reason::KeepsTempo => "keeps-tempo",
            Reason::LeavesNothing => "leaves-nothing",
            Reason::GivesUpLeast { .. } => "gives-up-least",
            Reason::GainsInLine { .. } => "gains-in-line",
            Reason::Quiet => "quiet",
        }
    }

    /// The pit that it is about.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Reason::Quiet.pit(), None);
    /// ```
    #[must_use]
    pub const fn pit(&self) -> Option<Pit> {
        match *self {
            Reason::MakesTuzdyk { pit, .. }
            | Reason::PreventsTuzdyk { pit }
            | Reason::Captures { pit, .. }
            | Reason::Saves { pit, .. }
            | Reason::Attacks { pit, .. }
            | Reason::ThreatensTuzdyk { pit }
            | Reason::ReleasesBigPit { pit, .. }
            | Reason::BuildsBigPit { pit, .. }
            | Reason::FeedsTuzdyk { pit, .. } => Some(pit),
            _ => None,
        }
    }

    /// The reason in words; the move is the subject.
    ///
    /// ```
    /// use togyz_ai::Reason;
    /// use togyz_core::Language;
    /// let reason = Reason::WinsByForce { plies: 3 };
    /// assert_eq!(reason.words(Language::Kyrgyz), "3 жүрүштө сөзсүз утат");
    /// ```
    #[must_use]
    pub fn words(&self, language: Language) -> String {
        let pit = self.pit().map_or(0, Pit::number);
        let (key, stones, plies) = match *self {
            Reason::WinsByForce { plies } | Reason::DelaysLoss { plies } => {
                return WORDS.fill(language, self.kind(), &[("plies", &plies)]);
            }
            Reason::OnlyGoodMove { loss } => {
                let stones = format!("{:.1}", f64::from(loss) / 100.0);
                return WORDS.fill(language, self.kind(), &[("stones", &stones)]);
            }
            Reason::MakesTuzdyk {
                earns: stones @ 1..,
                ..
            } => ("makes-tuzdyk-earning", stones, 0),
            Reason::GainsInLine { stones, plies } => (self.kind(), stones, plies),
            Reason::Captures { stones, .. }
            | Reason::Saves { stones, .. }
            | Reason::Attacks { stones, .. }
            | Reason::ReleasesBigPit { stones, .. }
            | Reason::BuildsBigPit { stones, .. }
            | Reason::FeedsTuzdyk { stones, .. }
            | Reason::GivesUpLeast { stones } => (self.kind(), stones, 0),
            _ => (self.kind(), 0, 0),
        };
        let places: [(&str, &dyn std::fmt::Display); 3] =
            [("stones", &stones), ("pit", &pit), ("plies", &plies)];
        WORDS.fill(language, key, &places)
    }
}

#[cfg(test)]
mod tests {
    use togyz_core::Side;

    use super::*;

    #[test]
    fn the_table_is_whole() {
        assert_eq!(WORDS.faults(), Vec::<String>::new());
    }

    #[test]
    fn every_reason_has_words_without_open_places() {
        let pit = Pit::new(Side::North, 6).expect("a pit");
        let (stones, plies) = (7, 5);
        let reasons = [
            Reason::OnlyLegalMove,
            Reason::WinsByForce { plies },
            Reason::WinsByForce { plies: 1 },
            Reason::Draws,
            Reason::DelaysLoss { plies },
            Reason::DelaysLoss { plies: 1 },
            Reason::OnlySavingMove,
            Reason::OnlyGoodMove { loss: 350 },
            Reason::MakesTuzdyk { pit, earns: 0 },
            Reason::MakesTuzdyk { pit, earns: 4 },
            Reason::PreventsTuzdyk { pit },
            Reason::Captures { pit, stones },
            Reason::Saves { pit, stones },
            Reason::Attacks { pit, stones },
            Reason::ThreatensTuzdyk { pit },
            Reason::ReleasesBigPit { pit, stones },
            Reason::BuildsBigPit { pit, stones },
            Reason::FeedsTuzdyk { pit, stones: 1 },
            Reason::FeedsTuzdyk { pit, stones },
            Reason::KeepsTempo,
            Reason::LeavesNothing,
            Reason::GivesUpLeast { stones: 1 },
            Reason::GivesUpLeast { stones },
            Reason::GainsInLine { stones, plies },
            Reason::Quiet,
        ];
        let mut texts = std::collections::HashSet::new();
        for reason in reasons {
            for language in Language::ALL {
                let text = reason.words(language);
                assert!(
                    !text.contains(['{', '}']) && text != reason.kind(),
                    "{text}"
                );
                texts.insert((language.code(), text));
            }
        }
        // In three languages "1 stone" and "7 stones" have the same form, but the number still differs.
        assert_eq!(texts.len(), reasons.len() * Language::ALL.len());
        assert_eq!(
            Reason::FeedsTuzdyk { pit, stones: 1 }.words(Language::English),
            "brings 1 stone to its tuzdyk on pit 6"
        );
        assert_eq!(
            Reason::OnlyGoodMove { loss: 350 }.words(Language::English),
            "every other move gives up 3.5 stones or more"
        );
    }
}
