//! A program that speaks UGI, as a player of a match.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use togyz::matches::Answer;
use togyz::{Game, Move, Rules, Side};

use super::spec::TimeControl;

/// How long a program may take for an answer that needs no thinking, and beyond its time before it counts as stalled.
const PATIENCE: Duration = Duration::from_secs(10);
/// How far a program may overstep its time: the way there and back.
const MARGIN: Duration = Duration::from_millis(20);

pub(super) struct UgiPlayer {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    tc: TimeControl,
    /// Time left on a clock.
    left: Duration,
    cpu_time: bool,
    name: String,
}

impl UgiPlayer {
    /// Starts a program and sets its options.
    pub(super) fn start(
        command: &[String],
        options: &[(String, String)],
        tc: TimeControl,
        cpu_time: bool,
    ) -> anyhow::Result<UgiPlayer> {
        let name = command.join(" ");
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| name.clone())?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("{name}: no pipes");
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let read = BufReader::new(output).lines().map_while(Result::ok);
            // Nobody listens any more when the match is over.
            read.take_while(|line| sender.send(line.clone()).is_ok())
                .for_each(drop);
        });
        let mut player = UgiPlayer {
            child,
            input,
            lines,
            tc,
            left: Duration::ZERO,
            cpu_time,
            name,
        };
        player.say("ugi")?;
        player.wait_for("ugiok")?;
        for (name, value) in options {
            player.say(&format!("setoption name {name} value {value}"))?;
        }
        Ok(player)
    }

    fn say(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.input, "{line}").with_context(|| self.name.clone())
    }

    fn wait_for(&mut self, expected: &str) -> anyhow::Result<()> {
        let until = Instant::now() + PATIENCE;
        loop {
            match self
                .lines
                .recv_timeout(until.saturating_duration_since(Instant::now()))
            {
                Ok(line) if line.trim() == expected => return Ok(()),
                Ok(_) => {}
                Err(_) => bail!("{}: no {expected}", self.name),
            }
        }
    }

    pub(super) fn new_game(&mut self) -> anyhow::Result<()> {
        if let TimeControl::Clock { base, .. } = self.tc {
            self.left = base;
        }
        self.say("uginewgame")?;
        self.say("isready")?;
        self.wait_for("readyok")
    }

    pub(super) fn choose(&mut self, game: &Game) -> anyhow::Result<Answer> {
        if game.position().rules() != Rules::STANDARD {
            bail!("{}: programs over UGI play standard rules", self.name);
        }
        let start = game.start_fen();
        let moves: Vec<String> = game.moves().iter().map(Move::to_string).collect();
        self.say(&format!("position fen {start} moves {}", moves.join(" ")))?;
        let go = self.go(game.position().side_to_move());
        let before = self.spent();
        let began = Instant::now();
        self.say(&go)?;
        let Some(answer) = self.best_move()? else {
            return Ok(Answer::OutOfTime);
        };
        let used = match (before, self.spent()) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => began.elapsed(),
        };
        if self.charge(used) {
            return Ok(Answer::OutOfTime);
        }
        let legal = game.position().parse_move(&answer);
        Ok(legal.map_or(Answer::GiveUp, Answer::Move))
    }

    fn go(&self, side: Side) -> String {
        match self.tc {
            TimeControl::MoveTime(time) => format!("go movetime {}", time.as_millis()),
            TimeControl::Nodes(nodes) => format!("go nodes {nodes}"),
            TimeControl::Depth(depth) => format!("go depth {depth}"),
            TimeControl::Clock { increment, .. } => {
                let (own, other) = match side {
                    Side::South => ("p1", "p2"),
                    Side::North => ("p2", "p1"),
                };
                let (left, increment) = (self.left.as_millis(), increment.as_millis());
                format!(
                    "go {own}time {left} {other}time {left} {own}inc {increment} {other}inc {increment}"
                )
            }
        }
    }

    /// The time that an answer may take.
    fn allowed(&self) -> Option<Duration> {
        match self.tc {
            TimeControl::MoveTime(time) => Some(time),
            TimeControl::Clock { .. } => Some(self.left),
            TimeControl::Nodes(_) | TimeControl::Depth(_) => None,
        }
    }

    /// The answer to a `go`; `None` if the program stalls.
    fn best_move(&mut self) -> anyhow::Result<Option<String>> {
        let hour = Duration::from_secs(3_600);
        // A busy machine may stretch the time of day; the measured time decides.
        let until = Instant::now() + self.allowed().unwrap_or(hour).saturating_mul(4) + PATIENCE;
        loop {
            match self
                .lines
                .recv_timeout(until.saturating_duration_since(Instant::now()))
            {
                Ok(line) => {
                    if let Some(answer) = line.strip_prefix("bestmove ") {
                        return Ok(Some(answer.trim().to_string()));
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => {
                    bail!("{}: the program has ended", self.name)
                }
            }
        }
    }

    /// Takes the time of a move off the clock, and tells whether it was too much.
    fn charge(&mut self, used: Duration) -> bool {
        let late = self
            .allowed()
            .is_some_and(|allowed| used > allowed + MARGIN);
        if let TimeControl::Clock { increment, .. } = self.tc {
            self.left = self.left.saturating_sub(used) + increment;
        }
        late
    }

    /// Processor time of the program so far, where that is the clock and the system tells it.
    fn spent(&self) -> Option<Duration> {
        if !self.cpu_time {
            return None;
        }
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()?;
        let nanos = tasks.flatten().filter_map(|task| {
            let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
            text.split_whitespace().next()?.parse::<u64>().ok()
        });
        Some(Duration::from_nanos(nanos.sum()))
    }
}

impl Drop for UgiPlayer {
    fn drop(&mut self) {
        // A program that has ended hears nothing and needs no end.
        let _ = writeln!(self.input, "quit");
        let until = Instant::now() + Duration::from_secs(2);
        while Instant::now() < until {
            if matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
