"""First and second movement, peace and refusal, the hired dragon (S8, S12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Self

from cruachan.engine.game import NOBODY, Viewer
from cruachan.games.shent.chapters import round_events as weather
from cruachan.games.shent.chapters.peace import Passage, in_peace_with, join_peace, passages
from cruachan.games.shent.components.material import KINDS, URLUG
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import (
    change_piece,
    gain,
    lay,
    loosen,
    note,
    remember,
    remove,
    settle,
    unmark,
)
from cruachan.games.shent.core.bonds import (
    ATTACK,
    PASSAGE,
    assail,
    assailed,
    broken_by,
    refused,
    warned,
)
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE, SEALED, Land, PieceId, Seat
from cruachan.games.shent.core.flow import (
    Args,
    Frame,
    No,
    Question,
    Verb,
    cover,
    pop,
    push,
    set_turn,
    top,
    turn_to,
    uncover,
)
from cruachan.games.shent.core.presence import (
    adjacent,
    free_foes,
    held,
    hosts,
    leads_back,
    locked,
    shut,
    way_back,
)
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import (
    THIS_TURN,
    Pact,
    Piece,
    State,
    Token,
    figures,
    foes,
    is_ally,
    is_building,
    land_sum,
    led,
    on_piece,
    others_in,
    own_figures,
    tokens,
)

HIRE = (5, 1)
"""[S8.12] tûr and aglar for a dragon."""
LEAVE_PRICE = 3
ROUND_TRIP = 2
"""A hired dragon's steps: one on being hired, one in the second movement."""


# --- Steps --------------------------------------------------------------------------------


def steps_of(state: State, index: int) -> int:
    """[S8.5] [S2.8] How many steps a figure has in this turn, where it stands."""
    piece = state.pieces[index]
    if piece.kind == URLUG:
        return 0
    if is_ally(piece):
        return KINDS[piece.kind].steps + weather.swift(state, piece.land)
    fit = land_sum(state, piece.leader, piece.land)
    more = (fit == 4) - (fit == -4) + weather.swift(state, piece.land)
    return max(0, KINDS[piece.kind].steps + more)


def begin_first(state: State, seat: int) -> None:
    """[S8.4] [S8.5] The preparations end, the movement begins: steps are measured."""
    settle(state)
    rooted = []
    for index in led(state, seat):
        steps = steps_of(state, index)
        if not steps:
            rooted.append(index)
        more = state.pieces[index].steps
        change_piece(state, index, steps=steps + more, moved=False, left=NOWHERE)
    set_turn(state, entered=(), fresh=(), come=(), rooted=tuple(rooted))
    turn_to(state, phase="move")


def end_first(state: State, seat: int) -> None:
    """[S8.5] The first step lapses for those that could have made it; passage is asked for."""
    for index in led(state, seat):
        piece = state.pieces[index]
        lapses = not piece.moved and piece.kind != URLUG and index not in state.turn.rooted
        if lapses and not _hindered(state, index):
            change_piece(state, index, steps=max(0, piece.steps - 1))
    settle(state)
    turn_to(state, phase="events", second=False)
    questions = passages(state, seat)
    set_turn(state, entered=_to_come(state, seat))
    if questions:
        push(state, Passage(seat, questions))


def _hindered(state: State, index: int) -> bool:
    """[S8.2] [S12.2] [S19.4] Whether a figure could not make its first step."""
    closed = weather.closed(state, state.pieces[index].land)
    return closed or held(state, index) or locked(state, index)


def begin_second(state: State, seat: int) -> None:
    """[S12.2] The second movement begins."""
    settle(state)
    for index in led(state, seat):
        change_piece(state, index, moved=False)
    set_turn(state, entered=(), fresh=(), come=())
    turn_to(state, phase="move2")


def end_second(state: State, seat: int) -> None:
    """[S12.6] Events of the second movement; who has a step left may go on after them."""
    settle(state)
    entered = _to_come(state, seat)
    set_turn(state, entered=entered)
    turn_to(state, phase="events" if entered else "gain", second=True)


def _to_come(state: State, seat: int) -> tuple[int, ...]:
    """[S8.6] The lands entered in this phase that have an event."""
    return tuple(
        land
        for land in state.turn.fresh
        if land not in state.turn.come
        and figures(state, seat, land)
        and (state.markers[land] != seat or rune_works(state, land))
        and not tokens(state, TokenKind.STANDSTILL, land)
    )


