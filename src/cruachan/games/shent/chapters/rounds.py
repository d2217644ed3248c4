"""Rounds, turns and their phases (S4)."""

from __future__ import annotations

from typing import Annotated, ClassVar

from cruachan.engine.game import NOBODY
from cruachan.games.shent.chapters import movement
from cruachan.games.shent.chapters.contests import fight_hosts
from cruachan.games.shent.chapters.countermagic import new_round, open_window
from cruachan.games.shent.chapters.events import begin_event
from cruachan.games.shent.chapters.gaining import collect
from cruachan.games.shent.chapters.goal import finish
from cruachan.games.shent.chapters.magic import Cast
from cruachan.games.shent.chapters.movement import begin_first, begin_second, must_go_back
from cruachan.games.shent.chapters.peace import LeftBehind
from cruachan.games.shent.chapters.placing import Homecoming
from cruachan.games.shent.chapters.roles import order
from cruachan.games.shent.chapters.round_events import RoundEvent
from cruachan.games.shent.chapters.sources import Source
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import (
    change,
    change_piece,
    end_by_clock,
    end_tokens,
    forget_dealings,
    note,
    remove,
    settle,
)
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE, TRACK, Seat, one_of
from cruachan.games.shent.core.flow import (
    Args,
    Frame,
    No,
    Question,
    Verb,
    legal,
    pop,
    push,
    top,
    turn_to,
)
from cruachan.games.shent.core.presence import must_fight, unaccompanied
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import THIS_ROUND, State, Turn, hired, tokens, until_turn

QUIET = ("prepare", "move", "contest", "move2")
"""[S4.10] The phases in which every seat may claim, give up, wish, name a figure or agree."""
ANY_TIME = (
    *("claim", "end", "forsake", "wish", "name", "solve", "plan", "tick"),
    *("treat", "pay", "judge", "dissolve", "renounce"),
)
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


# --- Rounds -------------------------------------------------------------------------------


class Round(Frame):
    """Lies at the bottom of the stack and begins one round after the other."""

    def go(self, state: State) -> None:
        """[S4.1] [S4.5] [S3.7] [S3.13] The stone moves on; the round event; a turn for each."""
        if state.round:
            note(state, DomainEventKind.ROUND_END, amount=state.round)
        limit = state.option("limit")
        if limit != "none" and state.round >= int(limit):
            finish(state, NOBODY)
            return
        state.round += 1
        state.clock += 1
        state.active = NOBODY
        state.weather = (NOWHERE, 0)
        note(state, DomainEventKind.ROUND, amount=state.round)
        end_by_clock(state)
        forget_dealings(state)
        new_round(state)
        end_tokens(state, THIS_ROUND)
        _return_foes(state)
        seats = order(state)
        reader = seats[(state.round - 1) % state.seats]
        event = [RoundEvent(reader)] if state.option("round") == "on" else []
        push(state, *event, *(TurnFrame(seat) for seat in seats))


def _return_foes(state: State) -> None:
    """[S4.8] Foes come back into the land they left."""
    for index, piece in enumerate(state.pieces):
        if piece.land == TRACK and piece.leader == NOBODY and piece.back <= state.clock:
            change_piece(state, index, land=piece.left, left=NOWHERE)


# --- The turn -----------------------------------------------------------------------------


MOVEMENTS = {
    "move": (("step", "hire"), "turn_move_none"),
    "move2": (("step", "win"), "turn_move2_none"),
}
"""By which verbs somebody still goes somewhere, and what is said when nobody does."""


class TurnFrame(Question):
    """One player's turn; `second` while the events of the second movement come."""

    seat: Seat
    phase: Annotated[
        str, one_of("begin", "prepare", "move", "events", "contest", "move2", "gain")
    ] = "begin"
    second: bool = False

    moments: ClassVar = ("march",)

    def waits(self, state: State) -> tuple[int, ...]:
        if tokens(state, TokenKind.LEFT):
            return ()
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

    def cast(self, state: State, seat: int, source: Source, land: int = NOWHERE) -> None:
        """[S14.1] Magic of the active player, or of others before her first step."""
        push(state, Cast(seat, source, land))

    def magic_worked(self, state: State, lands: list[int]) -> None:
        """[S12.7] A host that comes when contests are over is fought at once."""
        if self.phase == "move2":
            for land in lands:
                fight_hosts(state, state.active, land)

    def go(self, state: State) -> None:
        left = tokens(state, TokenKind.LEFT)
        if left:
            push(state, *(LeftBehind(token.seat, *token.pieces) for token in left))
            return
        {
            "begin": _begin,
            "events": _events,
            "contest": _to_second,
            "gain": _gain,
        }[self.phase](state, self)

    def of_hand(self, state: State, seat: int) -> bool:
        """A hand to choose from, or a goal to claim; only the order of events needs neither."""
        player = state.players[seat]
        whole = len(player.goal) >= int(state.option("goal"))
        return self.phase != "events" and (bool(player.hand) or whole)

    def sound(self, state: State, below: Frame | None) -> bool:
        return self.phase == "begin" or self.seat == state.active

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        verbs, rest = MOVEMENTS.get(self.phase, ((), ""))
        alone = {"alone": left_alone(say, state, viewer, "say.alone") if rest else ""}
        if rest and next(legal(state, viewer, verbs), None) is None:
            return rest, alone
        player = state.players[viewer]
        means = {"tur": player.tur, "golu": player.golu, "aglar": player.aglar}
        full = bool(state.turn.placed) and state.option("placing") == "one"
        placed = {"placed": f" {say.words('say.placed')}" if full else ""}
        return f"turn_{self.phase}", {"round": state.round, **means, **alone, **placed}


