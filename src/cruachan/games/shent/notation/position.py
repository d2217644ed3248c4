"""A position as a line of text, and what of it a viewer may see.

The line is JSON: a state's fields in their order; the small records in it carry their names after
an @. A text that begins with one, for people may write that, has a second one before it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from cruachan.engine.errors import PositionError
from cruachan.engine.game import CHANCE, NOBODY, Viewer
from cruachan.games.shent.box.board import Board
from cruachan.games.shent.box.material import KINDS, STONES_OF_A_RUNE
from cruachan.games.shent.core import state as records
from cruachan.games.shent.core.flow import FRAMES
from cruachan.games.shent.core.reading import Act
from cruachan.games.shent.core.state import (
    HIDDEN,
    NAMES,
    NOWHERE,
    Player,
    Quest,
    State,
    make_pieces,
)

RECORDS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (
        records.Piece,
        records.Token,
        records.Deed,
        records.Aim,
        Quest,
        Player,
        records.Turn,
        Act,
    )
}
LEFT_OUT = ("board", "deeds")
MOST = 9999
"""So much tûr, golu or aglar nobody ever has."""
MARK = "@"


# --- Writing and reading ------------------------------------------------------------------


def write(state: State) -> str:
    """The state in a line."""
    data = {name: _plain(getattr(state, name)) for name in NAMES if name not in LEFT_OUT}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        rest = [_plain(each) for each in value]
        return [MARK + type(value).__name__, *rest] if hasattr(value, "_fields") else rest
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return [[key, _plain(each)] for key, each in value.items()]
    return MARK + value if isinstance(value, str) and value.startswith(MARK) else value


def read(board: Board, text: str) -> State:
    """The state such a line describes; with nothing hidden in it every stone is counted."""
    state = read_seen(board, text)
    _check_kinds(state)
    _check_ranges(state)
    hidden = any(HIDDEN in (*p.hand, *p.goal) for p in state.players)
    wrong = "" if hidden else stones_wrong(state)
    if wrong:
        raise PositionError(wrong)
    return state


def read_seen(board: Board, text: str) -> State:
    """The same for what a viewer sees."""
    try:
        data = json.loads(text)
        values = {name: _rich(data[name]) for name in NAMES if name not in LEFT_OUT}
        lists = ("bag", "numbers", "reserve", "elements", "aside", "players", "pieces")
        for name in (*lists, "tokens", "markers", "settlers", "peace", "stack"):
            values[name] = list(values[name])
        for name in ("told", "memory"):
            values[name] = dict(values[name])
        state = State(board=board, **values)
        _check(state)
    except PositionError:
        raise
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        raise PositionError(f"This is no position of SHENT: {text[:60]!r}.") from None
    return state


def _rich(value: Any) -> Any:
    if isinstance(value, str):
        return value.removeprefix(MARK)
    if not isinstance(value, list):
        return value
    if value and isinstance(value[0], str) and value[0][:1] == MARK != value[0][1:2]:
        kind = RECORDS.get(value[0][1:]) or FRAMES[value[0][1:]]
        return kind(*(_rich(each) for each in value[1:]))
    return tuple(_rich(each) for each in value)


def _check(state: State) -> None:
    """What no rule can bring about."""
    if state.seats not in range(2, 7) or len(state.players) != state.seats:
        raise PositionError("SHENT is for 2 to 6 players.")
    if len(state.markers) != len(state.board.lands):
        raise PositionError(f"The board {state.board.name} has {len(state.board.lands)} lands.")
    wood = make_pieces(state.seats)
    if [(p.kind, p.owner) for p in state.pieces] != [(p.kind, p.owner) for p in wood]:
        raise PositionError("The pieces of this position are not those of the game.")
    if any(not -2 <= piece.land < len(state.board.lands) for piece in state.pieces):
        raise PositionError("A piece of this position stands in no land.")


def _check_kinds(state: State) -> None:
    """Every field is of the kind that its record says; what is hidden may stand anywhere."""
    fields = {name: kind for name, kind in _kinds(State).items() if name not in LEFT_OUT}
    for name, kind in fields.items():
        if not _fits(getattr(state, name), kind):
            raise PositionError(f"In this position '{name}' is not what it should be.")
    if any(type(each) is not FRAMES.get(type(each).__name__) for each in state.stack):
        raise PositionError("In this position 'stack' is not what it should be.")
    if not all(_fits(each, type(each)) for each in state.stack):
        raise PositionError("In this position 'stack' is not what it should be.")


@cache
def _kinds(record: Any) -> dict[str, Any]:
    """What kind each field of a record is of."""
    return get_type_hints(record)


def _fits(value: Any, kind: Any) -> bool:
    """Whether a value is of a kind, all the way down."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any or (type(value) is int and value == HIDDEN):
        return True
    if origin is UnionType:
        return any(_fits(value, part) for part in parts)
    if origin is tuple and parts[-1] is not Ellipsis:
        return type(value) is tuple and len(value) == len(parts) and all(map(_fits, value, parts))
    if origin in (tuple, list):
        return type(value) is origin and all(_fits(each, parts[0]) for each in value)
    if origin is dict:
        return all(all(map(_fits, pair, parts)) for pair in value.items())
    fields = _kinds(kind).values() if hasattr(kind, "_fields") else ()
    return type(value) is kind and (not fields or all(map(_fits, value, fields)))


