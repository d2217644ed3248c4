"""Markers, tûr, golu and respect (S13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims import aims
from cruachan.games.shent.chapters.votes import Ballot, Counts, Matter
from cruachan.games.shent.components.material import BUILDINGS, INCOME, MARKERS, MINAS
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import (
    change,
    end_tokens,
    gain,
    mark,
    note,
    remember,
    remove,
    return_stones,
    unmark,
)
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import Seat
from cruachan.games.shent.core.flow import Args, No, Question, Verb, pop, push, set_turn, top
from cruachan.games.shent.core.presence import alone, unbarred
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import (
    THIS_TURN,
    State,
    building,
    figures,
    land_sum,
    lands_of,
    on_piece,
    tokens,
)

LEAST = 3


# --- Marking (S13.2 to S13.5) -------------------------------------------------------------


def may_mark(state: State, seat: int, land: int) -> bool:
    """[S13.2] [S13.3] Whether the seat's marker belongs into a land at the end of its turn."""
    if tokens(state, TokenKind.BARREN, land, seat):
        return False
    owner = builder(state, land)
    if owner == seat:
        return unbarred(state, seat, land)
    if not alone(state, seat, land):
        return False
    return owner == NOBODY or state.settlers[land] == seat


def builder(state: State, land: int) -> int:
    """[S1.11] Who owns the talan or ost of a land."""
    house = building(state, land)
    if house is None or state.pieces[house].kind == MINAS:
        return NOBODY
    return state.pieces[house].leader


def _settle_in(state: State, seat: int) -> None:
    """[S13.3] Who stands alone beside a foreign building, for the next turn's end."""
    for land in range(len(state.board.lands)):
        if builder(state, land) not in (seat, NOBODY) and alone(state, seat, land):
            state.settlers[land] = seat
        elif state.settlers[land] == seat:
            state.settlers[land] = NOBODY


def fades(state: State, seat: int, land: int) -> bool:
    """[S13.5] [S2.5] Whether an unattended marker goes."""
    if figures(state, seat, land) or builder(state, land) == seat:
        return False
    kept = tokens(state, TokenKind.BLOSSOM, land, seat) or tokens(
        state, TokenKind.WELCOME, land, seat
    )
    return not kept and land_sum(state, seat, land) < 0


# --- tûr and golu (S13.6 to S13.9) --------------------------------------------------------


def land_yield(state: State, seat: int, land: int) -> int:
    """[S13.6] [S2.7] What an own land brings."""
    if tokens(state, TokenKind.BLIGHT, land):
        return 0
    fit = land_sum(state, seat, land)
    bloom = sum(token.strength for token in tokens(state, TokenKind.BLOSSOM, land, seat))
    return 1 + (fit >= 3) - (fit <= -3) + bloom


def tur_income(state: State, seat: int) -> int:
    """[S13.6] [S13.7] [S13.8] Lands and buildings less upkeep, at least 3 for everybody."""
    total = sum(land_yield(state, seat, land) for land in lands_of(state, seat))
    for index, piece in enumerate(state.pieces):
        if piece.leader != seat or piece.land < 0:
            continue
        if piece.kind in INCOME:
            stopped = on_piece(state, TokenKind.SIEGE, index) or tokens(
                state, TokenKind.BLIGHT, piece.land
            )
            total += (0 if stopped else INCOME[piece.kind]) - 1
        elif piece.owner == seat and piece.kind not in BUILDINGS:
            total -= on_piece(state, TokenKind.REST, index) is None
    return max(LEAST, total)


def rested(state: State, seat: int) -> int:
    """[S30.4] golu for resting figures that survived a contest."""
    return sum(
        token.strength
        for token in tokens(state, TokenKind.REST)
        for piece in token.pieces
        if state.pieces[piece].leader == seat and state.pieces[piece].fought
    )


# --- The end of a turn (S13.1, S13.12) ----------------------------------------------------


def collect(state: State, seat: int) -> None:
    """[S13.1] Mark, fade, count, end."""
    wanted = [land for land in range(len(state.board.lands)) if may_mark(state, seat, land)]
    _settle_in(state, seat)
    for land in wanted:
        mark(state, land, seat)
    for land in lands_of(state, seat):
        if fades(state, seat, land):
            unmark(state, land)
    push(state, Overflow(seat))


class Overflow(Question):
    """[S13.5] [S1.12] Above 12 markers the player chooses which land goes without."""

    seat: Seat

    rule: ClassVar = "S13.5"
    """Against what is not offered."""

    def lands(self, state: State) -> list[int]:
        """The lands that the player may choose from."""
        own = lands_of(state, self.seat)
        return own if len(own) > MARKERS else []

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,) if self.lands(state) else ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("release",)

    def release(self, state: State, land: int) -> None:
        """The marker goes."""
        unmark(state, land)

    def go(self, state: State) -> None:
        pop(state)
        tur = tur_income(state, self.seat)
        for land in lands_of(state, self.seat):
            for token in tokens(state, TokenKind.BLIGHT, land):
                remove(state, token)
        golu = state.turn.golu + rested(state, self.seat)
        note(state, DomainEventKind.INCOME, self.seat, more=(tur, golu))
        gain(state, self.seat, tur=tur, golu=golu)
        end_turn(state, self.seat)

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        return "overflow", {}


class ReleaseVerb(Verb):
    """[S19.15] [S13.5] A marker is taken off."""

    name = "release"
    shape = "land"
    reveals = False
    takes_words = True
    seldom = True
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((land,) for land in top(state).lands(state))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in top(state).lands(state):
            return No(top(state).rule, "not_to_release", {"land": args[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).release(state, args[0])


def end_turn(state: State, seat: int) -> None:
    """[S13.12] [S1.5] What held for the turn is over, and its stones go back."""
    aims.end_turn(state, seat)
    end_tokens(state, THIS_TURN)
    return_stones(state, state.aside)
    state.aside = []


# --- Respect (S13.10, S13.11) -------------------------------------------------------------


class HonourVerb(Verb):
    """[S13.10] [S13.11] A point of aglar is proposed for another player's deed."""

    name = "honour"
    shape = "seat"
    reveals = False
    aside = True
    takes_words = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((other,) for other in range(state.seats) if other != seat)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        other = args[0]
        if other == seat or other not in range(state.seats):
            return No("S13.10", "not_oneself")
        if state.turn.proposed:
            return No("S13.10", "proposed_already")
        if state.players[other].honoured == state.round:
            return No("S13.11", "honoured_already", {"seat": other})
        if state.players[other].praised == (state.round, seat):
            return No("S13.11", "not_in_return", {"seat": other})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        set_turn(state, proposed=True)
        change(state, seat, praised=(state.round, args[0]))
        note(state, DomainEventKind.PROPOSED, seat, other=args[0], more=(words,))
        push(state, Ballot("honour", seat, ("agree",), None, args[0]))


class Honouring(Matter):
    """[S13.10] More than half of the remaining players; with two the proposal is enough."""

    kind = "honour"

    def judge(self, state: State, ballot: Ballot, counts: Counts) -> None:
        yes, no = counts[0]
        if yes > no or not ballot.votes:
            gain(state, ballot.other, aglar=1)
            change(state, ballot.other, honoured=state.round)
            note(state, DomainEventKind.HONOURED, ballot.other, other=ballot.seat)
            remember(state, "honoured", ballot.seat, ballot.other)
