//! `Position`.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyType};
use togyz::{BySide, PITS, PackedPosition, Pit, Position, Rules, Side};

use crate::effect::{PitPair, PyEffect, PySownStone, pit};
use crate::moves::{self, number, numbers};
use crate::outcome::PyOutcome;
use crate::pickle::{self, Reduced};
use crate::rules::{self, PyRules};
use crate::side::{self, PySide};
use crate::{errors, observation, setup};

/// A position: the board, the kazans, the tuzdyks, whose turn it is, and the rules.
///
/// It never changes: ``play`` returns another one. Positions are equal if all of that is equal, and can be keys of a
/// dict. ``Position()`` is the start position under the standard rules. Moves are pit numbers from 1 to 9.
///
/// Examples
/// --------
/// >>> from togyz import Position, Side
/// >>> start = Position()
/// >>> after = start.play(7)
/// >>> after.kazan(Side.SOUTH), after.side_to_move
/// (10, Side.NORTH)
/// >>> print(after)
///         9    8    7    6    5    4    3    2    1
///        +----+----+----+----+----+----+----+----+----+
/// >North |  9 |  9 |  9 |  0 | 10 | 10 | 10 | 10 | 10 |  kazan 0
///        +----+----+----+----+----+----+----+----+----+
///  South |  9 |  9 |  9 |  9 |  9 |  9 |  1 | 10 | 10 |  kazan 10
///        +----+----+----+----+----+----+----+----+----+
///         1    2    3    4    5    6    7    8    9
#[pyclass(name = "Position", module = "togyz", frozen, eq, from_py_object)]
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct PyPosition(pub(crate) Position);

impl PyPosition {
    /// The board in plain text, its last line without an end.
    pub(crate) fn drawn(self) -> String {
        self.0.board().to_string().trim_end().to_string()
    }
}

#[pymethods]
impl PyPosition {
    #[new]
    fn new() -> PyPosition {
        PyPosition(Position::START)
    }

    /// The start position under some rules, standard if left out.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position, Rules
    /// >>> Position.start(Rules.PANTUSOV).rules
    /// Rules('pantusov')
    #[classmethod]
    #[pyo3(signature = (rules = None))]
    fn start(_cls: &Bound<'_, PyType>, rules: Option<PyRules>) -> PyPosition {
        PyPosition(Position::start(rules::or_standard(rules)))
    }

    /// Read a FEN. Its turn number is checked and dropped; `Game.from_fen` keeps it.
    ///
    /// Raises
    /// ------
    /// ParseError
    ///     If the text is no FEN, or no position under these rules.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> Position.from_fen('9/2S,8 80 80 S 1').legal_moves
    /// [1]
    #[classmethod]
    #[pyo3(signature = (fen, rules = None))]
    fn from_fen(
        cls: &Bound<'_, PyType>,
        fen: &str,
        rules: Option<PyRules>,
    ) -> PyResult<PyPosition> {
        Position::from_fen(fen, rules::or_standard(rules))
            .map(PyPosition)
            .map_err(|error| errors::fen(cls.py(), &error))
    }

