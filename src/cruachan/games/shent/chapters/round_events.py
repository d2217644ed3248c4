"""Round events (S19): what a rune does to all alike, at once or as long as the round lasts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, ClassVar

from cruachan.engine.game import NOBODY
from cruachan.games.shent.chapters.roles import order
from cruachan.games.shent.chapters.votes import Ballot, Counts, Matter
from cruachan.games.shent.components.material import (
    BAND,
    BREGED,
    ERTHAD,
    GALAS,
    GALU,
    GWEND,
    HANNAS,
    IDH,
    MAETH,
    NARCHAD,
    NUTHAD,
    RATH,
    RHACH,
    RIM,
    THURINAS,
    TULU,
    half,
    third,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import (
    gain,
    lay,
    lay_legend,
    leap,
    note,
    relocate,
    settle,
    swap,
    turn_sky,
    unmark,
)
from cruachan.games.shent.core.chance import BY_CHANCE, even, number_falls, rune_falls
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE, Count, MaybeRune, PieceId, Seat, Spot, one_of
from cruachan.games.shent.core.flow import (
    Args,
    Frame,
    No,
    Question,
    Verb,
    pop,
    push,
    top,
    turn_to,
)
from cruachan.games.shent.core.parts import Part
from cruachan.games.shent.core.presence import (
    adjacent,
    bare,
    distances,
    free_foes,
    held,
    hushed,
    locked,
    shut,
)
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import (
    THIS_ROUND,
    Lore,
    State,
    Token,
    lands_of,
    led,
    own_figures,
    strength,
    tokens,
)

MOST_LEGENDS = 6
MARCHING = 5
"""[S19.6] From this strength on foes go towards figures."""
MANY_LANDS = 3
"""[S19.15] Who has more lands takes off a marker."""


# --- The event, drawn and told ------------------------------------------------------------


class RoundEvent(Question):
    """[S19.1] What happens to all alike when a round begins."""

    seat: Seat
    rune: MaybeRune = NOWHERE
    strength: Count = 0
    step: Annotated[str, one_of("rune", "number", "land", "tell")] = "rune"
    """rune, number, land, tell"""
    land: Spot = NOWHERE
    way: Annotated[str, one_of("", "mild", "story")] = ""
    """[S19.18] How the reader would have it; how it is, once the table has voted."""
    judged: bool = False
    """Whether it has."""

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,) if self.step == "tell" else BY_CHANCE

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        names = {"rune": ("rune",), "number": ("number",), "land": ("lot",)}
        return names.get(self.step, ("tell",) if self.judged else ("tell", "soften"))

    def ways(self) -> list[str]:
        """[S19.18] How else it may be read: milder where that changes something, or as a story."""
        milder = _weight(self.rune, half(self.strength)) != _weight(self.rune, self.strength)
        return ["mild", "story"] if milder else ["story"]

    def agreed(self, state: State, yes: bool) -> None:
        """[S19.18] The table has voted."""
        if not yes:
            turn_to(state, way="", judged=True)
        elif self.way == "mild":
            turn_to(state, strength=half(self.strength), judged=True)
        else:
            turn_to(state, judged=True)

    def does(self, say: Speaker) -> dict[str, str]:
        """What it is called, and what it does the way it is read."""
        mild = self.way == "mild" and not self.judged
        told = say.round_event(self.rune, half(self.strength) if mild else self.strength)
        return {**told, "does": say.words("say.only_story")} if self.way == "story" else told

    def _lands(self, state: State) -> list[int]:
        """[S19.8] Where a legend can be laid."""
        if len(tokens(state, TokenKind.LEGEND)) >= MOST_LEGENDS:
            return []
        return [i for i in range(len(state.board.lands)) if not tokens(state, TokenKind.LEGEND, i)]

    def falls(self, state: State) -> list[tuple[int, int]]:
        if self.step == "rune":
            return rune_falls(state)
        return number_falls(state) if self.step == "number" else even(self._lands(state))

    def fell(self, state: State, value: int) -> None:
        if self.step == "rune":
            turn_to(state, rune=value, step="number")
        elif self.step == "number":
            legend = self.rune == THURINAS and self._lands(state)
            turn_to(state, strength=value, step="land" if legend else "tell")
        else:
            turn_to(state, land=value, step="tell")

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        values = {"round": state.round, "strength": self.strength}
        return "roundevent", {**values, "rune": say.full_rune(self.rune), **self.does(say)}

    def sound(self, state: State, below: Frame | None) -> bool:
        if self.step != "tell" and (self.way or self.judged):
            return False
        return self.rune != NOWHERE or self.step == "rune"


def _weight(rune: int, number: int) -> int:
    """What the strength of a round event comes to."""
    if rune in (GALAS, NARCHAD, TULU):
        return third(number)
    if rune in (MAETH, THURINAS):
        return number if rune == THURINAS or number >= MARCHING else 0
    least = {HANNAS: 5, IDH: 5, BREGED: 6, RHACH: 6}
    return int(number >= least.get(rune, 0))


class SoftenVerb(Verb):
    """[S19.18] The reader asks that it be milder, or only a story."""

    name = "soften"
    shape = "word"
    reveals = True
    heading = "event"
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((way,) for way in top(state).ways())

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        return None if args[0] in top(state).ways() else No("S19.18", "no_milder")

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        turn_to(state, way=args[0])
        push(state, Ballot("round", seat, ("agree",)))

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        return say.words(f"do.soften_{args[0]}", **top(state)._replace(way=args[0]).does(say))


class RoundMatter(Matter):
    """[S19.18] Whether a round event is milder, or only a story."""

    kind = "round"
    under = "RoundEvent"

    def judge(self, state: State, ballot: Ballot, counts: Counts) -> None:
        top(state).agreed(state, ballot.passed(counts)["agree"])

    def values(self, say: Speaker, state: State) -> dict[str, Any]:
        event = state.stack[-2]
        named = {"rune": say.full_rune(event.rune), "strength": event.strength}
        return {**named, **event.does(say), "usual": event._replace(way="").does(say)["does"]}


class TellVerb(Verb):
    """[S19.1] The reader of the round tells it, and it works."""

    name = "tell"
    shape = ""
    reveals = True
    style = 0
    takes_words = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield (0,)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        return self.ill_styled(args)

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        event = top(state)
        pop(state)
        if event.way == "story":
            return
        state.weather = (event.rune, event.strength)
        note(state, DomainEventKind.WEATHER, NOBODY, amount=event.strength, more=(event.rune,))
        work(state, event.rune, event.strength, event.seat, event.land, words)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        return say.words("do.tell")

    def parts(self, state: State, args: Args) -> list[Part]:
        return []

    def fits(self, state: State, args: Args) -> bool:
        return len(args) == 1 and type(args[0]) is int

    def read(self, state: State, seat: int, words: Sequence[str]) -> Iterator[Args]:
        yield from ((0,) for _ in range(not words))

    def unstyled(self, args: Args) -> Args:
        return (0,)


# --- What happens at once -----------------------------------------------------------------


def work(
    state: State, rune: int, number: int, reader: int, land: int = NOWHERE, words: str = ""
) -> None:
    """[S19.1] The round event happens; in `land` the lot lays a legend, told in `words`."""
    if rune == THURINAS:
        _legend(state, number, land, words)
    elif rune == ERTHAD:
        _gathering(state, reader)
    elif rune in AT_ONCE:
        AT_ONCE[rune](state, number)


def _growth(state: State, number: int) -> None:
    """[S19.2] All gain a third in tûr."""
    for seat in range(state.seats):
        gain(state, seat, tur=third(number))


def _ruin(state: State, number: int) -> None:
    """[S19.3] All lose a third in tûr, as far as they have it."""
    for seat in range(state.seats):
        gain(state, seat, tur=-min(third(number), state.players[seat].tur))


def _march(state: State, number: int) -> None:
    """[S19.6] From 5 on each weaker foe goes one land towards the nearest figure."""
    if number < MARCHING:
        return
    marching = tuple(
        foe
        for land in range(len(state.board.lands))
        for foe in free_foes(state, land)
        if strength(state.pieces[foe]) < number
    )
    if marching:
        push(state, Marching(marching))


class Marching(Frame):
    """[S19.6] Foes go towards the nearest figure; the lot chooses among lands as near."""

    foes: tuple[PieceId, ...]

    def ways(self, state: State) -> list[int]:
        """Where the first of them may go: nowhere if somebody is there already."""
        start = state.pieces[self.foes[0]].land
        goals = {state.pieces[p].land for seat in range(state.seats) for p in led(state, seat)}
        if not goals or start in goals:
            return []
        lands = sorted(adjacent(state, start))
        far = {land: min(distances(state, land)[goal] for goal in goals) for land in lands}
        return [land for land in lands if far[land] == min(far.values())]

    def waits(self, state: State) -> tuple[int, ...]:
        return BY_CHANCE if len(self.ways(state)) > 1 else ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("lot",)

    def falls(self, state: State) -> list[tuple[int, int]]:
        return even(self.ways(state))

    def fell(self, state: State, land: int) -> None:
        """The first one goes; the others follow."""
        relocate(state, self.foes[0], land)
        if not state.by_former_rules:
            settle(state)
        self._next(state)

    def _next(self, state: State) -> None:
        pop(state)
        if self.foes[1:]:
            push(state, Marching(self.foes[1:]))

    def go(self, state: State) -> None:
        ways = self.ways(state)
        if ways:
            self.fell(state, ways[0])
        else:
            self._next(state)

    def sound(self, state: State, below: Frame | None) -> bool:
        return bool(self.foes) and all(state.pieces[foe].land >= 0 for foe in self.foes)


def _legend(state: State, number: int, land: int, words: str) -> None:
    """[S19.8] A legend in a land by lot, where there is none; its question is kept."""
    if land == NOWHERE or tokens(state, TokenKind.LEGEND, land):
        return
    lay_legend(state, land, number, NOBODY, Lore(words, round_sentence(state)))


def round_sentence(state: State) -> int:
    """By which number a round event's sentence is chosen."""
    return state.round + state.first


