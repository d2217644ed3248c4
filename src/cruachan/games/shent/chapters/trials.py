"""Breaking out, searching for treasures, coming out of hiding (S9.13 to S9.15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from cruachan.games.shent.chapters.challenges import rune_bonus, use_up
from cruachan.games.shent.chapters.roles import role
from cruachan.games.shent.components.material import affordable
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import change_piece, gain, note, pay_points, remove
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import Count, Land, Seat, one_of
from cruachan.games.shent.core.flow import (
    Args,
    Frame,
    No,
    Question,
    Verb,
    pop,
    push,
    set_turn,
    top,
    turn_to,
)
from cruachan.games.shent.core.numbers import Numbers
from cruachan.games.shent.core.presence import BANDS, binds
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import (
    State,
    Token,
    figures,
    foes,
    others_in,
    strength,
    tokens,
    value,
    wisdom,
)

SHOWN = 1
"""[S27.7] The mark, in `other`, of a treasure that has been shown."""


def bands(state: State, seat: int, land: int) -> list[Token]:
    """[S9.13] [S22.1] What band has laid on a seat that its figures in a land may break."""
    return [
        token
        for token in state.tokens
        if token.kind in BANDS and binds(state, token, seat) and tries(state, seat, token, land)
    ]


def tries(state: State, seat: int, token: Token, land: int) -> list[int]:
    """[S9.13] [S22.3] [S22.4] [S22.6] Who may break out: those held, else those who stand by."""
    if token.kind in (TokenKind.BAND, TokenKind.TONGUE):
        return [piece for piece in token.pieces if state.pieces[piece].land == land]
    if land != token.land:
        return []
    beyond = figures(state, seat, token.other) if token.kind == TokenKind.GATE else []
    return figures(state, seat, land) + beyond


class BreakVerb(Verb):
    """[S9.13] Once a turn for each band: the best of those held tries to break out."""

    name = "break"
    shape = "land"
    reveals = False
    takes_words = True
    seldom = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        if any(token.kind in BANDS for token in state.tokens):
            lands = range(len(state.board.lands))
            yield from ((land,) for land in lands if bands(state, seat, land))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if not bands(state, seat, args[0]):
            return No("S9.13", "no_band", {"land": args[0]})
        if state.turn.tried.count(args[0]) >= len(bands(state, seat, args[0])):
            return No("S9.13", "tried", {"land": args[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        set_turn(state, tried=(*state.turn.tried, args[0]))
        push(state, Trial(seat, args[0], "band"))


class SearchVerb(Verb):
    """[S9.14] Once a turn for each treasure."""

    name = "search"
    shape = "land"
    reveals = False
    takes_words = True
    seldom = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((token.land,) for token in tokens(state, TokenKind.TREASURE))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        land = args[0]
        if not tokens(state, TokenKind.TREASURE, land) or tokens(state, TokenKind.BURIED, land):
            return No("S9.14", "no_treasure", {"land": land})
        if not figures(state, seat, land) or others_in(state, seat, land) or foes(state, land):
            return No("S9.14", "not_alone_there", {"land": land})
        if -1 - land in state.turn.tried:
            return No("S9.14", "tried", {"land": land})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        set_turn(state, tried=(*state.turn.tried, -1 - args[0]))
        push(state, Trial(seat, args[0], "treasure"))


class Trial(Question):
    """Points and a number against a band or a treasure."""

    seat: Seat
    land: Land
    kind: Annotated[str, one_of("band", "treasure")]
    step: Annotated[str, one_of("points", "number", "reward")] = "points"
    """points, number, reward"""
    points: Count = 0

    bid_words: ClassVar = ("do.bid_try", "do.bid_try_none")

    def token(self, state: State) -> Token:
        """What is tried: of several bands in a land the next one."""
        if self.kind == "treasure":
            return tokens(state, TokenKind.TREASURE, self.land)[0]
        return bands(state, self.seat, self.land)[state.turn.tried.count(self.land) - 1]

    def base(self, state: State) -> tuple[int, bool]:
        """The greatest value (band) or wisdom (treasure), and whether golu strengthens it."""
        best = self.best(state)
        piece = state.pieces[best]
        if self.kind == "treasure":
            return wisdom(piece) + rune_bonus(state, best), True
        return value(piece) + rune_bonus(state, best), wisdom(piece) > strength(piece)

    def best(self, state: State) -> int:
        """Who tries it: the best of those held, or the wisest there."""
        if self.kind == "band":
            held = tries(state, self.seat, self.token(state), self.land)
            return max(held, key=lambda p: value(state.pieces[p]))
        here = figures(state, self.seat, self.land)
        return max(here, key=lambda p: wisdom(state.pieces[p]))

    def _shown(self, state: State) -> bool:
        """[S27.7] Whether the treasure was shown to the player before."""
        return self.kind == "treasure" and self.token(state).other == SHOWN

    def waits(self, state: State) -> tuple[int, ...]:
        if self.step == "reward" or (self.step == "points" and not self._shown(state)):
            return (self.seat,)
        return ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("spoils",) if self.step == "reward" else ("bid",)

    def most(self, state: State, seat: int) -> int:
        """How many points can be bought."""
        player = state.players[seat]
        amount = player.golu if self.base(state)[1] else player.tur
        return affordable(amount)

    def bid(self, state: State, seat: int, points: int) -> None:
        """The points are said and paid."""
        golu = self.base(state)[1]
        pay_points(state, self.seat, 0 if golu else points, points if golu else 0)
        turn_to(state, points=points, step="number")

    def go(self, state: State) -> None:
        if self.step == "points":
            turn_to(state, step="reward")
        else:
            push(state, Numbers((self.seat,), role(state, "administrator", self.land)))

    def drawn(self, state: State, numbers: tuple[int, ...]) -> None:
        """[S9.13] [S9.14] It must be more."""
        token = self.token(state)
        total = self.base(state)[0] + self.points + numbers[0]
        use_up(state, self.best(state))
        note(
            state,
            DomainEventKind.TRIED,
            self.seat,
            land=self.land,
            amount=total,
            more=(self.kind, token.strength),
        )
        if total <= token.strength:
            pop(state)
        elif self.kind == "band":
            pop(state)
            for piece in token.pieces:
                note(state, DomainEventKind.FREED, self.seat, land=self.land, piece=piece)
            if not token.pieces:
                note(state, DomainEventKind.LIFTED, self.seat, land=self.land, more=(token.kind,))
            remove(state, token)
            tried = list(state.turn.tried)
            tried.remove(self.land)
            set_turn(state, tried=tuple(tried))
        else:
            turn_to(state, step="reward")

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        values = {"land": say.land(self.land), "strength": self.token(state).strength}
        if self.step == "reward":
            return "trial_reward", values
        return f"trial_{self.kind}", {**values, "base": self.base(state)[0]}

    def odds(self, state: State, seat: int, points: int) -> tuple[int, bool]:
        """How often in 100 it succeeds with so many points, and whether they are paid in golu."""
        base, golu = self.base(state)
        needed = self.token(state).strength - base - points
        fits = sum(count for number, count in enumerate(state.numbers, 1) if number > needed)
        return round(100 * fits / max(1, sum(state.numbers))), golu

    def sound(self, state: State, below: Frame | None) -> bool:
        if self.kind == "treasure":
            found = bool(tokens(state, TokenKind.TREASURE, self.land))
            return found and bool(figures(state, self.seat, self.land))
        tried = state.turn.tried.count(self.land)
        return 0 < tried <= len(bands(state, self.seat, self.land))


class SpoilsVerb(Verb):
    """[S9.14] A treasure is twice its worth in tûr, or its worth in golu."""

    name = "spoils"
    shape = "word"
    reveals = False

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield ("tur",)
        yield ("golu",)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        return None if args[0] in ("tur", "golu") else No("S9.14", "no_spoils")

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        trial = top(state)
        token = trial.token(state)
        worth = token.strength
        pop(state)
        remove(state, token)
        note(state, DomainEventKind.TREASURE, seat, land=trial.land, amount=worth)
        if args[0] == "tur":
            gain(state, seat, tur=2 * worth)
        else:
            gain(state, seat, golu=worth)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        worth = top(state).token(state).strength
        price = say.price(tur=2 * worth) if args[0] == "tur" else say.price(golu=worth)
        return say.words("do.spoils", price=price)


class EmergeVerb(Verb):
    """[S9.15] Hidden figures show themselves."""

    name = "emerge"
    shape = "piece"
    reveals = False
    takes_words = True
    seldom = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        for index, piece in enumerate(state.pieces):
            if piece.leader == seat and piece.hidden and piece.land >= 0:
                yield (index,)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        piece = state.pieces[args[0]]
        if piece.leader != seat or not piece.hidden:
            return No("S9.15", "not_hidden", {"piece": args[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        change_piece(state, args[0], hidden=0)
        note(state, DomainEventKind.EMERGED, seat, land=state.pieces[args[0]].land, piece=args[0])

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        land = say.land(state.pieces[args[0]].land)
        return say.words("do.emerge", piece=say.piece(args[0]), land=land)
