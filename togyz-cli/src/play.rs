//! `togyz play`: a game against the engine in the terminal.

use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Duration;

use anyhow::Context;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use togyz::notation::moves::MoveStyle;
use togyz::notation::record;
use togyz::{Effect, Engine, EngineOptions, Game, Limits, Move, Side, TuzdykEffect, TuzdykRefusal};

use crate::Answer;
use crate::input::{LimitArgs, PositionArgs};
use crate::view::{View, name};

/// How long the engine thinks where nothing is said.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

const HELP: &str = "\
1 to 9   sow that pit (76 or 76x works as well)
undo     take your last move back, and the answer to it
redo     play it again
hint     what the engine would play
board    show the board again
record   show the game as a record
fen      show the position as FEN
resign   give up
quit     leave";

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Your side: south or north.
    #[arg(long, value_name = "SIDE", default_value = "south")]
    side: Side,
}

/// Where lines come from: an editor with history in a terminal, plain lines otherwise.
enum Lines {
    Editor(Box<DefaultEditor>),
    Plain(io::StdinLock<'static>),
}

impl Lines {
    fn open() -> anyhow::Result<Lines> {
        if io::stdin().is_terminal() {
            return Ok(Lines::Editor(Box::new(DefaultEditor::new()?)));
        }
        Ok(Lines::Plain(io::stdin().lock()))
    }

    /// The next line, `None` at the end or after Ctrl-C.
    fn next(&mut self, prompt: &str) -> anyhow::Result<Option<String>> {
        match self {
            Lines::Editor(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    editor.add_history_entry(&line)?;
                    Ok(Some(line))
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                // What cannot be read is asked for again.
                Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                    Ok(Some(String::from("?")))
                }
                Err(error) => Err(error.into()),
            },
            Lines::Plain(input) => {
                let mut bytes = Vec::new();
                let read = input
                    .read_until(b'\n', &mut bytes)
                    .context("standard input")?;
                Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
            }
        }
    }
}

struct Table {
    game: Game,
    engine: Engine,
    limits: Limits,
    human: Side,
    last: Option<Effect>,
    /// The end was told already.
    told_end: bool,
    out: anstream::Stdout,
}

/// Whether the game goes on after a command.
enum Next {
    Ask,
    Leave,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let mut table = Table {
        game: args.position.game()?,
        engine: Engine::new(EngineOptions::default())?,
        limits: args.limits.limits_or(DEFAULT_TIME),
        human: args.side,
        last: None,
        told_end: false,
        out: anstream::stdout(),
    };
    let mut lines = Lines::open()?;
    let human = name(table.human);
    writeln!(
        table.out,
        "You play {human}. A number sows that pit; help tells the rest.\n"
    )?;
    table.show()?;
    loop {
        table.reply()?;
        table.report_end()?;
        let prompt = format!("{} > ", table.game.fullmove());
        let Some(line) = lines.next(&prompt)? else {
            writeln!(table.out)?;
            break;
        };
        if let Next::Leave = table.command(&line.trim().to_lowercase())? {
            break;
        }
    }
    table.leave()?;
    Ok(Answer::Yes)
}

impl Table {
    fn show(&mut self) -> io::Result<()> {
        let view = View {
            position: self.game.position(),
            bottom: self.human,
            last: self.last.as_ref(),
        };
        writeln!(self.out, "{}", view.draw())
    }

    /// The engine moves if it is its turn.
    fn reply(&mut self) -> anyhow::Result<()> {
        let theirs = self.game.position().side_to_move() != self.human;
        if self.game.is_game_over() || !theirs {
            return Ok(());
        }
        let spinner = crate::progress::spinner();
        spinner.set_message("thinking");
        let limits = self.limits.clone().forced_at_once();
        let best = self.engine.search(&self.game, &limits).best;
        spinner.finish_and_clear();
        match best {
            Some(mv) => self.push(mv),
            None => Ok(()),
        }
    }

    /// Plays a move, shows the board and says what the move did.
    fn push(&mut self, mv: Move) -> anyhow::Result<()> {
        let written = self.game.position().write_move(mv, MoveStyle::PlayOk)?;
        let effect = self.game.push(mv)?;
        self.last = Some(effect);
        self.show()?;
        writeln!(
            self.out,
            "{} plays {written}: {}",
            name(effect.side),
            describe(&effect)
        )?;
        writeln!(self.out)?;
        Ok(())
    }

    /// Leaves an unfinished game as a record, so that nothing is lost.
    fn leave(&mut self) -> io::Result<()> {
        if self.game.ply() > 0 && !self.game.is_game_over() {
            writeln!(self.out, "The game so far; --record goes on from it:\n")?;
            writeln!(self.out, "{}", record::pgn(&self.game))?;
        }
        Ok(())
    }

