"""The engine: answers, limits, signals, threads and forks."""

import asyncio
import functools
import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import togyz
from togyz import Engine, Game, Limit, Position, Score, Side

# Far more than any search here needs, so that a busy machine fails nothing.
PATIENCE = 30.0


def engine(threads: int = 1) -> Engine:
    return Engine(hash_mib=1, threads=threads)


def start(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def test_play() -> None:
    game = Game.from_record("7 9")
    result = engine().play(game, Limit(depth=4))
    assert result.move in game.legal_moves
    assert result.info.pv[0] == result.move
    assert result.score == result.info.score == result.info.lines[0].score
    assert result.outcome is None
    assert game.moves == [7, 9]


def test_same_answer_every_time() -> None:
    first, second = (engine().analyse(Position(), Limit(depth=7)) for _ in range(2))
    assert (first.nodes, first.lines) == (second.nodes, second.lines)
    warm = engine()
    warm.analyse(Position(), Limit(depth=7))
    warm.clear()
    assert warm.analyse(Position(), Limit(depth=7)).nodes == first.nodes


def test_analyse() -> None:
    info = engine().analyse(Position(), Limit(depth=6, lines=3))
    assert (info.depth, len(info.lines)) == (6, 3)
    assert info.seldepth >= 6
    assert 0 <= info.hashfull <= 1000
    assert info.nodes > 100
    assert info.time > 0
    assert info.nps > 0
    assert sorted((line.score for line in info.lines), reverse=True) == [
        line.score for line in info.lines
    ]
    assert len({line.pv[0] for line in info.lines}) == 3
    position = Position()
    for move in info.pv:
        position = position.play(move)


def test_moves_to_look_at() -> None:
    assert engine().play(Position(), Limit(depth=4, moves=[3])).move == 3


def test_finished_games() -> None:
    game = Game()
    game.resign(Side.SOUTH)
    result = engine().play(game, Limit(depth=4))
    assert result.move is None
    assert result.outcome == game.outcome()
    assert (result.info.lines, result.info.pv, result.info.nodes) == ([], [], 0)
    assert result.score == Score.loss(0)
    assert engine().analyse(Position.from_fen("9/9 81 81 S 1"), Limit(depth=1)).score.is_proven


def test_limits_hold() -> None:
    assert engine().analyse(Position(), Limit(nodes=2_000)).nodes <= 2_000
    soft = engine().analyse(Position(), Limit(soft_nodes=2_000))
    assert soft.nodes >= 2_000
    assert engine().analyse(Position(), Limit(depth=soft.depth)).nodes == soft.nodes
    assert engine().play(Position(), Limit(time=0)).move is not None
    before = time.monotonic()
    assert engine().play(Position(), Limit(time=0.1)).move is not None
    assert engine().play(Position(), Limit(clock=3, increment=0.1)).move is not None
    assert time.monotonic() - before < PATIENCE


def test_several_threads() -> None:
    info = engine(threads=4).analyse(Position(), Limit(depth=8))
    assert info.depth == 8


def test_options() -> None:
    made = Engine(hash_mib=2, threads=3, move_overhead=0.25)
    assert made.options == {"hash_mib": 2, "threads": 3, "move_overhead": 0.25}
    assert repr(made) == "Engine(hash_mib=2, threads=3, move_overhead=0.25)"
    assert Engine(**made.options).options == made.options
    wrong: list[dict[str, Any]] = [
        {"threads": 0},
        {"threads": 257},
        {"hash_mib": 0},
        {"hash_mib": 2**62},
    ]
    for options in wrong:
        with pytest.raises(togyz.EngineError):
            Engine(**options)


def test_limit() -> None:
    limit = Limit(depth=3, nodes=10, time=0.1, clock=60, increment=0.5, lines=2, moves=[9, 1])
    assert (limit.depth, limit.nodes, limit.time) == (3, 10, 0.1)
    assert (limit.clock, limit.increment, limit.lines, limit.moves) == (60.0, 0.5, 2, [1, 9])
    assert limit.soft_nodes is None
    assert not limit.infinite
    assert Limit(infinite=True).infinite
    soft = Limit(soft_nodes=3_000, nodes=50_000)
    assert (soft.soft_nodes, soft.nodes, soft.infinite) == (3_000, 50_000, False)
    assert eval(repr(soft), vars(togyz)) == soft != Limit(nodes=50_000)
    assert eval(repr(limit), vars(togyz)) == limit
    assert Limit(depth=3) == Limit(depth=3) != Limit(depth=4)


@pytest.mark.parametrize(
    "bad",
    [
        {},
        {"infinite": True, "depth": 3},
        {"depth": 0},
        {"depth": -1},
        {"depth": 2**70},
        {"nodes": 0},
        {"nodes": 2**70},
        {"soft_nodes": 0},
        {"infinite": True, "soft_nodes": 3},
        {"time": -0.1},
        {"time": float("nan")},
        {"time": float("inf")},
        {"time": 10**400},
        {"clock": -1},
        {"increment": 1.0},
        {"clock": 1.0, "increment": -1},
        {"depth": 1, "lines": 0},
        {"depth": 1, "moves": []},
        {"depth": 1, "moves": [10]},
    ],
)
def test_limits_out_of_range(bad: dict[str, float]) -> None:
    with pytest.raises(ValueError):
        Limit(**bad)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "bad",
    [
        {"depth": True},
        {"depth": 3.0},
        {"depth": "3"},
        {"nodes": True},
        {"soft_nodes": 3.0},
        {"time": True},
        {"time": "1"},
        {"time": np.True_},
        {"clock": b"1"},
        {"depth": 1, "lines": True},
        {"depth": 1, "moves": [True]},
        {"depth": 1, "moves": "12"},
        {"infinite": 1},
    ],
)
def test_limits_of_wrong_types(bad: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        Limit(**bad)  # type: ignore[arg-type]


def test_scores() -> None:
    order = [
        Score.loss(0),
        Score.loss(8),
        Score.from_stones(-80.5),
        Score.from_stones(0),
        Score.draw(),
        Score.from_stones(0.01),
        Score.win(5),
        Score.win(3),
    ]
    assert all(low < high and high >= low for low, high in itertools.pairwise(order))
    assert [-score for score in order[:3]] == [
        Score.win(0),
        Score.win(8),
        Score.from_stones(80.5),
    ]
    assert [str(score) for score in order[1:4]] == ["loss in 8", "-80.50", "+0.00"]
    assert all(eval(repr(score), vars(togyz)) == score for score in order)
    assert len(set(order + order)) == len(order)
    assert (Score.win(3).win_in, Score.win(3).loss_in, Score.win(3).stones) == (3, None, None)
    assert (Score.draw().stones, Score.draw().is_proven) == (0.0, True)
    assert Score.win(1) != 1
    with pytest.raises(TypeError):
        Score.win(1) < 1  # type: ignore[operator]
    for bad in (float("nan"), float("inf"), 10**400, 1001):
        with pytest.raises(ValueError):
            Score.from_stones(bad)


def test_stop_from_another_thread() -> None:
    searching, results = engine(), []
    thread = start(lambda: results.append(searching.play(Position(), Limit(infinite=True))))
    time.sleep(0.2)
    assert thread.is_alive()
    searching.stop()
    thread.join(PATIENCE)
    assert results[0].move is not None


def test_stop_before_a_search_counts_once() -> None:
    stopped = engine()
    stopped.stop()
    assert stopped.play(Position(), Limit(infinite=True)).move is not None
    assert stopped.analyse(Position(), Limit(depth=5)).depth == 5


def test_a_second_search_waits() -> None:
    shared, results = engine(), []
    threads = [
        start(lambda: results.append(shared.analyse(Position(), Limit(depth=6)).depth))
        for _ in range(4)
    ]
    for thread in threads:
        thread.join(PATIENCE)
    assert results == [6] * 4


def test_everything_at_once() -> None:
    shared, errors = engine(), []
    game = Game.from_record("7 9 6")
    until = time.monotonic() + 1.5

    def repeat(work: Callable[[], object]) -> None:
        try:
            while time.monotonic() < until:
                work()
        except BaseException as error:
            errors.append(error)

    def stop() -> None:
        shared.stop()
        time.sleep(0.001)

    works: list[Callable[[], object]] = [
        lambda: shared.play(game, Limit(time=0.02)),
        lambda: shared.analyse(game.position, Limit(nodes=5_000)),
        stop,
        shared.clear,
        lambda: (repr(shared), shared.options),
        lambda: (game.push(game.legal_moves[0]), game.pop()),
    ]
    threads = [start(functools.partial(repeat, work)) for work in works]
    for thread in threads:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in threads)
    assert errors == []


