//! One game a line: `id<TAB>result<TAB>moves`, or pit numbers alone.

use super::cursor::{Cursor, Place};
use super::record::{Builder, Mode, Record, RecordError, RecordErrorKind};
use crate::{BySide, EndReason, Game, GameResult};

/// The games of a file of lines.
#[derive(Clone, Debug)]
pub(super) struct ListRecords<'a> {
    cursor: Cursor<'a>,
    mode: Mode,
}

impl<'a> ListRecords<'a> {
    pub(super) fn new(cursor: Cursor<'a>, mode: Mode) -> ListRecords<'a> {
        ListRecords { cursor, mode }
    }

    pub(super) fn next(&mut self) -> Option<Result<Record, RecordError>> {
        while !self.cursor.rest().is_empty() {
            let (number, _) = self.cursor.place();
            let line = self.cursor.take_line();
            let text = line.split_once('#').map_or(line, |(before, _)| before);
            if !text.trim().is_empty() {
                return Some(read_line(number, text, self.mode));
            }
        }
        None
    }
}

fn read_line(number: usize, line: &str, mode: Mode) -> Result<Record, RecordError> {
    let column = |part: &str| {
        let offset = part.as_ptr().addr() - line.as_ptr().addr();
        line[..offset].chars().count() + 1
    };
    let mut fields = line.split('\t');
    let (id, result, moves) = match (fields.next(), fields.next(), fields.next()) {
        (Some(id), Some(result), Some(moves)) => (Some(id), Some(result), moves),
        (Some(_), Some(extra), None) => {
            let place = (number, column(extra));
            return Err(RecordError::new(
                place,
                0,
                RecordErrorKind::BadResult,
                extra,
            ));
        }
        _ => (None, None, line),
    };
    if let Some(extra) = fields.next() {
        let place = (number, column(extra));
        return Err(RecordError::new(
            place,
            0,
            RecordErrorKind::ExtraColumn,
            extra,
        ));
    }
    let mut builder = Builder::new(Game::new(), mode);
    if let Some(id) = id {
        // An id is free text; one that no tag can hold is left out.
        let _ = builder.record.game.tags_mut().set("Id", id.trim());
    }
    for word in moves.split_whitespace() {
        builder.push((number, column(word)), word)?;
    }
    if let Some(result) = result {
        check_result(&mut builder, (number, column(result)), result.trim())?;
    }
    Ok(builder.record)
}

/// `1-0 82-57 majority`, `0-1 78-84 no-move`, `1-0 (66-44) unfinished`, or only the first word.
fn check_result(builder: &mut Builder, place: Place, text: &str) -> Result<(), RecordError> {
    let mut words = text.split_whitespace();
    let bad = || RecordError::new(place, 0, RecordErrorKind::BadResult, text);
    let result: GameResult = words
        .next()
        .unwrap_or_default()
        .parse()
        .map_err(|_| bad())?;
    builder.finish(place, Some(result), text)?;
    let Some(kazans) = words.next() else {
        return Ok(());
    };
    let written = parse_kazans(kazans).ok_or_else(bad)?;
    let reason = match words.next() {
        Some("majority") => Some(EndReason::Majority),
        Some("no-move" | "no-moves") => Some(EndReason::NoMoves),
        Some("unfinished") => None,
        _ => return Err(bad()),
    };
    let game = &builder.record.game;
    let (ply, outcome, position) = (game.ply(), game.outcome(), *game.position());
    if outcome.map(|outcome| outcome.reason) != reason {
        builder.mismatch(place, ply, RecordErrorKind::ReasonMismatch(outcome), text)?;
    }
    let on_board = BySide::from_fn(|side| position.kazan(side));
    let actual = outcome.map_or(on_board, |outcome| outcome.kazans);
    if written != actual {
        let kind = RecordErrorKind::KazansMismatch { written, actual };
        builder.mismatch(place, ply, kind, text)?;
    }
    Ok(())
}

/// `82-57`, also in brackets.
fn parse_kazans(text: &str) -> Option<BySide<u8>> {
    let inner = text
        .strip_prefix('(')
        .map_or(Some(text), |rest| rest.strip_suffix(')'))?;
    let (south, north) = inner.split_once('-')?;
    Some(BySide {
        south: south.parse().ok()?,
        north: north.parse().ok()?,
    })
}
