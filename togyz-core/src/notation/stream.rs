//! Games from a file of any size, in memory that does not grow with it.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::string::String;
use std::vec::Vec;

use super::cursor::Cursor;
use super::pgn::parse_tag;
use super::record::{Format, Mode, Record, RecordError, Records};

/// The most bytes of one game.
const LONGEST_GAME: usize = 16 << 20;

/// Why a game could not be read from a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The record is faulty; reading goes on with the next one.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A line is not UTF-8; reading ends.
    #[error("line {line}: the text is not UTF-8")]
    NotUtf8 {
        /// The line, from 1.
        line: usize,
    },
    /// More than 16 MiB without the end of a game; reading ends.
    #[error("line {line}: a game of more than 16 MiB begins here")]
    TooLong {
        /// The line where the game begins, from 1.
        line: usize,
    },
    /// The file cannot be read; reading ends.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Reads games from a file one at a time, as [`read`](super::record::read) does from a text.
///
/// ```
/// use togyz_core::notation::record::{self, Mode};
/// let file = "7 9\n7 8\n".as_bytes();
/// let games: Result<Vec<_>, _> = record::read_from(file, Mode::Strict).collect();
/// assert_eq!(games.unwrap().len(), 2);
/// ```
pub fn read_from<R: BufRead>(input: R, mode: Mode) -> StreamRecords<R> {
    StreamRecords {
        lines: Lines {
            input,
            next: 1,
            bytes: Vec::new(),
            given: 0,
        },
        mode,
        format: None,
        comments: false,
        part: Part::default(),
        ready: VecDeque::new(),
        ended: false,
    }
}

/// Numbered lines of a file.
struct Lines<R> {
    input: R,
    /// The number of the next line.
    next: usize,
    bytes: Vec<u8>,
    /// How much of the bytes was given out.
    given: usize,
}

impl<R: BufRead> Lines<R> {
    /// The next line with its number and its end, or `None` at the end of the file. Lines end as a [`Cursor`] counts
    /// them: with LF, CR LF or CR.
    fn next(&mut self) -> Result<Option<(usize, &str)>, ReadError> {
        if self.given == self.bytes.len() {
            self.bytes.clear();
            self.given = 0;
            // A line is cut off where no game may go on.
            let limit = LONGEST_GAME as u64 + 1;
            io::Read::take(&mut self.input, limit).read_until(b'\n', &mut self.bytes)?;
        }
        let rest = &self.bytes[self.given..];
        if rest.is_empty() {
            return Ok(None);
        }
        let ends = |place: &usize| {
            rest[*place] == b'\n' || rest[*place] == b'\r' && rest.get(place + 1) != Some(&b'\n')
        };
        let length = (0..rest.len()).find(ends).map_or(rest.len(), |end| end + 1);
        let (line, mut bytes) = (self.next, &rest[..length]);
        self.given += length;
        self.next += 1;
        if line == 1 {
            bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Some((line, text))),
            Err(_) => Err(ReadError::NotUtf8 { line }),
        }
    }
}

/// Lines that belong to one game, or to a few short ones.
#[derive(Default)]
struct Part {
    text: String,
    first_line: usize,
    /// The tags so far, while nothing else came.
    tags: Vec<String>,
    has_moves: bool,
}

impl Part {
    /// Whether a line begins another game than the one gathered here.
    fn ends_before(&self, format: Format, line: &str) -> bool {
        if self.text.is_empty() {
            return false;
        }
        match format {
            Format::Lines => true,
            Format::Pgn => {
                tag_name(line).is_some_and(|name| self.has_moves || self.tags.contains(&name))
            }
        }
    }

    fn push(&mut self, number: usize, line: &str, mode: Mode) {
        if self.text.is_empty() {
            self.first_line = number;
        }
        self.text.push_str(line);
        let text = line.trim_start();
        match tag_name(line) {
            Some(name) => self.tags.push(name),
            // After a broken tag strict reading begins another game, lenient reading goes on.
            None if text.starts_with('[') && !self.has_moves => {
                if mode == Mode::Strict {
                    self.tags.clear();
                }
            }
            None => self.has_moves |= !text.is_empty(),
        }
    }
}

/// The name of the tag that a line is.
fn tag_name(line: &str) -> Option<String> {
    parse_tag(line).map(|(name, _)| name)
}

/// The games of a file; see [`read_from`].
pub struct StreamRecords<R> {
    lines: Lines<R>,
    mode: Mode,
    format: Option<Format>,
    comments: bool,
    part: Part,
    ready: VecDeque<Result<Record, ReadError>>,
    ended: bool,
}

impl<R: BufRead> StreamRecords<R> {
    /// Reads the games of the part gathered so far, and begins the next part.
    fn finish_part(&mut self) {
        let part = std::mem::take(&mut self.part);
        let format = self.format.unwrap_or(Format::Lines);
        let cursor = Cursor::starting_at(&part.text, part.first_line);
        let records = Records::starting_at(format, cursor, self.mode);
        self.ready
            .extend(records.map(|read| read.map_err(ReadError::Record)));
    }

    /// Takes one more line; at the end of the file the last part is read.
    fn advance(&mut self) -> Result<(), ReadError> {
        let Some((number, line)) = self.lines.next()? else {
            self.ended = true;
            self.finish_part();
            return Ok(());
        };
        let format = self
            .format
            .or_else(|| Format::of_line(line, &mut self.comments));
        // Nothing but comments and empty lines came so far.
        let Some(format) = format else { return Ok(()) };
        self.format = Some(format);
        if self.part.ends_before(format, line) {
            let line = String::from(line);
            self.finish_part();
            self.part.push(number, &line, self.mode);
        } else {
            self.part.push(number, line, self.mode);
        }
        if self.part.text.len() > LONGEST_GAME {
            let line = self.part.first_line;
            return Err(ReadError::TooLong { line });
        }
        Ok(())
    }
}

impl<R: BufRead> Iterator for StreamRecords<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(read) = self.ready.pop_front() {
                return Some(read);
            }
            if self.ended {
                return None;
            }
            if let Err(error) = self.advance() {
                self.ended = true;
                // A game that is too long is no game; all else that came before the error is read.
                if !matches!(error, ReadError::TooLong { .. }) {
                    self.finish_part();
                }
                self.ready.push_back(Err(error));
            }
        }
    }
}
