"""Solving many levels, and comparing methods on one."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

from . import _quadrille
from ._progress import Progress, listener
from ._quadrille import Level, Result
from ._show import summary

__all__ = ["Comparison", "Results", "compare", "solve_many"]


def frame(rows: list[dict[str, Any]], library: str | None) -> Any:
    """Converts rows to a data frame of pandas or polars: the named or the installed one."""
    for name in [library] if library else ["pandas", "polars"]:
        if name not in ("pandas", "polars"):
            raise ValueError(f"unknown library '{name}': use 'pandas' or 'polars'")
        try:
            module = __import__(name)
        except ImportError:
            continue
        return module.DataFrame(rows)
    raise ImportError(f"install {library or 'pandas or polars'} for data frames")


class Results(Sequence[Result]):
    """A sequence of results; a table in notebooks, a data frame with `frame()`."""

    def __init__(self, results: Iterable[Result]) -> None:
        self._results = list(results)

    @overload
    def __getitem__(self, key: int) -> Result: ...

    @overload
    def __getitem__(self, key: slice) -> Results: ...

    def __getitem__(self, key: int | slice) -> Result | Results:
        if isinstance(key, slice):
            return Results(self._results[key])
        return self._results[key]

    def __len__(self) -> int:
        return len(self._results)

    def __iter__(self) -> Iterator[Result]:
        return iter(self._results)

    def rows(self) -> list[dict[str, Any]]:
        """One dictionary per result."""
        return [result.as_dict() for result in self._results]

    def frame(self, library: str | None = None) -> Any:
        """A data frame of 'pandas' or 'polars': the named one, or the first that is installed."""
        return frame(self.rows(), library)

    def __repr__(self) -> str:
        solved = sum(result.solved for result in self._results)
        proved = sum(result.proved for result in self._results)
        return f"<{type(self).__name__}: {len(self)}, {solved} solved, {proved} proved>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in ("level", "method", "result", "expanded", "s"))
        lines = []
        for index, result in enumerate(self._results):
            name = result.level.name or str(index)
            stats = result.stats
            texts = [name, result.method, summary(result), f"{stats.expanded:,}", f"{stats.seconds:.3g}"]
            lines.append("".join(f"<td>{html.escape(text)}</td>" for text in texts))
        body = "".join(f"<tr>{line}</tr>" for line in lines)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Comparison(Results):
    """The results of several methods on one level."""

    def svg(self) -> str:
        """A chart of moves, expanded positions and time of every method."""
        name = self._results[0].level.name if self._results else None
        return _quadrille.comparison_svg(name or "Methods compared", list(self._results))

    def _repr_html_(self) -> str:
        return self.svg() + super()._repr_html_()


def solve_many(
    levels: Iterable[Level],
    algorithm: str = "best",
    heuristic: str | None = None,
    *,
    max_time: float | str | None = None,
    max_nodes: int | str | None = None,
    max_memory: int | str | None = None,
    jobs: int | None = None,
    progress: Progress = False,
) -> Results:
    """Solves levels in parallel, by default on all cores; the limits are per level.

    The results are in the order of the levels. `progress=True` shows a bar; a function receives
    `(done, total)`. Ctrl-C ends it with partial results: unsolved levels are 'unknown', and their
    `stop` is 'cancelled'.

    >>> from quadrille import pack
    >>> results = solve_many(pack("classics").of("tiles")[:3])
    >>> [result.proved for result in results]
    [True, True, True]
    """
    report = listener(progress, "levels")
    limits = (max_time, max_nodes, max_memory)
    return Results(_quadrille.solve_many(list(levels), algorithm, heuristic, limits, jobs, report))


def compare(
    level: Level,
    methods: Iterable[str] | None = None,
    *,
    max_time: float | str | None = "10s",
    max_nodes: int | str | None = None,
    max_memory: int | str | None = "1GiB",
    progress: Progress = False,
) -> Comparison:
    """Runs methods on a level one after the other; by default all of the game.

    >>> from quadrille import Level
    >>> comparison = compare(Level("r . .\\n. . .\\n. . R"), ["bfs", "astar with relaxed"])
    >>> [(result.method, result.cost) for result in comparison]
    [('bfs', 2), ('astar with relaxed', 2)]
    """
    report = listener(progress, "methods")
    chosen = None if methods is None else list(methods)
    limits = (max_time, max_nodes, max_memory)
    return Comparison(_quadrille.compare(level, chosen, limits, report))
