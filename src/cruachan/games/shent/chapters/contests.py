"""Contests: fights by challenges, riddle contests, enchanted songs (S10, S11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Self

from cruachan.engine.game import NOBODY, Viewer
from cruachan.games.shent.chapters import riddles
from cruachan.games.shent.chapters.challenges import (
    Challenge,
    is_unit,
    raw_strength,
)
from cruachan.games.shent.chapters.countermagic import open_contest
from cruachan.games.shent.chapters.demands import (
    demands,
    has_strength,
    has_wisdom,
    may_sing,
    sides_of,
)
from cruachan.games.shent.chapters.magic import Cast
from cruachan.games.shent.chapters.roles import role
from cruachan.games.shent.chapters.sources import Source
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core.acts import alone_with, change_piece, remember, remove, settle
from cruachan.games.shent.core.fields import (
    FOES,
    HOST,
    PART,
    PHANTOM,
    SEALED,
    Count,
    Land,
    Party,
    Seat,
    UnitId,
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
    set_turn,
    top,
    turn_to,
    uncover,
)
from cruachan.games.shent.core.presence import fighters, must_fight, opponents
from cruachan.games.shent.core.speaker import Ask, Speaker, capital
from cruachan.games.shent.core.state import State, is_ally, strength, tokens

MOST_PARTS = 4
"""A host stronger than 8 is split into no more challenges than this."""


# --- The contest --------------------------------------------------------------------------


class ContestVerb(Verb):
    """[S10.1] [S10.2] The next contest: where, and with whom."""

    name = "contest"
    shape = "land seat"
    reveals = False
    takes_words = True
    seldom = True
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        hosts = [land for land, other in must_fight(state, seat) if other == HOST]
        for land, other in must_fight(state, seat):
            if other == HOST or land not in hosts:
                yield land, other

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        awaiting = must_fight(state, seat)
        if tuple(args) not in awaiting:
            return No("S10.1", "no_contest", {"land": args[0]})
        if args[1] != HOST and (args[0], HOST) in awaiting:
            return No("S10.2", "host_first", {"land": args[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        begin_contest(state, seat, args[0], args[1])


def begin_contest(state: State, seat: int, land: int, other: int) -> None:
    """[S10.2] Of several parties one is met; the others wait for another turn."""
    if other != HOST:
        set_turn(state, met=(*state.turn.met, (land, other)))
    if other >= 0 and not tokens(state, TokenKind.REFUSED, land, other):
        remember(state, "attacked", seat, other)
    state.memory[land] = ("fought", -1, state.round)
    push(state, Contest(land, seat, other))


def fight_hosts(state: State, seat: int, land: int) -> None:
    """[S12.7] A host that comes when contests are over is fought at once."""
    fight_at_once(state, seat, land, foes=False)


def fight_at_once(state: State, seat: int, land: int, foes: bool) -> None:
    """[S12.7] [S24.1] What maeth brings in the second movement is fought: a host, or foes."""
    if tokens(state, TokenKind.HOST, land, seat) and fighters(state, seat, land):
        begin_contest(state, seat, land, HOST)
    elif foes and FOES in opponents(state, seat, land):
        begin_contest(state, seat, land, FOES)


class Contest(Question):
    """One contest of the active player with one party."""

    land: Land
    seat: Seat
    other: Party
    step: Annotated[
        str, one_of("kind", "moment", "check", "split", "pair", "fight", "champions", "after")
    ] = "kind"
    """kind, moment, check, split, pair, fight, champions, after"""
    wants: tuple[tuple[Seat, Annotated[str, SEALED]], ...] = ()
    kind: Annotated[str, one_of("fight", "riddle", "song")] = "fight"
    parts: tuple[Count, ...] = ()
    """The challenges of a host."""
    sent: tuple[tuple[UnitId, UnitId], ...] = ()
    """Pairs made: a unit of the active player's side, a unit of the other."""
    up: UnitId = -1
    """The unit put up that has no answer yet."""
    champions: tuple[tuple[Seat, Annotated[UnitId, SEALED]], ...] = ()
    """Side and figure, in a riddle contest or song."""
    singer: Party = NOBODY

    sealed: ClassVar = ("want", "champion")
    moments: ClassVar = ("contest",)

    # Who is asked

    def waits(self, state: State) -> tuple[int, ...]:
        if self.step == "kind":
            said = [side for side, _ in self.wants]
            return tuple(
                side
                for side in (self.seat, self.other)
                if side >= 0 and side not in said and len(self._demands(state, side)) > 1
            )
        if self.step == "split":
            return (role(state, "administrator", self.land),)
        if self.step == "pair" and not self._paired(state):
            side = self.putting(state) if self.up < 0 else self.answering(state)
            return (self.player(state, side),)
        if self.step == "champions":
            named = [side for side, _ in self.champions]
            return tuple(
                side
                for side in (self.seat, self.other)
                if side >= 0 and side not in named and len(self.candidates(state, side)) > 1
            )
        return ()

    def player(self, state: State, side: int) -> int:
        """Who plays a side: its player, or the administrator."""
        return side if side >= 0 else role(state, "administrator", self.land)

    def _demands(self, state: State, side: int) -> list[str]:
        return demands(state, side, self.other if side == self.seat else self.seat, self.land)

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return {
            "kind": ("want",),
            "split": ("split",),
            "pair": ("send",) if self.up < 0 else ("meet",),
            "champions": ("champion",),
        }[self.step]

    def cast(self, state: State, seat: int, source: Source, land: int) -> None:
        """[S14.6] Magic of a side, before the contest."""
        push(state, Cast(seat, source, land))

    # The units of a fight

    def units(self, state: State, side: int) -> list[int]:
        """The units of a side; in single combat only the champion."""
        if side == HOST:
            return [PART + index for index in range(len(self.parts))]
        units = sides_of(state, side, self.land)
        champion = self.single(state)
        if side == self.seat and champion is not None:
            return [unit for unit in units if unit == champion]
        return units

    def free(self, state: State, side: int) -> list[int]:
        """The units of a side that have no opponent yet."""
        at = 0 if side == self.seat else 1
        used = {pair[at] for pair in self.sent} | {self.up}
        return [unit for unit in self.units(state, side) if unit not in used]

    def single(self, state: State) -> int | None:
        """[S24.3] The figure that single combat was offered to."""
        hosts = tokens(state, TokenKind.HOST, self.land, self.seat) if self.other == HOST else []
        return hosts[0].pieces[0] if hosts and hosts[0].pieces else None

    def _sum(self, state: State, side: int) -> tuple[int, int]:
        """[S10.4] How many units a side has, and how strong they are in all."""
        units = self.units(state, side)
        return len(units), sum(raw_strength(state, unit, self.parts, self.land) for unit in units)

    def _paired(self, state: State) -> bool:
        """[S10.4] [S10.5] Whether no further pair can be made, or who puts up cannot comply."""
        if self.up >= 0:
            return False
        both = self.free(state, self.seat) and self.free(state, self.other)
        return not both or not self.sendable(state)

    def putting(self, state: State) -> int:
        """[S10.4] The side that puts up: the larger, the stronger, the active player."""
        mine, theirs = self._sum(state, self.seat), self._sum(state, self.other)
        return self.seat if mine >= theirs else self.other

    def answering(self, state: State) -> int:
        """The other one."""
        return self.other if self.putting(state) == self.seat else self.seat

    def sendable(self, state: State) -> list[int]:
        """[S10.5] The units that may be put up next."""
        side = self.putting(state)
        units = self.free(state, side)
        if side < 0 or self._allies_left(state, side) > 0:
            return units
        return [unit for unit in units if not self._is_ally(state, unit)]

    def _is_ally(self, state: State, unit: int) -> bool:
        return unit >= PHANTOM or is_ally(state.pieces[unit])

    def _allies_left(self, state: State, side: int) -> int:
        """How many allies may still be sent before an own figure must be."""
        at = 0 if side == self.seat else 1
        allies = sum(self._is_ally(state, pair[at]) for pair in self.sent)
        return len(self.sent) - allies + 2 - allies

    # How it goes on

    def go(self, state: State) -> None:
        match self.step:
            case "kind":
                self._settle_kind(state)
            case "moment":
                turn_to(state, step="check")
                open_contest(state, self.land, (self.seat, self.other))
            case "check":
                step = self._first_step(state)
                turn_to(state, step=step, kind="fight" if step == "pair" else self.kind)
            case "champions":
                self._duel(state)
            case "pair":
                turn_to(state, step="fight")
            case "fight":
                self._next_pair(state)
            case _:
                self._end(state)

    def _first_step(self, state: State) -> str:
        """How the contest begins, if magic has left anything of it."""
        if self.other not in opponents(state, self.seat, self.land):
            return "after"
        if self.other == HOST:
            return "split"
        if self.kind == "fight":
            return "pair"
        both = all(self.candidates(state, side) for side in (self.seat, self.other))
        return "champions" if both else "pair"

    def _settle_kind(self, state: State) -> None:
        """[S11.1] A song that is demanded; a riddle that is forced or wanted by both; a fight."""
        wants = dict(self.wants)
        mine, theirs = wants.get(self.seat, "fight"), wants.get(self.other, "fight")
        kind, singer = "fight", NOBODY
        if "song" in (mine, theirs):
            kind, singer = "song", self.seat if mine == "song" else self.other
        elif self._agree(state, mine, theirs):
            kind = "riddle"
            riddles.ask(state, (self.seat, self.other))
        turn_to(state, kind=kind, singer=singer, step="moment")

    def _agree(self, state: State, mine: str, theirs: str) -> bool:
        """[S11.2] Whether who wants a riddle contest has the other's will or can force it."""
        return "riddle" in (mine, theirs) and all(
            want == "riddle" or not has_strength(state, side, self.land)
            for side, want in ((self.seat, mine), (self.other, theirs))
        )

    # Fights

    def _next_pair(self, state: State) -> None:
        if not self.sent:
            turn_to(state, step="after")
            return
        (mine, theirs), rest = self.sent[0], self.sent[1:]
        turn_to(state, sent=rest)
        part = self.parts[theirs - PART] if self.other == HOST else 0
        push(state, Challenge(self.land, (self.seat, mine), (self.other, theirs), part=part))

    # Riddles and songs

    def candidates(self, state: State, side: int) -> list[int]:
        """[S11.3] [S11.7] Who may step forth for a side."""
        if self.kind == "riddle":
            return has_wisdom(state, side, self.land)
        if side == self.singer:
            other = self.other if side == self.seat else self.seat
            return may_sing(state, side, other, self.land)
        units = [unit for unit in sides_of(state, side, self.land) if unit < PHANTOM]
        own = [unit for unit in units if not is_ally(state.pieces[unit])]
        if own:
            return own
        return [max(units, key=lambda unit: strength(state.pieces[unit]))] if units else []

    def _duel(self, state: State) -> None:
        """[S10.3] Two step forth; for all others of both sides it is their challenge too."""
        sides = (self.seat, self.other)
        named = dict(self.champions)
        one, two = ((side, named.get(side, self.candidates(state, side)[0])) for side in sides)
        for unit in [unit for side in sides for unit in sides_of(state, side, self.land)]:
            if unit < PHANTOM:
                change_piece(state, unit, fought=True)
        turn_to(state, step="after")
        push(state, Challenge(self.land, one, two, self.kind, self.singer))

    def _end(self, state: State) -> None:
        """[S10.11] [S10.13] The contest is over for this turn, and nothing of a host stays."""
        pop(state)
        if self.other == HOST:
            for token in tokens(state, TokenKind.HOST, self.land, self.seat)[:1]:
                remove(state, token)
        settle(state)
        for side in (self.seat, self.other):
            if side >= 0 and side != state.active:
                push(state, Survivor(side, self.land))

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        other = self.other if viewer == self.seat else self.seat
        values = {"land": say.land(self.land), "other": say.side(other)}
        if self.step == "split":
            host = tokens(state, TokenKind.HOST, self.land, self.seat)[0]
            return "contest_split", {**values, "strength": host.strength}
        if self.step == "pair":
            key = "contest_send" if self.up < 0 else "contest_meet"
            lead = say.words("say.lead") if viewer != self.seat and self.other < 0 else ""
            unit = say.unit(self.up) if self.up >= 0 else ""
            return key, {**values, "unit": unit, "lead": lead}
        return f"contest_{self.step}", {**values, "kind": capital(say.word(self.kind))}

    def seen_by(self, viewer: Viewer) -> Self:
        wants, champions = cover(self.wants, viewer), cover(self.champions, viewer)
        return self._replace(wants=wants, champions=champions)

    def determinize(self, state: State) -> Self:
        champions = uncover(self.champions, lambda side: self.candidates(state, side)[0])
        return self._replace(wants=uncover(self.wants, lambda _: "fight"), champions=champions)

    def sound(self, state: State, below: Frame | None) -> bool:
        met = self.step in ("split", "pair", "fight", "champions")
        host = tokens(state, TokenKind.HOST, self.land, self.seat)
        if met and self.other == HOST and (not host or self.kind != "fight"):
            return False
        units = [unit for pair in self.sent for unit in pair]
        units += [self.up] if self.up >= 0 else []
        return all(unit >= 0 for unit in units) and all(
            is_unit(state, unit, self.land, len(self.parts)) for unit in units
        )


