"""Screenshots of every kind of decision of SHENT, on a phone and at a desk.

    python -m tools.decisions build/decisions [--decisions 200]

Two people play in Chromium, one on each. Moves are made by the API, another kind of move each time;
the first decision of each kind that somebody faces is photographed as `phone-KIND.png` or
`desk-KIND.png`. Look at all of them after a change to cards or prompts.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Error, expect
from tests.page.tabling import Guests, Person
from tests.page.test_sheet import decide
from tests.page.visiting import Size, Visitors, chromium
from tests.server.running import Running

from cruachan.engine.texts import LANGS
from cruachan.server.client import RefusedError

SIZES: tuple[Size, Size] = ("phone", "desk")
SETTLED = 900
"""Milliseconds after which cards and pieces lie where they belong."""


def take(person: Person, name: str, kind: str, folder: Path) -> None:
    """Photograph the question that somebody faces, once the page shows it."""
    found = person.look()
    decision = f"{found['asked']} {found['table']['plies']}"
    asked = person.page.locator(f'.choices[data-decision="{decision}"]')
    expect(asked.locator(".deck, .alone").first).to_be_visible(timeout=60_000)
    person.page.wait_for_timeout(SETTLED)
    person.page.screenshot(path=folder / f"{name}-{kind}.png")


def play(people: Sequence[Person], folder: Path, decisions: int) -> set[str]:
    """Play on, and photograph what has not been seen yet; the names of the pictures."""
    seen: set[str] = set()
    for number in range(decisions):
        look = people[0].client.table(people[0].table)
        acting = (look["view"] or {}).get("to_act", [])
        person = next((each for each in people if each.seat in acting), None)
        if look["table"]["status"] == "over":
            break
        if person is None or person.seat is None:
            continue
        name = SIZES[person.seat]
        found = person.look()
        kind = found["view"]["asked"]["kind"]
        if f"{name}-{kind}" not in seen:
            try:
                take(person, name, kind, folder)
                seen.add(f"{name}-{kind}")
            except (AssertionError, Error) as error:
                print(f"{name} {kind}: {error}")
        with suppress(RefusedError):  # The page makes a lone move by itself, and was quicker.
            decide(person, found, number)
    return seen


def main() -> None:
    """Take them, and say which."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--decisions", type=int, default=200)
    parser.add_argument("--lang", choices=LANGS, default=LANGS[0])
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser, Running() as server:
        visit = Visitors(browser, server.address)
        people = Guests(visit, server).two("shent", langs=(chosen.lang, chosen.lang), sizes=SIZES)
        for person in people:
            person.come()
        print("\n".join(sorted(play(people, chosen.folder, chosen.decisions))))
        visit.leave()


if __name__ == "__main__":
    main()
