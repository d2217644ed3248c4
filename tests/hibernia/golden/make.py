"""Makes the golden transcripts anew: `python -m tests.hibernia.golden.make`.

Only for a change of rules that is meant; its rules_version goes up with it.
"""

from pathlib import Path
from random import Random

from cruachan import CHANCE, Match, Player, load_game
from cruachan.bots import load_bot
from cruachan.engine import transcript
from cruachan.engine.chance import seed_from

TABLES = {
    "three-players": (("greedy", "random", "greedy"), "no"),
    "four-players": (("greedy", "greedy", "random", "random"), "no"),
    "three-players-harder": (("greedy", "greedy", "greedy"), "yes"),
    "four-players-harder": (("random", "greedy", "random", "greedy"), "yes"),
}
NAMES = ("Ailill", "Medb", "Fergus", "Conchobar")


def main() -> None:
    """Play one game at each table."""
    game = load_game("hibernia")
    for name, (bots, harder) in TABLES.items():
        players = [Player(NAMES[seat], bot) for seat, bot in enumerate(bots)]
        match = Match(game, players, {"harder": harder}, seed_from(f"golden {name}"))
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