def _understanding(state: State, number: int) -> None:
    """[S19.9] All gain golu; every legend is less deep, but none is answered by that."""
    for seat in range(state.seats):
        gain(state, seat, golu=2 if number >= 5 else 1)
    for token in tokens(state, TokenKind.LEGEND):
        if not hushed(state, token):
            swap(state, token, strength=max(1, token.strength - 1))


def _change(state: State, number: int) -> None:
    """[S19.13] The sky goes on, from 6 on the round stone too."""
    turn_sky(state, 1, NOBODY)
    if number >= 6:
        leap(state, 1, NOBODY)


def _gathering(state: State, reader: int) -> None:
    """[S19.14] Each from the reader on may move one figure to an own one next to it."""
    push(state, *(Gather((reader + step) % state.seats) for step in range(state.seats)))


def _thinning(state: State, number: int) -> None:
    """[S19.15] Who has more than three lands takes the marker off a bare one."""
    push(state, *(Thin(seat) for seat in order(state) if thinned(state, seat)))


def thinned(state: State, seat: int) -> list[int]:
    """[S19.15] The lands one of which loses the marker of a seat with many lands."""
    lands = lands_of(state, seat)
    if len(lands) <= MANY_LANDS:
        return []
    return [land for land in lands if bare(state, seat, land)]


