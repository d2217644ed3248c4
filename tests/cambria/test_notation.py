"""Moves and positions as text, both ways, and what is said to people who mistype them."""

from __future__ import annotations

import contextlib
import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cruachan.engine import record
from cruachan.engine.errors import (
    AmbiguousMove,
    IllegalMove,
    MoveError,
    PositionError,
    UnreadableMove,
)
from cruachan.engine.game import CHANCE, LANGS, Lang
from cruachan.games.cambria import rules
from cruachan.games.cambria.game import Cambria
from tests.tables import moves_of

from .positions import (
    BOTH_BOARDS,
    DIE,
    GAME,
    NORTH,
    NUMBERS,
    ROLLS,
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
    unreached,
)

OPEN = position("a:4-6", a=":25", b=roads(4)[0])
"""Much is open: roads of a 4 and of a 6, and two ships."""
TARGET = roads(4)[1]
HELD = [road for road in roads(6) if road != TARGET][:5]
FROM = after(position("a:2-4", a=on(HELD)), f"place {TARGET}")
LEGION = position("a:1-1")
BOARDING = after(LEGION, f"legion {TARGET}")


def read(text: str, words: str, lang: Lang = "en", seat: int = 0, game: Cambria = GAME) -> str:
    """The notation of the move that the words mean."""
    state = game.read_position(text)
    return game.write_move(state, seat, game.read_move(state, seat, words, lang))


ONE, TWO, THREE = all_roads()[:3]


# Moves


@BOTH_BOARDS
def test_every_move_has_a_notation_of_its_own(game: Cambria) -> None:
    """As many texts as moves while the dice differ, all of them short words."""
    state = game.read_position(position("a:2-5", game=game))
    moves = moves_of(game, state)
    assert sorted(moves.values()) == list(range(rules.MOVES))
    assert all(text.isascii() and len(text) <= 14 for text in moves)


def everywhere(game: Cambria) -> list[str]:
    """Positions in which, taken together, nearly every move of the board is legal."""
    names = all_roads(game)
    dice = [f"{one}-{two}" for one in NUMBERS for two in NUMBERS if one < two]
    chunks = [names[at : at + 5] for at in range(0, 28, 5)]
    moving = []
    for chunk in chunks:
        own = [*chunk, *(name for name in names if name not in chunk)][:5]
        away = next(name for name in names if name not in own)
        text = position("a:1-1", a=on(own), game=game)
        moving.append(after(text, f"legion {away}", "board 6", game=game))
    return [
        *(new_table(seats, game) for seats in (2, 5)),
        position("b:setup?", a=names[0], game=game),
        position("b:?", game=game),
        *(position(f"a:{each}", a=":23456", game=game) for each in dice),
        *(position(f"a:{each}", game=game) for each in dice),
        position("a:1-1", game=game),
        after(position("a:1-1", game=game), f"legion {names[0]}", game=game),
        *moving,
    ]


@BOTH_BOARDS
def test_every_kind_of_move_is_written_and_read_back(game: Cambria) -> None:
    """In positions where, taken together, every move of the board is legal."""
    seen = set()
    for text in everywhere(game):
        state = game.read_position(text)
        (seat,) = game.to_act(state)
        for move in game.legal_moves(state, seat):
            assert game.read_move(state, seat, game.write_move(state, seat, move)) == move
            seen.add(move)
    every = moves_of(game, game.read_position(position("a:2-5", game=game)))
    assert [text for text, move in every.items() if move not in seen] == []


def full(road: str) -> str:
    """A road by the full names of its forts, joined by a hyphen."""
    return road_name(road).replace("–", "-")


def turned(road: str) -> str:
    """The same road from the other end."""
    return "-".join(reversed(road.split("-")))


