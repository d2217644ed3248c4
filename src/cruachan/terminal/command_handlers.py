"""What the commands do that can be typed instead of a move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from cruachan.bots import gives_hints
from cruachan.engine import transcript
from cruachan.engine.errors import reason
from cruachan.engine.files import safe_write
from cruachan.engine.game import CHANCE
from cruachan.engine.glossary import explained
from cruachan.engine.notation import begins, fold, spellings, without_why
from cruachan.engine.rulebook import rulebook
from cruachan.engine.texts import brief
from cruachan.engine.view import View
from cruachan.terminal import answers
from cruachan.terminal.boards import own_text, pages, renderer
from cruachan.terminal.choices import choices, flat
from cruachan.terminal.commands import COMMANDS, TypedCommand, command_words, read_command
from cruachan.terminal.move_entry import SPLIT, MoveEntry, numbered
from cruachan.terminal.question import PromptQuestion
from cruachan.terminal.seating import Quit, Seating
from cruachan.terminal.seats import find_seat

REMOTE_WORDS = ("ask_undo", "yes", "no", "vote", "resign", "vacation", "rematch", "veil", "retell")
"""What follows the command `table`."""


class CommandHandlers:
    """Carries out commands; each handler returns whether the question is answered by it."""

    def __init__(self, seating: Seating, entry: MoveEntry) -> None:
        self.seating = seating
        self.entry = entry
        self.table = seating.table
        self.screen = seating.screen
        self.display = seating.display
        self.story = seating.display.story
        self.texts = seating.texts
        self.lang = seating.texts.lang
        self._handlers: dict[str, Callable[[str, PromptQuestion], bool]] = {
            "help": self._help,
            "moves": self._moves,
            "board": self._board,
            "undo": self._undo,
            "redo": self._redo,
            "hint": self._hint,
            "why": self._why,
            "rules": self._rules,
            "log": self._log,
            "story": self._story,
            "tales": self._tales,
            "bot": lambda argument, question: self._change_seat(
                TypedCommand("bot", argument), question
            ),
            "person": lambda argument, question: self._change_seat(
                TypedCommand("person", argument), question
            ),
            "save": self._save_copy,
            "chat": self._chat,
            "table": self._remote_table,
            "quit": self._quit,
        }

    def obey(self, command: TypedCommand, question: PromptQuestion) -> bool:
        """Carry out a command; whether the question is answered by it."""
        return self._handlers[command.name](command.argument, question)

    def offered(self) -> list[str]:
        """Return the commands that mean something in this game."""
        narrated = ("story", "tales") if self.table.game.narration is None else ()
        remote = () if self.table.remote else ("chat", "table")
        hints = () if gives_hints(self.table.game) else ("hint",)
        return [name for name in COMMANDS if name not in narrated + remote + hints]

    # Pages

    def _help(self, argument: str, question: PromptQuestion) -> bool:
        game, example = self.table.game, self._example(question.view)
        looked_up = list(self._pages(question.view))
        page = answers.help_page(game, self.texts, example, looked_up, self.offered())
        self.display.show_long(page)
        return False

    def _moves(self, argument: str, question: PromptQuestion) -> bool:
        if not question.listed:
            self.screen.show(question.idle)
            return False
        self.entry.saw_all = True
        if question.seat == CHANCE:
            self.display.show_long(answers.outcomes_page(question.listed))
        else:
            self.display.show_all_moves(question.view)
        return False

    def _board(self, argument: str, question: PromptQuestion) -> bool:
        if renderer(self.table.game.name) is None:
            self.screen.show(self.texts("say.no_board"))
        else:
            self.display.show_whole_board(question.view)
        return False

    def _hint(self, argument: str, question: PromptQuestion) -> bool:
        if not question.listed or question.seat == CHANCE:
            self.screen.show(question.idle or self.texts("roll.no_hint"))
            return False
        seat, listed = question.seat, question.listed
        self.display.show_long(answers.hint_page(self.table, seat, listed, self.texts))
        return False

    def _rules(self, argument: str, question: PromptQuestion) -> bool:
        self.display.show_long(answers.rules_page(self.table.game.package, argument, self.texts))
        return False

    def _log(self, argument: str, question: PromptQuestion) -> bool:
        self.display.show_long(self.story.log_page(argument, self.seating.eyes, self.texts))
        return False

    def _story(self, argument: str, question: PromptQuestion) -> bool:
        self.display.show_long(self.story.story_page(argument, self.seating.eyes, self.texts))
        return False

    def _pages(self, view: View) -> dict[str, Any]:
        game = self.table.game
        return pages(game.name, view, game.board, self.lang)

    def look_up(self, line: str, view: View, begun: bool = False) -> bool:
        """Show the page that a word asks for, or with `begun` the beginning of one; if there is."""
        if SPLIT.search(line) or line.isdecimal():
            return False
        for word, page in self._pages(view).items():
            if fold(line) in spellings(word) or (begun and fold(word)[:-1] == fold(line)):
                self.display.show_long(page)
                return True
        return False

    def _example(self, view: View) -> dict[str, str]:
        """Return a move and a place of the game at hand, for what is said about typing."""
        game = self.table.game.name
        module = renderer(game)
        said = own_text(game, "terminal.example", self.lang)
        if module is None or not said:
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
        return {"move": said.format(place=place), "place": place}

    def _why(self, text: str, question: PromptQuestion) -> bool:
        """Explain a word, or why a move is legal or not."""
        text = without_why(text)
        if not text:
            self.screen.show(self.texts("say.ask_why", **self._example(question.view)))
            return False
        meant = explained(self.table.game.package, text, self.lang)
        self.screen.show(*meant)
        if meant and self.look_up(text, question.view, begun=True):
            return False
        choice = numbered(text, question.listed)
        if meant and choice is None and not self.entry.is_understood(text, question):
            return False
        if choice is None:
            move = self.entry.understand(text, question).move
            self.table.permit(question.seat, move)
            choice = next((choice for choice in question.listed if choice.move == move), None)
        label = f"{choice.number} {choice.label}" if choice else text
        self.screen.show(self.texts("say.legal", label=label))
        return False

    # Moves and seats

    def _undo(self, argument: str, question: PromptQuestion) -> bool:
        seat = question.seat
        if self.table.referee:
            text = self.table.undo(seat, self.lang)
            self.screen.show(self.texts("say.undone_referee", text=text))
            return True
        if seat not in self.seating.people:
            self.screen.show(question.idle)
            return False
        text = self.table.undo(seat, self.lang)
        self.screen.show(self.texts("say.undone", name=self.table.names[seat], text=text))
        return True

    def _redo(self, argument: str, question: PromptQuestion) -> bool:
        seat = question.seat
        if seat not in self.seating.people or self.table.referee:
            self.screen.show(question.idle or self.texts("say.no_redo"))
            return False
        text = self.table.redo(seat, self.lang)
        self.screen.show(self.texts("say.redone", name=self.table.names[seat], text=text))
        return True

    def _tales(self, argument: str, question: PromptQuestion) -> bool:
        self.entry.toggle_narration()
        return False

    def _change_seat(self, command: TypedCommand, question: PromptQuestion) -> bool:
        seat = self.table.when(self.table.plies).seat if question.seat == CHANCE else question.seat
        self.seating.change_seat(command, seat)
        return True

    def _quit(self, argument: str, question: PromptQuestion) -> bool:
        raise Quit

    # Tables with others

    def _chat(self, argument: str, question: PromptQuestion) -> bool:
        if not self.table.remote:
            self.screen.show(self.texts("say.no_far"))
        elif not argument:
            self.screen.show(self.texts("far.chat_how"))
        else:
            self.table.do("chat", seat=question.seat, text=argument)
            self.seating.show_notices()
        return False

    def _remote_table(self, wish: str, question: PromptQuestion) -> bool:
        """Ask to take back, answer, vote, give up; without an argument show who is there."""
        if not self.table.remote:
            self.screen.show(self.texts("say.no_far"))
            return False
        word, _, name = fold(wish).partition(" ")
        known = {each: self.texts(f"wish.{each}").split() for each in REMOTE_WORDS}
        kind = next((each for each, words in known.items() if word in map(fold, words)), None)
        if kind is None:
            self.screen.show(*self.table.presence(self.lang), self.texts("far.table_how"))
            return False
        values: dict[str, Any] = {"seat": question.seat}
        if kind in ("yes", "no"):
            values["yes"] = kind == "yes"
        if kind == "vote":
            values["about"] = find_seat(self.table.players, name, self.texts)
        if kind == "vacation":
            values["days"] = int(name) if name.isdecimal() else 0
        if kind == "retell":
            values["words"] = wish.partition(" ")[2].strip() or None
        self.table.do({"yes": "answer", "no": "answer"}.get(kind, kind), **values)
        self.seating.show_notices()
        return True

    # Files

    def _save_copy(self, name: str, question: PromptQuestion) -> bool:
        """Write what this seat may know into another file; what all may, where others read it."""
        texts = self.texts
        if not name:
            if self.table.path:
                self.screen.show_path(texts("say.kept", path=self.table.path))
            self.screen.show(texts("say.save_how"))
            return False
        try:
            path = Path(name).expanduser()
            if not self._may_write(path):
                self.screen.show(texts("say.nothing_saved"))
                return False
            alone = not self.seating.shared and question.seat in self.seating.people
            safe_write(path, self.table.transcript(question.seat if alone else None))
        except OSError as error:
            why = reason(error).text(self.lang)
            self.screen.show(texts("say.not_saved", path=brief(name), reason=why))
        except (ValueError, RuntimeError):
            self.screen.show(texts("say.no_path", path=name))
        else:
            self.screen.show_path(texts("say.saved", path=path.absolute()))
        return False

    def _may_write(self, path: Path) -> bool:
        """Whether a copy may go there: no game's own file, and over another one only if told so."""
        own = self.table.path
        mine = [] if own is None else [own.absolute(), transcript.seed_path(own).absolute()]
        if path.suffix == ".seed" or path.absolute() in mine:
            self.screen.show(self.texts("say.not_there", path=path))
            return False
        if not path.exists():
            return True
        if not path.is_file():
            self.screen.show(self.texts("say.no_file", path=path))
            return False
        answer = self.screen.ask(self.texts("ask.overwrite", path=path))
        return answer.casefold() in self.texts("ask.yes").split()

    # Completion

    def suggester(self, question: PromptQuestion) -> Callable[[str], Iterator[str]]:
        """Return what Tab offers: moves by any of their words, commands, names after ?, rules."""
        game = self.table.game
        module = renderer(game.name)

        def known(name: str) -> list[str]:
            if name == "why":
                return module.names(question.view) if module else []
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
            for choice in question.listed:
                its = SPLIT.split(f"{choice.text} {choice.label}")
                if all(any(begins(word, part) for word in its) for part in wanted):
                    yield choice.text
            words = [command_words(name, self.lang)[0] for name in self.offered()]
            words += self._pages(question.view)
            yield from (word for word in words if typed and begins(word, typed))

        return suggest
