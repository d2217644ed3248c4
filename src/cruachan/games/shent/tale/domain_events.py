"""The events of a move in sentences: what came of it, for players and lands."""

from __future__ import annotations

from collections.abc import Callable

from cruachan.engine.game import NOBODY
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.freely import FreeReading
from cruachan.games.shent.chapters.magic import Cast
from cruachan.games.shent.components.material import KINDS, OST, URLUG
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import HOST, NOWHERE, PART, PHANTOM
from cruachan.games.shent.core.reading import FREE, Act, Reading, Target
from cruachan.games.shent.core.state import DomainEvent, on_piece, tokens, whom_refused
from cruachan.games.shent.tale.agreements import AgreementTeller
from cruachan.games.shent.tale.quests import QuestTeller
from cruachan.games.shent.tale.readings import named, tell_reading
from cruachan.games.shent.tale.subjects import (
    Combatant,
    FightEnds,
    FigureGained,
    FigureMoves,
    FigureRescued,
    LandsChangeHands,
    RoundBegins,
    RuneCountered,
    SideBanished,
    SkyChanges,
    SpellWorks,
    TurnBegins,
    TwoPlayers,
)
from cruachan.games.shent.tale.teller import MaybeSaid
from cruachan.games.shent.tale.voice import Said

Casts = dict[int, tuple[str, Act, Target]]
BESIDE = frozenset(
    (
        *("deserted", "rescued", "sky", "returned", "hero", "answered", "treasure", "declined"),
        *("countered", "withstood", "broke_word", "loosed"),
    )
)
"""Events told beside the sentence of the reading that brought them, unless it tells them."""


def _beside(event: DomainEvent, key: str) -> bool:
    """Whether an event is told beside the reading, or the mere story, that brought it."""
    reading = Reading.ALL.get(key)
    return event.what in BESIDE and not (reading and event.what in reading.tells)


