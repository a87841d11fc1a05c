"""The engine for any puzzle in Python: states are hashable objects, successors a function.

>>> def pour(jugs):
...     "Jugs of 3 and 5 litres, and a tap."
...     a, b = jugs
...     ab, ba = min(a, 5 - b), min(b, 3 - a)
...     yield "fill A", (3, b)
...     yield "fill B", (a, 5)
...     yield "empty A", (0, b)
...     yield "empty B", (a, 0)
...     yield "A to B", (a - ab, b + ab)
...     yield "B to A", (a + ba, b - ba)
>>> result = bfs((0, 0), pour, lambda jugs: jugs[1] == 4)
>>> result.cost, result.optimal, result.plan[:3]
(6, True, ['fill B', 'B to A', 'empty A'])
>>> astar((0, 0), pour, lambda jugs: jugs[1] != 4, lambda jugs: jugs[1] == 4).cost
6

A successor is a tuple of a move and a state, or of a move, a state and the cost of the move: a whole
number from 0 on. States must be hashable and immutable. The goal is a function of a state, or a
state. The estimate is a function of a state that never exceeds the least cost that is left; None
means that no goal can be reached. Use an estimate that may exceed it with `admissible=False`: then
plans are not proved cheapest.

All functions take the limits `max_time`, `max_nodes` and `max_memory`, and return a `SearchResult`
with `plan`, `states`, `cost`, `optimal`, `lower_bound`, `stop` and `stats`. An exception in one of
your functions ends the search and is raised unchanged. Ctrl-C ends it with a partial result.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar, Union

from . import _quadrille
from ._quadrille import SearchResult

__all__ = [
    "SearchResult",
    "anytime",
    "astar",
    "beam",
    "best",
    "bfs",
    "dfs",
    "greedy",
    "idastar",
    "ids",
    "ordered",
    "solve",
    "ucs",
    "wastar",
]

S = TypeVar("S", bound=Hashable)

Successors = Callable[[S], Iterable[tuple[Any, S] | tuple[Any, S, int]]]
Goal = Union[Callable[[S], object], S]
Estimate = Callable[[S], float | None]


def solve(
    start: S,
    successors: Successors[S],
    goal: Goal[S],
    estimate: Estimate[S] | None = None,
    *,
    algorithm: str = "astar",
    admissible: bool = True,
    consistent: bool = False,
    max_time: float | str | None = None,
    max_nodes: int | str | None = None,
    max_memory: int | str | None = None,
) -> SearchResult:
    """Searches with any algorithm, written as on the command line: 'astar', 'beam(500)', 'wastar(1.5)'.

    >>> solve(1, lambda n: [("double", 2 * n), ("add", n + 1)], 100, algorithm="bfs").cost
    8
    """
    limits = (max_time, max_nodes, max_memory)
    claims = (admissible, consistent)
    functions = (successors, goal, estimate)
    return _quadrille.search(algorithm, start, functions, claims, limits)


def astar(
    start: S, successors: Successors[S], estimate: Estimate[S], goal: Goal[S], **options: Any
) -> SearchResult:
    """A*: the least sum of cost and estimate first. The plan is proved cheapest."""
    return solve(start, successors, goal, estimate, algorithm="astar", **options)


def wastar(
    start: S,
    successors: Successors[S],
    estimate: Estimate[S],
    goal: Goal[S],
    *,
    weight: float = 2,
    **options: Any,
) -> SearchResult:
    """Weighted A*: the plan costs at most `weight` times the least cost."""
    return solve(start, successors, goal, estimate, algorithm=f"wastar({weight:g})", **options)


def greedy(
    start: S, successors: Successors[S], estimate: Estimate[S], goal: Goal[S], **options: Any
) -> SearchResult:
    """Greedy best-first search by the estimate alone: fast, but plans may be long."""
    return solve(start, successors, goal, estimate, algorithm="greedy", **options)


def idastar(
    start: S,
    successors: Successors[S],
    estimate: Estimate[S],
    goal: Goal[S],
    *,
    table: int = 64,
    **options: Any,
) -> SearchResult:
    """Iterative-deepening A*: little memory. `table` is the size of its table of states in MiB."""
    return solve(start, successors, goal, estimate, algorithm=f"idastar({table})", **options)


def beam(
    start: S,
    successors: Successors[S],
    estimate: Estimate[S],
    goal: Goal[S],
    *,
    width: int = 1000,
    **options: Any,
) -> SearchResult:
    """Beam search: keeps the best `width` states of each layer."""
    return solve(start, successors, goal, estimate, algorithm=f"beam({width})", **options)


def anytime(
    start: S,
    successors: Successors[S],
    estimate: Estimate[S],
    goal: Goal[S],
    *,
    weight: float | None = None,
    **options: Any,
) -> SearchResult:
    """Anytime A*: a first plan fast, then better ones, up to the cheapest."""
    algorithm = "anytime" if weight is None else f"anytime({weight:g})"
    return solve(start, successors, goal, estimate, algorithm=algorithm, **options)


def ordered(
    start: S,
    successors: Successors[S],
    estimate: Estimate[S],
    goal: Goal[S],
    *,
    path: float = 1,
    weight: float = 1,
    **options: Any,
) -> SearchResult:
    """Best-first search by a weighted sum of the cost so far (`path`) and the estimate (`weight`)."""
    algorithm = f"ordered(path={path:g},estimate={weight:g})"
    return solve(start, successors, goal, estimate, algorithm=algorithm, **options)


def best(
    start: S,
    successors: Successors[S],
    goal: Goal[S],
    estimate: Estimate[S] | None = None,
    **options: Any,
) -> SearchResult:
    """A cheapest plan with its proof: A* with an estimate, otherwise breadth-first or uniform-cost."""
    return solve(start, successors, goal, estimate, algorithm="best", **options)


def bfs(start: S, successors: Successors[S], goal: Goal[S], **options: Any) -> SearchResult:
    """Breadth-first search: the fewest moves."""
    return solve(start, successors, goal, algorithm="bfs", **options)


def ucs(start: S, successors: Successors[S], goal: Goal[S], **options: Any) -> SearchResult:
    """Uniform-cost search (Dijkstra): the cheapest state first."""
    return solve(start, successors, goal, algorithm="ucs", **options)


def dfs(
    start: S,
    successors: Successors[S],
    goal: Goal[S],
    *,
    depth: int | None = None,
    **options: Any,
) -> SearchResult:
    """Depth-first search: the newest state first."""
    algorithm = "dfs" if depth is None else f"dfs({depth})"
    return solve(start, successors, goal, algorithm=algorithm, **options)


def ids(
    start: S, successors: Successors[S], goal: Goal[S], *, table: int = 64, **options: Any
) -> SearchResult:
    """Iterative deepening: little memory. `table` is the size of its table of states in MiB."""
    return solve(start, successors, goal, algorithm=f"ids({table})", **options)
