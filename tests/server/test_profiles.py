"""Profiles: counted once for each game, from transcripts alone, and shown to whom she wishes."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from cruachan import load_match
from cruachan.bench.postgres import Postgres
from cruachan.engine.view import offered
from cruachan.server.api.profiles import _sentences
from cruachan.server.bots.workers import BotFailed
from cruachan.server.club import facts as counting
from cruachan.server.club import results
from cruachan.server.club.facts import GameFacts, SeatFacts, count, decode, encode
from cruachan.server.club.profile import MONTHS, curve, games_of, review
from cruachan.server.store import profiles as stored
from cruachan.server.store.club import ResultSeat, TableResult, add_result
from cruachan.server.store.persons import add_holder
from cruachan.server.store.store import Store
from cruachan.server.store.table_jobs import add_key
from tests.server.browsers import GAME, Browser, person
from tests.server.inside import InProcessServers
from tests.server.running import Running
from tests.server.test_ratings import begun

pytestmark = pytest.mark.usefixtures("browsers")
DAY = 24 * 3_600_000
SPRING, NEXT_YEAR = 1_745_000_000_000, 1_780_000_000_000
SAGA = Path(__file__).parents[1] / "shent" / "golden"


def seat(number: int, place: int, person: str | None = None, bot: str | None = None) -> ResultSeat:
    return ResultSeat(number, place, 0, bot, False, person)


def played(table: str, at: int, place: int, *others: ResultSeat, plies: int = 40) -> TableResult:
    seats = (seat(0, place, "anna"), *(others or (seat(1, 3 - place, "ben"),)))
    return TableResult(table, GAME, len(seats), at, False, plies, seats)


def lucky(luck: float, cost: float) -> GameFacts:
    return (SeatFacts(luck, cost, 10, 8, {"rune": {"galu": 2}}), SeatFacts(-luck, 0.1, 10, 9))


@pytest.fixture
def service(servers: InProcessServers) -> Any:
    return servers.services[0]


def counted(servers: InProcessServers) -> int:
    """Count all games that are wanted; how many."""
    number = 0
    while servers.do(servers.services[0].facts.look()):
        number += 1
    return number


def finished(one: Browser, other: Browser, **wish: object) -> str:
    """A game of two in which a few moves were made before one gave up."""
    table = begun(one, other, **wish)
    for _ in range(4):
        mover = one.get(f"/tables/{table}")["view"]["to_act"][0]
        whose = (one, other)[mover]
        seen = whose.get(f"/tables/{table}", seat=mover)
        move = offered(seen["view"])[0]["move"]
        whose.act(table, "move", seat=mover, answers=seen["asked"], move=move)
    other.act(table, "resign", seat=1)
    return table


def test_a_year_is_told_from_results_and_facts() -> None:
    ended = [
        played("a", SPRING, 1),
        played("b", SPRING + DAY, 1, seat(1, 2, bot="greedy"), plies=99),
        played("c", SPRING + DAY, 2),
        played("d", NEXT_YEAR, 1),
    ]
    facts = {"a": lucky(-0.2, 0.05), "b": lucky(0.3, 0.4), "c": lucky(0.1, 0.2)}
    games = games_of(ended, facts, "anna")
    told = review(games, 2025)
    assert (len(told.games), told.wins, told.days, told.streak) == (3, 2, 2, 2)
    assert sum(told.months) == 3
    assert len(told.months) == MONTHS
    assert told.months[3] == 3, "in April"
    assert told.companions == [("ben", 2)]
    of = {
        name: game.table if game else None
        for name, game in (
            ("luckiest", told.luckiest),
            ("unluckiest", told.unluckiest),
            ("best", told.best),
            ("longest", told.longest),
        )
    }
    assert of == {"luckiest": "b", "unluckiest": "a", "best": "a", "longest": "b"}
    (record,) = told.records
    assert (record.games, record.wins, record.accuracy) == (3, 2, 0.8)
    assert record.luck == pytest.approx(0.2 / 3)
    assert record.liked == {"rune": [("galu", 6)]}
    (english, german) = (" ".join(_sentences(told, {}, lang)) for lang in ("en", "de"))
    day = told.luckiest.when.day if told.luckiest else 0
    assert f"on {day} April" in english
    assert f"am {day}. April" in german
    assert "2025-" not in english + german
    assert [each.luck for each in curve(games)] == pytest.approx([-0.2, 0.05, 0.2 / 3])
    assert review(games, 1999).games == ()
    given_up = (SeatFacts(luck=0.9, cost=0.0), SeatFacts(luck=-0.9, cost=0.0))
    ended.append(played("e", SPRING + DAY, 1))
    again = review(games_of(ended, {**facts, "e": given_up}, "anna"), 2025)
    assert (again.luckiest, again.best) == (told.luckiest, told.best), "nothing was decided there"


def test_a_game_with_several_own_seats_is_nobodys_result() -> None:
    both = TableResult("a", GAME, 2, SPRING, False, 40, (seat(0, 1, "anna"), seat(1, 2, "anna")))
    assert games_of([both], {}, "anna") == []


def test_facts_are_stored_as_they_are() -> None:
    facts = lucky(0.25, 0.125)
    assert decode(encode(facts)) == facts
    assert decode(encode(())) == ()


def test_runes_and_readings_are_counted_for_who_chose_them() -> None:
    """From a stored game: every reading that was told stands in the file, and only those count."""
    path = SAGA / "two.game"
    match = load_match(path)
    facts = count(match, None)
    chosen = [
        (ply.seat, ply.move.args[0])
        for ply in match.history
        if ply.move.verb in ("read", "choose") and "." in ply.move.args[0]
    ]
    assert chosen
    for number, each in enumerate(facts):
        own = [key for who, key in chosen if who == number]
        assert sum(each.liked.get("reading", {}).values()) == len(own)
        assert set(each.liked.get("reading", {})) == set(own)
        assert sum(each.liked.get("rune", {}).values()) == len(own)
        assert each.luck is None


def test_a_profile_counts_each_game_once_in_the_background(
    address: str, servers: InProcessServers, service: Any
) -> None:
    anna, ben = person(address, "Aine"), person(address, "Bran")
    assert anna.get("/me/profile")["games"] == 0
    assert anna.get("/me/profile")["year"] is None
    table = finished(anna, ben)
    first = anna.get("/me/profile")
    assert (first["games"], first["wins"], first["pending"]) == (1, 1, 1)
    assert first["totals"][0]["luck"] is None
    assert anna.get("/me/profile")["pending"] == 1, "asking again wants nothing twice"
    assert counted(servers) == 1
    assert counted(servers) == 0
    told = anna.get("/me/profile")
    (total,), (last,) = told["totals"], told["last"]
    assert told["pending"] == 0
    assert total["luck"] is not None
    assert total["cost"] >= 0
    assert (last["table"], last["place"], last["others"]) == (table, 1, ["Bran"])
    assert len(told["curve"]) == 1
    assert any("Bran" in sentence for sentence in told["year"]["text"])
    assert sum(told["year"]["months"]) == 1
    other = ben.get("/me/profile")
    assert (other["wins"], other["pending"]) == (0, 0), "counted for both at once"
    german = anna.get("/me/profile", lang="de")["year"]["text"]
    assert any("Bran hast du einmal getroffen" in sentence for sentence in german)
    assert anna.get("/me/profile", year=1999)["year"]["games"] == 0


def test_a_server_counts_by_itself(server: Running) -> None:
    """A game that was given up at once, at a server as people start it."""
    anna, ben = person(server.address, "Aine"), person(server.address, "Bran")
    ben.act(begun(anna, ben), "resign", seat=1)
    end = time.monotonic() + 300
    while anna.get("/me/profile")["pending"]:
        assert time.monotonic() < end
        time.sleep(0.2)
    assert anna.get("/me/profile")["totals"][0]["luck"] is not None


def test_others_see_a_profile_only_if_she_shows_it_and_never_whom_she_met(
    address: str, servers: InProcessServers
) -> None:
    anna, ben = person(address, "Ailbhe"), person(address, "Brigit")
    table = finished(anna, ben, rated=True)
    nobody = Browser(address)
    assert anna.get("/me/profile")["shown"] is None
    (line,) = [p for pool in ben.get("/ratings") for p in pool["persons"] if p["name"] == "Ailbhe"]
    assert line["profile"] is None
    shown = anna.post("/me/profile", shown=True)["shown"]
    assert anna.post("/me/profile", shown=True)["shown"] == shown, "the link stays the same"
    (line,) = [p for pool in ben.get("/ratings") for p in pool["persons"] if p["name"] == "Ailbhe"]
    assert line["profile"] == shown
    seen = nobody.get(f"/profiles/{shown}")
    assert (seen["name"], seen["games"], seen["me"]) == ("Ailbhe", 1, False)
    assert seen["ratings"]
    assert seen["last"] == []
    assert seen["year"] is None
    assert "Brigit" not in str(seen)
    assert table not in str(seen)
    assert anna.get(f"/profiles/{shown}")["me"]
    assert anna.get("/me/export")["profile"] == shown
    anna.post("/me/profile", shown=False)
    gone = nobody.http.get(f"/profiles/{shown}")
    assert (gone.status_code, gone.json()["error"]) == (404, "no_profile")
    assert anna.post("/me/profile", shown=True)["shown"] != shown, "an old link stays dead"


def test_an_erased_person_has_no_profile_and_is_nobody_in_others(address: str) -> None:
    anna, ben = person(address, "Aoife"), person(address, "Bres")
    finished(anna, ben)
    shown = anna.post("/me/profile", shown=True)["shown"]
    assert "Aoife" in str(ben.get("/me/profile"))
    anna.post("/me/erase", name="Aoife")
    assert Browser(address).http.get(f"/profiles/{shown}").status_code == 404
    told = ben.get("/me/profile")
    assert told["games"] == 1
    assert "Aoife" not in str(told)


def test_who_is_no_person_has_no_profile(address: str) -> None:
    nobody = Browser(address)
    nobody.post("/device")
    answer = nobody.http.get("/me/profile")
    assert (answer.status_code, answer.json()["error"]) == (401, "no_person")


def test_a_game_whose_table_is_gone_or_whose_process_fails_holds_nobody_up(
    address: str, servers: InProcessServers, service: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted(servers)
    anna, ben = person(address, "Anu"), person(address, "Balor")
    finished(anna, ben)
    assert anna.get("/me/profile")["pending"] == 1
    service.store.put(stored.want_facts(["never-there"], 0)).result()

    async def fails(*_: object) -> None:
        raise BotFailed("killed")

    with monkeypatch.context() as patch:
        patch.setattr(service.workers, "ask", fails)
        assert servers.do(service.facts.look()), "the table that is not there is done with"
        for _ in range(counting.TRIES - 1):
            assert not servers.do(service.facts.look())
        assert servers.do(service.facts.look())
    told = anna.get("/me/profile")
    assert (told["pending"], told["totals"][0]["luck"]) == (0, None)


def test_games_of_bots_alone_leave_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """They would grow for ever and tell nobody anything."""
    bots = TableResult("t", GAME, 2, 1, False, 1, (seat(0, 1, bot="random"), seat(1, 2, bot="x")))
    for result, written in ((bots, False), (played("t", 1, 1), True)):
        monkeypatch.setattr(results, "result_of", lambda _, result=result: result)
        assert bool(results.job_of(None)) is written  # type: ignore[arg-type]


def test_profiles_in_postgresql(postgres: Postgres) -> None:
    """Wanted twice and counted twice, a game is there once; so is the id of a profile."""
    store = Store(postgres.fresh("profiles"))
    try:
        store.put(add_holder(b"a", "anna", True) + add_key("t", 0, b"a")).result()
        store.put(add_result(played("t", 1, 1))).result()
        for data in ("first", "second"):
            store.put(stored.want_facts(["t"], 5)).result()
            with store.reading() as connection:
                assert stored.next_wanted(connection) == "t"
            store.put(stored.add_facts("t", data)).result()
            store.put(stored.show_profile("anna", data)).result()
        with store.reading() as connection:
            assert stored.next_wanted(connection) is None
            assert stored.facts_of(connection, ["t"]) == {"t": "first"}
            assert [each.table for each in stored.last_results(connection, [b"a"])] == ["t"]
            assert stored.shown_ids(connection, ["anna"]) == {"anna": "first"}
            assert stored.shown_person(connection, "first") == "anna"
    finally:
        store.close()
