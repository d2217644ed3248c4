"""The moments in which others may answer by magic, and counter-magic (S14.6 to S14.11, S14.15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar, Self

from cruachan.engine.game import NOBODY, Viewer
from cruachan.games.shent.chapters.roles import role
from cruachan.games.shent.chapters.sources import (
    OTHER_LESS,
    Reach,
    Source,
    at_hand,
    borne,
    deduction,
    play_stone,
    printed_strength,
    sourced,
    sources,
    spend,
    usable,
    ways,
)
from cruachan.games.shent.components.material import GOOD, affordable, opposite, temper
from cruachan.games.shent.core.acts import change, note
from cruachan.games.shent.core.chance import number_odds
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import (
    HAND,
    NOWHERE,
    SEALED,
    Anyone,
    Count,
    Land,
    MaybeElement,
    MaybeRune,
    Rune,
    Seat,
    Spot,
    one_of,
)
from cruachan.games.shent.core.flow import (
    Args,
    Frame,
    No,
    Question,
    Verb,
    cover,
    pop,
    push,
    top,
    turn_to,
    uncover,
)
from cruachan.games.shent.core.numbers import Numbers
from cruachan.games.shent.core.presence import adjacent, at_home, opponents
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import State, lands_of, led

WISHES = ("never", "round", "attacked", "touched", "always")
FORMER_WISHES = ("never", "touched", "always")
"""[S3.17] Those of the former rules."""


# --- Moments (S14.6 to S14.8) -------------------------------------------------------------


def asked_for(
    state: State, seat: int, touched: bool, usable: Iterable[Source], *, attacked: bool = False
) -> bool:
    """[S14.7] [S14.8] Whether a seat wishes to be asked, and has a rune to answer with.

    What is in a hand nobody knows, so any rune in it will do.
    """
    if not wishes(state.players[seat].wish, touched, attacked):
        return False
    return bool(state.players[seat].hand) or any(True for _ in usable)


def wishes(wish: str, touched: bool, attacked: bool) -> bool:
    """[S14.8] Whether somebody with this wish is asked."""
    return {"always": True, "touched": touched, "attacked": attacked}.get(wish, False)


def new_round(state: State) -> None:
    """[S14.8] Who wished to be left alone for a round is asked again."""
    for seat, player in enumerate(state.players):
        if player.wish == "round":
            change(state, seat, wish="touched")


class WishVerb(Verb):
    """[S14.8] When to be asked in another's turn."""

    name = "wish"
    shape = "word"
    reveals = False
    aside = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        known: tuple[str, ...] = FORMER_WISHES if state.by_former_rules else WISHES
        asked = top(state)
        if isinstance(asked, Moment):
            known = tuple(wish for wish in known if not asked.asks(state, seat, wish))
        yield from ((wish,) for wish in known)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] == state.players[seat].wish:
            return No("S14.8", "same_wish")
        if state.players[seat].wished == state.turns:
            return No("S14.8", "wished_already")
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        """[S14.8] In a moment it says no, too."""
        change(state, seat, wish=args[0], wished=state.turns)
        if isinstance(top(state), Moment):
            top(state).passed(state, seat)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        return say.words("do.wish", wish=say.word(args[0]))


def castable(state: State, seat: int, land: int) -> Iterator[Source]:
    """[S14.7] The borne runes that could be cast now, in a land or anywhere."""
    for source in borne(state, seat, None if land == NOWHERE else land):
        if next(ways(state, seat, source, land), None) is not None:
            yield source


def near_to(state: State, seat: int, other: int) -> bool:
    """[S14.8] Whether the next step of the other may touch a figure or a land of this seat."""
    mine = {p.land for p in state.pieces if p.leader == seat and p.land >= 0}
    mine |= set(lands_of(state, seat))
    theirs = {state.pieces[piece].land for piece in led(state, other)}
    return any(land in mine or mine & adjacent(state, land) for land in theirs)


def open_window(state: State, kind: str, seat: int) -> None:
    """[S14.6] Before the first step: all others may cast, once."""
    asked = tuple(
        other
        for other in _others(state)
        if asked_for(state, other, near_to(state, other, seat), castable(state, other, NOWHERE))
    )
    if asked:
        push(state, Moment(kind, asked))


def open_contest(state: State, land: int, sides: tuple[int, ...]) -> None:
    """[S14.6] Before a contest: the two sides may cast, in its land."""
    asked = tuple(
        seat
        for seat in sides
        if seat >= 0 and asked_for(state, seat, True, castable(state, seat, land), attacked=True)
    )
    if asked:
        push(state, Moment("contest", asked, land))


