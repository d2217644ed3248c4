"""Declaring quests, their acceptance, and losing them (S6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Annotated, ClassVar, Self

from cruachan.engine.game import NOBODY, Viewer
from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.base import AimKind
from cruachan.games.shent.chapters.votes import Ballot, Counts, Matter
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import change, lay, note, remove, return_stones, take_rune
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.fields import HIDDEN, NOWHERE, Count, Number, Seat, Stone, one_of
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
from cruachan.games.shent.core.parts import Part, read
from cruachan.games.shent.core.speaker import Ask, Speaker
from cruachan.games.shent.core.state import (
    DECLARING,
    THIS_TURN,
    Aim,
    Quest,
    State,
    Token,
    quest_of,
    tokens,
)

MODES = ("open", "silent", "secret")
MOST_QUESTS = 3
MOST_LISTED = 6
"""The most runes of a set that is listed; larger sets are too many to read."""
MOST_WORDINGS = 3


def open_modes(state: State) -> tuple[str, ...]:
    """[S3.14] The modes of quests at this table."""
    return MODES[:1] if state.open_table else MODES


class DeclareVerb(Verb):
    """[S6.1] A mode, and two or more runes from the hand."""

    name = "declare"
    shape = "word rune*"
    reveals = False
    unlisted = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        modes = open_modes(state)
        if _anew(state):
            yield from ((mode, *_anew(state)) for mode in modes)
            return
        hand = state.players[seat].hand
        sizes = range(2, 3) if _beginning(state) else range(2, min(MOST_LISTED, len(hand)) + 1)
        for size in sizes:
            sets = {
                runes
                for runes in combinations_with_replacement(sorted(set(hand)), size)
                if all(runes.count(rune) <= hand.count(rune) for rune in runes)
            }
            for runes in sorted(sets):
                yield from ((mode, *runes) for mode in modes)
        if len(hand) > MOST_LISTED and not _beginning(state):
            yield from ((mode, *sorted(hand)) for mode in modes)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        mode, *runes = args
        player = state.players[seat]
        if mode not in MODES:
            return No("S6.2", "no_mode")
        if mode not in open_modes(state):
            return No("S3.14", "open_table")
        if _anew(state):
            return None if tuple(runes) == _anew(state) else No("S6.7", "same_stones")
        if len(runes) < 2:
            return No("S6.1", "too_few_runes")
        if _beginning(state) and len(runes) > 2:
            return No("S6.1", "too_many_runes")
        lacking = [rune for rune in runes if runes.count(rune) > player.hand.count(rune)]
        if lacking:
            return No("S6.1", "not_in_hand", {"rune": lacking[0]})
        if _beginning(state):
            return None
        if state.turn.acts > DECLARING:
            return No("S4.7", "too_late_to_declare")
        if len(player.quests) >= MOST_QUESTS:
            return No("S6.3", "three_quests")
        if any(token.seat == seat for token in tokens(state, TokenKind.HUSHED)):
            return No("S6.7", "hushed")
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        mode, *said = args
        runes = _anew(state) or tuple(sorted(said))
        if _beginning(state):
            turn_to(state, mode=mode, runes=runes)
        else:
            set_turn(state, acts=DECLARING)
            push(state, Declare(seat, runes, mode))

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        mode, *runes = args
        said = " + ".join(say.full_rune(rune) for rune in runes)
        return say.words("do.declare", mode=say.word(mode), runes=said)

    def covered(self, state: State, seat: int, args: Args, viewer: Viewer) -> str:
        mode, *runes = args
        return " ".join(["declare secret", *("?" for _ in runes)]) if mode == "secret" else ""


def _beginning(state: State) -> bool:
    return isinstance(top(state), Declare)


def _anew(state: State) -> tuple[int, ...]:
    """[S6.7] The stones of a declaration that was rejected and is worded anew."""
    now = top(state)
    return now.runes if isinstance(now, Declare) else ()


class Declare(Question):
    """[S6.7] A declaration: mode and runes, aim or free words, and the vote; three wordings."""

    seat: Seat
    runes: tuple[Stone, ...] = ()
    mode: Annotated[str, one_of("", "open", "silent", "secret")] = ""
    first: bool = False
    wording: Count = 0
    again: Number = NOWHERE
    """The quest that is said anew (breged)."""

    rule: ClassVar = "S6.5"
    """Against what is not offered."""

    def waits(self, state: State) -> tuple[int, ...]:
        return (self.seat,)

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("aim", "free") if self.mode else ("declare",)

    def choices(self, state: State) -> list[Aim]:
        """The engine's aims for these runes; some are for secret quests only (S18.8)."""
        found = aims.choices(state, self.seat, self.runes)
        return [aim for aim in found if self.mode == "secret" or not aims.must_be_secret(aim)]

    def word(self, state: State, aim: Aim | None, words: str) -> None:
        """[S6.5] [S6.6] It is worded: sealed, or put to the vote."""
        quest = make_quest(state, self.seat, self.mode, self.runes, aim, words)
        last = self.first and self.wording == MOST_WORDINGS - 1
        if self.mode != "open" or last:
            self.declare(state, quest._replace(accepted=last and self.mode == "open"))
            return
        note(state, DomainEventKind.WORDED, self.seat, more=(without_log(quest),))
        push(state, Ballot("accept", self.seat, ("hard",), quest))

    def declare(self, state: State, quest: Quest) -> None:
        """The quest runs from now on; its stones leave the hand."""
        pop(state)
        player = state.players[self.seat]
        if self.again != NOWHERE:
            change(
                state,
                self.seat,
                quests=tuple(
                    quest._replace(number=self.again) if old.number == self.again else old
                    for old in player.quests
                ),
            )
            return
        for rune in self.runes:
            take_rune(state, self.seat, rune)
        state.quests = quest.number
        change(state, self.seat, quests=(*player.quests, quest))
        note(state, DomainEventKind.DECLARED, self.seat, amount=quest.number, more=(quest.mode,))

    def judged(self, state: State, quest: Quest, accepted: bool) -> None:
        """[S6.6] [S6.7] The others have voted."""
        if accepted:
            self.declare(state, quest._replace(accepted=True))
            return
        note(state, DomainEventKind.REJECTED, self.seat)
        if self.wording + 1 < MOST_WORDINGS:
            mode = "" if self.again == NOWHERE else self.mode
            turn_to(state, wording=self.wording + 1, mode=mode)
            return
        pop(state)
        if self.again != NOWHERE:
            fail(state, self.seat, self.again)
        hush(state, self.seat)

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        if not self.mode:
            return "declare", {}
        runes = " + ".join(say.full_rune(rune) for rune in self.runes)
        values = {"mode": say.word(self.mode), "runes": runes}
        again = {"wording": self.wording + 1, "most": MOST_WORDINGS}
        anew = f" {say.words('say.wording', **again)}" if self.wording else ""
        return "declare_aim", {**values, "anew": anew}

    def of_hand(self, state: State, seat: int) -> bool:
        return True

    def seen_by(self, viewer: Viewer) -> Self:
        if self.seat == viewer or self.mode not in ("", "secret"):
            return self
        return self._replace(runes=(HIDDEN,) * len(self.runes))

    def determinize(self, state: State) -> Self:
        if HIDDEN not in self.runes:
            return self
        return self._replace(runes=state.players[self.seat].hand[: len(self.runes)])

    def shown(self) -> tuple[int, tuple[int, ...]]:
        known = self.again == NOWHERE and HIDDEN not in self.runes
        return (self.seat, self.runes) if known else super().shown()

    def sound(self, state: State, below: Frame | None) -> bool:
        if self.again != NOWHERE:
            found = quest_of(state, self.again)
            return found is not None and found[0] == self.seat and bool(self.mode)
        hand = state.players[self.seat].hand
        known = HIDDEN not in (*hand, *self.runes)
        return not known or all(self.runes.count(rune) <= hand.count(rune) for rune in self.runes)


