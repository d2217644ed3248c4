"""When a bot casts, what, and on whom."""

from __future__ import annotations

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims.manners import GOLU_SPENT
from cruachan.games.shent.bots.mind import Chooser, ShentMind
from cruachan.games.shent.bots.stones import Spell, best_spell, spell_with
from cruachan.games.shent.chapters.countermagic import Counter, Moment
from cruachan.games.shent.chapters.magic import Cast
from cruachan.games.shent.chapters.sources import deduction
from cruachan.games.shent.components.material import BAD, HANNAS, KINDS, MAETH, cost
from cruachan.games.shent.core.bonds import ATTACK, broken_by, struck
from cruachan.games.shent.core.fields import HAND, NOWHERE
from cruachan.games.shent.core.flow import Frame, Move
from cruachan.games.shent.core.state import others_in
from cruachan.games.shent.readings import Reading

SPARE_RUNES = 3
"""From so many runes in the hand on a bot thinks of magic without being asked to."""


def cast_something(mind: ShentMind) -> Move | None:
    """A borne rune costs nothing; a stone is cast when quests want it, or one is to spare."""
    casts = mind.of("cast")
    if not casts:
        return None
    borne = [m for m in casts if m.args[0] != HAND]
    if borne and mind.chance(0.12):
        return mind.rng.choice(borne)
    chances = [m for m in casts if opportune(mind, m.args[1])]
    if chances and mind.chance(0.8):
        return mind.rng.choice(chances)
    hand = [m for m in casts if m.args[0] == HAND]
    if not hand:
        return None
    if mind.wanting("spend") and mind.me.golu >= GOLU_SPENT:
        return mind.rng.choice(hand)
    harmful = [m for m in hand if m.args[1] in BAD]
    if (
        harmful
        and mind.me.aim
        and mind.me.quests
        and mind.level.spites
        and mind.chance(mind.temper.spite)
    ):
        return mind.rng.choice(harmful)
    share = 0.12 if len(mind.me.hand) >= SPARE_RUNES else 0.03
    full = len(mind.me.quests) >= 3
    return mind.rng.choice(hand) if mind.chance(0.5 if full else share) else None


def opportune(mind: ShentMind, rune: int) -> bool:
    """Somebody hides from whom understanding finds, or a peace is in the way of a fight."""
    state = mind.state
    if rune == HANNAS:
        return any(p.hidden and p.leader not in (NOBODY, mind.seat) for p in state.pieces)
    if rune == MAETH:
        bonds = {one + two - mind.seat for _, one, two in state.peace if mind.seat in (one, two)}
        return bool(bonds & mind.fights) or (bool(bonds) and mind.chance(mind.temper.breaks))
    return False


def spell(mind: ShentMind) -> Move | None:
    """The steps of a cast: reading and land, target, points."""
    meant = spell_with(mind, mind.frame.source) if mind.level.casts else None
    choose = mind.of("choose")
    if choose:
        for move in choose:
            if meant and move.args == (meant.reading, meant.land, NOWHERE):
                return move
        return mind.best(_faithful(mind, choose), lambda m: _reading_worth(mind, m))
    aim_at = mind.of("aimat")
    if aim_at:
        key = mind.frame.reading
        for move in aim_at:
            if meant and (key, move.args[0]) == (meant.reading, meant.target):
                return move
        return mind.best(_faithful(mind, aim_at), lambda m: _target_worth(mind, key, m.args[0]))
    return enough(mind, meant) if meant else points(mind)


def enough(mind: ShentMind, meant: Spell) -> Move | None:
    """Points for what a quest wants, so that it is rarely too weak; golu before tûr."""
    numbers = mind.state.numbers
    all_numbers = sum(numbers)

    def worth(move: Move) -> float:
        tur, golu = move.args
        sure = sum(numbers[max(0, meant.need - tur - golu - 1) :]) / max(1, all_numbers)
        return 20 * sure - cost(tur) - 0.4 * cost(golu)

    return mind.best(mind.of("points"), worth)


