"""A server that nobody vouches for: nothing it sends is obeyed by a screen or opens a file."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from cruachan.engine.texts import LANGS, Lang
from cruachan.server.client import LARGEST, Client, RefusedError, Unreachable
from cruachan.server.untrusted import AnswerTooLong, UntrustedAnswer, clean, clean_text, decode
from cruachan.terminal import join
from cruachan.terminal.remote_table import RemoteTable
from tests.terminal.conftest import make_screen

EVIL = "A\x1b]52;c;aGk=\x07\x1b[2J\x9b31m\u202eb\u2066c\r\x00\ud83d\x7f"
"""Writes to the clipboard, clears the screen, colours by C1, turns the line around."""
ADDRESS = "http://127.0.0.1:9"
LINK = f"{ADDRESS}/t/ABC"
Answers = Callable[[httpx.Request], httpx.Response]


def is_clean(value: Any) -> bool:
    """Whether no string in data holds anything but letters and ends of lines."""
    if isinstance(value, dict):
        return all(map(is_clean, value)) and all(map(is_clean, value.values()))
    if isinstance(value, list):
        return all(map(is_clean, value))
    return not isinstance(value, str) or value.replace("\n", "").isprintable()


def sent(data: Any, status: int = 200) -> httpx.Response:
    """Data as JSON."""
    kind = {"content-type": "application/json"}
    return httpx.Response(status, content=json.dumps(data).encode(), headers=kind)


def answered(data: Any, _: httpx.Request) -> httpx.Response:
    """The same to whatever is asked."""
    return sent(data)


def client_of(answers: Answers) -> Client:
    """A client whose server answers like this."""
    client = Client(ADDRESS, key="key")
    client.http = httpx.Client(base_url=ADDRESS, transport=httpx.MockTransport(answers))
    return client


def seat(**values: Any) -> dict[str, Any]:
    kept = {"kind": "person", "name": EVIL, "bot": None, "there": True, "writing": False}
    return kept | {"word": EVIL} | values


def table(**values: Any) -> dict[str, Any]:
    """What such a server says of a table, in the shape of a real one."""
    info = {
        **{"id": EVIL, "game": "hibernia", "board": "ireland", "options": {"harder": EVIL}},
        **{"status": "closed", "public": False, "promise": EVIL, "clock": EVIL, "hints": True},
        **{"seats": [seat(), seat(kind=EVIL)], "plies": 0, "opened": 0, "open_turn": None},
        **{"resigned": None, "rematch": None, "before": None},
    }
    rows = [{"seq": 1, "kind": "chat", "seat": 0, "text": EVIL, "at": 0}]
    return {"table": info | values, "seats": [], "rows": rows, "seq": 1, EVIL: EVIL}


@pytest.fixture
def hostile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Answers], None]:
    """Whoever joins meets this server."""

    def meet(answers: Answers) -> None:
        monkeypatch.setattr(join, "Client", lambda *_: client_of(answers))

    return meet


def test_only_letters_and_ends_of_lines_are_left() -> None:
    assert clean_text("Ärger\nmit Ωmega 🎲") == "Ärger\nmit Ωmega 🎲"
    assert is_clean(clean_text(EVIL))
    assert is_clean(clean({EVIL: [EVIL, {"a": EVIL}, 1, None]}))
    for text in (json.dumps({EVIL: EVIL}), json.dumps([EVIL[:-2]], ensure_ascii=False)):
        assert is_clean(decode(text, ADDRESS))


def test_every_answer_is_cleaned_at_the_door() -> None:
    data = client_of(lambda _: sent(table())).get("/tables/ABC")
    assert is_clean(data)
    assert data["table"]["promise"].startswith("A")
    text = EVIL.replace("\ud83d", "")
    plain = client_of(lambda _: httpx.Response(200, text=text)).get("/tables/ABC/transcript")
    assert is_clean(plain)
    refusing = client_of(lambda _: sent({"error": EVIL, "text": EVIL}, 409))
    with pytest.raises(RefusedError) as refused:
        refusing.get("/tables/ABC")
    assert is_clean([str(refused.value), refused.value.key, refused.value.answer])


class EndlessAnswer(httpx.SyncByteStream):
    """An answer that does not end, and how much of it was read."""

    read = 0

    def __iter__(self) -> Iterator[bytes]:
        while self.read < 100 * LARGEST:
            self.read += 1024 * 1024
            yield b"[" + b" " * (1024 * 1024 - 1)


@pytest.mark.parametrize("kind", ["application/json", "text/plain"])
def test_an_answer_without_an_end_is_not_read(kind: str) -> None:
    """It used to fill the memory of whoever joined."""
    endless = EndlessAnswer()
    head = {"content-type": kind}
    client = client_of(lambda _: httpx.Response(200, stream=endless, headers=head))
    with pytest.raises(AnswerTooLong) as said:
        client.get("/tables/ABC")
    assert "16 MB" in said.value.text("en")
    assert "16 MB" in said.value.text("de")
    assert endless.read <= LARGEST + 2 * 1024 * 1024


def test_a_packed_answer_without_an_end_is_not_read() -> None:
    packed = gzip.compress(b" " * (4 * LARGEST))
    head = {"content-type": "application/json", "content-encoding": "gzip"}
    client = client_of(lambda _: httpx.Response(200, stream=Chunks(packed), headers=head))
    with pytest.raises(AnswerTooLong):
        client.get("/tables/ABC")


class Chunks(httpx.SyncByteStream):
    """An answer in many pieces."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def __iter__(self) -> Iterator[bytes]:
        yield from (self.data[at : at + 1024] for at in range(0, len(self.data), 1024))


