"""What a typed line means: a command, a number from the list, or else a move in words."""

from __future__ import annotations

from typing import NamedTuple

from cruachan.engine.notation import begins, fold, spellings
from cruachan.engine.texts import LANGS, Lang, Texts

COMMANDS = (
    "help",
    "moves",
    "board",
    "undo",
    "redo",
    "hint",
    "why",
    "rules",
    "log",
    "story",
    "tales",
    "bot",
    "person",
    "save",
    "chat",
    "table",
    "quit",
)
WITH_ARGUMENT = ("why", "rules", "log", "story", "bot", "person", "save", "chat", "table")
SHORTEST = 2
"""How many letters of a command are enough, where they are clear."""


class TypedCommand(NamedTuple):
    """A command and what follows it."""

    name: str
    argument: str


def command_words(name: str, lang: Lang) -> list[str]:
    """All words for a command in a language; the first is the one to show."""
    return Texts("cruachan.terminal", lang)(f"command.{name}").split()


def is_whole(word: str) -> bool:
    """Whether a word is a command in full, in any language."""
    every = (known for name in COMMANDS for lang in LANGS for known in command_words(name, lang))
    return any(fold(word) in spellings(known) for known in every)


def read_command(line: str, lang: Lang) -> TypedCommand | None:
    """The command a line gives; None when it must be a number or a move."""
    line = line.strip()
    if line.startswith("?"):
        return TypedCommand("why", line.lstrip("? "))
    word, _, argument = line.partition(" ")
    name = _find(fold(word), lang)
    if name is None or (argument.strip() and name not in WITH_ARGUMENT):
        return None
    return TypedCommand(name, argument.strip())


def _find(word: str, lang: Lang) -> str | None:
    """The command with this name or with this clear beginning, one's own language first."""
    languages = sorted(LANGS, key=lambda other: other != lang)
    for name in COMMANDS:
        words = (known for other in languages for known in command_words(name, other))
        if any(word in spellings(known) for known in words):
            return name
    if len(word) < SHORTEST:
        return None
    for language in languages:
        fits = {
            name
            for name in COMMANDS
            if any(begins(known, word) for known in command_words(name, language))
        }
        if fits:
            return fits.pop() if len(fits) == 1 else None
    return None
