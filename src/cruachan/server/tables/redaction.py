"""Redaction: encodes events and views as one viewer may see them.

Every way out (responses, WebSocket, server-sent events) takes its bytes from here and from nowhere
else, so that what is hidden is hidden everywhere. The classes are the response models too:
`api/responses.py` derives those from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypedDict, TypeVar, cast

import msgspec

from cruachan.bots import gives_hints
from cruachan.engine.game import CHANCE, Viewer
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import DEFAULT_LANG, Lang, Texts
from cruachan.engine.view import DrawnPiece, SidePanel, View
from cruachan.lessons.course import Course
from cruachan.server import PACKAGE
from cruachan.server.tables.events import HIDDEN
from cruachan.server.tables.events.base import StoredEvent
from cruachan.server.tables.former import said_name, said_names
from cruachan.server.tables.row_cache import ROWS, RowKey
from cruachan.server.tables.setting import CLOCKS, DAY, AtZero
from cruachan.server.tables.table import PLAYING, GameTable, Status, now

WINDOW = 200
"""How many events an answer has where nobody says how many it shall have."""


class Audience(NamedTuple):
    """Who gets something, in which language, and whether with pieces and sheets."""

    viewer: Viewer
    lang: Lang
    pieces: bool = False
    shared: bool = False
    """Whether others look at the same screen: then it shows what everybody may see."""


class PresentSeats(NamedTuple):
    """The seats whose people are present, those who are writing, and whether bots have to wait;
    nothing of it is stored."""

    present: frozenset[int] = frozenset()
    writing: frozenset[int] = frozenset()
    vote_in: tuple[int, ...] = ()
    """For each seat, the seconds of absence until the others may vote for a bot."""
    bots_wait: bool = False


class SeatStatus(msgspec.Struct, omit_defaults=True):
    """A seat as it is now."""

    kind: str
    """`person`, `free`, or the kind of a bot."""
    name: str
    """The player's name; empty for a free seat."""
    bot: str | None
    """The kind of bot that plays for the person who owns it."""
    word: str
    """What its device added to the dice."""
    there: bool
    """Whether its person is present: has a connection, or had one a moment ago."""
    writing: bool
    """Whether its person is writing something."""
    votes: list[int]
    """The seats that voted to let a bot play it."""
    left: int | None = None
    """The milliseconds of its clock, where the table has one, as of `time` of the table."""
    runs: bool = False
    """Whether its clock runs now: then less is left with every millisecond."""
    vacation: int | None = None
    """Until when its clock stands still because its person is away, in milliseconds since 1970."""
    vacation_left: int | None = None
    """For how many whole days its clock can still be stopped, where the table allows that."""
    vacant: bool = False
    """Whether the host took it from its owner during the game: anybody may sit down there."""
    notice: int | None = None
    """Until when its absent person may come back before a bot plays it, as the others voted: in
    milliseconds since 1970."""
    vote_in: int | None = None
    """The seconds until the others may vote for a bot, if its absent person does nothing until
    then. Only while a game without a clock goes on; with a clock, its time must run out."""


class UndoQuestion(msgspec.Struct):
    """A question whether a move may be taken back."""

    seat: int
    """Who asks."""
    ply: int
    """From which ply on."""
    agreed: list[int]
    """The seats that agree."""


class VeiledNarration(msgspec.Struct):
    """A telling of one's own that somebody veiled with the X-card."""

    ply: int
    """The ply, as an act `retell` takes it."""
    row: int
    """The number of its row."""
    text: str
    """How the game tells it now; nothing where it does so with a later move."""
    longest: int
    """How many characters the new words may have."""


class OwnStatus(msgspec.Struct):
    """What only the viewer's own seat knows of itself."""

    confirm: bool
    """Whether it is asked before its turn is over."""
    queued: list[str]
    """Its moves that wait until the game can take them."""
    retell: VeiledNarration | None
    """What it is asked to tell anew, if it likes."""


class LessonStatus(msgspec.Struct):
    """A guided first game, as its learner is told of it."""

    step: int
    """The number of the step, counted from 1."""
    of: int
    """How many steps there are."""
    text: str
    """What is said to the learner; empty for others, while others move, and after the lesson."""
    marks: list[str]
    """What the text speaks of: ids of places, keys of pieces, ids of points."""
    expects: list[str]
    """The moves that are wanted now, in notation: the `text` of choices of the view."""
    tell: bool
    """Whether the move is to be told in the learner's own words."""
    wait: bool
    """Whether it only explains, and waits for an act `go_on`."""
    over: bool
    """Whether the lesson is over, and the game goes on as any other."""


