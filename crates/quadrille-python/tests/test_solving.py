"""Solving: plans, proofs, limits, Ctrl-C, threads, comparisons."""

from __future__ import annotations

import _thread
import signal
import threading
import time

import re
from pathlib import Path

import pytest

import quadrille
from quadrille import Level

HARD = """game: squares

ABCDEFGH
BCDEFGHA
CDEFGHAB
DEFGHABC
EFGHABCD
FGHABCDE
GHABCDEF
HABCDEFG
"""


def test_known_optima_are_found_and_proved(classics: quadrille.Levels) -> None:
    results = quadrille.solve_many(classics, max_time="20s")
    for level, result in zip(classics, results, strict=True):
        assert result.level is level
        if level.optimal is not None:
            assert result.optimal and result.cost == level.optimal == result.lower_bound
            assert result.plan is not None and level.verify(result.plan)
            assert result.positions()[-1].solved and len(result.positions()) == result.cost + 1
        if level.known == "unsolvable":
            assert result.outcome == "unsolvable" and result.proved and result.lower_bound is None
            assert result.positions() == []


def test_all_algorithms_agree_on_a_small_level(small: Level) -> None:
    for info in quadrille.algorithms():
        result = small.solve(info.name)
        assert result.cost is not None and result.cost >= 2
        if info.optimality == "always":
            assert result.optimal and result.cost == 2
    assert small.solve("astar", "max(relaxed,collinear)").method == "astar with max(relaxed,collinear)"
    assert small.solve("bfs without dead-ends").plan == ["D", "R"]


def test_limits_stop_a_search_with_a_partial_result() -> None:
    level = Level(HARD)
    by_nodes = level.solve("bfs", max_nodes=1000)
    assert (by_nodes.outcome, by_nodes.stop, by_nodes.stats.expanded) == ("unknown", "nodes", 1000)
    assert level.solve("bfs", max_nodes="1k").stats.expanded == 1000
    assert level.solve("bfs", max_time="50ms").stop == "time"
    assert level.solve("bfs", max_time=0.05).stop == "time"
    assert level.solve("bfs", max_memory="1MiB").stop == "memory"
    for bad in ({"max_time": -1}, {"max_time": "soon"}, {"max_nodes": "many"}, {"max_memory": -5}):
        with pytest.raises(quadrille.LimitError):
            level.solve("bfs", **bad)  # type: ignore[arg-type]


def test_unknown_methods_have_help(small: Level) -> None:
    with pytest.raises(quadrille.MethodError, match="did you mean astar") as caught:
        small.solve("astr")
    assert caught.value.column == 1
    with pytest.raises(quadrille.MethodError, match="no heuristic"):
        small.solve("astar", "nothing")
    with pytest.raises(quadrille.MethodError, match="uses no heuristic"):
        small.solve("bfs", "relaxed")
    with pytest.raises(quadrille.MethodError, match="two heuristics"):
        small.solve("astar with relaxed", "collinear")


def _interrupt_soon(seconds: float) -> threading.Timer:
    timer = threading.Timer(seconds, _thread.interrupt_main)
    timer.start()
    return timer


def test_ctrl_c_ends_a_search_with_a_partial_result() -> None:
    timer = _interrupt_soon(0.3)
    result = Level(HARD).solve("bfs", max_time="60s")
    timer.join()
    assert (result.outcome, result.stop) == ("unknown", "cancelled")
    assert result.stats.expanded > 0 and result.lower_bound is not None
    assert result.stats.seconds < 30


def test_ctrl_c_ends_many_with_partial_results(small: Level) -> None:
    timer = _interrupt_soon(0.3)
    results = quadrille.solve_many([small, *[Level(HARD)] * 50], "bfs", max_time="60s", jobs=2)
    timer.join()
    assert len(results) == 51 and results[0].optimal
    assert results[-1].stop == "cancelled" and not results[-1].solved


def test_exceptions_of_a_signal_handler_are_raised() -> None:
    class Enough(Exception):
        pass

    def handler(*_: object) -> None:
        raise Enough

    old = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Enough):
            Level(HARD).solve("bfs", max_time="60s")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


def test_other_threads_run_during_a_search() -> None:
    ticks, stop = [0], threading.Event()

    def count() -> None:
        while not stop.is_set():
            ticks[0] += 1
            time.sleep(0.005)

    thread = threading.Thread(target=count)
    thread.start()
    Level(HARD).solve("bfs", max_time="500ms")
    during = ticks[0]
    stop.set()
    thread.join()
    assert during >= 5


def test_progress_is_reported(small: Level) -> None:
    reports: list[tuple[int, int]] = []
    quadrille.solve_many([small] * 5, progress=lambda done, total: reports.append((done, total)))
    assert reports[-1] == (5, 5)

    def broken(done: int, total: int) -> None:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        quadrille.solve_many([small] * 5, progress=broken)
    quadrille.solve_many([small], progress=True)
    assert list(quadrille.solve_many([])) == []


def test_comparisons_and_frames(small: Level) -> None:
    comparison = quadrille.compare(small)
    assert len(comparison) > 10 and {result.cost for result in comparison if result.optimal} == {2}
    assert comparison.svg().startswith("<svg") and "<table>" in comparison._repr_html_()
    frame = comparison.frame("pandas")
    assert list(frame["method"]) == [result.method for result in comparison]
    assert {"expanded", "seconds", "outcome"} <= set(frame.columns)
    with pytest.raises(ValueError, match="pandas"):
        comparison.frame("excel")
    with pytest.raises(quadrille.MethodError):
        quadrille.compare(small, ["nothing"])


def test_estimates(small: Level) -> None:
    assert small.estimate("relaxed") == 2 and small.play("D R").estimate() == 0
    with pytest.raises(quadrille.MethodError):
        small.estimate("nothing")


def test_results_show_themselves(small: Level) -> None:
    result = small.solve()
    shown = result._repr_html_()
    assert shown.count("<animate ") == 3 and "2 of 2: R" in shown and "proved shortest" in shown
    assert small.play("D R").solve()._repr_html_().count("<animate ") == 0
    assert "proved unsolvable" in Level("r # .\n# # R\n. . .", game="tiles").solve()._repr_html_()
    assert repr(result) == "<Result of best: 2 moves, proved shortest>"
    assert quadrille.pack("tiles")[:3]._repr_html_().count("<figure") == 3


def test_the_stubs_have_every_statistic(small: Level) -> None:
    stats = small.solve().stats
    text = (Path(quadrille.__file__).parent / "_quadrille.pyi").read_text(encoding="utf-8")
    stub = text.split("class Stats:")[1].split("class ")[0]
    written = [name for name in re.findall(r"def (\w+)\(self\)", stub) if name != "as_dict"]
    assert written == list(stats.as_dict())
    assert all(getattr(stats, name) == value for name, value in stats.as_dict().items())
    with pytest.raises(AttributeError):
        stats.smell
