//! `togyz analyse`: best move, score and line.

mod prove;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use serde::Serialize;
use togyz::endgame::{Prover, Table};
use togyz::{Engine, EngineOptions, Game, Info, Line, Move, Outcome, Rules, Score, SearchResult};

use crate::Answer;
use crate::input::{LimitArgs, PositionArgs, move_set, shown_line};

/// How long to think where nothing is said.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// How many of the best moves to show.
    #[arg(long, value_name = "COUNT", default_value_t = 1, allow_negative_numbers = true,
          value_parser = clap::value_parser!(u8).range(1..=9))]
    lines: u8,
    /// The moves to look at, in any notation, such as "3 5"; all if nothing is said.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    only: Option<String>,
    /// Size of the transposition table in MiB.
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = 16,
        allow_negative_numbers = true
    )]
    hash: usize,
    /// Threads that search together.
    #[arg(
        long,
        value_name = "COUNT",
        default_value_t = 1,
        allow_negative_numbers = true
    )]
    threads: usize,
    /// An endgame table, whose word is taken for positions with few stones.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Proves who wins, and what each move is worth; only --nodes and --time, ten seconds if nothing is said, limit it.
    #[arg(long, conflicts_with_all = ["depth", "lines", "only", "threads"])]
    prove: bool,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let game = args.position.game()?;
    if args.prove {
        let limits = args.limits.limits_or(prove::DEFAULT_TIME);
        let mut prover = Prover::new(args.hash)?;
        prover.set_table(read_table(args.table.as_deref())?);
        return prove::run(&game, &limits, &mut prover, args.json, out);
    }
    let mut engine = Engine::new(EngineOptions {
        hash_mib: args.hash,
        threads: args.threads,
        ..EngineOptions::default()
    })?;
    engine.set_table(read_table(args.table.as_deref())?);
    let mut limits = args
        .limits
        .limits_or(DEFAULT_TIME)
        .lines(usize::from(args.lines));
    if let Some(text) = &args.only {
        let moves = move_set(game.position(), text).context("--only")?;
        limits = limits.only(moves);
    }
    let spinner = crate::progress::spinner();
    let result = engine.search_with(&game, &limits, |info| {
        spinner.set_message(progress(&game, info));
        ControlFlow::Continue(())
    });
    spinner.finish_and_clear();
    if args.json {
        writeln!(
            out,
            "{}",
            serde_json::to_string(&Report::of(&game, &result))?
        )?;
    } else {
        write_text(out, &game, &result)?;
    }
    Ok(Answer::Yes)
}

fn read_table(path: Option<&Path>) -> anyhow::Result<Option<Arc<Table>>> {
    Ok(path.map(Table::load).transpose()?.map(Arc::new))
}

/// One line while the search goes on.
fn progress(game: &Game, info: &Info) -> String {
    let best = info.lines.first();
    let score = best.map(|line| line.score.to_string()).unwrap_or_default();
    let line = best
        .map(|line| shown_line(game.position(), &line.pv, 8))
        .unwrap_or_default();
    format!("depth {} {score} {line}", info.depth)
}

/// Nodes a second as people read them.
fn speed(nps: u64) -> String {
    match nps {
        0..10_000 => format!("{nps} nodes/s"),
        10_000..10_000_000 => format!("{} k nodes/s", nps / 1_000),
        _ => format!("{:.1} M nodes/s", nps as f64 / 1e6),
    }
}

fn write_text(out: &mut impl Write, game: &Game, result: &SearchResult) -> anyhow::Result<()> {
    let position = game.position();
    writeln!(out, "{}", position.board())?;
    if let Some(outcome) = result.outcome {
        writeln!(out, "game over: {outcome}")?;
        return Ok(());
    }
    let info = &result.info;
    writeln!(
        out,
        "depth {}, {} nodes in {:.2} s ({})",
        info.depth,
        info.nodes,
        info.time.as_secs_f64(),
        speed(info.nps())
    )?;
    for (index, Line { score, pv }) in info.lines.iter().enumerate() {
        writeln!(
            out,
            "{:>2}. {score:>10}  {}",
            index + 1,
            shown_line(position, pv, 16)
        )?;
    }
    let side = position.side_to_move();
    match result.best {
        Some(best) => writeln!(out, "best move for {side}: {best}, score {}", result.score)?,
        None => writeln!(out, "no move for {side}")?,
    }
    Ok(())
}

/// The JSON object; described in docs/cli.md and kept stable.
#[derive(Serialize)]
struct Report {
    fen: String,
    rules: Rules,
    best: Option<String>,
    score: Score,
    depth: u32,
    seldepth: u32,
    nodes: u64,
    nps: u64,
    time_ms: u64,
    pv: Vec<String>,
    lines: Vec<ReportLine>,
    game_over: Option<GameOver>,
}

#[derive(Serialize)]
struct ReportLine {
    r#move: String,
    score: Score,
    pv: Vec<String>,
}

/// An outcome with its kazans as a pair.
#[derive(Serialize)]
pub(crate) struct GameOver {
    winner: Option<togyz::Side>,
    reason: togyz::EndReason,
    kazans: [u8; 2],
}

impl GameOver {
    pub(crate) fn of(outcome: &Outcome) -> GameOver {
        GameOver {
            winner: outcome.winner,
            reason: outcome.reason,
            kazans: [outcome.kazans.south, outcome.kazans.north],
        }
    }
}

/// Moves as text.
pub(crate) fn numbers(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

impl Report {
    fn of(game: &Game, result: &SearchResult) -> Report {
        let info = &result.info;
        let lines = info.lines.iter().filter_map(|line| {
            Some(ReportLine {
                r#move: line.pv.first()?.to_string(),
                score: line.score,
                pv: numbers(&line.pv),
            })
        });
        Report {
            fen: game.fen().to_string(),
            rules: game.position().rules(),
            best: result.best.map(|mv| mv.to_string()),
            score: result.score,
            depth: info.depth,
            seldepth: info.seldepth,
            nodes: info.nodes,
            nps: info.nps(),
            time_ms: u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX),
            pv: numbers(result.pv()),
            lines: lines.collect(),
            game_over: result.outcome.as_ref().map(GameOver::of),
        }
    }
}
