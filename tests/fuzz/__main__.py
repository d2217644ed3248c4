"""`make fuzz HOURS=2`: spoilt inputs and random games for as long as you like; Ctrl-C ends it.

A failure is kept as a file in the folder `fuzz-failures`; `make fuzz AGAIN=FILE` tries it again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random

from tests.fuzz.trials import TRIALS
from tests.protocol.shelf import books

FAILURES = Path("fuzz-failures")
REPORTED = 5.0
"""Seconds between two reports."""


def attempt(kind: str, game: str, text: str, number: int) -> bool:
    """Try one input."""
    return TRIALS[kind].attempt(books()[game], text, Random(number))


def keep(kind: str, game: str, text: str, number: int) -> Path:
    """Write an input that failed into a file, with what was raised."""
    FAILURES.mkdir(exist_ok=True)
    path = FAILURES / f"{kind}-{game}-{number}.json"
    failed = {"kind": kind, "game": game, "number": number, "input": text}
    path.write_text(json.dumps(failed | {"raised": traceback.format_exc()}, indent=1), "utf-8")
    return path


def again(path: Path) -> None:
    """Try a failure again; it is raised if it is one still."""
    failed = json.loads(path.read_text("utf-8"))
    attempt(failed["kind"], failed["game"], failed["input"], failed["number"])
    print(f"{path}: nothing fails any more.")


def fuzz(seconds: float, kinds: list[str], games: list[str], first: int) -> int:
    """Try inputs in turn until the time is over; how many failed."""
    pairs = [(kind, game) for kind in kinds for game in games if TRIALS[kind].fits(books()[game])]
    done: Counter[str] = Counter()
    end = time.monotonic() + seconds
    told = time.monotonic()
    try:
        for number in count(first):
            for kind, game in pairs:
                one(kind, game, number, done)
                if time.monotonic() - told > REPORTED:
                    told = time.monotonic()
                    report(done, number, end - told)
                if time.monotonic() > end:
                    return done["failed"]
    except KeyboardInterrupt:
        pass
    finally:
        print(f"\n{done['tried']} tried, {done['accepted']} accepted, {done['failed']} failed.")
    return done["failed"]


def one(kind: str, game: str, number: int, done: Counter[str]) -> None:
    """Make an input, try it, and count."""
    text = TRIALS[kind].make(books()[game], Random(f"{kind} {game} {number}"))
    done["tried"] += 1
    try:
        done["accepted"] += attempt(kind, game, text, number)
    except Exception as error:
        done["failed"] += 1
        print(f"\n{keep(kind, game, text, number)}: {type(error).__name__}: {error!s:.200}")


def report(done: Counter[str], number: int, left: float) -> None:
    """How far it is, on one line that is written over."""
    told = f"{done['tried']:,} tried, {done['accepted']:,} accepted, {done['failed']} failed"
    print(f"\r{told}; number {number}, {left / 60:.0f} minutes left ", end="", flush=True)


def main() -> int:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, prog="make fuzz")
    parser.add_argument("again", nargs="*", type=Path, help="failures to try again")
    parser.add_argument("--hours", type=float, default=0.1)
    parser.add_argument("--kind", action="append", choices=list(TRIALS))
    parser.add_argument("--game", action="append", choices=list(books()))
    parser.add_argument("--first", type=int, default=1000, help="the number to begin with")
    asked = parser.parse_args()
    for path in asked.again:
        again(path)
    if asked.again:
        return 0
    kinds, games = asked.kind or list(TRIALS), asked.game or list(books())
    return int(fuzz(asked.hours * 3600, kinds, games, asked.first) > 0)


if __name__ == "__main__":
    sys.exit(main())
