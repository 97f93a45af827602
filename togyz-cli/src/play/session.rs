//! A game at the table: moves, commands, and what is said about them.

use std::fs;
use std::io::{self, Write};

use togyz::notation::moves::ParseMoveError;
use togyz::notation::record;
use togyz::{
    Effect, Engine, EngineOptions, Game, Level, Limits, Move, MoveSet, Pit, PlayerResult, Score,
    Side, Tip,
};

use super::board::{Stones, View};
use super::command::Command;
use super::lines::Lines;
use super::opponent::Opponent;
use super::store::{Plan, SavedGame, Store};
use super::words::Words;
use super::{animate, talk};

/// Positions looked at for hints, so that they are the same on every machine.
const ADVICE: Limits = Limits::nodes(400_000);

/// How the table is laid, beside what is saved.
pub(super) struct Setting {
    pub(super) store: Store,
    /// Limits of the command line: all of the engine's, or beside those of the level.
    pub(super) limits: Limits,
    pub(super) animate: bool,
    /// Somebody looks at a terminal that can move its cursor.
    pub(super) terminal: bool,
    /// The game is not the one in the store, which must not be written over.
    pub(super) fresh: bool,
}

pub(super) struct Session<W> {
    saved: SavedGame,
    setting: Setting,
    opponent: Opponent,
    adviser: Engine,
    /// The row at the bottom.
    bottom: Side,
    last: Option<Effect>,
    /// The end was told already.
    told_end: bool,
    out: W,
}

/// Whether the game goes on after a command.
#[derive(PartialEq, Eq)]
enum Next {
    Ask,
    Leave,
}

impl<W: Write> Session<W> {
    pub(super) fn new(saved: SavedGame, setting: Setting, out: W) -> anyhow::Result<Session<W>> {
        Ok(Session {
            opponent: Opponent::new(saved.level, saved.seed, &setting.limits)?,
            adviser: Engine::new(EngineOptions::default())?,
            bottom: saved.side,
            last: last_effect(&saved.game),
            told_end: false,
            saved,
            setting,
            out,
        })
    }

    /// Plays until the player leaves.
    pub(super) fn run(&mut self, lines: &mut Lines) -> anyhow::Result<()> {
        let words = self.words();
        let (side, level) = (words.side(self.saved.side), words.level(self.saved.level));
        let welcome = words.fill("welcome", &[("side", &side), ("level", &level)]);
        self.tell(talk::wrapped(&welcome))?;
        writeln!(self.out)?;
        self.show()?;
        loop {
            self.reply()?;
            self.report_end()?;
            self.out.flush()?;
            let prompt = format!("{} > ", self.saved.game.fullmove());
            let Some(line) = lines.next(&prompt)? else {
                writeln!(self.out)?;
                break;
            };
            if self.obey(&Command::of(&line))? == Next::Leave {
                break;
            }
        }
        self.leave()
    }

    fn words(&self) -> Words {
        Words(self.saved.language)
    }

    fn game(&self) -> &Game {
        &self.saved.game
    }

    fn tell(&mut self, lines: impl IntoIterator<Item = String>) -> io::Result<()> {
        lines
            .into_iter()
            .try_for_each(|line| writeln!(self.out, "{line}"))
    }

    fn say(&mut self, key: &'static str) -> io::Result<()> {
        let text = self.words().say(key);
        writeln!(self.out, "{text}")
    }

    fn show(&mut self) -> io::Result<()> {
        let board = view(&self.saved, self.bottom, self.last).draw();
        writeln!(self.out, "{board}")
    }

    /// The opponent moves if it is its turn.
    fn reply(&mut self) -> anyhow::Result<()> {
        let theirs = self.game().position().side_to_move() != self.saved.side;
        if self.game().is_game_over() || !theirs {
            return Ok(());
        }
        let spinner = crate::progress::spinner();
        spinner.set_message(self.words().say("thinking"));
        let best = self.opponent.reply(&self.saved.game);
        spinner.finish_and_clear();
        let Some(mv) = best else { return Ok(()) };
        if self.setting.animate {
            self.animate(mv)?;
        }
        self.push(mv)
    }

    fn animate(&mut self, mv: Move) -> io::Result<()> {
        let position = *self.game().position();
        if !self.setting.terminal {
            return writeln!(self.out, "{}", animate::line(&position, mv));
        }
        let view = View {
            legal: MoveSet::EMPTY,
            ..view(&self.saved, self.bottom, None)
        };
        animate::frames(&mut self.out, view, mv)
    }

