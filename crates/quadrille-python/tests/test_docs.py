"""Runs the examples in the documentation, and checks the types of the examples."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import quadrille

HERE = Path(__file__).parent.parent
MODULES = ["quadrille"] + [
    f"quadrille.{module.name}" for module in pkgutil.iter_modules(quadrille.__path__)
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module(name: str) -> None:
    module = importlib.import_module(name)
    globs = {**vars(quadrille), **vars(module)}
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for example in finder.find(module, name, globs=globs):
        assert runner.run(example).failed == 0, example.name


def test_the_module_in_rust_has_examples() -> None:
    found = doctest.DocTestFinder(exclude_empty=True).find(quadrille)
    examples = {test.name: len(test.examples) for test in found}
    assert {"quadrille.Level", "quadrille.Level.play", "quadrille.Level.solve", "quadrille.Game"} <= set(examples)
    assert sum(examples.values()) > 20


@pytest.mark.parametrize("name", ["README.md", "../../docs/python.md"])
def test_examples_of_a_document(name: str) -> None:
    path = HERE / name
    if not path.exists():
        pytest.skip(f"there is no {name} beside the tests")
    result = doctest.testfile(str(path), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0 and result.attempted > 0


def test_everything_public_is_documented_and_stubbed() -> None:
    for name in quadrille.__all__:
        if name != "__version__":
            assert (getattr(quadrille, name).__doc__ or "").strip(), name
    module = importlib.import_module("quadrille._quadrille")
    for name, thing in vars(module).items():
        if isinstance(thing, type):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    assert (value.__doc__ or "").strip(), f"{name}.{member}"


def test_types_of_package_and_examples() -> None:
    pytest.importorskip("mypy")
    targets = [str(HERE / "examples"), "-p", "quadrille"]
    for target in ([targets[0]], targets[1:]):
        done = subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *target],
            capture_output=True,
            text=True,
            cwd=HERE,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("example", sorted((HERE / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_example_runs(example: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(example)], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr
