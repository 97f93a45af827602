//! `Game`.

use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use togyz::notation::moves::ParseMoveError;
use togyz::notation::record;
use togyz::{Effect, Fen, Game, GameError, Outcome, Position, SvgBoard};

use crate::effect::PyEffect;
use crate::moves::{self, number, numbers};
use crate::outcome::PyOutcome;
use crate::pickle::{self, Reduced};
use crate::position::PyPosition;
use crate::rules::{self, PyRules};
use crate::side::{self, PySide};
use crate::{errors, records};

/// A game: where it started, its moves, and how it ended.
///
/// A refused move or declaration leaves it as it was. Games are equal if start, moves, tags and result are equal;
/// they change, so they cannot be keys of a dict. A game may be used by several threads.
///
/// Parameters
/// ----------
/// position : Position, optional
///     Where it starts.
/// rules : Rules, optional
///     The rules of a game from the start position; a position has its own.
///
/// Examples
/// --------
/// >>> from togyz import Game
/// >>> game = Game()
/// >>> game.push(7)
/// <Effect: south plays 7, 9 stones to north 6, gained 10-0>
/// >>> game.push_text('98').landing
/// (Side.SOUTH, 8)
/// >>> game.moves, game.fullmove, game.result()
/// ([7, 9], 2, '*')
#[pyclass(name = "Game", module = "togyz", frozen)]
pub(crate) struct PyGame {
    game: Mutex<Game>,
}

impl PyGame {
    pub(crate) fn of(game: Game) -> PyGame {
        let game = Mutex::new(game);
        PyGame { game }
    }

    /// Works on the game. The work must not touch Python: that could run code that comes back for the same lock.
    fn with<T>(&self, work: impl FnOnce(&mut Game) -> T) -> T {
        work(&mut self.game.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A copy of the game as it is now.
    pub(crate) fn snapshot(&self) -> Game {
        self.with(|game| game.clone())
    }

    fn declare(
        &self,
        work: impl FnOnce(&mut Game) -> Result<Outcome, GameError>,
    ) -> PyResult<PyOutcome> {
        self.with(work).map(PyOutcome).map_err(errors::game)
    }
}

/// Whether two games are equal to a user; undone moves are no part of a game.
pub(crate) fn same(one: &Game, other: &Game) -> bool {
    one.start_fen() == other.start_fen()
        && one.moves() == other.moves()
        && one.outcome() == other.outcome()
        && one.result() == other.result()
        && one.tags() == other.tags()
}

/// The effect of a move that `play` makes, with the position before it.
fn played<E>(
    game: &mut Game,
    play: impl FnOnce(&mut Game) -> Result<Effect, E>,
) -> Result<PyEffect, E> {
    let before: Position = *game.position();
    play(game).map(|effect| PyEffect::new(before, effect))
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (position = None, rules = None))]
    fn new(position: Option<PyPosition>, rules: Option<PyRules>) -> PyResult<PyGame> {
        match (position, rules) {
            (Some(_), Some(_)) => Err(PyValueError::new_err("a position has its rules already")),
            (Some(PyPosition(position)), None) => Ok(PyGame::of(Game::from_position(position))),
            (None, rules) => Ok(PyGame::of(Game::with_rules(rules::or_standard(rules)))),
        }
    }

    /// A game that starts from a FEN, with its turn number.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Game
    /// >>> Game.from_fen('9/2S,8 80 80 S 61').fullmove
    /// 61
    #[classmethod]
    #[pyo3(signature = (fen, rules = None))]
    fn from_fen(cls: &Bound<'_, PyType>, fen: &str, rules: Option<PyRules>) -> PyResult<PyGame> {
        Fen::parse(fen, rules::or_standard(rules))
            .map(|fen| PyGame::of(Game::from_fen(fen)))
            .map_err(|error| errors::fen(cls.py(), &error))
    }

