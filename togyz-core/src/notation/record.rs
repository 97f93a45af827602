//! Whole games in text.
//!
//! The format is recognised by content:
//!
//! * a `[Tag "value"]` line begins a PGN as PlayOK or Cute Games write it, or a TGK;
//! * `id<TAB>result<TAB>moves`, one game a line;
//! * lines of pit numbers (`7 9 6 8`), one game a line, `#` begins a comment;
//! * anything else is read as a body of moves without tags (`1. 76 98 2. ...`).
//!
//! Read in all of them: a byte order mark, any line ends, move numbers with or without a space after the dot,
//! comments in braces or after `;`, tuzdyk marks in Latin or Cyrillic.
//!
//! In [`Mode::Strict`] a redundant part that disagrees with the position (landing digit, tuzdyk mark,
//! printed score, result) is an error; in [`Mode::Lenient`] it becomes a warning kept with the game. An
//! illegal move or a text that is no move is an error in both: nothing is dropped.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::cursor::{Cursor, Place};
use super::list::ListRecords;
use super::moves::{MoveMismatch, MoveText, MoveTextError};
use super::pgn::PgnRecords;
#[cfg(feature = "std")]
pub use super::stream::{ReadError, StreamRecords, read_from};
pub use super::write::{list, pgn, pgn_with_comments, tgk};
use crate::{BySide, FenError, Game, GameResult, IllegalReason, Outcome};

/// What to do with a redundant part that disagrees with the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// It is an error.
    #[default]
    Strict,
    /// It is a warning kept with the game.
    Lenient,
}

/// A game as a record tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The game, with its tags.
    pub game: Game,
    /// The result as written, if any; the board's own outcome is [`Game::outcome`].
    pub result: Option<GameResult>,
    /// Comments with the ply they follow, 0 for before the first move.
    pub comments: Vec<(usize, String)>,
    /// What disagreed, in lenient mode.
    pub warnings: Vec<RecordError>,
}

impl Record {
    /// The record as a PGN, its comments at their places; see [`pgn`].
    ///
    /// ```
    /// use togyz_core::notation::record::{self, Mode};
    /// let text = "[Result \"*\"]\n\n1. 76(10) {as most play} 1... 98 *\n";
    /// let record = record::read_one(text, Mode::Strict)?;
    /// assert_eq!(record.to_pgn(), text);
    /// # Ok::<(), togyz_core::notation::record::RecordError>(())
    /// ```
    #[must_use]
    pub fn to_pgn(&self) -> String {
        super::write::pgn_with_comments(&self.game, &self.comments)
    }
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// A line that begins like a tag but is none.
    BadTag,
    /// A tag `FEN` whose value is no position.
    BadFen(FenError),
    /// A tag `Variant` that names no known rules.
    UnknownVariant,
    /// A text that is no move.
    BadMove(MoveTextError),
    /// An illegal move.
    IllegalMove(IllegalReason),
    /// A redundant part of a move that is wrong.
    MoveMismatch(MoveMismatch),
    /// A result that no format has.
    BadResult,
    /// Two results that disagree with each other.
    ResultsDiffer,
    /// A result that disagrees with the finished board.
    ResultMismatch(Outcome),
    /// A reason of the end that disagrees with the board.
    ReasonMismatch(Option<Outcome>),
    /// Final kazans that disagree with the board.
    KazansMismatch {
        /// As the record has them.
        written: BySide<u8>,
        /// As the board has them.
        actual: BySide<u8>,
    },
    /// A comment that is never closed.
    UnclosedComment,
    /// A line with more than id, result and moves.
    ExtraColumn,
    /// No game where one was expected.
    NoGame,
    /// A second game where one was expected.
    SecondGame,
}

