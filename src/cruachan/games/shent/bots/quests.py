"""What a bot takes on: quests and goals to declare, to claim, to give up."""

from __future__ import annotations

from collections.abc import Iterable
from math import log
from random import Random

from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.base import AimKind
from cruachan.games.shent.bots.mind import Chooser, ShentMind
from cruachan.games.shent.bots.reckoning import effort
from cruachan.games.shent.chapters.goal import SealGoal
from cruachan.games.shent.chapters.quests import Declare
from cruachan.games.shent.core.flow import Frame, Move
from cruachan.games.shent.core.state import Aim, Quest

SHORT_ROAD, LONG_ROAD = 4, 12
"""Own turns after which a quest or a goal in free words is believed."""
LIGHT = 3
"""From so many turns on a quest is put to the vote by who dares to."""
COLLIDES, FEELS = 4.0, 2.0
"""By how many turns an aim that bears on another player looks nearer, and what feelings add."""
LIGHTEST = 3.0
"""What is nearer than so many turns is no nearer for its choice."""


def claims(mind: ShentMind) -> Move | None:
    """What is fulfilled is claimed, the goal before all."""
    for claim in mind.of("end", "claim"):
        quest = mind.me.aim if claim.verb == "end" else own_quest(mind, claim.args[0])
        if quest and believed(mind, mind.seat, quest):
            return claim
    return None


def own_quest(mind: ShentMind, number: int) -> Quest:
    """A running quest of the bot."""
    return next(quest for quest in mind.me.quests if quest.number == number)


def believed(mind: ShentMind, seat: int, quest: Quest) -> bool:
    """Whether a quest or goal is fulfilled: an engine's aim, or words after some turns."""
    if quest.aim is not None:
        return aims.met(mind.state, seat, quest)
    spent = mind.state.players[seat].turns - quest.turn
    return bool(quest.words) and spent >= (SHORT_ROAD if quest.number else LONG_ROAD)


def give_up(mind: ShentMind) -> Move | None:
    """A quest that cannot come true any more, or has taken too long, is given up."""
    if not mind.level.pursues or not mind.of("forsake"):
        return None
    for quest in mind.me.quests:
        if quest.aim is not None and (
            aims.hopeless(mind.state, mind.seat, quest) or stale(mind, quest)
        ):
            return next((m for m in mind.of("forsake") if m.args[0] == quest.number), None)
    return None


def stale(mind: ShentMind, quest: Quest) -> bool:
    """Whether it has taken far longer than it should, and is not nearly done."""
    age = mind.me.turns - quest.turn
    hard = aims.hardness(mind.state, mind.seat, quest)
    if age <= mind.level.patience * hard + 2:
        return False
    done, wanted = aims.progress(mind.state, mind.seat, quest)
    return 2 * done <= wanted or bool(aims.missing(mind.state, mind.seat, quest))


# --- Choosing -----------------------------------------------------------------------------


def choose_aim(mind: ShentMind, offered: Iterable[Aim], least: int = aims.FAIR) -> Aim | None:
    """Of each kind the nearest; among the kinds the lot, which the nearer ones win more often.

    What takes twice as long is chosen 2^keen times as seldom.
    """
    found = appealing(mind, offered, least)
    return found[1] if found else None


def appealing(
    mind: ShentMind, offered: Iterable[Aim], least: int = aims.FAIR
) -> tuple[float, Aim] | None:
    """The aim that appeals most, and how much it does."""
    nearest: dict[str, tuple[float, Aim]] = {}
    for aim in offered:
        turns = effort(mind, aim, least) - bearing(mind, aim)
        if aim.kind not in nearest or turns < nearest[aim.kind][0]:
            nearest[aim.kind] = (turns, aim)
    fancy, keen = (
        fancies(mind),
        mind.level.keen * (mind.level.goal_keen if least == aims.GOAL else 1),
    )

    def appeal(kind: str) -> float:
        turns = max(LIGHTEST, nearest[kind][0] + on_lips(mind, kind))
        return fancy[kind] + mind.level.leaning * mind.temper.lean(kind) - keen * log(turns)

    rated = [(appeal(kind), kind) for kind in nearest]
    if not rated:
        return None
    best, kind = max(rated)
    return best, nearest[kind][1]


