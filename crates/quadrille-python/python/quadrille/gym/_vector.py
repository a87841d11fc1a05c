"""Thousands of environments at once, stepped in Rust."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .._quadrille import Arena, Level, VectorCore
from ..errors import SpecError
from ..levels import Size, Span
from ._levels import choose

__all__ = ["PuzzleVectorEnv", "vector"]

Array = npt.NDArray[Any]


class PuzzleVectorEnv(VectorEnv[Array, Array, Array]):
    """Many environments of one game, stepped with one call and on several threads. `vector` says what it takes.

    Observations are planes, as those of `PuzzleEnv`. **The arrays are written in place:** those that `step` returns are the same each time; copy what you
    want to keep. `info["action_mask"]` has the legal actions, `info["level"]` the number of each environment's level. `sample_actions()` takes a legal
    action at random for each.

    All three autoreset modes of Gymnasium are there. With `SAME_STEP` the last observation and the last mask of an episode are in
    `info["final_obs"]` and `info["final_info"]`; with `DISABLED`, `reset(options={"reset_mask": …})` begins the episodes that are over.

    `reset(seed=7)` gives environment i the seed 7 + i, and each has its own streams of random numbers: nothing depends on the number of
    threads.
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
        seed: int = 0,
        max_steps: int = 200,
        step_reward: float = 0.0,
        illegal_reward: float = 0.0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        render_mode: None = None,
    ) -> None:
        if num_envs < 1:
            raise SpecError("at least one environment is needed", help="num_envs=4096 is usual")
        mode = AutoresetMode(autoreset_mode)
        self.levels = choose(
            game, levels, pack, count, seed, size, blocks, moves, difficulty, unique
        )
        self.arena = Arena(list(self.levels))
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.autoreset_mode = mode
        shape = self.arena.shape
        actions = self.arena.actions
        self.single_observation_space = spaces.Box(0, 1, shape, np.uint8)
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        rewards = (1.0, step_reward, illegal_reward)
        self._core = VectorCore(self.arena, num_envs, threads, mode.value, max_steps, rewards)
        self._observations = np.zeros((num_envs, *shape), np.uint8)
        self._masks = np.zeros((num_envs, actions), np.int8)
        self._arrays = (
            self._observations,
            self._masks,
            np.zeros(num_envs, np.float64),
            np.zeros(num_envs, np.bool_),
            np.zeros(num_envs, np.bool_),
            np.zeros(num_envs, np.int32),
        )
        self._last: tuple[Array, Array] | None = None
        if mode == AutoresetMode.SAME_STEP:
            self._last = (np.zeros_like(self._observations), np.zeros_like(self._masks))
        self._actions = np.zeros(num_envs, np.int64)
        self._all = np.ones(num_envs, np.bool_)
        self._is_begun = False

    @property
    def threads(self) -> int:
        """How many threads step the environments."""
        return self._core.threads

    @property
    def plane_names(self) -> list[str]:
        """What each plane of an observation shows."""
        return self.arena.planes

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Array, dict[str, Any]]:
        """Begins an episode in every environment, or in those of `options["reset_mask"]`."""
        if seed is None:
            # The first reset without a seed is random, as in all of Gymnasium; later ones go on.
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
        self._core.reset(chosen, seeds, self._arrays)
        self._is_begun = True
        return self._observations, self._info()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Steps all environments."""
        if not self._is_begun:
            raise RuntimeError("call reset before step")
        chosen = np.ascontiguousarray(actions, np.int64)
        self._core.step(chosen, self._arrays, self._last)
        observations, _, rewards, terminated, truncated, _ = self._arrays
        info = self._info()
        if self._last is not None:
            over = terminated | truncated
            if over.any():
                last_observations, last_masks = self._last
                final = np.full(self.num_envs, None, dtype=object)
                for index in np.flatnonzero(over):
                    final[index] = last_observations[index].copy()
                info["final_obs"], info["_final_obs"] = final, over
                mask = {"action_mask": last_masks.copy(), "_action_mask": over}
                info["final_info"], info["_final_info"] = mask, over
        return observations, rewards, terminated, truncated, info

    def _info(self) -> dict[str, Any]:
        levels = self._arrays[5]
        return {
            "action_mask": self._masks,
            "_action_mask": self._all,
            "level": levels,
            "_level": self._all,
        }

    def sample_actions(self) -> npt.NDArray[np.int64]:
        """A legal action at random for each environment; 0 where there is none. The array is written in place."""
        self._core.sample(self._masks, self._actions)
        return self._actions


def vector(game: str, n: int = 4096, **options: Any) -> PuzzleVectorEnv:
    """Many environments of a game, stepped in Rust on all cores unless `threads` says otherwise.

    The levels are chosen as for `PuzzleEnv` (`levels`, `pack`, or new ones by `size`, `blocks`, `moves`, `difficulty`, `count` and `seed`); they are a pool
    that is prepared once, so that a reset is a copy.

    >>> import quadrille.gym
    >>> envs = quadrille.gym.vector("tiles", n=64, size="5x5", blocks=2, moves="4..8", count=8)
    >>> observations, info = envs.reset(seed=1)
    >>> observations.shape, info["action_mask"].shape
    ((64, 6, 5, 5), (64, 4))
    >>> observations, rewards, terminated, truncated, info = envs.step(envs.sample_actions())
    """
    return PuzzleVectorEnv(game, n, **options)
