"""A small policy-value network that teaches itself the game by tree search, on one core.

    python alphazero.py --minutes 3
    python alphazero.py --minutes 3 --backend jax

Self-play games are searched together by ``togyz.Mcts``, whose evaluator is a function over arrays.
The network learns the search's visit counts and the results of the games, and is measured against
the greedy player, who takes the most stones at once. The network is two layers in numpy; with
``--backend jax`` the same is compiled by JAX.

The same evaluator with PyTorch takes ten lines:

    trunk = torch.nn.Sequential(torch.nn.Linear(FEATURES, 128), torch.nn.ReLU())
    policy, value = torch.nn.Linear(128, 9), torch.nn.Linear(128, 1)

    @torch.inference_mode()
    def evaluate(observations, masks):
        hidden = trunk(torch.from_numpy(features(observations)))
        logits = policy(hidden).masked_fill(torch.from_numpy(masks) == 0, -1e9)
        return logits.softmax(dim=1).numpy(), value(hidden).tanh()[:, 0].numpy()

    mcts = togyz.Mcts(evaluate, noise=(0.5, 0.25))
"""

from __future__ import annotations

import argparse
import os
import time
from dataclasses import dataclass
from typing import Any

# The matrices are small: more threads only wait for each other. Read when numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import togyz

HIDDEN = 128
# One for each pit and count up to 15, and the scaled counts.
FEATURES = 18 * 16 + 22

Array = Any
Weights = dict[str, Array]


def features(observations: Array) -> Array:
    """What the network sees: stones of each pit one-hot, and all counts scaled."""
    counts = np.minimum(observations[:, :18], 15)
    one_hot = (counts[:, :, None] == np.arange(16)).reshape(len(counts), -1)
    scaled = observations.astype(np.float32) / 32
    return np.concatenate([one_hot.astype(np.float32), scaled], axis=1)


def initial(rng: np.random.Generator) -> Weights:
    """Weights of a network that knows nothing: its policy is uniform, its values are 0."""

    def matrix(rows: int, columns: int, scale: float) -> Array:
        return (rng.normal(size=(rows, columns)) * scale / np.sqrt(rows)).astype(np.float32)

    return {
        "w1": matrix(FEATURES, HIDDEN, 2.0),
        "b1": np.zeros(HIDDEN, np.float32),
        "w2": matrix(HIDDEN, HIDDEN, 1.4),
        "b2": np.zeros(HIDDEN, np.float32),
        "wp": matrix(HIDDEN, 9, 0.1),
        "wv": matrix(HIDDEN, 1, 0.1),
    }


def forward(weights: Weights, inputs: Array, xp: Any = np) -> tuple[Array, Array]:
    """Logits of the policy and values."""
    hidden = xp.maximum(inputs @ weights["w1"] + weights["b1"], 0)
    hidden = xp.maximum(hidden @ weights["w2"] + weights["b2"], 0)
    return hidden @ weights["wp"], xp.tanh(hidden @ weights["wv"])[:, 0]


def softmax(logits: Array, masks: Array) -> Array:
    logits = np.where(masks > 0, logits, -np.inf)
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


@dataclass
class Network:
    """Weights, Adam's memory, and how gradients are worked out."""

    weights: Weights
    jax: bool = False

    def __post_init__(self) -> None:
        self.first = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self.second = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self.steps = 0
        self.gradients = jax_gradients() if self.jax else numpy_gradients

    def evaluate(self, observations: Array, masks: Array) -> tuple[Array, Array]:
        """The evaluator of the tree search."""
        logits, values = forward(self.weights, features(observations))
        return softmax(logits, masks), values

    def learn(self, inputs: Array, masks: Array, policies: Array, results: Array) -> float:
        """One step of Adam; returns the loss."""
        loss, gradients = self.gradients(self.weights, inputs, masks, policies, results)
        self.steps += 1
        for name, gradient in gradients.items():
            gradient = np.asarray(gradient) + 1e-4 * self.weights[name]
            self.first[name] = 0.9 * self.first[name] + 0.1 * gradient
            self.second[name] = 0.999 * self.second[name] + 0.001 * gradient**2
            first = self.first[name] / (1 - 0.9**self.steps)
            second = self.second[name] / (1 - 0.999**self.steps)
            self.weights[name] = self.weights[name] - 1e-3 * first / (np.sqrt(second) + 1e-8)
        return float(loss)


def numpy_gradients(
    weights: Weights, inputs: Array, masks: Array, policies: Array, results: Array
) -> tuple[float, Weights]:
    """Cross entropy of the policy and squared error of the value, with their gradients."""
    n = len(inputs)
    first = np.maximum(inputs @ weights["w1"] + weights["b1"], 0)
    second = np.maximum(first @ weights["w2"] + weights["b2"], 0)
    shares = softmax(second @ weights["wp"], masks)
    values = np.tanh(second @ weights["wv"])[:, 0]
    loss = -(policies * np.log(shares + 1e-9)).sum() / n + ((values - results) ** 2).mean()
    by_logits = (shares - policies) / n
    by_values = (2 * (values - results) * (1 - values**2) / n)[:, None]
    by_second = (by_logits @ weights["wp"].T + by_values @ weights["wv"].T) * (second > 0)
    by_first = (by_second @ weights["w2"].T) * (first > 0)
    return loss, {
        "w1": inputs.T @ by_first,
        "b1": by_first.sum(axis=0),
        "w2": first.T @ by_second,
        "b2": by_second.sum(axis=0),
        "wp": second.T @ by_logits,
        "wv": second.T @ by_values,
    }


