"""Command handlers: whether a command is allowed at a table, and the events it leads to.

A handler changes nothing. `handle` is the only way to it: it checks the rights that all commands
share, then asks the handler of the command for its events.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cruachan.bots import bots_of, usual_bot
from cruachan.engine.errors import MoveError
from cruachan.engine.match import Match
from cruachan.engine.narration import with_text
from cruachan.engine.texts import numeral
from cruachan.engine.transcript import clean_entropy, clean_name
from cruachan.lessons.course import LessonError
from cruachan.server.errors import conflict, forbidden, gone, wrong
from cruachan.server.limits import LIMITS
from cruachan.server.tables import commands, x_card
from cruachan.server.tables.challenge import unanswered
from cruachan.server.tables.events import imported_moves
from cruachan.server.tables.events.base import EventBody, PendingEvent, StoredEvent
from cruachan.server.tables.events.play import (
    ConfirmationSet,
    LessonContinued,
    MatchRewound,
    MoveQueued,
    MoveRedone,
    MoveUndone,
    PlayerResigned,
    TurnEnded,
    UndoAnswered,
    UndoRequested,
)
from cruachan.server.tables.events.seating import (
    EntropyAdded,
    GameStarted,
    HostChanged,
    PlayerRemoved,
    PlayerRenamed,
    PlayerReplaced,
    PlayerSeated,
    PlayerStood,
    SeatAssigned,
)
from cruachan.server.tables.events.social import (
    AbsenceNoticed,
    BotVoted,
    ChatSent,
    NarrationRetold,
    NarrationVeiled,
    RematchCreated,
    SeatGivenToBot,
    SeatReclaimed,
    TableClosed,
    VacationSet,
)
from cruachan.server.tables.keys import new_table
from cruachan.server.tables.setting import CLOCKS, DAY, FREE, PERSON, bot_name, unlike
from cruachan.server.tables.table import OVER, PLAYING, Actor, GameTable, now

LONGEST_CHAT = 500
MOST_QUEUED = 5
OF_HOSTS = (commands.SetSeatCommand, commands.RemoveCommand, commands.HandOverCommand)
"""What nobody but the host may do."""
HOSTS = (*OF_HOSTS, commands.StandCommand)
"""What the host may do with seats of others."""


class AlreadyDone(Exception):
    """What a command asks for has happened before, by another request."""

    def __init__(self, event: StoredEvent) -> None:
        super().__init__(event.kind)
        self.event = event


class Handled(NamedTuple):
    """What a command leads to."""

    events: list[PendingEvent]
    table: GameTable | None = None
    """The table at which they happen, where the command rewrites what was narrated before."""


def led_to(*events: EventBody | PendingEvent, table: GameTable | None = None) -> Handled:
    """What a command leads to, from bodies of events and from events with their parsed moves."""
    pending = [each if isinstance(each, PendingEvent) else PendingEvent(each) for each in events]
    return Handled(pending, table)


def handle(table: GameTable, command: commands.TableCommand, actor: Actor) -> Handled:
    """The events a command leads to; a ServerError or a MoveError says why there are none."""
    if table.closed:
        raise gone("closed")
    seat = getattr(command, "seat", None)
    if seat is not None and not isinstance(command, commands.SitCommand):
        if seat not in range(len(table.seats)):
            raise wrong("no_seat", seats=len(table.seats))
        if seat not in actor.seats and not (actor.host and isinstance(command, HOSTS)):
            raise forbidden("host_only" if isinstance(command, OF_HOSTS) else "not_yours")
    handled = HANDLERS[type(command)](table, command, actor)
    _must_be_bounded(table, handled.events[0].body)
    return handled


def _must_be_bounded(table: GameTable, body: EventBody) -> None:
    """Raise a ServerError if something was done too often. Limits count per player; only changes of
    seats count per table, and the host can always free a seat or begin."""
    reseats = isinstance(body, PlayerSeated | PlayerReplaced | PlayerRenamed | SeatAssigned)
    if reseats and table.seatings >= LIMITS.seatings:
        raise conflict("many_seatings")
    if isinstance(body, PlayerRenamed) and table.renames[body.seat] >= LIMITS.renames:
        raise conflict("many_names")
    seated = isinstance(body, PlayerSeated | PlayerStood | PlayerReplaced)
    counted = None if seated else body.counted_seat
    if counted is not None and table.extras[counted] >= LIMITS.beside:
        raise conflict("enough")


def _sit(table: GameTable, command: commands.SitCommand, actor: Actor) -> Handled:
    if table.match is not None:
        return _replace(table, command)
    free = [number for number, seat in enumerate(table.seats) if seat.kind == FREE]
    if command.seat is not None and command.seat not in free:
        raise conflict("taken")
    if not free:
        raise conflict("full")
    seat = free[0] if command.seat is None else command.seat
    name = _name(table, command.name, seat)
    return led_to(PlayerSeated(seat, name, clean_entropy(command.word or "")))


def _replace(table: GameTable, command: commands.SitCommand) -> Handled:
    """Take a seat of a game that has begun: one that the host took from somebody."""
    vacant = [number for number, seat in enumerate(table.seats) if seat.vacant]
    if not vacant or table.finished:
        raise conflict("started")
    seat = vacant[0] if command.seat is None else command.seat
    if seat not in vacant:
        raise conflict("taken")
    return led_to(PlayerReplaced(seat, _name(table, command.name, seat)))


def _remove(table: GameTable, command: commands.RemoveCommand, actor: Actor) -> Handled:
    if not actor.host:
        raise forbidden("host_only")
    if command.seat in actor.seats:
        raise conflict("own_seat")
    if command.seat not in table.owned:
        raise conflict("not_sitting")
    if table.match is None:
        return led_to(PlayerStood(command.seat, True))
    _must_go_on(table)
    if table.setting.rated:
        raise conflict("rated_remove")
    bot = command.bot or usual_bot(table.game)
    if bot not in bots_of(table.game):
        raise wrong("no_bot", bots=bots_of(table.game))
    return led_to(*_refusal(table, command.seat), PlayerRemoved(command.seat, bot))


def _hand_over(table: GameTable, command: commands.HandOverCommand, actor: Actor) -> Handled:
    if not actor.host:
        raise forbidden("host_only")
    if command.seat not in table.owned:
        raise conflict("not_sitting")
    return led_to(HostChanged(command.seat))


def _name(table: GameTable, wished: str, seat: int) -> str:
    """A name as nobody else at the table has it."""
    if not wished.strip():
        raise wrong("no_name")
    others = (each for number, each in enumerate(table.seats) if number != seat)
    return unlike(clean_name(wished), {each.name.casefold() for each in others})


def _rename(table: GameTable, command: commands.RenameCommand, actor: Actor) -> Handled:
    if table.match is not None:
        raise conflict("started")
    return led_to(PlayerRenamed(command.seat, _name(table, command.name, command.seat)))


def _set_seat(table: GameTable, command: commands.SetSeatCommand, actor: Actor) -> Handled:
    if not actor.host:
        raise forbidden("host_only")
    if table.match is not None:
        raise conflict("started")
    if table.seats[command.seat].kind == PERSON:
        raise conflict("taken")
    if command.bot is None:
        return led_to(SeatAssigned(command.seat, None, ""))
    if command.bot not in bots_of(table.game):
        raise wrong("no_bot", bots=bots_of(table.game))
    others = {seat.name.casefold() for n, seat in enumerate(table.seats) if n != command.seat}
    return led_to(SeatAssigned(command.seat, command.bot, bot_name(table.game, others)))


def _stand(table: GameTable, command: commands.StandCommand, actor: Actor) -> Handled:
    if table.match is not None:
        raise conflict("started")
    if table.seats[command.seat].kind != PERSON:
        raise conflict("not_sitting")
    return led_to(PlayerStood(command.seat, command.seat not in actor.seats))


def _word(table: GameTable, command: commands.AddWordCommand, actor: Actor) -> Handled:
    if table.match is not None:
        raise conflict("started")
    if table.seats[command.seat].entropy:
        raise conflict("word_given")
    entropy = clean_entropy(command.word)
    if not entropy:
        raise wrong("no_word")
    return led_to(EntropyAdded(command.seat, entropy))


def _start(table: GameTable, command: commands.StartCommand, actor: Actor) -> Handled:
    if not actor.host:
        raise forbidden("host_only")
    if table.match is not None:
        raise conflict("started")
    free = [number for number, seat in enumerate(table.seats) if seat.kind == FREE]
    if free and command.fill is None:
        raise conflict("seats_free", free=len(free))
    if free and command.fill not in bots_of(table.game):
        raise wrong("no_bot", bots=bots_of(table.game))
    missing = [seat.name for seat in table.seats if seat.kind == PERSON and not seat.entropy]
    if missing and table.setting.before is not None and not command.wordless:
        raise conflict("words_missing", names=missing)
    moves = imported_moves(table.imported) if table.imported else ()
    return led_to(_started(table, command.fill if free else None), *moves)


def _started(table: GameTable, bot: str | None) -> GameStarted:
    """The start of the game, with bots and their names on the free seats."""
    taken = {seat.name.casefold() for seat in table.seats}
    names: list[str] = []
    for _ in [seat for seat in table.seats if seat.kind == FREE and bot]:
        names.append(bot_name(table.game, taken))
        taken.add(names[-1].casefold())
    return GameStarted(bot, tuple(names))


def _move(table: GameTable, command: commands.MoveCommand, actor: Actor) -> Handled:
    match, game, seat = table.playing(), table.game, command.seat
    _must_play(table, seat)
    try:
        if command.text is not None:
            move = game.read_move(match.state, seat, command.text, actor.lang, match.names)
        elif command.move is not None:
            move = game.unpack(command.move)
        else:
            raise wrong("no_move")
        if command.words is not None:
            move = with_text(game, move, command.words)
        was_read = command.text is not None
        return led_to(table.propose(seat, move, command.answers, actor.lang, was_read))
    except LessonError:
        raise
    except MoveError:
        waits = command.queue and len(table.seats[seat].queued) < MOST_QUEUED
        if waits and command.text and game.out_of_turn and not match.outcome:
            return led_to(MoveQueued(seat, command.text, len(match.history)))
        raise


def _go_on(table: GameTable, command: commands.GoOnCommand, actor: Actor) -> Handled:
    table.playing()
    if table.course is None or not table.course.waits:
        raise conflict("nothing_to_read")
    return led_to(LessonContinued(command.seat))


def _must_play(table: GameTable, seat: int) -> None:
    if table.seats[seat].bot:
        raise conflict("with_bot")


def _must_go_on(table: GameTable) -> None:
    """Who plays which seat is not changed once the game is over."""
    if table.playing().outcome is not None:
        raise conflict("over")


def _unshown(table: GameTable) -> Match[Any, Any]:
    """The match, while moves may be taken back: at its end everybody is shown what the dice say."""
    match = table.playing()
    if match.outcome is not None:
        raise conflict("shown")
    return match


def _undo(table: GameTable, command: commands.UndoCommand, actor: Actor) -> Handled:
    _must_play(table, command.seat)
    _unshown(table).check_undo(command.seat)
    return led_to(MoveUndone(command.seat))


def _redo(table: GameTable, command: commands.RedoCommand, actor: Actor) -> Handled:
    _must_play(table, command.seat)
    _unshown(table).check_redo(command.seat)
    return led_to(MoveRedone(command.seat))


def _ask_undo(table: GameTable, command: commands.AskUndoCommand, actor: Actor) -> Handled:
    match = _unshown(table)
    if table.undo_request is not None:
        raise conflict("asked_already")
    history = enumerate(match.history)
    own = [n for n, ply in history if ply.seat == command.seat and n >= match.opened]
    if table.setting.once and table.people <= {command.seat}:
        raise conflict("daily_undo") if table.setting.daily else conflict("rated_undo")
    if not own:
        raise conflict("nothing_back")
    away = table.owned - table.people - actor.seats
    if away:
        raise conflict("cannot_agree", name=table.seats[min(away)].name)
    requested = UndoRequested(command.seat, own[-1])
    if table.people <= {command.seat}:
        return led_to(requested, MatchRewound(own[-1]))
    return led_to(requested)


def _answer(table: GameTable, command: commands.AnswerCommand, actor: Actor) -> Handled:
    request = table.undo_request
    if request is None:
        raise conflict("nothing_asked")
    _unshown(table)
    if command.seat == request.seat and command.yes:
        raise conflict("own_question")
    answer = UndoAnswered(command.seat, command.yes)
    if command.yes and table.people <= request.agreed | {command.seat}:
        return led_to(answer, MatchRewound(request.ply))
    return led_to(answer)


def _done(table: GameTable, command: commands.DoneCommand, actor: Actor) -> Handled:
    if table.open_turn() != command.seat:
        raise conflict("no_turn")
    return led_to(TurnEnded(command.seat))


def _confirm(table: GameTable, command: commands.ConfirmCommand, actor: Actor) -> Handled:
    return led_to(ConfirmationSet(command.seat, command.on))


def _chat(table: GameTable, command: commands.ChatCommand, actor: Actor) -> Handled:
    text = " ".join("".join(c if c.isprintable() else " " for c in command.text).split())
    if not text:
        raise wrong("no_text")
    sent = table.chats[command.seat]
    if len(sent) >= LIMITS.chat and now() - sent[-int(LIMITS.chat)] < DAY:
        raise conflict("much_chat", most=int(LIMITS.chat))
    return led_to(ChatSent(command.seat, text[:LONGEST_CHAT]))


def _to_bot(table: GameTable, command: commands.ToBotCommand, actor: Actor) -> Handled:
    _must_go_on(table)
    if table.setting.daily:
        raise conflict("daily_bot")
    if unanswered(table):
        raise conflict("puzzle_bot")
    bot = command.bot or usual_bot(table.game)
    if bot not in bots_of(table.game):
        raise wrong("no_bot", bots=bots_of(table.game))
    return led_to(*_refusal(table, command.seat), SeatGivenToBot(command.seat, bot))


def _refusal(table: GameTable, seat: int) -> list[EventBody]:
    """The answer of somebody for whom a bot plays from now on: nobody else agrees for her."""
    return [UndoAnswered(seat, False)] if table.undo_request is not None else []


def _back(table: GameTable, command: commands.BackCommand, actor: Actor) -> Handled:
    _must_go_on(table)
    if not table.seats[command.seat].bot:
        raise conflict("no_bot_there")
    return led_to(SeatReclaimed(command.seat))


def _vote(table: GameTable, command: commands.VoteCommand, actor: Actor) -> Handled:
    _must_go_on(table)
    voted = table.votes.get(command.about, frozenset())
    if command.about not in table.people or command.about == command.seat:
        raise conflict("no_vote")
    if command.seat in voted:
        raise conflict("voted")
    _must_be_away(table, command.about, actor)
    vote = BotVoted(command.seat, command.about)
    if 2 * len(voted | {command.seat}) <= len(table.people - {command.about}):
        return led_to(vote)
    if table.setting.clock != "none":
        return led_to(vote, *voted_to_bot(table, command.about))
    until = now() + int(LIMITS.notice * 60_000)
    return led_to(vote, AbsenceNoticed(command.about, until))


def _must_be_away(table: GameTable, seat: int, actor: Actor) -> None:
    """Raise a ServerError that says why nobody can vote for a bot yet: where there is a clock, time
    alone decides; else how long somebody has been absent."""
    name = table.seats[seat].name
    if table.setting.clock != "none":
        if table.time_left(seat) > 0:
            raise conflict("has_time", name=name)
    elif seat not in actor.absent:
        raise conflict("is_there", name=name, minutes=numeral(LIMITS.absence, "g", actor.lang))


def voted_to_bot(table: GameTable, seat: int) -> list[EventBody]:
    """The events by which a bot takes a seat as the others voted."""
    return [*_refusal(table, seat), SeatGivenToBot(seat, usual_bot(table.game), True)]


def _vacation(table: GameTable, command: commands.VacationCommand, actor: Actor) -> Handled:
    _must_go_on(table)
    rule, moment = CLOCKS.get(table.setting.clock), now()
    if rule is None or rule.live or not table.setting.vacation:
        raise conflict("no_vacation")
    seat = table.seats[command.seat]
    until = moment + command.days * DAY
    used = seat.vacation_used + until - max(seat.vacation, moment)
    left = table.setting.vacation * DAY - seat.vacation_used + max(seat.vacation - moment, 0)
    if command.days and used > table.setting.vacation * DAY:
        raise conflict("vacation_used", days=max(left, 0) // DAY)
    return led_to(VacationSet(command.seat, moment, until))


def _resign(table: GameTable, command: commands.ResignCommand, actor: Actor) -> Handled:
    table.playing().check_resign(command.seat)
    return led_to(PlayerResigned(command.seat))


def _veil(table: GameTable, command: commands.VeilCommand, actor: Actor) -> Handled:
    """The X-card: the event does not say who played it."""
    table.playing()
    if command.seat not in table.owned:
        raise conflict("not_sitting")
    narration, event = table.game.narration, x_card.last_narration(table)
    if event is None or event.scene is None or narration is None:
        raise conflict("nothing_to_veil")
    if event.seq != (command.row or event.seq):
        raise conflict("nothing_to_veil")
    again = x_card.retold(table, event, narration.redact(event.scene.ply.move))
    return led_to(NarrationVeiled(event.seq, event.scene.number), table=again)


def _retell(table: GameTable, command: commands.RetellCommand, actor: Actor) -> Handled:
    table.playing()
    event = table.events[table.veiled[command.ply] - 1] if command.ply in table.veiled else None
    if event is None or event.scene is None or event.scene.ply.seat != command.seat:
        raise conflict("nothing_to_retell")
    retold = NarrationRetold(command.seat, event.seq, command.ply)
    text = (command.words or "").strip()
    if not text:
        return led_to(retold)
    move = with_text(table.game, event.scene.ply.move, text)
    return led_to(retold, table=x_card.retold(table, event, move))


def _rematch(table: GameTable, command: commands.RematchCommand, actor: Actor) -> Handled:
    """The first who asks for a rematch makes its table."""
    if table.status != OVER:
        raise conflict("not_over")
    made = (event for event in table.events if isinstance(event.body, RematchCreated))
    event = next(made, None)
    if event is not None:
        raise AlreadyDone(event)
    return led_to(RematchCreated(new_table()))


def _close(table: GameTable, command: commands.CloseCommand, actor: Actor) -> Handled:
    if not actor.host:
        raise forbidden("host_only")
    if table.setting.once and table.status == PLAYING:
        raise conflict("daily_close") if table.setting.daily else conflict("rated_close")
    return led_to(TableClosed())


HANDLERS: dict[type[commands.TableCommand], Callable[[GameTable, Any, Actor], Handled]] = {
    commands.SitCommand: _sit,
    commands.StandCommand: _stand,
    commands.RemoveCommand: _remove,
    commands.HandOverCommand: _hand_over,
    commands.RenameCommand: _rename,
    commands.SetSeatCommand: _set_seat,
    commands.AddWordCommand: _word,
    commands.StartCommand: _start,
    commands.MoveCommand: _move,
    commands.GoOnCommand: _go_on,
    commands.UndoCommand: _undo,
    commands.RedoCommand: _redo,
    commands.AskUndoCommand: _ask_undo,
    commands.AnswerCommand: _answer,
    commands.DoneCommand: _done,
    commands.ConfirmCommand: _confirm,
    commands.ChatCommand: _chat,
    commands.ToBotCommand: _to_bot,
    commands.BackCommand: _back,
    commands.VoteCommand: _vote,
    commands.VacationCommand: _vacation,
    commands.ResignCommand: _resign,
    commands.VeilCommand: _veil,
    commands.RetellCommand: _retell,
    commands.RematchCommand: _rematch,
    commands.CloseCommand: _close,
}
