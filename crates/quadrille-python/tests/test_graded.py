"""A submission that is being graded cannot use the searches that it is compared with."""

import subprocess
import sys

import pytest

# The mark of a confined process: no file locks (RLIMIT_LOCKS), which the kernel ignores.
GRADED = """
import resource
resource.setrlimit(10, (0, 0))
import quadrille
level = quadrille.Level("r . .\\n. . .\\n. . R")
assert level.moves() == ["D", "R"]
try:
    {call}
except PermissionError as error:
    print("refused:", error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are marked on Linux alone")
@pytest.mark.parametrize(
    "call",
    [
        "level.solve()",
        "level.estimate()",
        "level.rate()",
        "quadrille.compare(level)",
        "__import__('quadrille.search').search.bfs(0, lambda n: [(1, n + 1)], 3)",
    ],
)
def test_searches_and_heuristics_are_refused(call):
    run = subprocess.run([sys.executable, "-c", GRADED.replace("{call}", call)], capture_output=True, text=True)
    assert run.stdout.startswith("refused:"), run
