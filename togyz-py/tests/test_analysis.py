"""Searches beside Python, evaluators in Python, and programs that speak UGI."""

import asyncio
import copy
import os
import pickle
import sys
import textwrap
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import togyz
from extras import ctrl_c
from togyz import Engine, EngineError, Game, Limit, Position, Score, Side
from togyz.ugi import UgiEngine

START = Position()


def kazans(position: Position) -> float:
    side = position.side_to_move
    return position.kazan(side) - position.kazan(side.opposite)


def test_every_iteration_is_told() -> None:
    engine = Engine(hash_mib=1)
    analysis = engine.analysis(Game(), Limit(depth=6, lines=2))
    infos = list(analysis)
    assert [info.depth for info in infos] == [1, 2, 3, 4, 5, 6]
    assert all(len(info.lines) == 2 for info in infos)
    result = analysis.wait()
    assert analysis.info == infos[-1]
    assert result.info.score == infos[-1].score
    assert list(analysis) == []
    assert analysis.wait() == result
    engine.clear()
    assert engine.play(START, Limit(depth=6, lines=2)).move == result.move


def test_a_stop_ends_this_analysis_alone() -> None:
    engine = Engine(hash_mib=1)
    first, second = engine.analysis(START), engine.analysis(START, Limit(depth=5))
    third = engine.analysis(START)
    # The third waits for the first: its stop must not end it.
    third.stop()
    assert first.info is None or first.info.depth > 0
    assert next(first).depth == 1
    first.stop()
    assert second.wait().info.depth == 5
    assert third.wait().move in range(1, 10)
    assert engine.analyse(START, Limit(depth=4)).depth == 4


def test_an_end_of_a_block_stops() -> None:
    engine = Engine(hash_mib=1)
    with engine.analysis(START) as analysis:
        assert next(analysis).depth == 1
    assert analysis.wait().move is not None
    with pytest.raises(ZeroDivisionError), engine.analysis(START):
        raise ZeroDivisionError
    # Whom nobody holds stops as well.
    engine.analysis(START)
    assert engine.analyse(START, Limit(depth=3)).depth == 3


def test_a_finished_game() -> None:
    over = Position.from_fen("9/2S,8 80 80 N 1")
    analysis = Engine(hash_mib=1).analysis(over)
    result = analysis.wait()
    assert result.move is None
    assert result.outcome == over.outcome()


@pytest.mark.thread_unsafe
def test_ctrl_c_ends_the_waiting_and_the_search() -> None:
    engine = Engine(hash_mib=1)
    analysis = engine.analysis(START)
    with ctrl_c():
        analysis.wait()
    assert engine.analyse(START, Limit(depth=3)).depth == 3


def test_asyncio_goes_on() -> None:
    async def both() -> tuple[int, togyz.PlayResult]:
        engine, ticks = Engine(hash_mib=1), 0
        search = asyncio.create_task(asyncio.to_thread(engine.play, START, Limit(infinite=True)))
        while ticks < 20:
            await asyncio.sleep(0.005)
            ticks += 1
        engine.stop()
        return ticks, await search

    ticks, result = asyncio.run(both())
    assert ticks == 20
    assert result.move in range(1, 10)


def test_an_evaluator_decides() -> None:
    engine = Engine(hash_mib=1, evaluator=kazans)
    assert engine.evaluator is kazans
    assert engine.play(START, Limit(depth=3)).move is not None
    for ahead in (30, -12.5):

        def south_is_ahead(position: Position, ahead: float = ahead) -> float:
            return ahead if position.side_to_move == Side.SOUTH else -ahead

        engine = Engine(hash_mib=1, evaluator=south_is_ahead)
        # Whatever is played, the margin is the same; each side has its own view of it.
        assert engine.analyse(START, Limit(depth=3)).score == Score.from_stones(ahead)
        assert engine.analyse(START.play(7), Limit(depth=3)).score == Score.from_stones(-ahead)


def test_an_evaluator_on_threads() -> None:
    seen: set[int] = set()

    def evaluate(position: Position) -> float:
        seen.add(threading.get_ident())
        return kazans(position)

    engine = Engine(hash_mib=1, threads=3, evaluator=evaluate)
    analysis = engine.analysis(START)
    until = time.monotonic() + 60
    while len(seen) < 2 and time.monotonic() < until:
        time.sleep(0.01)
    analysis.stop()
    assert analysis.wait().move is not None
    assert len(seen) > 1