@BOTH_BOARDS
def test_every_road_can_be_typed_by_its_two_forts(game: Cambria) -> None:
    """In short and in full, in either order, in any case, with a hyphen, a dash or a word."""
    text = position("a:1-1", game=game)
    for road in all_roads(game):
        one, two = (fort_name(short, game) for short in road.split("-"))
        for words in (
            road,
            turned(road),
            road.upper(),
            road.replace("-", " "),
            f"{one}-{two}",
            f"{two}-{one}",
            f"{one}–{two}",
            f"{one.lower()} - {two.upper()}",
            f"{one} to {two}",
            f"{two} nach {one}",
            f"{one} bis {two}",
        ):
            assert read(text, f"legion {words}", game=game) == f"legion {road}", words


@BOTH_BOARDS
def test_a_fort_in_full_stands_for_all_its_roads(game: Cambria) -> None:
    """When only one of them can be meant that one is; Castell Collen has a name of two words."""
    for each in game.board.forts:
        names = roads_at(each.short, game)
        for words in (each.name, each.short, each.name.lower()):
            with pytest.raises(AmbiguousMove) as caught:
                read(position("a:1-1", game=game), f"legion {words}", game=game)
            assert sorted(caught.value.candidates) == sorted(f"legion {name}" for name in names)


def test_a_fort_alone_is_enough_when_one_of_its_roads_is_left() -> None:
    """All other roads of the 2 are held."""
    short = fort(2)
    one, two = roads_at(short)
    text = position("a:2-2", a=one)
    for words in (short, f"place {short}", f"setze {fort_name(short)}"):
        assert read(text, words) == f"place {two}"


def test_a_fort_whose_roads_are_all_closed_is_refused_by_a_rule() -> None:
    """Not called unreadable."""
    short = next(
        f.short for f in GAME.board.forts if not set(roads_at(f.short)) & set(reached(2, 3))
    )
    with pytest.raises(IllegalMove, match=r"C4\.1"):
        read(position("a:2-3"), f"place {short}")


@pytest.mark.parametrize(
    "words",
    ["place {}", "PLACE {}", "  place   {} ", "p {}", "{}", "setze {}", "setzen {}", "s {}"],
)
def test_placing_can_be_typed_in_many_ways(words: str) -> None:
    """With or without the verb, in both languages."""
    assert read(OPEN, words.format(TARGET)) == f"place {TARGET}"
    assert read(OPEN, words.format(full(TARGET)), "de") == f"place {TARGET}"


@pytest.mark.parametrize("words", ["legion {}", "Legion {}", "LEGION {}", "{}"])
def test_the_legion_can_be_typed_in_many_ways(words: str) -> None:
    """After a double 1 a road alone is the legion's."""
    assert read(LEGION, words.format(TARGET)) == f"legion {TARGET}"


def test_a_road_alone_is_a_soldiers_when_both_could_go_there() -> None:
    """With a single 1 the verb is needed for the legion."""
    text = position("a:1-4")
    assert read(text, TARGET) == f"place {TARGET}"
    assert read(text, f"legion {TARGET}") == f"legion {TARGET}"


@pytest.mark.parametrize("words", ["from {}", "f {}", "von {}", "v {}", "nimm {}", "{}"])
def test_the_soldier_that_moves_can_be_typed_in_many_ways(words: str) -> None:
    """While one is asked for, a road alone is where from."""
    assert read(FROM, words.format(HELD[0])) == f"from {HELD[0]}"
    assert read(FROM, words.format(turned(HELD[0]))) == f"from {HELD[0]}"


@pytest.mark.parametrize(
    "words",
    ["ship 5 for 4", "ship 5 4", "schiff 5 für 4", "schiff 5 fuer 4", "Schiff 5 statt 4"],
)
def test_a_ships_number_can_be_typed_in_many_ways(words: str) -> None:
    """In both languages, with the umlaut as it is spelt."""
    assert read(OPEN, words, "de") == "ship 5 for 4"


