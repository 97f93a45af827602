//! `togyz play`: a game against a level or the engine in the terminal.

mod animate;
mod board;
mod command;
mod lines;
mod menu;
mod opponent;
mod session;
mod store;
mod talk;
mod words;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use board::BoardStyle;
use lines::Lines;
use menu::Choice;
use session::{Session, Setting};
use store::{Plan, SavedGame, Store};
use togyz::{Language, Level, Limits, Side};
use words::Words;

use crate::Answer;
use crate::input::{LimitArgs, PositionArgs, language};

/// How long the engine thinks where nothing is said.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Who plays against you: easy, normal, hard, crazy, or 1 to 10; normal if nothing is said. With limits alone it is
    /// the whole engine.
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Your side: south, who moves first, or north.
    #[arg(long, value_name = "SIDE")]
    side: Option<Side>,
    /// The kind of board.
    #[arg(long, value_name = "NAME")]
    style: Option<BoardStyle>,
    /// The language: en, kk, ky or ru; the one of the system if nothing is said.
    #[arg(long, value_name = "LANGUAGE", value_parser = language)]
    language: Option<Language>,
    /// What the level overlooks: the same number, the same game.
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Shows the other side's sowing stone by stone.
    #[arg(long)]
    animate: bool,
    /// Goes on with the saved game, or with the one of a file.
    #[arg(long, value_name = "FILE", num_args = 0..=1,
          conflicts_with_all = ["fen", "moves", "record", "rules", "level", "side", "seed"])]
    resume: Option<Option<PathBuf>>,
    /// Where games and statistics are kept, instead of the system's folder or $TOGYZ_HOME.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl Args {
    /// Whether nothing was said that the menu asks for.
    fn is_bare(&self) -> bool {
        self.position.is_default()
            && self.level.is_none()
            && self.limits.limits().is_none()
            && self.side.is_none()
            && self.style.is_none()
            && self.language.is_none()
            && self.resume.is_none()
    }

    /// The game that the flags ask for.
    fn new_game(&self, language: Language) -> anyhow::Result<SavedGame> {
        let level = match (self.level, self.limits.limits()) {
            (None, Some(_)) => None,
            (level, _) => Some(level.unwrap_or(Level::Normal)),
        };
        let plan = Plan {
            level,
            side: self.side.unwrap_or(Side::South),
            style: self.style.unwrap_or(BoardStyle::Standard),
            game: self.position.game()?,
            language,
        };
        let mut saved = SavedGame::new(plan, self.seed);
        // A game from a position of one's own choice proves nothing.
        saved.changed = !self.position.is_start();
        Ok(saved)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Answer> {
    let mut out = anstream::stdout();
    let mut lines = Lines::open()?;
    let store = Store::open(args.folder.as_deref());
    let Some((saved, fresh)) = game(args, &store, &mut lines, &mut out)? else {
        return Ok(Answer::Yes);
    };
    let limits = match saved.level {
        Some(_) => args.limits.limits().unwrap_or(Limits::infinite()),
        None => args.limits.limits_or(DEFAULT_TIME),
    };
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    let setting = Setting {
        store,
        limits,
        animate: args.animate,
        // Where colours are left out, so is what moves the cursor.
        terminal: io::stdout().is_terminal()
            && !dumb
            && out.current_choice() != anstream::ColorChoice::Never,
        fresh,
    };
    Session::new(saved, setting, out)?.run(&mut lines)?;
    Ok(Answer::Yes)
}

/// The game to play, and whether it is another than the saved one; `None` if the player leaves the menu.
fn game(
    args: &Args,
    store: &Store,
    lines: &mut Lines,
    out: &mut impl Write,
) -> anyhow::Result<Option<(SavedGame, bool)>> {
    let spoken = args.language.unwrap_or_else(menu::language_of_environment);
    if args.is_bare() {
        return match menu::ask(lines, out, store.has_game())? {
            None => Ok(None),
            Some(Choice::Resume(language)) => resume(None, store, language, out).map(Some),
            Some(Choice::New(plan)) => Ok(Some((SavedGame::new(plan, args.seed), true))),
        };
    }
    let (mut saved, fresh) = match &args.resume {
        Some(file) => resume(file.as_ref(), store, spoken, out)?,
        None => (args.new_game(spoken)?, true),
    };
    // What is said now counts for a saved game, too.
    saved.style = args.style.unwrap_or(saved.style);
    saved.language = args.language.unwrap_or(saved.language);
    Ok(Some((saved, fresh)))
}

/// The saved game, or a new one with a word about why.
fn resume(
    file: Option<&PathBuf>,
    store: &Store,
    spoken: Language,
    out: &mut impl Write,
) -> anyhow::Result<(SavedGame, bool)> {
    let words = Words(spoken);
    let name = || {
        file.map_or("the saved game".to_string(), |path| {
            path.display().to_string()
        })
    };
    let new = || (SavedGame::new(Plan::new(spoken), None), true);
    match store.load(file.map(PathBuf::as_path)).with_context(name)? {
        Ok(Some(saved)) => {
            writeln!(out, "{}", words.say("continued"))?;
            // A file of one's own is not the store's, and stays as it is.
            let elsewhere = file.is_some_and(|path| store.game_path().as_ref() != Some(path));
            Ok((saved, elsewhere))
        }
        Ok(None) if file.is_some() => bail!("{}: there is no such file", name()),
        Ok(None) => {
            writeln!(out, "{}", words.say("no-saved"))?;
            Ok(new())
        }
        Err(aside) => {
            let places: [(&str, &dyn std::fmt::Display); 2] =
                [("error", &aside.error), ("path", &aside.path.display())];
            let text = words.fill("set-aside", &places);
            for line in talk::wrapped(&text) {
                writeln!(out, "{line}")?;
            }
            Ok(new())
        }
    }
}
