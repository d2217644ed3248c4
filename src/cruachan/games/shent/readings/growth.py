"""galas, growth, and narchad, destruction (S20, S21)."""

from __future__ import annotations

from itertools import combinations

from cruachan.engine.game import NOBODY
from cruachan.games.shent.chapters.placing import Homecoming
from cruachan.games.shent.components.material import BUILDING_VALUE, MINAS, OST, TALAN, half
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import (
    change_piece,
    gain,
    kill,
    lay,
    loosen,
    note,
    put,
    raze,
    swap,
    to_supply,
)
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import TRACK
from cruachan.games.shent.core.flow import push
from cruachan.games.shent.core.presence import BANDS, binds, bound
from cruachan.games.shent.core.reading import Act, Reading, Target
from cruachan.games.shent.core.state import (
    FOREVER,
    THIS_TURN,
    State,
    Token,
    building,
    foes,
    is_ally,
    others_in,
    supply,
    tokens,
    value,
)
from cruachan.games.shent.readings.bonds import lies_in, lift
from cruachan.games.shent.readings.places import house_of, keeps
from cruachan.games.shent.readings.reach import (
    concerns,
    doer,
    in_group,
    in_reach,
    is_own,
    lasts,
    might,
    mine,
    sides,
    sum_of,
    touches,
)
from cruachan.games.shent.readings.several import MOST_TARGETS

# --- galas (S20) --------------------------------------------------------------------------


class HarvestReading(Reading):
    """[S20.2] tûr for the active player."""

    key = "galas.harvest"
    rule = "S20.2"
    magic = False
    gains = True
    rich, slight = 1, True

    def targets(self, state: State, act: Act) -> list[Target]:
        return [()]

    def work(self, state: State, act: Act, target: Target) -> None:
        gain(state, act.seat, tur=act.strength)


