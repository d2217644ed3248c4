"""[S9.7] Every reading, with what it could name taken away before it works: the game goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.rounds import TurnFrame
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.flow import push, run
from cruachan.games.shent.core.reading import Reading
from cruachan.games.shent.core.state import State, figures
from tests.shent.tables import by_lot, game_for

SEATS = 3
MET = 60
"""So many readings apply somewhere in the games, at least."""


def no_hands(state: State, land: int) -> None:
    """All runes of all hands are in the bag."""
    for seat, player in enumerate(state.players):
        acts.return_stones(state, player.hand)
        acts.change(state, seat, hand=())


def no_points(state: State, land: int) -> None:
    """Nobody has anything."""
    for seat in range(state.seats):
        acts.change(state, seat, tur=0, golu=0, aglar=0)


def nobody_there(state: State, land: int) -> None:
    """The land is empty, and half of what stands elsewhere is gone."""
    for index, piece in enumerate(state.pieces):
        if piece.land >= 0 and (piece.land == land or index % 2):
            acts.to_supply(state, index)


def no_tokens(state: State, land: int) -> None:
    """No token lies anywhere."""
    for token in list(state.tokens):
        acts.remove(state, token)


def no_quests(state: State, land: int) -> None:
    """No quest is running."""
    for seat, player in enumerate(state.players):
        for quest in player.quests:
            acts.return_stones(state, quest.runes)
        acts.change(state, seat, quests=())


GONE = (no_hands, no_points, nobody_there, no_tokens, no_quests)


def turns() -> Iterator[State]:
    """Positions in turns of random games."""
    for seed in range(3):
        for ply, (_, _, _, state) in enumerate(by_lot(SEATS, seed, {"limit": "15"})):
            if ply % 40 == 0 and state.stack and isinstance(state.stack[-1], TurnFrame):
                yield state


def events(state: State, rng: Random, met: set[str]) -> Iterator[Event]:
    """An event of the active player for each reading that applies and was not met yet."""
    here = [p.land for p in state.pieces if p.leader == state.active and p.land >= 0]
    for land in rng.sample(here, min(2, len(here))):
        group = tuple(figures(state, state.active, land))
        for rune, readings in Reading.OF.items():
            number = rng.randint(4, 8)
            event = Event(state.active, land, group, printed=True, rune=rune, strength=number)
            for reading in readings:
                targets = reading.targets(state, event.act) if reading.event else []
                if targets and reading.key not in met:
                    met.add(reading.key)
                    target = rng.choice(targets)
                    yield event._replace(step="work", reading=reading.key, target=target)


@pytest.fixture(scope="module")
def applied() -> list[tuple[State, Event]]:
    """Each reading once, where it applies."""
    rng, met = Random(1), set[str]()
    return [(state, event) for state in turns() for event in events(state, rng, met)]


def test_most_readings_are_met(applied: list[tuple[State, Event]]) -> None:
    assert len(applied) >= MET


@pytest.mark.rule("S9.7")
@pytest.mark.parametrize("take", GONE)
def test_the_game_goes_on(
    applied: list[tuple[State, Event]], take: Callable[[State, int], None]
) -> None:
    """Whether it is taken away before the reading works or before its question is answered."""
    for before, event in applied:
        for first in (True, False):
            state = before.copy()
            push(state, event)
            if first:
                take(state, event.land)
            else:
                event.go(state)
                take(state, event.land)
            run(state)
            game = game_for(SEATS)
            for seat in game.to_act(state):
                moves = game.legal_moves(state, seat)
                assert moves, (event.reading, state.stack[-1])
                game.apply(state, seat, moves[0])
