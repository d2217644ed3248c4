"""Kinds of aims with somebody: legends, allies, peace, freeing, help (S17)."""

from __future__ import annotations

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims.base import (
    AimKind,
    AimScene,
    Look,
    events_of,
    followers,
    in_peace_with,
    the_aim,
    turned_away,
)
from cruachan.games.shent.aims.plan import QuestPlan, runes_on, visit
from cruachan.games.shent.components.material import (
    ADAN,
    BAND,
    DRU,
    ERTHAD,
    FARON,
    GALAS,
    GOOD,
    GWEND,
    HANNAS,
    IDH,
    MAETH,
    MAETHOR,
    MINAS,
    NARCHAD,
    NUTHAD,
    PETHDAN,
    RANDIR,
    RATH,
    RHACH,
    RIM,
    RUNES,
    SAELON,
    THURINAS,
    TULU,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.prices import full_price
from cruachan.games.shent.core.state import (
    Aim,
    DomainEvent,
    Quest,
    State,
    on_piece,
    tokens,
)

MANY_BOUND = 5
"""How many bound figures and lost allies are offered."""


class AnswerAim(AimKind):
    """[S17.10] A legend is answered by the owner."""

    key = "answer"
    rule = "S17.10"
    runes = (HANNAS, THURINAS, TULU)
    answers = True
    steps = 3
    excludes = (MAETH, HANNAS, RHACH)
    extra_turns = 7
    rune_saves = 9
    readings = ("hannas.answer", "tulu.hint")
    tempers = ("generous", "dry")

    def offers(self, look: Look, step: int) -> list[Aim]:
        depths = {land: token.strength for land, token in look.legends.items()}
        fitting = [n for n, depth in depths.items() if (depth > 3) + (depth > 5) == step]
        return [self.make(max(1, depths[n]), n) for n in look.nearest(fitting)]

    def turns(self, aim: Aim) -> int:
        return aim.size + 2

    def done(self, state: State, seat: int, quest: Quest) -> int:
        aim = the_aim(quest)
        if any(
            event.land == aim.land for event in events_of(quest, seat, DomainEventKind.ANSWERED)
        ):
            return aim.size
        legend = tokens(state, TokenKind.LEGEND, aim.land)
        return max(0, min(aim.size - 1, aim.size - legend[0].strength)) if legend else 0

    def scenes(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """The named land, and where other legends were answered."""
        land = the_aim(quest).land
        more = {event.land for event in events_of(quest, seat, DomainEventKind.ANSWERED)} - {land}
        return [AimScene(land), *map(AimScene, sorted(more))]

    def hopeless(self, state: State, seat: int, quest: Quest) -> bool:
        """Somebody else has answered it."""
        aim = the_aim(quest)
        return (
            not tokens(state, TokenKind.LEGEND, aim.land)
            and self.done(state, seat, quest) < aim.size
        )

    def sensible(self, look: Look, aim: Aim) -> bool:
        return RIM not in aim.manners or len(look.legends) >= 2

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        plan.head_for([the_aim(quest).land], 10)
        plan.keep([the_aim(quest).land])
        plan.head_for((n for n, r in runes_on(state) if r == HANNAS), 4)
        plan.place += [SAELON, RANDIR]
        plan.verbs.add("seek")


class AlliesAim(AimKind):
    """[S17.12] So many more allies, or an adan more, than when it was declared."""

    key = "allies"
    rule = "S17.12"
    runes = (GWEND, TULU, ERTHAD)
    steps = 5
    counted = 1
    excludes = (BAND, NUTHAD, TULU)
    anywhere = True
    thing = "kind"
    extra_turns_goal = 8
    readings = ("gwend.won",)
    tempers = ("generous",)
    friendly = True
    progress = "friends"

    def offers(self, look: Look, step: int) -> list[Aim]:
        free = [p.kind for p in look.state.pieces if p.kind in (DRU, ADAN) and p.leader == NOBODY]
        aims = [self.make(step + 1)] if len(free) > step else []
        more = 1 + step // 2
        return aims + ([self.make(more, thing=ADAN)] if free.count(ADAN) >= more else [])

    def turns(self, aim: Aim) -> int:
        if aim.thing == ADAN:
            return 5 + 4 * (aim.size - 1)
        return (4, 6, 9, 12, 15)[min(aim.size, 5) - 1]

    def base(self, state: State, seat: int, aim: Aim) -> int:
        return len(followers(state, seat, aim.thing))

    def done(self, state: State, seat: int, quest: Quest) -> int:
        return max(0, self.base(state, seat, the_aim(quest)) - quest.base)

    def scenes(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """Where the allies stand."""
        lands = {state.pieces[piece].land for piece in followers(state, seat, the_aim(quest).thing)}
        return [AimScene(land) for land in sorted(lands)]

    def failures(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """An ally was lost."""
        return [
            AimScene(event.land, event.other, event.piece)
            for event in events_of(quest, seat, DomainEventKind.DESERTED, DomainEventKind.FELL)
            if state.pieces[event.piece].kind in (DRU, ADAN)
        ]

    def variant(self, aim: Aim) -> str:
        if aim.thing >= 0:
            return "adan" if aim.size == 1 else "adans"
        return "one" if aim.size == 1 else ""

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        thing = the_aim(quest).thing
        kinds = (ADAN,) if thing == ADAN else (DRU, ADAN)
        lone = [p.land for p in state.pieces if p.kind in kinds and p.leader == NOBODY]
        plan.head_for((land for land in lone if land >= 0), 8)
        plan.verbs.add("win_over")
        plan.place += list(kinds)
        plan.tur = max(plan.tur, full_price(state, kinds[0]).tur)

    def here(self, look: Look, aim: Aim) -> float:
        return 0.0 if look.state.players[look.seat].aglar else 1.0


class PeaceAim(AimKind):
    """[S17.13] The owner stands in peace with another's figures, or with several at once."""

    key = "peace"
    rule = "S17.13"
    runes = (GWEND, ERTHAD, IDH)
    steps = 5
    counted = 1
    excludes = (MAETH, GWEND, ERTHAD)
    extra_turns = 2.5
    extra_turns_goal = 3
    tempers = ("generous",)
    friendly = True
    progress = "time"
    reconciles = True

    def offers(self, look: Look, step: int) -> list[Aim]:
        turns = (3, 4, 6, 8, 10)[step]
        aims = [self.make(turns, seat=other) for other in look.others[:4]]
        if 1 <= step <= 2 and step + 1 <= len(look.others):
            aims.insert(1, self.make(step + 1, thing=1))
        return aims

    def turns(self, aim: Aim) -> int:
        if aim.thing == 1:
            return 3 * aim.size
        return aim.size + 2

    def done(self, state: State, seat: int, quest: Quest) -> int:
        aim = the_aim(quest)
        if aim.thing == 1:
            return len(in_peace_with(state, seat))
        return len(
            {d.turn for d in events_of(quest, seat, DomainEventKind.STOOD) if d.other == aim.seat}
        )

    def scenes(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """Where the owner stood in peace at turn-ends, or stands now."""
        stood = [
            AimScene(event.land, event.other)
            for event in events_of(quest, seat, DomainEventKind.STOOD)
        ]
        here = [AimScene(n, one + two - seat) for n, one, two in state.peace if seat in (one, two)]
        return stood + here

    def failures(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """Peace was refused, or broken by the other."""
        other = the_aim(quest).seat
        return [
            AimScene(event.land, event.seat)
            for event in quest.log
            if event.what in (DomainEventKind.REFUSED, DomainEventKind.BROKEN)
            and event.other == seat
            and other in (NOBODY, event.seat)
        ]

    def variant(self, aim: Aim) -> str:
        return "many" if aim.thing == 1 else ""

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        aim = the_aim(quest)
        friends = [aim.seat] if aim.seat >= 0 else [s for s in range(state.seats) if s != seat]
        have = in_peace_with(state, seat)
        plan.friends |= set(friends)
        plan.keep(
            n for n, one, two in state.peace if seat in (one, two) and {one, two} & set(friends)
        )
        for other in friends:
            if other not in have:
                visit(state, other, plan)
        plan.recruit(4, FARON, PETHDAN)

    def here(self, look: Look, aim: Aim) -> float:
        bonds = in_peace_with(look.state, look.seat)
        return -2.0 if bonds and (aim.seat in bonds or aim.seat == NOBODY) else 0.0


class FreeAim(AimKind):
    """[S17.19] A held figure is free, a lost ally or an abandoned minas led again."""

    key = "free"
    rule = "S17.19"
    runes = (RATH, TULU, NARCHAD)
    steps = 1
    by_piece = True
    thing = "piece"
    extra_turns = -1
    rune_saves = 2
    readings = ("gwend.won", "rath.freed", "narchad.clearing")
    tempers = ("generous",)
    friendly = True

    def offers(self, look: Look, step: int) -> list[Aim]:
        state = look.state
        found = [p for p in look.figures if on_piece(state, TokenKind.BAND, p) is not None]
        lone = [
            index
            for index, piece in enumerate(state.pieces)
            if piece.leader == NOBODY and piece.land >= 0 and piece.kind in (DRU, ADAN, MINAS)
        ]
        found += sorted(lone, key=lambda p: (look.away[state.pieces[p].land], p))
        return [self.make(1, state.pieces[p].land, thing=p) for p in found[:MANY_BOUND]]

    def turns(self, aim: Aim) -> int:
        return 5

    def done(self, state: State, seat: int, quest: Quest) -> int:
        return int(the_aim(quest).thing in self._freed(state, seat, quest))

    def _freed(self, state: State, seat: int, quest: Quest) -> set[int]:
        """What was freed or won since, and is still so."""
        aim = the_aim(quest)
        changed = {
            event.piece
            for event in events_of(quest, seat, DomainEventKind.FREED, DomainEventKind.JOINED)
        } | {aim.thing}
        joined = {event.piece for event in events_of(quest, seat, DomainEventKind.JOINED)}
        fell = {event.piece for event in events_of(quest, seat, DomainEventKind.FELL)}
        return {
            piece
            for piece in changed - fell
            if piece >= 0
            and state.pieces[piece].leader == seat
            and state.pieces[piece].land >= 0
            and on_piece(state, TokenKind.BAND, piece) is None
            and (state.pieces[piece].kind not in (DRU, ADAN) or piece in joined)
        }

    def scenes(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        aim = the_aim(quest)
        freed = self._freed(state, seat, quest)
        more = [AimScene(state.pieces[p].land, piece=p) for p in sorted(freed - {aim.thing})]
        return [AimScene(aim.land, piece=aim.thing), *more]

    def failures(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        return turned_away(state, seat, quest, the_aim(quest).land)

    def hopeless(self, state: State, seat: int, quest: Quest) -> bool:
        """It is gone, or somebody else has it."""
        piece = state.pieces[the_aim(quest).thing]
        return piece.land < 0 or piece.leader not in (NOBODY, seat)

    def form(self, aim: Aim) -> str:
        return "the_acc"

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        piece = state.pieces[the_aim(quest).thing]
        plan.verbs.add("win_over")
        if piece.land >= 0:
            plan.head_for([piece.land], 10)
            plan.keep([piece.land])
        plan.recruit(3, MAETHOR, FARON)

    def here(self, look: Look, aim: Aim) -> float:
        return 0.0 if look.state.players[look.seat].aglar else 4.0


class HelpAim(AimKind):
    """[S17.20] Another player fulfils a quest, and the owner has part in it."""

    key = "help"
    rule = "S17.20"
    runes = (GWEND, TULU, ERTHAD)
    steps = 3
    excludes = (GALAS, NARCHAD, BAND, NUTHAD, TULU, IDH, ERTHAD, RIM, RHACH)
    extra_turns = 7
    extra_turns_goal = 16
    tempers = ("generous",)
    friendly = True

    def offers(self, look: Look, step: int) -> list[Aim]:
        return [self.make(step + 1, seat=other) for other in look.others]

    def turns(self, aim: Aim) -> int:
        return 3 + 4 * aim.size

    def done(self, state: State, seat: int, quest: Quest) -> int:
        return len(self.scenes(state, seat, quest))

    def scenes(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        other = the_aim(quest).seat
        found = []
        for done in events_of(quest, other, DomainEventKind.FULFILLED):
            lent = [d for d in quest.log if d.turn == done.turn and _lent(d, seat, other)]
            if lent:
                found.append(AimScene(lent[-1].land, other))
        return found

    def variant(self, aim: Aim) -> str:
        return "" if aim.size == 1 else "more"

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        other = the_aim(quest).seat
        bonds = [n for n, one, two in state.peace if {one, two} == {seat, other}]
        plan.friends.add(other)
        plan.keep(bonds)
        if not bonds:
            visit(state, other, plan)
        plan.recruit(4, FARON, PETHDAN)

    def here(self, look: Look, aim: Aim) -> float:
        bonds = in_peace_with(look.state, look.seat)
        return -9.0 if aim.seat in bonds and look.state.players[aim.seat].quests else 0.0


def _lent(event: DomainEvent, seat: int, other: int) -> bool:
    """[S17.20] Stood in peace with them, or cast a good rune for them."""
    if event.what in (DomainEventKind.STOOD, DomainEventKind.PEACE):
        return {event.seat, event.other} == {seat, other}
    if event.what == DomainEventKind.CAST and event.more:
        good = RUNES.index(str(event.more[0]).split(".")[0]) in GOOD
        return good and event.seat == seat and event.other == other
    return False
