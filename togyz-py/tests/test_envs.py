"""The learning environments, held by their libraries' checkers and by the rules."""

import copy
import pickle
import warnings
from typing import Any

import numpy as np
import pytest

import togyz
from extras import need
from togyz import Engine, IllegalActionError, Limit, Position, Side

gymnasium = need("gymnasium")
pettingzoo = need("pettingzoo")

import togyz.envs as envs  # noqa: E402
from togyz.envs import TogyzEnv, TogyzVectorEnv, togyzkumalak_v0  # noqa: E402

# What PettingZoo says of every Dict observation that is not its own.
DICT_WARNINGS = ("Observation is not a NumPy array", "Observation space for each agent probably")
VARIANTS: list[dict[str, Any]] = [
    {},
    {"mask_in": "info"},
    {"observation": "planes", "opening_plies": 5},
    {"rules": togyz.Rules.PANTUSOV, "max_plies": 30},
]


def by_name(variant: dict[str, Any]) -> str:
    return ",".join(variant) or "plain"


@pytest.mark.parametrize("variant", VARIANTS, ids=by_name)
@pytest.mark.parametrize("make", [togyzkumalak_v0.env, togyzkumalak_v0.raw_env])
def test_pettingzoo_checkers(make: Any, variant: dict[str, Any]) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(make(**variant), num_cycles=300)
        seed_test(lambda: make(**variant), num_cycles=50)
    said = [str(warning.message) for warning in caught]
    expected = () if variant.get("mask_in") == "info" else DICT_WARNINGS
    assert [text for text in said if not text.startswith(expected or ("\0",))] == []


