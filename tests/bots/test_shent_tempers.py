"""Tempers of SHENT's bots in what they save for, dare, allow others and do to them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tools.tempers import Judge, Player, guesses

from cruachan.engine.game import Decision
from cruachan.games.shent.aims import aims
from cruachan.games.shent.bots import ShentBot
from cruachan.games.shent.bots.ambitions import dream
from cruachan.games.shent.bots.answers import hard_enough
from cruachan.games.shent.bots.levels import LEVELS
from cruachan.games.shent.bots.mind import ShentMind
from cruachan.games.shent.bots.quests import lightest
from cruachan.games.shent.bots.tempers import TEMPERS, temper_of
from cruachan.games.shent.bots.turns import hire, place, saved
from cruachan.games.shent.chapters.countermagic import Moment
from cruachan.games.shent.chapters.votes import Ballot
from cruachan.games.shent.components.material import KIND, RATH, THURINAS
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.acts import remember
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import Aim, State
from tests.shent.arena import give
from tests.shent.play import in_turn, moves
from tests.shent.positions import put, quest
from tests.shent.tables import game_for

GENEROUS, DRY, DARK = range(3)
"""The seats of these tempers."""
REACH = Aim("reach", RATH, (THURINAS,), 1, 5)


def mind_of(
    state: State, seat: int, offered: list[Move] | None = None, level: str = "strong"
) -> ShentMind:
    """A bot's mind in a position."""
    return ShentMind(state, seat, offered or [], Random(1), LEVELS[level], temper_of(seat, ()))


# --- Saving -------------------------------------------------------------------------------


def settled(seat: int, *kinds: str, **has: int) -> State:
    """A seat with a quest, these figures, and as many lands as figures."""
    state = in_turn("prepare", seat=seat)
    for land, kind in enumerate(kinds):
        put(state, kind, land, seat)
        state.markers[land] = seat
    quest(state, seat, REACH)
    acts.change(state, seat, **{"tur": 9, "golu": 10, "aglar": 2, **has})
    return state


@pytest.mark.parametrize(
    ("seat", "wish"), [(GENEROUS, "talan"), (DRY, "pethdan"), (DARK, "maethor")]
)
def test_each_temper_saves_for_something_else(seat: int, wish: str) -> None:
    """With three figures and a quest; what is saved for is no longer there for runes."""
    state = settled(seat, "faron", "faron", "randir")
    assert dream(mind_of(state, seat)) == KIND[wish]
    assert saved(mind_of(state, seat)) >= 10
    assert dream(mind_of(state, seat, level="learner")) is None


def test_nothing_is_saved_for_before_there_are_figures_and_a_quest() -> None:
    assert dream(mind_of(settled(GENEROUS, "faron", "randir"), GENEROUS)) is None
    idle = settled(GENEROUS, "faron", "faron", "randir")
    acts.change(idle, GENEROUS, quests=())
    assert dream(mind_of(idle, GENEROUS)) is None


def test_only_what_is_within_reach_is_saved_for() -> None:
    """A building where there are lands to feed figures, a hero who has shown up, an art with golu
    and somebody to learn it."""
    poor = settled(GENEROUS, "faron", "faron", "randir")
    poor.markers[0] = DRY
    assert dream(mind_of(poor, GENEROUS)) == KIND["adan"]
    hero = settled(DARK, "faron", "faron", "randir")
    acts.change(hero, DARK, heroes=3)
    assert dream(mind_of(hero, DARK)) == KIND["thalion"]
    assert dream(mind_of(settled(DRY, "faron", "faron", "faron"), DRY)) is None
    assert dream(mind_of(settled(DRY, "faron", "faron", "randir", golu=9), DRY)) is None
    wise = settled(DRY, "pethdan", "faron", "saelon", golu=60)
    assert dream(mind_of(wise, DRY)) == KIND["talagan"]


def test_what_was_saved_for_is_placed() -> None:
    """Ten tûr in store: each temper spends them as it meant to."""
    placed = {}
    for seat in (GENEROUS, DARK):
        state = settled(seat, "faron", "faron", "faron", tur=10, golu=0)
        chosen = place(mind_of(state, seat, moves(state, seat)))
        assert chosen is not None
        placed[seat] = chosen.args[0]
    assert placed == {GENEROUS: KIND["talan"], DARK: KIND["maethor"]}


# --- Light quests -------------------------------------------------------------------------


def votes(hard: int, seat: int = GENEROUS, fulfilled: tuple[int, ...] = (0, 0, 0)) -> list[bool]:
    """What the three tempers say of a quest of such difficulty."""
    state = in_turn("prepare", seats=4)
    quest(state, seat, REACH, hard=hard)
    for each, number in enumerate(fulfilled):
        acts.change(state, each, fulfilled=number)
    ballot = Ballot("accept", seat, ("hard",), state.players[seat].quests[0])
    return [hard_enough(mind_of(state, voter), ballot) for voter in (GENEROUS, DRY, DARK)]