def test_a_ship_without_a_die_is_ambiguous_unless_the_dice_are_equal() -> None:
    """The candidates can be typed as they are."""
    with pytest.raises(AmbiguousMove) as caught:
        read(OPEN, "ship 5")
    assert caught.value.candidates == ("ship 5 for 4", "ship 5 for 6")
    assert read(position("a:3-3", a=":5"), "ship 5") == "ship 5 for 3"


@pytest.mark.parametrize("words", ["board 4", "b 4", "besteige 4", "besteigen 4", "BOARD 4"])
def test_boarding_can_be_typed_in_many_ways(words: str) -> None:
    """In both languages."""
    assert read(BOARDING, words) == "board 4"


@pytest.mark.parametrize("words", ["stay", "bleibe", "bleiben", "niemand", "nobody", " STAY "])
def test_staying_ashore_can_be_typed_in_many_ways(words: str) -> None:
    """In both languages."""
    assert read(BOARDING, words) == "stay"


@pytest.mark.parametrize("words", ["pass", "passe", "passen", "Pass"])
def test_passing_can_be_typed_in_many_ways(words: str) -> None:
    """In both languages."""
    assert read(OPEN, words) == "pass"


@pytest.mark.parametrize("roll", [*ROLLS[:8], *DIE, "start c"])
def test_rolls_and_lots_are_read(roll: str) -> None:
    """They are moves of chance, written in every transcript."""
    text = {"dice": position("b:?"), "die": position("b:setup?", a=ONE), "start": new_table()}
    for words in (roll, roll.upper()):
        assert read(text[roll.split()[0]], words, seat=CHANCE) == roll


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    "words",
    [
        "",
        "   ",
        "place",
        "legion",
        "von",
        "pass now",
        "stay here",
        "ship",
        "ship 1",
        "ship 7 for 4",
        "ship 5 for 9",
        "ship 5 for 4 6",
        "board",
        "board 9",
        "board 4 5",
        "place zzz",
        "place -",
        "place zzz-qqq",
        "die 7",
        "dice 7-1",
        "start f",
        "-1",
    ],
)
def test_words_that_are_no_move(words: str, lang: Lang) -> None:
    """What is said quotes the words or shows how a move looks."""
    with pytest.raises(UnreadableMove) as caught:
        read(OPEN, words, lang)
    said = str(caught.value)
    assert "{" not in said
    quoted = re.findall(r"\w+", words)
    assert any(word in said for word in [*quoted, all_roads()[0]])


def test_words_that_are_no_move_in_both_languages() -> None:
    """The example in the German answer is German."""
    said = {}
    for lang in LANGS:
        with pytest.raises(UnreadableMove) as caught:
            read(OPEN, "pass the salt", lang)
        said[lang] = str(caught.value)
    assert said["en"].startswith("'pass the salt' is not a move.")
    assert said["de"].startswith("'pass the salt' ist kein Zug.")


@pytest.mark.parametrize("lang", LANGS)
def test_the_moves_that_an_error_recommends_can_be_typed(lang: Lang) -> None:
    """Whoever follows the advice of the program is understood by it."""
    text = position("a:2-5", a=":4")
    with pytest.raises(UnreadableMove) as caught:
        read(text, "pass the salt", lang)
    advice = str(caught.value).rsplit(": ")[-1].rstrip(".").split(", ")
    assert len(advice) == 7
    for words in advice:
        with contextlib.suppress(IllegalMove):
            assert read(text, words, lang)
    with pytest.raises(UnreadableMove) as caught:
        read(text, "", lang)
    example = str(caught.value).rsplit(": ")[-1].rstrip(".")
    with contextlib.suppress(IllegalMove):
        assert read(text, example, lang)


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "ship 4 for 2"), ("de", "schiff 4 für 2"), ("en", "ship 2 for 3")]
)
def test_a_die_that_does_not_lie_there_is_no_reason_to_call_a_move_unreadable(
    lang: Lang, words: str
) -> None:
    """The error would recommend the very words it refuses; a rule refuses them instead."""
    for text in (OPEN, position("a:?", a=":4"), BOARDING):
        with pytest.raises(IllegalMove):
            read(text, words, lang)


