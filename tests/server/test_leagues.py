"""Leagues: pairings, standings, and whole seasons whose tables are made by themselves."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from cruachan.bench.postgres import Postgres
from cruachan.server.errors import ServerError
from cruachan.server.leagues import pairing
from cruachan.server.leagues.calendar import Entry, calendar
from cruachan.server.leagues.leagues import Leagues
from cruachan.server.leagues.standings import Finished, divide, ladder, standings, table_points
from cruachan.server.store import leagues as stored
from cruachan.server.store.leagues import PLAYING, SeasonPlayer, StoredLeague, StoredSeason
from cruachan.server.store.store import Store
from tests.server.browsers import GAME, Browser, person
from tests.server.inside import InProcessServers

pytestmark = pytest.mark.usefixtures("browsers")

TWO, FEW = range(2, 3), range(3, 5)
"""Gallia Cisalpina's numbers of players, and Hibernia's."""


# Pairings


@pytest.mark.parametrize(
    ("count", "players", "allowed", "expected"),
    [
        (6, 2, TWO, [2, 2, 2]),
        (5, 2, TWO, [2, 2, 1]),
        (8, 4, FEW, [4, 4]),
        (7, 4, FEW, [4, 3]),
        (9, 4, FEW, [3, 3, 3]),
        (5, 4, FEW, [4, 1]),
        (5, 3, range(2, 7), [3, 2]),
        (2, 3, FEW, [1, 1]),
        (1, 2, TWO, [1]),
    ],
)
def test_tables_are_as_full_as_can_be(
    count: int, players: int, allowed: range, expected: list[int]
) -> None:
    assert pairing.sizes(count, players, allowed) == expected


@pytest.mark.parametrize("count", range(2, 13))
def test_in_a_round_robin_of_two_everybody_meets_everybody_once(count: int) -> None:
    rounds = pairing.round_robin(count, 2, TWO)
    met = Counter(tuple(sorted(group)) for round_ in rounds for group in round_ if len(group) == 2)
    assert met == Counter(combinations(range(count), 2))
    byes = Counter(group[0] for round_ in rounds for group in round_ if len(group) == 1)
    assert byes == (Counter(range(count)) if count % 2 else Counter())
    for round_ in rounds:
        assert sorted(who for group in round_ for who in group) == list(range(count))


@pytest.mark.parametrize(("count", "players"), [(4, 4), (5, 4), (7, 4), (9, 3), (12, 4)])
def test_in_a_round_robin_of_more_everybody_meets_everybody(count: int, players: int) -> None:
    rounds = pairing.round_robin(count, players, FEW)
    met = Counter(
        pair for round_ in rounds for group in round_ for pair in combinations(sorted(group), 2)
    )
    assert set(met) == set(combinations(range(count), 2))
    assert rounds == pairing.round_robin(count, players, FEW), "every server finds the same"


def test_a_schedule_is_searched_for_once() -> None:
    """It takes a third of a second for 24 players, and every look at a league needs it."""
    assert pairing.round_robin(9, 3, FEW) is pairing.round_robin(9, 3, range(3, 5))


def test_swiss_pairs_equals_and_nobody_twice() -> None:
    """Sixteen of known strength, five rounds: no pair twice, the leaders meet, the best wins."""
    met, points = pairing.no_one_met(), [0.0] * 16
    for _ in range(5):
        round_ = pairing.swiss(points, range(16), 2, TWO, met)
        for one, other in round_:
            assert abs(points[one] - points[other]) <= 1
            points[min(one, other)] += 1
        met.add(round_)
    assert max(met.pairs.values()) == 1
    assert points[0] == 5
    assert points.count(5) == 1


def test_a_bye_in_swiss_goes_to_the_last_and_never_twice() -> None:
    met, points = pairing.no_one_met(), [3.0, 2.0, 2.0, 1.0, 0.0]
    first = pairing.swiss(points, range(5), 2, TWO, met)
    assert [group for group in first if len(group) == 1] == [(4,)]
    met.add(first)
    assert (4,) not in pairing.swiss(points, range(5), 2, TWO, met)


def test_everybody_sits_where_she_sat_least() -> None:
    had = Counter({(0, 0): 2, (1, 1): 1, (2, 2): 1})
    assert pairing.seated((0, 1, 2), lambda who, seat: had[who, seat]) == (1, 2, 0)


# Standings


def test_points_of_a_table() -> None:
    assert table_points([1, 2]) == [1, 0]
    assert table_points([1, 1]) == [0.5, 0.5]
    assert table_points([2, 1, 4, 3]) == pytest.approx([2 / 3, 1, 0, 1 / 3])
    assert table_points([1]) == [1], "a bye"


def test_tie_breaks() -> None:
    """Of equals in points whoever won against the better one is first; none parts Emer and Finn."""
    games = [
        Finished(("Anna", "Ben"), (1, 2)),
        Finished(("Ben", "Cleo"), (1, 2)),
        Finished(("Dara", "Cleo"), (1, 1)),
        Finished(("Dara", "Anna"), (1, 1)),
        Finished(("Dara",), (1,)),
    ]
    lines = standings(["Anna", "Ben", "Cleo", "Dara", "Emer", "Finn"], games)
    told = [(line.person, line.place, line.points, line.played) for line in lines]
    assert told == [
        ("Dara", 1, 2, 2),
        ("Anna", 2, 1.5, 2),
        ("Ben", 3, 1, 2),
        ("Cleo", 4, 0.5, 2),
        ("Emer", 5, 0, 0),
        ("Finn", 5, 0, 0),
    ]
    equal = [
        Finished(("A", "B"), (1, 2)),
        Finished(("C", "A"), (1, 2)),
        Finished(("B", "D"), (1, 2)),
    ]
    assert [line.person for line in standings("ABCD", equal)] == ["A", "C", "B", "D"]


def test_promotion_and_relegation() -> None:
    first = divide([f"p{n}" for n in range(8)], 4)
    assert first == [["p0", "p1", "p2", "p3"], ["p4", "p5", "p6", "p7"]]
    assert divide(ladder(first, 1), 4) == [["p0", "p1", "p2", "p4"], ["p3", "p5", "p6", "p7"]]
    assert divide(ladder(first, 2), 4) == [["p0", "p1", "p4", "p5"], ["p2", "p3", "p6", "p7"]]
    assert ladder(first[:1], 2) == first[0], "from one division nobody goes anywhere"
    assert [len(each) for each in divide(list("abcdefg"), 3)] == [3, 2, 2]


def test_a_calendar_file_is_folded_and_escaped() -> None:
    entry = Entry("1@x", 0, 86_400_000, "Née; ä, b\n" + "ö" * 60, "\\", "http://x/leagues/1")
    text = calendar("Club", [entry], 0)
    lines = text.split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]
    assert max(len(line.encode()) for line in lines) <= 75
    whole = text.replace("\r\n ", "")
    assert "SUMMARY:Née\\; ä\\, b\\n" + "ö" * 60 + "\r\n" in whole
    assert "DTSTART:19700101T000000Z\r\nDTEND:19700102T000000Z" in whole
    assert "DESCRIPTION:\\\\\r\n" in whole


# Whole seasons


def league(owner: Browser, **wish: Any) -> str:
    wish = {"name": "Club", "game": GAME, "players": 2, **wish}
    return str(owner.post("/leagues", **wish)["league"])


def act(who: Browser, id_: str, kind: str, **values: Any) -> Any:
    return who.post(f"/leagues/{id_}/acts", kind=kind, **values)


def club(address: str, *names: str) -> list[Browser]:
    return [person(address, name) for name in names]


def finish_round(browsers: dict[str, Browser], told: Any, order: str) -> None:
    """At all tables that are played, whoever stands later in the order resigns."""
    for division in told["divisions"]:
        for round_ in division["rounds"]:
            for game in round_["games"]:
                if not game["over"]:
                    names = [seat["name"] for seat in game["seats"]]
                    loser = max(names, key=order.index)
                    browsers[loser].act(game["table"], "resign", seat=names.index(loser))


def test_two_seasons_with_divisions_from_the_first_round_to_promotion(
    address: str, servers: InProcessServers
) -> None:
    names = ["A", "B", "C", "D", "E", "F"]
    people = dict(zip(names, club(address, *names), strict=True))
    anna, own = people["A"], servers.services[0].leagues
    id_ = league(anna, division=3, moves=1)
    for name in names:
        act(people[name], id_, "join")
    told = anna.get(f"/leagues/{id_}")
    assert (told["status"], told["persons"], told["mine"], told["joined"]) == (
        "open",
        6,
        True,
        True,
    )
    assert people["B"].refused(f"/leagues/{id_}/acts", kind="start") == "league_owner"
    assert not anna.mine()
    told = act(anna, id_, "start")
    assert [len(each["standings"]) for each in told["divisions"]] == [3, 3]
    made = [game["table"] for each in told["divisions"] for game in each["rounds"][0]["games"]]
    begun = anna.get(f"/tables/{made[0]}")["table"]
    assert (begun["status"], begun["rated"], begun["clock"]) == ("playing", True, "3+12")
    order = "".join(names)
    for _ in range(3):
        servers.do(own.look())
        finish_round(people, anna.get(f"/leagues/{id_}"), order)
    servers.do(own.look())
    told = anna.get(f"/leagues/{id_}")
    assert told["status"] == "over"
    ranked = [[line["name"] for line in each["standings"]] for each in told["divisions"]]
    assert ranked == [["A", "B", "C"], ["D", "E", "F"]]
    assert [line["points"] for line in told["divisions"][0]["standings"]] == [3, 2, 1]
    assert [line["way"] for line in told["divisions"][0]["standings"]] == ["", "", "down"]
    assert [line["way"] for line in told["divisions"][1]["standings"]] == ["up", "", ""]
    assert len(anna.mine()) == 2, "two games and a round off"
    seats = Counter[tuple[str, int]]()
    for division in told["divisions"]:
        for round_ in division["rounds"]:
            for game in round_["games"]:
                if not game["bye"]:
                    seats.update((each["name"], at) for at, each in enumerate(game["seats"]))
    assert set(seats.values()) == {1}, "everybody has had each seat once"
    act(anna, id_, "next")
    act(people["B"], id_, "leave")
    late = person(address, "G")
    act(late, id_, "join")
    told = act(anna, id_, "start")
    ranked = [sorted(line["name"] for line in each["standings"]) for each in told["divisions"]]
    assert ranked == [["A", "C", "D"], ["E", "F", "G"]]
    assert told["seasons"] == [1, 2]
    assert anna.get(f"/leagues/{id_}", season=1)["status"] == "over"
    listed = [each for each in late.get("/leagues") if each["league"] == id_]
    assert [(each["season"], each["status"], each["persons"]) for each in listed] == [
        (2, "playing", 6)
    ]


def test_a_swiss_tournament_of_five_with_byes(address: str, servers: InProcessServers) -> None:
    names = ["A", "B", "C", "D", "E"]
    people = dict(zip(names, club(address, *names), strict=True))
    anna, own = people["A"], servers.services[0].leagues
    id_ = league(anna, pairing="swiss", rounds=3)
    for name in names:
        act(people[name], id_, "join")
    act(anna, id_, "start")
    for _ in range(3):
        servers.do(own.look())
        finish_round(people, anna.get(f"/leagues/{id_}"), "ABCDE")
    servers.do(own.look())
    told = anna.get(f"/leagues/{id_}")
    assert told["status"] == "over"
    (division,) = told["divisions"]
    assert [len(each["games"]) for each in division["rounds"]] == [3, 3, 3]
    byes = [
        game["seats"][0]["name"]
        for each in division["rounds"]
        for game in each["games"]
        if game["bye"]
    ]
    assert len(set(byes)) == 3, "nobody has two"
    assert division["standings"][0]["name"] == "A"
    assert division["standings"][0]["points"] == 3


def test_rounds_wait_for_their_day_and_stand_in_the_calendar(
    address: str, servers: InProcessServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = dict(zip("ABC", club(address, "A", "B", "C"), strict=True))
    anna, own = people["A"], servers.services[0].leagues
    id_ = league(anna, name="Tuesdays, at eight", days=7)
    for each in people.values():
        act(each, id_, "join")
    act(anna, id_, "start")
    finish_round(people, anna.get(f"/leagues/{id_}"), "ABC")
    servers.do(own.look())
    rounds = anna.get(f"/leagues/{id_}")["divisions"][0]["rounds"]
    assert [each["begun"] for each in rounds] == [True, False, False]
    file = anna.http.get(f"/leagues/{id_}/calendar.ics", params={"lang": "en"})
    assert file.headers["content-type"].startswith("text/calendar")
    assert file.text.count("BEGIN:VEVENT") == 3
    assert "SUMMARY:Tuesdays\\, at eight: round 2" in file.text
    now = own.now
    monkeypatch.setattr(own, "now", lambda: now() + 7 * 86_400_000)
    servers.do(own.look())
    rounds = anna.get(f"/leagues/{id_}")["divisions"][0]["rounds"]
    assert [each["begun"] for each in rounds] == [True, True, False]


def test_who_left_the_game_to_a_bot_came_last(address: str, servers: InProcessServers) -> None:
    people = dict(zip("AB", club(address, "A", "B"), strict=True))
    anna, ben = people.values()
    id_ = league(anna)
    for each in people.values():
        act(each, id_, "join")
    (game,) = act(anna, id_, "start")["divisions"][0]["rounds"][0]["games"]
    names = [seat["name"] for seat in game["seats"]]
    anna.act(game["table"], "to_bot", seat=names.index("A"))
    ben.act(game["table"], "resign", seat=names.index("B"))
    servers.do(servers.services[0].leagues.look())
    told = anna.get(f"/leagues/{id_}")
    assert [line["name"] for line in told["divisions"][0]["standings"]] == ["B", "A"]
    assert told["status"] == "over"


def test_who_withdraws_gets_no_more_tables(address: str, servers: InProcessServers) -> None:
    names = "ABCD"
    people = dict(zip(names, club(address, *names), strict=True))
    anna, own = people["A"], servers.services[0].leagues
    id_ = league(anna)
    for each in people.values():
        act(each, id_, "join")
    act(anna, id_, "start")
    act(people["D"], id_, "leave")
    finish_round(people, anna.get(f"/leagues/{id_}"), names)
    for _ in range(2):
        servers.do(own.look())
        finish_round(people, anna.get(f"/leagues/{id_}"), names)
    servers.do(own.look())
    told = anna.get(f"/leagues/{id_}")
    assert told["status"] == "over"
    assert len(people["D"].mine()) == 1
    lines = {line["name"]: line for line in told["divisions"][0]["standings"]}
    assert (lines["D"]["withdrawn"], lines["D"]["played"]) == (True, 1)
    assert lines["A"]["points"] == 3


def test_what_is_refused(address: str) -> None:
    anna, ben = club(address, "Anna", "Ben")
    nobody = Browser(address)
    wish = {"name": "Club", "game": GAME, "players": 2}
    assert nobody.refused("/leagues", **wish) == "no_person"
    assert anna.refused("/leagues", **{**wish, "players": 3}) == "league_players"
    assert anna.refused("/leagues", **{**wish, "name": "  "}) == "league_name"
    assert anna.refused("/leagues", **wish, clock="none") == "league_clock"
    assert anna.refused("/leagues", **wish, at_zero="vote") == "league_clock"
    assert anna.refused("/leagues", **{**wish, "game": "chess"}) == "no_game"
    assert anna.refused("/leagues/none/acts", kind="join") == "no_league"
    assert nobody.http.get("/leagues/none").status_code == 404
    whole = "Winter league of the inn at the sign of the golden hart, 2026"[:60]
    assert anna.get(f"/leagues/{league(anna, name=whole)}")["name"] == whole
    id_ = league(anna)
    path = f"/leagues/{id_}/acts"
    assert ben.refused(path, kind="leave") == "league_not_in"
    assert anna.refused(path, kind="start") == "league_few"
    assert anna.refused(path, kind="next") == "league_not_over"
    assert anna.refused(path, kind="remove", name="Ben") == "league_nobody"
    act(ben, id_, "join")
    act(ben, id_, "join")
    assert act(anna, id_, "join")["persons"] == 2, "whoever joins twice is in once"
    act(anna, id_, "start")
    assert ben.refused(path, kind="join") == "league_begun"
    act(anna, id_, "cancel")
    assert anna.refused(path, kind="cancel") == "league_over"
    assert anna.get(f"/leagues/{id_}")["status"] == "cancelled"


def test_the_organiser_removes_somebody(address: str) -> None:
    anna, ben = club(address, "Anna", "Benedict")
    id_ = league(anna)
    act(ben, id_, "join")
    assert act(anna, id_, "remove", name="Benedict")["persons"] == 0


def test_of_two_with_the_same_name_the_organiser_removes_one(address: str) -> None:
    anna, ben, impostor = club(address, "Anna", "Ben", "Cleo")
    id_ = league(anna)
    for each in (ben, impostor):
        act(each, id_, "join")
    impostor.post("/me", name="Ben", colour="red", device="laptop")
    lines = anna.get(f"/leagues/{id_}")["divisions"][0]["standings"]
    assert sorted(line["name"] for line in lines) == ["Ben", "Ben 2"]
    act(anna, id_, "remove", name="Ben 2")
    assert ben.get(f"/leagues/{id_}")["joined"]
    assert not impostor.get(f"/leagues/{id_}")["joined"]


def test_an_erased_organiser_and_player(address: str, servers: InProcessServers) -> None:
    """She becomes a former player, gets no more tables, and whoever joined first organises."""
    anna, ben, cleo = club(address, "Annika", "Ben", "Cleo")
    id_ = league(anna)
    for each in (anna, ben, cleo):
        act(each, id_, "join")
    act(anna, id_, "start")
    (kept,) = anna.get("/me/export")["leagues"]
    assert (kept["league"], kept["season"]) == (id_, 1)
    anna.post("/me/erase", name="Annika")
    told = ben.get(f"/leagues/{id_}")
    assert "Annika" not in str(told)
    assert (told["mine"], told["organiser"]) == (True, "Ben")
    gone = [line for line in told["divisions"][0]["standings"] if line["name"] == "A former player"]
    assert gone[0]["withdrawn"]


def test_who_may_look_on(address: str) -> None:
    """The tables of a league that is not public are shown to those who sit there."""
    people = dict(zip("AB", club(address, "A", "B"), strict=True))
    anna, other = people["A"], person(address, "C")
    id_ = league(anna, public=False)
    for each in people.values():
        act(each, id_, "join")
    act(anna, id_, "start")

    def table(who: Browser) -> Any:
        return who.get(f"/leagues/{id_}")["divisions"][0]["rounds"][0]["games"][0]["table"]

    assert table(anna) == anna.mine()[0]
    assert table(other) is None
    assert table(Browser(address)) is None


def test_a_round_is_made_once_however_many_look(address: str, servers: InProcessServers) -> None:
    """Two servers of one store look at the same moment: the tables are there once."""
    people = club(address, "A", "B", "C", "D")
    id_ = league(people[0])
    for each in people:
        act(each, id_, "join")
    service = servers.services[0]
    found = servers.do(service.leagues.load(id_))
    job = stored.set_status(found.season, found.season._replace(status=PLAYING, begun=1))
    for number, player in enumerate(found.players, 1):
        job += stored.set_division(player._replace(division=1, number=number))
    service.store.put(job).result()

    async def both() -> None:
        await asyncio.gather(Leagues(service).look(), Leagues(service).look())

    servers.do(both())
    assert [len(each.mine()) for each in people] == [1, 1, 1, 1]
    with pytest.raises(ServerError):
        servers.do(service.store_job(job))


def test_leagues_in_postgresql(postgres: Postgres) -> None:
    store = Store(postgres.fresh("leagues"))
    try:
        league_ = StoredLeague("l", "Club", "anna", "{}", 1)
        player = SeasonPlayer("l", 1, "anna", 2)
        store.put(stored.add_league(league_) + stored.add_player(player)).result()
        store.put(stored.add_player(player)).result()
        open_ = StoredSeason("l", 1, "open")
        store.put(stored.set_status(open_, open_._replace(status=PLAYING, begun=3))).result()
        placed = player._replace(division=1, number=1)
        game = stored.SeasonGame("l", 1, 1, 1, 1, None, ("anna",), 4)
        store.put(stored.set_division(placed) + stored.add_game(game)).result()
        with store.reading() as connection:
            assert stored.league(connection, "l") == league_
            assert stored.seasons_played(connection) == [StoredSeason("l", 1, PLAYING, 3)]
            assert stored.players(connection, "l", 1) == [placed]
            assert stored.games(connection, "l", 1) == [game]
            assert stored.counts(connection, ["l"]) == {("l", 1): 1}
    finally:
        store.close()


def test_a_season_is_moved_with_the_store(tmp_path: Path) -> None:
    from cruachan.server.store.league_schema import OF_LEAGUES
    from cruachan.server.store.migrate import MOVED

    assert set(OF_LEAGUES) <= set(MOVED)
