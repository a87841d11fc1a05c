"""A* on Python objects, compared with networkx, simpleai and a plain A* on the 8-puzzle, in one run.

    pip install crates/quadrille-python networkx simpleai
    python crates/quadrille-python/benches/search.py

All use the same functions for slides and distance. networkx needs the whole graph first; the time
to make it is shown separately. Packages that are not installed are left out.
"""

from __future__ import annotations

import heapq
import itertools
import random
import time
from collections.abc import Callable, Iterator

from quadrille import search

Board = tuple[int, ...]
GOAL: Board = (1, 2, 3, 4, 5, 6, 7, 8, 0)

NEAR = [
    [to for to, fits in ((at - 1, at % 3 > 0), (at + 1, at % 3 < 2), (at - 3, at > 2), (at + 3, at < 6)) if fits]
    for at in range(9)
]
FAR = [
    [0 if not tile else abs(at // 3 - (tile - 1) // 3) + abs(at % 3 - (tile - 1) % 3) for tile in range(9)]
    for at in range(9)
]


def slides(board: Board) -> Iterator[tuple[int, Board]]:
    hole = board.index(0)
    for place in NEAR[hole]:
        cells = list(board)
        cells[hole], cells[place] = cells[place], 0
        yield board[place], tuple(cells)


def distance(board: Board) -> int:
    return sum(FAR[at][tile] for at, tile in enumerate(board))


def ours(start: Board) -> int:
    cost = search.astar(start, slides, distance, GOAL, consistent=True).cost
    assert cost is not None
    return cost


def plain(start: Board) -> int:
    """Textbook A*: a heap and a dictionary."""
    best, queue, tick = {start: 0}, [(distance(start), 0, 0, start)], itertools.count(1)
    while queue:
        _, _, cost, board = heapq.heappop(queue)
        if board == GOAL:
            return cost
        if cost > best[board]:
            continue
        for _, after in slides(board):
            if cost + 1 < best.get(after, 1000):
                best[after] = cost + 1
                heapq.heappush(queue, (cost + 1 + distance(after), -next(tick), cost + 1, after))
    raise AssertionError


def with_simpleai() -> Callable[[Board], int] | None:
    try:
        from simpleai.search import SearchProblem, astar  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        return None

    class Slides(SearchProblem):  # type: ignore[misc, unused-ignore]
        def actions(self, state: Board) -> list[Board]:
            return [after for _, after in slides(state)]

        def result(self, state: Board, action: Board) -> Board:
            return action

        def is_goal(self, state: Board) -> bool:
            return state == GOAL

        def heuristic(self, state: Board) -> int:
            return distance(state)

    return lambda start: astar(Slides(start), graph_search=True).cost  # type: ignore[no-any-return, unused-ignore]


def with_networkx() -> Callable[[Board], int] | None:
    try:
        import networkx  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        return None
    started = time.process_time()
    graph = networkx.Graph()
    waiting, seen = [GOAL], {GOAL}
    while waiting:
        board = waiting.pop()
        for _, after in slides(board):
            graph.add_edge(board, after)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    print(f"networkx: the graph of {len(seen):,} states took {time.process_time() - started:.1f} s")
    return lambda start: len(networkx.astar_path(graph, start, GOAL, lambda a, b: distance(a))) - 1


def main() -> None:
    chance = random.Random(1)
    boards = []
    for _ in range(20):
        board: Board = GOAL
        for _ in range(200):
            board = chance.choice([after for _, after in slides(board)])
        boards.append(board)
    everybody: list[tuple[str, Callable[[Board], int] | None]] = [
        ("quadrille.search.astar", ours),
        ("plain Python A*", plain),
        ("simpleai", with_simpleai()),
        ("networkx", with_networkx()),
    ]
    for name, solve in everybody[1:]:
        if solve is None:
            continue
        # simpleai takes seconds per board: a few are enough.
        some = boards[:2] if name == "simpleai" else boards
        times = [float("inf"), float("inf")]
        for _ in range(1 if name == "simpleai" else 5):
            # Alternating, so that other load affects both.
            for number, method in enumerate((ours, solve)):
                started = time.process_time()
                costs = [method(board) for board in some]
                times[number] = min(times[number], time.process_time() - started)
                assert costs == [ours(board) for board in some] or method is ours
        mine, other = (1000 * seconds / len(some) for seconds in times)
        print(f"{name:18} {other:9.1f} ms a board; quadrille.search.astar {mine:6.1f} ms: {other / mine:5.1f} times as fast")


if __name__ == "__main__":
    main()
