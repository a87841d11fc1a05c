"""The designer's desk: a level seen as a whole, its map, and the levels near it.

>>> from quadrille import pack, desk
>>> level = pack("classics")["stopper"]
>>> report = desk.inspect(level)
>>> report.optimum, report.plans, report.positions["dead"]
(5, 1, 39)
>>> print(report.sentences[0])
The shortest solution has 5 moves: R D R U L.

Every value is proved by a search; one that a limit kept it from finding is None.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import _quadrille
from ._quadrille import Level

__all__ = ["Forbidden", "Map", "Remedy", "Report", "Variation", "forbid", "inspect", "map", "sheet", "vary"]


@dataclass(frozen=True)
class Report:
    """What a designer wants to know of a level. `print(report)` says it in sentences."""

    sentences: list[str]
    """The report in plain English, the most important first."""
    solvable: bool | None
    optimum: int | None
    """The length of the shortest plans, proved."""
    plans: int | None
    """How many there are, up to the order of moves that do not depend on each other."""
    solutions: list[list[str]]
    other_ways: list[dict[str, Any]]
    """Plans that are a little longer and take another way: `plan`, `extra` and `shared`."""
    positions: dict[str, int] | None
    """`all`, `solved`, `dead`, `points_of_no_return` and `returning`."""
    reached: int
    stop: str | None
    first_irreversible: int | None
    irreversible: list[dict[str, Any]]
    losing: list[dict[str, Any]]
    """The earliest moves that lose the level: `after`, `move` and `loses`."""
    traps: list[dict[str, Any]]
    trap_count: int | None
    forced: list[dict[str, int]]
    useless: dict[str, Any] | None
    """Pieces and walls without effect: `things` and `unsettled`."""
    rating: dict[str, Any] | None
    open: list[str]
    """The questions that were not answered within the limits: `optimum`, `plans`, `other-ways`,
    `dead-ends`, `traps`, `useless`, `rating`."""

    def __str__(self) -> str:
        return "\n".join(self.sentences)


@dataclass(frozen=True)
class Map:
    """Every position of a level by its distances, or a sample along a plan. Position 0 is the start."""

    sentences: list[str]
    optimum: int | None
    positions: int
    """How many positions of the level it stands for."""
    sampled: bool
    depths: list[int]
    distances: list[int | None]
    marks: list[int]
    """A sum: 1 on a shortest plan, 2 solved, 4 with a move to a dead position, 8 dead."""
    weights: list[int]
    """How many positions each stands for that differ by turning and mirroring alone."""
    moves: list[str]
    steps: list[tuple[int, int]]
    """The moves of all shortest plans: from which position to which."""
    places: list[tuple[int, int]]
    size: tuple[int, int]
    rows: list[tuple[int | None, int]]
    column: int
    origins: list[tuple[int, int]] = field(repr=False)
    """The position before each on the way from the start, and the number of the move between them."""
    svg: str = field(repr=False)
    """The map as a picture."""

    def way_to(self, position: int) -> list[str]:
        """The moves that lead to a position from the start."""
        way = []
        while position:
            position, move = self.origins[position]
            way.append(self.moves[move])
        return way[::-1]

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Map: {len(self.depths)} of {self.positions} positions, optimum {self.optimum}>"


@dataclass(frozen=True)
class Variation:
    """A neighbour of a level, with a proved shortest plan."""

    level: Level
    goal: str
    """'harder', 'easier', 'unique', 'smaller', 'mirrored', 'alike' or 'solvable'."""
    what: str
    """What changed, in words."""
    whole: str | None
    """What happened to the board as a whole."""
    changes: list[dict[str, Any]]
    """The cells that changed: `row`, `col`, `before` and `after`."""
    plan: list[str]
    rating: dict[str, Any]


@dataclass(frozen=True)
class Remedy:
    """A change after which a plan does not work and another one does."""

    level: Level
    changes: list[dict[str, Any]]
    optimum: int
    kept: int
    """How many of the other shortest plans still work."""
    others: int


@dataclass(frozen=True)
class Forbidden:
    """The changes that forbid a plan, those first that change the least of everything else."""

    orders: int
    """How many orders of its moves count as the same plan; all of them are forbidden."""
    remedies: list[Remedy]
    unsettled: int
    """How many changes that break the plan were not settled within the limits."""


def inspect(
    level: Level,
    *,
    max_time: float | str | None = "2s",
    max_nodes: int | str | None = "1M",
    max_memory: int | str | None = None,
) -> Report:
    """The report of a level. `max_nodes` bounds the positions that are looked at, `max_time` the search for useless things.

    >>> print(inspect(Level("r . .\\n. . .\\n. . R")).sentences[0])
    The shortest solution has 2 moves: D R.
    """
    text, sentences = _quadrille.inspect(level, (max_time, max_nodes, max_memory))
    return Report(sentences=sentences, **json.loads(text))


def map(
    level: Level,
    *,
    max_time: float | str | None = None,
    max_nodes: int | str | None = "1M",
    max_memory: int | str | None = None,
) -> Map:
    """The map of a level: all its positions, or a sample along a plan when there are more than `max_nodes`.

    >>> drawn = map(Level("r . .\\n. . .\\n. . R"))
    >>> drawn
    <Map: 3 of 4 positions, optimum 2>
    >>> drawn.way_to(2)
    ['D', 'R']
    """
    text, sentences, svg = _quadrille.draw_map(level, (max_time, max_nodes, max_memory))
    fields = json.loads(text)
    fields["origins"] = list(zip(fields.pop("from"), fields.pop("by")))
    for name in ("steps", "places", "rows"):
        fields[name] = [tuple(pair) for pair in fields[name]]
    fields["size"] = tuple(fields["size"])
    return Map(sentences=sentences, svg=svg, **fields)


def vary(level: Level, count: int = 20, *, max_time: float | str | None = "5s") -> list[Variation]:
    """Neighbours of a level: harder, easier, smaller, mirrored, or with one solution. Each is solved with proof and rated.

    >>> found = vary(Level("r . .\\n. . .\\n. . R"), 5)
    >>> len(found), all(variation.level.solve().cost == len(variation.plan) for variation in found)
    (5, True)
    """
    text, levels = _quadrille.vary(level, count, (max_time, None, None))
    return [Variation(level=one, **_without_code(fields)) for one, fields in zip(levels, json.loads(text))]


def forbid(
    level: Level, plan: str | list[str], count: int = 10, *, max_time: float | str | None = "5s"
) -> Forbidden:
    """The smallest changes (a wall, a goal or a piece) after which a plan does not work and another one does.

    >>> from quadrille import pack
    >>> found = forbid(pack("classics")["stopper"], "R D R U L")
    >>> found.remedies[0].changes
    [{'row': 3, 'col': 2, 'before': 'wall', 'after': 'floor'}]
    """
    text, levels = _quadrille.forbid(level, plan, count, (max_time, None, None))
    fields = json.loads(text)
    fields["remedies"] = [
        Remedy(level=one, **_without_code(remedy)) for one, remedy in zip(levels, fields["remedies"])
    ]
    return Forbidden(**fields)


def sheet(
    levels: Iterable[Level], path: str | os.PathLike[str], *, columns: int = 2, title: str | None = None
) -> list[Path]:
    """Draws levels on pages of A4, with the known solutions at the end, and returns the files written.

    A path that ends with `.pdf` becomes one file. SVG pages are `sheet-1.svg`, `sheet-2.svg` and so on.

    >>> import tempfile, pathlib
    >>> from quadrille import pack
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> [file.name for file in sheet(pack("classics"), folder / "classics.pdf", columns=3)]
    ['classics.pdf']
    """
    path, levels = Path(path), list(levels)
    if columns < 1:
        raise ValueError("at least one level per row is needed")
    title = path.stem if title is None else title
    if path.suffix.lower() == ".pdf":
        path.write_bytes(_quadrille.sheet_pdf(title, levels, columns))
        return [path]
    if path.suffix.lower() != ".svg":
        raise ValueError(f"a sheet is a file that ends with .pdf or .svg, not '{path.name}'")
    pages = _quadrille.sheet_svg(title, levels, columns)
    files = [path.with_name(f"{path.stem}-{number}.svg") for number in range(1, len(pages) + 1)]
    if len(pages) == 1:
        files = [path]
    for file, page in zip(files, pages, strict=True):
        file.write_text(page, encoding="utf-8")
    return files


def _without_code(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name != "code"}
