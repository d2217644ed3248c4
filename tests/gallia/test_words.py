"""The words of both languages, and the reasons they give for every refusal."""

from __future__ import annotations

import pytest

from cruachan.engine.game import CHANCE
from cruachan.engine.words import LANGS, Lang, Words
from cruachan.games import gallia

from .positions import (
    BOARD,
    NAMES,
    OTHER,
    POOR,
    RICH,
    RICHEST,
    TOLD,
    WEAK,
    WEAKEST,
    Told,
    after,
    moves_of,
    new_table,
    position,
    rule_text,
)

EN = Words(gallia.__name__, "en").table
DE = Words(gallia.__name__, "de").table


# Refusals: one case for every number that the rules can refuse with.

OPEN = position("a:turn", a="Med4,Tau1,Ins3,Fri3", b="Boi2,Ari5", cards=f"Ins={RICH}s,Fri={WEAK}s")
HUNGRY_OPEN = position("a:turn", a="Med4,Ins5")
FULL = "Med5,Oro1,Oro1,Tau1,Tau1,Lig1,Lig1,Ins5"
FIGHT = after(position("a:turn", a="Med4,Ins6", b="Ana2,Lin4,Ari5"), "move Ins6 Ana")
NO_DIE = "Med1,Lig1,Lig1,Lig1,Lig1,Lig1,Lig1,Ins6"
ENTER = after(FIGHT, "fight 5")
HUNGER = after(ENTER, "enter 1")

REFUSALS = {
    "202": (new_table(), 0, "recruit 0", "G2.2"),
    "204": (OPEN, 1, "recruit 0", "G2.4"),
    "301": (OPEN, 0, "start a", "G3.1"),
    "301build": (after(OPEN, "build Ins"), 0, "recruit 0", "G3.1"),
    "301move": (after(OPEN, "move Tau1 Lig"), 0, "build Ins", "G3.1"),
    "302": (OPEN, 0, "end", "G3.2"),
    "401": (OPEN, 0, "recruit 3", "G4.1"),
    "403": (position("a:turn", a=FULL), 0, "recruit 3", "G4.3"),
    "404": (HUNGRY_OPEN, 0, "recruit 1", "G4.4"),
    "405": (after(OPEN, "build Ins", "end", "recruit 0"), 1, "scout Ins", "G4.5"),
    "405first": (OPEN, 0, "scout Ins", "G4.5"),
    "405now": (after(OPEN, "recruit 0"), 0, "end", "G4.5"),
    "405back": (after(OPEN, "recruit 0", "scout Ana"), 0, "end", "G4.5"),
    "501": (OPEN, 0, "build Tau", "G5.1"),
    "503": (position("a:turn", cards=f"Ins+{RICH}s"), 0, "demolish Ins", "G5.3"),
    "504": (position("a:turn", a=FULL, cards=f"Ins+{RICH}s"), 0, "demolish Ins", "G5.4"),
    "505": (after(OPEN, "build Ins"), 0, "demolish Ins", "G5.5"),
    "506": (OPEN, 0, "build Med", "G5.6"),
    "601": (OPEN, 0, "move Med4 ?", "G6.1"),
    "602": (OPEN, 0, "move Ins2 Ana", "G6.2"),
    "602number": (after(OPEN, "move Ins3 Ana"), 0, "send 4", "G6.2"),
    "602nobody": (OPEN, 0, "enter 2", "G6.2"),
    "604": (after(OPEN, "move Tau1 Lig"), 0, "move Lig1 Tau", "G6.4"),
    "703": (FIGHT, 0, "fight 6", "G7.3"),
    "706": (
        after(position("a:turn", a=NO_DIE, b="Ana3,Ari5"), "move Ins6 Ana"),
        0,
        "fight 4",
        "G7.6",
    ),
    "706number": (ENTER, 0, "enter 4", "G7.6"),
    "801": (HUNGER, 1, "starve Ari5", "G8.1"),
    "803": (HUNGER, 1, "starve Ven2", "G8.3"),
    "803now": (OPEN, 0, "starve Ins3", "G8.3"),
    "903": (after(position("b:turn", turns=199), "recruit 0", "scout none"), 0, "end", "G9.3"),
}
NAMED = {
    "204": ["Ivory"],
    "401": ["2"],
    "403": [NAMES["Med"]],
    "404": ["Ivory", "5", "2"],
    "405": [NAMES["Ins"]],
    "501": [NAMES["Tau"], "Ivory", "1", "3"],
    "503": ["Ivory", NAMES["Ins"]],
    "504": [NAMES["Ins"]],
    "505": [NAMES["Ins"]],
    "506": [NAMES["Med"]],
    "601": [NAMES["Med"]],
    "602": ["Ivory", "2", NAMES["Ins"]],
    "602number": ["1", "3"],
    "604": ["1", NAMES["Lig"]],
    "703": ["1", "5"],
    "706": ["Ivory"],
    "706number": ["1", "3"],
    "803": ["Ink"],
}
"""What the reason of a case has to name."""
GERMAN = {"Ivory": "Elfenbein", "Ink": "Tinte"}


