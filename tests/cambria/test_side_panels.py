"""What is shown beside the board of Cambria."""

from __future__ import annotations

from cruachan.engine.view import SidePanel
from tests.cambria.book import SCENES
from tests.cambria.positions import GAME, all_roads, fort, position, road_name

ROADS = all_roads()


def side_panels(text: str) -> dict[str, SidePanel]:
    """The side panels of a spectator by their ids."""
    view = GAME.presentation.view(GAME.read_position(text), None)
    return {panel["id"]: panel for panel in GAME.presentation.side_panels(view)}


def test_what_a_player_has() -> None:
    found = side_panels(position("a:2-5", a=f"{ROADS[0]},{ROADS[1]}:4", b=ROADS[2]))
    assert list(found) == ["seat:0", "seat:1", "seat:2", "table"]
    entries = found["seat:0"]["entries"]
    assert [each["value"] for each in entries] == ["0", "0", "0", "2", "2", "4"]
    roads, ships = entries[-2:]
    assert roads["at"] == [f"road:{road}" for road in ROADS[:2]]
    assert ships["at"] == ["ship:4"]
    assert found["seat:1"]["entries"][-1]["value"] == "–"


def test_markers_point_at_their_forts_and_the_end_comes_nearer() -> None:
    """A fort that is stormed counts for whoever took it and for the second; six stay."""
    taken = fort(6)
    before, after = (side_panels(position("a:2-5", forts=forts)) for forts in ("-", f"{taken}:a/b"))
    assert (before["seat:0"]["entries"][0]["value"], after["seat:0"]["entries"][0]["value"]) == (
        "0", "6",
    )  # fmt: skip
    for seat, line, points in ((0, 1, "6"), (1, 2, "4")):
        entry = after[f"seat:{seat}"]["entries"][line]
        assert (entry["at"], entry["value"]) == ([f"fort:{taken}"], points)
    left = [int(each["table"]["entries"][0]["value"]) for each in (before, after)]
    assert left == [len(GAME.board.forts) - 6, len(GAME.board.forts) - 7]
    assert f"fort:{taken}" not in after["table"]["entries"][0]["at"]


def test_at_the_end_there_is_what_the_points_are_made_of() -> None:
    """Soldiers that wait or stand on roads count no more, and no dice lie there."""
    over = SCENES["the end"]
    assert [each["label"] for each in side_panels(over)["seat:0"]["entries"]] == [
        "points",
        "from forts",
        "from second places",
    ]
    presentation = GAME.presentation
    pieces = presentation.pieces(presentation.view(GAME.read_position(over), None, ()), "en")
    assert not [each for each in pieces if each["key"].startswith("die:")]


def test_the_legion_is_where_it_is() -> None:
    legion = side_panels(position("a:2-5"))["table"]["entries"][1]
    assert (legion["value"], legion["at"]) == ("at sea", ["legion"])
    legion = side_panels(position("a:2-5", legion=ROADS[3]))["table"]["entries"][1]
    assert legion["value"] == road_name(ROADS[3])


def test_the_dummy_has_a_sheet_of_its_own_with_two() -> None:
    found = side_panels(position("a:2-5", seats=2))
    assert list(found) == ["seat:0", "seat:1", "dummy", "table"]
    assert found["dummy"]["seat"] is None
    assert found["dummy"]["entries"][0]["label"] == "points"
    assert len(found["dummy"]["entries"]) == 6
