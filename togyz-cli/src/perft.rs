//! `togyz perft`: counting move sequences.

use std::io::Write;
use std::time::Instant;

use serde::Serialize;
use togyz::{Move, Position, perft, perft_no_bulk};

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
    let parts = match args.depth {
        0 => Vec::new(),
        depth => divided(game.position(), depth, args.no_bulk),
    };
    let nodes = match args.depth {
        0 => 1,
        _ => parts.iter().map(|(_, nodes)| nodes).sum(),
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

fn divided(position: &Position, depth: u32, no_bulk: bool) -> Vec<(Move, u64)> {
    let count = if no_bulk { perft_no_bulk } else { perft };
    let below = |mv| (mv, count(&position.play_unchecked(mv), depth - 1));
    position.legal_moves().iter().map(below).collect()
}
