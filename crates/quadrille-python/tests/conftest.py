"""Fixtures of the tests."""

from __future__ import annotations

import pytest

import quadrille


@pytest.fixture(scope="session")
def small() -> quadrille.Level:
    """A level with a plan of two moves."""
    return quadrille.Level("r . .\n. . .\n. . R")


@pytest.fixture(scope="session")
def classics() -> quadrille.Levels:
    """The pack of known levels."""
    return quadrille.pack("classics")
