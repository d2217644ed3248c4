"""The readings of erthad (S32) and rim (S33): what joins and what pulls apart."""

from __future__ import annotations

from itertools import permutations

from cruachan.engine.game import NOBODY
from cruachan.games.shent.components.material import DRU, URLUG, half
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import (
    break_peace,
    change_piece,
    change_quest,
    end_pact,
    join,
    lay,
    note,
    put,
    relocate,
    remove,
    settle,
    swap,
    unmark,
)
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.flow import push
from cruachan.games.shent.core.presence import (
    adjacent,
    at_home,
    bare,
    fighters,
    free_foes,
    held,
    hushed,
)
from cruachan.games.shent.core.reading import Act, Reading, Target
from cruachan.games.shent.core.state import (
    State,
    Token,
    figures,
    is_ally,
    lands_of,
    led,
    on_piece,
    own_figures,
    pact_of,
    quest_of,
    standing,
    strength,
    supply,
    tokens,
    until_turn,
    value,
)
from cruachan.games.shent.readings.places import around, known_lands, move_all, way_out
from cruachan.games.shent.readings.questions import Scatter
from cruachan.games.shent.readings.reach import (
    concerns,
    doer,
    goes_on,
    in_contest,
    in_group,
    land_concerns,
    lasts,
    within_reach,
)
from cruachan.games.shent.readings.several import up_to

DEEPEST = 12
"""[S33.6] No legend goes deeper."""

# --- erthad, unity ------------------------------------------------------------------------


class GatheringReading(Reading):
    """[S32.2] Gathering."""

    key, rule, shape = "erthad.gathering", "S32.2", "pieces"

    def targets(self, state: State, act: Act) -> list[Target]:
        if not own_figures(state, act.seat, act.land):
            return []
        if act.magic and not land_concerns(state, act):
            return []
        return up_to(
            state,
            act,
            [
                piece
                for land in sorted(adjacent(state, act.land))
                for piece in figures(state, act.seat, land)
                if not held(state, piece) and not (act.magic and state.pieces[piece].hidden)
            ],
        )

    def work(self, state: State, act: Act, target: Target) -> None:
        note(state, DomainEventKind.GATHERED, act.seat, land=act.land, amount=len(target))
        move_all(state, target, act.land)


class CauseReading(Reading):
    """[S32.3] Common cause."""

    key, rule, shape, gains = "erthad.cause", "S32.3", "piece", True
    rich = 2

    def targets(self, state: State, act: Act) -> list[Target]:
        if not own_figures(state, act.seat, act.land) or not land_concerns(state, act):
            return []
        found: list[Target] = [
            (piece,)
            for land in around(state, act.land)
            for piece in free_foes(state, land)
            if state.pieces[piece].kind != URLUG and strength(state.pieces[piece]) < act.strength
        ]
        spare = supply(state, DRU)
        if not found and not act.magic and act.strength >= 5 and spare is not None:
            return [(spare,)]
        return found

    def work(self, state: State, act: Act, target: Target) -> None:
        piece = target[0]
        if state.pieces[piece].land == NOWHERE:
            put(state, piece, act.land, act.seat)
        elif state.pieces[piece].land != act.land:
            relocate(state, piece, act.land)
        change_piece(state, piece, steps=0)
        join(state, piece, act.seat)


class ThreadsReading(Reading):
    """[S32.4] Two threads; as magic by two tokens, each of which says who gains by which quest."""

    key, rule, shape = "erthad.threads", "S32.4", "quest quest"
    anywhere = True

    def targets(self, state: State, act: Act) -> list[Target]:
        return [
            (one.number, two.number)
            for one in state.players[act.seat].quests
            if self.loose(state, one.number)
            for seat, player in enumerate(state.players)
            if seat != act.seat and concerns(act, seat)
            for two in player.quests
            if self.loose(state, two.number)
        ]

    def loose(self, state: State, number: int) -> bool:
        """Whether a quest is joined with no other."""
        found = quest_of(state, number)
        tied = any(token.other == number for token in tokens(state, TokenKind.THREAD))
        return found is not None and found[1].linked == NOWHERE and not tied

    def asks(self, state: State, act: Act, target: Target) -> int | None:
        found = quest_of(state, target[1])
        return found[0] if found else None

    def work(self, state: State, act: Act, target: Target) -> None:
        found = quest_of(state, target[1])
        assert found is not None
        ends = ((act.seat, *target), (found[0], *reversed(target)))
        for seat, own, other in ends:
            if act.magic:
                until = until_turn(act.seat)
                lay(
                    state,
                    Token(
                        TokenKind.THREAD, strength=act.strength, seat=seat, other=other, until=until
                    ),
                )
            else:
                change_quest(state, seat, own, linked=other, bond=act.strength)
        note(
            state,
            DomainEventKind.LINKED,
            act.seat,
            land=act.land,
            other=found[0],
            amount=act.strength,
        )


