//! Positions as lists of numbers.
//!
//! * The board list: 23 integers joined by commas. South's pits 1 to 9, North's pits 1 to 9 (−1 is a tuzdyk of the
//!   other side), the number of South's tuzdyk and of North's (0 none), South's kazan, North's kazan, the side to
//!   move (0 South).
//! * The short form: `south/north southKazan northKazan side`, both rows as nine numbers joined by commas in their
//!   owner's sowing order, `x` for a tuzdyk of the other side, the side to move as 0 or 1.
//!
//! ```
//! use togyz_core::{notation::boards, Position, Rules};
//! let text = "9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,0,0,0,0,0";
//! assert_eq!(boards::write_list(&Position::START), text);
//! assert_eq!(boards::read(text, Rules::STANDARD)?, Position::START);
//! assert_eq!(boards::read("9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9 0 0 0", Rules::STANDARD)?, Position::START);
//! # Ok::<(), togyz_core::notation::boards::BoardError>(())
//! ```

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::{BySide, FenError, PITS, Pit, Position, Rules, Setup, SetupError, Side};

/// What is wrong with a list of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardErrorKind {
    /// Another number of items than this.
    Count(usize),
    /// Not a number that may stand here.
    BadNumber,
    /// The marks in the rows and the tuzdyk numbers disagree.
    TuzdyksDiffer,
    /// A second tuzdyk in a row.
    SecondTuzdyk,
    /// Every part was read, but together they are no position.
    Invalid(SetupError),
    /// It was read as FEN and is none.
    Fen(FenError),
}

impl fmt::Display for BoardErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardErrorKind::Count(count) => write!(f, "expected {count} items"),
            BoardErrorKind::BadNumber => f.write_str("expected a number of stones, or a mark"),
            BoardErrorKind::TuzdyksDiffer => {
                f.write_str("the marks in the rows and the tuzdyk numbers disagree")
            }
            BoardErrorKind::SecondTuzdyk => f.write_str("a row has a second tuzdyk"),
            BoardErrorKind::Invalid(error) => error.fmt(f),
            BoardErrorKind::Fen(error) => error.fmt(f),
        }
    }
}

/// A text that is no position, with the item where reading stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("board, item {item}: {kind}")]
pub struct BoardError {
    /// The item, from 1.
    pub item: usize,
    /// What is wrong there.
    pub kind: BoardErrorKind,
}

fn error<T>(item: usize, kind: BoardErrorKind) -> Result<T, BoardError> {
    Err(BoardError { item, kind })
}

/// Reads a position in any form: FEN, board list or short form. The form is recognised by content.
///
/// # Errors
/// [`BoardError`] if it is none of them.
///
/// ```
/// use togyz_core::{notation::boards, Position, Rules};
/// let fen = Position::START.to_string();
/// assert_eq!(boards::read(&fen, Rules::STANDARD)?, Position::START);
/// # Ok::<(), togyz_core::notation::boards::BoardError>(())
/// ```
pub fn read(text: &str, rules: Rules) -> Result<Position, BoardError> {
    let is_short = || {
        let rows = text.split_whitespace().next().unwrap_or_default();
        rows.contains('/')
            && !rows.contains(['S', 's', 't', 'T'])
            && rows.matches(',').count() == 16
    };
    if !text.contains('/') {
        read_list(text, rules)
    } else if is_short() {
        read_short(text, rules)
    } else {
        Position::from_fen(text, rules).or_else(|bad| error(1, BoardErrorKind::Fen(bad)))
    }
}

/// Nine pits and the number of the tuzdyk among them.
#[derive(Default)]
struct Row {
    pits: [u8; PITS],
    tuzdyk: Option<u8>,
}

/// Reads the items of one row.
fn row(first_item: usize, items: &[&str], mark: &[&str]) -> Result<Row, BoardError> {
    let mut row = Row::default();
    for (place, text) in items.iter().enumerate() {
        let item = first_item + place;
        if mark.contains(text) {
            if row.tuzdyk.replace(place as u8 + 1).is_some() {
                return error(item, BoardErrorKind::SecondTuzdyk);
            }
        } else {
            row.pits[place] = number(item, text)?;
        }
    }
    Ok(row)
}

fn number(item: usize, text: &str) -> Result<u8, BoardError> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse::<u8>() {
        Ok(number) if plain && number <= crate::STONES => Ok(number),
        _ => error(item, BoardErrorKind::BadNumber),
    }
}

