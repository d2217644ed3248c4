"""Who stands where, who bars whom, and which contests are to be expected."""

from __future__ import annotations

from itertools import combinations

from cruachan.engine.game import NOBODY
from cruachan.games.shent.components.material import IDH, OST, TALAN, URLUG
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.fields import FOES, HOST
from cruachan.games.shent.core.state import (
    State,
    Token,
    building,
    figures,
    foes,
    in_peace,
    in_truce,
    is_ally,
    mobile,
    on_piece,
    others_in,
    own_figures,
    seen,
    standing,
    tokens,
)

BANDS = (
    TokenKind.BAND,
    TokenKind.SIEGE,
    TokenKind.TONGUE,
    TokenKind.CAPTIVE,
    TokenKind.GATE,
)
"""[S22.1] The tokens that band leaves."""


def fit_to_fight(state: State, piece: int) -> bool:
    """[S10.3] Whether a figure can be challenged now."""
    return not state.pieces[piece].fought and seen(state, piece)


def fighters(state: State, seat: int, land: int) -> list[int]:
    """[S10.3] [S10.15] The figures by which a seat can take part in a contest."""
    return [piece for piece in figures(state, seat, land) if fit_to_fight(state, piece)]


def unaccompanied(state: State) -> list[int]:
    """[S8.4] Allies in lands without an own figure of their player; a hired urlug may be there."""
    return [
        index
        for index, piece in enumerate(state.pieces)
        if piece.land >= 0
        and piece.leader != NOBODY
        and is_ally(piece)
        and piece.kind != URLUG
        and not own_figures(state, piece.leader, piece.land)
    ]


def fighting_foes(state: State, land: int) -> list[int]:
    """[S10.12] The foes in a land that fight."""
    return [
        piece
        for piece in foes(state, land)
        if fit_to_fight(state, piece)
        and all(
            on_piece(state, kind, piece) is None for kind in (TokenKind.CAPTIVE, TokenKind.LEFT)
        )
    ]


def opponents(state: State, seat: int, land: int) -> list[int]:
    """[S10.1] [S10.2] Against whom this seat has a contest in a land: seats, FOES, HOST."""
    if not fighters(state, seat, land) or tokens(state, TokenKind.STANDSTILL, land):
        return []
    found = [HOST] if tokens(state, TokenKind.HOST, land, seat) else []
    if tokens(state, TokenKind.TRUCE, land, seat):
        return found
    found += [
        other
        for other in others_in(state, seat, land)
        if at_odds(state, seat, other, land) and fighters(state, other, land)
    ]
    return [*found, FOES] if fighting_foes(state, land) else found


def at_odds(state: State, one: int, two: int, land: int) -> bool:
    """[S10.1] [S19.12] [S37.5] Whether two have neither peace, truce, master nor idh over them."""
    return (
        state.markers[land] == NOBODY
        and not in_peace(state, land, one, two)
        and state.weather[0] != IDH
        and not in_truce(state, land, one, two)
    )


def locked(state: State, piece: int) -> bool:
    """[S8.2] Whether a contest with another player keeps a figure in its land."""
    one = state.pieces[piece]
    if one.hidden or tokens(state, TokenKind.TRUCE, one.land, one.leader):
        return False
    return any(
        at_odds(state, one.leader, other, one.land)
        and any(seen(state, each) for each in figures(state, other, one.land))
        for other in others_in(state, one.leader, one.land)
    )


def held(state: State, piece: int) -> bool:
    """[S8.2] Whether band or an enchanted sleep keeps a figure in its land."""
    if any(on_piece(state, kind, piece) for kind in (TokenKind.BAND, TokenKind.ASLEEP)):
        return True
    return bool(tokens(state, TokenKind.STANDSTILL, state.pieces[piece].land))


def may_meet(state: State, seat: int, land: int) -> list[int]:
    """[S8.7] The others with figures to be seen there who are not yet in peace with a seat."""
    return [
        other
        for other in others_in(state, seat, land)
        if not in_peace(state, land, seat, other)
        and any(seen(state, each) for each in figures(state, other, land))
    ]


def hosts(state: State, seat: int, land: int) -> list[int]:
    """[S8.7] [S12.4] Who is asked for passage: who controls the land, else all who stand there."""
    here, holder = may_meet(state, seat, land), state.markers[land]
    return [other for other in here if holder in (NOBODY, other)]


def contested(state: State, land: int) -> bool:
    """[S10.1] Whether figures of two players stand in a land of nobody, without peace or truce."""
    if state.markers[land] != NOBODY:
        return False
    seats = [
        seat
        for seat in standing(state, land)
        if any(seen(state, each) for each in figures(state, seat, land))
    ]
    return any(
        not in_peace(state, land, one, two) and not in_truce(state, land, one, two)
        for one, two in combinations(seats, 2)
    )


