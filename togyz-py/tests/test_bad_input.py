"""Whatever is passed in: an error is an ordinary exception, never a panic."""

import itertools
import operator
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import togyz
import togyz.data
from togyz import Engine, Game, Limit, Position, Rules, Score, Side

BAD: list[object] = [
    None,
    "",
    "x" * 100_000,
    "\ud800",
    "\0",
    b"",
    b"\xff" * 16,
    -1,
    0,
    10,
    2**31,
    2**63,
    2**70,
    -(2**70),
    1 << 20_000,
    True,
    float("nan"),
    float("inf"),
    -1.5,
    1e308,
    [],
    [1] * 8,
    [None] * 9,
    [2**70] * 9,
    ["9"] * 9,
    (1, 2, 3),
    (-1, 300),
    {},
    object(),
    int,
    np.array([1.5, 2.5]),
    np.float32(3),
    Side.SOUTH,
    Rules.PANTUSOV,
    Position(),
    Game(),
]
ORDINARY = (ValueError, TypeError, OverflowError, IndexError, OSError)
HINT = togyz.hint(Position(), Limit(depth=1))
RESULT = Engine(hash_mib=1).play(Position(), Limit(depth=1))


FUNCTIONS: list[Callable[..., object]] = [
    togyz.annotate,
    togyz.data.read,
    togyz.data.self_play,
    togyz.hint,
    togyz.observation_parts,
    togyz.perft,
    togyz.read_records,
    togyz.svg.board,
]


def things() -> dict[str, object]:
    return {
        "Position": Position(),
        "Game": Game.from_record("7 9"),
        "Side": Side.SOUTH,
        "Rules": Rules.STANDARD,
        "Score": Score.draw(),
        "Limit": Limit(depth=1),
        "Engine": Engine(hash_mib=1),
        "Outcome": Position.from_fen("9/9 81 81 S 1").outcome(),
        "Effect": Position().effect(1),
        "SownStone": Position().sowing(1)[0],
        "Analysis": Engine(hash_mib=1).analysis(Position(), Limit(depth=1)),
        "Batch": togyz.Batch(3),
        "AnnotatedMove": togyz.annotate(Game.from_record("7"), Limit(depth=1)).moves[0],
        "Annotation": togyz.annotate(Game.from_record("7"), Limit(depth=1)),
        "Hint": HINT,
        "Level": togyz.Level.EASY,
        "LevelPlayer": togyz.LevelPlayer("easy"),
        "Mcts": togyz.Mcts(),
        "Reason": HINT.reasons[0] if HINT is not None else None,
        "Table": togyz.Table.build(1),
        "Record": togyz.read_records("7 9")[0],
        "PlayResult": RESULT,
        "Info": RESULT.info,
        "Line": RESULT.info.lines[0],
    }


def callables() -> Iterator[tuple[str, Callable[..., object]]]:
    for name, thing in things().items():
        cls = type(thing)
        yield name, cls
        for member in vars(cls):
            attribute = getattr(thing, member)
            if not member.startswith("__") and callable(attribute):
                yield f"{name}.{member}", attribute
    for function in FUNCTIONS:
        yield function.__name__, function


CALLABLES = dict(callables())


def attempt(call: Callable[..., object], *arguments: object, **keywords: object) -> None:
    try:
        call(*arguments, **keywords)
    except ORDINARY:
        pass
    except Exception as error:
        pytest.fail(f"{call}{arguments!r:.200}: {type(error).__name__}: {error}")


def too_much(name: str, arguments: tuple[object, ...]) -> bool:
    """Whether it would make a table of gigabytes, or count for seconds."""
    if name in {"Batch", "Batch.playouts"}:
        return isinstance(arguments[0], int) and 1 << 20 < arguments[0] < 1 << 40
    if name == "self_play":
        # Every game takes a moment.
        return isinstance(arguments[0], int) and 5 < arguments[0] < 1 << 40
    if name in {"annotate", "hint", "Engine.annotate", "Engine.hint"}:
        # Half a second each.
        return len(arguments) == 1 or arguments[1] is None
    if name.startswith("Table."):
        # A file of that name, or a table of gigabytes.
        return isinstance(arguments[0], str) or (type(arguments[0]) is int and arguments[0] == 10)
    if name == "Mcts.search":
        return any(type(each) is int and 1 << 20 < each < 1 << 40 for each in arguments)
    if name == "Engine":
        return isinstance(arguments[0], int) and 1 << 10 < arguments[0] < 1 << 40
    return name.endswith("perft") and any(type(each) is int and each == 10 for each in arguments)


