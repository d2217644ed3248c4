"""Makes the golden transcripts anew: `python -m tests.cambria.golden.make`.

Only for a change of rules or boards that is meant; for rules the rules_version goes up with it.
"""

from pathlib import Path

from tests.golden import Table, make

TABLES = {
    "two-players": Table(("greedy", "random"), board="wales"),
    "two-players-north": Table(("greedy", "greedy"), board="north"),
    "three-players": Table(("greedy", "random", "greedy"), board="wales"),
    "four-players-north": Table(("random", "greedy", "random", "greedy"), board="north"),
    "five-players": Table(("greedy", "greedy", "random", "greedy", "random"), board="wales"),
}
NAMES = ("Ailill", "Medb", "Fergus", "Conchobar", "Derdriu")

if __name__ == "__main__":
    make("cambria", NAMES, TABLES, Path(__file__).parent)
