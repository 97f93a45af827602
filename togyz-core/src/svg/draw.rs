//! The page, the board and the pits.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use super::glyphs::{Align, write_text};
use super::layout::{COORDINATE_SIZE, COUNT_SIZE, Geometry, NAME_SIZE, Rect, STONE};
use super::names::Words;
use super::theme::Palette;
use super::{Language, SvgBoard};
use crate::{Pit, Rules, Side};

/// At most so many stones of a pit are drawn; the count tells the rest.
const DRAWN_STONES: u8 = 30;

/// One picture on its way into a text.
pub(super) struct Drawing<'a, 'f> {
    pub(super) board: &'a SvgBoard,
    pub(super) geometry: Geometry,
    pub(super) palette: &'static Palette,
    pub(super) words: &'static Words,
    /// Whether the words are written, not only told.
    pub(super) is_named: bool,
    pub(super) out: &'a mut fmt::Formatter<'f>,
}

impl<'a, 'f> Drawing<'a, 'f> {
    pub(super) fn new(board: &'a SvgBoard, out: &'a mut fmt::Formatter<'f>) -> Drawing<'a, 'f> {
        let language = board.language();
        let words = language.unwrap_or(Language::English).words();
        let has_pit_names = words.pit(1).is_some();
        Drawing {
            board,
            geometry: Geometry::new(board.layout, board.near, board.coordinates, has_pit_names),
            palette: board.theme.palette(),
            words,
            is_named: language.is_some(),
            out,
        }
    }

    pub(super) fn draw(mut self) -> fmt::Result {
        self.open()?;
        self.highlights()?;
        for pit in Pit::all() {
            self.pit(pit)?;
        }
        for side in Side::ALL {
            self.kazan(side)?;
        }
        self.labels()?;
        self.turn_or_result()?;
        self.last_move()?;
        self.arrows()?;
        writeln!(self.out, "</svg>")
    }

    fn open(&mut self) -> fmt::Result {
        let Geometry { width, height, .. } = self.geometry;
        let size = self.board.size;
        let pixels = (size * height + width / 2) / width;
        let language = self.board.language().unwrap_or(Language::English).code();
        writeln!(
            self.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{size}\" height=\"{pixels}\" role=\"img\" xml:lang=\"{language}\">"
        )?;
        self.describe()?;
        let Palette {
            page, board, edge, ..
        } = *self.palette;
        writeln!(
            self.out,
            "<rect width=\"{width}\" height=\"{height}\" rx=\"40\" fill=\"{page}\"/>"
        )?;
        let outline = format_args!("fill=\"{board}\" stroke=\"{edge}\" stroke-width=\"4\"");
        rect(self.out, self.geometry.board, 48, outline)
    }

    fn describe(&mut self) -> fmt::Result {
        let position = &self.board.position;
        let Words { game, sides, .. } = self.words;
        let score = |side| self.score(side);
        writeln!(
            self.out,
            "<title>{game}: {} {} – {} {}</title>",
            sides[Side::South],
            score(Side::South),
            score(Side::North),
            sides[Side::North],
        )?;
        match position.rules() {
            Rules::STANDARD => writeln!(self.out, "<desc>{position}</desc>"),
            rules => writeln!(self.out, "<desc>{position} ({rules})</desc>"),
        }
    }

    /// A hollow in the wood, lit from above.
    pub(super) fn hollow(&mut self, place: Rect, radius: u32) -> fmt::Result {
        let Palette {
            rim, shade, hollow, ..
        } = *self.palette;
        let lower = Rect {
            y: place.y + 4,
            ..place
        };
        rect(self.out, lower, radius, format_args!("fill=\"{rim}\""))?;
        rect(self.out, place, radius, format_args!("fill=\"{shade}\""))?;
        let floor = Rect {
            y: place.y + 7,
            height: place.height - 7,
            ..place
        };
        rect(self.out, floor, radius, format_args!("fill=\"{hollow}\""))
    }

