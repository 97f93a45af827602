//! `Engine`.

use std::ops::ControlFlow;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use togyz::{EngineOptions, Game, Limits, SearchResult, StopHandle};

use crate::analysis::PyAnalysis;
use crate::annotation::PyAnnotation;
use crate::errors::{self, EngineError};
use crate::game::PyGame;
use crate::hint::PyHint;
use crate::info::{PyInfo, PyPlayResult};
use crate::interrupt::{self, POLL};
use crate::limit::PyLimit;
use crate::numbers::{integer, seconds, wrong_type};
use crate::position::PyPosition;
use crate::thinker::Thinker;

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
/// evaluator : callable, optional
///     A function from a ``Position`` that is not over to the expected margin in stones for the player on turn, by the
///     position alone. It takes the place of the evaluation that comes with the engine; the search is then as fast as
///     the function. An exception in it ends the search and is raised there.
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
/// >>> def kazans(position):
/// ...     side = position.side_to_move
/// ...     return position.kazan(side) - position.kazan(side.opposite)
/// >>> Engine(evaluator=kazans).play(game, Limit(depth=3)).move in game.legal_moves
/// True
#[pyclass(name = "Engine", module = "togyz", frozen)]
pub(crate) struct PyEngine {
    shared: Arc<Shared>,
    options: EngineOptions,
    evaluator: Option<Py<PyAny>>,
}

/// What the engine and the searches that run beside Python share.
pub(crate) struct Shared {
    thinker: Mutex<Thinker>,
    /// Apart from the engine, so that a stop waits for nobody.
    pub(crate) stop: StopHandle,
    /// The process that locked the engine last.
    owner: AtomicU32,
}

