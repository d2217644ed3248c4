"""Makes the golden transcripts anew: `python -m tests.gallia.golden.make`.

Only for a change of rules or cards that is meant; for rules the rules_version goes up with it.
"""

from pathlib import Path

from tests.golden import Table, make

TABLES = {
    "plain": Table(("random", "random"), {"strict": "no"}),
    "strict": Table(("random", "random"), {"strict": "yes"}),
}
NAMES = ("Brennus", "Camillus")

if __name__ == "__main__":
    make("gallia", NAMES, TABLES, Path(__file__).parent)
