"""What a saga has told stays: later moves add to it and change nothing."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from tools.saga import play

from cruachan.engine.match import Match
from cruachan.engine.texts import Lang
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.saga.book import Book, Chapter
from cruachan.games.shent.saga.saga import book

GAMES: list[tuple[int, int, Lang, int | None]] = [
    (3, 2, "en", None),
    (3, 2, "de", 1),
    (8, 4, "en", 0),
    (8, 4, "de", None),
]
"""Seed, number of players, language and reader."""
EVERY = 71
"""So many moves lie between two readings of a saga."""


@cache
def played(seed: int, seats: int) -> Match[State, Move]:
    return play(seed, seats)


def read(match: Match[State, Move], lang: Lang, viewer: int | None) -> list[Book]:
    """The saga of a game as it was read every now and then, and at the end."""
    whole = len(match.history)
    return [book(match.until(ply), lang, viewer) for ply in (*range(EVERY, whole, EVERY), whole)]


def words(chapter: Chapter) -> list[tuple[int, str]]:
    """What a chapter tells, paragraph by paragraph."""
    return [(each.by, each.text) for each in chapter.passages]


@pytest.mark.parametrize(("seed", "seats", "lang", "viewer"), GAMES)
def test_told_text_is_never_rewritten(
    seed: int, seats: int, lang: Lang, viewer: int | None
) -> None:
    for early, late in pairwise(read(played(seed, seats), lang, viewer)):
        closed = [early.prologue, *early.rounds[:-1]] if early.rounds else []
        for before, after in zip(closed, late.chapters, strict=False):
            assert before == after
        if early.rounds:
            before, after = early.rounds[-1], late.rounds[len(early.rounds) - 1]
            assert after.lead_text.startswith(before.lead_text)
            told = " ".join(text for _, text in words(before)[:-1])
            assert " ".join(text for _, text in words(after)).startswith(told)
