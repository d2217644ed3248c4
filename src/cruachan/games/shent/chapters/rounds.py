"""Rounds, turns and their phases, and who holds which role (S4, S5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.games.shent.aims import aims
from cruachan.games.shent.box.material import KEPT_FOR_EVENTS
from cruachan.games.shent.chapters.beginning import order
from cruachan.games.shent.core.acts import (
    break_peace,
    change,
    change_piece,
    end_by_clock,
    end_tokens,
    gain,
    give_rune,
    note,
    remove,
    return_stones,
    settle,
)
from cruachan.games.shent.core.chance import BY_CHANCE, rune_falls
from cruachan.games.shent.core.flow import Args, No, Verb, frame, legal, pop, push, top, turn_to
from cruachan.games.shent.core.presence import HOST, opponents
from cruachan.games.shent.core.state import (
    NOWHERE,
    THIS_ROUND,
    THIS_TURN,
    TRACK,
    State,
    Turn,
    hired,
    in_peace,
    standing,
    tokens,
    until_turn,
)

RUNE_PRICE = 5
BUYING, DECLARING, PLACING = range(3)
"""[S4.7] The three kinds of preparations, in their order."""
QUIET = ("prepare", "move", "contest", "move2")
"""[S4.10] The phases in which every seat may claim, give up or wish."""
ANY_TIME = ("claim", "end", "forsake", "wish")
WISHES = ("never", "touched", "always")
PHASES = {
    "prepare": (
        *("buy", "betray", "declare", "place", "develop", "win"),
        *("cast", "emerge", "honour", "march"),
    ),
    "move": ("step", "hire", "cast", "emerge", "honour", "done"),
    "contest": ("contest", "break", "search", "befriend", "cast", "emerge", "honour", "done"),
    "move2": ("step", "stay", "win", "cast", "emerge", "honour", "done"),
    "events": ("event",),
}


# --- Roles --------------------------------------------------------------------------------


def parties(state: State, land: int, *more: int) -> set[int]:
    """[S4.4] Who is a party to what happens in a land."""
    found = {state.active, *more}
    if land >= 0:
        found |= {*standing(state, land), state.markers[land]}
    return found


def role(state: State, which: str, land: int = NOWHERE, *more: int) -> int:
    """[S4.3] [S4.4] Who is narrator, administrator or referee in a matter."""
    step = {"narrator": 1, "referee": 2, "administrator": state.seats - 1}[which]
    nominal = (state.active + step) % state.seats
    if nominal == state.active:
        nominal = (state.active + 1) % state.seats
    concerned = parties(state, land, *more)
    for further in range(state.seats):
        seat = (nominal + further) % state.seats
        if seat not in concerned:
            return seat
    return nominal


def quiet(state: State) -> bool:
    """[S4.10] Whether the active player is deciding, and others may speak too."""
    return bool(state.stack) and isinstance(top(state), TurnFrame) and top(state).phase in QUIET


# --- Rounds -------------------------------------------------------------------------------


@frame
class Round(NamedTuple):
    """Lies at the bottom of the stack and begins one round after the other."""

    def waits(self, state: State) -> tuple[int, ...]:
        return ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ()

    def go(self, state: State) -> None:
        """[S4.1] [S4.5] [S3.7] The stone moves on; the round event; a turn for each."""
        from cruachan.games.shent.chapters.events import RoundEvent
        from cruachan.games.shent.chapters.quests import finish

        if state.round:
            note(state, "round_end", amount=state.round)
        limit = state.option("limit")
        if limit != "none" and state.round >= int(limit):
            finish(state, NOBODY)
            return
        state.round += 1
        state.clock += 1
        state.active = NOBODY
        state.weather = (NOWHERE, 0)
        note(state, "round", amount=state.round)
        end_by_clock(state)
        end_tokens(state, THIS_ROUND)
        _return_foes(state)
        seats = order(state)
        reader = seats[(state.round - 1) % state.seats]
        push(state, RoundEvent(reader), *(TurnFrame(seat) for seat in seats))


def _return_foes(state: State) -> None:
    """[S4.8] Foes come back into the land they left."""
    for index, piece in enumerate(state.pieces):
        if piece.land == TRACK and piece.leader == NOBODY and piece.back <= state.clock:
            change_piece(state, index, land=piece.left, left=NOWHERE)


# --- The turn -----------------------------------------------------------------------------


@frame
class TurnFrame(NamedTuple):
    """One player's turn; `second` while the events of the second movement come."""

    seat: int
    phase: str = "begin"
    second: bool = False

    def waits(self, state: State) -> tuple[int, ...]:
        if self.phase in ("prepare", "move", "move2"):
            return (self.seat,)
        if self.phase == "events" and len(state.turn.entered) > 1:
            return (self.seat,)
        if self.phase == "contest" and self._choices(state):
            return (self.seat,)
        return ()

    def _choices(self, state: State) -> bool:
        """Whether there is anything to choose between the events and the second movement."""
        verbs = ("contest", "break", "search", "befriend")
        return next(legal(state, self.seat, verbs), None) is not None

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return PHASES[self.phase] if seat == self.seat else ()

    def go(self, state: State) -> None:
        {
            "begin": _begin,
            "events": _events,
            "contest": _to_second,
            "gain": _gain,
        }[self.phase](state, self)