    /// Read a text that holds one game: PGN, TGK, a line of moves. See `togyz.read_records` for more than one.
    ///
    /// Parameters
    /// ----------
    /// text : str
    ///     The record.
    /// strict : bool, default True
    ///     Whether a redundant part that disagrees with the board is an error.
    ///
    /// Raises
    /// ------
    /// ParseError
    ///     With line and column.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Game
    /// >>> Game.from_record('1. 76(10) 98 *').moves
    /// [7, 9]
    #[classmethod]
    #[pyo3(signature = (text, strict = true))]
    fn from_record(cls: &Bound<'_, PyType>, text: &str, strict: bool) -> PyResult<PyGame> {
        let mode = records::mode(strict);
        cls.py()
            .detach(|| record::read_one(text, mode))
            .map(|record| PyGame::of(record.game))
            .map_err(|error| errors::record(cls.py(), &error))
    }

    #[classmethod]
    fn _restore(cls: &Bound<'_, PyType>, text: &str) -> PyResult<PyGame> {
        serde_json::from_str(text)
            .map(PyGame::of)
            .map_err(|error| errors::unreadable(cls.py(), &error))
    }

    /// Play a move and tell what it did. Undone moves are forgotten.
    ///
    /// Raises
    /// ------
    /// IllegalMoveError
    ///     If the pit is empty or the game is over, also by a declaration.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Game
    /// >>> Game().push(7).captured
    /// 10
    fn push(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<PyEffect> {
        let mv = moves::read(r#move)?;
        self.with(|game| played(game, |game| game.push(mv)))
            .map_err(|error| errors::illegal_move(py, &error))
    }

    /// Play a move that is written in any form, such as ``'7'``, ``'76'``, ``'76x'``, ``'76(10)'`` or ``'g1d2'``.
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
    /// >>> from togyz import Game
    /// >>> Game().push_text('76(10)').captured
    /// 10
    fn push_text(&self, py: Python<'_>, text: &str) -> PyResult<PyEffect> {
        let push = |game: &mut Game| -> Result<Effect, ParseMoveError> {
            let mv = game.position().parse_move(text)?;
            Ok(game.push(mv)?)
        };
        self.with(|game| played(game, push))
            .map_err(|error| errors::move_text(py, &error))
    }

    /// Take the last move back and return it. A declared end is lifted.
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     If no move was played.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Game
    /// >>> game = Game.from_record('7 9')
    /// >>> game.pop(), game.moves
    /// (9, [7])
    fn pop(&self) -> PyResult<u32> {
        self.with(Game::undo)
            .map(number)
            .ok_or_else(|| PyIndexError::new_err("no move was played"))
    }

    /// Play the move again that was taken back last.
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     If there is none.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Game
    /// >>> game = Game.from_record('7 9')
    /// >>> game.pop()
    /// 9
    /// >>> game.redo().move
    /// 9
    fn redo(&self) -> PyResult<PyEffect> {
        let nothing = || PyIndexError::new_err("no move to play again");
        self.with(|game| played(game, |game| game.redo().ok_or(())))
            .map_err(|()| nothing())
    }

    /// The last move.
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     If no move was played.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Game
    /// >>> Game.from_record('7 9').peek()
    /// 9
    fn peek(&self) -> PyResult<u32> {
        self.with(|game| game.moves().last().copied())
            .map(number)
            .ok_or_else(|| PyIndexError::new_err("no move was played"))
    }

    /// The moves played.
    #[getter]
    fn moves(&self) -> Vec<u32> {
        self.with(|game| numbers(game.moves().iter().copied()))
    }

    /// How many moves were played; ``len(game)`` is the same.
    #[getter]
    fn ply(&self) -> usize {
        self.with(|game| game.ply())
    }

    /// The position now.
    #[getter]
    fn position(&self) -> PyPosition {
        self.with(|game| PyPosition(*game.position()))
    }

    /// All positions, the start first: one more than there are moves.
    #[getter]
    fn positions(&self) -> Vec<PyPosition> {
        self.with(|game| game.positions().iter().copied().map(PyPosition).collect())
    }

    /// The number of the turn, from 1; it grows after North's move.
    #[getter]
    fn fullmove(&self) -> u32 {
        self.with(|game| game.fullmove())
    }

    /// The player on turn.
    #[getter]
    fn side_to_move(&self, py: Python<'_>) -> PyResult<Py<PySide>> {
        side::object(py, self.with(|game| game.position().side_to_move()))
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> PyRules {
        self.with(|game| PyRules(game.position().rules()))
    }

    /// The moves of the player on turn, lowest first; none when the game is over, also by a declaration.
    #[getter]
    fn legal_moves(&self) -> Vec<u32> {
        self.with(|game| match game.declared() {
            Some(_) => Vec::new(),
            None => numbers(game.position().legal_moves()),
        })
    }

    /// The position now as FEN, with its turn number.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Game
    /// >>> Game.from_fen('9/2S,8 80 80 S 61').fen()
    /// '9/2S,8 80 80 S 61'
    fn fen(&self) -> String {
        self.with(|game| game.fen()).to_string()
    }

    /// How the game ended, by the board or by a declaration; None while it goes on.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Game, Side
    /// >>> game = Game()
    /// >>> game.resign(Side.NORTH)
    /// <Outcome: south wins 0-0, resignation>
    /// >>> game.outcome().winner
    /// Side.SOUTH
    fn outcome(&self) -> Option<PyOutcome> {
        self.with(|game| game.outcome()).map(PyOutcome)
    }

    /// ``'1-0'`` if South won, ``'0-1'``, ``'1/2-1/2'``, or ``'*'`` if the game goes on.
    ///
    /// A record may know the result of a game that it leaves unfinished; then it is that one.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Game
    /// >>> Game.from_record('1. 7 9 1-0').result()
    /// '1-0'
    fn result(&self) -> String {
        self.with(|game| game.result()).to_string()
    }

    /// Whether the game is over.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Game
    /// >>> Game().is_game_over()
    /// False
    fn is_game_over(&self) -> bool {
        self.with(|game| game.is_game_over())
    }

    /// How many times the position now has stood, itself included.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Game
    /// >>> Game().repetitions()
    /// 1
    fn repetitions(&self) -> usize {
        self.with(|game| game.repetitions())
    }

    /// A player gives up.
    ///
    /// Raises
    /// ------
    /// GameError
    ///     If the game is over.
    fn resign(&self, side: PySide) -> PyResult<PyOutcome> {
        self.declare(|game| game.resign(side.0))
    }

    /// Both players agree to a draw.
    ///
    /// Raises
    /// ------
    /// GameError
    ///     If the game is over.
    fn agree_draw(&self) -> PyResult<PyOutcome> {
        self.declare(Game::agree_draw)
    }

    /// Claim a draw because the position stands for the third time.
    ///
    /// Raises
    /// ------
    /// GameError
    ///     If it does not, or if the game is over.
    fn claim_repetition(&self) -> PyResult<PyOutcome> {
        self.declare(Game::claim_repetition)
    }

    /// A player's time is up.
    ///
    /// Raises
    /// ------
    /// GameError
    ///     If the game is over.
    fn lose_on_time(&self, side: PySide) -> PyResult<PyOutcome> {
        self.declare(|game| game.lose_on_time(side.0))
    }

    /// End the game as a draw, for players that would go on for ever.
    ///
    /// Raises
    /// ------
    /// GameError
    ///     If the game is over.
    fn cut_off(&self) -> PyResult<PyOutcome> {
        self.declare(Game::cut_off)
    }

    /// A new dict of the tags, such as ``White`` and ``Date``, in the order in which they were set.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = self.with(|game| game.tags().clone());
        let dict = PyDict::new(py);
        for (name, value) in tags.iter() {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }

    /// Set a tag.
    ///
    /// Raises
    /// ------
    /// GameError
    ///     If no record could hold it: a name is letters, digits and underscores, a value has no control characters.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Game
    /// >>> game = Game()
    /// >>> game.set_tag('White', 'A. Player')
    /// >>> game.tags
    /// {'White': 'A. Player'}
    fn set_tag(&self, name: &str, value: &str) -> PyResult<()> {
        self.with(|game| game.tags_mut().set(name, value))
            .map_err(errors::game)
    }

    /// Take a tag out and return its value, or None if it was not there.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Game
    /// >>> Game().remove_tag('White') is None
    /// True
    fn remove_tag(&self, name: &str) -> Option<String> {
        self.with(|game| game.tags_mut().remove(name))
    }

    /// The game as text.
    ///
    /// Parameters
    /// ----------
    /// format : str, default "pgn"
    ///     ``"pgn"`` as PlayOK writes it, or ``"tgk"``.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Game
    /// >>> print(Game.from_record('7 9').record())
    /// [Result "*"]
    /// <BLANKLINE>
    /// 1. 76(10) 98 *
    /// <BLANKLINE>
    #[pyo3(signature = (format = "pgn"))]
    fn record(&self, format: &str) -> PyResult<String> {
        match format {
            "pgn" => Ok(self.with(|game| record::pgn(game))),
            "tgk" => Ok(self.with(|game| record::tgk(game))),
            _ => Err(PyValueError::new_err("a format is pgn or tgk")),
        }
    }

    /// What the last move did, or None if no move was played.
    ///
    /// Examples
    /// --------
    /// >>> from togyz import Game
    /// >>> Game.from_record('7 9').last_effect().landing
    /// (Side.SOUTH, 8)
    fn last_effect(&self) -> Option<PyEffect> {
        self.with(|game| {
            let (mv, before) = (*game.moves().last()?, game.positions()[game.ply() - 1]);
            let effect = before.effect(mv).ok()?;
            Some(PyEffect::new(before, effect))
        })
    }

    fn _repr_svg_(&self) -> String {
        let (position, outcome) = self.with(|game| (*game.position(), game.outcome()));
        let mut board = SvgBoard::new(&position);
        if let Some(effect) = self.last_effect() {
            board = board.last_move(&effect.effect());
        }
        if let Some(outcome) = outcome {
            board = board.outcome(&outcome);
        }
        board.render()
    }

    /// The board, and under it the moves and the end of the game.
    fn _repr_html_(&self) -> String {
        let image = self._repr_svg_();
        let (moves, outcome) = self.with(|game| {
            let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
            (moves.join(" "), game.outcome())
        });
        let end = outcome.map_or_else(String::new, |outcome| format!(" <b>{outcome}</b>"));
        format!("<figure>{image}<figcaption>{moves}{end}</figcaption></figure>")
    }

    fn __str__(&self) -> String {
        self.position().drawn()
    }

    fn __repr__(&self) -> String {
        let (fen, ply, result) = self.with(|game| (game.fen(), game.ply(), game.result()));
        format!("<Game: {ply} plies, {fen}, {result}>")
    }

    fn __len__(&self) -> usize {
        self.ply()
    }

    /// A game without moves is a game.
    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Option<bool> {
        // One lock after the other, so that two comparisons cannot wait for each other.
        let other = other.cast::<PyGame>().ok()?.get().snapshot();
        Some(self.with(|game| same(game, &other)))
    }

    fn __copy__(&self) -> PyGame {
        PyGame::of(self.snapshot())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyGame {
        PyGame::of(self.snapshot())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Reduced<'py, (String,)> {
        let state = slf.get().with(|game| serde_json::to_string(game));
        let state = state.map_err(|error| errors::unreadable(slf.py(), &error))?;
        pickle::through(slf, "_restore", (state,))
    }
}
