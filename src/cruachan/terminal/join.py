"""`cruachan join LINK` and `cruachan watch LINK`: a table of a server, played in the terminal."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from rich.text import Text

from cruachan.engine.chance import new_entropy
from cruachan.engine.errors import CruachanError, reason
from cruachan.engine.match import Match
from cruachan.engine.notation import LETTERS
from cruachan.engine.texts import Lang, Texts
from cruachan.engine.verify import verify
from cruachan.games import game_class, load_for_transcript
from cruachan.server.client import Client, Link, read_link
from cruachan.server.untrusted import UntrustedAnswer
from cruachan.terminal.chooser import own_name
from cruachan.terminal.commands import read_command
from cruachan.terminal.desktop import DesktopNotices
from cruachan.terminal.folders import home
from cruachan.terminal.game_loop import GameLoop
from cruachan.terminal.keys import KeptKeys, TableKeys
from cruachan.terminal.remote_table import MakeHearer, RemoteTable
from cruachan.terminal.screen import Screen, Updates, open_screen
from cruachan.terminal.shell import command
from cruachan.terminal.solo import signed_in_name

BROKEN = 2
HOST = -1
OTHER_SHAPE = (LookupError, TypeError, ValueError, AttributeError, AssertionError)
"""What comes of data that are made otherwise than those of a server."""


def run(
    link: str,
    lang: Lang,
    name: str | None = None,
    seat: str | None = None,
    watch: bool = False,
    plain: bool = False,
    screen: Screen | None = None,
    notify: bool = False,
) -> int:
    """Play at a table, or look on; 0 when it ended or was left, 2 when it could not be. With
    `notify` the desktop says when it is one's turn."""
    try:
        screen = screen or open_screen(plain, home() / "history")
        _Visit(read_link(link), lang, screen, notify).run(name, seat, watch)
    except CruachanError as error:
        print(error.text(lang), file=sys.stderr)
        return BROKEN
    except OTHER_SHAPE:
        print(UntrustedAnswer(read_link(link).address).text(lang), file=sys.stderr)
        return BROKEN
    except OSError as error:
        print(f"{error.filename or 'cruachan'}: {reason(error).text(lang)}", file=sys.stderr)
        return BROKEN
    return 0


def invite(
    address: str, game: str, players: tuple[str, ...], lang: Lang, name: str, **wishes: Any
) -> str:
    """Set a table at a server; return the link for friends. The host's key is kept here."""
    client = Client(address, KeptKeys().find(address.rstrip("/")), lang)
    few = game_class(game).players[0]
    said = players or ("me", *["free"] * (few - 1))
    seats = [dict(zip(("kind", "name"), each.split(":", 1), strict=False)) for each in said]
    for seat in seats:
        if seat["kind"] == "me":
            seat.setdefault("name", name or signed_in_name(client) or own_name())
    made = client.create(game, seats, **{key: value for key, value in wishes.items() if value})
    table = str(made["table"])
    for own in made["seats"]:
        if own >= 0:
            client.act(table, "word", seat=own, word=new_entropy())
    link = f"{client.address}/t/{table}"
    TableKeys(read_link(link)).keep(client.key)
    client.close()
    return link


