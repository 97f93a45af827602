//! `Mcts`.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use togyz::Position;
use togyz::learn::{Observation, write_planes};
use togyz::mcts::{BatchEvaluator, Heuristic, Mcts, MctsOptions, RootNoise};

use crate::batch::PyBatch;
use crate::game::PyGame;
use crate::numbers::{self, positive, real};
use crate::observation;
use crate::position::PyPosition;

/// Monte Carlo tree search with a policy and a value (PUCT), over many games at once.
///
/// The leaves of all games are evaluated together: one call of the evaluator judges up to ``leaves`` positions of each
/// game, which virtual losses keep apart. A tree is kept from one search to the next where the new position lies at most
/// two moves below the old one. With the same seed, evaluator and positions the same is found.
///
/// Parameters
/// ----------
/// evaluator : callable, optional
///     A function from ``observations`` and ``masks`` of ``m`` positions, none of which is the end of a game, to a pair
///     of arrays: policies of shape (m, 9), not negative, of any sum, those of illegal actions ignored; and values of
///     shape (m,), the result that the player on turn expects, from -1 to 1. Observations are as in ``Batch``, masks
///     int8 of shape (m, 9). If left out, the engine's static evaluation judges.
/// exploration : float, default 1.5
///     How much policies count beside values.
/// pessimism : float, default 0.2
///     How much worse than its node an unvisited move is thought.
/// leaves : int, default 8
///     Leaves of one game that are evaluated together.
/// noise : tuple of float, optional
///     Dirichlet noise in every root, for self-play: its parameter, and its share from 0 to 1.
/// seed : int, default 0
///     Where noise and drawn actions come from.
/// observation : str, default "counts"
///     What the evaluator sees, ``"counts"`` or ``"planes"``.
///
/// Examples
/// --------
/// >>> import numpy as np, togyz
/// >>> def evaluate(observations, masks):
/// ...     return np.ones((len(observations), 9)), np.zeros(len(observations))
/// >>> mcts = togyz.Mcts(evaluate)
/// >>> mcts.search([togyz.Position(), togyz.Position().play(7)], simulations=100)
/// >>> mcts.visits.sum(axis=1).tolist()
/// [99, 99]
/// >>> mcts.policy(temperature=1).shape, mcts.actions().dtype
/// ((2, 9), dtype('int64'))
#[pyclass(name = "Mcts", module = "togyz", frozen)]
pub(crate) struct PyMcts {
    mcts: Mutex<Mcts>,
    judge: Judge,
}

enum Judge {
    Heuristic,
    Python {
        function: Py<PyAny>,
        observation: Observation,
    },
}

/// The positions of an argument.
fn positions(object: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
    let one = |object: &Bound<'_, PyAny>| {
        if let Ok(position) = object.cast::<PyPosition>() {
            return Some(position.get().0);
        }
        let game = object.cast::<PyGame>().ok()?;
        Some(*game.get().snapshot().position())
    };
    if let Some(position) = one(object) {
        return Ok(vec![position]);
    }
    if let Ok(batch) = object.cast::<PyBatch>() {
        return Ok(batch.get().current_positions(object.py()));
    }
    let wrong = || {
        PyTypeError::new_err(
            "what is searched is a Position, a Game, a Batch, or a sequence of positions and games",
        )
    };
    let items = object.try_iter().map_err(|_| wrong())?;
    items.map(|item| one(&item?).ok_or_else(wrong)).collect()
}

/// An array of the evaluator's answer.
fn answer<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = array.py();
    let options = PyDict::new(py);
    options.set_item("dtype", numpy::dtype::<f32>(py))?;
    options.set_item("order", "C")?;
    py.import("numpy")?
        .call_method("asarray", (array,), Some(&options))
}

/// What an evaluator returned for so many positions.
fn judged(returned: &Bound<'_, PyAny>, asked: usize) -> PyResult<(Vec<[f32; 9]>, Vec<f32>)> {
    let shapes = || {
        PyValueError::new_err(format!(
            "an evaluator returns policies of shape ({asked}, 9) and values of shape ({asked},)"
        ))
    };
    let (policies, values): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
        returned.extract().map_err(|_| shapes())?;
    let policies = answer(&policies)?;
    let policies: PyReadonlyArray2<'_, f32> = policies.extract().map_err(|_| shapes())?;
    let values = answer(&values)?.call_method1("reshape", (-1,))?;
    let values: PyReadonlyArray1<'_, f32> = values.extract().map_err(|_| shapes())?;
    let (rows, rest) = policies.as_slice()?.as_chunks::<9>();
    if !rest.is_empty() || rows.len() != asked || policies.as_array().ncols() != 9 {
        return Err(shapes());
    }
    let values = values.as_slice()?;
    if values.len() != asked {
        return Err(shapes());
    }
    Ok((rows.to_vec(), values.to_vec()))
}

