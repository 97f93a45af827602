//! Effects, hints and results in words.

use togyz::notation::moves::MoveStyle;
use togyz::{
    Effect, Hint, Level, Move, Outcome, Position, Score, Side, Tally, TuzdykEffect, TuzdykRefusal,
};

use super::board::coloured;
use super::words::Words;
use crate::input::shown_line;

/// A move as people write it.
pub(super) fn written(position: &Position, mv: Move) -> String {
    position
        .write_move(mv, MoveStyle::PlayOk)
        .unwrap_or_else(|_| mv.to_string())
}

/// What a move did, one fact a line.
pub(super) fn played(
    words: Words,
    position: &Position,
    effect: &Effect,
    human: Side,
) -> Vec<String> {
    let side = coloured(effect.side, words.side(effect.side));
    let plays = words.fill(
        "plays",
        &[
            ("stones", &effect.stones),
            ("side", &side),
            ("move", &written(position, effect.mv)),
            ("pit", &words.pit(effect.landing)),
        ],
    );
    let mut lines = vec![plays];
    lines.extend(
        brought(words, effect, human)
            .into_iter()
            .map(|line| format!("  {line}")),
    );
    lines
}

/// What a move would do, one fact a line.
pub(super) fn previewed(words: Words, effect: &Effect, human: Side) -> Vec<String> {
    let would = words.fill(
        "would-play",
        &[
            ("stones", &effect.stones),
            ("move", &effect.mv),
            ("pit", &words.pit(effect.landing)),
        ],
    );
    let mut lines = vec![would];
    let mut facts = brought(words, effect, human);
    if effect.outcome.is_some() {
        facts.push(words.say("ends-game").to_string());
    }
    lines.extend(facts.into_iter().map(|line| format!("  {line}")));
    lines
}

/// Captures, tuzdyk and income.
fn brought(words: Words, effect: &Effect, human: Side) -> Vec<String> {
    let mut facts = Vec::new();
    let side = words.side(effect.side);
    match effect.tuzdyk {
        TuzdykEffect::Made => {
            let key = if effect.side == human {
                "tuzdyk-yours"
            } else {
                "tuzdyk-theirs"
            };
            let pit = words.pit(effect.landing);
            facts.push(words.fill(key, &[("side", &side), ("pit", &pit)]));
        }
        TuzdykEffect::Refused(refusal) => {
            let key = match refusal {
                TuzdykRefusal::AlreadyOwned => "refused-owned",
                TuzdykRefusal::PitNine => "refused-nine",
                TuzdykRefusal::SameNumber => "refused-number",
            };
            facts.push(words.fill(key, &[("side", &side)]));
        }
        TuzdykEffect::None if effect.captured > 0 => {
            facts.push(words.fill("captures", &[("stones", &effect.captured), ("side", &side)]));
        }
        TuzdykEffect::None => {}
    }
    for owner in Side::ALL {
        let stones = effect.income[owner];
        if stones > 0 {
            facts.push(words.fill(
                "income",
                &[("stones", &stones), ("side", &words.side(owner))],
            ));
        }
    }
    facts
}

/// A score with its sign, as in records: `+1.25`, `win in 3`.
fn plain(score: Score) -> String {
    score.to_string()
}

/// The best move with its reasons, its line, and what else there is.
pub(super) fn hint(words: Words, position: &Position, hint: &Hint) -> Vec<String> {
    let (mv, score) = (written(position, hint.mv), plain(hint.score));
    let mut lines = vec![words.fill("hint-best", &[("move", &mv), ("score", &score)])];
    lines.extend(reasons(words, hint));
    if hint.line.len() > 1 {
        let after = position.play_unchecked(hint.mv);
        let line = shown_line(&after, &hint.line[1..], 8);
        lines.push(words.fill("hint-line", &[("line", &line)]));
    }
    let others: Vec<String> = hint
        .alternatives
        .iter()
        .filter_map(|line| {
            Some(format!(
                "{} ({})",
                written(position, *line.pv.first()?),
                plain(line.score)
            ))
        })
        .collect();
    if !others.is_empty() {
        lines.push(words.fill("hint-others", &[("others", &others.join(", "))]));
    }
    lines
}

