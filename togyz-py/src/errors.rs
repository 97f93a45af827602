//! The exceptions of the package, and what each error of the crate becomes.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use togyz::notation::moves::ParseMoveError;
use togyz::notation::record::RecordError;
use togyz::{FenError, IllegalMove, IllegalReason};

create_exception!(
    togyz,
    TogyzError,
    PyValueError,
    "Base of the errors that togyz raises for values it cannot use."
);
create_exception!(
    togyz,
    IllegalMoveError,
    TogyzError,
    "A move that the position does not allow.

Attributes
----------
move : int
    The move.
reason : str
    ``\"empty-pit\"`` or ``\"game-over\"``.
fen : str
    The position, which is unchanged.

Examples
--------
>>> import togyz
>>> try:
...     togyz.Position.from_fen('9/2S,8 80 80 S 1').play(5)
... except togyz.IllegalMoveError as error:
...     print(error.move, error.reason)
5 empty-pit
"
);
create_exception!(
    togyz,
    IllegalActionError,
    TogyzError,
    "An action that a game of a batch or an environment does not allow; nothing has moved.

Examples
--------
>>> import togyz
>>> togyz.Batch(1).step([9])
Traceback (most recent call last):
    ...
togyz.IllegalActionError: game 0: action 9 is illegal in 9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1
"
);
create_exception!(
    togyz,
    InvalidMoveError,
    TogyzError,
    "An integer that is no move: moves are 1 to 9.

Examples
--------
>>> import togyz
>>> togyz.Position().play(0)
Traceback (most recent call last):
    ...
togyz.InvalidMoveError: a move is a pit number from 1 to 9
"
);
create_exception!(
    togyz,
    ParseError,
    TogyzError,
    "A text or bytes that cannot be read.

Attributes
----------
line, column : int or None
    The place of the fault, from 1, where it is known.

Examples
--------
>>> import togyz
>>> try:
...     togyz.Position.from_fen('9/3S,7 80 79 S 1')
... except togyz.ParseError as error:
...     print(error.column, error)
3 FEN, column 3: the row of south has 8 pits instead of 9
"
);
create_exception!(
    togyz,
    SetupError,
    TogyzError,
    "Parts that make no position.

Attributes
----------
faults : tuple of str
    Everything that is wrong, in words.

Examples
--------
>>> import togyz
>>> try:
...     togyz.Position.setup([9] * 9, [8] * 9, tuzdyks=(9, None))
... except togyz.SetupError as error:
...     print(len(error.faults), error.faults[0])
3 the stones do not add up to 162
"
);
create_exception!(
    togyz,
    GameError,
    TogyzError,
    "A declaration or tag that a game refuses; the game stays as it was.

Examples
--------
>>> import togyz
>>> togyz.Game().claim_repetition()
Traceback (most recent call last):
    ...
togyz.GameError: a repetition is claimed at the third time; this is time 1
"
);
create_exception!(
    togyz,
    EngineError,
    TogyzError,
    "Options that an engine cannot have, or an engine that cannot be used.

Examples
--------
>>> import togyz
>>> togyz.Engine(threads=0)
Traceback (most recent call last):
    ...
togyz.EngineError: an engine has 1 to 256 threads, not 0
"
);

/// Sets attributes of an exception; should that fail, the failure is the exception.
fn with_attributes(
    py: Python<'_>,
    error: PyErr,
    set: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<()>,
) -> PyErr {
    match set(error.value(py).as_any()) {
        Ok(()) => error,
        Err(failure) => failure,
    }
}

pub(crate) fn illegal_move(py: Python<'_>, illegal: &IllegalMove) -> PyErr {
    let error = IllegalMoveError::new_err(illegal.to_string());
    with_attributes(py, error, |value| {
        let reason = match illegal.reason {
            IllegalReason::EmptyPit => "empty-pit",
            IllegalReason::GameOver => "game-over",
        };
        value.setattr("move", illegal.mv.number())?;
        value.setattr("reason", reason)?;
        value.setattr("fen", illegal.position.to_string())
    })
}

fn parse_error(
    py: Python<'_>,
    message: String,
    line: Option<usize>,
    column: Option<usize>,
) -> PyErr {
    with_attributes(py, ParseError::new_err(message), |value| {
        value.setattr("line", line)?;
        value.setattr("column", column)
    })
}

/// A text without a known place that cannot be read.
pub(crate) fn unreadable(py: Python<'_>, error: &dyn std::error::Error) -> PyErr {
    parse_error(py, error.to_string(), None, None)
}

pub(crate) fn fen(py: Python<'_>, error: &FenError) -> PyErr {
    parse_error(py, error.to_string(), None, Some(error.column))
}

pub(crate) fn record(py: Python<'_>, error: &RecordError) -> PyErr {
    let (line, column) = (Some(error.line), Some(error.column));
    parse_error(py, error.to_string(), line, column)
}

pub(crate) fn move_text(py: Python<'_>, error: &ParseMoveError) -> PyErr {
    match error {
        ParseMoveError::Illegal(illegal) => illegal_move(py, illegal),
        other => unreadable(py, other),
    }
}

/// A setup error with its faults in words.
pub(crate) fn setup(py: Python<'_>, message: String, faults: Vec<String>) -> PyErr {
    with_attributes(py, SetupError::new_err(message), |value| {
        value.setattr("faults", pyo3::types::PyTuple::new(py, faults)?)
    })
}

pub(crate) fn setup_faults(py: Python<'_>, error: &togyz::SetupError) -> PyErr {
    let faults = error.faults.iter().map(|fault| fault.to_string()).collect();
    setup(py, error.to_string(), faults)
}

pub(crate) fn game(error: togyz::GameError) -> PyErr {
    GameError::new_err(error.to_string())
}

#[expect(clippy::needless_pass_by_value, reason = "fits map_err")]
pub(crate) fn engine(error: togyz::EngineError) -> PyErr {
    EngineError::new_err(error.to_string())
}
