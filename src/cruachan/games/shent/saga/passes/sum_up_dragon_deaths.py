"""Sums up deaths by dragons: of the third and the next ones, a chapter tells one for each land, and
the others together at its end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cruachan.engine.match import Match
from cruachan.games.shent.components.material import URLUG
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import Chapter, StorySentence, TurnScene
from cruachan.games.shent.saga.figure_lives import FigureLives
from cruachan.games.shent.saga.sentence_weights import CAUSES
from cruachan.games.shent.tale.subjects import FightEnds
from cruachan.games.shent.tale.voice import MARKS, Said, Voice, capital

ALONE = 2
"""The deaths of a saga that are told one by one in any case."""
AFTERMATH = ("thrown_back", "thrown_hurt")
"""What is said of a death right after it."""
MOURNED = "guard_fell"
_UNIT = re.compile(rf"[{MARKS[0]}{MARKS[1]}](\d+),")


class DragonToll:
    """Counts the dead of dragons in the order of reading."""

    def __init__(self, match: Match[State, Move], voice: Voice, figures: FigureLives) -> None:
        self.match = match
        self.voice = voice
        self.figures = figures
        self.named: set[int] = set()
        """The dead that were named, by the number of the figure."""
        self.words = sentences(voice.lang)
        self.dead = 0
        self.lands: set[int] = set()
        """The lands in which the chapter at hand told of a death by a dragon."""
        self.waiting: list[StorySentence] = []
        """The deaths that are told together when the chapter ends."""
        self.later: list[StorySentence] = []
        """What is told after them."""

    def tell(self, scenes: Sequence[TurnScene]) -> None:
        """The next scenes of a chapter, without the deaths that are summed up at its end."""
        for scene in scenes:
            found: list[StorySentence] = []
            left_out = False
            for each in scene.told:
                if self._by_dragon(each):
                    left_out = self._waits(each)
                    if left_out and found and found[-1].said.key in CAUSES:
                        found.pop()
                if left_out and each.said.key == MOURNED:
                    self.later.append(each)
                elif not left_out or not (self._by_dragon(each) or each.said.key in AFTERMATH):
                    found.append(each)
            scene.told = found

    def close(self) -> list[StorySentence]:
        """What is said at the end of a chapter: who else died, and what that means for a vow."""
        groups: dict[int, list[StorySentence]] = {}
        for each in self.waiting:
            groups.setdefault(each.said.land, []).append(each)
        said = [*map(self._toll, groups.values()), *self.later]
        self.waiting, self.later, self.lands = [], [], set()
        return said

    def _waits(self, told: StorySentence) -> bool:
        """Whether a death is told at the end of the chapter: others were told of before it."""
        self.dead += 1
        waits = self.dead > ALONE and told.said.land in self.lands
        self.lands.add(told.said.land)
        self.waiting += [told] if waits else []
        return waits

    def _by_dragon(self, told: StorySentence) -> bool:
        if told.said.kind != "slain":
            return False
        unit = _UNIT.match(told.said.about(FightEnds).values["one"])
        return unit is not None and (
            self.match.state_at(told.ply).pieces[int(unit[1])].kind == URLUG
        )

    def _toll(self, group: list[StorySentence]) -> StorySentence:
        land = group[-1].said.land
        values = {"land": self.voice.land(land), "names": self._names(group)}
        key = "toll" if len(group) > 1 else "toll_one"
        text = self.voice.fill(self.voice.pick(f"saga.{key}", self.words[key], 0), values)
        text = re.sub(r",(?=[.;,:])", "", text)
        said = Said(capital(text), kind="arc", key="toll", land=land)
        return group[-1]._replace(said=said)

    def _names(self, group: list[StorySentence]) -> str:
        """Who died, by their houses; those without a name are counted."""
        houses: dict[int, list[str]] = {}
        nameless: dict[int, int] = {}
        for told in group:
            for piece in told.said.pieces:
                state = self.match.state_at(told.ply)
                life = self.figures.at[told.ply].get(piece)
                leader = state.pieces[piece].leader
                if life is None or state.pieces[piece].kind == URLUG:
                    continue
                name = self.figures.names.get(life.number)
                if name:
                    self.named.add(life.number)
                    houses.setdefault(leader, []).append(name)
                else:
                    houses.setdefault(leader, [])
                    nameless[leader] = nameless.get(leader, 0) + 1
        parts = [self._house(seat, names, nameless.get(seat, 0)) for seat, names in houses.items()]
        return self.voice.listed(parts)

    def _house(self, seat: int, names: list[str], nameless: int) -> str:
        several = "es" if nameless > 1 and not names else "s" if nameless > 1 else ""
        key = ("toll_other" if names else "toll_nameless") + several
        player, number = self.voice.player(seat), self.voice.number(nameless)
        more = str(self.words[key]).format(player=player, number=number) if nameless else ""
        if not names:
            return more
        listed = self.voice.listed([*names, more] if more else names)
        return str(self.words["toll_house"]).format(names=listed, player=player)


def dragon_seen(match: Match[State, Move], voice: Voice, chapters: Sequence[Chapter]) -> int:
    """Where chapters tell of a dragon last; NOWHERE where they do not."""
    found = NOWHERE
    for told in (each for chapter in chapters for each in chapter.all):
        pieces = match.state_at(told.ply).pieces
        dragon = any(pieces[piece].kind == URLUG for piece in told.said.pieces)
        if dragon or told.said.key in ("toll", "flew", "hired"):
            place = told.said.place
            moved = place >= 0 and voice.land(place) in told.text
            found = place if moved else told.said.land
    return found
