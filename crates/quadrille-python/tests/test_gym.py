"""Environments: Gymnasium's own checks, masks, oracle, splits, rendering."""

from __future__ import annotations

import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import quadrille
import quadrille.gym
from quadrille.gym import GAMES, PuzzleEnv, TextActions

SMALL = {"count": 4, "moves": "2..6", "seed": 3}


def make(game: str, **options: object) -> gymnasium.Env:
    return gymnasium.make(GAMES[game], **{**SMALL, **options})


def puzzle(env: gymnasium.Env) -> PuzzleEnv:
    assert isinstance(env.unwrapped, PuzzleEnv)
    return env.unwrapped


@pytest.mark.parametrize("observation", ["planes", "cells", "text"])
@pytest.mark.parametrize("game", GAMES)
def test_environments_pass_the_checks_of_gymnasium(game: str, observation: str) -> None:
    env = make(game, observation=observation, oracle=observation == "planes")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The checker wants images of 0 to 255, and another render mode in a new process.
        warnings.filterwarnings("ignore", message=".*")
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("game", GAMES)
def test_the_oracle_leads_to_the_goal_and_the_mask_is_that_of_the_rules(game: str) -> None:
    env = make(game, oracle=True, reward="distance")
    for index, level in enumerate(puzzle(env).levels):
        observation, info = env.reset(seed=0, options={"level": index})
        assert info["distance"] == level.optimal and info["solvable"] == 1
        total = 0.0
        for left in range(level.optimal or 0, 0, -1):
            assert info["distance"] == left
            here = puzzle(env).level
            legal = {puzzle(env).action_of(move) for move in here.moves()}
            assert set(np.flatnonzero(info["action_mask"])) == legal
            assert (env.unwrapped.action_masks() == (info["action_mask"] == 1)).all()
            assert set(info["optimal_actions"]) <= legal
            action = info["optimal_actions"][0]
            assert puzzle(env).action_of(puzzle(env).move_of(action)) == action
            observation, reward, terminated, truncated, info = env.step(action)
            assert observation in env.observation_space
            total += float(reward)
        assert terminated and not truncated and info["distance"] == 0
        # The shaping rewards add up to 1, and the goal adds 1.
        assert total == pytest.approx(2.0)


def test_planes_show_what_is_on_the_board() -> None:
    level = quadrille.Level("r . #\n. rB b\n. . R", game="tiles")
    env = gymnasium.make("quadrille/Tiles-v0", levels=[level, quadrille.Level("r . . .\n. . . R")])
    observation, _ = env.reset(options={"level": 0})
    names = puzzle(env).plane_names
    assert observation.shape == (len(names), 3, 4)
    plane = dict(zip(names, observation))
    assert plane["board"].tolist() == [[1, 1, 1, 0]] * 3
    assert plane["wall"].tolist() == [[0, 0, 1, 0], [0] * 4, [0] * 4]
    assert plane["piece r"].tolist() == [[1, 0, 0, 0], [0, 1, 0, 0], [0] * 4]
    assert plane["goal B"].tolist() == [[0] * 4, [0, 1, 0, 0], [0] * 4]


def test_illegal_actions_change_nothing_and_steps_run_out() -> None:
    level = quadrille.Level("r . .\n. . .\n. . R")
    env = gymnasium.make("quadrille/Tiles-v0", levels=[level], max_steps=3, illegal_reward=-0.5, step_reward=-0.1)
    env.reset(seed=0)
    up = puzzle(env).action_of("U")
    observation, reward, terminated, truncated, info = env.step(up)
    assert info["illegal"] and reward == pytest.approx(-0.6) and puzzle(env).level == level
    env.step(up)
    assert env.step(up)[2:4] == (False, True)


STUCK = {
    # The only number moves away from the goal.
    "zhed": ("1 . G\n. . .", "0,0D"),
    # Two columns are filled, and the third is too narrow for the piece.
    "fold": ("1 . .\n1 . .", "1R"),
}


