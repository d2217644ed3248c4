"""Numbers drawn for players, and drawn anew by luck or ill luck (S1.8, S10.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from cruachan.engine.game import CHANCE
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import note, remove, swap
from cruachan.games.shent.core.chance import BY_CHANCE, number_falls
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE, Count, Number, Party, Seat
from cruachan.games.shent.core.flow import Args, Frame, No, Question, Verb, pop, top, turn_to
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import State, Token, tokens


class Numbers(Question):
    """Draws a number for each of the seats; then the frame below is told (`drawn`).

    A seat below 0 is a side without a player, for which the administrator draws.
    """

    seats: tuple[Party, ...]
    administrator: Seat
    out: tuple[Count, ...] = ()
    content: tuple[Seat, ...] = ()
    """Who has said that the numbers may stay."""
    anew: Number = -1
    """Which number is being drawn anew."""

    passing: ClassVar = "pass_numbers"

    def _luck(self, state: State, seat: int) -> list[tuple[int, Token]]:
        """Which numbers this seat may have drawn anew, and by which token."""
        found = []
        for index, owner in enumerate(self.seats):
            if owner == seat:
                found += [(index, token) for token in tokens(state, TokenKind.LUCK, seat=owner)]
            elif owner >= 0 and seat in self._opponents(index):
                found += [(index, token) for token in tokens(state, TokenKind.ILL, seat=owner)]
        return found

    def _opponents(self, index: int) -> list[int]:
        """Who may demand that a number is drawn anew: the other side, else the administrator."""
        others = [seat for at, seat in enumerate(self.seats) if at != index and seat >= 0]
        return others or [self.administrator]

    def waits(self, state: State) -> tuple[int, ...]:
        if self.anew >= 0 or len(self.out) < len(self.seats):
            return BY_CHANCE
        first = [seat for seat in self.seats if seat == state.active]
        for seat in dict.fromkeys([*first, *self.seats, self.administrator]):
            if seat >= 0 and seat not in self.content and self._luck(state, seat):
                return (seat,)
        return ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("number",) if seat == CHANCE else ("redraw", "pass")

    def falls(self, state: State) -> list[tuple[int, int]]:
        others = tuple(n for index, n in enumerate(self.out) if index != self.anew)
        return number_falls(state, others)

    def fell(self, state: State, value: int) -> None:
        if self.anew < 0:
            turn_to(state, out=(*self.out, value))
            return
        out = tuple(value if at == self.anew else n for at, n in enumerate(self.out))
        turn_to(state, out=out, anew=-1, content=())

    def passed(self, state: State, seat: int) -> None:
        """The numbers may stay."""
        turn_to(state, content=(*self.content, seat))

    def go(self, state: State) -> None:
        pop(state)
        top(state).drawn(state, self.out)

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        own: Ask | None = state.stack[-2].ask_anew(say, self.out[0])
        if own:
            return own
        drawn = zip(self.seats, self.out, strict=True)
        you = say.words("say.you")
        said = (f"{you if seat == viewer else say.side(seat)} {number}" for seat, number in drawn)
        return "numbers", {"numbers": ", ".join(said)}

    def draws_for(self, state: State) -> tuple[int | None, int]:
        return self.seats[self.anew if self.anew >= 0 else len(self.out)], NOWHERE

    def sound(self, state: State, below: Frame | None) -> bool:
        waiting = hasattr(below, "drawn") and len(self.out) <= len(self.seats)
        numbers = all(number in range(1, 9) for number in self.out)
        return waiting and numbers and self.anew < len(self.out)


class RedrawVerb(Verb):
    """[S10.9] A number is drawn anew."""

    name = "redraw"
    shape = "drawn"
    reveals = False
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((index,) for index in sorted({at for at, _ in top(state)._luck(state, seat)}))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in [at for at, _ in top(state)._luck(state, seat)]:
            return No("S10.9", "no_redraw")
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        token = next(token for at, token in top(state)._luck(state, seat) if at == args[0])
        if token.strength > 1:
            swap(state, token, strength=token.strength - 1)
        else:
            remove(state, token)
        note(state, DomainEventKind.REDRAW, seat)
        turn_to(state, anew=args[0])

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        whose = top(state).seats[args[0]]
        if whose == seat:
            return say.words("do.redraw_own")
        return say.words("do.redraw", other=say.side(whose))
