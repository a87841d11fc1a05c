"""Tasks for language models and the scores of answers."""

from __future__ import annotations

import pytest

import quadrille
from quadrille.tasks import Task, score_answer, tasks


@pytest.mark.parametrize("game", [game.name for game in quadrille.games()])
def test_shortest_plans_are_found_in_any_answer(game: str) -> None:
    for level in quadrille.generate(game, 3, moves="3..6", seed=2):
        task = Task(level)
        plan = level.solution or []
        assert task.optimum == len(plan)
        for answer in (
            " ".join(plan),
            f"Let me think. First I look at the board.\n\nAnswer: {' '.join(plan)}",
            f"**Answer:** `{' '.join(plan)}`",
            f"The plan: wrong words\nfinal answer = {', '.join(plan)}.",
        ):
            score = score_answer(task, answer)
            assert (score.verdict, score.value, score.moves) == ("optimal", 1.0, plan), answer
        partial = score_answer(task, "Answer: " + " ".join(plan[:-1]))
        assert partial.verdict == "partial" and 0 < partial.value < 0.5 and partial.reason
        assert str(level) in task.prompt and task.row()["optimum"] == len(plan)


def test_verdicts() -> None:
    level = quadrille.Level("r . .\n. . .\n. . R")
    assert score_answer(level, "I do not know.").verdict == "none"
    assert score_answer(level, "").verdict == "none"
    assert score_answer(level, "Answer: U").verdict == "illegal"
    longer = score_answer(level, "Answer: D U D R")
    assert longer.verdict == "solved" and 0.5 < longer.value < 1
    # A legal start scores more the nearer it leads to the goal.
    assert score_answer(level, "D").value > score_answer(level, "D U").value
    rows = [task.row() for task in tasks([level, level])]
    assert [row["optimum"] for row in rows] == [2, 2]
