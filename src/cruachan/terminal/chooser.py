"""The questions before a game: which one, how many, who, and with which options."""

from __future__ import annotations

import getpass
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from cruachan.bots import bots_of, usual_bot
from cruachan.engine.errors import CruachanError
from cruachan.engine.game import Game, Option, Preset
from cruachan.engine.match import Player
from cruachan.engine.texts import Lang, Texts, whole_number
from cruachan.games import GAMES
from cruachan.terminal.boards import own_text
from cruachan.terminal.saves import UnfinishedGame
from cruachan.terminal.screen import Screen
from cruachan.terminal.table import PERSON

BOT_NAMES = ("Medb", "Ailill", "Fergus", "Cormac", "Emer", "Conall", "Nessa", "Dagda")
MOST_LISTED = 9
LONGEST_VALUE = 8


@dataclass
class ChosenTable:
    """The players, board and options of a new game."""

    seats: int
    players: list[Player]
    options: dict[str, str] = field(default_factory=dict)


def own_name() -> str:
    """What the person at the keyboard is called, as far as the system knows."""
    try:
        return getpass.getuser().capitalize()
    except (OSError, KeyError, ImportError):
        return "Anna"


def bot_names(game: Game[Any, Any], lang: Lang) -> tuple[str, ...]:
    """What bots are called when nobody says: the game's own names first."""
    own = Texts(game.package, lang).table.get("bots.names", "")
    return (*own.split(), *(name for name in BOT_NAMES if name not in own.split()))


def read_players(
    entries: tuple[str, ...], seats: int, lang: Lang, game: Game[Any, Any]
) -> list[Player]:
    """The players of entries like person:Anna, greedy, random:Medb; bots fill the other seats."""
    texts = Texts("cruachan.terminal", lang)
    bots = bots_of(game)
    if len(entries) > seats:
        raise CruachanError(texts("error.too_many", many=len(entries), seats=seats))
    wanted: list[tuple[str, str]] = []
    for entry in entries:
        kind, _, name = entry.partition(":")
        if kind not in (PERSON, *bots):
            raise CruachanError(texts("error.no_bot", kind=kind, bots=", ".join(bots)))
        wanted.append((kind, " ".join(name.split())))
    wanted += [(usual_bot(game), "")] * (seats - len(wanted))
    taken = {name for _, name in wanted if name}
    players: list[Player] = []
    for kind, name in wanted:
        if not name:
            pool = (own_name(),) if kind == PERSON else ()
            name = _free_name(pool + bot_names(game, lang), taken)
            taken.add(name)
        elif any(name == player.name for player in players):
            raise CruachanError(texts("error.twice", name=name))
        players.append(Player(name, kind))
    return players


def called_players(entries: Iterable[str], game: Game[Any, Any]) -> tuple[str, ...]:
    """Entries in which a bare name is a person's."""
    kinds = (PERSON, *bots_of(game))
    return tuple(e if e.partition(":")[0] in kinds else f"{PERSON}:{e}" for e in entries)


def _free_name(pool: tuple[str, ...], taken: set[str]) -> str:
    return next(name for name in pool if name not in taken)


def _example(option: Option, about: Texts) -> str:
    """What can be typed for an option: a value in words, or as it is written if that is shorter."""
    value = option.choices[-1]
    called = about(f"option.{value}")
    return called if len(called) <= LONGEST_VALUE else value


