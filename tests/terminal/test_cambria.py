"""Cambria in the terminal: its table and map, a game from the first question to the result."""

from __future__ import annotations

import io
import re
from itertools import chain, product, repeat
from random import Random
from typing import Any

import pytest
from rich.console import Console

from cruachan.bots import load_bot
from cruachan.engine import transcript, verify
from cruachan.engine.chance import seed_from
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang, Texts
from cruachan.engine.transcript import TranscriptWriter
from cruachan.games import load_for_transcript, load_game
from cruachan.games.cambria import terminal as cambria
from cruachan.terminal import saves
from cruachan.terminal.choices import choices, flat, listing
from cruachan.terminal.commands import read_command
from cruachan.terminal.game_loop import GameLoop
from cruachan.terminal.local_table import LocalTable
from cruachan.terminal.question import PromptQuestion
from cruachan.terminal.screen import Screen
from tests.terminal.conftest import Evening, Play, make_screen

BOARDS = ("wales", "north")
NAMES = ("Anna", "Maximiliane-Josephine", "Cu", "Dana", "Emer")
THREE = ("person:Anna", "greedy:Bob", "greedy:Cu")


def seen(match: Match[Any, Any]) -> Any:
    """What a spectator sees."""
    return match.view(None)


def played(seats: int, board: str, plies: int = 80) -> Match[Any, Any]:
    game = load_game("cambria", board)
    match = Match(game, [Player(name) for name in NAMES[:seats]], seed=seed_from("board"))
    bot = load_bot("random", game)
    rng = Random(1)
    while match.outcome is None and (len(match.history) < plies or CHANCE in match.to_act):
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll()
        else:
            match.play(seat, bot.choose(match.decision(seat), rng))
    return match


@pytest.fixture(scope="module", params=product((2, 5), BOARDS))
def match(request: pytest.FixtureRequest) -> Match[Any, Any]:
    """A game well under way."""
    return played(*request.param)


def draw(match: Match[Any, Any], width: int, height: int, lang: Lang = DEFAULT_LANG) -> list[str]:
    view: Any = match.view(match.to_act[0], lang)
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(cambria.render(view, match.game.board, width, height, lang))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


def stands(road: dict[str, Any]) -> str:
    if road["legion"]:
        return "L"
    return "." if road["soldier"] is None else "ABCDE"[road["soldier"]]


# The table


@pytest.mark.parametrize("lang", LANGS)
def test_on_80_columns_every_fort_stands_with_all_its_roads(
    match: Match[Any, Any], lang: Lang
) -> None:
    lines = draw(match, 80, 14, lang)
    assert len(lines) <= 13
    assert max(map(len, lines)) <= 80
    text = "\n".join(lines)
    view: Any = match.view(None, lang)
    for fort in view["forts"]:
        worth = f"{fort['value']}" + (rf"\+{fort['vp']}" if fort["vp"] else "")
        roads = ""
        for road in view["roads"]:
            if fort["short"] in road["between"]:
                other = next(short for short in road["between"] if short != fort["short"])
                roads += ("[>]" if road["reached"] else " ") + re.escape(other + stands(road))
        line = rf"(?:^| ){worth} +{fort['short']} \S+ *{roads}(?: |$)"
        assert len(re.findall(line, text, re.M)) == 1, fort["name"]


def test_the_players_their_numbers_and_the_ships(match: Match[Any, Any]) -> None:
    text = "\n".join(draw(match, 80, 14))
    view: Any = match.view(match.to_act[0])
    colours = [*view["players"], *([view["dummy"]] if view["dummy"] else [])]
    assert len(colours) == (3 if view["seats"] == 2 else 5)
    for one in colours:
        turn = ">" if one["seat"] == view["turn"] else " "
        numbers = f"{one['points']} +{one['markers']} +{one['supply']}"
        assert re.search(rf"{turn}{one['letter']} {one['name'][:9]}\S* +{numbers}\b", text)
    ships = " ".join(f"{ship['value']}{stands(ship | {'legion': 0})}" for ship in view["ships"])
    assert f"Ships  {ships}" in text


def at(position: str) -> Any:
    game = load_game("cambria")
    return presentation_of(game).view(game.read_position(position), 0)


FREE = "b=5:-:- c=5:-:- d=5:-:- e=5:-:-"


