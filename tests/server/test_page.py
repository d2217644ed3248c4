"""How the page's files are answered; the page itself is tried in tests/page."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import socket
from pathlib import Path
from typing import Any

import pytest

from cruachan.engine.texts import LANGS
from cruachan.server.api import page
from cruachan.server.api.guard import Message
from cruachan.server.api.page import Shelf
from tests.server.running import Running

SCRIPT = "let word = 'cruachan';\n" * 100


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """A page as Vite builds it, with a secret beside it."""
    (tmp_path / "secret.txt").write_text("secret")
    built = tmp_path / "built"
    (built / "assets").mkdir(parents=True)
    (built / ".vite").mkdir()
    (built / "index.html").write_text("<!doctype html><title>Cruachan</title>")
    (built / "manifest.webmanifest").write_text("{}")
    (built / "icon.svg").write_text("<svg/>")
    (built / "assets" / "index-CGOErKgM.js").write_text(SCRIPT)
    (built / "assets" / "picture.png").write_bytes(b"\x89PNG")
    (built / ".vite" / "manifest.json").write_text("{}")
    return Shelf(built)


class Answer:
    def __init__(self, sent: list[Message]) -> None:
        self.status: int = sent[0]["status"]
        self.headers = {name.decode(): text.decode() for name, text in sent[0]["headers"]}
        self.body: bytes = sent[1]["body"]


def asked(shelf: Shelf, path: str, method: str = "GET", **headers: str) -> Answer | None:
    """What is answered; nothing, if it is not for the page to answer."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    lines = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    scope: dict[str, Any] = {"type": "http", "method": method, "path": path, "headers": lines}
    answered = asyncio.run(page.answer(scope, send, shelf))
    assert answered == bool(sent)
    return Answer(sent) if sent else None


def answered(shelf: Shelf, path: str, method: str = "GET", **headers: str) -> Answer:
    answer = asked(shelf, path, method, **headers)
    assert answer is not None
    return answer


@pytest.mark.parametrize(
    "path", ["/", "/index.html", "/new/hibernia", "/t/AbC", "/rules/hibernia/H4.2", "/nowhere"]
)
def test_every_address_of_the_page_answers_it_and_asks_for_changes(shelf: Shelf, path: str) -> None:
    answer = answered(shelf, path)
    assert answer.status == 200
    assert b"<title>Cruachan</title>" in answer.body
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    again = answered(shelf, path, if_none_match=f'"other", {answer.headers["etag"]}')
    assert (again.status, again.body) == (304, b"")
    assert answered(shelf, path, if_none_match='"other"').status == 200


CHUNKS = {
    "_common.js": {"file": "assets/common-1.js", "css": ["assets/common-1.css"]},
    "src/table/TablePage.svelte": {
        "file": "assets/TablePage-1.js",
        "css": ["assets/TablePage-1.css"],
        "imports": ["_common.js", "_near.js"],
    },
    "_near.js": {"file": "assets/near-1.js", "imports": ["_common.js"]},
    "src/texts/en.json": {"file": "assets/en-1.js"},
    "src/texts/de.json": {"file": "assets/de-1.js"},
    "src/texts/front/en.json": {"file": "assets/en-2.js"},
    "src/texts/front/de.json": {"file": "assets/de-2.js"},
}


def test_the_page_names_what_will_be_loaded_with_it(shelf: Shelf) -> None:
    """What the browser would otherwise find out file by file, and nothing that is named already."""
    head = '<head><link rel="stylesheet" href="/assets/common-1.css"></head>'
    (shelf.folder / "index.html").write_text(f"<!doctype html>{head}")
    (shelf.folder / ".vite" / "manifest.json").write_text(json.dumps(CHUNKS))
    german = answered(shelf, "/t/AbC", accept_language="de-AT, en")
    named = re.findall('href="([^"]+)"', german.body.decode())
    assert len(named) == len(set(named))
    files = {"TablePage-1.js", "TablePage-1.css", "common-1.js", "common-1.css", "near-1.js"}
    assert set(named) == {f"/assets/{file}" for file in files | {"de-1.js"}}
    english = answered(shelf, "/", accept_language="en")
    assert b"en-1.js" in english.body
    assert b"en-2.js" in english.body
    assert b"TablePage" not in english.body
    assert "accept-language" in english.headers["vary"]
    assert english.headers["etag"] != german.headers["etag"]


