"""Worker processes: on this machine, or on a Ray cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from typing import Any, Protocol

from .errors import PlanError

__all__ = ["Workers", "workers_on"]


class Workers(Protocol):
    """Processes that run calls."""

    workers: int
    """The number of processes."""

    def __enter__(self) -> Workers: ...

    def __exit__(self, *_: object) -> None: ...

    def send(self, function: Callable[..., Any], *args: Any) -> Any:
        """Sends a call. Returns a handle for its result."""

    def done(self, handles: list[Any]) -> Iterator[tuple[Any, Any]]:
        """Waits for some results. Yields handles with their result or exception."""

    def stop(self) -> None:
        """Cancels running calls."""


def workers_on(on: str | None, workers: int | None) -> Workers:
    """Workers on this machine (None), a new local Ray cluster ('ray'), or a running one.

    A running cluster is given as 'ray=ADDRESS', or found with 'ray=auto'.
    """
    kind, _, address = (on or "").partition("=")
    if kind not in ("", "ray"):
        raise PlanError(f"cannot run on '{on}'", help="write ray or ray=ADDRESS")
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
    """A Ray cluster."""

    def __init__(self, address: str | None, workers: int | None) -> None:
        try:
            import ray
        except ImportError as error:
            raise ImportError("running on Ray needs Ray: pip install 'quadrille[ray]'") from error
        self.ray: Any = ray
        self.address = address
        self.requested = workers
        self.workers = 1
        self.owns = False

    def __enter__(self) -> _Ray:
        if not self.ray.is_initialized():
            options: dict[str, Any] = {"log_to_driver": False, "include_dashboard": False}
            if self.address is None:
                options["num_cpus"] = self.requested or os.cpu_count() or 1
            else:
                del options["include_dashboard"]
                options["address"] = self.address
            self.ray.init(**options)
            self.owns = True
        cpus = int(self.ray.cluster_resources().get("CPU", 1))
        self.workers = min(self.requested or cpus, cpus)
        # The driver repeats the work of a worker that died, not Ray: it knows what is missing.
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