    /// Tells the end once.
    fn report_end(&mut self) -> io::Result<()> {
        let outcome = self.game.outcome();
        let told = std::mem::replace(&mut self.told_end, outcome.is_some());
        let Some(outcome) = outcome.filter(|_| !told) else {
            return Ok(());
        };
        let verdict = match outcome.winner {
            Some(side) if side == self.human => "You win",
            Some(_) => "You lose",
            None => "Draw",
        };
        let (south, north) = (outcome.kazans.south, outcome.kazans.north);
        writeln!(
            self.out,
            "{verdict}: {} {south}, {} {north} ({}).",
            name(Side::South),
            name(Side::North),
            outcome.reason
        )?;
        writeln!(self.out, "undo goes back, quit leaves.")
    }

    fn command(&mut self, line: &str) -> anyhow::Result<Next> {
        match line {
            "" => {}
            "quit" | "q" | "exit" => return Ok(Next::Leave),
            "help" | "h" | "?" => writeln!(self.out, "{HELP}")?,
            "board" | "b" => self.show()?,
            "undo" | "u" => self.undo()?,
            "redo" | "r" => self.redo()?,
            "hint" => self.hint()?,
            "fen" => writeln!(self.out, "{}", self.game.fen())?,
            "record" => writeln!(self.out, "{}", record::pgn(&self.game))?,
            "resign" => {
                if let Err(error) = self.game.resign(self.human) {
                    writeln!(self.out, "{error}")?;
                }
            }
            text => self.human_move(text)?,
        }
        Ok(Next::Ask)
    }

    fn human_move(&mut self, text: &str) -> anyhow::Result<()> {
        let position = *self.game.position();
        if self.game.is_game_over() {
            writeln!(self.out, "The game is over; undo or quit.")?;
            return Ok(());
        }
        match position.parse_move(text) {
            Ok(mv) => self.push(mv),
            Err(togyz::notation::moves::ParseMoveError::Illegal(error)) => {
                let legal: Vec<String> = position
                    .legal_moves()
                    .iter()
                    .map(|mv| mv.to_string())
                    .collect();
                writeln!(
                    self.out,
                    "You cannot sow pit {}: {}.",
                    error.mv, error.reason
                )?;
                writeln!(self.out, "You can sow {}.", legal.join(", "))?;
                Ok(())
            }
            Err(error) => {
                writeln!(self.out, "{text:?}: {error}. help tells the commands.")?;
                Ok(())
            }
        }
    }

    /// Goes back to before the human's last move.
    fn undo(&mut self) -> anyhow::Result<()> {
        if self.game.withdraw().is_some() {
            writeln!(self.out, "The game goes on.")?;
            return Ok(self.show()?);
        }
        let mine = self.human;
        let position_before = |ply: usize, game: &Game| game.positions()[ply].side_to_move();
        let last = (0..self.game.ply())
            .rev()
            .find(|&ply| position_before(ply, &self.game) == mine);
        let Some(ply) = last else {
            writeln!(self.out, "There is no move of yours to take back.")?;
            return Ok(());
        };
        while self.game.ply() > ply {
            self.game.undo();
        }
        self.last = None;
        Ok(self.show()?)
    }

    /// Plays undone moves again up to the human's next turn.
    fn redo(&mut self) -> anyhow::Result<()> {
        let mut any = false;
        while let Some(effect) = self.game.redo() {
            any = true;
            self.last = Some(effect);
            if self.game.position().side_to_move() == self.human {
                break;
            }
        }
        if !any {
            writeln!(self.out, "There is nothing to play again.")?;
            return Ok(());
        }
        Ok(self.show()?)
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let result = self.engine.search(&self.game, &self.limits);
        let Some(best) = result.best else {
            writeln!(self.out, "The game is over.")?;
            return Ok(());
        };
        let written = self.game.position().write_move(best, MoveStyle::PlayOk)?;
        let effect = self.game.position().effect(best)?;
        writeln!(
            self.out,
            "{written}, score {}: {}",
            result.score,
            describe(&effect)
        )?;
        Ok(())
    }
}

/// What a move did, in words.
fn describe(effect: &Effect) -> String {
    let mut parts = vec![format!(
        "{} stones, the last one in pit {}",
        effect.stones, effect.landing
    )];
    match effect.tuzdyk {
        TuzdykEffect::Made => parts.push("it is a TUZDYK now".to_string()),
        TuzdykEffect::Refused(refusal) => parts.push(format!("three there, {}", refused(refusal))),
        TuzdykEffect::None if effect.captured > 0 => {
            parts.push(format!("takes {}", effect.captured));
        }
        TuzdykEffect::None => {}
    }
    for side in Side::ALL {
        if effect.income[side] > 0 {
            parts.push(format!(
                "{} to the tuzdyk of {}",
                effect.income[side],
                name(side)
            ));
        }
    }
    parts.join(", ")
}

const fn refused(refusal: TuzdykRefusal) -> &'static str {
    match refusal {
        TuzdykRefusal::AlreadyOwned => "but there is only one tuzdyk in a game",
        TuzdykRefusal::PitNine => "but pit 9 cannot be a tuzdyk",
        TuzdykRefusal::SameNumber => "but the other tuzdyk has the same number",
    }
}
