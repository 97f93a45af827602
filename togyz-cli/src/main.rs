//! The command `togyz`. It only translates: rules live in togyz-core, thinking in togyz-ai.

#![forbid(unsafe_code)]

mod analyse;
mod bench;
mod evaluation;
mod hint;
mod input;
mod learn;
mod matches;
mod perft;
mod play;
mod progress;
mod record;
mod svg;
mod table;
mod ugi;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Togyz Kumalak: play, analyse, check records, or serve as a UGI engine.
#[derive(Parser)]
#[command(name = "togyz", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Finds the best move of a position, its score and its line.
    Analyse(analyse::Args),
    /// Tells what to play, and why.
    Hint(hint::Args),
    /// Plays a game against you in the terminal.
    Play(play::Args),
    /// Counts the move sequences of a depth.
    Perft(perft::Args),
    /// Searches a fixed set of positions: the signature of the search, and its speed.
    Bench(bench::Args),
    /// Draws the board as an SVG or PNG picture.
    Svg(svg::Args),
    /// Plays a match between two engines.
    Match(matches::Args),
    /// Speaks the Universal Game Interface on standard input and output.
    Ugi,
    /// Reads game records: checks, converts, shows them.
    #[command(subcommand)]
    Record(record::Command),
    /// Plays games of the engine against itself, to learn from.
    Selfplay(learn::selfplay::Args),
    /// Trains a network on such games.
    Train(learn::train::Args),
    /// Plays, trains and compares, generation after generation.
    Evolve(learn::evolve::Args),
    /// Exact endings: builds tables of all positions with few stones, and asks them.
    #[command(subcommand)]
    Table(table::Command),
}

/// What a command says with its exit code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// Done.
    Yes,
    /// The answer is no: a record fails its check.
    No,
}

fn run(cli: Cli, out: &mut impl Write) -> anyhow::Result<Answer> {
    match cli.command {
        Command::Analyse(args) => analyse::run(&args, out),
        Command::Hint(args) => hint::run(&args, out),
        Command::Play(args) => play::run(&args),
        Command::Perft(args) => perft::run(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Svg(args) => svg::run(&args, out),
        Command::Match(args) => matches::run(&args, out),
        Command::Ugi => ugi::run(),
        Command::Record(command) => record::run(&command, out),
        Command::Selfplay(args) => learn::selfplay::run(&args, out),
        Command::Train(args) => learn::train::run(&args, out),
        Command::Evolve(args) => learn::evolve::run(&args, out),
        Command::Table(command) => table::run(&command, out),
    }
}

/// Whether an error is only that nobody reads the output any more.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = io::BufWriter::new(io::stdout());
    let answer = run(cli, &mut out).and_then(|answer| {
        out.flush()?;
        Ok(answer)
    });
    match answer {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error may be gone as well; the exit code still tells.
            let _ = writeln!(io::stderr(), "togyz: {error:#}");
            ExitCode::from(2)
        }
    }
}
