"""Kits to print over the API: the PDF, kept; and what is refused, in a sentence."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from starlette.requests import Request

from cruachan.games import load_game
from cruachan.printing import KitOptions, KitPart, make_kit
from cruachan.server.api import kits
from cruachan.server.errors import ServerError, missing
from tests.server.running import Running

PATIENCE = 300.0


def asked(server: Running, game: str, **query: str) -> httpx.Response:
    address = f"{server.address}/api/games/{game}/kit"
    return httpx.get(address, params=query, timeout=PATIENCE)


def test_a_kit_is_the_one_that_the_library_makes(server: Running) -> None:
    query = {"part": "board", "lang": "de", "paper": "letter", "board": "north", "grey": "true"}
    answer = asked(server, "cambria", **query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    assert "cambria-letter-de.pdf" in answer.headers["content-disposition"]
    options = KitOptions("de", "letter", grey=True, part=KitPart.BOARD)
    assert answer.content == make_kit(load_game("cambria", "north"), options)


@pytest.mark.parametrize(
    ("game", "query", "status", "told"),
    [
        ("nothing", {}, 404, "nothing"),
        ("cambria", {"board": "atlantis"}, 422, "atlantis"),
        ("cambria", {"board": "/etc/passwd"}, 422, "/etc/passwd"),
        ("cambria", {"paper": "napkin"}, 422, "paper"),
    ],
)
def test_what_cannot_be_printed_is_refused(
    server: Running, game: str, query: dict[str, str], status: int, told: str
) -> None:
    answer = asked(server, game, lang="en", **query)
    assert answer.status_code == status
    assert told in answer.json()["text"]


def test_the_catalogue_says_whether_it_can_print(server: Running) -> None:
    found = httpx.get(f"{server.address}/api/games", timeout=PATIENCE).json()
    assert [game["prints"] for game in found] == [True] * len(found)


def test_a_kit_that_fails_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    # Not for all of Python: it starts a process of its own by that name, and misses it later.
    monkeypatch.setattr(kits, "sys", SimpleNamespace(executable="/bin/false"))
    with pytest.raises(ServerError, match="The kit of Cambria could not be made") as told:
        kits.print_apart("cambria", None, KitOptions("en"))
    assert told.value.status == 503


def test_a_kit_that_takes_too_long_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kits, "PATIENCE", 0.001)
    with pytest.raises(ServerError, match="The kit of Cambria could not be made"):
        kits.print_apart("cambria", None, KitOptions("en"))


def test_a_game_is_loaded_for_its_kit_as_for_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a thread, the first time: that takes seconds, and all others wait for the event loop."""
    asked_for = []

    async def known(game: str, board: str | None) -> None:
        asked_for.append((game, board))
        raise missing("no_game", name=game, games=[])

    monkeypatch.setattr(kits, "can_print", lambda: True)
    state = SimpleNamespace(service=SimpleNamespace(known=known))
    request = Request({"type": "http", "app": SimpleNamespace(state=state), "headers": []})
    with pytest.raises(ServerError):
        asyncio.run(kits.kit(request, "cambria", "north"))
    assert asked_for == [("cambria", "north")]


def test_options_become_those_of_the_command() -> None:
    options = KitOptions("de", "letter", True, True, KitPart.RULES)
    typed = kits.arguments("shent", "sirren", options, Path("k.pdf"))
    assert typed == [
        *("shent", "--paper", "letter", "--part", "rules", "--lang", "de", "--board", "sirren"),
        *("--grey", "--save-ink", "--out", "k.pdf"),
    ]
