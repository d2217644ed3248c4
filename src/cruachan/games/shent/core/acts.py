"""What rules do to a position: small changes, each of which notes what it did.

All functions change the state they are given.
"""

from __future__ import annotations

from typing import Any

from cruachan.engine.game import NOBODY
from cruachan.games.shent.components.material import BUILDINGS, MINAS, OST, TALAN, URLUG, cost
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE, TRACK
from cruachan.games.shent.core.presence import unaccompanied, way_back
from cruachan.games.shent.core.state import (
    THIS_TURN,
    Dealing,
    DomainEvent,
    Lore,
    Pact,
    Piece,
    Player,
    Quest,
    State,
    Token,
    building,
    foes,
    is_ally,
    on_piece,
    own_figures,
    standing,
    supply,
)

REMEMBERED = 10
"""After so many rounds what players did to each other is forgotten."""
LONGEST_AWAY = 10
"""[S4.8] The round track has no more places."""
BY_TURNS = (TokenKind.DEARTH, TokenKind.GIFT, TokenKind.LUCK, TokenKind.WORD)
"""Tokens that end with a player's turn or the round, though they are dated by the clock."""


def note(state: State, what: DomainEventKind, seat: int = NOBODY, **data: Any) -> None:
    """Put an event on record: for the tale, and for every quest it may matter to."""
    event = DomainEvent(what, seat, **data)
    state.domain_events.append(event)
    for owner, player in enumerate(state.players):
        if player.quests or player.aim:
            quests = tuple(_log(quest, player, owner, event) for quest in player.quests)
            aim = _log(player.aim, player, owner, event) if player.aim else None
            state.players[owner] = player._replace(quests=quests, aim=aim)


def _log(quest: Quest, player: Player, owner: int, event: DomainEvent) -> Quest:
    """A quest remembers what its owner did or suffered, and what the player it names did."""
    concerned = {owner} if quest.aim is None else {owner, quest.aim.seat} - {NOBODY}
    if event.seat not in concerned and event.other not in concerned:
        return quest
    if event.what == DomainEventKind.READY and (event.seat, event.amount) != (owner, quest.number):
        return quest
    return quest._replace(log=(*quest.log, event._replace(turn=player.turns - quest.turn)))


# --- Players ------------------------------------------------------------------------------


def change(state: State, seat: int, **values: Any) -> None:
    """Set fields of a player."""
    state.players[seat] = state.players[seat]._replace(**values)


def gain(state: State, seat: int, tur: int = 0, golu: int = 0, aglar: int = 0) -> None:
    """Give tûr, golu or aglar, or take them; nothing falls below 0."""
    player = state.players[seat]
    change(
        state,
        seat,
        tur=max(0, player.tur + tur),
        golu=max(0, player.golu + golu),
        aglar=max(0, player.aglar + aglar),
    )
    note(state, DomainEventKind.GAIN, seat, more=(tur, golu, aglar))


def pay_points(state: State, seat: int, tur: int, golu: int) -> None:
    """[S10.6] Pay for points."""
    if tur or golu:
        gain(state, seat, tur=-cost(tur), golu=-cost(golu))
    if golu:
        note(state, DomainEventKind.SPENT, seat, amount=cost(golu))


def take_rune(state: State, seat: int, rune: int) -> None:
    """A stone from a hand."""
    hand = list(state.players[seat].hand)
    hand.remove(rune)
    change(state, seat, hand=tuple(hand))


def give_rune(state: State, seat: int, rune: int) -> None:
    """A stone into a hand."""
    change(state, seat, hand=tuple(sorted((*state.players[seat].hand, rune))))


def return_stones(state: State, runes: tuple[int, ...] | list[int]) -> None:
    """Stones into the bag."""
    for rune in runes:
        state.bag[rune] += 1


def change_quest(state: State, seat: int, number: int, **values: Any) -> None:
    """Set fields of a running quest."""
    quests = tuple(
        quest._replace(**values) if quest.number == number else quest
        for quest in state.players[seat].quests
    )
    change(state, seat, quests=quests)


# --- Pieces -------------------------------------------------------------------------------


def change_piece(state: State, piece: int, **values: Any) -> None:
    """Set fields of a piece."""
    state.pieces[piece] = state.pieces[piece]._replace(**values)


def to_supply(state: State, piece: int) -> None:
    """Off the board for good; whatever lay on it goes too."""
    old = state.pieces[piece]
    state.pieces[piece] = Piece(old.kind, old.owner, NOBODY)
    state.names.pop(piece, None)
    _forget(state, piece)


