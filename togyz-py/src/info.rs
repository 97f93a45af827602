//! What a search says: `Line`, `Info` and `PlayResult`.

use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyType;
use togyz::{Info, Line, Move, Score, SearchResult};

use crate::moves::{MoveArg, number, numbers};
use crate::numbers::seconds;
use crate::outcome::PyOutcome;
use crate::pickle::{self, Reduced};
use crate::score::PyScore;

/// One of the best moves with its line.
///
/// Examples
/// --------
/// >>> import togyz
/// >>> line = togyz.Engine().analyse(togyz.Position(), togyz.Limit(depth=4)).lines[0]
/// >>> len(line.pv) > 0, line.score.is_proven
/// (True, False)
#[pyclass(name = "Line", module = "togyz", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyLine(Line);

impl PyLine {
    pub(crate) fn of(line: Line) -> PyLine {
        PyLine(line)
    }

    pub(crate) fn inner(self) -> Line {
        self.0
    }
}

#[pymethods]
impl PyLine {
    #[classmethod]
    fn _restore(_cls: &Bound<'_, PyType>, score: PyScore, pv: Vec<MoveArg>) -> PyLine {
        let pv = pv.into_iter().map(|MoveArg(mv)| mv).collect();
        PyLine(Line { score: score.0, pv })
    }

    /// The value for the player on turn.
    #[getter]
    fn score(&self) -> PyScore {
        PyScore(self.0.score)
    }

    /// The moves expected, the first one to be played.
    #[getter]
    fn pv(&self) -> Vec<u32> {
        numbers(self.0.pv.iter().copied())
    }

    fn __repr__(&self) -> String {
        format!("<Line: {} {}>", self.0.score, words(&self.0.pv))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (PyScore, Vec<u32>)> {
        let this = slf.get();
        pickle::through(slf, "_restore", (this.score(), this.pv()))
    }
}

fn words(moves: &[Move]) -> String {
    moves
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

/// What a search has found.
///
/// Examples
/// --------
/// >>> import togyz
/// >>> info = togyz.Engine().analyse(togyz.Position(), togyz.Limit(depth=6, lines=2))
/// >>> info.depth, len(info.lines), info.pv == info.lines[0].pv
/// (6, 2, True)
#[pyclass(name = "Info", module = "togyz", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyInfo {
    info: Info,
    /// Also there when the game is over and no line is.
    score: PyScore,
}

impl PyInfo {
    pub(crate) fn of(result: &SearchResult) -> PyInfo {
        PyInfo {
            info: result.info.clone(),
            score: PyScore(result.score),
        }
    }

    /// What a search that goes on has found.
    pub(crate) fn running(info: &Info) -> PyInfo {
        let best = info.lines.first();
        PyInfo {
            score: PyScore(best.map_or(Score::Stones(0), |line| line.score)),
            info: info.clone(),
        }
    }

    /// Depth, positions, score and line in a few words.
    pub(crate) fn summary(&self) -> String {
        let Info { depth, nodes, .. } = self.info;
        let pv = self.info.lines.first().map_or(&[][..], |line| &line.pv);
        format!(
            "depth {depth}, {nodes} nodes, {} {}",
            self.score.0,
            words(pv)
        )
    }
}

type InfoState = (u32, u32, u64, f64, u32, Vec<PyLine>, PyScore);

#[pymethods]
impl PyInfo {
    #[classmethod]
    #[expect(clippy::too_many_arguments, reason = "the fields of an Info")]
    fn _restore(
        _cls: &Bound<'_, PyType>,
        depth: u32,
        seldepth: u32,
        nodes: u64,
        time: &Bound<'_, PyAny>,
        hashfull: u32,
        lines: Vec<PyLine>,
        score: PyScore,
    ) -> PyResult<PyInfo> {
        let time: Duration = seconds(time, "time")?;
        let lines = lines.into_iter().map(|PyLine(line)| line).collect();
        let info = Info {
            depth,
            seldepth,
            nodes,
            time,
            hashfull,
            lines,
        };
        Ok(PyInfo { info, score })
    }

