"""Moves and positions as text, both ways, and what is said to people who mistype them."""

from __future__ import annotations

import pytest

from cruachan.engine.errors import (
    MoveError,
    UnreadableMove,
)
from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang
from cruachan.games.gallia import moves
from cruachan.games.gallia.state import BUILDING, FREE, MOVING

from .positions import (
    GAME,
    LANDS,
    NAMES,
    OTHER,
    POOR,
    RICH,
    SHORTS,
    TOLD,
    WEAKEST,
    after,
    moves_of,
    new_table,
    position,
    waits,
)
from .spelling import ENTERING, FIGHTING, HUNGRY, LOOKING, OPEN, RAISING, SCENES, SCOUTING, SENDING


def read(text: str, words: str, lang: Lang = DEFAULT_LANG, seat: int | None = None) -> str:
    """The notation of the move that the words mean."""
    state = GAME.read_position(text)
    seat = GAME.to_act(state)[0] if seat is None else seat
    return TOLD.write_move(state, seat, GAME.read_move(state, seat, words, lang))


# Moves


def test_every_move_has_a_notation_of_its_own() -> None:
    """But for those that lead off the table; all of them are short words."""
    every = moves_of(GAME.read_position(OPEN))
    assert all(text.isascii() and len(text) <= 14 for text in every)
    off = [text for text in every if text.endswith("?")]
    edges = sum(4 - len(_beside(short)) for short in SHORTS) * 6
    assert len(every) - len(off) == moves.MOVES - edges


def _beside(short: str) -> list[str]:
    card = SHORTS.index(short)
    return [SHORTS[int(at)] for at in GAME.board_tables.step[card * 4 : card * 4 + 4] if at >= 0]


def test_every_kind_of_move_is_written_and_read_back() -> None:
    """In positions where, taken together, every kind of move is legal."""
    kinds = set()
    for text in (*SCENES, after(OPEN, "move Ins2 Ana", "send 1"), after(OPEN, "build Ins")):
        state = GAME.read_position(text)
        (seat,) = GAME.to_act(state)
        for move in GAME.legal_moves(state, seat):
            words = TOLD.write_move(state, seat, move)
            assert GAME.read_move(state, seat, words) == move
            assert GAME.read_move(state, seat, words.upper(), "de") == move
            kinds.add(words.split()[0])
    assert kinds >= {"move", "send", "fight", "enter", "recruit", "scout", "build", "end"}
    assert kinds >= {"starve", "start", "back"}


@pytest.mark.parametrize(
    "words",
    [
        "move Ins3 Ana",
        "move Insubres 3 Anares",
        "MOVE INS3 ANA",
        "  m  ins3   ana ",
        "ins3 ana",
        "ins3 to ana",
        "move ins 3 to anares",
        "ziehe Ins3 nach Ana",
        "zug Insubres 3 nach Anares",
        "z ins3 an",
    ],
)
def test_a_move_can_be_typed_in_many_ways(words: str) -> None:
    """Name, short form or beginning, with or without the verb, in both languages."""
    assert read(OPEN, words) == "move Ins3 Ana"


def test_the_size_may_be_left_out_where_one_army_stands() -> None:
    """Or where only one has not moved yet."""
    assert read(OPEN, "fri boi") == "move Fri1 Boi"
    moved = after(OPEN, "move Ins3 Ana", "send 3")
    assert read(moved, "ins ana") == "move Ins2 Ana"