class TableStatus(msgspec.Struct, omit_defaults=True):
    """A table as it is now, apart from the game itself."""

    id: str
    """Its id."""
    game: str
    """The name of the game."""
    board: str
    """The board."""
    options: dict[str, str]
    """All options of the game, as they are at this table."""
    status: Status
    """Whether it waits for people, is played, is over, or was closed."""
    public: bool
    """Whether it is listed for everybody."""
    seats: list[SeatStatus]
    """The seats in their order."""
    promise: str
    """The SHA-256 of the seed of the dice, which is shown when the game is over."""
    digest: str | None
    """The SHA-256 of the transcript of a game that is over."""
    nameless: str | None
    """The same without the names: it stays what it is when somebody has hers erased."""
    clock: str
    """The time a seat has in all, and what each of its moves adds; `none` without a clock."""
    hints: bool
    """Whether hints are given."""
    rated: bool
    """Whether the game counts for ratings."""
    plies: int
    """How many plies have been played."""
    opened: int
    """How many of them were taken over from a file or from another table."""
    asking: UndoQuestion | None
    """Whether somebody has asked to take back."""
    open_turn: int | None
    """The seat that has moved and not said yet that its turn is over."""
    in_the_open: list[int]
    """The seats waited for whose answer needs no secret: a shared screen need not be covered."""
    resigned: int | None
    """The seat that gave up."""
    rematch: str | None
    """The id of the table at which the same people play again."""
    before: str | None
    """The id of the table of which this is the rematch."""
    lesson: LessonStatus | None
    """The first game that is taught here; its dice were chosen, so its promise is no secret."""
    time: int
    """The server's time, in milliseconds since 1970."""
    me: OwnStatus | None = None
    """What only the viewer's own seat knows of itself; not there for spectators."""
    daily: str | None = None
    """The day whose daily game it is, as 2026-11-18; not there for other games."""
    puzzle: str | None = None
    """The id of the puzzle that is to be solved here; not there for other games."""
    at_zero: AtZero | None = None
    """What happens when a clock comes to zero: `vote`, `bot` or `resign`; not there without one."""
    bots_wait: str | None = None
    """Why the bots of this table do not move just now, in a sentence; not there while they do."""


class SeenView(msgspec.Struct, omit_defaults=True, kw_only=True):
    """What a viewer sees, and the decision she faces."""

    view: View | None = None
    """The game; not there before it begins."""
    pieces: list[DrawnPiece] | None = None
    """What lies on the board, where `pieces` was asked for."""
    sheets: list[SidePanel] | None = None
    """What is shown beside the board, where `pieces` was asked for."""
    when: tuple[int, int | None] | None = None
    """The round and the seat whose turn it is."""
    asked: int | None = None
    """The number of the decision that the seat faces, for `answers`; not there for spectators."""
    undo: bool | None = None
    """Whether the seat can take its last move back without asking anybody."""


class MoveAnswer(msgspec.Struct, frozen=True):
    """Whether a move is possible, which one it is, and the rule if it is not."""

    legal: bool
    """Whether it can be made now, or whether something can be done at the place."""
    text: str
    """The move in notation, or all moves of the place in words, or else why there is none."""
    move: Any = None
    """The move as an act takes it, if it can be made."""
    brings: str | None = None
    """What the move would do, in a sentence, where the rules alone decide it and the seat knows."""
    pieces: list[DrawnPiece] | None = None
    """What would lie on the board then, where `pieces` was asked for; else as for `brings`."""
    rule: str | None = None
    """The number of the rule that refuses it, where one does."""
    rule_text: str | None = None
    """What that rule says."""


class EventRow(TypedDict):
    """Something that happened at a table; which fields it has, its kind says."""

    seq: int
    """Its number, from 1 and without holes."""
    at: int
    """When, in milliseconds since 1970."""
    kind: str
    """What it was; `skip` is a row that the viewer may not see."""


class TableMessage(SeenView, omit_defaults=True, kw_only=True):
    """What a listener gets: the rows that are new to it, and everything as it is now."""

    seq: int
    """The number of the last row: what to say as `since` next time."""
    first: int
    """The number of the first of `rows`. Where it is more than `since` + 1, the rows between are to
    be asked for (`/log`, with `before`). One more than `seq` where there are no rows."""
    rows: list[EventRow]
    """The rows after `since`, at most the last `limit` of them."""
    table: TableStatus
    """The table."""


