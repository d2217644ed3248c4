"""SHENT in the terminal: its island and pages, and evenings with bots, words and a handed seat."""

from __future__ import annotations

import io
import re
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console, RenderableType

from cruachan.engine import transcript, verify
from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang, Texts
from cruachan.engine.view import Parts
from cruachan.games import load_for_transcript
from cruachan.games.shent import terminal as shent
from cruachan.games.shent.components.board import BOARDS, Board, Land, load
from cruachan.games.shent.components.material import RUNES, printed
from cruachan.games.shent.terminal.signs import SIGN, land_line
from cruachan.terminal import saves
from cruachan.terminal.answers import rules_page
from cruachan.terminal.choices import ListedMove, choices, flat, listing
from cruachan.terminal.chooser import BOT_NAMES
from cruachan.terminal.commands import is_whole, read_command
from cruachan.terminal.move_entry import is_move
from cruachan.terminal.screen import Screen
from tests.terminal.conftest import Evening, Play
from tests.terminal.shent_views import make_view, offer

TABLES = list(zip(BOARDS, (4, 2, 6), strict=True))
WIDE = [(120, 27), (120, 34), (160, 40), (240, 60)]


def shown(page: RenderableType, width: int) -> list[str]:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(page)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


def drawn(view: Any, board: Board, width: int, height: int, lang: Lang = DEFAULT_LANG) -> list[str]:
    return shown(shent.render(view, board, width, height, lang), width)


# The table on a small screen


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_on_80_columns_everything_that_matters_has_its_line(
    name: str, seats: int, lang: Lang
) -> None:
    board = load(name)
    view = make_view(board, seats, lang=lang)
    lines = drawn(view, board, 80, 12, lang)
    assert len(lines) <= 12
    assert max(map(len, lines)) <= 80
    text = "\n".join(lines)
    said = {"en": "Round 12 · movement · sky fire", "de": "Runde 12 · Bewegung · Himmel Feuer"}
    assert said[lang] in lines[0]
    assert "[^]" in lines[0]
    assert "rath 3" in lines[0]
    for player in view["players"]:
        numbers = [player[key] for key in ("tur", "golu", "aglar", "hand", "lands")]
        quests = f"{len(player['quests'])}+{player['fulfilled']}"
        cells = " +".join(re.escape(str(cell)) for cell in (*numbers, quests))
        turn = ">" if player["seat"] == 0 else " "
        sign = re.escape(SIGN[player["element"]])
        row = rf"{turn}{player['letter']} {player['name'][:9]}\S* +{sign} +{cells}\b"
        assert re.search(row, text), player["name"]
    assert "rath (" in text
    assert "Hold four lands of fire" in text
    assert text.count("1/3") == 3, "every quest with its progress"
    assert f"{board.lands[3].short}" in text
    assert "aF1M1R2" in text


def test_lands_with_own_figures_come_first_and_the_rest_on_demand() -> None:
    board = load("thornavar")
    view = make_view(board, 6)
    text = "\n".join(drawn(view, board, 80, 12))
    assert re.search(rf"^Yours: {board.lands[3].short}", text, re.M)
    assert text.endswith("... and more: 'lands' lists all.")
    everything = "\n".join(shown(shent.pages(view, board, "en")["lands"], 80))
    for land in view["lands"]:
        assert land["name"] in everything


def test_a_spectator_has_no_hand_and_no_goal() -> None:
    board = load("sirren")
    text = "\n".join(drawn(make_view(board, 2, seat=None), board, 80, 20))
    assert "Hand:" not in text
    assert "Yours:" not in text
    assert "Goal" not in text


@pytest.mark.parametrize(("width", "height"), [(40, 24), (76, 5), (120, 12), (300, 80), (81, 1000)])
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_any_size_can_be_drawn(name: str, seats: int, width: int, height: int) -> None:
    board = load(name)
    lines = drawn(make_view(board, seats), board, width, height)
    assert max(map(len, lines)) <= width
    assert "Anna" in "\n".join(lines)