def test_eight_threads_share_one_position() -> None:
    position, together = Position(), threading.Barrier(8)
    errors: list[BaseException] = []

    def use() -> None:
        try:
            together.wait(PATIENCE)
            for _ in range(500):
                assert position.play(7).fen() == expected
                assert len(position.sowing(7)) == 9
                assert position.observation().sum() == 162
        except BaseException as error:
            errors.append(error)

    expected = position.play(7).fen()
    threads = [start(use) for _ in range(8)]
    for thread in threads:
        thread.join(PATIENCE)
    assert errors == []


def test_other_threads_run_during_a_search() -> None:
    searching = engine()
    thread = start(lambda: searching.play(Position(), Limit(infinite=True)))
    time.sleep(0.1)
    counted = 0
    until = time.monotonic() + 0.5
    while time.monotonic() < until:
        counted += 1
    alive = thread.is_alive()
    searching.stop()
    thread.join(PATIENCE)
    assert alive
    assert counted > 1_000


def test_perft_lets_other_threads_run() -> None:
    thread = start(lambda: Position().perft(9))
    counted = 0
    while thread.is_alive() and counted < 1_000:
        counted += 1
        time.sleep(0)
    thread.join(PATIENCE)
    assert counted > 10


def test_event_loop() -> None:
    async def main() -> int:
        searching = engine()
        task = asyncio.create_task(
            asyncio.to_thread(searching.play, Position(), Limit(infinite=True))
        )
        ticks = 0
        for _ in range(10):
            await asyncio.sleep(0.01)
            ticks += 1
        searching.stop()
        assert (await task).move is not None
        return ticks

    assert asyncio.run(main()) == 10


