"""What is asked when a game is over: whose dice were kind. And addresses as QR codes."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from cruachan.bots.luck import luck
from cruachan.engine.game import CHANCE
from cruachan.engine.transcript import parse, replay
from cruachan.games import load_for_transcript
from cruachan.hall.client import Client, Refused
from tests.hall.running import Running

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def anna(hall: Running) -> Client:
    return hall.client()


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


def refused(client: Client, path: str) -> tuple[int, str]:
    with pytest.raises(Refused) as caught:
        client.get(path)
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
    ],
)
def test_only_addresses_become_codes(anna: Client, text: str) -> None:
    with pytest.raises(Refused) as caught:
        anna.post("/qr", {"text": text})
    assert (caught.value.status, caught.value.key) == (422, "no_address")


def test_an_address_has_an_end(anna: Client) -> None:
    assert "<svg" in anna.post("/qr", {"text": "http://a/".ljust(300, "x")})
    with pytest.raises(Refused) as caught:
        anna.post("/qr", {"text": "http://a/".ljust(301, "x")})
    assert caught.value.status == 422