def grow(state: State, old: int, new: int) -> None:
    """[S4.14] A figure becomes another one from the supply; its name goes with it."""
    name = state.names.get(old)
    to_supply(state, old)
    if name is not None:
        state.names[new] = name


def _forget(state: State, piece: int) -> None:
    """Take a piece out of all tokens that hold it; one that holds nobody more is gone."""
    for token in [token for token in state.tokens if piece in token.pieces]:
        left = tuple(each for each in token.pieces if each != piece)
        if left:
            swap(state, token, pieces=left)
        else:
            remove(state, token)


def put(state: State, piece: int, land: int, leader: int) -> None:
    """A piece from the supply onto the board."""
    change_piece(state, piece, land=land, leader=leader, steps=0, moved=False)


def kill(state: State, piece: int, by: int = NOBODY, how: str = "") -> None:
    """A figure or building is lost; `rescue` (tulu) may save a figure once."""
    old = state.pieces[piece]
    saved = next(
        (t for t in state.tokens if t.kind == TokenKind.RESCUE and piece in t.pieces), None
    )
    if saved:
        remove(state, saved)
        note(state, DomainEventKind.RESCUED, old.leader, land=old.land, piece=piece)
        if way_back(state, piece):
            change_piece(state, piece, land=old.left)
        return
    note(state, DomainEventKind.FELL, old.leader, land=old.land, other=by, piece=piece, more=(how,))
    state.memory[old.land] = ("fell", old.kind, state.round)
    to_supply(state, piece)


def raze(state: State, piece: int, by: int = NOBODY) -> None:
    """[S21.3] A building falls: talan and minas go, an ost becomes a talan if one is left."""
    old = state.pieces[piece]
    smaller = supply(state, TALAN) if old.kind == OST else None
    note(state, DomainEventKind.RAZED, old.leader, land=old.land, other=by, piece=piece)
    state.memory[old.land] = ("fell", old.kind, state.round)
    to_supply(state, piece)
    if smaller is not None:
        put(state, smaller, old.land, old.leader)


def relocate(state: State, piece: int, land: int) -> None:
    """A figure is moved by something other than its own step; no event follows.

    [S28.2] One that was to go back need not any more, and moves no more in this turn.
    """
    old = state.pieces[piece]
    change_piece(state, piece, land=land, left=old.land)
    note(state, DomainEventKind.MOVED, old.leader, land=land, piece=piece, amount=old.land)
    if not state.by_former_rules and on_piece(state, TokenKind.BACK, piece):
        loosen(state, piece, TokenKind.BACK)
        lay(state, Token(TokenKind.STILL, pieces=(piece,), until=THIS_TURN))


def send_off(state: State, pieces: list[int], rounds: int, by: int = NOBODY) -> None:
    """[S4.8] [S11.5] Figures go onto the round track; a hired dragon is free there."""
    for piece in pieces:
        old = state.pieces[piece]
        away = min(rounds, LONGEST_AWAY)
        note(
            state,
            DomainEventKind.OFF,
            old.leader,
            land=old.land,
            other=by,
            piece=piece,
            amount=away,
        )
        _forget(state, piece)
        leader = NOBODY if old.kind == URLUG else old.leader
        state.pieces[piece] = Piece(
            old.kind, old.owner, leader, TRACK, state.clock + away, old.land, plus=old.plus
        )


# --- Tokens -------------------------------------------------------------------------------


def lay(state: State, token: Token) -> None:
    """Put a token of a known kind on the table; a rune stone that lies there is not aside."""
    if token.stone != NOWHERE:
        state.aside.remove(token.stone)
    state.tokens.append(token)


def lay_legend(state: State, land: int, depth: int, seat: int, lore: Lore) -> None:
    """[S26.3] [S19.8] A question comes into the world, and is kept."""
    lay(state, Token(TokenKind.LEGEND, land, depth, other=depth))
    state.lore[land] = (lore,)
    state.memory[land] = ("legend", NOWHERE, state.round)
    note(state, DomainEventKind.LEGEND, seat, land=land, amount=depth)


def remove(state: State, token: Token) -> None:
    """Take a token away; its stone goes back into the bag, and a legend's question is gone."""
    state.tokens.remove(token)
    if token.kind == TokenKind.LEGEND:
        state.lore.pop(token.land, None)
    if token.stone != NOWHERE:
        state.bag[token.stone] += 1


def swap(state: State, old: Token, **values: Any) -> None:
    """Change a token."""
    state.tokens[state.tokens.index(old)] = old._replace(**values)


