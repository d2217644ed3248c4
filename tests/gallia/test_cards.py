"""The shipped cards are sound, and every fault of another set is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cruachan.engine.texts import Lang, localized
from cruachan.games.gallia.cards import SHIPPED, Card, Cards, CardSide, load, problems
from cruachan.games.gallia.game import Gallia
from cruachan.games.gallia.state import CAPITALS

PADUS = load()


def change(old: str, **changes: Any) -> Cards:
    """The set with one card changed."""
    cards = tuple(replace(c, **changes) if c.short == old else c for c in PADUS.cards)
    return replace(PADUS, cards=cards)


def back(number: int, shields: int, ears: int) -> Cards:
    """The set with one back changed."""
    backs = (*PADUS.backs[:number], CardSide(shields, ears), *PADUS.backs[number + 1 :])
    return replace(PADUS, backs=backs)


# --- The shipped cards --------------------------------------------------------------------


@pytest.mark.rule("G1.1", "G1.2", "G1.3")
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_shipped_cards_have_no_problems(lang: Lang) -> None:
    assert problems(PADUS, lang) == []


@pytest.mark.rule("G1.1", "G2.1")
def test_ten_lands_and_two_capitals_in_opposite_corners() -> None:
    assert [card.short for card in PADUS.cards] == [
        "Med", "Oro", "Cen", "Ven",
        "Tau", "Ins", "Ana", "Lin",
        "Lig", "Fri", "Boi", "Ari",
    ]  # fmt: skip
    assert [card.name for card in PADUS.cards if card.capital] == ["Mediolanum", "Ariminum"]
    assert [PADUS.cards[index].capital for index in CAPITALS] == [True, True]


@pytest.mark.rule("G1.2")
def test_every_front_is_alike_and_no_back_like_another() -> None:
    assert PADUS.front == CardSide(1, 2)
    assert len({(side.shields, side.ears) for side in PADUS.backs}) == 10
    assert {side.shields for side in PADUS.backs} == {2, 3, 4}
    assert {side.ears for side in PADUS.backs} == {2, 3, 4, 5}
    assert CardSide(3, 4).name == "3-4"


@pytest.mark.rule("G1.3")
def test_a_capital_has_two_shields_and_recruits_three() -> None:
    assert (PADUS.capital_shields, PADUS.recruits) == (2, 3)


# --- The digest ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cards",
    [
        change("Ins", name="Mediolanenses"),
        change("Ins", short="Isu"),
        change("Ins", capital=True),
        back(0, 2, 6),
        replace(PADUS, backs=(PADUS.backs[1], PADUS.backs[0], *PADUS.backs[2:])),
        replace(PADUS, front=CardSide(1, 3)),
        replace(PADUS, capital_shields=3),
        replace(PADUS, recruits=2),
    ],
)
def test_the_digest_changes_with_what_the_rules_know(cards: Cards) -> None:
    assert len(cards.digest) == 8
    assert cards.digest != PADUS.digest


def test_the_digest_does_not_change_with_the_words() -> None:
    assert replace(PADUS, name="Eridanus", about=localized(en="x", de="y")).digest == PADUS.digest


# --- Every fault is named, and nothing else -----------------------------------------------

NUMBERS = (
    "Shields and ears are numbers from 0 to 9.",
    "Schilde und Ähren sind Zahlen von 0 bis 9.",
)
CORNERS = (
    "The capitals must be the first and the last card, in opposite corners.",
    "Hauptstädte müssen die erste und die letzte Karte sein, in gegenüberliegenden Ecken.",
)
RECRUITS = ("A capital recruits 1 to 3.", "Eine Hauptstadt wirbt 1 bis 3.")

FAULTS: dict[str, tuple[Cards, list[tuple[str, str]]]] = {
    "a land too few": (
        replace(PADUS, cards=PADUS.cards[:5] + PADUS.cards[6:]),
        [
            (
                "There are 11 cards and 10 backs, not 12 and 10.",
                "Es sind 11 Karten und 10 Rückseiten statt 12 und 10.",
            ),
            CORNERS,
        ],
    ),
    "a back too few": (
        replace(PADUS, backs=PADUS.backs[1:]),
        [
            (
                "There are 12 cards and 9 backs, not 12 and 10.",
                "Es sind 12 Karten und 9 Rückseiten statt 12 und 10.",
            ),
        ],
    ),
    "no capital": (change("Med", capital=False), [CORNERS]),
    "a third capital": (change("Ins", capital=True), [CORNERS]),
    "capitals in the wrong corners": (
        replace(PADUS, cards=(*PADUS.cards[1:4], PADUS.cards[0], *PADUS.cards[4:])),
        [CORNERS],
    ),
    "two cards of one name": (
        change("Ins", name="Boii"),
        [("Two cards are called Boii.", "Zwei Karten heißen Boii.")],
    ),
    "the same short form": (
        change("Ins", short="Boi"),
        [("Two cards have the short form Boi.", "Zwei Karten haben das Kürzel Boi.")],
    ),
    "a short form with an accent": (
        change("Ins", short="Íns"),
        [
            (
                "Insubres: the short form 'Íns' is not three ASCII letters.",
                "Insubres: Das Kürzel „Íns“ besteht nicht aus drei ASCII-Buchstaben.",
            )
        ],
    ),
    "a short form of four letters": (
        change("Ins", short="Insu"),
        [
            (
                "Insubres: the short form 'Insu' is not three ASCII letters.",
                "Insubres: Das Kürzel „Insu“ besteht nicht aus drei ASCII-Buchstaben.",
            )
        ],
    ),
    "a back twice": (back(0, 4, 3), [("Two backs show 4-3.", "Zwei Rückseiten zeigen 4-3.")]),
    "ten ears": (back(0, 2, 10), [NUMBERS]),
    "shields below nothing": (back(0, -1, 2), [NUMBERS]),
    "a front with too many": (replace(PADUS, front=CardSide(10, 2)), [NUMBERS]),
    "a capital with too many": (replace(PADUS, capital_shields=10), [NUMBERS]),
    "a capital that recruits nobody": (replace(PADUS, recruits=0), [RECRUITS]),
    "a capital that recruits too many": (replace(PADUS, recruits=4), [RECRUITS]),
}


@pytest.mark.rule("G1.1", "G1.2", "G1.3")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_and_nothing_else(fault: str) -> None:
    cards, messages = FAULTS[fault]
    assert problems(cards) == [english for english, _ in messages]
    assert problems(cards, "de") == [german for _, german in messages]


@pytest.mark.parametrize(("shields", "ears"), [(0, 0), (9, 9)])
def test_the_smallest_and_the_largest_numbers_are_sound(shields: int, ears: int) -> None:
    assert problems(back(0, shields, ears)) == []


def test_no_card_at_all_is_a_fault_and_no_crash() -> None:
    found = problems(replace(PADUS, cards=(), backs=()))
    assert found[0] == "There are 0 cards and 0 backs, not 12 and 10."


# --- Files that cannot be read ------------------------------------------------------------

TEXT = SHIPPED.read_text(encoding="utf-8")


def test_the_game_reads_its_own_cards_and_others(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    path.write_text(TEXT.replace("recruits = 3", "recruits = 4"), encoding="utf-8")
    assert Gallia.load_board("padus") is PADUS
    assert Gallia.board_problems("padus") == []
    assert Gallia.board_problems(str(path), "de") == [RECRUITS[1]]


def test_cards_are_plain_values() -> None:
    assert PADUS.cards[5] == Card("Insubres", "Ins", capital=False)
