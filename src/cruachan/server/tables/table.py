"""A table: a match, the people and bots around it, and the events from which both follow.

Nothing here waits, reads or writes: `apply` makes an event part of the table. The same events,
applied again in their order, give the same table, so it can be dropped from memory at any time.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from cruachan.engine import transcript
from cruachan.engine.chance import commitment
from cruachan.engine.errors import MoveError
from cruachan.engine.game import CHANCE, Game, Viewer
from cruachan.engine.match import Match, Player
from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang
from cruachan.lessons.course import Course
from cruachan.server.errors import conflict, gone
from cruachan.server.tables import requests
from cruachan.server.tables.challenge import unanswered
from cruachan.server.tables.event_time import SteadyClock
from cruachan.server.tables.events.base import (
    MoveDescription,
    MoveEvent,
    PendingEvent,
    PlyScene,
    StoredEvent,
)
from cruachan.server.tables.events.play import (
    MovePlayed,
    MoveQueued,
    QueuedMoveRemoved,
    UndoRequest,
)
from cruachan.server.tables.events.seating import GameImported
from cruachan.server.tables.events.social import ChatSent, ClocksResumed
from cruachan.server.tables.requests import Answered, RequestId
from cruachan.server.tables.setting import CLOCKS, HOST, PERSON, TableSetting

Status = Literal["open", "playing", "over", "closed"]
OPEN: Status = "open"
PLAYING: Status = "playing"
OVER: Status = "over"
CLOSED: Status = "closed"
HOUR = 3_600_000
MOST_CHATS = 5000
"""How many of a seat's messages are counted."""
KEPT = 32
"""Every how many plies a state is kept; those between are computed again when they are needed."""


class Actor(NamedTuple):
    """The sender of a command: the seats that the key opens, the language, and absent seats."""

    seats: frozenset[int]
    lang: Lang = DEFAULT_LANG
    absent: frozenset[int] = frozenset()
    """The seats whose people are not there."""

    @property
    def host(self) -> bool:
        """Whether the key made the table."""
        return HOST in self.seats


@dataclass
class TableSeat:
    """A seat as it is now."""

    kind: str
    """A person, free, or a kind of bot."""
    name: str
    entropy: str = ""
    """What its device added to the dice."""
    bot: str | None = None
    """The bot that plays it for its owner."""
    confirm: bool = False
    """Whether its owner confirms the end of her turns."""
    queued: list[str] = field(default_factory=list)
    """Moves that wait until the game can take them."""
    left: int = 0
    """The milliseconds of its clock."""
    ran_out: bool = False
    """Whether a bot plays it because its time had run out."""
    vacation: int = 0
    """Until when its clock stands still, in milliseconds since 1970."""
    vacation_used: int = 0
    """For how many milliseconds it has been stopped, all in all."""
    vacant: bool = False
    """Whether the host took it from its owner during the game, and nobody has it since."""

    @property
    def played_by(self) -> str:
        """A person or the kind of a bot."""
        return self.bot or self.kind


now = SteadyClock()
"""The time in milliseconds."""