def rune_works(state: State, land: int) -> bool:
    """Whether a printed rune works in a land."""
    return state.board.lands[land].rune is not None and not tokens(state, TokenKind.MIST, land)


def must_go_back(state: State, seat: int) -> list[int]:
    """[S28.2] The figures turned back, as long as they can go and it was not paid for.

    Allies go with those who lead them.
    """
    found = []
    for token in tokens(state, TokenKind.BACK):
        for index in token.pieces:
            piece = state.pieces[index]
            there = state.by_former_rules or (piece.land == token.land and leads_back(state, index))
            if there and piece.leader == seat and piece.land >= 0 and way_back(state, index):
                found.append(index)
    return found


class StepVerb(Verb):
    """[S8.1] [S12.2] One figure into an adjacent land."""

    name = "step"
    shape = "piece land"
    reveals = False

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        for index in led(state, seat):
            piece = state.pieces[index]
            if piece.kind == URLUG:
                if top(state).phase == "move2" and piece.steps:
                    yield from ((index, land) for land in range(len(state.board.lands)))
            else:
                yield from ((index, land) for land in sorted(adjacent(state, piece.land)))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        index, land = args
        piece = state.pieces[index]
        if piece.leader != seat or piece.land < 0 or is_building(piece):
            return No("S8.1", "not_yours", {"piece": index})
        if piece.kind == URLUG:
            return self._dragon(state, seat, index, land)
        if land not in adjacent(state, piece.land):
            return No("S8.1", "not_adjacent", {"piece": index, "land": land})
        if top(state).phase == "move":
            return self._first(state, seat, index, land)
        return self._second(state, seat, index, land)

    def _dragon(self, state: State, seat: int, index: int, land: int) -> No | None:
        piece = state.pieces[index]
        if top(state).phase != "move2" or not piece.steps:
            return No("S12.8", "dragon_when", {"piece": index})
        if land == piece.land:
            return No("S12.8", "dragon_same", {"land": land})
        must = must_go_back(state, seat)
        if must:
            return No("S12.1", "back_first", {"piece": must[0]})
        if held(state, index):
            return No("S8.2", "held", {"piece": index})
        return _no_second(state, seat, index) or _no_flight(state, land)

    def _barred(self, state: State, seat: int, index: int, land: int) -> No | None:
        """What bars a step in both movements."""
        piece = state.pieces[index]
        if held(state, index):
            return No("S8.2", "held", {"piece": index})
        if locked(state, index):
            return No("S8.2", "locked", {"piece": index})
        if tokens(state, TokenKind.STANDSTILL, land):
            return No("S30.3", "standstill", {"land": land})
        if shut(state, seat, piece.land, land):
            return No("S22.6", "gate", {"land": land})
        if is_ally(piece) and not _led_there(state, seat, piece.land, land):
            return No("S8.3", "ally_alone", {"piece": index, "land": land})
        return None

    def _first(self, state: State, seat: int, index: int, land: int) -> No | None:
        piece = state.pieces[index]
        if piece.moved:
            return No("S8.1", "moved", {"piece": index})
        if not piece.steps or index in state.turn.rooted:
            return No("S8.5", "no_step", {"piece": index})
        still = on_piece(state, TokenKind.STILL, index)
        if still and still.until == THIS_TURN:
            return No("S20.5", "rests", {"piece": index})
        if weather.closed(state, piece.land):
            return No("S19.4", "closed", {"land": piece.land})
        return self._barred(state, seat, index, land)

    def _second(self, state: State, seat: int, index: int, land: int) -> No | None:
        piece = state.pieces[index]
        must = must_go_back(state, seat)
        if must:
            if index in must and land == piece.left:
                return None
            return No("S12.1", "back_first", {"piece": must[0]})
        if weather.no_second(state):
            return No("S19.12", "no_second_now")
        return (
            _no_second(state, seat, index)
            or self._no_entry(state, seat, index, land)
            or self._barred(state, seat, index, land)
        )

    def _no_entry(self, state: State, seat: int, index: int, land: int) -> No | None:
        """[S12.4] [S28.3] What keeps a second step out of a land."""
        if tokens(state, TokenKind.WALL, land) and state.pieces[index].left != NOWHERE:
            return No("S28.3", "wall", {"land": land})
        if free_foes(state, land):
            return No("S12.4", "foe_there", {"land": land})
        if in_peace_with(state, seat, land) and weather.no_peace(state):
            return No("S12.4", "no_peace", {"land": land})
        if (index, land) in _declined(state):
            return No("S12.4", "declined", {"land": land})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        index, land = args
        if state.pieces[index].kind == URLUG:
            if weather.toll(state):
                gain(state, seat, tur=-weather.toll(state))
            set_dragon(state, seat, index, land)
        elif top(state).phase == "move":
            take_step(state, seat, index, land)
        elif index in must_go_back(state, seat):
            go_back(state, seat, index)
        else:
            asked = tuple(hosts(state, seat, land))
            free = weather.no_refusal(state) or tokens(state, TokenKind.PASSAGE, land, seat)
            if asked and not free:
                push(state, AskPeace(seat, index, land, asked))
            else:
                second_step(state, seat, index, land)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        piece, land = args
        values = {"piece": say.piece(piece), "land": say.land(land)}
        said = say.words("do.step", there=say.there(land), **values)
        if stay := stay_behind(state, seat, piece):
            names = ", ".join(say.piece(each) for each in stay)
            said = say.words("say.stays", text=said, names=names)
        dragon = state.pieces[piece].kind == URLUG
        return warned(say, said, _assaults(state, seat, land) if dragon else [], seat)


