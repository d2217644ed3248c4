"""The table that the terminal plays at: on this computer, or on a server.

The terminal knows a table by this interface alone. Moves are plain data, as views offer them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cruachan.bots.advice import AdviceStep, Suggestion
from cruachan.bots.luck import SeatLuck
from cruachan.engine.game import Game, Viewer, When
from cruachan.engine.match import Player
from cruachan.engine.texts import Lang
from cruachan.engine.view import PackedMove, View, offered

PERSON = "person"


class Advised(NamedTuple):
    """What a strong player says; without chances, what a bot or a lesson would do."""

    moves: Sequence[Suggestion] = ()
    """The best first, as views offer them; none where nobody knows."""
    chances: Sequence[float] | None = None
    """Everybody's chance of winning."""
    line: Sequence[AdviceStep] = ()
    """What is expected to come."""
    reasons: Sequence[str] = ()
    """What each move is good for, as a player would say it; empty where nobody can say."""
    certain: str = ""
    """A sentence that says that the first move is a proven win; empty where it is not."""


class NarrationLimits(NamedTuple):
    """How a move may be told in a player's own words."""

    longest: int = 0
    """How many characters they may have."""
    taken: bool = False
    """Whether the move may be told."""
    prompted: bool = False
    """Whether a person is asked to tell it."""
    needed: bool = False
    """Whether it is a move only once it is told."""


class TerminalTable(ABC):
    """A match and everybody around it, as those at this keyboard may know it."""

    game: Game[Any, Any]
    remote = False
    """Whether others play elsewhere: what they do comes as updates."""
    path: Path | None = None
    """The file that is kept of it here."""
    chosen = False
    """Whether somebody chose the seed of the dice."""
    referee = False
    """Whether it stands elsewhere, on paper, and everything is typed in here."""

    @property
    def typed_rolls(self) -> bool:
        """Whether dice and lots fall there, and are typed in too."""
        return False

    @property
    @abstractmethod
    def players(self) -> Sequence[Player]:
        """The players by seat."""

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
    def commitment(self) -> str:
        """The commitment to the seed of the dice."""

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
        """The seat that resigned."""

    @property
    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """The seats the game waits for."""

    @abstractmethod
    def view(self, viewer: Viewer, lang: Lang, shared: bool = False) -> View:
        """What a viewer sees now; on a shared screen no more than everybody may see."""

    def in_the_open(self, seat: int) -> bool:
        """Whether a seat may be asked where everybody sees it."""
        return False

    @abstractmethod
    def when(self, ply: int) -> When:
        """The round and whose turn it is before a ply."""

    @abstractmethod
    def mover(self, ply: int) -> int:
        """The seat that made a ply; a chance event belongs to the seat that caused it."""

    @abstractmethod
    def sentences(self, plies: range, viewer: Viewer, lang: Lang) -> list[str]:
        """What plies did, a sentence for each; empty where there is nothing to tell."""

    # What is done

    @abstractmethod
    def read(self, seat: int, text: str, lang: Lang) -> PackedMove:
        """Return the legal move that a text means; else a MoveError."""

    def permit(self, seat: int, move: PackedMove) -> None:  # noqa: B027
        """Raise a MoveError if a legal move is not wanted now, as in a lesson."""

    @abstractmethod
    def narration(self, seat: int, move: PackedMove) -> NarrationLimits:
        """Return how a move may be told in own words."""

    def draft(self, seat: int, move: PackedMove) -> str:
        """Words for a move that were written on another device and not told yet."""
        return ""

    @abstractmethod
    def play(
        self, seat: int, move: PackedMove, narration: str | None, lang: Lang, checked: bool = False
    ) -> None:
        """Make a move, told in own words if there are some, and save it; else a MoveError.

        `checked` says that `read` returned the move at this position, so it is known to be legal.
        """

    @abstractmethod
    def can_undo(self, seat: int) -> bool:
        """Whether a seat can take back its last move."""

    @abstractmethod
    def undo(self, seat: int, lang: Lang) -> str:
        """Take back the last move of a seat; return it in words."""

    @abstractmethod
    def redo(self, seat: int, lang: Lang) -> str:
        """Make the move again that was taken back; return it in words."""

    @abstractmethod
    def advice(self, seat: int, lang: Lang) -> Advised:
        """The best moves, as far as anybody knows, and what comes then."""

    @abstractmethod
    def hand_over(self, seat: int, kind: str) -> None:
        """Let a bot of a kind, or a person, play a seat from now on."""

    @abstractmethod
    def open_turn(self, ended: int) -> int | None:
        """Return who has played and not ended her turn; `ended` is the ply of the last end."""

    @abstractmethod
    def end_turn(self, seat: int) -> None:
        """End the turn of a seat."""

    def explains(self, lang: Lang) -> str:
        """What is to be read before anybody moves, where the game is taught."""
        return ""

    @abstractmethod
    def transcript(self, viewer: Viewer) -> str:
        """The game as a file, as far as a viewer may know it."""

    @abstractmethod
    def luck(self) -> list[SeatLuck]:
        """Everybody's luck, once the game is over."""

    @abstractmethod
    def save(self) -> None:
        """Write everything to disk that is not there yet."""

    def write_story(self, lang: Lang) -> list[str]:
        """Write the story of a finished game, where it is told at once; return the paths."""
        return []

    def notices(self, lang: Lang) -> list[str]:
        """Return what was said and done beside the game since the last call."""
        return []

    def refresh(self) -> bool:
        """Take over what others did elsewhere; whether there was something."""
        return False

    def wait(self) -> None:
        """Wait until others have done something elsewhere."""
        raise NotImplementedError

    def listen(self, bell: Callable[[], None] | None) -> None:
        """Call `bell` when there are updates; None to stop."""
        raise NotImplementedError

    def moment(self) -> Hashable:
        """Return a value that changes when a question no longer stands."""
        return self.plies

    def do(self, kind: str, **values: Any) -> None:
        """Something that only tables with others have: chat, asking, voting, giving up."""
        raise NotImplementedError

    def presence(self, lang: Lang) -> list[str]:
        """Return who sits at the table and is there, a line each."""
        return []

    def clocks(self, lang: Lang) -> str:
        """Return how much time everybody has left, on one line; nothing where no clock runs."""
        return ""

    def label(self, move: PackedMove, text: str, view: View) -> str:
        """A move in the words of a list, where the game is told in words; else in notation."""
        listed = offered(view) if self.game.narration is not None else []
        return next((each["label"] for each in listed if each["move"] == move), text)
