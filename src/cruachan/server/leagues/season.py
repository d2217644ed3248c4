"""A season as it stands: computed from who plays, which tables were made, and their results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from sqlalchemy import Connection

from cruachan.server.leagues import pairing
from cruachan.server.leagues.pairing import Group, Met, Round, no_one_met
from cruachan.server.leagues.setting import LeagueSetting
from cruachan.server.leagues.standings import Finished, LeagueLine, standings
from cruachan.server.store import leagues as stored
from cruachan.server.store.leagues import SeasonGame, SeasonPlayer, StoredSeason, TableEnds
from cruachan.server.tables.setting import DAY


class Division:
    """A division of a season."""

    def __init__(
        self,
        number: int,
        setting: LeagueSetting,
        allowed: range,
        players: Sequence[SeasonPlayer],
        games: Sequence[SeasonGame],
        ends: TableEnds,
    ) -> None:
        """`allowed` are the numbers of players that the game is for."""
        self.number, self.setting, self.allowed = number, setting, allowed
        self.players, self.games, self.ends = players, games, ends
        self.persons = [player.person for player in players]

    # What has been

    def round_of(self, number: int) -> list[SeasonGame]:
        """The tables and byes of a round."""
        return [game for game in self.games if game.round == number]

    @property
    def begun(self) -> int:
        """How many rounds have begun."""
        return max((game.round for game in self.games), default=0)

    def settled(self, game: SeasonGame) -> bool:
        """Whether a table's game is over, or will never be; a bye is."""
        return game.table is None or game.table not in self.ends.going

    def places(self, game: SeasonGame) -> tuple[int, ...] | None:
        """The places of the players, last those who left the game to a bot; None without result."""
        if game.table is None:
            return (1,)
        result = self.ends.results.get(game.table)
        if result is None:
            return None
        last = result.players + 1
        return tuple(
            last if seat.forfeit or seat.bot is not None else seat.place for seat in result.seats
        )

    def standings(self) -> list[LeagueLine]:
        """All players, the best first."""
        finished = []
        for game in self.games:
            places = self.places(game)
            if places is not None:
                finished.append(Finished(game.persons, places))
        return standings(self.persons, finished)

    # What comes

    @cached_property
    def schedule(self) -> list[Round]:
        """All rounds of a round robin."""
        return pairing.round_robin(len(self.players), self.setting.players, self.allowed)

    @cached_property
    def rounds(self) -> int:
        """The number of rounds of the season."""
        if self.setting.pairing == "round_robin":
            return len(self.schedule)
        if len(self.players) < self.allowed.start:
            return 0
        return self.setting.rounds or pairing.swiss_rounds(len(self.players), self.setting.players)

    @property
    def idle(self) -> bool:
        """Whether all tables that were made are settled."""
        return all(map(self.settled, self.round_of(self.begun)))

    @property
    def over(self) -> bool:
        """Whether nothing is played any more: all rounds are, or too few are left to play."""
        return self.idle and (self.begun >= self.rounds or len(self._here) < self.allowed.start)

    @property
    def _here(self) -> list[int]:
        return [n for n, player in enumerate(self.players) if not player.withdrawn]

    def planned(self, round_: int, season: StoredSeason) -> int | None:
        """When a round begins, or has begun; None where only the one before decides."""
        begun = self.round_of(round_)
        if begun:
            return begun[0].at
        return season.begun + (round_ - 1) * self.setting.days * DAY if self.setting.days else None

    def next_round(self) -> list[tuple[str, ...]]:
        """The tables of the next round, persons in the order of their seats; byes of one."""
        met, had = self._history()
        if self.setting.pairing == "swiss":
            points = {line.person: line.points for line in self.standings()}
            scores = [points[person] for person in self.persons]
            groups = pairing.swiss(scores, self._here, self.setting.players, self.allowed, met)
        else:
            groups = self._without_withdrawn(self.schedule[self.begun])
        seated = [pairing.seated(group, lambda who, seat: had[who, seat]) for group in groups]
        return [tuple(self.persons[who] for who in group) for group in seated]

    def _without_withdrawn(self, round_: Round) -> Round:
        """A round without those who get no more tables; who is left with too few has a bye."""
        here, found = set(self._here), list[Group]()
        for group in round_:
            left = tuple(who for who in group if who in here)
            if len(left) in self.allowed:
                found.append(left)
            else:
                found += [(who,) for who in left]
        return found

    def _history(self) -> tuple[Met, Counter[tuple[int, int]]]:
        """How often players have met, and how often each has had each seat."""
        met, had = no_one_met(), Counter[tuple[int, int]]()
        number = {person: n for n, person in enumerate(self.persons)}
        for game in self.games:
            group = tuple(number[person] for person in game.persons)
            met.add([group])
            if len(group) > 1:
                had.update((who, seat) for seat, who in enumerate(group))
        return met, had


class SeasonState:
    """A season with its divisions."""

    def __init__(self, season: StoredSeason, divisions: list[Division]) -> None:
        self.season, self.divisions = season, divisions

    @property
    def over(self) -> bool:
        """Whether all divisions are."""
        return all(division.over for division in self.divisions)


def read(
    connection: Connection, season: StoredSeason, setting: LeagueSetting, allowed: range
) -> SeasonState:
    """A season as it stands in the store."""
    players = stored.players(connection, season.league, season.number)
    games = stored.games(connection, season.league, season.number)
    ends = stored.ends(connection, [game.table for game in games if game.table is not None])
    numbers = sorted({player.division for player in players})
    return SeasonState(
        season,
        [
            Division(
                number,
                setting,
                allowed,
                [player for player in players if player.division == number],
                [game for game in games if game.division == number],
                ends,
            )
            for number in numbers
        ],
    )
