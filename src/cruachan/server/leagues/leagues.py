"""Leagues of a server: who organises and joins them, and the rounds that begin by themselves.

A round begins when the tables of the one before are settled and its day has come. All its tables
are written in one transaction with the rows that name them, whose primary key lets no round be made
twice: neither a server that is killed nor two that look at once lose or double a table.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import one_line
from cruachan.games import GAMES
from cruachan.server.errors import ServerError, conflict, forbidden, missing, wrong
from cruachan.server.leagues import season as states
from cruachan.server.leagues.season import Division, SeasonState
from cruachan.server.leagues.setting import LONGEST_NAME, LeagueSetting, decode, encode
from cruachan.server.leagues.standings import divide, ladder
from cruachan.server.limits import LIMITS
from cruachan.server.store import club
from cruachan.server.store import leagues as stored
from cruachan.server.store.jobs import Job
from cruachan.server.store.leagues import (
    CANCELLED,
    OPEN,
    OVER,
    PLAYING,
    SeasonGame,
    SeasonPlayer,
    StoredLeague,
    StoredSeason,
)
from cruachan.server.store.persons import StoredPerson
from cruachan.server.tables import setting as settings
from cruachan.server.tables.former import FORMER
from cruachan.server.tables.keys import new_table
from cruachan.server.tables.setting import PERSON, SeatSetting, TableSetting, boxed_game
from cruachan.server.tables.table import now

if TYPE_CHECKING:
    from cruachan.server.tables.service import TableService

log = logging.getLogger(__name__)
LOOK = 5.0
"""Seconds between two looks for rounds that can begin."""
ID_BYTES = 9
MOST = 200
"""How many leagues a list has at most."""


class LeagueState(NamedTuple):
    """A league, and how one of its seasons stands."""

    league: StoredLeague
    setting: LeagueSetting
    seasons: list[StoredSeason]
    state: SeasonState

    @property
    def season(self) -> StoredSeason:
        """The season that is looked at."""
        return self.state.season

    def player(self, person: str | None) -> SeasonPlayer | None:
        """Somebody as a player of the season."""
        for division in self.state.divisions:
            for player in division.players:
                if player.person == person:
                    return player
        return None

    @property
    def players(self) -> list[SeasonPlayer]:
        """All players of the season."""
        return [player for division in self.state.divisions for player in division.players]


def names_in(players: Iterable[SeasonPlayer], named: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Unique names of the players of a season: the first of a name keeps it, and later ones get a
    number, as at a table."""
    taken, found = set[str](), dict[str, str]()
    for player in sorted(players, key=lambda each: (each.joined, each.person)):
        name = settings.unlike(named.get(player.person, (FORMER,))[0], taken)
        taken.add(name.casefold())
        found[player.person] = name
    return found


