"""Let bots that search play on the boards that `tools.search_boards` has found.

    python -m tools.check_boards boards.json more.json --playouts 30 --minutes 3 --out checked.json

The files may still be written by a search: they are read again before each turn. Boards that look
best, by all games so far, are played on next; what was played is added up in the file.
"""

from __future__ import annotations

import argparse
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

from tools.castles import evaluate
from tools.search_boards import Candidate, Design, Land, read_candidates, show

from cruachan.engine.capabilities import SearchLevel
from cruachan.games.hibernia.board import load

TURN = 240
"""Games in each setting, in a turn of a board."""


def main() -> None:
    """Play on the boards, the most promising first, until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--playouts", type=int, default=30)
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    parser.add_argument("--top", type=int, default=12, help="boards of each file")
    parser.add_argument("--seed", type=int, default=1, help="of the first turn")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    land, begun, turn = Land(load("ireland")), monotonic(), asked.seed
    pool, level = ThreadPoolExecutor(asked.cores), SearchLevel(playouts=asked.playouts)
    known: dict[Design, Candidate] = {}
    if asked.out.exists():
        known = {each.design: each for each in read_candidates(asked.out)}
    while monotonic() < begun + 60 * asked.minutes:
        turn += 1
        for path in filter(Path.exists, asked.files):
            for each in read_candidates(path)[: asked.top]:
                known.setdefault(each.design, Candidate(each.design))
        fresh = [each for each in known.values() if not each.counts[0].games]
        played = sorted((e for e in known.values() if e.counts[0].games), key=promise)
        candidate = fresh[0] if fresh else played[0]
        tables = land.tables(candidate.design)
        candidate.add(evaluate(tables, TURN, level, turn, pool))
        played = sorted(
            (each for each in known.values() if each.counts[0].games), key=lambda e: e.badness
        )
        show(played, turn, monotonic() - begun)
        asked.out.write_text(json.dumps([e.report() for e in played]), encoding="utf-8")


def promise(candidate: Candidate) -> float:
    """Least for the board to be played on next: good, or not known well yet."""
    return candidate.badness + 0.1 * candidate.counts[0].games


if __name__ == "__main__":
    main()
