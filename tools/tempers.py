"""Can one tell the tempers of SHENT's bots apart by what they do? Plays games, lets a judge guess.

    python -m tools.tempers --games 120 --seed 1

The judge is naive Bayes on how often a seat did each of what simulations count for it (`did`: what
it placed, declared, cast, asked for, refused), told no names and no words. It learns from the games
with even numbers and guesses in the others, and the other way round; in every game the tempers sit
elsewhere. Prints what each temper does a game, how often each is taken for which, and how often
the guess is right, with an interval of 95 %.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from math import log
from random import Random
from typing import NamedTuple

from cruachan.arena.tally import wilson
from cruachan.bots import table_options
from cruachan.engine.game import CHANCE, Decision
from cruachan.games import game_class, load_game
from cruachan.games.shent.bots import ShentBot
from cruachan.games.shent.bots.tempers import NAMES, TEMPERS, temper_of
from cruachan.games.shent.statistics import TaleWatcher

SEATS = 4
SHOWN = 14
"""So many doings that tell most apart are printed."""


class Player(NamedTuple):
    """What somebody of a temper did in a game."""

    game: int
    temper: str
    did: Counter[str]


def play(seed: str, number: int, agreements: str) -> list[Player]:
    """One game, the bots' names dealt to the seats by lot."""
    game = load_game("shent", game_class("shent").usual_board(SEATS))
    options = {**table_options(game), "agreements": agreements}
    state = game.setup(SEATS, game.complete(SEATS, options))
    rng, watch = Random(f"{seed} {number}"), TaleWatcher()
    names = tuple(rng.sample(NAMES, SEATS))
    bots, counts = [ShentBot("strong") for _ in names], Counter[str]()
    while waiting := game.to_act(state):
        seat = waiting[0]
        legal = game.legal_moves(state, seat)
        if seat == CHANCE:
            move = rng.choices(legal, game.chances(state))[0]
        else:
            seen = game.observe(state, seat)
            move = bots[seat].choose(Decision(seat, seen, legal, names), rng)
        state = game.apply(state, seat, move)
        counts.update(watch.seen(seat, move, state))
    return [
        Player(number, temper_of(seat, names).name, done_by(counts, seat)) for seat in range(SEATS)
    ]


def done_by(counts: Counter[str], seat: int) -> Counter[str]:
    """What a seat did, of all that was counted in a game."""
    head = f"did.{seat}."
    return Counter({key[len(head) :]: n for key, n in counts.items() if key.startswith(head)})


class Judge:
    """Guesses tempers by Poisson rates of what is done in a game."""

    def __init__(self, players: Iterable[Player]) -> None:
        known = list(players)
        self.tempers = sorted({player.temper for player in known})
        self.kinds = sorted({kind for player in known for kind in player.did})
        self.rates = {
            temper: rates([each for each in known if each.temper == temper], self.kinds)
            for temper in self.tempers
        }

    def guess(self, did: Counter[str]) -> str:
        """The temper to which this is most like."""

        def likely(temper: str) -> float:
            rate = self.rates[temper]
            return sum(did[kind] * log(rate[kind]) - rate[kind] for kind in self.kinds)

        return max(self.tempers, key=likely)

    def telling(self) -> list[str]:
        """The doings by which tempers differ most."""

        def spread(kind: str) -> float:
            found = sorted(self.rates[temper][kind] for temper in self.tempers)
            return (found[-1] - found[0]) ** 2 / (found[-1] + found[0])

        return sorted(self.kinds, key=spread, reverse=True)[:SHOWN]


def rates(players: list[Player], kinds: Iterable[str]) -> dict[str, float]:
    """How often each thing is done in a game, never quite 0."""
    return {
        kind: (0.5 + sum(player.did[kind] for player in players)) / (1 + len(players))
        for kind in kinds
    }


def guesses(players: list[Player]) -> Counter[tuple[str, str]]:
    """(temper, guess) of every player, by a judge who has not seen the game."""
    found: Counter[tuple[str, str]] = Counter()
    for half in range(2):
        judge = Judge(player for player in players if player.game % 2 != half)
        for player in players:
            if player.game % 2 == half:
                found[player.temper, judge.guess(player.did)] += 1
    return found


def main() -> None:
    """Play the games and print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--agreements", choices=("no", "yes"), default="no")
    asked = parser.parse_args()
    cores = len(os.sched_getaffinity(0))
    with ProcessPoolExecutor(cores, multiprocessing.get_context("spawn")) as pool:
        tasks = [pool.submit(play, asked.seed, n, asked.agreements) for n in range(asked.games)]
        players = [player for task in tasks for player in task.result()]
    tempers, judge, found = [each.name for each in TEMPERS], Judge(players), guesses(players)
    head = " | ".join(tempers)
    print(f"| a player and game | {head} |\n|---|{'--:|' * len(tempers)}")
    for kind in judge.telling():
        cells = " | ".join(f"{judge.rates[temper][kind]:.2f}" for temper in tempers)
        print(f"| {kind} | {cells} |")
    print(f"\n| is, and is taken for | {head} |\n|---|{'--:|' * len(tempers)}")
    for temper in tempers:
        print(f"| {temper} | {' | '.join(str(found[temper, each]) for each in tempers)} |")
    right = sum(found[temper, temper] for temper in tempers)
    low, high = wilson(right, len(players))
    print(f"\nRight: {right} of {len(players)}, {100 * low:.0f} to {100 * high:.0f} %.")


if __name__ == "__main__":
    main()
