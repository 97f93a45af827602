//! What a UGI program may say, one line each; [`parse`] reads it.

use std::time::Duration;

use togyz::{Clock, Fen, Game, Limits, Move, MoveSet, Rules, Side};

use crate::{push_moves, shortened};

pub enum Command {
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
pub enum Query {
    GameOver,
    P1Turn,
    Result,
    Legal,
    Fen,
    Eval,
}

pub enum Go {
    Perft(u32),
    Search(Request),
}

/// The limits of a `go`, in milliseconds, plies and positions, and the moves to look at.
#[derive(Default)]
pub struct Request {
    p1_time: Option<u64>,
    p2_time: Option<u64>,
    p1_inc: Option<u64>,
    p2_inc: Option<u64>,
    move_time: Option<u64>,
    depth: Option<u64>,
    nodes: Option<u64>,
    /// Empty for all moves.
    moves: MoveSet,
    infinite: bool,
}

impl Request {
    /// Whether only a `stop` may end it: asked for, or no limit at all.
    pub fn infinite(&self) -> bool {
        let limits = [
            self.p1_time,
            self.p2_time,
            self.p1_inc,
            self.p2_inc,
            self.move_time,
            self.depth,
            self.nodes,
        ];
        self.infinite || limits.iter().all(Option::is_none)
    }

    /// The clock of a side. What is told of one player only holds for the other as well.
    fn clock(&self, side: Side) -> Option<Clock> {
        let (time, increment) = match side {
            Side::South => (self.p1_time.or(self.p2_time), self.p1_inc.or(self.p2_inc)),
            Side::North => (self.p2_time.or(self.p1_time), self.p2_inc.or(self.p1_inc)),
        };
        time.or(increment)?;
        Some(Clock {
            remaining: Duration::from_millis(time.unwrap_or(0)),
            increment: Duration::from_millis(increment.unwrap_or(0)),
        })
    }

    /// The limits of the side to move.
    pub fn limits(&self, side: Side) -> Limits {
        let mut limits = match self.clock(side) {
            Some(clock) if !self.infinite => Limits::clock(clock),
            _ => Limits::infinite(),
        };
        if !self.moves.is_empty() {
            limits = limits.only(self.moves);
        }
        if self.infinite {
            return limits;
        }
        if let Some(time) = self.move_time {
            limits = limits.and_time(Duration::from_millis(time));
        }
        if let Some(depth) = self.depth {
            limits = limits.and_depth(u32::try_from(depth).unwrap_or(u32::MAX));
        }
        if let Some(nodes) = self.nodes {
            limits = limits.and_nodes(nodes);
        }
        limits.forced_at_once()
    }
}

/// A line that cannot be obeyed, in words.
type Complaint = String;

/// Reads a line; an empty one is nothing.
pub fn parse(line: &str) -> Result<Option<Command>, Complaint> {
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
    let mut words = words.iter().copied().peekable();
    while let Some(name) = words.next() {
        match name {
            "infinite" => request.infinite = true,
            "searchmoves" => {
                while let Some(mv) = words.peek().and_then(|word| word.parse::<Move>().ok()) {
                    request.moves = request.moves.with(mv);
                    words.next();
                }
                if request.moves.is_empty() {
                    return Err("go searchmoves: expected moves from 1 to 9".to_string());
                }
            }
            "perft" => {
                let depth = number(name, words.next())?.min(60);
                return Ok(Go::Perft(u32::try_from(depth).unwrap_or(60)));
            }
            "p1time" | "p2time" | "p1inc" | "p2inc" => {
                *clock(&mut request, name) = Some(millis(name, words.next())?);
            }
            "movetime" => request.move_time = Some(millis(name, words.next())?),
            "depth" => request.depth = Some(number(name, words.next())?),
            "nodes" => request.nodes = Some(number(name, words.next())?),
            _ => return Err(format!("go: unknown limit {}", shortened(name))),
        }
    }
    Ok(Go::Search(request))
}

fn number(name: &str, value: Option<&str>) -> Result<u64, Complaint> {
    let number = value.and_then(|value| value.parse().ok());
    number.ok_or_else(|| {
        let found = value.map_or_else(|| "nothing".to_string(), shortened);
        format!("go {name}: expected a number, not {found}")
    })
}

/// A time. A clock that is behind says less than nothing.
fn millis(name: &str, value: Option<&str>) -> Result<u64, Complaint> {
    match value.and_then(|value| value.parse::<i64>().ok()) {
        Some(..=-1) => Ok(0),
        _ => number(name, value),
    }
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
