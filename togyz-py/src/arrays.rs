//! Arrays from Python, of the types that people have at hand.

use numpy::{
    Element, PyArray1, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray1, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The array of an argument, as numpy reads it.
fn array<'py>(object: &Bound<'py, PyAny>, what: &str) -> PyResult<Bound<'py, PyUntypedArray>> {
    let py = object.py();
    let array = match object.cast::<PyUntypedArray>() {
        Ok(array) => array.clone(),
        Err(_) => py
            .import("numpy")?
            .call_method1("asarray", (object,))?
            .cast_into::<PyUntypedArray>()?,
    };
    if array.ndim() == 1 {
        return Ok(array);
    }
    let message = format!("{what} has one axis, not {}", array.ndim());
    Err(PyValueError::new_err(message))
}

/// The elements of an array whose kind is one of `kinds`, converted if their type is another.
fn converted<T: Element + Copy>(
    array: &Bound<'_, PyUntypedArray>,
    what: &str,
    kinds: &[u8],
    expected: &str,
) -> PyResult<Vec<T>> {
    let py = array.py();
    let dtype = array.dtype();
    // An empty list is an array of floats.
    if !kinds.contains(&dtype.kind()) && !array.is_empty() {
        let message = format!("{what} holds {expected}, not {dtype}");
        return Err(PyTypeError::new_err(message));
    }
    let options = PyDict::new(py);
    options.set_item("copy", false)?;
    let array = array.call_method("astype", (numpy::dtype::<T>(py),), Some(&options))?;
    let array = array.cast::<PyArray1<T>>()?.try_readonly()?;
    Ok(array.as_array().iter().copied().collect())
}

/// Actions of any integer type. The usual types are read where they are.
pub(crate) enum Actions<'py> {
    I64(PyReadonlyArray1<'py, i64>),
    I32(PyReadonlyArray1<'py, i32>),
    U8(PyReadonlyArray1<'py, u8>),
    Converted(Vec<i64>),
}

impl<'py> Actions<'py> {
    pub(crate) fn read(object: &Bound<'py, PyAny>) -> PyResult<Actions<'py>> {
        fn in_place<'py, T: Element>(
            object: &Bound<'py, PyAny>,
        ) -> PyResult<Option<PyReadonlyArray1<'py, T>>> {
            match object.cast::<PyArray1<T>>() {
                Ok(array) if array.is_c_contiguous() && array.is_aligned() => {
                    Ok(Some(array.try_readonly()?))
                }
                _ => Ok(None),
            }
        }
        if let Some(array) = in_place(object)? {
            return Ok(Actions::I64(array));
        }
        if let Some(array) = in_place(object)? {
            return Ok(Actions::I32(array));
        }
        if let Some(array) = in_place(object)? {
            return Ok(Actions::U8(array));
        }
        let array = array(object, "actions")?;
        converted(&array, "actions", b"iu", "integers").map(Actions::Converted)
    }
}

/// A mask of `bool`.
pub(crate) fn mask(object: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
    converted(&array(object, "mask")?, "mask", b"b", "bool")
}
