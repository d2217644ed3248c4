"""The goal and the end (S16)."""

from __future__ import annotations

from typing import ClassVar

from cruachan.engine.game import NOBODY, Outcome
from cruachan.games.shent.aims import aims
from cruachan.games.shent.chapters.quests import make_quest, sure, without_log
from cruachan.games.shent.chapters.votes import Ballot, Counts, Matter
from cruachan.games.shent.core.acts import change, houses, note, return_stones
from cruachan.games.shent.core.chance import BY_CHANCE, rune_falls
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import Count, Seat
from cruachan.games.shent.core.flow import Args, Frame, No, Question, Verb, pop, push
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import Aim, State, lands_of

HOUSE, RESPECT = 3, 5
"""[S16.6] What a building and an aglar are worth in the end; a land is worth 1."""


class SealGoal(Question):
    """[S16.2] The goal is complete: its aim is chosen and sealed."""

    seat: Seat

    mode: ClassVar = "secret"

    rule: ClassVar = "S16.2"
    """Against what is not offered."""

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,)

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("aim", "free")

    def choices(self, state: State) -> list[Aim]:
        """The engine's aims for the goal."""
        return aims.goal_choices(state, self.seat, state.players[self.seat].goal)

    def word(self, state: State, aim: Aim | None, words: str) -> None:
        """It is sealed."""
        pop(state)
        goal = state.players[self.seat].goal
        quest = make_quest(state, self.seat, "secret", goal, aim, words)._replace(number=0)
        change(state, self.seat, aim=quest)
        note(state, DomainEventKind.SEALED, self.seat)

    def of_hand(self, state: State, seat: int) -> bool:
        return True

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        goal = state.players[viewer].goal
        return "sealgoal", {"runes": " + ".join(say.full_rune(rune) for rune in goal)}


class EndVerb(Verb):
    """[S16.3] The goal is claimed."""

    name = "end"
    shape = ""
    reveals = True
    aside = True
    takes_words = True

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        player = state.players[seat]
        if player.aim is None:
            return No("S16.1", "goal_incomplete")
        if player.ended == state.round:
            return No("S16.3", "ended_already")
        if sure(state, player.aim) and not aims.met(state, seat, player.aim):
            return No("S16.3", "goal_not_met")
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        change(state, seat, ended=state.round)
        quest = state.players[seat].aim
        assert quest is not None
        note(state, DomainEventKind.CLAIMS_GOAL, seat, more=(without_log(quest),))
        question = "hard" if sure(state, quest) else "done"
        push(state, Ballot("goal", seat, (question,), quest))

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        return say.words("do.end", text=say.quest(state.players[seat].aim))


class GoalMatter(Matter):
    """[S16.5] The game ends, or the player draws a new goal."""

    kind = "goal"
    hard = aims.GOAL

    def judge(self, state: State, ballot: Ballot, counts: Counts) -> None:
        seat = ballot.seat
        if all(ballot.passed(counts).values()):
            finish(state, seat)
            return
        goal = state.players[seat].goal
        note(state, DomainEventKind.GOAL_LOST, seat)
        return_stones(state, goal)
        change(state, seat, goal=(), aim=None)
        push(state, NewGoal(seat, len(goal)))


class NewGoal(Frame):
    """[S16.5] As many new runes, unseen."""

    seat: Seat
    size: Count

    def waits(self, state: State) -> tuple[int, ...]:
        return BY_CHANCE if len(state.players[self.seat].goal) < self.size else ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("rune",)

    def falls(self, state: State) -> list[tuple[int, int]]:
        return rune_falls(state)

    def fell(self, state: State, rune: int) -> None:
        state.bag[rune] -= 1
        change(state, self.seat, goal=(*state.players[self.seat].goal, rune))

    def go(self, state: State) -> None:
        pop(state)
        push(state, SealGoal(self.seat))

    def drawn_for(self, state: State) -> int | None:
        return self.seat


def score(state: State, seat: int) -> tuple[int, int]:
    """[S16.6] Lands, buildings, respect; then golu."""
    player = state.players[seat]
    built, respected = HOUSE * len(houses(state, seat)), RESPECT * player.aglar
    return len(lands_of(state, seat)) + built + respected, player.golu


def finish(state: State, winner: int) -> None:
    """[S16.5] [S16.7] The game is over."""
    rest = [seat for seat in range(state.seats) if seat != winner]
    rest.sort(key=lambda seat: score(state, seat), reverse=True)
    state.outcome = tuple(([winner] if winner != NOBODY else []) + rest)
    state.won = winner != NOBODY
    note(state, DomainEventKind.OVER, winner)
    state.stack = []


def outcome(state: State) -> Outcome | None:
    """[S16.5] [S16.6] [S16.7] The places, once the game is over."""
    if not state.outcome:
        return None
    scores = [score(state, seat) for seat in range(state.seats)]
    places = [0] * state.seats
    for place, seat in enumerate(state.outcome, 1):
        before = state.outcome[place - 2] if place > 1 else -1
        shared = before >= 0 and scores[before] == scores[seat] and not (state.won and place == 2)
        places[seat] = places[before] if shared else place
    rule = "S16.5" if state.won else "S16.7"
    return Outcome(tuple(places), tuple(points for points, _ in scores), rule)
