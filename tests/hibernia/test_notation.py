"""Moves and positions as text, both ways, and what is said to people who mistype them."""

from __future__ import annotations

import pytest

from cruachan.engine.errors import (
    IllegalMove,
)
from cruachan.engine.game import CHANCE
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.games.hibernia import moves

from .positions import (
    BOARD,
    GAME,
    MOVES,
    ROLLS,
    SHORTS,
    after,
    neighbours,
    new_table,
    position,
)
from .spelling import BOTH_OPEN, UNDER_WAY


def read(text: str, words: str, lang: Lang = DEFAULT_LANG, seat: int = 0) -> str:
    """The notation of the move that the words mean."""
    state = GAME.read_position(text)
    return GAME.write_move(state, seat, GAME.read_move(state, seat, words, lang))


# Moves


def test_every_move_has_a_notation_of_its_own() -> None:
    """As many texts as moves, all of them short words."""
    assert sorted(MOVES.values()) == list(range(moves.MOVES))
    assert all(text.isascii() and len(text) <= 14 for text in MOVES)


def pulling_from(short: str) -> str:
    """A march into Mide with one warrior missing, who can come from this county (but not Mide)."""
    alone = short in neighbours("Mid")
    return position("a:red:w>Mid+0-1", a=f"=0:{short}2" if alone else f"=0:{short}2,Cru1")


EVERYWHERE = [
    new_table("4"),
    after(new_table("4"), "start d"),
    position("c:?", c="Mid1"),
    *(
        position(f"a:{face}:{plays}", a=",".join(f"{short}1" for short in held))
        for face in ("blue", "green", "red", "yellow", "black")
        for plays in ("dw", "d", "w")
        for held in (SHORTS[0:6], SHORTS[7:13], SHORTS[13:20])
    ),
    *(pulling_from(short) for short in SHORTS if short != "Mid"),
]


def test_every_kind_of_move_is_written_and_read_back() -> None:
    """In positions where, taken together, every move of the board is legal."""
    seen = set()
    for text in EVERYWHERE:
        state = GAME.read_position(text)
        (seat,) = GAME.to_act(state)
        for move in GAME.legal_moves(state, seat):
            assert GAME.read_move(state, seat, GAME.write_move(state, seat, move)) == move
            seen.add(move)
    missing = [text for text, move in MOVES.items() if move not in seen]
    assert missing == ["pull Mid"]


@pytest.mark.parametrize(
    "words",
    [
        "march Mid die",
        "march Mide die",
        "MARCH MIDE DIE",
        "  march   mide   d ",
        "m mid d",
        "mid d",
        "mide die",
        "marsch Mide wuerfel",
        "marschiere mide d",
    ],
)
def test_a_march_can_be_typed_in_many_ways(words: str) -> None:
    """Name or short form, any case, with or without the verb, in both languages."""
    assert read(BOTH_OPEN, words) == "march Mid die"


@pytest.mark.parametrize(
    "words", ["marsch Mide würfel", "marsch Mid Würfel", "mide würfel", "ausheben würfel"]
)
def test_the_german_word_for_the_die_can_be_typed_as_it_is_spelt(words: str) -> None:
    """Accents are folded away from what is typed, so the word list must be folded as well."""
    expected = "raise die" if words.startswith("ausheben") else "march Mid die"
    assert read(BOTH_OPEN, words, "de") == expected


@pytest.mark.parametrize(
    "words",
    [
        "march Brf wild",
        "march Bréifne wild",
        "march breifne wild",
        "march BRÉIFNE w",
        "march bréif",
        "breif w",
        "marsch Bréifne frei",
        "marschiere breifne f",
    ],
)
def test_accents_and_endings_may_be_left_out(words: str) -> None:
    """Bréifne is blue: only the wild play can be meant, said or unsaid."""
    assert read(BOTH_OPEN, words) == "march Brf wild"


@pytest.mark.parametrize("county", BOARD.counties, ids=lambda county: county.short)
def test_every_county_can_be_named_in_full_and_in_short(county: object) -> None:
    """With and without its accents."""
    name, short = county.name, county.short  # type: ignore[attr-defined]
    plain = name.translate(str.maketrans("áéíóúÁÉÍÓÚ", "aeiouAEIOU"))
    pulling = (
        position("a:red:w>Mid+0-1", a="=0:Mid2,Cru2") if short == "Mid" else pulling_from(short)
    )
    for words in (name, short, plain, name.lower(), short.upper()):
        if short == "Mid":
            with pytest.raises(IllegalMove, match="Mide"):
                read(pulling, f"pull {words}")
        else:
            assert read(pulling, f"pull {words}") == f"pull {short}"


@pytest.mark.parametrize("words", ["raise die", "raise d", "r d", "ausheben wuerfel", "hebe d"])
def test_raising_can_be_typed_in_many_ways(words: str) -> None:
    """In both languages."""
    assert read(BOTH_OPEN, words) == "raise die"


@pytest.mark.parametrize("words", ["raise wild", "raise w", "ausheben frei", "a f", "r w"])
def test_raising_with_the_wild_play_too(words: str) -> None:
    """In both languages."""
    assert read(BOTH_OPEN, words) == "raise wild"


@pytest.mark.parametrize("words", ["pull Cru", "pull cruachan", "p cru", "take cru", "nimm Cru"])
def test_taking_a_warrior_can_be_typed_in_many_ways(words: str) -> None:
    """In both languages."""
    assert read(UNDER_WAY, words) == "pull Cru"


@pytest.mark.parametrize("words", ["hole Cru", "n cru", "Cruachan", "cru"])
def test_while_warriors_are_missing_a_county_alone_is_enough(words: str) -> None:
    """There is nothing else to do with it."""
    assert read(UNDER_WAY, words) == "pull Cru"


def test_the_play_may_be_left_unsaid_when_only_one_is_open() -> None:
    """The county or the verb says the rest."""
    assert read(position("a:red:d", a="Cru1"), "mid") == "march Mid die"
    assert read(position("a:red:w", a="Cru1"), "mid") == "march Mid wild"
    assert read(position("a:red:w", a="Cru1"), "raise") == "raise wild"


@pytest.mark.parametrize("words", ["march Mid wild", "marsch mide frei", "mid w", "march Mid"])
def test_after_black_a_march_typed_as_wild_is_the_equal_march_of_the_die(words: str) -> None:
    """H3.3: the two plays are alike, and the die's is counted first."""
    assert read(position("a:black:dw", a="Cru1"), words) == "march Mid die"


@pytest.mark.parametrize("words", ["raise wild", "ausheben frei", "raise w", "raise"])
def test_after_black_raising_typed_as_wild_is_the_equal_raising_of_the_die(words: str) -> None:
    """H3.3 and H7.3: what holds for the march holds for raising, which is always possible."""
    assert read(position("a:black:dw", a="Cru1"), words) == "raise die"


@pytest.mark.parametrize("roll", ROLLS)
def test_rolls_and_lots_are_read(roll: str) -> None:
    """They are moves of chance, written in every transcript."""
    assert read(position("b:?"), roll, seat=CHANCE) == roll
    assert read(position("b:?"), roll.upper(), seat=CHANCE) == roll


def test_of_two_refusals_the_one_about_the_county_is_told() -> None:
    """Umall is red like the die, but nobody stands next to it; the play says less."""
    with pytest.raises(IllegalMove, match=r"H4\.2"):
        read(position("a:red:d", a="Cru1"), "march Uma")