class DomainEventTeller(AgreementTeller, QuestTeller):
    """Tells all that happened through a move, in its order."""

    def all(self, worked: tuple[str, Act] | None, casts: Casts) -> list[Said]:
        """The sentences; `effects` is then what a reading brought, in short."""
        said: list[Said] = []
        inside = "" if worked is None else worked[0]
        told_lands: set[int] = set()
        for at, event in enumerate(self.domain_events):
            if event.what == DomainEventKind.ENTERED:
                inside = ""
            elif event.what == DomainEventKind.CAST and event.land in casts:
                inside = event.more[0]
                if event.land not in told_lands:
                    said.append(self._cast(casts[event.land], bool(told_lands)))
                    told_lands.add(event.land)
            elif inside:
                self._effect(event)
                told = inside == FREE or _beside(event, inside)
                said += self._one(at, event) if told else []
            else:
                said += self._one(at, event)
        return sorted(said, key=lambda each: each.kind != "way") if "peace" in self.kinds else said

    def _one(self, at: int, event: DomainEvent) -> list[Said]:
        find: Callable[[int, DomainEvent], MaybeSaid] | None = getattr(
            self, f"of_{event.what}", None
        )
        found = find(at, event) if find else None
        return [found] if found and found != Said("") else []

    def _effect(self, event: DomainEvent) -> None:
        """What a reading gave or took, for the bracket behind its sentence."""
        if event.what != DomainEventKind.GAIN:
            return
        player = self.voice.player(event.seat)
        for key, sign in (("gains", 1), ("loses", -1)):
            amounts = self.voice.gains([max(0, sign * amount) for amount in event.more])
            one = self.voice.say(key, player=player, gains=amounts) if amounts else ""
            self.effects = "; ".join(part for part in (self.effects, one) if part)

    # Rounds and turns

    def of_round(self, at: int, event: DomainEvent) -> MaybeSaid:
        text = self.voice.say("round", count=event.amount)
        return Said(text, "", "round", RoundBegins(event.amount, self.after.sky))

    def of_turn(self, at: int, event: DomainEvent) -> MaybeSaid:
        return Said("", "", "turn", TurnBegins(event.seat))

    def of_weather(self, at: int, event: DomainEvent) -> MaybeSaid:
        for each in self.domain_events:
            self._effect(each)
        return None

    def of_sky(self, at: int, event: DomainEvent) -> MaybeSaid:
        said = self.say("sky", event, "sky", element=self.voice.element(event.amount, "of"))
        return said._replace(subject=SkyChanges(event.amount))

    def of_legend(self, at: int, event: DomainEvent) -> MaybeSaid:
        return None

    def of_lair(self, at: int, event: DomainEvent) -> MaybeSaid:
        text = self.voice.say("lair", event.land, land=self.voice.land(event.land))
        return Said(text, land=event.land, key="lair")

    def of_income(self, at: int, event: DomainEvent) -> MaybeSaid:
        tur, golu = event.more
        return self.say("income", event, "small", gains=self.voice.gains((tur, golu)))

    def of_marked(self, at: int, event: DomainEvent) -> MaybeSaid:
        """New signs; each taken from somebody is a story, the others come in one sentence."""
        if event.other >= 0:
            subject = LandsChangeHands(event.seat, event.other)
            return self.say("taken", event)._replace(subject=subject)
        if not self.after.round or self.move.verb == "start":
            return None
        mine = [d for d in self.domain_events if d.what == DomainEventKind.MARKED and d.other < 0]
        if mine[0] != event:
            return None
        lands = self.voice.listed([self.voice.land(each.land) for each in mine])
        return self.say("marked", event, "small", lands=lands)

    def of_unmarked(self, at: int, event: DomainEvent) -> MaybeSaid:
        if event.other != NOBODY or "refused" in self.kinds:
            return None
        return self.say("unmarked", event, "story" if self.move.verb == "release" else "small")

    # Movement

    def of_stepped(self, at: int, event: DomainEvent) -> MaybeSaid:
        start = self.voice.land(event.amount)
        said = self.say("stepped", event, "way", start=start)
        subject = FigureMoves(event.seat, event.piece, event.amount, event.land)
        return said._replace(subject=subject)

    def of_moved(self, at: int, event: DomainEvent) -> MaybeSaid:
        if event.seat == NOBODY:
            return self.say("marched", event, start=self.voice.land(event.amount))
        return self.of_stepped(at, event)

    def of_peace(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self._between(event, "peace", "peace")

    def of_refused(self, at: int, event: DomainEvent) -> MaybeSaid:
        met = whom_refused(self.before, event)
        return self._between(event._replace(other=met), "refused", "refused")

    def of_broken(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self._between(event, "broken")

    def _between(self, event: DomainEvent, key: str, kind: str = "story") -> Said:
        """A sentence about two players."""
        return self.say(key, event, kind)._replace(subject=TwoPlayers(event.seat, event.other))

    def of_hired(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self.say("hired", event)

    def of_flew(self, at: int, event: DomainEvent) -> MaybeSaid:
        if "hired" in self.kinds:
            return None
        return self.say("flew", event, start=self.voice.land(event.amount))

    def of_paid(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self.say("paid", event)

    def of_took(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self.say("took", event)

    def of_returned(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self.say("returned", event, "return")

    def of_emerged(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self.say("emerged", event, "small")

    def of_deserted(self, at: int, event: DomainEvent) -> MaybeSaid:
        """One sentence for all figures that leave a player in the same land."""
        same = [d for d in self.domain_events if d[:3] == event[:3]]
        if len(same) == 1:
            return self.say("deserted", event, "leave")
        if same[0] != event:
            return None
        pieces = tuple(each.piece for each in same)
        said = self.say("deserteds", event, "leave", all=self.voice.company(pieces))
        return said._replace(pieces=pieces)

    def of_dismissed(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self.say("dismissed", event)

    # Figures and buildings

    def of_placed(self, at: int, event: DomainEvent) -> MaybeSaid:
        said = self.say("placed", event, "minor")
        return said._replace(subject=FigureGained(event.seat, self.after.pieces[event.piece].kind))

    def of_founded(self, at: int, event: DomainEvent) -> MaybeSaid:
        grown = self.after.pieces[event.piece].kind == OST
        return self.say("fortress" if grown else "founded", event)

    def of_developed(self, at: int, event: DomainEvent) -> MaybeSaid:
        old = self.move.args[0] if self.move.verb == "develop" else event.piece
        kind = KINDS[self.after.pieces[event.piece].kind].key
        forms = {
            "a_figure": self.voice.kind(kind, "a"),
            "a_figure_acc": self.voice.kind(kind, "a_acc"),
        }
        said = self.say("developed", event, "new", old=self.voice.figure(old, event.seat), **forms)
        return said._replace(subject=FigureGained(event.seat, self.after.pieces[event.piece].kind))

    def of_hero(self, at: int, event: DomainEvent) -> MaybeSaid:
        if event.piece == NOWHERE:
            return self.say("hero_shown", event)._replace(land=NOWHERE)
        return self.say("hero_won", event)

    def of_joined(self, at: int, event: DomainEvent) -> MaybeSaid:
        fallen = self.before.memory.get(event.land, ("", NOWHERE, 0))
        now = ("fell", self.before.pieces[event.piece].kind, self.before.round)
        article = "other" if fallen == now else self._foe_article(event.piece, event.land)
        forms = self.voice.forms(event.piece, NOBODY, article)
        bled = (fallen[0], fallen[2]) == ("fell", self.before.round) and article == "the"
        woken = on_piece(self.before, TokenKind.ASLEEP, event.piece)
        key = "joined_woken" if woken else "joined_after" if bled else "joined"
        said = self.say(key, event, "new", **forms)
        return said._replace(subject=FigureGained(event.seat, self.before.pieces[event.piece].kind))

    def _foe_article(self, unit: int, land: int) -> str:
        """The barbarian, where there is but one without a lord; else a barbarian."""
        pieces = self.before.pieces
        same = [
            each
            for each in pieces
            if unit < PHANTOM
            and (each.kind, each.land, each.leader) == (pieces[unit].kind, land, NOBODY)
        ]
        return "a" if len(same) > 1 else "the"

    def of_rescued(self, at: int, event: DomainEvent) -> MaybeSaid:
        said = self.say("rescued", event, "rescue")
        return said._replace(subject=FigureRescued(event.seat, event.piece))

    def of_fell(self, at: int, event: DomainEvent) -> MaybeSaid:
        return None if "measured" in self.kinds else self.say("fell", event)

    # Contests

    def of_measured(self, at: int, event: DomainEvent) -> MaybeSaid:
        """A challenge, from the numbers to the fallen."""
        kind, one, two, *numbers = event.more
        sums, drawn, points = numbers[:2], numbers[2:4], numbers[4:6]
        shown = [self._sum(sums[i], drawn[i], points[i]) for i in (0, 1)]
        sides = [Combatant(event.seat, one), Combatant(event.other, two)]
        order = (1, 0) if sums[1] > sums[0] else (0, 1)
        note = self.voice.say(
            "score",
            won=sums[order[0]],
            lost=sums[order[1]],
            one=shown[order[0]],
            two=shown[order[1]],
        )
        how = "tied" if sums[0] == sums[1] else "won"
        return self._versus(how, event, sides[order[0]], sides[order[1]], kind, note)

    def _sum(self, total: int, drawn: int, points: int) -> str:
        """What a side's sum consists of."""
        key = "sum_points" if points else "sum"
        return self.voice.say(key, base=total - drawn - points, points=points, number=drawn)

    def _versus(
        self,
        how: str,
        event: DomainEvent,
        winner: Combatant,
        loser: Combatant,
        kind: str,
        note: str,
    ) -> Said:
        side = {NOBODY: "foe", HOST: "host"}
        who = side.get(winner[0]) or side.get(loser[0]) or ""
        lost = "_lost" if winner[0] < 0 and how == "won" else ""
        if who == "host" and any(t.pieces for t in tokens(self.before, TokenKind.HOST, event.land)):
            who = "duel"
        key = f"{kind}_{how}" if kind != "fight" else f"fight_{how}{'_' + who if who else ''}{lost}"
        if kind == "fight" and how == "won" and loser[1] >= PHANTOM and loser[1] < PART:
            key = "phantom_won"
        if kind == "song" and winner[0] < 0 and how == "won":
            key = "song_won_lost"
        values = {
            **self._fighter("one", winner, event.land),
            **self._fighter("two", loser, event.land),
            "winner": self.voice.player(winner[0]),
            "loser": self.voice.player(loser[0]),
            "land": self.voice.land(event.land),
        }
        number = self.before.turns + winner[1] + loser[1]
        text = self.voice.say(self._fought(key, winner[1], loser[1]), number, **values)
        slain = "slain" if key == "fight_won_foe_lost" else "fight"
        pieces = tuple(unit for _, unit in (winner, loser) if unit < PHANTOM)
        subject = FightEnds(values, winner, loser)
        return Said(text, note, slain, subject, event.land, key, pieces)

    def _fought(self, key: str, winner: int, loser: int) -> str:
        """The sentences of a fight: a dragon in somebody's pay fights as any dragon does."""
        dragons = [u < PHANTOM and self.before.pieces[u].kind == URLUG for u in (winner, loser)]
        if key != "fight_won" or not any(dragons):
            return key
        return "fight_won_foe_lost" if dragons[0] else "fight_won_foe"

    def _fighter(self, name: str, side: Combatant, land: int) -> dict[str, str]:
        """One who fights, in all cases."""
        seat, unit = side
        article = "the" if seat != NOBODY else self._foe_article(unit, land)
        cases = ("", "_acc", "_dat")
        return {name + case: self.voice.figure(unit, seat, article + case) for case in cases}

    def of_off(self, at: int, event: DomainEvent) -> MaybeSaid:
        """A side is banished: all of it in one sentence."""
        gone = [d for d in self.domain_events if d.what == DomainEventKind.OFF]
        if gone[0] != event:
            return None
        if any(
            d.what == DomainEventKind.SLEPT and d.piece == event.piece for d in self.domain_events
        ):
            return self.say("asleep", event)
        who = self.voice.company([each.piece for each in gone])
        key = "banished" if event.seat >= 0 else "banished_foe"
        several = "s" if len(gone) > 1 else ""
        rounds = self.voice.number(event.amount)
        if event.amount == 1:
            key += "_one"
        said = self.say(key + several, event, all=who, rounds=rounds)
        pieces = tuple(each.piece for each in gone)
        return said._replace(pieces=pieces, subject=SideBanished(event.seat))

    def of_tried(self, at: int, event: DomainEvent) -> MaybeSaid:
        kind, against = event.more
        won = event.amount > against
        note = self.voice.say("result", won=event.amount, lost=against)
        return self.say(f"{kind}_{'won' if won else 'lost'}", event, note=note)

    def of_treasure(self, at: int, event: DomainEvent) -> MaybeSaid:
        gains = [
            d.more
            for d in self.domain_events
            if d.what == DomainEventKind.GAIN and d.seat == event.seat
        ]
        sums = [sum(max(0, amount) for amount in each) for each in zip(*gains, strict=True)]
        return self.say("treasure", event, note=self.voice.gains(sums))

    def of_answered(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self.say("answered", event)

    # Magic

    def _cast(self, cast: tuple[str, Act, Target], again: bool) -> Said:
        key, act, target = cast
        if again:
            land = self.voice.land(act.land)
            text = self.voice.say("likewise", act.land, land=land)
            return Said(text, land=act.land, key="likewise")
        said = tell_reading(self.voice, self.before, act, key, target)
        return said._replace(kind="spell", subject=SpellWorks(act.seat, key))

    def of_countered(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self._counter("countered", event)

    def of_withstood(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self._counter("withstood", event)

    def _counter(self, key: str, event: DomainEvent) -> Said:
        """A rune against a rune; the saga tells of a cast only when it works, or broke."""
        own, against, strength = event.more
        at_work = [each for each in self.before.stack if isinstance(each, Cast | Event)]
        cast = any(isinstance(each, Cast) for each in at_work)
        note = self.voice.say(
            f"{key}_note",
            own=self.voice.strong(own, event.amount),
            against=self.voice.strong(against, strength),
            reading=self.voice.reading(at_work[-1].reading),
        )
        kind = "counter" if key == "countered" else "small" if cast else "story"
        if event.seat == event.other:
            key += "_self"
        said = self.say(key, event, kind, note, rune_of=self.voice.rune_of(own))
        subject = RuneCountered(event.seat, event.other, own, against, cast)
        return said._replace(subject=subject)

    def of_cancelled(self, at: int, event: DomainEvent) -> MaybeSaid:
        return None

    def of_too_weak(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self.say("too_weak", event, note=self.voice.say("strength", strength=event.amount))

    def of_no_leave(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self.say("no_leave", event, "small")

    def of_declined(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self.say("declined", event)

    def of_redraw(self, at: int, event: DomainEvent) -> MaybeSaid:
        return self.say("redraw", event, "small")

    def of_freely(self, at: int, event: DomainEvent) -> MaybeSaid:
        """[S36.7] What the narrator told becomes the tale, or the list is read."""
        free = next(each for each in self.before.stack[::-1] if isinstance(each, FreeReading))
        if not event.amount:
            return self.say("freely_refused", event, "small")
        act = free.act(self.before)
        said = self.voice.own_words(event.seat, free.words)
        note = f"{said.note} ({named(self.voice, act, FREE)})"
        return said._replace(note=note, land=act.land, key="freely")
