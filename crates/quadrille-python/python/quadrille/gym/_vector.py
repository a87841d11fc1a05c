"""Thousands of environments at once, stepped in Rust."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .._quadrille import Arena, Level, VectorCore
from ..errors import SpecError
from ..levels import Levels, Size, Span
from ._env import check_options, observation_space, observe
from ._levels import choose, endless
from ._oracle import Oracle, Shaping, Truth

__all__ = ["PuzzleVectorEnv", "vector"]

Array = npt.NDArray[Any]

UNKNOWN = -2
"""The distance of a position that is not in a table."""


class PuzzleVectorEnv(VectorEnv[Any, Array, Array]):
    """Many environments of one game, stepped with one call on several threads; see `vector`.

    The options are those of `PuzzleEnv`. **The arrays are written in place:** `step` returns the same
    arrays each time; copy them to keep them. `info["action_mask"]` has the legal actions,
    `info["level"]` the index of each environment's level, `info["dead_end"]` the episodes that ended
    without a solution. `sample_actions()` draws a legal action for each environment.

    All three autoreset modes of Gymnasium work. With `SAME_STEP` the last observation and mask of an
    episode are in `info["final_obs"]` and `info["final_info"]`; with `DISABLED`,
    `reset(options={"reset_mask": …})` starts new episodes.

    `reset(seed=7)` gives environment i the seed 7 + i, and each has its own streams of random
    numbers: nothing depends on the number of threads.

    The oracle (`oracle`, `reward="distance"`, `dead_ends=True`) uses tables of all positions of a
    level, made when the level is first played. Levels with more than a million positions are left to
    the solver. With `observation="cells"` or `"text"` each observation is made in Python, so that
    steps take as long as those of single environments.

    Environments can be pickled and deep-copied. `get_state()` returns their state, and
    `set_state(state)` restores it.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        levels: Iterable[Level] | None = None,
        pack: str | None = None,
        count: int = 32,
        size: Size | None = None,
        blocks: Span | None = None,
        moves: Span | None = None,
        difficulty: str | None = None,
        unique: bool = False,
        fresh: bool = False,
        seed: int = 0,
        max_steps: int = 200,
        observation: str = "planes",
        planes: str | Sequence[str] = "game",
        shape: tuple[int, int] | None = None,
        reward: str = "sparse",
        step_reward: float = 0.0,
        illegal_reward: float = 0.0,
        dead_ends: bool = False,
        oracle: bool = False,
        oracle_nodes: int = 1_000_000,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        render_mode: None = None,
    ) -> None:
        if num_envs < 1:
            raise SpecError("at least one environment is needed", help="num_envs=4096 is usual")
        check_options(observation, reward)
        mode = AutoresetMode(autoreset_mode)
        self._endless = endless(game, fresh, levels, pack, planes, size, blocks, moves, difficulty, unique)
        self._episodes = np.zeros((num_envs, 2), np.uint64)
        if fresh:
            # These levels are never played: a reset comes before the first step.
            made = choose(game, None, None, 1, seed, size, blocks, moves, difficulty, unique)
            levels, pack = list(made) * num_envs, None
            size = blocks = moves = difficulty = None
            unique = False
        self.levels = choose(
            game, levels, pack, count, seed, size, blocks, moves, difficulty, unique
        )
        self.arena = Arena(list(self.levels), planes, shape)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.autoreset_mode = mode
        self.single_observation_space = observation_space(self.arena, observation)
        self.single_action_space = spaces.Discrete(self.arena.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._observation = observation
        self._shaping = Shaping(num_envs) if reward == "distance" else None
        self._dead_ends = dead_ends
        self._has_oracle_info = oracle
        self.oracle = Oracle(oracle_nodes) if oracle or dead_ends or self._shaping else None
        rewards = (1.0, step_reward, illegal_reward)
        self._terms = (threads, max_steps, rewards)
        self._actions = np.zeros(num_envs, np.int64)
        self._all = np.ones(num_envs, np.bool_)
        self._is_begun = False
        self._open()

    def _open(self) -> None:
        """Makes the environments and their arrays."""
        threads, max_steps, rewards = self._terms
        count = self.num_envs
        # The oracle needs the last position of an episode, which the core would have replaced in the same step.
        mode = self.autoreset_mode
        is_fresh = self._endless is not None
        is_watched = self.oracle is not None or self._observation != "planes" or is_fresh
        is_reset_here = is_watched and mode == AutoresetMode.SAME_STEP
        core_mode = AutoresetMode.DISABLED if is_reset_here else mode
        self._core = VectorCore(
            self.arena, count, threads, core_mode.value, max_steps, rewards, is_fresh
        )
        self._planes = np.zeros((count, *self.arena.shape), np.uint8)
        self._masks = np.zeros((count, self.arena.actions), np.int8)
        self._arrays = (
            self._planes,
            self._masks,
            np.zeros(count, np.float64),
            np.zeros(count, np.bool_),
            np.zeros(count, np.bool_),
            np.zeros(count, np.int32),
            np.zeros(count, np.bool_),
        )
        self._last: tuple[Array, Array] | None = None
        if core_mode == AutoresetMode.SAME_STEP:
            self._last = (np.zeros_like(self._planes), np.zeros_like(self._masks))

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        for name in ("_core", "_planes", "_masks", "_arrays", "_last"):
            del state[name]
        return {"options": state, "state": self.get_state()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state["options"])
        self._open()
        self.set_state(state["state"])

    def get_state(self) -> dict[str, Any]:
        """The state of all environments, for `set_state` of environments with the same levels."""
        return {
            "core": self._core.save(),
            "arrays": [array.copy() for array in self._arrays],
            "shaping": copy.deepcopy(self._shaping),
            "begun": self._is_begun,
            "fresh": (self._episodes.copy(), list(self.levels)) if self._endless else None,
        }

    def set_state(self, state: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Restores a state. Returns its observations and info."""
        if self._endless:
            self._episodes, levels = state["fresh"][0].copy(), state["fresh"][1]
            for index, level in enumerate(levels):
                self._core.replace(index, level)
            self.levels = Levels(levels)
        self._core.load(state["core"], self._arrays)
        arrays: tuple[npt.NDArray[Any], ...] = self._arrays
        for array, saved in zip(arrays, state["arrays"], strict=True):
            array[...] = saved
        self._shaping = copy.deepcopy(state["shaping"])
        self._is_begun = state["begun"]
        return self._observations(), self._info(self._truth())

    @property
    def threads(self) -> int:
        """The number of threads that step the environments."""
        return self._core.threads

    @property
    def plane_names(self) -> list[str]:
        """The name of each plane of an observation."""
        return self.arena.planes

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Starts an episode in every environment, or in those of `options["reset_mask"]`."""
        if seed is None:
            # As in Gymnasium, the first reset without a seed is random; later ones continue.
            seeds: list[int | None] = [None] * self.num_envs
            if not self._is_begun:
                drawn = np.random.default_rng().integers(2**63, size=self.num_envs)
                seeds = [int(one) for one in drawn]
        elif isinstance(seed, (int, np.integer)):
            seeds = [int(seed) + index for index in range(self.num_envs)]
        else:
            seeds = [None if one is None else int(one) for one in seed]
        chosen = (options or {}).get("reset_mask")
        if chosen is not None:
            chosen = np.asarray(chosen)
            if chosen.dtype != np.bool_ or chosen.shape != (self.num_envs,) or not chosen.any():
                raise ValueError(
                    f"options['reset_mask'] must be an array of {self.num_envs} booleans, one of them true"
                )
            chosen = chosen.tolist()
        self._renew(self._all if chosen is None else np.asarray(chosen), seeds)
        self._core.reset(chosen, seeds, self._arrays)
        self._is_begun = True
        truth = self._truth()
        self._begin_shaping(truth, np.asarray(chosen) if chosen is not None else self._all)
        return self._observations(), self._info(truth)

    def step(self, actions: Array) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        """Steps all environments."""
        if not self._is_begun:
            raise RuntimeError("call reset before step")
        _, _, rewards, terminated, truncated, _, _ = self._arrays
        # In NEXT_STEP, an environment whose episode is over restarts with this step.
        is_next = self.autoreset_mode == AutoresetMode.NEXT_STEP
        begun = terminated | truncated if is_next else ~self._all
        chosen = np.ascontiguousarray(actions, np.int64)
        self._renew(begun)
        self._core.step(chosen, self._arrays, self._last)
        truth = self._truth()
        self._judge(truth, begun)
        over = terminated | truncated
        if self.autoreset_mode != AutoresetMode.SAME_STEP or not over.any():
            return self._observations(), rewards, terminated, truncated, self._info(truth)
        final: dict[str, Any] = {}
        last = np.full(self.num_envs, None, dtype=object)
        if self._last is not None:
            last_planes, last_masks = self._last
            for index in np.flatnonzero(over):
                last[index] = last_planes[index].copy()
            final = {"action_mask": last_masks.copy(), "_action_mask": over}
        else:
            if self._observation == "planes":
                for index in np.flatnonzero(over):
                    last[index] = self._planes[index].copy()
            else:
                positions = self._core.positions()
                for index in np.flatnonzero(over):
                    last[index] = observe(self.arena, positions[index], self._observation)
            final = {"action_mask": self._masks.copy(), "_action_mask": over}
            self._renew(over)
            ends = (rewards.copy(), terminated.copy(), truncated.copy(), self._arrays[6].copy())
            self._core.reset(over.tolist(), [None] * self.num_envs, self._arrays)
            # The reset cleared what the step reports.
            for array, kept in zip((rewards, terminated, truncated, self._arrays[6]), ends, strict=True):
                array[...] = kept
            truth = self._truth()
            self._begin_shaping(truth, over)
        info = self._info(truth)
        info["final_obs"], info["_final_obs"] = last, over
        info["final_info"], info["_final_info"] = final, over
        return self._observations(), rewards, terminated, truncated, info

    def _renew(self, begun: npt.NDArray[np.bool_], seeds: Sequence[int | None] | None = None) -> None:
        """With fresh levels, makes a new one for each environment that starts an episode."""
        if self._endless is None or not begun.any():
            return
        chosen: list[int] = np.flatnonzero(begun).tolist()
        for index in chosen:
            seed = None if seeds is None else seeds[index]
            if seed is not None:
                self._episodes[index] = (seed, 0)
        episodes: list[list[int]] = self._episodes[chosen].tolist()
        made = self._endless.levels([tuple(episode) for episode in episodes], self.threads)
        self._episodes[chosen, 1] += 1
        levels = list(self.levels)
        for index, level in zip(chosen, made, strict=True):
            levels[index] = level
            self._core.replace(index, level)
        self.levels = Levels(levels)

    def _truth(self) -> Truth | None:
        """The oracle's facts about all positions, if they are needed."""
        if self.oracle is None:
            return None
        distance = np.empty(self.num_envs, np.int64)
        actions = self._core.ask(distance, self._has_oracle_info)
        solvable = np.sign(distance + 1).clip(0)
        unknown = np.flatnonzero(distance == UNKNOWN)
        if unknown.size:
            positions = self._core.positions()
            for index in unknown:
                answer = self.oracle.ask(positions[index])
                distance[index] = -1 if answer.distance is None else answer.distance
                solvable[index] = -1 if answer.solvable is None else int(answer.solvable)
                if self._has_oracle_info:
                    actions[index] = self.oracle.optimal_actions(self.arena, positions[index])
        return Truth(distance, solvable, actions)

    def _begin_shaping(self, truth: Truth | None, begun: npt.NDArray[np.bool_]) -> None:
        if self._shaping is not None and truth is not None:
            self._shaping.begin(begun, truth)

    def _judge(self, truth: Truth | None, begun: npt.NDArray[np.bool_]) -> None:
        """Adds the distance rewards, and ends episodes at proved dead ends."""
        if truth is None:
            return
        _, _, rewards, terminated, truncated, _, dead_ends = self._arrays
        self._begin_shaping(truth, begun)
        if self._shaping is not None:
            rewards += self._shaping.step(~begun, truth)
        if self._dead_ends:
            lost = (truth.solvable == 0) & ~begun & ~terminated
            terminated |= lost
            truncated &= ~lost
            dead_ends |= lost
            self._core.end(dead_ends.tolist())

    def _observations(self) -> Any:
        if self._observation == "planes":
            return self._planes
        positions = self._core.positions()
        seen = [observe(self.arena, position, self._observation) for position in positions]
        return tuple(seen) if self._observation == "text" else np.stack(seen)

    def _info(self, truth: Truth | None) -> dict[str, Any]:
        info: dict[str, Any] = {
            "action_mask": self._masks,
            "level": self._arrays[5],
            "dead_end": self._arrays[6],
        }
        if self._has_oracle_info and truth is not None:
            info["distance"], info["solvable"] = truth.distance, truth.solvable
            info["optimal_actions"] = np.fromiter(truth.actions, dtype=object, count=self.num_envs)
        return info | {f"_{name}": self._all for name in info}

    def sample_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action for each environment; 0 if there is none. Written in place."""
        self._core.sample(self._masks, self._actions)
        return self._actions


def vector(game: str, n: int = 4096, **options: Any) -> PuzzleVectorEnv:
    """Many environments of a game, stepped in Rust, by default on all cores (`threads`).

    The levels are chosen as for `PuzzleEnv` (`levels`, `pack`, or new ones by `size`, `blocks`,
    `moves`, `difficulty`, `count` and `seed`). They are prepared once, so that a reset is a copy.

    >>> import quadrille.gym
    >>> envs = quadrille.gym.vector("tiles", n=64, size="5x5", blocks=2, moves="4..8", count=8)
    >>> observations, info = envs.reset(seed=1)
    >>> observations.shape, info["action_mask"].shape
    ((64, 54, 5, 5), (64, 4))
    >>> observations, rewards, terminated, truncated, info = envs.step(envs.sample_actions())
    """
    return PuzzleVectorEnv(game, n, **options)