def open_moment(state: State, seat: int, land: int, rune: int, strength: int) -> None:
    """[S14.6] On a reading: the active player by any counter, others by the opposite."""
    event = top(state)
    touched = at_home(state, land) | event.concerned(state)
    hit = temper(rune) == "bad"
    own = borne(state, seat, land)
    asked = [seat] if asked_for(state, seat, True, own, attacked=hit) else []
    for other in _others(state):
        usable = (source for source in borne(state, other, land) if source[1] == opposite(rune))
        if asked_for(state, other, other in touched, usable):
            asked.append(other)
    if asked:
        push(
            state, Moment("reading", tuple(asked), land, rune, strength, reach=((land, strength),))
        )


def answer_cast(
    state: State, caster: int, rune: int, stone: int, reach: Reach, touched: tuple[int, ...]
) -> None:
    """[S14.6] On a cast: those whom it concerns may counter it."""
    lands = dict(reach)
    asked = tuple(
        other
        for other in touched
        if asked_for(
            state,
            other,
            True,
            (s for land in lands for s in borne(state, other, land)),
            attacked=True,
        )
    )
    if asked:
        land, strength = reach[0]
        push(
            state,
            Moment("cast", asked, land, rune, strength, caster, reach=reach, stone=stone),
        )


def _others(state: State) -> list[int]:
    return [(state.active + step) % state.seats for step in range(1, state.seats)]