class Chooser:
    """Asks; a bare Enter always takes what is sensible."""

    def __init__(self, screen: Screen, lang: Lang) -> None:
        self.screen = screen
        self.lang: Lang = lang
        self.texts = Texts("cruachan.terminal", lang)
        self.options: dict[str, str] = {}
        """The options of the preset that was chosen."""
        self._others: tuple[str, ...] = ()
        """The players of seats that are not named on the command line; bots, if this is empty."""

    def resume(self, games: list[UnfinishedGame]) -> UnfinishedGame | None:
        """One of the unfinished games, or None for a new one."""
        texts, listed = self.texts, games[:MOST_LISTED]
        self.screen.show(Text(texts("choose.unfinished"), "bold"))
        for number, kept in enumerate(listed, 1):
            line = texts(
                "choose.game_line",
                title=GAMES[kept.game].title if kept.game in GAMES else kept.game,
                names=", ".join(kept.names),
                moves=kept.moves,
                when=f"{kept.when:%Y-%m-%d %H:%M}",
            )
            self.screen.show(f" {number} {line}")
        while True:
            answer = self.screen.ask(texts("choose.resume")).casefold()
            if answer in texts("choose.new").split():
                return None
            wanted = self._number(answer or "1", 1, len(listed))
            if wanted:
                return listed[wanted - 1]
            self.screen.show(texts("choose.game_wrong", last=len(listed)))

    def game(self) -> str:
        """The name of the game to play."""
        names = GAMES.playable()
        for number, name in enumerate(names, 1):
            listed = GAMES[name]
            about = Texts(listed.package, self.lang)
            said = f"{about('game.sentence')} {about('game.players')}"
            self.screen.show(Text.assemble(f" {number} ", (listed.title, "bold"), f"   {said}"))
        while True:
            answer = self.screen.ask(self.texts("choose.which"))
            wanted = self._number(answer or "1", 1, len(names))
            if wanted:
                return names[wanted - 1]
            self.screen.show(self.texts("choose.game_wrong", last=len(names)))

    def board(self, game: type[Game[Any, Any]], seats: int) -> str:
        """Which of the boards in the box; asked only if there is a choice."""
        names = [each for each in game.boards if each not in game.older_boards]
        if len(names) == 1:
            return names[0]
        self.screen.show(Text(self.texts("choose.boards"), "bold"))
        for number, each in enumerate(names, 1):
            label = game.board_label(each, self.lang)
            called = {"title": label.title, "about": label.sentence}
            self.screen.show(f" {number} {self.texts('choose.board_line', **called)}")
        usual = names.index(game.usual_board(seats)) + 1
        while True:
            answer = self.screen.ask(self.texts("choose.board", default=usual))
            wanted = self._number(answer or str(usual), 1, len(names))
            if wanted:
                return names[wanted - 1]
            self.screen.show(self.texts("choose.game_wrong", last=len(names)))

    def seats(self, game: type[Game[Any, Any]]) -> int:
        """How many play; asked only if there is a choice."""
        few, many = game.players[0], game.players[-1]
        if few == many:
            return few
        usual, named = game.usual_seats(), self._presets(game)
        key = "choose.seats_preset" if named else "choose.seats"
        question = self.texts(key, few=few, many=many, default=usual)
        while True:
            answer = self.screen.ask(question) or str(usual)
            if preset := named.get(answer.casefold()):
                self.options = dict(preset.options)
                return preset.seats
            number = self._number(answer, few, many)
            if number:
                return number
            self.screen.show(self.texts("choose.seats_wrong", few=few, many=many))

    def _presets(self, game: type[Game[Any, Any]]) -> dict[str, Preset]:
        """The tables that are often wanted, shown; by what can be typed for each."""
        about = Texts(game.package, self.lang)
        found: dict[str, Preset] = {}
        for letter, preset in zip("abcdefgh", game.presets, strict=False):
            called = {"title": about(f"preset.{preset.name}")}
            called["about"] = about(f"preset.{preset.name}_about")
            self.screen.show(f" {letter} {self.texts('choose.board_line', **called)}")
            found |= dict.fromkeys((letter, preset.name, called["title"].casefold()), preset)
        return found

    def table(
        self, game: Game[Any, Any], seats: int, options: dict[str, str], persons: bool = False
    ) -> ChosenTable:
        """The players of the seats and the options; asked until Enter begins."""
        self._others = (PERSON,) * seats if persons else ()
        players = read_players(self._others or (PERSON,), seats, self.lang, game)
        table = ChosenTable(seats, players, game.complete(seats, options))
        while True:
            self._show_table(game, table)
            answer = self.screen.ask(self.texts("choose.begin_ask"))
            if not answer:
                return table
            try:
                self._change(game, table, answer)
            except CruachanError as error:
                self.screen.show(Text(error.text(self.lang), "bold"))

    def _show_table(self, game: Game[Any, Any], table: ChosenTable) -> None:
        texts = self.texts
        self.screen.show(Text(texts("choose.table"), "bold"))
        for letter, player in zip("ABCDEFGH", table.players, strict=False):
            person = player.kind == PERSON
            kind = texts("choose.person") if person else texts("choose.bot", kind=player.kind)
            self.screen.show(f" {letter} {player.name} ({kind})")
        if note := own_text(game.name, f"terminal.note_{table.seats}", self.lang):
            self.screen.show(f" {note}")
        about = Texts(game.package, self.lang)
        for name, value in table.options.items():
            called = {"title": about(f"option.{name}"), "about": about(f"option.{name}_about")}
            line = texts("choose.option", name=name, value=about(f"option.{value}"), **called)
            self.screen.show(f"   {line}")
        self.screen.show(f"   {game.rulebook_line(table.options, self.lang)}")
        bots = ", ".join(bots_of(game))
        examples = [f"'{option.name} {_example(option, about)}'" for option in game.options]
        key = "choose.begin" if examples else "choose.begin_plain"
        self.screen.show(texts(key, bots=bots, options=", ".join(examples)))

    def _change(self, game: Game[Any, Any], table: ChosenTable, answer: str) -> None:
        """Set an option (`harder yes`) or seat other players (`Anna, Ben, random`)."""
        name, _, value = answer.replace("=", " ").partition(" ")
        if name in table.options:
            choices = next(option.choices for option in game.options if option.name == name)
            about = Texts(game.package, self.lang)
            called = {about(f"option.{choice}"): choice for choice in choices}
            chosen = called.get(value.strip(), value.strip())
            table.options = game.complete(table.seats, table.options | {name: chosen})
            return
        entries = [entry.strip() for entry in answer.split(",") if entry.strip()]
        named = (*called_players(entries, game), *self._others[len(entries) :])
        table.players = read_players(named, table.seats, self.lang, game)

    def _number(self, text: str, low: int, high: int) -> int | None:
        number = whole_number(text)
        return number if number is not None and low <= number <= high else None
