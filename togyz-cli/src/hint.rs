//! `togyz hint`: what to play, and why.

use std::io::Write;
use std::time::Duration;

use serde::Serialize;
use togyz::notation::moves::MoveStyle;
use togyz::{
    Engine, EngineOptions, Game, Hint, Language, Line, Move, Position, Reason, Rules, Score,
};

use crate::Answer;
use crate::analyse::numbers;
use crate::input::{LimitArgs, PositionArgs, language, shown_line};

/// How long to think where nothing is said.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Tells about this move instead of the best one.
    #[arg(long = "move", value_name = "MOVE")]
    mv: Option<Move>,
    /// The language: en, kk, ky or ru.
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = language)]
    language: Language,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let game = args.position.game()?;
    let mut engine = Engine::new(EngineOptions::default())?;
    let limits = args.limits.limits_or(DEFAULT_TIME);
    let spinner = crate::progress::spinner();
    let hint = match args.mv {
        Some(mv) => Some(engine.explain(&game, mv, &limits)?),
        None => engine.hint(&game, &limits),
    };
    spinner.finish_and_clear();
    if args.json {
        let report = Report::of(&game, hint.as_ref(), args.language);
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(Answer::Yes);
    }
    write!(out, "{}", game.position().board())?;
    match (&hint, game.outcome()) {
        (Some(hint), _) => {
            let text = words(game.position(), hint, args.language);
            writeln!(out, "{text}")?;
        }
        (None, Some(outcome)) => writeln!(out, "game over: {outcome}")?,
        (None, None) => {}
    }
    Ok(Answer::Yes)
}

/// The move, its value and line, the reasons, and what the other moves lose, one a line.
pub(crate) fn words(position: &Position, hint: &Hint, language: Language) -> String {
    // A hint is about a legal move.
    let written = |mv: Move| {
        position
            .write_move(mv, MoveStyle::PlayOk)
            .unwrap_or_default()
    };
    let mut lines = vec![format!("{}  {}", written(hint.mv), hint.score)];
    let reasons = hint.reasons.iter();
    lines.extend(reasons.map(|reason| format!("  - {}", reason.words(language))));
    lines.push(format!("  {}", shown_line(position, &hint.line, 8)));
    for line in &hint.alternatives {
        let Some(&first) = line.pv.first() else {
            continue;
        };
        let loss = hint
            .loss(line)
            .map(|loss| format!("  ({:+.2})", f64::from(-loss) / 100.0));
        let loss = loss.unwrap_or_default();
        lines.push(format!("{}  {}{loss}", written(first), line.score));
    }
    lines.join("\n")
}

/// The JSON object; described in docs/cli.md and kept stable.
#[derive(Serialize)]
struct Report {
    fen: String,
    rules: Rules,
    r#move: Option<String>,
    gain: Option<u8>,
    score: Option<Score>,
    line: Vec<String>,
    reasons: Vec<ReasonReport>,
    alternatives: Vec<Alternative>,
}

#[derive(Serialize)]
struct ReasonReport {
    #[serde(flatten)]
    reason: Reason,
    text: String,
}

#[derive(Serialize)]
struct Alternative {
    r#move: Option<String>,
    score: Score,
    loss: Option<f64>,
    line: Vec<String>,
}

impl Report {
    fn of(game: &Game, hint: Option<&Hint>, language: Language) -> Report {
        let reasons = hint.map_or(&[][..], |hint| &hint.reasons);
        let lines = hint.map_or(&[][..], |hint| &hint.alternatives);
        let alternative = |line: &Line| Alternative {
            r#move: line.pv.first().map(Move::to_string),
            score: line.score,
            loss: hint
                .and_then(|hint| hint.loss(line))
                .map(|loss| f64::from(loss) / 100.0),
            line: numbers(&line.pv),
        };
        let told = |&reason: &Reason| ReasonReport {
            reason,
            text: reason.words(language),
        };
        Report {
            fen: game.fen().to_string(),
            rules: game.position().rules(),
            r#move: hint.map(|hint| hint.mv.to_string()),
            gain: hint.map(Hint::gain),
            score: hint.map(|hint| hint.score),
            line: hint.map(|hint| numbers(&hint.line)).unwrap_or_default(),
            reasons: reasons.iter().map(told).collect(),
            alternatives: lines.iter().map(alternative).collect(),
        }
    }
}
