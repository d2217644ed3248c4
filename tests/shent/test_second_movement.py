"""The second movement (S12)."""

from __future__ import annotations

import pytest

from cruachan.engine.game import NOBODY
from cruachan.games.shent.chapters.challenges import Challenge
from cruachan.games.shent.chapters.contests import Contest
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.movement import AskPeace
from cruachan.games.shent.components.material import BAND, IDH, MAETH, NUTHAD, RIM
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import FOES
from cruachan.games.shent.core.flow import set_turn, top
from cruachan.games.shent.core.house_rules import BEFORE_HOUSE_RULES, RULES
from cruachan.games.shent.core.presence import must_fight, opponents
from cruachan.games.shent.core.reading import STORY
from cruachan.games.shent.core.state import THIS_TURN, State, Token, in_peace, land_sum, tokens
from tests.shent.play import fall, in_turn, no, play, said, verbs, waits
from tests.shent.positions import BOARD, far, near, put

A, B, C = range(3)


def plain(land: int) -> bool:
    """Whether a land has no printed rune and is not of a's element."""
    return BOARD.lands[land].rune is None and BOARD.lands[land].element != A


HERE = next(
    land
    for land in range(len(BOARD.lands))
    if plain(land) and sum(map(plain, BOARD.near[land])) > 2
)
THERE, ELSEWHERE, THIRD = [land for land in BOARD.near[HERE] if plain(land)][:3]


def second(kind: str = "faron", land: int = HERE, steps: int = 1) -> tuple[State, int]:
    """a in her second movement with a figure that has steps left."""
    state = in_turn("move2")
    return state, put(state, kind, land, A, steps=steps)


def story(state: State) -> State:
    """An event that is only a story, whoever reads it: galas 1."""
    state = fall(state, 0, 1)
    (narrator,) = waits(state)
    return play(play(state, narrator, "read", STORY, ()), A, "accept")


# --- Going back ---------------------------------------------------------------------------


@pytest.mark.rule("S12.1", "S28.2")
def test_who_must_go_back_goes_first() -> None:
    state, other = second()
    turned = put(state, "maethor", THERE, A, left=HERE)
    acts.lay(state, Token(TokenKind.BACK, THERE, 4, A, pieces=(turned,), until=THIS_TURN))
    tur = state.players[A].tur
    assert no(state, A, "step", other, THERE) == "S12.1"
    assert no(state, A, "step", turned, near(state, THERE)[0]) in ("S12.1", "")
    assert no(state, A, "done") == "S28.2"
    state = play(state, A, "step", turned, HERE)
    assert (state.pieces[turned].land, state.players[A].tur) == (HERE, tur)
    assert (tokens(state, TokenKind.BACK), state.turn.fresh) == ([], ())
    assert no(state, A, "step", turned, THERE) == "S12.2"
    assert no(state, A, "step", other, THERE) == ""


@pytest.mark.rule("S28.2")
@pytest.mark.parametrize("rules", [BEFORE_HOUSE_RULES, RULES])
def test_who_was_carried_elsewhere_stays_there(rules: int) -> None:
    """By former rules one that was swept next door had to go into the land that turned it back."""
    for obstacle, former in ((near(in_turn(), HERE)[0], "S28.2"), (far(in_turn(), HERE, 2), "")):
        state = in_turn("move2")
        state.rules = rules
        turned = put(state, "faron", obstacle, A, left=near(state, obstacle)[0], steps=1)
        acts.lay(state, Token(TokenKind.BACK, obstacle, 4, A, pieces=(turned,), until=THIS_TURN))
        acts.relocate(state, turned, HERE)
        assert no(state, A, "done") == (former if rules == BEFORE_HOUSE_RULES else "")
        if rules == RULES:
            assert no(state, A, "step", turned, near(state, HERE)[0]) == "S12.2"
            assert said(state, A, "step") == said(state, A, "stay") == []


@pytest.mark.rule("S28.2")
def test_who_cannot_go_back_moves_no_more() -> None:
    state, _ = second()
    turned = put(state, "faron", THERE, A, left=HERE, steps=1)
    on = next(land for land in near(state, THERE) if land != HERE)
    acts.lay(state, Token(TokenKind.BACK, THERE, 4, A, pieces=(turned,), until=THIS_TURN))
    assert no(state, A, "step", turned, HERE) == ""
    acts.lay(state, Token(TokenKind.WALL, HERE, 3))
    assert (no(state, A, "step", turned, on), no(state, A, "done")) == ("S28.2", "")


