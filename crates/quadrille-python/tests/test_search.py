"""The engine on Python objects."""

from __future__ import annotations

import _thread
import heapq
import random
import threading
from collections.abc import Iterator

import pytest

import quadrille
from quadrille import search

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
Board = tuple[int, ...]


def slides(board: Board) -> Iterator[tuple[int, Board]]:
    hole = board.index(0)
    row, col = divmod(hole, 3)
    for step, fits in ((-1, col > 0), (1, col < 2), (-3, row > 0), (3, row < 2)):
        if fits:
            cells = list(board)
            cells[hole], cells[hole + step] = cells[hole + step], 0
            yield board[hole + step], tuple(cells)


def manhattan(board: Board) -> int:
    places = ((at, (tile - 1)) for at, tile in enumerate(board) if tile)
    return sum(abs(a // 3 - b // 3) + abs(a % 3 - b % 3) for a, b in places)


def plain_astar(start: Board) -> int:
    """Textbook A*."""
    best, queue = {start: 0}, [(manhattan(start), 0, start)]
    while queue:
        _, cost, board = heapq.heappop(queue)
        if board == GOAL:
            return cost
        if cost > best[board]:
            continue
        for _, after in slides(board):
            if cost + 1 < best.get(after, 10**9):
                best[after] = cost + 1
                heapq.heappush(queue, (cost + 1 + manhattan(after), cost + 1, after))
    raise AssertionError("there is a plan")


def shuffled(seed: int, steps: int = 40) -> Board:
    chance, board = random.Random(seed), GOAL
    for _ in range(steps):
        board = chance.choice([after for _, after in slides(board)])
    return board


@pytest.mark.parametrize("seed", range(4))
def test_algorithms_agree_with_a_plain_one(seed: int) -> None:
    start = shuffled(seed)
    least = plain_astar(start)
    for info in quadrille.algorithms():
        estimate = manhattan if info.uses_heuristic or info.name == "best" else None
        result = search.solve(start, slides, GOAL, estimate, algorithm=info.name)
        if info.optimality != "never":
            assert result.optimal and result.cost == least == result.lower_bound, info.name
        assert result.plan is not None and result.cost == len(result.plan) >= least
        here = start
        for move, state in zip(result.plan, result.states[1:], strict=True):
            assert (move, state) in list(slides(here))
            here = state
        assert here == GOAL


def test_every_function_searches() -> None:
    start = shuffled(1, 20)
    for find in (search.astar, search.wastar, search.greedy, search.idastar, search.beam, search.anytime, search.ordered):
        assert find(start, slides, manhattan, GOAL).states[-1] == GOAL
    for blind in (search.bfs, search.ucs, search.ids, search.best):
        assert blind(start, slides, GOAL).cost == plain_astar(start)
    assert search.dfs(start, slides, GOAL, depth=20).solved
    assert search.beam(start, slides, manhattan, GOAL, width=50).algorithm == "beam(50)"


def test_costs_count() -> None:
    roads = {"a": [("b", 7), ("c", 2)], "b": [("d", 1)], "c": [("b", 3), ("d", 9)], "d": []}
    successors = lambda town: [((town, to), to, cost) for to, cost in roads[town]]
    result = search.ucs("a", successors, "d")
    assert result.cost == 6 and result.states == ["a", "c", "b", "d"] and result.optimal
    assert search.astar("a", successors, lambda town: {"a": 5, "d": 0}.get(town, 1), "d").cost == 6
    assert search.bfs("d", successors, "a").outcome == "unsolvable"


def test_limits_and_dead_ends() -> None:
    endless = lambda n: [("+", n + 1), ("d", 2 * n)]
    result = search.bfs(1, endless, lambda n: False, max_nodes=500)
    assert (result.outcome, result.stop, result.stats.expanded) == ("unknown", "nodes", 500)
    assert search.bfs(1, endless, lambda n: False, max_time="100ms").stop == "time"
    assert search.bfs(1, endless, lambda n: False, max_memory="1MiB").stop == "memory"
    # None means a dead end.
    assert search.astar(1, endless, lambda n: None if n > 50 else 0, 1000).outcome == "unsolvable"


def test_exceptions_are_raised_unchanged() -> None:
    class Broken(Exception):
        pass

    def broken(n: int) -> object:
        if n > 100:
            raise Broken("no further")
        return [("+", n + 1)]

    with pytest.raises(Broken, match="no further"):
        search.bfs(1, broken, 1000)  # type: ignore[arg-type]
    with pytest.raises(Broken):
        search.astar(1, lambda n: [("+", n + 1)], lambda n: broken(n) and 0, 1000)  # type: ignore[arg-type]
    with pytest.raises(Broken):
        search.bfs(1, lambda n: [("+", n + 1)], lambda n: not broken(n))
    with pytest.raises(TypeError, match="unhashable"):
        search.bfs([1], lambda n: [("+", n + [1])], lambda n: False)  # type: ignore[type-var]
    with pytest.raises(TypeError, match="a tuple of a move, a state"):
        search.bfs(1, lambda n: [n + 1], 5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="whole number"):
        search.bfs(1, lambda n: [("+", n + 1, -1)], 5)
    with pytest.raises(quadrille.MethodError, match="did you mean"):
        search.solve(1, lambda n: [], 5, algorithm="astr")
    with pytest.raises(ValueError, match="not a number"):
        search.astar(1, lambda n: [("+", n + 1)], lambda n: float("nan"), 9)

    class Odd:
        def __hash__(self) -> int:
            return 1

        def __eq__(self, other: object) -> bool:
            raise Broken("equality")

    with pytest.raises(Broken, match="equality"):
        search.bfs(Odd(), lambda n: [("x", Odd())], lambda n: False)


def test_overestimates_prove_nothing() -> None:
    start = shuffled(2)
    result = search.astar(start, slides, lambda board: 3 * manhattan(board), GOAL, admissible=False)
    assert result.solved and not result.optimal


def test_ctrl_c_ends_it_with_a_partial_result() -> None:
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    result = search.bfs(1, lambda n: [("+", n + 1), ("d", 2 * n)], lambda n: False, max_time="60s")
    timer.join()
    assert result.stop == "cancelled" and result.stats.expanded > 0
