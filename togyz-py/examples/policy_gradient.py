"""A linear policy that learns to beat a random player by policy gradients with action masks.

    python policy_gradient.py --rounds 100

Hundreds of games are played at once by ``togyz.Batch``. The learner plays South in half of them and
North in the others; after the games each of its actions is made likelier or less likely by how far
the final margin is above the mean (REINFORCE). Illegal actions are masked out of the policy.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import togyz

Array = Any
FEATURES = 18 * 12


def features(observations: Array) -> Array:
    """Stones of each pit, one-hot up to 11."""
    counts = np.minimum(observations[:, :18], 11)
    one_hot = counts[:, :, None] == np.arange(12)
    return one_hot.reshape(len(counts), -1).astype(np.float32)


def policy(weights: Array, observations: Array, masks: Array) -> Array:
    """How likely each action is; illegal ones never."""
    logits = np.where(masks > 0, features(observations) @ weights, -np.inf)
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def play(weights: Array, games: int, rng: np.random.Generator) -> tuple[float, Array]:
    """Play against a random player: the share of points, and the gradient."""
    batch = togyz.Batch(games, seed=int(rng.integers(2**63)), max_plies=400)
    learner = np.arange(games) % 2
    gradients = np.zeros((games, FEATURES, 9), np.float32)
    points = np.zeros(games)
    while not (over := batch.terminated | batch.truncated).all():
        mine = np.flatnonzero((batch.current_player == learner) & ~over)
        actions = batch.random_actions()
        if len(mine):
            seen, masks = batch.observations[mine], batch.action_mask[mine]
            shares = policy(weights, seen, masks)
            chosen = (shares.cumsum(axis=1) > rng.random((len(mine), 1))).argmax(axis=1)
            actions[mine] = chosen
            push = -shares
            push[np.arange(len(mine)), chosen] += 1
            gradients[mine] += features(seen)[:, :, None] * push[:, None, :]
        batch.step(actions)
        points += batch.rewards[np.arange(games), learner]
    margins = np.array([margin(position) for position in batch.positions])
    margins = np.where(learner == 0, margins, -margins)
    advantage = (margins - margins.mean()) / (margins.std() + 1e-6)
    gradient = (gradients * advantage[:, None, None]).mean(axis=0)
    return float((points.mean() + 1) / 2), gradient


def margin(position: togyz.Position) -> float:
    """South's final margin in stones."""
    outcome = position.outcome()
    south, north = (0, 0) if outcome is None else outcome.kazans
    return float(south - north)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--games", type=int, default=256, help="games in each round")
    parser.add_argument("--rate", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    weights = np.zeros((FEATURES, 9), np.float32)
    for number in range(options.rounds):
        share, gradient = play(weights, options.games, rng)
        weights += options.rate * gradient
        if number % 10 == 0 or number == options.rounds - 1:
            print(
                f"round {number:3}: {share:5.1%} of the points against a random player", flush=True
            )


if __name__ == "__main__":
    main()
