"""The X-card: the last telling is veiled, nobody learns by whom, and it is told anew."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cruachan.engine.narration import with_text
from cruachan.engine.transcript import parse, replay, write
from cruachan.games import load_for_transcript
from cruachan.games.shent.core.flow import Move
from cruachan.server.client import Client, RefusedError
from cruachan.server.errors import ServerError
from cruachan.server.store.databases import FILE
from cruachan.server.tables import commands, handlers
from cruachan.server.tables.events import decode, encode
from cruachan.server.tables.events.base import PendingEvent
from cruachan.server.tables.events.play import MatchRewound
from cruachan.server.tables.redaction import Audience
from cruachan.server.tables.table import Actor, GameTable
from tests.server.running import Running
from tests.server.test_table import EVERYBODY, begun, heard, refused, roll

TALE = "Wolves came down from the moor"
VEIL = commands.VeilCommand(kind="veil", seat=2)


def done(at: GameTable, command: commands.VeilCommand | commands.RetellCommand) -> GameTable:
    """The table after a command; the one before stays as it was."""
    handled = handlers.handle(at, command, EVERYBODY)
    after = handled.table or at
    assert [pending.body.kind for pending in handled.events] == [command.kind]
    for pending in handled.events:
        after.apply(pending, 1000)
    return after


def told(tales: int = 1, more: int = 0, words: str = TALE) -> GameTable:
    """A table of SHENT at which so many moves were told in own words, and others followed."""
    at = begun("shent")
    assert at.match is not None
    rng, left = Random(5), tales
    for _ in range(2000):
        roll(at)
        seat = at.match.to_act[0]
        moves = at.match.legal_moves(seat)
        telling = [m for m in moves if m.verb == "read"]
        move = rng.choice(telling or moves)
        if telling and left:
            left -= 1
            move = with_text(at.game, move, f"{words} {tales - left}")
        elif not left:
            more -= 1
            if more < 0:
                return at
        at.apply(at.propose(seat, move, None, "en"), 1000)
    raise AssertionError("nobody tells anything")


def everything(at: GameTable) -> str:
    """All that leaves a table, to everybody."""
    assert at.match is not None
    views = [str(_message(at, v)) for v in (0, 1, 2, None)]
    saga = at.game.story.files(at.match, "en", None) if at.game.story else {}
    told = [text for text in saga.values() if isinstance(text, str)]
    return "".join([*views, write(at.match, secrets=True), *told])


def _message(at: GameTable, viewer: int | None) -> dict[str, Any]:
    found: dict[str, Any] = heard(at, Audience(viewer, "en", True))
    found["table"].pop("time")
    return found


def same_again(at: GameTable) -> GameTable:
    """The table as a server that starts anew reads it."""
    again = GameTable(at.id, at.setting, at.game, at._seed, at.created)
    for event in at.events:
        stored = PendingEvent(decode(event.kind, encode(event.body)))
        again.apply(stored, event.at, event.request)
    return again


@pytest.mark.parametrize("more", [0, 40])
def test_the_words_are_gone_and_the_game_goes_on_as_it_was(more: int) -> None:
    at = told(2, more)
    assert at.match is not None
    before = at.match
    teller = before.history[_ply(at)].seat
    assert f"{TALE} 2" in everything(at)
    at = done(at, VEIL)
    assert f"{TALE} 2" not in everything(at)
    assert f"{TALE} 1" in everything(at)
    assert at.match is not None
    assert [ply.seat for ply in at.match.history] == [ply.seat for ply in before.history]
    assert [at.match.decision_id(seat) for seat in range(3)] == [
        before.decision_id(s) for s in range(3)
    ]
    assert at.match.view(None)["points"] == before.view(None)["points"]
    assert everything(same_again(at)) == everything(at)
    for seat in range(3):
        me = heard(at, Audience(seat, "en"))["table"]["me"]
        assert (me["retell"] is not None) == (seat == teller)


def _ply(at: GameTable) -> int:
    """The last ply with words."""
    narration = at.game.narration
    assert at.match is not None
    assert narration is not None
    return max(n for n, ply in enumerate(at.match.history) if narration.text_of(ply.move))


def test_the_row_does_not_say_who() -> None:
    """Whoever plays the card, everybody gets the same."""
    messages = set()
    for seat in range(3):
        at = told()
        at = done(at, commands.VeilCommand(kind="veil", seat=seat))
        assert not hasattr(at.events[-1].body, "seat")
        assert at.events[-1].request is None
        messages.add(str([_message(at, viewer) for viewer in (0, 1, 2, None)]))
    assert len(messages) == 1


def test_it_is_told_anew_by_whoever_told_it() -> None:
    at = told(1, 30)
    assert at.match is not None
    ply = _ply(at)
    teller = at.match.history[ply].seat
    at = done(at, VEIL)
    retell = commands.RetellCommand(kind="retell", seat=teller, ply=ply, words="Deer came down")
    other = retell.model_copy(update={"seat": (teller + 1) % 3})
    assert refused(at, other) == "nothing_to_retell"
    assert refused(at, retell.model_copy(update={"ply": ply + 1})) == "nothing_to_retell"
    at = done(at, retell)
    assert TALE not in everything(at)
    assert "Deer came down" in everything(at)
    assert refused(at, retell) == "nothing_to_retell"
    assert everything(same_again(at)) == everything(at)
    assert at.dice_fit()
    assert at.match is not None
    text = write(at.match, secrets=True)
    assert write(replay(parse(text, Path("x")), load_for_transcript), secrets=True) == text


def test_it_can_be_left_as_the_game_tells_it() -> None:
    at = told()
    assert at.match is not None
    ply = _ply(at)
    teller = at.match.history[ply].seat
    at = done(at, VEIL)
    at = done(at, commands.RetellCommand(kind="retell", seat=teller, ply=ply))
    assert at.veiled == {}
    assert TALE not in everything(at)


def test_one_card_veils_one_telling_and_a_second_the_one_before() -> None:
    at = told(2)
    row = at.events[-1].seq
    at = done(at, VEIL.model_copy(update={"row": row}))
    assert refused(at, VEIL.model_copy(update={"row": row})) == "nothing_to_veil"
    at = done(at, VEIL)
    assert TALE not in everything(at)
    assert refused(at, VEIL) == "nothing_to_veil"


def test_nothing_is_veiled_where_nothing_was_told() -> None:
    assert refused(begun("shent"), VEIL) == "nothing_to_veil"
    assert refused(begun("hibernia"), VEIL) == "nothing_to_veil"
    at = told()
    assert refused(at, VEIL, Actor(frozenset({0, 1}))) == "not_yours"
    assert refused(at, VEIL, Actor(frozenset())) == "not_yours"


def test_words_of_a_telling_that_was_taken_back_are_veiled_too() -> None:
    at = told()
    assert at.match is not None
    ply = _ply(at)
    at.apply(PendingEvent(MatchRewound(ply)), 1000)
    assert TALE in everything(at)
    at = done(at, VEIL)
    assert TALE not in everything(at)
    assert at.veiled == {}


def test_what_a_rule_needs_of_the_words_stays() -> None:
    """[S15.12] A quest whose words name a hero still does."""
    game = begun("shent").game
    quest = with_text(game, Move("free", ()), "Find a hero, and let him bleed")
    assert game.narration is not None
    assert game.narration.text_of(game.narration.redact(quest)) == "hero"
    tale = with_text(game, Move("read", ()), "The hero bleeds")
    assert game.narration.text_of(game.narration.redact(tale)) == ""


def test_words_that_would_change_the_game_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    at = told(1, 30)
    monkeypatch.setattr(at.game.narration, "redact", lambda move: move._replace(verb="pass"))
    with pytest.raises(ServerError, match="otherwise"):
        handlers.handle(at, VEIL, EVERYBODY)


# In a server


@pytest.mark.parametrize("queued", [False, True])
def test_the_words_are_gone_from_every_way_out_and_from_the_store(
    tmp_path: Path, queued: bool
) -> None:
    """Whether they were told at once, or waited until the game could take them."""
    with Running(tmp_path / "data") as server:
        anna, ben = server.client(), server.client()
        table = _tell(anna, ben, queued)
        assert TALE in str(ben.table(table))
        before = ben.table(table)["seq"]
        ben.act(table, "veil", seat=1)
        found = anna.table(table, seat=0, since=before)
        assert [(row["kind"], row.get("seat")) for row in found["rows"]][:1] == [("veil", None)]
        assert set(found["table"]["me"]["retell"]) == {"ply", "row", "text", "longest"}
        for client, seat in ((anna, 0), (ben, 1), (server.client(), None)):
            ways = [client.table(table, seat=seat)]
            for path in ("log", "transcript", "view", "drawing", "saga"):
                ways.append(client.get(f"/tables/{table}/{path}", seat=seat))
            assert TALE not in str(ways)
        ply = found["table"]["me"]["retell"]["ply"]
        with pytest.raises(RefusedError, match="nothing of yours"):
            ben.act(table, "retell", seat=1, ply=ply, words="No")
        anna.act(table, "retell", seat=0, ply=ply, words="Deer came down")
        assert "Deer came down" in str(ben.table(table))
        server.kill()
        with sqlite3.connect(tmp_path / "data" / FILE) as base:
            stored = str(base.execute("SELECT data FROM rows").fetchall())
        assert TALE not in stored
        server.start()
        assert "Deer came down" in str(ben.table(table))


def _tell(anna: Client, ben: Client, queued: bool) -> str:
    """A table at which Anna has told something, and it is seen."""
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "free"}]
    table = str(anna.create("shent", seats, bot_pace=0)["table"])
    ben.act(table, "sit", name="Ben", word="w")
    anna.act(table, "start")
    rng = Random(1)
    for _ in range(500):
        for seat, client in enumerate((anna, ben)):
            found = client.table(table, seat=seat)
            every = [m for point in found["view"]["points"] for m in point["moves"]]
            moves = [m for m in every if not m["needs"]]
            if seat not in found["view"]["to_act"] or not moves:
                continue
            tells = [m for m in moves if m["tell"] and m["verb"] == "read"] if seat == 0 else []
            chosen = rng.choice(tells or [m for m in moves if not m["aside"]] or moves)
            act = {"answers": found["asked"], "move": chosen["move"]}
            act |= {"words": TALE} if tells else {}
            if tells and queued:
                act = {"answers": -1, "text": f"{chosen['text']} : {TALE}", "queue": True}
            client.act(table, "move", seat=seat, **act)
            if tells:
                while TALE not in str(ben.table(table)):
                    time.sleep(0.02)
                return table
    raise AssertionError("nobody tells anything")