@pytest.mark.parametrize(("lang", "said"), [("en", "Did you mean"), ("de", "gemeint?")])
def test_a_fort_spelt_a_little_wrong(lang: Lang, said: str) -> None:
    """The nearest name is proposed, and nothing is played."""
    name = fort_name(fort(2))
    wrong = name[0] + name[2] + name[1] + name[3:]
    with pytest.raises(UnreadableMove, match=name) as caught:
        read(OPEN, f"place {wrong}", lang)
    assert said in str(caught.value)


@pytest.mark.parametrize(("lang", "said"), [("en", "There is no fort"), ("de", "Es gibt keine")])
def test_a_fort_that_is_not_there(lang: Lang, said: str) -> None:
    """It is named."""
    with pytest.raises(UnreadableMove, match="qqq") as caught:
        read(OPEN, "place qqq", lang)
    assert str(caught.value).startswith(said)


def apart() -> tuple[str, str]:
    """Two forts that no road joins."""
    shorts = [each.short for each in GAME.board.forts]
    one = shorts[0]
    near = {short for road in roads_at(one) for short in road.split("-")}
    return one, next(short for short in shorts if short not in near)


@pytest.mark.parametrize(("lang", "said"), [("en", "No road is called"), ("de", "Keine Straße")])
def test_two_forts_that_no_road_joins(lang: Lang, said: str) -> None:
    """And three forts are no road either, nor is a fort with itself."""
    one, two = apart()
    three = "-".join([*roads_at(one)[0].split("-"), two])
    for words in (f"{one}-{two}", three, f"{one} {two}"):
        with pytest.raises(UnreadableMove, match=said):
            read(OPEN, f"place {words}", lang)


def test_a_fort_joined_with_itself_is_no_road() -> None:
    """Can-Can is not one of the roads at Canovium."""
    short = roads(4)[1].split("-")[0]
    with pytest.raises(UnreadableMove, match="No road"):
        read(OPEN, f"place {short}-{short}")


def shared_beginning() -> tuple[str, list[str]]:
    """A letter with which several forts begin, and their names."""
    names = [each.name for each in GAME.board.forts]
    for letter in (name[0] for name in names):
        begin = [name for name in names if name.startswith(letter)]
        if len(begin) > 1:
            return letter.lower(), begin
    raise AssertionError("no two forts begin alike")


@pytest.mark.parametrize(("lang", "said"), [("en", "could be"), ("de", "kann")])
def test_a_beginning_that_several_forts_share(lang: Lang, said: str) -> None:
    """All of them are named."""
    letter, names = shared_beginning()
    with pytest.raises(AmbiguousMove, match=said) as caught:
        read(OPEN, f"place {letter}", lang)
    assert all(name in str(caught.value) for name in names)
    assert sorted(caught.value.candidates) == sorted(names)


@pytest.mark.parametrize(("lang", "said"), [("en", "several moves"), ("de", "mehrere Züge")])
def test_several_roads_of_a_fort_are_open(lang: Lang, said: str) -> None:
    """The candidates can be typed as they are."""
    short = fort(6)
    with pytest.raises(AmbiguousMove, match=said) as caught:
        read(OPEN, f"place {short}", lang)
    assert len(caught.value.candidates) >= 5
    assert [read(OPEN, text) for text in caught.value.candidates] == list(caught.value.candidates)


def test_a_move_that_a_rule_refuses_carries_the_rule() -> None:
    """The answer names the case and the rule, and has the rule's text, in both languages."""
    far = unreached(4, 6)[0]
    for lang, part in (("en", "is at no fort of 4 or 6"), ("de", "an keiner 4er- oder 6er-")):
        language: Lang = "de" if lang == "de" else "en"
        with pytest.raises(IllegalMove) as caught:
            read(OPEN, f"place {far}", language)
        assert part in str(caught.value)
        assert road_name(far) in str(caught.value)
        assert "(C4.1)" in str(caught.value)
        assert caught.value.refusal.text == rule_text("C4.1", language)


