"""Pickles and copies, also between processes."""

import concurrent.futures
import copy
import multiprocessing
import pickle
import subprocess
import sys

import pytest

import togyz
from togyz import Engine, Game, Limit, Position, Rules, Score, Side


def objects() -> dict[str, object]:
    game = Game.from_record("7 9 6 8 1")
    game.set_tag("White", "A")
    ended = copy.copy(game)
    ended.resign(Side.NORTH)
    late = Game.from_fen("8,1S/8,1S 80 80 S 61", Rules.PANTUSOV)
    sowing = Position.from_fen("8,t/t,81S,7 41 40 S 1", Rules.MODDABLE).sowing(2)
    result = Engine(hash_mib=1).play(game, Limit(depth=4, lines=2))
    return {
        "south": Side.SOUTH,
        "north": Side.NORTH,
        "rules": Rules("pit-nine+same-number"),
        "position": game.position,
        "position under other rules": late.position,
        "game": game,
        "ended game": ended,
        "late game": late,
        "record": togyz.read_records("1. 75 {x} 1-0", strict=False)[0],
        "effect": Position.from_fen("8,2S/8,2S 79 79 S 1").effect(9),
        "stone": sowing[0],
        "stone for a kazan": next(stone for stone in sowing if stone.kazan),
        "outcome": ended.outcome(),
        "stones": Score.from_stones(-1.25),
        "draw": Score.draw(),
        "win": Score.win(3),
        "loss": Score.loss(2**32 - 1),
        "limit": Limit(depth=3, time=0.1, clock=60, increment=0.5, lines=3, moves=[1, 2]),
        "soft limit": Limit(soft_nodes=9),
        "infinite": Limit(infinite=True),
        "line": result.info.lines[0],
        "info": result.info,
        "result": result,
    }


OBJECTS = objects()


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("name", OBJECTS)
def test_pickle(name: str, protocol: int) -> None:
    thing = OBJECTS[name]
    again = pickle.loads(pickle.dumps(thing, protocol))
    assert again == thing
    assert repr(again) == repr(thing)
    assert type(again) is type(thing)


@pytest.mark.parametrize("name", OBJECTS)
def test_copy(name: str) -> None:
    thing = OBJECTS[name]
    assert copy.copy(thing) == thing
    assert copy.deepcopy(thing) == thing
    assert copy.deepcopy([thing, thing]) == [thing, thing]


def test_old_protocols() -> None:
    for protocol in (0, 1):
        for name in ("position", "game", "north", "rules"):
            assert pickle.loads(pickle.dumps(OBJECTS[name], protocol)) == OBJECTS[name]


def test_sides_stay_single() -> None:
    assert pickle.loads(pickle.dumps(Side.NORTH)) is Side.NORTH
    assert copy.deepcopy(Side.NORTH) is Side.NORTH


def test_a_pickled_game_goes_on() -> None:
    game = Game.from_record("7 9 6")
    game.pop()
    again = pickle.loads(pickle.dumps(game))
    with pytest.raises(IndexError):
        again.redo()
    again.push(1)
    assert (game.moves, again.moves) == ([7, 9], [7, 9, 1])
    assert again.pop() == 1


def test_errors_keep_their_attributes() -> None:
    with pytest.raises(togyz.IllegalMoveError) as caught:
        Position.from_fen("9/2S,8 80 80 S 1").play(5)
    again = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(again, togyz.IllegalMoveError)
    assert (again.move, again.reason, again.fen) == (5, "empty-pit", caught.value.fen)
    assert str(again) == str(caught.value)


def test_a_copy_of_an_engine_is_a_new_one_with_its_options() -> None:
    engine = Engine(hash_mib=2, threads=3, move_overhead=0.5)
    for twin in (pickle.loads(pickle.dumps(engine)), copy.copy(engine), copy.deepcopy(engine)):
        assert twin is not engine
        assert twin.options == engine.options


def test_from_another_process() -> None:
    script = (
        "import pickle, sys, togyz; game = togyz.Game.from_record('7 9 6');"
        "sys.stdout.buffer.write(pickle.dumps([game, game.position, togyz.Side.NORTH]))"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
    game = Game.from_record("7 9 6")
    assert pickle.loads(done.stdout) == [game, game.position, Side.NORTH]


def best_move(game: Game) -> togyz.PlayResult:
    return Engine(hash_mib=1).play(game, Limit(depth=3))


# Python 3.12 and later warn of a fork beside threads; here they are over.
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.thread_unsafe
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_workers(method: str) -> None:
    games = [Game.from_record(moves) for moves in ("7", "7 9", "1 2 3")]
    # Whatever threads a search has, a fork after it is sound.
    expected = [best_move(game).move for game in games]
    context = multiprocessing.get_context(method)
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        results = list(pool.map(best_move, games))
    assert [result.move for result in results] == expected