def refused(case: str, lang: Lang = "en") -> tuple[str, str]:
    """The rule that refuses a case, and what is said."""
    text, seat, move, _ = REFUSALS[case]
    game = TOLD
    if case == "401":  # The capitals of the box recruit 3, and no move asks for more.
        game = Told(BOARD)
        game.box.recruits = 2
    state = game.read_position(text)
    refusal = game.why_not(state, seat, moves_of(state)[move], lang)
    assert refusal is not None, f"{move} is legal"
    assert refusal.text == rule_text(refusal.rule, lang)
    return refusal.rule, refusal.reason


def test_there_is_a_case_for_every_reason() -> None:
    """And a reason for every case."""
    assert {key.removeprefix("why.g") for key in EN if key.startswith("why.")} == set(REFUSALS)


@pytest.mark.parametrize("case", REFUSALS)
def test_every_refusal_has_its_reason_in_both_languages(case: str) -> None:
    """A full sentence each, without a brace left over, with the text of its rule."""
    said = {}
    for lang, table in (("en", EN), ("de", DE)):
        language: Lang = "de" if lang == "de" else "en"
        found, said[lang] = refused(case, language)
        assert found == REFUSALS[case][3]
        assert said[lang].endswith(".")
        assert "{" not in said[lang]
        assert said[lang].startswith(table[f"why.g{case}"].split("{")[0])
    assert said["en"] != said["de"]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("case", NAMED)
def test_a_refusal_names_what_it_is_about(case: str, lang: Lang) -> None:
    """Cards by their full names, players and numbers."""
    _, said = refused(case, lang)
    for name in NAMED[case]:
        assert (GERMAN.get(name, name) if lang == "de" else name) in said


def why(text: str, move: str, lang: Lang, seat: int = 0) -> str:
    """What is said of a move that is refused."""
    state = TOLD.read_position(text)
    refusal = TOLD.why_not(state, seat, moves_of(state)[move], lang)
    assert refusal is not None
    return refusal.reason


@pytest.mark.parametrize("lang", LANGS)
def test_a_number_when_nobody_asks_for_one_is_not_answered_with_a_range_of_nothing(
    lang: Lang,
) -> None:
    """'From 1 to 0' is no advice; no army is under way."""
    said = why(OPEN, "enter 2", lang)
    assert "1 to 0" not in said
    assert "1 bis 0" not in said


@pytest.mark.parametrize("lang", LANGS)
def test_scouting_nothing_too_early_names_no_card(lang: Lang) -> None:
    """No card was meant."""
    assert NAMES["Med"] not in why(OPEN, "scout none", lang)


@pytest.mark.parametrize("lang", LANGS)
def test_nobody_is_told_to_end_a_turn_that_has_not_begun(lang: Lang) -> None:
    """The turn is about nothing yet when a lot is typed."""
    said = why(OPEN, "start a", lang)
    assert "already" not in said
    assert "schon" not in said


@pytest.mark.parametrize("lang", LANGS)
def test_who_cannot_demolish_for_want_of_a_die_is_not_told_to_bring_three(lang: Lang) -> None:
    """One die would do (G5.3)."""
    text = position("a:turn", cards=f"Ins+{RICH}s")
    assert "3" not in why(text, "demolish Ins", lang)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("seat", "move"), [(0, "end"), (1, "start b"), (CHANCE, "recruit 0")])
