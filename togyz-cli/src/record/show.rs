//! `togyz record show`: one game for people to read.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use togyz::notation::record::{self, Mode, Record};

use crate::Answer;
use crate::input::open;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The file, in any format.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Which game of the file, from 1.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,
    /// Shows the board after this ply instead of the last one.
    #[arg(long, value_name = "PLY", allow_negative_numbers = true)]
    ply: Option<usize>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let name = || args.file.display().to_string();
    let input = open(&args.file, &ProgressBar::hidden())?;
    let place = usize::try_from(args.game - 1).unwrap_or(usize::MAX);
    let Some(read) = record::read_from(input, Mode::Lenient).nth(place) else {
        bail!("{}: there is no game {}", name(), args.game);
    };
    let record = read.with_context(name)?;
    let last = record.game.ply();
    let ply = args.ply.unwrap_or(last);
    if ply > last {
        bail!("--ply {ply}: the game has {last} plies");
    }
    show(out, &record, ply)?;
    Ok(Answer::Yes)
}

fn show(out: &mut impl Write, record: &Record, ply: usize) -> anyhow::Result<()> {
    let game = &record.game;
    write!(out, "{}", record.to_pgn())?;
    writeln!(out, "\nafter ply {ply}:")?;
    write!(out, "{}", game.positions()[ply].board())?;
    match game.outcome() {
        Some(outcome) if ply == game.ply() => writeln!(out, "{outcome}")?,
        _ => writeln!(out, "result as recorded: {}", game.result())?,
    }
    for warning in &record.warnings {
        writeln!(out, "warning: {warning}")?;
    }
    Ok(())
}
