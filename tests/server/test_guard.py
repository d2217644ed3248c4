"""How often an address may ask, write and set tables."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from cruachan.engine.errors import CruachanError
from cruachan.server.api.guard import Bucket
from cruachan.server.limits import LIMITS, Limits, set_limits
from tests.server.running import Running

SEATS = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]


def test_a_bucket_is_empty_after_its_burst_and_each_address_has_its_own() -> None:
    bucket = Bucket(1.0)
    taken = [bucket.take("a", 1.0) for _ in range(int(LIMITS.burst) + 2)]
    assert taken == [True] * int(LIMITS.burst) + [False] * 2
    assert bucket.take("b", 1.0)
    assert LIMITS.read < 1.0 < LIMITS.new_table


def test_who_sets_one_table_after_another_is_asked_to_wait(tmp_path: Path) -> None:
    with Running(tmp_path / "data", "--rate", "10") as server:
        wish = {"game": "gallia", "seats": SEATS}
        answers = [httpx.post(f"{server.address}/api/tables", json=wish) for _ in range(9)]
        codes = [answer.status_code for answer in answers]
        assert codes[:2] == [201, 201]
        refused = answers[codes.index(429)]
        assert refused.json()["error"] == "too_often"


def test_limits_are_set_when_the_server_is_opened(tmp_path: Path) -> None:
    with Running(tmp_path / "data", "--limit", "largest=1", "--limit", "lines=0") as server:
        large = httpx.post(f"{server.address}/api/keys", content=b"x" * 2000)
        assert large.json()["error"] == "too_large"
        line = httpx.get(f"{server.address}/api/tables/none/events")
        assert line.json()["error"] == "too_many_lines"


@pytest.mark.parametrize("wish", ["lines", "lines=", "lines=-1", "lines=inf", "lines=nan", "x=1"])
def test_what_is_no_limit_is_refused(wish: str) -> None:
    with pytest.raises(CruachanError, match="new_table"):
        set_limits([wish])
    assert Limits() == LIMITS


def test_the_page_for_hosts_names_every_limit() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    told = dict(re.findall(r"^\| `(\w+)` \| ([\d.,]+) \|", page, re.MULTILINE))
    usual = {name: f"{value:,g}" for name, value in vars(Limits()).items()}
    assert told == usual
