"""A table: a match, the people and bots around it, and the rows from which both follow.

Nothing here waits, reads or writes: `add` lets a row happen. The same rows, added again in their
order, give the same table: so a table can be dropped from memory at any time.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from cruachan.engine.chance import commitment
from cruachan.engine.errors import MoveError
from cruachan.engine.game import CHANCE, Game
from cruachan.engine.match import Match, Player, Ply
from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang
from cruachan.lessons.course import Course
from cruachan.lessons.lesson import load
from cruachan.server.errors import conflict, gone
from cruachan.server.tables.setting import CLOCKS, FREE, HOST, PERSON, SeatSetting, Setting, filled

OPEN, PLAYING, OVER, CLOSED = "open", "playing", "over", "closed"
HOUR = 3_600_000
BESIDE = frozenset(
    {
        "sit",
        "stand",
        "name",
        "seat",
        "undo",
        "redo",
        "ask_undo",
        "confirm",
        "chat",
        "queue",
        "to_bot",
        "retell",
    }
)
"""What a seat can do again and again without the game going on."""

Data = dict[str, Any]


class Scene(NamedTuple):
    """What a row of the game itself was about: the ply, and the states around it."""

    number: int
    before: Any
    ply: Ply[Any]
    after: Any


class Row(NamedTuple):
    """Something that happened."""

    seq: int
    at: int
    """In milliseconds since 1970."""
    kind: str
    data: Data
    request: str | None = None
    scene: Scene | None = None


class New(NamedTuple):
    """A row that is about to happen; `move` spares reading its notation again."""

    kind: str
    data: Data
    move: Any = None


class Who(NamedTuple):
    """Whoever does something: the seats her key opens, and what the hall knows besides."""

    seats: frozenset[int]
    lang: Lang = DEFAULT_LANG
    absent: frozenset[int] = frozenset()
    """The seats whose people are not there."""

    @property
    def host(self) -> bool:
        """Whether she made the table."""
        return HOST in self.seats


@dataclass
class Seat:
    """A seat as it is now."""

    kind: str
    """A person, free, or a kind of bot."""
    name: str
    word: str = ""
    """What its device added to the dice."""
    bot: str | None = None
    """The bot that plays it for its owner."""
    confirm: bool = False
    """Whether its owner wants to be asked before her turn is over."""
    queued: list[str] = field(default_factory=list)
    """Moves that wait until the game can take them."""
    left: int = 0
    """The milliseconds of its clock."""

    @property
    def played_by(self) -> str:
        """A person or the kind of a bot."""
        return self.bot or self.kind


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


class Table:
    """One table of the hall."""

    def __init__(
        self, id_: str, setting: Setting, game: Game[Any, Any], seed: bytes, created: int = 0
    ) -> None:
        self.id = id_
        self.setting = setting
        self.game = game
        self.commitment = commitment(seed)
        self.created = created
        self._seed = seed
        self.rows: list[Row] = []
        self.beside: Counter[int] = Counter()
        """How often each seat has done something besides moving."""
        self.requests: dict[str, int] = {}
        """By which requests rows came about."""
        hours = CLOCKS.get(setting.clock, (0, 0))[0]
        self.seats = [Seat(seat.kind, seat.name, left=hours * HOUR) for seat in setting.seats]
        self.match: Match[Any, Any] | None = None
        self.opening: New | None = None
        """The row by which a game was taken over that began elsewhere."""
        self.closed = False
        self.asking: tuple[int, int, frozenset[int]] | None = None
        """Who asked to take back from which ply on, and who agreed."""
        self.votes: dict[int, frozenset[int]] = {}
        """Who voted to give a seat to a bot."""
        self.confirmed = 0
        """Up to which ply turns have been confirmed."""
        self.rematch: str | None = None
        self.veiled: dict[int, int] = {}
        """The rows of tellings that were veiled and not told anew yet, by their plies."""
        self.course: Course | None = None
        """The first game that is taught here, once it has begun."""

    def empty(self) -> Table:
        """The same table before anything has happened."""
        return Table(self.id, self.setting, self.game, self._seed, self.created)

    # What is known of it

    @property
    def status(self) -> str:
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
    def seq(self) -> int:
        """The number of the last row."""
        return len(self.rows)

    @property
    def people(self) -> frozenset[int]:
        """The seats that persons play now."""
        played = enumerate(self.seats)
        return frozenset(number for number, seat in played if seat.played_by == PERSON)

    @property
    def owned(self) -> frozenset[int]:
        """The seats that belong to persons, whoever plays them now."""
        return frozenset(n for n, seat in enumerate(self.seats) if seat.kind == PERSON)

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def opened(self) -> int:
        """How many plies were taken over from elsewhere."""
        return len(self.opening.data["plies"]) if self.opening else 0

    @property
    def hints(self) -> bool:
        """Whether hints are given here."""
        return self.setting.hints or len(self.owned) <= 1

    def playing(self) -> Match[Any, Any]:
        """The match; a HallError before it begins and after the table was closed."""
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
        if self.asking is not None:
            return tuple(sorted(self.people - self.asking[2]))
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
        if match is None or self.closed or match.outcome or self.asking is not None:
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

    # What is done

    def moved(self, seat: int, move: Any, answers: int | None, lang: Lang) -> New:
        """The row of a move, once the match has taken it; it is taken back if it is not stored."""
        match = self.playing()
        before = match.state
        match.check(seat, move, lang, answers)
        if self.course is not None:
            self.course.check(seat, move)
        return New("move", self._said(before, seat, move), move)

    def _said(self, before: Any, seat: int, move: Any) -> Data:
        text = self.game.write_move(before, seat, move, CHANCE)
        by = self.seats[seat].played_by if seat != CHANCE else PERSON
        return {"seat": seat, "text": text} | ({} if by == PERSON else {"by": by})

    def bot_move(self, seat: int, move: Any) -> list[New]:
        """The rows of a move that a bot wants to make."""
        return [self.moved(seat, move, None, DEFAULT_LANG)]

    def roll(self) -> list[New]:
        """The rows of what chance decides."""
        match = self.playing()
        if CHANCE not in match.to_act:
            raise conflict("no_roll")
        move = match.chance_move()
        return [New("move", self._said(match.state, CHANCE, move), move)]

    def due(self) -> list[New]:
        """The rows of the next queued move that the game can take or never will."""
        match = self.match
        for number, seat in enumerate(self.seats):
            if not seat.queued or match is None:
                continue
            try:
                move = self.game.read_move(
                    match.state, number, seat.queued[0], DEFAULT_LANG, match.names
                )
                return [
                    New("unqueue", {"seat": number}),
                    self.moved(number, move, None, DEFAULT_LANG),
                ]
            except MoveError as error:
                if match.outcome or self._turn_passed(number):
                    said = {lang: error.text(lang) for lang in LANGS}
                    return [New("unqueue", {"seat": number, "refused": said})]
        return []

    def _turn_passed(self, seat: int) -> bool:
        """Whether the turn in which a seat queued its move is over."""
        assert self.match is not None
        queued = next(
            row for row in reversed(self.rows) if row.kind == "queue" and row.data["seat"] == seat
        )
        then, last = queued.data["ply"], len(self.match.history)
        return then > last or self.match.when(then)[:2] != self.match.when(last)[:2]

    def time_left(self, seat: int, at: int | None = None) -> int:
        """What a seat's clock shows, in milliseconds."""
        left = self.seats[seat].left
        if seat in self._timed() and self.rows:
            left -= (at or now()) - self.rows[-1].at
        return left

    def _timed(self) -> tuple[int, ...]:
        """The seats whose clocks run: whoever holds up the others, by a question too, or by not
        saying that her turn is over."""
        match = self.match
        if match is None or self.closed or match.outcome:
            return ()
        if self.asking is not None:
            return (self.asking[0],)
        turn = self.open_turn()
        return tuple(seat for seat in match.to_act if seat != CHANCE) if turn is None else (turn,)

    # What happens

    def add(self, new: New, at: int, request: str | None = None) -> Row:
        """Let a row happen."""
        self._run_clocks(at, new)
        scene = HAPPENINGS[new.kind](self, new)
        row = Row(self.seq + 1, at, new.kind, new.data, request, scene)
        self.rows.append(row)
        if new.kind in BESIDE:
            self.beside[new.data["seat"]] += 1
        if request is not None:
            self.requests[request] = row.seq
        return row

    def _run_clocks(self, at: int, new: New) -> None:
        """Let the time pass for whoever was waited for; a move adds to its seat's."""
        if self.setting.clock == "none" or self.match is None or not self.rows:
            return
        hours, more = CLOCKS[self.setting.clock]
        for seat in self._timed():
            self.seats[seat].left -= at - self.rows[-1].at
        mover = new.data.get("seat", CHANCE)
        if new.kind == "move" and mover != CHANCE:
            left = max(self.seats[mover].left, 0) + more * HOUR
            self.seats[mover].left = min(left, hours * HOUR)

    def _on_opened(self, new: New) -> None:
        self.opening = new

    def _on_sit(self, new: New) -> None:
        seat = self.seats[new.data["seat"]]
        seat.kind, seat.name, seat.word = PERSON, new.data["name"], new.data["word"]

    def _on_name(self, new: New) -> None:
        self.seats[new.data["seat"]].name = new.data["name"]

    def _on_seat(self, new: New) -> None:
        seat = self.seats[new.data["seat"]]
        seat.kind, seat.name = new.data["bot"] or FREE, new.data["name"]

    def _on_stand(self, new: New) -> None:
        seat = self.seats[new.data["seat"]]
        seat.kind, seat.name, seat.word = FREE, "", ""

    def _on_word(self, new: New) -> None:
        self.seats[new.data["seat"]].word = new.data["word"]

    def _on_start(self, new: New) -> None:
        sitting = [SeatSetting(seat.kind, seat.name) for seat in self.seats]
        for seat, now_there in zip(self.seats, filled(sitting, new.data.get("fill")), strict=True):
            seat.kind, seat.name = now_there.kind, now_there.name
        players = [Player(seat.name, seat.kind) for seat in self.seats]
        lesson = self.setting.lesson
        chosen = lesson is not None
        self.match = Match(self.game, players, self.setting.options, self._seed, chosen=chosen)
        if lesson is not None:
            self.course = Course(load(self.setting.game), self.match, lesson)
        if self.opening is not None:
            self.match.opened = self.opening.data["unproven"]
            self.match.chosen = self.opening.data["chosen"]
        for number, seat in enumerate(self.seats):
            if seat.word:
                self.match.add_entropy(number, seat.word)

    def _on_move(self, new: New) -> Scene:
        match, seat = self.match, new.data["seat"]
        assert match is not None
        if new.move is None:
            match.restore(seat, new.data["text"])
        else:
            match.push(seat, new.move)
        self._moved_on()
        return self._scene()

    def _scene(self) -> Scene:
        match = self.match
        assert match is not None
        last = len(match.history) - 1
        return Scene(last, match.state_at(last), match.history[last], match.state)

    def _moved_on(self) -> None:
        """Once somebody moved, what was asked or voted is no longer."""
        self.asking = None
        self.votes.clear()

    def _on_go_on(self, new: New) -> None:
        assert self.course is not None
        self.course.go_on()

    def _on_undo(self, new: New) -> None:
        assert self.match is not None
        self.match.undo(new.data["seat"])
        self._moved_back()

    def _moved_back(self) -> None:
        """Once something was taken back, what was said of it is no longer."""
        assert self.match is not None
        last = len(self.match.history)
        self._moved_on()
        self.confirmed = min(self.confirmed, last)
        self.veiled = {ply: row for ply, row in self.veiled.items() if ply < last}

    def _on_redo(self, new: New) -> Scene:
        assert self.match is not None
        self.match.redo(new.data["seat"])
        self._moved_on()
        return self._scene()

    def _on_ask_undo(self, new: New) -> None:
        self.asking = (new.data["seat"], new.data["ply"], frozenset({new.data["seat"]}))

    def _on_answer(self, new: New) -> None:
        assert self.asking is not None
        asker, ply, agreed = self.asking
        self.asking = (asker, ply, agreed | {new.data["seat"]}) if new.data["yes"] else None

    def _on_rewind(self, new: New) -> None:
        assert self.match is not None
        self.match.rewind(new.data["ply"])
        self._moved_back()

    def _on_done(self, new: New) -> None:
        assert self.match is not None
        self.confirmed = len(self.match.history)

    def _on_confirm(self, new: New) -> None:
        self.seats[new.data["seat"]].confirm = new.data["on"]

    def _on_queue(self, new: New) -> None:
        self.seats[new.data["seat"]].queued.append(new.data["text"])

    def _on_unqueue(self, new: New) -> None:
        self.seats[new.data["seat"]].queued.pop(0)

    def _on_to_bot(self, new: New) -> None:
        self._hand_over(new.data["seat"], new.data["bot"])

    def _on_back(self, new: New) -> None:
        self._hand_over(new.data["seat"], None)

    def _hand_over(self, seat: int, bot: str | None) -> None:
        assert self.match is not None
        self.seats[seat].bot = bot
        self.match.hand_over(seat, bot or PERSON)
        self.votes.pop(seat, None)

    def _on_vote(self, new: New) -> None:
        about = new.data["about"]
        self.votes[about] = self.votes.get(about, frozenset()) | {new.data["seat"]}

    def _on_resign(self, new: New) -> None:
        assert self.match is not None
        self.match.resign(new.data["seat"])

    def _on_veil(self, new: New) -> None:
        self._told_anew(new)
        row = self.rows[new.data["row"] - 1]
        assert self.match is not None
        assert row.scene is not None
        number = row.scene.number
        history = self.match.history
        if number < len(history) and history[number] is row.scene.ply:
            self.veiled[number] = row.seq

    def _on_retell(self, new: New) -> None:
        self._told_anew(new)
        self.veiled.pop(new.data["ply"], None)

    def _told_anew(self, new: New) -> None:
        """Become the table at which an earlier row is told otherwise, the first time that is so."""
        if new.move is not None:
            vars(self).update(vars(new.move))

    def _on_rematch(self, new: New) -> None:
        self.rematch = new.data["table"]

    def _on_close(self, new: New) -> None:
        self.closed = True

    def _nothing(self, new: New) -> None:
        """Said, and no more."""


