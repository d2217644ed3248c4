"""How a bot answers when it is asked: votes, passage, contests, points, rewards, beginnings."""

from __future__ import annotations

from typing import Any

from cruachan.games.shent.aims import aims
from cruachan.games.shent.bots import contests
from cruachan.games.shent.bots.mind import Chooser, ShentMind, whatever
from cruachan.games.shent.bots.narration import HERO_NEAR, welcome
from cruachan.games.shent.bots.quests import appealing, believed
from cruachan.games.shent.bots.reckoning import effort
from cruachan.games.shent.chapters.beginning import Setup
from cruachan.games.shent.chapters.challenges import Challenge, duel_odds, raw_strength
from cruachan.games.shent.chapters.claims import CallLot
from cruachan.games.shent.chapters.contests import Contest, Survivor
from cruachan.games.shent.chapters.demands import has_wisdom
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.gaining import Overflow
from cruachan.games.shent.chapters.movement import AskPeace
from cruachan.games.shent.chapters.peace import LeftBehind, Passage
from cruachan.games.shent.chapters.placing import Homecoming
from cruachan.games.shent.chapters.rewards import Pouch, Reward, WordOfHero
from cruachan.games.shent.chapters.round_events import Gather, Thin
from cruachan.games.shent.chapters.trials import Trial
from cruachan.games.shent.chapters.votes import Ballot
from cruachan.games.shent.components.material import FARON, GOOD, cost, temper
from cruachan.games.shent.core.bonds import PASSAGE, SUPPORT, broken_by
from cruachan.games.shent.core.consent import Consent
from cruachan.games.shent.core.fields import PHANTOM
from cruachan.games.shent.core.flow import Frame, Move
from cruachan.games.shent.core.numbers import Numbers
from cruachan.games.shent.core.reading import Reading
from cruachan.games.shent.core.state import figures, strength
from cruachan.games.shent.readings.places import nearest
from cruachan.games.shent.readings.questions import Avow, News, Scatter

SORE, FOND = 1.5, 2.0
"""From how much on a bot remembers a wrong when it is asked for passage, or a kindness."""
KIND_ENOUGH = 8
"""From this difficulty on a goal is accepted."""
AHEAD = 1
"""How many turns more a quest must take for each quest that its player has fulfilled more than the
voter, and of who did the voter wrong."""
MOST_AHEAD = 2
"""So many quests count."""


# --- The beginning ------------------------------------------------------------------------


def setup(mind: ShentMind) -> Move | None:
    """A hunter in a land with many neighbours; a first stone that opens easy goals."""
    starts = mind.of("start")
    if starts:
        board = mind.state.board

        def worth(move: Move) -> float:
            kind, land = move.args
            return float(len(board.near[land]) + 2 * (kind == FARON)) + mind.rng.random()

        return mind.best(starts, worth)
    if mind.of("lay") and mind.level.pursues:
        return lay(mind)
    foes = mind.of("foe", "enemy")
    if foes:
        return mind.rng.choice(foes) if mind.chance(0.6) else mind.first("pass")
    return None


def lay(mind: ShentMind) -> Move | None:
    """Keep the two runes for the quest that looks easiest."""
    hand = list(mind.me.hand)

    def worth(move: Move) -> float:
        rest = hand.copy()
        rest.remove(move.args[0])
        found = aims.choices(mind.state, mind.seat, tuple(sorted(rest)))
        return -min([effort(mind, aim) for aim in found], default=99.0)

    return mind.best(mind.of("lay"), worth)


# --- Votes --------------------------------------------------------------------------------


def vote(mind: ShentMind) -> Move | None:
    """Honestly: an engine's aim by how hard it is, free words kindly; respect is not begrudged."""
    ballot = mind.frame
    answers = []
    for question in ballot.questions:
        if question == "hard":
            answers.append(hard_enough(mind, ballot))
        elif question == "done":
            answers.append(believed(mind, ballot.seat, ballot.quest))
        elif ballot.kind == "reading":
            answers.append(welcome(mind))
        elif ballot.kind == "round":
            answers.append(temper(mind.state.stack[-2].rune) != "good")
        else:
            answers.append(question != "object")
    if ballot.against(tuple(answers)):
        promised = broken_by(mind.state, mind.seat, ballot.judged_seat, SUPPORT)
        if mind.keeps(promised):
            answers = [question != "object" for question in ballot.questions]
    return next(m for m in mind.of("vote") if m.args == tuple(answers))


