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
from cruachan.engine.words import LANGS, Lang
from cruachan.games import load_game
from cruachan.terminal.boards import hibernia, renderer
from cruachan.terminal.boards.layout import Frame, fill, spread

LETTERS = {
    "en": {"blue": "B", "green": "G", "red": "R", "yellow": "Y"},
    "de": {"blue": "Bl", "green": "Gr", "red": "Ro", "yellow": "Ge"},
}


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


def draw(match: Match[Any, Any], width: int, height: int, lang: Lang = "en") -> list[str]:
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
        assert re.search(rf"{player['steps']}/44 +{player['supply']} +{player['shield']}", line)
        assert (">" + player["letter"] in line) == (view["turn"] == player["seat"])
        track = [view["track"][(player["steps"] + n) % 44] for n in range(1, 8)]
        ahead = "".join(LETTERS["en"][colour] for colour in track)
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


def test_labels_that_want_the_same_spot_all_find_one() -> None:
    spots = spread([(5.0, 2.0)] * 9, [6] * 9, 1, 24, 4)
    assert len(set(spots)) == 9
    for one in spots:
        assert 0 <= one.column <= 24 - 6
        assert not any(one.touches(other) for other in spots if other is not one)


def test_shapes_fill_what_they_cover() -> None:
    square = (((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)),)
    beside = (((2.0, 0.0), (4.0, 0.0), (4.0, 2.0), (2.0, 2.0)),)
    assert fill((square, beside), Frame(0, 0, 8, 2, 8, 2)) == [[0, 0, 1, 1, *[None] * 4]] * 2


def test_a_game_without_a_drawing_is_no_error() -> None:
    assert renderer("chess") is None
    assert renderer("hibernia") is not None
