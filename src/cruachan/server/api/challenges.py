"""Endpoints of the daily game and of puzzles."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from cruachan.challenges.daily import WEEK, DailyGame, daily_game, next_at, read_day, today
from cruachan.challenges.puzzle import Puzzle, games_with_puzzles, puzzles_of
from cruachan.challenges.sharing import opponents, share_text
from cruachan.challenges.verdict import Verdict
from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import Lang, Texts
from cruachan.games import GAMES
from cruachan.server import challenges as package
from cruachan.server.api import responses
from cruachan.server.api.challenge_models import (
    ChallengeRequest,
    ChallengeTexts,
    DailyAnswer,
    DailyPlan,
    PuzzleAnswer,
    PuzzleList,
    PuzzleVerdict,
    StreakAnswer,
)
from cruachan.server.api.parameters import LONGEST_NAME, OfGame, RequestKey, TableId, ThingId
from cruachan.server.api.request_context import (
    address_of,
    asker_of,
    build,
    language,
    own_asker,
    service_of,
)
from cruachan.server.api.responses import SeatsAnswer
from cruachan.server.api.streams import LangQuery
from cruachan.server.api.tables import seated
from cruachan.server.challenges import daily, puzzles
from cruachan.server.challenges.daily import DailyStanding
from cruachan.server.challenges.puzzles import PuzzleRatings, Ranking
from cruachan.server.errors import missing, wrong
from cruachan.server.store import challenges as stored
from cruachan.server.store.challenges import PuzzleTry
from cruachan.server.tables.challenge import first_answer
from cruachan.server.tables.identity import Identity
from cruachan.server.tables.requests import MadeBy
from cruachan.server.tables.table import GameTable

OnDay = Annotated[
    str | None,
    Query(max_length=LONGEST_NAME, description="The day, as 2026-11-18; else today (UTC)."),
]
UNSAID = ("played", "played_told", "answer", "answer_told", "reason", "proof", "text")
"""What is said of a puzzle only once it was answered."""
api = APIRouter(prefix="/api", responses=responses.ALWAYS)


@api.get("/challenges/texts")
async def challenge_texts(request: Request, lang: LangQuery = None) -> ChallengeTexts:
    """What the page says about the daily game and puzzles: it is loaded where it is shown."""
    table = Texts(package.__name__, language(request)).table
    prefix = "page."
    own = {key.removeprefix(prefix): said for key, said in table.items() if key.startswith(prefix)}
    return ChallengeTexts(texts=own)


# --- The daily game -----------------------------------------------------------------------


@api.get("/daily", responses=responses.refusals(422))
async def daily_now(request: Request, day: OnDay = None, lang: LangQuery = None) -> DailyAnswer:
    """The game of a day, and the result of the requesting player. A future day is refused."""
    service, said = service_of(request), language(request)
    when = _day(day)
    found = await daily.standing(service, await asker_of(request), when)
    return await build(request, lambda: _daily(found, not service.daily_secret, said))


@api.post("/daily", status_code=201, responses=responses.WRITING)
async def play_daily(
    wish: ChallengeRequest, request: Request, response: Response, sent: RequestKey = None
) -> SeatsAnswer:
    """Begin today's game; everybody can do that once."""
    who, service = await own_asker(request, response), service_of(request)
    made, day, said = MadeBy.sent(who, sent, wish, address_of(request)), today(), language(request)
    session = await service.maker.made_once(
        made, lambda: daily.begin(service, made, day, wish.name, wish.bot_pace, said)
    )
    return seated(session, who)


def _day(text: str | None) -> date:
    try:
        return today() if text is None else read_day(text, today())
    except CruachanError as error:
        raise wrong("daily_day", says=error.said) from None


def _plan(game: DailyGame, lang: Lang) -> DailyPlan:
    return DailyPlan(
        day=game.day.isoformat(),
        number=game.number,
        game=game.game,
        title=GAMES[game.game].title,
        players=len(game.kinds),
        bots=opponents(game, lang),
    )


def _daily(found: DailyStanding, world: bool, lang: Lang) -> DailyAnswer:
    game, own, days = found.game, found.own, found.streak
    over = own is not None and own.place is not None
    status = "over" if over else "playing" if own else "open"
    if own is None and game.day != today():
        status = "missed"
    share = ""
    if found.result is not None:
        share = share_text(game, found.result, days.now, lang)
    coming = [daily_game(game.day + timedelta(days=number)) for number in range(WEEK)]
    return DailyAnswer(
        **dict(_plan(game, lang)),
        seat=game.seat,
        world=world,
        status=status,
        table=own.table if own else None,
        place=own.place if own else None,
        share=share,
        streak=StreakAnswer(**days._asdict()),
        **found.others._asdict(),
        next=next_at(game.day),
        week=[_plan(each, lang) for each in coming],
    )


