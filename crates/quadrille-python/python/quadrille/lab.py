"""Experiments on many machines: runs plans of the lab on Ray or as an array of Slurm jobs.

Plans and results have the same formats as those of `quadrille lab run`, so that `quadrille lab
report`, `diff` and `export` work on them. One process writes; workers get batches of trials that
take some seconds each, so that the scheduler has little to do. Results are stored as they arrive:
a run that lost its driver or a worker continues with the missing trials.

    python -m quadrille.lab run plan.toml                       on this machine's cores
    python -m quadrille.lab run plan.toml --on ray              on a Ray cluster of this machine
    python -m quadrille.lab run plan.toml --on ray=auto         on a running cluster
    python -m quadrille.lab slurm plan.toml --shards 100        prints the script of an array of jobs
    python -m quadrille.lab shard plan.toml 7/100               runs one part of the trials
    python -m quadrille.lab merge plan.toml shards/*.sqlite     merges the parts
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _quadrille
from ._progress import Progress, listener
from ._quadrille import Experiments, Level
from ._workers import Workers, workers_on
from .errors import PlanError
from .levels import packs, read

__all__ = ["Run", "merge", "results", "run", "shard", "slurm"]

SECONDS = 10.0
"""The target duration of a batch: long compared with sending it, short if a worker is lost."""

MOST = 2000
"""The most trials of a batch."""

Trial = tuple[int, str, str, tuple[int | None, int | None, int | None]]
Answer = tuple[int, str]


@dataclass(frozen=True)
class Run:
    """The result of a run."""

    results: Path
    """The file of results."""

    trials: int
    """The number of trials in the plan."""

    made: int
    """The number of trials made in this run."""

    missing: int
    """The number of trials still missing."""

    busy: float
    """The share of the workers' time spent on trials."""


