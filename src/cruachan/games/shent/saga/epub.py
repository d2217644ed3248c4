"""The saga as an EPUB 3 file; the same book makes the same bytes."""

from __future__ import annotations

from html import escape
from io import BytesIO
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from cruachan.games.shent.saga import markup
from cruachan.games.shent.saga.book import Book

MIMETYPE = "application/epub+zip"
EARLIEST = (1980, 1, 1, 0, 0, 0)
MADE = "1980-01-01T00:00:00Z"
"""What the book says of its age: the same game makes the same file, byte by byte."""
CONTAINER = """<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/book.opf"
 media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""


def epub(saga: Book, picture: str) -> bytes:
    """The book."""
    pages = _pages(saga)
    files = {
        "META-INF/container.xml": CONTAINER,
        "book/book.opf": _package(saga, pages),
        "book/nav.xhtml": _nav(saga, pages),
        "book/style.css": markup.STYLE,
        "book/map.svg": '<?xml version="1.0" encoding="UTF-8"?>\n' + markup.bare(picture),
        **{f"book/{name}": _xhtml(saga, title, body) for name, title, body in pages},
    }
    made = BytesIO()
    with ZipFile(made, "w") as book:
        book.writestr(ZipInfo("mimetype", EARLIEST), MIMETYPE, ZIP_STORED)
        for name, text in files.items():
            book.writestr(ZipInfo(name, EARLIEST), text.encode(), ZIP_DEFLATED)
    return made.getvalue()


def _pages(saga: Book) -> list[tuple[str, str, str]]:
    """Each page: its file, its title, what is on it."""
    map_title = saga.word("map" if saga.over else "map_now")
    now = saga.word("epilogue" if saga.over else "now")
    chapters = [
        (f"chapter-{number}.xhtml", chapter.title, markup.section(saga, chapter))
        for number, chapter in enumerate(saga.chapters)
    ]
    shown = f'<img src="map.svg" alt="{escape(map_title)}"/>'
    return [
        ("title.xhtml", saga.title, markup.header(saga) + markup.people(saga.people)),
        *chapters,
        ("people.xhtml", now, markup.table(saga) + markup.cast(saga)),
        (
            "map.xhtml",
            map_title,
            f'<section class="map"><h2>{escape(map_title)}</h2>{shown}'
            f"{markup.walked(saga)}</section>",
        ),
    ]


def _xhtml(saga: Book, title: str, body: str) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n'
        f'<html xmlns="http://www.w3.org/1999/xhtml" lang="{saga.lang}" xml:lang="{saga.lang}">'
        f"<head><title>{escape(title)}</title>"
        '<link rel="stylesheet" type="text/css" href="style.css"/></head>'
        f"<body><main>{body}</main></body></html>\n"
    )


def _nav(saga: Book, pages: list[tuple[str, str, str]]) -> str:
    lines = "".join(f'<li><a href="{name}">{escape(title)}</a></li>' for name, title, _ in pages)
    contents = escape(saga.word("contents"))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" '
        f'lang="{saga.lang}" xml:lang="{saga.lang}"><head><title>{contents}</title></head>'
        f'<body><nav epub:type="toc"><h1>{contents}</h1><ol>{lines}</ol></nav></body></html>\n'
    )


def _package(saga: Book, pages: list[tuple[str, str, str]]) -> str:
    """What the book is, what it is made of, and in which order it is read."""
    number = uuid5(NAMESPACE_URL, f"{saga.title} {saga.subtitle} {pages}")
    items = "".join(
        f'<item id="p{at}" href="{name}" media-type="application/xhtml+xml"{_holds(body)}/>'
        for at, (name, _, body) in enumerate(pages)
    )
    spine = "".join(f'<itemref idref="p{at}"/>' for at in range(len(pages)))
    authors = "".join(f"<dc:creator>{escape(name)}</dc:creator>" for name in saga.names)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" '
        f'xml:lang="{saga.lang}"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:identifier id="id">urn:uuid:{number}</dc:identifier>'
        f"<dc:title>{escape(saga.title)}</dc:title><dc:language>{saga.lang}</dc:language>{authors}"
        f'<meta property="dcterms:modified">{MADE}</meta></metadata><manifest>'
        '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        '<item id="style" href="style.css" media-type="text/css"/>'
        f'<item id="map" href="map.svg" media-type="image/svg+xml"/>{items}</manifest>'
        f"<spine>{spine}</spine></package>\n"
    )


def _holds(body: str) -> str:
    """A page with drawings in it says so."""
    return ' properties="svg"' if "<svg" in body else ""
