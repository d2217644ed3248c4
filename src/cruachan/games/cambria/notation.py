"""Moves and positions of Cambria as text.

Moves:      place Can-Seg · from Can-Seg · legion Can-Seg · ship 4 for 2 · board 4 · stay · pass
Chance:     start b · die 3 · dice 3-5
Positions:  3 a 12 b:2-5 a=2:Can-Seg,Dev-Var:4 b=... c=... d=... e=... Can-Var Seg:a/b,Isc:c/x

A position names the number of players (f: the fair start), the start player, the turns finished,
what is waited for, for each colour the supply, the roads and the ships, then the legion's road (or
sea), then the forts stormed with who has the fort and who its VP marker (x: it left the game).

Waited for are `start`; in the setup `b:setup?` a roll and `b:setup:4` a soldier; for the dummy
`b:dummy?`, `b:dummy:4` and `b:dummy:4>Can-Seg` the soldier to move there; `b:?` a roll; `b:2-5` a
play (`*` behind it: a ship's number lies there); `b:2-5>Can-Seg` the soldier that moves there;
`b:1-5@` a ship to board; `b:1-5@4` the soldier that boards it; `b:over` nothing after b's turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from cruachan.engine.bits import bit
from cruachan.engine.errors import (
    IllegalMove,
    PositionError,
    UnreadableMove,
)
from cruachan.engine.notation import LETTERS as SEAT_LETTERS
from cruachan.engine.notation import find_name, fold, read_place
from cruachan.engine.rulebook import refusal
from cruachan.engine.texts import Lang, Texts, message
from cruachan.engine.view import Parts
from cruachan.games.cambria import moves, rules
from cruachan.games.cambria.board import Board
from cruachan.games.cambria.moves import decode
from cruachan.games.cambria.state import (
    ACT,
    AT_SEA,
    BOARD,
    BOARD_FROM,
    COLOURS,
    DUMMY,
    DUMMY_FROM,
    DUMMY_PLACE,
    DUMMY_ROLL,
    FORTS,
    FROM,
    LAST_FORTS,
    MOST_TURNS,
    OVER,
    ROLL,
    SETUP,
    SETUP_ROLL,
    SHIPS,
    SOLDIERS,
    START,
    BoardTables,
    State,
)

LETTERS = SEAT_LETTERS[:COLOURS]
VERBS = {
    "place": ("place", "setze", "setzen", "p", "s"),
    "legion": ("legion",),
    "from": ("from", "von", "nimm", "f", "v"),
    "ship": ("ship", "schiff"),
    "board": ("board", "besteige", "besteigen", "b"),
    "stay": ("stay", "bleibe", "bleiben", "niemand", "nobody"),
    "pass": ("pass", "passe", "passen"),
}


# Moves


def write_move(board: Board, state: State, move: int) -> str:
    """The notation of a move."""
    return parts(board, state, move).text


def parts(board: Board, state: State, move: int) -> Parts:
    """What a move says."""
    decoded = decode(move)
    kind = decoded.kind
    if kind == moves.DICE:
        return Parts("dice", target=f"{decoded.first}-{decoded.second}")
    if kind == moves.DIE:
        return Parts("die", number=decoded.first)
    if kind == moves.LOT_START:
        return Parts("start", target=LETTERS[decoded.first])
    if kind in (moves.STAY, moves.PASS):
        return Parts("stay" if kind == moves.STAY else "pass")
    if kind == moves.EMBARK:
        return Parts("board", number=decoded.ship + 2)
    if kind == moves.REPLACE:
        shown = state.second if decoded.first else state.first
        return Parts("ship", target=f"{decoded.ship + 2} for {shown}")
    verb = {moves.PLACE: "place", moves.LEGION: "legion", moves.MOVE_FROM: "from"}[kind]
    return Parts(verb, target=board.roads[decoded.road].name)


def read_moves(board: Board, state: State, text: str, lang: Lang) -> list[int]:
    """All moves the words could mean, legal or not; an UnreadableMove if there are none."""
    words = fold(text).split()
    if not words:
        raise UnreadableMove(Texts(__package__, lang)("error.empty", example=board.roads[0].name))
    chance = _read_chance(words)
    if chance is not None:
        return [chance]
    verb = next((name for name, known in VERBS.items() if words[0] in known), None)
    rest = words[1:] if verb else words
    said = Texts(__package__, lang)
    example = board.roads[0].name
    unreadable = UnreadableMove(said("error.unreadable", text=text.strip(), example=example))
    if verb in ("stay", "pass"):
        if rest:
            raise unreadable
        return [moves.STAY if verb == "stay" else moves.PASS]
    if verb in ("ship", "board"):
        meant = _read_ship(state, verb, rest, lang)
        if not meant:
            raise unreadable
        return meant
    if not rest:
        key = f"error.no_road_{verb}"
        raise UnreadableMove(said(key, text=text.strip(), example=example))
    first = {"place": moves.PLACE, "legion": moves.LEGION, "from": moves.MOVE_FROM}
    kind = first[verb] if verb else _meant_kind(state)
    return [kind + road for road in read_roads(board, " ".join(rest), lang)]


def _meant_kind(state: State) -> int:
    """What a road alone means: where to, or, when a soldier is asked for, where from."""
    if state.phase in (FROM, BOARD_FROM, DUMMY_FROM):
        return moves.MOVE_FROM
    double_one = state.phase == ACT and state.first == state.second == 1
    return moves.LEGION if double_one else moves.PLACE


def _read_chance(words: list[str]) -> int | None:
    if len(words) != 2:
        return None
    kind, shown = words
    if kind == "start" and shown in tuple(LETTERS):
        return moves.LOT_START + LETTERS.index(shown)
    if kind == "die" and re.fullmatch("[1-6]", shown):
        return moves.DIE + int(shown) - 1
    if kind == "dice" and re.fullmatch("[1-6]-[1-6]", shown):
        return moves.DICE + 6 * (int(shown[0]) - 1) + int(shown[2]) - 1
    return None


def _read_ship(state: State, verb: str, rest: list[str], lang: Lang) -> list[int]:
    """A ship to board, or the die a ship's number is to replace; none if it is neither."""
    if not rest or not re.fullmatch("[2-6]", rest[0]):
        return []
    ship = int(rest[0]) - 2
    if verb == "board":
        return [] if rest[1:] else [moves.EMBARK + ship]
    shown = [word for word in rest[1:] if word not in ("for", "fur", "fuer", "statt")]
    dice = [int(state.first), int(state.second)]
    first = moves.REPLACE + 2 * ship
    if not shown:
        return [first] if dice[0] == dice[1] else [first, first + 1]
    if len(shown) != 1 or not re.fullmatch("[1-6]", shown[0]):
        return []
    die = int(shown[0])
    if die not in dice:
        reason = Texts(__package__, lang)("error.no_die", die=die)
        raise IllegalMove(refusal(__package__, "C5.1", reason, lang))
    return [first + dice.index(die)]


