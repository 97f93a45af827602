"""The tree search with an evaluator in Python."""

from typing import Any

import numpy as np
import pytest

from extras import ctrl_c
from togyz import Batch, Game, Mcts, Position

WON = Position.from_fen("8,1S/7,1S,1S 80 79 S 1")
LOST = Position.from_fen("9/2S,8 80 80 N 1")


class Uniform:
    """Knows nothing, and keeps what it was asked."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def __call__(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        self.sizes.append(len(observations))
        assert masks.dtype == np.int8
        assert masks.any(axis=1).all()
        assert observations.shape[0] == masks.shape[0]
        return np.ones((len(observations), 9)), np.zeros(len(observations))


def test_all_games_are_evaluated_together() -> None:
    uniform = Uniform()
    mcts = Mcts(uniform, leaves=4)
    mcts.search([Position(), Game.from_record("7 9"), LOST], simulations=5)
    # The roots first, then four leaves of each game that goes on.
    assert uniform.sizes == [2, 8]
    assert mcts.visits.sum(axis=1).tolist() == [4, 4, 0]
    assert mcts.visits.dtype == np.int32
    assert mcts.values[2] == -1
    assert mcts.actions()[2] == -1
    assert mcts.tree_sizes.tolist()[2] == 1
    assert mcts.action_values.shape == (3, 9)
    np.testing.assert_allclose(mcts.policy().sum(axis=1), [1, 1, 0], rtol=1e-5)


@pytest.mark.parametrize("subject", [WON, [WON], Game(WON)], ids=["position", "list", "game"])
def test_a_win_is_found(subject: Any) -> None:
    mcts = Mcts(Uniform())
    mcts.search(subject, 400)
    assert mcts.actions().tolist() == [8]
    assert mcts.values[0] > 0.8


def test_a_batch_is_searched() -> None:
    batch = Batch(6, seed=1, opening_plies=4)
    seen = []

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        seen.append((observations.copy(), masks.copy()))
        return masks.astype(np.float32), np.zeros((len(masks), 1), np.float64)

    mcts = Mcts(evaluate)
    mcts.search(batch, 1)
    np.testing.assert_array_equal(seen[0][0], batch.observations)
    np.testing.assert_array_equal(seen[0][1], batch.action_mask)
    mcts.search(batch, 60)
    batch.step(mcts.actions(temperature=1.0))


def test_planes() -> None:
    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        assert observations.shape[1:] == (28, 2, 9)
        np.testing.assert_array_equal(observations[0], Position().observation("planes"))
        return masks, np.zeros(len(masks))

    Mcts(evaluate, observation="planes").search(Position(), 1)


def test_the_values_are_used() -> None:
    """Who values North's kazan gives South the move that feeds it least."""

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        margin = observations[:, 18].astype(float) - observations[:, 19]
        return np.ones((len(masks), 9)), np.tanh(margin / 10)

    mcts = Mcts(evaluate)
    mcts.search(Position(), 400)
    # Pit 1 alone takes nothing.
    assert mcts.visits[0].argmin() == 0
    assert mcts.values[0] > 0


def test_seeds_and_noise() -> None:
    def visits(seed: int) -> list[list[int]]:
        mcts = Mcts(Uniform(), noise=(0.5, 0.25), seed=seed)
        mcts.search([Position()] * 2, 200)
        found: list[list[int]] = mcts.visits.tolist()
        return found

    assert visits(1) == visits(1)
    assert visits(1) != visits(2)


def test_trees_are_kept() -> None:
    mcts = Mcts()
    mcts.search(Position(), 300)
    move = int(mcts.actions()[0]) + 1
    expected = int(mcts.visits[0, move - 1]) - 1
    mcts.search(Position().play(move), 1)
    assert mcts.visits.sum() == expected
    mcts.clear()
    assert mcts.visits.shape == (0, 9)


@pytest.mark.parametrize(
    "answer",
    [
        None,
        (),
        (np.ones((1, 9)),),
        (np.ones((1, 8)), np.zeros(1)),
        (np.ones((2, 9)), np.zeros(1)),
        (np.ones((1, 9)), np.zeros(2)),
        (np.ones(9), np.zeros(1)),
        (np.full((1, 9), np.nan), np.zeros(1)),
        (-np.ones((1, 9)), np.zeros(1)),
        (np.ones((1, 9)), np.array([np.inf])),
        ("policies", "values"),
    ],
)
def test_wrong_answers_are_refused(answer: Any) -> None:
    mcts = Mcts(lambda observations, masks: answer)
    with pytest.raises(ValueError):
        mcts.search(Position(), 10)
    assert mcts.visits.sum() == 0


def test_an_exception_comes_through_and_the_search_goes_on() -> None:
    calls = []

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        calls.append(len(observations))
        if len(calls) == 3:
            raise KeyError("network")
        return np.ones((len(observations), 9)), np.zeros(len(observations))

    mcts = Mcts(evaluate)
    with pytest.raises(KeyError, match="network"):
        mcts.search(Position(), 100)
    mcts.search(Position(), 100)
    whole = Mcts(Uniform())
    whole.search(Position(), 100)
    assert mcts.visits.tolist() == whole.visits.tolist()


def test_a_search_inside_its_evaluator_is_refused() -> None:
    def evaluate(observations: Any, masks: Any) -> Any:
        with pytest.raises(RuntimeError, match="searches already"):
            mcts.search(Position())
        return masks, np.zeros(len(masks))

    mcts = Mcts(evaluate)
    mcts.search(Position(), 20)


@pytest.mark.thread_unsafe
def test_ctrl_c() -> None:
    mcts = Mcts()
    with ctrl_c():
        mcts.search([Position()] * 8, 2**31 - 1)
    assert mcts.visits.sum() > 0


@pytest.mark.parametrize(
    "options",
    [
        {"evaluator": 3},
        {"leaves": 0},
        {"exploration": -1},
        {"pessimism": float("nan")},
        {"noise": (0, 0.5)},
        {"noise": (1, 2)},
        {"noise": 1},
        {"seed": -1},
        {"observation": "pixels"},
    ],
)
def test_wrong_options(options: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError)):
        Mcts(**options)


@pytest.mark.parametrize("bad", [None, 3, "abc", [1], [None], {"a": 1}])
def test_wrong_subjects(bad: Any) -> None:
    with pytest.raises(TypeError, match="what is searched"):
        Mcts().search(bad)
