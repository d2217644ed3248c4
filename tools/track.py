"""How long Hibernia's track should be: simulates greedy players on tracks of several lengths.

    .venv/bin/python tools/track.py [--games 4000]

Prints the table of docs/track.md. `make_track` also lays the track of the board we ship.
"""

from __future__ import annotations

import argparse
import itertools
import random
from dataclasses import replace

from cruachan.arena.simulate import simulate
from cruachan.arena.tally import Tally
from cruachan.games.hibernia.board import COLOURS, load
from cruachan.games.hibernia.game import Hibernia

LENGTHS = range(28, 61, 4)
SHUFFLES = 5
"""Tracks tried of each length, so that no single order of colours decides."""
SECONDS_A_TURN = 45
"""What people at a table take for a roll, two plays and the scoring, as the reviews' 20 to 45
minutes for the whole game let one guess."""


def make_track(length: int, seed: int) -> list[str]:
    """A loop from yellow: equal shares, no three alike in a row, a few doubles."""
    rng = random.Random(seed)
    while True:
        rest = list(COLOURS) * (length // 4)
        rest.remove("yellow")
        rng.shuffle(rest)
        track = ["yellow", *rest]
        runs = [len(list(group)) for _, group in itertools.groupby(track)]
        doubles = runs.count(2)
        if track[-1] != "yellow" and max(runs) <= 2 and length <= 8 * doubles <= 1.6 * length:
            return track


def play(length: int, seats: int, games: int) -> Tally:
    """The tally of greedy players on tracks of one length."""
    total: Tally | None = None
    for shuffle in range(1, SHUFFLES + 1):
        board = replace(load(), track=tuple(make_track(length, shuffle)))
        bots = ("greedy",) * seats
        *_, tally = simulate(Hibernia(board), seats, games // SHUFFLES, shuffle, bots, {})
        if total is None:
            total = tally
        else:
            total.games += tally.games
            total.lengths = total.lengths + tally.lengths
    assert total is not None
    return total


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20000)
    games = parser.parse_args().games
    print("| spaces | players | rounds, median | 5 % to 95 % | minutes at the table |")
    print("|---|---|---|---|---|")
    for length in LENGTHS:
        for seats in (3, 4):
            tally = play(length, seats, games)
            low, middle, high = (tally.rounds(share) for share in (0.05, 0.5, 0.95))
            minutes = middle * seats * SECONDS_A_TURN / 60
            print(f"| {length} | {seats} | {middle} | {low} to {high} | {minutes:.0f} |")


if __name__ == "__main__":
    main()