def _check_ranges(state: State) -> None:
    """What counts and names lies within the game."""
    seats, lands = range(NOBODY, state.seats), range(-2, len(state.board.lands))
    sizes = [len(each) for each in (state.bag, state.numbers, state.reserve, state.elements)]
    over = not state.outcome or sorted(state.outcome) == list(range(state.seats))
    sound = (
        sizes == [16, 8, 8, 6],
        all(each in seats for each in (state.active, state.first, *state.markers)),
        all(rune in range(16) for rune in state.aside),
        state.sky in range(-1, 6),
        state.weather[0] in range(-1, 16),
        over and bool(state.stack) != bool(state.outcome),
        all(min(p.tur, p.golu, p.aglar) >= 0 for p in state.players),
        all(max(p.tur, p.golu, p.aglar) <= MOST for p in state.players),
        all(p.element in range(-1, 6) for p in state.players),
        all(stone in range(6) for p in state.players for stone in p.stones),
        all(piece.leader in seats for piece in state.pieces),
        all(token.land in lands and token.stone in range(-1, 16) for token in state.tokens),
        all(each in range(len(state.pieces)) for t in state.tokens for each in t.pieces),
    )
    if not all(sound):
        raise PositionError("Something in this position lies outside the game.")


def stones(state: State) -> list[int]:
    """All rune stones that can be seen, by rune: in bag, hands, quests, goals, on the board."""
    counts = list(state.bag)
    held = [*state.aside, *(t.stone for t in state.tokens if t.stone >= 0)]
    for player in state.players:
        held += [*player.hand, *player.goal]
        held += [rune for quest in player.quests for rune in quest.runes]
    for rune in held:
        if rune >= 0:
            counts[rune] += 1
    return counts


def stones_wrong(state: State) -> str:
    """What is wrong with the number of stones, or nothing."""
    if any(count != STONES_OF_A_RUNE for count in stones(state)):
        return f"There are {STONES_OF_A_RUNE} stones of each rune, not {stones(state)}."
    out = [e for player in state.players for e in player.stones]
    if any(state.elements[e] + out.count(e) != 2 for e in range(6)):
        return "There are two stones of each element."
    if [a + b for a, b in zip(state.numbers, state.reserve, strict=True)] != [
        8,
        7,
        6,
        5,
        4,
        4,
        4,
        4,
    ]:
        return "There are 42 number stones."
    return ""


# --- What a viewer sees -------------------------------------------------------------------


def sight(state: State, viewer: Viewer) -> State:
    """[S16.8] The state with everything hidden that this viewer must not know, until all is over.

    What lies hidden is in the bag as far as the viewer can tell, so it is counted there.
    """
    if viewer == CHANCE or state.outcome:
        return state
    seen = state.copy()
    seen.deeds = []
    for seat, player in enumerate(state.players):
        if seat != viewer:
            seen.players[seat] = _player(player)
    seen.stack = [_frame(each, viewer) for each in state.stack]
    _cover_reward(seen, viewer)
    known = stones(seen)
    seen.bag = [count + STONES_OF_A_RUNE - known[rune] for rune, count in enumerate(seen.bag)]
    return seen


def _cover_reward(seen: State, viewer: Viewer) -> None:
    """[S15.9] What is left of a quest would show which of its stones lies face down in the goal."""
    for frame in seen.stack:
        if type(frame).__name__ == "Reward" and "goal" in frame.taken and frame.seat != viewer:
            player = seen.players[frame.seat]
            quests = tuple(
                q._replace(runes=(HIDDEN,) * len(q.runes)) if q.number == frame.number else q
                for q in player.quests
            )
            seen.players[frame.seat] = player._replace(quests=quests)


def _player(player: Player) -> Player:
    """[S5.2] Of a hand and a goal others know how many stones they have."""
    return player._replace(
        hand=(HIDDEN,) * len(player.hand),
        goal=(HIDDEN,) * len(player.goal),
        aim=None,
        quests=tuple(_quest(quest) for quest in player.quests),
    )


def _quest(quest: Quest) -> Quest:
    """[S6.2] A silent quest shows its runes, a secret one only how many."""
    if quest.mode == "open":
        return quest
    runes = quest.runes if quest.mode == "silent" else (HIDDEN,) * len(quest.runes)
    return quest._replace(runes=runes, aim=None, words="", base=0, lighter=0, hard=0, log=())


