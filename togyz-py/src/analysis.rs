//! `Analysis`: a search that runs while Python goes on.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use togyz::{Game, Info, Limits, SearchResult, StopHandle};

use crate::engine::Shared;
use crate::errors::EngineError;
use crate::info::{PyInfo, PyPlayResult};
use crate::interrupt::POLL;

/// What the searching thread tells.
enum News {
    Info(Info),
    Done(PyResult<SearchResult>),
}

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Waiting,
    Running,
    Over,
}

/// Stops this search and no other one of the engine.
struct Control {
    phase: Mutex<Phase>,
    cancelled: AtomicBool,
    stop: StopHandle,
}

impl Control {
    fn enter(&self, phase: Phase) {
        let mut now = self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        *now = phase;
        match phase {
            Phase::Running if self.cancelled.load(Ordering::Relaxed) => self.stop.stop(),
            // The engine's next search is not to be stopped by this one's stop.
            Phase::Over => self.stop.reset(),
            Phase::Waiting | Phase::Running => {}
        }
    }

    fn stop(&self) {
        let now = self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        self.cancelled.store(true, Ordering::Relaxed);
        if *now == Phase::Running {
            self.stop.stop();
        }
    }
}

/// Ends the search as over, also by a panic.
struct Over(Arc<Control>);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.enter(Phase::Over);
    }
}

/// A search that runs beside Python, as ``Engine.analysis`` begins it.
///
/// Iterate over it for an ``Info`` after each iteration of the search; ``stop`` ends it from any thread, ``wait`` gives
/// its answer. As a context manager it is stopped at the end of the block. If nobody holds it any more, it stops.
///
/// Examples
/// --------
/// >>> import togyz
/// >>> with togyz.Engine().analysis(togyz.Position(), togyz.Limit(infinite=True)) as analysis:
/// ...     for info in analysis:
/// ...         if info.depth >= 5:
/// ...             break
/// >>> analysis.wait().move in range(1, 10)
/// True
#[pyclass(name = "Analysis", module = "togyz", frozen)]
pub(crate) struct PyAnalysis {
    news: Mutex<Receiver<News>>,
    control: Arc<Control>,
    last: Mutex<Option<PyInfo>>,
    result: Mutex<Option<PyResult<PyPlayResult>>>,
}

/// Searches, and tells what is found.
fn run(
    shared: &Shared,
    control: &Arc<Control>,
    game: &Game,
    limits: &Limits,
    news: &Sender<News>,
) -> PyResult<SearchResult> {
    let mut thinker = shared.lock_blocking();
    // Dropped before the lock is.
    let over = Over(Arc::clone(control));
    control.enter(Phase::Running);
    let result = thinker.search(game, limits, |info| {
        let heard = news.send(News::Info(info.clone())).is_ok();
        if heard && !control.cancelled.load(Ordering::Relaxed) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    drop(over);
    result
}

impl PyAnalysis {
    pub(crate) fn start(shared: Arc<Shared>, game: Game, limits: Limits) -> PyResult<PyAnalysis> {
        let (sender, news) = channel();
        let control = Arc::new(Control {
            phase: Mutex::new(Phase::Waiting),
            cancelled: AtomicBool::new(false),
            stop: shared.stop.clone(),
        });
        let theirs = Arc::clone(&control);
        thread::Builder::new().spawn(move || {
            let result = run(&shared, &theirs, &game, &limits, &sender);
            // Nobody may listen any more.
            let _ = sender.send(News::Done(result));
        })?;
        Ok(PyAnalysis {
            news: Mutex::new(news),
            control,
            last: Mutex::new(None),
            result: Mutex::new(None),
        })
    }

    /// What comes next, waited for without the interpreter; a signal handler that raises stops the search.
    fn receive(&self, py: Python<'_>) -> PyResult<Option<News>> {
        loop {
            let received = py.detach(|| {
                let news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
                news.recv_timeout(POLL)
            });
            match received {
                Ok(news) => return Ok(Some(news)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals().inspect_err(|_| self.control.stop())?;
                }
            }
        }
    }

    /// The next info, or `None` when the search is over.
    fn next(&self, py: Python<'_>) -> PyResult<Option<PyInfo>> {
        match self.receive(py)? {
            Some(News::Info(info)) => {
                let info = PyInfo::running(&info);
                *lock(&self.last, py) = Some(info.clone());
                Ok(Some(info))
            }
            Some(News::Done(result)) => {
                *lock(&self.result, py) = Some(result.map(|result| PyPlayResult::of(&result)));
                Ok(None)
            }
            None => Ok(None),
        }
    }
}

fn lock<'a, T>(mutex: &'a Mutex<T>, py: Python<'_>) -> MutexGuard<'a, T> {
    mutex
        .lock_py_attached(py)
        .unwrap_or_else(PoisonError::into_inner)
}

impl Drop for PyAnalysis {
    fn drop(&mut self) {
        self.control.stop();
    }
}

#[pymethods]
impl PyAnalysis {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyInfo>> {
        self.next(py)
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __exit__(
        &self,
        py: Python<'_>,
        kind: &Bound<'_, PyAny>,
        _value: &Bound<'_, PyAny>,
        _traceback: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.control.stop();
        match self.wait(py) {
            // The block's own exception is the one to see.
            Err(_) if !kind.is_none() => Ok(()),
            other => other.map(|_| ()),
        }
    }

    /// The last ``Info``, or None before the first one.
    #[getter]
    fn info(&self, py: Python<'_>) -> Option<PyInfo> {
        lock(&self.last, py).clone()
    }

    /// End the search, from any thread. It never stops another search of the engine.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> analysis = togyz.Engine().analysis(togyz.Position(), togyz.Limit(infinite=True))
    /// >>> analysis.stop()
    /// >>> analysis.wait().move is None
    /// False
    fn stop(&self) {
        self.control.stop();
    }

    /// Wait for the end of the search and return its answer. Infos that nobody took are passed over.
    ///
    /// Raises
    /// ------
    /// Exception
    ///     What the engine's evaluator raised.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> analysis = togyz.Engine().analysis(togyz.Position(), togyz.Limit(depth=4))
    /// >>> analysis.wait().info.depth
    /// 4
    fn wait(&self, py: Python<'_>) -> PyResult<PyPlayResult> {
        while self.next(py)?.is_some() {}
        match &*lock(&self.result, py) {
            Some(Ok(result)) => Ok(result.clone()),
            Some(Err(error)) => Err(error.clone_ref(py)),
            None => Err(EngineError::new_err("the search came to no end")),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        match &*lock(&self.last, py) {
            Some(info) => format!("<Analysis: {}>", info.summary()),
            None => "<Analysis: nothing yet>".to_string(),
        }
    }
}
