"""The oracle: what is true of a position, proved by search."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .._quadrille import Arena, Level, VectorCore

__all__ = ["Answer", "Oracle", "Shaping", "Truth"]


@dataclass(frozen=True)
class Answer:
    """What is known of a position. None: the search could not settle it within its limit."""

    distance: int | None
    """The length of the shortest plan; None also where there is none."""

    solvable: bool | None
    """Whether there is a plan."""


class Oracle:
    """Knows the distances of all positions of a level where these are not too many, and asks the solver about others.

    The positions of a level of the `arena` are explored when one of them is first asked about. `max_nodes` is the limit of each search of
    the solver, whose answers are remembered. It counts positions and not time, so that answers are the same on every machine.

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
        """What is true of a position, which comes of the level with this number where it is not negative."""
        told = self._look_up(level, index)
        if told is not None:
            distance = told[0]
            return Answer(None, False) if distance < 0 else Answer(distance, True)
        known = self._known.get(level)
        if known is not None:
            self._known.move_to_end(level)
            return known
        result = level.solve(max_nodes=self.max_nodes)
        if result.stop == "cancelled":
            raise KeyboardInterrupt
        if result.optimal:
            answer = Answer(result.cost, True)
        elif result.outcome == "unsolvable":
            answer = Answer(None, False)
        else:
            answer = Answer(None, True if result.solved else None)
        self._known[level] = answer
        if len(self._known) > self._remembered:
            self._known.popitem(last=False)
        return answer

    def _look_up(self, level: Level, index: int) -> tuple[int, list[int]] | None:
        """The distance (-1 for a dead end) and the best actions, where the level's positions are known."""
        if self._arena is None or index < 0:
            return None
        if self._core is None:
            self._core = VectorCore(self._arena, 1, 1, "Disabled", 1, (0.0, 0.0, 0.0), False)
        return self._core.ask_position(index, level)

    def optimal_actions(self, arena: Arena, level: Level, index: int = -1) -> list[int]:
        """The actions that some shortest plan begins with; none where no plan is known."""
        told = self._look_up(level, index)
        if told is not None:
            return told[1]
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
    """What is known of the positions of many environments."""

    distance: npt.NDArray[np.int64]
    """The lengths of the shortest plans; -1 where there is none, or it is not known."""

    solvable: npt.NDArray[np.int64]
    """1, 0, or -1 for not known."""

    actions: list[list[int]]
    """The actions that shortest plans begin with; empty where nobody asked for them."""


class Shaping:
    """The potentials of episodes: 0 at the start, 1 at the goal, -1 at a dead end, in between by the share of the way."""

    def __init__(self, count: int = 1) -> None:
        self.start = np.ones(count)
        self.potential = np.zeros(count)

    def begin(self, chosen: npt.NDArray[np.bool_], truth: Truth) -> None:
        """Begins the episodes of the chosen environments."""
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