@pytest.mark.parametrize("game", STUCK)
def test_a_position_without_a_legal_move_ends_the_episode(game: str) -> None:
    board, move = STUCK[game]
    level = quadrille.Level(board, game=game)
    assert level.play(move).moves() == [] and not level.play(move).solved
    env = gymnasium.make(GAMES[game], levels=[level])
    assert env.reset(seed=0)[1]["dead_end"] is False
    *_, reward, terminated, truncated, info = env.step(puzzle(env).action_of(move))
    assert terminated and not truncated and info["dead_end"] and reward == 0
    envs = quadrille.gym.vector(game, n=2, levels=[level], autoreset_mode="SameStep")
    start = envs.reset(seed=0)[0].copy()
    action = envs.arena.action(move)
    observations, _, terminated, truncated, info = envs.step(np.array([action, action]))
    assert terminated.all() and not truncated.any() and info["dead_end"].all()
    assert (observations == start).all(), "the next episode has begun"


@pytest.mark.parametrize("game", GAMES)
def test_planes_and_actions_do_not_depend_on_the_levels(game: str) -> None:
    few, many = quadrille.generate(game, 2, seed=1), quadrille.generate(game, 2, seed=5)
    one = PuzzleEnv(game, levels=few, shape=(9, 9))
    other = PuzzleEnv(game, levels=many, shape=(9, 9))
    assert one.observation_space == other.observation_space and one.action_space == other.action_space
    assert one.plane_names == other.plane_names
    own = PuzzleEnv(game, levels=few, planes="levels", shape=(9, 9))
    assert set(own.plane_names) <= set(one.plane_names)
    named = PuzzleEnv(game, levels=few, planes=own.plane_names, shape=(9, 9))
    seen = [env.reset(options={"level": 0})[0] for env in (own, named)]
    assert (seen[0] == seen[1]).all() and named.plane_names == own.plane_names
    with pytest.raises(quadrille.SpecError, match="plane"):
        PuzzleEnv(game, levels=few, planes=["smell"])


def test_the_reward_of_distances_is_a_share_of_the_way() -> None:
    # A box against the wall cannot be moved back.
    level = quadrille.Level("#######\n#.    #\n# $@  #\n#     #\n#######", game="sokoban")
    env = gymnasium.make("quadrille/Sokoban-v0", levels=[level], reward="distance", oracle=True)
    rng = np.random.default_rng(0)
    for _ in range(20):
        _, info = env.reset(seed=0)
        total = 0.0
        for _ in range(30):
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            *_, reward, terminated, _, info = env.step(action)
            assert -2.0 <= reward <= 2.0
            total += float(reward)
            if info["solvable"] == 0:
                assert total == pytest.approx(-1.0)
            if terminated:
                break


def test_environments_are_pickled_copied_and_restored() -> None:
    env = make("tiles", oracle=True, reward="distance")
    env.reset(seed=4)
    first = puzzle(env)
    actions = np.flatnonzero(first.action_masks())
    for other in (pickle.loads(pickle.dumps(first)), copy.deepcopy(first)):
        for action in actions[:1]:
            copied, state = copy.deepcopy(other), other.get_state()
            one = copied.step(action)
            two = other.step(action)
            assert (one[0] == two[0]).all() and one[1:4] == two[1:4]
            observation, info = other.set_state(state)
            assert info["steps"] == state["steps"] and other.level == state["level"]
            again = other.step(action)
            assert (again[0] == two[0]).all() and again[1:4] == two[1:4]


