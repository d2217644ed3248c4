"""Aims in words: which of `texts/` each takes, and what they name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from cruachan.engine.texts import Lang, tables
from cruachan.games.shent.aims.base import AimKind
from cruachan.games.shent.aims.manners import Manner, manners_of, term
from cruachan.games.shent.components.board import Board
from cruachan.games.shent.components.material import (
    COMMON,
    ELEMENTS,
    KINDS,
    OWN,
    RUNES,
)
from cruachan.games.shent.core.state import Aim, Quest


def sentences(lang: Lang) -> dict[str, Any]:
    """What kinds and manners share: names of things and numbers."""
    return tables(__package__, lang)


def texts(aim: Aim, lang: Lang) -> dict[str, Any]:
    """The texts that word an aim: those of its kind, and over them those of its variant."""
    kind = AimKind.ALL[aim.kind]
    words, name = kind.texts(lang), kind.variant(aim)
    return {**words, **words.get(name.removesuffix("s"), {}), **words.get(name, {})}


def own_texts(aim: Aim, lang: Lang) -> dict[str, Any]:
    """The texts of its variant alone, or of its kind where it has none."""
    kind = AimKind.ALL[aim.kind]
    words, name = kind.texts(lang), kind.variant(aim)
    return dict(words.get(name, {})) if name else words


def openings(rune: int, lang: Lang) -> str:
    """[S17.1] What a quest can be out for that begins with a rune."""
    kinds = [kind for kind in AimKind.ALL.values() if rune in kind.runes]
    return ", ".join(str(kind.texts(lang)["about"]) for kind in kinds)


def full_name(aim: Aim) -> str:
    """An aim's kind with its variant."""
    return ".".join(part for part in (aim.kind, AimKind.ALL[aim.kind].variant(aim)) if part)


def kind_of(piece: int, seats: int) -> int:
    """The kind of the piece with this place in the list of pieces."""
    own = [index for index, kind in enumerate(OWN) for _ in range(kind.number)]
    if piece < seats * len(own):
        return own[piece % len(own)]
    common = [len(OWN) + index for index, kind in enumerate(COMMON) for _ in range(kind.number)]
    return common[piece - seats * len(own)]


def describe(
    what: Quest | Aim,
    board: Board,
    names: Sequence[str],
    lang: Lang,
    key: str = "text",
    player: str = "",
) -> str:
    """What an aim is in words: its title, its text, its story, or the tale of its end."""
    aim = what.aim if isinstance(what, Quest) else what
    assert aim is not None
    tales = sentences(lang)
    values = {
        "land": board.lands[aim.land].called(lang) if aim.land >= 0 else "",
        "other": names[aim.seat] if aim.seat >= 0 else "",
        "thing": _thing(aim, len(names), tales),
        "size": _number(aim.size, tales),
        "player": player,
    }
    said = str(texts(aim, lang)[key]).format(**values)
    if key == "text":
        conditions = [_condition(aim, manner, lang, values) for manner in manners_of(aim)]
        said = " ".join([f"{said}.", *conditions])
    elif key == "story":
        said = " ".join([said, *(_manner(aim, manner, lang, player) for manner in manners_of(aim))])
    return re.sub(r"(^|[.!?] )(\w)", lambda found: found[1] + found[2].upper(), said)


def _number(size: int, tales: dict[str, Any]) -> str:
    """A small number as a word."""
    words = tales["names"]["number"]
    return str(words[size]) if size < len(words) else str(size)


def _thing(aim: Aim, seats: int, tales: dict[str, Any]) -> str:
    """The thing an aim names."""
    names = tales["names"]
    if aim.thing < 0:
        return ""
    kind = AimKind.ALL[aim.kind]
    if kind.thing == "element":
        return str(names["element"][ELEMENTS[aim.thing]])
    if kind.thing == "piece":
        return str(names[kind.form(aim)][KINDS[kind_of(aim.thing, seats)].key])
    if kind.thing == "kind":
        return str(names[kind.form(aim)][KINDS[aim.thing].key])
    return ""


def _condition(aim: Aim, manner: Manner, lang: Lang, values: dict[str, str]) -> str:
    """What a manner asks for besides, in a sentence of its own."""
    words, tales, special = manner.texts(lang), sentences(lang), manner.special(aim)
    usual = words["text"] if aim.land >= 0 else words.get("anywhere", words["text"])
    own = texts(aim, lang).get("manners", {}).get(RUNES[manner.rune], usual)
    said = words[special] if special else own
    turns = _number(term(aim), tales) if "{turns}" in said else ""
    return str(said).format(**values, sky=_sky(aim, tales), turns=turns)


def _manner(aim: Aim, manner: Manner, lang: Lang, player: str) -> str:
    """How the story tells a manner."""
    return str(manner.texts(lang)["story"]).format(sky=_sky(aim, sentences(lang)), player=player)


def _sky(aim: Aim, tales: dict[str, Any]) -> str:
    return str(tales["names"]["element"][ELEMENTS[aim.sky]]) if aim.sky >= 0 else ""