def test_tempers_have_standards_of_their_own() -> None:
    """The generous let the last have a light quest, the dark want more than the others."""
    assert votes(aims.FAIR - 1, 3) == [True, False, False]
    assert votes(aims.FAIR, 3) == [True, True, False]
    assert votes(aims.FAIR + 1, 3) == [True, True, True]


def test_who_is_ahead_must_do_more() -> None:
    """A turn for each quest that the voter has fulfilled less, two at most."""
    for lead in (2, 3):
        ahead = (lead, 0, 0)
        assert votes(aims.FAIR + 1, GENEROUS, ahead)[1:] == [False, False]
        assert votes(aims.FAIR + 2, GENEROUS, ahead)[1:] == [True, False]
        assert votes(aims.FAIR + 3, GENEROUS, ahead)[1:] == [True, True]
    assert votes(aims.FAIR + 1, GENEROUS, (2, 1, 2))[1:] == [True, True]
    assert votes(aims.FAIR, GENEROUS, (2, 2, 0))[1:] == [True, False]


def test_a_light_quest_is_tried_now_and_then_but_never_twice() -> None:
    """Only open ones are put to the vote at once; two players cannot vote each other down."""
    dared: Counter[int] = Counter()
    for turn in range(100):
        state = in_turn("prepare", seat=DARK)
        state.turns = turn
        mind = mind_of(state, DARK)
        dared[lightest(mind)] += 1
        assert lightest(mind, "silent") == aims.FAIR
        assert lightest(mind) == lightest(mind_of(state, DARK))
        assert lightest(mind_of(state, DARK, level="learner")) == aims.FAIR
    assert set(dared) == {3, aims.FAIR}
    assert 60 < dared[3] < 97
    assert lightest(mind_of(in_turn("prepare", seats=2), 0)) == aims.FAIR


# --- Against others -----------------------------------------------------------------------


def test_a_dragon_is_hired_against_who_did_wrong_and_by_the_dark() -> None:
    hired = Counter[int]()
    for seat in (GENEROUS, DARK):
        state = in_turn("move", seat=seat)
        put(state, "urlug", 0)
        state.markers[7] = DRY
        for _ in range(3):
            remember(state, "harmed", DRY, seat)
        acts.change(state, seat, aglar=2, tur=10)
        offered = moves(state, seat, "hire")
        for lot in range(60):
            mind = mind_of(state, seat, offered)
            mind.rng = Random(lot)
            chosen = hire(mind)
            assert chosen is None or chosen.args[1] == 7
            hired[seat] += chosen is not None
    assert hired[DARK] > 2 * hired[GENEROUS] > 0


def test_nobody_is_hired_against_those_who_did_nothing() -> None:
    state = in_turn("move", seat=DARK)
    put(state, "urlug", 0)
    state.markers[7] = DRY
    acts.change(state, DARK, aglar=2, tur=10)
    for lot in range(20):
        mind = mind_of(state, DARK, moves(state, DARK, "hire"))
        mind.rng = Random(lot)
        assert hire(mind) is None


def test_magic_that_could_not_matter_is_passed_by() -> None:
    """A good rune against a march of others is no answer to anything."""
    state = give(in_turn("move"), DRY, RATH)
    state.stack.append(Moment("march", (DRY,)))
    assert not state.stack[-1].matters(state, DRY)
    for lot in range(20):
        seen = game_for(3).observe(state, DRY)
        said = ShentBot("strong").choose(Decision(DRY, seen, moves(state, DRY)), Random(lot))
        assert said == Move("pass", ())


# --- Told apart ---------------------------------------------------------------------------


def _players(apart: int) -> list[Player]:
    """Twenty games in which tempers build, sing and fight more or less."""
    lot, kinds = Random(1), ("talan", "song", "fight")
    return [
        Player(game, temper.name, Counter({kind: lot.randrange(3) + apart * (kind == kinds[at])}))
        for game in range(20)
        for at, temper in enumerate(TEMPERS)
        for kind in (kinds[at],)
    ]


def test_the_judge_tells_apart_what_differs_and_guesses_where_nothing_does() -> None:
    """Never by a game that it has seen."""
    right = {
        apart: sum(n for (is_, said), n in guesses(_players(apart)).items() if is_ == said)
        for apart in (0, 6)
    }
    assert right[6] == 60
    lot = Random(2)
    alike = [
        Player(game, temper.name, Counter({"fight": lot.randrange(4)}))
        for game in range(40)
        for temper in TEMPERS
    ]
    blind = sum(n for (is_, said), n in guesses(alike).items() if is_ == said)
    assert 20 < blind < 70
    assert Judge(_players(6)).guess(Counter({"song": 7})) == "dry"
