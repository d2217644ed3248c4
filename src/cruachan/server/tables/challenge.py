"""Tables with one try: what is refused there, and the answer to a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cruachan.challenges import puzzle as puzzles
from cruachan.server.errors import forbidden
from cruachan.server.store.challenges import answer_puzzle
from cruachan.server.store.jobs import Job
from cruachan.server.tables.events.base import StoredEvent
from cruachan.server.tables.events.play import MovePlayed

if TYPE_CHECKING:
    from cruachan.server.tables.table import GameTable


def first_answer(table: GameTable) -> str | None:
    """The first move that was made at the table of a puzzle, also if it was taken back; None while
    there is none."""
    if table.setting.puzzle is None:
        return None
    seat, taken_over = puzzles.find(table.setting.puzzle).seat, table.opened
    for event in table.events:
        body = event.body
        if not isinstance(body, MovePlayed):
            continue
        if taken_over > 0:
            taken_over -= 1
        elif body.seat == seat and body.by is None:
            return body.text
    return None


def answer_job(table: GameTable, events: list[StoredEvent]) -> Job:
    """What is stored together with the first move at the table of a puzzle."""
    moved = [event for event in events if isinstance(event.body, MovePlayed)]
    answer = first_answer(table) if moved else None
    if table.setting.puzzle is None or answer is None:
        return []
    solved = answer == puzzles.find(table.setting.puzzle).answer
    return answer_puzzle(table.id, solved, moved[0].at)


def unanswered(table: GameTable) -> bool:
    """Whether a puzzle is still to be solved here."""
    return table.setting.puzzle is not None and first_answer(table) is None


def check_hints(table: GameTable) -> None:
    """Raise a ServerError where nobody is given advice because there is one try."""
    if table.setting.once:
        raise forbidden("daily_hints") if table.setting.daily else forbidden("rated_hints")
    if unanswered(table):
        raise forbidden("puzzle_hints")


def check_trying_out(table: GameTable) -> None:
    """Raise a ServerError where nobody may play on elsewhere from a moment of a game that goes
    on."""
    if table.setting.once and not table.finished:
        raise forbidden("daily_from") if table.setting.daily else forbidden("rated_from")
    if unanswered(table):
        raise forbidden("puzzle_from")
