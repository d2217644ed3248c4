"""Board files: read one as tables that know where they stand, and check what was read.

A game says which keys its board has and which rules it must keep; what is the same for every
board is here: complaints that name file, place and remedy, and the digest that names a board.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from cruachan.engine.errors import CruachanError, reason
from cruachan.engine.files import read_text
from cruachan.engine.languages import COMPLETE_LANGS, DEFAULT_LANG, LANGS
from cruachan.engine.texts import Lang, LocalizedText, Message, brief, message, one_line

Point = tuple[float, float]
Ring = tuple[Point, ...]
ViewBox = tuple[float, float, float, float]


LONGEST_NAME = 40
LONGEST = {"about": 600, "sentence": 200}
"""How long a text may be; any other is a name."""
LARGEST_NUMBER = 1_000_000


class BoardError(CruachanError):
    """A board file that cannot be read: which file, where in it, and what to do."""


# --- Reading ------------------------------------------------------------------------------


def shipped(folder: Path, usual: str) -> dict[str, Path]:
    """The boards in a folder of a game by the names of their files, the usual one first."""
    names = sorted(path.stem for path in folder.glob("*.toml"))
    return {name: folder / f"{name}.toml" for name in sorted(names, key=lambda n: n != usual)}


def read(path: Path) -> TomlTable:
    """The top level of a board file."""
    try:
        data = tomllib.loads(read_text(path))
        _check_values(path, data)
    except OSError as error:
        raise BoardError(_say("unread", path=path, reason=reason(error))) from None
    except UnicodeDecodeError as error:
        raise BoardError(_say("no_text", path=path, byte=error.start)) from None
    except tomllib.TOMLDecodeError as error:
        raise BoardError(_say("no_toml", path=path, error=_misspelt(str(error)))) from None
    except ValueError:
        raise BoardError(_say("digits", path=path)) from None
    except RecursionError:
        raise BoardError(_say("too_deep", path=path)) from None
    return TomlTable(str(path), _say("top"), data)


def _check_values(path: Path, data: dict[str, Any]) -> None:
    """What no board of any game may hold, wherever it stands in the file."""
    top = TomlTable(str(path), _say("top"), data)
    for key, value in data.items():
        if isinstance(value, list) and value and all(isinstance(v, dict) for v in value):
            for entry in top.tables(key):
                _check_value(entry, key, entry.data)
        else:
            _check_value(top.table(key) if isinstance(value, dict) else top, key, value)


def _check_value(table: TomlTable, key: str, value: Any) -> None:
    """Texts stand in transcripts and on screens: each is one short line. Numbers are moderate."""
    match value:
        case str():
            longest = LONGEST.get(key, LONGEST_NAME)
            if value.strip() and (value != one_line(value) or len(value) > longest):
                raise table.error(_say("line", key=key, longest=longest))
        case int() | float():
            if LARGEST_NUMBER < abs(value) != math.inf:
                raise table.error(_say("large", key=key, most=LARGEST_NUMBER))
        case list():
            for each in value:
                _check_value(table, key, each)
        case dict():
            for name, each in value.items():
                _check_value(table, key if name in LANGS else name, each)


def _say(key: str, /, **values: Any) -> Message:
    return message(__package__, f"board.{key}", **values)


def _misspelt(error: str) -> LocalizedText:
    """What is wrong in a file: the parser's own message, or the position in another language."""
    position = re.search(r"line (\d+), column (\d+)", error)
    where = _say("spot", line=position[1], column=position[2]) if position else _say("end")
    return LocalizedText.of(lambda lang: error if lang == DEFAULT_LANG else where.text(lang))