    /// Plies that were searched completely.
    #[getter]
    fn depth(&self) -> u32 {
        self.info.depth
    }

    /// The longest line looked at, in plies.
    #[getter]
    fn seldepth(&self) -> u32 {
        self.info.seldepth
    }

    /// Positions visited, by all threads.
    #[getter]
    fn nodes(&self) -> u64 {
        self.info.nodes
    }

    /// Positions visited a second.
    #[getter]
    fn nps(&self) -> u64 {
        self.info.nps()
    }

    /// Seconds since the search began.
    #[getter]
    fn time(&self) -> f64 {
        self.info.time.as_secs_f64()
    }

    /// How full the table that all threads share is, in thousandths; searches of less than four plies are not kept there.
    #[getter]
    fn hashfull(&self) -> u32 {
        self.info.hashfull
    }

    /// The best moves with their lines, best first; none if the game is over.
    #[getter]
    fn lines(&self) -> Vec<PyLine> {
        self.info.lines.iter().cloned().map(PyLine).collect()
    }

    /// The value of the position for the player on turn.
    #[getter]
    fn score(&self) -> PyScore {
        self.score
    }

    /// The moves expected, the best move first; none if the game is over.
    #[getter]
    fn pv(&self) -> Vec<u32> {
        let best = self.info.lines.first();
        best.map_or_else(Vec::new, |line| numbers(line.pv.iter().copied()))
    }

    fn __repr__(&self) -> String {
        format!("<Info: {}>", self.summary())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, InfoState> {
        let this = slf.get();
        let state = (
            this.depth(),
            this.seldepth(),
            this.nodes(),
            this.time(),
            this.hashfull(),
            this.lines(),
            this.score,
        );
        pickle::through(slf, "_restore", state)
    }
}

/// The move of an engine.
///
/// Examples
/// --------
/// >>> import togyz
/// >>> result = togyz.Engine().play(togyz.Position(), togyz.Limit(depth=4))
/// >>> result.move in range(1, 10), result.outcome is None
/// (True, True)
#[pyclass(name = "PlayResult", module = "togyz", frozen, eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct PyPlayResult {
    best: Option<Move>,
    outcome: Option<PyOutcome>,
    info: PyInfo,
}

impl PyPlayResult {
    pub(crate) fn of(result: &SearchResult) -> PyPlayResult {
        PyPlayResult {
            best: result.best,
            outcome: result.outcome.map(PyOutcome),
            info: PyInfo::of(result),
        }
    }
}

type PlayState = (Option<u32>, Option<PyOutcome>, PyInfo);

#[pymethods]
impl PyPlayResult {
    #[classmethod]
    fn _restore(
        _cls: &Bound<'_, PyType>,
        best: Option<MoveArg>,
        outcome: Option<PyOutcome>,
        info: PyInfo,
    ) -> PyPlayResult {
        PyPlayResult {
            best: best.map(|MoveArg(mv)| mv),
            outcome,
            info,
        }
    }

    /// The move to play, or None if the game is over.
    #[getter]
    fn r#move(&self) -> Option<u32> {
        self.best.map(number)
    }

    /// The value of the position for the player on turn.
    #[getter]
    fn score(&self) -> PyScore {
        self.info.score
    }

    /// The end of the game, if it is over.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        self.outcome
    }

    /// Depth, lines and counts.
    #[getter]
    fn info(&self) -> PyInfo {
        self.info.clone()
    }

    fn __repr__(&self) -> String {
        match self.best {
            Some(mv) => format!("<PlayResult: move {mv}, {}>", self.info.score.0),
            None => "<PlayResult: the game is over>".to_string(),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, PlayState> {
        let this = slf.get();
        let state = (this.r#move(), this.outcome, this.info());
        pickle::through(slf, "_restore", state)
    }
}
