"""What a sentence of the tale is about, as typed values.

`Said.subject` holds one of them, or None where land, figures and key say enough. The saga reads
them instead of the sentence: who fought whom, which quest was vowed, which lands changed hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cruachan.games.shent.core.state import Quest


@dataclass(frozen=True)
class RoundBegins:
    """A round begins under a sky."""

    number: int
    sky: int


@dataclass(frozen=True)
class TurnBegins:
    """A player's turn begins."""

    seat: int


@dataclass(frozen=True)
class RoundEventTold:
    """The round event, by the key of its rune."""

    rune: str


@dataclass(frozen=True)
class SkyChanges:
    """Another element stands in the sky."""

    element: int


@dataclass(frozen=True)
class SpokenBy:
    """A player told it in their own words."""

    seat: int


@dataclass(frozen=True)
class TwoPlayers:
    """Something between two players: a peace, a refusal, an agreement, the end of one.

    Where one did it to the other, `seat` did it.
    """

    seat: int
    other: int

    @property
    def pair(self) -> frozenset[int]:
        """Both players, in no order."""
        return frozenset((self.seat, self.other))


@dataclass(frozen=True)
class LandsChangeHands:
    """Lands become a player's, or nobody's; `other` had them, NOBODY where nobody did."""

    seat: int
    other: int
    lands: tuple[int, ...] = ()
    """Empty where it is the one land of the sentence."""


@dataclass(frozen=True)
class FigureMoves:
    """A figure of a player goes from a land to another."""

    seat: int
    piece: int
    start: int
    land: int


@dataclass(frozen=True)
class FigureGained:
    """A player has a figure of a kind that was not there, not theirs, or another before."""

    seat: int
    kind: int


@dataclass(frozen=True)
class FigureRescued:
    """A player rescued a figure."""

    seat: int
    piece: int


@dataclass(frozen=True)
class SideBanished:
    """All figures of one side have to leave; NOBODY where they have no leader."""

    seat: int


class Combatant(NamedTuple):
    """One side of a fight: whose it is, and who fights."""

    seat: int
    unit: int


@dataclass(frozen=True)
class FightEnds:
    """A fight, a duel or a contest of songs; in a tie the challenger stands first."""

    values: dict[str, str]
    """What the sentences about it name."""
    winner: Combatant
    loser: Combatant

    @property
    def seats(self) -> tuple[int, int]:
        """Whose the two were; below 0 where they were nobody's."""
        return self.winner.seat, self.loser.seat


@dataclass(frozen=True)
class SpellWorks:
    """Magic of a player works, by its reading."""

    seat: int
    reading: str


@dataclass(frozen=True)
class RuneCountered:
    """A player's rune averts what another's rune would have done."""

    seat: int
    other: int
    own: int
    against: int
    cast: bool
    """Whether it was a spell, not an event."""


@dataclass(frozen=True)
class OfQuest:
    """A quest: vowed, fulfilled, given up, on its way."""

    quest: Quest


@dataclass(frozen=True)
class GoalLands:
    """The lands of the goal that won, by name."""

    names: tuple[str, ...]


Subject = (
    RoundBegins
    | TurnBegins
    | RoundEventTold
    | SkyChanges
    | SpokenBy
    | TwoPlayers
    | LandsChangeHands
    | FigureMoves
    | FigureGained
    | FigureRescued
    | SideBanished
    | FightEnds
    | SpellWorks
    | RuneCountered
    | OfQuest
    | GoalLands
)