def bearing(mind: ShentMind, aim: Aim) -> float:
    """What an aim that bears on another player gains: more against who did wrong."""
    if aim.seat < 0:
        return 0.0
    liking = mind.regards[aim.seat]
    return COLLIDES + max(-FEELS, min(FEELS, liking if AimKind.ALL[aim.kind].friendly else -liking))


def fancies(mind: ShentMind) -> dict[str, float]:
    """How each kind of aim takes the bot's fancy now: alike as long as a declaration lasts."""
    state, me = mind.state, mind.me
    wording = getattr(mind.frame, "wording", 0)
    lot = Random(str((mind.seat, state.turns, me.hand, me.goal, me.tur, me.golu, wording)))
    return {kind: -log(-log(lot.uniform(0.001, 0.999))) for kind in AimKind.ALL}


def on_lips(mind: ShentMind, kind: str) -> int:
    """How many running quests are of a kind, as far as the bot knows."""
    players = mind.state.players
    return sum(quest.aim.kind == kind for p in players for quest in p.quests if quest.aim)


def declare(mind: ShentMind) -> Move | None:
    """With two runes in hand a quest is declared, if one is worth it."""
    offers = mind.of("declare")
    if not offers:
        return None
    if not mind.level.pursues:
        return mind.rng.choice(offers) if mind.chance(0.6) else None
    pairs = {tuple(move.args[1:]) for move in offers if len(move.args) == 3}
    opened: dict[Aim, tuple[int, ...]] = {}
    for runes, found in aims.all_choices(mind.state, mind.seat, sorted(pairs)):
        for each in found:
            opened.setdefault(each, runes)
    aim = choose_aim(mind, opened, lightest(mind))
    if aim is None:
        return None
    said = (mode_for(mind, aim), *opened[aim])
    return next(m for m in offers if m.args == said)


def mode_for(mind: ShentMind, aim: Aim) -> str:
    """Mostly open: a story wants to be heard. What must be secret is."""
    if mind.state.open_table:
        return "open"
    if aims.must_be_secret(aim) or AimKind.ALL[aim.kind].secretive:
        return "secret"
    if aims.turns_for(mind.look, aim) >= aims.FAIR and mind.chance(mind.temper.quiet):
        return "silent"
    return "open"


def lightest(mind: ShentMind, mode: str = "open") -> int:
    """From how many turns on it declares: now and then a quest that may be found too light.

    It costs nothing to be refused once, for the same runes may be worded anew.
    """
    state = mind.state
    again = getattr(mind.frame, "wording", 0)
    alone = state.seats < 3 or state.option("votes") != "engine"
    if mode != "open" or again or alone or not mind.level.dares:
        return aims.FAIR
    dares = Random(str(("dare", mind.seat, state.turns, mind.me.hand))).random()
    return LIGHT if dares < mind.temper.daring else aims.FAIR


def word_quest(mind: ShentMind) -> Move | None:
    """The aim of a quest being declared, or of the goal."""
    offers = mind.of("aim")
    if not offers:
        return mind.first("declare", "free") if mind.of("free") else first_quest(mind)
    if not mind.level.pursues:
        return mind.rng.choice(offers)
    mode = mind.frame.mode
    least = aims.GOAL if isinstance(mind.frame, SealGoal) else lightest(mind, mode)
    fitting = [m for m in offers if mode == "secret" or not aims.must_be_secret(Aim(*m.args))]
    moves = {Aim(*move.args): move for move in fitting or offers}
    aim = choose_aim(mind, moves, least)
    return moves[aim] if aim else None


def first_quest(mind: ShentMind) -> Move | None:
    """The quest at the beginning of the game: which mode."""
    offers = mind.of("declare")
    if not offers or not mind.level.pursues:
        return None
    found = aims.choices(mind.state, mind.seat, tuple(offers[0].args[1:]))
    aim = choose_aim(mind, found, lightest(mind))
    mode = mode_for(mind, aim) if aim else "open"
    return next(m for m in offers if m.args[0] == mode)


CHOOSERS: dict[type[Frame], Chooser] = {Declare: word_quest, SealGoal: word_quest}
