//! `togyz record convert`: from any format into one.

use std::fs::File;
use std::io::{self, BufRead, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Serialize;
use togyz::files::part_of;
use togyz::notation::record::{self, Mode, ReadError, Record};
use togyz::{Game, GameResult, Position, Rules};

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
    let size = args.file.metadata().map_or(0, |data| data.len());
    let bar = crate::progress::bytes(size);
    // Opened before anything is written: the same file may be read and written.
    let input = open(&args.file, &bar)?;
    let converted = match &args.out {
        None => convert(args, input, out),
        Some(path) => to_file(args, input, path),
    };
    bar.finish_and_clear();
    converted
}

/// Writes a file beside the one that is asked for, and renames it when all went well.
fn to_file(args: &Args, input: impl BufRead, path: &Path) -> anyhow::Result<Answer> {
    let fresh = part_of(path);
    let name = || fresh.display().to_string();
    let mut file = BufWriter::new(File::create(&fresh).with_context(name)?);
    let converted = convert(args, input, &mut file).and_then(|answer| {
        file.flush().with_context(name)?;
        std::fs::rename(&fresh, path).with_context(|| path.display().to_string())?;
        Ok(answer)
    });
    if converted.is_err() {
        // What was written so far is of no use.
        let _ = std::fs::remove_file(&fresh);
    }
    converted
}

fn convert(args: &Args, input: impl BufRead, out: &mut impl Write) -> anyhow::Result<Answer> {
    let mode = if args.lenient {
        Mode::Lenient
    } else {
        Mode::Strict
    };
    let name = || args.file.display().to_string();
    let mut games = 0;
    let mut left_out = 0;
    let mut answer = Answer::Yes;
    for read in record::read_from(input, mode) {
        games += 1;
        match read {
            Ok(record) => {
                let place = || format!("{}, game {games}", name());
                left_out += args.to.leaves_out(&record);
                write_game(out, &record, args.to, games == 1).with_context(place)?;
            }
            Err(ReadError::Record(error)) => {
                // A fault is told, never passed over, and the other games are written.
                answer = Answer::No;
                writeln!(io::stderr(), "{}, game {games}: {error}", name())?;
            }
            Err(error) => bail!("{}: {error}", name()),
        }
    }
    if games == 0 {
        bail!("{}: there is no game in it", name());
    }
    if left_out > 0 {
        writeln!(
            io::stderr(),
            "{left_out} tags, comments and results were left out: this format cannot hold them"
        )?;
    }
    Ok(answer)
}

impl Format {
    /// How many things of a record the format cannot hold.
    fn leaves_out(self, record: &Record) -> usize {
        let tags = record.game.tags().iter().count();
        let comments = record.comments.len();
        let result = usize::from(record.game.result() != GameResult::Unfinished);
        match self {
            Format::Pgn | Format::Json => 0,
            Format::Tgk => comments,
            Format::List => tags + comments + result,
            Format::Packed => tags + comments,
        }
    }
}

/// A game with its comments, as one JSON object.
#[derive(Serialize)]
struct JsonRecord<'a> {
    #[serde(flatten)]
    game: &'a Game,
    comments: &'a [(usize, String)],
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
        Format::Json => {
            let comments = &record.comments;
            writeln!(
                out,
                "{}",
                serde_json::to_string(&JsonRecord { game, comments })?
            )?;
        }
        Format::Packed => {
            let bytes = game.to_packed();
            let length = u32::try_from(bytes.len()).context("a game of over 4 GiB")?;
            out.write_all(&length.to_be_bytes())?;
            out.write_all(&bytes)?;
        }
    }
    Ok(())
}
