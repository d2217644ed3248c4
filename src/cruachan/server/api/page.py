"""The page: built files, kept in memory, which need nothing else of the server.

What somebody asks for is looked up among the files that were read, and no path of hers is ever
opened. `web/` has the sources; where nobody has built them, a plain page says what to do.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import NotRequired, TypedDict

from cruachan.engine.texts import LANGS, Lang, Texts
from cruachan.server import PACKAGE
from cruachan.server.api.guard import Scope, Send, language

FOLDER = Path(__file__).parents[1] / "built"
INDEX = "/index.html"
DOTTED = ("/new/", "/t/", "/rules/")
"""Where a dot is part of an address of the page; anywhere else it is a file's."""
PAGES = {
    "": "src/front/Front.svelte",
    "new": "src/front/SetTable.svelte",
    "t": "src/table/TablePage.svelte",
    "rules": "src/front/RulesPage.svelte",
    "me": "src/me/MePage.svelte",
    "login": "src/me/LoginPage.svelte",
    "ratings": "src/club/RatingsPage.svelte",
    "profile": "src/club/ProfilePage.svelte",
    "leagues": "src/club/LeaguesPage.svelte",
    "daily": "src/challenges/DailyPage.svelte",
    "puzzles": "src/challenges/PuzzlesPage.svelte",
}
"""The sources of pages by the first part of their addresses, as in web/src/App.svelte."""
TEXTS = "src/texts/{}.json"
PART_TEXTS = "src/texts/{}/{}.json"
PARTS = {"t": (), "me": ("front", "me"), "login": ("front", "me")}
USUAL_PARTS = ("front",)
"""The folders of texts that a page loads too: a table none before it is played at."""

