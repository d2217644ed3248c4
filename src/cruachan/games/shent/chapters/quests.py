"""Declaring, accepting, claiming and losing quests; rewards; respect; the goal and the end.

S6, S13.10, S15, S16; what a quest is rewarded with is in rewards.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims import aims
from cruachan.games.shent.chapters import round_events as weather
from cruachan.games.shent.chapters.rewards import Reward
from cruachan.games.shent.chapters.rounds import DECLARING
from cruachan.games.shent.chapters.votes import Ballot
from cruachan.games.shent.core.acts import (
    change,
    change_quest,
    gain,
    houses,
    lay,
    note,
    remove,
    return_stones,
    take_rune,
)
from cruachan.games.shent.core.chance import BY_CHANCE, rune_falls
from cruachan.games.shent.core.flow import Args, No, Verb, frame, pop, push, set_turn, top, turn_to
from cruachan.games.shent.core.state import (
    NOWHERE,
    THIS_TURN,
    Aim,
    Quest,
    State,
    Token,
    lands_of,
    quest_of,
    tokens,
)

MODES = ("open", "silent", "secret")
MOST_QUESTS = 3
MOST_RUNES = 6
"""[S6.1] No quest has more runes."""
MOST_WORDINGS = 3
MOST_FAILURES = 3


# --- Declaring (S6) -----------------------------------------------------------------------


class DeclareVerb(Verb):
    """[S6.1] A mode, and two or more runes from the hand."""

    name = "declare"

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        if _anew(state):
            yield from ((mode, *_anew(state)) for mode in MODES)
            return
        hand = state.players[seat].hand
        sizes = range(2, 3) if _beginning(state) else range(2, min(MOST_RUNES, len(hand)) + 1)
        for size in sizes:
            sets = {
                runes
                for runes in combinations_with_replacement(sorted(set(hand)), size)
                if all(runes.count(rune) <= hand.count(rune) for rune in runes)
            }
            for runes in sorted(sets):
                yield from ((mode, *runes) for mode in MODES)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        mode, *runes = args
        player = state.players[seat]
        if mode not in MODES:
            return No("S6.2", "no_mode")
        if _anew(state):
            return None if tuple(runes) == _anew(state) else No("S6.7", "same_stones")
        if len(runes) < 2 or len(runes) > MOST_RUNES or (_beginning(state) and len(runes) != 2):
            return No("S6.1", "too_few_runes" if len(runes) < 2 else "too_many_runes")
        if any(runes.count(rune) > player.hand.count(rune) for rune in runes):
            return No("S6.1", "not_in_hand", {"rune": runes[0]})
        if _beginning(state):
            return None
        if state.turn.acts > DECLARING:
            return No("S4.7", "too_late_to_declare")
        if len(player.quests) >= MOST_QUESTS:
            return No("S6.3", "three_quests")
        if any(token.seat == seat for token in tokens(state, "hushed")):
            return No("S6.7", "hushed")
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        mode, *runes = args
        if _beginning(state):
            turn_to(state, mode=mode, runes=tuple(runes))
        else:
            set_turn(state, acts=DECLARING)
            push(state, Declare(seat, tuple(runes), mode))


def _beginning(state: State) -> bool:
    return isinstance(top(state), Declare)


def _anew(state: State) -> tuple[int, ...]:
    """[S6.7] The stones of a declaration that was rejected and is worded anew."""
    now = top(state)
    return now.runes if isinstance(now, Declare) else ()


@frame
class Declare(NamedTuple):
    """[S6.7] A declaration: mode and runes, aim or free words, and the vote; three wordings."""

    seat: int
    runes: tuple[int, ...] = ()
    mode: str = ""
    first: bool = False
    wording: int = 0
    again: int = NOWHERE
    """The quest that is said anew (breged)."""

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,)

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("aim", "free") if self.mode else ("declare",)

    def choices(self, state: State) -> list[Aim]:
        """The engine's aims for these runes; some are for secret quests only (S18.8)."""
        found = aims.choices(state, self.seat, self.runes)
        return [aim for aim in found if self.mode == "secret" or not aims.must_be_secret(aim)]

    def go(self, state: State) -> None:
        raise AssertionError("a declaration always waits for its player")

    def word(self, state: State, aim: Aim | None, words: str) -> None:
        """[S6.5] [S6.6] It is worded: sealed, or put to the vote."""
        quest = make_quest(state, self.seat, self.mode, self.runes, aim, words)
        last = self.first and self.wording == MOST_WORDINGS - 1
        if self.mode != "open" or last:
            self.declare(state, quest._replace(accepted=last and self.mode == "open"))
            return
        note(state, "worded", self.seat, more=(told(quest),))
        push(state, Ballot("accept", self.seat, ("hard",), quest))

    def declare(self, state: State, quest: Quest) -> None:
        """The quest runs from now on; its stones leave the hand."""
        pop(state)
        player = state.players[self.seat]
        if self.again != NOWHERE:
            change(
                state,
                self.seat,
                quests=tuple(
                    quest._replace(number=self.again) if old.number == self.again else old
                    for old in player.quests
                ),
            )
            return
        for rune in self.runes:
            take_rune(state, self.seat, rune)
        state.quests = quest.number
        change(state, self.seat, quests=(*player.quests, quest))
        note(state, "declared", self.seat, amount=quest.number, more=(quest.mode,))

    def judged(self, state: State, quest: Quest, accepted: bool) -> None:
        """[S6.6] [S6.7] The others have voted."""
        if accepted:
            self.declare(state, quest._replace(accepted=True))
            return
        note(state, "rejected", self.seat)
        if self.wording + 1 < MOST_WORDINGS:
            mode = "" if self.again == NOWHERE else self.mode
            turn_to(state, wording=self.wording + 1, mode=mode)
            return
        pop(state)
        if self.again != NOWHERE:
            fail(state, self.seat, self.again)
        hush(state, self.seat)


