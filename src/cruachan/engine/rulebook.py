"""A game's RULES.md as data: each numbered rule in English and German.

**H4.2** The rule in English.
> Die Regel auf Deutsch.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from cruachan.engine.errors import Refusal
from cruachan.engine.texts import Both, Lang

RULE = re.compile(
    r"^\*\*(?P<id>[A-Z]\d+\.\d+)\*\* (?P<en>.+(?:\n(?!>|\n).+)*)\n(?P<de>(?:> ?.+\n?)+)",
    re.MULTILINE,
)
CHAPTER = re.compile(r"^## (?P<id>[A-Z]\d+) (?P<en>.+) · (?P<de>.+)$", re.MULTILINE)


SOURCE = re.compile(r" \((?:\d[^()]*|[^()]*\b(?:R-[A-Z]\d+|ours|von uns)[^()]*)\)$")
"""Where a rule comes from, as in `(1.4.8, R-S3)`: not for those who play."""


def _unfold(text: str) -> str:
    lines = (line.removeprefix(">").strip() for line in text.strip().splitlines())
    return SOURCE.sub("", " ".join(lines))


@dataclass(frozen=True)
class Rulebook:
    """All numbered rules and chapter titles of a game, in their order."""

    rules: dict[str, Both]
    chapters: dict[str, Both]

    @classmethod
    def parse(cls, source: str) -> Rulebook:
        """Read the numbered rules of a RULES.md."""
        rules = {m["id"]: Both(_unfold(m["en"]), _unfold(m["de"])) for m in RULE.finditer(source)}
        chapters = {m["id"]: Both(m["en"], m["de"]) for m in CHAPTER.finditer(source)}
        return cls(rules, chapters)

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
    return Rulebook.parse(files(package).joinpath("RULES.md").read_text("utf-8"))
