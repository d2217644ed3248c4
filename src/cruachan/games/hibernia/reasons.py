"""Why a move of Hibernia is a good one, as a player would say it; read from two views."""

from __future__ import annotations

from collections import Counter

from cruachan.engine.texts import Lang, Texts
from cruachan.games.hibernia.shown import CountyView, HiberniaView
from cruachan.games.hibernia.side_panels import AHEAD


def reason(before: HiberniaView, after: HiberniaView, seat: int, lang: Lang) -> str:
    """What a move is good for; empty where nothing of that kind can be said."""
    texts = Texts(__package__, lang)
    result = after["result"]
    if result and result[0]["seat"] == seat:
        return texts("reason.wins")
    back = before["players"][seat]["shield"] - after["players"][seat]["shield"]
    if back > 0 and _held(before, seat) == _held(after, seat):
        return texts("reason.raise", warriors=back, supply=before["players"][seat]["supply"])
    gained = _gained(before, after, seat)
    if gained:
        return _of_colour(before, gained, seat, texts)
    return _against(before, after, seat, texts) or _of_strength(before, after, seat, texts)


def spaces(view: HiberniaView, seat: int) -> tuple[int, str]:
    """How far a seat would step with the counties it holds, and the colour at which it stops."""
    track, place = view["track"], view["players"][seat]["space"]
    left = Counter(county["colour"] for county in view["counties"] if county["owner"] == seat)
    for steps in range(len(track)):
        colour = track[(place + steps + 1) % len(track)]
        if not left[colour]:
            return steps, colour
        left[colour] -= 1
    return len(track), ""


def _held(view: HiberniaView, seat: int) -> set[str]:
    return {county["name"] for county in view["counties"] if county["owner"] == seat}


def _gained(before: HiberniaView, after: HiberniaView, seat: int) -> CountyView | None:
    new = _held(after, seat) - _held(before, seat)
    return next((county for county in after["counties"] if county["name"] in new), None)


def _of_colour(before: HiberniaView, gained: CountyView, seat: int, texts: Texts) -> str:
    """A county more: what its colour is worth on the track."""
    colour = texts(f"hue.{gained['colour']}")
    now, stop = spaces(before, seat)
    held = {**before, "counties": [*_without(before, gained["name"]), {**gained, "owner": seat}]}
    then, _ = spaces(held, seat)  # type: ignore[arg-type]
    if then > now:
        return texts("reason.steps", colour=colour, now=now or texts("reason.none"),
                     spaces=texts.count("reason.spaces", then))  # fmt: skip
    track, place = before["track"], before["players"][seat]["space"]
    ahead = [track[(place + step) % len(track)] for step in range(now + 1, AHEAD + 1)]
    if gained["colour"] in ahead:
        return texts("reason.soon", colour=colour, stop=texts(f"hue.{stop}"))
    return texts("reason.room", colour=colour)


def _without(view: HiberniaView, name: str) -> list[CountyView]:
    return [county for county in view["counties"] if county["name"] != name]


def _against(before: HiberniaView, after: HiberniaView, seat: int, texts: Texts) -> str:
    """A reason about the opponent who loses most spaces, if any does."""
    costs = [
        (spaces(before, player["seat"])[0] - spaces(after, player["seat"])[0], player["name"])
        for player in before["players"]
        if player["seat"] != seat
    ]
    most, name = max(costs, key=lambda cost: cost[0])
    return (
        texts("reason.costs", name=name, spaces=texts.count("reason.spaces", most))
        if most > 0
        else ""
    )


def _of_strength(before: HiberniaView, after: HiberniaView, seat: int, texts: Texts) -> str:
    """A county that is harder to take now."""
    was = {county["name"]: county["warriors"] for county in before["counties"]}
    for county in after["counties"]:
        if county["owner"] == seat and county["warriors"] > was[county["name"]]:
            return texts("reason.holds", county=county["name"], warriors=county["warriors"])
    return ""
