//! Unvalidated positions.

use core::fmt;

use crate::{BySide, PITS, Position, Rules, STONES, Side};

bitflags::bitflags! {
    /// What is wrong with a [`Setup`]; several faults can hold at once.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct SetupFaults: u8 {
        /// The stones do not add up to 162.
        const WRONG_TOTAL = 1;
        /// A tuzdyk number is not 1 to 9.
        const TUZDYK_OUT_OF_RANGE = 1 << 1;
        /// A tuzdyk on pit 9 under rules that forbid it.
        const TUZDYK_ON_PIT_NINE = 1 << 2;
        /// Both tuzdyks have the same number under rules that forbid it.
        const TUZDYKS_SAME_NUMBER = 1 << 3;
        /// A tuzdyk pit holds stones.
        const STONES_IN_TUZDYK = 1 << 4;
    }
}

const FAULT_TEXTS: [(SetupFaults, &str); 5] = [
    (SetupFaults::WRONG_TOTAL, "the stones do not add up to 162"),
    (
        SetupFaults::TUZDYK_OUT_OF_RANGE,
        "a tuzdyk number is not 1 to 9",
    ),
    (
        SetupFaults::TUZDYK_ON_PIT_NINE,
        "pit 9 cannot be a tuzdyk under these rules",
    ),
    (
        SetupFaults::TUZDYKS_SAME_NUMBER,
        "both tuzdyks have the same number, which these rules forbid",
    ),
    (SetupFaults::STONES_IN_TUZDYK, "a tuzdyk pit holds stones"),
];

impl fmt::Display for SetupFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (_, text) in FAULT_TEXTS
            .iter()
            .filter(|(fault, _)| self.contains(*fault))
        {
            write!(f, "{separator}{text}")?;
            separator = "; ";
        }
        Ok(())
    }
}

/// A position as plain data that nobody has checked: for editors, readers and tests.
///
/// ```
/// use togyz_core::{Position, Setup, SetupFaults, Side};
/// let mut setup = Setup::default();
/// setup.pits[Side::South][0] = 10;
/// setup.tuzdyks[Side::South] = Some(9);
/// let error = Position::try_from(setup).unwrap_err();
/// assert_eq!(
///     error.faults,
///     SetupFaults::WRONG_TOTAL | SetupFaults::TUZDYK_ON_PIT_NINE | SetupFaults::STONES_IN_TUZDYK
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Stones in each row, pit 1 first.
    pub pits: BySide<[u8; PITS]>,
    /// Stones in the kazans.
    pub kazans: BySide<u8>,
    /// The number of each side's tuzdyk, a pit of the other row.
    pub tuzdyks: BySide<Option<u8>>,
    /// The player on turn.
    pub side_to_move: Side,
    /// The rules.
    pub rules: Rules,
}

impl Default for Setup {
    /// The start position.
    fn default() -> Setup {
        Setup::from(Position::START)
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Setup {
        Setup {
            pits: BySide::from_fn(|side| position.pits(side)),
            kazans: BySide::from_fn(|side| position.kazan(side)),
            tuzdyks: BySide::from_fn(|side| position.tuzdyk(side).map(crate::Pit::number)),
            side_to_move: position.side_to_move(),
            rules: position.rules(),
        }
    }
}

impl Setup {
    /// All stones, in pits and kazans.
    ///
    /// ```
    /// assert_eq!(togyz_core::Setup::default().total(), 162);
    /// ```
    #[must_use]
    pub fn total(&self) -> u32 {
        let rows = Side::ALL.into_iter().flat_map(|side| self.pits[side]);
        let kazans = Side::ALL.into_iter().map(|side| self.kazans[side]);
        rows.chain(kazans).map(u32::from).sum()
    }

    /// Everything that is wrong with it.
    ///
    /// ```
    /// assert!(togyz_core::Setup::default().faults().is_empty());
    /// ```
    #[must_use]
    pub fn faults(&self) -> SetupFaults {
        let mut faults = SetupFaults::empty();
        faults.set(SetupFaults::WRONG_TOTAL, self.total() != u32::from(STONES));
        for owner in Side::ALL {
            let Some(number) = self.tuzdyks[owner] else {
                continue;
            };
            if !(1..=9).contains(&number) {
                faults |= SetupFaults::TUZDYK_OUT_OF_RANGE;
                continue;
            }
            if number == 9 && !self.rules.allows_pit_nine() {
                faults |= SetupFaults::TUZDYK_ON_PIT_NINE;
            }
            if self.pits[!owner][usize::from(number) - 1] != 0 {
                faults |= SetupFaults::STONES_IN_TUZDYK;
            }
        }
        let same = self.tuzdyks.south.is_some() && self.tuzdyks.south == self.tuzdyks.north;
        if same && !self.rules.allows_same_number() {
            faults |= SetupFaults::TUZDYKS_SAME_NUMBER;
        }
        faults
    }
}

/// A [`Setup`] that is no position, with every fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no valid position under {} rules: {faults} ({} stones)", setup.rules, setup.total())]
pub struct SetupError {
    /// What was given.
    pub setup: Setup,
    /// All that is wrong with it.
    pub faults: SetupFaults,
}

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Position, SetupError> {
        let faults = setup.faults();
        if !faults.is_empty() {
            return Err(SetupError { setup, faults });
        }
        Ok(Position::from_parts(
            setup.pits,
            setup.kazans,
            setup.tuzdyks.map(Option::unwrap_or_default),
            setup.side_to_move,
            setup.rules,
        ))
    }
}