class GameTable:
    """One table: its setting, its seats, its match, and the events that made them."""

    def __init__(
        self,
        id_: str,
        setting: TableSetting,
        game: Game[Any, Any],
        seed: bytes,
        created: int = 0,
        verifies: bool = False,
    ) -> None:
        self.id = id_
        self.setting = setting
        self.game = game
        self.commitment = commitment(seed)
        self.created = created
        self.verifies = verifies
        """Whether moves that come without their parsed form are checked against the rules."""
        self._seed = seed
        self.edition = object()
        """What tells this table from one with the same id at which something reads otherwise."""
        self.events: list[StoredEvent] = []
        self.extras: Counter[int] = Counter()
        """How often the player of each seat has done something besides moving."""
        self.renames: Counter[int] = Counter()
        """How often the player of each seat has changed the name."""
        self.seatings = 0
        """How often the seats have changed."""
        self.chats: defaultdict[int, deque[int]] = defaultdict(lambda: deque(maxlen=MOST_CHATS))
        """When each seat sent its last messages."""
        self.requests: dict[str, Answered] = {}
        """What each request led to, by its id."""
        rule = CLOCKS.get(setting.clock)
        total = rule.total if rule else 0
        self.seats = [TableSeat(seat.kind, seat.name, left=total) for seat in setting.seats]
        self.match: Match[Any, Any] | None = None
        self.imported: PendingEvent | None = None
        """The event by which a game was taken over that began elsewhere."""
        self.awaited: frozenset[int] | None = None
        """The people of whom it is stored that they are waited for; None where it is not known."""
        self.closed = False
        self.undo_request: UndoRequest | None = None
        self.votes: dict[int, frozenset[int]] = {}
        """Who voted to give a seat to a bot."""
        self.notices: dict[int, int] = {}
        """Until when somebody who was absent may come back before a bot plays for her."""
        self.confirmed = 0
        """Up to which ply turns have been confirmed."""
        self.rematch: str | None = None
        self.veiled: dict[int, int] = {}
        """The events of narrations that were veiled and not told anew yet, by their plies."""
        self.course: Course | None = None
        """The lesson that is taught here, once it has begun."""
        self._digests = (-1, "", "")
        """The digests of the transcript with and without names, and after which event."""

    def rewritten(self, texts: dict[int, str]) -> GameTable:
        """The table at which some moves, by the numbers of their events, read otherwise.

        Raises a MoveError if a later move would not be legal then.
        """
        again = GameTable(self.id, self.setting, self.game, self._seed, self.created, verifies=True)
        for event in self.events:
            body = event.body
            if event.seq in texts and isinstance(body, MovePlayed):
                body = MovePlayed(body.seat, texts[event.seq], body.by)
            elif event.seq in texts and isinstance(body, MoveQueued):
                body = MoveQueued(body.seat, texts[event.seq], body.ply)
            again.apply(PendingEvent(body), event.at, event.request)
        again.verifies = self.verifies
        return again

    def snapshot(self) -> GameTable:
        """The table as it is now, to be looked at by another thread while it goes on."""
        seen = copy(self)
        seen.events = list(self.events)
        seen.seats = [replace(seat, queued=list(seat.queued)) for seat in self.seats]
        seen.votes, seen.notices = dict(self.votes), dict(self.notices)
        seen.veiled = dict(self.veiled)
        seen.match = self.match.snapshot() if self.match else None
        if self.course is not None and seen.match is not None:
            seen.course = copy(self.course)
            seen.course.match = seen.match
        return seen

    # What is known of it

    @property
    def status(self) -> Status:
        """Open until it starts, then playing, then over; closed whenever the host says so."""
        if self.closed:
            return CLOSED
        if self.match is None:
            return OPEN
        return OVER if self.match.outcome else PLAYING

    @property
    def finished(self) -> bool:
        """Whether the game has come to its end, and everything may be seen."""
        return self.match is not None and self.match.outcome is not None

    @property
    def digest(self) -> str | None:
        """The SHA-256 of the transcript of a finished game: no other game has it."""
        return self._digested(1)

    @property
    def nameless_digest(self) -> str | None:
        """The digest of the transcript without names, which erasing a name does not change."""
        return self._digested(2)

    def _digested(self, which: Literal[1, 2]) -> str | None:
        if self.match is None or not self.finished:
            return None
        if self._digests[0] != self.seq:
            text = transcript.write(self.match)
            self._digests = (self.seq, transcript.digest(text), transcript.nameless_digest(text))
        return self._digests[which]

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return len(self.events)

    @property
    def people(self) -> frozenset[int]:
        """The seats that persons play now."""
        played = enumerate(self.seats)
        return frozenset(number for number, seat in played if seat.played_by == PERSON)

    @property
    def owned(self) -> frozenset[int]:
        """The seats that belong to persons, even if bots play them now."""
        owned = (n for n, seat in enumerate(self.seats) if seat.kind == PERSON and not seat.vacant)
        return frozenset(owned)

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def opened(self) -> int:
        """How many plies were taken over from elsewhere."""
        body = self.imported.body if self.imported else None
        return len(body.plies) if isinstance(body, GameImported) else 0

    @property
    def hints(self) -> bool:
        """Whether hints are given here."""
        if self.setting.once or unanswered(self):
            return False
        return self.setting.hints or len(self.owned) <= 1

    def playing(self) -> Match[Any, Any]:
        """The match; a ServerError before it begins and after the table was closed."""
        if self.closed:
            raise gone("closed")
        if self.match is None:
            raise conflict("not_started")
        return self.match

    def open_turn(self) -> int | None:
        """A person who has played and not yet said that her turn is over, if she is to say so."""
        match = self.match
        if match is None or match.outcome or self.confirmed >= len(match.history):
            return None
        seat = match.history[-1].seat
        if seat not in self.people or not self.seats[seat].confirm or seat in match.to_act:
            return None
        return seat if match.why_no_undo(seat) is None else None

    def waited(self) -> tuple[int, ...]:
        """The seats from which something is expected now: an answer, a word that a turn is over, or
        a decision of the game."""
        match = self.match
        if match is None or self.closed or match.outcome:
            return ()
        if self.undo_request is not None:
            return tuple(sorted(self.people - self.undo_request.agreed))
        turn = self.open_turn()
        movers = self._movers(match) if turn is None else (turn,)
        return tuple(seat for seat in movers if seat != CHANCE)

    @property
    def round(self) -> int:
        """The round; 0 before the game begins."""
        return self.match.when(len(self.match.history)).round if self.match else 0

    def waits_for(self) -> tuple[int, ...]:
        """Chance and the bots that come next, if nobody else does before them.

        While people are asked whether a move may be taken back, they wait.
        """
        match = self.match
        if match is None or self.closed or match.outcome or self.undo_request is not None:
            return ()
        if self.open_turn() is not None:
            return ()
        reading = self.course is not None and self.course.waits
        movers = () if reading else self._movers(match)
        return tuple(s for s in movers if s == CHANCE or s not in self.people)

    def _movers(self, match: Match[Any, Any]) -> tuple[int, ...]:
        """The seats that the game waits for; in a lesson one after the other."""
        course = self.course
        if course is None or course.over or CHANCE in match.to_act:
            return match.to_act
        mover = course.mover()
        return (course.lesson.learner if mover is None else mover,)

    def taught_move(self) -> Any:
        """The move that comes next in a first game, if it is not chance's; None without one."""
        match, course = self.match, self.course
        return None if course is None or match is None or CHANCE in match.to_act else course.move()

    def dice_fit(self) -> bool:
        """Whether chance has decided everything as seed and words have it."""
        if self.match is None:
            return True
        again = Match(self.game, self.match.players, self.setting.options, self._seed)
        again.entropy.update(self.match.entropy)
        for number, ply in enumerate(self.match.history):
            proven = number >= self.match.opened
            if proven and ply.seat == CHANCE and again.chance_move() != ply.move:
                return False
            again.push(ply.seat, ply.move)
        return True

    # Moves

    def propose(
        self, seat: int, move: Any, answers: int | None, lang: Lang, was_read: bool = False
    ) -> PendingEvent:
        """The event of a seat's move, once it was found to be legal; else a MoveError.

        This is the one check of a move's legality: the rules have just found a move that
        `was_read` from text.
        """
        match = self.playing()
        if was_read:
            match.check_read(seat, move, lang, answers)
        else:
            match.check(seat, move, lang, answers)
        if self.course is not None:
            self.course.check(seat, move)
        return self._move_event(match, seat, move)

    def _move_event(self, match: Match[Any, Any], seat: int, move: Any) -> PendingEvent:
        text = self.game.write_move(match.state, seat, move, CHANCE)
        by = self.seats[seat].played_by if seat != CHANCE else PERSON
        return PendingEvent(MovePlayed(seat, text, None if by == PERSON else by), move)

    def bot_move(self, seat: int, move: Any) -> list[PendingEvent]:
        """The event of a move that a bot chose."""
        return [self.propose(seat, move, None, DEFAULT_LANG)]

    def roll(self) -> list[PendingEvent]:
        """The event of what chance decides."""
        match = self.playing()
        if CHANCE not in match.to_act:
            raise conflict("no_roll")
        return [self._move_event(match, CHANCE, match.chance_move())]

    def due(self) -> list[PendingEvent]:
        """The events of the next queued move that the game can take, or never will."""
        match = self.match
        for number, seat in enumerate(self.seats):
            if not seat.queued or match is None:
                continue
            text = seat.queued[0]
            try:
                move = self.game.read_move(match.state, number, text, DEFAULT_LANG, match.names)
                made = self.propose(number, move, None, DEFAULT_LANG, was_read=True)
                return [PendingEvent(QueuedMoveRemoved(number)), made]
            except MoveError as error:
                if match.outcome or self._turn_passed(number):
                    refused = {str(lang): error.text(lang) for lang in LANGS}
                    return [PendingEvent(QueuedMoveRemoved(number, refused))]
        return []

    def _turn_passed(self, seat: int) -> bool:
        """Whether the turn in which a seat queued its move is over."""
        assert self.match is not None
        bodies = (event.body for event in reversed(self.events))
        queued = (body for body in bodies if isinstance(body, MoveQueued) and body.seat == seat)
        then, last = next(queued).ply, len(self.match.history)
        return then > last or self.match.when(then)[:2] != self.match.when(last)[:2]

    # Clocks

    def time_left(self, seat: int, at: int | None = None) -> int:
        """What a seat's clock shows, in milliseconds."""
        left = self.seats[seat].left
        if seat in self.timed() and self.events:
            left -= self._since(at or now(), seat)
        return left

    def _since(self, at: int, seat: int) -> int:
        """Milliseconds since the last event that count for a seat: none of its vacation. A server
        that started again may have an earlier clock: that gives nobody time."""
        return max(at - max(self.events[-1].at, self.seats[seat].vacation), 0)

    def first_zero(self) -> tuple[int, int] | None:
        """The seat of a person whose clock comes to zero first if nothing happens, and when."""
        if self.setting.clock == "none" or not self.events:
            return None
        last, seats = self.events[-1].at, self.seats
        running = [seat for seat in self.timed() if seat in self.people]
        zeros = [(max(last, seats[seat].vacation) + seats[seat].left, seat) for seat in running]
        return (min(zeros)[1], min(zeros)[0]) if zeros else None

    def timed(self) -> tuple[int, ...]:
        """The seats whose clocks run: those that hold up the others, also by a question, or by not
        ending their turn."""
        match = self.match
        if match is None or self.closed or match.outcome:
            return ()
        if self.undo_request is not None:
            return (self.undo_request.seat,)
        turn = self.open_turn()
        return tuple(seat for seat in match.to_act if seat != CHANCE) if turn is None else (turn,)

    def _run_clocks(self, at: int, pending: PendingEvent) -> None:
        """Let the time pass for the seats that are waited for; a move adds to its seat's."""
        rule, body = CLOCKS[self.setting.clock], pending.body
        for seat in self.timed():
            passed = self._since(at, seat)
            if isinstance(body, ClocksResumed):
                on_leave = self.seats[seat].vacation > self.events[-1].at
                passed = min(passed, body.counted) if on_leave else body.counted
            self.seats[seat].left -= passed
        if isinstance(body, MovePlayed) and body.seat != CHANCE:
            left = max(self.seats[body.seat].left, 0) + rule.more
            self.seats[body.seat].left = left if rule.live else min(left, rule.total)

    # Events

    def apply(self, pending: PendingEvent, at: int, request: str | None = None) -> StoredEvent:
        """Let an event happen."""
        if self.setting.clock != "none" and self.match is not None and self.events:
            self._run_clocks(at, pending)
        body = pending.body
        scene = body.apply(self, pending.move)
        event = StoredEvent(len(self.events) + 1, at, body, request, scene)
        self.events.append(event)
        if body.counted_seat is not None:
            self.extras[body.counted_seat] += 1
        if isinstance(body, ChatSent):
            self.chats[body.seat].append(at)
        if request is not None:
            id_, digest = requests.read(request)
            self.requests[id_] = Answered(event.seq, digest)
        return event

    def answered(self, request: RequestId | None) -> int | None:
        """The number of the last event of a request that was carried out already; None if it was
        not, and a ServerError if somebody else sent the id, or it came with another body."""
        done = self.requests.get(request.id) if request else None
        return done.to(request) if done and request else None

    def begin(self, players: list[Player], chosen: bool) -> Match[Any, Any]:
        """Begin the match."""
        self.match = Match(
            self.game,
            players,
            self.setting.options,
            self._seed,
            chosen=chosen,
            keep_every=KEPT,
        )
        self.match.edition = self.setting.edition
        return self.match

    def moved_on(self) -> PlyScene:
        """The scene of a move that was just made: questions and votes are over."""
        match = self.match
        assert match is not None
        self.undo_request = None
        self.votes.clear()
        self.notices.clear()
        return match.last_ply

    def moved_back(self) -> None:
        """Forget what was asked, voted, confirmed and veiled of plies that were taken back."""
        assert self.match is not None
        last = len(self.match.history)
        self.undo_request = None
        self.votes.clear()
        self.notices.clear()
        self.confirmed = min(self.confirmed, last)
        self.veiled = {ply: seq for ply, seq in self.veiled.items() if ply < last}

    def hand_over(self, seat: int, bot: str | None, name: str | None = None) -> None:
        """Let a bot play a person's seat, or the person again, or another of a name."""
        assert self.match is not None
        self.seats[seat].bot = bot
        if self.seats[seat].ran_out and bot is None:
            self.seats[seat].ran_out = False
            self.seats[seat].left = max(self.seats[seat].left, CLOCKS[self.setting.clock].more)
        self.match.hand_over(seat, bot or PERSON, name)
        self.votes.pop(seat, None)
        self.notices.pop(seat, None)

    def reads_now(self, seq: int, viewer: Viewer, lang: Lang) -> MoveDescription:
        """How the move of an event reads now."""
        event = self.events[seq - 1]
        assert isinstance(event.body, MoveEvent)
        return event.body.describe(self, event, viewer, lang)