/// Asks a Python function about positions.
fn ask(
    py: Python<'_>,
    function: &Py<PyAny>,
    observation: Observation,
    positions: &[Position],
) -> PyResult<(Vec<[f32; 9]>, Vec<f32>)> {
    let n = positions.len();
    let seen = match observation {
        Observation::Counts => {
            let counts = positions.iter().flat_map(Position::counts);
            PyArray1::from_iter(py, counts).reshape([n, 22])?.into_any()
        }
        Observation::Planes => {
            let array = PyArray4::zeros(py, [n, 28, 2, 9], false);
            let mut planes = array.readwrite();
            for (position, planes) in positions
                .iter()
                .zip(planes.as_slice_mut()?.chunks_exact_mut(observation.len()))
            {
                write_planes(position, planes);
            }
            array.into_any()
        }
    };
    let legal = |position: &Position| {
        let bits = position.legal_moves().bits();
        (0..9).map(move |pit| (bits >> pit & 1) as i8)
    };
    let masks = PyArray1::from_iter(py, positions.iter().flat_map(legal)).reshape([n, 9])?;
    let returned = function.bind(py).call1((seen, masks))?;
    judged(&returned, n)
}

impl PyMcts {
    /// The search, unless it is under way: an evaluator may call back.
    fn lock(&self) -> PyResult<MutexGuard<'_, Mcts>> {
        match self.mcts.try_lock() {
            Ok(guard) => Ok(guard),
            Err(TryLockError::Poisoned(poisoned)) => Ok(PoisonError::into_inner(poisoned)),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "this Mcts searches already: make one for each thread",
            )),
        }
    }

    /// One round of a search; whether there was anything left to do.
    fn round(&self, py: Python<'_>, mcts: &mut Mcts, simulations: u32) -> PyResult<bool> {
        let asked = py.detach(|| mcts.gather(simulations).to_vec());
        if asked.is_empty() {
            return Ok(false);
        }
        let judged = match &self.judge {
            Judge::Heuristic => py.detach(|| {
                let (mut policies, mut values) =
                    (vec![[0.0; 9]; asked.len()], vec![0.0; asked.len()]);
                match Heuristic::default().evaluate(&asked, &mut policies, &mut values) {
                    Ok(()) => Ok((policies, values)),
                    Err(never) => match never {},
                }
            }),
            Judge::Python {
                function,
                observation,
            } => ask(py, function, *observation, &asked),
        };
        match judged {
            Ok((policies, values)) => py
                .detach(|| mcts.answer(&policies, &values))
                .map_err(|error| PyValueError::new_err(format!("an evaluator's {error}")))?,
            Err(error) => {
                mcts.cancel();
                return Err(error);
            }
        }
        py.check_signals()?;
        Ok(true)
    }
}

fn noise(object: &Bound<'_, PyAny>) -> PyResult<RootNoise> {
    let wrong = || {
        PyValueError::new_err("noise is a parameter above 0, at most 1000, and a share from 0 to 1")
    };
    let (alpha, share): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
        object.extract().map_err(|_| wrong())?;
    let (alpha, share) = (real(&alpha, "noise")?, real(&share, "noise")?);
    let sound = alpha > 0.0 && alpha <= 1000.0 && (0.0..=1.0).contains(&share);
    sound
        .then_some(RootNoise {
            alpha: alpha as f32,
            share: share as f32,
        })
        .ok_or_else(wrong)
}

/// A finite number that is not negative.
fn weight(object: &Bound<'_, PyAny>, what: &str) -> PyResult<f32> {
    let number = real(object, what)? as f32;
    if number.is_finite() && number >= 0.0 {
        return Ok(number);
    }
    Err(PyValueError::new_err(format!(
        "{what} is finite and not negative"
    )))
}