impl Shared {
    /// The engine, once no other thread has it; for threads without an interpreter.
    pub(crate) fn lock_blocking(&self) -> MutexGuard<'_, Thinker> {
        let guard = self.thinker.lock().unwrap_or_else(PoisonError::into_inner);
        self.owner.store(process::id(), Ordering::Relaxed);
        guard
    }

    /// The engine, once no other thread has it; a signal handler that raises ends the waiting.
    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Thinker>> {
        loop {
            let guard = match self.thinker.try_lock() {
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
}

/// The limit of a question that names none.
fn question() -> Limits {
    Limits::time(Duration::from_millis(500))
}

/// The game of an argument that is a game or a position.
pub(crate) fn subject(object: &Bound<'_, PyAny>) -> PyResult<Game> {
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
    /// Work with the engine, which Ctrl-C ends; the work sees that it was stopped for good.
    fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Thinker, &AtomicBool) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let mut guard = self.shared.lock(py)?;
        let thinker = &mut *guard;
        let stopped = AtomicBool::new(false);
        let stop = || {
            stopped.store(true, Ordering::Relaxed);
            self.shared.stop.stop();
        };
        let result = interrupt::run(py, stop, || work(thinker, &stopped));
        let result = result.and_then(|result| result);
        if result.is_err() {
            // The work may have ended by itself, and the next search is not to be stopped.
            self.shared.stop.reset();
        }
        result
    }

    fn search(
        &self,
        py: Python<'_>,
        object: &Bound<'_, PyAny>,
        limit: &PyLimit,
    ) -> PyResult<SearchResult> {
        let game = subject(object)?;
        self.work(py, |thinker, _| {
            thinker.search(&game, &limit.0, |_| ControlFlow::Continue(()))
        })
    }
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (hash_mib = None, threads = None, move_overhead = None, evaluator = None),
           text_signature = "(hash_mib=16, threads=1, move_overhead=0.0, evaluator=None)")]
    fn new(
        py: Python<'_>,
        hash_mib: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        move_overhead: Option<&Bound<'_, PyAny>>,
        evaluator: Option<Py<PyAny>>,
    ) -> PyResult<PyEngine> {
        let options = options(hash_mib, threads, move_overhead)?;
        if let Some(function) = &evaluator
            && !function.bind(py).is_callable()
        {
            return Err(PyTypeError::new_err("an evaluator is callable"));
        }
        let function = evaluator.as_ref().map(|function| function.clone_ref(py));
        let thinker = py
            .detach(|| Thinker::new(options, function))
            .map_err(errors::engine)?;
        Ok(PyEngine {
            shared: Arc::new(Shared {
                stop: thinker.stop_handle(),
                thinker: Mutex::new(thinker),
                owner: AtomicU32::new(process::id()),
            }),
            options,
            evaluator,
        })
    }

    /// Start a program that speaks the Universal Game Interface and use it as an engine; see `togyz.ugi.UgiEngine`.
    ///
    /// Parameters
    /// ----------
    /// command : str or sequence of str
    ///     The program, with its arguments if it is a sequence.
    /// options : dict, optional
    ///     Options of the program and their values.
    ///
    /// Returns
    /// -------
    /// togyz.ugi.UgiEngine
    ///     With ``play``, ``analyse``, ``stop`` and ``close``; a context manager.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> togyz.Engine.popen_ugi('/no/such/program')
    /// Traceback (most recent call last):
    ///     ...
    /// FileNotFoundError: [Errno 2] No such file or directory: '/no/such/program'
    #[classmethod]
    #[pyo3(signature = (command, options = None))]
    fn popen_ugi<'py>(
        cls: &Bound<'py, PyType>,
        command: Bound<'py, PyAny>,
        options: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = cls.py().import("togyz.ugi")?;
        module.getattr("UgiEngine")?.call1((command, options))
    }

    /// Begin a search that runs beside Python, and tell what it finds as it goes.
    ///
    /// Parameters
    /// ----------
    /// game : Game or Position
    ///     A game's earlier positions count for repetitions.
    /// limit : Limit, optional
    ///     When the search ends; without one it runs until it is stopped.
    ///
    /// Returns
    /// -------
    /// Analysis
    ///     To be iterated over, stopped, or waited for.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Engine, Limit, Position
    /// >>> [info.depth for info in Engine().analysis(Position(), Limit(depth=4))]
    /// [1, 2, 3, 4]
    #[pyo3(signature = (game, limit = None))]
    fn analysis(
        &self,
        game: &Bound<'_, PyAny>,
        limit: Option<&Bound<'_, PyLimit>>,
    ) -> PyResult<PyAnalysis> {
        let limits = limit.map_or_else(Limits::infinite, |limit| limit.get().0.clone());
        PyAnalysis::start(Arc::clone(&self.shared), subject(game)?, limits)
    }

    /// The function that evaluates positions, or None for the evaluation that comes with the engine.
    #[getter]
    fn evaluator(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.evaluator
            .as_ref()
            .map(|function| function.clone_ref(py))
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

    /// The best move with its reasons; None if the game is over. At least three moves are compared.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Engine, Limit, Position
    /// >>> Engine().hint(Position.from_fen('9/2S,8 80 80 S 1'), Limit(depth=3)).move
    /// 1
    #[pyo3(signature = (game, limit = None))]
    fn hint(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        limit: Option<&Bound<'_, PyLimit>>,
    ) -> PyResult<Option<PyHint>> {
        let game = subject(game)?;
        let limits = limit.map_or_else(question, |limit| limit.get().0.clone());
        let before = *game.position();
        let hint = self.work(py, |thinker, _| thinker.hint(&game, &limits))?;
        Ok(hint.map(|hint| PyHint::new(before, hint)))
    }

    /// Look at every move of a game. What was learned from earlier searches is forgotten.
    ///
    /// Parameters
    /// ----------
    /// game : Game
    ///     The game.
    /// limit : Limit, optional
    ///     The limit of each search, half a second if left out: one for every position, and one more where the move
    ///     played is not the best.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Engine, Game, Limit
    /// >>> len(Engine().annotate(Game.from_record('7 9'), Limit(depth=4)))
    /// 2
    #[pyo3(signature = (game, limit = None))]
    fn annotate(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        limit: Option<&Bound<'_, PyLimit>>,
    ) -> PyResult<PyAnnotation> {
        let game = subject(game)?;
        let limits = limit.map_or_else(question, |limit| limit.get().0.clone());
        self.work(py, |thinker, stopped| {
            thinker.annotate(&game, &limits, stopped)
        })
        .map(PyAnnotation)
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
        self.shared.stop.stop();
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
        self.shared.stop.reset();
    }

    /// Forget everything that was learned from earlier searches.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Engine
    /// >>> Engine().clear()
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let mut guard = self.shared.lock(py)?;
        let thinker = &mut *guard;
        py.detach(|| thinker.clear());
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

    #[expect(clippy::type_complexity, reason = "a class and its arguments")]
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> (Bound<'py, PyAny>, (usize, usize, f64, Option<Py<PyAny>>)) {
        let options = slf.get().options;
        let overhead = options.move_overhead.as_secs_f64();
        let evaluator = slf.get().evaluator(slf.py());
        let arguments = (options.hash_mib, options.threads, overhead, evaluator);
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

/// An engine that lives for one question.
fn passing(py: Python<'_>) -> PyResult<PyEngine> {
    let size = 8u8.into_pyobject(py)?.into_any();
    PyEngine::new(py, Some(&size), None, None, None)
}

/// The best move with its reasons, by a new engine; None if the game is over.
///
/// Parameters
/// ----------
/// game : Game or Position
///     What is asked about.
/// limit : Limit, optional
///     The limit of the search, half a second if left out.
///
/// Examples
/// --------
/// >>> import togyz
/// >>> hint = togyz.hint(togyz.Position.from_fen('9/2S,8 80 80 S 1'))
/// >>> hint.move, str(hint.reasons[0])
/// (1, 'the only move there is')
#[pyfunction]
#[pyo3(signature = (game, limit = None))]
pub(crate) fn hint(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    limit: Option<&Bound<'_, PyLimit>>,
) -> PyResult<Option<PyHint>> {
    passing(py)?.hint(py, game, limit)
}

/// Look at every move of a game, by a new engine.
///
/// Parameters
/// ----------
/// game : Game
///     The game.
/// limit : Limit, optional
///     The limit of each search, half a second if left out.
///
/// Examples
/// --------
/// >>> import togyz
/// >>> len(togyz.annotate(togyz.Game.from_record('7 9'), togyz.Limit(depth=4)))
/// 2
#[pyfunction]
#[pyo3(signature = (game, limit = None))]
pub(crate) fn annotate(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    limit: Option<&Bound<'_, PyLimit>>,
) -> PyResult<PyAnnotation> {
    passing(py)?.annotate(py, game, limit)
}
