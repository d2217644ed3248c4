"""Tells the steps of the goal that won, and their sum before the seal is broken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cruachan.engine.match import Match
from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.base import AimKind, in_vain, the_kind
from cruachan.games.shent.aims.manners import Manner
from cruachan.games.shent.aims.wording import texts
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.saga import sentences
from cruachan.games.shent.saga.book import StorySentence, TurnScene
from cruachan.games.shent.tale.subjects import GoalLands
from cruachan.games.shent.tale.voice import Said, Voice

FATE = 3


class GoalStep(NamedTuple):
    """A ply that brought the goal nearer, and the lands that count since then."""

    ply: int
    lands: tuple[int, ...]


def steps(match: Match[State, Move]) -> list[GoalStep]:
    """The steps of the goal that won; none where nobody has won by one."""
    end = match.state
    if not (end.won and end.outcome):
        return []
    seat = end.outcome[0]
    goal = end.players[seat].aim
    if goal is None or goal.aim is None or in_vain(goal.aim):
        return []
    found: list[GoalStep] = []
    done, before = 0, match.state_at(0)
    for number in range(1, len(match.history) + 1):
        state = match.state_at(number)
        own = state.players[seat].aim
        if own is None or own.aim is None or own.round != goal.round:
            continue
        now = aims.progress(state, seat, own)[0]
        if now > done:
            new = _lands(state, seat, goal.round) - _lands(before, seat, goal.round)
            found.append(GoalStep(number - 1, tuple(sorted(new))))
        done, before = now, state
    return found


def _lands(state: State, seat: int, since: int) -> set[int]:
    """The lands that count for the goal that was set in this round."""
    goal = state.players[seat].aim
    if goal is None or goal.aim is None or goal.round != since:
        return set()
    scenes = the_kind(goal).scenes(state, seat, goal)
    return {scene.land for scene in scenes if scene.land >= 0}


class GoalTeller:
    """Adds steps of the winner that no other sentence tells."""

    def __init__(self, match: Match[State, Move], voice: Voice) -> None:
        self.match = match
        self.voice = voice
        self.words = sentences(voice.lang)
        self.before: list[StorySentence] = []
        """What was told in the turn before."""
        self.see(())

    def see(self, found: Sequence[GoalStep]) -> None:
        """Find out who has won, and how; before the end nobody knows. `found`: the steps so far."""
        match = self.match
        self.seat = match.state.outcome[0] if match.state.outcome else -1
        goal = match.state.players[self.seat].aim if self.seat >= 0 else None
        self.aim = goal.aim if goal else None
        self.own = texts(self.aim, self.voice.lang) if self.aim else {}
        """What the aim itself says of its end."""
        self.stealthy = self.aim is not None and AimKind.ALL[self.aim.kind].stealthy
        self.steps = found

    def tell(self, scene: TurnScene) -> list[StorySentence]:
        """A scene with the steps in it that are not told yet, and with the last before the seal."""
        found = list(scene.told)
        for step in self.steps:
            if scene.holds(step.ply):
                found = self._with(found, step, scene)
        self.before = found
        for at, told in enumerate(found):
            claims = told.said.key.startswith("claims_goal") and told.ply >= self.steps_end
            if claims and self.match.history[told.ply].seat == self.seat:
                return [*found[:at], *self._reached(told), *found[at:]]
        return found

    @property
    def steps_end(self) -> int:
        """The move of the last step."""
        return self.steps[-1].ply if self.steps else 0

    def _with(
        self, told: list[StorySentence], step: GoalStep, scene: TurnScene
    ) -> list[StorySentence]:
        for land in step.lands:
            near = [each for each in (*self.before, *told) if self._tells(each, land)]
            taken = [each for each in near if each.said.key == "taken"]
            last = step == self.steps[-1] and land == step.lands[-1]
            if last and taken and taken[-1] in told:
                told = self._decided(told, taken[-1], step.ply, land, scene)
            here = not self._lost(step.ply, land) and any(each in told for each in near)
            key = "decisive" if last and self.own.get("decisive") else "toward"
            unseen = self.stealthy and key == "toward"
            if taken or (here and key == "toward" and not unseen):
                continue
            at = sum(each.ply <= step.ply for each in told)
            if unseen and here:
                at = next(n for n, each in enumerate(told) if each in near)
            told = [*told[:at], self._step(key, step.ply, land, scene), *told[at:]]
        return told

    def _decided(
        self, told: list[StorySentence], taken: StorySentence, ply: int, land: int, scene: TurnScene
    ) -> list[StorySentence]:
        """The land that decided it is taken last, and nothing stands between."""
        rest = [each for each in told if each is not taken]
        others = [at for at, each in enumerate(rest) if each.said.key == "taken"]
        at = max(told.index(taken), *(other + 1 for other in others), 0)
        decisive = self._step("decisive", ply, land, scene, taken=True)
        return [*rest[:at], decisive, taken, *rest[at:]]

    def _dear(self, land: int) -> bool:
        """Whether it is the land for which the loser wished most of all."""
        other = self.aim.seat if self.aim else -1
        goal = self.match.state.players[other].aim if other >= 0 else None
        return bool(goal and goal.aim and goal.aim.land == land)

    def _step(
        self, key: str, ply: int, land: int, scene: TurnScene, taken: bool = False
    ) -> StorySentence:
        """A step of the goal; the last one is a scene of its own."""
        own = [] if taken and not (self.stealthy and key == "decisive") else self.own.get(key, [])
        if own and f"{key}_dear" in self.own and self._dear(land):
            own = self.own[f"{key}_dear"]
        text = self._say(key, own, land=self.voice.land(land))
        return StorySentence(Said(text, kind="story", land=land, key=key), ply, scene.seat, FATE)

    def _lost(self, ply: int, land: int) -> bool:
        """Whether somebody lost the land by a move: that is told, not only that something was."""
        markers = [self.match.state_at(at).markers[land] for at in (ply, ply + 1)]
        return markers[0] >= 0 and markers[0] != markers[1]

    def _tells(self, told: StorySentence, land: int) -> bool:
        return told.said.kind != "way" and self.voice.land(land) in told.text

    def _reached(self, told: StorySentence) -> list[StorySentence]:
        """What had come together when the seal was broken."""
        lands = list(dict.fromkeys(land for step in self.steps for land in step.lands))
        goal = self.match.state_at(told.ply).players[self.seat].aim
        counted = _lands(self.match.state_at(told.ply), self.seat, goal.round) if goal else set()
        lands = [land for land in lands if land in counted] or lands
        size = self.aim.size if self.aim else 0
        if 1 < size < len(lands):
            lands = [*lands[: size - 1], lands[-1]]
        names = [self.voice.land(land) for land in lands]
        if len(names) > 1 and not self.steps[-1].lands:
            names = []
        rounds = [self.match.state_at(ply).round for ply in (self.steps_end, told.ply)]
        if len(names) > 1 and rounds[1] - rounds[0] > 1:
            text = self._late(names)
        elif len(names) > 1:
            text = self._say("summit", lands=self.voice.listed(names[:-1]), last=names[-1])
        elif rounds[1] - rounds[0] > 1 and (reason := self._waited()):
            text = self._say("summit_since", reason=reason)
        elif names:
            text = self._say("summit_one", land=names[0])
        elif self.aim and self.aim.land >= 0 and "summit" in self.own:
            text = self._say("summit", self.own["summit"], land=self.voice.land(self.aim.land))
        else:
            text = self._say("summit_none")
        said = Said(
            text,
            kind="seal",
            key="summit",
            land=lands[-1] if lands else -1,
            subject=GoalLands(tuple(names)),
        )
        return [told._replace(said=said, weight=FATE)]

    def _late(self, names: list[str]) -> str:
        lands = self.voice.listed(names)
        if reason := self._waited():
            return self._say("summit_then", lands=lands, reason=reason)
        return self._say("summit_late", lands=lands)

    def bound(self, told: list[StorySentence], rounds: set[int]) -> list[StorySentence]:
        """A scene of a chapter: what was done in one before is not told as if it came now."""
        if self.match.state_at(self.steps_end).round in rounds:
            return told
        return [
            each.saying(self._late(list(each.said.subject.names)))
            if isinstance(each.said.subject, GoalLands) and len(each.said.subject.names) > 1
            else each
            for each in told
        ]

    def _waited(self) -> str:
        """What was still to come when the last step was done, and has come since."""
        state = self.match.state_at(self.steps_end + 1)
        goal = state.players[self.seat].aim
        lacks = aims.missing(state, self.seat, goal) if goal and goal.aim else []
        return str(Manner.ALL[lacks[0]].texts(self.voice.lang)["last"]) if lacks else ""

    def _say(self, key: str, own: Sequence[str] = (), **values: str) -> str:
        """A sentence of the saga, or of the aim where it has its own."""
        other = self.voice.player(self.aim.seat) if self.aim else ""
        names = {"player": self.voice.player(self.seat), "other": other, **values}
        return self.voice.fill(self.voice.pick(f"saga.{key}", own or self.words[key], 0), names)