class WantVerb(Verb):
    """[S11.1] What kind of contest a side wants."""

    name = "want"
    shape = "word"
    reveals = True
    takes_words = True
    seldom = True
    exact = True

    def _other(self, state: State, seat: int) -> int:
        contest = top(state)
        return int(contest.other if seat == contest.seat else contest.seat)

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        for kind in demands(state, seat, self._other(state, seat), top(state).land):
            yield (kind,)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in demands(state, seat, self._other(state, seat), top(state).land):
            return No(
                "S11.6" if args[0] == "song" else "S11.2", "may_not_demand", {"kind": args[0]}
            )
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        turn_to(state, wants=(*top(state).wants, (seat, args[0])))

    def asks_words(self, args: Args) -> bool:
        """[S11.8] A riddle or a mocking song is worth some."""
        return args != ("fight",)

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        return say.words("do.want", kind=say.word(args[0]))


def partitions(total: int, parts: int, largest: int = 99) -> Iterator[tuple[int, ...]]:
    """All ways to split a number into so many parts at most, greatest first."""
    if total == 0:
        yield ()
    elif parts:
        for first in range(min(total, largest), 0, -1):
            yield from ((first, *rest) for rest in partitions(total - first, parts - 1, first))


class SplitVerb(Verb):
    """[S10.13] The administrator splits a host into challenges."""

    name = "split"
    shape = "number*"
    reveals = True
    exact = True

    def _strength(self, state: State) -> int:
        contest = top(state)
        return tokens(state, TokenKind.HOST, contest.land, contest.seat)[0].strength

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        total = self._strength(state)
        if top(state).single(state) is not None:
            yield (total,)
            return
        yield from partitions(total, total if total <= 8 else MOST_PARTS)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        total = self._strength(state)
        if sum(args) != total or any(part < 1 for part in args):
            return No("S10.13", "wrong_split", {"strength": total})
        if len(args) > 1 and top(state).single(state) is not None:
            return No("S24.3", "single_combat")
        if total > 8 and len(args) > MOST_PARTS:
            return No("S10.13", "too_many_parts", {"most": MOST_PARTS})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        turn_to(state, parts=tuple(sorted(args, reverse=True)), step="pair")

    def label(self, say: Speaker, state: State, seat: int, args: Args) -> str:
        number = say.words.count("count.challenge", len(args))
        return say.words("do.split", number=number, parts=" + ".join(map(str, args)))


