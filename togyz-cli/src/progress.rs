//! Progress on standard error, only where a person looks at it.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A line that tells how far a search is; hidden unless standard error is a terminal.
pub(crate) fn spinner() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// A bar over a known number of steps; hidden unless standard error is a terminal.
pub(crate) fn bar(steps: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = "{bar:30} {pos}/{len} {msg}";
    // The template is a constant that indicatif knows.
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(steps).with_style(style)
}

/// A bar over a number of bytes; hidden unless standard error is a terminal.
pub(crate) fn bytes(count: u64) -> ProgressBar {
    let template = "{bar:30} {bytes}/{total_bytes} {bytes_per_sec}";
    // The template is a constant that indicatif knows.
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar(count).with_style(style)
}
