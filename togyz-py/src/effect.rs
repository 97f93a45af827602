//! `Effect` and `SownStone`.

use pyo3::prelude::*;
use pyo3::types::PyType;
use togyz::{Effect, Pit, Position, Side, SownStone, StoneTarget, TuzdykEffect, TuzdykRefusal};

use crate::moves::number;
use crate::outcome::{PyOutcome, pair};
use crate::pickle::{self, Reduced};
use crate::position::PyPosition;
use crate::side::{self, PySide};

/// A pit as Python sees it: its row's owner and its number from 1 to 9.
pub(crate) type PitPair = (Py<PySide>, u8);

/// A pit as a tuple.
pub(crate) fn pit(py: Python<'_>, pit: Pit) -> PyResult<PitPair> {
    Ok((side::object(py, pit.side())?, pit.number()))
}

/// What a move does: where it ends, what it takes, and whether the game is over after it.
///
/// Examples
/// --------
/// >>> from togyz import Position
/// >>> effect = Position().effect(7)
/// >>> effect.stones, effect.landing, effect.captured
/// (9, (Side.NORTH, 6), 10)
#[pyclass(name = "Effect", module = "togyz", frozen, eq, hash)]
#[derive(Clone, Copy)]
pub(crate) struct PyEffect {
    effect: Effect,
    /// Where it happens, so that pickling can ask the position again.
    before: Position,
}

impl PyEffect {
    pub(crate) fn new(before: Position, effect: Effect) -> PyEffect {
        PyEffect { effect, before }
    }

    pub(crate) fn effect(&self) -> Effect {
        self.effect
    }

    pub(crate) fn before(&self) -> Position {
        self.before
    }

    fn refusal(&self) -> Option<&'static str> {
        match self.effect.tuzdyk {
            TuzdykEffect::Refused(TuzdykRefusal::AlreadyOwned) => Some("already-owned"),
            TuzdykEffect::Refused(TuzdykRefusal::PitNine) => Some("pit-nine"),
            TuzdykEffect::Refused(TuzdykRefusal::SameNumber) => Some("same-number"),
            TuzdykEffect::None | TuzdykEffect::Made => None,
        }
    }
}

impl PartialEq for PyEffect {
    fn eq(&self, other: &PyEffect) -> bool {
        self.effect == other.effect
    }
}

impl Eq for PyEffect {}

impl std::hash::Hash for PyEffect {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.effect.hash(state);
    }
}

#[pymethods]
impl PyEffect {
    /// The move, 1 to 9.
    #[getter]
    fn r#move(&self) -> u32 {
        number(self.effect.mv)
    }

    /// Who plays it.
    #[getter]
    fn side(&self, py: Python<'_>) -> PyResult<Py<PySide>> {
        side::object(py, self.effect.side)
    }

    /// Stones sown.
    #[getter]
    fn stones(&self) -> u8 {
        self.effect.stones
    }

    /// The pit of the last stone: the owner of its row and its number.
    #[getter]
    fn landing(&self, py: Python<'_>) -> PyResult<PitPair> {
        pit(py, self.effect.landing)
    }

    /// Stones in that pit right after the last stone, before a capture; 0 if it is a tuzdyk.
    #[getter]
    fn landed(&self) -> u8 {
        self.effect.landed
    }

    /// Stones that the last stone takes: an even pit, or the three of a new tuzdyk.
    #[getter]
    fn captured(&self) -> u8 {
        self.effect.captured
    }

    /// The number of the pit of the other row that became a tuzdyk, or None.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> position = Position.from_fen('8,2S/8,2S 79 79 S 1')
    /// >>> position.effect(9).tuzdyk_made
    /// 1
    #[getter]
    fn tuzdyk_made(&self) -> Option<u8> {
        self.effect.tuzdyk_made().map(Pit::number)
    }

    /// Why three stones made no tuzdyk: ``"already-owned"``, ``"pit-nine"``, ``"same-number"``, or None.
    #[getter]
    fn tuzdyk_refused(&self) -> Option<&'static str> {
        self.refusal()
    }

    /// Stones that fell on South's and on North's tuzdyk on the way.
    #[getter]
    fn income(&self) -> (u8, u8) {
        pair(self.effect.income)
    }

    /// Stones that the move adds to South's and to North's kazan, without those swept at the end of a game.
    #[getter]
    fn gained(&self) -> (u8, u8) {
        pair(self.effect.gained())
    }

    /// The end of the game, if the move brings it.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        self.effect.outcome.map(PyOutcome)
    }

    fn __repr__(&self) -> String {
        let effect = &self.effect;
        let (south, north) = self.gained();
        let mut text = format!(
            "<Effect: {} plays {}, {} stones to {}, gained {south}-{north}",
            effect.side, effect.mv, effect.stones, effect.landing
        );
        if let Some(pit) = effect.tuzdyk_made() {
            text.push_str(&format!(", tuzdyk on {pit}"));
        }
        if let Some(reason) = self.refusal() {
            text.push_str(&format!(", no tuzdyk: {reason}"));
        }
        if let Some(outcome) = effect.outcome {
            text.push_str(&format!(", {outcome}"));
        }
        text.push('>');
        text
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, (PyPosition, u32)> {
        let ask = py.get_type::<PyPosition>().getattr("effect")?;
        Ok((ask, (PyPosition(self.before), number(self.effect.mv))))
    }
}

