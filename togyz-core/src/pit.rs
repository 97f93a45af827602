//! The eighteen pits.

use core::fmt;

use crate::{PITS, Side};

/// One of the eighteen pits: a row and a number from 1 to 9, counted from the row's owner's left.
///
/// Pits are ordered along the sowing: South 1 to 9, then North 1 to 9, then South 1 again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pit {
    index: u8,
}

/// A pit number outside 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a pit is numbered 1 to 9, not {number}")]
pub struct InvalidPit {
    /// The number that was given.
    pub number: u8,
}

impl Pit {
    /// The pit of a row by its number.
    ///
    /// # Errors
    /// [`InvalidPit`] unless the number is 1 to 9.
    ///
    /// ```
    /// use togyz_core::{Pit, Side};
    /// let pit = Pit::new(Side::North, 3)?;
    /// assert_eq!((pit.side(), pit.number()), (Side::North, 3));
    /// assert!(Pit::new(Side::North, 10).is_err());
    /// # Ok::<(), togyz_core::InvalidPit>(())
    /// ```
    pub const fn new(side: Side, number: u8) -> Result<Pit, InvalidPit> {
        if number < 1 || number > 9 {
            return Err(InvalidPit { number });
        }
        Ok(Pit {
            index: side as u8 * 9 + number - 1,
        })
    }

    /// All pits in sowing order from South's first.
    ///
    /// ```
    /// assert_eq!(togyz_core::Pit::all().count(), 18);
    /// ```
    pub fn all() -> impl DoubleEndedIterator<Item = Pit> + ExactSizeIterator {
        (0..18u8).map(|index| Pit { index })
    }

    /// The owner of the row.
    ///
    /// ```
    /// use togyz_core::{Pit, Side};
    /// assert_eq!(Pit::new(Side::South, 9)?.side(), Side::South);
    /// # Ok::<(), togyz_core::InvalidPit>(())
    /// ```
    #[must_use]
    pub const fn side(self) -> Side {
        if self.index < 9 {
            Side::South
        } else {
            Side::North
        }
    }

    /// The number from the owner's left, 1 to 9.
    ///
    /// ```
    /// use togyz_core::{Pit, Side};
    /// assert_eq!(Pit::new(Side::North, 7)?.number(), 7);
    /// # Ok::<(), togyz_core::InvalidPit>(())
    /// ```
    #[must_use]
    pub const fn number(self) -> u8 {
        self.index % 9 + 1
    }

    /// The place along the sowing, 0 (South 1) to 17 (North 9).
    ///
    /// ```
    /// use togyz_core::{Pit, Side};
    /// assert_eq!(Pit::new(Side::North, 1)?.index(), 9);
    /// # Ok::<(), togyz_core::InvalidPit>(())
    /// ```
    #[must_use]
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// The pit that a sowing reaches next.
    ///
    /// ```
    /// use togyz_core::{Pit, Side};
    /// assert_eq!(Pit::new(Side::South, 9)?.next(), Pit::new(Side::North, 1)?);
    /// # Ok::<(), togyz_core::InvalidPit>(())
    /// ```
    #[must_use]
    pub const fn next(self) -> Pit {
        Pit {
            index: (self.index + 1) % 18,
        }
    }

    /// The pit at a distance along the sowing, any number of laps on.
    pub(crate) const fn ahead(self, distance: usize) -> Pit {
        Pit {
            index: ((self.index() + distance) % (2 * PITS)) as u8,
        }
    }
}

impl fmt::Display for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side(), self.number())
    }
}

impl fmt::Debug for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pit({self})")
    }
}