class Acceptance(Matter):
    """[S6.6] Whether an open quest is hard enough."""

    kind = "accept"

    def judge(self, state: State, ballot: Ballot, counts: Counts) -> None:
        assert ballot.quest is not None
        top(state).judged(state, ballot.quest, ballot.passed(counts)["hard"])


def make_quest(
    state: State, seat: int, mode: str, runes: tuple[int, ...], aim: Aim | None, words: str
) -> Quest:
    """A quest as it is declared now."""
    return Quest(
        state.quests + 1,
        mode,
        runes,
        aim,
        words,
        round=state.round,
        turn=state.players[seat].turns,
        sky=state.sky,
        base=aims.base(state, seat, aim) if aim else 0,
        hard=aims.difficulty(state, seat, aim) if aim else 0,
    )


def without_log(quest: Quest) -> Quest:
    """A quest as events name it: without its log, which the logs of others would hold again."""
    return quest._replace(log=())


def hush(state: State, seat: int) -> None:
    """[S6.7] No quest is declared any more in this turn."""
    lay(state, Token(TokenKind.HUSHED, seat=seat, until=THIS_TURN))


def thing_kind(aim: str) -> str:
    """Of which kind is the thing that an aim of this kind names."""
    return AimKind.ALL[aim].thing if aim in AimKind.ALL else "thing"


