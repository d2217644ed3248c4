"""The words of both languages, and the reasons they give for every refusal."""

from __future__ import annotations

import pytest

from cruachan.engine.game import CHANCE
from cruachan.engine.words import LANGS, Lang, Words
from cruachan.games import cambria
from tests.tables import moves_of

from .positions import (
    GAME,
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
    rule_text,
    siege,
    spread,
    unreached,
)

EN = Words(cambria.__name__, "en").table
DE = Words(cambria.__name__, "de").table


# Refusals: one case for every number that the rules can refuse with.

OWN, THEIRS, ROMANS, TARGET = roads(4)[:4]
FAR = unreached(4, 5)[0]
FIVE = [road for road in roads(6) if road not in (OWN, THEIRS, ROMANS, TARGET)][:5]
PLAY = position("a:4-5", a=f"{OWN}:3", b=f"{THEIRS}:6", legion=ROMANS)
ONE = position("a:1-4", a=f"{OWN}:3", b=f"{THEIRS}:6", legion=ROMANS)
MOVING = after(position("a:4-5", a=on(FIVE), b=THEIRS), f"place {TARGET}")
BOARDING = after(ONE, f"legion {TARGET}")
BOARDING_FROM = after(position("a:1-4", a=on(FIVE), b=THEIRS), f"legion {TARGET}", "board 5")
DUMMY = position("a:dummy:4", b=THEIRS, seats=2)
DUMMY_MOVING = after(position("a:dummy:4", c=on(FIVE), seats=2), f"place {TARGET}")
CLOSED = position("a:3-5", a=":2", seats=5, **spread(reached(2, 5), "bcde"))  # type: ignore[arg-type]

REFUSALS = {
    "202": (position("b:4-5"), 0, "pass", "C2.2"),
    "202lot": (new_table(), 0, "pass", "C2.2"),
    "203": (position("b:setup:4", a=OWN), 1, f"place {unreached(4)[0]}", "C2.3"),
    "203roll": (after(new_table(), "start a"), 0, f"place {OWN}", "C2.3"),
    "301": (position("a:?"), 0, f"place {OWN}", "C3.1"),
    "302": (PLAY, 0, "dice 2-3", "C3.2"),
    "304": (position("a:1-1"), 0, "pass", "C3.4"),
    "401": (PLAY, 0, f"place {FAR}", "C4.1"),
    "402": (PLAY, 0, f"place {THEIRS}", "C4.2"),
    "403": (position("a:4-4"), 0, f"place {unreached(4)[0]}", "C4.3"),
    "405": (PLAY, 0, f"place {OWN}", "C4.5"),
    "406": (ONE, 0, f"place {unreached(4)[0]}", "C4.6"),
    "407": (MOVING, 0, f"from {THEIRS}", "C4.7"),
    "407supply": (PLAY, 0, f"from {OWN}", "C4.7"),
    "407busy": (MOVING, 0, f"place {OWN}", "C4.7"),
    "408": (position("a:4-5", a=":23456"), 0, f"place {TARGET}", "C4.8"),
    "501": (PLAY, 0, "ship 6 for 4", "C5.1"),
    "501same": (position("a:4-4", a=":3"), 0, "", "C5.1"),
    "503": (after(PLAY, "ship 3 for 5"), 0, "ship 6 for 3", "C5.3"),
    "504": (after(PLAY, "ship 3 for 5"), 0, "pass", "C5.4"),
    "504ship": (CLOSED, 0, "ship 2 for 3", "C5.4"),
    "601": (PLAY, 0, f"legion {TARGET}", "C6.1"),
    "602": (position("a:1-1"), 0, f"place {TARGET}", "C6.2"),
    "603": (ONE, 0, f"legion {ROMANS}", "C6.3"),
    "605": (ONE, 0, "board 5", "C6.5"),
    "605busy": (BOARDING, 0, f"place {OWN}", "C6.5"),
    "606": (BOARDING, 0, "board 6", "C6.6"),
    "607": (BOARDING_FROM, 0, f"from {THEIRS}", "C6.7"),
    "801": (position("c:over", turns=300), 0, "pass", "C8.1"),
    "902": (DUMMY, 0, f"place {unreached(4)[0]}", "C9.2"),
    "902any": (position("a:dummy:1", seats=2), 0, "pass", "C9.2"),
    "902roll": (position("a:dummy?", seats=2), 0, f"place {TARGET}", "C9.2"),
    "904": (DUMMY_MOVING, 0, f"place {TARGET}", "C9.4"),
    "905": (DUMMY, 0, f"place {THEIRS}", "C9.5"),
}
NAMED = {
    "202": ["Ink"],
    "401": [road_name(FAR), "4", "5"],
    "402": [road_name(THEIRS), "Ink"],
    "403": [road_name(unreached(4)[0]), "4"],
    "405": [road_name(OWN), "Ivory"],
    "406": [road_name(unreached(4)[0]), "4"],
    "407": [road_name(THEIRS)],
    "407busy": [road_name(TARGET)],
    "408": ["Ivory"],
    "501": ["Ivory", "6"],
    "504ship": ["2", "5"],
    "603": [road_name(ROMANS)],
    "606": ["6"],
    "607": ["Ivory"],
    "902": ["4"],
    "905": [road_name(THEIRS)],
}
"""What the reason of a case has to name."""
GERMAN = {"Ivory": "Elfenbein", "Ink": "Tinte", "Copper": "Kupfer"}


