"""Makes the golden transcripts anew: `python -m tests.cambria.golden.make`.

Only for a change of rules or boards that is meant; for rules the rules_version goes up with it.
"""

from pathlib import Path
from random import Random

from cruachan import CHANCE, Match, Player, load_game
from cruachan.bots import load_bot
from cruachan.engine import transcript
from cruachan.engine.chance import seed_from

TABLES = {
    "two-players": (("greedy", "random"), "wales"),
    "two-players-north": (("greedy", "greedy"), "north"),
    "three-players": (("greedy", "random", "greedy"), "wales"),
    "four-players-north": (("random", "greedy", "random", "greedy"), "north"),
    "five-players": (("greedy", "greedy", "random", "greedy", "random"), "wales"),
}
NAMES = ("Ailill", "Medb", "Fergus", "Conchobar", "Derdriu")


def main() -> None:
    """Play one game at each table."""
    for name, (bots, board) in TABLES.items():
        game = load_game("cambria", board)
        players = [Player(NAMES[seat], bot) for seat, bot in enumerate(bots)]
        match = Match(game, players, {}, seed_from(f"golden {name}"))
        rng = Random(name)
        while match.outcome is None:
            seat = match.to_act[0]
            if seat == CHANCE:
                match.roll()
            else:
                match.play(seat, load_bot(bots[seat], game).choose(match.decision(seat), rng))
        path = Path(__file__).with_name(f"{name}.game")
        transcript.safe_write(path, transcript.write(match))


if __name__ == "__main__":
    main()
