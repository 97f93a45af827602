//! `Engine`.

use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use togyz::{Engine, EngineOptions, Game, SearchResult, StopHandle};

use crate::errors::{self, EngineError};
use crate::game::PyGame;
use crate::info::{PyInfo, PyPlayResult};
use crate::interrupt::{self, POLL};
use crate::limit::PyLimit;
use crate::numbers::{integer, seconds, wrong_type};
use crate::position::PyPosition;

/// An engine that searches the best move.
///
/// Other Python threads run while it searches, and Ctrl-C ends the search with ``KeyboardInterrupt``. It searches one
/// position at a time: a second thread that asks for a search waits until the first has its answer. After a fork the
/// child can go on using an engine that was idle. A copy or pickle of it is a new engine with the same options.
///
/// Parameters
/// ----------
/// hash_mib : int, default 16
///     Size of the transposition table in MiB.
/// threads : int, default 1
///     Threads that search together, 1 to 256. Only one thread gives the same answer every time.
/// move_overhead : float, default 0.0
///     Seconds kept back from every limit of time.
///
/// Raises
/// ------
/// EngineError
///     If an option is out of range, or there is no memory for the table.
///
/// Examples
/// --------
/// >>> from togyz import Engine, Game, Limit
/// >>> engine, game = Engine(), Game()
/// >>> result = engine.play(game, Limit(depth=6))
/// >>> game.push(result.move).stones
/// 9
#[pyclass(name = "Engine", module = "togyz", frozen)]
pub(crate) struct PyEngine {
    engine: Mutex<Engine>,
    /// Apart from the engine, so that a stop waits for nobody.
    stop: StopHandle,
    options: EngineOptions,
    /// The process that locked the engine last.
    owner: AtomicU32,
}

/// The game of an argument that is a game or a position.
fn subject(object: &Bound<'_, PyAny>) -> PyResult<Game> {
    if let Ok(game) = object.cast::<PyGame>() {
        return Ok(game.get().snapshot());
    }
    match object.cast::<PyPosition>() {
        Ok(position) => Ok(Game::from_position(position.get().0)),
        Err(_) => Err(wrong_type(
            object,
            "what is searched",
            "a Game or a Position",
        )),
    }
}

fn options(
    hash_mib: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    move_overhead: Option<&Bound<'_, PyAny>>,
) -> PyResult<EngineOptions> {
    let count = |object: Option<&Bound<'_, PyAny>>, what: &str, default: usize| match object {
        None => Ok(default),
        Some(object) => integer(object, what)?
            .ok_or_else(|| EngineError::new_err(format!("{what} is out of range"))),
    };
    let default = EngineOptions::default();
    Ok(EngineOptions {
        hash_mib: count(hash_mib, "hash_mib", default.hash_mib)?,
        threads: count(threads, "threads", default.threads)?,
        move_overhead: move_overhead
            .map_or(Ok(Duration::ZERO), |time| seconds(time, "move_overhead"))?,
        ..default
    })
}

impl PyEngine {
    /// The engine, once no other thread has it; a signal handler that raises ends the waiting.
    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Engine>> {
        loop {
            let guard = match self.engine.try_lock() {
                Ok(guard) => guard,
                Err(TryLockError::Poisoned(poisoned)) => PoisonError::into_inner(poisoned),
                Err(TryLockError::WouldBlock) => {
                    if self.owner.load(Ordering::Relaxed) != process::id() {
                        // The thread that holds the lock was not copied by the fork.
                        return Err(EngineError::new_err(
                            "this process was forked in the middle of a search: make a new Engine",
                        ));
                    }
                    py.detach(|| thread::sleep(POLL));
                    py.check_signals()?;
                    continue;
                }
            };
            self.owner.store(process::id(), Ordering::Relaxed);
            return Ok(guard);
        }
    }

