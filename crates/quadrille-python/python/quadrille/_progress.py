"""A progress bar: tqdm if it is installed, otherwise a plain line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

__all__ = ["Progress", "listener"]

Progress = bool | Callable[[int, int], object]
"""True for a bar, or a function that receives the number done and the total."""


class _Plain:
    """A line on the standard error output that is overwritten."""

    def __init__(self, noun: str) -> None:
        self.noun = noun
        self.shown = ""

    def __call__(self, done: int, total: int) -> None:
        text = f"{done} of {total} {self.noun}"
        if text != self.shown:
            end = "\n" if done == total else ""
            print(f"\r{text}", end=end, file=sys.stderr, flush=True)
            self.shown = text


class _Bar:
    """A tqdm bar."""

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
    """The function that receives the progress, if any."""
    if callable(progress):
        return progress
    if not progress:
        return None
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        return _Plain(noun)
    return _Bar(tqdm, noun)
