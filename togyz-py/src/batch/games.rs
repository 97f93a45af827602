//! The games of a batch behind their lock, and the arrays that they are written into.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use togyz::StopHandle;
use togyz::learn::{Batch, BatchArrays, BatchError, Observation, Workers};

use super::buffers::Buffers;
use crate::errors::IllegalActionError;
use crate::interrupt;
use crate::numbers::within;

/// Games up to this many are stepped with the lock of the interpreter held: to let go of it would take longer.
const QUICK: usize = 128;

/// What a `PyBatch` consists of.
pub(super) struct Games {
    batch: Mutex<Batch>,
    pub(super) observation: Option<Observation>,
    pub(super) buffers: Buffers,
}

fn refused(error: &BatchError) -> PyErr {
    match error {
        BatchError::IllegalAction { .. } => IllegalActionError::new_err(error.to_string()),
        BatchError::ArrayLength { .. } => PyValueError::new_err(error.to_string()),
    }
}

impl Games {
    /// The games with new arrays, which are written.
    pub(super) fn of(
        py: Python<'_>,
        batch: Batch,
        observation: Option<Observation>,
    ) -> PyResult<Games> {
        let buffers = Buffers::new(py, batch.len(), observation);
        let made = Games {
            batch: Mutex::new(batch),
            observation,
            buffers,
        };
        made.write_with(py, |batch, arrays| batch.write(arrays))?;
        Ok(made)
    }

    pub(super) fn lock(&self, py: Python<'_>) -> MutexGuard<'_, Batch> {
        self.batch
            .lock_py_attached(py)
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on the games and the arrays, without the interpreter if there is much to do.
    pub(super) fn write_with(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Batch, &mut BatchArrays<'_>) -> Result<(), BatchError> + Send,
    ) -> PyResult<()> {
        let mut guard = self.lock(py);
        let batch = &mut *guard;
        let mut borrowed = self.buffers.borrow(py)?;
        let mut arrays = borrowed.slices()?;
        detached_if_many(py, batch, |batch| work(batch, &mut arrays))
    }

    /// An action for every game as a new array.
    pub(super) fn choose<'py>(
        &self,
        py: Python<'py>,
        choose: impl FnOnce(&mut Batch, &mut [i64]) -> Result<(), BatchError> + Send,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut guard = self.lock(py);
        let mut actions = vec![0; guard.len()];
        detached_if_many(py, &mut guard, |batch| choose(batch, &mut actions))?;
        Ok(PyArray1::from_vec(py, actions))
    }

    /// Does long work on a copy, so that Ctrl-C can end it and other threads can go on with the batch.
    pub(super) fn work<T: Send>(
        &self,
        py: Python<'_>,
        threads: Option<&Bound<'_, PyAny>>,
        work: impl FnOnce(&mut Batch, &Workers) -> T + Send,
    ) -> PyResult<T> {
        let threads = threads.map_or(Ok(1), |threads| within(threads, "threads", 1..=256))?;
        let stop = StopHandle::default();
        let workers = Workers {
            threads,
            stop: stop.clone(),
        };
        let mut copy = self.lock(py).branch();
        interrupt::run(py, || stop.stop(), || work(&mut copy, &workers))
    }
}

/// Lets other Python threads run meanwhile if the games are more than `QUICK`.
fn detached_if_many(
    py: Python<'_>,
    batch: &mut Batch,
    work: impl FnOnce(&mut Batch) -> Result<(), BatchError> + Send,
) -> PyResult<()> {
    let result = if batch.len() <= QUICK {
        work(batch)
    } else {
        py.detach(|| work(batch))
    };
    result.map_err(|error| refused(&error))
}
