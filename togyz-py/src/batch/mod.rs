//! `Batch`.

mod buffers;
mod games;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};
use togyz::learn::{Batch, BatchEnd, BatchOptions, IllegalActions, Observation};
use togyz::{DefaultEvaluator, PackedPosition, Position, Score};

use self::buffers::Observations;
use self::games::Games;
use crate::arrays::{self, Actions};
use crate::limit::PyLimit;
use crate::numbers::{self, integer, positive, within};
use crate::pickle::{self, Reduced};
use crate::position::PyPosition;
use crate::rules::{self, PyRules};
use crate::{errors, observation};

/// More games than any machine holds.
const MAX_GAMES: usize = 1 << 28;

/// Many games that are played side by side, for learners that play themselves.
///
/// Every call works on all games at once and writes its results into arrays that stay where they are for the life of the
/// batch; copy what you keep. Actions are 0 to 8 for pits 1 to 9. A game that is over ignores its action, gets no reward
/// and stays over until ``reset``. The same seed and actions give the same games on every machine.
///
/// The arrays, for ``n`` games:
///
/// ================== ================ ============= =========================================================
/// name               shape            dtype         meaning
/// ================== ================ ============= =========================================================
/// observations       (n, 22)          uint8         ``counts``, from the view of the player on turn
/// observations       (n, 28, 2, 9)    float32       ``planes``, from the view of the player on turn
/// action_mask        (n, 9)           int8          1 for a legal action; all 0 in a game that is over
/// current_player     (n,)             int8          who is on turn, 0 South and 1 North
/// rewards            (n, 2)           float32       South's and North's: 1 and -1 when a step decides a game
/// terminated         (n,)             bool          ended by the rules, or lost by an illegal action
/// truncated          (n,)             bool          cut off at ``max_plies``
/// end_reason         (n,)             uint8         place in ``Batch.END_REASONS``, 0 while the game goes on
/// ply                (n,)             int32         plies since the game was reset
/// ================== ================ ============= =========================================================
///
/// ``togyz.observation_parts`` tells what the places of an observation mean. The batch only writes the arrays: to change
/// them changes no game.
///
/// Parameters
/// ----------
/// n : int
///     How many games.
/// rules : Rules, optional
///     The rules, standard if left out.
/// seed : int, default 0
///     Where random actions, playouts and openings come from, 0 to 2**64 - 1.
/// max_plies : int, default 1000
///     A game of more plies is cut off.
/// opening_plies : int, default 0
///     Random plies before each game, at most 1000; they are not counted.
/// illegal : str, default "error"
///     What an illegal action does: ``"error"`` refuses the step for all games, ``"loss"`` loses that game.
/// observation : str or None, default "counts"
///     ``"counts"``, ``"planes"``, or None for no observations.
///
/// Examples
/// --------
/// >>> import togyz
/// >>> batch = togyz.Batch(2, seed=1)
/// >>> batch.step([6, 0])
/// >>> batch.observations[0, 18:20].tolist(), batch.current_player.tolist()
/// ([0, 10], [1, 1])
/// >>> while not batch.terminated.all():
/// ...     batch.step(batch.random_actions())
/// >>> batch.reset(batch.terminated)
/// >>> batch.ply.tolist()
/// [0, 0]
#[pyclass(name = "Batch", module = "togyz", frozen)]
pub(crate) struct PyBatch(Games);

impl PyBatch {
    /// The positions of the games, for other modules.
    pub(crate) fn current_positions(&self, py: Python<'_>) -> Vec<Position> {
        self.0.lock(py).positions().collect()
    }
}

/// Unreachable but for a stop, which raises by itself.
fn stopped() -> PyErr {
    PyRuntimeError::new_err("the work was stopped")
}

/// An expected margin in stones; infinite if the result is certain.
fn stones(score: Score) -> f32 {
    match score {
        Score::Win(_) => f32::INFINITY,
        Score::Loss(_) => f32::NEG_INFINITY,
        other => other.stones().unwrap_or_default() as f32,
    }
}

#[pymethods]
impl PyBatch {
    /// Names of the codes in ``end_reason``.
    #[classattr]
    #[allow(non_snake_case)]
    fn END_REASONS(py: Python<'_>) -> PyResult<Py<PyTuple>> {
        let names = BatchEnd::ALL.map(BatchEnd::name);
        Ok(PyTuple::new(py, names)?.unbind())
    }

