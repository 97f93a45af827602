//! What pits, kazans and players are called.

use crate::{BySide, PITS};

/// The language of the names on a drawn board.
///
/// Kazakh and Kyrgyz have a name for every pit; it is display data, as sources differ on the Kyrgyz ones. In
/// English and Russian pits have numbers.
///
/// ```
/// use togyz_core::Language;
/// assert_eq!(Language::Kazakh.code(), "kk");
/// assert_eq!(Language::Kazakh.pit_name(5), Some("бел"));
/// assert_eq!(Language::English.pit_name(5), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// English: South, North, kazan.
    English,
    /// Kazakh: арт, тектұрмас, ат өтпес, атсыратар, бел, белбасар, қандықақпан, көкмойын, маңдай.
    Kazakh,
    /// Kyrgyz: куйрук, ат өтпөс, жаман үй, текилдек, бел, далы, эки тишти, көк моюн, ооз.
    Kyrgyz,
    /// Russian: Юг, Север, казан.
    Russian,
}

/// The words of a language.
pub(super) struct Words {
    pub(super) game: &'static str,
    pub(super) sides: BySide<&'static str>,
    pub(super) kazan: &'static str,
    pub(super) tuzdyk: &'static str,
    pits: Option<[&'static str; PITS]>,
}

impl Words {
    /// The name of a pit by its number.
    pub(super) fn pit(&self, number: u8) -> Option<&'static str> {
        let index = usize::from(number).checked_sub(1)?;
        self.pits.as_ref()?.get(index).copied()
    }
}

static ENGLISH: Words = Words {
    game: "Togyz Kumalak",
    sides: BySide {
        south: "South",
        north: "North",
    },
    kazan: "kazan",
    tuzdyk: "tuzdyk",
    pits: None,
};

static KAZAKH: Words = Words {
    game: "Тоғызқұмалақ",
    sides: BySide {
        south: "Оңтүстік",
        north: "Солтүстік",
    },
    kazan: "қазан",
    tuzdyk: "тұздық",
    pits: Some([
        "арт",
        "тектұрмас",
        "ат өтпес",
        "атсыратар",
        "бел",
        "белбасар",
        "қандықақпан",
        "көкмойын",
        "маңдай",
    ]),
};

static KYRGYZ: Words = Words {
    game: "Тогуз коргоол",
    sides: BySide {
        south: "Түштүк",
        north: "Түндүк",
    },
    kazan: "казан",
    tuzdyk: "туз",
    pits: Some([
        "куйрук",
        "ат өтпөс",
        "жаман үй",
        "текилдек",
        "бел",
        "далы",
        "эки тишти",
        "көк моюн",
        "ооз",
    ]),
};

static RUSSIAN: Words = Words {
    game: "Тогыз кумалак",
    sides: BySide {
        south: "Юг",
        north: "Север",
    },
    kazan: "казан",
    tuzdyk: "туздык",
    pits: None,
};

impl Language {
    /// All languages.
    pub const ALL: [Language; 4] = [
        Language::English,
        Language::Kazakh,
        Language::Kyrgyz,
        Language::Russian,
    ];

    /// The code of ISO 639-1: `en`, `kk`, `ky` or `ru`.
    ///
    /// ```
    /// assert_eq!(togyz_core::Language::Kyrgyz.code(), "ky");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Kazakh => "kk",
            Language::Kyrgyz => "ky",
            Language::Russian => "ru",
        }
    }

    /// The traditional name of the pit with a number, where the language has one.
    ///
    /// ```
    /// use togyz_core::Language;
    /// assert_eq!(Language::Kyrgyz.pit_name(9), Some("ооз"));
    /// assert_eq!(Language::Kyrgyz.pit_name(10), None);
    /// ```
    #[must_use]
    pub fn pit_name(self, number: u8) -> Option<&'static str> {
        self.words().pit(number)
    }

    pub(super) fn words(self) -> &'static Words {
        match self {
            Language::English => &ENGLISH,
            Language::Kazakh => &KAZAKH,
            Language::Kyrgyz => &KYRGYZ,
            Language::Russian => &RUSSIAN,
        }
    }
}
