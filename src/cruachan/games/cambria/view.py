"""What a seat may see of Cambria, as plain data. Nothing in this game is hidden."""

from __future__ import annotations

from collections.abc import Sequence

from cruachan.engine.bits import lowest
from cruachan.engine.game import Outcome, Viewer, When
from cruachan.engine.pieces import PIECES, called, decides, result_rows
from cruachan.engine.texts import Lang, Texts
from cruachan.engine.view import Choice, choice, grouped
from cruachan.games.cambria import dispatch, moves, rules
from cruachan.games.cambria.board import Board
from cruachan.games.cambria.moves import decode
from cruachan.games.cambria.notation import LETTERS, holder_of, parts, write_move
from cruachan.games.cambria.shown import CambriaView, FortView, PlayerView, RoadView
from cruachan.games.cambria.state import (
    ACT,
    AT_SEA,
    BOARD,
    BOARD_FROM,
    DUMMY,
    DUMMY_FROM,
    DUMMY_PLACE,
    DUMMY_ROLL,
    FROM,
    LAST_FORTS,
    OVER,
    ROLL,
    SETUP,
    SETUP_ROLL,
    SHIPS,
    START,
    BoardTables,
    State,
)


def everybody(names: Sequence[str], seats: int, lang: Lang) -> list[str]:
    """What each colour is called; with two players the third is the dummy."""
    known = called(names, seats, lang)
    if seats == DUMMY:
        known.append(Texts(__package__, lang)("piece.dummy"))
    return known


ASKING = (ACT, SETUP, DUMMY_PLACE, DUMMY_FROM, FROM, BOARD, BOARD_FROM)
"""When a person decides."""


class Speech:
    """One state on one board, with everybody's name, in one language."""

    def __init__(
        self, board: Board, tables: BoardTables, state: State, names: Sequence[str], lang: Lang
    ) -> None:
        self.board = board
        self.board_tables = tables
        self.state = state
        self.lang = lang
        self.texts = Texts(__package__, lang)
        self.known = everybody(names, int(state.seats), lang)

    def road(self, index: int) -> str:
        """A road by the full names of its forts."""
        names = {fort.short: fort.name for fort in self.board.forts}
        return "–".join(names[short] for short in self.board.roads[index].between)

    def holder(self, road: int) -> str:
        """Who stands on a road that is not empty, by name."""
        colour = holder_of(self.state, road)
        if colour is None:
            return self.texts("move.the_legion") if self.state.legion == road else ""
        return self.known[colour]

    def ending(self) -> str:
        """[C8.4] [C8.5] [C8.6] Who has won, and by what where points do not decide."""
        tables, state = self.board_tables, self.state
        winner = lowest(rules.winners(tables, state))
        name, best = self.known[winner], int(rules.points(tables, state, winner))
        level = [
            int(rules.markers(state, seat))
            for seat in range(state.seats)
            if seat != winner and int(rules.points(tables, state, seat)) == best
        ]
        if not level:
            return self.texts("prompt.over", name=name)
        own, other = int(rules.markers(state, winner)), max(level)
        key = "prompt.over_markers" if own > other else "prompt.over_last"
        return self.texts(key, name=name, own=own, other=other)

    def prompt(self, viewer: Viewer) -> str:
        """What the viewer is asked, or who is waited for."""
        state = self.state
        phase = int(state.phase)
        name = self.known[state.turn]
        first, second = int(state.first), int(state.second)
        if viewer != state.turn and phase in ASKING:
            return decides(name, self.texts.lang)
        if phase == ACT:
            return self.prompt_play(first, second)
        if phase == OVER:
            return self.ending()
        if phase == DUMMY_PLACE:
            fits = (
                rules.dummy_roads(self.board_tables, state) & ~self.board_tables.reach[first] == 0
            )
            where = "prompt.dummy_number" if fits else "prompt.dummy_any"
            place = self.texts(where, number=first)
            return self.texts("prompt.dummy", number=first, where=place)
        keys = {
            START: "start",
            SETUP_ROLL: "setup_roll",
            SETUP: "setup",
            DUMMY_ROLL: "dummy_roll",
            DUMMY_FROM: "dummy_from",
            ROLL: "your_roll" if viewer == state.turn else "roll",
            FROM: "from",
            BOARD: "board",
            BOARD_FROM: "board_from",
        }
        road = self.road(state.target) if phase in (FROM, DUMMY_FROM) else ""
        ship = int(state.target) + 2
        return self.texts(f"prompt.{keys[phase]}", name=name, number=first, road=road, ship=ship)

    def banner(self) -> str:
        """A notice that the game ends with the next fort."""
        over = self.state.phase == OVER
        near = not over and rules.forts_left(self.state) == LAST_FORTS + 1
        return self.texts("prompt.last") if near else ""

    def prompt_play(self, first: int, second: int) -> str:
        """What the dice allow."""
        if first == second:
            key = "double_one" if first == 1 else "double"
        else:
            key = "one" if 1 in (first, second) else "different"
        text = self.texts(f"prompt.{key}", first=first, second=second, other=max(first, second))
        if self.state.replaced:
            return text + self.texts("prompt.must")
        if rules.pass_refuses(self.state) == 0:
            text += self.texts("prompt.pass")
        can_replace = self.state.turn + 1 in self.state.ship
        return text + (self.texts("prompt.ship") if can_replace else "")

    def label(self, move: int) -> str:
        """A legal move in words."""
        state = self.state
        decoded = decode(move)
        kind = decoded.kind
        if kind in moves.OF_CHANCE:
            return write_move(self.board, state, move)
        if kind in (moves.STAY, moves.PASS):
            return self.texts("move.stay" if kind == moves.STAY else "move.pass")
        if kind == moves.EMBARK:
            return self.texts("move.embark", ship=decoded.ship + 2)
        if kind == moves.REPLACE:
            shown = state.second if decoded.first else state.first
            return self.texts("move.replace", ship=decoded.ship + 2, die=shown)
        if kind == moves.MOVE_FROM:
            return self.texts("move.from", road=self.road(decoded.road))
        key = "move.legion" if kind == moves.LEGION else "move.place"
        text = self.texts(key, road=self.road(decoded.road))
        holder = self.holder(decoded.road)
        if holder:
            text += self.texts("move.throws", enemy=holder)
        if kind == moves.PLACE and state.supply[rules.mover(state)] == 0:
            text += self.texts("move.moving")
        return text

    def point(self, move: int) -> tuple[str, str]:
        """What is pointed at to make a move: a road, a ship, or the turn itself."""
        decoded = decode(move)
        if decoded.kind in moves.OF_A_ROAD:
            return f"road:{self.board.roads[decoded.road].name}", self.road(decoded.road)
        if decoded.kind in (moves.REPLACE, moves.EMBARK):
            ship = decoded.ship + 2
            return f"ship:{ship}", self.texts("point.ship", ship=ship)
        return "turn", self.texts("point.turn")

    def choice(self, move: int) -> Choice:
        """A legal move, to be chosen; whatever moves the legion or drives somebody off is shown
        first."""
        decoded = decode(move)
        strikes = decoded.kind == moves.PLACE and bool(self.holder(decoded.road))
        return choice(
            int(move),
            parts(self.board, self.state, move),
            self.label(move),
            asks=strikes or decoded.kind == moves.LEGION,
        )