def hard_enough(mind: ShentMind, ballot: Any) -> bool:
    """Whether a task is hard enough; a light one only for whoever has fulfilled least."""
    quest, seat = ballot.quest, ballot.seat
    if quest.aim is None:
        return bool(quest.words)
    hard = aims.hardness(mind.state, seat, quest)
    if ballot.kind == "goal":
        return hard >= KIND_ENOUGH
    counts = [player.fulfilled for player in mind.state.players]
    last, lead = counts[seat] == min(counts), counts[seat] - counts[mind.seat]
    ahead = max(0, min(MOST_AHEAD, lead))
    sore = mind.dislike(seat) > SORE
    wanted = aims.FAIR + mind.temper.strict + AHEAD * (ahead + sore)
    return hard >= wanted or (last and mind.temper.strict < 0)


# --- Passage and consent ------------------------------------------------------------------


def passage(mind: ShentMind) -> Move | None:
    """Peace, unless a quest or a rough temper wants it otherwise, or the wise meet the wise."""
    peace, refuse = mind.of("peace"), mind.of("refuse")
    if not peace:
        return mind.rng.choice(refuse)
    land = peace[0].args[0]
    comer = mind.frame.seat
    mine = sum(strength(mind.state.pieces[p]) for p in figures(mind.state, mind.seat, land))
    theirs = sum(strength(mind.state.pieces[p]) for p in figures(mind.state, comer, land))
    rough = mine >= theirs and mind.chance(mind.temper.grudging)
    wise = all(has_wisdom(mind.state, side, land) for side in (mind.seat, comer))
    riddles = wise and mind.level.weighs and mind.chance(mind.temper.curious)
    sore = mind.dislike(comer) > SORE and mine >= theirs
    refuses = (comer in mind.fights or rough or riddles or sore) and comer not in mind.friends
    refuses = refuses and mind.regards[comer] < FOND
    broken = [
        p
        for who in mind.frame.refused_by(mind.state, mind.seat, land)
        for p in broken_by(mind.state, mind.seat, who, PASSAGE, land)
    ]
    refuses = refuses and not mind.keeps(broken)
    return next(m for m in (refuse if refuses else peace) if m.args[0] == land)


def consent(mind: ShentMind) -> Move | None:
    """Friendly things are accepted, but not from whom a quest is against; a peace is kept."""
    frame = mind.frame
    reading = Reading.ALL[frame.reading] if isinstance(frame, Consent) else None
    if reading and reading.dubious:
        return mind.first("accept" if mind.chance(mind.temper.breaks) else "decline")
    if isinstance(frame, AskPeace):
        if mind.keeps(frame.breaks(mind.state, mind.seat, False)):
            return mind.first("accept")
        if frame.seat in mind.fights - mind.friends or mind.dislike(frame.seat) > SORE:
            return mind.first("decline")
    return mind.first("accept" if mind.chance(0.85) else "decline")


# --- Contests -----------------------------------------------------------------------------


def contest(mind: ShentMind) -> Move | None:
    """The kind that suits, the split of a host, who is put up and who answers."""
    if mind.level.weighs:
        return contests.contest(mind)
    wants = mind.of("want")
    if wants:
        riddle = 4.0 if mind.wanting("riddle") else 2.5
        order = {"song": 3.5, "riddle": riddle, "fight": 2.0}
        return mind.best(wants, lambda m: order[m.args[0]] + mind.rng.random())
    if mind.of("split"):
        return mind.rng.choice(mind.of("split"))
    parts = mind.frame.parts
    land = mind.frame.land
    if mind.of("champion"):
        return contests.champion(mind)
    return mind.best(
        mind.of("send", "meet"), lambda m: raw_strength(mind.state, m.args[0], parts, land)
    )


