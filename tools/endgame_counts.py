"""How many positions the endgames of Cambria and Gallia Cisalpina have: can they be solved?

    python -m tools.endgame_counts

Retrograde analysis keeps a number for every position of a class that no move leaves except into
classes that are solved. In Cambria such a class is a set of forts that stand: they are stormed and
never stand again. In Gallia Cisalpina there is none below the whole game, for warriors are
recruited anew; the counts by dice say how soon that is too much. Positions are counted at the
beginning of a turn, before the roll; of Cambria all that soldiers, legion and ships can look like,
also the few in which a fort would have been stormed (an upper bound), and without the points so
far; of Gallia Cisalpina dice alone, without oppida, backs and what has been scouted (a lower one).
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from math import comb, factorial, prod

from cruachan.games import load_game
from cruachan.games.cambria.state import FORTS, LAST_FORTS, ROADS, SHIPS, SOLDIERS
from cruachan.games.gallia.state import DICE, LANDS, PIPS, TERRITORIES

FRONT_EARS = 2
"""What grows on a land without an oppidum."""
TURNS = 2
"""Whose turn it is."""


def arrangements(places: int, *groups: int) -> int:
    """In how many ways so many alike of each group lie on different places."""
    left = places - sum(groups)
    return factorial(places) // prod(map(factorial, (*groups, left))) if left >= 0 else 0


def cambria_positions() -> int:
    """Positions of a game of two with a certain set of forts standing."""
    found = 0
    for one, other, dummy in product(range(SOLDIERS + 1), repeat=3):
        ships = sum(
            arrangements(SHIPS, a, b)
            for a, b in product(range(SOLDIERS - one + 1), range(SOLDIERS - other + 1))
        )
        legion = 1 + ROADS - one - other - dummy
        found += arrangements(ROADS, one, other, dummy) * ships * legion
    return TURNS * found


def lumped_positions(live: int) -> int:
    """The same if so many roads touch a fort that stands, and on the others only the number of
    soldiers counted. That is fewer than must be told apart, for dice reach these roads too.
    """
    found = 0
    for one, other, dummy in product(range(SOLDIERS + 1), repeat=3):
        rest = SOLDIERS - one, SOLDIERS - other, SOLDIERS - dummy
        away = sum(
            arrangements(SHIPS, a, b) * (rest[0] - a + 1) * (rest[1] - b + 1)
            for a, b in product(range(rest[0] + 1), range(rest[1] + 1))
        )
        legion = 2 + live - one - other - dummy
        found += arrangements(live, one, other, dummy) * away * (rest[2] + 1) * legion
    return TURNS * found


def live_roads(forts: int) -> list[int]:
    """Of each set of so many forts of Wales how many roads touch it, the fewest first."""
    board = load_game("cambria", "wales").board
    roads = [set(road.between) for road in board.roads]
    sets = combinations([fort.short for fort in board.forts], forts)
    return sorted(sum(not road.isdisjoint(standing) for road in roads) for standing in sets)


@cache
def on_a_card(dice: int, warriors: int, most: int = PIPS) -> int:
    """In how many ways so many dice on a card show so many warriors together."""
    if dice == 0:
        return int(warriors == 0)
    return sum(
        on_a_card(dice - 1, warriors - pips, pips) for pips in range(1, min(most, warriors) + 1)
    )


@cache
def on_lands(lands: int, dice: int, warriors: int) -> int:
    """The same on so many lands, each with a die at least."""
    if lands == 0:
        return int(dice == warriors == 0)
    return sum(
        on_a_card(here, pips) * on_lands(lands - 1, dice - here, warriors - pips)
        for here in range(1, dice - lands + 2)
        for pips in range(here, min(PIPS * here, warriors) + 1)
    )


def on_side(lands: int, most: int, fed: bool) -> int:
    """What the dice of a seat can look like that stand on certain lands, and in the capital."""
    return sum(
        on_lands(lands, dice, warriors) * comb(most - dice + PIPS, PIPS)
        for dice in range(lands, most + 1)
        for warriors in range(dice, PIPS * dice + 1)
        if not fed or warriors <= FRONT_EARS * lands
    )


def gallia_positions(most: int, fed: bool = False) -> int:
    """Positions in which each seat has at most so many dice; `fed`: nobody outside is hungry."""
    sides = [on_side(lands, most, fed) for lands in range(min(most, TERRITORIES - 1) + 1)]
    return TURNS * sum(
        arrangements(LANDS, one, other) * sides[one] * sides[other]
        for one, other in product(range(len(sides)), repeat=2)
    )


def main() -> None:
    """Print both tables."""
    each = cambria_positions()
    print("| Cambria with two, forts standing | sets of forts | positions of each set |")
    print("|---|--:|--:|")
    for forts in range(LAST_FORTS + 1, LAST_FORTS + 4):
        print(f"| {forts} | {comb(FORTS, forts):,} | {each:.1e} |")
    live = live_roads(LAST_FORTS + 1)
    for name, roads in (("fewest", live[0]), ("median", live[len(live) // 2])):
        print(
            f"Live roads of {LAST_FORTS + 1} forts, {name}: {roads}, {lumped_positions(roads):.1e}"
        )
    print()
    print("| Gallia Cisalpina, dice of each player | positions | of these nobody hungry |")
    print("|---|--:|--:|")
    for dice in range(1, DICE + 1):
        print(f"| {dice} | {gallia_positions(dice):.1e} | {gallia_positions(dice, True):.1e} |")


if __name__ == "__main__":
    main()
