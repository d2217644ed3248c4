"""Positions to test with: written in the game's own notation, played by the game's own protocol.

The cards are loaded here and nowhere else in these tests. What is on the backs may be tuned, so
no test names a back: RICH, POOR, STRONG and WEAK are chosen by what is on them.

    Med Oro Cen Ven
    Tau Ins Ana Lin
    Lig Fri Boi Ari

    position("a:turn", a="Med4,Ins3", b="Ari5", cards=f"Ins+{RICH}s")

is a's turn with an oppidum in Insubres.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from cruachan.engine.game import CHANCE, Viewer
from cruachan.games.gallia.cards import load
from cruachan.games.gallia.game import Gallia
from cruachan.games.gallia.state import State
from tests import tables

BOARD = load()
GAME = Gallia(BOARD)
SHORTS = tuple(card.short for card in BOARD.cards)
NAMES = {card.short: card.name for card in BOARD.cards}
CAPITALS = tuple(card.short for card in BOARD.cards if card.capital)
LANDS = tuple(card.short for card in BOARD.cards if not card.capital)
BACKS = tuple(back.name for back in BOARD.backs)

_rest = sorted(BOARD.backs, key=lambda back: (back.ears, back.shields))
RICHEST, POOREST = _rest.pop(), _rest.pop(0)
_rest.sort(key=lambda back: (back.shields, back.ears))
STRONGEST, WEAKEST = _rest.pop(), _rest.pop(0)
RICH, POOR = RICHEST.name, POOREST.name
STRONG, WEAK = STRONGEST.name, WEAKEST.name
OTHER = _rest[0].name
"""Five different backs: most ears, fewest; of the others most shields, fewest; one more."""


class Told(Gallia):
    """The same game with a notation that tells everything, so that tests can name a back."""

    def write_move(self, state: State, seat: int, move: int, viewer: Viewer = CHANCE) -> str:
        return super().write_move(state, seat, move, viewer)


TOLD = Told(BOARD)

rule_text = partial(tables.rule_text, game=TOLD)
actor = partial(tables.actor, game=TOLD)
legal = partial(tables.legal, game=TOLD)
refused_by = partial(tables.refused_by, game=TOLD)
assert_moves = partial(tables.assert_moves, game=TOLD)
why = partial(tables.why, game=TOLD)
after = partial(tables.after, game=TOLD)
moves_of = partial(tables.moves_of, TOLD)
waits = tables.waits


def position(
    waits: str,
    *,
    a: str = "Med4",
    b: str = "Ari5",
    cards: str = "-",
    turns: int | None = None,
    strict: bool = False,
) -> str:
    """A position in notation; a began, so that a has the turn after an even number of turns."""
    finished = (12 if waits[0] == "a" else 13) if turns is None else turns
    return " ".join(["s" if strict else "n", "a", str(finished), waits, a, b, cards])


def new_table(**options: str) -> str:
    """The position before the lot."""
    return GAME.write_position(GAME.setup(2, options))


def dice(text: str, letter: str) -> str:
    """The dice of a player in the order of the cards, moved or not."""
    return text.split()[4 + "ab".index(letter)].replace("*", "")


def moved(text: str, letter: str) -> list[str]:
    """The dice of a player that have moved."""
    return [die.strip("*") for die in text.split()[4 + "ab".index(letter)].split(",") if "*" in die]


def cards(text: str) -> str:
    """What is known of the cards."""
    return text.split()[6]


def turns(text: str) -> int:
    """How many turns are finished."""
    return int(text.split()[2])


def shields(short: str, text: str) -> int:
    """The shields a card shows."""
    view: Any = GAME.presentation.view(GAME.read_position(text), None)
    return int(view["cards"][SHORTS.index(short)]["shields"])


def ears(letter: str, text: str) -> int:
    """The ears a player grows."""
    return int(
        GAME.presentation.view(GAME.read_position(text), None)["players"]["ab".index(letter)][
            "ears"
        ]
    )
