//! `togyz ugi`: the Universal Game Interface. Player 1 is South.

mod search;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use search::Thinker;
use togyz::endgame::{Table, TableError};
use togyz::{Engine, EngineOptions, Evaluator, Game, GameResult, Level, Network, Side, perft};
use togyz_cli::shortened;
use togyz_cli::ugi_command::{self, Command, Go, Query};

use crate::Answer;

/// The options that are told on `ugi`; names are read in any case.
const OPTIONS: &str = "\
option name Hash type spin default 16 min 1 max 65536
option name Threads type spin default 1 min 1 max 256
option name MultiPV type spin default 1 min 1 max 9
option name MoveOverhead type spin default 10 min 0 max 5000
option name EvalFile type string default <empty>
option name TablePath type string default <empty>
option name Level type combo default full var full var easy var normal var hard var crazy \
var 1 var 2 var 3 var 4 var 5 var 6 var 7 var 8 var 9 var 10
option name Clear Hash type button";

const DEFAULT_OVERHEAD: Duration = Duration::from_millis(10);

struct Session {
    game: Game,
    thinker: Thinker,
    /// The engine's evaluation, which answers while it thinks.
    network: Network,
    lines: usize,
}

/// Writes one answer at once, so that a waiting program sees it.
fn say(text: impl std::fmt::Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

fn complain(text: impl std::fmt::Display) -> io::Result<()> {
    say(format_args!("info string {text}"))
}

pub(crate) fn run() -> anyhow::Result<Answer> {
    let engine = Engine::new(EngineOptions {
        move_overhead: DEFAULT_OVERHEAD,
        ..EngineOptions::default()
    })?;
    let mut session = Session {
        game: Game::new(),
        network: engine.evaluator().clone(),
        thinker: Thinker::new(engine),
        lines: 1,
    };
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        // The end of the input, and an input that cannot be read, are a quit.
        if input.read_until(b'\n', &mut line).unwrap_or(0) == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&line);
        match ugi_command::parse(&text) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => break,
            Ok(Some(command)) => session.obey(command)?,
            Err(error) => complain(error)?,
        }
    }
    session.thinker.stop();
    session.thinker.wait();
    Ok(Answer::Yes)
}

