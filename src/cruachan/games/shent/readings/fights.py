"""maeth, fight, and gwend, friendship (S24, S25)."""

from __future__ import annotations

from cruachan.engine.game import NOBODY
from cruachan.engine.texts import Lang
from cruachan.games.shent.chapters.challenges import Challenge
from cruachan.games.shent.chapters.contests import fight_hosts
from cruachan.games.shent.components.material import (
    ADAN,
    DRU,
    MARKERS,
    URLUG,
    half,
    third,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import (
    break_peace,
    gain,
    join,
    lay,
    loosen,
    make_peace,
    mark,
    note,
    put,
    relocate,
    remove,
)
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import FOES, HOST
from cruachan.games.shent.core.flow import push
from cruachan.games.shent.core.presence import (
    adjacent,
    distances,
    fighting_foes,
    fit_to_fight,
    free_foes,
    may_meet,
    opponents,
)
from cruachan.games.shent.core.reading import Act, Reading, Target
from cruachan.games.shent.core.state import (
    THIS_TURN,
    State,
    Token,
    building,
    foes,
    lands_of,
    others_in,
    own_figures,
    supply,
    tokens,
)
from cruachan.games.shent.readings.places import keeps
from cruachan.games.shent.readings.reach import (
    concerns,
    doer,
    in_group,
    land_concerns,
    lasts,
    might,
    mine,
    reaches,
    sides,
)

DRAGON = 8
"""[S24.4] From this strength on the foe who comes to stay is a dragon."""
WINS_URLUG = 9
"""[S25.4] The strength that wins a dragon."""

# --- maeth (S24) --------------------------------------------------------------------------


def _fit(state: State, pieces: list[int]) -> list[int]:
    """The figures that can be challenged; none in a standstill."""
    return [
        piece
        for piece in pieces
        if fit_to_fight(state, piece)
        and not tokens(state, TokenKind.STANDSTILL, state.pieces[piece].land)
    ]


class RaidReading(Reading):
    """[S24.2] A host comes against figures."""

    key = "maeth.raid"
    rule = "S24.2"
    shape = "seat"
    harsh = 2

    def targets(self, state: State, act: Act) -> list[Target]:
        attacked = sides(state, act) if act.magic else [(act.seat, in_group(state, act))]
        return [(seat,) for seat, pieces in attacked if _fit(state, pieces)]

    def work(self, state: State, act: Act, target: Target) -> None:
        lay(state, Token(TokenKind.HOST, act.land, act.strength, target[0], until=THIS_TURN))
        note(
            state,
            DomainEventKind.RAID,
            target[0],
            land=act.land,
            other=doer(act),
            amount=act.strength,
        )
        state.memory[act.land] = ("fought", -1, state.round)
        if act.magic and target[0] != state.active:
            fight_hosts(state, target[0], act.land)


class DuelReading(Reading):
    """[S24.3] One figure meets one challenge; as magic two players' figures do."""

    key = "maeth.duel"
    rule = "S24.3"
    shape = "pieces"
    chooser = "active"
    harsh = 1

    def targets(self, state: State, act: Act) -> list[Target]:
        if not act.magic:
            return [(piece,) for piece in _fit(state, in_group(state, act))]
        return [
            (one, two)
            for one in _fit(state, own_figures(state, act.seat, act.land))
            for seat, pieces in sides(state, act)
            if seat != act.seat
            for two in _fit(state, pieces)
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        state.memory[act.land] = ("fought", state.pieces[target[0]].kind, state.round)
        if act.magic:
            self._challenge(state, act, target)
            return
        booty = half(act.strength)
        token = Token(TokenKind.HOST, act.land, act.strength, act.seat, booty, target, THIS_TURN)
        lay(state, token)
        note(
            state,
            DomainEventKind.DUEL,
            act.seat,
            land=act.land,
            piece=target[0],
            amount=act.strength,
        )

    def _challenge(self, state: State, act: Act, target: Target) -> None:
        one, two = target
        other = state.pieces[two].leader
        break_peace(state, act.land, act.seat, other)
        note(state, DomainEventKind.DUEL, act.seat, land=act.land, other=other, piece=one)
        push(state, Challenge(act.land, (act.seat, one), (other, two)))


class CampReading(Reading):
    """[S24.4] A foe comes and stays."""

    key = "maeth.camp"
    rule = "S24.4"
    magic = False
    harsh = 2
    brings_foe = True

    def sentences(self, act: Act, lang: Lang) -> list[str]:
        """A dragon is told otherwise."""
        return list(self.words(lang)["dragon" if act.strength >= DRAGON else "event"])

    def targets(self, state: State, act: Act) -> list[Target]:
        kind = self._kind(act.strength)
        return [()] if kind is not None and supply(state, kind) is not None else []

    def _kind(self, strength: int) -> int | None:
        if strength < 2:
            return None
        return DRU if strength < 4 else ADAN if strength < DRAGON else URLUG

    def work(self, state: State, act: Act, target: Target) -> None:
        kind = self._kind(act.strength)
        piece = None if kind is None else supply(state, kind)
        assert piece is not None
        put(state, piece, act.land, NOBODY)
        note(state, DomainEventKind.CAMP, act.seat, land=act.land, piece=piece)


class HuntedReading(Reading):
    """[S24.5] A foe from elsewhere comes here."""

    key = "maeth.hunted"
    rule = "S24.5"
    shape = "piece"
    brings_foe = True

    def targets(self, state: State, act: Act) -> list[Target]:
        if not land_concerns(state, act):
            return []
        far = distances(state, act.land)
        lands = sorted({piece.land for piece in state.pieces if piece.land >= 0})
        return [
            (piece,)
            for land in lands
            if 1 <= far[land] <= act.strength
            for piece in free_foes(state, land)
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        relocate(state, target[0], act.land)
        note(state, DomainEventKind.HUNTED, act.seat, land=act.land, piece=target[0])


class LustReading(Reading):
    """[S24.6] One side is stronger in a fight and takes nothing but a fight."""

    key = "maeth.lust"
    rule = "S24.6"
    shape = "seat"
    rare = True

    def targets(self, state: State, act: Act) -> list[Target]:
        against = opponents(state, state.active, act.land)
        seats = [state.active] if against else []
        if act.magic:
            seats += [other for other in against if other != HOST]
        return [
            (seat,)
            for seat in seats
            if reaches(state, act, seat)
            and all(
                token.strength < self._more(act)
                for token in tokens(state, TokenKind.LUST, act.land, seat)
            )
        ]

    def _more(self, act: Act) -> int:
        return 2 if act.strength >= 5 else 1

    def work(self, state: State, act: Act, target: Target) -> None:
        for token in tokens(state, TokenKind.LUST, act.land, target[0]):
            remove(state, token)
        lay(state, Token(TokenKind.LUST, act.land, self._more(act), target[0], until=THIS_TURN))
        note(state, DomainEventKind.LUST, target[0], land=act.land, other=doer(act))


class FeudReading(Reading):
    """[S24.7] Peace between two players ends."""

    key = "maeth.feud"
    rule = "S24.7"
    shape = "seat seat"
    event = False
    rare, opportune = True, True

    def targets(self, state: State, act: Act) -> list[Target]:
        return [
            (one, two)
            for land, one, two in state.peace
            if land == act.land and (concerns(act, one) or concerns(act, two))
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        one, two = target
        break_peace(state, act.land, one, two)
        note(state, DomainEventKind.FEUD, act.seat, land=act.land, more=target)


# --- gwend (S25) --------------------------------------------------------------------------


class TruceReading(Reading):
    """[S25.2] A contest does not take place."""

    key = "gwend.truce"
    rule = "S25.2"
    rare = True

    def targets(self, state: State, act: Act) -> list[Target]:
        seat = state.active
        against = opponents(state, seat, act.land)
        if not against or not concerns(act, seat):
            return []
        strong = [0]
        if HOST in against:
            strong += [token.strength for token in tokens(state, TokenKind.HOST, act.land, seat)]
        if FOES in against:
            strong += [might(state, piece) for piece in fighting_foes(state, act.land)]
        return [()] if max(strong) < act.strength else []

    def work(self, state: State, act: Act, target: Target) -> None:
        for token in tokens(state, TokenKind.HOST, act.land, state.active):
            remove(state, token)
        lay(state, Token(TokenKind.TRUCE, act.land, seat=state.active, until=THIS_TURN))
        note(state, DomainEventKind.TRUCE, state.active, land=act.land, other=doer(act))


class PassageReading(Reading):
    """[S25.3] Those who stand here must let the group stand in peace."""

    key = "gwend.passage"
    rule = "S25.3"
    rare = True

    def targets(self, state: State, act: Act) -> list[Target]:
        hosts = self._hosts(state, act)
        came = mine(state, act._replace(only=-1)) if act.magic else in_group(state, act)
        concerned = act.only < 0 or act.only in (act.seat, *hosts)
        return [()] if hosts and came and concerned else []

    def work(self, state: State, act: Act, target: Target) -> None:
        until = lasts(act, THIS_TURN)
        lay(state, Token(TokenKind.PASSAGE, act.land, seat=act.seat, until=until))
        for other in self._hosts(state, act):
            make_peace(state, act.land, act.seat, other)
        note(state, DomainEventKind.PASSAGE, act.seat, land=act.land)

    def _hosts(self, state: State, act: Act) -> list[int]:
        """[S24.6] Who must let the group stand in peace: nobody where one of both lusts."""
        if tokens(state, TokenKind.LUST, act.land, act.seat):
            return []
        hosts = may_meet(state, act.seat, act.land)
        return [host for host in hosts if not tokens(state, TokenKind.LUST, act.land, host)]


class WonReading(Reading):
    """[S25.4] A lone ally joins."""

    key = "gwend.won"
    rule = "S25.4"
    shape = "piece"
    rare = True

    def targets(self, state: State, act: Act) -> list[Target]:
        if not own_figures(state, act.seat, act.land) or not land_concerns(state, act):
            return []
        return [
            (piece,)
            for piece in foes(state, act.land)
            if might(state, piece) < act.strength and self._fits(state, act, piece)
        ]

    def _fits(self, state: State, act: Act, piece: int) -> bool:
        if state.pieces[piece].kind == URLUG:
            return act.magic and act.strength >= WINS_URLUG
        return True

    def work(self, state: State, act: Act, target: Target) -> None:
        loosen(state, target[0], TokenKind.CAPTIVE, TokenKind.ASLEEP)
        join(state, target[0], act.seat)


class WelcomeReading(Reading):
    """[S25.5] A land is marked at once and stays so; as magic a marker does not fade."""

    key = "gwend.welcome"
    rule = "S25.5"

    def targets(self, state: State, act: Act) -> list[Target]:
        if act.magic:
            return keeps(state, act)
        fits = (
            state.markers[act.land] == NOBODY
            and not others_in(state, act.seat, act.land)
            and not foes(state, act.land)
            and not self._foreign(state, act)
            and len(lands_of(state, act.seat)) < MARKERS
        )
        return [()] if fits else []

    def _foreign(self, state: State, act: Act) -> bool:
        """An event does not take another's building away."""
        house = building(state, act.land)
        return house is not None and state.pieces[house].leader not in (act.seat, NOBODY)

    def work(self, state: State, act: Act, target: Target) -> None:
        if not act.magic:
            mark(state, act.land, act.seat)
        seat = state.markers[act.land]
        until = lasts(act, state.clock + act.strength)
        lay(state, Token(TokenKind.WELCOME, act.land, seat=seat, until=until))
        note(state, DomainEventKind.WELCOME, seat, land=act.land, other=doer(act))


class FriendsReading(Reading):
    """[S25.6] An ally comes free of charge."""

    key = "gwend.friends"
    rule = "S25.6"
    magic = False
    gains = True
    rich = 2

    def targets(self, state: State, act: Act) -> list[Target]:
        fits = (
            act.strength >= 3
            and own_figures(state, act.seat, act.land)
            and supply(state, self._kind(act)) is not None
        )
        return [()] if fits else []

    def _kind(self, act: Act) -> int:
        return DRU if act.strength < 6 else ADAN

    def work(self, state: State, act: Act, target: Target) -> None:
        piece = supply(state, self._kind(act))
        assert piece is not None
        put(state, piece, act.land, act.seat)
        note(state, DomainEventKind.JOINED, act.seat, land=act.land, piece=piece)


class GiftsReading(Reading):
    """[S25.7] A neighbour and the active player both gain, if the neighbour agrees."""

    key = "gwend.gifts"
    rule = "S25.7"
    shape = "seat"
    magic = False
    gains = True
    slight = True

    def targets(self, state: State, act: Act) -> list[Target]:
        lands = (act.land, *adjacent(state, act.land))
        owners = {state.markers[land] for land in lands} - {NOBODY, act.seat}
        return [(seat,) for seat in sorted(owners)]

    def asks(self, state: State, act: Act, target: Target) -> int | None:
        return target[0]

    def work(self, state: State, act: Act, target: Target) -> None:
        for seat in (act.seat, target[0]):
            gain(state, seat, tur=third(act.strength))
        note(state, DomainEventKind.GIFTS, act.seat, land=act.land, other=target[0])
