"""A question to a person: what she may answer, and what the commands do meanwhile."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from cruachan.engine import transcript
from cruachan.engine.errors import (
    AmbiguousMove,
    CruachanError,
    IllegalMove,
    MoveError,
    UnreadableMove,
    reason,
)
from cruachan.engine.files import safe_write
from cruachan.engine.glossary import explained
from cruachan.engine.notation import begins, fold, spellings
from cruachan.engine.rulebook import rulebook
from cruachan.engine.texts import brief, paragraphs, whole_number
from cruachan.engine.view import Plain, View
from cruachan.terminal import answers
from cruachan.terminal.boards import pages, renderer
from cruachan.terminal.choices import Choice, choices, flat, full_list
from cruachan.terminal.commands import COMMANDS, Command, command_words, is_whole, read_command
from cruachan.terminal.screen import News
from cruachan.terminal.table import find_seat

if TYPE_CHECKING:
    from cruachan.terminal.session import Session

SPLIT = re.compile(r"[\s–-]+")
"""What stands between words, also between the two of a road."""
NUMBERED = re.compile(r"(\d+)\s*:\s*(.*)")
"""A number from the list, and what is told with it."""
WORD = re.compile(r"\w+")
LETTER = re.compile(r"[^\W\d_]")


LONG = 100
"""Texts that may have so many characters are written in several lines."""
NEAR = 0.9
"""From so much of the room on one is told how much is left."""
FAR_WORDS = ("ask_undo", "yes", "no", "vote", "resign", "rematch", "veil", "retell")
"""What follows the command `table`."""


class Quit(EOFError):
    """The players stop here; the game is kept."""


@dataclass(frozen=True)
class Question:
    """What a person is asked."""

    seat: int
    view: View
    text: str
    listed: list[Choice] = field(default_factory=list)
    """The moves she may answer with."""
    may_pass: bool = False
    """Whether Enter goes on although there are moves."""
    idle: str = ""
    """What she is told if she types a move and there is none."""


class Conversation:
    """Asks until there is an answer; commands are obeyed in between."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.table = session.table
        self.screen = session.screen
        self.words = session.words
        self.lang = session.lang
        self.asks_words = True
        """Whether she is asked to tell her moves in her own words."""
        self._done = False
        """Whether what was asked has been answered."""
        self._saw_all = False
        """Whether she has seen what the list only names, and its numbers."""

    def hold(self, asked: Question) -> None:
        """Ask, until something has come of it."""
        self._done = self._saw_all = False
        session = self.session
        while not self._done:
            try:
                line = session.typed_ahead or self._line(asked)
            except News:
                if not self._still_asked(asked):
                    return
                continue
            session.typed_ahead = ""
            command = None if is_move(line, asked.listed) else read_command(line, self.lang)
            try:
                if command:
                    self._obey(command, asked)
                elif line and self._look_up(line, asked.view):
                    continue
                elif asked.listed and (line or not asked.may_pass):
                    self._choose(line, asked)
                elif line:
                    self.screen.show(asked.idle)
                else:
                    self._go_on(asked)
            except CruachanError as error:
                self._explain(error, asked.listed)

    def _line(self, asked: Question) -> str:
        """What she types; at a table elsewhere she is interrupted by news."""
        self._moment = self.table.moment()
        listen = self.table.listen if self.table.far else None
        return self.screen.ask(asked.text, self.suggester(asked), listen)

    def _still_asked(self, asked: Question) -> bool:
        """Whether news leave the question as it was; what was said is told then."""
        self.table.refresh()
        if self.table.moment() != self._moment:
            return False
        self.session.hear()
        return True

    def _go_on(self, asked: Question) -> None:
        """Enter: the turn is over, or there is nothing to do out of turn."""
        if not asked.may_pass:
            self.session.ended = self.table.plies
            self.table.end_turn(asked.seat)
        self._moved()

    def _moved(self) -> None:
        self.session.news = 0
        self._done = True

    # Moves

    def _choose(self, line: str, asked: Question) -> None:
        """Make the move that a number or words mean."""
        seat, listed = asked.seat, asked.listed
        number, tale = self._with_tale(line, asked)
        if not line and len(listed) == 1:
            move = listed[0].move
        elif not line:
            self.screen.show(self.words("say.enter"))
            return
        elif number.isdecimal():
            found = _numbered(number, listed)
            if found is None:
                ends = {"first": listed[0].number, "last": listed[-1].number}
                self.screen.show(self.words("say.number", number=brief(number), **ends))
                return
            if found.aside and not self._saw_all:
                self._saw_all = True
                self.screen.show(self.words("say.aside", number=number, label=found.label))
                return
            move = found.move
        else:
            move = self._understand(line, asked)
        if tale or not self.table.needs_words(seat, move):
            self.table.check(seat, move, tale or None, self.lang)
        if not tale and ":" not in line:
            told = self._ask_words(seat, move)
            if told is None:
                return
            tale = told
        self.table.play(seat, move, tale or None, self.lang)
        self._moved()

    def _with_tale(self, line: str, asked: Question) -> tuple[str, str]:
        """A number from the list and what is told with it; the colon may be forgotten."""
        numbered = NUMBERED.fullmatch(line)
        if numbered:
            return numbered[1], numbered[2]
        number, _, tale = line.partition(" ")
        found = _numbered(number, asked.listed)
        told = found and self.table.takes_words(asked.seat, found.move)
        return (number, tale) if told and LETTER.search(tale) else (line, "")

    def _understand(self, text: str, asked: Question) -> Any:
        """The move that is meant, in notation or in words of the list."""
        try:
            return self.table.read(asked.seat, text, self.lang)
        except UnreadableMove:
            said = text.partition(":")[0]
            fits = [choice for choice in asked.listed if choice.wordy and _says(choice, said)]
            if not fits:
                raise
            if len(fits) > 1:
                raise AmbiguousMove("", [choice.text for choice in fits]) from None
            return fits[0].move

    def _ask_words(self, seat: int, move: Plain) -> str | None:
        """Her own words for the move, if it is one to be told; None if she thinks better of it."""
        needed = self.table.needs_words(seat, move)
        wanted = needed or (self.asks_words and self.table.asks_words(seat, move))
        while wanted:
            line = self._own_words(seat, move, needed)
            command = None if SPLIT.search(line) else read_command(line, self.lang)
            if not line and needed:
                return None
            if not line:
                break
            if command is None:
                try:
                    self.table.check(seat, move, line, self.lang)
                except MoveError as error:
                    self._explain(error, [])
                else:
                    return line
            elif command.name == "quit":
                raise Quit
            elif command.name == "undo":
                return None
            elif command.name == "tales":
                self._toggle_tales()
                break
            else:
                self.screen.show(self.words("say.words_how"))
        return ""

    def _own_words(self, seat: int, move: Plain, needed: bool) -> str:
        """What she writes: what is short in a line, a tale in as many as she likes."""
        longest = self.table.longest(seat, move)
        question = self.words("ask.needed" if needed else "ask.words")
        if longest < LONG:
            return self.screen.ask(question)

        def count(text: str) -> str:
            length = len(paragraphs(text))
            key = "over" if length > longest else "near" if length > NEAR * longest else "count"
            values = {"length": length, "most": longest, "left": longest - length}
            return self.words(f"count.{key}", **values, over=length - longest)

        def is_whole(text: str) -> bool:
            return not SPLIT.search(text.strip()) and bool(read_command(text, self.lang))

        return self.screen.ask_text(question, count, is_whole)

    def _toggle_tales(self) -> None:
        if self.table.game.narration is None:
            self.screen.show(self.words("say.no_tales"))
            return
        self.asks_words = not self.asks_words
        self.screen.show(self.words("say.tales_on" if self.asks_words else "say.tales_off"))

    def _explain(self, error: CruachanError, listed: list[Choice]) -> None:
        """Why a move was not made, and what could be meant instead."""
        if isinstance(error, IllegalMove):
            self.screen.show(answers.refusal_page(error.refusal))
            return
        told = bool(listed) and listed[0].wordy
        if isinstance(error, AmbiguousMove):
            fits = [[choice] for choice in listed if choice.text in error.candidates]
            if fits:
                said = [] if told else [Text(error.text(self.lang), "bold")]
                page = full_list(fits, self.screen.width)
                self.screen.show(*said, self.words("say.candidates"), page)
                return
        if told and isinstance(error, UnreadableMove):
            self.screen.show(Text(self.words("say.not_understood"), "bold"))
            return
        self.screen.show(Text(error.text(self.lang), "bold"))

    def suggester(self, asked: Question) -> Callable[[str], Iterator[str]]:
        """What Tab offers: moves by any of their words, commands, names after ?, rules."""
        game = self.table.game
        module = renderer(game.name)

        def known(name: str) -> list[str]:
            if name == "why":
                return module.names(asked.view) if module else []
            if name in ("bot", "person"):
                return list(self.table.names)
            return list(rulebook(game.package).rules) if name == "rules" else []

        def suggest(typed: str) -> Iterator[str]:
            command = read_command(typed, self.lang)
            if command and command.name in ("why", "rules", "bot", "person") and " " in typed:
                head, _, last = typed.rpartition(" ")
                fits = (word for word in known(command.name) if begins(word, last))
                yield from (f"{head} {word}" for word in fits)
                return
            wanted = SPLIT.split(typed.strip())
            for choice in asked.listed:
                its = SPLIT.split(f"{choice.text} {choice.label}")
                if all(any(begins(word, part) for word in its) for part in wanted):
                    yield choice.text
            words = [command_words(name, self.lang)[0] for name in self._offered()]
            words += self._pages(asked.view)
            yield from (word for word in words if typed and begins(word, typed))

        return suggest

    # Commands

    def _obey(self, command: Command, asked: Question) -> None:
        session, game, show = self.session, self.table.game, self.session.show_long
        match command.name:
            case "help":
                show(self._help(asked.view))
            case "moves" | "hint" if not asked.listed:
                self.screen.show(asked.idle)
            case "moves":
                self._saw_all = True
                session.full_list(asked.view)
            case "board" if renderer(game.name) is None:
                self.screen.show(self.words("say.no_board"))
            case "board":
                session.show_whole_board(asked.view)
            case "undo" | "redo" if asked.seat not in session.people:
                self.screen.show(asked.idle)
            case "undo":
                self._undo(asked.seat)
            case "redo":
                self._redo(asked.seat)
            case "hint":
                show(answers.hint_page(self.table, asked.seat, asked.listed, self.words))
            case "why":
                self._why(command.argument, asked)
            case "rules":
                show(answers.rules_page(game.package, command.argument, self.words))
            case "log":
                show(session.story.log_page(command.argument, session.eyes, self.words))
            case "story":
                show(session.story.story_page(command.argument, session.eyes, self.words))
            case "tales":
                self._toggle_tales()
            case "bot" | "person":
                session.change_seat(command, asked.seat)
                self._moved()
            case "save":
                self._save_copy(command.argument, asked.seat)
            case "chat" | "table" if not self.table.far:
                self.screen.show(self.words("say.no_far"))
            case "chat" if not command.argument:
                self.screen.show(self.words("far.chat_how"))
            case "chat":
                self.table.do("chat", seat=asked.seat, text=command.argument)
                session.hear()
            case "table":
                self._at_far_table(command.argument, asked)
            case "quit":
                raise Quit

    def _at_far_table(self, wish: str, asked: Question) -> None:
        """What can be done at a table with others: ask to take back, answer, vote, give up."""
        word, _, name = fold(wish).partition(" ")
        known = {each: self.words(f"wish.{each}").split() for each in FAR_WORDS}
        kind = next((each for each, words in known.items() if word in map(fold, words)), None)
        if kind is None:
            self.screen.show(*self.table.around(self.lang), self.words("far.table_how"))
            return
        values: dict[str, Any] = {"seat": asked.seat}
        if kind in ("yes", "no"):
            values["yes"] = kind == "yes"
        if kind == "vote":
            values["about"] = find_seat(self.table.players, name, self.words)
        if kind == "retell":
            values["words"] = wish.partition(" ")[2].strip() or None
        self.table.do({"yes": "answer", "no": "answer"}.get(kind, kind), **values)
        self.session.hear()
        self._moved()

    def _offered(self) -> list[str]:
        """The commands that mean something in this game."""
        told = ("story", "tales") if self.table.game.narration is None else ()
        far = () if self.table.far else ("chat", "table")
        return [name for name in COMMANDS if name not in told + far]

    def _help(self, view: View) -> Any:
        game, example = self.table.game, self._example(view)
        looked_up = list(self._pages(view))
        return answers.help_page(game, self.words, example, looked_up, self._offered())

    def _pages(self, view: View) -> dict[str, Any]:
        game = self.table.game
        return pages(game.name, view, game.board, self.lang)

    def _look_up(self, line: str, view: View, begun: bool = False) -> bool:
        """Show the page that is asked for, if a word asks for one, or the beginning of one."""
        if SPLIT.search(line) or line.isdecimal():
            return False
        for word, page in self._pages(view).items():
            if fold(line) in spellings(word) or (begun and fold(word)[:-1] == fold(line)):
                self.session.show_long(page)
                return True
        return False

    def _example(self, view: View) -> dict[str, str]:
        """A move and a place of the game at hand, for what is said about typing."""
        game = self.table.game.name
        module = renderer(game)
        if module is None or f"example.{game}" not in self.words.table:
            text = module.example(view) if module else ""
            text = text or next(
                (
                    choice.text
                    for choice in flat(choices(view, self.table.game.narration is not None))
                ),
                "",
            )
            return {"move": text, "place": text.partition(" ")[2] or text}
        place = module.example(view)
        return {"move": self.words(f"example.{game}", place=place), "place": place}

    def _undo(self, seat: int) -> None:
        text = self.table.undo(seat, self.lang)
        self.screen.show(self.words("say.undone", name=self.table.names[seat], text=text))
        self.session.took_back()
        self._moved()

    def _redo(self, seat: int) -> None:
        text = self.table.redo(seat, self.lang)
        self.screen.show(self.words("say.redone", name=self.table.names[seat], text=text))
        self._moved()

    def _why(self, text: str, asked: Question) -> None:
        if not text:
            self.screen.show(self.words("say.ask_why", **self._example(asked.view)))
            return
        meant = explained(self.table.game.package, text, self.lang)
        self.screen.show(*meant)
        if meant and self._look_up(text, asked.view, begun=True):
            return
        choice = _numbered(text, asked.listed)
        if meant and choice is None and not self._is_move(text, asked):
            return
        if choice is None:
            move = self._understand(text, asked)
            self.table.check(asked.seat, move, None, self.lang)
            choice = next((choice for choice in asked.listed if choice.move == move), None)
        label = f"{choice.number} {choice.label}" if choice else text
        self.screen.show(self.words("say.legal", label=label))

    def _is_move(self, text: str, asked: Question) -> bool:
        """Whether a text can be understood as a move, legal or not, or as one of several."""
        try:
            self._understand(text, asked)
        except UnreadableMove:
            return False
        except MoveError:
            pass
        return True

    def _save_copy(self, name: str, seat: int) -> None:
        """Write what this seat may know into another file; what all may, where others read it."""
        words = self.words
        if not name:
            if self.table.path:
                self.screen.show_path(words("say.kept", path=self.table.path))
            self.screen.show(words("say.save_how"))
            return
        try:
            path = Path(name).expanduser()
            if not self._may_write(path):
                self.screen.show(words("say.nothing_saved"))
                return
            alone = not self.session.shared and seat in self.session.people
            viewer = seat if alone else None
            safe_write(path, self.table.transcript(viewer))
        except OSError as error:
            why = reason(error).text(self.lang)
            self.screen.show(words("say.not_saved", path=brief(name), reason=why))
        except (ValueError, RuntimeError):
            self.screen.show(words("say.no_path", path=name))
        else:
            self.screen.show_path(words("say.saved", path=path.absolute()))

    def _may_write(self, path: Path) -> bool:
        """Whether a copy may go there: no game's own file, and over another one only if told so."""
        own = self.table.path
        mine = [] if own is None else [own.absolute(), transcript.seed_path(own).absolute()]
        if path.suffix == ".seed" or path.absolute() in mine:
            self.screen.show(self.words("say.not_there", path=path))
            return False
        if not path.exists():
            return True
        if not path.is_file():
            self.screen.show(self.words("say.no_file", path=path))
            return False
        answer = self.screen.ask(self.words("ask.overwrite", path=path))
        return answer.casefold() in self.words("ask.yes").split()


def is_move(line: str, listed: list[Choice]) -> bool:
    """Whether a line is a move before it is a command.

    `ende` would else be a farewell, and a place be taken for the beginning of a command.
    """
    typed = fold(line)
    texts = {fold(choice.text) for choice in listed}
    if typed in ("end", *texts) or (typed == "ende" and "end" in texts):
        return True
    return not is_whole(line) and any(typed in text.split() for text in texts)


def _says(choice: Choice, text: str) -> bool:
    """Whether all words of a text stand in what a move is called, in their order."""
    label = iter(WORD.findall(choice.label))
    said = WORD.findall(text)
    return bool(said) and all(any(begins(own, word) for own in label) for word in said)


def _numbered(text: str, listed: list[Choice]) -> Choice | None:
    number = whole_number(text)
    return next((each for each in listed if number is not None and each.number == number), None)
