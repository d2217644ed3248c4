"""What a seat and a spectator see: plain data, the same for browser, terminal and screen reader."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.games.cambria.state import State

from .book import FIVE, OWN, ROMANS, SCENES, TARGET, THEIRS, scene
from .positions import (
    GAME,
    LETTERS,
    NUMBERS,
    all_roads,
    captured,
    fort,
    fort_name,
    on,
    position,
    reached,
    road_name,
    roads_at,
    side,
)

EVERY_SCENE = pytest.mark.parametrize("text", SCENES.values(), ids=list(SCENES))


def see(
    text: str, viewer: int | None, lang: Lang = DEFAULT_LANG, names: tuple[str, ...] = ()
) -> Any:
    """The view of a position."""
    return GAME.presentation.view(GAME.read_position(text), viewer, names, lang)


def labels(text: str, viewer: int, lang: Lang = DEFAULT_LANG) -> dict[str, str]:
    """The moves that a view offers, in words, by their notation."""
    points = see(text, viewer, lang)["points"]
    return {move["text"]: move["label"] for point in points for move in point["moves"]}


@EVERY_SCENE
def test_roads_are_marked_as_reached_where_a_soldier_can_go(text: str) -> None:
    """For everybody to see, whoever looks."""
    (seat,) = GAME.to_act(GAME.read_position(text)) or (0,)
    places = {move.split()[1] for move in labels(text, seat) if move.startswith("place")}
    for viewer in (None, 0, 1):
        marked = {road["name"] for road in see(text, viewer)["roads"] if road["reached"]}
        assert marked == places


def test_no_road_is_marked_as_reached_by_a_player_without_a_soldier() -> None:
    """All five of hers are at sea: the roll opens no road to any of them (C4.8)."""
    text = position("a:2-4", a=":23456")
    assert not any(move.startswith("place") for move in labels(text, 0))
    assert [road["name"] for road in see(text, 0)["roads"] if road["reached"]] == []


@EVERY_SCENE
def test_the_board_as_seen_is_the_position(text: str) -> None:
    """Soldiers, legion, ships, forts, supplies and dice."""
    state: State = GAME.read_position(text)
    seen = see(text, None)
    assert [road["name"] for road in seen["roads"]] == all_roads()
    for road in seen["roads"]:
        holder = [n for n, c in enumerate(LETTERS) if road["name"] in side(text, c).roads]
        assert road["soldier"] == (holder[0] if holder else None)
        assert road["legion"] == (road["name"] == text.split()[-2])
        assert road["between"] == road["name"].split("-")
    for ship in seen["ships"]:
        aboard = [n for n, c in enumerate(LETTERS) if str(ship["value"]) in side(text, c).ships]
        assert ship["soldier"] == (aboard[0] if aboard else None)
    assert seen["legion"] == text.split()[-2]
    assert seen["seats"] == len(seen["players"]) == int(text[0])
    for seat, player in enumerate(seen["players"]):
        assert player["supply"] == side(text, LETTERS[seat]).supply
        assert player["letter"] == LETTERS[seat].upper()
    assert (seen["dummy"] is None) == (text[0] != "2")
    if seen["dummy"]:
        assert seen["dummy"]["supply"] == side(text, "c").supply
    assert seen["forts_left"] == sum(f["owner"] is None for f in seen["forts"])
    assert seen["replaced"] == ("*" in text)
    assert seen["round"] >= 1
    assert (seen["dice"] is None) == (int(state.second) == 0)


@pytest.mark.parametrize(
    ("name", "dice", "die", "dummy_die", "phase"),
    [
        ("before the first lot", None, None, None, "start"),
        ("a setup roll", None, None, None, "setup"),
        ("a setup soldier", None, 4, None, "setup"),
        ("a roll", None, None, None, "turn"),
        ("a number and a 1", [4, 1], None, None, "turn"),
        ("a soldier to move", [4, 4], None, None, "turn"),
        ("a ship to board", [1, 4], None, None, "turn"),
        ("a soldier to board", [1, 4], None, None, "turn"),
        ("the dummy's roll", None, None, None, "dummy"),
        ("the dummy's road", None, 4, 4, "dummy"),
        ("the dummy's soldier", None, 4, 4, "dummy"),
        ("the end", None, None, None, "over"),
    ],
)
def test_the_dice_and_the_phase_as_seen(
    name: str, dice: list[int] | None, die: int | None, dummy_die: int | None, phase: str
) -> None:
    """What lies there, and what for."""
    seen = see(SCENES[name], None)
    assert (seen["dice"], seen["die"], seen["dummy_die"]) == (dice, die, dummy_die)
    assert seen["phase"] == phase


def test_forts_as_seen() -> None:
    """Value, VP marker, who has which; what left the game is gone."""
    forts = {f["short"]: f for f in see(SCENES["forts taken"], None)["forts"]}
    taken = captured(a="6/b 5 2", b="4/a", c="3 4/x").split(",")
    for item in taken:
        short, owners = item.split(":")
        owner, _, vp = owners.partition("/")
        assert forts[short]["owner"] == LETTERS.index(owner)
        expected = {"": None, "x": "gone"}.get(vp, LETTERS.find(vp) if vp else None)
        assert forts[short]["vp_owner"] == expected
    assert forts[fort(6)]["vp_owner"] == 1
    assert sum(f["owner"] is None for f in forts.values()) == 16 - len(taken)
    players = see(SCENES["forts taken"], None)["players"]
    assert [p["points"] for p in players] == [13 + 2, 4 + 4, 7]
    assert [p["markers"] for p in players] == [4, 2, 2]


def test_points_are_roads_ships_and_the_turn() -> None:
    """A click on a road offers soldier and legion, one on a ship what it can do."""
    points = {point["id"]: point for point in see(SCENES["a 1 and a number"], 0)["points"]}
    target = points[f"road:{TARGET}"]
    assert target["label"] == road_name(TARGET)
    assert [m["text"] for m in target["moves"]] == [f"place {TARGET}", f"legion {TARGET}"]
    assert [m["text"] for m in points["ship:3"]["moves"]] == ["ship 3 for 1", "ship 3 for 4"]
    assert points["ship:3"]["label"] == "Ship 3"
    assert [m["text"] for m in points["turn"]["moves"]] == ["pass"]
    seen = see(SCENES["a ship to board"], 0)
    places = GAME.presentation.places(seen)
    boarding = {point["id"]: point for point in seen["points"]}
    for number in NUMBERS:
        there = boarding.get(f"ship:{number}", {"moves": []})["moves"]
        assert [m["text"] for m in there] == [f"board {number}"] * (number != 3)
        assert f"ship:{number}" in places
    assert [m["text"] for m in boarding["turn"]["moves"]] == ["stay"]


def test_a_move_says_whom_it_throws_out_and_whence_it_comes() -> None:
    """So that nobody has to look at the road."""
    double = labels(SCENES["a double"], 0)
    assert double[f"place {THEIRS}"] == f"soldier to {road_name(THEIRS)}, driving off Ink"
    assert double[f"place {ROMANS}"].endswith(", driving off the legion")
    assert double[f"place {TARGET}"] == f"soldier to {road_name(TARGET)}"
    legion = labels(SCENES["a double 1"], 0)
    assert legion[f"legion {OWN}"].endswith(", driving off Ivory")
    moving = labels(position("a:2-4", a=on(FIVE)), 0)
    assert moving[f"place {TARGET}"].endswith(", moving one from another road")
    assert labels(SCENES["a double"], 0, "de")[f"place {ROMANS}"].endswith(
        ", die Legion muss weichen"
    )
    assert labels(SCENES["the dummy's soldier"], 0)[f"from {FIVE[0]}"] == (
        f"the soldier on {road_name(FIVE[0])}"
    )


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("a setup soldier", "fort of 4"),
        ("two numbers", "fort of 2 or 4"),
        ("a double", "Double 4"),
        ("a 1 and a number", "fort of 4"),
        ("a number and a 1", "fort of 4"),
        ("a double 1", "Double 1"),
        ("a soldier to move", road_name(THEIRS)),
        ("a soldier to board", "ship 5"),
        ("the dummy's road", "fort of 4"),
        ("the dummy's any road", "any empty road"),
        ("the dummy's soldier", road_name(TARGET)),
        ("the end", "Ink wins"),
    ],
)
def test_the_prompt_says_what_is_asked(name: str, part: str) -> None:
    """What is asked can be answered without looking at the board."""
    seat = next(iter(see(SCENES[name], None)["to_act"]), 0)
    assert part in see(SCENES[name], seat)["prompt"]


def test_the_prompt_offers_a_ship_to_who_has_one() -> None:
    """a has a soldier on ship 3, b has not."""
    assert "ship" in see(SCENES["two numbers"], 0)["prompt"]
    assert "ship" not in see(SCENES["forts taken"], 0)["prompt"]


@pytest.mark.parametrize(("lang", "word"), [("en", "pass"), ("de", "passen")])
@pytest.mark.parametrize("dice", ["2-4", "4-4", "1-4", "1-1"])
def test_the_prompt_offers_to_pass_when_passing_is_legal(dice: str, lang: Lang, word: str) -> None:
    """Not after a double 1, and not when a ship's number lies there (C5.4)."""
    for text in (scene(f"a:{dice}"), scene(f"a:{dice}*")):
        if text == scene("a:1-1*"):
            continue
        offered = word in see(text, 0, lang)["prompt"].replace(".", "").replace(",", "").split()
        assert offered == ("pass" in labels(text, 0)), see(text, 0, lang)["prompt"]


