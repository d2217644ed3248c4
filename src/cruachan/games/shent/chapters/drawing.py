"""Drawing runes for tûr (S5)."""

from __future__ import annotations

from cruachan.games.shent.chapters.placing import surcharge, use_up
from cruachan.games.shent.components.material import KEPT_FOR_EVENTS
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import gain, give_rune
from cruachan.games.shent.core.chance import BY_CHANCE, rune_falls
from cruachan.games.shent.core.fields import Seat
from cruachan.games.shent.core.flow import Args, Frame, No, Verb, pop, push
from cruachan.games.shent.core.prices import at_rate
from cruachan.games.shent.core.speaker import Speaker
from cruachan.games.shent.core.state import BUYING, State

RUNE_PRICE = 5


def rune_price(state: State, seat: int) -> int:
    """[S3.12] [S28.4] What a rune costs at this table, with what dearth adds."""
    return at_rate(state, RUNE_PRICE) + surcharge(state, seat)


class BuyVerb(Verb):
    """[S5.1] A rune for 5 tûr, with what dearth adds."""

    name = "buy"
    shape = ""
    reveals = True

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if state.turn.acts > BUYING:
            return No("S4.7", "too_late_to_buy")
        price = rune_price(state, seat)
        if state.players[seat].tur < price:
            return No("S5.1", "cannot_pay", {"tur": price})
        if sum(state.bag) <= KEPT_FOR_EVENTS:
            return No("S1.6", "bag_low")
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        gain(state, seat, tur=-rune_price(state, seat))
        use_up(state, seat, TokenKind.DEARTH)
        push(state, HandRune(seat))

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        return say.words("do.buy", tur=rune_price(state, seat))


class HandRune(Frame):
    """[S5.1] A stone is drawn into a hand, unseen by the others."""

    seat: Seat

    def waits(self, state: State) -> tuple[int, ...]:
        return BY_CHANCE

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("rune",)

    def falls(self, state: State) -> list[tuple[int, int]]:
        return rune_falls(state)

    def fell(self, state: State, rune: int) -> None:
        state.bag[rune] -= 1
        give_rune(state, self.seat, rune)
        pop(state)

    def drawn_for(self, state: State) -> int | None:
        return self.seat
