"""The rounds of a season as a calendar file (iCalendar, RFC 5545)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

FOLD = 73
"""Bytes of a line, less than the 75 that a reader must take: what follows begins with a space."""


class Entry(NamedTuple):
    """An entry of a calendar; times in milliseconds since 1970."""

    uid: str
    begins: int
    ends: int
    summary: str
    about: str
    url: str


def calendar(name: str, entries: Iterable[Entry], made: int) -> str:
    """The file."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Cruachan//leagues//EN",
        f"X-WR-CALNAME:{_escaped(name)}",
    ]
    for entry in entries:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{entry.uid}",
            f"DTSTAMP:{_time(made)}",
            f"DTSTART:{_time(entry.begins)}",
            f"DTEND:{_time(entry.ends)}",
            f"SUMMARY:{_escaped(entry.summary)}",
            f"DESCRIPTION:{_escaped(entry.about)}",
            f"URL:{entry.url}",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    for character, escaped in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(character, escaped)
    return "".join(each for each in text if each >= " ")


def _folded(line: str) -> str:
    """A line in pieces of so many bytes, cut between letters."""
    pieces, piece, size = list[str](), "", 0
    for letter in line:
        length = len(letter.encode())
        if size + length > FOLD:
            pieces.append(piece)
            piece, size = "", 0
        piece += letter
        size += length
    return "\r\n ".join([*pieces, piece])
