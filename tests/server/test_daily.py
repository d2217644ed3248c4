"""The daily game: the same for everybody, one try each, and nobody sees tomorrow's dice."""

from __future__ import annotations

import re
import threading
from datetime import date, timedelta
from typing import Any

import pytest

from cruachan.challenges.daily import (
    FIRST,
    PERSON,
    DailyGame,
    daily_game,
    daily_games,
    next_at,
    streak,
)
from cruachan.challenges.sharing import DailyResult, opponents, share_text
from cruachan.engine.chance import commitment
from cruachan.games import GAMES
from cruachan.printing.card import ShareCard
from cruachan.server.api import challenges as endpoints
from cruachan.server.api import share
from cruachan.server.challenges import daily as at_server
from cruachan.server.store import club as stored
from cruachan.server.store.club import ResultSeat, TableResult
from tests.server.browsers import Browser, person
from tests.server.inside import InProcessServers

pytestmark = pytest.mark.usefixtures("browsers")
WEEK = timedelta(days=7)


def on(day: date, patch: pytest.MonkeyPatch) -> None:
    """Let it be a day at the servers of this process."""
    for module in (endpoints, at_server):
        patch.setattr(module, "today", lambda: day)


def day_of(game: str, after: date = FIRST) -> date:
    """A day on which a game is played."""
    return next(
        day
        for day in (after + timedelta(days=n) for n in range(30))
        if daily_game(day).game == game
    )


@pytest.fixture
def gallia(monkeypatch: pytest.MonkeyPatch) -> DailyGame:
    """A day on which two play, who can resign; every test has another one."""
    gallia.day = day_of("gallia", gallia.day + timedelta(days=1))  # type: ignore[attr-defined]
    on(gallia.day, monkeypatch)  # type: ignore[attr-defined]
    return daily_game(gallia.day)  # type: ignore[attr-defined]


gallia.day = FIRST  # type: ignore[attr-defined]


def refused(browser: Browser, table: str, kind: str, **values: Any) -> str:
    return browser.refused(
        f"/tables/{table}/acts", id=f"{kind}-{table}"[:30], act={"kind": kind, **values}
    )


# --- What is played -----------------------------------------------------------------------


def test_everything_follows_from_the_day() -> None:
    days = [FIRST + timedelta(days=n) for n in range(60)]
    plans = [daily_game(day) for day in days]
    assert plans == [daily_game(day) for day in days]
    assert [plan.number for plan in plans] == list(range(1, 61))
    assert {plan.game for plan in plans} == set(daily_games())
    assert len({plan.seat for plan in plans}) > 1
    assert len({plan.seed() for plan in plans}) == 60
    for plan in plans:
        assert plan.kinds.count(PERSON) == 1
        assert len(plan.kinds) in GAMES[plan.game].daily
        assert plan.players("Anna")[plan.seat].name == "Anna"
        assert len({each.name for each in plan.players("Anna")}) == len(plan.kinds)


def test_opponents_get_stronger_during_the_week() -> None:
    monday = next(day for day in (FIRST + timedelta(days=n) for n in range(7)) if not day.weekday())
    levels = [daily_game(monday + timedelta(days=n)).level for n in range(7)]
    assert levels == ["learner", "learner", "steady", "steady", "strong", "strong", "expert"]


def test_a_secret_makes_other_dice_of_every_day() -> None:
    plan = daily_game(FIRST)
    seeds = {
        plan.seed(),
        plan.seed("club"),
        plan.seed("Club"),
        daily_game(FIRST + WEEK).seed("club"),
    }
    assert len(seeds) == 4


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ([], (0, 0)),
        ([0], (1, 1)),
        ([-1], (1, 1)),
        ([-2], (0, 1)),
        ([-3, -2, -1, 0], (4, 4)),
        ([-9, -8, -7, -1, 0], (2, 3)),
    ],
)
def test_a_streak_is_days_in_a_row_up_to_today(days: list[int], expected: tuple[int, int]) -> None:
    now = FIRST + 5 * WEEK
    found = streak([(now + timedelta(days=n), n % 2 == 0) for n in days], now)
    assert (found.now, found.best) == expected
    assert (found.played, found.won) == (len(days), sum(n % 2 == 0 for n in days))