    fn search(
        &self,
        py: Python<'_>,
        object: &Bound<'_, PyAny>,
        limit: &PyLimit,
    ) -> PyResult<SearchResult> {
        let game = subject(object)?;
        let mut guard = self.lock(py)?;
        let engine = &mut *guard;
        let result = interrupt::run(py, || self.stop.stop(), || engine.search(&game, &limit.0));
        if result.is_err() {
            // The search may have ended by itself, and the next one is not to be stopped.
            self.stop.reset();
        }
        result
    }
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (hash_mib = None, threads = None, move_overhead = None),
           text_signature = "(hash_mib=16, threads=1, move_overhead=0.0)")]
    fn new(
        py: Python<'_>,
        hash_mib: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        move_overhead: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyEngine> {
        let options = options(hash_mib, threads, move_overhead)?;
        let engine = py.detach(|| Engine::new(options)).map_err(errors::engine)?;
        Ok(PyEngine {
            stop: engine.stop_handle(),
            engine: Mutex::new(engine),
            options,
            owner: AtomicU32::new(process::id()),
        })
    }

    /// Search the best move. Where time is limited, a move that is the only one is played at once.
    ///
    /// Parameters
    /// ----------
    /// game : Game or Position
    ///     A game's earlier positions count for repetitions.
    /// limit : Limit
    ///     When the search ends.
    ///
    /// Returns
    /// -------
    /// PlayResult
    ///     Always with a legal move, unless the game is over.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Engine, Limit, Position
    /// >>> Engine().play(Position.from_fen('9/2S,8 80 80 S 1'), Limit(depth=3)).move
    /// 1
    fn play(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        limit: &Bound<'_, PyLimit>,
    ) -> PyResult<PyPlayResult> {
        let limit = PyLimit(limit.get().0.clone().forced_at_once());
        Ok(PyPlayResult::of(&self.search(py, game, &limit)?))
    }

    /// Search and tell what was found.
    ///
    /// Parameters
    /// ----------
    /// game : Game or Position
    ///     A game's earlier positions count for repetitions.
    /// limit : Limit
    ///     When the search ends, and how many lines it gives.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Engine, Limit, Position
    /// >>> info = Engine().analyse(Position(), Limit(depth=5, lines=3))
    /// >>> info.depth, [len(line.pv) > 0 for line in info.lines]
    /// (5, [True, True, True])
    fn analyse(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        limit: &Bound<'_, PyLimit>,
    ) -> PyResult<PyInfo> {
        Ok(PyInfo::of(&self.search(py, game, limit.get())?))
    }

    /// End the search that another thread runs. If none runs, the next one ends at once; ``reset_stop`` takes that back.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Engine, Limit, Position
    /// >>> engine = Engine()
    /// >>> engine.stop()
    /// >>> engine.play(Position(), Limit(infinite=True)).move is None
    /// False
    fn stop(&self) {
        self.stop.stop();
    }

    /// Take back a ``stop`` that no search has used: one that came when the search had ended by itself.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Engine, Limit, Position
    /// >>> engine = Engine()
    /// >>> engine.stop()
    /// >>> engine.reset_stop()
    /// >>> engine.analyse(Position(), Limit(depth=3)).depth
    /// 3
    fn reset_stop(&self) {
        self.stop.reset();
    }

    /// Forget everything that was learned from earlier searches.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Engine
    /// >>> Engine().clear()
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let mut guard = self.lock(py)?;
        let engine = &mut *guard;
        py.detach(|| engine.clear());
        Ok(())
    }

    /// A new dict of the options: ``hash_mib``, ``threads``, ``move_overhead``, as ``Engine`` takes them.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Engine
    /// >>> Engine(hash_mib=4).options
    /// {'hash_mib': 4, 'threads': 1, 'move_overhead': 0.0}
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        options.set_item("hash_mib", self.options.hash_mib)?;
        options.set_item("threads", self.options.threads)?;
        options.set_item("move_overhead", self.options.move_overhead.as_secs_f64())?;
        Ok(options)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (usize, usize, f64)) {
        let options = slf.get().options;
        let overhead = options.move_overhead.as_secs_f64();
        let arguments = (options.hash_mib, options.threads, overhead);
        (slf.get_type().into_any(), arguments)
    }

    fn __repr__(&self) -> String {
        let EngineOptions {
            hash_mib, threads, ..
        } = self.options;
        let overhead = self.options.move_overhead.as_secs_f64();
        format!("Engine(hash_mib={hash_mib}, threads={threads}, move_overhead={overhead:?})")
    }
}
