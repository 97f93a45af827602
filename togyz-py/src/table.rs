//! `Table`: exact endings.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;
use togyz::endgame::{Distance, Table, TableError, TableOptions};

use crate::errors::ParseError;
use crate::interrupt;
use crate::moves::{number, numbers};
use crate::numbers::integer;
use crate::position::PyPosition;
use crate::rules::{self, PyRules};

/// All positions up to some number of stones on the board, with their exact value.
///
/// Examples
/// --------
/// >>> import togyz
/// >>> table = togyz.Table.build(3)
/// >>> position = togyz.Position.from_fen('8,1S/7,1S,1S 79 80 S 1')
/// >>> table.probe(position).value, table.result(position)
/// (3, 'win')
/// >>> [(entry.move, entry.value) for entry in table.moves(position)]
/// [(9, 3), (8, 0)]
#[pyclass(name = "Table", module = "togyz", frozen)]
pub(crate) struct PyTable(Table);

fn refused(error: TableError) -> PyErr {
    match error {
        TableError::Io { path, error } => match error.raw_os_error() {
            Some(code) => {
                let (text, path) = (error.to_string(), path.display().to_string());
                PyOSError::new_err((code, text, path))
            }
            None => PyOSError::new_err(format!("{}: {error}", path.display())),
        },
        TableError::Foreign(_)
        | TableError::Version { .. }
        | TableError::Length { .. }
        | TableError::Damaged { .. } => ParseError::new_err(error.to_string()),
        other => PyValueError::new_err(other.to_string()),
    }
}

/// A named tuple of the package.
fn named<'py, A>(py: Python<'py>, name: &str, arguments: A) -> PyResult<Bound<'py, PyAny>>
where
    A: pyo3::call::PyCallArgs<'py>,
{
    py.import("togyz._types")?.getattr(name)?.call1(arguments)
}

fn plies(distance: Option<Distance>) -> (Option<u8>, Option<u8>) {
    let (hastened, delayed) = (|d: Distance| d.hastened, |d: Distance| d.delayed);
    (distance.map(hastened), distance.map(delayed))
}