class Moment(Question):
    """A moment in which seats may answer by magic, all at once."""

    kind: Annotated[str, one_of("march", "reading", "contest", "cast")]
    """march, reading, contest, cast"""
    asked: tuple[Seat, ...]
    land: Spot = NOWHERE
    rune: MaybeRune = NOWHERE
    strength: Count = 0
    caster: Anyone = NOBODY
    answers: tuple[tuple[Seat, Annotated[Source | None, SEALED]], ...] = ()
    over: bool = False
    """Whether all have answered and the answers are at work."""
    reach: Reach = ()
    """The lands where a reading or a cast is not countered yet, and how strong it is there."""
    saved: tuple[Land, ...] = ()
    """The lands where it is."""
    stone: MaybeElement = NOWHERE
    """The element stone the cast was played with."""

    sealed: ClassVar = ("cast", "counter", "pass")
    tells: ClassVar = True
    passing: ClassVar = "pass_moment"

    def waits(self, state: State) -> tuple[int, ...]:
        if self.over:
            return ()
        answered = [seat for seat, _ in self.answers]
        return tuple(seat for seat in self.asked if seat not in answered)

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        magic = "cast" if self.kind in ("march", "contest") else "counter"
        return (magic, "pass") if state.by_former_rules else (magic, "pass", "wish")

    def asks(self, state: State, seat: int, wish: str) -> bool:
        """[S14.8] Whether somebody who is asked now would be asked with another wish, too."""
        own = seat == state.active and temper(self.rune) == "bad"
        attacked = self.kind in ("contest", "cast") or (self.kind == "reading" and own)
        return wishes(wish, True, attacked)

    def matters(self, state: State, seat: int) -> bool:
        """Whether an answer could be worth anything to a seat, as far as it knows.

        Who wishes to be asked always decides herself.
        """
        if state.players[seat].wish == "always":
            return True
        usable = self.sources(state, seat)
        if self.kind in ("march", "contest"):
            harmful = [s for s in usable if self.kind == "contest" or s[1] not in GOOD]
            return any(next(ways(state, seat, each, self.land), None) for each in harmful)
        if seat == state.active and temper(self.rune) == "good":
            return False
        if self.kind == "reading" and seat != state.active:
            usable = [each for each in usable if each[1] == opposite(self.rune)]
        return any(self.odds(state, seat, each)[1] for each in usable)

    def odds(self, state: State, seat: int, source: Source) -> tuple[int, int]:
        """[S14.9] How often in 100 a counter wins: without points, and with all one can pay."""
        strength = min(strength for _, strength in self.reach)
        wanted = strength + deduction(source[1], self.rune)
        if source[0] != HAND:
            sure = 100 if printed_strength(state, source) >= wanted else 0
            return sure, sure
        player = state.players[seat]
        most = affordable(player.tur) + affordable(player.golu)
        return number_odds(state, wanted), number_odds(state, wanted - most)

    def passed(self, state: State, seat: int) -> None:
        self.answer(state, seat, None)

    def answer(self, state: State, seat: int, source: Source | None) -> None:
        """One of those asked has spoken."""
        turn_to(state, answers=(*self.answers, (seat, source)))

    def cast(self, state: State, seat: int, source: Source) -> None:
        """One of those asked casts a rune; it works when all have spoken."""
        self.answer(state, seat, source)

    def magic_worked(self, state: State, lands: list[int]) -> None:
        """A cast of the active player's turn was answered by this one; no contest follows here."""

    def sources(self, state: State, seat: int) -> list[Source]:
        """[S14.13] The runes by which a seat may answer: its hand, and those borne there."""
        if self.kind in ("march", "contest"):
            return sources(state, seat, None if self.land == NOWHERE else self.land)
        there = [each for land, _ in self.reach for each in borne(state, seat, land)]
        return [*sources(state, seat, NOWHERE), *there]

    def save(self, state: State, lands: list[int]) -> None:
        """[S14.9] [S14.15] A counter has won in these lands."""
        left = tuple(each for each in self.reach if each[0] not in lands)
        turn_to(state, reach=left, saved=(*self.saved, *lands))

    def _cancelled(self, state: State) -> bool:
        """[S14.7] Whether there is nothing left to answer."""
        if self.kind == "contest":
            contest = state.stack[-2]
            return contest.other not in opponents(state, contest.seat, contest.land)
        return self.kind != "march" and not self.reach

    def go(self, state: State) -> None:
        """[S14.7] The answers work in the order of seats from the active player on."""
        queue = [(seat, source) for seat, source in self.answers if source is not None]
        if not queue or self._cancelled(state):
            self._close(state)
            return
        seat, source = min(queue, key=lambda answer: (answer[0] - state.active) % state.seats)
        left = tuple(answer for answer in self.answers if answer[0] != seat)
        turn_to(state, answers=left, over=True)
        if source not in self.sources(state, seat):
            return
        if self.kind in ("reading", "cast"):
            place = state.pieces[source[0]].land if source[0] != HAND else NOWHERE
            reach = tuple(each for each in self.reach if place in (NOWHERE, each[0]))
            land, strength = reach[0]
            push(state, Counter(seat, source, land, self.rune, strength, reach=reach))
        elif next(ways(state, seat, source, self.land), None) is not None:
            state.stack[-2].cast(state, seat, source, self.land)

    def _close(self, state: State) -> None:
        """What was answered learns where it is cancelled."""
        pop(state)
        if self.saved:
            turn_to(state, cancelled=self.saved if self.kind == "cast" else True)

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        player = self.caster if self.kind == "cast" else state.active
        values: dict[str, Any] = {
            "player": say.names[player] if player >= 0 else "",
            "land": say.land(self.land),
            "rune": say.full_rune(self.rune),
            "strength": self.strength,
        }
        if self.kind == "reading":
            values |= state.stack[-2].read_as(say)
        elif self.kind == "cast":
            reading = state.stack[-2].reading
            values["reading"] = say.reading(reading)
            values["does"] = say.does(reading, self.strength, magic=True)
        own = self.kind == "reading" and viewer == state.active
        return "moment_own" if own else f"moment_{self.kind}", values

    def of_hand(self, state: State, seat: int) -> bool:
        return True

    def seen_by(self, viewer: Viewer) -> Self:
        return self._replace(answers=cover(self.answers, viewer))

    def determinize(self, state: State) -> Self:
        return self._replace(answers=uncover(self.answers, lambda _: None))

    def sound(self, state: State, below: Frame | None) -> bool:
        by_cast = self.kind == "cast"
        if below is None or self.kind not in below.moments or by_cast != (self.caster != NOBODY):
            return False
        answered = self.kind in ("march", "contest") or (self.rune != NOWHERE and self.reach != ())
        return answered or self.over


# --- Counter-magic (S14.9 to S14.11, S14.15) ----------------------------------------------


class CounterVerb(Verb):
    """[S14.9] A rune against a reading or a cast."""

    name = "counter"
    shape = "source rune"
    reveals = True
    takes_words = True
    seldom = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from top(state).sources(state, seat)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        moment = top(state)
        source = (args[0], args[1])
        if source not in moment.sources(state, seat):
            return No("S14.13" if args[0] != HAND else "S14.9", "no_rune", {"rune": args[1]})
        if moment.kind == "reading" and seat != state.active and args[1] != opposite(moment.rune):
            return No("S14.6", "only_opposite", {"rune": opposite(moment.rune)})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).answer(state, seat, (args[0], args[1]))

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        lost = deduction(args[1], top(state).rune)
        key = "do.less_leave" if lost == OTHER_LESS else "do.less"
        less = say.words(key, number=lost) if lost else ""
        return sourced(say, "do.counter", (args[0], args[1]), less=less)


