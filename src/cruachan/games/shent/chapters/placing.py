"""Placing and developing figures, winning thalion and allies, coming back (S7, S4.8, S10.14)."""

from __future__ import annotations

from collections.abc import Iterator

from cruachan.engine.game import NOBODY
from cruachan.games.shent.chapters import round_events as weather
from cruachan.games.shent.components.material import (
    ADAN,
    DRU,
    FARON,
    KINDS,
    MAETHOR,
    MINAS,
    OST,
    OWN,
    RANDIR,
    TALAN,
    THALION,
    URLUG,
    Price,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import (
    alone_with,
    change,
    change_piece,
    gain,
    grow,
    join,
    note,
    put,
    remove,
    settle,
)
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE, TRACK, PieceId, Seat
from cruachan.games.shent.core.flow import Args, Frame, No, Question, Verb, pop, set_turn, top
from cruachan.games.shent.core.presence import contested, held, locked
from cruachan.games.shent.core.prices import full_price
from cruachan.games.shent.core.speaker import Ask, Speaker, capital
from cruachan.games.shent.core.state import (
    PLACING,
    State,
    building,
    is_building,
    on_piece,
    others_in,
    own_figures,
    supply,
    tokens,
    vacant,
)

PLACED = (FARON, MAETHOR, RANDIR, DRU, ADAN, TALAN, MINAS)


# --- Prices -------------------------------------------------------------------------------


def surcharge(state: State, seat: int) -> int:
    """[S28.4] What dearth adds to the next purchase."""
    return sum(token.strength for token in tokens(state, TokenKind.DEARTH, seat=seat))


def use_up(state: State, seat: int, kind: TokenKind) -> None:
    """A token for one purchase has been used."""
    for token in tokens(state, kind, seat=seat):
        remove(state, token)


def price_of(state: State, seat: int, kind: int) -> Price:
    """[S28.4] [S29.5] [S19.11] A price with dearth, gifts, round event; 1 tûr is left to pay."""
    price = full_price(state, kind)
    less = max((token.strength for token in tokens(state, TokenKind.GIFT, seat=seat)), default=0)
    if kind in PLACED:
        less += weather.discount(state)
    tur = max(min(1, price.tur), price.tur - less) + surcharge(state, seat)
    return price._replace(tur=tur)


def unpayable(state: State, seat: int, price: Price, rule: str) -> No | None:
    """[S1.14] Whether the player lacks something."""
    player = state.players[seat]
    if player.tur >= price.tur and player.golu >= price.golu and player.aglar >= price.aglar:
        return None
    return No(rule, "price", price._asdict())


def pay(state: State, seat: int, kind: int) -> None:
    """Pay for a figure; a gift is kept for something with a price in tûr."""
    price = price_of(state, seat, kind)
    gain(state, seat, -price.tur, -price.golu, -price.aglar)
    if KINDS[kind].price.tur:
        use_up(state, seat, TokenKind.GIFT)
    use_up(state, seat, TokenKind.DEARTH)
    set_turn(state, acts=PLACING)


# --- Where (S7.2 to S7.5) -----------------------------------------------------------------


def places(state: State, seat: int, kind: int) -> list[int]:
    """[S7.2] [S7.3] [S7.4] [S7.5] The lands where a figure of a kind may be placed."""
    everywhere = range(len(state.board.lands))
    if kind in (DRU, ADAN, MINAS):
        lands = [land for land in everywhere if own_figures(state, seat, land)]
        if kind == MINAS:
            lands = [
                land
                for land in lands
                if building(state, land) is None and not others_in(state, seat, land)
            ]
        return lands
    free = [land for land in everywhere if kind != TALAN or building(state, land) is None]
    own = [land for land in free if state.markers[land] == seat]
    element = state.players[seat].element
    home = [
        land
        for land in free
        if state.board.lands[land].element == element and not others_in(state, seat, land)
    ]
    return own or home or [land for land in free if vacant(state, land)]


class PlaceVerb(Verb):
    """[S7.1] [S3.9] A new figure, ally or building."""

    name = "place"
    shape = "kind land"
    reveals = False
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        for kind in PLACED:
            if self._not_at_all(state, seat, kind) is None:
                yield from ((kind, land) for land in places(state, seat, kind))

    def _not_at_all(self, state: State, seat: int, kind: int) -> No | None:
        if kind not in PLACED:
            rule = {THALION: "S7.8", URLUG: "S7.4"}.get(kind, "S7.6")
            return No(rule, "not_placed", {"kind": kind})
        if state.turn.placed and state.option("placing") == "one":
            return No("S7.1", "placed_already")
        if _from_supply(state, seat, kind) is None:
            return No("S1.12", "no_piece", {"kind": KINDS[kind].key})
        return unpayable(state, seat, price_of(state, seat, kind), "S7.1")

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        kind, land = args
        no = self._not_at_all(state, seat, kind)
        if no or land in places(state, seat, kind):
            return no
        if kind in (TALAN, MINAS) and building(state, land) is not None:
            return No("S7.5", "built_already", {"land": land})
        if kind == MINAS:
            return No("S7.5", "minas_where", {"land": land})
        if kind in (DRU, ADAN):
            return No("S7.4", "ally_where", {"land": land})
        own = any(state.markers[each] == seat for each in places(state, seat, kind))
        return No("S7.2" if own else "S7.3", "place_where", {"land": land})

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        kind, land = args
        pay(state, seat, kind)
        piece = _from_supply(state, seat, kind)
        assert piece is not None
        put(state, piece, land, seat)
        set_turn(state, placed=state.turn.placed + 1)
        if kind in (TALAN, MINAS):
            state.memory[land] = ("founded", kind, state.round)
            note(state, DomainEventKind.FOUNDED, seat, land=land, piece=piece)
        else:
            note(state, DomainEventKind.PLACED, seat, land=land, piece=piece)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        kind, land = args
        price = say.price(*price_of(state, seat, kind))
        return say.words("do.place", price=price, kind=say.kind(kind), land=say.land(land))


def _from_supply(state: State, seat: int, kind: int) -> int | None:
    """[S1.12] A piece of this kind that the seat may use: its own, or a common one."""
    return supply(state, kind, seat if kind < len(OWN) else NOBODY)


# --- Developing (S7.6, S7.7) --------------------------------------------------------------


class DevelopVerb(Verb):
    """[S7.6] A figure or building becomes a greater one, in its place."""

    name = "develop"
    shape = "piece kind"
    reveals = False

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        for index, piece in enumerate(state.pieces):
            if piece.leader == seat and piece.land >= 0:
                for kind, grown in enumerate(KINDS):
                    if KINDS[piece.kind].key in grown.grows_from:
                        yield index, kind

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        index, kind = args
        piece = state.pieces[index]
        if piece.leader != seat or piece.land < 0:
            return No("S7.6", "not_yours", {"piece": index})
        if KINDS[piece.kind].key not in KINDS[kind].grows_from:
            return No("S7.6", "grows_not", {"piece": index, "kind": kind})
        if is_building(piece):
            barred = bool(on_piece(state, TokenKind.SIEGE, index)) or contested(state, piece.land)
        else:
            barred = held(state, index) or locked(state, index)
        if barred:
            return No("S7.7", "barred", {"piece": index})
        if _from_supply(state, seat, kind) is None:
            return No("S1.12", "no_piece", {"kind": KINDS[kind].key})
        return unpayable(state, seat, price_of(state, seat, kind), "S7.6")

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        index, kind = args
        pay(state, seat, kind)
        old = state.pieces[index]
        new = _from_supply(state, seat, kind)
        assert new is not None
        grow(state, index, new)
        change_piece(state, new, land=old.land, leader=seat, plus=old.plus, hidden=old.hidden)
        note(
            state,
            DomainEventKind.FOUNDED if kind == OST else DomainEventKind.DEVELOPED,
            seat,
            land=old.land,
            piece=new,
        )

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        piece, kind = args
        price = say.price(*price_of(state, seat, kind))
        return say.words("do.develop", price=price, piece=say.piece(piece), kind=say.kind(kind))


class WinVerb(Verb):
    """[S7.8] The thalion, where it waits."""

    name = "win"
    shape = ""
    reveals = False
    takes_words = True
    seldom = True

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        land = state.players[seat].heroes
        if land == NOWHERE:
            return No("S7.8", "no_hero")
        if not own_figures(state, seat, land):
            return No("S7.8", "hero_far", {"land": land})
        return unpayable(state, seat, price_of(state, seat, THALION), "S7.8")

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        land = state.players[seat].heroes
        pay(state, seat, THALION)
        change(state, seat, heroes=NOWHERE)
        piece = supply(state, THALION, seat)
        assert piece is not None
        put(state, piece, land, seat)
        note(state, DomainEventKind.HERO, seat, land=land, piece=piece)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        price = say.price(*price_of(state, seat, THALION))
        return say.words("do.win", land=say.land(state.players[seat].heroes), price=price)


class BefriendVerb(Verb):
    """[S10.14] A lone ally for a point of aglar."""

    name = "befriend"
    shape = "piece"
    reveals = False
    takes_words = True
    seldom = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        for land in {piece.land for piece in state.pieces if piece.owner == seat} - {NOWHERE}:
            if land >= 0:
                yield from ((each,) for each in alone_with(state, seat, land))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        piece = state.pieces[args[0]]
        if piece.land < 0 or args[0] not in alone_with(state, seat, piece.land):
            return No("S10.14", "not_alone", {"piece": args[0]})
        return unpayable(state, seat, Price(0, 0, 1), "S10.14")

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        gain(state, seat, aglar=-1)
        join(state, args[0], seat)


# --- Coming back (S4.8) -------------------------------------------------------------------


class Homecoming(Question):
    """[S4.8] A figure comes back from the round track, with others that left the same land.

    [S9.7] Nothing happens if it has come back already, by magic in a contest that came first.
    """

    seat: Seat
    piece: PieceId
    others: tuple[PieceId, ...] = ()

    def _lands(self, state: State) -> list[int]:
        piece = state.pieces[self.piece]
        if piece.land != TRACK:
            return []
        if not others_in(state, self.seat, piece.left):
            return [piece.left]
        return places(state, self.seat, FARON)

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,) if len(self._lands(state)) > 1 else ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("return",)

    def go(self, state: State) -> None:
        lands = self._lands(state)
        if lands:
            self.back(state, lands[0])
        else:
            pop(state)

    def back(self, state: State, land: int) -> None:
        """[S8.4] Put them down together; an ally that comes back alone is a foe."""
        pop(state)
        for piece in (self.piece, *self.others):
            if state.pieces[piece].land == TRACK:
                change_piece(state, piece, land=land, left=NOWHERE, back=0)
                note(state, DomainEventKind.RETURNED, self.seat, land=land, piece=piece)
        settle(state)

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        land = say.land(state.pieces[self.piece].left)
        return "homecoming", {"Piece": capital(say.the(self.piece)), "land": land}

    def sound(self, state: State, below: Frame | None) -> bool:
        pieces = [state.pieces[piece] for piece in (self.piece, *self.others)]
        return all(piece.land != TRACK or piece.left >= 0 for piece in pieces)


class ReturnVerb(Verb):
    """[S4.8] Where a figure comes back, when others stand in the land it left."""

    name = "return"
    shape = "land"
    reveals = False

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((land,) for land in range(len(state.board.lands)))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in top(state)._lands(state):
            return No("S4.8", "return_where", {"land": args[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).back(state, args[0])