def stay_behind(state: State, seat: int, leaver: int) -> list[int]:
    """[S8.4] The allies that a step of the last own figure beside them would leave alone."""
    land = state.pieces[leaver].land
    if own_figures(state, seat, land) != [leaver]:
        return []
    here = figures(state, seat, land)
    return [each for each in here if each != leaver and state.pieces[each].kind != URLUG]


def take_step(state: State, seat: int, index: int, land: int) -> None:
    """[S8.1] [S28.3] A step is made; behind a wall there is no further one."""
    piece = state.pieces[index]
    steps = 0 if tokens(state, TokenKind.WALL, land) else max(0, piece.steps - 1)
    change_piece(state, index, land=land, left=piece.land, moved=True, steps=steps)
    note(state, DomainEventKind.STEPPED, seat, land=land, piece=index, amount=piece.land)
    if land not in state.turn.fresh:
        set_turn(state, fresh=(*state.turn.fresh, land))


def second_step(state: State, seat: int, index: int, land: int) -> None:
    """[S12.2] [S12.3] [S12.4] A step of the second movement, paid for, in peace with the hosts."""
    price = _second_price(state, seat, index)
    if price:
        gain(state, seat, tur=-price)
    for host in in_peace_with(state, seat, land):
        join_peace(state, land, seat, host)
    take_step(state, seat, index, land)


def go_back(state: State, seat: int, index: int) -> None:
    """[S12.1] [S28.2] A figure goes back where it came from; that is its second movement.

    Allies that are to go back the same way go with it.
    """
    allies = [] if state.by_former_rules else _followers(state, index)
    for each in (index, *allies):
        _go_back(state, seat, each)


def _followers(state: State, leader: int) -> list[int]:
    """[S28.2] The allies that must go back the way a figure goes."""
    way = _way(state.pieces[leader])
    return [
        index
        for token in tokens(state, TokenKind.BACK)
        for index in token.pieces
        if not leads_back(state, index)
        and _way(state.pieces[index]) == way
        and way_back(state, index)
    ]


def _way(piece: Piece) -> tuple[int, int, int]:
    return piece.leader, piece.land, piece.left


def _go_back(state: State, seat: int, index: int) -> None:
    piece = state.pieces[index]
    change_piece(state, index, land=piece.left, left=piece.land, moved=True, steps=0)
    note(state, DomainEventKind.STEPPED, seat, land=piece.left, piece=index, amount=piece.land)
    loosen(state, index, TokenKind.BACK)


