"""Who an agent can play against."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import togyz

Opponent: TypeAlias = "str | togyz.Level | togyz.Engine | Callable[[togyz.Position], int]"
"""``"random"``, ``"greedy"``, a level or its name, an engine, or a function from a position to a
move from 1 to 9."""

_LEVELS = {"easy", "normal", "hard", "crazy"}


def player(opponent: Opponent, limit: togyz.Limit | None) -> Callable[[togyz.Batch], int]:
    """A function that chooses the opponent's action in the only game of a batch."""
    if opponent == "random":
        return lambda batch: int(batch.random_actions()[0])
    if opponent == "greedy":
        return lambda batch: int(batch.greedy_actions()[0])
    if isinstance(opponent, togyz.Level) or opponent in _LEVELS:
        level = togyz.LevelPlayer(opponent)  # type: ignore[arg-type]

        def reply(batch: togyz.Batch) -> int:
            move = level.play(batch[0], limit)
            assert move is not None
            return move - 1

        return reply
    if isinstance(opponent, togyz.Engine):
        engine, within = opponent, limit or togyz.Limit(nodes=2000)

        def search(batch: togyz.Batch) -> int:
            # A memory of earlier games would make episodes depend on each other.
            engine.clear()
            move = engine.play(batch[0], within).move
            assert move is not None
            return move - 1

        return search
    if callable(opponent):
        return lambda batch: opponent(batch[0]) - 1
    raise ValueError("an opponent is random, greedy, a Level, an Engine, or a function")
