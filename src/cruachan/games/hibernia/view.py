"""What a seat may see of Hibernia, as plain data. Nothing in this game is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cruachan.engine.bits import lowest
from cruachan.engine.game import Outcome, View, Viewer
from cruachan.engine.pieces import PIECES, called, result_rows
from cruachan.engine.words import Lang, Words
from cruachan.games.hibernia import moves, rules
from cruachan.games.hibernia.board import Board
from cruachan.games.hibernia.moves import decode
from cruachan.games.hibernia.notation import (
    FACES,
    LETTERS,
    counties_of,
    owner_of,
    write_move,
    write_position,
)
from cruachan.games.hibernia.state import (
    BLACK,
    CASTLES,
    COUNTIES,
    OVER,
    PLAYERS,
    PLAYS,
    PULL,
    PURPLE,
    ROLL,
    START,
    Box,
    State,
)


def everybody(names: Sequence[str], seats: int, lang: Lang) -> list[str]:
    """What each colour is called; with three players the last one is neutral."""
    neutral = Words(__package__, lang)("piece.neutral")
    return [*called(names, seats, lang), neutral][:PLAYERS]


def view(
    board: Board,
    box: Box,
    state: State,
    legal: Sequence[int],
    outcome: Outcome | None,
    viewer: Viewer,
    names: Sequence[str],
    lang: Lang,
) -> View:
    """The view for a seat or a spectator; `legal` are the viewer's own moves."""
    words = Words(__package__, lang)
    known = everybody(names, state.seats, lang)
    to_act = rules.to_act(state)
    in_turn = state.phase in (ROLL, PLAYS, PULL)
    return {
        "game": "hibernia",
        "board": board.name,
        "seat": viewer,
        "position": write_position(board, state),
        "to_act": [] if state.phase == OVER else [int(to_act)],
        "prompt": prompt(board, state, known, words),
        "points": points(board, box, state, legal, known, words),
        "seats": int(state.seats),
        "harder": bool(state.harder),
        "round": int(state.round_number),
        "start": None if state.phase == START else int(state.start),
        "turn": int(state.turn) if in_turn else None,
        "die": FACES[state.die] if state.phase in (PLAYS, PULL) else None,
        "plays": ["die"] * int(state.die_open) + ["wild"] * int(state.wild_open),
        "march": _march(board, state),
        "track": list(board.track),
        "track_length": len(board.track),
        "players": [_player(box, state, seat, known[seat]) for seat in range(state.seats)],
        "neutral": _neutral(state, known),
        "counties": [_county(board, state, index) for index in range(COUNTIES)],
        "result": result_rows(outcome),
    }


def _march(board: Board, state: State) -> dict[str, Any] | None:
    if state.phase != PULL:
        return None
    return {
        "county": board.counties[state.target].name,
        "host": int(state.host),
        "missing": int(state.missing),
    }


def _player(box: Box, state: State, seat: int, name: str) -> dict[str, Any]:
    steps = int(state.steps[seat])
    return {
        "seat": seat,
        "letter": LETTERS[seat].upper(),
        "piece": PIECES[seat],
        "name": name,
        "steps": steps,
        "space": steps % int(box.length),
        "supply": int(state.supply[seat]),
        "shield": int(state.shield[seat]),
        "counties": counties_of(state, seat),
    }


def _neutral(state: State, known: Sequence[str]) -> dict[str, Any] | None:
    if state.seats == PLAYERS:
        return None
    return {
        "letter": LETTERS[PLAYERS - 1].upper(),
        "piece": PIECES[PLAYERS - 1],
        "name": known[-1],
        "box": int(state.supply[PLAYERS - 1]),
    }


def _county(board: Board, state: State, index: int) -> dict[str, Any]:
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


def prompt(board: Board, state: State, known: Sequence[str], words: Words) -> str:
    """What is asked of whom."""
    name = known[state.turn]
    if state.phase == START:
        return words("prompt.start")
    if state.phase == CASTLES:
        return words("prompt.castles")
    if state.phase == ROLL:
        return words("prompt.roll", name=name)
    if state.phase == OVER:
        winner = known[lowest(rules.leaders(state))]
        return words("prompt.over", name=winner)
    if state.phase == PULL:
        county = board.counties[state.target].name
        return words("prompt.pull", name=name, county=county, missing=state.missing)
    face = words(f"colour.{FACES[state.die]}")
    reach = words("prompt.any") if state.die == BLACK else words("prompt.only", face=face)
    if not state.die_open:
        return words("prompt.purple" if state.die == PURPLE else "prompt.wild", name=name)
    if not state.wild_open:
        return words("prompt.die", name=name, reach=reach)
    key = "prompt.black" if state.die == BLACK else "prompt.both"
    return words(key, name=name, face=face, reach=reach)


def points(
    board: Board,
    box: Box,
    state: State,
    legal: Sequence[int],
    known: Sequence[str],
    words: Words,
) -> list[dict[str, Any]]:
    """The moves grouped by what is pointed at: a county, or the shield."""
    groups: dict[str, dict[str, Any]] = {}
    for move in legal:
        deed = decode(move)
        if deed.kind == moves.RAISE:
            key, label = "shield", words("point.shield")
        elif deed.kind in moves.OF_CHANCE:
            key, label = "chance", ""
        else:
            county = board.counties[deed.county]
            key, label = f"county:{county.short}", county.name
        group = groups.setdefault(key, {"id": key, "label": label, "moves": []})
        text = write_move(board, move)
        said = label_of(board, box, state, move, known, words)
        group["moves"].append({"move": int(move), "text": text, "label": said})
    return list(groups.values())


def label_of(
    board: Board, box: Box, state: State, move: int, known: Sequence[str], words: Words
) -> str:
    """A legal move in words that say what it will cost and whom it meets."""
    deed = decode(move)
    index = deed.county
    county = board.counties[index].name
    if deed.kind in moves.OF_CHANCE:
        return write_move(board, move)
    if deed.kind == moves.PULL_FROM:
        return words("move.pull", warriors=state.warriors[index], county=county)
    play = words("move.wild" if deed.wild else "move.die")
    if deed.kind == moves.RAISE:
        return words("move.raise", own=state.shield[state.turn]) + play
    need = int(rules.needed(box, state, index))
    owner = owner_of(state, index)
    key = "move.reinforce" if owner == state.turn else "move.march"
    text = words(key, county=county, need=need)
    missing = need - int(state.supply[state.turn])
    if missing > 0:
        text += words("move.pulled", missing=missing)
    if owner is not None and owner != state.turn:
        text += words("move.against", enemies=state.warriors[index], enemy=known[owner])
    return text + play
