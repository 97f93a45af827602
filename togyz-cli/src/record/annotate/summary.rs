//! What all games of a file say together, a column for each file.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;
use togyz::{Annotation, Mark, MoveCounts, Reliability, Summary};

use super::Source;
use super::json::rounded;

/// Prints the summaries of the files; the annotations are those of all their games one after the other.
pub(super) fn write(
    out: &mut impl Write,
    sources: &[Source],
    annotations: &[Annotation],
    json: bool,
) -> anyhow::Result<()> {
    let mut annotations = annotations.iter();
    let summaries: Vec<(&str, Summary)> = sources
        .iter()
        .map(|source| {
            let mut summary = Summary::default();
            for (record, annotation) in source.records.iter().zip(&mut annotations) {
                // The written result counts, also where a game was broken off.
                summary.add(annotation, record.result.unwrap_or(record.game.result()));
            }
            (source.name.as_str(), summary)
        })
        .collect();
    if json {
        for (name, summary) in &summaries {
            let report = Report::of(name, summary);
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        }
    } else {
        write_columns(out, &summaries)?;
    }
    Ok(())
}

fn write_columns(out: &mut impl Write, summaries: &[(&str, Summary)]) -> io::Result<()> {
    let names = summaries.iter().map(|(name, _)| {
        let file = Path::new(name).file_name();
        file.map_or(*name, |file| file.to_str().unwrap_or(name))
            .to_string()
    });
    let mut rows = vec![(String::new(), names.collect())];
    let mut row = |title: &str, cell: &dyn Fn(&Summary) -> String| {
        let cells = summaries.iter().map(|(_, summary)| cell(summary));
        rows.push((title.to_string(), cells.collect()));
    };
    row("games", &|it| it.games.to_string());
    row("accuracy", &|it| percent(it.accuracy()));
    for (title, counts) in [
        ("moves", (|it| &it.all) as fn(&Summary) -> &MoveCounts),
        ("moves in open positions", |it| &it.open),
    ] {
        row(title, &|it| counts(it).moves.to_string());
        let share = |counts: &MoveCounts, moves| percent(counts.share(moves).map(|it| 100.0 * it));
        row("  the engine's own move", &|it| {
            share(counts(it), counts(it).chosen)
        });
        for mark in Mark::ALL {
            let title = format!("  {mark}");
            row(&title, &|it| share(counts(it), counts(it).count(mark)));
        }
    }
    row("result expected, and what it was", &|_| String::new());
    for tenth in 0..10 {
        let title = format!(
            "  {:.1} to {:.1}",
            tenth as f64 / 10.0,
            (tenth + 1) as f64 / 10.0
        );
        row(&title, &|it| reliability(&it.reliability[tenth]));
    }
    row("  Brier score", &|it| {
        it.brier().map_or("-".to_string(), |it| format!("{it:.4}"))
    });
    write_rows(out, &rows)
}

fn percent(value: Option<f64>) -> String {
    value.map_or("-".to_string(), |value| format!("{value:.1} %"))
}

fn reliability(tenth: &Reliability) -> String {
    tenth.happened().map_or("-".to_string(), |happened| {
        format!("{happened:.3} ({})", tenth.moves)
    })
}

/// Titles to the left, cells to the right.
fn write_rows(out: &mut impl Write, rows: &[(String, Vec<String>)]) -> io::Result<()> {
    let longest = |texts: &mut dyn Iterator<Item = &String>| {
        texts.map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let first = longest(&mut rows.iter().map(|(title, _)| title));
    let columns = rows.first().map_or(0, |(_, cells)| cells.len());
    let widths: Vec<usize> = (0..columns)
        .map(|column| longest(&mut rows.iter().map(|(_, cells)| &cells[column])))
        .collect();
    for (title, cells) in rows {
        let mut line = format!("{title:first$}");
        for (cell, width) in cells.iter().zip(&widths) {
            line += &format!("  {cell:>width$}");
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The JSON object; described in docs/cli.md and kept stable.
#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    games: u64,
    accuracy: Option<f64>,
    all: CountsReport,
    open: CountsReport,
    reliability: Vec<TenthReport>,
    brier: Option<f64>,
}

#[derive(Serialize)]
struct CountsReport {
    moves: u64,
    chosen: u64,
    marks: BTreeMap<&'static str, u64>,
}

#[derive(Serialize)]
struct TenthReport {
    moves: u64,
    expected: Option<f64>,
    happened: Option<f64>,
}

impl<'a> Report<'a> {
    fn of(file: &'a str, summary: &Summary) -> Report<'a> {
        let counts = |counts: &MoveCounts| CountsReport {
            moves: counts.moves,
            chosen: counts.chosen,
            marks: Mark::ALL
                .map(|mark| (mark.name(), counts.count(mark)))
                .into(),
        };
        let tenth = |tenth: &Reliability| TenthReport {
            moves: tenth.moves,
            expected: tenth.expected().map(|it| rounded(it, 4)),
            happened: tenth.happened().map(|it| rounded(it, 4)),
        };
        Report {
            file,
            games: summary.games,
            accuracy: summary.accuracy().map(|it| rounded(it, 1)),
            all: counts(&summary.all),
            open: counts(&summary.open),
            reliability: summary.reliability.iter().map(tenth).collect(),
            brier: summary.brier().map(|it| rounded(it, 4)),
        }
    }
}
