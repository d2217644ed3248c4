"""Count the cards that are shown at once in SHENT: `python -m tools.cards --games 50`.

Bots play, two to six of them, with agreements and without; at every decision the view of whoever is
asked is looked at. Exits with 1 where a step has more than eight cards or leads to one alone, where
cards do not lead to exactly the legal moves, where notation stands in a text that the page shows
(also in log, outcomes, side panels, pieces and the end), where one thing alone could be done and is
asked for all the same, and where somebody could say yes but not no, or no but not yes.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from tools.saga import NAMES

from cruachan.engine.cards import misdealt
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import LANGS, Lang
from cruachan.engine.view import offered
from cruachan.games.shent.bots import ShentBot
from cruachan.games.shent.components.material import KINDS, RUNES
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.game import SHENT

NOTATION = re.compile(
    rf"\b(?:{'|'.join(kind.key for kind in KINDS)})\d|\b(?:{'|'.join(RUNES)})\.\w|[{{}}_<>\[\]]"
    r"|\b\d+ ?/ ?\d+\b|\b[A-F]\d\b"
)
"""What moves are written with, and no player should read."""
OPPOSITES = (
    ("accept", "decline"),
    ("peace", "refuse"),
    ("vote yes", "vote no"),
    ("counter", "pass"),
    ("redraw", "pass"),
    ("draw", "pass"),
    ("gather", "pass"),
    ("soften", "tell"),
)
"""Who may say the first may say the second; a question of yes and no has both."""
BOTH = ("accept", "vote yes")
"""Whoever may say no may say this, too."""
PREPARING = "march"
"""[S7.1] Before it one may do many other things, so it is never made by itself."""
NOT_ASKED = ("wait", "chance", "over")
"""What the question of a view is called where its viewer is not asked."""
SAID = {
    "deck": ("label", "story", "effect", "odds", "ask"),
    "columns": ("title", "text"),
    "finale": ("title", "text", "story"),
    "calls": ("label",),
    "points": ("label",),
    "pacts": ("text",),
    "riddles": ("text",),
}
"""What is read of the rows of a view."""


def one_sided(view: Any) -> list[str]:
    """Where a view asks for the only thing that can be done, or leaves out a yes or a no."""
    cards = [card for card in view["deck"] if not card["under"]]
    main = [card for card in cards if card["kind"] != "aside"]
    moves = {offer["text"] for offer in offered(view)}
    found = []
    asked = view["asked"]["kind"] not in NOT_ASKED and len(moves) > 1
    if asked and len(main) == 1 and main[0]["move"] not in ("", PREPARING, view["idle"]):
        found.append(f"one thing alone can be done: {main[0]['label']}")
    for yes, no in OPPOSITES:
        said = [any(f"{move} ".startswith(f"{verb} ") for move in moves) for verb in (yes, no)]
        if (said[0] and not said[1]) or (yes in BOTH and said[1] and not said[0]):
            found.append(f"{yes} or {no}: {view['prompt']}")
    return found


def texts(match: Match[State, Move], view: Any, lang: Lang) -> Iterator[str]:
    """All that a view has to read, beside the board too."""
    yield from (view[key] for key in ("prompt", "banner", "phase_name", "sky_name"))
    yield from (row[key] for each, keys in SAID.items() for row in view[each] for key in keys)
    yield from (offer["label"] for offer in offered(view))
    yield view["weather"]["text"] if view["weather"] else ""
    for player in view["players"]:
        yield player["goal"]["text"]
        yield from (quest["text"] for quest in player["quests"])
    shown = presentation_of(match.game)
    for panel in shown.side_panels(view, lang):
        yield panel["title"]
        for entry in panel["entries"]:
            yield from (entry["label"], entry["value"], entry.get("about", ""))
    yield from (piece.get("label", "") for piece in shown.pieces(view, lang))


def telling(match: Match[State, Move], lang: Lang) -> Iterator[str]:
    """What the log and the outcomes of a game say to those who play and to spectators."""
    shown = presentation_of(match.game)
    for viewer in (None, *range(match.state.seats)):
        yield from match.log(viewer, lang)
        for number, ply in enumerate(match.history):
            before, after = match.state_at(number), match.state_at(number + 1)
            yield shown.outcome(before, ply.seat, ply.move, after, viewer, match.names, lang)


class CardCount:
    """What was seen in some games."""

    def __init__(self) -> None:
        self.decisions = 0
        self.moves: Counter[str] = Counter()
        """The most moves that were offered at once, by what was asked."""
        self.cards: Counter[str] = Counter()
        """The most cards at a step, by what was asked."""
        self.faults: list[str] = []

    def play(self, seed: int, limit: str) -> None:
        """A game of bots, looked at decision by decision."""
        seats = 2 + seed % 5
        game = SHENT.on_board(SHENT.usual_board(seats))
        players = [Player(name, "purposeful") for name in NAMES[:seats]]
        options = {"limit": limit, "agreements": ("no", "yes")[seed // 5 % 2]}
        match = Match(game, players, options, seed=bytes([seed % 256, seed // 256]) * 16)
        bot, lot = ShentBot("purposeful"), Random(seed)
        while match.to_act:
            if CHANCE in match.to_act:
                match.roll()
                continue
            seat = match.to_act[0]
            lang = LANGS[self.decisions % len(LANGS)]
            self.look(match, seat, lang)
            match.play(seat, bot.choose(match.decision(seat), lot))
        for lang in LANGS:
            self.look(match, seed % seats, lang)
            self.read("log", telling(match, lang))

    def look(self, match: Match[State, Move], seat: int, lang: Lang) -> None:
        """Count what a seat is shown."""
        view: Any = match.view(seat, lang)
        self.decisions += 1
        kind = str(view["asked"]["kind"])
        steps = Counter(card["under"] for card in view["deck"])
        self.moves[kind] = max(self.moves[kind], len(offered(view)))
        self.cards[kind] = max(self.cards[kind], *steps.values(), 0)
        if wrong := misdealt(view):
            self.faults.append(f"{kind}: {wrong}")
        self.faults += [f"{kind}: {wrong}" for wrong in one_sided(view)]
        for under, number in steps.items():
            if under and number == 1:
                self.faults.append(f"{kind}: {under} leads to one card")
        self.read(kind, texts(match, view, lang))

    def read(self, kind: str, said: Iterator[str]) -> None:
        """Note the texts in which notation stands, each once."""
        wrong = {text for text in said if NOTATION.search(text)}
        found = (f"{kind}: notation in {text!r}" for text in sorted(wrong))
        self.faults += [each for each in found if each not in self.faults]


def main() -> None:
    """Play, and say what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0, help="the first game")
    parser.add_argument("--limit", default="6", help="rounds a game")
    chosen = parser.parse_args()
    count = CardCount()
    for seed in range(chosen.seed, chosen.seed + chosen.games):
        count.play(seed, chosen.limit)
    for kind, most in count.moves.most_common():
        print(f"{kind:20} {most:4} moves, at most {count.cards[kind]} cards at once")
    print(f"{chosen.games} games, {count.decisions} decisions, {len(count.faults)} faults")
    raise SystemExit("\n".join(count.faults[:20]) or None)


if __name__ == "__main__":
    main()
