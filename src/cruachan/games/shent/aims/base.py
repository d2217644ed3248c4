"""What all kinds of aims have in common (S17.1): looking at a position, reading a quest's log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from cruachan.engine.game import NOBODY
from cruachan.engine.texts import Lang, tables
from cruachan.games.shent.aims.plan import QuestPlan
from cruachan.games.shent.components.material import ADAN, BUILDINGS, DRU, RHACH
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.state import (
    Aim,
    DomainEvent,
    Quest,
    State,
    lands_of,
    led,
    own_figures,
)

FAR = 4
"""How far everything is from a player who has neither figures nor lands."""
MANY = 6
"""How many lands a kind names at most, at one size."""


class AimScene(NamedTuple):
    """Where, against whom and by which figure something was done."""

    land: int = NOWHERE
    other: int = NOBODY
    piece: int = NOWHERE


class Look:
    """A position as one seat sees it when it looks for aims."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.board = state.board
        self.lands = lands_of(state, seat)
        self.figures = led(state, seat)
        self.there = {state.pieces[piece].land for piece in self.figures}
        self.legends = {
            token.land: token for token in state.tokens if token.kind == TokenKind.LEGEND
        }
        self.built = {
            piece.land: index
            for index, piece in enumerate(state.pieces)
            if piece.land >= 0 and piece.kind in BUILDINGS
        }
        self.away = self._from(self.there or set(self.lands))
        self.foreign = [
            land for land, marker in enumerate(state.markers) if marker not in (NOBODY, seat)
        ]
        self._reach = {
            other: self._from(_presence(state, other))
            for other in range(state.seats)
            if other != seat
        }
        self._offers: dict[tuple[str, int], list[Aim]] = {}
        self.others = sorted(self._reach, key=lambda other: (self.gap(other), other))

    def _from(self, starts: set[int]) -> list[int]:
        if not starts:
            return [FAR] * len(self.board.lands)
        return [min(each) for each in zip(*(self.board.distances[s] for s in starts), strict=True)]

    @cached_property
    def running(self) -> list[Aim]:
        """The aims of the quests that this seat has sealed."""
        return [quest.aim for quest in self.state.players[self.seat].quests if quest.aim]

    def gap(self, other: int) -> int:
        """How far another player is away."""
        starts = self.there or set(self.lands)
        return min((self._reach[other][land] for land in starts), default=FAR)

    def from_other(self, other: int, land: int) -> int:
        """How far another player is from a land."""
        return self._reach[other][land]

    def offers(self, kind: AimKind, step: int) -> list[Aim]:
        """[S17.1] What a kind offers at one size and is not true already; looked up once."""
        key = kind.key, step
        if key not in self._offers:
            self._offers[key] = [aim for aim in kind.offers(self, step) if not self._met(kind, aim)]
        return self._offers[key]

    def _met(self, kind: AimKind, aim: Aim) -> bool:
        state, seat = self.state, self.seat
        quest = Quest(
            0,
            "secret",
            (),
            aim,
            round=state.round,
            turn=state.players[seat].turns,
            sky=state.sky,
            base=kind.base(state, seat, aim),
        )
        return kind.done(state, seat, quest) >= kind.wanted(quest)

    def worth(self, land: int) -> int:
        """How much a land has to tell: legend, printed rune, foreign marker, building."""
        return (
            3 * (land in self.legends)
            + 2 * (self.board.lands[land].rune is not None)
            + (self.state.markers[land] not in (NOBODY, self.seat))
            + (land in self.built)
        )

    def best(self, lands: Iterable[int], number: int = MANY) -> list[int]:
        """The lands that have most to tell."""
        return sorted(lands, key=lambda land: (-self.worth(land), land))[:number]

    def nearest(self, lands: Iterable[int], number: int = MANY) -> list[int]:
        """The nearest lands."""
        order = sorted(lands, key=lambda land: (self.away[land], -self.worth(land), land))
        return order[:number]


def _presence(state: State, seat: int) -> set[int]:
    """Where a player has figures; else the own lands."""
    return {state.pieces[piece].land for piece in led(state, seat)} or set(lands_of(state, seat))


THINGS = ("thing", "kind", "piece", "element")
"""What an aim may name beside a land and a player."""


