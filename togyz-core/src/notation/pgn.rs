//! Tags and moves: PlayOK and Cute Games PGN, TGK, and bodies without tags.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::cursor::{Cursor, Place};
use super::record::{Builder, Mode, Record, RecordError, RecordErrorKind};
use crate::{EndReason, Fen, Game, GameResult, Outcome, Rules};

/// The games of a text with tags.
#[derive(Clone, Debug)]
pub(super) struct PgnRecords<'a> {
    cursor: Cursor<'a>,
    mode: Mode,
    /// The tag `Result` of the game at hand, with its place.
    result_tag: Option<(Place, String)>,
    /// The game at hand was read to its end, and the cursor stands after it.
    is_read: bool,
}

struct Tag {
    place: Place,
    name: String,
    value: String,
}

impl<'a> PgnRecords<'a> {
    pub(super) fn new(cursor: Cursor<'a>, mode: Mode) -> PgnRecords<'a> {
        PgnRecords {
            cursor,
            mode,
            result_tag: None,
            is_read: false,
        }
    }

    pub(super) fn next(&mut self) -> Option<Result<Record, RecordError>> {
        self.cursor.skip_whitespace();
        self.cursor.peek()?;
        self.is_read = false;
        let read = self.game();
        if read.is_err() && !self.is_read {
            self.skip_to_next_game();
        }
        Some(read)
    }

    /// Whether a tag stands here at the start of its line. A game ends before such a line, and nowhere else but
    /// after a result: so a file can be cut into games without reading them.
    fn is_at_tag(&self) -> bool {
        self.cursor.is_at_line_start() && parse_tag(self.cursor.clone().take_line()).is_some()
    }

    /// Leaves the rest of a broken game: up to the next tag, or to after its result.
    fn skip_to_next_game(&mut self) {
        loop {
            self.cursor.skip_whitespace();
            match self.cursor.peek() {
                None => return,
                _ if self.is_at_tag() => return,
                Some('[') if self.cursor.is_at_line_start() => {
                    self.cursor.take_line();
                }
                Some(';') => {
                    self.cursor.take_line();
                }
                Some('{') => {
                    self.comment_text();
                }
                Some(_) => {
                    if parse_result_word(self.word()).is_some() {
                        return;
                    }
                }
            }
        }
    }

    fn game(&mut self) -> Result<Record, RecordError> {
        let mut warnings = Vec::new();
        let tags = self.tags(&mut warnings)?;
        let result = tags.iter().find(|tag| tag.name == "Result");
        self.result_tag = result.map(|tag| (tag.place, tag.value.clone()));
        let mut builder = self.start(tags, &mut warnings)?;
        builder.record.warnings.append(&mut warnings);
        self.body(&mut builder)?;
        Ok(builder.record)
    }

    /// Reads tag lines; a name that comes again begins the next game.
    fn tags(&mut self, warnings: &mut Vec<RecordError>) -> Result<Vec<Tag>, RecordError> {
        let mut tags: Vec<Tag> = Vec::new();
        loop {
            self.cursor.skip_whitespace();
            if self.cursor.peek() != Some('[') || !self.cursor.is_at_line_start() {
                return Ok(tags);
            }
            let before = self.cursor.clone();
            let place = self.cursor.place();
            let line = self.cursor.take_line();
            match parse_tag(line) {
                Some((name, _)) if tags.iter().any(|tag| tag.name == name) => {
                    self.cursor = before;
                    return Ok(tags);
                }
                Some((name, value)) => tags.push(Tag { place, name, value }),
                None => {
                    let error = RecordError::new(place, 0, RecordErrorKind::BadTag, line);
                    // Among good tags a broken one is a slip; alone it may be anything.
                    if self.mode == Mode::Strict || tags.is_empty() {
                        return Err(error);
                    }
                    warnings.push(error);
                }
            }
        }
    }

    /// Sets the game up from its tags.
    fn start(
        &self,
        tags: Vec<Tag>,
        warnings: &mut Vec<RecordError>,
    ) -> Result<Builder, RecordError> {
        let error = |tag: &Tag, kind| Err(RecordError::new(tag.place, 0, kind, tag.value.as_str()));
        let find = |name| tags.iter().find(|tag| tag.name == name);
        let mut rules = Rules::STANDARD;
        if let Some(tag) = find("Variant") {
            match parse_variant(&tag.value) {
                Some(found) => rules = found,
                None => return error(tag, RecordErrorKind::UnknownVariant),
            }
        }
        let mut game = Game::with_rules(rules);
        if let Some(tag) = find("FEN").filter(|tag| tag.value != "startpos") {
            match Fen::parse(&tag.value, rules) {
                Ok(fen) => game = Game::from_fen(fen),
                Err(bad) => return error(tag, RecordErrorKind::BadFen(bad)),
            }
        }
        for tag in tags {
            match tag.name.as_str() {
                "FEN" | "Variant" | "Result" => {}
                name => {
                    if game.tags_mut().set(name, &tag.value).is_err() {
                        let kind = RecordErrorKind::BadTag;
                        warnings.push(RecordError::new(tag.place, 0, kind, &tag.value));
                    }
                }
            }
        }
        Ok(Builder::new(game, self.mode))
    }

    /// Reads moves, comments and the result.
    fn body(&mut self, builder: &mut Builder) -> Result<(), RecordError> {
        let mut token = None;
        let mut zero = None;
        loop {
            self.cursor.skip_whitespace();
            let place = self.cursor.place();
            let Some(next) = self.cursor.peek() else {
                break;
            };
            match next {
                '[' if self.is_at_tag() => break,
                '{' => {
                    let comment = self.comment(builder, place)?;
                    if comment == "zero" {
                        zero = Some(place);
                    } else {
                        let ply = builder.record.game.ply();
                        builder.record.comments.push((ply, comment));
                    }
                }
                ';' => {
                    let comment = collapsed(&self.cursor.take_line()[1..]);
                    let ply = builder.record.game.ply();
                    builder.record.comments.push((ply, comment));
                }
                // What follows a result is another game.
                _ if token.is_some() => break,
                _ => {
                    let word = self.word();
                    match parse_result_word(word) {
                        Some(result) => token = Some((place, result, word)),
                        None => push_word(builder, place, word)?,
                    }
                }
            }
        }
        self.is_read = true;
        self.end(builder, token, zero)
    }

    /// A word of the body; `1.76` and `76{..}` are two words each.
    fn word(&mut self) -> &'a str {
        let number_length = self
            .cursor
            .rest()
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        if number_length > 0 && self.cursor.rest()[number_length..].starts_with('.') {
            let mut dot = false;
            return self.cursor.take_while(|c| {
                dot |= c == '.';
                c == '.' || !dot && c.is_ascii_digit()
            });
        }
        let word = self
            .cursor
            .take_while(|c| !c.is_whitespace() && !"{};[".contains(c));
        if word.is_empty() {
            let rest = self.cursor.rest();
            let length = self.cursor.bump().map_or(0, char::len_utf8);
            return &rest[..length];
        }
        word
    }