HTML = "text/html; charset=utf-8"
KINDS = {
    ".html": HTML,
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
PACKED = (".png", ".woff2")
"""What gets no smaller by packing it once more."""
UNKNOWN = "application/octet-stream"

LASTING = b"public, max-age=31536000, immutable"

Headers = dict[bytes, bytes]


class ManifestChunk(TypedDict):
    """An entry of Vite's manifest."""

    file: str
    imports: NotRequired[list[str]]
    css: NotRequired[list[str]]


@dataclass(frozen=True)
class File:
    """A file of the page as it is sent."""

    body: bytes
    ending: str
    lasting: bool = False
    """Whether its name changes with what is in it, so that nobody need ask again."""

    @cached_property
    def packed(self) -> bytes:
        """It in gzip."""
        return gzip.compress(self.body, mtime=0)

    @cached_property
    def tag(self) -> bytes:
        """What tells it from another version; a weak one, for it is the same packed or not."""
        return b'W/"%s"' % sha256(self.body).hexdigest()[:20].encode()

    def answer(
        self, request_headers: Headers, lasting: bool | None = None
    ) -> tuple[int, Headers, bytes]:
        """The status, headers and body of the response to a request with these headers."""
        keeps = LASTING if self.lasting or lasting else b"no-cache"
        headers = {b"cache-control": keeps, b"etag": self.tag}
        headers[b"vary"] = b"accept-encoding"
        if self.ending == ".html":
            headers[b"vary"] += b", accept-language"
        if self.tag in request_headers.get(b"if-none-match", b"").replace(b" ", b"").split(b","):
            return 304, headers, b""
        headers[b"content-type"] = KINDS.get(self.ending, UNKNOWN).encode()
        if b"gzip" not in request_headers.get(b"accept-encoding", b"") or self.ending in PACKED:
            return 200, headers, self.body
        return 200, headers | {b"content-encoding": b"gzip"}, self.packed


class Shelf:
    """The files of a folder by their addresses, read once they are there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: dict[str, File] = {}
        self._opening: dict[tuple[str, Lang], File] = {}

    @property
    def files(self) -> dict[str, File]:
        """All of them; none where nothing is built."""
        if not self._files and (self.folder / "index.html").is_file():
            self._files = dict(self._read())
        return self._files

    def _read(self) -> list[tuple[str, File]]:
        found = []
        for path in self.folder.rglob("*"):
            inside = path.relative_to(self.folder)
            if path.is_file() and not any(part.startswith(".") for part in inside.parts):
                file = File(path.read_bytes(), path.suffix, inside.parts[0] == "assets")
                found.append((f"/{inside.as_posix()}", file))
        return found

    def answer(
        self, path: str, request_headers: Headers, tags: str = ""
    ) -> tuple[int, Headers, bytes]:
        """The response to a request for a path; `tags` go into the head of a page."""
        if "." not in path or path.startswith(DOTTED) or path == INDEX:
            first, path = path.strip("/").partition("/")[0], INDEX
            if path in self.files:
                return with_tags(self._index(first, language(request_headers)), tags).answer(
                    request_headers
                )
        if path in self.files:
            return self.files[path].answer(request_headers)
        headers = {b"content-type": HTML.encode(), b"cache-control": b"no-store"}
        if path == INDEX:
            return 503, headers, _unbuilt()
        return 404, headers, _nothing(language(request_headers))

    def _index(self, first: str, lang: Lang) -> File:
        """The page for an address that begins so. It names at once all that will be loaded with it,
        which a browser would otherwise find out file by file."""
        first = first if first in PAGES else ""
        if (first, lang) not in self._opening:
            html = self.files[INDEX].body.decode()
            parts = [PART_TEXTS.format(part, lang) for part in PARTS.get(first, USUAL_PARTS)]
            sources = [PAGES[first], TEXTS.format(lang), *parts]
            tags = "".join(_loading(self._chunks, sources, html))
            opening = html.replace("</head>", f"{tags}</head>", 1)
            self._opening[first, lang] = File(opening.encode(), ".html")
        return self._opening[first, lang]

    @cached_property
    def _chunks(self) -> dict[str, ManifestChunk]:
        """Vite's manifest: the built files of each source."""
        path = self.folder / ".vite" / "manifest.json"
        found: dict[str, ManifestChunk] = json.loads(path.read_bytes()) if path.is_file() else {}
        return found


def with_tags(page: File, tags: str) -> File:
    """A page with more tags in its head."""
    if not tags:
        return page
    return File(page.body.replace(b"</head>", f"{tags}</head>".encode(), 1), page.ending)


def _loading(chunks: dict[str, ManifestChunk], sources: list[str], html: str) -> Iterator[str]:
    """The tags that have these sources loaded, and what they import, unless the page has them."""
    names = [name for name in sources if name in chunks]
    for name in names:
        names += [each for each in chunks[name].get("imports", ()) if each not in names]
        if chunks[name]["file"] not in html:
            yield f'<link rel="modulepreload" crossorigin href="/{chunks[name]["file"]}">'
        for style in chunks[name].get("css", ()):
            if style not in html:
                yield f'<link rel="stylesheet" crossorigin href="/{style}">'


def _document(title: str, lang: Lang, body: str) -> bytes:
    head = f'<meta charset="utf-8"><title>{escape(title)}</title>'
    head += '<meta name="viewport" content="width=device-width">'
    return f'<!doctype html><html lang="{lang}">{head}<main>{body}</main></html>'.encode()


def _nothing(lang: Lang) -> bytes:
    texts = Texts(PACKAGE, lang)
    none, home = escape(texts("page.none")), escape(texts("page.home"))
    return _document(texts("page.none"), lang, f'<h1>{none}</h1><p><a href="/">{home}</a></p>')


def _unbuilt() -> bytes:
    """What stands there before anybody has built the page, in every language."""
    parts = ["<h1>Cruachan</h1>"]
    for lang in LANGS:
        texts = Texts(PACKAGE, lang)
        parts.append(f'<div lang="{lang}"><p>{escape(texts("page.unbuilt"))}</p>')
        parts.append(f"<pre>make page</pre><p>{escape(texts('page.terminal'))}</p></div>")
    return _document("Cruachan", LANGS[0], "".join(parts))


SHELF = Shelf(FOLDER)


def is_asked(scope: Scope) -> bool:
    """Whether a request is for the page."""
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return False
    path: str = scope["path"]
    return not (path == "/api" or path.startswith("/api/"))


async def answer(scope: Scope, send: Send, shelf: Shelf = SHELF, tags: str = "") -> bool:
    """Answer a request for the page; False if it is for something else."""
    if not is_asked(scope):
        return False
    status, headers, body = shelf.answer(scope["path"], dict(scope["headers"]), tags)
    if status != 304:
        headers[b"content-length"] = str(len(body)).encode()
    head = {"type": "http.response.start", "status": status, "headers": list(headers.items())}
    await send(head)
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
    return True
