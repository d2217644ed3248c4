"""What is said of a refused move is true of the table it is said of.

Positions by lot, and in each of them moves by lot, sensible or not: the text that is chosen makes a
claim, which is compared with what lies on the cards, by other means than the rules use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from cruachan.engine.game import CHANCE
from cruachan.engine.words import Words
from cruachan.games.gallia import moves
from cruachan.games.gallia.game import Gallia
from cruachan.games.gallia.moves import Deed, decode
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
from cruachan.games.gallia.tale import Tale
from tests.tables import placeholders

from .positions import BOARD, GAME, TOLD, moves_of, position, waits, why
from .sayings import REFUSALS, SMALL_CAPITALS

NAMES = ("Anna", "Ben")
GAMES = 8
TRIED = 3
"""Moves in each position."""
HOMES = (0, 11)
KINDS = (
    *(moves.MARCH, moves.NUMBER, moves.RECRUIT, moves.LOOK, moves.NO_LOOK, moves.TURN_CARD),
    *(moves.END, moves.TAKE_OFF, moves.LOT_START, moves.BACK_IS, moves.MOVES),
)


class Die(NamedTuple):
    """A die on the table."""

    seat: int
    card: int
    pips: int
    moved: bool


class Case(NamedTuple):
    """A refusal: on which table, and of which move."""

    game: Gallia
    state: State
    deed: Deed

    @property
    def seat(self) -> int:
        """Who is to act; the first seat while nobody is."""
        return max(0, *self.game.to_act(self.state), 0)

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
        return [die for die in self.dice(self.deed.card) if die.pips == self.deed.pips]

    def room(self, card: int) -> int:
        """How many more warriors the dice can show there."""
        return 6 * (len(self.dice(card)) + 8 - len(self.dice())) - self.warriors(card)

    def oppidum(self) -> bool:
        """Whether one stands on the card that the move names."""
        return bool(self.state.oppida >> self.deed.card & 1)

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
        return int(waits(self.game.write_position(self.state)).partition(">")[0][-1])

    def turn_about(self, about: int) -> bool:
        """Whether a step is asked for, in a turn about this."""
        return bool(self.state.phase == TURN and self.state.about == about)

    def off_the_table(self) -> bool:
        """Whether the move leads there: north, east, south, west."""
        card = self.deed.card
        return (card < 4, card % 4 == 3, card > 7, card % 4 == 0)[self.deed.number]


CLAIMS: dict[str, Callable[[Case], bool]] = {
    "g202": lambda c: c.state.phase == START,
    "g204": lambda c: c.state.phase not in (START, BACK, OVER),
    "g301": lambda c: c.deed.kind in (moves.LOT_START, moves.BACK_IS),
    "g301build": lambda c: c.turn_about(BUILDING),
    "g301move": lambda c: c.turn_about(MOVING),
    "g302": lambda c: c.turn_about(FREE) and moves.RECRUIT in c.game.legal_moves(c.state, c.seat),
    "g401": lambda c: c.deed.number > c.game.box.recruits,
    "g403": lambda c: c.deed.number > c.room(HOMES[c.seat]),
    "g404": lambda c: c.outside() > c.ears(),
    "g405": lambda c: c.deed.card in HOMES or c.oppidum(),
    "g405first": lambda c: c.turn_about(FREE),
    "g405now": lambda c: c.state.phase == SCOUT,
    "g405back": lambda c: c.state.phase == BACK,
    "g501": lambda c: not c.oppidum() and c.warriors(c.deed.card) < 3,
    "g503": lambda c: c.oppidum() and not c.dice(c.deed.card),
    "g504": lambda c: c.oppidum() and c.room(c.deed.card) < 2,
    "g505": lambda c: bool(c.state.turned >> c.deed.card & 1),
    "g506": lambda c: c.deed.card in HOMES,
    "g601": lambda c: c.off_the_table(),
    "g602": lambda c: c.deed.kind == moves.MARCH and not c.armies(),
    "g602number": lambda c: c.state.phase == AMOUNT,
    "g602nobody": lambda c: c.state.phase == TURN,
    "g604": lambda c: bool(c.armies()) and all(die.moved for die in c.armies()),
    "g703": lambda c: c.state.phase == FIGHT,
    "g706": lambda c: len(c.dice()) == 8 and c.defenders() < c.deed.number < c.state.army,
    "g706number": lambda c: c.state.phase == GO_IN,
    "g801": lambda c: c.state.phase == STARVE and c.deed.card == HOMES[c.seat],
    "g803": lambda c: c.state.phase == STARVE and c.outside() > 0,
    "g803now": lambda c: c.state.phase != STARVE,
    "g903": lambda c: c.state.phase == OVER,
}
"""What each text says of the table."""

NAMED: dict[str, Callable[[Case], Any]] = {
    "name": lambda c: NAMES[c.seat],
    "card": lambda c: BOARD.cards[c.deed.card].name,
    "capital": lambda c: BOARD.cards[HOMES[c.seat]].name,
    "pips": lambda c: c.deed.pips,
    "here": lambda c: c.warriors(c.deed.card),
    "army": lambda c: c.under_way(),
    "winners": lambda c: c.state.winners,
    "fighting": lambda c: c.fighting(),
    "recruits": lambda c: c.game.box.recruits,
    "outside": lambda c: c.outside(),
    "ears": lambda c: c.ears(),
}
"""What a text may name, as it is on the table."""


class Listener:
    """Takes the place of the words and keeps what was asked of them."""

    def __init__(self) -> None:
        self.key = ""
        self.values: dict[str, Any] = {}

    def __call__(self, key: str, /, **values: Any) -> str:
        self.key, self.values = key, values
        return ""


def check(game: Gallia, state: State, seat: int, move: int) -> str:
    """The key of what is said of a refused move, once it is found true; nothing of a legal one."""
    number = int(game.kernel.refuses(game.box, state, seat, move))
    if number == 0:
        return ""
    seen = game.plain(state)
    tale, heard = Tale(game.board, game.plain_box, seen, NAMES, "en"), Listener()
    tale.words = heard  # type: ignore[assignment]
    tale.why(move, number)
    key = heard.key.removeprefix("why.")
    case = Case(game, seen, decode(move))
    where = f"{key} of {case.deed} in {game.write_position(state)}"
    assert CLAIMS[key](case), where
    for name in placeholders(Words(game.package, "en").table[heard.key]):
        assert heard.values[name] == NAMED[name](case), f"{name} in {where}"
    return key


def tables(rng: Random) -> Iterator[tuple[Gallia, State]]:
    """The positions of games by lot, with both options."""
    for number in range(GAMES):
        state = GAME.setup(2, {"strict": ("no", "yes")[number % 2]})
        yield GAME, state
        while acting := GAME.to_act(state):
            state = GAME.apply(state, acting[0], rng.choice(GAME.legal_moves(state, acting[0])))
            yield GAME, state


def test_every_refusal_is_true_of_its_table() -> None:
    """Of all kinds of moves in all kinds of positions, mostly those of the seat to act."""
    rng = Random(11)
    heard: Counter[str] = Counter()
    for game, state in tables(rng):
        acting = game.to_act(state)
        for _ in range(TRIED):
            seat = acting[0] if acting and rng.random() < 0.9 else rng.choice((CHANCE, 0, 1))
            kind = rng.randrange(len(KINDS) - 1)
            heard[check(game, state, seat, rng.randrange(KINDS[kind], KINDS[kind + 1]))] += 1
    assert len(heard) > len(CLAIMS) - 4, set(CLAIMS) - set(heard)


def test_every_text_of_a_refusal_makes_a_claim_that_is_tried() -> None:
    """Also those that games by lot do not come to."""
    for number, case in REFUSALS.items():
        game: Any = case.game or TOLD
        state = game.read_position(case.position)
        assert check(game, state, case.seat, moves_of(state)[str(case.move)]) == f"g{number}"
    assert set(CLAIMS) == {f"g{number}" for number in REFUSALS}
    assert SMALL_CAPITALS.box.recruits < GAME.box.recruits


def test_an_army_that_stands_there_is_not_denied() -> None:
    """Another one is on its way: how many go has to be said first."""
    text = "n a 1 a:send:Ins3>Ana Med4,Ins3 Ari5 -"
    assert why(text, "move Med4 Oro") == "Say how many go, from 1 to 3."


def test_who_builds_is_not_told_to_recruit() -> None:
    """Scouting comes after recruiting, but neither in a turn of building nor of moving."""
    built = position("a:build", a="Med4,Ins1,Fri3", cards="Ins+3-4s'")
    assert "oppida" in why(built, "scout Fri")
    assert "armies" in why(position("a:move", a="Med4,Ins1*"), "scout Fri")


def test_how_many_may_fight_is_told_as_it_is() -> None:
    """Without a free die not every number up to all may fight (G7.6)."""
    text = position("a:turn", a="Med1,Lig1,Lig1,Lig1,Lig1,Lig1,Lig1,Ins6", b="Ana2,Ari5")
    state = GAME.read_position(text)
    state = GAME.apply(state, 0, moves_of(state)["move Ins6 Ana"])
    refusal = GAME.why_not(state, 0, moves_of(state)["fight 6"])
    assert refusal is not None
    assert refusal.reason == "Say how many fight: 1, 2, 5."