class TableAnswer(TableMessage, omit_defaults=True, kw_only=True):
    """A table, as the answer to a single request."""

    seats: list[int]
    """The seats that the key opens, counted from 0; -1 is the host's chair."""


def json(data: object) -> bytes:
    """Data as JSON."""
    return msgspec.json.encode(data)


class NamedFields(TypedDict, total=False):
    """The fields of a described event that redaction reads; the others go through as they are."""

    name: str


def event_row(table: GameTable, event: StoredEvent, viewer: Viewer, lang: Lang) -> EventRow:
    """An event as a viewer may see it; a hidden one is a `skip`, so that no number is missing."""
    body = event.body
    if not body.visible_to(viewer):
        return EventRow(seq=event.seq, at=event.at, kind=HIDDEN)
    row = EventRow(seq=event.seq, at=event.at, kind=event.kind)
    described: NamedFields = msgspec.to_builtins(body.describe(table, event, viewer, lang))
    if "name" in described:
        described["name"] = said_name(described["name"], lang)
    row.update(cast(EventRow, described))
    return row


def seat_status(
    table: GameTable, seat: int, presence: PresentSeats, lang: Lang = DEFAULT_LANG
) -> SeatStatus:
    """A seat as everybody may see it."""
    own = table.seats[seat]
    return SeatStatus(
        kind=own.kind,
        name=said_name(own.name, lang),
        bot=own.bot,
        word=own.entropy,
        there=seat in presence.present,
        writing=seat in presence.writing,
        votes=sorted(table.votes.get(seat, ())),
        **_clock(table, seat),
        vacant=own.vacant,
        notice=table.notices.get(seat),
        vote_in=_vote_in(table, seat, presence),
    )


class ClockStatus(TypedDict, total=False):
    """The fields of a seat that tell of its clock."""

    left: int | None
    runs: bool
    vacation: int | None
    vacation_left: int


def _clock(table: GameTable, seat: int) -> ClockStatus:
    """The state of a seat's clock; empty without a clock."""
    setting, own, moment = table.setting, table.seats[seat], now()
    if setting.clock == "none":
        return {}
    on_leave = own.vacation > moment
    status: ClockStatus = {
        "left": table.time_left(seat),
        "runs": seat in table.timed() and not on_leave,
        "vacation": own.vacation if on_leave else None,
    }
    if setting.vacation and not CLOCKS[setting.clock].live:
        used = own.vacation_used - max(own.vacation - moment, 0)
        status["vacation_left"] = max(setting.vacation * DAY - used, 0) // DAY
    return status


def _vote_in(table: GameTable, seat: int, presence: PresentSeats) -> int | None:
    """The seconds until the others may vote for a bot; None where they cannot."""
    here = (
        seat in presence.present or seat not in table.people or table.notices.get(seat) is not None
    )
    if here or table.status != PLAYING or table.setting.clock != "none":
        return None
    return presence.vote_in[seat] if presence.vote_in else None


def lesson_status(course: Course, audience: Audience) -> LessonStatus:
    """A lesson as a viewer may see it; what is said to the learner is hers alone."""
    present = course.present(audience.lang)
    if audience.viewer != course.lesson.learner:
        present = present._replace(text="", marks=(), expects=(), tell=False)
    return msgspec.convert(present._asdict(), LessonStatus)


def table_status(table: GameTable, audience: Audience, presence: PresentSeats) -> TableStatus:
    """A table as a viewer may see it, apart from the game itself."""
    match, setting = table.match, table.setting
    asking = table.undo_request
    return TableStatus(
        id=table.id,
        game=setting.game,
        board=setting.board,
        options=table.game.complete(len(table.seats), setting.options),
        status=table.status,
        public=setting.public,
        seats=[
            seat_status(table, seat, presence, audience.lang) for seat in range(len(table.seats))
        ],
        promise=table.commitment,
        digest=table.digest,
        nameless=table.nameless_digest,
        clock=setting.clock,
        hints=table.hints and gives_hints(table.game),
        rated=setting.rated,
        plies=len(match.history) if match else 0,
        opened=table.opened,
        asking=UndoQuestion(asking.seat, asking.ply, sorted(asking.agreed)) if asking else None,
        open_turn=table.open_turn(),
        in_the_open=_in_the_open(table),
        resigned=match.resigned if match else None,
        rematch=table.rematch,
        before=setting.before,
        lesson=lesson_status(table.course, audience) if table.course else None,
        time=now(),
        me=own_status(table, audience),
        daily=setting.daily,
        puzzle=setting.puzzle,
        at_zero=setting.at_zero if setting.clock != "none" else None,
        bots_wait=_bots_wait(table, audience.lang) if presence.bots_wait else None,
    )


