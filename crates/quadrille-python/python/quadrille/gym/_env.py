"""One environment: a game on a set of levels."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from .._quadrille import Arena, Level
from .._quadrille import game as game_of
from ..errors import SpecError
from ..levels import Levels, Size, Span
from ._levels import choose, endless
from ._oracle import Answer, Oracle, Shaping, Truth

__all__ = ["PuzzleEnv", "check_options", "observation_space", "observe"]

OBSERVATIONS = ("planes", "cells", "text")
REWARDS = ("sparse", "distance")


class PuzzleEnv(gymnasium.Env[Any, np.int64]):
    """A game on a set of levels: an episode is one level, and an action is one move.

    **Levels** are the given `levels`, those of a `pack`, or `count` new ones generated from `seed`
    with `size`, `blocks`, `moves`, `difficulty` and `unique`: the same on every machine.
    `reset(seed=…)` decides the order of levels; `reset(options={"level": 3})` chooses one. With
    `fresh=True` every episode has a newly generated level, and `info["level"]` is -1.

    **Actions** are indices of moves. `info["action_mask"]` and `action_masks()` mark the legal ones;
    an illegal action changes nothing and sets `info["illegal"]`. `move_of(action)` and
    `action_of(move)` translate.

    **Observations** are `"planes"` of 0 and 1 (named by `plane_names`; smaller boards are padded with
    0), `"cells"`, the codes of the cells (-1 outside of the board), or `"text"`, the board as people
    type it. By default there are all planes of the game, so that environments of different levels
    have the same shape; `planes="levels"` keeps those that the levels can show, and a list of names
    keeps these. `shape=(rows, cols)` pads all boards to at least this size.

    **Episodes** are terminated when the level is solved or no move is legal, and, with
    `dead_ends=True`, when the position is proved unsolvable; `info["dead_end"]` is true in the last
    two cases. They are truncated after `max_steps`.

    **Rewards** are 1 for a solved level (`"sparse"`), plus `step_reward` for each step. With
    `"distance"` a step also adds the change of the potential 1 - distance / distance of the level,
    which goes from 0 at the start to 1 at the goal (potential-based shaping: the best plans stay the
    same). The potential is at least -1, the value of a dead end; a position without an answer of the
    oracle keeps the previous potential.

    **The oracle**, with `oracle=True`: `info["distance"]` (moves of a shortest plan; -1 if there is
    none or it is unknown), `info["solvable"]` (1, 0, or -1 for unknown) and
    `info["optimal_actions"]`, each proved by search. `oracle_nodes` limits each search.

    **Copies**: environments can be pickled and deep-copied. `get_state()` returns the state of the
    episode, and `set_state(state)` restores it.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["ansi", "rgb_array", "svg"],
        "render_fps": 4,
    }

    def __init__(
        self,
        game: str,
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
        render_mode: str | None = None,
    ) -> None:
        check_options(observation, reward)
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            help = ", ".join(self.metadata["render_modes"])
            raise SpecError(f"unknown render mode '{render_mode}'", help=help)
        if max_steps < 1:
            raise SpecError("max_steps must be at least 1", help="max_steps=200 is usual")
        self._endless = endless(game, fresh, levels, pack, planes, size, blocks, moves, difficulty, unique)
        self.levels = choose(
            game, levels, pack, 1 if fresh else count, seed, size, blocks, moves, difficulty, unique
        )
        self.arena = Arena(list(self.levels), planes, shape)
        self.max_steps = max_steps
        self.render_mode = render_mode
        self._observation = observation
        self._shaping = Shaping() if reward == "distance" else None
        self._rewards = (1.0, step_reward, illegal_reward)
        self._dead_ends = dead_ends
        self._has_oracle_info = oracle
        self.oracle = (
            Oracle(oracle_nodes, arena=self.arena)
            if oracle or dead_ends or self._shaping
            else None
        )
        self.action_space = spaces.Discrete(self.arena.actions)
        self.observation_space = observation_space(self.arena, observation)
        self.level = self.levels[0]
        self._index = 0
        self._steps = 0

    @property
    def plane_names(self) -> list[str]:
        """The name of each plane of an observation."""
        return self.arena.planes

    def move_of(self, action: int) -> str:
        """The move of an action, as people write it."""
        return self.arena.move_of(int(action))

    def action_of(self, move: str) -> int:
        """The action of a move."""
        return self.arena.action(move)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask of legal actions; sb3-contrib calls this method."""
        return self.arena.mask(self.level).astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Starts an episode with a random level, or with `options["level"]` (an index, or a level)."""
        super().reset(seed=seed)
        requested = (options or {}).get("level")
        if requested is None and self._endless is not None:
            index = -1
            self.level = self._endless.levels([(int(self.np_random.integers(2**63)),)])[0]
        elif requested is None:
            index = int(self.np_random.integers(len(self.levels)))
            self.level = self.levels[index]
        elif isinstance(requested, Level):
            index, self.level = -1, requested
        else:
            index = int(requested)
            self.level = self.levels[index]
        self._index = index
        self._steps = 0
        if self._shaping and self.oracle:
            self._shaping.begin(ALL, _truth(self.oracle.ask(self.level, self._index)))
        return self._observe(), self._info(illegal=False, dead_end=False)

    def step(self, action: np.int64) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays a move. An illegal one changes nothing."""
        after = self.arena.step(self.level, int(action)) if action >= 0 else None
        solved_reward, each, illegal_reward = self._rewards
        self._steps += 1
        reward = each
        if after is None:
            reward += illegal_reward
        else:
            self.level = after
        solved = self.level.solved
        reward += solved_reward if solved else 0.0
        if self._shaping and self.oracle:
            answer = self.oracle.ask(self.level, self._index)
            reward += float(self._shaping.step(ALL, _truth(answer))[0])
        dead_end = not solved and (not self.arena.mask(self.level).any() or self._is_lost())
        terminated = solved or dead_end
        truncated = not terminated and self._steps >= self.max_steps
        info = self._info(illegal=after is None, dead_end=dead_end)
        return self._observe(), float(reward), terminated, truncated, info

    def _is_lost(self) -> bool:
        if not self._dead_ends or self.oracle is None:
            return False
        return self.oracle.ask(self.level, self._index).solvable is False

    def get_state(self) -> dict[str, Any]:
        """The state of the episode and of the random numbers, for `set_state` with the same levels."""
        return {
            "level": self.level,
            "index": self._index,
            "steps": self._steps,
            "shaping": copy.deepcopy(self._shaping),
            "random": self.np_random.bit_generator.state,
        }

    def set_state(self, state: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Restores a state. Returns its observation and info."""
        self.level, self._index, self._steps = state["level"], state["index"], state["steps"]
        self._shaping = copy.deepcopy(state["shaping"])
        self.np_random.bit_generator.state = state["random"]
        dead_end = not self.level.solved and not self.arena.mask(self.level).any()
        return self._observe(), self._info(illegal=False, dead_end=dead_end)

    def _observe(self) -> Any:
        return observe(self.arena, self.level, self._observation)

    def _info(self, *, illegal: bool, dead_end: bool) -> dict[str, Any]:
        info: dict[str, Any] = {
            "action_mask": self.arena.mask(self.level),
            "illegal": illegal,
            "dead_end": dead_end,
            "level": self._index,
            "steps": self._steps,
        }
        if self._has_oracle_info and self.oracle is not None:
            truth = _truth(self.oracle.ask(self.level, self._index))
            info["distance"] = int(truth.distance[0])
            info["solvable"] = int(truth.solvable[0])
            info["optimal_actions"] = self.oracle.optimal_actions(
                self.arena, self.level, self._index
            )
        return info

    def render(self) -> Any:
        """The position as text, as an array of colours, or as SVG, by the render mode."""
        if self.render_mode == "ansi":
            return f"{self.level}\n"
        if self.render_mode == "svg":
            return self.level.svg()
        if self.render_mode == "rgb_array":
            return self.level.pixels()
        gymnasium.logger.warn("render() needs a render_mode: ansi, rgb_array or svg")
        return None


