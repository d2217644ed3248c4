"""What is shown beside the board of Hibernia."""

from __future__ import annotations

from cruachan.engine.view import PanelEntry, SidePanel
from tests.hibernia.book import SCENES
from tests.hibernia.positions import BOARD, GAME, LAP, position


def side_panels(text: str) -> dict[str, SidePanel]:
    """The side panels of a spectator by their ids."""
    view = GAME.presentation.view(GAME.read_position(text), None)
    return {panel["id"]: panel for panel in GAME.presentation.side_panels(view)}


def entries(text: str, which: str) -> dict[str, PanelEntry]:
    """The entries of a side panel by their labels."""
    return {entry["label"]: entry for entry in side_panels(text)[which]["entries"]}


def test_what_a_player_has() -> None:
    """The steps first, then the counties by colour, the spaces to come and the warriors."""
    found = entries(position("a:red:dw", a="@12=7+3:Ail1,Mid2"), "seat:0")
    assert list(found) == [
        "spaces on the track",
        "counties",
        "next colours",
        "in the supply",
        "on the shield",
    ]
    steps = found["spaces on the track"]
    assert (steps["value"], steps["done"], steps["of"]) == (f"12 of {LAP}", 12, LAP)
    colours = {county.short: county.colour for county in BOARD.counties}
    assert found["counties"]["value"] == "2"
    marks = sorted(f"colour-{colours[short]}" for short in ("Ail", "Mid"))
    assert sorted(found["counties"]["symbols"]) == marks
    assert set(found["counties"]["at"]) == {"county:Ail", "county:Mid"}
    assert (found["in the supply"]["value"], found["on the shield"]["value"]) == ("7", "3")


def test_the_spaces_to_come_go_on_round_the_track() -> None:
    found = entries(position("a:red:dw", a=f"@{LAP - 2}:Ail1,Mid2"), "seat:0")["next colours"]
    ahead = [LAP - 1, 0, 1, 2, 3, 4, 5]
    assert found["at"] == [f"space:{space}" for space in ahead]
    assert found["symbols"] == [f"colour-{BOARD.track[space]}" for space in ahead]


def test_who_is_beyond_the_goal_is_told_so() -> None:
    found = entries(position("a:red:dw", a=f"@{LAP + 3}:Ail1,Mid2"), "seat:0")
    assert found["spaces on the track"]["value"] == f"{LAP + 3} (goal {LAP})"


def test_at_the_end_nothing_is_told_that_no_longer_counts() -> None:
    assert list(entries(SCENES["the end"], "seat:0")) == ["spaces on the track", "counties"]


def test_the_neutral_colour_is_told_with_three_alone() -> None:
    assert "neutral" not in side_panels(position("a:red:dw"))
    three = GAME.presentation.view(GAME.setup(3, {}), None)
    neutral = GAME.presentation.side_panels(three)[-1]
    assert (neutral["id"], neutral["seat"]) == ("neutral", None)
    assert [entry["value"] for entry in neutral["entries"]] == ["0", "14"]
