"""Every text that a request brings has a greatest length, and a legal one costs little."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

from cruachan.engine import glossary
from cruachan.engine.errors import TranscriptError
from cruachan.engine.languages import negotiate
from cruachan.engine.notation import fold
from cruachan.engine.transcript import parse
from cruachan.games import GAMES
from cruachan.server.api.app import make_app
from cruachan.server.api.request_log import Health

NOBODY = cast(Any, SimpleNamespace(slices=None))


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return make_app(NOBODY, NOBODY).openapi()


def texts_in(schema: dict[str, Any], where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """All texts that a schema allows."""
    if schema.get("type") == "string":
        yield where, schema
    for each in (*schema.get("anyOf", ()), *schema.get("prefixItems", ())):
        yield from texts_in(each, where)
    for part in ("items", "additionalProperties", "propertyNames"):
        if isinstance(schema.get(part), dict):
            yield from texts_in(schema[part], f"{where}.{part}")
    for name, each in schema.get("properties", {}).items():
        yield from texts_in(each, f"{where}.{name}")


def bounded(schema: dict[str, Any]) -> bool:
    return bool({"maxLength", "enum", "const"} & set(schema))


def test_every_text_of_a_request_has_a_greatest_length(described: dict[str, Any]) -> None:
    found: list[tuple[str, dict[str, Any]]] = []
    for path, methods in described["paths"].items():
        for operation in methods.values():
            for each in operation.get("parameters", ()):
                found += texts_in(each["schema"], f"{path} {each['name']}")
    sent = {name for name in described["components"]["schemas"] if name.endswith("Command")}
    sent |= {"CommandRequest", "NewTable", "SeatWish", "TableMoment", "SavedGame"}
    sent |= {"WhyRequest", "QrRequest", "EnterRequest"}
    for name in sent:
        found += texts_in(described["components"]["schemas"][name], name)
    assert len(found) > 40
    assert [where for where, schema in found if not bounded(schema)] == []


async def asked(path: str, lang: str) -> httpx.Response:
    transport = httpx.ASGITransport(make_app(NOBODY, NOBODY))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        return await client.get(path, headers={"accept-language": lang})


@pytest.mark.parametrize(("lang", "said"), [("en", "at most 200"), ("de", "höchstens 200")])
def test_a_long_search_is_refused_in_a_sentence(lang: str, said: str) -> None:
    path = "/api/games/shent/rules?find=" + "the%20" * 1000
    answer = asyncio.run(asked(path, lang))
    assert (answer.status_code, answer.json()["error"]) == (422, "too_long")
    assert said in answer.json()["text"]


def test_a_search_folds_the_rules_once(monkeypatch: pytest.MonkeyPatch) -> None:
    package = GAMES["shent"].package
    glossary.search(package, "the hunter")
    folded = []

    def counting(text: str) -> str:
        folded.append(len(text))
        return fold(text)

    monkeypatch.setattr(glossary, "fold", counting)
    query = ("the " * 50).strip()
    assert glossary.search(package, query) == glossary.search(package, "the")
    assert folded == [len(query), 3]


def test_a_language_of_very_many_parts_is_not_looked_up_part_by_part() -> None:
    assert negotiate("a-" * 30_000) == "en"
    assert negotiate("zz," * 30_000 + "de") == "en"
    assert negotiate("zz, de-AT;q=0.5") == "de"


def test_a_letter_that_stands_for_a_sentence_does_not_grow_when_folded() -> None:
    assert len(fold("\ufdfa" * 1000)) <= 4000
    assert fold("ÉÄ\ufb03 Straße") == "eaffi strasse"


@pytest.mark.parametrize("letter", ["x", "\ufdfa"])
def test_a_file_with_a_very_long_line_is_refused_before_anything_else(letter: str) -> None:
    source = "cruachan transcript 1  #0000\n0 a " + letter * 10_001 + "  #0000\n"
    with pytest.raises(TranscriptError, match="more than 10000") as caught:
        parse(source, Path("long.game"), strict=False)
    assert "mehr als 10000" in caught.value.text("de")


def test_health_waits_behind_nobody() -> None:
    """The threads of everything else are all taken."""

    class Well:
        def answers(self) -> bool:
            return True

    async def ask() -> str | None:
        health, free = Health(), threading.Event()
        health.store = Well()
        loop = asyncio.get_running_loop()
        others = [loop.run_in_executor(None, free.wait, 60) for _ in range(80)]
        try:
            return await health.ailment()
        finally:
            free.set()
            await asyncio.gather(*others)

    assert asyncio.run(ask()) is None
