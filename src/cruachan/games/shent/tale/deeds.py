"""The deeds of a move in sentences: what came of it, for players and lands."""

from __future__ import annotations

from collections.abc import Callable

from cruachan.engine.game import NOBODY
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.freely import FreeReading
from cruachan.games.shent.chapters.magic import Cast
from cruachan.games.shent.components.material import KINDS, OST, URLUG
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.deeds import DeedKind
from cruachan.games.shent.core.fields import HOST, NOWHERE, PART, PHANTOM
from cruachan.games.shent.core.reading import FREE, Act, Reading, Target
from cruachan.games.shent.core.state import Deed, on_piece, tokens, whom_refused
from cruachan.games.shent.tale.agreements import AgreementDeeds
from cruachan.games.shent.tale.quests import QuestDeeds
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
"""Deeds told beside the sentence of the reading that brought them, unless it tells them."""


def _beside(deed: Deed, key: str) -> bool:
    """Whether a deed is told beside the reading, or the mere story, that brought it."""
    reading = Reading.ALL.get(key)
    return deed.what in BESIDE and not (reading and deed.what in reading.tells)


class Deeds(AgreementDeeds, QuestDeeds):
    """Tells all that happened through a move, in its order."""

    def all(self, event: tuple[str, Act] | None, casts: Casts) -> list[Said]:
        """The sentences; `effects` is then what a reading brought, in short."""
        said: list[Said] = []
        inside = "" if event is None else event[0]
        told_lands: set[int] = set()
        for at, deed in enumerate(self.deeds):
            if deed.what == DeedKind.ENTERED:
                inside = ""
            elif deed.what == DeedKind.CAST and deed.land in casts:
                inside = deed.more[0]
                if deed.land not in told_lands:
                    said.append(self._cast(casts[deed.land], bool(told_lands)))
                    told_lands.add(deed.land)
            elif inside:
                self._effect(deed)
                told = inside == FREE or _beside(deed, inside)
                said += self._one(at, deed) if told else []
            else:
                said += self._one(at, deed)
        return sorted(said, key=lambda each: each.kind != "way") if "peace" in self.kinds else said

    def _one(self, at: int, deed: Deed) -> list[Said]:
        find: Callable[[int, Deed], MaybeSaid] | None = getattr(self, f"of_{deed.what}", None)
        found = find(at, deed) if find else None
        return [found] if found and found != Said("") else []

    def _effect(self, deed: Deed) -> None:
        """What a reading gave or took, for the bracket behind its sentence."""
        if deed.what != DeedKind.GAIN:
            return
        player = self.voice.player(deed.seat)
        for key, sign in (("gains", 1), ("loses", -1)):
            amounts = self.voice.gains([max(0, sign * amount) for amount in deed.more])
            one = self.voice.say(key, player=player, gains=amounts) if amounts else ""
            self.effects = "; ".join(part for part in (self.effects, one) if part)

    # Rounds and turns

    def of_round(self, at: int, deed: Deed) -> MaybeSaid:
        text = self.voice.say("round", count=deed.amount)
        return Said(text, "", "round", RoundBegins(deed.amount, self.after.sky))

    def of_turn(self, at: int, deed: Deed) -> MaybeSaid:
        return Said("", "", "turn", TurnBegins(deed.seat))

    def of_weather(self, at: int, deed: Deed) -> MaybeSaid:
        for each in self.deeds:
            self._effect(each)
        return None

    def of_sky(self, at: int, deed: Deed) -> MaybeSaid:
        said = self.say("sky", deed, "sky", element=self.voice.element(deed.amount, "of"))
        return said._replace(subject=SkyChanges(deed.amount))

    def of_legend(self, at: int, deed: Deed) -> MaybeSaid:
        return None

    def of_lair(self, at: int, deed: Deed) -> MaybeSaid:
        text = self.voice.say("lair", deed.land, land=self.voice.land(deed.land))
        return Said(text, land=deed.land, key="lair")

    def of_income(self, at: int, deed: Deed) -> MaybeSaid:
        tur, golu = deed.more
        return self.say("income", deed, "small", gains=self.voice.gains((tur, golu)))

    def of_marked(self, at: int, deed: Deed) -> MaybeSaid:
        """New signs; each taken from somebody is a story, the others come in one sentence."""
        if deed.other >= 0:
            subject = LandsChangeHands(deed.seat, deed.other)
            return self.say("taken", deed)._replace(subject=subject)
        if not self.after.round or self.move.verb == "start":
            return None
        mine = [d for d in self.deeds if d.what == DeedKind.MARKED and d.other < 0]
        if mine[0] != deed:
            return None
        lands = self.voice.listed([self.voice.land(each.land) for each in mine])
        return self.say("marked", deed, "small", lands=lands)

    def of_unmarked(self, at: int, deed: Deed) -> MaybeSaid:
        if deed.other != NOBODY or "refused" in self.kinds:
            return None
        return self.say("unmarked", deed, "story" if self.move.verb == "release" else "small")

    # Movement

    def of_stepped(self, at: int, deed: Deed) -> MaybeSaid:
        start = self.voice.land(deed.amount)
        said = self.say("stepped", deed, "way", start=start)
        subject = FigureMoves(deed.seat, deed.piece, deed.amount, deed.land)
        return said._replace(subject=subject)

    def of_moved(self, at: int, deed: Deed) -> MaybeSaid:
        if deed.seat == NOBODY:
            return self.say("marched", deed, start=self.voice.land(deed.amount))
        return self.of_stepped(at, deed)

    def of_peace(self, at: int, deed: Deed) -> MaybeSaid:
        return self._between(deed, "peace", "peace")

    def of_refused(self, at: int, deed: Deed) -> MaybeSaid:
        met = whom_refused(self.before, deed)
        return self._between(deed._replace(other=met), "refused", "refused")

    def of_broken(self, at: int, deed: Deed) -> MaybeSaid:
        return self._between(deed, "broken")

    def _between(self, deed: Deed, key: str, kind: str = "story") -> Said:
        """A sentence about two players."""
        return self.say(key, deed, kind)._replace(subject=TwoPlayers(deed.seat, deed.other))

    def of_hired(self, at: int, deed: Deed) -> MaybeSaid:
        return self.say("hired", deed)

    def of_flew(self, at: int, deed: Deed) -> MaybeSaid:
        if "hired" in self.kinds:
            return None
        return self.say("flew", deed, start=self.voice.land(deed.amount))

    def of_paid(self, at: int, deed: Deed) -> MaybeSaid:
        return self.say("paid", deed)

    def of_took(self, at: int, deed: Deed) -> MaybeSaid:
        return self.say("took", deed)

    def of_returned(self, at: int, deed: Deed) -> MaybeSaid:
        return self.say("returned", deed, "return")

    def of_emerged(self, at: int, deed: Deed) -> MaybeSaid:
        return self.say("emerged", deed, "small")

    def of_deserted(self, at: int, deed: Deed) -> MaybeSaid:
        """Those who leave one player in one land are told of together."""
        same = [d for d in self.deeds if d[:3] == deed[:3]]
        if len(same) == 1:
            return self.say("deserted", deed, "leave")
        if same[0] != deed:
            return None
        pieces = tuple(each.piece for each in same)
        said = self.say("deserteds", deed, "leave", all=self.voice.company(pieces))
        return said._replace(pieces=pieces)

    def of_dismissed(self, at: int, deed: Deed) -> MaybeSaid:
        return self.say("dismissed", deed)

    # Figures and buildings

    def of_placed(self, at: int, deed: Deed) -> MaybeSaid:
        said = self.say("placed", deed, "minor")
        return said._replace(subject=FigureGained(deed.seat, self.after.pieces[deed.piece].kind))

    def of_founded(self, at: int, deed: Deed) -> MaybeSaid:
        grown = self.after.pieces[deed.piece].kind == OST
        return self.say("fortress" if grown else "founded", deed)

    def of_developed(self, at: int, deed: Deed) -> MaybeSaid:
        old = self.move.args[0] if self.move.verb == "develop" else deed.piece
        kind = KINDS[self.after.pieces[deed.piece].kind].key
        forms = {
            "a_figure": self.voice.kind(kind, "a"),
            "a_figure_acc": self.voice.kind(kind, "a_acc"),
        }
        said = self.say("developed", deed, "new", old=self.voice.figure(old, deed.seat), **forms)
        return said._replace(subject=FigureGained(deed.seat, self.after.pieces[deed.piece].kind))

    def of_hero(self, at: int, deed: Deed) -> MaybeSaid:
        if deed.piece == NOWHERE:
            return self.say("hero_shown", deed)._replace(land=NOWHERE)
        return self.say("hero_won", deed)

    def of_joined(self, at: int, deed: Deed) -> MaybeSaid:
        fallen = self.before.memory.get(deed.land, ("", NOWHERE, 0))
        now = ("fell", self.before.pieces[deed.piece].kind, self.before.round)
        article = "other" if fallen == now else self._foe_article(deed.piece, deed.land)
        forms = self.voice.forms(deed.piece, NOBODY, article)
        bled = (fallen[0], fallen[2]) == ("fell", self.before.round) and article == "the"
        woken = on_piece(self.before, TokenKind.ASLEEP, deed.piece)
        key = "joined_woken" if woken else "joined_after" if bled else "joined"
        said = self.say(key, deed, "new", **forms)
        return said._replace(subject=FigureGained(deed.seat, self.before.pieces[deed.piece].kind))

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

    def of_rescued(self, at: int, deed: Deed) -> MaybeSaid:
        said = self.say("rescued", deed, "rescue")
        return said._replace(subject=FigureRescued(deed.seat, deed.piece))

    def of_fell(self, at: int, deed: Deed) -> MaybeSaid:
        return None if "measured" in self.kinds else self.say("fell", deed)

    # Contests

    def of_measured(self, at: int, deed: Deed) -> MaybeSaid:
        """A challenge, from the numbers to the fallen."""
        kind, one, two, *numbers = deed.more
        sums, drawn, points = numbers[:2], numbers[2:4], numbers[4:6]
        shown = [self._sum(sums[i], drawn[i], points[i]) for i in (0, 1)]
        sides = [Combatant(deed.seat, one), Combatant(deed.other, two)]
        order = (1, 0) if sums[1] > sums[0] else (0, 1)
        note = self.voice.say(
            "score",
            won=sums[order[0]],
            lost=sums[order[1]],
            one=shown[order[0]],
            two=shown[order[1]],
        )
        how = "tied" if sums[0] == sums[1] else "won"
        return self._versus(how, deed, sides[order[0]], sides[order[1]], kind, note)

    def _sum(self, total: int, drawn: int, points: int) -> str:
        """What a side's sum consists of."""
        key = "sum_points" if points else "sum"
        return self.voice.say(key, base=total - drawn - points, points=points, number=drawn)

    def _versus(
        self,
        how: str,
        deed: Deed,
        winner: Combatant,
        loser: Combatant,
        kind: str,
        note: str,
    ) -> Said:
        side = {NOBODY: "foe", HOST: "host"}
        who = side.get(winner[0]) or side.get(loser[0]) or ""
        lost = "_lost" if winner[0] < 0 and how == "won" else ""
        if who == "host" and any(t.pieces for t in tokens(self.before, TokenKind.HOST, deed.land)):
            who = "duel"
        key = f"{kind}_{how}" if kind != "fight" else f"fight_{how}{'_' + who if who else ''}{lost}"
        if kind == "fight" and how == "won" and loser[1] >= PHANTOM and loser[1] < PART:
            key = "phantom_won"
        if kind == "song" and winner[0] < 0 and how == "won":
            key = "song_won_lost"
        values = {
            **self._fighter("one", winner, deed.land),
            **self._fighter("two", loser, deed.land),
            "winner": self.voice.player(winner[0]),
            "loser": self.voice.player(loser[0]),
            "land": self.voice.land(deed.land),
        }
        number = self.before.turns + winner[1] + loser[1]
        text = self.voice.say(self._fought(key, winner[1], loser[1]), number, **values)
        slain = "slain" if key == "fight_won_foe_lost" else "fight"
        pieces = tuple(unit for _, unit in (winner, loser) if unit < PHANTOM)
        subject = FightEnds(values, winner, loser)
        return Said(text, note, slain, subject, deed.land, key, pieces)

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

    def of_off(self, at: int, deed: Deed) -> MaybeSaid:
        """A side is banished: all of it in one sentence."""
        gone = [d for d in self.deeds if d.what == DeedKind.OFF]
        if gone[0] != deed:
            return None
        if any(d.what == DeedKind.SLEPT and d.piece == deed.piece for d in self.deeds):
            return self.say("asleep", deed)
        who = self.voice.company([each.piece for each in gone])
        key = "banished" if deed.seat >= 0 else "banished_foe"
        several = "s" if len(gone) > 1 else ""
        rounds = self.voice.number(deed.amount)
        if deed.amount == 1:
            key += "_one"
        said = self.say(key + several, deed, all=who, rounds=rounds)
        pieces = tuple(each.piece for each in gone)
        return said._replace(pieces=pieces, subject=SideBanished(deed.seat))

    def of_tried(self, at: int, deed: Deed) -> MaybeSaid:
        kind, against = deed.more
        won = deed.amount > against
        note = self.voice.say("result", won=deed.amount, lost=against)
        return self.say(f"{kind}_{'won' if won else 'lost'}", deed, note=note)

    def of_treasure(self, at: int, deed: Deed) -> MaybeSaid:
        gains = [d.more for d in self.deeds if d.what == DeedKind.GAIN and d.seat == deed.seat]
        sums = [sum(max(0, amount) for amount in each) for each in zip(*gains, strict=True)]
        return self.say("treasure", deed, note=self.voice.gains(sums))

    def of_answered(self, at: int, deed: Deed) -> MaybeSaid:
        return self.say("answered", deed)

    # Magic

    def _cast(self, cast: tuple[str, Act, Target], again: bool) -> Said:
        key, act, target = cast
        if again:
            land = self.voice.land(act.land)
            text = self.voice.say("likewise", act.land, land=land)
            return Said(text, land=act.land, key="likewise")
        said = tell_reading(self.voice, self.before, act, key, target)
        return said._replace(kind="spell", subject=SpellWorks(act.seat, key))

    def of_countered(self, at: int, deed: Deed) -> MaybeSaid:
        return self._counter("countered", deed)

    def of_withstood(self, at: int, deed: Deed) -> MaybeSaid:
        return self._counter("withstood", deed)

    def _counter(self, key: str, deed: Deed) -> Said:
        """A rune against a rune; the saga tells of a cast only when it works, or broke."""
        own, against, strength = deed.more
        at_work = [each for each in self.before.stack if isinstance(each, Cast | Event)]
        cast = any(isinstance(each, Cast) for each in at_work)
        note = self.voice.say(
            f"{key}_note",
            own=self.voice.strong(own, deed.amount),
            against=self.voice.strong(against, strength),
            reading=self.voice.reading(at_work[-1].reading),
        )
        kind = "counter" if key == "countered" else "small" if cast else "story"
        if deed.seat == deed.other:
            key += "_self"
        said = self.say(key, deed, kind, note, rune_of=self.voice.rune_of(own))
        subject = RuneCountered(deed.seat, deed.other, own, against, cast)
        return said._replace(subject=subject)

    def of_cancelled(self, at: int, deed: Deed) -> MaybeSaid:
        return None

    def of_too_weak(self, at: int, deed: Deed) -> MaybeSaid:
        return self.say("too_weak", deed, note=self.voice.say("strength", strength=deed.amount))

    def of_no_leave(self, at: int, deed: Deed) -> MaybeSaid:
        return self.say("no_leave", deed, "small")

    def of_declined(self, at: int, deed: Deed) -> MaybeSaid:
        return self.say("declined", deed)

    def of_redraw(self, at: int, deed: Deed) -> MaybeSaid:
        return self.say("redraw", deed, "small")

    def of_freely(self, at: int, deed: Deed) -> MaybeSaid:
        """[S36.7] What the narrator told becomes the tale, or the list is read."""
        free = next(each for each in self.before.stack[::-1] if isinstance(each, FreeReading))
        if not deed.amount:
            return self.say("freely_refused", deed, "small")
        act = free.act(self.before)
        said = self.voice.own_words(deed.seat, free.words)
        note = f"{said.note} ({named(self.voice, act, FREE)})"
        return said._replace(note=note, land=act.land, key="freely")
