"""Makes the golden transcripts anew: `python -m tests.shent.golden.make`.

Only for a change of rules, boards or bots that is meant; the rules_version goes up with the rules.
"""

from pathlib import Path
from random import Random
from typing import Any

from cruachan.engine.match import Match
from cruachan.engine.narration import allows_text, with_text
from tests.golden import Table, make

BOTS = ("purposeful", "wandering", "purposeful", "wandering", "purposeful", "wandering")
TABLES = {
    "two": Table(BOTS[:2], {"limit": "20"}),
    "four": Table(BOTS[:4], {"limit": "15", "frame": "yes", "placing": "any"}),
    "six": Table(BOTS, {"limit": "15", "goal": "3", "tales": "short", "start": "bare"}),
    "text": Table(BOTS[:3], {"limit": "15", "votes": "text"}),
    "five": Table(BOTS[:5], {"limit": "10"}),
    "agreed": Table(BOTS[:3], {"limit": "10", "agreements": "yes", "reading": "alone"}),
}
NAMES = ("Lindis", "Orwen", "Gaelor", "Nimra", "Tolben", "Ruskha")
WORDS = ("Und der Fluss trat über die Ufer.", "", "Nobody laughed: not even the heron.")


def tell(match: Match[Any, Any], seat: int, move: Any, rng: Random) -> Any:
    """Now and then a bot tells in words of its own."""
    narration = match.game.narration
    if narration is None or not allows_text(match.game, match.state, seat, move):
        return move
    if rng.random() >= 0.2:
        return move
    text = rng.choice(WORDS)
    fits = len(text) <= narration.max_length(move)
    needed = narration.requires(match.state, seat, narration.strip(move))
    return with_text(match.game, move, text) if fits and (text or not needed) else move


if __name__ == "__main__":
    make("shent", NAMES, TABLES, Path(__file__).parent, tell)