def jax_gradients() -> Any:
    """The same as ``numpy_gradients``, worked out and compiled by JAX."""
    import jax
    import jax.numpy as jnp

    def loss(weights: Weights, inputs: Any, masks: Any, policies: Any, results: Any) -> Any:
        logits, values = forward(weights, inputs, jnp)
        logits = jnp.where(masks > 0, logits, -1e9)
        entropy = -(policies * jax.nn.log_softmax(logits)).sum(axis=1).mean()
        return entropy + ((values - results) ** 2).mean()

    return jax.jit(jax.value_and_grad(loss))


def self_play(network: Network, games: int, simulations: int, seed: int) -> tuple[Array, ...]:
    """Observations, masks, the search's policies, and results for the player on turn."""
    batch = togyz.Batch(games, seed=seed, opening_plies=2, max_plies=300)
    mcts = togyz.Mcts(network.evaluate, noise=(0.5, 0.25), seed=seed)
    seen: list[tuple[Array, ...]] = []
    while not (over := batch.terminated | batch.truncated).all():
        mcts.search(batch, simulations)
        seen.append(
            (
                batch.observations.copy(),
                batch.action_mask.copy(),
                mcts.policy(temperature=1.0),
                batch.current_player.copy(),
                ~over,
            )
        )
        warm = batch.ply < 30
        batch.step(np.where(warm, mcts.actions(temperature=1.0), mcts.actions()))
    south = np.array([_south(position) for position in batch.positions], np.float32)
    kept = np.concatenate([each[4] for each in seen])
    results = np.concatenate([np.where(each[3] == 0, south, -south) for each in seen])
    columns = [np.concatenate([each[place] for each in seen])[kept] for place in range(3)]
    return (*columns, results[kept])


def _south(position: togyz.Position) -> float:
    """South's result, half of it by who won and half by the margin, which tells more."""
    outcome = position.outcome()
    if outcome is None:
        return 0.0
    south, north = outcome.kazans
    return float(0.5 * np.sign(south - north) + 0.5 * np.tanh((south - north) / 20))


def measure(network: Network, games: int, simulations: int, seed: int) -> float:
    """The share of points against the greedy player: half the games as South, half as North."""
    batch = togyz.Batch(games, seed=seed, opening_plies=4, max_plies=300)
    mcts = togyz.Mcts(network.evaluate)
    learner = np.arange(games) % 2
    points = np.zeros(games)
    while not (over := batch.terminated | batch.truncated).all():
        mine = (batch.current_player == learner) & ~over
        actions = batch.greedy_actions()
        if mine.any():
            places = np.flatnonzero(mine)
            positions = batch.positions
            mcts.search([positions[place] for place in places], simulations)
            actions[places] = mcts.actions()
        batch.step(actions)
        points += batch.rewards[np.arange(games), learner]
    return float((points.mean() + 1) / 2)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--games", type=int, default=64, help="self-play games at once")
    parser.add_argument("--simulations", type=int, default=64, help="of each self-play move")
    parser.add_argument("--measure", type=int, default=40, help="games against the greedy player")
    parser.add_argument("--backend", choices=["numpy", "jax"], default="numpy")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    network = Network(initial(rng), jax=options.backend == "jax")
    began, memory = time.monotonic(), None
    share = measure(network, options.measure, options.simulations, 99)
    print(f"round  0: {share:5.1%} of the points against the greedy player", flush=True)
    for number in range(1, 1000):
        games = self_play(network, options.games, options.simulations, options.seed + number)
        memory = games if memory is None else _joined(memory, games, 60_000)
        inputs = features(memory[0])
        loss = 0.0
        steps = max(1, len(games[0]) // 64)
        for _ in range(steps):
            picked = rng.integers(0, len(inputs), 256)
            loss += network.learn(inputs[picked], *(column[picked] for column in memory[1:]))
        share = measure(network, options.measure, options.simulations, 99)
        seconds = time.monotonic() - began
        print(
            f"round {number:2}: {share:5.1%}, loss {loss / steps:.3f}, {seconds:.0f} s", flush=True
        )
        if seconds > 60 * options.minutes:
            break


def _joined(memory: tuple[Array, ...], games: tuple[Array, ...], most: int) -> tuple[Array, ...]:
    pairs = zip(memory, games, strict=True)
    return tuple(np.concatenate([old, new])[-most:] for old, new in pairs)


if __name__ == "__main__":
    main()