# --- Puzzles ------------------------------------------------------------------------------


async def _tries(request: Request, who: Identity | None) -> list[PuzzleTry]:
    if who is None:
        return []
    return await service_of(request).store.query(stored.puzzle_tries_of, who.holders)


async def _ranking(request: Request) -> Ranking:
    ratings: PuzzleRatings = request.app.state.puzzle_ratings
    return await ratings.ranking(service_of(request).store)


def _listed(puzzle: Puzzle, ranking: Ranking, tries: dict[str, PuzzleTry]) -> PuzzleAnswer:
    own = tries.get(puzzle.id)
    mine = "new" if own is None else "begun" if own.solved is None else ""
    return PuzzleAnswer(
        id=puzzle.id,
        game=puzzle.game,
        title=GAMES[puzzle.game].title,
        players=len(puzzle.bots),
        rating=round(ranking.puzzles[puzzle.id].rating),
        mine=mine or ("solved" if own is not None and own.solved else "missed"),
        table=own.table if own else None,
    )


@api.get("/puzzles")
async def all_puzzles(request: Request, game: OfGame = None, lang: LangQuery = None) -> PuzzleList:
    """The puzzles, of all games or of one, and the results of the requesting player."""
    who, ranking = await asker_of(request), await _ranking(request)
    tries = await _tries(request, who)
    by_id = {each.puzzle: each for each in tries}
    own = ranking.solvers.get(who.person or who.first.hex()) if who else None
    text = ""
    if own is not None:
        numbers = {"rating": round(own.rating), "around": round(own.around)}
        text = Texts(package.__name__, language(request))("puzzle.rating", **numbers)
    games = [game] if game else games_with_puzzles()
    listed = [each for name in games for each in puzzles_of(name)]
    strength = own.rating if own else _easy(ranking)
    return PuzzleList(
        puzzles=[_listed(each, ranking, by_id) for each in listed],
        next=puzzles.suggested(ranking, strength, tries, game),
        rating=round(own.rating) if own else None,
        text=text,
        tried=own.games if own else 0,
        solved=own.wins if own else 0,
    )


def _easy(ranking: Ranking) -> float:
    """Where somebody begins: with the easiest."""
    return min((each.rating for each in ranking.puzzles.values()), default=0.0)


@api.post("/puzzles/{id}/tries", status_code=201, responses=responses.AT_TABLE)
async def try_puzzle(
    wish: ChallengeRequest, request: Request, response: Response, id: ThingId,
    sent: RequestKey = None,
) -> SeatsAnswer:  # fmt: skip
    """Sit down at the position of a puzzle. The first move of the first try counts."""
    puzzle = puzzles.known(id)
    who, service = await own_asker(request, response), service_of(request)
    made, said = MadeBy.sent(who, sent, wish, address_of(request)), language(request)
    session = await service.maker.made_once(
        made, lambda: puzzles.begin(service, made, puzzle, wish.name, said)
    )
    return seated(session, who)


@api.get("/tables/{id}/puzzle", responses=responses.ASKING)
async def puzzle_at(request: Request, id: TableId, lang: LangQuery = None) -> PuzzleVerdict:
    """The puzzle at a table, and what is to be said of the first move once it was made."""
    async with service_of(request).at(id) as session:
        table = session.snapshot()
    if table.setting.puzzle is None:
        raise missing("not_a_puzzle")
    puzzle, said = puzzles.known(table.setting.puzzle), language(request)
    tries = {each.puzzle: each for each in await _tries(request, await asker_of(request))}
    listed = _listed(puzzle, await _ranking(request), tries)
    return await build(request, lambda: _verdict(table, puzzle, listed, said))


def _verdict(table: GameTable, puzzle: Puzzle, listed: PuzzleAnswer, lang: Lang) -> PuzzleVerdict:
    """What is said of a puzzle; nothing of its answer before somebody has given one."""
    played = first_answer(table)
    if played is None:
        values = dict(listed) | dict.fromkeys(UNSAID, "")
        return PuzzleVerdict(
            **values, seat=puzzle.seat, answered=False, solved=False, answer_move=None
        )
    match = table.playing()
    found = Verdict(puzzle, match, played)
    return PuzzleVerdict(
        **dict(listed),
        seat=puzzle.seat,
        answered=True,
        solved=found.solved,
        played=played,
        played_told=found.describe(played, lang),
        answer=puzzle.answer,
        answer_told=found.describe(puzzle.answer, lang),
        answer_move=match.game.pack(found.answer),
        reason=found.reason(lang),
        proof=found.proof(lang),
        text=found.text(lang),
    )
