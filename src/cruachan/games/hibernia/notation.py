"""Moves and positions of Hibernia as text.

Moves:      march Mid die · march Mid wild · raise die · raise wild · pull Mid
Chance:     start b · castles cabd (whose warrior stands on each castle) · die red
Positions:  4h b 3 c:red:dw a@12=5+3:Ail1,Mid2 b@... c@... d@...

A position names the number of players (h: the harder game; f: the fair start), the start player,
the round, what is waited for, and for each colour the steps, the supply, the shield and its
counties. Waited for are `start`, `castles`, `c:?` a roll of c, `c:red:dw` plays of c with die and
wild open, `c:red:w>Mid+1-2` the same while a march into Mid has 1 warrior in hand and 2 missing,
`over`.
"""

from __future__ import annotations

import re
from typing import Any

from cruachan.engine.bits import bit, count
from cruachan.engine.errors import PositionError, UnreadableMove
from cruachan.engine.notation import LETTERS as SEAT_LETTERS
from cruachan.engine.notation import fold, read_place
from cruachan.engine.texts import Lang, Texts, message
from cruachan.engine.view import Parts
from cruachan.games.hibernia import moves, rules
from cruachan.games.hibernia.board import Board
from cruachan.games.hibernia.moves import decode
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
    WARRIORS,
    BoardTables,
    State,
)

LETTERS = SEAT_LETTERS[:PLAYERS]
FACES = ("blue", "green", "red", "yellow", "black", "purple")
VERBS = {
    "march": ("march", "marsch", "marschiere", "m"),
    "raise": ("raise", "ausheben", "hebe", "r", "a"),
    "pull": ("pull", "take", "nimm", "hole", "p", "n"),
}
PLAY_WORDS = {
    "die": ("die", "wurfel", "wuerfel", "d"),
    "wild": ("wild", "frei", "w", "f"),
}


# Moves


def lot_letters(lot: int) -> str:
    """The order of colours on the castles that a lot stands for."""
    left = list(LETTERS)
    letters = []
    while left:
        lot, index = divmod(lot, len(left))
        letters.append(left.pop(index))
    return "".join(letters)


LOTS = {lot_letters(lot): lot for lot in range(24)}


def write_move(board: Board, move: int) -> str:
    """The notation of a move."""
    return parts(board, move).text


def parts(board: Board, move: int) -> Parts:
    """What a move says."""
    decoded = decode(move)
    if decoded.kind == moves.FACE:
        return Parts("die", target=FACES[decoded.number])
    if decoded.kind == moves.LOT_CASTLES:
        return Parts("castles", target=lot_letters(decoded.number))
    if decoded.kind == moves.LOT_START:
        return Parts("start", target=LETTERS[decoded.number])
    short = board.counties[decoded.county].short
    if decoded.kind == moves.PULL_FROM:
        return Parts("pull", target=short)
    play = "wild" if decoded.wild else "die"
    if decoded.kind == moves.RAISE:
        return Parts("raise", manner=play)
    return Parts("march", target=short, manner=play)


def read_moves(board: Board, state: State, text: str, lang: Lang) -> list[int]:
    """All moves the words could mean, legal or not; an UnreadableMove if there are none."""
    said = Texts(__package__, lang)
    example = min((county.name for county in board.counties), key=len)
    words = fold(text).split()
    if not words:
        raise UnreadableMove(said("error.empty", example=example))
    chance = _read_chance(words)
    if chance is not None:
        return [chance]
    verb = next((name for name, known in VERBS.items() if words[0] in known), None)
    named = words[1:] if verb else words
    play = None
    if named and (len(named) > 1 or verb == "raise"):
        play = next((name for name, known in PLAY_WORDS.items() if named[-1] in known), None)
    rest = " ".join(named[:-1] if play else named)
    if state.phase == PLAYS and state.die == BLACK and state.die_open:
        play = "die"  # [H3.3] the two plays are alike, and this one is counted first
    if verb == "raise" and not rest:
        raisings = {"die": moves.RAISE, "wild": moves.RAISE_WILD}
        return [raisings[play]] if play else list(raisings.values())
    if verb in ("march", "pull") and not named:
        raise UnreadableMove(said(f"error.no_county_{verb}", text=text.strip(), example=example))
    if verb == "raise" or not rest:
        raise UnreadableMove(said("error.unreadable", text=text.strip(), example=example))
    county = read_county(board, rest, lang)
    if verb == "pull" or (verb is None and state.phase == PULL):
        return [moves.PULL_FROM + county]
    marches = {"die": moves.MARCH + county, "wild": moves.MARCH_WILD + county}
    return [marches[play]] if play else list(marches.values())


