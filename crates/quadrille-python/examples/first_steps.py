"""Reads, solves, generates and rates levels."""

from __future__ import annotations

import quadrille

level = quadrille.Level("r . .\n. . .\n. . R")
result = level.solve()
print(result)
if result.plan is not None:
    print(" ".join(result.plan), level.verify(result.plan).solved)

for made in quadrille.generate("zhed", 3, seed=7):
    rating = made.rate()
    print(f"{made.name}: {made.optimal} moves, {rating.difficulty} ({rating.score})")

results = quadrille.solve_many(quadrille.pack("classics"), max_time="10s")
print(results)