class AimKind:
    """A kind of aim. The subclasses are all there are."""

    key: ClassVar[str]
    rule: ClassVar[str]
    runes: ClassVar[tuple[int, ...]]
    """The runes that open it."""
    steps: ClassVar[int] = 3
    """How many sizes it has."""
    counted: ClassVar[int] = 0
    """By how much galu.sooner lowers its count; 0 where there is none."""
    excludes: ClassVar[tuple[int, ...]] = ()
    """[S18.1] The manners that it cannot be done in, by their runes."""
    binds: ClassVar[bool] = False
    """[S18.4] Whether band asks that the player named be held, not that somebody stay."""
    anywhere: ClassVar[bool] = False
    """[S18.6] Whether maeth asks for a fight won anywhere."""
    empties: ClassVar[bool] = False
    """[S18.4] Whether nobody need be left in the land in the end."""
    by_piece: ClassVar[bool] = False
    """[S18.15] Whether doing it with two pieces is doing it twice."""
    thing: ClassVar[str] = "thing"
    """What `Aim.thing` is: kind (of a figure or building), piece, element, or a number of its own
    that is written as it is."""
    answers: ClassVar[bool] = False
    """[S26.3] Whether its text goes on with the question of the legend in the land named."""
    extra_turns: ClassVar[float] = 0
    """Bots: how many turns more than the rules reckon it takes, without a rune at hand for it:
    what `python -m tools.aims` found, rounded; less for what makes good stories."""
    extra_turns_goal: ClassVar[float] = 0
    """Bots: the same on top of it for the larger sizes of a goal."""
    readings: ClassVar[tuple[str, ...]] = ()
    """Bots: the readings that bring it nearer when they are cast."""
    rune_saves: ClassVar[float] = 1
    """Bots: how many turns a rune at hand with such a reading saves."""
    tempers: ClassVar[tuple[str, ...]] = ()
    """Bots: the tempers that lean to it: generous, dry, dark."""
    friendly: ClassVar[bool] = False
    """Bots: whether it is chosen for a player who is liked; else against one who is not."""
    secretive: ClassVar[bool] = False
    """Bots: whether it is better declared secretly."""
    progress: ClassVar[str] = ""
    """How the saga tells its progress where its texts have no `stages`: time, harm or friends."""
    stealthy: ClassVar[bool] = False
    """Whether lands are come into unseen, so that the saga tells of nobody who saw it."""
    reconciles: ClassVar[bool] = False
    """Whether it is peace with the player named, so that the saga minds their quarrels."""
    arrives: ClassVar[bool] = False
    """Whether it ends with an arrival in the land named."""
    ALL: ClassVar[dict[str, AimKind]] = {}

    def __init_subclass__(cls) -> None:
        for name in ("key", "rule", "runes"):
            if not getattr(cls, name, None):
                raise TypeError(f"{cls.__name__} needs a `{name}`.")
        if cls.key in AimKind.ALL:
            raise TypeError(f"{cls.__name__}: there is an aim {cls.key} already.")
        if cls.thing not in THINGS:
            raise TypeError(f"{cls.__name__}: `thing` is one of {', '.join(THINGS)}.")
        AimKind.ALL[cls.key] = cls()

    def offers(self, look: Look, step: int) -> list[Aim]:
        """What could be aimed at in this position at this size, the most fitting first."""
        raise NotImplementedError

    def turns(self, aim: Aim) -> int:
        """[S17.22] Own turns of a purposeful player."""
        raise NotImplementedError

    def adjust(self, look: Look, aim: Aim) -> int:
        """What the position adds to that."""
        return 0

    def base(self, state: State, seat: int, aim: Aim) -> int:
        """What the aim counts from."""
        return 0

    def wanted(self, quest: Quest) -> int:
        """How much is to be done, with what galu or rhach changed (S34.6, S35.6)."""
        size = the_aim(quest).size
        return max(self.counted, size - quest.lighter * self.counted) if self.counted else size

    def done(self, state: State, seat: int, quest: Quest) -> int:
        """How much is done."""
        raise NotImplementedError

    def scenes(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """Where it was done, for the manners: more than one where it was done twice over."""
        aim = the_aim(quest)
        return [AimScene(aim.land, aim.seat)] if aim.land >= 0 else []

    def failures(self, state: State, seat: int, quest: Quest) -> list[AimScene]:
        """[S18.17] Where it was tried in vain."""
        return []

    def hopeless(self, state: State, seat: int, quest: Quest) -> bool:
        """Whether it cannot come true any more."""
        return False

    # In which manners

    def fits(self, rune: int) -> bool:
        """[S18.1] Whether it can be done in the manner of a rune."""
        return rune not in self.excludes

    def sensible(self, look: Look, aim: Aim) -> bool:
        """Whether what an aim names and its manners do not contradict each other."""
        return True

    def distance(self, aim: Aim) -> int:
        """[S18.5] How far the land is that it leads to."""
        return 0

    def twice(self, quest: Quest, scenes: list[AimScene]) -> bool:
        """[S18.15] Whether it was done twice over: in two lands, or against two."""
        places = {scene.land for scene in scenes if scene.land >= 0}
        others = {scene.other for scene in scenes if scene.other != NOBODY}
        pieces = {scene.piece for scene in scenes} if self.by_piece else set()
        return max(len(places), len(others), len(pieces)) >= 2

    # What bots need

    def plan(self, state: State, seat: int, quest: Quest, plan: QuestPlan) -> None:
        """Write into a plan what is to be done for it."""
        raise NotImplementedError

    def here(self, look: Look, aim: Aim) -> float:
        """How many turns the position adds, beside what `adjust` reckons."""
        return 0.0

    def second(self, state: State, aim: Aim) -> list[int]:
        """[S18.15] The lands in which it could be done a second time."""
        return [land for land in range(len(state.board.lands)) if land != aim.land]

    # In words

    def variant(self, aim: Aim) -> str:
        """The table of its texts that words an aim, beside the one of its kind; empty for none."""
        return ""

    def form(self, aim: Aim) -> str:
        """In which form its texts name the thing: a table of texts/<lang>/names.toml."""
        return "many" if aim.size > 1 else "a"

    def texts(self, lang: Lang) -> dict[str, Any]:
        """All its texts: texts/<lang>/<key>.toml beside its module."""
        package = type(self).__module__.rpartition(".")[0]
        return dict(tables(package, lang)["aim"][self.key])

    # In the saga

    def guard(self, aim: Aim) -> int:
        """The figure with which the aim falls."""
        return NOWHERE

    def lack(self, state: State, seat: int, quest: Quest, falls: Callable[[], list[int]]) -> str:
        """The text that says what was wanting to a quest that was as good as done; empty for none.

        `falls` tells the rounds in which figures of the owner fell.
        """
        return ""

    def make(self, size: int, land: int = NOWHERE, seat: int = NOBODY, thing: int = NOWHERE) -> Aim:
        """An aim of this kind, without its runes."""
        return Aim(self.key, NOWHERE, (), size, land, seat, thing)


def the_aim(quest: Quest) -> Aim:
    """The aim of a quest that has one in the words of the rules."""
    assert quest.aim is not None
    return quest.aim


def the_kind(quest: Quest) -> AimKind:
    """The kind of its aim."""
    return AimKind.ALL[the_aim(quest).kind]


# --- Reading the log ----------------------------------------------------------------------

CONTEST = ("won", "lost", "drawn")
HINDRANCES = ("turned_back", "held", "slept", "off", "countered")


def events_of(quest: Quest, seat: int, *what: str) -> list[DomainEvent]:
    """What this seat did since the declaration."""
    return [event for event in quest.log if event.seat == seat and event.what in what]


def now(state: State, seat: int, quest: Quest) -> int:
    """How many turns the owner has begun since the declaration."""
    return state.players[seat].turns - quest.turn


def ends(quest: Quest, seat: int) -> list[DomainEvent]:
    """The owner's turn-ends since the declaration."""
    return events_of(quest, seat, DomainEventKind.TURN_END)


def settled(state: State, seat: int, land: int) -> bool:
    """Whether nothing is still to happen in a land to those who have just entered it."""
    return state.active != seat or land not in state.turn.entered


def standing_there(state: State, seat: int, land: int) -> bool:
    """Whether an own figure stands in a land, its event done."""
    return settled(state, seat, land) and bool(own_figures(state, seat, land))


def taken_from(quest: Quest, seat: int) -> list[DomainEvent]:
    """The markers this seat lost to another player."""
    return [
        event
        for event in quest.log
        if (
            event.what == DomainEventKind.UNMARKED
            and event.seat == seat
            and event.other not in (seat, NOBODY)
        )
        or (event.what == DomainEventKind.MARKED and event.other == seat and event.seat != seat)
    ]


def turned_away(state: State, seat: int, quest: Quest, land: int) -> list[AimScene]:
    """Where the owner's figures were sent back, or fell before a land; NOWHERE: before any."""
    return [
        AimScene(event.land, event.other if event.seat == seat else event.seat, event.piece)
        for event in quest.log
        if (
            (event.what == DomainEventKind.TURNED_BACK and event.seat == seat)
            or (event.what == DomainEventKind.FELL and event.seat == seat and land >= 0)
            or (event.what == DomainEventKind.REFUSED and event.other == seat)
        )
        and (land < 0 or event.land < 0 or state.board.distances[event.land][land] <= 1)
    ]


def fair_losses(quest: Quest, seat: int, other: int = NOBODY) -> list[AimScene]:
    """Contests the owner lost though an even chance or better was given."""
    return [
        AimScene(event.land, event.other, event.piece)
        for event in events_of(quest, seat, DomainEventKind.LOST)
        if odds(event) >= 50 and (other == NOBODY or event.other == other)
    ]


def odds(event: DomainEvent) -> int:
    """The chances of a contest, in percent, for the one who is named first."""
    return int(event.more[1]) if len(event.more) > 1 else 50


def in_peace_with(state: State, seat: int) -> set[int]:
    """With whom a player stands in peace."""
    return {one + two - seat for _, one, two in state.peace if seat in (one, two)}


def hindered(quest: Quest, seat: int, other: int) -> list[AimScene]:
    """How often the owner turned back, held, put to sleep, banished, refused or countered them."""
    return [
        AimScene(event.land, other, event.piece)
        for event in quest.log
        if (event.what in HINDRANCES and event.seat == other and event.other == seat)
        or (event.what == DomainEventKind.REFUSED and event.seat == seat and event.other == other)
    ]


def followers(state: State, seat: int, kind: int = NOWHERE) -> list[int]:
    """The drû and adan a player leads."""
    return [
        index
        for index, piece in enumerate(state.pieces)
        if piece.leader == seat
        and piece.land >= 0
        and piece.kind in (DRU, ADAN)
        and kind in (NOWHERE, piece.kind)
    ]


def in_vain(aim: Aim) -> bool:
    """Whether the aim is to fail."""
    return RHACH in aim.manners
