"""Tournaments between bots: seat-balanced, on all cores, the same for the same seed, kept.

from cruachan.arena import tournament
report = tournament(game, ["random", "greedy"], 100, seed=3)
"""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cruachan.arena.kept import GAMES, REPORT, KeptResults, keeping, paths
from cruachan.arena.pending import PendingWork
from cruachan.arena.played import ArenaTable, Result, play_games
from cruachan.arena.plots import plots
from cruachan.arena.python_simulator import pool_of
from cruachan.arena.report import Report, make_report
from cruachan.arena.seating import MIXED, TABLES, SeatingPlan, distinct, lineups
from cruachan.arena.simulate import compiled
from cruachan.bots import bots_of, check_bot, repeatable_bots, table_options
from cruachan.bots.own import local_bots, local_objects, own_bots
from cruachan.engine.errors import CruachanError, OptionError
from cruachan.engine.files import safe_write
from cruachan.engine.game import Game
from cruachan.engine.texts import DEFAULT_LANG, Lang, Message, message
from cruachan.games import game_class, load_game

if TYPE_CHECKING:
    from cruachan.arena.cluster import ComputeCluster

AT_ONCE = 50
"""Games of compiled bots are played in batches of this size, games of others one at a time."""

Progress = Callable[[int, int], None]
"""Is told how many games are over, and how many there will be."""


def _say(key: str, /, **values: Any) -> Message:
    return message(__package__, f"error.{key}", **values)


@dataclass(frozen=True)
class Tournament:
    """A tournament, and what of it has been played."""

    game: Game[Any, Any]
    seats: int
    options: Mapping[str, str]
    bots: tuple[str, ...]
    """The names of the bots; a bot that is named twice has two seats."""
    tables: str
    games: int
    seed: int
    results: dict[int, Result] = field(default_factory=dict)

    @property
    def seating(self) -> SeatingPlan:
        """Return the bot of each seat."""
        return SeatingPlan(tuple(lineups(self.bots, self.seats, self.tables)))

    def head(self) -> dict[str, Any]:
        """What tells it from another one, but not how long it is: it can be prolonged."""
        return {
            "tournament": self.game.name,
            "rules": self.game.rules_version,
            "board": self.game.board_digest,
            "options": dict(self.options),
            "seats": self.seats,
            "bots": list(self.bots),
            "tables": self.tables,
            "seed": self.seed,
            "own": {bot: what for bot, what in own_bots().items() if bot in self.bots},
        }

    def report(self) -> Report:
        """The report on the games played so far."""
        results = [self.results[number] for number in sorted(self.results)]
        about = {
            "game": self.game.name,
            "board": self.game.board_name,
            "options": dict(self.options),
            "seats": self.seats,
            "tables": self.tables,
            "seed": self.seed,
        }
        return make_report(about, distinct(self.bots), self.seating.lineups, results)

    def play(
        self,
        cores: int | None = None,
        kept: KeptResults | None = None,
        cluster: ComputeCluster | None = None,
    ) -> Generator[int, None, None]:
        """Play what is missing; yields how many games are over, again and again."""
        if kept is not None:
            self.results.update((n, kept.results[n]) for n in kept.results if n < self.games)
        seating = self.seating
        left = (number for number in range(self.games) if number not in self.results)
        todo = ((number, seating.seats(number)) for number in left)
        yield len(self.results)
        for results in self._in_parallel(todo, cores or os.cpu_count() or 1, cluster):
            if kept is not None:
                kept.add(results)
            self.results.update((result.number, result) for result in results)
            yield len(self.results)

    def _in_parallel(
        self,
        todo: Iterator[tuple[int, tuple[str, ...]]],
        cores: int,
        cluster: ComputeCluster | None,
    ) -> Iterator[list[Result]]:
        table = ArenaTable(type(self.game), self.game.board, self.seats, self.options, self.seed)
        if set(self.bots) & set(local_bots()):
            yield from (play_games(table, [each]) for each in todo)
            return
        quick = compiled(self.game, self.bots) is not None
        at_once = AT_ONCE if quick else 1
        cores = cluster.cores if cluster else cores
        pending = PendingWork[list[Result]]()
        others = set(multiprocessing.active_children())
        with _pool(cores, quick, cluster) as pool:
            try:
                while True:
                    while len(pending) < 2 * cores and (some := list(islice(todo, at_once))):
                        pending.submit(pool, play_games, table, some)
                    if not pending:
                        return
                    yield pending.take()
            except BrokenProcessPool:
                raise CruachanError(_say("process" if _is_guarded() else "unguarded")) from None
            finally:
                if pending:  # Nobody waits for games that nobody wants any more.
                    for process in set(multiprocessing.active_children()) - others:
                        process.kill()


