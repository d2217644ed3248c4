"""What is decided when a league is set up."""

from __future__ import annotations

from typing import Literal

import msgspec

from cruachan.server.tables.setting import AtZero, Clock

Pairing = Literal["round_robin", "swiss"]
LONGEST_NAME = 60
"""How many letters the name of a league has."""
MOST_IN_ROBIN = 24
"""How many a division of a round robin has at most: it has about as many rounds."""


class LeagueSetting(msgspec.Struct, frozen=True):
    """How a league is played."""

    game: str
    board: str
    options: dict[str, str]
    players: int
    """How many sit at a table, as far as the number of people allows."""
    pairing: Pairing = "round_robin"
    rounds: int = 0
    """Of a Swiss tournament; 0 is as many as its number of players wants."""
    division: int = 0
    """How many a division has at most; 0 is one division for all."""
    moves: int = 1
    """How many go up and down between two divisions after a season."""
    days: int = 0
    """A round begins so many days after the one before at the earliest; 0 is as soon as that is
    over."""
    clock: Clock = "3+12"
    at_zero: AtZero = "bot"
    rated: bool = True
    public: bool = True
    """Whether everybody of the server can look on."""

    @property
    def division_size(self) -> int:
        """How many a division has at most; 0 is any number."""
        if self.pairing == "swiss":
            return self.division
        return min(self.division or MOST_IN_ROBIN, MOST_IN_ROBIN)


def encode(setting: LeagueSetting) -> str:
    """A setting as it is stored."""
    return msgspec.json.encode(setting).decode()


def decode(text: str) -> LeagueSetting:
    """The setting of what was stored."""
    return msgspec.json.decode(text, type=LeagueSetting)
