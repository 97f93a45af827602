"""Togyz Kumalak for Gymnasium: one agent against an opponent."""

from __future__ import annotations

import operator
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import togyz
from togyz._types import IllegalActions, ObservationKind
from togyz.envs import _opponents, _rendering, _spaces
from togyz.envs._opponents import Opponent

__all__ = ["TogyzEnv"]

_PLAYERS = {"south": 0, "north": 1}


class TogyzEnv(gymnasium.Env[NDArray[Any], np.int64]):
    """One agent against an opponent, ``gymnasium.make("togyz/Togyz-v0")``.

    ==================== ===================================================================
    action space         ``Discrete(9)``: action 0 is pit 1
    observation space    ``Box``: ``counts`` or ``planes`` as ``togyz.envs`` tells, seen by the
                         agent, who is on turn in every observation but the last
    mask                 ``info["action_mask"]``, int8, shape (9,), and ``action_masks()``; all
                         zeros when the game is over
    reward               1 for a win, -1 for a loss, else 0
    info                 also ``ply``, ``opponent_action`` (-1 if it did not move), and at the
                         end ``end_reason``
    ==================== ===================================================================

    Parameters
    ----------
    opponent : str, togyz.Level, togyz.Engine or function, default "random"
        ``"random"``, ``"greedy"`` (takes the most stones at once), a level or its name, an engine,
        or a function from a ``Position`` to a move from 1 to 9.
    limit : togyz.Limit, optional
        The limit of an engine's search, 2000 positions if left out; a further limit of a level.
    side : str, default "random"
        The agent's side: ``"south"``, ``"north"``, or ``"random"``, drawn at each reset.
    observation : str, default "counts"
        ``"counts"`` or ``"planes"``.
    illegal : str, default "loss"
        What an illegal action does: ``"loss"``, reward -1, or ``"error"``.
    rules : togyz.Rules, optional
        The rules, standard if left out.
    max_plies : int, default 1000
        A game of more plies is truncated.
    opening_plies : int, default 0
        Random plies before each game, drawn from the seed.
    render_mode : str, optional
        ``"human"`` prints the board, ``"ansi"`` returns it as text, ``"rgb_array"`` as a picture:
        uint8, shape (height, width, 3).

    Examples
    --------
    >>> import gymnasium, togyz.envs
    >>> env = gymnasium.make("togyz/Togyz-v0", opponent="greedy", side="south")
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(6)
    >>> info["ply"], info["opponent_action"]
    (2, 0)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": _rendering.MODES,
        "render_fps": 2,
    }

    def __init__(
        self,
        *,
        opponent: Opponent = "random",
        limit: togyz.Limit | None = None,
        side: str = "random",
        observation: ObservationKind = "counts",
        illegal: IllegalActions = "loss",
        rules: togyz.Rules | None = None,
        max_plies: int = 1000,
        opening_plies: int = 0,
        render_mode: str | None = None,
    ) -> None:
        if side not in {"random", *_PLAYERS}:
            raise ValueError("side is south, north or random")
        self.observation_space = _spaces.observation_space(observation)
        self.action_space = _spaces.action_space()
        self.render_mode = render_mode
        self._screen = _rendering.Screen(render_mode)
        self._side = side
        self._kind: ObservationKind = observation
        self._opponent = _opponents.player(opponent, limit)
        self._player = 0
        self._batch = togyz.Batch(
            1,
            rules,
            max_plies=max_plies,
            opening_plies=opening_plies,
            illegal=illegal,
            observation=None,
        )

    @property
    def position(self) -> togyz.Position:
        """The position of the game."""
        return self._batch[0]

    @property
    def side(self) -> togyz.Side:
        """The agent's side in this game."""
        return togyz.Side.NORTH if self._player else togyz.Side.SOUTH

    def action_masks(self) -> NDArray[np.int8]:
        """The legal actions, under the name that some libraries look for."""
        return self._batch.action_mask[0].copy()

    def _over(self) -> bool:
        return bool(self._batch.terminated[0] or self._batch.truncated[0])

    def _play(self, action: int) -> None:
        before = self.position
        self._batch.step([action])
        self._screen.note(before, action)

    def _reply(self) -> int:
        """Let the opponent move if it is on turn, and return its action."""
        if self._over() or self._batch.current_player[0] == self._player:
            return -1
        action = self._opponent(self._batch)
        if not (0 <= action < _spaces.ACTIONS and self._batch.action_mask[0, action]):
            raise ValueError(f"the opponent chose the illegal move {action + 1}")
        self._play(action)
        return action

    def _seen(self, opponent_action: int) -> tuple[NDArray[Any], dict[str, Any]]:
        info: dict[str, Any] = {
            "action_mask": self.action_masks(),
            "ply": int(self._batch.ply[0]),
            "opponent_action": opponent_action,
        }
        if self._over():
            info["end_reason"] = self._batch.END_REASONS[self._batch.end_reason[0]]
        if self.render_mode == "human":
            self.render()
        return self.position.observation(self._kind, self.side), info

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin a new game; the opponent moves first if the agent is not South."""
        super().reset(seed=seed, options=options)
        self._batch.reset(seed=int(self.np_random.integers(2**63)))
        self._screen.clear()
        drawn = int(self.np_random.integers(2))
        self._player = _PLAYERS.get(self._side, drawn)
        return self._seen(self._reply())

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Play an action and the opponent's answer."""
        self._play(operator.index(action))
        reward = float(self._batch.rewards[0, self._player])
        answer = self._reply()
        if answer >= 0:
            reward = float(self._batch.rewards[0, self._player])
        observation, info = self._seen(answer)
        terminated, truncated = bool(self._batch.terminated[0]), bool(self._batch.truncated[0])
        return observation, reward, terminated, truncated, info

    def render(self) -> Any:
        """Print the board, or return it as text or as a picture, as ``render_mode`` says."""
        return self._screen.show(self.position)
