"""A bot's own turn: preparations, movement, contests to choose, and its quests."""

from __future__ import annotations

from cruachan.bots.shent.mind import Chooser, Mind
from cruachan.bots.shent.spells import cast_something
from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims import aims
from cruachan.games.shent.box.material import (
    ADAN,
    BAND,
    BREGED,
    DRU,
    ERTHAD,
    FARON,
    GALAS,
    GALU,
    GOLLOR,
    GWEND,
    HANNAS,
    IDH,
    KINDS,
    LEARNED,
    MAETH,
    MAETHOR,
    MINAS,
    NARCHAD,
    NUTHAD,
    OST,
    PETHDAN,
    RANDIR,
    RATH,
    RHACH,
    RIM,
    SAELON,
    SINGERS,
    TALAGAN,
    TALAN,
    THURINAS,
    TULU,
    URLUG,
)
from cruachan.games.shent.chapters.goal import SealGoal
from cruachan.games.shent.chapters.quests import Declare
from cruachan.games.shent.chapters.rounds import TurnFrame
from cruachan.games.shent.core.flow import Frame, Move
from cruachan.games.shent.core.state import (
    Aim,
    Quest,
    building,
    figures,
    land_sum,
    mobile,
    own_figures,
)

EASY = {
    "reach": 0, "realm": 0, "wealth": 0, "wide": 0, "gather": 0, "hold": 1, "found": 0,
    "develop": 1, "allies": 1, "unseen": 1, "answer": 2, "peace": 3, "win": 2, "ruin": 2,
    "free": 2, "sky": 3, "lose": 3, "hinder": 4, "forestall": 4, "help": 5,
}  # fmt: skip
"""How much longer than estimated a bot takes for a kind of aim."""
MANNERS = {
    GALAS: 0, THURINAS: 1, BAND: 1, IDH: 1, TULU: 1.5, RHACH: 2, GALU: 2, NARCHAD: 2,
    ERTHAD: 2, RIM: 2, NUTHAD: 3, MAETH: 3, GWEND: 4, HANNAS: 4, BREGED: 4, RATH: 4,
}  # fmt: skip
"""How much longer for a manner."""
ARTS = (GOLLOR, TALAGAN, SAELON, PETHDAN)
"""What a seeker can grow into."""
SHORT_ROAD, LONG_ROAD = 4, 12
"""Own turns after which a quest or a goal in free words is believed."""
ENOUGH_FIGURES = 3
MOST_FIGURES = 6


def turn(mind: Mind) -> Move | None:
    """A move in the own turn, or a claim out of turn."""
    for claim in mind.of("end", "claim"):
        quest = mind.me.aim if claim.verb == "end" else own_quest(mind, claim.args[0])
        if quest and believed(mind, mind.seat, quest):
            return claim
    phase = mind.frame.phase
    if phase == "prepare":
        return prepare(mind)
    if phase in ("move", "move2"):
        return move(mind)
    if phase == "contest":
        return contests(mind)
    return None


def own_quest(mind: Mind, number: int) -> Quest:
    """A running quest of the bot."""
    return next(quest for quest in mind.me.quests if quest.number == number)


def believed(mind: Mind, seat: int, quest: Quest) -> bool:
    """Whether a quest or goal is fulfilled: an engine's aim, or words after some turns."""
    if quest.aim is not None:
        return aims.met(mind.state, seat, quest)
    spent = mind.state.players[seat].turns - quest.turn
    return bool(quest.words) and spent >= (SHORT_ROAD if quest.number else LONG_ROAD)


# --- Preparations -------------------------------------------------------------------------


def prepare(mind: Mind) -> Move | None:
    """Quests first, then figures, then whatever is left for runes."""
    return (
        give_up(mind)
        or buy_rune(mind)
        or declare(mind)
        or mind.first("win")
        or place(mind)
        or praise(mind)
        or cast_something(mind)
        or mind.first("march")
    )


def give_up(mind: Mind) -> Move | None:
    """A quest that cannot come true any more, or has taken too long, is given up."""
    if not mind.purposeful:
        return None
    for quest in mind.me.quests:
        if quest.aim is None:
            continue
        age = mind.me.turns - quest.turn
        hard = aims.hardness(mind.state, mind.seat, quest)
        done, wanted = aims.progress(mind.state, mind.seat, quest)
        lacking = 2 * done <= wanted or aims.missing(mind.state, mind.seat, quest)
        stale = age > 2 * hard + 4 and lacking
        if aims.hopeless(mind.state, mind.seat, quest) or stale:
            return next((m for m in mind.of("forsake") if m.args[0] == quest.number), None)
    return None