@pytest.mark.parametrize(
    ("position", "fort", "standing"),
    [
        (f"3 a 3 a:2-5 a=5:-:- {FREE} sea -", "Seg", "+2"),
        (f"3 a 3 a:2-5 a=4:Can-Seg:- {FREE} sea -", "Seg", "A+1"),
        (f"3 a 3 a:2-5 a=4:Can-Seg:- {FREE} Seg-Tom -", "Seg", "A+1"),
        (f"3 a 3 a:2-5 a=4:Can-Seg:- {FREE} sea -".replace("b=5:-", "b=4:Can-Dev"), "Can", "AB+1"),
        (f"3 a 3 a:2-5 a=5:-:- {FREE} sea Seg:b", "Seg", "[B]"),
        (f"3 a 3 a:2-5 a=5:-:- {FREE} sea Med:b/a", "Med", "[B/A]"),
        (f"3 a 3 a:2-5 a=5:-:- {FREE} sea Med:b/x", "Med", "[B/-]"),
    ],
)
def test_how_a_fort_stands(position: str, fort: str, standing: str) -> None:
    view = at(position)
    console = Console(file=io.StringIO(), width=80, color_system=None)
    console.print(cambria.render(view, load_game("cambria").board, 80, 14, "en"))
    assert isinstance(console.file, io.StringIO)
    assert re.search(rf" {fort} {re.escape(standing)}[ >]", console.file.getvalue())


@pytest.mark.parametrize(
    ("waits", "legion", "said"),
    [
        ("a:setup:4", "sea", "die 4 · 16 forts left, ends at 6 · legion (L) at sea"),
        ("a:2-5", "Can-Seg", "dice 2-5 · 16 forts left, ends at 6 · legion (L) Can-Seg"),
        ("a:2-5*", "sea", "dice 2-5 (by ship) · "),
    ],
)
def test_the_dice_and_the_legion_are_named(waits: str, legion: str, said: str) -> None:
    view = at(f"3 a 0 {waits} a=5:-:- {FREE} {legion} -")
    console = Console(file=io.StringIO(), width=80, color_system=None)
    console.print(cambria.render(view, load_game("cambria").board, 80, 14, "en"))
    assert isinstance(console.file, io.StringIO)
    assert said in console.file.getvalue()


# The map


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("width", "height"), [(120, 34), (160, 30), (160, 40), (240, 60)])
def test_a_wide_screen_has_a_map_with_names_roads_and_soldiers(
    match: Match[Any, Any], width: int, height: int, lang: Lang
) -> None:
    lines = draw(match, width, height, lang)
    assert len(lines) <= height
    assert max(map(len, lines)) <= width
    text = "\n".join(lines)
    view: Any = match.view(None, lang)
    for fort in view["forts"]:
        assert re.search(rf"\[ *{fort['name']} *\]", text), fort["name"]
    for who in "ABCDEL.":
        for reached, (left, right) in ((False, "()"), (True, "><")):
            wanted = [stands(r) == who and r["reached"] == reached for r in view["roads"]]
            shown = text.count(f"{left}{who}{right}")
            # The legend has one of some, and the head names the legion.
            assert sum(wanted) <= shown <= sum(wanted) + 2, (who, reached)
    assert any(sign in text for sign in "╱╲")


def test_forts_lie_about_where_they_are() -> None:
    lines = draw(played(5, "wales"), 160, 40)
    row = {
        name: next(i for i, line in enumerate(lines) if name in line)
        for name in ("Canovium", "Mediomanum", "Isca ", "Wiston", "Gobannium")
    }
    assert row["Canovium"] < row["Mediomanum"] < row["Gobannium"] < row["Isca "]
    wiston = lines[row["Wiston"]].index("Wiston")
    assert wiston < lines[row["Gobannium"]].index("Gobannium")


def test_the_board_command_shows_the_map_on_a_narrow_screen_too(match: Match[Any, Any]) -> None:
    lines = draw(match, 80, 1000)
    assert max(map(len, lines)) <= 80
    for fort in seen(match)["forts"]:
        assert re.search(rf"\[ *{fort['name']} *\]", "\n".join(lines)), fort["name"]


@pytest.mark.parametrize(("width", "height"), [(40, 24), (72, 24), (120, 10), (300, 80), (81, 50)])
def test_any_size_can_be_drawn(match: Match[Any, Any], width: int, height: int) -> None:
    text = "\n".join(draw(match, width, height))
    for fort in seen(match)["forts"]:
        assert fort["short"] in text


# The list of moves


