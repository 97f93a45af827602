//! The words of `togyz play`.

use std::fmt::Display;
use std::sync::LazyLock;

use togyz::{Language, Level, Phrases, Pit, Side};

static WORDS: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(include_str!("words.tsv")));

/// What is said in one language.
#[derive(Clone, Copy)]
pub(super) struct Words(pub(super) Language);

impl Words {
    pub(super) fn say(self, key: &'static str) -> &'static str {
        WORDS.get(self.0, key)
    }

    /// A phrase with its places filled; the first of them is the number that decides between one and many.
    pub(super) fn fill(self, key: &str, places: &[(&str, &dyn Display)]) -> String {
        WORDS.fill(self.0, key, places)
    }

    pub(super) fn side(self, side: Side) -> &'static str {
        self.say(side.name())
    }

    /// Such as `North 6`, with the pit's own name where the language has one: `Түндүк 6 (далы)`.
    pub(super) fn pit(self, pit: Pit) -> String {
        let number = pit.number();
        match self.0.pit_name(number) {
            Some(name) => format!("{} {number} ({name})", self.side(pit.side())),
            None => format!("{} {number}", self.side(pit.side())),
        }
    }

    pub(super) fn level(self, level: Option<Level>) -> String {
        match level.map(|level| (level, level.name())) {
            None => self.say("engine").to_string(),
            Some((_, Some(name))) => self.say(name).to_string(),
            Some((level, None)) => level.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        assert_eq!(WORDS.faults(), Vec::<String>::new());
    }
}
