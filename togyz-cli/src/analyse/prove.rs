//! `togyz analyse --prove`: who wins, for certain.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Duration;

use serde::Serialize;
use togyz::endgame::{Bounds, GameValue, MoveProof, Proof, Prover};
use togyz::notation::moves::MoveStyle;
use togyz::{Game, Limits, Rules};

use super::{GameOver, numbers, shown_line};
use crate::Answer;

/// How long to look where nothing is said.
pub(super) const DEFAULT_TIME: Duration = Duration::from_secs(10);

pub(super) fn run(
    game: &Game,
    limits: &Limits,
    prover: &mut Prover,
    json: bool,
    out: &mut impl Write,
) -> anyhow::Result<Answer> {
    let spinner = crate::progress::spinner();
    let (proof, moves) = prover.prove_moves(game.position(), limits, |nodes| {
        spinner.set_message(format!("{nodes} positions"));
        ControlFlow::Continue(())
    });
    spinner.finish_and_clear();
    if json {
        let report = serde_json::to_string(&Report::of(game, &proof, &moves))?;
        writeln!(out, "{report}")?;
    } else {
        write_text(out, game, &proof, &moves)?;
    }
    Ok(Answer::Yes)
}

fn write_text(
    out: &mut impl Write,
    game: &Game,
    proof: &Proof,
    moves: &[MoveProof],
) -> anyhow::Result<()> {
    let position = game.position();
    writeln!(out, "{}", position.board())?;
    if let Some(outcome) = game.outcome() {
        writeln!(out, "game over: {outcome}")?;
        return Ok(());
    }
    writeln!(
        out,
        "{} positions in {:.2} s",
        proof.nodes,
        proof.time.as_secs_f64()
    )?;
    for found in moves {
        let name = position.write_move(found.mv, MoveStyle::PlayOk)?;
        writeln!(out, "  {name:<3}  {}", found.bounds)?;
    }
    let side = position.side_to_move();
    match proof.bounds.value() {
        Some(value) => {
            writeln!(
                out,
                "line: {}",
                shown_line(position, &proof.line, usize::MAX)
            )?;
            writeln!(out, "proved for {side}: {value}")?;
        }
        None => writeln!(
            out,
            "not proved in this time; known for {side}: {}",
            proof.bounds
        )?,
    }
    Ok(())
}

/// The JSON object; described in docs/cli.md and kept stable.
#[derive(Serialize)]
struct Report {
    fen: String,
    rules: Rules,
    proved: Option<&'static str>,
    at_least: &'static str,
    at_most: &'static str,
    nodes: u64,
    time_ms: u64,
    pv: Vec<String>,
    moves: Vec<ReportMove>,
    game_over: Option<GameOver>,
}

#[derive(Serialize)]
struct ReportMove {
    r#move: String,
    proved: Option<&'static str>,
    at_least: &'static str,
    at_most: &'static str,
}

fn proved(bounds: Bounds) -> Option<&'static str> {
    bounds.value().map(GameValue::name)
}

impl Report {
    fn of(game: &Game, proof: &Proof, moves: &[MoveProof]) -> Report {
        let of_move = |found: &MoveProof| ReportMove {
            r#move: found.mv.to_string(),
            proved: proved(found.bounds),
            at_least: found.bounds.at_least.name(),
            at_most: found.bounds.at_most.name(),
        };
        Report {
            fen: game.fen().to_string(),
            rules: game.position().rules(),
            proved: proved(proof.bounds),
            at_least: proof.bounds.at_least.name(),
            at_most: proof.bounds.at_most.name(),
            nodes: proof.nodes,
            time_ms: u64::try_from(proof.time.as_millis()).unwrap_or(u64::MAX),
            pv: numbers(&proof.line),
            moves: moves.iter().map(of_move).collect(),
            game_over: game.outcome().as_ref().map(GameOver::of),
        }
    }
}
