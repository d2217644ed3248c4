"""Tells lands that were entered unseen as such, also at the end of a quest about them."""

from __future__ import annotations

from collections.abc import Collection

from cruachan.engine.game import Viewer
from cruachan.engine.match import Match
from cruachan.games.shent.aims.base import the_kind
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import Quest, State
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import StorySentence, TurnScene, split
from cruachan.games.shent.saga.passes.tell_land_changes import taken_lands
from cruachan.games.shent.tale.subjects import FightEnds, LandsChangeHands, OfQuest, TwoPlayers
from cruachan.games.shent.tale.voice import Voice


class UnseenEntries:
    """The lands that each player entered unseen, as far as the reader may know."""

    def __init__(self, match: Match[State, Move], voice: Voice, viewer: Viewer) -> None:
        self.match = match
        self.voice = voice
        self.viewer = viewer
        self.words = sentences(voice.lang)
        self.came: dict[tuple[int, int], int] = {}
        """The move by which somebody of a player came into a land unseen."""
        self.lands: dict[tuple[int, int], set[int]] = {}
        """The lands of each such quest, by its player and its number."""
        self.loud: set[tuple[int, int]] = set()
        """Where a player was told to have come openly: by player and land."""
        self.seen = 0
        """Up to which position the entries were followed."""
        self.over = False
        """Whether the game was over when they were: then all quests are known."""

    def _follow(self) -> None:
        """Follow the match to its present position; from its beginning, once all is known."""
        over = bool(self.match.state.outcome)
        first, self.over = 0 if over and not self.over else self.seen, over
        self.seen = len(self.match.history)
        for number in range(first + 1, self.seen + 1):
            state = self.match.state_at(number)
            for seat, quest in self._quests(state):
                found = {scene.land for scene in the_kind(quest).scenes(state, seat, quest)}
                for land in found - self.lands.setdefault((seat, quest.number), set()):
                    self.came.setdefault((seat, land), number - 1)
                self.lands[seat, quest.number] |= found

    def _quests(self, state: State) -> list[tuple[int, Quest]]:
        """The quests and goals of this kind that the reader knows, or learns in the end."""
        found = []
        for seat, player in enumerate(state.players):
            for quest in (*player.quests, *([player.aim] if player.aim else [])):
                known = self.over or quest.mode == "open" or seat == self.viewer
                if known and quest.aim and the_kind(quest).stealthy:
                    found.append((seat, quest))
        return found

    def tell(self, scene: TurnScene) -> list[StorySentence]:
        """A turn in which nobody rides in openly who is said to have come unseen."""
        self._follow()
        found = []
        for told in scene.told:
            if told.said.key == "taken":
                told = self._taken(told, scene)
            elif told.said.kind in ("fight", "slain", "refused", "peace"):
                self.loud |= {(seat, told.said.land) for seat in _met(told)}
            elif told.said.key in ("feat", "claims_goal"):
                told = self._ended(told)
            found.append(told)
        return found

    def _taken(self, told: StorySentence, scene: TurnScene) -> StorySentence:
        taken = told.said.about(LandsChangeHands)
        seat, other = taken.seat, taken.other
        lands = taken_lands(told)
        if not all(scene.holds(self.came.get((seat, land), -1)) for land in lands):
            self.loud |= {(seat, land) for land in lands}
            return told
        key = "taken_unseens" if len(lands) > 1 else "taken_unseen"
        values = {
            "player": self.voice.player(seat),
            "other": self.voice.player(other),
            "land": self.voice.listed([self.voice.land(land) for land in lands]),
        }
        text = self.voice.fill(self.voice.pick(f"saga.{key}", self.words[key], 0), values)
        return told.saying(text)

    def _ended(self, told: StorySentence) -> StorySentence:
        """The end of such a quest; where it was loud it is not told as if it had been silent."""
        subject = told.said.subject
        quest = subject.quest if isinstance(subject, OfQuest) else None
        seat = self.match.history[told.ply].seat
        if told.said.key == "claims_goal":
            quest = self.match.state_at(told.ply).players[seat].aim
        if quest is None or quest.aim is None or not the_kind(quest).stealthy:
            return told
        lands = self.lands.get((seat, quest.number), set())
        named = lands if len(lands) >= quest.aim.size else set()
        if told.said.key == "feat":
            told = self._where(told, seat, named, quest.aim.size)
        if not any((seat, land) in self.loud for land in lands):
            return told
        whole = split(told.text)
        values = {"player": self.voice.player(seat), "size": self.voice.number(quest.aim.size)}
        options = self.words["unseen_loud"]
        text = self.voice.fill(self.voice.pick("saga.unseen_loud", options, 0), values)
        goal = told.said.key == "claims_goal"
        last = " ".join(whole[-1:] if not named else whole[-2:])
        return told.saying(f"{whole[0]} {text}" if goal else f"{text} {last}")

    def _where(self, told: StorySentence, seat: int, lands: set[int], size: int) -> StorySentence:
        """The lands that were counted are named where the quest ends, as many as it asked for."""
        if not lands:
            return told
        order = sorted(lands, key=lambda land: self.came.get((seat, land), 0))
        names = self.voice.listed([self.voice.land(land) for land in order[:size]])
        values = {"player": self.voice.player(seat), "lands": names}
        options = self.words["unseen_where"]
        text = self.voice.fill(self.voice.pick("saga.unseen_where", options, 0), values)
        *story, done = split(told.text)
        return told.saying(" ".join((*story, text, done)))


def _met(told: StorySentence) -> Collection[int]:
    """The players who met in a fight, in peace, or where one refused the other."""
    if told.said.kind in ("refused", "peace"):
        return told.said.about(TwoPlayers).pair
    return told.said.about(FightEnds).seats