class SendVerb(Verb):
    """[S10.4] A unit is put up."""

    name = "send"
    shape = "unit"
    reveals = True
    takes_words = True
    seldom = True
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((unit,) for unit in top(state).sendable(state))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] in top(state).sendable(state):
            return None
        contest = top(state)
        if args[0] in contest.free(state, contest.putting(state)):
            return No("S10.5", "own_first")
        return No("S10.4", "not_in_contest", {"unit": args[0]})

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        turn_to(state, up=args[0])


class MeetVerb(Verb):
    """[S10.4] The other side answers with one of its own."""

    name = "meet"
    shape = "unit"
    reveals = True
    takes_words = True
    seldom = True
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        contest = top(state)
        yield from ((unit,) for unit in contest.free(state, contest.answering(state)))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        contest = top(state)
        if args[0] not in contest.free(state, contest.answering(state)):
            return No("S10.4", "not_in_contest", {"unit": args[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        contest = top(state)
        mine = contest.putting(state) == contest.seat
        pair = (contest.up, args[0]) if mine else (args[0], contest.up)
        turn_to(state, sent=(*contest.sent, pair), up=-1)


class ChampionVerb(Verb):
    """[S11.3] [S11.7] Who steps forth; both sides say it at once."""

    name = "champion"
    shape = "unit"
    reveals = True
    takes_words = True
    seldom = True
    exact = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        yield from ((unit,) for unit in top(state).candidates(state, seat))

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        if args[0] not in top(state).candidates(state, seat):
            rule = "S11.3" if top(state).kind == "riddle" else "S11.7"
            return No(rule, "no_champion", {"unit": args[0]})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        turn_to(state, champions=(*top(state).champions, (seat, args[0])))


class Survivor(Question):
    """[S10.14] Who is left alone with the other's allies may win them, right after the fight."""

    seat: Seat
    land: Land

    passing: ClassVar = "pass_survivor"

    def waits(self, state: State) -> tuple[int, ...]:
        left = alone_with(state, self.seat, self.land)
        return (self.seat,) if left and state.players[self.seat].aglar else ()

    def verbs(self, state: State, seat: int) -> tuple[str, ...]:
        return ("befriend", "pass")

    def passed(self, state: State, seat: int) -> None:
        pop(state)

    def go(self, state: State) -> None:
        pop(state)

    def ask(self, say: Speaker, state: State, viewer: int) -> Ask:
        return "survivor", {"land": say.land(self.land)}
