//! A level that plays.

use std::convert::Infallible;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use togyz_core::{Game, Move, MoveSet, Position};

use super::Level;
use super::judgement::{Counting, Misjudging, mixed};
use super::skill::{self, Judgement, Skill, TUZDYK_SHARE};
use crate::matches::{Answer, Player};
use crate::{
    DefaultEvaluator, Engine, EngineError, EngineOptions, Evaluator, Limits, SearchParams,
    StopHandle,
};

/// An opponent of some [`Level`].
///
/// The same level, seed and game give the same answer on every machine, whatever was asked before; only
/// [`Level::Crazy`] and rank 10 go by the clock. Another seed gives another game.
///
/// ```
/// use togyz_ai::{Level, LevelPlayer};
/// use togyz_core::Game;
///
/// let mut opponent = LevelPlayer::new(Level::Normal, 7)?;
/// let mut game = Game::new();
/// let mv = opponent.reply(&game).expect("the game goes on");
/// assert_eq!(opponent.reply(&game), Some(mv));
/// game.push(mv)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LevelPlayer {
    level: Level,
    seed: u64,
    skill: Skill,
    mind: Mind,
    stop: StopHandle,
}

/// The engines are boxed: they are of very different size.
#[derive(Debug)]
enum Mind {
    Captures,
    Counting(Box<Engine<Misjudging<Counting>>>),
    Engine(Box<Engine<Misjudging<DefaultEvaluator>>>),
    Full(Box<Engine>),
}

/// The table of a level that visits few positions.
const SMALL_TABLE_MIB: usize = 1;

impl LevelPlayer {
    /// An opponent. The seed decides what it overlooks and how it misjudges.
    ///
    /// # Errors
    /// [`EngineError`] if there is no memory for its table.
    ///
    /// ```
    /// use togyz_ai::{Level, LevelPlayer};
    /// assert_eq!(LevelPlayer::new(Level::Easy, 1)?.level(), Level::Easy);
    /// # Ok::<(), togyz_ai::EngineError>(())
    /// ```
    pub fn new(level: Level, seed: u64) -> Result<LevelPlayer, EngineError> {
        let skill = skill::of(level);
        let mind = Mind::of(&skill, seed)?;
        Ok(LevelPlayer {
            stop: mind.stop_handle(),
            level,
            seed,
            skill,
            mind,
        })
    }

    /// The level.
    ///
    /// ```
    /// use togyz_ai::{Level, LevelPlayer};
    /// assert_eq!(LevelPlayer::new(Level::rank(2)?, 1)?.level().to_string(), "2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn level(&self) -> Level {
        self.level
    }

    /// The seed.
    ///
    /// ```
    /// use togyz_ai::{Level, LevelPlayer};
    /// assert_eq!(LevelPlayer::new(Level::Hard, 5)?.seed(), 5);
    /// # Ok::<(), togyz_ai::EngineError>(())
    /// ```
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Ends the thinking of [`reply`](LevelPlayer::reply) from another thread, with a legal move.
    ///
    /// ```
    /// use togyz_ai::{Level, LevelPlayer};
    /// let mut opponent = LevelPlayer::new(Level::Crazy, 1)?;
    /// opponent.stop_handle().stop();
    /// assert!(opponent.reply(&togyz_core::Game::new()).is_some());
    /// # Ok::<(), togyz_ai::EngineError>(())
    /// ```
    #[must_use]
    pub fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Its move; `None` if the game is over.
    ///
    /// ```
    /// use togyz_ai::{Level, LevelPlayer};
    /// use togyz_core::{Game, Side};
    /// let mut opponent = LevelPlayer::new(Level::Easy, 1)?;
    /// let mut game = Game::new();
    /// assert!(opponent.reply(&game).is_some());
    /// game.resign(Side::South)?;
    /// assert_eq!(opponent.reply(&game), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reply(&mut self, game: &Game) -> Option<Move> {
        self.reply_within(game, &Limits::infinite())
    }

    /// Its move within further limits: the level ends at the first of its own and these. Limits of time are what
    /// makes [`Level::Crazy`] and rank 10 quicker.
    ///
    /// ```
    /// use std::time::Duration;
    /// use togyz_ai::{Level, LevelPlayer, Limits};
    /// let mut opponent = LevelPlayer::new(Level::Crazy, 1)?;
    /// let quick = Limits::time(Duration::from_millis(5));
    /// assert!(opponent.reply_within(&togyz_core::Game::new(), &quick).is_some());
    /// # Ok::<(), togyz_ai::EngineError>(())
    /// ```
    pub fn reply_within(&mut self, game: &Game, limits: &Limits) -> Option<Move> {
        let legal = game.legal_moves();
        let allowed = legal.intersection(limits.allowed_moves());
        let moves = if allowed.is_empty() { legal } else { allowed };
        let reply = match moves.len() {
            0 | 1 => moves.iter().next(),
            _ => self.choose_among(moves, game, limits),
        };
        // A stop is used up by this answer, even if nothing was searched for it.
        self.stop.reset();
        reply
    }

    fn choose_among(&mut self, moves: MoveSet, game: &Game, limits: &Limits) -> Option<Move> {
        let position = game.position();
        let mut rng = self.rng(position);
        if rng.random_range(0..100) < self.skill.random {
            return pick(moves, &mut rng);
        }
        let seen = self.seen(position, moves, &mut rng);
        let limits = self.skill.limits.clone().tightened(limits).only(seen);
        match &mut self.mind {
            Mind::Captures => pick(biggest_captures(position, seen), &mut rng),
            Mind::Counting(engine) => fresh_search(engine, game, &limits),
            Mind::Engine(engine) if self.skill.limits.max_nodes().is_some() => {
                fresh_search(engine, game, &limits)
            }
            Mind::Engine(engine) => engine.search(game, &limits).best,
            Mind::Full(engine) => engine.search(game, &limits).best,
        }
    }

    /// Chance depends on the position alone, so that an answer does not change when moves are taken back.
    fn rng(&self, position: &Position) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(mixed(position.key()) ^ self.seed)
    }

    /// The moves that are noticed: a long sowing is hard to count to its end, and overlooked more often.
    fn seen(&self, position: &Position, legal: MoveSet, rng: &mut Xoshiro256PlusPlus) -> MoveSet {
        let side = position.side_to_move();
        let is_seen = |mv: &Move| {
            let stones = u32::from(position.pits(side)[mv.index()]).min(ROUND);
            rng.random_range(0..100 * ROUND) >= self.skill.overlooks * stones
        };
        let seen: MoveSet = legal.iter().filter(is_seen).collect();
        if seen.is_empty() { legal } else { seen }
    }
}

