"""Games and positions in bulk."""

from pathlib import Path

import numpy as np
import pytest

import togyz
from extras import ctrl_c
from togyz import Game, Limit, Position, data

TEXT = "7 9 6\n1 2 3 4\n"


def test_games_are_flat() -> None:
    games = data.read(TEXT, positions=True)
    assert games.moves.tolist() == [7, 9, 6, 1, 2, 3, 4]
    assert games.offsets.tolist() == [0, 3, 7]
    assert games.lengths.tolist() == [3, 4]
    assert games[-1].tolist() == [1, 2, 3, 4]
    with pytest.raises(IndexError):
        games[2]
    expected = [
        position
        for moves in ("7 9 6", "1 2 3 4")
        for position in Game.from_record(moves).positions[:-1]
    ]
    assert games.packed is not None
    assert [Position.from_bytes(row.tobytes()) for row in games.packed] == expected
    np.testing.assert_array_equal(games.observations, [each.observation() for each in expected])
    frame = games.frame
    assert frame["game"].tolist() == [0, 0, 0, 1, 1, 1, 1]
    assert frame["ply"].tolist() == [0, 1, 2, 0, 1, 2, 3]
    assert bytes.fromhex(frame["position"][0]) == Position().to_bytes()
    assert {len(column) for column in frame.values()} == {7}


def test_results(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("1. 7 9 1-0\n")
    assert data.read_file(path).results.tolist() == [1]
    assert data.read("1. 7 9 0-1").results.tolist() == [-1]
    assert data.read("1. 7 9 1/2-1/2").results.tolist() == [0]
    assert data.read("7 9").results.tolist() == [2]
    assert len(data.read("")) == 0
    with pytest.raises(togyz.ParseError) as caught:
        data.read("7 9\n7 7 x")
    assert caught.value.line == 2


def test_self_play_is_the_same_on_any_number_of_threads() -> None:
    one, two = (data.self_play(4, Limit(nodes=60), seed=5, threads=n) for n in (1, 2))
    for column in one.frame:
        np.testing.assert_array_equal(one.frame[column], two.frame[column])
    assert len(one) > 40
    for row, seen, action in zip(one.packed, one.observations, one.actions, strict=True):
        position = Position.from_bytes(row.tobytes())
        np.testing.assert_array_equal(position.observation(), seen)
        assert position.is_legal(int(action) + 1)
    assert set(one.outcomes.tolist()) <= {-1, 0, 1}


@pytest.mark.thread_unsafe
def test_ctrl_c_ends_self_play_in_the_middle_of_a_search() -> None:
    with ctrl_c():
        data.self_play(1, Limit(infinite=True))
    assert len(data.self_play(1, Limit(nodes=60))) > 0
