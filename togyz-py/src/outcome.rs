//! `Outcome`.

use pyo3::prelude::*;
use pyo3::types::PyType;
use togyz::{BySide, EndReason, Outcome, ParseEndReasonError};

use crate::errors;
use crate::pickle::{self, Reduced};
use crate::side::{self, PySide};

/// How a game ended.
///
/// Examples
/// --------
/// >>> from togyz import Position
/// >>> outcome = Position.from_fen('9/2S,8 80 80 N 1').outcome()
/// >>> str(outcome)
/// 'south wins 82-80, no-moves'
/// >>> outcome.winner, outcome.reason, outcome.kazans
/// (Side.SOUTH, 'no-moves', (82, 80))
#[pyclass(name = "Outcome", module = "togyz", frozen, eq, hash, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyOutcome(pub(crate) Outcome);

/// Both sides' values as a tuple, South first.
pub(crate) fn pair<T>(values: BySide<T>) -> (T, T) {
    (values.south, values.north)
}

type State = (Option<Py<PySide>>, &'static str, (u8, u8));

#[pymethods]
impl PyOutcome {
    #[classmethod]
    fn _restore(
        cls: &Bound<'_, PyType>,
        winner: Option<PySide>,
        reason: &str,
        kazans: (u8, u8),
    ) -> PyResult<PyOutcome> {
        let reason: EndReason = reason
            .parse()
            .map_err(|error: ParseEndReasonError| errors::unreadable(cls.py(), &error))?;
        let (south, north) = kazans;
        Ok(PyOutcome(Outcome {
            winner: winner.map(|PySide(side)| side),
            reason,
            kazans: BySide { south, north },
        }))
    }

    /// The winner, or None for a draw.
    #[getter]
    fn winner(&self, py: Python<'_>) -> PyResult<Option<Py<PySide>>> {
        side::optional(py, self.0.winner)
    }

    /// ``"majority"``, ``"no-moves"``, ``"agreement"``, ``"resignation"``, ``"time"``, ``"repetition"`` or
    /// ``"max-plies"``.
    #[getter]
    fn reason(&self) -> &'static str {
        self.0.reason.name()
    }

    /// South's and North's final kazan, with the stones that were swept when a player was stuck.
    #[getter]
    fn kazans(&self) -> (u8, u8) {
        pair(self.0.kazans)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome: {}>", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, State> {
        let this = slf.get();
        let state = (this.winner(slf.py())?, this.reason(), this.kazans());
        pickle::through(slf, "_restore", state)
    }
}
