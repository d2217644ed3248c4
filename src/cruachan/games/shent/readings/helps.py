"""The readings of nuthad (S28) and tulu (S29): what hinders and what helps."""

from __future__ import annotations

from cruachan.games.shent.chapters.trials import SHOWN
from cruachan.games.shent.components.material import ADAN, DRU, half
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.acts import lay, note, remove
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.presence import BANDS, binds, bound, hushed, leads_back, way_back
from cruachan.games.shent.core.reading import Act, Reading, Target
from cruachan.games.shent.core.state import (
    THIS_TURN,
    State,
    Token,
    figures,
    on_piece,
    own_figures,
    quest_of,
    supply,
    tokens,
    until_turn,
)
from cruachan.games.shent.readings.bonds import lies_in
from cruachan.games.shent.readings.places import around, known_lands, move_all, within
from cruachan.games.shent.readings.reach import (
    concerns,
    doer,
    in_contest,
    in_group,
    land_concerns,
    lasts,
    own_turn,
    present,
    touched,
    touches,
    within_reach,
)

# --- nuthad, obstacle ---------------------------------------------------------------------


class BackReading(Reading):
    """[S28.2] Turned back."""

    key, rule, shape = "nuthad.back", "S28.2", "pieces"
    harsh = 1

    def targets(self, state: State, act: Act) -> list[Target]:
        seat = act.only if act.magic and act.only >= 0 else state.active if act.magic else act.seat
        group = within_reach(state, seat, act.land) if act.magic else in_group(state, act)
        came = [
            piece
            for piece in group
            if state.pieces[piece].left >= 0 and on_piece(state, TokenKind.BACK, piece) is None
        ]
        if act.second:
            came = self._leading(state, [piece for piece in came if way_back(state, piece)])
        return [tuple(came)] if came else []

    def _leading(self, state: State, came: list[int]) -> list[int]:
        """The figures that go back at once; an ally only with an own figure, to the same land."""
        if state.by_former_rules:
            return came
        ways = {state.pieces[piece].left for piece in came if leads_back(state, piece)}
        return [piece for piece in came if state.pieces[piece].left in ways]

    def work(self, state: State, act: Act, target: Target) -> None:
        for piece in target:
            victim = state.pieces[piece].leader
            note(
                state,
                DomainEventKind.TURNED_BACK,
                victim,
                land=act.land,
                other=doer(act),
                piece=piece,
            )
        if not act.second:
            seat = state.pieces[target[0]].leader
            token = Token(
                TokenKind.BACK, act.land, act.strength, seat, pieces=target, until=THIS_TURN
            )
            lay(state, token)
            return
        for land in {state.pieces[piece].left for piece in target}:
            move_all(state, [p for p in target if state.pieces[p].left == land], land)


class WallReading(Reading):
    """[S28.3] Wall."""

    key, rule, shape = "nuthad.wall", "S28.3", "land"

    def targets(self, state: State, act: Act) -> list[Target]:
        lands = [act.land]
        if act.magic:
            lands = lands if land_concerns(state, act) else []
        else:
            lands += sorted(known_lands(state, act.seat) - {act.land})
        return [(land,) for land in lands if not tokens(state, TokenKind.WALL, land)]

    def work(self, state: State, act: Act, target: Target) -> None:
        until = until_turn(act.seat) if act.magic else state.clock + half(act.strength)
        lay(state, Token(TokenKind.WALL, target[0], act.strength, until=until))
        note(state, DomainEventKind.WALL, act.seat, land=target[0], amount=act.strength)


class DearthReading(Reading):
    """[S28.4] Dearth."""

    key, rule, shape = "nuthad.dearth", "S28.4", "seat"
    slight = True

    def targets(self, state: State, act: Act) -> list[Target]:
        seats = present(state, act) if act.magic else [act.seat]
        return [(seat,) for seat in seats]

    def work(self, state: State, act: Act, target: Target) -> None:
        until = until_turn(act.seat) if act.magic else state.clock + 2
        lay(
            state, Token(TokenKind.DEARTH, strength=half(act.strength), seat=target[0], until=until)
        )
        note(state, DomainEventKind.DEARTH, target[0], land=act.land, other=doer(act))


