"""G10 Knowledge."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from cruachan.games.gallia.state import State

from .positions import (
    BACKS,
    GAME,
    LANDS,
    OTHER,
    POOR,
    RICH,
    RICHEST,
    SHORTS,
    STRONG,
    STRONGEST,
    WEAK,
    WEAKEST,
    after,
    cards,
    moves_of,
    position,
)


def see(text: str, viewer: int | None) -> Any:
    """What a viewer sees of a position."""
    return GAME.presentation.view(GAME.read_position(text), viewer)


def back(text: str, short: str, viewer: int | None) -> object:
    """What a viewer knows of a card's back."""
    return see(text, viewer)["cards"][SHORTS.index(short)]["back"]


def sides(name: str) -> dict[str, int]:
    """A back as a view shows it."""
    side = next(side for side in GAME.board.backs if side.name == name)
    return {"shields": side.shields, "ears": side.ears}


@pytest.mark.rule("G10.1")
def test_what_a_player_has_scouted_only_she_knows() -> None:
    """Neither the other nor a spectator; that she looked is seen by all."""
    text = position("a:turn", cards=f"Ins={RICH}a,Boi={STRONG}b")
    for viewer, ins, boi in ((0, RICH, None), (1, None, STRONG), (None, None, None)):
        assert back(text, "Ins", viewer) == (sides(ins) if ins else None)
        assert back(text, "Boi", viewer) == (sides(boi) if boi else None)
        looked = {card["short"]: card["looked"] for card in see(text, viewer)["cards"]}
        assert (looked["Ins"], looked["Boi"], looked["Fri"]) == ([0], [1], [])


@pytest.mark.rule("G10.1")
def test_what_both_have_scouted_both_know_and_no_spectator() -> None:
    """Each looked for herself."""
    text = position("a:turn", cards=f"Ins={RICH}ab")
    assert back(text, "Ins", 0) == back(text, "Ins", 1) == sides(RICH)
    assert back(text, "Ins", None) is None


@pytest.mark.rule("G10.1")
def test_the_backs_that_may_still_lie_somewhere_are_those_the_viewer_has_not_seen() -> None:
    """So everybody can count."""
    text = position("a:turn", a="Ana1", cards=f"Ana+{WEAK}s,Ins={RICH}a,Boi={STRONG}b")
    assert see(text, 0)["unseen"] == [name for name in BACKS if name not in (WEAK, RICH)]
    assert see(text, 1)["unseen"] == [name for name in BACKS if name not in (WEAK, STRONG)]
    assert see(text, None)["unseen"] == [name for name in BACKS if name != WEAK]


@pytest.mark.rule("G10.1")
@pytest.mark.parametrize("known", ["-", f"Ins={RICH}b"])
def test_scouting_is_told_to_each_as_far_as_she_may_know(known: str) -> None:
    """With the lot or without one."""
    state = GAME.read_position(after(position("a:turn", cards=known), "recruit 1"))
    told: dict[int | None, str] = {0: "", 1: "", None: ""}
    written: dict[int | None, str] = {0: "", 1: "", None: ""}
    for move in ("scout Ins", f"back {RICH}")[: 2 if known == "-" else 1]:
        number = moves_of(state)[move]
        (seat,) = GAME.to_act(state)
        later = GAME.apply(state, seat, number)
        for viewer in told:
            told[viewer] += GAME.presentation.tell(state, seat, number, later, viewer, ()) + " "
            written[viewer] += GAME.write_move(state, seat, number, viewer) + " "
        state = later
    said = "On the back of"
    assert str(RICHEST.shields) in told[0]
    assert str(RICHEST.ears) in told[0]
    assert said in told[0]
    assert "Insubres" in told[1]
    assert (said in told[1]) == (known != "-")
    assert said not in told[None]
    if known == "-":
        assert written[0] == f"scout Ins back {RICH} "
        assert written[1] == written[None] == "scout Ins back ? "


@pytest.mark.rule("G10.2")
def test_a_back_that_lay_up_is_known_to_both_for_good() -> None:
    """Built, demolished, destroyed: it stays known."""
    text = position("a:turn", a="Med1,Ins4,Fri3")
    built = after(text, "build Ins", f"back {RICH}")
    for viewer in (0, 1, None):
        assert back(built, "Ins", viewer) == sides(RICH)
    later = after(built, "end", "recruit 0", "scout none", "demolish Ins", "end")
    assert f"Ins={RICH}s" in cards(later)
    for viewer in (0, 1, None):
        assert back(later, "Ins", viewer) == sides(RICH)


@pytest.mark.rule("G10.2")
def test_a_scouted_back_that_is_built_is_shown_to_the_other() -> None:
    """Whoever had scouted it, without a lot."""
    for seen in ("a", "b", "ab"):
        text = position("a:turn", a="Med1,Ins4,Fri3", cards=f"Ins={RICH}{seen}")
        built = after(text, "build Ins")
        assert cards(built) == f"Ins+{RICH}{seen}s'"
        for viewer in (0, 1, None):
            assert back(built, "Ins", viewer) == sides(RICH)