def _bots_wait(table: GameTable, lang: Lang) -> str | None:
    """The sentence about bots that wait for those of others, if bots are to move at all."""
    return Texts(PACKAGE, lang)("status.bots_wait") if table.waits_for() else None


def own_status(table: GameTable, audience: Audience) -> OwnStatus | None:
    """What only the viewer's own seat may know of itself; None for spectators."""
    viewer = audience.viewer
    if viewer is None or viewer < 0:
        return None
    own = table.seats[viewer]
    queued = [] if audience.shared else list(own.queued)
    veiled = _veiled(table, viewer, audience.lang) if table.veiled else None
    return OwnStatus(own.confirm, queued, veiled)


def _in_the_open(table: GameTable) -> list[int]:
    """The seats that are waited for and may answer before all eyes."""
    match = table.match
    if match is None or table.status != PLAYING:
        return []
    seats = [seat for seat in match.to_act if seat >= 0]
    return [seat for seat in seats if presentation_of(match.game).in_the_open(match.state, seat)]


def _veiled(table: GameTable, seat: int, lang: Lang) -> VeiledNarration | None:
    """The first narration of a seat that was veiled and may be told anew."""
    for ply, seq in sorted(table.veiled.items()):
        scene = table.events[seq - 1].scene
        if scene is not None and scene.ply.seat == seat:
            narration = table.game.narration
            longest = narration.max_length(scene.ply.move) if narration else 0
            return VeiledNarration(ply, seq, table.reads_now(seq, seat, lang).told, longest)
    return None


Seen = TypeVar("Seen", bound=SeenView)


def with_view(seen: Seen, table: GameTable, view: View, audience: Audience) -> Seen:
    """Add a view, with its pieces and side panels where the audience asks for them."""
    seen.view = view
    if audience.pieces:
        shown, lang = presentation_of(table.game), audience.lang
        sheets = shown.side_panels(view, lang)
        seen.sheets = [each for each in sheets if not (audience.shared and each["own"])]
        seen.pieces = shown.pieces(view, lang)
    return seen


def with_present_view(seen: Seen, table: GameTable, audience: Audience) -> Seen:
    """Add the present view of a viewer and the number of the decision she faces."""
    match, viewer = table.match, audience.viewer
    if match is None:
        return seen
    seen.when = match.when(len(match.history))
    if viewer is not None:
        seen.asked = match.decision_id(viewer)
        if table.status == PLAYING:
            seen.undo = match.why_no_undo(viewer) is None
    names = said_names(match.names, audience.lang)
    view = match.view(viewer, audience.lang, audience.shared, names)
    return with_view(seen, table, view, audience)


def described(
    table: GameTable, events: Sequence[StoredEvent], reader: Viewer, lang: Lang
) -> list[EventRow]:
    """Events as a reader may see them: JSON that was written before, where they were asked for."""

    def describe(event: StoredEvent) -> bytes:
        key = RowKey(table.edition, event.seq, reader, lang)
        return ROWS.get(key, lambda: json(event_row(table, event, reader, lang)))

    return cast(list[EventRow], [msgspec.Raw(describe(event)) for event in events])


def message(
    table: GameTable,
    since: int,
    audience: Audience,
    presence: PresentSeats,
    seats: list[int] | None = None,
    limit: int = WINDOW,
) -> TableMessage:
    """What a listener gets who has all events up to `since`, at most the last `limit` events; for
    who asks once, with her seats."""
    reader = None if audience.shared else audience.viewer
    seq = len(table.events)
    after = max(since, seq - limit)
    rows = described(table, table.events[after:], reader, audience.lang)
    status = table_status(table, audience, presence)
    if seats is None:
        found = TableMessage(seq=seq, first=after + 1, rows=rows, table=status)
    else:
        found = TableAnswer(seq=seq, first=after + 1, rows=rows, table=status, seats=seats)
    return with_present_view(found, table, audience)


def knower(table: GameTable, viewer: Viewer) -> Viewer:
    """The viewer to show the past to: CHANCE, which sees all, once the game is over."""
    return CHANCE if table.finished else viewer
