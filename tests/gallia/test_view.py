"""What a seat and a spectator see: plain data, the same for browser, terminal and screen reader."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cruachan.engine.texts import DEFAULT_LANG, Lang

from .book import FIGHT, OPEN, SCENES
from .positions import (
    GAME,
    NAMES,
    RICH,
    RICHEST,
    SHORTS,
    after,
    position,
)

VIEWERS = (None, 0, 1)


def see(
    text: str, viewer: int | None, lang: Lang = DEFAULT_LANG, names: tuple[str, ...] = ()
) -> Any:
    """The view of a position."""
    return GAME.presentation.view(GAME.read_position(text), viewer, names, lang)


@pytest.mark.parametrize("scene", SCENES.values(), ids=list(SCENES))
def test_the_table_as_seen_is_the_position(scene: str) -> None:
    """Dice where they lie, cards as they lie."""
    state = GAME.read_position(scene)
    seen = see(scene, None)
    assert [card["short"] for card in seen["cards"]] == list(SHORTS)
    for index, card in enumerate(seen["cards"]):
        there = sorted(
            (die // 8, int(state.pips[die]), bool(state.done[die]))
            for die in range(16)
            if state.card[die] == index
        )
        assert sorted((d["seat"], d["pips"], d["done"]) for d in card["dice"]) == there
        assert card["oppidum"] == bool(state.oppida >> index & 1)
    for seat, player in enumerate(seen["players"]):
        on_table = [die for die in range(seat * 8, seat * 8 + 8) if state.card[die] >= 0]
        assert player["free_dice"] == 8 - len(on_table)
        assert player["territories"] == len({int(state.card[die]) for die in on_table})
        away = [die for die in on_table if state.card[die] != (0, 11)[seat]]
        assert player["outside"] == sum(int(state.pips[die]) for die in away)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_card_being_turned_up_is_not_yet_counted(viewer: int | None) -> None:
    """Nobody knows its ears; no number of another card stands for them.

    a has the Insubres (being turned) and the Friniates (2 ears).
    """
    seen = see(SCENES["raising"], viewer)
    ins = seen["cards"][SHORTS.index("Ins")]
    assert (ins["shields"], ins["ears"], ins["back"]) == (None, None, None)
    assert seen["players"][0]["ears"] in (None, 2)


def test_an_attack_says_what_it_meets() -> None:
    """Shields and defenders, so that nobody has to count."""
    points = see(OPEN, 0)["points"]
    labels = {m["text"]: m["label"] for point in points for m in point["moves"]}
    assert NAMES["Ana"] in labels["move Ins3 Ana"]
    assert "1" in labels["move Ins3 Ana"]
    assert "2" in labels["move Ins3 Ana"]
    assert labels["move Ins3 Ana"] != labels["move Ins3 Fri"]


def test_points_are_cards_numbers_and_the_turn() -> None:
    """A click on a card offers what can be done there."""
    points = {point["id"]: point for point in see(OPEN, 0)["points"]}
    assert set(points) == {"card:Med", "card:Tau", "card:Ins"}
    assert "recruit 2" in [move["text"] for move in points["card:Med"]["moves"]]
    texts = [move["text"] for move in points["card:Ins"]["moves"]]
    assert "build Ins" in texts
    assert "move Ins3 Ana" in texts
    assert points["card:Ins"]["label"] == NAMES["Ins"]
    assert [p["id"] for p in see(FIGHT, 0)["points"]] == ["number"]
    assert {p["id"] for p in see(SCENES["moving"], 0)["points"]} >= {"turn", "card:Tau"}


def test_the_prompt_of_hunger_says_by_how_much() -> None:
    """Ears and warriors outside."""
    prompt = see(SCENES["hunger"], 1)["prompt"]
    assert "2" in prompt
    assert "4" in prompt


def test_the_result() -> None:
    """A draw has two first places."""
    rows = see(SCENES["won"], None)["result"]
    assert [(row["place"], row["seat"]) for row in rows] == [(1, 0), (2, 1)]
    rows = see(SCENES["drawn"], None)["result"]
    assert [(row["place"], row["seat"]) for row in rows] == [(1, 0), (1, 1)]


def test_an_oppidum_is_shown_with_its_numbers() -> None:
    """To everybody."""
    text = position("a:turn", a="Ins1", cards=f"Ins+{RICH}s")
    for viewer in VIEWERS:
        card = see(text, viewer)["cards"][SHORTS.index("Ins")]
        assert (card["shields"], card["ears"]) == (RICHEST.shields, RICHEST.ears)
        assert card["back"] == {"shields": RICHEST.shields, "ears": RICHEST.ears}


def test_the_prompt_of_a_turn_says_the_aim_and_the_supply() -> None:
    """How many cards win, and how many warriors the ears feed."""
    prompt = see(SCENES["a turn"], 0)["prompt"]
    assert re.search(r"You hold \d+ of the 8 cards you need", prompt)
    assert re.search(r"you can feed \d+ warriors and have \d+", prompt)


def test_the_prompt_of_a_fight_says_why_numbers_are_missing() -> None:
    """All dice lie on cards: a part of the army may fight, but not win."""
    text = position("a:turn", a="Med1,Oro1,Cen1,Tau1,Fri1,Ins5,Ins1,Ins1", b="Ana1,Ari1")
    seen = see(after(text, "move Ins5 Ana"), 0)
    numbers = [move["number"] for point in seen["points"] for move in point["moves"]]
    assert numbers == [1, 4]
    assert "without a free die" in seen["prompt"]
    assert "without a free die" not in see(SCENES["fighting"], 0)["prompt"]
