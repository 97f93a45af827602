"""Togyz Kumalak for Gymnasium: many games at once."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import togyz
from togyz._types import IllegalActions, ObservationKind
from togyz.envs import _rendering, _spaces

__all__ = ["TogyzVectorEnv"]


class TogyzVectorEnv(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """Self-play of many games in one call.

    Both sides of every game are played by the learner: an observation is seen by the player on
    turn, and a reward belongs to the player who has just moved. ``gymnasium.make_vec`` makes it
    with ``vectorization_mode="vector_entry_point"``. For one agent against an opponent in many
    copies use ``vectorization_mode="sync"``.

    ======================== ===============================================================
    single_action_space      ``Discrete(9)``: action 0 is pit 1
    single_observation_space ``Box``: ``counts`` or ``planes`` as ``togyz.envs`` tells
    rewards                  1 if the move won, -1 if it lost, else 0
    ``info["action_mask"]``    int8, shape (n, 9); all zeros in a game that is over
    ``info["current_player"]`` int8, shape (n,): who is on turn, 0 South, 1 North
    ``info["rewards"]``        float32, shape (n, 2): South's and North's rewards
    ======================== ===============================================================

    Parameters
    ----------
    num_envs : int, default 1
        How many games.
    autoreset_mode : gymnasium.vector.AutoresetMode or str, default NEXT_STEP
        When a game that is over begins again. ``NEXT_STEP``: by the next step, which ignores its
        action and gives no reward. ``SAME_STEP``: at once; the last observation and info are in
        ``info["final_obs"]`` and ``info["final_info"]``. ``DISABLED``: by
        ``reset(options={"reset_mask": mask})``.
    copy : bool, default True
        Whether observations and infos are copies. If not, the next step overwrites them.
    observation, illegal, rules, max_plies, opening_plies
        As in ``TogyzEnv``.
    render_mode : str, optional
        ``"rgb_array"``: ``render`` returns a picture of each game.

    Examples
    --------
    >>> import gymnasium, togyz.envs
    >>> envs = gymnasium.make_vec(
    ...     "togyz/Togyz-v0", 3, vectorization_mode="vector_entry_point"
    ... )
    >>> observations, infos = envs.reset(seed=1)
    >>> observations, rewards, terminations, truncations, infos = envs.step([6, 0, 1])
    >>> observations[:, 19].tolist(), infos["current_player"].tolist()
    ([10, 0, 10], [1, 1, 1])
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        observation: ObservationKind = "counts",
        illegal: IllegalActions = "loss",
        rules: togyz.Rules | None = None,
        max_plies: int = 1000,
        opening_plies: int = 0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in {None, *self.metadata["render_modes"]}:
            raise ValueError(f"render_mode is rgb_array or None, not {render_mode!r}")
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self.single_observation_space = _spaces.observation_space(observation)
        self.single_action_space = _spaces.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._over = np.zeros(num_envs, np.bool_)
        self._batch = togyz.Batch(
            num_envs,
            rules,
            max_plies=max_plies,
            opening_plies=opening_plies,
            illegal=illegal,
            observation=observation,
        )

    @property
    def batch(self) -> togyz.Batch:
        """The games."""
        return self._batch

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _infos(self) -> dict[str, Any]:
        return {
            "action_mask": self._given(self._batch.action_mask),
            "current_player": self._given(self._batch.current_player),
            "rewards": self._given(self._batch.rewards),
        }

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin all games, or those of ``options["reset_mask"]``."""
        if isinstance(seed, (list, tuple)):
            # One batch has one seed; a list of them is one all the same.
            seed = int(np.random.SeedSequence([each or 0 for each in seed]).generate_state(1)[0])
        mask = (options or {}).get("reset_mask")
        if mask is None:
            self._batch.reset(seed=seed)
            self._over[:] = False
        else:
            if seed is not None:
                raise ValueError("a seed resets all games: no reset_mask goes with it")
            self._batch.reset(mask)
            self._over &= ~np.asarray(mask)
        return self._given(self._batch.observations), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play one action in every game that is not over."""
        batch = self._batch
        if self._mode is AutoresetMode.DISABLED and self._over.any():
            raise ValueError("a game is over: reset it with options={'reset_mask': mask}")
        movers = batch.current_player.copy()
        # Games that are over ignore their action, and begin again after it.
        batch.step(actions)
        if self._mode is AutoresetMode.NEXT_STEP and self._over.any():
            batch.reset(self._over)
        rewards = batch.rewards[np.arange(self.num_envs), movers].astype(np.float64)
        terminations, truncations = batch.terminated.copy(), batch.truncated.copy()
        self._over = terminations | truncations
        infos: dict[str, Any] = {}
        if self._mode is AutoresetMode.SAME_STEP and self._over.any():
            infos = self._final()
            decided = batch.rewards.copy()
            batch.reset(self._over)
            infos |= self._infos()
            infos["rewards"] = decided
            self._over = np.zeros(self.num_envs, np.bool_)
        else:
            infos = self._infos()
        return self._given(batch.observations), rewards, terminations, truncations, infos

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """A picture of each game, uint8 of shape (height, width, 3)."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode")
            return None
        return tuple(_rendering.picture(position) for position in self._batch.positions)

    def _final(self) -> dict[str, Any]:
        """What Gymnasium calls the last observations and infos of the games that are over."""
        batch, over = self._batch, self._over
        last = np.full(self.num_envs, None, object)
        reasons = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(over):
            last[game] = batch.observations[game].copy()
            reasons[game] = batch.END_REASONS[batch.end_reason[game]]
        return {
            "final_obs": last,
            "_final_obs": over.copy(),
            "final_info": {
                "action_mask": batch.action_mask.copy(),
                "_action_mask": over.copy(),
                "end_reason": reasons,
                "_end_reason": over.copy(),
            },
            "_final_info": over.copy(),
        }
