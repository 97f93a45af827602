"""Many games at once."""

import copy
import pickle
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

import togyz
from extras import ctrl_c
from reference import Board
from togyz import Batch, IllegalActionError, Limit, Position, Rules

ARRAYS = {
    "observations": (np.uint8, (22,)),
    "action_mask": (np.int8, (9,)),
    "current_player": (np.int8, ()),
    "rewards": (np.float32, (2,)),
    "terminated": (np.bool_, ()),
    "truncated": (np.bool_, ()),
    "end_reason": (np.uint8, ()),
    "ply": (np.int32, ()),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_are_as_documented_and_stay_where_they_are(name: str) -> None:
    batch = Batch(5)
    array = getattr(batch, name)
    dtype, shape = ARRAYS[name]
    assert array.dtype == dtype
    assert array.shape == (5, *shape)
    assert array.flags.c_contiguous
    place = array.ctypes.data
    batch.step([6] * 5)
    batch.reset()
    assert getattr(batch, name) is array
    assert array.ctypes.data == place
    assert f"{name} " in (Batch.__doc__ or "")


def test_other_observations() -> None:
    planes = Batch(2, observation="planes").observations
    assert planes.dtype == np.float32
    assert planes.shape == (2, 28, 2, 9)
    assert Batch(2, observation=None).observations is None
    for kind in ("counts", "planes"):
        batch = Batch(3, seed=1, opening_plies=20, observation=kind)
        for seen, position in zip(batch.observations, batch.positions, strict=True):
            np.testing.assert_array_equal(seen, position.observation(kind))
        high = togyz.observation_parts(kind)[-1][1]
        assert high == batch.observations.shape[1]


def test_games_agree_with_the_reference() -> None:
    batch = Batch(16, seed=4)
    boards = [Board() for _ in range(16)]
    while not batch.terminated.all():
        actions = batch.random_actions()
        batch.step(actions)
        for game, (action, board) in enumerate(zip(actions, boards, strict=True)):
            if action < 0:
                assert board.final() is not None
                assert not batch.rewards[game].any()
                continue
            board.play(int(action) + 1)
            mover = board.mover
            tuzdyks = [0 if place is None else place % 9 + 1 for place in board.tuzdyks]
            order = (mover, 1 - mover)
            seen = [*board.row(order[0]), *board.row(order[1])]
            seen += [board.kazans[side] for side in order] + [tuzdyks[side] for side in order]
            assert batch.observations[game].tolist() == seen
            assert np.flatnonzero(batch.action_mask[game]).tolist() == [
                move - 1 for move in board.legal()
            ]
            final = board.final()
            assert bool(batch.terminated[game]) == (final is not None)
            if final is not None:
                winner, reason, _ = final
                assert batch.END_REASONS[batch.end_reason[game]] == reason
                south = {None: 0, 0: 1, 1: -1}[winner]
                assert batch.rewards[game].tolist() == [south, -south]


@pytest.mark.parametrize(
    "make",
    [
        lambda actions: np.array(actions, np.int64),
        lambda actions: np.array(actions, np.int32),
        lambda actions: np.array(actions, np.uint8),
        lambda actions: np.array(actions, np.int16),
        lambda actions: np.array(actions, np.uint64),
        lambda actions: np.array(actions, ">i8"),
        lambda actions: np.repeat(np.array(actions), 2)[::2],
        list,
        tuple,
    ],
)
def test_actions_of_every_integer_type(make: Callable[[list[int]], object]) -> None:
    batch = Batch(3)
    batch.step(make([6, 0, 8]))  # type: ignore[arg-type]
    assert batch.positions == [Position().play(move) for move in (7, 1, 9)]


@pytest.mark.parametrize(
    "bad", [[True] * 3, [1.0] * 3, ["1"] * 3, [None] * 3, "123", np.ones(3, bool), [2**70] * 3]
)
def test_actions_of_other_types_are_refused(bad: object) -> None:
    batch = Batch(3)
    with pytest.raises((TypeError, ValueError)):
        batch.step(bad)  # type: ignore[arg-type]
    assert batch == Batch(3)


@pytest.mark.parametrize("bad", [[1], [1] * 4, [[1, 1, 1]], 1, []])
def test_actions_of_other_shapes_are_refused(bad: object) -> None:
    with pytest.raises(ValueError, match=r"actions has|one axis"):
        Batch(3).step(bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [-1, 9, 2**62, -(2**63)])
def test_an_illegal_action_is_an_error_or_a_loss(bad: int) -> None:
    batch = Batch(3)
    with pytest.raises(IllegalActionError, match=f"game 1: action {bad} is illegal"):
        batch.step([0, bad, 0])
    assert batch == Batch(3)
    batch = Batch(3, illegal="loss")
    batch.step([0, bad, 0])
    assert batch.terminated.tolist() == [False, True, False]
    assert batch.rewards.tolist() == [[0, 0], [-1, 1], [0, 0]]
    assert batch.END_REASONS[batch.end_reason[1]] == "illegal-action"
    assert batch.positions[1] == Position()


def test_the_cap_truncates() -> None:
    batch = Batch(2, max_plies=3)
    for _ in range(3):
        assert not batch.truncated.any()
        batch.step(batch.random_actions())
    assert batch.truncated.all()
    assert not batch.terminated.any()
    assert not batch.rewards.any()
    assert not batch.action_mask.any()
    assert batch.random_actions().tolist() == [-1, -1]


def test_reset() -> None:
    batch = Batch(3, seed=5, opening_plies=6)
    first = batch.positions
    batch.reset(np.array([True, False, False]))
    assert [one == other for one, other in zip(first, batch.positions, strict=True)] == [
        False,
        True,
        True,
    ]
    batch.reset(seed=5)
    assert batch.positions == first
    assert batch == Batch(3, seed=5, opening_plies=6)
    for bad in ([1, 0, 0], [True], "abc", [0.5] * 3):
        with pytest.raises((TypeError, ValueError)):
            batch.reset(bad)
    with pytest.raises(ValueError, match="no mask"):
        batch.reset([True] * 3, seed=1)


def test_equal_seeds_play_equal_games() -> None:
    batches = [Batch(4, seed=2**64 - 1), Batch(4, seed=2**64 - 1), Batch(4, seed=1)]
    for _ in range(20):
        for batch in batches:
            batch.step(batch.random_actions())
    assert batches[0] == batches[1]
    assert batches[0] != batches[2]
    for bad in (-1, 2**64):
        with pytest.raises(ValueError, match="seed"):
            Batch(1, seed=bad)


def test_copies_are_equal_and_independent() -> None:
    batch = Batch(4, Rules.PANTUSOV, 3, max_plies=50, observation="planes")
    for _ in range(5):
        batch.step(batch.random_actions())
    for twin in (
        batch.copy(),
        copy.copy(batch),
        copy.deepcopy(batch),
        pickle.loads(pickle.dumps(batch)),
    ):
        assert twin == batch
        assert twin.observations is not batch.observations
        np.testing.assert_array_equal(twin.observations, batch.observations)
        before = batch.positions
        twin.step(twin.random_actions())
        assert batch.positions == before
        twin.restore(batch)
        assert twin == batch
        np.testing.assert_array_equal(twin.action_mask, batch.action_mask)


def test_search_playouts_and_evaluation() -> None:
    won, over = Position.from_fen("8,1S/8,1S 80 80 S 1"), Position.from_fen("9/2S,8 80 80 N 1")
    batch = Batch(3)
    batch.set_positions([won, over, Position()])
    actions, scores = batch.search(Limit(depth=3), threads=2)
    assert actions[0] == 8
    assert actions[1] == -1
    assert scores[:2].tolist() == [np.inf, -np.inf]
    assert abs(scores[2]) < 20
    assert batch.playouts(5)[:2].tolist() == [1, -1]
    # South has all of the two stones left.
    assert batch.evaluate()[1] == -2
    np.testing.assert_array_equal(batch.packed()[2], list(Position().to_bytes()))


@pytest.mark.thread_unsafe
@pytest.mark.parametrize(
    "work",
    [
        lambda batch: batch.playouts(10**9, threads=2),
        lambda batch: batch.search(Limit(infinite=True), threads=2),
    ],
)
def test_ctrl_c_ends_long_work(work: Callable[[Batch], object]) -> None:
    batch = Batch(8)
    with ctrl_c():
        work(batch)
    batch.step(batch.random_actions())


def test_one_batch_in_several_threads() -> None:
    batch = Batch(512, illegal="loss")
    until = time.monotonic() + 1
    errors: list[Exception] = []

    def play() -> None:
        try:
            while time.monotonic() < until:
                batch.step(batch.random_actions())
                batch.reset(batch.terminated.copy())
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
