"""The turn as a machine: a stack of frames, and the verbs by which people answer them.

The topmost frame says whom the game waits for and which verbs may answer. A frame that waits for
nobody does its work (`go`): it changes the state, pushes frames on top, or pops itself. A verb
lists what could be said (`offers`), says by which rule something is refused (`refuse`), and does it
(`play`); what is legal follows from the first two, so a move and its refusal cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar

from cruachan.games.shent.core.state import State

Args = tuple[Any, ...]
LONGEST_TEXT = 280
STYLES = 4
"""How a reading can be told for the narrator: plainly, generously, drily, darkly."""


class Move(NamedTuple):
    """A verb, what it speaks of, and what is told with it."""

    verb: str
    args: Args = ()
    words: str = ""


class No(NamedTuple):
    """Why something is refused: the rule, the key of the reason, and what it names."""

    rule: str
    key: str
    values: dict[str, Any] = {}  # noqa: RUF012 (a named tuple, never changed)


class Frame(Protocol):
    """Something that is going on."""

    def waits(self, state: State) -> tuple[int, ...]:
        """Whom the game waits for; nobody when it can go on by itself."""

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        """By which verbs this seat may answer."""

    def go(self, state: State) -> None:
        """Go on, when nobody is waited for."""


FRAMES: dict[str, Any] = {}
F = TypeVar("F")


def frame(kind: type[F]) -> type[F]:
    """Make a frame known by its name."""
    FRAMES[kind.__name__] = kind
    return kind


class Verb:
    """What can be said. Its subclasses are the moves of the game."""

    name: ClassVar[str]
    exact: ClassVar[bool] = False
    """Whether `offers` lists only what is legal, so that nobody need be asked again."""
    takes_words: ClassVar[bool] = False
    """Whether it may be told in the player's own words."""
    ALL: ClassVar[dict[str, Verb]] = {}

    def __init_subclass__(cls) -> None:
        Verb.ALL[cls.name] = cls()

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        """All that could be said now, before the rules are asked."""
        yield ()

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        """The rule against it."""
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        """Do it."""
        raise NotImplementedError

    def weight(self, state: State, args: Args) -> int:
        """How likely chance is to say this, beside the others."""
        return 1


def top(state: State) -> Any:
    """The frame that is going on."""
    return state.stack[-1]


def push(state: State, *frames: Any) -> None:
    """Begin something; of several the first one comes first."""
    state.stack.extend(reversed(frames))


def pop(state: State) -> None:
    """End what is going on."""
    state.stack.pop()


def turn_to(state: State, **values: Any) -> None:
    """Change the frame that is going on."""
    state.stack[-1] = state.stack[-1]._replace(**values)


def set_turn(state: State, **values: Any) -> None:
    """Change what is known of the turn."""
    state.turn = state.turn._replace(**values)


def run(state: State) -> None:
    """Go on until somebody is waited for, or the game is over."""
    while state.stack and not top(state).waits(state):
        top(state).go(state)


def legal(state: State, seat: int, verbs: tuple[str, ...]) -> Iterator[Move]:
    """All moves by these verbs."""
    for name in verbs:
        verb = Verb.ALL[name]
        for args in verb.offers(state, seat):
            if verb.exact or verb.refuse(state, seat, args) is None:
                yield Move(name, args)
