//! A board in plain text.

use core::fmt;

use crate::{Position, Side};

/// Shows a position as a board in plain text, South's row below.
///
/// Each pit shows its stones; `x` is a tuzdyk. The player on turn has an arrow.
///
/// ```
/// let board = togyz_core::Position::START.board().to_string();
/// assert_eq!(board.lines().count(), 7);
/// assert!(board.contains("South"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Board {
    position: Position,
}

impl Position {
    /// A board in plain text, for terminals and logs.
    ///
    /// ```
    /// println!("{}", togyz_core::Position::START.board());
    /// ```
    #[must_use]
    pub const fn board(&self) -> Board {
        Board { position: *self }
    }
}

impl Board {
    fn numbers(f: &mut fmt::Formatter<'_>, numbers: impl Iterator<Item = u8>) -> fmt::Result {
        f.write_str("    ")?;
        for number in numbers {
            write!(f, "{number:>5}")?;
        }
        writeln!(f)
    }

    fn row(&self, f: &mut fmt::Formatter<'_>, side: Side) -> fmt::Result {
        let position = &self.position;
        let arrow = if position.is_game_over() || position.side_to_move() != side {
            ' '
        } else {
            '>'
        };
        let name = match side {
            Side::South => "South",
            Side::North => "North",
        };
        write!(f, "{arrow}{name} ")?;
        let cell = |f: &mut fmt::Formatter<'_>, number: usize| {
            let tuzdyk = position.tuzdyk(!side).map(crate::Pit::number);
            if tuzdyk.map(usize::from) == Some(number) {
                f.write_str("|  x ")
            } else {
                write!(f, "|{:>3} ", position.pits(side)[number - 1])
            }
        };
        match side {
            Side::South => (1..=9).try_for_each(|number| cell(f, number))?,
            Side::North => (1..=9).rev().try_for_each(|number| cell(f, number))?,
        }
        writeln!(f, "|  kazan {}", position.kazan(side))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const RULE: &str = "       +----+----+----+----+----+----+----+----+----+";
        Board::numbers(f, (1..=9).rev())?;
        writeln!(f, "{RULE}")?;
        self.row(f, Side::North)?;
        writeln!(f, "{RULE}")?;
        self.row(f, Side::South)?;
        writeln!(f, "{RULE}")?;
        Board::numbers(f, 1..=9)
    }
}
