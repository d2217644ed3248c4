"""Tells quests as arcs: stages on the way, setbacks, what the end had cost, reminders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cruachan.engine.game import NOBODY, Viewer
from cruachan.engine.match import Match
from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.base import AimKind
from cruachan.games.shent.aims.wording import texts
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import Quest, State, led
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import StorySentence, TurnScene, split
from cruachan.games.shent.tale.subjects import OfQuest
from cruachan.games.shent.tale.voice import Said, Voice, aim_title, as_sentence

BRIEF, LONG_YEARS = 1, 5
"""A quest that took so few rounds was quick, one that took so many was long."""
ARRIVALS = (DomainEventKind.STEPPED, DomainEventKind.MOVED, DomainEventKind.ENTERED)
ENDS = ("feat", "forsaken_open")
DEAR = 2
"""Who gives up a quest for which so many fell gives up something dear."""
REMIND = 2
"""After so many rounds without a word of it the reader is reminded of a quest."""


@dataclass
class QuestArc:
    """The progress of a quest that the reader knows of."""

    seat: int
    quest: Quest
    done: int = 0
    near: bool = False
    falls: list[int] = field(default_factory=list)
    """The moves by which its player's figures fell since."""
    there: int = 0
    """The round in which somebody first came to its land."""
    spoken: int = 0
    """The round in which it was last told of."""
    thrown: int = -9
    """The round in which it was last told to be thrown back."""
    fallen: bool = False
    """Whether the one fell who was to keep the watch."""
    mourned: bool = False
    """Whether that was told."""


