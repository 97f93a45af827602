//! A place in a text that moves forward, with line and column.

/// Reads a text character by character; lines end with LF, CR LF or CR.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
    /// Only whitespace came on this line so far.
    line_is_blank: bool,
}

/// A place in a text: line and column in characters, both from 1.
pub(super) type Place = (usize, usize);

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor::starting_at(text.strip_prefix('\u{feff}').unwrap_or(text), 1)
    }

    /// A cursor over a part of a longer text that begins with this line.
    pub(super) fn starting_at(text: &'a str, line: usize) -> Cursor<'a> {
        Cursor {
            rest: text,
            line,
            column: 1,
            line_is_blank: true,
        }
    }

    pub(super) fn place(&self) -> Place {
        (self.line, self.column)
    }

    /// Whether only whitespace came on this line so far.
    pub(super) fn is_at_line_start(&self) -> bool {
        self.line_is_blank
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let c = chars.next()?;
        self.rest = chars.as_str();
        let line_ends = c == '\n' || c == '\r' && !self.rest.starts_with('\n');
        if line_ends {
            self.line += 1;
            self.column = 1;
            self.line_is_blank = true;
        } else {
            self.column += 1;
            self.line_is_blank &= c.is_whitespace();
        }
        Some(c)
    }

    /// Moves over the characters that hold a condition and returns them.
    pub(super) fn take_while(&mut self, mut holds: impl FnMut(char) -> bool) -> &'a str {
        let whole = self.rest;
        while self.peek().is_some_and(&mut holds) {
            self.bump();
        }
        &whole[..whole.len() - self.rest.len()]
    }

    pub(super) fn skip_whitespace(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// The rest of the line without its end; the cursor stands on the next line.
    pub(super) fn take_line(&mut self) -> &'a str {
        let line = self.take_while(|c| c != '\n' && c != '\r');
        if self.bump() == Some('\r') && self.peek() == Some('\n') {
            self.bump();
        }
        line
    }
}
