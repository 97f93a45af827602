//! What `__reduce__` returns.

use pyo3::prelude::*;

/// A Python callable and its arguments.
pub(crate) type Reduced<'py, S> = PyResult<(Bound<'py, PyAny>, S)>;

/// Pickles an object as a call of a class method.
pub(crate) fn through<'py, T, S>(object: &Bound<'py, T>, maker: &str, state: S) -> Reduced<'py, S> {
    Ok((object.as_any().get_type().getattr(maker)?, state))
}
