"""A position as a line of text, and what of it a viewer may see.

The line is JSON: a state's fields in their order; the small records in it carry their names after
an @. A text that begins with one, for people may write that, has a second one before it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from functools import cache
from random import Random
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from cruachan.engine.errors import PositionError
from cruachan.engine.game import CHANCE, NOBODY, Viewer
from cruachan.engine.texts import message, one_line
from cruachan.games.shent.aims.base import AimKind
from cruachan.games.shent.chapters.beginning import Setup
from cruachan.games.shent.chapters.naming import LONGEST_NAME
from cruachan.games.shent.chapters.rounds import Round
from cruachan.games.shent.components.board import Board
from cruachan.games.shent.components.material import BUILDINGS, STONES_OF_A_RUNE
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import state as records
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import HIDDEN, NOWHERE, SEALED
from cruachan.games.shent.core.flow import Frame
from cruachan.games.shent.core.house_rules import BEFORE_HOUSE_RULES
from cruachan.games.shent.core.reading import Act, Reading
from cruachan.games.shent.core.state import NAMES, DomainEvent, Piece, Pieces, Player, Quest, State
from cruachan.games.shent.core.wood import make_pieces

RECORDS: dict[str, Any] = {"Deed": DomainEvent} | {
    kind.__name__: kind
    for kind in (
        records.Piece,
        records.Token,
        records.Lore,
        records.Term,
        records.Deal,
        records.Pact,
        records.Dealing,
        records.Aim,
        Quest,
        Player,
        records.Turn,
        Act,
    )
}
"""The records that positions name, by their stored names, which never change."""
STORED_NAMES = {kind: name for name, kind in RECORDS.items()}
FIRST = {"Token": TokenKind, "Deed": DomainEventKind}
"""Of which enumeration the first field of a record is."""
LEFT_OUT = ("board", "domain_events")
YOUNGER: dict[str, Any] = {
    **{"whispers": [], "riddles": [], "names": []},
    **{"pacts": [], "bygone": [], "dealings": []},
    "rules": BEFORE_HOUSE_RULES,
}
"""What older positions do not have, and what it is then."""
LISTS = (
    *("bag", "numbers", "reserve", "elements", "aside", "players", "pieces", "tokens", "markers"),
    *("settlers", "peace", "whispers", "pacts", "bygone", "dealings", "stack"),
)
"""The fields of a position that grow and shrink."""
MARK = "@"
NUMBERS = frozenset((int, bool, type(None)))
"""The types of what is written as it is."""


# --- Writing and reading ------------------------------------------------------------------


def write(state: State) -> str:
    """The state in a line."""
    data = {name: _plain(getattr(state, name)) for name in NAMES if name not in LEFT_OUT}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return MARK + value if value.startswith(MARK) else value
    if isinstance(value, Frame):
        return [MARK + type(value).__name__, *_all_plain(vars(value).values())]
    if isinstance(value, tuple):
        rest, name = _all_plain(value), STORED_NAMES.get(type(value))
        return [MARK + name, *rest] if name else rest
    if isinstance(value, list):
        return _all_plain(value)
    if isinstance(value, dict):
        return [[key, _plain(each)] for key, each in value.items()]
    return value


def _all_plain(values: Iterable[Any]) -> list[Any]:
    """Most values are numbers, which stay as they are."""
    return [each if type(each) in NUMBERS else _plain(each) for each in values]


def _no(key: str, /, **values: Any) -> PositionError:
    """What is wrong with a position."""
    return PositionError(message(__package__, f"position.{key}", **values))


def read(board: Board, text: str) -> State:
    """The state such a line describes; with nothing hidden in it every stone is counted."""
    state = read_seen(board, text)
    _check_fields(state)
    _check_together(state)
    hidden = any(HIDDEN in (*p.hand, *p.goal) for p in state.players)
    wrong = None if hidden else stones_wrong(state)
    if wrong:
        raise wrong
    return state


def read_seen(board: Board, text: str) -> State:
    """The state described by a line that may leave hidden things out; stones are not counted."""
    try:
        data = json.loads(text)
        values = {name: _rich({**YOUNGER, **data}[name]) for name in NAMES if name not in LEFT_OUT}
        for name in LISTS:
            values[name] = list(values[name])
        values["pieces"] = Pieces(values["pieces"])
        for name in ("told", "read_last", "lore", "memory", "riddles", "names"):
            values[name] = dict(values[name])
        state = State(board=board, **values)
        _check(state)
    except PositionError:
        raise
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        raise _no("unread", text=text[:60]) from None
    return state


def _rich(value: Any) -> Any:
    if isinstance(value, str):
        return value.removeprefix(MARK)
    if not isinstance(value, list):
        return value
    if value and isinstance(value[0], str) and value[0][:1] == MARK != value[0][1:2]:
        name, *rest = value[0][1:], *(_rich(each) for each in value[1:])
        if name in FIRST:
            rest[0] = FIRST[name](rest[0])
        return (RECORDS.get(name) or Frame.ALL[name])(*rest)
    return tuple(_rich(each) for each in value)


def _check(state: State) -> None:
    """What no rule can bring about."""
    if state.seats not in range(2, 7) or len(state.players) != state.seats:
        raise _no("seats")
    if len(state.markers) != len(state.board.lands):
        raise _no("lands", board=state.board.name, lands=len(state.board.lands))
    wood = make_pieces(state.seats)
    if [(p.kind, p.owner) for p in state.pieces] != [(p.kind, p.owner) for p in wood]:
        raise _no("pieces")
    if any(not -2 <= piece.land < len(state.board.lands) for piece in state.pieces):
        raise _no("no_land")


def _check_fields(state: State) -> None:
    """Every field holds what its record says, within its range."""
    for name, kind in _kinds(State).items():
        if name not in LEFT_OUT and not _fits(state, getattr(state, name), kind):
            raise _no("field", name=name)
    for frame in state.stack:
        if not isinstance(frame, Frame) or not _fits(state, frame, type(frame)):
            raise _no("field", name="stack")


@cache
def _kinds(record: Any) -> dict[str, Any]:
    """What kind each field of a record is of."""
    return get_type_hints(record, include_extras=True)


FitCheck = Callable[[State, Any], bool]
"""Whether a value fits a state, all the way down."""


def _fits(state: State, value: Any, kind: Any) -> bool:
    """Whether a value is of a kind."""
    return _fit_of(kind)(state, value)


@cache
def _fit_of(kind: Any) -> FitCheck:
    """The check for a kind: types are taken apart once, values are looked at by the thousand."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return lambda state, value: True
    if origin is Annotated:
        return _fit_in_ranges(parts)
    if origin in (UnionType, Union):
        either = [_fit_of(part) for part in parts]
        return lambda state, value: any(fit(state, value) for fit in either)
    if origin is tuple and parts[-1] is not Ellipsis:
        checks = [_fit_of(part) for part in parts]
        return lambda state, value: type(value) is tuple and _all_fit(state, value, checks)
    if origin in (tuple, list):
        return _fit_each(origin, parts[0])
    if kind is Pieces:
        return _fit_each(Pieces, Piece)
    if origin is dict:
        pair = [_fit_of(part) for part in parts]
        return lambda state, value: all(_all_fit(state, each, pair) for each in value.items())
    return _fit_record(kind)


