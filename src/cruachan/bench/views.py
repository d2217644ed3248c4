"""`cruachan bench views`: what it costs to show, tell and draw a position in the middle of a game.

For games whose state is a record, beside it what the same functions cost when they read the record
itself, as they once did: a field of a NumPy record takes microseconds to read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from cruachan.bots import bots_of, load_bot, table_options
from cruachan.engine.game import CHANCE, Game
from cruachan.engine.kernel import KernelGame, record_game
from cruachan.engine.match import Match, Player
from cruachan.engine.presentation import presentation_of
from cruachan.games import GAMES, game_class, load_game

POSITIONS = 30
"""How many positions of each game are shown."""
PICTURES = 5
"""How many of them are drawn."""
TRIES = 9
"""How often each is timed; the quickest counts, because others use the machine too."""

OLD = "_from_record"
"""What the old way is called, after what it does."""

Cost = float
"""Milliseconds, the median over the positions."""


@dataclass(frozen=True)
class TimedMoment:
    """A position in which somebody decides, and what came next."""

    match: Match[Any, Any]
    ply: int

    def show(self, game: Game[Any, Any]) -> Any:
        """The view of the seat that decides."""
        seat = self.match.history[self.ply].seat
        return presentation_of(game).view(self.match.state_at(self.ply), seat, self.match.names)

    def tell(self, game: Game[Any, Any]) -> str:
        """The narration of the last move for a seat."""
        ply = self.match.history[self.ply]
        before, after = (self.match.state_at(number) for number in (self.ply, self.ply + 1))
        return presentation_of(game).tell(
            before, ply.seat, ply.move, after, ply.seat, self.match.names
        )


def bench(games: Sequence[str]) -> Iterator[tuple[str, dict[str, Cost]]]:
    """The costs of each game; what has no old way has none beside it."""
    chosen = list(games) or list(GAMES)
    for name in chosen:
        game_class(name)
    for name in chosen:
        game = load_game(name)
        yield name, costs(game, moments(game))


def costs(game: Game[Any, Any], found: Sequence[TimedMoment]) -> dict[str, Cost]:
    """What showing, telling and drawing these moments costs, the new way and the old in turn."""
    quick = record_game(game)
    ways = {"": game} | ({} if quick is None else {OLD: from_records(quick)})
    shown: dict[str, Cost] = {}
    for key, act in (("view", TimedMoment.show), ("tell", TimedMoment.tell)):
        shown |= race({key + way: partial(act, game=one) for way, one in ways.items()}, found)
    views = [moment.show(game) for moment in found]
    shown |= race({"pieces": presentation_of(game).pieces}, views)
    return shown | race({"draw": presentation_of(game).draw}, views[:: len(views) // PICTURES])


def race(acts: Mapping[str, Callable[[Any], Any]], things: Sequence[Any]) -> dict[str, Cost]:
    """What it takes to do each of several acts to one of the things, timed in turn."""
    best = [_quickest(acts, thing) for thing in things]
    return {key: 1000 * median(times[key] for times in best) for key in acts}


def _quickest(acts: Mapping[str, Callable[[Any], Any]], thing: Any) -> dict[str, float]:
    times: dict[str, list[float]] = {key: [] for key in acts}
    for _ in range(TRIES):
        for key, act in acts.items():
            begun = perf_counter()
            act(thing)
            times[key].append(perf_counter() - begun)
    return {key: min(found) for key, found in times.items()}


def from_records(game: KernelGame[Any, Any, Any]) -> KernelGame[Any, Any, Any]:
    """The game with views and tales that read records instead of unpacked copies."""
    kind = type(game)
    reader = type(kind.__name__, (kind,), {"plain": staticmethod(lambda record: record)})
    return reader(game.board)  # type: ignore[no-any-return]


def moments(game: Game[Any, Any], seed: int = 1) -> list[TimedMoment]:
    """Decisions in the middle third of a game of the usual bots, with the most players."""
    rng = Random(seed)
    seats = game.players[-1]
    players = [Player(f"Bot {seat + 1}", bots_of(game)[-1]) for seat in range(seats)]
    match = Match(game, players, table_options(game), seed=rng.randbytes(32))
    bots = [load_bot(player.kind, game) for player in players]
    while waiting := match.to_act:
        if waiting[0] == CHANCE:
            match.roll()
        else:
            decision = match.decision(waiting[0])
            match.play(waiting[0], bots[waiting[0]].choose(decision, rng))
    third = len(match.history) // 3
    middle = [ply for ply in range(third, 2 * third) if match.history[ply].seat != CHANCE]
    return [
        TimedMoment(match, ply) for ply in sorted(rng.sample(middle, min(POSITIONS, len(middle))))
    ]