INTERRUPTED = """
import sys, threading, time, togyz
engine = togyz.Engine(hash_mib=1, threads=2)
limit = togyz.Limit(infinite=True)
other = threading.Thread(target=lambda: engine.play(togyz.Position(), limit), daemon=True)
if sys.argv[1] == "waiting":
    other.start()
    time.sleep(0.3)
print("ready", flush=True)
try:
    if sys.argv[1] == "perft":
        togyz.perft(togyz.Position(), 40)
    else:
        engine.play(togyz.Position(), limit)
except KeyboardInterrupt:
    engine.stop() if sys.argv[1] == "waiting" else None
    info = engine.analyse(togyz.Position(), togyz.Limit(depth=5))
    print("interrupted", info.depth, flush=True)
"""


@pytest.mark.parametrize("kind", ["searching", "waiting", "perft"])
def test_control_c(kind: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, kind], stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        assert process.stdout.readline() == "interrupted 5\n"
        assert time.monotonic() - sent < 10
        assert process.wait(PATIENCE) == 0


# Python 3.12 and later warn of a fork beside threads; these are over, or meant.
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.thread_unsafe
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_search_after_fork() -> None:
    shared = engine(threads=8)
    shared.play(Position(), Limit(depth=6))
    child = os.fork()
    if child == 0:
        fresh = engine(threads=8).play(Position(), Limit(depth=6)).move is not None
        used = shared.play(Position(), Limit(depth=6)).move is not None
        os._exit(0 if fresh and used else 1)
    assert exit_code(child) == 0


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.thread_unsafe
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_fork_in_the_middle_of_a_search() -> None:
    busy = engine()
    thread = start(lambda: busy.play(Position(), Limit(infinite=True)))
    time.sleep(0.2)
    child = os.fork()
    if child == 0:
        try:
            busy.play(Position(), Limit(depth=2))
        except togyz.EngineError:
            os._exit(0 if engine().play(Position(), Limit(depth=4)).move else 2)
        os._exit(1)
    busy.stop()
    thread.join(PATIENCE)
    assert exit_code(child) == 0


def exit_code(child: int) -> int:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    pytest.fail("the child hangs")


@pytest.mark.thread_unsafe
def test_short_searches_leave_nothing_behind() -> None:
    resource = pytest.importorskip("resource")
    small, position = engine(), Position()
    limit = Limit(nodes=50)

    def work(rounds: int) -> None:
        for _ in range(rounds):
            small.play(position, limit)
            for _ in range(100):
                position.play(7).effect(1)

    work(200)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    work(1_000)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # Kilobytes; bytes on a Mac.
    assert after - before < 16 * 1024 * (1024 if sys.platform == "darwin" else 1)
