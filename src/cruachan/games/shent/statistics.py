"""What is counted in games of SHENT: quests, goals, contests, readings, what players did to each
other, what they built, where they began, and turns let go by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cruachan.arena.python_simulator import PythonTally, Watcher
from cruachan.engine.game import NOBODY
from cruachan.engine.texts import Lang, Texts, numeral
from cruachan.games.shent.aims import aims
from cruachan.games.shent.aims.base import AimKind
from cruachan.games.shent.components.material import BAD, ELEMENTS, KINDS, RUNES
from cruachan.games.shent.core.domain_events import DomainEventKind
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import Quest, State
from cruachan.games.shent.readings import Reading

GAME = "cruachan.games.shent"
THIRDS = ("first", "second", "last")
ACTS = frozenset(
    (
        *("buy", "declare", "place", "develop", "win", "cast", "step", "hire", "stay"),
        *("contest", "break", "search", "befriend", "claim", "end", "betray"),
    )
)
"""By which moves something is done in an own turn; one without any of them is idle."""
KINDS_OF_CONTESTS = ("fight", "riddle", "song")
FREE_WORDS = "words"
"""How an aim in free words is counted."""
DONE_BY = ("buy", "honour", "treat", "offer", "peace", "refuse", "renounce", "hire", "forsake")
"""Moves that are counted for whoever makes them."""
COUNTED_EVENTS = {
    DomainEventKind.REJECTED: "rejected",
    DomainEventKind.AGREED: "agreed",
    DomainEventKind.BROKE_WORD: "broke_word",
    DomainEventKind.KEPT_WORD: "kept_word",
    DomainEventKind.WON: "won",
}
"""What happens, as it is counted for whoever it is told of."""
JUDGED = ("accept", "claim", "goal")
"""The votes in which a quest or a goal can be found too light."""


@dataclass
class TaleTally(PythonTally):
    """The sum of the games played so far, with quests, contests, readings and idle turns."""

    def report(self) -> dict[str, Any]:
        """The tally as plain data."""
        return super().report() | {
            "goal_share": round(int(self.ends[0]) / max(1, self.games), 4),
            "quests": self._of("quests"),
            "quests_per_player": [
                round(self.counts[f"seat.{seat}"] / max(1, self.games), 3)
                for seat in range(self.seats)
            ],
            "aims": {
                kind: {what: self.counts[f"{what}.{kind}"] for what in ASKED_OF_AIMS}
                for kind in (*AimKind.ALL, FREE_WORDS)
            },
            "unreachable_kept": self.counts["kept.unreachable"],
            "contests": {kind: self.counts[f"contest.{kind}"] for kind in KINDS_OF_CONTESTS},
            "placed": {kind.key: self._did(f"placed.{kind.key}") for kind in KINDS},
            "voted_down": {kind: self.counts[f"voted_down.{kind}"] for kind in JUDGED},
            "votes_against": {kind: self.counts[f"votes_against.{kind}"] for kind in JUDGED},
            "did": self._of_all_seats(),
            "began": {
                what: {
                    name: [self.counts[f"began.{what}.{name}"], self.counts[f"first.{what}.{name}"]]
                    for name in names
                }
                for what, names in self._beginnings().items()
            },
            "turns": {
                third: {
                    "all": self.counts[f"turns.{third}"],
                    "idle": self.counts[f"idle.{third}"],
                    "idle_share": round(
                        self.counts[f"idle.{third}"] / max(1, self.counts[f"turns.{third}"]), 4
                    ),
                    "without_quest": self.counts[f"aimless.{third}"],
                }
                for third in THIRDS
            },
            "readings": {
                rune: {
                    reading.key.split(".")[1]: self.counts[f"reading.{reading.key}"]
                    for reading in Reading.OF[index]
                }
                for index, rune in enumerate(RUNES)
            },
        }

    def more(self, lang: Lang) -> list[str]:
        """Aims by kind, contests, idle turns, readings, line by line."""
        own, data = Texts(GAME, lang), self.report()
        lines = [own("statistics.aims")]
        for kind, row in sorted(data["aims"].items(), key=lambda item: -item[1]["taken"]):
            free = kind == FREE_WORDS
            name = own("statistics.words") if free else AimKind.ALL[kind].texts(lang)["word"]
            if any(row.values()):
                lines.append(own("statistics.aim", kind=name, **row))
        lines.append(own("statistics.kept", number=data["unreachable_kept"]))
        contests = [f"{own(f'word.{kind}')} {n}" for kind, n in data["contests"].items()]
        lines.append(own("statistics.contests", contests=", ".join(contests)))
        shares = [numeral(row["idle_share"], ".1%", lang) for row in data["turns"].values()]
        lines.append(own("statistics.idle", **dict(zip(THIRDS, shares, strict=True))))
        told = [n for row in data["readings"].values() for n in row.values()]
        lines.append(own("statistics.readings", told=sum(n > 0 for n in told), all=len(told)))
        return lines

    def _did(self, what: str) -> int:
        return sum(self.counts[f"did.{seat}.{what}"] for seat in range(self.seats))

    def _of_all_seats(self) -> dict[str, list[int]]:
        """What was done by each seat, by what it was."""
        found: dict[str, list[int]] = {}
        for key, number in sorted(self.counts.items()):
            if key.startswith("did."):
                _, seat, what = key.split(".", 2)
                found.setdefault(what, [0] * self.seats)[int(seat)] += number
        return found

    def _beginnings(self) -> dict[str, list[str]]:
        """By what the beginnings of players differed, and how."""
        found: dict[str, set[str]] = {}
        for key in self.counts:
            if key.startswith("began."):
                _, what, name = key.split(".", 2)
                found.setdefault(what, set()).add(name)
        return {what: sorted(names) for what, names in found.items()}

    def _of(self, group: str) -> dict[str, int]:
        head = f"{group}."
        found = {key[len(head) :]: n for key, n in self.counts.items() if key.startswith(head)}
        return dict(sorted(found.items(), key=lambda item: -item[1]))


ASKED_OF_AIMS = ("taken", "quests", "given_up", "goals_taken", "goals")
"""Of each kind: quests declared, fulfilled and given up; goals sealed and fulfilled."""


class TaleWatcher(Watcher):
    """Watches what is read, taken on, fulfilled and fought, and who lets turns go by."""

    tally = TaleTally

    def __init__(self) -> None:
        self.kinds: dict[int, str] = {}
        """Of each quest that was declared, by its number."""
        self.turns: list[tuple[bool, bool]] = []
        """Of each turn: whether nothing was done in it, and whether there was nothing to do."""
        self.active = NOBODY
        self.acted = False
        self.began: dict[int, list[str]] = {}
        """Of each seat: its element, its first figure and where that stood."""

    def seen(self, seat: int, move: Move, after: State) -> Iterator[str]:
        """The reading of a move, and what it brought about."""
        if move.verb in ("read", "choose"):
            yield f"reading.{move.args[0]}"
        if move.verb == "forsake":
            yield f"given_up.{self.kinds.get(move.args[0], FREE_WORDS)}"
        self.acted |= seat == self.active and move.verb in ACTS
        yield from (f"did.{seat}.{what}" for what in _done(move))
        yield from self._begins(seat, move, after)
        for event in after.domain_events:
            if event.what == DomainEventKind.TURN:
                self.active, self.acted = event.seat, False
            elif event.what == DomainEventKind.TURN_END:
                yield from self._turn_ends(after, event.seat)
            elif event.what == DomainEventKind.DECLARED:
                self.kinds[event.amount] = _kind(after.players[event.seat].quests[-1])
                yield f"taken.{self.kinds[event.amount]}"
            elif event.what == DomainEventKind.SEALED:
                yield f"goals_taken.{_kind(after.players[event.seat].aim)}"
            elif event.what == DomainEventKind.FULFILLED:
                yield f"quests.{_kind(event.more[0])}"
                yield f"seat.{event.seat}"
            elif event.what == DomainEventKind.OVER:
                yield from (f"first.{each}" for each in self.began.get(after.outcome[0], ()))
                if event.seat != NOBODY:
                    yield f"goals.{_kind(after.players[event.seat].aim)}"
            elif event.what == DomainEventKind.MEASURED:
                yield f"contest.{event.more[0]}"
            elif event.what == DomainEventKind.VOTED and event.more[0] in JUDGED:
                yield from _judged(event.more)
            elif event.what in COUNTED_EVENTS and event.seat >= 0:
                yield f"did.{event.seat}.{COUNTED_EVENTS[event.what]}"

    def _begins(self, seat: int, move: Move, after: State) -> Iterator[str]:
        """The element a player chose, her first figure, and how many lands are beside it."""
        found = []
        if move.verb == "element":
            found = [f"element.{ELEMENTS[move.args[0]]}"]
        elif move.verb == "start":
            kind, land = move.args
            ways = f"neighbours.{len(after.board.near[land])}"
            found = [f"figure.{KINDS[kind].key}", ways]
            found.append(f"land.{after.board.lands[land].short}")
        self.began.setdefault(seat, []).extend(found)
        yield from (f"began.{each}" for each in found)

    def _turn_ends(self, after: State, seat: int) -> Iterator[str]:
        player = after.players[seat]
        running = [quest for quest in player.quests if quest.aim]
        for quest in running:
            if aims.hopeless(after, seat, quest):
                yield "kept.unreachable"
        self.turns.append((not self.acted, not player.quests and player.aim is None))

    def over(self) -> Iterator[str]:
        """The turns by thirds of the game."""
        for number, (idle, aimless) in enumerate(self.turns):
            third = THIRDS[3 * number // len(self.turns)]
            yield f"turns.{third}"
            if idle:
                yield f"idle.{third}"
            if aimless:
                yield f"aimless.{third}"


def _done(move: Move) -> Iterator[str]:
    """What a move is counted as for whoever makes it."""
    if move.verb in DONE_BY:
        yield move.verb
    elif move.verb in ("place", "develop"):
        yield f"placed.{KINDS[move.args[move.verb == 'develop']].key}"
    elif move.verb == "declare":
        yield f"declare_{move.args[0]}"
    elif move.verb == "want":
        yield f"want_{move.args[0]}"
    elif move.verb in ("cast", "counter") and len(move.args) > 1:
        yield f"{move.verb}_{'bad' if move.args[1] in BAD else 'good'}"


def _judged(ballot: tuple[Any, ...]) -> Iterator[str]:
    """Votes that found a quest or goal too light or unfulfilled, and whether that was decided."""
    kind, half = ballot[0], (len(ballot) - 1) // 3
    pairs = list(zip(ballot[1 + half :: 2], ballot[2 + half :: 2], strict=True))
    yield from (f"votes_against.{kind}" for _, no in pairs for _ in range(no))
    if any(yes < no for yes, no in pairs):
        yield f"voted_down.{kind}"


def _kind(quest: Quest | None) -> str:
    """The kind of a quest's aim."""
    return quest.aim.kind if quest and quest.aim else FREE_WORDS
