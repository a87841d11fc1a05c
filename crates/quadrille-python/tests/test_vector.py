"""Many environments at once: the same as single ones, with any number of threads and in all modes."""

from __future__ import annotations

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import quadrille
import quadrille.gym
from quadrille.gym import GAMES


def pool(game: str) -> quadrille.Levels:
    return quadrille.generate(game, 5, moves="2..6", seed=4)


@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_that_of_a_single_environment(game: str) -> None:
    levels = pool(game)
    envs = quadrille.gym.vector(game, n=8, levels=levels, max_steps=15, threads=1)
    single = gymnasium.make(GAMES[game], levels=levels, max_steps=15).unwrapped
    observations, info = envs.reset(seed=1)
    here = [levels[int(index)] for index in info["level"]]
    steps = np.zeros(8, int)
    over = np.zeros(8, bool)
    for _ in range(60):
        actions = envs.sample_actions().copy()
        masks = info["action_mask"].copy()
        assert all(masks[i, a] or not masks[i].any() for i, a in enumerate(actions))
        # Sometimes an action that may be illegal.
        actions[0] = (actions[0] + 1) % envs.single_action_space.n
        observations, rewards, terminated, truncated, info = envs.step(actions)
        for i in range(8):
            if over[i]:
                here[i], steps[i] = levels[int(info["level"][i])], 0
                assert rewards[i] == 0 and not terminated[i] and not truncated[i]
            else:
                here[i] = single.arena.step(here[i], int(actions[i])) or here[i]
                steps[i] += 1
                stuck = not here[i].solved and not here[i].moves()
                assert terminated[i] == (here[i].solved or stuck) and info["dead_end"][i] == stuck
                assert rewards[i] == float(here[i].solved)
                assert truncated[i] == (not terminated[i] and steps[i] >= 15)
            assert (observations[i] == single.arena.observe(here[i])).all()
            assert (info["action_mask"][i] == single.arena.mask(here[i])).all()
        over = terminated | truncated
    assert not observations.flags.owndata or observations is envs.step(envs.sample_actions())[0]


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_nothing_depends_on_the_number_of_threads(mode: AutoresetMode) -> None:
    levels = pool("tiles")
    runs = []
    for threads in (1, 2, 3):
        envs = quadrille.gym.vector(
            "tiles", n=512, levels=levels, max_steps=9, threads=threads, autoreset_mode=mode
        )
        assert envs.threads == threads and envs.metadata["autoreset_mode"] == mode
        observations, info = envs.reset(seed=11)
        seen = [observations.copy()]
        for _ in range(40):
            observations, rewards, terminated, truncated, info = envs.step(envs.sample_actions())
            seen += [observations.copy(), rewards.copy(), terminated.copy(), info["action_mask"].copy()]
            over = terminated | truncated
            if mode == AutoresetMode.DISABLED and over.any():
                with pytest.raises(ValueError, match="reset_mask"):
                    envs.step(envs.sample_actions())
                envs.reset(options={"reset_mask": over})
        runs.append(seen)
    for other in runs[1:]:
        assert all((one == two).all() for one, two in zip(runs[0], other, strict=True))


def test_the_last_observation_of_an_episode_is_kept_in_the_same_step() -> None:
    levels = [quadrille.Level("r . .\n. . .\n. . R")]
    envs = quadrille.gym.vector("tiles", n=3, levels=levels, autoreset_mode="SameStep")
    start, info = envs.reset(seed=0)
    start = start.copy()
    down, right, up = (envs.arena.action(move) for move in "DRU")
    envs.step(np.array([down, down, up]))
    observations, rewards, terminated, truncated, info = envs.step(np.array([right, up, up]))
    assert terminated.tolist() == [True, False, False] and rewards.tolist() == [1, 0, 0]
    assert (observations[0] == start[0]).all(), "the next episode has begun"
    assert info["_final_obs"].tolist() == [True, False, False]
    solved = levels[0].play("D R")
    assert (info["final_obs"][0] == envs.arena.observe(solved)).all() and info["final_obs"][1] is None
    assert (info["final_info"]["action_mask"][0] == envs.arena.mask(solved)).all()


