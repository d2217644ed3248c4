"""A table by itself: what each act leads to, what is refused, and that rows tell all of it."""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec
import pytest

from cruachan.engine.errors import MoveError, StaleMove
from cruachan.engine.game import CHANCE
from cruachan.games import load_game
from cruachan.server.errors import ServerError
from cruachan.server.tables import commands, handlers
from cruachan.server.tables.events import decode, encode
from cruachan.server.tables.events.base import PendingEvent
from cruachan.server.tables.events.play import MovePlayed, QueuedMoveRemoved
from cruachan.server.tables.redaction import Audience, PresentSeats, event_row, json, message
from cruachan.server.tables.setting import HOST, Clock, SeatSetting, TableSetting, seated
from cruachan.server.tables.table import HOUR, Actor, GameTable

SEED = bytes(range(32))
EVERYBODY = Actor(frozenset({HOST, 0, 1, 2}))
START = commands.StartCommand(kind="start")


def table(
    game: str = "hibernia",
    kinds: tuple[str, ...] = ("person",) * 3,
    clock: Clock = "none",
    **rules: str,
) -> GameTable:
    played = load_game(game)
    seats = seated(played, tuple(SeatSetting(kind) for kind in kinds))
    options = played.complete(len(seats), rules)
    setting = TableSetting(game, played.boards[0], options, seats, clock=clock)
    return GameTable("t", setting, played, SEED)


def do(
    at: GameTable, act: commands.TableCommand, who: Actor = EVERYBODY, when: int = 1000
) -> list[str]:
    """Do something; the kinds of the events it led to."""
    handled = handlers.handle(at, act, who)
    assert handled.table is None
    for pending in handled.events:
        at.apply(pending, when)
    return [pending.body.kind for pending in handled.events]


def heard(at: GameTable, audience: Audience) -> Any:
    """What a listener gets who has nothing yet, as the bytes say."""
    return msgspec.json.decode(json(message(at, 0, audience, PresentSeats())))


def roll(at: GameTable, when: int = 1000) -> None:
    while at.match and CHANCE in at.match.to_act:
        for new in at.roll():
            at.apply(new, when)


def begun(*args: Any, **values: Any) -> GameTable:
    at = table(*args, **values)
    do(at, START)
    roll(at)
    return at


def seat_to_move(at: GameTable) -> int:
    assert at.match is not None
    return at.match.to_act[0]


def any_move(at: GameTable, seat: int, **more: Any) -> commands.MoveCommand:
    assert at.match is not None
    move = at.game.pack(at.match.legal_moves(seat)[0])
    return commands.MoveCommand(
        kind="move", seat=seat, answers=at.match.decision_id(seat), move=move, **more
    )


def undoable() -> tuple[GameTable, int]:
    """A table at which a move was made that can be taken back."""
    at = begun("cambria", ("person", "person", "person"))
    assert at.match is not None
    for _ in range(200):
        roll(at)
        seat = seat_to_move(at)
        do(at, any_move(at, seat))
        if at.match.why_no_undo(seat) is None:
            return at, seat
    raise AssertionError("no move can be taken back")


def refused(at: GameTable, act: commands.TableCommand, who: Actor = EVERYBODY) -> str:
    with pytest.raises(ServerError) as caught:
        handlers.handle(at, act, who)
    assert all(caught.value.text(lang) for lang in ("en", "de"))
    return caught.value.key


# Before the game


def test_free_seats_can_be_taken_and_left() -> None:
    at = table(kinds=("person", "free", "free"))
    stranger = Actor(frozenset())
    sit = commands.SitCommand(kind="sit", name=" Anna\nMaria ", word="xyz")
    assert do(at, sit, stranger) == ["sit"]
    assert (at.seats[1].name, at.seats[1].entropy) == ("Anna Maria", "xyz")
    assert refused(at, commands.SitCommand(kind="sit", name="Bo", seat=1), stranger) == "taken"
    assert do(at, commands.SitCommand(kind="sit", name="anna maria", seat=2), stranger) == ["sit"]
    assert at.seats[2].name == "anna maria 2"
    assert refused(at, commands.SitCommand(kind="sit", name="Cy"), stranger) == "full"
    assert refused(at, commands.StandCommand(kind="stand", seat=1), stranger) == "not_yours"
    assert do(at, commands.StandCommand(kind="stand", seat=1)) == ["stand"]
    assert at.seats[1].kind == "free"