@pytest.mark.rule("S28.2")
def test_allies_go_back_with_who_leads_them() -> None:
    state, _ = second()
    leader = put(state, "faron", THERE, A, left=HERE)
    ally = put(state, "dru", THERE, A, left=HERE)
    both = Token(TokenKind.BACK, THERE, 4, A, pieces=(leader, ally), until=THIS_TURN)
    acts.lay(state, both)
    assert no(state, A, "step", ally, HERE) == "S12.1"
    after = play(state, A, "step", leader, HERE)
    assert [after.pieces[each].land for each in (leader, ally)] == [HERE, HERE]
    assert (after.pieces[ally].leader, tokens(after, TokenKind.BACK)) == (A, [])
    acts.lay(state, Token(TokenKind.BAND, THERE, 2, A, pieces=(leader,)))
    assert no(state, A, "done") == "", "the ally stays where its leader is held"


@pytest.mark.rule("S12.1", "S19.10", "S19.12")
@pytest.mark.parametrize("weather", [(NUTHAD, 3), (IDH, 6)])
def test_going_back_is_free_and_always_possible(weather: tuple[int, int]) -> None:
    state, other = second()
    state.weather = weather
    acts.change(state, A, tur=0)
    turned = put(state, "maethor", THERE, A, left=HERE)
    acts.lay(state, Token(TokenKind.BACK, THERE, 4, A, pieces=(turned,), until=THIS_TURN))
    state = play(state, A, "step", turned, HERE)
    assert state.pieces[turned].land == HERE
    assert no(state, A, "step", other, THERE) in ("S19.10", "S19.12")


# --- Who may step -------------------------------------------------------------------------


@pytest.mark.rule("S12.2")
def test_steps_beyond_the_first() -> None:
    state = in_turn()
    faron, maethor = put(state, "faron", HERE, A), put(state, "maethor", HERE, A)
    for land in range(len(BOARD.lands)):
        state.markers[land] = A
    state = play(state, A, "march")
    for piece in (faron, maethor):
        state = play(state, A, "step", piece, THERE)
    state = play(state, A, "done")
    assert top(state).phase == "move2"
    assert no(state, A, "step", maethor, HERE) == "S12.2"
    state = play(state, A, "step", faron, HERE)
    assert no(state, A, "step", faron, THERE) == "S12.2"


@pytest.mark.rule("S12.2", "S8.2")
@pytest.mark.parametrize(("kind", "left"), [("maethor", 1), ("faron", 2)])
def test_who_was_hindered_has_a_step_now(kind: str, left: int) -> None:
    state = in_turn()
    piece = put(state, kind, HERE, A)
    state.markers[HERE] = A
    state.bag[BAND] -= 1
    state.tokens.append(Token(TokenKind.BAND, HERE, 3, A, pieces=(piece,), stone=BAND))
    state = play(play(state, A, "march"), A, "done")
    assert top(state).phase == "contest"
    held = play(state, A, "done")
    assert no(held, A, "step", piece, THERE) == "S8.2"
    state = fall(play(play(state, A, "break", HERE), A, "bid", 0), 8)
    assert (top(state).phase, state.pieces[piece].steps) == ("move2", left)
    assert no(state, A, "step", piece, THERE) == ""


@pytest.mark.rule("S12.2", "S8.3")
def test_allies_follow_here_too() -> None:
    state, faron = second()
    ally = put(state, "dru", HERE, A, steps=1)
    assert no(state, A, "step", ally, THERE) == "S8.3"
    state = play(state, A, "step", faron, THERE)
    assert no(state, A, "step", ally, THERE) == ""


@pytest.mark.rule("S12.2", "S30.4", "S33.5")
@pytest.mark.parametrize("kind", ["still", "rest"])
def test_who_has_no_second_movement(kind: str) -> None:
    state, faron = second()
    acts.lay(state, Token(TokenKind(kind), HERE, pieces=(faron,), until=THIS_TURN))
    assert no(state, A, "step", faron, THERE) == "S12.2"


@pytest.mark.rule("S12.2", "S28.3")
def test_a_wall_is_entered_only_with_the_first_step_of_a_turn() -> None:
    state, faron = second()
    acts.lay(state, Token(TokenKind.WALL, THERE, 3, until=9))
    hindered = state.copy()
    acts.change_piece(state, faron, left=ELSEWHERE)
    assert no(state, A, "step", faron, THERE) == "S28.3"
    acts.change_piece(hindered, faron, steps=2)
    after = play(hindered, A, "step", faron, THERE)
    assert (after.pieces[faron].land, after.pieces[faron].steps) == (THERE, 0)