/// Stones that go once round the board.
const ROUND: u32 = 18;

impl Mind {
    fn of(skill: &Skill, seed: u64) -> Result<Mind, EngineError> {
        let tuzdyk_share = match skill.judgement {
            Judgement::Captures => return Ok(Mind::Captures),
            Judgement::Kazans => 0,
            Judgement::KazansAndTuzdyks => TUZDYK_SHARE,
            Judgement::Engine if skill.error == 0 => {
                return Ok(Mind::Full(Box::new(Engine::new(EngineOptions::default())?)));
            }
            Judgement::Engine => {
                let options = match skill.limits.max_nodes() {
                    Some(_) => EngineOptions {
                        hash_mib: SMALL_TABLE_MIB,
                        ..EngineOptions::default()
                    },
                    None => EngineOptions::default(),
                };
                let judge = skill.misjudging(DefaultEvaluator::default(), seed);
                return Ok(Mind::Engine(Box::new(Engine::with_evaluator(
                    judge, options,
                )?)));
            }
        };
        // Every move to the full depth: the level sees all that so many plies show.
        let options = EngineOptions {
            hash_mib: SMALL_TABLE_MIB,
            params: SearchParams::FULL_WIDTH,
            ..EngineOptions::default()
        };
        let judge = skill.misjudging(Counting { tuzdyk_share }, seed);
        Ok(Mind::Counting(Box::new(Engine::with_evaluator(
            judge, options,
        )?)))
    }

    fn stop_handle(&self) -> StopHandle {
        match self {
            Mind::Captures => StopHandle::default(),
            Mind::Counting(engine) => engine.stop_handle(),
            Mind::Engine(engine) => engine.stop_handle(),
            Mind::Full(engine) => engine.stop_handle(),
        }
    }

    fn forget(&mut self) {
        match self {
            Mind::Captures => {}
            Mind::Counting(engine) => engine.clear(),
            Mind::Engine(engine) => engine.clear(),
            Mind::Full(engine) => engine.clear(),
        }
    }
}

impl Skill {
    fn misjudging<E>(&self, inner: E, seed: u64) -> Misjudging<E> {
        Misjudging {
            inner,
            error: self.error,
            seed: mixed(seed),
        }
    }
}

/// A search that remembers nothing, so that its answer depends on the game alone.
fn fresh_search<E: Evaluator>(
    engine: &mut Engine<E>,
    game: &Game,
    limits: &Limits,
) -> Option<Move> {
    engine.clear();
    engine.search(game, limits).best
}

/// The moves whose last stone takes most; all of them if none takes anything.
fn biggest_captures(position: &Position, moves: MoveSet) -> MoveSet {
    let captured = |mv: Move| position.yields(mv).captured;
    let most = moves.iter().map(captured).max().unwrap_or(0);
    moves.iter().filter(|&mv| captured(mv) == most).collect()
}

fn pick(moves: MoveSet, rng: &mut Xoshiro256PlusPlus) -> Option<Move> {
    let count = moves.len() as u32;
    (count > 0)
        .then(|| rng.random_range(0..count))
        .and_then(|at| moves.pick(at))
}

impl Player for LevelPlayer {
    type Error = Infallible;

    fn new_game(&mut self) -> Result<(), Infallible> {
        self.mind.forget();
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Result<Answer, Infallible> {
        Ok(self.reply(game).map_or(Answer::GiveUp, Answer::Move))
    }
}
