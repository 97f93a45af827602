//! `Score`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use togyz::Score;

use crate::numbers::{integer, real};
use crate::pickle::{self, Reduced};

/// The value of a position for the player on turn.
///
/// It is an expected margin in stones, or a win or loss in a number of plies, or a certain draw. Scores can be
/// compared; ``-score`` is the same one for the other player.
///
/// Examples
/// --------
/// >>> from togyz import Score
/// >>> Score.win(3) > Score.win(5) > Score.from_stones(40) > Score.loss(8)
/// True
/// >>> -Score.from_stones(1.25)
/// Score.from_stones(-1.25)
#[pyclass(
    name = "Score",
    module = "togyz",
    frozen,
    eq,
    ord,
    hash,
    from_py_object
)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyScore(pub(crate) Score);

/// More stones than any margin has.
const MAX_STONES: f64 = 1_000.0;

fn plies(object: &Bound<'_, PyAny>) -> PyResult<u32> {
    integer(object, "a number of plies")?
        .ok_or_else(|| PyValueError::new_err("a number of plies is 0 or more, within reason"))
}

#[pymethods]
impl PyScore {
    /// An expected margin: stones of the player on turn minus the other's at the end, in hundredths.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Score
    /// >>> str(Score.from_stones(1.25))
    /// '+1.25'
    #[classmethod]
    fn from_stones(_cls: &Bound<'_, PyType>, stones: &Bound<'_, PyAny>) -> PyResult<PyScore> {
        let stones = real(stones, "a margin")?;
        if stones.abs() <= MAX_STONES {
            Ok(PyScore(Score::Stones((stones * 100.0).round() as i32)))
        } else {
            Err(PyValueError::new_err("a margin is -1000 to 1000 stones"))
        }
    }

    /// The player on turn wins in so many plies.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Score
    /// >>> Score.win(13).win_in
    /// 13
    #[classmethod]
    fn win(_cls: &Bound<'_, PyType>, plies: &Bound<'_, PyAny>) -> PyResult<PyScore> {
        Ok(PyScore(Score::Win(self::plies(plies)?)))
    }

    /// The player on turn loses in so many plies.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Score
    /// >>> str(Score.loss(8))
    /// 'loss in 8'
    #[classmethod]
    fn loss(_cls: &Bound<'_, PyType>, plies: &Bound<'_, PyAny>) -> PyResult<PyScore> {
        Ok(PyScore(Score::Loss(self::plies(plies)?)))
    }

    /// The game is a draw under best play.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Score
    /// >>> Score.draw().is_proven
    /// True
    #[classmethod]
    fn draw(_cls: &Bound<'_, PyType>) -> PyScore {
        PyScore(Score::Draw)
    }

    /// The expected margin in stones, or None for a won or lost game.
    #[getter]
    fn stones(&self) -> Option<f64> {
        self.0.stones()
    }

    /// Plies to the win, or None.
    #[getter]
    fn win_in(&self) -> Option<u32> {
        match self.0 {
            Score::Win(plies) => Some(plies),
            _ => None,
        }
    }

    /// Plies to the loss, or None.
    #[getter]
    fn loss_in(&self) -> Option<u32> {
        match self.0 {
            Score::Loss(plies) => Some(plies),
            _ => None,
        }
    }

    /// Whether the result is certain: a win, a loss or a draw.
    #[getter]
    fn is_proven(&self) -> bool {
        self.0.is_proven()
    }

    /// Chances of a win, a draw and a loss for the player on turn, as the engine's games against itself ended.
    ///
    /// Returns
    /// -------
    /// tuple of float
    ///     Win, draw and loss; they add up to 1.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Score
    /// >>> [round(chance, 2) for chance in Score.from_stones(10).wdl()]
    /// [0.73, 0.05, 0.22]
    fn wdl(&self) -> (f64, f64, f64) {
        let wdl = self.0.wdl();
        (wdl.win, wdl.draw, wdl.loss)
    }

    /// The expected result for the player on turn by ``wdl``: 1 for a win, one half for a draw, 0 for a loss.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Score
    /// >>> round(Score.from_stones(10).expectation(), 2), Score.win(3).expectation()
    /// (0.75, 1.0)
    fn expectation(&self) -> f64 {
        self.0.expectation()
    }

    fn __neg__(&self) -> PyScore {
        PyScore(-self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        match self.0 {
            Score::Stones(hundredths) => {
                format!("Score.from_stones({:?})", f64::from(hundredths) / 100.0)
            }
            Score::Draw => "Score.draw()".to_string(),
            Score::Win(plies) => format!("Score.win({plies})"),
            Score::Loss(plies) => format!("Score.loss({plies})"),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, Bound<'py, PyTuple>> {
        let py = slf.py();
        let (maker, state) = match slf.get().0 {
            Score::Stones(hundredths) => {
                let stones = f64::from(hundredths) / 100.0;
                ("from_stones", (stones,).into_pyobject(py)?)
            }
            Score::Draw => ("draw", PyTuple::empty(py)),
            Score::Win(plies) => ("win", (plies,).into_pyobject(py)?),
            Score::Loss(plies) => ("loss", (plies,).into_pyobject(py)?),
        };
        pickle::through(slf, maker, state)
    }
}