def _no_second(state: State, seat: int, index: int) -> No | None:
    """[S12.2] [S12.3] [S19.10] [S19.12] Why a figure has no step in the second movement."""
    if weather.no_second(state):
        return No("S19.12", "no_second_now")
    if state.pieces[index].moved:
        return No("S12.2", "moved_second", {"piece": index})
    if on_piece(state, TokenKind.STILL, index) or on_piece(state, TokenKind.REST, index):
        return No("S12.2", "still", {"piece": index})
    if not state.by_former_rules and on_piece(state, TokenKind.BACK, index):
        return No("S28.2", "still", {"piece": index})
    free = state.pieces[index].steps or _may_leave(state, seat, index)
    if not free and not _may_pay(state, seat, index):
        return No("S12.2", "no_second", {"piece": index})
    price = _second_price(state, seat, index)
    if state.players[seat].tur < price:
        return No("S19.10" if free else "S12.3", "cannot_pay", {"tur": price})
    return None


def _second_price(state: State, seat: int, index: int) -> int:
    """[S12.3] [S19.10] The tûr that a second step costs."""
    free = state.pieces[index].steps or _may_leave(state, seat, index)
    return weather.toll(state) + (0 if free else LEAVE_PRICE)


def _led_there(state: State, seat: int, start: int, land: int) -> bool:
    """[S8.3] Whether an own figure stepped from here to there in this phase."""
    return any(
        piece.owner == seat and piece.moved and piece.left == start and piece.land == land
        for piece in state.pieces
    )


def _may_leave(state: State, seat: int, index: int) -> bool:
    """[S12.5] Whether only lone allies are left where the figure was in a contest."""
    piece = state.pieces[index]
    here = foes(state, piece.land)
    return (
        bool(here)
        and all(is_ally(state.pieces[each]) and state.pieces[each].kind != URLUG for each in here)
        and any(land == piece.land and other >= 0 for land, other in state.turn.met)
        and not others_in(state, seat, piece.land)
    )


def _may_pay(state: State, seat: int, index: int) -> bool:
    """[S12.3] Whether land and sky took away the only step when the movement began."""
    piece = state.pieces[index]
    return piece.owner == seat and index in state.turn.rooted


def _declined(state: State) -> list[tuple[int, int]]:
    """Steps that did not happen because peace was declined."""
    return [(token.pieces[0], token.land) for token in tokens(state, TokenKind.DECLINED)]


class StayVerb(Verb):
    """[S28.2] The obstacle is paid off, in tûr and golu, and nobody need go back."""

    name = "stay"
    shape = "number number"
    reveals = False

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        for price in self._prices(state, seat):
            yield from ((tur, price - tur) for tur in range(price + 1))

    def _prices(self, state: State, seat: int) -> list[int]:
        must = must_go_back(state, seat)
        return [t.strength for t in tokens(state, TokenKind.BACK) if set(t.pieces) & set(must)][:1]

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        prices = self._prices(state, seat)
        if not prices:
            return No("S28.2", "nothing_to_pay_off")
        tur, golu = args
        if min(args) < 0 or tur + golu != prices[0]:
            return No("S28.2", "wrong_price", {"price": prices[0]})
        player = state.players[seat]
        if player.tur < tur or player.golu < golu:
            return No("S28.2", "price", {"tur": tur, "golu": golu, "aglar": 0})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        must = must_go_back(state, seat)
        token = next(t for t in tokens(state, TokenKind.BACK) if set(t.pieces) & set(must))
        gain(state, seat, tur=-args[0], golu=-args[1])
        remove(state, token)
        note(state, DomainEventKind.PAID, seat, land=state.pieces[token.pieces[0]].land)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        return say.words("do.stay", price=say.price(*args))


# --- Peace in the second movement (S12.4) --------------------------------------------------