impl fmt::Display for RecordErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordErrorKind::BadTag => f.write_str("expected a tag such as [Event \"name\"]"),
            RecordErrorKind::BadFen(error) => error.fmt(f),
            RecordErrorKind::UnknownVariant => {
                f.write_str("unknown rules; known are standard, master-pro, moddable and pantusov")
            }
            RecordErrorKind::BadMove(error) => error.fmt(f),
            RecordErrorKind::IllegalMove(reason) => write!(f, "illegal move, {reason}"),
            RecordErrorKind::MoveMismatch(mismatch) => mismatch.fmt(f),
            RecordErrorKind::BadResult => f.write_str("expected a result: 1-0, 0-1, 1/2-1/2 or *"),
            RecordErrorKind::ResultsDiffer => {
                f.write_str("the tag and the end of the moves give different results")
            }
            RecordErrorKind::ResultMismatch(outcome) => {
                write!(f, "the result disagrees with the board: {outcome}")
            }
            RecordErrorKind::ReasonMismatch(Some(outcome)) => {
                write!(
                    f,
                    "the reason of the end disagrees with the board: {outcome}"
                )
            }
            RecordErrorKind::ReasonMismatch(None) => {
                f.write_str("the record says that the game is over, the board does not")
            }
            RecordErrorKind::KazansMismatch { written, actual } => write!(
                f,
                "the kazans are written {}-{}, but hold {}-{}",
                written.south, written.north, actual.south, actual.north
            ),
            RecordErrorKind::UnclosedComment => f.write_str("a comment is never closed"),
            RecordErrorKind::ExtraColumn => f.write_str("expected id, result and moves only"),
            RecordErrorKind::NoGame => f.write_str("there is no game"),
            RecordErrorKind::SecondGame => f.write_str("there is more than one game"),
        }
    }
}

/// A fault of a record with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}{}: {kind}{}", Ply(*ply), Found(text))]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The ply that was being read, from 1; 0 outside the moves.
    pub ply: usize,
    /// What is wrong.
    pub kind: RecordErrorKind,
    /// The text at the place, shortened.
    pub text: String,
}

struct Ply(usize);

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => Ok(()),
            ply => write!(f, ", ply {ply}"),
        }
    }
}

struct Found<'a>(&'a str);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" => Ok(()),
            text => write!(f, ", found {text:?}"),
        }
    }
}

impl RecordError {
    pub(super) fn new(place: Place, ply: usize, kind: RecordErrorKind, text: &str) -> RecordError {
        const LONGEST: usize = 24;
        let mut shown: String = text.chars().take(LONGEST).collect();
        if shown.len() < text.len() {
            shown.push_str("...");
        }
        RecordError {
            line: place.0,
            column: place.1,
            ply,
            kind,
            text: shown,
        }
    }
}

/// Reads all games of a text, one at a time; the format is recognised by content.
///
/// After an error reading goes on with the next game.
///
/// ```
/// use togyz_core::notation::record::{self, Mode};
/// let text = "1. 76(10) 98 *";
/// let games: Result<Vec<_>, _> = record::read(text, Mode::Strict).collect();
/// assert_eq!(games?[0].game.ply(), 2);
/// let error = record::read("1. 75", Mode::Strict).next().unwrap().unwrap_err();
/// assert_eq!((error.line, error.column, error.ply), (1, 4, 1));
/// # Ok::<(), togyz_core::notation::record::RecordError>(())
/// ```
pub fn read(text: &str, mode: Mode) -> Records<'_> {
    let mut cursor = Cursor::new(text);
    let format = Format::of(&mut cursor);
    Records::starting_at(format, cursor, mode)
}

/// Reads a text that holds exactly one game.
///
/// # Errors
/// The first [`RecordError`]; a second game, or none, is an error too.
///
/// ```
/// use togyz_core::notation::record::{self, Mode};
/// let record = record::read_one("[White \"A\"]\n\n1. 7 7 2. 8 8 1-0", Mode::Strict)?;
/// assert_eq!(record.game.tags().get("White"), Some("A"));
/// # Ok::<(), togyz_core::notation::record::RecordError>(())
/// ```
pub fn read_one(text: &str, mode: Mode) -> Result<Record, RecordError> {
    let mut records = read(text, mode);
    let error = |kind| RecordError::new((1, 1), 0, kind, "");
    let record = records
        .next()
        .ok_or_else(|| error(RecordErrorKind::NoGame))??;
    match records.next() {
        None => Ok(record),
        Some(_) => Err(error(RecordErrorKind::SecondGame)),
    }
}

/// How the games of a text are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// Tags and moves, or moves alone.
    Pgn,
    /// One game a line.
    Lines,
}