def _fortune(state: State, number: int) -> None:
    """[S19.16] Each may redraw one number in this round."""
    for seat in range(state.seats):
        lay(state, Token(TokenKind.LUCK, strength=1, seat=seat, until=THIS_ROUND))


def _futility(state: State, number: int) -> None:
    """[S19.17] The sky goes back."""
    turn_sky(state, -1, NOBODY)


AT_ONCE: dict[int, Callable[[State, int], None]] = {
    GALAS: _growth,
    NARCHAD: _ruin,
    MAETH: _march,
    HANNAS: _understanding,
    BREGED: _change,
    RIM: _thinning,
    GALU: _fortune,
    RHACH: _futility,
}


# --- erthad and rim ask each player -------------------------------------------------------


class Gather(Question):
    """[S19.14] One own figure may join another one next to it."""

    seat: Seat

    passing: ClassVar = "pass_gather"

    def moves(self, state: State) -> list[tuple[int, int]]:
        """Which figures may go where."""
        found = []
        for index, piece in enumerate(state.pieces):
            own = piece.owner == piece.leader == self.seat and piece.land >= 0
            if own and not held(state, index) and not locked(state, index):
                found += [(index, to) for to in self._ways(state, piece.land)]
        return found

    def _ways(self, state: State, land: int) -> list[int]:
        """The lands next to it with an own figure, where no rune bars the way (S8.2)."""
        return [
            other
            for other in sorted(adjacent(state, land))
            if own_figures(state, self.seat, other)
            and not shut(state, self.seat, land, other)
            and not tokens(state, TokenKind.STANDSTILL, other)
        ]

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,) if self.moves(state) else ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("gather", "pass")

    def passed(self, state: State, seat: int) -> None:
        pop(state)

    def go(self, state: State) -> None:
        pop(state)

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        return "gather", {}


