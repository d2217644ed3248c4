"""What is said of refused moves in Cambria, and told of those that are made."""

from __future__ import annotations

from cruachan.engine.game import CHANCE
from cruachan.games.cambria.moves import REPLACE
from tests.protocol.book import Refused

from .positions import (
    after,
    all_roads,
    captured,
    fort,
    fort_name,
    new_table,
    on,
    position,
    reached,
    road_name,
    roads,
    roads_at,
    siege,
    spread,
    unreached,
)

OWN, THEIRS, ROMANS, TARGET = roads(4)[:4]
FAR = unreached(4, 5)[0]
FIVE = [road for road in roads(6) if road not in (OWN, THEIRS, ROMANS, TARGET)][:5]
PLAY = position("a:4-5", a=f"{OWN}:3", b=f"{THEIRS}:6", legion=ROMANS)
ONE = position("a:1-4", a=f"{OWN}:3", b=f"{THEIRS}:6", legion=ROMANS)
MOVING = after(position("a:4-5", a=on(FIVE), b=THEIRS), f"place {TARGET}")
BOARDING = after(ONE, f"legion {TARGET}")
BOARDING_FROM = after(position("a:1-4", a=on(FIVE), b=THEIRS), f"legion {TARGET}", "board 5")
DUMMY = position("a:dummy:4", b=THEIRS, seats=2)
DUMMY_MOVING = after(position("a:dummy:4", c=on(FIVE), seats=2), f"place {TARGET}")
CLOSED = position("a:3-5", a=":2", seats=5, **spread(reached(2, 5), "bcde"))  # type: ignore[arg-type]

REFUSALS = {
    "202": Refused(position("b:4-5"), 0, "pass", "C2.2"),
    "202lot": Refused(new_table(), 0, "pass", "C2.2"),
    "203": Refused(position("b:setup:4", a=OWN), 1, f"place {unreached(4)[0]}", "C2.3"),
    "203roll": Refused(after(new_table(), "start a"), 0, f"place {OWN}", "C2.3"),
    "301": Refused(position("a:?"), 0, f"place {OWN}", "C3.1"),
    "302": Refused(PLAY, 0, "dice 2-3", "C3.2"),
    "304": Refused(position("a:1-1"), 0, "pass", "C3.4"),
    "401": Refused(PLAY, 0, f"place {FAR}", "C4.1"),
    "402": Refused(PLAY, 0, f"place {THEIRS}", "C4.2"),
    "403": Refused(position("a:4-4"), 0, f"place {unreached(4)[0]}", "C4.3"),
    "405": Refused(PLAY, 0, f"place {OWN}", "C4.5"),
    "406": Refused(ONE, 0, f"place {unreached(4)[0]}", "C4.6"),
    "407": Refused(MOVING, 0, f"from {THEIRS}", "C4.7"),
    "407supply": Refused(PLAY, 0, f"from {OWN}", "C4.7"),
    "407busy": Refused(MOVING, 0, f"place {OWN}", "C4.7"),
    "408": Refused(position("a:4-5", a=":23456"), 0, f"place {TARGET}", "C4.8"),
    "501": Refused(PLAY, 0, "ship 6 for 4", "C5.1"),
    "501same": Refused(position("a:4-4", a=":3"), 0, REPLACE + 2 * 1 + 1, "C5.1"),
    "503": Refused(after(PLAY, "ship 3 for 5"), 0, "ship 6 for 3", "C5.3"),
    "504": Refused(after(PLAY, "ship 3 for 5"), 0, "pass", "C5.4"),
    "504ship": Refused(CLOSED, 0, "ship 2 for 3", "C5.4"),
    "601": Refused(PLAY, 0, f"legion {TARGET}", "C6.1"),
    "602": Refused(position("a:1-1"), 0, f"place {TARGET}", "C6.2"),
    "603": Refused(ONE, 0, f"legion {ROMANS}", "C6.3"),
    "605": Refused(ONE, 0, "board 5", "C6.5"),
    "605busy": Refused(BOARDING, 0, f"place {OWN}", "C6.5"),
    "606": Refused(BOARDING, 0, "board 6", "C6.6"),
    "607": Refused(BOARDING_FROM, 0, f"from {THEIRS}", "C6.7"),
    "801": Refused(position("c:over", turns=300), 0, "pass", "C8.1"),
    "902": Refused(DUMMY, 0, f"place {unreached(4)[0]}", "C9.2"),
    "902any": Refused(position("a:dummy:1", seats=2), 0, "pass", "C9.2"),
    "902roll": Refused(position("a:dummy?", seats=2), 0, f"place {TARGET}", "C9.2"),
    "904": Refused(DUMMY_MOVING, 0, f"place {TARGET}", "C9.4"),
    "905": Refused(DUMMY, 0, f"place {THEIRS}", "C9.5"),
}
NAMED = {
    "202": ["Ink"],
    "401": [road_name(FAR), "4", "5"],
    "402": [road_name(THEIRS), "Ink"],
    "403": [road_name(unreached(4)[0]), "4"],
    "405": [road_name(OWN)],
    "406": [road_name(unreached(4)[0]), "4"],
    "407": [road_name(THEIRS)],
    "407busy": [road_name(TARGET)],
    "501": ["6"],
    "504ship": ["2", "5"],
    "603": [road_name(ROMANS)],
    "606": ["6"],
    "902": ["4"],
    "905": [road_name(THEIRS)],
}
"""What the reason of a case has to name."""
TOO_EARLY = ((0, "pass"), (1, "start b"), (CHANCE, "die 3"))

