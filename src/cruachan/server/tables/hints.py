"""Hints: advice of a strong bot during a game, where the table allows it.

The player is told what the seat may see, and nothing else.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from cruachan.bots.advice import Advice, Suggestion, certainty, describe_line
from cruachan.engine.game import Decision, Game
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import Lang
from cruachan.server.api import responses
from cruachan.server.api.derived import ResponseModel
from cruachan.server.api.parameters import TableId
from cruachan.server.api.request_context import asker_of, build, language, service_of, viewer_of
from cruachan.server.api.streams import LangQuery
from cruachan.server.bots.worker import BotTask, OutlookTask
from cruachan.server.bots.workers import COMPILING, BotFailed, Workers
from cruachan.server.errors import conflict, failed, forbidden
from cruachan.server.tables import challenge, commands
from cruachan.server.tables.identity import Identity
from cruachan.server.tables.session import TableSession
from cruachan.server.tables.table import GameTable

api = APIRouter(prefix="/api", responses=responses.ALWAYS)


class SuggestedMove(ResponseModel):
    """A move that a strong player thinks of."""

    move: Any
    """The move as an act takes it."""
    text: str
    """It in notation."""
    share: float | None
    """How much of the thinking went into it, 0 to 1; null where nobody has searched."""
    chance: float | None
    """The seat's chance of winning after it, 0 to 1; null where nobody can say."""
    reason: str
    """What it is good for, as a player would say it; empty where nobody can say."""


class ExpectedMove(ResponseModel):
    """A move that is expected to follow."""

    seat: int
    """Whose; -1 where dice or lots decide, and this is only one of the ways they can."""
    text: str
    """The move in notation."""
    told: str
    """What it would do, in a sentence."""


class HintAnswer(ResponseModel):
    """What a strong player thinks about a decision."""

    seat: int
    """Whose decision it is."""
    chances: list[float] | None
    """Everybody's chance of winning, if the seat plays well; null where nobody can say."""
    moves: list[SuggestedMove]
    """The best moves, at most three, the best first."""
    line: list[ExpectedMove]
    """What is expected to happen from here, beginning with the seat's own move."""
    playouts: int
    """How many ways to go on were tried; 0 where nobody has searched."""
    wins: int
    """The first move is proven to win by the end of so many own turns, this one included, whatever
    happens; 0 where nothing is proven."""
    certain: str
    """The same in a sentence; empty where nothing is proven."""


@api.post(
    "/tables/{id}/hint",
    responses=responses.AT_TABLE | responses.refusals(410),
)
async def hint(
    request: Request, id: TableId, ask: commands.HintRequest, lang: LangQuery = None
) -> HintAnswer:
    """What a strong player would do, why, and what comes then, where the table allows it."""
    who = await asker_of(request)
    async with service_of(request).at(id) as session:
        _advised(session, who, ask.seat)
        table = session.snapshot()
    match = table.playing()
    decision = await build(request, lambda: match.decision(ask.seat))
    if not decision.moves:
        raise conflict("nothing_to_decide")
    taught = await build(request, table.taught_move)
    task = BotTask(table.setting.game, table.setting.board, None, decision, f"{id} {table.seq}")
    advice = Advice((Suggestion(taught),)) if taught is not None else await _asked(request, task)
    game, seat, lang_ = table.game, ask.seat, language(request)
    if advice is None:
        return HintAnswer(
            seat=seat, chances=None, moves=[], line=[], playouts=0, wins=0, certain=""
        )
    return await build(request, lambda: _hint(game, decision, advice, lang_))


def _hint(
    game: Game[Any, Any], decision: Decision[Any, Any], advice: Advice, lang: Lang
) -> HintAnswer:
    """Advice about a decision as an answer."""
    seat, reason = decision.seat, presentation_of(game).reason
    return HintAnswer(
        seat=seat,
        chances=None if advice.chances is None else list(advice.chances),
        moves=[
            SuggestedMove(
                move=game.pack(each.move),
                text=game.write_move(decision.seen, seat, each.move, seat),
                share=each.share,
                chance=each.chance,
                reason=reason(decision.seen, seat, each.move, decision.names, lang),
            )
            for each in advice.moves
        ],
        line=[
            ExpectedMove(**s._asdict()) for s in describe_line(game, decision, advice.line, lang)
        ],
        playouts=advice.playouts,
        wins=advice.wins,
        certain=certainty(advice, lang),
    )


@api.post("/tables/{id}/chances", responses=responses.AT_TABLE | responses.refusals(410))
async def chances(request: Request, id: TableId, ask: commands.HintRequest) -> list[float]:
    """Everybody's chance of winning, as far as the seat knows how things stand and if all play
    well; where the table allows it. Empty where nobody can say."""
    who = await asker_of(request)
    async with service_of(request).at(id) as session:
        table = _advised(session, who, ask.seat)
        match, setting = table.playing(), table.setting
        seen = match.game.observe(match.state, ask.seat)
        task = OutlookTask(setting.game, setting.board, seen, f"{id} {table.seq}")
    found: list[float] = await _asked(request, task)
    return found


def _advised(session: TableSession, who: Identity | None, seat: int) -> GameTable:
    """The table at which a seat asks, where that is allowed."""
    viewer_of(session, who, seat)
    session.table.playing()
    challenge.check_hints(session.table)
    if not session.table.hints:
        raise forbidden("no_hints")
    return session.table


async def _asked(request: Request, task: BotTask | OutlookTask) -> Any:
    workers: Workers = request.app.state.workers
    try:
        return await workers.ask(task, COMPILING)
    except BotFailed:
        raise failed("no_advice") from None
