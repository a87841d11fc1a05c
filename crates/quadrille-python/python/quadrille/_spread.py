"""Making levels on many processes: the same levels as on one."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from . import _quadrille
from ._quadrille import Candidates, Level
from ._workers import Workers

__all__ = ["gather", "hardest_of"]

SECONDS = 5.0
"""How long a batch of candidates should take: long beside what it costs to send, short beside what may be made in vain."""

FIRST, MOST = 16, 20_000
"""The first batches have so many candidates, and none has more."""

LOST = 20
"""After so many batches that were lost with their workers, something is wrong."""

Asked = dict[str, object]
Args = tuple[Any, ...]
Tell = Callable[[int, int], object] | None


def make_candidates(game: str, asked: Asked, first: int, count: int) -> tuple[list[str], float]:
    """What came of some candidates, and how long it took."""
    started = time.perf_counter()
    return _quadrille.make_candidates(game, asked, first, count), time.perf_counter() - started


def climb(game: str, asked: Asked, steps: int, number: int) -> tuple[Level | None, int]:
    """The hardest level of one climb, and how many boards were looked at."""
    return _quadrille.hardest(game, (steps, number, 1), asked, (None, 1), None)


def _each(
    workers: Workers, calls: Iterator[Args], function: Callable[..., Any], enough: Callable[[], bool]
) -> Iterator[tuple[Args, Any]]:
    """Makes calls until there are enough answers: the arguments of each with its answer, in the order of the calls.

    A call that is lost with its worker is made again.
    """
    running: dict[Any, tuple[int, Args]] = {}
    again: deque[tuple[int, Args]] = deque()
    answers: dict[int, tuple[Args, Any]] = {}
    sent, due, lost, is_over = 0, 0, 0, False
    while True:
        # One call more than workers: nobody waits for the driver.
        while not is_over and len(running) < workers.workers + 1:
            if again:
                number, args = again.popleft()
            else:
                following = next(calls, None)
                if following is None:
                    break
                number, args, sent = sent, following, sent + 1
            running[workers.send(function, *args)] = (number, args)
        if not running:
            return
        for handle, answer in workers.done(list(running)):
            number, args = running.pop(handle)
            if isinstance(answer, Exception):
                lost += 1
                if lost > LOST:
                    raise answer
                again.append((number, args))
            else:
                answers[number] = (args, answer)
        while due in answers:
            yield answers.pop(due)
            due += 1
        if enough():
            workers.stop()
            return


def gather(
    game: str, asked: Asked, candidates: Candidates, count: int, workers: Workers, tell: Tell
) -> None:
    """Lets candidates be made until there are enough levels."""
    pace = [0.0]

    def batches() -> Iterator[Args]:
        first = 0
        while True:
            size = FIRST if pace[0] == 0.0 else max(1, min(int(SECONDS / pace[0]), MOST))
            yield game, asked, first, size
            first += size

    with workers:
        try:
            for (_, _, _, size), (made, took) in _each(workers, batches(), make_candidates, lambda: candidates.is_done):
                pace[0] = max(took / size, 1e-6)
                for sent in made:
                    candidates.take(sent)
                if tell is not None:
                    tell(candidates.found, count)
        except KeyboardInterrupt:
            # What was found is kept.
            workers.stop()


def hardest_of(
    game: str, asked: Asked, climbing: tuple[int, int], workers: Workers, tell: Tell
) -> tuple[Level | None, int]:
    """The hardest level of all climbs, and how many boards were looked at."""
    steps, climbs = climbing
    best: Level | None = None
    rated, done = 0, 0

    def rank(level: Level | None) -> tuple[int, int]:
        return (-1, -1) if level is None else (level.optimal or 0, level.difficulty or 0)

    calls = iter([(game, asked, steps, number) for number in range(climbs)])
    with workers:
        for _, (level, looked_at) in _each(workers, calls, climb, lambda: False):
            rated, done = rated + looked_at, done + 1
            if rank(level) > rank(best):
                best = level
            if tell is not None:
                tell(done, climbs)
    return best, rated