def test_a_name_can_be_changed_before_the_start() -> None:
    at = table(kinds=("person", "person", "random"))
    rename = commands.RenameCommand(kind="name", seat=1, name="  Medb \n of Cruachan ")
    assert do(at, rename) == ["name"]
    assert at.seats[1].name == "Medb of Cruachan"
    do(at, commands.RenameCommand(kind="name", seat=0, name="medb of cruachan"))
    assert at.seats[0].name == "medb of cruachan 2"
    do(at, commands.RenameCommand(kind="name", seat=0, name="MEDB of Cruachan 2"))
    assert at.seats[0].name == "MEDB of Cruachan 2"
    assert refused(at, rename.model_copy(update={"name": " "})) == "no_name"
    assert refused(at, rename, Actor(frozenset({0}))) == "not_yours"
    do(at, START)
    assert at.match is not None
    assert at.match.names[:2] == ("MEDB of Cruachan 2", "Medb of Cruachan")
    assert refused(at, rename) == "started"


def test_the_host_gives_a_free_seat_to_a_bot_and_frees_it_again() -> None:
    at = table(kinds=("person", "free", "random"))
    give = commands.SetSeatCommand(kind="seat", seat=1, bot="greedy")
    assert refused(at, give, Actor(frozenset({0}))) == "host_only"
    assert refused(at, give.model_copy(update={"bot": "genius"})) == "no_bot"
    assert refused(at, give.model_copy(update={"seat": 0})) == "taken"
    assert refused(at, give.model_copy(update={"seat": 3})) == "no_seat"
    host = Actor(frozenset({HOST}))
    assert do(at, give, host) == ["seat"]
    assert (at.seats[1].kind, at.seats[1].name) == ("greedy", "Bran")
    assert refused(at, commands.SitCommand(kind="sit", name="Bo"), host) == "full"
    assert do(at, commands.SetSeatCommand(kind="seat", seat=2), host) == ["seat"]
    assert (at.seats[2].kind, at.seats[2].name) == ("free", "")
    assert do(at, commands.SitCommand(kind="sit", name="Bo"), Actor(frozenset())) == ["sit"]
    do(at, START)
    assert at.match is not None
    assert [player.kind for player in at.match.players] == ["person", "greedy", "person"]
    assert refused(at, give) == "started"


def test_a_name_is_asked_for() -> None:
    at = table(kinds=("person", "free", "free"))
    assert refused(at, commands.SitCommand(kind="sit", name="  ")) == "no_name"


def test_only_the_host_starts_and_only_with_all_seats_taken() -> None:
    at = table(kinds=("person", "free", "random"))
    assert refused(at, START, Actor(frozenset({0}))) == "host_only"
    assert refused(at, START) == "seats_free"
    assert refused(at, commands.StartCommand(kind="start", fill="nobody")) == "no_bot"
    assert do(at, commands.StartCommand(kind="start", fill="greedy")) == ["start"]
    assert (at.seats[1].kind, at.seats[1].name) == ("greedy", "Bran")
    assert at.status == "playing"
    assert refused(at, START) == "started"
    assert refused(at, commands.SitCommand(kind="sit", name="Late")) == "started"


def test_bots_that_fill_seats_are_called_like_people_of_the_game() -> None:
    at = table("shent", ("person", "free", "free"))
    do(at, commands.SetSeatCommand(kind="seat", seat=1, bot="steady"), Actor(frozenset({HOST})))
    do(at, commands.StartCommand(kind="start", fill="steady"))
    assert [seat.name for seat in at.seats[1:]] == ["Lindis", "Orwen"]
    assert at.match is not None
    assert at.match.names[1:] == ("Lindis", "Orwen")


def test_words_are_mixed_into_the_dice_once_and_before_the_start() -> None:
    at = table()
    assert do(at, commands.AddWordCommand(kind="word", seat=0, word="swordfish")) == ["word"]
    assert refused(at, commands.AddWordCommand(kind="word", seat=0, word="other")) == "word_given"
    assert refused(at, commands.AddWordCommand(kind="word", seat=1, word=" \n ")) == "no_word"
    do(at, START)
    assert at.match is not None
    assert at.match.entropy == {0: "swordfish"}
    assert refused(at, commands.AddWordCommand(kind="word", seat=1, word="late")) == "started"


# Moves


def test_a_move_of_the_view_is_made_and_an_old_one_is_not() -> None:
    at = begun()
    seat = seat_to_move(at)
    move = any_move(at, seat)
    assert do(at, move) == ["move"]
    with pytest.raises(StaleMove):
        handlers.handle(at, move, EVERYBODY)


