"""Riddle contest and enchanted song (S11)."""

from __future__ import annotations

import pytest

from cruachan.engine.game import NOBODY
from cruachan.games.shent.chapters.challenges import Challenge
from cruachan.games.shent.chapters.rounds import TurnFrame
from cruachan.games.shent.components.material import GWEND, NARCHAD, NAUR
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import FOES, HOST, TRACK
from cruachan.games.shent.core.flow import top
from cruachan.games.shent.core.state import State
from tests.shent.arena import (
    HERE,
    A,
    B,
    C,
    bids,
    field,
    find,
    go,
    left,
    token,
    wanting,
)
from tests.shent.play import fall, no, play, said, verbs, waits
from tests.shent.positions import put


def begun(state: State, other: int = B) -> State:
    """The contest of a has begun; both are asked what they want."""
    return play(state, A, "contest", HERE, other)


def kind(state: State) -> str:
    """What kind of contest it has become."""
    frames = [each for each in state.stack if type(each).__name__ in ("Challenge", "Contest")]
    return str(frames[-1].kind)


# --- What is wanted (S11.1, S11.2) --------------------------------------------------------


@pytest.mark.rule("S11.1", "S4.11")
def test_both_say_at_once_what_they_want() -> None:
    state = begun(field("gollor maethor", "saelon maethor"))
    assert set(waits(state)) == {A, B}
    assert said(state, A, "want") == [("fight",), ("riddle",)]
    assert no(state, A, "want", "song") == "S11.6"
    state = play(state, B, "want", "riddle")
    assert waits(state) == (A,)
    assert kind(play(state, A, "want", "riddle")) == "riddle"
    assert kind(play(state, A, "want", "fight")) == "fight"


@pytest.mark.rule("S11.1")
def test_without_a_choice_nobody_is_asked() -> None:
    state = begun(field("maethor", "faron"))
    assert verbs(state, A) == ("send",)


@pytest.mark.rule("S11.1", "S11.6")
def test_a_song_takes_place_and_the_active_player_sings_if_both_demand_it() -> None:
    state = begun(field("pethdan", "faron"))
    assert said(state, A, "want") == [("fight",), ("song",)]
    sung = play(state, A, "want", "song")
    assert (kind(sung), top(sung).singer) == ("song", A)
    both = field("maethor pethdan", "faron")
    assert verbs(begun(both), B) == ()
    state = begun(field("faron", "talagan"))
    assert (kind(play(state, B, "want", "song")), waits(state)) == ("song", (B,))


@pytest.mark.rule("S11.2")
@pytest.mark.parametrize(
    ("theirs", "forced"), [("saelon", True), ("saelon maethor", False), ("pethdan", False)]
)
def test_a_riddle_is_forced_on_a_side_without_strength(theirs: str, forced: bool) -> None:
    state = wanting(begun(field("gollor", theirs)), "riddle", "fight")
    assert kind(state) == ("riddle" if forced else "fight")


@pytest.mark.rule("S11.2")
def test_the_other_side_may_force_it_as_well() -> None:
    assert kind(wanting(begun(field("saelon", "gollor maethor")), "fight", "riddle")) == "riddle"


@pytest.mark.rule("S11.2")
def test_a_riddle_needs_wisdom_on_both_sides() -> None:
    state = begun(field("gollor", "maethor"))
    assert kind(state) == "fight"
    state = begun(field("gollor pethdan", "maethor"))
    assert no(state, A, "want", "riddle") == "S11.2"


@pytest.mark.rule("S11.2", "S24.6")
def test_who_lusts_for_battle_takes_no_riddle() -> None:
    state = field("gollor", "saelon")
    token(state, "lust", strength=1, seat=B)
    assert kind(begun(state)) == "fight"


@pytest.mark.rule("S11.1")
def test_it_is_a_fight_if_magic_leaves_nobody_to_riddle() -> None:
    state = field("gollor maethor", "saelon faron")
    acts.change(state, A, wish="always", hand=(NARCHAD,))
    state = wanting(begun(state), "riddle", "riddle")
    state = play(state, A, "cast", -1, NARCHAD)
    state = play(state, A, "choose", "narchad.death", HERE, -1)
    state = play(state, A, "aimat", (find(state, "saelon", B),))
    state = fall(play(state, A, "points", 0, 0), 8)
    assert left(state, B) == ["faron"]
    assert kind(state) == "fight"
    assert verbs(state, A) == ("send",)


