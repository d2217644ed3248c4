"""A position of SHENT as plain data.

Everything in a state is immutable but its lists, which `copy` copies; so a new position costs
little, and the old one stays as it was. What is still to be done lies on a stack of frames
(flow.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Annotated, Any, NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.games.shent.components.board import Board
from cruachan.games.shent.components.material import (
    ALLIES,
    BUILDINGS,
    KINDS,
    NUMBERS,
    RESERVE,
    STONES_OF_A_RUNE,
    STONES_OF_AN_ELEMENT,
    URLUG,
    fit,
)
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import (
    NOWHERE,
    Anyone,
    Count,
    Element,
    Land,
    MaybeElement,
    MaybeRune,
    Number,
    Party,
    PieceId,
    Place,
    Rune,
    Seat,
    Spot,
    Stone,
    UnitId,
    one_of,
)
from cruachan.games.shent.core.house_rules import BEFORE_HOUSE_RULES, RULES, house_rules

DEALINGS = ("passage", "gave", "kept", "honoured", "attacked", "refused", "harmed", "broke")
"""What players do to each other, good and bad."""
FOREVER = 0
THIS_TURN = -99
THIS_ROUND = -98
"""When a token ends; see `Token.until`."""


def until_turn(seat: int) -> int:
    """The end of what lasts until this seat's next turn begins."""
    return -(seat + 1)


class Piece(NamedTuple):
    """One of the wooden figures; its place in the list of pieces is its name for good."""

    kind: int
    owner: Anyone
    """The seat whose colour it has; NOBODY for common pieces."""
    leader: Anyone
    """Who commands it now; NOBODY for a foe, or in the supply."""
    land: Place = NOWHERE
    back: Count = 0
    """On the track: at which count of the clock it comes back."""
    left: Spot = NOWHERE
    """On the track: the land it left. On the board: where it came from in this turn."""
    steps: Count = 0
    """Steps it may still take in this turn."""
    moved: bool = False
    """Whether it has moved in this phase."""
    fought: bool = False
    plus: Count = 0
    """Experience, for good."""
    hidden: Count = 0
    """The strength it is hidden with; 0 when it is seen."""
    spent: tuple[Rune, ...] = ()
    """The borne runes it has used in this turn."""


class Token(NamedTuple):
    """Something that lies in a land or holds for a player, and when it ends."""

    kind: TokenKind
    land: Spot = NOWHERE
    strength: Count = 0
    seat: Anyone = NOBODY
    """Whom it helps, binds or belongs to."""
    other: Number = NOWHERE
    """A second land, seat or quest, by its kind."""
    pieces: tuple[PieceId, ...] = ()
    until: Number = FOREVER
    """FOREVER, THIS_TURN, until_turn(seat), or the count of the clock at which it ends."""
    stone: MaybeRune = NOWHERE
    """The rune stone that lies there and goes back to the bag with it."""


class Lore(NamedTuple):
    """[S26.3] The question of a legend: as somebody has told it, or by which sentence it was."""

    words: str = ""
    number: Count = 0
    """Which of the sentences, where there are no words."""
    seat: Anyone = NOBODY
    """Whose event it was; NOBODY for the round event."""
    land: Spot = NOWHERE
    """Where that happened."""


class Term(NamedTuple):
    """[S37.1] What one of two gives in an agreement: something at once, or a promise."""

    what: Annotated[str, one_of("tur", "golu", "rune", "passage", "pay", "support", "words")]
    amount: Count = 0
    """The amount of tûr or golu, the rune, or the tûr to be paid, by `what`."""
    rounds: Count = 0
    """For a promise: its term."""


class Deal(NamedTuple):
    """[S37.1] What is proposed to another player, all of it together."""

    give: Term | None = None
    take: Term | None = None
    truce: Count = 0
    """For so many rounds."""
    land: Spot = NOWHERE
    """The truce: only there."""
    share: Spot = NOWHERE
    """The land to be shared in peace."""
    undo: Count = 0
    """The agreement that is to end."""
    words: str = ""


