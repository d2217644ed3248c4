"""Line charts of shares over time, as SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from cruachan.engine.svg import INK, PAPER, SANS
from cruachan.engine.texts import Lang, numeral

WIDTH, HEIGHT = 720.0, 360.0
LEFT, RIGHT, TOP, BOTTOM = 56.0, 150.0, 40.0, 44.0
LINE = 14.0
"""How far names lie apart."""
INKS = ("#1f5fa8", "#b3402a", "#3c7a34", "#8a6a00", "#6b4a9e", "#2a2420")
"""The colours of the lines; each is written beside its end too."""
DASHES = ("", "7 4", "2 4", "10 3 2 3", "4 2", "1 3")


class Series(NamedTuple):
    """A line: its name and where it goes."""

    name: str
    points: Sequence[tuple[float, float]]
    """How far along, and the share, 0 to 1."""


def chart(title: str, along: str, series: Sequence[Series], lang: Lang, par: float = 0.0) -> str:
    """A picture of shares; `par` is a line to compare with, if it is not 0."""
    last = max([x for each in series for x, _ in each.points] + [1.0])

    def at(x: float, share: float) -> tuple[float, float]:
        across = LEFT + (WIDTH - LEFT - RIGHT) * x / last
        return round(across, 1), round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - share), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" '
        f'font-family="{SANS}" font-size="12" fill="{INK}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="{PAPER}"/>',
        f'<text x="{LEFT:g}" y="24" font-size="15" font-weight="bold">{escape(title)}</text>',
        f'<text x="{LEFT:g}" y="{HEIGHT - 10:g}">{escape(along)}</text>',
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = at(0, share)
        said = numeral(share, ".0%", lang)
        parts.append(f'<path d="M{x} {y}H{WIDTH - RIGHT:g}" stroke="{INK}" opacity="0.2"/>')
        parts.append(f'<text x="{x - 6:g}" y="{y + 4:g}" text-anchor="end">{said}</text>')
    for part in (0.0, 0.5, 1.0):
        x, _ = at(last * part, 0)
        said = numeral(last * part, ",.0f", lang)
        parts.append(f'<text x="{x}" y="{HEIGHT - 26:g}" text-anchor="middle">{said}</text>')
    if par:
        x, y = at(0, par)
        parts.append(
            f'<path d="M{x} {y}H{WIDTH - RIGHT:g}" stroke="{INK}" stroke-dasharray="3 3"/>'
        )
    return "\n".join([*parts, *_lines(series, at), "</svg>"]) + "\n"


def _lines(series: Sequence[Series], at: Callable[..., tuple[float, float]]) -> list[str]:
    """The lines themselves, with their names at their ends, none upon another."""
    parts: list[str] = []
    ends: list[tuple[float, float, str, str]] = []
    for number, each in enumerate(series):
        if not each.points:
            continue
        ink, dash = INKS[number % len(INKS)], DASHES[number % len(DASHES)]
        way = " ".join(f"{x},{y}" for x, y in (at(*point) for point in each.points))
        parts.append(
            f'<polyline points="{way}" fill="none" stroke="{ink}" stroke-width="2" '
            f'stroke-dasharray="{dash}"/>'
        )
        x, y = at(*each.points[-1])
        ends.append((y, x, ink, each.name))
    lowest = HEIGHT - BOTTOM
    for y, x, ink, name in sorted(ends, reverse=True):
        lowest = min(y, lowest)
        parts.append(f'<text x="{x + 6:g}" y="{lowest + 4:g}" fill="{ink}">{escape(name)}</text>')
        lowest -= LINE
    return parts
