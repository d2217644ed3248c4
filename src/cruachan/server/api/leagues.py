"""Endpoints about leagues and tournaments."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from cruachan.engine.texts import Lang, Texts
from cruachan.games import GAMES
from cruachan.server import club as club_package
from cruachan.server.api import responses
from cruachan.server.api.league_models import (
    LeagueAct,
    LeagueAnswer,
    LeagueDivision,
    LeagueGame,
    LeagueListing,
    LeaguePerson,
    LeagueRound,
    LeagueSeat,
    NewLeague,
    StandingLine,
)
from cruachan.server.api.me import somebody
from cruachan.server.api.parameters import ThingId
from cruachan.server.api.request_context import (
    asker_of,
    build,
    language,
    persons_of,
    service_of,
)
from cruachan.server.api.streams import LangQuery
from cruachan.server.leagues.calendar import Entry, calendar
from cruachan.server.leagues.leagues import MOST, LeagueState, names_in
from cruachan.server.leagues.season import Division
from cruachan.server.leagues.setting import LeagueSetting, decode
from cruachan.server.leagues.standings import going
from cruachan.server.store import club
from cruachan.server.store import leagues as stored
from cruachan.server.store.leagues import SeasonGame, SeasonPlayer
from cruachan.server.tables.former import FORMER, said_name
from cruachan.server.tables.setting import DAY

api = APIRouter(prefix="/api", responses=responses.ALWAYS)
READING = responses.refusals(403, 404)
WRITING = responses.refusals(401, 403, 404, 409, 503)
SeasonQuery = Annotated[
    int | None, Query(ge=1, le=10**6, description="The number of the season; else the last one.")
]
WAYS: dict[int, Literal["up", "down", ""]] = {-1: "up", 0: "", 1: "down"}
Named = dict[str, tuple[str, str]]
"""Names and colours by the ids of persons; those who were erased are missing."""


class CalendarResponse(Response):
    """A calendar file."""

    media_type = "text/calendar"


@api.get("/leagues")
async def leagues(request: Request, lang: LangQuery = None) -> list[LeagueListing]:
    """The leagues and tournaments of this server, the newest first; at most 200."""
    store = service_of(request).store
    found = await store.query(stored.all_leagues, MOST)
    ids = [each.id for each in found]
    last = {each.league: each for each in await store.query(stored.seasons_of, ids)}
    counted = await store.query(stored.counts, ids)
    listed = []
    for each in found:
        game, season = decode(each.setting).game, last[each.id]
        if game in GAMES:
            listing = LeagueListing(
                league=each.id,
                name=each.name,
                game=game,
                title=GAMES[game].title,
                season=season.number,
                status=season.status,
                persons=counted.get((each.id, season.number), 0),
            )
            listed.append(listing)
    return listed


@api.post("/leagues", status_code=201, responses=WRITING)
async def new_league(request: Request, wish: NewLeague, lang: LangQuery = None) -> LeagueAnswer:
    """Set up a league as its organiser. Everybody can join its first season until it begins."""
    who, service = await somebody(request), service_of(request)
    owner = await service.persons.must_be(who)
    setting = LeagueSetting(**wish.model_dump(exclude={"name"}))
    id_ = await service.leagues.create(wish.name, setting, owner)
    return await _league_answer(request, id_)


@api.get("/leagues/{id}", responses=READING)
async def league(
    request: Request, id: ThingId, season: SeasonQuery = None, lang: LangQuery = None
) -> LeagueAnswer:
    """A league with a season: standings, rounds and tables."""
    return await _league_answer(request, id, season)


@api.post("/leagues/{id}/acts", responses=WRITING)
async def league_act(
    request: Request, id: ThingId, wish: LeagueAct, lang: LangQuery = None
) -> LeagueAnswer:
    """Do something in a league; what it is then."""
    who, own = await somebody(request), service_of(request).leagues
    person = (await persons_of(request).must_be(who)).id
    if wish.kind == "remove":
        await own.remove(id, person, wish.name)
    else:
        does = {
            "join": own.join,
            "leave": own.leave,
            "start": own.start,
            "next": own.next_season,
            "cancel": own.cancel,
        }
        await does[wish.kind](id, person)
    return await _league_answer(request, id)


@api.get("/leagues/{id}/calendar.ics", response_class=CalendarResponse, responses=READING)
async def league_calendar(
    request: Request, id: ThingId, season: SeasonQuery = None, lang: LangQuery = None
) -> Response:
    """The rounds of a season as a calendar file."""
    found = await service_of(request).leagues.load(id, season)
    url = f"{request.url.scheme}://{request.headers.get('host', '')}/leagues/{id}"
    said, made = language(request), service_of(request).leagues.now()
    body = await build(
        request, lambda: calendar(found.league.name, _entries(found, url, said), made)
    )
    headers = {"content-disposition": 'attachment; filename="cruachan.ics"'}
    return CalendarResponse(body, headers=headers)


def _entries(found: LeagueState, url: str, lang: Lang) -> list[Entry]:
    """The rounds of a season whose day is known."""
    texts, entries, id_ = Texts(club_package.__name__, lang), list[Entry](), found.league.id
    several = len(found.state.divisions) > 1
    for division in found.state.divisions:
        for number in range(1, division.rounds + 1):
            begins = division.planned(number, found.season)
            if begins is None or not found.season.begun:
                continue
            key = "league.round_of" if several else "league.round"
            title = texts(key, league=found.league.name, round=number, division=division.number)
            uid = f"{id_}-{found.season.number}-{division.number}-{number}@cruachan"
            ends = begins + max(found.setting.days, 1) * DAY
            about = texts("league.about", game=GAMES[found.setting.game].title)
            entries.append(Entry(uid, begins, ends, title, about, url))
    return entries


async def _league_answer(request: Request, id_: str, season: int | None = None) -> LeagueAnswer:
    """A league as the requesting player may see it."""
    service, who = service_of(request), await asker_of(request)
    found = await service.leagues.load(id_, season)
    me = None if who is None else who.person
    ids = {player.person for player in found.players} | {found.league.owner or ""}
    named = await service.store.query(club.named, list(ids))
    return await service.off_loop(_answer, found, named, me, language(request))


def _answer(found: LeagueState, named: Named, me: str | None, lang: Lang) -> LeagueAnswer:
    own, setting, season = found.player(me), found.setting, found.season
    telling = _Telling(found, named, me, lang)
    owner = found.league.owner
    return LeagueAnswer(
        league=found.league.id,
        name=found.league.name,
        game=setting.game,
        title=GAMES[setting.game].title,
        season=season.number,
        status=season.status,
        persons=len(found.players),
        board=setting.board,
        options=setting.options,
        players=setting.players,
        pairing=setting.pairing,
        rounds=setting.rounds,
        division=setting.division_size,
        moves=setting.moves,
        days=setting.days,
        clock=setting.clock,
        at_zero=setting.at_zero,
        rated=setting.rated,
        public=setting.public,
        organiser=None if owner is None else telling.name(owner),
        mine=me is not None and owner == me,
        joined=own is not None,
        withdrawn=own is not None and own.withdrawn,
        seasons=[each.number for each in found.seasons],
        begun=season.begun,
        ended=season.ended,
        divisions=[telling.division(each) for each in found.state.divisions],
        text=_in_words(setting, lang),
    )


def _in_words(setting: LeagueSetting, lang: Lang) -> str:
    """How a league is played."""
    texts = Texts(club_package.__name__, lang)
    said = [texts(f"league.{setting.pairing}", players=setting.players)]
    if setting.division_size and setting.division:
        said.append(texts("league.divided", size=setting.division_size, moves=setting.moves))
    said.append(texts.count("league.days", setting.days) if setting.days else texts("league.on"))
    if setting.rated:
        said.append(texts("league.rated"))
    return " ".join(said)


class _Telling:
    """Builds the responses about a league for one player."""

    def __init__(self, found: LeagueState, named: Named, me: str | None, lang: Lang) -> None:
        self.found, self.named, self.me, self.lang = found, named, me, lang
        self._called = names_in(found.players, named)

    def name(self, person: str) -> str:
        """What somebody is called."""
        name = self.named.get(person, (FORMER,))[0]
        return said_name(self._called.get(person, name), self.lang)

    def _person(self, player: SeasonPlayer) -> LeaguePerson:
        return LeaguePerson(
            name=self.name(player.person),
            colour=self.named.get(player.person, ("", ""))[1],
            me=player.person == self.me,
            withdrawn=player.withdrawn,
        )

    def division(self, division: Division) -> LeagueDivision:
        """A division with its standings and rounds."""
        by_person = {player.person: player for player in division.players}
        lines, count = division.standings(), len(division.players)
        last = max(each.number for each in self.found.state.divisions)
        begun = division.number > 0
        standings = []
        for place, line in enumerate(lines):
            above, below = begun and division.number > 1, begun and division.number < last
            way = going(place, count, self.found.setting.moves, above, below)
            person = self._person(by_person[line.person])
            standings.append(
                StandingLine(
                    name=person.name,
                    colour=person.colour,
                    me=person.me,
                    withdrawn=person.withdrawn,
                    place=line.place,
                    points=round(line.points, 2),
                    played=line.played,
                    wins=line.wins,
                    beaten=round(line.beaten, 2),
                    met=round(line.met, 2),
                    way=WAYS[way],
                )
            )
        rounds = range(1, division.rounds + 1) if begun else ()
        return LeagueDivision(
            number=division.number,
            standings=standings,
            rounds=[self._round(division, number) for number in rounds],
        )

    def _round(self, division: Division, number: int) -> LeagueRound:
        games = division.round_of(number)
        return LeagueRound(
            number=number,
            at=division.planned(number, self.found.season),
            begun=bool(games),
            games=[self._game(division, game) for game in games],
        )

    def _game(self, division: Division, game: SeasonGame) -> LeagueGame:
        places = division.places(game) or (None,) * len(game.persons)
        sees = self.found.setting.public or self.me in game.persons
        return LeagueGame(
            table=game.table if sees else None,
            bye=game.table is None,
            over=division.settled(game),
            seats=[
                LeagueSeat(name=self.name(person), me=person == self.me, place=place)
                for person, place in zip(game.persons, places, strict=True)
            ],
        )