#[pymethods]
impl PyTable {
    /// Build a table. Other Python threads run meanwhile, and Ctrl-C ends it.
    ///
    /// Parameters
    /// ----------
    /// max_stones : int
    ///     The most stones on the board, 0 to 14. A table of 7 takes 20 MB and seconds, one of 10 446 MB and a minute.
    /// rules : Rules, optional
    ///     The rules, standard if left out; only where a tuzdyk may be claimed matters.
    /// distances : bool, default False
    ///     Whether to work out distances too: three times as many bytes.
    /// threads : int, default 0
    ///     Threads to work with, 0 for one on each core.
    /// path : str or path, optional
    ///     A file to write as well.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> togyz.Table.build(2).entries
    /// 11494
    #[classmethod]
    #[pyo3(signature = (max_stones, *, rules = None, distances = false, threads = None, path = None),
           text_signature = "($cls, max_stones, *, rules=None, distances=False, threads=0, path=None)")]
    fn build(
        cls: &Bound<'_, PyType>,
        max_stones: &Bound<'_, PyAny>,
        rules: Option<PyRules>,
        distances: bool,
        threads: Option<&Bound<'_, PyAny>>,
        path: Option<PathBuf>,
    ) -> PyResult<PyTable> {
        let out_of_range = |what: &str| PyValueError::new_err(format!("{what} is out of range"));
        let threads = threads.map_or(Ok(Some(0)), |threads| integer::<u8>(threads, "threads"))?;
        let options = TableOptions {
            max_stones: integer(max_stones, "max_stones")?
                .ok_or_else(|| out_of_range("max_stones"))?,
            rules: rules::or_standard(rules),
            distances,
            threads: usize::from(threads.ok_or_else(|| out_of_range("threads"))?),
        };
        let stopped = AtomicBool::new(false);
        let progress = |_: &_| match stopped.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let stop = || stopped.store(true, Ordering::Relaxed);
        let build = || match path {
            Some(path) => Table::build_file(&options, path, progress),
            None => Table::build_with(&options, progress),
        };
        interrupt::run(cls.py(), stop, build)?
            .map(PyTable)
            .map_err(refused)
    }

    /// Read a file into memory, and check all of it.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> togyz.Table.load('no such file')
    /// Traceback (most recent call last):
    ///     ...
    /// FileNotFoundError: [Errno 2] No such file or directory (os error 2): 'no such file'
    #[classmethod]
    fn load(cls: &Bound<'_, PyType>, path: PathBuf) -> PyResult<PyTable> {
        cls.py()
            .detach(|| Table::load(path))
            .map(PyTable)
            .map_err(refused)
    }

    /// Open a file whose entries are read when they are asked for; ``load`` is faster for many.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> togyz.Table.open('no such file')
    /// Traceback (most recent call last):
    ///     ...
    /// FileNotFoundError: [Errno 2] No such file or directory (os error 2): 'no such file'
    #[classmethod]
    fn open(cls: &Bound<'_, PyType>, path: PathBuf) -> PyResult<PyTable> {
        cls.py()
            .detach(|| Table::open(path))
            .map(PyTable)
            .map_err(refused)
    }

    /// Write the table to a file; an older one is replaced when all is written.
    ///
    /// Examples
    /// --------
    /// >>> import tempfile, togyz
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     togyz.Table.build(1).save(f'{folder}/one.tgt')
    /// ...     togyz.Table.load(f'{folder}/one.tgt').max_stones
    /// 1
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| self.0.save(path)).map_err(refused)
    }

    /// The most stones on the board.
    #[getter]
    fn max_stones(&self) -> u8 {
        self.0.max_stones()
    }

    /// The rules that say where a tuzdyk may be claimed.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.0.rules())
    }

    /// Whether distances are known.
    #[getter]
    fn has_distances(&self) -> bool {
        self.0.has_distances()
    }

    /// How many positions there are, mirrored ones counted once.
    #[getter]
    fn entries(&self) -> u64 {
        self.0.entries()
    }

    /// What is known about a position; None if it has too many stones on the board, or rules with other claims.
    ///
    /// Returns
    /// -------
    /// TableEntry or None
    ///     ``value``, the stones of those on the board that the player on turn gets; ``hastened`` and ``delayed``, plies
    ///     to the end if the player on turn hastens or delays it, None without distances.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> togyz.Table.build(2).probe(togyz.Position()) is None
    /// True
    fn probe<'py>(
        &self,
        py: Python<'py>,
        position: PyPosition,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let entry = self.0.probe(&position.0).map_err(refused)?;
        entry
            .map(|entry| {
                let (hastened, delayed) = plies(entry.distance);
                named(py, "TableEntry", (entry.value, hastened, delayed))
            })
            .transpose()
    }

    /// What a position is worth with its kazans: ``"win"``, ``"draw"`` or ``"loss"`` for the player on turn, or None as
    /// for ``probe``.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> togyz.Table.build(2).result(togyz.Position.from_fen('9/2S,8 80 80 N 1'))
    /// 'loss'
    fn result(&self, position: PyPosition) -> PyResult<Option<&'static str>> {
        let result = self.0.result(&position.0).map_err(refused)?;
        Ok(result.map(togyz::endgame::GameValue::name))
    }

    /// All moves of a position with what they bring, best first; None as for ``probe``.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> [entry.move for entry in togyz.Table.build(2).moves(togyz.Position.from_fen('9/2S,8 80 80 S 1'))]
    /// [1]
    fn moves<'py>(
        &self,
        py: Python<'py>,
        position: PyPosition,
    ) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
        let Some(moves) = self.0.moves(&position.0).map_err(refused)? else {
            return Ok(None);
        };
        let entry = |entry: togyz::endgame::MoveEntry| {
            let (hastened, delayed) = plies(entry.distance);
            let fields = (
                number(entry.mv),
                entry.value,
                entry.result.name(),
                hastened,
                delayed,
            );
            named(py, "TableMove", fields)
        };
        moves
            .into_iter()
            .map(entry)
            .collect::<PyResult<_>>()
            .map(Some)
    }

    /// Best play of both players to the end of the game; None as for ``probe``.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> togyz.Table.build(2).line(togyz.Position.from_fen('8,1S/8,1S 80 80 S 1'))
    /// [9]
    fn line(&self, position: PyPosition) -> PyResult<Option<Vec<u32>>> {
        let line = self.0.line(&position.0).map_err(refused)?;
        Ok(line.map(numbers))
    }

    fn __repr__(&self) -> String {
        let (stones, entries) = (self.0.max_stones(), self.0.entries());
        format!("<Table: {stones} stones, {entries} positions>")
    }
}
