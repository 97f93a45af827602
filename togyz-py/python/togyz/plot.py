"""Curves of games; needs matplotlib, which ``pip install togyz[notebook]`` brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from togyz._togyz import Engine, Game, Limit, Score, Side

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["score_curve", "scores"]


def scores(game: Game, limit: Limit | None = None, engine: Engine | None = None) -> list[Score]:
    """Search every position of a game.

    Parameters
    ----------
    game : Game
        The game.
    limit : Limit, optional
        The limit of each search, depth 10 if left out.
    engine : Engine, optional
        Who searches; a new engine if left out.

    Returns
    -------
    list of Score
        South's score of every position, the start first: one more than there are moves.

    Examples
    --------
    >>> import togyz.plot
    >>> found = togyz.plot.scores(togyz.Game.from_record("7 9"), togyz.Limit(depth=4))
    >>> len(found)
    3
    """
    engine = Engine() if engine is None else engine
    limit = Limit(depth=10) if limit is None else limit
    found = []
    for position in game.positions:
        score = engine.analyse(position, limit).score
        found.append(score if position.side_to_move == Side.SOUTH else -score)
    return found


def _height(score: Score, most: float) -> float:
    if score.win_in is not None:
        return most
    if score.loss_in is not None:
        return -most
    return max(-most, min(most, score.stones or 0.0))


def score_curve(
    game: Game | Sequence[Score],
    *,
    limit: Limit | None = None,
    engine: Engine | None = None,
    ax: Axes | None = None,
    most: float = 40.0,
) -> Axes:
    """Draw how the expected margin went.

    Parameters
    ----------
    game : Game or sequence of Score
        The game, which is searched, or South's scores as ``scores`` gives them.
    limit, engine
        As in ``scores``.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new figure if left out.
    most : float, default 40.0
        The greatest margin shown, in stones; won and lost games stand there too.

    Returns
    -------
    matplotlib.axes.Axes
        With the curve: above 0 South is ahead.
    """
    import matplotlib.pyplot as plt

    found = scores(game, limit, engine) if isinstance(game, Game) else list(game)
    heights = [_height(score, most) for score in found]
    if ax is None:
        _, axes = plt.subplots(figsize=(8, 3), layout="constrained")
        ax = axes
    plies = range(len(heights))
    ahead: Any = [height >= 0 for height in heights]
    behind: Any = [height <= 0 for height in heights]
    ax.axhline(0, color="0.5", linewidth=0.8)
    ax.fill_between(plies, heights, where=ahead, color="#c8862c", alpha=0.45, interpolate=True)
    ax.fill_between(plies, heights, where=behind, color="#3b6ea8", alpha=0.45, interpolate=True)
    ax.plot(plies, heights, color="0.35", linewidth=1.4)
    ax.set_xlabel("ply")
    ax.set_ylabel("South's margin in stones")
    ax.set_xlim(0, max(1, len(heights) - 1))
    ax.set_ylim(-most * 1.05, most * 1.05)
    return ax
