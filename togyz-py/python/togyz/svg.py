"""Pictures of the board.

>>> import togyz
>>> game = togyz.Game.from_record("7 9 6")
>>> image = togyz.svg.board(game, theme="dark", size=480, arrows=[("north 5", "south 4")])
>>> image.startswith("<svg")
True
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, TypeAlias

from togyz._togyz import (
    Effect,
    Game,
    Outcome,
    Position,
    Side,
    _svg_board,
    _svg_pixels,
    _svg_png,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Image", "Language", "Layout", "PitLike", "Theme", "board"]

Theme: TypeAlias = Literal["light", "dark"]
"""Dark stones on birch, or light stones on walnut; either brings its own background."""

Layout: TypeAlias = Literal["middle", "far", "ends", "kyrgyz"]
"""Where the kazans are."""

Language: TypeAlias = Literal["en", "kk", "ky", "ru"]
"""English, Kazakh, Kyrgyz or Russian."""

PitLike: TypeAlias = "str | tuple[Side, int]"
"""A pit: ``"south 7"``, ``"n6"``, or a side and a number as ``Effect.landing`` gives them."""


class Image(str):
    """The text of an SVG image that a notebook shows as a picture.

    Examples
    --------
    >>> import togyz
    >>> image = togyz.svg.board(togyz.Position(), size=320)
    >>> image.png()[:4]
    b'\\x89PNG'
    >>> image.pixels().shape
    (218, 320, 3)
    """

    __slots__ = ()

    def png(self) -> bytes:
        """The image as a PNG file; its corners are transparent."""
        return _svg_png(self)

    def pixels(self) -> NDArray[np.uint8]:
        """The image as red, green and blue: uint8, shape (height, width, 3); its corners white."""
        return _svg_pixels(self)

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return str(self)


def _pit(pit: PitLike) -> tuple[Side, int]:
    if not isinstance(pit, str):
        side, number = pit
        return side, number
    name, number_text = pit.rstrip("0123456789").strip(), pit[-1:]
    if not number_text.isdecimal():
        raise ValueError(f"a pit is such as 'south 7' or 'n6', not {pit!r}")
    return Side(name), int(number_text)


def board(
    position: Position | Game,
    *,
    flipped: bool = False,
    size: int = 800,
    theme: Theme = "light",
    layout: Layout = "middle",
    names: Language | None = None,
    coordinates: bool = True,
    last_move: Effect | None = None,
    outcome: Outcome | None = None,
    arrows: Iterable[tuple[PitLike, PitLike]] = (),
    highlights: Iterable[PitLike] = (),
) -> Image:
    """Draw a board.

    Parameters
    ----------
    position : Position or Game
        What is drawn; a game brings its last move and its end.
    flipped : bool, default False
        Whether the board is seen from North's seat.
    size : int, default 800
        The width in pixels, 16 to 16384.
    theme : str, default "light"
        ``"light"`` or ``"dark"``.
    layout : str, default "middle"
        Where the kazans are: ``"middle"``, ``"far"``, ``"ends"`` or ``"kyrgyz"``.
    names : str, optional
        Writes the players' names, and in Kazakh and Kyrgyz the pits' names: ``"en"``, ``"kk"``,
        ``"ky"`` or ``"ru"``.
    coordinates : bool, default True
        Whether the pits are numbered.
    last_move : Effect, optional
        The move that led here, marked with a dot where it began and a ring where it ended.
    outcome : Outcome, optional
        An end that the board does not tell, such as a resignation.
    arrows : iterable of pairs of pits
        Arrows over the board.
    highlights : iterable of pits
        Pits with a glow.

    Returns
    -------
    Image
        The text of the image; a notebook shows it as a picture.

    Examples
    --------
    >>> import togyz
    >>> image = togyz.svg.board(togyz.Position(), highlights=["south 7", (togyz.Side.NORTH, 6)])
    >>> len(image) < 50_000
    True
    """
    if isinstance(position, Game):
        game = position
        position = game.position
        last_move = game.last_effect() if last_move is None else last_move
        outcome = game.outcome() if outcome is None else outcome
    return Image(
        _svg_board(
            position,
            flipped,
            size,
            theme,
            layout,
            names,
            coordinates,
            last_move,
            outcome,
            [(_pit(start), _pit(end)) for start, end in arrows],
            [_pit(pit) for pit in highlights],
        )
    )
