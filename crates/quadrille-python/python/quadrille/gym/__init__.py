"""Gymnasium environments. Importing this module registers them.

>>> import gymnasium
>>> import quadrille.gym
>>> env = gymnasium.make("quadrille/Tiles-v0", size="5x5", blocks=2, moves="4..8", count=8, seed=1, oracle=True)
>>> observation, info = env.reset(seed=3)
>>> while info["distance"]:
...     observation, reward, terminated, truncated, info = env.step(info["optimal_actions"][0])
>>> terminated, reward
(True, 1.0)

There is one environment per game: `quadrille/Tiles-v0`, `quadrille/Zhed-v0`,
`quadrille/Squares-v0`, `quadrille/Fold-v0` and `quadrille/Sokoban-v0`; `PuzzleEnv` documents their
options. `vector` steps thousands of them at once, in Rust. `splits` makes sets of levels for
training, validation and test that share nothing under symmetry. `TextActions` takes moves as text.
`make_puzzlescript` makes environments of the levels of any PuzzleScript game.
"""

from __future__ import annotations

try:
    import gymnasium
except ImportError as error:
    raise ImportError("quadrille.gym needs Gymnasium: pip install 'quadrille[gym]'") from error

from ._env import PuzzleEnv
from ._levels import splits
from ._oracle import Oracle
from ._text import TextActions
from ._puzzlescript import make_puzzlescript
from ._vector import PuzzleVectorEnv, vector

__all__ = [
    "GAMES",
    "Oracle",
    "PuzzleEnv",
    "PuzzleVectorEnv",
    "TextActions",
    "make_puzzlescript",
    "splits",
    "vector",
]

GAMES = {
    "tiles": "quadrille/Tiles-v0",
    "zhed": "quadrille/Zhed-v0",
    "squares": "quadrille/Squares-v0",
    "fold": "quadrille/Fold-v0",
    "sokoban": "quadrille/Sokoban-v0",
}
"""The identifier of the environment of each game."""

for _game, _id in GAMES.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            id=_id,
            entry_point="quadrille.gym:PuzzleEnv",
            vector_entry_point="quadrille.gym:PuzzleVectorEnv",
            kwargs={"game": _game},
        )
