"""Magic: the runes one may use, and casts from the reading to the effect (S14)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.games.shent.box.material import KIN, KINDS, affordable, cost, opposite
from cruachan.games.shent.chapters.rounds import TurnFrame, role
from cruachan.games.shent.core.acts import change, change_piece, gain, note, settle, take_rune
from cruachan.games.shent.core.flow import Args, No, Verb, frame, pop, push, top, turn_to
from cruachan.games.shent.core.numbers import Numbers
from cruachan.games.shent.core.state import (
    NOWHERE,
    State,
    building,
    on_piece,
    quest_of,
    standing,
)
from cruachan.games.shent.readings import ANY_STRENGTH, Act, Reading, Target

HAND = -1
"""Where a rune comes from: the hand; else a piece that bears it."""
Source = tuple[int, int]
"""A piece or HAND, and a rune."""
KIN_LESS, OTHER_LESS = 2, 4
"""[S14.10] [S14.11] What a counter loses that is not the opposite."""
Reach = tuple[tuple[int, int], ...]
"""The lands a rune reaches, and how strong it is there."""


# --- Sources ------------------------------------------------------------------------------


def borne(state: State, seat: int, land: int | None = None) -> list[Source]:
    """[S14.13] The borne runes a seat may use now, in a land."""
    found = []
    for index, piece in enumerate(state.pieces):
        if piece.leader != seat or piece.land < 0 or (land is not None and piece.land != land):
            continue
        for rune, _ in KINDS[piece.kind].bears:
            if rune not in piece.spent and not _silent(state, index, rune):
                found.append((index, rune))
    return found


def _silent(state: State, piece: int, rune: int) -> bool:
    """Whether a figure sleeps, or its tongue is bound."""
    if on_piece(state, "asleep", piece):
        return True
    return any(t.kind == "tongue" and piece in t.pieces and t.other == rune for t in state.tokens)


def sources(state: State, seat: int, land: int | None = None) -> list[Source]:
    """All runes a seat may use now; of several alike in the hand one stands for all."""
    hand = sorted(set(state.players[seat].hand))
    return [*((HAND, rune) for rune in hand), *borne(state, seat, land)]


def spend(state: State, seat: int, source: Source) -> None:
    """[S14.12] The stone is spent, or the borne rune used."""
    piece, rune = source
    if piece == HAND:
        take_rune(state, seat, rune)
        state.aside.append(rune)
    else:
        change_piece(state, piece, spent=(*state.pieces[piece].spent, rune))


def play_stone(state: State, seat: int, element: int) -> None:
    """[S14.15] An element stone goes back to the supply."""
    stones = list(state.players[seat].stones)
    stones.remove(element)
    change(state, seat, stones=tuple(stones))
    state.elements[element] += 1


def printed_strength(state: State, source: Source) -> int:
    """The strength of a borne rune."""
    return dict(KINDS[state.pieces[source[0]].kind].bears)[source[1]]


def deduction(rune: int, against: int) -> int:
    """[S14.9] [S14.10] [S14.11] What a counter loses by not being the opposite."""
    if rune == opposite(against):
        return 0
    return KIN_LESS if rune in KIN[against] else OTHER_LESS


# --- Casting ------------------------------------------------------------------------------


def lands_for(state: State, seat: int, source: Source, land: int) -> Iterator[int]:
    """Where a rune may be cast: anywhere; a borne one where its bearer stands."""
    if land != NOWHERE:
        yield land
    elif source[0] != HAND:
        yield state.pieces[source[0]].land
    else:
        crowd = {p.land for p in state.pieces if p.leader not in (seat, NOBODY)}
        mine = {p.land for p in state.pieces if p.leader == seat}
        lands = range(len(state.board.lands))
        yield from sorted(lands, key=lambda each: (each in crowd, each not in mine, each))


def ways(state: State, seat: int, source: Source, land: int = NOWHERE) -> Iterator[tuple[str, int]]:
    """[S14.3] The readings and lands for which a rune can be cast now."""
    only = state.active if seat != state.active else -1
    strength = ANY_STRENGTH if source[0] == HAND else printed_strength(state, source)
    said: set[str] = set()
    for where in lands_for(state, seat, source, land):
        for reading in Reading.OF[source[1]]:
            if reading.magic and reading.key not in said:
                act = Act(source[1], strength, seat, where, magic=True, only=only)
                if reading.targets(state, act):
                    yield reading.key, where
                    if reading.anywhere:
                        said.add(reading.key)


class CastVerb(Verb):
    """[S14.1] A rune from the hand, or one that a figure bears."""

    name = "cast"

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
        source = (args[0], args[1])
        if isinstance(top(state), TurnFrame):
            push(state, Cast(seat, source))
        else:
            top(state).answer(state, seat, source)


@frame
class Cast(NamedTuple):
    """A cast, from the reading to its effect; `parts` are the lands an element stone reaches."""

    seat: int
    source: Source
    land: int = NOWHERE
    """The only land it may be cast on, or where it was cast."""
    reading: str = ""
    stone: int = NOWHERE
    parts: tuple[tuple[int, Target, int], ...] = ()
    """Land, target, points."""
    rest: tuple[int, ...] = ()
    """Lands whose target or points are still to be said; the first is the one at hand."""
    target: Target | None = None
    number: int = 0
    step: str = "reading"
    """reading, target, points, number, moment, work"""
    cancelled: tuple[int, ...] = ()
    """The lands in which it was countered."""

    def act(self, state: State, land: int, strength: int) -> Act:
        """The rune at work in a land."""
        only = state.active if self.seat != state.active else -1
        return Act(self.source[1], strength, self.seat, land, magic=True, only=only)

    def targets(self, state: State) -> list[Target]:
        """What the land at hand offers."""
        strength = ANY_STRENGTH
        if self.source[0] != HAND:
            strength = printed_strength(state, self.source)
        act = self.act(state, self.rest[0], strength)
        return Reading.ALL[self.reading].targets(state, act)

    def chooser(self, state: State) -> int:
        """Who chooses the target: the caster, but the narrator says where a hero is found."""
        if self.reading == "hannas.hero":
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
        from cruachan.games.shent.chapters.countermagic import answer_cast

        match self.step:
            case "target":
                turn_to(state, target=self.targets(state)[0], step="points")
            case "points":
                self.add(state, 0)
            case "number":
                self._draw(state)
            case "moment":
                turn_to(state, step="work")
                reach = tuple((land, points + self.number) for land, _, points in self.parts)
                answer_cast(state, self, reach, self._touched(state))
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
            found |= at_home(state, land) | concerned(state, self.reading, target)
        return tuple(sorted(found - {self.seat, NOBODY}))

    def _work(self, state: State) -> None:
        """[S14.3] It works in each land with its strength there, if that is enough."""
        from cruachan.games.shent.chapters.asks import work_or_ask
        from cruachan.games.shent.chapters.contests import fight_hosts

        pop(state)
        late = isinstance(top(state), TurnFrame) and top(state).phase == "move2"
        reading = Reading.ALL[self.reading]
        state.told[self.reading] = state.told.get(self.reading, 0) + 1
        for land, target, points in self.parts:
            act = self.act(state, land, self.number + points)
            if land in self.cancelled:
                note(state, "cancelled", self.seat, land=land, more=(self.reading,))
            elif target not in reading.targets(state, act):
                note(state, "too_weak", self.seat, land=land, amount=act.strength)
            else:
                for other in concerned(state, self.reading, target) - {self.seat} or {NOBODY}:
                    note(state, "cast", self.seat, land=land, other=other, more=(self.reading,))
                work_or_ask(state, self.reading, act, target)
        settle(state)
        for land, _, _ in self.parts if late else ():
            fight_hosts(state, state.active, land)


def at_home(state: State, land: int) -> set[int]:
    """[S14.5] The seats with a figure, a building or the marker in a land."""
    house = building(state, land)
    owner = NOBODY if house is None else state.pieces[house].leader
    return {*standing(state, land), state.markers[land], owner} - {NOBODY}


def concerned(state: State, reading: str, target: Target) -> set[int]:
    """[S14.5] The seats that a target names, or whose figures, quests or numbers it is."""
    shape = Reading.ALL[reading].shape.split()
    found: set[int] = {state.active} if reading == "rhach.ill" else set()
    for at, each in enumerate(target):
        kind = shape[min(at, len(shape) - 1)] if shape else ""
        if kind in ("piece", "pieces"):
            found.add(state.pieces[each].leader)
        elif kind == "seat":
            found.add(each)
        elif kind == "quest":
            owner = quest_of(state, each)
            found |= {owner[0]} if owner else set()
    return found - {NOBODY}


class Choose(Verb):
    """[S14.2] [S14.14] The reading and the land, or all lands of an element."""

    name = "choose"
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


class AimAt(Verb):
    """[S14.2] The target."""

    name = "aimat"
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


class Points(Verb):
    """[S14.2] Points bought with tûr and with golu, on two ladders."""

    name = "points"
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


def pay_points(state: State, seat: int, tur: int, golu: int) -> None:
    """[S10.6] Pay for points."""
    if tur or golu:
        gain(state, seat, tur=-cost(tur), golu=-cost(golu))
    if golu:
        note(state, "spent", seat, amount=cost(golu))
