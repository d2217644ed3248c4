"""Moves and positions as text, both ways, and what is said to people who mistype them."""

from __future__ import annotations

import contextlib
import re
from random import Random

import pytest

from cruachan.engine import record
from cruachan.engine.errors import (
    AmbiguousMove,
    IllegalMove,
    PositionError,
    UnreadableMove,
)
from cruachan.engine.game import CHANCE
from cruachan.engine.words import LANGS, Lang
from cruachan.games.hibernia import moves
from tests.tables import assert_moves_or_errors

from .positions import (
    BOARD,
    GAME,
    MOVES,
    NAMES,
    ROLLS,
    SHORTS,
    after,
    neighbours,
    new_table,
    position,
    rule_text,
)

BOTH_OPEN = position("a:red:dw", a="Cru1,Eil1")
"""Red counties are open to die and wild, the others to wild alone."""
UNDER_WAY = after(position("a:red:dw", a="=1:Cru2,Eil2"), "march Mid die")


def read(text: str, words: str, lang: Lang = "en", seat: int = 0) -> str:
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


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    "words",
    ["", "   ", "march", "marsch", "raise Mid", "raise the flag", "pull", "march zzz", "-1"],
)
def test_words_that_are_no_move(words: str, lang: Lang) -> None:
    """What is said quotes the words or shows how a move looks."""
    with pytest.raises(UnreadableMove) as caught:
        read(BOTH_OPEN, words, lang)
    said = str(caught.value)
    assert words.split()[-1].lower() in said.lower() if words.strip() else "Mide" in said


def test_words_that_are_no_move_in_both_languages() -> None:
    """The example in the German answer is German."""
    said = {}
    for lang in LANGS:
        with pytest.raises(UnreadableMove) as caught:
            read(BOTH_OPEN, "raise the flag", lang)
        said[lang] = str(caught.value)
    assert said["en"].startswith("'raise the flag' is not a move.")
    assert said["de"].startswith("'raise the flag' ist kein Zug.")


@pytest.mark.parametrize("lang", LANGS)
def test_the_moves_that_an_error_recommends_can_be_typed(lang: Lang) -> None:
    """Whoever follows the advice of the program is understood by it."""
    with pytest.raises(UnreadableMove) as caught:
        read(BOTH_OPEN, "raise the flag", lang)
    advice = str(caught.value).rsplit(": ")[-1].rstrip(".").split(", ")
    assert len(advice) == 3
    for words in advice:
        text = UNDER_WAY if "Mide" in words and len(words.split()) == 2 else BOTH_OPEN
        with contextlib.suppress(IllegalMove):
            assert read(text, words, lang)


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "Did you mean Mide?"), ("de", "Ist Mide gemeint?")]
)
def test_a_county_spelt_a_little_wrong(lang: Lang, said: str) -> None:
    """The nearest name is proposed, and nothing is played."""
    with pytest.raises(UnreadableMove) as caught:
        read(BOTH_OPEN, "march Mdie wild", lang)
    assert said in str(caught.value)


@pytest.mark.parametrize(("lang", "said"), [("en", "There is no"), ("de", "Es gibt keine")])
def test_a_county_that_is_not_there(lang: Lang, said: str) -> None:
    """It is named."""
    with pytest.raises(UnreadableMove, match="qqq") as caught:
        read(BOTH_OPEN, "march qqq wild", lang)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(("lang", "said"), [("en", "could be"), ("de", "kann")])
def test_a_beginning_that_several_counties_share(lang: Lang, said: str) -> None:
    """All of them are named."""
    sharing = [name for name in NAMES.values() if name.startswith("Uí")]
    assert len(sharing) > 1
    with pytest.raises(AmbiguousMove, match=said) as caught:
        read(BOTH_OPEN, "march uí wild", lang)
    assert all(name in str(caught.value) for name in sharing)
    assert len(caught.value.candidates) == len(sharing)


