//! FEN, the text form of a position.
//!
//! Five fields: `NORTH/SOUTH southKazan northKazan S|N fullmove`. Both rows are written as South sees the
//! board, left to right: North's pits 9 to 1, South's pits 1 to 9. In a row, `7S` is a pit of seven stones, a
//! bare number is a run of that many empty pits, `t` is a tuzdyk of the other side. The full-move number
//! starts at 1 and grows after North's move.
//!
//! Read as well: `T`, `0S` for an empty pit, a comma at the end of a row, several spaces between fields.

use core::fmt;
use core::str::FromStr;

use crate::{BySide, PITS, Position, Rules, STONES, Setup, SetupError, Side};

/// A position with the full-move number of its FEN.
///
/// ```
/// use togyz_core::{Fen, Rules};
/// let text = "13S,2S,12S,3S,2S,1S,1,12S,12S/12S,2S,13S,13S,t,3S,12S,12S,1S 22 15 S 4";
/// let fen: Fen = text.parse()?;
/// assert_eq!(fen.fullmove, 4);
/// assert_eq!(fen.to_string(), text);
/// # Ok::<(), togyz_core::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fen {
    /// The position.
    pub position: Position,
    /// The number of the turn, from 1.
    pub fullmove: u32,
}

/// What a FEN text was expected to hold at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// The text ended where this field should begin.
    Missing(&'static str),
    /// Not a cell of a row.
    BadCell,
    /// A pit with more than 162 stones.
    TooManyStones,
    /// A row of this side with another number of pits than nine.
    RowLength(Side, usize),
    /// A second tuzdyk in a row.
    SecondTuzdyk(Side),
    /// A kazan is a number from 0 to 162.
    BadKazan,
    /// The side to move is `S` or `N`.
    BadSide,
    /// The full-move number is a number from 1.
    BadFullmove,
    /// More than five fields.
    TrailingText,
    /// Every part was read, but together they are no position.
    Invalid(SetupError),
}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenErrorKind::Missing(what) => write!(f, "expected {what}, found the end of the text"),
            FenErrorKind::BadCell => f.write_str(
                "expected a pit such as 9S, a number of empty pits from 1 to 9, or t for a tuzdyk",
            ),
            FenErrorKind::TooManyStones => f.write_str("a pit holds at most 162 stones"),
            FenErrorKind::RowLength(side, pits) => {
                write!(f, "the row of {side} has {pits} pits instead of 9")
            }
            FenErrorKind::SecondTuzdyk(side) => {
                write!(f, "the row of {side} has a second tuzdyk")
            }
            FenErrorKind::BadKazan => f.write_str("expected a kazan from 0 to 162"),
            FenErrorKind::BadSide => f.write_str("expected the side to move, S or N"),
            FenErrorKind::BadFullmove => f.write_str("expected the turn number, from 1"),
            FenErrorKind::TrailingText => f.write_str("expected the end after five fields"),
            FenErrorKind::Invalid(error) => error.fmt(f),
        }
    }
}

/// A text that is no FEN, with the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("FEN, column {column}: {kind}")]
pub struct FenError {
    /// The character where reading stopped, from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: FenErrorKind,
}

const ROW_NAME: &str = "two rows joined by /";

/// The space-separated fields of a text with their byte offsets.
fn fields(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split([' ', '\t'])
        .scan(0, |offset, field| {
            let start = *offset;
            *offset += field.len() + 1;
            Some((start, field))
        })
        .filter(|(_, field)| !field.is_empty())
}

struct Parser<'a> {
    text: &'a str,
}