def read_roads(board: Board, text: str, lang: Lang) -> list[int]:
    """The roads a person means by two forts, or all roads at one fort."""
    names = [road.name for road in board.roads]
    wanted = fold(text)
    if wanted in [fold(name) for name in names]:
        return [[fold(name) for name in names].index(wanted)]
    whole = find_name(text, [(fort.name, fort.short) for fort in board.forts])
    if len(whole) == 1:
        short = board.forts[whole[0]].short
        return [index for index, road in enumerate(board.roads) if short in road.between]
    between = [
        part.strip() for part in re.split(r"-|–|\s+(?:to|nach|bis)\s+", wanted) if part.strip()
    ]
    if len(between) == 1 and len(wanted.split()) == 2:
        between = wanted.split()
    forts = [read_fort(board, part, lang) for part in between]
    roads = [
        index
        for index, road in enumerate(board.roads)
        if all(board.forts[fort].short in road.between for fort in forts)
    ]
    if roads and len(forts) in (1, 2) and len(set(forts)) == len(forts):
        return roads
    example = board.roads[0].name
    raise UnreadableMove(Texts(__package__, lang)("error.no_road", text=text, example=example))


def read_fort(board: Board, text: str, lang: Lang) -> int:
    """The fort a person means."""
    return read_place(text, board.forts, Texts(__package__, lang))


# Positions


