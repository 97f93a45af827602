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
    Effect,
    Engine,
    EngineError,
    Game,
    GameError,
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
    perft,
    read_records,
)
from togyz._types import EndReason, EngineOptions, IllegalReason, MoveStyle, TuzdykRefusal

__all__ = [
    "Effect",
    "EndReason",
    "Engine",
    "EngineError",
    "EngineOptions",
    "Game",
    "GameError",
    "IllegalMoveError",
    "IllegalReason",
    "Info",
    "InvalidMoveError",
    "Limit",
    "Line",
    "MoveStyle",
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
    "perft",
    "read_records",
]
