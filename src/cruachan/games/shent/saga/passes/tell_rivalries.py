"""Tells what grows between players: quarrels, revenge, and the race for the goals."""

from __future__ import annotations

from collections import Counter

from cruachan.engine.game import NOBODY
from cruachan.engine.match import Match
from cruachan.games.shent.aims.base import AimKind
from cruachan.games.shent.aims.wording import texts
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import Aim, Quest, State, quest_of
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import StorySentence, TurnScene
from cruachan.games.shent.tale.subjects import FightEnds, LandsChangeHands, OfQuest, TwoPlayers
from cruachan.games.shent.tale.voice import Said, Voice, aim_title

GRUDGE, FEUD = 3, 7
"""After so many hostile events it is told that there is a quarrel, and that it is a feud."""

RECENT = 2
"""What lies so many rounds back is not fresh any more."""


class Rivalries:
    """Counts hostile events between players, as far as they are told."""

    def __init__(self, match: Match[State, Move], voice: Voice) -> None:
        self.match = match
        self.voice = voice
        self.words = sentences(voice.lang)
        self.between: Counter[frozenset[int]] = Counter()
        self.struck: dict[frozenset[int], int] = {}
        """The round in which two last came to blows, or one took from the other."""
        self.where: dict[frozenset[int], int] = {}
        """In which land that was."""
        self.called: set[tuple[str, frozenset[int]]] = set()
        """Which quarrels were called so."""
        self.peace: dict[frozenset[int], int] = {}
        """The round in which a vow of peace between two was kept."""
        self.agreed: set[frozenset[int]] = set()
        """The pairs of players of whom an agreement was told."""
        self.decided = False
        """Whether the sentence before leads to what decides the game."""
        self.wrongs: dict[int, tuple[int, int]] = {}
        """What was last done to each player: by whom, and in which land."""
        self.fresh: set[int] = set()
        """The players who were wronged in the current turn."""

        self.grave: set[int] = set()
        """The players whose wrong was more than a lost land or a closed road."""
        self.avenged: dict[frozenset[int], int] = {}
        """The round in which it was last told that something was paid back between two."""
        self.mourned = 0
        """The round in which it was last told that something is not forgotten."""

    def tell(self, scene: TurnScene) -> list[StorySentence]:
        """A scene with what has grown between two players, if it has."""
        found = self._remembered(scene)
        self.fresh.clear()
        for told in scene.told:
            doer, victim = hostile(told)
            if doer >= 0:
                found += (
                    self._borders(told, doer, victim)
                    or self._not_yet(told, doer, victim)
                    or self._kept(told, doer, victim)
                    or self._paid_back(told, doer, victim)
                )
            elif told.said.key == "agreed":
                self.agreed.add(told.said.about(TwoPlayers).pair)
            self.decided = told.said.key == "decisive"
            told = self._broken(self._amid(told, scene), scene)
            if not told.text:
                continue
            found += self._peace(told, scene)
            found.append(told)
            if doer < 0:
                continue
            self.wrongs[victim] = doer, told.said.land
            self.fresh.add(victim)
            if told.said.key in ("taken", "refused"):
                self.grave.discard(victim)
            else:
                self.grave.add(victim)
            pair = frozenset((doer, victim))
            self.between[pair] += 1
            self.struck[pair] = scene.round
            self.where[pair] = told.said.land
            if told.said.kind in ("fight", "slain"):
                found += self._quarrel(told, doer, victim)
        return found

    def _quarrel(self, told: StorySentence, doer: int, victim: int) -> list[StorySentence]:
        """After a fight it is said what there has been between two for long."""
        pair = frozenset((doer, victim))
        many = self.between[pair]
        key = "feud" if many >= FEUD else "grudge" if many >= GRUDGE else ""
        if not key or (key, pair) in self.called:
            return []
        self.called |= {(key, pair), ("grudge", pair)}
        return [self._said(key, told, told.said.land, player=doer, other=victim)]

    def _peace(self, told: StorySentence, scene: TurnScene) -> list[StorySentence]:
        """A vow of peace is kept, or the goal that wins; it may be in the midst of a quarrel."""
        quest = told.said.about(OfQuest).quest if told.said.key == "feat" else None
        if told.said.key == "summit":
            quest = self.match.state.players[self.match.state.outcome[0]].aim
        aim = quest.aim if quest else None
        if quest is None or aim is None or not reconciles(aim):
            return []
        pair = frozenset((scene.seat, aim.seat))
        self.peace[pair] = scene.round
        struck = self.struck.get(pair, -1)
        if struck < quest.round:
            return []
        key = "peace_amid" if struck > scene.round - RECENT else "peace_after"
        land = self.where.get(pair, NOWHERE)
        return [self._said(key, told, land, player=scene.seat, other=aim.seat)]

    def _amid(self, told: StorySentence, scene: TurnScene) -> StorySentence:
        """A vow of peace comes nearer to its end while the two are at war elsewhere."""
        if not told.said.key.startswith("stage_time"):
            return told
        quest = told.said.about(OfQuest).quest
        known = quest_of(self.match.state_at(told.ply + 1), quest.number)
        aim = known[1].aim if known else None
        if known is None or aim is None or not reconciles(aim):
            return told
        pair = frozenset((known[0], aim.seat))
        if self.struck.get(pair, -RECENT) <= scene.round - RECENT:
            return told
        if ("stage_amid", pair) in self.called:
            return told.saying("")
        self.called.add(("stage_amid", pair))
        names = {"player": known[0], "other": aim.seat}
        title = aim_title(self.voice, aim)
        return self._said("stage_amid", told, told.said.land, title=title, **names)

    def _borders(self, told: StorySentence, doer: int, victim: int) -> list[StorySentence]:
        """A land is taken while a truce holds of which was told: it is said how that can be."""
        pair = frozenset((doer, victim))
        if told.said.key != "taken" or pair not in self.agreed:
            return []
        pacts = self.match.state_at(told.ply).pacts
        if not any(pact.kind == "truce" and {pact.seat, pact.other} == pair for pact in pacts):
            return []
        if ("truce_borders", pair) in self.called:
            return []
        self.called.add(("truce_borders", pair))
        return [self._said("truce_borders", told, told.said.land, player=doer, other=victim)]

    def _broken(self, told: StorySentence, scene: TurnScene) -> StorySentence:
        """A peace ends: between those who are at blows it was the last of it."""
        if told.said.key == "broken":
            two = told.said.about(TwoPlayers)
            if two.pair not in self.struck:
                return told
            return self._said("broken_amid", told, told.said.land, player=two.seat, other=two.other)
        ends = [each for each in scene.told if each.said.key == "broken"]
        late = any(each.said.about(TwoPlayers).pair in self.struck for each in ends)
        return told.saying("") if told.said.key == "rim.word" and late else told

    def _not_yet(self, told: StorySentence, doer: int, victim: int) -> list[StorySentence]:
        """Who has vowed peace with another and has not kept it yet comes with weapons."""
        pair = frozenset((doer, victim))
        quests = self.match.state_at(told.ply).players[doer].quests
        vowed = [quest.aim for quest in quests if quest.mode == "open" and quest.aim]
        if not any(aim.seat == victim and reconciles(aim) for aim in vowed):
            return []
        if ("peace_not_yet", pair) in self.called:
            return []
        self.called.add(("peace_not_yet", pair))
        return [self._said("peace_not_yet", told, told.said.land, player=doer, other=victim)]

    def _kept(self, told: StorySentence, doer: int, victim: int) -> list[StorySentence]:
        """Who falls out after a vow of peace had kept it no longer than was vowed."""
        pair = frozenset((doer, victim))
        kept = self.peace.pop(pair, None)
        if kept is None or ("peace_over", pair) in self.called:
            return []
        self.called.add(("peace_over", pair))
        self.wrongs.pop(doer, None)
        return [self._said("peace_over", told, told.said.land, player=doer, other=victim)]

    def _remembered(self, scene: TurnScene) -> list[StorySentence]:
        """What was done to a player is not forgotten in the next turn told of them."""
        other, land = self.wrongs.get(scene.seat, (NOBODY, NOWHERE))
        if not scene.told or scene.told[0].said.kind in ("quest", "feat", "arc") or land < 0:
            return []
        if scene.seat not in self.grave or scene.round == self.mourned:
            return []
        self.mourned = scene.round
        if any(hostile(told) == (scene.seat, other) for told in scene.told):
            return []
        del self.wrongs[scene.seat]
        return [self._said("wronged", scene.told[0], land, player=scene.seat, other=other)]

    def _paid_back(self, told: StorySentence, doer: int, victim: int) -> list[StorySentence]:
        """Who does to another what the other did before."""
        other, land = self.wrongs.get(doer, (NOBODY, NOWHERE))
        if other != victim or land < 0:
            return []
        del self.wrongs[doer]
        if self.decided:
            return []
        pair, now = frozenset((doer, victim)), self.match.state_at(told.ply).round
        if now - self.avenged.get(pair, -RECENT) < RECENT:
            return []
        self.avenged[pair] = now
        key = "answer" if doer in self.fresh and land == told.said.land else "revenge"
        return [self._said(key, told, land, player=doer, other=victim)]

    def _said(
        self, key: str, told: StorySentence, land: int, title: str = "", **seats: int
    ) -> StorySentence:
        names = {name: self.voice.player(seat) for name, seat in seats.items()}
        names |= {"land": self.voice.land(land), "title": title}
        text = self.voice.fill(self.voice.pick(f"saga.{key}", self.words[key], 0), names)
        return told._replace(said=Said(text, kind="arc", key=key, land=land), weight=3)


