"""What a hint of Gallia Cisalpina says: a win is seen, nothing is looked at twice, reasons are none
of the move itself, and the question is short."""

from __future__ import annotations

from random import Random

import pytest

from cruachan.bots.advice import Advice, advise
from cruachan.engine.game import Decision
from cruachan.engine.texts import LANGS, Lang, Texts
from cruachan.games.gallia.state import State

from .positions import GAME, RICH, after, moves_of, position

OPEN_CAPITAL = position("a:turn", a="Oro1,Cen1,Ven1,Tau6,Boi1,Fri3", b="Lin2")
"""A army stands beside the enemy capital, in which nobody is."""


def _at(text: str) -> State:
    return GAME.read_position(text)


def _asked(state: State) -> Decision[State, int]:
    (seat,) = GAME.to_act(state)
    return Decision(seat, state, GAME.legal_moves(state, seat), names=("Mara", "Bran"))


def _advice(state: State) -> Advice:
    found = advise(GAME, _asked(state), Random(1))
    assert found is not None
    return found


def _reason(state: State, text: str, lang: Lang) -> str:
    (seat,) = GAME.to_act(state)
    move = moves_of(state)[text]
    return GAME.presentation.reason(state, seat, move, ("Mara", "Bran"), lang)


def test_a_hint_walks_into_an_empty_capital() -> None:
    state = _at(OPEN_CAPITAL)
    found = _advice(state)
    assert found.moves[0].move == moves_of(state)["move Boi1 Ari"]
    assert found.wins


def test_a_win_that_takes_two_answers_is_found_as_well() -> None:
    """The army is larger than one: how many go is asked first."""
    state = _at(position("a:turn", a="Med2,Boi4", b="Lin2"))
    found = _advice(state)
    assert found.moves[0].move == moves_of(state)["move Boi4 Ari"]
    assert found.wins


def test_no_hint_looks_at_a_back_that_is_known() -> None:
    state = _at(after(position("a:turn", cards=f"Ins={RICH}a"), "recruit 3"))
    known = moves_of(state)["scout Ins"]
    points = GAME.presentation.view(state, 0)["points"]
    offers = {each["move"]: each["aside"] for point in points for each in point["moves"]}
    assert [move for move, aside in offers.items() if aside] == [known]
    assert known not in [each.move for each in _advice(state).moves]


@pytest.mark.parametrize("lang", LANGS)
def test_reasons_say_more_than_the_move(lang: Lang) -> None:
    texts = Texts("cruachan.games.gallia", lang)
    start = position("a:turn", a="Med4,Tau2", b="Ari5,Ins1", cards=f"Boi={RICH}a")
    scouting, first = _at(after(start, "recruit 3")), _at(start)
    assert _reason(scouting, "scout Boi", lang) == texts("reason.known")
    assert _reason(scouting, "scout Oro", lang) == texts("reason.scout")
    assert _reason(scouting, "scout none", lang) == texts("reason.no_scout")
    assert "Orobii" in _reason(first, "move Med4 Oro", lang)
    assert _reason(first, "move Tau2 Ins", lang)
    moved = _at(after(start, "move Tau2 Lig", "send 1"))
    assert _reason(moved, "end", lang) == texts("reason.end")


@pytest.mark.parametrize(("lang", "one"), [("en", "1 cards"), ("de", "1 Karten")])
def test_who_keeps_one_card_keeps_no_cards(lang: Lang, one: str) -> None:
    state = _at(after(position("a:turn", a="Med4,Oro4", b="Ari5,Ins1"), "move Oro4 Ins"))
    said = _reason(state, "fight 2", lang)
    assert "Bran" in said
    assert one not in said


@pytest.mark.parametrize("lang", LANGS)
def test_a_turn_begins_with_one_short_question(lang: Lang) -> None:
    """What feeds nobody is not counted."""
    first = GAME.presentation.view(_at(position("a:turn")), 0, (), lang)["prompt"]
    assert "0" not in first
    assert len(first) < 80
    later = _at(position("a:turn", a="Med4,Oro2", b="Ari5"))
    assert "2" in GAME.presentation.view(later, 0, (), lang)["prompt"]


@pytest.mark.parametrize(
    ("lang", "place"), [("en", "Ariminum, the enemy capital"), ("de", "Ariminum")]
)
def test_the_end_says_how_it_came(lang: Lang, place: str) -> None:
    over = _at(after(OPEN_CAPITAL, "move Boi1 Ari"))
    assert place in GAME.presentation.view(over, 0, ("Mara", "Bran"), lang)["prompt"]