def test_an_answer_that_trickles_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 10**6, 50))
    monkeypatch.setattr("cruachan.server.client.time.monotonic", lambda: float(next(clock)))
    client = client_of(lambda _: httpx.Response(200, stream=EndlessAnswer()))
    with pytest.raises(Unreachable):
        client.get("/tables/ABC")


@pytest.mark.parametrize("text", [b"{", b"\xff", b"[" * 100_000])
def test_what_is_no_json_is_said_so(text: bytes) -> None:
    with pytest.raises(UntrustedAnswer):
        decode(text, ADDRESS)


@pytest.mark.parametrize("lang", LANGS)
def test_a_guest_reads_names_chat_and_promise_without_escapes(
    hostile: Callable[[Answers], None], lang: Lang, capsys: pytest.CaptureFixture[str]
) -> None:
    hostile(lambda _: sent(table()))
    told = RemoteTable(client_of(lambda _: sent(table(status="open"))), "ABC", None)
    lines = [*told.presence(lang), *told.notices(lang), told.commitment]
    assert len(lines) > 4
    assert is_clean(lines)
    for watch in (True, False):
        screen, output = make_screen([])
        join.run(LINK, lang, "Anna", watch=watch, screen=screen)
        assert is_clean(output.getvalue())
        assert is_clean(capsys.readouterr().err)


@pytest.mark.parametrize("lang", LANGS)
def test_a_server_names_no_file_as_its_board(
    hostile: Callable[[Answers], None],
    lang: Lang,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text("name = 'my password'\n", "utf-8")
    for board in (str(secret), "../../etc/passwd", "", EVIL):
        hostile(partial(answered, table(board=board)))
        screen, output = make_screen([])
        assert join.run(LINK, lang, watch=True, screen=screen) == join.BROKEN
        said = capsys.readouterr().err
        assert ADDRESS in said
        assert "password" not in said + output.getvalue()


SHAPES: list[Any] = [
    *([], "x", None, 5, {}, {"table": 5, "seats": [], "rows": [], "seq": 1}),
    {"table": {}, "seats": 1, "rows": [], "seq": 1},
    {**table(), "rows": 3},
    {**table(), "rows": [{}]},
    {**table(), "seq": "x"},
    {**table(), "seats": [[]]},
    table(game=5),
    table(game=["hibernia"]),
    table(board={}),
    table(seats=None),
    table(status=None, seats=[1]),
]


@pytest.mark.parametrize("shape", SHAPES, ids=range(len(SHAPES)))
def test_other_shapes_are_a_sentence(
    hostile: Callable[[Answers], None], shape: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    hostile(lambda _: sent(shape))
    for watch in (True, False):
        screen, _ = make_screen([])
        assert join.run(LINK, "en", "Anna", watch=watch, screen=screen) == join.BROKEN
        said = capsys.readouterr().err.strip()
        assert len(said.splitlines()) == 1
        assert "Traceback" not in said