class GoalAnnouncer:
    """Announces goals that were sealed since the last announcement."""

    def __init__(self, match: Match[State, Move], voice: Voice) -> None:
        self.match = match
        self.voice = voice
        self.words = sentences(voice.lang)
        self.sealed: set[int] = set()

    def seals(self, scenes: list[TurnScene]) -> list[StorySentence]:
        """Who has laid the last stone of a goal since it was told last."""
        if not scenes:
            return []
        last = scenes[-1]
        players = self.match.state_at(last.end).players
        now = {seat for seat, player in enumerate(players) if player.aim is not None}
        new, self.sealed = now - self.sealed, self.sealed | now
        if not new or self.match.state_at(last.end).outcome:
            return []
        names = self.voice.listed([self.voice.player(seat) for seat in sorted(new)])
        key = "seals" if len(new) > 1 else "seal"
        if len(now) == len(players):
            key = "seals_at_once" if new == now else "seals_all"
        number = self.voice.number(len(players) - len(now))
        text = self.voice.pick(f"saga.{key}", self.words[key], 0)
        said = Said(self.voice.fill(text, {"names": names, "number": number}), kind="seal", key=key)
        hints = self._hints([(seat, players[seat].aim) for seat in sorted(new)])
        return [
            StorySentence(said, last.end - 1, weight=3),
            *(StorySentence(h, last.end - 1) for h in hints),
        ]

    def _hints(self, goals: list[tuple[int, Quest | None]]) -> list[Said]:
        """What might have been noticed of the wishes, once they are known to all."""
        if not self.match.state.outcome:
            return []
        hints = [hint(self.voice, seat, goal) for seat, goal in goals if goal]
        texts = [text for text in hints if text]
        if not texts:
            return []
        signs = self.voice.pick("saga.signs", self.words["signs"], 0)
        return [Said(" ".join((signs, *texts)), kind="seal", key="signs")]


