"""Runs the notebooks from the first cell to the last."""

from __future__ import annotations

from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "notebooks"


@pytest.mark.parametrize("notebook", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebook_runs(notebook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Small matrices on a busy machine: one thread is faster.
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    book = nbformat.read(notebook, as_version=4)
    assert all(not cell.get("outputs") for cell in book.cells), "notebooks are kept without outputs"
    nbclient.NotebookClient(book, timeout=900, kernel_name="python3").execute()
    # The output has pictures of boards and animations of plans.
    kinds = {kind for cell in book.cells for output in cell.get("outputs", []) for kind in output.get("data", {})}
    assert "image/svg+xml" in kinds