def _reading_worth(mind: ShentMind, move: Move) -> float:
    """Good runes where the bot's own figures are, bad ones where others' are; seldom told first."""
    key, land, stone = move.args
    worth: float
    told = mind.state.told.get(key, 0)
    reading = Reading.ALL[key]
    if reading.opportune:
        return 4.0
    worth = mind.rng.random() * 2 - 0.3 * told - 0.5 * (stone >= 0) + reading.rare
    if land >= 0:
        mine = bool([p for p in mind.figures if mind.state.pieces[p].land == land])
        theirs = bool(others_in(mind.state, mind.seat, land))
        bad = reading in _bad()
        worth += (2.0 if theirs and not mine else -2.0 if mine else 0.0) if bad else float(mine)
        worth += min(2.0, 0.3 * mind.pull[land])
    return worth


def _faithful(mind: ShentMind, moves: list[Move]) -> list[Move]:
    """The casts by which it does not break its word, if it keeps it and there are others."""
    if not mind.state.pacts:
        return moves
    return [move for move in moves if not _breaks(mind, move)] or moves


def _breaks(mind: ShentMind, move: Move) -> bool:
    """Whether a cast would break an agreement that it means to keep."""
    if move.verb == "choose":
        key, land, target = move.args[0], move.args[1], ()
    else:
        key, land, target = mind.frame.reading, mind.frame.rest[0], move.args[0]
    if land < 0:
        return False
    hit = struck(mind.state, mind.seat, key, land, target)
    return any(mind.keeps(broken_by(mind.state, mind.seat, each, ATTACK, land)) for each in hit)


def _bad() -> list[Reading]:
    return [reading for rune in BAD for reading in Reading.OF[rune]]


def _target_worth(mind: ShentMind, key: str, target: tuple[int, ...]) -> float:
    """Others' figures for bad runes, own ones for good ones, the more valuable the better."""
    hit = Reading.ALL[key].concerned(mind.state, target)
    sign = -1.0 if Reading.ALL[key] in _bad() else 1.0
    worth = sign * ((mind.seat in hit) - len(hit - {mind.seat}))
    shape = Reading.ALL[key].shape.split()
    if shape and shape[0] in ("piece", "pieces") and target:
        kind = KINDS[mind.state.pieces[target[0]].kind]
        worth += 0.1 * max(kind.strength, kind.wisdom)
    if shape and shape[0] == "land" and target and target[0] < len(mind.pull):
        worth += 0.3 * mind.pull[target[0]]
    return worth + 0.01 * mind.rng.random()


def points(mind: ShentMind) -> Move | None:
    """A few points, never the last tûr; more golu if a quest wants it spent."""
    offers = mind.of("points")
    if mind.wanting("spend") and mind.me.golu >= GOLU_SPENT:
        return mind.best(offers, lambda m: -m.args[0] - abs(cost(m.args[1]) - GOLU_SPENT))
    saving = any(plan.tur > mind.me.tur or plan.golu > mind.me.golu for plan in mind.plans)
    tur = 0 if saving else min(2, mind.me.tur // 6)
    golu = 0 if saving else min(3, mind.me.golu // 6)
    wanted = [m for m in offers if m.args[0] <= tur and m.args[1] <= golu]
    return mind.best(wanted, lambda m: m.args[0] + m.args[1] + mind.rng.random())


def counter(mind: ShentMind) -> Move | None:
    """Against what hurts, with the opposite or kin; the borne rune rather than the stone."""
    frame = mind.frame
    passing = mind.first("pass")
    if not frame.matters(mind.state, mind.seat):
        return passing
    if frame.kind in ("march", "contest"):
        casts = mind.of("cast")
        served = best_spell(mind, casts)
        if served:
            return served
        keen = mind.wanting("hinder") or mind.chance(mind.temper.breaks / 5)
        bad = [m for m in casts if m.args[1] in BAD]
        return mind.rng.choice(bad) if bad and keen and mind.chance(0.5) else passing
    rune = frame.rune
    hurts = rune in BAD or mind.seat != mind.state.active
    if not hurts or not mind.level.pursues or mind.chance(0.5):
        return passing
    fitting = [m for m in mind.of("counter") if deduction(m.args[1], rune) <= 2]
    return mind.best(fitting, lambda m: -deduction(m.args[1], rune)) or passing


def counter_steps(mind: ShentMind) -> Move | None:
    """The referee gives leave; one land or all are warded; a few points."""
    return mind.first("accept", "wardall") or mind.first("ward") or points(mind)


CHOOSERS: dict[type[Frame], Chooser] = {
    Cast: spell,
    Counter: counter_steps,
    Moment: counter,
}
