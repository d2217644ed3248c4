"""Add a pseudo-language to a source tree: every text of the default language, in brackets.

It shows which texts do not come from data, which are built from pieces, and how long texts look.
Only data is written, so it is also the proof that a language needs no code:

    python tools/pseudo_language.py xx /path/of/a/copy
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PLAIN = re.compile(r"[b-f] |\W*$")
"""What stays as it is: moves of a lesson, which begin with the letter of a seat, and mere signs."""
STRING = r'"(?:[^"\\]|\\.)*"'


def bracketed(text: str) -> str:
    """A text of the pseudo-language."""
    return text if PLAIN.match(text) else f"⟦{text}⟧"


def add_language(code: str, root: Path) -> None:
    """Write a pseudo-language into a copy of the sources."""
    package = root / "src" / "cruachan"
    file = package / "engine" / "languages.json"
    known = json.loads(file.read_text("utf-8"))
    default = known[0]["code"]
    known.append({"code": code, "name": bracketed(known[0]["name"])})
    file.write_text(json.dumps(known, ensure_ascii=False), "utf-8")
    for folder in package.rglob("texts"):
        _write_texts(folder, default, code)
    for path in package.rglob("*.toml"):
        if "texts" not in path.parts:
            path.write_text(_with_texts(path.read_text("utf-8"), default, code), "utf-8")
    for path in package.rglob("RULES.md"):
        rules = "\n\n".join(_rules(path.read_text("utf-8")))
        path.with_name(f"RULES.{code}.md").write_text(rules + "\n", "utf-8")
    page = root / "web" / "src" / "texts"
    for path in page.rglob(f"{default}.json"):
        texts = json.loads(path.read_text("utf-8"))
        written = json.dumps(_pseudo(texts), ensure_ascii=False, indent=2)
        path.with_name(f"{code}.json").write_text(written + "\n", "utf-8")


def _pseudo(value: Any) -> Any:
    match value:
        case str():
            return bracketed(value)
        case list():
            return [_pseudo(each) for each in value]
        case dict():
            return {key: _pseudo(each) for key, each in value.items()}
    return value


def _write_texts(folder: Path, default: str, code: str) -> None:
    """The files of a folder of texts: one, or several by topic."""
    single, several = folder / f"{default}.toml", folder / default
    for path in [single] if single.is_file() else sorted(several.glob("*.toml")):
        target = folder / (f"{code}.toml" if path == single else f"{code}/{path.name}")
        target.parent.mkdir(exist_ok=True)
        groups = _pseudo(tomllib.loads(path.read_text("utf-8"))).items()
        tables = ("\n".join([f"[{group}]", *_lines(texts)]) for group, texts in groups)
        target.write_text("\n\n".join(tables) + "\n", "utf-8")


def _lines(texts: dict[str, Any]) -> Iterator[str]:
    for key, value in texts.items():
        yield f"{json.dumps(key)} = {_toml(value)}"


def _toml(value: Any) -> str:
    match value:
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            return f"{{ {', '.join(_lines(value))} }}"
    return json.dumps(value, ensure_ascii=False)


def _with_texts(source: str, default: str, code: str) -> str:
    """A board or a lesson in which each text of the default language has one of the other."""

    def beside(found: re.Match[str]) -> str:
        text = json.dumps(bracketed(json.loads(found["text"])), ensure_ascii=False)
        end = "\n" if found["begin"] == "" else ", "
        begin = found["begin"] + found["key"]
        return f"{begin}{code} = {text}{end}{found['key']}{default} = {found['text']}"

    line = rf"(?m)(?P<begin>^)(?P<key>(?:\w+\.)?){default} = (?P<text>{STRING})"
    inline = rf"(?P<begin>\{{ ?)(?P<key>){default} = (?P<text>{STRING})"
    return re.sub(inline, beside, re.sub(line, beside, source))


def _rules(source: str) -> Iterator[str]:
    """Chapters and rules of a RULES.md, without the quotes in its second language."""
    for block in source.split("\n\n"):
        if chapter := re.match(r"(## [A-Z]\d+) (.+?)(?: · .+)?$", block):
            yield f"{chapter[1]} {bracketed(chapter[2])}"
        elif rule := re.match(r"(\*\*[A-Z]\d+\.\d+\*\*) ((?:(?!>).+\n?)+)", block):
            yield f"{rule[1]} {bracketed(rule[2].strip())}"


if __name__ == "__main__":
    add_language(sys.argv[1], Path(sys.argv[2]))
