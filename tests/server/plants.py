"""Leaks planted in a server on purpose, each as somebody might make it by mistake."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any
from zlib import crc32

import pytest

from cruachan.engine.errors import CruachanError, MoveError
from cruachan.engine.game import CHANCE, Decision
from cruachan.engine.match import Match
from cruachan.engine.presentation import presentation_of
from cruachan.engine.transcript import write
from cruachan.engine.view import View
from cruachan.games.shent.game import SHENT
from cruachan.server.api import history, streams
from cruachan.server.api.streams import ListenerConnection
from cruachan.server.bots.worker import OutlookTask
from cruachan.server.bots.workers import Workers
from cruachan.server.notices import push, queue
from cruachan.server.notices.compose import compose
from cruachan.server.tables import commands, handlers, redaction
from cruachan.server.tables import messages as messages_module
from cruachan.server.tables.events.base import OwnEvent, StoredEvent
from cruachan.server.tables.events.social import NarrationVeiled, RetellingDescription
from cruachan.server.tables.questions import MoveQuestions
from cruachan.server.tables.redaction import (
    Audience,
    EventRow,
    SeatStatus,
    SeenView,
    TableMessage,
    TableStatus,
)
from cruachan.server.tables.service import TableService
from cruachan.server.tables.session import TableSession
from cruachan.server.tables.table import GameTable
from cruachan.server.tables.table_lists import TableLists
from tests.server.inside import InProcessServers

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch, InProcessServers], None]


def secret(match: Match[Any, Any] | None) -> int:
    """A number that follows from what nobody is to know."""
    return crc32(match.game.write_position(match.state, CHANCE).encode()) if match else 0


def changed(patch: Patch, owner: Any, name: str, change: Callable[[Any, Any], Any]) -> None:
    """What a function gives is changed on its way."""
    honest = getattr(owner, name)
    patch.setattr(owner, name, lambda first, *args: change(first, honest(first, *args)))


def as_to_chance(patch: Patch, module: Any) -> None:
    """Events are described as if to chance, who knows everything."""
    honest = redaction.event_row

    def leaky(table: GameTable, event: StoredEvent, viewer: Any, lang: Any) -> EventRow:
        return honest(table, event, CHANCE if event.scene else viewer, lang)

    patch.setattr(module, "event_row", leaky)


def rows(patch: Patch, servers: InProcessServers) -> None:
    as_to_chance(patch, redaction)


def rows_of_the_log(patch: Patch, servers: InProcessServers) -> None:
    def leaky(
        table: GameTable, events: Sequence[StoredEvent], reader: Any, lang: Any
    ) -> list[EventRow]:
        known = [CHANCE if event.scene else reader for event in events]
        pairs = zip(events, known, strict=True)
        return [redaction.event_row(table, event, knower, lang) for event, knower in pairs]

    patch.setattr(history, "described", leaky)


def other_peoples_rows(patch: Patch, servers: InProcessServers) -> None:
    patch.setattr(OwnEvent, "visible_to", lambda event, viewer: True)


def a_field_of_the_table(patch: Patch, servers: InProcessServers) -> None:
    def leaky(table: GameTable, status: TableStatus) -> TableStatus:
        status.plies += secret(table.match)
        return status

    changed(patch, redaction, "table_status", leaky)


def the_size_of_a_message(patch: Patch, servers: InProcessServers) -> None:
    def leaky(table: GameTable, status: SeatStatus) -> SeatStatus:
        status.name += " " * (secret(table.match) % 97)
        return status

    changed(patch, redaction, "seat_status", leaky)


def the_number_of_a_decision(patch: Patch, servers: InProcessServers) -> None:
    changed(patch, Match, "decision_id", lambda match, number: number + secret(match) % 97)


def the_view_of_now(patch: Patch, servers: InProcessServers) -> None:
    honest = redaction.with_present_view

    def leaky(seen: SeenView, table: GameTable, audience: Audience) -> SeenView:
        seen = honest(seen, table, audience)
        seen.asked = secret(table.match)
        return seen

    patch.setattr(history, "with_present_view", leaky)


def the_pieces(patch: Patch, servers: InProcessServers) -> None:
    """They lie as chance sees them."""
    honest = redaction.with_view

    def leaky(seen: Any, table: GameTable, view: View, audience: Audience) -> Any:
        seen = honest(seen, table, view, audience)
        if table.match and audience.pieces:
            known = table.match.view(CHANCE, audience.lang)
            seen.pieces = presentation_of(table.game).pieces(known, audience.lang)
        return seen

    patch.setattr(redaction, "with_view", leaky)


def the_sheets(patch: Patch, servers: InProcessServers) -> None:
    """They say what chance knows."""
    honest = redaction.with_view

    def leaky(seen: Any, table: GameTable, view: View, audience: Audience) -> Any:
        seen = honest(seen, table, view, audience)
        if table.match and audience.pieces:
            known = table.match.view(CHANCE, audience.lang)
            seen.sheets = presentation_of(table.game).side_panels(known, audience.lang)
        return seen

    patch.setattr(redaction, "with_view", leaky)


def views_of_the_past(patch: Patch, servers: InProcessServers) -> None:
    honest = history._past

    async def leaky(request: Any, id_: str, seat: int | None, ply: int | None = None) -> Any:
        past = await honest(request, id_, seat, ply)
        return past._replace(viewer=CHANCE) if ply else past

    patch.setattr(history, "_past", leaky)


def the_whole_transcript(patch: Patch, servers: InProcessServers) -> None:
    patch.setattr(history, "write", lambda match, viewer: write(match, secrets=True))


def the_story(patch: Patch, servers: InProcessServers) -> None:
    """Its subtitle knows everything."""
    honest = SHENT.story.so_far

    def leaky(match: Match[Any, Any], *args: Any) -> Any:
        return honest(match, *args) | {"subtitle": str(secret(match))}

    patch.setattr(SHENT.story, "so_far", leaky)


def refusals(patch: Patch, servers: InProcessServers) -> None:
    honest = handlers.handle

    def leaky(table: GameTable, *args: Any) -> Any:
        try:
            return honest(table, *args)
        except MoveError as error:
            raise CruachanError(f"{error} {secret(table.match)}") from None

    patch.setattr(handlers, "handle", leaky)


def reasons(patch: Patch, servers: InProcessServers) -> None:
    honest = Match.check

    def leaky(match: Match[Any, Any], *args: Any) -> None:
        try:
            honest(match, *args)
        except MoveError as error:
            raise MoveError(f"{error} {secret(match)}") from None

    patch.setattr(Match, "check", leaky)


def what_a_move_would_bring(patch: Patch, servers: InProcessServers) -> None:
    """It is told and shown from the whole table."""
    honest = MoveQuestions._brought

    def leaky(asker: MoveQuestions, move: Any) -> Any:
        told, pieces = honest(asker, move)
        return f"{told} {secret(asker.match)}", pieces

    patch.setattr(MoveQuestions, "_brought", leaky)


def advice(patch: Patch, servers: InProcessServers) -> None:
    """Whoever advises is shown the whole table."""
    honest = Workers.ask
    matches: list[Match[Any, Any]] = []

    def whole(match: Match[Any, Any], seat: int) -> Decision[Any, Any]:
        matches.append(match)
        return Decision(seat, match.state, match.legal_moves(seat), match.names)

    async def leaky(workers: Workers, task: Any, *args: Any) -> Any:
        found = await honest(workers, task, *args)
        if isinstance(task, OutlookTask) or task.bot or not found:
            return found
        match = next(m for m in matches if m.state is task.decision.seen)
        return found._replace(chances=(float(secret(match)),))

    patch.setattr(Match, "decision", whole)
    patch.setattr(Workers, "ask", leaky)


def the_list_of_tables(patch: Patch, servers: InProcessServers) -> None:
    honest = TableLists.public

    async def leaky(lists: TableLists, *args: Any) -> Any:
        matches = {id_: place.table.match for id_, place in lists.memory.sessions.items()}
        found = await honest(lists, *args)
        return [(each._replace(at=secret(matches[each.table.id])), *of) for each, *of in found]

    patch.setattr(TableLists, "public", leaky)


def blanks_in_events(patch: Patch, servers: InProcessServers) -> None:
    """Only in server-sent events."""
    honest = ListenerConnection.messages

    async def leaky(line: ListenerConnection, patience: float) -> Any:
        async for message in honest(line, patience):
            blanks = secret(line.session.table.match) % 97 if patience == streams.PING else 0
            yield message + b" " * blanks

    patch.setattr(ListenerConnection, "messages", leaky)


def something_for_who_comes_back(patch: Patch, servers: InProcessServers) -> None:
    honest = TableService.catch_up
    known: set[Any] = set()

    async def leaky(service: TableService, place: TableSession, listener: Any) -> bytes:
        missed = listener not in known and 0 < listener.since < place.table.seq
        known.add(listener)
        said = await honest(service, place, listener)
        return said + b" " * (secret(place.table.match) % 97 if missed else 0)

    patch.setattr(TableService, "catch_up", leaky)


def the_text_of_a_notice(patch: Patch, servers: InProcessServers) -> None:
    """In every language and by every way."""
    honest = compose

    def leaky(table: GameTable, *args: Any) -> Any:
        said = honest(table, *args)
        return said._replace(lines=(*said.lines, str(secret(table.match))))

    patch.setattr(queue, "compose", leaky)


def the_length_of_a_push(patch: Patch, servers: InProcessServers) -> None:
    """The browser reads the same, and its push service sees how long it was."""
    honest, composed = push.encrypt, compose
    matches: list[Match[Any, Any] | None] = []

    def composing(table: GameTable, *args: Any) -> Any:
        matches.append(table.match)
        return composed(table, *args)

    def leaky(text: bytes, *args: Any) -> bytes:
        return honest(text + b" " * (secret(matches[-1]) % 97), *args)

    patch.setattr(queue, "compose", composing)
    patch.setattr(push, "encrypt", leaky)


def one_message_more(patch: Patch, servers: InProcessServers) -> None:
    """Their number alone, in one of both worlds."""
    honest = TableService.send

    def leaky(service: TableService, place: TableSession, since: int) -> None:
        honest(service, place, since)
        if service is servers.services[1]:
            asyncio.get_running_loop().call_later(0.01, service.nudge, place)

    patch.setattr(TableService, "send", leaky)


def the_order_of_rows(patch: Patch, servers: InProcessServers) -> None:
    """In one of both worlds the last comes first."""
    honest = redaction.message

    def leaky(table: GameTable, *args: Any) -> TableMessage:
        said = honest(table, *args)
        place = servers.services[1].sessions.get(table.id)
        if place is not None and place.table.edition is table.edition:
            said.rows.reverse()
        return said

    patch.setattr(messages_module, "message", leaky)


def the_seed(patch: Patch, servers: InProcessServers) -> None:
    def leaky(table: GameTable, status: TableStatus) -> TableStatus:
        status.promise += table._seed.hex()
        return status

    changed(patch, redaction, "table_status", leaky)


def a_request(patch: Patch, servers: InProcessServers) -> None:
    honest = redaction.event_row

    def leaky(table: GameTable, event: StoredEvent, *args: Any) -> Any:
        return honest(table, event, *args) | {"request": event.request}

    patch.setattr(redaction, "event_row", leaky)


def a_hashed_key(patch: Patch, servers: InProcessServers) -> None:
    def leaky(table: GameTable, status: TableStatus) -> TableStatus:
        sessions = [service.sessions.get(table.id) for service in servers.services]
        found = [each.keys for each in sessions if each and each.table.edition is table.edition]
        status.promise += "".join(key.hex() for keys in found for key in keys)
        return status

    changed(patch, redaction, "table_status", leaky)


def whose_card_it_was(patch: Patch, servers: InProcessServers) -> None:
    """The X-card's event says who played it."""
    honest = handlers.HANDLERS[commands.VeilCommand]
    players: dict[tuple[str, int], int] = {}
    described = NarrationVeiled.describe

    def leaky(table: GameTable, command: Any, actor: Any) -> Any:
        players[table.id, table.seq + 1] = command.seat
        return honest(table, command, actor)

    def telling(body: NarrationVeiled, table: GameTable, event: StoredEvent, *of: Any) -> Any:
        said = described(body, table, event, *of)
        seat = players[table.id, event.seq]
        return RetellingDescription(said.row, said.ply, said.text, said.told, seat)

    patch.setattr(handlers, "HANDLERS", handlers.HANDLERS | {commands.VeilCommand: leaky})
    patch.setattr(NarrationVeiled, "describe", telling)


