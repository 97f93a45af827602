//! The compiled module of the Python package `togyz`. It translates between Python and the `togyz` crate: rules and
//! search live there.

// Docstrings are text for Python's `help`; their `>>>` is no quotation.
#![allow(clippy::doc_lazy_continuation)]

mod analysis;
mod annotation;
mod arrays;
mod batch;
mod data;
mod effect;
mod engine;
mod errors;
mod game;
mod hint;
mod info;
mod interrupt;
mod level;
mod limit;
mod mcts;
mod moves;
mod numbers;
mod observation;
mod outcome;
mod perft;
mod pickle;
mod position;
mod records;
mod rules;
mod score;
mod setup;
mod side;
mod svg;
mod table;
mod thinker;

/// Togyz Kumalak: rules, notations and engine. Import `togyz`, which has all of this.
#[pyo3::pymodule]
mod _togyz {
    #[pymodule_export]
    use crate::analysis::PyAnalysis;
    #[pymodule_export]
    use crate::annotation::{PyAnnotatedMove, PyAnnotation};
    #[pymodule_export]
    use crate::batch::PyBatch;
    #[pymodule_export]
    use crate::data::{_read_games, _self_play};
    #[pymodule_export]
    use crate::effect::{PyEffect, PySownStone};
    #[pymodule_export]
    use crate::engine::{PyEngine, annotate, hint};
    #[pymodule_export]
    use crate::errors::{
        EngineError, GameError, IllegalActionError, IllegalMoveError, InvalidMoveError, ParseError,
        SetupError, TogyzError,
    };
    #[pymodule_export]
    use crate::game::PyGame;
    #[pymodule_export]
    use crate::hint::{PyHint, PyReason};
    #[pymodule_export]
    use crate::info::{PyInfo, PyLine, PyPlayResult};
    #[pymodule_export]
    use crate::level::{PyLevel, PyLevelPlayer};
    #[pymodule_export]
    use crate::limit::PyLimit;
    #[pymodule_export]
    use crate::mcts::PyMcts;
    #[pymodule_export]
    use crate::observation::observation_parts;
    #[pymodule_export]
    use crate::outcome::PyOutcome;
    #[pymodule_export]
    use crate::perft::perft;
    #[pymodule_export]
    use crate::position::PyPosition;
    #[pymodule_export]
    use crate::records::{PyRecord, read_records};
    #[pymodule_export]
    use crate::rules::PyRules;
    #[pymodule_export]
    use crate::score::PyScore;
    #[pymodule_export]
    use crate::side::PySide;
    #[pymodule_export]
    use crate::svg::{_svg_board, _svg_pixels, _svg_png};
    #[pymodule_export]
    use crate::table::PyTable;

    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