WORDS = [
    *("place", "legion", "from", "ship", "board", "stay", "pass", "setze", "von", "schiff", "s"),
    *("b", "für", "for", "1", "4", "6", "9", "start", "a", "e", "die", "dice", "3-5", "-", "to"),
    *("nach", "ä", "!", "Castell", "Collen", "Tomen", "y", "Mur", TARGET, *all_roads()[:3], "med"),
    *("m", "bre-", "-col", "–", fort_name(fort(6)), fort_name(fort(3))),
]


def test_whatever_is_typed_the_answer_is_a_move_or_an_error_for_people() -> None:
    """Words of the game in any order and number, in several positions."""
    rng = Random(4)
    texts = [OPEN, FROM, LEGION, BOARDING, new_table(2), position("a:dummy:4", seats=2)]
    states = [GAME.read_position(text) for text in texts]
    refused = 0
    for _ in range(3000):
        words = " ".join(rng.choices(WORDS, k=rng.randint(0, 4)))
        state = rng.choice(states)
        seat = rng.choice([CHANCE, 0, 1])
        try:
            move = GAME.read_move(state, seat, words, rng.choice(LANGS))
        except MoveError:
            refused += 1
        else:
            assert move in GAME.legal_moves(state, seat), words
    assert 1000 < refused < 3000


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=30))
def test_any_text_at_all_is_a_move_or_an_error_for_people(words: str) -> None:
    """Not only words of the game."""
    with contextlib.suppress(MoveError):
        assert read(OPEN, words)


# Positions

POSITIONS = {
    "before the lot": new_table(4),
    "setup, a roll": position("b:setup?", a=ONE),
    "setup, a soldier": position("c:setup:4", start="b", b=ONE),
    "setup of two": position("b:setup?", a=ONE, seats=2),
    "a roll": position("b:?", a=f"{ONE}:26", b=TWO, legion=THREE),
    "a play": position("d:3-5", d=":4", seats=5, start="c"),
    "a ship's number": position("a:3-5*", a=":4"),
    "a soldier to move": FROM,
    "a ship to board": BOARDING,
    "a ship to board with a ship's number": position("a:1-4*@", legion=roads(4)[0]),
    "a soldier to board": after(position("a:1-4", a=on(HELD)), f"legion {TARGET}", "board 3"),
    "the dummy's roll": position("a:dummy?", c=ONE, seats=2),
    "the dummy's road": position("a:dummy:1", c=ONE, seats=2),
    "the dummy's soldier": position(f"a:dummy:4>{TARGET}", c=on(HELD), seats=2),
    "forts": position("a:?", forts=captured(a="6/b 2 3", b="4/a 4", c="5/x 6/a")),
    "the end": position("b:over", forts=captured(a="6/b 6 5 5", b="4 4/a 4 3", c="2 2")),
    "the end after 100 turns": position("c:over", turns=300),
}


@pytest.mark.parametrize("text", POSITIONS.values(), ids=list(POSITIONS))
def test_positions_are_read_and_written_back(text: str) -> None:
    """To the letter, and to the same record."""
    state = GAME.read_position(text)
    assert GAME.write_position(state) == text
    assert record.same(GAME.read_position(GAME.write_position(state)), state)


def test_roads_ships_and_forts_may_come_in_any_order() -> None:
    """They are written back in the order of the board."""
    text = position("a:?", a=f"{ONE},{TWO}:26", forts=captured(a="6 2"))
    first, second = text.split()[-1].split(",")
    shuffled = text.replace(f"{ONE},{TWO}:26", f"{TWO},{ONE}:62")
    shuffled = shuffled.replace(f"{first},{second}", f"{second},{first}")
    assert shuffled != text
    assert GAME.write_position(GAME.read_position(shuffled)) == text


