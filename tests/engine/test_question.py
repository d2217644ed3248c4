"""What a typed question is about."""

from __future__ import annotations

import pytest

from cruachan.engine.notation import without_why


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("why not Brega", "Brega"),
        ("Why march Brega?", "march Brega"),
        ("warum nicht Brega?", "Brega"),
        ("Wieso Brega", "Brega"),
        ("march Brega", "march Brega"),
        ("whynot", "whynot"),
        ("why", ""),
    ],
)
def test_the_words_of_the_question_are_left_out(typed: str, meant: str) -> None:
    assert without_why(typed) == meant