def rooted(tur: int = 10) -> tuple[State, int, int]:
    """a in her second movement; her maethor had no step where land and sky are hostile."""
    state = in_turn()
    state.sky = 3
    acts.change(state, A, tur=tur)
    land = next(
        number
        for number, each in enumerate(BOARD.lands)
        if each.element == 3 and any(map(plain, BOARD.near[number]))
    )
    piece = put(state, "maethor", land, A)
    state.markers[land] = A
    assert land_sum(state, A, land) == -4
    state = play(play(state, A, "march"), A, "done")
    assert top(state).phase == "move2"
    return state, piece, next(filter(plain, BOARD.near[land]))


@pytest.mark.rule("S12.3")
def test_leaving_for_three() -> None:
    state, piece, there = rooted()
    state = play(state, A, "step", piece, there)
    assert (state.pieces[piece].land, state.players[A].tur) == (there, 7)
    assert no(state, A, "step", piece, near(state, there)[0]) == "S12.2"
    state, piece, there = rooted(tur=2)
    assert no(state, A, "step", piece, there) == "S12.3"


@pytest.mark.rule("S12.3", "S2.8")
def test_who_moved_into_a_hostile_land_has_had_her_step() -> None:
    state = in_turn()
    state.sky = 3
    hostile = next(n for n, each in enumerate(BOARD.lands) if each.element == 3)
    start = next(n for n in BOARD.near[hostile] if BOARD.lands[n].element != 3)
    piece = put(state, "maethor", start, A)
    state.markers = [A] * len(BOARD.lands)
    state = play(play(state, A, "march"), A, "step", piece, hostile)
    state.tokens.append(Token(TokenKind.MIST, hostile, until=9))
    state = play(state, A, "done")
    assert (top(state).phase, land_sum(state, A, hostile)) == ("move2", -4)
    assert no(state, A, "step", piece, start) == "S12.2"


# --- No step to a fight -------------------------------------------------------------------


@pytest.mark.rule("S12.4")
def test_not_to_a_foe_that_is_awake_and_free() -> None:
    state, faron = second()
    foe = put(state, "dru", THERE, fought=True)
    assert no(state, A, "step", faron, THERE) == "S12.4"
    for kind in ("asleep", "captive"):
        calm = state.copy()
        acts.lay(calm, Token(TokenKind(kind), THERE, 9, pieces=(foe,)))
        assert no(calm, A, "step", faron, THERE) == ""


@pytest.mark.rule("S12.4")
def test_peace_is_offered_and_accepted() -> None:
    state, faron = second()
    put(state, "faron", THERE, B)
    put(state, "faron", THERE, C)
    state = play(state, A, "step", faron, THERE)
    assert isinstance(top(state), AskPeace)
    assert waits(state) == (B, C)
    state = play(state, B, "accept")
    assert state.pieces[faron].land == HERE
    state = play(state, C, "accept")
    assert state.pieces[faron].land == THERE
    assert in_peace(state, THERE, A, B)
    assert in_peace(state, THERE, A, C)


@pytest.mark.rule("S12.4", "S8.7")
def test_a_guest_is_not_asked_beside_the_holder() -> None:
    state, faron = second()
    put(state, "faron", THERE, B)
    put(state, "faron", THERE, C)
    state.markers[THERE] = B
    state = play(state, A, "step", faron, THERE)
    assert waits(state) == (B,)
    state = play(state, B, "accept")
    assert (state.pieces[faron].land, state.markers[THERE]) == (THERE, B)
    assert in_peace(state, THERE, A, B)
    assert not in_peace(state, THERE, A, C)
    assert opponents(state, A, THERE) == []


@pytest.mark.rule("S12.4", "S8.7")
def test_into_her_own_land_she_brings_peace_herself() -> None:
    state, faron = second()
    put(state, "faron", THERE, C)
    state.markers[THERE] = A
    warlike = state.copy()
    warlike.weather = (MAETH, 2)
    assert no(warlike, A, "step", faron, THERE) == "S12.4"
    state = play(state, A, "step", faron, THERE)
    assert state.pieces[faron].land == THERE
    assert in_peace(state, THERE, A, C)