SEALED = {
    "Setup": ("answers", 1),
    "Passage": ("answers", 2),
    "AskPeace": ("answers", 1),
    "Moment": ("answers", 1),
    "Contest": ("wants", 1),
    "Challenge": ("bids", 1),
    "Ballot": ("votes", 1),
}
"""[S4.11] In which field of a frame answers lie sealed, and which part of each is hidden."""


def _frame(frame: Any, viewer: Viewer) -> Any:
    name = type(frame).__name__
    if name == "Declare" and frame.seat != viewer and frame.mode in ("", "secret"):
        return frame._replace(runes=(HIDDEN,) * len(frame.runes))
    if name == "Contest":
        frame = frame._replace(champions=_sealed(frame.champions, 1, viewer))
    if name not in SEALED:
        return frame
    field, part = SEALED[name]
    at = 1 if name == "Passage" else 0
    answers = tuple(
        each if each[at] == viewer else (*each[:part], HIDDEN) for each in getattr(frame, field)
    )
    return frame._replace(**{field: answers})


def _sealed(answers: tuple[Any, ...], part: int, viewer: Viewer) -> tuple[Any, ...]:
    return tuple(each if each[0] == viewer else (*each[:part], HIDDEN) for each in answers)


# --- Guessing -----------------------------------------------------------------------------


def guess(seen: State, rng: Random) -> State:
    """A state that fits what was seen: hidden runes are dealt from what is left."""
    state = seen.copy()
    pool = [rune for rune, count in enumerate(state.bag) for _ in range(count)]
    rng.shuffle(pool)

    def deal(runes: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(pool.pop() if rune == HIDDEN else rune for rune in runes)

    for seat, runes in _held(seen):
        hand = list(state.players[seat].hand)
        for rune in runes if HIDDEN in hand else ():
            pool.remove(rune)
            hand[hand.index(HIDDEN)] = rune
        state.players[seat] = state.players[seat]._replace(hand=tuple(hand))
    size = int(seen.option("goal"))
    for seat, player in enumerate(state.players):
        quests = tuple(quest._replace(runes=deal(quest.runes)) for quest in player.quests)
        goal = deal(player.goal)
        aim = player.aim
        if HIDDEN in player.goal and len(goal) >= size:
            aim = Quest(0, "secret", goal)
        state.players[seat] = player._replace(
            hand=tuple(sorted(deal(player.hand))), goal=goal, quests=quests, aim=aim
        )
    state.bag = [pool.count(rune) for rune in range(16)]
    state.stack = [_unsealed(frame, state) for frame in state.stack]
    return state


def _held(seen: State) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Runes that were shown but are still in a hand: of a declaration, a cast, a counter."""
    for frame in seen.stack:
        name, step = type(frame).__name__, getattr(frame, "step", "")
        spoken = (name, step) in (("Cast", "reading"), ("Counter", "leave"))
        if name == "Declare" and frame.again == NOWHERE and HIDDEN not in frame.runes:
            yield frame.seat, frame.runes
        elif spoken and frame.source[0] < 0:
            yield frame.seat, (frame.source[1],)


def _unsealed(frame: Any, state: State) -> Any:
    """A frame with an answer that could have been given in the place of each hidden one."""
    name = type(frame).__name__
    if name == "Declare" and HIDDEN in frame.runes:
        hand = state.players[frame.seat].hand
        return frame._replace(runes=hand[: len(frame.runes)])
    if name == "Contest":
        named = tuple(
            (side, frame.candidates(state, side)[0] if unit == HIDDEN else unit)
            for side, unit in frame.champions
        )
        frame = frame._replace(champions=named)
    if name not in SEALED:
        return frame
    field, part = SEALED[name]
    answers = tuple(
        each if each[part] != HIDDEN else (*each[:part], _likely(name, frame, state, each[0]))
        for each in getattr(frame, field)
    )
    return frame._replace(**{field: answers})


def _likely(name: str, frame: Any, state: State, seat: int) -> Any:
    """An answer somebody may have given."""
    if name == "Setup":
        return state.players[seat].hand[0]
    plain = {"Passage": "peace", "AskPeace": True, "Contest": "fight", "Challenge": 0}
    return tuple(True for _ in frame.questions) if name == "Ballot" else plain.get(name)


def piece_names(seats: int) -> list[str]:
    """A short name for each piece: kind and number among its like."""
    names = []
    counts: dict[tuple[int, int], int] = {}
    for piece in make_pieces(seats):
        key = (piece.owner, piece.kind)
        counts[key] = counts.get(key, 0) + 1
        names.append(f"{KINDS[piece.kind].key}{counts[key]}")
    return names
