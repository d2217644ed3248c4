"""What a seat may see of Hibernia, as plain data. Nothing in this game is hidden."""

from __future__ import annotations

from collections.abc import Sequence

from cruachan.engine.bits import lowest
from cruachan.engine.game import Outcome, Viewer, When
from cruachan.engine.pieces import PIECES, called, decides, result_rows
from cruachan.engine.texts import Lang, Texts
from cruachan.engine.view import Point, choice, grouped
from cruachan.games.hibernia import moves, rules
from cruachan.games.hibernia.board import Board
from cruachan.games.hibernia.moves import MoveParts, decode
from cruachan.games.hibernia.notation import (
    FACES,
    LETTERS,
    counties_of,
    owner_of,
    parts,
    write_move,
)
from cruachan.games.hibernia.shown import CountyView, HiberniaView, March, NeutralView, PlayerView
from cruachan.games.hibernia.state import (
    BLACK,
    CASTLES,
    OVER,
    PLAYERS,
    PLAYS,
    PULL,
    PURPLE,
    ROLL,
    START,
    BoardTables,
    State,
)


def everybody(names: Sequence[str], seats: int, lang: Lang) -> list[str]:
    """What each colour is called; with three players the last one is neutral."""
    neutral = Texts(__package__, lang)("piece.neutral")
    return [*called(names, seats, lang), neutral][:PLAYERS]


def view(
    board: Board,
    tables: BoardTables,
    state: State,
    legal: Sequence[int],
    outcome: Outcome | None,
    viewer: Viewer,
    names: Sequence[str],
    lang: Lang,
) -> HiberniaView:
    """The view for a seat or a spectator; `legal` are the viewer's own moves."""
    texts = Texts(__package__, lang)
    known = everybody(names, state.seats, lang)
    to_act = rules.to_act(state)
    number, turn = when(state)
    return {
        "game": "hibernia",
        "board": board.name,
        "seat": viewer,
        "to_act": [] if state.phase == OVER else [int(to_act)],
        "prompt": prompt(board, state, legal, viewer, known, texts),
        "points": points(board, tables, state, legal, known, texts),
        "calls": [],
        "banner": _banner(tables, state, known, texts),
        "seats": int(state.seats),
        "harder": bool(state.harder),
        "round": number,
        "start": None if state.phase == START else int(state.start),
        "turn": turn,
        "die": FACES[state.die] if state.phase in (PLAYS, PULL) else None,
        "plays": ["die"] * int(state.die_open) + ["wild"] * int(state.wild_open),
        "march": _march(board, state),
        "track": list(board.track),
        "track_length": len(board.track),
        "players": [_player(tables, state, seat, known[seat]) for seat in range(state.seats)],
        "neutral": _neutral(state, known),
        "counties": [_county(board, state, index) for index in range(len(board.counties))],
        "result": result_rows(outcome),
    }


def when(state: State) -> When:
    """The round and whose turn it is."""
    in_turn = state.phase in (ROLL, PLAYS, PULL)
    return When(int(state.round_number), int(state.turn) if in_turn else None)


def _march(board: Board, state: State) -> March | None:
    if state.phase != PULL:
        return None
    return {
        "county": board.counties[state.target].name,
        "host": int(state.host),
        "missing": int(state.missing),
    }


def _player(tables: BoardTables, state: State, seat: int, name: str) -> PlayerView:
    steps = int(state.steps[seat])
    return {
        "seat": seat,
        "letter": LETTERS[seat].upper(),
        "piece": PIECES[seat],
        "name": name,
        "steps": steps,
        "space": steps % int(tables.length),
        "supply": int(state.supply[seat]),
        "shield": int(state.shield[seat]),
        "counties": counties_of(state, seat),
    }


def _neutral(state: State, known: Sequence[str]) -> NeutralView | None:
    if state.seats == PLAYERS:
        return None
    return {
        "letter": LETTERS[PLAYERS - 1].upper(),
        "piece": PIECES[PLAYERS - 1],
        "name": known[-1],
        "box": int(state.supply[PLAYERS - 1]),
    }


def _county(board: Board, state: State, index: int) -> CountyView:
    county = board.counties[index]
    return {
        "name": county.name,
        "short": county.short,
        "colour": county.colour,
        "province": county.province,
        "castle": county.castle,
        "centre": county.centre,
        "neighbours": list(county.neighbours),
        "warriors": int(state.warriors[index]),
        "owner": owner_of(state, index),
    }


def _banner(tables: BoardTables, state: State, known: Sequence[str], texts: Texts) -> str:
    """A notice of the last round, once a marker has come round the track."""
    first = lowest(rules.leaders(state))
    if state.phase == OVER or state.steps[first] < tables.length:
        return ""
    return texts("prompt.last", name=known[first])


