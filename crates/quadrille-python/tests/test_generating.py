"""Generated levels and ratings."""

from __future__ import annotations

import pytest

import quadrille


@pytest.mark.parametrize("game", [game.name for game in quadrille.games()])
def test_generated_levels_fit_the_request_and_do_not_depend_on_jobs(game: str) -> None:
    one = quadrille.generate(game, 3, moves="2..9", seed=5, jobs=1)
    two = quadrille.generate(game, 3, moves=(2, 9), seed=5, jobs=2)
    assert one == two and len(one.distinct()) == 3
    for level in one:
        result = level.solve()
        assert result.optimal and result.cost == level.optimal and 2 <= result.cost <= 9
        assert level.solution is not None and level.verify(level.solution)
    assert quadrille.generate(game, 3, moves="2..9", seed=6) != one


def test_shortages_and_invalid_requests_raise_errors() -> None:
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


def test_the_hardest_is_at_least_as_hard_as_generated_levels() -> None:
    level = quadrille.hardest("tiles", size="4x4", pieces=2, steps=100, climbs=2, seed=1)
    assert level.solve().cost == level.optimal and level.optimal is not None and level.optimal >= 7
