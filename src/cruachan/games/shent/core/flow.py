"""The turn as a machine: a stack of frames, and the verbs by which people answer them.

The topmost frame says whom the game waits for and which verbs may answer. A frame that waits for
nobody does its work (`go`): it changes the state, pushes frames on top, or pops itself. A verb
lists what could be said (`offers`), says by which rule something is refused (`refuse`), and does it
(`play`); what is legal follows from the first two, so a move and its refusal cannot disagree.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self, dataclass_transform

from cruachan.engine.game import NOBODY, Viewer
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import HIDDEN, NOWHERE
from cruachan.games.shent.core.parts import Part, holds, read, spell
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import DomainEvent, Pact, State

Args = tuple[Any, ...]
LONGEST_TEXT = 2000
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


@dataclass_transform(frozen_default=True)
class Frame:
    """Something that is going on: by itself, or by chance. Its subclasses are all there are.

    A frame is a frozen record; positions write its fields in their order.
    """

    ALL: ClassVar[dict[str, type[Frame]]] = {}
    sealed: ClassVar[tuple[str, ...]] = ()
    """[S4.11] The verbs by which several seats answer at once, unseen by the others."""
    tells: ClassVar[bool] = False
    """Whether the mere verb of a sealed answer would give it away."""
    moments: ClassVar[tuple[str, ...]] = ()
    """The moments in which others may answer it by magic (S14.6)."""
    passing: ClassVar[str] = "pass"
    """What it is called to say nothing to it (`do.passing`)."""

    def __init_subclass__(cls, known: bool = True) -> None:
        if known:
            dataclass(frozen=True)(cls)
            Frame.ALL[cls.__name__] = cls

    def _replace(self, **values: Any) -> Self:
        """A copy of the frame with other values, like `_replace` of records."""
        return type(self)(**{**vars(self), **values})

    # What comes next

    def waits(self, state: State) -> tuple[int, ...]:
        """Whom the game waits for; nobody when it can go on by itself."""
        return ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        """By which verbs this seat, or chance, may answer."""
        return ()

    def go(self, state: State) -> None:
        """Go on, when nobody is waited for."""
        raise AssertionError(f"{type(self).__name__} always waits for somebody")

    def magic_worked(self, state: State, lands: list[int]) -> None:
        """Magic that was cast while this was going on has worked in these lands."""

    def ask_anew(self, say: Speaker, number: int) -> Ask | None:
        """How its player is asked about a number that was drawn; None: as for all numbers."""
        return None

    def lots(self) -> str:
        """Of which kind is what the lot says, where it is asked."""
        return "land"

    def sound(self, state: State, below: Frame | None) -> bool:
        """Whether what its fields say fits together, with the position and with the frame below."""
        return True

    def unable(self, state: State, seat: int) -> No | None:
        """Why who is asked cannot say yes."""
        return None

    def breaks(self, state: State, seat: int, yes: bool) -> list[Pact]:
        """[S37.11] The agreements that a seat would break by saying yes, or no."""
        return []

    # Who sees what

    def apart(self, viewer: Viewer) -> bool:
        """Whether a no to it, and the words said with it, are not for this viewer."""
        return False

    def of_hand(self, state: State, seat: int) -> bool:
        """[S3.14] Whether what it asks a seat is about a hand or a goal, which stay hidden."""
        return False

    def seen_by(self, viewer: Viewer) -> Self:
        """The frame with everything hidden that a viewer must not know."""
        return self

    def covers(self, seen: State, viewer: Viewer) -> None:
        """Hide in a position what the frame would give away of it."""

    def determinize(self, state: State) -> Self:
        """The frame with something that could be there in the place of all that is hidden."""
        return self

    def shown(self) -> tuple[int, tuple[int, ...]]:
        """Whose hand still holds runes that have been shown, and which."""
        return NOBODY, ()

    def drawn_for(self, state: State) -> int | None:
        """For whom alone a rune is drawn; None where all see it."""
        return None

    def draws_for(self, state: State) -> tuple[int | None, int]:
        """Whose stone is drawn, and for which land, where it is somebody's and for a land."""
        return self.drawn_for(state), NOWHERE


