"""What a link shows where it is posted: Open Graph tags, and the pictures that they name.

A picture shows what a spectator may see, for every requester. It is made in a thread and cached,
and its time is charged to the requester. The queue is short: when many tables are posted at once,
the other links show the picture of their game for a while.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from html import escape
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import parse_qs, quote, urlencode

from fastapi import APIRouter, Request, Response

from cruachan.challenges.daily import daily_game, today
from cruachan.challenges.sharing import daily_outcome, daily_title
from cruachan.engine.game import Game, Outcome
from cruachan.engine.identity import cover_svg
from cruachan.engine.languages import Lang, find_language
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import Texts
from cruachan.games import GAMES
from cruachan.printing import can_print
from cruachan.printing.card import HEIGHT, WIDTH, ShareCard, make_card
from cruachan.server import PACKAGE, challenges
from cruachan.server.api import responses
from cruachan.server.api.guard import Scope
from cruachan.server.api.guard import language as accepted
from cruachan.server.api.history import AtPly
from cruachan.server.api.parameters import GameName, TableId
from cruachan.server.api.request_context import address_of, language, service_of
from cruachan.server.api.slow_answers import SlowAnswers
from cruachan.server.api.streams import LangQuery
from cruachan.server.challenges import daily
from cruachan.server.challenges.daily import EndedDaily
from cruachan.server.errors import ServerError, failed, missing, wrong
from cruachan.server.fair_pool import COST
from cruachan.server.tables.former import said_name
from cruachan.server.tables.service import TableService
from cruachan.server.tables.setting import FREE, boxed_game
from cruachan.server.tables.table import GameTable

THREADS, KEPT = 1, 60
"""How many pictures are made at a time, and how many are kept: each has about 200 kB."""
EACH, WAITING = 4, 16
"""How many pictures of tables are made or waited for, for an address and for all."""
AGE = "public, max-age=300"
SOON = "public, max-age=30"
"""For the picture of a game in place of a table's."""
LONGEST_PLY = 7
"""So many digits are no number of a move any more."""
OVER = "over"
STATUSES = ("open", "playing", OVER)
api = APIRouter(prefix="/api", responses=responses.ALWAYS)


class PngResponse(Response):
    """A PNG, as the description of the API names it."""

    media_type = "image/png"


@api.get(
    "/games/{game}/card",
    response_class=PngResponse,
    responses=responses.NO_GAME | responses.refusals(503),
)
async def game_card(request: Request, game: GameName, lang: LangQuery = None) -> Response:
    """The picture (PNG, 1200 x 630) that a link to the game shows where it is posted."""
    if not GAMES.check(game):
        raise missing("no_game", name=game, games=list(GAMES))
    return await _game_picture(request, game, language(request), AGE)


@api.get(
    "/tables/{id}/card",
    response_class=PngResponse,
    responses=responses.ASKING | responses.refusals(503),
)
async def table_card(
    request: Request, id: TableId, ply: AtPly = None, lang: LangQuery = None
) -> Response:
    """The picture (PNG, 1200 x 630) that a link to the table shows where it is posted: what a
    spectator sees, now or before any ply."""
    said = language(request)
    async with service_of(request).at(id) as session:
        seen = session.snapshot()
    if ply is not None and (seen.match is None or ply > len(seen.match.history)):
        raise wrong("no_ply", last=0 if seen.match is None else len(seen.match.history))
    key = (id, seen.seq, ply, said, seen.names)
    cards: SlowAnswers = request.app.state.cards
    if can_print() and cards.crowded(address_of(request), key, EACH, WAITING):
        return await _game_picture(request, seen.game.name, said, SOON)
    ended = None if ply is not None else await _ended_daily(request, seen)
    return await _card(request, key, partial(_of_table, seen, ply, said, ended))


async def _ended_daily(request: Request, seen: GameTable) -> EndedDaily | None:
    if seen.status != OVER:
        return None
    return await daily.ended_on(service_of(request), seen.id, seen.setting.daily)


async def _game_picture(request: Request, game: str, lang: Lang, age: str) -> Response:
    """Answer with the picture of a game; there are few, so they are made apart and all kept."""
    draw = partial(_of_game, game, lang)
    return await _card(request, (game, lang), draw, request.app.state.covers, age)


async def _card(
    request: Request,
    key: Hashable,
    draw: Callable[[], ShareCard],
    cards: SlowAnswers | None = None,
    age: str = AGE,
) -> Response:
    """Answer with a picture, kept or made; making it is charged, wherever typst computes."""
    if not can_print():
        raise failed("no_cards")
    took: list[float] = []

    def make() -> bytes:
        begun = time.monotonic()
        made = make_card(draw())
        took.append(time.monotonic() - begun)
        return made

    kept: SlowAnswers = cards or request.app.state.cards
    body = await kept.get(address_of(request), key, make)
    if took and (cost := COST.get()) is not None:
        cost.seconds += sum(took)
    return PngResponse(body, headers={"cache-control": age})


def _of_game(name: str, lang: Lang) -> ShareCard:
    game, look = boxed_game(name), GAMES[name].identity
    sentence = Texts(game.package, lang)("game.sentence")
    return ShareCard(game.title, (sentence,), cover_svg(game, look, lang), look, lang, whole=False)