@pytest.mark.rule("S12.4", "S19.10")
def test_one_who_declines_is_enough_and_nothing_is_paid() -> None:
    state, faron = second()
    state.weather = (NUTHAD, 3)
    put(state, "faron", THERE, B)
    put(state, "faron", THERE, C)
    tur = state.players[A].tur
    state = play(state, A, "step", faron, THERE)
    state = play(play(state, B, "accept"), C, "decline")
    assert (state.pieces[faron].land, state.players[A].tur) == (HERE, tur)
    assert not in_peace(state, THERE, A, B)
    assert no(state, A, "step", faron, THERE) == "S12.4"
    state = play(state, A, "step", faron, ELSEWHERE)
    assert state.players[A].tur == tur - 1


@pytest.mark.rule("S12.4")
def test_who_is_not_asked() -> None:
    state, faron = second()
    put(state, "faron", THERE, B, hidden=2)
    assert play(state, A, "step", faron, THERE).pieces[faron].land == THERE
    put(state, "faron", ELSEWHERE, C)
    acts.make_peace(state, ELSEWHERE, A, C)
    assert play(state, A, "step", faron, ELSEWHERE).pieces[faron].land == ELSEWHERE
    put(state, "maethor", THIRD, B)
    state.weather = (MAETH, 2)
    assert no(state, A, "step", faron, THIRD) == "S12.4"


@pytest.mark.rule("S12.5")
def test_leaving_the_lone_allies_of_another() -> None:
    state, maethor = second("maethor", steps=0)
    put(state, "adan", HERE)
    assert no(state, A, "step", maethor, THERE) == "S12.2"
    set_turn(state, met=((HERE, B),))
    assert no(state, A, "step", maethor, THERE) == ""
    urlug = state.copy()
    put(urlug, "urlug", HERE)
    assert no(urlug, A, "step", maethor, THERE) == "S12.2"
    put(state, "dru", THERE)
    assert no(state, A, "step", maethor, THERE) == "S12.4"


# --- Events -------------------------------------------------------------------------------


@pytest.mark.rule("S12.2")
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_the_second_movement_is_one_land_for_every_figure(steps: int) -> None:
    state, faron = second(steps=steps)
    state.markers = [A] * len(BOARD.lands)
    state = play(state, A, "step", faron, THERE)
    assert state.pieces[faron].land == THERE
    assert no(state, A, "step", faron, HERE) == "S12.2"
    assert said(state, A, "step") == []


@pytest.mark.rule("S12.6")
def test_events_follow_and_then_others_may_go_on() -> None:
    state, faron = second(steps=2)
    late = put(state, "faron", HERE, A, steps=1)
    state = play(state, A, "step", faron, THERE)
    assert top(state).phase == "move2"
    state = play(state, A, "done")
    assert isinstance(top(state), Event)
    assert (top(state).land, top(state).second) == (THERE, True)
    state = story(state)
    assert (top(state).phase, state.active) == ("move2", A)
    assert {piece for piece, _ in said(state, A, "step")} == {late}
    state = play(state, A, "step", late, ELSEWHERE)
    state = story(play(state, A, "done"))
    assert state.active != A


@pytest.mark.rule("S12.6")
def test_one_event_per_land_in_the_whole_phase() -> None:
    state, one = second(steps=2)
    two = put(state, "maethor", HERE, A, steps=1)
    state = story(play(play(state, A, "step", one, THERE), A, "done"))
    state = play(state, A, "step", two, THERE)
    golu = state.turn.golu
    state = play(state, A, "done")
    assert state.active != A
    assert golu == 1


@pytest.mark.rule("S12.6", "S8.6")
def test_own_lands_bring_no_event() -> None:
    state, faron = second()
    state.markers[THERE] = A
    state = play(play(state, A, "step", faron, THERE), A, "done")
    assert state.active != A


def drawn(rune: int, number: int) -> tuple[State, int]:
    """An event of the second movement is about to be read."""
    state, faron = second()
    state = play(play(state, A, "step", faron, THERE), A, "done")
    return fall(state, rune, number), faron


@pytest.mark.rule("S12.7")
def test_maeth_is_fought_at_once() -> None:
    state, _ = drawn(MAETH, 4)
    raid = next(args for args in said(state, B, "read") if args[0] == "maeth.raid")
    state = play(state, B, "read", *raid)
    if "target" in verbs(state, A):
        state = play(state, A, "target", raid[1])
    assert isinstance(top(state), Contest)
    assert top(state).land == THERE


