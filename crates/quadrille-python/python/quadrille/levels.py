"""Reading and generating levels."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import overload

from . import _quadrille
from ._progress import Progress, listener
from ._quadrille import Level
from ._show import gallery_html
from .errors import PackError, ShortageError, SpecError

__all__ = ["Levels", "generate", "hardest", "load", "pack", "packs", "read", "save"]

Span = int | tuple[int | None, int | None] | str
"""A range: 8, (8, 12), (8, None) for at least 8, or a text such as '8..12', '8..' or '..12'."""

Size = str | tuple[int, int]
"""Rows and columns: '6x8' or (6, 8)."""

MANY = 2**32 - 1


class Levels(Sequence[Level]):
    """A sequence of levels, indexed by number or by name.

    >>> classics = pack("classics")
    >>> classics["twins"].optimal
    6
    >>> classics[0] is classics[classics.names[0]]
    True
    """

    def __init__(self, levels: Iterable[Level] = ()) -> None:
        self._levels = list(levels)

    @property
    def names(self) -> list[str]:
        """Their names; the index for those without one."""
        return [level.name or str(index) for index, level in enumerate(self._levels)]

    @overload
    def __getitem__(self, key: int | str) -> Level: ...

    @overload
    def __getitem__(self, key: slice) -> Levels: ...

    def __getitem__(self, key: int | str | slice) -> Level | Levels:
        if isinstance(key, slice):
            return Levels(self._levels[key])
        if isinstance(key, str):
            for name, level in zip(self.names, self._levels):
                if name == key:
                    return level
            known = ", ".join(self.names[:20]) + (", …" if len(self) > 20 else "")
            raise PackError(f"there is no level '{key}'", help=f"the levels are {known}")
        return self._levels[key]

    def __len__(self) -> int:
        return len(self._levels)

    def __iter__(self) -> Iterator[Level]:
        return iter(self._levels)

    def __add__(self, other: Iterable[Level]) -> Levels:
        return Levels([*self._levels, *other])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Levels) and self._levels == other._levels

    __hash__ = None  # type: ignore[assignment]

    def of(self, game: str) -> Levels:
        """The levels of a game."""
        return Levels(level for level in self._levels if level.game == game)

    def distinct(self) -> Levels:
        """Removes levels that are the same up to rotation, reflection and the names of colours.

        >>> twice = read("level a\\nr . .\\n. . R\\n\\nlevel b\\n. . b\\nB . .\\n")
        >>> len(twice), len(twice.distinct())
        (2, 1)
        """
        known: set[Level] = set()
        kept = []
        for level in self._levels:
            canonical = level.canonical()
            if canonical not in known:
                known.add(canonical)
                kept.append(level)
        return Levels(kept)

    def __repr__(self) -> str:
        names = ", ".join(self.names[:6]) + (", …" if len(self) > 6 else "")
        return f"<Levels: {len(self)} ({names})>" if self._levels else "<Levels: none>"

    def _repr_html_(self) -> str:
        return gallery_html(self)


def read(text: str, game: str | None = None) -> Levels:
    """Reads all levels of a text. The format is detected, and the game unless it is named.

    An error raises `LevelError` with its line and column. An assumption about an ambiguous text is a
    warning, `AssumptionWarning`.

    >>> read("level a\\n1.G\\n\\nlevel b\\n.1.G\\n").names
    ['a', 'b']
    """
    return Levels(_quadrille.read(text, game))


def load(path: str | os.PathLike[str], game: str | None = None) -> Levels:
    """Reads all levels of a file; see `read`."""
    return read(Path(path).read_text(encoding="utf-8"), game)


def save(
    levels: Iterable[Level], path: str | os.PathLike[str], format: str = "native"
) -> None:
    """Writes levels of one game to a file."""
    Path(path).write_text(_quadrille.write(list(levels), format), encoding="utf-8")


def packs() -> list[str]:
    """The names of the packs that ship with Quadrille.

    >>> packs()
    ['classics', 'documents', 'fold', 'sokoban', 'squares', 'tiles', 'zhed']
    """
    return _quadrille.pack_names()


def pack(name: str) -> Levels:
    """The levels of a pack that ships with Quadrille."""
    return read(_quadrille.pack_text(name))


def span(name: str, value: Span | None) -> tuple[int, int] | None:
    """Parses a range: its minimum and maximum."""
    if value is None:
        return None
    try:
        if isinstance(value, str):
            low, dots, high = value.partition("..")
            first = int(low) if low.strip() else 1
            last = (int(high) if high.strip() else MANY) if dots else first
        elif isinstance(value, tuple):
            first = 1 if value[0] is None else int(value[0])
            last = MANY if value[1] is None else int(value[1])
        else:
            first = last = int(value)
    except (TypeError, ValueError, IndexError):
        first, last = 1, 0
    if not 0 <= first <= last <= MANY:
        raise SpecError(f"{name}: {value!r} is not a range", help="write 8, (8, 12), '8..12' or '8..'")
    return first, last


def sides(value: Size | Iterable[Size] | None) -> list[tuple[int, int]]:
    """Parses sizes of boards."""
    if value is None:
        return []
    if isinstance(value, str):
        texts = [part.lower().replace("×", "x").split("x") for part in value.split(",")]
        try:
            return [(int(rows), int(cols)) for rows, cols in texts]
        except ValueError:
            help = "write rows x columns, as in '6x8' or (6, 8)"
            raise SpecError(f"'{value}' is not a size", help=help) from None
    if isinstance(value, tuple) and len(value) == 2 and all(isinstance(n, int) for n in value):
        return [value]  # type: ignore[list-item]
    return [size for one in value for size in sides(one)]  # type: ignore[arg-type]


def _request(
    size: Size | Iterable[Size] | None,
    pieces: Span | None,
    stoppers: int,
    moves: Span | None,
    difficulty: str | None,
    unique: bool,
    seed: int,
    max_nodes: int,
) -> dict[str, object]:
    return {
        "sizes": sides(size),
        "pieces": span("pieces", pieces),
        "stoppers": stoppers,
        "moves": span("moves", moves),
        "difficulty": difficulty,
        "unique": unique,
        "seed": seed,
        "max_nodes": max_nodes,
    }


def generate(
    game: str,
    count: int = 10,
    *,
    size: Size | Iterable[Size] | None = None,
    pieces: Span | None = None,
    stoppers: int = 0,
    moves: Span | None = None,
    difficulty: str | None = None,
    unique: bool = False,
    seed: int = 0,
    tries: int = 20_000,
    max_nodes: int = 100_000,
    max_time: float | str | None = None,
    jobs: int | None = None,
    progress: Progress = False,
) -> Levels:
    """Generates levels, each with a proved shortest plan and a rating, sorted by difficulty.

    Nothing in them is useless, and no two are the same up to rotation, reflection and the names of
    colours. The same arguments give the same levels on every machine, with any number of `jobs`.
    After `tries` rejected candidates in a row, `ShortageError` is raised with the levels found. With
    `max_time`, and after Ctrl-C, the levels found so far are returned.

    >>> levels = generate("tiles", 2, size="4x4", pieces=2, moves="4..6", seed=1)
    >>> [level.optimal for level in levels]
    [4, 5]
    """
    request = _request(size, pieces, stoppers, moves, difficulty, unique, seed, max_nodes)
    report = listener(progress, "levels")
    about = (tries, max_time, jobs)
    found, tried, reasons = _quadrille.generate(game, count, request, about, report)
    levels = Levels(found)
    # Without a time limit, too few levels after too few tries mean Ctrl-C.
    if len(levels) < count and max_time is None and tried >= tries:
        why = ", ".join(f"{reason} {times}" for reason, times in reasons[:4])
        raise ShortageError(
            f"{len(levels)} of {count} levels found among {tried} candidates ({why})",
            help="relax the request, or increase tries",
            levels=levels,
        )
    return levels


def generate_each(
    game: str,
    seeds: Sequence[int],
    *,
    jobs: int | None = None,
    size: Size | Iterable[Size] | None = None,
    pieces: Span | None = None,
    moves: Span | None = None,
    difficulty: str | None = None,
    unique: bool = False,
    tries: int = 20_000,
) -> list[Level]:
    """The first level that `generate` makes with each of these seeds, in one call for all of them."""
    request = _request(size, pieces, 0, moves, difficulty, unique, 0, 100_000)
    found = _quadrille.generate_each(game, list(seeds), request, tries, jobs)
    for seed, level in zip(seeds, found, strict=True):
        if level is None:
            raise ShortageError(
                f"no level found among {tries} candidates of the seed {seed}",
                help="relax the request",
                levels=Levels(),
            )
    return [level for level in found if level is not None]


def hardest(
    game: str,
    *,
    size: Size | Iterable[Size] | None = None,
    pieces: Span | None = None,
    stoppers: int = 0,
    steps: int = 1000,
    climbs: int = 8,
    seed: int = 0,
    max_nodes: int = 100_000,
    max_time: float | str | None = None,
    jobs: int | None = None,
    progress: Progress = False,
) -> Level:
    """Searches for the level with the longest shortest plan, by hill climbing.

    >>> hardest("tiles", size="4x4", pieces=2, steps=50, climbs=1).optimal > 6
    True
    """
    request = _request(size, pieces, stoppers, None, None, False, seed, max_nodes)
    report = listener(progress, "climbs")
    found, rated = _quadrille.hardest(game, (steps, 0, climbs), request, (max_time, jobs), report)
    if found is None:
        help = "change pieces or size, or increase steps or max_time"
        raise ShortageError(f"no level found among {rated} boards", help=help, levels=Levels())
    return found
