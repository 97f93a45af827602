"""Whether memory stays flat: the resident set before and after much work of each kind."""

import gc
from collections.abc import Callable
from pathlib import Path

import togyz


def resident() -> float:
    """Resident memory in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


def measure(name: str, count: int, work: Callable[[], object]) -> None:
    for _ in range(count // 10):
        work()
    gc.collect()
    before = resident()
    for _ in range(count):
        work()
    gc.collect()
    print(f"{count:9,} {name:30} {resident() - before:+.1f} MiB", flush=True)


def main() -> None:
    start = togyz.Position()
    engine, limit = togyz.Engine(hash_mib=1), togyz.Limit(nodes=200)
    batch = togyz.Batch(64, seed=1)
    mcts = togyz.Mcts()

    def searched() -> None:
        mcts.search(start, 30)
        mcts.clear()

    measure("positions", 1_000_000, lambda: start.play(7))
    measure("observations", 200_000, start.observation)
    measure("games of six plies and records", 10_000, lambda: togyz.Game.from_record("7 9 6 4 2 8"))
    measure("engines", 1_000, lambda: togyz.Engine(hash_mib=1))
    measure("searches", 10_000, lambda: engine.play(start, limit))
    measure("analyses", 1_000, lambda: engine.analysis(start, limit).wait())
    measure("batch steps of 64 games", 100_000, lambda: batch.step(batch.random_actions()))
    measure("tree searches", 2_000, searched)


if __name__ == "__main__":
    main()
