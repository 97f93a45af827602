"""Names for the texts and dicts that the package takes and gives."""

from typing import Literal, TypedDict

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


class EngineOptions(TypedDict):
    """The options of an engine, which ``Engine(**options)`` takes."""

    hash_mib: int
    threads: int
    move_overhead: float
