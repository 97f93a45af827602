//! What a UGI program may say, one line each.

use std::time::Duration;

use togyz::{Clock, Fen, Game, Limits, Rules, Side};

use crate::input::push_moves;

pub(super) enum Command {
    Ugi,
    IsReady,
    NewGame,
    SetOption { name: String, value: String },
    Position(Box<Game>),
    Go(Go),
    Stop,
    Query(Query),
    Show,
    Bench,
    Quit,
}

#[derive(Clone, Copy)]
pub(super) enum Query {
    GameOver,
    P1Turn,
    Result,
    Legal,
    Fen,
    Eval,
}

pub(super) enum Go {
    Perft(u32),
    Search(Request),
}

/// The limits of a `go`, in milliseconds, plies and positions.
#[derive(Default)]
pub(super) struct Request {
    p1_time: Option<u64>,
    p2_time: Option<u64>,
    p1_inc: Option<u64>,
    p2_inc: Option<u64>,
    move_time: Option<u64>,
    depth: Option<u64>,
    nodes: Option<u64>,
    infinite: bool,
}

impl Request {
    /// Whether only a `stop` may end it: asked for, or no limit at all.
    pub(super) fn infinite(&self) -> bool {
        let limited = self
            .p1_time
            .or(self.p2_time)
            .or(self.move_time)
            .or(self.depth)
            .or(self.nodes);
        self.infinite || limited.is_none()
    }

    /// The limits of the side to move.
    pub(super) fn limits(&self, side: Side) -> Limits {
        let (time, increment) = match side {
            Side::South => (self.p1_time, self.p1_inc),
            Side::North => (self.p2_time, self.p2_inc),
        };
        let mut limits = match time {
            _ if self.infinite() => return Limits::infinite(),
            Some(remaining) => Limits::clock(Clock {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(increment.unwrap_or(0)),
            }),
            None => Limits::infinite(),
        };
        if let Some(time) = self.move_time {
            limits = limits.and_time(Duration::from_millis(time));
        }
        if let Some(depth) = self.depth {
            limits = limits.and_depth(u32::try_from(depth).unwrap_or(u32::MAX));
        }
        if let Some(nodes) = self.nodes {
            limits = limits.and_nodes(nodes);
        }
        limits
    }
}

/// A line that cannot be obeyed, in words.
type Complaint = String;

/// Reads a line; an empty one is nothing.
pub(super) fn parse(line: &str) -> Result<Option<Command>, Complaint> {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else {
        return Ok(None);
    };
    let rest: Vec<&str> = words.collect();
    let command = match first {
        "ugi" => Command::Ugi,
        "isready" => Command::IsReady,
        "uginewgame" => Command::NewGame,
        "setoption" => set_option(&rest)?,
        "position" => Command::Position(Box::new(position(&rest)?)),
        "go" => Command::Go(go(&rest)?),
        "stop" => Command::Stop,
        "query" => Command::Query(query(&rest)?),
        "d" => Command::Show,
        "bench" => Command::Bench,
        "quit" => Command::Quit,
        unknown => return Err(format!("unknown command {}", shortened(unknown))),
    };
    Ok(Some(command))
}

/// A word of the input, quoted and of bounded length.
fn shortened(word: &str) -> String {
    const LONGEST: usize = 40;
    let start: String = word.chars().take(LONGEST).collect();
    let dots = if start.len() < word.len() { "..." } else { "" };
    format!("{start:?}{dots}")
}

/// `name N [value V]`, where both may have several words.
fn set_option(words: &[&str]) -> Result<Command, Complaint> {
    let Some(("name", rest)) = words.split_first().map(|(first, rest)| (*first, rest)) else {
        return Err("setoption: expected name".to_string());
    };
    let split = rest
        .iter()
        .position(|word| *word == "value")
        .unwrap_or(rest.len());
    let value = rest.get(split + 1..).unwrap_or_default();
    Ok(Command::SetOption {
        name: rest[..split].join(" "),
        value: value.join(" "),
    })
}

/// `startpos | fen F [moves M ..]`.
fn position(words: &[&str]) -> Result<Game, Complaint> {
    let split = words
        .iter()
        .position(|word| *word == "moves")
        .unwrap_or(words.len());
    let (place, moves) = words.split_at(split);
    let mut game = match place.split_first() {
        Some((&"startpos", [])) => Game::new(),
        Some((&"fen", fields)) => {
            let fen = Fen::parse(&fields.join(" "), Rules::STANDARD);
            Game::from_fen(fen.map_err(|error| format!("position: {error}"))?)
        }
        _ => return Err("position: expected startpos or fen".to_string()),
    };
    let moves = moves.iter().skip(1).copied();
    push_moves(&mut game, moves).map_err(|error| format!("position: {error:#}"))?;
    Ok(game)
}

fn go(words: &[&str]) -> Result<Go, Complaint> {
    let mut request = Request::default();
    let mut words = words.iter();
    while let Some(&name) = words.next() {
        if name == "infinite" {
            request.infinite = true;
            continue;
        }
        let value = words.next().copied().unwrap_or_default();
        let number = value.parse::<u64>();
        let number = || {
            let what = if value.is_empty() {
                "nothing".to_string()
            } else {
                shortened(value)
            };
            number
                .clone()
                .map_err(|_| format!("go {name}: expected a number, not {what}"))
        };
        match name {
            "perft" => return Ok(Go::Perft(u32::try_from(number()?.min(60)).unwrap_or(60))),
            // A clock that is behind says less than nothing.
            "p1time" | "p2time" if value.starts_with('-') => {
                *clock(&mut request, name) = Some(0);
            }
            "p1time" | "p2time" | "p1inc" | "p2inc" => *clock(&mut request, name) = Some(number()?),
            "movetime" => request.move_time = Some(number()?),
            "depth" => request.depth = Some(number()?),
            "nodes" => request.nodes = Some(number()?),
            _ => return Err(format!("go: unknown limit {}", shortened(name))),
        }
    }
    Ok(Go::Search(request))
}

fn clock<'a>(request: &'a mut Request, name: &str) -> &'a mut Option<u64> {
    match name {
        "p1time" => &mut request.p1_time,
        "p2time" => &mut request.p2_time,
        "p1inc" => &mut request.p1_inc,
        _ => &mut request.p2_inc,
    }
}

fn query(words: &[&str]) -> Result<Query, Complaint> {
    match words {
        ["gameover"] => Ok(Query::GameOver),
        ["p1turn"] => Ok(Query::P1Turn),
        ["result"] => Ok(Query::Result),
        ["legal"] => Ok(Query::Legal),
        ["fen"] => Ok(Query::Fen),
        ["eval"] => Ok(Query::Eval),
        _ => Err("query: expected gameover, p1turn, result, legal, fen or eval".to_string()),
    }
}
