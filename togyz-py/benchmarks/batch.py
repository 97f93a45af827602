"""How many steps a second a batch makes, beside other ways to step games.

Every figure is the best of several runs on one thread. Actions are legal ones that were recorded
before, so that only the environment is timed; the last column draws them too.
"""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Callable

import numpy as np

import togyz


def record(n: int, steps: int) -> list[np.ndarray]:
    """Actions of random games that all begin at once and are begun again when they end."""
    batch = togyz.Batch(n, seed=1)
    actions = []
    for _ in range(steps):
        actions.append(batch.random_actions())
        batch.step(actions[-1])
        if (batch.terminated | batch.truncated).any():
            break
    return actions


def best(run: Callable[[], int], seconds: float) -> float:
    """The best rate of runs that each return how many steps they made."""
    rate, until = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < until:
        began = time.perf_counter()
        steps = run()
        rate = max(rate, steps / (time.perf_counter() - began))
    return rate


def recorded(n: int, observation: togyz.ObservationKind, seconds: float) -> float:
    actions = record(n, 40)
    batch = togyz.Batch(n, observation=observation)
    rounds = max(1, 20_000 // (n * len(actions)))

    def run() -> int:
        for _ in range(rounds):
            batch.reset()
            for each in actions:
                batch.step(each)
        return rounds * n * len(actions)

    return best(run, seconds)


def drawn(n: int, seconds: float) -> float:
    batch = togyz.Batch(n, seed=1)
    rounds = max(40, 20_000 // n)

    def run() -> int:
        for _ in range(rounds):
            batch.step(batch.random_actions())
            batch.reset(batch.terminated)
        return rounds * n

    return best(run, seconds)


def pettingzoo(seconds: float) -> float:
    from togyz.envs import togyzkumalak_v0

    env = togyzkumalak_v0.raw_env()

    def run() -> int:
        env.reset(seed=1)
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else int(observation["action_mask"].argmax()))
            steps += not over
        return steps

    return best(run, seconds)


def counting(busy: Callable[[], object], seconds: float) -> float:
    """How fast a thread counts beside a busy main thread, as a share of beside a sleeping one."""

    def rate(work: Callable[[], object]) -> float:
        done, counted = threading.Event(), [0]

        def count() -> None:
            while not done.is_set():
                counted[0] += 1

        thread = threading.Thread(target=count)
        began = time.perf_counter()
        thread.start()
        while time.perf_counter() - began < seconds:
            work()
        done.set()
        thread.join()
        return counted[0] / (time.perf_counter() - began)

    idle = rate(lambda: time.sleep(0.01))
    return rate(busy) / idle


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    parser.add_argument("--envs", action="store_true", help="the PettingZoo path too")
    options = parser.parse_args()
    print("  games   counts  planes  counts, actions drawn   (million steps a second)")
    for n in (1, 64, 1024, 16384):
        figures = [
            recorded(n, "counts", options.seconds),
            recorded(n, "planes", options.seconds),
            drawn(n, options.seconds),
        ]
        counts, planes, both = (figure / 1e6 for figure in figures)
        print(f"{n:7} {counts:8.2f} {planes:7.2f} {both:8.2f}")
    if options.envs:
        rate = pettingzoo(options.seconds) / 1e3
        print(f"PettingZoo AEC, unwrapped: {rate:.0f} thousand steps a second")
    large = togyz.Batch(16384, seed=1)
    actions = large.random_actions()

    def step() -> None:
        large.reset()
        large.step(actions)

    share = counting(step, options.seconds)
    print(f"A thread that counts keeps {share:.0%} of its idle speed while 16384 games are stepped")


if __name__ == "__main__":
    main()
