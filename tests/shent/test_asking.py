"""When somebody is asked for magic, with which odds, and what is made by itself (S14.8)."""

from __future__ import annotations

import pytest

from cruachan.games.shent.chapters.countermagic import Moment
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.rounds import Round
from cruachan.games.shent.components.material import GALAS, GALU, NARCHAD, RATH, RHACH, TULU
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import HAND, NOWHERE
from cruachan.games.shent.core.flow import run, top
from cruachan.games.shent.core.state import State
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.view.view import view
from tests.shent.arena import field, fight, find, give, pair
from tests.shent.play import in_turn, play, said, verbs, waits
from tests.shent.positions import BOARD, put

A, B, C = range(3)
HERE, THERE = 0, 12
GAME = SHENT(BOARD)


def before_a_march(*runes: int, wish: str = "touched") -> State:
    """b stands beside a, who is about to march, and holds runes."""
    state = give(in_turn(), B, *runes, wish=wish)
    put(state, "faron", HERE, A)
    put(state, "faron", HERE, B)
    return play(state, A, "march")


def on_a_reading(rune: int, strength: int, *runes: int, wish: str = "touched") -> State:
    """a, who holds runes, has an event that is read and about to work."""
    state = give(in_turn("events"), A, *runes, wish=wish)
    acts.change(state, A, tur=0, golu=0)
    piece = put(state, "faron", HERE, A)
    key, target = {NARCHAD: ("narchad.death", (piece,)), TULU: ("tulu.gift", ())}[rune]
    event = Event(A, HERE, (piece,), rune=rune, strength=strength, step="moment")
    state.stack.append(event._replace(reading=key, target=target))
    run(state)
    return state


def idle(state: State, seat: int) -> str:
    """The move that the page makes by itself for a seat."""
    return view(state, GAME.observe(state, seat), seat)["idle"]


@pytest.mark.rule("S14.8")
@pytest.mark.parametrize("wish", ["round", "attacked"])
def test_a_wish_leaves_one_alone_before_marches(wish: str) -> None:
    assert B in waits(before_a_march(NARCHAD))
    assert B not in waits(before_a_march(NARCHAD, wish=wish))


@pytest.mark.rule("S14.8")
@pytest.mark.parametrize(("wish", "asked"), [("attacked", True), ("round", False)])
def test_who_is_attacked_is_asked_unless_the_round_is_to_be_quiet(wish: str, asked: bool) -> None:
    """In a contest, and by a bad rune in an own event."""
    state = give(field("maethor", "maethor"), B, NARCHAD, wish=wish)
    assert (B in waits(fight(state, B))) is asked
    assert isinstance(top(on_a_reading(NARCHAD, 3, GALAS, wish=wish)), Moment) is asked


@pytest.mark.rule("S14.8")
def test_a_good_rune_is_no_attack() -> None:
    assert isinstance(top(on_a_reading(TULU, 3, RHACH)), Moment)
    assert not isinstance(top(on_a_reading(TULU, 3, RHACH, wish="attacked")), Moment)


@pytest.mark.rule("S14.8")
def test_a_quiet_round_ends_with_the_round() -> None:
    state = in_turn()
    acts.change(state, B, wish="round")
    acts.change(state, C, wish="attacked")
    state.stack = [Round()]
    state.stack[0].go(state)
    assert [state.players[seat].wish for seat in (B, C)] == ["touched", "attacked"]


@pytest.mark.rule("S14.8")
def test_a_wish_in_a_moment_says_no_too() -> None:
    state = before_a_march(NARCHAD)
    assert said(state, B, "wish") == [("never",), ("round",), ("attacked",)]
    after = play(state, B, "wish", "round")
    assert (after.players[B].wish, after.players[B].hand) == ("round", (NARCHAD,))
    assert B not in waits(after)
    attacked = on_a_reading(NARCHAD, 3, GALAS)
    assert said(attacked, A, "wish") == [("never",), ("round",)], "she would be asked in it"