class Question(Frame, ABC, known=False):
    """A frame that waits for players."""

    @abstractmethod
    def waits(self, state: State) -> tuple[int, ...]: ...

    @abstractmethod
    def verbs(self, state: State, seat: int) -> tuple[str, ...]: ...

    @abstractmethod
    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        """What it asks this viewer."""


def cover(answers: tuple[Any, ...], viewer: Viewer, whose: int = 0) -> tuple[Any, ...]:
    """[S4.11] Sealed answers as a viewer sees them; the last part of each is what was said."""
    return tuple(each if each[whose] == viewer else (*each[:-1], HIDDEN) for each in answers)


def uncover(answers: tuple[Any, ...], likely: Callable[[int], Any]) -> tuple[Any, ...]:
    """Sealed answers with a likely one in the place of each hidden one."""
    return tuple(e if e[-1] != HIDDEN else (*e[:-1], likely(e[0])) for e in answers)


class Verb:
    """What can be said. Its subclasses are the moves of the game."""

    name: ClassVar[str]
    shape: ClassVar[str]
    """The kinds of its parts (parts.py), in the order in which they are said; one that ends with a
    star may be said any number of times."""
    reveals: ClassVar[bool]
    """Whether others learn something by it, or may have answered it, so that it stays."""
    exact: ClassVar[bool] = False
    """Whether `offers` lists only what is legal, so that nobody need be asked again."""
    unlisted: ClassVar[bool] = False
    """Whether more may be said than `offers` lists: all that `refuse` lets pass."""
    takes_words: ClassVar[bool] = False
    """Whether it may be told in the player's own words."""
    seldom: ClassVar[bool] = False
    """Whether its words are the exception, so that nobody is asked for them."""
    one_line: ClassVar[bool] = False
    """Whether its words are one line."""
    needs_words: ClassVar[bool] = False
    """Whether it says nothing without them: it is offered to people, and listed for nobody else."""
    longest: ClassVar[int] = LONGEST_TEXT
    """[S4.12] How many characters its words may have."""
    style: ClassVar[int | None] = None
    """Which argument says how it is told, if any does."""
    heading: ClassVar[str] = ""
    """Under which heading it is offered (`point.heading`), where it is not by a thing it names."""
    aside: ClassVar[bool] = False
    """Whether it can be said at many moments, and is seldom what the moment is about."""
    ALL: ClassVar[dict[str, Verb]] = {}

    def __init_subclass__(cls, known: bool = True) -> None:
        if not known:
            return
        for member in ("name", "shape", "reveals"):
            if not hasattr(cls, member):
                raise TypeError(f"The verb {cls.__name__} does not say its {member}.")
        if cls.name in Verb.ALL:
            raise TypeError(f"There is a verb {cls.name!r} already; {cls.__name__} needs another.")
        Verb.ALL[cls.name] = cls()

    # The rules

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        """All that could be said now, before the rules are asked."""
        yield ()

    def offered(self, state: State, seat: int, args: Args) -> bool:
        """Whether a move is among what could be said, listed or not."""
        return self.unlisted or args in self.offers(state, seat)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        """The rule against it, if it is said as it must be (`fits`)."""
        return None

    def refuse_words(self, state: State, seat: int, args: Args, words: str) -> No | None:
        """The rule against the words of what is else legal."""
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        """Do it."""
        raise NotImplementedError

    def weight(self, state: State, args: Args) -> int:
        """How likely chance is to say this, beside the others."""
        return 1

    # How it is said

    def kinds(self, state: State, said: Sequence[Any]) -> list[str]:
        """Of which kinds so many parts are, be they values or words."""
        kinds = self.shape.split()
        if kinds and kinds[-1].endswith("*"):
            *first, last = kinds
            return first + [last[:-1]] * (len(said) - len(first))
        return kinds

    def parts(self, state: State, args: Args) -> list[Part]:
        """The parts of a move, in the order in which they are said."""
        return [Part(*pair) for pair in zip(self.kinds(state, args), args, strict=False)]

    def fits(self, state: State, args: Args) -> bool:
        """Whether a move is made of as many parts as it must be, each of its kind."""
        kinds = self.kinds(state, args)
        return len(kinds) == len(args) and all(
            holds(state, kind, value) for kind, value in zip(kinds, args, strict=True)
        )

    def read(self, state: State, seat: int, words: Sequence[str]) -> Iterator[Args]:
        """What is written so; nearly always one thing or nothing."""
        kinds = self.kinds(state, words)
        if len(kinds) == len(words):
            found = tuple(read(state, seat, *pair) for pair in zip(kinds, words, strict=True))
            if None not in found:
                yield found

    def write(self, state: State, seat: int, args: Args) -> str:
        """The whole move, without the words told with it."""
        return self.written(args, [spell(state, seat, part) for part in self.parts(state, args)])

    def written(self, args: Args, spelled: Sequence[str]) -> str:
        """The notation of the move, from its spelled parts."""
        said = [self.name, *spelled]
        if self.style is not None and args[self.style :] and args[self.style]:
            said.append(f"~{args[self.style]}")
        return " ".join(said)

    def unstyled(self, args: Args) -> Args:
        """What a move says, without the style it is told in."""
        return args

    def ill_styled(self, args: Args) -> No | None:
        """[S9.8] The rule against the style a move is told in."""
        said = () if self.style is None else args[self.style :]
        return No("S9.8", "no_style") if said and said[0] not in range(STYLES) else None

    def asks_words(self, args: Args) -> bool:
        """Whether a player is asked to tell it in her own words."""
        return self.takes_words and not self.seldom

    def covered(self, state: State, seat: int, args: Args, viewer: Viewer) -> str:
        """What others read of a secret; nothing where there is none."""
        return ""

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        """A legal move in words."""
        return say.words(f"do.{self.name}", **say.values(self.parts(state, args)))


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