def prompt(
    board: Board,
    state: State,
    legal: Sequence[int],
    viewer: Viewer,
    known: Sequence[str],
    texts: Texts,
) -> str:
    """What the viewer is asked, or who is waited for."""
    name = known[state.turn]
    if state.phase == START:
        return texts("prompt.start")
    if state.phase == CASTLES:
        return texts("prompt.castles")
    if state.phase == ROLL:
        return texts("prompt.your_roll" if viewer == state.turn else "prompt.roll", name=name)
    if state.phase == OVER:
        winner = known[lowest(rules.leaders(state))]
        return texts("prompt.over", name=winner)
    if viewer != state.turn:
        return decides(name, texts.lang)
    if state.phase == PULL:
        county = board.counties[state.target].name
        return texts.count("prompt.pull", int(state.missing), county=county)
    if not state.die_open:
        return texts("prompt.purple" if state.die == PURPLE else "prompt.wild")
    where = texts(f"where.{FACES[state.die]}")
    decoded = (decode(move) for move in legal)
    marches = any(each.kind == moves.MARCH and not each.wild for each in decoded)
    if not state.wild_open:
        return texts("prompt.die" if marches else "prompt.die_raise", where=where)
    if state.die == BLACK:
        return texts("prompt.black")
    return texts("prompt.both" if marches else "prompt.both_raise", where=where)


def points(
    board: Board,
    tables: BoardTables,
    state: State,
    legal: Sequence[int],
    known: Sequence[str],
    texts: Texts,
) -> list[Point]:
    """The moves grouped by what is pointed at: a county, or the shield. Where the die's play does,
    the wild one lies aside: it is worth more in another county. Attacks are shown first."""
    all_decoded = [decode(move) for move in legal]
    plays = [decoded for decoded in all_decoded if decoded.kind in (moves.MARCH, moves.RAISE)]
    by_die = {(decoded.kind, decoded.county) for decoded in plays if not decoded.wild}
    return grouped(
        (
            point_of(board, move, texts),
            choice(
                int(move),
                parts(board, move),
                label_of(board, tables, state, move, known, texts),
                aside=bool(decoded.wild) and (decoded.kind, decoded.county) in by_die,
                asks=_asks(state, decoded),
            ),
        )
        for move, decoded in zip(legal, all_decoded, strict=True)
    )


def _asks(state: State, decoded: MoveParts) -> bool:
    """Whether a move strikes somebody, or brings more to the others than to whoever makes it."""
    if decoded.kind == moves.RAISE:
        others = sum(int(state.shield[seat]) // 2 for seat in range(state.seats))
        own = int(state.shield[state.turn])
        return own == 0 or own < others - own // 2
    return decoded.kind == moves.MARCH and owner_of(state, decoded.county) in _others(state)


def _others(state: State) -> list[int]:
    """Whoever a march may strike: all but the one whose turn it is."""
    return [colour for colour in range(PLAYERS) if colour != state.turn]


def point_of(board: Board, move: int, texts: Texts) -> tuple[str, str]:
    """The id and the label of what is pointed at."""
    decoded = decode(move)
    if decoded.kind == moves.RAISE:
        return "shield", texts("point.shield")
    if decoded.kind in moves.OF_CHANCE:
        return "chance", ""
    county = board.counties[decoded.county]
    return f"county:{county.short}", county.name


def label_of(
    board: Board, tables: BoardTables, state: State, move: int, known: Sequence[str], texts: Texts
) -> str:
    """A legal move in words that say what it will cost and whom it meets."""
    decoded = decode(move)
    index = decoded.county
    county = board.counties[index].name
    if decoded.kind in moves.OF_CHANCE:
        return write_move(board, move)
    if decoded.kind == moves.PULL_FROM:
        return texts("move.pull", warriors=state.warriors[index], county=county)
    both = state.die_open and state.wild_open and state.die != BLACK
    play = texts("move.wild" if decoded.wild else "move.die") if both else ""
    if decoded.kind == moves.RAISE:
        return texts("move.raise", own=state.shield[state.turn]) + play
    need = int(rules.needed(tables, state, index))
    owner = owner_of(state, index)
    key = "move.reinforce" if owner == state.turn else "move.march"
    text = texts(key, county=county, need=need)
    missing = need - int(state.supply[state.turn])
    if missing > 0:
        text += texts("move.pulled", missing=missing)
    if owner is not None and owner != state.turn:
        enemies = int(state.warriors[index])
        if owner < state.seats:
            text += texts("move.against", enemies=enemies, enemy=known[owner])
        else:
            text += texts.count("move.neutral_enemy", enemies)
    return text + play
