"""SHENT behind the protocol all games share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

from cruachan.engine.errors import OptionError, PositionError, Refusal, UnreadableMove
from cruachan.engine.game import CHANCE, Game, Option, Options, Outcome, View, Viewer
from cruachan.engine.rulebook import refusal
from cruachan.engine.words import Lang, Words
from cruachan.games.shent.box import board as boards
from cruachan.games.shent.box.board import Board, problems
from cruachan.games.shent.chapters import asks, income, magic, movement, placing, quests, votes
from cruachan.games.shent.chapters import beginning as setup
from cruachan.games.shent.chapters import contests as contest
from cruachan.games.shent.chapters import events as event
from cruachan.games.shent.chapters import rounds as turn
from cruachan.games.shent.chapters.rounds import ANY_TIME, quiet
from cruachan.games.shent.core.flow import LONGEST_TEXT, Move, No, Verb, legal, run, top
from cruachan.games.shent.core.state import State
from cruachan.games.shent.notation import moves as notation
from cruachan.games.shent.notation import position
from cruachan.games.shent.picture.picture import draw, draw_board
from cruachan.games.shent.tale.tale import tell
from cruachan.games.shent.view.speech import reason
from cruachan.games.shent.view.view import view

CHAPTERS = (setup, turn, placing, movement, event, contest, income, magic, quests, votes, asks)
"""The modules whose verbs and frames make the game; importing them is what matters."""
LONGEST_MOVE = 1000
"""Nobody types more, but for words of one's own."""


class SHENT(Game[State, Move]):
    """Runes, quests and told stories."""

    name = "shent"
    title = "SHENT"
    letter = "S"
    rules_version = 1
    players = range(2, 7)
    rolls = False
    secrets = True
    boards = boards.BOARDS
    options = (
        Option("start", ("rich", "bare"), "rich"),
        Option("goal", ("2", "3", "4"), "2"),
        Option("limit", ("none", "15", "20", "30", "50"), "none"),
        Option("votes", ("engine", "text"), "engine"),
        Option("placing", ("one", "any"), "one"),
        Option("tales", ("all", "short"), "all"),
        Option("frame", ("no", "yes"), "no"),
    )
    problems = staticmethod(problems)
    draw_view = staticmethod(draw)
    draw_board = staticmethod(draw_board)

    board: Board

    def __init__(self, board: Board) -> None:
        self.board = board
        self.board_name = board.name
        self.board_digest = board.digest

    @classmethod
    def load_board(cls, which: str) -> Board:
        return boards.load(which if which in cls.boards else Path(which))

    @classmethod
    def usual_board(cls, seats: int) -> str:
        """[S1.1]"""
        return boards.board_for(seats) if seats in cls.players else cls.boards[0]

    def setup(self, seats: int, options: Options) -> State:
        chosen = self.complete(seats, options)
        state = State(self.board, seats, tuple(chosen.items()))
        setup.begin(state)
        return state

    # Moves

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if not state.stack else top(state).waits(state)

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        """By which verbs a seat may speak now. [S4.10]"""
        if not state.stack:
            return ()
        asked = top(state).verbs(state, seat) if seat in top(state).waits(state) else ()
        return (*asked, *ANY_TIME) if seat in range(state.seats) and quiet(state) else asked

    def legal_moves(self, state: State, seat: int) -> list[Move]:
        return list(legal(state, seat, self.verbs(state, seat)))

    def chances(self, state: State) -> list[int]:
        return [
            Verb.ALL[verb].weight(state, args) for verb, args, _ in self.legal_moves(state, CHANCE)
        ]

    def apply(self, state: State, seat: int, move: Move) -> State:
        after = state.copy()
        after.deeds = []
        verb, args, words = move
        Verb.ALL[verb].play(after, seat, args, words)
        run(after)
        return after

    def no(self, state: State, seat: int, move: Move) -> No | None:
        """The rule against a move."""
        if not state.stack:
            return No("S16.5", "over")
        if not _well_formed(move):
            return No("S4.6", "not_now")
        verb, args, words = move
        if len(words) > LONGEST_TEXT or words != clean(words):
            return No("S4.12", "words", {"most": LONGEST_TEXT})
        if verb not in self.verbs(state, seat):
            waited = seat in top(state).waits(state)
            return No(
                "S4.10" if verb in ANY_TIME else "S4.6", "not_now" if waited else "not_asked_now"
            )
        if words and not notation.takes_words(verb):
            return No("S4.6", "not_now")
        found = Verb.ALL[verb]
        try:
            against = found.refuse(state, seat, args)
            said = _plain(verb, args)
            if against is None and not any(_same(said, o) for o in found.offers(state, seat)):
                against = No("S4.6", "not_now")
        except (TypeError, ValueError, LookupError, AttributeError):
            against = No("S4.6", "not_now")
        return against

    def why_not(
        self, state: State, seat: int, move: Move, lang: Lang = "en", names: Sequence[str] = ()
    ) -> Refusal | None:
        against = self.no(state, seat, move)
        if against is None:
            return None
        try:
            text = reason(state, against, names, lang)
        except (TypeError, ValueError, LookupError, AttributeError):
            against = No("S4.6", "not_now")
            text = reason(state, against, names, lang)
        return refusal(self.name, against.rule, text, lang)

    def reveals(self, state: State, seat: int, move: Move) -> bool:
        """Whatever was shown, told or answered stays; a quiet preparation can be taken back."""
        return move.verb in REVEALING or bool(move.words)

    def takes_words(self, state: State, seat: int, move: Move) -> bool:
        return notation.takes_words(move.verb)

    def with_words(self, move: Move, words: str) -> Move:
        return move._replace(words=clean(words)[:LONGEST_TEXT].strip())

    # The end

    def outcome(self, state: State) -> Outcome | None:
        """[S16.5] [S16.6] [S16.7]"""
        if not state.outcome:
            return None
        scores = [quests.score(state, seat) for seat in range(state.seats)]
        places = [0] * state.seats
        for place, seat in enumerate(state.outcome, 1):
            before = state.outcome[place - 2] if place > 1 else -1
            shared = (
                before >= 0 and scores[before] == scores[seat] and not (state.won and place == 2)
            )
            places[seat] = places[before] if shared else place
        rule = "S16.5" if state.won else "S16.7"
        return Outcome(tuple(places), tuple(points for points, _ in scores), rule)

    # What is seen and said

    def sight(self, state: State, viewer: Viewer) -> State:
        """The state as far as a viewer may know it."""
        return position.sight(state, viewer)

    def view(
        self, state: State, viewer: Viewer, names: Sequence[str] = (), lang: Lang = "en"
    ) -> View:
        return view(self, state, self.sight(state, viewer), viewer, names, lang)

    def guess(self, view: View, rng: Random) -> State:
        seen = position.read_seen(self.board, view["position"])
        return position.guess(seen, rng)

    def write_move(self, state: State, seat: int, move: Move, viewer: Viewer = None) -> str:
        return notation.write_move(self.board, state, seat, move, viewer)

    def read_move(
        self, state: State, seat: int, text: str, lang: Lang = "en", names: Sequence[str] = ()
    ) -> Move:
        if len(text.partition(":")[0]) > LONGEST_MOVE:
            raise UnreadableMove(Words(__package__, lang)("error.empty"))
        return notation.read_move(self, state, seat, text, lang, names)

    def write_position(self, state: State) -> str:
        return position.write(state)

    def read_position(self, text: str) -> State:
        """The state such a line describes; what nobody could look at is none."""
        state = position.read(self.board, text)
        try:
            self.complete(state.seats, dict(state.options))
            self.draw(self.view(state, None))
        except (TypeError, ValueError, LookupError, AttributeError, OptionError):
            raise PositionError("This position fits together in no game of SHENT.") from None
        return state

    def tell(
        self,
        before: State,
        seat: int,
        move: Move,
        after: State,
        viewer: Viewer,
        names: Sequence[str],
        lang: Lang = "en",
    ) -> str:
        return tell(before, seat, move, after, viewer, names, lang)


