"""Optional parts of a game besides its rules, which a `GameDescription` names.

Each part is optional. Frameworks (bots, arena, environments, terminal, lessons) find it through the
description of a game, never by a game's name, and do something simpler where it is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from cruachan.engine.languages import Lang
    from cruachan.engine.view import Choice, Data

Maker = Callable[[], Any]
"""Makes a bot: an object with `name` and `choose(decision, rng)`."""


BOLD = 0.6
"""How much a search tries beside what looks best."""
TRUST = 12.0
"""How much the first judgement says about what to try."""
MASTER_SECONDS = 2.0
"""For how long the level `master` thinks about a move."""
EXPERT_PROOF, MASTER_PROOF = 2_500, 100_000
"""At how many positions the upper levels look to prove a win: a few hundredths of their time."""


class SearchLevel(NamedTuple):
    """The search that a bot with a network runs for a move."""

    slack: float = 0.0
    """Moves that cost no more than this much of the chance of winning seem equally good to it."""
    playouts: int = 0
    """How many playouts it makes; none: it looks one move ahead."""
    seconds: float = 0.0
    """For how long it searches, instead of so many playouts; its moves depend on the machine."""
    proof: int = 0
    """At so many positions it looks, for each own turn, to prove a win that can be forced."""
    bold: float = BOLD
    trust: float = TRUST
    """How it searches."""


class GpuLayout(NamedTuple):
    """How a game is best laid out on a GPU; docs/speed.md has what was measured."""

    group: int = 512
    """How many threads share a board and wait for each other; the more, the more of them go through
    the same lines of the rules at a time."""
    registers: int = 64
    """What a thread may use of the processor's own memory; with more, fewer run at a time."""
    loops: bool = True
    """Whether loops stay loops. The compiler would write out what is done for each of a dozen cards
    or dice, and make most rules so long that a GPU waits for its instructions most of the time."""


class Features(Protocol):
    """A position as the input of a network; a module with these names will do.

    Positions are described relative to the board, so that a network holds on every board.
    """

    INPUTS: int
    """How many numbers there are."""

    def features(self, tables: Any, state: Any, x: Any) -> None:
        """A rule (board, state, x) that writes them.

        A GPU cannot make arrays: where this rule does, there is also `features_into(board, state,
        memory, x)`, and `MEMORY` is the shape of the array of whole numbers that it needs.
        """


class GameBots(NamedTuple):
    """The bots of a game: made by the game itself, or from judgements of its record."""

    makers: Callable[[Any], Mapping[str, Maker]] | None = None
    """(game) -> bots of its own by their names, the usual one first; the rest is not asked then."""
    value: Callable[[Any, Any, int], float] | None = None
    """A rule (board, state, seat): what a position is worth, for the greedy bot."""
    settle: Callable[[Any, Any], None] | None = None
    """A rule (board, state) that finishes what a move leaves half done before it is judged."""
    levels: Mapping[str, SearchLevel] = {}
    """Bots that judge by a network, by their names."""
    gpu: GpuLayout = GpuLayout()
    options: Mapping[str, str] = {}
    """The options of a table at which only bots sit, where nobody says otherwise."""
    ratings: Mapping[int, Mapping[str, float]] = {}
    """By the number of players: what tournaments found of its bots, `steady` at 1500 points."""


class ObservationPart(NamedTuple):
    """A part of an observation: numbers that belong together."""

    name: str
    """The field of the record it is made of, mostly."""
    shape: tuple[int, ...]
    about: str

    @property
    def size(self) -> int:
        """The number of weights."""
        total = 1
        for length in self.shape:
            total *= length
        return total


class ObservationSpec(NamedTuple):
    """What a seat sees of a record game, as a row of numbers for a network."""

    observe: Callable[[Any, Any, int, Any], int]
    """(board, state, seat, row) -> how many numbers were written; the row must be all 0 before"""
    parts: tuple[ObservationPart, ...]
    actions: int
    """The moves of players are the numbers below this; those of chance follow."""
    max_decisions: int = 20_000
    """No game has more decisions of players."""
    max_chances: int = 20_000
    """No game has more moves of chance."""

    @property
    def size(self) -> int:
        """How many numbers the row has."""
        return sum(part.size for part in self.parts)


class TerminalBoard(Protocol):
    """Draws a game in a terminal; a module with these functions will do.

    It may also have `pages(view, board, lang)`: what can be looked up beside the board, by the word
    that asks for it.
    """

    def render(self, view: Data, board: Any, width: int, height: int, lang: Lang) -> Any:
        """The table as this view shows it (for rich), in so many columns and about so many rows."""

    def names(self, view: Data) -> list[str]:
        """The names on the board that a player may want to type."""

    def example(self, view: Data) -> str:
        """One of these names, for an example of what can be typed."""

    def mark(self, view: Data, point: str, move: Choice) -> str:
        """What is to be known of a move, by its point and what it says, in a few letters."""

    def tag(self, view: Data, move: Choice) -> str:
        """The place a move goes to in a few letters, where the board shows it by such."""


class Favourites(Protocol):
    """What players of a game like, counted from a finished match; a module with these functions
    will do."""

    KINDS: Iterable[str]
    """The kinds of things that are counted, in the order in which they are shown."""

    def counted(self, match: Any) -> Iterable[tuple[int, str, str]]:
        """The seat, kind and key of each thing that somebody chose."""

    def title(self, kind: str, lang: Lang) -> str:
        """What a kind of things is called."""

    def name(self, kind: str, key: str, lang: Lang) -> str:
        """What is counted under a key is called; nothing for a key that is known no more."""


class Statistics(Protocol):
    """Watches one simulated game and says what is counted; made anew for each game."""

    tally: Any
    """The class of the sum over many games."""

    def seen(self, seat: int, move: Any, after: Any) -> Iterable[str]:
        """What a move is counted as."""

    def over(self) -> Iterable[str]:
        """What is counted when the game is over."""
