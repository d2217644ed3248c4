"""A bot's own turn: preparations, movement, contests to choose."""

from __future__ import annotations

from cruachan.engine.game import NOBODY
from cruachan.games.shent.bots.ambitions import dream
from cruachan.games.shent.bots.bonds import propose, settle_debts, share
from cruachan.games.shent.bots.mind import Chooser, ShentMind
from cruachan.games.shent.bots.names import new_name
from cruachan.games.shent.bots.quests import claims, declare, give_up
from cruachan.games.shent.bots.spells import cast_something
from cruachan.games.shent.bots.stones import best_spell
from cruachan.games.shent.chapters.rounds import TurnFrame
from cruachan.games.shent.components.material import (
    ADAN,
    BUILDINGS,
    DRU,
    FARON,
    GOLLOR,
    LEARNED,
    MAETHOR,
    MINAS,
    OST,
    PETHDAN,
    RANDIR,
    SAELON,
    SINGERS,
    TALAGAN,
    TALAN,
    URLUG,
)
from cruachan.games.shent.core.flow import Frame, Move
from cruachan.games.shent.core.prices import full_price
from cruachan.games.shent.core.state import (
    building,
    figures,
    in_truce,
    land_sum,
    mobile,
    others_in,
    wisdom,
)

ARTS = (GOLLOR, TALAGAN, SAELON, PETHDAN)
"""What a seeker can grow into."""
ENOUGH_FIGURES = 3
MOST_FIGURES = 6
MOST_RUNES = 4
MUCH_GOLU = 15
"""With so much a second seeker can learn something too."""
NAMED_WITHIN = 3
NEVER = -9.0
SEEKS = 0.7
"""What a step towards a contest of wits is worth to the most curious."""
WORTH_A_DRAGON = 2.0
"""From how much on a dragon is hired against a land."""
WORTH_A_STEP, RESTLESS = 0.15, -0.5
"""What a step must be worth; the first of a turn less, for who stays sees nothing."""


def turn(mind: ShentMind) -> Move | None:
    """A move in the own turn, or a claim out of turn."""
    ended = claims(mind) or give_up(mind)
    if ended:
        return ended
    owed = settle_debts(mind) if mind.state.pacts else None
    if owed:
        return owed
    phase = mind.frame.phase
    if phase == "prepare":
        return prepare(mind)
    if phase in ("move", "move2"):
        return move(mind)
    if phase == "contest":
        return contests(mind)
    return None


# --- Preparations -------------------------------------------------------------------------


def prepare(mind: ShentMind) -> Move | None:
    """What serves a quest at once; quests, then figures, then whatever is left for runes."""
    return (
        christen(mind)
        or best_spell(mind, mind.of("cast"))
        or buy_rune(mind)
        or declare(mind)
        or mind.first("win")
        or place(mind)
        or praise(mind)
        or propose(mind)
        or cast_something(mind)
        or mind.first("march")
    )


def buy_rune(mind: ShentMind) -> Move | None:
    """Two runes make a quest; figures come before the third quest."""
    buy = mind.first("buy")
    if not buy:
        return None
    running, hand = len(mind.me.quests), len(mind.me.hand)
    if not mind.level.pursues:
        return buy if mind.me.tur >= 8 and mind.chance(0.25) else None
    spare = mind.me.tur - saved(mind)
    short = mind.wanting("seek") or (mind.wanting("spend") and not hand)
    if short and len(mind.figures) > 1 and hand < MOST_RUNES:
        return buy
    if running + hand // 2 >= 3 or len(mind.figures) < 2:
        return buy if mind.me.tur >= 25 and hand < MOST_RUNES and mind.chance(0.3) else None
    saves = mind.me.aim is not None and dream(mind) is not None and mind.chance(0.5)
    if not running and not hand and not saves:
        spare = mind.me.tur
    return buy if spare >= (5, 9, 13)[running] else None


def saved(mind: ShentMind) -> int:
    """What a quest wants to have in store, what is dreamt of, or a seeker who could soon sing."""
    kinds = {mind.state.pieces[piece].kind for piece in mind.figures}
    price = full_price(mind.state, PETHDAN)
    learns = RANDIR in kinds and not kinds & set(SINGERS) and mind.me.golu >= price.golu
    wish = dream(mind)
    far = 0 if wish is None else full_price(mind.state, wish).tur
    return max([plan.tur for plan in mind.plans] + [price.tur * learns, far])