def write_position(board: Board, state: State) -> str:
    """The state in one line."""
    legion = "sea" if state.legion == AT_SEA else board.roads[state.legion].name
    return " ".join(
        [
            f"{state.seats}{'f' if state.fair else ''}",
            "-" if state.phase == START else LETTERS[state.start],
            str(state.turns),
            _write_phase(board, state),
            *(_write_colour(board, state, colour) for colour in range(COLOURS)),
            legion,
            _write_forts(board, state),
        ]
    )


def _write_phase(board: Board, state: State) -> str:
    if state.phase == START:
        return "start"
    if state.phase == OVER:
        return f"{LETTERS[state.turn]}:over"
    first, second = state.first, state.second
    target = ""
    if state.phase in (FROM, DUMMY_FROM):
        target = ">" + board.roads[state.target].name
    elif state.phase == BOARD:
        target = "@"
    elif state.phase == BOARD_FROM:
        target = f"@{state.target + 2}"
    dice = f"{first}-{second}{'*' if state.replaced else ''}{target}"
    waits = {
        SETUP_ROLL: "setup?",
        SETUP: f"setup:{first}",
        DUMMY_ROLL: "dummy?",
        DUMMY_PLACE: f"dummy:{first}",
        DUMMY_FROM: f"dummy:{first}{target}",
        ROLL: "?",
    }
    return f"{LETTERS[state.turn]}:{waits.get(int(state.phase), dice)}"


def _write_colour(board: Board, state: State, colour: int) -> str:
    held = int(state.held[colour])
    roads = [road.name for index, road in enumerate(board.roads) if held >> index & 1]
    ships = "".join(str(ship + 2) for ship in range(SHIPS) if state.ship[ship] == colour + 1)
    return f"{LETTERS[colour]}={state.supply[colour]}:{','.join(roads) or '-'}:{ships or '-'}"


def _write_forts(board: Board, state: State) -> str:
    stormed = []
    for index, fort in enumerate(board.forts):
        if state.fort[index]:
            text = f"{fort.short}:{LETTERS[state.fort[index] - 1]}"
            if rules.marker_points(fort.value):
                vp = int(state.vp[index])
                text += "/" + ("x" if vp < 0 else LETTERS[vp - 1])
            stormed.append(text)
    return ",".join(stormed) or "-"


WAITS = re.compile(
    r"(?P<turn>[a-e]):(?:(?P<over>over)|(?P<setup>setup)(?:\?|:(?P<one>[2-6]))"
    r"|(?P<dummy>dummy)(?:\?|:(?P<for>[1-6])(?:>(?P<there>\S+))?)|(?P<roll>\?)"
    r"|(?P<first>[1-6])-(?P<second>[1-6])(?P<star>\*?)(?:>(?P<to>\S+)|(?P<at>@)(?P<ship>[2-6])?)?)"
)
COLOUR = re.compile(r"(?P<who>[a-e])=(?P<supply>[0-5]):(?P<roads>[^:]+):(?P<ships>-|[2-6]{1,5})")
FORT = re.compile(r"(?P<short>\w+):(?P<owner>[a-e])(?:/(?P<vp>[a-ex]))?")


def read_position(board: Board, tables: BoardTables, text: str) -> State:
    """The state a line describes; a PositionError says which part is wrong."""
    parts = text.split()
    if len(parts) != 6 + COLOURS:
        raise _no("parts", due=6 + COLOURS, many=len(parts))
    state = State.new()
    seats, start, turns, waits = parts[:4]
    if not re.fullmatch("[2-5]f?", seats):
        raise _no("seats", text=seats)
    state.seats, state.fair = int(seats[0]), int(seats.endswith("f"))
    if (
        not (turns.isascii() and turns.isdecimal())
        or len(turns) > 3
        or int(turns) > MOST_TURNS * state.seats
    ):
        raise _no("turns", text=turns[:20])
    state.turns = int(turns)
    if (start == "-") != (waits == "start"):
        raise _no("start")
    if start != "-":
        state.start = _seat(state, start)
    for colour, part in enumerate(parts[4 : 4 + COLOURS]):
        _read_colour(board, state, colour, part)
    legion, forts = parts[4 + COLOURS :]
    state.legion = AT_SEA if legion == "sea" else _road(board, legion)
    _read_forts(board, state, forts)
    _read_waits(board, state, waits)
    _check(tables, state)
    return state


