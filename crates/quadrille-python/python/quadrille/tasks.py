"""Levels as tasks for language models: a prompt, an answer in text, and a proved score.

>>> from quadrille import Level
>>> task = Task(Level("r . .\\n. . .\\n. . R"))
>>> print(task.prompt)
Match-the-Tiles. All blocks slide at once until a wall, the border or another block stops them; bring a block of its colour to every goal.
<BLANKLINE>
Cells: ...
<BLANKLINE>
r . .
. . .
. . R
<BLANKLINE>
A move is written as in 'U'. ...
>>> score_answer(task, "Slide down first.\\nAnswer: D R")
Score(verdict='optimal', value=1.0, moves=['D', 'R'], optimum=2, reason=None)
>>> score_answer(task, "Answer: D").verdict
'partial'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ._quadrille import Level, game
from .errors import MoveError

__all__ = ["Score", "Task", "score_answer", "tasks"]

LABEL = re.compile(r"(?im)^[\W_]*(?:final\s+)?(?:answer|plan|solution|moves)\W*?[:=]\W*?(?=\S)(.*)$")
"""A line such as 'Answer: U D', '**Plan:** U D' or 'moves = U D'."""


@dataclass(frozen=True)
class Task:
    """A level with its prompt."""

    level: Level
    max_nodes: int = 1_000_000
    _optimum: list[int | None] = field(default_factory=list, repr=False, compare=False)

    @property
    def prompt(self) -> str:
        """The rules, the board, and how to answer."""
        about = game(self.level.game)
        return (
            f"{about.title}. {about.about}\n\nCells: {about.legend}\n\n{self.level}\n\n"
            f"A move is written as in '{about.example_move}'. Rows and columns count from 0 at the top left. "
            "Find a plan with as few moves as possible. End with one line 'Answer:' and the moves with blanks between them."
        )

    @property
    def optimum(self) -> int | None:
        """The proved length of the shortest plan; None if there is none, or none found within `max_nodes`."""
        if not self._optimum:
            known = self.level.optimal
            if known is None:
                result = self.level.solve(max_nodes=self.max_nodes)
                known = result.cost if result.optimal else None
            self._optimum.append(known)
        return self._optimum[0]

    def row(self) -> dict[str, Any]:
        """The task as a row of a dataset."""
        level = self.level
        return {
            "game": level.game,
            "name": level.name,
            "code": level.code,
            "prompt": self.prompt,
            "optimum": self.optimum,
            "solution": level.solution,
        }


@dataclass(frozen=True)
class Score:
    """The score of an answer."""

    verdict: str
    """'optimal'; 'solved' (too long, or the optimum is unknown); 'partial' (legal up to some move);
    'illegal' (the first move is illegal); or 'none' (no moves in the answer)."""

    value: float
    """From 0 to 1: 1 for a shortest plan; at least 0.5 for any plan, decreasing with its length; below
    0.5 by how much nearer to the goal the legal part leads."""

    moves: list[str]
    """The parsed moves."""

    optimum: int | None
    """The length of the shortest plan, if known."""

    reason: str | None
    """The reason why the answer is not a solution."""


def tasks(levels: Iterable[Level], max_nodes: int = 1_000_000) -> Iterator[Task]:
    """Makes a task of each level."""
    return (Task(level, max_nodes) for level in levels)


def read_answer(level: Level, answer: str) -> list[str]:
    """Parses the moves of an answer: its last line marked as the answer, or its last line of moves."""
    marked = [match.group(1) for match in LABEL.finditer(answer)]
    for line in [*reversed(marked), *reversed(answer.strip().splitlines())]:
        text = line.strip().strip("`*[]().'\" ").replace("'", " ").replace('"', " ").replace("->", " ")
        if not text:
            continue
        try:
            moves = level.read_moves(text)
        except MoveError:
            continue
        if moves:
            return moves
    return []


def score_answer(task: Task | Level, answer: str) -> Score:
    """Scores an answer: parses its moves, replays them, and compares them with the proved optimum."""
    if isinstance(task, Level):
        task = Task(task)
    level, optimum = task.level, task.optimum
    moves = read_answer(level, answer)
    if not moves and not level.solved:
        return Score("none", 0.0, [], optimum, "there are no moves in the answer")
    check = level.verify(moves)
    if check.solved:
        best = optimum is not None and len(moves) <= optimum
        share = 1.0 if best else (optimum / len(moves) if optimum else 0.5)
        return Score("optimal" if best else "solved", 1.0 if best else 0.5 + 0.4 * share, moves, optimum, None)
    if check.moves == 0:
        return Score("illegal", 0.0, moves, optimum, check.reason)
    left = level.play(moves[: check.moves]).solve(max_nodes=task.max_nodes)
    nearer = 0.0
    if optimum and left.optimal and left.cost is not None:
        nearer = max(0.0, (optimum - left.cost) / optimum)
    return Score("partial", 0.05 + 0.4 * nearer, moves, optimum, check.reason)
