"""The designer's desk."""

from __future__ import annotations

import pytest

import quadrille
from quadrille import desk


def reached(level: quadrille.Level) -> dict[quadrille.Level, int]:
    """Every position of a level with its depth, by the rules alone."""
    depths = {level: 0}
    waiting = [level]
    for here in waiting:
        if here.solved:
            continue
        for move in here.moves():
            after = here.play(move)
            if after not in depths:
                depths[after] = depths[here] + 1
                waiting.append(after)
    return depths


@pytest.mark.parametrize("name", ["first-slide", "stopper", "step-over", "four-folds", "round-the-box"])
def test_reports_and_maps_are_those_of_an_enumeration(name: str) -> None:
    level = quadrille.pack("classics")[name]
    depths = reached(level)
    report = desk.inspect(level)
    assert report.positions is not None and report.solvable and report.stop is None
    assert report.positions["all"] == len(depths)
    assert report.positions["solved"] == sum(position.solved for position in depths)
    assert report.optimum == level.solve().cost == len(report.solutions[0])
    dead = sum(not position.solve().solved for position in depths if not position.solved)
    assert report.positions["dead"] == dead
    assert str(report).startswith("The shortest solution has")
    drawn = desk.map(level)
    assert sum(drawn.weights) == drawn.positions == len(depths)
    for number, depth in enumerate(drawn.depths):
        way = drawn.way_to(number)
        assert len(way) == depth == depths[level.play(way) if way else level]
    assert drawn.svg.startswith("<svg")


def test_too_many_positions_are_sampled() -> None:
    level = quadrille.pack("classics")["stopper"]
    report = desk.inspect(level, max_nodes=3)
    assert report.positions is None and report.stop is not None
    assert desk.map(level, max_nodes=3).sampled


def test_variations_are_proved() -> None:
    level = quadrille.pack("classics")["stopper"]
    found = desk.vary(level, 8)
    assert len(found) == 8
    for variation in found:
        assert variation.level.solve().cost == len(variation.plan) == variation.rating["moves"]
        assert variation.level.verify(variation.plan) and variation.what
        assert bool(variation.changes) != bool(variation.whole)


def test_a_solution_is_forbidden() -> None:
    level = quadrille.pack("classics")["stopper"]
    plan = level.solve().plan
    assert plan is not None
    found = desk.forbid(level, plan)
    assert found.remedies and found.orders == 1
    for remedy in found.remedies:
        assert remedy.level.solve().cost == remedy.optimum and not remedy.level.verify(plan)
    with pytest.raises(quadrille.MoveError, match="not solved"):
        desk.forbid(level, "R")
    with pytest.raises(quadrille.MoveError):
        desk.forbid(level, "U U U U")
    with pytest.raises(quadrille.LimitError):
        desk.inspect(level, max_nodes="many")
