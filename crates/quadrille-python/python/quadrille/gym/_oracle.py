"""The oracle: proved facts about positions."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .._quadrille import Arena, Level, VectorCore
from ..errors import LevelError

__all__ = ["Answer", "Oracle", "Shaping", "Truth"]


@dataclass(frozen=True)
class Answer:
    """Facts about a position. None: unknown, because the search reached its limit."""

    distance: int | None
    """The length of the shortest plan; None also if there is none."""

    solvable: bool | None
    """True if there is a plan."""


class Oracle:
    """Looks up distances in tables of all positions of a level, and uses the solver for others.

    The positions of a level of the `arena` are explored on first use, if there are not too many.
    `max_nodes` limits each search of the solver, whose answers are cached. It counts positions and
    not time, so that answers are the same on every machine.

    >>> from quadrille import Level
    >>> oracle = Oracle()
    >>> oracle.ask(Level("r . .\\n. . .\\n. . R"))
    Answer(distance=2, solvable=True)
    """

    def __init__(
        self, max_nodes: int = 1_000_000, remembered: int = 100_000, arena: Arena | None = None
    ) -> None:
        self.max_nodes = max_nodes
        self._remembered = remembered
        self._known: OrderedDict[Level, Answer] = OrderedDict()
        self._arena = arena
        self._core: VectorCore | None = None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_core": None}

    def ask(self, level: Level, index: int = -1) -> Answer:
        """The facts about a position; `index` is that of its level in the arena, if not negative."""
        entry = self._look_up(level, index)
        if entry is not None:
            distance = entry[0]
            return Answer(None, False) if distance < 0 else Answer(distance, True)
        known = self._known.get(level)
        if known is not None:
            self._known.move_to_end(level)
            return known
        answer = self._solve(level)
        self._known[level] = answer
        if len(self._known) > self._remembered:
            self._known.popitem(last=False)
        return answer

    def _solve(self, level: Level) -> Answer:
        try:
            result = level.solve(max_nodes=self.max_nodes)
        except LevelError:
            # Nothing can be proved where the rules draw random numbers or do not end.
            return Answer(None, None)
        if result.stop == "cancelled":
            raise KeyboardInterrupt
        if result.optimal:
            return Answer(result.cost, True)
        if result.outcome == "unsolvable":
            return Answer(None, False)
        return Answer(None, True if result.solved else None)

    def _look_up(self, level: Level, index: int) -> tuple[int, list[int]] | None:
        """The distance (-1 for a dead end) and the best actions, if the level has a table."""
        if self._arena is None or index < 0:
            return None
        if self._core is None:
            self._core = VectorCore(self._arena, 1, 1, "Disabled", 1, (0.0, 0.0, 0.0), False)
        return self._core.ask_position(index, level)

    def optimal_actions(self, arena: Arena, level: Level, index: int = -1) -> list[int]:
        """The first actions of all shortest plans; empty if no plan is known."""
        entry = self._look_up(level, index)
        if entry is not None:
            return entry[1]
        here = self.ask(level).distance
        if not here:
            return []
        actions = []
        for move in level.moves():
            if self.ask(level.play(move)).distance == here - 1:
                actions.append(arena.action(move))
        return sorted(actions)


@dataclass
class Truth:
    """Facts about the positions of many environments."""

    distance: npt.NDArray[np.int64]
    """The lengths of the shortest plans; -1 if there is none, or it is unknown."""

    solvable: npt.NDArray[np.int64]
    """1, 0, or -1 for unknown."""

    actions: list[list[int]]
    """The first actions of shortest plans; empty unless requested."""


class Shaping:
    """Potentials for reward shaping: 0 at the start, 1 at the goal, linear in between, -1 at dead ends."""

    def __init__(self, count: int = 1) -> None:
        self.start = np.ones(count)
        self.potential = np.zeros(count)

    def begin(self, chosen: npt.NDArray[np.bool_], truth: Truth) -> None:
        """Starts the episodes of the chosen environments."""
        self.start[chosen] = np.maximum(truth.distance[chosen], 1)
        self.potential[chosen] = 0.0

    def step(self, chosen: npt.NDArray[np.bool_], truth: Truth) -> npt.NDArray[np.float64]:
        """The rewards of a step of the chosen environments."""
        shares = np.maximum(1.0 - truth.distance / self.start, -1.0)
        after = np.where(truth.distance >= 0, shares, self.potential)
        after = np.where(truth.solvable == 0, -1.0, after)
        gains = np.where(chosen, after - self.potential, 0.0)
        self.potential = np.where(chosen, after, self.potential)
        return gains
