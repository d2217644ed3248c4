"""Free readings (S36): the narrator says what an event does, and the table agrees."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.texts import LANGS
from cruachan.games.shent import rulings
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.votes import Ballot
from cruachan.games.shent.components.material import (
    BAND,
    BREGED,
    GALAS,
    GALU,
    GWEND,
    HANNAS,
    IDH,
    KIND,
    NARCHAD,
    RATH,
    THURINAS,
    half,
    third,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.effect import Effect, open_effects, work_effects
from cruachan.games.shent.core.fields import TRACK
from cruachan.games.shent.core.flow import Move, top
from cruachan.games.shent.core.house_rules import BEFORE_HOUSE_RULES
from cruachan.games.shent.core.reading import Act
from cruachan.games.shent.core.state import State, Token, tokens
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.notation import position
from tests.shent.play import fall, moves, no, play, said, waits
from tests.shent.positions import far, near, put
from tests.shent.test_events import HERE, PRINTED, happening

A, B, C, D = range(4)
WORDS = "An old ferryman takes them across and asks for nothing"


def freely(state: State, *effects: tuple[Any, ...], words: str = WORDS) -> State:
    """The narrator (b) says all of a free reading, and puts it to the vote."""
    state = play(state, B, "freely", words=words)
    for key, *parts in effects:
        state = play(state, B, "effect", key)
        for part in parts:
            state = play(state, B, "part", part)
    return play(state, B, "propose")


def voted(state: State, **votes: bool) -> State:
    """All others vote yes, but for those named."""
    for seat in top(state).waits(state):
        state = play(state, seat, "vote", votes.get("abcdef"[seat], True))
    return state


def act_of(state: State) -> Act:
    """The event at work."""
    event: Event = next(each for each in state.stack if isinstance(each, Event))
    return event.act


def allowed(state: State, key: str) -> list[tuple[int, ...]]:
    """What an effect can be applied to in the event at hand."""
    return Effect.ALL[key].targets(state, act_of(state))


# --- Saying it ----------------------------------------------------------------------------


@pytest.mark.rule("S36.1")
def test_the_narrator_may_read_freely_when_asked_for_a_reading() -> None:
    state = happening(GALAS, 4)
    assert waits(state) == (B,)
    assert no(state, B, "freely") == ""
    assert no(state, A, "freely") == "not now"
    assert no(happening(HANNAS, 6, asked=True), B, "freely") == "S36.1"
    appealed = happening(GALAS, 4, seats=4, reading="galas.harvest", step="appeal")
    (judge,) = waits(appealed)
    assert no(appealed, judge, "freely") == "not now"


@pytest.mark.rule("S36.2")
def test_without_words_there_is_no_free_reading() -> None:
    state = happening(GALAS, 4)
    assert "freely" not in {move.verb for move in rulings.legal_moves(state, B)}
    assert Move("freely") in rulings.offers(state, B)
    refused = rulings.no(state, B, Move("freely"))
    assert refused is not None
    assert refused.rule == "S4.12"
    assert rulings.no(state, B, Move("freely", (), WORDS)) is None
    for lang in LANGS:
        assert SHENT(state.board).why_not(state, B, Move("freely"), lang) is not None


@pytest.mark.rule("S36.3")
@pytest.mark.parametrize("strength", range(1, 9))
def test_a_third_of_the_strength_says_how_many_effects(strength: int) -> None:
    state = happening(HANNAS, strength)
    state = play(state, B, "freely", words=WORDS)
    assert no(state, B, "propose") == "S36.3"
    for key in ("gain_tur", "gain_golu", "treasure")[: third(strength)]:
        state = play(state, B, "effect", key)
        while top(state).kind:
            state = play(state, B, "part", *said(state, B, "part")[0])
    assert len(top(state).effects) == third(strength)
    assert said(state, B, "effect") == []
    assert no(state, B, "effect", "blossom") == "S36.3"
    assert no(state, B, "propose") == ""


@pytest.mark.rule("S36.3")
def test_an_effect_is_named_once_and_part_by_part() -> None:
    state = happening(BREGED, 8)
    state = play(state, B, "freely", words=WORDS)
    state = play(state, B, "effect", "moved")
    assert top(state).parts == act_of(state).group, "the only figure need not be said"
    beyond = far(state, HERE, half(8) + 1)
    assert no(state, B, "part", beyond) == "S36.12"
    state = play(state, B, "part", near(state, HERE)[0])
    assert top(state).effects == (("moved", (*act_of(state).group, near(state, HERE)[0])),)
    assert no(state, B, "effect", "moved") != ""
    assert no(state, B, "effect", "anything") == "S36.3"
    back = play(play(state, B, "effect", "gain_tur"), B, "pass")
    assert (top(back).kind, top(back).effects) == ("", top(state).effects)
    gone = play(state, B, "pass")
    assert isinstance(top(gone), Event)
    assert no(gone, B, "freely") == "", "what was taken back was not refused"


def test_no_list_of_moves_grows_beyond_what_one_can_read() -> None:
    state = happening(BREGED, 8, seats=4)
    for kind in ("faron", "faron", "randir", "maethor"):
        put(state, kind, HERE, A)
    group = tuple(i for i, p in enumerate(state.pieces) if p.land == HERE)
    state.stack[-1] = top(state)._replace(group=group)
    state = play(state, B, "freely", words=WORDS)
    assert len(moves(state, B)) <= len(Effect.ALL) + 2
    for key, *_ in said(state, B, "effect"):
        asked = play(state, B, "effect", key)
        assert len(moves(asked, B)) <= len(state.board.lands) + 2


@pytest.mark.rule("S36.4")
def test_a_good_rune_does_no_harm_and_a_bad_one_does_not_help() -> None:
    for rune, tempers in ((GALAS, "good"), (NARCHAD, "bad"), (IDH, "open")):
        state = happening(rune, 8)
        acts.change(state, A, aglar=1, hand=(RATH,))
        keys = {effect.key for effect in open_effects(state, act_of(state))}
        assert keys
        assert all(tempers in Effect.ALL[key].tempers for key in keys)
        assert ("gain_tur" in keys) == (rune != NARCHAD)
        assert ("lose_tur" in keys) == (rune != GALAS)
    good = play(happening(GALAS, 8), B, "freely", words=WORDS)
    assert no(good, B, "effect", "lose_tur") == "S36.4"
    bad = play(happening(NARCHAD, 8), B, "freely", words=WORDS)
    assert no(bad, B, "effect", "gain_tur") == "S36.4"


@pytest.mark.rule("S36.4")
def test_a_printed_rune_gives_once() -> None:
    state = happening(GALAS, 5, land=PRINTED, printed=True)
    assert Effect.ALL["gain_tur"] in open_effects(state, act_of(state))
    given = voted(freely(state, ("gain_tur", 3)))
    assert given.players[A].gains == (PRINTED,)
    acts.change(state, A, gains=(PRINTED,))
    keys = {effect.key for effect in open_effects(state, act_of(state))}
    assert "gain_tur" not in keys
    assert "treasure" in keys


# --- The vote -----------------------------------------------------------------------------


@pytest.mark.rule("S36.6", "S36.7")
def test_a_majority_decides_and_a_tie_agrees() -> None:
    state = freely(happening(NARCHAD, 4, seats=5), ("lose_tur", 2))
    assert waits(state) == (A, C, D, 4)
    tied = voted(state, a=False, c=False)
    assert tied.players[A].tur == 8
    refused = voted(state, a=False, c=False, d=False)
    assert refused.players[A].tur == 10
    assert (type(top(refused)), top(refused).step) == (Event, "read")
    assert waits(refused) == (B,)
    assert no(refused, B, "freely") == "S36.7"
    assert said(refused, B, "read")


@pytest.mark.rule("S36.6", "S9.5")
def test_of_a_good_rune_the_active_player_may_say_no() -> None:
    state = freely(happening(GALAS, 4, seats=5), ("gain_tur", 4))
    assert voted(state, a=False).players[A].tur == 10
    assert voted(state, c=False, d=False).players[A].tur == 14


@pytest.mark.rule("S36.6")
def test_with_two_players_the_active_player_alone_decides() -> None:
    state = freely(happening(NARCHAD, 4, seats=2), ("lose_tur", 2))
    assert waits(state) == (A,)
    assert voted(state).players[A].tur == 8
    assert voted(state, a=False).players[A].tur == 10


@pytest.mark.rule("S36.6", "S4.11")
def test_votes_are_sealed() -> None:
    state = freely(happening(GALAS, 4, seats=4), ("gain_tur", 4))
    one, other = (play(state, C, "vote", vote) for vote in (True, False))
    for viewer in (None, A, B, D):
        lines = {position.write(position.observe(each, viewer)) for each in (one, other)}
        assert len(lines) == 1
        views = [SHENT(state.board).presentation.view(each, viewer) for each in (one, other)]
        assert views[0] == views[1]


@pytest.mark.rule("S36.5", "S36.18")
def test_who_is_touched_must_agree() -> None:
    state = happening(RATH, 4, seats=5)
    put(state, "faron", HERE, D)
    state.markers[HERE] = D
    state = freely(state, ("peace",))
    assert voted(state, d=False).peace == []
    assert voted(state, c=False).peace == [(HERE, A, D)]


@pytest.mark.rule("S36.6")
@pytest.mark.parametrize("lang", LANGS)
def test_a_veto_says_whose_it_was(lang: Any) -> None:
    """A yes of most is not enough then, and the narrator reads why."""
    names = ("Ann", "Bea", "Cid", "Dag", "Eve")
    state = happening(RATH, 4, seats=5)
    put(state, "faron", HERE, D)
    state.markers[HERE] = D
    for against, vetoes in ((D, 1), (C, 0)):
        voting = freely(state, ("peace",))
        *others, last = top(voting).waits(voting)
        for seat in others:
            voting = play(voting, seat, "vote", seat != against)
        move = Move("vote", (last != against,))
        after = play(voting, last, *("vote", *move.args))
        show = SHENT(state.board).presentation.outcome
        said = show(voting, last, move, after, B, names, lang).split("\n")
        assert sum(names[against] in line for line in said) == vetoes


@pytest.mark.rule("S36.7")
def test_counter_magic_is_open_and_an_appeal_is_not() -> None:
    state = happening(NARCHAD, 3)
    acts.change(state, A, hand=(GALAS,))
    state.bag[GALAS] -= 1
    state = voted(freely(state, ("lose_tur", 2)))
    assert type(top(state)).__name__ == "Moment"
    assert waits(state) == (A,)
    assert play(state, A, "pass").players[A].tur == 8
    state = play(state, A, "counter", -1, GALAS)
    state = play(state, A, "points", 3, 0)
    assert fall(state, 8).players[A].tur == 4, "countered: only the points were paid"


@pytest.mark.rule("S36.8")
def test_effects_work_in_their_order_as_far_as_they_can() -> None:
    state = happening(BREGED, 8)
    (faron,) = act_of(state).group
    there = near(state, HERE)[0]
    state = freely(state, ("lost",), ("moved", there), ("gain_tur", 3))
    state = voted(state)
    assert state.pieces[faron].land == -1
    assert state.players[A].tur == 13


# --- What it does -------------------------------------------------------------------------


@pytest.mark.rule("S36.9")
@pytest.mark.parametrize("strength", range(1, 9))
def test_tur_and_golu_up_to_the_strength_or_down_by_half(strength: int) -> None:
    state = happening(IDH, strength)
    for key in ("gain_tur", "gain_golu"):
        assert allowed(state, key) == [(number,) for number in range(1, strength + 1)]
    for key in ("lose_tur", "lose_golu"):
        assert allowed(state, key) == [(number,) for number in range(1, half(strength) + 1)]
    acts.change(state, A, tur=1, golu=0)
    assert allowed(state, "lose_tur") == [(1,)]
    assert allowed(state, "lose_golu") == []
    acts.change(state, A, tur=0, golu=1)
    work_effects(state, act_of(state), (("gain_tur", (1,)), ("lose_golu", (1,))))
    assert (state.players[A].tur, state.players[A].golu) == (1, 0)


@pytest.mark.rule("S36.9")
def test_golu_only_with_hannas_and_thurinas() -> None:
    for rune in (HANNAS, THURINAS, GALAS, IDH, GALU):
        state = play(happening(rune, 4), B, "freely", words=WORDS)
        secret = rune in (HANNAS, THURINAS)
        assert no(state, B, "effect", "gain_golu") == ("" if secret else "S36.9")
        assert (("gain_golu",) in said(state, B, "effect")) == secret
    state = happening(GALAS, 4)
    work_effects(state, act_of(state), (("gain_golu", (4,)),))
    assert state.players[A].golu == 10
    state.rules = BEFORE_HOUSE_RULES
    assert no(play(state, B, "freely", words=WORDS), B, "effect", "gain_golu") == ""


@pytest.mark.rule("S3.16", "S36.6")
def test_a_narrator_who_reads_alone_is_not_voted_on() -> None:
    state = happening(GALAS, 4)
    state.options = (*state.options, ("reading", "alone"))
    state = freely(state, ("gain_tur", 4))
    assert not isinstance(top(state), Ballot)
    assert state.players[A].tur == 14


@pytest.mark.rule("S3.16", "S36.18")
def test_a_narrator_who_reads_alone_does_not_concern_others() -> None:
    for reading in ("vote", "alone"):
        state = happening(GWEND, 4)
        put(state, "maethor", HERE, C)
        state.options = (*state.options, ("reading", reading))
        state = play(state, B, "freely", words=WORDS)
        assert no(state, B, "effect", "peace") == ("S36.18" if reading == "alone" else "")


@pytest.mark.rule("S3.16", "S36.1")
def test_at_a_table_of_the_list_nothing_is_read_freely() -> None:
    state = happening(GALAS, 4)
    assert no(state, B, "freely") == ""
    state.options = (*state.options, ("reading", "list"))
    assert no(state, B, "freely") == "S3.16"


@pytest.mark.rule("S36.10")
def test_aglar_is_lost_from_six_on_and_never_gained() -> None:
    for strength in (5, 6):
        state = happening(IDH, strength)
        told = play(state, B, "freely", words=WORDS)
        assert no(told, B, "effect", "gain_aglar") == "S36.10"
        assert not allowed(state, "lose_aglar")
        acts.change(state, A, aglar=1)
        assert bool(allowed(state, "lose_aglar")) == (strength == 6)
    work_effects(state, act_of(state), (("gain_aglar", ()),))
    assert state.players[A].aglar == 1
    work_effects(state, act_of(state), (("lose_aglar", ()),))
    assert state.players[A].aglar == 0
    state.rules = BEFORE_HOUSE_RULES
    work_effects(state, act_of(state), (("gain_aglar", ()),))
    assert state.players[A].aglar == 1


@pytest.mark.rule("S36.11")
def test_a_rune_is_drawn_or_put_back_from_five_on() -> None:
    assert not allowed(happening(GALAS, 4), "gain_rune")
    drawn = fall(voted(freely(happening(GALAS, 5), ("gain_rune",))), RATH)
    assert drawn.players[A].hand == (RATH,)
    low = happening(GALAS, 5)
    low.bag = [8, *[0] * 15]
    assert not allowed(low, "gain_rune")
    low.bag = [9, *[0] * 15]
    assert allowed(low, "gain_rune")
    state = happening(NARCHAD, 5)
    assert not allowed(state, "lose_rune")
    acts.change(state, A, hand=(RATH, BAND))
    weak = happening(NARCHAD, 4)
    acts.change(weak, A, hand=(RATH,))
    assert not allowed(weak, "lose_rune")
    for rune in (RATH, BAND):
        state.bag[rune] -= 1
    lost = voted(freely(state, ("lose_rune",)))
    lost = play(lost, A, "pass") if waits(lost) == (A,) and not said(lost, A, "putback") else lost
    assert said(lost, A, "putback") == [(BAND,), (RATH,)]
    assert play(lost, A, "putback", BAND).players[A].hand == (RATH,)


@pytest.mark.rule("S36.12")
def test_a_figure_is_moved_within_half_the_strength() -> None:
    state = happening(BREGED, 3)
    (faron,) = act_of(state).group
    lands = {land for _, land in allowed(state, "moved")}
    assert lands == {
        land for land in range(len(state.board.lands)) if 1 <= state.board.distance(HERE, land) <= 2
    }
    put(state, "faron", near(state, HERE)[0], B)
    assert (faron, near(state, HERE)[0]) not in allowed(state, "moved")
    acts.lay(state, Token(TokenKind.BAND, HERE, 3, A, pieces=(faron,)))
    assert allowed(state, "moved") == []


@pytest.mark.rule("S36.13")
def test_only_a_figure_weaker_than_the_rune_is_lost() -> None:
    for strength in (3, 4):
        state = happening(NARCHAD, strength)
        maethor = put(state, "maethor", HERE, A)
        put(state, "dru", HERE)
        (faron,) = act_of(state).group
        state.stack[-1] = top(state)._replace(group=(faron, maethor))
        weak = [(faron,), (maethor,)] if strength == 4 else [(faron,)]
        assert allowed(state, "lost") == weak, "a foe that is lost would help her"


@pytest.mark.rule("S36.14")
def test_foes_allies_and_heroes_are_won_by_strength() -> None:
    for strength in range(1, 9):
        state = happening(GALAS, strength)
        adan = put(state, "adan", HERE)
        put(state, "urlug", HERE)
        assert allowed(state, "won") == ([(adan,)] if strength > 4 else [])
        assert bool(allowed(state, "ally")) == (strength >= 3)
        assert bool(allowed(state, "hero")) == (strength >= 5)
        if strength >= 3:
            work_effects(state, act_of(state), (("ally", ()),))
            led = {p.kind for p in state.pieces if p.leader == A and p.land == HERE}
            assert (KIND["adan"] in led) == (strength >= 6)
            assert (KIND["dru"] in led) == (strength < 6)
    work_effects(state, act_of(state), (("hero", allowed(state, "hero")[0]),))
    assert state.players[A].heroes >= 0


@pytest.mark.rule("S36.15")
def test_figures_learn_grow_and_fall_back() -> None:
    for strength in (2, 3, 5, 6):
        state = happening(BREGED, strength)
        (faron,) = act_of(state).group
        randir, saelon = (put(state, kind, HERE, A) for kind in ("randir", "saelon"))
        state.stack[-1] = top(state)._replace(group=(faron, randir, saelon))
        assert ((faron,) in allowed(state, "learnt")) == (strength >= 3)
        grown = [(randir, KIND["saelon"]), (randir, KIND["pethdan"]), (saelon, KIND["talagan"])]
        assert allowed(state, "grown") == (grown if strength >= 6 else [])
        back = [(saelon, KIND["randir"])] if strength > 2 else []
        assert allowed(state, "shrunk") == back
    work_effects(state, act_of(state), (("grown", (randir, KIND["pethdan"])),))
    here = [KIND["faron"], KIND["saelon"], KIND["pethdan"]]
    assert sorted(p.kind for p in state.pieces if p.land == HERE) == sorted(here)
    acts.change_piece(state, saelon, plus=1)
    work_effects(state, act_of(state), (("shrunk", (saelon, KIND["randir"])),))
    again = next(p for p in state.pieces if p.land == HERE and p.kind == KIND["randir"])
    assert (again.leader, again.plus) == (A, 0)
    assert not allowed(happening(BREGED, 8), "grown"), "a faron grows into nothing"


@pytest.mark.rule("S36.16")
def test_tokens_are_laid_as_their_readings_lay_them() -> None:
    state = happening(BREGED, 4, words=WORDS)
    there = near(state, HERE)[0]
    state = voted(freely(state, ("legend", there), ("treasure", far(state, HERE, 2))))
    assert [each.land for each in tokens(state, TokenKind.LEGEND)] == [there]
    assert state.lore[there][0].words == WORDS
    assert [each.strength for each in tokens(state, TokenKind.TREASURE)] == [4]
    state = happening(GALAS, 4)
    assert allowed(state, "blossom") == [()]
    state.markers[HERE] = B
    assert allowed(state, "blossom") == []
    beside = next(land for land in near(state, PRINTED) if state.board.lands[land].rune is None)
    assert (PRINTED,) in allowed(happening(GALAS, 1, land=beside), "mist")


@pytest.mark.rule("S36.17")
def test_obstacles_stand_hold_and_send_to_sleep() -> None:
    state = happening(BREGED, 8)
    (faron,) = act_of(state).group
    put(state, "faron", far(state, HERE, 3), A)
    for key, target in (("wall", (HERE,)), ("held", (faron,)), ("sleep", (faron,))):
        assert target in allowed(state, key)
        after = state.copy()
        work_effects(after, act_of(after), ((key, target),))
        if key == "wall":
            assert tokens(after, TokenKind.WALL, HERE)
        elif key == "held":
            (band,) = tokens(after, TokenKind.BAND, HERE)
            assert (band.pieces, band.stone) == ((faron,), -1)
        else:
            assert after.pieces[faron].land == TRACK
    acts.lay(state, Token(TokenKind.WALL, HERE, 3))
    assert (HERE,) not in allowed(state, "wall")


@pytest.mark.rule("S36.18")
def test_paths_from_four_on_and_bands_weaker_than_the_rune() -> None:
    for strength in (3, 4):
        state = happening(RATH, strength)
        assert bool(allowed(state, "path")) == (strength == 4)
        acts.lay(state, Token(TokenKind.BAND, HERE, 3, A, pieces=act_of(state).group))
        assert bool(allowed(state, "freed")) == (strength == 4)
        assert allowed(state, "peace") == [], "nobody stands there"