def test_each_environment_has_its_own_seed() -> None:
    envs = quadrille.gym.vector("tiles", n=64, count=16, moves="2..5", size="4x4")
    first = envs.reset(seed=3)[1]["level"].copy()
    shifted = envs.reset(seed=4)[1]["level"].copy()
    assert (first[1:] == shifted[:-1]).all() and len(set(first.tolist())) > 4
    single = envs.reset(seed=[3 + i for i in range(64)])[1]["level"]
    assert (single == first).all()
    with pytest.raises(ValueError, match="64"):
        envs.reset(seed=[1, 2])


def test_invalid_arguments_are_refused() -> None:
    envs = quadrille.gym.vector("tiles", n=4, levels=pool("tiles"))
    with pytest.raises(RuntimeError, match="reset"):
        envs.step(np.zeros(4, int))
    envs.reset(seed=0)
    with pytest.raises(ValueError, match="action 4 of environment 1"):
        envs.step(np.array([0, 4, 0, 0]))
    with pytest.raises(ValueError, match="3 actions for 4"):
        envs.step(np.zeros(3, int))
    with pytest.raises(ValueError, match="booleans"):
        envs.reset(options={"reset_mask": [1, 0, 0, 0]})
    with pytest.raises(quadrille.SpecError):
        quadrille.gym.vector("tiles", n=0)


def test_gymnasium_makes_it_by_name() -> None:
    envs = gymnasium.make_vec(
        "quadrille/Tiles-v0", num_envs=5, vectorization_mode="vector_entry_point", levels=pool("tiles")
    )
    observations, _ = envs.reset(seed=0)
    assert observations.shape[0] == 5 and observations in envs.observation_space


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("game", ["tiles", "sokoban", "zhed"])
def test_the_oracle_and_its_rewards_are_those_of_single_environments(game: str, mode: AutoresetMode) -> None:
    levels = pool(game)
    options = {"levels": levels, "max_steps": 12, "reward": "distance", "dead_ends": True, "oracle": True}
    envs = quadrille.gym.vector(game, n=4, autoreset_mode=mode, **options)
    single = gymnasium.make(GAMES[game], **options).unwrapped
    _, info = envs.reset(seed=2)
    chosen = [int(index) for index in info["level"]]
    plans: list[list[int]] = [[] for _ in chosen]
    for _ in range(12):
        actions = envs.sample_actions().copy()
        observations, rewards, terminated, truncated, info = envs.step(actions)
        over = terminated | truncated
        for i, index in enumerate(chosen):
            plans[i].append(int(actions[i]))
            single.reset(options={"level": index})
            for action in plans[i]:
                observation, reward, ended, cut, single_info = single.step(action)
            assert rewards[i] == pytest.approx(reward) and (terminated[i], truncated[i]) == (ended, cut)
            assert info["dead_end"][i] == single_info["dead_end"]
            if not over[i]:
                assert (observations[i] == observation).all()
                assert info["distance"][i] == single_info["distance"]
                assert info["optimal_actions"][i] == single_info["optimal_actions"]
        if over.any():
            break


@pytest.mark.parametrize("game", GAMES)
def test_the_tables_of_the_oracle_agree_with_the_solver(game: str) -> None:
    levels = pool(game)
    envs = quadrille.gym.vector(game, n=12, levels=levels, oracle=True, max_steps=8)
    solver = quadrille.gym.Oracle()
    _, info = envs.reset(seed=5)
    for _ in range(10):
        for position, distance, solvable, actions in zip(
            envs._core.positions(), info["distance"], info["solvable"], info["optimal_actions"], strict=True
        ):
            answer = solver.ask(position)
            assert (-1 if answer.distance is None else answer.distance) == distance
            assert answer.solvable == bool(solvable) and solvable >= 0
            assert actions == solver.optimal_actions(envs.arena, position)
        _, _, _, _, info = envs.step(envs.sample_actions())


