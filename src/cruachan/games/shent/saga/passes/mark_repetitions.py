"""Tells songs that fail again, and challenges of strangers, as repetitions."""

from __future__ import annotations

from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import StorySentence, TurnScene
from cruachan.games.shent.saga.figure_lives import FigureLives
from cruachan.games.shent.tale.subjects import FightEnds
from cruachan.games.shent.tale.voice import Voice

SONG, DUEL = "song_won_lost", "maeth.duel"
TIMES = {2: "song_again", 3: "song_third"}
"""How a song that failed before is told; from the fourth time on it is not."""


class RepetitionMarker:
    """Remembers who sang in vain and where a stranger challenged, in the order of reading."""

    def __init__(self, voice: Voice, figures: FigureLives) -> None:
        self.voice = voice
        self.figures = figures
        self.words = sentences(voice.lang)
        self.sung: dict[int, int] = {}
        """How often each figure sang in vain."""
        self.challenged = NOWHERE
        """Where a stranger challenged somebody last."""

    def tell(self, scene: TurnScene) -> list[StorySentence]:
        """A scene that remembers those before it."""
        found = (self._told(each, scene) for each in scene.told)
        return [each for each in found if each.text]

    def _told(self, told: StorySentence, scene: TurnScene) -> StorySentence:
        if told.said.key == SONG:
            return self._song(told)
        if told.said.key == DUEL and told.said.kind == "event":
            return self._duel(told, scene)
        return told

    def _song(self, told: StorySentence) -> StorySentence:
        singer = self.figures.number(told.said.pieces[-1], told.ply)
        times = self.sung[singer] = self.sung.get(singer, 0) + 1
        if times == 1:
            return told
        key = TIMES.get(times)
        return self._say(key, told, told.said.about(FightEnds).values) if key else told.saying("")

    def _duel(self, told: StorySentence, scene: TurnScene) -> StorySentence:
        place, self.challenged = self.challenged, told.said.land
        if place in (NOWHERE, told.said.land):
            return told
        values = {"player": self.voice.player(scene.seat), "place": self.voice.land(place)}
        return self._say("duel_again", told, {**values, "land": self.voice.land(told.said.land)})

    def _say(self, key: str, told: StorySentence, values: dict[str, str]) -> StorySentence:
        text = self.voice.pick(f"saga.{key}", self.words[key], 0)
        return told.saying(self.voice.fill(text, values))
