"""The readings of îdh (S30) and breged (S31): rest and change."""

from __future__ import annotations

from cruachan.games.shent.components.material import BREGED, IDH, KEPT_FOR_EVENTS, third
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import (
    BY_TURNS,
    lay,
    leap,
    note,
    relocate,
    remove,
    send_off,
    turn_sky,
)
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import TRACK
from cruachan.games.shent.core.flow import push, set_turn
from cruachan.games.shent.core.presence import adjacent, free_foes, held
from cruachan.games.shent.core.reading import ANY_STRENGTH, Act, Reading, Target
from cruachan.games.shent.core.state import (
    THIS_TURN,
    State,
    Token,
    foes,
    led,
    on_piece,
    others_in,
    own_figures,
    standing,
    tokens,
    until_turn,
    value,
)
from cruachan.games.shent.readings import questions
from cruachan.games.shent.readings.places import around, move_all, way_out, within
from cruachan.games.shent.readings.reach import (
    concerns,
    doer,
    in_group,
    land_concerns,
    own_turn,
    touched,
    within_reach,
)
from cruachan.games.shent.readings.several import up_to

# --- îdh, rest ----------------------------------------------------------------------------


class SleepReading(Reading):
    """[S30.2] Enchanted sleep."""

    key, rule, shape, chooser = "idh.sleep", "S30.2", "piece", "narrator"
    harsh = 2

    def targets(self, state: State, act: Act) -> list[Target]:
        if act.magic:
            return [(piece,) for piece in touched(state, act)]
        group = in_group(state, act)
        own = [piece for piece in led(state, act.seat) if state.pieces[piece].owner == act.seat]
        if len(own) == 1 and self.another(state, act):
            group = [piece for piece in group if piece not in own]
        return [(piece,) for piece in group]

    def another(self, state: State, act: Act) -> bool:
        """Whether another reading of îdh applies, so that the last own figure is spared."""
        return any(
            reading.targets(state, act) for reading in Reading.OF[IDH] if reading.key != self.key
        )

    def work(self, state: State, act: Act, target: Target) -> None:
        piece = state.pieces[target[0]]
        note(
            state,
            DomainEventKind.SLEPT,
            piece.leader,
            land=act.land,
            other=doer(act),
            piece=target[0],
        )
        state.memory[act.land] = ("slept", piece.kind, state.round)
        if act.magic:
            until = until_turn(act.seat)
            lay(state, Token(TokenKind.ASLEEP, act.land, act.strength, pieces=target, until=until))
        else:
            send_off(state, [target[0]], act.strength)


class StandstillReading(Reading):
    """[S30.3] Standstill."""

    key, rule = "idh.standstill", "S30.3"

    def targets(self, state: State, act: Act) -> list[Target]:
        if act.magic and not land_concerns(state, act):
            return []
        return [] if tokens(state, TokenKind.STANDSTILL, act.land) else [()]

    def work(self, state: State, act: Act, target: Target) -> None:
        lay(state, Token(TokenKind.STANDSTILL, act.land, act.strength, until=THIS_TURN))
        for token in tokens(state, TokenKind.HOST, act.land):
            remove(state, token)
        entered = tuple(land for land in state.turn.entered if land != act.land)
        set_turn(state, entered=entered)
        note(state, DomainEventKind.STANDSTILL, act.seat, land=act.land)


class RestReading(Reading):
    """[S30.4] Rest; its token has strength 1 where it also brings golu."""

    key, rule, shape = "idh.rest", "S30.4", "pieces"

    def targets(self, state: State, act: Act) -> list[Target]:
        if not own_turn(act):
            return []
        return up_to(
            state,
            act,
            [
                piece
                for land in around(state, act.land)
                for piece in own_figures(state, act.seat, land)
                if on_piece(state, TokenKind.REST, piece) is None
                and not (act.magic and state.pieces[piece].hidden)
            ],
        )

    def work(self, state: State, act: Act, target: Target) -> None:
        golu = 0 if act.magic else 1
        lay(state, Token(TokenKind.REST, act.land, golu, act.seat, pieces=target, until=THIS_TURN))
        note(
            state,
            DomainEventKind.REST,
            act.seat,
            land=act.land,
            piece=target[0],
            amount=len(target),
        )


