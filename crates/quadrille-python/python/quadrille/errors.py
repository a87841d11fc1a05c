"""Exceptions, each with a message, a place and help.

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
    """The base class: `message` says what is wrong, `help` what to do, if anything."""

    def __init__(self, message: str, *, help: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.help = help

    def place(self) -> str:
        """The place in words; empty if there is none."""
        return ""

    def __str__(self) -> str:
        place = self.place()
        text = f"{place}: {self.message}" if place else self.message
        return f"{text}\n  help: {self.help}" if self.help else text


class LevelError(QuadrilleError, ValueError):
    """A text or a board is not a level.

    `line` and `column` count from 1 in a text; `cell` is the row and column on a board, from 0;
    `mistakes` has all errors of a text, this one first.
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
    """Unknown algorithm or heuristic. `column` counts from 1 in `text`."""

    def __init__(
        self, message: str, *, help: str | None = None, text: str = "", column: int | None = None
    ) -> None:
        super().__init__(message, help=help)
        self.text = text
        self.column = column


class MoveError(QuadrilleError, ValueError):
    """Moves cannot be parsed (at `column`, from 1) or played (the illegal move `number`, from 1)."""

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
    """Unknown game, or a game is needed."""


class FormatError(QuadrilleError, ValueError):
    """A level cannot be written in a format."""


class PackError(QuadrilleError, LookupError):
    """Unknown pack or level."""


class PlanError(QuadrilleError, ValueError):
    """A plan of the lab cannot be read or run; `line` and `column` count from 1 in its text."""

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
    """A limit is invalid."""


class SpecError(QuadrilleError, ValueError):
    """The requested levels or options are impossible."""


class ShortageError(QuadrilleError, RuntimeError):
    """Fewer levels were found than requested. `levels` has those that were."""

    def __init__(
        self, message: str, *, help: str | None = None, levels: object = None
    ) -> None:
        super().__init__(message, help=help)
        self.levels = levels


class UnratedError(QuadrilleError, ValueError):
    """A level has no rating: it has no plan, or none was found within the limit."""


class BugError(QuadrilleError, RuntimeError):
    """A bug in Quadrille. Please report it with the level and the call."""


class AssumptionWarning(UserWarning):
    """An assumption made while reading an ambiguous text."""