@pytest.mark.parametrize(
    ("text", "words", "meant"),
    [
        (OPEN, "recruit 3", "recruit 3"),
        (OPEN, "r 0", "recruit 0"),
        (OPEN, "wirb 2", "recruit 2"),
        (OPEN, "werbe 1", "recruit 1"),
        (OPEN, "build Ins", "build Ins"),
        (OPEN, "b insubres", "build Ins"),
        (OPEN, "baue Insubres", "build Ins"),
        (SENDING, "send 2", "send 2"),
        (SENDING, "sende 2", "send 2"),
        (SENDING, "2", "send 2"),
        (SENDING, "with 1", "send 1"),
        (SENDING, "mit 3", "send 3"),
        (FIGHTING, "fight 4", "fight 4"),
        (FIGHTING, "kampf 4", "fight 4"),
        (FIGHTING, "4", "fight 4"),
        (ENTERING, "enter 1", "enter 1"),
        (ENTERING, "einzug 1", "enter 1"),
        (ENTERING, "3", "enter 3"),
        (HUNGRY, "starve Lin3", "starve Lin3"),
        (HUNGRY, "hunger Lingones 4", "starve Lin4"),
        (HUNGRY, "nimm ven", "starve Ven3"),
        (HUNGRY, "ven", "starve Ven3"),
        (HUNGRY, "lin 3", "starve Lin3"),
        (SCOUTING, "scout Boi", "scout Boi"),
        (SCOUTING, "s boii", "scout Boi"),
        (SCOUTING, "erkunde Boii", "scout Boi"),
        (SCOUTING, "e bo", "scout Boi"),
        (SCOUTING, "scout none", "scout none"),
        (SCOUTING, "scout nobody", "scout none"),
        (SCOUTING, "erkunde nichts", "scout none"),
        (SCOUTING, "erkunde keins", "scout none"),
        (after(OPEN, "move Fri1 Boi"), "end", "end"),
        (after(OPEN, "move Fri1 Boi"), "ende", "end"),
        (after(OPEN, "move Fri1 Boi"), "fertig", "end"),
        (LOOKING, f"back {OTHER}", f"back {OTHER}"),
        (RAISING, f"BACK {OTHER}", f"back {OTHER}"),
        (new_table(), "start b", "start b"),
    ],
)
def test_moves_can_be_typed_in_both_languages(text: str, words: str, meant: str) -> None:
    """And shortly."""
    for lang in LANGS:
        assert read(text, words, lang) == meant


@pytest.mark.parametrize("words", ["demolish Ins", "reiße Ins", "reisse Insubres", "REISSE ins"])
def test_an_oppidum_is_demolished_in_both_languages(words: str) -> None:
    """With the sharp s of the language or without."""
    text = position("a:turn", a="Med4,Ins2", cards=f"Ins+{RICH}s")
    assert read(text, words) == "demolish Ins"


@pytest.mark.parametrize("words", ["build Ins", "baue Ins", "b Ins"])
def test_who_says_build_does_not_demolish(words: str) -> None:
    """An oppidum stands there already: the verb is not to be turned into its opposite."""
    text = position("a:turn", a="Med4,Ins5", cards=f"Ins+{RICH}s")
    with pytest.raises(MoveError):
        read(text, words)


@pytest.mark.parametrize("words", ["demolish Ins", "reisse Ins"])
def test_who_says_demolish_does_not_build(words: str) -> None:
    """No oppidum stands there."""
    with pytest.raises(MoveError):
        read(OPEN, words)


@pytest.mark.parametrize("short", LANDS)
def test_every_land_can_be_named_in_full_and_in_short(short: str) -> None:
    """In any case."""
    for words in (NAMES[short], short, NAMES[short].upper(), short.lower()):
        assert read(SCOUTING, f"scout {words}") == f"scout {short}"


@pytest.mark.parametrize("lang", LANGS)
def test_a_card_too_far_away_is_told_with_both_names(lang: Lang) -> None:
    """And with the rule."""
    with pytest.raises(UnreadableMove, match=r"G6\.1") as caught:
        read(OPEN, "move Ins3 Boi", lang)
    assert "Insubres" in str(caught.value)
    assert "Boii" in str(caught.value)


# Positions


def test_dice_are_written_in_the_order_of_the_cards() -> None:
    """However they were typed."""
    text = GAME.write_position(GAME.read_position("n a 12 a:turn Ins3,Med4,Ins1 Ari5 -"))
    assert text == "n a 12 a:turn Med4,Ins1,Ins3 Ari5 -"


def test_hunger_at_the_end_of_a_turn_tells_what_the_turn_was_about() -> None:
    """Also when the army that moved is lost; older notation is read as far as it tells."""
    text = position("a:turn", a="Med1,Ins4,Ins1", b="Ana1,Ari5", strict=True)
    lost = after(text, "move Ins1 Ana", "end")
    assert waits(lost) == "a:starve:em"
    assert GAME.read_position(lost).about == MOVING
    for older, about in (("Ins4", FREE), ("Ins4,Fri1*", MOVING)):
        state = GAME.read_position(position("a:starve:e", a=f"Med1,{older}", strict=True))
        assert state.about == about
    built = position("a:starve:e", a="Med1,Ins6", cards=f"Ins+{POOR}s'", strict=True)
    assert GAME.read_position(built).about == BUILDING


def test_the_examples_are_what_their_names_say() -> None:
    """Else the tests above would say less than they seem to."""
    kinds = ["turn", "send", "fight", "enter", "starve", "scout", "look", "raise", "start"]
    assert [next(k for k in kinds if k in waits(text)) for text in SCENES] == kinds
    assert WEAKEST.shields < 6
