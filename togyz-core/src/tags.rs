//! Named values that describe a game.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::GameError;

/// Named values that describe a game, such as `White` or `Date`: `Event`, `Site`, `Date`, `Round`, `White` and `Black`
/// first, the others in the order in which they were set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    entries: Vec<(String, String)>,
}

/// The tags that every record begins with.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// Where a tag stands among others.
fn rank(name: &str) -> usize {
    ROSTER
        .iter()
        .position(|&known| known == name)
        .unwrap_or(ROSTER.len())
}

impl Tags {
    pub(crate) fn is_in_roster(name: &str) -> bool {
        rank(name) < ROSTER.len()
    }

    /// The value of a tag.
    ///
    /// ```
    /// let mut tags = togyz_core::Tags::default();
    /// tags.set("White", "A. Player")?;
    /// assert_eq!(tags.get("White"), Some("A. Player"));
    /// # Ok::<(), togyz_core::GameError>(())
    /// ```
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value)
    }

    /// Sets a tag, at its old place if it is there.
    ///
    /// # Errors
    /// [`GameError::InvalidTag`] if no record could hold it, and for `Result`, `FEN` and `Variant`, which records
    /// take from the game itself; the tags stay as they were.
    ///
    /// ```
    /// let mut tags = togyz_core::Tags::default();
    /// assert!(tags.set("two words", "").is_err());
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), GameError> {
        let is_name = name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let is_derived = ["Result", "FEN", "Variant"].contains(&name);
        if name.is_empty() || !is_name || is_derived || value.chars().any(char::is_control) {
            return Err(GameError::InvalidTag);
        }
        match self.entries.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = value.to_string(),
            None => {
                let place = self
                    .entries
                    .partition_point(|(key, _)| rank(key) <= rank(name));
                self.entries
                    .insert(place, (name.to_string(), value.to_string()));
            }
        }
        Ok(())
    }

    /// Takes a tag out and returns its value.
    ///
    /// ```
    /// let mut tags = togyz_core::Tags::default();
    /// assert_eq!(tags.remove("Event"), None);
    /// ```
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let place = self.entries.iter().position(|(key, _)| key == name)?;
        Some(self.entries.remove(place).1)
    }

    /// Names and values in order.
    ///
    /// ```
    /// assert_eq!(togyz_core::Tags::default().iter().count(), 0);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entries
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }
}
