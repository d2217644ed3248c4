"""Who is who: players, figures with a name, narrators, and the routes of the map in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cruachan.engine.match import Match
from cruachan.games.shent.components.material import KINDS
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import Chapter, SagaPerson
from cruachan.games.shent.saga.figure_lives import FigureLives
from cruachan.games.shent.saga.passes.narrate_moves import MoveNarration
from cruachan.games.shent.saga.passes.write_epilogue import EpilogueWriter
from cruachan.games.shent.saga.routes import Route
from cruachan.games.shent.tale.epithets import Life
from cruachan.games.shent.tale.voice import Voice, capital


class PeopleLister:
    """Says of everybody in the story who they were."""

    def __init__(
        self,
        match: Match[State, Move],
        voice: Voice,
        figures: FigureLives,
        narration: MoveNarration,
        ending: EpilogueWriter,
    ) -> None:
        self.match = match
        self.voice = voice
        self.figures = figures
        self.narration = narration
        self.ending = ending
        self.words = sentences(voice.lang)

    def player(self, seat: int) -> str:
        """Who a player is: element, home, first quest."""
        narration, element = self.narration, self.match.state.players[seat].element
        if element < 0 or seat not in narration.homes:
            return ""
        said = self.words["person"].format(
            element_of=self.voice.element(element, "of"),
            land=self.voice.land(narration.homes[seat]),
        )
        if seat in narration.first:
            quest = self.ending.quest(narration.first[seat])
            said += self.words["person_quest"].format(quest=quest)
        elif seat in narration.silent:
            said += self.words["person_secret"]
        return f"{said}."

    def figure(self, life: Life) -> SagaPerson:
        """Who a figure was, what it is known for, and what became of it."""
        name, number = self.ending.name(life), life.number
        epithets, known = self.ending.called(life)
        parts = [self._served(life), *([known] if known else [])]
        place = self.figures.last.get(number)
        if place is not None:
            key = f"fate_{self.ending.fate(life)}"
            now = None if self.match.state.outcome else self.words.get(f"{key}_now")
            end = now or self.voice.pick(f"saga.{key}", self.words[key], 0)
            parts.append(end.format(land=self.voice.land(place.land)))
        who = f"{name} {epithets}" if epithets else name
        return SagaPerson(who, capital(", ".join(parts)) + ".")

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

    def route(self, route: Route) -> str:
        """The route of a figure in words."""
        voice = self.voice
        who = route.name or voice.kind(KINDS[route.kind].key, "a")
        name = voice.tales["tell"]["whose"].format(figure=who, player=voice.player(route.seat))
        lands = " – ".join(voice.land(land) for land in route.lands)
        return capital(str(self.words["ways_of"]).format(name=name, lands=lands))

    def narrators(self, chapters: Sequence[Chapter]) -> list[SagaPerson]:
        """Who told something in own words, and in which chapters."""
        found: dict[int, Counter[str]] = {}
        for chapter in chapters:
            for each in chapter.all:
                if each.by >= 0:
                    found.setdefault(each.by, Counter())[chapter.title] += 1
        return [
            SagaPerson(self.voice.player(seat), self._narrated(list(titles)))
            for seat, titles in sorted(found.items())
        ]

    def _narrated(self, titles: list[str]) -> str:
        named = [self.words["quest"].format(text=title) for title in titles]
        return str(self.words["narrated"].format(chapters=self.voice.listed(named)))