@pytest.mark.parametrize("bad", [None, "3", [1], True, float("nan")])
def test_an_evaluator_that_gives_no_number(bad: Any) -> None:
    engine = Engine(hash_mib=1, evaluator=lambda position: bad)
    with pytest.raises((TypeError, ValueError), match="an evaluation"):
        engine.play(START, Limit(depth=4))


def test_an_evaluator_that_fails() -> None:
    calls = []

    def evaluate(position: Position) -> float:
        calls.append(position)
        if len(calls) == 100:
            raise KeyError("weights")
        return kazans(position)

    engine = Engine(hash_mib=1, evaluator=evaluate)
    with pytest.raises(KeyError, match="weights"):
        engine.play(START, Limit(infinite=True))
    assert engine.play(START, Limit(depth=3)).info.depth == 3
    calls.clear()
    analysis = engine.analysis(START)
    with pytest.raises(KeyError, match="weights"):
        analysis.wait()


def test_infinite_values_are_cut() -> None:
    engine = Engine(hash_mib=1, evaluator=lambda position: float("inf"))
    score = engine.analyse(START, Limit(depth=1)).score
    assert not score.is_proven


def test_copies_keep_the_evaluator() -> None:
    engine = Engine(hash_mib=1, evaluator=kazans)
    for twin in (copy.copy(engine), pickle.loads(pickle.dumps(engine))):
        assert twin.evaluator is kazans


PROGRAM = """
import sys
import togyz

engine, position = togyz.Engine(hash_mib=1), None
for line in sys.stdin:
    words = line.split()
    if words == ["ugi"]:
        print("id name Tester")
        print("option name Hash type spin default 16 min 1 max 64")
        print("ugiok")
    elif words == ["isready"]:
        print("readyok")
    elif words[:1] == ["position"]:
        text = line.split(" fen ")[1].split(" moves")[0]
        game = togyz.Game.from_fen(text)
        for move in words[words.index("moves") + 1 :]:
            game.push(int(move))
    elif words[:1] == ["go"]:
        if "infinite" in words:
            while sys.stdin.readline().strip() != "stop":
                pass
        if game.is_game_over():
            print("bestmove (none)")
        else:
            print("info depth 3 seldepth 4 nodes 99 score cp 125 time 7 pv 2 5")
            print("bestmove", WHAT)
    elif words == ["quit"]:
        break
    sys.stdout.flush()
"""


def program(tmp_path: Path, what: str = "game.legal_moves[0]") -> list[str]:
    path = tmp_path / "program.py"
    path.write_text(textwrap.dedent(PROGRAM).replace("WHAT", what))
    return [sys.executable, str(path)]


def test_a_program_plays(tmp_path: Path) -> None:
    with Engine.popen_ugi(program(tmp_path), {"hash": 4}) as engine:
        assert isinstance(engine, UgiEngine)
        assert engine.name == "Tester"
        result = engine.play(Game.from_record("7 9"), Limit(depth=3))
        assert result.move == 1
        assert result.info.score == Score.from_stones(1.25)
        assert (result.info.depth, result.info.nodes, result.info.pv) == (3, 99, [2, 5])
        over = Position.from_fen("9/2S,8 80 80 N 1")
        result = engine.play(over, Limit(depth=1))
        assert result.move is None
        assert result.score == Score.loss(0)
        stopper = threading.Timer(0.2, engine.stop)
        stopper.start()
        assert engine.play(START, Limit(infinite=True)).move == 1
        stopper.join()
    with pytest.raises(EngineError, match="has ended"):
        engine.play(START, Limit(depth=1))


def test_programs_that_fail(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="no option Colour"):
        Engine.popen_ugi(program(tmp_path), {"Colour": 1})
    with pytest.raises(EngineError, match="has ended"):
        Engine.popen_ugi([sys.executable, "-c", "pass"])
    with pytest.raises(EngineError, match="no answer in time"):
        UgiEngine([sys.executable, "-c", "import time; time.sleep(9)"], timeout=0.3)
    with (
        Engine.popen_ugi(program(tmp_path, "12")) as engine,
        pytest.raises(EngineError, match="answers '12'"),
    ):
        engine.play(START, Limit(depth=1))


@pytest.mark.thread_unsafe
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_beside_an_analysis() -> None:
    engine = Engine(hash_mib=1)
    analysis = engine.analysis(START)
    next(analysis)
    child = os.fork()
    if child == 0:
        try:
            engine.play(START, Limit(depth=1))
        except EngineError:
            os._exit(0)
        os._exit(1)
    began = time.monotonic()
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert time.monotonic() - began < 30
    analysis.stop()
