"""Positions of Hibernia by lot, as far out as the rules allow."""

from __future__ import annotations

from random import Random

from .positions import FACES, LAP, LETTERS, SHORTS, position

MOST = 9990
"""Nearly the largest number that the notation takes."""


def far(rng: Random) -> str:
    """A position that a game may come to; whether it does, the notation says."""
    seats = rng.choice((3, 4))
    counties = rng.sample(SHORTS, len(SHORTS))
    least = rng.choice((1, LAP - 1, MOST - 20))
    turn = rng.randrange(seats)
    waits = _waits(rng, turn)
    sides = {}
    for colour, letter in enumerate(LETTERS):
        warriors = 13 if colour < seats else 14
        if ">" in waits and colour == turn:
            warriors -= int(waits.split("+")[1].split("-")[0])
        steps = rng.randint(least, least + 5) if colour < seats else 0
        sides[letter] = _side(rng, warriors, steps, counties, colour < seats, ">" in waits)
    return position(
        waits,
        table=f"{seats}{rng.choice(('', 'h'))}{rng.choice(('', 'f'))}",
        start=rng.choice(LETTERS[:seats]),
        round_number=rng.choice((1, 2, MOST)),
        **sides,
    )


def _waits(rng: Random, turn: int) -> str:
    """What is waited for."""
    who = LETTERS[turn]
    face = rng.choice(FACES)
    plays = "w" if face == "purple" else rng.choice(("dw", "dw", "d", "w"))
    march = f"{who}:{face}:{plays.replace('dw', '-')}>{rng.choice(SHORTS)}"
    host, missing = rng.randint(0, 5), rng.randint(1, 4)
    return rng.choice(
        ("over", f"{who}:?", *[f"{who}:{face}:{plays}"] * 3, f"{march}+{host}-{missing}")
    )


def _side(
    rng: Random, warriors: int, steps: int, counties: list[str], plays: bool, marching: bool
) -> str:
    """Warriors of a colour in counties that are left, on the shield and in the supply."""
    held: list[str] = []
    for _ in range(rng.choice((0, 1, 2, 5, 9, 14))):
        if warriors and counties and (len(held) < 5 or rng.random() < 0.8):
            number = rng.choice((1, 1, 1, 2, rng.randint(1, warriors)))
            number = min(number, warriors)
            held.append(f"{counties.pop()}{number}")
            warriors -= number
    shield = rng.choice((0, warriors, rng.randint(0, warriors))) if plays else 0
    shield = warriors if marching and plays else shield
    return f"@{steps}={warriors - shield}+{shield}:{','.join(sorted(held, key=_order))}"


def _order(held: str) -> int:
    return SHORTS.index(held[:3])
