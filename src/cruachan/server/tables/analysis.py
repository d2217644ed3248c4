"""Analysis of finished games, computed step by step while somebody asks for it.

Each time it is asked for, a process thinks for a moment about the next plies; what was found is
cached for the next request.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any, Literal

from fastapi import APIRouter, Request

from cruachan.arena.account import Telling, account
from cruachan.arena.analysis import Judged, why_not
from cruachan.engine.match import Match
from cruachan.engine.texts import Lang
from cruachan.engine.transcript import write
from cruachan.server.api import responses
from cruachan.server.api.derived import ResponseModel
from cruachan.server.api.parameters import TableId
from cruachan.server.api.request_context import build, language, service_of
from cruachan.server.api.streams import LangQuery
from cruachan.server.bots.worker import AnalysisTask
from cruachan.server.bots.workers import COMPILING, BotFailed, Workers
from cruachan.server.errors import conflict, failed

api = APIRouter(prefix="/api", responses=responses.ALWAYS)

PLAYOUTS = 400
"""How much is thought about a decision."""
KEPT = 100
"""Of so many games what was found is kept."""
ANSWERED = 5.0
"""Seconds after which a request gets the progress so far: the first time much is compiled."""


class SeatAnalysis(ResponseModel):
    """What a seat made of the game, and the game of it."""

    seat: int
    """The seat."""
    name: str
    """The seat that played it."""
    luck: float
    """How much dice and lots changed its chance of winning, against their mean."""
    cost: float
    """How much of its chance its moves gave away."""
    decisions: int
    """In how many steps it had a choice."""
    good: int
    """How many of them were as good as the best that was found."""
    accuracy: float | None
    """The share of these; null where it never had a choice."""


class PlyChances(ResponseModel):
    """Everybody's chances before a step."""

    ply: int
    """The step, counted from 0."""
    chances: list[float]
    """By seat, 0 to 1."""


class TurningPoint(ResponseModel):
    """Steps that changed somebody's chance much."""

    ply: int
    """The first of them."""
    until: int
    """The step after the last of them."""
    round: int
    """The round."""
    seat: int
    """Whose chance changed most."""
    before: float
    """It before them."""
    after: float
    """It after them."""
    by: Literal["chance", "play"]
    """What did more."""
    cause: str
    """The move or what chance decided that changed most, in a sentence."""
    told: list[str]
    """What happened, in sentences."""
    when: str
    """Step and round in words."""
    text: str
    """The rest in a sentence."""


class NamedMove(ResponseModel):
    """A move."""

    text: str
    """It in notation."""
    label: str
    """It in words."""


class CostlyMove(ResponseModel):
    """A move that gave much away."""

    ply: int
    """The step."""
    round: int
    """The round."""
    seat: int
    """Whose move it was."""
    cost: float
    """How much of the chance it gave away."""
    chance: float
    """The seat's chance before it."""
    made: NamedMove
    """What was done."""
    better: NamedMove
    """What was better."""
    when: str
    """Step and round in words."""
    text: str
    """The rest in a sentence."""


class ForcedWin(ResponseModel):
    """A decision at which a seat could force a win, for the first time or again."""

    ply: int
    """The step."""
    round: int
    """The round."""
    seat: int
    """The seat that could."""
    turns: int
    """Within so many own turns, this one included, whatever the others or chance did."""
    kept: bool
    """Whether the move that was made wins for certain as well."""
    made: NamedMove
    """What was done."""
    best: NamedMove
    """What wins."""
    when: str
    """Step and round in words."""
    text: str
    """The rest in a sentence."""


class ChanceEvent(ResponseModel):
    """What chance decided."""

    ply: int
    """The step."""
    luck: list[float]
    """How much it changed each seat's chance, against the mean of what could have been."""


class JudgedMove(ResponseModel):
    """What a seat decided."""

    ply: int
    """The step."""
    seat: int
    """The seat."""
    cost: float
    """How much of its chance the move gave away."""


