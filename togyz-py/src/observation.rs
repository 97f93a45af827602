//! What a learner sees, and what it means.

use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use togyz::Position;
use togyz::learn::{Observation, ParseObservationError, write_planes};

use crate::errors;

/// The form of observation that a name stands for.
pub(crate) fn kind(py: Python<'_>, name: &str) -> PyResult<Observation> {
    name.parse()
        .map_err(|error: ParseObservationError| errors::unreadable(py, &error))
}

/// One observation as a new array.
pub(crate) fn array<'py>(
    py: Python<'py>,
    position: &Position,
    kind: Observation,
) -> PyResult<Bound<'py, PyAny>> {
    match kind {
        Observation::Counts => Ok(PyArray1::from_slice(py, &position.counts()).into_any()),
        Observation::Planes => {
            let mut planes = vec![0.0; kind.len()];
            write_planes(position, &mut planes);
            let array: Bound<'py, PyArrayDyn<f32>> =
                PyArray1::from_vec(py, planes).reshape(kind.shape())?;
            Ok(array.into_any())
        }
    }
}

/// The legal actions as a new array of nine `int8`.
pub(crate) fn mask<'py>(py: Python<'py>, position: &Position) -> Bound<'py, PyArray1<i8>> {
    let legal = position.legal_moves().bits();
    let flags: [i8; 9] = std::array::from_fn(|pit| (legal >> pit & 1) as i8);
    PyArray1::from_slice(py, &flags)
}

type Part = (usize, usize, &'static str, u8, &'static str);

/// What the places of an observation mean.
///
/// Parameters
/// ----------
/// kind : str, default "counts"
///     ``"counts"`` or ``"planes"``.
///
/// Returns
/// -------
/// list of tuple
///     For each stretch along the first axis: its first place, the place after its last, a name, the greatest value
///     (the least is 0), and the meaning.
///
/// Examples
/// --------
/// >>> import togyz
/// >>> togyz.observation_parts()[2]
/// (18, 19, 'own kazan', 162, "stones in the mover's kazan")
#[pyfunction]
#[pyo3(signature = (kind = "counts"))]
pub(crate) fn observation_parts(py: Python<'_>, kind: &str) -> PyResult<Vec<Part>> {
    let parts = self::kind(py, kind)?.parts();
    Ok(parts
        .into_iter()
        .map(|part| {
            (
                part.places.start,
                part.places.end,
                part.name,
                part.high,
                part.meaning,
            )
        })
        .collect())
}
