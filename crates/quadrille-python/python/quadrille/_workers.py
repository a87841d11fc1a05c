"""Who does the work: processes of this machine, or a Ray cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from typing import Any, Protocol

from .errors import PlanError

__all__ = ["Workers", "workers_on"]


class Workers(Protocol):
    """Processes that calls are sent to."""

    workers: int
    """How many there are."""

    def __enter__(self) -> Workers: ...

    def __exit__(self, *_: object) -> None: ...

    def send(self, function: Callable[..., Any], *args: Any) -> Any:
        """Sends a call, and returns a handle for its answer."""

    def done(self, handles: list[Any]) -> Iterator[tuple[Any, Any]]:
        """Waits for some answers: handles with what they brought, or with what went wrong."""

    def stop(self) -> None:
        """Lets go of what is under way."""


def workers_on(on: str | None, workers: int | None) -> Workers:
    """Those of this machine (None), of a Ray cluster on it ('ray'), or of one that is there ('ray=ADDRESS', 'ray=auto')."""
    kind, _, address = (on or "").partition("=")
    if kind not in ("", "ray"):
        raise PlanError(f"there is no way to run on '{on}'", help="write ray or ray=ADDRESS")
    return _Ray(address or None, workers) if kind == "ray" else _Local(workers)


class _Local:
    """Processes on this machine."""

    def __init__(self, workers: int | None) -> None:
        self.workers = workers or os.cpu_count() or 1

    def __enter__(self) -> _Local:
        self.pool = ProcessPoolExecutor(self.workers)
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.shutdown(cancel_futures=True)

    def stop(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)

    def send(self, function: Callable[..., Any], *args: Any) -> Any:
        return self.pool.submit(function, *args)

    def done(self, handles: list[Any]) -> Iterator[tuple[Any, Any]]:
        ready, _ = wait(handles, return_when=FIRST_COMPLETED)
        for handle in ready:
            error = handle.exception()
            yield handle, error if error is not None else handle.result()


def _call(function: Callable[..., Any], *args: Any) -> Any:
    return function(*args)


class _Ray:
    """A cluster of Ray."""

    def __init__(self, address: str | None, workers: int | None) -> None:
        try:
            import ray
        except ImportError as error:
            raise ImportError("running on Ray needs Ray: pip install 'quadrille[ray]'") from error
        self.ray: Any = ray
        self.address = address
        self.asked = workers
        self.workers = 1
        self.owns = False

    def __enter__(self) -> _Ray:
        if not self.ray.is_initialized():
            options: dict[str, Any] = {"log_to_driver": False, "include_dashboard": False}
            if self.address is None:
                options["num_cpus"] = self.asked or os.cpu_count() or 1
            else:
                del options["include_dashboard"]
                options["address"] = self.address
            self.ray.init(**options)
            self.owns = True
        cpus = int(self.ray.cluster_resources().get("CPU", 1))
        self.workers = min(self.asked or cpus, cpus)
        # A worker that dies is not tried again by Ray, but by the driver, which knows what is missing.
        self.task = self.ray.remote(num_cpus=1, max_retries=0)(_call)
        return self

    def __exit__(self, *_: object) -> None:
        if self.owns:
            self.ray.shutdown()

    def stop(self) -> None:
        """Ray stops its tasks with the driver."""

    def send(self, function: Callable[..., Any], *args: Any) -> Any:
        return self.task.options(name=function.__name__).remote(function, *args)

    def done(self, handles: list[Any]) -> Iterator[tuple[Any, Any]]:
        ready, _ = self.ray.wait(handles, num_returns=1, timeout=60)
        for handle in ready:
            try:
                yield handle, self.ray.get(handle)
            except self.ray.exceptions.RayError as error:
                yield handle, error
