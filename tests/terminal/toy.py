"""A toy game with everything a table can ask of a session: votes, calls, secrets and words.

In each turn chance draws a number, the active seat tells what it means or stays silent, and the
others vote at once, sealed. From the second round on every seat may claim once, out of turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from cruachan.engine.description import GameDescription
from cruachan.engine.errors import Refusal, UnreadableMove
from cruachan.engine.game import CHANCE, Game, Options, Outcome, Viewer, When
from cruachan.engine.narration import Narration
from cruachan.engine.pieces import result_rows
from cruachan.engine.presentation import Presentation
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.engine.view import Choice, PackedMove, Parts, View, choice

ROUNDS = 3
LONGEST = 40


class Move(NamedTuple):
    verb: str
    what: str = ""
    words: str = ""


class State(NamedTuple):
    seats: int
    turns: int = 0
    drawn: int = 0
    told: bool = False
    votes: tuple[str, ...] = ()
    claimed: frozenset[int] = frozenset()

    @property
    def active(self) -> int:
        return self.turns % self.seats

    @property
    def round(self) -> int:
        return self.turns // self.seats + 1


class ToyPresentation(Presentation[State, Move]):
    def view(
        self, state: State, viewer: Viewer, names: Sequence[str] = (), lang: Lang = DEFAULT_LANG
    ) -> View:
        moves = [] if viewer is None else self.game.legal_moves(state, viewer)
        waiting = self.game.to_act(state)
        called = Move("claim") in moves and viewer not in waiting
        return {
            "game": self.game.name,
            "board": "toy",
            "seat": viewer,
            "seats": state.seats,
            "players": [],
            "to_act": list(waiting),
            "prompt": f"{names[viewer]}: say something." if viewer is not None and names else "",
            "points": [{"id": "", "label": "", "moves": [_offer(move) for move in moves]}],
            "result": result_rows(self.game.outcome(state)),
            "turn": state.active if waiting else None,
            "round": state.round,
            "calls": [_offer(Move("claim"), "claim now")] if called else [],
        }

    def tell(
        self,
        before: State,
        seat: int,
        move: Move,
        after: State,
        viewer: Viewer,
        names: Sequence[str],
        lang: Lang = DEFAULT_LANG,
    ) -> str:
        if seat == CHANCE:
            return f"A {move.what} is drawn."
        if move.verb == "vote":
            return f"{names[seat]} votes {move.what}." if viewer == seat else ""
        if move.verb == "tell":
            return move.words or f"{names[seat]} tells an old tale."
        return f"{names[seat]}: {move.verb}."

    def draw(self, view: Any | None, lang: Lang = DEFAULT_LANG) -> str:
        return ""


class ToyNarration(Narration[State, Move]):
    def allows(self, state: State, seat: int, move: Move) -> bool:
        return move.verb == "tell"

    def attach(self, move: Move, text: str) -> Move:
        return move._replace(words=text)

    def max_length(self, move: Move) -> int:
        return 0

    def text_of(self, move: Move) -> str:
        return move.words


class Toy(Game[State, Move]):
    description = GameDescription("toy", "Toy", __package__, "toy:Toy")
    letter = "T"
    rules_version = 1
    players = range(2, 5)
    secrets = True
    out_of_turn = True
    narration = ToyNarration()
    boards = ("toy",)
    rolls = False

    def __init__(self, board: Any = None) -> None:
        self.board = board
        self.board_name, self.board_digest = "toy", "00000000"

    @classmethod
    def load_board(cls, which: str) -> Any:
        return None

    @classmethod
    def board_problems(cls, which: str, lang: Lang = DEFAULT_LANG) -> list[str]:
        return []

    def setup(self, seats: int, options: Options) -> State:
        return State(seats, votes=("",) * seats)

    def to_act(self, state: State) -> tuple[int, ...]:
        if state.round > ROUNDS:
            return ()
        if not state.drawn:
            return (CHANCE,)
        if not state.told:
            return (state.active,)
        others = (seat for seat in range(state.seats) if seat != state.active)
        return tuple(seat for seat in others if not state.votes[seat])

    def legal_moves(self, state: State, seat: int) -> list[Move]:
        moves = []
        if seat in self.to_act(state):
            if seat == CHANCE:
                return [Move("draw", str(number)) for number in (1, 2, 3)]
            if state.told:
                moves = [Move("vote", "yes"), Move("vote", "no")]
            else:
                moves = [Move("tell"), Move("silent")]
        if 1 < state.round <= ROUNDS and seat not in state.claimed:
            moves.append(Move("claim"))
        return moves

    def apply(self, state: State, seat: int, move: Move) -> State:
        if move.verb == "draw":
            return state._replace(drawn=int(move.what))
        if move.verb == "claim":
            return state._replace(claimed=state.claimed | {seat})
        if move.verb in ("tell", "silent"):
            return state._replace(told=True)
        votes = tuple(move.what if n == seat else vote for n, vote in enumerate(state.votes))
        state = state._replace(votes=votes)
        if self.to_act(state):
            return state
        after = State(state.seats, state.turns + 1, votes=("",) * state.seats)
        return after._replace(claimed=state.claimed)

    def outcome(self, state: State) -> Outcome | None:
        if state.round <= ROUNDS:
            return None
        scores = tuple(int(seat in state.claimed) for seat in range(state.seats))
        return Outcome(tuple(2 - score for score in scores), scores, "T1")

    def why_not(
        self,
        state: State,
        seat: int,
        move: Move,
        lang: Lang = DEFAULT_LANG,
        names: Sequence[str] = (),
    ) -> Refusal | None:
        if len(move.words) > LONGEST:
            return Refusal("T2", "Texts are few.", "That is too long.")
        legal = move._replace(words="") in self.legal_moves(state, seat)
        return None if legal else Refusal("T3", "Not now.", "Not now.")

    def write_move(self, state: State, seat: int, move: Move, viewer: Viewer = None) -> str:
        hidden = move.verb == "vote" and viewer not in (seat, CHANCE)
        text = f"{move.verb} {'?' if hidden else move.what}".strip()
        return f"{text}: {move.words}" if move.words else text

    def read_move(
        self,
        state: State,
        seat: int,
        text: str,
        lang: Lang = DEFAULT_LANG,
        names: Sequence[str] = (),
    ) -> Move:
        said, _, words = text.partition(":")
        verb, _, what = said.strip().partition(" ")
        move = Move(verb, what, words.strip())
        if self.why_not(state, seat, move):
            raise UnreadableMove(f"What is {text!r}?")
        return move

    def write_position(self, state: State, viewer: Viewer = CHANCE) -> str:
        return ""

    def when(self, state: State) -> When:
        return When(state.round, state.active if self.to_act(state) else None)

    def pack(self, move: Move) -> PackedMove:
        return list(move)

    def unpack(self, data: PackedMove) -> Move:
        return Move(*data)

    def read_position(self, text: str) -> State:
        raise NotImplementedError

    @cached_property
    def presentation(self) -> ToyPresentation:
        return ToyPresentation(self)


def _offer(move: Move, label: str = "") -> Choice:
    parts = Parts(move.verb, target=move.what)
    return choice(
        list(move), parts, label or f"to {parts.text}", longest=80 * (move.verb == "tell")
    )