@BOTH_BOARDS
def test_positions_of_both_boards(game: Cambria) -> None:
    """Each board reads its own roads and forts."""
    text = position("a:1-6", a=on(all_roads(game)[:5]), forts=captured(game, b="6 4/a"), game=game)
    assert game.write_position(game.read_position(text)) == text


GOOD = f"3 a 60 a:2-4 a=3:{ONE}:5 b=4:{TWO}:- c=5:-:- d=5:-:- e=5:-:- {THREE} {fort(6)}:a/b"
SIX, TWO_FORT = fort(6), fort(2)


@pytest.mark.parametrize(
    ("wrong", "right", "said"),
    [
        (f" {SIX}:a/b", "", "has 11 parts; this one has 10"),
        (f" {SIX}:a/b", f" {SIX}:a/b x", "this one has 12"),
        ("3 a 60", "1 a 60", "'1' is not 2, 3, 4 or 5 players"),
        ("3 a 60", "6 a 60", "'6' is not 2, 3, 4 or 5"),
        ("3 a 60", "33 a 60", "'33'"),
        ("3 a 60", "3 a -1", "'-1' is not the number of turns"),
        ("3 a 60", "3 a two", "'two'"),
        ("3 a 60", "3 a 301", "'301'"),
        ("3 a 60", "3 a 9999", "'9999'"),
        ("3 a 60", "3 - 60", "start player .C2.2"),
        ("a:2-4", "start", "start player .C2.2"),
        ("3 a 60", "3 d 60", "'d' is none of the seats a, b, c"),
        ("3 a 60", "3 ab 60", "'ab' is none of the seats"),
        ("a:2-4", "d:?", "'d' is none of the seats a, b, c"),
        ("a:2-4", "f:?", "'f:\\?' does not say what is waited for"),
        ("a:2-4", "?", "does not say"),
        ("a:2-4", "a:2-7", "does not say"),
        ("a:2-4", "a:0-4", "does not say"),
        ("a:2-4", "a:setup:1", "does not say"),
        ("a:2-4", "a:dummy:7", "does not say"),
        ("a:2-4", "a:1-4@1", "does not say"),
        ("a:2-4", "a:2-4>", "does not say"),
        ("a:2-4", "a:2-4>Xyz-Abc", "'Xyz-Abc' is none of the roads"),
        ("a:2-4", "a:dummy:3", "Only two players have a dummy .C9.1"),
        ("a:2-4", "a:dummy?", "C9.1"),
        (f"a=3:{ONE}:5", f"a=3:{ONE}", "is not colour a as in"),
        (f"a=3:{ONE}:5", f"b=3:{ONE}:5", "is not colour a"),
        (f"a=3:{ONE}:5", f"a=-3:{ONE}:5", "is not colour a"),
        (f"a=3:{ONE}:5", f"a=6:{ONE}:5", "is not colour a"),
        (f"a=3:{ONE}:5", f"a=3:{ONE}:7", "is not colour a"),
        (f"a=3:{ONE}:5", f"a=3:{ONE}:", "is not colour a"),
        (f"a=3:{ONE}:5", "a=3:Xyz-Abc:5", "'Xyz-Abc' is none of the roads"),
        (f"a=3:{ONE}:5", f"a=3:{ONE.lower()}:5", "is none of the roads"),
        (f"a=3:{ONE}:5", f"a=3:{ONE},:5", "'' is none of the roads"),
        (f"a=3:{ONE}:5", f"a=2:{ONE},{ONE}:5", f"On {ONE} stand two soldiers .C4.2"),
        (f"b=4:{TWO}:-", f"b=4:{ONE}:-", f"On {ONE} stand two soldiers"),
        (f"a=3:{ONE}:5", f"a=2:{ONE}:55", "On ship 5 stand two soldiers .C6.6"),
        (f"b=4:{TWO}:-", f"b=3:{TWO}:5", "On ship 5 stand two soldiers"),
        (f"a=3:{ONE}:5", f"a=2:{ONE}:5", "Colour a has 4 soldiers, not 5 .C1.4"),
        (f"a=3:{ONE}:5", f"a=4:{ONE}:5", "Colour a has 6 soldiers"),
        ("e=5:-:-", "e=4:-:-", "Colour e has 4 soldiers"),
        ("d=5:-:-", "d=4:-:6", "Nobody plays colour d"),
        (f"{SIX}:a/b", f"{SIX}:e/b", "Nobody plays colour e"),
        (f"{SIX}:a/b", f"{SIX}:a/d", "Nobody plays colour d"),
        (f" {THREE} ", " Xyz-Abc ", "'Xyz-Abc' is none of the roads"),
        (f" {THREE} ", f" {ONE} ", "Where the legion stands, no soldier does .C4.2"),
        (f"{SIX}:a/b", f"{SIX}:a", "VP marker only from 4 on .C1.5"),
        (f"{SIX}:a/b", f"{TWO_FORT}:a/b", "VP marker only from 4 on"),
        (f"{SIX}:a/b", f"{SIX}:a/b,{SIX}:a/b", "each fort once"),
        (f"{SIX}:a/b", "Xyz:a", "'Xyz:a' is not a stormed fort as in"),
        (f"{SIX}:a/b", f"{SIX}:f/b", "is not a stormed fort"),
        (f"{SIX}:a/b", f"{SIX}:a/b,", "'' is not a stormed fort"),
        (f"{SIX}:a/b", captured(a="2 2 2 2 2 3 3 3 3 4"), "six forts left or fewer"),
        ("3 a 60", "3 a 300", "100 turns .C8.1"),
        ("a:2-4", "a:over", "six forts left or fewer, or 100 turns .C8.1"),
        ("a:2-4", f"a:2-4>{TARGET}", "cannot be finished .C4.7"),
        ("a:2-4", "a:1-4@5", "cannot be finished"),
        ("a:2-4", "a:2-4@", "cannot be finished"),
        (f"a:2-4 a=3:{ONE}:5", f"a:1-4@3 a=3:{ONE}:5", "cannot be finished .C4.7, C6.7"),
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


def test_an_ended_game_has_no_legion_on_a_road() -> None:
    """It was removed before the last storming."""
    with pytest.raises(PositionError, match=r"C8\.2"):
        GAME.read_position(position("c:over", turns=300, legion=ONE))


def test_the_dummy_is_on_no_ship() -> None:
    """The third colour of a game of two; in a game of three the same line is good."""
    assert GAME.read_position(position("a:2-4", c=":3")).seats == 3
    with pytest.raises(PositionError, match=r"C9\.5"):
        GAME.read_position(position("a:2-4", c=":3", seats=2))


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("3 a 60", f"3 a {'9' * 5000}"),
        ("3 a 60", f"{'3' * 5000} a 60"),
        ("a=3:", f"a={'3' * 5000}:"),
        (":5 b", f":{'5' * 5000} b"),
        ("a:2-4", f"a:{'2' * 5000}-4"),
    ],
    ids=["turns", "seats", "supply", "ships", "dice"],
)
def test_a_number_that_is_far_too_large_is_an_error_for_people(wrong: str, right: str) -> None:
    """Not an OverflowError of NumPy or a ValueError of Python, which nobody catches."""
    assert wrong in GOOD
    with pytest.raises(PositionError):
        GAME.read_position(GOOD.replace(wrong, right))


