//! `togyz table`: exact endings from tables.

mod longest;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::bail;
use indicatif::ProgressBar;
use serde::Serialize;
use togyz::endgame::{Distance, Entry, GameValue, MoveEntry, Table, TableOptions};
use togyz::notation::moves::MoveStyle;
use togyz::{Game, Move, Position, Rules, Side};

use crate::Answer;
use crate::input::PositionArgs;

/// Tables of so many stones are built on the spot where none is named.
const AT_ONCE: u8 = 7;

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Works out all positions with few stones and writes them to a file; a build that was stopped goes on.
    Build(BuildArgs),
    /// Tells what a table holds.
    Info(InfoArgs),
    /// Tells the exact value of a position, of each of its moves, and a best line.
    Probe(ProbeArgs),
    /// Tells the longest best play that a table with distances knows of, for each number of stones.
    Longest(LongestArgs),
}

#[derive(clap::Args)]
pub(crate) struct BuildArgs {
    /// The most stones on the board.
    #[arg(long, value_name = "COUNT", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u8).range(0..=i64::from(TableOptions::MAX_STONES)))]
    stones: u8,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Works out distances to the end as well: three times as large.
    #[arg(long)]
    distance: bool,
    /// The rules: standard, master-pro, moddable or pantusov.
    #[arg(long, value_name = "NAME", default_value = "standard")]
    rules: Rules,
    /// Threads that build together; one on each core if nothing is said.
    #[arg(long, value_name = "COUNT", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
pub(crate) struct InfoArgs {
    /// The table.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Reads all of it and tells whether it is sound.
    #[arg(long)]
    check: bool,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
pub(crate) struct ProbeArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The table; without it one of up to seven stones is built on the spot.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Distances to the end, where the table is built on the spot.
    #[arg(long, conflicts_with = "table")]
    distance: bool,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
pub(crate) struct LongestArgs {
    /// The table, built with --distance.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only positions of so many stones.
    #[arg(long, value_name = "COUNT", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u8).range(1..=i64::from(TableOptions::MAX_STONES)))]
    stones: Option<u8>,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(command: &Command, out: &mut impl Write) -> anyhow::Result<Answer> {
    match command {
        Command::Build(args) => build(args, out),
        Command::Info(args) => info(args, out),
        Command::Probe(args) => probe(args, out),
        Command::Longest(args) => longest::run(args, out),
    }
}

/// What a table is, as JSON.
#[derive(Serialize)]
struct TableReport {
    file: String,
    stones: u8,
    rules: String,
    distances: bool,
    positions: u64,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sound: Option<bool>,
}

impl TableReport {
    fn of(path: &Path, table: &Table) -> TableReport {
        TableReport {
            file: path.display().to_string(),
            stones: table.max_stones(),
            rules: rules_name(table.rules()),
            distances: table.has_distances(),
            positions: table.entries(),
            bytes: path.metadata().map_or(0, |data| data.len()),
            seconds: None,
            sound: None,
        }
    }

