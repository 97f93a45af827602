//! Games and positions in bulk, as arrays; `togyz.data` tells what they mean.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use togyz::learn::{SelfPlay, Workers};
use togyz::notation::record::{self, Record};
use togyz::{GameResult, PackedPosition, Position, StopHandle};

use crate::limit::PyLimit;
use crate::numbers::{self, positive, within};
use crate::{errors, interrupt, records};

/// South's result; 2 where it is unknown.
fn result(result: GameResult) -> i8 {
    match result {
        GameResult::SouthWins => 1,
        GameResult::NorthWins => -1,
        GameResult::Draw => 0,
        GameResult::Unfinished => 2,
    }
}

fn rows<'py>(py: Python<'py>, bytes: Vec<u8>, width: usize) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let height = bytes.len() / width;
    PyArray1::from_vec(py, bytes).reshape([height, width])
}

/// Everything about the games of a text, flat.
#[derive(Default)]
struct Flat {
    moves: Vec<u8>,
    offsets: Vec<i64>,
    results: Vec<i8>,
    packed: Vec<u8>,
    observations: Vec<u8>,
}

impl Flat {
    fn add(&mut self, record: &Record, positions: bool) {
        let game = &record.game;
        self.moves.extend(game.moves().iter().map(|mv| mv.number()));
        self.offsets.push(self.moves.len() as i64);
        self.results.push(result(game.result()));
        if positions {
            for position in &game.positions()[..game.ply()] {
                self.packed
                    .extend(PackedPosition::from(*position).to_bytes());
                self.observations.extend(position.counts());
            }
        }
    }
}

/// Reads the games of a text into arrays.
#[pyfunction]
#[pyo3(signature = (text, strict, positions))]
pub(crate) fn _read_games<'py>(
    py: Python<'py>,
    text: &str,
    strict: bool,
    positions: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let mode = records::mode(strict);
    let stopped = StopHandle::default();
    let read = || {
        let mut flat = Flat::default();
        flat.offsets.push(0);
        for record in record::read(text, mode) {
            flat.add(&record?, positions);
            if stopped.is_set() {
                break;
            }
        }
        Ok(flat)
    };
    let flat =
        interrupt::run(py, || stopped.stop(), read)?.map_err(|error| errors::record(py, &error))?;
    let arrays = PyDict::new(py);
    arrays.set_item("moves", PyArray1::from_vec(py, flat.moves))?;
    arrays.set_item("offsets", PyArray1::from_vec(py, flat.offsets))?;
    arrays.set_item("results", PyArray1::from_vec(py, flat.results))?;
    if positions {
        arrays.set_item("packed", rows(py, flat.packed, 16)?)?;
        arrays.set_item("observations", rows(py, flat.observations, 22)?)?;
    }
    Ok(arrays)
}

/// Plays games of the engine against itself into arrays.
#[pyfunction]
#[pyo3(signature = (games, limit, seed, threads))]
pub(crate) fn _self_play<'py>(
    py: Python<'py>,
    games: &Bound<'_, PyAny>,
    limit: &Bound<'_, PyLimit>,
    seed: &Bound<'_, PyAny>,
    threads: &Bound<'_, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let games: usize = positive(games, "games")?;
    let stop = StopHandle::default();
    let workers = Workers {
        threads: within(threads, "threads", 1..=256)?,
        stop: stop.clone(),
    };
    let setting = SelfPlay {
        limits: limit.get().0.clone(),
        seed: numbers::seed(seed)?,
        ..SelfPlay::default()
    };
    let samples = interrupt::run(py, || stop.stop(), || setting.play_many(games, &workers))?
        .map_err(errors::engine)?
        .unwrap_or_default();
    let positions = samples.iter().map(|sample| Position::from(sample.position));
    let observations = positions.flat_map(|position| position.counts()).collect();
    let packed = samples
        .iter()
        .flat_map(|sample| sample.position.to_bytes())
        .collect();
    let scores = samples.iter().map(|sample| f32::from(sample.score) / 100.0);
    let outcomes = samples.iter().map(|sample| sample.outcome);
    let actions = samples.iter().map(|sample| sample.best.index() as i8);
    let arrays = PyDict::new(py);
    arrays.set_item("packed", rows(py, packed, 16)?)?;
    arrays.set_item("observations", rows(py, observations, 22)?)?;
    arrays.set_item("scores", PyArray1::from_iter(py, scores))?;
    arrays.set_item("outcomes", PyArray1::from_iter(py, outcomes))?;
    arrays.set_item("actions", PyArray1::from_iter(py, actions))?;
    Ok(arrays)
}
