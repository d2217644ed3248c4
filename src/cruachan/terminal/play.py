"""`cruachan play`: from the options of the command line to a game and its end."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cruachan.engine import transcript
from cruachan.engine.cache import forget_notice
from cruachan.engine.chance import new_entropy, seed_from
from cruachan.engine.errors import CruachanError, reason
from cruachan.engine.game import Game
from cruachan.engine.kernel import record_game
from cruachan.engine.locks import lock_file
from cruachan.engine.match import Match
from cruachan.engine.presentation import presentation_of
from cruachan.engine.record import is_prepared
from cruachan.engine.texts import DEFAULT_LANG, Lang, Texts
from cruachan.games import game_class, loader
from cruachan.terminal import saves
from cruachan.terminal.folders import home
from cruachan.terminal.screen import Screen, open_screen
from cruachan.terminal.shell import command, go_on
from cruachan.terminal.table import PERSON, TerminalTable

if TYPE_CHECKING:
    from cruachan.terminal.chooser import Chooser

BROKEN = 2
"""The exit code for anything that cannot be played."""


@dataclass(frozen=True)
class PlayOptions:
    """What the command line says; None and empty where it says nothing."""

    game: str | None = None
    seats: int | None = None
    players: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)
    lang: Lang = DEFAULT_LANG
    board: str | None = None
    resume: Path | Literal["last"] | None = None
    seed: str | None = None
    out: Path | None = None
    plain: bool = False
    referee: bool = False
    """Whether the table stands elsewhere, on paper, and is typed in."""
    rolls: Literal["typed", "program"] | None = None
    """With a referee: whether dice and lots are typed in too; None to be asked."""


def run(options: PlayOptions, screen: Screen | None = None) -> int:
    """Play; 0 when the game ended or was stopped, 2 when it could not be played."""
    return held(options, screen, lambda shown: Evening(options, shown).run())


def held(options: PlayOptions, screen: Screen | None, play: Callable[[Screen], int]) -> int:
    """An evening at a screen, and in a sentence why it could not be."""
    try:
        return play(screen or open_screen(options.plain, home() / "history"))
    except CruachanError as error:
        print(error.text(options.lang), file=sys.stderr)
    except OSError as error:
        error_text = f"{error.filename or 'cruachan'}: {reason(error).text(options.lang)}"
        print(error_text, file=sys.stderr)
    return BROKEN


class Evening:
    """From the first question to the last word."""

    def __init__(self, options: PlayOptions, screen: Screen) -> None:
        self.options = options
        self.screen = screen
        self.texts = Texts("cruachan.terminal", options.lang)
        self.path: Path | None = None
        self.match: Match[Any, Any] | None = None
        self.written: list[str] = []
        """The files of the story that was written at the end."""
        self._held = ExitStack()

    def run(self) -> int:
        """Open a game and play it."""
        try:
            with self._held:
                self._play(self._open())
                self._say_more()
        except EOFError:
            self._say_goodbye()
        except KeyboardInterrupt:
            self.screen.show("")
            self._say_goodbye()
        except Exception:
            # Whatever it was, the game is on disk up to the last move.
            self._say_goodbye()
            raise
        return 0

    def _open(self) -> transcript.TranscriptWriter:
        """The game to go on with, or a new one."""
        from cruachan.terminal.chooser import Chooser

        options = self.options
        if options.resume == "last":
            games = saves.unfinished()
            if not games:
                raise CruachanError(self.texts("error.no_unfinished", folder=saves.folder()))
            return self._resume(games[0].path)
        if options.resume:
            return self._resume(options.resume)
        chooser = Chooser(self.screen, options.lang)
        if not options.players and options.out is None:
            games = [g for g in saves.unfinished() if options.game in (None, g.game)]
            kept = chooser.resume(games) if games else None
            if kept:
                return self._resume(kept.path)
        return self._begin(chooser)

    def _begin(self, chooser: Chooser) -> transcript.TranscriptWriter:
        """A new game; what the command line leaves open is asked."""
        from cruachan.terminal.chooser import called_players, read_players

        options = self.options
        out = options.out
        if out and out.exists():
            raise CruachanError(self.texts("error.exists", path=out))
        kind = game_class(options.game or chooser.game())
        seats = options.seats or self._seats(chooser, kind)
        kind.check_seats(seats)
        choosing = not options.players and not options.board
        board = chooser.board(kind, seats) if choosing else options.board or kind.usual_board(seats)
        game = kind.on_board(board)
        if options.players:
            named = options.players
            if options.referee:
                named = called_players(named, game) + (PERSON,) * (seats - len(named))
            players = read_players(named, seats, options.lang, game)
            chosen = game.complete(seats, options.options)
            if game.house_rules(chosen):
                self.screen.show(game.rulebook_line(chosen, options.lang))
        else:
            chosen_options = chooser.options | options.options
            table = chooser.table(game, seats, chosen_options, persons=options.referee)
            players, chosen = table.players, table.options
        self._prepare(game)
        seed = None if options.seed is None else seed_from(options.seed)
        match = Match(game, players, chosen, seed, chosen=seed is not None)
        match.edition = saves.next_edition(out.parent if out else saves.folder(), game)
        match.typed_rolls = options.referee and self._types_rolls()
        self._promise(match)
        self.path = out or saves.new_path(game.name)
        self._held.enter_context(lock_file(self.path))
        return transcript.TranscriptWriter(match, self.path)

    def _promise(self, match: Match[Any, Any]) -> None:
        """Show what the dice are promised by, and let every person add a word to them."""
        if match.typed_rolls:
            self.screen.show(self.texts("say.typed_rolls"))
            return
        if match.chosen:
            return
        self.screen.show(self.texts("say.promise", promise=match.commitment))
        for seat, player in enumerate(match.players):
            if player.kind == PERSON:
                question = self.texts("ask.dice_word", name=player.name)
                said = self.screen.ask(question) if self.screen.interactive else ""
                match.add_entropy(seat, transcript.clean_entropy(said) or new_entropy())

    def _types_rolls(self) -> bool:
        """Whether dice and lots fall at the real table; asked where nobody has said so."""
        if self.options.rolls is not None or not self.screen.interactive:
            return self.options.rolls != "program"
        answer = self.screen.ask(self.texts("ask.who_rolls"))
        return answer.casefold() not in self.texts("ask.program").split()

    def _seats(self, chooser: Chooser, kind: type[Game[Any, Any]]) -> int:
        """The number of named players if the game allows it, else the usual number of seats."""
        named = len(self.options.players)
        if not named:
            return chooser.seats(kind)
        return named if named in kind.players else kind.usual_seats()

    def _resume(self, path: Path) -> transcript.TranscriptWriter:
        def load(name: str, board_name: str, board_digest: str) -> Game[Any, Any]:
            game = loader(self.options.board)(name, board_name, board_digest)
            self._prepare(game)
            return game

        if path.exists():
            self._held.enter_context(lock_file(path))
        writer = transcript.resume(path, load)
        self.path = path
        return writer

    def _prepare(self, game: Game[Any, Any]) -> None:
        """Compile what the game will need, so that nobody waits in the middle of a turn."""
        from cruachan.bots import load_bot, usual_bot
        from cruachan.bots.luck import luck
        from cruachan.bots.ready import make_ready

        if record_game(game) is None:
            return
        first = not is_prepared(game.package)
        forget_notice(game.package)
        if not first and not self.screen.interactive:
            return
        with self.screen.busy(self.texts("say.preparing_first" if first else "say.preparing")):
            trial = make_ready(game, load_bot(usual_bot(game), game))
            if game.rolls:
                luck(trial)

    def _play(self, writer: transcript.TranscriptWriter) -> None:
        from cruachan.terminal.game_loop import GameLoop

        self.match = writer.match
        table = self._table(writer)
        GameLoop(table, self.screen, self.options.lang).run()
        self.written = table.write_story(self.options.lang)

    def _table(self, writer: transcript.TranscriptWriter) -> TerminalTable:
        from cruachan.terminal.local_table import LocalTable
        from cruachan.terminal.referee_table import RefereeTable

        refereed = self.options.referee or writer.match.typed_rolls
        return RefereeTable(writer) if refereed else LocalTable(writer)

    def _say_goodbye(self) -> None:
        """Where the game is, and how it goes on."""
        if self.path is None or not self.path.exists():
            return
        own = [] if self.path.parent == saves.folder() else [self.path]
        self.screen.show_path(self.texts("say.kept", path=self.path))
        if transcript.seed_path(self.path).exists():
            referee = ["--referee"] if self.options.referee else []
            more = (*referee, *self._own_board(), *self._own_bots())
            self._say_command("say.go_on_with", go_on(*own, *more))

    def _say_more(self) -> None:
        """What can be done with a game that is over."""
        if self.path is None or self.match is None:
            return
        unproven = self.match.chosen or self.match.typed_rolls
        promise = [] if unproven else ["--promise", self.match.commitment]
        board = self._own_board()
        digest = transcript.digest(transcript.write(self.match))
        shown = (*promise, "--digest", digest)
        self._say_command("end.verify", command("verify", self.path, *shown, *board))
        if presentation_of(self.match.game).picture is not None:
            picture = self.path.with_suffix(".svg").name
            self._say_command("end.draw", command("draw", self.path, *board, "--out", picture))
        if self.written:
            self.screen.show_path(self.texts("end.saga_written", paths="\n  ".join(self.written)))
        elif self.match.game.story is not None:
            self._say_command("end.saga", command("saga", self.path, *board))

    def _own_board(self) -> list[str]:
        return ["--board", self.options.board] if self.options.board else []

    def _own_bots(self) -> list[str]:
        """The bots of somebody's own that sit at the table, as they were named."""
        from cruachan.bots.own import own_bots

        kinds = {player.kind for player in self.match.players} if self.match else set()
        known = own_bots().items()
        return [word for bot, what in known if bot in kinds for word in ("--bot", f"{bot}={what}")]

    def _say_command(self, key: str, typed: str) -> None:
        """What a command is for, and the command on a line of its own, to be copied."""
        self.screen.show_path(f"{self.texts(key)}\n  {typed}")