class Pact(NamedTuple):
    """[S37.10] An agreement that stands, or what became of it."""

    number: Count
    kind: Annotated[str, one_of("truce", "passage", "pay", "support", "words")]
    seat: Seat
    """Who promised; of a truce who proposed it."""
    other: Seat
    until: Count = 0
    """The count of the clock at which its term is over."""
    land: Spot = NOWHERE
    amount: Count = 0
    words: str = ""
    end: Annotated[str, one_of("", "kept", "broken", "ended", "loosed")] = ""
    """What became of it; nothing while it stands."""
    by: Anyone = NOBODY
    """Who broke it."""


class Dealing(NamedTuple):
    """What one player did to another, for all to remember for a while."""

    what: Annotated[str, one_of(*DEALINGS)]
    seat: Seat
    other: Seat
    round: Count


class DomainEvent(NamedTuple):
    """Something that happened: for the tale, the quests and the tallies."""

    what: DomainEventKind
    seat: Party = NOBODY
    land: Place = NOWHERE
    other: Party = NOBODY
    piece: UnitId = NOWHERE
    amount: Number = 0
    more: tuple[Any, ...] = ()
    turn: Number = 0
    """How many turns the quest's owner had begun since the quest was declared."""


class Aim(NamedTuple):
    """What a quest is out for, in the words of S17 and S18."""

    kind: str
    matter: Rune
    """The rune that opens the kind."""
    manners: tuple[Rune, ...] = ()
    """The other runes."""
    size: Count = 0
    land: Spot = NOWHERE
    seat: Anyone = NOBODY
    thing: Number = NOWHERE
    """A kind of figure, an element, a piece or another thing, by the kind of aim."""
    sky: MaybeElement = NOWHERE
    """The constellation named, where a manner asks for one."""


class Quest(NamedTuple):
    """A quest, or a goal: runes, how it was declared, and what happened since."""

    number: Count
    mode: Annotated[str, one_of("open", "silent", "secret")]
    runes: tuple[Stone, ...]
    aim: Aim | None = None
    """None for free words."""
    words: str = ""
    accepted: bool = False
    failures: Count = 0
    round: Count = 0
    """When it was declared."""
    turn: Count = 0
    """How many turns its owner had begun then."""
    sky: MaybeElement = 0
    """The constellation then."""
    base: Number = 0
    """What the aim counts from."""
    lighter: Number = 0
    """How much the count was lowered (galu) or raised (rhach) since."""
    claimed: Number = -1
    """The turn, counted over all seats, in which it was last claimed."""
    linked: Number = NOWHERE
    """The number of the quest it is joined with (erthad), and what that brings."""
    bond: Count = 0
    log: tuple[DomainEvent, ...] = ()
    called: bool = False
    """Whether its owner has called the lot for it (S15.6)."""
    hard: Count = 0
    """[S17.22] The difficulty of its aim, sealed with it; 0 where it is not known."""
    steps: tuple[tuple[str, bool], ...] = ()
    """[S15.13] The steps of a quest in free words, and whether each is ticked off."""
    ticked: Number = -1
    """The turn, counted over all seats, in which one was last said to be done."""


class Player(NamedTuple):
    """What a seat owns beside its pieces."""

    element: MaybeElement = NOWHERE
    tur: Count = 0
    golu: Count = 0
    aglar: Count = 0
    hand: tuple[Stone, ...] = ()
    stones: tuple[Element, ...] = ()
    """Element stones."""
    goal: tuple[Stone, ...] = ()
    aim: Quest | None = None
    """The goal with its aim, once it is complete."""
    quests: tuple[Quest, ...] = ()
    wish: Annotated[str, one_of("never", "round", "attacked", "touched", "always")] = "touched"
    """When to be asked in another's turn: never, not in this round, attacked, touched, always."""
    wished: Number = -1
    """The turn, counted over all seats, in which that was last changed."""
    turns: Count = 0
    fulfilled: Count = 0
    ended: Count = 0
    """The round of the last claim of the goal."""
    honoured: Count = 0
    """The round in which it last received aglar by proposal."""
    praised: tuple[Count, Anyone] = (0, NOBODY)
    """The round in which it last proposed aglar, and for whom."""
    gains: tuple[Land, ...] = ()
    """The lands whose printed rune has given it something."""
    heroes: Spot = NOWHERE
    """The land where its thalion waits to be found."""
    proposals: tuple[Count, Count] = (0, 0)
    """[S37.1] The turn, counted over all seats, in which it last proposed an agreement, and how
    many it has in that turn."""