@pytest.mark.parametrize(
    ("words", "candidates"),
    [
        ("march Mid", ("march Mid die", "march Mid wild")),
        ("mide", ("march Mid die", "march Mid wild")),
        ("raise", ("raise die", "raise wild")),
    ],
)
def test_both_plays_fit(words: str, candidates: tuple[str, ...]) -> None:
    """The answer says what to choose from, and the candidates can be typed as they are."""
    said = {}
    for lang in LANGS:
        with pytest.raises(AmbiguousMove, match=f"'{words}'") as caught:
            read(BOTH_OPEN, words, lang)
        assert caught.value.candidates == candidates
        said[lang] = str(caught.value)
    assert [read(BOTH_OPEN, text) for text in candidates] == list(candidates)
    assert re.search("die.*wild", said["en"])
    assert said["de"] != said["en"]


@pytest.mark.parametrize(
    ("words", "rule", "en", "de"),
    [
        ("march Uma wild", "H4.2", "next to Umall", "neben Umall"),
        ("march Brf die", "H3.2", "is blue and the die is red", "ist blau, der Würfel zeigt rot"),
        ("pull Cru", "H4.3", "No march is under way", "kein Marsch unterwegs"),
        ("die red", "H3.8", "not a play", "keine Aktion"),
    ],
)
def test_a_move_that_a_rule_refuses(words: str, rule: str, en: str, de: str) -> None:
    """The answer names the case and the rule, and carries the rule's text."""
    state = GAME.read_position(BOTH_OPEN)
    for lang, part in (("en", en), ("de", de)):
        language: Lang = "de" if lang == "de" else "en"
        with pytest.raises(IllegalMove) as caught:
            GAME.read_move(state, 0, words, language)
        assert part in str(caught.value)
        assert f"({rule})" in str(caught.value)
        assert caught.value.refusal.text == rule_text(rule, language)


def test_of_two_refusals_the_one_about_the_county_is_told() -> None:
    """Umall is red like the die, but nobody stands next to it; the play says less."""
    with pytest.raises(IllegalMove, match=r"H4\.2"):
        read(position("a:red:d", a="Cru1"), "march Uma")


def test_whatever_is_typed_the_answer_is_a_move_or_an_error_for_people() -> None:
    """Words of the game in any order and number, in several positions."""
    parts = ["march", "raise", "pull", "die", "wild", "m", "r", "a", "d", "w", "f", "n", "uí", "ä"]
    parts += ["start", "castles", "abcd", "red", "Mid", "Mide", "Éile", "ber", "!", "0", "würfel"]
    texts = [BOTH_OPEN, UNDER_WAY, position("a:black:dw", a="Cru1"), position("b:?"), new_table()]
    assert_moves_or_errors(GAME, parts, [GAME.read_position(text) for text in texts])


# Positions


@pytest.mark.parametrize(
    "text",
    [
        "4 - 1 start a@0=13+0:- b@0=13+0:- c@0=13+0:- d@0=13+0:-",
        "3 - 1 start a@0=13+0:- b@0=13+0:- c@0=13+0:- d@0=14+0:-",
        "4h c 1 castles a@0=13+0:- b@0=13+0:- c@0=13+0:- d@0=13+0:-",
        "4 b 3 c:? a@12=5+3:Ail1,Mid4 b@0=13+0:- c@43=0+13:- d@7=0+0:Cru13",
        "4 b 3 c:red:dw a@12=5+3:Ail1,Mid4 b@0=13+0:- c@3=9+3:Eil1 d@7=0+0:Cru13",
        "3h a 1 b:purple:w a@0=13+0:- b@0=12+0:Lui1 c@0=13+0:- d@0=9+0:Air1,Uma1,Mai1,Mid1,Dei1",
        "4 a 9 a:red:w>Mid+1-2 a@5=0+6:Cru3,Eil2,Brf1 b@0=13+0:- c@0=13+0:- d@0=13+0:-",
        "4 a 9 a:red:->Mid+0-2 a@5=0+7:Cru3,Eil3 b@0=13+0:- c@0=13+0:- d@0=13+0:-",
        "4 d 12 over a@44=13+0:- b@41=13+0:- c@0=13+0:- d@46=13+0:-",
    ],
)
def test_positions_are_read_and_written_back(text: str) -> None:
    """To the letter, and to the same record."""
    state = GAME.read_position(text)
    assert GAME.write_position(state).split() == _in_board_order(text)
    assert record.same(GAME.read_position(GAME.write_position(state)), state)


