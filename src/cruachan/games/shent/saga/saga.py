"""The saga of a match: a book that tells it as a story, as far as a viewer may know it."""

from __future__ import annotations

from collections import Counter

from cruachan.engine.game import NOBODY, Viewer
from cruachan.engine.match import Match
from cruachan.engine.texts import Lang
from cruachan.games.shent.components.material import KINDS, URLUG
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State, quest_of
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.arcs import Arcs
from cruachan.games.shent.saga.chapters import Binder, bind, threads
from cruachan.games.shent.saga.crossings import Crossings
from cruachan.games.shent.saga.echoes import Echoes
from cruachan.games.shent.saga.ending import Ending
from cruachan.games.shent.saga.figures import Figures
from cruachan.games.shent.saga.holdings import Holdings
from cruachan.games.shent.saga.homes import Homes
from cruachan.games.shent.saga.journeys import Journeys
from cruachan.games.shent.saga.memory import Memory
from cruachan.games.shent.saga.naming import Namer, named_in
from cruachan.games.shent.saga.owners import Owners
from cruachan.games.shent.saga.rivals import Rivals
from cruachan.games.shent.saga.scenes import choose, told_of
from cruachan.games.shent.saga.summit import Summit, steps
from cruachan.games.shent.saga.there import There
from cruachan.games.shent.saga.told import Book, Chapter, Passage, Person, Scene, Told
from cruachan.games.shent.saga.tolls import MOURNED, Tolls
from cruachan.games.shent.saga.walk import Walk
from cruachan.games.shent.saga.ways import Way, main_ways
from cruachan.games.shent.tale.epithets import Life
from cruachan.games.shent.tale.subjects import OfQuest
from cruachan.games.shent.tale.voice import Said, capital

DEEDS = 2
"""So many deeds make a name."""
BEGUN = ("start", "quest", "secret")
"""What belongs to a player's beginning."""


def book(match: Match[State, Move], lang: Lang, viewer: Viewer = None) -> Book:
    """The story of a match, running or over, as somebody may know it."""
    return Scribe(match, lang, viewer).write()


