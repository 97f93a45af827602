//! Flags that several commands share: positions and limits.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use indicatif::ProgressBar;
use togyz::notation::boards;
use togyz::notation::moves::MoveStyle;
use togyz::notation::record::{self, Mode};
use togyz::{Fen, Game, Language, Limits, Move, MoveSet, Position, Rules};
use togyz_cli::push_moves;

/// Where a position comes from; without any of these it is the start position.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    /// A position as FEN; lists of numbers are read as well.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves from the position, in any notation, such as "7 7 6".
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// A file with one game; its last position is used.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves", "rules"])]
    record: Option<PathBuf>,
    /// The rules: standard, master-pro, moddable or pantusov.
    #[arg(long, value_name = "NAME", default_value = "standard")]
    rules: Rules,
}

impl PositionArgs {
    /// Whether the game begins at the start, under whatever rules.
    pub(crate) fn is_start(&self) -> bool {
        self.fen.is_none() && self.moves.is_none() && self.record.is_none()
    }

    /// Whether nothing was said.
    pub(crate) fn is_default(&self) -> bool {
        self.is_start() && self.rules == Rules::STANDARD
    }

    /// The game that leads to the position.
    pub(crate) fn game(&self) -> anyhow::Result<Game> {
        if let Some(path) = &self.record {
            return read_game(path);
        }
        let mut game = match &self.fen {
            Some(text) => start_from(text, self.rules)?,
            None => Game::with_rules(self.rules),
        };
        let moves = self.moves.as_deref().unwrap_or_default();
        push_moves(&mut game, words(moves))?;
        Ok(game)
    }
}

/// A game from a position in any form. Only a FEN has a turn number, and is told apart by its stones.
fn start_from(text: &str, rules: Rules) -> anyhow::Result<Game> {
    match Fen::parse(text, rules) {
        Ok(fen) => Ok(Game::from_fen(fen)),
        Err(error) => match boards::read(text, rules) {
            Ok(position) => Ok(Game::from_position(position)),
            Err(_) => Err(error.into()),
        },
    }
}

/// The moves of a text; commas, line ends and move numbers stand between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_number = |word: &&str| {
        word.ends_with('.')
            && word
                .trim_end_matches('.')
                .bytes()
                .all(|b| b.is_ascii_digit())
    };
    text.split(|c: char| c.is_whitespace() || c == ',')
        .filter(move |word| !is_number(word))
}

/// The moves of a position that a text names, in any notation.
pub(crate) fn move_set(position: &Position, text: &str) -> anyhow::Result<MoveSet> {
    let named = words(text).filter(|word| !word.is_empty());
    let moves = named
        .map(|word| {
            let place = || format!("move {word:?}");
            position.parse_move(word).with_context(place)
        })
        .collect::<anyhow::Result<MoveSet>>()?;
    if moves.is_empty() {
        bail!("there is no move in {text:?}");
    }
    Ok(moves)
}

/// How long to think.
#[derive(Args, Debug)]
pub(crate) struct LimitArgs {
    /// Plies to search.
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Positions to visit.
    #[arg(long, value_name = "COUNT", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seconds to think.
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<Duration>,
}

/// A positive number of seconds, at most a year.
fn seconds(text: &str) -> Result<Duration, String> {
    const YEAR: f64 = 366.0 * 86_400.0;
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= YEAR => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("expected a number of seconds above 0".to_string()),
    }
}

impl LimitArgs {
    /// The limits that were given, if any.
    pub(crate) fn limits(&self) -> Option<Limits> {
        let given = self.depth.is_some() || self.nodes.is_some() || self.time.is_some();
        given.then(|| self.limits_or(Duration::ZERO))
    }

    /// The limits that were given, or a time.
    pub(crate) fn limits_or(&self, default: Duration) -> Limits {
        let mut limits = Limits::infinite();
        if let Some(depth) = self.depth {
            limits = limits.and_depth(depth);
        }
        if let Some(nodes) = self.nodes {
            limits = limits.and_nodes(nodes);
        }
        if let Some(time) = self.time {
            limits = limits.and_time(time);
        }
        if limits == Limits::infinite() {
            limits = limits.and_time(default);
        }
        limits
    }
}

/// Reads the code of a language.
pub(crate) fn language(text: &str) -> Result<Language, String> {
    let mut all = Language::ALL.into_iter();
    all.find(|language| language.code().eq_ignore_ascii_case(text))
        .ok_or_else(|| format!("expected en, kk, ky or ru, not {text:?}"))
}

/// Moves as people write them, from a position on.
pub(crate) fn shown_line(position: &Position, moves: &[Move], longest: usize) -> String {
    let mut position = *position;
    let mut words = Vec::new();
    for &mv in moves.iter().take(longest) {
        let Ok(word) = position.write_move(mv, MoveStyle::PlayOk) else {
            break;
        };
        words.push(word);
        position = position.play_unchecked(mv);
    }
    words.join(" ")
}

/// Opens a file that is to be read with its progress shown; the file is named in every error.
pub(crate) fn open(path: &Path, bar: &ProgressBar) -> anyhow::Result<impl BufRead + use<>> {
    let name = || path.display().to_string();
    if path.is_dir() {
        bail!("{}: it is a folder, not a file", name());
    }
    let file = File::open(path).with_context(name)?;
    Ok(BufReader::with_capacity(1 << 16, bar.wrap_read(file)))
}

/// The only game of a file.
fn read_game(path: &Path) -> anyhow::Result<Game> {
    let name = || path.display().to_string();
    let input = open(path, &ProgressBar::hidden())?;
    let mut games = record::read_from(input, Mode::Strict);
    let Some(first) = games.next() else {
        bail!("{}: there is no game in it", name());
    };
    let game = first.with_context(name)?.game;
    match games.next() {
        None => Ok(game),
        Some(_) => bail!("{}: there is more than one game in it", name()),
    }
}