HAPPENINGS: dict[str, Callable[[Table, New], Scene | None]] = {
    "made": Table._nothing,
    "opened": Table._on_opened,
    "sit": Table._on_sit,
    "stand": Table._on_stand,
    "name": Table._on_name,
    "seat": Table._on_seat,
    "word": Table._on_word,
    "start": Table._on_start,
    "move": Table._on_move,
    "go_on": Table._on_go_on,
    "undo": Table._on_undo,
    "redo": Table._on_redo,
    "ask_undo": Table._on_ask_undo,
    "answer": Table._on_answer,
    "rewind": Table._on_rewind,
    "done": Table._on_done,
    "confirm": Table._on_confirm,
    "chat": Table._nothing,
    "queue": Table._on_queue,
    "unqueue": Table._on_unqueue,
    "to_bot": Table._on_to_bot,
    "back": Table._on_back,
    "vote": Table._on_vote,
    "resign": Table._on_resign,
    "veil": Table._on_veil,
    "retell": Table._on_retell,
    "rematch": Table._on_rematch,
    "close": Table._on_close,
}


def taken_over(opened: New) -> list[New]:
    """The rows of the moves of a game that began elsewhere, once it goes on here."""
    plies = opened.data["plies"]
    moves = opened.move or [None] * len(plies)
    rows = zip(plies, moves, strict=True)
    return [New("move", {"seat": seat, "text": text}, move) for (seat, text), move in rows]


def encode(data: Data) -> str:
    """A row's data as it is stored."""
    return msgspec.json.encode(data).decode()


def decode(text: str) -> Data:
    """The data of what was stored."""
    data: Data = msgspec.json.decode(text)
    return data
