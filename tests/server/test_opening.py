"""Games that began elsewhere: a saved file is opened, or a moment of another table played on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cruachan.engine.chance import seed_from
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.transcript import Marker, parse, replay, write
from cruachan.engine.verify import check
from cruachan.games import load_for_transcript, load_game
from cruachan.server.client import Client, RefusedError
from cruachan.server.store import doctor
from cruachan.server.store.store import Store
from cruachan.server.tables import imports
from cruachan.server.tables.events import imported_moves
from cruachan.server.tables.events.base import PendingEvent
from cruachan.server.tables.events.seating import GameImported, GameStarted
from cruachan.server.tables.redaction import event_row
from cruachan.server.tables.session import restore
from cruachan.server.tables.setting import SeatSetting, TableSetting
from cruachan.server.tables.table import GameTable
from tests.server.running import Running

GOLDEN = Path(__file__).parents[1]


def begun(game: str, plies: int, *kinds: str) -> Match[Any, Any]:
    """A game that was interrupted at a decision of the first seat."""
    players = [Player(f"P{n}", kind) for n, kind in enumerate(kinds)]
    match = Match(load_game(game), players, seed=seed_from("elsewhere"))
    rng = Random(4)
    while len(match.history) < plies or match.to_act != (0,):
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll()
        else:
            match.play(seat, rng.choice(match.legal_moves(seat)))
    return match


def opened(client: Client, text: str, **more: Any) -> str:
    return str(client.post("/files", {"text": text, **more})["table"])


def refusal(client: Client, path: str, body: dict[str, Any]) -> tuple[int, str, str]:
    with pytest.raises(RefusedError) as caught:
        client.post(path, body)
    return caught.value.status, caught.value.key, caught.value.text("en")


def anything(client: Client, table: str, seat: int, plies: int) -> None:
    """Make the first move offered, until so many plies were played."""
    for _ in range(200):
        found = client.table(table, seat=seat)
        if found["table"]["plies"] >= plies or found["table"]["status"] != "playing":
            return
        if seat in found["view"]["to_act"]:
            move = found["view"]["points"][0]["moves"][0]["move"]
            client.act(table, "move", seat=seat, answers=found["asked"], move=move)
    raise AssertionError("nothing moves")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose store is looked at."""
    with Running(tmp_path_factory.mktemp("opened"), rules="compiled") as running:
        yield running


def assert_sound(server: Running, table: str) -> GameTable:
    """The store replays, and every roll that can be checked fits."""
    store = Store(server.folder)
    try:
        assert all(finding.good for finding in doctor.examine(store))
        stored = store.table(table)
        assert stored is not None
        return restore(store, stored)
    finally:
        store.close()


# Files