class Leagues:
    """The leagues of a service."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self.store = service.store
        self.now = now

    # Reading

    async def load(self, id_: str, number: int | None = None) -> LeagueState:
        """A league with its last season, or another one."""
        found = await self.store.query(stored.league, id_)
        seasons = await self.store.query(stored.seasons_of, [id_]) if found else []
        chosen = [each for each in seasons if number in (None, each.number)]
        if found is None or not chosen or decode(found.setting).game not in GAMES:
            raise missing("no_league")
        return await self._state(found, seasons, chosen[-1])

    async def _state(
        self, league: StoredLeague, seasons: list[StoredSeason], season: StoredSeason
    ) -> LeagueState:
        setting = decode(league.setting)
        game = await self.service.known(setting.game, setting.board)
        state = await self.store.query(states.read, season, setting, game.players)
        return LeagueState(league, setting, seasons, state)

    # What people do

    async def create(self, name: str, setting: LeagueSetting, owner: StoredPerson) -> str:
        """A new league, its first season open."""
        name = one_line(name)[:LONGEST_NAME].strip()
        if not name:
            raise wrong("league_name")
        game = await self.service.known(setting.game, setting.board or None)
        if setting.players not in game.players:
            raise wrong("league_players", least=game.players.start, most=game.players.stop - 1)
        if setting.clock == "none" or setting.at_zero == "vote":
            raise wrong("league_clock")
        if len(await self.store.query(stored.owned_by, owner.id)) >= LIMITS.leagues:
            raise conflict("many_leagues", most=int(LIMITS.leagues))
        board = setting.board or game.usual_board(setting.players)
        boxed_game(setting.game, board).complete(setting.players, setting.options)
        id_ = secrets.token_urlsafe(ID_BYTES)
        made = StoredLeague(id_, name, owner.id, encode(replace(setting, board=board)), self.now())
        await self._write(stored.add_league(made))
        return id_

    async def join(self, id_: str, person: str) -> None:
        """Play in the season that is open."""
        found = await self._open(id_)
        if len(found.players) >= LIMITS.league_players:
            raise conflict("league_full", most=int(LIMITS.league_players))
        new = SeasonPlayer(id_, found.season.number, person, self.now())
        await self._write(stored.add_player(new))

    async def leave(self, id_: str, person: str) -> None:
        """Play no more: before the season begins one was never in it, afterwards one gets no more
        tables; those that were begun are played on."""
        found = await self.load(id_)
        player = found.player(person)
        if player is None:
            raise conflict("league_not_in")
        await self._write(self._parting(found, player))

    def _parting(self, found: LeagueState, player: SeasonPlayer) -> Job:
        if found.season.status == OPEN:
            return stored.drop_player(player)
        return stored.withdraw(player) if found.season.status == PLAYING else []

    async def start(self, id_: str, person: str) -> None:
        """Begin the season, and its first round."""
        found = await self._open(id_)
        _must_organise(found, person)
        players = [each.person for each in found.players]
        game = await self.service.known(found.setting.game, found.setting.board)
        if len(players) < game.players.start:
            raise conflict("league_few", least=game.players.start)
        divisions = divide(await self._order(found, players), found.setting.division_size)
        by_person = {each.person: each for each in found.players}
        after = found.season._replace(status=PLAYING, begun=self.now())
        job = stored.set_status(found.season, after)
        for number, division in enumerate(divisions, 1):
            for place, who in enumerate(division, 1):
                job += stored.set_division(by_person[who]._replace(division=number, number=place))
        await self._write(job)
        await self.look()

    async def _order(self, found: LeagueState, players: list[str]) -> list[str]:
        """All players of a season that begins, the strongest first: by the last season's standings
        with those who go up and down, then newcomers; in the first season by their ratings."""
        known: list[str] = []
        played = [each for each in found.seasons if each.status == OVER]
        if played:
            last = (await self._state(found.league, found.seasons, played[-1])).state
            ranked = [[line.person for line in each.standings()] for each in last.divisions]
            known = [each for each in ladder(ranked, found.setting.moves) if each in players]
        else:
            rated = await self.service.ratings.pool(found.setting.game, found.setting.players)
            known = sorted(set(players) & rated.keys(), key=lambda who: -rated[who].rating)
        return known + [each for each in players if each not in known]

    async def next_season(self, id_: str, person: str) -> None:
        """Open another season, for all who have played in the last one to its end."""
        found = await self.load(id_)
        _must_organise(found, person)
        if found.season.status in (OPEN, PLAYING):
            raise conflict("league_not_over")
        number, at = found.season.number + 1, self.now()
        named = await self.store.query(club.named, [each.person for each in found.players])
        job = stored.add_season(id_, number)
        for place, player in enumerate(each for each in found.players if not each.withdrawn):
            if player.person in named:
                job += stored.add_player(SeasonPlayer(id_, number, player.person, at + place))
        await self._write(job)

    async def remove(self, id_: str, person: str, name: str) -> None:
        """As the organiser, let somebody play no more, by her name in the league."""
        found = await self.load(id_)
        _must_organise(found, person)
        named = await self.store.query(club.named, [each.person for each in found.players])
        called = names_in(found.players, named)
        gone = next((each for each in found.players if called[each.person] == name), None)
        if gone is None:
            raise missing("league_nobody", name=name)
        await self._write(self._parting(found, gone))

    async def cancel(self, id_: str, person: str) -> None:
        """As the organiser, let the season end here: no more rounds begin."""
        found = await self.load(id_)
        _must_organise(found, person)
        if found.season.status not in (OPEN, PLAYING):
            raise conflict("league_over")
        after = found.season._replace(status=CANCELLED, ended=self.now())
        await self._write(stored.set_status(found.season, after))

    async def part(self, person: str) -> Job:
        """The job that removes an erased person: she leaves all seasons, and the player who joined
        first becomes the organiser of her leagues."""
        job = Job()
        for player in await self.store.query(stored.joined_by, person):
            league = await self.store.query(stored.league, player.league)
            if league is not None and decode(league.setting).game in GAMES:
                found = await self.load(player.league, player.season)
                job += self._parting(found, player)
        for league in await self.store.query(stored.owned_by, person):
            if decode(league.setting).game not in GAMES:
                # A game that is not installed any more: nobody can play on there.
                job += stored.give_league(league.id, None)
                continue
            found = await self.load(league.id)
            others = sorted(found.players, key=lambda each: (each.joined, each.person))
            heirs = [each.person for each in others if each.person != person and not each.withdrawn]
            job += stored.give_league(league.id, heirs[0] if heirs else None)
        return job

    async def _open(self, id_: str) -> LeagueState:
        found = await self.load(id_)
        if found.season.status != OPEN:
            raise conflict("league_begun")
        return found

    async def _write(self, job: Job) -> None:
        if job:
            await self.service.store_job(job)

    # What happens by itself

    async def watch(self) -> None:
        """Begin rounds and end seasons, for as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.look()
            except CruachanError as error:
                log.warning("leagues: %s", error)

    async def look(self) -> None:
        """Begin all rounds that can begin, and end the seasons that are over."""
        for season in await self.store.query(stored.seasons_played):
            try:
                await self._advance(season)
            except ServerError as error:
                # Another server was faster, or the store cannot be written just now.
                log.info("league %s: %s", season.league, error)
            except Exception:
                # One league that cannot be read must not stop all others.
                log.exception("league %s", season.league)

    async def _advance(self, season: StoredSeason) -> None:
        found = await self.load(season.league, season.number)
        # A schedule of many players takes a while to be found, once.
        await self.service.off_loop(lambda: found.state.over)
        for division in found.state.divisions:
            if division.over or not division.idle:
                continue
            planned = division.planned(division.begun + 1, season)
            if planned is None or planned <= self.now():
                await self._begin_round(found, division)
        if found.state.over:
            after = season._replace(status=OVER, ended=self.now())
            await self._write(stored.set_status(season, after))

    async def _begin_round(self, found: LeagueState, division: Division) -> None:
        """Make the tables of the next round of a division."""
        # Imported here: the service of tables has leagues as one of its parts.
        from cruachan.server.tables.new_tables import SeatedTable

        groups = await self.service.off_loop(division.next_round)
        setting, at, tables, also = found.setting, self.now(), list[SeatedTable](), Job()
        persons = [person for group in groups for person in group]
        held = await self.store.query(stored.first_holders, persons)
        named = await self.store.query(club.named, persons)
        await self.service.ready(setting.game, setting.board)
        for number, group in enumerate(groups, 1):
            table = new_table() if len(group) > 1 else None
            also += stored.add_game(
                SeasonGame(
                    found.league.id,
                    found.season.number,
                    division.number,
                    division.begun + 1,
                    number,
                    table,
                    group,
                    at,
                )
            )
            if table is not None:
                names = [named.get(person, (FORMER,))[0] for person in group]
                keys = {held[who]: frozenset({seat}) for seat, who in enumerate(group)}
                tables.append(SeatedTable(table, await self._setting(setting, names), keys))
        await self.service.maker.begin_together(tables, also)

    async def _setting(self, setting: LeagueSetting, names: list[str]) -> TableSetting:
        """The setting of a table of a round."""
        game = await self.service.known(setting.game, setting.board)
        return TableSetting(
            game=setting.game,
            board=setting.board,
            options=game.complete(len(names), setting.options),
            seats=settings.seated(game, tuple(SeatSetting(PERSON, name) for name in names)),
            public=setting.public,
            clock=setting.clock,
            at_zero=setting.at_zero,
            rated=setting.rated,
            edition=await self.service.editions.next(game),
        )


def _must_organise(found: LeagueState, person: str) -> None:
    if found.league.owner != person:
        raise forbidden("league_owner")