def _in_board_order(text: str) -> list[str]:
    """The counties of each colour in the order in which the board lists them."""
    parts = text.split()
    for number, part in enumerate(parts[4:], start=4):
        head, held = part.split(":")
        counties = sorted(held.split(","), key=lambda c: SHORTS.index(c[:3]) if c != "-" else 0)
        parts[number] = f"{head}:{','.join(counties)}"
    return parts


GOOD = "4 a 2 a:red:dw a@0=10+1:Cru2 b@0=13+0:- c@0=13+0:- d@0=13+0:-"


@pytest.mark.parametrize(
    ("wrong", "right", "said"),
    [
        ("d@0=13+0:-", "", "has 8 parts; this one has 7"),
        ("d@0=13+0:-", "d@0=13+0:- e", "this one has 9"),
        ("4 a", "5 a", "'5' is not 3, 4, 3h or 4h"),
        ("4 a", "4x a", "'4x'"),
        ("4 a 2", "4 a 0", "round|'0'"),
        ("4 a 2", "4 a -1", "'-1'"),
        ("4 a 2", "4 a two", "'two'"),
        ("4 a 2", "4 a 10000", "'10000'"),
        ("4 a 2", "4 - 2", "start player"),
        ("4 a 2", "4 e 2", "'e' is none of the seats a, b, c, d"),
        ("4 a 2", "4 ab 2", "'ab' is none of the seats"),
        ("4 a 2", "3 d 2", "'d' is none of the seats a, b, c"),
        ("a:red:dw", "e:?", "'e' is none of the seats"),
        ("a:red:dw", "?", "'\\?' does not say what is waited for"),
        ("a:red:dw", "a:pink:dw", "'a:pink:dw' does not say"),
        ("a:red:dw", "a:red:wd", "does not say"),
        ("a:red:dw", "a:red:dw>Mid", "does not say"),
        ("a:red:dw", "a:purple:dw", "H3.4"),
        ("a:red:dw", "a:red:-", "H3.7"),
        ("a:red:dw", "a:red:", "H3.7"),
        ("a:red:dw", "a:red:w>Xyz+1-1", "'Xyz' is none of the counties Ail"),
        ("a:red:dw", "a:red:w>mid+1-1", "'mid' is none of the counties"),
        ("a@0=10+1:Cru2", "a@0=10+1", "is not colour a as in"),
        ("a@0=10+1:Cru2", "b@0=10+1:Cru2", "is not colour a"),
        ("a@0=10+1:Cru2", "a@-1=10+1:Cru2", "is not colour a"),
        ("a@0=10+1:Cru2", "a@10000=10+1:Cru2", "10000"),
        ("a@0=10+1:Cru2", "a@0=99999+1:Cru2", "99999"),
        ("a@0=10+1:Cru2", "a@0=10+1:Cru", "'Cru' is not a county with its warriors"),
        ("a@0=10+1:Cru2", "a@0=10+1:Cru2,", "'' is not a county"),
        ("a@0=10+1:Cru2", "a@0=10+1:Xyz2", "'Xyz' is none of the counties"),
        ("a@0=10+1:Cru2", "a@0=10+1:Cru1,Cru1", "Cru is named twice"),
        ("b@0=13+0:-", "b@0=12+0:Cru1", "Cru is named twice"),
        ("a@0=10+1:Cru2", "a@0=12+1:Cru0", "1 to 14 warriors"),
        ("a@0=10+1:Cru2", "a@0=10+1:Cru15", "1 to 14 warriors"),
        ("a@0=10+1:Cru2", "a@0=10+0:Cru2", "Colour a has 13 warriors, not 14"),
        ("a@0=10+1:Cru2", "a@0=10+2:Cru2", "Colour a has 15 warriors, not 14"),
        ("d@0=13+0:-", "d@0=14+0:-", "Colour d has 15 warriors"),
        ("4 a 2", "3 a 2", "Colour d has 13 warriors"),
        ("a:red:dw a@0=10+1", "a:red:w>Mid+0-2 a@0=0+11", "cannot be finished .H4.7"),
        ("a:red:dw a@0=10+1", "a:red:w>Mid+1-0 a@0=0+10", "cannot be finished .H4.7"),
    ],
)
def test_a_position_that_is_wrong_is_refused_and_says_where(
    wrong: str, right: str, said: str
) -> None:
    """One part of a good position is made wrong at a time."""
    assert GAME.write_position(GAME.read_position(GOOD)) == GOOD
    assert wrong in GOOD
    with pytest.raises(PositionError, match=said):
        GAME.read_position(GOOD.replace(wrong, right))


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("a:red:dw", "a:red:w>Mid+99999-1"),
        ("a:red:dw", "a:red:w>Mid+1-99999"),
        ("4 a 2", f"4 a {'9' * 5000}"),
        ("Cru2", f"Cru{'9' * 5000}"),
    ],
    ids=["host", "missing", "round", "warriors"],
)
def test_a_number_that_is_far_too_large_is_an_error_for_people(wrong: str, right: str) -> None:
    """Not an OverflowError of NumPy or a ValueError of Python, which nobody catches."""
    with pytest.raises(PositionError):
        GAME.read_position(GOOD.replace(wrong, right))


