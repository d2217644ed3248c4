"""A section of the saga: what is told of one turn, land by land."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.readings import Reading
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.tale.voice import Said, Voice, capital

MOST_EVENTS = 5
"""How many events are told of one turn."""
SHORT = 160
"""Turns of which so little is told share a paragraph."""
LONG = 600
"""After so much a turn begins a new paragraph."""


SILENT = ("break", "at", "fell")
"""Not told: a figure is elsewhere now; with a break the turn goes on from there."""


class Journey(NamedTuple):
    """Figures that went together from one land to another."""

    seat: int
    start: int
    land: int
    pieces: tuple[int, ...]


class Section:
    """What is told of one turn, land by land; a way only if it leads to something told."""

    def __init__(
        self,
        voice: Voice,
        places: dict[int, int],
        walked: dict[int, int] | None = None,
        fallen: set[tuple[int, int]] | None = None,
    ) -> None:
        self.voice = voice
        self.said: list[Said] = []
        self.places = places
        """Where each figure was when it was last told of."""
        self.walked = walked or {}
        """Where the figures of this turn came to, as far as it was told."""
        self.goals: set[int] = set()
        """Lands of which quests speak that all know: the way there is told."""
        self.here = NOWHERE
        """The land of which was told last."""
        self.fallen = set() if fallen is None else fallen
        """Whose figure of which kind has fallen: the next one told of is another one."""
        self.origins: dict[int, int] = {}
        """Where the figures of this turn set out, as far as it was told."""
        self.named: set[int] = set()
        self.ways: dict[int, tuple[int, int, int]] = {}
        """Figures on a way that is not told yet: whose, from where, to where."""
        self.feat = False
        """Whether it tells of a quest fulfilled."""

    def drop(self, land: int, deadly: bool = False) -> bool:
        """Take back the last event of a land: it was told otherwise, or came to nothing.

        If somebody was rescued from it, it must have been a deadly one.
        """
        for at in range(len(self.said) - 1, -1, -1):
            each = self.said[at]
            if each.kind in ("event", "idle") and land in (NOWHERE, each.land):
                reading = Reading.ALL.get(each.data[0])
                if deadly and not (reading and reading.deadly):
                    return False
                del self.said[at]
                return True
        return False

    def paragraphs(self) -> list[str]:
        """The turn in paragraphs."""
        found = [""]
        for scene in self._scenes(self._worth()):
            if len(found[-1]) > LONG:
                found.append("")
            found[-1] = " ".join(part for part in (found[-1], *scene) if part)
        if len(found) > 1 and len(found[-1]) < SHORT:
            found[-2:] = [f"{found[-2]} {found[-1]}".strip()]
        return [each for each in found if each]

    def _worth(self) -> list[Said]:
        """What is worth telling: of many events the weightiest, small things if nothing else."""
        strong = any(each.kind not in ("way", "minor", *SILENT) for each in self.said)
        events = [
            at
            for at, each in enumerate(self.said)
            if each.kind in ("event", "idle") and not self._in_two_ways(at)
        ]
        lands = [self.said[at].land for at in events]
        left_out = {
            at
            for at in events
            if self.said[at].kind == "idle" and lands.count(self.said[at].land) > 1
        }
        events = [at for at in events if at not in left_out]
        events.sort(key=lambda at: (_weight(self.said[at]), -at))
        left_out |= set(events[: max(0, len(events) - MOST_EVENTS)])
        return [
            each
            for at, each in enumerate(self.said)
            if at not in left_out and not (strong and each.kind == "minor")
        ]

    def _in_two_ways(self, at: int) -> bool:
        """Whether an event is told in another way before or after."""
        beside = self.said[max(0, at - 1) : at + 2]
        return any(each.kind == "appeal" for each in beside)

    def _scenes(self, told: list[Said]) -> Iterator[list[str]]:
        """What happened in one land after the other, between two movements."""
        block: dict[int, list[str]] = {}
        falling: list[tuple[int, int]] = []
        last = NOWHERE
        for each in told:
            if each.kind in ("way", "break", "leave") and block:
                yield from self._told(block)
                self.fallen.update(falling)
                block, falling = {}, []
            if each.kind == "leave":
                yield from self._left(each.land)
            if each.kind == "way":
                seat, piece, start, land = each.data
                self.ways[piece] = (seat, self.ways.get(piece, (seat, start))[1], land)
            elif each.kind in SILENT:
                piece, land = each.data
                if each.kind == "fell":
                    falling.append((land, self.voice.state.pieces[piece].kind))
                else:
                    self.places[piece] = land
                    self.ways.pop(piece, None)
            else:
                if each.kind in ("minor", "new"):
                    self.fallen.discard(each.data)
                if each.kind != "return":
                    last = each.land if each.land >= 0 else last
                block.setdefault(last, []).append(each.text)
        yield from self._told(block)
        self.fallen.update(falling)
        if self.said and all(each.kind in ("way", *SILENT) for each in self.said):
            self.goals |= {land for _, start, land in self.ways.values() if start != land}
        for land in [way[2] for way in self.ways.values() if way[2] in self.goals]:
            yield self._arrivals(land)

    def _left(self, land: int) -> Iterator[list[str]]:
        """Those who went from a land are told of before those who were left behind there."""
        for to in dict.fromkeys(way[2] for way in self.ways.values() if way[1] == land):
            yield self._arrivals(to)

    def _told(self, block: dict[int, list[str]]) -> Iterator[list[str]]:
        for land, told in block.items():
            yield [*self._arrivals(land), *told]

    def _arrivals(self, land: int) -> list[str]:
        """Who came to a land, together those who came from one place."""
        groups: dict[tuple[int, int], list[int]] = {}
        for piece, (seat, start, to) in list(self.ways.items()):
            if to == land:
                del self.ways[piece]
                if start != land:
                    groups.setdefault((seat, start), []).append(piece)
        told = [
            self._tell(Journey(seat, start, land, tuple(pieces)))
            for (seat, start), pieces in sorted(
                groups.items(), key=lambda each: each[0][1] != self.here
            )
        ]
        self.here = land if land >= 0 else self.here
        return told

    def _tell(self, journey: Journey) -> str:
        """Who went where; those who are on the way already go on."""
        pieces, several = journey.pieces, "s" if len(journey.pieces) > 1 else ""
        key = "arrive"
        if all(self.walked.get(piece) == journey.start == self.here for piece in pieces):
            home = all(self.origins.get(piece) == journey.land for piece in pieces)
            key = "back" if home else "onward"
        elif all(self.places.get(piece, journey.start) == journey.start for piece in pieces):
            key = "way"
        values = {
            "all": self._company(journey.seat, pieces),
            "player": self.voice.player(journey.seat),
            "start": self.voice.land(journey.start),
            "land": self.voice.land(journey.land),
        }
        self.named |= set(pieces)
        if key != "arrive":
            self.origins = {**dict.fromkeys(pieces, journey.start), **self.origins}
        self.walked |= dict.fromkeys(pieces, journey.land)
        self.places |= dict.fromkeys(pieces, journey.land)
        options = sentences(self.voice.lang)[key + several]
        return capital(self.voice.fill(self.voice.pick(f"saga.{key}{several}", options, 0), values))

    def _company(self, seat: int, pieces: tuple[int, ...]) -> str:
        """The figures, told from others of their kind that were named or fell before."""
        table, piece = self.voice.state.pieces, pieces[0]
        kinds = [table[each].kind for each in pieces]
        before = {table[each].kind for each in self.named - set(pieces)}
        before |= {kind for whose, kind in self.fallen if whose == seat}
        new = {table[each].kind for each in pieces if each not in self.named}
        others = [each for each in self.named - set(pieces) if table[each].kind in kinds]
        self.fallen.difference_update([(seat, kind) for kind in kinds])
        beside = any(self.walked.get(each) == self.walked.get(piece) for each in others)
        if len(pieces) == 1 and piece in self.named and beside:
            return self.voice.noun(piece, "rest")
        return self.voice.company(pieces, before & new)


def _weight(said: Said) -> int:
    """How much an event matters to the story."""
    if said.kind == "idle":
        return 0
    reading = Reading.ALL.get(said.data[0])
    return 1 if reading and reading.slight else 2
