"""What is shown beside the cards of Gallia Cisalpina."""

from __future__ import annotations

import re

from cruachan.engine.game import Viewer
from cruachan.engine.view import SidePanel
from tests.gallia.positions import BACKS, GAME, NAMES, OTHER, RICH, RICHEST, position

SCOUTED = position("a:turn", a="Med4,Ins3,Ana2", b="Ari5", cards=f"Ins+{RICH}s,Boi={OTHER}a")


def side_panels(text: str, viewer: Viewer) -> dict[str, SidePanel]:
    """The side panels of a viewer by their ids."""
    view = GAME.presentation.view(GAME.read_position(text), viewer)
    return {panel["id"]: panel for panel in GAME.presentation.side_panels(view)}


def in_notation(backs: str) -> list[str]:
    """`2 shields with 2, 3 or 5 ears; ...` as 2-2, 2-3, 2-5, ..."""
    groups = [re.findall(r"\d", group) for group in backs.split(";")]
    return [f"{shields}-{ears}" for shields, *many in groups for ears in many]


def test_what_a_player_has() -> None:
    cards, outside, ears, dice = side_panels(SCOUTED, None)["seat:0"]["entries"]
    assert (cards["value"], cards["done"], cards["of"]) == ("3 of 8", 3, 8)
    assert cards["at"] == ["card:Med", "card:Ins", "card:Ana"]
    front = GAME.board.front.ears
    assert (outside["value"], ears["value"]) == ("5", str(RICHEST.ears + front))
    assert "state" not in ears
    assert dice["value"] == "5"


def test_more_warriors_than_ears_are_marked() -> None:
    ears = side_panels(position("a:turn", a="Med4,Ins6,Ins6", b="Ari5"), 1)["seat:0"]["entries"][2]
    assert (ears["label"], ears["state"]) == ("ears of grain", "short")


def test_backs_are_for_who_has_seen_them() -> None:
    """Who has scouted knows a card more; what lies up is known to all."""
    known = {viewer: side_panels(SCOUTED, viewer)["backs"] for viewer in (None, 0, 1)}
    assert [panel["own"] for panel in known.values()] == [False, True, True]
    assert [panel["seat"] for panel in known.values()] == [None, 0, 1]
    labels = {who: [entry["label"] for entry in each["entries"]] for who, each in known.items()}
    assert labels[0] == ["still hidden", NAMES["Ins"], NAMES["Boi"]]
    assert labels[1] == labels[None] == ["still hidden", NAMES["Ins"]]
    unseen = {who: in_notation(each["entries"][0]["value"]) for who, each in known.items()}
    assert OTHER not in unseen[0]
    assert sorted([*unseen[1], RICH]) == sorted(BACKS)
    assert known[0]["entries"][2]["at"] == ["card:Boi"]
    assert known[0]["entries"][2]["symbol"] == f"back-{OTHER}"