def test_the_server_names_the_pages_that_there_are(built: Path) -> None:
    chunks = json.loads((built / ".vite" / "manifest.json").read_text("utf-8"))
    loaded = {name for name in chunks["index.html"]["dynamicImports"] if name.endswith(".svelte")}
    assert loaded == set(page.PAGES.values())
    assert {page.TEXTS.format(lang) for lang in LANGS} <= set(chunks)
    parts = {part for each in (*page.PARTS.values(), page.USUAL_PARTS) for part in each}
    assert {page.PART_TEXTS.format(part, lang) for part in parts for lang in LANGS} <= set(chunks)
    assert {first for first, name in page.PAGES.items() if "/me/" in name} == {
        first for first, each in page.PARTS.items() if "me" in each
    }


def test_a_file_that_is_named_after_what_is_in_it_is_kept_for_good(shelf: Shelf) -> None:
    answer = answered(shelf, "/assets/index-CGOErKgM.js")
    assert answer.status == 200
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.body.decode() == SCRIPT


def test_it_is_packed_for_whoever_can_unpack_it(shelf: Shelf) -> None:
    plain = answered(shelf, "/assets/index-CGOErKgM.js")
    packed = answered(shelf, "/assets/index-CGOErKgM.js", accept_encoding="gzip, br")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert gzip.decompress(packed.body) == plain.body
    assert int(packed.headers["content-length"]) == len(packed.body) < len(plain.body)
    picture = answered(shelf, "/assets/picture.png", accept_encoding="gzip")
    assert "content-encoding" not in picture.headers


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/icon.svg", "image/svg+xml"), ("/manifest.webmanifest", "application/manifest+json")],
)
def test_icon_and_manifest_have_their_kinds(shelf: Shelf, path: str, kind: str) -> None:
    answer = answered(shelf, path)
    assert answer.headers["content-type"] == kind
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/", "/assets/index-CGOErKgM.js", "/nothing.here"])
def test_head_is_the_same_without_the_body(shelf: Shelf, path: str) -> None:
    got, head = (answered(shelf, path, method) for method in ("GET", "HEAD"))
    assert (head.status, head.headers, head.body) == (got.status, got.headers, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/assets/index-OLD.js",
        "/favicon.ico",
        "/.vite/manifest.json",
        "/../secret.txt",
        "/assets/../../secret.txt",
        "//secret.txt",
        "/..\\secret.txt",
        "/secret.txt\0",
    ],
)
def test_what_is_not_there_is_told_in_the_readers_language(shelf: Shelf, path: str) -> None:
    english = answered(shelf, path, accept_language="en-GB,de")
    german = answered(shelf, path, accept_language="de-AT,en")
    assert (english.status, german.status) == (404, 404)
    assert b'lang="en"' in english.body
    assert b"There is nothing here." in english.body
    assert b'lang="de"' in german.body
    assert b"Hier ist nichts." in german.body
    assert english.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/t/../../secret.txt", "/rules/../../secret.txt", "/t/%00"])
def test_a_detour_beneath_an_address_of_the_page_is_the_page(shelf: Shelf, path: str) -> None:
    assert b"<title>Cruachan</title>" in answered(shelf, path).body


@pytest.mark.parametrize(
    ("path", "method"), [("/api", "GET"), ("/api/games", "HEAD"), ("/", "POST"), ("/t/x", "PUT")]
)
def test_all_else_is_left_to_the_api(shelf: Shelf, path: str, method: str) -> None:
    assert asked(shelf, path, method) is None


def test_where_nothing_is_built_both_languages_say_what_to_do(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "built")
    answer = answered(shelf, "/t/AbC")
    assert answer.status == 503
    for text in ("make page", "has no page: it was never built", "Sie wurde nie gebaut"):
        assert text in answer.body.decode()
    (tmp_path / "built").mkdir()
    (tmp_path / "built" / "index.html").write_text("built meanwhile")
    assert answered(shelf, "/t/AbC").body == b"built meanwhile"


@pytest.mark.parametrize(
    "path",
    [
        "/../page.py",
        "/../../../../../../etc/hosts.conf",
        "/assets/../../page.py",
        "/%2e%2e/page.py",
        "/assets/..%2f..%2fpage.py",
        "/..%5cpage.py",
        "//etc/host.conf",
    ],
)
def test_nothing_outside_the_folder_leaves_a_running_server(server: Running, path: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=300) as line:
        head = f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\nconnection: close\r\n\r\n"
        line.sendall(head.encode())
        answer = b""
        while part := line.recv(4096):
            answer += part
    assert answer.split()[1] in (b"400", b"404")
    assert b"root:" not in answer
    assert b"import" not in answer
    assert b"bad_path" in answer or b"There is nothing here." in answer