IMPOSSIBLE = {
    "turns before the lot": position("start", turns=7),
    "soldiers before the lot": position("start", a=ONE),
    "legion before the lot": position("start", legion=ONE),
    "forts before the lot": position("start", forts=captured(a="6")),
    "turns in the setup": position("a:setup?", turns=7),
    "nobody placed before the second": position("b:setup?"),
    "two placed by one in the setup": position("b:setup?", a=f"{ONE},{TWO}"),
    "a later seat has placed already": position("b:setup:4", a=ONE, c=TWO),
    "a fort stormed in the setup": position("b:setup?", a=ONE, forts=captured(a="2")),
    "the legion out in the setup": position("b:setup?", a=ONE, legion=TWO),
    "a ship manned in the setup": position("b:setup?", a=":3"),
    "the dummy placed in the setup": position("b:setup?", a=ONE, c=TWO, seats=2),
    "not her turn by the number of turns": position("a:?", turns=61),
    "the end after another's turn": position("a:over", turns=300),
    "both markers of a fort": position("a:?", forts=captured(a="6/a")),
    "a ship's number from a manned ship": position("a:2-4*", a=":2", b=":4"),
    "a ship's number and an empty supply": position("a:2-4*", a=on(HELD)),
    "a double 1 with a ship's number": position("a:1-1*"),
    "a soldier to move with a ship's number": FROM.replace("2-4>", "2-4*>"),
    "the legion moved to a road out of reach": position("a:1-4@", legion=unreached(4)[0]),
    "a soldier to move to a held road": FROM.replace(f"2-4>{TARGET}", f"2-4>{HELD[0]}"),
    "the dummy's soldier with a supply": position(f"a:dummy:4>{TARGET}", c=ONE, seats=2),
    "a fort left that should have fallen": position("b:over", turns=300, a=ONE, start="c"),
}


