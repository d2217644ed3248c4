"""When chance decides and bots move, what becomes of a bot that fails, how the server closes."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import time
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from cruachan.engine.game import Decision
from cruachan.server.bots import worker
from cruachan.server.bots.worker import BotTask
from cruachan.server.bots.workers import COMPILING, BotFailed, Workers
from cruachan.server.client import Client
from cruachan.server.tables.pace import LONGEST_LOOK
from tests.server.running import Running


def window(server: Running, client: Client, table: str, seat: int, shows: bool) -> Any:
    """A line of a seat that says, or does not say, what it has shown."""
    query = f"since=0&seat={seat}&shows={str(shows).lower()}"
    return connect(
        f"ws://127.0.0.1:{server.port}/api/tables/{table}/listen?{query}",
        additional_headers={"authorization": f"Bearer {client.key}"},
        compression=None,
        max_size=None,
    )


def read_all(line: ClientConnection) -> None:
    """Whatever comes, until the line is closed."""
    while True:
        line.recv(timeout=300)


def three(server: Running) -> tuple[Client, str]:
    """A table of Hibernia, all of whose seats are one person's, about to begin."""
    anna = server.client()
    seats = [{"kind": "me", "name": name} for name in ("Anna", "Ben", "Cy")]
    table = str(anna.create("hibernia", seats)["table"])
    anna.act(table, "start")
    return anna, table


@pytest.mark.parametrize("says", [True, False])
def test_chance_waits_for_the_window_of_who_is_to_move(server: Running, says: bool) -> None:
    anna, table = three(server)
    with ExitStack() as opened:
        opening = (window(server, anna, table, seat, True) for seat in range(3))
        lines = [opened.enter_context(each) for each in opening]
        took = chance_after(anna, table, lines, says)
        # A machine with much else to do may be slow at times, but not always.
        for _ in range(4 if says else 0):
            took = min(took, chance_after(anna, table, lines, says))
            if took < LONGEST_LOOK - 0.5:
                break
    assert took >= LONGEST_LOOK - 0.5 if not says else took < LONGEST_LOOK - 0.5


def chance_after(anna: Client, table: str, lines: list[ClientConnection], says: bool) -> float:
    """Play until a roll is due, and say so or not; the seconds until it is made."""
    for _ in range(60):
        found = anna.table(table)
        waited = found["view"]["to_act"]
        if waited == [-1]:
            start, seq = time.monotonic(), found["seq"]
            if says:
                for line in lines:
                    line.send(json.dumps({"shown": seq}))
            while anna.table(table)["seq"] == seq:
                assert time.monotonic() - start < 60
                time.sleep(0.02)
            return time.monotonic() - start
        seen = anna.table(table, seat=waited[0])
        move = seen["view"]["points"][0]["moves"][0]["move"]
        anna.act(table, "move", seat=waited[0], answers=seen["asked"], move=move)
    raise AssertionError("nothing was rolled")


def test_chance_decides_at_once_where_no_window_is_waited_for(server: Running) -> None:
    anna, table = three(server)
    assert anna.table(table)["view"]["to_act"] != [-1]


def test_bots_leave_people_time_to_follow(server: Running) -> None:
    anna = server.client()
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "random"}, {"kind": "random"}]
    table = str(anna.create("hibernia", seats, bot_pace=1.0)["table"])
    moments: list[int] = []
    answered: int | None = None
    with window(server, anna, table, 0, False) as line:
        anna.act(table, "start")
        while len(moments) < 3:
            said = json.loads(line.recv(timeout=300))
            moments += [row["at"] for row in said["rows"] if row.get("by")]
            # The same may be said twice, as when it is told anew who is there.
            if 0 in said.get("view", {}).get("to_act", ()) and said["asked"] != answered:
                answered = said["asked"]
                move = said["view"]["points"][0]["moves"][0]["move"]
                anna.act(table, "move", seat=0, answers=said["asked"], move=move)
    gaps = [later - earlier for earlier, later in pairwise(moments)]
    assert min(gaps) >= 800


def test_every_window_is_sent_each_move_by_itself(server: Running) -> None:
    """A bot's last move and the next roll came in one message, and only one was told."""
    anna = server.client()
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "random"}, {"kind": "random"}]
    table = str(anna.create("cambria", seats, bot_pace=0.01)["table"])
    sizes: list[int] = []
    seen, answered = 0, None
    with window(server, anna, table, 0, True) as line:
        anna.act(table, "start")
        while len(sizes) < 30:
            said = json.loads(line.recv(timeout=300))
            line.send(json.dumps({"shown": said["seq"]}))
            moves = [row for row in said["rows"] if row["seq"] > seen and row["kind"] == "move"]
            seen = said["seq"]
            sizes += [len(moves)] if moves else []
            if 0 in said.get("view", {}).get("to_act", ()) and said["asked"] != answered:
                answered = said["asked"]
                move = said["view"]["points"][0]["moves"][0]["move"]
                anna.act(table, "move", seat=0, answers=said["asked"], move=move)
    assert set(sizes) == {1}


