"""Ratings: from rated tables alone, written once with the last event, and computed again alike."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cruachan.bench.postgres import Postgres
from cruachan.server.club.ratings import PersonStrength, Ratings, bot_ratings, plays_like, rate
from cruachan.server.club.recount import recount
from cruachan.server.club.results import _handed_over
from cruachan.server.store import club as stored
from cruachan.server.store.club import ResultSeat, TableResult
from cruachan.server.store.jobs import Job
from cruachan.server.store.persons import add_holder
from cruachan.server.store.store import Store
from cruachan.server.store.table_jobs import ADD_ROW, add_key
from cruachan.server.tables.events.social import ClockRanOut, SeatGivenToBot, SeatReclaimed
from tests.server.browsers import FREE, GAME, ME, Browser, person
from tests.server.inside import InProcessServers

pytestmark = pytest.mark.usefixtures("browsers")


def begun(one: Browser, other: Browser, **wish: object) -> str:
    """A game of two persons that has begun."""
    table = one.table(ME, FREE, **{"clock": "3+12", **wish})
    other.act(table, "sit", name="Ben", word="b")
    one.act(table, "word", seat=0, word="a")
    one.act(table, "start")
    return table


def played(table: str, at: int, *seats: ResultSeat, rated: bool = True) -> TableResult:
    return TableResult(table, GAME, len(seats), at, rated, 40, seats)


def seat(number: int, place: int, person: str | None = None, bot: str | None = None) -> ResultSeat:
    return ResultSeat(number, place, 0, bot, False, person)


def test_the_winner_gains_what_the_loser_loses(address: str) -> None:
    anna, ben = person(address, "Anna"), person(address, "Ben")
    table = begun(anna, ben, rated=True)
    told = ben.get(f"/tables/{table}")["table"]
    assert told["rated"]
    assert not told["hints"]
    assert anna.get("/me/ratings") == ben.get("/me/ratings") == [], "not before the game is over"
    ben.act(table, "resign", seat=1)
    (won,), (lost,) = anna.get("/me/ratings"), ben.get("/me/ratings")
    assert (won["game"], won["players"], won["games"], won["wins"]) == (GAME, 2, 1, 1)
    assert won["rating"] - 1500 == 1500 - lost["rating"] > 0
    assert won["provisional"]
    assert won["place"] is None
    assert won["low"] < won["rating"] < won["high"]
    (pool,) = [each for each in anna.get("/ratings") if each["game"] == GAME]
    named = {each["name"]: each["me"] for each in pool["persons"] if each["games"] == 1}
    assert named == {"Anna": True, "Ben": False}
    (kept,) = anna.get("/me/export")["results"]
    assert (kept["table"], kept["rated"], kept["places"]) == (table, True, [1])
    anna.act(table, "chat", seat=0, text="well played")
    assert anna.get("/me/ratings") == [won], "what comes after the end counts nothing"


def test_other_tables_count_nothing(address: str) -> None:
    anna, ben = person(address, "Anna"), person(address, "Ben")
    table = begun(anna, ben)
    ben.act(table, "resign", seat=1)
    assert anna.get("/me/ratings") == []
    assert not anna.get(f"/tables/{table}")["table"]["rated"]


def test_a_rated_table_is_for_persons_once_each_and_without_help(address: str) -> None:
    anna, nobody = person(address, "Anna"), Browser(address)
    nobody.post("/device")
    wish = {"game": GAME, "seats": [ME, FREE], "rated": True, "clock": "3+12"}
    assert nobody.refused("/tables", **wish) == "rated_person"
    assert anna.refused("/tables", **{**wish, "seats": [ME, ME]}) == "rated_once"
    bots = [{"kind": "greedy"}, {"kind": "greedy"}]
    assert anna.refused("/tables", **{**wish, "seats": bots}) == "rated_nobody"
    assert anna.refused("/tables", **wish, hints=True) == "rated_fair"
    assert anna.refused("/tables", **{**wish, "clock": "none"}) == "rated_clock"
    assert anna.refused("/tables", **wish, at_zero="vote") == "rated_clock"
    table = anna.table(ME, FREE, rated=True, clock="3+12")
    for who, error in ((nobody, "rated_person"), (anna, "rated_once")):
        act = {"id": "x" * 9 + error[-3:], "act": {"kind": "sit", "name": "X"}}
        assert who.refused(f"/tables/{table}/acts", **act) == error
    assert [each["rated"] for each in anna.get("/tables/mine")] == [True]


def test_a_rated_game_against_bots_cannot_be_tried_out(address: str) -> None:
    anna = person(address, "Anna")
    alone = {"game": GAME, "seats": [ME, {"kind": "greedy"}], "rated": True}
    for stalls in ({"clock": "none"}, {"clock": "3+12", "at_zero": "vote"}):
        assert anna.refused("/tables", **alone, **stalls) == "rated_clock", "nobody else votes"
    table = anna.table(ME, {"kind": "greedy"}, rated=True)
    told = anna.get(f"/tables/{table}")["table"]
    assert (told["clock"], told["at_zero"]) == ("3+12", "bot")
    anna.act(table, "start")
    for number, (act, error) in enumerate(
        (
            ({"kind": "ask_undo", "seat": 0}, "rated_undo"),
            ({"kind": "close"}, "rated_close"),
        )
    ):
        body = {"id": f"tried-{number}-x", "act": act}
        assert anna.refused(f"/tables/{table}/acts", **body) == error
    assert anna.refused(f"/tables/{table}/hint", seat=0) == "rated_hints"
    from_here = {"table": table, "ply": 0}
    wish = {"game": GAME, "seats": [ME, {"kind": "greedy"}], "from": from_here}
    assert anna.refused("/tables", **wish) == "rated_from"
    anna.act(table, "resign", seat=0)
    (own,) = anna.get("/me/ratings")
    assert own["rating"] < 1500
    assert own["like"] in bot_ratings(GAME, 2)


def test_the_host_cannot_remove_a_rival_from_a_rated_game(address: str) -> None:
    anna, ben = person(address, "Anna"), person(address, "Ben")
    table = begun(anna, ben, rated=True)
    body = {"id": "removed-1", "act": {"kind": "remove", "seat": 1}}
    assert anna.refused(f"/tables/{table}/acts", **body) == "rated_remove"


def test_who_leaves_a_game_to_a_bot_counts_as_last(address: str, servers: InProcessServers) -> None:
    anna, ben = person(address, "Anna"), person(address, "Ben")
    table = begun(anna, ben, rated=True)
    anna.act(table, "to_bot", seat=0)
    ben.act(table, "resign", seat=1)
    with servers.services[0].store.reading() as connection:
        found = stored.result(connection, table)
    assert found is not None
    assert [(each.place, each.forfeit) for each in found.seats] == [(1, True), (2, False)]
    (own,) = anna.get("/me/ratings")
    assert own["rating"] < 1500


def test_who_lets_a_bot_play_for_a_while_of_her_own_will_counts_as_last(
    address: str, servers: InProcessServers
) -> None:
    """Taken back at once, she has had the bot decide what she wanted it to."""
    anna, ben = person(address, "Anna"), person(address, "Ben")
    table = begun(anna, ben, rated=True)
    anna.act(table, "to_bot", seat=0)
    anna.act(table, "back", seat=0)
    ben.act(table, "resign", seat=1)
    with servers.services[0].store.reading() as connection:
        found = stored.result(connection, table)
    assert found is not None
    assert [(each.place, each.forfeit) for each in found.seats] == [(1, True), (2, False)]


def test_a_bot_that_came_because_time_ran_out_makes_no_loss_by_itself() -> None:
    bodies = [ClockRanOut(0), SeatGivenToBot(0, "greedy"), SeatGivenToBot(1, "greedy", True)]
    bodies += [SeatGivenToBot(2, "greedy"), ClockRanOut(3), SeatGivenToBot(3, "greedy")]
    bodies += [SeatReclaimed(3), SeatGivenToBot(3, "greedy")]
    table = SimpleNamespace(events=[SimpleNamespace(body=body) for body in bodies])
    assert _handed_over(cast(Any, table)) == {2, 3}


def test_seats_follow_persons_and_erased_ones_are_not_listed(address: str) -> None:
    """Anna's rating is the same on her phone; erased, she is on no list, and Ben keeps his."""
    anna, ben, phone = person(address, "Anya"), person(address, "Benno"), Browser(address)
    table = begun(anna, ben, rated=True)
    phone.post("/login", link=anna.link())
    phone.act(table, "resign", seat=0)
    assert phone.get("/me/ratings") == anna.get("/me/ratings")
    before = ben.get("/me/ratings")
    assert "Anya" in str(ben.get("/ratings"))
    anna.post("/me/erase", name="Anya")
    assert "Anya" not in str(ben.get("/ratings"))
    assert ben.get("/me/ratings") == before


