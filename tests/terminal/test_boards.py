from __future__ import annotations

import io
import re
from random import Random
from typing import Any

import pytest
from rich.console import Console

from cruachan.bots import load_bot
from cruachan.engine.chance import seed_from
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang, Texts
from cruachan.games import load_game
from cruachan.games.hibernia import terminal as hibernia
from cruachan.terminal.boards import renderer
from cruachan.terminal.boards.layout import BoardFrame, BoardSpot, fill, spread
from cruachan.terminal.choices import choices, listing
from tests.hibernia.positions import GAME, position
from tests.terminal.conftest import make_screen

LETTERS = {
    "en": {"blue": "B", "green": "G", "red": "R", "yellow": "Y"},
    "de": {"blue": "Bl", "green": "Gr", "red": "Ro", "yellow": "Ge"},
}

FAR = 320
"""Two thirds of the way from west to east, in the measure of the board."""


@pytest.fixture(scope="module", params=[3, 4])
def match(request: pytest.FixtureRequest) -> Match[Any, Any]:
    """A game well under way."""
    game = load_game("hibernia")
    names = ["Anna", "Maximiliane-Josephine", "Cu", "Dana"][: request.param]
    match = Match(game, [Player(name) for name in names], seed=seed_from("board"))
    bot = load_bot("greedy", game)
    while len(match.history) < 60 or CHANCE in match.to_act:
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll()
        else:
            match.play(seat, bot.choose(match.decision(seat), Random(1)))
    return match


def seen(match: Match[Any, Any]) -> Any:
    """What a spectator sees."""
    return match.view(None)


def draw(match: Match[Any, Any], width: int, height: int, lang: Lang = DEFAULT_LANG) -> list[str]:
    view: Any = match.view(match.to_act[0], lang)
    console = Console(file=io.StringIO(), width=width, color_system=None)
    board = hibernia.render(view, match.game.board, width, height, lang)
    console.print(board)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


def holder(view: dict[str, Any], county: dict[str, Any]) -> str:
    if county["owner"] is None:
        return r"\."
    return f"{'ABCD'[county['owner']]}{county['warriors']}"


@pytest.mark.parametrize("lang", LANGS)
def test_on_80_columns_every_county_stands_with_colour_holder_and_warriors(
    match: Match[Any, Any], lang: Lang
) -> None:
    lines = draw(match, 80, 14, lang)
    assert len(lines) <= 13
    assert max(map(len, lines)) <= 80
    view: Any = match.view(None, lang)
    text = "\n".join(line[:47] for line in lines)
    for county in view["counties"]:
        mark = r"\^" if county["castle"] else r"\+" if county["centre"] else r"(?:^|\s)"
        letter = LETTERS[lang][county["colour"]]
        cell = rf"{mark}{county['short']} {letter} {holder(view, county)}(?!\d)"
        assert len(re.findall(cell, text, re.M)) == 1, county["name"]