class Analysis(ResponseModel):
    """A game as a strong player sees it, as far as she has come."""

    game: str
    """The game's name."""
    title: str
    """Its name for people."""
    plies: int
    """How many steps the game has."""
    judged: int
    """How many of them she has thought about."""
    done: bool
    """Whether that is all; else it goes on when it is asked for again."""
    over: bool
    """Whether the game is over."""
    playouts: int
    """How many ways to go on she tries for a decision."""
    about: str
    """How this was found, in a sentence."""
    seats: list[SeatAnalysis]
    """Everybody's luck and play."""
    curve: list[PlyChances]
    """Everybody's chances over time."""
    turns: list[TurningPoint]
    """The turning points, in the order of the game."""
    costly: list[CostlyMove]
    """The moves that gave most away, the worst first."""
    wins: list[ForcedWin]
    """Where a win could be forced, proven by looking at everything, in the order of the game."""
    rolls: list[ChanceEvent]
    """All that chance decided."""
    moves: list[JudgedMove]
    """All that was decided by somebody who had a choice."""


class _AnalysisProgress:
    """What was found of a game so far."""

    def __init__(self) -> None:
        self.transcript = ""
        """The game; empty until somebody has written it down."""
        self.judged: list[Judged] = []
        self.next = 0
        self.thinking: asyncio.Future[Any] | None = None
        self.one_at_a_time = asyncio.Lock()


class AnalysisCache:
    """The games that were asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int], _AnalysisProgress] = OrderedDict()

    def of(self, table: str, match: Match[Any, Any]) -> _AnalysisProgress:
        """What is known of a table's game."""
        key = table, len(match.history)
        if key not in self._kept:
            self._kept[key] = _AnalysisProgress()
        self._kept.move_to_end(key)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return self._kept[key]


@api.get(
    "/tables/{id}/analysis",
    responses=responses.ASKING | responses.refusals(503),
)
async def analysis(request: Request, id: TableId, lang: LangQuery = None) -> Analysis:
    """What a strong player says of a finished game: chances over time, turning points, luck apart
    from play, the moves that gave most away. She needs a while: ask again until it is done."""
    async with service_of(request).at(id) as session:
        table = session.snapshot()
    match = table.match
    if match is None or not table.finished:
        raise conflict("not_over")
    if why_not(match) is not None:
        raise conflict("no_analysis")
    cache: AnalysisCache = request.app.state.analyses
    progress = cache.of(id, match)
    if not progress.transcript:
        progress.transcript = await build(request, lambda: write(match))
    plies = len(match.history)
    async with progress.one_at_a_time:
        if progress.next < plies:
            await _think(request.app.state.workers, progress)
    known = {"judged": progress.next, "done": progress.next >= plies}
    judged, lang_ = list(progress.judged), language(request)
    return await build(request, lambda: _analysis(match, judged, known, lang_))


def _analysis(
    match: Match[Any, Any], judged: list[Judged], known: dict[str, int], lang: Lang
) -> Analysis:
    """The analysis of a game from what was judged so far."""
    found = account(match, judged, PLAYOUTS, lang)
    telling = Telling(found, lang)
    parts = {"turns": telling.turns(), "costly": telling.costly(), "wins": telling.wins()}
    for part, sentences in parts.items():
        said = zip(found[part], telling.when(part), sentences, strict=True)
        found[part] = [each | {"when": when, "text": text} for each, when, text in said]
    return Analysis.model_validate(found | known | {"about": telling.about})


async def _think(workers: Workers, progress: _AnalysisProgress) -> None:
    """Think about the next plies, or go on with it."""
    if progress.thinking is None:
        task = AnalysisTask(progress.transcript, progress.next, PLAYOUTS)
        progress.thinking = asyncio.ensure_future(workers.ask(task, COMPILING))
    thinking = progress.thinking
    await asyncio.wait((thinking,), timeout=ANSWERED)
    if not thinking.done():
        return
    progress.thinking = None
    try:
        judged, progress.next = thinking.result()
    except BotFailed:
        raise failed("no_advice") from None
    progress.judged += judged
