//! `togyz record check`: do records agree with the rules?

use std::io::Write;
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use rayon::prelude::*;
use serde::Serialize;
use togyz::notation::record::{self, Mode, ReadError, RecordError};

use crate::Answer;
use crate::input::open;

#[derive(clap::Args)]
pub(crate) struct Args {
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
    /// Why the file could not be read to its end.
    error: Option<String>,
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

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let mode = if args.lenient {
        Mode::Lenient
    } else {
        Mode::Strict
    };
    let bytes = args
        .files
        .iter()
        .filter_map(|path| path.metadata().ok())
        .map(|data| data.len());
    let bar = crate::progress::bytes(bytes.sum());
    let files: Vec<FileReport> = args
        .files
        .par_iter()
        .map(|path| check_file(path, mode, &bar))
        .collect();
    bar.finish_and_clear();
    let report = Report {
        games: files.iter().map(|file| file.games).sum(),
        plies: files.iter().map(|file| file.plies).sum(),
        mismatches: files.iter().map(|file| file.mismatches).sum(),
        warnings: files.iter().map(|file| file.warnings).sum(),
        files,
    };
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        let mut readable = report.files.iter().filter(|file| file.games > 0);
        readable.try_for_each(|file| write_file(out, file))?;
    }
    let errors: Vec<&str> = report
        .files
        .iter()
        .filter_map(|file| file.error.as_deref())
        .collect();
    if !errors.is_empty() {
        out.flush()?;
        anyhow::bail!("{}", errors.join("\ntogyz: "));
    }
    let good = report.mismatches == 0;
    Ok(if good { Answer::Yes } else { Answer::No })
}

fn check_file(path: &Path, mode: Mode, bar: &ProgressBar) -> FileReport {
    let mut file = FileReport {
        file: path.display().to_string(),
        games: 0,
        finished: 0,
        plies: 0,
        mismatches: 0,
        warnings: 0,
        faults: Vec::new(),
        error: None,
    };
    file.error = file
        .read(path, mode, bar)
        .err()
        .map(|error| format!("{error:#}"));
    file
}

impl FileReport {
    fn read(&mut self, path: &Path, mode: Mode, bar: &ProgressBar) -> anyhow::Result<()> {
        for read in record::read_from(open(path, bar)?, mode) {
            self.games += 1;
            match read {
                Ok(record) => {
                    self.plies += record.game.ply();
                    self.finished += usize::from(record.game.is_game_over());
                    self.warnings += record.warnings.len();
                    for warning in &record.warnings {
                        self.note(warning, true);
                    }
                }
                Err(ReadError::Record(error)) => {
                    self.mismatches += 1;
                    self.note(&error, false);
                }
                Err(error) => {
                    self.games -= 1;
                    anyhow::bail!("{}: {error}", self.file);
                }
            }
        }
        if self.games == 0 {
            anyhow::bail!("{}: there is no game in it", self.file);
        }
        Ok(())
    }

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
