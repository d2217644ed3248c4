"""Of what parts moves are made: what each kind of part may be, how it is written and read back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.engine.notation import LETTERS
from cruachan.games.shent.components.material import ELEMENTS, KIND, KINDS, RUNES
from cruachan.games.shent.core.fields import FOES, HAND, HOST, MOST, MOST_PARTS, PART, PHANTOM
from cruachan.games.shent.core.reading import STORY, Reading, Target
from cruachan.games.shent.core.state import State, Token
from cruachan.games.shent.core.wood import make_pieces

WAYS = ("tur", "golu")


class Part(NamedTuple):
    """A part of a move: of what kind it is, and which one."""

    kind: str
    value: Any


class PartKind(NamedTuple):
    """A kind of parts."""

    holds: Callable[[State, Any], bool]
    """Whether a value is one of them."""
    spell: Callable[[State, int | None, Any], str]
    """How it is written for a seat."""
    read: Callable[[State, int, str], Any]
    """The value that a seat has written so, or None."""


def spell(state: State, seat: int | None, part: Part) -> str:
    """A part of a move as it is written."""
    return KINDS_OF_PARTS[part.kind].spell(state, seat, part.value)


def holds(state: State, kind: str, value: Any) -> bool:
    """Whether a value is a part of this kind."""
    return KINDS_OF_PARTS[kind].holds(state, value)


def read(state: State, seat: int, kind: str, word: str) -> Any:
    """The part of this kind that is written so, or None."""
    return KINDS_OF_PARTS[kind].read(state, seat, word)


# --- Targets of readings ------------------------------------------------------------------


def target_kinds(reading: str, size: int) -> list[str]:
    """The kinds of the parts of a reading's target; the last one is repeated."""
    shape = Reading.ALL[reading].shape.split() if reading in Reading.ALL else []
    kinds = [kind.replace("pieces", "piece") for kind in shape]
    return [kinds[min(at, len(kinds) - 1)] for at in range(size)] if kinds else []


def target_parts(reading: str, target: Target) -> list[Part]:
    """The parts of a reading's target."""
    return [Part(*pair) for pair in zip(target_kinds(reading, len(target)), target, strict=False)]


def holds_target(state: State, reading: str, target: Any) -> bool:
    """Whether something is made as targets of a reading are."""
    if type(target) is not tuple:
        return False
    kinds = target_kinds(reading, len(target))
    return len(kinds) == len(target) and all(
        holds(state, kind, value) for kind, value in zip(kinds, target, strict=True)
    )


def read_target(state: State, seat: int, reading: str, words: Sequence[str]) -> Target | None:
    """The target of a reading that is written so."""
    kinds = target_kinds(reading, len(words))
    if len(kinds) != len(words):
        return None
    found = tuple(read(state, seat, *pair) for pair in zip(kinds, words, strict=True))
    return None if None in found else found


# --- Pieces, units, seats -----------------------------------------------------------------


@cache
def piece_names(seats: int) -> list[str]:
    """A short name for each piece: kind and number among its like."""
    names = []
    counts: dict[tuple[int, int], int] = {}
    for piece in make_pieces(seats):
        key = (piece.owner, piece.kind)
        counts[key] = counts.get(key, 0) + 1
        names.append(f"{KINDS[piece.kind].key}{counts[key]}")
    return names


@cache
def _spelled(seats: int, seat: int | None) -> list[str]:
    """Each piece by kind and number; of another colour than the seat's, with its owner's letter."""
    return [
        name if piece.owner in (seat, NOBODY) else f"{LETTERS[piece.owner]}.{name}"
        for name, piece in zip(piece_names(seats), make_pieces(seats), strict=True)
    ]


@cache
def _pieces_called(seats: int, seat: int) -> dict[str, int]:
    return {name: piece for piece, name in enumerate(_spelled(seats, seat))}


def spell_piece(state: State, seat: int | None, piece: int) -> str:
    """A piece by kind and number; of another colour than the seat's, with its owner's letter."""
    return _spelled(state.seats, seat)[piece]


def _read_piece(state: State, seat: int, word: str) -> int | None:
    return _pieces_called(state.seats, seat).get(word)


def _is_piece(state: State, value: Any) -> bool:
    return type(value) is int and 0 <= value < len(state.pieces)


def _is_unit(state: State, value: Any) -> bool:
    feigned = range(PHANTOM, PHANTOM + state.seats)
    parts = range(PART, PART + MOST_PARTS)
    return _is_piece(state, value) or (type(value) is int and (value in feigned or value in parts))


def _spell_unit(state: State, seat: int | None, unit: int) -> str:
    """A unit in a contest: a piece, what magic feigns, or a part of a host."""
    if unit >= PART:
        return f"part{unit - PART + 1}"
    return "phantom" if unit >= PHANTOM else spell_piece(state, seat, unit)


def _read_unit(state: State, seat: int, word: str) -> int | None:
    if word == "phantom":
        return PHANTOM + seat
    number = _number_after("part", word)
    return _read_piece(state, seat, word) if number is None else PART + number - 1


def _is_source(state: State, value: Any) -> bool:
    return _is_piece(state, value) or (type(value) is int and value == HAND)


def _spell_source(state: State, seat: int | None, value: int) -> str:
    return "hand" if value < 0 else spell_piece(state, seat, value)


def _read_source(state: State, seat: int, word: str) -> int | None:
    return HAND if word == "hand" else _read_piece(state, seat, word)


def _is_side(state: State, value: Any) -> bool:
    return type(value) is int and (value in (FOES, HOST) or 0 <= value < state.seats)


