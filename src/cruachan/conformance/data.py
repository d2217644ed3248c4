"""What lies in the files of a game: boards, rules, texts, the lesson."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

from cruachan.conformance.findings import Findings
from cruachan.engine.game import Game
from cruachan.engine.identity import cover_svg
from cruachan.engine.languages import COMPLETE_LANGS
from cruachan.engine.rulebook import rulebook
from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang, Texts, own_tables
from cruachan.lessons.lesson import has_lesson, load


def check_data(kind: type[Game[Any, Any]], findings: Findings) -> None:
    """Boards without problems, rules with numbers, texts that are all there."""
    findings.attempt("board", check_boards, kind, findings)
    findings.attempt("rulebook", check_rulebook, kind, findings)
    findings.attempt("texts", check_texts, kind, findings)
    findings.attempt("identity", check_identity, kind)
    if has_lesson(kind.name):
        findings.attempt("lesson", load, kind.name)
    else:
        findings.lacks("lesson")


def check_boards(kind: type[Game[Any, Any]], findings: Findings) -> None:
    """The boards of a game are sound, and have names for players."""
    for which in kind.boards:
        for problem in kind.board_problems(which):
            findings.fault("board", which, board=which, problem=problem)


def check_identity(kind: type[Game[Any, Any]]) -> None:
    """Its look can be read, and its cover can be drawn."""
    identity = kind.description.read_identity()
    game = kind.on_board(None)
    if game.presentation is not None:
        cover_svg(game, identity, DEFAULT_LANG)


def check_rulebook(kind: type[Game[Any, Any]], findings: Findings) -> None:
    """RULES.md has numbered rules with the letter of the game, in the languages it is read in."""
    rules = rulebook(kind.package).rules
    if not rules:
        findings.fault("rulebook", letter=kind.letter)
    for number, text in rules.items():
        if not number.startswith(kind.letter):
            findings.fault("letter", rule=number, letter=kind.letter)
        for lang in LANGS[:2]:
            if lang not in text.texts:
                findings.fault("rule_language", lang, rule=number, lang=lang)


def needed_texts(kind: type[Game[Any, Any]]) -> list[str]:
    """The keys that pages and terminals ask for."""
    keys = [f"board.{which}" for which in kind.boards if not is_labelled(kind, which)]
    for option in kind.options:
        keys += [f"option.{option.name}", f"option.{option.name}_about"]
        keys += [f"option.{choice}" for choice in option.choices]
    ways = kind.kernel.ways if kind.kernel is not None else kind.ends.values()
    return [*keys, *(f"way.{way}" for way in ways)]


def is_labelled(kind: type[Game[Any, Any]], which: str) -> bool:
    """Whether a board has a title and a sentence, from texts or from its file."""
    try:
        return bool(kind.board_label(which))
    except KeyError:
        return False


def check_texts(kind: type[Game[Any, Any]], findings: Findings) -> None:
    """All texts that are asked for are there; other languages say the same."""
    default = Texts(kind.package, DEFAULT_LANG).table
    for key in needed_texts(kind):
        if key not in default:
            findings.fault("text", key, key=key)
    for lang in COMPLETE_LANGS:
        if lang == DEFAULT_LANG:
            continue
        if own_tables(kind.package, lang):
            compare(default, Texts(kind.package, lang).table, lang, findings)
        else:
            findings.lacks("language", lang=lang)


def compare(
    default: Mapping[str, str], said: Mapping[str, str], lang: Lang, findings: Findings
) -> None:
    """The texts of a language against those of the default one."""
    if lacking := sorted(default.keys() - said.keys()):
        findings.fault("untranslated", lang, lang=lang, keys=", ".join(lacking[:5]))
    for key in sorted(default.keys() & said.keys()):
        if places(said[key]) != places(default[key]):
            findings.fault("places_in_text", key, key=key, lang=lang)


def places(text: str) -> set[str]:
    """The names that a text leaves to be filled in."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
