"""Games whose state is a record and whose moves are numbers.

Such a game is a handful of rules (a Kernel). From them come the protocol's methods, for one game
at a time, and whole playouts in machine code, for millions.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast
from warnings import warn

from cruachan.engine import record
from cruachan.engine.arrays import np
from cruachan.engine.bits import below
from cruachan.engine.cache import notice_compiling
from cruachan.engine.errors import (
    AmbiguousMove,
    IllegalMove,
    MoveError,
    Refusal,
    UnreadableMove,
)
from cruachan.engine.game import CHANCE, NOBODY, Game, Viewer
from cruachan.engine.presentation import Presentation
from cruachan.engine.record import Ints, Record, empty_table, random_word, rule
from cruachan.engine.record import as_table as as_table
from cruachan.engine.record import table_of as table_of
from cruachan.engine.record import type_of as type_of
from cruachan.engine.rulebook import refusal
from cruachan.engine.texts import DEFAULT_LANG, Lang, Texts, message
from cruachan.engine.view import PackedMove, View

B = TypeVar("B", bound=Record)
R = TypeVar("R", bound=Record)
V = TypeVar("V", bound=View)


@rule
def all_open(state: Any, seat: int) -> None:
    """Nothing is hidden from anybody."""


@rule(inline=True)
def no_starter(state: Any) -> int:
    """Nobody is known to have started."""
    return NOBODY


@rule(inline=True)
def by_start(state: Any) -> int:
    """The start player of a state that keeps her as `start`."""
    return int(state.start)


@rule
def all_known(state: Any, dice: Ints) -> None:
    """Nothing is left to guess."""


class Kernel(NamedTuple):
    """The rules a record game is made of."""

    to_act: Callable[[Any], int]
    """(state) -> the seat waited for, CHANCE or NOBODY"""
    legal_moves: Callable[[Any, Any, Ints], int]
    """(board, state, moves) -> how many legal moves were written into `moves`"""
    refuses: Callable[[Any, Any, int, int], int]
    """(board, state, seat, move) -> the number of the rule that refuses, or 0"""
    play: Callable[[Any, Any, int], None]
    """(board, state, move): carries out a legal move"""
    winners: Callable[[Any, Any], int]
    """(board, state) -> the set of seats in first place, once the game is over"""
    rounds: Callable[[Any], int]
    """(state) -> how many rounds have begun"""
    way: Callable[[Any, Any], int]
    """(board, state) -> in which of the `ways` a game that is over has ended"""
    moves: int
    """All moves are numbers below this."""
    most_moves: int
    """No position has more legal moves than this."""
    ways: tuple[str, ...]
    """The names of the ways in which a game can end."""
    observe: Callable[[Any, int], None] = all_open
    """(state, seat): takes out of a state what the seat may not know"""
    starter: Callable[[Any], int] = no_starter
    """(state) -> the start player, or NOBODY where the state does not tell"""
    deal: Callable[[Any, Ints], None] = all_known
    """(state, dice): puts into a state what somebody knows that it does not tell, every way that
    fits as likely as any other"""


class OneTable(NamedTuple):
    """The rules for one state at a time, as the protocol asks for them.

    Boards and states are arrays of one: Numba takes an array ten times as fast as a record, and
    each of these is one call where the rules would be three.
    """

    to_act: Callable[[Any], int]
    legal_moves: Callable[[Any, Any, int, Ints], int]
    """(board, table, seat, moves) -> how many legal moves were written; 0 for a seat not to move"""
    try_move: Callable[[Any, Any, Any, int, int], int]
    """(board, before, after, seat, move) -> the number of the rule that refuses; if that is 0,
    `after` holds the state after the move"""
    after: Callable[[Any, Any, Any, int], None]
    """(board, before, after, move): the same for a move that is known to be legal"""


@cache
def one_table(kernel: Kernel) -> OneTable:
    """Compile a kernel's rules for one state at a time."""
    acting, list_moves, refuses, play = kernel[:4]

    @rule
    def to_act(table: Any) -> int:
        return acting(table[0])

    @rule
    def legal_moves(board_tables: Any, table: Any, seat: int, moves: Ints) -> int:
        if acting(table[0]) != seat:
            return 0
        return list_moves(board_tables[0], table[0], moves)

    @rule
    def after(board_tables: Any, before: Any, then: Any, move: int) -> None:
        then[0] = before[0]
        play(board_tables[0], then[0], move)

    @rule
    def try_move(board_tables: Any, before: Any, then: Any, seat: int, move: int) -> int:
        number = refuses(board_tables[0], before[0], seat, move)
        if number == 0:
            after(board_tables, before, then, move)
        return number

    return OneTable(to_act, legal_moves, try_move, after)