def test_dead_ends_terminate_if_requested() -> None:
    # After R the block is in a pocket that it cannot leave.
    levels = [level for level in quadrille.generate("sokoban", 20, seed=2) if level.optimal]
    found = None
    for level in levels:
        for move in level.moves():
            if level.play(move).solve().outcome == "unsolvable":
                found = (level, move)
    if found is None:
        level = quadrille.Level("#######\n#.    #\n# $@  #\n#     #\n#######", game="sokoban")
        found = (level, "L")
    level, move = found
    env = gymnasium.make("quadrille/Sokoban-v0", levels=[level], dead_ends=True, oracle=True)
    env.reset(seed=0)
    *_, terminated, truncated, info = env.step(puzzle(env).action_of(move))
    assert terminated and not truncated and info["solvable"] == 0 and info["distance"] == -1
    assert info["optimal_actions"] == [] and info["dead_end"]


def test_the_same_seed_gives_the_same_levels_and_episodes() -> None:
    first, second = make("zhed", seed=8), make("zhed", seed=8)
    assert puzzle(first).levels == puzzle(second).levels != puzzle(make("zhed", seed=9)).levels
    chosen = [first.reset(seed=5)[1]["level"] for _ in range(3)]
    assert len(set(chosen)) == 1 and second.reset(seed=5)[1]["level"] == chosen[0]


def test_splits_share_nothing_under_symmetry() -> None:
    sets = quadrille.gym.splits("fold", train=12, validation=4, test=4, seed=1)
    assert {name: len(levels) for name, levels in sets.items()} == {"train": 12, "validation": 4, "test": 4}
    seen = [level.canonical() for levels in sets.values() for level in levels]
    assert len(set(seen)) == 20
    assert quadrille.gym.splits("fold", train=12, validation=4, test=4, seed=1) == sets


def test_render_modes() -> None:
    level = quadrille.Level("r . #\n. . R")
    make_one = lambda mode: gymnasium.make("quadrille/Tiles-v0", levels=[level], render_mode=mode)
    for mode in ("ansi", "svg", "rgb_array"):
        env = make_one(mode)
        env.reset(seed=0)
        shown = env.render()
        if mode == "ansi":
            assert shown == "r . #\n. . R\n"
        elif mode == "svg":
            assert shown == level.svg()
        else:
            assert shown.dtype == np.uint8 and shown.shape == (104, 148, 3)
            # Left of the letter, which is in the middle.
            side = lambda row, col: tuple(shown[8 + 44 * row + 22, 8 + 44 * col + 10])
            assert side(0, 0) == (0xD6, 0x2B, 0x2B) and side(0, 2) == (0x5D, 0x64, 0x70)
            assert side(0, 1) == side(1, 2) == (0xFB, 0xFA, 0xF7)


def test_packs_and_given_levels() -> None:
    env = gymnasium.make("quadrille/Zhed-v0", pack="zhed")
    assert puzzle(env).levels == quadrille.pack("zhed")
    with pytest.raises(quadrille.SpecError, match="level of zhed"):
        gymnasium.make("quadrille/Tiles-v0", levels=quadrille.pack("zhed"))
    with pytest.raises(quadrille.SpecError, match="both"):
        gymnasium.make("quadrille/Tiles-v0", levels=[], pack="tiles")
    with pytest.raises(quadrille.SpecError, match="no levels"):
        gymnasium.make("quadrille/Tiles-v0", levels=[])
    with pytest.raises(quadrille.SpecError, match="given"):
        gymnasium.make("quadrille/Tiles-v0", pack="tiles", size="6x6")
    with pytest.raises(quadrille.SpecError, match="observation"):
        gymnasium.make("quadrille/Tiles-v0", observation="smell")
    with pytest.raises(quadrille.SpecError, match="already solved"):
        gymnasium.make("quadrille/Tiles-v0", levels=[quadrille.Level("rR .\n. .", game="tiles")])


def test_moves_as_text() -> None:
    level = quadrille.Level("r . .\n. . .\n. . R")
    env = TextActions(gymnasium.make("quadrille/Tiles-v0", levels=[level], observation="text"))
    board, _ = env.reset(seed=0)
    assert board == str(level)
    *_, info = env.step("sideways")
    assert info["illegal"] and "not a direction" in info["unread"]
    env.step("d")
    assert env.step(" R ")[2]
