"""Exceptions: each says what is wrong, where, and a way out.

>>> from quadrille import Level, LevelError
>>> try:
...     Level("r . ?\\n. . R", game="tiles")
... except LevelError as error:
...     print(error.message, (error.line, error.column))
'?' is not a tiles cell (1, 5)
"""

from __future__ import annotations

__all__ = [
    "AssumptionWarning",
    "BugError",
    "FormatError",
    "GameError",
    "LevelError",
    "LimitError",
    "MethodError",
    "MoveError",
    "PackError",
    "PlanError",
    "QuadrilleError",
    "ShortageError",
    "SpecError",
    "UnratedError",
]


class QuadrilleError(Exception):
    """Whatever Quadrille raises: `message` says what is wrong, `help` a way out where there is one."""

    def __init__(self, message: str, *, help: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.help = help

    def place(self) -> str:
        """Where it is, in words; empty where it has no place."""
        return ""

    def __str__(self) -> str:
        place = self.place()
        text = f"{place}: {self.message}" if place else self.message
        return f"{text}\n  help: {self.help}" if self.help else text


class LevelError(QuadrilleError, ValueError):
    """A text or a board is no level.

    `line` and `column` count from 1 in a text; `cell` is the row and column on a board, from 0; `mistakes` has all that is
    wrong with a text, this one first.
    """

    def __init__(
        self,
        message: str,
        *,
        help: str | None = None,
        line: int | None = None,
        column: int | None = None,
        cell: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(message, help=help)
        self.line = line
        self.column = column
        self.cell = cell
        self.mistakes: list[LevelError] = []

    def place(self) -> str:
        if self.line is not None:
            return f"line {self.line}, column {self.column}"
        return f"cell {self.cell[0]},{self.cell[1]}" if self.cell is not None else ""


class MethodError(QuadrilleError, ValueError):
    """There is no such algorithm or heuristic. `column` counts from 1 in `text`."""

    def __init__(
        self, message: str, *, help: str | None = None, text: str = "", column: int | None = None
    ) -> None:
        super().__init__(message, help=help)
        self.text = text
        self.column = column


class MoveError(QuadrilleError, ValueError):
    """Moves cannot be read (`column` counts from 1) or not be played (`number` of the illegal move, from 1)."""

    def __init__(
        self,
        message: str,
        *,
        help: str | None = None,
        column: int | None = None,
        number: int | None = None,
    ) -> None:
        super().__init__(message, help=help)
        self.column = column
        self.number = number


class GameError(QuadrilleError, ValueError):
    """There is no such game, or none was said where one is needed."""


class FormatError(QuadrilleError, ValueError):
    """A level cannot be written in a format."""


class PackError(QuadrilleError, LookupError):
    """There is no such pack, or no such level in it."""


class PlanError(QuadrilleError, ValueError):
    """A plan of the lab cannot be read or run; `line` and `column` count from 1 where it is the text."""

    def __init__(
        self,
        message: str,
        *,
        help: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message, help=help)
        self.line = line
        self.column = column

    def place(self) -> str:
        return "" if self.line is None else f"line {self.line}, column {self.column}"


class LimitError(QuadrilleError, ValueError):
    """A limit cannot be read."""


class SpecError(QuadrilleError, ValueError):
    """No level can be as was asked for."""


class ShortageError(QuadrilleError, RuntimeError):
    """Fewer levels were found than asked for. `levels` has those that were."""

    def __init__(
        self, message: str, *, help: str | None = None, levels: object = None
    ) -> None:
        super().__init__(message, help=help)
        self.levels = levels


class UnratedError(QuadrilleError, ValueError):
    """A level has no rating: it has no plan, or none was found within the limit."""


class BugError(QuadrilleError, RuntimeError):
    """A fault in Quadrille. Please report it with the level and the call."""


class AssumptionWarning(UserWarning):
    """A text was read, and this was assumed where it could have been meant otherwise."""