@dataclass(frozen=True, slots=True)
class TomlTable:
    """One TOML table that knows where it stands, so that every complaint can say so."""

    file: str
    where: str | Message
    data: dict[str, Any]

    def error(self, what: Message) -> BoardError:
        return BoardError(_say("at", file=self.file, where=self.where, what=what))

    def entry(self, key: str) -> Any:
        if key not in self.data:
            raise self.error(_say("missing", key=key))
        return self.data[key]

    def text(self, key: str) -> str:
        value = self.entry(key)
        if not isinstance(value, str) or not value.strip():
            raise self.error(_say("text", key=key, value=repr(value)))
        return value

    def localized(self, key: str) -> LocalizedText:
        """A text in each complete language, and in others: `{ en = "...", de = "..." }`."""
        value = self.entry(key)
        if not isinstance(value, dict) or not set(COMPLETE_LANGS) <= set(value) <= set(LANGS):
            raise self.error(_say("both", key=key))
        inner = TomlTable(self.file, _say("within", where=self.where, key=key), value)
        return LocalizedText({lang: inner.text(lang) for lang in LANGS if lang in value})

    def localized_or(self, key: str, default: LocalizedText) -> LocalizedText:
        """A text in each language, or the default where the key is missing."""
        return self.localized(key) if key in self.data else default

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.entry(key)
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise self.error(_say("texts", key=key))
        return tuple(value)

    def pair(self, key: str, of: Message) -> tuple[str, str]:
        match self.texts(key):
            case (one, two):
                return one, two
        raise self.error(_say("pair", key=key, of=of))

    def flag(self, key: str) -> bool:
        value = self.entry(key)
        if not isinstance(value, bool):
            raise self.error(_say("flag", key=key, value=repr(value)))
        return value

    def one_of(self, kind: Message, word: str, known: Sequence[str]) -> str:
        if word not in known:
            raise self.error(_say("unknown", kind=kind, word=word, known=list(known)))
        return word

    def whole(self, key: str) -> int:
        value = self.entry(key)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.error(_say("whole", key=key, value=repr(value)))
        return value

    def number(self, key: str, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.error(_say("numbers", key=key, value=repr(value)))
        if not math.isfinite(value):
            raise self.error(_say("finite", key=key, value=repr(value)))
        return float(value)

    def as_point(self, key: str, value: Any) -> Point:
        if not isinstance(value, list) or len(value) != 2:
            raise self.error(_say("points", key=key, value=repr(value)))
        return self.number(key, value[0]), self.number(key, value[1])

    def point(self, key: str) -> Point:
        return self.as_point(key, self.entry(key))

    def point_or_none(self, key: str) -> Point | None:
        return self.point(key) if key in self.data else None

    def view_box(self, key: str) -> ViewBox:
        match self.entry(key):
            case [x, y, width, height]:
                box = [self.number(key, value) for value in (x, y, width, height)]
                if box[2] > 0 and box[3] > 0:
                    return box[0], box[1], box[2], box[3]
        raise self.error(_say("box", key=key))

    def rings(self, key: str) -> tuple[Ring, ...]:
        rings = self.entry(key)
        if not isinstance(rings, list) or not rings or not all(isinstance(r, list) for r in rings):
            raise self.error(_say("rings", key=key))
        return tuple(self._line(key, ring) for ring in rings)

    def line(self, key: str) -> Ring:
        """Points in their order."""
        value = self.entry(key)
        if not isinstance(value, list):
            raise self.error(_say("points", key=key, value=repr(value)))
        return self._line(key, value)

    def _line(self, key: str, points: list[Any]) -> Ring:
        return tuple(self.as_point(key, value) for value in points)

    def table(self, key: str) -> TomlTable:
        value = self.entry(key)
        if not isinstance(value, dict):
            raise self.error(_say("table", key=key))
        return TomlTable(self.file, f"[{key}]", value)

    def tables(self, key: str, required: bool = True) -> list[TomlTable]:
        value = self.entry(key) if required else self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
            raise self.error(_say("tables", key=key))
        return [
            TomlTable(self.file, _entry(f"[[{key}]] {number}", entry.get("name")), entry)
            for number, entry in enumerate(value, start=1)
        ]


def _entry(where: str, name: object) -> str | Message:
    """A table of a list, with the name that it gives itself."""
    if isinstance(name, str):
        return f"{where} ({name})"
    if isinstance(name, dict) and all(isinstance(name.get(lang), str) for lang in COMPLETE_LANGS):
        texts = {lang: text for lang, text in name.items() if isinstance(text, str)}
        return _say("entry", where=where, name=LocalizedText(texts))
    return where


# --- Checking -----------------------------------------------------------------------------

Board = TypeVar("Board")


def tell(
    board: Board, checks: Iterable[Callable[[Board], Iterator[Message]]], lang: Lang
) -> list[str]:
    """The complaints of the checks, in order, in one language."""
    return [brief(problem.text(lang)) for check in checks for problem in check(board)]


def repeated(names: Iterable[str]) -> list[str]:
    """The names that stand there more than once."""
    return [name for name, many in Counter(names).items() if many > 1]


class NamedPlace(Protocol):
    """A place with a name and a short form."""

    @property
    def name(self) -> str: ...
    @property
    def short(self) -> str: ...


def wrong_names(places: Sequence[NamedPlace], plural: Message) -> Iterator[Message]:
    """Names and short forms are distinct; a short form is three ASCII letters.

    The plural is what the places are called together.
    """
    for name in repeated(place.name for place in places):
        yield _say("same_name", places=plural, name=name)
    for short in repeated(place.short for place in places):
        yield _say("same_short", places=plural, short=short)
    for place in places:
        if not (len(place.short) == 3 and place.short.isascii() and place.short.isalpha()):
            yield _say("short", name=place.name, short=place.short)


def unreached(neighbours: Mapping[str, Iterable[str]]) -> list[str]:
    """The places that cannot be reached from the first one."""
    reached = list(neighbours)[:1]
    for place in reached:
        for other in neighbours[place]:
            if other in neighbours and other not in reached:
                reached.append(other)
    return [place for place in neighbours if place not in reached]


def digest(known: object) -> str:
    """Eight hex digits that change when anything changes in what the rules know."""
    text = json.dumps(known, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:8]
