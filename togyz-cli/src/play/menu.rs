//! The short menu of a bare `togyz play`.

use std::io::Write;

use clap::ValueEnum;
use togyz::{Game, Language};

use super::board::BoardStyle;
use super::lines::Lines;
use super::store::Plan;
use super::words::Words;

/// What was chosen.
pub(super) enum Choice {
    Resume(Language),
    New(Plan),
}

/// The language of the environment, English if it is none of ours.
pub(super) fn language_of_environment() -> Language {
    let variables = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let set = variables.iter().filter_map(|name| std::env::var(name).ok());
    let first = set
        .into_iter()
        .find(|value| !value.is_empty())
        .unwrap_or_default();
    let code = first.get(..2).unwrap_or_default();
    crate::input::language(code).unwrap_or(Language::English)
}

/// Asks for everything; `None` at the end of the input.
pub(super) fn ask(
    lines: &mut Lines,
    out: &mut impl Write,
    has_saved: bool,
) -> anyhow::Result<Option<Choice>> {
    let english = Words(language_of_environment());
    let Some(language) = question(
        lines,
        out,
        english,
        "ask-language",
        english.0.code(),
        |text| crate::input::language(text).ok(),
    )?
    else {
        return Ok(None);
    };
    let words = Words(language);
    if has_saved {
        let yes_or_no = |text: &str| match text {
            "yes" | "y" => Some(true),
            "no" | "n" => Some(false),
            _ => None,
        };
        match question(lines, out, words, "ask-continue", "yes", yes_or_no)? {
            None => return Ok(None),
            Some(true) => return Ok(Some(Choice::Resume(language))),
            Some(false) => {}
        }
    }
    let level = question(lines, out, words, "ask-level", "normal", |text| {
        text.parse().ok()
    })?;
    let Some(level) = level else { return Ok(None) };
    let side = question(lines, out, words, "ask-side", "south", |text| {
        text.parse().ok()
    })?;
    let Some(side) = side else { return Ok(None) };
    let style = question(lines, out, words, "ask-style", "standard", |text| {
        BoardStyle::from_str(text, true).ok()
    })?;
    let Some(style) = style else { return Ok(None) };
    let rules = question(lines, out, words, "ask-rules", "standard", |text| {
        text.parse().ok()
    })?;
    let Some(rules) = rules else { return Ok(None) };
    Ok(Some(Choice::New(Plan {
        level: Some(level),
        side,
        style,
        language,
        game: Game::with_rules(rules),
    })))
}

/// Asks until the answer is understood; an empty one takes the default.
fn question<T>(
    lines: &mut Lines,
    out: &mut impl Write,
    words: Words,
    key: &'static str,
    default: &str,
    read: impl Fn(&str) -> Option<T>,
) -> anyhow::Result<Option<T>> {
    loop {
        writeln!(out, "{} [{default}]", words.say(key))?;
        out.flush()?;
        let Some(answer) = lines.next("> ")? else {
            return Ok(None);
        };
        let answer = answer.to_lowercase();
        let answer = if answer.is_empty() { default } else { &answer };
        if let Some(value) = read(answer) {
            return Ok(Some(value));
        }
    }
}