@pytest.mark.rule("S12.7")
def test_turned_back_at_once() -> None:
    state, faron = drawn(NUTHAD, 4)
    state = play(state, B, "read", "nuthad.back", (faron,))
    if "target" in verbs(state, A):
        state = play(state, A, "target", (faron,))
    assert state.pieces[faron].land == HERE
    assert not tokens(state, TokenKind.BACK)


# --- The dragon ---------------------------------------------------------------------------


def hired() -> tuple[State, int]:
    """a has hired an urlug, and her second movement begins."""
    state = in_turn("move")
    acts.change(state, A, tur=9, aglar=1)
    dragon = put(state, "urlug", far(state, HERE, 3))
    state = play(play(state, A, "hire", dragon, HERE), A, "done")
    assert top(state).phase == "move2"
    return state, dragon


@pytest.mark.rule("S12.8")
def test_the_dragon_flies_on() -> None:
    state, dragon = hired()
    assert {land for _, land in said(state, A, "step")} == set(range(len(BOARD.lands))) - {HERE}
    assert no(state, A, "step", dragon, HERE) == "S12.8"
    goal = far(state, HERE, 2)
    put(state, "maethor", goal, B)
    state.markers[goal] = B
    state = play(state, A, "step", dragon, goal)
    assert (state.pieces[dragon].land, state.markers[goal]) == (goal, NOBODY)
    assert no(state, A, "step", dragon, HERE) == "S12.8"
    assert opponents(state, B, goal) == [A]
    state = play(state, A, "done")
    assert state.active != A
    assert must_fight(state, B) == [(goal, A)]


@pytest.mark.rule("S12.8", "S8.2")
def test_a_dragon_that_sleeps_stays() -> None:
    state, dragon = hired()
    acts.lay(state, Token(TokenKind.ASLEEP, HERE, 9, pieces=(dragon,)))
    assert no(state, A, "step", dragon, THERE) == "S8.2"


@pytest.mark.rule("S12.8")
def test_a_dragon_hired_by_another_stays() -> None:
    state = in_turn("move2")
    dragon = put(state, "urlug", HERE, B, steps=1)
    assert no(state, A, "step", dragon, THERE) == "S8.1"


@pytest.mark.rule("S12.8", "S19.10")
@pytest.mark.parametrize("tur", [0, 1])
def test_in_a_round_of_nuthad_the_flight_is_paid_for(tur: int) -> None:
    state, dragon = hired()
    state.weather = (NUTHAD, 3)
    acts.change(state, A, tur=tur)
    if not tur:
        assert no(state, A, "step", dragon, THERE) == "S19.10"
        return
    state = play(state, A, "step", dragon, THERE)
    assert (state.pieces[dragon].land, state.players[A].tur) == (THERE, 0)


@pytest.mark.rule("S12.7", "S24.1", "S24.4", "S24.5")
@pytest.mark.parametrize("key", ["maeth.camp", "maeth.hunted"])
def test_a_foe_that_maeth_brings_is_fought_at_once(key: str) -> None:
    state, _ = second()
    foe = put(state, "dru", far(state, THERE, 2))
    state = play(play(state, A, "step", first_faron(state), THERE), A, "done")
    state = fall(state, MAETH, 3)
    state = play(state, B, "read", key, (foe,) if key == "maeth.hunted" else ())
    if "target" in verbs(state, A):
        state = play(state, A, "target", top(state).target)
    assert isinstance(top(state), Contest | Challenge)
    contest = next(frame for frame in state.stack if isinstance(frame, Contest))
    assert (contest.land, contest.other) == (THERE, FOES)


def first_faron(state: State) -> int:
    """The faron of a on the board."""
    return next(n for n, p in enumerate(state.pieces) if p.leader == A and p.land >= 0)


@pytest.mark.rule("S12.7", "S33.2")
def test_only_what_maeth_brings_is_fought_at_once() -> None:
    state, faron = second()
    ally = put(state, "dru", THERE, A)
    state = play(play(state, A, "step", faron, THERE), A, "done")
    state = fall(state, RIM, 3)
    state = play(state, B, "read", "rim.falling", (ally,))
    if "target" in verbs(state, A):
        state = play(state, A, "target", (ally,))
    assert state.pieces[ally].leader == NOBODY
    assert not any(isinstance(frame, Contest) for frame in state.stack)
