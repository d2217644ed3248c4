"""What people and programs do at a table: whether they may, and which rows it leads to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cruachan.bots import bots_of, usual_bot
from cruachan.engine.errors import MoveError
from cruachan.engine.match import Match
from cruachan.engine.narration import with_text
from cruachan.engine.texts import Lang
from cruachan.engine.transcript import clean_entropy, clean_name
from cruachan.lessons.course import LessonError
from cruachan.server.errors import conflict, forbidden, gone, wrong
from cruachan.server.limits import LIMITS
from cruachan.server.tables import commands, x_card
from cruachan.server.tables.setting import FREE, PERSON, unlike
from cruachan.server.tables.table import BESIDE, New, Table, Who, taken_over

LONGEST_CHAT = 500
MOST_QUEUED = 5


def do(table: Table, act: commands.Act, who: Who) -> list[New]:
    """The rows an act leads to; a HallError or a MoveError says why to none."""
    if table.closed:
        raise gone("closed")
    seat = getattr(act, "seat", None)
    if seat is not None and not isinstance(act, commands.Sit):
        if seat not in range(len(table.seats)):
            raise wrong("no_seat", seats=len(table.seats))
        if seat not in who.seats and not isinstance(act, commands.SetSeat):
            raise forbidden("not_yours")
    news = DOINGS[type(act)](table, act, who)
    if news[0].kind in BESIDE and table.beside[news[0].data["seat"]] >= LIMITS.beside:
        raise conflict("enough")
    return news


def _sit(table: Table, act: commands.Sit, who: Who) -> list[New]:
    if table.match is not None:
        raise conflict("started")
    free = [number for number, seat in enumerate(table.seats) if seat.kind == FREE]
    if act.seat is not None and act.seat not in free:
        raise conflict("taken")
    if not free:
        raise conflict("full")
    seat = free[0] if act.seat is None else act.seat
    data = {"seat": seat, "name": _name(table, act.name, seat)}
    return [New("sit", data | {"word": clean_entropy(act.word or "")})]


def _name(table: Table, wished: str, seat: int) -> str:
    """A name as nobody else at the table has it."""
    if not wished.strip():
        raise wrong("no_name")
    others = (each for number, each in enumerate(table.seats) if number != seat)
    return unlike(clean_name(wished), {each.name.casefold() for each in others})


def _rename(table: Table, act: commands.Rename, who: Who) -> list[New]:
    if table.match is not None:
        raise conflict("started")
    return [New("name", {"seat": act.seat, "name": _name(table, act.name, act.seat)})]


def _set_seat(table: Table, act: commands.SetSeat, who: Who) -> list[New]:
    if not who.host:
        raise forbidden("host_only")
    if table.match is not None:
        raise conflict("started")
    if table.seats[act.seat].kind == PERSON:
        raise conflict("taken")
    if act.bot is None:
        return [New("seat", {"seat": act.seat, "bot": None, "name": ""})]
    if act.bot not in bots_of(table.game):
        raise wrong("no_bot", bots=bots_of(table.game))
    name = _name(table, act.bot.capitalize(), act.seat)
    return [New("seat", {"seat": act.seat, "bot": act.bot, "name": name})]


def _stand(table: Table, act: commands.Stand, who: Who) -> list[New]:
    if table.match is not None:
        raise conflict("started")
    if table.seats[act.seat].kind != PERSON:
        raise conflict("not_sitting")
    return [New("stand", {"seat": act.seat})]


def _word(table: Table, act: commands.AddWord, who: Who) -> list[New]:
    if table.match is not None:
        raise conflict("started")
    if table.seats[act.seat].word:
        raise conflict("word_given")
    word = clean_entropy(act.word)
    if not word:
        raise wrong("no_word")
    return [New("word", {"seat": act.seat, "word": word})]


def _start(table: Table, act: commands.Start, who: Who) -> list[New]:
    if not who.host:
        raise forbidden("host_only")
    if table.match is not None:
        raise conflict("started")
    free = [number for number, seat in enumerate(table.seats) if seat.kind == FREE]
    if free and act.fill is None:
        raise conflict("seats_free", free=len(free))
    if free and act.fill not in bots_of(table.game):
        raise wrong("no_bot", bots=bots_of(table.game))
    start = New("start", {"fill": act.fill} if free else {})
    return [start, *(taken_over(table.opening) if table.opening else ())]


def _move(table: Table, act: commands.Move, who: Who) -> list[New]:
    match = table.playing()
    seat = act.seat
    _must_play(table, seat)
    try:
        move = _wanted(table, act, who.lang)
        if act.words is not None:
            move = with_text(table.game, move, act.words)
        return [table.moved(seat, move, act.answers, who.lang)]
    except LessonError:
        raise
    except MoveError:
        waits = act.queue and len(table.seats[seat].queued) < MOST_QUEUED
        if waits and act.text and table.game.out_of_turn and not match.outcome:
            ply = len(match.history)
            return [New("queue", {"seat": seat, "text": act.text, "ply": ply})]
        raise


def _go_on(table: Table, act: commands.GoOn, who: Who) -> list[New]:
    table.playing()
    if table.course is None or not table.course.waits:
        raise conflict("nothing_to_read")
    return [New("go_on", {"seat": act.seat})]


def _must_play(table: Table, seat: int) -> None:
    if table.seats[seat].bot:
        raise conflict("with_bot")


def _wanted(table: Table, act: commands.Move, lang: Lang) -> Any:
    match = table.playing()
    if act.text is not None:
        return table.game.read_move(match.state, act.seat, act.text, lang, match.names)
    if act.move is None:
        raise wrong("no_move")
    return table.game.unpack(act.move)


def _must_go_on(table: Table) -> None:
    """Who plays which seat is not changed once the game is over."""
    if table.playing().outcome is not None:
        raise conflict("over")


def _unshown(table: Table) -> Match[Any, Any]:
    """The match, while moves may be taken back: at its end everybody is shown what the dice say."""
    match = table.playing()
    if match.outcome is not None:
        raise conflict("shown")
    return match


def _undo(table: Table, act: commands.Undo, who: Who) -> list[New]:
    _must_play(table, act.seat)
    _unshown(table).check_undo(act.seat)
    return [New("undo", {"seat": act.seat})]


def _redo(table: Table, act: commands.Redo, who: Who) -> list[New]:
    _must_play(table, act.seat)
    _unshown(table).check_redo(act.seat)
    return [New("redo", {"seat": act.seat})]


def _ask_undo(table: Table, act: commands.AskUndo, who: Who) -> list[New]:
    match = _unshown(table)
    if table.asking is not None:
        raise conflict("asked_already")
    history = enumerate(match.history)
    own = [n for n, ply in history if ply.seat == act.seat and n >= match.opened]
    if not own:
        raise conflict("nothing_back")
    away = table.owned - table.people - who.seats
    if away:
        raise conflict("cannot_agree", name=table.seats[min(away)].name)
    ask = New("ask_undo", {"seat": act.seat, "ply": own[-1]})
    if table.people <= {act.seat}:
        return [ask, New("rewind", {"ply": own[-1]})]
    return [ask]


def _answer(table: Table, act: commands.Answer, who: Who) -> list[New]:
    if table.asking is None:
        raise conflict("nothing_asked")
    _unshown(table)
    asker, ply, agreed = table.asking
    if act.seat == asker and act.yes:
        raise conflict("own_question")
    answer = New("answer", {"seat": act.seat, "yes": act.yes})
    if act.yes and table.people <= agreed | {act.seat}:
        return [answer, New("rewind", {"ply": ply})]
    return [answer]


def _done(table: Table, act: commands.Done, who: Who) -> list[New]:
    if table.open_turn() != act.seat:
        raise conflict("no_turn")
    return [New("done", {"seat": act.seat})]


def _confirm(table: Table, act: commands.Confirm, who: Who) -> list[New]:
    return [New("confirm", {"seat": act.seat, "on": act.on})]


def _chat(table: Table, act: commands.Chat, who: Who) -> list[New]:
    text = " ".join("".join(c if c.isprintable() else " " for c in act.text).split())
    if not text:
        raise wrong("no_text")
    return [New("chat", {"seat": act.seat, "text": text[:LONGEST_CHAT]})]


def _to_bot(table: Table, act: commands.ToBot, who: Who) -> list[New]:
    _must_go_on(table)
    bot = act.bot or usual_bot(table.game)
    if bot not in bots_of(table.game):
        raise wrong("no_bot", bots=bots_of(table.game))
    return [*_no_leave(table, act.seat), New("to_bot", {"seat": act.seat, "bot": bot})]


def _no_leave(table: Table, seat: int) -> list[New]:
    """The answer of somebody for whom a bot plays from now on: nobody else agrees for her."""
    return [New("answer", {"seat": seat, "yes": False})] if table.asking is not None else []


def _back(table: Table, act: commands.Back, who: Who) -> list[New]:
    _must_go_on(table)
    if not table.seats[act.seat].bot:
        raise conflict("no_bot_there")
    return [New("back", {"seat": act.seat})]


def _vote(table: Table, act: commands.Vote, who: Who) -> list[New]:
    _must_go_on(table)
    voted = table.votes.get(act.about, frozenset())
    if act.about not in table.people or act.about == act.seat:
        raise conflict("no_vote")
    if act.seat in voted:
        raise conflict("voted")
    out_of_time = table.setting.clock != "none" and table.time_left(act.about) <= 0
    if act.about not in who.absent and not out_of_time:
        raise conflict("is_there", name=table.seats[act.about].name)
    vote = New("vote", {"seat": act.seat, "about": act.about})
    if 2 * len(voted | {act.seat}) > len(table.people - {act.about}):
        given = {"seat": act.about, "bot": usual_bot(table.game), "voted": True}
        return [vote, *_no_leave(table, act.about), New("to_bot", given)]
    return [vote]


def _resign(table: Table, act: commands.Resign, who: Who) -> list[New]:
    table.playing().check_resign(act.seat)
    return [New("resign", {"seat": act.seat})]


def _veil(table: Table, act: commands.Veil, who: Who) -> list[New]:
    """The X-card: the row does not say whose doing it was."""
    table.playing()
    if act.seat not in table.owned:
        raise conflict("not_sitting")
    narration, row = table.game.narration, x_card.last_telling(table)
    if row is None or row.seq != (act.row or row.seq) or row.scene is None or narration is None:
        raise conflict("nothing_to_veil")
    told = x_card.anew(table, row, narration.redact(row.scene.ply.move))
    return [New("veil", {"row": row.seq, "ply": row.scene.number}, told)]


def _retell(table: Table, act: commands.Retell, who: Who) -> list[New]:
    table.playing()
    row = table.rows[table.veiled[act.ply] - 1] if act.ply in table.veiled else None
    if row is None or row.scene is None or row.data["seat"] != act.seat:
        raise conflict("nothing_to_retell")
    data = {"seat": act.seat, "row": row.seq, "ply": act.ply}
    words = (act.words or "").strip()
    if not words:
        return [New("retell", data)]
    move = with_text(table.game, row.scene.ply.move, words)
    return [New("retell", data, x_card.anew(table, row, move))]


def _close(table: Table, act: commands.Close, who: Who) -> list[New]:
    if not who.host:
        raise forbidden("host_only")
    return [New("close", {})]


DOINGS: dict[type[commands.Act], Callable[[Table, Any, Who], list[New]]] = {
    commands.Sit: _sit,
    commands.Stand: _stand,
    commands.Rename: _rename,
    commands.SetSeat: _set_seat,
    commands.AddWord: _word,
    commands.Start: _start,
    commands.Move: _move,
    commands.GoOn: _go_on,
    commands.Undo: _undo,
    commands.Redo: _redo,
    commands.AskUndo: _ask_undo,
    commands.Answer: _answer,
    commands.Done: _done,
    commands.Confirm: _confirm,
    commands.Chat: _chat,
    commands.ToBot: _to_bot,
    commands.Back: _back,
    commands.Vote: _vote,
    commands.Resign: _resign,
    commands.Veil: _veil,
    commands.Retell: _retell,
    commands.Close: _close,
}