def perform(state: State, seat: int, move: Move) -> None:
    """Do what a move says, and go on.

    [S4.13] Texts with a sealed answer are heard when all have answered.
    """
    asked, depth = top(state), len(state.stack)
    Verb.ALL[move.verb].play(state, seat, move.args, move.words)
    if move.words and move.verb in asked.sealed:
        state.whispers.append((seat, move.verb, move.words))
    still = state.stack[depth - 1] if len(state.stack) >= depth else None
    if still is None or type(still) is not type(asked) or not still.waits(state):
        for who, verb, words in state.whispers:
            state.domain_events.append(DomainEvent(DomainEventKind.SAID, who, more=(verb, words)))
        state.whispers = []
    run(state)


def run(state: State) -> None:
    """Go on until somebody is waited for, or the game is over."""
    while state.stack and not top(state).waits(state):
        top(state).go(state)


def to_be_told(state: State, seat: int, verbs: tuple[str, ...]) -> Iterator[Move]:
    """What may be said by these verbs once words are added to it."""
    for name in verbs:
        verb = Verb.ALL[name]
        if verb.needs_words:
            for args in verb.offers(state, seat):
                if verb.refuse(state, seat, args) is None:
                    yield Move(name, args)


def legal(state: State, seat: int, verbs: tuple[str, ...]) -> Iterator[Move]:
    """All moves by these verbs that say something without words."""
    for name in verbs:
        verb = Verb.ALL[name]
        if verb.needs_words:
            continue
        for args in verb.offers(state, seat):
            if verb.exact or verb.refuse(state, seat, args) is None:
                yield Move(name, args)
