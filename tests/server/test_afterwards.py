"""What is asked when a game is over: whose dice were kind, and the story. And QR codes."""

from __future__ import annotations

import asyncio
import base64
import json
from hashlib import sha256
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

import pytest

from cruachan.arena.account import account
from cruachan.arena.analysis import Analyst
from cruachan.bots.luck import luck
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.narration import allows_text, with_text
from cruachan.engine.transcript import parse, replay
from cruachan.games import load_for_transcript, load_game
from cruachan.server.api import responses
from cruachan.server.bots.workers import BotFailed, Workers
from cruachan.server.client import Client, RefusedError
from cruachan.server.errors import ServerError
from cruachan.server.tables import analysis
from tests.server.running import Running
from tests.server.test_description import holds

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def anna(server: Running) -> Client:
    return server.client()


def played_out(anna: Client, game: str, seats: int, bot: str, **wishes: object) -> str:
    """A table at which bots have played to the end, Anna's for her."""
    sitting = [{"kind": "me", "name": "Anna"}, *[{"kind": bot}] * (seats - 1)]
    table = str(anna.create(game, sitting, bot_pace=0, **wishes)["table"])
    anna.act(table, "start")
    anna.act(table, "to_bot", seat=0)
    for said in anna.listen(table):
        if said["table"]["status"] == "over":
            return table
    raise AssertionError


def refused(client: Client, path: str, **query: str) -> tuple[int, str]:
    with pytest.raises(RefusedError) as caught:
        client.get(path, **query)
    assert caught.value.text("en")
    return caught.value.status, caught.value.key


# Luck


def test_the_dice_are_judged_once_the_game_is_over(anna: Client) -> None:
    """In numbers, as the bots' own reckoning has it, and in a sentence in either language."""
    table = played_out(anna, "cambria", 3, "greedy")
    found = anna.get(f"/tables/{table}/luck")
    text = anna.get(f"/tables/{table}/transcript")
    match = replay(parse(text, Path("table"), strict=False), load_for_transcript)
    due = luck(match)
    assert [(one["seat"], one["rolls"]) for one in found] == [(one.seat, one.rolls) for one in due]
    assert [one["worth"] for one in found] == [round(one.worth, 2) for one in due]
    assert sum(one["rolls"] for one in found) <= sum(ply.seat == CHANCE for ply in match.history)
    for one in found:
        assert one["unit"] == "points"
        assert one["text"].startswith(f"The dice gave {match.names[one['seat']]} ")
        assert one["text"].endswith(f" in {one['rolls']} rolls.")
        assert ("more" in one["text"]) == (one["worth"] > 0) or "neither" in one["text"]
    anna.lang = "de"
    told = anna.get(f"/tables/{table}/luck")
    assert told[0]["text"].startswith("Die Würfel gaben Anna ")
    assert told[0]["unit"] == "Punkte"


def test_nobodys_luck_is_told_before_the_end(anna: Client) -> None:
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]
    table = anna.create("cambria", seats)["table"]
    assert refused(anna, f"/tables/{table}/luck") == (409, "not_over")
    anna.act(table, "start")
    assert refused(anna, f"/tables/{table}/luck") == (409, "not_over")


def test_where_nobody_rolls_there_is_no_luck(anna: Client) -> None:
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]
    table = anna.create("gallia", seats)["table"]
    anna.act(table, "start")
    anna.act(table, "resign", seat=1)
    assert anna.get(f"/tables/{table}/luck") == []


# The analysis


def test_a_game_that_is_over_is_analysed_bit_by_bit(anna: Client) -> None:
    """As the library does it at once; and what was found is kept for whoever asks again."""
    table = played_out(anna, "cambria", 2, "greedy")
    steps = []
    while not (found := anna.get(f"/tables/{table}/analysis"))["done"]:
        holds(analysis.Analysis, found)
        steps.append(found["judged"])
        assert found["curve"] or found["judged"] < 20
    assert steps == sorted(steps)
    holds(analysis.Analysis, found)
    text = anna.get(f"/tables/{table}/transcript")
    match = replay(parse(text, Path("table"), strict=False), load_for_transcript)
    plies = Analyst(match, found["playouts"]).plies()
    due = account(match, [each for _, each in plies if each is not None], found["playouts"], "en")
    due = json.loads(json.dumps(due))
    assert found["curve"] == due["curve"]
    assert found["rolls"] == due["rolls"]
    assert found["seats"] == due["seats"]
    said = {"when": "", "text": ""}
    assert found["costly"][0] | said == due["costly"][0] | said
    assert found["costly"][0]["better"]["label"] in found["costly"][0]["text"]
    assert [each["ply"] for each in found["wins"]] == [each["ply"] for each in due["wins"]]
    assert found["wins"][-1] | said == due["wins"][-1] | said
    assert found["wins"][-1]["best"]["label"] in found["wins"][-1]["text"]
    anna.lang = "de"
    german = anna.get(f"/tables/{table}/analysis")
    assert german["done"]
    assert german["curve"] == found["curve"]
    assert "Schritt " in german["costly"][0]["when"]


def test_nothing_is_analysed_before_the_end_or_where_nobody_can(anna: Client) -> None:
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]
    table = anna.create("gallia", seats)["table"]
    assert refused(anna, f"/tables/{table}/analysis") == (409, "not_over")
    anna.act(table, "start")
    assert refused(anna, f"/tables/{table}/analysis") == (409, "not_over")
    anna.act(table, "resign", seat=1)
    assert anna.get(f"/tables/{table}/analysis")["over"]


