//! `togyz record`: reading game records.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;
use togyz::notation::record::{self, Mode, RecordError};

use crate::Answer;
use crate::input::read_text;

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Replays every game of the files and reports what disagrees with the rules.
    Check(CheckArgs),
}

#[derive(clap::Args)]
pub(crate) struct CheckArgs {
    /// PGN, TGK, lists of pit numbers, or `id<TAB>result<TAB>moves`.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Keeps games with a wrong landing digit, score, mark or result, and counts the faults as warnings.
    #[arg(long)]
    lenient: bool,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

/// Faults shown of a file; all are counted.
const SHOWN: usize = 20;

#[derive(Serialize)]
struct Report {
    files: Vec<FileReport>,
    games: usize,
    plies: usize,
    mismatches: usize,
    warnings: usize,
}

#[derive(Serialize)]
struct FileReport {
    file: String,
    games: usize,
    finished: usize,
    plies: usize,
    mismatches: usize,
    warnings: usize,
    /// The first faults; all are counted above.
    faults: Vec<Fault>,
}

#[derive(Serialize)]
struct Fault {
    game: usize,
    line: usize,
    column: usize,
    ply: usize,
    message: String,
    warning: bool,
}

pub(crate) fn check(args: &CheckArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let mode = if args.lenient {
        Mode::Lenient
    } else {
        Mode::Strict
    };
    let mut report = Report {
        files: Vec::new(),
        games: 0,
        plies: 0,
        mismatches: 0,
        warnings: 0,
    };
    for path in &args.files {
        let file = check_file(path, mode)?;
        report.games += file.games;
        report.plies += file.plies;
        report.mismatches += file.mismatches;
        report.warnings += file.warnings;
        if !args.json {
            write_file(out, &file)?;
        }
        report.files.push(file);
    }
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    }
    let good = report.mismatches == 0;
    Ok(if good { Answer::Yes } else { Answer::No })
}

fn check_file(path: &Path, mode: Mode) -> anyhow::Result<FileReport> {
    let text = read_text(path)?;
    let mut file = FileReport {
        file: path.display().to_string(),
        games: 0,
        finished: 0,
        plies: 0,
        mismatches: 0,
        warnings: 0,
        faults: Vec::new(),
    };
    for read in record::read(&text, mode) {
        file.games += 1;
        match read {
            Ok(record) => {
                file.plies += record.game.ply();
                file.finished += usize::from(record.game.is_game_over());
                file.warnings += record.warnings.len();
                for warning in &record.warnings {
                    file.note(warning, true);
                }
            }
            Err(error) => {
                file.mismatches += 1;
                file.note(&error, false);
            }
        }
    }
    if file.games == 0 {
        anyhow::bail!("{}: there is no game in it", file.file);
    }
    Ok(file)
}

impl FileReport {
    fn note(&mut self, error: &RecordError, warning: bool) {
        if self.faults.len() == SHOWN {
            return;
        }
        self.faults.push(Fault {
            game: self.games,
            line: error.line,
            column: error.column,
            ply: error.ply,
            message: error.to_string(),
            warning,
        });
    }
}

fn write_file(out: &mut impl Write, file: &FileReport) -> anyhow::Result<()> {
    writeln!(
        out,
        "{}: {} games ({} finished), {} plies, {} mismatches, {} warnings",
        file.file, file.games, file.finished, file.plies, file.mismatches, file.warnings
    )?;
    for fault in &file.faults {
        let kind = if fault.warning { "warning" } else { "mismatch" };
        writeln!(out, "  {kind}, game {}: {}", fault.game, fault.message)?;
    }
    let more = file.mismatches + file.warnings - file.faults.len();
    if more > 0 {
        writeln!(out, "  and {more} more")?;
    }
    Ok(())
}
