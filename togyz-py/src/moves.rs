//! Moves from and to Python, where they are integers from 1 to 9.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use togyz::Move;
use togyz::notation::moves::MoveStyle;

use crate::errors::InvalidMoveError;
use crate::numbers::integer;

/// The move of an argument: any integer type, but neither `bool` nor text.
pub(crate) fn read(object: &Bound<'_, PyAny>) -> PyResult<Move> {
    integer(object, "a move")?
        .and_then(|number| Move::new(number).ok())
        .ok_or_else(|| InvalidMoveError::new_err("a move is a pit number from 1 to 9"))
}

/// A move among others.
#[derive(Clone, Copy)]
pub(crate) struct MoveArg(pub(crate) Move);

impl FromPyObject<'_, '_> for MoveArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<MoveArg> {
        read(&object).map(MoveArg)
    }
}

/// Moves as the integers that Python sees.
pub(crate) fn numbers(moves: impl IntoIterator<Item = Move>) -> Vec<u32> {
    moves.into_iter().map(number).collect()
}

/// A move as the integer that Python sees.
pub(crate) fn number(mv: Move) -> u32 {
    u32::from(mv.number())
}

/// The style of written moves that a name stands for.
pub(crate) fn style(name: &str) -> PyResult<MoveStyle> {
    match name {
        "number" => Ok(MoveStyle::Number),
        "from-to" => Ok(MoveStyle::FromTo),
        "playok" => Ok(MoveStyle::PlayOk),
        "playstrategy" => Ok(MoveStyle::PlayStrategy),
        _ => Err(PyValueError::new_err(
            "a style is one of number, from-to, playok, playstrategy",
        )),
    }
}
