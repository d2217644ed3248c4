"""Peace or refusal for those who come (S8.7 to S8.10), and peace that is broken (S33.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Self

from cruachan.engine.game import NOBODY, Viewer
from cruachan.games.shent.chapters import round_events as weather
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import (
    break_peace,
    join,
    lay,
    make_peace,
    note,
    remember,
    remove,
    settle,
    to_supply,
    unmark,
)
from cruachan.games.shent.core.bonds import PASSAGE, broken_by, refused, warned
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import SEALED, Land, PieceId, Seat
from cruachan.games.shent.core.flow import (
    Args,
    Frame,
    No,
    Question,
    Verb,
    cover,
    pop,
    top,
    turn_to,
    uncover,
)
from cruachan.games.shent.core.presence import hosts, may_meet
from cruachan.games.shent.core.speaker import Ask, Speaker, capital
from cruachan.games.shent.core.state import (
    THIS_TURN,
    State,
    Token,
    figures,
    in_peace,
    on_piece,
    seen,
    tokens,
)


def passages(state: State, seat: int) -> tuple[tuple[int, int], ...]:
    """[S8.7] Who is asked, for which land, once all have moved."""
    asked: list[tuple[int, int]] = []
    for land in state.turn.fresh:
        if state.markers[land] == NOBODY or not any(
            seen(state, each) for each in figures(state, seat, land)
        ):
            continue
        met = in_peace_with(state, seat, land)
        if weather.no_refusal(state):
            for other in met:
                make_peace(state, land, seat, other)
        elif met:
            asked.append((land, state.markers[land]))
    return tuple(asked)


def in_peace_with(state: State, seat: int, land: int) -> list[int]:
    """[S8.7] With whom there is peace if passage is given: the hosts; in her own land with all."""
    own = state.markers[land] == seat
    return may_meet(state, seat, land) if own else hosts(state, seat, land)


class Passage(Question):
    """[S8.7] Peace or refusal: who controls a land is asked for it; all answer at once."""

    seat: Seat
    questions: tuple[tuple[Land, Seat], ...]
    """Land and seat."""
    answers: tuple[tuple[Land, Seat, Annotated[str, SEALED]], ...] = ()
    """Land, seat, answer."""

    sealed: ClassVar = ("peace", "refuse")
    tells: ClassVar = True

    def open_to(self, seat: int) -> list[int]:
        """The lands this seat has still to answer for."""
        done = {(land, who) for land, who, _ in self.answers}
        return [land for land, who in self.questions if who == seat and (land, who) not in done]

    def waits(self, state: State) -> tuple[int, ...]:
        return tuple(seat for seat in range(state.seats) if self.open_to(seat))

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("peace", "refuse")

    def go(self, state: State) -> None:
        pop(state)
        said = {land: answer for land, _, answer in self.answers}
        for land, host in self.questions:
            if said[land] == "refuse":
                lay(state, Token(TokenKind.REFUSED, land, seat=host, until=THIS_TURN))
                unmark(state, land, host)
                note(state, DomainEventKind.REFUSED, host, land=land, other=self.seat)
                for who in self.refused_by(state, host, land):
                    refused(state, host, who, land, forced=weather.no_peace(state))
                continue
            for who in in_peace_with(state, self.seat, land):
                make_peace(state, land, self.seat, who)
                remember(state, "passage", host, who if host == self.seat else self.seat)

    def refused_by(self, state: State, host: int, land: int) -> list[int]:
        """Whom a refusal strikes: who came; in her own land those who stand there."""
        return in_peace_with(state, host, land) if host == self.seat else [self.seat]

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        lands = ", ".join(say.land(land) for land in self.open_to(viewer))
        return "passage", {"player": say.names[self.seat], "lands": lands}

    def seen_by(self, viewer: Viewer) -> Self:
        return self._replace(answers=cover(self.answers, viewer, whose=1))

    def determinize(self, state: State) -> Self:
        return self._replace(answers=uncover(self.answers, lambda _: "peace"))

    def sound(self, state: State, below: Frame | None) -> bool:
        lands = [land for land, _ in self.questions]
        known = all(answer[:2] in self.questions for answer in self.answers)
        held = all(state.markers[land] == host for land, host in self.questions)
        return known and held and len(set(lands)) == len(lands)


def join_peace(state: State, land: int, one: int, two: int) -> None:
    """[S12.4] Peace of the second movement does not bring a marker back that refusal took away."""
    kept = tokens(state, TokenKind.REFUSED, land)
    for token in kept:
        state.tokens.remove(token)
    make_peace(state, land, one, two)
    state.tokens.extend(kept)


class LeftBehind(Question):
    """[S8.4] An ally was left in a land whose holder stands there: hers, or sent away."""

    seat: Seat
    piece: PieceId

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,)

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("accept", "decline")

    def answer(self, state: State, seat: int, yes: bool) -> None:
        """She takes it on, or it goes back to the supply."""
        pop(state)
        if yes:
            join(state, self.piece, seat)
        else:
            land = state.pieces[self.piece].land
            note(state, DomainEventKind.DISMISSED, seat, land=land, piece=self.piece)
            to_supply(state, self.piece)
        settle(state)

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        land = say.land(state.pieces[self.piece].land)
        return "leftbehind", {"Piece": capital(say.the(self.piece)), "land": land}

    def sound(self, state: State, below: Frame | None) -> bool:
        left = on_piece(state, TokenKind.LEFT, self.piece)
        return left is not None and left.seat == self.seat


class PeaceVerb(Verb):
    """[S8.8] Free passage."""

    name = "peace"
    shape = "land"
    reveals = True
    takes_words = True
    seldom = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((land,) for land in top(state).open_to(seat))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in top(state).open_to(seat):
            return No("S8.7", "not_asked", {"land": args[0]})
        if weather.no_peace(state):
            return No("S19.6", "no_peace", {"land": args[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        turn_to(state, answers=(*top(state).answers, (args[0], seat, self.name)))


class RefuseVerb(PeaceVerb):
    """[S8.9] No passage: it will come to a contest."""

    name = "refuse"
    shape = "land"
    reveals = True
    takes_words = True
    seldom = True

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in top(state).open_to(seat):
            return No("S8.7", "not_asked", {"land": args[0]})
        return None

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        struck = [] if weather.no_peace(state) else top(state).refused_by(state, seat, args[0])
        broken = [p for who in struck for p in broken_by(state, seat, who, PASSAGE, args[0])]
        return warned(say, super().label(say, state, seat, args), broken, seat)


class BetrayVerb(Verb):
    """[S33.3] Peace that rim has loosened is broken before the movement."""

    name = "betray"
    shape = "land seat"
    reveals = False
    takes_words = True
    seldom = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((t.land, t.other) for t in tokens(state, TokenKind.WORD, seat=seat))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        land, other = args
        if not any(t.other == other for t in tokens(state, TokenKind.WORD, land, seat)):
            return No("S33.3", "no_word", {"land": land})
        if not in_peace(state, land, seat, other):
            return No("S33.3", "no_peace_there", {"land": land})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        land, other = args
        for token in [t for t in tokens(state, TokenKind.WORD, land, seat) if t.other == other]:
            remove(state, token)
        break_peace(state, land, seat, other)
