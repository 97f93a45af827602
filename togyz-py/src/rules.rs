//! `Rules`.

use pyo3::prelude::*;
use togyz::Rules;

use crate::errors;

/// The rules that a position is played under.
///
/// ``Rules.STANDARD`` is what federations and the large servers play; the other presets differ in whether pit 9 may
/// become a tuzdyk, whether both tuzdyks may have the same number, and whether play goes on past 82.
///
/// Parameters
/// ----------
/// name : str, default "standard"
///     ``"standard"``, ``"master-pro"``, ``"moddable"``, ``"pantusov"``, or any of ``"pit-nine"``, ``"same-number"``
///     and ``"play-out"`` joined by ``+``.
///
/// Raises
/// ------
/// ParseError
///     If there are no such rules.
///
/// Examples
/// --------
/// >>> from togyz import Rules
/// >>> Rules("master-pro") == Rules.MASTER_PRO
/// True
/// >>> Rules("pit-nine+play-out")
/// Rules('pantusov')
#[pyclass(name = "Rules", module = "togyz", frozen, eq, hash, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyRules(pub(crate) Rules);

/// The rules of an optional argument: standard if it is left out.
pub(crate) fn or_standard(rules: Option<PyRules>) -> Rules {
    rules.map_or(Rules::STANDARD, |PyRules(rules)| rules)
}

/// The Python expression of some rules.
pub(crate) fn repr(rules: Rules) -> String {
    format!("Rules('{rules}')")
}

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (name = "standard"))]
    fn new(py: Python<'_>, name: &str) -> PyResult<PyRules> {
        name.parse()
            .map(PyRules)
            .map_err(|error: togyz::ParseRulesError| errors::unreadable(py, &error))
    }

    /// What federations and the large servers play.
    #[classattr]
    const STANDARD: PyRules = PyRules(Rules::STANDARD);
    /// Play goes on past 82 until a player is stuck.
    #[classattr]
    const MASTER_PRO: PyRules = PyRules(Rules::MASTER_PRO);
    /// Both tuzdyks may have the same number.
    #[classattr]
    const MODDABLE: PyRules = PyRules(Rules::MODDABLE);
    /// Pit 9 may become a tuzdyk, and play goes on past 82.
    #[classattr]
    const PANTUSOV: PyRules = PyRules(Rules::PANTUSOV);

    /// The name, which ``Rules`` takes.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Rules
    /// >>> Rules.MODDABLE.name
    /// 'moddable'
    #[getter]
    fn name(&self) -> String {
        self.0.to_string()
    }

    /// Whether the other side's pit 9 may become a tuzdyk.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Rules
    /// >>> Rules.STANDARD.allows_pit_nine
    /// False
    #[getter]
    fn allows_pit_nine(&self) -> bool {
        self.0.allows_pit_nine()
    }

    /// Whether a pit with the number of the other side's tuzdyk may be claimed.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Rules
    /// >>> Rules.MODDABLE.allows_same_number
    /// True
    #[getter]
    fn allows_same_number(&self) -> bool {
        self.0.allows_same_number()
    }

    /// Whether play goes on after a kazan has reached 82.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Rules
    /// >>> Rules.MASTER_PRO.plays_out
    /// True
    #[getter]
    fn plays_out(&self) -> bool {
        self.0.plays_out()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        repr(self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().0.to_string(),))
    }
}
