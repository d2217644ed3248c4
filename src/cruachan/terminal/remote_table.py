"""A table on a server, as one seat or a spectator sees it.

A thread listens; what it receives is applied when the game loop asks for it, and only then. So a
view never changes while somebody reads it.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cruachan.bots.advice import AdviceStep, Suggestion
from cruachan.bots.luck import SeatLuck, luck
from cruachan.engine.durations import duration
from cruachan.engine.errors import CruachanError, IllegalMove, MoveError, Refusal, StaleMove
from cruachan.engine.game import CHANCE, Game, Viewer, When
from cruachan.engine.match import Player
from cruachan.engine.texts import Lang, Texts, message
from cruachan.engine.transcript import parse, replay
from cruachan.engine.view import PackedMove, View, offered
from cruachan.games import game_class, load_for_transcript, load_game
from cruachan.server import PACKAGE
from cruachan.server.client import Client, RefusedError
from cruachan.terminal.drafts import draft_name, drop_draft, read_draft
from cruachan.terminal.table import PERSON, Advised, NarrationLimits, TerminalTable
from cruachan.terminal.witness import Witness

Message = dict[str, Any]


class _Ply(NamedTuple):
    """A move as it was told."""

    seat: int
    text: str
    sentence: str
    when: When
    shows: bool


MakeHearer = Callable[["RemoteTable"], Callable[[Message], None]]
"""Makes for a table what is told every message of its server."""


class RemoteTable(TerminalTable):
    """A table on a server."""

    remote = True

    def __init__(
        self,
        client: Client,
        table: str,
        seat: int | None,
        hear: MakeHearer | None = None,
    ) -> None:
        """Connect to a table as a seat or a spectator; returns when its state is known. `hear`
        makes what is told every message as soon as it comes, in the thread that listens."""
        self.client = client
        self.id = table
        self.seat = seat
        self._history: list[_Ply] = []
        self._rows: list[Message] = []
        self._waiting: queue.SimpleQueue[Message | CruachanError] = queue.SimpleQueue()
        self._bell: Callable[[], None] | None = None
        self.info: Message = {}
        self._heard = 0.0
        """When it came, by this computer's clock."""
        self._bots_waited: str | None = None
        """Why bots wait, as it was told last."""
        self._view: View | None = None
        self._decision_id = 0
        self._can_undo = False
        self._judged = False
        """Whether the answer to a puzzle was told."""
        self.lost = False
        self._seq = 0
        self.witness = Witness()
        first = client.table(table, seat)
        self.game = self._boxed(first["table"]["game"], first["table"]["board"])
        self._take(first)
        self._hear = hear(self) if hear else None
        if self._hear is not None:
            self._hear(first)
        threading.Thread(target=self._listen, daemon=True).start()

    def _boxed(self, name: str, board: str) -> Game[Any, Any]:
        """The game on a board of its own; a server names no files of this machine."""
        if board not in game_class(name).boards:
            raise CruachanError(message(PACKAGE, "client.no_board", address=self.client.address))
        return load_game(name, board)

    # Listening

    def _listen(self) -> None:
        try:
            for said in self.client.listen(self.id, self.seat, self._seq, self._lost_connection):
                self.lost = False
                self._waiting.put(said)
                self._ring()
                if self._hear is not None:
                    self._hear(said)
        except CruachanError as error:
            self._waiting.put(error)
            self._ring()

    def _lost_connection(self) -> None:
        if not self.lost:
            self.lost = True
            self._waiting.put({"seq": 0, "rows": []})
            self._ring()

    def _ring(self) -> None:
        bell = self._bell
        if bell is not None:
            bell()

    def listen(self, bell: Callable[[], None] | None) -> None:
        self._bell = bell
        if bell is not None and not self._waiting.empty():
            bell()

    def moment(self) -> Hashable:
        return (
            self._decision_id,
            self.plies,
            self.info["status"],
            self.info["open_turn"],
            self.people,
        )

    def refresh(self) -> bool:
        """Apply the messages that have come; whether there were any."""
        came = False
        while not self._waiting.empty():
            said = self._waiting.get()
            if isinstance(said, CruachanError):
                raise said
            self._take(said)
            came = True
        return came

    def wait(self) -> None:
        said = self._waiting.get()
        if isinstance(said, CruachanError):
            raise said
        self._take(said)

    def _take(self, said: Message) -> None:
        """Apply a message, with the rows between it and the last one, where it lacks them."""
        new = [row for row in said["rows"] if row["seq"] > self._seq]
        if new and new[0]["seq"] > self._seq + 1:
            older = self.client.rows(self.id, self.seat, new[0]["seq"])
            new = [row for row in older if row["seq"] > self._seq] + new
        for row in new:
            self.witness.see_row(row)
            self._row(row)
        if self._seq and any(row["kind"] in ("veil", "retell") for row in new):
            self._read_anew()
        if said["seq"] < self._seq or "table" not in said:
            return
        self._seq = said["seq"]
        self.info = said["table"]
        self._heard = time.monotonic()
        self.witness.see_status(self.info)
        if "view" in said:
            self._view = said["view"]
            self._decision_id = said.get("asked", 0)
            self._can_undo = said.get("undo", False)
            self._now = When(*said["when"])

    def _read_anew(self) -> None:
        """Read the whole log again: narrations in it have changed."""
        self._history.clear()
        for row in self.client.rows(self.id, self.seat):
            self._move(row)

    def _row(self, row: Message) -> None:
        self._move(row)
        self._rows.append(row)

    def _move(self, row: Message) -> None:
        """Apply a row to the history."""
        kind = row["kind"]
        if kind in ("move", "redo"):
            when = When(row["round"], row["turn"])
            ply = _Ply(row["seat"], row["text"], row["told"], when, row["shows"])
            self._history.append(ply)
        elif kind == "undo":
            self._history.pop()
        elif kind == "rewind":
            del self._history[row["ply"] :]

    # What is known

    @property
    def players(self) -> Sequence[Player]:
        seats = self.info["seats"]
        return [Player(seat["name"] or "?", seat["bot"] or seat["kind"]) for seat in seats]

    @property
    def people(self) -> frozenset[int]:
        playing = self.seat is not None and self.players[self.seat].kind == PERSON
        return frozenset({self.seat}) if self.seat is not None and playing else frozenset()

    @property
    def commitment(self) -> str:
        return self.witness.commitment

    @property
    def plies(self) -> int:
        return len(self._history)

    @property
    def over(self) -> bool:
        return self.info["status"] in ("over", "closed")

    @property
    def gave_up(self) -> int | None:
        seat: int | None = self.info["resigned"]
        return seat

    @property
    def to_act(self) -> tuple[int, ...]:
        return tuple(self._view["to_act"]) if self._view and not self.over else ()

    def view(self, viewer: Viewer, lang: Lang, shared: bool = False) -> View:
        return self._shown()

    def _shown(self) -> View:
        """Return the view that the server sent last."""
        if self._view is None:
            raise CruachanError(message(__package__, "far.not_started"))
        return self._view

    @property
    def started(self) -> bool:
        """Whether the game has begun."""
        return self._view is not None

    def when(self, ply: int) -> When:
        return self._history[ply].when if ply < len(self._history) else self._now

    def mover(self, ply: int) -> int:
        seat = self._history[ply].seat
        shown = ply > 0 and self._history[ply - 1].shows
        return self._history[ply - 1].seat if seat == CHANCE and shown else seat

    def sentences(self, plies: range, viewer: Viewer, lang: Lang) -> list[str]:
        return [self._history[ply].sentence for ply in plies]

    # What is done

    def _act(self, kind: str, **values: Any) -> None:
        """Send a command and apply what came of it; a MoveError if the server refuses it."""
        try:
            self.client.act(self.id, kind, **values)
            self._take(self.client.table(self.id, self.seat, self._seq))
        except RefusedError as error:
            raise _as_move_error(error) from None

    def read(self, seat: int, text: str, lang: Lang) -> PackedMove:
        written = [each for each in offered(self.view(seat, lang)) if each["text"] == text.strip()]
        if len(written) == 1:
            return written[0]["move"]
        said = self.client.post(f"/tables/{self.id}/why", {"seat": seat, "text": text})
        if said["move"] is not None:
            return said["move"]
        if said["rule"]:
            raise IllegalMove(Refusal(said["rule"], said["rule_text"], said["text"]))
        raise MoveError(said["text"])

    def narration(self, seat: int, move: PackedMove) -> NarrationLimits:
        listed = [each for each in offered(self._shown()) if each["move"] == move]
        longest = max((each["longest"] for each in listed), default=0)
        return NarrationLimits(
            longest,
            longest > 0,
            any(each["tell"] for each in listed),
            any(each["needs"] for each in listed),
        )

    def play(
        self, seat: int, move: PackedMove, narration: str | None, lang: Lang, checked: bool = False
    ) -> None:
        """Send a move; the server checks it, whatever was checked before."""
        drafted = self._draft_name(seat, move) if narration else ""
        self._act("move", seat=seat, answers=self._decision_id, move=move, words=narration)
        if drafted:
            drop_draft(self.client, drafted)

    def draft(self, seat: int, move: PackedMove) -> str:
        return read_draft(self.client, self._draft_name(seat, move))

    def _draft_name(self, seat: int, move: PackedMove) -> str:
        """What the page calls a draft for this move."""
        verbs = [each["verb"] for each in offered(self._shown()) if each["move"] == move]
        return draft_name(self.id, seat, verbs[0] if verbs else "")

    def can_undo(self, seat: int) -> bool:
        return self._can_undo

    def undo(self, seat: int, lang: Lang) -> str:
        text = self._history[-1].text if self._history else ""
        self._act("undo", seat=seat)
        return text

    def redo(self, seat: int, lang: Lang) -> str:
        self._act("redo", seat=seat)
        return ""

    def advice(self, seat: int, lang: Lang) -> Advised:
        said = self.client.post(f"/tables/{self.id}/hint", {"seat": seat})
        moves = [Suggestion(each["move"], each["share"], each["chance"]) for each in said["moves"]]
        line = [AdviceStep(**each) for each in said["line"]]
        reasons = [each.get("reason", "") for each in said["moves"]]
        return Advised(moves, said["chances"], line, reasons, said.get("certain", ""))

    def hand_over(self, seat: int, kind: str) -> None:
        if kind == PERSON:
            self._act("back", seat=seat)
        else:
            self._act("to_bot", seat=seat, bot=kind)

    def open_turn(self, ended: int) -> int | None:
        seat: int | None = self.info["open_turn"]
        return seat if seat == self.seat and self.started else None

    def end_turn(self, seat: int) -> None:
        self._act("done", seat=seat)

    def transcript(self, viewer: Viewer) -> str:
        text: str = self.client.get(f"/tables/{self.id}/transcript", seat=self.seat)
        return text

    def luck(self) -> list[SeatLuck]:
        return luck(replay(parse(self.transcript(None), Path(self.id)), load_for_transcript))

    def save(self) -> None:
        """Nothing is saved here: the server stores the game."""

    # Beside the game

    def do(self, kind: str, **values: Any) -> None:
        """Something that only tables with others have: chat, asking, voting, giving up."""
        if kind == "retell":
            request = self.info["me"]["retell"] or {}
            values["ply"] = request.get("ply", self.plies)
        self._act(kind, **values)

    def presence(self, lang: Lang) -> list[str]:
        texts = Texts(__package__, lang)
        lines = []
        for seat, player in zip(self.info["seats"], self.players, strict=True):
            key = "bot" if player.kind != PERSON else "there" if seat["there"] else "away"
            key = "writing" if key == "there" and seat["writing"] else key
            key = "free" if seat["kind"] == "free" else key
            line = texts(f"far.seat_{key}", name=player.name, kind=player.kind)
            left = self._time_left(seat, texts)
            lines.append(texts("far.with_time", seat=line, time=left) if left else line)
        return [*lines, texts("far.link", link=f"{self.client.address}/t/{self.id}")]

    def clocks(self, lang: Lang) -> str:
        texts, found = Texts(__package__, lang), []
        for seat, player in zip(self.info["seats"], self.players, strict=True):
            left = self._time_left(seat, texts)
            if left:
                found.append(f"{'>' if seat.get('runs') else ' '}{player.name} {left}")
        return "  ".join(found) if self.info["status"] == "playing" else ""

    def _time_left(self, seat: Message, texts: Texts) -> str:
        """What a seat's clock shows by now; nothing where there is none."""
        left = seat.get("left")
        if left is None:
            return ""
        if seat.get("vacation"):
            return texts("far.vacation", time=duration(int(left), texts.lang))
        passed = 1000 * (time.monotonic() - self._heard) if seat.get("runs") else 0
        left = int(left - passed)
        return duration(left, texts.lang) if left > 0 else texts("far.no_time")

    def notices(self, lang: Lang) -> list[str]:
        texts = Texts(__package__, lang)
        rows, self._rows = self._rows, []
        lost = [texts("far.lost")] if self.lost else []
        waits, self._bots_waited = self._bots_waited, self.info.get("bots_wait")
        if self._bots_waited and self._bots_waited != waits:
            lost = [self._bots_waited, *lost]
        request = self.info.get("me", {}).get("retell")
        if request and any(row["kind"] == "veil" for row in rows):
            lost = [texts("far.retell_how", text=request["text"] or "…"), *lost]
        found = [text for row in rows if (text := self._notice(row, texts))]
        return [*found, *self._puzzle_verdict(), *lost]

    def _puzzle_verdict(self) -> list[str]:
        """What is to be said of the first move at a puzzle, once it was made."""
        if self._judged or self.info.get("puzzle") is None or self.plies <= self.info["opened"]:
            return []
        self._judged = True
        said = self.client.get(f"/tables/{self.id}/puzzle")
        return [said["text"]] if said["answered"] else []

    def _notice(self, row: Message, texts: Texts) -> str:
        """What an event beside the game says; nothing for a kind without a text `notice.KIND`."""
        key, seat = f"notice.{row['kind']}", row.get("seat")
        if "yes" in row:
            key += "_yes" if row["yes"] else "_no"
        if row.get("removed"):
            key += "_removed"
        if key not in texts.table:
            return ""
        names = {"name": seat, "about": row.get("about")}
        known = {name: "" if of is None else self.names[of] for name, of in names.items()}
        said = {name: row.get(name, "") for name in ("text", "bot", "plies", "told", "refused")}
        table = f"{self.client.address}/t/{row.get('table', '')}"
        return texts(key, table=table, **known, **said)


def _as_move_error(error: RefusedError) -> MoveError:
    """Return a refusal of the server as an error of a move."""
    answer = error.answer
    if answer.get("rule"):
        return IllegalMove(Refusal(answer["rule"], answer["rule_text"], answer["text"]))
    return (StaleMove if error.key == "stale" else MoveError)(answer.get("text", ""))
