//! `Hint` and `Reason`: what to play, and why.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use togyz::{Hint, Language, Position, Reason};

use crate::effect::{PitPair, PyEffect, pit};
use crate::errors;
use crate::info::PyLine;
use crate::moves::{MoveArg, number, numbers};
use crate::pickle::{self, Reduced};
use crate::score::PyScore;

/// The language of a code.
pub(crate) fn language(code: &str) -> PyResult<Language> {
    let found = Language::ALL
        .into_iter()
        .find(|language| language.code() == code);
    found.ok_or_else(|| PyValueError::new_err("a language is en, kk, ky or ru"))
}

/// One reason for a move.
///
/// Examples
/// --------
/// >>> import togyz
/// >>> hint = togyz.hint(togyz.Position.from_fen('1S,7,1S/8,1S 80 79 S 1'), togyz.Limit(depth=4))
/// >>> [reason.kind for reason in hint.reasons][:2]
/// ['only-legal-move', 'wins-by-force']
/// >>> hint.reasons[1].data
/// {'kind': 'wins-by-force', 'plies': 1}
#[pyclass(name = "Reason", module = "togyz", frozen, eq, hash, from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyReason(Reason);

#[pymethods]
impl PyReason {
    #[classmethod]
    fn _restore(cls: &Bound<'_, PyType>, text: &str) -> PyResult<PyReason> {
        serde_json::from_str(text)
            .map(PyReason)
            .map_err(|error| errors::unreadable(cls.py(), &error))
    }

    /// What it is, such as ``"captures"``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind()
    }

    /// The pit that it is about, as a side and a number, or None.
    #[getter]
    fn pit(&self, py: Python<'_>) -> PyResult<Option<PitPair>> {
        self.0.pit().map(|place| pit(py, place)).transpose()
    }

    /// A new dict of all that it says: ``kind``, and as the kind has them ``pit``, ``stones``, ``plies``, ``loss`` and
    /// ``earns``.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (json(&self.0)?,))
    }

    /// The reason in words; the move is the subject.
    ///
    /// Parameters
    /// ----------
    /// language : str, default "en"
    ///     ``"en"``, ``"kk"``, ``"ky"`` or ``"ru"``.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> hint = togyz.hint(togyz.Position.from_fen('9/2S,8 80 80 S 1'))
    /// >>> hint.reasons[0].words()
    /// 'the only move there is'
    #[pyo3(signature = (language = "en"))]
    fn words(&self, language: &str) -> PyResult<String> {
        Ok(self.0.words(self::language(language)?))
    }

    fn __str__(&self) -> String {
        self.0.words(Language::English)
    }

    fn __repr__(&self) -> String {
        format!("<Reason: {}>", self.0.words(Language::English))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (String,)> {
        let state = (json(&slf.get().0)?,);
        pickle::through(slf, "_restore", state)
    }
}

/// A value as JSON.
pub(crate) fn json<T: serde::Serialize>(value: &T) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Advice about a move.
///
/// Examples
/// --------
/// >>> import togyz
/// >>> hint = togyz.hint(togyz.Game(), togyz.Limit(depth=6))
/// >>> hint.move == hint.line[0], len(hint.alternatives) >= 2, len(hint.reasons) >= 1
/// (True, True, True)
#[pyclass(name = "Hint", module = "togyz", frozen, eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyHint {
    hint: Hint,
    before: Position,
}

impl PyHint {
    pub(crate) fn new(before: Position, hint: Hint) -> PyHint {
        PyHint { hint, before }
    }
}

type State = (PyEffect, PyScore, Vec<u32>, Vec<PyLine>, Vec<PyReason>);

#[pymethods]
impl PyHint {
    #[classmethod]
    fn _restore(
        _cls: &Bound<'_, PyType>,
        effect: &Bound<'_, PyEffect>,
        score: PyScore,
        line: Vec<MoveArg>,
        alternatives: Vec<PyLine>,
        reasons: Vec<PyReason>,
    ) -> PyHint {
        let (effect, before) = (effect.get().effect(), effect.get().before());
        let hint = Hint {
            mv: effect.mv,
            effect,
            score: score.0,
            line: line.into_iter().map(|MoveArg(mv)| mv).collect(),
            alternatives: alternatives.into_iter().map(PyLine::inner).collect(),
            reasons: reasons.into_iter().map(|PyReason(reason)| reason).collect(),
        };
        PyHint { hint, before }
    }

    /// The move.
    #[getter]
    fn r#move(&self) -> u32 {
        number(self.hint.mv)
    }

    /// What it does at once.
    #[getter]
    fn effect(&self) -> PyEffect {
        PyEffect::new(self.before, self.hint.effect)
    }

    /// Its value for the player on turn.
    #[getter]
    fn score(&self) -> PyScore {
        PyScore(self.hint.score)
    }

    /// Stones that it brings into the player's kazan at once.
    #[getter]
    fn gain(&self) -> u8 {
        self.hint.gain()
    }

    /// The expected line, the move first.
    #[getter]
    fn line(&self) -> Vec<u32> {
        numbers(self.hint.line.iter().copied())
    }

    /// Other moves with their lines, best first.
    #[getter]
    fn alternatives(&self) -> Vec<PyLine> {
        self.hint
            .alternatives
            .iter()
            .cloned()
            .map(PyLine::of)
            .collect()
    }

    /// Why, the most telling reason first; never empty.
    #[getter]
    fn reasons(&self) -> Vec<PyReason> {
        self.hint.reasons.iter().cloned().map(PyReason).collect()
    }

    fn __repr__(&self) -> String {
        let reason = self.hint.reasons.first();
        let reason = reason.map_or_else(String::new, |reason| reason.words(Language::English));
        format!(
            "<Hint: move {}, {}, {reason}>",
            self.hint.mv, self.hint.score
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, State> {
        let this = slf.get();
        let state = (
            this.effect(),
            this.score(),
            this.line(),
            this.alternatives(),
            this.reasons(),
        );
        pickle::through(slf, "_restore", state)
    }
}