class SlumberReading(Reading):
    """[S30.5] Sleeping foe."""

    key, rule, shape = "idh.slumber", "S30.5", "piece"
    rare = True

    def targets(self, state: State, act: Act) -> list[Target]:
        return [
            (piece,)
            for piece in foes(state, act.land)
            if on_piece(state, TokenKind.ASLEEP, piece) is None and land_concerns(state, act)
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        until = until_turn(act.seat) if act.magic else state.clock + act.strength
        lay(state, Token(TokenKind.ASLEEP, act.land, act.strength, pieces=target, until=until))
        note(state, DomainEventKind.SLUMBER, act.seat, land=act.land, piece=target[0])


# --- breged, change -----------------------------------------------------------------------


class SkyReading(Reading):
    """[S31.2] Another sky."""

    key, rule, shape, chooser = "breged.sky", "S31.2", "element", "narrator"
    anywhere = True

    def targets(self, state: State, act: Act) -> list[Target]:
        if not land_concerns(state, act):
            return []
        sides = (1, -1) if act.strength >= 6 else (1,)
        return [((state.sky + side) % 6,) for side in sides]

    def work(self, state: State, act: Act, target: Target) -> None:
        turn_sky(state, target[0] - state.sky, act.seat)


class TimeReading(Reading):
    """[S31.3] Time leaps."""

    key, rule = "breged.time", "S31.3"
    anywhere = True

    def targets(self, state: State, act: Act) -> list[Target]:
        away = any(piece.land == TRACK for piece in state.pieces)
        dated = any(t.until > 0 and t.kind not in BY_TURNS for t in state.tokens)
        if (act.magic and act.strength < 3) or not land_concerns(state, act):
            return []
        return [()] if away or dated else []

    def work(self, state: State, act: Act, target: Target) -> None:
        leap(state, 2 if act.strength >= 6 and not act.magic else 1, act.seat)


class NewsReading(Reading):
    """[S31.4] News."""

    key, rule = "breged.news", "S31.4"
    anywhere = True
    rare = True

    def count(self, state: State, act: Act) -> int:
        """How many runes may be changed at most."""
        spare = sum(state.bag) - KEPT_FOR_EVENTS
        return min(third(act.strength), len(_in_hand(state, act)), spare)

    def targets(self, state: State, act: Act) -> list[Target]:
        return [()] if own_turn(act) and self.count(state, act) > 0 else []

    def work(self, state: State, act: Act, target: Target) -> None:
        push(state, questions.News(act.seat, self.count(state, act)))


def _in_hand(state: State, act: Act) -> list[int]:
    """The hand, without the stone about to be cast."""
    hand = list(state.players[act.seat].hand)
    if act.magic and act.strength == ANY_STRENGTH and BREGED in hand:
        hand.remove(BREGED)
    return hand


class SweptReading(Reading):
    """[S31.5] Swept away."""

    key, rule, shape, chooser = "breged.swept", "S31.5", "seat land", "narrator"

    def targets(self, state: State, act: Act) -> list[Target]:
        seats = standing(state, act.land) if act.magic else [act.seat]
        return [
            (seat, land)
            for seat in seats
            if concerns(act, seat) and self.going(state, act, seat)
            for land in way_out(state, seat, act.land)
        ]

    def going(self, state: State, act: Act, seat: int) -> list[int]:
        """Who is swept away: nobody if the magic is too weak; allies only with an own figure."""
        group = within_reach(state, seat, act.land) if act.magic else in_group(state, act)
        if act.magic and sum(value(state.pieces[piece]) for piece in group) > act.strength:
            return []
        free = [piece for piece in group if not held(state, piece)]
        return free if any(state.pieces[piece].owner == seat for piece in free) else []

    def work(self, state: State, act: Act, target: Target) -> None:
        seat, land = target
        note(state, DomainEventKind.SWEPT, seat, land=land, other=doer(act))
        move_all(state, self.going(state, act, seat), land)


class HeartReading(Reading):
    """[S31.6] Change of heart."""

    key, rule, shape = "breged.heart", "S31.6", "piece land"

    def targets(self, state: State, act: Act) -> list[Target]:
        return [
            (piece, land)
            for start in within(state, act.land, act.strength)
            for piece in free_foes(state, start)
            for land in sorted(adjacent(state, start))
            if land_concerns(state, act)
            and not tokens(state, TokenKind.STANDSTILL, land)
            and (act.magic or not others_in(state, act.seat, land))
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        relocate(state, *target)


class TaskReading(Reading):
    """[S31.7] Another task."""

    key, rule, shape = "breged.task", "S31.7", "quest index rune"
    anywhere = True
    rare = True

    def targets(self, state: State, act: Act) -> list[Target]:
        if not own_turn(act):
            return []
        return [
            (quest.number, index, rune)
            for quest in state.players[act.seat].quests
            for index in range(len(quest.runes))
            for rune in sorted(set(_in_hand(state, act)))
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        push(state, questions.NewTask(act.seat, *target))