    /// Plays a legal move, shows the board and says what the move did.
    fn push(&mut self, mv: Move) -> anyhow::Result<()> {
        let before = *self.game().position();
        let effect = self.saved.game.push(mv)?;
        self.last = Some(effect);
        self.save()?;
        self.show()?;
        self.tell(talk::played(
            self.words(),
            &before,
            &effect,
            self.saved.side,
        ))?;
        writeln!(self.out)?;
        Ok(())
    }

    /// Writes the game to its file. Where that fails the game goes on, and the player knows.
    fn save(&mut self) -> io::Result<()> {
        let words = self.words();
        if std::mem::take(&mut self.setting.fresh) {
            match self.setting.store.keep_aside() {
                Ok(Some(path)) => {
                    let text = words.fill("kept-aside", &[("path", &path.display())]);
                    self.tell(talk::wrapped(&text))?;
                }
                Ok(None) => {}
                Err(error) => return self.cannot_save(&error),
            }
        }
        match self.setting.store.save(&self.saved) {
            Ok(_) => Ok(()),
            Err(error) => self.cannot_save(&error),
        }
    }

    fn cannot_save(&mut self, error: &io::Error) -> io::Result<()> {
        let text = self.words().fill("cannot-save", &[("error", error)]);
        writeln!(self.out, "{text}")
    }

    fn obey(&mut self, command: &Command<'_>) -> anyhow::Result<Next> {
        match *command {
            Command::Nothing => {}
            Command::Quit => return Ok(Next::Leave),
            Command::Move(text) => self.human_move(text)?,
            Command::Look(text) => self.look(text)?,
            Command::Undo => self.undo()?,
            Command::Redo => self.redo()?,
            Command::Hint => self.hint()?,
            Command::Why => self.why()?,
            Command::Eval => self.evaluate()?,
            Command::Board => self.show()?,
            Command::Flip => {
                self.bottom = !self.bottom;
                self.show()?;
            }
            Command::Level(text) => self.level(text)?,
            Command::Save(file) => self.save_as(file)?,
            Command::New => self.new_game()?,
            Command::Resign => {
                if self.saved.game.resign(self.saved.side).is_err() {
                    self.say("is-over")?;
                }
            }
            Command::Draw => self.offer_draw()?,
            Command::Help => self.tell(talk::help(self.words()))?,
            Command::Rules => self.rules()?,
            Command::Tips => self.tips()?,
            Command::Statistics => self.statistics()?,
            Command::Record => write!(self.out, "{}", record::pgn(&self.saved.game))?,
            Command::Fen => writeln!(self.out, "{}", self.saved.game.fen())?,
        }
        Ok(Next::Ask)
    }

    /// The move of a text, or a word to the player about what is wrong with it.
    fn read_move(&mut self, text: &str) -> io::Result<Option<Move>> {
        if self.game().is_game_over() {
            self.say("is-over")?;
            return Ok(None);
        }
        let words = self.words();
        let said = match self.game().position().parse_move(text) {
            Ok(mv) => return Ok(Some(mv)),
            Err(ParseMoveError::Illegal(error)) => {
                let legal: Vec<String> = self
                    .game()
                    .legal_moves()
                    .iter()
                    .map(|mv| mv.to_string())
                    .collect();
                words.fill(
                    "cannot-sow",
                    &[("number", &error.mv), ("legal", &legal.join(", "))],
                )
            }
            Err(ParseMoveError::Text(_)) => words.fill("not-understood", &[("text", &text)]),
            Err(error) => format!("{text}: {error}"),
        };
        writeln!(self.out, "{said}")?;
        Ok(None)
    }

    fn human_move(&mut self, text: &str) -> anyhow::Result<()> {
        match self.read_move(text)? {
            Some(mv) => self.push(mv),
            None => Ok(()),
        }
    }

    fn look(&mut self, text: &str) -> anyhow::Result<()> {
        let Some(mv) = self.read_move(text)? else {
            return Ok(());
        };
        let effect = self.game().position().effect(mv)?;
        Ok(self.tell(talk::previewed(self.words(), &effect, self.saved.side))?)
    }

