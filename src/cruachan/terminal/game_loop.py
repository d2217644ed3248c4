"""The play loop: whose turn it is, what she may do, and what she typed.

It knows no game, and not where the table stands. It works from the table's views and log; what was
done there is safe at once, so that nothing is lost when it stops, however it stops.

Where seats have secrets and several persons share the keyboard, it is handed over: everything on
the screen is wiped before another person is asked, and what she is shown and told is hers alone. So
is what the commands answer; only a saved copy, which stays on the computer they share, holds no
more than a spectator may know. (The game's own file must hold everything.)

In some games seats may move out of turn (`Game.out_of_turn`). Such a game asks many small
questions, so only the end of a turn waits for Enter, and the tale is told a turn at a time. A
person is interrupted when there is something new for her to do, but not at a shared keyboard: that
she is called for would be told to all; she finds it among her moves when she is asked next.
"""

from __future__ import annotations

import time

from rich.console import Group, RenderableType
from rich.text import Text

from cruachan.engine.errors import CruachanError
from cruachan.engine.game import CHANCE, NOBODY, Viewer
from cruachan.engine.texts import Lang, Texts
from cruachan.engine.view import View
from cruachan.terminal import answers
from cruachan.terminal.at_table import PERSON, AtTable
from cruachan.terminal.boards import renderer
from cruachan.terminal.choices import (
    Choices,
    choices,
    flat,
    full_list,
    listing,
    needed_rows,
    shortest,
    wanted_rows,
)
from cruachan.terminal.commands import Command, read_command
from cruachan.terminal.conversation import Conversation, Question, Quit
from cruachan.terminal.local import LocalTable
from cruachan.terminal.screen import ENDLESS, Screen
from cruachan.terminal.story import Story, bullets
from cruachan.terminal.table import read_bot, read_seat

RESULT_ROWS = 12
NEWS_ROWS = 5
"""What the result takes below the board, and the news of one turn above it."""
LEAST_BOARD, SMALLEST_BOARD, CROWDED_BOARD = 11, 4, 8
"""Rows of the board where the list of moves needs many; where else it would not be whole; and where
it cannot be whole anyhow."""
PAUSE = 0.6
"""Seconds after what a bot did, for the eye to follow."""

__all__ = ["PAUSE", "PERSON", "Quit", "Session"]