def refused(text: str, seat: int, move: str, lang: Lang = "en") -> tuple[str, str]:
    """The rule that refuses a move, and what is said."""
    state = GAME.read_position(text)
    # The second of two equal dice has no notation of its own; its number follows the first's.
    number = moves_of(GAME, state)[move] if move else moves_of(GAME, state)["ship 3 for 4"] + 1
    refusal = GAME.why_not(state, seat, number, lang)
    assert refusal is not None, f"{move} is legal"
    assert refusal.text == rule_text(refusal.rule, lang)
    return refusal.rule, refusal.reason


def test_there_is_a_case_for_every_reason() -> None:
    """And a reason for every case."""
    assert {key.removeprefix("why.c") for key in EN if key.startswith("why.")} == set(REFUSALS)


@pytest.mark.parametrize("case", REFUSALS)
def test_every_refusal_has_its_reason_in_both_languages(case: str) -> None:
    """A full sentence each, without a brace left over, with the text of its rule."""
    text, seat, move, rule = REFUSALS[case]
    said = {}
    for lang, table in (("en", EN), ("de", DE)):
        language: Lang = "de" if lang == "de" else "en"
        found, said[lang] = refused(text, seat, move, language)
        assert found == rule
        assert said[lang].endswith(".")
        assert len(said[lang].split()) > 2
        assert "{" not in said[lang]
        head = table[f"why.c{case}"].split("{")[0]
        assert said[lang].startswith(head)
    assert said["en"] != said["de"]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("rule", sorted({rule for _, _, _, rule in REFUSALS.values()}))
def test_a_rule_that_refuses_reads_as_a_sentence_of_its_own(rule: str, lang: Lang) -> None:
    """It is shown alone beside the refusal, without the rule before it."""
    text = rule_text(rule, lang)
    assert text[0].isupper(), text
    assert text.split(" (R-")[0].endswith("."), text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("case", NAMED)
def test_a_refusal_names_what_it_is_about(case: str, lang: Lang) -> None:
    """Roads by the full names of their forts, players and numbers."""
    text, seat, move, _ = REFUSALS[case]
    _, said = refused(text, seat, move, lang)
    for name in NAMED[case]:
        assert (GERMAN.get(name, name) if lang == "de" else name) in said


@pytest.mark.parametrize(("lang", "said"), [("en", "the legion"), ("de", "die Legion")])
def test_a_road_that_the_legion_holds_is_refused_by_its_name(lang: Lang, said: str) -> None:
    """Not by a player's."""
    assert said in refused(PLAY, 0, f"place {ROMANS}", lang)[1]


def test_players_are_called_by_their_names_in_refusals() -> None:
    """Where they have said them."""
    state = GAME.read_position(PLAY)
    move = moves_of(GAME, state)[f"place {THEIRS}"]
    refusal = GAME.why_not(state, 0, move, "en", ("Medb", "Ailill", "Fergus"))
    assert refusal is not None
    assert "Ailill" in refusal.reason


@pytest.mark.parametrize("lang", LANGS)
def test_nobody_is_told_that_her_own_road_is_not_hers(lang: Lang) -> None:
    """Taking a soldier from a road while the supply lasts (C4.7): the road is a's own."""
    said = refused(PLAY, 0, f"from {OWN}", lang)[1]
    assert f"{road_name(OWN)} is not one" not in said
    assert f"{road_name(OWN)} ist keine" not in said


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("move", ["pass", f"legion {TARGET}", f"place {THEIRS}"])
def test_nobody_is_sent_to_a_fort_of_1(move: str, lang: Lang) -> None:
    """A 1 for the dummy opens any empty road (C9.3); forts of 1 do not exist."""
    text = position("a:dummy:1", b=THEIRS, seats=2)
    said = refused(text, 0, move, lang)[1]
    assert "fort of 1" not in said
    assert "1er-Festung" not in said


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("seat", "move"), [(0, "pass"), (1, "start b"), (CHANCE, "die 3")])
def test_before_the_lot_it_is_nobodys_turn(seat: int, move: str, lang: Lang) -> None:
    """The reason must not name a player, least of all the one who is being refused."""
    said = refused(new_table(), seat, move, lang)[1]
    assert not any(name in said for name in ("Ivory", "Ink", "Elfenbein", "Tinte"))


# Tales: what is told of each move.


def told(text: str, move: str, lang: Lang = "en", names: tuple[str, ...] = ()) -> str:
    """What is told of a move."""
    state = GAME.read_position(text)
    (seat,) = GAME.to_act(state)
    number = moves_of(GAME, state)[move]
    done = GAME.apply(state, seat, number)
    return GAME.tell(state, seat, number, done, None, names, lang)


