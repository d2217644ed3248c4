"""What binds figures and lands: bands, walls, gates and hosts."""

from __future__ import annotations

from cruachan.games.shent.components.material import BAND
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import note, remove
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.reading import Act
from cruachan.games.shent.core.state import State, Token
from cruachan.games.shent.readings.reach import doer


def lies_in(state: State, token: Token, land: int) -> bool:
    """Whether a token lies in a land, on one of its borders or on a piece there."""
    if token.kind == TokenKind.GATE:
        return land in (token.land, token.other)
    if token.land == NOWHERE:
        return any(state.pieces[piece].land == land for piece in token.pieces)
    return token.land == land


def lift(state: State, act: Act, token: Token) -> None:
    """A band, wall or host is gone; a stone goes to the bag."""
    pieces = [piece for piece in token.pieces if state.pieces[piece].land >= 0]
    land = state.pieces[pieces[0]].land if pieces else token.land
    remove(state, token)
    if not pieces:
        note(state, DomainEventKind.LIFTED, act.seat, land=land, more=(token.kind,))
    for piece in pieces:
        seat = state.pieces[piece].leader
        note(state, DomainEventKind.FREED, seat, land=land, other=doer(act), piece=piece)


def stone_of(act: Act) -> int:
    """[S22.1] The stone that stays on the board: none for magic or a printed rune."""
    return NOWHERE if act.magic or act.printed else BAND
