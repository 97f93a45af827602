"""Togyz Kumalak (toguz korgool): exact rules, notations and an engine.

Moves are pit numbers from 1 to 9. South is the first player.

================================== =========================================================
``Position``, ``Game``, ``Rules``  the rules; a position never changes, a game does
``read_records``, ``Record``       games written down
``Engine``, ``Limit``              best moves, analyses, also streamed; ``Score``, ``Info``
``Level``, ``LevelPlayer``         opponents from beginner to expert
``hint``, ``annotate``             advice on a position, and on a game that was played
``Table``                          exact endings
``Batch``, ``Mcts``                many games at once, and a tree search with a network
``togyz.data``                     games and self-play as arrays
``togyz.envs``                     environments for PettingZoo, Gymnasium and OpenSpiel
``togyz.svg``, ``togyz.plot``      pictures of the board, curves of games
``togyz.notebook``                 widgets
``togyz.ugi``                      other programs as engines
================================== =========================================================

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
    AnnotatedMove,
    Annotation,
    Batch,
    Effect,
    Engine,
    EngineError,
    Game,
    GameError,
    Hint,
    IllegalActionError,
    IllegalMoveError,
    Info,
    InvalidMoveError,
    Level,
    LevelPlayer,
    Limit,
    Line,
    Mcts,
    Outcome,
    ParseError,
    PlayResult,
    Position,
    Reason,
    Record,
    Rules,
    Score,
    SetupError,
    Side,
    SownStone,
    Table,
    TogyzError,
    __version__,
    annotate,
    hint,
    observation_parts,
    perft,
    read_records,
)
from togyz._types import (
    EndReason,
    EngineOptions,
    GameValue,
    IllegalActions,
    IllegalReason,
    Mark,
    MoveStyle,
    ObservationKind,
    TableEntry,
    TableMove,
    TuzdykRefusal,
    Words,
)

__all__ = [
    "Analysis",
    "AnnotatedMove",
    "Annotation",
    "Batch",
    "Effect",
    "EndReason",
    "Engine",
    "EngineError",
    "EngineOptions",
    "Game",
    "GameError",
    "GameValue",
    "Hint",
    "IllegalActionError",
    "IllegalActions",
    "IllegalMoveError",
    "IllegalReason",
    "Info",
    "InvalidMoveError",
    "Level",
    "LevelPlayer",
    "Limit",
    "Line",
    "Mark",
    "Mcts",
    "MoveStyle",
    "ObservationKind",
    "Outcome",
    "ParseError",
    "PlayResult",
    "Position",
    "Reason",
    "Record",
    "Rules",
    "Score",
    "SetupError",
    "Side",
    "SownStone",
    "Table",
    "TableEntry",
    "TableMove",
    "TogyzError",
    "TuzdykRefusal",
    "Words",
    "__version__",
    "annotate",
    "hint",
    "observation_parts",
    "perft",
    "read_records",
    "svg",
]

if TYPE_CHECKING:
    from togyz import data, envs, notebook, plot, ugi  # noqa: F401

_LATER = ("data", "envs", "notebook", "plot", "ugi")


def __getattr__(name: str) -> Any:
    """Modules that are imported when they are first used."""
    if name in _LATER:
        import importlib

        return importlib.import_module(f"togyz.{name}")
    raise AttributeError(f"module 'togyz' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