def _read_chance(words: list[str]) -> int | None:
    match words:
        case ["start", letter] if letter in tuple(LETTERS):
            return moves.LOT_START + LETTERS.index(letter)
        case ["castles", letters] if letters in LOTS:
            return moves.LOT_CASTLES + LOTS[letters]
        case ["die", face] if face in FACES:
            return moves.FACE + FACES.index(face)
    return None


def read_county(board: Board, text: str, lang: Lang) -> int:
    """The county a person means."""
    return read_place(text, board.counties, Texts(__package__, lang))


# Positions


def write_position(board: Board, state: State) -> str:
    """The state in one line."""
    head = [
        f"{state.seats}{'h' if state.harder else ''}{'f' if state.fair else ''}",
        "-" if state.phase == START else LETTERS[state.start],
        str(state.round_number),
        _write_phase(board, state),
    ]
    return " ".join(head + [_write_colour(board, state, colour) for colour in range(PLAYERS)])


def _write_phase(board: Board, state: State) -> str:
    turn = LETTERS[state.turn]
    if state.phase in (PLAYS, PULL):
        plays = ("d" if state.die_open else "") + ("w" if state.wild_open else "")
        text = f"{turn}:{FACES[state.die]}:{plays or '-'}"
        if state.phase == PULL:
            target = board.counties[state.target].short
            text += f">{target}+{state.host}-{state.missing}"
        return text
    return {START: "start", CASTLES: "castles", ROLL: f"{turn}:?", OVER: "over"}[int(state.phase)]


def _write_colour(board: Board, state: State, colour: int) -> str:
    counties = ",".join(
        f"{county.short}{state.warriors[index]}"
        for index, county in enumerate(board.counties)
        if state.held[colour] & bit(index)
    )
    numbers = f"{state.steps[colour]}={state.supply[colour]}+{state.shield[colour]}"
    return f"{LETTERS[colour]}@{numbers}:{counties or '-'}"


PHASE = re.compile(
    r"(?P<turn>[a-d]):(?P<die>[a-z]+):(?P<plays>d?w?|-)(>(?P<target>\w+)\+(?P<host>[0-9]+)-(?P<missing>[0-9]+))?"
)
COLOUR = re.compile(
    r"(?P<who>[a-d])@(?P<steps>[0-9]+)=(?P<supply>[0-9]+)\+(?P<shield>[0-9]+):(?P<held>\S+)"
)
HELD = re.compile(r"(?P<short>[A-Za-z]+)(?P<warriors>[0-9]+)")


def read_position(board: Board, text: str) -> State:
    """The state a line describes; a PositionError says which part is wrong."""
    parts = text.split()
    if len(parts) != 4 + PLAYERS:
        raise _no("parts", due=4 + PLAYERS, many=len(parts))
    state = State.new()
    head, start, round_number, phase = parts[:4]
    if not re.fullmatch("[34]h?f?", head):
        raise _no("seats", text=head)
    state.seats, state.harder, state.fair = int(head[0]), int("h" in head), int("f" in head)
    state.round_number = _number(round_number, "round")
    if state.round_number < 1:
        raise _no("round_0")
    if (start == "-") != (phase == "start"):
        raise _no("start")
    if start != "-":
        state.start = _seat(state, start)
        state.turn = state.start
    _read_phase(board, state, phase)
    for colour, part in enumerate(parts[4:]):
        _read_colour(board, state, colour, part)
    _check(board, state)
    return state


def _no(key: str, /, **values: Any) -> PositionError:
    """What is wrong with a position."""
    return PositionError(message(__package__, f"position.{key}", **values))