impl Session {
    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Ugi => {
                say(format_args!("id name togyz {}", env!("CARGO_PKG_VERSION")))?;
                say("id author the togyz authors")?;
                say(OPTIONS)?;
                say("ugiok")
            }
            Command::IsReady => say("readyok"),
            Command::Stop => {
                self.thinker.stop();
                // The answer comes before anything that is asked next.
                self.thinker.wait();
                Ok(())
            }
            Command::Query(query) => self.answer(query),
            Command::Position(game) => {
                self.game = *game;
                Ok(())
            }
            Command::Show => say(format_args!(
                "{}{}",
                self.game.position().board(),
                self.game.fen()
            )),
            _ if self.thinker.is_thinking() => complain("still thinking: send stop first"),
            Command::NewGame => {
                self.game = Game::new();
                self.thinker.engine(Engine::clear);
                match self.thinker.next_seed() {
                    Ok(()) => Ok(()),
                    Err(error) => complain(error),
                }
            }
            Command::SetOption { name, value } => match self.set_option(&name, &value) {
                Ok(()) => Ok(()),
                Err(error) => complain(error),
            },
            Command::Go(Go::Perft(depth)) => say(perft(self.game.position(), depth)),
            Command::Go(Go::Search(request)) => {
                let side = self.game.position().side_to_move();
                let limits = request.limits(side).lines(self.lines);
                self.thinker
                    .start(self.game.clone(), limits, request.infinite());
                Ok(())
            }
            Command::Bench => bench(),
            Command::Quit => Ok(()),
        }
    }

    fn answer(&self, query: Query) -> io::Result<()> {
        let position = self.game.position();
        match query {
            Query::GameOver => say(format_args!("response {}", self.game.is_game_over())),
            Query::P1Turn => say(format_args!(
                "response {}",
                position.side_to_move() == Side::South
            )),
            Query::Result => say(format_args!("response {}", result_name(&self.game))),
            Query::Fen => say(format_args!("response {}", self.game.fen())),
            Query::Eval => say(format_args!("response {}", self.network.evaluate(position))),
            Query::Legal => {
                let moves: Vec<String> = position
                    .legal_moves()
                    .iter()
                    .map(|mv| mv.to_string())
                    .collect();
                say(format_args!("response {}", moves.join(" "))
                    .to_string()
                    .trim_end())
            }
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let options = self.thinker.engine(|engine| engine.options());
        let number = |min: usize, max: usize| match value.parse::<usize>() {
            Ok(number) if (min..=max).contains(&number) => Ok(number),
            _ => Err(format!(
                "option {name}: expected a number from {min} to {max}, not {}",
                shortened(value)
            )),
        };
        let changed = match name.to_ascii_lowercase().as_str() {
            "hash" => EngineOptions {
                hash_mib: number(1, EngineOptions::MAX_HASH_MIB)?,
                ..options
            },
            "threads" => EngineOptions {
                threads: number(1, EngineOptions::MAX_THREADS)?,
                ..options
            },
            "moveoverhead" => EngineOptions {
                move_overhead: Duration::from_millis(number(0, 5000)? as u64),
                ..options
            },
            "evalfile" => {
                return self
                    .set_network(value)
                    .map_err(|error| format!("option {name}: {error:#}"));
            }
            "tablepath" => {
                return self
                    .set_table(value)
                    .map_err(|error| format!("option {name}: {error}"));
            }
            "multipv" => {
                self.lines = number(1, 9)?;
                return Ok(());
            }
            "level" => {
                let level = level(value)?;
                let set = self.thinker.set_level(level);
                return set.map_err(|error| format!("option {name}: {error}"));
            }
            "clear hash" => {
                self.thinker.engine(Engine::clear);
                return Ok(());
            }
            _ => return Err(format!("unknown option {}", shortened(name))),
        };
        let set = self.thinker.engine(|engine| engine.set_options(changed));
        set.map_err(|error| format!("option {name}: {error}"))
    }

    /// Takes the network of a file, or with no name the one of the program.
    fn set_network(&mut self, path: &str) -> anyhow::Result<()> {
        let network = match path {
            "" | EMPTY => Network::default(),
            path => crate::evaluation::read_network(path.as_ref())?,
        };
        self.network = network.clone();
        self.thinker.engine(|engine| engine.set_evaluator(network));
        Ok(())
    }

    /// Reads the endgame table of a file, or with no name does without.
    fn set_table(&mut self, path: &str) -> Result<(), TableError> {
        let table = match path {
            "" | EMPTY => None,
            path => Some(Arc::new(Table::load(path)?)),
        };
        self.thinker.engine(|engine| engine.set_table(table));
        Ok(())
    }
}

/// What an empty string is written as.
const EMPTY: &str = "<empty>";
/// The level of a value; `None` is the whole engine.
fn level(value: &str) -> Result<Option<Level>, String> {
    if value.eq_ignore_ascii_case("full") {
        return Ok(None);
    }
    let level = value.parse();
    level
        .map(Some)
        .map_err(|error| format!("option Level: {error}, or full; not {value:?}"))
}

fn result_name(game: &Game) -> &'static str {
    match game.result() {
        GameResult::SouthWins => "p1win",
        GameResult::NorthWins => "p2win",
        GameResult::Draw => "draw",
        GameResult::Unfinished => "none",
    }
}

fn bench() -> io::Result<()> {
    let mut out = Vec::new();
    let done = crate::bench::run(&crate::bench::Args::default(), &mut out);
    match done {
        Ok(_) => say(String::from_utf8_lossy(&out).trim_end()),
        Err(error) => complain(error),
    }
}