class Session:
    """One table at one keyboard."""

    def __init__(
        self,
        table: AtTable,
        screen: Screen,
        lang: Lang,
        pause: float = PAUSE,
    ) -> None:
        self.table = table
        self.screen = screen
        self.lang = lang
        self.words = Texts("cruachan.terminal", lang)
        self.pause = pause if screen.interactive else 0.0
        self.answering = table.game.out_of_turn
        """Whether seats answer each other all the time, and may move out of turn."""
        self.story = Story(table)
        self._sat = set(self.people)
        """All who sat here as persons."""
        self.eyes: Viewer = min(self.people) if len(self.people) == 1 else None
        """Who looks at the screen; None for several with nothing to hide, or for nobody yet."""
        self._begin = self._last_round()
        """A game gone on with begins with the news of the last round."""
        self._told: dict[Viewer, int] = {}
        """Up to which ply each viewer has been told the history."""
        self.news = 0
        """How many rows of news were told since a person last typed."""
        self._own_news = False
        """Whether they are only about what she did herself."""
        self.ended = table.plies if table.over else -1
        """At which ply a person said that her turn is over."""
        self.typed_ahead = ""
        """A command given before the question for it came."""
        self._offered: dict[int, frozenset[str]] = {}
        """What each person was told last that she may do out of turn."""
        self._called = -1
        """At which ply that was looked up last."""
        self._watched: int | None = None
        """The seat that the last person left to a bot, to look on."""
        self._shown = -1
        """At which ply the board was shown last to whoever waits."""
        self._asked_openly = False
        """Whether the last question was put before all eyes."""
        self._pausing = -1
        """At which ply whoever looks on was asked last."""
        self.conversation = Conversation(self)

    @property
    def people(self) -> frozenset[int]:
        """The seats of persons."""
        return self.table.people

    @property
    def shared(self) -> bool:
        """Whether persons with secrets of their own take turns at the keyboard."""
        return self.table.game.secrets and len(self._sat) > 1

    # The loop

    def run(self) -> None:
        """Play to the end, and show the result."""
        self.table.keep()
        if not self.table.plies and self.people:
            welcome = Text(self.words("say.welcome"))
            self.screen.show(welcome)
            self.news = self.screen.rows_of(welcome)
        try:
            if self.table.plies and not (self.people or self.table.over or self.table.far):
                self._ask_watcher(0)
            while not self._is_over():
                self._step()
        except KeyboardInterrupt:
            # It may have come between a move and its keeping.
            self.table.keep()
            self._leave()
            raise
        except EOFError:
            self._leave()
            raise
        self._show_result()

    def _last_round(self) -> int:
        """Where the last turn of each player begins."""
        latest = self.story.turns()[-len(self.table.players) :]
        return latest[0].start if latest else 0

    def _sit_down(self, seat: int) -> bool:
        """Hand the keyboard over before anything is shown that only this person may know."""
        if not self.shared or self.eyes == seat:
            return True
        self._leave()
        if self._seen_by_all(seat):
            return True
        question = self.words("ask.hand_over", name=self.table.names[seat])
        command = read_command(self.screen.ask(question), self.lang)
        if command and command.name == "quit":
            raise Quit
        if command and command.name in ("bot", "person"):
            try:
                self.change_seat(command, seat)
            except CruachanError as error:
                self.screen.show(Text(error.text(self.lang), "bold"))
            return False
        self.screen.clear()
        self.eyes = seat
        self.news = 0
        return True

    def _seen_by_all(self, seat: int) -> bool:
        """Whether a seat is asked, or was, what everybody at the keyboard may see."""
        if seat in self.table.to_act:
            self._asked_openly = self.table.in_the_open(seat)
        return self._asked_openly

    def _view_of(self, seat: int) -> View:
        """What a person is shown: before all eyes nothing of her own."""
        return self.table.view(seat, self.lang, shared=self.shared and self.eyes is None)

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
        view = self.table.view(self.eyes, self.lang)
        board = self._board(view, self.screen.height - RESULT_ROWS)
        page = Group(board, answers.result_page(self.table, view, self.words))
        self._wait_for_reader(self.screen.rows_of(page) + 2)
        self.screen.show(page)
        if self.table.path:
            key = "end.file" if self.table.game.rolls else "end.file_drawn"
            self.screen.show_path(self.words(key, path=self.table.path))
        if not self.table.chosen:
            self.screen.show_path(self.words("end.promise", promise=self.table.promise))

    def _is_over(self) -> bool:
        return self.table.over and self._open_turn() is None

    def _step(self) -> None:
        if self.table.refresh():
            self.took_back()
            self.hear()
        ended, watched, caller = self._open_turn(), self._turn_watched(), self._caller()
        explained = self.table.explains(self.lang)
        mine = [seat for seat in self.table.to_act if seat in self.people]
        if ended is not None:
            self._ask_end(ended)
        elif watched is not None:
            self._ask_watcher(watched)
        elif explained:
            self._let_read(explained)
        elif caller is not None:
            self._ask_call(caller)
        elif isinstance(self.table, LocalTable) and set(self.table.to_act) - set(mine):
            self._let_others_move(self.table)
        elif mine:
            # Of several, whoever sits here already comes first.
            self._ask_move(self.eyes if self.eyes in mine else mine[0])
        else:
            self._wait()

    def _open_turn(self) -> int | None:
        """The person who has played but not said so."""
        return self.table.open_turn(self.ended)

    def _let_others_move(self, table: LocalTable) -> None:
        """Let chance decide, or else a bot."""
        if CHANCE in table.to_act:
            table.roll()
            self._tell_turn()
            return
        seat = next(seat for seat in table.to_act if seat not in self.people)
        # What it turns up is told together with it.
        turning = table.play_bot(seat)
        if self.answering:
            self._tell_turn()
        elif seat not in table.to_act and not turning:
            self._tell_spectators()

    def _wait(self) -> None:
        """Wait for what others do elsewhere; commands are obeyed meanwhile."""
        self.hear()
        self._tell()
        view = self.table.view(self.eyes, self.lang)
        if self._shown != self.table.plies:
            self._shown = self.table.plies
            self.show_board(view, self.screen.height - NEWS_ROWS)
        names = [self.table.names[seat] for seat in self.table.to_act if seat != CHANCE]
        asked = self.words("ask.wait_far" if names else "ask.wait_dice", names=", ".join(names))
        if not self.screen.interactive:
            self.table.wait()
            return
        seat = self.eyes if self.eyes is not None else NOBODY
        self.conversation.hold(Question(seat, view, asked, idle=self.words("say.wait_far")))

    def hear(self) -> None:
        """Print what was said and done beside the game."""
        for notice in self.table.notices(self.lang):
            self.screen.show(Text(notice, "italic"))

    # Telling

    def _tell_turn(self) -> None:
        """Tell a turn once it is over."""
        if self.answering and self.story.passed_on():
            self._tell_spectators()

    def _tell_spectators(self) -> None:
        """Tell it at once, unless it must wait for whoever takes the keyboard next."""
        if self.shared and self.people:
            return
        self._tell()
        time.sleep(self.pause)

    def _tell(self) -> None:
        """Say what happened since it was last said, a paragraph for each turn."""
        since = self._told.get(self.eyes, self._begin)
        paragraphs = self.story.paragraphs(since, self.eyes, self.lang)
        if paragraphs:
            movers = {self.table.mover(ply) for ply in range(since, self.table.plies)}
            self._own_news = len(movers) == 1 and movers <= self.people and not self.news
        for text in paragraphs:
            page = bullets([text])
            rows = self.screen.rows_of(page)
            if self.screen.interactive:
                self._wait_for_reader(rows + 1)
            self.screen.show(page)
            self.news += rows
        self._told[self.eyes] = self.table.plies

    def took_back(self) -> None:
        """Tell it anew from where the match stands now."""
        last = self.table.plies
        self._told = {viewer: min(ply, last) for viewer, ply in self._told.items()}
        self._called = -1

    # Asking

    def _ask_move(self, seat: int) -> None:
        """Ask a person until the position is another one."""
        if not self._sit_down(seat):
            return
        self._tell()
        if self.shared and self.eyes is None:
            self._told = dict.fromkeys((None, *self._told, *self.people), self.table.plies)
        view = self._view_of(seat)
        self._offered[seat] = self._offered.get(seat, frozenset()) | called_for(view)
        groups = choices(view, self.table.game.narration is not None)
        self._show_position(view, groups)
        key = "ask.only" if len(flat(groups)) == 1 else "ask.move"
        text = self.words(key, name=self.table.names[seat])
        self.conversation.hold(Question(seat, view, text, flat(groups)))

    def _ask_end(self, seat: int) -> None:
        """Show what the turn came to, and let it be taken back before the next one begins."""
        if not self._sit_down(seat):
            return
        self._tell()
        view = self._view_of(seat)
        self.show_board(view, self.screen.height - NEWS_ROWS)
        does = self._enter_does(seat)
        text = self.words(f"ask.{does}", name=self.table.names[seat])
        self.conversation.hold(Question(seat, view, text, idle=self.words(f"say.{does}")))

    def _let_read(self, text: str) -> None:
        """Show what is explained, and the board if it is another one since."""
        if self.eyes is None or not self.people:
            self.table.end_turn(NOBODY)
            return
        self._tell()
        view = self.table.view(self.eyes, self.lang)
        said = Text(text, "bold")
        if self._shown != self.table.plies:
            self._shown = self.table.plies
            self.show_board(view, self.screen.height - NEWS_ROWS - self.screen.rows_of(said))
        self.screen.show(said)
        idle = self.words("learn.read")
        self.conversation.hold(Question(self.eyes, view, self.words("ask.go_on"), idle=idle))

    def _enter_does(self, seat: int) -> str:
        """What comes after a move that leaves a person nothing to decide.

        Her next roll, the end of her turn, or somebody else's decision in the midst of a turn;
        after she saw something hidden, whatever comes, for nothing can be taken back.
        """
        table = self.table
        if not table.can_undo(seat):
            return "seen"
        last = table.plies
        before = table.when(last - 1).seat
        goes_on = not table.over and table.when(last).seat == seat
        if goes_on and CHANCE in table.to_act:
            return "roll"
        return "wait" if goes_on or before not in (seat, None) else "end"

    def _caller(self) -> int | None:
        """A person who may do something out of turn that she could not do before."""
        last = self.table.plies
        if not self.answering or self.shared or self._called == last:
            return None
        for seat in sorted(self.people - set(self.table.to_act)):
            calls = called_for(self.table.view(seat, self.lang))
            new = calls - self._offered.get(seat, frozenset())
            self._offered[seat] = calls
            if new:
                return seat
        self._called = last
        return None

    def _ask_call(self, seat: int) -> None:
        """Offer a person what she may do out of turn."""
        self._tell()
        view = self.table.view(seat, self.lang)
        groups = choices(view, self.table.game.narration is not None)
        for call in view["calls"]:
            self.screen.show(Text(call["label"], "bold"))
        self.screen.show(listing(groups, self.screen, self.screen.height // 2, self.words))
        text = self.words("ask.call", name=self.table.names[seat])
        self.conversation.hold(Question(seat, view, text, flat(groups), may_pass=True))

    # Leaving the table, and coming back

    def change_seat(self, command: Command, asked: int) -> None:
        """Hand a seat to a bot, or to a person; unnamed it is that of whoever is asked."""
        table, words = self.table, self.words
        if command.name == "bot":
            seat, kind = read_bot(table.game, table.players, command.argument, asked, words)
        else:
            usual = self._watched
            seat = read_seat(table.players, command.argument, usual, words, "say.person_how")
            kind = PERSON
        table.hand_over(seat, kind)
        self._sat |= self.people
        self._watched = None if self.people else seat
        self._pausing = table.plies
        self._look_from(seat)
        key = "say.person_takes" if kind == PERSON else "say.bot_takes"
        self.screen.show(words(key, name=table.names[seat], kind=kind))

    def _look_from(self, seat: int) -> None:
        """Let the right person look at the screen after a seat was handed over."""
        told = self._told.get(self.eyes, self._begin)
        if self.shared:
            if self.eyes not in self.people:
                self._leave()
                self._told[None] = self.table.plies
        elif self.people == {seat} and self.eyes != seat:
            self.eyes = seat
            self._told[seat] = told

    def _turn_watched(self) -> int | None:
        """The seat that is looked on, when its turn is over."""
        last, seat = self.table.plies, self._watched
        if seat is None or last == self._pausing:
            return None
        ended = self.story.passed_on() and self.table.when(last - 1).seat == seat
        return seat if ended else None

    def _ask_watcher(self, seat: int) -> None:
        """Let whoever looks on read, and take a seat if she likes."""
        self._watched = seat
        self._pausing = self.table.plies
        self._tell()
        view = self.table.view(self.eyes, self.lang)
        text = self.words("ask.watch", name=self.table.names[seat])
        self.conversation.hold(Question(seat, view, text, idle=self.words("say.watch")))

    # Showing

    def _show_position(self, view: View, groups: Choices) -> None:
        """The board and the list below it, together on one screen."""
        screen = self.screen
        prompt = Text(view["prompt"], "bold")
        below = screen.rows_of(prompt) + 1
        room = screen.height - below
        if self.answering:
            page = self._small_page(view, groups, prompt, room)
        else:
            page = self._page(view, groups, prompt, room)
        self._wait_for_reader(screen.rows_of(page) + 1)
        screen.show(page)
        self.news = 0

    def _page(self, view: View, groups: Choices, prompt: Text, room: int) -> Group:
        screen = self.screen
        board = self._board(view, room - self.news - min(len(groups), room // 3))
        space = room - screen.rows_of(board)
        if self._own_news and shortest(groups, screen.width, self.words) <= space - self.news:
            space -= self.news
        space = max(space, 4) if screen.interactive else ENDLESS
        return Group(board, prompt, listing(groups, screen, space, self.words))

    def _small_page(self, view: View, groups: Choices, prompt: Text, room: int) -> Group:
        """The same with the end of the tale between the board and the question."""
        screen = self.screen
        tale = self.story.ending(self.eyes, self.lang, screen.width, max(room // 7, 2))
        rows = screen.rows_of(tale) if tale else 0
        wanted = wanted_rows(groups, screen, self.words)
        needed = needed_rows(groups, screen, self.words)
        if rows + needed + SMALLEST_BOARD > room:
            tale, rows = Text(), 0
        spare = room - rows - needed
        least = min(spare, LEAST_BOARD) if spare >= SMALLEST_BOARD else CROWDED_BOARD
        board = self._board(view, max(room - rows - wanted, least))
        space = room - rows - screen.rows_of(board)
        space = max(space, min(wanted, 4)) if screen.interactive else ENDLESS
        moves = listing(groups, screen, space, self.words)
        page = Group(board, prompt, moves)
        visible = self.news and self.news + screen.rows_of(page) < screen.height
        return page if visible or not tale else Group(board, tale, prompt, moves)

    def _wait_for_reader(self, rows: int) -> None:
        """Let the news be read before something pushes them off the screen."""
        unread = self.news and self.news + rows > self.screen.height
        if unread and self.screen.interactive:
            line = self.screen.ask(self.words("ask.go_on"))
            self.typed_ahead = line if read_command(line, self.lang) else ""
            self.news = 0

    def _board(self, view: View, height: int) -> RenderableType:
        module = renderer(self.table.game.name)
        if module is None:
            return Group()
        board = self.table.game.board
        drawn: RenderableType = module.render(view, board, self.screen.width, height, self.lang)
        return drawn

    def show_board(self, view: View, height: int) -> None:
        """The table in about so many rows."""
        if renderer(self.table.game.name):
            self.show_long(self._board(view, height))

    def show_whole_board(self, view: View) -> None:
        """The table with all that belongs to it: on one screen, if it can be, else on several."""
        whole, room = self._board(view, ENDLESS), self.screen.height - 1
        fitted = self._board(view, room)
        fits = self.screen.rows_of(fitted) in range(room * 3 // 4, room + 1)
        small = self.screen.rows_of(whole) > room and fits
        self.show_long(fitted if small else whole)

    def show_long(self, part: RenderableType) -> None:
        """Something that may not fit on the screen; what is typed meanwhile is the next answer."""
        typed = self.screen.show_long(part, self.words("ask.more"))
        self.typed_ahead = typed or self.typed_ahead

    def full_list(self, view: View) -> None:
        """Every move in full."""
        self.show_long(
            full_list(choices(view, self.table.game.narration is not None), self.screen.width)
        )


def called_for(view: View) -> frozenset[str]:
    """What a person may do out of turn and should be told of."""
    return frozenset(call["text"] for call in view["calls"])
