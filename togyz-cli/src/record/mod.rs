//! `togyz record`: reading game records.

mod annotate;
mod check;
mod convert;
mod show;

use std::io::Write;

use crate::Answer;

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Replays every game of the files and reports what disagrees with the rules.
    Check(check::Args),
    /// Writes the games of a file in another format.
    Convert(convert::Args),
    /// Tells for every move what it cost: as PGN with comments, JSON, or a score curve.
    Annotate(annotate::Args),
    /// Shows a game of a file: tags, moves, comments and the board.
    Show(show::Args),
}

pub(crate) fn run(command: &Command, out: &mut impl Write) -> anyhow::Result<Answer> {
    match command {
        Command::Check(args) => check::run(args, out),
        Command::Annotate(args) => annotate::run(args, out),
        Command::Convert(args) => convert::run(args, out),
        Command::Show(args) => show::run(args, out),
    }
}
