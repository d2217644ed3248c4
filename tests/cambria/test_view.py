"""What a seat and a spectator see: plain data, the same for browser, terminal and screen reader."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cruachan.engine import record
from cruachan.engine.game import CHANCE
from cruachan.engine.words import LANGS, Lang
from cruachan.games.cambria.state import State
from tests.tables import assert_plain, leaves

from .positions import (
    GAME,
    LETTERS,
    NUMBERS,
    after,
    all_roads,
    captured,
    fort,
    fort_name,
    new_table,
    on,
    position,
    reached,
    road_name,
    roads,
    roads_at,
    side,
)

KEYS = {"game", "board", "seat", "calls", "to_act", "prompt", "points", "result"}
"""What Game.view promises of every game."""

OWN, THEIRS, ROMANS, TARGET = roads(4)[:4]
FIVE = [road for road in roads(6) if road not in (OWN, THEIRS, ROMANS, TARGET)][:5]
LOOK = {"a": f"{OWN}:3", "b": THEIRS, "legion": ROMANS}


def scene(waits: str, **more: Any) -> str:
    """A position with a soldier of a and of b, the legion out, and one of a's on ship 3."""
    return position(waits, **(LOOK | more))


SCENES = {
    "before the first lot": new_table(4),
    "a setup roll": position("b:setup?", a=OWN),
    "a setup soldier": position("b:setup:4", a=OWN),
    "a roll": scene("b:?"),
    "two numbers": scene("a:2-4"),
    "a double": scene("a:4-4"),
    "a 1 and a number": scene("a:1-4"),
    "a number and a 1": scene("c:4-1"),
    "a double 1": scene("a:1-1"),
    "a ship's number": scene("a:2-4*"),
    "a soldier to move": after(position("a:4-4", a=on(FIVE), b=THEIRS), f"place {THEIRS}"),
    "a ship to board": after(scene("a:1-4"), f"legion {THEIRS}"),
    "a soldier to board": after(position("a:1-4", a=on(FIVE)), f"legion {OWN}", "board 5"),
    "the dummy's roll": scene("a:dummy?", seats=2, c=TARGET),
    "the dummy's road": scene("a:dummy:4", seats=2, c=TARGET),
    "the dummy's any road": scene("b:dummy:1", seats=2, c=TARGET),
    "the dummy's soldier": after(scene("a:dummy:4", seats=2, c=on(FIVE)), f"place {TARGET}"),
    "five players": scene("e:2-4", seats=5, d=FIVE[0], e=FIVE[1]),
    "forts taken": scene("b:5-6", forts=captured(a="6/b 5 2", b="4/a", c="3 4/x")),
    "the end": after(position("c:2-3", turns=299, forts=captured(a="6/b", b="3")), "pass"),
}
EVERY_SCENE = pytest.mark.parametrize("text", SCENES.values(), ids=list(SCENES))
VIEWERS = (None, CHANCE, 0, 1, 2)


def see(text: str, viewer: int | None, lang: Lang = "en", names: tuple[str, ...] = ()) -> Any:
    """The view of a position."""
    return GAME.view(GAME.read_position(text), viewer, names, lang)


def labels(text: str, viewer: int, lang: Lang = "en") -> dict[str, str]:
    """The moves that a view offers, in words, by their notation."""
    points = see(text, viewer, lang)["points"]
    return {move["text"]: move["label"] for point in points for move in point["moves"]}


@EVERY_SCENE
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_view_is_plain_data(text: str, viewer: int | None, lang: Lang) -> None:
    """It goes through JSON unchanged, and no number of NumPy is left in it."""
    seen = see(text, viewer, lang)
    assert_plain(seen)
    assert not any("{" in leaf for leaf in leaves(seen) if isinstance(leaf, str))


@EVERY_SCENE
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_view_has_all_that_is_promised(text: str, viewer: int | None) -> None:
    """The keys of the protocol, and in them what they say."""
    seen = see(text, viewer)
    assert seen.keys() >= KEYS
    assert seen["game"] == "cambria"
    assert seen["board"] == GAME.board_name
    assert seen["seat"] == viewer
    assert GAME.write_position(GAME.read_position(text), None) == text
    assert seen["to_act"] == list(GAME.to_act(GAME.read_position(text)))
    for point in seen["points"]:
        assert point.keys() >= {"id", "label", "moves"}
        assert point["moves"]
        for move in point["moves"]:
            assert move.keys() >= {"move", "text", "label"}
            assert move["label"]


@EVERY_SCENE
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_moves_of_a_view_are_the_legal_moves_of_its_seat(text: str, viewer: int | None) -> None:
    """Each once, with the notation that reads back; none for a spectator."""
    state = GAME.read_position(text)
    points = see(text, viewer)["points"]
    moves = [move for point in points for move in point["moves"]]
    legal = [] if viewer is None else GAME.legal_moves(state, viewer)
    assert sorted(move["move"] for move in moves) == sorted(legal)
    assert len({point["id"] for point in points}) == len(points)
    for move in moves:
        assert viewer is not None
        assert GAME.read_move(state, viewer, move["text"]) == move["move"]


@EVERY_SCENE
def test_who_is_not_waited_for_is_offered_nothing(text: str) -> None:
    """Neither the other seats nor a spectator."""
    waited_for = GAME.to_act(GAME.read_position(text))
    for viewer in (None, *range(int(text[0]))):
        if viewer not in waited_for:
            assert see(text, viewer)["points"] == []