    fn write(&self, out: &mut impl Write, json: bool) -> anyhow::Result<()> {
        if json {
            writeln!(out, "{}", serde_json::to_string(self)?)?;
            return Ok(());
        }
        let what = if self.distances {
            "values and distances"
        } else {
            "values"
        };
        write!(
            out,
            "{}: {what} of {} positions of up to {} stones, rules {}, {:.1} MB",
            self.file,
            self.positions,
            self.stones,
            self.rules,
            self.bytes as f64 / 1e6
        )?;
        if let Some(seconds) = self.seconds {
            write!(out, ", built in {seconds:.2} s")?;
        }
        if self.sound == Some(true) {
            write!(out, ", every check sum agrees")?;
        }
        writeln!(out)?;
        Ok(())
    }
}

/// The presets that a table is for.
fn rules_name(rules: Rules) -> String {
    let same = |preset: Rules| {
        preset.allows_pit_nine() == rules.allows_pit_nine()
            && preset.allows_same_number() == rules.allows_same_number()
    };
    let names: Vec<&str> = Rules::PRESETS
        .into_iter()
        .filter(|&(_, preset)| same(preset))
        .map(|(name, _)| name)
        .collect();
    if names.is_empty() {
        return rules.to_string();
    }
    names.join(" and ")
}

/// A function that moves a bar as a table grows.
fn shown(
    bar: &ProgressBar,
) -> impl FnMut(&togyz::endgame::TableProgress) -> ControlFlow<()> + Send {
    |progress| {
        bar.set_length(progress.total);
        bar.set_position(progress.entries);
        ControlFlow::Continue(())
    }
}

fn build(args: &BuildArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let options = TableOptions {
        rules: args.rules,
        distances: args.distance,
        threads: args.threads.map_or(0, usize::from),
        ..TableOptions::stones(args.stones)
    };
    let began = Instant::now();
    let bar = crate::progress::bar(options.entries()?);
    let table = Table::build_file(&options, &args.out, shown(&bar));
    bar.finish_and_clear();
    let mut report = TableReport::of(&args.out, &table?);
    report.seconds = Some(began.elapsed().as_secs_f64());
    report.write(out, args.json)?;
    Ok(Answer::Yes)
}

fn info(args: &InfoArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let table = if args.check {
        Table::load(&args.file)?
    } else {
        Table::open(&args.file)?
    };
    let mut report = TableReport::of(&args.file, &table);
    report.sound = args.check.then_some(true);
    report.write(out, args.json)?;
    Ok(Answer::Yes)
}

/// What a table says about a position.
struct Probe {
    game: Game,
    stones: u8,
    entry: Entry,
    result: GameValue,
    moves: Vec<MoveEntry>,
    line: Vec<Move>,
}

fn probe(args: &ProbeArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let game = args.position.game()?;
    let position = game.position();
    let stones = position.row_total(Side::South) + position.row_total(Side::North);
    let table = match &args.table {
        Some(path) => Table::open(path)?,
        None => build_at_once(position, stones, args.distance)?,
    };
    let Some(entry) = table.probe(position)? else {
        bail!(
            "the table has positions of up to {} stones under {} rules, not this one of {stones} stones under {} rules",
            table.max_stones(),
            rules_name(table.rules()),
            position.rules()
        );
    };
    let probe = Probe {
        stones,
        entry,
        result: table.result(position)?.unwrap_or(GameValue::Draw),
        moves: table.moves(position)?.unwrap_or_default(),
        line: table.line(position)?.unwrap_or_default(),
        game,
    };
    if args.json {
        let report = serde_json::to_string(&ProbeReport::of(&probe))?;
        writeln!(out, "{report}")?;
    } else {
        probe.write(out)?;
    }
    Ok(Answer::Yes)
}

fn build_at_once(position: &Position, stones: u8, distances: bool) -> anyhow::Result<Table> {
    if stones > TableOptions::MAX_STONES {
        bail!(
            "{stones} stones are on the board, and tables have at most {}: togyz analyse --prove may decide it",
            TableOptions::MAX_STONES
        );
    }
    if stones > AT_ONCE {
        bail!(
            "{stones} stones are on the board: build a table first (togyz table build --stones {stones} --out FILE) and \
             name it (--table FILE)"
        );
    }
    let options = TableOptions {
        rules: position.rules(),
        distances,
        ..TableOptions::stones(stones)
    };
    let bar = crate::progress::bar(options.entries()?);
    let table = Table::build_with(&options, shown(&bar));
    bar.finish_and_clear();
    Ok(table?)
}

/// The plies that matter to a player: a winner hastens the end, others delay it.
fn plies(distance: Distance, result: GameValue) -> u8 {
    match result {
        GameValue::Win => distance.hastened,
        GameValue::Draw | GameValue::Loss => distance.delayed,
    }
}

impl Probe {
    fn write(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let position = self.game.position();
        writeln!(out, "{}", position.board())?;
        if let Some(outcome) = self.game.outcome() {
            writeln!(out, "game over: {outcome}")?;
            return Ok(());
        }
        let side = position.side_to_move();
        let value = self.entry.value;
        let total = position.kazan(side) + value;
        write!(
            out,
            "{side} gets {value} of {} stones, {total} in all: {}",
            self.stones, self.result
        )?;
        if let Some(distance) = self.entry.distance {
            write!(out, ", end in {}", plies(distance, self.result))?;
        }
        writeln!(out)?;
        for entry in &self.moves {
            let mark = if entry.value == value { '*' } else { ' ' };
            let name = position.write_move(entry.mv, MoveStyle::PlayOk)?;
            write!(
                out,
                "{mark} {name:<3} {:>3} stones  {:<4}",
                entry.value, entry.result
            )?;
            if let Some(distance) = entry.distance {
                write!(out, "  end in {}", plies(distance, entry.result))?;
            }
            writeln!(out)?;
        }
        let line = crate::input::shown_line(self.game.position(), &self.line, usize::MAX);
        writeln!(out, "line: {line}")?;
        Ok(())
    }
}

/// The JSON object; described in docs/cli.md and kept stable.
#[derive(Serialize)]
struct ProbeReport {
    fen: String,
    rules: Rules,
    stones: u8,
    value: u8,
    result: &'static str,
    plies: Option<u8>,
    moves: Vec<ProbeMove>,
    line: Vec<String>,
}

#[derive(Serialize)]
struct ProbeMove {
    r#move: String,
    value: u8,
    result: &'static str,
    plies: Option<u8>,
}

impl ProbeReport {
    fn of(probe: &Probe) -> ProbeReport {
        let name = |entry: &MoveEntry| ProbeMove {
            r#move: entry.mv.to_string(),
            value: entry.value,
            result: entry.result.name(),
            plies: entry.distance.map(|distance| plies(distance, entry.result)),
        };
        let distance = probe.entry.distance;
        ProbeReport {
            fen: probe.game.fen().to_string(),
            rules: probe.game.position().rules(),
            stones: probe.stones,
            value: probe.entry.value,
            result: probe.result.name(),
            plies: distance.map(|distance| plies(distance, probe.result)),
            moves: probe.moves.iter().map(name).collect(),
            line: probe.line.iter().map(Move::to_string).collect(),
        }
    }
}
