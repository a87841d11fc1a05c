"""Runs all methods on a level and sorts them by expanded positions."""

from __future__ import annotations

import quadrille

level = quadrille.pack("classics")["twins"]
comparison = quadrille.compare(level, max_time="5s")
for result in sorted(comparison, key=lambda result: result.stats.expanded):
    print(f"{result.stats.expanded:8,}  {result.cost}  {result.method}")