def test_a_level_without_a_table_is_left_to_the_solver() -> None:
    # A board of 17 columns is too wide for the packed rules.
    level = quadrille.Level("r" + " ." * 15 + " R\n" + " ".join("." * 17))
    envs = quadrille.gym.vector("tiles", n=2, levels=[level], oracle=True)
    _, info = envs.reset(seed=0)
    distance = np.zeros(2, np.int64)
    assert envs._core.ask(distance, True) == [[], []] and distance.tolist() == [-2, -2]
    assert info["distance"].tolist() == [1, 1] and info["solvable"].tolist() == [1, 1]
    assert info["optimal_actions"][0] == [envs.arena.action("R")]


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_fresh_levels_are_new_in_every_episode(mode: AutoresetMode) -> None:
    options = {"fresh": True, "size": "4x4", "blocks": 2, "moves": "2..5", "max_steps": 4}
    runs = []
    for threads in (1, 2):
        envs = quadrille.gym.vector("tiles", n=130, threads=threads, autoreset_mode=mode, oracle=True, **options)
        _, info = envs.reset(seed=3)
        played = [list(envs.levels)]
        assert all(level.optimal == distance for level, distance in zip(envs.levels, info["distance"]))
        for _ in range(6):
            envs.step(envs.sample_actions())
            played.append(list(envs.levels))
        runs.append(played)
    assert runs[0] == runs[1], "threads make no difference"
    first, last = runs[0][0], runs[0][-1]
    assert all(one != two for one, two in zip(first, last, strict=True))
    assert len(set(first + last)) > 200
    # The level of an environment is the first of the generator with its seeds.
    seed = int(np.random.SeedSequence((3, 0)).generate_state(1, np.uint64)[0])
    assert first[0] == quadrille.generate("tiles", 1, size="4x4", pieces=2, moves="2..5", seed=seed)[0]
    copied = pickle.loads(pickle.dumps(envs))
    assert list(copied.levels) == last
    actions = envs.sample_actions().copy()
    assert (envs.step(actions)[0] == copied.step(actions)[0]).all()
    assert list(copied.levels) == list(envs.levels)


def test_a_single_environment_has_fresh_levels_too() -> None:
    options = {"fresh": True, "size": "4x4", "blocks": 2, "moves": "2..5", "oracle": True}
    env = gymnasium.make("quadrille/Tiles-v0", **options).unwrapped
    seen = [env.reset(seed=1 if episode == 0 else None) and env.level for episode in range(5)]
    assert len(set(seen)) == 5 and all(2 <= level.optimal <= 5 for level in seen)
    again = gymnasium.make("quadrille/Tiles-v0", **options).unwrapped
    again.reset(seed=1)
    assert again.level == seen[0]
    with pytest.raises(quadrille.SpecError, match="fresh"):
        gymnasium.make("quadrille/Tiles-v0", fresh=True, pack="classics")


@pytest.mark.parametrize("observation", ["cells", "text"])
def test_other_observations_are_those_of_single_environments(observation: str) -> None:
    levels = pool("fold")
    envs = quadrille.gym.vector("fold", n=3, levels=levels, observation=observation)
    single = gymnasium.make(GAMES["fold"], levels=levels, observation=observation).unwrapped
    observations, info = envs.reset(seed=2)
    for i, index in enumerate(info["level"]):
        expected, _ = single.reset(options={"level": int(index)})
        assert np.array_equal(observations[i], expected)


@pytest.mark.parametrize("game", ["tiles", "squares"])
def test_environments_are_pickled_copied_and_restored(game: str) -> None:
    envs = quadrille.gym.vector(game, n=70, levels=pool(game), max_steps=9)
    envs.reset(seed=1)
    envs.step(envs.sample_actions())
    state = envs.get_state()
    copies = [envs, pickle.loads(pickle.dumps(envs)), copy.deepcopy(envs)]
    runs = []
    for one in copies:
        seen = []
        for _ in range(30):
            observations, rewards, terminated, truncated, info = one.step(one.sample_actions())
            seen += [observations.copy(), rewards.copy(), terminated.copy(), info["level"].copy()]
        runs.append(seen)
    envs.set_state(state)
    again = [envs.step(envs.sample_actions())[0].copy()]
    assert (again[0] == runs[0][0]).all()
    for other in runs[1:]:
        assert all((a == b).all() for a, b in zip(runs[0], other, strict=True))
