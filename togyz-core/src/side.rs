//! The two players.

use core::fmt;
use core::ops::{Index, IndexMut, Not};
use core::str::FromStr;

/// A player. South moves first from the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Side {
    /// The first player (bastaushy, White).
    South = 0,
    /// The second player (qostaushy, Black).
    North = 1,
}

impl Side {
    /// Both sides, South first.
    pub const ALL: [Side; 2] = [Side::South, Side::North];

    /// The other player; `!side` is the same.
    ///
    /// ```
    /// use togyz_core::Side;
    /// assert_eq!(Side::South.opposite(), Side::North);
    /// assert_eq!(!Side::North, Side::South);
    /// ```
    #[must_use]
    pub const fn opposite(self) -> Side {
        match self {
            Side::South => Side::North,
            Side::North => Side::South,
        }
    }

    /// 0 for South, 1 for North.
    ///
    /// ```
    /// assert_eq!(togyz_core::Side::North.index(), 1);
    /// ```
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in text and JSON: `south` or `north`.
    ///
    /// ```
    /// assert_eq!(togyz_core::Side::South.name(), "south");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::South => "south",
            Side::North => "north",
        }
    }
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        self.opposite()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that is no side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a side is \"south\" or \"north\"")]
pub struct ParseSideError;

impl FromStr for Side {
    type Err = ParseSideError;

    /// Reads `south`, `north`, `s` or `n`, in any case.
    fn from_str(text: &str) -> Result<Side, ParseSideError> {
        let is = |name: &str| text.eq_ignore_ascii_case(name);
        if is("south") || is("s") {
            Ok(Side::South)
        } else if is("north") || is("n") {
            Ok(Side::North)
        } else {
            Err(ParseSideError)
        }
    }
}

/// One value for each side.
///
/// ```
/// use togyz_core::{BySide, Side};
/// let kazans = BySide { south: 82, north: 57 };
/// assert_eq!(kazans[Side::North], 57);
/// assert_eq!(kazans.map(|stones| stones / 2).south, 41);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BySide<T> {
    /// South's value.
    pub south: T,
    /// North's value.
    pub north: T,
}

impl<T> BySide<T> {
    /// Makes each side's value with a function.
    ///
    /// ```
    /// use togyz_core::BySide;
    /// assert_eq!(BySide::from_fn(|side| side.index()), BySide { south: 0, north: 1 });
    /// ```
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> BySide<T> {
        BySide {
            south: make(Side::South),
            north: make(Side::North),
        }
    }

    /// Applies a function to both values.
    ///
    /// ```
    /// use togyz_core::BySide;
    /// assert_eq!(BySide { south: 1, north: 2 }.map(|n| n * 10), BySide { south: 10, north: 20 });
    /// ```
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> BySide<U> {
        BySide {
            south: f(self.south),
            north: f(self.north),
        }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::South => &self.south,
            Side::North => &self.north,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::South => &mut self.south,
            Side::North => &mut self.north,
        }
    }
}