def _of_table(
    table: GameTable, ply: int | None, lang: Lang, ended: EndedDaily | None = None
) -> ShareCard:
    """A table as a spectator sees it; before it begins, the cover of its game. At its end it says
    who did how well, of a daily game for whoever played it."""
    game: Game[Any, Any] = table.game
    look = game.description.identity
    seats = [(seat.kind, seat.name) for seat in table.seats]
    lines = [company(seats, lang), standing(table.status, ply, lang)]
    shown, match = presentation_of(game), table.match
    if match is not None and match.outcome is not None and ply is None:
        lines = places(match.outcome, [said_name(name, lang) for name in table.names])
    if ended is not None:
        headline = daily_title(ended.game, lang), daily_outcome(*ended, lang, emoji=False)
        lines = [*headline, *lines]
    if match is None or shown.picture is None:
        picture = cover_svg(game, look, lang)
    else:
        state = match.state_at(len(match.history) if ply is None else ply)
        names = [said_name(name, lang) for name in table.names]
        picture = shown.draw_part(shown.view(state, None, names, lang), None, lang)
    said = tuple(line for line in lines if line)
    return ShareCard(game.title, said, picture, look, lang, whole=match is not None)


# --- In words -----------------------------------------------------------------------------


def company(seats: list[tuple[str, str]], lang: Lang) -> str:
    """The players of a table, as a sentence."""
    return ", ".join(said_name(name, lang) for kind, name in seats if kind != FREE and name)


def places(outcome: Outcome, names: Sequence[str]) -> list[str]:
    """Who did how well, the best first, each in a line with the points."""
    order = sorted(range(len(names)), key=lambda seat: outcome.places[seat])
    return [f"{outcome.places[seat]}. {names[seat]}: {outcome.scores[seat]}" for seat in order]


def standing(status: str, ply: int | None, lang: Lang) -> str:
    """How far a table is, in a sentence."""
    texts = Texts(PACKAGE, lang)
    if ply is not None:
        return texts("share.moment", ply=ply)
    return texts(f"share.{status if status in STATUSES else 'closed'}")


# --- Tags ---------------------------------------------------------------------------------


class ShareLink(NamedTuple):
    """What the tags of a link say."""

    title: str
    about: str
    image: str
    """The path of its picture."""
    query: Mapping[str, str] = MappingProxyType({})
    """The query of that path, without the language."""


async def tags(service: TableService, scope: Scope) -> str:
    """The tags of a link to a table, a moment of its replay, a game, or the daily game; nothing
    for other pages.
    """
    headers = dict(scope["headers"])
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    lang = find_language(query.get("lang", [""])[0]) or accepted(headers)
    first, _, rest = scope["path"].strip("/").partition("/")
    name, _, page = rest.partition("/")
    if first in ("rules", "new") and GAMES.check(name):
        link: ShareLink | None = _game_link(name, first == "rules", lang)
    elif first == "daily" and not name:
        link = _daily_link(lang)
    elif first == "t" and name:
        link = await _table_link(service, name, query if page == "replay" else {}, lang)
    else:
        return ""
    host = headers.get(b"host", b"").decode("latin-1")
    base = f"{scope.get('scheme', 'http')}://{host}"
    return _written(link, base, lang) if link else ""


def _game_link(name: str, rules: bool, lang: Lang) -> ShareLink:
    title, sentence = GAMES[name].title, Texts(GAMES[name].package, lang)("game.sentence")
    title = Texts(PACKAGE, lang)("share.rules", game=title) if rules else title
    return ShareLink(title, sentence, _game_card(name))


def _daily_link(lang: Lang) -> ShareLink:
    game = daily_game(today())
    about = Texts(challenges.__package__, lang)("page.daily_about")
    return ShareLink(daily_title(game, lang), about, _game_card(game.game))


def _game_card(name: str) -> str:
    return f"/api/games/{quote(name)}/card"


async def _table_link(
    service: TableService, name: str, query: dict[str, list[str]], lang: Lang
) -> ShareLink | None:
    """A table, or a moment of its replay; a daily game that is over says how it ended."""
    ply = query.get("ply", [""])[0]
    moment = int(ply) if ply.isascii() and ply.isdigit() and len(ply) < LONGEST_PLY else None
    try:
        found = await service.lists.one(name)
    except ServerError:
        return None
    if found is None:
        return None
    at, seats, _ = found
    who = company([(seat.kind, seat.name) for seat in seats], lang)
    title = GAMES[at.table.game].title + (f": {who}" if who else "")
    said = standing(at.after.status, moment, lang)
    ended = await daily.ended_at(service, name, at.table.setup) if moment is None else None
    if ended is not None:
        title, said = daily_title(ended.game, lang), daily_outcome(*ended, lang)
    picture_query = ({} if moment is None else {"ply": str(moment)}) | {"at": str(at.seq)}
    return ShareLink(title, said, f"/api/tables/{quote(name)}/card", picture_query)


def _written(link: ShareLink, base: str, lang: Lang) -> str:
    """Tags with everything in them escaped."""
    found = {"og:site_name": "Cruachan", "og:type": "website", "og:locale": lang}
    found |= {"og:title": link.title, "og:description": link.about}
    if can_print():
        found |= {"og:image": f"{base}{link.image}?{urlencode({**link.query, 'lang': lang})}"}
        found |= {"og:image:type": "image/png", "og:image:alt": link.title}
        found |= {"og:image:width": str(WIDTH), "og:image:height": str(HEIGHT)}
    lines = [
        f'<meta property="{key}" content="{escape(value, quote=True)}">'
        for key, value in found.items()
    ]
    return "".join([*lines, '<meta name="twitter:card" content="summary_large_image">'])
