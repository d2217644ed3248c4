"""A viewer is a seat, a spectator or the owner of a match; anybody else is refused in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cruachan.engine.errors import PositionError, ViewerError
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import LANGS
from cruachan.games import GAMES, load_game

NOBODIES: list[Any] = [-2, -100, 99, True, 0.0, 1.5, "0", "a", (), [0]]


@pytest.fixture(scope="module", params=list(GAMES))
def match(request: pytest.FixtureRequest) -> Match[Any, Any]:
    """A game that has begun."""
    game = load_game(request.param)
    found: Match[Any, Any] = Match(game, [Player(f"P{n}") for n in range(game.players[0])])
    found.roll()
    return found


def showings(match: Match[Any, Any]) -> list[Callable[[Any], Any]]:
    """All by which a state is shown to a viewer."""
    game, state, before = match.game, match.state, match.state_at(0)
    shown = presentation_of(game)
    ply = match.history[0]
    return [
        lambda viewer: game.observe(state, viewer),
        lambda viewer: game.observe(state, viewer=viewer),
        lambda viewer: game.write_position(state, viewer),
        lambda viewer: game.write_move(before, ply.seat, ply.move, viewer),
        lambda viewer: game.write_move(state=before, seat=ply.seat, move=ply.move, viewer=viewer),
        lambda viewer: shown.view(state, viewer),
        lambda viewer: shown.tell(before, ply.seat, ply.move, state, viewer, match.names),
        match.view,
    ]


@pytest.mark.parametrize("viewer", NOBODIES, ids=repr)
def test_nobody_else_looks_at_a_game(match: Match[Any, Any], viewer: Any) -> None:
    """Of -2 Gallia Cisalpina once showed the secrets of seat 0."""
    for show in showings(match):
        with pytest.raises(ViewerError) as refused:
            show(viewer)
        texts = {refused.value.text(lang) for lang in LANGS}
        assert len(texts) == len(LANGS)
        assert all(repr(viewer) in text for text in texts)


def test_a_seat_too_many_is_nobody(match: Match[Any, Any]) -> None:
    for show in showings(match):
        with pytest.raises(ViewerError):
            show(len(match.players))


def test_seats_spectators_and_the_owner_look_on(match: Match[Any, Any]) -> None:
    for show in showings(match):
        for viewer in (None, CHANCE, *range(len(match.players))):
            show(viewer)


def test_positions_are_written_in_ascii_digits(match: Match[Any, Any]) -> None:
    """Another digit is another spelling, and refused; in SHENT it is no JSON."""
    line = match.game.write_position(match.state)
    places = [at for at, char in enumerate(line) if char in "0123456789"]
    for at in places[:40]:
        other = line[:at] + chr(0x660 + int(line[at])) + line[at + 1 :]
        with pytest.raises(PositionError):
            match.game.read_position(other)