BUYING, DECLARING, PLACING = range(3)
"""[S4.7] The three kinds of preparations, in their order."""


class Turn(NamedTuple):
    """What the active player has done in this turn, as far as the rules ask for it."""

    acts: Count = 0
    """In the preparations: 0 buying, 1 declaring, 2 placing."""
    placed: Count = 0
    appealed: bool = False
    proposed: bool = False
    events: Count = 0
    golu: Count = 0
    """golu gained by events, paid out at the end."""
    entered: tuple[Land, ...] = ()
    """Lands entered in this phase whose event is still to come."""
    fresh: tuple[Land, ...] = ()
    """Lands entered in this phase at all."""
    come: tuple[Land, ...] = ()
    """Lands whose event has come in this phase."""
    rooted: tuple[PieceId, ...] = ()
    """[S2.8] Figures that land and sky left without a step when the movement began."""
    tried: tuple[Number, ...] = ()
    """Pieces that have tried to break out or to search."""
    met: tuple[tuple[Land, Party], ...] = ()
    """Contests fought: land and opponent."""


class Pieces(list[Piece]):
    """All pieces in their order, and by a look-up that is made when needed: who stands where."""

    __slots__ = ("_standing",)

    def __init__(self, pieces: Iterable[Piece] = ()) -> None:
        super().__init__(pieces)
        self._standing: dict[tuple[int, bool], tuple[int, ...]] | None = None

    def __setitem__(self, at: Any, piece: Any) -> None:
        if self._standing is not None:
            old = self[at]
            if type(at) is not int or (old.land, old.kind) != (piece.land, piece.kind):
                self._standing = None
        super().__setitem__(at, piece)

    def copy(self) -> Pieces:
        """A copy of the pieces that may be changed."""
        pieces = Pieces(self)
        pieces._standing = self._standing
        return pieces

    def there(self, land: int, built: bool) -> tuple[int, ...]:
        """The buildings in a land, or all else that stands there."""
        if self._standing is None:
            found: dict[tuple[int, bool], list[int]] = {}
            for index, piece in enumerate(self):
                found.setdefault((piece.land, piece.kind in BUILDINGS), []).append(index)
            self._standing = {place: tuple(pieces) for place, pieces in found.items()}
        return self._standing.get((land, built), ())