PHASES = {
    START: "start",
    SETUP_ROLL: "setup",
    SETUP: "setup",
    DUMMY_ROLL: "dummy",
    DUMMY_PLACE: "dummy",
    DUMMY_FROM: "dummy",
    OVER: "over",
}


def view(
    board: Board,
    tables: BoardTables,
    state: State,
    legal: Sequence[int],
    outcome: Outcome | None,
    viewer: Viewer,
    names: Sequence[str],
    lang: Lang,
) -> CambriaView:
    """The view for a seat or a spectator; `legal` are the viewer's own moves."""
    speech = Speech(board, tables, state, names, lang)
    phase = int(state.phase)
    lies = phase in (ACT, FROM, BOARD, BOARD_FROM)
    alone = phase in (SETUP, DUMMY_PLACE, DUMMY_FROM)
    seats = int(state.seats)
    return {
        "game": "cambria",
        "board": board.name,
        "seat": viewer,
        "to_act": [] if phase == OVER else [int(dispatch.to_act(state))],
        "prompt": speech.prompt(viewer),
        "points": grouped((speech.point(move), speech.choice(move)) for move in legal),
        "calls": [],
        "banner": speech.banner(),
        "seats": seats,
        "phase": PHASES.get(phase, "turn"),
        "start": None if phase == START else int(state.start),
        "turn": when(state).seat,
        "round": when(state).round,
        "dice": [int(state.first), int(state.second)] if lies else None,
        "die": int(state.first) if alone else None,
        "replaced": bool(state.replaced),
        "players": [_player(speech, seat) for seat in range(seats)],
        "dummy": _player(speech, DUMMY) if seats == DUMMY else None,
        "dummy_die": int(state.first) if phase in (DUMMY_PLACE, DUMMY_FROM) else None,
        "forts": [_fort(speech, index) for index in range(len(board.forts))],
        "forts_left": int(rules.forts_left(state)),
        "roads": _roads(speech),
        "ships": [{"value": s + 2, "soldier": _colour(state.ship[s])} for s in range(SHIPS)],
        "legion": "sea" if state.legion == AT_SEA else board.roads[state.legion].name,
        "result": result_rows(outcome),
    }


def when(state: State) -> When:
    """The round and whose turn it is."""
    turn = None if state.phase in (START, OVER) else int(state.turn)
    return When(int(dispatch.rounds(state)), turn)


def _player(speech: Speech, colour: int) -> PlayerView:
    state = speech.state
    return {
        "seat": colour,
        "letter": LETTERS[colour].upper(),
        "piece": PIECES[colour],
        "name": speech.known[colour],
        "supply": int(state.supply[colour]),
        "points": int(rules.points(speech.board_tables, state, colour)),
        "markers": int(rules.markers(state, colour)),
    }


def _colour(who: int) -> int | None:
    return int(who) - 1 if who > 0 else None


def _fort(speech: Speech, index: int) -> FortView:
    fort, state = speech.board.forts[index], speech.state
    gone = "gone" if state.vp[index] < 0 else _colour(state.vp[index])
    return {
        "name": fort.name,
        "short": fort.short,
        "value": fort.value,
        "vp": int(rules.marker_points(fort.value)),
        "owner": _colour(state.fort[index]),
        "vp_owner": gone,
    }


def _roads(speech: Speech) -> list[RoadView]:
    state = speech.state
    reached = _reached(speech)
    return [
        {
            "name": road.name,
            "between": list(road.between),
            "soldier": holder_of(state, index),
            "legion": bool(state.legion == index),
            "reached": bool(reached >> index & 1),
        }
        for index, road in enumerate(speech.board.roads)
    ]


def _reached(speech: Speech) -> int:
    """The roads the present roll opens to a soldier, for everybody to see."""
    state, tables = speech.state, speech.board_tables
    if state.phase == ACT and rules.can_supply(state, state.turn):
        return int(rules.open_roads(tables, state, state.first, state.second))
    if state.phase == SETUP:
        return int(tables.reach[state.first] & rules.empty_roads(state))
    if state.phase == DUMMY_PLACE:
        return int(rules.dummy_roads(tables, state))
    return 0
