//! Who sits on the other side.

use togyz::{Engine, EngineError, EngineOptions, Game, Level, LevelPlayer, Limits, Move};

/// A level, or the whole engine with limits of the command line.
pub(super) enum Opponent {
    Level(Box<LevelPlayer>, Limits),
    Engine(Box<Engine>, Limits),
}

impl Opponent {
    /// A level ends at the first of its own limits and the given ones.
    pub(super) fn new(
        level: Option<Level>,
        seed: u64,
        limits: &Limits,
    ) -> Result<Opponent, EngineError> {
        Ok(match level {
            Some(level) => {
                Opponent::Level(Box::new(LevelPlayer::new(level, seed)?), limits.clone())
            }
            None => {
                let engine = Engine::new(EngineOptions::default())?;
                Opponent::Engine(Box::new(engine), limits.clone())
            }
        })
    }

    pub(super) fn reply(&mut self, game: &Game) -> Option<Move> {
        match self {
            Opponent::Level(player, limits) => player.reply_within(game, limits),
            Opponent::Engine(engine, limits) => engine.search(game, limits).best,
        }
    }
}
