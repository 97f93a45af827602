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
/// How long a program may take where only positions or plies are limited.
const UNTIMED: Duration = Duration::from_secs(120);
/// How far a program may overstep its time: the way there and back.
const MARGIN: Duration = Duration::from_millis(20);

/// A program that runs.
struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

pub(super) struct UgiPlayer {
    command: Vec<String>,
    options: Vec<(String, String)>,
    /// `None` after it has stalled or ended; it is started anew for the next game.
    program: Option<Program>,
    tc: TimeControl,
    /// Time left on a clock.
    left: Duration,
    cpu_time: bool,
}

impl Program {
    fn start(command: &[String]) -> anyhow::Result<Program> {
        let name = || command.join(" ");
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(name)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("{}: no pipes", name());
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let read = BufReader::new(output).lines().map_while(Result::ok);
            // Nobody listens any more when the match is over.
            read.take_while(|line| sender.send(line.clone()).is_ok())
                .for_each(drop);
        });
        Ok(Program {
            child,
            input,
            lines,
        })
    }

    fn say(&mut self, line: &str) -> anyhow::Result<()> {
        // Not the system's own error: a broken pipe to a program is no broken pipe of ours.
        writeln!(self.input, "{line}").map_err(|_| anyhow::anyhow!("the program has ended"))
    }

    /// The lines up to one that is expected.
    fn wait_for(&mut self, expected: &str) -> anyhow::Result<Vec<String>> {
        let until = Instant::now() + PATIENCE;
        let mut before = Vec::new();
        loop {
            match self
                .lines
                .recv_timeout(until.saturating_duration_since(Instant::now()))
            {
                Ok(line) if line.trim() == expected => return Ok(before),
                Ok(line) => before.push(line),
                Err(_) => bail!("no {expected}"),
            }
        }
    }

    /// Says hello and sets the options; what the program does not take is an error.
    fn greet(&mut self, options: &[(String, String)]) -> anyhow::Result<()> {
        self.say("ugi")?;
        let told = self.wait_for("ugiok")?;
        for (name, value) in options {
            let start = format!("option name {name} type ").to_lowercase();
            if !told
                .iter()
                .any(|line| line.to_lowercase().starts_with(&start))
            {
                bail!("it has no option {name}");
            }
            self.say(&format!("setoption name {name} value {value}"))?;
        }
        self.say("isready")?;
        let replies = self.wait_for("readyok")?;
        match replies
            .iter()
            .find_map(|line| line.strip_prefix("info string "))
        {
            Some(complaint) => bail!("{complaint}"),
            None => Ok(()),
        }
    }
}

impl UgiPlayer {
    /// Starts a program and sets its options.
    pub(super) fn start(
        command: Vec<String>,
        options: Vec<(String, String)>,
        tc: TimeControl,
        cpu_time: bool,
    ) -> anyhow::Result<UgiPlayer> {
        let left = Duration::ZERO;
        let mut player = UgiPlayer {
            command,
            options,
            program: None,
            tc,
            left,
            cpu_time,
        };
        player.run()?;
        Ok(player)
    }

    fn name(&self) -> String {
        self.command.join(" ")
    }

    /// The program, started if it does not run.
    fn run(&mut self) -> anyhow::Result<&mut Program> {
        if self.program.is_none() {
            let mut program = Program::start(&self.command)?;
            program.greet(&self.options).with_context(|| self.name())?;
            self.program = Some(program);
        }
        self.program.as_mut().context("a program that runs")
    }

    pub(super) fn new_game(&mut self) -> anyhow::Result<()> {
        if let TimeControl::Clock { base, .. } = self.tc {
            self.left = base;
        }
        let hello = |program: &mut Program| -> anyhow::Result<()> {
            program.say("uginewgame")?;
            program.say("isready")?;
            program.wait_for("readyok").map(drop)
        };
        if self.run().and_then(hello).is_err() {
            // It may have ended by itself; a second failure is final.
            self.program = None;
            let name = self.name();
            self.run().and_then(hello).with_context(|| name)?;
        }
        Ok(())
    }

    pub(super) fn choose(&mut self, game: &Game) -> anyhow::Result<Answer> {
        if game.position().rules() != Rules::STANDARD {
            bail!("{}: programs over UGI play standard rules", self.name());
        }
        let start = game.start_fen();
        let moves: Vec<String> = game.moves().iter().map(Move::to_string).collect();
        let position = format!("position fen {start} moves {}", moves.join(" "));
        let go = self.go(game.position().side_to_move());
        let before = self.spent()?;
        let began = Instant::now();
        let patience = self.patience();
        let Some(program) = &mut self.program else {
            return Ok(Answer::GiveUp);
        };
        let said = program.say(&position).and_then(|()| program.say(&go));
        let heard = said
            .map_err(|_| Answer::GiveUp)
            .and_then(|()| best_move(program, patience));
        let answer = match heard {
            Ok(answer) => answer,
            Err(forfeit) => {
                // A late answer must not be taken for one of the next game.
                self.program = None;
                return Ok(forfeit);
            }
        };
        let used = match (before, self.spent()?) {
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

    /// The time of day after which a program has stalled. A busy machine may stretch it; the measured time decides.
    fn patience(&self) -> Duration {
        let allowed = self
            .allowed()
            .map(|allowed| allowed.saturating_mul(4) + PATIENCE);
        allowed.unwrap_or(UNTIMED)
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

    /// Processor time of the program so far, all its threads counted, also those that have ended; `None` where the
    /// time of day is the clock.
    fn spent(&self) -> anyhow::Result<Option<Duration>> {
        let Some(program) = self.program.as_ref().filter(|_| self.cpu_time) else {
            return Ok(None);
        };
        processor_time(program.child.id())
            .map(Some)
            .with_context(|| self.name())
    }
}

#[cfg(unix)]
fn processor_time(process: u32) -> anyhow::Result<Duration> {
    use nix::time::{ClockId, clock_getcpuclockid};
    use nix::unistd::Pid;

    let clock: ClockId = clock_getcpuclockid(Pid::from_raw(i32::try_from(process)?))?;
    Ok(clock.now()?.into())
}

#[cfg(not(unix))]
fn processor_time(_process: u32) -> anyhow::Result<Duration> {
    bail!("this system does not tell the processor time of a program")
}

/// The answer to a `go`, or how the game is lost without one.
fn best_move(program: &mut Program, patience: Duration) -> Result<String, Answer> {
    let until = Instant::now() + patience;
    loop {
        match program
            .lines
            .recv_timeout(until.saturating_duration_since(Instant::now()))
        {
            Ok(line) => {
                if let Some(answer) = line.strip_prefix("bestmove ") {
                    return Ok(answer.trim().to_string());
                }
            }
            Err(RecvTimeoutError::Timeout) => return Err(Answer::OutOfTime),
            Err(RecvTimeoutError::Disconnected) => return Err(Answer::GiveUp),
        }
    }
}

impl Drop for Program {
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
