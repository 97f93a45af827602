"""Togyz Kumalak for OpenSpiel: ``pyspiel.load_game("python_togyzkumalak")``.

Importing this module registers the game. It is a Python game, so use it with OpenSpiel's Python
algorithms; C++ bots such as ``pyspiel.MCTSBot`` crash on any Python game of OpenSpiel 2.0.

Parameters of the game: ``max_plies`` (default 1000), after which a game is a draw, and ``rules``
(default ``"standard"``), a name that ``togyz.Rules`` takes. The observation tensor is ``counts`` as
``togyz.envs`` tells, as floats, seen by the player who observes.

Threads may share a game in Python. What observes in C++ (``pyspiel.random_sim_test``, say) goes
through the one observer that OpenSpiel keeps for each game, so there every thread needs its own.

Examples
--------
>>> import pyspiel, togyz.envs.openspiel
>>> game = pyspiel.load_game("python_togyzkumalak(max_plies=200)")
>>> state = game.new_initial_state()
>>> state.apply_action(6)
>>> state.current_player(), state.action_to_string(0)
(1, '11')
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

import togyz

__all__ = ["TogyzGame", "TogyzObserver", "TogyzState"]

_PLAYERS = 2
_MAX_PLIES = 1000
_SIDES = (togyz.Side.SOUTH, togyz.Side.NORTH)
_SIZE = 22

_GAME_TYPE = pyspiel.GameType(
    short_name="python_togyzkumalak",
    long_name="Togyz Kumalak",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=_PLAYERS,
    min_num_players=_PLAYERS,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"max_plies": _MAX_PLIES, "rules": "standard"},
)


class TogyzGame(pyspiel.Game):
    """The game with its parameters."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.max_plies = int(params.get("max_plies", _MAX_PLIES))
        if self.max_plies < 1:
            raise ValueError("max_plies is 1 or more")
        self.rules = togyz.Rules(params.get("rules", "standard"))
        info = pyspiel.GameInfo(
            num_distinct_actions=9,
            max_chance_outcomes=0,
            num_players=_PLAYERS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_plies,
        )
        super().__init__(_GAME_TYPE, info, params)

    def new_initial_state(self, state: Any = None) -> TogyzState:
        """The start of a game, or the state of a dict as ``State.to_dict`` gives it."""
        return TogyzState(self, state)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> Any:
        """An object that observes states."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return TogyzObserver(params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class TogyzState(pyspiel.State):
    """A position with the plies played."""

    def __init__(self, game: TogyzGame, state: Any = None) -> None:
        super().__init__(game)
        self._max_plies = game.max_plies
        self._plies = 0
        self.position = togyz.Position.start(game.rules)
        if state is not None:
            parts = state if isinstance(state, dict) else state.to_dict()
            self.position = togyz.Position.from_fen(parts["fen"], game.rules)
            self._plies = int(parts["plies"])

    def current_player(self) -> int:
        """0 for South, 1 for North, or OpenSpiel's number for a game that is over."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return _SIDES.index(self.position.side_to_move)

    def _legal_actions(self, player: int) -> list[int]:
        if self.is_terminal() or player != self.current_player():
            return []
        return [move - 1 for move in self.position.legal_moves]

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(action + 1)
        self._plies += 1

    def _action_to_string(self, player: int, action: int) -> str:
        on_turn = self.position.side_to_move == _SIDES[player]
        if on_turn and self.position.is_legal(action + 1):
            return self.position.write_move(action + 1)
        return str(action + 1)

    def is_terminal(self) -> bool:
        """Whether the game is over or has reached its cap of plies."""
        return self._plies >= self._max_plies or self.position.is_game_over()

    def returns(self) -> list[float]:
        """What each player has got: 1, -1, or 0."""
        outcome = self.position.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if side == outcome.winner else -1.0 for side in _SIDES]

    # OpenSpiel's own two keep one observer for each game and would have threads share it.

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What a player sees, the one on turn if none is given."""
        seen = self.position.observation("counts", _SIDES[self._observing(player)])
        return [float(number) for number in seen]

    def observation_string(self, player: int | None = None) -> str:
        """The state as text; both players see the same."""
        self._observing(player)
        return str(self)

    def _observing(self, player: int | None) -> int:
        """A player's number, checked."""
        observing = self.current_player() if player is None else player
        if not 0 <= observing < _PLAYERS:
            raise ValueError(f"a player is 0 or 1, not {observing}")
        return observing

    def to_dict(self) -> dict[str, Any]:
        """The state as ``new_initial_state`` takes it."""
        return {"fen": self.position.fen(), "plies": self._plies}

    def __str__(self) -> str:
        return f"{self.position.fen()} ply {self._plies}"


class TogyzObserver:
    """Observes a state from a player's view."""

    def __init__(self, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"an observation has no parameters, not {params}")
        self.tensor = np.zeros(_SIZE, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TogyzState, player: int) -> None:
        """Write what a player sees into ``tensor``."""
        self.tensor[:] = state.position.observation("counts", _SIDES[player])

    def string_from(self, state: TogyzState, player: int) -> str:
        """The state as text; both players see the same."""
        return str(state)


pyspiel.register_game(_GAME_TYPE, TogyzGame)
