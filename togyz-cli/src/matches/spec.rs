//! Engines and time controls as flags.

use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use togyz::endgame::Table;
use togyz::matches::{self, EnginePlayer, Player};
use togyz::{
    Clock, Engine, EngineError, EngineOptions, Evaluator, Game, HandMade, Level, LevelPlayer,
    Limits, Linear, Material, Network, SearchParams,
};

use super::ugi_player::UgiPlayer;
use crate::evaluation::{Evaluation, read_network};

/// How long players may think.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TimeControl {
    MoveTime(Duration),
    Nodes(u64),
    Depth(u32),
    Clock { base: Duration, increment: Duration },
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeControl, String> {
        let bad = || {
            format!(
                "expected movetime=MS, nodes=N, depth=N or clock=SECONDS+INCREMENT, not {text:?}"
            )
        };
        let (kind, value) = text.split_once('=').ok_or_else(bad)?;
        let whole = |text: &str| {
            text.parse::<u64>()
                .ok()
                .filter(|&number| number > 0)
                .ok_or_else(bad)
        };
        let seconds = |text: &str| {
            let seconds = text.parse::<f64>().ok().filter(|s| (0.0..=1e6).contains(s));
            seconds.map(Duration::from_secs_f64).ok_or_else(bad)
        };
        match kind {
            "movetime" => Ok(TimeControl::MoveTime(Duration::from_millis(
                whole(value)?.min(1_000_000_000),
            ))),
            "nodes" => Ok(TimeControl::Nodes(whole(value)?)),
            "depth" => Ok(TimeControl::Depth(
                u32::try_from(whole(value)?).map_err(|_| bad())?,
            )),
            "clock" => {
                let (base, increment) = value.split_once('+').unwrap_or((value, "0"));
                Ok(TimeControl::Clock {
                    base: seconds(base)?,
                    increment: seconds(increment)?,
                })
            }
            _ => Err(bad()),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::MoveTime(time) => write!(f, "movetime={}", time.as_millis()),
            TimeControl::Nodes(nodes) => write!(f, "nodes={nodes}"),
            TimeControl::Depth(depth) => write!(f, "depth={depth}"),
            TimeControl::Clock { base, increment } => {
                write!(
                    f,
                    "clock={}+{}",
                    base.as_secs_f64(),
                    increment.as_secs_f64()
                )
            }
        }
    }
}

/// An engine of a match.
#[derive(Clone, Debug)]
pub(crate) struct EngineSpec {
    text: String,
    name: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Internal {
        evaluation: Evaluation,
        params: SearchParams,
        /// A file with an endgame table.
        table: Option<PathBuf>,
    },
    Level {
        level: Level,
        seed: u64,
    },
    Program {
        command: Vec<String>,
        options: Vec<(String, String)>,
    },
}