def make_quest(
    state: State, seat: int, mode: str, runes: tuple[int, ...], aim: Aim | None, words: str
) -> Quest:
    """A quest as it is declared now."""
    return Quest(
        state.quests + 1,
        mode,
        runes,
        aim,
        words,
        round=state.round,
        turn=state.players[seat].turns,
        sky=state.sky,
        base=aims.base(state, seat, aim) if aim else 0,
        hard=aims.difficulty(state, seat, aim) if aim else 0,
    )


def told(quest: Quest) -> Quest:
    """A quest as deeds name it: without its log, which the logs of others would hold again."""
    return quest._replace(log=())


def hush(state: State, seat: int) -> None:
    """[S6.7] No quest is declared any more in this turn."""
    lay(state, Token("hushed", seat=seat, until=THIS_TURN))


class AimVerb(Verb):
    """[S6.5] [S16.2] One of the engine's aims."""

    name = "aim"
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from (tuple(aim) for aim in top(state).choices(state))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args not in [tuple(aim) for aim in top(state).choices(state)]:
            return No("S16.2" if isinstance(top(state), SealGoal) else "S6.5", "no_such_aim")
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).word(state, Aim(*args), words)


class Free(Verb):
    """[S6.1] An aim in free words."""

    name = "free"

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).word(state, None, words)


@frame
class Avow(NamedTuple):
    """[S27.5] A quest without sealed words was seen through: its owner says it now."""

    seat: int
    number: int
    mode: str = "open"

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,)

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("free",)

    def go(self, state: State) -> None:
        raise AssertionError("it waits for its player")

    def word(self, state: State, aim: Aim | None, words: str) -> None:
        """It is said."""
        pop(state)
        change_quest(state, self.seat, self.number, words=words)


class Forsake(Verb):
    """[S6.4] A quest is given up."""

    name = "forsake"

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((quest.number,) for quest in state.players[seat].quests)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        return _not_own(state, seat, args[0], "S6.4")

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        fail(state, seat, args[0])


def _not_own(state: State, seat: int, number: int, rule: str) -> No | None:
    found = quest_of(state, number)
    return None if found and found[0] == seat else No(rule, "no_such_quest", {"number": number})


def drop(state: State, seat: int, number: int) -> None:
    """[S1.5] A quest is over: its stones go into the bag."""
    player = state.players[seat]
    quest = next(q for q in player.quests if q.number == number)
    change(state, seat, quests=tuple(q for q in player.quests if q.number != number))
    return_stones(state, quest.runes)
    for token in [t for t in state.tokens if t.kind in ("delay", "thread") and t.other == number]:
        remove(state, token)


def fail(state: State, seat: int, number: int) -> None:
    """A quest has failed."""
    drop(state, seat, number)
    note(state, "failed", seat, amount=number)


# --- Claiming (S15) -----------------------------------------------------------------------


def sure(state: State, quest: Quest) -> bool:
    """[S15.4] Whether the engine itself judges the fulfilment."""
    return quest.aim is not None and state.option("votes") == "engine"