def test_the_text_to_share() -> None:
    plan = daily_game(day_of("hibernia"))
    seats = len(plan.kinds)
    places = [1 if seat == plan.seat else 2 for seat in range(seats)]
    scores = [40 if seat == plan.seat else 20 for seat in range(seats)]
    said = share_text(plan, DailyResult(places, scores), 5, "en", "http://x/t/1").split("\n")
    assert said[0] == f"Cruachan, daily game {plan.number} · Hibernia · {plan.day}"
    assert said[1] == f"🥇 Place 1 of {seats} against {opponents(plan, 'en')}"
    assert said[2:] == [
        "🟩" * 8 + " 40",
        *["🟦" * 4 + " 20"] * (seats - 1),
        "🔥 5 days in a row",
        "http://x/t/1",
    ]
    two = daily_game(day_of("gallia"))
    lost = [2 if seat == two.seat else 1 for seat in range(2)]
    sad = share_text(two, DailyResult(lost, [0, 0]), 1, "de")
    assert sad.endswith(f"🥈 Verloren gegen {opponents(two, 'de')}")
    assert "🤝" in share_text(two, DailyResult([1, 1], [0, 0]), 1, "de")


# --- At a server --------------------------------------------------------------------------


def test_everybody_has_the_same_game_and_one_try(address: str, gallia: DailyGame) -> None:
    anna, ben = person(address, "Anna"), Browser(address)
    told = anna.get("/daily")
    assert (told["status"], told["table"], told["share"]) == ("open", None, "")
    assert (told["game"], told["seat"], told["world"]) == ("gallia", gallia.seat, True)
    assert told["next"] == next_at(gallia.day)
    assert [each["day"] for each in told["week"]][:2] == [
        gallia.day.isoformat(),
        (gallia.day + timedelta(days=1)).isoformat(),
    ]
    first, second = anna.post("/daily", name="Anna"), ben.post("/daily")
    assert first["table"] != second["table"]
    assert first["promise"] == second["promise"] == commitment(gallia.seed())
    assert first["seats"] == [-1, gallia.seat]
    table = anna.get(f"/tables/{first['table']}")["table"]
    assert (table["daily"], table["status"], table["hints"]) == (
        gallia.day.isoformat(), "playing", False,
    )  # fmt: skip
    assert [seat["name"] for seat in table["seats"]][gallia.seat] == "Anna"
    assert ben.get(f"/tables/{second['table']}")["table"]["seats"][gallia.seat]["name"] == "Guest"
    again = anna.http.post("/daily", json={"name": "Anna"})
    assert (again.status_code, again.json()["error"]) == (409, "daily_again")
    assert "midnight" in again.json()["text"]
    assert anna.get("/daily")["table"] == first["table"]
    assert anna.get("/daily")["begun"] == 2


def test_a_second_device_has_no_second_try(address: str, gallia: DailyGame) -> None:
    anna = person(address, "Anna")
    anna.post("/daily", name="Anna")
    phone = Browser(address)
    phone.post("/login", link=anna.link(), device="phone")
    assert phone.refused("/daily") == "daily_again"