def buy_rune(mind: Mind) -> Move | None:
    """Two runes make a quest; figures come before the third quest."""
    buy = mind.first("buy")
    if not buy:
        return None
    running, hand = len(mind.me.quests), len(mind.me.hand)
    if not mind.purposeful:
        return buy if mind.me.tur >= 8 and mind.chance(0.25) else None
    if running + hand // 2 >= 3 or len(mind.figures) < 2:
        return buy if mind.me.tur >= 25 and hand < 4 and mind.chance(0.3) else None
    spare = mind.me.tur - saved(mind)
    wanted = 5 if running == 0 else 10 if running == 1 else 16
    return buy if spare >= wanted else None


def saved(mind: Mind) -> int:
    """What a quest wants to have in store."""
    return max((plan.tur for plan in mind.plans), default=0)


def declare(mind: Mind) -> Move | None:
    """With two runes in hand a quest is declared, if one is worth it."""
    offers = mind.of("declare")
    if not offers:
        return None
    if not mind.purposeful:
        return mind.rng.choice(offers) if mind.chance(0.6) else None
    pairs = {tuple(move.args[1:]) for move in offers if len(move.args) == 3}
    rated = [
        (effort(mind, aim), runes, aim)
        for runes, choices in aims.all_choices(mind.state, mind.seat, sorted(pairs))
        for aim in choices
    ]
    if not rated:
        return None
    _, runes, aim = min(rated, key=lambda each: (each[0], each[1], str(each[2])))
    mode = mode_for(mind, aim)
    return next(m for m in offers if m.args == (mode, *runes))


def mode_for(mind: Mind, aim: Aim) -> str:
    """Mostly open: a story wants to be heard. What must be secret is."""
    if aims.must_be_secret(aim) or aim.kind in ("lose", "hinder", "forestall"):
        return "secret"
    if mind.temper == "dark" and mind.chance(0.3):
        return "silent"
    return "open"


def effort(mind: Mind, aim: Aim, least: int = aims.FAIR) -> float:
    """How long the bot expects to need; what is too light, or on everybody's lips, counts more."""
    turns = aims.difficulty(mind.state, mind.seat, aim)
    short = 6.0 * max(0, least - turns)
    ways = sum(MANNERS[rune] for rune in aim.manners)
    alike = [q for p in mind.state.players for q in p.quests if q.aim and q.aim.kind == aim.kind]
    return turns + 1.5 * EASY[aim.kind] + ways + short + len(alike) + 2 * mind.rng.random()


def word_quest(mind: Mind) -> Move | None:
    """The aim of a quest being declared, or of the goal."""
    offers = mind.of("aim")
    if not offers:
        return mind.first("declare", "free") if mind.of("free") else first_quest(mind)
    if not mind.purposeful:
        return mind.rng.choice(offers)
    least = aims.GOAL if isinstance(mind.frame, SealGoal) else aims.FAIR
    mode = mind.frame.mode
    fitting = [m for m in offers if mode == "secret" or not aims.must_be_secret(Aim(*m.args))]
    return mind.best(fitting or offers, lambda m: -effort(mind, Aim(*m.args), least))


def first_quest(mind: Mind) -> Move | None:
    """The quest at the beginning of the game: which mode."""
    offers = mind.of("declare")
    if not offers or not mind.purposeful:
        return None
    choices = aims.choices(mind.state, mind.seat, tuple(offers[0].args[1:]))
    if not choices:
        return None
    aim = min(choices, key=lambda each: effort(mind, each))
    mode = mode_for(mind, aim)
    return next(m for m in offers if m.args[0] == mode)


def place(mind: Mind) -> Move | None:
    """What a quest wants; else hunters to explore, then a settlement, then warriors."""
    offers = mind.of("place", "develop")
    if not offers:
        return None
    if not mind.purposeful:
        return mind.rng.choice(offers) if mind.chance(0.6) else None
    wanted = [kind for plan in mind.plans for kind in plan.place[:2]]
    store = saved(mind)
    own = len([p for p in mind.figures if mind.state.pieces[p].owner == mind.seat])
    plain = [FARON] if own < ENOUGH_FIGURES else [*ARTS, TALAN, RANDIR, MAETHOR, FARON, DRU, ADAN]
    if (
        own >= 2
        and mind.me.golu >= 8
        and not any(mind.state.pieces[p].kind in LEARNED for p in mind.figures)
    ):
        plain = [*ARTS, RANDIR, FARON]
    if own >= MOST_FIGURES:
        plain = [*ARTS, OST, TALAN]

    def worth(move: Move) -> float:
        kind = move.args[0] if move.verb == "place" else move.args[1]
        left = mind.me.tur - KINDS[kind].price.tur
        value = 0.0
        if kind in wanted:
            value = 6.0 - 0.5 * wanted.index(kind)
        elif kind in plain and left >= store:
            value = 3.0 - 0.4 * plain.index(kind)
        if kind == DRU and own < 2:
            value = 0.0
        land = move.args[1] if move.verb == "place" else -1
        if value and land >= 0:
            value += 0.1 * mind.pull[land] + 0.1 * land_sum(mind.state, mind.seat, land)
            value += 4.0 * (land in mind.stay and kind in wanted)
        return value

    chosen = mind.best(offers, worth)
    return chosen if chosen and worth(chosen) > 0.5 else None


