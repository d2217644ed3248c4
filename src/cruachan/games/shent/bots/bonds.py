"""Agreements of a bot: what it proposes, what it answers, and whether it stands by its word."""

from __future__ import annotations

from random import Random

from cruachan.games.shent.bots.mind import Chooser, ShentMind
from cruachan.games.shent.chapters.agreements import GOODS, Proposal, said_term, shareable
from cruachan.games.shent.chapters.demands import demands
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.flow import Frame, Move
from cruachan.games.shent.core.presence import must_fight
from cruachan.games.shent.core.state import Deal, Term, figures, in_truce, pact_of, strength

PAUSE = 3
"""The rounds between two proposals of a bot; a proposal to share a land does not count."""
NEAR = 2
"""Who is farther away than so many steps is not thought of."""
RUNE = 4.5
"""What a rune is worth in tûr."""
TRUST = {"passage": 2.0, "support": 1.5, "words": 0.3}
"""What a promise is worth to who gets it."""
COST = {"passage": 1.2, "support": 1.0, "words": 0.5}
"""What it is worth to who gives it."""
TRUCE = 3
"""Rounds of a truce that a bot proposes."""


# --- Proposing ----------------------------------------------------------------------------


def propose(mind: ShentMind) -> Move | None:
    """Now and then, to somebody near: a truce, a trade, a present."""
    offers = mind.of("treat")
    turn, _ = mind.me.proposals
    if not offers or (turn and mind.state.turns - turn < PAUSE * mind.state.seats):
        return None
    if not mind.level.pursues or not mind.chance(mind.temper.parley):
        return None
    ready = [move for move in offers if plan(mind, move.args[0]) != Deal()]
    return mind.best(ready, lambda move: mind.regards[move.args[0]] + mind.rng.random())


def share(mind: ShentMind) -> Move | None:
    """Where a contest awaits that it does not want, the land is offered to be shared."""
    if mind.me.proposals[0] == mind.state.turns or not mind.level.pursues:
        return None
    for land, other in must_fight(mind.state, mind.seat):
        if other >= 0 and reluctant(mind, other, land):
            return next((m for m in mind.of("treat") if m.args[0] == other), None)
    return None


def reluctant(mind: ShentMind, other: int, land: int) -> bool:
    """Whether it would rather not fight somebody in a land."""
    if other in mind.fights or land not in shareable(mind.state, mind.seat, other):
        return False
    if "song" in demands(mind.state, mind.seat, other, land):
        return False
    mine, theirs = (might(mind, seat, land) for seat in (mind.seat, other))
    liking = mind.regards[other] - 3 * mind.temper.bite
    return theirs > mine - liking or other in mind.friends


def might(mind: ShentMind, seat: int, land: int) -> int:
    """The strength of a player in a land."""
    return sum(strength(mind.state.pieces[piece]) for piece in figures(mind.state, seat, land))


def plan(mind: ShentMind, other: int) -> Deal:
    """What it would propose to another player now: the same as long as it words it."""
    state, seat = mind.state, mind.seat
    for land in shareable(state, seat, other):
        if reluctant(mind, other, land):
            return Deal(share=land)
    lot = Random(f"{seat} {other} {state.turns}")
    regard = mind.regards[other]
    if other in mind.fights or mind.look.gap(other) > NEAR:
        return Deal()
    if regard > -1.5 and not in_truce(state, NOWHERE, seat, other) and lot.random() < 0.4:
        sweetener = Term("tur", 2) if regard < 0 and mind.me.tur > 8 else None
        return Deal(truce=TRUCE, give=sweetener)
    if regard > 0.8 and mind.me.tur >= 12 and lot.random() < mind.temper.gift:
        return Deal(give=Term("tur", 3))
    return trade(mind, other, lot)


def trade(mind: ShentMind, other: int, lot: Random) -> Deal:
    """golu for tûr by former rules, where one has much of it; a spare rune for tûr; a toll."""
    me, them = mind.me, mind.state.players[other]
    if mind.state.by_former_rules and me.golu >= 9 and me.tur < 10 and them.tur >= 10:
        return Deal(give=Term("golu", 5), take=Term("tur", 4))
    if mind.state.by_former_rules and me.tur >= 12 and me.golu < 6 and them.golu >= 8:
        return Deal(give=Term("tur", 5), take=Term("golu", 5))
    if len(me.hand) >= 3 and me.tur < 8 and them.tur >= 8:
        return Deal(give=Term("rune", lot.choice(sorted(me.hand))), take=Term("tur", 5))
    if me.tur >= 10 and lot.random() < 0.5:
        return Deal(give=Term("tur", 3), take=Term("passage", 0, TRUCE))
    return Deal()