def test_a_seat_that_is_not_mine_does_not_move() -> None:
    at = begun()
    seat = seat_to_move(at)
    others = Actor(frozenset({0, 1, 2}) - {seat})
    assert refused(at, any_move(at, seat), others) == "not_yours"


@pytest.mark.parametrize("act", [{"seat": 7}, {"move": None}])
def test_moves_that_make_no_sense(act: dict[str, Any]) -> None:
    at = begun()
    move = any_move(at, seat_to_move(at)).model_copy(update=act)
    assert refused(at, move) in ("no_seat", "no_move")


@pytest.mark.parametrize("data", [99999, -1, "x", [], {"a": 1}, 1.5, True])
def test_a_move_that_is_none_is_refused(data: Any) -> None:
    at = begun()
    move = any_move(at, seat_to_move(at)).model_copy(update={"move": data})
    with pytest.raises(MoveError):
        handlers.handle(at, move, EVERYBODY)


def test_nothing_is_played_before_the_start() -> None:
    at = table()
    move = commands.MoveCommand(kind="move", seat=0, answers=0, move=0)
    assert refused(at, move) == "not_started"


# Taking back


def test_a_bot_keeps_a_seat_and_gives_it_back() -> None:
    at = begun()
    seat = seat_to_move(at)
    assert do(at, commands.ToBotCommand(kind="to_bot", seat=seat)) == ["to_bot"]
    assert seat in at.waits_for()
    assert refused(at, any_move(at, seat)) == "with_bot"
    assert at.match is not None
    made = at.bot_move(seat, at.match.legal_moves(seat)[0])[0].body
    assert isinstance(made, MovePlayed)
    assert made.by == at.seats[seat].bot
    assert do(at, commands.BackCommand(kind="back", seat=seat)) == ["back"]
    assert seat not in at.waits_for()
    assert refused(at, commands.BackCommand(kind="back", seat=seat)) == "no_bot_there"
    assert refused(at, commands.ToBotCommand(kind="to_bot", seat=seat, bot="nobody")) == "no_bot"


def run_out(at: GameTable, seat: int) -> list[str]:
    """Let somebody who was given notice not come back; what happens then."""
    return [at.apply(PendingEvent(body), 1).kind for body in handlers.voted_to_bot(at, seat)]


def test_an_absent_players_seat_is_voted_to_a_bot() -> None:
    at = begun()
    away = Actor(frozenset({0, 1}), absent=frozenset({2}))
    assert refused(at, commands.VoteCommand(kind="vote", seat=0, about=1), away) == "is_there"
    assert refused(at, commands.VoteCommand(kind="vote", seat=0, about=0), away) == "no_vote"
    assert do(at, commands.VoteCommand(kind="vote", seat=0, about=2), away) == ["vote"]
    assert do(at, commands.VoteCommand(kind="vote", seat=1, about=2), away) == ["vote", "absent"]
    assert not at.seats[2].bot
    assert message(at, 0, Audience(0, "en"), PresentSeats()).table.seats[2].notice
    assert run_out(at, 2) == ["to_bot"]
    assert at.seats[2].bot
    assert not at.notices
    assert do(at, commands.BackCommand(kind="back", seat=2)) == ["back"]


def test_a_clock_runs_for_who_is_waited_for_and_forfeits_nothing() -> None:
    at = begun(clock="1+4")
    seat = seat_to_move(at)
    other = (seat + 1) % 3
    late = at.events[-1].at + 20 * HOUR
    assert at.time_left(seat, late) == 4 * HOUR
    assert at.time_left(other, late) == 24 * HOUR
    at.apply(handlers.handle(at, any_move(at, seat), EVERYBODY).events[0], late)
    assert at.seats[seat].left == 8 * HOUR
    assert at.status == "playing"


def test_who_has_no_time_left_can_be_voted_out_although_there() -> None:
    at = begun(clock="1+4")
    seat = seat_to_move(at)
    other = (seat + 1) % 3
    vote = commands.VoteCommand(kind="vote", seat=seat, about=other)
    away = EVERYBODY._replace(absent=frozenset({other}))
    assert refused(at, vote, away) == "has_time", "time alone decides where there is a clock"
    at.seats[seat].left = 0
    assert do(at, commands.VoteCommand(kind="vote", seat=(seat + 1) % 3, about=seat)) == ["vote"]