def reconciles(aim: Aim) -> bool:
    """Whether an aim is peace with one player."""
    return aim.seat >= 0 and AimKind.ALL[aim.kind].reconciles


def hint(voice: Voice, seat: int, quest: Quest) -> str:
    """What could be noticed of a wish without knowing it."""
    aim = quest.aim
    if aim is None:
        return ""
    options = [
        each
        for each in texts(aim, voice.lang).get("hints", [])
        if (aim.seat >= 0 or "{other}" not in each) and (aim.land >= 0 or "{land}" not in each)
    ]
    if not options:
        return ""
    values = {
        "player": voice.player(seat),
        "other": voice.player(aim.seat),
        "land": voice.land(aim.land),
    }
    return voice.fill(voice.pick(f"hint.{aim.kind}", options, 0), values)


def hostile(told: StorySentence) -> tuple[int, int]:
    """Who was hostile in a sentence, and to whom; NOBODY where nobody was."""
    said = told.said
    pair = (NOBODY, NOBODY)
    if said.kind in ("fight", "slain"):
        pair = said.about(FightEnds).seats
    elif said.key == "taken":
        taken = said.about(LandsChangeHands)
        pair = taken.seat, taken.other
    elif said.key == "refused" or said.key.startswith("broke_"):
        two = said.about(TwoPlayers)
        pair = two.seat, two.other
    return pair if min(pair) >= 0 else (NOBODY, NOBODY)