def test_ratings_are_the_same_whoever_computes_them_and_however_often(
    address: str, servers: InProcessServers
) -> None:
    store = servers.services[0].store
    known = servers.do(servers.services[0].ratings.pool(GAME, 2))
    assert known
    assert servers.do(Ratings(store).pool(GAME, 2)) == known
    assert all(each.same for each in recount(store))
    assert servers.do(Ratings(store).pool(GAME, 2)) == known


def test_a_lost_or_wrong_result_is_computed_again(address: str, servers: InProcessServers) -> None:
    store = servers.services[0].store
    anna, ben = person(address, "Anna"), person(address, "Ben")
    lost, wrong = begun(anna, ben, rated=True), begun(anna, ben, rated=True)
    for table in (lost, wrong):
        ben.act(table, "resign", seat=1)
    with store.reading() as connection:
        before = [stored.result(connection, table) for table in (lost, wrong)]
    assert before[1] is not None
    worse = before[1]._replace(seats=tuple(each._replace(place=7) for each in before[1].seats))
    with store.reading() as connection:
        held = stored.kept_holders(connection, wrong)
    store.put(stored.drop_result(lost) + stored.replace_result(worse, held)).result()
    assert {each.table for each in recount(store) if not each.same} == {lost, wrong}
    with store.reading() as connection:
        assert [stored.result(connection, table) for table in (lost, wrong)] == before


