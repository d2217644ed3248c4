"""Formats durations in every language."""

from __future__ import annotations

from cruachan.engine.texts import Lang, Texts

MINUTE, HOUR, DAY = 60, 3600, 86_400


def duration(milliseconds: int, lang: Lang) -> str:
    """A time to come, as short as can be read: 2 days 3 hours, 5 hours 12 minutes, or 4:05."""
    seconds, texts = max(milliseconds, 0) // 1000, Texts(__package__, lang)
    if seconds < HOUR:
        return f"{seconds // MINUTE}:{seconds % MINUTE:02}"
    if seconds >= DAY:
        parts = [("days", seconds // DAY), ("hours", seconds % DAY // HOUR)]
    else:
        parts = [("hours", seconds // HOUR), ("minutes", seconds % HOUR // MINUTE)]
    return " ".join(texts.count(f"time.{unit}", number) for unit, number in parts if number)


def in_one_unit(milliseconds: int, lang: Lang) -> str:
    """A time that has passed, in its largest unit: 2 days, 5 hours, or at least 1 minute."""
    seconds, texts = max(milliseconds, 0) // 1000, Texts(__package__, lang)
    units = (("days", DAY), ("hours", HOUR), ("minutes", MINUTE))
    unit, length = next((each for each in units if seconds >= each[1]), units[-1])
    return texts.count(f"time.{unit}", max(seconds // length, 1))
