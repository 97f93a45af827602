"""Widgets, without a browser: what Python sends and what it does with clicks."""

from typing import Any

import numpy as np
import pytest

from extras import need

need("anywidget")
need("matplotlib")

from togyz import Engine, Game, Limit, Score, Side, plot  # noqa: E402
from togyz.notebook import Board, Viewer  # noqa: E402


def click(board: Board, **message: Any) -> None:
    board._on_message(board, message, [])


def test_a_viewer_steps() -> None:
    game = Game.from_record("7 9 6")
    game.resign(Side.SOUTH)
    viewer = Viewer(game, theme="dark")
    assert (viewer.ply, viewer.plies) == (3, 3)
    assert "north wins 0-0" not in viewer.caption
    assert viewer.caption.endswith("resignation")
    last = viewer.svg
    viewer.ply = 0
    assert viewer.caption == "0 of 3"
    assert viewer.svg != last
    for far, shown in ((99, 3), (-4, 0)):
        viewer.ply = far
        assert viewer.ply == shown
    viewer.ply = 3
    assert viewer.svg == last


def test_a_board_for_two() -> None:
    board: Any = Board()
    assert board.legal == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    click(board, type="play", pit=7)
    assert board.turn == "North"
    assert board.game.moves == [7]
    click(board, type="undo")
    click(board, type="undo")
    assert board.game == Game()
    click(board, type="play", pit=7)
    click(board, type="new")
    assert board.game == Game()


@pytest.mark.parametrize("side", [Side.SOUTH, Side.NORTH])
def test_a_board_against_an_engine(side: Side) -> None:
    board: Any = Board(Engine(hash_mib=1), side=side, limit=Limit(depth=2))
    first = len(board.game)
    assert first == int(side == Side.NORTH)
    assert board.turn == side.name.capitalize()
    click(board, type="play", pit=board.legal[0])
    assert len(board.game) == first + 2
    assert board.can_undo
    click(board, type="undo")
    assert len(board.game) == first
    assert not board.can_undo
    click(board, type="undo")
    assert len(board.game) == first


def test_clicks_that_make_no_sense() -> None:
    board = Board()
    pits: list[Any] = [0, 10, None, "7", [], 2**70, True]
    for pit in pits:
        click(board, type="play", pit=pit)
    click(board)
    board._on_message(board, None, [])
    assert board.game == Game()


def test_a_whole_game_by_clicks() -> None:
    board = Board(Engine(hash_mib=1), limit=Limit(depth=1))
    for _ in range(1000):
        if not board.legal:
            break
        click(board, type="play", pit=board.legal[-1])
    outcome = board.game.outcome()
    assert outcome is not None
    assert board.caption == str(outcome)


def drawn(axes: Any) -> list[list[float]]:
    return [np.asarray(data).tolist() for data in axes.lines[-1].get_data()]


@pytest.mark.thread_unsafe
def test_the_curve() -> None:
    import matplotlib

    matplotlib.use("agg")
    game = Game.from_record("7 9 6 4 2")
    found = plot.scores(game, Limit(depth=3))
    axes = plot.score_curve(found)
    assert drawn(axes)[0] == [0, 1, 2, 3, 4, 5]
    stones = [score.stones for score in found]
    assert drawn(axes)[1] == pytest.approx(stones)
    decided = plot.score_curve([Score.win(3), Score.loss(2), Score.draw()], most=30, ax=axes)
    assert drawn(decided)[1] == [30, -30, 0]
    # South's view: after South's capture South is not behind in both.
    assert (
        plot.scores(Game.from_record("7"), Limit(depth=1))[1]
        == -Engine().analyse(Game.from_record("7").position, Limit(depth=1)).score
    )
