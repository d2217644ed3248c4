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
from cruachan.engine.glossary import explained
from cruachan.engine.notation import begins, fold, spellings
from cruachan.engine.rulebook import rulebook
from cruachan.engine.view import View, offered
from cruachan.terminal import answers
from cruachan.terminal.boards import pages, renderer
from cruachan.terminal.choices import Choice, choices, flat, full_list
from cruachan.terminal.commands import COMMANDS, Command, command_words, is_whole, read_command

if TYPE_CHECKING:
    from cruachan.terminal.session import Session

SPLIT = re.compile(r"[\s–-]+")
"""What stands between words, also between the two of a road."""
NUMBERED = re.compile(r"(\d+)\s*:\s*(.*)")
"""A number from the list, and what is told with it."""
WORD = re.compile(r"\w+")
LETTER = re.compile(r"[^\W\d_]")


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
        self.match = session.match
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
            line = session.typed_ahead or self.screen.ask(asked.text, self.suggester(asked))
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

    def _go_on(self, asked: Question) -> None:
        """Enter: the turn is over, or there is nothing to do out of turn."""
        if not asked.may_pass:
            self.session.ended = len(self.match.history)
        self._moved()

    def _moved(self) -> None:
        self.session.news = 0
        self._done = True

    # Moves

    def _choose(self, line: str, asked: Question) -> None:
        """Make the move that a number or words mean."""
        match, seat, listed = self.match, asked.seat, asked.listed
        number, tale = self._with_tale(line, asked)
        if not line and len(listed) == 1:
            move = self._move(listed[0])
        elif not line:
            self.screen.show(self.words("say.enter"))
            return
        elif number.isdecimal():
            found = _numbered(number, listed)
            if found is None:
                ends = {"first": listed[0].number, "last": listed[-1].number}
                self.screen.show(self.words("say.number", number=number, **ends))
                return
            if found.aside and not self._saw_all:
                self._saw_all = True
                self.screen.show(self.words("say.aside", number=number, label=found.label))
                return
            move = self._move(found)
        else:
            move = self._understand(line, asked)
        self._allow(seat, move)
        if tale:
            move = self._with_words(seat, move, tale)
        elif ":" not in line:
            move = self._ask_words(seat, move)
        if move is not None:
            match.play(seat, move, self.lang)
            self.session.keep()
            self._moved()

    def _with_tale(self, line: str, asked: Question) -> tuple[str, str]:
        """A number from the list and what is told with it; the colon may be forgotten."""
        numbered = NUMBERED.fullmatch(line)
        if numbered:
            return numbered[1], numbered[2]
        number, _, tale = line.partition(" ")
        found = _numbered(number, asked.listed)
        told = found and self._takes_words(asked.seat, self._move(found))
        return (number, tale) if told and LETTER.search(tale) else (line, "")

    def _move(self, choice: Choice) -> Any:
        """The move behind a line of the list."""
        return self.match.game.unpack(choice.move)

    def _takes_words(self, seat: int, move: Any) -> bool:
        return self.match.game.takes_words(self.match.state, seat, move)

    def _understand(self, text: str, asked: Question) -> Any:
        """The move that is meant, in notation or in words of the list."""
        try:
            return self._read(asked.seat, text)
        except UnreadableMove:
            said = text.partition(":")[0]
            fits = [choice for choice in asked.listed if choice.wordy and _says(choice, said)]
            if not fits:
                raise
            if len(fits) > 1:
                raise AmbiguousMove("", [choice.text for choice in fits]) from None
            return self._move(fits[0])

    def _read(self, seat: int, text: str) -> Any:
        match = self.match
        return match.game.read_move(match.state, seat, text, self.lang, match.names)

    def _allow(self, seat: int, move: Any) -> Any:
        """The move, if it is legal."""
        match = self.match
        refusal = match.game.why_not(match.state, seat, move, self.lang, match.names)
        if refusal:
            raise IllegalMove(refusal)
        return move

    def _with_words(self, seat: int, move: Any, tale: str) -> Any:
        game = self.match.game
        if not self._takes_words(seat, move):
            raise MoveError(self.words("say.no_words"))
        return self._allow(seat, game.with_words(move, tale))

    def _ask_words(self, seat: int, move: Any) -> Any:
        """The move in her own words, if it is one to be told; None if she thinks better of it."""
        wanted = self.asks_words and self._takes_words(seat, move)
        while wanted:
            line = self.screen.ask(self.words("ask.words"))
            command = None if SPLIT.search(line) else read_command(line, self.lang)
            if not line:
                break
            if command is None:
                try:
                    return self._with_words(seat, move, line)
                except MoveError as error:
                    self._explain(error, [])
            elif command.name == "quit":
                raise Quit
            elif command.name == "undo":
                return None
            elif command.name == "tales":
                self._toggle_tales()
                break
            else:
                self.screen.show(self.words("say.words_how"))
        return move

    def _toggle_tales(self) -> None:
        if not self.match.game.told:
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
        game = self.match.game
        module = renderer(game.name)

        def known(name: str) -> list[str]:
            if name == "why":
                return module.names(asked.view) if module else []
            if name in ("bot", "person"):
                return list(self.match.names)
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
        session, game, show = self.session, self.match.game, self.session.show_long
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
                listed, rng = asked.listed, session.rng()
                show(answers.hint_page(self.match, asked.seat, listed, self.words, rng))
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
            case "quit":
                raise Quit

    def _offered(self) -> list[str]:
        """The commands that mean something in this game."""
        told = () if self.match.game.told else ("story", "tales")
        return [name for name in COMMANDS if name not in told]

    def _help(self, view: View) -> Any:
        game, example = self.match.game.name, self._example(view)
        looked_up = list(self._pages(view))
        return answers.help_page(game, self.words, example, looked_up, self._offered())

    def _pages(self, view: View) -> dict[str, Any]:
        game = self.match.game
        return pages(game.name, view, game.board, self.lang)

    def _look_up(self, line: str, view: View) -> bool:
        """Show the page that is asked for, if a word asks for one."""
        if SPLIT.search(line) or line.isdecimal():
            return False
        for word, page in self._pages(view).items():
            if fold(line) in spellings(word):
                self.session.show_long(page)
                return True
        return False

    def _example(self, view: View) -> dict[str, str]:
        """A move and a place of the game at hand, for what is said about typing."""
        game = self.match.game.name
        module = renderer(game)
        if module is None or f"example.{game}" not in self.words.table:
            text = module.example(view) if module else ""
            text = text or next(
                (choice.text for choice in flat(choices(view, self.match.game.told))), ""
            )
            return {"move": text, "place": text.partition(" ")[2] or text}
        place = module.example(view)
        return {"move": self.words(f"example.{game}", place=place), "place": place}

    def _undo(self, seat: int) -> None:
        ply = self.match.undo(seat)
        self._say_ply("say.undone", seat, ply.move, self.match.state)
        self.session.took_back()
        self.session.keep()
        self._moved()

    def _redo(self, seat: int) -> None:
        before = self.match.state
        ply = self.match.redo(seat)
        self._say_ply("say.redone", seat, ply.move, before)
        self.session.keep()
        self._moved()

    def _say_ply(self, key: str, seat: int, move: Any, before: Any) -> None:
        self.screen.show(
            self.words(key, name=self.match.names[seat], text=self._said(seat, move, before))
        )

    def _said(self, seat: int, move: Any, before: Any) -> str:
        """A move in notation; in the words of the list where the game is told in words."""
        game, names = self.match.game, self.match.names
        text = game.write_move(before, seat, move, seat)
        packed = game.pack(game.untold(move))
        listed = offered(game.view(before, seat, names, self.lang)) if game.told else []
        return next((each["label"] for each in listed if each["move"] == packed), text)

    def _why(self, text: str, asked: Question) -> None:
        if not text:
            self.screen.show(self.words("say.ask_why", **self._example(asked.view)))
            return
        meant = explained(self.match.game.package, text, self.lang)
        self.screen.show(*meant)
        choice = _numbered(text, asked.listed)
        if meant and choice is None and not self._is_move(text, asked):
            return
        if choice is None:
            move = self.match.game.pack(self._understand(text, asked))
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
            self.screen.show_path(words("say.kept", path=self.session.path))
            self.screen.show(words("say.save_how"))
            return
        try:
            path = Path(name).expanduser()
            if not self._may_write(path):
                self.screen.show(words("say.nothing_saved"))
                return
            alone = not self.session.shared and seat in self.session.people
            viewer = seat if alone else None
            transcript.safe_write(path, transcript.write(self.match, viewer=viewer))
        except OSError as error:
            why = reason(error).text(self.lang)
            self.screen.show(words("say.not_saved", path=name, reason=why))
        except (ValueError, RuntimeError):
            self.screen.show(words("say.no_path", path=name))
        else:
            self.screen.show_path(words("say.saved", path=path.absolute()))

    def _may_write(self, path: Path) -> bool:
        """Whether a copy may go there: no game's own file, and over another one only if told so."""
        own = (self.session.path, transcript.seed_path(self.session.path))
        if path.suffix == ".seed" or path.absolute() in [each.absolute() for each in own]:
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
    if not text.isdecimal():
        return None
    return next((choice for choice in listed if choice.number == int(text)), None)
