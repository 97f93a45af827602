//! Positions from parts.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use togyz::{BySide, PITS, Position, Rules, Setup, Side};

use crate::errors;
use crate::numbers::{integer, wrong_type};

/// The integers of an iterable, at most one more than wanted; an integer that is no `u8` is a fault of the setup.
fn bytes(object: &Bound<'_, PyAny>, what: &str, wanted: usize) -> PyResult<Vec<u8>> {
    if object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>() {
        return Err(wrong_type(object, what, "a sequence of integers"));
    }
    let py = object.py();
    let mut numbers = Vec::with_capacity(wanted);
    for item in object.try_iter()?.take(wanted + 1) {
        let number = integer(&item?, what)?;
        numbers.push(number.ok_or_else(|| fault(py, format!("{what} is out of range")))?);
    }
    if numbers.len() != wanted {
        return Err(fault(py, format!("{what}: expected {wanted} numbers")));
    }
    Ok(numbers)
}

fn fault(py: Python<'_>, text: String) -> PyErr {
    errors::setup(py, text.clone(), vec![text])
}

/// The nine pits of a row.
pub(crate) fn row(object: &Bound<'_, PyAny>, what: &str) -> PyResult<[u8; PITS]> {
    let mut pits = [0; PITS];
    pits.copy_from_slice(&bytes(object, what, PITS)?);
    Ok(pits)
}

/// South's and North's kazan.
pub(crate) fn kazans(object: &Bound<'_, PyAny>) -> PyResult<BySide<u8>> {
    let pair = bytes(object, "kazans", 2)?;
    Ok(BySide::from_fn(|side| pair[side.index()]))
}

/// A tuzdyk number or None.
fn tuzdyk(object: &Bound<'_, PyAny>) -> PyResult<Option<u8>> {
    if object.is_none() {
        return Ok(None);
    }
    let number = integer(object, "a tuzdyk")?;
    let out_of_range = || fault(object.py(), "a tuzdyk number is not 1 to 9".to_string());
    number.map(Some).ok_or_else(out_of_range)
}

/// South's and North's tuzdyk.
pub(crate) fn tuzdyks(object: &Bound<'_, PyAny>) -> PyResult<BySide<Option<u8>>> {
    if object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>() {
        return Err(wrong_type(object, "tuzdyks", "a pair of numbers or None"));
    }
    let mut pair = Vec::with_capacity(2);
    for item in object.try_iter()?.take(3) {
        pair.push(tuzdyk(&item?)?);
    }
    match pair[..] {
        [south, north] => Ok(BySide { south, north }),
        _ => Err(fault(
            object.py(),
            "tuzdyks: expected 2 numbers or None".to_string(),
        )),
    }
}

/// The position of the parts, or an error with every fault.
pub(crate) fn position(
    py: Python<'_>,
    pits: BySide<[u8; PITS]>,
    kazans: BySide<u8>,
    tuzdyks: BySide<Option<u8>>,
    side_to_move: Side,
    rules: Rules,
) -> PyResult<Position> {
    let setup = Setup {
        pits,
        kazans,
        tuzdyks,
        side_to_move,
        rules,
    };
    Position::try_from(setup).map_err(|error| errors::setup_faults(py, &error))
}