# The map


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("width", "height"), WIDE)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_wide_screen_has_a_map_with_every_land(
    name: str, seats: int, width: int, height: int, lang: Lang
) -> None:
    board = load(name)
    view = make_view(board, seats, lang=lang)
    lines = drawn(view, board, width, height, lang)
    assert len(lines) <= height
    assert max(map(len, lines)) <= width
    for land in view["lands"]:
        sign = SIGN[land["element"]]
        marker = "" if land["marker"] is None else "ABCDEF"[land["marker"]]
        rune = f" {printed(land['rune']['name'])}{land['rune']['strength']}" if land["rune"] else ""
        quest = ">" if land["quest"] else ""
        label = f"{quest}{land['short']}{sign}{marker}{rune}"
        assert any(label in line for line in lines), label


def test_lands_lie_about_where_they_are() -> None:
    board = load("elvarin")
    lines = drawn(make_view(board), board, 160, 40)
    north = min(board.lands, key=lambda land: land.seat[1])
    south = max(board.lands, key=lambda land: land.seat[1])
    west = min(board.lands, key=lambda land: land.seat[0])
    rows = {
        land.short: next(n for n, line in enumerate(lines) if f"{land.short}{sign(land)}" in line)
        for land in (north, south, west)
    }
    assert rows[north.short] < 4
    assert rows[south.short] > 30
    assert lines[rows[west.short]].index(west.short) < 20


def sign(land: Land) -> str:
    return list(SIGN.values())[land.element]


@pytest.mark.parametrize(
    ("land", "said"),
    [
        (3, "aF1M1R2"),
        (4, "aF1S1 bMG cTP dRD"),
        (5, "!U"),
        (6, "a(F2)m2b1"),
    ],
)
def test_figures_in_a_few_letters(land: int, said: str) -> None:
    view = make_view(load("elvarin"))
    assert land_line(view, view["lands"][land]).plain.endswith(said)


def test_buildings_tokens_runes_and_quests_in_a_few_letters() -> None:
    view = make_view(load("elvarin"))
    land = view["lands"][0] | {
        "marker": 1,
        "quest": True,
        "rune": {"name": "rath", "strength": 3},
        "figures": [],
        "building": {"kind": "ost", "owner": 2, "flags": ["siege"]},
        "tokens": [{"kind": "wall", "name": "wall", "strength": 4, "owner": None}],
    }
    assert land_line(view, land).plain == ">Wal=B rath3 c[ost!] +wall4"
    free = land | {"building": {"kind": "minas", "owner": None, "flags": []}, "tokens": []}
    assert land_line(view, free).plain == ">Wal=B rath3 [min]"


@pytest.mark.parametrize("lang", LANGS)
def test_no_player_is_told_by_colour_alone(lang: Lang) -> None:
    board = load("thornavar")
    text = "\n".join(drawn(make_view(board, 6, lang=lang), board, 120, 40, lang))
    legend = Texts("cruachan.games.shent", lang)("terminal.legend")
    assert "\x1b" not in text
    for code in SIGN.values():
        assert code in legend


# Pages and moves


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", ("lands", "quests", "figures", "runes")), ("de", ("länder", "questen", "figuren"))],
)
def test_what_can_be_looked_up(lang: Lang, words: tuple[str, ...]) -> None:
    board = load("elvarin")
    pages = shent.pages(make_view(board, lang=lang), board, lang)
    for word in words:
        text = "\n".join(shown(pages[word], 80))
        assert text
        assert read_command(word, lang) is None


def test_quests_in_full_with_progress_and_what_nobody_knows() -> None:
    board = load("elvarin")
    text = " ".join(
        "\n".join(shown(shent.pages(make_view(board), board, "en")["quests"], 80)).split()
    )
    assert "Goal 1/2: Hold four lands of fire at once." in text
    assert "Quest 0 (open, rath maeth, fair, 1/3): Bring a hunter to Silverford and home" in text
    assert "Quest 5 (secret, fair): nobody knows it yet" in text
    assert "B Maximiliane-Josephine (fulfilled: 1)" in text


