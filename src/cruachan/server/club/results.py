"""The result of a game that has come to its end: who came out where, and who left it to a bot."""

from __future__ import annotations

from collections import Counter

from cruachan.server.store import club as stored
from cruachan.server.store.club import ResultSeat, TableResult
from cruachan.server.store.jobs import Job
from cruachan.server.tables.events.play import MovePlayed
from cruachan.server.tables.events.seating import PlayerReplaced
from cruachan.server.tables.events.social import ClockRanOut, SeatGivenToBot
from cruachan.server.tables.setting import PERSON
from cruachan.server.tables.table import GameTable

MUCH = 0.25
"""A seat is forfeit if bots made more than this part of its moves, as when its time ran out."""


def result_of(table: GameTable) -> TableResult | None:
    """The result of a table; None if its game is not over, is a lesson, or began elsewhere."""
    match = table.match
    if match is None or match.outcome is None or table.setting.lesson or table.opened:
        return None
    outcome = match.outcome
    made, by_bots = _moves(table)
    handed_over = _handed_over(table)
    seats = []
    for number, seat in enumerate(table.seats):
        own = seat.kind == PERSON and not seat.vacant
        much = by_bots[number] > MUCH * made[number]
        left = seat.bot is not None or number in handed_over or much
        bot = None if own else (seat.bot or seat.kind)
        place, score = int(outcome.places[number]), int(outcome.scores[number])
        seats.append(ResultSeat(number, place, score, bot, own and left))
    return TableResult(
        table.id,
        table.setting.game,
        len(seats),
        _ended(table),
        table.setting.rated,
        len(match.history),
        tuple(seats),
    )


def _moves(table: GameTable) -> tuple[Counter[int], Counter[int]]:
    """How many moves were made for each seat, and how many of them by bots."""
    bodies = [event.body for event in table.events if isinstance(event.body, MovePlayed)]
    return (
        Counter(body.seat for body in bodies),
        Counter(body.seat for body in bodies if body.by is not None),
    )


def _handed_over(table: GameTable) -> set[int]:
    """The seats whose owners let a bot play of their own will, be it for a while: neither because
    their time had run out nor because the others voted for it."""
    late, found = set[int](), set[int]()
    for event in table.events:
        body = event.body
        if isinstance(body, ClockRanOut):
            late.add(body.seat)
        elif isinstance(body, SeatGivenToBot):
            if not body.voted and body.seat not in late:
                found.add(body.seat)
            late.discard(body.seat)
        elif isinstance(body, PlayerReplaced):
            found.discard(body.seat)
    return found


def _ended(table: GameTable) -> int:
    """When the game ended: with its last move, or when somebody gave up."""
    ends = [event.at for event in table.events if event.kind in ("move", "resign")]
    return ends[-1]


def job_of(table: GameTable) -> Job:
    """What is written when a game has come to its end, in one transaction with its last event;
    nothing of one at which only bots sat."""
    result = result_of(table)
    return stored.add_result(result) if result and has_people(result) else []


def has_people(result: TableResult) -> bool:
    """Whether a result is somebody's: those of bots alone would grow for ever and tell nothing."""
    return any(seat.bot is None for seat in result.seats)
