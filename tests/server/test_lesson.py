"""A first game at a table of a server: set, checked step by step, left, gone on with, played on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from cruachan.engine.game import CHANCE
from cruachan.games import GAMES, load_game
from cruachan.lessons.course import LessonError
from cruachan.lessons.lesson import has_lesson, load
from cruachan.server.client import Client, RefusedError
from cruachan.server.errors import ServerError
from cruachan.server.tables import commands, handlers
from cruachan.server.tables.events.base import PendingEvent
from cruachan.server.tables.events.seating import GameStarted, TableCreated
from cruachan.server.tables.redaction import Audience, PresentSeats, message
from cruachan.server.tables.setting import HOST, SeatSetting, TableSetting, seated
from cruachan.server.tables.table import Actor, GameTable
from tests.lessons.test_lessons import TELLING
from tests.server.running import Running

TAUGHT = [name for name in GAMES if has_lesson(name)]
ANNA = {"kind": "me", "name": "Anna"}


def set_lesson(client: Client, game: str = "hibernia", **wishes: Any) -> tuple[str, int]:
    """A first game, and the learner's seat."""
    body = {"game": game, "lesson": True, "seats": [ANNA], "bot_pace": 0, **wishes}
    made = client.post("/tables", body)
    return str(made["table"]), int(made["seats"][-1])


def settled(client: Client, table: str, seat: int, since: int = 0) -> dict[str, Any]:
    """The table once something is said to the learner, or the lesson is over."""
    for said in client.listen(table, seat=seat, since=since):
        lesson = said["table"]["lesson"]
        if lesson["over"] or lesson["text"]:
            return said
    raise AssertionError


def take_step(client: Client, table: str, seat: int, said: dict[str, Any]) -> None:
    lesson = said["table"]["lesson"]
    if lesson["wait"]:
        client.act(table, "go_on", seat=seat)
        return
    values: dict[str, Any] = {"words": TELLING} if lesson["tell"] else {}
    client.act(table, "move", seat=seat, answers=said["asked"], text=lesson["expects"][0], **values)


def taught(game: str = "hibernia") -> GameTable:
    """The table of a first game by itself, begun."""
    lesson = load(game)
    played = load_game(game, lesson.board)
    seats = tuple(SeatSetting(player.kind, player.name) for player in lesson.players())
    options = played.complete(len(seats), lesson.options)
    at = GameTable(
        "t",
        TableSetting(game, lesson.board, options, seated(played, seats), lesson="en"),
        played,
        lesson.seed,
    )
    at.apply(PendingEvent(TableCreated()), 1)
    at.apply(PendingEvent(GameStarted()), 1)
    roll(at)
    return at


def roll(at: GameTable) -> None:
    while CHANCE in at.waits_for():
        for new in at.roll():
            at.apply(new, 1)


LEARNER = Actor(frozenset({HOST, 0}))


def do(at: GameTable, kind: type[commands.SeatCommand], name: str, **values: Any) -> None:
    command = kind.model_validate({"kind": name, "seat": 0, **values})
    for new in handlers.handle(at, command, LEARNER).events:
        at.apply(new, 1)
    roll(at)


def go_on(at: GameTable) -> None:
    while at.course and at.course.waits:
        do(at, commands.GoOnCommand, "go_on")


def asked(at: GameTable) -> int:
    assert at.match is not None
    return at.match.decision_id(0)


def lesson_of(at: GameTable, viewer: int | None = 0, lang: Any = "en") -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(
        message(at, 0, Audience(viewer, lang), PresentSeats()).table.lesson
    )
    return found


# The whole way


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_is_played_to_its_end_and_beyond(server: Running, game: str) -> None:
    anna = server.client(lang="de")
    table, seat = set_lesson(anna, game)
    said = settled(anna, table, seat)
    assert said["table"]["status"] == "playing"
    assert said["table"]["seats"][seat]["name"] == "Anna"
    steps = []
    while not said["table"]["lesson"]["over"]:
        lesson = said["table"]["lesson"]
        steps.append(lesson["step"])
        assert lesson["text"] == load(game).steps[lesson["step"] - 1].said.text("de")
        take_step(anna, table, seat, said)
        said = settled(anna, table, seat, said["seq"])
    assert steps == list(range(1, len(load(game).steps) + 1))
    plies = said["table"]["plies"]
    for later in anna.listen(table, seat=seat, since=said["seq"]):
        if later["table"]["plies"] > plies or later["view"]["points"]:
            break
    (listed,) = (each for each in anna.get("/tables/mine") if each["table"] == table)
    assert listed["lesson"] is True


def test_a_lesson_is_gone_on_with_after_the_server_was_killed(tmp_path: Path) -> None:
    with Running(tmp_path / "data", rules="compiled") as server:
        anna = server.client()
        table, seat = set_lesson(anna)
        for _ in range(7):
            said = settled(anna, table, seat)
            take_step(anna, table, seat, said)
        before = settled(anna, table, seat)
        server.kill()
        server.start()
        after = settled(server.client(anna.key), table, seat)
    assert after["table"]["lesson"] == before["table"]["lesson"]
    assert after["table"]["lesson"]["step"] == 8


# TableSetting it


def test_games_say_whether_they_are_taught(server: Running) -> None:
    found = {game["name"]: game["lesson"] for game in server.client().get("/games")}
    assert found == {name: has_lesson(name) for name in GAMES}