def test_counties_lie_about_where_they_are(match: Match[Any, Any]) -> None:
    lines = draw(match, 80, 14)
    where = {
        short: (next(i for i, line in enumerate(lines) if f"{short} " in line[:47]))
        for short in ("Ail", "Mid", "Mus")
    }
    assert where["Ail"] < where["Mid"] < where["Mus"]
    row = next(line for line in lines if "Uma " in line)
    assert row.index("Uma ") < 10


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("width", [30, 34, 40, 52, 60, 80, 100])
def test_no_county_is_put_into_another_corner(
    match: Match[Any, Any], width: int, lang: Lang
) -> None:
    """At 30 columns Déisi, in the far south, stood at the northern edge."""
    lines = draw(match, width, 40, lang)
    where = {}
    for county in match.game.board.counties:
        cell = re.compile(rf"[ ^+]{county.short} {LETTERS[lang][county.colour]} ")
        row = next(number for number, line in enumerate(lines) if cell.search(line))
        found = cell.search(lines[row])
        assert found
        where[county.place] = found.start(), row
    for (x, y), (column, row) in where.items():
        for (right, below), (other_column, other_row) in where.items():
            if below > y:
                assert row <= other_row
            if right - x > FAR:
                assert column < other_column


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("width", [40, 80, 120, 160])
def test_the_spaces_of_the_track_stand_apart_and_the_first_has_its_star(
    match: Match[Any, Any], width: int, lang: Lang
) -> None:
    """The German track ran together, and lost its star."""
    colours = draw(match, width, 20, lang)[-1] if width < 160 else draw(match, width, 34, lang)[-1]
    spaces = re.split(r" |(?<=\*)", colours.strip())
    view: Any = match.view(None, lang)
    assert len(spaces) >= min(len(view["track"]), width // 3)
    assert {space.rstrip("*") for space in spaces} <= {*LETTERS[lang].values()}
    steps = range(*ends(view, len(spaces)))
    assert [space.endswith("*") for space in spaces] == [
        step % len(view["track"]) == 0 for step in steps
    ]


def ends(view: Any, room: int) -> tuple[int, int]:
    """From which step to which the track is shown."""
    steps = [player["steps"] for player in view["players"]]
    first = min(steps) if max(steps) - min(steps) + 7 < room else max(steps) + 7 - room
    return first, first + room


@pytest.mark.parametrize("lang", LANGS)
def test_a_wide_screen_has_full_names_and_neighbours(match: Match[Any, Any], lang: Lang) -> None:
    lines = draw(match, 160, 34, lang)
    assert len(lines) <= 34
    assert max(map(len, lines)) <= 160
    text = "\n".join(lines)
    view: Any = match.view(None, lang)
    shorts = {county["name"]: county["short"] for county in view["counties"]}
    for county in view["counties"]:
        assert county["name"] in text
        near = " ".join(shorts[name] for name in county["neighbours"])
        assert re.search(rf" {county['short']}  {near}(?! [A-Z][a-z][a-z])", text), county["name"]
        row = next(i for i, line in enumerate(lines) if county["name"] in line)
        column = lines[row].index(county["name"]) - (county["castle"] or county["centre"])
        letter = LETTERS[lang][county["colour"]]
        assert re.match(f"{letter} {holder(view, county)}", lines[row + 1][column:])


@pytest.mark.parametrize(("width", "height"), [(120, 20), (140, 40), (300, 80), (40, 24), (81, 50)])
def test_any_size_can_be_drawn(match: Match[Any, Any], width: int, height: int) -> None:
    text = "\n".join(draw(match, width, height))
    for county in seen(match)["counties"]:
        assert county["name"] in text or county["short"] in text


@pytest.mark.parametrize("width", [80, 160])
def test_the_players_numbers_and_what_they_need_next(match: Match[Any, Any], width: int) -> None:
    lines = draw(match, width, 34)
    view: Any = match.view(match.to_act[0])
    for player in view["players"]:
        row, line = next(
            (i, line)
            for i, line in enumerate(lines)
            if f"{player['letter']} {player['name'][:9]}" in line
        )
        assert re.search(
            rf"{player['steps']}/{len(view['track'])} +{player['supply']} +{player['shield']}", line
        )
        assert (">" + player["letter"] in line) == (view["turn"] == player["seat"])
        track = [view["track"][(player["steps"] + n) % len(view["track"])] for n in range(1, 8)]
        ahead = " ".join(LETTERS["en"][colour] for colour in track)
        assert f"> {ahead}" in lines[row + 1]


def test_the_track_shows_every_marker_before_its_next_space(match: Match[Any, Any]) -> None:
    *_, markers, colours = draw(match, 120, 20)
    view: Any = match.view(None)
    first = min(player["steps"] for player in view["players"])
    for player in view["players"]:
        column = 2 * (player["steps"] - first)
        assert player["letter"] in markers[column : column + 2]
        space = view["track"][player["space"]]
        assert colours[column] == LETTERS["en"][space]


@pytest.mark.parametrize(("lang", "ways"), [("en", {"by die", "wild"}), ("de", {"Würfel", "frei"})])
def test_in_a_short_list_no_county_seems_to_die(lang: Lang, ways: set[str]) -> None:
    """As in "Ail: 1 die"."""
    screen, output = make_screen([], width=60)
    table = GAME.read_position(position("a:red:dw", a="Cru1,Mid1,Eil1,Brf1"))
    groups = choices(GAME.presentation.view(table, 0, (), lang), narrated=False)
    screen.console.print(listing(groups, screen, 2, Texts("cruachan.terminal", lang)))
    marches = re.findall(r"[A-Z][a-z]{2}: +(.*)", output.getvalue())
    found = {way.strip() for row in marches for way in re.split(r"[A-Z][a-z]{2}:|\d+", row)}
    assert found - {""} <= ways
    assert found & ways


def touch(one: BoardSpot, other: BoardSpot) -> bool:
    """Whether two labels overlap, or stand side by side with no space between."""
    return (
        one.column <= other.column + other.width
        and other.column <= one.column + one.width
        and one.row < other.row + other.height
        and other.row < one.row + one.height
    )


@pytest.mark.parametrize("seed", range(20))
def test_no_free_spot_is_nearer(seed: int) -> None:
    """All are looked at, the upper and the left ones first."""
    rng = Random(seed)
    columns, rows, height = rng.randint(3, 24), rng.randint(1, 9), rng.randint(1, 2)
    centres = [(rng.randint(-4, 56) / 2, rng.randint(-2, 22) / 2) for _ in range(8)]
    widths = [rng.randint(1, 5) for _ in centres]
    placed = [BoardSpot(2, 1, 3, 1)]
    for (x, y), width in zip(centres, widths, strict=True):
        spots = [
            BoardSpot(column, row, width, height)
            for row in range(rows - height + 1)
            for column in range(columns - width + 1)
        ]
        free = {
            spot: (spot.column + width / 2 - x) ** 2 + (2 * (spot.row + height / 2 - y)) ** 2
            for spot in spots
            if not any(touch(spot, other) for other in placed)
        }
        below = BoardSpot(0, max(each.row + each.height for each in placed), width, height)
        placed.append(min(free, key=free.__getitem__) if free else below)
    assert spread(centres, widths, height, columns, rows, placed[:1]) == placed[1:]


def test_labels_that_want_the_same_spot_all_find_one() -> None:
    spots = spread([(5.0, 2.0)] * 9, [6] * 9, 1, 24, 4)
    assert len(set(spots)) == 9
    for one in spots:
        assert 0 <= one.column <= 24 - 6
        assert not any(touch(one, other) for other in spots if other is not one)


def test_shapes_fill_what_they_cover() -> None:
    square = (((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)),)
    beside = (((2.0, 0.0), (4.0, 0.0), (4.0, 2.0), (2.0, 2.0)),)
    assert fill((square, beside), BoardFrame(0, 0, 8, 2, 8, 2)) == [[0, 0, 1, 1, *[None] * 4]] * 2


def test_a_game_without_a_drawing_is_no_error() -> None:
    assert renderer("chess") is None
    assert renderer("hibernia") is not None