    /// Goes back to before the player's last move.
    fn undo(&mut self) -> anyhow::Result<()> {
        if self.saved.game.withdraw().is_some() {
            self.say("goes-on")?;
            self.save()?;
            return Ok(self.show()?);
        }
        let game = &self.saved.game;
        let is_mine = |&ply: &usize| game.positions()[ply].side_to_move() == self.saved.side;
        let Some(ply) = (0..game.ply()).rev().find(is_mine) else {
            return Ok(self.say("no-undo")?);
        };
        while self.saved.game.ply() > ply {
            self.saved.game.undo();
        }
        self.last = last_effect(&self.saved.game);
        self.save()?;
        Ok(self.show()?)
    }

    /// Plays undone moves again up to the player's next turn.
    fn redo(&mut self) -> anyhow::Result<()> {
        let mut any = false;
        while let Some(effect) = self.saved.game.redo() {
            any = true;
            self.last = Some(effect);
            if self.game().position().side_to_move() == self.saved.side {
                break;
            }
        }
        if !any {
            return Ok(self.say("no-redo")?);
        }
        self.save()?;
        Ok(self.show()?)
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let Some(hint) = self.adviser.hint(&self.saved.game, &ADVICE) else {
            return Ok(self.say("is-over")?);
        };
        let lines = talk::hint(self.words(), self.game().position(), &hint);
        Ok(self.tell(lines)?)
    }

    /// Explains the last move of the other side.
    fn why(&mut self) -> anyhow::Result<()> {
        let game = &self.saved.game;
        let theirs = |&ply: &usize| game.positions()[ply].side_to_move() != self.saved.side;
        let Some(ply) = (0..game.ply()).rev().find(theirs) else {
            return Ok(self.say("no-why")?);
        };
        let (position, mv) = (game.positions()[ply], game.moves()[ply]);
        let then = Game::from_position(position);
        let hint = self.adviser.explain(&then, mv, &ADVICE)?;
        let lines = talk::why(self.words(), &position, &hint);
        Ok(self.tell(lines)?)
    }

    fn score(&mut self) -> Score {
        self.adviser.search(&self.saved.game, &ADVICE).score
    }

    fn evaluate(&mut self) -> anyhow::Result<()> {
        let score = self.score();
        let mover = self.game().position().side_to_move();
        let text = talk::evaluation(self.words(), mover, score);
        Ok(writeln!(self.out, "{text}")?)
    }

    /// The other side agrees to a draw unless it is ahead.
    fn offer_draw(&mut self) -> anyhow::Result<()> {
        if self.game().is_game_over() {
            return Ok(self.say("is-over")?);
        }
        // The player is on turn, so the score is the player's.
        if self.score() < Score::Stones(0) {
            return Ok(self.say("draw-refused")?);
        }
        self.saved.game.agree_draw()?;
        Ok(self.say("draw-taken")?)
    }

    fn level(&mut self, text: &str) -> anyhow::Result<()> {
        let words = self.words();
        let said = if text.is_empty() {
            words.fill("level-is", &[("level", &words.level(self.saved.level))])
        } else if let Ok(level) = text.parse::<Level>() {
            self.opponent = Opponent::new(Some(level), self.saved.seed, &self.setting.limits)?;
            self.saved.level = Some(level);
            self.saved.changed = true;
            if self.game().ply() > 0 {
                self.save()?;
            }
            words.fill("level-now", &[("level", &words.level(Some(level)))])
        } else {
            words.fill("bad-level", &[("text", &text)])
        };
        Ok(writeln!(self.out, "{said}")?)
    }

    fn save_as(&mut self, file: &str) -> anyhow::Result<()> {
        let words = self.words();
        let saved = match file.is_empty() {
            true => self.setting.store.save(&self.saved),
            false => fs::write(file, record::pgn(self.game())).map(|()| Some(file.into())),
        };
        let said = match saved {
            Ok(Some(path)) => {
                let key = if file.is_empty() {
                    "saved-to"
                } else {
                    "record-to"
                };
                words.fill(key, &[("path", &path.display())])
            }
            Ok(None) => words.say("not-kept").to_string(),
            Err(error) => words.fill("cannot-save", &[("error", &error)]),
        };
        Ok(writeln!(self.out, "{said}")?)
    }

    fn new_game(&mut self) -> anyhow::Result<()> {
        let plan = Plan {
            level: self.saved.level,
            side: self.saved.side,
            style: self.saved.style,
            language: self.saved.language,
            game: Game::with_rules(self.game().position().rules()),
        };
        self.saved = SavedGame::new(plan, None);
        self.opponent = Opponent::new(self.saved.level, self.saved.seed, &self.setting.limits)?;
        self.setting.fresh = true;
        self.told_end = false;
        self.last = None;
        Ok(self.show()?)
    }

