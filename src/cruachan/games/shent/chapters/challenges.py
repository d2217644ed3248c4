"""One challenge between two units, and how strong a unit is (S10.6 to S10.10, S11.3 to S11.7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, ClassVar, Self

from cruachan.engine.game import Viewer
from cruachan.games.shent.chapters.roles import role
from cruachan.games.shent.components.material import FIGHT_BONUS, NUMBERS, affordable, cost
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import (
    change_piece,
    gain,
    kill,
    note,
    pay_points,
    remove,
    send_off,
)
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import (
    FOES,
    MOST_PARTS,
    PART,
    PHANTOM,
    SEALED,
    Count,
    Land,
    Number,
    Party,
    UnitId,
    one_of,
)
from cruachan.games.shent.core.flow import (
    Args,
    Frame,
    No,
    Question,
    Verb,
    cover,
    pop,
    push,
    top,
    turn_to,
    uncover,
)
from cruachan.games.shent.core.numbers import Numbers
from cruachan.games.shent.core.speaker import Ask, Speaker, capital
from cruachan.games.shent.core.state import (
    State,
    figures,
    foes,
    is_ally,
    land_sum,
    on_piece,
    seen,
    strength,
    tokens,
    wisdom,
)

Side = tuple[Party, UnitId]
"""A seat, FOES or HOST; and a unit."""


def phantom_unit(seat: int) -> int:
    """The unit that magic feigns for a seat."""
    return PHANTOM + seat


def in_phantoms(state: State, seat: int, land: int) -> bool:
    """Whether magic feigns an ally for a seat in a land."""
    return bool(tokens(state, TokenKind.PHANTOM, land, seat))


def is_unit(state: State, unit: int, land: int, parts: int) -> bool:
    """Whether there is such a unit: a piece, what magic feigns in a land, one of so many parts."""
    if unit >= PART:
        return unit - PART < parts
    return unit < PHANTOM or in_phantoms(state, unit - PHANTOM, land)


def raw_strength(state: State, unit: int, parts: tuple[int, ...], land: int) -> int:
    """The strength of a unit before elements, buildings and runes."""
    if unit >= PART:
        return parts[unit - PART]
    if unit >= PHANTOM:
        return tokens(state, TokenKind.PHANTOM, land, unit - PHANTOM)[0].strength
    return strength(state.pieces[unit])


def fight_strength(state: State, side: int, unit: int, land: int, part: int = 0) -> int:
    """[S10.8] Strength with elements, building and runes, before points and number."""
    if unit >= PART:
        return part
    total = raw_strength(state, unit, (), land)
    lust = sum(token.strength for token in tokens(state, TokenKind.LUST, land, side)[:1])
    if side < 0:
        return total + lust + rune_bonus(state, unit)
    bad = bool(tokens(state, TokenKind.GROUND, land, side))
    if unit < PHANTOM and not is_ally(state.pieces[unit]):
        fit = land_sum(state, side, land)
        total += (fit >= 2 and not bad) - (fit <= -2)
    if not bad:
        total += _building_bonus(state, side, land)
    return total + lust + given_by_runes(state, side, unit, land)


def given_by_runes(state: State, side: int, unit: int, land: int) -> int:
    """[S10.8] [S11.3] [S11.7] What runes give or take in a contest of any kind."""
    ground = tokens(state, TokenKind.GROUND, land, side) if side >= 0 else []
    return rune_bonus(state, unit) - sum(token.strength for token in ground[:1])


def _building_bonus(state: State, side: int, land: int) -> int:
    """[S10.10] The tower or fortress of the land."""
    for index, piece in enumerate(state.pieces):
        if piece.land == land and piece.kind in FIGHT_BONUS and piece.leader == side:
            return 0 if on_piece(state, TokenKind.SIEGE, index) else FIGHT_BONUS[piece.kind]
    return 0


def rune_bonus(state: State, unit: int) -> int:
    """What support, valour and joined strength add to a figure."""
    if unit >= PHANTOM:
        return 0
    total = 0
    for token in state.tokens:
        helped = token.pieces[:1] if token.kind == TokenKind.JOINED else token.pieces
        if token.kind in (TokenKind.SUPPORT, TokenKind.VALOUR, TokenKind.JOINED) and unit in helped:
            total += token.strength
    return total


def use_up(state: State, unit: int) -> None:
    """[S29.4] [S32.5] What was for one contest is gone after it."""
    for token in [t for t in state.tokens if t.kind in (TokenKind.SUPPORT, TokenKind.JOINED)]:
        if unit in token.pieces:
            remove(state, token)


WIDEST = len(NUMBERS) - 1
"""How far two numbers lie apart at most."""


@cache
def duel_odds(lead: int, numbers: tuple[int, ...]) -> int:
    """How often, in percent, the side that leads by so much wins; ties count for neither."""
    won = total = 0
    for one in range(8):
        for two in range(8):
            weight = numbers[one] * (numbers[two] - (one == two))
            total += weight
            won += weight * (one + lead > two)
    return round(100 * won / total) if total else 50


class Challenge(Question):
    """Two units measure themselves: points, numbers, result."""

    land: Land
    one: Side
    two: Side
    kind: Annotated[str, one_of("fight", "riddle", "song")] = "fight"
    singer: Party = -2
    part: Count = 0
    """The strength of a part of a host, on the second side."""
    bids: tuple[tuple[Party, Annotated[Count, SEALED]], ...] = ()
    """Side and points, sealed."""
    step: Annotated[str, one_of("bids", "banish")] = "bids"
    """bids, banish"""
    margin: Number = 0

    sealed: ClassVar = ("bid",)
    bid_words: ClassVar = ("do.bid", "do.bid_none")

    # What each side counts

    def base(self, state: State, side: Side) -> int:
        """What a side counts before points and number."""
        seat, unit = side
        if self.kind == "fight":
            return fight_strength(state, seat, unit, self.land, self.part)
        own = wisdom if self.by_wisdom(seat) else strength
        return own(state.pieces[unit]) + given_by_runes(state, seat, unit, self.land)

    def by_wisdom(self, seat: int) -> bool:
        """Whether a side contends with wisdom, and strengthens with golu."""
        return self.kind == "riddle" or (self.kind == "song" and seat == self.singer)

    def most(self, state: State, seat: int) -> int:
        """[S10.6] How many points a side can buy."""
        if seat < 0 or tokens(state, TokenKind.SPENT, self.land, seat):
            return 0
        player = state.players[seat]
        return affordable(player.golu if self.by_wisdom(seat) else player.tur)

    def matters(self, state: State, seat: int) -> bool:
        """[S10.6] Whether points, with any two numbers, could change the result."""
        if self.step != "bids":
            return True
        mine, theirs = (self.one, self.two) if seat == self.one[0] else (self.two, self.one)
        lead = self.base(state, mine) - self.base(state, theirs)
        best, worst = lead + self.most(state, seat), lead - self.most(state, theirs[0])
        return best >= -WIDEST and worst <= WIDEST

    def bid(self, state: State, seat: int, points: int) -> None:
        """A side says its points."""
        turn_to(state, bids=(*self.bids, (seat, points)))

    def gone(self, state: State) -> bool:
        """[S9.7] Whether a unit has gone since, as in a contest that came before a duel."""
        for seat, unit in (self.one, self.two):
            if unit < PHANTOM and state.pieces[unit].land != self.land:
                return True
            if PHANTOM <= unit < PART and not in_phantoms(state, seat, self.land):
                return True
        return False

    def waits(self, state: State) -> tuple[int, ...]:
        if self.step == "banish":
            return (self._winner(),)
        if self.gone(state):
            return ()
        said = [seat for seat, _ in self.bids]
        return tuple(
            seat
            for seat, _ in (self.one, self.two)
            if seat >= 0 and seat not in said and self.most(state, seat)
        )

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("accept", "decline") if self.step == "banish" else ("bid",)

    def go(self, state: State) -> None:
        """All points are said: pay, and draw."""
        if self.gone(state):
            pop(state)
            return
        for seat, points in self.bids:
            golu = self.by_wisdom(seat)
            pay_points(state, seat, 0 if golu else points, points if golu else 0)
        seats = (self.one[0], self.two[0])
        push(state, Numbers(seats, role(state, "administrator", self.land)))

    def drawn(self, state: State, numbers: tuple[int, ...]) -> None:
        """[S10.8] [S11.3] The higher sum wins."""
        points = self._points()
        bases = self.base(state, self.one), self.base(state, self.two)
        sums = [bases[at] + points[at] + numbers[at] for at in range(2)]
        lead = bases[0] + points[0] - bases[1] - points[1]
        odds = duel_odds(lead, tuple(state.numbers)), duel_odds(-lead, tuple(state.numbers))
        note(
            state,
            DomainEventKind.MEASURED,
            self.one[0],
            land=self.land,
            other=self.two[0],
            more=(self.kind, self.one[1], self.two[1], *sums, *numbers, *points),
        )
        for unit in (self.one[1], self.two[1]):
            self._used(state, unit)
        margin = sums[0] - sums[1]
        if margin == 0:
            pop(state)
            note(state, DomainEventKind.DRAWN, self.one[0], land=self.land, other=self.two[0])
            return
        self._decide(state, margin, odds, bases)

    def _points(self) -> tuple[int, int]:
        bids = dict(self.bids)
        return bids.get(self.one[0], 0), bids.get(self.two[0], 0)

    def _used(self, state: State, unit: int) -> None:
        """[S10.3] A figure has had its challenge; what was for one contest is used up."""
        if unit >= PHANTOM:
            return
        change_piece(state, unit, fought=True)
        use_up(state, unit)

    def _decide(
        self, state: State, margin: int, odds: tuple[int, int], bases: tuple[int, int]
    ) -> None:
        """[S10.8] [S11.4] One side has won; of odds and bases the first are those of one."""
        at = 0 if margin > 0 else 1
        sides = self.one, self.two
        winner, loser = sides[at], sides[1 - at]
        for what, mine, theirs in (
            (DomainEventKind.WON, at, 1 - at),
            (DomainEventKind.LOST, 1 - at, at),
        ):
            (seat, piece), (other, _) = sides[mine], sides[theirs]
            note(
                state,
                what,
                seat,
                land=self.land,
                other=other,
                piece=piece,
                amount=bases[theirs],
                more=(self.kind, odds[mine]),
            )
        if self.kind == "fight":
            pop(state)
            self._remove(state, winner, loser)
            return
        if winner[0] >= 0:
            gain(state, winner[0], golu=1)
        if loser[0] >= 0:
            gain(state, loser[0], golu=abs(margin))
        if winner[0] < 0:
            pop(state)
        else:
            turn_to(state, step="banish", margin=margin)

    def _remove(self, state: State, winner: Side, loser: Side) -> None:
        """[S10.8] The lower figure goes; single combat won brings booty. [S24.3]"""
        if loser[1] < PHANTOM:
            kill(state, loser[1], winner[0], "fight")
        elif loser[1] < PART:
            remove(state, tokens(state, TokenKind.PHANTOM, self.land, loser[0])[0])
        elif winner[0] >= 0:
            for token in tokens(state, TokenKind.HOST, self.land, winner[0])[:1]:
                if token.pieces and token.other > 0:
                    gain(state, winner[0], tur=token.other)

    def _winner(self) -> int:
        return self.one[0] if self.margin > 0 else self.two[0]

    def answer(self, state: State, seat: int, yes: bool) -> None:
        """[S11.5] The whole losing side is taken off the board, or not."""
        pop(state)
        loser = self.two[0] if self.margin > 0 else self.one[0]
        if not yes:
            return
        here = foes(state, self.land) if loser == FOES else figures(state, loser, self.land)
        lost = [piece for piece in here if seen(state, piece)]
        state.memory[self.land] = ("fought", -1, state.round)
        send_off(state, lost, abs(self.margin), seat)

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        land = say.land(self.land)
        if self.step == "banish":
            return "challenge_banish", {"land": land, "margin": abs(self.margin)}
        mine, theirs = (self.one, self.two) if viewer == self.one[0] else (self.two, self.one)
        host = theirs[1] >= PART
        return "challenge_bids", {
            "land": land,
            "kind": capital(say.word(self.kind)),
            "mine": say.unit(mine[1]),
            "own": self.base(state, mine),
            "theirs": say.words("say.host") if host else say.unit(theirs[1]),
            "foreign": self.base(state, theirs),
            "odds": self.odds(state, viewer, 0)[0],
            "means": say.word("golu" if self.by_wisdom(viewer) else "tur"),
        }

    def odds(self, state: State, seat: int, points: int) -> tuple[int, bool]:
        """How often in 100 a side wins with so many points, if the other buys none; is it golu?"""
        mine, theirs = (self.one, self.two) if seat == self.one[0] else (self.two, self.one)
        lead = self.base(state, mine) - self.base(state, theirs)
        return duel_odds(lead + points, tuple(state.numbers)), self.by_wisdom(seat)

    def seen_by(self, viewer: Viewer) -> Self:
        return self._replace(bids=cover(self.bids, viewer))

    def determinize(self, state: State) -> Self:
        return self._replace(bids=uncover(self.bids, lambda _: 0))

    def sound(self, state: State, below: Frame | None) -> bool:
        sides = (self.one, self.two)
        if self.step == "banish" and not self.margin:
            return False
        if self.kind != "fight":
            return all(0 <= unit < PHANTOM for _, unit in sides)
        return all(is_unit(state, unit, self.land, MOST_PARTS) for _, unit in sides)


class BidVerb(Verb):
    """[S10.7] Points, said sealed and at once."""

    name = "bid"
    shape = "number"
    reveals = True
    takes_words = True
    seldom = True
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((points,) for points in range(top(state).most(state, seat) + 1))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        asked = top(state)
        contest = isinstance(asked, Challenge)
        if args[0] and contest and tokens(state, TokenKind.SPENT, asked.land, seat):
            return No("S35.5", "may_not_strengthen")
        if not 0 <= args[0] <= asked.most(state, seat):
            return No(
                "S10.6", "cannot_strengthen", {"points": args[0], "cost": cost(max(0, args[0]))}
            )
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).bid(state, seat, args[0])

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        points, keys = args[0], top(state).bid_words
        odds, golu = top(state).odds(state, seat, points)
        if not points:
            return say.words(keys[1], odds=odds)
        price = say.price(0, cost(points)) if golu else say.price(cost(points))
        return say.words(keys[0], points=points, price=price, odds=odds)