@pytest.mark.rule("S11.1", "S14.7")
def test_a_truce_before_the_contest_leaves_nothing_of_it() -> None:
    state = field("gollor maethor", "saelon faron")
    acts.change(state, B, wish="always", hand=(GWEND,))
    acts.change(state, A, wish="always", hand=(GWEND,))
    state = wanting(begun(state), "riddle", "riddle")
    for seat in (A, B):
        state = play(state, seat, "cast", -1, GWEND)
    state = play(state, A, "choose", "gwend.truce", HERE, -1)
    state = play(fall(play(state, A, "points", 0, 0), 1), B, "pass")
    assert state.players[B].hand == (GWEND,)
    assert not any(piece.fought for piece in state.pieces)
    assert top(state).phase == "move2"


# --- The riddle contest (S11.3 to S11.5) --------------------------------------------------


def riddle(mine: str = "saelon", theirs: str = "gollor maethor") -> State:
    """A riddle contest that both want."""
    return wanting(begun(field(mine, theirs)), "riddle", "riddle")


@pytest.mark.rule("S11.3", "S11.4", "S11.5", "S10.6")
def test_the_example_of_the_rulebook() -> None:
    state = riddle()
    assert set(waits(state)) == {A, B}
    state = bids(state, a=4)
    assert state.players[A].golu == 20
    state = fall(state, 4, 2)
    assert next(d for d in state.domain_events if d.what == DomainEventKind.MEASURED).more[3:5] == (
        10,
        7,
    )
    assert (state.players[A].golu, state.players[B].golu) == (21, 33)
    assert waits(state) == (A,)
    gone = play(state, A, "accept")
    assert left(gone, B) == []
    away = [piece for piece in gone.pieces if piece.land == TRACK]
    assert [(piece.left, piece.back - gone.clock) for piece in away] == [(HERE, 3)] * 2
    assert sorted(left(play(state, A, "decline"), B)) == ["gollor", "maethor"]


@pytest.mark.rule("S11.3", "S2.6")
def test_each_names_one_with_wisdom_and_neither_element_nor_building_counts() -> None:
    state = field("saelon gollor maethor", "saelon")
    state.sky = NAUR
    put(state, "ost", HERE, A)
    state = wanting(begun(state), "riddle", "riddle")
    assert waits(state) == (A,)
    assert no(state, A, "champion", find(state, "maethor", A)) == "S11.3"
    saelon = find(state, "saelon", A)
    token(state, "support", strength=2, pieces=(saelon,))
    state = fall(bids(play(state, A, "champion", saelon)), 1, 1)
    assert next(d for d in state.domain_events if d.what == DomainEventKind.MEASURED).more[3:5] == (
        5,
        3,
    )


@pytest.mark.rule("S11.4")
def test_a_tie_changes_nothing() -> None:
    state = fall(bids(riddle("saelon", "saelon")), 3, 3)
    assert (state.players[A].golu, state.players[B].golu) == (30, 30)
    assert top(state).phase == "move2"


@pytest.mark.rule("S11.5", "S4.8")
def test_at_most_ten_rounds_allies_too_buildings_and_hidden_figures_not() -> None:
    state = field("gollor", "saelon dru faron maethor")
    put(state, "talan", HERE, B)
    acts.change_piece(state, find(state, "faron", B), hidden=2)
    token(state, "asleep", strength=3, pieces=(find(state, "maethor", B),))
    acts.change(state, A, golu=100)
    state = wanting(begun(state), "riddle", "riddle")
    state = play(fall(bids(state, a=6), 8, 1), A, "accept")
    assert left(state, B) == ["faron", "maethor"]
    away = [piece for piece in state.pieces if piece.land == TRACK]
    assert [piece.back - state.clock for piece in away] == [10, 10]
    assert any(piece.land == HERE and piece.leader == B for piece in state.pieces)


@pytest.mark.rule("S11.5", "S10.3")
def test_who_comes_back_can_be_challenged_again() -> None:
    state = play(fall(bids(riddle(), a=4), 4, 2), A, "accept")
    acts.to_supply(state, find(state, "saelon", A))
    state.clock += 3
    state.stack = [TurnFrame(B)]
    go(state)
    assert sorted(left(state, B)) == ["gollor", "maethor"]
    assert not any(state.pieces[find(state, each, B)].fought for each in ("gollor", "maethor"))


