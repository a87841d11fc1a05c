"""The levels of an environment."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ..errors import SpecError
from ..levels import Levels, Size, Span, generate, generate_each, pack
from .._quadrille import Level

__all__ = ["Endless", "choose", "endless", "splits"]


@functools.lru_cache(maxsize=64)
def _made(game: str, count: int, wishes: tuple[tuple[str, Any], ...]) -> Levels:
    return generate(game, count, **dict(wishes))


def choose(
    game: str,
    levels: Iterable[Level] | None,
    pack_name: str | None,
    count: int,
    seed: int,
    size: Size | None,
    blocks: Span | None,
    moves: Span | None,
    difficulty: str | None,
    unique: bool,
) -> Levels:
    """The given levels, those of a pack, or new ones."""
    if (levels is not None) + (pack_name is not None) > 1:
        raise SpecError("there are both levels and a pack", help="leave one of them out")
    if levels is not None or pack_name is not None:
        if unique or any(wish is not None for wish in (size, blocks, moves, difficulty)):
            help = "leave out size, blocks, moves, difficulty and unique: they are for new levels"
            raise SpecError("given levels cannot be combined with options for new ones", help=help)
        given = Levels(levels) if levels is not None else pack(pack_name or "").of(game)
        wrong = [level.game for level in given if level.game != game]
        if wrong:
            raise SpecError(f"there is a level of {wrong[0]} in an environment of {game}")
        if not given:
            raise SpecError(f"there are no levels of {game}", help="give levels, or another pack")
        solved = [name for name, level in zip(given.names, given) if level.solved]
        if solved:
            raise SpecError(f"the level '{solved[0]}' is already solved", help="leave it out")
        return given
    wishes: dict[str, Any] = {"size": size, "pieces": blocks, "moves": moves, "difficulty": difficulty}
    wishes |= {"unique": unique, "seed": seed}
    try:
        return _made(game, count, tuple(wishes.items()))
    except TypeError:
        return generate(game, count, **wishes)


class Endless:
    """An unlimited source of new levels. Each depends only on the options and its seeds."""

    def __init__(self, game: str, **wishes: Any) -> None:
        self.game = game
        self._wishes = wishes

    def levels(self, seeds: Sequence[tuple[int, ...]], jobs: int = 1) -> list[Level]:
        """One level for each tuple of seeds, generated on several threads."""
        states = [np.random.SeedSequence(one).generate_state(1, np.uint64) for one in seeds]
        return generate_each(self.game, [int(state[0]) for state in states], jobs=jobs, **self._wishes)


def endless(
    game: str,
    fresh: bool,
    levels: Iterable[Level] | None,
    pack_name: str | None,
    planes: str | Sequence[str],
    size: Size | None,
    blocks: Span | None,
    moves: Span | None,
    difficulty: str | None,
    unique: bool,
) -> Endless | None:
    """The source of new levels for every episode, if requested."""
    if not fresh:
        return None
    if levels is not None or pack_name is not None:
        raise SpecError("fresh levels are generated, not given", help="leave out levels and pack")
    if planes == "levels":
        raise SpecError("the planes of fresh levels are unknown", help="planes='game' or a list of names")
    return Endless(game, size=size, pieces=blocks, moves=moves, difficulty=difficulty, unique=unique)


def splits(
    game: str,
    train: int,
    validation: int = 0,
    test: int = 0,
    *,
    seed: int = 0,
    **wishes: Any,
) -> dict[str, Levels]:
    """Sets of new levels for training, validation and test.

    No level is in two sets or twice in one, up to rotation, reflection and the names of colours. The
    levels are distributed at random, so that all sets are equally hard; the same arguments give the
    same sets on every machine. `wishes` are options of `quadrille.generate`: `size`, `pieces`,
    `moves`, `difficulty` and so on.

    >>> sets = splits("tiles", train=6, validation=2, test=2, size="4x4", pieces=2)
    >>> [len(levels) for levels in sets.values()]
    [6, 2, 2]
    >>> len(sum(sets.values(), Levels()).distinct())
    10
    """
    wanted = {"train": train, "validation": validation, "test": test}
    made = generate(game, sum(wanted.values()), seed=seed, **wishes)
    # PCG64 and its permutations are the same on every machine.
    order = np.random.Generator(np.random.PCG64(seed)).permutation(len(made)).tolist()
    dealt, first = {}, 0
    for name, count in wanted.items():
        dealt[name] = Levels(made[index] for index in order[first : first + count])
        first += count
    return dealt