def _pool(
    cores: int, quick: bool, cluster: ComputeCluster | None
) -> AbstractContextManager[Executor]:
    """Threads for compiled bots, which do not hinder each other; else processes, or a cluster."""
    return ThreadPoolExecutor(cores) if quick and cluster is None else pool_of(cores, cluster)


def _is_guarded() -> bool:
    """Whether the program that was started can be imported by the processes of a pool."""
    started = getattr(sys.modules["__main__"], "__file__", None)
    try:
        return started is None or "__main__" in Path(started).read_text("utf-8")
    except (OSError, ValueError):
        return True


def make_contest(
    game: str | Game[Any, Any],
    bots: Sequence[str] = (),
    games: int = 100,
    *,
    seats: int | None = None,
    board: str | None = None,
    options: Mapping[str, str] | None = None,
    seed: int = 1,
    tables: str = MIXED,
) -> Tournament:
    """A tournament that has not begun; an OptionError says what does not fit.

    As many play at a table as are named, if the game is for so many; without names, all its bots
    take part that do not think by the clock. The number of games is rounded up, so that every bot
    has every seat equally often.
    """
    kind = game_class(game) if isinstance(game, str) else type(game)
    wanted = len(bots) or 2
    count = seats or min(max(wanted, kind.players[0]), kind.players[-1])
    kind.check_seats(count)
    loaded = load_game(game, board or kind.usual_board(count)) if isinstance(game, str) else game
    named = tuple(bots) or repeatable_bots(loaded)
    for bot in distinct(named):
        check_bot(bot, loaded)
    if tables not in TABLES:
        raise OptionError(_say("tables", tables=tables, known=list(TABLES)))
    if len(named) < 2:
        raise OptionError(_say("few", bots=list(bots_of(loaded))))
    if len(distinct(named)) < len(named) and len(named) != count:
        raise OptionError(_say("twice", seats=count, bots=len(named)))
    chosen = loaded.complete(count, {**table_options(loaded), **(options or {})})
    whole = SeatingPlan(tuple(lineups(named, count, tables))).whole(games)
    return Tournament(loaded, count, chosen, named, tables, whole, seed)


def tournament(
    game: str | Game[Any, Any],
    bots: Sequence[str | Any] = (),
    games: int = 100,
    *,
    seats: int | None = None,
    board: str | None = None,
    options: Mapping[str, str] | None = None,
    seed: int = 1,
    tables: str = MIXED,
    out: Path | None = None,
    resume: bool = False,
    cores: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Play a tournament and return ratings; docs/bots.md describes the report.

    Bots are names, or classes and objects with `choose`. With one of the latter all games are
    played in this process; else bots that are not compiled play in processes, for which a script
    needs `if __name__ == "__main__":`.
    """
    with local_objects(bots) as named:
        contest = make_contest(
            game, named, games, seats=seats, board=board, options=options, seed=seed, tables=tables
        )
        run(contest, out, resume, cores, progress)
        report = contest.report()
    if out is not None:
        write_report(report, out)
    return report


def run(
    contest: Tournament,
    out: Path | None = None,
    resume: bool = False,
    cores: int | None = None,
    progress: Progress | None = None,
    cluster: ComputeCluster | None = None,
) -> None:
    """Play a tournament to its end, its games kept where that is wished."""
    if resume and out is None:
        raise OptionError(_say("resume"))
    file = None if out is None else paths(out, GAMES)[0]
    with (
        nullcontext() if file is None else keeping(file, contest.head(), resume) as kept,
        closing(contest.play(cores, kept, cluster)) as playing,
    ):
        for done in playing:
            if progress is not None:
                progress(done, contest.games)


def write_report(report: Report, out: Path, lang: Lang = DEFAULT_LANG) -> list[Path]:
    """Put a report beside its games: as data, and as pictures."""
    texts = {REPORT: json.dumps(report, indent=1) + "\n", **plots(report, lang)}
    files = paths(out, *texts)
    for file, text in zip(files, texts.values(), strict=True):
        safe_write(file, text)
    return files