/// One stone of a sowing, for animation.
///
/// Examples
/// --------
/// >>> from togyz import Position
/// >>> first, *_, last = Position().sowing(7)
/// >>> first.pit, first.stones, first.in_hand
/// ((Side.SOUTH, 7), 1, 8)
/// >>> last.pit, last.stones
/// ((Side.NORTH, 6), 10)
#[pyclass(name = "SownStone", module = "togyz", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PySownStone(pub(crate) SownStone);

type StoneState = ((Py<PySide>, u8), Option<u8>, Option<Py<PySide>>, u8);

#[pymethods]
impl PySownStone {
    #[classmethod]
    fn _restore(
        _cls: &Bound<'_, PyType>,
        pit: (PySide, u8),
        stones: Option<u8>,
        kazan: Option<PySide>,
        in_hand: u8,
    ) -> PyResult<PySownStone> {
        let (PySide(row), number) = pit;
        let bad = |message: &str| pyo3::exceptions::PyValueError::new_err(message.to_string());
        let target = match (stones, kazan) {
            (Some(stones), None) => StoneTarget::Pit(stones),
            (None, Some(PySide(owner))) => StoneTarget::Kazan(owner),
            _ => return Err(bad("a stone stays in a pit or goes to a kazan")),
        };
        Ok(PySownStone(SownStone {
            pit: Pit::new(row, number).map_err(|error| bad(&error.to_string()))?,
            target,
            in_hand,
        }))
    }

    /// The pit it is dropped into: the owner of its row and its number.
    #[getter]
    fn pit(&self, py: Python<'_>) -> PyResult<PitPair> {
        pit(py, self.0.pit)
    }

    /// Stones in that pit now, or None if the stone went on to a kazan.
    #[getter]
    fn stones(&self) -> Option<u8> {
        match self.0.target {
            StoneTarget::Pit(stones) => Some(stones),
            StoneTarget::Kazan(_) => None,
        }
    }

    /// Whose kazan the stone went to because the pit is a tuzdyk, or None.
    #[getter]
    fn kazan(&self, py: Python<'_>) -> PyResult<Option<Py<PySide>>> {
        side::optional(py, self.kazan_owner())
    }

    /// Stones still in the hand after it.
    #[getter]
    fn in_hand(&self) -> u8 {
        self.0.in_hand
    }

    fn __repr__(&self) -> String {
        let SownStone { pit, in_hand, .. } = self.0;
        match self.0.target {
            StoneTarget::Pit(stones) => {
                format!("<SownStone: {pit} holds {stones}, {in_hand} in hand>")
            }
            StoneTarget::Kazan(owner) => {
                format!("<SownStone: {pit} to the kazan of {owner}, {in_hand} in hand>")
            }
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, StoneState> {
        let (this, py) = (slf.get(), slf.py());
        let state = (
            this.pit(py)?,
            this.stones(),
            this.kazan(py)?,
            this.in_hand(),
        );
        pickle::through(slf, "_restore", state)
    }
}

impl PySownStone {
    fn kazan_owner(&self) -> Option<Side> {
        match self.0.target {
            StoneTarget::Kazan(owner) => Some(owner),
            StoneTarget::Pit(_) => None,
        }
    }
}
