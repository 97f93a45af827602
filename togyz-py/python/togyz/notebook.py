"""Widgets for notebooks; ``pip install togyz[notebook]``.

``Viewer`` steps through a game, ``Board`` is played on. Both work wherever anywidget does:
JupyterLab, classic notebooks, VS Code, Colab, marimo.

>>> import togyz.notebook
>>> viewer = togyz.notebook.Viewer(togyz.Game.from_record("7 9 6"))
>>> viewer.ply = 1
>>> viewer.caption
'1 of 3: South plays 76(10)'
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from togyz import svg as _svg
from togyz._togyz import Engine, Game, IllegalMoveError, Limit, Position, Rules, Side

__all__ = ["Board", "Viewer"]

_STATIC = Path(__file__).parent / "_static"


def _name(side: Side) -> str:
    return side.name.capitalize()


class Viewer(anywidget.AnyWidget):
    """A game that can be stepped through: with buttons, a slider, or the arrow keys.

    Parameters
    ----------
    game : Game
        The game, as it is now.
    ply : int, optional
        The ply to begin at; the last one if left out.
    drawing
        Options of ``togyz.svg.board``, such as ``theme="dark"``.

    Attributes
    ----------
    ply : int
        The ply that is shown, 0 for the start; set it to step.
    """

    _esm = _STATIC / "viewer.js"
    _css = _STATIC / "togyz.css"
    ply = traitlets.Int(0).tag(sync=True)
    plies = traitlets.Int(0).tag(sync=True)
    svg = traitlets.Unicode("").tag(sync=True)
    caption = traitlets.Unicode("").tag(sync=True)

    def __init__(self, game: Game, ply: int | None = None, **drawing: Any) -> None:
        self._positions = game.positions
        self._moves = game.moves
        self._outcome = game.outcome()
        self._drawing = drawing
        plies = len(self._moves)
        super().__init__(plies=plies, ply=plies if ply is None else ply)
        self._show()

    @traitlets.validate("ply")
    def _within(self, proposal: Any) -> int:
        return max(0, min(len(self._moves), int(proposal["value"])))

    @traitlets.observe("ply")
    def _on_ply(self, _change: Any) -> None:
        self._show()

    def _show(self) -> None:
        ply, drawing = self.ply, dict(self._drawing)
        caption = f"{ply} of {len(self._moves)}"
        if ply > 0:
            before, move = self._positions[ply - 1], self._moves[ply - 1]
            drawing["last_move"] = before.effect(move)
            caption += f": {_name(before.side_to_move)} plays {before.write_move(move, 'playok')}"
        if ply == len(self._moves) and self._outcome is not None:
            drawing["outcome"] = self._outcome
            caption += f". {self._outcome}"
        with self.hold_sync():
            self.svg = str(_svg.board(self._positions[ply], **drawing))
            self.caption = caption


class Board(anywidget.AnyWidget):
    """A board to play on: click a pit of the player on turn.

    Parameters
    ----------
    engine : Engine, optional
        Who plays the other side; without one, both sides are clicked.
    side : Side, optional
        The side of the one who clicks, South if left out.
    limit : Limit, optional
        How long the engine thinks, half a second if left out.
    game : Game, optional
        The game that goes on; a new one if left out. It is played on itself, so that its moves can
        be read at any time.
    rules : Rules, optional
        The rules of a new game.
    drawing
        Options of ``togyz.svg.board``, such as ``theme="dark"``.

    Attributes
    ----------
    game : Game
        The game.

    Examples
    --------
    >>> import togyz.notebook
    >>> board = togyz.notebook.Board(togyz.Engine(), limit=togyz.Limit(depth=3))
    >>> board.play(7)
    >>> len(board.game)
    2
    """

    _esm = _STATIC / "board.js"
    _css = _STATIC / "togyz.css"
    svg = traitlets.Unicode("").tag(sync=True)
    caption = traitlets.Unicode("").tag(sync=True)
    legal = traitlets.List(traitlets.Int()).tag(sync=True)
    turn = traitlets.Unicode("South").tag(sync=True)
    can_undo = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        engine: Engine | None = None,
        side: Side | None = None,
        limit: Limit | None = None,
        game: Game | None = None,
        rules: Rules | None = None,
        **drawing: Any,
    ) -> None:
        if game is not None and rules is not None:
            raise ValueError("a game has its rules already")
        # The clicks find the pits by their English names.
        if drawing.pop("names", None) is not None:
            raise ValueError("a board to play on is drawn without names")
        self.game = Game(rules=rules) if game is None else game
        self._start: Position = self.game.positions[0]
        self._engine = engine
        self._side = Side.SOUTH if side is None else side
        self._limit = Limit(time=0.5) if limit is None else limit
        self._drawing: dict[str, Any] = {"flipped": engine is not None and self._side == Side.NORTH}
        self._drawing |= drawing
        super().__init__()
        self.on_msg(self._on_message)
        self._reply()
        self._show()

    def _mine(self) -> bool:
        return self._engine is None or self.game.side_to_move == self._side

    def play(self, move: int) -> None:
        """Play a move, as a click does, and let the engine answer."""
        self.game.push(move)
        self._reply()
        self._show()

    def undo(self) -> None:
        """Take back the last move of the one who clicks."""
        if len(self.game) > self._given():
            self.game.pop()
            while not self._mine() and len(self.game) > 0:
                self.game.pop()
        self._show()

    def new_game(self) -> None:
        """Begin again from the start of the game."""
        self.game = Game(self._start)
        self._reply()
        self._show()

    def _given(self) -> int:
        """Moves that cannot be taken back: the engine's first one."""
        begins = self.game.positions[0].side_to_move
        return int(self._engine is not None and begins != self._side)

    def _reply(self) -> None:
        if self._engine is not None and not self._mine():
            move = self._engine.play(self.game, self._limit).move
            if move is not None:
                self.game.push(move)

    def _on_message(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if not isinstance(content, dict):
            return
        kind = content.get("type")
        try:
            if kind == "play" and self._mine():
                self.play(content.get("pit", 0))
            elif kind == "undo":
                self.undo()
            elif kind == "new":
                self.new_game()
        except (IllegalMoveError, ValueError, TypeError) as error:
            # A click that came too late: the picture is about to change.
            self.caption = str(error)

    def _show(self) -> None:
        game = self.game
        outcome = game.outcome()
        if outcome is not None:
            caption = str(outcome)
        else:
            caption = f"{_name(game.side_to_move)} to move"
            if len(game) > 0:
                before = game.positions[-2]
                written = before.write_move(game.peek(), "playok")
                caption = f"{_name(before.side_to_move)} played {written}. {caption}"
        with self.hold_sync():
            self.svg = str(_svg.board(game, **self._drawing))
            self.legal = game.legal_moves if self._mine() else []
            self.turn = _name(game.side_to_move)
            self.can_undo = len(game) > self._given()
            self.caption = caption