def test_a_table_of_bots_goes_on_by_itself(server: Running) -> None:
    anna = server.client()
    table = str(anna.create("gallia", [{"kind": "random"}, {"kind": "random"}])["table"])
    anna.act(table, "start")
    end = time.monotonic() + 60
    while anna.table(table)["table"]["status"] != "over":
        assert time.monotonic() < end
        time.sleep(0.1)


def test_the_server_tells_its_listeners_when_it_closes(tmp_path: Path) -> None:
    with Running(tmp_path / "data") as server:
        anna, table = three(server)
        with window(server, anna, table, 0, False) as line:
            line.recv(timeout=300)
            assert server.stop() == 0
            with pytest.raises(ConnectionClosed) as caught:
                read_all(line)
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == 1012
        assert server.stderr == ""


# Bots that fail


class Sleeper:
    """What holds a process up as soon as it is unpacked there."""

    def __reduce__(self) -> Any:
        return time.sleep, (600,)


def task(bot: str, decision: Any = None) -> BotTask:
    return BotTask("gallia", "padus", bot, decision, "seed")


def test_a_bot_that_fails_or_hangs_is_replaced() -> None:
    nothing: Decision[Any, Any] = Decision(0, None, [], ())

    async def asked() -> None:
        workers = Workers(count=1, patience=20)
        try:
            with pytest.raises(BotFailed, match="nobody"):
                await workers.ask(task("nobody", nothing))
            with pytest.raises(BotFailed, match=r"no answer within 1\.0 s"):
                await workers.ask(task("random", Sleeper()), 1.0)
            with pytest.raises(BotFailed, match="nobody"):
                await workers.ask(task("nobody", nothing))
        finally:
            workers.close()

    asyncio.run(asked())


def test_a_process_starts_when_it_is_asked_and_never_after_its_end() -> None:
    """A server at which no bot plays needs none."""
    nothing: Decision[Any, Any] = Decision(0, None, [], ())
    before = set(multiprocessing.active_children())
    workers, idle = Workers(count=1), Workers(count=1)
    (process,), (never,) = workers._all, idle._all
    assert set(multiprocessing.active_children()) == before
    with pytest.raises(BotFailed, match="nobody"):
        process.ask(task("nobody", nothing), COMPILING)
    assert len(set(multiprocessing.active_children()) - before) == 1
    workers.close()
    idle.close()
    for each in (process, never):
        with pytest.raises(BotFailed, match="stopped"):
            each.ask(task("nobody", nothing), COMPILING)
    assert set(multiprocessing.active_children()) == before


def test_the_first_move_of_a_kind_of_bot_may_take_as_long_as_compiling_it() -> None:
    async def asked() -> tuple[list[float], list[float]]:
        workers = Workers(count=1, patience=20)
        try:
            kinds = ("strong", "strong", "expert")
            return [workers._patience(task(kind)) for kind in kinds], [workers.patience]
        finally:
            workers.close()

    patiences, usual = asyncio.run(asked())
    assert patiences == [COMPILING, *usual, COMPILING]


class Slow:
    """A process that answers late, and says to whom."""

    asked: ClassVar[list[str]] = []

    def ask(self, task: Any, patience: float) -> None:
        self.asked.append("bot" if isinstance(task, BotTask) and task.bot else "advice")
        time.sleep(0.05)

    def end(self) -> None:
        """It has no process."""


def test_a_bot_that_is_to_move_waits_for_no_queue_of_questions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cruachan.server.bots.workers._Worker", Slow)
    monkeypatch.setattr("cruachan.server.bots.workers.MOST_ASKED", 5)
    nothing: Decision[Any, Any] = Decision(0, None, [], ())
    question = BotTask("gallia", "padus", None, nothing, "seed")

    async def asked() -> list[Any]:
        workers = Workers(count=1)
        asking = [asyncio.ensure_future(workers.ask(question)) for _ in range(7)]
        await asyncio.sleep(0)
        await workers.ask(task("random", nothing))
        return list(await asyncio.gather(*asking, return_exceptions=True))

    answers = asyncio.run(asked())
    assert Slow.asked[:3] == ["advice", "bot", "advice"]
    assert [isinstance(each, BotFailed) for each in answers] == [False] * 5 + [True] * 2


def test_games_are_made_ready_before_anybody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    ready: list[tuple[str, str]] = []
    monkeypatch.setattr("os.nice", lambda steps: ready.append(("nice", str(steps))))
    monkeypatch.setattr(worker, "is_prepared", lambda package: not package.endswith("cambria"))
    monkeypatch.setattr(worker, "make_ready", lambda game, bot: ready.append((game.name, bot.name)))
    worker.warm()
    first, usual, *rest = ready
    assert first[0] == "nice"
    assert usual == ("cambria", "steady")
    assert {"strong", "expert", "greedy", "random"} <= {bot for _, bot in rest}
    assert {game for game, _ in rest} == {"cambria"}