    /// Reads a comment in braces.
    fn comment(&mut self, builder: &mut Builder, place: Place) -> Result<String, RecordError> {
        let (text, is_closed) = self.comment_text();
        if !is_closed {
            let ply = builder.record.game.ply();
            builder.mismatch(place, ply, RecordErrorKind::UnclosedComment, text)?;
        }
        Ok(collapsed(text))
    }

    /// The text of a comment in braces, and whether it is closed. A line that is a tag ends it too: nothing is known
    /// to be a comment that would swallow the next game.
    fn comment_text(&mut self) -> (&'a str, bool) {
        self.cursor.bump();
        let whole = self.cursor.rest();
        let mut length = 0;
        loop {
            let part = self
                .cursor
                .take_while(|c| c != '}' && c != '\n' && c != '\r');
            length += part.len();
            match self.cursor.peek() {
                Some('}') => {
                    self.cursor.bump();
                    return (&whole[..length], true);
                }
                Some(line_end) if !self.stands_before_tag() => {
                    self.cursor.bump();
                    length += line_end.len_utf8();
                }
                _ => return (whole[..length].trim_end(), false),
            }
        }
    }

    /// Whether the line after the one that ends here is a tag.
    fn stands_before_tag(&self) -> bool {
        let mut ahead = self.cursor.clone();
        ahead.take_line();
        parse_tag(ahead.take_line()).is_some()
    }

