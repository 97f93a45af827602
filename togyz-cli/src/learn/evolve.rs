//! `togyz evolve`: generations of networks, each trained on games of the best before it.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use serde::Serialize;
use togyz::Network;
use togyz::learn::{Evolution, Generation, Stage};

use super::{Threads, selfplay, train};
use crate::Answer;
use crate::evaluation::read_network;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where everything is kept; what is there is not done again.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Generations in all.
    #[arg(long, value_name = "COUNT", default_value_t = 10, allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..=999))]
    generations: u32,
    #[command(flatten)]
    games: selfplay::Games,
    #[command(flatten)]
    setting: train::Setting,
    /// Training goes on from the best network so far instead of random numbers; a rate of 0.001
    /// suits a young network, 0.0005 one that has learned much.
    #[arg(long)]
    fine_tune: bool,
    /// Generations whose games a network learns from.
    #[arg(long, value_name = "COUNT", default_value_t = 3, allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..=999))]
    window: u32,
    /// Pairs of games against the best network so far.
    #[arg(long, value_name = "COUNT", default_value_t = 100, allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Positions a move in those games.
    #[arg(long, value_name = "COUNT", default_value_t = 5_000, allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..))]
    match_nodes: u64,
    /// The network to begin with; the program's own if not given.
    #[arg(long, value_name = "FILE")]
    first: Option<PathBuf>,
    /// The file of the best network at the end.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// Prints one JSON object a generation.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    generation: u32,
    positions: u64,
    train: f32,
    held_out: f32,
    pentanomial: [u64; 5],
    elo: Option<[f64; 3]>,
    kept: bool,
    seconds: u64,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let first = match &args.first {
        Some(path) => read_network(path)?,
        None => Network::default(),
    };
    let threads = args.threads.count();
    let evolution = Evolution {
        folder: args.folder.clone(),
        generations: args.generations,
        shards: args.games.shards(threads),
        training: args.setting.training(1, threads),
        fine_tune: args.fine_tune,
        window: args.window,
        pairs: args.pairs,
        match_nodes: args.match_nodes,
    };
    for generation in evolution.log()? {
        print(&generation, args.json, out)?;
    }
    let bar = crate::progress::spinner();
    let mut failed = None;
    let best = evolution.run(
        &first,
        |number, stage| {
            bar.set_message(format!("generation {number}: {}", stage_text(stage)));
            ControlFlow::Continue(())
        },
        |generation| {
            if let Err(error) = bar.suspend(|| print(generation, args.json, out)) {
                failed.get_or_insert(error);
            }
        },
    )?;
    bar.finish_and_clear();
    if let Some(error) = failed {
        return Err(error);
    }
    if let Some(path) = &args.out {
        train::write_file(path, &best.to_bytes())?;
    }
    Ok(Answer::Yes)
}

fn stage_text(stage: &Stage) -> String {
    match stage {
        Stage::Play(played) => format!("{} of {} games", played.games, played.of),
        Stage::Train(epoch) => train::epoch_line(epoch),
        Stage::Compare(pairs) => format!("{pairs} pairs"),
    }
}

fn print(generation: &Generation, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
    let Generation {
        number,
        positions,
        train,
        held_out,
        results,
        kept,
        seconds,
    } = *generation;
    let elo = results
        .elo()
        .filter(|elo| elo.low.is_finite() && elo.high.is_finite());
    if json {
        let report = Report {
            generation: number,
            positions,
            train,
            held_out,
            pentanomial: results.counts,
            elo: elo.map(|elo| [elo.value, elo.low, elo.high]),
            kept,
            seconds,
        };
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        let elo = elo.map_or_else(
            || format!("{:.1} %", 100.0 * results.score()),
            |elo| format!("Elo {elo}"),
        );
        let kept = if kept { "kept" } else { "not kept" };
        writeln!(
            out,
            "generation {number}: {positions} positions, loss {train:.5}, held out {held_out:.5}; {elo}, {kept}; \
             {seconds} s"
        )?;
    }
    out.flush()?;
    Ok(())
}
