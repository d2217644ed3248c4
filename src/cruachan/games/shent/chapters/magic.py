"""Casts, from the rune to the effect (S14.1 to S14.5, S14.12 to S14.15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Annotated, ClassVar

from cruachan.engine.game import NOBODY
from cruachan.games.shent.chapters.countermagic import answer_cast
from cruachan.games.shent.chapters.roles import role
from cruachan.games.shent.chapters.sources import (
    Source,
    at_hand,
    known_strength,
    play_stone,
    printed_strength,
    sourced,
    sources,
    spend,
    usable,
    ways,
)
from cruachan.games.shent.chapters.targets import TargetVerb
from cruachan.games.shent.components.material import affordable, cost
from cruachan.games.shent.core.acts import note, pay_points, settle
from cruachan.games.shent.core.bonds import ATTACK, broken_by, strike, struck, warned
from cruachan.games.shent.core.chance import number_falls
from cruachan.games.shent.core.consent import work_or_ask
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import (
    HAND,
    NOWHERE,
    Count,
    Land,
    MaybeElement,
    Seat,
    Spot,
    one_of,
)
from cruachan.games.shent.core.flow import Args, Frame, No, Question, Verb, pop, push, top, turn_to
from cruachan.games.shent.core.numbers import Numbers
from cruachan.games.shent.core.parts import (
    Part,
    holds,
    holds_target,
    read,
    target_parts,
)
from cruachan.games.shent.core.presence import at_home
from cruachan.games.shent.core.reading import CAST_STRENGTH, Act, Reading, ReadingKey, Target
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import Pact, State
from cruachan.games.shent.core.strength import AVERAGE


class CastVerb(Verb):
    """[S14.1] A rune from the hand, or one that a figure bears."""

    name = "cast"
    shape = "source rune"
    reveals = True
    takes_words = True
    seldom = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from sources(state, seat, self._land(state))

    def _land(self, state: State) -> int | None:
        """The land a moment is about, if it is about one."""
        land = getattr(top(state), "land", NOWHERE)
        return None if land == NOWHERE else int(land)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        source = (args[0], args[1])
        if source not in sources(state, seat, self._land(state)):
            return No("S14.13" if args[0] != HAND else "S14.1", "no_rune", {"rune": args[1]})
        land = self._land(state)
        if next(ways(state, seat, source, NOWHERE if land is None else land), None) is None:
            return No("S14.3", "nothing_to_cast", {"rune": args[1]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).cast(state, seat, (args[0], args[1]))

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        return sourced(say, "do.cast", (args[0], args[1]))


class Cast(Question):
    """A cast, from the reading to its effect; `parts` are the lands an element stone reaches."""

    seat: Seat
    source: Source
    land: Spot = NOWHERE
    """The only land it may be cast on, or where it was cast."""
    reading: ReadingKey = ""
    stone: MaybeElement = NOWHERE
    parts: tuple[tuple[Land, Target, Count], ...] = ()
    """Land, target, points."""
    rest: tuple[Land, ...] = ()
    """Lands whose target or points are still to be said; the first is the one at hand."""
    target: Target | None = None
    number: Count = 0
    step: Annotated[str, one_of("reading", "target", "points", "number", "moment", "work")] = (
        "reading"
    )
    """reading, target, points, number, moment, work"""
    cancelled: tuple[Land, ...] = ()
    """The lands in which it was countered."""

    moments: ClassVar = ("cast",)

    def act(self, state: State, land: int, strength: int) -> Act:
        """The rune at work in a land."""
        only = state.active if self.seat != state.active else -1
        return Act(self.source[1], strength, self.seat, land, magic=True, only=only)

    def targets(self, state: State) -> list[Target]:
        """What the land at hand offers."""
        strength = CAST_STRENGTH
        if self.source[0] != HAND:
            strength = printed_strength(state, self.source)
        act = self.act(state, self.rest[0], strength)
        return Reading.ALL[self.reading].targets(state, act)

    def odds(self, state: State, points: int) -> int:
        """[S14.3] How often in 100 it works in the land at hand with so many points."""
        reading, land = Reading.ALL[self.reading], self.rest[0]
        falls = number_falls(state)
        works = sum(
            weight
            for number, weight in falls
            if (self.target or ()) in reading.targets(state, self.act(state, land, number + points))
        )
        return round(100 * works / max(1, sum(weight for _, weight in falls)))

    def chooser(self, state: State) -> int:
        """Who chooses the target: the caster, but the narrator says where a hero is found."""
        if Reading.ALL[self.reading].narrator_aims:
            return role(state, "narrator", NOWHERE, self.seat)
        return self.seat

    def waits(self, state: State) -> tuple[int, ...]:
        if self.step == "reading":
            return (self.seat,)
        if self.step == "target" and len(self.targets(state)) > 1:
            return (self.chooser(state),)
        if self.step == "points" and self.source[0] == HAND:
            return (self.seat,)
        return ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return {"reading": ("choose",), "target": ("aimat",), "points": ("points",)}[self.step]

    def go(self, state: State) -> None:
        match self.step:
            case "target":
                # [S9.7] Points bought for other lands may have left too little for this one.
                turn_to(state, target=next(iter(self.targets(state)), ()), step="points")
            case "points":
                self.add(state, 0)
            case "number":
                self._draw(state)
            case "moment":
                turn_to(state, step="work")
                reach = tuple((land, points + self.number) for land, _, points in self.parts)
                rune = self.source[1]
                answer_cast(state, self.seat, rune, self.stone, reach, self._touched(state))
            case _:
                self._work(state)

    def add(self, state: State, points: int) -> None:
        """The land at hand is done; on to the next one, or to the number."""
        part = (self.rest[0], self.target or (), points)
        rest = self.rest[1:]
        turn_to(
            state,
            parts=(*self.parts, part),
            rest=rest,
            target=None,
            step="target" if rest else "number",
        )

    def _draw(self, state: State) -> None:
        """[S14.2] The number comes last; a borne rune needs none."""
        if self.source[0] != HAND:
            turn_to(state, number=printed_strength(state, self.source), step="moment")
            return
        turn_to(state, step="moment")
        push(state, Numbers((self.seat,), role(state, "administrator", NOWHERE, self.seat)))

    def drawn(self, state: State, numbers: tuple[int, ...]) -> None:
        """The number is there."""
        turn_to(state, number=numbers[0])

    def _touched(self, state: State) -> tuple[int, ...]:
        """[S14.5] [S14.6] Whom the magic concerns, but the caster."""
        found: set[int] = set()
        for land, target, _ in self.parts:
            found |= at_home(state, land) | Reading.ALL[self.reading].concerned(state, target)
        return tuple(sorted(found - {self.seat, NOBODY}))

    def _work(self, state: State) -> None:
        """[S14.3] It works in each land with its strength there, if that is enough."""
        pop(state)
        below = top(state)
        reading = Reading.ALL[self.reading]
        state.told[self.reading] = state.told.get(self.reading, 0) + 1
        for land, target, points in self.parts:
            act = self.act(state, land, self.number + points)
            if land in self.cancelled:
                note(state, DomainEventKind.CANCELLED, self.seat, land=land, more=(self.reading,))
            elif target not in reading.targets(state, act):
                note(state, DomainEventKind.TOO_WEAK, self.seat, land=land, amount=act.strength)
            else:
                for other in Reading.ALL[self.reading].concerned(state, target) - {self.seat} or {
                    NOBODY
                }:
                    note(
                        state,
                        DomainEventKind.CAST,
                        self.seat,
                        land=land,
                        other=other,
                        more=(self.reading,),
                    )
                hit = struck(state, self.seat, self.reading, land, target)
                strike(state, self.seat, hit, land)
                work_or_ask(state, self.reading, act, target)
        settle(state)
        below.magic_worked(state, [land for land, _, _ in self.parts])

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        known = known_strength(state, self.source)
        return f"cast_{self.step}", {
            "rune": say.full_rune(self.source[1]),
            "reading": say.reading(self.reading),
            "land": say.land(self.rest[0] if self.rest else self.land),
            "does": say.does(self.reading, known, magic=True),
            "counts": "" if known is not None else say.words("say.counts_on", number=AVERAGE),
        }

    def shown(self) -> tuple[int, tuple[int, ...]]:
        known = self.step == "reading" and self.source[0] == HAND
        return (self.seat, (self.source[1],)) if known else super().shown()

    def sound(self, state: State, below: Frame | None) -> bool:
        if not usable(state, self.source):
            return False
        if self.step == "reading":
            return at_hand(state, self.seat, self.source)
        known = self.reading in Reading.ALL and bool(self.rest or self.parts)
        targets = [(self.rest[0], self.target)] if self.rest and self.target is not None else []
        targets += [(land, target) for land, target, _ in self.parts]
        return (
            known
            and bool(self.rest) == (self.step in ("target", "points"))
            and (self.step != "target" or bool(self.targets(state)))
            and all(holds_target(state, self.reading, target) for _, target in targets)
        )


class ChooseVerb(Verb):
    """[S14.2] [S14.14] The reading and the land, or all lands of an element."""

    name = "choose"
    shape = "reading land"
    reveals = True
    takes_words = True
    seldom = True
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        cast = top(state)
        reached: dict[str, set[int]] = {}
        for key, land in ways(state, seat, cast.source, cast.land):
            yield key, land, NOWHERE
            reached.setdefault(key, set()).add(state.board.lands[land].element)
        if cast.source[0] == HAND and cast.land == NOWHERE:
            for key, elements in reached.items():
                for element in sorted(set(state.players[seat].stones) & elements):
                    yield key, NOWHERE, element

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        key, _, stone = args
        if stone != NOWHERE and stone not in state.players[seat].stones:
            return No("S14.14", "no_stone", {"element": stone})
        if stone != NOWHERE and top(state).source[0] != HAND:
            return No("S14.14", "stone_with_hand")
        if args not in self.offers(state, seat):
            rule = Reading.ALL[key].rule if key in Reading.ALL else "S14.3"
            return No(rule, "does_not_apply", {"reading": key})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        key, land, stone = args
        cast = top(state)
        lands: tuple[int, ...] = (land,)
        if stone != NOWHERE:
            lands = tuple(
                where
                for reading, where in ways(state, seat, cast.source)
                if reading == key and state.board.lands[where].element == stone
            )
            play_stone(state, seat, stone)
        spend(state, seat, cast.source)
        turn_to(state, reading=key, land=land, stone=stone, rest=lands, step="target")

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        key, land, stone = args
        known = known_strength(state, top(state).source)
        values = {"reading": say.reading(key), "does": say.does(key, known, magic=True)}
        if stone >= 0:
            return say.words("do.choose_stone", element=say.element(stone), **values)
        said = say.words("do.choose", land=say.land(land), **values)
        at_risk = struck(state, seat, key, land, ()) if state.pacts else set()
        return warned(say, said, _words_broken(state, seat, at_risk, land), seat)

    def parts(self, state: State, args: Args) -> list[Part]:
        key, land, stone = args
        place = Part("land", land) if stone == NOWHERE else Part("element", stone)
        return [Part("reading", key), place]

    def fits(self, state: State, args: Args) -> bool:
        if len(args) != 3 or not holds(state, "reading", args[0]):
            return False
        _, land, stone = args
        by_land = holds(state, "land", land) and type(stone) is int and stone == NOWHERE
        return by_land or (land == NOWHERE and holds(state, "element", stone))

    def read(self, state: State, seat: int, words: Sequence[str]) -> Iterator[Args]:
        if len(words) == 2:
            land = read(state, seat, "land", words[1])
            element = read(state, seat, "element", words[1])
            yield from ((words[0], place, NOWHERE) for place in (land,) if place is not None)
            yield from ((words[0], NOWHERE, stone) for stone in (element,) if stone is not None)


def _words_broken(state: State, seat: int, hit: set[int], land: int) -> list[Pact]:
    """[S37.11] The truces that magic would break."""
    return [pact for other in sorted(hit) for pact in broken_by(state, seat, other, ATTACK, land)]


class AimAtVerb(TargetVerb):
    """[S14.2] The target."""

    name = "aimat"
    shape = ""
    reveals = True
    takes_words = True
    seldom = True
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((target,) for target in top(state).targets(state))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in top(state).targets(state):
            return No(
                Reading.ALL[top(state).reading].rule,
                "wrong_target",
                {"reading": top(state).reading},
            )
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        turn_to(state, target=args[0], step="points")

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        reading = top(state).reading
        named = say.parts(target_parts(reading, args[0]))
        said = say.words("do.aimat", target=named or say.reading(reading))
        land = top(state).rest[0]
        hit = struck(state, seat, reading, land, args[0])
        return warned(say, said, _words_broken(state, seat, hit, land), seat)


class PointsVerb(Verb):
    """[S14.2] Points bought with tûr and with golu, on two ladders."""

    name = "points"
    shape = "number number"
    reveals = True
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        player = state.players[seat]
        yield from product(range(affordable(player.tur) + 1), range(affordable(player.golu) + 1))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        tur, golu = args
        player = state.players[seat]
        if min(tur, golu) < 0 or cost(tur) > player.tur or cost(golu) > player.golu:
            return No("S14.2", "price", {"tur": cost(tur), "golu": cost(golu), "aglar": 0})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        tur, golu = args
        pay_points(state, seat, tur, golu)
        top(state).add(state, tur + golu)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        tur, golu = args
        odds = top(state).odds(state, tur + golu)
        if not tur and not golu:
            return say.words("do.points_none", odds=odds)
        price = say.price(cost(tur), cost(golu))
        return say.words("do.points", points=tur + golu, price=price, odds=odds)