@EVERY_SCENE
def test_nothing_is_hidden(text: str) -> None:
    """All see the same, but for their own seat and moves; a guess is the state itself."""
    spectator = see(text, None)
    for viewer in (0, 1):
        assert see(text, viewer) | {"seat": None, "points": []} == spectator
    state = GAME.read_position(text)
    assert record.same(GAME.guess(GAME.sight(state, None), Random(1)), state)


@EVERY_SCENE
def test_both_languages_say_it_in_other_words_and_show_the_same(text: str) -> None:
    """Numbers, notations and names of forts are the same; the prompt is not."""
    english, german = (see(text, 0, lang) for lang in LANGS)
    assert english["prompt"]
    assert german["prompt"]
    assert english["prompt"] != german["prompt"]
    for key in english.keys() - {"prompt", "points", "players", "dummy"}:
        assert english[key] == german[key], key
    assert list(labels(text, 0)) == list(labels(text, 0, "de"))
    if labels(text, 0):
        assert labels(text, 0) != labels(text, 0, "de")


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
    """A click on a road offers soldier and legion, one on the ships the ships."""
    points = {point["id"]: point for point in see(SCENES["a 1 and a number"], 0)["points"]}
    target = points[f"road:{TARGET}"]
    assert target["label"] == road_name(TARGET)
    assert [m["text"] for m in target["moves"]] == [f"place {TARGET}", f"legion {TARGET}"]
    assert [m["text"] for m in points["ships"]["moves"]] == ["ship 3 for 1", "ship 3 for 4"]
    assert points["ships"]["label"] == "Ships"
    assert [m["text"] for m in points["turn"]["moves"]] == ["pass"]
    boarding = {point["id"]: point for point in see(SCENES["a ship to board"], 0)["points"]}
    assert [m["text"] for m in boarding["ships"]["moves"]] == [
        f"board {number}" for number in NUMBERS if number != 3
    ]
    assert [m["text"] for m in boarding["turn"]["moves"]] == ["stay"]


def test_a_move_says_whom_it_throws_out_and_whence_it_comes() -> None:
    """So that nobody has to look at the road."""
    double = labels(SCENES["a double"], 0)
    assert double[f"place {THEIRS}"] == f"soldier to {road_name(THEIRS)}, throwing out Ink"
    assert double[f"place {ROMANS}"].endswith(", throwing out the legion")
    assert double[f"place {TARGET}"] == f"soldier to {road_name(TARGET)}"
    legion = labels(SCENES["a double 1"], 0)
    assert legion[f"legion {OWN}"].endswith(", throwing out Ivory")
    moving = labels(position("a:2-4", a=on(FIVE)), 0)
    assert moving[f"place {TARGET}"].endswith(", moving one from another road")
    assert labels(SCENES["a double"], 0, "de")[f"place {ROMANS}"].endswith(", hinaus: die Legion")
    assert labels(SCENES["the dummy's soldier"], 0)[f"from {FIVE[0]}"] == (
        f"the soldier on {road_name(FIVE[0])}"
    )


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("a setup soldier", "fort of 4"),
        ("two numbers", "fort of 2 or 4"),
        ("a double", "double 4"),
        ("a 1 and a number", "fort of 4"),
        ("a number and a 1", "fort of 4"),
        ("a double 1", "double 1"),
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
    assert part in see(SCENES[name], 0)["prompt"]


def test_the_prompt_offers_a_ship_to_who_has_one() -> None:
    """a has a soldier on ship 3, b has not."""
    assert "ship" in see(SCENES["two numbers"], 0)["prompt"]
    assert "ship" not in see(SCENES["forts taken"], 0)["prompt"]


@pytest.mark.parametrize(("lang", "word"), [("en", "pass"), ("de", "passe")])
@pytest.mark.parametrize("dice", ["2-4", "4-4", "1-4", "1-1"])
def test_the_prompt_offers_to_pass_when_passing_is_legal(dice: str, lang: Lang, word: str) -> None:
    """Not after a double 1, and not when a ship's number lies there (C5.4)."""
    for text in (scene(f"a:{dice}"), scene(f"a:{dice}*")):
        if text == scene("a:1-1*"):
            continue
        offered = word in see(text, 0, lang)["prompt"].replace(".", "").replace(",", "").split()
        assert offered == ("pass" in labels(text, 0)), see(text, 0, lang)["prompt"]


def test_the_prompt_calls_players_by_their_names() -> None:
    """Or by their pieces where nobody has said a name."""
    names = ("Medb", "Ailill", "Fergus")
    assert "Medb" in see(SCENES["two numbers"], 1, names=names)["prompt"]
    assert "Ivory" in see(SCENES["two numbers"], 1)["prompt"]
    assert "Elfenbein" in see(SCENES["two numbers"], 1, "de")["prompt"]
    seen = see(SCENES["the dummy's road"], None, names=names[:2])
    assert [player["name"] for player in seen["players"]] == ["Medb", "Ailill"]
    assert seen["dummy"]["name"] == "the dummy"
    assert see(SCENES["the dummy's road"], None, "de")["dummy"]["name"] == "der Dummy"


def test_the_result_is_seen_at_the_end_only() -> None:
    """In order of places."""
    for name, text in SCENES.items():
        assert (see(text, None)["result"] is not None) == (name == "the end")
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
