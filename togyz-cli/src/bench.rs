//! `togyz bench`: the signature of the search, and its speed.

use std::io::Write;
use std::time::Instant;

use serde::Serialize;
use togyz::{Engine, bench};

use crate::Answer;

#[derive(clap::Args, Default)]
pub(crate) struct Args {
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    nodes: u64,
    nps: u64,
    positions: usize,
    depth: u32,
    seconds: f64,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let mut engine = Engine::default();
    let bar = crate::progress::bar(bench::POSITIONS.len() as u64);
    let began = Instant::now();
    let mut nodes = 0;
    for index in 0..bench::POSITIONS.len() {
        nodes += bench::search(&mut engine, index);
        bar.inc(1);
    }
    let seconds = began.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let nps = (nodes as f64 / seconds.max(1e-9)) as u64;
    if args.json {
        let report = Report {
            nodes,
            nps,
            positions: bench::POSITIONS.len(),
            depth: bench::DEPTH,
            seconds,
        };
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        writeln!(out, "{nodes} nodes {nps} nps")?;
    }
    Ok(Answer::Yes)
}
