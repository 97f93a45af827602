//! The parts of the command `togyz` that only read, for the command itself and for a fuzzer. They are no library: nothing
//! here keeps its form from version to version.

#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod ugi_command;

use anyhow::Context;
use togyz::Game;

/// Plays written moves; empty words are passed over.
#[doc(hidden)]
pub fn push_moves<'a>(game: &mut Game, words: impl Iterator<Item = &'a str>) -> anyhow::Result<()> {
    for (index, word) in words.filter(|word| !word.is_empty()).enumerate() {
        let place = || format!("move {} {}", index + 1, shortened(word));
        let mv = game.position().parse_move(word).with_context(place)?;
        game.push(mv).with_context(place)?;
    }
    Ok(())
}

/// A word of the input, quoted and of bounded length.
#[doc(hidden)]
#[must_use]
pub fn shortened(word: &str) -> String {
    const LONGEST: usize = 40;
    let start: String = word.chars().take(LONGEST).collect();
    let dots = if start.len() < word.len() { "..." } else { "" };
    format!("{start:?}{dots}")
}
