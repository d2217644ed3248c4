"""Puzzles at a server: their tables, what the first move says, and ratings.

A rating of puzzles is a function of all first answers in the order in which they came: each is a
game between the player and the puzzle, by the model of all other ratings. Puzzles begin with
the rating that bots gave them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import BradleyTerryFull

from cruachan.arena.ratings import MEAN
from cruachan.challenges import puzzle as puzzles
from cruachan.challenges.puzzle import Puzzle
from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import Lang, Texts
from cruachan.server.club.ratings import POINT, START, TAU, PersonStrength
from cruachan.server.errors import ServerError, missing
from cruachan.server.store import challenges as stored
from cruachan.server.store.challenges import PuzzleTry
from cruachan.server.store.store import Store
from cruachan.server.tables import setting as settings
from cruachan.server.tables.challenge import unanswered
from cruachan.server.tables.events import imported_moves
from cruachan.server.tables.events.base import PendingEvent
from cruachan.server.tables.events.seating import GameImported, GameStarted
from cruachan.server.tables.new_tables import BegunGame
from cruachan.server.tables.requests import MadeBy
from cruachan.server.tables.service import TableService
from cruachan.server.tables.session import TableSession
from cruachan.server.tables.setting import SeatSetting, TableSetting
from cruachan.server.tables.table import PLAYING

Answer = tuple[str, str, bool]
"""Who answered, which puzzle, and whether that was right."""
FIRM = 60.0
"""The standard deviation of a puzzle's first rating, in points."""


class Ranking(NamedTuple):
    """What all answers say of who answered and of the puzzles."""

    solvers: dict[str, PersonStrength]
    puzzles: dict[str, PersonStrength]
    answers: tuple[Answer, ...] = ()
    """From which it was learned."""


def known(id_: str) -> Puzzle:
    """The puzzle with an id; a ServerError if there is none."""
    try:
        return puzzles.find(id_)
    except CruachanError:
        raise missing("no_puzzle", id=id_[:40]) from None


async def begin(
    service: TableService, made: MadeBy, puzzle: Puzzle, name: str, lang: Lang
) -> TableSession:
    """A table at which a puzzle is to be solved. The first try counts; more are for practice. While
    somebody has begun it and made no move yet, it is the table of that try."""
    tries = await service.store.query(stored.puzzle_tries_of, made.who.holders)
    before = next((each for each in tries if each.puzzle == puzzle.id), None)
    if before is not None and before.solved is None:
        session = await _going_on(service, before.table)
        if session is not None:
            return session
    game = (await service.known(puzzle.game, puzzle.board)).by_rules(puzzle.rules)
    await service.ready(puzzle.game, puzzle.board)
    name = name.strip() or Texts(__package__, lang)("seat.guest")
    match = await service.off_loop(puzzle.match, name)
    seats = tuple(SeatSetting(each.kind, each.name) for each in match.players)
    setting = TableSetting(
        game=puzzle.game,
        board=puzzle.board,
        options=game.complete(len(seats), {}),
        seats=settings.seated(game, seats),
        puzzle=puzzle.id,
    )
    plies = puzzle.moves()
    body = GameImported(plies, len(plies), False)
    imported = PendingEvent(body, [ply.move for ply in match.history])
    events = [imported, PendingEvent(GameStarted()), *imported_moves(imported)]
    writes = stored.add_puzzle_try(puzzle.id, made.who.first, made.table) if not before else []
    return await service.maker.begin(
        BegunGame(setting, game, puzzle.seat, None, events, writes), made
    )


async def _going_on(service: TableService, table: str) -> TableSession | None:
    """The table of a try that waits for its first move; None if somebody gave up there, or if it
    was removed."""
    try:
        async with service.seen(table) as session:
            waits = session.table.status == PLAYING and unanswered(session.table)
            return session if waits else None
    except ServerError:
        return None


def rank(answers: Sequence[Answer], before: Ranking | None = None) -> Ranking:
    """Learn from all first answers, in the order in which they came; from new ones alone where they
    follow those of a ranking. Somebody's second answer to a puzzle, by another key of hers, counts
    nothing."""
    known = tuple(answers)
    if before is None or known[: len(before.answers)] != before.answers:
        before = Ranking({}, _first_ratings())
    model = BradleyTerryFull(tau=TAU)
    solvers, rated = dict(before.solvers), dict(before.puzzles)
    answered = {(who, id_) for who, id_, _ in before.answers}
    for who, id_, solved in known[len(before.answers) :]:
        if id_ not in rated or (who, id_) in answered:
            continue
        answered.add((who, id_))
        one, other = solvers.get(who, PersonStrength()), rated[id_]
        teams = [[model.rating(each.mu, each.sigma)] for each in (one, other)]
        ranks = [1.0, 2.0] if solved else [2.0, 1.0]
        (mine,), (its,) = model.rate(teams, ranks=ranks)
        solvers[who] = PersonStrength(mine.mu, mine.sigma, one.games + 1, one.wins + solved)
        rated[id_] = PersonStrength(its.mu, its.sigma, other.games + 1, other.wins + (not solved))
    return Ranking(solvers, rated, known)


def _first_ratings() -> dict[str, PersonStrength]:
    """The ratings that bots gave the puzzles."""
    every = (each for game in puzzles.games_with_puzzles() for each in puzzles.puzzles_of(game))
    return {
        each.id: PersonStrength(START + (each.rating - MEAN) / POINT, FIRM / POINT)
        for each in every
    }


class PuzzleRatings:
    """The ratings of a store, computed when somebody asks and kept until there are new answers."""

    def __init__(self) -> None:
        self._known: Ranking | None = None
        self._counted = (-1, 0)
        self._computing = asyncio.Lock()

    async def ranking(self, store: Store) -> Ranking:
        """What all answers say."""
        async with self._computing:
            count = await store.query(stored.count_answered)
            if self._known is None or self._counted != count:
                answers = await store.query(stored.answered_tries)
                self._known = await store.read(rank, answers, self._known)
                self._counted = count
            return self._known


def suggested(ranking: Ranking, own: float, tries: list[PuzzleTry], game: str | None) -> str | None:
    """The puzzle that suits somebody: not tried yet, and about as hard as she is strong."""
    tried = {each.puzzle for each in tries}
    games = [game] if game else puzzles.games_with_puzzles()
    new = [each for name in games for each in puzzles.puzzles_of(name) if each.id not in tried]
    near = {each.id: abs(ranking.puzzles[each.id].rating - own) for each in new}
    return min(near, key=lambda id_: (near[id_], id_), default=None)
