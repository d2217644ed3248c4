"""Contests looked through before anything is said: their kind, the pairing, the points.

A contest is small: a few figures on each side, points that cost more and more. So the pairing is
searched to its end, each side choosing its best, and the points are those of two who both know what
the other may buy.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from cruachan.games.shent.bots.mind import ShentMind
from cruachan.games.shent.chapters.challenges import Challenge, duel_odds, fight_strength
from cruachan.games.shent.chapters.contests import Contest
from cruachan.games.shent.chapters.demands import has_wisdom, may_sing, sides_of
from cruachan.games.shent.chapters.trials import Trial
from cruachan.games.shent.components.material import KINDS, affordable, cost
from cruachan.games.shent.core.fields import PART, PHANTOM
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import strength, wisdom

MOST_UNITS = 4
"""Of a larger side the strongest are thought of; the others come after them."""
MOST_POINTS = 7
ROUNDS_OF_THOUGHT = 24
"""How often each side thinks again about what the other will pay."""
TUR, GOLU = 0.8, 0.35
"""What a tûr and a golu are worth; golu lies idle more often."""
AWAY = 0.6
"""What a side taken off the board is worth, beside one that has fallen."""
WIT = {"riddle": 4.0, "song": 1.5}
"""What it is worth to try wit rather than arms, between equals."""
WANTED = 8.0
"""What a contest is worth beside what falls, if a quest wants it won."""


# --- What is at stake ---------------------------------------------------------------------


def worth(mind: ShentMind, side: int, unit: int) -> float:
    """What it costs a side to lose a unit, as the bot sees it."""
    if unit >= PHANTOM:
        return 1.0
    piece = mind.state.pieces[unit]
    price = KINDS[piece.kind].price
    value = 2.0 + price.tur + 0.4 * price.golu + 2.0 * piece.plus
    if side == mind.seat:
        return value + 4.0 * (piece.land in mind.stay)
    return 4.0 if side < 0 else 0.6 * value + 6.0 * (side in mind.fights)


def odds(mind: ShentMind, lead: int) -> float:
    """How often one who leads by so much wins."""
    return duel_odds(lead, tuple(mind.state.numbers)) / 100


# --- The points ---------------------------------------------------------------------------


def points_for(mind: ShentMind, lead: int, mine: Stakes, theirs: Stakes) -> list[float]:
    """What each number of points is worth against one who thinks about it as well."""
    own = [0] * (mine.most + 1)
    other = [0] * (theirs.most + 1)
    own[0] = other[0] = 1
    values: list[float] = []
    for _ in range(ROUNDS_OF_THOUGHT):
        values = _answers(mind, lead, mine, other)
        answers = _answers(mind, -lead, theirs, own)
        own[values.index(max(values))] += 1
        other[answers.index(max(answers))] += 1
    return values


class Stakes:
    """What a side wins or loses by a challenge, and what it can pay for."""

    def __init__(self, wins: float, loses: float, means: int, price: float) -> None:
        self.wins = wins
        self.loses = loses
        self.price = price
        self.most = min(MOST_POINTS, affordable(means))


def _answers(mind: ShentMind, lead: int, side: Stakes, other: list[int]) -> list[float]:
    """What each number of points is worth against a mixture of the other's."""
    total = sum(other)
    found = []
    for points in range(side.most + 1):
        value = -side.price * cost(points)
        for against, often in enumerate(other):
            if often:
                won, lost = odds(mind, lead + points - against), odds(mind, against - lead - points)
                value += often / total * (won * side.wins - lost * side.loses)
        found.append(value)
    return found


def bid(mind: ShentMind) -> Move | None:
    """The points worth their price, if the other side buys as many as pay for it."""
    frame = mind.frame
    offers = mind.of("bid")
    if not offers:
        return mind.first("accept")
    if isinstance(frame, Trial):
        return mind.best(offers, lambda m: -abs(m.args[0] - 2))
    one, two = (frame.one, frame.two) if frame.one[0] == mind.seat else (frame.two, frame.one)
    lead = frame.base(mind.state, one) - frame.base(mind.state, two)
    if mind.wanting("fail"):
        return mind.best(offers, lambda m: -abs(lead + m.args[0]))
    values = points_for(mind, lead, *stakes(mind, frame, one, two))
    return mind.best([m for m in offers if m.args[0] < len(values)], lambda m: values[m.args[0]])


