"""The table that a session plays at: here on this computer, or in a hall on the network.

A session knows a table by this interface alone. Moves are plain data here, as views offer them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cruachan.bots.advice import Step, Suggestion
from cruachan.bots.luck import Luck
from cruachan.engine.game import Game, Viewer, When
from cruachan.engine.match import Player
from cruachan.engine.texts import Lang
from cruachan.engine.view import Plain, View, offered

PERSON = "person"


class Advised(NamedTuple):
    """What a strong player says; without chances, what a bot or a lesson would do."""

    moves: Sequence[Suggestion] = ()
    """The best first, as views offer them; none where nobody knows."""
    chances: Sequence[float] | None = None
    """Everybody's chance of winning."""
    line: Sequence[Step] = ()
    """What is expected to come."""


class AtTable(ABC):
    """A match and everybody around it, as those at this keyboard may know it."""

    game: Game[Any, Any]
    far = False
    """Whether others play elsewhere: what they do comes as news."""
    path: Path | None = None
    """The file that is kept of it here."""
    chosen = False
    """Whether somebody chose the seed of the dice."""

    @property
    @abstractmethod
    def players(self) -> Sequence[Player]:
        """Who sits where."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(player.name for player in self.players)

    @property
    @abstractmethod
    def people(self) -> frozenset[int]:
        """The seats that are played at this keyboard."""

    @property
    @abstractmethod
    def promise(self) -> str:
        """What was promised of the dice."""

    @property
    @abstractmethod
    def plies(self) -> int:
        """How many moves were made."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game is over."""

    @property
    @abstractmethod
    def gave_up(self) -> int | None:
        """The seat that gave up."""

    @property
    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """The seats the game waits for."""

    @abstractmethod
    def view(self, viewer: Viewer, lang: Lang, shared: bool = False) -> View:
        """What a viewer sees now; on a shared screen no more than everybody may see."""

    def in_the_open(self, seat: int) -> bool:
        """Whether a seat may be asked before all eyes."""
        return False

    @abstractmethod
    def when(self, ply: int) -> When:
        """The round and whose turn it is before a ply."""

    @abstractmethod
    def mover(self, ply: int) -> int:
        """Who made a ply; what chance turns up belongs to whoever uncovered it."""

    @abstractmethod
    def told(self, plies: range, viewer: Viewer, lang: Lang) -> list[str]:
        """What plies did, a sentence for each; empty where there is nothing to tell."""

    # What is done

    @abstractmethod
    def read(self, seat: int, text: str, lang: Lang) -> Plain:
        """The move that words mean, legal or not; else a MoveError."""

    @abstractmethod
    def check(self, seat: int, move: Plain, tale: str | None, lang: Lang) -> None:
        """Raise a MoveError if the move cannot be made, or not told so."""

    @abstractmethod
    def takes_words(self, seat: int, move: Plain) -> bool:
        """Whether a move may be told in own words."""

    @abstractmethod
    def asks_words(self, seat: int, move: Plain) -> bool:
        """Whether a person is asked for own words."""

    @abstractmethod
    def longest(self, seat: int, move: Plain) -> int:
        """How many characters own words may have."""

    @abstractmethod
    def needs_words(self, seat: int, move: Plain) -> bool:
        """Whether it is a move only once words are added to it."""

    @abstractmethod
    def play(self, seat: int, move: Plain, tale: str | None, lang: Lang) -> None:
        """Make a move, told in own words if there are some; it is safe then."""

    @abstractmethod
    def can_undo(self, seat: int) -> bool:
        """Whether a seat can take back its last move."""

    @abstractmethod
    def undo(self, seat: int, lang: Lang) -> str:
        """Take it back; what it was, in words."""

    @abstractmethod
    def redo(self, seat: int, lang: Lang) -> str:
        """Make it again; what it was, in words."""

    @abstractmethod
    def advice(self, seat: int, lang: Lang) -> Advised:
        """The best moves, as far as anybody knows, and what comes then."""

    @abstractmethod
    def hand_over(self, seat: int, kind: str) -> None:
        """Let a bot of a kind, or a person, play a seat from now on."""

    @abstractmethod
    def open_turn(self, ended: int) -> int | None:
        """Who has played and not said so; `ended` is the ply at which somebody did last."""

    @abstractmethod
    def end_turn(self, seat: int) -> None:
        """She says so."""

    def explains(self, lang: Lang) -> str:
        """What is to be read before anybody moves, where the game is taught."""
        return ""

    @abstractmethod
    def transcript(self, viewer: Viewer) -> str:
        """The game as a file, as far as a viewer may know it."""

    @abstractmethod
    def luck(self) -> list[Luck]:
        """Everybody's luck, once the game is over."""

    @abstractmethod
    def keep(self) -> None:
        """Put everything where it is safe."""

    def notices(self, lang: Lang) -> list[str]:
        """What was said and done beside the game since this was asked last."""
        return []

    def refresh(self) -> bool:
        """Look at what others did elsewhere; whether there was something."""
        return False

    def wait(self) -> None:
        """Wait until others have done something elsewhere."""
        raise NotImplementedError

    def listen(self, bell: Callable[[], None] | None) -> None:
        """Have a bell rung when there is news; None for no more."""
        raise NotImplementedError

    def moment(self) -> Hashable:
        """What tells whether a question still stands after news have come."""
        return self.plies

    def do(self, kind: str, **values: Any) -> None:
        """Something that only tables with others have: chat, asking, voting, giving up."""
        raise NotImplementedError

    def around(self, lang: Lang) -> list[str]:
        """Who sits at the table and is there, a line each."""
        return []

    def label(self, move: Plain, text: str, view: View) -> str:
        """A move in the words of a list, where the game is told in words; else in notation."""
        listed = offered(view) if self.game.narration is not None else []
        return next((each["label"] for each in listed if each["move"] == move), text)
