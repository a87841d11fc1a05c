"""Steps per second of the vector environment, compared with others, in one run.

    pip install 'crates/quadrille-python[gym]' envpool gym-sokoban
    python crates/quadrille-python/benches/vector.py

Each line is the best of several rounds. All agents act at random; those of Quadrille take legal
actions only, and drawing them and making the masks is part of the time. Packages that are not
installed are left out.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import quadrille.gym

ROUNDS = 5


def rate(steps: int, work: Callable[[], None]) -> float:
    """Steps per second of the best round."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - started)
    return steps / best


def ours(game: str, n: int, threads: int | None, steps: int, **options: Any) -> tuple[float, float]:
    """Steps per second, and the share of them that were moves, not starts of an episode."""
    envs = quadrille.gym.vector(game, n=n, threads=threads, planes="levels", **options)
    envs.reset(seed=0)

    def work() -> None:
        for _ in range(steps):
            envs.step(envs.sample_actions())

    work()
    moved, over = 0, np.zeros(n, bool)
    for _ in range(steps):
        _, _, terminated, truncated, _ = envs.step(envs.sample_actions())
        moved += int((~over).sum())
        over = terminated | truncated
    return rate(n * steps, work), moved / (n * steps)


def reset_cost(n: int, **options: Any) -> float:
    """The extra seconds of a reset: episodes of one step compared with endless ones."""
    both = []
    for most in (1, 10**9):
        envs = quadrille.gym.vector("tiles", n=n, threads=1, max_steps=most, autoreset_mode="SameStep", **options)
        envs.reset(seed=0)
        still = np.zeros(n, np.int64)
        core, arrays, last = envs._core, envs._arrays, envs._last

        def work() -> None:
            for _ in range(200):
                core.step(still, arrays, last)

        work()
        both.append(1 / rate(n * 200, work))
    return both[0] - both[1]


def sync(n: int, steps: int, **options: Any) -> float:
    make = lambda: gymnasium.make("quadrille/Tiles-v0", disable_env_checker=True, **options)
    envs = gymnasium.vector.SyncVectorEnv([make] * n)
    _, info = envs.reset(seed=0)
    chance = np.random.default_rng(0)

    def work() -> None:
        nonlocal info
        for _ in range(steps):
            masks = info["action_mask"]
            actions = (chance.random(masks.shape) * masks).argmax(1)
            info = envs.step(actions)[4]

    work()
    return rate(n * steps, work)


def envpool(task: str, n: int, steps: int) -> float | None:
    try:
        import envpool as library  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return None
    envs = library.make_gymnasium(task, num_envs=n)
    envs.reset()
    actions = np.random.default_rng(0).integers(envs.action_space.n, size=(steps, n)).astype(np.int32)

    def work() -> None:
        for chosen in actions:
            envs.step(chosen)

    work()
    return rate(n * steps, work)


def gym_sokoban(steps: int) -> float | None:
    try:
        from gym_sokoban.envs import SokobanEnv  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        return None
    env = SokobanEnv(dim_room=(7, 7), num_boxes=1, max_steps=10**9)
    env.reset()

    def work() -> None:
        for action in np.random.default_rng(0).integers(1, 9, steps):
            env.step(int(action), observation_mode="tiny_rgb_array")

    work()
    return rate(steps, work)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=4096)
    n = parser.parse_args().n
    tiles = {"size": "6x6", "blocks": 3, "moves": "4..12", "count": 256, "seed": 1}
    def show(label: str, figure: float | None, unit: str = "steps/s") -> None:
        print(f"{label:100} {'not installed' if figure is None else f'{figure:14,.0f} {unit}'}", flush=True)

    def add(label: str, measured: tuple[float, float]) -> None:
        figure, moved = measured
        show(f"quadrille.gym.vector, {label}, {100 * moved:.0f} % of the steps are moves", figure)

    add(f"tiles 6x6, {n} environments, all cores", ours("tiles", n, None, 300, **tiles))
    add(f"tiles 6x6, {n} environments, one thread", ours("tiles", n, 1, 300, **tiles))
    for game in ("zhed", "squares", "fold", "sokoban"):
        made = {"count": 32, "moves": "3..9", "seed": 1}
        add(f"{game}, {n} environments, all cores", ours(game, n, None, 50, **made))
    for game in quadrille.gym.GAMES:
        made = tiles if game == "tiles" else {"count": 32, "moves": "3..6", "seed": 1}
        made |= {"squares": {"size": "4x4", "blocks": 2}, "zhed": {"size": "6x6"}}.get(game, {})
        add(f"{game} with the oracle, {n} environments, all cores", ours(game, n, None, 5, oracle=True, **made))
    show("gymnasium SyncVectorEnv over quadrille/Tiles-v0, 64 environments", sync(64, 20, **tiles))
    show(f"EnvPool CartPole-v1, {n} environments", envpool("CartPole-v1", n, 100))
    show(f"EnvPool Catch-v0, {n} environments", envpool("Catch-v0", n, 100))
    show("gym-sokoban 7x7, tiny_rgb_array, one environment", gym_sokoban(500))
    show("a reset, tiles 6x6", 1e9 * reset_cost(n, **tiles), "ns")


if __name__ == "__main__":
    main()
