"""How the environments show a game."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import togyz

MODES = ["human", "ansi", "rgb_array"]
_WIDTH = 640


def picture(position: togyz.Position, last: togyz.Effect | None = None) -> NDArray[np.uint8]:
    """The board as pixels."""
    return togyz.svg.board(position, size=_WIDTH, last_move=last).pixels()


class Screen:
    """Shows positions in one of the modes, with the last move in the picture."""

    def __init__(self, mode: str | None) -> None:
        if mode not in {None, *MODES}:
            raise ValueError(f"render_mode is {', '.join(MODES)} or None, not {mode!r}")
        self.mode = mode
        self._last: togyz.Effect | None = None

    def clear(self) -> None:
        """Forget the last move: a game begins."""
        self._last = None

    def note(self, position: togyz.Position, action: int) -> None:
        """Remember the action that is played now, if it will be drawn; it may be illegal."""
        if self.mode == "rgb_array":
            legal = 0 <= action < 9 and position.is_legal(action + 1)
            self._last = position.effect(action + 1) if legal else None

    def show(self, position: togyz.Position) -> Any:
        """Print the board, or return it as text or as pixels."""
        if self.mode is None:
            gymnasium.logger.warn("render() without a render_mode")
            return None
        if self.mode == "rgb_array":
            return picture(position, self._last)
        if self.mode == "ansi":
            return str(position)
        print(position)
        return None
