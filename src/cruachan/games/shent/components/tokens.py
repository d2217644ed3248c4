"""The tokens: what can lie in a land or hold for somebody, and where people see it."""

from __future__ import annotations

from enum import Enum, StrEnum


class Shown(Enum):
    """Where a token is seen."""

    MAP = "drawn on the map"
    WORDS = "told beside the map"
    NOWHERE = "known by what it does"


class TokenKind(StrEnum):
    """A kind of token, by its key; its name is in `texts/` under token.<key>."""

    shown: Shown
    sign: str
    """Strokes in a square from -10 to 10, or the rune or figure whose sign it bears."""

    def __new__(cls, key: str, shown: Shown = Shown.NOWHERE, sign: str = "") -> TokenKind:
        """A kind with all that is said of it."""
        kind = str.__new__(cls, key)
        kind._value_ = key
        kind.shown = shown
        kind.sign = sign
        return kind

    @classmethod
    def _missing_(cls, value: object) -> TokenKind:
        raise ValueError(f"There is no token {value!r}; components/tokens.py lists them.")

    BAND = "band", Shown.MAP, "band"
    WALL = "wall", Shown.MAP, "nuthad"
    LEGEND = "legend", Shown.MAP, "M0 -6Q-5 -9 -9 -6V7Q-5 4 0 7Q5 4 9 7V-6Q5 -9 0 -6V7"
    TREASURE = (
        "treasure",
        Shown.MAP,
        "M-9 -1Q-9 -8 0 -8Q9 -8 9 -1V8H-9ZM-9 -1H9M-2 -1V3H2V-1",
    )
    MIST = "mist", Shown.MAP, "M-9 -6H4M-5 -1H9M-9 4H5M-3 9H8"
    BLOSSOM = (
        "blossom",
        Shown.MAP,
        "M-2 0A2 2 0 1 0 2 0A2 2 0 1 0 -2 0M0 -2.5Q-5 -9 0 -10Q5 -9 0 -2.5"
        "M0 2.5Q-5 9 0 10Q5 9 0 2.5M-2.5 0Q-9 -5 -10 0Q-9 5 -2.5 0M2.5 0Q9 -5 10 0Q9 5 2.5 0",
    )
    GATE = (
        "gate",
        Shown.MAP,
        "M-9 9V-2A9 8 0 0 1 9 -2V9M-4 9V0A4 4 0 0 1 4 0V9M-9 9H9M0 -4V9",
    )
    THALION = "thalion", Shown.MAP, "thalion"
    """The trace of a hero; it is kept with the player who was shown it."""

    HOST = "host", Shown.WORDS
    STANDSTILL = "standstill", Shown.WORDS
    TRUCE = "truce", Shown.WORDS
    BLIGHT = "blight", Shown.WORDS
    SILENCE = "silence", Shown.WORDS
    BURIED = "buried", Shown.WORDS
    PHANTOM = "phantom", Shown.WORDS
    GROUND = "ground", Shown.WORDS
    LUST = "lust", Shown.WORDS
    PASSAGE = "passage", Shown.WORDS
    WELCOME = "welcome", Shown.WORDS
    BARREN = "barren", Shown.WORDS
    SIEGE = "siege", Shown.WORDS
    TONGUE = "tongue", Shown.WORDS
    CAPTIVE = "captive", Shown.WORDS

    ASLEEP = "asleep"
    BACK = "back"
    CHOICE = "choice"
    DEARTH = "dearth"
    DECLINED = "declined"
    DELAY = "delay"
    GIFT = "gift"
    HUSHED = "hushed"
    ILL = "ill"
    JOINED = "joined"
    LEFT = "left"
    LUCK = "luck"
    PATH = "path"
    REFUSED = "refused"
    RESCUE = "rescue"
    REST = "rest"
    SPENT = "spent"
    STILL = "still"
    SUPPORT = "support"
    THREAD = "thread"
    VALOUR = "valour"
    WORD = "word"