@pytest.mark.parametrize(
    "more",
    [
        {"board": "ireland"},
        {"clock": "1+4"},
        {"public": True},
        {"seats": [ANNA, {"kind": "free"}]},
        {"seats": [{"kind": "free"}]},
        {"lesson": False, "seats": []},
    ],
)
def test_what_the_lesson_decides_cannot_be_wished(server: Running, more: dict[str, Any]) -> None:
    with pytest.raises(RefusedError) as caught:
        set_lesson(server.client(), **more)
    assert (caught.value.status, caught.value.key) == (422, "invalid")


def test_a_lesson_needs_no_name(server: Running) -> None:
    anna = server.client()
    made = anna.post("/tables", {"game": "hibernia", "lesson": True})
    found = anna.table(made["table"], 0)
    assert found["table"]["seats"][0]["name"] == "Nessa"
    assert found["table"]["lesson"]["wait"] is True
    assert found["table"]["promise"] == anna.table(set_lesson(anna)[0])["table"]["promise"]


# What is refused


def test_a_legal_move_that_is_not_taught_is_refused_with_a_sentence(server: Running) -> None:
    anna = server.client()
    table, seat = set_lesson(anna)
    said = settled(anna, table, seat)
    with pytest.raises(RefusedError, match="Read the explanation") as caught:
        anna.act(table, "move", seat=seat, answers=said["asked"], text="march Air die")
    assert (caught.value.status, caught.value.key) == (422, "lesson")
    while said["table"]["lesson"]["wait"]:
        take_step(anna, table, seat, said)
        said = settled(anna, table, seat, said["seq"])
    with pytest.raises(RefusedError, match="keep the wild play") as caught:
        anna.act(table, "move", seat=seat, answers=said["asked"], text="raise wild", queue=True)
    assert (caught.value.status, caught.value.key) == (422, "lesson")
    with pytest.raises(RefusedError) as caught:
        anna.act(table, "move", seat=seat, answers=said["asked"], text="march Ail die")
    assert (caught.value.key, caught.value.answer["rule"]) == ("illegal", "H3.2")
    advice = anna.post(f"/tables/{table}/hint", {"seat": seat})
    assert [each["text"] for each in advice["moves"]] == ["march Air die"]
    assert advice["chances"] is None
    with pytest.raises(RefusedError) as caught:
        anna.act(table, "go_on", seat=seat)
    assert (caught.value.status, caught.value.key) == (409, "nothing_to_read")


def test_there_is_nothing_to_read_at_an_ordinary_table(server: Running) -> None:
    anna = server.client()
    table = anna.create("gallia", [ANNA, {"kind": "random"}])["table"]
    anna.act(table, "start")
    assert anna.table(table, 0)["table"]["lesson"] is None
    with pytest.raises(RefusedError) as caught:
        anna.act(table, "go_on", seat=0)
    assert caught.value.key == "nothing_to_read"


# By itself


def test_others_wait_for_the_reader_and_then_move_as_written() -> None:
    at = taught()
    assert at.waits_for() == ()
    assert at.waited() == (0,)
    go_on(at)
    for text in ("march Air die", "march Brf wild"):
        do(at, commands.MoveCommand, "move", answers=asked(at), text=text)
    assert at.waits_for() == ()
    assert lesson_of(at)["wait"]
    go_on(at)
    assert at.waits_for() == at.waited() == (1,)
    assert lesson_of(at)["text"] == ""
    for new in at.bot_move(1, at.taught_move()):
        at.apply(new, 1)
    assert getattr(at.events[-1].body, "text", "") == "march Mid die"
    assert at.dice_fit()


def test_what_is_said_is_the_learners_and_in_her_language() -> None:
    at = taught()
    go_on(at)
    english, german, watched = lesson_of(at), lesson_of(at, lang="de"), lesson_of(at, None)
    assert english["text"] == load("hibernia").steps[4].said.text("en")
    assert german == english | {"text": load("hibernia").steps[4].said.text("de")}
    assert english["expects"] == ["march Air die"]
    assert watched == english | {"text": "", "marks": [], "expects": []}


def test_moves_are_taken_back_and_the_lesson_with_them() -> None:
    at = taught()
    go_on(at)
    before = lesson_of(at)
    do(at, commands.MoveCommand, "move", answers=asked(at), text="march Air die")
    assert lesson_of(at)["step"] == before["step"] + 1
    do(at, commands.UndoCommand, "undo")
    assert lesson_of(at) == before
    do(at, commands.RedoCommand, "redo")
    do(at, commands.MoveCommand, "move", answers=asked(at), text="march Brf wild")
    do(at, commands.AskUndoCommand, "ask_undo")
    assert lesson_of(at)["expects"] == ["march Brf wild"]


def test_a_bot_in_the_learners_seat_plays_the_lesson() -> None:
    at = taught()
    do(at, commands.ToBotCommand, "to_bot")
    assert at.waits_for() == ()
    go_on(at)
    assert at.waits_for() == (0,)
    with pytest.raises(ServerError):
        do(at, commands.MoveCommand, "move", answers=asked(at), text="march Air die")
    with pytest.raises(LessonError):
        at.bot_move(0, at.playing().legal_moves(0)[-1])
    for new in at.bot_move(0, at.taught_move()):
        at.apply(new, 1)
    assert getattr(at.events[-1].body, "text", "") == "march Air die"


def test_the_transcript_of_a_lesson_says_that_its_dice_were_chosen() -> None:
    match = taught().match
    assert match is not None
    assert match.chosen
