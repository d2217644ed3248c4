"""A bot that is a program of its own, in whatever language: a question a line, an answer a line.

The question is JSON on the program's standard input:

    {"cruachan": 1, "game": "cairn", "board": "moor", "seat": 0, "names": ["Medb", ...],
     "position": "4 a 6 a:red:w ...", "view": {...}, "moves": ["march Mid", ...],
     "lot": 2718281828, "seconds": 10}

`position` and `view` hold what its seat may see, and nothing else. `lot` is a number by chance, for
programs that want the same game for the same seed. The answer is `{"move": "march Mid"}`, or
`{"move": 0}` for the first of `moves`, on one line of standard output, within so many `seconds`.
Every question is whole by itself. What the program writes to standard error is shown; when its
standard input ends, so should it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import weakref
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from random import Random
from threading import Lock, Thread
from typing import Any

from cruachan.engine.errors import BotError, reason
from cruachan.engine.game import Decision, Game
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import Message, brief, message

VERSION = 1
SECONDS = 10.0
"""How long a program may think about a move, its start included."""
LONGEST = 2**20
"""Characters of an answer that are read."""
MOST_UNREAD = 2**20
"""Characters that a program may print before anybody reads them; with more it is ended."""
GRACE = 0.5
"""Seconds in which it should end once its questions have ended."""


def _say(key: str, /, **values: Any) -> Message:
    return message(__package__, f"program.{key}", **values)


class Program:
    """A bot in a child process; it is started with the first question, and again after it ended."""

    def __init__(
        self, name: str, command: Sequence[str], game: Game[Any, Any], seconds: float = SECONDS
    ) -> None:
        self.name = name
        self.command = list(command)
        self.game = game
        self.seconds = seconds
        self._pipe: ProgramPipe | None = None

    def __getstate__(self) -> dict[str, Any]:
        """A copy starts a program of its own."""
        return vars(self) | {"_pipe": None}

    def choose(self, decision: Decision[Any, Any], rng: Random) -> Any:
        """Return the program's move; a BotError says why there is none."""
        texts = [
            self.game.write_move(decision.seen, decision.seat, move, decision.seat)
            for move in decision.moves
        ]
        question = json.dumps(self._question(decision, texts, rng.getrandbits(32)))
        answer = self._ask(question)
        try:
            number = _number(json.loads(answer), texts)
        except (ValueError, TypeError, KeyError):
            shown = brief(answer.strip())
            self._end()
            raise BotError(_say("no_answer", name=self.name, answer=shown)) from None
        return decision.moves[number]

    def _question(self, decision: Decision[Any, Any], texts: list[str], lot: int) -> dict[str, Any]:
        seat, seen, names = decision.seat, decision.seen, decision.names
        return {
            "cruachan": VERSION,
            "game": self.game.name,
            "board": self.game.board_name,
            "seat": seat,
            "names": list(names),
            "position": self.game.write_position(seen, seat),
            "view": presentation_of(self.game).view(seen, seat, names),
            "moves": texts,
            "lot": lot,
            "seconds": self.seconds,
        }

    def _ask(self, question: str) -> str:
        if self._pipe is None:
            try:
                self._pipe = ProgramPipe(self.command)
            except OSError as error:
                values = {"name": self.name, "program": self.command[0], "reason": reason(error)}
                raise BotError(_say("no_start", **values)) from None
        try:
            answer = self._pipe.ask(question, self.seconds)
        except Empty:
            self._end()
            raise BotError(_say("slow", name=self.name, seconds=f"{self.seconds:g}")) from None
        if not answer:
            code = self._end()
            raise BotError(_say("ended", name=self.name, code=code))
        return answer

    def _end(self) -> int:
        """Detach the program and return how it ended."""
        assert self._pipe is not None
        pipe, self._pipe = self._pipe, None
        pipe.end()
        return pipe.process.wait()


def _number(answer: Any, texts: list[str]) -> int:
    """Return the move that an answer means; ValueError, TypeError or KeyError if it means none."""
    move = answer["move"]
    if isinstance(move, str):
        return texts.index(move)
    if type(move) is not int or not 0 <= move < len(texts):
        raise ValueError
    return move


class ProgramPipe:
    """A running program and the pipes to it."""

    def __init__(self, command: list[str]) -> None:
        # In a session of its own it does not hear Ctrl-C, and can be ended with all it started.
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
        self._answers = _Heard()
        Thread(target=_listen, args=(self.process, self._answers), daemon=True).start()
        self.end = weakref.finalize(self, _end, self.process)

    def ask(self, question: str, seconds: float) -> str:
        """Return the answer, None after the program's end; raise Empty after the time limit."""
        assert self.process.stdin is not None
        while not self._answers.empty():
            if not self._answers.get():  # What is said unasked is not heard, but that it ended.
                return ""
        try:
            self.process.stdin.write(question + "\n")
            self.process.stdin.flush()
        except OSError:
            return ""
        return self._answers.get(timeout=seconds)


class _Heard:
    """A bounded queue of lines that a program has printed."""

    def __init__(self) -> None:
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._unread = 0
        self._lock = Lock()

    def put(self, line: str) -> bool:
        """Append a line; return False if too much is unread."""
        self._lines.put(line)
        with self._lock:
            self._unread += len(line)
            return self._unread <= MOST_UNREAD

    def get(self, timeout: float | None = None) -> str:
        """Return the next line; raise Empty if none comes in time."""
        line = self._lines.get(timeout=timeout)
        with self._lock:
            self._unread -= len(line)
        return line

    def empty(self) -> bool:
        """Whether the queue is empty."""
        return self._lines.empty()


def _listen(process: subprocess.Popen[str], answers: _Heard) -> None:
    """Read a program's output to its end; kill a program that prints too much."""
    assert process.stdout is not None
    with process.stdout as lines:
        while line := lines.readline(LONGEST):
            if not answers.put(line):
                _kill(process)
                break
    answers.put("")


def _kill(process: subprocess.Popen[str]) -> None:
    """Kill a program and its children."""
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL) if hasattr(os, "killpg") else process.kill()


def _end(process: subprocess.Popen[str]) -> None:
    """End a program: close its standard input, then kill it."""
    assert process.stdin is not None
    with suppress(OSError):
        process.stdin.close()
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        _kill(process)
        process.wait()