def test_marks_tell_who_stands_in_a_land_and_its_rune() -> None:
    board = load("elvarin")
    view = make_view(board)
    wall = view["lands"][0]
    wall["figures"] = []
    assert shent.mark(view, "piece:faron1", offer("step faron1 Wal")) == "(nuthad3)"
    full = board.lands[4].short
    assert shent.mark(view, "piece:faron1", offer(f"step faron1 {full}")) == "(bcd)"
    assert shent.mark(view, "piece:faron1", offer(f"step faron1 {board.lands[5].short}")) == "(!)"
    assert shent.mark(view, "", offer("done")) == ""


class Small(Screen):
    """A terminal of 80x24, as far as the list of moves knows."""

    interactive = True


def test_steps_are_listed_by_figure() -> None:
    view = make_view(load("elvarin"))
    output = io.StringIO()
    screen = Small(Console(file=output, width=80, height=24, color_system=None), iter(()))
    screen.show(listing(choices(view, True), screen, 4, Texts("cruachan.terminal", "en")))
    text = output.getvalue()
    for choice in flat(choices(view, True)):
        assert re.search(rf"(?<!\S){choice.number} \S", text), choice
    assert "faron1 to:" in text
    assert "maethor1 to:" in text


def spells(view: Any, lands: int, *readings: str) -> None:
    """Give a view a spell with some readings in so many lands."""
    view["points"] = [
        {"id": f"land:{land['short']}", "label": land["name"], "moves": []}
        for land in view["lands"][:lands]
    ]
    for number, key in enumerate(readings):
        for at, point in enumerate(view["points"]):
            text = f"choose rhach.{key} {view['lands'][at]['short']}"
            label = f"{key.title()} in {point['label']}: It does {key}, and that at some length."
            point["moves"].append(offer(text, label, order=number * lands + at))


@pytest.mark.parametrize("room", [8, 24])
def test_spells_are_listed_by_what_they_do(room: int) -> None:
    """Once for all lands, and numbered in that order."""
    view = make_view(load("elvarin"))
    spells(view, 30, "ill", "against")
    output = io.StringIO()
    screen = Small(Console(file=output, width=120, height=40, color_system=None), iter(()))
    screen.show(listing(choices(view, True), screen, room, Texts("cruachan.terminal", "en")))
    text = output.getvalue()
    assert text.count("Ill in …: It does ill, and that at some length.") == 1
    assert text.count("Against in …: It does against, and that at some length.") == 1
    assert [choice.text.split()[1] for choice in flat(choices(view, True))[29:31]] == [
        "rhach.ill",
        "rhach.against",
    ]
    assert ("1 Wallrock" in text) == (room == 24)
    assert re.search(r"(?<!\S)60 \S", text)
    assert len(text.splitlines()) <= room


def test_what_has_no_room_is_left_out_whole() -> None:
    """Of the moves of which there are most; no line is cut, and the last one stays."""
    view = make_view(load("elvarin"))
    aims = [f"Do {'a rather long thing ' * 6}for the {n}. time." for n in range(9)]
    moves = [offer(f"aim {n} x y", label, order=n) for n, label in enumerate(aims)]
    moves.append(offer("free", "an aim in your own words", order=9))
    view["points"] = [{"id": "", "label": "Besides", "moves": moves}]
    output = io.StringIO()
    screen = Small(Console(file=output, width=80, height=24, color_system=None), iter(()))
    screen.show(listing(choices(view, True), screen, 8, Texts("cruachan.terminal", "en")))
    text = output.getvalue()
    assert " ".join(text.split()).count("time.") == 3
    assert "10 an aim in your own words" in text
    assert text.endswith("... and more: 'moves' lists all.\n")
    assert "…" not in text