@pytest.mark.rule("G10.2")
def test_a_destroyed_oppidum_is_still_known() -> None:
    """It was up before the battle."""
    pips = WEAKEST.shields + 3
    text = position("a:turn", a=f"Med1,Ins{pips}", b="Ana1,Ari5", cards=f"Ana+{WEAK}s")
    taken = after(text, f"move Ins{pips} Ana", "fight 3", "enter 1")
    for viewer in (0, 1, None):
        assert back(taken, "Ana", viewer) == sides(WEAK)


@pytest.mark.rule("G10.2")
def test_scouting_a_shown_card_changes_nothing_but_that_it_was_looked_at() -> None:
    """Both know it already."""
    text = after(position("a:turn", cards=f"Ins={RICH}s"), "recruit 0", "scout Ins")
    assert cards(text) == f"Ins={RICH}as"


@pytest.mark.rule("G10.3")
@pytest.mark.parametrize("moves", [("recruit 0", "scout Fri"), ("build Ins",)])
def test_a_back_nobody_has_seen_is_any_of_those_left_each_as_likely(moves: tuple[str, ...]) -> None:
    """For scouting and for building."""
    text = position("a:turn", a="Med4,Tau1,Ins3", cards=f"Ana={WEAK}a,Boi={POOR}b,Lin={STRONG}s")
    state = GAME.read_position(after(text, *moves))
    legal = GAME.legal_moves(state, -1)
    names = [GAME.write_move(state, -1, move, -1) for move in legal]
    left = [name for name in BACKS if name not in (WEAK, POOR, STRONG)]
    assert names == [f"back {name}" for name in left]
    assert GAME.chances(state) == [1] * len(left)


@pytest.mark.rule("G10.3")
def test_the_backs_lie_on_the_lands_and_each_lies_once() -> None:
    """Ten lands scouted one after the other: ten different backs."""
    rng = Random(3)
    state: State = GAME.read_position(position("a:turn", turns=0))
    for number, land in enumerate(LANDS):
        for move in (f"recruit {0 if number else 1}", f"scout {land}"):
            (seat,) = GAME.to_act(state)
            state = GAME.apply(state, seat, moves_of(state)[move])
        state = GAME.apply(state, -1, rng.choice(GAME.legal_moves(state, -1)))
        state.past_a[:] = -1
    assert sorted(state.back.tolist()) == [-1, -1, *range(10)]


def hidden_from_a() -> str:
    """Three lands that only b has scouted, one that a has, one shown."""
    known = f"Oro={RICH}b,Cen={POOR}b,Tau={OTHER}a,Ins={STRONG}s,Boi={WEAK}b"
    return position("a:turn", cards=known)


@pytest.mark.rule("G10.3")
def test_a_guess_deals_the_unknown_backs_uniformly() -> None:
    """Every back that a does not know, equally often on each land that b has scouted.

    The bound is that of chi square with 7 degrees of freedom at one in a thousand, per land.
    """
    seen = GAME.observe(GAME.read_position(hidden_from_a()), 0)
    rng = Random(20)
    rounds = 2000
    found: dict[str, Counter[str]] = {land: Counter() for land in ("Oro", "Cen", "Boi")}
    pairs: Counter[tuple[int, int]] = Counter()
    for _ in range(rounds):
        state = GAME.determinize(seen, rng)
        for land, counter in found.items():
            counter[BACKS[state.back[SHORTS.index(land)]]] += 1
        pairs[(state.back[SHORTS.index("Oro")], state.back[SHORTS.index("Boi")])] += 1
    unknown = {name for name in BACKS if name not in (OTHER, STRONG)}
    for counter in found.values():
        assert set(counter) == unknown
        expected = rounds / len(unknown)
        assert sum((n - expected) ** 2 / expected for n in counter.values()) < 24.3
    assert all(one != two for one, two in pairs)
    assert len(pairs) == len(unknown) * (len(unknown) - 1)
    expected = rounds / len(pairs)
    assert sum((n - expected) ** 2 / expected for n in pairs.values()) < 93.2


@pytest.mark.rule("G10.1", "G10.3")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_guess_keeps_what_the_viewer_knows(viewer: int | None) -> None:
    """And looks the same to her, to the last byte."""
    view = see(hidden_from_a(), viewer)
    seen = GAME.observe(GAME.read_position(hidden_from_a()), viewer)
    for seed in range(20):
        state = GAME.determinize(seen, Random(seed))
        assert GAME.presentation.view(state, viewer) == view
        drawn = [int(b) for b in state.back if b >= 0]
        assert len(drawn) == len(set(drawn)) == 5


def test_the_backs_chosen_for_these_tests_are_different() -> None:
    """Else the tests above would say less than they seem to."""
    assert len({RICH, POOR, STRONG, WEAK, OTHER}) == 5
    assert STRONGEST.shields > 1