@pytest.mark.parametrize(
    "name",
    ["gallia/golden/plain", "cambria/golden/two-players-north", "shent/golden/two"],
)
def test_a_finished_file_is_there_to_be_looked_at(own: Running, name: str) -> None:
    anna = own.client()
    text = (GOLDEN / f"{name}.game").read_text("utf-8")
    table = opened(anna, text)
    found = anna.table(table)
    assert (found["table"]["status"], found["seats"]) == ("over", [-1])
    plies = len(parse(text, Path("x")).plies)
    assert found["table"]["plies"] == found["table"]["opened"] == plies
    assert len([row for row in anna.rows(table) if row["kind"] == "move"]) == plies
    assert anna.get(f"/tables/{table}/transcript") == text
    verified = anna.get(f"/tables/{table}/verify")
    assert (verified["fits"], verified["since"]) == (True, 0)
    assert anna.get(f"/tables/{table}/view", ply=plies // 2)["view"]["result"] is None
    assert write(assert_sound(own, table).match or begun("gallia", 0)) == text


def test_play_goes_on_where_a_file_ends(own: Running) -> None:
    """Whoever opens it has the seats of people; bots play theirs; nothing before is taken back."""
    anna = own.client()
    before = begun("gallia", 40, "person", "random")
    plies = len(before.history)
    table = opened(anna, write(before, secrets=True))
    found = anna.table(table, seat=0)
    assert (found["table"]["status"], found["seats"]) == ("playing", [-1, 0])
    assert found["table"]["promise"] != before.commitment
    assert [seat["kind"] for seat in found["table"]["seats"]] == ["person", "random"]
    assert found["view"] == before.view(0) | {"players": found["view"]["players"]}
    assert found["undo"] is False
    for kind, key in (("undo", "undo"), ("ask_undo", "nothing_back")):
        with pytest.raises(RefusedError) as caught:
            anna.act(table, kind, seat=0)
        assert caught.value.key == key
    anything(anna, table, 0, plies + 12)
    anna.act(table, "ask_undo", seat=0)
    assert anna.table(table)["table"]["plies"] >= plies
    anything(anna, table, 0, plies + 60)
    if anna.table(table)["table"]["status"] == "playing":
        anna.act(table, "resign", seat=0)
    assert_sound(own, table)
    verified = anna.get(f"/tables/{table}/verify")
    assert (verified["fits"], verified["since"]) == (True, plies)
    assert f"from move {plies + 1} on" in verified["text"]
    assert verified["rolls"] > 0
    text = anna.get(f"/tables/{table}/transcript")
    assert f"opened {plies}" in text
    checked = check(parse(text, Path("x")), load_for_transcript)
    rolls = sum(ply.seat == CHANCE for ply in before.history)
    assert (checked.rolls, checked.taken) == (verified["rolls"], rolls)
    again = opened(anna, text)
    assert anna.get(f"/tables/{again}/verify")["since"] == plies


def test_a_roll_after_the_opening_must_follow_from_the_promise() -> None:
    """What was taken over is not held against the seed; what came after is."""
    before = begun("hibernia", 20, "person", "person", "person")
    match = Match(before.game, before.players, seed=seed_from("here"))
    for ply in before.history:
        match.push(ply.seat, ply.move)
    rng = Random(1)
    for _ in range(40):
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll()
        else:
            match.play(seat, rng.choice(match.legal_moves(seat)))
    seats = tuple(SeatSetting("person", player.name) for player in match.players)
    setting = TableSetting("hibernia", match.game.boards[0], dict(match.options), seats)
    fits = []
    for taken in (len(before.history), len(before.history) - 5, 0):
        table = GameTable("t", setting, match.game, seed_from("here"))
        texts = [
            (ply.seat, match.game.write_move(match.state_at(n), ply.seat, ply.move, CHANCE))
            for n, ply in enumerate(match.history)
        ]
        imported = PendingEvent(GameImported(texts, taken, False))
        for each in (imported, PendingEvent(GameStarted()), *imported_moves(imported)):
            table.apply(each, 1)
        fits.append(table.dice_fit())
    assert fits[0] is True
    assert fits[-1] is False


def remarked(text: str, *changes: tuple[str, str]) -> str:
    """A file with something changed, and marks as a forger would make them."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return Marker().lines(line.rpartition("  #")[0] for line in text.splitlines())


def test_a_file_that_is_not_right_is_refused_with_the_line(server: Running) -> None:
    anna = server.client()
    finished = (GOLDEN / "gallia/golden/plain.game").read_text("utf-8")
    running = begun("gallia", 30, "person", "random")
    whole = write(running, secrets=True)
    cases = {
        "no transcript": ("hello\n", "not a transcript"),
        "empty": ("", "line 1"),
        "cut off": (finished[:-5], "cut off"),
        "changed": (finished.replace(" recruit 1", " recruit 2", 1), "mark"),
        "redacted": (write(running, 0), "hides what its reader"),
        "another game": (remarked(whole, ("game gallia", "game chess")), "chess"),
        "another board": (remarked(whole, ("board Padus", "board Utopia")), "Utopia"),
        "rules of tomorrow": (remarked(whole, ("rules 1", "rules 99")), "99"),
        "no such bot": (remarked(whole, ("seat b random", "seat b genius")), "genius"),
        "other roll": (remarked(finished, ("start a", "start b")), "the seed says"),
    }
    for name, (text, said) in cases.items():
        status, key, why = refusal(anna, "/files", {"text": text, "name": "mine.game"})
        assert (status, key) == (422, "wrong"), name
        assert said in why, (name, why)
    status, key, why = refusal(anna, "/files", {"text": "x" * 2_200_000})
    assert (status, key, "2048 kB" in why) == (413, "too_large", True)
    long = Marker().lines(
        [*(line.rpartition("  #")[0] for line in whole.splitlines()[:7])]
        + [f"{n} a end" for n in range(1, imports.MOST_PLIES + 2)]
    )
    assert refusal(anna, "/files", {"text": long})[1] == "long_file"
    assert refusal(anna, "/tables", {"game": "x" * 70_000, "seats": []})[0] == 413


def test_the_row_of_an_opening_tells_no_secret() -> None:
    """Nobody sees what was sealed in the file, not even its length."""
    match = begun("gallia", 30, "person", "person")
    seats = (SeatSetting("person", "A"), SeatSetting("person", "B"))
    setting = TableSetting("gallia", match.game.boards[0], dict(match.options), seats)
    table = GameTable("t", setting, match.game, bytes(32))
    row = table.apply(PendingEvent(GameImported([(-1, "back 3-4")], 1, False)), 1)
    for viewer in (None, 0, 1, CHANCE):
        told = event_row(table, row, viewer, "en")
        assert told == {"seq": 1, "at": 1, "kind": "opened", "plies": 1, "unproven": 1}


def test_secrets_of_an_opened_game_stay_with_their_seats(server: Running) -> None:
    anna, ben = server.client(), server.client()
    match = begun("gallia", 60, "person", "random")
    text = write(match, secrets=True)
    table = opened(anna, text)
    assert "back ?" in write(match, None)
    heard = ben.get(f"/tables/{table}/transcript")
    redacted = [line.rpartition("  #")[0] for line in write(match, None).splitlines()]
    own_lines = [line.rpartition("  #")[0] for line in heard.splitlines()]
    assert [line for line in redacted if line[0].isdigit()] == [
        line for line in own_lines if line[0].isdigit()
    ][: len(match.history)]
    sealed = {ply.text for ply in parse(text, Path("x")).plies if ply.text.startswith("back ")}
    told = {row["text"] for row in ben.table(table)["rows"] if row["kind"] == "move"}
    assert not any(each in told for each in sealed if each not in write(match, None))


# Playing on from a moment


BOTS = [{"kind": "me", "name": "Anna"}, {"kind": "random"}]


def finished(anna: Client) -> str:
    return opened(anna, (GOLDEN / "gallia/golden/plain.game").read_text("utf-8"))


def test_a_finished_game_is_played_on_from_any_moment(own: Running) -> None:
    anna, ben = own.client(), own.client()
    old = finished(anna)
    ply = next(
        n for n in range(50, 400) if anna.get(f"/tables/{old}/view", ply=n)["view"]["to_act"] == [0]
    )
    then = ben.get(f"/tables/{old}/view", ply=ply, seat=0)["view"]
    made = ben.create("gallia", BOTS, **{"from": {"table": old, "ply": ply}}, bot_pace=0)
    table = made["table"]
    lobby = ben.table(table)["table"]
    assert (lobby["status"], lobby["opened"], lobby["plies"]) == ("open", ply, 0)
    ben.act(table, "word", seat=0, word="bits")
    ben.act(table, "start")
    found = ben.table(table, seat=0)
    assert found["table"]["plies"] == ply
    assert found["view"]["points"] == then["points"]
    assert [row["ply"] for row in found["rows"] if row["kind"] == "move"] == list(range(ply))
    anything(ben, table, 0, ply + 10)
    ben.act(table, "resign", seat=0)
    verified = ben.get(f"/tables/{table}/verify")
    assert (verified["fits"], verified["since"]) == (True, ply)
    restored = assert_sound(own, table)
    assert restored.match is not None
    assert restored.match.entropy == {0: "bits"}


def test_ones_own_game_against_bots_is_played_on_and_nobody_elses(server: Running) -> None:
    anna, ben = server.client(), server.client()
    table = str(anna.create("gallia", BOTS, bot_pace=0)["table"])
    wish = {"game": "gallia", "seats": BOTS, "from": {"table": table, "ply": 1}}
    assert refusal(anna, "/tables", wish)[1] == "not_started"
    anna.act(table, "start")
    anything(anna, table, 0, 6)
    assert anna.post("/tables", wish)["seats"] == [-1, 0]
    assert refusal(ben, "/tables", wish)[1] == "from_others"
    both = str(anna.create("gallia", [BOTS[0], {"kind": "free"}])["table"])
    ben.act(both, "sit", name="Ben", word="bits")
    anna.act(both, "start")
    for client in (anna, ben):
        assert refusal(client, "/tables", wish | {"from": {"table": both, "ply": 0}})[1] == (
            "from_others"
        )
    ben.act(both, "resign", seat=1)
    assert ben.post("/tables", wish | {"from": {"table": both, "ply": 0}})["table"]


def test_a_moment_that_cannot_be_played_on_is_refused(server: Running) -> None:
    anna = server.client()
    old = finished(anna)
    last = anna.table(old)["table"]["plies"]
    wish = {"game": "gallia", "seats": BOTS, "from": {"table": old, "ply": 10}}
    cases: list[tuple[str, dict[str, Any]]] = [
        ("no_ply", {"from": {"table": old, "ply": last + 1}}),
        ("over_then", {"from": {"table": old, "ply": last}}),
        ("no_table", {"from": {"table": "nowhere", "ply": 1}}),
        ("from_other_game", {"game": "hibernia"}),
        ("from_other_game", {"options": {"strict": "yes"}}),
        ("from_other_game", {"seats": [*BOTS, {"kind": "random"}]}),
        ("invalid", {"from": {"table": old, "ply": -1}}),
    ]
    for key, changed in cases:
        assert refusal(anna, "/tables", wish | changed)[1] == key, changed


def test_an_opened_file_of_words_is_told_as_it_was(server: Running) -> None:
    """SHENT's words live in its moves, and the table has them all."""
    anna = server.client()
    text = (GOLDEN / "shent/golden/text.game").read_text("utf-8")
    table = opened(anna, text)
    match = replay(parse(text, Path("x")), load_for_transcript)
    rows = anna.get(f"/tables/{table}", limit=1000)["rows"]
    told = [row["told"] for row in rows if row["kind"] == "move"]
    assert told == list(match.log(None))