class GroundReading(Reading):
    """[S28.5] Bad ground."""

    key, rule, shape = "nuthad.ground", "S28.5", "seat"

    def targets(self, state: State, act: Act) -> list[Target]:
        less = _less(act.strength)
        return [
            (seat,)
            for seat in in_contest(state, act)
            if all(
                token.strength < less for token in tokens(state, TokenKind.GROUND, act.land, seat)
            )
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        lay(
            state,
            Token(TokenKind.GROUND, act.land, _less(act.strength), target[0], until=lasts(act)),
        )
        note(state, DomainEventKind.GROUND, target[0], land=act.land, other=doer(act))


def _less(strength: int) -> int:
    """How much less a figure has on bad ground."""
    return 2 if strength >= 5 else 1


class DelayReading(Reading):
    """[S28.6] Delay."""

    key, rule, shape = "nuthad.delay", "S28.6", "quest"
    anywhere = True
    harsh, slight = 1, True

    def targets(self, state: State, act: Act) -> list[Target]:
        turns = self.turns(act)
        return [
            (quest.number,)
            for seat, player in enumerate(state.players)
            if (seat != act.seat and concerns(act, seat) if act.magic else seat == act.seat)
            for quest in player.quests
            if not any(
                token.other == quest.number
                and token.until == until_turn(act.seat)
                and token.strength >= turns
                for token in tokens(state, TokenKind.DELAY, seat=seat)
            )
        ]

    def turns(self, act: Act) -> int:
        """How many turns must begin before the quest may be claimed again."""
        return 2 if not act.magic and act.strength >= 5 else 1

    def work(self, state: State, act: Act, target: Target) -> None:
        found = quest_of(state, target[0])
        assert found is not None
        until = until_turn(act.seat)
        lay(
            state,
            Token(
                TokenKind.DELAY,
                strength=self.turns(act),
                seat=found[0],
                other=target[0],
                until=until,
            ),
        )
        note(
            state, DomainEventKind.DELAY, found[0], land=act.land, other=doer(act), amount=target[0]
        )


# --- tulu, help ---------------------------------------------------------------------------


class AllyReading(Reading):
    """[S29.2] Ally."""

    key, rule, gains = "tulu.ally", "S29.2", True
    rich = 2

    def targets(self, state: State, act: Act) -> list[Target]:
        if act.strength < 3 or not own_figures(state, act.seat, act.land):
            return []
        if act.magic:
            return [()] if land_concerns(state, act) else []
        return [()] if supply(state, _helper(act.strength)) is not None else []

    def work(self, state: State, act: Act, target: Target) -> None:
        if act.magic:
            strength = 2 if act.strength < 6 else 4
            lay(
                state,
                Token(TokenKind.PHANTOM, act.land, strength, act.seat, until=until_turn(act.seat)),
            )
            note(state, DomainEventKind.PHANTOM, act.seat, land=act.land, amount=strength)
            return
        piece = supply(state, _helper(act.strength))
        assert piece is not None
        acts.put(state, piece, act.land, act.seat)
        note(state, DomainEventKind.JOINED, act.seat, land=act.land, piece=piece)


def _helper(strength: int) -> int:
    """The kind of ally that comes."""
    return DRU if strength < 6 else ADAN


class HintReading(Reading):
    """[S29.3] Hint."""

    key, rule, shape = "tulu.hint", "S29.3", "token"

    def targets(self, state: State, act: Act) -> list[Target]:
        lands = within(state, act.land, act.strength)
        return [
            (index,)
            for index, token in enumerate(state.tokens)
            if (token.kind == TokenKind.LEGEND and token.strength >= 2 and not hushed(state, token))
            or (
                token.kind == TokenKind.TREASURE
                and token.other != SHOWN
                and not _buried(state, token)
            )
            if token.land in lands and land_concerns(state, act)
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        token = state.tokens[target[0]]
        if token.kind == TokenKind.LEGEND:
            depth = max(1, token.strength - half(act.strength))
            acts.swap(state, token, strength=depth)
            note(state, DomainEventKind.HINT, act.seat, land=token.land, amount=depth)
        else:
            acts.swap(state, token, other=SHOWN)
            note(state, DomainEventKind.SHOWN, act.seat, land=token.land)


def _buried(state: State, treasure: Token) -> bool:
    """[S26.4] Whether thurinas keeps a treasure from being shown."""
    return bool(tokens(state, TokenKind.BURIED, treasure.land))


class SupportReading(Reading):
    """[S29.4] Support."""

    key, rule, shape = "tulu.support", "S29.4", "piece"
    slight = True

    def targets(self, state: State, act: Act) -> list[Target]:
        more = _more(act.strength)
        found: list[Target] = []
        for piece in touched(state, act):
            token = on_piece(state, TokenKind.SUPPORT, piece)
            if token is None or token.strength < more:
                found.append((piece,))
        return found

    def work(self, state: State, act: Act, target: Target) -> None:
        lay(
            state,
            Token(TokenKind.SUPPORT, strength=_more(act.strength), pieces=target, until=lasts(act)),
        )
        helped = state.pieces[target[0]].leader
        note(
            state, DomainEventKind.SUPPORT, helped, land=act.land, other=doer(act), piece=target[0]
        )


def _more(strength: int) -> int:
    """What support adds."""
    return min(4, half(strength))


class GiftReading(Reading):
    """[S29.5] Gift."""

    key, rule = "tulu.gift", "S29.5"
    anywhere = True
    slight = True

    def targets(self, state: State, act: Act) -> list[Target]:
        return [()] if own_turn(act) else []

    def work(self, state: State, act: Act, target: Target) -> None:
        cheaper = half(act.strength) if act.magic else act.strength
        until = until_turn(act.seat) if act.magic else state.clock + 2
        lay(state, Token(TokenKind.GIFT, strength=cheaper, seat=act.seat, until=until))
        note(state, DomainEventKind.GIFT, act.seat, land=act.land, amount=cheaper)


class RescueReading(Reading):
    """[S29.6] Rescue."""

    key, rule, shape = "tulu.rescue", "S29.6", "piece"

    def targets(self, state: State, act: Act) -> list[Target]:
        if act.strength < 3:
            return []
        return [
            (piece,)
            for piece in touched(state, act)
            if on_piece(state, TokenKind.RESCUE, piece) is None
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        lay(state, Token(TokenKind.RESCUE, pieces=target, until=lasts(act)))
        helped = state.pieces[target[0]].leader
        note(state, DomainEventKind.RESCUE, helped, land=act.land, other=doer(act), piece=target[0])


class LoosenedReading(Reading):
    """[S29.7] Loosened."""

    key, rule, shape = "tulu.loosened", "S29.7", "token"
    rare = True

    def targets(self, state: State, act: Act) -> list[Target]:
        fits = self.lies_here if act.magic else self.binds
        return [
            (index,)
            for index, token in enumerate(state.tokens)
            if token.kind in (*BANDS, "wall")
            and token.strength < act.strength - 2
            and fits(state, act, token)
        ]

    def binds(self, state: State, act: Act, token: Token) -> bool:
        """Whether a band binds the active player, or a wall stands by her figures."""
        if token.kind == TokenKind.WALL:
            return any(figures(state, act.seat, land) for land in around(state, token.land))
        return binds(state, token, act.seat)

    def lies_here(self, state: State, act: Act, token: Token) -> bool:
        """Whether a band or wall lies in the land of the magic."""
        concerned = any(touches(state, act, seat) for seat in bound(state, token))
        return concerned and lies_in(state, token, act.land)

    def work(self, state: State, act: Act, target: Target) -> None:
        token = state.tokens[target[0]]
        remove(state, token)
        for piece in token.pieces:
            note(
                state, DomainEventKind.FREED, state.pieces[piece].leader, land=act.land, piece=piece
            )
        if not token.pieces:
            note(state, DomainEventKind.LIFTED, act.seat, land=token.land)
