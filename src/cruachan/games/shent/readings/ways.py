"""band, prison, and rath, way (S22, S23)."""

from __future__ import annotations

from cruachan.engine.game import NOBODY
from cruachan.games.shent.components.material import KINDS, half
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import change_piece, lay, loosen, note
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.presence import BANDS, adjacent, binds, bound, held, shut
from cruachan.games.shent.core.reading import Act, Reading, Target
from cruachan.games.shent.core.state import (
    FOREVER,
    State,
    Token,
    building,
    figures,
    foes,
    on_piece,
    own_figures,
)
from cruachan.games.shent.readings.bonds import lies_in, lift, stone_of
from cruachan.games.shent.readings.places import can_receive, move_all, within
from cruachan.games.shent.readings.reach import (
    doer,
    in_group,
    in_reach,
    is_foe,
    is_own,
    land_concerns,
    lasts,
    might,
    mine,
    reaches,
    sides,
    speeds,
    touches,
)
from cruachan.games.shent.readings.several import most, parts

# --- band (S22) ---------------------------------------------------------------------------


def _chain(state: State, act: Act, token: Token) -> None:
    """[S22.1] Lay what band leaves: with its stone, as magic for one round without one."""
    lay(
        state, token._replace(strength=act.strength, until=lasts(act, FOREVER), stone=stone_of(act))
    )


class HeldReading(Reading):
    """[S22.2] Figures cannot leave the land."""

    key = "band.held"
    rule = "S22.2"
    shape = "pieces"
    harsh = 2

    def targets(self, state: State, act: Act) -> list[Target]:
        if act.magic:
            groups = [self._free(state, pieces) for _, pieces in sides(state, act)]
            return [tuple(pieces) for pieces in groups if pieces]
        return parts(self._free(state, in_group(state, act)), lambda part: True)

    def _free(self, state: State, pieces: list[int]) -> list[int]:
        return [piece for piece in pieces if on_piece(state, TokenKind.BAND, piece) is None]

    def work(self, state: State, act: Act, target: Target) -> None:
        seat = state.pieces[target[0]].leader
        _chain(state, act, Token(TokenKind.BAND, act.land, seat=seat, pieces=target))
        for piece in target:
            note(state, DomainEventKind.HELD, seat, land=act.land, other=doer(act), piece=piece)
        state.memory[act.land] = ("held", state.pieces[target[0]].kind, state.round)


class SiegeReading(Reading):
    """[S22.3] A building brings neither income nor bonus."""

    key = "band.siege"
    rule = "S22.3"
    shape = "piece"
    harsh, rare = 1, True

    def targets(self, state: State, act: Act) -> list[Target]:
        house = building(state, act.land)
        if house is None or on_piece(state, TokenKind.SIEGE, house) is not None:
            return []
        leader = state.pieces[house].leader
        fits = touches(state, act, leader) if act.magic else leader == act.seat
        return [(house,)] if fits else []

    def work(self, state: State, act: Act, target: Target) -> None:
        _chain(state, act, Token(TokenKind.SIEGE, act.land, pieces=target))
        leader = state.pieces[target[0]].leader
        note(
            state, DomainEventKind.BESIEGED, leader, land=act.land, other=doer(act), piece=target[0]
        )


class TongueReading(Reading):
    """[S22.4] A borne rune cannot be used."""

    key = "band.tongue"
    rule = "S22.4"
    shape = "piece rune"
    slight = True

    def targets(self, state: State, act: Act) -> list[Target]:
        pieces = in_reach(state, act) if act.magic else in_group(state, act)
        return [
            (piece, rune)
            for piece in pieces
            if not is_foe(state, piece)
            for rune, strength in KINDS[state.pieces[piece].kind].bears
            if strength <= act.strength and not self._bound(state, piece, rune)
        ]

    def _bound(self, state: State, piece: int, rune: int) -> bool:
        return any(
            token.kind == TokenKind.TONGUE and piece in token.pieces and token.other == rune
            for token in state.tokens
        )

    def work(self, state: State, act: Act, target: Target) -> None:
        piece, rune = target
        _chain(state, act, Token(TokenKind.TONGUE, other=rune, pieces=(piece,)))
        leader = state.pieces[piece].leader
        note(
            state,
            DomainEventKind.TONGUE,
            leader,
            land=act.land,
            other=doer(act),
            piece=piece,
            amount=rune,
        )


