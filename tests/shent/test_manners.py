"""Manners of aims (S18)."""

from __future__ import annotations

import pytest

from cruachan.games.shent.aims import aims, manners
from cruachan.games.shent.aims.base import AimKind
from cruachan.games.shent.components.material import (
    BAD,
    BAND,
    BREGED,
    ERTHAD,
    FARON,
    GALAS,
    GALU,
    GWEND,
    HANNAS,
    IDH,
    MAETH,
    NARCHAD,
    NUTHAD,
    PETHDAN,
    RATH,
    RHACH,
    RIM,
    RUNES,
    TALAN,
    THURINAS,
    TULU,
)
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.state import Aim, State
from tests.shent.aiming import aim, declare, end_turn, met, quest
from tests.shent.positions import near, put, table

LAND = 4


def reached(*runes: int, mode: str = "open") -> tuple[State, int]:
    """Seat 0 declared to reach a land in these manners, and has come there; the figure."""
    state = table()
    hunter = put(state, "faron", near(state, LAND)[0], 0)
    acts.change(state, 0, element=state.board.lands[LAND].element)
    state.sky = state.board.lands[LAND].element
    declare(state, aim("reach", 3, LAND)._replace(manners=runes), mode)
    step(state, hunter, LAND)
    return state, hunter


def step(state: State, piece: int, land: int) -> None:
    """A figure takes a step."""
    source = state.pieces[piece].land
    acts.change_piece(state, piece, land=land)
    acts.note(state, DomainEventKind.STEPPED, 0, land=land, piece=piece, amount=source)


@pytest.mark.rule("S18.1")
def test_a_manner_goes_only_with_fitting_kinds() -> None:
    assert not AimKind.ALL["win"].fits(GWEND)
    assert AimKind.ALL["win"].fits(NARCHAD)
    for rune in range(len(RUNES)):
        assert sum(kind.fits(rune) for kind in AimKind.ALL.values()) >= 10
    found = list(aims.sorts((MAETH, GWEND)))
    assert all(sort.kind.key != "win" for sort in found)
    assert {sort.manners for sort in found} == {(GWEND,), (MAETH,)}
    state = table()
    assert all(a.sky == 1 for a in aims.choices(state, 0, (RATH, BREGED)) if a.matter == RATH)


@pytest.mark.rule("S18.1")
def test_there_is_the_named_land() -> None:
    state, _ = reached(TULU)
    put(state, "dru", near(state, LAND)[0], 0)
    assert not met(state)


@pytest.mark.rule("S18.2")
def test_galas_it_must_last() -> None:
    state, _ = reached(GALAS)
    assert not met(state)
    end_turn(state)
    assert not met(state)
    end_turn(state)
    assert met(state)


@pytest.mark.rule("S18.3")
def test_narchad_over_ruins() -> None:
    state, _ = reached(NARCHAD)
    acts.kill(state, put(state, "faron", 9, 1), 2)
    assert not met(state)
    acts.kill(state, put(state, "faron", 9, 1), 0)
    assert met(state)


@pytest.mark.rule("S18.4")
def test_band_without_leaving() -> None:
    state, hunter = reached(BAND)
    end_turn(state)
    assert not met(state)
    end_turn(state)
    assert met(state)
    second = put(state, "faron", LAND, 0)
    step(state, second, near(state, LAND)[0])
    assert not met(state)
    assert state.pieces[hunter].land == LAND


@pytest.mark.rule("S18.4")
def test_band_against_a_player_is_holding() -> None:
    state = table()
    declare(state, aim("hinder", 1, seat=1)._replace(manners=(BAND,)))
    acts.note(state, DomainEventKind.REFUSED, 0, land=LAND, other=1)
    assert not met(state)
    acts.note(state, DomainEventKind.HELD, 1, land=LAND, other=0)
    assert met(state)


@pytest.mark.rule("S18.5")
def test_rath_by_a_far_road() -> None:
    state, hunter = reached(RATH)
    assert not met(state)
    road = [n for n in range(len(state.board.lands)) if n != LAND][:5]
    for land in [*road, LAND]:
        step(state, hunter, land)
    assert met(state)
    far = aim("reach", 5, LAND)._replace(manners=(RATH,))
    assert aims.met(state, 0, aims.sealed(state, 0, far))


@pytest.mark.rule("S18.6")
def test_maeth_by_force() -> None:
    state, _ = reached(MAETH)
    acts.note(state, DomainEventKind.WON, 0, land=LAND, other=1, more=("riddle", 50))
    acts.note(state, DomainEventKind.WON, 0, land=9, other=1, more=("fight", 50))
    assert not met(state)
    acts.note(state, DomainEventKind.WON, 0, land=LAND, other=1, more=("fight", 50))
    assert met(state)