class AskPeace(Question):
    """[S12.4] Second movement: the step is made if all who are asked accept the peace offered."""

    seat: Seat
    piece: PieceId
    land: Land
    asked: tuple[Seat, ...]
    answers: tuple[tuple[Seat, Annotated[bool, SEALED]], ...] = ()

    sealed: ClassVar = ("accept", "decline")
    tells: ClassVar = True

    def waits(self, state: State) -> tuple[int, ...]:
        answered = [seat for seat, _ in self.answers]
        return tuple(seat for seat in self.asked if seat not in answered)

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("accept", "decline")

    def answer(self, state: State, seat: int, yes: bool) -> None:
        """One of those asked says yes or no."""
        turn_to(state, answers=(*self.answers, (seat, yes)))

    def go(self, state: State) -> None:
        pop(state)
        if all(yes for _, yes in self.answers):
            for other, _ in self.answers:
                remember(state, "passage", other, self.seat)
            second_step(state, self.seat, self.piece, self.land)
            return
        for other, yes in self.answers:
            if not yes:
                note(state, DomainEventKind.REFUSED, other, land=self.land, other=self.seat)
                refused(state, other, self.seat, self.land)
        lay(state, Token(TokenKind.DECLINED, self.land, pieces=(self.piece,), until=THIS_TURN))

    def breaks(self, state: State, seat: int, yes: bool) -> list[Pact]:
        return [] if yes else broken_by(state, seat, self.seat, PASSAGE, self.land)

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        piece, land = say.the(self.piece), say.land(self.land)
        return "askpeace", {"player": say.names[self.seat], "piece": piece, "land": land}

    def seen_by(self, viewer: Viewer) -> Self:
        return self._replace(answers=cover(self.answers, viewer))

    def determinize(self, state: State) -> Self:
        return self._replace(answers=uncover(self.answers, lambda _: True))

    def sound(self, state: State, below: Frame | None) -> bool:
        return state.pieces[self.piece].land >= 0


# --- The hired dragon (S8.12, S8.13, S12.8) -----------------------------------------------


class HireVerb(Verb):
    """[S8.12] A dragon for one round."""

    name = "hire"
    shape = "piece land"
    reveals = False
    takes_words = True
    seldom = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        player = state.players[seat]
        if player.tur < HIRE[0] or player.aglar < HIRE[1]:
            return
        for index, piece in enumerate(state.pieces):
            if piece.kind == URLUG and piece.land >= 0:
                yield from ((index, land) for land in range(len(state.board.lands)))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        index, land = args
        piece = state.pieces[index]
        if piece.kind != URLUG or piece.land < 0:
            return No("S8.12", "no_dragon")
        if piece.leader != NOBODY:
            return No("S8.12", "dragon_taken", {"seat": piece.leader})
        if held(state, index) or on_piece(state, TokenKind.CAPTIVE, index):
            return No("S8.12", "dragon_held")
        player = state.players[seat]
        if player.tur < HIRE[0] or player.aglar < HIRE[1]:
            return No("S8.12", "price", {"tur": HIRE[0], "golu": 0, "aglar": HIRE[1]})
        return _no_flight(state, land)

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        index, land = args
        gain(state, seat, tur=-HIRE[0], aglar=-HIRE[1])
        change_piece(state, index, leader=seat, steps=ROUND_TRIP)
        note(state, DomainEventKind.HIRED, seat, land=land, piece=index)
        set_dragon(state, seat, index, land)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        price = say.price(tur=HIRE[0], aglar=HIRE[1])
        land = args[1]
        said = say.words("do.hire", price=price, land=say.land(land), there=say.there(land))
        return warned(say, said, _assaults(state, seat, land), seat)


def _assaults(state: State, seat: int, land: int) -> list[Pact]:
    """[S37.11] The truces that a dragon in a land would break."""
    others = sorted(assailed(state, seat, land)) if state.pacts else []
    return [pact for other in others for pact in broken_by(state, seat, other, ATTACK, land)]


def _no_flight(state: State, land: int) -> No | None:
    """[S30.3] Where time stands still not even a dragon comes in."""
    return (
        No("S30.3", "standstill", {"land": land})
        if tokens(state, TokenKind.STANDSTILL, land)
        else None
    )


def set_dragon(state: State, seat: int, index: int, land: int) -> None:
    """[S8.13] A land of others becomes contested under the dragon's wings."""
    piece = state.pieces[index]
    change_piece(state, index, land=land, left=piece.land, steps=max(0, piece.steps - 1))
    note(state, DomainEventKind.FLEW, seat, land=land, piece=index, amount=piece.land)
    assail(state, seat, land)
    if others_in(state, seat, land) or state.markers[land] != seat:
        unmark(state, land, seat)
    state.peace = [pact for pact in state.peace if not (pact[0] == land and seat in pact[1:])]
