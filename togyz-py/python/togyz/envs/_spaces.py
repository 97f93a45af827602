"""The spaces that the environments share."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from togyz._togyz import observation_parts
from togyz._types import ObservationKind

ACTIONS = 9


def observation_space(kind: ObservationKind) -> spaces.Box:
    """The space of an observation, its bounds from the code that writes it."""
    parts = observation_parts(kind)
    if kind == "planes":
        return spaces.Box(0.0, 1.0, (parts[-1][1], 2, ACTIONS), np.float32)
    high: NDArray[Any] = np.zeros(parts[-1][1], np.uint8)
    for first, end, _, greatest, _ in parts:
        high[first:end] = greatest
    return spaces.Box(np.zeros_like(high), high, dtype=np.uint8)


def mask_space() -> spaces.Box:
    """The space of an action mask."""
    return spaces.Box(0, 1, (ACTIONS,), np.int8)


def action_space() -> spaces.Discrete:
    """The space of actions."""
    return spaces.Discrete(ACTIONS)