/// Why a move was played, and whether there was a better one.
pub(super) fn why(words: Words, position: &Position, hint: &Hint) -> Vec<String> {
    let side = words.side(hint.effect.side);
    let (mv, score) = (written(position, hint.mv), plain(hint.score));
    let places: [(&str, &dyn std::fmt::Display); 3] =
        [("side", &side), ("move", &mv), ("score", &score)];
    let mut lines = vec![words.fill("why-move", &places)];
    lines.extend(reasons(words, hint));
    let better = hint
        .alternatives
        .iter()
        .filter(|line| line.score > hint.score)
        .max_by_key(|line| line.score);
    if let Some((line, &mv)) = better.and_then(|line| line.pv.first().map(|mv| (line, mv))) {
        let (mv, score) = (written(position, mv), plain(line.score));
        lines.push(words.fill("why-better", &[("move", &mv), ("score", &score)]));
    }
    lines
}

fn reasons(words: Words, hint: &Hint) -> impl Iterator<Item = String> {
    hint.reasons
        .iter()
        .map(move |reason| format!("  - {}", reason.words(words.0)))
}

/// Who is ahead, from a score for the side on turn.
pub(super) fn evaluation(words: Words, mover: Side, score: Score) -> String {
    let name = |for_mover: bool| words.side(if for_mover { mover } else { !mover });
    match score {
        Score::Draw => words.say("eval-draw").to_string(),
        Score::Win(plies) => words.fill("eval-wins", &[("plies", &plies), ("side", &name(true))]),
        Score::Loss(plies) => words.fill("eval-wins", &[("plies", &plies), ("side", &name(false))]),
        Score::Stones(hundredths) if hundredths.abs() < 50 => words.say("eval-even").to_string(),
        Score::Stones(hundredths) => {
            let stones = format!("{:.1}", f64::from(hundredths.abs()) / 100.0);
            let side = name(hundredths > 0);
            let chance = Score::Stones(hundredths.abs()).expectation();
            let percent = format!("{:.0}", 100.0 * chance);
            let places: [(&str, &dyn std::fmt::Display); 3] =
                [("stones", &stones), ("side", &side), ("percent", &percent)];
            words.fill("eval-ahead", &places)
        }
    }
}

/// Verdict, kazans, moves, and how the game ended.
pub(super) fn outcome(words: Words, outcome: &Outcome, human: Side, moves: usize) -> Vec<String> {
    let verdict = words.say(match outcome.winner {
        Some(side) if side == human => "you-win",
        Some(_) => "you-lose",
        None => "draw",
    });
    let how = words.say(outcome.reason.name());
    let result = words.fill(
        "result",
        &[
            ("s", &outcome.kazans.south),
            ("n", &outcome.kazans.north),
            ("south", &words.side(Side::South)),
            ("north", &words.side(Side::North)),
            ("moves", &moves),
            ("how", &how),
        ],
    );
    vec![verdict.to_string(), result]
}

pub(super) fn tally(words: Words, level: Level, tally: &Tally) -> String {
    let rate = format!("{:.0}", 100.0 * tally.win_rate().unwrap_or(0.0));
    words.fill(
        "statistics",
        &[
            ("level", &words.level(Some(level))),
            ("wins", &tally.wins),
            ("losses", &tally.losses),
            ("draws", &tally.draws),
            ("rate", &rate),
            ("streak", &tally.streak),
            ("best", &tally.best_streak),
        ],
    )
}

/// The commands with what they do.
const COMMANDS: [(&str, &str); 19] = [
    ("1-9", "help-pit"),
    ("7?", "help-look"),
    ("undo", "help-undo"),
    ("redo", "help-redo"),
    ("hint", "help-hint"),
    ("why", "help-why"),
    ("eval", "help-eval"),
    ("board", "help-board"),
    ("flip", "help-flip"),
    ("level [L]", "help-level"),
    ("save [FILE]", "help-save"),
    ("new", "help-new"),
    ("resign", "help-resign"),
    ("draw", "help-draw"),
    ("rules", "help-rules"),
    ("tips", "help-tips"),
    ("stats", "help-stats"),
    ("record", "help-record"),
    ("quit", "help-quit"),
];

pub(super) fn help(words: Words) -> Vec<String> {
    let lines = COMMANDS.iter();
    lines
        .map(|(command, key)| format!("{command:<12} {}", words.say(key)))
        .collect()
}

/// A text in lines of at most 78 columns.
pub(super) fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines
            .last_mut()
            .filter(|line| line.chars().count() + word.chars().count() < 78);
        match line {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_string()),
        }
    }
    lines
}
