"""Where a session writes and asks: a terminal with its comforts, or plain lines in and out."""

from __future__ import annotations

import codecs
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from io import TextIOWrapper
from pathlib import Path
from textwrap import TextWrapper
from typing import TYPE_CHECKING, Any

from rich.console import Console, RenderableType
from rich.segment import SegmentLines

from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import message, paragraphs, strip_control

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

termios: Any
try:
    import termios
except ImportError:
    termios = None

ENOUGH = "q"
"""What ends a long page, and nothing else: elsewhere it is the end of the evening."""
ENDLESS = 1000
"""Rows, where nothing has to fit."""
NARROWEST = 20
"""Columns that a board needs; a narrower terminal breaks its lines."""
ANSWER = 8
"""Columns left behind a question for what is typed."""
LONGEST_LINE = 10_000
"""Characters; nobody types more at once."""

Suggest = Callable[[str], Iterable[str]]
"""From the line typed so far to the whole lines it could become."""


Count = Callable[[str], str]
"""From what is typed so far to what is said of its length."""
Status = Callable[[], str]
"""What is said below the line now; nothing where there is nothing to say."""
Listen = Callable[[Callable[[], None] | None], None]
"""Has a bell rung when there is news, until it is given None."""


class Updates(Exception):
    """Something came while a line was being typed."""


class Screen:
    """Plain lines: what is asked is printed, what is answered comes from an iterator."""

    interactive = False
    status: Status | None = None
    """What stands below the line that is being typed, and changes by itself."""

    def __init__(self, console: Console, lines: Iterator[str], echo: bool = False) -> None:
        self.console = console
        self.lines = lines
        self.echo = echo

    @property
    def width(self) -> int:
        """Columns."""
        return max(self.console.width, NARROWEST)

    @property
    def height(self) -> int:
        """Rows."""
        return self.console.height

    def show(self, *parts: RenderableType) -> None:
        """Print; texts are printed as they are."""
        for part in parts:
            self.console.print(part, markup=False, highlight=False)

    def show_path(self, text: str) -> None:
        """Print a line with a path in it, unbroken, so that it can be copied."""
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def rows_of(self, part: RenderableType) -> int:
        """How many rows something will take."""
        return len(self.console.render_lines(part))

    def show_long(self, part: RenderableType, question: str) -> str:
        """Print something that may be longer than the screen; what was typed meanwhile."""
        self.show(part)
        return ""

    def clear(self) -> None:
        """Push what was shown off the screen: lines cannot be taken back."""
        self.console.print("\n" * self.height)

    def busy(self, text: str) -> AbstractContextManager[Any]:
        """Tell that something takes a while."""
        self.show(text)
        return nullcontext()

    def ask(
        self, question: str, suggest: Suggest | None = None, listen: Listen | None = None
    ) -> str:
        """The next line; EOFError when there is none."""
        self.console.print(question, end=" ", markup=False, highlight=False)
        try:
            line = next(self.lines).rstrip("\r\n")
        except StopIteration:
            self.console.print()
            raise EOFError from None
        line = typed(line)
        if self.echo:
            self.console.print(line, markup=False, highlight=False)
        return line

    def ask_text(
        self, question: str, count: Count, is_whole: Callable[[str], bool], draft: str = ""
    ) -> str:
        """A text: here in one line, in which a ¶ begins another one. A draft is shown."""
        if draft:
            self.console.print(draft, markup=False, highlight=False)
        return self.ask(question)


def broken(question: str, width: int) -> str:
    """A question in lines that end with a word, and leave room for an answer."""
    room = max(width - ANSWER, NARROWEST)
    wrapper = TextWrapper(room, break_long_words=False, break_on_hyphens=False)
    return "\n".join("\n".join(wrapper.wrap(line)) for line in question.split("\n"))


def typed(line: str) -> str:
    """A line as it was typed or pasted, as far as it is text."""
    return strip_control(line)[:LONGEST_LINE].strip()