@dataclass(slots=True)
class State:
    """A position."""

    board: Board
    seats: int
    options: tuple[tuple[str, str], ...]
    first: Anyone = NOBODY
    active: Anyone = NOBODY
    round: Count = 0
    clock: Count = 0
    """Counts rounds for the round stone; breged moves it on."""
    turns: Count = 0
    """Turns begun, by all seats together."""
    sky: MaybeElement = NOWHERE
    weather: tuple[MaybeRune, Count] = (NOWHERE, 0)
    """The round event, rune and strength."""
    quests: Count = 0
    """How many quests have been declared; the number of the last one."""
    turn: Turn = field(default_factory=Turn)
    bag: list[Count] = field(default_factory=lambda: [STONES_OF_A_RUNE] * 16)
    numbers: list[Count] = field(default_factory=lambda: list(NUMBERS))
    reserve: list[Count] = field(default_factory=lambda: list(RESERVE))
    elements: list[Count] = field(default_factory=lambda: [STONES_OF_AN_ELEMENT] * 6)
    aside: list[Rune] = field(default_factory=list)
    """Stones drawn or cast in this turn."""
    players: list[Player] = field(default_factory=list)
    pieces: Pieces = field(default_factory=Pieces)
    tokens: list[Token] = field(default_factory=list)
    markers: list[Anyone] = field(default_factory=list)
    settlers: list[Anyone] = field(default_factory=list)
    """Who stood alone beside a foreign building at the last own turn's end."""
    peace: list[tuple[Land, Seat, Seat]] = field(default_factory=list)
    """Land and two seats, the lower one first."""
    pacts: list[Pact] = field(default_factory=list)
    """[S37.10] The agreements that stand."""
    bygone: list[Pact] = field(default_factory=list)
    """[S37.13] Those that are over."""
    dealings: list[Dealing] = field(default_factory=list)
    """What players did to each other in the last rounds."""
    stack: list[Any] = field(default_factory=list)
    domain_events: list[DomainEvent] = field(default_factory=list)
    """What the last move brought about."""
    told: dict[str, int] = field(default_factory=dict)
    """How often each reading has been told, so that no sentence comes twice."""
    read_last: dict[tuple[Seat, Land], str] = field(default_factory=dict)
    """[S9.11] How a printed rune was last read, by whom it met and its land."""
    lore: dict[Land, tuple[Lore, ...]] = field(default_factory=dict)
    """[S26.3] The question of each legend, by its land; several where legends have become one."""
    memory: dict[Land, tuple[str, Number, Count]] = field(default_factory=dict)
    """What a land is remembered for: what, which kind of figure, in which round."""
    whispers: list[tuple[Seat, str, str]] = field(default_factory=list)
    """[S4.13] The words that go with sealed answers, until these are opened: seat, verb, words."""
    riddles: dict[Seat, tuple[Seat, str]] = field(default_factory=dict)
    """[S11.8] Riddles that wait for an answer: by who is asked, who asks, and the riddle."""
    names: dict[PieceId, str] = field(default_factory=dict)
    """[S4.14] The names that players have given to figures."""
    outcome: tuple[Seat, ...] = ()
    """The seats in order of their places, once the game is over."""
    won: bool = False
    """Whether a goal ended it."""
    rules: Annotated[int, one_of(*range(BEFORE_HOUSE_RULES, RULES + 1))] = RULES
    """[S3.17] The version of the rules it is played by."""

    def __hash__(self) -> int:
        """States are values: they can be keys of a dictionary. Whoever writes into one cannot."""
        counted = (*self.bag, *self.numbers, *self.reserve, *self.elements, *self.markers)
        return hash((self.options, self.active, self.round, self.turns, self.quests, counted))

    def copy(self) -> State:
        """A state to change."""
        values: list[Any] = list(_ALL(self))
        for at in _GROWING:
            values[at] = values[at].copy()
        return State(*values)

    def option(self, name: str) -> str:
        """The value of a table option."""
        return {**house_rules(self.rules), **dict(self.options)}[name]

    @property
    def by_former_rules(self) -> bool:
        """[S3.17] Whether it is a game from before version 4 of the rules."""
        return self.rules <= BEFORE_HOUSE_RULES

    @property
    def open_table(self) -> bool:
        """[S3.14] Whether only hands and goals are hidden."""
        return self.option("open") == "yes"


NAMES = tuple(each.name for each in fields(State))
_ALL = attrgetter(*NAMES)
_GROWING = tuple(
    at
    for at, each in enumerate(fields(State))
    if callable(each.default_factory) and isinstance(each.default_factory(), list | dict)
)
"""The places of the fields that are lists or dictionaries, so that a copy needs its own."""


# --- Questions about pieces ---------------------------------------------------------------


def is_building(piece: Piece) -> bool:
    """talan, minas, ost."""
    return piece.kind in BUILDINGS


def is_ally(piece: Piece) -> bool:
    """A common figure that can be led."""
    return piece.kind in ALLIES


def value(piece: Piece) -> int:
    """The greater of strength and wisdom, with experience."""
    kind = KINDS[piece.kind]
    return max(kind.strength, kind.wisdom) + piece.plus


def strength(piece: Piece) -> int:
    """Strength with experience, if strength is what it is experienced in."""
    kind = KINDS[piece.kind]
    return kind.strength + (piece.plus if kind.strength >= kind.wisdom else 0)


def wisdom(piece: Piece) -> int:
    """Wisdom with experience, likewise."""
    kind = KINDS[piece.kind]
    return kind.wisdom + (piece.plus if kind.wisdom > kind.strength else 0)


def mobile(state: State, land: int) -> tuple[int, ...]:
    """All figures in a land that are no buildings."""
    return state.pieces.there(land, built=False)


def vacant(state: State, land: int) -> bool:
    """Whether no figure stands in a land."""
    return not mobile(state, land)