    fn rules(&mut self) -> io::Result<()> {
        let words = self.words();
        for key in ["rules-1", "rules-2", "rules-3", "rules-4"] {
            self.tell(talk::wrapped(words.say(key)))?;
        }
        let rules = self.game().position().rules();
        let name = words.fill("rules-name", &[("rules", &rules)]);
        writeln!(self.out, "{name}")
    }

    fn tips(&mut self) -> io::Result<()> {
        let language = self.words().0;
        for tip in Tip::ALL {
            let mut mark = "- ";
            for line in talk::wrapped(tip.words(language)) {
                writeln!(self.out, "{mark}{line}")?;
                mark = "  ";
            }
        }
        Ok(())
    }

    fn statistics(&mut self) -> anyhow::Result<()> {
        let words = self.words();
        let statistics = self.setting.store.statistics()?;
        let statistics = match statistics {
            Ok(statistics) => statistics,
            Err(aside) => {
                let places: [(&str, &dyn std::fmt::Display); 2] =
                    [("error", &aside.error), ("path", &aside.path.display())];
                let text = words.fill("stats-aside", &places);
                return Ok(self.tell(talk::wrapped(&text))?);
            }
        };
        let lines: Vec<String> = statistics
            .iter()
            .map(|(level, tally)| talk::tally(words, level, tally))
            .collect();
        if lines.is_empty() {
            return Ok(self.say("no-statistics")?);
        }
        Ok(self.tell(lines)?)
    }

    /// Tells the end once, and counts the game.
    fn report_end(&mut self) -> anyhow::Result<()> {
        let outcome = self.game().outcome();
        let told = std::mem::replace(&mut self.told_end, outcome.is_some());
        let Some(outcome) = outcome.filter(|_| !told) else {
            return Ok(());
        };
        let words = self.words();
        let (human, moves) = (self.saved.side, self.game().ply());
        self.tell(talk::outcome(words, &outcome, human, moves))?;
        let result = match outcome.winner {
            Some(side) if side == human => PlayerResult::Win,
            Some(_) => PlayerResult::Loss,
            None => PlayerResult::Draw,
        };
        if let Some(level) = self
            .saved
            .level
            .filter(|_| !self.saved.changed && moves > 0)
        {
            // First the statistics, then the game is let go: a crash between them counts nothing twice.
            let store = &self.setting.store;
            let counted = store
                .count(self.saved.id, level, result)
                .and_then(|()| store.statistics());
            match counted {
                Ok(Ok(statistics)) => {
                    let line = talk::tally(words, level, &statistics.tally(level));
                    writeln!(self.out, "{line}")?;
                }
                Ok(Err(_)) => {}
                Err(error) => self.cannot_save(&error)?,
            }
        }
        if let Err(error) = self.setting.store.forget() {
            self.cannot_save(&error)?;
        }
        Ok(())
    }

    /// Says where an unfinished game is.
    fn leave(&mut self) -> anyhow::Result<()> {
        if self.game().ply() > 0 && !self.game().is_game_over() {
            match self.setting.store.game_path() {
                Some(path) if path.exists() => {
                    let text = self.words().fill("saved-to", &[("path", &path.display())]);
                    writeln!(self.out, "{text}")?;
                    self.say("resume")?;
                }
                _ => self.say("not-kept")?,
            }
        }
        self.say("bye")?;
        Ok(self.out.flush()?)
    }
}

/// What the last move of a game did.
fn last_effect(game: &Game) -> Option<Effect> {
    let mv = *game.moves().last()?;
    game.positions()[game.ply() - 1].effect(mv).ok()
}

/// The board of a game, the last move marked.
fn view(saved: &SavedGame, bottom: Side, last: Option<Effect>) -> View<'_> {
    let position = saved.game.position();
    let yours = position.side_to_move() == saved.side;
    View {
        position,
        stones: Stones::of(position),
        bottom,
        style: saved.style,
        words: Words(saved.language),
        from: last.and_then(|last| Pit::new(last.side, last.mv.number()).ok()),
        to: last.map(|last| last.landing),
        legal: match yours {
            true => saved.game.legal_moves(),
            false => MoveSet::EMPTY,
        },
    }
}
