"""Positions of Cambria by lot, as far out as the rules allow."""

from __future__ import annotations

from random import Random

from cruachan.games.cambria.state import FORTS, LAST_FORTS, MOST_TURNS

from .positions import GAME, LETTERS, POINTS, SOLDIERS, all_roads, position


def far(rng: Random) -> str:
    """A position that a game may come to; whether it does, the notation says."""
    seats = rng.randint(2, 5)
    playing = "abc" if seats == 2 else LETTERS[:seats]
    over, late = rng.random() < 0.3, rng.random() < 0.5
    turns = rng.randint(1, MOST_TURNS * seats - 1)
    stormed = rng.randint(0, FORTS - LAST_FORTS - 1)
    if over:
        turns = MOST_TURNS * seats if late else turns
        stormed = rng.choice((FORTS, rng.randint(0 if late else FORTS - LAST_FORTS, FORTS)))
    start = rng.randrange(seats)
    turn = LETTERS[(start + turns - over) % seats]
    roads = rng.sample(all_roads(), len(all_roads()))
    ships = rng.sample("23456", 5)
    soldiers = {
        letter: _soldiers(rng, roads, ships if seats > 2 or letter != "c" else [])
        for letter in playing
        if not over or stormed == FORTS
    }
    text = position(
        f"{turn}:{'over' if over else _waits(rng, seats, roads)}",
        seats=seats,
        start=LETTERS[start],
        turns=turns,
        legion="sea" if over or rng.random() < 0.3 else rng.choice(roads),
        forts=_forts(rng, playing, stormed),
        **soldiers,  # type: ignore[arg-type]
    )
    return text.replace(" ", rng.choice((" ", "f ")), 1)


def _soldiers(rng: Random, roads: list[str], ships: list[str]) -> str:
    """Soldiers of a colour on roads and ships, taken from those that are left; often all."""
    out = rng.choice((SOLDIERS, rng.randint(0, SOLDIERS)))
    aboard = min(rng.choice((0, 0, 1, out)), len(ships), out)
    on_roads = [roads.pop() for _ in range(out - aboard)]
    return ",".join(on_roads) + ":" + "".join(sorted(ships.pop() for _ in range(aboard)))


def _waits(rng: Random, seats: int, roads: list[str]) -> str:
    """What is waited for in a turn."""
    first, second = rng.choice((1, rng.randint(1, 6))), rng.randint(1, 6)
    dice = f"{first}-{second}"
    road, ship = rng.choice(roads), rng.randint(2, 6)
    waits = ["?", dice, dice, f"{dice}*", f"{dice}>{road}", f"{dice}@", f"{dice}@{ship}"]
    if seats == 2:
        waits += ["dummy?", f"dummy:{first}", f"dummy:{second}>{road}"]
    return rng.choice(waits)


def _forts(rng: Random, playing: str, stormed: int) -> str:
    """Stormed forts; often one colour has taken nearly all of them."""
    greedy = rng.choice(playing) * rng.choice((0, 1, 30))
    taken = []
    for fort in sorted(rng.sample(GAME.board.forts, stormed), key=GAME.board.forts.index):
        owner = rng.choice(playing + greedy)
        others = (playing + greedy).replace(owner, "") or "x"
        second = f"/{rng.choice(others + 'x')}" if POINTS[fort.value] else ""
        taken.append(f"{fort.short}:{owner}{second}")
    return ",".join(taken) or "-"
