"""Read sagas against what happened: `python -m tools.saga --games 200`.

Every sentence of a saga knows the move that brought it about. The check reads the sentences and the
positions around those moves: who is where, who lives, who was named before the name was used, what
is told twice, how much of it is travel, which vows have no end. It asks the text, not the writer.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import NamedTuple

from tools.saga_facts import SagaFacts
from tools.saga_reader import Reader

from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.texts import LANGS
from cruachan.games.shent.bots import ShentBot
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.house_rules import RULES
from cruachan.games.shent.core.state import State
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.saga.book import Book, StorySentence, split
from cruachan.games.shent.saga.saga import book

NAMES = ("Medb", "Ailill", "Fergus", "Nessa", "Conall", "Deirdre")
TRAVEL = ("way",)
JOURNEYS = ("marched", "flew")
"""Sentences that tell only that somebody went somewhere, by their kind and by their key."""
MOST_TRAVEL = 0.08


class Read(NamedTuple):
    """What came of reading a saga."""

    faults: list[str]
    sentences: int
    travel: int
    words: int


def play(
    seed: int, seats: int, level: str = "purposeful", rules: int = RULES
) -> Match[State, Move]:
    """A game of bots, by a version of the rules."""
    game = SHENT.on_board(SHENT.usual_board(seats)).by_rules(rules)
    players = [Player(name, level) for name in NAMES[:seats]]
    match = Match(game, players, {"limit": "30"}, seed=bytes([seed % 256, seed // 256]) * 16)
    bots = [ShentBot(level) for _ in range(seats)]
    rng = Random(seed)
    while match.to_act:
        if CHANCE in match.to_act:
            match.roll()
            continue
        seat = match.to_act[0]
        match.play(seat, bots[seat].choose(match.decision(seat), rng))
    return match


def check(match: Match[State, Move], saga: Book) -> Read:
    """Read a saga against its match."""
    reader = Reader(match, saga)
    told = [(chapter, each) for chapter in saga.chapters for each in chapter.all]
    faults = [fault for look in reader.looks for fault in look()]
    sentences = sum(len(split(each.text)) for _, each in told)
    travel = sum(len(split(each.text)) for _, each in told if travels(each))
    faults += SagaFacts(match, saga).contradictions()
    if travel > MOST_TRAVEL * sentences:
        faults.append(f"travel: {travel} of {sentences} sentences")
    return Read(faults, sentences, travel, sum(len(each.text.split()) for _, each in told))


def travels(told: StorySentence) -> bool:
    """Whether a sentence tells only of a way."""
    return told.said.kind in TRAVEL or told.said.key in JOURNEYS


def main() -> None:
    """Play games, write their sagas in both languages, read them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print("| players | games | words | sentences | travel | faults |\n|---|---|---|---|---|---|")
    rows: dict[int, list[Read]] = {}
    found: list[str] = []
    for number in range(asked.games):
        seats = 2 + number % 5
        match = play(asked.seed + number, seats)
        for lang in LANGS:
            read = check(match, book(match, lang))
            rows.setdefault(seats, []).append(read)
            found += [f"{asked.seed + number} {seats} {lang}: {fault}" for fault in read.faults]
    for seats, reads in sorted(rows.items()):
        words, told, travel = (
            sum(getattr(r, n) for r in reads) for n in ("words", "sentences", "travel")
        )
        faults = sum(len(read.faults) for read in reads)
        share = f"{100 * travel / told:.1f} %"
        games = len(reads) // len(LANGS)
        print(f"| {seats} | {games} | {words // len(reads)} | {told // len(reads)} "
              f"| {share} | {faults} |")  # fmt: skip
    print("\n".join(found))


if __name__ == "__main__":
    main()
