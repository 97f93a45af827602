//! Drawings of the board.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use togyz::{Pit, SvgBoard, SvgLayout, SvgTheme};

use crate::effect::PyEffect;
use crate::hint::language;
use crate::numbers::integer;
use crate::outcome::PyOutcome;
use crate::position::PyPosition;
use crate::side::PySide;

/// A pit given as its row's side and its number.
pub(crate) struct PitArg(Pit);

impl FromPyObject<'_, '_> for PitArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<PitArg> {
        let (side, number): (PySide, Bound<'_, PyAny>) = object.extract()?;
        integer::<u8>(&number, "a pit")?
            .and_then(|number| Pit::new(side.0, number).ok())
            .map(PitArg)
            .ok_or_else(|| PyValueError::new_err("a pit number is 1 to 9"))
    }
}

fn theme(name: &str) -> PyResult<SvgTheme> {
    match name {
        "light" => Ok(SvgTheme::Light),
        "dark" => Ok(SvgTheme::Dark),
        _ => Err(PyValueError::new_err("a theme is light or dark")),
    }
}

fn layout(name: &str) -> PyResult<SvgLayout> {
    match name {
        "middle" => Ok(SvgLayout::Middle),
        "far" => Ok(SvgLayout::Far),
        "ends" => Ok(SvgLayout::Ends),
        "kyrgyz" => Ok(SvgLayout::Kyrgyz),
        _ => Err(PyValueError::new_err(
            "a layout is middle, far, ends or kyrgyz",
        )),
    }
}

/// The text of a drawing; `togyz.svg.board` tells what the choices mean.
#[pyfunction]
#[pyo3(signature = (position, flipped, size, theme, layout, names, coordinates, last_move, outcome, arrows, highlights))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub(crate) fn _svg_board(
    position: PyPosition,
    flipped: bool,
    size: &Bound<'_, PyAny>,
    theme: &str,
    layout: &str,
    names: Option<&str>,
    coordinates: bool,
    last_move: Option<&Bound<'_, PyEffect>>,
    outcome: Option<PyOutcome>,
    arrows: Vec<(PitArg, PitArg)>,
    highlights: Vec<PitArg>,
) -> PyResult<String> {
    let size = integer::<u32>(size, "size")?
        .filter(|size| (16..=16_384).contains(size))
        .ok_or_else(|| PyValueError::new_err("size is 16 to 16384 pixels"))?;
    let mut board = SvgBoard::new(&position.0)
        .flipped(flipped)
        .size(size)
        .theme(self::theme(theme)?)
        .layout(self::layout(layout)?)
        .coordinates(coordinates);
    if let Some(code) = names {
        board = board.names(Some(language(code)?));
    }
    if let Some(effect) = last_move {
        board = board.last_move(&effect.get().effect());
    }
    if let Some(PyOutcome(outcome)) = outcome {
        board = board.outcome(&outcome);
    }
    for (PitArg(from), PitArg(to)) in arrows {
        board = board.arrow(from, to);
    }
    for PitArg(pit) in highlights {
        board = board.highlight(pit);
    }
    Ok(board.render())
}