def place(mind: ShentMind) -> Move | None:
    """What a quest wants; else hunters to explore, then a settlement, then warriors."""
    offers = mind.of("place", "develop")
    if not offers:
        return None
    if not mind.level.pursues:
        return mind.rng.choice(offers) if mind.chance(0.6) else None
    wanted = [kind for plan in mind.plans for kind in plan.place[:4]]
    store, wish = saved(mind), dream(mind)
    own = len([p for p in mind.figures if mind.state.pieces[p].owner == mind.seat])
    plain = next_figures(mind, own)
    learned = {mind.state.pieces[p].kind for p in mind.figures} & set(ARTS)

    def worth(move: Move) -> float:
        kind = move.args[0] if move.verb == "place" else move.args[1]
        left = mind.me.tur - full_price(mind.state, kind).tur
        value = 0.0
        if kind in wanted:
            value = 6.0 - 0.5 * wanted.index(kind)
        elif kind == wish or (kind in ARTS and kind in plain and not learned):
            value = 4.0 + 0.5 * (kind in ARTS)
        elif kind in plain and (left >= store or kind in ARTS):
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


def next_figures(mind: ShentMind, own: int) -> list[int]:
    """What is placed where no quest asks for anything, the most wanted first."""
    learned = sum(mind.state.pieces[p].kind in LEARNED for p in mind.figures)
    if own >= 2 and not learned:
        return [RANDIR, FARON]
    if own >= ENOUGH_FIGURES and learned == 1 and mind.me.golu >= MUCH_GOLU:
        return [*ARTS, RANDIR, FARON]
    if own < ENOUGH_FIGURES:
        return [FARON]
    if own >= MOST_FIGURES:
        return [*ARTS, OST, TALAN]
    return [*ARTS, TALAN, RANDIR, MAETHOR, FARON, DRU, ADAN]


def christen(mind: ShentMind) -> Move | None:
    """Who has been there for a while has a name: each figure within three rounds."""
    state = mind.state
    for piece in mind.figures:
        if (state.round + piece) % NAMED_WITHIN or piece in state.names:
            continue
        if state.pieces[piece].owner == mind.seat:
            words = new_name(mind.seat, state.names.values(), mind.rng, state.round)
            return Move("name", (piece,), words) if words else None
    return None


def praise(mind: ShentMind) -> Move | None:
    """Respect for one who has done something, now and then."""
    offers = mind.of("honour")
    if not offers or not mind.chance(mind.temper.praise):
        return None
    return mind.best(
        offers, lambda m: mind.state.players[m.args[0]].fulfilled + mind.regards[m.args[0]]
    )


# --- Movement -----------------------------------------------------------------------------


def move(mind: ShentMind) -> Move | None:
    """The best step, as long as one is better than staying."""
    if mind.of("stay") or mind.first("step") is None:
        pay = mind.of("stay")
        if pay and mind.wanting("pay"):
            return mind.rng.choice(pay)
    forced = [m for m in mind.of("step") if mind.first("done") is None]
    if forced:
        return mind.rng.choice(forced)
    if not mind.level.pursues:
        return wander(mind)
    chosen = mind.best(mind.of("step"), lambda m: step_worth(mind, m))
    if chosen and step_worth(mind, chosen) > (WORTH_A_STEP if mind.state.turn.fresh else RESTLESS):
        return chosen
    return hire(mind) or mind.first("win", "befriend", "done")


def wander(mind: ShentMind) -> Move | None:
    """Somewhere else, mostly."""
    steps = [m for m in mind.of("step") if mind.danger(m.args[1]) < 3]
    if steps and mind.chance(0.75):
        return mind.rng.choice(steps)
    return mind.first("done")


def step_worth(mind: ShentMind, step: Move) -> float:
    """What a step gains: nearer to what quests want, new land, less what it risks."""
    piece, land = step.args
    state = mind.state
    start = state.pieces[piece].land
    if state.pieces[piece].kind == URLUG or mind.wanting("wait"):
        return NEVER
    if piece in mind.errands:
        way = state.board.distances[mind.errands[piece]]
        return 3.0 * (way[start] - way[land]) if way[start] else NEVER
    if start in mind.still or (land in mind.still and figures(state, mind.seat, land)):
        return NEVER
    gain = mind.pull[land] - mind.pull[start]
    gain += 0.5 * mind.room(land) - risk(mind, piece, land)
    gain += artful(mind, piece, land)
    if piece in mind.roads:
        gain += 1.5 if land not in mind.roads[piece] else -0.5
    if len(figures(state, mind.seat, start)) <= mind.stay.get(start, 0):
        gain -= 8.0
    if figures(state, mind.seat, land) and land not in mind.stay:
        gain -= 0.4
    if leaves_tower(mind, piece):
        gain -= 1.0
    if state.markers[land] not in (NOBODY, mind.seat) and building(state, land) is not None:
        gain -= 0.3
    return gain


