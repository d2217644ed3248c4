"""Two manners of playing SHENT against each other: two bots of each at tables of four.

    python -m tools.shent_duel --one saves=False --two saves=False,goal_keen=2 --games 240

A manner is a level (`strong` where nothing is said) with some of its fields (bots/levels.py)
changed. All six ways to sit are played equally often. Prints how often the first manner wins, with
an interval of 95 %, by which goals, and in how many rounds.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
from ast import literal_eval
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import NamedTuple

from cruachan.arena.tally import wilson
from cruachan.bots import table_options
from cruachan.engine.game import CHANCE, Decision
from cruachan.games import game_class, load_game
from cruachan.games.shent.bots import ShentBot
from cruachan.games.shent.bots.levels import LEVELS

SEATS = 4
WAYS = tuple(combinations(range(SEATS), 2))


class Ending(NamedTuple):
    """How a game ended."""

    first: bool
    """Whether a bot of the first manner won it."""
    kind: str
    """By which kind of goal; empty if the limit ended it."""
    rounds: int


def bot(manner: str) -> ShentBot:
    """A bot of a manner: a level's name, fields with their values, or both."""
    parts = [each for each in manner.split(",") if each]
    named = parts.pop(0) if parts and parts[0] in LEVELS else "strong"
    fields = dict(each.split("=") for each in parts)
    made = ShentBot(named)
    made.level = replace(made.level, **{key: literal_eval(v) for key, v in fields.items()})
    return made


def play(one: str, two: str, seed: str, number: int) -> Ending:
    """One game."""
    game = load_game("shent", game_class("shent").usual_board(SEATS))
    state = game.setup(SEATS, game.complete(SEATS, table_options(game)))
    firsts, rng = WAYS[number % len(WAYS)], Random(f"{seed} {number}")
    bots = [bot(one if seat in firsts else two) for seat in range(SEATS)]
    while waiting := game.to_act(state):
        seat = waiting[0]
        legal = game.legal_moves(state, seat)
        if seat == CHANCE:
            move = rng.choices(legal, game.chances(state))[0]
        else:
            move = bots[seat].choose(Decision(seat, game.observe(state, seat), legal), rng)
        state = game.apply(state, seat, move)
    winner = state.outcome[0]
    quest = state.players[winner].aim if state.won else None
    kind = "" if quest is None else quest.aim.kind if quest.aim else "words"
    return Ending(winner in firsts, kind, state.round)


def main() -> None:
    """Play the games and print what came of them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--one", default="")
    parser.add_argument("--two", default="")
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    with ProcessPoolExecutor(
        len(os.sched_getaffinity(0)), multiprocessing.get_context("spawn")
    ) as pool:
        tasks = [pool.submit(play, asked.one, asked.two, asked.seed, n) for n in range(asked.games)]
        endings = [task.result() for task in tasks]
    won = sum(ending.first for ending in endings)
    low, high = wilson(won, asked.games)
    goals = Counter(ending.kind for ending in endings if ending.first)
    rounds = sorted(ending.rounds for ending in endings)[asked.games // 2]
    print(
        f"{asked.one or 'strong'} against {asked.two or 'strong'}: {won} of {asked.games}, "
        f"{100 * won / asked.games:.1f} % ({100 * low:.1f} to {100 * high:.1f}), {rounds} rounds, "
        f"{dict(goals.most_common())}",
        flush=True,
    )
    if asked.out:
        asked.out.write_text(json.dumps(endings), "utf-8")


if __name__ == "__main__":
    main()
