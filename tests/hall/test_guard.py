"""How often an address may ask, write and set tables."""

from __future__ import annotations

from pathlib import Path

import httpx

from cruachan.hall.guard import BURST, NEW_TABLE, READ, Bucket
from tests.hall.running import Running

SEATS = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]


def test_a_bucket_is_empty_after_its_burst_and_each_address_has_its_own() -> None:
    bucket = Bucket(1.0)
    taken = [bucket.take("a", 1.0) for _ in range(BURST + 2)]
    assert taken == [True] * BURST + [False] * 2
    assert bucket.take("b", 1.0)
    assert READ < 1.0 < NEW_TABLE


def test_who_sets_one_table_after_another_is_asked_to_wait(tmp_path: Path) -> None:
    with Running(tmp_path / "hall", "--rate", "10") as hall:
        wish = {"game": "gallia", "seats": SEATS}
        answers = [httpx.post(f"{hall.address}/api/tables", json=wish) for _ in range(9)]
        codes = [answer.status_code for answer in answers]
        assert codes[:2] == [201, 201]
        refused = answers[codes.index(429)]
        assert refused.json()["error"] == "too_often"