def spell_side(seat: int) -> str:
    """A seat, foes, or a host."""
    return LETTERS[seat] if seat >= 0 else "host" if seat == HOST else "foes"


def _read_side(state: State, seat: int, word: str) -> int | None:
    sides = (FOES, HOST, *range(state.seats))
    return next((side for side in sides if spell_side(side) == word), None)


def _drawn_for(state: State) -> tuple[int, ...]:
    """For whom numbers are drawn in the frame that is going on."""
    return tuple(getattr(state.stack[-1], "seats", ())) if state.stack else ()


def _read_drawn(state: State, seat: int, word: str) -> int | None:
    sides = [spell_side(side) for side in _drawn_for(state)]
    return sides.index(word) if word in sides else None


# --- Lands and tokens ---------------------------------------------------------------------


def _read_land(state: State, seat: int, word: str) -> int | None:
    lands = enumerate(state.board.lands)
    return next((number for number, land in lands if land.short == word), None)


def token_land(state: State, token: Token) -> int:
    """Where a token lies, or the piece it lies on."""
    if token.land >= 0 or not token.pieces:
        return token.land
    return state.pieces[token.pieces[0]].land


def _spell_token(state: State, seat: int | None, index: int) -> str:
    """A token by kind and land, and by a number where several are alike."""
    token = state.tokens[index]
    land = token_land(state, token)
    alike = [
        at
        for at, each in enumerate(state.tokens)
        if each.kind == token.kind and token_land(state, each) == land
    ]
    place = state.board.lands[land].short if land >= 0 else "-"
    which = f"/{alike.index(index) + 1}" if len(alike) > 1 else ""
    return f"{token.kind}@{place}{which}"


def _read_token(state: State, seat: int, word: str) -> int | None:
    every = range(len(state.tokens))
    return next((at for at in every if _spell_token(state, seat, at) == word), None)


# --- Names and numbers --------------------------------------------------------------------


def _number_after(head: str, word: str) -> int | None:
    rest = word.removeprefix(head)
    fits = word.startswith(head) and rest.isdecimal() and rest.isascii() and len(rest) < 6
    return int(rest) if fits and str(int(rest)) == rest else None


def _read_thing(state: State, seat: int, word: str) -> int | None:
    number = _number_after("x", word)
    return -(_number_after("x-", word) or 0) or None if number is None else number


def _is_number(state: State, value: Any) -> bool:
    return type(value) is int and abs(value) <= MOST


def _numbered(head: str = "", first: int = 0) -> PartKind:
    """Numbers after a word, or bare; `first` is what the number 0 is written as."""
    return PartKind(
        _is_number,
        lambda state, seat, value: f"{head}{value + first}",
        lambda state, seat, word: (
            None if (found := _number_after(head, word)) is None else found - first
        ),
    )


def _named(names: Sequence[str], head: str = "") -> PartKind:
    """Things that are known by a name and counted from 0."""
    places = {head + name: place for place, name in enumerate(names)}
    return PartKind(
        lambda state, value: type(value) is int and 0 <= value < len(names),
        lambda state, seat, value: head + names[value],
        lambda state, seat, word: places.get(word),
    )


def _are_runes(state: State, value: Any) -> bool:
    return type(value) is tuple and all(holds(state, "rune", rune) for rune in value)


def _read_runes(state: State, seat: int, word: str) -> tuple[int, ...] | None:
    found = tuple(read(state, seat, "rune", name) for name in word.split("+"))
    return None if None in found else found


KINDS_OF_PARTS = {
    "land": PartKind(
        lambda state, value: type(value) is int and 0 <= value < len(state.board.lands),
        lambda state, seat, value: str(state.board.lands[value].short),
        _read_land,
    ),
    "piece": PartKind(_is_piece, spell_piece, _read_piece),
    "unit": PartKind(_is_unit, _spell_unit, _read_unit),
    "source": PartKind(_is_source, _spell_source, _read_source),
    "kind": _named(list(KIND)),
    "rune": _named(RUNES),
    "runes": PartKind(
        _are_runes, lambda state, seat, value: "+".join(RUNES[rune] for rune in value), _read_runes
    ),
    "element": _named(ELEMENTS),
    "sky": _named(ELEMENTS, "sky."),
    "seat": PartKind(_is_side, lambda state, seat, value: spell_side(value), _read_side),
    "drawn": PartKind(
        lambda state, value: type(value) is int and 0 <= value < len(_drawn_for(state)),
        lambda state, seat, value: spell_side(_drawn_for(state)[value]),
        _read_drawn,
    ),
    "token": PartKind(
        lambda state, value: type(value) is int and 0 <= value < len(state.tokens),
        _spell_token,
        _read_token,
    ),
    "quest": _numbered("quest"),
    "pact": _numbered("pact"),
    "task": _numbered(),
    "number": _numbered(),
    "index": _numbered(first=1),
    "thing": PartKind(_is_number, lambda state, seat, value: f"x{value}", _read_thing),
    "answer": PartKind(
        lambda state, value: type(value) is bool,
        lambda state, seat, value: "yes" if value else "no",
        lambda state, seat, word: {"yes": True, "no": False}.get(word),
    ),
    "way": _named(WAYS),
    "word": PartKind(
        lambda state, value: type(value) is str,
        lambda state, seat, value: str(value),
        lambda state, seat, word: word,
    ),
    "reading": PartKind(
        lambda state, value: type(value) is str and (value in Reading.ALL or value == STORY),
        lambda state, seat, value: str(value),
        lambda state, seat, word: word if word in Reading.ALL or word == STORY else None,
    ),
}
"""All kinds. A task is a quest by its bare number, a thing one that only an aim knows."""