def test_the_clock_of_who_holds_up_the_others_runs() -> None:
    """Who does not say that her turn is over, or asks and asks, can be voted out like others."""
    at = begun("gallia", ("person", "person"), clock="1+4")
    assert at.match is not None
    seat = seat_to_move(at)
    do(at, commands.ConfirmCommand(kind="confirm", seat=seat, on=True))
    while seat in at.match.to_act:
        moves = [
            m for m in at.match.legal_moves(seat) if not at.game.reveals(at.match.state, seat, m)
        ]
        at.apply(at.propose(seat, moves[-1], None, "en"), 1000)
    assert at.open_turn() == seat
    late = at.events[-1].at + HOUR
    assert (at.time_left(seat, late), at.time_left(1 - seat, late)) == (23 * HOUR, 24 * HOUR)
    do(at, commands.AskUndoCommand(kind="ask_undo", seat=seat), when=late)
    assert at.seats[seat].left == 23 * HOUR
    later = late + 30 * HOUR
    do(at, commands.AnswerCommand(kind="answer", seat=1 - seat, yes=False), when=later)
    assert (at.seats[seat].left, at.seats[1 - seat].left) == (-7 * HOUR, 24 * HOUR)
    vote = commands.VoteCommand(kind="vote", seat=1 - seat, about=seat)
    assert do(at, vote) == ["vote", "to_bot"]


def test_resigning_ends_a_game_of_two_where_the_game_allows_it() -> None:
    at = begun("gallia", ("person", "person"))
    assert do(at, commands.ResignCommand(kind="resign", seat=0)) == ["resign"]
    assert at.status == "over"
    assert at.match is not None
    assert at.match.outcome is not None
    assert at.match.outcome.winners == (1,)
    with pytest.raises(MoveError):
        handlers.handle(begun(), commands.ResignCommand(kind="resign", seat=0), EVERYBODY)


@pytest.mark.parametrize("game", ["hibernia", "gallia"])
def test_after_the_end_nothing_is_taken_back(game: str) -> None:
    """The seed is shown then: who went on from an earlier move would know all rolls to come."""
    at = begun(game, ("person",) * load_game(game).players[0])
    assert at.match is not None
    while at.match.outcome is None:
        do(at, any_move(at, seat_to_move(at)))
        roll(at)
    last = max(n for n, ply in enumerate(at.match.history) if ply.seat != CHANCE)
    seat = at.match.history[last].seat
    assert refused(at, commands.UndoCommand(kind="undo", seat=seat)) == "shown"
    assert refused(at, commands.RedoCommand(kind="redo", seat=seat)) == "shown"
    assert refused(at, commands.AskUndoCommand(kind="ask_undo", seat=seat)) == "shown"


def test_what_was_asked_before_the_end_is_not_granted_after_it() -> None:
    at = begun("gallia", ("person", "person"))
    do(at, any_move(at, seat := seat_to_move(at)))
    do(at, commands.AskUndoCommand(kind="ask_undo", seat=seat))
    do(at, commands.ResignCommand(kind="resign", seat=seat))
    assert refused(at, commands.AnswerCommand(kind="answer", seat=1 - seat, yes=True)) == "shown"


def test_after_the_end_nobody_else_has_played() -> None:
    """The file of the game says who played which seat."""
    at = begun("gallia", ("person", "person"))
    do(at, commands.ToBotCommand(kind="to_bot", seat=1))
    do(at, commands.ResignCommand(kind="resign", seat=0))
    assert refused(at, commands.ToBotCommand(kind="to_bot", seat=0)) == "over"
    assert refused(at, commands.BackCommand(kind="back", seat=1)) == "over"
    away = EVERYBODY._replace(absent=frozenset({0}))
    assert refused(at, commands.VoteCommand(kind="vote", seat=1, about=0), away) == "over"


def test_a_closed_table_takes_nothing_more() -> None:
    at = begun()
    assert refused(at, commands.CloseCommand(kind="close"), Actor(frozenset({0}))) == "host_only"
    assert do(at, commands.CloseCommand(kind="close")) == ["close"]
    assert at.status == "closed"
    assert refused(at, commands.ChatCommand(kind="chat", seat=0, text="hello?")) == "closed"


def test_chat_is_text_on_one_line() -> None:
    at = table()
    assert do(at, commands.ChatCommand(kind="chat", seat=0, text="a\x1b[2J\nb" + "x" * 900)) == [
        "chat"
    ]
    said = getattr(at.events[-1].body, "text", "")
    assert said.startswith("a [2J bx")
    assert len(said) == 500
    assert refused(at, commands.ChatCommand(kind="chat", seat=0, text="\n\t")) == "no_text"


