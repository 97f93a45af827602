"""The game of OpenSpiel."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import togyz
from extras import need

pyspiel = need("pyspiel")

from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import mcts, minimax  # noqa: E402

import togyz.envs.openspiel  # noqa: E402

# Four threads observe states of one game, switched between as often as can be.
_THREADS = """
import sys, threading
import pyspiel, togyz, togyz.envs.openspiel

def play(first):
    start.wait()
    state, position = game.new_initial_state(), togyz.Position.start()
    for ply in range(40):
        action = first if ply == 0 else state.legal_actions()[0]
        state.apply_action(action)
        position = position.play(action + 1)
        if state.is_terminal():
            break
        if state.observation_tensor() != position.observation().tolist():
            wrong.append((first + 1, ply))

sys.setswitchinterval(1e-5)
wrong = []
for _ in range(100):
    game = pyspiel.load_game("python_togyzkumalak")
    start = threading.Barrier(4)
    threads = [threading.Thread(target=play, args=(first,)) for first in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print(wrong or "all the same")
"""


@pytest.fixture
def game() -> Any:
    return pyspiel.load_game("python_togyzkumalak(max_plies=120)")


@pytest.mark.parametrize("serialize", [True, False])
def test_random_sims(serialize: bool, capfd: pytest.CaptureFixture[str]) -> None:
    # A game of its own for each thread, as it is observed in C++.
    capped = pyspiel.load_game("python_togyzkumalak(max_plies=120)")
    pyspiel.random_sim_test(capped, num_sims=3, serialize=serialize, verbose=False)
    whole = pyspiel.load_game("python_togyzkumalak(rules=pantusov)")
    pyspiel.random_sim_test(whole, num_sims=2, serialize=serialize, verbose=False)


def test_a_game_is_that_of_the_library(game: Any) -> None:
    rng = np.random.default_rng(1)
    whole = pyspiel.load_game("python_togyzkumalak")
    state, own = whole.new_initial_state(), togyz.Game()
    while not state.is_terminal():
        assert state.legal_actions() == [move - 1 for move in own.legal_moves]
        mask = own.position.action_mask().tolist()
        assert state.legal_actions_mask() == mask
        assert state.observation_tensor() == own.position.observation().tolist()
        action = int(rng.choice(state.legal_actions()))
        own.push(action + 1)
        state.apply_action(action)
    outcome = own.outcome()
    assert outcome is not None
    assert (
        state.returns()[0] == {None: 0, togyz.Side.SOUTH: 1, togyz.Side.NORTH: -1}[outcome.winner]
    )


def test_the_cap_is_a_draw(game: Any) -> None:
    state = pyspiel.load_game("python_togyzkumalak(max_plies=3)").new_initial_state()
    for action in (0, 0, 0):
        assert not state.is_terminal()
        state.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == [0, 0]


def test_copies(game: Any) -> None:
    state = game.new_initial_state()
    state.apply_action(6)
    twin = state.clone()
    read = game.deserialize_state(state.serialize())
    twin.apply_action(0)
    assert str(state) != str(twin)
    assert str(read) == str(state)


def test_python_search(game: Any) -> None:
    state = game.new_initial_state()
    value, action = minimax.alpha_beta_search(
        game,
        state=state,
        maximum_depth=3,
        value_function=lambda state: (
            state.position.kazan(togyz.Side.SOUTH) - state.position.kazan(togyz.Side.NORTH)
        ),
        maximizing_player_id=0,
    )
    assert action in range(9)
    # South takes ten, whatever North does takes ten back, South takes again.
    assert value >= 0
    bot = mcts.MCTSBot(game, 1.5, 20, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)))
    assert bot.step(state) in range(9)


def test_rl_environment(game: Any) -> None:
    env = rl_environment.Environment(game)
    step = env.reset()
    assert step.observations["info_state"][0][:18] == [9.0] * 18
    while not step.last():
        step = env.step([step.observations["legal_actions"][env.get_state.current_player()][0]])
    assert sum(step.rewards) == 0


def test_threads_share_a_game() -> None:
    # In a process of its own: what goes wrong here ends the process.
    done = subprocess.run(
        [sys.executable, "-c", _THREADS], capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "all the same\n", "")


def test_only_players_observe(game: Any) -> None:
    state = game.new_initial_state()
    state.apply_action(8)
    assert state.observation_tensor(0)[:9] == [9.0] * 8 + [1.0]
    assert state.observation_tensor(1) == state.observation_tensor() != state.observation_tensor(0)
    assert state.observation_string(0) == state.observation_string() == str(state)
    for observe in (state.observation_tensor, state.observation_string):
        with pytest.raises(ValueError, match="0 or 1, not 2"):
            observe(2)


def test_wrong_parameters() -> None:
    with pytest.raises(Exception, match="max_plies"):
        pyspiel.load_game("python_togyzkumalak(max_plies=0)")
