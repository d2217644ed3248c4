"""Board files: read one as tables that know where they stand, and check what was read.

A game says which keys its board has and which rules it must keep; what is the same for every
board is here: complaints that name file, place and remedy, and the digest that names a board.
"""

from __future__ import annotations

import hashlib
import json
import math
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from cruachan.engine.errors import CruachanError

Point = tuple[float, float]
Ring = tuple[Point, ...]
ViewBox = tuple[float, float, float, float]


class BoardError(CruachanError):
    """A board file that cannot be read: which file, where in it, and what to do."""


# --- Reading ------------------------------------------------------------------------------


def read(path: Path) -> Table:
    """The top level of a board file."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise BoardError(f"{path}: {reason}. Give the path of a board.toml.") from None
    except UnicodeDecodeError as error:
        raise BoardError(f"{path}: byte {error.start} is not UTF-8. Save it as UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise BoardError(f"{path}: not valid TOML: {error}. Correct the file there.") from None
    except RecursionError:
        raise BoardError(f"{path}: brackets within brackets, too deep. Correct it.") from None
    return Table(str(path), "top level", data)


@dataclass(frozen=True, slots=True)
class Table:
    """One TOML table that knows where it stands, so that every complaint can say so."""

    file: str
    where: str
    data: dict[str, Any]

    def error(self, what: str) -> BoardError:
        return BoardError(f"{self.file}: {self.where}: {what}")

    def entry(self, key: str) -> Any:
        if key not in self.data:
            raise self.error(f"the key '{key}' is missing. Add it.")
        return self.data[key]

    def text(self, key: str) -> str:
        value = self.entry(key)
        if not isinstance(value, str) or not value.strip():
            raise self.error(f"'{key}' must be a text in quotes, not {value!r}.")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.entry(key)
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise self.error(f"'{key}' must be a list of texts in quotes.")
        return tuple(value)

    def pair(self, key: str, of: str) -> tuple[str, str]:
        match self.texts(key):
            case (one, two):
                return one, two
        raise self.error(f"'{key}' must name exactly two {of}.")

    def flag(self, key: str) -> bool:
        value = self.entry(key)
        if not isinstance(value, bool):
            raise self.error(f"'{key}' must be true or false, not {value!r}.")
        return value

    def one_of(self, kind: str, word: str, known: Sequence[str]) -> str:
        if word not in known:
            raise self.error(f"unknown {kind} '{word}'. Use one of {', '.join(known)}.")
        return word

    def whole(self, key: str) -> int:
        value = self.entry(key)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.error(f"'{key}' must be a whole number, not {value!r}.")
        return value

    def number(self, key: str, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.error(f"'{key}' must hold numbers, not {value!r}.")
        if not math.isfinite(value):
            raise self.error(f"'{key}' must hold finite numbers, not {value!r}.")
        return float(value)

    def as_point(self, key: str, value: Any) -> Point:
        if not isinstance(value, list) or len(value) != 2:
            raise self.error(f"'{key}' must hold points like [120.5, 88.0], not {value!r}.")
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
        raise self.error(f"'{key}' must be [x, y, width, height], width and height above 0.")

    def rings(self, key: str) -> tuple[Ring, ...]:
        rings = self.entry(key)
        if not isinstance(rings, list) or not rings or not all(isinstance(r, list) for r in rings):
            raise self.error(f"'{key}' must be a list of rings, each a list of points.")
        return tuple(tuple(self.as_point(key, value) for value in ring) for ring in rings)

    def table(self, key: str) -> Table:
        value = self.entry(key)
        if not isinstance(value, dict):
            raise self.error(f"'{key}' must be a table. Write [{key}].")
        return Table(self.file, f"[{key}]", value)

    def tables(self, key: str, required: bool = True) -> list[Table]:
        value = self.entry(key) if required else self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
            raise self.error(f"'{key}' must be a list of tables. Write [[{key}]].")
        return [
            Table(self.file, f"[[{key}]] {number}{_called(entry)}", entry)
            for number, entry in enumerate(value, start=1)
        ]


def _called(entry: dict[str, Any]) -> str:
    name = entry.get("name")
    return f" ({name})" if isinstance(name, str) else ""


# --- Checking -----------------------------------------------------------------------------

Board = TypeVar("Board")
Problem = tuple[str, str]
"""What is wrong, in English and in German."""


def tell(
    board: Board, checks: Iterable[Callable[[Board], Iterator[Problem]]], lang: str
) -> list[str]:
    """What the checks find, in order, in one language."""
    found = [problem for check in checks for problem in check(board)]
    return [german if lang == "de" else english for english, german in found]


def repeated(words: Iterable[str]) -> list[str]:
    """The words that stand there more than once."""
    return [word for word, many in Counter(words).items() if many > 1]


class Named(Protocol):
    """A place with a name and a short form."""

    @property
    def name(self) -> str: ...
    @property
    def short(self) -> str: ...


def wrong_names(places: Sequence[Named], english: str, german: str) -> Iterator[Problem]:
    """Names and short forms are distinct; a short form is three ASCII letters.

    The two words are what the places are called, in the plural.
    """
    for name in repeated(place.name for place in places):
        yield f"Two {english} are called {name}.", f"Zwei {german} heißen {name}."
    for short in repeated(place.short for place in places):
        yield (
            f"Two {english} have the short form {short}.",
            f"Zwei {german} haben das Kürzel {short}.",
        )
    for place in places:
        if not (len(place.short) == 3 and place.short.isascii() and place.short.isalpha()):
            yield (
                f"{place.name}: the short form '{place.short}' is not three ASCII letters.",
                f"{place.name}: Das Kürzel „{place.short}“ besteht nicht aus drei "
                "ASCII-Buchstaben.",
            )


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