class Small(Screen):
    """A terminal of 80x24, as far as the list of moves knows."""

    interactive = True


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    "waits",
    ["a:2-5", "a:1-6", "a:1-1", "a:4-4", "a:1-6*", "a:setup:3", "a:1-5@"],
)
def test_board_question_and_every_move_fit_a_small_screen(waits: str, lang: Lang) -> None:
    game = load_game("cambria")
    mover = "1:Can-Seg,Can-Tom:34" if "*" in waits else "0:Can-Seg,Can-Tom:345"
    position = (
        f"5 a 10 {waits} a={mover} b=1:Bra-Col,Bra-Gob,Bra-Med,Bre-Cic:- "
        "c=1:Bre-Med,Bre-Mor,Bre-Pen,Bre-Wis:- d=5:-:- e=5:-:- Col-Gob -"
    )
    if "setup" in waits:
        position = f"5 a 0 {waits} a=5:-:- b=5:-:- c=5:-:- d=5:-:- e=5:-:- sea -"
    state = game.read_position(position)
    names = ("Anna", "Benedikta", "Christophorus", "Dana", "Emer")
    view: Any = presentation_of(game).view(state, 0, names, lang)
    output = io.StringIO()
    screen = Small(Console(file=output, width=80, height=24, color_system=None), iter(()))
    board = cambria.render(view, game.board, 80, 14, lang)
    prompt = screen.rows_of(view["prompt"])
    room = 24 - 1 - prompt - screen.rows_of(board)
    groups = choices(view, False)
    shown = listing(groups, screen, room, Texts("cruachan.terminal", lang))
    assert screen.rows_of(shown) <= room
    screen.show(shown)
    for choice in flat(groups):
        words = f"{choice.number} (?:{re.escape(choice.brief)}|{re.escape(choice.label[:20])}"
        words += f"|{re.escape(choice.short[:20])})"
        assert re.search(rf"(?<!\S){words}", output.getvalue()), choice


def test_soldiers_and_the_legion_are_listed_apart_with_who_is_thrown_out() -> None:
    view = at(
        "3 a 9 a:1-6 a=5:-:- b=1:Bra-Med,Bre-Cic,Can-Seg,Dev-Med:- c=5:-:- d=5:-:- e=5:-:- sea -"
    )
    output = io.StringIO()
    screen = Small(Console(file=output, width=80, height=24, color_system=None), iter(()))
    screen.show(listing(choices(view, False), screen, 8, Texts("cruachan.terminal", "en")))
    soldiers, legion, *_ = output.getvalue().split("legion to:")
    assert re.match(r"soldier to: +1 Bre-Col ", soldiers)
    assert "Bra-Med" not in soldiers
    assert "Bra-Med:B" in legion
    numbers = [int(number) for number in re.findall(r"(\d+) [A-Zp]", output.getvalue())]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_road_or_a_fort_is_completed(tmp_path: Any) -> None:
    match = played(5, "wales", 12)
    screen, _ = make_screen([])
    seat = match.to_act[0]
    view: Any = match.view(seat)
    session = GameLoop(LocalTable(TranscriptWriter(match, tmp_path / "x.game")), screen, "en")
    listed = flat(choices(view, False))
    suggest = session.prompt.handlers.suggester(PromptQuestion(seat, view, "", listed))
    road = next(choice for choice in listed if choice.text.startswith("place "))
    one, two = road.text.removeprefix("place ").split("-")
    full = {fort["short"]: fort["name"] for fort in view["forts"]}
    for typed in (f"{one}-{two}", f"{one.lower()} {two}", f"{full[two].split()[0]} {one}"):
        assert road.text in suggest(typed), typed
    assert road.text in suggest(full[two].split()[0])
    assert "? Segontium" in suggest("? seg")
    assert "rules C4.1" in suggest("rules c4")


# A game


def start(play: Play, lines: Any, **options: Any) -> Evening:
    return play(lines, **{"game": "cambria", "players": THREE, "seats": 3} | options)


def own(evening: Evening) -> list[str]:
    return [ply.text for ply in transcript.read(evening.path).plies if ply.seat == 0]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_whole_game_to_its_result(play: Play, seats: int, lang: Lang) -> None:
    lines = chain.from_iterable(repeat(["1", ""]))
    players = ("person:Anna", *(f"greedy:{name}" for name in ("Bob", "Cu", "Dana", "Emer")))
    board = "north" if seats == 5 else None
    options = {"players": players[:seats], "seats": seats, "board": board, "lang": lang}
    evening = start(play, lines, **options)
    assert evening.code == 0
    assert verify.verify(evening.path, load_for_transcript).match.outcome is not None
    end = evening.text[evening.text.rindex("The end" if lang == "en" else "Das Ende") :]
    for player in players[:seats]:
        assert player.partition(":")[2] in end


