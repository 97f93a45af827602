"""Calls that nobody would make: an error is an ordinary exception, never a panic.

``TOGYZ_CALLS`` sets how many, 2000 if it is not set.
"""

import os
import string

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from test_bad_input import CALLABLES, attempt
from togyz import Batch, Game, Limit, Position, Rules, Side

# These start programs or write files of the given name.
LEFT_OUT = {"Engine.popen_ugi", "Table.save"}
NAMES = sorted(set(CALLABLES) - LEFT_OUT)
# Neither so small that it is an error nor so large: it would only take long.
INTEGERS = st.one_of(st.integers(-3, 5), st.integers(min_value=2**40), st.integers(max_value=-9))
TEXTS = st.one_of(
    st.text(max_size=30),
    st.text(string.digits + 'SNtTx()[]"{}./,- *\n', max_size=60),
    st.sampled_from([Position().fen(), "counts", "planes", "error", "easy", "en", "pgn", "light"]),
)
ARRAYS = st.sampled_from(
    [np.zeros(3, np.int64), np.ones((3, 9)), np.ones(3, bool), np.float32(2), np.array(None)]
)
OBJECTS = st.sampled_from(
    [Position(), Game.from_record("7 9"), Side.NORTH, Rules.PANTUSOV, Limit(depth=1), Batch(3)]
)
SCALARS = st.one_of(
    st.none(), st.booleans(), INTEGERS, st.floats(), TEXTS, st.binary(max_size=20), ARRAYS, OBJECTS
)
VALUES = st.one_of(
    SCALARS,
    st.lists(st.one_of(INTEGERS, SCALARS), max_size=10),
    st.tuples(SCALARS, SCALARS),
    st.dictionaries(st.text(max_size=3), SCALARS, max_size=2),
)


@settings(
    max_examples=int(os.environ.get("TOGYZ_CALLS", "2000")),
    suppress_health_check=list(HealthCheck),
)
@given(name=st.sampled_from(NAMES), arguments=st.lists(VALUES, max_size=4))
def test_calls(name: str, arguments: list[object]) -> None:
    endless = name.endswith(("annotate", "hint")) and len(arguments) == 1
    if name == "self_play" and arguments and isinstance(arguments[0], int):
        endless = arguments[0] > 1
    if not endless:
        attempt(CALLABLES[name], *arguments)