def _begin(state: State, now: TurnFrame) -> None:
    """[S4.6] [S4.8] [S4.9] What lasted until this turn ends; figures come back."""
    from cruachan.games.shent.chapters.placing import Homecoming

    seat = now.seat
    state.active = seat
    state.turns += 1
    state.turn = Turn()
    change(state, seat, turns=state.players[seat].turns + 1)
    end_tokens(state, until_turn(seat))
    for index, piece in enumerate(state.pieces):
        if piece.land >= 0:
            change_piece(state, index, moved=False, fought=False, spent=(), steps=0)
            if piece.leader == seat:
                change_piece(state, index, hidden=0, left=NOWHERE)
        if hired(piece) and piece.leader == seat:
            change_piece(state, index, leader=NOBODY)
    settle(state)
    note(state, "turn", seat)
    turn_to(state, phase="prepare")
    homes: dict[int, list[int]] = {}
    for index, piece in enumerate(state.pieces):
        if piece.land == TRACK and piece.leader == seat and piece.back <= state.clock:
            homes.setdefault(piece.left, []).append(index)
    push(state, *(Homecoming(seat, one, tuple(others)) for one, *others in homes.values()))


def _events(state: State, now: TurnFrame) -> None:
    """[S9.2] [S12.6] The next land entered has its event; then contests, or what steps are left."""
    from cruachan.games.shent.chapters.events import begin_event

    if state.turn.entered:
        begin_event(state, now.seat, state.turn.entered[0], now.second)
        return
    settle(state)
    turn_to(state, phase="move2" if now.second else "contest")
    if now.second and next(legal(state, now.seat, ("step",)), None) is None:
        turn_to(state, phase="gain")


def _to_second(state: State, now: TurnFrame) -> None:
    from cruachan.games.shent.chapters.movement import begin_second

    begin_second(state, now.seat)


def _gain(state: State, now: TurnFrame) -> None:
    """[S13.1] The turn ends."""
    from cruachan.games.shent.chapters.income import collect

    pop(state)
    collect(state, now.seat)


def end_turn(state: State, seat: int) -> None:
    """[S13.12] [S1.5] What held for the turn is over, and its stones go back."""
    aims.end_turn(state, seat)
    end_tokens(state, THIS_TURN)
    return_stones(state, state.aside)
    state.aside = []