def _no(key: str, /, **values: Any) -> PositionError:
    """What is wrong with a position."""
    return PositionError(message(__package__, f"position.{key}", **values))


def _seat(state: State, letter: str) -> int:
    if letter not in tuple(LETTERS[: state.seats]):
        raise _no("seat", letter=letter, seats=list(LETTERS[: state.seats]))
    return LETTERS.index(letter)


def _road(board: Board, name: str) -> int:
    names = [road.name for road in board.roads]
    if name not in names:
        raise _no("road", road=name, roads=names)
    return names.index(name)


def _read_colour(board: Board, state: State, colour: int, text: str) -> None:
    match = COLOUR.fullmatch(text)
    if not match or match["who"] != LETTERS[colour]:
        raise _no("colour", text=text, letter=LETTERS[colour])
    state.supply[colour] = int(match["supply"])
    for name in [] if match["roads"] == "-" else match["roads"].split(","):
        place = bit(_road(board, name))
        if rules.soldiers(state) & place:
            raise _no("two_on_road", road=name)
        state.held[colour] |= place
    for number in match["ships"].replace("-", ""):
        if state.ship[int(number) - 2]:
            raise _no("two_on_ship", ship=number)
        state.ship[int(number) - 2] = colour + 1


def _read_forts(board: Board, state: State, text: str) -> None:
    shorts = [fort.short for fort in board.forts]
    for item in [] if text == "-" else text.split(","):
        match = FORT.fullmatch(item)
        if not match or match["short"] not in shorts:
            raise _no("fort", item=item)
        index = shorts.index(match["short"])
        has_vp = rules.marker_points(board.forts[index].value) > 0
        if has_vp != bool(match["vp"]) or state.fort[index]:
            raise _no("marker", item=item)
        state.fort[index] = LETTERS.index(match["owner"]) + 1
        if has_vp:
            state.vp[index] = -1 if match["vp"] == "x" else LETTERS.index(match["vp"]) + 1


def _read_waits(board: Board, state: State, text: str) -> None:
    if text == "start":
        state.phase = START
        return
    match = WAITS.fullmatch(text)
    if not match:
        raise _no("waits", text=text)
    state.turn = _seat(state, match["turn"])
    if match["over"]:
        state.phase = OVER
    elif match["setup"]:
        state.phase = SETUP if match["one"] else SETUP_ROLL
        state.first = int(match["one"] or 0)
    elif match["dummy"]:
        state.phase = DUMMY_PLACE if match["for"] else DUMMY_ROLL
        state.first = int(match["for"] or 0)
        if match["there"]:
            state.phase = DUMMY_FROM
            state.target = _road(board, match["there"])
    elif match["roll"]:
        state.phase = ROLL
    else:
        _read_play(board, state, match)


def _read_play(board: Board, state: State, match: re.Match[str]) -> None:
    state.phase = ACT
    state.first, state.second = int(match["first"]), int(match["second"])
    state.replaced = int(match["star"] == "*")
    if match["to"]:
        state.phase = FROM
        state.target = _road(board, match["to"])
    elif match["at"]:
        state.phase = BOARD_FROM if match["ship"] else BOARD
        state.target = int(match["ship"] or 2) - 2


def _check(tables: BoardTables, state: State) -> None:
    """[C1.4] All five soldiers of each colour are somewhere, and a game can have come here."""
    playing = {0, 1, DUMMY} if state.seats == 2 else set(range(state.seats))
    for colour in range(COLOURS):
        total = soldiers_of(state, colour)
        letter = LETTERS[colour]
        if total != SOLDIERS:
            raise _no("total", letter=letter, total=total, due=SOLDIERS)
        idle = state.supply[colour] == SOLDIERS and colour + 1 not in (*state.fort, *state.vp)
        if colour not in playing and not idle:
            raise _no("unplayed", letter=letter)
    for complaint, wrong in _impossible(tables, state):
        if wrong:
            raise _no(complaint)
    if _half_done_wrongly(tables, state):
        raise _no("under_way")