# --- Answering ----------------------------------------------------------------------------


def proposal(mind: ShentMind) -> Move | None:
    """The next part of what it wants to say; or an answer."""
    frame = mind.frame
    if frame.sent:
        yes = mind.first("accept") if welcome(mind, frame.seat, frame.deal) else None
        return yes or mind.first("decline")
    wanted, said = plan(mind, frame.other), frame.deal
    if wanted.share != said.share:
        return Move("share", (wanted.share,))
    if wanted.truce != said.truce:
        return Move("truce", (wanted.truce,))
    if wanted.give is not None and wanted.give != said.give:
        return Move("give", said_term(wanted.give))
    if wanted.take is not None and wanted.take != said.take:
        return Move("ask", said_term(wanted.take))
    return mind.first("offer") or mind.first("pass")


def welcome(mind: ShentMind, other: int, deal: Deal) -> bool:
    """Whether what another player proposes is worth more than it costs, to somebody one likes."""
    if deal.undo:
        pact = pact_of(mind.state, deal.undo)
        return pact is None or pact.kind == "truce" or pact.other != mind.seat
    hostile = other in mind.fights - mind.friends
    worth = mind.regards[other] + 2 * mind.temper.gift - 2.0 * hostile
    if deal.give is not None:
        worth += value(deal.give)
    if deal.take is not None:
        worth -= price(mind, deal.take, hostile)
    if deal.truce:
        worth += truce_worth(mind, other, hostile)
    if deal.share != NOWHERE:
        theirs, mine = might(mind, other, deal.share), might(mind, mind.seat, deal.share)
        worth += min(3, theirs - mine) + 1.5 - 4 * hostile
    return worth > 0.0


def value(term: Term) -> float:
    """What something is worth that one would get."""
    if term.what == "rune":
        return RUNE
    if term.what in GOODS:
        return term.amount * (0.8 if term.what == "golu" else 1.0)
    return 0.5 * term.amount if term.what == "pay" else TRUST[term.what]


def price(mind: ShentMind, term: Term, hostile: bool) -> float:
    """What something costs that one would give: more where one has little of it."""
    if term.what == "rune":
        return RUNE + (2.0 if len(mind.me.hand) < 3 else 0.0)
    if term.what in GOODS:
        have = mind.me.tur if term.what == "tur" else mind.me.golu
        return term.amount * (1.0 + term.amount / max(1, have)) * (0.8 if have > 15 else 1.0)
    if term.what == "pay":
        return 1.2 * term.amount
    return COST[term.what] + 3.0 * hostile


def truce_worth(mind: ShentMind, other: int, hostile: bool) -> float:
    """A truce is worth most with who is near and strong."""
    if hostile:
        return -4.0
    ours, theirs = (
        sum(strength(p) for p in mind.state.pieces if p.leader == seat and p.land >= 0)
        for seat in (mind.seat, other)
    )
    near = 1.0 if mind.look.gap(other) <= NEAR else 0.3
    return near + 0.15 * (theirs - ours) - 1.5 * mind.temper.bite


# --- Keeping one's word -------------------------------------------------------------------


def settle_debts(mind: ShentMind) -> Move | None:
    """What was promised is paid by who keeps promises.

    A truce may be in the way of a quest, or spare one who is ahead and stands next to the bot.
    """
    for move in mind.of("pay"):
        pact = pact_of(mind.state, move.args[0])
        if pact and mind.keeps([pact]):
            return move
    for move in mind.of("renounce"):
        pact = pact_of(mind.state, move.args[0])
        if pact and pact.kind == "truce":
            other = pact.seat + pact.other - mind.seat
            tempted = other in mind.fights and met(mind, other)
            tempted = tempted or (ahead(mind, other) and mind.look.gap(other) < NEAR)
            if tempted and not mind.keeps([pact]):
                return move
    return None


def ahead(mind: ShentMind, other: int) -> bool:
    """Whether another player has fulfilled more, and no quest wants peace with her."""
    players = mind.state.players
    return players[other].fulfilled > mind.me.fulfilled and other not in mind.friends


def met(mind: ShentMind, other: int) -> bool:
    """Whether figures of both stand in a land of nobody."""
    lands = {mind.state.pieces[piece].land for piece in mind.figures}
    return any(figures(mind.state, other, land) and mind.state.markers[land] < 0 for land in lands)


CHOOSERS: dict[type[Frame], Chooser] = {Proposal: proposal}
