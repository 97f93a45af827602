//! The numpy arrays that a batch writes.

use numpy::ndarray::Dimension;
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadwriteArray,
    PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray4,
};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use togyz::learn::{BatchArrays, Observation, ObservationsMut};

/// The arrays of the games' observations.
pub(super) enum Observations {
    Counts(Py<PyArray2<u8>>),
    Planes(Py<PyArray4<f32>>),
    Nowhere,
}

/// The arrays that Python sees and every step writes.
pub(super) struct Buffers {
    pub(super) observations: Observations,
    pub(super) action_mask: Py<PyArray2<i8>>,
    pub(super) current_player: Py<PyArray1<i8>>,
    pub(super) rewards: Py<PyArray2<f32>>,
    pub(super) terminated: Py<PyArray1<bool>>,
    pub(super) truncated: Py<PyArray1<bool>>,
    pub(super) end_reason: Py<PyArray1<u8>>,
    pub(super) ply: Py<PyArray1<i32>>,
}

enum BorrowedObservations<'py> {
    Counts(PyReadwriteArray2<'py, u8>),
    Planes(PyReadwriteArray4<'py, f32>),
    Nowhere,
}

/// The arrays while they are written.
pub(super) struct Borrowed<'py> {
    observations: BorrowedObservations<'py>,
    action_mask: PyReadwriteArray2<'py, i8>,
    current_player: PyReadwriteArray1<'py, i8>,
    rewards: PyReadwriteArray2<'py, f32>,
    terminated: PyReadwriteArray1<'py, bool>,
    truncated: PyReadwriteArray1<'py, bool>,
    end_reason: PyReadwriteArray1<'py, u8>,
    ply: PyReadwriteArray1<'py, i32>,
}

fn borrow<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    array: &Py<PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let array = array.bind(py).try_readwrite();
    array.map_err(|error| PyRuntimeError::new_err(format!("an array of the batch: {error}")))
}

fn slice<'a, T: Element, D: Dimension>(
    array: &'a mut PyReadwriteArray<'_, T, D>,
) -> PyResult<&'a mut [T]> {
    Ok(array.as_slice_mut()?)
}

impl Buffers {
    pub(super) fn new(py: Python<'_>, n: usize, observation: Option<Observation>) -> Buffers {
        let observations = match observation {
            None => Observations::Nowhere,
            Some(Observation::Counts) => {
                Observations::Counts(PyArray2::zeros(py, [n, 22], false).unbind())
            }
            Some(Observation::Planes) => {
                Observations::Planes(PyArray4::zeros(py, [n, 28, 2, 9], false).unbind())
            }
        };
        Buffers {
            observations,
            action_mask: PyArray2::zeros(py, [n, 9], false).unbind(),
            current_player: PyArray1::zeros(py, n, false).unbind(),
            rewards: PyArray2::zeros(py, [n, 2], false).unbind(),
            terminated: PyArray1::zeros(py, n, false).unbind(),
            truncated: PyArray1::zeros(py, n, false).unbind(),
            end_reason: PyArray1::zeros(py, n, false).unbind(),
            ply: PyArray1::zeros(py, n, false).unbind(),
        }
    }

    pub(super) fn borrow<'py>(&self, py: Python<'py>) -> PyResult<Borrowed<'py>> {
        Ok(Borrowed {
            observations: match &self.observations {
                Observations::Counts(array) => BorrowedObservations::Counts(borrow(py, array)?),
                Observations::Planes(array) => BorrowedObservations::Planes(borrow(py, array)?),
                Observations::Nowhere => BorrowedObservations::Nowhere,
            },
            action_mask: borrow(py, &self.action_mask)?,
            current_player: borrow(py, &self.current_player)?,
            rewards: borrow(py, &self.rewards)?,
            terminated: borrow(py, &self.terminated)?,
            truncated: borrow(py, &self.truncated)?,
            end_reason: borrow(py, &self.end_reason)?,
            ply: borrow(py, &self.ply)?,
        })
    }
}

impl Borrowed<'_> {
    pub(super) fn slices(&mut self) -> PyResult<BatchArrays<'_>> {
        Ok(BatchArrays {
            observations: match &mut self.observations {
                BorrowedObservations::Counts(array) => ObservationsMut::Counts(slice(array)?),
                BorrowedObservations::Planes(array) => ObservationsMut::Planes(slice(array)?),
                BorrowedObservations::Nowhere => ObservationsMut::Nowhere,
            },
            action_mask: slice(&mut self.action_mask)?,
            current_player: slice(&mut self.current_player)?,
            rewards: slice(&mut self.rewards)?,
            terminated: slice(&mut self.terminated)?,
            truncated: slice(&mut self.truncated)?,
            end_reason: slice(&mut self.end_reason)?,
            ply: slice(&mut self.ply)?,
        })
    }
}
