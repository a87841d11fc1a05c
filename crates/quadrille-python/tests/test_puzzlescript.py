"""PuzzleScript games: read, solved, and as environments that step like single ones and know distances."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import quadrille
import quadrille.gym
from quadrille.gym import make_puzzlescript

GAMES = Path(__file__).parents[2] / "quadrille-puzzlescript" / "games"
NAMES = sorted(path.stem for path in GAMES.glob("*.puzzlescript"))


def source(name: str) -> str:
    return (GAMES / f"{name}.puzzlescript").read_text(encoding="utf-8")


RANDOM = source("push").replace("noaction", "").replace(
    "[ > Player | Crate ] -> [ > Player | > Crate ]", "[ > Player | Crate ] -> [ > Player | randomdir Crate ]"
)


def test_a_source_is_read_as_levels() -> None:
    levels = quadrille.read(source("push"))
    assert levels.names == ["1", "2"]
    assert quadrille.game(levels[0].game).title == "Push"
    result = levels[0].solve()
    assert result.outcome == "solved" and len(result.plan or []) == levels[0].solve("bfs").cost
    assert levels[0].play(" ".join(result.plan or [])).solved
    again = pickle.loads(pickle.dumps(levels[1]))
    assert again == levels[1] and again.solve().cost == levels[1].solve().cost
    assert quadrille.Level(levels[0].code) == levels[0]


def test_a_faulty_source_says_where() -> None:
    with pytest.raises(quadrille.LevelError) as caught:
        quadrille.read("OBJECTS\nLEGEND\nSOUNDS\nCOLLISIONLAYERS\nRULES\nWINCONDITIONS\nLEVELS\n")
    assert caught.value.help
    with pytest.warns(quadrille.errors.AssumptionWarning, match=r"line 7\d, column"):
        make_puzzlescript(source("push").replace("[ > Player | Crate ]", "[ > Player | Crates ]", 1))
    with pytest.raises(quadrille.SpecError, match="there is no level 9"):
        make_puzzlescript(source("push"), 9)


@pytest.mark.parametrize("observation", ["planes", "cells", "text"])
def test_environments_pass_the_checks_of_gymnasium(observation: str) -> None:
    env = make_puzzlescript(GAMES / "lamps.puzzlescript", 1, observation=observation, oracle=True)
    check_env(env, skip_render_check=True)
    assert env.render_mode is None and "0" not in env.plane_names


@pytest.mark.parametrize("name", [*NAMES, "random"])
def test_every_step_is_that_of_a_single_environment(name: str) -> None:
    text = RANDOM if name == "random" else source(name)
    envs = make_puzzlescript(text, n=6, max_steps=25, threads=1)
    single = make_puzzlescript(text, max_steps=25)
    assert envs.arena.planes == single.plane_names
    observations, info = envs.reset(seed=1)
    here = [single.levels[int(index)] for index in info["level"]]
    over = np.zeros(6, bool)
    for _ in range(80):
        actions = envs.sample_actions().copy()
        # Now and then an action that may be illegal.
        actions[0] = (actions[0] + 1) % envs.single_action_space.n
        observations, rewards, terminated, truncated, info = envs.step(actions)
        for i in range(6):
            if over[i]:
                here[i] = single.levels[int(info["level"][i])]
            else:
                here[i] = single.arena.step(here[i], int(actions[i])) or here[i]
                stuck = not here[i].solved and not here[i].moves()
                assert terminated[i] == (here[i].solved or stuck) and info["dead_end"][i] == stuck
                assert rewards[i] == float(here[i].solved)
            assert (observations[i] == single.arena.observe(here[i])).all()
            assert (info["action_mask"][i] == single.arena.mask(here[i])).all()
        over = terminated | truncated


@pytest.mark.parametrize("name", ["push", "lamps", "doors"])
def test_the_oracle_leads_to_the_goal(name: str) -> None:
    envs = make_puzzlescript(source(name), 1, n=3, oracle=True, max_steps=200)
    _, info = envs.reset(seed=0)
    level = envs.levels[0]
    optimum = level.solve().cost
    assert (info["distance"] == optimum).all()
    for left in range(int(optimum or 0), 0, -1):
        assert (info["distance"] == left).all() and (info["solvable"] == 1).all()
        actions = np.array([chosen[-1] for chosen in info["optimal_actions"]])
        _, rewards, terminated, _, info = envs.step(actions)
    assert terminated.all() and (rewards == 1).all()


def test_states_are_kept_and_copied() -> None:
    envs = make_puzzlescript(source("push"), n=4, threads=1)
    envs.reset(seed=5)
    for _ in range(7):
        envs.step(envs.sample_actions())
    state = envs.get_state()
    twins = [copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))]
    ahead = [envs.step(envs.sample_actions())[0].copy() for _ in range(5)]
    for twin in twins:
        for seen in ahead:
            assert (twin.step(twin.sample_actions())[0] == seen).all()
    envs.set_state(state)
    assert (envs.step(envs.sample_actions())[0] == ahead[0]).all()


def test_a_game_with_random_rules_has_no_oracle() -> None:
    env = make_puzzlescript(RANDOM, 1, oracle=True)
    _, info = env.reset(seed=0)
    assert info["solvable"] == -1 and info["distance"] == -1