@pytest.mark.parametrize(
    "text",
    [
        "4 a 2 a:red:w>Mid+1-1 a@0=9+0:Cru2,Eil1 b@0=13+0:- c@0=13+0:- d@0=13+0:-",
        "4 a 2 a:red:w>Mid+3-1 a@0=0+7:Cru2,Eil1 b@0=13+0:- c@0=13+0:- d@0=13+0:-",
        "4 a 2 a:red:dw>Mid+1-1 a@0=0+9:Cru2,Eil1 b@0=13+0:- c@0=13+0:- d@0=13+0:-",
        "3 a 2 a:? a@0=13+0:- b@0=13+0:- c@0=13+0:- d@7=5+9:-",
        "4 a 2 over a@0=13+0:- b@0=13+0:- c@0=13+0:- d@0=13+0:-",
        "4 - 1 start a@0=3+0:Mid10 b@0=13+0:- c@0=13+0:- d@0=13+0:-",
        "4 b 1 start a@0=13+0:- b@0=13+0:- c@0=13+0:- d@0=13+0:-",
    ],
    ids=[
        "missing with a supply",
        "more than adjacent counties",
        "no play spent on the march",
        "neutral steps and shield",
        "over with a shared lead",
        "warriors before the lots",
        "a start player before the lot",
    ],
)
def test_a_position_that_no_game_can_reach_is_refused(text: str) -> None:
    """PositionError is promised for what "the rules do not allow"."""
    with pytest.raises(PositionError):
        GAME.read_position(text)


def test_whatever_is_read_the_answer_is_a_position_or_an_error_for_people() -> None:
    """Good positions with a few characters changed, dropped or doubled."""
    rng = Random(2)
    read_back = 0
    for _ in range(4000):
        text = rng.choice([GOOD, UNDER_WAY, new_table("3h")])
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(text))
            new = rng.choice(["", rng.choice("abcdw04h:=+-@,> ?CruMid"), text[at] * 2])
            text = text[:at] + new + text[at + 1 :]
        try:
            state = GAME.read_position(text)
        except PositionError:
            continue
        read_back += 1
        assert record.same(GAME.read_position(GAME.write_position(state)), state), text
    assert read_back > 10
