"""The play loop: whose turn it is, what she may do, and what she typed.

It knows no game. It works from a match's views and log, and keeps the match on disk after every
ply, so that nothing is lost when it stops, however it stops.

Where seats have secrets and several persons share the keyboard, it is handed over: everything on
the screen is wiped before another person is asked, and what she is shown and told is hers alone. So
is what the commands answer; only a saved copy, which stays on the computer they share, holds no
more than a spectator may know. (The game's own file must hold everything.)
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from cruachan.bots import Bot, load_bot
from cruachan.engine import transcript
from cruachan.engine.errors import AmbiguousMove, IllegalMove, MoveError
from cruachan.engine.game import CHANCE, Lang, View, Viewer
from cruachan.engine.match import Match
from cruachan.engine.notation import fold
from cruachan.engine.rulebook import rulebook
from cruachan.engine.words import Words
from cruachan.terminal import answers
from cruachan.terminal.boards import drawing
from cruachan.terminal.choices import Choice, Choices, choices, flat, full_list, listing, shortest
from cruachan.terminal.commands import COMMANDS, Command, command_words, read_command
from cruachan.terminal.screen import ENDLESS, Screen

PERSON = "person"
RESULT_ROWS = 12
NEWS_ROWS = 5
"""What the result takes below the board, and the news of one turn above it."""
SPLIT = re.compile(r"[\s–-]+")
"""What stands between words, also between the two of a road."""
PAUSE = 0.6
"""Seconds after what a bot did, for the eye to follow."""


class Quit(EOFError):
    """The players stop here; the game is kept."""


class Session:
    """One match at one keyboard."""

    def __init__(
        self,
        match: Match[Any, Any],
        screen: Screen,
        path: Path,
        lang: Lang,
        pause: float = PAUSE,
    ) -> None:
        self.match = match
        self.screen = screen
        self.path = path
        self.lang = lang
        self.words = Words("cruachan.terminal", lang)
        self.pause = pause if screen.interactive else 0.0
        people = [seat for seat, player in enumerate(match.players) if player.kind == PERSON]
        self.people = frozenset(people)
        self.shared = match.game.secrets and len(people) > 1
        """Whether persons with secrets of their own take turns at the keyboard."""
        self.eyes: Viewer = people[0] if len(people) == 1 else None
        """Who looks at the screen; None for several with nothing to hide, or for nobody yet."""
        self._bots: dict[int, Bot] = {}
        self._begin = self._last_round()
        """A game gone on with begins with the news of the last round."""
        self._told: dict[Viewer, int] = {}
        """Up to which ply each viewer has been told the history."""
        self._news = 0
        """How many rows of news were told since a person last typed."""
        self._own_news = False
        """Whether they are only about what she did herself."""
        self._ended = len(match.history) if match.outcome else -1
        """At which ply a person said that her turn is over."""
        self._typed_ahead = ""
        """A command given before the question for it came."""
        self._done = False
        """Whether what was asked has been answered."""

    # The loop

    def run(self) -> None:
        """Play to the end, and show the result."""
        self._keep()
        if not self.match.history and self.people:
            self.screen.show(self.words("say.welcome"))
        try:
            while not self._is_over():
                self._step()
        except KeyboardInterrupt:
            # It may have come between a move and its keeping.
            self._keep()
            self._leave()
            raise
        except EOFError:
            self._leave()
            raise
        self._show_result()

    def _last_round(self) -> int:
        """Where the last turn of each player begins."""
        latest = list(answers.turns(self.match))[-len(self.match.players) :]
        return latest[0].start if latest else 0

    def _sit_down(self, seat: int) -> None:
        """Hand the keyboard over before anything is shown that only this person may know."""
        if not self.shared or self.eyes == seat:
            return
        self._leave()
        question = self.words("ask.hand_over", name=self.match.names[seat])
        command = read_command(self.screen.ask(question), self.lang)
        if command and command.name == "quit":
            raise Quit
        self.screen.clear()
        self.eyes = seat
        self._news = 0

    def _leave(self) -> None:
        """Wipe what the person at the keyboard has seen."""
        if self.shared and self.eyes is not None:
            self.screen.clear()
            self.eyes = None

    def _show_result(self) -> None:
        if self.shared:
            self._leave()
            self._told[None] = self._last_round()
        self._tell()
        view = self.match.view(self.eyes, self.lang)
        board = self._board(view, self.screen.height - RESULT_ROWS)
        page = Group(board, answers.result_page(self.match, view, self.words))
        self._wait_for_reader(self.screen.rows_of(page) + 2)
        self.screen.show(page)
        key = "end.file" if answers.rolls_dice(view) else "end.file_drawn"
        self.screen.show_path(self.words(key, path=self.path))

    def _is_over(self) -> bool:
        return self.match.outcome is not None and self._open_turn() is None

    def _step(self) -> None:
        seat = self._open_turn()
        if seat is not None:
            self._ask_end(seat)
            return
        waiting = self.match.to_act
        bots = [seat for seat in waiting if seat not in self.people and seat != CHANCE]
        if CHANCE in waiting:
            self.match.roll()
            self._keep()
        elif bots:
            self._play_bot(bots[0])
        else:
            self._sit_down(waiting[0])
            self._tell()
            self._ask_move(waiting[0])

    def _open_turn(self) -> int | None:
        """The person who has played but not said so: she may take back, or read what she saw."""
        match = self.match
        last = len(match.history) - 1
        if last < 0 or self._ended == len(match.history):
            return None
        seat = answers.mover(match, last)
        if seat not in self.people or seat in match.to_act:
            return None
        if match.why_no_undo(seat) is None:
            return seat
        return None if CHANCE in match.to_act else seat

    def _play_bot(self, seat: int) -> None:
        if seat not in self._bots:
            self._bots[seat] = load_bot(self.match.players[seat].kind, self.match.game)
        # The same seed gives the same game, bots included.
        rng = Random(f"{(self.match.seed or b'').hex()} {len(self.match.history)}")
        move = self._bots[seat].choose(self.match.view(seat, self.lang), rng)
        self.match.play(seat, move, self.lang)
        self._keep()
        # What it turns up is told together with it.
        turning = CHANCE in self.match.to_act and answers.showed(
            self.match, len(self.match.history) - 1
        )
        if seat not in self.match.to_act and not turning and not self.shared:
            self._tell()
            time.sleep(self.pause)

    def _keep(self) -> None:
        transcript.save(self.match, self.path)

    def _tell(self) -> None:
        """Say what happened since it was last said, a paragraph for each turn."""
        match, since = self.match, self._told.get(self.eyes, self._begin)
        told = list(answers.turns(match, since))
        if told:
            page = answers.bullets(
                [answers.told(match, plies, self.eyes, self.lang) for plies in told]
            )
            movers = {answers.mover(match, ply) for ply in range(since, len(match.history))}
            self._own_news = len(movers) == 1 and movers <= self.people and not self._news
            self._news += self.screen.rows_of(page)
            self.screen.show(page)
        self._told[self.eyes] = len(match.history)

    # Asking

    def _ask_move(self, seat: int) -> None:
        """Ask a person until the position is another one."""
        view = self.match.view(seat, self.lang)
        groups = choices(view)
        self._show_position(view, groups)
        self._converse(seat, view, flat(groups), self._move_question(seat, groups))

    def _move_question(self, seat: int, groups: Choices) -> str:
        key = "ask.only" if len(flat(groups)) == 1 else "ask.move"
        return self.words(key, name=self.match.names[seat])

    def _ask_end(self, seat: int) -> None:
        """Show what the turn came to, and let it be taken back before the next one begins."""
        self._sit_down(seat)
        self._tell()
        view = self.match.view(seat, self.lang)
        self._show_board(view, self.screen.height - NEWS_ROWS)
        question = self.words(f"ask.{self._enter_does(seat)}", name=self.match.names[seat])
        self._converse(seat, view, [], question)

    def _enter_does(self, seat: int) -> str:
        """What comes after a move that leaves a person nothing to decide.

        Her next roll, the end of her turn, or somebody else's decision in the midst of a turn;
        after she saw something hidden, whatever comes, for nothing can be taken back.
        """
        match = self.match
        if match.why_no_undo(seat):
            return "seen"
        before = match.game.view(match.state_at(len(match.history) - 1), seat).get("turn")
        goes_on = match.outcome is None and match.view(seat).get("turn") == seat
        if goes_on and CHANCE in match.to_act:
            return "roll"
        return "wait" if goes_on or before not in (seat, None) else "end"

    def _say_ended(self, seat: int) -> None:
        self.screen.show(self.words(f"say.{self._enter_does(seat)}"))

    def _converse(self, seat: int, view: View, listed: list[Choice], question: str) -> None:
        self._done = False
        while not self._done:
            line = self._typed_ahead or self.screen.ask(question, self._suggester(view, listed))
            self._typed_ahead = ""
            command = None if self._ends_turn(line, listed) else read_command(line, self.lang)
            try:
                if command:
                    self._obey(command, seat, view, listed)
                elif listed:
                    self._choose(line, seat, listed)
                elif line:
                    self._say_ended(seat)
                else:
                    self._ended = len(self.match.history)
                    self._done = True
                    self._news = 0
            except MoveError as error:
                self._explain(error, listed)

    def _ends_turn(self, line: str, listed: list[Choice]) -> bool:
        """Whether `end` is a move: it would else be taken for the German farewell."""
        if fold(line) == "ende":
            return any(choice.text == "end" for choice in listed)
        return fold(line) == "end"

    def _choose(self, line: str, seat: int, listed: list[Choice]) -> None:
        """Make the move that a number or words mean."""
        if not line and len(listed) == 1:
            move = listed[0].move
        elif not line:
            self.screen.show(self.words("say.enter"))
            return
        elif line.isdecimal():
            found = self._numbered(line, listed)
            if found is None:
                ends = {"first": listed[0].number, "last": listed[-1].number}
                self.screen.show(self.words("say.number", number=line, **ends))
                return
            move = found.move
        else:
            move = self._read(seat, line)
        self.match.play(seat, move, self.lang)
        self._moved()

    def _numbered(self, text: str, listed: list[Choice]) -> Choice | None:
        if not text.isdecimal():
            return None
        return next((choice for choice in listed if choice.number == int(text)), None)

    def _read(self, seat: int, text: str) -> Any:
        match = self.match
        return match.game.read_move(match.state, seat, text, self.lang, match.names)

    def _moved(self) -> None:
        self._keep()
        self._news = 0
        self._done = True

    def _explain(self, error: MoveError, listed: list[Choice]) -> None:
        """Why a move was not made, and what could be meant instead."""
        if isinstance(error, IllegalMove):
            self.screen.show(answers.refusal_page(error.refusal))
            return
        self.screen.show(Text(str(error), "bold"))
        if isinstance(error, AmbiguousMove):
            fits = [[choice] for choice in listed if choice.text in error.candidates]
            if fits:
                self.screen.show(self.words("say.candidates"), full_list(fits))

    def _suggester(self, view: View, listed: list[Choice]) -> Callable[[str], Iterator[str]]:
        """What Tab offers: moves by any of their words, commands, names after ?, rules."""
        module = drawing(self.match.game.name)
        known = {
            "why": module.names(view) if module else [],
            "rules": list(rulebook(self.match.game.name).rules),
        }

        def suggest(typed: str) -> Iterator[str]:
            command = read_command(typed, self.lang)
            if command and command.name in known and " " in typed:
                head, _, last = typed.rpartition(" ")
                fits = (word for word in known[command.name] if fold(word).startswith(fold(last)))
                yield from (f"{head} {word}" for word in fits)
                return
            wanted = SPLIT.split(fold(typed).strip())
            for choice in listed:
                its = SPLIT.split(fold(f"{choice.text} {choice.label}"))
                if all(any(word.startswith(part) for word in its) for part in wanted):
                    yield choice.text
            words = (command_words(name, self.lang)[0] for name in COMMANDS)
            yield from (word for word in words if fold(word).startswith(fold(typed) or " "))

        return suggest

    # Commands

    def _obey(self, command: Command, seat: int, view: View, listed: list[Choice]) -> None:
        game, show, words = self.match.game, self.screen.show, self.words
        match command.name:
            case "help":
                show(answers.help_page(game.name, words, self._example(view)))
            case "moves" | "hint" if not listed:
                self._say_ended(seat)
            case "moves":
                show(full_list(choices(view)))
            case "board":
                self._show_board(view, ENDLESS)
            case "undo":
                self._undo(seat)
            case "redo":
                self._redo(seat)
            case "hint":
                show(answers.hint_page(self.match, view, listed, words))
            case "why":
                self._why(command.argument, seat, view, listed)
            case "rules":
                show(answers.rules_page(game.name, command.argument, words))
            case "log":
                show(answers.log_page(self.match, command.argument, self.eyes, words))
            case "save":
                self._save_copy(command.argument, seat)
            case "quit":
                raise Quit

    def _example(self, view: View) -> dict[str, str]:
        """A move and a place of the game at hand, for what is said about typing."""
        game = self.match.game.name
        module = drawing(game)
        if module is None:
            text = next((choice.text for choice in flat(choices(view))), "")
            return {"move": text, "place": text}
        place = module.example(view)
        return {"move": self.words(f"example.{game}", place=place), "place": place}

    def _undo(self, seat: int) -> None:
        ply = self.match.undo(seat, self.lang)
        self._say_ply("say.undone", seat, ply.move, self.match.state)
        last = len(self.match.history)
        self._told = {viewer: min(ply, last) for viewer, ply in self._told.items()}
        self._moved()

    def _redo(self, seat: int) -> None:
        before = self.match.state
        ply = self.match.redo(seat, self.lang)
        self._say_ply("say.redone", seat, ply.move, before)
        self._moved()

    def _say_ply(self, key: str, seat: int, move: Any, before: Any) -> None:
        text = self.match.game.write_move(before, seat, move, seat)
        self.screen.show(self.words(key, name=self.match.names[seat], text=text))

    def _why(self, text: str, seat: int, view: View, listed: list[Choice]) -> None:
        if not text:
            self.screen.show(self.words("say.ask_why", **self._example(view)))
            return
        choice = self._numbered(text, listed)
        if choice is None:
            move = self._read(seat, text)
            choice = next(choice for choice in listed if choice.move == move)
        self.screen.show(self.words("say.legal", label=f"{choice.number} {choice.label}"))

    def _save_copy(self, name: str, seat: int) -> None:
        """Write what this seat may know into another file; what all may, where others read it."""
        words = self.words
        if not name:
            self.screen.show_path(words("say.kept", path=self.path))
            self.screen.show(words("say.save_how"))
            return
        path = Path(name).expanduser()
        if path.exists():
            answer = self.screen.ask(words("ask.overwrite", path=path))
            if answer.casefold() not in words("ask.yes").split():
                self.screen.show(words("say.nothing_saved"))
                return
        viewer = None if self.shared else seat
        try:
            transcript.safe_write(path, transcript.write(self.match, viewer=viewer))
        except OSError as error:
            reason = error.strerror or str(error)
            self.screen.show(words("say.not_saved", path=path, reason=reason))
            return
        self.screen.show_path(words("say.saved", path=path.absolute()))

    # Showing

    def _show_position(self, view: View, groups: Choices) -> None:
        """The board and the list below it, together on one screen."""
        screen = self.screen
        prompt = Text(view["prompt"], "bold")
        below = screen.rows_of(prompt) + 1
        room = screen.height - below
        board = self._board(view, room - self._news - min(len(groups), room // 3))
        space = room - screen.rows_of(board)
        if self._own_news and shortest(groups, screen.width, self.words) <= space - self._news:
            space -= self._news
        space = max(space, 4) if screen.interactive else ENDLESS
        page = Group(board, prompt, listing(groups, screen, space, self.words))
        self._wait_for_reader(screen.rows_of(page) + 1)
        screen.show(page)

    def _wait_for_reader(self, rows: int) -> None:
        """Let the news be read before the board pushes them off the screen."""
        unread = self._news and self._news + rows > self.screen.height
        if unread and self.screen.interactive:
            line = self.screen.ask(self.words("ask.go_on"))
            self._typed_ahead = line if read_command(line, self.lang) else ""
        self._news = 0

    def _board(self, view: View, height: int) -> RenderableType:
        module = drawing(self.match.game.name)
        if module is None:
            return Text(self.words("say.no_board"))
        board = self.match.game.board
        return module.render(view, board, self.screen.width, height, self.lang)

    def _show_board(self, view: View, height: int) -> None:
        self.screen.show(self._board(view, height))