class Scribe:
    """Goes through a match twice: to see what matters, and to tell it."""

    def __init__(self, match: Match[State, Move], lang: Lang, viewer: Viewer) -> None:
        self.match = match
        self.lang: Lang = lang
        self.words = sentences(lang)
        self.figures = Figures(match)
        self._younger()
        goal = {step.ply for step in steps(match)}
        first = Walk(match, lang, viewer, self.figures)
        chosen = choose(first, goal)
        self._christen(first, chosen)
        plies = {ply for ply, _ in chosen}
        self.walk = Walk(match, lang, viewer, self.figures, plies)
        self.voice = self.walk.voice
        self.walk.pick.counts = True
        self.namer = Namer(match, self.voice, self.figures)
        self.binder = Binder(self.voice, self.namer, self.figures)
        self.ending = Ending(match, self.walk, self.voice, self.figures, self.namer)
        self.rivals = Rivals(match, self.voice)
        self.summit = Summit(match, self.voice)
        self.memory = Memory(match, self.voice, self.figures, self.walk.homes)
        self.echoes = Echoes(self.voice, self.figures)
        self.tolls = Tolls(match, self.voice, self.figures, self.namer)
        self.crossings = Crossings(match, self.voice, viewer)
        self._told(chosen, Arcs(match, self.voice, viewer), Journeys(self.voice, self.figures))
        counted = {land for step in self.summit.steps for land in step.lands}
        Holdings(match, self.voice, self.walk.homes, counted).tell(self.walk.scenes)
        Homes(match, self.voice, self.walk.homes).tell(self.walk.scenes)

    def _told(self, chosen: set[tuple[int, str]], arcs: Arcs, journeys: Journeys) -> None:
        """Each turn as it is told: what matters, the ways to it, what it meant for the quests."""
        arcs.tell(self.walk.opening, [])
        for each in self.walk.rounds:
            for scene in each.scenes:
                told = journeys.tell(scene, told_of(scene, chosen, self.voice))
                scene.told = arcs.tell(scene, told)
                scene.told = self.crossings.tell(scene)
                scene.told = self.summit.tell(scene)
                if scene.told and scene.told[0].said.kind not in ("quest", "feat", "arc"):
                    scene.told[:0] = arcs.reminder(scene.seat, scene.told[0].ply)

    def _younger(self) -> None:
        """Who bears the name of one who was there before is told apart."""
        borne: set[str] = set()
        for number, name in sorted(self.figures.names.items()):
            if name in borne:
                self.figures.names[number] = self.words["younger"].format(name=name)
            borne.add(name)

    def _christen(self, walk: Walk, chosen: set[tuple[int, str]]) -> None:
        """Whoever has more than one deed to tell of has a name, from the saga if from nobody."""
        deeds: dict[int, set[int]] = {}
        for told in (each for scene in walk.scenes for each in scene.told):
            if (told.ply, told.said.key) not in chosen or told.said.kind == "way":
                continue
            for piece in named_in(told.text):
                life = self.figures.life(piece, told.ply)
                if life and life.kind != URLUG and life.number in self.figures.whose:
                    deeds.setdefault(life.number, set()).add(told.ply)
        names = [str(name) for name in self.words["christened"]]
        borne = set(self.figures.names.values())
        for number in sorted(deeds):
            free = [name for name in names if name not in borne]
            if len(deeds[number]) >= DEEDS and number not in self.figures.names and free:
                self.figures.names[number] = free[number % len(free)]
                borne.add(self.figures.names[number])

    def write(self) -> Book:
        """The whole book."""
        state = self.match.state
        over = bool(state.outcome)
        names = self.voice.listed(self.voice.names)
        prologue = self._prologue()
        chapters = []
        for rounds in bind(self.walk.rounds):
            turns = [scene for each in rounds for scene in each.scenes]
            scenes = threads([scene for scene in turns if scene.told])
            self.memory.heard(rounds[0].lead)
            for scene in scenes:
                scene.told = self.echoes.tell(scene)
                scene.told = self.summit.bound(scene.told, {each.number for each in rounds})
                scene.told = self.rivals.tell(scene)
                scene.told = self.memory.tell(scene)
            self.tolls.tell(scenes)
            for scene in scenes:
                scene.told.sort(key=lambda told: told.said.key == MOURNED)
            after = self.rivals.seals(turns)
            if rounds[-1] is self.walk.rounds[-1]:
                after += self.ending.last_years(self.walk.scenes)
            last = Scene(NOBODY, rounds[-1].number, after)
            chapters.append(self.binder.chapter(rounds, [*scenes, last]))
        ending = Chapter(self.words["epilogue" if over else "now"])
        self.ending.dragon = self.tolls.seen(chapters)
        self.ending.asleep = {one for one, away in self.memory.away.items() if away.asleep}
        ending.passages = self.ending.passages() if over else []
        subtitle = self.words["told"].format(names=names)
        found = [prologue, *chapters, ending]
        Owners(self.voice).tell(found)
        There(self.voice).tell(chapters)
        return Book(
            lang=self.lang,
            title=self.words["title"].format(island=self._island()),
            subtitle=subtitle if over else f"{subtitle}, {self.words['so_far']}",
            people=[
                Person(self.voice.player(seat), self._person(seat)) for seat in range(state.seats)
            ],
            figures=[self._figure(life) for life in self.ending.known()],
            prologue=prologue,
            rounds=chapters,
            epilogue=ending,
            players=[self.ending.row(seat) for seat in range(state.seats)],
            narrators=self._narrators(found),
            ways=[self._way(way) for way in main_ways(self.match, self.figures)],
            names=tuple(self.voice.names),
            over=over,
            named=dict(self.figures.names),
        )

    def _island(self) -> str:
        return self.match.state.board.title.text(self.lang)

    # The beginning

    def _prologue(self) -> Chapter:
        """The frame story if there is one, the island, its players, what they were out for."""
        self.namer.chapter()
        opening = self.walk.opening.told
        frame = [each for each in opening if each.by >= 0]
        about = [e for e in opening if e.said.kind in ("story", "new", "minor")]
        island = self._one_of("once").format(
            island=self._island(),
            lands=len(self.match.state.board.lands),
            names=self.voice.listed(self.voice.names),
        )
        world = Told(Said(f"{island} {self._one_of('world')}", key="once"), 0)
        scenes = [Scene(NOBODY, 0, frame), Scene(NOBODY, 0, [world]), Scene(NOBODY, 0, about)]
        for seat in self._beginners():
            own = [e for e in opening if e.said.kind in BEGUN and self._of(e) == seat]
            scenes.append(Scene(seat, 0, [each._replace(weight=9) for each in own]))
        return Chapter(self.words["prologue"], passages=self._joined(scenes))

    def _one_of(self, key: str) -> str:
        return self.voice.pick(f"saga.{key}", self.words[key], 0)

    def _joined(self, scenes: list[Scene]) -> list[Passage]:
        """Each player's beginning in one paragraph."""
        said: set[str] = set()
        found: list[Passage] = []
        for scene in scenes:
            made = self.binder.passages([scene], said)
            own = [each for each in made if each.by != NOBODY]
            plain = [told for each in made if each.by == NOBODY for told in each.told]
            found += [*own, *([Passage(plain)] if plain else [])]
        return found

    def _of(self, told: Told) -> int:
        """Whose beginning or quest it is."""
        if told.said.kind == "quest":
            number = told.said.about(OfQuest).quest.number
            found = quest_of(self.match.state_at(told.ply + 1), number)
            return found[0] if found else NOBODY
        return self.match.history[told.ply].seat

    def _beginners(self) -> list[int]:
        starts = [e for e in self.walk.opening.told if e.said.kind in BEGUN]
        return [seat for seat in dict.fromkeys(map(self._of, starts)) if seat >= 0]

    # Who is who

    def _person(self, seat: int) -> str:
        """Who a player is: element, home, first quest."""
        walk, element = self.walk, self.match.state.players[seat].element
        if element < 0 or seat not in walk.homes:
            return ""
        said = self.words["person"].format(
            element_of=self.voice.element(element, "of"), land=self.voice.land(walk.homes[seat])
        )
        if seat in walk.first:
            said += self.words["person_quest"].format(quest=self.ending.quest(walk.first[seat]))
        elif seat in walk.silent:
            said += self.words["person_secret"]
        return f"{said}."

    def _figure(self, life: Life) -> Person:
        """Who a figure was, what it is known for, and what became of it."""
        name, number = self.figures.names[life.number], life.number
        epithets, known = self.ending.called(life)
        parts = [self._served(life), *([known] if known else [])]
        place = self.figures.last.get(number)
        if place is not None:
            end = self._one_of(f"fate_{self.ending.fate(life)}")
            parts.append(end.format(land=self.voice.land(place.land)))
        who = f"{name} {epithets}" if epithets else name
        return Person(who, capital(", ".join(parts)) + ".")

    def _served(self, life: Life) -> str:
        """What a figure was, and for whom; who led it last stands last."""
        noun = self.voice.kind(KINDS[life.kind].key, "a")
        lords = self.figures.served(life.number, len(self.match.history))
        first = self.voice.tales["tell"]["whose"]
        if life.number in self.figures.free:
            first = self.words["once_of"]
        for said, seat in zip((first, *[self.words["later_of"]] * len(lords)), lords, strict=False):
            noun = str(said).format(figure=noun, player=self.voice.player(seat))
        return noun

    def _way(self, way: Way) -> str:
        """The way of a figure in words."""
        who = way.name or self.voice.kind(KINDS[way.kind].key, "a")
        whose = self.voice.tales["tell"]["whose"]
        name = whose.format(figure=who, player=self.voice.player(way.seat))
        lands = " – ".join(self.voice.land(land) for land in way.lands)
        return capital(str(self.words["ways_of"]).format(name=name, lands=lands))

    def _narrators(self, chapters: list[Chapter]) -> list[Person]:
        """Who told what in own words."""
        found: dict[int, Counter[str]] = {}
        for chapter in chapters:
            for each in chapter.all:
                if each.by >= 0:
                    found.setdefault(each.by, Counter())[chapter.title] += 1
        return [
            Person(
                self.voice.player(seat),
                self.words["narrated"].format(
                    chapters=self.voice.listed(
                        [self.words["quest"].format(text=title) for title in titles]
                    )
                ),
            )
            for seat, titles in sorted(found.items())
        ]