def test_the_dummy_is_called_so() -> None:
    """It has no name, whoever sits at the table."""
    seen = see(SCENES["the dummy's road"], None, names=("Medb", "Ailill"))
    assert seen["dummy"]["name"] == "the dummy"
    assert see(SCENES["the dummy's road"], None, "de")["dummy"]["name"] == "der Dummy"


def test_the_result() -> None:
    """By points."""
    result = see(SCENES["the end"], None)["result"]
    assert [(row["place"], row["seat"], row["score"]) for row in result] == [
        (1, 1, 7),
        (2, 0, 6),
        (3, 2, 0),
    ]


def test_rounds_are_counted_by_turns_of_all() -> None:
    """The first turn of all is in round 1, the first of the start player's second in round 2."""
    for turns, number in ((0, 1), (2, 1), (3, 2), (5, 2), (6, 3)):
        text = position(f"{'abc'[turns % 3]}:?", turns=turns)
        assert see(text, None)["round"] == number


def test_forts_and_roads_have_their_full_names() -> None:
    """As the board has them."""
    seen = see(SCENES["a roll"], None)
    assert [f["name"] for f in seen["forts"]] == [fort_name(f["short"]) for f in seen["forts"]]
    for f in seen["forts"]:
        assert len([r for r in seen["roads"] if f["short"] in r["between"]]) == f["value"]
    assert set(reached(*NUMBERS)) == {road["name"] for road in seen["roads"]}
    assert set(roads_at(fort(6))) <= {road["name"] for road in seen["roads"]}


def test_what_moves_the_legion_or_strikes_somebody_asks() -> None:
    """A tap shows it first; a soldier on an empty road is put there at once."""
    seen = see(scene("a:1-4"), 0)
    asks = {m["text"]: m.get("asks", False) for p in seen["points"] for m in p["moves"]}
    assert any(text.startswith("legion") for text in asks)
    assert all(found for text, found in asks.items() if text.startswith("legion"))
    assert not any(found for text, found in asks.items() if text.startswith("place"))
    double = {m["text"]: m for p in see(scene("a:4-4"), 0)["points"] for m in p["moves"]}
    assert any(move.get("asks") for move in double.values())
    for move in double.values():
        assert bool(move.get("asks")) == ("driving off" in move["label"])