class AimVerb(Verb):
    """[S6.5] [S16.2] One of the engine's aims."""

    name = "aim"
    shape = "word runes"
    reveals = True
    heading = "general"
    takes_words = True
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from (tuple(aim) for aim in top(state).choices(state))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args not in [tuple(aim) for aim in top(state).choices(state)]:
            return No(top(state).rule, "no_such_aim")
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).word(state, Aim(*args), words)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        aim = Aim(*args)
        turns = say.turns_for(seat, aim)
        level = say.words(f"level.{aims.level(turns)}")
        return say.words("do.aim", text=say.aim(aim), level=level, turns=turns)

    def covered(self, state: State, seat: int, args: Args, viewer: Viewer) -> str:
        return "" if top(state).mode == "open" else f"{self.name} ?"

    def parts(self, state: State, args: Args) -> list[Part]:
        aim = Aim(*args)
        named = {
            "land": (aim.land, NOWHERE),
            "seat": (aim.seat, NOBODY),
            thing_kind(aim.kind): (aim.thing, NOWHERE),
            "number": (aim.size, 0),
            "sky": (aim.sky, NOWHERE),
        }
        found = [Part("word", aim.kind), Part("runes", (aim.matter, *aim.manners))]
        return found + [Part(kind, value) for kind, (value, none) in named.items() if value != none]

    def fits(self, state: State, args: Args) -> bool:
        kinds = (str, int, tuple, int, int, int, int, int)
        return len(args) == len(kinds) and all(
            type(value) is kind for value, kind in zip(args, kinds, strict=True)
        )

    def read(self, state: State, seat: int, words: Sequence[str]) -> Iterator[Args]:
        """What comes after the runes may be left out, so a word may be one thing or another."""
        runes = read(state, seat, "runes", words[1]) if words[1:] else None
        if runes is None:
            return
        named = {"land": "land", "seat": "seat", thing_kind(words[0]): "thing"}
        named |= {"number": "size", "sky": "sky"}
        for kinds in combinations(named, len(words) - 2):
            values = [read(state, seat, *pair) for pair in zip(kinds, words[2:], strict=True)]
            if None not in values:
                fields = zip((named[kind] for kind in kinds), values, strict=True)
                yield tuple(Aim(words[0], runes[0], runes[1:])._replace(**dict(fields)))


class FreeVerb(Verb):
    """[S6.1] An aim in free words."""

    name = "free"
    shape = ""
    reveals = True
    takes_words = True

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        top(state).word(state, None, words)

    def covered(self, state: State, seat: int, args: Args, viewer: Viewer) -> str:
        return "" if top(state).mode == "open" else f"{self.name} ?"


class ForsakeVerb(Verb):
    """[S6.4] A quest is given up."""

    name = "forsake"
    shape = "task"
    reveals = False
    takes_words = True
    seldom = True
    aside = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((quest.number,) for quest in state.players[seat].quests)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        return not_own(state, seat, args[0], "S6.4")

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        fail(state, seat, args[0])


def not_own(state: State, seat: int, number: int, rule: str) -> No | None:
    """Why a quest is not this seat's to end."""
    found = quest_of(state, number)
    return None if found and found[0] == seat else No(rule, "no_such_quest", {"number": number})


def drop(state: State, seat: int, number: int) -> None:
    """[S1.5] A quest is over: its stones go into the bag."""
    player = state.players[seat]
    quest = next(q for q in player.quests if q.number == number)
    change(state, seat, quests=tuple(q for q in player.quests if q.number != number))
    return_stones(state, quest.runes)
    for token in [
        t
        for t in state.tokens
        if t.kind in (TokenKind.DELAY, TokenKind.THREAD) and t.other == number
    ]:
        remove(state, token)


def fail(state: State, seat: int, number: int) -> None:
    """A quest has failed."""
    drop(state, seat, number)
    note(state, DomainEventKind.FAILED, seat, amount=number)


def sure(state: State, quest: Quest) -> bool:
    """[S15.4] Whether the engine itself judges the fulfilment."""
    return quest.aim is not None and state.option("votes") == "engine"