def test_former_rules_have_three_wishes_and_none_in_a_moment() -> None:
    state = give(in_turn(), B, NARCHAD)
    state.rules = 3
    put(state, "faron", HERE, A)
    put(state, "faron", HERE, B)
    assert said(state, B, "wish") == [("never",), ("always",)]
    assert verbs(play(state, A, "march"), B) == ("cast", "pass")


@pytest.mark.parametrize(
    ("state", "seat", "made"),
    [
        (before_a_march(NARCHAD), B, ""),
        (before_a_march(RATH), B, "pass"),
        (before_a_march(RATH, wish="always"), B, ""),
        (on_a_reading(NARCHAD, 3, GALAS), A, ""),
        (on_a_reading(NARCHAD, 8, RATH), A, "pass"),
        (on_a_reading(TULU, 3, RHACH), A, "pass"),
        (on_a_reading(TULU, 3, RHACH, wish="always"), A, ""),
    ],
    ids=["harm", "good", "always", "opposite", "hopeless", "luck", "luck always"],
)
def test_one_is_asked_only_when_magic_could_matter(state: State, seat: int, made: str) -> None:
    """Before a march by what harms; on a reading by what can win against a bad one."""
    assert seat in waits(state)
    assert idle(state, seat) == made


def test_nobody_is_asked_to_say_done_when_nothing_else_can_be_done() -> None:
    state = in_turn("move")
    assert idle(state, A) == "done"
    put(state, "faron", HERE, A, steps=1)
    assert idle(state, A) == ""


@pytest.mark.rule("S10.6")
@pytest.mark.parametrize(
    ("mine", "tur", "theirs", "made"),
    [("urlug", 3, 0, "bid 0"), ("urlug", 3, 3, ""), ("urlug", 0, 3, ""), ("maethor", 3, 0, "")],
    ids=["won anyway", "both could pay", "the other could pay", "close"],
)
def test_points_are_asked_for_where_they_could_change_the_result(
    mine: str, tur: int, theirs: int, made: str
) -> None:
    """A dragon beats a seeker whatever is drawn, unless the seeker's lord pays."""
    state = field(mine, "randir")
    acts.change(state, A, tur=tur)
    acts.change(state, B, tur=theirs)
    state = pair(fight(state, B), find(state, mine, A), find(state, "randir", B))
    for seat in waits(state):
        assert idle(state, seat) == made
    assert waits(state)


def test_others_do_not_learn_what_could_matter() -> None:
    """Nothing of it is in anybody else's view, and nobody is asked less because of a hand."""
    for rune in (NARCHAD, RATH):
        state = before_a_march(rune)
        assert waits(state) == (B,)
        assert [idle(state, seat) for seat in (A, C)] == ["", ""]


def test_odds_of_a_counter() -> None:
    """By the numbers in the bag: 8 ones, 7 twos and so on, of 36."""
    state = on_a_reading(NARCHAD, 3, GALAS, GALU)
    acts.change(state, A, tur=3, golu=0)
    moment = top(state)
    assert moment.odds(state, A, (HAND, GALAS)) == (58, 100), "3 or more; with two points 1 or more"
    assert moment.odds(state, A, (HAND, GALU)) == (8, 28), "kin or other: 7 or more"
    cards = {card["move"]: card for card in view(state, GAME.observe(state, A), A)["deck"]}
    assert cards["counter hand galas"]["odds"] == "58 %, with points up to 100 %"


def test_odds_of_a_cast_are_told_with_its_points() -> None:
    state = give(in_turn(), A, NARCHAD)
    acts.change(state, A, tur=1, golu=0)
    maethor = put(state, "maethor", HERE, B)
    state = play(play(state, A, "cast", HAND, NARCHAD), A, "choose", "narchad.death", HERE, NOWHERE)
    if "aimat" in verbs(state, A):
        state = play(state, A, "aimat", (maethor,))
    assert [top(state).odds(state, points) for points in (0, 1)] == [42, 58], "more than 3"
