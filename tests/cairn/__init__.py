"""Tests of the example of a game by somebody else, which is found where it lies."""

import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "cairn"
if str(EXAMPLE) not in sys.path:
    sys.path.append(str(EXAMPLE))