impl Format {
    /// Recognises a format by the first line that says something, and moves on to that line.
    fn of(cursor: &mut Cursor<'_>) -> Format {
        let mut comments = false;
        while !cursor.rest().is_empty() {
            let before = cursor.clone();
            if let Some(format) = Format::of_line(cursor.take_line(), &mut comments) {
                *cursor = before;
                return format;
            }
        }
        Format::Lines
    }

    /// The format that a line tells, if it tells one; `comments` remembers whether lines of `#` came before.
    pub(super) fn of_line(line: &str, comments: &mut bool) -> Option<Format> {
        let line = line.trim();
        if line.starts_with('#') {
            *comments = true;
        }
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        let is_pit = |word: &str| matches!(word.as_bytes(), [b'1'..=b'9']);
        let has_result = line.split('\t').nth(1).is_some_and(|field| {
            let first = field.split_whitespace().next();
            first.is_some_and(|word| word.parse::<GameResult>().is_ok())
        });
        let is_list = has_result || line.split_whitespace().all(is_pit);
        if !line.starts_with('[') && (*comments || is_list) {
            Some(Format::Lines)
        } else {
            Some(Format::Pgn)
        }
    }
}

/// The games of a text; see [`read`].
#[derive(Clone, Debug)]
pub struct Records<'a> {
    inner: Inner<'a>,
}

#[derive(Clone, Debug)]
enum Inner<'a> {
    Pgn(PgnRecords<'a>),
    List(ListRecords<'a>),
}

impl<'a> Records<'a> {
    /// The games of a text, or of a part of a longer one.
    pub(super) fn starting_at(format: Format, cursor: Cursor<'a>, mode: Mode) -> Records<'a> {
        let inner = match format {
            Format::Lines => Inner::List(ListRecords::new(cursor, mode)),
            Format::Pgn => Inner::Pgn(PgnRecords::new(cursor, mode)),
        };
        Records { inner }
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.inner {
            Inner::Pgn(records) => records.next(),
            Inner::List(records) => records.next(),
        }
    }
}

/// A record in the making: applies moves and files what disagrees.
pub(super) struct Builder {
    pub(super) record: Record,
    mode: Mode,
}

impl Builder {
    pub(super) fn new(game: Game, mode: Mode) -> Builder {
        Builder {
            record: Record {
                game,
                result: None,
                comments: Vec::new(),
                warnings: Vec::new(),
            },
            mode,
        }
    }

    /// Files a mismatch: an error in strict mode, a warning in lenient mode.
    pub(super) fn mismatch(
        &mut self,
        place: Place,
        ply: usize,
        kind: RecordErrorKind,
        text: &str,
    ) -> Result<(), RecordError> {
        let error = RecordError::new(place, ply, kind, text);
        match self.mode {
            Mode::Strict => Err(error),
            Mode::Lenient => {
                self.record.warnings.push(error);
                Ok(())
            }
        }
    }

    /// Plays one written move.
    pub(super) fn push(&mut self, place: Place, word: &str) -> Result<(), RecordError> {
        let ply = self.record.game.ply() + 1;
        let error = |kind| RecordError::new(place, ply, kind, word);
        let read: MoveText = word
            .parse()
            .map_err(|bad| error(RecordErrorKind::BadMove(bad)))?;
        let before = *self.record.game.position();
        let effect = self
            .record
            .game
            .push(read.mv)
            .map_err(|illegal| error(RecordErrorKind::IllegalMove(illegal.reason)))?;
        for mismatch in read.mismatches(&before, &effect) {
            self.mismatch(place, ply, RecordErrorKind::MoveMismatch(mismatch), word)?;
        }
        Ok(())
    }

    /// Holds the written result against the board and keeps it.
    pub(super) fn finish(
        &mut self,
        place: Place,
        result: Option<GameResult>,
        text: &str,
    ) -> Result<(), RecordError> {
        let ply = self.record.game.ply();
        self.record.result = result;
        let written = result.filter(|&result| result != GameResult::Unfinished);
        match self.record.game.outcome() {
            Some(outcome) if written.is_some_and(|written| written != GameResult::of(&outcome)) => {
                self.mismatch(place, ply, RecordErrorKind::ResultMismatch(outcome), text)
            }
            Some(_) => Ok(()),
            None => {
                self.record.game.set_recorded_result(written);
                Ok(())
            }
        }
    }
}