def risk(mind: ShentMind, piece: int, land: int) -> float:
    """What a figure risks by a step; who is out for a loss fears none."""
    danger = 0.6 * mind.danger(land)
    if mind.wanting("fail") and mind.state.pieces[piece].kind in (FARON, DRU):
        return -0.5 * danger
    return 3.0 * danger if mind.wanting("no_contest") else danger


def leaves_tower(mind: ShentMind, piece: int) -> bool:
    """Whether a tower, and the marker of its land, would be lost by this step."""
    start = mind.state.pieces[piece].land
    house = building(mind.state, start)
    if house is None or len(figures(mind.state, mind.seat, start)) > 1:
        return False
    return (mind.state.pieces[house].kind, mind.state.pieces[house].leader) == (MINAS, mind.seat)


def artful(mind: ShentMind, piece: int, land: int) -> float:
    """Singers look for those who can be sung away, the wise for those who know riddles."""
    state = mind.state
    one = state.pieces[piece]
    others = [p for p in mobile(state, land) if state.pieces[p].leader != mind.seat]
    if state.pacts and any(
        in_truce(state, land, mind.seat, state.pieces[p].leader) for p in others
    ):
        return 0.0
    eager = 1.5 if mind.wanting("riddle") else 0.0
    if one.kind in SINGERS and others and not any(state.pieces[p].kind in LEARNED for p in others):
        return 1.5 + eager + 0.6 * mind.danger(land)
    wise = any(wisdom(state.pieces[p]) for p in others)
    if wisdom(one) and wise:
        return 1.0 + eager + 0.6 * mind.danger(land)
    return seeking(mind, piece, land) if wisdom(one) else 0.0


def seeking(mind: ShentMind, piece: int, land: int) -> float:
    """The curious wise go where they can pose a riddle, or sing to those whom nobody shields."""
    state = mind.state
    one = state.pieces[piece]
    lands = {
        other.land
        for other in state.pieces
        if other.land >= 0
        and other.leader not in (NOBODY, mind.seat)
        and (wisdom(other) if one.kind not in SINGERS else other.kind not in BUILDINGS)
    }
    far = [state.board.distances[each] for each in lands]
    if not far:
        return 0.0
    nearer = min(row[one.land] for row in far) - min(row[land] for row in far)
    return mind.temper.curious * SEEKS * nearer


def hire(mind: ShentMind) -> Move | None:
    """A dragon for a fight that matters, if respect is to spare."""
    offers = mind.of("hire")
    if not offers or not mind.chance(max(0.15, mind.temper.spite * mind.level.spites)):
        return None
    state = mind.state

    def stings(land: int) -> float:
        """What a dragon does there to those whom a quest is against, or who are disliked."""
        hit = {state.markers[land], *others_in(state, mind.seat, land)} - {mind.seat, NOBODY}
        if hit & mind.friends:
            return NEVER
        goes = max((plan.go.get(land, 0.0) for plan in mind.plans), default=0.0)
        return sum(goes * (other in mind.fights) + 2 * mind.dislike(other) for other in hit)

    chosen = mind.best(offers, lambda m: stings(m.args[1]))
    return chosen if chosen and stings(chosen.args[1]) > WORTH_A_DRAGON else None


# --- Contests to choose -------------------------------------------------------------------


def contests(mind: ShentMind) -> Move | None:
    """Lone allies are won over if quests want them; contests; then what else can be tried."""
    friend = mind.first("befriend")
    if friend and (mind.wanting("win_over") or mind.me.aglar > 1):
        return friend
    fight = mind.of("contest")
    if fight:
        return share(mind) or mind.best(fight, lambda m: mind.dislike(m.args[1]))
    return mind.first("search", "break") or friend or mind.first("done")


CHOOSERS: dict[type[Frame], Chooser] = {
    TurnFrame: turn,
}