@pytest.mark.parametrize(
    ("lang", "line", "answer"),
    [
        ("en", "help", "Storm forts."),
        ("de", "hilfe", "Erstürme Festungen."),
        ("en", "help", "or the move (place "),
        ("de", "hilfe", "einen Zug (setze "),
        ("en", "hint", "You win about "),
        ("de", "tipp", "Du gewinnst etwa "),
        ("en", "rules C4.1", "C4.1 With two different numbers, neither a 1,"),
        ("de", "regeln 4.1", "C4.1 Mit zwei verschiedenen Zahlen ohne 1"),
        ("en", "rules", "C6 The legion"),
        ("en", "board", "[Mediomanum"),
        ("en", "?", "Type ? and a move: '? place "),
        ("de", "?", "„? setze "),
        ("en", "log", "- Drawn at random:"),
        ("en", "moves", "1 soldier to "),
    ],
)
def test_commands_answer_and_change_nothing(play: Play, lang: Any, line: str, answer: str) -> None:
    evening = start(play, [line], lang=lang)
    assert answer in evening.flat.partition(f": {line} ")[2]
    assert own(evening) == []


def test_why_names_the_rule(play: Play) -> None:
    first = start(play, [])
    match = transcript.resume(first.path, load_for_transcript).match
    view: Any = match.view(0)
    here = next(road["name"] for road in view["roads"] if road["reached"])
    there = next(road["name"] for road in view["roads"] if not road["reached"])
    evening = start(play, [f"? {there}", f"? place {here}", f"why {here}"])
    assert re.search(r"^  C\d\.\d  ", evening.text, re.M)
    assert evening.text.count("Yes, that is possible: ") == 2
    assert own(evening) == []


def test_what_was_done_is_taken_back(play: Play) -> None:
    evening = start(play, ["1", "u", "2", "u", "redo"])
    assert evening.text.count("Anna takes back: place ") == 2
    assert "Anna makes it again: place " in evening.text
    assert len(own(evening)) == 1


def test_after_the_dummy_the_dice_are_rolled_when_told(play: Play) -> None:
    lines = ["1", "", "1", "moves", "x", "u", "1", "", "quit"]
    evening = start(play, lines, players=THREE[:2], seats=2)
    assert "for the dummy: put its soldier on" in evening.flat
    assert evening.text.count("Anna, Enter: roll the dice, u: take back:") == 4
    assert evening.text.count("Enter rolls the dice, 'undo' takes the last move back.") == 2
    assert "Anna takes back: place " in evening.text
    assert "Anna rolls" in evening.text.rpartition("roll the dice")[2]


@pytest.mark.parametrize(("lang", "line"), [("en", "help"), ("de", "hilfe")])
def test_help_is_a_screenful(play: Play, lang: Any, line: str) -> None:
    for board in BOARDS:
        text = start(play, [line], lang=lang, board=board).text.partition(f": {line}\n")[2]
        page, _, _ = text.partition("Anna, ")
        assert len(page.splitlines()) <= 23
        assert max(map(len, page.splitlines())) <= 80


def test_the_chooser_asks_for_the_board_and_explains_the_dummy(play: Play) -> None:
    lines = ["1", "6", "2", "3", "2", "", "quit"]
    evening = play(lines, game="cambria", players=(), out=None)
    assert "Which board?" in evening.text
    assert "2 Northern Britain" in evening.text
    assert "A number from 1 to 2, please." in evening.text
    assert "How many players, 2 to 5? [4]:" in evening.text
    assert "C the dummy: belongs to nobody." in evening.flat
    head = transcript.read(saves.unfinished()[0].path)
    assert [player.kind for player in head.players] == ["person", "steady"]
    more = play(["n", "", "", "", "quit"], game="cambria", players=(), out=None, lang="de")
    assert "Welcher Plan?" in more.text
    assert "Dummy" not in more.text


def test_four_play_when_nobody_says_how_many(play: Play) -> None:
    evening = start(play, ["quit"], players=("person:Anna",), seats=None)
    assert len(transcript.read(evening.path).players) == 4


@pytest.mark.parametrize("board", BOARDS)
def test_no_fort_and_no_road_is_taken_for_a_command(board: str) -> None:
    view: Any = played(2, board, 1).view(None)
    for lang in LANGS:
        for name in (*cambria.names(view), *(fort["short"] for fort in view["forts"])):
            assert read_command(name, lang) is None, name
        for text in ("place Can-Seg", "legion Can-Seg", "ship 4 for 2", "board 4", "stay", "pass"):
            assert read_command(text, lang) is None, text
        for text in ("setze Can-Seg", "von Can-Seg", "schiff 4", "besteige 4", "bleibe", "passe"):
            assert read_command(text, lang) is None, text