def test_the_same_request_sent_again_is_the_same_game(address: str, gallia: DailyGame) -> None:
    anna = person(address, "Anna")
    headers = {"idempotency-key": "one-try-only"}
    answers = [anna.http.post("/daily", json={}, headers=headers).json() for _ in range(2)]
    assert answers[0] == answers[1]
    ben, found = person(address, "Ben"), []

    def begin() -> None:
        found.append(ben.http.post("/daily", json={}, headers=headers).json()["table"])

    threads = [threading.Thread(target=begin) for _ in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(set(found)) == 1, "also if it is sent again before it is answered"


def test_of_two_windows_at_once_one_begins(address: str, gallia: DailyGame) -> None:
    anna = person(address, "Anna")
    found: list[int] = []

    def begin() -> None:
        found.append(anna.http.post("/daily", json={}).status_code)

    threads = [threading.Thread(target=begin) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(found) == [201, 409, 409, 409]


def test_nothing_is_tried_out(address: str, gallia: DailyGame) -> None:
    anna = person(address, "Anna")
    table, seat = anna.post("/daily", name="Anna")["table"], gallia.seat
    assert anna.refused(f"/tables/{table}/hint", seat=seat) == "daily_hints"
    assert refused(anna, table, "ask_undo", seat=seat) == "daily_undo"
    assert refused(anna, table, "to_bot", seat=seat) == "daily_bot"
    assert refused(anna, table, "close") == "daily_close"
    seats = [{"kind": "me"}, {"kind": "greedy"}]
    wish = {"game": "gallia", "seats": seats, "from": {"table": table, "ply": 0}}
    assert anna.refused("/tables", **wish) == "daily_from"


def test_a_result_and_a_streak(
    address: str, gallia: DailyGame, monkeypatch: pytest.MonkeyPatch, servers: InProcessServers
) -> None:
    anna = person(address, "Anna")
    for number in range(2):
        plan = daily_game(gallia.day + timedelta(days=number))
        on(plan.day, monkeypatch)
        table = anna.post("/daily", name="Anna")["table"]
        seats = tuple(
            ResultSeat(n, 1 if n == plan.seat else 2, 0, None if kind == PERSON else kind, False)
            for n, kind in enumerate(plan.kinds)
        )
        done = TableResult(table, plan.game, len(seats), number, False, 40, seats)
        servers.services[0].store.put(stored.add_result(done)).result()
    told = anna.get("/daily")
    assert (told["status"], told["place"]) == ("over", 1)
    assert told["streak"] == {"now": 2, "best": 2, "played": 2, "won": 2}
    assert told["share"].endswith("🔥 2 days in a row")
    assert (told["begun"], told["finished"], told["won"]) == (1, 1, 1)
    german = anna.get("/daily", lang="de")["share"]
    assert german.startswith("Cruachan, Tagespartie")
    before = anna.get("/daily", day=gallia.day.isoformat())
    assert (before["status"], before["place"]) == ("over", 1)
    kept = anna.get("/me/export")["daily"]
    assert [each["day"] for each in kept] == [before["day"], told["day"]]
    on(gallia.day + WEEK, monkeypatch)
    assert anna.get("/daily")["streak"]["now"] == 0
    assert (
        anna.get("/daily", day=(gallia.day + timedelta(days=2)).isoformat())["status"] == "missed"
    )


def test_who_resigns_has_finished(address: str, gallia: DailyGame) -> None:
    anna = person(address, "Anna")
    table = anna.post("/daily", name="Anna")["table"]
    anna.act(table, "resign", seat=gallia.seat)
    told = anna.get("/daily")
    assert (told["status"], told["place"]) == ("over", 2)
    assert "Lost" in told["share"]
    rematch = anna.act(table, "rematch", seat=gallia.seat)
    assert rematch
    new = anna.get(f"/tables/{table}")["table"]["rematch"]
    assert anna.get(f"/tables/{new}")["table"].get("daily") is None


def test_a_link_says_how_it_ended(
    address: str, gallia: DailyGame, monkeypatch: pytest.MonkeyPatch, servers: InProcessServers
) -> None:
    """Where it is posted: the title of the daily game and the result, once there is one."""
    monkeypatch.setattr(share, "today", lambda: gallia.day)
    anna = person(address, "Anna")
    table = anna.post("/daily", name="Anna")["table"]

    def tags(path: str, lang: str) -> dict[str, str]:
        path, _, query = path.partition("?")
        headers = [(b"host", b"here"), (b"accept-language", lang.encode())]
        page: Any = {"path": path, "query_string": query.encode(), "headers": headers}
        written = servers.do(share.tags(servers.services[0], page))
        return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', written))

    title = f"Cruachan, daily game {gallia.number} · Gallia Cisalpina · {gallia.day}"
    assert tags("/daily", "en")["title"] == title
    assert "Everybody plays the same game" in tags("/daily", "en")["description"]
    assert "/api/games/gallia/card?" in tags("/daily", "de")["image"]
    assert tags("/daily/more", "en") == {}
    assert tags(f"/t/{table}", "en")["title"].startswith("Gallia Cisalpina: ")
    anna.act(table, "resign", seat=gallia.seat)
    for path in (f"/t/{table}", f"/t/{table}/replay"):
        assert tags(path, "en")["title"] == title
        assert tags(path, "de")["description"] == f"🥈 Verloren gegen {opponents(gallia, 'de')}"
        assert f"/api/tables/{table}/card?" in tags(path, "en")["image"]
    assert "move 2" in tags(f"/t/{table}/replay?ply=2", "en")["description"]


def test_the_picture_to_share_says_how_it_ended(
    address: str, gallia: DailyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In letters alone, for the typeface has no medals; a moment of the game tells no result."""
    shown: list[ShareCard] = []

    def note(card: ShareCard) -> bytes:
        shown.append(card)
        return b"png"

    monkeypatch.setattr(share, "make_card", note)
    anna = person(address, "Anna")
    table = anna.post("/daily", name="Anna")["table"]
    anna.act(table, "resign", seat=gallia.seat)
    for query in ("lang=de", "lang=de&ply=0"):
        assert anna.http.get(f"/tables/{table}/card?{query}").status_code == 200
    ended, moment = (card.lines for card in shown)
    assert ended[0].startswith(f"Cruachan, Tagespartie {gallia.number}")
    assert ended[1] == f"Verloren gegen {opponents(gallia, 'de')}"
    assert [line.partition(":")[0] for line in ended[2:]][1] == "2. Anna"
    assert len(ended) == 4
    assert moment[-1].startswith("Ein Augenblick der Partie")
    assert not any("Verloren" in line for line in moment)


@pytest.mark.parametrize(
    ("day", "said"),
    [("yesterday", "is no date"), ("2999-01-01", "not there yet"), ("2020-01-01", "2026-11-01")],
)
def test_other_days_are_refused_in_words(address: str, day: str, said: str) -> None:
    answer = Browser(address).http.get("/daily", params={"day": day})
    assert answer.status_code == 422
    assert said in answer.json()["text"]


# --- What nobody sees beforehand ----------------------------------------------------------


def test_dice_to_come_are_told_to_nobody(
    address: str, gallia: DailyGame, servers: InProcessServers
) -> None:
    """Whatever the server has for somebody before the game is over says nothing of its seed, of
    tomorrow's, or of the secret; with another secret not one byte of it is other but promises."""
    service = servers.services[0]
    answers = []
    for secret in ("red herring", "blue herring"):
        service.daily_secret = secret
        try:
            anna = person(address, "Anna")
            before = anna.http.get("/daily").text
            table = anna.post("/daily", name="Anna")
            seeds = [daily_game(gallia.day + timedelta(days=n)).seed(secret) for n in range(3)]
            paths = ("/daily", f"/tables/{table['table']}", f"/tables/{table['table']}/transcript")
            seen = before + "".join(anna.http.get(path).text for path in paths)
            for seed in seeds:
                assert seed.hex() not in seen
            for seed in seeds[1:]:
                assert commitment(seed) not in seen
            assert secret not in seen
            assert '"world":false' in before
            answers.append(before)
        finally:
            service.daily_secret = ""
    assert answers[0].replace('"begun":0', '"begun":1') == answers[1]
