"""Learning environments; ``pip install togyz[envs]``.

=================== ====================================================================
``togyzkumalak_v0`` PettingZoo AEC: ``pettingzoo.make("aec", "togyz/togyzkumalak-v0")``
``TogyzEnv``        Gymnasium, one agent against an opponent: ``make("togyz/Togyz-v0")``
``TogyzVectorEnv``  Gymnasium, self-play of many games: ``make_vec("togyz/Togyz-v0", n,
                    vectorization_mode="vector_entry_point")``
``openspiel``       OpenSpiel: ``pyspiel.load_game("python_togyzkumalak")``
=================== ====================================================================

All of them step a ``togyz.Batch`` and share its conventions: actions are 0 to 8 for pits 1 to 9;
player 0 is South, who begins; observations are seen by the player on turn; the action mask is
int8, all zeros in a game that is over; a win is 1, a loss -1, a draw or a game that is cut off 0.

``import togyz.envs`` registers the environments with Gymnasium and PettingZoo, as far as they are
installed. OpenSpiel's game is registered by ``import togyz.envs.openspiel``.

The entries of an observation, ``counts`` (uint8, shape (22,)):

{counts}

and ``planes`` (float32, shape (28, 2, 9); the mover's row first, pit 1 first):

{planes}
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING, Any

from togyz._togyz import observation_parts
from togyz._types import ObservationKind

if TYPE_CHECKING:
    from togyz.envs import openspiel, togyzkumalak_v0
    from togyz.envs.single import TogyzEnv
    from togyz.envs.vector import TogyzVectorEnv

__all__ = ["TogyzEnv", "TogyzVectorEnv", "describe", "openspiel", "togyzkumalak_v0"]

_PLACES = {
    "TogyzEnv": ("togyz.envs.single", "TogyzEnv"),
    "TogyzVectorEnv": ("togyz.envs.vector", "TogyzVectorEnv"),
    "openspiel": ("togyz.envs.openspiel", None),
    "togyzkumalak_v0": ("togyz.envs.togyzkumalak_v0", None),
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module_name, attribute = _PLACES[name]
    module = importlib.import_module(module_name)
    return module if attribute is None else getattr(module, attribute)


def describe(kind: ObservationKind = "counts") -> str:
    """A table of the entries of an observation, made from the code that writes it.

    Examples
    --------
    >>> print(describe().splitlines()[3])
    18        0..162   own kazan      stones in the mover's kazan
    """
    lines = ["place     values   name           meaning"]
    for first, end, name, high, meaning in observation_parts(kind):
        places = f"{first}" if end == first + 1 else f"{first}..{end - 1}"
        lines.append(f"{places:9} {f'0..{high}':8} {name:14} {meaning}")
    return "\n".join(lines)


def _register() -> None:
    if importlib.util.find_spec("gymnasium") is not None:
        import gymnasium

        gymnasium.register(
            "togyz/Togyz-v0",
            entry_point="togyz.envs.single:TogyzEnv",
            vector_entry_point="togyz.envs.vector:TogyzVectorEnv",
        )
    if importlib.util.find_spec("pettingzoo") is not None:
        import pettingzoo

        # Versions before 1.27 have no registry.
        register = getattr(pettingzoo, "register", None)
        if register is not None:
            register("aec", "togyz/togyzkumalak-v0", "togyz.envs.togyzkumalak_v0:env")


# Python without docstrings has none.
__doc__ = (__doc__ or "").format(counts=describe("counts"), planes=describe("planes"))
_register()
