"""One environment: a game on a set of levels."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from .._quadrille import Arena, Level
from ..errors import SpecError
from ..levels import Levels, Size, Span
from ._levels import choose
from ._oracle import Oracle
from ._render import picture

__all__ = ["PuzzleEnv"]

OBSERVATIONS = ("planes", "cells", "text")
REWARDS = ("sparse", "distance")


class PuzzleEnv(gymnasium.Env[Any, np.int64]):
    """A game on a set of levels: each episode is a level, an action is a move, and the level is to be solved.

    **Levels** are `levels` that are given, those of a `pack`, or `count` new ones as `size`, `blocks`, `moves`, `difficulty` and `unique` ask for, made from
    `seed`: the same on every machine. `reset(seed=…)` decides which level comes when; `reset(options={"level": 3})` asks for one.

    **Actions** are numbers of moves. `info["action_mask"]` and `action_masks()` tell which are legal; an illegal one changes nothing, and
    `info["illegal"]` says so. `move_of(action)` and `action_of(move)` translate.

    **Observations** are `"planes"` of 0 and 1 (`plane_names` says what each shows; smaller boards are filled up with 0), `"cells"`, the codes of the
    cells (-1 outside of the board), or `"text"`, the board as people type it.

    **Episodes** end terminated when the level is solved, and, with `dead_ends=True`, when it is proved that it cannot be any more; they end
    truncated after `max_steps`.

    **Rewards** are 1 for a solved level (`"sparse"`), plus `step_reward` for each step; with `"distance"` a step also brings the change of the distance to
    the goal, as a share of the level's own (potential-based shaping: the best plans stay the same). A dead end counts as `max_steps`
    away.

    **The oracle**, with `oracle=True`: `info["distance"]` (moves of a shortest plan; -1 where there is none or it is not known),
    `info["solvable"]` (1, 0, or -1 for unknown) and `info["optimal_actions"]`, each proved by search. `oracle_nodes` bounds each search.
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
        seed: int = 0,
        max_steps: int = 200,
        observation: str = "planes",
        reward: str = "sparse",
        step_reward: float = 0.0,
        illegal_reward: float = 0.0,
        dead_ends: bool = False,
        oracle: bool = False,
        oracle_nodes: int = 1_000_000,
        render_mode: str | None = None,
    ) -> None:
        if observation not in OBSERVATIONS:
            raise SpecError(f"there is no observation '{observation}'", help=", ".join(OBSERVATIONS))
        if reward not in REWARDS:
            raise SpecError(f"there is no reward '{reward}'", help=", ".join(REWARDS))
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            help = ", ".join(self.metadata["render_modes"])
            raise SpecError(f"there is no render mode '{render_mode}'", help=help)
        if max_steps < 1:
            raise SpecError("an episode has at least one step", help="max_steps=200 is usual")
        self.levels = choose(
            game, levels, pack, count, seed, size, blocks, moves, difficulty, unique
        )
        self.arena = Arena(list(self.levels))
        self.max_steps = max_steps
        self.render_mode = render_mode
        self._observation = observation
        self._shaped = reward == "distance"
        self._rewards = (1.0, step_reward, illegal_reward)
        self._dead_ends = dead_ends
        self._tells = oracle
        self.oracle = Oracle(oracle_nodes) if oracle or dead_ends or self._shaped else None
        self.action_space = spaces.Discrete(self.arena.actions)
        self.observation_space = self._space()
        self.level = self.levels[0]
        self._index = 0
        self._steps = 0
        self._start = 1
        self._potential = 0.0

    def _space(self) -> spaces.Space[Any]:
        planes, rows, cols = self.arena.shape
        if self._observation == "planes":
            return spaces.Box(0, 1, (planes, rows, cols), np.uint8)
        if self._observation == "cells":
            return spaces.Box(-1, np.iinfo(np.int16).max, (rows, cols), np.int16)
        glyphs = _glyphs(self.arena.game)
        width = max(map(len, glyphs)) + 1
        charset = frozenset("".join(glyphs)) | {" ", "\n"}
        return spaces.Text(width * rows * cols, charset=charset)

    @property
    def plane_names(self) -> list[str]:
        """What each plane of an observation shows."""
        return self.arena.planes

    def move_of(self, action: int) -> str:
        """The move of an action, as people write it."""
        return self.arena.move_of(int(action))

    def action_of(self, move: str) -> int:
        """The action of a move."""
        return self.arena.action(move)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, by the name that sb3-contrib asks for."""
        return self.arena.mask(self.level).astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins an episode: with a level at random, or with that of `options["level"]` (its number, or a level)."""
        super().reset(seed=seed)
        asked = (options or {}).get("level")
        if asked is None:
            index = int(self.np_random.integers(len(self.levels)))
            self.level = self.levels[index]
        elif isinstance(asked, Level):
            index, self.level = -1, asked
        else:
            index = int(asked)
            self.level = self.levels[index]
        self._index = index
        self._steps = 0
        info = self._info(False)
        if self._shaped:
            self._start = max(self._distance(), 1)
            self._potential = 0.0
        return self._observe(), info

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
        if self._shaped:
            potential = 1.0 - self._distance() / self._start
            reward += potential - self._potential
            self._potential = potential
        terminated = solved or (self._dead_ends and self._is_lost())
        truncated = not terminated and self._steps >= self.max_steps
        return self._observe(), float(reward), terminated, truncated, self._info(after is None)

    def _is_lost(self) -> bool:
        return self.oracle is not None and self.oracle.ask(self.level).solvable is False

    def _distance(self) -> int:
        """The distance to the goal; that of a dead end, and of what the oracle cannot settle, is the most steps."""
        if self.oracle is None or self.level.solved:
            return 0
        distance = self.oracle.ask(self.level).distance
        return self.max_steps if distance is None else distance

    def _observe(self) -> Any:
        if self._observation == "planes":
            return self.arena.observe(self.level)
        if self._observation == "cells":
            _, rows, cols = self.arena.shape
            cells = np.full((rows, cols), -1, np.int16)
            board = self.level.board
            cells[: board.shape[0], : board.shape[1]] = board
            return cells
        return str(self.level)

    def _info(self, illegal: bool) -> dict[str, Any]:
        info: dict[str, Any] = {
            "action_mask": self.arena.mask(self.level),
            "illegal": illegal,
            "level": self._index,
            "steps": self._steps,
        }
        if self._tells and self.oracle is not None:
            answer = self.oracle.ask(self.level)
            info["distance"] = -1 if answer.distance is None else answer.distance
            info["solvable"] = -1 if answer.solvable is None else int(answer.solvable)
            info["optimal_actions"] = self.oracle.optimal_actions(self.arena, self.level)
        return info

    def render(self) -> Any:
        """The position as text, as an array of colours, or as SVG, as the render mode says."""
        if self.render_mode == "ansi":
            return f"{self.level}\n"
        if self.render_mode == "svg":
            return self.level.svg()
        if self.render_mode == "rgb_array":
            return picture(self.level)
        gymnasium.logger.warn("render() needs a render_mode: ansi, rgb_array or svg")
        return None


def _glyphs(game: str) -> list[str]:
    from .._quadrille import game as game_of

    return game_of(game).glyphs