class ExperienceReading(Reading):
    """[S20.3] An own figure has learnt something; as magic any figure has more for a round."""

    key = "galas.experience"
    rule = "S20.3"
    shape = "piece"
    gains = True
    rich = 2

    def targets(self, state: State, act: Act) -> list[Target]:
        if act.magic:
            more = _valour(act)
            return [
                (piece,)
                for piece in in_reach(state, act)
                if more > might(state, piece) - value(state.pieces[piece])
            ]
        if act.strength < 3:
            return []
        return [
            (piece,)
            for piece in mine(state, act)
            if is_own(state, act.seat, piece)
            and value(state.pieces[piece]) > 0
            and not state.pieces[piece].plus
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        piece = target[0]
        if act.magic:
            loosen(state, piece, TokenKind.VALOUR)
            token = Token(
                TokenKind.VALOUR, act.land, _valour(act), pieces=target, until=lasts(act, FOREVER)
            )
            lay(state, token)
        else:
            change_piece(state, piece, plus=1)
        leader = state.pieces[piece].leader
        note(state, DomainEventKind.GROWN, leader, land=act.land, other=doer(act), piece=piece)


def _valour(act: Act) -> int:
    return 2 if act.strength >= 5 else 1


class FoundingReading(Reading):
    """[S20.4] A talan is put for less; as magic a building becomes an ost."""

    key = "galas.founding"
    rule = "S20.4"
    gains = True
    rich = 2

    def targets(self, state: State, act: Act) -> list[Target]:
        if state.players[act.seat].tur < _price(act):
            return []
        fits = self._grows(state, act) if act.magic else self._founds(state, act)
        return [()] if fits else []

    def _founds(self, state: State, act: Act) -> bool:
        return (
            state.markers[act.land] in (act.seat, NOBODY)
            and building(state, act.land) is None
            and not others_in(state, act.seat, act.land)
            and not foes(state, act.land)
            and supply(state, TALAN) is not None
        )

    def _grows(self, state: State, act: Act) -> bool:
        house = house_of(state, act.seat, act.land)
        return (
            concerns(act, act.seat)
            and house is not None
            and state.pieces[house].kind in (TALAN, MINAS)
            and supply(state, OST) is not None
        )

    def work(self, state: State, act: Act, target: Target) -> None:
        new = supply(state, OST if act.magic else TALAN)
        assert new is not None
        gain(state, act.seat, tur=-_price(act))
        if act.magic:
            _replace(state, building(state, act.land), new)
        put(state, new, act.land, act.seat)
        word = DomainEventKind.DEVELOPED if act.magic else DomainEventKind.FOUNDED
        note(state, word, act.seat, land=act.land, piece=new)
        state.memory[act.land] = ("founded", state.pieces[new].kind, state.round)


def _price(act: Act) -> int:
    """[S20.4] What a talan costs, or as magic an ost."""
    return max(5, 20 - 2 * act.strength) if act.magic else max(0, 10 - 2 * act.strength)


def _replace(state: State, old: int | None, new: int) -> None:
    """A building makes room for a greater one; what lay on it stays."""
    assert old is not None
    for token in [token for token in state.tokens if old in token.pieces]:
        swap(state, token, pieces=(new,))
    to_supply(state, old)


class HealingReading(Reading):
    """[S20.5] A figure comes back sooner from the round track."""

    key = "galas.healing"
    rule = "S20.5"
    shape = "piece"
    rare = True

    def targets(self, state: State, act: Act) -> list[Target]:
        if act.magic and not concerns(act, act.seat):
            return []
        return [
            (index,)
            for index, piece in enumerate(state.pieces)
            if piece.land == TRACK
            and piece.owner == act.seat
            and (not act.magic or piece.left == act.land)
        ]

    def work(self, state: State, act: Act, target: Target) -> None:
        piece = target[0]
        back = max(state.clock, state.pieces[piece].back - act.strength)
        change_piece(state, piece, back=back, steps=0, moved=True)
        note(state, DomainEventKind.HEALED, act.seat, land=state.pieces[piece].left, piece=piece)
        if back == state.clock:
            lay(state, Token(TokenKind.STILL, pieces=(piece,), until=THIS_TURN))
            push(state, Homecoming(act.seat, piece))


class BlossomReading(Reading):
    """[S20.6] A marker does not fade and brings more; as magic it only does not fade."""

    key = "galas.blossom"
    rule = "S20.6"

    def targets(self, state: State, act: Act) -> list[Target]:
        if act.magic:
            return keeps(state, act)
        fits = (
            state.markers[act.land] in (act.seat, NOBODY)
            and not others_in(state, act.seat, act.land)
            and not tokens(state, TokenKind.BLOSSOM, act.land)
        )
        return [()] if fits else []

    def work(self, state: State, act: Act, target: Target) -> None:
        seat = state.markers[act.land] if act.magic else act.seat
        until = lasts(act, state.clock + half(act.strength))
        lay(state, Token(TokenKind.BLOSSOM, act.land, 0 if act.magic else 1, seat, until=until))
        note(state, DomainEventKind.BLOSSOM, seat, land=act.land, other=doer(act))


# --- narchad (S21) ------------------------------------------------------------------------


class DeathReading(Reading):
    """[S21.2] A figure weaker than the rune is lost."""

    key = "narchad.death"
    rule = "S21.2"
    shape = "piece"
    harsh = 3
    deadly = True

    def targets(self, state: State, act: Act) -> list[Target]:
        events = in_group(state, act) + foes(state, act.land)
        pieces = in_reach(state, act) if act.magic else events
        return [(piece,) for piece in pieces if might(state, piece) < act.strength]

    def work(self, state: State, act: Act, target: Target) -> None:
        kill(state, target[0], doer(act), "narchad")


class RuinReading(Reading):
    """[S21.3] A building weaker than the rune is lost."""

    key = "narchad.ruin"
    rule = "S21.3"
    shape = "piece"
    harsh, rare = 3, True

    def targets(self, state: State, act: Act) -> list[Target]:
        house = building(state, act.land)
        if house is None or BUILDING_VALUE[state.pieces[house].kind] >= act.strength:
            return []
        leader = state.pieces[house].leader
        fits = touches(state, act, leader) if act.magic else leader == act.seat
        return [(house,)] if fits else []

    def work(self, state: State, act: Act, target: Target) -> None:
        raze(state, target[0], doer(act))


class BlightReading(Reading):
    """[S21.4] tûr is lost; as magic a land brings none."""

    key = "narchad.blight"
    rule = "S21.4"
    harsh, slight = 1, True

    def targets(self, state: State, act: Act) -> list[Target]:
        if not act.magic:
            return [()] if state.players[act.seat].tur else []
        owner = _owner(state, act.land)
        fits = (
            owner != NOBODY
            and concerns(act, owner)
            and not tokens(state, TokenKind.BLIGHT, act.land)
        )
        return [()] if fits else []

    def work(self, state: State, act: Act, target: Target) -> None:
        if act.magic:
            lay(state, Token(TokenKind.BLIGHT, act.land, until=lasts(act, FOREVER)))
            note(
                state,
                DomainEventKind.BLIGHT,
                _owner(state, act.land),
                land=act.land,
                other=act.seat,
            )
        else:
            gain(state, act.seat, tur=-half(act.strength))
            note(state, DomainEventKind.BLIGHT, act.seat, land=act.land, amount=half(act.strength))


def _owner(state: State, land: int) -> int:
    """To whom a land brings tûr: by its marker, else by its building."""
    house = building(state, land)
    if state.markers[land] != NOBODY or house is None:
        return state.markers[land]
    return state.pieces[house].leader


class ClearingReading(Reading):
    """[S21.5] A band, a wall or a host weaker than the rune is gone."""

    key = "narchad.clearing"
    rule = "S21.5"
    shape = "token"
    rare = True

    def targets(self, state: State, act: Act) -> list[Target]:
        return [
            (index,)
            for index, token in enumerate(state.tokens)
            if token.kind in (*BANDS, "wall", "host")
            and token.strength < act.strength
            and lies_in(state, token, act.land)
            and self._fits(state, act, token)
        ]

    def _fits(self, state: State, act: Act, token: Token) -> bool:
        if act.magic:
            return any(touches(state, act, seat) for seat in bound(state, token))
        if token.kind == TokenKind.WALL:
            return True
        return (
            token.seat == act.seat
            if token.kind == TokenKind.HOST
            else binds(state, token, act.seat)
        )

    def work(self, state: State, act: Act, target: Target) -> None:
        lift(state, act, state.tokens[target[0]])


class PlagueReading(Reading):
    """[S21.6] Two figures that are weaker together than the rune are lost."""

    key = "narchad.plague"
    rule = "S21.6"
    shape = "pieces"
    harsh, rare = 4, True

    def targets(self, state: State, act: Act) -> list[Target]:
        if act.strength < 6:
            return []
        groups = [in_group(state, act)]
        if act.magic:
            groups = [pieces for _, pieces in sides(state, act)]
        pairs: list[Target] = [pair for pieces in groups for pair in combinations(pieces, 2)]
        return [pair for pair in pairs if sum_of(state, pair) < act.strength][:MOST_TARGETS]

    def work(self, state: State, act: Act, target: Target) -> None:
        """Allies first: they must not desert because the other one fell."""
        for piece in sorted(target, key=lambda each: not is_ally(state.pieces[each])):
            kill(state, piece, doer(act), "narchad")