def praise(mind: Mind) -> Move | None:
    """Respect for one who has done something, now and then."""
    offers = mind.of("honour")
    if not offers or not mind.chance({"generous": 0.12, "dry": 0.05, "dark": 0.02}[mind.temper]):
        return None
    return mind.best(offers, lambda m: mind.state.players[m.args[0]].fulfilled)


# --- Movement -----------------------------------------------------------------------------


def move(mind: Mind) -> Move | None:
    """The best step, as long as one is better than staying."""
    if mind.of("stay") or mind.first("step") is None:
        pay = mind.of("stay")
        if pay and mind.wanting("pay"):
            return mind.rng.choice(pay)
    forced = [m for m in mind.of("step") if mind.first("done") is None]
    if forced:
        return mind.rng.choice(forced)
    if not mind.purposeful:
        return wander(mind)
    chosen = mind.best(mind.of("step"), lambda m: step_worth(mind, m))
    if chosen and step_worth(mind, chosen) > 0.15:
        return chosen
    return hire(mind) or mind.first("win", "befriend", "done")


def wander(mind: Mind) -> Move | None:
    """Somewhere else, mostly."""
    steps = [m for m in mind.of("step") if mind.danger(m.args[1]) < 3]
    if steps and mind.chance(0.75):
        return mind.rng.choice(steps)
    return mind.first("done")


def step_worth(mind: Mind, step: Move) -> float:
    """What a step gains: nearer to what quests want, new land, less what it risks."""
    piece, land = step.args
    state = mind.state
    start = state.pieces[piece].land
    if state.pieces[piece].kind == URLUG:
        return -1.0
    gain = mind.pull[land] - mind.pull[start]
    gain += 0.5 * mind.room(land) - 0.6 * mind.danger(land)
    gain += artful(mind, piece, land)
    if start in mind.stay and len(own_figures(state, mind.seat, start)) < 2:
        gain -= 8.0
    if start in mind.stay and any(start in plan.stay and start in plan.go for plan in mind.plans):
        gain -= 4.0
    if figures(state, mind.seat, land) and land not in mind.stay:
        gain -= 0.4
    if leaves_tower(mind, piece):
        gain -= 1.0
    if state.markers[land] not in (NOBODY, mind.seat) and building(state, land) is not None:
        gain -= 0.3
    return gain


def leaves_tower(mind: Mind, piece: int) -> bool:
    """Whether a tower, and the marker of its land, would be lost by this step."""
    start = mind.state.pieces[piece].land
    house = building(mind.state, start)
    if house is None or len(figures(mind.state, mind.seat, start)) > 1:
        return False
    return (mind.state.pieces[house].kind, mind.state.pieces[house].leader) == (MINAS, mind.seat)


def artful(mind: Mind, piece: int, land: int) -> float:
    """Singers look for those who can be sung away, the wise for riddles."""
    state = mind.state
    kind = state.pieces[piece].kind
    others = [p for p in mobile(state, land) if state.pieces[p].leader != mind.seat]
    learned = any(state.pieces[p].kind in LEARNED for p in others)
    if kind in SINGERS and others and not learned:
        return 1.5 + 0.6 * mind.danger(land)
    return 1.0 if kind in (SAELON, GOLLOR) and learned else 0.0


def hire(mind: Mind) -> Move | None:
    """A dragon for a fight that matters, if respect is to spare."""
    offers = mind.of("hire")
    if not offers or mind.me.aglar < 2 or not mind.chance(0.15):
        return None
    lands = {land for plan in mind.plans for land in plan.go}
    aimed = [m for m in offers if m.args[1] in lands and mind.danger(m.args[1]) > 0]
    return mind.rng.choice(aimed) if aimed else None


# --- Contests to choose -------------------------------------------------------------------


def contests(mind: Mind) -> Move | None:
    """Contests as they come; then what else can be tried before moving on."""
    fight = mind.of("contest")
    if fight:
        return mind.rng.choice(fight)
    return mind.first("search", "break") or mind.first("befriend") or mind.first("done")


CHOOSERS: dict[type[Frame], Chooser] = {
    TurnFrame: turn,
    Declare: word_quest,
    SealGoal: word_quest,
}