    fn pit(&mut self, pit: Pit) -> fmt::Result {
        let stones = self.board.position.stones(pit);
        let place = self.geometry.pit(pit);
        let owner = Side::ALL
            .into_iter()
            .find(|&side| self.board.position.tuzdyk(side) == Some(pit));
        let Words { sides, tuzdyk, .. } = self.words;
        write!(self.out, "<g><title>{} {}", sides[pit.side()], pit.number())?;
        if let Some(name) = self.words.pit(pit.number()) {
            write!(self.out, ", {name}")?;
        }
        match owner {
            Some(owner) => writeln!(self.out, ": {tuzdyk}, {}</title>", sides[owner])?,
            None => writeln!(self.out, ": {stones}</title>")?,
        }
        self.hollow(place, place.width / 2)?;
        match owner {
            Some(owner) => self.tuzdyk(place, owner)?,
            None => self.heap(place, stones)?,
        }
        writeln!(self.out, "</g>")
    }

    fn heap(&mut self, place: Rect, stones: u8) -> fmt::Result {
        let places: Vec<_> = Geometry::heap(place, stones.min(DRAWN_STONES).into()).collect();
        // In a high heap a stone covers the light on the one below.
        let is_high = places.len() > 18;
        let covered = if is_high { places.len() - 2 } else { 0 };
        self.stones(&places, covered, STONE)
    }

    /// Stones of one size, with a light spot on all but the first ones.
    pub(super) fn stones(
        &mut self,
        places: &[(u32, u32)],
        covered: usize,
        radius: u32,
    ) -> fmt::Result {
        if places.is_empty() {
            return Ok(());
        }
        let Palette {
            stone,
            stone_edge,
            shine,
            ..
        } = *self.palette;
        writeln!(
            self.out,
            "<g fill=\"{stone}\" stroke=\"{stone_edge}\" stroke-width=\"2\">"
        )?;
        for (x, y) in places {
            writeln!(self.out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")?;
        }
        self.out.write_str("</g>\n<path d=\"")?;
        for (x, y) in places.iter().skip(covered) {
            write!(self.out, "M{} {}h1", x - radius / 3, y - radius * 2 / 5)?;
        }
        writeln!(
            self.out,
            "\" stroke=\"{shine}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>",
            radius * 2 / 5
        )
    }

    /// Counts, pit numbers and names.
    fn labels(&mut self) -> fmt::Result {
        let Palette { ink, muted, .. } = *self.palette;
        self.open_text(ink, 7)?;
        for pit in Pit::all() {
            let stones = self.board.position.stones(pit);
            if stones > 0 {
                self.number(stones, self.geometry.count(pit), COUNT_SIZE)?;
            }
        }
        self.close_text()?;
        self.open_text(muted, 4)?;
        for pit in Pit::all() {
            if self.is_empty_pit(pit) {
                self.number(0, self.geometry.count(pit), COUNT_SIZE)?;
            }
            if self.board.coordinates {
                self.number(pit.number(), self.geometry.coordinate(pit), COORDINATE_SIZE)?;
            }
        }
        self.close_text()?;
        if self.words.pit(1).is_none() {
            return Ok(());
        }
        self.open_text(ink, 3)?;
        for pit in Pit::all() {
            let name = self.words.pit(pit.number()).unwrap_or_default();
            let place = self.geometry.name(pit);
            write_text(self.out, name, place, NAME_SIZE, Align::Middle)?;
        }
        self.close_text()
    }

    /// A pit without stones that is nobody's tuzdyk.
    fn is_empty_pit(&self, pit: Pit) -> bool {
        let position = &self.board.position;
        position.stones(pit) == 0 && position.tuzdyk(!pit.side()) != Some(pit)
    }

    fn number(&mut self, number: u8, place: (u32, u32), size: u32) -> fmt::Result {
        write_text(self.out, &number.to_string(), place, size, Align::Middle)
    }

    /// A group around texts of one colour and weight.
    pub(super) fn open_text(&mut self, colour: &str, weight: u32) -> fmt::Result {
        writeln!(
            self.out,
            "<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"{weight}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        )
    }

    pub(super) fn close_text(&mut self) -> fmt::Result {
        writeln!(self.out, "</g>")
    }
}

/// A rectangle with round corners.
pub(super) fn rect(
    out: &mut fmt::Formatter<'_>,
    place: Rect,
    radius: u32,
    paint: fmt::Arguments<'_>,
) -> fmt::Result {
    let Rect {
        x,
        y,
        width,
        height,
    } = place;
    writeln!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\" {paint}/>"
    )
}
