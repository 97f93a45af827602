//! A drawing of the board.

use alloc::string::String;
use core::fmt::Write as _;

use crate::{PITS, Pit, Position, Side};

const PIT_WIDTH: u32 = 64;
const PIT_HEIGHT: u32 = 92;
const GAP: u32 = 8;
const MARGIN: u32 = 28;
const KAZAN_HEIGHT: u32 = 56;
/// At most this many stones are drawn in a pit; the number says the rest.
const DRAWN_STONES: u8 = 20;

const WIDTH: u32 = 2 * MARGIN + PITS as u32 * (PIT_WIDTH + GAP) - GAP;
const NORTH_TOP: u32 = MARGIN;
const KAZAN_TOP: u32 = NORTH_TOP + PIT_HEIGHT + GAP;
const SOUTH_TOP: u32 = KAZAN_TOP + 2 * (KAZAN_HEIGHT + GAP);
const HEIGHT: u32 = SOUTH_TOP + PIT_HEIGHT + MARGIN;

impl Position {
    /// The board as an SVG image, South's row below: stones and counts, both kazans, tuzdyks with a cross in
    /// their owner's colour. The same position always gives the same text.
    ///
    /// ```
    /// let image = togyz_core::Position::START.svg();
    /// assert!(image.starts_with("<svg") && image.ends_with("</svg>\n"));
    /// ```
    #[must_use]
    pub fn svg(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_svg(&mut out);
        out
    }

    fn write_svg(&self, out: &mut String) -> core::fmt::Result {
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" text-anchor=\"middle\">"
        )?;
        writeln!(out, "<title>{self}</title>")?;
        writeln!(
            out,
            "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"12\" fill=\"#d9b380\"/>"
        )?;
        for pit in Pit::all() {
            self.write_pit(out, pit)?;
        }
        for side in Side::ALL {
            self.write_kazan(out, side)?;
        }
        out.push_str("</svg>\n");
        Ok(())
    }

    /// Left edge of a pit: North's row runs from right to left.
    fn column(pit: Pit) -> u32 {
        let number = u32::from(pit.number());
        let place = match pit.side() {
            Side::South => number - 1,
            Side::North => PITS as u32 - number,
        };
        MARGIN + place * (PIT_WIDTH + GAP)
    }

    fn write_pit(&self, out: &mut String, pit: Pit) -> core::fmt::Result {
        let x = Position::column(pit);
        let middle = x + PIT_WIDTH / 2;
        let (top, label) = match pit.side() {
            Side::South => (SOUTH_TOP, HEIGHT - 10),
            Side::North => (NORTH_TOP, 18),
        };
        writeln!(
            out,
            "<text x=\"{middle}\" y=\"{label}\" font-size=\"13\" fill=\"#5b3a16\">{}</text>",
            pit.number()
        )?;
        writeln!(
            out,
            "<rect x=\"{x}\" y=\"{top}\" width=\"{PIT_WIDTH}\" height=\"{PIT_HEIGHT}\" rx=\"22\" \
             fill=\"#8a5a2b\"/>"
        )?;
        if self.tuzdyk(!pit.side()) == Some(pit) {
            let colour = colour(!pit.side());
            return writeln!(
                out,
                "<path d=\"M{} {}l32 32m0 -32l-32 32\" stroke=\"{colour}\" stroke-width=\"7\" \
                 stroke-linecap=\"round\"/>",
                middle - 16,
                top + 30
            );
        }
        let stones = self.stones(pit);
        for stone in 0..stones.min(DRAWN_STONES) {
            let (column, line) = (u32::from(stone % 4), u32::from(stone / 4));
            let (cx, cy) = (x + 11 + column * 14, top + 16 + line * 12);
            writeln!(
                out,
                "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"5\" fill=\"#f6ead6\"/>"
            )?;
        }
        let baseline = top + PIT_HEIGHT - 8;
        writeln!(
            out,
            "<text x=\"{middle}\" y=\"{baseline}\" font-size=\"17\" font-weight=\"bold\" \
             fill=\"#ffffff\">{stones}</text>"
        )
    }

    fn write_kazan(&self, out: &mut String, side: Side) -> core::fmt::Result {
        let top = match side {
            Side::North => KAZAN_TOP,
            Side::South => KAZAN_TOP + KAZAN_HEIGHT + GAP,
        };
        let width = WIDTH - 2 * MARGIN;
        writeln!(
            out,
            "<rect x=\"{MARGIN}\" y=\"{top}\" width=\"{width}\" height=\"{KAZAN_HEIGHT}\" rx=\"16\" \
             fill=\"#6b4420\" stroke=\"{}\" stroke-width=\"3\"/>",
            colour(side)
        )?;
        let baseline = top + KAZAN_HEIGHT / 2 + 8;
        let turn = if !self.is_game_over() && self.side_to_move() == side {
            " \u{25c0}"
        } else {
            ""
        };
        writeln!(
            out,
            "<text x=\"{}\" y=\"{baseline}\" font-size=\"22\" font-weight=\"bold\" \
             fill=\"#ffffff\">{side} {}{turn}</text>",
            WIDTH / 2,
            self.kazan(side)
        )
    }
}

/// Each side's colour.
const fn colour(side: Side) -> &'static str {
    match side {
        Side::South => "#7fd3ff",
        Side::North => "#ffb4a2",
    }
}