@pytest.mark.parametrize("lang", LANGS)
def test_runes_are_looked_up_with_what_they_bring(lang: Lang) -> None:
    """And the page says where more is written."""
    board = load("elvarin")
    word = "runes" if lang == "en" else "runen"
    page = "\n".join(shown(shent.pages(make_view(board, lang=lang), board, lang)[word], 80))
    for rune in RUNES:
        assert ("îdh" if rune == "idh" else rune) in page
    rules = "\n".join(
        shown(rules_page("cruachan.games.shent", "rath", Texts("cruachan.terminal", lang)), 80)
    )
    assert "S23.1" in rules
    assert "S24.1" not in rules


# Evenings


TABLE = ("person:Anna", "purposeful:Bob", "purposeful:Cu", "wandering:Dana")


def start(play: Play, lines: Any, **options: Any) -> Evening:
    given = {"game": "shent", "players": TABLE, "seed": "s", "options": {"limit": "15"}}
    return play(lines, **given | options)


def own(path: Path) -> list[str]:
    return [ply.text for ply in transcript.read(path).plies if ply.seat == 0]


@pytest.mark.parametrize("lang", LANGS)
def test_some_rounds_with_three_bots(play: Play, lang: Lang) -> None:
    quiet = "tales" if lang == "en" else "erzählen"
    done = start(play, [quiet, *islice(cycle(["1", "2", "", "1", "1"]), 130)], lang=lang)
    assert done.code == 0
    assert len(own(done.path)) > 40
    assert "Traceback" not in done.text
    assert ("Round 2" if lang == "en" else "Runde 2") in done.text
    assert max(map(len, done.text.splitlines())) <= 80 or str(done.path) in done.text


def test_own_words_stand_in_the_story(play: Play) -> None:
    lines = [line for n in range(60) for line in ("1", f"So it was told for the {n}. time.")]
    done = start(play, [*lines, "story"])
    told = [text for text in own(done.path) if " : So it was told" in text]
    assert told
    words = told[-1].partition(" : ")[2]
    assert words in " ".join(done.text.split())


def test_a_seat_is_handed_over_and_taken_back(play: Play) -> None:
    done = start(play, ["bot", "", "", "person", "log"])
    assert "Anna is played by the bot 'steady' from now on" in done.flat
    assert done.text.count("Enter: watch on;") == 3
    assert transcript.read(done.path).players[0].kind == "person"
    assert len(own(done.path)) > 5


def test_a_game_goes_on_where_it_stopped(play: Play) -> None:
    first = start(play, ["tales", *["1"] * 30, "quit"])
    before = transcript.read(first.path).plies
    again = play(["tales", "1", "1", "quit"], resume=first.path)
    assert again.code == 0
    assert len(transcript.read(first.path).plies) > len(before)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("command", ["help", "moves", "board", "hint", "rules", "story", "save"])
def test_commands_answer_and_change_nothing(play: Play, command: str, lang: Lang) -> None:
    done = start(play, ["1", "", command], lang=lang)
    assert len(done.text.partition(f": {command}\n")[2].splitlines()) >= 2
    assert len(own(done.path)) <= 2


@pytest.mark.parametrize(("lang", "line"), [("en", "help"), ("de", "hilfe")])
def test_help_is_a_screenful(play: Play, lang: Any, line: str) -> None:
    text = start(play, [line], lang=lang).text.partition(f": {line}\n")[2]
    page, _, _ = text.partition("Anna, ")
    assert len(page.splitlines()) <= 23
    assert max(map(len, page.splitlines())) <= 80


def test_bots_alone_play_to_the_end(play: Play) -> None:
    done = start(play, [], players=("purposeful", "wandering"), board="sirren")
    assert "The end" in done.text
    assert verify.verify(done.path, load_for_transcript).match.outcome is not None


