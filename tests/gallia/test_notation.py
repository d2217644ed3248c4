"""Moves and positions as text, both ways, and what is said to people who mistype them."""

from __future__ import annotations

import contextlib
from random import Random

import pytest

from cruachan.engine.errors import (
    AmbiguousMove,
    IllegalMove,
    MoveError,
    PositionError,
    UnreadableMove,
)
from cruachan.engine.words import LANGS, Lang
from cruachan.games.gallia import moves
from tests.tables import assert_moves_or_errors

from .positions import (
    BACKS,
    GAME,
    LANDS,
    NAMES,
    OTHER,
    POOR,
    RICH,
    SHORTS,
    TOLD,
    WEAK,
    WEAKEST,
    after,
    moves_of,
    new_table,
    position,
    rule_text,
    waits,
)

OPEN = position("a:turn", a="Med4,Tau1,Ins2,Ins3,Lig1,Fri1", cards=f"Ins={RICH}s")
SENDING = after(position("a:turn", a="Med4,Ins3"), "move Ins3 Ana")
FIGHTING = after(position("a:turn", a="Med4,Ins6", b="Ana2,Lin4,Ari5"), "move Ins6 Ana")
ENTERING = after(FIGHTING, "fight 5")
HUNGRY = after(
    position("a:turn", a="Med4,Ins6", b="Ana2,Ven3,Lin3,Lin4,Ari5"),
    "move Ins6 Ana",
    "fight 5",
    "enter 1",
)
SCOUTING = after(position("a:turn", cards=f"Ins={RICH}b"), "recruit 1")
LOOKING = after(position("a:turn", cards=f"Ins={RICH}b"), "recruit 1", "scout Boi")
RAISING = after(position("a:turn", a="Med4,Ins3,Fri3"), "build Ins")
SCENES = (OPEN, SENDING, FIGHTING, ENTERING, HUNGRY, SCOUTING, LOOKING, RAISING, new_table())


def read(text: str, words: str, lang: Lang = "en", seat: int | None = None) -> str:
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
    return [SHORTS[int(at)] for at in GAME.box.step[card * 4 : card * 4 + 4] if at >= 0]


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


NO_MOVES = (
    "move, recruit, recruit 4, recruit x, send 7, send 0, 7, 0, 12, enter 1 2, starve, move Ins3, "
    "end now, back, back 9-9, start c, !, move 3 Ins, scout, move Ins7 Ana, ziehe Ins3 Ana Fri"
)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    "words",
    ["", "  ", "fight", "back ?", *NO_MOVES.split(", ")],
)
def test_words_that_are_no_move(words: str, lang: Lang) -> None:
    """What is said quotes the words or shows how a move looks."""
    for text in (OPEN, SENDING, SCOUTING):
        with pytest.raises(UnreadableMove) as caught:
            read(text, words, lang, seat=0)
        assert str(caught.value).endswith((".", "?"))


@pytest.mark.parametrize("lang", LANGS)
def test_the_moves_that_an_error_recommends_can_be_typed(lang: Lang) -> None:
    """Whoever follows the advice of the program is understood by it."""
    with pytest.raises(UnreadableMove) as caught:
        read(OPEN, "move move move move", lang)
    advice = str(caught.value).rsplit(": ")[-1].rstrip(".").split(", ")
    assert len(advice) >= 9
    for words in advice:
        with contextlib.suppress(IllegalMove):
            assert read(OPEN, words, lang)


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "Did you mean Insubres?"), ("de", "Ist Insubres gemeint?")]
)
def test_a_card_spelt_a_little_wrong(lang: Lang, said: str) -> None:
    """The nearest name is proposed."""
    with pytest.raises(UnreadableMove) as caught:
        read(SCOUTING, "scout Insubers", lang)
    assert said in str(caught.value)


@pytest.mark.parametrize("lang", LANGS)
def test_a_card_that_is_not_there(lang: Lang) -> None:
    """It is named."""
    with pytest.raises(UnreadableMove, match="qqq"):
        read(SCOUTING, "scout qqq", lang)


