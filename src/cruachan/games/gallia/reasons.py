"""Why a move of Gallia Cisalpina is a good one, as a player would say it.

It is read from the views before and after; after is missing where a back is turned up.
"""

from __future__ import annotations

from cruachan.engine.texts import Lang, Texts
from cruachan.games.gallia.shown import CardView, GalliaView
from cruachan.games.gallia.state import TERRITORIES


def reason(before: GalliaView, after: GalliaView | None, seat: int, text: str, lang: Lang) -> str:
    """What a move, as it is written, is good for; empty where nothing of that kind can be said."""
    texts = Texts(__package__, lang)
    verb, _, place = text.partition(" ")
    if after is None:
        known = any(card["short"] == place and card["back"] for card in before["cards"])
        return texts("reason.known" if known else f"reason.{verb}")
    result = after["result"]
    if result and result[0]["seat"] == seat and result[-1]["place"] > 1:
        return texts("reason.wins")
    if verb == "end":
        return texts("reason.end")
    if verb == "scout":
        return texts("reason.no_scout")
    own, was = after["players"][seat], before["players"][seat]
    if verb == "recruit":
        return _recruiting(before, after, seat, texts)
    if own["territories"] > was["territories"]:
        return texts("reason.card", held=own["territories"], goal=TERRITORIES)
    enemy = 1 - seat
    left = after["players"][enemy]["territories"]
    if left < before["players"][enemy]["territories"]:
        return texts.count("reason.drives", left, name=after["players"][enemy]["name"])
    return (
        _of_ears(before, after, seat, texts)
        or _setting_out(before, after, seat, texts)
        or _of_place(before, after, seat, texts)
    )


def _setting_out(before: GalliaView, after: GalliaView, seat: int, texts: Texts) -> str:
    """What an army is after of which it is asked next how many go or fight."""
    battle = after["battle"]
    if battle is None or before["battle"] is not None:
        return ""
    names = {"source": battle["source"], "target": battle["target"]}
    if battle["enemies"]:
        return texts("reason.attack", army=battle["army"], enemies=battle["enemies"], **names)
    goal = next(card for card in after["cards"] if card["name"] == battle["target"])
    if goal["capital"] == seat:
        return texts("reason.guard", **names)
    return texts("reason.help" if _here(goal, seat) else "reason.free", **names)


def _recruiting(before: GalliaView, after: GalliaView, seat: int, texts: Texts) -> str:
    """More warriors at home, and whether they can be fed outside."""
    many = _warriors(after, seat) - _warriors(before, seat)
    if not many:
        return texts("reason.only_scout")
    player = after["players"][seat]
    spare = player["ears"] - player["outside"]
    return texts("reason.recruit" if spare > 0 else "reason.recruit_full", many=many, ears=spare)


def _warriors(view: GalliaView, seat: int) -> int:
    return sum(die["pips"] for card in view["cards"] for die in card["dice"] if die["seat"] == seat)


def _of_ears(before: GalliaView, after: GalliaView, seat: int, texts: Texts) -> str:
    """A reason about hunger."""
    own, was = after["players"][seat], before["players"][seat]
    if own["ears"] > was["ears"]:
        return texts("reason.ears", now=was["ears"], then=own["ears"])
    if was["outside"] > was["ears"] and own["outside"] <= own["ears"]:
        return texts("reason.fed")
    return ""


def _of_place(before: GalliaView, after: GalliaView, seat: int, texts: Texts) -> str:
    """A reason about the card with more warriors now, and the cards beside it."""
    for card, then in zip(before["cards"], after["cards"], strict=True):
        if _here(then, seat) > _here(card, seat):
            if then["capital"] == seat:
                return texts("reason.guard", target=then["name"])
            near = [each for each in after["cards"] if _beside(then, each)]
            if any(each["capital"] == 1 - seat for each in near):
                return texts("reason.threat", card=then["name"])
            if any(_here(each, 1 - seat) for each in near):
                return texts("reason.front", card=then["name"])
            more = [each for each in near if not _here(each, seat)]
            return texts("reason.nearer", card=then["name"]) if more else ""
    return ""


def _here(card: CardView, seat: int) -> int:
    return sum(die["pips"] for die in card["dice"] if die["seat"] == seat)


def _beside(one: CardView, two: CardView) -> bool:
    return abs(one["row"] - two["row"]) + abs(one["column"] - two["column"]) == 1
