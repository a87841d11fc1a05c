"""Boards, plans and comparisons as HTML and SVG, for notebooks."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ._quadrille import Level, Result

__all__ = ["animation_svg", "gallery_html", "result_html"]

SECONDS = 0.7
"""The duration of a position in an animation."""


def _elements(svg: str) -> tuple[list[str], list[str]]:
    """Splits a picture into its head (opening tag, title, style and frame) and the board's elements."""
    lines = svg.strip().splitlines()
    return lines[:4], lines[4:-1]


def animation_svg(levels: list[Level], captions: list[str]) -> str:
    """Draws positions as one animated picture, without scripts.

    Elements that are the same in all positions are drawn once.
    """
    pictures = [_elements(level.svg()) for level in levels]
    head = pictures[0][0]
    frames = [elements for _, elements in pictures]
    common = set(frames[0]).intersection(*map(set, frames[1:]))
    count = len(frames)
    width, height = (int(side) for side in re.findall(r'(?:width|height)="(\d+)"', head[0])[:2])
    tall = height + 26
    opening = head[0].replace(f'viewBox="0 0 {width} {height}"', f'viewBox="0 0 {width} {tall}"')
    opening = opening.replace(f'height="{height}"', f'height="{tall}"')
    out = [opening, *head[1:], *(line for line in frames[0] if line in common)]
    duration = f"{count * SECONDS:g}s"
    for number, frame in enumerate(frames):
        begin, end = number / count, (number + 1) / count
        values, times = ["hidden", "visible", "hidden"], [0.0, begin, end]
        if number == 0:
            values, times = values[1:], times[1:]
        if number == count - 1:
            values, times = values[:-1], times[:-1]
        out.append(f'<g visibility="{"visible" if count == 1 else "hidden"}">')
        if count > 1:
            moments = ";".join(f"{time:.5g}" for time in times)
            out.append(
                f'<animate attributeName="visibility" calcMode="discrete" dur="{duration}" '
                f'repeatCount="indefinite" keyTimes="{moments}" values="{";".join(values)}"/>'
            )
        out += [line for line in frame if line not in common]
        caption = html.escape(captions[number])
        out.append(
            f'<text class="text" x="{width // 2}" y="{height + 17}" font-size="13">{caption}</text>'
        )
        out.append("</g>")
    return "\n".join([*out, "</svg>"])


def summary(result: Result) -> str:
    """The result of a search in a sentence."""
    if result.error is not None:
        return result.error
    stop = f" (stopped: {result.stop})" if result.stop else ""
    if result.cost is not None:
        moves = f"{result.cost} move{'' if result.cost == 1 else 's'}"
        proof = "proved shortest" if result.optimal else f"at least {result.lower_bound} needed"
        return f"{moves}, {proof}{stop}"
    if result.outcome == "unsolvable":
        return "proved unsolvable"
    return f"no plan found, at least {result.lower_bound} moves needed{stop}"


def result_html(result: Result) -> str:
    """A result for a notebook: a summary, the plan, and an animation of the plan."""
    stats = result.stats
    head = f"<b>{html.escape(result.method)}</b>: {html.escape(summary(result))}"
    effort = f"{stats.expanded:,} positions expanded in {stats.seconds:.3g} s"
    parts = [f"<div>{head}<br><small>{effort}</small></div>"]
    plan = result.plan
    if plan is None:
        parts.append(result.level.svg())
    else:
        captions = ["start", *(f"{n} of {len(plan)}: {move}" for n, move in enumerate(plan, 1))]
        parts.append(animation_svg(result.positions(), captions))
        parts.append(f"<div><code>{html.escape(' '.join(plan))}</code></div>")
    return "\n".join(parts)


def gallery_html(levels: Iterable[Level], most: int = 60) -> str:
    """Boards side by side with their names."""
    figures, more = [], 0
    for index, level in enumerate(levels):
        if index >= most:
            more += 1
            continue
        name = html.escape(level.name or str(index))
        known = f"<br><small>{html.escape(level.known)}</small>" if level.known else ""
        figures.append(
            '<figure style="display:inline-block;margin:6px;text-align:center">'
            f"{level.svg()}<figcaption>{name}{known}</figcaption></figure>"
        )
    tail = f"<div>and {more} more</div>" if more else ""
    return f"<div>{''.join(figures)}</div>{tail}"