@pytest.mark.parametrize("lang", LANGS)
def test_a_beginning_that_several_cards_share(lang: Lang) -> None:
    """All of them are named."""
    with pytest.raises(AmbiguousMove) as caught:
        read(SCOUTING, "scout li", lang)
    assert sorted(caught.value.candidates) == ["Ligures", "Lingones"]
    assert all(name in str(caught.value) for name in caught.value.candidates)


@pytest.mark.parametrize(
    ("text", "words", "candidates"),
    [
        (OPEN, "move Ins Ana", ("move Ins2 Ana", "move Ins3 Ana")),
        (OPEN, "ins ana", ("move Ins2 Ana", "move Ins3 Ana")),
        (HUNGRY, "starve Lin", ("starve Lin3", "starve Lin4")),
    ],
)
def test_several_armies_fit(text: str, words: str, candidates: tuple[str, ...]) -> None:
    """The answer says which, and the candidates can be typed as they are."""
    for lang in LANGS:
        with pytest.raises(AmbiguousMove) as caught:
            read(text, words, lang)
        assert caught.value.candidates == candidates
    assert [read(text, each) for each in candidates] == list(candidates)


@pytest.mark.parametrize("lang", LANGS)
def test_a_card_too_far_away_is_told_with_both_names(lang: Lang) -> None:
    """And with the rule."""
    with pytest.raises(UnreadableMove, match=r"G6\.1") as caught:
        read(OPEN, "move Ins3 Boi", lang)
    assert "Insubres" in str(caught.value)
    assert "Boii" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words", "rule"),
    [
        (OPEN, "build Tau", "G5.1"),
        (OPEN, "build Med", "G5.6"),
        (OPEN, "move Ins1 Ana", "G6.2"),
        (OPEN, "scout Ins", "G4.5"),
        (OPEN, "end", "G3.2"),
        (OPEN, "starve Ins", "G8.3"),
        (FIGHTING, "fight 6", "G7.3"),
        (ENTERING, "enter 4", "G7.6"),
        (HUNGRY, "starve Ari", "G8.1"),
    ],
)
def test_a_move_that_a_rule_refuses(text: str, words: str, rule: str) -> None:
    """The answer names the rule and carries its text, in both languages."""
    for lang in LANGS:
        with pytest.raises(IllegalMove) as caught:
            read(text, words, lang)
        assert f"({rule})" in str(caught.value)
        assert caught.value.refusal.text == rule_text(rule, lang)


def test_whatever_is_typed_the_answer_is_a_move_or_an_error_for_people() -> None:
    """Words of the game in any order and number, in several positions."""
    parts = ["move", "recruit", "scout", "build", "send", "fight", "enter", "starve", "end", "r"]
    parts += ["back", "start", "a", "b", "none", "nach", "to", "Ins", "Ins3", "Med4", "Ana", "li"]
    parts += ["0", "1", "3", "7", "²", "٣", "ß", "!", BACKS[0], "?", "baue", "reiße", "mit", "-1"]
    assert_moves_or_errors(GAME, parts, [GAME.read_position(text) for text in SCENES])


# Positions


@pytest.mark.parametrize(
    "text",
    [
        "n - 0 start - - -",
        "s - 0 start - - -",
        "n a 0 a:turn Med4 Ari5 -",
        "s b 7 a:turn Med1,Oro6,Oro6 - -",
        f"n a 12 a:turn Med4 Ari5 Oro={RICH}a,Cen={WEAK}b,Ven={POOR}ab,Tau={OTHER}s",
        f"n a 12 a:build Med4,Ins1,Fri3 Ari5 Ins+{RICH}s'",
        "n a 12 a:move Med4,Ins1* Ari5 -",
        "n a 12 a:scout Med4 Ari5 -",
        "n a 12 a:look:Ins Med4 Ari5 -",
        "n a 12 a:raise:Ins Med4,Ins1 Ari5 Ins+?'",
        "n a 12 a:send:Ins3>Ana Med4,Ins3 Ari5 -",
        "n a 12 a:fight:Ins3>Ana Med4,Ins3* Ana2,Ari5 -",
        "n a 12 a:enter:Ins3>Ana/2 Med4,Ins3* Ari5 -",
        "n a 12 a:starve:d Med4,Ana2* Lin4,Ari5 -",
        "n a 12 a:starve:a Med4,Tau4 Ana5,Ari5 -",
        "n a 12 a:starve:da Med4,Tau4 Lin4,Ari5 -",
        "s a 12 a:starve:e Med4,Tau4* Lin4,Ari5 -",
        "n a 12 a:over:a Med4,Ari1* Lin4 -",
        "n a 200 a:over:- Med4 Lin4 -",
    ],
)
def test_positions_are_read_and_written_back(text: str) -> None:
    """To the letter."""
    assert GAME.write_position(GAME.read_position(text)) == text


