"""`cruachan daily`: the game of the day, on this computer or at a server, and its result."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cruachan.challenges.daily import DailyGame, Streak, daily_game, streak, today
from cruachan.challenges.sharing import DailyResult, opponents, share_text
from cruachan.engine import transcript
from cruachan.engine.errors import CruachanError, MoveError
from cruachan.engine.locks import lock_file
from cruachan.engine.match import Match
from cruachan.engine.texts import Lang, Texts, message
from cruachan.games import GAMES, load_game
from cruachan.terminal import saves
from cruachan.terminal.folders import home
from cruachan.terminal.local_table import LocalTable
from cruachan.terminal.play import Evening, PlayOptions, held
from cruachan.terminal.screen import Screen
from cruachan.terminal.shell import command
from cruachan.terminal.table import Advised

if TYPE_CHECKING:
    from cruachan.terminal.table import TerminalTable

LONGEST_STREAK = 1000
"""The days before today that are looked at."""


def run(lang: Lang, plain: bool = False, screen: Screen | None = None) -> int:
    """Play today's game on this computer, or tell how it went; 2 when it could not be played."""
    game = daily_game(today())
    options = PlayOptions(game=game.game, lang=lang, plain=plain)
    return held(options, screen, lambda shown: _Daily(game, options, shown).run())


def kept(day: date) -> Path:
    """Where the game of a day is kept."""
    return home() / "daily" / f"{day.isoformat()}{saves.SUFFIX}"


def _places(day: date) -> DailyResult | None:
    """How the game of a day ended that was played here; None if none was, or it goes on."""
    path = kept(day)
    if not path.is_file() or transcript.seed_path(path).exists():
        return None
    try:
        found = transcript.read(path)
    except CruachanError:
        return None
    if found.result is None:
        return None
    from cruachan.games import load_for_transcript

    outcome = transcript.replay(found, load_for_transcript).outcome
    return None if outcome is None else DailyResult(outcome.places, outcome.scores)


def _streak(now: date) -> Streak:
    """How regularly the daily game was played on this computer."""
    finished = []
    for number in range(LONGEST_STREAK):
        day = now - timedelta(days=number)
        result = _places(day)
        if result is None and number:
            break
        if result is not None:
            own = daily_game(day).seat
            alone = list(result.places).count(1) == 1
            finished.append((day, result.places[own] == 1 and alone))
    return streak(finished, now)


class _Daily(Evening):
    """An evening with the game of the day."""

    def __init__(self, game: DailyGame, options: PlayOptions, screen: Screen) -> None:
        super().__init__(options, screen)
        self.game = game

    def run(self) -> int:
        """Play the game, unless it is over."""
        title = GAMES[self.game.game].title
        self.screen.show(self.texts("daily.head", number=self.game.number, title=title))
        if _places(self.game.day) is not None:
            self.screen.show(self.texts("daily.again"))
            self._say_result()
            return 0
        return super().run()

    def _open(self) -> transcript.TranscriptWriter:
        """The game that was left, else the one try."""
        from cruachan.terminal.chooser import own_name

        path, plan = kept(self.game.day), self.game
        if transcript.seed_path(path).exists():
            return self._resume(path)
        bots = opponents(plan, self.options.lang)
        self.screen.show(self.texts("daily.about", bots=bots))
        game = load_game(plan.game, plan.board)
        self._prepare(game)
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._held.enter_context(lock_file(path))
        match = Match(game, plan.players(own_name()), {}, plan.seed(), chosen=True)
        return transcript.TranscriptWriter(match, path)

    def _table(self, writer: transcript.TranscriptWriter) -> TerminalTable:
        return DailyTable(writer)

    def _say_more(self) -> None:
        self._say_result()

    def _say_result(self) -> None:
        """The result, to be copied."""
        result = _places(self.game.day)
        if result is not None:
            days = _streak(self.game.day).now
            text = share_text(self.game, result, days, self.options.lang)
            self.screen.show_path(f"{self.texts('daily.share')}\n\n{text}\n")

    def _say_goodbye(self) -> None:
        if self.path is not None and self.path.exists():
            self._say_command("say.go_on_with", command("daily"))


class DailyTable(LocalTable):
    """The game of the day on this computer: without hints, and nobody plays for somebody else."""

    def advice(self, seat: int, lang: Lang) -> Advised:
        raise MoveError(message(__package__, "daily.hints"))

    def hand_over(self, seat: int, kind: str) -> None:
        raise MoveError(message(__package__, "daily.bot"))


def at_server(address: str, lang: Lang, name: str | None) -> tuple[str, str]:
    """Begin the game of the day at a server, or go on with it: the link to the table, and the
    result to share once it is over."""
    from cruachan.terminal.solo import own_client, own_table

    client = own_client(address, lang)
    try:
        answer: dict[str, Any] = client.get("/daily")
        if answer["table"] is None:
            table = own_table(client, "/daily", name)
        else:
            table = f"{client.address}/t/{answer['table']}"
        share = f"{answer['share']}\n{table}/replay" if answer["share"] else ""
        return table, share
    finally:
        client.close()


def listing(lang: Lang) -> str:
    """What is played on this day and the six after it."""
    texts, lines = Texts(__package__, lang), []
    for number in range(7):
        game = daily_game(today() + timedelta(days=number))
        title, bots = GAMES[game.game].title, opponents(game, lang)
        said = texts("daily.line", title=title, bots=bots)
        lines.append(f"  {game.day.isoformat()}  {said}")
    return "\n".join([texts("daily.week"), *lines])
