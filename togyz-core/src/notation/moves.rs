//! Single moves in text.
//!
//! | form | meaning | style |
//! |---|---|---|
//! | `7` | pit 7 | [`MoveStyle::Number`] |
//! | `76`, `76x` | from 7, the last stone in pit 6 of its row; `x` makes a tuzdyk | [`MoveStyle::FromTo`], as TGK |
//! | `76(10)`, `68X` | the mover's kazan after an even capture; `X` makes a tuzdyk | [`MoveStyle::PlayOk`] |
//! | `g1d2` | both ends as board squares; North's pit 1 is `i2` | [`MoveStyle::PlayStrategy`] |
//!
//! The tuzdyk mark may be Latin or Cyrillic, small or capital. All but the first digit is redundant and is
//! checked against the position.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::{Effect, IllegalMove, Move, Pit, Position, Side, TuzdykEffect};

/// How to write a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveStyle {
    /// `7`.
    Number,
    /// `76`, `76x`.
    FromTo,
    /// `76`, `76(10)`, `68X`.
    PlayOk,
    /// `g1d2`.
    PlayStrategy,
}

/// A move as it was written, before it is held against a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveText {
    /// The pit sown.
    pub mv: Move,
    /// Whose move it is, where the form tells.
    pub side: Option<Side>,
    /// The number of the landing pit, where it is given.
    pub landing: Option<u8>,
    /// The row of the landing pit, where the form tells.
    pub landing_side: Option<Side>,
    /// Whether a tuzdyk is marked; `None` if the form has no mark for it.
    pub tuzdyk: Option<bool>,
    /// The mover's kazan after the move, where it is given.
    pub score: Option<u8>,
}

/// A text that is no move in any form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a move such as 7, 76, 76x, 76(10) or g1d2")]
pub struct MoveTextError;

/// A redundant part of a written move that disagrees with the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveMismatch {
    /// The other side is on turn.
    Side {
        /// The side that the text moves.
        written: Side,
    },
    /// The last stone falls elsewhere.
    Landing {
        /// The pit number in the text.
        written: u8,
        /// Where the last stone falls.
        actual: Pit,
    },
    /// A tuzdyk is marked where none is made, or made without a mark.
    TuzdykMark {
        /// Whether the text has a mark.
        written: bool,
    },
    /// The mover's kazan holds another number.
    Score {
        /// The number in the text.
        written: u8,
        /// The mover's kazan after the move.
        actual: u8,
    },
}

impl fmt::Display for MoveMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            MoveMismatch::Side { written } => {
                write!(f, "the move is {written}'s, who is not on turn")
            }
            MoveMismatch::Landing { written, actual } => write!(
                f,
                "the landing digit is {written}, but the last stone falls in pit {actual}"
            ),
            MoveMismatch::TuzdykMark { written: true } => {
                f.write_str("a tuzdyk is marked, but none is made")
            }
            MoveMismatch::TuzdykMark { written: false } => {
                f.write_str("a tuzdyk is made, but not marked")
            }
            MoveMismatch::Score { written, actual } => {
                write!(
                    f,
                    "the printed score is {written}, but the kazan holds {actual}"
                )
            }
        }
    }
}

/// Why [`Position::parse_move`] refused a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseMoveError {
    /// It is no move.
    #[error(transparent)]
    Text(#[from] MoveTextError),
    /// The move is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A redundant part disagrees with the position.
    #[error("{0}")]
    Mismatch(MoveMismatch),
}

fn digit(byte: u8) -> Option<u8> {
    matches!(byte, b'1'..=b'9').then(|| byte - b'0')
}

/// A square such as `g1`: side and pit number.
fn square(file: u8, rank: u8) -> Option<(Side, u8)> {
    let place = file.to_ascii_lowercase();
    if !(b'a'..=b'i').contains(&place) {
        return None;
    }
    let number = place - b'a' + 1;
    match rank {
        b'1' => Some((Side::South, number)),
        b'2' => Some((Side::North, 10 - number)),
        _ => None,
    }
}

fn from_squares(bytes: [u8; 4]) -> Option<MoveText> {
    let (side, from) = square(bytes[0], bytes[1])?;
    let (landing_side, to) = square(bytes[2], bytes[3])?;
    Some(MoveText {
        mv: Move::new(from).ok()?,
        side: Some(side),
        landing: Some(to),
        landing_side: Some(landing_side),
        tuzdyk: None,
        score: None,
    })
}

fn from_digits(text: &str) -> Option<MoveText> {
    let bytes = text.as_bytes();
    let mv = Move::new(digit(*bytes.first()?)?).ok()?;
    let mut read = MoveText {
        mv,
        side: None,
        landing: None,
        landing_side: None,
        tuzdyk: None,
        score: None,
    };
    if bytes.len() == 1 {
        return Some(read);
    }
    read.landing = Some(digit(bytes[1])?);
    let mut rest = text.get(2..)?;
    let unmarked = rest.strip_prefix(['x', 'X', 'х', 'Х']);
    read.tuzdyk = Some(unmarked.is_some());
    rest = unmarked.unwrap_or(rest);
    if let Some(score) = rest.strip_prefix('(') {
        let digits = score.strip_suffix(')')?;
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        read.score = Some(digits.parse().ok()?);
        rest = "";
    }
    rest.is_empty().then_some(read)
}

