"""How long bots really take for the aims of SHENT: `python -m tools.aims --games 200`.

The bots choose the kind of an aim by lot, not the easiest one, so that every kind is tried. A quest
that was given up or still ran at the end counts as not fulfilled; the median is over all that were
declared, so a kind that mostly fails has none. The last column is all turns spent on such aims for
each that was met; the bots' own reckoning (`games/shent/bots/reckoning.py`) is made after it.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from dataclasses import replace
from random import Random
from typing import NamedTuple

from cruachan.engine.game import CHANCE, Decision
from cruachan.games.shent.aims import aims
from cruachan.games.shent.bots import ShentBot
from cruachan.games.shent.components.board import board_for, load
from cruachan.games.shent.components.material import RUNES
from cruachan.games.shent.core.state import Aim, State
from cruachan.games.shent.game import SHENT


class Trial(NamedTuple):
    """An aim, its estimate, the own turns spent on it, and whether it was met."""

    aim: Aim
    hard: int
    spent: int
    met: bool
    goal: bool


Key = tuple[int, int]
"""A seat, and the number of a quest; 0 for the goal."""


def play(seats: int, seed: int, rounds: str) -> list[Trial]:
    """One game; every quest declared in it, and the goals."""
    game, rng = SHENT(load(board_for(seats))), Random(seed)
    bot = ShentBot("strong")
    bot.level = replace(bot.level, keen=0.0)
    state = game.setup(seats, {"limit": rounds})
    trials: dict[Key, Trial] = {}
    while waiting := game.to_act(state):
        seat = waiting[0]
        legal = game.legal_moves(state, seat)
        if seat == CHANCE:
            move = rng.choices(legal, game.chances(state))[0]
        else:
            quiet = [each for each in legal if each.verb != "end"] or legal
            move = bot.choose(Decision(seat, game.observe(state, seat), quiet), rng)
        state = game.apply(state, seat, move)
        _watch(state, trials)
    return list(trials.values())


def _watch(state: State, trials: dict[Key, Trial]) -> None:
    for seat, player in enumerate(state.players):
        for quest in (*player.quests, *([player.aim] if player.aim else [])):
            key = (seat, quest.number)
            if quest.aim and (key not in trials or not trials[key].met):
                spent = player.turns - quest.turn
                met = aims.met(state, seat, quest)
                trials[key] = Trial(quest.aim, quest.hard, spent, met, not quest.number)


def median(trials: list[Trial]) -> str:
    """The median number of turns, if half of them were fulfilled."""
    took = sorted(trial.spent for trial in trials if trial.met)
    half = len(trials) // 2
    return f"{took[half]:6}" if half < len(took) else "     -"


def table(title: str, groups: dict[str, list[Trial]]) -> None:
    """Print one row for each group."""
    print(f"\n{title:24} tried  met  estimate  median  turns/met")
    for name, trials in sorted(groups.items()):
        met = sum(trial.met for trial in trials)
        estimate = sum(trial.hard for trial in trials) / len(trials)
        each = f"{sum(t.spent for t in trials) / met:10.1f}" if met else "         -"
        share = met / len(trials)
        print(f"{name:24} {len(trials):5} {share:4.0%} {estimate:9.1f}  {median(trials)} {each}")


def main() -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--rounds", default="30")
    chosen = parser.parse_args()
    trials: list[Trial] = []
    for seed in range(chosen.games):
        trials += play(chosen.seats, seed, chosen.rounds)
        print(f"\r{seed + 1} games", end="", flush=True)
    kinds, goals, sizes, ways = (defaultdict[str, list[Trial]](list) for _ in range(4))
    for trial in trials:
        aim = trial.aim
        (goals if trial.goal else kinds)[aim.kind].append(trial)
        sizes[f"{aim.kind} {aim.size}"].append(trial)
        for rune in aim.manners:
            ways[RUNES[rune]].append(trial)
    table("kind", kinds)
    table("kind, as a goal", goals)
    table("kind and size", sizes)
    table("with the manner of", ways)


if __name__ == "__main__":
    main()
