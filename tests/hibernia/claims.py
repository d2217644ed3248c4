"""What refusals claim in Hibernia, looked up in the view."""

from __future__ import annotations

from typing import Any

from tests.claims import Case, Claims

from .positions import MOVES

NOTATION = {number: text for text, number in MOVES.items()}


def county(case: Case) -> Any:
    """The county that is named."""
    (found,) = [each for each in case.view["counties"] if each["name"] == case.said["county"]]
    return found


def seat(case: Case, name: str = "name") -> int:
    """The seat of the player who is named; nobody is where the one who tried is spoken to."""
    if name == "name" not in case.said:
        return case.seat
    (found,) = [each["seat"] for each in case.view["players"] if each["name"] == case.said[name]]
    return int(found)


def turns(case: Case) -> bool:
    """Whether the player who is named has the turn."""
    return bool(seat(case) == case.view["turn"])


def held_by(case: Case, who: int) -> dict[str, Any]:
    """The counties of a player by their names."""
    return {each["name"]: each for each in case.view["counties"] if each["owner"] == who}


def pairs(case: Case, without: str = "") -> list[frozenset[str]]:
    """[H5.1] [H11.2] The adjacent pairs of the owner who is named, after the loss of a county."""
    view = case.view
    borders = {each["name"]: set(each["neighbours"]) for each in view["counties"]}
    names = set(held_by(case, seat(case, "owner"))) - {without}
    near = view["harder"] and view["round"] == 1
    return [
        frozenset((one, two))
        for one in names
        for two in names
        if one < two and (two in borders[one] or (near and borders[one] & borders[two]))
    ]


def move(case: Case) -> list[str]:
    """What was tried, word by word."""
    return NOTATION[case.move].split()


def in_turn(case: Case) -> bool:
    """Whether a player is waited for, and nobody marches."""
    return bool(case.view["to_act"][:1] == [case.view["turn"]] and not case.view["march"])


def first_round(case: Case) -> bool:
    """[H11.2] Whether counties with a common neighbour are a pair."""
    return bool(case.view["harder"] and case.view["round"] == 1)


def is_other(case: Case) -> bool:
    """Whether the owner who is named holds what is marched into, and is not the one who marches."""
    owner = seat(case, "owner")
    short = move(case)[1]
    target = next(each for each in case.view["counties"] if each["short"] == short)
    return bool(target["owner"] == owner != case.view["turn"])


def only_pair(case: Case) -> bool:
    """[H5.1]"""
    found = pairs(case)
    return is_other(case) and len(found) == 1 and case.said["county"] in found[0]


def would_be_bare(case: Case) -> bool:
    """[H5.2]"""
    return is_other(case) and bool(pairs(case)) and not pairs(case, case.said["county"])


def no_pair(case: Case) -> bool:
    """[H5.3]"""
    return is_other(case) and not pairs(case)


def too_few(case: Case) -> bool:
    """[H4.7] What the march needs, and what she can bring."""
    own = held_by(case, seat(case))
    target = county(case)
    need = sum(name in own for name in target["neighbours"])
    spare = sum(each["warriors"] - 1 for name, each in own.items() if name != target["name"])
    have = case.view["players"][seat(case)]["supply"] + spare
    return (
        turns(case)
        and (int(case.said["need"]), int(case.said["have"])) == (need, have)
        and (have < need)
    )


def made(case: Case, play: str) -> bool:
    """[H3.7] Whether a play of this turn is gone."""
    return in_turn(case) and play not in case.view["plays"]


def is_march_into(case: Case) -> bool:
    """Whether the march that is under way goes into the county that is named."""
    march = case.view["march"]
    return bool(march and march["county"] == case.said["county"] and march["missing"] > 0)


CLAIMS = Claims(
    {
        "h202": lambda c: turns(c) and c.seat != c.view["turn"] and seat(c) in c.view["to_act"],
        "h202lot": lambda c: c.view["start"] is None,
        "h203": lambda c: (
            c.view["start"] is not None
            and all(each["owner"] is None for each in c.view["counties"])
        ),
        "h301": lambda c: c.view["die"] is None and bool(c.view["to_act"]),
        "h302": lambda c: (
            county(c)["colour"] == c.said["colour"] != c.said["face"] == c.view["die"] != "black"
        ),
        "h303": lambda c: c.view["die"] == "black" and "die" in c.view["plays"],
        "h304": lambda c: c.view["die"] == "purple",
        "h307die": lambda c: made(c, "die") and c.view["die"] != "purple",
        "h307wild": lambda c: made(c, "wild"),
        "h308": lambda c: move(c)[0] not in ("march", "raise", "pull"),
        "h402": lambda c: (
            turns(c) and not set(county(c)["neighbours"]) & held_by(c, seat(c)).keys()
        ),
        "h403": lambda c: c.view["march"] is None,
        "h404": lambda c: turns(c) and county(c)["owner"] != seat(c),
        "h405": lambda c: county(c)["warriors"] == 1 and county(c)["owner"] == c.view["turn"],
        "h406": is_march_into,
        "h407": too_few,
        "h408": is_march_into,
        "h501": lambda c: only_pair(c) and not first_round(c),
        "h502": lambda c: would_be_bare(c) and not first_round(c),
        "h503": lambda c: no_pair(c) and not first_round(c),
        "h501near": lambda c: only_pair(c) and first_round(c),
        "h502near": lambda c: would_be_bare(c) and first_round(c),
        "h503near": lambda c: no_pair(c) and first_round(c),
        "h902": lambda c: c.view["result"] is not None,
    }
)