@pytest.mark.parametrize("name", CALLABLES)
@pytest.mark.parametrize("count", [1, 2])
def test_bad_arguments(name: str, count: int) -> None:
    for arguments in itertools.product(BAD, repeat=count):
        if not too_much(name, arguments):
            attempt(CALLABLES[name], *arguments)


OPERATORS: list[Callable[[Any, Any], object]] = [
    operator.eq,
    operator.ne,
    operator.lt,
    operator.ge,
    operator.getitem,
    operator.contains,
    operator.add,
]
THINGS = {type(thing).__name__: thing for thing in things().values()}


@pytest.mark.parametrize("name", THINGS)
def test_operators(name: str) -> None:
    thing = THINGS[name]
    for operate, bad in itertools.product(OPERATORS, BAD):
        attempt(operate, thing, bad)
    for function in (hash, len, iter, bool, int, str, repr, format):
        if not isinstance(thing, togyz.Analysis) or function is not iter:
            attempt(function, thing)


@pytest.mark.parametrize("name", CALLABLES)
def test_wrong_number_of_arguments(name: str) -> None:
    if name not in {"Position", "Game", "Engine", "Rules", "perft"}:
        attempt(CALLABLES[name])
    attempt(CALLABLES[name], *[7] * 12)
    with pytest.raises(TypeError):
        CALLABLES[name](no_such_keyword=1)


@pytest.mark.parametrize("depth", [-1, 201, 2**70, None, "3", 3.0, True])
def test_depth_of_perft(depth: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        togyz.perft(Position(), depth)  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: type(bad).__name__)
def test_third_and_later_arguments(bad: object) -> None:
    nines = [9] * 9
    for keyword in ("kazans", "tuzdyks", "side_to_move", "rules"):
        attempt(Position.setup, nines, nines, **{keyword: bad})
    limits = ("depth", "nodes", "soft_nodes", "time", "clock", "increment", "lines", "moves")
    for keyword in (*limits, "infinite"):
        attempt(Limit, **{keyword: bad})
    for keyword in ("threads", "move_overhead"):
        attempt(Engine, 1, **{keyword: bad})


def test_endless_iterables_are_not_read_to_the_end() -> None:
    for keyword in ("kazans", "tuzdyks"):
        with pytest.raises(togyz.SetupError):
            Position.setup([9] * 9, [9] * 9, **{keyword: itertools.repeat(0)})  # type: ignore[arg-type]
    with pytest.raises(togyz.SetupError):
        Position.setup(itertools.repeat(9), [9] * 9)


def test_hostile_records() -> None:
    seeds = ['[White "A"]\n\n1. 76(10) 98 2. 66 *\n', "1\t1-0 82-57 majority\t7 9", "# c\n7 9 6"]
    pieces = [*'[]"\t{};\nx(9½', "1-0", "\u0445", "\ufeff"]
    for seed, piece in itertools.product(seeds, pieces):
        for place in range(len(seed) + 1):
            for text in (seed[:place] + piece + seed[place:], seed[:place] + piece):
                for strict in (True, False):
                    attempt(togyz.read_records, text, strict)


def test_hostile_bytes_and_fens() -> None:
    good = Position().to_bytes()
    for place in range(16):
        for value in range(256):
            attempt(Position.from_bytes, good[:place] + bytes([value]) + good[place + 1 :])
    fen = Position().fen()
    for place in range(len(fen)):
        for piece in ("", "S", "t", ",", "/", " ", "163", "999999999999", "-"):
            attempt(Position.from_fen, fen[:place] + piece + fen[place + 1 :])
