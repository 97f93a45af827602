"""Games and positions in bulk, as numpy arrays.

>>> import togyz.data
>>> games = togyz.data.read("7 9 6\\n1 2 3 4")
>>> len(games), games[1].tolist()
(2, [1, 2, 3, 4])
>>> samples = togyz.data.self_play(2, togyz.Limit(nodes=50), seed=1)
>>> samples.observations.shape[1], samples.outcomes.dtype
(22, dtype('int8'))

``Games.frame`` and ``Samples.frame`` give dicts of columns, which ``polars.DataFrame``,
``pandas.DataFrame`` and ``pyarrow.table`` take, and from there Parquet files.
"""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from togyz._togyz import Limit, _read_games, _self_play

__all__ = ["Games", "Samples", "read", "read_file", "self_play"]


@dataclass(frozen=True, eq=False)
class Games:
    """Games of a text.

    Examples
    --------
    >>> import togyz.data
    >>> games = togyz.data.read("7 9 6\\n1 2 3 4", positions=True)
    >>> games.results.tolist(), games.lengths.tolist(), games.observations.shape
    ([2, 2], [3, 4], (7, 22))
    """

    moves: NDArray[np.uint8]
    """The moves of all games, 1 to 9, one game after the other."""
    offsets: NDArray[np.int64]
    """Where each game begins in ``moves``, and the end: one more than there are games."""
    results: NDArray[np.int8]
    """South's result: 1, 0, -1, or 2 if it is not known."""
    packed: NDArray[np.uint8] | None = None
    """The position before each move, 16 bytes as ``Position.to_bytes`` gives them."""
    observations: NDArray[np.uint8] | None = None
    """The position before each move as ``counts``."""

    def __len__(self) -> int:
        return len(self.results)

    def __getitem__(self, game: int) -> NDArray[np.uint8]:
        """The moves of one game."""
        if not -len(self) <= game < len(self):
            raise IndexError("no such game")
        game %= len(self)
        return self.moves[self.offsets[game] : self.offsets[game + 1]]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Moves of each game."""
        return np.diff(self.offsets)

    @property
    def frame(self) -> dict[str, NDArray[Any]]:
        """Columns with a row for each move: ``game``, ``ply``, ``move``, ``result``.

        If positions were read, also ``position``, its 16 bytes as hexadecimal text.
        """
        lengths = self.lengths
        game = np.repeat(np.arange(len(self)), lengths)
        columns: dict[str, NDArray[Any]] = {
            "game": game,
            "ply": np.arange(len(self.moves)) - np.repeat(self.offsets[:-1], lengths),
            "move": self.moves,
            "result": self.results[game],
        }
        if self.packed is not None:
            columns["position"] = _texts(self.packed)
        return columns


@dataclass(frozen=True, eq=False)
class Samples:
    """Positions of self-play."""

    packed: NDArray[np.uint8]
    """16 bytes for each position, shape (n, 16)."""
    observations: NDArray[np.uint8]
    """Each position as ``counts``, shape (n, 22)."""
    scores: NDArray[np.float32]
    """The search's expected margin in stones for the player on turn."""
    outcomes: NDArray[np.int8]
    """1 if the player on turn won, 0 for a draw, -1 if it lost."""
    actions: NDArray[np.int8]
    """The search's action, 0 to 8."""

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def frame(self) -> dict[str, NDArray[Any]]:
        """Columns: ``position`` (hexadecimal text), ``score``, ``outcome``, ``action``."""
        return {
            "position": _texts(self.packed),
            "score": self.scores,
            "outcome": self.outcomes,
            "action": self.actions,
        }


def _texts(packed: NDArray[np.uint8]) -> NDArray[Any]:
    """Rows of bytes as hexadecimal text."""
    whole = np.ascontiguousarray(packed).tobytes().hex()
    width = 2 * packed.shape[1]
    return np.frombuffer(whole.encode(), dtype=f"S{width}").astype(f"U{width}")


def read(text: str, *, strict: bool = True, positions: bool = False) -> Games:
    """Read all games of a text in any format that ``togyz.read_records`` takes.

    Parameters
    ----------
    text : str
        The records.
    strict : bool, default True
        As for ``togyz.read_records``.
    positions : bool, default False
        Whether the positions before each move are wanted too.

    Raises
    ------
    ParseError
        For the first fault, with line and column.
    """
    return Games(**_read_games(text, strict, positions))


def read_file(path: str | PathLike[str], *, strict: bool = True, positions: bool = False) -> Games:
    """Read all games of a file; see ``read``."""
    with open(path, encoding="utf-8") as file:
        return read(file.read(), strict=strict, positions=positions)


def self_play(
    games: int, limit: Limit | None = None, *, seed: int = 1, threads: int = 1
) -> Samples:
    """Let the engine play games against itself, with random openings and stray moves.

    Parameters
    ----------
    games : int
        How many games.
    limit : Limit, optional
        The limit of each search, 3000 positions if left out.
    seed : int, default 1
        Where openings and stray moves come from.
    threads : int, default 1
        Threads that share the games; they make no difference to the result.

    Returns
    -------
    Samples
        The positions that were searched and not decided yet.
    """
    return Samples(**_self_play(games, limit or Limit(nodes=3000), seed, threads))
