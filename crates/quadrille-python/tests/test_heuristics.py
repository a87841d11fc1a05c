"""Own heuristics: asked in a search, and checked against proved distances."""

from __future__ import annotations

import pytest

import quadrille
from quadrille import Level, check_heuristic


@pytest.fixture(scope="module")
def levels() -> quadrille.Levels:
    return quadrille.generate("tiles", 4, size="4x4", pieces=2, moves="4..6", seed=2)


@pytest.mark.parametrize("game", [game.id for game in quadrille.games()])
def test_claims_of_the_games_hold(game: str) -> None:
    levels = quadrille.generate(game, 3, moves="2..5", seed=3)
    for info in quadrille.game(game).heuristics:
        check = check_heuristic(info.name, levels, positions=40)
        assert check.checked > 10
        if info.admissible:
            assert check.admissible, (info.name, str(check))


def test_a_counterexample_is_a_level_with_a_shorter_plan(levels: quadrille.Levels) -> None:
    check = check_heuristic(lambda position: 3.0, levels, positions=200)
    assert not check.admissible and check.counterexample is not None
    assert check.counterexample.solve().cost == check.distance == 1 and check.estimate == 3
    assert check.inconsistent is not None and "says 3 where 1" in str(check)
    position, move = check.inconsistent
    assert position.play(move).solved


def test_what_is_true_is_not_refused(levels: quadrille.Levels) -> None:
    check = check_heuristic(lambda position: float(not position.solved), levels, positions=200)
    assert check.admissible and check.consistent and check.counterexample is None
    exact = check_heuristic(lambda position: position.solve().cost or 0, levels[:1], positions=60)
    assert exact.admissible and exact.consistent
