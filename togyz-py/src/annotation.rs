//! `Annotation` and `AnnotatedMove`: what a search says about a game that was played.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use togyz::{AnnotatedMove, Annotation, Mark};

use crate::effect::{PitPair, pit};
use crate::errors;
use crate::hint::json;
use crate::moves::{number, numbers};
use crate::pickle::{self, Reduced};
use crate::score::PyScore;
use crate::side::{self, PySide};

/// A move of a game with what a search says about it. Scores are from the view of the player who moves.
///
/// Examples
/// --------
/// >>> import togyz
/// >>> annotation = togyz.annotate(togyz.Game.from_record('7 9 1'), togyz.Limit(nodes=5000))
/// >>> third = annotation.moves[2]
/// >>> third.ply, third.side, third.move, third.mark != 'best', third.best != 1
/// (3, Side.SOUTH, 1, True, True)
#[pyclass(name = "AnnotatedMove", module = "togyz", frozen, eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyAnnotatedMove(AnnotatedMove);

#[pymethods]
impl PyAnnotatedMove {
    #[classmethod]
    fn _restore(cls: &Bound<'_, PyType>, text: &str) -> PyResult<PyAnnotatedMove> {
        serde_json::from_str(text)
            .map(PyAnnotatedMove)
            .map_err(|error| errors::unreadable(cls.py(), &error))
    }

    /// Number of the ply, from 1.
    #[getter]
    fn ply(&self) -> usize {
        self.0.ply
    }

    /// Who plays it.
    #[getter]
    fn side(&self, py: Python<'_>) -> PyResult<Py<PySide>> {
        side::object(py, self.0.side)
    }

    /// The move played.
    #[getter]
    fn r#move(&self) -> u32 {
        number(self.0.mv)
    }

    /// The value with the best move.
    #[getter]
    fn before(&self) -> PyScore {
        PyScore(self.0.before)
    }

    /// The value with the move played.
    #[getter]
    fn after(&self) -> PyScore {
        PyScore(self.0.after)
    }

    /// ``"best"``, ``"good"``, ``"inaccuracy"``, ``"mistake"`` or ``"blunder"``.
    #[getter]
    fn mark(&self) -> &'static str {
        self.0.mark.name()
    }

    /// The mark as records write it, such as ``"?"``.
    #[getter]
    fn sign(&self) -> &'static str {
        self.0.mark.sign()
    }

    /// The best move.
    #[getter]
    fn best(&self) -> u32 {
        number(self.0.best())
    }

    /// The move that the search chose. ``best`` is another where the move played proved as good when looked at alone.
    #[getter]
    fn choice(&self) -> u32 {
        number(self.0.choice)
    }

    /// The best line, the best move first.
    #[getter]
    fn best_line(&self) -> Vec<u32> {
        numbers(self.0.best_line.iter().copied())
    }

    /// Stones given away, or None if either value is decided.
    #[getter]
    fn loss(&self) -> Option<f64> {
        self.0
            .loss()
            .map(|hundredths| f64::from(hundredths) / 100.0)
    }

    /// What the move cost of the expected result, 0 to 1.
    #[getter]
    fn cost(&self) -> f64 {
        self.0.cost()
    }

    /// Whether the result was open before the move: expected between 0.1 and 0.9.
    #[getter]
    fn is_open(&self) -> bool {
        self.0.is_open()
    }

    /// Whether it handed the game over.
    #[getter]
    fn is_turning_point(&self) -> bool {
        self.0.is_turning_point()
    }

    fn __repr__(&self) -> String {
        let AnnotatedMove { ply, side, mv, .. } = &self.0;
        let best = self.0.best();
        format!(
            "<AnnotatedMove: ply {ply}, {side} plays {mv}, {}, best {best}>",
            self.mark()
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (String,)> {
        let state = (json(&slf.get().0)?,);
        pickle::through(slf, "_restore", state)
    }
}

/// What is said about a game.
///
/// Examples
/// --------
/// >>> import togyz
/// >>> annotation = togyz.annotate(togyz.Game.from_record('7 9 1'), togyz.Limit(nodes=5000))
/// >>> len(annotation.moves), len(annotation.curve())
/// (3, 4)
/// >>> annotation.accuracy(togyz.Side.SOUTH) < 100
/// True
#[pyclass(name = "Annotation", module = "togyz", frozen, eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyAnnotation(pub(crate) Annotation);

type Story = (usize, PitPair, u8);

#[pymethods]
impl PyAnnotation {
    #[classmethod]
    fn _restore(cls: &Bound<'_, PyType>, text: &str) -> PyResult<PyAnnotation> {
        serde_json::from_str(text)
            .map(PyAnnotation)
            .map_err(|error| errors::unreadable(cls.py(), &error))
    }

    /// Every move in order.
    #[getter]
    fn moves(&self) -> Vec<PyAnnotatedMove> {
        self.0.moves.iter().cloned().map(PyAnnotatedMove).collect()
    }

    /// South's and North's tuzdyk, each None or the ply that made it, its pit, and the stones that fell on it later.
    #[getter]
    fn tuzdyks(&self, py: Python<'_>) -> PyResult<(Option<Story>, Option<Story>)> {
        let story = |story: Option<togyz::TuzdykStory>| -> PyResult<Option<Story>> {
            story
                .map(|story| Ok((story.ply, pit(py, story.pit)?, story.earned)))
                .transpose()
        };
        Ok((story(self.0.tuzdyks.south)?, story(self.0.tuzdyks.north)?))
    }

    /// How near a side came to the best moves, in percent; None for a side without moves.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> togyz.annotate(togyz.Game()).accuracy(togyz.Side.SOUTH) is None
    /// True
    fn accuracy(&self, side: PySide) -> Option<f64> {
        self.0.accuracy(side.0)
    }

    /// How many moves of a side have a mark.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> togyz.annotate(togyz.Game()).count(togyz.Side.SOUTH, 'blunder')
    /// 0
    fn count(&self, side: PySide, mark: &str) -> PyResult<usize> {
        let known = Mark::ALL.into_iter().find(|known| known.name() == mark);
        let known = known.ok_or_else(|| {
            PyValueError::new_err("a mark is best, good, inaccuracy, mistake or blunder")
        })?;
        Ok(self.0.count(side.0, known))
    }

    /// The moves that handed the game over.
    #[getter]
    fn turning_points(&self) -> Vec<PyAnnotatedMove> {
        self.0
            .turning_points()
            .cloned()
            .map(PyAnnotatedMove)
            .collect()
    }

    /// South's expected result, 0 to 1, before the first move and after each.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> togyz.annotate(togyz.Game()).curve()
    /// []
    fn curve(&self) -> Vec<f64> {
        self.0.curve()
    }

    /// The curve as an SVG image.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> annotation = togyz.annotate(togyz.Game.from_record('7 9 1'), togyz.Limit(nodes=500))
    /// >>> annotation.curve_svg().startswith('<svg')
    /// True
    fn curve_svg(&self) -> String {
        self.0.curve_svg()
    }

    fn _repr_svg_(&self) -> String {
        self.0.curve_svg()
    }

    fn __len__(&self) -> usize {
        self.0.moves.len()
    }

    fn __repr__(&self) -> String {
        let turns = self.0.turning_points().count();
        format!(
            "<Annotation: {} moves, {turns} turning points>",
            self.0.moves.len()
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (String,)> {
        let state = (json(&slf.get().0)?,);
        pickle::through(slf, "_restore", state)
    }
}
