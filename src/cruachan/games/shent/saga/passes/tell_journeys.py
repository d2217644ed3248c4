"""Tells a journey in one sentence, and only where something hangs on it."""

from __future__ import annotations

from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import StorySentence, TurnScene
from cruachan.games.shent.saga.figure_lives import FigureLives
from cruachan.games.shent.saga.figure_naming import refer
from cruachan.games.shent.saga.sentence_weights import FATE
from cruachan.games.shent.tale.subjects import FigureMoves
from cruachan.games.shent.tale.voice import Said, Voice, capital

SHARE = 0.05
"""The largest share of the sentences of a turn that may tell of ways."""
FAR = 3
"""A named figure that comes from so far has a way to be told."""


class JourneyTeller:
    """Remembers where the reader last saw each figure."""

    def __init__(self, voice: Voice, figures: FigureLives) -> None:
        self.voice = voice
        self.figures = figures
        self.places: dict[int, int] = {}
        """Where each figure was last told to be, by its number."""
        self.told = 0
        self.ways = 0

    def tell(self, scene: TurnScene, told: list[StorySentence]) -> list[StorySentence]:
        """The scene with the ways on which something hangs, and without all others."""
        found: list[StorySentence] = []
        coming: dict[int, StorySentence] = {}
        for each in told:
            if each.said.kind == "way":
                coming[_piece(each)] = each
                continue
            found += self._to(scene, coming, each)
            found.append(each)
            self.told += each.text.count(". ") + 1
            self._note(each)
        if not any(each.said.kind == "feat" for each in told):
            found += self._home(scene, coming)
        return found

    def _to(
        self, scene: TurnScene, coming: dict[int, StorySentence], told: StorySentence
    ) -> list[StorySentence]:
        """The figures that came from afar to the land of an event that concerns them."""
        if told.weight <= FATE:
            return []
        for piece in told.said.pieces:
            way = coming.get(piece)
            start = self._from(piece, told.ply)
            if way is None or start < 0 or way.said.land != told.said.land:
                continue
            far = self.voice.state.board.distance(start, told.said.land) >= FAR
            if far and self.figures.name(piece, told.ply):
                return self._said([coming.pop(piece)], start)
        return []

    def _home(self, scene: TurnScene, coming: dict[int, StorySentence]) -> list[StorySentence]:
        """The figures that came to a land that a quest names."""
        for land in scene.goals:
            ways = [
                way._replace(ply=scene.end - 1)
                for way in coming.values()
                if way.said.land == land and self.figures.stands(_piece(way), scene.end, land)
            ]
            new = [way for way in ways if self._from(_piece(way), way.ply) != land]
            if new:
                return self._said(new, self._from(_piece(new[0]), new[0].ply))
        return []

    def _from(self, piece: int, ply: int) -> int:
        life = self.figures.life(piece, ply)
        return self.places.get(life.number, NOWHERE) if life else NOWHERE

    def _said(self, ways: list[StorySentence], start: int) -> list[StorySentence]:
        """One sentence for all who came together."""
        if self.ways + 1 > SHARE * self.told:
            return []
        self.ways += 1
        last = ways[-1]
        seat, land = last.said.about(FigureMoves).seat, last.said.land
        pieces = tuple(dict.fromkeys(map(_piece, ways)))
        several = "s" if len(pieces) > 1 else ""
        far = start >= 0 and self.voice.state.board.distance(start, land) >= FAR
        key = f"journey{several}" if far else f"arrive{several}"
        values = {
            "all": self.voice.company(pieces),
            "figure": refer(pieces[:1], seat, "the"),
            "player": self.voice.player(seat),
            "start": self.voice.land(start),
            "land": self.voice.land(land),
        }
        options = sentences(self.voice.lang)[key]
        text = capital(self.voice.fill(self.voice.pick(f"saga.{key}", options, 0), values))
        told = last._replace(said=Said(text, "", "way", None, land, key, pieces))
        self._note(told)
        return [told]

    def _note(self, told: StorySentence) -> None:
        for piece in told.said.pieces:
            life = self.figures.life(piece, told.ply)
            if life and told.said.land >= 0:
                self.places[life.number] = told.said.land


def _piece(way: StorySentence) -> int:
    """The piece that goes a way."""
    return way.said.about(FigureMoves).piece
