"""Moves as text."""

from __future__ import annotations

import string
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ..errors import MoveError
from ._env import PuzzleEnv

__all__ = ["TextActions"]


class TextActions(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Takes moves as text: 'U', '3,4L', '2R'. An invalid text is an illegal action.

    `info["unread"]` then has the error.

    >>> import gymnasium, quadrille.gym
    >>> env = gymnasium.make("quadrille/Tiles-v0", levels=[Level("r . .\\n. . .\\n. . R")], observation="text")
    >>> env = TextActions(env)
    >>> board, info = env.reset(seed=0)
    >>> print(board)
    r . .
    . . .
    . . R
    >>> board, reward, terminated, truncated, info = env.step("D")
    >>> env.step("R")[1:3]
    (1.0, True)
    """

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        self.action_space = spaces.Text(16, charset=frozenset(string.ascii_letters + string.digits + ", "))

    @property
    def puzzle(self) -> PuzzleEnv:
        """The wrapped environment."""
        inside = self.unwrapped
        if not isinstance(inside, PuzzleEnv):
            raise TypeError("TextActions is for the environments of quadrille.gym")
        return inside

    def step(self, action: str) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Plays a move written as text."""
        unread: str | None = None
        try:
            number = self.puzzle.action_of(action.strip())
        except MoveError as error:
            # Not a move: an illegal action.
            number, unread = -1, error.message
        observation, reward, terminated, truncated, info = self.env.step(np.int64(number))
        if unread is not None:
            info["unread"] = unread
        return observation, reward, terminated, truncated, info
