//! `Side`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use togyz::Side;

use crate::errors;

/// A player: ``Side.SOUTH`` moves first from the start position, ``Side.NORTH`` second.
///
/// There are two objects of this class, so ``is`` works. ``Side("south")`` gives the one with that name.
///
/// Parameters
/// ----------
/// name : str
///     ``"south"``, ``"north"``, ``"s"`` or ``"n"``, in any case.
///
/// Examples
/// --------
/// >>> from togyz import Side
/// >>> Side.SOUTH.opposite
/// Side.NORTH
/// >>> str(Side.SOUTH), Side("north") is Side.NORTH
/// ('south', True)
#[pyclass(name = "Side", module = "togyz", frozen, eq, hash, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PySide(pub(crate) Side);

static SIDES: PyOnceLock<[Py<PySide>; 2]> = PyOnceLock::new();

/// The one Python object of a side.
pub(crate) fn object(py: Python<'_>, side: Side) -> PyResult<Py<PySide>> {
    let [south, north] = SIDES.get_or_try_init(py, || -> PyResult<_> {
        Ok([
            Py::new(py, PySide(Side::South))?,
            Py::new(py, PySide(Side::North))?,
        ])
    })?;
    Ok(match side {
        Side::South => south.clone_ref(py),
        Side::North => north.clone_ref(py),
    })
}

/// The one Python object of a side, if there is a side.
pub(crate) fn optional(py: Python<'_>, side: Option<Side>) -> PyResult<Option<Py<PySide>>> {
    side.map(|side| object(py, side)).transpose()
}

/// The Python expression of a side.
pub(crate) fn repr(side: Side) -> &'static str {
    match side {
        Side::South => "Side.SOUTH",
        Side::North => "Side.NORTH",
    }
}

#[pymethods]
impl PySide {
    #[new]
    fn new(py: Python<'_>, name: &str) -> PyResult<Py<PySide>> {
        let side = name
            .parse::<Side>()
            .map_err(|error| errors::unreadable(py, &error))?;
        object(py, side)
    }

    /// The first player.
    #[classattr]
    #[allow(non_snake_case)]
    fn SOUTH(py: Python<'_>) -> PyResult<Py<PySide>> {
        object(py, Side::South)
    }

    /// The second player.
    #[classattr]
    #[allow(non_snake_case)]
    fn NORTH(py: Python<'_>) -> PyResult<Py<PySide>> {
        object(py, Side::North)
    }

    /// The other player.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Side
    /// >>> Side.NORTH.opposite
    /// Side.SOUTH
    #[getter]
    fn opposite(&self, py: Python<'_>) -> PyResult<Py<PySide>> {
        object(py, !self.0)
    }

    /// The name, ``"south"`` or ``"north"``.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Side
    /// >>> Side.NORTH.name
    /// 'north'
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn __str__(&self) -> &'static str {
        self.0.name()
    }

    fn __repr__(&self) -> &'static str {
        repr(self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (&'static str,)) {
        (slf.get_type().into_any(), (slf.get().0.name(),))
    }
}