@pytest.mark.rule("S18.7")
def test_gwend_without_a_fight() -> None:
    state, _ = reached(GWEND)
    assert met(state)
    acts.note(state, DomainEventKind.WON, 0, land=9, other=1, more=("riddle", 50))
    assert not met(state)
    assert aims.hopeless(state, 0, quest(state))


@pytest.mark.rule("S18.8")
def test_thurinas_untold() -> None:
    state, _ = reached(THURINAS)
    assert not met(state)
    state, _ = reached(THURINAS, mode="secret")
    assert met(state)
    acts.note(state, DomainEventKind.SEEN_THROUGH, 0, other=1, amount=7)
    assert not met(state)
    assert aims.must_be_secret(Aim("reach", RATH, (THURINAS,)))
    assert not aims.must_be_secret(Aim("reach", THURINAS, (RATH,)))


@pytest.mark.rule("S18.9")
def test_hannas_by_insight() -> None:
    state, _ = reached(HANNAS)
    acts.note(state, DomainEventKind.SPENT, 0, amount=5)
    put(state, "saelon", 9, 0)
    assert not met(state)
    put(state, "pethdan", LAND, 0)
    assert met(state)
    state, _ = reached(HANNAS)
    acts.note(state, DomainEventKind.SPENT, 0, amount=3)
    acts.note(state, DomainEventKind.SPENT, 0, amount=3)
    assert met(state)


@pytest.mark.rule("S18.10")
def test_nuthad_against_the_land() -> None:
    state, _ = reached(NUTHAD)
    assert state.board.lands[LAND].rune not in BAD
    assert not met(state)
    acts.note(state, DomainEventKind.PAID, 0)
    assert met(state)
    state, _ = reached(NUTHAD)
    acts.change(state, 0, element=(state.sky + 3) % 6)
    assert met(state)


@pytest.mark.rule("S18.11")
def test_tulu_with_help() -> None:
    state, _ = reached(TULU)
    put(state, "faron", LAND, 1)
    assert not met(state)
    acts.make_peace(state, LAND, 0, 1)
    assert met(state)
    state, _ = reached(TULU)
    put(state, "dru", LAND, 0)
    assert met(state)


@pytest.mark.rule("S18.12")
def test_idh_in_good_time() -> None:
    state, hunter = reached(IDH)
    for _ in range(3):
        end_turn(state)
    assert not met(state)
    step(state, hunter, LAND)
    end_turn(state)
    assert not met(state)
    end_turn(state)
    assert met(state)


@pytest.mark.rule("S18.13")
def test_breged_under_another_sky() -> None:
    state, _ = reached()
    other = (state.sky + 1) % 6
    declare(state, aim("reach", 3, LAND, sky=other)._replace(manners=(BREGED,)))
    assert not met(state)
    acts.turn_sky(state, 1, 2)
    assert met(state)


@pytest.mark.rule("S18.14")
def test_erthad_together() -> None:
    state, _ = reached(ERTHAD)
    put(state, "dru", LAND, 0)
    assert not met(state)
    put(state, "faron", LAND, 0)
    assert met(state)


@pytest.mark.rule("S18.15")
def test_rim_twice_over() -> None:
    state, _ = reached(RIM)
    lands = state.board.lands
    alike = [n for n, land in enumerate(lands) if land.element == lands[LAND].element]
    other = next(n for n in range(len(lands)) if n not in alike)
    acts.note(state, DomainEventKind.ENTERED, 0, land=LAND)
    acts.note(state, DomainEventKind.ENTERED, 0, land=other)
    assert not met(state)
    acts.note(state, DomainEventKind.ENTERED, 0, land=next(n for n in alike if n != LAND))
    assert met(state)


@pytest.mark.rule("S18.15")
def test_rim_against_two_and_unseen() -> None:
    state = table()
    declare(state, aim("hinder", 1, seat=1)._replace(manners=(RIM,)))
    acts.note(state, DomainEventKind.HELD, 1, land=LAND, other=0)
    assert not met(state)
    acts.note(state, DomainEventKind.HELD, 2, land=LAND, other=0)
    assert met(state)
    declare(state, aim("unseen", 2)._replace(manners=(RIM,)))
    for land in range(3):
        acts.note(state, DomainEventKind.ENTERED, 0, land=land, other=1)
    assert not met(state)
    acts.note(state, DomainEventKind.ENTERED, 0, land=3, other=1)
    assert met(state)


@pytest.mark.rule("S18.16")
def test_galu_before_long() -> None:
    state, _ = reached(GALU)
    for _ in range(5):
        end_turn(state)
    assert met(state)
    end_turn(state)
    assert not met(state)
    assert aims.hopeless(state, 0, quest(state))
    assert manners.term(aim("hold", 10)) > manners.SOON


