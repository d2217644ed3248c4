"""Declaring quests (S6)."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.texts import Lang
from cruachan.games.shent.aims import aims
from cruachan.games.shent.chapters.quests import Declare
from cruachan.games.shent.chapters.votes import Ballot
from cruachan.games.shent.components.material import (
    BAND,
    GALAS,
    GALU,
    GWEND,
    HANNAS,
    IDH,
    MAETH,
    NARCHAD,
    NUTHAD,
    RATH,
    RHACH,
    THURINAS,
    TULU,
)
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import HIDDEN
from cruachan.games.shent.core.flow import top
from cruachan.games.shent.core.state import Aim, State
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.notation.position import observe
from tests.shent.play import in_turn, no, play, said, verbs, waits
from tests.shent.positions import BOARD, put, quest

A, B, C = range(3)
HAND = (GALAS, BAND, RATH, RATH, HANNAS)


def holding(*hand: int, seats: int = 3, **chosen: Any) -> State:
    """a in her preparations with these runes, and a faron on the board."""
    state = in_turn(seats=seats, **chosen)
    for rune in hand:
        state.bag[rune] -= 1
    acts.change(state, A, hand=tuple(sorted(hand)))
    put(state, "faron", 0, A)
    return state


def declared(state: State, mode: str, *runes: int, words: str = "") -> State:
    """A quest in free words."""
    return play(play(state, A, "declare", mode, *runes), A, "free", words=words)


def voted(state: State, *votes: bool) -> State:
    """The others vote, in the order of seats."""
    for seat, vote in zip(waits(state), votes, strict=True):
        state = play(state, seat, "vote", vote)
    return state


# --- What a quest is made of --------------------------------------------------------------


@pytest.mark.rule("S6.1")
def test_two_runes_or_more_from_the_hand() -> None:
    state = holding(*HAND)
    assert no(state, A, "declare", "open", RATH) == "S6.1"
    assert no(state, A, "declare", "open", GALAS, GALAS) == "S6.1"
    assert no(state, A, "declare", "open", MAETH, GALAS) == "S6.1"
    assert ("silent", RATH, RATH) in said(state, A, "declare")
    assert ("silent", GALAS, BAND, RATH) in said(state, A, "declare")
    number = quest(state, A)
    after = declared(state, "secret", GALAS, RATH, words="Ich weiß es.")
    assert after.players[A].hand == (BAND, RATH, HANNAS)
    old, new = after.players[A].quests
    assert (old.number, new.runes, new.words) == (number, (GALAS, RATH), "Ich weiß es.")
    assert (new.aim, new.round) == (None, after.round)


@pytest.mark.rule("S6.1")
def test_as_many_runes_as_the_hand_has() -> None:
    """Sets of more than six are not listed, but the whole hand is, and any of them can be said."""
    eight = (GALAS, NARCHAD, BAND, RATH, MAETH, GWEND, THURINAS, HANNAS)
    state = holding(*eight)
    assert max(len(args) for args in said(state, A, "declare")) == 1 + 8
    for runes in (eight, eight[:7], eight[1:]):
        after = declared(state, "silent", *runes)
        assert after.players[A].quests[0].runes == runes
    assert no(state, A, "declare", "open", *eight[:7], TULU) == "S6.1"
    assert no(state, A, "declare", "open", *eight[:7], GALAS) == "S6.1"


@pytest.mark.rule("S6.1")
@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("declare silent hannas rath galas band maeth gwend thurinas", "en"),
        ("ausrufen schweigsam wachstum zerstoerung kerker weg kampf freundschaft geheimnis", "de"),
    ],
)
def test_a_large_quest_is_said_in_any_order(text: str, lang: Lang) -> None:
    state = holding(GALAS, NARCHAD, BAND, RATH, MAETH, GWEND, THURINAS, HANNAS)
    move = SHENT(BOARD).read_move(state, A, text, lang)
    assert SHENT(BOARD).why_not(state, A, move) is None
    after = SHENT(BOARD).apply(state, A, move)
    runes = top(after).runes
    assert (len(runes), list(runes)) == (7, sorted(runes))


@pytest.mark.rule("S6.1")
def test_at_the_beginning_exactly_two() -> None:
    state = holding(GALAS, BAND, RATH)
    state.stack.append(Declare(A, first=True))
    assert no(state, A, "declare", "open", GALAS, BAND, RATH) == "S6.1"
    assert no(state, A, "declare", "open", GALAS, BAND) == ""


@pytest.mark.rule("S6.1", "S6.5")
def test_an_aim_of_the_engine() -> None:
    state = play(holding(*HAND), A, "declare", "silent", RATH, HANNAS)
    assert verbs(state, A) == ("aim", "free")
    aim = said(state, A, "aim")[0]
    after = play(state, A, "aim", *aim)
    (new,) = after.players[A].quests
    assert new.aim == Aim(*aim)
    assert no(state, A, "aim", "no such", RATH) == "S6.5"


@pytest.mark.rule("S6.5")
def test_an_aim_points_at_its_land_and_at_nothing_else() -> None:
    state = play(holding(*HAND), A, "declare", "silent", RATH, HANNAS)
    points = SHENT(BOARD).presentation.view(state, A)["points"]
    aimed = {move["text"]: move["target"] for point in points for move in point["moves"]}
    assert {text for text, target in aimed.items() if target} == {
        text for text in aimed if set(text.split()) & {land.short for land in BOARD.lands}
    }
    assert all(target in text.split() for text, target in aimed.items() if target)
    assert set(aimed.values()) <= {"", *(land.short for land in BOARD.lands)}
    assert len(set(aimed.values())) > 2


@pytest.mark.rule("S6.2")
def test_what_others_see_by_mode() -> None:
    for mode in ("open", "silent", "secret"):
        state = holding()
        aim = Aim("reach", RATH, (HANNAS,), size=1, land=5)
        quest(state, A, aim, mode=mode, runes=(RATH, HANNAS), words="Nach Westen.")
        (seen,) = observe(state, B).players[A].quests
        assert seen.runes == ((HIDDEN, HIDDEN) if mode == "secret" else (RATH, HANNAS))
        assert (seen.aim, seen.words) == ((aim, "Nach Westen.") if mode == "open" else (None, ""))
        assert observe(state, A).players[A].quests[0].aim == aim
    assert no(holding(*HAND), A, "declare", "loud", GALAS, BAND) == "S6.2"


@pytest.mark.rule("S6.3")
def test_three_quests_at_most() -> None:
    state = holding(*HAND)
    numbers = [quest(state, A, mode=mode) for mode in ("open", "silent", "secret")]
    for number in numbers:
        state.bag[GALAS] -= 1
        state.bag[RATH] -= 1
        assert number
    assert no(state, A, "declare", "open", GALAS, BAND) == "S6.3"
    state = play(state, A, "forsake", numbers[0])
    assert no(state, A, "declare", "open", GALAS, BAND) == ""


@pytest.mark.rule("S6.4")
def test_a_quest_may_be_given_up() -> None:
    state = holding()
    number = quest(state, B, runes=(MAETH, IDH), mode="secret")
    bag = list(state.bag)
    assert no(state, A, "forsake", number) == "S6.4"
    state = play(state, B, "forsake", number)
    assert state.players[B].quests == ()
    assert (state.bag[MAETH], state.bag[IDH]) == (bag[MAETH] + 1, bag[IDH] + 1)


# --- Acceptance ---------------------------------------------------------------------------


@pytest.mark.rule("S6.5")
def test_aims_are_false_when_declared() -> None:
    state = play(holding(*HAND), A, "declare", "silent", RATH, HANNAS)
    for aim in said(state, A, "aim"):
        new = play(state, A, "aim", *aim)
        assert not aims.met(new, A, new.players[A].quests[0]), aim


@pytest.mark.rule("S6.6")
@pytest.mark.parametrize(
    ("votes", "runs"), [((True, True), 1), ((True, False), 1), ((False, False), 0)]
)
def test_an_open_quest_is_voted_on(votes: tuple[bool, ...], runs: int) -> None:
    state = declared(holding(*HAND), "open", GALAS, BAND, words="Ein Dorf im Tal.")
    assert isinstance(top(state), Ballot)
    assert waits(state) == (B, C)
    state = voted(state, *votes)
    assert len(state.players[A].quests) == runs
    assert all(q.accepted for q in state.players[A].quests)


@pytest.mark.rule("S3.8", "S6.6")
@pytest.mark.parametrize(
    ("votes", "hard", "runs"), [("engine", 5, 1), ("engine", 4, 0), ("text", 5, 0)]
)
def test_the_engine_has_a_voice(
    votes: str, hard: int, runs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(aims, "difficulty", lambda *_: hard)
    state = play(holding(*HAND, seats=2, votes=votes), A, "declare", "open", RATH, HANNAS)
    state = play(state, A, "aim", *said(state, A, "aim")[0])
    state = voted(state, False)
    assert len(state.players[A].quests) == runs


@pytest.mark.rule("S6.6")
def test_silent_and_secret_quests_run_at_once() -> None:
    for mode in ("silent", "secret"):
        state = declared(holding(*HAND), mode, GALAS, BAND)
        (new,) = state.players[A].quests
        assert (new.mode, new.accepted, waits(state)) == (mode, False, (A,))


@pytest.mark.rule("S6.7")
def test_three_wordings_with_the_same_stones() -> None:
    state = declared(holding(*HAND), "open", GALAS, BAND, words="eins")
    state = voted(state, False, False)
    assert verbs(state, A) == ("declare",)
    assert said(state, A, "declare") == [(m, GALAS, BAND) for m in ("open", "silent", "secret")]
    assert no(state, A, "declare", "open", GALAS, RATH) == "S6.7"
    kept = declared(state, "silent", GALAS, BAND, words="zwei")
    assert [q.words for q in kept.players[A].quests] == ["zwei"]
    state = voted(declared(state, "open", GALAS, BAND, words="zwei"), False, False)
    state = voted(declared(state, "open", GALAS, BAND, words="drei"), False, False)
    assert state.players[A].quests == ()
    assert state.players[A].hand == tuple(sorted(HAND))
    assert no(state, A, "declare", "open", RATH, HANNAS) == "S6.7"
    assert no(state, A, "march") == ""


@pytest.mark.rule("S6.7")
def test_the_third_wording_of_a_starting_quest_stands() -> None:
    state = holding(GALAS, BAND)
    state.stack.append(Declare(A, first=True))
    for words in ("eins", "zwei"):
        state = voted(declared(state, "open", GALAS, BAND, words=words), False, False)
    state = declared(state, "open", GALAS, BAND, words="drei")
    assert [(q.words, q.accepted) for q in state.players[A].quests] == [("drei", True)]


@pytest.mark.rule("S6.8")
def test_of_hidden_quests_only_that_they_are_there() -> None:
    state = holding(NUTHAD, IDH)
    put(state, "faron", 5, B)
    aim = Aim("reach", RATH, (HANNAS,), size=1, land=5)
    quest(state, B, aim, mode="secret", runes=(RATH, HANNAS))
    other = state.copy()
    (hidden,) = other.players[B].quests
    acts.change(other, B, quests=(hidden._replace(aim=aim._replace(land=7), runes=(GALAS, BAND)),))
    offered = [
        said(play(each, A, "declare", "open", NUTHAD, IDH), A, "aim") for each in (state, other)
    ]
    assert offered[0] == offered[1]
    assert any(Aim(*each).seat == B for each in offered[0])


@pytest.mark.rule("S6.1", "S17.1")
@pytest.mark.parametrize(
    ("matter", "manner", "kind", "names"),
    [
        (RATH, HANNAS, "reach", "land"),
        (GALAS, MAETH, "found", "land"),
        (NUTHAD, IDH, "hinder", "seat"),
        (MAETH, BAND, "hinder", "seat"),
        (MAETH, RHACH, "hold", "land"),
        (NUTHAD, RHACH, "hinder", "seat"),
    ],
)
def test_the_quests_of_the_rulebook(matter: int, manner: int, kind: str, names: str) -> None:
    """Over the pass, a village held by arms, delay, no step unfought, and two that are to fail."""
    state = holding(matter, manner)
    put(state, "faron", 5, B)
    quest(state, B, runes=(TULU, GALU))
    state = play(state, A, "declare", "silent", *sorted((matter, manner)))
    aims_offered = [Aim(*args) for args in said(state, A, "aim")]
    found = [a for a in aims_offered if (a.kind, a.matter, a.manners) == (kind, matter, (manner,))]
    assert found
    assert any(getattr(each, names) >= 0 for each in found)