def test_pettingzoo_render(capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import render_test

    render_test(togyzkumalak_v0.raw_env)
    assert "kazan" in capsys.readouterr().out


def test_pictures_show_the_last_move() -> None:
    env = togyzkumalak_v0.raw_env(render_mode="rgb_array")
    env.reset()
    before = env.render()
    env.step(6)
    after = env.render()
    expected = togyz.svg.board(env.position, size=640, last_move=Position().effect(7)).pixels()
    np.testing.assert_array_equal(after, expected)
    env.reset()
    np.testing.assert_array_equal(env.render(), before)
    single = TogyzEnv(render_mode="rgb_array", side="south", opponent=lambda position: 9)
    single.reset(seed=1)
    single.step(6)
    effect = Position().play(7).effect(9)
    expected = togyz.svg.board(single.position, size=640, last_move=effect).pixels()
    np.testing.assert_array_equal(single.render(), expected)
    # An illegal action has no effect to draw.
    single.step(-1)
    assert single.render().shape == expected.shape
    many = TogyzVectorEnv(2, render_mode="rgb_array")
    many.reset(seed=1)
    pictures = many.render()
    assert pictures is not None
    assert len(pictures) == 2
    np.testing.assert_array_equal(pictures[1], before)
    for make in (togyzkumalak_v0.raw_env, TogyzEnv, TogyzVectorEnv):
        with pytest.raises(ValueError, match="render_mode is"):
            make(render_mode="hologram")


def test_pettingzoo_registry() -> None:
    env = pettingzoo.make("aec", "togyz/togyzkumalak-v0", max_plies=7)
    env.reset(seed=1)
    assert env.agent_selection == "player_0"
    assert env.unwrapped.metadata["name"] == "togyzkumalak_v0"


def turns(env: Any, seed: int) -> list[tuple[str, float, bool, bool]]:
    """Play random moves, and note every turn of every agent."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    seen = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        seen.append((agent, reward, terminated, truncated))
        legal = np.flatnonzero(observation["action_mask"])
        over = terminated or truncated
        env.step(None if over else int(rng.choice(legal)))
    return seen


def test_both_agents_learn_how_a_game_ended() -> None:
    winners = set()
    for seed in range(20):
        env = togyzkumalak_v0.env()
        *played, first, second = turns(env, seed)
        assert not any(terminated for _, _, terminated, _ in played)
        assert {first[0], second[0]} == {"player_0", "player_1"}
        assert first[2] and second[2]
        assert not (first[3] or second[3])
        outcome = env.unwrapped.position.outcome()
        rewards = {first[0]: first[1], second[0]: second[1]}
        assert outcome is not None
        south = {None: 0.0, Side.SOUTH: 1.0, Side.NORTH: -1.0}[outcome.winner]
        assert rewards == {"player_0": south, "player_1": -south}
        assert env.agents == []
        winners.add(outcome.winner)
    assert {Side.SOUTH, Side.NORTH} <= winners


# South's last stone steps to pit 2, and North has none: it is swept, 81 to 81.
ENDS = {
    "draw": ("9/1S,8 80 81 S 1", 0, 0.0),
    "no moves": ("9/2S,8 80 80 S 1", 0, 1.0),
    # A stone falls into a pit of one, and both make 82.
    "majority": ("8,1S/8,1S 80 80 S 1", 8, 1.0),
    "majority of north": ("1S,7,1S/1S,8 79 80 N 1", 8, -1.0),
}


@pytest.mark.parametrize("mask_in", ["observation", "info"])
@pytest.mark.parametrize("end", ENDS)
def test_every_end_reaches_both_agents(end: str, mask_in: str) -> None:
    fen, action, south = ENDS[end]
    env = togyzkumalak_v0.raw_env(mask_in=mask_in)
    env.reset()
    env._batch.set_positions([Position.from_fen(fen)])
    env.agent_selection = env.agents[env._batch.current_player[0]]
    env.step(action)
    for agent in ("player_0", "player_1"):
        assert env.observation_space(agent).contains(env.observe(agent))
    seen = {}
    for agent in env.agent_iter():
        nothing, reward, terminated, truncated, _ = env.last(observe=False)
        assert nothing is None
        assert (type(reward), type(terminated), type(truncated)) == (float, bool, bool)
        seen[agent] = (reward, terminated, truncated)
        env.step(None)
    assert seen == {"player_0": (south, True, False), "player_1": (-south, True, False)}
    assert env.agents == []


def test_endless_play_is_cut_off() -> None:
    # Both single stones walk round the board for ever.
    env = togyzkumalak_v0.raw_env(max_plies=100)
    env.reset()
    env._batch.set_positions([Position.from_fen("8,1S/1S,8 80 80 S 1")])
    for ply in range(100):
        assert not any(env.terminations.values()) and not any(env.truncations.values())
        env.step(ply // 2 % 9)
    assert env.truncations == {"player_0": True, "player_1": True}
    assert env.terminations == {"player_0": False, "player_1": False}
    assert env.rewards == {"player_0": 0, "player_1": 0}


def test_the_cap_truncates_both_agents() -> None:
    *_, first, second = turns(togyzkumalak_v0.env(max_plies=10), 1)
    assert (first[1:], second[1:]) == ((0, False, True), (0, False, True))


def test_aec_refuses_wrong_actions() -> None:
    env = togyzkumalak_v0.raw_env()
    env.reset()
    for bad, error in [
        (9, IllegalActionError),
        (-1, IllegalActionError),
        (None, TypeError),
        (1.0, TypeError),
        ("1", TypeError),
    ]:
        with pytest.raises(error):
            env.step(bad)
        assert env.position == Position()
        assert env.agent_selection == "player_0"
    for good in (np.int64(3), np.int32(0), np.uint8(5)):
        env.step(good)
    # Pit 1 is empty, pit 2 is North's tuzdyk.
    position = Position.from_fen("9S,8/1,t,1S,6 76 76 S 1")
    env._batch.set_positions([position])
    env.agent_selection = "player_0"
    for bad in (0, 1):
        with pytest.raises(IllegalActionError):
            env.step(bad)
        assert env.position == position
    env = togyzkumalak_v0.raw_env(max_plies=1)
    env.reset()
    env.step(0)
    with pytest.raises(ValueError, match="dead"):
        env.step(3)


@pytest.mark.filterwarnings("ignore")
def test_the_wrapped_aec_loses_by_an_empty_pit() -> None:
    env = togyzkumalak_v0.env()
    env.reset()
    for bad in (9, -1):
        with pytest.raises(AssertionError):
            env.step(bad)
    env.unwrapped._batch.set_positions([Position.from_fen("8,1S/2S,7,1S 80 78 S 1")])
    env.step(4)
    assert env.rewards == {"player_0": -1, "player_1": 0}
    assert all(env.terminations.values())


def test_observations_stay_in_their_space_and_belong_to_the_agent() -> None:
    for kind in ("counts", "planes"):
        env = togyzkumalak_v0.raw_env(observation=kind)
        for seed in range(100):
            env.reset(seed=seed)
            rng = np.random.default_rng(seed)
            while env.agents and not any(env.terminations.values()):
                for agent in env.agents:
                    seen = env.observe(agent)
                    assert env.observation_space(agent).contains(seen)
                    assert seen["action_mask"].any() == (agent == env.agent_selection)
                    assert (seen["action_mask"].dtype, seen["action_mask"].shape) == (np.int8, (9,))
                legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
                env.step(int(rng.choice(legal)))
            for agent in env.agents:
                seen = env.observe(agent)
                assert env.observation_space(agent).contains(seen)
                assert not seen["action_mask"].any()
                side = Side.SOUTH if agent == "player_0" else Side.NORTH
                if kind == "counts":
                    assert seen["observation"][:9].tolist() == env.position.pits(side)
                    assert seen["observation"][18] == env.position.kazan(side)


@pytest.mark.parametrize("kind", ["counts", "planes"])
def test_two_thousand_games_stay_in_the_space(kind: Any) -> None:
    env = TogyzVectorEnv(2000, observation=kind, copy=False, autoreset_mode="Disabled")
    env.reset(seed=1)
    batch = env.batch
    space: Any = env.single_observation_space
    while not batch.terminated.all():
        batch.step(batch.random_actions())
        assert (batch.observations >= space.low).all()
        assert (batch.observations <= space.high).all()
    assert env.observation_space.contains(batch.observations)


def test_a_pit_of_all_stones_is_in_the_space() -> None:
    full = Position.setup([162, *[0] * 8], [0] * 9)
    assert TogyzEnv().observation_space.contains(full.observation())


@pytest.mark.parametrize("after", [0, 5, 500])
def test_copies_of_environments(after: int) -> None:
    env = togyzkumalak_v0.raw_env()
    single = TogyzEnv(opponent="greedy")
    env.reset(seed=1)
    single.reset(seed=1)
    for _ in range(after):
        if env.agents and not any(env.terminations.values()):
            env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
        if single.action_masks().any():
            single.step(int(np.flatnonzero(single.action_masks())[-1]))
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for twin in twins:
        assert twin.position == env.position
        assert twin.agent_selection == env.agent_selection
        assert twin.rewards == env.rewards
        before = env.position
        if not any(twin.terminations.values()):
            twin.step(int(np.flatnonzero(twin.observe(twin.agent_selection)["action_mask"])[0]))
            assert twin.position != before
        assert env.position == before
    twin_single = copy.deepcopy(single)
    assert twin_single.position == single.position
    if single.action_masks().any():
        action = int(np.flatnonzero(single.action_masks())[0])
        one, other = single.step(action), twin_single.step(action)
        np.testing.assert_array_equal(one[0], other[0])
        assert one[1:4] == other[1:4]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"opponent": "greedy", "side": "north", "observation": "planes"},
        {"opponent": Engine(hash_mib=1), "limit": Limit(depth=2), "opening_plies": 3},
        {"opponent": lambda position: position.legal_moves[0], "illegal": "loss"},
    ],
    ids=["random", "greedy", "engine", "function"],
)
def test_gymnasium_checker(options: dict[str, Any]) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make("togyz/Togyz-v0", **options).unwrapped)


@pytest.mark.parametrize(
    "opponent", ["random", "greedy", "easy", togyz.Level(3), Engine(hash_mib=1)]
)
def test_equal_seeds_meet_equal_opponents(opponent: Any) -> None:
    def play(env: Any, seed: int | None) -> list[Any]:
        seen: list[Any] = [env.reset(seed=seed)[0].tolist()]
        for _ in range(12):
            if not env.action_masks().any():
                break
            action = int(np.flatnonzero(env.action_masks())[0])
            observation, reward, terminated, truncated, info = env.step(action)
            assert type(reward) is float
            assert type(terminated) is bool
            assert type(truncated) is bool
            np.testing.assert_array_equal(info["action_mask"], env.action_masks())
            assert info["action_mask"].dtype == np.int8
            seen.append((observation.tolist(), reward))
        return seen

    one, other = (TogyzEnv(opponent=opponent, limit=Limit(depth=2)) for _ in range(2))
    assert play(one, 7) == play(other, 7)
    # The next games without a seed are equal too.
    assert play(one, None) == play(other, None)


def test_single_agent_games_end_with_the_right_reward() -> None:
    ends = set()
    for seed in range(30):
        env = TogyzEnv(opponent="random")
        env.reset(seed=seed)
        reward, over = 0.0, False
        while not over:
            assert env.position.side_to_move == env.side
            action = int(env._batch.greedy_actions()[0])
            _, reward, terminated, truncated, info = env.step(action)
            over = terminated or truncated
        outcome = env.position.outcome()
        assert outcome is not None
        assert info["end_reason"] == outcome.reason
        assert reward == (0 if outcome.winner is None else 1 if outcome.winner == env.side else -1)
        ends.add(reward)
    assert 1.0 in ends


def test_single_agent_illegal_actions() -> None:
    env = TogyzEnv(side="south")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(-1)
    assert (reward, terminated, info["end_reason"]) == (-1.0, True, "illegal-action")
    assert not info["action_mask"].any()
    env = TogyzEnv(side="south", illegal="error")
    env.reset(seed=1)
    with pytest.raises(IllegalActionError):
        env.step(9)
    cheat = TogyzEnv(side="north", opponent=lambda position: 10)
    with pytest.raises(ValueError, match="illegal move 10"):
        cheat.reset(seed=1)
    for bad in ("nobody", 3, None):
        with pytest.raises(ValueError, match="an opponent is"):
            TogyzEnv(opponent=bad)  # type: ignore[arg-type]


def test_vector_is_registered() -> None:
    made = gymnasium.make_vec("togyz/Togyz-v0", 4, vectorization_mode="vector_entry_point")
    assert isinstance(made.unwrapped, TogyzVectorEnv)
    observations, infos = made.reset(seed=3)
    assert made.observation_space.contains(observations)
    assert infos["action_mask"].shape == (4, 9)
    many = gymnasium.make_vec("togyz/Togyz-v0", 2, vectorization_mode="sync", opponent="greedy")
    many.reset(seed=3)
    assert many.step(np.array([6, 6]))[0].shape == (2, 22)
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(made)
    wrapped.reset(seed=1)
    wrapped.step(np.array([0, 1, 2, 3]))


def first_legal(infos: dict[str, Any]) -> Any:
    return infos["action_mask"].argmax(axis=1)


def test_next_step_autoreset() -> None:
    env = TogyzVectorEnv(3, max_plies=4)
    _, infos = env.reset(seed=1)
    for _ in range(4):
        observations, rewards, terminations, truncations, infos = env.step(first_legal(infos))
    assert truncations.all()
    assert not infos["action_mask"].any()
    observations, rewards, terminations, truncations, infos = env.step([-5, 99, 0])
    assert not (truncations.any() or terminations.any() or rewards.any())
    assert (observations[:, :18] == 9).all()
    assert infos["action_mask"].all()


def test_same_step_autoreset() -> None:
    env = TogyzVectorEnv(3, max_plies=4, autoreset_mode="SameStep")
    _, infos = env.reset(seed=1)
    for _ in range(4):
        assert "final_obs" not in infos
        observations, _, _, truncations, infos = env.step(first_legal(infos))
    assert truncations.all()
    assert (observations[:, :18] == 9).all()
    assert infos["_final_obs"].all()
    assert not (infos["final_obs"][0][:18] == 9).all()
    assert infos["final_info"]["end_reason"].tolist() == ["max-plies"] * 3


def test_disabled_autoreset() -> None:
    env = TogyzVectorEnv(3, max_plies=4, autoreset_mode="Disabled")
    _, infos = env.reset(seed=1)
    for _ in range(4):
        _, _, _, truncations, infos = env.step(first_legal(infos))
    with pytest.raises(ValueError, match="reset_mask"):
        env.step([0, 0, 0])
    _, infos = env.reset(options={"reset_mask": truncations})
    env.step(first_legal(infos))


def test_the_reward_belongs_to_who_moved() -> None:
    env = TogyzVectorEnv(2)
    env.reset()
    won = Position.from_fen("8,1S/8,1S 80 80 S 1")
    env.batch.set_positions([won, won.mirrored()])
    _, rewards, terminations, _, infos = env.step([8, 8])
    assert rewards.tolist() == [1, 1]
    assert terminations.all()
    assert infos["rewards"].tolist() == [[1, -1], [-1, 1]]


def test_copies_are_a_choice() -> None:
    env = TogyzVectorEnv(2, copy=False)
    observations, _ = env.reset()
    assert observations is env.batch.observations
    env = TogyzVectorEnv(2)
    observations, _ = env.reset()
    before = observations.copy()
    env.step([0, 1])
    np.testing.assert_array_equal(observations, before)


def test_documentation_is_the_code() -> None:
    for kind in ("counts", "planes"):
        table = envs.describe(kind)
        assert table in (envs.__doc__ or "")
        space: Any = TogyzEnv(observation=kind).observation_space
        assert len(table.splitlines()) - 1 == len(togyz.observation_parts(kind))
        for first, end, _, high, _ in togyz.observation_parts(kind):
            assert (space.low[first:end] == 0).all()
            assert (space.high[first:end] == high).all()
        assert space.shape == Position().observation(kind).shape
        assert space.dtype == Position().observation(kind).dtype