STORM, LAST = siege(fort(4), "bbac", seats=4)
SECOND, SECOND_LAST = siege(fort(4), "aaba")
DUMMY_STORM = position("a:2-4", b=roads_at(fort(4))[0], c=on(roads_at(fort(4))[1:3]), seats=2)
DUMMY_SECOND = position("a:2-4", a=on(roads_at(fort(4))[:2]), c=roads_at(fort(4))[2], seats=2)
DUMMY_LAST = f"place {roads_at(fort(4))[3]}"
TALES = {
    "start": (new_table(), "start b", ["Ink starts"]),
    "setup die": (position("b:setup?", a=OWN), "die 4", ["Ink rolls a 4"]),
    "setup 1": (position("b:setup?", a=OWN), "die 1", ["rolled again"]),
    "dice": (position("c:?"), "dice 2-5", ["Copper rolls 2-5"]),
    "dummy die": (position("b:dummy?", seats=2), "die 1", ["Ink rolls a 1 for the dummy"]),
    "place": (PLAY, f"place {TARGET}", [f"Ivory puts a soldier on {road_name(TARGET)}"]),
    "throw out": (position("a:4-4", b=THEIRS), f"place {THEIRS}", ["Ink is thrown out"]),
    "throw out the legion": (
        position("a:4-4", legion=ROMANS),
        f"place {ROMANS}",
        ["he legion is thrown out"],
    ),
    "throw out the dummy": (
        position("a:4-4", c=THEIRS, seats=2),
        f"place {THEIRS}",
        ["he dummy is thrown out"],
    ),
    "target": (
        position("a:4-5", a=on(FIVE)),
        f"place {TARGET}",
        [f"Ivory moves a soldier to {road_name(TARGET)}"],
    ),
    "from": (MOVING, f"from {FIVE[0]}", [f"It comes from {road_name(FIVE[0])}"]),
    "from, throwing out": (
        after(position("a:4-4", a=on(FIVE), b=THEIRS), f"place {THEIRS}"),
        f"from {FIVE[0]}",
        [f"It comes from {road_name(FIVE[0])}", "Ink is thrown out"],
    ),
    "legion": (ONE, f"legion {THEIRS}", ["Ivory moves the legion", "Ink is thrown out"]),
    "ship": (PLAY, "ship 3 for 5", ["ship 3", "in place of the 5"]),
    "board": (BOARDING, "board 5", ["Ivory boards ship 5"]),
    "board from": (
        after(position("a:1-4", a=on(FIVE)), f"legion {TARGET}"),
        "board 5",
        ["sends a soldier to ship 5"],
    ),
    "boarded from": (BOARDING_FROM, f"from {FIVE[0]}", [f"from {road_name(FIVE[0])}"]),
    "stay": (BOARDING, "stay", ["Nobody boards"]),
    "pass": (PLAY, "pass", ["Ivory passes"]),
    "dummy place": (DUMMY, f"place {TARGET}", ["Ivory puts a soldier of the dummy"]),
    "dummy target": (
        position("a:dummy:4", c=on(FIVE), seats=2),
        f"place {TARGET}",
        ["Ivory moves a soldier of the dummy"],
    ),
    "dummy from": (DUMMY_MOVING, f"from {FIVE[0]}", ["It comes from"]),
    "storm": (STORM, LAST, [f"Ink storms {fort_name(fort(4))} (4 points)", "leaves the game"]),
    "storm with a second": (
        SECOND,
        SECOND_LAST,
        [f"Ivory storms {fort_name(fort(4))}", "Ink gets the VP marker of 2"],
    ),
    "the dummy storms": (DUMMY_STORM, DUMMY_LAST, [f"The dummy storms {fort_name(fort(4))}"]),
    "the dummy is second": (DUMMY_SECOND, DUMMY_LAST, ["he dummy gets the VP marker of 2"]),
    "the end": (
        position("c:2-3", turns=299, forts=captured(a="6")),
        "pass",
        ["Copper passes", "The game is over: Ivory wins with 6 points"],
    ),
    "the last storming": (
        position("c:2-3", turns=299, b=all_roads()[0]),
        "pass",
        ["Ink storms", "Ink wins"],
    ),
}


@pytest.mark.parametrize("tale", TALES)
def test_every_move_is_told_in_both_languages(tale: str) -> None:
    """Whole sentences with the names in them."""
    text, move, parts = TALES[tale]
    english, german = (told(text, move, lang) for lang in LANGS)
    for part in parts:
        assert part in english
    assert english != german
    for said in (english, german):
        assert said.endswith(".")
        assert "{" not in said


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("tale", TALES)
def test_every_sentence_of_a_tale_begins_with_a_capital_letter(tale: str, lang: Lang) -> None:
    """Also when the legion or the dummy is what it begins with."""
    text, move, _ = TALES[tale]
    for sentence in told(text, move, lang).rstrip(".").split(". "):
        assert sentence[0].isupper(), sentence


def test_players_are_called_by_their_names_in_tales() -> None:
    """Where they have said them."""
    said = told(ONE, f"legion {THEIRS}", names=("Medb", "Ailill", "Fergus"))
    assert "Medb" in said
    assert "Ailill is thrown out" in said
