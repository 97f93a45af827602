"""Togyz Kumalak (toguz korgool): exact rules, notations and an engine.

Moves are pit numbers from 1 to 9.

>>> import togyz
>>> game = togyz.Game()
>>> game.push(7).captured
10
>>> reply = togyz.Engine().play(game, togyz.Limit(depth=6))
>>> reply.move in game.legal_moves
True
"""

from togyz._togyz import (
    Batch,
    Effect,
    Engine,
    EngineError,
    Game,
    GameError,
    IllegalActionError,
    IllegalMoveError,
    Info,
    InvalidMoveError,
    Limit,
    Line,
    Outcome,
    ParseError,
    PlayResult,
    Position,
    Record,
    Rules,
    Score,
    SetupError,
    Side,
    SownStone,
    TogyzError,
    __version__,
    observation_parts,
    perft,
    read_records,
)
from togyz._types import (
    EndReason,
    EngineOptions,
    IllegalActions,
    IllegalReason,
    MoveStyle,
    ObservationKind,
    TuzdykRefusal,
)

__all__ = [
    "Batch",
    "Effect",
    "EndReason",
    "Engine",
    "EngineError",
    "EngineOptions",
    "Game",
    "GameError",
    "IllegalActionError",
    "IllegalActions",
    "IllegalMoveError",
    "IllegalReason",
    "Info",
    "InvalidMoveError",
    "Limit",
    "Line",
    "MoveStyle",
    "ObservationKind",
    "Outcome",
    "ParseError",
    "PlayResult",
    "Position",
    "Record",
    "Rules",
    "Score",
    "SetupError",
    "Side",
    "SownStone",
    "TogyzError",
    "TuzdykRefusal",
    "__version__",
    "observation_parts",
    "perft",
    "read_records",
]