def bid(mind: ShentMind) -> Move | None:
    """The number of points that seem worth their price."""
    if mind.level.weighs:
        return contests.bid(mind)
    challenge = mind.frame
    offers = mind.of("bid")
    if not isinstance(challenge, Challenge):
        return mind.best(offers, lambda m: -abs(m.args[0] - 2)) if mind.level.pursues else None
    if mind.of("accept"):
        return mind.first("accept")
    one, two = challenge.one, challenge.two
    mine, theirs = (one, two) if one[0] == mind.seat else (two, one)
    lead = challenge.base(mind.state, mine) - challenge.base(mind.state, theirs)
    value = 8.0 + (2.0 * strength(mind.state.pieces[mine[1]]) if mine[1] < PHANTOM else 0.0)
    numbers = tuple(mind.state.numbers)

    def worth(move: Move) -> float:
        points = move.args[0]
        return value * duel_odds(lead + points, numbers) / 100 - 0.8 * cost(points)

    return mind.best(offers, worth) if mind.level.pursues else mind.rng.choice(offers[:3])


def redraw(mind: ShentMind) -> Move | None:
    """A low number of one's own, or a high one of another, is drawn anew; of a bad event too."""
    frame, below = mind.frame, mind.state.stack[-2]
    if isinstance(below, Event):
        kind, number = temper(below.rune), frame.out[0]
        ill = number <= 2 if kind == "good" else number >= 5 and kind == "bad"
        return mind.first("redraw" if ill else "pass")
    for move in mind.of("redraw"):
        number = frame.out[move.args[0]]
        own = frame.seats[move.args[0]] == mind.seat
        if (own and number <= 3) or (not own and number >= 4):
            return move
    return mind.first("pass")


# --- Rewards ------------------------------------------------------------------------------


def reward(mind: ShentMind) -> Move | None:
    """The goal first; a hero who can soon be paid; then element stones or the numbers."""
    goal = [m for m in mind.of("reward") if m.args[0] == "goal"]
    if goal:

        def worth(move: Move) -> float:
            runes = tuple(sorted((*mind.me.goal, move.args[1])))
            offered = aims.goal_choices(mind.state, mind.seat, runes)
            if mind.level.goal_fancy:
                found = appealing(mind, offered, aims.GOAL)
                return found[0] if found else -99.0
            return -min((effort(mind, aim, aims.GOAL) for aim in offered), default=99.0)

        return mind.best(goal, worth) if mind.level.pursues else mind.rng.choice(goal)
    hero = [m for m in mind.of("reward") if m.args[0] == "hero"]
    if hero and mind.me.tur >= HERO_NEAR and mind.me.aglar:
        return hero[0]
    return mind.rng.choice([m for m in mind.of("reward") if m not in hero] or hero)


def herald(mind: ShentMind) -> Move | None:
    """A hero near at hand for one who was kind, else on a far road."""
    far = nearest(mind.state, mind.frame.seat) or []
    return mind.best(mind.of("herald"), lambda m: mind.temper.bite * far[m.args[0]])


def pouch(mind: ShentMind) -> Move | None:
    """Ones out, eights in."""
    out = [m for m in mind.of("takeout") if m.args[0] == 1]
    into = [m for m in mind.of("putin") if m.args[0] >= 7]
    return mind.rng.choice(out + into) if out + into else mind.first("pass")


def adopt(mind: ShentMind) -> Move | None:
    """Who was left behind is welcome."""
    return mind.first("accept")


def survivor(mind: ShentMind) -> Move | None:
    """Lone allies are welcome."""
    return mind.first("befriend", "pass")


def put_back(mind: ShentMind) -> Move | None:
    """Bad runes rather than good ones."""
    return mind.best(mind.of("putback"), lambda m: m.args[0] not in GOOD)


CHOOSERS: dict[type[Frame], Chooser] = {
    Setup: setup,
    Ballot: vote,
    Passage: passage,
    AskPeace: consent,
    Consent: consent,
    CallLot: consent,
    Contest: contest,
    Challenge: bid,
    Trial: bid,
    Numbers: redraw,
    Reward: reward,
    Pouch: pouch,
    WordOfHero: herald,
    Survivor: survivor,
    LeftBehind: adopt,
    News: put_back,
    **dict.fromkeys((Homecoming, Gather, Thin, Overflow, Avow, Scatter), whatever),
}