def _fit_in_ranges(parts: tuple[Any, ...]) -> FitCheck:
    """A kind with the ranges in which its values lie, or sealed."""
    plain, sealed = _fit_of(parts[0]), SEALED in parts
    ranges = [each for each in parts[1:] if each != SEALED]

    def fit(state: State, value: Any) -> bool:
        if sealed and type(value) is int and value == HIDDEN:
            return True
        return plain(state, value) and all(value in each(state) for each in ranges)

    return fit


def _fit_each(kind: Any, part: Any) -> FitCheck:
    """A row of one kind of values."""
    check = _fit_of(part)
    return lambda state, value: type(value) is kind and all(check(state, x) for x in value)


def _fit_record(kind: Any) -> FitCheck:
    """A number, a text, a frame or one of the small records."""
    record: Any = kind

    def frame_fits(state: State, value: Any) -> bool:
        kinds = _kinds(record)
        return type(value) is kind and all(
            _fits(state, each, kinds[name]) for name, each in vars(value).items()
        )

    def fields_fit(state: State, value: Any) -> bool:
        return type(value) is kind and _all_fit(state, value, _fits_of(record))

    if issubclass(kind, Frame):
        return frame_fits
    return fields_fit if hasattr(kind, "_fields") else lambda state, value: type(value) is kind


@cache
def _fits_of(record: Any) -> list[FitCheck]:
    """The checks for the fields of a record."""
    return [_fit_of(kind) for kind in _kinds(record).values()]


def _all_fit(state: State, values: Collection[Any], checks: Collection[FitCheck]) -> bool:
    return len(values) == len(checks) and all(
        check(state, value) for check, value in zip(checks, values, strict=True)
    )