class GatherVerb(Verb):
    """[S19.14] A figure joins another one."""

    name = "gather"
    shape = "piece land"
    reveals = False
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from top(state).moves(state)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if tuple(args) not in top(state).moves(state):
            return No("S19.14", "cannot_gather", {"piece": args[0], "land": args[1]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        relocate(state, args[0], args[1])
        pop(state)
        settle(state)


class Thin(Question):
    """[S19.15] Who has more than three lands takes the marker off one of them."""

    seat: Seat

    rule: ClassVar = "S19.15"
    """Against what is not offered."""

    def lands(self, state: State) -> list[int]:
        """Own lands without a figure, talan or ost."""
        return thinned(state, self.seat)

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,) if self.lands(state) else ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("release",)

    def release(self, state: State, land: int) -> None:
        """The marker goes."""
        unmark(state, land)
        pop(state)

    def go(self, state: State) -> None:
        pop(state)

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        return "thin", {}


# --- What holds for the round -------------------------------------------------------------


def _under_the_sky(state: State, land: int) -> bool:
    """Whether a land has the element of the constellation."""
    return state.board.lands[land].element == state.sky


def closed(state: State, land: int) -> bool:
    """[S19.4] Whether band keeps all in a land in the first movement."""
    return state.weather[0] == BAND and _under_the_sky(state, land)


def swift(state: State, land: int) -> bool:
    """[S19.5] Whether rath gives a step more to those who begin in a land."""
    return state.weather[0] == RATH and _under_the_sky(state, land)


def no_peace(state: State) -> bool:
    """[S19.6] Whether nobody can offer peace."""
    return state.weather[0] == MAETH


def no_refusal(state: State) -> bool:
    """[S19.7] Whether nobody can refuse passage."""
    return state.weather[0] == GWEND


def toll(state: State) -> int:
    """[S19.10] The tûr that each second movement costs."""
    return 1 if state.weather[0] == NUTHAD else 0


def discount(state: State) -> int:
    """[S19.11] The tûr by which placing is cheaper."""
    rune, number = state.weather
    return third(number) if rune == TULU else 0


def no_second(state: State) -> bool:
    """[S19.12] Whether there is no second movement."""
    rune, number = state.weather
    return rune == IDH and number >= 5


def no_claims(state: State) -> bool:
    """[S19.17] Whether no quest can be claimed."""
    rune, number = state.weather
    return rune == RHACH and number >= 6
