"""Made levels and ratings."""

from __future__ import annotations

import pytest

import quadrille
from quadrille._quadrille import Candidates
from quadrille._spread import gather, hardest_of
from quadrille._workers import workers_on
from quadrille.levels import _asked


@pytest.mark.parametrize("game", [game.id for game in quadrille.games()])
def test_made_levels_are_what_was_asked_for_and_the_same_with_any_number_of_jobs(game: str) -> None:
    one = quadrille.generate(game, 3, moves="2..9", seed=5, jobs=1)
    two = quadrille.generate(game, 3, moves=(2, 9), seed=5, jobs=2)
    assert one == two and len(one.distinct()) == 3
    for level in one:
        result = level.solve()
        assert result.optimal and result.cost == level.optimal and 2 <= result.cost <= 9
        assert level.solution is not None and level.verify(level.solution)
    assert quadrille.generate(game, 3, moves="2..9", seed=6) != one


def test_shortages_and_nonsense_are_told() -> None:
    with pytest.raises(quadrille.ShortageError, match="candidates") as caught:
        quadrille.generate("tiles", 3, size="3x3", pieces=1, moves=30, tries=50)
    assert isinstance(caught.value.levels, quadrille.Levels)
    assert len(quadrille.generate("tiles", 100_000, max_time="200ms")) < 100_000
    for wrong in (
        {"size": "0x0"},
        {"size": "big"},
        {"pieces": "3..1"},
        {"moves": "a"},
        {"difficulty": "brutal"},
        {"size": (99, 99)},
    ):
        with pytest.raises(quadrille.SpecError):
            quadrille.generate("tiles", 1, **wrong)  # type: ignore[arg-type]
    with pytest.raises(quadrille.GameError):
        quadrille.generate("chess")


def test_ratings(small: quadrille.Level) -> None:
    rating = small.rate()
    assert rating.moves == 2 and rating.difficulty == "easy" and rating.plans is not None
    with pytest.raises(quadrille.UnratedError, match="no plan"):
        quadrille.rate(quadrille.Level("r # .\n# # R\n. . .", game="tiles"))


def test_difficulty_is_met() -> None:
    for level in quadrille.generate("tiles", 2, difficulty="hard", size="6x6", seed=1):
        assert level.rate().difficulty == "hard" and level.rate().score == level.difficulty


def test_the_hardest_is_at_least_as_hard_as_what_is_made() -> None:
    level = quadrille.hardest("tiles", size="4x4", pieces=2, steps=100, climbs=2, seed=1)
    assert level.solve().cost == level.optimal and level.optimal is not None and level.optimal >= 7


def test_levels_made_by_several_processes_are_those_of_one() -> None:
    asked = _asked("5x5", 3, 0, "5..9", None, False, 4, 100_000)
    one = quadrille.generate("tiles", 6, size="5x5", pieces=3, moves="5..9", seed=4)
    heard: list[tuple[int, int]] = []
    candidates = Candidates("tiles", 6, asked, 20_000, None)
    gather("tiles", asked, candidates, 6, workers_on(None, 2), lambda *told: heard.append(told))
    found, tried, reasons = candidates.end()
    assert [level.text() for level in found] == [level.text() for level in one]
    assert tried >= 6 and sum(times for _, times in reasons) == tried - 6 and heard[-1] == (6, 6)
    hardest = quadrille.hardest("tiles", size="4x4", pieces=2, steps=30, climbs=3)
    asked = _asked("4x4", 2, 0, None, None, False, 0, 100_000)
    spread, rated = hardest_of("tiles", asked, (30, 3), workers_on(None, 2), None)
    assert spread is not None and spread.text() == hardest.text() and rated > 0


def test_candidates_in_vain_end_the_search_on_several_processes() -> None:
    asked = _asked("3x3", 1, 0, "30..", None, False, 1, 1_000)
    candidates = Candidates("tiles", 2, asked, 40, None)
    gather("tiles", asked, candidates, 2, workers_on(None, 2), None)
    assert candidates.found == 0 and candidates.is_done and candidates.end()[1] == 40
    with pytest.raises(quadrille.PlanError, match="no way to run on"):
        quadrille.generate("tiles", 1, on="moon")
    with pytest.raises(quadrille.SpecError, match="no max_time"):
        quadrille.hardest("tiles", on="ray", max_time=1)


@pytest.mark.ray
def test_ray_makes_the_same_levels() -> None:
    pytest.importorskip("ray")
    here = quadrille.generate("tiles", 6, size="5x5", pieces=3, moves="5..9", seed=4)
    there = quadrille.generate("tiles", 6, size="5x5", pieces=3, moves="5..9", seed=4, on="ray", jobs=2)
    assert [level.text() for level in there] == [level.text() for level in here]
    hardest = quadrille.hardest("tiles", size="4x4", pieces=2, steps=30, climbs=3)
    assert quadrille.hardest("tiles", size="4x4", pieces=2, steps=30, climbs=3, on="ray", jobs=2).text() == hardest.text()
