//! `togyz record annotate`: games with what the engine says about every move.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use rayon::prelude::*;
use serde::Serialize;
use togyz::notation::moves::MoveStyle;
use togyz::notation::record::{self, Mode, ReadError, Record};
use togyz::{
    AnnotatedMove, Annotation, Engine, EngineOptions, Game, Limits, Mark, Score, Side, TuzdykStory,
};

use crate::Answer;
use crate::analyse::numbers;
use crate::input::{LimitArgs, open, shown_line};

/// Positions looked at for each search where nothing is said.
const DEFAULT_NODES: u64 = 100_000;

/// Table of each engine; there is one for every thread.
const HASH_MIB: usize = 4;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The file, in any format.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    limits: LimitArgs,
    /// Looks at this game only, counted from 1.
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Games looked at at once; 0 takes all processors.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    concurrency: usize,
    /// Writes the score curve of the game as an SVG image; for one game.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Keeps games with a wrong landing digit, score, mark or result.
    #[arg(long)]
    lenient: bool,
    /// Prints one JSON object a game instead of the record.
    #[arg(long, conflicts_with = "summary")]
    json: bool,
    /// Prints marks and accuracy of all games together instead of the record.
    #[arg(long)]
    summary: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let (records, answer) = read(args)?;
    if args.svg.is_some() && records.len() != 1 {
        bail!(
            "--svg draws one game, the file has {}: choose one with --game",
            records.len()
        );
    }
    let limits = args.limits.limits().unwrap_or(Limits::nodes(DEFAULT_NODES));
    let plies = records.iter().map(|record| record.game.ply() as u64).sum();
    let bar = crate::progress::bar(plies);
    let annotations = annotate_all(&records, &limits, args.concurrency, &bar)?;
    bar.finish_and_clear();
    if let (Some(path), [annotation]) = (&args.svg, annotations.as_slice()) {
        fs::write(path, annotation.curve_svg()).with_context(|| path.display().to_string())?;
    }
    if args.summary {
        write_summary(out, &annotations)?;
        return Ok(answer);
    }
    for (index, (record, annotation)) in records.iter().zip(&annotations).enumerate() {
        if args.json {
            let report = GameReport::of(&record.game, annotation);
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            let separator = if index == 0 { "" } else { "\n" };
            write!(out, "{separator}{}", commented(record, annotation).to_pgn())?;
        }
    }
    Ok(answer)
}

/// The games that are asked for. A fault in another game is told, and the answer is no.
fn read(args: &Args) -> anyhow::Result<(Vec<Record>, Answer)> {
    let mode = if args.lenient {
        Mode::Lenient
    } else {
        Mode::Strict
    };
    let name = || args.file.display().to_string();
    let mut records = Vec::new();
    let mut answer = Answer::Yes;
    let input = open(&args.file, &ProgressBar::hidden())?;
    for (number, read) in (1u64..).zip(record::read_from(input, mode)) {
        if args.game.is_some_and(|wanted| wanted != number) {
            continue;
        }
        match read {
            Ok(record) => records.push(record),
            Err(ReadError::Record(error)) => {
                answer = Answer::No;
                writeln!(io::stderr(), "{}, game {number}: {error}", name())?;
            }
            Err(error) => bail!("{}: {error}", name()),
        }
    }
    match (records.is_empty() && answer == Answer::Yes, args.game) {
        (true, Some(number)) => bail!("{}: there is no game {number}", name()),
        (true, None) => bail!("{}: there is no game in it", name()),
        (false, _) => Ok((records, answer)),
    }
}

fn annotate_all(
    records: &[Record],
    limits: &Limits,
    concurrency: usize,
    bar: &ProgressBar,
) -> anyhow::Result<Vec<Annotation>> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(concurrency)
        .build()?;
    // Engines wait here for their next game, so that there are no more of them than threads.
    let idle: Mutex<Vec<Engine>> = Mutex::default();
    let one = |record: &Record| -> anyhow::Result<Annotation> {
        let waiting = idle.lock().ok().and_then(|mut engines| engines.pop());
        let mut engine = match waiting {
            Some(engine) => engine,
            None => Engine::new(EngineOptions {
                hash_mib: HASH_MIB,
                ..EngineOptions::default()
            })?,
        };
        let annotation = engine.annotate_with(&record.game, limits, |_| {
            bar.inc(1);
            std::ops::ControlFlow::Continue(())
        });
        if let Ok(mut engines) = idle.lock() {
            engines.push(engine);
        }
        Ok(annotation)
    };
    pool.install(|| records.par_iter().map(one).collect())
}

/// The record with a comment before the first move, and one after each move that was not the best.
fn commented(record: &Record, annotation: &Annotation) -> Record {
    let mut comments = record.comments.clone();
    comments.push((0, heading(annotation)));
    for annotated in &annotation.moves {
        let position = &record.game.positions()[annotated.ply - 1];
        if annotated.mark > Mark::Best {
            let best = shown_line(position, &annotated.best_line, 5);
            let turn = match annotated.is_turning_point() {
                true => ", turning point",
                false => "",
            };
            let text = format!(
                "{} {}{turn}: {} instead of {} with {best}",
                annotated.mark.sign(),
                annotated.mark,
                annotated.after,
                annotated.before,
            );
            comments.push((annotated.ply, text.trim_start().to_string()));
        }
    }
    // Stable: what people wrote stays before what the engine says.
    comments.sort_by_key(|(ply, _)| *ply);
    Record {
        comments,
        ..record.clone()
    }
}

