//! The rule presets.

use core::fmt;
use core::str::FromStr;

/// The rules that a position is played under: three switches on top of what every preset shares.
///
/// | preset | name | differs from standard |
/// |---|---|---|
/// | [`STANDARD`](Rules::STANDARD) | `standard` | |
/// | [`MASTER_PRO`](Rules::MASTER_PRO) | `master-pro` | play goes on past 82 until somebody is stuck |
/// | [`MODDABLE`](Rules::MODDABLE) | `moddable` | a pit with the number of the other side's tuzdyk may be claimed |
/// | [`PANTUSOV`](Rules::PANTUSOV) | `pantusov` | pit 9 may be claimed; play goes on past 82 |
///
/// ```
/// use togyz_core::Rules;
/// assert_eq!("master-pro".parse(), Ok(Rules::MASTER_PRO));
/// assert!(Rules::PANTUSOV.plays_out() && Rules::PANTUSOV.allows_pit_nine());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    bits: u8,
}

const PIT_NINE: u8 = 1;
const SAME_NUMBER: u8 = 2;
const PLAY_OUT: u8 = 4;
const FLAGS: [(u8, &str); 3] = [
    (PIT_NINE, "pit-nine"),
    (SAME_NUMBER, "same-number"),
    (PLAY_OUT, "play-out"),
];

impl Rules {
    /// What federations and the large servers play.
    pub const STANDARD: Rules = Rules { bits: 0 };
    /// Toguz Kumalak Master Pro: play goes on past 82.
    pub const MASTER_PRO: Rules = Rules { bits: PLAY_OUT };
    /// moddable.games: both tuzdyks may have the same number.
    pub const MODDABLE: Rules = Rules { bits: SAME_NUMBER };
    /// After Pantusov, 1906: pit 9 may become a tuzdyk, play goes on past 82.
    pub const PANTUSOV: Rules = Rules {
        bits: PIT_NINE | PLAY_OUT,
    };
    /// The four presets with their names.
    pub const PRESETS: [(&'static str, Rules); 4] = [
        ("standard", Rules::STANDARD),
        ("master-pro", Rules::MASTER_PRO),
        ("moddable", Rules::MODDABLE),
        ("pantusov", Rules::PANTUSOV),
    ];

    /// Rules from the three switches, for combinations that no preset has.
    ///
    /// ```
    /// use togyz_core::Rules;
    /// assert_eq!(Rules::new(false, false, true), Rules::MASTER_PRO);
    /// assert_eq!(Rules::new(true, true, false).to_string(), "pit-nine+same-number");
    /// ```
    #[must_use]
    pub const fn new(pit_nine: bool, same_number: bool, play_out: bool) -> Rules {
        Rules {
            bits: pit_nine as u8 | (same_number as u8) << 1 | (play_out as u8) << 2,
        }
    }

    /// Whether the other side's pit 9 may become a tuzdyk.
    ///
    /// ```
    /// assert!(!togyz_core::Rules::STANDARD.allows_pit_nine());
    /// ```
    #[must_use]
    pub const fn allows_pit_nine(self) -> bool {
        self.bits & PIT_NINE != 0
    }

    /// Whether a pit with the number of the other side's tuzdyk may be claimed.
    ///
    /// ```
    /// assert!(togyz_core::Rules::MODDABLE.allows_same_number());
    /// ```
    #[must_use]
    pub const fn allows_same_number(self) -> bool {
        self.bits & SAME_NUMBER != 0
    }

    /// Whether play goes on after a kazan has reached 82, until somebody is stuck.
    ///
    /// ```
    /// assert!(togyz_core::Rules::MASTER_PRO.plays_out());
    /// ```
    #[must_use]
    pub const fn plays_out(self) -> bool {
        self.bits & PLAY_OUT != 0
    }

    pub(crate) const fn bits(self) -> u8 {
        self.bits
    }

    pub(crate) const fn from_bits(bits: u8) -> Rules {
        Rules { bits: bits & 7 }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = Rules::PRESETS.iter().find(|(_, rules)| rules == self) {
            return f.pad(name);
        }
        let mut separator = "";
        for (_, name) in FLAGS.iter().filter(|(flag, _)| self.bits & flag != 0) {
            write!(f, "{separator}{name}")?;
            separator = "+";
        }
        Ok(())
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({self})")
    }
}

/// A text that names no rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "rules are one of standard, master-pro, moddable, pantusov, or pit-nine, same-number, play-out joined by +"
)]
pub struct ParseRulesError;

impl FromStr for Rules {
    type Err = ParseRulesError;

    /// Reads a preset's name, or switches joined by `+`.
    fn from_str(text: &str) -> Result<Rules, ParseRulesError> {
        if let Some((_, rules)) = Rules::PRESETS.iter().find(|(name, _)| *name == text) {
            return Ok(*rules);
        }
        let mut bits = 0;
        for part in text.split('+') {
            let (flag, _) = FLAGS
                .iter()
                .find(|(_, name)| *name == part)
                .ok_or(ParseRulesError)?;
            bits |= flag;
        }
        Ok(Rules { bits })
    }
}