def results(path: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """The rows of a file of results, in the order of the plan."""
    return [json.loads(line) for line in _quadrille.read_results(Path(path))]


def make_batch(trials: list[Trial]) -> tuple[list[Answer], float, str]:
    """Runs trials one after the other, on a worker. Returns their records, the time and the machine."""
    started = time.perf_counter()
    made = _quadrille.make_trials(trials)
    return made, time.perf_counter() - started, _quadrille.this_machine()


def _subjects(source: str, folder: Path, game: str | None, only: list[str]) -> list[tuple[str, str, str, str | None]]:
    """The levels of a source of a plan, named as in the lab."""
    if source.startswith("@"):
        text = _quadrille.pack_text(source)
    elif (folder / source).exists():
        text = (folder / source).read_text(encoding="utf-8")
    elif Path(source).exists():
        text = Path(source).read_text(encoding="utf-8")
    elif re.match(r"[a-z]+[0-9]-", source):
        text = Level(source).code
    else:
        raise PlanError(f"there is no file '{source}'", help="write a path, '@PACK' or a share code")
    try:
        levels = read(text)
    except ValueError:
        if game is None:
            raise
        levels = read(text, game)
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    command = first.lstrip(";#").strip() if first.startswith((";", "#")) else ""
    made_by = command if command.startswith("quadrille generate ") else None
    rows = []
    for label, level in zip(levels.names, levels):
        if (game is not None and level.game != game) or (only and label not in only):
            continue
        name = label if level.name else f"{Path(source).name} {label}"
        rows.append((source, name, level.text(), made_by))
    return rows


def open_plan(plan: str | os.PathLike[str], path: str | os.PathLike[str] | None = None) -> tuple[Experiments, Path]:
    """A plan with its levels, and the file of its results."""
    file = Path(plan)
    text = file.read_text(encoding="utf-8")
    target = Path(path) if path is not None else Path(f"{file.stem}.sqlite")
    everything = []
    for _, sources, game, only in _quadrille.plan_sources(text):
        named = [name for one in sources for name in ([f"@{p}" for p in packs()] if one == "@*" else [one])]
        everything.append([_subjects(name, file.parent, game, only) for name in named])
    return Experiments(text, everything, target), target


class _Batches:
    """Splits the missing trials into batches of about the target duration, by the time of previous ones."""

    def __init__(self, numbers: list[int], workers: int, seconds: float) -> None:
        self.waiting = deque(numbers)
        self.workers = workers
        self.seconds = seconds
        self.each: float | None = None

    def next(self) -> list[int]:
        if self.each is None:
            size = 4
        else:
            size = int(self.seconds / max(self.each, 1e-4))
        # At the end, share the rest evenly.
        fair = -(-len(self.waiting) // (2 * self.workers))
        size = max(1, min(size, fair, MOST))
        return [self.waiting.popleft() for _ in range(min(size, len(self.waiting)))]

    def took(self, trials: int, seconds: float) -> None:
        mean = seconds / max(trials, 1)
        self.each = mean if self.each is None else 0.7 * self.each + 0.3 * mean


def run(
    plan: str | os.PathLike[str],
    on: str | None = None,
    *,
    results: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    seconds: float = SECONDS,
    progress: Progress = False,
) -> Run:
    """Runs the trials of a plan that its results lack, on this machine's cores or on a Ray cluster.

    `on` is None, 'ray' for a new local cluster, or 'ray=ADDRESS' for a running one ('ray=auto' finds
    it). `results` is the file of results, by default the name of the plan with `.sqlite`. Started
    again, it continues with the missing trials. Ctrl-C ends it and keeps the results so far.
    """
    experiments, path = open_plan(plan, results)
    try:
        with workers_on(on, workers) as backend:
            return _drive(experiments, path, backend, seconds, listener(progress, "trials"))
    finally:
        experiments.close()


def _drive(
    experiments: Experiments,
    path: Path,
    backend: Workers,
    seconds: float,
    report: Callable[[int, int], object] | None,
) -> Run:
    """Sends batches and stores their results. A batch lost with its worker is sent again."""
    total, missing = len(experiments), experiments.missing()
    batches = _Batches(missing, backend.workers, seconds)
    around = f"{_quadrille.__version__} (Python)"
    made, spent, lost = 0, 0.0, 0
    started = time.perf_counter()
    running: dict[Any, list[int]] = {}
    try:
        while batches.waiting or running:
            # One batch more than workers, so that no worker waits for the writer.
            while batches.waiting and len(running) < backend.workers + 1:
                numbers = batches.next()
                running[backend.send(make_batch, experiments.trials(numbers))] = numbers
            for handle, answer in backend.done(list(running)):
                numbers = running.pop(handle)
                if isinstance(answer, Exception):
                    lost += 1
                    if lost > 20:
                        raise answer
                    batches.waiting.extendleft(reversed(numbers))
                    continue
                records, took, machine = answer
                for number, record in records:
                    made += experiments.add(number, record, (around, machine, backend.workers))
                spent += took
                batches.took(len(records), took)
                if report is not None:
                    report(total - len(missing) + made, total)
    except KeyboardInterrupt:
        backend.stop()
    elapsed = time.perf_counter() - started
    left = len(experiments.missing())
    return Run(path, total, made, left, spent / max(elapsed * backend.workers, 1e-9))


def shard(
    plan: str | os.PathLike[str],
    part: int,
    parts: int,
    *,
    results: str | os.PathLike[str] | None = None,
) -> Run:
    """Runs part `part` (from 1 to `parts`) of the trials of a plan, with its own file of results."""
    if not 1 <= part <= parts:
        raise PlanError(f"there is no part {part} of {parts}", help="parts count from 1")
    stem = Path(plan).stem
    target = Path(results) if results is not None else Path("shards") / f"{stem}-{part}-of-{parts}.sqlite"
    target.parent.mkdir(parents=True, exist_ok=True)
    experiments, path = open_plan(plan, target)
    try:
        mine = [number for number in experiments.missing() if number % parts == part - 1]
        machine, made = _quadrille.this_machine(), 0
        around = (f"{_quadrille.__version__} (Python)", machine, 1)
        started, spent = time.perf_counter(), 0.0
        for trial in experiments.trials(mine):
            began = time.perf_counter()
            records = _quadrille.make_trials([trial])
            spent += time.perf_counter() - began
            made += sum(experiments.add(number, record, around) for number, record in records)
        elapsed = time.perf_counter() - started
        left = sum(number % parts == part - 1 for number in experiments.missing())
        return Run(path, len(experiments), made, left, spent / max(elapsed, 1e-9))
    finally:
        experiments.close()


def merge(
    plan: str | os.PathLike[str],
    shards: Iterable[str | os.PathLike[str]],
    *,
    results: str | os.PathLike[str] | None = None,
) -> Run:
    """Merges the parts of a plan into one file of results."""
    experiments, path = open_plan(plan, results)
    try:
        made = 0
        for part in shards:
            for row in _quadrille.read_results(Path(part)):
                trial = json.loads(row)
                around = (trial["version"], trial["machine"], trial["jobs"])
                made += experiments.add(trial["task"], row, around)
        return Run(path, len(experiments), made, len(experiments.missing()), 1.0)
    finally:
        experiments.close()


def slurm(plan: str | os.PathLike[str], shards: int, *, time_limit: str = "04:00:00", memory: str = "2G") -> str:
    """The script of an array of Slurm jobs, one per part of the plan."""
    name = Path(plan)
    return f"""#!/bin/bash
# sbatch this file. When all jobs are done:
#   python -m quadrille.lab merge {name} shards/{name.stem}-*-of-{shards}.sqlite
# Submit a failed job again with sbatch --array=NUMBER; it continues where it stopped.
#SBATCH --job-name=quadrille-{name.stem}
#SBATCH --array=1-{shards}
#SBATCH --cpus-per-task=1
#SBATCH --mem={memory}
#SBATCH --time={time_limit}
python -m quadrille.lab shard {name} "$SLURM_ARRAY_TASK_ID/{shards}"
"""


def _main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m quadrille.lab", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run", help="run the trials of a plan")
    sharding = commands.add_parser("shard", help="run one part of the trials")
    merging = commands.add_parser("merge", help="merge parts")
    printing = commands.add_parser("slurm", help="print a script for an array of Slurm jobs")
    for command in (running, sharding, merging, printing):
        command.add_argument("plan", help="read this plan (TOML)")
    for command in (running, sharding, merging):
        command.add_argument("-r", "--results", help="use this file of results")
        command.add_argument("--json", action="store_true", help="print the result as JSON")
    running.add_argument("--on", help="run on ray or ray=ADDRESS [default: this machine]")
    running.add_argument("-j", "--workers", type=int, help="run this many trials in parallel")
    sharding.add_argument("part", help="run this part: 7/100")
    merging.add_argument("shards", nargs="+", help="merge these files")
    printing.add_argument("--shards", type=int, default=16, help="use this many jobs")
    given = parser.parse_args(arguments)
    try:
        if given.command == "slurm":
            print(slurm(given.plan, given.shards), end="")
            return 0
        if given.command == "run":
            bar = sys.stderr.isatty()
            done = run(given.plan, given.on, results=given.results, workers=given.workers, progress=bar)
        elif given.command == "shard":
            part, _, parts = given.part.partition("/")
            done = shard(given.plan, int(part), int(parts or 0), results=given.results)
        else:
            done = merge(given.plan, given.shards, results=given.results)
    except (OSError, ValueError, ImportError, PlanError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    if given.json:
        print(json.dumps({**vars(done), "results": str(done.results)}))
    else:
        print(f"{done.made} trials made, {done.missing} of {done.trials} missing in {done.results}")
    return 0 if not done.missing else 3


if __name__ == "__main__":
    sys.exit(_main())
