"""What refusals claim in Gallia Cisalpina, looked up by other means than the rules use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cruachan.games.gallia import moves
from cruachan.games.gallia.moves import MoveParts, decode
from cruachan.games.gallia.state import (
    AMOUNT,
    BACK,
    BUILDING,
    FIGHT,
    FREE,
    GO_IN,
    MOVING,
    OVER,
    SCOUT,
    START,
    STARVE,
    TURN,
    State,
)
from tests import claims
from tests.claims import NAMES, Claims

from .positions import BOARD, GAME, waits

HOMES = (0, 11)


class Die(NamedTuple):
    """A die on the table."""

    seat: int
    card: int
    pips: int
    moved: bool


class Case(NamedTuple):
    """A refusal: on which table, and of which move."""

    state: State
    decoded: MoveParts

    @property
    def seat(self) -> int:
        """Who is to act; the first seat while nobody is."""
        return max(0, *GAME.to_act(self.state), 0)

    def dice(self, card: int | None = None, seat: int | None = None) -> list[Die]:
        """Those of whoever is to act, or of a seat; everywhere, or on a card."""
        wanted = self.seat if seat is None else seat
        state = self.state
        lying = [
            Die(die // 8, int(state.card[die]), int(state.pips[die]), bool(state.done[die]))
            for die in range(16)
            if state.card[die] >= 0
        ]
        return [die for die in lying if die.seat == wanted and card in (None, die.card)]

    def warriors(self, card: int, seat: int | None = None) -> int:
        """How many stand on a card."""
        return sum(die.pips for die in self.dice(card, seat))

    def armies(self) -> list[Die]:
        """Those of the size and in the place that the move names."""
        return [die for die in self.dice(self.decoded.card) if die.pips == self.decoded.pips]

    def room(self, card: int) -> int:
        """How many more warriors the dice can show there."""
        return 6 * (len(self.dice(card)) + 8 - len(self.dice())) - self.warriors(card)

    def oppidum(self) -> bool:
        """Whether one stands on the card that the move names."""
        return bool(self.state.oppida >> self.decoded.card & 1)

    def ears(self) -> int:
        """Grown on the lands of whoever is to act."""
        total = 0
        for card in {die.card for die in self.dice()} - set(HOMES):
            up = self.state.oppida >> card & 1
            total += BOARD.backs[self.state.back[card]].ears if up else BOARD.front.ears
        return total

    def outside(self) -> int:
        """Warriors outside the capital of whoever is to act."""
        return sum(die.pips for die in self.dice() if die.card != HOMES[self.seat])

    def defenders(self) -> int:
        """On the card that is attacked."""
        return self.warriors(int(self.state.target), 1 - self.seat)

    def fighting(self) -> str:
        """How many may fight: all, or too few to win, or any number with a die to go in."""
        most, free = int(self.state.army), len(self.dice()) < 8
        able = [n for n in range(1, most + 1) if n == most or n <= self.defenders() or free]
        return ", ".join(str(number) for number in able)

    def under_way(self) -> int:
        """The army of which a part may go, as the position has it: send:Ins3>Ana."""
        return int(waits(GAME.write_position(self.state)).partition(">")[0][-1])

    def turn_about(self, about: int) -> bool:
        """Whether a step is asked for, in a turn about this."""
        return bool(self.state.phase == TURN and self.state.about == about)

    def off_the_table(self) -> bool:
        """Whether the move leads there: north, east, south, west."""
        card = self.decoded.card
        return (card < 4, card % 4 == 3, card > 7, card % 4 == 0)[self.decoded.number]


CHECKS: dict[str, Callable[[Case], bool]] = {
    "g202": lambda c: c.state.phase == START,
    "g204": lambda c: c.state.phase not in (START, BACK, OVER),
    "g301": lambda c: c.decoded.kind in (moves.LOT_START, moves.BACK_IS),
    "g301build": lambda c: c.turn_about(BUILDING),
    "g301move": lambda c: c.turn_about(MOVING),
    "g302": lambda c: c.turn_about(FREE) and moves.RECRUIT in GAME.legal_moves(c.state, c.seat),
    "g401": lambda c: c.decoded.number > GAME.board_tables.recruits,
    "g403": lambda c: c.decoded.number > c.room(HOMES[c.seat]),
    "g404": lambda c: c.outside() > c.ears(),
    "g405": lambda c: c.decoded.card in HOMES or c.oppidum(),
    "g405first": lambda c: c.turn_about(FREE),
    "g405now": lambda c: c.state.phase == SCOUT,
    "g405back": lambda c: c.state.phase == BACK,
    "g501": lambda c: not c.oppidum() and c.warriors(c.decoded.card) < 3,
    "g503": lambda c: c.oppidum() and not c.dice(c.decoded.card),
    "g504": lambda c: c.oppidum() and c.room(c.decoded.card) < 2,
    "g505": lambda c: bool(c.state.turned >> c.decoded.card & 1),
    "g506": lambda c: c.decoded.card in HOMES,
    "g601": lambda c: c.off_the_table(),
    "g602": lambda c: c.decoded.kind == moves.MARCH and not c.armies(),
    "g602none": lambda c: c.decoded.kind == moves.MARCH and not c.dice(c.decoded.card),
    "g602number": lambda c: c.state.phase == AMOUNT,
    "g602nobody": lambda c: c.state.phase == TURN,
    "g604": lambda c: bool(c.armies()) and all(die.moved for die in c.armies()),
    "g703": lambda c: c.state.phase == FIGHT,
    "g706": lambda c: len(c.dice()) == 8 and c.defenders() < c.decoded.number < c.state.army,
    "g706number": lambda c: c.state.phase == GO_IN,
    "g801": lambda c: c.state.phase == STARVE and c.decoded.card == HOMES[c.seat],
    "g803": lambda c: c.state.phase == STARVE and c.outside() > 0,
    "g803now": lambda c: c.state.phase != STARVE,
    "g903": lambda c: c.state.phase == OVER,
}
"""What each text says of the table."""

NAMED: dict[str, Callable[[Case], Any]] = {
    "name": lambda c: NAMES[c.seat],
    "card": lambda c: BOARD.cards[c.decoded.card].name,
    "capital": lambda c: BOARD.cards[HOMES[c.seat]].name,
    "pips": lambda c: c.decoded.pips,
    "here": lambda c: c.warriors(c.decoded.card),
    "army": lambda c: c.under_way(),
    "winners": lambda c: c.state.winners,
    "fighting": lambda c: c.fighting(),
    "recruits": lambda c: GAME.board_tables.recruits,
    "outside": lambda c: c.outside(),
    "ears": lambda c: c.ears(),
}
"""What a text may name, as it is on the table."""


def check(said: Callable[[Case], bool]) -> claims.Check:
    """Whether the claim holds, and everything named is as it is on the table."""

    def holds(case: claims.Case) -> bool:
        here = Case(case.state, decode(case.move))
        named = all(str(NAMED[name](here)) == value for name, value in case.said.items())
        return bool(named and said(here))

    return holds


CLAIMS = Claims({key: check(said) for key, said in CHECKS.items()})