class Slow:
    """Workers that think until they are told that it is enough."""

    def __init__(self) -> None:
        self.enough = asyncio.Event()
        self.asked = 0

    async def ask(self, task: Any, patience: float) -> Any:
        self.asked += 1
        await self.enough.wait()
        if self.asked > 1:
            raise BotFailed
        return ["judged"], 7


def test_whoever_asks_is_answered_although_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is thought about goes on meanwhile, and is found by whoever asks next."""
    monkeypatch.setattr(analysis, "ANSWERED", 0.01)

    async def asked() -> None:
        workers = Slow()
        game = analysis._AnalysisProgress()
        for _ in range(3):
            await analysis._think(cast(Workers, workers), game)
            assert (game.next, workers.asked) == (0, 1)
        workers.enough.set()
        await analysis._think(cast(Workers, workers), game)
        assert (len(game.judged), game.next, workers.asked) == (1, 7, 1)
        with pytest.raises(ServerError):
            await analysis._think(cast(Workers, workers), game)

    asyncio.run(asked())


# The saga


def test_a_story_is_read_while_it_goes_on_and_kept_when_it_is_over(anna: Client) -> None:
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "purposeful", "name": "Ben"}]
    options = {"limit": "15"}
    table = anna.create("shent", seats, bot_pace=0, options=options)["table"]
    assert refused(anna, f"/tables/{table}/saga") == (409, "not_started")
    anna.act(table, "start")
    begun = anna.get(f"/tables/{table}/saga", seat=0)
    holds(responses.Story, begun)
    assert [each["name"] for each in begun["people"]] == ["Anna", "Ben"]
    assert len(begun["chapters"]) == 1
    running = anna.http.get(f"/tables/{table}/saga", params={"form": "html", "seat": 0})
    assert running.status_code == 200
    assert refused(anna, f"/tables/{table}/saga", form="html", seat="1")[0] == 403
    anna.act(table, "to_bot", seat=0)
    for said in anna.listen(table):
        if said["table"]["status"] == "over":
            break
    whole = anna.get(f"/tables/{table}/saga")
    holds(responses.Story, whole)
    assert len(whole["chapters"]) > 3
    assert all(chapter["title"] and chapter["passages"] for chapter in whole["chapters"])
    anna.lang = "de"
    assert anna.get(f"/tables/{table}/saga")["title"] != whole["title"]
    page = anna.http.get(f"/tables/{table}/saga", params={"form": "html", "lang": "en"})
    assert page.headers["content-type"].startswith("text/html")
    (policy,) = page.headers.get_list("content-security-policy")
    style = page.text.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(sha256(style.encode()).digest()).decode()
    assert policy.startswith(f"default-src 'none'; style-src 'sha256-{digest}';")
    assert " style=" not in page.text
    assert "<script" not in page.text
    assert page.headers["x-content-type-options"] == "nosniff"
    kept = anna.http.get(f"/tables/{table}/saga", params={"form": "epub", "secrets": "false"})
    assert kept.headers["content-type"] == "application/epub+zip"
    assert kept.headers["content-disposition"].endswith('.saga.epub"')
    assert kept.content[30:58] == b"mimetypeapplication/epub+zip"
    text = anna.http.get(f"/tables/{table}/saga", params={"form": "md", "lang": "en"})
    assert text.text.startswith(f"# {whole['title']}")


def test_what_somebody_told_herself_is_hers_in_the_story() -> None:
    game = load_game("shent")
    match = Match(game, [Player("Anna"), Player("Ben")], {"frame": "yes"}, bytes(32))
    words = "Once, the sea was younger"
    while not any(ply.move.words for ply in match.history):
        if CHANCE in match.to_act:
            match.roll()
            continue
        seat = match.to_act[0]
        move = match.legal_moves(seat)[0]
        if allows_text(game, match.state, seat, move):
            move, teller = with_text(game, move, words), seat
        match.play(seat, move)
    assert game.story is not None
    story = game.story.so_far(match, "en", None)
    passages = [each for chapter in story["chapters"] for each in chapter["passages"]]
    assert {"text": f"{words}.", "by": match.names[teller]} in passages
    assert all(words not in each["text"] for each in passages if each["by"] is None)


def test_a_game_that_is_not_told_has_no_saga(anna: Client) -> None:
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]
    table = anna.create("gallia", seats)["table"]
    anna.act(table, "start")
    assert refused(anna, f"/tables/{table}/saga") == (404, "no_saga")


# Codes


def test_an_address_becomes_a_picture_of_squares(anna: Client) -> None:
    drawn = anna.post("/qr", {"text": "http://192.168.1.5:7370/t/ABC#key"})
    root = ElementTree.fromstring(drawn)
    assert root.tag == f"{SVG}svg"
    _, _, width, height = (root.get("viewBox") or "").split()
    assert width == height
    assert "style" not in drawn
    assert anna.post("/qr", {"text": "http://192.168.1.5:7370/t/ABD#key"}) != drawn


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "javascript:alert(1)",
        "ftp://a.b/c",
        "http://",
        "http://a b",
        "http://a/\n",
        "http://ä/",
        "http://[::1",
    ],
)
def test_only_addresses_become_codes(anna: Client, text: str) -> None:
    with pytest.raises(RefusedError) as caught:
        anna.post("/qr", {"text": text})
    assert (caught.value.status, caught.value.key) == (422, "no_address")


def test_an_address_has_an_end(anna: Client) -> None:
    assert "<svg" in anna.post("/qr", {"text": "http://a/".ljust(300, "x")})
    with pytest.raises(RefusedError) as caught:
        anna.post("/qr", {"text": "http://a/".ljust(301, "x")})
    assert caught.value.status == 422
