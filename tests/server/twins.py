"""Whole games that are one and the same to a viewer, and differ in what she must not know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from cruachan.engine.game import CHANCE, Game, Viewer
from cruachan.engine.match import Match, Player
from cruachan.engine.narration import with_text
from cruachan.engine.presentation import presentation_of
from tests.gallia import test_leaks as gallia_leaks
from tests.gallia.positions import GAME as GALLIA
from tests.shent.tables import by_lot, game_for

Plies = list[tuple[int, Any]]
NAMES = ("Anna", "Ben", "Cy")
CHANGED = 3
"""How many secrets a twin differs in."""


@dataclass(frozen=True)
class Played:
    """A game from its beginning: how it was set up, and who moved how."""

    game: Game[Any, Any]
    seats: int
    options: Mapping[str, str]
    plies: Plies

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Everybody at the table, and a spectator."""
        return (*range(self.seats), None)

    def until(self, ply: int) -> Played:
        """The same game up to a ply."""
        return Played(self.game, self.seats, self.options, self.plies[:ply])

    def states(self) -> list[Any]:
        """The state before each ply, and the last one."""
        found = [self.game.setup(self.seats, self.options)]
        for seat, move in self.plies:
            found.append(self.game.apply(found[-1], seat, move))
        return found

    def texts(self) -> list[str]:
        """The moves in notation, as their keeper writes them."""
        pairs = zip(self.states(), self.plies, strict=False)
        return [self.game.write_move(state, *ply, CHANCE) for state, ply in pairs]


def gallia() -> Played:
    """A whole game of Gallia between people who like to look at cards."""
    match = gallia_leaks.play(3, 5000)
    assert match.outcome
    plies = [(ply.seat, ply.move) for ply in match.history]
    return Played(match.game, 2, match.options, plies)


def shent() -> Played:
    """A whole game of SHENT by lot, a short one in which everybody keeps a secret for long."""
    game = game_for(3)
    options = game.complete(3, {"limit": "15"})
    plies: Plies = []
    for state, seat, move, _ in by_lot(3, 2, options):
        tells = seat != CHANCE and game.narration.allows(state, seat, move)
        plies.append((seat, game.narration.attach(move, f"tale {len(plies)}") if tells else move))
    return Played(game, 3, options, plies)


def twin(played: Played, viewer: Viewer, rng: Random) -> Played:
    """The same game to a viewer: at every moment she sees the same, and reads the same moves."""
    change = _other_backs if played.game is GALLIA else _other_secrets
    other = change(played, viewer, rng)
    for left, right in zip(played.states(), other.states(), strict=True):
        write = played.game.write_position
        assert write(left, viewer) == write(right, viewer)
    return other


def _other_backs(played: Played, viewer: Viewer, rng: Random) -> Played:
    """A game of Gallia with other backs where the viewer has not seen them."""
    people = [Player(str(seat)) for seat in range(played.seats)]
    match: Any = Match(played.game, people, played.options, commitment_="00" * 32)
    for seat, move in played.plies:
        match.push(seat, move)
    other = gallia_leaks.replayed(match, viewer, rng)
    plies = [(ply.seat, ply.move) for ply in other.history]
    return Played(played.game, played.seats, played.options, plies)


def _other_secrets(played: Played, viewer: Viewer, rng: Random) -> Played:
    """Moves that a viewer cannot read are changed, the youngest first.

    All later moves must still be possible, and she must see and hear the same all along.
    """
    game, plies, states = played.game, played.plies, played.states()
    scenes = zip(states, plies, states[1:], strict=False)
    known = [_known(game, before, *ply, after, viewer) for before, ply, after in scenes]
    covered = [n for n, text in enumerate(played.texts()) if text != known[n][0]]
    changes = 0
    for number in reversed(covered):
        expected = known[number:]
        for other in _others(game, states[number], *plies[number], rng):
            changed = [(plies[number][0], other), *plies[number + 1 :]]
            after = list(_replayed(game, states[number], changed, viewer, expected))
            if len(after) == len(changed):
                plies, states = plies[:number] + changed, states[: number + 1] + after
                changes += 1
                break
        if changes == CHANGED:
            break
    return Played(game, played.seats, played.options, plies)


def _others(game: Game[Any, Any], state: Any, seat: int, move: Any, rng: Random) -> list[Any]:
    """A few moves that might be taken for this one: others, and the same in other words."""
    legal = [other for other in game.legal_moves(state, seat) if other != move]
    return [
        *rng.sample(legal, min(4, len(legal))),
        *([with_text(game, move, "a tale nobody knows")] if seat != CHANCE else []),
    ]


def _known(
    game: Game[Any, Any], before: Any, seat: int, move: Any, after: Any, viewer: Viewer
) -> tuple[str, str, str]:
    """What a viewer reads and hears of a move, and sees after it."""
    return (
        game.write_move(before, seat, move, viewer),
        presentation_of(game).tell(before, seat, move, after, viewer, NAMES),
        game.write_position(after, viewer),
    )


def _replayed(
    game: Game[Any, Any],
    state: Any,
    plies: Plies,
    viewer: Viewer,
    expected: list[tuple[str, str, str]],
) -> Iterator[Any]:
    """The states that moves lead to, while they can be made and the viewer notices nothing."""
    for (seat, move), known in zip(plies, expected, strict=True):
        if not _legal(game, state, seat, move):
            return
        before, state = state, game.apply(state, seat, move)
        if _known(game, before, seat, move, state, viewer) != known:
            return
        yield state


def _legal(game: Game[Any, Any], state: Any, seat: int, move: Any) -> bool:
    if seat == CHANCE:
        return seat in game.to_act(state) and move in game.legal_moves(state, seat)
    return game.why_not(state, seat, move) is None