fn heading(annotation: &Annotation) -> String {
    let side = |side: Side| {
        let accuracy = annotation
            .accuracy(side)
            .map_or("-".to_string(), |it| format!("{it:.0} %"));
        let tuzdyk = match annotation.tuzdyks[side] {
            Some(TuzdykStory { ply, pit, earned }) => {
                format!(
                    "tuzdyk on pit {} at ply {ply}, {earned} stones",
                    pit.number()
                )
            }
            None => "no tuzdyk".to_string(),
        };
        let of = |mark| annotation.count(side, mark);
        format!(
            "{side}: accuracy {accuracy}, {} inaccuracies, {} mistakes, {} blunders, {tuzdyk}",
            of(Mark::Inaccuracy),
            of(Mark::Mistake),
            of(Mark::Blunder)
        )
    };
    format!("{}; {}", side(Side::South), side(Side::North))
}

fn write_summary(out: &mut impl Write, annotations: &[Annotation]) -> io::Result<()> {
    let moves: Vec<&AnnotatedMove> = annotations.iter().flat_map(|it| &it.moves).collect();
    writeln!(out, "{} games, {} plies", annotations.len(), moves.len())?;
    for mark in Mark::ALL {
        let count = moves
            .iter()
            .filter(|annotated| annotated.mark == mark)
            .count();
        let share = 100.0 * count as f64 / moves.len().max(1) as f64;
        writeln!(out, "{mark:<10} {count:>7}  {share:>5.1} %")?;
    }
    let accuracies: Vec<f64> = annotations
        .iter()
        .flat_map(|annotation| Side::ALL.map(|side| annotation.accuracy(side)))
        .flatten()
        .collect();
    let mean = accuracies.iter().sum::<f64>() / accuracies.len().max(1) as f64;
    writeln!(out, "accuracy   {mean:.1} %, mean over sides and games")
}

/// The JSON object; described in docs/cli.md and kept stable.
#[derive(Serialize)]
struct GameReport<'a> {
    tags: BTreeMap<&'a str, &'a str>,
    result: String,
    accuracy: [Option<f64>; 2],
    marks: [BTreeMap<&'static str, usize>; 2],
    tuzdyks: [Option<TuzdykReport>; 2],
    turning_points: Vec<usize>,
    curve: Vec<f64>,
    moves: Vec<MoveReport>,
}

#[derive(Serialize)]
struct TuzdykReport {
    ply: usize,
    pit: u8,
    earned: u8,
}

#[derive(Serialize)]
struct MoveReport {
    ply: usize,
    side: Side,
    r#move: String,
    written: String,
    before: Score,
    after: Score,
    loss: Option<f64>,
    cost: f64,
    mark: Mark,
    best_line: Vec<String>,
}

impl MoveReport {
    fn of(game: &Game, annotated: &AnnotatedMove) -> MoveReport {
        let position = &game.positions()[annotated.ply - 1];
        MoveReport {
            ply: annotated.ply,
            side: annotated.side,
            r#move: annotated.mv.to_string(),
            // The moves of a game are legal.
            written: position
                .write_move(annotated.mv, MoveStyle::PlayOk)
                .unwrap_or_default(),
            before: annotated.before,
            after: annotated.after,
            loss: annotated.loss().map(|loss| f64::from(loss) / 100.0),
            cost: rounded(annotated.cost(), 4),
            mark: annotated.mark,
            best_line: numbers(&annotated.best_line),
        }
    }
}

fn rounded(number: f64, digits: i32) -> f64 {
    let factor = 10f64.powi(digits);
    (number * factor).round() / factor
}

impl GameReport<'_> {
    fn of<'a>(game: &'a Game, annotation: &'a Annotation) -> GameReport<'a> {
        let marks = |side| {
            let counts = Mark::ALL.map(|mark| (mark.name(), annotation.count(side, mark)));
            BTreeMap::from(counts)
        };
        let tuzdyk = |side: Side| {
            annotation.tuzdyks[side].map(|TuzdykStory { ply, pit, earned }| TuzdykReport {
                ply,
                pit: pit.number(),
                earned,
            })
        };
        let moves = annotation.moves.iter();
        GameReport {
            tags: game.tags().iter().collect(),
            result: game.result().to_string(),
            accuracy: Side::ALL.map(|side| annotation.accuracy(side).map(|it| rounded(it, 1))),
            marks: Side::ALL.map(marks),
            tuzdyks: Side::ALL.map(tuzdyk),
            turning_points: annotation
                .turning_points()
                .map(|annotated| annotated.ply)
                .collect(),
            curve: annotation
                .curve()
                .into_iter()
                .map(|it| rounded(it, 4))
                .collect(),
            moves: moves
                .map(|annotated| MoveReport::of(game, annotated))
                .collect(),
        }
    }
}
