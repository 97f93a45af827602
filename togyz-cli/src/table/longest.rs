//! `togyz table longest`: the longest best play of a table.

use std::io::Write;

use anyhow::bail;
use serde::Serialize;
use togyz::Move;
use togyz::endgame::{LongestLine, Table};

use super::{LongestArgs, rules_name};
use crate::Answer;

pub(super) fn run(args: &LongestArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let table = Table::open(&args.file)?;
    let name = args.file.display();
    if !table.has_distances() {
        bail!(
            "{name}: a table without distances knows of no longest line: build it with --distance"
        );
    }
    let most = table.max_stones();
    let counts = match args.stones {
        Some(stones) if stones > most => {
            bail!("{name}: the table has positions of up to {most} stones, not {stones}")
        }
        Some(stones) => stones..=stones,
        None => 1..=most,
    };
    let mut lines = Vec::new();
    for stones in counts {
        if let Some(found) = table.longest(stones)? {
            lines.push((stones, found));
        }
    }
    if args.json {
        let report = Report {
            rules: rules_name(table.rules()),
            lines: lines
                .iter()
                .map(|(stones, found)| ReportLine::of(*stones, found))
                .collect(),
        };
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(Answer::Yes);
    }
    for (stones, found) in &lines {
        let LongestLine {
            position,
            plies,
            positions,
            line,
        } = found;
        writeln!(
            out,
            "{stones} on the board: end in {plies}, positions like this: {positions}"
        )?;
        writeln!(out, "  {position}")?;
        writeln!(
            out,
            "  {}",
            crate::input::shown_line(position, line, usize::MAX)
        )?;
    }
    Ok(Answer::Yes)
}

/// The JSON object; described in docs/cli.md and kept stable.
#[derive(Serialize)]
struct Report {
    rules: String,
    lines: Vec<ReportLine>,
}

#[derive(Serialize)]
struct ReportLine {
    stones: u8,
    plies: u8,
    positions: u64,
    fen: String,
    line: Vec<String>,
}

impl ReportLine {
    fn of(stones: u8, found: &LongestLine) -> ReportLine {
        ReportLine {
            stones,
            plies: found.plies,
            positions: found.positions,
            fen: found.position.to_string(),
            line: found.line.iter().map(Move::to_string).collect(),
        }
    }
}
