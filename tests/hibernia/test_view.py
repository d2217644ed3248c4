"""What a seat and a spectator see: plain data, the same for browser, terminal and screen reader."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cruachan.engine import record
from cruachan.engine.game import CHANCE
from cruachan.engine.words import LANGS, Lang
from cruachan.games.hibernia.state import State
from tests.tables import assert_plain

from .positions import GAME, LAP, NAMES, SHORTS, after, new_table, position

KEYS = {"game", "board", "seat", "calls", "to_act", "prompt", "points", "result"}
"""What Game.view promises of every game."""

SCENES = {
    "before the first lot": new_table("4"),
    "before the castles": after(new_table("3"), "start b"),
    "a roll": position("b:?", a="Mid1", b="Cru2"),
    "both plays": position("a:red:dw", a="Cru1,Eil1", b="Mid1,Lai1,Che1"),
    "black": position("a:black:dw", a="Cru1,Eil1"),
    "purple": position("c:purple:w", c="Cru1,Eil1", start="b"),
    "the die is left": position("a:red:d", a="Cru1,Eil1"),
    "the wild play is left": position("a:red:w", a="Cru1,Eil1"),
    "a march under way": position("a:red:w>Mid+1-1", a="=0:Cru2,Eil2"),
    "a neutral colour": position("a:red:dw", a="Cru1,Eil1", d="Mid1,Uma1", table="3h"),
    "the end": after(position("d:purple:w", a="@3", d=f"@{LAP - 1}"), "raise wild"),
}
EVERY_SCENE = pytest.mark.parametrize("scene", SCENES.values(), ids=list(SCENES))
VIEWERS = (None, CHANCE, 0, 1, 2)


def see(text: str, viewer: int | None, lang: Lang = "en", names: tuple[str, ...] = ()) -> Any:
    """The view of a position."""
    return GAME.view(GAME.read_position(text), viewer, names, lang)


@EVERY_SCENE
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_view_is_plain_data(scene: str, viewer: int | None, lang: Lang) -> None:
    """It goes through JSON unchanged, and no number of NumPy is left in it."""
    seen = see(scene, viewer, lang)
    assert_plain(seen)


@EVERY_SCENE
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_view_has_all_that_is_promised(scene: str, viewer: int | None) -> None:
    """The keys of the protocol, and in them what they say."""
    seen = see(scene, viewer)
    assert seen.keys() >= KEYS
    assert seen["game"] == "hibernia"
    assert seen["board"] == GAME.board_name
    assert seen["seat"] == viewer
    state = GAME.read_position(scene)
    assert record.same(GAME.read_position(GAME.write_position(state, None)), state)
    assert seen["to_act"] == list(GAME.to_act(GAME.read_position(scene)))
    for point in seen["points"]:
        assert point.keys() >= {"id", "label", "moves"}
        assert point["moves"]
        for move in point["moves"]:
            assert move.keys() >= {"move", "text", "label"}
            assert move["label"]


@EVERY_SCENE
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_moves_of_a_view_are_the_legal_moves_of_its_seat(
    scene: str, viewer: int | None
) -> None:
    """Each once, with the notation that reads back; none for a spectator."""
    state = GAME.read_position(scene)
    moves = [move for point in see(scene, viewer)["points"] for move in point["moves"]]
    legal = [] if viewer is None else GAME.legal_moves(state, viewer)
    assert sorted(move["move"] for move in moves) == sorted(legal)
    for move in moves:
        assert viewer is not None
        assert GAME.read_move(state, viewer, move["text"]) == move["move"]


@EVERY_SCENE
def test_who_is_not_waited_for_is_offered_nothing(scene: str) -> None:
    """Neither the other seats nor a spectator."""
    waited_for = GAME.to_act(GAME.read_position(scene))
    for viewer in (None, 0, 1, 2, 3):
        if viewer not in waited_for:
            assert see(scene, viewer)["points"] == []


@EVERY_SCENE
def test_nothing_is_hidden(scene: str) -> None:
    """All see the same, but for their own seat and moves; a guess is the state itself."""
    spectator = see(scene, None)
    for viewer in (0, 1, 2):
        seen = see(scene, viewer)
        assert seen | {"seat": None, "points": []} == spectator
    state = GAME.read_position(scene)
    assert record.same(GAME.guess(GAME.sight(state, None), Random(1)), state)


@EVERY_SCENE
def test_both_languages_say_it_in_other_words_and_show_the_same(scene: str) -> None:
    """Numbers, notations and names of counties are the same; the prompt is not."""
    english, german = (see(scene, 0, lang) for lang in LANGS)
    assert english["prompt"]
    assert german["prompt"]
    assert english["prompt"] != german["prompt"]
    for key in english.keys() - {"prompt", "points", "players", "neutral"}:
        assert english[key] == german[key], key
    texts = [
        [move["text"] for point in seen["points"] for move in point["moves"]]
        for seen in (english, german)
    ]
    assert texts[0] == texts[1]


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
        ("both plays", "march Mid die", "march into Mide with 2, against 1 of Ink [die]"),
        ("both plays", "march Cru wild", "reinforce Cruachan with 1 [wild]"),
        ("both plays", "raise wild", "raise warriors: 0 of yours return [wild]"),
        ("a march under way", "pull Cru", "take one of 2 from Cruachan"),
        ("a neutral colour", "march Mid die", "march into Mide with 2, against 1 of Neutral [die]"),
    ],
)
def test_a_move_says_what_it_costs_and_whom_it_meets(text: str, move: str, label: str) -> None:
    """So that nobody has to count neighbours."""
    points = see(SCENES[text], 0)["points"]
    labels = {m["text"]: m["label"] for point in points for m in point["moves"]}
    assert labels[move] == label


def test_a_move_says_how_many_come_from_other_counties() -> None:
    """Two march, one is in the supply."""
    points = see(position("a:red:dw", a="=1:Cru2,Eil1"), 0)["points"]
    labels = {m["text"]: m["label"] for point in points for m in point["moves"]}
    expected = "march into Mide with 2, 1 of them from other counties [die]"
    assert labels["march Mid die"] == expected


def test_the_prompt_calls_players_by_their_names() -> None:
    """Or by their pieces where nobody has said a name."""
    names = ("Medb", "Ailill", "Fergus")
    assert "Medb" in see(SCENES["both plays"], 1, names=names)["prompt"]
    assert "Fergus" in see(SCENES["purple"], 1, names=names)["prompt"]
    assert "Ivory" in see(SCENES["both plays"], 1)["prompt"]
    assert "Elfenbein" in see(SCENES["both plays"], 1, "de")["prompt"]
    assert [p["name"] for p in see(SCENES["black"], None, names=names)["players"]] == [
        *names,
        "Rose",
    ]


def test_the_prompt_of_a_march_under_way_names_county_and_number() -> None:
    """What is asked can be answered without looking at the board."""
    for lang in LANGS:
        prompt = see(SCENES["a march under way"], 0, lang)["prompt"]
        assert "Mide" in prompt
        assert "1" in prompt


@EVERY_SCENE
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


def test_the_result_is_seen_at_the_end_only() -> None:
    """In order of places."""
    for name, scene in SCENES.items():
        result = see(scene, None)["result"]
        assert (result is not None) == (name == "the end")
    result = see(SCENES["the end"], None)["result"]
    assert [(row["place"], row["seat"], row["score"]) for row in result] == [
        (1, 3, LAP),
        (2, 0, 3),
        (3, 1, 0),
        (3, 2, 0),
    ]
