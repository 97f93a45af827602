//! `togyz record annotate`: games with what the engine says about every move.

mod json;
mod summary;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use json::GameReport;
use rayon::prelude::*;
use togyz::notation::record::{self, Mode, ReadError, Record};
use togyz::{Annotation, Engine, EngineOptions, Evaluator, Limits, Mark, Side, TuzdykStory};

use crate::Answer;
use crate::evaluation::Evaluation;
use crate::input::{LimitArgs, open, shown_line};

/// Positions looked at for each search where nothing is said.
const DEFAULT_NODES: u64 = 100_000;

/// Table of each engine; there is one for every thread.
const HASH_MIB: usize = 4;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The files, in any format.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    /// What positions are judged by: network, linear, hand, material, or a network in a file.
    #[arg(long, value_name = "EVALUATION", default_value = "network")]
    eval: Evaluation,
    /// Looks at this game only, counted from 1; of one file.
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Looks at so many games of each file, spread evenly over it.
    #[arg(long, value_name = "COUNT", conflicts_with = "game", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Games looked at at once; 0 takes all processors.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    concurrency: usize,
    /// Writes the score curve of the game as an SVG image; for one game.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Keeps games with a wrong landing digit, score, mark or result.
    #[arg(long)]
    lenient: bool,
    /// Prints one JSON object a game, or a file for a summary, instead of text.
    #[arg(long)]
    json: bool,
    /// Prints what all games of each file say together instead of the records.
    #[arg(long)]
    summary: bool,
}

impl Args {
    /// Whether a game of a file, counted from 1, is to be looked at.
    fn asks_for(&self, number: u64, count: u64) -> bool {
        match (self.game, self.sample) {
            (Some(wanted), _) => wanted == number,
            (None, Some(sample)) if sample < count => {
                // The games at which a line of so many steps over the whole file rises.
                number * sample / count > (number - 1) * sample / count
            }
            _ => true,
        }
    }
}

/// The games of a file that are looked at.
struct Source {
    name: String,
    records: Vec<Record>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    if args.game.is_some() && args.files.len() != 1 {
        bail!(
            "--game names a game of one file, not of {}",
            args.files.len()
        );
    }
    let mut answer = Answer::Yes;
    let sources = args
        .files
        .iter()
        .map(|path| read(args, path, &mut answer))
        .collect::<anyhow::Result<Vec<Source>>>()?;
    let records: Vec<&Record> = sources.iter().flat_map(|source| &source.records).collect();
    if args.svg.is_some() && records.len() != 1 {
        bail!(
            "--svg draws one game, there are {}: choose one with --game",
            records.len()
        );
    }
    let annotations = annotate_all(args, &records)?;
    if let (Some(path), [annotation]) = (&args.svg, annotations.as_slice()) {
        fs::write(path, annotation.curve_svg()).with_context(|| path.display().to_string())?;
    }
    if args.summary {
        summary::write(out, &sources, &annotations, args.json)?;
        return Ok(answer);
    }
    for (index, (&record, annotation)) in records.iter().zip(&annotations).enumerate() {
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

/// The games of a file that are asked for. A fault in another game is told, and the answer is no.
fn read(args: &Args, path: &Path, answer: &mut Answer) -> anyhow::Result<Source> {
    let mode = if args.lenient {
        Mode::Lenient
    } else {
        Mode::Strict
    };
    let name = path.display().to_string();
    let input = open(path, &ProgressBar::hidden())?;
    let games: Vec<_> = record::read_from(input, mode).collect();
    let count = games.len() as u64;
    if count == 0 {
        bail!("{name}: there is no game in it");
    }
    if let Some(number) = args.game.filter(|&number| number > count) {
        bail!("{name}: there is no game {number}");
    }
    let mut records = Vec::new();
    for (number, read) in (1..).zip(games) {
        let is_asked_for = args.asks_for(number, count);
        match read {
            Ok(record) if is_asked_for => records.push(record),
            Err(ReadError::Record(error)) if is_asked_for => {
                *answer = Answer::No;
                writeln!(io::stderr(), "{name}, game {number}: {error}")?;
            }
            Ok(_) | Err(ReadError::Record(_)) => {}
            Err(error) => bail!("{name}: {error}"),
        }
    }
    Ok(Source { name, records })
}

fn annotate_all(args: &Args, records: &[&Record]) -> anyhow::Result<Vec<Annotation>> {
    let limits = args.limits.limits().unwrap_or(Limits::nodes(DEFAULT_NODES));
    let evaluator = args.eval.load()?;
    let options = EngineOptions {
        hash_mib: HASH_MIB,
        ..EngineOptions::default()
    };
    let plies = records.iter().map(|record| record.game.ply() as u64).sum();
    let bar = crate::progress::bar(plies);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.concurrency)
        .build()?;
    // Engines wait here for their next game, so that there are no more of them than threads.
    let idle: Mutex<Vec<Engine<Arc<dyn Evaluator>>>> = Mutex::default();
    let one = |record: &&Record| -> anyhow::Result<Annotation> {
        let waiting = idle.lock().ok().and_then(|mut engines| engines.pop());
        let mut engine = match waiting {
            Some(engine) => engine,
            None => Engine::with_evaluator(evaluator.clone(), options)?,
        };
        let annotation = engine.annotate_with(&record.game, &limits, |_| {
            bar.inc(1);
            std::ops::ControlFlow::Continue(())
        });
        if let Ok(mut engines) = idle.lock() {
            engines.push(engine);
        }
        Ok(annotation)
    };
    let annotations = pool.install(|| records.par_iter().map(one).collect());
    bar.finish_and_clear();
    annotations
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
