"""Environments of PuzzleScript games."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, overload

from .. import _quadrille
from ..errors import SpecError
from ..levels import Levels
from ._env import PuzzleEnv
from ._vector import PuzzleVectorEnv

__all__ = ["make_puzzlescript"]


@overload
def make_puzzlescript(
    source: str | os.PathLike[str], level: int | None = None, n: None = None, **options: Any
) -> PuzzleEnv: ...


@overload
def make_puzzlescript(
    source: str | os.PathLike[str], level: int | None = None, *, n: int, **options: Any
) -> PuzzleVectorEnv: ...


def make_puzzlescript(
    source: str | os.PathLike[str], level: int | None = None, n: int | None = None, **options: Any
) -> PuzzleEnv | PuzzleVectorEnv:
    """An environment of a PuzzleScript game: of one level, counted from 1, or of all of them.

    `source` is the source of the game, or the path of a file with it. With `n` there are so many environments, stepped at once in Rust. The
    options are those of `PuzzleEnv` and `PuzzleVectorEnv`, without those for new levels.

    An observation has a plane for each object of the game. The actions are up, right, down and left as in `move_of`, then the action key
    and a turn without input; the mask marks those that change something. A game that draws random numbers is stepped by slower rules, its
    numbers follow from the position and the action, and the oracle knows nothing about it.

    >>> game = '''title Push
    ... noaction
    ... OBJECTS
    ... background
    ... green
    ... wall
    ... brown
    ... player
    ... black
    ... crate
    ... orange
    ... goal
    ... blue
    ... LEGEND
    ... . = background
    ... # = wall
    ... p = player
    ... * = crate
    ... o = goal
    ... SOUNDS
    ... COLLISIONLAYERS
    ... background
    ... goal
    ... player, crate, wall
    ... RULES
    ... [ > player | crate ] -> [ > player | > crate ]
    ... WINCONDITIONS
    ... all goal on crate
    ... LEVELS
    ... #######
    ... #p.*.o#
    ... #######
    ... '''
    >>> env = make_puzzlescript(game, 1, oracle=True)
    >>> observation, info = env.reset()
    >>> env.plane_names, info["distance"], env.move_of(info["optimal_actions"][0])
    (['background', 'goal', 'player', 'crate', 'wall'], 3, 'R')
    >>> envs = make_puzzlescript(game, n=16)
    >>> observations, info = envs.reset(seed=1)
    >>> observations.shape, info["action_mask"].shape
    ((16, 5, 3, 7), (16, 6))
    """
    text = source
    if isinstance(source, os.PathLike) or "\n" not in source:
        text = Path(source).read_text(encoding="utf-8")
    levels = Levels(_quadrille.read_puzzlescript(str(text)))
    if level is not None:
        names = levels.names
        if str(level) not in names:
            raise SpecError(f"there is no level {level}", help=f"there are {', '.join(names)}")
        levels = Levels([levels[str(level)]])
    if not levels:
        raise SpecError("the game has no level", help="give a game with a board")
    game = levels[0].game
    if n is None:
        return PuzzleEnv(game, levels=levels, **options)
    return PuzzleVectorEnv(game, n, levels=levels, **options)