def left_alone(say: Speaker, state: State, seat: int, key: str) -> str:
    """[S8.4] A warning of the allies that a seat will lose; nothing where there are none."""
    alone = [each for each in unaccompanied(state) if state.pieces[each].leader == seat]
    names = ", ".join(say.placed_piece(each) for each in alone)
    return f" {say.words(key, names=names)}" if names else ""


def _begin(state: State, now: TurnFrame) -> None:
    """[S4.6] [S4.8] [S4.9] What lasted until this turn ends; figures come back."""
    seat = now.seat
    state.active = seat
    state.turns += 1
    state.turn = Turn()
    change(state, seat, turns=state.players[seat].turns + 1)
    end_tokens(state, until_turn(seat))
    for index, piece in enumerate(state.pieces):
        if piece.land >= 0 and (piece.moved or piece.fought or piece.spent or piece.steps):
            change_piece(state, index, moved=False, fought=False, spent=(), steps=0)
        if piece.land >= 0 and piece.leader == seat:
            change_piece(state, index, hidden=0, left=NOWHERE)
        if hired(piece) and piece.leader == seat:
            change_piece(state, index, leader=NOBODY)
    settle(state)
    note(state, DomainEventKind.TURN, seat)
    turn_to(state, phase="prepare")
    homes: dict[int, list[int]] = {}
    for index, piece in enumerate(state.pieces):
        if piece.land == TRACK and piece.leader == seat and piece.back <= state.clock:
            homes.setdefault(piece.left, []).append(index)
    push(state, *(Homecoming(seat, one, tuple(others)) for one, *others in homes.values()))


def _events(state: State, now: TurnFrame) -> None:
    """[S9.2] [S12.6] The next land entered has its event; then contests, or what steps are left."""
    if state.turn.entered:
        begin_event(state, now.seat, state.turn.entered[0], now.second)
        return
    settle(state)
    turn_to(state, phase="move2" if now.second else "contest")
    if now.second and next(legal(state, now.seat, ("step",)), None) is None:
        turn_to(state, phase="gain")


def _to_second(state: State, now: TurnFrame) -> None:
    begin_second(state, now.seat)


def _gain(state: State, now: TurnFrame) -> None:
    """[S13.1] The turn ends."""
    pop(state)
    collect(state, now.seat)


class MarchVerb(Verb):
    """[S4.7] The preparations end; others may answer by magic before the first step.

    A word that could be broken stands (S33.3).
    """

    name = "march"
    shape = ""
    reveals = True

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        for token in tokens(state, TokenKind.WORD, seat=seat):
            remove(state, token)
        begin_first(state, seat)
        open_window(state, "march", seat)


class DoneVerb(Verb):
    """[S4.6] The phase ends."""

    name = "done"
    shape = ""
    reveals = True

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if top(state).phase == "contest" and must_fight(state, seat):
            return No("S10.1", "must_fight", {"land": must_fight(state, seat)[0][0]})
        if top(state).phase == "move2" and must_go_back(state, seat):
            return No("S28.2", "must_go_back", {"piece": must_go_back(state, seat)[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        if top(state).phase == "move":
            movement.end_first(state, seat)
        elif top(state).phase == "contest":
            movement.begin_second(state, seat)
        else:
            movement.end_second(state, seat)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        phase = top(state).phase
        said = say.words("do.done" if phase == "move" else f"do.done_{phase}")
        alone = left_alone(say, state, seat, "say.deserts")
        return f"{said}.{alone}" if alone else said


def _turn(state: State) -> TurnFrame | None:
    """The turn that is going on, below all else."""
    return next((each for each in state.stack[::-1] if isinstance(each, TurnFrame)), None)


def has_gone(state: State, piece: int) -> bool:
    """[S12.2] Whether a figure has made its one step of the second movement."""
    now = _turn(state)
    return now is not None and (now.second or now.phase == "move2") and state.pieces[piece].moved


def lacks_step(state: State, piece: int) -> bool:
    """[S12.2] [S23.3] Whether only a step more would give a figure a second movement."""
    now, one = _turn(state), state.pieces[piece]
    phase = now.phase if now else ""
    if phase == "prepare":
        return one.steps + movement.steps_of(state, piece) < 2
    first = phase == "move" and not one.moved
    return one.steps < 1 + first and not has_gone(state, piece)


def quiet(state: State) -> bool:
    """[S4.10] Whether the active player is deciding, and others may speak too."""
    return bool(state.stack) and isinstance(top(state), TurnFrame) and top(state).phase in QUIET