@pytest.mark.parametrize("text", IMPOSSIBLE.values(), ids=list(IMPOSSIBLE))
def test_a_position_that_no_game_can_reach_is_refused(text: str) -> None:
    """PositionError is promised for what "the rules do not allow"."""
    with pytest.raises(PositionError):
        GAME.read_position(text)


def canonical(text: str) -> list[str]:
    """A position with roads, ships and forts in the order of the board, and plain numbers."""
    parts = text.split()
    parts[2] = str(int(parts[2]))
    for number in range(4, 9):
        head, held, ships = parts[number].split(":")
        names = sorted(held.split(","), key=["-", *all_roads()].index)
        parts[number] = f"{head}:{','.join(names)}:{''.join(sorted(ships))}"
    order = [each.short for each in GAME.board.forts]
    forts = parts[10].split(",")
    parts[10] = ",".join(
        sorted(forts, key=lambda item: order.index(item[:3]) if item != "-" else 0)
    )
    return parts


def check_reading(text: str) -> bool:
    """Whether a text is read as a position; then writing it gives the text back."""
    try:
        state = GAME.read_position(text)
    except PositionError:
        return False
    assert GAME.write_position(state).split() == canonical(text)
    assert record.same(GAME.read_position(GAME.write_position(state)), state), text
    return True


def test_whatever_is_read_the_answer_is_a_position_or_an_error_for_people() -> None:
    """Good positions with a few characters changed, dropped or doubled."""
    rng = Random(2)
    read_back = 0
    for _ in range(4000):
        text = rng.choice([GOOD, *POSITIONS.values()])
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(text))
            new = rng.choice(["", rng.choice("abcde0123456:=-@,>*? /xsea"), text[at] * 2])
            text = text[:at] + new + text[at + 1 :]
        read_back += check_reading(text)
    assert read_back > 10


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.sampled_from(sorted(POSITIONS.values())),
    st.integers(0, 10),
    st.one_of(st.text(max_size=12), st.sampled_from(GOOD.split())),
)
def test_whatever_stands_in_one_part_of_a_position(text: str, at: int, part: str) -> None:
    """Any text at all, or the part of another position."""
    parts = text.split()
    parts[at] = part
    assert check_reading(" ".join(parts)) in (True, False)


@pytest.mark.parametrize("text", ["", " ", "start", "\0", "3 " * 11, "é" * 11])
def test_texts_that_are_no_position_at_all(text: str) -> None:
    """On either board."""
    for game in (GAME, NORTH):
        with pytest.raises(PositionError):
            game.read_position(text)