class _Visit:
    """From the link to the end of the game."""

    def __init__(self, link: Link, lang: Lang, screen: Screen, notify: bool = False) -> None:
        self.notify = notify
        self.link = link
        self.lang = lang
        self.screen = screen
        self.texts = Texts(__package__, lang)
        self.keys = TableKeys(link)
        self.client = Client(link.address, link.key or self.keys.find(), lang)
        self._shown_commitment = ""
        self._own_word: dict[int, str] = {}

    def run(self, name: str | None, seat: str | None, watch: bool) -> None:
        """Sit down, wait for the others, play, and check the dice at the end."""
        try:
            mine = None if watch else self._seat(name, seat)
            table = RemoteTable(self.client, self.link.table, mine, self._notices(mine))
            table.witness.commitment = self._shown_commitment or table.witness.commitment
            table.witness.own = self._own_word
            self._wait_for_start(table)
            self._show_words(table)
            self.screen.status = lambda: table.clocks(self.lang)
            if mine is not None and not table.over and self.screen.interactive:
                table.do("confirm", seat=mine, on=True)
            GameLoop(table, self.screen, self.lang).run()
            for notice in table.notices(self.lang):
                self.screen.show(Text(notice, "italic"))
            self._check_dice(table)
        except (EOFError, KeyboardInterrupt):
            self._say_goodbye(watch)

    def _say_goodbye(self, watch: bool) -> None:
        """How to come back."""
        link = f"{self.link.address}/t/{self.link.table}"
        self.screen.show("")
        typed = command("watch" if watch else "join", link)
        self.screen.show_path(f"{self.texts('far.come_back')}\n  {typed}")

    def _notices(self, seat: int | None) -> MakeHearer | None:
        """The desktop notifier for one's turns; None for spectators and without `--notify`."""
        if seat is None or not self.notify:
            return None
        return lambda table: DesktopNotices(seat, table.game.title, self.lang).hear

    # Sitting down

    def _seat(self, name: str | None, letter: str | None) -> int:
        """The seat that is hers already, else a free one that she takes."""
        found = self.client.table(self.link.table)
        wanted = None if letter is None else LETTERS.find(letter.lower())
        held = [seat for seat in found["seats"] if seat >= 0]
        if held and (wanted is None or wanted in held):
            return held[0] if wanted is None else wanted
        table = found["table"]
        free = [s for s in table["seats"] if s["kind"] == "free" or s.get("vacant")]
        if table["status"] not in ("open", "playing") or not free:
            watch = command("watch", f"{self.link.address}/t/{self.link.table}")
            raise CruachanError(self.texts("far.no_seat", command=watch))
        self._shown_commitment = table["promise"]
        self.screen.show_path(self.texts("far.promise", promise=table["promise"]))
        name = name or signed_in_name(self.client) or self.screen.ask(self.texts("far.your_name"))
        word = self.screen.ask(self.texts("far.your_word")) if self.screen.interactive else ""
        word = word[:60] or new_entropy()
        self.client.act(self.link.table, "sit", name=name or "?", seat=wanted, word=word)
        self.keys.keep(self.client.key)
        held = [seat for seat in self.client.table(self.link.table)["seats"] if seat >= 0]
        taken = held[-1] if wanted is None else wanted
        self._own_word = {taken: word}
        return taken

    def _wait_for_start(self, table: RemoteTable) -> None:
        """Show who sits there until the game begins; the host can begin it."""
        host = HOST in self.client.table(self.link.table)["seats"]
        shown: list[str] = []
        self.screen.show(table.game.rulebook_line(table.info["options"], self.lang))
        while not table.started and not table.over:
            around = table.presence(self.lang)
            if around != shown:
                shown = around
                self.screen.show(*around)
            for notice in table.notices(self.lang):
                self.screen.show(Text(notice, "italic"))
            if not self.screen.interactive:
                table.wait()
                continue
            try:
                self._obey(self._ask(table, host), table, host)
            except Updates:
                table.refresh()
            except CruachanError as error:
                self.screen.show(Text(error.text(self.lang), "bold"))

    def _show_words(self, table: RemoteTable) -> None:
        """Show what everybody added to the dice, now that nobody can add more."""
        words = [f"{table.names[seat]}: {word}" for seat, word in table.witness.entropy.items()]
        if table.started and words:
            self.screen.show(self.texts("far.words", words="; ".join(words)))

    def _ask(self, table: RemoteTable, host: bool) -> str:
        question = self.texts("far.lobby_host" if host else "far.lobby")
        return self.screen.ask(question, None, table.listen)

    def _obey(self, line: str, table: RemoteTable, host: bool) -> None:
        """The few things that can be done before the game begins."""
        typed = read_command(line, self.lang)
        if typed and typed.name == "quit":
            raise EOFError
        if typed and typed.name == "chat" and table.seat is not None and typed.argument:
            table.do("chat", seat=table.seat, text=typed.argument)
        elif host and line.casefold() in self.texts("far.start_word").split():
            table.do("start")
        elif line:
            self.screen.show(self.texts("far.lobby_how"))

    # At the end

    def _check_dice(self, table: RemoteTable) -> None:
        """Check every roll and move here, against the promise that was shown here."""
        if table.info["status"] != "over":
            self.screen.show(self.texts("far.closed"))
            return
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "table.game"
            path.write_text(table.transcript(None), "utf-8")
            found = verify(path, load_for_transcript)
        self.screen.show(self.texts("far.checked", rolls=found.rolls, moves=found.moves))
        self.screen.show_path(self.texts("far.digest", digest=found.digest))
        self._compare(table, found.match)

    def _compare(self, table: RemoteTable, match: Match[Any, Any]) -> None:
        """Compare the transcript with what was seen here; a CruachanError if it is otherwise."""
        found = table.witness.differences(match, table.seat)
        for key, number in found:
            name = match.names[number] if key == "word" else ""
            text = self.texts(f"far.other_{key}", name=name, ply=number)
            self.screen.show(Text(text, "bold"))
        if found:
            raise CruachanError(self.texts("far.differs"))
        self.screen.show(self.texts("far.same"))