@pytest.mark.rule("S11.5", "S8.12")
def test_a_hired_dragon_taken_off_is_hired_no_more() -> None:
    state = field("pethdan")
    dragon = put(state, "urlug", HERE, B)
    state = fall(bids(wanting(begun(state), "song", "fight"), a=7), 8, 1)
    state = play(state, A, "accept")
    assert (state.pieces[dragon].land, state.pieces[dragon].leader) == (TRACK, NOBODY)


@pytest.mark.rule("S10.3", "S11.3")
def test_a_riddle_is_the_challenge_of_all_on_both_sides() -> None:
    state = fall(bids(riddle("saelon maethor")), 1, 1)
    state = play(state, B, "decline")
    here = [piece for piece in state.pieces if piece.land == HERE]
    assert len(here) == 4
    assert all(piece.fought for piece in here)


# --- The song (S11.6, S11.7) --------------------------------------------------------------


@pytest.mark.rule("S11.6")
@pytest.mark.parametrize("company", ["randir", "saelon", "gollor", "pethdan", "talagan"])
def test_the_learned_protect_their_company_from_a_song(company: str) -> None:
    state = begun(field("talagan maethor", f"maethor dru {company}"))
    assert ("song",) not in said(state, A, "want")


@pytest.mark.rule("S11.6")
def test_one_who_has_fought_protects_its_company_too() -> None:
    state = field("talagan maethor", "maethor randir")
    acts.change_piece(state, find(state, "randir", B), fought=True)
    assert verbs(begun(state), A) == ("send",)


@pytest.mark.rule("S11.6")
def test_only_bards_and_wordsmiths_sing() -> None:
    assert verbs(begun(field("gollor saelon", "maethor dru")), B) == ("send",)
    assert ("song",) in said(begun(field("talagan", "faron maethor thalion dru")), A, "want")


@pytest.mark.rule("S11.6")
def test_a_host_cannot_be_sung_away() -> None:
    state = field("talagan")
    token(state, "host", strength=3, seat=A)
    assert verbs(begun(state, HOST), C) == ("split",)


@pytest.mark.rule("S11.7", "S11.4")
def test_wisdom_and_golu_against_strength_and_tur() -> None:
    state = field("talagan", "thalion faron adan")
    state.sky = NAUR
    put(state, "ost", HERE, B)
    state = wanting(begun(state), "song", "fight")
    assert waits(state) == (B,)
    assert no(state, B, "champion", find(state, "adan", B)) == "S11.7"
    state = play(state, B, "champion", find(state, "faron", B))
    state = bids(state, a=2, b=1)
    assert (state.players[A].golu, state.players[A].tur) == (27, 30)
    assert (state.players[B].golu, state.players[B].tur) == (30, 29)
    state = fall(state, 1, 6)
    assert next(d for d in state.domain_events if d.what == DomainEventKind.MEASURED).more[3:5] == (
        5,
        8,
    )
    assert (state.players[A].golu, state.players[B].golu) == (30, 31)
    assert left(play(state, B, "accept"), A) == []


@pytest.mark.rule("S11.6", "S11.7")
def test_of_foes_the_strongest_steps_forth_without_points_or_gain() -> None:
    state = field("pethdan faron", "", "dru adan")
    state = wanting(begun(state, FOES), "song", "")
    assert isinstance(top(state), Challenge)
    assert top(state).two == (FOES, find(state, "adan", FOES))
    assert waits(state) == (A,)
    state = bids(state)
    lost = fall(state, 1, 1)
    assert sorted(left(lost, A)) == ["faron", "pethdan"]
    assert lost.players[A].golu == 33
    won = play(fall(state, 8, 1), A, "accept")
    assert left(won, FOES) == []
    assert won.players[A].golu == 31
    assert sum(piece.land == TRACK for piece in won.pieces) == 2


@pytest.mark.rule("S11.7")
def test_of_a_side_of_allies_only_the_strongest_steps_forth() -> None:
    state = field("pethdan")
    put(state, "urlug", HERE, B)
    put(state, "adan", HERE, B)
    state = wanting(begun(state), "song", "fight")
    assert top(state).two == (B, find(state, "urlug", B))
