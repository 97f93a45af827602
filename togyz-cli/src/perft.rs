//! `togyz perft`: counting move sequences.

use std::io::Write;
use std::time::Instant;

use serde::Serialize;
use togyz::{Move, PerftOptions, Position, perft_with};

use crate::Answer;
use crate::input::PositionArgs;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Plies.
    #[arg(allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
    /// Shows the count below each first move.
    #[arg(long)]
    divide: bool,
    /// Plays every leaf instead of counting the last moves.
    #[arg(long)]
    no_bulk: bool,
    /// Threads that count together.
    #[arg(long, value_name = "COUNT", default_value_t = 1, allow_negative_numbers = true,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of a table of counts in MiB, 0 for none.
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    hash: usize,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<std::collections::BTreeMap<String, u64>>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let game = args.position.game()?;
    let began = Instant::now();
    let options = PerftOptions {
        threads: usize::from(args.threads),
        hash_mib: args.hash,
        bulk: !args.no_bulk,
    };
    let parts = match (args.divide, args.depth) {
        (true, 1..) => divided(game.position(), args.depth, options)?,
        _ => Vec::new(),
    };
    let nodes = match (args.divide, args.depth) {
        (true, 1..) => parts.iter().map(|(_, nodes)| nodes).sum(),
        _ => perft_with(game.position(), args.depth, options)?,
    };
    let seconds = began.elapsed().as_secs_f64();
    if args.json {
        let named = parts.iter().map(|(mv, nodes)| (mv.to_string(), *nodes));
        let report = Report {
            nodes,
            seconds,
            divide: args.divide.then(|| named.collect()),
        };
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(Answer::Yes);
    }
    if args.divide {
        for (mv, nodes) in &parts {
            writeln!(out, "{mv}: {nodes}")?;
        }
    }
    writeln!(out, "{nodes}")?;
    Ok(Answer::Yes)
}

fn divided(
    position: &Position,
    depth: u32,
    options: PerftOptions,
) -> anyhow::Result<Vec<(Move, u64)>> {
    let below = |mv| {
        Ok((
            mv,
            perft_with(&position.play_unchecked(mv), depth - 1, options)?,
        ))
    };
    position.legal_moves().iter().map(below).collect()
}