impl FromStr for EngineSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<EngineSpec, String> {
        let mut parts = text.split(',').map(str::trim);
        let first = parts.next().unwrap_or_default();
        let mut name = None;
        // What tells the engine from others, if it is given no name.
        let mut words = vec![first.strip_prefix("cmd=").unwrap_or(first)];
        let mut kind = match first.split_once('=') {
            Some(("cmd", command)) => Kind::Program {
                command: command.split_whitespace().map(str::to_string).collect(),
                options: Vec::new(),
            },
            Some(("level", level)) => Kind::Level {
                level: level.parse().map_err(|error| format!("{error}"))?,
                seed: 1,
            },
            None if first == "internal" => Kind::Internal {
                evaluation: Evaluation::Network,
                params: SearchParams::default(),
                table: None,
            },
            _ => {
                return Err(format!(
                    "expected cmd=PROGRAM, level=LEVEL or internal first, not {first:?}"
                ));
            }
        };
        if matches!(&kind, Kind::Program { command, .. } if command.is_empty()) {
            return Err("cmd= names no program".to_string());
        }
        for part in parts {
            let (key, value) = part
                .split_once('=')
                .ok_or_else(|| format!("expected NAME=VALUE, not {part:?}"))?;
            match (&mut kind, key) {
                (_, "name") => {
                    name = Some(value.to_string());
                    continue;
                }
                (Kind::Internal { evaluation, .. }, "eval") => {
                    *evaluation = value.parse().map_err(|error| format!("eval: {error}"))?;
                }
                (Kind::Internal { table, .. }, "table") => *table = Some(value.into()),
                (Kind::Internal { params, .. }, key) => params.set(key, value)?,
                (Kind::Level { seed, .. }, "seed") => {
                    *seed = value
                        .parse()
                        .map_err(|_| format!("seed: {value:?} is no number"))?;
                }
                (Kind::Level { .. }, _) => {
                    return Err(format!("a level takes name and seed, not {part:?}"));
                }
                (Kind::Program { options, .. }, key) => {
                    let option = key.strip_prefix("option.");
                    let option = option
                        .ok_or_else(|| format!("expected option.NAME=VALUE, not {part:?}"))?;
                    options.push((option.to_string(), value.to_string()));
                }
            }
            words.push(part);
        }
        Ok(EngineSpec {
            text: text.to_string(),
            name: name.unwrap_or_else(|| words.join(" ")),
            kind,
        })
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl EngineSpec {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The same engine under a name that another one does not have: games and reports tell them apart by it.
    pub(crate) fn distinct_from(&self, other: &EngineSpec) -> EngineSpec {
        let mut distinct = self.clone();
        if self.name == other.name {
            distinct.name += " (2)";
        }
        distinct
    }

    /// The engine, ready to play.
    pub(crate) fn player(&self, tc: &TimeControl, cpu_time: bool) -> anyhow::Result<AnyPlayer> {
        let name = self.name.clone();
        let kind =
            match &self.kind {
                Kind::Program { command, options } => PlayerKind::Program(Box::new(
                    UgiPlayer::start(command.clone(), options.clone(), *tc, cpu_time)?,
                )),
                Kind::Internal {
                    evaluation,
                    params,
                    table,
                } => {
                    let setup = Setup {
                        params: *params,
                        table: table.as_ref().map(Table::load).transpose()?.map(Arc::new),
                        limits: internal_limits(tc),
                    };
                    PlayerKind::Internal(match evaluation {
                        Evaluation::Network => internal(Network::default(), setup)?,
                        Evaluation::File(path) => internal(read_network(path)?, setup)?,
                        Evaluation::Linear => internal(Linear::default(), setup)?,
                        Evaluation::HandMade => internal(HandMade, setup)?,
                        Evaluation::Material => internal(Material, setup)?,
                    })
                }
                Kind::Level { level, seed } => {
                    let player = LevelPlayer::new(*level, *seed)?;
                    PlayerKind::Level(Box::new(player), internal_limits(tc))
                }
            };
        Ok(AnyPlayer { name, kind })
    }
}

/// What an engine of this process has beside its evaluation.
struct Setup {
    params: SearchParams,
    table: Option<Arc<Table>>,
    limits: Limits,
}

/// A player of this process; each evaluation has a search compiled for it.
fn internal<E: Evaluator + 'static>(
    evaluator: E,
    setup: Setup,
) -> Result<InternalPlayer, EngineError> {
    let options = EngineOptions {
        params: setup.params,
        ..EngineOptions::default()
    };
    let mut engine = Engine::with_evaluator(evaluator, options)?;
    engine.set_table(setup.table);
    Ok(Box::new(EnginePlayer::new(engine, setup.limits)))
}

/// An engine of this process has no clock that runs from move to move: it takes a thirtieth of the whole.
fn internal_limits(tc: &TimeControl) -> Limits {
    match *tc {
        TimeControl::MoveTime(time) => Limits::time(time),
        TimeControl::Nodes(nodes) => Limits::nodes(nodes),
        TimeControl::Depth(depth) => Limits::depth(depth),
        TimeControl::Clock { base, increment } => Limits::clock(Clock {
            remaining: base,
            increment,
        }),
    }
}

/// A player of either kind.
pub(crate) struct AnyPlayer {
    name: String,
    kind: PlayerKind,
}

type InternalPlayer = Box<dyn Player<Error = Infallible>>;

enum PlayerKind {
    Internal(InternalPlayer),
    /// It ends at the first of its own limits and those of the match.
    Level(Box<LevelPlayer>, Limits),
    Program(Box<UgiPlayer>),
}

impl AnyPlayer {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

impl Player for AnyPlayer {
    type Error = anyhow::Error;

    fn new_game(&mut self) -> anyhow::Result<()> {
        match &mut self.kind {
            PlayerKind::Internal(player) => Ok(player.new_game()?),
            PlayerKind::Level(player, _) => Ok(player.new_game()?),
            PlayerKind::Program(player) => player.new_game(),
        }
    }

    fn choose(&mut self, game: &Game) -> anyhow::Result<matches::Answer> {
        match &mut self.kind {
            PlayerKind::Internal(player) => Ok(player.choose(game)?),
            PlayerKind::Level(player, limits) => {
                let reply = player.reply_within(game, limits);
                Ok(reply.map_or(matches::Answer::GiveUp, matches::Answer::Move))
            }
            PlayerKind::Program(player) => player.choose(game),
        }
    }
}
