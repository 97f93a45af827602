//! Counting move sequences.

use pyo3::prelude::*;
use togyz::Position;

use crate::numbers::integer;
use crate::position::PyPosition;
use pyo3::exceptions::PyValueError;

/// Deepest count that is begun: far more than could be finished, and no danger to the stack.
const MAX_DEPTH: u8 = 200;
/// Depth that is counted without a look at the signals: some milliseconds.
const STEP: u32 = 6;

/// Count the legal move sequences of exactly `depth` plies, the standard test of a move maker.
///
/// Other Python threads run meanwhile, and Ctrl-C ends it.
///
/// Parameters
/// ----------
/// position : Position
///     Where to start.
/// depth : int
///     Plies, 0 to 200.
/// bulk : bool, default True
///     Whether the last ply is counted without being played. The number is the same.
///
/// Returns
/// -------
/// int
///     A finished game has no moves and counts 0; depth 0 counts 1.
///
/// Examples
/// --------
/// >>> import togyz
/// >>> togyz.perft(togyz.Position(), 4)
/// 5199
#[pyfunction]
#[pyo3(signature = (position, depth, bulk = true))]
pub(crate) fn perft(
    py: Python<'_>,
    position: PyPosition,
    depth: &Bound<'_, PyAny>,
    bulk: bool,
) -> PyResult<u64> {
    let depth = integer::<u8>(depth, "depth")?
        .filter(|&depth| depth <= MAX_DEPTH)
        .ok_or_else(|| PyValueError::new_err(format!("depth is 0 to {MAX_DEPTH}")))?;
    count(py, &position.0, u32::from(depth), bulk)
}

fn count(py: Python<'_>, position: &Position, depth: u32, bulk: bool) -> PyResult<u64> {
    if depth <= STEP {
        return Ok(py.detach(|| match bulk {
            true => togyz::perft(position, depth),
            false => togyz::perft_no_bulk(position, depth),
        }));
    }
    py.check_signals()?;
    let mut total = 0u64;
    for mv in position.legal_moves() {
        total = total.wrapping_add(count(py, &position.play_unchecked(mv), depth - 1, bulk)?);
    }
    Ok(total)
}
