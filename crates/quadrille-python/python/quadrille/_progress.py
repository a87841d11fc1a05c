"""A progress bar: that of tqdm where it is installed, a plain line otherwise."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

__all__ = ["Progress", "listener"]

Progress = bool | Callable[[int, int], object]
"""True for a bar, or a function that hears of what is done and of all there is."""


class _Plain:
    """A line on the standard error output that is written over."""

    def __init__(self, noun: str) -> None:
        self.noun = noun
        self.said = ""

    def __call__(self, done: int, total: int) -> None:
        said = f"{done} of {total} {self.noun}"
        if said != self.said:
            end = "\n" if done == total else ""
            print(f"\r{said}", end=end, file=sys.stderr, flush=True)
            self.said = said


class _Bar:
    """A bar of tqdm."""

    def __init__(self, make: Any, noun: str) -> None:
        self.make = make
        self.noun = noun
        self.bar: Any = None

    def __call__(self, done: int, total: int) -> None:
        if self.bar is None:
            self.bar = self.make(total=total, unit=f" {self.noun}")
        self.bar.update(done - self.bar.n)
        if done == total:
            self.bar.close()


def listener(progress: Progress, noun: str) -> Callable[[int, int], object] | None:
    """What hears of the progress, if anything."""
    if callable(progress):
        return progress
    if not progress:
        return None
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        return _Plain(noun)
    return _Bar(tqdm, noun)
