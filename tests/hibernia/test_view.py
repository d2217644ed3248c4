"""What a seat and a spectator see: plain data, the same for browser, terminal and screen reader."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang
from cruachan.games.hibernia.state import State

from .book import SCENES
from .positions import GAME, LAP, NAMES, SHORTS, position


def see(
    text: str, viewer: int | None, lang: Lang = DEFAULT_LANG, names: tuple[str, ...] = ()
) -> Any:
    """The view of a position."""
    return GAME.presentation.view(GAME.read_position(text), viewer, names, lang)


def test_points_are_counties_and_the_shield() -> None:
    """A click on a county offers its marches, a click on the shield the raisings."""
    points = {point["id"]: point for point in see(SCENES["both plays"], 0)["points"]}
    assert points["shield"]["label"] == "The shield"
    assert [m["text"] for m in points["shield"]["moves"]] == ["raise die", "raise wild"]
    assert [m["text"] for m in points["county:Mid"]["moves"]] == ["march Mid die", "march Mid wild"]
    for key, point in points.items():
        if key != "shield":
            short = key.removeprefix("county:")
            assert point["label"] == NAMES[short]
            assert all(short in move["text"] for move in point["moves"])


@pytest.mark.parametrize(
    ("text", "move", "label"),
    [
        ("both plays", "march Mid die", "march into Mide with 2, against 1 of Ink (die's play)"),
        ("both plays", "march Cru wild", "reinforce Cruachan with 1 (wild play)"),
        ("both plays", "raise wild", "raise warriors: you get 0 back (wild play)"),
        ("a march under way", "pull Cru", "take one of 2 from Cruachan"),
        (
            "a neutral colour",
            "march Mid die",
            "march into Mide with 2, against 1 neutral warrior (die's play)",
        ),
    ],
)
def test_a_move_says_what_it_costs_and_whom_it_meets(text: str, move: str, label: str) -> None:
    """So that nobody has to count neighbours."""
    points = see(SCENES[text], 0)["points"]
    labels = {m["text"]: m["label"] for point in points for m in point["moves"]}
    assert labels[move] == label


@pytest.mark.parametrize(
    ("own", "others", "asks"),
    [(0, 4, True), (1, 4, True), (3, 4, False), (2, 0, False), (0, 0, True)],
)
def test_raising_asks_where_others_gain_more(own: int, others: int, asks: bool) -> None:
    """A tap on the shield plays at once what one wants it to: one's own warriors come back."""
    text = position("a:red:dw", a=f"+{own}:Cru1,Eil1", b=f"+{others}:Mid1")
    points = {point["id"]: point for point in see(text, 0)["points"]}
    assert {bool(move.get("asks")) for move in points["shield"]["moves"]} == {asks}


@pytest.mark.parametrize("lang", LANGS)
def test_the_prompt_says_so_where_the_die_reaches_no_county(lang: Lang) -> None:
    """Counties were marked, and the prompt spoke of a colour that none of them had."""
    for left in ("dw", "d"):
        reached = see(position(f"a:red:{left}", a="Cru1,Eil1"), 0, lang)["prompt"]
        away = see(position(f"a:red:{left}", a="Uma1"), 0, lang)
        marches = [
            move["manner"]
            for point in away["points"]
            for move in point["moves"]
            if move["verb"] == "march"
        ]
        assert "die" not in marches
        assert away["prompt"] != reached
        assert away["prompt"].count("Schild" if lang == "de" else "shield") == 1


def test_a_move_says_how_many_come_from_other_counties() -> None:
    """Two march, one is in the supply."""
    points = see(position("a:red:dw", a="=1:Cru2,Eil1"), 0)["points"]
    labels = {m["text"]: m["label"] for point in points for m in point["moves"]}
    expected = "march into Mide with 2, 1 of them from other counties (die's play)"
    assert labels["march Mid die"] == expected


def test_the_prompt_of_a_march_under_way_names_county_and_number() -> None:
    """What is asked can be answered without looking at the board."""
    for lang in LANGS:
        prompt = see(SCENES["a march under way"], 0, lang)["prompt"]
        assert "Mide" in prompt
        assert "1" in prompt


@pytest.mark.parametrize("scene", SCENES.values(), ids=list(SCENES))
def test_the_board_as_seen_is_the_position(scene: str) -> None:
    """Counties with owner and warriors, players with steps, supply and shield."""
    state: State = GAME.read_position(scene)
    seen = see(scene, None)
    assert [county["short"] for county in seen["counties"]] == list(SHORTS)
    for index, county in enumerate(seen["counties"]):
        assert county["warriors"] == state.warriors[index]
        assert (county["owner"] is not None) == bool(county["warriors"])
    assert len(seen["players"]) == state.seats
    for seat, player in enumerate(seen["players"]):
        assert player["steps"] == state.steps[seat]
        assert player["space"] == state.steps[seat] % LAP
        assert player["supply"] == state.supply[seat]
        assert player["shield"] == state.shield[seat]


def test_the_result() -> None:
    """The winner came round, two who did not stir share a place."""
    result = see(SCENES["the end"], None)["result"]
    assert [(row["place"], row["seat"], row["score"]) for row in result] == [
        (1, 3, LAP),
        (2, 0, 3),
        (3, 1, 0),
        (3, 2, 0),
    ]


def test_the_wild_twin_of_the_dies_play_lies_aside() -> None:
    """What the die's play does leaves the wild one for any other county."""
    points = see(SCENES["both plays"], 0)["points"]
    found = {m["text"]: m["aside"] for point in points for m in point["moves"]}
    twins = {text: f"{text.removesuffix(' die')} wild" for text in found if text.endswith(" die")}
    assert twins
    assert all(found[wild] for wild in twins.values())
    others = [text for text in found if text not in twins.values()]
    assert any(text.endswith(" wild") for text in others)
    assert not any(found[text] for text in others)


def test_an_attack_asks_and_a_peaceful_march_does_not() -> None:
    """A tap on a county that somebody holds shows the battle first."""
    points = see(SCENES["both plays"], 0)["points"]
    asks = {m["text"] for point in points for m in point["moves"] if m.get("asks")}
    assert "march Mid die" in asks
    assert "march Cru wild" not in asks
    assert {"raise die", "raise wild"} <= asks, "nobody would get a warrior back"
