"""Own heuristics: used in a search, and checked against proved distances."""

from __future__ import annotations

import pytest

import quadrille
from quadrille import Level, check_heuristic


@pytest.fixture(scope="module")
def levels() -> quadrille.Levels:
    return quadrille.generate("tiles", 4, size="4x4", pieces=2, moves="4..6", seed=2)


@pytest.mark.parametrize("game", [game.name for game in quadrille.games()])
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
    assert check.inconsistent is not None and "estimates 3 where 1" in str(check)
    position, move = check.inconsistent
    assert position.play(move).solved


def test_an_admissible_heuristic_has_no_counterexample(levels: quadrille.Levels) -> None:
    check = check_heuristic(lambda position: float(not position.solved), levels, positions=200)
    assert check.admissible and check.consistent and check.counterexample is None
    exact = check_heuristic(lambda position: position.solve().cost or 0, levels[:1], positions=60)
    assert exact.admissible and exact.consistent


def test_a_function_leads_a_search(levels: quadrille.Levels) -> None:
    def nothing(position: Level) -> float:
        assert position.game == "tiles" and position.board.shape == (4, 4)
        return 0

    for level in levels:
        blind = level.solve("astar", nothing)
        exact = level.solve("astar", lambda position: position.solve().cost)
        assert blind.cost == exact.cost == level.optimal
        assert blind.heuristic == "@nothing" and blind.method == "astar with @nothing"
        assert exact.stats.expanded < blind.stats.expanded
        # A formula can contain it, as on the command line; other searches use it, too.
        assert level.solve("greedy", nothing).solved and level.solve("idastar", nothing).cost == level.optimal
        assert level.solve("parallel(2)", nothing).cost == level.optimal


def test_a_function_that_is_declared_admissible_proves(levels: quadrille.Levels) -> None:
    def half(position: Level) -> float:
        return (position.solve().cost or 0) / 2

    for level in levels:
        result = level.solve("astar", half, admissible=True)
        assert result.proved and result.optimal and result.cost == level.optimal
    with pytest.raises(ValueError, match="function"):
        levels[0].solve("astar", "relaxed", admissible=True)


def test_exceptions_of_a_function_are_raised(small: Level) -> None:
    class Broken(Exception):
        pass

    def broken(position: Level) -> float:
        raise Broken("no idea")

    with pytest.raises(Broken, match="no idea"):
        small.solve("astar", broken)
    with pytest.raises(TypeError):
        small.solve("astar", lambda position: "far")  # type: ignore[arg-type, return-value]
    with pytest.raises(quadrille.MethodError, match="estimate"):
        small.solve("astar", lambda position: float("nan"))
    with pytest.raises(quadrille.MethodError, match="uses no heuristic"):
        small.solve("bfs", lambda position: 0)


def test_ctrl_c_ends_a_search_with_a_function() -> None:
    import _thread
    import threading

    level = quadrille.pack("squares")[-1]
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    result = level.solve("astar", lambda position: 0, max_time="60s")
    timer.join()
    assert result.stop == "cancelled" or result.solved
