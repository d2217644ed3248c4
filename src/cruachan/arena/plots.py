"""Pictures of a tournament: ratings, and wins by order of play, each with its 95 % interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cruachan.engine.svg import BORDER, INK, PAPER, picture, tag, write
from cruachan.engine.texts import Lang, Texts, numeral

LEFT, WIDE, RIGHT, ROW, TOP = 170.0, 560.0, 90.0, 34.0, 60.0
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 10, 20, 50, 100, 200, 500, 1000, 2000)
MOST_MARKS = 7
LETTERS = 14.0


class Bar(NamedTuple):
    """A line of a plot: a number between its bounds."""

    name: str
    number: float
    low: float
    high: float


def plots(report: dict[str, Any], lang: Lang) -> dict[str, str]:
    """The pictures by the endings of their files."""
    texts = Texts(__package__, lang)
    values = {"game": report["game"], "games": numeral(report["games"], ",", lang)}
    ranked = sorted(report["bots"], key=lambda bot: -bot["rating"])
    ratings = [Bar(b["name"], b["rating"], b["low"], b["high"]) for b in ranked]
    found = {".ratings.svg": _plot(texts("plot.ratings", **values), ratings, ".0f", None, lang)}
    if report["by_order"]:
        orders = [
            Bar(texts("plot.order", number=n), o["share"], o["share_low"], o["share_high"])
            for n, o in enumerate(report["by_order"], 1)
        ]
        par = 1 / report["seats"]
        found[".order.svg"] = _plot(texts("plot.orders", **values), orders, ".1%", par, lang)
    return found


def _plot(title: str, bars: Sequence[Bar], form: str, par: float | None, lang: Lang) -> str:
    """One picture: a row for each bar, marks below, a dashed line where all would be equal."""
    edges = [edge for bar in bars for edge in (bar.low, bar.high)] + ([par] if par else [])
    low, high, step = _scale(min(edges), max(edges))
    bottom = TOP + ROW * len(bars)

    def at(number: float) -> float:
        return LEFT + WIDE * (number - low) / (high - low)

    marks = [low + step * n for n in range(round((high - low) / step) + 1)]
    drawn = [write(LEFT, 28, title, 17, text_anchor="start", font_weight="bold")]
    for mark in marks:
        drawn.append(_line(at(mark), TOP - 6, at(mark), bottom, opacity=0.25))
        drawn.append(write(at(mark), bottom + 16, numeral(mark, form, lang), LETTERS))
    if par is not None:
        drawn.append(_line(at(par), TOP - 6, at(par), bottom, stroke_dasharray="5 4"))
    for number, bar in enumerate(bars):
        drawn += _row(bar, TOP + ROW * (number + 0.5), at, numeral(bar.number, form, lang))
    about = "; ".join(f"{bar.name} {numeral(bar.number, form, lang)}" for bar in bars)
    box = (0.0, 0.0, LEFT + WIDE + RIGHT, bottom + 40)
    ground = tag("rect", width=box[2], height=box[3], fill=PAPER)
    return picture("Cruachan", title, about, lang, box, ground, *drawn) + "\n"


def _row(bar: Bar, y: float, at: Any, said: str) -> list[str]:
    low, high = at(bar.low), at(bar.high)
    return [
        write(LEFT - 14, y, bar.name, LETTERS, text_anchor="end"),
        _line(low, y, high, y, stroke=INK, stroke_width=2),
        *(_line(end, y - 5, end, y + 5, stroke=INK, stroke_width=2) for end in (low, high)),
        tag("circle", cx=at(bar.number), cy=y, r=5, fill=INK),
        write(LEFT + WIDE + 14, y, said, LETTERS, text_anchor="start"),
    ]


def _line(x: float, y: float, to_x: float, to_y: float, **how: object) -> str:
    style: dict[str, object] = {"stroke": BORDER, "stroke_width": 1} | how
    return tag("line", x1=x, y1=y, x2=to_x, y2=to_y, **style)


def _scale(least: float, most: float) -> tuple[float, float, float]:
    """Bounds and step of the marks: round numbers, not too many."""
    span = max(most - least, STEPS[0])
    step = next((s for s in STEPS if span / s <= MOST_MARKS - 1), STEPS[-1])
    return step * (least // step), step * -(-most // step), step