impl Parser<'_> {
    /// An error at a byte offset, told in characters.
    fn error(&self, offset: usize, kind: FenErrorKind) -> FenError {
        let before = self.text.get(..offset).unwrap_or(self.text);
        FenError {
            column: before.chars().count() + 1,
            kind,
        }
    }

    /// Reads one row in board order and returns pits and tuzdyk in board order.
    fn row(
        &self,
        offset: usize,
        row: &str,
        side: Side,
    ) -> Result<([u8; PITS], Option<usize>), FenError> {
        let mut pits = [0; PITS];
        let mut tuzdyk = None;
        let mut next = 0;
        let mut at = offset;
        let cells = row.strip_suffix(',').unwrap_or(row);
        for cell in cells.split(',') {
            let width = match cell {
                "t" | "T" => {
                    if tuzdyk.replace(next).is_some() {
                        return Err(self.error(at, FenErrorKind::SecondTuzdyk(side)));
                    }
                    1
                }
                _ => {
                    let (stones, width) = self.cell(at, cell)?;
                    if let Some(pit) = pits.get_mut(next) {
                        *pit = stones;
                    }
                    width
                }
            };
            next += width;
            at += cell.len() + 1;
        }
        if next != PITS {
            return Err(self.error(offset, FenErrorKind::RowLength(side, next)));
        }
        Ok((pits, tuzdyk))
    }

    /// Reads `7S` as seven stones in one pit, and `3` as three empty pits.
    fn cell(&self, at: usize, cell: &str) -> Result<(u8, usize), FenError> {
        let (digits, is_pit) = match cell.strip_suffix(['S', 's']) {
            Some(digits) => (digits, true),
            None => (cell, false),
        };
        let number = number(digits).ok_or_else(|| self.error(at, FenErrorKind::BadCell))?;
        match (is_pit, number) {
            (true, 0..=162) => Ok((number as u8, 1)),
            (true, _) => Err(self.error(at, FenErrorKind::TooManyStones)),
            (false, 1..=9) => Ok((0, number as usize)),
            (false, _) => Err(self.error(at, FenErrorKind::BadCell)),
        }
    }

    fn parse(&self, rules: Rules) -> Result<Fen, FenError> {
        let mut fields = fields(self.text);
        let mut field = |what| {
            let end = self.text.len();
            let missing = move || self.error(end, FenErrorKind::Missing(what));
            fields.next().ok_or_else(missing)
        };

        let (offset, rows) = field(ROW_NAME)?;
        let (north, south) = rows.split_once('/').ok_or_else(|| {
            let end = offset + rows.len();
            self.error(end, FenErrorKind::Missing("/ and the row of south"))
        })?;
        let (mut north_pits, north_tuzdyk) = self.row(offset, north, Side::North)?;
        let south_offset = offset + north.len() + 1;
        let (south_pits, south_tuzdyk) = self.row(south_offset, south, Side::South)?;
        north_pits.reverse();

        let mut kazan = |what| {
            let (at, digits) = field(what)?;
            number(digits)
                .filter(|&stones| stones <= u32::from(STONES))
                .map(|stones| stones as u8)
                .ok_or_else(|| self.error(at, FenErrorKind::BadKazan))
        };
        let kazans = BySide {
            south: kazan("the kazan of south")?,
            north: kazan("the kazan of north")?,
        };
        let (at, side) = field("the side to move")?;
        let side_to_move = match side {
            "S" | "s" => Side::South,
            "N" | "n" => Side::North,
            _ => return Err(self.error(at, FenErrorKind::BadSide)),
        };
        let (at, digits) = field("the turn number")?;
        let fullmove = number(digits)
            .filter(|&number| number > 0)
            .ok_or_else(|| self.error(at, FenErrorKind::BadFullmove))?;
        if let Some((at, _)) = fields.next() {
            return Err(self.error(at, FenErrorKind::TrailingText));
        }

        let setup = Setup {
            pits: BySide {
                south: south_pits,
                north: north_pits,
            },
            kazans,
            // A side's tuzdyk lies in the other row.
            tuzdyks: BySide {
                south: north_tuzdyk.map(|place| (PITS - place) as u8),
                north: south_tuzdyk.map(|place| place as u8 + 1),
            },
            side_to_move,
            rules,
        };
        let position = Position::try_from(setup)
            .map_err(|error| self.error(0, FenErrorKind::Invalid(error)))?;
        Ok(Fen { position, fullmove })
    }
}

/// A number of at most nine digits, without a sign.
fn number(digits: &str) -> Option<u32> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    if !plain || digits.len() > 9 {
        return None;
    }
    digits.parse().ok()
}

impl Fen {
    /// Reads a FEN under some rules.
    ///
    /// # Errors
    /// [`FenError`] with the column if the text is no FEN or no position under these rules.
    ///
    /// ```
    /// use togyz_core::{Fen, Rules};
    /// let text = "t,8/161S,8 0 1 S 1";
    /// assert!(Fen::parse(text, Rules::STANDARD).is_err());
    /// assert!(Fen::parse(text, Rules::PANTUSOV).is_ok());
    /// ```
    pub fn parse(text: &str, rules: Rules) -> Result<Fen, FenError> {
        Parser { text }.parse(rules)
    }
}

impl FromStr for Fen {
    type Err = FenError;

    /// Reads a FEN under the standard rules.
    fn from_str(text: &str) -> Result<Fen, FenError> {
        Fen::parse(text, Rules::STANDARD)
    }
}

/// Writes the cells of one row in board order.
fn write_row(
    f: &mut fmt::Formatter<'_>,
    position: &Position,
    side: Side,
    places: impl Iterator<Item = usize>,
) -> fmt::Result {
    let pits = position.pits(side);
    let tuzdyk = usize::from(position.tuzdyk_number(!side));
    let mut separator = "";
    let mut empty = 0;
    for place in places {
        let is_tuzdyk = place + 1 == tuzdyk;
        if pits[place] == 0 && !is_tuzdyk {
            empty += 1;
            continue;
        }
        if empty > 0 {
            write!(f, "{separator}{empty}")?;
            separator = ",";
            empty = 0;
        }
        if is_tuzdyk {
            write!(f, "{separator}t")?;
        } else {
            write!(f, "{separator}{}S", pits[place])?;
        }
        separator = ",";
    }
    if empty > 0 {
        write!(f, "{separator}{empty}")?;
    }
    Ok(())
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = &self.position;
        write_row(f, position, Side::North, (0..PITS).rev())?;
        f.write_str("/")?;
        write_row(f, position, Side::South, 0..PITS)?;
        let side = match position.side_to_move() {
            Side::South => 'S',
            Side::North => 'N',
        };
        let [south, north] = Side::ALL.map(|side| position.kazan(side));
        write!(f, " {south} {north} {side} {}", self.fullmove)
    }
}

impl Position {
    /// Reads a FEN under some rules; the full-move number is checked and dropped.
    ///
    /// # Errors
    /// [`FenError`] with the column if the text is no FEN or no position under these rules.
    ///
    /// ```
    /// use togyz_core::{Position, Rules, Side};
    /// let position = Position::from_fen("9/2S,8 80 80 S 1", Rules::MASTER_PRO)?;
    /// assert_eq!(position.kazan(Side::North), 80);
    /// # Ok::<(), togyz_core::FenError>(())
    /// ```
    pub fn from_fen(text: &str, rules: Rules) -> Result<Position, FenError> {
        Fen::parse(text, rules).map(|fen| fen.position)
    }
}

impl fmt::Display for Position {
    /// FEN with full-move number 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Fen {
            position: *self,
            fullmove: 1,
        }
        .fmt(f)
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN under the standard rules.
    fn from_str(text: &str) -> Result<Position, FenError> {
        Position::from_fen(text, Rules::STANDARD)
    }
}