    /// Build a position from parts.
    ///
    /// Parameters
    /// ----------
    /// south, north : sequence of int
    ///     The nine pits of each row, pit 1 first.
    /// kazans : tuple of int, optional
    ///     South's and North's kazan, empty if left out.
    /// tuzdyks : tuple of int or None, optional
    ///     South's and North's tuzdyk, each the number of a pit of the other row; none if left out.
    /// side_to_move : Side, optional
    ///     The player on turn, South if left out.
    /// rules : Rules, optional
    ///     The rules, standard if left out.
    ///
    /// Raises
    /// ------
    /// SetupError
    ///     If the parts make no position; its ``faults`` name all that is wrong.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> Position.setup([9] * 9, [9] * 9) == Position()
    /// True
    #[classmethod]
    #[pyo3(signature = (south, north, kazans = None, tuzdyks = None, side_to_move = None, rules = None))]
    fn setup(
        cls: &Bound<'_, PyType>,
        south: &Bound<'_, PyAny>,
        north: &Bound<'_, PyAny>,
        kazans: Option<&Bound<'_, PyAny>>,
        tuzdyks: Option<&Bound<'_, PyAny>>,
        side_to_move: Option<PySide>,
        rules: Option<PyRules>,
    ) -> PyResult<PyPosition> {
        let pits = BySide {
            south: setup::row(south, "south")?,
            north: setup::row(north, "north")?,
        };
        let kazans = kazans.map(setup::kazans).transpose()?.unwrap_or_default();
        let tuzdyks = tuzdyks.map(setup::tuzdyks).transpose()?.unwrap_or_default();
        let rules = rules::or_standard(rules);
        let side = side_to_move.map_or(Side::South, |PySide(side)| side);
        setup::position(cls.py(), pits, kazans, tuzdyks, side, rules).map(PyPosition)
    }

    /// The position of 16 packed bytes, as `to_bytes` gives them.
    ///
    /// Raises
    /// ------
    /// ParseError
    ///     If the bytes are no position's.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> Position.from_bytes(Position().to_bytes()) == Position()
    /// True
    #[classmethod]
    fn from_bytes(cls: &Bound<'_, PyType>, data: &[u8]) -> PyResult<PyPosition> {
        let bytes = data
            .try_into()
            .map_err(|error| errors::unreadable(cls.py(), &error))?;
        PackedPosition::from_bytes(bytes)
            .map(|packed| PyPosition(packed.into()))
            .map_err(|error| errors::unreadable(cls.py(), &error))
    }

