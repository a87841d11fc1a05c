"""Grid puzzles solved by search: levels, proofs, generators, and environments with an oracle.

>>> import quadrille
>>> level = quadrille.Level("r . .\\n. . .\\n. . R")
>>> result = level.solve()
>>> result.plan, result.proved
(['D', 'R'], True)

A `Level` is a board of one of five games. `read`, `load` and `pack` return levels, `generate` makes
new ones. `Level.solve` finds a shortest plan and proves it; `solve_many` uses all cores; `compare`
runs several methods. Environments for learning are in `quadrille.gym`.
"""

from __future__ import annotations

from . import desk, errors
from ._quadrille import (
    AlgorithmInfo,
    Game,
    HeuristicInfo,
    Level,
    Rating,
    Result,
    Stats,
    Verification,
    __version__,
    algorithms,
    game,
    games,
    rate,
)
from .errors import (
    AssumptionWarning,
    BugError,
    FormatError,
    GameError,
    LevelError,
    LimitError,
    MethodError,
    MoveError,
    PackError,
    PlanError,
    QuadrilleError,
    ShortageError,
    SpecError,
    UnratedError,
)
from .heuristics import HeuristicCheck, check_heuristic
from .levels import Levels, generate, hardest, load, pack, packs, read, save
from .solving import Comparison, Results, compare, solve_many

__all__ = [
    "AlgorithmInfo",
    "AssumptionWarning",
    "BugError",
    "Comparison",
    "FormatError",
    "Game",
    "GameError",
    "HeuristicCheck",
    "HeuristicInfo",
    "Level",
    "LevelError",
    "Levels",
    "LimitError",
    "MethodError",
    "MoveError",
    "PackError",
    "PlanError",
    "QuadrilleError",
    "Rating",
    "Result",
    "Results",
    "ShortageError",
    "SpecError",
    "Stats",
    "UnratedError",
    "Verification",
    "__version__",
    "algorithms",
    "check_heuristic",
    "compare",
    "desk",
    "errors",
    "game",
    "games",
    "generate",
    "hardest",
    "load",
    "pack",
    "packs",
    "rate",
    "read",
    "save",
    "solve_many",
    "verify",
]


def verify(level: Level, plan: str | list[str]) -> Verification:
    """Replays moves: do they solve a level, and if not, why?

    >>> bool(verify(Level("r . .\\n. . .\\n. . R"), "D R"))
    True
    """
    return level.verify(plan)
