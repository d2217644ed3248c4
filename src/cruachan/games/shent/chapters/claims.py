"""Claiming a quest, and what the ballot says (S15); its reward is in rewards.py."""

from __future__ import annotations

from collections.abc import Iterator

from cruachan.games.shent.aims import aims
from cruachan.games.shent.chapters import round_events as weather
from cruachan.games.shent.chapters.quests import fail, not_own, sure, without_log
from cruachan.games.shent.chapters.rewards import LONG_QUEST, Reward, seeks_hero
from cruachan.games.shent.chapters.votes import Ballot, Counts, Matter
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import change, change_quest, gain, note
from cruachan.games.shent.core.chance import BY_CHANCE, number_falls
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE, Count, Seat
from cruachan.games.shent.core.flow import Args, Frame, No, Question, Verb, pop, push, turn_to
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import State, quest_of, tokens

MOST_FAILURES = 3
LUCKY = 4
"""[S15.6] The number that fulfils a quest in free words when the lot is called."""


class ClaimVerb(Verb):
    """[S15.1] [S15.2] A quest of one's own is finished, and open from now on."""

    name = "claim"
    shape = "task"
    reveals = True
    aside = True
    takes_words = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((quest.number,) for quest in state.players[seat].quests)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        no = not_own(state, seat, args[0], "S15.1")
        if no:
            return no
        found = quest_of(state, args[0])
        assert found is not None
        quest = found[1]
        if weather.no_claims(state):
            return No("S19.17", "no_claims")
        if any(token.other == quest.number for token in tokens(state, TokenKind.DELAY, seat=seat)):
            return No("S28.6", "delayed", {"number": quest.number})
        if quest.claimed == state.turns:
            return No("S15.1", "claimed_already", {"number": quest.number})
        if sure(state, quest) and not aims.met(state, seat, quest):
            return No("S15.1", "not_met", {"number": quest.number})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        found = quest_of(state, args[0])
        assert found is not None
        quest = found[1]
        if words and quest.aim is None and not quest.words:
            quest = quest._replace(words=words)
        quest = quest._replace(mode="open", claimed=state.turns)
        change_quest(state, seat, **quest._asdict())
        note(state, DomainEventKind.CLAIMS, seat, amount=quest.number)
        hard = () if quest.accepted else ("hard",)
        done = () if sure(state, quest) else ("done",)
        questions = (*hard, *done)
        if questions:
            push(state, Ballot("claim", seat, questions, quest))
        else:
            fulfil(state, seat, quest.number)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        found = quest_of(state, args[0])
        text = say.quest(found[1] if found else None)
        return say.words("do.claim", number=args[0], text=text)


class Claimed(Matter):
    """[S15.4] [S15.6] The second question counts only if the first accepts."""

    kind = "claim"

    def judge(self, state: State, ballot: Ballot, counts: Counts) -> None:
        quest, passed = ballot.quest, ballot.passed(counts)
        assert quest is not None
        hard, done = passed.get("hard", True), passed.get("done", True)
        lot = state.seats == 2 and quest.aim is None and state.option("votes") == "engine"
        if hard and not done and lot and not quest.called:
            push(state, CallLot(ballot.seat, quest.number))
        else:
            judge_claim(state, ballot.seat, quest.number, hard, done)


class Respect(Matter):
    """[S15.11] A point of aglar for a fulfilled quest, unless most object."""

    kind = "respect"

    def judge(self, state: State, ballot: Ballot, counts: Counts) -> None:
        objects, agrees = counts[0]
        if objects <= agrees:
            gain(state, ballot.seat, aglar=1)


def judge_claim(state: State, seat: int, number: int, hard: bool, done: bool) -> None:
    """[S15.3] [S15.4] [S15.5] What the ballot said."""
    found = quest_of(state, number)
    assert found is not None
    quest = found[1]
    if not hard:
        fail(state, seat, number)
    elif done:
        change_quest(state, seat, number, accepted=True)
        fulfil(state, seat, number)
    else:
        change_quest(state, seat, number, accepted=True, failures=quest.failures + 1)
        note(state, DomainEventKind.UNFULFILLED, seat, amount=number)
        if quest.failures + 1 >= MOST_FAILURES:
            fail(state, seat, number)


def fulfil(state: State, seat: int, number: int) -> None:
    """[S15.7] [S15.11] [S32.4] A quest is fulfilled: respect, then the reward."""
    found = quest_of(state, number)
    assert found is not None
    quest = found[1]
    change(state, seat, fulfilled=state.players[seat].fulfilled + 1)
    note(state, DomainEventKind.FULFILLED, seat, amount=number, more=(without_log(quest),))
    if quest.linked != NOWHERE:
        partner = quest_of(state, quest.linked)
        if partner and quest.bond:
            gain(state, partner[0], golu=quest.bond)
    for token in [t for t in tokens(state, TokenKind.THREAD) if t.other == number]:
        gain(state, token.seat, golu=token.strength)
    fair = quest.aim is None or aims.hardness(state, seat, quest) >= aims.FAIR
    many = 2 if len(quest.runes) >= LONG_QUEST else 1
    rewards = Reward(seat, number, many, hero=seeks_hero(quest))
    push(state, *([Ballot("respect", seat, ("object",), quest)] if fair else []), rewards)


class CallLot(Question):
    """[S15.6] With two players a denied quest in free words may be put to the lot, once."""

    seat: Seat
    number: Count
    called: bool = False

    def waits(self, state: State) -> tuple[int, ...]:
        return BY_CHANCE if self.called else (self.seat,)

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("number",) if self.called else ("accept", "decline")

    def answer(self, state: State, seat: int, yes: bool) -> None:
        """The lot is called, or not."""
        if yes:
            turn_to(state, called=True)
            change_quest(state, self.seat, self.number, called=True)
            return
        pop(state)
        judge_claim(state, self.seat, self.number, True, False)

    def falls(self, state: State) -> list[tuple[int, int]]:
        return number_falls(state)

    def fell(self, state: State, value: int) -> None:
        pop(state)
        judge_claim(state, self.seat, self.number, True, value >= LUCKY)

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        return "calllot", {"lucky": LUCKY}

    def sound(self, state: State, below: Frame | None) -> bool:
        return quest_of(state, self.number) is not None