def stakes(
    mind: ShentMind, frame: Challenge, one: tuple[int, int], two: tuple[int, int]
) -> tuple[Stakes, Stakes]:
    """What a challenge is about, for the bot and for the other side."""
    if frame.kind == "fight":
        mine, theirs = worth(mind, *one), worth(mind, *two)
    else:
        mine = _company(mind, mind.seat, two[0], frame.land)
        theirs = _company(mind, two[0], mind.seat, frame.land)
    golu, other_golu = frame.by_wisdom(mind.seat), frame.by_wisdom(two[0])
    more = WANTED if two[0] in mind.fights else 0.0
    saving = 1.5 if any(plan.tur > mind.me.tur for plan in mind.plans) and not golu else 1.0
    means = mind.me.golu if golu else mind.me.tur
    own = Stakes(theirs + more, mine, means, saving * (GOLU if golu else TUR))
    if two[0] < 0:
        return own, Stakes(mine, theirs, 0, TUR)
    player = mind.state.players[two[0]]
    price = GOLU if other_golu else TUR
    return own, Stakes(mine, theirs, player.golu if other_golu else player.tur, price)


def _company(mind: ShentMind, side: int, other: int, land: int) -> float:
    """What it is worth to take a whole side off the board; foes take nobody off."""
    if other < 0:
        return 0.0
    units = sides_of(mind.state, side, land)
    return AWAY * sum(worth(mind, side, unit) for unit in units)


# --- The pairing --------------------------------------------------------------------------


