"""Plans on many processes: the same rows as on one, even if workers are lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import quadrille
from quadrille import lab

PLAN = """
repeats = 3

[limits]
nodes = "20k"

[[experiment]]
name = "small"
levels = ["levels.txt"]
methods = ["bfs", "astar with relaxed", "astar with collinear", "greedy"]
"""

TIMES = {"seconds", "cpu_seconds", "peak_rss", "first_plan_seconds", "finished", "machine", "jobs", "version", "peak_bytes"}


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plan")
    quadrille.save(quadrille.generate("tiles", 12, size="6x6", moves="5..12", seed=1), folder / "levels.txt")
    (folder / "plan.toml").write_text(PLAN)
    return folder / "plan.toml"


def rows(path: Path) -> list[dict[str, Any]]:
    def timeless(row: dict[str, Any]) -> dict[str, Any]:
        stats = {name: value for name, value in row.get("stats", {}).items() if name not in TIMES}
        return {**{name: value for name, value in row.items() if name not in TIMES}, "stats": stats}

    return [timeless(row) for row in lab.results(path)]


@pytest.fixture(scope="module")
def expected(plan: Path) -> list[dict[str, Any]]:
    """The rows of the plan, made by one process."""
    done = lab.shard(plan, 1, 1, results=plan.parent / "one.sqlite")
    assert done.trials == 12 * 4 * 3 == done.made and done.missing == 0
    return rows(done.results)


def test_processes_make_the_same_rows_and_continue(
    plan: Path, expected: list[dict[str, Any]], tmp_path: Path
) -> None:
    reports: list[tuple[int, int]] = []
    target = tmp_path / "local.sqlite"
    done = lab.run(plan, results=target, workers=2, progress=lambda *counts: reports.append(counts))
    assert done.missing == 0 and rows(target) == expected and reports[-1] == (144, 144)
    again = lab.run(plan, results=target, workers=2)
    assert (again.made, again.missing) == (0, 0) and rows(target) == expected


def test_parts_are_merged(plan: Path, expected: list[dict[str, Any]], tmp_path: Path) -> None:
    parts = [lab.shard(plan, part, 3, results=tmp_path / f"{part}.sqlite") for part in (1, 2, 3)]
    assert sum(part.made for part in parts) == 144
    half = lab.merge(plan, [part.results for part in parts[:2]], results=tmp_path / "all.sqlite")
    assert half.missing == parts[2].made
    whole = lab.merge(plan, [part.results for part in parts], results=tmp_path / "all.sqlite")
    assert whole.missing == 0 and rows(whole.results) == expected
    script = lab.slurm(plan, 3)
    assert "--array=1-3" in script and subprocess.run(["bash", "-n"], input=script, text=True, check=True)


def test_errors_are_raised(plan: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("[[experiment]]\nlevels = ['@tiles']\nmethods = ['bsf']\n")
    with pytest.raises(quadrille.PlanError, match="did you mean bfs") as caught:
        lab.run(wrong)
    assert caught.value.line == 3
    wrong.write_text("[[experiment]]\nlevels = ['nowhere.txt']\nmethods = ['bfs']\n")
    with pytest.raises(quadrille.PlanError, match="no file 'nowhere.txt'"):
        lab.run(wrong)
    with pytest.raises(quadrille.PlanError, match="cannot run on"):
        lab.run(plan, on="moon", results=tmp_path / "x.sqlite")
    with pytest.raises(quadrille.PlanError, match="no part 4 of 3"):
        lab.shard(plan, 4, 3)
    done = subprocess.run([sys.executable, "-m", "quadrille.lab", "run", str(wrong)], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "nowhere.txt" in done.stderr


def _workers() -> Iterator[int]:
    """Ray processes that are running a batch."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if b"ray::make_batch" in (entry / "cmdline").read_bytes():
                    yield int(entry.name)
            except OSError:
                continue


@pytest.mark.ray
def test_ray_makes_the_same_rows_after_driver_and_worker_were_killed(
    plan: Path, expected: list[dict[str, Any]], tmp_path: Path
) -> None:
    pytest.importorskip("ray")
    target = tmp_path / "ray.sqlite"
    command = [sys.executable, "-m", "quadrille.lab", "run", str(plan), "--on", "ray", "-r", str(target), "-j", "2"]
    driver = subprocess.Popen(command, env={**os.environ, "RAY_DEDUP_LOGS": "0"}, start_new_session=True)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (target.exists() and _count(target)):
        time.sleep(0.05)
    os.killpg(driver.pid, signal.SIGKILL)
    driver.wait()
    first = _count(target)
    # The lock of the dead driver was released.
    second = subprocess.Popen(command, start_new_session=True)
    killed = False
    while second.poll() is None:
        for worker in _workers():
            if not killed:
                os.kill(worker, signal.SIGKILL)
                killed = True
        time.sleep(0.01)
    assert second.returncode == 0
    assert rows(target) == expected
    assert 0 < first


def _count(path: Path) -> int:
    try:
        return len(lab.results(path))
    except quadrille.QuadrilleError:
        return 0