#[pymethods]
impl PyMcts {
    #[new]
    #[pyo3(signature = (evaluator = None, *, exploration = None, pessimism = None, leaves = None, noise = None,
                        seed = None, observation = "counts"),
           text_signature = "(evaluator=None, *, exploration=1.5, pessimism=0.2, leaves=8, noise=None, seed=0, observation='counts')")]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn new(
        py: Python<'_>,
        evaluator: Option<Bound<'_, PyAny>>,
        exploration: Option<&Bound<'_, PyAny>>,
        pessimism: Option<&Bound<'_, PyAny>>,
        leaves: Option<&Bound<'_, PyAny>>,
        noise: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        observation: &str,
    ) -> PyResult<PyMcts> {
        let default = MctsOptions::default();
        let options = MctsOptions {
            exploration: exploration.map_or(Ok(default.exploration), |number| {
                weight(number, "exploration")
            })?,
            pessimism: pessimism
                .map_or(Ok(default.pessimism), |number| weight(number, "pessimism"))?,
            leaves: leaves.map_or(Ok(default.leaves), |leaves| positive(leaves, "leaves"))?,
            noise: noise.map(self::noise).transpose()?,
            seed: seed.map_or(Ok(default.seed), numbers::seed)?,
        };
        let observation = observation::kind(py, observation)?;
        let judge = match evaluator {
            None => Judge::Heuristic,
            Some(function) if function.is_callable() => Judge::Python {
                function: function.unbind(),
                observation,
            },
            Some(_) => return Err(PyTypeError::new_err("an evaluator is callable")),
        };
        Ok(PyMcts {
            mcts: Mutex::new(Mcts::new(options)),
            judge,
        })
    }

    /// Search until every root was visited so often; visits that were kept from an earlier search count.
    ///
    /// Ctrl-C ends it, and so does an exception of the evaluator; what was found until then stays.
    ///
    /// Parameters
    /// ----------
    /// positions : Position, Game, Batch, or sequence of Position or Game
    ///     What is searched; the results are in this order.
    /// simulations : int, default 200
    ///     Visits to each root; the first one evaluates the root itself.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> mcts = togyz.Mcts()
    /// >>> mcts.search(togyz.Position.from_fen('8,1S/8,1S 80 80 S 1'), simulations=50)
    /// >>> int(mcts.actions()[0]) + 1
    /// 9
    #[pyo3(signature = (positions, simulations = None),
           text_signature = "($self, positions, simulations=200)")]
    fn search(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        simulations: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let positions = self::positions(positions)?;
        let simulations = simulations.map_or(Ok(200), |number| positive(number, "simulations"))?;
        let mut guard = self.lock()?;
        let mcts = &mut *guard;
        py.detach(|| mcts.set_positions(&positions));
        while self.round(py, mcts, simulations)? {}
        Ok(())
    }

    /// How often each action of each game was visited: a new array of int32, shape (n, 9).
    #[getter]
    fn visits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i32>>> {
        let visits = self.lock()?.visits();
        let flat = visits.iter().flatten().map(|&count| count as i32);
        PyArray1::from_iter(py, flat).reshape([visits.len(), 9])
    }

    /// The mean value of each game for its player on turn: a new array of float32, shape (n,), from -1 to 1.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        Ok(PyArray1::from_vec(py, self.lock()?.values()))
    }

    /// The mean value of each action for the player on turn, 0 if it was not visited: a new array of float32, shape
    /// (n, 9).
    #[getter]
    fn action_values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let values = self.lock()?.move_values();
        PyArray1::from_slice(py, values.as_flattened()).reshape([values.len(), 9])
    }

    /// Positions in the tree of each game: a new array of int64, shape (n,).
    #[getter]
    fn tree_sizes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let sizes = self.lock()?.tree_sizes();
        Ok(PyArray1::from_iter(
            py,
            sizes.into_iter().map(|size| size as i64),
        ))
    }

    /// What the search thinks of the actions: visits to the power of one over the temperature, adding up to 1.
    ///
    /// Parameters
    /// ----------
    /// temperature : float, default 1.0
    ///     At 0 all goes to the most visited action.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     A new array of float32, shape (n, 9); all 0 where nothing was visited.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> mcts = togyz.Mcts()
    /// >>> mcts.search(togyz.Position(), simulations=100)
    /// >>> mcts.policy(temperature=0).sum()
    /// np.float32(1.0)
    #[pyo3(signature = (temperature = None), text_signature = "($self, temperature=1.0)")]
    fn policy<'py>(
        &self,
        py: Python<'py>,
        temperature: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let temperature = temperature.map_or(Ok(1.0), |number| weight(number, "temperature"))?;
        let mcts = self.lock()?;
        let games = mcts.tree_sizes().len();
        let rows: Vec<[f32; 9]> = (0..games)
            .map(|game| mcts.policy(game, temperature))
            .collect();
        PyArray1::from_slice(py, rows.as_flattened()).reshape([games, 9])
    }

    /// An action for each game, drawn from its ``policy``.
    ///
    /// Parameters
    /// ----------
    /// temperature : float, default 0.0
    ///     At 0 it is the most visited action, the lowest of equal ones.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     A new array of int64, shape (n,); -1 where the game is over.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> mcts = togyz.Mcts(seed=1)
    /// >>> mcts.search([togyz.Position()] * 3, simulations=50)
    /// >>> mcts.actions(temperature=1).shape
    /// (3,)
    #[pyo3(signature = (temperature = None), text_signature = "($self, temperature=0.0)")]
    fn actions<'py>(
        &self,
        py: Python<'py>,
        temperature: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let temperature = temperature.map_or(Ok(0.0), |number| weight(number, "temperature"))?;
        let mut mcts = self.lock()?;
        let games = mcts.tree_sizes().len();
        let actions: Vec<i64> = (0..games)
            .map(|game| mcts.draw_move(game, temperature))
            .map(|drawn| drawn.map_or(-1, |mv| mv.index() as i64))
            .collect();
        Ok(PyArray1::from_vec(py, actions))
    }

    /// Forget all trees.
    ///
    /// Examples
    /// --------
    /// >>> import togyz
    /// >>> togyz.Mcts().clear()
    fn clear(&self) -> PyResult<()> {
        self.lock()?.clear();
        Ok(())
    }

    fn __repr__(&self) -> String {
        let games = self.lock().map(|mcts| mcts.tree_sizes().len());
        match games {
            Ok(games) => format!("<Mcts: {games} games>"),
            Err(_) => "<Mcts: searching>".to_string(),
        }
    }
}