class KernelGame(Game[R, int], Generic[B, R, V]):
    """The part of the protocol that follows from a kernel."""

    kernel: ClassVar[Kernel]
    make_board_tables: ClassVar[Callable[..., Any]]
    """The board as the rules need it."""
    unpacked: ClassVar[Callable[..., Any]] = staticmethod(record.unpacked)
    """Unpacks a record for code that reads many fields: views, tales, reasons."""
    board_tables: B
    unpacked_tables: B
    """The board tables as plain Python values, for code that reads many fields."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "description" in vars(cls):
            known = cls.description
            notice_compiling(known.package, known.title, known.compile_seconds)
        if "make_box" in vars(cls):
            warn("make_box is deprecated since 0.2: use make_board_tables", DeprecationWarning, 2)
            cls.make_board_tables = vars(cls)["make_box"]

    def __init__(self, board: Any) -> None:
        self.board = board
        self.board_name = board.name
        self.board_digest = board.digest
        self._board = as_table(self.make_board_tables(board))
        self.board_tables = self._board[0]
        self.unpacked_tables = self.unpacked(self.board_tables)

    @cached_property
    def _one(self) -> OneTable:
        return one_table(self.kernel)

    @cached_property
    def _limits(self) -> tuple[int, int]:
        """Moves and seats are below these."""
        return self.kernel.moves, self.players[-1]

    def __getstate__(self) -> dict[str, Any]:
        return record.state_without(self, "_one")

    @abstractmethod
    def reason(self, state: R, move: int, number: int, lang: Lang, names: Sequence[str]) -> str:
        """The case at hand of the numbered rule that refuses a move; the state is a plain copy."""

    @abstractmethod
    def read_moves(self, state: R, text: str, lang: Lang) -> list[int]:
        """All moves the words could mean, legal or not; an UnreadableMove if there are none."""

    def seats(self, state: R) -> int:
        """How many play; a game whose states do not say so is for a fixed number."""
        return int(getattr(state, "seats", self.players[0]))

    def to_act(self, state: R) -> tuple[int, ...]:
        seat = self._one.to_act(table_of(state))
        return () if seat == NOBODY else (int(seat),)

    def starter(self, state: R) -> int:
        return int(self.kernel.starter(state))

    def legal_moves(self, state: R, seat: int) -> list[int]:
        moves = np.empty(self.kernel.most_moves, np.int16)
        total = self._one.legal_moves(self._board, table_of(state), seat, moves)
        return cast(list[int], moves[:total].tolist())

    def apply(self, state: R, seat: int, move: int) -> R:
        """The state after a legal move; machine code would run off the board with any other."""
        self._check(seat, move)
        before = table_of(state)
        after = empty_table(before)
        if self._one.try_move(self._board, before, after, seat, move):
            refusal = self.why_not(state, seat, move)
            assert refusal is not None
            raise IllegalMove(refusal)
        return cast(R, after[0])

    def after(self, state: R, seat: int, move: int) -> R:
        before = table_of(state)
        after = empty_table(before)
        self._one.after(self._board, before, after, move)
        return cast(R, after[0])

    def determinize(self, seen: R, rng: Random) -> R:
        state = record.copy(seen)
        self.kernel.deal(state, dice(rng.getrandbits(62)))
        return state

    def why_not(
        self, state: R, seat: int, move: int, lang: Lang = DEFAULT_LANG, names: Sequence[str] = ()
    ) -> Refusal | None:
        self._check(seat, move)
        number = int(self.kernel.refuses(self.board_tables, state, seat, move))
        if number == 0:
            return None
        rule_id = f"{self.letter}{number // 100}.{number % 100}"
        reason = self.reason(self.unpacked(state), move, number, lang, names)
        return refusal(self.package, rule_id, reason, lang)

    def read_move(
        self, state: R, seat: int, text: str, lang: Lang = DEFAULT_LANG, names: Sequence[str] = ()
    ) -> int:
        meant = self.read_moves(state, text, lang)
        refusals = [(move, self.why_not(state, seat, move, lang, names)) for move in meant]
        legal = [move for move, refusal in refusals if refusal is None]
        if len(legal) == 1:
            return legal[0]
        if legal:
            candidates = [self.write_move(state, seat, move) for move in legal]
            said = Texts(__package__, lang)(
                "move.ambiguous", text=text.strip(), candidates=", ".join(candidates)
            )
            raise AmbiguousMove(said, candidates)
        raise IllegalMove(max((refusal for _, refusal in refusals if refusal), key=_chapter))

    def recorded_move(self, state: R, seat: int, text: str, names: Sequence[str] = ()) -> int:
        meant = self.read_moves(state, text, DEFAULT_LANG)
        return meant[0] if len(meant) == 1 else self.read_move(state, seat, text, names=names)

    def unpack(self, data: PackedMove) -> int:
        self._check(0, data)
        return int(data)

    def _check(self, seat: Any, move: Any) -> None:
        """Seats and moves are numbers that the rules know; machine code asks nobody."""
        moves, seats = self._limits
        known = type(move) is int or (
            isinstance(move, (int, np.integer)) and not isinstance(move, bool)
        )
        if not known or not 0 <= move < moves:
            raise UnreadableMove(message(__package__, "move.no_number"))
        if type(seat) is not int or not CHANCE <= seat < seats:
            raise MoveError(message(__package__, "match.no_seat"))


class KernelPresentation(Presentation[R, int], Generic[B, R, V]):
    """Shows a record game: views and sentences are made from plain copies of its records."""

    show: ClassVar[Callable[..., Any]]
    """(board, tables, state, the viewer's legal moves, outcome, viewer, names, lang) -> the view"""

    def __init__(self, game: KernelGame[B, R, V]) -> None:
        self.game = game

    def view(
        self, state: R, viewer: Viewer, names: Sequence[str] = (), lang: Lang = DEFAULT_LANG
    ) -> V:
        game = self.game
        legal = [] if viewer is None else game.legal_moves(state, viewer)
        seen = game.unpacked(state)
        outcome = game.outcome(seen)
        shown = self.show(
            game.board, game.unpacked_tables, seen, legal, outcome, viewer, names, lang
        )
        return cast(V, shown)

    def tell(
        self,
        before: R,
        seat: int,
        move: int,
        after: R,
        viewer: Viewer,
        names: Sequence[str],
        lang: Lang = DEFAULT_LANG,
    ) -> str:
        unpacked = self.game.unpacked
        return self.sentence(unpacked(before), seat, move, unpacked(after), viewer, names, lang)

    def views_of(
        self, before: R, seat: int, move: int, names: Sequence[str], lang: Lang
    ) -> tuple[V, V | None]:
        """What a seat sees before a move and after it; None where it turns something up."""
        seen = self.view(before, seat, names, lang)
        if self.game.reveals(before, seat, move):
            return seen, None
        return seen, self.view(self.game.after(before, seat, move), seat, names, lang)

    @abstractmethod
    def sentence(
        self,
        before: R,
        seat: int,
        move: int,
        after: R,
        viewer: Viewer,
        names: Sequence[str],
        lang: Lang,
    ) -> str:
        """What the move did, as far as this viewer may know it; the states are plain copies."""


def record_game(game: Game[Any, Any]) -> KernelGame[Any, Any, Any] | None:
    """The game as one whose rules run in machine code, if it is one."""
    return cast(KernelGame[Any, Any, Any], game) if game.kernel is not None else None


def _chapter(refusal: Refusal) -> int:
    """Of several refusals of the same words, the one of the latest chapter says most."""
    return int(refusal.rule[1:].split(".")[0])


Playouts = Callable[[Any, Any, int, Ints], int]


def playouts(kernel: Kernel) -> Playouts:
    """A rule (board, start, games, dice) -> plies: random games from a state, rolls counted too."""
    legal_moves, play, most_moves = kernel.legal_moves, kernel.play, kernel.most_moves

    @rule
    def run(tables: Any, start: Any, games: int, dice: Ints) -> int:
        table = start.copy()
        state = table[0]
        moves = np.zeros(most_moves, np.int16)
        plies = 0
        for _ in range(games):
            table[0] = start[0]
            total = legal_moves(tables, state, moves)
            while total:
                play(tables, state, moves[below(dice, total)])
                plies += 1
                total = legal_moves(tables, state, moves)
        return plies

    return cast(Playouts, run)


def dice(seed: int, stream: int = 0) -> Ints:
    """The random source of playouts number `stream`; different ones are unrelated."""
    source = random_word(seed, stream)
    source[0] |= 1
    return source
