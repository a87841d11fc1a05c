"""The oracle: what is true of a position, proved by search."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from .._quadrille import Arena, Level

__all__ = ["Answer", "Oracle", "Shaping"]


@dataclass(frozen=True)
class Answer:
    """What is known of a position. None: the search could not settle it within its limit."""

    distance: int | None
    """The length of the shortest plan; None also where there is none."""

    solvable: bool | None
    """Whether there is a plan."""


class Oracle:
    """Asks the solver, and remembers its answers.

    `max_nodes` is the limit of each search. It counts positions and not time, so that answers are the same on every machine.

    >>> from quadrille import Level
    >>> oracle = Oracle()
    >>> oracle.ask(Level("r . .\\n. . .\\n. . R"))
    Answer(distance=2, solvable=True)
    """

    def __init__(self, max_nodes: int = 1_000_000, remembered: int = 100_000) -> None:
        self.max_nodes = max_nodes
        self._remembered = remembered
        self._known: OrderedDict[Level, Answer] = OrderedDict()

    def ask(self, level: Level) -> Answer:
        """What is true of a position."""
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

    def info(self, arena: Arena, level: Level) -> dict[str, Any]:
        """The answer as entries of an environment's `info`."""
        answer = self.ask(level)
        return {
            "distance": -1 if answer.distance is None else answer.distance,
            "solvable": -1 if answer.solvable is None else int(answer.solvable),
            "optimal_actions": self.optimal_actions(arena, level),
        }

    def optimal_actions(self, arena: Arena, level: Level) -> list[int]:
        """The actions that some shortest plan begins with; none where no plan is known."""
        here = self.ask(level).distance
        if not here:
            return []
        actions = []
        for move in level.moves():
            if self.ask(level.play(move)).distance == here - 1:
                actions.append(arena.action(move))
        return actions


class Shaping:
    """The potential of an episode: 0 at the start, 1 at the goal, -1 at a dead end, in between by the share of the way."""

    def __init__(self) -> None:
        self.start = 1
        self.potential = 0.0

    def begin(self, answer: Answer) -> None:
        """Begins with the answer for the level."""
        self.start = max(answer.distance or 1, 1)
        self.potential = 0.0

    def step(self, answer: Answer) -> float:
        """The reward of a step to the position of this answer."""
        before = self.potential
        if answer.solvable is False:
            self.potential = -1.0
        elif answer.distance is not None:
            self.potential = max(1.0 - answer.distance / self.start, -1.0)
        return self.potential - before
