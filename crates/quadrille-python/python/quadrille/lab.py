"""Experiments on many machines: the plans of the lab, run on Ray or as an array of Slurm jobs.

A plan is the same file as for `quadrille lab run`, and the results are the same rows in the same kind of file, so that `quadrille lab report`, `diff`
and `export` work on them. One process writes; workers get batches of trials that take some seconds each, so that the scheduler has little to do. Results are kept
as they come: a run that lost its driver or a worker goes on with what is missing.

    python -m quadrille.lab run plan.toml                       on this machine's cores
    python -m quadrille.lab run plan.toml --on ray              on a Ray cluster of this machine
    python -m quadrille.lab run plan.toml --on ray=auto         on the cluster that is there
    python -m quadrille.lab slurm plan.toml --shards 100        prints the script of an array of jobs
    python -m quadrille.lab shard plan.toml 7/100               makes one part of the trials
    python -m quadrille.lab merge plan.toml shards/*.sqlite     puts the parts together
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
"""How long a batch should take: long beside what it costs to send, short beside what is lost with a worker."""

MOST = 2000
"""The most trials of a batch."""

Trial = tuple[int, str, str, tuple[int | None, int | None, int | None]]
Answer = tuple[int, str]


@dataclass(frozen=True)
class Run:
    """What came of a run."""

    results: Path
    """The file of results."""

    trials: int
    """How many trials the plan has."""

    made: int
    """How many were made now."""

    missing: int
    """How many the results still lack."""

    busy: float
    """The share of the workers' time that went into trials."""


def results(path: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """The rows of a file of results, in the order of the plan."""
    return [json.loads(line) for line in _quadrille.read_results(Path(path))]


def make_batch(trials: list[Trial]) -> tuple[list[Answer], float, str]:
    """Makes trials one after the other: their records, how long it took, and the machine. This is what workers run."""
    started = time.perf_counter()
    made = _quadrille.make_trials(trials)
    return made, time.perf_counter() - started, _quadrille.this_machine()


def _subjects(source: str, folder: Path, game: str | None, only: list[str]) -> list[tuple[str, str, str, str | None]]:
    """The levels of a source of a plan, as the lab names them."""
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
    """Cuts what is missing into batches that take about as long as they should, as far as the trials so far tell."""

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
        # At the end everybody gets a part.
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
    """Makes the trials of a plan that its results lack: on this machine's cores, or on a Ray cluster.

    `on` is None, 'ray' for a cluster of this machine, or 'ray=ADDRESS' for one that is there ('ray=auto' finds it). `results` is the file they go to, by default
    the name of the plan with `.sqlite`, here. Started again it goes on with what is missing. Ctrl-C ends it; what was made is kept.
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
    tell: Callable[[int, int], object] | None,
) -> Run:
    """Sends batches and keeps what comes back. A batch that is lost with its worker is sent again."""
    total, missing = len(experiments), experiments.missing()
    batches = _Batches(missing, backend.workers, seconds)
    around = f"{_quadrille.__version__} (Python)"
    made, spent, lost = 0, 0.0, 0
    started = time.perf_counter()
    running: dict[Any, list[int]] = {}
    try:
        while batches.waiting or running:
            # One batch more than workers: nobody waits for the writer.
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
                if tell is not None:
                    tell(total - len(missing) + made, total)
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
    """Makes one part of the trials of a plan, into a file of its own: part 1 to `parts`. Started again it goes on."""
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
    """Puts the parts of a plan together into one file of results."""
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
    """The script of an array of Slurm jobs, one a part of the plan, and how its parts come together."""
    name = Path(plan)
    return f"""#!/bin/bash
# sbatch this file. When all jobs are done:
#   python -m quadrille.lab merge {name} shards/{name.stem}-*-of-{shards}.sqlite
# A job that failed is sent again alone, with sbatch --array=NUMBER, and goes on where it was.
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
    running = commands.add_parser("run", help="make the trials of a plan")
    sharding = commands.add_parser("shard", help="make one part of the trials")
    merging = commands.add_parser("merge", help="put parts together")
    printing = commands.add_parser("slurm", help="print the script of an array of Slurm jobs")
    for command in (running, sharding, merging, printing):
        command.add_argument("plan", help="a plan of the lab, in TOML")
    for command in (running, sharding, merging):
        command.add_argument("-r", "--results", help="the file of results")
        command.add_argument("--json", action="store_true", help="print what came of it as JSON")
    running.add_argument("--on", help="ray, or ray=ADDRESS; this machine's cores when it is left out")
    running.add_argument("-j", "--workers", type=int, help="how many trials run side by side")
    sharding.add_argument("part", help="which part of how many: 7/100")
    merging.add_argument("shards", nargs="+", help="the files of the parts")
    printing.add_argument("--shards", type=int, default=16, help="how many jobs")
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