def figures(state: State, seat: int, land: int) -> list[int]:
    """The seat's figures in a land: own ones and allies, no buildings."""
    return [index for index in mobile(state, land) if state.pieces[index].leader == seat]


def own_figures(state: State, seat: int, land: int) -> list[int]:
    """The seat's own figures in a land, without allies."""
    return [index for index in figures(state, seat, land) if state.pieces[index].owner == seat]


def led(state: State, seat: int) -> list[int]:
    """All figures of a seat on the board, own ones and allies, no buildings."""
    return [
        index
        for index, piece in enumerate(state.pieces)
        if piece.leader == seat and piece.land >= 0 and piece.kind not in BUILDINGS
    ]


def foes(state: State, land: int) -> list[int]:
    """[S1.13] Figures of nobody in a land."""
    return [index for index in mobile(state, land) if state.pieces[index].leader == NOBODY]


def building(state: State, land: int) -> int | None:
    """The building in a land."""
    return next(iter(state.pieces.there(land, built=True)), None)


def standing(state: State, land: int) -> list[int]:
    """The seats with figures in a land."""
    return sorted({state.pieces[i].leader for i in mobile(state, land)} - {NOBODY})


def others_in(state: State, seat: int, land: int) -> list[int]:
    """The other seats with figures in a land."""
    return [other for other in standing(state, land) if other != seat]


def whom_refused(state: State, event: DomainEvent) -> int:
    """Who is refused passage: who came; if the host did, who stood in her land already."""
    met = others_in(state, event.seat, event.land)
    return met[0] if event.other == event.seat and met else event.other


def supply(state: State, kind: int, seat: int = NOBODY) -> int | None:
    """A piece of a kind that is still in the supply: the seat's own, or a common one."""
    for index, piece in enumerate(state.pieces):
        if piece.kind == kind and piece.land == NOWHERE and piece.owner == seat:
            return index
    return None


def lands_of(state: State, seat: int) -> list[int]:
    """The lands with the seat's marker."""
    return [land for land, marker in enumerate(state.markers) if marker == seat]


def land_sum(state: State, seat: int, land: int) -> int:
    """[S2.4] What land and constellation are to a player together, from -4 to 4."""
    own = state.players[seat].element
    return fit(own, state.board.lands[land].element) + fit(own, state.sky)


def in_peace(state: State, land: int, one: int, two: int) -> bool:
    """Whether two seats stand in peace in a land."""
    return (land, min(one, two), max(one, two)) in state.peace


def in_truce(state: State, land: int, one: int, two: int) -> bool:
    """[S37.5] Whether a truce of two seats holds in a land."""
    return any(
        pact.kind == "truce"
        and {pact.seat, pact.other} == {one, two}
        and pact.land in (NOWHERE, land)
        for pact in state.pacts
    )


def pact_of(state: State, number: int) -> Pact | None:
    """The agreement of a number, if it still stands."""
    return next((pact for pact in state.pacts if pact.number == number), None)


def tokens(
    state: State, kind: TokenKind, land: int | None = None, seat: int | None = None
) -> list[Token]:
    """The tokens of a kind, in a land, of a seat."""
    return [
        token
        for token in state.tokens
        if token.kind == kind
        and (land is None or token.land == land)
        and (seat is None or token.seat == seat)
    ]


def on_piece(state: State, kind: TokenKind, piece: int) -> Token | None:
    """The token of a kind that lies on a piece."""
    for token in state.tokens:
        if token.kind == kind and piece in token.pieces:
            return token
    return None


def seen(state: State, piece: int) -> bool:
    """Whether a figure can be met: neither hidden nor in an enchanted sleep."""
    return not state.pieces[piece].hidden and on_piece(state, TokenKind.ASLEEP, piece) is None


def hired(piece: Piece) -> bool:
    """A dragon led by a player."""
    return piece.kind == URLUG and piece.leader != NOBODY


def quest_of(state: State, number: int) -> tuple[int, Quest] | None:
    """The owner of a running quest, and the quest."""
    for seat, player in enumerate(state.players):
        for quest in player.quests:
            if quest.number == number:
                return seat, quest
    return None