class Counter(Question):
    """A counter: leave if it needs one, its land, points, number, and the comparison."""

    seat: Seat
    source: Source
    land: Land
    rune: Rune
    """The rune it is against."""
    strength: Count
    step: Annotated[str, one_of("leave", "where", "points", "number")] = "leave"
    """leave, where, points, number"""
    points: Count = 0
    reach: Reach = ()
    """The lands it may save, and how strong the other rune is there."""

    @property
    def less(self) -> int:
        """What it loses."""
        return deduction(self.source[1], self.rune)

    def waits(self, state: State) -> tuple[int, ...]:
        if self.step == "leave" and self.less == OTHER_LESS:
            return (role(state, "referee", self.land, self.seat),)
        if self.step == "where" and len(self.reach) > 1:
            return (self.seat,)
        if self.step == "points" and self.source[0] == HAND:
            return (self.seat,)
        return ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        words = {"leave": ("accept", "decline"), "where": ("ward", "wardall")}
        return words.get(self.step, ("points",))

    def answer(self, state: State, seat: int, yes: bool) -> None:
        """[S14.11] The referee's leave."""
        if yes:
            self._begin(state)
        else:
            note(state, DomainEventKind.NO_LEAVE, self.seat, other=seat)
            pop(state)

    def _begin(self, state: State) -> None:
        turn_to(state, step="where")
        spend(state, self.seat, self.source)

    def go(self, state: State) -> None:
        if self.step == "leave":
            self._begin(state)
        elif self.step == "where":
            turn_to(state, step="points")
        elif self.step == "points":
            self.add(state, 0)
        elif self.source[0] != HAND:
            self.drawn(state, (printed_strength(state, self.source),))
        else:
            push(state, Numbers((self.seat,), role(state, "administrator", NOWHERE, self.seat)))

    def add(self, state: State, points: int) -> None:
        """The points are paid."""
        turn_to(state, points=points, step="number")

    def odds(self, state: State, points: int) -> int:
        """[S14.9] How often in 100 it wins with so many points."""
        return number_odds(state, self.strength + self.less - points)

    def drawn(self, state: State, numbers: tuple[int, ...]) -> None:
        """[S14.9] The greater strength wins; equal ones cancel both."""
        pop(state)
        own = self.points + numbers[0] - self.less
        victim = state.active if top(state).caster == NOBODY else top(state).caster
        for land, strength in self.reach:
            note(
                state,
                DomainEventKind.COUNTERED if own >= strength else DomainEventKind.WITHSTOOD,
                victim,
                other=self.seat,
                land=land,
                amount=own,
                more=(self.source[1], self.rune, strength),
            )
        top(state).save(state, [land for land, strength in self.reach if own >= strength])

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        caster = state.stack[-2].caster if self.step == "where" else self.seat
        own = self.step == "leave" and viewer == self.seat
        return "counter_leave_own" if own else f"counter_{self.step}", {
            "player": say.side(caster),
            "rune": say.full_rune(self.rune),
            "counter": say.full_rune(self.source[1]),
            "strength": self.strength,
            "less": say.words("do.less", number=self.less) if self.less else "",
        }

    def shown(self) -> tuple[int, tuple[int, ...]]:
        known = self.step == "leave" and self.source[0] == HAND
        return (self.seat, (self.source[1],)) if known else super().shown()

    def sound(self, state: State, below: Frame | None) -> bool:
        fits = at_hand(state, self.seat, self.source) or self.step != "leave"
        answers = isinstance(below, Moment) and bool(self.reach)
        return usable(state, self.source) and fits and answers


class WardVerb(Verb):
    """[S14.15] The one land in which a counter works against magic with an element stone."""

    name = "ward"
    shape = "land"
    reveals = True
    takes_words = True
    seldom = True
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((land,) for land, _ in top(state).reach)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in dict(top(state).reach):
            return No("S14.15", "not_reached", {"land": args[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        strength = dict(top(state).reach)[args[0]]
        reach = ((args[0], strength),)
        turn_to(state, land=args[0], strength=strength, reach=reach, step="points")


class WardAllVerb(Verb):
    """[S14.15] By a stone of the same element a counter works in all lands."""

    name = "wardall"
    shape = ""
    reveals = True
    takes_words = True
    seldom = True

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        stone = state.stack[-2].stone
        if stone not in state.players[seat].stones:
            return No("S14.15", "no_stone", {"element": stone})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        play_stone(state, seat, state.stack[-2].stone)
        turn_to(state, step="points")

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        return say.words("do.wardall", element=say.element(state.stack[-2].stone))
