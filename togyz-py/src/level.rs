//! `Level` and `LevelPlayer`: opponents for people.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use pyo3::prelude::*;
use pyo3::types::PyString;
use togyz::{InvalidLevel, Level, LevelPlayer, Limits, StopHandle};

use crate::engine::subject;
use crate::errors::{self, EngineError};
use crate::interrupt::{self, POLL};
use crate::limit::PyLimit;
use crate::moves::number;
use crate::numbers::{self, integer};

/// How well an opponent plays: four names, or a step of a ladder from 1, a beginner, to 10, the full engine.
///
/// Parameters
/// ----------
/// name : str or int
///     ``"easy"``, ``"normal"``, ``"hard"``, ``"crazy"``, or 1 to 10.
///
/// Examples
/// --------
/// >>> from togyz import Level
/// >>> Level("hard"), Level(7)
/// (Level('hard'), Level(7))
/// >>> Level("HARD") == Level.HARD
/// True
#[pyclass(name = "Level", module = "togyz", frozen, eq, hash, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyLevel(pub(crate) Level);

#[pymethods]
impl PyLevel {
    #[new]
    fn new(py: Python<'_>, name: &Bound<'_, PyAny>) -> PyResult<PyLevel> {
        let level = match name.cast::<PyString>() {
            Ok(name) => name.to_str()?.parse(),
            Err(_) => integer::<u8>(name, "a level")?
                .ok_or(InvalidLevel)
                .and_then(Level::rank),
        };
        level
            .map(PyLevel)
            .map_err(|error: InvalidLevel| errors::unreadable(py, &error))
    }

    /// A random pit about a third of the time, otherwise the biggest capture in sight.
    #[classattr]
    const EASY: PyLevel = PyLevel(Level::Easy);
    /// Three plies, kazans only; one move in eight is random.
    #[classattr]
    const NORMAL: PyLevel = PyLevel(Level::Normal);
    /// Seven plies, and it knows what a tuzdyk is worth.
    #[classattr]
    const HARD: PyLevel = PyLevel(Level::Hard);
    /// The whole engine for a second a move.
    #[classattr]
    const CRAZY: PyLevel = PyLevel(Level::Crazy);

    /// The name, or the number as text.
    #[getter]
    fn name(&self) -> String {
        self.0.to_string()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        match self.0 {
            Level::Rank(rank) => format!("Level({})", rank.number()),
            named => format!("Level('{named}')"),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().name(),))
    }
}

/// An opponent of some level.
///
/// The same level, seed and game give the same answer on every machine, whatever was asked before; only ``crazy`` and
/// 10 go by the clock. A copy or pickle is a new opponent of the same level and seed.
///
/// Parameters
/// ----------
/// level : Level, str or int
///     How well it plays.
/// seed : int, default 0
///     What it overlooks and how it misjudges.
///
/// Examples
/// --------
/// >>> from togyz import Game, LevelPlayer
/// >>> game = Game()
/// >>> LevelPlayer("easy", seed=1).play(game) in game.legal_moves
/// True
#[pyclass(name = "LevelPlayer", module = "togyz", frozen)]
pub(crate) struct PyLevelPlayer {
    player: Mutex<LevelPlayer>,
    stop: StopHandle,
    level: PyLevel,
    seed: u64,
}

impl PyLevelPlayer {
    /// The player, once no other thread has it.
    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, LevelPlayer>> {
        loop {
            match self.player.try_lock() {
                Ok(guard) => return Ok(guard),
                Err(TryLockError::Poisoned(poisoned)) => {
                    return Ok(PoisonError::into_inner(poisoned));
                }
                Err(TryLockError::WouldBlock) => {
                    py.detach(|| std::thread::sleep(POLL));
                    py.check_signals()?;
                }
            }
        }
    }
}

/// A level given as itself, by its name or by its number.
pub(crate) fn level(object: &Bound<'_, PyAny>) -> PyResult<PyLevel> {
    match object.cast::<PyLevel>() {
        Ok(level) => Ok(*level.get()),
        Err(_) => PyLevel::new(object.py(), object),
    }
}

#[pymethods]
impl PyLevelPlayer {
    #[new]
    #[pyo3(signature = (level, seed = None), text_signature = "(level, seed=0)")]
    fn new(level: &Bound<'_, PyAny>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<PyLevelPlayer> {
        let level = self::level(level)?;
        let seed = seed.map_or(Ok(0), numbers::seed)?;
        let player = LevelPlayer::new(level.0, seed)
            .map_err(|error| EngineError::new_err(error.to_string()))?;
        Ok(PyLevelPlayer {
            stop: player.stop_handle(),
            player: Mutex::new(player),
            level,
            seed,
        })
    }

    /// Its move; None if the game is over.
    ///
    /// Parameters
    /// ----------
    /// game : Game or Position
    ///     What it plays.
    /// limit : Limit, optional
    ///     A further limit, such as a shorter time.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import LevelPlayer, Position
    /// >>> LevelPlayer(3).play(Position.from_fen('9/2S,8 80 80 S 1'))
    /// 1
    #[pyo3(signature = (game, limit = None))]
    fn play(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        limit: Option<&Bound<'_, PyLimit>>,
    ) -> PyResult<Option<u32>> {
        let game = subject(game)?;
        let limits = limit.map_or_else(Limits::infinite, |limit| limit.get().0.clone());
        let mut guard = self.lock(py)?;
        let player = &mut *guard;
        let reply = interrupt::run(
            py,
            || self.stop.stop(),
            || player.reply_within(&game, &limits),
        );
        if reply.is_err() {
            self.stop.reset();
        }
        Ok(reply?.map(number))
    }

    /// End the thinking of another thread, with a legal move.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import LevelPlayer, Position
    /// >>> player = LevelPlayer("crazy")
    /// >>> player.stop()
    /// >>> player.play(Position()) in range(1, 10)
    /// True
    fn stop(&self) {
        self.stop.stop();
    }

    /// The level.
    #[getter]
    fn level(&self) -> PyLevel {
        self.level
    }

    /// The seed.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    fn __repr__(&self) -> String {
        format!("<LevelPlayer: {}, seed {}>", self.level.0, self.seed)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (PyLevel, u64)) {
        let this = slf.get();
        (slf.get_type().into_any(), (this.level, this.seed))
    }
}