PLANTS: dict[Plant, tuple[str, str]] = {
    rows: ("gallia", "socket|events"),
    rows_of_the_log: ("shent", "/log"),
    other_peoples_rows: ("shent", "socket|events"),
    a_field_of_the_table: ("gallia", "socket|events"),
    the_size_of_a_message: ("shent", "socket|events"),
    the_number_of_a_decision: ("gallia", "socket|events"),
    the_view_of_now: ("gallia", "/view"),
    the_pieces: ("gallia", "socket"),
    the_sheets: ("gallia", "socket"),
    views_of_the_past: ("gallia", "/view|/drawing"),
    the_whole_transcript: ("shent", "/transcript"),
    the_story: ("shent", "/saga"),
    refusals: ("gallia", "act"),
    reasons: ("gallia", "why|act"),
    what_a_move_would_bring: ("gallia", "would"),
    advice: ("gallia", "hint"),
    the_list_of_tables: ("gallia", "/tables {"),
    blanks_in_events: ("gallia", "events"),
    something_for_who_comes_back: ("gallia", "anew"),
    the_text_of_a_notice: ("gallia", "notice json|notice discord"),
    the_length_of_a_push: ("gallia", "notice push, bytes"),
    one_message_more: ("gallia", "socket|events"),
    the_order_of_rows: ("gallia", "socket|events"),
    whose_card_it_was: ("shent", "socket|events"),
    the_seed: ("gallia", "the seed"),
    a_request: ("gallia", "id of a request"),
    a_hashed_key: ("gallia", "hash of a key"),
}
"""Each with the game in which it is looked for, and where it is found."""