impl FromStr for MoveText {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<MoveText, MoveTextError> {
        let read = match <[u8; 4]>::try_from(text.as_bytes()) {
            Ok(bytes) if bytes[0].is_ascii_alphabetic() => from_squares(bytes),
            _ => from_digits(text),
        };
        read.ok_or(MoveTextError)
    }
}

impl MoveText {
    /// The redundant parts that disagree with what the move does from a position.
    ///
    /// ```
    /// use togyz_core::{notation::moves::{MoveMismatch, MoveText}, Position};
    /// let text: MoveText = "76(11)".parse()?;
    /// let effect = Position::START.effect(text.mv).unwrap();
    /// let found: Vec<_> = text.mismatches(&Position::START, &effect).collect();
    /// assert_eq!(found, [MoveMismatch::Score { written: 11, actual: 10 }]);
    /// # Ok::<(), togyz_core::notation::moves::MoveTextError>(())
    /// ```
    pub fn mismatches(
        &self,
        position: &Position,
        effect: &Effect,
    ) -> impl Iterator<Item = MoveMismatch> + use<> {
        let actual = effect.landing;
        let kazan = position.kazan(effect.side) + effect.gained()[effect.side];
        let made = effect.tuzdyk == TuzdykEffect::Made;
        let side = self
            .side
            .filter(|&written| written != effect.side)
            .map(|written| MoveMismatch::Side { written });
        let other_row = self.landing_side.is_some_and(|row| row != actual.side());
        let landing = self
            .landing
            .filter(|&written| written != actual.number() || other_row)
            .map(|written| MoveMismatch::Landing { written, actual });
        let tuzdyk = self
            .tuzdyk
            .filter(|&written| written != made)
            .map(|written| MoveMismatch::TuzdykMark { written });
        let score = self
            .score
            .filter(|&written| written != kazan)
            .map(|written| MoveMismatch::Score {
                written,
                actual: kazan,
            });
        [side, landing, tuzdyk, score].into_iter().flatten()
    }
}

/// Writes a square of a pit as PlayStrategy names it.
fn write_square(out: &mut String, pit: Pit) {
    let (place, rank) = match pit.side() {
        Side::South => (pit.number(), '1'),
        Side::North => (10 - pit.number(), '2'),
    };
    out.push(char::from(b'a' + place - 1));
    out.push(rank);
}

impl Position {
    /// Reads a move in any form and checks all that it says.
    ///
    /// # Errors
    /// [`ParseMoveError`] if the text is no move, the move is illegal, or a redundant part is wrong.
    ///
    /// ```
    /// use togyz_core::{Move, Position};
    /// for text in ["7", "76", "76(10)", "g1d2"] {
    ///     assert_eq!(Position::START.parse_move(text), Ok(Move::M7));
    /// }
    /// assert!(Position::START.parse_move("75").is_err());
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        let read: MoveText = text.parse()?;
        let effect = self.effect(read.mv)?;
        match read.mismatches(self, &effect).next() {
            Some(mismatch) => Err(ParseMoveError::Mismatch(mismatch)),
            None => Ok(read.mv),
        }
    }

    /// Writes a move in a style.
    ///
    /// # Errors
    /// [`IllegalMove`] if the move is illegal.
    ///
    /// ```
    /// use togyz_core::{notation::moves::MoveStyle, Move, Position};
    /// let start = Position::START;
    /// assert_eq!(start.write_move(Move::M7, MoveStyle::PlayOk)?, "76(10)");
    /// assert_eq!(start.write_move(Move::M7, MoveStyle::FromTo)?, "76");
    /// assert_eq!(start.write_move(Move::M7, MoveStyle::PlayStrategy)?, "g1d2");
    /// # Ok::<(), togyz_core::IllegalMove>(())
    /// ```
    pub fn write_move(&self, mv: Move, style: MoveStyle) -> Result<String, IllegalMove> {
        use core::fmt::Write as _;

        let effect = self.effect(mv)?;
        let mut out = String::new();
        let ends = (mv.number(), effect.landing.number());
        let made = effect.tuzdyk == TuzdykEffect::Made;
        // Writing to a string cannot fail.
        let _ = match style {
            MoveStyle::Number => write!(out, "{mv}"),
            MoveStyle::FromTo => write!(out, "{}{}{}", ends.0, ends.1, if made { "x" } else { "" }),
            MoveStyle::PlayOk if made => write!(out, "{}{}X", ends.0, ends.1),
            MoveStyle::PlayOk if effect.captured > 0 => {
                let kazan = self.kazan(effect.side) + effect.gained()[effect.side];
                write!(out, "{}{}({kazan})", ends.0, ends.1)
            }
            MoveStyle::PlayOk => write!(out, "{}{}", ends.0, ends.1),
            MoveStyle::PlayStrategy => {
                let origin = Pit::new(effect.side, mv.number());
                origin
                    .into_iter()
                    .chain([effect.landing])
                    .for_each(|pit| write_square(&mut out, pit));
                Ok(())
            }
        };
        Ok(out)
    }
}
