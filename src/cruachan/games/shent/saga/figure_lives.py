"""The figures of a match: which figure each piece is at any ply, its name, route and fate."""

from __future__ import annotations

from typing import NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.engine.match import Match
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.saga.book import StorySentence
from cruachan.games.shent.tale.epithets import Annals, Life


class FigureStay(NamedTuple):
    """The land in which a figure stands from a position on."""

    land: int
    ply: int


class FigureLord(NamedTuple):
    """The player who leads a figure from a position on."""

    seat: int
    ply: int


class FigureLives:
    """All figures by position, as far as the match has gone; the names in the order of naming."""

    def __init__(self, match: Match[State, Move]) -> None:
        self.annals = Annals()
        self.at: list[dict[int, Life]] = [{}]
        """The figure that each piece is, by position."""
        self.names: dict[int, str] = {}
        """The names, by the number of the figure."""
        self.ways: dict[int, list[FigureStay]] = {}
        """Where each figure was, one land after the other."""
        self.last: dict[int, FigureStay] = {}
        """Where it was last, and until which position."""
        self.ends: dict[int, int] = {}
        """The last position in which it was there."""
        self.whose: dict[int, int] = {}
        """Who led it last."""
        self.lords: dict[int, list[FigureLord]] = {}
        """All who led it, one after the other."""
        self.free: set[int] = set()
        """The figures without a lord when they were last seen."""
        self.fell: dict[int, list[tuple[int, int]]] = {}
        """The pieces that fell by a move, and in which lands."""
        self.given: dict[int, str] = {}
        """The names that players gave, as they gave them."""
        self.see(match)

    def see(self, match: Match[State, Move]) -> None:
        """Follow a match up to its present position."""
        self.end = match.state
        for number in range(len(self.at), len(match.history) + 1):
            before, after = match.state_at(number - 1), match.state_at(number)
            self.annals.see(before, after)
            fell = [
                (d.piece, d.land) for d in after.domain_events if d.what == DomainEventKind.FELL
            ]
            self.fell |= {number - 1: fell} if fell else {}
            known = {p: life for p in range(len(after.pieces)) if (life := self.annals.life(p))}
            self.at.append(known)
            for piece, life in known.items():
                self._see(after, piece, life, number)

    def _see(self, state: State, piece: int, life: Life, number: int) -> None:
        self.ends[life.number] = number
        given = state.names.get(piece)
        if given and given != self.given.get(life.number):
            self.given[life.number] = given
            self.names.pop(life.number, None)
            self.names[life.number] = given
        seen = state.pieces[piece]
        if seen.leader >= 0:
            self.whose[life.number] = seen.leader
            self.free.discard(life.number)
            lords = self.lords.setdefault(life.number, [])
            if not lords or lords[-1].seat != seen.leader:
                lords.append(FigureLord(seen.leader, number))
        else:
            self.free.add(life.number)
        if seen.land < 0:
            return
        way = self.ways.setdefault(life.number, [])
        if not way or way[-1].land != seen.land:
            way.append(FigureStay(seen.land, number))
        self.last[life.number] = FigureStay(seen.land, number)

    def life(self, piece: int, ply: int) -> Life | None:
        """Who a piece is in a move: as it was before it, else as it came by it."""
        found = self.at[ply].get(piece)
        return found or (self.at[ply + 1].get(piece) if ply + 1 < len(self.at) else None)

    def number(self, piece: int, ply: int) -> int:
        """The number of the figure that a piece is in a move."""
        life = self.life(piece, ply)
        return life.number if life else NOWHERE

    def name(self, piece: int, ply: int) -> str:
        """The name of the figure that a piece is in a move; nothing where it has none."""
        life = self.life(piece, ply)
        return self.names.get(life.number, "") if life else ""

    def place(self, piece: int, ply: int) -> int:
        """Where it was before a move."""
        life = self.life(piece, ply)
        stays = [stay for stay in self.ways.get(life.number, ()) if stay.ply <= ply] if life else []
        return stays[-1].land if stays else NOWHERE

    def served(self, number: int, ply: int) -> list[int]:
        """All who led a figure until a move, each once; who led it last stands last."""
        lords = [lord.seat for lord in self.lords.get(number, ()) if lord.ply <= ply]
        return list(dict.fromkeys(lords[::-1]))[::-1]

    def lord(self, number: int, ply: int) -> int:
        """Who led a figure last before a move, or leads it now; NOBODY where nobody did."""
        return next(reversed(self.served(number, ply)), NOBODY)

    def fallen(self, told: StorySentence) -> list[int]:
        """The figures that died by magic that the saga tells of."""
        by_magic = self.fell.get(told.ply, []) if told.said.kind == "spell" else []
        return [piece for piece, land in by_magic if land == told.said.land]

    def stands(self, piece: int, number: int, land: int) -> bool:
        """Whether a figure stands in a land in a position, and the one before."""
        lives = [self.at[at].get(piece) for at in (number - 1, number)]
        return lives[0] is not None and lives[0] is lives[1] and self.place(piece, number) == land

    def fate(self, life: Life) -> str:
        """What became of a figure: gone, away, free of any lord, or alive."""
        if life.gone is not None:
            return "gone"
        piece = self.end.pieces[life.piece]
        return "away" if piece.land < 0 else "free" if piece.leader < 0 else "alive"

    def named(self) -> list[Life]:
        """The figures with a name, in the order in which they came."""
        return [life for life in self.annals.lives if life.number in self.names]
