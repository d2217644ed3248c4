"""Makes the golden transcripts anew: `python -m tests.gallia.golden.make`.

Only for a change of rules or cards that is meant; for rules the rules_version goes up with it.
"""

from pathlib import Path
from random import Random

from cruachan.bots import load_bot
from cruachan.engine import transcript
from cruachan.engine.chance import seed_from
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.games.gallia.game import Gallia

TABLES = {"plain": "no", "strict": "yes"}
NAMES = ("Brennus", "Camillus")


def main() -> None:
    """Play one game at each table."""
    game = Gallia.on_board()
    bot = load_bot("random", game)
    for name, strict in TABLES.items():
        players = [Player(each, bot.name) for each in NAMES]
        match = Match(game, players, {"strict": strict}, seed_from(f"golden {name}"))
        rng = Random(name)
        while match.outcome is None:
            seat = match.to_act[0]
            if seat == CHANCE:
                match.roll()
            else:
                match.play(seat, bot.choose(match.decision(seat), rng))
        path = Path(__file__).with_name(f"{name}.game")
        transcript.safe_write(path, transcript.write(match))


if __name__ == "__main__":
    main()