class JoinedReading(Reading):
    """[S32.5] Joined strength: the first figure has what the second one adds."""

    key, rule, shape = "erthad.joined", "S32.5", "piece piece"
    rare = True

    def targets(self, state: State, act: Act) -> list[Target]:
        return [
            (one, two)
            for seat in in_contest(state, act)
            for one, two in permutations(fighters(state, seat, act.land), 2)
            if seat in (state.pieces[one].owner, state.pieces[two].owner)
            and value(state.pieces[two]) > 0
            and not any(on_piece(state, TokenKind.JOINED, piece) for piece in (one, two))
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        one, two = target
        added = min(act.strength, value(state.pieces[two]))
        lay(state, Token(TokenKind.JOINED, act.land, added, pieces=target, until=lasts(act)))
        note(
            state, DomainEventKind.SIDE_BY_SIDE, state.pieces[one].leader, land=act.land, piece=one
        )


class RiddleReading(Reading):
    """[S32.6] One riddle: the second legend goes into the first one."""

    key, rule, shape, magic = "erthad.riddle", "S32.6", "token token", False

    def targets(self, state: State, act: Act) -> list[Target]:
        legends = [
            index
            for index, token in enumerate(state.tokens)
            if token.kind == TokenKind.LEGEND and not hushed(state, token)
        ]
        return list(permutations(legends, 2))

    def work(self, state: State, act: Act, target: Target) -> None:
        one, two = (state.tokens[index] for index in target)
        depth = max(one.strength, two.strength)
        swap(state, one, strength=depth, other=max(one.other, two.other))
        both = (*state.lore.get(one.land, ()), *state.lore.get(two.land, ()))
        remove(state, two)
        state.lore[one.land] = both
        note(state, DomainEventKind.ONE_RIDDLE, act.seat, land=one.land, amount=depth)


# --- rim, multitude -----------------------------------------------------------------------


class FallingReading(Reading):
    """[S33.2] Falling away."""

    key, rule, shape = "rim.falling", "S33.2", "piece"
    harsh, tells = 2, ("deserted",)

    def targets(self, state: State, act: Act) -> list[Target]:
        if act.magic:
            seats = [seat for seat in standing(state, act.land) if concerns(act, seat)]
            led_by = [p for seat in seats for p in within_reach(state, seat, act.land)]
        else:
            led_by = led(state, act.seat)
        weak = [
            piece
            for piece in led_by
            if is_ally(state.pieces[piece]) and strength(state.pieces[piece]) < act.strength
        ]
        here = [piece for piece in weak if state.pieces[piece].land == act.land]
        return [(piece,) for piece in here or weak]

    def work(self, state: State, act: Act, target: Target) -> None:
        old = state.pieces[target[0]]
        change_piece(state, target[0], leader=NOBODY, hidden=0)
        note(
            state,
            DomainEventKind.DESERTED,
            old.leader,
            land=old.land,
            other=doer(act),
            piece=target[0],
        )
        settle(state)


class WordReading(Reading):
    """[S33.3] Broken word: the first seat named may end its peace with the second."""

    key, rule, shape = "rim.word", "S33.3", "land seat seat"
    dubious = True

    def targets(self, state: State, act: Act) -> list[Target]:
        if act.magic:
            return [
                (land, *pair)
                for land, one, two in state.peace
                if land == act.land and (concerns(act, one) or concerns(act, two))
                for pair in ((one, two), (two, one))
            ]
        return [
            (land, two if one == act.seat else one, act.seat)
            for land, one, two in state.peace
            if act.seat in (one, two)
        ]

    def asks(self, state: State, act: Act, target: Target) -> int | None:
        return target[1] if target[1] != act.seat else None

    def declined(self, state: State, act: Act, target: Target) -> None:
        """The word may still be broken in that seat's own next turn, before its movement."""
        land, seat, other = target
        until = until_turn(act.seat) if act.magic else state.clock + 2
        lay(state, Token(TokenKind.WORD, land, act.strength, seat, other, until=until))

    def work(self, state: State, act: Act, target: Target) -> None:
        break_peace(state, *target)


class ScatteredReading(Reading):
    """[S33.4] Scattered; whose figures they are says afterwards which go, and where."""

    key, rule, shape = "rim.scattered", "S33.4", "seat"

    def targets(self, state: State, act: Act) -> list[Target]:
        seats = standing(state, act.land) if act.magic else [act.seat]
        return [
            (seat,)
            for seat in seats
            if concerns(act, seat)
            and len(self.band(state, act, seat)) >= 2
            and way_out(state, seat, act.land)
        ]

    def band(self, state: State, act: Act, seat: int) -> list[int]:
        """The figures that may be scattered: none if the magic is too weak."""
        group = within_reach(state, seat, act.land) if act.magic else in_group(state, act)
        if act.magic and sum(value(state.pieces[piece]) for piece in group) > act.strength:
            return []
        return [piece for piece in group if not held(state, piece)]

    def work(self, state: State, act: Act, target: Target) -> None:
        group = self.band(state, act, target[0])
        count = len(group) // 2 if act.strength >= 5 else 1
        note(
            state,
            DomainEventKind.SCATTERED,
            target[0],
            land=act.land,
            other=doer(act),
            amount=count,
        )
        push(state, Scatter(target[0], tuple(group), count))


class DetoursReading(Reading):
    """[S33.5] Detours."""

    key, rule, shape = "rim.detours", "S33.5", "pieces"

    def targets(self, state: State, act: Act) -> list[Target]:
        if not act.magic:
            group = in_group(state, act)
            able = not act.second and any(goes_on(state, piece) for piece in group)
            return [tuple(group)] if able else []
        groups = [
            [
                piece
                for piece in within_reach(state, seat, act.land)
                if on_piece(state, TokenKind.STILL, piece) is None
            ]
            for seat in standing(state, act.land)
            if concerns(act, seat)
        ]
        return [tuple(group) for group in groups if group]

    def work(self, state: State, act: Act, target: Target) -> None:
        lay(state, Token(TokenKind.STILL, act.land, pieces=target, until=lasts(act)))
        seat = state.pieces[target[0]].leader
        note(state, DomainEventKind.DETOURS, seat, land=act.land, other=doer(act))


class LayersReading(Reading):
    """[S33.6] Many layers."""

    key, rule, shape, magic = "rim.layers", "S33.6", "token", False

    def targets(self, state: State, act: Act) -> list[Target]:
        lands = {act.land, *known_lands(state, act.seat)}
        return [
            (index,)
            for index, token in enumerate(state.tokens)
            if token.kind == TokenKind.LEGEND and token.land in lands and token.strength < DEEPEST
            if not hushed(state, token)
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        token = state.tokens[target[0]]
        depth = min(DEEPEST, token.strength + half(act.strength))
        swap(state, token, strength=depth)
        note(state, DomainEventKind.LAYERS, act.seat, land=token.land, amount=depth)


class WaysReading(Reading):
    """[S33.7] Own ways."""

    key, rule, shape, chooser = "rim.ways", "S33.7", "land", "active"

    def targets(self, state: State, act: Act) -> list[Target]:
        owner = state.markers[act.land] if act.magic else act.seat
        if owner == NOBODY or not concerns(act, owner):
            return []
        lands = [act.land] if act.magic else lands_of(state, owner)
        return [(land,) for land in lands if bare(state, owner, land)]

    def work(self, state: State, act: Act, target: Target) -> None:
        unmark(state, target[0], doer(act))


class OathReading(Reading):
    """[S33.8] Loosened bond: the seat named may end an agreement, and nobody has broken it."""

    key, rule, shape = "rim.oath", "S33.8", "pact seat"
    dubious = True

    def targets(self, state: State, act: Act) -> list[Target]:
        if not act.magic:
            return [
                (pact.number, pact.seat + pact.other - act.seat)
                for pact in state.pacts
                if act.seat in (pact.seat, pact.other)
            ]
        here = at_home(state, act.land)
        return [
            (pact.number, seat)
            for pact in state.pacts
            for seat in (pact.seat, pact.other)
            if here & {pact.seat, pact.other}
            and (concerns(act, pact.seat) or concerns(act, pact.other))
        ]

    def concerned(self, state: State, target: Target) -> set[int]:
        pact = pact_of(state, target[0])
        return {pact.seat, pact.other} if pact else set()

    def asks(self, state: State, act: Act, target: Target) -> int | None:
        return target[1] if target[1] != act.seat else None

    def work(self, state: State, act: Act, target: Target) -> None:
        pact = pact_of(state, target[0])
        if pact is not None:
            end_pact(state, pact, "loosed")
