//! The course of a game as a picture.

use std::fmt::Write as _;

use togyz_core::Side;

use super::{Annotation, Mark};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 200.0;
const MARGIN: f64 = 8.0;

/// The colours of the drawn board: South blue, North orange.
const SOUTH: &str = "#0a567b";
const NORTH: &str = "#9a3c02";
const PAGE: &str = "#fbf6ea";
const INK: &str = "#3b2414";
const TURN: &str = "#bf1022";

impl Annotation {
    /// South's expected result over the plies as an SVG image of 640 × 200: blue above the middle line is South's,
    /// orange below it North's; a small line stands at every tenth ply, a red dot at each mistake and blunder, larger
    /// at turning points. Each dot has a hint. Like the drawn board the image has no text, font, style or identifier.
    ///
    /// ```
    /// let image = togyz_ai::Annotation::default().curve_svg();
    /// assert!(image.starts_with("<svg") && image.ends_with("</svg>\n"));
    /// ```
    #[must_use]
    pub fn curve_svg(&self) -> String {
        let curve = self.curve();
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_curve(&mut out, &curve);
        out
    }

    fn write_curve(&self, out: &mut String, curve: &[f64]) -> std::fmt::Result {
        let last = curve.len().saturating_sub(1).max(1) as f64;
        let x = |ply: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * ply as f64 / last;
        let y = |value: f64| MARGIN + (HEIGHT - 2.0 * MARGIN) * (1.0 - value);
        writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">"#
        )?;
        writeln!(out, "<title>Expected result of South, ply by ply</title>")?;
        writeln!(
            out,
            r#"<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="{PAGE}"/>"#
        )?;
        for (colour, half) in [(SOUTH, Side::South), (NORTH, Side::North)] {
            write!(
                out,
                r#"<path fill="{colour}" fill-opacity=".55" d="M{:.1} {:.1}"#,
                x(0),
                y(0.5)
            )?;
            for (start, end, value) in pieces(curve) {
                let value = match half {
                    Side::South => value.max(0.5),
                    Side::North => value.min(0.5),
                };
                write!(out, "H{:.1}V{:.1}H{:.1}", x(start), y(value), x(end))?;
            }
            writeln!(out, r#"V{:.1}Z"/>"#, y(0.5))?;
        }
        for ply in (10..curve.len()).step_by(10) {
            writeln!(
                out,
                r#"<path stroke="{INK}" d="M{0:.1} {1:.1}V{2:.1}"/>"#,
                x(ply),
                y(0.5) - 3.0,
                y(0.5) + 3.0
            )?;
        }
        writeln!(
            out,
            r#"<path stroke="{INK}" d="M{:.1} {:.1}H{:.1}"/>"#,
            x(0),
            y(0.5),
            WIDTH - MARGIN
        )?;
        self.write_dots(out, curve, x, y)?;
        writeln!(out, "</svg>")
    }

    fn write_dots(
        &self,
        out: &mut String,
        curve: &[f64],
        x: impl Fn(usize) -> f64,
        y: impl Fn(f64) -> f64,
    ) -> std::fmt::Result {
        let marked = self.moves.iter().zip(curve.iter().skip(1)).enumerate();
        for (index, (annotated, &value)) in marked {
            let turns = annotated.is_turning_point();
            if annotated.mark < Mark::Mistake && !turns {
                continue;
            }
            writeln!(
                out,
                r#"<circle cx="{:.1}" cy="{:.1}" r="{}" fill="{TURN}"><title>ply {}, {}: {} instead of {}, {}</title></circle>"#,
                x(index + 1),
                y(value),
                if turns { 4 } else { 2 },
                annotated.ply,
                annotated.side,
                annotated.mv,
                annotated.best(),
                annotated.mark
            )?;
        }
        Ok(())
    }
}

/// Steps of a curve: each value from half a ply before to half a ply after, here from ply to ply.
fn pieces(curve: &[f64]) -> impl Iterator<Item = (usize, usize, f64)> {
    let ends = 1..=curve.len();
    let last = curve.len().saturating_sub(1);
    curve
        .iter()
        .zip(ends)
        .map(move |(&value, end)| (end - 1, end.min(last), value))
}
