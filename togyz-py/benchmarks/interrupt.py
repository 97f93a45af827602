"""How long Ctrl-C takes to end each kind of long work, and whether the object works afterwards."""

from __future__ import annotations

import argparse
import signal
import threading
import time
from collections.abc import Callable

import togyz

FOREVER = togyz.Limit(infinite=True)
START = togyz.Position()


def interrupted(work: Callable[[], object], after: float) -> float:
    """Milliseconds from the signal to the exception."""
    sent = 0.0

    def send() -> None:
        nonlocal sent
        sent = time.perf_counter()
        signal.raise_signal(signal.SIGINT)

    timer = threading.Timer(after, send)
    timer.start()
    try:
        work()
    except KeyboardInterrupt:
        return 1000 * (time.perf_counter() - sent)
    finally:
        timer.join()
    raise SystemExit("the work was over before the signal")


def works() -> dict[str, tuple[Callable[[], object], Callable[[], object]]]:
    """Work without an end by name, and what its object is used for after it."""
    engine, pair = togyz.Engine(hash_mib=64), togyz.Engine(hash_mib=64, threads=2)
    game = togyz.Game.from_record("7 9 1 5")
    batch, mcts = togyz.Batch(64), togyz.Mcts()
    records = "7 9 6 4 2 8 1 3 5\n" * 2_000_000
    again = togyz.Limit(depth=3)

    def step() -> None:
        batch.step(batch.random_actions())

    def play(engine: togyz.Engine) -> Callable[[], object]:
        return lambda: engine.play(START, again)

    return {
        "search": (lambda: engine.play(START, FOREVER), play(engine)),
        "search, two threads": (lambda: pair.play(START, FOREVER), play(pair)),
        "analysis": (lambda: engine.analysis(START).wait(), play(engine)),
        "annotate": (lambda: engine.annotate(game, FOREVER), play(engine)),
        "hint": (lambda: engine.hint(game, FOREVER), play(engine)),
        "perft": (lambda: START.perft(40), lambda: START.perft(3)),
        "Batch.search": (lambda: batch.search(FOREVER, threads=2), step),
        "Batch.playouts": (lambda: batch.playouts(10**9, threads=2), step),
        "Mcts.search": (
            lambda: mcts.search([START] * 8, 2**31 - 1),
            lambda: mcts.search(START, 10),
        ),
        "Table.build": (lambda: togyz.Table.build(10), lambda: togyz.Table.build(2)),
        "Table.build, distances": (
            lambda: togyz.Table.build(10, distances=True),
            lambda: togyz.Table.build(2),
        ),
        "data.self_play": (lambda: togyz.data.self_play(10**6), lambda: togyz.data.read("7")),
        "data.read": (lambda: togyz.data.read(records), lambda: togyz.data.read("7")),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5, help="of each kind")
    parser.add_argument("--only", default="", help="kinds whose name contains this")
    options = parser.parse_args()
    print("milliseconds from the signal to the exception")
    for name, (work, use) in works().items():
        if options.only not in name:
            continue
        taken = []
        for number in range(options.times):
            taken.append(interrupted(work, 0.2 + 0.37 * number))
            use()
        print(f"{name:24} worst {max(taken):5.0f}   all {' '.join(f'{t:.0f}' for t in taken)}")


if __name__ == "__main__":
    main()
