"""What figures have done, and what they are called for it.

A piece of wood is used again when its figure is gone, so a figure is a *life*: a piece from the
move that brought it onto the board to the one that took it away. A randir that learned to sing is
still the same. All of this is public: it is read from the events of a match, ply by ply.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from cruachan.engine.texts import Lang
from cruachan.games.shent.components.material import BUILDINGS, URLUG
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE, PHANTOM
from cruachan.games.shent.core.state import DomainEvent, State
from cruachan.games.shent.tale import sentences

STORIED = 3
"""From so many rounds on the board on a figure has a name."""
PLAIN = {
    DomainEventKind.RESCUED: "rescued",
    DomainEventKind.RETURNED: "returned",
    DomainEventKind.HEALED: "returned",
    DomainEventKind.FREED: "freed",
    DomainEventKind.HID: "hid",
    DomainEventKind.SLEPT: "slept",
    DomainEventKind.HELD: "held",
    DomainEventKind.GROWN: "grown",
    DomainEventKind.HUNTED: "hunter",
    DomainEventKind.DUEL: "duel",
    DomainEventKind.RIDE: "rode",
    DomainEventKind.TURNED_BACK: "turned",
}
"""The events that count for the figure they name."""
FEATS = (
    *(("dragon", 1), ("many", 4), ("song", 2), ("riddle", 2), ("rescued", 1), ("grown", 2)),
    *(("fight", 2), ("duel", 1), ("returned", 1), ("freed", 1), ("hid", 1), ("song", 1)),
    *(("riddle", 1), ("hunter", 1), ("slept", 1), ("rode", 1), ("grown", 1), ("fight", 1)),
    *(("wide", 9), ("beaten", 2), ("held", 1), ("turned", 2), ("wide", 5), ("old", 8)),
    *(("still", 4), ("wide", 3)),
)
"""What a figure is called for, the greatest first, and how often it must have done it."""

UNTOLD = ("freed", "held", "turned")
"""What befalls a figure without much being told of it: no title of a story."""


@dataclass
class Life:
    """A figure, from the move that brought it to the one that took it away."""

    piece: int
    number: int
    """Which figure this is, of all that have been."""
    seat: int
    """Who led it first; NOBODY for a foe."""
    kind: int
    born: int
    """The round in which it came, 0 before the first."""
    gone: int | None = None
    """The round in which it was lost."""
    feats: Counter[str] = field(default_factory=Counter)
    lands: set[int] = field(default_factory=set)

    def age(self, now: int) -> int:
        """How many rounds it has been there."""
        return (now if self.gone is None else self.gone) - self.born

    def done(self, feat: str, now: int) -> int:
        """How often it did something, or how far it came in it."""
        match feat:
            case "wide":
                return len(self.lands)
            case "old":
                return self.age(now)
            case "many":
                return self.feats["fight"]
            case "still":
                return self.age(now) if len(self.lands) <= 1 else 0
        return self.feats[feat]


class Annals:
    """All figures of a match, and what they did."""

    def __init__(self) -> None:
        self.lives: list[Life] = []
        self.now = 0
        self._alive: dict[int, Life] = {}

    def life(self, piece: int) -> Life | None:
        """The figure that a piece is now."""
        return self._alive.get(piece)

    def see(self, before: State, after: State) -> None:
        """One move."""
        self.now = after.round
        self._change(before, after)
        for event in after.domain_events:
            self._learn(after, event)
        self._note(before, after)

    def _change(self, before: State, after: State) -> None:
        """Who came: those that learned something are still themselves."""
        learned = {d.piece for d in after.domain_events if d.what == DomainEventKind.DEVELOPED}
        for index, (was, piece) in enumerate(zip(before.pieces, after.pieces, strict=True)):
            if was.land != NOWHERE or piece.land == NOWHERE or piece.kind in BUILDINGS:
                continue
            old = self._former(before, after, index) if index in learned else None
            if old is not None:
                old.piece, old.kind = index, piece.kind
                self._alive[index] = old
                continue
            life = Life(index, len(self.lives), piece.leader, piece.kind, after.round)
            if piece.land >= 0:
                life.lands.add(piece.land)
            self.lives.append(life)
            self._alive[index] = life

    def _former(self, before: State, after: State, new: int) -> Life | None:
        """The figure that has become another kind."""
        one = after.pieces[new]
        for index in list(self._alive):
            was = before.pieces[index]
            gone = after.pieces[index].land == NOWHERE
            if gone and (was.owner, was.land) == (one.owner, one.land):
                return self._alive.pop(index)
        return None

    def _learn(self, state: State, event: DomainEvent) -> None:
        life = self._alive.get(event.piece)
        if life is not None and event.what in PLAIN:
            life.feats[PLAIN[event.what]] += 1
        if life is not None and event.what in (DomainEventKind.STEPPED, DomainEventKind.MOVED):
            life.lands.add(event.land)
        if event.what == DomainEventKind.MEASURED:
            self._measured(state, event)

    def _measured(self, state: State, event: DomainEvent) -> None:
        """A challenge: who won, and over whom."""
        kind, one, two, mine, theirs, *_ = event.more
        if mine == theirs:
            return
        winner, loser = (one, two) if mine > theirs else (two, one)
        if winner in self._alive:
            dragon = kind == "fight" and loser < PHANTOM and state.pieces[loser].kind == URLUG
            self._alive[winner].feats["dragon" if dragon else kind] += 1
        if loser in self._alive:
            self._alive[loser].feats["beaten"] += 1

    def _note(self, before: State, after: State) -> None:
        """Who is gone."""
        for index, life in list(self._alive.items()):
            if after.pieces[index].land == NOWHERE:
                life.gone = after.round
                del self._alive[index]


def annals(states: Iterable[State]) -> Annals:
    """The figures of a match by its states, the first position first."""
    found, before = Annals(), None
    for state in states:
        if before is not None:
            found.see(before, state)
        before = state
    return found


def feat(life: Life, now: int) -> str:
    """What a figure is known for most; nothing for one that has done nothing yet."""
    known = (what for what, least in FEATS if life.done(what, now) >= least)
    return next(known, "")


def epithet(life: Life, now: int, lang: Lang) -> str:
    """What is said behind its name: Swiftfoot; nothing for one that has done nothing yet."""
    return _said(life, now, lang, "epithet")


def renown(life: Life, now: int, lang: Lang) -> str:
    """The epithet as a relative clause: who slew the dragon."""
    return _said(life, now, lang, "renown")


def titles(lives: Iterable[Life], now: int, lang: Lang) -> dict[int, tuple[str, str]]:
    """Epithet and clause of several figures, by their numbers; none of either comes twice."""
    found: dict[int, tuple[str, str]] = {}
    used: set[str] = set()
    for life in lives:
        found[life.number] = "", ""
        done = (what for what, least in FEATS if life.done(what, now) >= least)
        for what in (what for what in done if what not in UNTOLD):
            words = sentences(lang)
            free = [[each for each in words[key][what] if each not in used]
                    for key in ("epithet", "renown")]  # fmt: skip
            if free[0]:
                chosen = free[0][life.number % len(free[0])], (free[1] or [""])[0]
                used.update(chosen)
                found[life.number] = chosen
                break
    return found


def _said(life: Life, now: int, lang: Lang, group: str) -> str:
    what = feat(life, now)
    if not what:
        return ""
    options = sentences(lang)[group][what]
    return str(options[life.number % len(options)])
