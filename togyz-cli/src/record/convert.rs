//! `togyz record convert`: from any format into one.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use togyz::notation::record::{self, Mode, ReadError, Record};
use togyz::{Position, Rules};

use crate::Answer;
use crate::input::open;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The file to read, in any format.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The format to write.
    #[arg(long, value_name = "FORMAT")]
    to: Format,
    /// The file to write; standard output without it.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Keeps games with a wrong landing digit, score, mark or result.
    #[arg(long)]
    lenient: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// PGN as PlayOK writes it, with comments.
    Pgn,
    /// TGK: tags, then one line a turn.
    Tgk,
    /// Pit numbers, one game a line; for games from the start position.
    List,
    /// One JSON object a line.
    Json,
    /// One byte a move, each game after its length in four bytes (big-endian).
    Packed,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    match &args.out {
        None => convert(args, out),
        Some(path) => {
            let name = || path.display().to_string();
            let file = File::create(path).with_context(name)?;
            let mut file = BufWriter::new(file);
            let answer = convert(args, &mut file)?;
            file.flush().with_context(name)?;
            Ok(answer)
        }
    }
}

fn convert(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let mode = if args.lenient {
        Mode::Lenient
    } else {
        Mode::Strict
    };
    let size = args.file.metadata().map_or(0, |data| data.len());
    let bar = crate::progress::bytes(size);
    let input = open(&args.file, &bar)?;
    let name = || args.file.display().to_string();
    let mut games = 0;
    let mut answer = Answer::Yes;
    for read in record::read_from(input, mode) {
        games += 1;
        match read {
            Ok(record) => {
                let place = || format!("{}, game {games}", name());
                write_game(out, &record, args.to, games == 1).with_context(place)?;
            }
            Err(ReadError::Record(error)) => {
                // A fault is told, never passed over, and the other games are written.
                answer = Answer::No;
                bar.suspend(|| writeln!(io::stderr(), "{}, game {games}: {error}", name()))?;
            }
            Err(error) => bail!("{}: {error}", name()),
        }
    }
    bar.finish_and_clear();
    if games == 0 {
        bail!("{}: there is no game in it", name());
    }
    Ok(answer)
}

fn write_game(
    out: &mut impl Write,
    record: &Record,
    format: Format,
    first: bool,
) -> anyhow::Result<()> {
    let game = &record.game;
    let separator = if first { "" } else { "\n" };
    match format {
        Format::Pgn => write!(out, "{separator}{}", record.to_pgn())?,
        Format::Tgk => write!(out, "{separator}{}", record::tgk(game))?,
        Format::List => {
            if game.start_fen().position != Position::start(Rules::STANDARD) {
                bail!("a list of pit numbers cannot tell another start or other rules");
            }
            write!(out, "{}", record::list(game))?;
        }
        Format::Json => writeln!(out, "{}", serde_json::to_string(game)?)?,
        Format::Packed => {
            let bytes = game.to_packed();
            let length = u32::try_from(bytes.len()).context("a game of over 4 GiB")?;
            out.write_all(&length.to_be_bytes())?;
            out.write_all(&bytes)?;
        }
    }
    Ok(())
}
