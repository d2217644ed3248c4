"""Aims in words: which words of `words/` each takes, and what they name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from cruachan.engine.texts import Lang
from cruachan.games.shent.aims import sentences
from cruachan.games.shent.aims.foes import BOLD, DRAGON, ENTER, FIGURE, HOUSE, MARK, PLAYER, RIDDLE
from cruachan.games.shent.aims.manners import far_away, term
from cruachan.games.shent.components.board import Board
from cruachan.games.shent.components.material import (
    BUILDINGS,
    COMMON,
    ELEMENTS,
    GALU,
    KINDS,
    MAETH,
    OWN,
    RATH,
    RUNES,
)
from cruachan.games.shent.core.state import Aim, Quest


def variant(aim: Aim) -> str:
    """Which words of its kind an aim takes; empty for the usual ones."""
    thing, kind = aim.thing, aim.kind
    if kind in ("found", "develop"):
        return KINDS[thing].key
    if kind == "ruin":
        if thing == HOUSE:
            return "house"
        several = "" if aim.size == 1 else "s"
        return "figure" + several if thing == FIGURE else "markers" if several else ""
    if kind == "win":
        names = {PLAYER: "player", RIDDLE: "riddle", DRAGON: "dragon", BOLD: "bold"}
        name = names.get(thing, "")
        return name + "s" if name and aim.size > 1 else name
    if kind == "lose":
        name = "contest" if aim.land < 0 else ""
        if thing >= 0:
            name = "house" if thing in BUILDINGS else "figure"
        return name + "s" if name and aim.size > 1 else name
    named = {
        "hold": "guard" if thing >= 0 else "",
        "realm": "element" if thing >= 0 else "one" if aim.size == 1 else "",
        "forestall": {MARK: "mark", ENTER: "enter"}.get(thing, ""),
        "hinder": "" if aim.size > 1 else "one",
        "help": "" if aim.size == 1 else "more",
        "allies": _ally_words(aim),
        "peace": "many" if thing == 1 else "",
        "wide": "visit" if thing == 1 else "",
        "wealth": "golu" if thing == 1 else "",
    }
    return named.get(kind, "")


def _ally_words(aim: Aim) -> str:
    if aim.thing >= 0:
        return "adan" if aim.size == 1 else "adans"
    return "one" if aim.size == 1 else ""


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
    words = tales["aim"][aim.kind]
    name = variant(aim)
    words = {**words, **words.get(name.removesuffix("s"), {}), **words.get(name, {})}
    values = {
        "land": board.lands[aim.land].called(lang) if aim.land >= 0 else "",
        "other": names[aim.seat] if aim.seat >= 0 else "",
        "thing": _thing(aim, len(names), tales),
        "size": _number(aim.size, tales),
        "player": player,
    }
    said = str(words[key]).format(**values)
    if key == "text":
        conditions = [_condition(aim, rune, tales, values) for rune in aim.manners]
        said = " ".join([f"{said}.", *conditions])
    elif key == "story":
        said = " ".join([said, *(_manner(aim, rune, tales, player) for rune in aim.manners)])
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
    if aim.kind in ("sky", "realm"):
        return str(names["element"][ELEMENTS[aim.thing]])
    if aim.kind in ("hold", "free"):
        form = "the" if aim.kind == "hold" else "the_acc"
        return str(names[form][KINDS[kind_of(aim.thing, seats)].key])
    if aim.kind in ("found", "develop", "lose"):
        house = aim.kind == "lose" and aim.thing in BUILDINGS
        form = "the_acc" if house else "many" if aim.size > 1 else "a"
        return str(names[form][KINDS[aim.thing].key])
    return ""


def _condition(aim: Aim, rune: int, tales: dict[str, Any], values: dict[str, str]) -> str:
    """What a manner asks for besides, in a sentence of its own."""
    words = tales["manner"][RUNES[rune]]
    turns = _number(term(aim), tales) if rune == GALU else ""
    if rune == RATH and far_away(aim):
        said = words["far"]
    elif rune == MAETH and aim.seat >= 0:
        said = words["against" if aim.land >= 0 else "against_anywhere"]
    else:
        usual = words["text"] if aim.land >= 0 else words.get("anywhere", words["text"])
        said = words.get(aim.kind, usual)
    return str(said).format(**values, sky=_sky(aim, tales), turns=turns)


def _manner(aim: Aim, rune: int, tales: dict[str, Any], player: str) -> str:
    """How the story tells a manner."""
    return str(tales["manner"][RUNES[rune]]["story"]).format(sky=_sky(aim, tales), player=player)


def _sky(aim: Aim, tales: dict[str, Any]) -> str:
    return str(tales["names"]["element"][ELEMENTS[aim.sky]]) if aim.sky >= 0 else ""
