//! `Record` and the reader of records.

use pyo3::prelude::*;
use pyo3::types::PyType;
use togyz::notation::record::{self, Mode, Record};

use crate::errors;
use crate::game::{self, PyGame};
use crate::pickle::{self, Reduced};

/// A game as a record tells it.
///
/// Examples
/// --------
/// >>> import togyz
/// >>> [record] = togyz.read_records('1. 76 {strong} 98 1-0')
/// >>> record.game.moves, record.result, record.comments
/// ([7, 9], '1-0', [(1, 'strong')])
#[pyclass(name = "Record", module = "togyz", frozen)]
pub(crate) struct PyRecord {
    game: Py<PyGame>,
    result: Option<String>,
    comments: Vec<(usize, String)>,
    warnings: Vec<String>,
}

type State = (
    Py<PyGame>,
    Option<String>,
    Vec<(usize, String)>,
    Vec<String>,
);

/// The mode of the reader that Python calls strict or not.
pub(crate) fn mode(strict: bool) -> Mode {
    if strict { Mode::Strict } else { Mode::Lenient }
}

impl PyRecord {
    fn of(py: Python<'_>, record: Record) -> PyResult<PyRecord> {
        Ok(PyRecord {
            game: Py::new(py, PyGame::of(record.game))?,
            result: record.result.map(|result| result.to_string()),
            comments: record.comments,
            warnings: record.warnings.iter().map(ToString::to_string).collect(),
        })
    }
}

#[pymethods]
impl PyRecord {
    #[classmethod]
    fn _restore(
        _cls: &Bound<'_, PyType>,
        game: Py<PyGame>,
        result: Option<String>,
        comments: Vec<(usize, String)>,
        warnings: Vec<String>,
    ) -> PyRecord {
        PyRecord {
            game,
            result,
            comments,
            warnings,
        }
    }

    /// The game, with its tags.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The result as written, or None.
    #[getter]
    fn result(&self) -> Option<&str> {
        self.result.as_deref()
    }

    /// Comments with the ply they follow, 0 for before the first move.
    #[getter]
    fn comments(&self) -> Vec<(usize, String)> {
        self.comments.clone()
    }

    /// What disagreed with the board, with line and column, if the reader was not strict.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    /// The record as a PGN, its comments at their places.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> [record] = togyz.read_records('1. 76(10) {strong} 98 *')
    /// >>> record.to_pgn()
    /// '[Result "*"]\n\n1. 76(10) {strong} 1... 98 *\n'
    fn to_pgn(&self) -> String {
        record::pgn_with_comments(&self.game.get().snapshot(), &self.comments)
    }

    fn __repr__(&self) -> String {
        let game = self.game.get().snapshot();
        let warnings = self.warnings.len();
        format!(
            "<Record: {} plies, {}, {warnings} warnings>",
            game.ply(),
            game.result()
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Option<bool> {
        let other = other.cast::<PyRecord>().ok()?.get();
        let games = (self.game.get().snapshot(), other.game.get().snapshot());
        Some(
            game::same(&games.0, &games.1)
                && self.result == other.result
                && self.comments == other.comments
                && self.warnings == other.warnings,
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, State> {
        let this = slf.get();
        let state = (
            this.game(slf.py()),
            this.result.clone(),
            this.comments(),
            this.warnings(),
        );
        pickle::through(slf, "_restore", state)
    }
}

/// Read all games of a text; the format is recognised by content.
///
/// PGN as PlayOK and Cute Games write it, TGK, lines of pit numbers, and ``id<TAB>result<TAB>moves``.
///
/// Parameters
/// ----------
/// text : str
///     The records.
/// strict : bool, default True
///     Whether a redundant part that disagrees with the board (landing digit, tuzdyk mark, printed score, result) is
///     an error; if not, it is kept in the record's ``warnings``. An illegal move is an error either way.
///
/// Returns
/// -------
/// list of Record
///     The games in their order.
///
/// Raises
/// ------
/// ParseError
///     For the first fault, with line and column.
///
/// Examples
/// --------
/// >>> import togyz
/// >>> [record.game.moves for record in togyz.read_records('# two games\n7 9\n1 2 3')]
/// [[7, 9], [1, 2, 3]]
/// >>> togyz.read_records('1. 75', strict=False)[0].warnings
/// ['line 1, column 4, ply 1: the landing digit is 5, but the last stone falls in pit north 6, found "75"']
#[pyfunction]
#[pyo3(signature = (text, strict = true))]
pub(crate) fn read_records(py: Python<'_>, text: &str, strict: bool) -> PyResult<Vec<PyRecord>> {
    let mode = mode(strict);
    py.detach(|| record::read(text, mode).collect::<Result<Vec<Record>, _>>())
        .map_err(|error| errors::record(py, &error))?
        .into_iter()
        .map(|record| PyRecord::of(py, record))
        .collect()
}