def loosen(state: State, piece: int, *kinds: TokenKind) -> None:
    """Take a piece out of the tokens that hold it; one that holds nobody more is gone."""
    for token in [t for t in state.tokens if t.kind in kinds and piece in t.pieces]:
        left = tuple(each for each in token.pieces if each != piece)
        if left:
            swap(state, token, pieces=left)
        else:
            remove(state, token)


def end_tokens(state: State, now: int) -> None:
    """Take away all tokens that end now: THIS_TURN, or until_turn(seat).

    [S28.6] A delay may be for more turns than one.
    """
    for token in [token for token in state.tokens if token.until == now]:
        if token.kind == TokenKind.DELAY and token.strength > 1:
            swap(state, token, strength=token.strength - 1)
        else:
            remove(state, token)


def end_by_clock(state: State) -> None:
    """[S4.2] [S9.12] [S37.7] [S37.10] Take away what has a term that is over."""
    for token in [token for token in state.tokens if 0 < token.until <= state.clock]:
        remove(state, token)
    for pact in [pact for pact in state.pacts if pact.until <= state.clock]:
        unpaid = pact.kind == "pay"
        end_pact(state, pact, "broken" if unpaid else "kept", pact.seat if unpaid else NOBODY)


# --- Agreements and what is remembered ----------------------------------------------------

ENDS = {
    "kept": DomainEventKind.KEPT_WORD,
    "broken": DomainEventKind.BROKE_WORD,
    "ended": DomainEventKind.PARTED,
    "loosed": DomainEventKind.LOOSED,
}


def remember(state: State, what: str, seat: int, other: int) -> None:
    """One player did something to another."""
    state.dealings.append(Dealing(what, seat, other, state.round))


def forget_dealings(state: State) -> None:
    """What lies long back is forgotten."""
    since = state.round - REMEMBERED
    state.dealings = [each for each in state.dealings if each.round > since]


def end_pact(state: State, pact: Pact, end: str, by: int = NOBODY) -> None:
    """[S37.11] [S37.13] An agreement is over, for both; how is known to all."""
    state.pacts.remove(pact)
    state.bygone.append(pact._replace(end=end, by=by))
    one, two = (pact.seat, pact.other) if by in (NOBODY, pact.seat) else (pact.other, pact.seat)
    note(state, ENDS[end], one, land=pact.land, other=two, amount=pact.number)
    if end == "broken":
        remember(state, "broke", one, two)
    elif end == "kept":
        remember(state, "kept", one, two)
        if pact.kind == "truce":
            remember(state, "kept", two, one)


# --- Sky, time, land ----------------------------------------------------------------------


def turn_sky(state: State, by: int, seat: int) -> None:
    """Move the constellation along the ring; `seat` is who brought it about."""
    state.sky = (state.sky + by) % 6
    note(state, DomainEventKind.SKY, seat, amount=state.sky)


def advance_clock(state: State, by: int, seat: int = NOBODY) -> None:
    """The round stone moves on; terms run out sooner."""
    state.clock += by
    note(state, DomainEventKind.CLOCK, seat, amount=by)
    end_by_clock(state)


def leap(state: State, steps: int, seat: int) -> None:
    """[S31.3] The round stone moves on; only what it counts grows shorter."""
    for token in list(state.tokens):
        if token.kind in BY_TURNS and token.until > 0:
            swap(state, token, until=token.until + steps)
    advance_clock(state, steps, seat)


def mark(state: State, land: int, seat: int) -> None:
    """[S13.2] [S13.3] Put a marker; with it go talan or ost (R-S24)."""
    old = state.markers[land]
    if old == seat:
        return
    state.markers[land] = seat
    note(state, DomainEventKind.MARKED, seat, land=land, other=old)
    for token in [
        t
        for t in state.tokens
        if t.kind in (TokenKind.BLOSSOM, TokenKind.WELCOME) and t.land == land
    ]:
        if token.seat != seat:
            remove(state, token)
    house = building(state, land)
    if house is not None and state.pieces[house].kind != MINAS:
        change_piece(state, house, leader=seat)


def unmark(state: State, land: int, by: int = NOBODY) -> None:
    """Take a marker away."""
    old = state.markers[land]
    if old != NOBODY:
        state.markers[land] = NOBODY
        note(state, DomainEventKind.UNMARKED, old, land=land, other=by)


