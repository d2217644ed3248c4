"""What is asked of the games themselves: all that a newcomer needs to know, in both languages."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from cruachan.bots import bots_of
from cruachan.engine.texts import DEFAULT_LANG, LANGS, Lang
from cruachan.games import GAMES, load_game
from cruachan.server.client import Client, RefusedError
from tests.server.running import Running

LANG = pytest.mark.parametrize("lang", LANGS)
PATIENCE = 60.0
GAME = pytest.mark.parametrize("name", GAMES)


@pytest.fixture
def anna(server: Running) -> Client:
    return server.client()


def boxed(client: Client, name: str, lang: Lang = DEFAULT_LANG) -> dict[str, Any]:
    client.lang = lang
    return next(game for game in client.get("/games") if game["name"] == name)


def test_the_languages_are_listed_the_default_one_first(anna: Client) -> None:
    listed = anna.get("/languages")
    assert [each["code"] for each in listed] == list(LANGS)
    assert [each["name"] for each in listed][:2] == ["English", "Deutsch"]


def test_a_language_that_is_not_listed_is_refused(server: Running) -> None:
    answer = httpx.get(f"{server.address}/api/games", params={"lang": "zz"}, timeout=PATIENCE)
    assert answer.status_code == 422
    assert all(f"'{lang}'" in answer.json()["text"] for lang in LANGS)


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en;q=0.5, de", "de"),
        ("zz, de;q=0.3, *;q=0.1", "de"),
        ("de;q=0, en;q=0.1", "en"),
        ("den, zz", "en"),
        ("*", "en"),
        ("", "en"),
    ],
)
def test_the_language_a_browser_likes_best_is_spoken(
    server: Running, header: str, lang: Lang
) -> None:
    address = f"{server.address}/api/games/hibernia/chapters"
    negotiated = httpx.get(address, headers={"accept-language": header}, timeout=PATIENCE).json()
    assert negotiated == httpx.get(address, params={"lang": lang}, timeout=PATIENCE).json()


def is_sentence(text: str) -> bool:
    return text[:1].isupper() and text.endswith(".") and "{" not in text


@LANG
@GAME
def test_a_game_says_what_it_is_and_how_it_is_played(anna: Client, name: str, lang: Lang) -> None:
    game = boxed(anna, name, lang)
    assert is_sentence(game["sentence"])
    assert not any(letter.isdecimal() for letter in game["sentence"])
    paragraphs = game["howto"].splitlines()
    assert 2 <= len(paragraphs) <= 8
    assert not any("'" in part[:1] or "„" in part[:1] for part in paragraphs)
    few, many = game["minutes"]
    assert 5 <= few < many <= 180


@LANG
@GAME
def test_boards_options_and_bots_say_what_they_are(anna: Client, name: str, lang: Lang) -> None:
    game, plain = boxed(anna, name, lang), load_game(name)
    assert tuple(each["name"] for each in game["boards"]) == plain.boards
    assert tuple(each["kind"] for each in game["bots"]) == bots_of(plain)
    assert [each["name"] for each in game["options"]] == [each.name for each in plain.options]
    for each in game["boards"]:
        assert each["title"][:1].isupper()
        assert is_sentence(each["sentence"])
    for each in (*game["options"], *game["bots"]):
        assert each["title"][:1].isupper()
        assert is_sentence(each["about"])
    for option in game["options"]:
        values = [choice["value"] for choice in option["choices"]]
        assert option["default"] in values
        assert len({choice["title"] for choice in option["choices"]}) == len(values)
        house = {choice["value"] for choice in option["choices"] if choice["house"]}
        assert option["default"] not in house, "every default is the rulebook"
        assert house == set(next(o for o in plain.options if o.name == option["name"]).house)


def test_master_says_for_how_long_it_thinks(anna: Client) -> None:
    for lang, said in (("en", "for 2 seconds about every move"), ("de", "2 Sekunden nach")):
        bots = {each["kind"]: each["about"] for each in boxed(anna, "gallia", lang)["bots"]}
        assert said in bots["master"]


@GAME
def test_what_is_usual_begins_a_game(anna: Client, name: str) -> None:
    """Whoever chooses nothing gets a table at which she can play."""
    game = boxed(anna, name)
    few, many = game["players"]
    assert few <= game["usual_seats"] <= many
    seats = [{"kind": "me", "name": "Anna"}]
    seats += [{"kind": game["usual_bot"]}] * (game["usual_seats"] - 1)
    table = anna.create(name, seats)["table"]
    anna.act(table, "start")
    usual = [board["name"] for board in game["boards"] if game["usual_seats"] in board["seats"]]
    assert [anna.table(table)["table"]["board"]] == usual


@GAME
def test_every_number_of_players_has_one_usual_board(anna: Client, name: str) -> None:
    game = boxed(anna, name)
    numbers = [seats for board in game["boards"] for seats in board["seats"]]
    few, many = game["players"]
    assert sorted(numbers) == list(range(few, many + 1))


def test_games_differ_in_what_they_can_do(anna: Client) -> None:
    can = {name: boxed(anna, name) for name in GAMES}
    assert can["hibernia"]["players"] == [3, 4]
    assert [name for name in GAMES if can[name]["rolls"]] == ["hibernia", "cambria"]
    analysed = ["hibernia", "cambria", "gallia"]
    assert [name for name in GAMES if can[name]["analysed"]] == analysed
    assert [name for name in GAMES if can[name]["saga"]] == ["shent"]
    assert [name for name in GAMES if can[name]["out_of_turn"]] == ["shent"]
    assert can["shent"]["usual_bot"] == "steady"
    assert can["gallia"]["usual_bot"] == "steady"


@LANG
@GAME
def test_cover_and_wordmark_are_kept_for_good(anna: Client, name: str, lang: Lang) -> None:
    look = boxed(anna, name, lang)["identity"]
    assert look["wordmark"] > 1
    for kind in ("cover", "wordmark"):
        path = f"/games/{name}/{kind}"
        answer = anna.http.get(path, params={"lang": lang, "digest": look["digest"]})
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")
        assert "immutable" in answer.headers["cache-control"]
        other = anna.http.get(path, params={"lang": lang, "digest": "other"})
        assert other.headers["cache-control"] == "no-cache"


def test_both_languages_are_answered(anna: Client) -> None:
    assert "track" in boxed(anna, "hibernia", "en")["sentence"]
    assert "Leiste" in boxed(anna, "hibernia", "de")["sentence"]


@LANG
@GAME
def test_every_rule_stands_in_a_chapter_that_has_a_title(
    anna: Client, name: str, lang: Lang
) -> None:
    anna.lang = lang
    chapters = anna.get(f"/games/{name}/chapters")
    assert all(chapters.values())
    numbers = [rule.split(".")[0] for rule in anna.get(f"/games/{name}/rules")]
    assert list(dict.fromkeys(numbers)) == list(chapters)


@pytest.mark.parametrize("path", ["chapters", "rules", "glossary", "board", "still"])
def test_an_unknown_game_is_not_found(anna: Client, path: str) -> None:
    with pytest.raises(RefusedError, match="chess") as refused:
        anna.get(f"/games/chess/{path}")
    assert refused.value.status == 404


@pytest.mark.parametrize("picture", ["board", "still"])
def test_a_picture_is_sent_once(server: Running, picture: str) -> None:
    """The board changes only with its language; who has the picture is told so."""
    with httpx.Client(base_url=server.address) as http:
        path = f"/api/games/gallia/{picture}"
        first = http.get(path, params={"lang": "en"})
        known = {"if-none-match": first.headers["etag"]}
        assert http.get(path, params={"lang": "en"}, headers=known).status_code == 304
        assert http.get(path, params={"lang": "de"}, headers=known).status_code == 200


@pytest.mark.parametrize("picture", ["board", "still"])
def test_a_picture_with_its_digest_is_kept_for_good(server: Running, picture: str) -> None:
    with httpx.Client(base_url=server.address) as http:
        games = http.get("/api/games", params={"lang": "de"}).json()
        boards = next(game["boards"] for game in games if game["name"] == "cambria")
        asked = {"lang": "de", "board": boards[1]["name"]}
        path = f"/api/games/cambria/{picture}"
        known = http.get(path, params=asked | {"digest": boards[1]["digest"]})
        assert "immutable" in known.headers["cache-control"]
        assert known.headers["content-encoding"] == "gzip"
        for other in ({}, {"digest": boards[0]["digest"]}):
            answer = http.get(path, params=asked | other)
            assert answer.headers["cache-control"] == "no-cache"
            assert answer.text == known.text


@pytest.mark.parametrize("path", ["games", "languages", "games/gallia/rules"])
def test_what_never_changes_is_sent_once(server: Running, path: str) -> None:
    with httpx.Client(base_url=server.address) as http:
        first = http.get(f"/api/{path}")
        known = {"if-none-match": first.headers["etag"]}
        again = http.get(f"/api/{path}", headers=known)
        assert (again.status_code, again.content) == (304, b"")


# Rules and words


@pytest.mark.parametrize(
    ("name", "find", "lang", "found"),
    [
        ("gallia", "G9.5", "en", "G9.5"),
        ("gallia", "9.5", "en", "G9.5"),
        ("hibernia", "purple", "en", "H3.4"),
        ("shent", "hunter", "en", "S7.2"),
        ("cambria", "Dummy", "de", "C9.1"),
    ],
)
def test_rules_are_found_by_numbers_and_words(
    anna: Client, name: str, find: str, lang: Lang, found: str
) -> None:
    anna.lang = lang
    rules = anna.get(f"/games/{name}/rules", find=find)
    assert found in rules
    assert len(rules) < len(anna.get(f"/games/{name}/rules"))


def test_what_nobody_wrote_is_not_found(anna: Client) -> None:
    assert anna.get("/games/gallia/rules", find="helicopter") == {}
    for path in ("rules", "glossary"):
        with pytest.raises(RefusedError, match="no game"):
            anna.get(f"/games/chess/{path}")


@LANG
@GAME
def test_a_glossary_explains_words_that_stand_in_texts(anna: Client, name: str, lang: Lang) -> None:
    """Each has a name of its own, and nearly all of them stand in the rules or in the how-to."""
    anna.lang = lang
    entries = anna.get(f"/games/{name}/glossary")
    assert len(entries) >= 8
    names = [called for entry in entries for called in entry["names"]]
    assert len(set(names)) == len(names)
    assert all(called == called.strip() != "" for called in names)
    for entry in entries:
        assert is_sentence(entry["text"]), entry
    texts = boxed(anna, name, lang)["howto"]
    texts += " ".join(anna.get(f"/games/{name}/rules").values())
    met = [entry for entry in entries if any(called in texts for called in entry["names"])]
    assert len(met) >= 0.9 * len(entries), [entry["key"] for entry in entries if entry not in met]
