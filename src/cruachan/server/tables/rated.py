"""What is demanded at tables that count for ratings: everybody is a person, nobody twice, and a
clock decides what becomes of who does not come back."""

from __future__ import annotations

from cruachan.server.errors import conflict, unauthorized, wrong
from cruachan.server.tables.commands import NewTable
from cruachan.server.tables.identity import Identity
from cruachan.server.tables.session import TableSession
from cruachan.server.tables.setting import FREE, HOST

ME = "me"


def check_wish(wish: NewTable, who: Identity) -> None:
    """Raise a ServerError if a table cannot be rated as somebody wishes it."""
    if not wish.rated:
        return
    kinds = [seat.kind for seat in wish.seats]
    if kinds.count(ME) > 1:
        raise conflict("rated_once")
    if not {ME, FREE} & set(kinds):
        raise wrong("rated_nobody")
    if wish.clock == "none" or wish.at_zero == "vote":
        # Who is about to lose could let the game lie for ever: against bots nobody votes.
        raise wrong("rated_clock")
    if wish.from_ is not None or wish.hints:
        raise wrong("rated_fair")
    if ME in kinds and who.person is None:
        raise unauthorized("rated_person")


def check_sitting(session: TableSession, who: Identity) -> None:
    """Raise a ServerError for who cannot sit down at a rated table: somebody who is no person, or
    who sits there already."""
    if not session.table.setting.rated:
        return
    if who.person is None:
        raise unauthorized("rated_person")
    if session.seats_of(who) - {HOST}:
        raise conflict("rated_once")
