"""Spoiling texts: what is good is changed a little, or gets something odd."""

from __future__ import annotations

import re
from random import Random

ODD = (
    *("7" * 5000, "-1", "0", "99999", str(2**31), str(2**63), "1e300", "nan", "inf"),
    *("0x" + "f" * 4000, "\x1b[2J", "\x07", "\x00", "\u202e", "\u2028", "\t", "\u00a0", "²", "٣"),
    *("ß", "🐉", "e\u0301", "", " ", "{x}", "%s", "{0.__class__}", "'", '"', "\\", "#"),
    *("  #abcdef", "x" * 3000, "a b " * 800),
    *("true", "[]", "{}", "[[[[", "chance", "none", "-", "?", ":", ",", "=", "/dev/zero", "../x"),
)  # fmt: skip
"""What somebody may have put there, by mistake or not."""


def spoil(text: str, rng: Random, letters: str = "") -> str:
    """The text with one to three changes."""
    for _ in range(rng.randint(1, 3)):
        text = rng.choice((_letter, _letter, _word, _word, _number, _odd))(text, rng, letters)
    return text


def _letter(text: str, rng: Random, letters: str) -> str:
    at = rng.randrange(len(text) + 1)
    new = rng.choice(["", text[at : at + 1] * 2, rng.choice(letters or "abc019-+:= ")])
    return text[:at] + new + text[at + 1 :]


def _word(text: str, rng: Random, letters: str) -> str:
    """A word dropped, doubled, or put in the place of another."""
    words = re.split(r"(\s+)", text)
    at, other = rng.randrange(len(words)), rng.randrange(len(words))
    words[at] = rng.choice(["", f"{words[at]} {words[at]}", words[other]])
    return "".join(words)


def _number(text: str, rng: Random, letters: str) -> str:
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return text
    found = rng.choice(numbers)
    value = min(int(found[0][:9]), 10**6)
    new = rng.choice([value + 1, value - 1, -value, value * 10, 0, 10 ** rng.randrange(30)])
    return f"{text[: found.start()]}{new}{text[found.end() :]}"


def _odd(text: str, rng: Random, letters: str) -> str:
    at = rng.randrange(len(text) + 1)
    end = at if rng.random() < 0.5 else min(len(text), at + rng.randrange(8))
    return text[:at] + rng.choice(ODD) + text[end:]