def _impossible(tables: BoardTables, state: State) -> Iterator[tuple[str, bool]]:
    """The key of what cannot be, and whether it is so here."""
    phase, seats = int(state.phase), int(state.seats)
    ended = rules.forts_left(state) <= LAST_FORTS or state.turns >= MOST_TURNS * seats
    at_sea = state.legion == AT_SEA
    yield (
        "dummy_ship",
        seats == 2 and DUMMY + 1 in state.ship,
    )
    yield (
        "legion_soldier",
        not at_sea and bool(rules.soldiers(state) & bit(state.legion)),
    )
    yield (
        "no_dummy",
        phase in (DUMMY_ROLL, DUMMY_PLACE, DUMMY_FROM) and seats != 2,
    )
    yield (
        "both_markers",
        any(fort and fort == vp for fort, vp in zip(state.fort, state.vp, strict=True)),
    )
    yield "setup", not _setup_fits(state)
    yield (
        "over",
        ended != (phase == OVER),
    )
    yield "legion_left", phase == OVER and not at_sea
    yield (
        "fort_left",
        phase == OVER and any(_should_fall(tables, state, fort) for fort in range(FORTS)),
    )
    finished = int(state.turns) - (1 if phase == OVER else 0)
    in_turn = phase not in (START, SETUP_ROLL, SETUP)
    yield (
        "turn",
        in_turn and finished % seats != (state.turn - state.start) % seats,
    )
    yield "replaced", not _replacement_fits(state)


def _setup_fits(state: State) -> bool:
    """[C2.1] [C2.3] In the setup those before the one to act have placed one soldier each."""
    if state.phase not in (START, SETUP_ROLL, SETUP):
        return True
    if state.turns or any(state.fort) or any(state.ship) or state.legion != AT_SEA:
        return False
    placed = 0 if state.phase == START else (state.turn - state.start) % state.seats
    order = [(state.start + number) % state.seats for number in range(placed)]
    return all(state.supply[colour] == SOLDIERS - (colour in order) for colour in range(COLOURS))


def _should_fall(tables: BoardTables, state: State, fort: int) -> bool:
    return bool(state.fort[fort] == 0 and rules.strongest(tables, state, fort, -1) >= 0)


def _replacement_fits(state: State) -> bool:
    """[C5.1] After a ship's number was laid there, its ship is empty and its soldier at hand."""
    if not state.replaced:
        return True
    numbers = [int(number) for number in (state.first, state.second) if number > 1]
    left = any(state.ship[number - 2] == 0 for number in numbers)
    return left and state.supply[state.turn] > 0 and state.phase in (ACT, BOARD)


def _half_done_wrongly(tables: BoardTables, state: State) -> bool:
    """[C4.7] [C6.7] Whether what is half done cannot be finished."""
    phase = int(state.phase)
    colour = rules.mover(state)
    empty_supply = state.supply[colour] == 0
    if phase in (FROM, DUMMY_FROM):
        roads = (
            rules.dummy_roads(tables, state)
            if phase == DUMMY_FROM
            else rules.open_roads(tables, state, state.first, state.second)
        )
        return not (empty_supply and roads & bit(state.target) and state.held[colour])
    if phase not in (BOARD, BOARD_FROM):
        return False
    first, second = int(state.first), int(state.second)
    reach = tables.reach[first] | tables.reach[second] if first != second else rules.ALL_ROADS
    if 1 not in (first, second) or state.legion == AT_SEA or not reach & bit(state.legion):
        return True
    if phase == BOARD:
        return not (rules.free_ships(state) and rules.can_supply(state, colour))
    return bool(not empty_supply or state.ship[state.target] or not state.held[colour])


def soldiers_of(state: State, colour: int) -> int:
    """[C1.4] The soldiers of a colour, wherever they are."""
    on_roads = int(state.held[colour]).bit_count()
    on_ships = sum(int(who == colour + 1) for who in state.ship)
    return on_roads + on_ships + int(state.supply[colour])


def holder_of(state: State, road: int) -> int | None:
    """The colour whose soldier stands on a road."""
    place = bit(road)
    return next((c for c in range(COLOURS) if int(state.held[c]) & place), None)
