//! Marks on the board: tuzdyks, turn and result, the last move, highlights and arrows.

use core::fmt;

use super::draw::{Drawing, rect};
use super::layout::Rect;
use crate::{Pit, Side};

impl Drawing<'_, '_> {
    /// A star for South, a cross for North, so that they differ without colours as well.
    pub(super) fn tuzdyk(&mut self, place: Rect, owner: Side) -> fmt::Result {
        let colour = self.palette.side(owner);
        let outline = format_args!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"7\"");
        rect(self.out, place, place.width / 2, outline)?;
        let (x, y) = place.middle();
        match owner {
            Side::South => writeln!(
                self.out,
                "<path d=\"M{x} {}l12 27l30 3l-23 20l7 30l-26 -16l-26 16l7 -30l-23 -20l30 -3z\" \
                 fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\"6\" stroke-linejoin=\"round\"/>",
                y - 44
            ),
            Side::North => writeln!(
                self.out,
                "<path d=\"M{} {}l52 52m0 -52l-52 52\" fill=\"none\" stroke=\"{colour}\" \
                 stroke-width=\"17\" stroke-linecap=\"round\"/>",
                x - 26,
                y - 26
            ),
        }
    }

    /// A triangle at the row of the player on turn; in a finished game a crown at the winner's row, or a sign
    /// of equality at both.
    pub(super) fn turn_or_result(&mut self) -> fmt::Result {
        let Some(outcome) = self.board.outcome else {
            let side = self.board.position.side_to_move();
            return self.mark(side, (18, 20), "l36 20l-36 20z");
        };
        match outcome.winner {
            Some(winner) => self.mark(winner, (26, 20), "l13 12l13 -18l13 18l13 -12l-6 38h-40z"),
            None => {
                for side in Side::ALL {
                    self.mark(side, (18, 12), "h36m-36 20h36")?;
                }
                Ok(())
            }
        }
    }

    /// A mark beside a row, in its owner's colour.
    fn mark(&mut self, side: Side, (left, up): (u32, u32), path: &str) -> fmt::Result {
        let (x, y) = self.geometry.turn_mark(side);
        let colour = self.palette.side(side);
        writeln!(
            self.out,
            "<path d=\"M{} {}{path}\" fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\"6\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
            x - left,
            y - up
        )
    }

    pub(super) fn last_move(&mut self) -> fmt::Result {
        let Some(effect) = self.board.last_move else {
            return Ok(());
        };
        let colour = self.palette.last;
        let landing = self.geometry.pit(effect.landing).grown(5);
        let ring = format_args!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"6\"");
        rect(self.out, landing, landing.width / 2, ring)?;
        let Ok(from) = Pit::new(effect.side, effect.mv.number()) else {
            return Ok(());
        };
        let (x, y) = self.geometry.inner_end(from);
        let board = self.palette.board;
        writeln!(
            self.out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"14\" fill=\"{colour}\" stroke=\"{board}\" \
             stroke-width=\"5\"/>"
        )
    }

    pub(super) fn highlights(&mut self) -> fmt::Result {
        let colour = self.palette.note;
        for &pit in &self.board.highlights {
            let glow = self.geometry.pit(pit).grown(13);
            let paint = format_args!("fill=\"{colour}\" fill-opacity=\".85\"");
            rect(self.out, glow, glow.width / 2, paint)?;
        }
        Ok(())
    }

    pub(super) fn arrows(&mut self) -> fmt::Result {
        for &(from, to) in &self.board.arrows {
            self.arrow(from, to)?;
        }
        Ok(())
    }

    /// From the middle of a pit towards the middle of another; within a row in a bow over the pits between.
    fn arrow(&mut self, from: Pit, to: Pit) -> fmt::Result {
        const HEAD: i32 = 46;
        const HALF_HEAD: i32 = 26;
        let middle = |pit| {
            let (x, y) = self.geometry.pit(pit).middle();
            (x.cast_signed(), y.cast_signed())
        };
        let ((x0, y0), (x2, y2)) = (middle(from), middle(to));
        let bow = if from.side() == to.side() {
            let inner = self.geometry.inner_end(from).1.cast_signed();
            let height = (x2 - x0).abs() * 3 / 4;
            ((inner - y0) * 3 / 2).clamp(-height, height)
        } else {
            0
        };
        let (x1, y1) = (i32::midpoint(x0, x2), i32::midpoint(y0, y2) + bow);
        let (dx, dy) = (x2 - x1, y2 - y1);
        let length = (dx * dx + dy * dy).isqrt().max(1);
        let along = |by: i32| (dx * by / length, dy * by / length);
        let (back_x, back_y) = along(HEAD);
        let (base_x, base_y) = (x2 - back_x, y2 - back_y);
        let (wing_y, wing_x) = along(HALF_HEAD);
        let colour = self.palette.note;
        writeln!(
            self.out,
            "<g opacity=\".75\"><path d=\"M{x0} {y0}Q{x1} {y1} {base_x} {base_y}\" fill=\"none\" \
             stroke=\"{colour}\" stroke-width=\"16\" stroke-linecap=\"round\"/>\
             <path d=\"M{x2} {y2}L{} {}L{} {}Z\" fill=\"{colour}\"/></g>",
            base_x - wing_x,
            base_y + wing_y,
            base_x + wing_x,
            base_y - wing_y,
        )
    }
}
