"""What refusals claim in Cambria, looked up in the view."""

from __future__ import annotations

from typing import Any

from tests.claims import Case, Claims

from .positions import GAME

FULL = {fort.short: fort.name for fort in GAME.board.forts}
VALUE = {fort.short: fort.value for fort in GAME.board.forts}


def move(case: Case) -> list[str]:
    """What was tried, word by word."""
    return GAME.write_move(case.state, case.seat, case.move).split()


def road(case: Case, name: str = "road") -> Any:
    """The road that is named."""
    (found,) = [
        each
        for each in case.view["roads"]
        if "–".join(FULL[short] for short in each["between"]) == case.said[name]
    ]
    return found


def lies_at(road: Any, *numbers: int) -> bool:
    """Whether a road leads to a fort of one of these numbers."""
    return any(VALUE[short] in numbers for short in road["between"])


def empty(road: Any) -> bool:
    """[C4.2]"""
    return road["soldier"] is None and not road["legion"]


def seat(case: Case) -> int:
    """The seat of the player who is named; nobody is where the one who tried is spoken to."""
    if "name" not in case.said:
        return case.seat
    (found,) = [each["seat"] for each in case.view["players"] if each["name"] == case.said["name"]]
    return int(found)


def turns(case: Case) -> bool:
    """Whether the player who is named has the turn."""
    return bool(seat(case) == case.view["turn"])


def dice(case: Case) -> list[int]:
    """The numbers that lie there; none before the roll."""
    return list(case.view["dice"] or ())


def has_soldier(case: Case, who: int) -> bool:
    """Whether a player has a soldier in the supply or on a road."""
    on_road = any(each["soldier"] == who for each in case.view["roads"])
    return on_road or case.view["players"][who]["supply"] > 0


def holder_is(case: Case) -> bool:
    """[C4.2] Whether the one who is named stands on the road."""
    there = road(case)
    if there["legion"]:
        return bool(case.said["holder"] == "the legion")
    holder = there["soldier"]
    if case.view["dummy"] and holder == case.view["dummy"]["seat"]:
        return bool(case.said["holder"] == case.view["dummy"]["name"])
    return holder is not None and case.view["players"][holder]["name"] == case.said["holder"]


def aboard(case: Case, ship: int) -> int | None:
    """Whose soldier is on a ship."""
    (found,) = [each["soldier"] for each in case.view["ships"] if each["value"] == ship]
    return None if found is None else int(found)


def phase(case: Case) -> str:
    """What a position waits for, as its notation has it."""
    return GAME.write_position(case.state).split()[3].partition(":")[2]


def nothing_to_play(case: Case) -> bool:
    """[C5.4] No road is open to the two numbers, and neither is a 1."""
    ship, other = int(case.said["ship"]), int(case.said["other"])
    _, number, _, replaced = move(case)
    left = dice(case)
    left.remove(int(replaced))
    own = case.view["turn"]
    reached = [each for each in case.view["roads"] if lies_at(each, ship, other)]
    free = [each for each in reached if (each["soldier"] != own if ship == other else empty(each))]
    return [ship, other] == [int(number), *left] and other != 1 and not free


def under_way(case: Case, sign: str) -> str:
    """Where a soldier goes, after the sign for it; nothing where none is on its way."""
    return phase(case).partition(sign)[2]


CLAIMS = Claims(
    {
        "c202": lambda c: turns(c) and c.seat != seat(c) and seat(c) in c.view["to_act"],
        "c202lot": lambda c: phase(c) == "" and c.view["start"] is None,
        "c203": lambda c: (
            phase(c).startswith("setup:")
            and (move(c)[0] != "place" or not lies_at(_tried(c), int(phase(c)[-1])))
        ),
        "c203roll": lambda c: phase(c) == "setup?",
        "c301": lambda c: phase(c) == "?" and not dice(c),
        "c302": lambda c: move(c)[0] in ("start", "die", "dice"),
        "c304": lambda c: dice(c) == [1, 1],
        "c401": lambda c: (
            [int(c.said["first"]), int(c.said["second"])] == dice(c)
            and not lies_at(road(c), *dice(c))
        ),
        "c402": holder_is,
        "c403": lambda c: dice(c) == [int(c.said["first"])] * 2 and not lies_at(road(c), *dice(c)),
        "c405": lambda c: turns(c) and road(c)["soldier"] == seat(c),
        "c406": lambda c: (
            sorted(dice(c)) == [1, int(c.said["other"])] and not lies_at(road(c), *dice(c))
        ),
        "c407": lambda c: road(c)["soldier"] != c.view["turn"] and ">" in phase(c),
        "c407supply": lambda c: move(c)[0] == "from" and not set(phase(c)) & set(">@"),
        "c407busy": lambda c: road(c, "target")["name"] == under_way(c, ">"),
        "c408": lambda c: turns(c) and not has_soldier(c, seat(c)),
        "c501": lambda c: turns(c) and aboard(c, int(c.said["ship"])) != seat(c),
        "c501same": lambda c: dice(c)[0] == dice(c)[1],
        "c503": lambda c: c.view["replaced"],
        "c504": lambda c: c.view["replaced"] and move(c) == ["pass"],
        "c504ship": nothing_to_play,
        "c601": lambda c: (
            1 not in dice(c) or (dice(c) != [1, 1] and not lies_at(_tried(c), *dice(c)))
        ),
        "c602": lambda c: dice(c) == [1, 1],
        "c603": lambda c: road(c)["legion"],
        "c605": lambda c: move(c)[0] in ("board", "stay") and "@" not in phase(c),
        "c605busy": lambda c: phase(c).endswith("@"),
        "c606": lambda c: aboard(c, int(c.said["ship"])) is not None,
        "c607": lambda c: turns(c) and under_way(c, "@").isdecimal(),
        "c801": lambda c: c.view["result"] is not None,
        "c902": lambda c: phase(c) == f"dummy:{c.said['first']}" and c.said["first"] != "1",
        "c902any": lambda c: phase(c) == "dummy:1",
        "c902roll": lambda c: phase(c) == "dummy?",
        "c904": lambda c: phase(c).startswith("dummy:") and ">" in phase(c),
        "c905": lambda c: not empty(road(c)),
    }
)


def _tried(case: Case) -> Any:
    """The road that the move names."""
    (found,) = [each for each in case.view["roads"] if each["name"] == move(case)[1]]
    return found