    /// Holds results and reasons against the board.
    fn end(
        &self,
        builder: &mut Builder,
        token: Option<(Place, GameResult, &str)>,
        zero: Option<Place>,
    ) -> Result<(), RecordError> {
        let here = self
            .result_tag
            .as_ref()
            .map_or(self.cursor.place(), |(place, _)| *place);
        let tag_text = self.result_tag.as_ref().map(|(_, text)| text.clone());
        let termination = builder.record.game.tags_mut().remove("Termination");
        let ply = builder.record.game.ply();
        let from_tag = match &tag_text {
            Some(text) => match text.parse::<GameResult>() {
                Ok(result) => Some(result),
                Err(_) => {
                    builder.mismatch(here, ply, RecordErrorKind::BadResult, text)?;
                    None
                }
            },
            None => None,
        };
        if let (Some(tag), Some((place, result, word))) = (from_tag, token)
            && tag != result
            && ![tag, result].contains(&GameResult::Unfinished)
        {
            builder.mismatch(place, ply, RecordErrorKind::ResultsDiffer, word)?;
        }
        let place = token.map_or(here, |(place, ..)| place);
        let result = token.map(|(_, result, _)| result).or(from_tag);
        let shown = tag_text.unwrap_or_default();
        builder.finish(place, result, &shown)?;
        if result == Some(GameResult::Unfinished) && !builder.record.game.is_game_over() {
            // The moves end with a star, but the tag knows how it went on.
            let known = from_tag.filter(|&tag| tag != GameResult::Unfinished);
            builder.record.game.set_recorded_result(known);
        }
        if let Some(place) = zero {
            let outcome = builder.record.game.outcome();
            if outcome.map(|outcome| outcome.reason) != Some(EndReason::NoMoves) {
                let kind = RecordErrorKind::ReasonMismatch(outcome);
                builder.mismatch(place, ply, kind, "zero")?;
            }
        }
        if let Some(text) = termination {
            declare(&mut builder.record.game, result, &text);
        }
        Ok(())
    }
}

/// A text with its words one space apart.
fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A word that is neither comment nor result: a move number, a numeric annotation, or a move.
fn push_word(builder: &mut Builder, place: Place, word: &str) -> Result<(), RecordError> {
    let digits = word.trim_end_matches(['.', '…']);
    let is_number = digits.len() < word.len() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_annotation =
        word.len() > 1 && word.starts_with('$') && word[1..].bytes().all(|b| b.is_ascii_digit());
    if is_number || is_annotation {
        return Ok(());
    }
    builder.push(place, word)
}

/// `[Name "value"]`; the value runs to the last quote of the line.
pub(super) fn parse_tag(line: &str) -> Option<(String, String)> {
    let inner = line.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
    // The name may stand right before the quote.
    let (name, rest) = inner.split_at(inner.find(|c: char| c.is_whitespace() || c == '"')?);
    let value = rest.trim().strip_prefix('"')?.strip_suffix('"')?;
    let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    is_name.then(|| (name.to_string(), unescape(value)))
}

/// Undoes `\"` and `\\`; a quote without a backslash stands for itself.
fn unescape(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                out.push(next);
                chars.next();
            }
            _ => out.push(c),
        }
    }
    out
}

fn parse_variant(value: &str) -> Option<Rules> {
    if let Ok(rules) = value.parse() {
        return Some(rules);
    }
    let plain: String = value
        .chars()
        .filter(char::is_ascii_alphabetic)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let names = [
        "standard",
        "togyzkumalak",
        "togyzkumalaq",
        "togyzqumalaq",
        "toguzkumalak",
        "toguzkorgool",
    ];
    names.contains(&plain.as_str()).then_some(Rules::STANDARD)
}

fn parse_result_word(word: &str) -> Option<GameResult> {
    // "1" and "0" are no results, and "1-0" is no move.
    word.contains(['-', '*', '½']).then(|| word.parse().ok())?
}

/// Takes a reason of our own writing over into the game, and keeps any other as a tag.
fn declare(game: &mut Game, result: Option<GameResult>, text: &str) {
    let reason = text.parse::<EndReason>().ok();
    let declared = match (reason, result, game.outcome()) {
        (Some(reason), Some(result), None) => {
            let position = *game.position();
            let kazans = crate::BySide::from_fn(|side| position.kazan(side));
            result.winner().map(|winner| Outcome {
                winner,
                reason,
                kazans,
            })
        }
        _ => None,
    };
    let done = declared.is_some_and(|outcome| game.declare(outcome).is_ok());
    if !done {
        // The value was a tag's before, so it fits.
        let _ = game.tags_mut().set("Termination", text);
    }
}
