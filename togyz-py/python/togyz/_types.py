"""Names for the texts and dicts that the package takes and gives."""

from typing import Literal, NamedTuple, TypedDict

EndReason = Literal[
    "majority", "no-moves", "agreement", "resignation", "time", "repetition", "max-plies"
]
"""Why a game ended."""

IllegalReason = Literal["empty-pit", "game-over"]
"""Why a move is illegal."""

TuzdykRefusal = Literal["already-owned", "pit-nine", "same-number"]
"""Why three stones made no tuzdyk."""

MoveStyle = Literal["number", "from-to", "playok", "playstrategy"]
"""How to write a move."""

RecordFormat = Literal["pgn", "tgk"]
"""How to write a game."""

GameResult = Literal["1-0", "0-1", "1/2-1/2", "*"]
"""A result as records write it."""

ObservationKind = Literal["counts", "planes"]
"""What a learner sees of a position."""

IllegalActions = Literal["error", "loss"]
"""What an illegal action does in a batch."""

GameValue = Literal["win", "draw", "loss"]
"""What a position is worth for the player on turn."""

Mark = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
"""How good a move was."""

Words = Literal["en", "kk", "ky", "ru"]
"""English, Kazakh, Kyrgyz or Russian."""


class TableEntry(NamedTuple):
    """What a table knows about a position."""

    value: int
    """The stones of those on the board that the player on turn gets."""
    hastened: int | None
    """Plies to the end if the player on turn hastens it."""
    delayed: int | None
    """Plies to the end if the player on turn delays it."""


class TableMove(NamedTuple):
    """What a table knows about a move, seen by the player who plays it."""

    move: int
    """The move."""
    value: int
    """The stones of those on the board that its player gets with it."""
    result: GameValue
    """What the game is worth after it."""
    hastened: int | None
    """Plies to the end if its player hastens it."""
    delayed: int | None
    """Plies to the end if its player delays it."""


class EngineOptions(TypedDict):
    """The options of an engine, which ``Engine(**options)`` takes."""

    hash_mib: int
    threads: int
    move_overhead: float