def test_before_the_lot_it_is_nobodys_turn(seat: int, move: str, lang: Lang) -> None:
    """The reason must not name a player, least of all the one who is being refused."""
    said = why(new_table(), move, lang, seat)
    assert not any(name in said for name in ("Ivory", "Ink", "Elfenbein", "Tinte"))


# Tales: what is told of each move.

PIPS = WEAKEST.shields + 3
SIEGE = position("a:turn", a=f"Med1,Ins{PIPS}", b="Ana1,Ari5", cards=f"Ana+{WEAK}s")
NAMES_INS, NAMES_ANA = NAMES["Ins"], NAMES["Ana"]
TALES = {
    "start": (new_table(), "start b", ["Ink begins"]),
    "recruit": (OPEN.replace("Ins3", "Ins2"), "recruit 0", ["Ivory recruits 0"]),
    "scout": (after(OPEN, "recruit 0"), "scout Ana", [f"Ivory scouts {NAMES_ANA}"]),
    "scout nothing": (after(OPEN, "recruit 0"), "scout none", ["Ivory scouts nothing"]),
    "back": (after(OPEN, "recruit 0", "scout Ana"), f"back {POOR}", ["Only Ivory"]),
    "build": (OPEN, "build Ins", [f"Ivory builds an oppidum in {NAMES_INS}", str(RICHEST.ears)]),
    "raise": (after(OPEN.split(" Ins=")[0] + " -", "build Ins"), f"back {OTHER}", ["back"]),
    "demolish": (
        position("a:turn", a="Med4,Ins1", cards=f"Ins+{RICH}s"),
        "demolish Ins",
        [f"Ivory demolishes the oppidum in {NAMES_INS}"],
    ),
    "march": (OPEN, "move Ins3 Ana", [f"Ivory moves from {NAMES_INS} to {NAMES_ANA}"]),
    "send": (after(OPEN, "move Ins3 Ana"), "send 2", ["2"]),
    "attack": (SIEGE, f"move Ins{PIPS} Ana", ["Ivory attacks", str(PIPS), str(WEAKEST.shields)]),
    "fight": (after(SIEGE, f"move Ins{PIPS} Ana"), "fight 3", ["3", "1", f"{NAMES_ANA} is won"]),
    "enter": (after(SIEGE, f"move Ins{PIPS} Ana", "fight 3"), "enter 1", ["destroyed"]),
    "eaten": (SIEGE.replace(f"Ins{PIPS}", "Ins1"), "move Ins1 Ana", ["lost"]),
    "tied": (FIGHT, "fight 2", [f"{NAMES_ANA} lies empty"]),
    "held": (FIGHT, "fight 1", [f"{NAMES_ANA} holds"]),
    "starve": (HUNGER, "starve Lin4", [f"Ink takes a warrior off in {NAMES['Lin']}"]),
    "end": (after(OPEN, "move Tau1 Lig"), "end", ["Ivory ends the turn"]),
    "lands": (
        position("a:turn", a="Med1,Oro1,Cen1,Tau1,Lig1,Fri1,Ins1,Ins1"),
        "move Ins1 Ana",
        ["Ivory holds 8 territories and wins"],
    ),
    "capital": (
        position("a:turn", a="Boi1", b="Lin4"),
        "move Boi1 Ari",
        [f"Ivory takes {NAMES['Ari']} and wins"],
    ),
    "drawn": (
        after(position("b:turn", turns=199), "recruit 0"),
        "scout none",
        ["After 200 turns"],
    ),
}


def told(text: str, move: str, lang: Lang = "en", names: tuple[str, ...] = ()) -> str:
    """What a spectator is told of a move."""
    state = TOLD.read_position(text)
    (seat,) = TOLD.to_act(state)
    number = moves_of(state)[move]
    assert TOLD.why_not(state, seat, number) is None
    done = TOLD.apply(state, seat, number)
    return TOLD.tell(state, seat, number, done, None, names, lang)


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


def test_players_are_called_by_their_names_in_tales() -> None:
    """Where they have said them."""
    assert "Ailill" in told(HUNGER, "starve Lin4", names=("Medb", "Ailill"))