def test_a_game_that_ended_earlier_and_was_stored_later_counts_in_its_place(tmp_path: Path) -> None:
    """Several servers share a store: the order of the ends decides, not that of the commits."""
    games = [played(f"t{n}", n, seat(0, 1 + n % 3), seat(1, 2)) for n in range(6)]
    held: dict[int, bytes | None] = {0: b"a", 1: b"b"}
    store = Store(tmp_path)
    try:
        store.put(add_holder(b"a", "anna", True) + add_holder(b"b", "ben", True)).result()
        ratings, told = Ratings(store), dict[str, PersonStrength]()
        for number in (0, 3, 1, 2, 5, 4):
            store.put(stored.replace_result(games[number], held)).result()
            told = ratings._pool(GAME, 2)
        assert told == Ratings(store)._pool(GAME, 2)
        assert told["anna"].games == told["ben"].games == 6
        assert told["anna"].at == 5
    finally:
        store.close()


def test_one_pool_is_computed_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a start all ratings are computed anew: whoever asks must not take all readers."""
    now = most = 0

    def computed(self: Ratings, game: str, players: int) -> dict[str, PersonStrength]:
        nonlocal now, most
        now += 1
        most = max(most, now)
        time.sleep(0.1)
        now -= 1
        return {}

    monkeypatch.setattr(Ratings, "_pool", computed)

    async def asked() -> None:
        store = Store(tmp_path)
        ratings = Ratings(store)
        await asyncio.gather(*(ratings.pool("gallia", 2) for _ in range(4)))
        await asyncio.to_thread(store.close)

    asyncio.run(asked())
    assert most == 1


def test_bots_are_yardsticks() -> None:
    """Beating a bot of 2000 points teaches more than beating one of 1000, and who wins half of her
    games against one bot plays like it."""
    bots = bot_ratings(GAME, 2)
    weak, strong = min(bots, key=lambda b: bots[b]), max(bots, key=lambda b: bots[b])
    gains = {}
    for bot in (weak, strong):
        known: dict[str, PersonStrength] = {}
        rate(known, [played("t", 1, seat(0, 1, "anna"), seat(1, 2, bot=bot))])
        gains[bot] = known["anna"].rating
    assert gains[strong] > gains[weak] > 1500
    for bot in ("learner", "steady", "strong"):
        known = {}
        rate(
            known,
            [
                played(f"t{n}", n, seat(0, 1 + n % 2, "anna"), seat(1, 2 - n % 2, bot=bot))
                for n in range(80)
            ],
        )
        assert not known["anna"].provisional
        assert plays_like(known["anna"].rating, GAME, 2) == bot


def test_nobody_known_and_bots_without_a_rating_count_nothing() -> None:
    known: dict[str, PersonStrength] = {}
    rate(known, [played("t", 1, seat(0, 1, "anna"), seat(1, 2))])
    rate(known, [played("u", 2, seat(0, 1, "anna"), seat(1, 2, bot="of-mine"))])
    assert known == {}


@pytest.mark.parametrize("players", [3, 4])
def test_many_at_a_table(players: int) -> None:
    """All places count: the second of several loses less than the last."""
    known: dict[str, PersonStrength] = {}
    seats = [seat(n, n + 1, f"p{n}") for n in range(players)]
    rate(known, [played("t", 1, *seats)])
    rated = [known[f"p{n}"].rating for n in range(players)]
    assert rated == sorted(rated, reverse=True)
    assert sum(rated) == pytest.approx(1500 * players)


def test_every_rated_bot_is_one_of_the_game() -> None:
    from cruachan.bots import bots_of
    from cruachan.games import GAMES, load_game

    for name, described in GAMES.items():
        for players, ratings in (described.bots.ratings if described.bots else {}).items():
            assert players in range(1, 9)
            assert ratings["steady"] == 1500
            assert set(ratings) <= set(bots_of(load_game(name)))


def test_the_result_is_written_with_the_last_event(
    address: str, servers: InProcessServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One transaction has both: a server that is killed has stored both or neither."""
    anna, ben = person(address, "Anna"), person(address, "Ben")
    table = begun(anna, ben, rated=True)
    store, jobs = servers.services[0].store, list[list[object]]()
    put = store.put

    def spy(job: Job) -> Future[None]:
        jobs.append([statement for statement, _ in job])
        return put(job)

    monkeypatch.setattr(store, "put", spy)
    ben.act(table, "resign", seat=1)
    (last,) = [job for job in jobs if ADD_ROW in job]
    assert last.count(stored.ADD_RESULT) == 1
    assert last.count(stored.ADD_RESULT_SEAT) == 2