@pytest.mark.rule("S18.17")
def test_rhach_in_vain() -> None:
    state, _ = reached(RHACH)
    assert not met(state)
    acts.note(state, DomainEventKind.REFUSED, 1, land=near(state, LAND)[0], other=0)
    assert met(state)


@pytest.mark.rule("S18.17")
def test_rhach_by_kind() -> None:
    state = table()
    for kind, size, event in (
        ("win", 1, ("lost", 0, 1, ("fight", 50))),
        ("hinder", 1, ("countered", 0, 1, ())),
        ("peace", 3, ("broken", 1, 0, ())),
        ("unseen", 2, ("turned_back", 0, 1, ())),
        ("ruin", 1, ("refused", 1, 0, ())),
    ):
        named = -2 if kind == "unseen" else 1
        thing = 1 if kind == "win" else 0 if kind == "ruin" else -1
        declare(state, aim(kind, size, seat=named, thing=thing)._replace(manners=(RHACH,)))
        assert aims.progress(state, 0, quest(state)) == (0, 1)
        what, seat, other, more = event
        acts.note(state, DomainEventKind(what), seat, land=LAND, other=other, more=more)
        assert met(state), kind


@pytest.mark.rule("S18.17")
def test_rhach_with_lands_and_allies() -> None:
    state = table()
    acts.mark(state, LAND, 0)
    declare(state, aim("hold", 3, LAND)._replace(manners=(RHACH,)))
    acts.mark(state, LAND, 1)
    assert not met(state)
    acts.mark(state, LAND, 0)
    end_turn(state)
    acts.mark(state, LAND, 1)
    assert met(state)
    declare(state, aim("realm", 3)._replace(manners=(RHACH,)))
    acts.mark(state, LAND, 0)
    acts.unmark(state, LAND)
    assert not met(state)
    acts.mark(state, LAND, 0)
    acts.unmark(state, LAND, 1)
    assert met(state)
    ally = put(state, "dru", LAND, 0)
    declare(state, aim("allies", 1)._replace(manners=(RHACH,)))
    acts.kill(state, ally, 1)
    assert met(state)


# --- Twice over, kind by kind -------------------------------------------------------------


def twice(what: Aim) -> State:
    """Seat 0 declares an aim that is to be met twice over."""
    state = table()
    declare(state, what._replace(manners=(RIM,)))
    return state


@pytest.mark.rule("S18.15")
def test_gathered_in_two_lands_the_second_with_two_figures() -> None:
    state = twice(aim("gather", 3, LAND))
    for _ in range(3):
        put(state, "faron", LAND, 0)
    other = near(state, LAND)[0]
    put(state, "faron", other, 0)
    assert not met(state)
    put(state, "maethor", other, 0)
    assert met(state)


@pytest.mark.rule("S18.15")
def test_held_twice_over_a_land_marked_since_as_long() -> None:
    state = twice(aim("hold", 3, LAND))
    other, late = near(state, LAND)[:2]
    acts.mark(state, LAND, 0)
    for number in range(5):
        if number == 3:
            acts.mark(state, late, 0)
        end_turn(state)
    assert not met(state)
    acts.mark(state, other, 0)
    end_turn(state)
    assert met(state)


@pytest.mark.rule("S18.15")
def test_founded_and_developed_twice_over() -> None:
    state = twice(aim("found", 1, LAND, thing=TALAN))
    other = near(state, LAND)[0]
    acts.note(state, DomainEventKind.FOUNDED, 0, land=LAND, piece=put(state, "talan", LAND, 0))
    assert not met(state)
    acts.note(state, DomainEventKind.FOUNDED, 0, land=other, piece=put(state, "minas", other, 0))
    assert met(state)
    state = twice(aim("develop", 1, thing=PETHDAN))
    acts.note(state, DomainEventKind.DEVELOPED, 0, land=LAND, piece=put(state, "pethdan", LAND, 0))
    assert not met(state)
    acts.note(state, DomainEventKind.DEVELOPED, 0, land=LAND, piece=put(state, "saelon", LAND, 0))
    assert met(state)


@pytest.mark.rule("S18.15")
def test_lost_and_freed_twice_over() -> None:
    state = twice(aim("lose", 1, thing=FARON))
    one, two = put(state, "faron", LAND, 0), put(state, "faron", LAND, 0)
    acts.kill(state, one, 1)
    assert not met(state)
    acts.kill(state, two, 1)
    assert met(state)
    state = table()
    allies = [put(state, "dru", LAND), put(state, "dru", LAND)]
    declare(state, aim("free", 1, LAND, thing=allies[0])._replace(manners=(RIM,)))
    acts.join(state, allies[0], 0)
    assert not met(state)
    acts.join(state, allies[1], 0)
    assert met(state)