@pytest.mark.parametrize("name", BOARDS)
def test_no_land_is_taken_for_a_command(name: str) -> None:
    for land in load(name).lands:
        step = ListedMove(1, None, f"step faron1 {land.short}", "", "", Parts("step"))
        for text in (land.short, *land.names.texts.values()):
            assert not is_whole(text), text
            assert is_move(text, [step]) or read_command(text, "en") is None, text
            assert is_move(text, [step]) or read_command(text, "de") is None, text


@pytest.mark.parametrize("lang", LANGS)
def test_no_move_is_taken_for_a_command(play: Play, lang: Lang) -> None:
    done = start(play, ["tales", *["1"] * 60])
    for ply in transcript.read(done.path).plies:
        if ply.seat >= 0:
            assert read_command(ply.text, lang) is None, ply.text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("seats", "board"), [("2", "sirren"), ("", "elvarin"), ("6", "thornavar")])
def test_the_board_suits_the_number_of_players(
    play: Play, seats: str, board: str, lang: Lang
) -> None:
    lines = [seats, "", "", "quit"]
    done = play(lines, game="shent", players=(), out=None, lang=lang)
    head = transcript.read(saves.unfinished()[0].path)
    assert head.board_name == board
    assert len(head.players) == int(seats or 4)
    assert {player.kind for player in head.players[1:]} == {"steady"}
    assert not set(BOT_NAMES) & {player.name for player in head.players[1:]}, "names of its own"
    assert "purposeful, wandering" in done.flat


def test_two_persons_share_the_keyboard_and_no_secret(play: Play) -> None:
    players = ("person:Anna", "person:Ben", "purposeful:Cu")
    done = start(play, ["", "tales", *["1", ""] * 60], players=players)
    assert done.code == 0
    assert "Pass the keyboard to Ben." in done.text


def test_an_open_table_passes_the_keyboard_on_only_for_hands_and_goals(play: Play) -> None:
    """[S3.14] What needs no hand is asked before all eyes, and shows no rune of anybody's."""
    players = ("person:Anna", "person:Ben", "purposeful:Cu")
    passed = {}
    for option in ("no", "yes"):
        rules = {"limit": "15", "open": option}
        done = start(play, ["", "tales", *["1", ""] * 60], players=players, options=rules)
        assert done.code == 0
        moves = [ply for ply in transcript.read(done.path).plies if ply.seat in (0, 1)]
        passed[option] = done.text.count("Pass the keyboard to") / len(moves)
    assert 0 < passed["yes"] < 0.75 * passed["no"]
    asked = done.flat.index("Choose your element")
    assert "Pass the keyboard" not in done.flat[:asked], "an element is chosen in the open"


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["fire", "? Tideholm", "quark", "hunter", "hunter in Smoke"]),
        ("de", ["feuer", "? Flutholm", "quark", "Jäger", "Jäger in Rau"]),
    ],
)
def test_a_newcomer_is_told_why_and_what_to_type(play: Play, lang: Lang, lines: list[str]) -> None:
    """In words, never in notation."""
    text = start(play, lines, lang=lang).text
    land = lines[1][2:]
    assert f"{land} {'is not of' if lang == 'en' else 'gehört nicht'}" in text
    assert "S3.3" in text
    said = text.partition(": quark\n")[2].partition("Anna, ")[0]
    assert "faron" not in said
    assert len(said.splitlines()) >= 2
    assert "faron" not in text.partition(f": {lines[3]}\n")[2].partition("Anna, ")[0]


def test_words_of_the_list_are_understood_and_a_colon_may_be_forgotten(play: Play) -> None:
    """As far as they name one move."""
    done = start(play, ["fire is your", "1", "1", "open quest with", "quit"])
    assert own(done.path)[0] == "element naur"
    done = start(play, ["4", "1", "1", "1", "1 We shall see to it", "quit"])
    assert any(text.endswith(" : We shall see to it") for text in own(done.path))
