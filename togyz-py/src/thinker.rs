//! The engine inside an `Engine`: with the evaluation that comes with it, or with a Python function.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use togyz::{
    Annotation, Engine, EngineError, EngineOptions, Evaluator, Game, Hint, Info, Limits, Position,
    SearchResult, StopHandle,
};

use crate::numbers::real;
use crate::position::PyPosition;

/// A Python function from a position to the expected margin in stones for the player on turn.
pub(crate) struct PyEvaluator {
    function: Py<PyAny>,
    failure: Arc<Failure>,
}

/// The first exception of an evaluator, which ends the search.
#[derive(Default)]
pub(crate) struct Failure {
    error: Mutex<Option<PyErr>>,
    stop: Mutex<Option<StopHandle>>,
}

impl Failure {
    fn set(&self, error: PyErr) {
        let mut slot = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        slot.get_or_insert(error);
        if let Some(stop) = &*self.stop.lock().unwrap_or_else(PoisonError::into_inner) {
            stop.stop();
        }
    }

    fn is_set(&self) -> bool {
        let slot = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        slot.is_some()
    }

    fn take(&self) -> Option<PyErr> {
        self.error
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }
}

impl PyEvaluator {
    fn ask(&self, py: Python<'_>, position: &Position) -> PyResult<i32> {
        let value = self.function.bind(py).call1((PyPosition(*position),))?;
        let stones = real(&value, "an evaluation")?;
        if stones.is_nan() {
            let message = "an evaluation is a number of stones, not nan";
            return Err(pyo3::exceptions::PyValueError::new_err(message));
        }
        // The conversion saturates.
        Ok((stones * 100.0).round() as i32)
    }
}

impl Evaluator for PyEvaluator {
    fn evaluate(&self, position: &Position) -> i32 {
        // Nothing is asked while the interpreter ends.
        let value = Python::try_attach(|py| {
            self.ask(py, position).unwrap_or_else(|error| {
                self.failure.set(error);
                0
            })
        });
        value.unwrap_or(0)
    }
}

/// One of the two engines.
pub(crate) enum Thinker {
    Own(Box<Engine>),
    Python(Engine<PyEvaluator>, Arc<Failure>),
}

impl Thinker {
    pub(crate) fn new(
        options: EngineOptions,
        evaluator: Option<Py<PyAny>>,
    ) -> Result<Thinker, EngineError> {
        let Some(function) = evaluator else {
            return Engine::new(options).map(|engine| Thinker::Own(Box::new(engine)));
        };
        let failure = Arc::new(Failure::default());
        let evaluator = PyEvaluator {
            function,
            failure: Arc::clone(&failure),
        };
        let engine = Engine::with_evaluator(evaluator, options)?;
        *failure.stop.lock().unwrap_or_else(PoisonError::into_inner) = Some(engine.stop_handle());
        Ok(Thinker::Python(engine, failure))
    }

    pub(crate) fn stop_handle(&self) -> StopHandle {
        match self {
            Thinker::Own(engine) => engine.stop_handle(),
            Thinker::Python(engine, _) => engine.stop_handle(),
        }
    }

    pub(crate) fn clear(&mut self) {
        match self {
            Thinker::Own(engine) => engine.clear(),
            Thinker::Python(engine, _) => engine.clear(),
        }
    }

    /// The best move with its reasons.
    pub(crate) fn hint(&mut self, game: &Game, limits: &Limits) -> PyResult<Option<Hint>> {
        match self {
            Thinker::Own(engine) => Ok(engine.hint(game, limits)),
            Thinker::Python(engine, failure) => {
                let hint = engine.hint(game, limits);
                failure.take().map_or(Ok(hint), Err)
            }
        }
    }

    /// What is said about a game, as far as it goes until it is stopped.
    pub(crate) fn annotate(
        &mut self,
        game: &Game,
        limits: &Limits,
        stopped: &AtomicBool,
    ) -> PyResult<Annotation> {
        let go_on = |_: &_| match stopped.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        match self {
            Thinker::Own(engine) => Ok(engine.annotate_with(game, limits, go_on)),
            Thinker::Python(engine, failure) => {
                let failed = Arc::clone(failure);
                let annotation =
                    engine.annotate_with(game, limits, |annotated| match failed.is_set() {
                        true => ControlFlow::Break(()),
                        false => go_on(annotated),
                    });
                failure.take().map_or(Ok(annotation), Err)
            }
        }
    }

    /// Searches; an exception of the evaluator is the result.
    pub(crate) fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        report: impl FnMut(&Info) -> ControlFlow<()>,
    ) -> PyResult<SearchResult> {
        match self {
            Thinker::Own(engine) => Ok(engine.search_with(game, limits, report)),
            Thinker::Python(engine, failure) => {
                let result = engine.search_with(game, limits, report);
                failure.take().map_or(Ok(result), Err)
            }
        }
    }
}
