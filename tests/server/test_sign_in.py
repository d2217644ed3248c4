"""Signing in without another device: the recovery phrase on an empty machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cruachan.server.persons import phrases
from tests.server.browsers import FREE, ME, Browser, person
from tests.server.inside import InProcessServers


@pytest.fixture(scope="module")
def servers() -> Iterator[InProcessServers]:
    with InProcessServers(1) as opened:
        yield opened


pytestmark = pytest.mark.usefixtures("browsers")


def test_recovery_on_an_empty_machine(address: str) -> None:
    anna, empty = person(address, "Anna"), Browser(address)
    table = anna.table(ME, FREE)
    assert anna.get("/me")["recovery"] is None
    old = anna.post("/me/recovery")["phrase"]
    phrase = anna.post("/me/recovery")["phrase"]
    assert len(phrase.split()) == phrases.LENGTH
    assert anna.get("/me")["recovery"] is not None
    assert empty.refused("/login/recovery", phrase=old) == "no_phrase", "only the newest counts"
    typed = f"  {phrase.upper().replace(' ', ', ')} "
    assert empty.post("/login/recovery", phrase=typed, device="new")["person"]["name"] == "Anna"
    assert empty.mine() == [table]
    empty.post("/me/sign-out", everywhere=True)
    assert anna.mine() == [], "the lost device is signed out"
    again = Browser(address)
    again.post("/login/recovery", phrase=phrase)
    assert again.mine() == [table], "and the printed phrase stays good"


def test_a_wrong_phrase_is_told_where(address: str) -> None:
    somebody = Browser(address)
    phrase = phrases.new_phrase()
    assert somebody.refused("/login/recovery", phrase=phrase) == "no_phrase"
    short = somebody.http.post("/login/recovery", json={"phrase": phrase.rpartition(" ")[0]})
    assert short.json()["error"] == "short_phrase"
    wrong = somebody.http.post("/login/recovery", json={"phrase": f"correct {phrase}"})
    assert "correct" in wrong.json()["text"]
    anna = person(address, "Anna")
    words = anna.post("/me/recovery")["phrase"].split()
    other = next(word for word in phrases.WORDS if word != words[-1])
    assert somebody.refused("/login/recovery", phrase=" ".join([*words[:-1], other])) == "no_phrase"


def test_of_a_phrase_only_a_slow_hash_is_stored(address: str, servers: InProcessServers) -> None:
    anna = person(address, "Anna")
    phrase = anna.post("/me/recovery")["phrase"]
    name = servers.services[0].store.name
    stored = b"".join(path.read_bytes() for path in Path(name).parent.glob("hall.sqlite*"))
    assert phrases.lookup_of(phrase).encode() in stored
    assert phrase.encode() not in stored
    assert " ".join(phrase.split()[3:]).encode() not in stored
    assert phrases._hash(phrase, b"one") != phrases._hash(phrase, b"two")


def test_words_are_told_apart() -> None:
    assert len(set(phrases.WORDS)) == 64 * 63
    assert all(len(word) == 4 and word.isascii() for word in phrases.WORDS)


def test_there_are_no_passkeys_for_a_page_that_is_not_secure(address: str) -> None:
    anna = person(address, "Anna")
    assert not anna.get("/me")["secure"], "a number has no passkeys"
    assert anna.refused("/me/passkeys/options") == "not_secure"
    assert anna.refused("/login/passkey/options") == "not_secure"
    named = Browser(address.replace("127.0.0.1", "localhost"))
    named.post("/me", name="Ben", colour="red")
    assert named.get("/me")["secure"]
    options = named.post("/me/passkeys/options")["options"]
    assert options["rp"]["id"] == "localhost"
    assert named.refused("/me/passkeys", credential={"response": 1}) == "bad_passkey"
    assert named.refused("/login/passkey", credential={"rawId": "AAAA"}) == "bad_passkey"
