"""Positions of Gallia Cisalpina by lot, as far out as the rules allow."""

from __future__ import annotations

from random import Random

from cruachan.games.gallia.state import DICE, MOST_TURNS, PIPS

from .positions import BACKS, CAPITALS, LANDS, SHORTS, position


def far(rng: Random) -> str:
    """A position that a game may come to; whether it does, the notation says."""
    turns = rng.choice((0, MOST_TURNS - 1, rng.randrange(MOST_TURNS)))
    turn = turns % 2
    lands = rng.sample(LANDS, len(LANDS))
    cut = rng.randint(0, len(lands))
    sides = (
        [CAPITALS[0], *lands[: min(cut, 6)]],
        [CAPITALS[1], *lands[cut:][:6]],
    )
    waits, moved = _waits(rng, sides[turn])
    first, second = (_dice(rng, sides[seat], moved and seat == turn) for seat in range(2))
    text = position(
        f"{'ab'[turn]}:{waits}",
        a=first,
        b=second,
        cards=_cards(rng, waits == "build"),
        turns=turns,
        strict=rng.random() < 0.5,
    )
    options, rest = text.split(" ", 1)
    return f"{options}{rng.choice(('', 'f'))} {rest}"


def _waits(rng: Random, cards: list[str]) -> tuple[str, bool]:
    """What is waited for, and whether armies have moved."""
    source, target, army = rng.choice(cards), rng.choice(SHORTS), rng.randint(1, PIPS)
    verb = rng.choice(("send", "fight", "enter"))
    winners = f"/{rng.randint(1, army)}" if verb == "enter" else ""
    waits = ("turn", "build", "move", "scout", f"{verb}:{source}{army}>{target}{winners}")
    chosen = rng.choice(waits)
    return chosen, chosen == "move" or ":" in chosen


def _dice(rng: Random, cards: list[str], moved: bool) -> str:
    """Dice of a player on some of these cards; often all eight, often all sixes."""
    pips = rng.choice(((PIPS,), range(1, PIPS + 1)))
    dice = [
        f"{rng.choice(cards)}{rng.choice(pips)}{'*' * (moved and rng.random() < 0.4)}"
        for _ in range(rng.choice((DICE, rng.randint(0, DICE))))
    ]
    return ",".join(dice) or "-"


def _cards(rng: Random, building: bool) -> str:
    """Cards whose backs somebody has seen, some of them turned up."""
    seen = rng.sample(LANDS, rng.choice((0, 3, len(LANDS))))
    backs = rng.sample(BACKS, len(seen))
    told = []
    for number, (card, back) in enumerate(zip(seen, backs, strict=True)):
        up = rng.random() < 0.5
        turned = "'" * (building and number == 0)
        told.append(f"{card}{'+' if up else '='}{back}{'s' if up else rng.choice('abs')}{turned}")
    return ",".join(told) or "-"
