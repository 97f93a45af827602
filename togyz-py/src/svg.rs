//! Drawings of the board.

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use togyz::{Pit, SvgBoard, SvgLayout, SvgTheme};

use crate::effect::PyEffect;
use crate::hint::language;
use crate::interrupt;
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

/// The pixels of a drawing.
fn painted(py: Python<'_>, image: &str) -> PyResult<Pixmap> {
    let paint = || {
        let tree = Tree::from_str(image, &Options::default()).map_err(|error| error.to_string())?;
        let size = tree.size().to_int_size();
        let mut pixels = Pixmap::new(size.width(), size.height()).ok_or("it is too large")?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        Ok(pixels)
    };
    interrupt::run(py, || (), paint)?.map_err(|error: String| {
        PyValueError::new_err(format!("this image has no pixels: {error}"))
    })
}

/// A drawing as a PNG file.
#[pyfunction]
pub(crate) fn _svg_png<'py>(py: Python<'py>, image: &str) -> PyResult<Bound<'py, PyBytes>> {
    let pixels = painted(py, image)?;
    let file = py
        .detach(|| pixels.encode_png())
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, &file))
}

/// A drawing as an array of red, green and blue; where it is transparent white shines through.
#[pyfunction]
pub(crate) fn _svg_pixels<'py>(py: Python<'py>, image: &str) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let pixels = painted(py, image)?;
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    let colours = pixels.pixels().iter().flat_map(|pixel| {
        // The colours are multiplied by the alpha already.
        let white = 255 - pixel.alpha();
        [pixel.red(), pixel.green(), pixel.blue()].map(|colour| colour + white)
    });
    PyArray1::from_iter(py, colours).reshape([height, width, 3])
}
