"""Notices under attack: slow receivers, mail to strangers, seats that were lost meanwhile."""

from __future__ import annotations

import asyncio
import json
import smtplib
import socket
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
from starlette.requests import Request

from cruachan.server.api import notices as endpoints
from cruachan.server.errors import ServerError
from cruachan.server.notices import outside
from cruachan.server.notices.mail import is_address
from cruachan.server.notices.notices import CHECKED_TOGETHER
from cruachan.server.notices.outside import is_private, must_be_public
from cruachan.server.notices.queue import OF_ONE
from cruachan.server.notices.settings import MailSettings
from cruachan.server.notices.ways import Outgoing, Undelivered
from cruachan.server.store import notices as stored
from cruachan.server.store.jobs import Job
from cruachan.server.store.notices import QueuedNotice
from cruachan.server.store.persons import LEAVE_TABLE
from cruachan.server.store.persons import at as of_person
from cruachan.server.tables.identity import anonymous
from cruachan.server.tables.keys import new_key
from tests.server.noticing import World, in_world
from tests.server.receiving import MailReceiver, open_receiver

MAIL = MailSettings("127.0.0.1", "Cruachan <games@games.example>", tls="none")
MANY = 64
"""More than there are threads for what the whole server does beside its event loop."""


@pytest.mark.parametrize(
    "address",
    [
        *("::127.0.0.1", "::10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "fec0::1"),
        "::ffff:0:127.0.0.1",
    ],
)
def test_an_address_of_the_own_network_inside_another_one_is_private(address: str) -> None:
    assert is_private(address)


@pytest.mark.parametrize("url", ["https://example.org:99999/", "https://example.org:x/"])
def test_a_port_that_is_none_is_told(url: str) -> None:
    with pytest.raises(Undelivered, match="https"):
        asyncio.run(must_be_public(url, False))


def test_a_public_address_behind_a_gateway_is_public() -> None:
    assert not is_private("64:ff9b::5db8:d822")


def test_slow_names_and_slow_mail_servers_keep_nobody_else_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long answers are packed in a thread: it must not be one that waits for a stranger."""
    answered = threading.Event()

    def slow(*_: Any, **__: Any) -> Any:
        answered.wait(60)
        raise OSError("no such name")

    async def played(world: World) -> None:
        sender = world.notices.mail
        assert sender is not None
        monkeypatch.setattr(socket, "getaddrinfo", slow)
        monkeypatch.setattr(smtplib, "SMTP", slow)
        way = cast(Any, SimpleNamespace(target='{"address": "a@b.de"}'))
        mail = sender._mail(way, "Title", "Text", "id")
        waiting = [asyncio.ensure_future(sender.send(mail)) for _ in range(MANY)]
        for _ in range(MANY):
            public = outside.must_be_public("https://slow.example/", False)
            waiting.append(asyncio.ensure_future(public))
        await asyncio.sleep(0.1)
        try:
            async with asyncio.timeout(20):
                assert await asyncio.to_thread(time.monotonic) > 0
        finally:
            answered.set()
            await asyncio.gather(*waiting, return_exceptions=True)

    in_world(tmp_path, played, mail=MAIL)


def test_notices_that_wait_for_their_turn_do_not_pile_up(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        await world.begin()
        seat = world.mover
        await world.follow(seat)
        queue, go_on, sent = world.notices.queue, asyncio.Event(), list[Outgoing]()

        async def slow(outgoing: Outgoing) -> None:
            sent.append(outgoing)
            await go_on.wait()

        queue.senders["json"] = slow
        queue._room = asyncio.Semaphore(0)
        world.clock.go_on(130)
        for _ in range(5):
            await queue.look()
        assert len(queue._sending) == 1
        queue._room.release()
        go_on.set()
        await queue.settle()
        assert len(sent) == 1

    in_world(tmp_path, played)


def test_the_many_notices_of_one_person_hold_up_nobody_else(tmp_path: Path) -> None:
    """Ben's is sent while a receiver of Anna's hangs, for whom forty have waited longer."""

    async def played(world: World) -> None:
        await world.begin()
        ways = [await world.follow(seat) for seat in (0, 1)]
        job = Job()
        for number in range(41):
            way = ways[0] if number < 40 else ways[1]
            row = QueuedNotice(f"n{number:02}", way.id, world.table, 0, number, 1, number)
            job.append((stored.ADD_NOTICE, row._asdict()))
        await world.service.persons.write(job)
        begun, hang = list[str](), asyncio.Event()

        async def deliver(notice: QueuedNotice) -> None:
            begun.append(notice.id)
            await (hang.wait() if notice.way == ways[0].id else asyncio.sleep(0))

        queue = world.notices.queue
        queue._deliver = deliver  # type: ignore[method-assign]
        for _ in range(5):
            await queue.look()
            while len(begun) < OF_ONE + 1:
                await asyncio.sleep(0.01)
        assert set(begun) == {"n00", "n01", "n02", "n03", "n40"}
        hang.set()
        await queue.settle()

    in_world(tmp_path, played)


def test_a_receiver_that_hangs_holds_up_no_move(tmp_path: Path) -> None:
    """While Anna's notice is being sent both go on, and she is told nothing that she has done."""

    async def played(world: World) -> None:
        await world.begin()
        await world.until(1)
        await world.prefer(0, delay=0)
        await world.follow(0)
        begun, hang = list[str](), asyncio.Event()

        async def send(outgoing: Outgoing) -> None:
            begun.append(outgoing.notice.id)
            await hang.wait()

        queue = world.notices.queue
        queue.senders["json"] = send
        await world.until(0)
        await queue.look()
        while not begun:
            await asyncio.sleep(0.01)
        before = world.session.table.seq
        await world.until(1)
        await world.until(0)
        assert world.session.table.seq > before
        assert len(begun) == 1
        hang.set()
        await queue.settle()

    in_world(tmp_path, played)


def test_addresses_that_hang_when_they_are_tried_keep_no_notice_waiting(tmp_path: Path) -> None:
    """Of one person one address is tried at a time, of all people a few."""

    async def played(world: World) -> None:
        await world.begin()
        way, service = await world.follow(world.mover), world.service
        hang, begun = asyncio.Event(), list[Outgoing]()

        async def slow(outgoing: Outgoing) -> None:
            begun.append(outgoing)
            await hang.wait()

        others = []
        for number in range(CHECKED_TOGETHER + 2):
            who = anonymous(new_key())
            await service.persons.become(who, f"Other {number}", "blue", "laptop")
            found = await service.persons.identify(who.key)
            assert found is not None
            target = {"url": f"{world.web.url}/{number}"}
            added = await world.notices.add(found, "slack", target, "en")
            others.append((found.person or "", added))
        world.notices.queue.senders["slack"] = slow
        trying = [
            asyncio.ensure_future(world.notices.try_out(person, each.id, "Title", "Text"))
            for person, each in others
        ]
        while len(begun) < CHECKED_TOGETHER:
            await asyncio.sleep(0.01)
        with pytest.raises(ServerError) as refused:
            await world.notices.try_out(others[0][0], others[0][1].id, "Title", "Text")
        assert refused.value.key == "still_trying"
        assert len(begun) == CHECKED_TOGETHER
        assert len(await world.look(130)) == 1
        assert world.web.requests[0].path == urlsplit(json.loads(way.target)["url"]).path
        hang.set()
        await asyncio.gather(*trying)
        assert len(begun) == len(others)
        await world.notices.try_out(others[0][0], others[0][1].id, "Title", "Text")

    in_world(tmp_path, played)


def test_who_has_lost_her_seat_is_not_told_what_it_sees(tmp_path: Path) -> None:
    """The notice was late, for its receiver did not answer; meanwhile the seat is not hers."""

    async def played(world: World) -> None:
        await world.begin()
        seat = world.mover
        await world.follow(seat)
        world.web.status = 500
        assert len(await world.look(130)) == 1
        world.web.status = 200
        person = world.who[seat].person or ""
        await world.service.persons.write(of_person(LEAVE_TABLE, person=person, table=world.table))
        assert len(await world.look(3600)) == 1

    in_world(tmp_path, played)


def test_what_was_muted_on_its_way_comes_when_it_is_not_muted_any_more(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        await world.begin()
        seat = world.mover
        await world.follow(seat)
        world.web.status = 500
        assert len(await world.look(130)) == 1
        world.web.status = 200
        await world.prefer(seat, muted=[world.table])
        assert len(await world.look(3600)) == 1
        assert await world.service.store.query(stored.due_notices, stored.NEVER, 10, 10) == []
        await world.prefer(seat, muted=[])
        assert len(await world.look(3600)) == 2

    in_world(tmp_path, played)


def test_what_cannot_be_sent_is_told_in_a_sentence(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        await world.begin()
        way = await world.follow(0, "matrix", room="!room:example", token="gehäim")
        with pytest.raises(ServerError) as caught:
            await world.notices.try_out(world.who[0].person or "", way.id, "", "")
        assert caught.value.key == "unreached"

    in_world(tmp_path, played)


def test_strangers_are_not_asked_again_and_again(tmp_path: Path) -> None:
    server = MailReceiver()

    async def played(world: World) -> None:
        async with open_receiver(server):
            sender = world.notices.mail
            assert sender is not None
            sender._settings = MailSettings(MAIL.host, MAIL.sender, port=server.port, tls="none")
            await world.begin()

            async def ask(seat: int, address: str) -> None:
                who = world.who[seat]
                way = await world.notices.add(who, "mail", {"address": address}, "en")
                await world.notices.remove(who.person or "", way.id)

            for _ in range(3):
                await ask(0, "stranger@example.org")
            for seat in (0, 1):
                with pytest.raises(ServerError) as caught:
                    await ask(seat, "Stranger@example.org")
                assert caught.value.key == "many_mails"
            for number in range(7):
                await ask(0, f"another{number}@example.org")
            with pytest.raises(ServerError) as caught:
                await ask(0, "one.more@example.org")
            assert caught.value.key == "many_mails"
            assert len(server.mails) == 10
            assert await world.notices.ways(world.who[0].person or "") == []
            await ask(1, "ben@example.org")
            world.clock.go_on(25 * 3600)
            await ask(0, "stranger@example.org")

    in_world(tmp_path, played, mail=MAIL)


@pytest.mark.parametrize("text", ["a@[127.0.0.1]", "a@b..de", "a@.de", "a@b.de."])
def test_addresses_that_lead_nowhere_or_inside(text: str) -> None:
    assert not is_address(text)


def test_what_was_stored_by_another_endpoint_is_told_as_far_as_it_can_be(tmp_path: Path) -> None:
    async def played(world: World) -> None:
        await world.begin()
        state = SimpleNamespace(service=world.service, notices=world.notices)
        asked = {"type": "http", "app": SimpleNamespace(state=state), "headers": []}

        async def somebody(_: Request) -> Any:
            return world.who[0]

        strange = {"quiet_from": 99, "quiet_until": -1, "delay": 7, "muted": ["x"] * 201}
        wishes: list[dict[str, Any]] = [strange, {"delay": 7}, {"delay": -1}]
        for each in wishes:
            await world.service.persons.set_settings(world.who[0], {"notices": each})
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(endpoints, "somebody", somebody)
                told = await endpoints.my_notices(Request(asked))
            assert (told.preferences.quiet_from, told.preferences.delay) == (None, 120)

    in_world(tmp_path, played)


def test_the_button_of_a_mails_page_may_be_sent(tmp_path: Path) -> None:
    """Other pages of the server have no forms, and forbid them; and a browser that gives no
    referrer does not say either from which page a form comes."""

    async def played(world: World) -> None:
        await world.begin()
        way = await world.follow(0)
        state = SimpleNamespace(service=world.service, notices=world.notices)
        asked = {"type": "http", "app": SimpleNamespace(state=state), "headers": []}
        for page in (endpoints.ask_confirm, endpoints.ask_unsubscribe):
            told = await page(Request(asked), way.id, way.secret)
            assert b'<form method="post">' in told.body
            assert "form-action 'self'" in told.headers["content-security-policy"]
            assert told.headers["referrer-policy"] == "same-origin"

    in_world(tmp_path, played)


def test_push_is_there_from_the_first_moment_and_after_a_store_that_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks before the server has read its key for push has it read; and a store that does not
    answer at the start takes nobody's notices for as long as the server runs."""

    async def played(world: World) -> None:
        assert "push" in world.notices.kinds
        await world.begin()
        prepare, tried = world.notices.prepare, asyncio.Event()

        async def fails_once() -> None:
            if not tried.is_set():
                tried.set()
                raise ServerError("unstored", 503, says="no")
            await prepare()

        monkeypatch.setattr(world.notices, "prepare", fails_once)
        monkeypatch.setattr("cruachan.server.notices.notices.LOOK", 0)
        running = asyncio.ensure_future(world.notices.run())
        while world.notices.push is None:
            assert not running.done()
            await asyncio.sleep(0.01)
        running.cancel()

    in_world(tmp_path, played, push="mailto:host@example.org")
