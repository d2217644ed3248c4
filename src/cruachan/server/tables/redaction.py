"""What leaves the hall: rows and views as one viewer may see them, as bytes.

Every way out (answers, WebSocket, server-sent events) takes its bytes from here and from nowhere
else, so that what is hidden is hidden everywhere.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from cruachan.engine.game import CHANCE, Viewer
from cruachan.engine.languages import COMPLETE_LANGS, Lang
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import LocalizedText
from cruachan.engine.view import View
from cruachan.server.tables.table import PLAYING, Data, Row, Table, now

OWN = ("queue", "unqueue", "confirm")
"""Rows that only their seat may see."""


class Eyes(NamedTuple):
    """Who gets something, in which language, and whether with what lies on and beside the board."""

    viewer: Viewer
    lang: Lang
    pieces: bool = False
    shared: bool = False
    """Whether others look at the same screen: then it shows what everybody may see."""


class Around(NamedTuple):
    """Who is there, and who is writing: what is stored nowhere."""

    there: frozenset[int] = frozenset()
    writing: frozenset[int] = frozenset()


def json(data: Any) -> bytes:
    """Plain data as bytes."""
    return msgspec.json.encode(data)


def row_event(table: Table, row: Row, viewer: Viewer, lang: Lang) -> Data:
    """A row as a viewer may see it; one she may not see is a `skip`: no number is missing."""
    if row.kind in OWN and row.data["seat"] != viewer:
        return {"seq": row.seq, "at": row.at, "kind": "skip"}
    event = {"seq": row.seq, "at": row.at, "kind": row.kind}
    if row.kind == "opened":
        return event | {"plies": len(row.data["plies"]), "unproven": row.data["unproven"]}
    if row.kind in ("veil", "retell"):
        return event | row.data | _telling(table, row.data["row"], viewer, lang)
    if row.scene is None:
        return event | {key: _in_lang(value, lang) for key, value in row.data.items()}
    return event | _move_event(table, row, viewer, lang)


def _telling(table: Table, seq: int, viewer: Viewer, lang: Lang) -> Data:
    """How a row reads now."""
    told = _move_event(table, table.rows[seq - 1], viewer, lang)
    return {"text": told["text"], "told": told["told"]}


def _in_lang(value: Any, lang: Lang) -> Any:
    """What was said in several languages, in one."""
    said = isinstance(value, dict) and set(COMPLETE_LANGS) <= set(value)
    return LocalizedText(value).text(lang) if said else value


def _move_event(table: Table, row: Row, viewer: Viewer, lang: Lang) -> Data:
    """A move: in notation, told in a sentence, and where in the game it was."""
    game, scene = table.game, row.scene
    assert scene is not None
    number, before, ply, after = scene
    turns_up = not game.out_of_turn and ply.seat != CHANCE
    when = game.when(before)
    names = table.names
    event = {
        "seat": ply.seat,
        "ply": number,
        "text": game.write_move(before, ply.seat, ply.move, viewer),
        "told": presentation_of(game).tell(before, ply.seat, ply.move, after, viewer, names, lang),
        "round": when.round,
        "turn": when.seat,
        "shows": turns_up and game.reveals(before, ply.seat, ply.move),
    }
    return event | ({"by": row.data["by"]} if "by" in row.data else {})


def seat_info(table: Table, seat: int, around: Around) -> Data:
    """A seat as everybody may see it."""
    own = table.seats[seat]
    info: Data = {
        "kind": own.kind,
        "name": own.name,
        "bot": own.bot,
        "word": own.word,
        "there": seat in around.there,
        "writing": seat in around.writing,
        "votes": sorted(table.votes.get(seat, ())),
    }
    if table.setting.clock != "none":
        info["left"] = table.time_left(seat)
    return info


def lesson_info(table: Table, eyes: Eyes) -> Data | None:
    """A first game as its learner is told of it; what is said to her is hers alone."""
    if table.course is None:
        return None
    present = table.course.present(eyes.lang)
    if eyes.viewer != table.course.lesson.learner:
        present = present._replace(text="", marks=(), expects=(), tell=False)
    return present._asdict()


def table_info(table: Table, eyes: Eyes, around: Around) -> Data:
    """A table as a viewer may see it, apart from the game itself."""
    match, setting, viewer = table.match, table.setting, eyes.viewer
    asking = table.asking
    info: Data = {
        "id": table.id,
        "game": setting.game,
        "board": setting.board,
        "options": setting.options,
        "status": table.status,
        "public": setting.public,
        "seats": [seat_info(table, seat, around) for seat in range(len(table.seats))],
        "promise": table.commitment,
        "clock": setting.clock,
        "hints": table.hints,
        "plies": len(match.history) if match else 0,
        "opened": table.opened,
        "asking": None
        if asking is None
        else {"seat": asking[0], "ply": asking[1], "agreed": sorted(asking[2])},
        "open_turn": table.open_turn(),
        "in_the_open": _in_the_open(table),
        "resigned": match.resigned if match else None,
        "rematch": table.rematch,
        "before": setting.before,
        "lesson": lesson_info(table, eyes),
        "time": now(),
    }
    if viewer is not None and viewer >= 0:
        own = table.seats[viewer]
        info["me"] = {
            "confirm": own.confirm,
            "queued": [] if eyes.shared else list(own.queued),
            "retell": _retell(table, viewer, eyes.lang),
        }
    return info


def _in_the_open(table: Table) -> list[int]:
    """The seats that are waited for and may answer before all eyes."""
    match = table.match
    if match is None or table.status != PLAYING:
        return []
    seats = [seat for seat in match.to_act if seat >= 0]
    return [seat for seat in seats if presentation_of(match.game).in_the_open(match.state, seat)]


def _retell(table: Table, seat: int, lang: Lang) -> Data | None:
    """What a seat has told that was veiled: it may tell the first of these anew."""
    for ply, seq in sorted(table.veiled.items()):
        if table.rows[seq - 1].data["seat"] == seat:
            scene = table.rows[seq - 1].scene
            narration = table.game.narration
            longest = narration.max_length(scene.ply.move) if scene and narration else 0
            text = _telling(table, seq, seat, lang)["told"]
            return {"ply": ply, "row": seq, "text": text, "longest": longest}
    return None


def beside(table: Table, view: View, eyes: Eyes) -> Data:
    """What lies on the still and what is shown beside it, where that is asked for."""
    if not eyes.pieces:
        return {}
    shown, lang = presentation_of(table.game), eyes.lang
    panels = shown.side_panels(view, lang)
    sheets = [each for each in panels if not (eyes.shared and each["own"])]
    return {"pieces": shown.pieces(view, lang), "sheets": sheets}


def view_event(table: Table, eyes: Eyes) -> Data:
    """The present view of a viewer and the number of the decision she faces."""
    match, viewer = table.match, eyes.viewer
    if match is None:
        return {}
    view = match.view(viewer, eyes.lang, eyes.shared)
    answer: Data = {"view": view, "when": match.when(len(match.history))}
    answer |= beside(table, view, eyes)
    if viewer is not None:
        answer["asked"] = match.asked(viewer)
        if table.status == PLAYING:
            answer["undo"] = match.why_no_undo(viewer) is None
    return answer


def message(table: Table, since: int, eyes: Eyes, around: Around) -> Data:
    """What a listener gets who has all rows up to `since`."""
    reader = None if eyes.shared else eyes.viewer
    return {
        "seq": table.seq,
        "rows": [row_event(table, row, reader, eyes.lang) for row in table.rows[since:]],
        "table": table_info(table, eyes, around),
        **view_event(table, eyes),
    }


def knower(table: Table, viewer: Viewer) -> Viewer:
    """Whose knowledge a viewer has of what was: everybody's, once the game is over."""
    return CHANCE if table.finished else viewer
