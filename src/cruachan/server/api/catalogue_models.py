"""Response models of the catalogue of games."""

from __future__ import annotations

from cruachan.server.api.derived import ResponseModel


class OfferedLanguage(ResponseModel):
    """A language in which everything can be said."""

    code: str
    """Its code, as the query parameter `lang` takes it."""
    name: str
    """What its speakers call it."""


class OptionChoice(ResponseModel):
    """What an option can be."""

    value: str
    """As a new table takes it."""
    title: str
    """In words."""
    house: bool
    """Whether it goes beyond the rulebook."""


class CatalogueOption(ResponseModel):
    """Something that can be decided before a game."""

    name: str
    """Its name, as a new table takes it."""
    title: str
    """Its name for people."""
    about: str
    """What it decides, in a sentence."""
    choices: list[OptionChoice]
    """What it can be."""
    default: str
    """The value that it has if nobody says."""


class CataloguePreset(ResponseModel):
    """A table as it is often wanted."""

    name: str
    """Its name."""
    title: str
    """Its name for people."""
    about: str
    """What it is like, in a sentence."""
    seats: int
    """How many play."""
    options: dict[str, str]
    """The options that are not as usual, by name."""


class CatalogueBoard(ResponseModel):
    """A board of a game."""

    name: str
    """Its name, as a new table takes it."""
    title: str
    """Its name for people."""
    sentence: str
    """What it is like, in a sentence."""
    seats: list[int]
    """For how many players it is the usual one."""
    digest: str
    """What its pictures are known by: with `?digest=` in their address they never change."""


class BotKind(ResponseModel):
    """A kind of bots that plays a game."""

    kind: str
    """Its name, as a seat of a new table takes it."""
    title: str
    """Its name for people."""
    about: str
    """How it plays, in a sentence or two."""


class GameSounds(ResponseModel):
    """What a page makes the sounds of a game of. Notes are semitones above the base."""

    wave: str
    """The form of the wave, as Web Audio names it."""
    base: float
    """The pitch from which notes are counted, in hertz."""
    ring: float
    """For how many seconds a note fades."""
    move: list[int]
    """When somebody else has moved."""
    draw: list[int]
    """When dice were rolled or a lot was drawn."""
    contest: list[int]
    """When a move has decided something that is kept in sight, such as a fight or a vote."""
    turn: list[int]
    """When it is one's turn."""
    end: list[int]
    """When the game is over."""


class GameIdentity(ResponseModel):
    """How a game looks and sounds wherever it is shown."""

    accent: str
    """Its colour on light ground."""
    accent_dark: str
    """Its colour on dark ground."""
    icon: str
    """Its icon: path data in a square of 24, to be stroked."""
    ornament: str
    """A tile of its ornament: path data, 12 high, to be stroked and repeated."""
    ornament_width: float
    """How wide the tile is."""
    wordmark: float | None
    """How many times as wide as high its wordmark is; null where its title is to be written."""
    digest: str
    """What its wordmark and its cover are known by: with `?digest=` they never change."""
    sounds: GameSounds
    """Its sounds."""


class CatalogueGame(ResponseModel):
    """A game of the house."""

    name: str
    """Its name, as a new table takes it."""
    title: str
    """Its name for people."""
    sentence: str
    """What it is, in a sentence."""
    howto: str
    """How it is played, in a few paragraphs, each on a line."""
    players: list[int]
    """The fewest and the most players."""
    usual_seats: int
    """How many play if nobody says."""
    minutes: list[int]
    """About how long it takes a person among bots, at least and at most."""
    boards: list[CatalogueBoard]
    """Its boards, the usual one first."""
    options: list[CatalogueOption]
    """What can be decided before it."""
    presets: list[CataloguePreset]
    """Tables as they are often wanted, the shortest first; none where there is no such choice."""
    bots: list[BotKind]
    """The kinds of bots that play it."""
    usual_bot: str
    """The kind of them that plays if nobody says."""
    secrets: bool
    """Whether seats know what others do not."""
    told: bool
    """Whether moves can be told in the player's own words."""
    resigns: bool
    """Whether a player may give up."""
    rolls: bool
    """Whether players roll dice, so that their luck can be told."""
    analysed: bool
    """Whether a strong player can say who stood how well in a game that is over."""
    out_of_turn: bool
    """Whether seats may move although nobody waits for them."""
    saga: bool
    """Whether a game can be read as one story."""
    prints: bool
    """Whether the server can make its kit to print."""
    lesson: bool
    """Whether there is a guided first game."""
    lesson_minutes: int
    """How long that takes; 0 without one."""
    identity: GameIdentity
    """How it looks and sounds."""


class CatalogueTerm(ResponseModel):
    """A word of a game."""

    key: str
    """Its name for programs."""
    title: str
    """What it is called."""
    names: list[str]
    """How it stands in texts of the language where it is meant."""
    text: str
    """What it means, in a few sentences."""


class ReachAnswer(ResponseModel):
    """Where other devices reach a server."""

    address: str | None
    """Its address in the network; null where it listens to its own machine only, and for whoever
    does not ask from there."""
