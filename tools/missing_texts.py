"""List the texts that a language lacks and those that are wrong: `tools/missing_texts.py fr`.

With `--count` only how many there are, place by place. It exits with 1 where a text is wrong.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cruachan
from cruachan.engine.languages import DEFAULT_LANG, LANGS
from cruachan.engine.rulebook import rulebook
from cruachan.engine.texts import own_tables
from cruachan.games import GAMES
from cruachan.lessons.lesson import has_lesson, load

PACKAGE = Path(cruachan.__path__[0])
PAGE = PACKAGE.parents[1] / "web" / "src" / "texts"
PLURALS = ("zero", "one", "two", "few", "many", "other")
GRAMMAR = ("noun", "called", "names")
"""Groups in which every language has forms of its own."""
FREE = re.compile(
    r"saga\.way|tell\.fight|tell\.articles|listed\.turn_of|aim\.(\w+\.){1,2}(title|text|story|fulfilled)$"
)
"""Texts of a tale that need not name the same things as in the default language."""
NAMED = re.compile(r"\{(\w+)")


def _keys(value: Any, place: str = "") -> Iterator[str]:
    """The keys of all texts in tables; a text with plural forms is one."""
    if isinstance(value, dict) and not _is_plural(value):
        for key, each in value.items():
            yield from _keys(each, f"{place}.{key}".removeprefix("."))
    else:
        yield place


def _is_plural(value: dict[str, Any]) -> bool:
    return "other" in value and value.keys() <= set(PLURALS)


def _compared(has: dict[str, Any], wanted: dict[str, Any]) -> tuple[int, list[str]]:
    known, keys = set(_keys(has)), list(_keys(wanted))
    loose = [key for key in keys if key.split(".")[0] in GRAMMAR]
    tops = {key.rsplit(".", 1)[0] for key in known}
    lacking = [
        key
        for key in keys
        if key not in known and not (key in loose and key.rsplit(".", 1)[0] in tops)
    ]
    return len(keys), lacking


def _texts(value: Any, place: str = "") -> dict[str, str]:
    """All texts by their keys; plural forms and sentences to choose from in one."""
    if isinstance(value, dict) and not _is_plural(value):
        inner = (_texts(each, f"{place}.{key}".removeprefix(".")) for key, each in value.items())
        return {key: text for found in inner for key, text in found.items()}
    several = value.values() if isinstance(value, dict) else value
    return {place: value if isinstance(value, str) else "\n".join(map(str, several))}


def _faults(has: dict[str, Any], wanted: dict[str, Any]) -> Iterator[str]:
    """Keys that nobody asks for, and names in braces that nobody fills in."""
    known = _texts(wanted)
    for key, text in _texts(has).items():
        if key.split(".")[0] in GRAMMAR:
            continue
        if key not in known:
            yield f"{key}: there is no such text in {DEFAULT_LANG}"
        elif not FREE.match(key):
            names = {name.lower() for name in NAMED.findall(known[key].replace("{{", ""))}
            for name in NAMED.findall(text.replace("{{", "")):
                if not any(name.lower() == each or name.startswith(f"{each}_") for each in names):
                    yield f"{key}: {{{name}}} is not filled in"


def _same_words(lang: str) -> Iterator[str]:
    """Words of a language for the terminal's commands that mean another command in any language."""
    by_word: dict[str, set[str]] = {}
    for each in LANGS:
        for command, words in own_tables("cruachan.terminal", each).get("command", {}).items():
            for word in words.split():
                by_word.setdefault(word, set()).add(command)
    for command, words in own_tables("cruachan.terminal", lang).get("command", {}).items():
        for word in words.split():
            if others := sorted(by_word.get(word, set()) - {command}):
                yield f"command.{command}: '{word}' means {', '.join(others)} too"


def wrong(lang: str) -> dict[str, list[str]]:
    """For each place with texts: what would not be said, or end the program."""
    found = {}
    for folder in sorted(PACKAGE.rglob("texts")):
        package = ".".join(("cruachan", *folder.parent.relative_to(PACKAGE).parts))
        faults = _faults(own_tables(package, lang), own_tables(package, DEFAULT_LANG))
        found[str(folder.relative_to(PACKAGE.parents[1]))] = list(faults)
    found["src/cruachan/terminal/texts"] += _same_words(lang)
    for folder in _page_folders():
        place = str(folder.relative_to(PACKAGE.parents[1]))
        found[place] = list(_faults(*_page(folder, lang)))
    return {place: faults for place, faults in found.items() if faults}


def _page_folders() -> list[Path]:
    """Where the page's texts are: those of all pages, and in folders those of single parts."""
    return sorted({path.parent for path in PAGE.rglob(f"{DEFAULT_LANG}.json")})


def _page(folder: Path, lang: str) -> Iterator[dict[str, Any]]:
    """The page's texts of a folder in a language and in the default one."""
    for file in (folder / f"{each}.json" for each in (lang, DEFAULT_LANG)):
        yield json.loads(file.read_text("utf-8")) if file.is_file() else {}


def missing(lang: str) -> dict[str, tuple[int, list[str]]]:
    """For each place with texts: how many the default language has, and which ones are missing."""
    found = {}
    for folder in sorted(PACKAGE.rglob("texts")):
        package = ".".join(("cruachan", *folder.parent.relative_to(PACKAGE).parts))
        tables = (own_tables(package, each) for each in (lang, DEFAULT_LANG))
        found[str(folder.relative_to(PACKAGE.parents[1]))] = _compared(*tables)
    for name, info in GAMES.items():
        rules = rulebook(info.package).rules
        lacking = [number for number, text in rules.items() if lang not in text.texts]
        found[f"rules of {name}"] = len(rules), lacking
        if has_lesson(name):
            steps = load(name).steps
            numbers = [str(at) for at, step in enumerate(steps, 1) if lang not in step.said.texts]
            found[f"lesson of {name}"] = len(steps), numbers
    for folder in _page_folders():
        place = str(folder.relative_to(PACKAGE.parents[1]))
        found[place] = _compared(*_page(folder, lang))
    return found


def main(lang: str, *, count: bool) -> int:
    """Print both lists; the exit status."""
    for place, (wanted, lacking) in missing(lang).items():
        print(f"{place}: {wanted - len(lacking)} of {wanted}")
        for key in () if count else lacking:
            print(f"  {key}")
    faults = wrong(lang)
    for place, found in faults.items():
        print(f"{place}: wrong", *(f"  {fault}" for fault in found), sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    codes = [word for word in sys.argv[1:] if not word.startswith("-")]
    if len(codes) != 1 or codes[0] not in LANGS:
        sys.exit(f"Name one language of languages.json: {', '.join(LANGS)}.")
    try:
        sys.exit(main(codes[0], count="--count" in sys.argv))
    except tomllib.TOMLDecodeError as error:
        sys.exit(str(error))
    except BrokenPipeError:
        sys.stderr.close()