# What follows from rows


def test_the_same_rows_give_the_same_table() -> None:
    at, seat = undoable()
    do(at, commands.UndoCommand(kind="undo", seat=seat))
    do(at, commands.RedoCommand(kind="redo", seat=seat))
    do(at, commands.ChatCommand(kind="chat", seat=0, text="well"))
    do(at, commands.ToBotCommand(kind="to_bot", seat=2))
    do(at, commands.AskUndoCommand(kind="ask_undo", seat=seat))
    again = GameTable("t", at.setting, at.game, SEED)
    for event in at.events:
        stored = PendingEvent(decode(event.kind, encode(event.body)))
        again.apply(stored, event.at, event.request)
    assert heard(again, Audience(0, "en"))["rows"] == heard(at, Audience(0, "en"))["rows"]
    assert [dataclasses.asdict(each) for each in again.seats] == [
        dataclasses.asdict(each) for each in at.seats
    ]
    assert again.undo_request == at.undo_request
    assert again.match is not None
    assert at.match is not None
    assert [again.match.decision_id(each) for each in range(3)] == [
        at.match.decision_id(s) for s in range(3)
    ]
    assert again.match.view(0) == at.match.view(0)


def test_rows_of_others_own_settings_are_skipped() -> None:
    at = begun()
    do(at, commands.ConfirmCommand(kind="confirm", seat=1, on=True))
    assert event_row(at, at.events[-1], 0, "en")["kind"] == "skip"
    assert event_row(at, at.events[-1], 1, "en")["kind"] == "confirm"
    assert event_row(at, at.events[-1], None, "en")["kind"] == "skip"


def test_a_claim_is_kept_until_the_game_can_take_it_and_answered_if_it_never_can() -> None:
    at = begun("shent", ("person", "person"))
    assert at.match is not None
    seat = next(each for each in (0, 1) if each not in at.match.to_act)
    claim = commands.MoveCommand(
        kind="move", seat=seat, answers=at.match.decision_id(seat), text="claim goal", queue=True
    )
    assert do(at, claim) == ["queue"]
    assert at.seats[seat].queued == ["claim goal"]
    kinds: list[str] = []
    for _ in range(400):
        due = at.due()
        if due:
            kinds = [new.body.kind for new in due]
            break
        for new in at.bot_move(seat_to_move(at), at.match.legal_moves(seat_to_move(at))[0]):
            at.apply(new, 1)
        roll(at)
    assert kinds == ["unqueue"]
    removed = due[0].body
    assert isinstance(removed, QueuedMoveRemoved)
    assert set(removed.refused or {}) == {"en", "de"}


def test_a_shared_screen_shows_a_seat_what_everybody_may_see() -> None:
    """With what the seat may do; which seats may so be asked the table says."""
    at = begun("shent", open="yes")
    assert at.match is not None
    first = seat_to_move(at)
    info = heard(at, Audience(None, "en"))["table"]
    assert info["in_the_open"] == [first], "an element is chosen in the open"
    compared = 0
    for _ in range(120):
        seat = seat_to_move(at)
        own, shared = (heard(at, Audience(seat, "en", True, each)) for each in (False, True))
        assert not any(sheet["own"] for sheet in shared["sheets"])
        if seat in own["table"]["in_the_open"]:
            compared += 1
            assert own["view"]["points"] == shared["view"]["points"]
            assert own["asked"] == shared["asked"]
        else:
            assert shared["view"]["points"] == []
        do(at, any_move(at, seat))
        roll(at)
    assert compared > 10
    other = next(each for each in range(3) if each not in at.match.to_act)
    asked = at.match.decision_id(other)
    do(
        at,
        commands.MoveCommand(kind="move", seat=other, answers=asked, text="claim goal", queue=True),
    )
    for hidden, queued in ((False, ["claim goal"]), (True, [])):
        me = heard(at, Audience(other, "en", True, hidden))["table"]["me"]
        assert me["queued"] == queued
    closed = begun("shent")
    assert heard(closed, Audience(None, "en"))["table"]["in_the_open"] == []


def test_a_refusal_stored_before_a_language_was_added_is_told_in_the_default_one() -> None:
    stored = QueuedMoveRemoved(0, refused={"en": "Too late.", "de": "Zu spät."})
    nobody: Any = None
    told = {lang: stored.describe(nobody, nobody, 0, lang).refused for lang in ("en", "de", "zz")}
    assert told == {"en": "Too late.", "de": "Zu spät.", "zz": "Too late."}