def test_a_result_that_cannot_be_stored_takes_the_last_event_with_it(
    address: str, servers: InProcessServers
) -> None:
    """The database refuses the result: the game is not over, and ends once it can be stored."""
    anna, ben = person(address, "Anna"), person(address, "Ben")
    table, store = begun(anna, ben, rated=True), servers.services[0].store
    blocking = played(table, 1, seat(0, 1), seat(1, 2))
    store.put(stored.replace_result(blocking, {})).result()
    act = {"id": "refused-1", "act": {"kind": "resign", "seat": 1}}
    assert ben.refused(f"/tables/{table}/acts", **act) == "unstored"
    assert ben.get(f"/tables/{table}")["table"]["status"] == "playing"
    store.put(stored.drop_result(table)).result()
    ben.post(f"/tables/{table}/acts", **act)
    assert anna.get("/me/ratings")[0]["games"] == 1


def test_results_in_postgresql(postgres: Postgres) -> None:
    store = Store(postgres.fresh("results"))
    try:
        store.put(add_holder(b"a", "anna", True) + add_key("t", 0, b"a")).result()
        result = played("t", 1, seat(0, 1), seat(1, 2, bot="steady"))
        store.put(stored.add_result(result)).result()
        with store.reading() as connection:
            (found,) = stored.rated_after(connection, GAME, 2, (-1, ""))
            assert [each.person for each in found.seats] == ["anna", None]
            assert stored.results_of(connection, [b"a"]) == [found]
            assert stored.pools(connection) == stored.pools_of(connection, [b"a"]) == [(GAME, 2)]
    finally:
        store.close()
