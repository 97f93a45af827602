//! Numbers from Python: any integer type counts, `bool` never does, and no size is an error of its own.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt};

/// Whether an object is a `bool`, Python's or numpy's: the latter is known by its name, because numpy may not be there,
/// and some of its versions take it for an index.
fn is_bool(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    if object.is_exact_instance_of::<PyInt>() || object.is_exact_instance_of::<PyFloat>() {
        return Ok(false);
    }
    let name = object.get_type().name()?;
    Ok(object.is_instance_of::<PyBool>() || name == "bool" || name == "bool_")
}

/// An integer of any type that has `__index__`; `None` if the target type cannot hold it.
pub(crate) fn integer<T: TryFrom<i64>>(
    object: &Bound<'_, PyAny>,
    what: &str,
) -> PyResult<Option<T>> {
    if is_bool(object)? {
        return Err(wrong_type(object, what, "an integer"));
    }
    match object.extract::<i64>() {
        Ok(number) => Ok(T::try_from(number).ok()),
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Ok(None),
        Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => {
            Err(wrong_type(object, what, "an integer"))
        }
        Err(error) => Err(error),
    }
}

/// An integer that is at least 1, or a `ValueError`.
pub(crate) fn positive<T: TryFrom<i64> + PartialOrd + Default>(
    object: &Bound<'_, PyAny>,
    what: &str,
) -> PyResult<T> {
    integer::<T>(object, what)?
        .filter(|number| *number > T::default())
        .ok_or_else(|| PyValueError::new_err(format!("{what} is 1 or more, within reason")))
}

/// An integer within a range, or a `ValueError`.
pub(crate) fn within<T: TryFrom<i64> + PartialOrd + Display>(
    object: &Bound<'_, PyAny>,
    what: &str,
    range: RangeInclusive<T>,
) -> PyResult<T> {
    integer::<T>(object, what)?
        .filter(|number| range.contains(number))
        .ok_or_else(|| {
            let (low, high) = (range.start(), range.end());
            PyValueError::new_err(format!("{what} is {low} to {high}"))
        })
}

/// A seed: any integer from 0 to 2**64 - 1.
pub(crate) fn seed(object: &Bound<'_, PyAny>) -> PyResult<u64> {
    // Refuses what is no integer.
    match integer::<u64>(object, "seed")? {
        Some(seed) => Ok(seed),
        None => object
            .extract::<u64>()
            .map_err(|_| PyValueError::new_err("seed is 0 to 2**64 - 1")),
    }
}

/// A real number; one that is too large is infinite.
pub(crate) fn real(object: &Bound<'_, PyAny>, what: &str) -> PyResult<f64> {
    if is_bool(object)? {
        return Err(wrong_type(object, what, "a number"));
    }
    match object.extract::<f64>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Ok(f64::INFINITY),
        Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => {
            Err(wrong_type(object, what, "a number"))
        }
        other => other,
    }
}

/// Seconds that are finite and not negative, or a `ValueError`.
pub(crate) fn seconds(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Duration> {
    Duration::try_from_secs_f64(real(object, what)?).map_err(|_| {
        PyValueError::new_err(format!(
            "{what} is a number of seconds, finite and not negative"
        ))
    })
}

/// A `TypeError` that names the type that was given.
pub(crate) fn wrong_type(object: &Bound<'_, PyAny>, what: &str, expected: &str) -> PyErr {
    match object.get_type().name() {
        Ok(name) => PyTypeError::new_err(format!("{what} is {expected}, not {name}")),
        Err(error) => error,
    }
}