ALL = np.ones(1, np.bool_)


def _truth(answer: Answer) -> Truth:
    """An answer as arrays of one environment."""
    distance = -1 if answer.distance is None else answer.distance
    solvable = -1 if answer.solvable is None else int(answer.solvable)
    return Truth(np.array([distance]), np.array([solvable]), [])


def check_options(observation: str, reward: str) -> None:
    """Raises an error for an unknown observation or reward."""
    if observation not in OBSERVATIONS:
        raise SpecError(f"unknown observation '{observation}'", help=", ".join(OBSERVATIONS))
    if reward not in REWARDS:
        raise SpecError(f"unknown reward '{reward}'", help=", ".join(REWARDS))


def observation_space(arena: Arena, observation: str) -> spaces.Space[Any]:
    """The space of observations of this kind."""
    planes, rows, cols = arena.shape
    if observation == "planes":
        return spaces.Box(0, 1, (planes, rows, cols), np.uint8)
    if observation == "cells":
        return spaces.Box(-1, np.iinfo(np.int16).max, (rows, cols), np.int16)
    if arena.has_open_cells:
        # A cell may hold any objects of the game, and is written by their names.
        return spaces.Text(sum(len(name) + 1 for name in arena.planes) * 2 * rows * cols, charset=frozenset(map(chr, range(10, 127))))
    glyphs = game_of(arena.game).glyphs
    width = max(map(len, glyphs)) + 1
    charset = frozenset("".join(glyphs)) | {" ", "\n"}
    return spaces.Text(width * rows * cols, charset=charset)


def observe(arena: Arena, level: Level, observation: str) -> Any:
    """A position as an observation of this kind."""
    if observation == "planes":
        return arena.observe(level)
    if observation == "cells":
        _, rows, cols = arena.shape
        cells = np.full((rows, cols), -1, np.int16)
        board = level.board
        cells[: board.shape[0], : board.shape[1]] = board
        return cells
    return str(level)