class Pairing:
    """A fight as both sides see it: which pairs there can be, and what each is worth to the bot."""

    def __init__(self, mind: ShentMind, contest: Contest) -> None:
        self.mind = mind
        self.contest = contest
        self.sides = (contest.seat, contest.other)
        self.ours = 0 if mind.seat == contest.seat else 1
        self.value: Callable[[int, int], float] = cache(self._value)
        self.best: Callable[[tuple[int, ...], tuple[int, ...]], float] = cache(self._best)

    def strength_of(self, at: int, unit: int) -> int:
        """What a unit counts in this land."""
        part = self.contest.parts[unit - PART] if unit >= PART else 0
        return fight_strength(self.mind.state, self.sides[at], unit, self.contest.land, part)

    def _value(self, mine: int, theirs: int) -> float:
        """What a pair is worth to the bot: what falls of theirs less what falls of its own."""
        lead = self.strength_of(self.ours, mine) - self.strength_of(1 - self.ours, theirs)
        won, lost = odds(self.mind, lead), odds(self.mind, -lead)
        gain = worth(self.mind, self.sides[1 - self.ours], theirs)
        return won * gain - lost * worth(self.mind, self.sides[self.ours], mine)

    def strongest(self, at: int, units: list[int]) -> tuple[int, ...]:
        """The units of a side that are thought of."""
        order = sorted(units, key=lambda unit: (-self.strength_of(at, unit), unit))
        return tuple(order[:MOST_UNITS])

    def free(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The units of the bot and of the other side that have no opponent yet."""
        state = self.mind.state
        units = [self.contest.free(state, side) for side in self.sides]
        mine, theirs = units[self.ours], units[1 - self.ours]
        return self.strongest(self.ours, mine), self.strongest(1 - self.ours, theirs)

    @property
    def puts_up(self) -> bool:
        """Whether the bot's side puts up and the other answers."""
        return self.contest.putting(self.mind.state) == self.sides[self.ours]

    def _best(self, mine: tuple[int, ...], theirs: tuple[int, ...]) -> float:
        """What the rest of the fight is worth if both sides pair as well as they can."""
        if not mine or not theirs:
            return 0.0
        if self.puts_up:
            return max(self.sent(unit, mine, theirs) for unit in mine)
        return min(self.faced(unit, mine, theirs) for unit in theirs)

    def sent(self, unit: int, mine: tuple[int, ...], theirs: tuple[int, ...]) -> float:
        """What it is worth to put up a unit; the other side chooses who answers."""
        rest = without(mine, unit)
        return min(self.value(unit, v) + self.best(rest, without(theirs, v)) for v in theirs)

    def faced(self, unit: int, mine: tuple[int, ...], theirs: tuple[int, ...]) -> float:
        """What it is worth when the other side puts up a unit; the bot chooses who answers."""
        rest = without(theirs, unit)
        return max(self.met(m, unit, mine, rest) for m in mine)

    def met(self, own: int, unit: int, mine: tuple[int, ...], rest: tuple[int, ...]) -> float:
        """What it is worth to answer a unit with one of the bot's own."""
        return self.value(own, unit) + self.best(without(mine, own), rest)


def without(units: tuple[int, ...], unit: int) -> tuple[int, ...]:
    """All but one."""
    return tuple(each for each in units if each != unit)


def pair(mind: ShentMind) -> Move | None:
    """Who is put up, or who answers."""
    contest = mind.frame
    fight = Pairing(mind, contest)
    mine, theirs = fight.free()
    if mind.of("send"):
        known = [m for m in mind.of("send") if m.args[0] in mine]
        return mind.best(known, lambda m: fight.sent(m.args[0], mine, theirs)) or mind.best(
            mind.of("send"), lambda m: fight.strength_of(fight.ours, m.args[0])
        )
    known = [m for m in mind.of("meet") if m.args[0] in mine]
    return mind.best(known, lambda m: fight.met(m.args[0], contest.up, mine, theirs))


# --- The kind -----------------------------------------------------------------------------


def contest(mind: ShentMind) -> Move | None:
    """The kind that promises most, the split of a host, who is put up and who answers."""
    if mind.of("want"):
        return want(mind)
    if mind.of("split"):
        return mind.rng.choice(mind.of("split"))
    if mind.of("champion"):
        return champion(mind)
    if (
        mind.frame.player(mind.state, mind.frame.seat) != mind.seat
        and mind.frame.other != mind.seat
    ):
        return None
    return pair(mind)


def champion(mind: ShentMind) -> Move | None:
    """The wisest for a riddle and to sing, the strongest to withstand a song."""
    frame = mind.frame
    by_wisdom = frame.kind == "riddle" or frame.singer == mind.seat
    count = wisdom if by_wisdom else strength
    return mind.best(mind.of("champion"), lambda m: count(mind.state.pieces[m.args[0]]))


def want(mind: ShentMind) -> Move | None:
    """Fight, riddle or song: what each promises, sweetened for a quest that wants a riddle."""
    frame = mind.frame
    other = frame.other if frame.seat == mind.seat else frame.seat
    eager = WANTED if mind.wanting("riddle") else 0.0
    fight = Pairing(mind, frame)

    def promise(move: Move) -> float:
        kind = move.args[0]
        if kind == "fight":
            return fight.best(*fight.free()) + mind.rng.random()
        return eager + WIT[kind] + duel(mind, kind, other) + mind.rng.random()

    return mind.best(mind.of("want"), promise)


def duel(mind: ShentMind, kind: str, other: int) -> float:
    """What a riddle or a song promises, with the points that will be paid for it."""
    state, land = mind.state, mind.frame.land
    if kind == "song":
        mine = max(wisdom(state.pieces[p]) for p in may_sing(state, mind.seat, other, land))
        units = [unit for unit in sides_of(state, other, land) if unit < PHANTOM]
        theirs = max((strength(state.pieces[p]) for p in units), default=0)
    else:
        mine, theirs = (
            max(wisdom(state.pieces[p]) for p in has_wisdom(state, side, land))
            for side in (mind.seat, other)
        )
    wins, loses = _company(mind, other, mind.seat, land), _company(mind, mind.seat, other, land)
    own = Stakes(wins, loses, mind.me.golu, GOLU)
    against = Stakes(0.0, 0.0, 0, TUR)
    if other >= 0:
        player = state.players[other]
        means, price = (player.golu, GOLU) if kind == "riddle" else (player.tur, TUR)
        against = Stakes(loses, wins, means, price)
    return max(points_for(mind, mine - theirs, own, against))
