//! Words for people, kept in tables that a translator can edit.

use std::collections::HashMap;
use std::fmt::Display;

use togyz_core::Language;

/// A table of phrases: tab-separated columns `key`, `en`, `kk`, `ky`, `ru`, one phrase a line; `#` begins a comment.
/// A phrase has named places such as `{pit}`. A key with `.one` at its end is used instead where the first number is 1.
///
/// ```
/// use togyz_ai::Phrases;
/// use togyz_core::Language;
/// let table = "key\ten\tkk\tky\tru\ntakes\ttakes {n}\t{n} алады\t{n} алат\tберёт {n}\n";
/// let phrases = Phrases::new(table);
/// assert_eq!(phrases.fill(Language::Kyrgyz, "takes", &[("n", &10)]), "10 алат");
/// ```
#[derive(Clone, Debug)]
pub struct Phrases {
    /// The columns after the key, in the order of [`Language::ALL`].
    rows: HashMap<&'static str, Vec<&'static str>>,
}

impl Phrases {
    /// Reads a table. A line with too few columns has the rest of them empty; [`faults`](Phrases::faults) tells.
    ///
    /// ```
    /// assert_eq!(togyz_ai::Phrases::new("yes\tyes\tиә\tооба\tда").keys().count(), 1);
    /// ```
    #[must_use]
    pub fn new(table: &'static str) -> Phrases {
        let lines = table
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        let rows = lines.map(|line| {
            let mut columns = line.split('\t');
            (columns.next().unwrap_or_default(), columns.collect())
        });
        Phrases {
            rows: rows.filter(|(key, _)| *key != "key").collect(),
        }
    }

    /// The keys, in no order.
    ///
    /// ```
    /// let phrases = togyz_ai::Phrases::new("no\tno\tжоқ\tжок\tнет");
    /// assert_eq!(phrases.keys().next(), Some("no"));
    /// ```
    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        self.rows.keys().copied()
    }

    /// A phrase as it stands in the table, or the key itself if the table has none.
    ///
    /// ```
    /// use togyz_core::Language;
    /// let phrases = togyz_ai::Phrases::new("no\tno\tжоқ\tжок\tнет");
    /// assert_eq!(phrases.get(Language::Kazakh, "no"), "жоқ");
    /// assert_eq!(phrases.get(Language::Kazakh, "yes"), "yes");
    /// ```
    #[must_use]
    pub fn get<'a>(&self, language: Language, key: &'a str) -> &'a str
    where
        'static: 'a,
    {
        let column = Language::ALL.iter().position(|&other| other == language);
        let row = self.rows.get(key);
        row.zip(column)
            .and_then(|(row, column)| row.get(column))
            .copied()
            .unwrap_or(key)
    }

    /// A phrase with its places filled.
    ///
    /// ```
    /// use togyz_core::Language;
    /// let table = "lost\t{n} stones\t\t\t\nlost.one\t{n} stone\t\t\t";
    /// let phrases = togyz_ai::Phrases::new(table);
    /// assert_eq!(phrases.fill(Language::English, "lost", &[("n", &1)]), "1 stone");
    /// assert_eq!(phrases.fill(Language::English, "lost", &[("n", &2)]), "2 stones");
    /// ```
    #[must_use]
    pub fn fill(&self, language: Language, key: &str, places: &[(&str, &dyn Display)]) -> String {
        let values: Vec<(String, String)> = places
            .iter()
            .map(|(name, value)| (format!("{{{name}}}"), value.to_string()))
            .collect();
        let singular = format!("{key}.one");
        let is_one = values.first().is_some_and(|(_, value)| value == "1");
        let key = match is_one && self.rows.contains_key(singular.as_str()) {
            true => &singular,
            false => key,
        };
        let phrase = self.get(language, key).to_string();
        values
            .iter()
            .fold(phrase, |text, (place, value)| text.replace(place, value))
    }

    /// What is wrong with the table: a phrase that lacks a language, or whose places differ from the English ones.
    ///
    /// ```
    /// let phrases = togyz_ai::Phrases::new("takes\ttakes {n}\tалады\t{n} алат\tберёт {n}");
    /// assert_eq!(phrases.faults(), ["takes, kk: the places differ from the English ones"]);
    /// ```
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (key, row) in &self.rows {
            for (index, language) in Language::ALL.into_iter().enumerate() {
                let text = row.get(index).copied().unwrap_or_default();
                let code = language.code();
                if text.is_empty() {
                    faults.push(format!("{key}, {code}: nothing is there"));
                } else if places(text) != places(row[0]) {
                    faults.push(format!(
                        "{key}, {code}: the places differ from the English ones"
                    ));
                }
            }
        }
        faults.sort();
        faults
    }
}

/// The named places of a phrase, sorted.
fn places(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = text
        .split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}').map(|(name, _)| name))
        .collect();
    found.sort_unstable();
    found
}
