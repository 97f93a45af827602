//! The kazans: stones, scores and owners.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use super::draw::{Drawing, rect};
use super::glyphs::{Align, write_text};
use super::layout::{KAZAN_STONE, KazanTexts};
use super::names::Words;
use crate::{EndReason, Side};

impl Drawing<'_, '_> {
    /// What a kazan shows: its stones, and in a finished game the swept ones as well.
    pub(super) fn score(&self, side: Side) -> u8 {
        match self.board.outcome {
            Some(outcome) => outcome.kazans[side],
            None => self.board.position.kazan(side),
        }
    }

    /// Stones that came to a kazan because the game ended.
    fn swept(&self, side: Side) -> u8 {
        match self.board.outcome {
            Some(outcome) if outcome.reason == EndReason::NoMoves => {
                outcome.kazans[side].saturating_sub(self.board.position.kazan(side))
            }
            _ => 0,
        }
    }

    pub(super) fn kazan(&mut self, side: Side) -> fmt::Result {
        let place = self.geometry.kazan(side);
        let radius = place.width.min(place.height) / 2;
        let radius = radius.min(72);
        let colour = self.palette.side(side);
        let is_winner = self
            .board
            .outcome
            .is_some_and(|end| end.winner == Some(side));
        let weight = if is_winner { 12 } else { 5 };
        let score = self.score(side);
        let Words { sides, kazan, .. } = self.words;
        writeln!(
            self.out,
            "<g><title>{}, {kazan}: {score}</title>",
            sides[side]
        )?;
        self.hollow(place, radius)?;
        let outline = format_args!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{weight}\"");
        rect(self.out, place, radius, outline)?;
        let stones = u32::from(self.board.position.kazan(side));
        let places: Vec<_> = self.geometry.kazan_stones(side, stones).collect();
        self.stones(&places, 0, KAZAN_STONE)?;
        self.kazan_texts(side, score)?;
        writeln!(self.out, "</g>")
    }

    fn kazan_texts(&mut self, side: Side, score: u8) -> fmt::Result {
        let texts = self.geometry.kazan_texts(side);
        let start = if texts.centred {
            Align::Middle
        } else {
            Align::Start
        };
        let size = texts.score_size;
        self.open_text(self.palette.side(side), 9)?;
        write_text(self.out, &score.to_string(), texts.score, size, start)?;
        self.close_text()?;
        let swept = self.swept(side);
        let gained = self
            .board
            .last_move
            .map_or(0, |effect| effect.gained()[side]);
        if gained > 0 {
            let gain = format!("+{gained}");
            let place = if swept > 0 {
                texts.gain
            } else {
                texts.gain_alone
            };
            self.open_text(self.palette.last, 5)?;
            write_text(self.out, &gain, place, texts.note_size, start)?;
            self.close_text()?;
        }
        if swept > 0 {
            let sum = format!("{}+{swept}", self.board.position.kazan(side));
            self.open_text(self.palette.ink, 4)?;
            write_text(self.out, &sum, texts.swept, texts.note_size, start)?;
            self.close_text()?;
        }
        self.kazan_names(side, &texts)
    }

    fn kazan_names(&mut self, side: Side, texts: &KazanTexts) -> fmt::Result {
        if !self.is_named {
            return Ok(());
        }
        let end = if texts.centred {
            Align::Middle
        } else {
            Align::End
        };
        let Words { sides, kazan, .. } = self.words;
        self.open_text(self.palette.side(side), 4)?;
        write_text(self.out, sides[side], texts.owner, texts.word_size, end)?;
        self.close_text()?;
        self.open_text(self.palette.ink, 3)?;
        write_text(self.out, kazan, texts.word, texts.word_size, end)?;
        self.close_text()
    }
}
