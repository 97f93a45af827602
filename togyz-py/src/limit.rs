//! `Limit`.

use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use togyz::{Clock, Limits, MoveSet};

use crate::moves::{MoveArg, numbers};
use crate::numbers::{positive, seconds};

/// When a search ends: at the first of its limits, at a proven result, or when it is stopped.
///
/// At least one of ``depth``, ``nodes``, ``soft_nodes``, ``time`` and ``clock`` is needed; endless search is asked for
/// with ``infinite=True``.
///
/// Parameters
/// ----------
/// depth : int, optional
///     Plies, from 1.
/// nodes : int, optional
///     Positions visited, from 1.
/// soft_nodes : int, optional
///     Positions visited, from 1, after which no iteration begins; the one that runs is finished.
/// time : float, optional
///     Seconds for this move.
/// clock : float, optional
///     Seconds left on the clock of the player on turn, of which the search takes a share.
/// increment : float, optional
///     Seconds added to the clock after each move.
/// lines : int, default 1
///     How many of the best moves are searched to the full.
/// moves : sequence of int, optional
///     The moves to look at. Those that are illegal do not count; if none is legal, all legal moves are looked at.
/// infinite : bool, default False
///     Search until stopped.
///
/// Raises
/// ------
/// ValueError
///     If there is no limit, or a number is out of range.
///
/// Examples
/// --------
/// >>> from togyz import Limit
/// >>> Limit(time=0.5, depth=20)
/// Limit(depth=20, time=0.5)
#[pyclass(name = "Limit", module = "togyz", frozen, eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyLimit(pub(crate) Limits);

fn limited(moves: Option<Vec<MoveArg>>) -> PyResult<MoveSet> {
    match moves {
        None => Ok(MoveSet::ALL),
        Some(moves) if moves.is_empty() => Err(PyValueError::new_err("no move to look at")),
        Some(moves) => Ok(moves.into_iter().map(|MoveArg(mv)| mv).collect()),
    }
}

#[pymethods]
impl PyLimit {
    #[new]
    #[pyo3(signature = (*, depth = None, nodes = None, time = None, clock = None, increment = None,
                        lines = None, moves = None, infinite = false, soft_nodes = None),
           text_signature = "(*, depth=None, nodes=None, time=None, clock=None, increment=None, lines=1, \
                             moves=None, infinite=False, soft_nodes=None)")]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn new(
        depth: Option<&Bound<'_, PyAny>>,
        nodes: Option<&Bound<'_, PyAny>>,
        time: Option<&Bound<'_, PyAny>>,
        clock: Option<&Bound<'_, PyAny>>,
        increment: Option<&Bound<'_, PyAny>>,
        lines: Option<&Bound<'_, PyAny>>,
        moves: Option<Vec<MoveArg>>,
        infinite: bool,
        soft_nodes: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyLimit> {
        let lines = lines.map_or(Ok(1), |lines| positive(lines, "lines"))?;
        let mut limits = match (clock, increment) {
            (Some(clock), increment) => Limits::clock(Clock {
                remaining: seconds(clock, "clock")?,
                increment: increment
                    .map_or(Ok(Duration::ZERO), |time| seconds(time, "increment"))?,
            }),
            (None, Some(_)) => return Err(PyValueError::new_err("an increment needs a clock")),
            (None, None) => Limits::infinite(),
        };
        if let Some(depth) = depth {
            limits = limits.and_depth(positive(depth, "depth")?);
        }
        if let Some(nodes) = nodes {
            limits = limits.and_nodes(positive(nodes, "nodes")?);
        }
        if let Some(nodes) = soft_nodes {
            limits = limits.and_soft_nodes(positive(nodes, "soft_nodes")?);
        }
        if let Some(time) = time {
            limits = limits.and_time(seconds(time, "time")?);
        }
        let limit = PyLimit(limits.lines(lines).only(limited(moves)?));
        match (limit.infinite(), infinite) {
            (true, false) => Err(PyValueError::new_err(
                "a limit is needed: depth, nodes, soft_nodes, time or clock, or infinite=True",
            )),
            (false, true) => Err(PyValueError::new_err("an infinite search has no limit")),
            _ => Ok(limit),
        }
    }

    /// Plies, or None.
    #[getter]
    fn depth(&self) -> Option<u32> {
        self.0.max_depth()
    }

    /// Positions visited, or None.
    #[getter]
    fn nodes(&self) -> Option<u64> {
        self.0.max_nodes()
    }

    /// Positions visited after which no iteration begins, or None.
    #[getter]
    fn soft_nodes(&self) -> Option<u64> {
        self.0.max_soft_nodes()
    }

    /// Seconds for this move, or None.
    #[getter]
    fn time(&self) -> Option<f64> {
        self.0.move_time().map(|time| time.as_secs_f64())
    }

    /// Seconds left on the clock, or None.
    #[getter]
    fn clock(&self) -> Option<f64> {
        self.0
            .game_clock()
            .map(|clock| clock.remaining.as_secs_f64())
    }

    /// Seconds added to the clock after each move, or None without a clock.
    #[getter]
    fn increment(&self) -> Option<f64> {
        self.0
            .game_clock()
            .map(|clock| clock.increment.as_secs_f64())
    }

    /// How many of the best moves are searched to the full.
    #[getter]
    fn lines(&self) -> usize {
        self.0.line_count()
    }

    /// The moves to look at, lowest first, or None for all.
    #[getter]
    fn moves(&self) -> Option<Vec<u32>> {
        let moves = self.0.allowed_moves();
        (moves != MoveSet::ALL).then(|| numbers(moves))
    }

    /// Whether only a stop or a proven result ends the search.
    #[getter]
    fn infinite(&self) -> bool {
        self.depth().is_none()
            && self.nodes().is_none()
            && self.soft_nodes().is_none()
            && self.time().is_none()
            && self.clock().is_none()
    }

    fn __repr__(&self) -> String {
        let float = |value: Option<f64>| value.map(|value| format!("{value:?}"));
        let parts = [
            ("depth", self.depth().map(|depth| depth.to_string())),
            ("nodes", self.nodes().map(|nodes| nodes.to_string())),
            (
                "soft_nodes",
                self.soft_nodes().map(|nodes| nodes.to_string()),
            ),
            ("time", float(self.time())),
            ("clock", float(self.clock())),
            ("increment", float(self.increment())),
            (
                "lines",
                Some(self.lines())
                    .filter(|&lines| lines > 1)
                    .map(|lines| lines.to_string()),
            ),
            ("moves", self.moves().map(|moves| format!("{moves:?}"))),
            ("infinite", self.infinite().then(|| "True".to_string())),
        ];
        let written = parts
            .into_iter()
            .filter_map(|(name, value)| Some(format!("{name}={}", value?)));
        format!("Limit({})", written.collect::<Vec<_>>().join(", "))
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let keywords = PyDict::new(py);
        keywords.set_item("depth", self.depth())?;
        keywords.set_item("nodes", self.nodes())?;
        keywords.set_item("soft_nodes", self.soft_nodes())?;
        keywords.set_item("time", self.time())?;
        keywords.set_item("clock", self.clock())?;
        keywords.set_item("increment", self.increment())?;
        keywords.set_item("lines", self.lines())?;
        keywords.set_item("moves", self.moves())?;
        keywords.set_item("infinite", self.infinite())?;
        Ok((PyTuple::empty(py), keywords))
    }
}
