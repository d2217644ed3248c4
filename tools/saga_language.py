"""What a careful reader of a saga stumbles over: grammar, and set phrases that come again."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cruachan.engine.game import NOBODY
from cruachan.engine.texts import Lang
from cruachan.games.shent.saga.book import Book

_FIGURES = "(?:Jäger|Sucher|Barbar|Krieger|Drache|Mensch)"
_DOUBLE = r"[,;:]\s*[,;:.]|\.\.(?!\.)"
GRAMMAR: dict[Lang, dict[str, str]] = {
    "en": {
        "an article": r"\b[Aa] (?!one\b|uni|eu|use)[aeiou]\w+"
        r"|\b[Aa]n (?!hour|honest|heir|honou?r)[^aeiouAEIOU\W]\w+",
        "one with a plural": r"\b(?:were|are|remain|have) one (?:land|quest|hunter|other)\b",
        "a double mark": _DOUBLE,
    },
    "de": {
        "a title in another case": r"\b(?:[Ff]ür|[Vv]on|[Uu]m|[Zz]u|[Bb]is|[Mm]it|wegen|gegen|ohne"
        r"|durch|[Aa]us|[Nn]ach|[Bb]ei) „(?:Der|Die|Das|Ein|Eine|Zwei|Drei)\b",
        "one with a plural": r"\b(?:blieben|waren|sind|haben) ein Land\b",
        "an article": r"\b(?:von|mit|bei|zu|aus|nach|für|gegen|durch|ohne) (?:der|ein) "
        rf"{_FIGURES}\b",
        "a double mark": _DOUBLE,
    },
}
"""Faults of grammar that names and titles make when they are filled in."""
ONCE: dict[Lang, tuple[str, ...]] = {
    "en": (r"name is not handed down", r"name nobody wrote down", r"nameless in the songs",
           r"grave bears no name", r"“you there”"),
    "de": (r"Name nicht überliefert", r"Namen? (?:keiner|niemand) aufschrieb",
           r"namenlos in den Liedern", r"Grab keinen Namen", r"„du da“"),
}  # fmt: skip
"""Phrases for the nameless: a saga has each of them once, and two of them at most."""
MOST_NAMELESS = 2
TWICE: dict[Lang, str] = {
    "en": r"\b{name} lost [^.]*\bof {name}\b",
    "de": r"\b{name} verlor [^.]*\bvon {name}\b",
}
"""Whose somebody was is said twice in a sentence."""


def faults(saga: Book) -> Iterator[str]:
    """All that a reader would mark; what people told themselves is theirs."""
    own = [each.text for chapter in saga.chapters for each in chapter.all if each.by == NOBODY]
    lists = [f"{each.name}: {each.about}" for each in (*saga.people, *saga.figures)]
    for text in (*own, *lists, *(chapter.title for chapter in saga.chapters)):
        for what, shape in GRAMMAR[saga.lang].items():
            if re.search(shape, text):
                yield f"{what}: {text!r}"
        for name in filter(None, saga.names):
            of = {
                "en": rf"\b{name} lost [^.]*\bof {name}\b",
                "de": rf"\b{name} verlor [^.]*\bvon {name}\b",
            }
            if re.search(of[saga.lang], text):
                yield f"whose is said twice: {text!r}"
    whole = " ".join(own)
    found = [len(re.findall(shape, whole)) for shape in ONCE[saga.lang]]
    if max(found) > 1 or sum(found) > MOST_NAMELESS:
        yield f"nameless {sum(found)} times"
