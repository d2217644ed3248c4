"""Round events (S19): what a rune does to all alike, at once or as long as the round lasts."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.games.shent.box.material import (
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
    third,
)
from cruachan.games.shent.chapters.beginning import order
from cruachan.games.shent.core.acts import gain, lay, note, relocate, swap, turn_sky
from cruachan.games.shent.core.chance import BY_CHANCE, even
from cruachan.games.shent.core.flow import frame, pop, push
from cruachan.games.shent.core.presence import adjacent
from cruachan.games.shent.core.state import (
    NOWHERE,
    THIS_ROUND,
    State,
    Token,
    lands_of,
    led,
    strength,
    tokens,
)
from cruachan.games.shent.readings.changes import leap
from cruachan.games.shent.readings.scope import distances
from cruachan.games.shent.readings.shared import free_foes, hushed
from cruachan.games.shent.readings.unions import bare

MANY_LANDS = 3
"""[S19.15] Who has more lands takes off a marker."""


# --- What happens at once -----------------------------------------------------------------


def work(state: State, rune: int, number: int, reader: int, land: int = NOWHERE) -> None:
    """[S19.1] The round event happens; `land` is where the lot lays a legend (thurinas)."""
    if rune == THURINAS:
        _legend(state, number, land)
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
    if number < 5:
        return
    marching = tuple(
        foe
        for land in range(len(state.board.lands))
        for foe in free_foes(state, land)
        if strength(state.pieces[foe]) < number
    )
    if marching:
        push(state, Marching(marching))


@frame
class Marching(NamedTuple):
    """[S19.6] Foes go towards the nearest figure; the lot chooses among lands as near."""

    foes: tuple[int, ...]

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


def _legend(state: State, number: int, land: int) -> None:
    """[S19.8] A legend in a land by lot, where there is none."""
    if land == NOWHERE or tokens(state, "legend", land):
        return
    lay(state, Token("legend", land, number, other=number))
    state.memory[land] = ("legend", -1, state.round)
    note(state, "legend", NOBODY, land=land, amount=number)


def _understanding(state: State, number: int) -> None:
    """[S19.9] All gain golu; every legend is less deep, but none is answered by that."""
    for seat in range(state.seats):
        gain(state, seat, golu=2 if number >= 5 else 1)
    for token in tokens(state, "legend"):
        if not hushed(state, token):
            swap(state, token, strength=max(1, token.strength - 1))


def _change(state: State, number: int) -> None:
    """[S19.13] The sky goes on, from 6 on the round stone too."""
    turn_sky(state, 1, NOBODY)
    if number >= 6:
        leap(state, 1, NOBODY)


def _gathering(state: State, reader: int) -> None:
    """[S19.14] Each from the reader on may move one figure to an own one next to it."""
    from cruachan.games.shent.chapters.asks import Gather

    push(state, *(Gather((reader + step) % state.seats) for step in range(state.seats)))


def _thinning(state: State, number: int) -> None:
    """[S19.15] Who has more than three lands takes the marker off a bare one."""
    from cruachan.games.shent.chapters.asks import Thin

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
        lay(state, Token("luck", strength=1, seat=seat, until=THIS_ROUND))


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
