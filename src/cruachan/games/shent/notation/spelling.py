"""Of what parts a move is made, and how each part is written.

`bits` takes a move apart into lands, pieces, runes and so on; notation writes them, labels put them
into words, and what people type is compared with them.
"""

from __future__ import annotations

from functools import cache
from itertools import cycle
from typing import Any, NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.engine.notation import LETTERS
from cruachan.games.shent.box.material import ELEMENTS, KINDS, RUNES
from cruachan.games.shent.chapters.challenges import PART, PHANTOM
from cruachan.games.shent.core.flow import Args, Move, top
from cruachan.games.shent.core.presence import HOST
from cruachan.games.shent.core.reading import Reading
from cruachan.games.shent.core.state import NOWHERE, Aim, State, Token
from cruachan.games.shent.notation.position import piece_names

STYLES = {"read": 2, "tell": 0}
"""Which argument says how something is told."""
WAYS = ("tur", "golu")
SHAPES = {
    **dict.fromkeys(("rune", "take", "lay", "putback"), "rune"),
    **dict.fromkeys(("number", "claim", "forsake", "takeout", "putin", "bid"), "number"),
    **dict.fromkeys(("foe", "event", "return", "peace", "refuse"), "land"),
    **dict.fromkeys(("release", "break", "search", "ward"), "land"),
    **dict.fromkeys(("wish", "want", "spoils"), "word"),
    **dict.fromkeys(("emerge", "befriend"), "piece"),
    **dict.fromkeys(("send", "meet", "champion"), "unit"),
    **dict.fromkeys(("step", "hire", "gather", "scatter"), "piece land"),
    **dict.fromkeys(("start", "place"), "kind land"),
    **dict.fromkeys(("cast", "counter"), "source rune"),
    "element": "element",
    "develop": "piece kind",
    "honour": "seat",
    "redraw": "turn",
    **dict.fromkeys(("contest", "betray"), "land seat"),
    **dict.fromkeys(("points", "stay"), "number number"),
    "split": "number",
    "vote": "answer",
}
"""What the verbs speak of; a verb that names more than its shape begins its shape again."""
THINGS = {
    **dict.fromkeys(("found", "develop", "lose", "allies"), "kind"),
    **dict.fromkeys(("sky", "realm"), "element"),
    **dict.fromkeys(("hold", "free"), "piece"),
}
"""What the thing is that an aim names, by the kind of aim."""


class Bit(NamedTuple):
    """A part of a move: what it is, and which one."""

    kind: str
    value: Any


def bits(state: State, move: Move) -> list[Bit]:
    """The parts of a move, in the order in which they are written."""
    verb, args = move.verb, move.args
    if verb in SHAPES:
        return [Bit(*pair) for pair in zip(cycle(SHAPES[verb].split()), args, strict=False)]
    found = OTHERS.get(verb)
    return found(state, args) if found else []


def _read(state: State, args: Args) -> list[Bit]:
    return [Bit("reading", args[0]), *target_bits(args[0], args[1])]


def _target(state: State, args: Args) -> list[Bit]:
    return target_bits(top(state).reading, args[0])


def target_bits(reading: str, target: Args) -> list[Bit]:
    """The parts of a reading's target."""
    shape = Reading.ALL[reading].shape.split() if reading in Reading.ALL else []
    kinds = [kind.replace("pieces", "piece") for kind in shape]
    return [Bit(kinds[min(at, len(kinds) - 1)], value) for at, value in enumerate(target)]


def _choose(state: State, args: Args) -> list[Bit]:
    key, land, stone = args
    place = Bit("land", land) if stone == NOWHERE else Bit("element", stone)
    return [Bit("reading", key), place]


def _declare(state: State, args: Args) -> list[Bit]:
    return [Bit("word", args[0]), *(Bit("rune", rune) for rune in args[1:])]


def _reward(state: State, args: Args) -> list[Bit]:
    kind = "rune" if args[0] == "goal" else "element"
    return [Bit("word", args[0]), *(Bit(kind, thing) for thing in args[1:])]


def _lot(state: State, args: Args) -> list[Bit]:
    kinds = {"first": "seat", "sky": "element", "wild": "element"}
    return [Bit(kinds.get(getattr(top(state), "step", ""), "land"), args[0])]


def _aim(state: State, args: Args) -> list[Bit]:
    aim = Aim(*args)
    found = [Bit("word", aim.kind), Bit("runes", (aim.matter, *aim.manners))]
    if aim.land != NOWHERE:
        found.append(Bit("land", aim.land))
    if aim.seat != NOBODY:
        found.append(Bit("seat", aim.seat))
    if aim.thing != NOWHERE:
        found.append(Bit(THINGS.get(aim.kind, "thing"), aim.thing))
    if aim.size:
        found.append(Bit("number", aim.size))
    if aim.sky != NOWHERE:
        found.append(Bit("sky", aim.sky))
    return found


OTHERS = {
    "read": _read,
    "target": _target,
    "aimat": _target,
    "choose": _choose,
    "declare": _declare,
    "reward": _reward,
    "lot": _lot,
    "aim": _aim,
}


# --- Writing a part -----------------------------------------------------------------------


@cache
def _names(seats: int) -> list[str]:
    return piece_names(seats)


def spell_piece(state: State, seat: int | None, piece: int) -> str:
    """A piece by kind and number; of another colour than the seat's, with its owner's letter."""
    owner = state.pieces[piece].owner
    name = _names(state.seats)[piece]
    return name if owner in (seat, NOBODY) else f"{LETTERS[owner]}.{name}"


def spell_unit(state: State, seat: int | None, unit: int) -> str:
    """A unit in a contest: a piece, what magic feigns, or a part of a host."""
    if unit >= PART:
        return f"part{unit - PART + 1}"
    return "phantom" if unit >= PHANTOM else spell_piece(state, seat, unit)


def spell_seat(seat: int) -> str:
    """A seat, foes, or a host."""
    return LETTERS[seat] if seat >= 0 else "host" if seat == HOST else "foes"


def token_land(state: State, token: Token) -> int:
    """Where a token lies, or the piece it lies on."""
    if token.land >= 0 or not token.pieces:
        return token.land
    return state.pieces[token.pieces[0]].land


def spell_token(state: State, index: int) -> str:
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


def spell(state: State, seat: int, bit: Bit) -> str:
    """A part of a move as it is written."""
    kind, value = bit
    match kind:
        case "land":
            return str(state.board.lands[value].short)
        case "piece":
            return spell_piece(state, seat, value)
        case "unit":
            return spell_unit(state, seat, value)
        case "source":
            return "hand" if value < 0 else spell_piece(state, seat, value)
        case "kind":
            return KINDS[value].key
        case "rune":
            return RUNES[value]
        case "runes":
            return "+".join(RUNES[rune] for rune in value)
        case "element":
            return ELEMENTS[value]
        case "sky":
            return f"sky.{ELEMENTS[value]}"
        case "seat":
            return spell_seat(value)
        case "turn":
            return spell_seat(top(state).seats[value])
        case "token":
            return spell_token(state, value)
        case "quest":
            return f"quest{value}"
        case "answer":
            return "yes" if value else "no"
        case "way":
            return WAYS[value]
        case "index":
            return str(value + 1)
        case "thing":
            return f"x{value}"
        case _:
            return str(value)
