"""Makes the golden transcripts anew: `python -m tests.shent.golden.make`.

Only for a change of rules, boards or bots that is meant; the rules_version goes up with the rules.
"""

from pathlib import Path
from random import Random

from cruachan.bots.shent import ShentBot
from cruachan.engine import transcript
from cruachan.engine.chance import seed_from
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.games.shent.game import SHENT

TABLES: dict[str, tuple[int, dict[str, str]]] = {
    "two": (2, {"limit": "20"}),
    "four": (4, {"limit": "15", "frame": "yes", "placing": "any"}),
    "six": (6, {"limit": "15", "goal": "3", "tales": "short", "start": "bare"}),
    "text": (3, {"limit": "15", "votes": "text"}),
}
NAMES = ("Lindis", "Orwen", "Gaelor", "Nimra", "Tolben", "Ruskha")
WORDS = ("Und der Fluss trat über die Ufer.", "", "Nobody laughed: not even the heron.")


def main() -> None:
    """Play one game at each table; now and then a bot tells in words of its own."""
    for name, (seats, options) in TABLES.items():
        game = SHENT.on_board(SHENT.usual_board(seats))
        bots = [ShentBot(("purposeful", "wandering")[seat % 2]) for seat in range(seats)]
        players = [Player(NAMES[seat], bots[seat].name) for seat in range(seats)]
        match = Match(game, players, options, seed_from(f"golden {name}"))
        rng = Random(name)
        while match.outcome is None:
            seat = match.to_act[0]
            if seat == CHANCE:
                match.roll()
                continue
            move = bots[seat].choose(match.decision(seat), rng)
            if game.takes_words(match.state, seat, move) and rng.random() < 0.2:
                move = game.with_words(move, rng.choice(WORDS))
            match.play(seat, move)
        path = Path(__file__).with_name(f"{name}.game")
        transcript.safe_write(path, transcript.write(match))


if __name__ == "__main__":
    main()