def unbarred(state: State, seat: int, land: int) -> bool:
    """[S13.2] Whether no figure of another player, to be seen, and no waking foe stands there."""
    return not any(
        on_piece(state, TokenKind.ASLEEP, piece) is None
        if state.pieces[piece].leader == NOBODY
        else state.pieces[piece].leader != seat and not state.pieces[piece].hidden
        for piece in mobile(state, land)
    )


def alone(state: State, seat: int, land: int) -> bool:
    """[S13.2] Whether a figure of this seat's own stands there, not hidden, and nobody bars it."""
    own = own_figures(state, seat, land)
    return any(not state.pieces[piece].hidden for piece in own) and unbarred(state, seat, land)


def at_home(state: State, land: int) -> set[int]:
    """[S14.5] The seats with a figure, a building or the marker in a land."""
    house = building(state, land)
    owner = NOBODY if house is None else state.pieces[house].leader
    return {*standing(state, land), state.markers[land], owner} - {NOBODY}


def adjacent(state: State, land: int) -> set[int]:
    """[S1.2] The lands next to a land, by the map and by paths."""
    found = set(state.board.near[land])
    for token in tokens(state, TokenKind.PATH):
        if land in (token.land, token.other):
            found.add(token.land + token.other - land)
    return found


def bare(state: State, seat: int, land: int) -> bool:
    """[S33.7] Whether a seat has neither figure nor ally nor talan nor ost in a land."""
    house = building(state, land)
    if house is not None and state.pieces[house].kind in (TALAN, OST):
        return state.pieces[house].leader != seat and not figures(state, seat, land)
    return not figures(state, seat, land)


def distances(state: State, land: int) -> list[int]:
    """[S1.2] How far every land is from this one, by the map and by paths."""
    paths = tokens(state, TokenKind.PATH)
    if not paths:
        return list(state.board.distances[land])
    near = [set(lands) for lands in state.board.near]
    for path in paths:
        near[path.land].add(path.other)
        near[path.other].add(path.land)
    steps = [-1] * len(near)
    steps[land] = 0
    reached = [land]
    for here in reached:
        for other in near[here]:
            if steps[other] < 0:
                steps[other] = steps[here] + 1
                reached.append(other)
    return steps


def binds(state: State, token: Token, seat: int) -> bool:
    """[S23.2] Whether a band binds a figure, a building or a border of a seat."""
    if token.kind == TokenKind.CAPTIVE:
        return False
    if token.kind == TokenKind.GATE and token.seat == NOBODY:
        return bool(figures(state, seat, token.land) or figures(state, seat, token.other))
    return seat in bound(state, token)


def bound(state: State, token: Token) -> set[int]:
    """The seats that a band or a host names or whose pieces it holds; NOBODY where none."""
    if token.kind in (TokenKind.SIEGE, TokenKind.TONGUE, TokenKind.CAPTIVE):
        return {state.pieces[piece].leader for piece in token.pieces}
    return {token.seat}


def free_foes(state: State, land: int) -> list[int]:
    """The foes in a land that can go: neither asleep nor captive nor held."""
    return [
        piece
        for piece in foes(state, land)
        if not held(state, piece) and on_piece(state, TokenKind.CAPTIVE, piece) is None
    ]


def shut(state: State, seat: int, one: int, two: int) -> bool:
    """[S22.6] Whether the border between two lands is closed to a seat."""
    return any(
        {token.land, token.other} == {one, two} and token.seat in (seat, NOBODY)
        for token in tokens(state, TokenKind.GATE)
    )


def way_back(state: State, piece: int) -> bool:
    """[S28.2] Whether a figure could go back now to the land it came from."""
    one = state.pieces[piece]
    if one.left < 0 or held(state, piece) or shut(state, one.leader, one.land, one.left):
        return False
    if one.left not in adjacent(state, one.land):
        return False
    if tokens(state, TokenKind.WALL, one.left) or tokens(state, TokenKind.STANDSTILL, one.left):
        return False
    return not any(
        not state.pieces[other].hidden
        for seat in others_in(state, one.leader, one.left)
        for other in figures(state, seat, one.left)
    )


def leads_back(state: State, piece: int) -> bool:
    """[S28.2] Whether a figure goes back by itself: an own figure or a hired dragon, no ally."""
    return state.pieces[piece].owner != NOBODY or state.pieces[piece].kind == URLUG


def hushed(state: State, legend: Token) -> bool:
    """[S26.3] Whether thurinas keeps the depth of a legend as it is."""
    return bool(tokens(state, TokenKind.SILENCE, legend.land))


def must_fight(state: State, seat: int) -> list[tuple[int, int]]:
    """[S10.1] [S10.2] The contests that await the active player: land and opponent.

    Each host is met, of all other parties in a land only one in a turn.
    """
    lands = {p.land for p in state.pieces if p.leader == seat and p.land >= 0}
    done = {land for land, _ in state.turn.met}
    return [
        (land, other)
        for land in sorted(lands)
        for other in opponents(state, seat, land)
        if other == HOST or land not in done
    ]
