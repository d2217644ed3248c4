"""Makes the golden transcripts anew: `python -m tests.hibernia.golden.make`.

Only for a change of rules that is meant; its rules_version goes up with it.
"""

from pathlib import Path

from tests.golden import Table, make

TABLES = {
    "three-players": Table(("greedy", "random", "greedy"), {"harder": "no"}),
    "four-players": Table(("greedy", "greedy", "random", "random"), {"harder": "no"}),
    "three-players-harder": Table(("greedy", "greedy", "greedy"), {"harder": "yes"}),
    "four-players-harder": Table(("random", "greedy", "random", "greedy"), {"harder": "yes"}),
}
NAMES = ("Ailill", "Medb", "Fergus", "Conchobar")

if __name__ == "__main__":
    make("hibernia", NAMES, TABLES, Path(__file__).parent)
