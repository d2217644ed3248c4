"""Glossaries of games: what their terms mean, and the words by which people search for them.

Each term has, among the texts of its game, a sentence (`term.faron`), the words that players type
for it (`search.faron`) and the words by which texts name it (`names.faron`). The search in the
rules uses them too: somebody asks for the hunter, and the rules call him faron.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from cruachan.engine.notation import fold
from cruachan.engine.rulebook import rulebook
from cruachan.engine.texts import LANGS, Lang, Texts, tables

WORD = re.compile(r"\w+")
SHORTEST = 3
"""The fewest letters that a search looks for; a term of the game needs one more."""


class GlossaryEntry(NamedTuple):
    """A word of a game as a reader finds it."""

    key: str
    title: str
    """What it is called."""
    names: list[str]
    """How it stands in texts where it is meant."""
    text: str
    """What it means."""


class GlossaryTerm(NamedTuple):
    """A word of a game."""

    key: str
    names: frozenset[str]
    """The words by which it is found, in all languages, folded."""

    def means(self, word: str) -> bool:
        """Whether a folded word asks for it: in full, by a beginning, or with an ending."""
        return word in self.names or any(
            len(name) >= SHORTEST <= len(word) and (name.startswith(word) or word.startswith(name))
            for name in self.names
        )


@cache
def glossary(package: str) -> tuple[GlossaryTerm, ...]:
    """All words that a game explains."""
    keys = tables(package, LANGS[0]).get("term", {})
    known = [Texts(package, lang) for lang in LANGS]
    searched = {key: " ".join((key, *(texts(f"search.{key}") for texts in known))) for key in keys}
    return tuple(GlossaryTerm(key, frozenset(fold(each).split())) for key, each in searched.items())


def entries(package: str, lang: Lang) -> list[GlossaryEntry]:
    """All words that a game explains, for those who read its texts in a language."""
    texts = Texts(package, lang)
    found = []
    for term in glossary(package):
        title, _, text = texts(f"term.{term.key}").partition(": ")
        names = texts(f"names.{term.key}").split(", ")
        found.append(GlossaryEntry(term.key, title, names, text[:1].upper() + text[1:]))
    return found


def explained(package: str, query: str, lang: Lang) -> list[str]:
    """What is said of the words that are asked for; those that are named in full, if any are."""
    wanted = fold(query).strip()
    found = [term for term in glossary(package) if wanted in term.names]
    found = found or [term for term in glossary(package) if wanted and term.means(wanted)]
    return [Texts(package, lang)(f"term.{term.key}") for term in found]


def search(package: str, query: str) -> list[str]:
    """The rules that speak of all words of a query, in any language or by another word."""
    rules = rulebook(package).rules
    words = dict.fromkeys(WORD.findall(fold(query)))
    found = set(rules) if words else set()
    for word in words:
        found &= _speaking_of(package, word)
        if not found:
            return []
    return [rule for rule in rules if rule in found]


@cache
def _index(package: str) -> dict[str, frozenset[str]]:
    """The rules in which each folded word stands, in any language."""
    found: dict[str, set[str]] = {}
    for rule, text in rulebook(package).rules.items():
        for word in WORD.findall(fold(" ".join(text.texts.values()))):
            found.setdefault(word, set()).add(rule)
    return {word: frozenset(rules) for word, rules in found.items()}


def _speaking_of(package: str, word: str) -> frozenset[str]:
    """The rules that have a word with any ending, or what they call what it means."""
    meant = [term for term in glossary(package) if term.means(word)]
    least = SHORTEST + any(word in term.names for term in meant)
    said = {word: least} | {term.key: SHORTEST + 1 for term in meant}
    index = _index(package)
    beginnings = tuple(each for each, enough in said.items() if len(each) >= enough)
    found = [index.get(each, frozenset()) for each in said]
    found += [rules for each, rules in index.items() if each.startswith(beginnings)]
    return frozenset().union(*found)
