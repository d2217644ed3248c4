"""A table on this computer: a match, its file, and the bots that play here."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

from cruachan.bots import Bot, load_bot
from cruachan.bots.advice import advise, certainty, describe_line
from cruachan.bots.luck import SeatLuck, luck
from cruachan.engine import transcript
from cruachan.engine.errors import MoveError
from cruachan.engine.game import CHANCE, Viewer, When
from cruachan.engine.match import Player
from cruachan.engine.narration import allows_text, stripped, with_text
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import Lang, message
from cruachan.engine.transcript import TranscriptWriter
from cruachan.engine.view import PackedMove, View
from cruachan.terminal.story import TurnLog
from cruachan.terminal.table import PERSON, Advised, NarrationLimits, TerminalTable


class LocalTable(TerminalTable):
    """A match on this computer that is saved to a file."""

    def __init__(self, writer: TranscriptWriter) -> None:
        self.writer = writer
        self.match = writer.match
        self.game = writer.match.game
        self.path = writer.path
        self.chosen = writer.match.chosen
        self._bots: dict[int, Bot] = {}

    @property
    def players(self) -> Sequence[Player]:
        return self.match.players

    @property
    def people(self) -> frozenset[int]:
        players = enumerate(self.players)
        return frozenset(seat for seat, player in players if player.kind == PERSON)

    @property
    def commitment(self) -> str:
        return self.match.commitment

    @property
    def plies(self) -> int:
        return len(self.match.history)

    @property
    def over(self) -> bool:
        return self.match.outcome is not None

    @property
    def gave_up(self) -> int | None:
        return self.match.resigned

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.match.to_act

    def view(self, viewer: Viewer, lang: Lang, shared: bool = False) -> View:
        return self.match.view(viewer, lang, shared)

    def in_the_open(self, seat: int) -> bool:
        return presentation_of(self.game).in_the_open(self.match.state, seat)

    def when(self, ply: int) -> When:
        return self.match.when(ply)

    def mover(self, ply: int) -> int:
        seat = self.match.history[ply].seat
        return self.match.history[ply - 1].seat if seat == CHANCE and self.showed(ply - 1) else seat

    def showed(self, ply: int) -> bool:
        """Whether a move turned something up that was hidden, by itself or by chance after it."""
        if ply < 0 or self.match.history[ply].seat == CHANCE:
            return False
        done = self.match.history[ply]
        return self.game.reveals(self.match.state_at(ply), done.seat, done.move)

    def sentences(self, plies: range, viewer: Viewer, lang: Lang) -> list[str]:
        return list(islice(self.match.log(viewer, lang, plies.start), len(plies)))

    # What is done

    def read(self, seat: int, text: str, lang: Lang) -> PackedMove:
        move = self.game.read_move(self.match.state, seat, text, lang, self.names)
        return self.game.pack(move)

    def narration(self, seat: int, move: PackedMove) -> NarrationLimits:
        narration, state = self.game.narration, self.match.state
        if narration is None:
            return NarrationLimits()
        unpacked = self.game.unpack(move)
        return NarrationLimits(
            narration.max_length(unpacked),
            narration.allows(state, seat, unpacked),
            narration.invites(state, seat, unpacked),
            narration.requires(state, seat, unpacked),
        )

    def play(
        self, seat: int, move: PackedMove, narration: str | None, lang: Lang, checked: bool = False
    ) -> None:
        unpacked = self.game.unpack(move)
        if narration is not None:
            if not allows_text(self.game, self.match.state, seat, unpacked):
                raise MoveError(message(__package__, "say.no_words"))
            unpacked = with_text(self.game, unpacked, narration)
        if narration is None and checked:
            self.match.check_read(seat, unpacked, lang)
        else:
            self.match.check(seat, unpacked, lang)
        self._push(seat, unpacked)

    def _push(self, seat: int, move: Any) -> None:
        """Make a legal move and save it."""
        self.match.push(seat, move)
        self.save()

    def can_undo(self, seat: int) -> bool:
        return self.match.why_no_undo(seat) is None

    def undo(self, seat: int, lang: Lang) -> str:
        move = self.match.undo(seat).move
        self.save()
        return self._said(seat, move, self.match.state, lang)

    def redo(self, seat: int, lang: Lang) -> str:
        before = self.match.state
        move = self.match.redo(seat).move
        self.save()
        return self._said(seat, move, before, lang)

    def _said(self, seat: int, move: Any, before: Any, lang: Lang) -> str:
        game = self.game
        text = game.write_move(before, seat, move, seat)
        view = presentation_of(game).view(before, seat, self.names, lang)
        return self.label(game.pack(stripped(game, move)), text, view)

    def advice(self, seat: int, lang: Lang) -> Advised:
        decision = self.match.decision(seat)
        advice = advise(self.game, decision, self._rng())
        if advice is None:
            return Advised()
        moves = [each._replace(move=self.game.pack(each.move)) for each in advice.moves]
        reason = presentation_of(self.game).reason
        reasons = [
            reason(decision.seen, seat, each.move, decision.names, lang) for each in advice.moves
        ]
        line = describe_line(self.game, decision, advice.line, lang)
        return Advised(moves, advice.chances, line, reasons, certainty(advice, lang))

    def hand_over(self, seat: int, kind: str) -> None:
        self.match.hand_over(seat, kind)
        self._bots.pop(seat, None)
        self.save()

    def open_turn(self, ended: int) -> int | None:
        """The person who may take back, or read what she saw."""
        last = self.plies - 1
        if last < 0 or ended == self.plies:
            return None
        seat = self.mover(last)
        if seat not in self.people or seat in self.to_act:
            return None
        if self.game.out_of_turn:
            own_turn = self.when(last).seat == seat and TurnLog(self).passed_on()
            return seat if own_turn and self.can_undo(seat) else None
        return seat if self.can_undo(seat) or CHANCE not in self.to_act else None

    def end_turn(self, seat: int) -> None:
        """Nothing waits here for that but the session."""

    def transcript(self, viewer: Viewer) -> str:
        return transcript.write(self.match, viewer=viewer)

    def luck(self) -> list[SeatLuck]:
        return luck(self.match)

    def save(self) -> None:
        self.writer.save()

    # Others

    def roll(self) -> None:
        """Let chance decide."""
        self.match.roll()
        self.save()

    def play_bot(self, seat: int) -> bool:
        """Let a bot move; whether it turns up something that is told together with it."""
        if seat not in self._bots:
            self._bots[seat] = load_bot(self.players[seat].kind, self.game)
        move = self._bots[seat].choose(self.match.decision(seat), self._rng())
        self.match.play(seat, move)
        self.save()
        return CHANCE in self.to_act and self.showed(self.plies - 1)

    def _rng(self) -> Random:
        """The random numbers of a bot's decision: the same seed gives the same game."""
        return Random(f"{(self.match.seed or b'').hex()} {self.plies}")
