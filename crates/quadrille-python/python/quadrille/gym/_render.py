"""Draws a board as an array of colours: the shapes of the SVG picture, without letters."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from .._quadrille import Level

__all__ = ["picture"]

CLASSES = {"board": "#e9e6df", "floor": "#fbfaf7", "wall": "#5d6470"}
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')


def _colour(text: str) -> tuple[int, int, int]:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def picture(level: Level) -> npt.NDArray[np.uint8]:
    """Draws the rectangles and circles of the SVG picture of a board, one pixel per unit."""
    lines = level.svg().splitlines()
    head: dict[str, str] = dict(ATTRIBUTE.findall(lines[0]))
    image = np.full((int(head["height"]), int(head["width"]), 3), 255, np.uint8)
    down, across = np.mgrid[0 : image.shape[0], 0 : image.shape[1]]
    for line in lines[1:]:
        if not line.startswith(("<rect", "<circle")):
            continue
        given: dict[str, str] = dict(ATTRIBUTE.findall(line))
        fill = CLASSES.get(given.get("class", ""), given.get("fill", "none"))
        if line.startswith("<circle"):
            x, y, radius = (int(given[name]) for name in ("cx", "cy", "r"))
            image[(down - y) ** 2 + (across - x) ** 2 <= radius**2] = _colour(fill)
            continue
        x, y = int(given.get("x", 0)), int(given.get("y", 0))
        width, height = int(given["width"]), int(given["height"])
        inside = image[y : y + height, x : x + width]
        if fill != "none":
            inside[:] = _colour(fill)
        elif "stroke" in given:
            # The frame of a goal.
            stroke, thick = _colour(given["stroke"]), int(given.get("stroke-width", 1))
            inside[:thick] = inside[-thick:] = stroke
            inside[:, :thick] = inside[:, -thick:] = stroke
    return image
