//! `togyz selfplay`: games of the engine against itself, as positions to learn from.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;
use togyz::Limits;
use togyz::learn::{Sample, SelfPlay, Shards, read_folder};

use super::Threads;
use crate::Answer;
use crate::evaluation::Evaluation;
use crate::matches::within;

/// How games are played.
#[derive(clap::Args, Clone)]
pub(crate) struct Games {
    /// Games to play; rounded up to whole files.
    #[arg(long, value_name = "COUNT", default_value_t = 1_000, allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Games of a file.
    #[arg(long, value_name = "COUNT", default_value_t = 100, allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    per_file: u64,
    /// Positions searched for a move.
    #[arg(long, value_name = "COUNT", default_value_t = 1_500, conflicts_with = "depth",
          allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Plies searched for a move, instead of a number of positions.
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Where openings and stray moves come from.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Random plies of an opening, from this many ..
    #[arg(long, value_name = "PLIES", default_value_t = 4,
          value_parser = clap::value_parser!(u32).range(0..=60))]
    min_opening: u32,
    /// .. to this many.
    #[arg(long, value_name = "PLIES", default_value_t = 16,
          value_parser = clap::value_parser!(u32).range(0..=60))]
    max_opening: u32,
    /// Stones by which one side may be ahead after the opening; 162 takes every opening.
    #[arg(long, value_name = "STONES", default_value_t = 10, allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(0..=162))]
    balance: u32,
    /// One move in so many is random; 0 for none.
    #[arg(long, value_name = "COUNT", default_value_t = 30)]
    stray: u32,
}

impl Games {
    pub(super) fn shards(&self, threads: usize) -> Shards {
        Shards {
            selfplay: SelfPlay {
                limits: self.depth.map_or(Limits::nodes(self.nodes), Limits::depth),
                seed: self.seed,
                min_opening: self.min_opening,
                max_opening: self.max_opening,
                balance: within(self.balance),
                stray: match self.stray {
                    0 => 0.0,
                    count => 1.0 / f64::from(count),
                },
                ..SelfPlay::default()
            },
            files: self.games.div_ceil(self.per_file),
            games: self.per_file,
            threads,
            ..Shards::default()
        }
    }
}

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where the files go; what is there already is not played again.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    #[command(flatten)]
    games: Games,
    /// What positions are judged by: network, linear, hand, material, or a network in a file.
    #[arg(long, value_name = "NAME", default_value = "network")]
    eval: Evaluation,
    #[command(flatten)]
    threads: Threads,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

/// What a folder holds.
#[derive(Serialize)]
struct Report {
    games: usize,
    positions: usize,
    south_wins: usize,
    draws: usize,
    mean_plies: f64,
    seconds: f64,
    positions_played: u64,
}

impl Report {
    fn of(samples: &[Sample]) -> Report {
        let opens = || samples.iter().filter(|sample| sample.opens);
        let south = |sample: &Sample| {
            let position = togyz::Position::from(sample.position);
            sample.outcome
                == if position.side_to_move() == togyz::Side::South {
                    1
                } else {
                    -1
                }
        };
        // The last position of a game stands before the first one of the next.
        let lasts = samples
            .windows(2)
            .filter(|pair| pair[1].opens)
            .map(|pair| pair[0]);
        let plies: u64 = lasts
            .chain(samples.last().copied())
            .map(|sample| u64::from(sample.ply) + 1)
            .sum();
        let games = opens().count();
        Report {
            games,
            positions: samples.len(),
            south_wins: opens().filter(|sample| south(sample)).count(),
            draws: opens().filter(|sample| sample.outcome == 0).count(),
            mean_plies: plies as f64 / games.max(1) as f64,
            seconds: 0.0,
            positions_played: 0,
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let evaluator = args.eval.load()?;
    let shards = args.games.shards(args.threads.count());
    let bar = crate::progress::bar(shards.files * shards.games);
    let began = Instant::now();
    let played = std::sync::atomic::AtomicU64::new(0);
    shards.play(&args.folder, &evaluator, |now| {
        bar.set_position(now.games);
        bar.set_message(format!("{} positions", now.positions));
        played.fetch_max(now.positions, std::sync::atomic::Ordering::Relaxed);
        ControlFlow::Continue(())
    })?;
    bar.finish_and_clear();
    let report = Report {
        seconds: began.elapsed().as_secs_f64(),
        positions_played: played.into_inner(),
        ..Report::of(&read_folder(&args.folder)?)
    };
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(Answer::Yes);
    }
    let share = |count: usize| 100.0 * count as f64 / report.games.max(1) as f64;
    writeln!(
        out,
        "{}: {} games, {} positions; South won {:.1} %, draws {:.1} %, {:.1} plies to a proved result",
        args.folder.display(),
        report.games,
        report.positions,
        share(report.south_wins),
        share(report.draws),
        report.mean_plies
    )?;
    writeln!(
        out,
        "played {} positions in {:.1} s ({:.0} a second)",
        report.positions_played,
        report.seconds,
        report.positions_played as f64 / report.seconds.max(1e-9)
    )?;
    Ok(Answer::Yes)
}