class Claim(Verb):
    """[S15.1] [S15.2] A quest of one's own is finished, and open from now on."""

    name = "claim"

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((quest.number,) for quest in state.players[seat].quests)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        no = _not_own(state, seat, args[0], "S15.1")
        if no:
            return no
        found = quest_of(state, args[0])
        assert found is not None
        quest = found[1]
        if weather.no_claims(state):
            return No("S19.17", "no_claims")
        if any(token.other == quest.number for token in tokens(state, "delay", seat=seat)):
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
        note(state, "claims", seat, amount=quest.number)
        hard = () if quest.accepted else ("hard",)
        done = () if sure(state, quest) else ("done",)
        questions = (*hard, *done)
        if questions:
            push(state, Ballot("claim", seat, questions, quest))
        else:
            fulfil(state, seat, quest.number)


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
        note(state, "unfulfilled", seat, amount=number)
        if quest.failures + 1 >= MOST_FAILURES:
            fail(state, seat, number)


def fulfil(state: State, seat: int, number: int) -> None:
    """[S15.7] [S15.11] [S32.4] A quest is fulfilled: respect, then the reward."""
    found = quest_of(state, number)
    assert found is not None
    quest = found[1]
    change(state, seat, fulfilled=state.players[seat].fulfilled + 1)
    note(state, "fulfilled", seat, amount=number, more=(told(quest),))
    if quest.linked != NOWHERE:
        partner = quest_of(state, quest.linked)
        if partner and quest.bond:
            gain(state, partner[0], golu=quest.bond)
    for token in [t for t in tokens(state, "thread") if t.other == number]:
        gain(state, token.seat, golu=token.strength)
    fair = quest.aim is None or aims.hardness(state, seat, quest) >= aims.FAIR
    rewards = Reward(seat, number, 2 if len(quest.runes) > 2 else 1)
    push(state, *([Ballot("respect", seat, ("object",), quest)] if fair else []), rewards)


# --- Respect (S13.10, S13.11) -------------------------------------------------------------


class Honour(Verb):
    """[S13.10] [S13.11] A point of aglar is proposed for another player's deed."""

    name = "honour"

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((other,) for other in range(state.seats) if other != seat)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        other = args[0]
        if other == seat or other not in range(state.seats):
            return No("S13.10", "not_oneself")
        if state.turn.proposed:
            return No("S13.10", "proposed_already")
        if state.players[other].honoured == state.round:
            return No("S13.11", "honoured_already", {"seat": other})
        if state.players[other].praised == (state.round, seat):
            return No("S13.11", "not_in_return", {"seat": other})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        set_turn(state, proposed=True)
        change(state, seat, praised=(state.round, args[0]))
        note(state, "proposed", seat, other=args[0], more=(words,))
        push(state, Ballot("honour", seat, ("agree",), None, args[0]))


# --- The goal and the end (S16) -----------------------------------------------------------


@frame
class SealGoal(NamedTuple):
    """[S16.2] The goal is complete: its aim is chosen and sealed."""

    seat: int

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,)

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("aim", "free")

    def choices(self, state: State) -> list[Aim]:
        """The engine's aims for the goal."""
        return aims.goal_choices(state, self.seat, state.players[self.seat].goal)

    def go(self, state: State) -> None:
        raise AssertionError("a goal always waits for its player")

    def word(self, state: State, aim: Aim | None, words: str) -> None:
        """It is sealed."""
        pop(state)
        goal = state.players[self.seat].goal
        quest = make_quest(state, self.seat, "secret", goal, aim, words)._replace(number=0)
        change(state, self.seat, aim=quest)
        note(state, "sealed", self.seat)


class End(Verb):
    """[S16.3] The goal is claimed."""

    name = "end"

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
        note(state, "claims_goal", seat, more=(told(quest),))
        question = "hard" if sure(state, quest) else "done"
        push(state, Ballot("goal", seat, (question,), quest))


def judge_goal(state: State, seat: int, yes: bool) -> None:
    """[S16.5] The game ends, or the player draws a new goal."""
    if yes:
        finish(state, seat)
        return
    goal = state.players[seat].goal
    note(state, "goal_lost", seat)
    return_stones(state, goal)
    change(state, seat, goal=(), aim=None)
    push(state, NewGoal(seat, len(goal)))


@frame
class NewGoal(NamedTuple):
    """[S16.5] As many new runes, unseen."""

    seat: int
    size: int

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


def score(state: State, seat: int) -> tuple[int, int]:
    """[S16.6] Lands, buildings, respect; then golu."""
    player = state.players[seat]
    points = len(lands_of(state, seat)) + 3 * len(houses(state, seat)) + 5 * player.aglar
    return points, player.golu


def finish(state: State, winner: int) -> None:
    """[S16.5] [S16.7] The game is over."""
    rest = [seat for seat in range(state.seats) if seat != winner]
    rest.sort(key=lambda seat: score(state, seat), reverse=True)
    state.outcome = tuple(([winner] if winner != NOBODY else []) + rest)
    state.won = winner != NOBODY
    note(state, "over", winner)
    state.stack = []
