"""No leak: change hands, goals, quests, bag, sealed answers, and no byte a viewer gets changes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cruachan.engine.game import CHANCE, Viewer
from cruachan.games.shent.aims import aims
from cruachan.games.shent.chapters.beginning import Setup
from cruachan.games.shent.core.fields import HIDDEN
from cruachan.games.shent.core.flow import Move, top
from cruachan.games.shent.core.state import Player, Quest, State
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.notation import position
from tests.leaks import Leak, assert_no_leak

from .tables import by_bots, by_lot, game_for

WORDS = ("claim 1", "cast hand rath", "step faron1 xyz", "vote yes", "bid 2", "", "?", "end")


def other_aim(state: State, seat: int, quest: Quest, rng: Random) -> Quest:
    """The same quest as far as others can see, with another aim, story and past."""
    found = aims.choices(state, seat, quest.runes)
    aim = rng.choice(found) if found and rng.random() < 0.8 else None
    words = rng.choice(("", "a tale nobody knows"))
    steps = () if aim else ((rng.choice(("one", "two")), rng.random() < 0.5),)
    return quest._replace(aim=aim, words=words, base=rng.randrange(9), log=(), steps=steps)


def otherwise(state: State, viewer: Viewer, rng: Random) -> State:
    """A state that differs only in what the viewer must not know."""
    other = position.determinize(position.observe(state, viewer), rng)
    other.domain_events = state.domain_events
    now = top(state)
    if now.sealed and len(now.waits(state)) > 1:
        for seat in set(range(state.seats)) - {viewer, *now.waits(state)}:
            other.whispers.append((seat, "vote", rng.choice(("never", "always"))))
    pairs = zip(state.stack, other.stack, strict=True)
    other.stack = [unsealed(state, mine, seen) for mine, seen in pairs]
    for seat, player in enumerate(other.players):
        if seat == viewer:
            continue
        quests = tuple(
            quest if quest.mode == "open" else other_aim(state, seat, quest, rng)
            for quest in player.quests
        )
        aim = other_aim(state, seat, player.aim, rng) if player.aim else None
        other.players[seat] = player._replace(quests=quests, aim=aim)
    return other


def unsealed(state: State, true: Any, seen: Any) -> Any:
    """Other sealed answers, but where the next one would show them."""
    more = type(true).__name__ in ("Declare", "Setup", "Proposal") or len(true.waits(state)) > 1
    return seen if more else true


def positions(seed: int, seats: int, number: int) -> list[State]:
    """Positions of a game in progress, those with sealed answers among them."""
    rng = Random(f"leak {seed}")
    steps = [after for _, _, _, after in by_lot(seats, seed, {"limit": "15"}) if after.stack]
    sealed = [s for s in steps if top(s).sealed or isinstance(top(s), Setup)]
    return [*rng.sample(steps, number), *rng.sample(sealed, min(number, len(sealed)))]


@pytest.mark.rule("S4.11", "S5.2", "S6.2", "S16.1")
@pytest.mark.parametrize("seed", range(6))
def test_nothing_hidden_is_shown(seed: int) -> None:
    """Views, pictures, moves, refusals, notation and tales are the same, whatever is hidden."""
    rng = Random(seed)
    seats = 2 + seed % 5
    game = game_for(seats)
    for state in positions(seed, seats, 5):
        for viewer in (rng.randrange(seats), None):
            right = otherwise(state, viewer, rng)
            assert position.write(position.observe(state, viewer)) == position.write(
                position.observe(right, viewer)
            )
            tried = [Move("claim", (1,)), Move("end"), Move("cast", (-1, 3)), Move("lay", (2,))]
            assert_no_leak(game, state, right, viewer, tried, WORDS, quick=rng)


@pytest.mark.rule("S27.3", "S34.6")
@pytest.mark.parametrize("seed", range(4))
def test_a_narrator_learns_nothing_from_what_can_be_read(seed: int) -> None:
    """Which readings apply to an event does not depend on silent and secret quests."""
    rng = Random(f"narrator {seed}")
    game = game_for(4)
    steps = by_bots(4, seed, {"limit": "20"}, "wandering")
    events = [s for _, _, _, s in steps if s.stack and type(top(s)).__name__ == "Event"]
    asked = [s for s in events if top(s).step == "read" and game.to_act(s)[0] >= 0]
    for state in rng.sample(asked, min(25, len(asked))):
        narrator = game.to_act(state)[0]
        for _ in range(3):
            right = otherwise(state, narrator, rng)
            assert game.to_act(right) == (narrator,)
            assert game.legal_moves(state, narrator) == game.legal_moves(right, narrator)


@pytest.mark.parametrize("seed", range(5))
def test_a_guess_can_be_played_on(seed: int) -> None:
    """What a view leaves open is filled in so that the game goes on from there by its rules."""
    rng = Random(f"guess {seed}")
    game = game_for(2 + seed)
    for state in positions(seed, 2 + seed, 8):
        viewer = rng.choice([*range(2 + seed), None])
        guessed = game.determinize(game.observe(state, viewer), rng)
        assert not position.stones_wrong(guessed)
        assert HIDDEN not in [rune for player in guessed.players for rune in player.hand]
        for _ in range(60):
            if not game.to_act(guessed):
                break
            seat = rng.choice(game.to_act(guessed))
            guessed = game.apply(guessed, seat, rng.choice(game.legal_moves(guessed, seat)))
        assert not position.stones_wrong(guessed)


class Blabbing(SHENT):
    """A game that shows what it should not."""

    def __init__(self, game: SHENT, blab: str) -> None:
        super().__init__(game.board)
        self.blab = blab

    def observe(self, state: State, viewer: Viewer) -> State:
        seen = position.observe(state, viewer)
        if viewer == CHANCE or state.outcome:
            return seen
        seen = seen.copy()
        for seat, player in enumerate(state.players):
            seen.players[seat] = self._show(seen.players[seat], player)
        if self.blab == "bag":
            seen.bag = list(state.bag)
        return seen

    def _show(self, seen: Player, true: Player) -> Player:
        if self.blab == "hands":
            return seen._replace(hand=true.hand)
        if self.blab == "goals":
            return seen._replace(goal=true.goal)
        if self.blab == "quests":
            return seen._replace(quests=true.quests)
        return seen


@pytest.mark.parametrize("blab", ["hands", "goals", "quests", "bag"])
def test_a_leak_would_be_found(blab: str) -> None:
    """The check itself fails where something hidden is shown."""
    rng = Random(blab)
    game = Blabbing(game_for(4), blab)
    with pytest.raises(Leak):
        look_everywhere(game, rng)


def look_everywhere(game: SHENT, rng: Random) -> None:
    """Positions of several games, each compared with one that differs in what is hidden."""
    for seed in range(4):
        for state in positions(seed, 4, 6):
            right = otherwise(state, 0, rng)
            assert_no_leak(game, state, right, 0, (), (), quick=rng)
