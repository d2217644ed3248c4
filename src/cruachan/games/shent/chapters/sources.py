"""The runes one may use, where they can be cast, and whom they concern (S14)."""

from __future__ import annotations

from collections.abc import Iterator

from cruachan.engine.game import NOBODY
from cruachan.games.shent.components.material import KIN, KINDS, opposite
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import change, change_piece, take_rune
from cruachan.games.shent.core.fields import HAND, HIDDEN, NOWHERE, Count, Land, Rune, SourceId
from cruachan.games.shent.core.reading import ANY_STRENGTH, Act, Reading
from cruachan.games.shent.core.speaker import Speaker
from cruachan.games.shent.core.state import State, on_piece

Source = tuple[SourceId, Rune]
"""A piece or HAND, and a rune."""
KIN_LESS, OTHER_LESS = 2, 4
"""[S14.10] [S14.11] What a counter loses that is not the opposite."""
Reach = tuple[tuple[Land, Count], ...]
"""The lands a rune reaches, and how strong it is there."""


def borne(state: State, seat: int, land: int | None = None) -> list[Source]:
    """[S14.13] The borne runes a seat may use now, in a land."""
    found = []
    for index, piece in enumerate(state.pieces):
        if piece.leader != seat or piece.land < 0 or (land is not None and piece.land != land):
            continue
        for rune, _ in KINDS[piece.kind].bears:
            if rune not in piece.spent and not _silent(state, index, rune):
                found.append((index, rune))
    return found


def _silent(state: State, piece: int, rune: int) -> bool:
    """Whether a figure sleeps, or its tongue is bound."""
    if on_piece(state, TokenKind.ASLEEP, piece):
        return True
    return any(
        t.kind == TokenKind.TONGUE and piece in t.pieces and t.other == rune for t in state.tokens
    )


def sources(state: State, seat: int, land: int | None = None) -> list[Source]:
    """All runes a seat may use now; of several alike in the hand one stands for all."""
    hand = sorted(set(state.players[seat].hand))
    return [*((HAND, rune) for rune in hand), *borne(state, seat, land)]


def spend(state: State, seat: int, source: Source) -> None:
    """[S14.12] The stone is spent, or the borne rune used."""
    piece, rune = source
    if piece == HAND:
        take_rune(state, seat, rune)
        state.aside.append(rune)
    else:
        change_piece(state, piece, spent=(*state.pieces[piece].spent, rune))


def play_stone(state: State, seat: int, element: int) -> None:
    """[S14.15] An element stone goes back to the supply."""
    stones = list(state.players[seat].stones)
    stones.remove(element)
    change(state, seat, stones=tuple(stones))
    state.elements[element] += 1


def printed_strength(state: State, source: Source) -> int:
    """The strength of a borne rune."""
    return dict(KINDS[state.pieces[source[0]].kind].bears)[source[1]]


def usable(state: State, source: Source) -> bool:
    """Whether there is such a source: a hand has any rune, a piece those that it bears."""
    piece, rune = source
    return piece == HAND or rune in dict(KINDS[state.pieces[piece].kind].bears)


def at_hand(state: State, seat: int, source: Source) -> bool:
    """Whether a seat has a source still to use, as far as its hand is known."""
    hand = state.players[seat].hand
    held = source[0] != HAND or source[1] in hand or HIDDEN in hand
    return usable(state, source) and held


def deduction(rune: int, against: int) -> int:
    """[S14.9] [S14.10] [S14.11] What a counter loses by not being the opposite."""
    if rune == opposite(against):
        return 0
    return KIN_LESS if rune in KIN[against] else OTHER_LESS


def lands_for(state: State, seat: int, source: Source, land: int) -> Iterator[int]:
    """Where a rune may be cast: anywhere; a borne one where its bearer stands."""
    if land != NOWHERE:
        yield land
    elif source[0] != HAND:
        yield state.pieces[source[0]].land
    else:
        crowd = {p.land for p in state.pieces if p.leader not in (seat, NOBODY)}
        mine = {p.land for p in state.pieces if p.leader == seat}
        lands = range(len(state.board.lands))
        yield from sorted(lands, key=lambda each: (each in crowd, each not in mine, each))


def ways(state: State, seat: int, source: Source, land: int = NOWHERE) -> Iterator[tuple[str, int]]:
    """[S14.3] The readings and lands for which a rune can be cast now."""
    only = state.active if seat != state.active else -1
    strength = ANY_STRENGTH if source[0] == HAND else printed_strength(state, source)
    said: set[str] = set()
    for where in lands_for(state, seat, source, land):
        for reading in Reading.OF[source[1]]:
            if reading.magic and reading.key not in said:
                act = Act(source[1], strength, seat, where, magic=True, only=only)
                if reading.targets(state, act):
                    yield reading.key, where
                    if reading.anywhere:
                        said.add(reading.key)


# --- In words -----------------------------------------------------------------------------


def known_strength(state: State, source: Source) -> int | None:
    """The strength of a rune before a number is drawn: that of a borne one."""
    return None if source[0] == HAND else printed_strength(state, source)


def sourced(say: Speaker, key: str, source: Source, **more: str) -> str:
    """What is done with a rune from the hand, or with one that a figure bears."""
    piece, rune = source
    values = {"rune": say.rune(rune), "meaning": say.meaning(rune), **more}
    if piece == HAND:
        return say.words(key, **values)
    return say.words(f"{key}_borne", piece=say.placed_piece(piece), **values)
