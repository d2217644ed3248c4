"""The pieces players move: six colours, each with a name, a letter and a shape of its own."""

from __future__ import annotations

from collections.abc import Sequence

from cruachan.engine.game import Outcome
from cruachan.engine.texts import Lang, Texts
from cruachan.engine.view import ResultRow

PIECES = ("ivory", "ink", "copper", "rose", "teal", "moss")


def called(names: Sequence[str], seats: int, lang: Lang) -> list[str]:
    """What each seat is called: its player's name, else its piece's."""
    texts = Texts(__package__, lang)
    own = [texts(f"piece.{piece}") for piece in PIECES]
    return [*names, *own[len(names) :]][:seats]


def decides(name: str, lang: Lang) -> str:
    """What everybody else reads while somebody decides."""
    return Texts(__package__, lang)("piece.decides", name=name)


def result_rows(outcome: Outcome | None) -> list[ResultRow] | None:
    """An outcome as a view shows it: the seats in order of their places."""
    if outcome is None:
        return None
    rows = zip(outcome.places, range(len(outcome.places)), outcome.scores, strict=True)
    return [{"seat": seat, "place": place, "score": score} for place, seat, score in sorted(rows)]
