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

from typing import TYPE_CHECKING, Any

from togyz import svg
from togyz._togyz import (
    Analysis,
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
    Mcts,
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
    "Analysis",
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
    "Mcts",
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
    "svg",
]

if TYPE_CHECKING:
    from togyz import envs, notebook, plot, ugi  # noqa: F401

_LATER = ("envs", "notebook", "plot", "ugi")


def __getattr__(name: str) -> Any:
    """Modules that are imported when they are first used."""
    if name in _LATER:
        import importlib

        return importlib.import_module(f"togyz.{name}")
    raise AttributeError(f"module 'togyz' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
