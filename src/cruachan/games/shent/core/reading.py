"""What a reading is: how a rune with a strength works in a land, as an event or as magic (R-S4)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.engine.texts import Lang, tables
from cruachan.games.shent.components.material import RUNES
from cruachan.games.shent.core.fields import Count, Land, Number, PieceId, Rune, Seat
from cruachan.games.shent.core.state import State, quest_of

Target = tuple[int, ...]
"""What a reading is applied to, by its `shape`; () where there is nothing to choose."""
STORY = "story"
"""What is read where a rune changes nothing."""
FREE = "free"
"""[S36.1] What is read in words of the narrator's own, with effects that she names."""
PARTS = frozenset(
    (
        *("piece", "pieces", "land", "seat", "element", "rune", "token", "quest"),
        *("index", "way", "pact"),
    )
)
"""What targets are made of; index: a rune of a quest by its place, way: in tûr or in golu,
pact: an agreement by its number."""
ReadingKey = Annotated[str, lambda state: ("", STORY, FREE, *Reading.ALL)]
ANY_STRENGTH = 99
"""The strength of magic whose stone is still in the hand."""
CAST_STRENGTH = 98
"""The strength of magic whose stone has left the hand and whose number is not drawn yet."""


class Act(NamedTuple):
    """A rune at work: as an event of the active player, or as magic of a caster."""

    rune: Rune
    strength: Count
    seat: Seat
    """For whom: the active player of an event, or the caster."""
    land: Land
    magic: bool = False
    group: tuple[PieceId, ...] = ()
    """Event: the figures that entered or stand in the land."""
    only: Number = -1
    """Magic in another's turn: it must concern this seat; else -1."""
    printed: bool = False
    second: bool = False
    """Whether it happens in the second movement."""
    words: str = ""
    """Event: in which words the narrator has told it."""


class Reading:
    """One reading of a rune. The subclasses are all there are."""

    key: ClassVar[str]
    """rune.name"""
    rule: ClassVar[str]
    shape: ClassVar[str] = ""
    """What a target is made of: one of PARTS, or several."""
    chooser: ClassVar[str] = ""
    """Who chooses the target of an event where the temper does not say: narrator or active."""
    event: ClassVar[bool] = True
    magic: ClassVar[bool] = True
    anywhere: ClassVar[bool] = False
    """Magic: whether the land makes no difference, so that one land stands for all."""
    gains: ClassVar[bool] = False
    """Whether it gives tûr, golu, pieces or experience: a printed rune does so once per player."""
    brings_foe: ClassVar[bool] = False
    """[S24.1] Whether it brings a foe to be fought, in the second movement at once."""
    narrator_aims: ClassVar[bool] = False
    """Magic: whether the narrator chooses the target, not the caster."""
    deadly: ClassVar[bool] = False
    """Whether somebody falls by it who may be rescued."""
    dubious: ClassVar[bool] = False
    """Whether bots mostly decline what it asks consent for."""
    harsh: ClassVar[int] = 0
    """How hard it hits, up to 4: narrating bots go by it, and appeals."""
    rich: ClassVar[int] = 0
    """How much it gives, up to 3."""
    rare: ClassVar[bool] = False
    """Whether it seldom applies; a good story does not let it pass."""
    opportune: ClassVar[bool] = False
    """Magic: whether bots take the opportunity wherever there is one."""
    slight: ClassVar[bool] = False
    """Whether the saga leaves it out first where a turn has too many events."""
    tells: ClassVar[tuple[str, ...]] = ()
    """Events that its sentences tell, so that they are not told beside it."""
    ALL: ClassVar[dict[str, Reading]] = {}
    OF: ClassVar[dict[int, list[Reading]]] = {rune: [] for rune in range(16)}

    def __init_subclass__(cls) -> None:
        rune, _, name = getattr(cls, "key", "").partition(".")
        if rune not in RUNES or not name or not hasattr(cls, "rule"):
            raise TypeError(f"{cls.__name__} needs a `key` like galas.harvest and a `rule`.")
        if cls.key in Reading.ALL:
            raise TypeError(f"{cls.__name__}: there is a reading {cls.key} already.")
        odd = set(cls.shape.split()) - PARTS
        if odd:
            raise TypeError(f"{cls.__name__}: no target is made of {', '.join(sorted(odd))}.")
        reading = cls()
        Reading.ALL[cls.key] = reading
        Reading.OF[RUNES.index(rune)].append(reading)

    def words(self, lang: Lang) -> dict[str, Any]:
        """Its name, what it does, its sentences: texts/<lang>/<rune>.toml beside its module."""
        rune, name = self.key.split(".")
        package = type(self).__module__.rpartition(".")[0]
        return dict(tables(package, lang)[rune][name])

    def sentences(self, act: Act, lang: Lang) -> list[str]:
        """The sentences that tell it."""
        return list(self.words(lang)["magic" if act.magic else "event"])

    def targets(self, state: State, act: Act) -> list[Target]:
        """What it can be applied to; nothing where it does not apply."""
        raise NotImplementedError

    def concerned(self, state: State, target: Target) -> set[int]:
        """[S14.5] The seats that a target names, or whose figures, quests or numbers it is."""
        parts = self.shape.split()
        found: set[int] = set()
        for at, each in enumerate(target):
            part = parts[min(at, len(parts) - 1)] if parts else ""
            if part in ("piece", "pieces"):
                found.add(state.pieces[each].leader)
            elif part == "seat":
                found.add(each)
            elif part == "quest":
                owner = quest_of(state, each)
                found |= {owner[0]} if owner else set()
        return found - {NOBODY}

    def asks(self, state: State, act: Act, target: Target) -> int | None:
        """The seat that must consent before it works."""
        return None

    def declined(self, state: State, act: Act, target: Target) -> None:
        """What follows when that seat does not consent."""

    def work(self, state: State, act: Act, target: Target) -> None:
        """Do it."""
        raise NotImplementedError
