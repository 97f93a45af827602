//! Loss curves as an SVG picture.

use std::fmt::Write;

use togyz::learn::Epoch;

const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 360.0;
/// Left, right, top and bottom.
const MARGINS: [f32; 4] = [64.0, 16.0, 16.0, 40.0];

/// Losses by epoch, of training and of the games held out.
pub(super) fn losses(epochs: &[Epoch]) -> String {
    let train: Vec<f32> = epochs.iter().map(|epoch| epoch.train).collect();
    let held_out: Vec<f32> = epochs.iter().filter_map(|epoch| epoch.held_out).collect();
    let all = || train.iter().chain(&held_out).copied();
    let low = all().fold(f32::INFINITY, f32::min);
    let high = all().fold(f32::NEG_INFINITY, f32::max).max(low + 1e-6);
    let plot = Plot {
        low,
        high,
        last: epochs.len().max(2) as f32,
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    plot.axes(&mut svg, epochs.len());
    plot.line(&mut svg, &train, "#1f6fb2", "training", 0.0);
    if !held_out.is_empty() {
        plot.line(&mut svg, &held_out, "#c4511f", "held out", 16.0);
    }
    svg + "</svg>\n"
}

/// The ranges of a picture.
struct Plot {
    low: f32,
    high: f32,
    last: f32,
}

impl Plot {
    fn x(&self, epoch: f32) -> f32 {
        let [left, right, ..] = MARGINS;
        left + (epoch - 1.0) / (self.last - 1.0) * (WIDTH - left - right)
    }

    fn y(&self, loss: f32) -> f32 {
        let [_, _, top, bottom] = MARGINS;
        top + (self.high - loss) / (self.high - self.low) * (HEIGHT - top - bottom)
    }

    /// Grid lines with their losses, and the epochs below.
    fn axes(&self, svg: &mut String, epochs: usize) {
        let (left, right) = (self.x(1.0), self.x(self.last));
        for step in 0..=4u8 {
            let loss = self.low + (self.high - self.low) * f32::from(step) / 4.0;
            let y = self.y(loss);
            // Writing into a string does not fail.
            let _ = writeln!(
                svg,
                "<path d=\"M{left} {y:.1}H{right}\" stroke=\"#ddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.5}</text>",
                left - 8.0,
                y + 4.0
            );
        }
        let stride = epochs.div_ceil(12).max(1);
        for epoch in (1..=epochs).step_by(stride) {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{epoch}</text>",
                self.x(epoch as f32),
                HEIGHT - MARGINS[3] + 18.0
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">epoch</text>",
            (left + right) / 2.0,
            HEIGHT - 6.0
        );
    }

    fn line(&self, svg: &mut String, losses: &[f32], colour: &str, name: &str, below: f32) {
        let points: Vec<String> = losses
            .iter()
            .enumerate()
            .map(|(index, &loss)| format!("{:.1},{:.1}", self.x(index as f32 + 1.0), self.y(loss)))
            .collect();
        let (x, y) = (self.x(self.last) - 8.0, MARGINS[2] + 14.0 + below);
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\" fill=\"{colour}\">{name}</text>",
            points.join(" ")
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_has_a_point_for_each_epoch() {
        let epoch = |number, train| Epoch {
            number,
            train,
            held_out: Some(0.5),
            agreement: None,
        };
        let svg = losses(&[epoch(1, 1.0), epoch(2, 0.75), epoch(3, 0.0)]);
        // From 1 at the top to 0 at the bottom; the middle epoch lies half-way between the margins.
        assert!(
            svg.contains("points=\"64.0,16.0 344.0,92.0 624.0,320.0\""),
            "{svg}"
        );
        assert!(
            svg.contains("points=\"64.0,168.0 344.0,168.0 624.0,168.0\""),
            "{svg}"
        );
        assert!(losses(&[]).ends_with("</svg>\n"));
        assert!(!losses(&[epoch(1, 0.5)]).contains("NaN"));
    }
}
