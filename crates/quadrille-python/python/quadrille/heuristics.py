"""Checks whether a heuristic is admissible, against proved distances."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ._quadrille import Level
from .levels import Levels, generate
from .solving import solve_many

__all__ = ["HeuristicCheck", "check_heuristic"]

SLACK = 1e-9
"""The tolerance for an estimate above the distance."""


@dataclass(frozen=True)
class HeuristicCheck:
    """The result of the check of a heuristic."""

    checked: int
    """The number of positions examined."""

    admissible: bool
    """True if no estimate was above the proved distance."""

    consistent: bool
    """True if no estimate fell by more than 1 along a move."""

    counterexample: Level | None
    """The position with too high an estimate that is nearest to its goal."""

    estimate: float | None
    """The estimate for it."""

    distance: int | None
    """Its proved distance."""

    inconsistent: tuple[Level, str] | None
    """A position, and a move along which the estimate falls by more than 1."""

    def __str__(self) -> str:
        if not self.admissible:
            return (
                f"not admissible: it estimates {self.estimate:g} where {self.distance} moves are enough "
                f"({self.checked} positions checked)"
            )
        consistent = "and consistent" if self.consistent else "but not consistent"
        return f"admissible {consistent} on all of {self.checked} positions"


def check_heuristic(
    heuristic: str | Callable[[Level], float],
    levels: Iterable[Level] | str,
    *,
    positions: int = 500,
    max_nodes: int = 1_000_000,
    jobs: int | None = None,
) -> HeuristicCheck:
    """Compares a heuristic with the proved distance of up to `positions` positions of each level.

    The heuristic is a function of a position, or the name of a built-in one. `levels` can be the
    name of a game, for twenty small generated levels. Positions without a plan are left out: there
    any estimate is correct.

    >>> check = check_heuristic("manhattan", "tiles", positions=50)
    >>> check.admissible, check.distance < check.estimate
    (False, True)
    >>> check_heuristic("relaxed", "tiles", positions=50).admissible
    True
    """
    if isinstance(levels, str):
        levels = generate(levels, 20, moves="2..6", seed=1)
    estimate_of: Callable[[Level], float]
    if isinstance(heuristic, str):
        name = heuristic
        estimate_of = lambda position: position.estimate(name)
    else:
        estimate_of = heuristic
    steps: dict[Level, list[tuple[str, Level]]] = {}
    for level in levels:
        _walk(level, positions, steps)
    estimates = {position: 0.0 if position.solved else float(estimate_of(position)) for position in steps}
    known = solve_many(Levels(steps), max_nodes=max_nodes, jobs=jobs)
    worst: tuple[int, Level] | None = None
    checked = 0
    for position, result in zip(steps, known):
        if not result.optimal or result.cost is None:
            continue
        checked += 1
        if estimates[position] > result.cost + SLACK and (worst is None or result.cost < worst[0]):
            worst = (result.cost, position)
    jump = next(
        (
            (position, move)
            for position, following in steps.items()
            for move, after in following
            if after in estimates and estimates[position] - estimates[after] > 1 + SLACK
        ),
        None,
    )
    return HeuristicCheck(
        checked=checked,
        admissible=worst is None,
        consistent=jump is None,
        counterexample=None if worst is None else worst[1],
        estimate=None if worst is None else estimates[worst[1]],
        distance=None if worst is None else worst[0],
        inconsistent=jump,
    )


def _walk(start: Level, most: int, steps: dict[Level, list[tuple[str, Level]]]) -> None:
    """Adds the positions of a level in breadth-first order, with the moves from each."""
    waiting, seen = [start], {start}
    for here in waiting:
        if len(seen) >= most and here in steps:
            continue
        following = []
        if not here.solved:
            for move in here.moves():
                after = here.play(move)
                following.append((move, after))
                if after not in seen and len(seen) < most:
                    seen.add(after)
                    waiting.append(after)
        steps[here] = following