class CaptiveReading(Reading):
    """[S22.5] A foe neither fights nor moves."""

    key = "band.captive"
    rule = "S22.5"
    shape = "piece"
    rare = True

    def targets(self, state: State, act: Act) -> list[Target]:
        return [
            (piece,)
            for piece in foes(state, act.land)
            if touches(state, act, NOBODY)
            and might(state, piece) < act.strength
            and on_piece(state, TokenKind.CAPTIVE, piece) is None
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        _chain(state, act, Token(TokenKind.CAPTIVE, pieces=target))
        note(state, DomainEventKind.CAPTIVE, act.seat, land=act.land, piece=target[0])
        state.memory[act.land] = ("held", state.pieces[target[0]].kind, state.round)


class GateReading(Reading):
    """[S22.6] A border cannot be crossed."""

    key = "band.gate"
    rule = "S22.6"
    shape = "land"

    def targets(self, state: State, act: Act) -> list[Target]:
        if not land_concerns(state, act):
            return []
        seat = self._seat(act)
        lands = sorted(adjacent(state, act.land))
        return [(land,) for land in lands if not shut(state, seat, act.land, land)]

    def _seat(self, act: Act) -> int:
        return NOBODY if act.magic else act.seat

    def work(self, state: State, act: Act, target: Target) -> None:
        _chain(state, act, Token(TokenKind.GATE, act.land, seat=self._seat(act), other=target[0]))
        note(state, DomainEventKind.GATE, act.seat, land=act.land, amount=target[0])


# --- rath (S23) ---------------------------------------------------------------------------


class FreedReading(Reading):
    """[S23.2] A band or wall weaker than the rune is lifted."""

    key = "rath.freed"
    rule = "S23.2"
    shape = "token"
    rare = True

    def targets(self, state: State, act: Act) -> list[Target]:
        fits = self._here if act.magic else self._anywhere
        return [
            (index,)
            for index, token in enumerate(state.tokens)
            if token.kind in (*BANDS, "wall")
            and token.strength < act.strength
            and fits(state, act, token)
        ]

    def _anywhere(self, state: State, act: Act, token: Token) -> bool:
        if token.kind == TokenKind.WALL:
            near = adjacent(state, token.land)
            return any(figures(state, act.seat, land) for land in near)
        return binds(state, token, act.seat)

    def _here(self, state: State, act: Act, token: Token) -> bool:
        touched = any(touches(state, act, seat) for seat in bound(state, token))
        return touched and lies_in(state, token, act.land)

    def work(self, state: State, act: Act, target: Target) -> None:
        lift(state, act, state.tokens[target[0]])


class RoadReading(Reading):
    """[S23.3] Figures that have no step left have one in the second movement."""

    key = "rath.road"
    rule = "S23.3"
    shape = "pieces"

    def targets(self, state: State, act: Act) -> list[Target]:
        if not act.magic:
            pieces = [piece for piece in in_group(state, act) if speeds(state, piece)]
            return most(pieces, act.strength)
        pieces = [
            piece
            for piece in in_reach(state, act)
            if state.pieces[piece].leader == state.active and speeds(state, piece)
        ]
        return parts(pieces, lambda part: len(part) <= act.strength)

    def work(self, state: State, act: Act, target: Target) -> None:
        for piece in target:
            change_piece(state, piece, steps=state.pieces[piece].steps + 1)
        leader = state.pieces[target[0]].leader
        note(
            state, DomainEventKind.ROAD, leader, land=act.land, piece=target[0], amount=len(target)
        )


class HouseReading(Reading):
    """[S23.4] A building or a held figure is pushed into an adjacent land."""

    key = "rath.house"
    rule = "S23.4"
    shape = "piece land"
    rare = True

    def targets(self, state: State, act: Act) -> list[Target]:
        if act.strength < 6 or not reaches(state, act, act.seat):
            return []
        near = [
            land for land in sorted(adjacent(state, act.land)) if can_receive(state, act.seat, land)
        ]
        return [
            (piece, land)
            for piece in self._pushed(state, act)
            for land in near
            if self._fits(state, act, piece, land)
        ]

    def _pushed(self, state: State, act: Act) -> list[int]:
        house = building(state, act.land)
        found = [piece for piece in mine(state, act) if on_piece(state, TokenKind.BAND, piece)]
        if house is not None and state.pieces[house].leader == act.seat:
            found.append(house)
        return found

    def _fits(self, state: State, act: Act, piece: int, land: int) -> bool:
        """A building needs room; an ally alone would be lost."""
        if piece == building(state, act.land):
            return building(state, land) is None
        return is_own(state, act.seat, piece) or bool(own_figures(state, act.seat, land))

    def work(self, state: State, act: Act, target: Target) -> None:
        piece, land = target
        if on_piece(state, TokenKind.BAND, piece) or on_piece(state, TokenKind.SIEGE, piece):
            loosen(state, piece, TokenKind.BAND, TokenKind.SIEGE)
            note(state, DomainEventKind.FREED, act.seat, land=act.land, piece=piece)
        move_all(state, (piece,), land)


class RideReading(Reading):
    """[S23.5] Figures are in another land at once."""

    key = "rath.ride"
    rule = "S23.5"
    shape = "land pieces"
    rich = 1

    def targets(self, state: State, act: Act) -> list[Target]:
        if not reaches(state, act, act.seat):
            return []
        riders = [piece for piece in mine(state, act) if not held(state, piece)]
        ridden = parts(riders, lambda part: self._fits(state, act, part))
        return [
            (land, *part)
            for land in within(state, act.land, half(act.strength), least=1)
            if can_receive(state, act.seat, land)
            for part in ridden
        ]

    def _fits(self, state: State, act: Act, part: Target) -> bool:
        """One figure, from 5 on several; allies only with an own figure."""
        few = len(part) == 1 or act.strength >= 5
        return few and any(is_own(state, act.seat, piece) for piece in part)

    def work(self, state: State, act: Act, target: Target) -> None:
        land, *riders = target
        move_all(state, riders, land)
        note(state, DomainEventKind.RIDE, act.seat, land=land, piece=riders[0], amount=act.land)


class PathReading(Reading):
    """[S23.6] Two lands count as adjacent."""

    key = "rath.path"
    rule = "S23.6"
    shape = "land"

    def targets(self, state: State, act: Act) -> list[Target]:
        if act.strength < 4 or not land_concerns(state, act):
            return []
        return [(land,) for land in within(state, act.land, 2, least=2)]

    def work(self, state: State, act: Act, target: Target) -> None:
        lay(state, Token(TokenKind.PATH, act.land, other=target[0], until=lasts(act, FOREVER)))
        note(state, DomainEventKind.PATH, act.seat, land=act.land, amount=target[0])