class QuestFollower:
    """Follows all known quests from turn to turn."""

    def __init__(self, match: Match[State, Move], voice: Voice, viewer: Viewer) -> None:
        self.match = match
        self.voice = voice
        self.viewer = viewer
        self.words = sentences(voice.lang)
        self.running: dict[int, QuestArc] = {}
        self.seen = 0
        """Up to which position the arcs were followed."""

    def tell(self, scene: TurnScene, told: list[StorySentence]) -> list[StorySentence]:
        """A scene with what it meant for the quests of its player."""
        now = self._seen(scene.end)
        hurt = self._hurt(scene)
        known = {quest.number: (seat, quest) for seat, quest in self._known(now)}
        found = self._closed(scene, told, now)
        for number in [number for number in self.running if number not in known]:
            del self.running[number]
        for number, (seat, quest) in known.items():
            arc = self.running.get(number)
            if arc is None:
                done = aims.progress(now, seat, quest)[0] if quest.aim else 0
                self.running[number] = QuestArc(seat, quest, done, spoken=now.round)
            elif arc.seat == scene.seat and (found or arc.spoken < now.round - 3):
                arc.quest = quest
                said = self._stage(arc, now, hurt)
                if said and not scene.strong:
                    arc.spoken = now.round
                    found.append(StorySentence(said, scene.end - 1, scene.seat, 3))
                    break
        return found

    def _seen(self, number: int) -> State:
        """A position as far as the reader may know it."""
        return self.match.game.observe(self.match.state_at(number), self.viewer)

    def _known(self, state: State) -> list[tuple[int, Quest]]:
        return [
            (seat, quest)
            for seat, player in enumerate(state.players)
            for quest in player.quests
            if quest.mode == "open" or seat == self.viewer
        ]

    def _hurt(self, scene: TurnScene) -> set[int]:
        """The lands where the player lost somebody since the last scene of all."""
        lands = set()
        for ply in range(self.seen, scene.end):
            for event in self.match.state_at(ply + 1).domain_events:
                own = [arc for arc in self.running.values() if arc.seat == event.seat]
                for arc in own if event.what in ARRIVALS else ():
                    if arc.quest.aim and arc.quest.aim.land == event.land:
                        arc.near = True
                        arc.there = arc.there or self.match.state_at(ply + 1).round
                if event.what == DomainEventKind.FELL and event.seat >= 0:
                    for arc in own:
                        arc.falls.append(ply)
                        aim = arc.quest.aim
                        guard = AimKind.ALL[aim.kind].guard(aim) if aim else NOBODY
                        arc.fallen = arc.fallen or 0 <= event.piece == guard
                    if event.seat == scene.seat:
                        lands.add(event.land)
        self.seen = scene.end
        return lands

    # The stages

    def _stage(self, arc: QuestArc, state: State, hurt: set[int]) -> Said | None:
        """What is to be told of a quest now, if anything is."""
        quest, seat = arc.quest, arc.seat
        if quest.aim is None:
            return None
        done, wanted = aims.progress(state, seat, quest)
        before, arc.done = arc.done, done
        near = self._distance(state, seat, quest.aim.land) if quest.aim.land >= 0 else None
        lately = state.round - arc.thrown < 2
        if arc.fallen:
            first, arc.mourned = not arc.mourned, True
            return self._say("guard_fell", arc) if first else None
        if done < before and wanted > 1 and not lately:
            arc.thrown = state.round
            return self._say("thrown_back", arc)
        if hurt and near is not None and not lately and self._at(hurt, quest.aim.land, state):
            arc.thrown = state.round
            return self._say("thrown_hurt", arc)
        if done > before and done < wanted:
            stage = "last" if wanted - done == 1 else "first" if done == 1 else "some"
            own = texts(quest.aim, self.voice.lang).get("stages", {}).get(stage, [])
            key = f"stage_{AimKind.ALL[quest.aim.kind].progress or quest.aim.kind}_{stage}"
            if own or key in self.words:
                return self._say(key, arc, own, done=done, left=wanted - done)
        first, arc.near = not arc.near, arc.near or (near is not None and near <= 1)
        if near == 1 and first and not done:
            return self._say("stage_near", arc)
        return None

    def _at(self, lands: set[int], land: int, state: State) -> bool:
        return any(place >= 0 and state.board.distance(place, land) <= 1 for place in lands)

    def _distance(self, state: State, seat: int, land: int) -> int | None:
        places = [state.pieces[piece].land for piece in led(state, seat)]
        return min((state.board.distance(place, land) for place in places), default=None)

    def _closed(
        self, scene: TurnScene, told: list[StorySentence], state: State
    ) -> list[StorySentence]:
        """What it had taken to bring a quest to its end."""
        found = []
        for each in told:
            about = each.said.about(OfQuest).quest.number if each.said.key in ENDS else 0
            arc = self.running.get(about)
            if arc is None:
                found.append(each)
                continue
            if each.said.key == "forsaken_open":
                found.append(self._given_up(arc, each))
                continue
            found.append(self._stayed(arc, each, state.round))
            years = state.round - arc.quest.round
            key = "closed_long" if years >= LONG_YEARS else "closed_quick" if years <= BRIEF else ""
            key = "closed_dear" if any(ply <= each.ply for ply in arc.falls) else key
            if key:
                said = self._say(key, arc)
                found.append(each._replace(said=said._replace(kind="arc")))
        return found

    def _given_up(self, arc: QuestArc, told: StorySentence) -> StorySentence:
        """A quest let go for which several had died deserves more than a word."""
        if arc.fallen:
            return told.saying(self._say("forsaken_guard", arc).text)
        many = sum(ply <= told.ply for ply in arc.falls)
        if many < DEAR:
            return told
        return told.saying(self._say("forsaken_dear", arc, number=many).text)

    def _stayed(self, arc: QuestArc, told: StorySentence, now: int) -> StorySentence:
        """Where somebody had been for long already nobody arrives any more."""
        aim = arc.quest.aim
        arrived = aim is not None and AimKind.ALL[aim.kind].arrives
        if not (arrived and arc.there and now > arc.there):
            return told
        return told.saying(f"{self._say('stayed', arc).text} {split(told.text)[-1]}")

    def reminder(self, seat: int, ply: int) -> list[StorySentence]:
        """What a player is still out for, where it was not told of for long."""
        now = self.match.state_at(ply).round
        for arc in self.running.values():
            waits = arc.seat == seat and arc.quest.aim and not arc.fallen
            if waits and arc.spoken < now - REMIND:
                arc.spoken = now
                return [StorySentence(self._say("still", arc), ply, seat, 3)]
        return []

    def _say(self, key: str, arc: QuestArc, own: Sequence[str] = (), **numbers: int) -> Said:
        """A sentence of the saga, or of the aim where it has its own."""
        quest = arc.quest
        title = aim_title(self.voice, quest.aim) if quest.aim else as_sentence(quest.words)[:-1]
        land = quest.aim.land if quest.aim else NOBODY
        other = quest.aim.seat if quest.aim else NOBODY
        values = {
            "player": self.voice.player(arc.seat),
            "title": title,
            "land": self.voice.land(land),
            "other": self.voice.player(other),
            **{name: self.voice.number(number) for name, number in numbers.items()},
        }
        options = own or self.words[key]
        text = self.voice.fill(self.voice.pick(f"saga.{key}", options, quest.number), values)
        return Said(text, "", "arc", OfQuest(quest), land, key)