class March(Verb):
    """[S4.7] The preparations end; others may answer by magic before the first step.

    A word that could be broken stands (S33.3).
    """

    name = "march"

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        from cruachan.games.shent.chapters.countermagic import open_window
        from cruachan.games.shent.chapters.movement import begin_first

        for token in tokens(state, "word", seat=seat):
            remove(state, token)
        begin_first(state, seat)
        open_window(state, "march", seat)


class Done(Verb):
    """[S4.6] The phase ends."""

    name = "done"

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        from cruachan.games.shent.chapters.movement import must_go_back

        if top(state).phase == "contest" and must_fight(state, seat):
            return No("S10.1", "must_fight", {"land": must_fight(state, seat)[0][0]})
        if top(state).phase == "move2" and must_go_back(state, seat):
            return No("S28.2", "must_go_back", {"piece": must_go_back(state, seat)[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        from cruachan.games.shent.chapters import movement

        if top(state).phase == "move":
            movement.end_first(state, seat)
        elif top(state).phase == "contest":
            movement.begin_second(state, seat)
        else:
            movement.end_second(state, seat)


def must_fight(state: State, seat: int) -> list[tuple[int, int]]:
    """[S10.1] [S10.2] The contests that await the active player: land and opponent.

    Each host is met, of all other parties in a land only one in a turn.
    """
    lands = {p.land for p in state.pieces if p.leader == seat and p.land >= 0}
    done = {land for land, _ in state.turn.met}
    return [
        (land, other)
        for land in sorted(lands)
        for other in opponents(state, seat, land)
        if other == HOST or land not in done
    ]


class NextEvent(Verb):
    """[S9.2] Which of the lands entered comes next."""

    name = "event"

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((land,) for land in state.turn.entered)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in state.turn.entered:
            return No("S9.2", "no_event_there", {"land": args[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        from cruachan.games.shent.chapters.events import begin_event

        begin_event(state, seat, args[0], top(state).second)


# --- Drawing runes (S5) -------------------------------------------------------------------


class Buy(Verb):
    """[S5.1] A rune for 5 tûr, with what dearth adds."""

    name = "buy"

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        from cruachan.games.shent.chapters.placing import surcharge

        if state.turn.acts > BUYING:
            return No("S4.7", "too_late_to_buy")
        price = RUNE_PRICE + surcharge(state, seat)
        if state.players[seat].tur < price:
            return No("S5.1", "cannot_pay", {"tur": price})
        if sum(state.bag) <= KEPT_FOR_EVENTS:
            return No("S1.6", "bag_low")
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        from cruachan.games.shent.chapters.placing import surcharge, use_up

        gain(state, seat, tur=-RUNE_PRICE - surcharge(state, seat))
        use_up(state, seat, "dearth")
        push(state, HandRune(seat))


@frame
class HandRune(NamedTuple):
    """[S5.1] A stone is drawn into a hand, unseen by the others."""

    seat: int

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


class Wish(Verb):
    """[S14.8] When to be asked in another's turn."""

    name = "wish"

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((wish,) for wish in WISHES)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] == state.players[seat].wish:
            return No("S14.8", "same_wish")
        if state.players[seat].wished == state.turns:
            return No("S14.8", "wished_already")
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        change(state, seat, wish=args[0], wished=state.turns)


class Betray(Verb):
    """[S33.3] Peace that rim has loosened is broken before the movement."""

    name = "betray"

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((t.land, t.other) for t in tokens(state, "word", seat=seat))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        land, other = args
        if not any(t.other == other for t in tokens(state, "word", land, seat)):
            return No("S33.3", "no_word", {"land": land})
        if not in_peace(state, land, seat, other):
            return No("S33.3", "no_peace_there", {"land": land})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        land, other = args
        for token in [t for t in tokens(state, "word", land, seat) if t.other == other]:
            remove(state, token)
        break_peace(state, land, seat, other)


class Emerge(Verb):
    """[S9.15] Hidden figures show themselves."""

    name = "emerge"

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
        note(state, "emerged", seat, land=state.pieces[args[0]].land, piece=args[0])