STORM, LAST = siege(fort(4), "bbac", seats=4)
SECOND, SECOND_LAST = siege(fort(4), "aaba")
DUMMY_STORM = position("a:2-4", b=roads_at(fort(4))[0], c=on(roads_at(fort(4))[1:3]), seats=2)
DUMMY_SECOND = position("a:2-4", a=on(roads_at(fort(4))[:2]), c=roads_at(fort(4))[2], seats=2)
DUMMY_LAST = f"place {roads_at(fort(4))[3]}"
TALES = {
    "start": (new_table(), "start b", ["Ink starts"]),
    "setup die": (position("b:setup?", a=OWN), "die 4", ["Ink rolls a 4"]),
    "setup 1": (position("b:setup?", a=OWN), "die 1", ["rolled again"]),
    "dice": (position("c:?"), "dice 2-5", ["Copper rolls 2 and 5"]),
    "dummy die": (position("b:dummy?", seats=2), "die 1", ["Ink rolls a 1 for the dummy"]),
    "place": (PLAY, f"place {TARGET}", [f"Ivory puts a soldier on {road_name(TARGET)}"]),
    "throw out": (position("a:4-4", b=THEIRS), f"place {THEIRS}", ["Ink is driven off"]),
    "throw out the legion": (
        position("a:4-4", legion=ROMANS),
        f"place {ROMANS}",
        ["he legion is driven off"],
    ),
    "throw out the dummy": (
        position("a:4-4", c=THEIRS, seats=2),
        f"place {THEIRS}",
        ["he dummy is driven off"],
    ),
    "target": (
        position("a:4-5", a=on(FIVE)),
        f"place {TARGET}",
        [f"Ivory moves a soldier to {road_name(TARGET)}"],
    ),
    "from": (MOVING, f"from {FIVE[0]}", [f"The soldier comes from {road_name(FIVE[0])}"]),
    "from, throwing out": (
        after(position("a:4-4", a=on(FIVE), b=THEIRS), f"place {THEIRS}"),
        f"from {FIVE[0]}",
        [f"The soldier comes from {road_name(FIVE[0])}", "Ink is driven off"],
    ),
    "legion": (ONE, f"legion {THEIRS}", ["Ivory moves the legion", "Ink is driven off"]),
    "ship": (PLAY, "ship 3 for 5", ["ship 3", "in place of the 5"]),
    "board": (BOARDING, "board 5", ["Ivory boards ship 5"]),
    "board from": (
        after(position("a:1-4", a=on(FIVE)), f"legion {TARGET}"),
        "board 5",
        ["sends a soldier to ship 5"],
    ),
    "boarded from": (BOARDING_FROM, f"from {FIVE[0]}", [f"from {road_name(FIVE[0])}"]),
    "stay": (BOARDING, "stay", ["Nobody boards"]),
    "pass": (PLAY, "pass", ["Ivory passes"]),
    "dummy place": (DUMMY, f"place {TARGET}", ["Ivory puts a soldier of the dummy"]),
    "dummy target": (
        position("a:dummy:4", c=on(FIVE), seats=2),
        f"place {TARGET}",
        ["Ivory moves a soldier of the dummy"],
    ),
    "dummy from": (DUMMY_MOVING, f"from {FIVE[0]}", ["The soldier comes from"]),
    "storm": (
        STORM,
        LAST,
        [f"Ink storms {fort_name(fort(4))} (4 points)", "nobody gets points for it"],
    ),
    "storm with a second": (
        SECOND,
        SECOND_LAST,
        [
            f"Ivory storms {fort_name(fort(4))}",
            "Ink is second there",
        ],
    ),
    "the dummy storms": (DUMMY_STORM, DUMMY_LAST, [f"The dummy storms {fort_name(fort(4))}"]),
    "the dummy is second": (
        DUMMY_SECOND,
        DUMMY_LAST,
        ["he dummy is second there: 2 points"],
    ),
    "the end": (
        position("c:2-3", turns=299, forts=captured(a="6")),
        "pass",
        ["Copper passes", "The game is over: Ivory wins with 6 points"],
    ),
    "the last storming": (
        position("c:2-3", turns=299, b=all_roads()[0]),
        "pass",
        ["Ink storms", "Ink wins"],
    ),
}