class TerminalScreen(Screen):
    """A terminal: a line that can be edited, with completion and history."""

    interactive = True

    def __init__(self, console: Console, history: Path) -> None:
        super().__init__(console, iter(()))
        self.history = history
        self._prompt: PromptSession[str] | None = None
        self._draft = ""
        """What was being typed when news came."""

    @property
    def height(self) -> int:
        """Rows, less the one below the line that is being typed."""
        return self.console.height - (1 if self.status and self.status() else 0)

    def show_long(self, part: RenderableType, question: str) -> str:
        """Print a screenful at a time; what is typed instead of Enter ends it and is returned."""
        lines = self.console.render_lines(part, pad=False)
        size = max(self.height - 1, 1)
        for start in range(0, len(lines), size):
            typed = self.ask(question) if start else ""
            if typed:
                return "" if typed.casefold() == ENOUGH else typed
            # The lines are rendered already, and must not be broken again.
            shown = SegmentLines(lines[start : start + size], new_lines=True)
            self.console.print(shown, end="", soft_wrap=True)
        return ""

    def clear(self) -> None:
        """Wipe the screen and what has scrolled off it, and forget what was typed."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory

        if self.console.legacy_windows:
            self.console.clear()
        else:
            # Some terminals keep a wiped screen in what scrolled off, so that goes last.
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
            self.console.file.flush()
        self._prompt = PromptSession(history=InMemoryHistory())

    @contextmanager
    def busy(self, text: str) -> Iterator[None]:
        """Turn a wheel meanwhile; what is typed then answers nothing that is asked later."""
        with _deaf(), self.console.status(text):
            yield

    def ask(
        self, question: str, suggest: Suggest | None = None, listen: Listen | None = None
    ) -> str:
        """The next line, edited; Updates if some came first, and what was typed stays."""
        from prompt_toolkit.shortcuts import CompleteStyle

        session, draft = self._session(), self._draft
        self._draft = ""
        session.app.erase_when_done = False
        status = self.status if self.status and self.status() else None
        try:
            # A menu would need rows below the line, and the board needs them more.
            line = session.prompt(
                broken(question, self.console.width) + " ",
                default=draft,
                completer=_completer(suggest) if suggest else None,
                complete_while_typing=False,
                complete_style=CompleteStyle.READLINE_LIKE,
                reserve_space_for_menu=0,
                bottom_toolbar=status or (lambda: None),
                refresh_interval=1 if status else 0,
                pre_run=lambda: listen(self._bell) if listen else None,
            )
        finally:
            if listen:
                listen(None)
        return typed(line)

    def ask_text(
        self, question: str, count: Count, is_whole: Callable[[str], bool], draft: str = ""
    ) -> str:
        """A text of several lines, counted as it is typed; an empty line ends it. A draft is there
        to be edited.

        One line alone that says something whole, such as a command, is not waited for.
        """
        from prompt_toolkit import PromptSession
        from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

        keys = KeyBindings()

        @keys.add("enter")
        def _(event: KeyPressEvent) -> None:
            buffer = event.current_buffer
            text = buffer.text
            ends = buffer.document.is_cursor_at_the_end and text.endswith("\n")
            if not text.strip() or ends or ("\n" not in text and is_whole(text)):
                buffer.validate_and_handle()
            else:
                buffer.insert_text("\n")

        session: PromptSession[str] = PromptSession(multiline=True, key_bindings=keys)
        text = session.prompt(
            question + "\n",
            bottom_toolbar=lambda: count(session.default_buffer.text),
            reserve_space_for_menu=0,
            default=draft,
        )
        return paragraphs(text)

    def _bell(self) -> None:
        """Rung in another thread: end the line that is being typed."""
        app = self._session().app

        def stop() -> None:
            if app.is_running and not app.is_done:
                self._draft = app.current_buffer.text
                app.erase_when_done = True
                app.exit(exception=Updates())

        if app.loop is not None:
            app.loop.call_soon_threadsafe(stop)

    def _session(self) -> PromptSession[str]:
        if self._prompt is None:
            from prompt_toolkit import PromptSession
            from prompt_toolkit.history import FileHistory, History, InMemoryHistory

            keep: History = InMemoryHistory()
            try:
                self.history.parent.mkdir(parents=True, exist_ok=True)
                self.history.touch()
                keep = FileHistory(str(self.history))
            except OSError:
                pass
            self._prompt = PromptSession(history=keep)
        return self._prompt


@contextmanager
def _deaf() -> Iterator[None]:
    """Forget the keys that are pressed meanwhile, and do not show them."""
    if termios is None or not sys.stdin.isatty():
        yield
        return
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    silent = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
    termios.tcsetattr(keyboard, termios.TCSADRAIN, silent)
    try:
        yield
    finally:
        # Flushes what was typed.
        termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)


def _completer(suggest: Suggest) -> Any:
    """The suggestions in the form prompt_toolkit wants them."""
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class Suggestions(Completer):
        def get_completions(
            self, document: Document, complete_event: CompleteEvent
        ) -> Iterable[Completion]:
            typed = document.text_before_cursor
            for text in suggest(typed):
                yield Completion(text, -len(typed))

    return Suggestions()


def open_screen(simple: bool, history: Path) -> Screen:
    """The screen this process has; a CruachanError where there is none."""
    if sys.stdin is None or sys.stdout is None:
        closed = "say.no_input" if sys.stdin is None else "say.no_output"
        raise CruachanError(message(__package__, closed))
    for stream, errors in ((sys.stdout, "cruachan.plain"), (sys.stdin, "replace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)
    console = Console()
    tty = sys.stdin.isatty() and sys.stdout.isatty() and not console.is_dumb_terminal
    if tty and not simple:
        return TerminalScreen(console, history)
    lines = Console(force_terminal=False, color_system=None)
    return Screen(lines, iter(sys.stdin), echo=not sys.stdin.isatty())


CORNERS = dict.fromkeys("┌┬┐├┼┤└┴┘", "+")
LINES = {"─": "-", "═": "=", "│": "|", "╱": "/", "╲": "\\", "–": "-"} | CORNERS
"""What is drawn, and named, with lines."""


def _without_accents(error: UnicodeError) -> tuple[str, int]:
    """For terminals that know no accents: letters without them, and ? for the rest."""
    assert isinstance(error, UnicodeEncodeError)
    wanted = error.object[error.start : error.end]
    known = {"„": '"', "“": '"', "·": "-", "…": "...", "ß": "ss"} | LINES
    text = "".join(known.get(c, unicodedata.normalize("NFKD", c)[0]) for c in wanted)
    return "".join(c if c.isascii() else "?" for c in text), error.end


codecs.register_error("cruachan.plain", _without_accents)
