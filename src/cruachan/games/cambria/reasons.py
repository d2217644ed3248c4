"""Why a move of Cambria is a good one, as a player would say it; read from two views."""

from __future__ import annotations

from collections import Counter

from cruachan.engine.texts import Lang, Texts
from cruachan.games.cambria.shown import CambriaView, FortView


def reason(before: CambriaView, after: CambriaView, seat: int, lang: Lang) -> str:
    """What a move is good for; empty where nothing of that kind can be said."""
    texts = Texts(__package__, lang)
    points = after["players"][seat]["points"] - before["players"][seat]["points"]
    stormed = [fort["name"] for fort, was in _changed(before, after) if fort["owner"] == seat]
    if stormed:
        return texts("reason.storms", fort=stormed[0], points=points)
    if points > 0:
        return texts("reason.second", points=points)
    if _aboard(after, seat) > _aboard(before, seat):
        return texts("reason.ship")
    if _aboard(after, seat) < _aboard(before, seat):
        return texts("reason.number")
    return (
        _for_the_lead(before, after, seat, texts)
        or _against(before, after, seat, texts)
        or _closed(before, after, texts)
    )


def _changed(before: CambriaView, after: CambriaView) -> list[tuple[FortView, FortView]]:
    pairs = zip(after["forts"], before["forts"], strict=True)
    return [(fort, was) for fort, was in pairs if fort["owner"] != was["owner"]]


def _aboard(view: CambriaView, seat: int) -> int:
    return sum(ship["soldier"] == seat for ship in view["ships"])


def _soldiers(view: CambriaView, fort: FortView) -> Counter[int]:
    """How many soldiers each colour has on the roads of a fort."""
    there = (road["soldier"] for road in view["roads"] if fort["short"] in road["between"])
    return Counter(colour for colour in there if colour is not None)


def _leader(view: CambriaView, fort: FortView) -> int | None:
    """The colour with more soldiers at a fort than any other."""
    best = _soldiers(view, fort).most_common(2)
    if not best or (len(best) > 1 and best[0][1] == best[1][1]):
        return None
    return best[0][0]


def _open(view: CambriaView, fort: FortView) -> int:
    """How many roads of a fort are without a soldier."""
    roads = [road for road in view["roads"] if fort["short"] in road["between"]]
    return sum(road["soldier"] is None for road in roads)


def _standing(view: CambriaView) -> list[FortView]:
    """The forts that stand, the most valuable first."""
    left = (fort for fort in view["forts"] if fort["owner"] is None)
    return sorted(left, key=lambda fort: -fort["value"])


def _for_the_lead(before: CambriaView, after: CambriaView, seat: int, texts: Texts) -> str:
    """A fort at which the seat leads now."""
    for fort in _standing(after):
        if _leader(after, fort) == seat != _leader(before, fort):
            return texts("reason.leads", fort=fort["name"], points=fort["value"],
                         roads=texts.count("reason.open", _open(after, fort)))  # fmt: skip
    return ""


def _against(before: CambriaView, after: CambriaView, seat: int, texts: Texts) -> str:
    """Somebody who led at a fort, and no longer does."""
    names = {player["seat"]: player["name"] for player in after["players"]}
    dummy = after["dummy"]
    if dummy:
        names[dummy["seat"]] = dummy["name"]
    for fort in _standing(after):
        led = _leader(before, fort)
        if led is not None and led != seat and _leader(after, fort) != led:
            return texts("reason.against", name=names[led], fort=fort["name"], points=fort["value"])
    return ""


def _closed(before: CambriaView, after: CambriaView, texts: Texts) -> str:
    """The legion before a fort, or a road less to go at one."""
    if after["legion"] != before["legion"]:
        here = [road["between"] for road in after["roads"] if road["name"] == after["legion"]]
        guarded = [fort for fort in _standing(after) if here and fort["short"] in here[0]]
        if guarded:
            return texts("reason.legion", fort=guarded[0]["name"])
    for fort in _standing(after):
        if _open(after, fort) < _open(before, fort):
            return texts("reason.nearer", fort=fort["name"],
                         roads=texts.count("reason.open", _open(after, fort)))  # fmt: skip
    return ""