fn side(item: usize, text: &str) -> Result<Side, BoardError> {
    match text {
        "0" => Ok(Side::South),
        "1" => Ok(Side::North),
        _ => error(item, BoardErrorKind::BadNumber),
    }
}

/// Puts the parts together; a side's tuzdyk lies in the other row.
fn position(
    rows: &BySide<Row>,
    kazans: BySide<u8>,
    side_to_move: Side,
    rules: Rules,
) -> Result<Position, BoardError> {
    let setup = Setup {
        pits: BySide::from_fn(|side| rows[side].pits),
        kazans,
        tuzdyks: BySide::from_fn(|side| rows[!side].tuzdyk),
        side_to_move,
        rules,
    };
    Position::try_from(setup).or_else(|bad| error(1, BoardErrorKind::Invalid(bad)))
}

fn read_list(text: &str, rules: Rules) -> Result<Position, BoardError> {
    const ITEMS: usize = 23;
    let items: Vec<&str> = text.split(',').map(str::trim).collect();
    if items.len() != ITEMS {
        return error(items.len().min(ITEMS), BoardErrorKind::Count(ITEMS));
    }
    let rows = BySide {
        south: row(1, &items[..9], &["-1"])?,
        north: row(10, &items[9..18], &["-1"])?,
    };
    for (item, owner) in [(19, Side::South), (20, Side::North)] {
        let written = number(item, items[item - 1])?;
        if rows[!owner].tuzdyk.unwrap_or(0) != written {
            return error(item, BoardErrorKind::TuzdyksDiffer);
        }
    }
    let kazans = BySide {
        south: number(21, items[20])?,
        north: number(22, items[21])?,
    };
    position(&rows, kazans, side(23, items[22])?, rules)
}

fn read_short(text: &str, rules: Rules) -> Result<Position, BoardError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let &[rows, south, north, mover] = fields.as_slice() else {
        return error(fields.len().min(4), BoardErrorKind::Count(4));
    };
    let (south_row, north_row) = rows.split_once('/').unwrap_or((rows, ""));
    let split = |first_item, text: &str| {
        let items: Vec<&str> = text.split(',').collect();
        match items.len() {
            PITS => row(first_item, &items, &["x", "X"]),
            _ => error(first_item, BoardErrorKind::Count(PITS)),
        }
    };
    let rows = BySide {
        south: split(1, south_row)?,
        north: split(10, north_row)?,
    };
    let kazans = BySide {
        south: number(19, south)?,
        north: number(20, north)?,
    };
    position(&rows, kazans, side(21, mover)?, rules)
}

/// Writes the board list of 23 integers.
///
/// ```
/// use togyz_core::{notation::boards, Move, Position};
/// let after = Position::START.play(Move::M7)?;
/// assert_eq!(boards::write_list(&after), "9,9,9,9,9,9,1,10,10,10,10,10,10,10,0,9,9,9,0,0,10,0,1");
/// # Ok::<(), togyz_core::IllegalMove>(())
/// ```
#[must_use]
pub fn write_list(position: &Position) -> String {
    let pit = |pit: Pit| match position.tuzdyk(!pit.side()) {
        Some(tuzdyk) if tuzdyk == pit => "-1".to_string(),
        _ => position.stones(pit).to_string(),
    };
    let tuzdyks = Side::ALL.map(|side| position.tuzdyk(side).map_or(0, Pit::number).to_string());
    let kazans = Side::ALL.map(|side| position.kazan(side).to_string());
    let mover = position.side_to_move().index().to_string();
    let items = Pit::all().map(pit).chain(tuzdyks).chain(kazans);
    items.chain([mover]).collect::<Vec<_>>().join(",")
}

/// Writes the short form.
///
/// ```
/// use togyz_core::{notation::boards, Position};
/// assert_eq!(boards::write_short(&Position::START), "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9 0 0 0");
/// ```
#[must_use]
pub fn write_short(position: &Position) -> String {
    let row = |side: Side| {
        let pits = Pit::all().filter(|pit| pit.side() == side);
        let item = |pit: Pit| match position.tuzdyk(!side) {
            Some(tuzdyk) if tuzdyk == pit => "x".to_string(),
            _ => position.stones(pit).to_string(),
        };
        pits.map(item).collect::<Vec<_>>().join(",")
    };
    let [south, north] = Side::ALL.map(row);
    let kazans = Side::ALL.map(|side| position.kazan(side));
    let mover = position.side_to_move().index();
    alloc::format!("{south}/{north} {} {} {mover}", kazans[0], kazans[1])
}