def test_dice_are_written_in_the_order_of_the_cards() -> None:
    """However they were typed."""
    text = GAME.write_position(GAME.read_position("n a 12 a:turn Ins3,Med4,Ins1 Ari5 -"))
    assert text == "n a 12 a:turn Med4,Ins1,Ins3 Ari5 -"


GOOD = f"n a 12 a:turn Med4,Ins3 Ana2,Ari5 Ins={RICH}a"


@pytest.mark.parametrize(
    ("wrong", "right", "said"),
    [
        (f" Ins={RICH}a", "", "has 7 parts; this one has 6"),
        (f" Ins={RICH}a", " - -", "this one has 8"),
        ("n a", "x a", "'x' is neither n nor s"),
        ("12", "-1", "'-1' is not the number of turns"),
        ("12", "x", "turns finished"),
        ("12", "201", "turns finished"),
        ("12", "9" * 5000, "turns finished"),
        ("n a", "n c", "'c' does not say who began"),
        ("n a", "n -", "who began"),
        ("a:turn", "start", "who began"),
        ("a:turn", "c:turn", "'c:turn' does not say what is waited for"),
        ("a:turn", "a:dance", "does not say what is waited for"),
        ("a:turn", "a:starve:x", "does not say"),
        ("a:turn", "a:fight:Ins3", "does not say"),
        ("a:turn", "a:send:Ins7>Ana", "does not say"),
        ("a:turn", "a:look:Xyz", "'Xyz' is none of the cards Med"),
        ("a:turn", "a:send:Ins3>Xyz", "'Xyz' is none of the cards"),
        ("a:turn", "a:send:Xyz3>Ins", "'Xyz' is none of the cards"),
        ("Med4,Ins3", "Med4,Ins", "'Ins' is not a die on a card"),
        ("Med4,Ins3", "Med4,Ins0", "is not a die"),
        ("Med4,Ins3", "Med4,Ins7", "is not a die"),
        ("Med4,Ins3", "Med4,", "'' is not a die"),
        ("Med4,Ins3", "Med4,ins3", "'ins' is none of the cards"),
        ("Med4,Ins3", ",".join(["Med4"] * 9), "more than 8 .G1.4"),
        (f"Ins={RICH}a", "Ins", "is not a card with its back"),
        (f"Ins={RICH}a", "Ins=0-0a", "is not a card with its back"),
        (f"Ins={RICH}a", f"Ins={RICH}c", "is not a card with its back"),
        (f"Ins={RICH}a", f"Xyz={RICH}a", "'Xyz' is none of the cards"),
        (f"Ins={RICH}a", f"Med={RICH}a", "no capital .G5.6"),
        (f"Ins={RICH}a", f"Ins={RICH}a,Ins={POOR}b", "each land once"),
        (f"Ins={RICH}a", f"Ins={RICH}a,Fri={RICH}b", "each back is there once .G1.2"),
        (f"Ins={RICH}a", f"Ins+{RICH}a", "seen by both .G10.2"),
        (f"Ins={RICH}a", "Ins+?", "seen by both .G10.2"),
        ("Ana2,Ari5", "Ana2*,Ari5", "whose turn it is have moved .G6.4"),
        ("a:turn", "a:send:Ins2>Fri", "is not there .G6.2"),
        ("a:turn", "a:fight:Ins3>Ana", "is not there"),
        ("a:turn", "a:send:Ins3>Ana", "Who is fought stands there"),
        ("a:turn Med4,Ins3", "a:fight:Ins3>Fri Med4,Ins3*", "Who is fought stands there"),
        ("a:turn Med4,Ins3", "a:enter:Ins3>Fri/4 Med4,Ins3*", "who fought go in .G7.6"),
        ("a:turn Med4,Ins3", "a:enter:Ins3>Fri Med4,Ins3*", "who fought go in .G7.6"),
        ("Ana2,Ari5", "Ins2,Ari5", "dice of both players"),
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


EIGHT = "Med1,Ins3,Lig1,Lig1,Lig1,Lig1,Lig1,Lig1"


@pytest.mark.parametrize(
    "text",
    [
        "n a 13 b:turn Ari4 - -",
        "n a 12 a:turn Med1,Oro1,Cen1,Tau1,Ins1,Ana1,Lig1,Fri1 Ari5 -",
        "n a 12 a:send:Ins3>Lin Med4,Ins3 Ari5 -",
        "n a 12 a:send:Ins3>Ins Med4,Ins3 Ari5 -",
        f"n a 12 a:send:Ins3>Ana {EIGHT} Ari5 -",
        f"n a 12 a:enter:Ins3>Ana/2 {EIGHT.replace('Ins3', 'Ins3*')} Ari5 -",
        "n a 12 a:starve:d Med4 Ari5 -",
        "n a 12 a:starve:e Med4,Ins3 Ari5 -",
        "n a 12 a:look:Med Med4 Ari5 -",
        f"n a 12 a:look:Ins Med4 Ari5 Ins={RICH}a",
        "n a 12 a:raise:Ins Med4,Ins1 Ari5 -",
        "n a 12 a:turn Med4 Ari5 Ins+?s",
        f"n a 12 a:turn Med4 Ari5 Ins=?a,Ins={RICH}b",
        f"n - 0 start - - Ins={RICH}a",
        "n a 12 a:turn Med4* Ari5 -",
        f"n a 12 a:turn Med4 Ari5 Ins={RICH}s'",
        "n a 12 a:build Med4 Ari5 -",
        "n a 200 a:turn Med4 Ari5 -",
    ],
    ids=[
        "a stands in b's capital and the game goes on",
        "eight territories and the game goes on",
        "an army under way to a card far away",
        "an army under way to its own card",
        "a part asked for without a free die",
        "going in with a part without a free die",
        "hunger of somebody who is fed: nobody can move",
        "strict hunger without the option",
        "looking at the back of a capital",
        "chance for a back that is known",
        "raising a card that lies on its front",
        "an oppidum that both have seen and nobody knows",
        "a land named twice",
        "a card scouted before the lot",
        "a die moved in a turn that has not begun",
        "a card turned in a turn that has not begun",
        "a turn of building without a card turned",
        "a turn after the last",
    ],
)
def test_a_position_that_no_game_can_reach_is_refused(text: str) -> None:
    """PositionError is promised for what "the rules do not allow"."""
    with pytest.raises(PositionError):
        GAME.read_position(text)


def test_whatever_is_read_the_answer_is_a_position_or_an_error_for_people() -> None:
    """Good positions with a few characters changed, dropped or doubled; and each can be shown."""
    rng = Random(2)
    read_back = 0
    for _ in range(4000):
        text = rng.choice([GOOD, *SCENES])
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(text))
            new = rng.choice(["", rng.choice("abns04:=+-*,>/ ?'InsMedAri23"), text[at] * 2])
            text = text[:at] + new + text[at + 1 :]
        try:
            state = GAME.read_position(text)
        except PositionError:
            continue
        read_back += 1
        again = GAME.write_position(state)
        assert GAME.write_position(GAME.read_position(again)) == again, text
        for seat in GAME.to_act(state):
            assert GAME.legal_moves(state, seat), text
    assert 50 < read_back < 3500


def test_the_examples_are_what_their_names_say() -> None:
    """Else the tests above would say less than they seem to."""
    kinds = ["turn", "send", "fight", "enter", "starve", "scout", "look", "raise", "start"]
    assert [next(k for k in kinds if k in waits(text)) for text in SCENES] == kinds
    assert WEAKEST.shields < 6