    #[new]
    #[pyo3(signature = (n, rules = None, seed = None, *, max_plies = None, opening_plies = None, illegal = "error",
                        observation = Some("counts")),
           text_signature = "(n, rules=None, seed=0, *, max_plies=1000, opening_plies=0, illegal='error', observation='counts')")]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        py: Python<'_>,
        n: &Bound<'_, PyAny>,
        rules: Option<PyRules>,
        seed: Option<&Bound<'_, PyAny>>,
        max_plies: Option<&Bound<'_, PyAny>>,
        opening_plies: Option<&Bound<'_, PyAny>>,
        illegal: &str,
        observation: Option<&str>,
    ) -> PyResult<PyBatch> {
        let n = within(n, "n", 1..=MAX_GAMES)?;
        let default = BatchOptions::default();
        let options = BatchOptions {
            rules: rules::or_standard(rules),
            seed: seed.map_or(Ok(default.seed), numbers::seed)?,
            max_plies: max_plies.map_or(Ok(default.max_plies), |max| positive(max, "max_plies"))?,
            opening_plies: opening_plies
                .map_or(Ok(0), |plies| within(plies, "opening_plies", 0..=1000))?,
            illegal: match illegal {
                "error" => IllegalActions::Refuse,
                "loss" => IllegalActions::Lose,
                _ => return Err(PyValueError::new_err("illegal is error or loss")),
            },
        };
        let observation = observation
            .map(|name| observation::kind(py, name))
            .transpose()?;
        let batch = py.detach(|| Batch::new(n, options));
        Games::of(py, batch, observation).map(PyBatch)
    }

    #[classmethod]
    fn _restore(
        cls: &Bound<'_, PyType>,
        data: &[u8],
        observation: Option<&str>,
    ) -> PyResult<PyBatch> {
        let py = cls.py();
        let batch = Batch::from_bytes(data).map_err(|error| errors::unreadable(py, &error))?;
        let observation = observation
            .map(|name| observation::kind(py, name))
            .transpose()?;
        Games::of(py, batch, observation).map(PyBatch)
    }

    /// Play one action in every game that is not over.
    ///
    /// Parameters
    /// ----------
    /// actions : array_like of int, shape (n,)
    ///     Any integer type; contiguous ``int64``, ``int32`` and ``uint8`` arrays are read without a copy.
    ///
    /// Raises
    /// ------
    /// IllegalActionError
    ///     If an action is illegal and ``illegal`` is ``"error"``; no game has then moved.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> batch = togyz.Batch(2, illegal='loss')
    /// >>> batch.step([6, -1])
    /// >>> batch.rewards.tolist()
    /// [[0.0, 0.0], [-1.0, 1.0]]
    /// >>> togyz.Batch(1).step([9])
    /// Traceback (most recent call last):
    ///     ...
    /// togyz.IllegalActionError: game 0: action 9 is illegal in 9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        match Actions::read(actions)? {
            Actions::I64(array) => {
                let actions = array.as_slice()?;
                self.0
                    .write_with(py, |batch, arrays| batch.step(actions, arrays))
            }
            Actions::I32(array) => {
                let actions = array.as_slice()?;
                self.0
                    .write_with(py, |batch, arrays| batch.step(actions, arrays))
            }
            Actions::U8(array) => {
                let actions = array.as_slice()?;
                self.0
                    .write_with(py, |batch, arrays| batch.step(actions, arrays))
            }
            Actions::Converted(actions) => self
                .0
                .write_with(py, |batch, arrays| batch.step(&actions, arrays)),
        }
    }

    /// Begin new games.
    ///
    /// Parameters
    /// ----------
    /// mask : array_like of bool, shape (n,), optional
    ///     Which games; all if left out.
    /// seed : int, optional
    ///     Start random numbers afresh from this seed, which resets all games.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> batch = togyz.Batch(2)
    /// >>> batch.step([6, 6])
    /// >>> batch.reset([True, False])
    /// >>> batch.ply.tolist()
    /// [0, 1]
    #[pyo3(signature = (mask = None, *, seed = None))]
    fn reset(
        &self,
        py: Python<'_>,
        mask: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mask = mask.map(arrays::mask).transpose()?;
        let Some(seed) = seed.map(numbers::seed).transpose()? else {
            return self
                .0
                .write_with(py, |batch, arrays| batch.reset(mask.as_deref(), arrays));
        };
        if mask.is_some() {
            return Err(PyValueError::new_err(
                "a seed resets all games: no mask goes with it",
            ));
        }
        self.0.write_with(py, |batch, arrays| {
            batch.reseed(seed);
            batch.write(arrays)
        })
    }

    /// Draw a legal action for every game, all equally likely; -1 where the game is over.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     A new array of int64, shape (n,).
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> togyz.Batch(3, seed=1).random_actions().dtype
    /// dtype('int64')
    fn random_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        self.0.choose(py, Batch::random_actions)
    }

    /// For every game the action that brings the most stones at once, the lowest of equal ones; -1 where the game is
    /// over.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     A new array of int64, shape (n,).
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> togyz.Batch(2).greedy_actions().tolist()
    /// [1, 1]
    fn greedy_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        self.0
            .choose(py, |batch, actions| batch.greedy_actions(actions))
    }

    /// The mean result of random games from each position, for the player on turn, from -1 to 1.
    ///
    /// The games of the batch stay as they are. Other Python threads run meanwhile, and Ctrl-C ends it.
    ///
    /// Parameters
    /// ----------
    /// games : int, default 1
    ///     Random games for each position.
    /// threads : int, default 1
    ///     Threads that share the work; they make no difference to the result.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     A new array of float32, shape (n,).
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> means = togyz.Batch(3, seed=1).playouts(100)
    /// >>> bool((abs(means) < 0.5).all())
    /// True
    #[pyo3(signature = (games = None, *, threads = None),
           text_signature = "($self, games=1, *, threads=1)")]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        games: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let games = games.map_or(Ok(1), |games| positive::<u32>(games, "games"))?;
        let means = self
            .0
            .work(py, threads, |batch, workers| batch.playouts(games, workers))?;
        means
            .map(|means| PyArray1::from_vec(py, means))
            .ok_or_else(stopped)
    }

    /// The engine's static evaluation of each position: the expected margin in stones for the player on turn. A game
    /// that is over has its final margin.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     A new array of float32, shape (n,).
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> values = togyz.Batch(2).evaluate()
    /// >>> bool(values[0] == values[1])
    /// True
    fn evaluate<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        let copy = self.0.lock(py).clone();
        let values = py.detach(|| copy.evaluate(&DefaultEvaluator::default()));
        let stones = values.into_iter().map(|value| value as f32 / 100.0);
        PyArray1::from_iter(py, stones)
    }

    /// Search every game.
    ///
    /// Each search begins with an empty table, so that neither threads nor neighbours make a difference. Other Python
    /// threads run meanwhile, and Ctrl-C ends it.
    ///
    /// Parameters
    /// ----------
    /// limit : Limit
    ///     The limit of each search.
    /// threads : int, default 1
    ///     Threads that share the games.
    ///
    /// Returns
    /// -------
    /// actions : numpy.ndarray
    ///     The best action of each game, int64, shape (n,); -1 where the game is over.
    /// scores : numpy.ndarray
    ///     The expected margin in stones for the player on turn, float32, shape (n,); infinite for a proven win,
    ///     minus infinite for a proven loss.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> actions, scores = togyz.Batch(2, seed=3, opening_plies=4).search(togyz.Limit(depth=4))
    /// >>> actions.shape, scores.dtype
    /// ((2,), dtype('float32'))
    #[pyo3(signature = (limit, *, threads = None), text_signature = "($self, limit, *, threads=1)")]
    #[expect(clippy::type_complexity, reason = "two arrays")]
    fn search<'py>(
        &self,
        py: Python<'py>,
        limit: &Bound<'py, PyLimit>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f32>>)> {
        let limit = &limit.get().0;
        let found = self
            .0
            .work(py, threads, |batch, workers| batch.search(limit, workers))?
            .map_err(errors::engine)?
            .ok_or_else(stopped)?;
        let action = |best: Option<togyz::Move>| best.map_or(-1, |mv| mv.index() as i64);
        let actions = found.iter().map(|(best, _)| action(*best));
        let scores = found.iter().map(|(_, score)| stones(*score));
        Ok((
            PyArray1::from_iter(py, actions),
            PyArray1::from_iter(py, scores),
        ))
    }

    /// An equal batch with arrays of its own.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> batch = togyz.Batch(2)
    /// >>> saved = batch.copy()
    /// >>> batch.step([0, 1])
    /// >>> batch.restore(saved)
    /// >>> batch == saved
    /// True
    fn copy(&self, py: Python<'_>) -> PyResult<PyBatch> {
        let batch = self.0.lock(py).clone();
        Games::of(py, batch, self.0.observation).map(PyBatch)
    }

    /// Take over the games, options and random numbers of another batch of the same size. Rewards become 0.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> batch = togyz.Batch(1)
    /// >>> batch.restore(togyz.Batch(2))
    /// Traceback (most recent call last):
    ///     ...
    /// ValueError: a batch of 1 games takes no 2
    fn restore(&self, py: Python<'_>, other: &Bound<'_, PyBatch>) -> PyResult<()> {
        let other = other.get().0.lock(py).clone();
        let (own, given) = (self.0.lock(py).len(), other.len());
        if own != given {
            let message = format!("a batch of {own} games takes no {given}");
            return Err(PyValueError::new_err(message));
        }
        self.0.write_with(py, |batch, arrays| {
            *batch = other;
            batch.write(arrays)
        })
    }

    /// The positions of the games, also of those that are over.
    #[getter]
    fn positions(&self, py: Python<'_>) -> Vec<PyPosition> {
        self.current_positions(py)
            .into_iter()
            .map(PyPosition)
            .collect()
    }

    /// Put positions into the games, ply 0.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> batch = togyz.Batch(1)
    /// >>> batch.set_positions([togyz.Position.from_fen('9/9 81 81 S 1')])
    /// >>> batch.terminated.tolist(), batch.END_REASONS[batch.end_reason[0]]
    /// ([True], 'no-moves')
    fn set_positions(&self, py: Python<'_>, positions: Vec<PyPosition>) -> PyResult<()> {
        let positions: Vec<Position> = positions.into_iter().map(|PyPosition(p)| p).collect();
        self.0
            .write_with(py, |batch, arrays| batch.set_positions(&positions, arrays))
    }

    /// The positions as bytes, 16 for each game, as ``Position.to_bytes`` gives them.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     A new array of uint8, shape (n, 16).
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> batch = togyz.Batch(2)
    /// >>> batch.packed()[0].tobytes() == batch.positions[0].to_bytes()
    /// True
    fn packed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let guard = self.0.lock(py);
        let bytes = guard
            .positions()
            .flat_map(|position| PackedPosition::from(position).to_bytes());
        PyArray1::from_iter(py, bytes).reshape([guard.len(), 16])
    }

    /// What the players see, or None if ``observation`` is.
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        match &self.0.buffers.observations {
            Observations::Counts(array) => Some(array.bind(py).clone().into_any()),
            Observations::Planes(array) => Some(array.bind(py).clone().into_any()),
            Observations::Nowhere => None,
        }
    }

    /// The legal actions.
    #[getter]
    fn action_mask(&self, py: Python<'_>) -> Py<PyArray2<i8>> {
        self.0.buffers.action_mask.clone_ref(py)
    }

    /// Who is on turn, or would be if the game were not over.
    #[getter]
    fn current_player(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.0.buffers.current_player.clone_ref(py)
    }

    /// What the last step brought to each player.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.0.buffers.rewards.clone_ref(py)
    }

    /// Which games have a result.
    #[getter]
    fn terminated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.0.buffers.terminated.clone_ref(py)
    }

    /// Which games were cut off.
    #[getter]
    fn truncated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.0.buffers.truncated.clone_ref(py)
    }

    /// Why each game ended, as a place in ``END_REASONS``.
    #[getter]
    fn end_reason(&self, py: Python<'_>) -> Py<PyArray1<u8>> {
        self.0.buffers.end_reason.clone_ref(py)
    }

    /// Plies since each game was reset.
    #[getter]
    fn ply(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        self.0.buffers.ply.clone_ref(py)
    }

    /// The rules.
    #[getter]
    fn rules(&self, py: Python<'_>) -> PyRules {
        PyRules(self.0.lock(py).options().rules)
    }

    /// The form of the observations.
    #[getter]
    fn observation(&self) -> Option<&'static str> {
        self.0.observation.map(Observation::name)
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.0.lock(py).len()
    }

    /// The position of one game.
    fn __getitem__(&self, py: Python<'_>, game: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let place = integer::<usize>(game, "a game")?;
        place
            .and_then(|place| self.0.lock(py).positions().nth(place))
            .map(PyPosition)
            .ok_or_else(|| PyIndexError::new_err("no such game"))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let guard = self.0.lock(py);
        let open = |game: &usize| guard.end(*game) == Some(BatchEnd::Open);
        let open = (0..guard.len()).filter(open).count();
        format!("<Batch: {} games, {open} of them open>", guard.len())
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Option<bool> {
        // One lock after the other, so that two comparisons cannot wait for each other.
        let other = other.cast::<PyBatch>().ok()?.get();
        let theirs = other.0.lock(py).clone();
        Some(*self.0.lock(py) == theirs && self.0.observation == other.0.observation)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<PyBatch> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<PyBatch> {
        self.copy(py)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> Reduced<'py, (Bound<'py, PyBytes>, Option<&'static str>)> {
        let (py, this) = (slf.py(), slf.get());
        let bytes = this.0.lock(py).to_bytes();
        let state = (PyBytes::new(py, &bytes), this.observation());
        pickle::through(slf, "_restore", state)
    }
}