def _number(text: str, what: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > 4:
        raise _no("number", text=text[:20], what=message(__package__, f"number.{what}"))
    return int(text)


def _seat(state: State, letter: str) -> int:
    if letter not in LETTERS[: state.seats] or len(letter) != 1:
        raise _no("seat", letter=letter, seats=list(LETTERS[: state.seats]))
    return LETTERS.index(letter)


def _read_phase(board: Board, state: State, text: str) -> None:
    simple = {"start": START, "castles": CASTLES, "over": OVER}
    if text in simple:
        state.phase = simple[text]
        return
    if text[1:] == ":?":
        state.turn = _seat(state, text[0])
        state.phase = ROLL
        return
    match = PHASE.fullmatch(text)
    if not match or match["die"] not in FACES:
        raise _no("waits", text=text)
    state.turn = _seat(state, match["turn"])
    state.die = FACES.index(match["die"])
    state.die_open = int("d" in match["plays"])
    state.wild_open = int("w" in match["plays"])
    state.phase = PLAYS
    if state.die_open and state.die == PURPLE:
        raise _no("purple")
    if match["target"]:
        state.phase = PULL
        state.target = _county(board, match["target"])
        state.host = _number(match["host"], "warriors")
        state.missing = _number(match["missing"], "warriors")
    elif match["plays"] in ("-", ""):
        raise _no("no_play")


def _county(board: Board, short: str) -> int:
    shorts = [county.short for county in board.counties]
    if short not in shorts:
        raise _no("county", short=short, counties=shorts)
    return shorts.index(short)


def _read_colour(board: Board, state: State, colour: int, text: str) -> None:
    match = COLOUR.fullmatch(text)
    if not match or match["who"] != LETTERS[colour]:
        raise _no("colour", text=text, letter=LETTERS[colour])
    state.steps[colour] = _number(match["steps"], "steps")
    state.supply[colour] = _number(match["supply"], "warriors")
    state.shield[colour] = _number(match["shield"], "warriors")
    for item in [] if match["held"] == "-" else match["held"].split(","):
        held = HELD.fullmatch(item)
        if not held:
            raise _no("held", item=item)
        county = _county(board, held["short"])
        if state.warriors[county]:
            raise _no("twice", short=held["short"])
        state.warriors[county] = _number(held["warriors"], "warriors")
        if not 1 <= state.warriors[county] <= WARRIORS:
            raise _no("many", item=item, most=WARRIORS)
        state.held[colour] |= bit(county)


def _check(board: Board, state: State) -> None:
    """[H1.1] All 14 warriors of each colour are somewhere, and a game can have come here."""
    for colour in range(PLAYERS):
        total = warriors_of(state, colour)
        if total != WARRIORS:
            raise _no("total", letter=LETTERS[colour], total=total, due=WARRIORS)
    neutral = range(state.seats, PLAYERS)
    if any(state.steps[colour] or state.shield[colour] for colour in neutral):
        raise _no("neutral")
    if state.phase in (START, CASTLES) and (
        any(state.warriors) or any(state.shield) or any(state.steps) or state.round_number > 1
    ):
        raise _no("before_lots")
    if state.phase == OVER:
        front = rules.leaders(state)
        if count(front) > 1 or max(state.steps) < len(board.track):
            raise _no("not_over")


def check_march(tables: BoardTables, state: State) -> None:
    """[H4.1] [H4.3] [H4.7] A march under way has the right number and can be finished."""
    need = rules.needed(tables, state, state.target)
    if (
        (state.die_open and state.wild_open)
        or state.supply[state.turn]
        or need != state.host + state.missing
        or not 1 <= state.missing <= rules.spare(state, state.target)
    ):
        raise _no("march")
    by_die = state.wild_open and state.die != PURPLE
    if (by_die and rules.colour_refuses(tables, state, state.target)) or rules.protection_refuses(
        tables, state, state.target, need
    ):
        raise _no("march_rule")


def warriors_of(state: State, colour: int) -> int:
    """[H1.1] The warriors of a colour, wherever they are: on the board, the shield, the track."""
    held = [i for i in range(COUNTIES) if state.held[colour] & bit(i)]
    on_board = sum(int(state.warriors[i]) for i in held)
    in_hand = int(state.host) if state.phase == PULL and colour == state.turn else 0
    marker = 1 if colour < state.seats else 0
    return on_board + in_hand + marker + int(state.supply[colour]) + int(state.shield[colour])


def owner_of(state: State, county: int) -> int | None:
    """The colour that holds a county."""
    colours = (c for c in range(PLAYERS) if state.held[c] & bit(county))
    return next(colours, None)


def counties_of(state: State, colour: int) -> int:
    """How many counties a colour holds."""
    return count(state.held[colour])