REVEALING = frozenset(
    {
        *("lay", "vote", "bid", "want", "champion", "peace", "refuse", "accept", "decline", "pass"),
        *("cast", "counter", "choose", "claim", "end", "march", "read", "tell", "aim", "free"),
        *("buy", "done", "target", "appeal", "send", "meet", "points", "split", "putback"),
        *("aimat", "ward", "wardall"),
    }
)
"""Verbs by which others learn something, or after which they may have answered."""


def clean(words: str) -> str:
    """[S4.12] One line, without anything a screen would obey."""
    return " ".join("".join(c if c.isprintable() else " " for c in words).split())


def _well_formed(move: Move) -> bool:
    """Whether a move consists of what moves are made of: whole numbers, texts, yes and no."""
    if len(move) != 3 or type(move[0]) is not str or type(move[2]) is not str:
        return False
    return type(move[1]) is tuple and _solid(move[1])


def _solid(value: object) -> bool:
    if type(value) is tuple:
        return all(_solid(each) for each in value)
    return type(value) in (int, bool, str)


def _plain(verb: str, args: tuple[object, ...]) -> tuple[object, ...]:
    """What a move says, without the style it is told in."""
    if verb == "read" and len(args) == 3 and type(args[2]) is int:
        return args[:2]
    return (0,) if verb == "tell" and len(args) == 1 and type(args[0]) is int else args


def _same(one: object, two: object) -> bool:
    """Whether two things are equal and of one kind: a 1 is no yes."""
    if type(one) is tuple and type(two) is tuple:
        return len(one) == len(two) and all(map(_same, one, two))
    return type(one) is type(two) and one == two