def _check_together(state: State) -> None:
    """What the fields say together."""
    lands = len(state.board.lands)
    sizes = [len(each) for each in (state.bag, state.numbers, state.reserve, state.elements)]
    if sizes != [16, 8, 8, 6] or len(state.settlers) != lands:
        raise _no("outside")
    placed = sorted(state.outcome) == list(range(state.seats))
    if bool(state.stack) == bool(state.outcome) or bool(state.outcome) != placed:
        raise _no("over")
    if not _names_fit(state):
        raise _no("names")
    quests = [q for p in state.players for q in (*p.quests, p.aim) if q is not None]
    if any(quest.aim and quest.aim.kind not in AimKind.ALL for quest in quests):
        raise _no("aim")
    if not all(_remembered(event) for quest in quests for event in quest.log):
        raise _no("log")
    for below, frame in zip([None, *state.stack], state.stack, strict=False):
        if not frame.sound(state, below):
            raise _no("frame", name=type(frame).__name__)
    if state.stack and not isinstance(state.stack[0], Round | Setup):
        raise _no("bottom", name=type(state.stack[0]).__name__)
    if state.stack and not state.stack[-1].waits(state):
        raise _no("restless", name=type(state.stack[-1]).__name__)


def _names_fit(state: State) -> bool:
    """[S4.14] Whether every name is one, of a figure in play, and no two are alike."""
    names = [name.casefold() for name in state.names.values()]
    return len(set(names)) == len(names) and all(
        0 < len(name) <= LONGEST_NAME
        and name == one_line(name)
        and state.pieces[piece].land != NOWHERE
        and state.pieces[piece].kind not in BUILDINGS
        for piece, name in state.names.items()
    )


def _remembered(event: DomainEvent) -> bool:
    """Whether an event says what quests want to know of it."""
    if event.what == DomainEventKind.CAST:
        return event.more[:1] == () or event.more[0] in Reading.ALL
    return event.what not in (DomainEventKind.WON, DomainEventKind.LOST) or all(
        type(each) is int for each in event.more[1:]
    )


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


def stones_wrong(state: State) -> PositionError | None:
    """What is wrong with the number of stones, or nothing."""
    if any(count != STONES_OF_A_RUNE for count in stones(state)):
        return _no("runes", due=STONES_OF_A_RUNE, counts=str(stones(state)))
    out = [e for player in state.players for e in player.stones]
    if any(state.elements[e] + out.count(e) != 2 for e in range(6)):
        return _no("elements")
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
        return _no("numbers")
    return None


# --- What a viewer sees -------------------------------------------------------------------


def observe(state: State, viewer: Viewer) -> State:
    """[S16.8] The state with everything hidden that this viewer must not know, until all is over.

    What lies hidden is in the bag as far as the viewer can tell, so it is counted there.
    """
    if viewer == CHANCE or state.outcome:
        return state
    seen = state.copy()
    seen.domain_events = []
    for seat, player in enumerate(state.players):
        if seat != viewer:
            seen.players[seat] = _player(player)
    seen.stack = [_frame(state, frame, viewer) for frame in state.stack]
    seen.whispers = [each for each in state.whispers if each[0] == viewer]
    for frame in seen.stack:
        frame.covers(seen, viewer)
    known = stones(seen)
    seen.bag = [count + STONES_OF_A_RUNE - known[rune] for rune, count in enumerate(seen.bag)]
    return seen


def _frame(state: State, frame: Frame, viewer: Viewer) -> Frame:
    """[S3.14] At an open table only what names runes of a hand or a goal is sealed."""
    sealed = not state.open_table or frame.of_hand(state, max(state.active, 0))
    return frame.seen_by(viewer) if sealed else frame


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
    return quest._replace(
        runes=runes, aim=None, words="", base=0, lighter=0, hard=0, log=(), steps=(), ticked=-1
    )


# --- Guessing -----------------------------------------------------------------------------


def determinize(seen: State, rng: Random) -> State:
    """A state that fits what was seen: hidden runes are dealt from what is left."""
    state = seen.copy()
    pool = [rune for rune, count in enumerate(state.bag) for _ in range(count)]
    rng.shuffle(pool)

    def deal(runes: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(pool.pop() if rune == HIDDEN else rune for rune in runes)

    for frame in seen.stack:
        seat, runes = frame.shown()
        if seat == NOBODY:
            continue
        hand = list(state.players[seat].hand)
        for rune in runes:
            if HIDDEN in hand and rune in pool:
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
    state.stack = [frame.determinize(state) for frame in state.stack]
    return state