    /// The position in 16 bytes that never change in later versions, rules included.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> len(Position().to_bytes())
    /// 16
    #[pyo3(name = "to_bytes")]
    fn packed<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &PackedPosition::from(self.0).to_bytes())
    }

    /// The position as FEN, with turn number 1.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> Position().play(1).fen()
    /// '9S,9S,9S,9S,9S,9S,9S,9S,9S/1S,10S,10S,10S,10S,10S,10S,10S,10S 0 0 N 1'
    fn fen(&self) -> String {
        self.0.to_string()
    }

    /// The player on turn, also in a finished game.
    #[getter]
    fn side_to_move(&self, py: Python<'_>) -> PyResult<Py<PySide>> {
        side::object(py, self.0.side_to_move())
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.0.rules())
    }

    /// The same board under other rules.
    ///
    /// Raises
    /// ------
    /// SetupError
    ///     If these rules forbid the tuzdyks on the board.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position, Rules
    /// >>> Position().with_rules(Rules.MODDABLE) == Position.start(Rules.MODDABLE)
    /// True
    fn with_rules(&self, py: Python<'_>, rules: PyRules) -> PyResult<PyPosition> {
        self.0
            .with_rules(rules.0)
            .map(PyPosition)
            .map_err(|error| errors::setup_faults(py, &error))
    }

    /// The stones in a row, or in both rows, pit 1 first.
    ///
    /// Parameters
    /// ----------
    /// side : Side, optional
    ///     Whose row.
    ///
    /// Returns
    /// -------
    /// list of int or numpy.ndarray
    ///     The nine pits of a side; without a side a read-only array of uint8, shape (2, 9), South's row first.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position, Side
    /// >>> Position().play(1).pits(Side.SOUTH)
    /// [1, 10, 10, 10, 10, 10, 10, 10, 10]
    /// >>> Position().play(1).pits().sum(axis=1).tolist()
    /// [81, 81]
    #[pyo3(signature = (side = None))]
    fn pits<'py>(&self, py: Python<'py>, side: Option<PySide>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(PySide(side)) = side {
            let row = self.0.pits(side).map(u32::from);
            return Ok(PyList::new(py, row)?.into_any());
        }
        let rows = Side::ALL.map(|side| self.0.pits(side));
        let array = PyArray1::from_slice(py, rows.as_flattened()).reshape([2, PITS])?;
        array.call_method1("setflags", (false,))?;
        Ok(array.into_any())
    }

    /// The stones in a kazan. Those left in the rows of a finished game are not in it; see `outcome`.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position, Side
    /// >>> Position().play(7).kazan(Side.SOUTH)
    /// 10
    fn kazan(&self, side: PySide) -> u8 {
        self.0.kazan(side.0)
    }

    /// The number of the pit of the other row that is this side's tuzdyk, or None.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position, Side
    /// >>> position = Position.from_fen('8,t/81S,8 41 40 S 1')
    /// >>> position.tuzdyk(Side.SOUTH), position.tuzdyk(Side.NORTH)
    /// (1, None)
    fn tuzdyk(&self, side: PySide) -> Option<u8> {
        self.0.tuzdyk(side.0).map(Pit::number)
    }

    /// All stones that lie in a row.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position, Side
    /// >>> Position().row_total(Side.NORTH)
    /// 81
    fn row_total(&self, side: PySide) -> u8 {
        self.0.row_total(side.0)
    }

    /// The moves of the player on turn, lowest first; none when the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<u32> {
        numbers(self.0.legal_moves())
    }

    /// Whether a move can be played.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> Position.from_fen('9/2S,8 80 80 S 1').is_legal(5)
    /// False
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.check(moves::read(r#move)?).is_ok())
    }

    /// The position after a move.
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     If the pit is empty or the game is over.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> Position().play(7).play(9).legal_moves
    /// [1, 2, 3, 4, 5, 6, 7, 8, 9]
    fn play(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        self.0
            .play(moves::read(r#move)?)
            .map(PyPosition)
            .map_err(|error| errors::illegal_move(py, &error))
    }

    /// What a move does, without playing it.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> Position().effect(7)
    /// <Effect: south plays 7, 9 stones to north 6, gained 10-0>
    fn effect(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<PyEffect> {
        self.0
            .effect(moves::read(r#move)?)
            .map(|effect| PyEffect::new(self.0, effect))
            .map_err(|error| errors::illegal_move(py, &error))
    }

    /// The pit where the last stone of a move falls: the owner of its row and its number.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> Position().landing(7)
    /// (Side.NORTH, 6)
    fn landing(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<PitPair> {
        let landing = self.0.landing(moves::read(r#move)?);
        pit(
            py,
            landing.map_err(|error| errors::illegal_move(py, &error))?,
        )
    }

    /// The single stones of a move in the order in which they fall.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> [stone.pit[1] for stone in Position().sowing(7)]
    /// [7, 8, 9, 1, 2, 3, 4, 5, 6]
    fn sowing(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Vec<PySownStone>> {
        self.0
            .sowing(moves::read(r#move)?)
            .map(|stones| stones.map(PySownStone).collect())
            .map_err(|error| errors::illegal_move(py, &error))
    }

    /// Read a move in any written form and check all that it says.
    ///
    /// Raises
    /// ------
    /// ParseError
    ///     If the text is no move, or a redundant part of it is wrong.
    /// IllegalMoveError
    ///     If the move is illegal.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> [Position().parse_move(text) for text in ('7', '76', '76(10)', 'g1d2')]
    /// [7, 7, 7, 7]
    fn parse_move(&self, py: Python<'_>, text: &str) -> PyResult<u32> {
        self.0
            .parse_move(text)
            .map(number)
            .map_err(|error| errors::move_text(py, &error))
    }

    /// Write a move: ``"number"`` 7, ``"from-to"`` 76 or 76x, ``"playok"`` 76(10) or 68X, ``"playstrategy"`` g1d2.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> Position().write_move(7), Position().write_move(7, 'playok')
    /// ('76', '76(10)')
    #[pyo3(signature = (r#move, style = "from-to"))]
    fn write_move(
        &self,
        py: Python<'_>,
        r#move: &Bound<'_, PyAny>,
        style: &str,
    ) -> PyResult<String> {
        self.0
            .write_move(moves::read(r#move)?, moves::style(style)?)
            .map_err(|error| errors::illegal_move(py, &error))
    }

    /// What a learner sees of the position.
    ///
    /// Parameters
    /// ----------
    /// kind : str, default "counts"
    ///     ``"counts"``: uint8, shape (22,); ``"planes"``: float32, shape (28, 2, 9). `togyz.observation_parts` tells
    ///     what the places mean.
    /// side : Side, optional
    ///     Whose view it is; that of the player on turn if left out.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     A new array.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> Position().play(7).observation()[9:20].tolist()
    /// [9, 9, 9, 9, 9, 9, 1, 10, 10, 0, 10]
    /// >>> Position().observation('planes').shape
    /// (28, 2, 9)
    #[pyo3(signature = (kind = "counts", side = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        side: Option<PySide>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seen = match side {
            Some(PySide(side)) if side != self.0.side_to_move() => self.0.passed(),
            _ => self.0,
        };
        observation::array(py, &seen, observation::kind(py, kind)?)
    }

    /// Which of the actions 0 to 8, for pits 1 to 9, are legal.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     A new array of int8, shape (9,): 1 for a legal action; all 0 when the game is over.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> Position.from_fen('9/2S,8 80 80 S 1').action_mask().tolist()
    /// [1, 0, 0, 0, 0, 0, 0, 0, 0]
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        observation::mask(py, &self.0)
    }

    /// How the game ended, or None while it goes on.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> Position().outcome() is None
    /// True
    fn outcome(&self) -> Option<PyOutcome> {
        self.0.outcome().map(PyOutcome)
    }

    /// Whether the game is over.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> Position().is_game_over()
    /// False
    fn is_game_over(&self) -> bool {
        self.0.is_game_over()
    }

    /// The side that has 82 stones and cannot lose any more, or None.
    ///
    /// Under rules that play on this is known before the game is over.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position, Rules
    /// >>> position = Position.from_fen('2S,8/1S,8 82 77 S 1', Rules.MASTER_PRO)
    /// >>> position.decided(), position.is_game_over()
    /// (Side.SOUTH, False)
    fn decided(&self, py: Python<'_>) -> PyResult<Option<Py<PySide>>> {
        side::optional(py, self.0.decided())
    }

    /// The same position with South and North exchanged.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> Position().mirrored().side_to_move
    /// Side.NORTH
    fn mirrored(&self) -> PyPosition {
        PyPosition(self.0.mirrored())
    }

    /// A 64-bit key of the whole position, the same on every machine.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> Position().key() == Position().mirrored().key()
    /// False
    fn key(&self) -> u64 {
        self.0.key()
    }

    /// Count the legal move sequences of exactly `depth` plies; see `togyz.perft`.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> Position().perft(4)
    /// 5199
    #[pyo3(signature = (depth, bulk = true))]
    fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>, bulk: bool) -> PyResult<u64> {
        crate::perft::perft(py, *self, depth, bulk)
    }

    /// The board as an SVG image.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Position
    /// >>> Position().svg().startswith('<svg')
    /// True
    fn svg(&self) -> String {
        self.0.svg()
    }

    fn _repr_svg_(&self) -> String {
        self.0.svg()
    }

    fn _repr_html_(&self) -> String {
        self.0.svg()
    }

    fn __str__(&self) -> String {
        self.drawn()
    }

    fn __repr__(&self) -> String {
        match self.0.rules() {
            Rules::STANDARD => format!("Position.from_fen('{}')", self.0),
            other => format!("Position.from_fen('{}', {})", self.0, rules::repr(other)),
        }
    }

    fn __hash__(&self) -> u64 {
        self.0.key()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (Bound<'py, PyBytes>,)> {
        let state = slf.get().packed(slf.py());
        pickle::through(slf, "from_bytes", (state,))
    }
}
