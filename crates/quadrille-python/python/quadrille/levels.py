"""Levels: reading, packs, making new ones."""

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
"""How many: 8, (8, 12), (8, None) for at least, or a text as '8..12', '8..' and '..12'."""

Size = str | tuple[int, int]
"""Rows and columns: '6x8' or (6, 8)."""

MANY = 2**32 - 1


class Levels(Sequence[Level]):
    """Levels in their order, to be asked for by number or by name.

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
        """Their names; the number in the list for those that have none."""
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
            raise PackError(f"there is no level '{key}' here", help=f"there are {known}")
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
        """Those of a game."""
        return Levels(level for level in self._levels if level.game == game)

    def distinct(self) -> Levels:
        """Each once, where turning, mirroring and the names of colours make no difference.

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
    """All levels of a text. The format is found out; the game is too, unless it is named.

    A mistake raises `LevelError` with its line and column. What was assumed where the text could have been meant otherwise is a
    warning, `AssumptionWarning`.

    >>> read("level a\\n1.G\\n\\nlevel b\\n.1.G\\n").names
    ['a', 'b']
    """
    return Levels(_quadrille.read(text, game))


def load(path: str | os.PathLike[str], game: str | None = None) -> Levels:
    """All levels of a file; `read` says more."""
    return read(Path(path).read_text(encoding="utf-8"), game)


def save(
    levels: Iterable[Level], path: str | os.PathLike[str], format: str = "native"
) -> None:
    """Writes levels of one game into a file."""
    Path(path).write_text(_quadrille.write(list(levels), format), encoding="utf-8")


def packs() -> list[str]:
    """The names of the packs that come with Quadrille.

    >>> packs()
    ['classics', 'documents', 'fold', 'sokoban', 'squares', 'tiles', 'zhed']
    """
    return _quadrille.pack_names()


def pack(name: str) -> Levels:
    """The levels of a pack that comes with Quadrille."""
    return read(_quadrille.pack_text(name))


def span(name: str, asked: Span | None) -> tuple[int, int] | None:
    """The fewest and the most of something."""
    if asked is None:
        return None
    try:
        if isinstance(asked, str):
            low, dots, high = asked.partition("..")
            first = int(low) if low.strip() else 1
            last = (int(high) if high.strip() else MANY) if dots else first
        elif isinstance(asked, tuple):
            first = 1 if asked[0] is None else int(asked[0])
            last = MANY if asked[1] is None else int(asked[1])
        else:
            first = last = int(asked)
    except (TypeError, ValueError, IndexError):
        first, last = 1, 0
    if not 0 <= first <= last <= MANY:
        raise SpecError(f"{name}: {asked!r} is not a range", help="write 8, (8, 12), '8..12' or '8..'")
    return first, last


def sides(asked: Size | Iterable[Size] | None) -> list[tuple[int, int]]:
    """Sizes of boards."""
    if asked is None:
        return []
    if isinstance(asked, str):
        texts = [part.lower().replace("×", "x").split("x") for part in asked.split(",")]
        try:
            return [(int(rows), int(cols)) for rows, cols in texts]
        except ValueError:
            help = "write rows x columns, as in '6x8' or (6, 8)"
            raise SpecError(f"'{asked}' is not a size", help=help) from None
    if isinstance(asked, tuple) and len(asked) == 2 and all(isinstance(n, int) for n in asked):
        return [asked]  # type: ignore[list-item]
    return [size for one in asked for size in sides(one)]  # type: ignore[arg-type]


def _asked(
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
    """New levels, each with a proved shortest plan and a rating, from the easiest to the hardest.

    Nothing in them is useless, and no two are the same up to turning, mirroring and the names of colours. The same arguments
    give the same levels on every machine, with any number of `jobs`. After `tries` rejected candidates in a row, `ShortageError` is
    raised with the levels that were found. With `max_time`, and after Ctrl-C, the levels found so far are returned.

    >>> levels = generate("tiles", 2, size="4x4", pieces=2, moves="4..6", seed=1)
    >>> [level.optimal for level in levels]
    [4, 5]
    """
    asked = _asked(size, pieces, stoppers, moves, difficulty, unique, seed, max_nodes)
    tell = listener(progress, "levels")
    about = (tries, max_time, jobs)
    found, tried, reasons = _quadrille.generate(game, count, asked, about, tell)
    levels = Levels(found)
    # Without a limit of time, fewer levels than asked for after fewer tries than allowed are those of Ctrl-C.
    if len(levels) < count and max_time is None and tried >= tries:
        why = ", ".join(f"{reason} {times}" for reason, times in reasons[:4])
        raise ShortageError(
            f"{len(levels)} of {count} levels found among {tried} candidates ({why})",
            help="ask for less, or try more candidates with tries",
            levels=levels,
        )
    return levels


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
    """The level with the longest shortest plan that a search from level to level finds.

    >>> hardest("tiles", size="4x4", pieces=2, steps=50, climbs=1).optimal > 6
    True
    """
    asked = _asked(size, pieces, stoppers, None, None, False, seed, max_nodes)
    tell = listener(progress, "climbs")
    found, rated = _quadrille.hardest(game, (steps, 0, climbs), asked, (max_time, jobs), tell)
    if found is None:
        help = "ask for other pieces or another size, or allow more steps or time"
        raise ShortageError(f"no level among {rated} boards", help=help, levels=Levels())
    return found
