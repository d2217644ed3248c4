"""Moves and positions as text, both ways, and what is said to people who mistype them."""

from __future__ import annotations

import pytest

from cruachan.engine.errors import (
    AmbiguousMove,
    IllegalMove,
    UnreadableMove,
)
from cruachan.engine.game import CHANCE
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.games.cambria.game import Cambria
from cruachan.games.cambria.moves import MOVES
from tests.tables import moves_of

from .positions import (
    BOTH_BOARDS,
    DIE,
    GAME,
    NUMBERS,
    ROLLS,
    after,
    all_roads,
    fort,
    fort_name,
    new_table,
    on,
    position,
    reached,
    road_name,
    roads,
    roads_at,
)
from .spelling import BOARDING, FROM, HELD, LEGION, ONE, OPEN, TARGET


def read(
    text: str, words: str, lang: Lang = DEFAULT_LANG, seat: int = 0, game: Cambria = GAME
) -> str:
    """The notation of the move that the words mean."""
    state = game.read_position(text)
    return game.write_move(state, seat, game.read_move(state, seat, words, lang))


# Moves


@BOTH_BOARDS
def test_every_move_has_a_notation_of_its_own(game: Cambria) -> None:
    """As many texts as moves while the dice differ, all of them short words."""
    state = game.read_position(position("a:2-5", game=game))
    moves = moves_of(game, state)
    assert sorted(moves.values()) == list(range(MOVES))
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


@pytest.mark.parametrize(("lang", "said"), [("en", "several moves"), ("de", "mehrere Züge")])
def test_several_roads_of_a_fort_are_open(lang: Lang, said: str) -> None:
    """The candidates can be typed as they are."""
    short = fort(6)
    with pytest.raises(AmbiguousMove, match=said) as caught:
        read(OPEN, f"place {short}", lang)
    assert len(caught.value.candidates) >= 5
    assert [read(OPEN, text) for text in caught.value.candidates] == list(caught.value.candidates)
