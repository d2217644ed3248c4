"""A game's rules as data: each numbered rule in every language.

RULES.md has the rules in the first language, each followed by a quote in the second one:

**H4.2** The rule in English.
> Die Regel auf Deutsch.

Another language has a file of its own, RULES.LANG.md: rules and chapters with the same numbers,
without quotes. A rule that is not in it is told in the first language.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from cruachan.engine.errors import Refusal
from cruachan.engine.texts import LANGS, Lang, LocalizedText

RULE = re.compile(
    r"^\*\*(?P<id>[A-Z]\d+\.\d+)\*\* (?P<text>.+(?:\n(?!>|\n).+)*)\n?(?P<quote>(?:> ?.+\n?)*)",
    re.MULTILINE,
)
CHAPTER = re.compile(r"^## (?P<id>[A-Z]\d+) (?P<text>.+?)(?: · (?P<quote>.+))?$", re.MULTILINE)
BESIDE = LANGS[:2]
"""The languages of RULES.md."""

SOURCE = re.compile(r" \((?:\d[^()]*|[^()]*\b(?:R-[A-Z]\d+|ours|von uns)[^()]*)\)$")
"""Where a rule comes from, as in `(1.4.8, R-S3)`: not for those who play."""


def _unfold(text: str) -> str:
    lines = (line.removeprefix(">").strip() for line in text.strip().splitlines())
    return SOURCE.sub("", " ".join(lines))


def _numbered(pattern: re.Pattern[str], sources: Mapping[Lang, str]) -> dict[str, LocalizedText]:
    """What the sources have under each number, in the order of the first one."""
    found: dict[str, dict[Lang, str]] = {}
    for lang, source in sources.items():
        for match in pattern.finditer(source):
            texts = zip(BESIDE, match.group("text", "quote"), strict=False)
            own = {lang: match["text"]} if lang != LANGS[0] else dict(texts)
            said = {each: _unfold(text) for each, text in own.items() if text}
            found.setdefault(match["id"], {}).update(said)
    return {number: LocalizedText(texts) for number, texts in found.items() if LANGS[0] in texts}


@dataclass(frozen=True)
class Rulebook:
    """All numbered rules and chapter titles of a game, in their order."""

    rules: dict[str, LocalizedText]
    chapters: dict[str, LocalizedText]

    @classmethod
    def parse(cls, source: str, others: Mapping[Lang, str] | None = None) -> Rulebook:
        """Read the numbered rules of a RULES.md, and of RULES.LANG.md by language."""
        sources = {LANGS[0]: source, **(others or {})}
        return cls(_numbered(RULE, sources), _numbered(CHAPTER, sources))

    def find(self, query: str) -> list[str]:
        """The ids a person means: 4.2, H4.2, or a whole chapter as 4 or H4."""
        letter = next(iter(self.chapters))[0]
        wanted = query.strip().upper()
        if not wanted.startswith(letter):
            wanted = letter + wanted
        if wanted in self.rules:
            return [wanted]
        return [rule for rule in self.rules if rule.split(".")[0] == wanted]


def refusal(package: str, rule: str, reason: str, lang: Lang) -> Refusal:
    """A refusal by a numbered rule of a game, with the rule's text."""
    return Refusal(rule, rulebook(package).rules[rule].text(lang), reason)


@cache
def rulebook(package: str) -> Rulebook:
    """The rules of the game that lives in a package."""
    folder = files(package)
    others = {lang: folder.joinpath(f"RULES.{lang}.md") for lang in LANGS}
    return Rulebook.parse(
        folder.joinpath("RULES.md").read_text("utf-8"),
        {lang: file.read_text("utf-8") for lang, file in others.items() if file.is_file()},
    )