def make_peace(state: State, land: int, one: int, two: int) -> None:
    """[S8.8] [S8.9] Two seats stand in a land in peace; a marker refusal took is laid back."""
    pact = (land, min(one, two), max(one, two))
    if pact not in state.peace:
        state.peace.append(pact)
        note(state, DomainEventKind.PEACE, one, land=land, other=two)
    for token in [t for t in state.tokens if t.kind == TokenKind.REFUSED and t.land == land]:
        state.markers[land] = token.seat
        remove(state, token)


def break_peace(state: State, land: int, one: int, two: int) -> None:
    """Peace ends; nobody controls the land."""
    pact = (land, min(one, two), max(one, two))
    if pact in state.peace:
        state.peace.remove(pact)
        unmark(state, land, one)
        note(state, DomainEventKind.BROKEN, one, land=land, other=two)


def settle(state: State) -> None:
    """[S8.4] [S8.11] [S13.4] At the end of a phase: what becomes of allies, towers and peace."""
    for index in unaccompanied(state):
        piece = state.pieces[index]
        change_piece(state, index, leader=NOBODY, hidden=0)
        note(state, DomainEventKind.DESERTED, piece.leader, land=piece.land, piece=index)
        lay(state, Token(TokenKind.LEFT, piece.land, pieces=(index,)))
    _leave_behind(state)
    if not state.by_former_rules:
        _free_lands(state)
    for token in [each for each in state.tokens if each.kind == TokenKind.PHANTOM]:
        if not own_figures(state, token.seat, token.land):
            remove(state, token)
    _lead_towers(state)
    here = {land: standing(state, land) for land, _, _ in state.peace}
    state.peace = [
        (land, one, two) for land, one, two in state.peace if {one, two} <= set(here[land])
    ]


def _leave_behind(state: State) -> None:
    """[S8.4] Who was left behind is the holder's to take on where she stands, else a foe."""
    for token in [each for each in state.tokens if each.kind == TokenKind.LEFT]:
        piece, holder = state.pieces[token.pieces[0]], state.markers[token.land]
        astray = (piece.land, piece.leader) == (token.land, NOBODY)
        if astray and holder != NOBODY and own_figures(state, holder, token.land):
            swap(state, token, seat=holder)
            continue
        remove(state, token)
        players = range(state.seats)
        if astray and not any(own_figures(state, seat, token.land) for seat in players):
            unmark(state, token.land)


def _free_lands(state: State) -> None:
    """[S8.4] Where a lone drû or adan stands without any player's own figure nobody rules."""
    for piece in state.pieces:
        lone = piece.leader == NOBODY and is_ally(piece) and piece.kind != URLUG
        if not lone or piece.land < 0 or state.markers[piece.land] == NOBODY:
            continue
        if not any(own_figures(state, seat, piece.land) for seat in range(state.seats)):
            unmark(state, piece.land)


def _lead_towers(state: State) -> None:
    """[S13.4] A tower stays with who leads it while she stands there; else one alone takes it.

    Where it is left alone the marker of who led it goes too.
    """
    for index, piece in enumerate(state.pieces):
        if piece.kind == MINAS and piece.land >= 0:
            here = standing(state, piece.land)
            if piece.leader in here:
                continue
            if piece.leader != NOBODY and state.markers[piece.land] == piece.leader:
                unmark(state, piece.land)
            leader = here[0] if len(here) == 1 else NOBODY
            if leader != piece.leader:
                change_piece(state, index, leader=leader)
            if leader != NOBODY:
                note(state, DomainEventKind.TOOK, leader, land=piece.land, piece=index)


def join(state: State, piece: int, seat: int) -> None:
    """A lone ally or foe joins a player; [S22.5] a captive goes free, who sleeps wakes."""
    if not state.by_former_rules:
        loosen(state, piece, TokenKind.CAPTIVE, TokenKind.ASLEEP)
    change_piece(state, piece, leader=seat)
    note(state, DomainEventKind.JOINED, seat, land=state.pieces[piece].land, piece=piece)


def alone_with(state: State, seat: int, land: int) -> list[int]:
    """[S10.14] The lone allies in a land where this seat has an own figure and nobody else is."""
    if standing(state, land) != [seat] or not own_figures(state, seat, land):
        return []
    return [each for each in foes(state, land) if state.pieces[each].kind != URLUG]


def houses(state: State, seat: int) -> list[int]:
    """[S16.6] The buildings a seat owns or leads."""
    return [
        index
        for index, piece in enumerate(state.pieces)
        if piece.kind in BUILDINGS and piece.leader == seat and piece.land >= 0
    ]
