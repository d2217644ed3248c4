"""How long purposeful bots really take for the aims of SHENT: `python -m tools.aims --games 200`.

The bots take any aim their runes offer, not the easiest one, so that every kind is tried. A quest
that was given up or still ran at the end counts as not fulfilled; the median is over all that were
declared, so a kind that mostly fails has none.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from random import Random

from cruachan.bots.shent import ShentBot, turns
from cruachan.bots.shent.mind import Mind
from cruachan.engine.game import CHANCE, Decision
from cruachan.games.shent.aims import aims
from cruachan.games.shent.box.board import board_for, load
from cruachan.games.shent.box.material import RUNES
from cruachan.games.shent.core.state import Aim, State
from cruachan.games.shent.game import SHENT

Trial = tuple[Aim, int, int | None]
"""An aim, its estimate, and after how many own turns it was fulfilled, if it was."""


def any_aim(mind: Mind, aim: Aim, least: int = aims.FAIR) -> float:
    """What a quest is worth to a bot that does not care."""
    return mind.rng.random()


def play(seats: int, seed: int, rounds: str) -> list[Trial]:
    """One game; every quest declared in it, and the goals."""
    game, rng = SHENT(load(board_for(seats))), Random(seed)
    bot = ShentBot("purposeful")
    state = game.setup(seats, {"limit": rounds})
    begun: dict[tuple[int, int], tuple[Aim, int]] = {}
    ended: dict[tuple[int, int], int] = {}
    while waiting := game.to_act(state):
        seat = waiting[0]
        legal = game.legal_moves(state, seat)
        if seat == CHANCE:
            move = rng.choices(legal, game.chances(state))[0]
        else:
            quiet = [each for each in legal if each.verb != "end"] or legal
            move = bot.choose(Decision(seat, game.sight(state, seat), quiet), rng)
        state = game.apply(state, seat, move)
        _watch(state, begun, ended)
    return [(aim, hard, ended.get(key)) for key, (aim, hard) in begun.items()]


def _watch(
    state: State,
    begun: dict[tuple[int, int], tuple[Aim, int]],
    ended: dict[tuple[int, int], int],
) -> None:
    for seat, player in enumerate(state.players):
        for quest in (*player.quests, *([player.aim] if player.aim else [])):
            key = (seat, quest.number)
            if quest.aim and key not in begun:
                begun[key] = quest.aim, aims.difficulty(state, seat, quest.aim)
            if quest.aim and key not in ended and aims.met(state, seat, quest):
                ended[key] = player.turns - quest.turn


def median(trials: list[Trial]) -> str:
    """The median number of turns, if half of them were fulfilled."""
    took = sorted(turns for _, _, turns in trials if turns is not None)
    half = len(trials) // 2
    return f"{took[half]:6}" if half < len(took) else "     -"


def table(title: str, groups: dict[str, list[Trial]]) -> None:
    """Print one row for each group."""
    print(f"\n{title:24} tried  met  estimate  median")
    for name, trials in sorted(groups.items()):
        met = sum(turns is not None for _, _, turns in trials) / len(trials)
        estimate = sum(hard for _, hard, _ in trials) / len(trials)
        print(f"{name:24} {len(trials):5} {met:4.0%} {estimate:9.1f}  {median(trials)}")


def main() -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--rounds", default="30")
    chosen = parser.parse_args()
    turns.effort = any_aim
    trials: list[Trial] = []
    for seed in range(chosen.games):
        trials += play(chosen.seats, seed, chosen.rounds)
        print(f"\r{seed + 1} games", end="", flush=True)
    kinds, sizes, ways = defaultdict(list), defaultdict(list), defaultdict(list)
    for trial in trials:
        aim = trial[0]
        kinds[aim.kind].append(trial)
        sizes[f"{aim.kind} {aim.size}"].append(trial)
        for rune in aim.manners:
            ways[RUNES[rune]].append(trial)
    table("kind", kinds)
    table("kind and size", sizes)
    table("with the manner of", ways)


if __name__ == "__main__":
    main()
