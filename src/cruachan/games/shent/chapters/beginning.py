"""The beginning of the game (S3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Self

from cruachan.engine.game import CHANCE, NOBODY, Viewer
from cruachan.games.shent.chapters.quests import Declare
from cruachan.games.shent.chapters.roles import order
from cruachan.games.shent.chapters.rounds import Round
from cruachan.games.shent.components.material import ADAN, DRU, FARON, KINDS, OWN, RANDIR, URLUG
from cruachan.games.shent.core.acts import change, give_rune, mark, note, put, take_rune
from cruachan.games.shent.core.chance import BY_CHANCE, even, rune_falls
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import (
    HIDDEN,
    NOWHERE,
    Count,
    MaybeElement,
    Seat,
    Stone,
    one_of,
)
from cruachan.games.shent.core.flow import (
    Args,
    Frame,
    No,
    Question,
    Verb,
    cover,
    pop,
    push,
    top,
    turn_to,
    uncover,
)
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import Player, State, supply, vacant
from cruachan.games.shent.core.wood import make_pieces

START = {"rich": (10, 5, 1), "plain": (5, 2, 0), "bare": (0, 0, 0), "plenty": (20, 10, 2)}
ENEMIES = (DRU, ADAN, URLUG)
MOST_ENEMIES = 3
"""[S3.11] The enemies of whoever tells the frame story."""
FIRST_RUNES = 3
STEPS = ("first", "element", "sky", "start", "wild", "lair", "frame", "foe", "deal", "goal")
"""The steps of the beginning, in their order; the first quests follow."""


def begin(state: State) -> None:
    """[S3.2] The table before the first lot."""
    lands = len(state.board.lands)
    tur, golu, aglar = START[state.option("start")]
    state.players = [Player(tur=tur, golu=golu, aglar=aglar) for _ in range(state.seats)]
    state.pieces = make_pieces(state.seats)
    state.markers = [NOBODY] * lands
    state.settlers = [NOBODY] * lands
    push(state, Setup("first"))


def free_lands(state: State, element: int | None = None) -> list[int]:
    """Lands, of an element, in which no figure stands."""
    return [
        index
        for index, land in enumerate(state.board.lands)
        if (element is None or land.element == element) and vacant(state, index)
    ]


class Setup(Question):
    """One of the steps before the first quest; `done` counts the seats that are through."""

    step: Annotated[
        str,
        one_of("first", "element", "sky", "start", "wild", "lair", "frame", "foe", "deal", "goal"),
    ]
    done: Count = 0
    element: MaybeElement = NOWHERE
    answers: tuple[tuple[Seat, Stone], ...] = ()

    passing: ClassVar = "pass_foe"

    def waits(self, state: State) -> tuple[int, ...]:
        if self.step in ("first", "sky", "wild", "lair", "deal"):
            return BY_CHANCE
        if self.step == "goal":
            answered = [seat for seat, _ in self.answers]
            return tuple(seat for seat in range(state.seats) if seat not in answered)
        if self.step in ("frame", "foe") and state.option("frame") == "no":
            return ()
        turn = order(state)
        if self.step == "foe" and state.option("frame") == "enemies":
            turn = turn[:1] * MOST_ENEMIES
        if self.step == "start":
            turn.reverse()
        return (turn[self.done],) if self.done < len(turn) else ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        if seat == CHANCE:
            return ("rune",) if self.step == "deal" else ("lot",)
        foe = "enemy" if state.option("frame") == "enemies" else "foe"
        names = {"foe": (foe, "pass"), "goal": ("lay",)}
        return names.get(self.step, (self.step,))

    def falls(self, state: State) -> list[tuple[int, int]]:
        """What the lot can say."""
        if self.step == "first":
            return even(list(range(state.seats)))
        if self.step == "deal":
            return rune_falls(state)
        if self.step == "lair":
            return even(free_lands(state, self.element))
        return even(list(range(6)))

    def fell(self, state: State, value: int) -> None:
        """What the lot said. [S3.1] [S2.3] [S3.4] [S3.5]"""
        if self.step == "first":
            state.first = value
        elif self.step == "sky":
            state.sky = value
        elif self.step == "wild":
            turn_to(state, element=value)
        elif self.step == "lair":
            urlug = supply(state, URLUG)
            assert urlug is not None
            put(state, urlug, value, NOBODY)
            note(state, DomainEventKind.LAIR, land=value, piece=urlug)
        else:
            state.bag[value] -= 1
            give_rune(state, order(state)[self.done // FIRST_RUNES], value)
            if self.done + 1 < FIRST_RUNES * state.seats:
                turn_to(state, done=self.done + 1)
                return
        self._next(state)

    def passed(self, state: State, seat: int) -> None:
        """[S3.11] No enemy of this seat's, or no more of whoever tells the frame story."""
        if state.option("frame") == "enemies":
            turn_to(state, done=MOST_ENEMIES)
        else:
            _through(state)

    def go(self, state: State) -> None:
        """[S3.6] All seats are through with this step; after the last one come the first quests."""
        for seat, rune in self.answers:
            take_rune(state, seat, rune)
            change(state, seat, goal=(rune,))
        if self.step == "goal":
            pop(state)
            push(state, *(Declare(seat, first=True) for seat in order(state)), Round())
            return
        self._next(state)

    def _next(self, state: State) -> None:
        following = STEPS[STEPS.index(self.step) + 1]
        turn_to(state, step=following, done=0, answers=())

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        element = say.element(state.players[viewer].element)
        key = self.step
        if key == "foe" and state.option("frame") == "enemies":
            key = "enemy"
        return f"setup_{key}", {"element": element, "size": state.option("goal")}

    def of_hand(self, state: State, seat: int) -> bool:
        return self.step in ("deal", "goal")

    def seen_by(self, viewer: Viewer) -> Self:
        return self._replace(answers=cover(self.answers, viewer))

    def determinize(self, state: State) -> Self:
        return self._replace(
            answers=uncover(self.answers, lambda seat: state.players[seat].hand[0])
        )

    def drawn_for(self, state: State) -> int | None:
        return order(state)[self.done // FIRST_RUNES]

    def lots(self) -> str:
        return {"first": "seat", "sky": "element", "wild": "element"}.get(self.step, "land")

    def sound(self, state: State, below: Frame | None) -> bool:
        if self.step == "goal":
            hands = [state.players[seat].hand for seat, _ in self.answers]
            laid = zip(self.answers, hands, strict=True)
            return all(rune in hand or HIDDEN in (rune, *hand) for (_, rune), hand in laid)
        most = FIRST_RUNES * state.seats - 1 if self.step == "deal" else state.seats
        if self.step == "foe":
            most = max(most, MOST_ENEMIES)
        return self.done <= most and (self.step != "lair" or self.element != NOWHERE)


def _through(state: State) -> None:
    """One seat more is through."""
    turn_to(state, done=top(state).done + 1)


class ElementVerb(Verb):
    """[S3.1] Choose an element nobody has."""

    name = "element"
    shape = "element"
    reveals = False

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((element,) for element in range(6))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        taken = [player.element for player in state.players]
        if args[0] in taken:
            return No("S3.1", "element_taken", {"seat": taken.index(args[0])})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        change(state, seat, element=args[0])
        _through(state)


class StartVerb(Verb):
    """[S3.3] The first figure, in a land of the own element."""

    name = "start"
    shape = "kind land"
    reveals = False

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        for kind in (FARON, RANDIR):
            for land in range(len(state.board.lands)):
                yield kind, land

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        kind, land = args
        if kind not in (FARON, RANDIR):
            return No("S3.3", "start_kind", {"kind": OWN[kind].key if kind < len(OWN) else ""})
        if state.board.lands[land].element != state.players[seat].element:
            return No("S3.3", "start_element", {"land": land})
        if not vacant(state, land):
            return No("S3.3", "start_taken", {"land": land})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        kind, land = args
        piece = supply(state, kind, seat)
        assert piece is not None
        put(state, piece, land, seat)
        mark(state, land, seat)
        _through(state)


class PrologueVerb(Verb):
    """[S3.11] The first chooser tells the story so far."""

    name = "frame"
    shape = ""
    reveals = False
    takes_words = True

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        turn_to(state, done=state.seats)


class FoeVerb(Verb):
    """[S3.11] An enemy for the frame story."""

    name = "foe"
    shape = "land"
    reveals = False

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((land,) for land in range(len(state.board.lands)))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if not vacant(state, args[0]):
            return No("S3.11", "foe_taken", {"land": args[0]})
        if supply(state, DRU) is None:
            return No("S1.12", "no_piece", {"kind": "dru"})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        piece = supply(state, DRU)
        assert piece is not None
        put(state, piece, args[0], NOBODY)
        _through(state)


class EnemyVerb(Verb):
    """[S3.11] Who tells the frame story puts up its enemies."""

    name = "enemy"
    shape = "kind land"
    reveals = False

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        for kind in ENEMIES:
            if supply(state, kind) is not None:
                yield from ((kind, land) for land in free_lands(state))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        kind, land = args
        if kind not in ENEMIES:
            return No("S3.11", "no_enemy", {"kind": kind})
        if not vacant(state, land):
            return No("S3.11", "foe_taken", {"land": land})
        if supply(state, kind) is None:
            return No("S1.12", "no_piece", {"kind": KINDS[kind].key})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        piece = supply(state, args[0])
        assert piece is not None
        put(state, piece, args[1], NOBODY)
        _through(state)


class LayVerb(Verb):
    """[S3.5] The first stone of the goal; all choose at once."""

    name = "lay"
    shape = "rune"
    reveals = True
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((rune,) for rune in sorted(set(state.players[seat].hand)))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        hand = state.players[seat].hand
        if args[0] not in hand and HIDDEN not in hand:
            return No("S3.5", "not_in_hand", {"rune": args[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        turn_to(state, answers=(*top(state).answers, (seat, args[0])))

    def covered(self, state: State, seat: int, args: Args, viewer: Viewer) -> str:
        return f"{self.name} ?"

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        """The rune, and what a goal with it can be out for."""
        for_what = say.openings(args[0])
        rune, meaning = say.rune(args[0]), say.meaning(args[0])
        return say.words("do.lay", rune=rune, meaning=meaning, aims=for_what)
