"""Togyz Kumalak for PettingZoo, one agent after the other.

==================== =======================================================================
agents               ``player_0`` (South, begins), ``player_1`` (North)
action space         ``Discrete(9)``: action 0 is pit 1
observation space    ``Dict(observation=Box, action_mask=Box(0, 1, (9,), int8))``; with
                     ``mask_in="info"`` the ``Box`` alone, the mask in ``infos``
observation          ``counts`` or ``planes`` as ``togyz.envs`` tells, seen by the agent that
                     observes; the mask is all zeros for an agent that is not on turn
rewards              1 for the winner, -1 for the loser, 0 for a draw; 0 at the cap of plies,
                     where both agents are truncated
==================== =======================================================================

``env()`` is wrapped as the classic environments are: an illegal action loses with reward -1, an
action outside 0 to 8 is an error. ``raw_env()`` raises ``togyz.IllegalActionError`` for both and
stays as it was. When a game is over, ``infos`` tells the ``end_reason``.

History
-------
v0: first version.
"""

from __future__ import annotations

import operator
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import togyz
from togyz._types import ObservationKind
from togyz.envs import _rendering, _spaces

__all__ = ["env", "raw_env"]

_SIDES = {"player_0": togyz.Side.SOUTH, "player_1": togyz.Side.NORTH}


def env(**options: Any) -> AECEnv[str, Any, Any]:
    """The environment with the usual wrappers; takes what ``raw_env`` takes.

    Examples
    --------
    >>> from togyz.envs import togyzkumalak_v0
    >>> env = togyzkumalak_v0.env()
    >>> env.reset(seed=1)
    >>> env.step(6)
    >>> env.observe("player_0")["observation"][18]
    np.uint8(10)
    """
    wrapped: Any = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv[str, Any, Any]):
    """The environment without wrappers.

    Parameters
    ----------
    observation : str, default "counts"
        ``"counts"`` or ``"planes"``.
    mask_in : str, default "observation"
        Where the action mask is: ``"observation"`` or ``"info"``.
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
    >>> from togyz.envs import togyzkumalak_v0
    >>> env = togyzkumalak_v0.raw_env(mask_in="info")
    >>> env.reset()
    >>> env.infos["player_0"]["action_mask"].tolist(), env.infos["player_1"]["action_mask"].sum()
    ([1, 1, 1, 1, 1, 1, 1, 1, 1], np.int64(0))
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "togyzkumalak_v0",
        "render_modes": _rendering.MODES,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        *,
        observation: ObservationKind = "counts",
        mask_in: str = "observation",
        rules: togyz.Rules | None = None,
        max_plies: int = 1000,
        opening_plies: int = 0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if mask_in not in {"observation", "info"}:
            raise ValueError("mask_in is observation or info")
        self._kind: ObservationKind = observation
        self._mask_in_info = mask_in == "info"
        self._batch = togyz.Batch(
            1, rules, max_plies=max_plies, opening_plies=opening_plies, observation=None
        )
        self.render_mode = render_mode
        self._screen = _rendering.Screen(render_mode)
        self.possible_agents = list(_SIDES)
        box: gymnasium.spaces.Space[Any] = _spaces.observation_space(observation)
        if not self._mask_in_info:
            parts: dict[str, gymnasium.spaces.Space[Any]]
            parts = {"observation": box, "action_mask": _spaces.mask_space()}
            box = gymnasium.spaces.Dict(parts)
        self.observation_spaces = dict.fromkeys(self.possible_agents, box)
        self.action_spaces = {agent: _spaces.action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    @property
    def position(self) -> togyz.Position:
        """The position of the game."""
        return self._batch[0]

    def _mask(self, agent: str) -> np.ndarray[Any, np.dtype[np.int8]]:
        on_turn = self.agents and agent == self.agent_selection
        return self._batch.action_mask[0].copy() if on_turn else np.zeros(9, np.int8)

    def observe(self, agent: str) -> Any:
        """What an agent sees, also when it is not on turn and when the game is over."""
        seen = self.position.observation(self._kind, _SIDES[agent])
        if self._mask_in_info:
            return seen
        return {"observation": seen, "action_mask": self._mask(agent)}

    def _fill_infos(self) -> None:
        reason = self._batch.END_REASONS[self._batch.end_reason[0]]
        for agent in self.agents:
            info: dict[str, Any] = {"end_reason": reason} if reason else {}
            if self._mask_in_info:
                info["action_mask"] = self._mask(agent)
            self.infos[agent] = info

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        self._batch.reset(seed=seed)
        self._screen.clear()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._batch.current_player[0]]
        self._skip_agent_selection = None
        self._fill_infos()
        self._show()

    def step(self, action: Any) -> None:
        """Play the action of ``agent_selection``; an agent whose game is over takes only None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        # Refuses None, and numbers that are no integers.
        action, before = operator.index(action), self.position
        self._batch.step([action])
        self._screen.note(before, action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        terminated, truncated = bool(self._batch.terminated[0]), bool(self._batch.truncated[0])
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        if terminated:
            both = self._batch.rewards[0]
            self.rewards = {agent: float(both[_player(agent)]) for agent in self.agents}
        self.agent_selection = self.possible_agents[1 - _player(agent)]
        self._accumulate_rewards()
        self._fill_infos()
        self._show()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Print the board, or return it as text or as a picture, as ``render_mode`` says."""
        return self._screen.show(self.position)

    def close(self) -> None:
        """Nothing to close."""


def _player(agent: str) -> int:
    return int(agent == "player_1")
