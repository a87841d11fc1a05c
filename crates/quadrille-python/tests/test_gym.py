"""Environments: those of Gymnasium's own checks, masks, oracle, splits, rendering."""

from __future__ import annotations

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
        # It asks for images to be of 0 to 255, and for another render mode in a new process.
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
        # The shares of the way add up to 1, and so does the reward of the goal.
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


def test_dead_ends_terminate_where_that_is_asked_for() -> None:
    # After R the block stands in a pocket that it cannot leave.
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
    assert info["optimal_actions"] == []


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
            middle = lambda row, col: tuple(shown[8 + 44 * row + 22, 8 + 44 * col + 22])
            assert middle(0, 0) == (0xD6, 0x2B, 0x2B) and middle(0, 2) == (0x5D, 0x64, 0x70)
            assert middle(0, 1) == middle(1, 2) == (0xFB, 0xFA, 0xF7)


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
    with pytest.raises(quadrille.SpecError, match="solved already"):
        gymnasium.make("quadrille/Tiles-v0", levels=[quadrille.Level("rR .\n. .", game="tiles")])


def test_moves_as_text() -> None:
    level = quadrille.Level("r . .\n. . .\n. . R")
    env = TextActions(gymnasium.make("quadrille/Tiles-v0", levels=[level], observation="text"))
    board, _ = env.reset(seed=0)
    assert board == str(level)
    *_, info = env.step("sideways")
    assert info["illegal"] and "not a move" in info["unread"]
    env.step("d")
    assert env.step(" R ")[2]
