"""Puzzles: positions of games that were played, in which one move is better than all others.

A game's puzzles are data in its package, written by `tools/puzzles.py` together with what proves
them. They are checked by replaying the game up to the position.
"""

from __future__ import annotations

from functools import cache
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from cruachan.engine.chance import seed_from
from cruachan.engine.errors import CruachanError
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.notation import LETTERS
from cruachan.engine.texts import message
from cruachan.games import GAMES, load_game

PERSON = "person"


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why the answer is right: what two searches and games of bots found of it and of the best
    other move. Chances are those of the seat to win."""

    best: float
    """After the answer, searched for itself."""
    other: float
    """After the best of all other moves, each searched for itself."""
    playouts: int
    """Playouts for each move."""
    games: int
    """The number of games that bots played on after each of the two moves."""
    won: int
    """Of them were won after the answer."""
    other_won: int
    """How many of them were won after the other move."""


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position with an answer."""

    id: str
    game: str
    board: str
    rules: int
    """The version of the rules by which the game was played."""
    bots: tuple[str, ...]
    """Who played the game, by seat."""
    seed: str
    """The text from which its dice and the bots' choices follow."""
    plies: str
    """The moves up to the position, one per line: the letter of a seat, or - for chance."""
    seat: int
    """Whose move is looked for."""
    answer: str
    """The move in notation."""
    other: str
    """The best of the other moves."""
    rating: int
    """How hard it is to find, in points: a bot of this rating finds it every second time."""
    found: dict[str, int]
    """How many of ten tries of each kind of bot found it."""
    proof: Proof

    def moves(self) -> list[tuple[int, str]]:
        """The seats and moves that led to the position."""
        lines = [line.partition(" ") for line in self.plies.splitlines()]
        return [(CHANCE if who == "-" else LETTERS.index(who), text) for who, _, text in lines]

    def players(self, name: str) -> list[Player]:
        """Who sits at the table: somebody with a name, and the bots that played the game."""
        taken: set[str] = {name.casefold()}
        found = []
        for seat, bot in enumerate(self.bots):
            if seat == self.seat:
                found.append(Player(name, PERSON))
                continue
            called, number = bot.capitalize(), 1
            while called.casefold() in taken:
                number += 1
                called = f"{bot.capitalize()} {number}"
            taken.add(called.casefold())
            found.append(Player(called, bot))
        return found

    def match(self, name: str) -> Match[Any, Any]:
        """A match that has come to the position."""
        game = load_game(self.game, self.board).by_rules(self.rules)
        match = Match(game, self.players(name), {}, seed_from(self.seed), chosen=True)
        for seat, text in self.moves():
            match.replay(seat, text)
        return match


def _file(game: str) -> Traversable:
    return GAMES[game].file(GAMES[game].puzzles)


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first; none where it has none."""
    if game not in GAMES or not _file(game).is_file():
        return ()
    found = msgspec.json.decode(_file(game).read_bytes(), type=tuple[Puzzle, ...])
    return tuple(sorted(found, key=lambda each: (each.rating, each.id)))


def games_with_puzzles() -> list[str]:
    """The names of the games that have puzzles."""
    return [name for name in GAMES if puzzles_of(name)]


def find(id_: str) -> Puzzle:
    """The puzzle with an id; a CruachanError if there is none."""
    for game in games_with_puzzles():
        for each in puzzles_of(game):
            if each.id == id_:
                return each
    raise CruachanError(message(__package__, "puzzle.unknown", id=id_[:40]))
