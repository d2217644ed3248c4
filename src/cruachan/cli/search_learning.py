"""`cruachan train --search`: let a network learn from searches."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import BadZipFile

import click

from cruachan.cli.progress import progress
from cruachan.cli.speech import say
from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import Texts, numeral

if TYPE_CHECKING:
    from cruachan.engine.kernel import KernelGame
    from cruachan.learning.iteration import SearchLearning, SearchSchedule


class Wish(NamedTuple):
    """What was asked for on the command line."""

    playouts: int
    rounds: int | None
    decisions: int | None
    passes: float | None
    begin: str | None
    seed: int
    cores: int | None

    def applied(self, course: SearchSchedule) -> SearchSchedule:
        """A course with what was asked for."""
        course = replace(course, playouts=self.playouts, seed=self.seed)
        if self.rounds is not None:
            course = replace(course, rounds=self.rounds)
        if self.decisions is not None:
            course = replace(course, decisions=self.decisions)
        if self.passes is not None:
            course = replace(course, repeats=self.passes)
        return course


def learn_from_search(
    game: KernelGame[Any, Any, Any], numbers: tuple[int, ...], wish: Wish, out: Path, texts: Texts
) -> None:
    """Learn, or go on learning, for some numbers of seats; Ctrl-C keeps whole rounds."""
    from cruachan.learning.iteration import ship

    learnings = {}
    for seats in numbers:
        kept = out / f"{game.name}{seats}.search.npz"
        learnings[seats] = _begun(game, seats, wish, kept)
        _learn(game, seats, learnings[seats], wish.cores, kept, texts)
    ship(game, learnings, out / f"{game.name}.npz")
    click.echo(texts("train.done", file=out / f"{game.name}.npz"))


def _begun(game: KernelGame[Any, Any, Any], seats: int, wish: Wish, kept: Path) -> SearchLearning:
    """What was learned before, or a beginning."""
    from cruachan.learning.iteration import SearchSchedule, begin, load

    if not kept.exists():
        return begin(wish.applied(SearchSchedule()), game, seats, wish.begin or "")
    try:
        learning = load(kept)
    except (OSError, ValueError, KeyError, TypeError, BadZipFile):
        raise CruachanError(say("error.learning_file", file=kept)) from None
    if wish.begin is not None and wish.begin != learning.origin:
        raise CruachanError(say("error.other_origin", file=kept, begin=wish.begin))
    learning.course = wish.applied(learning.course)
    return learning


def _learn(
    game: KernelGame[Any, Any, Any],
    seats: int,
    learning: SearchLearning,
    cores: int | None,
    kept: Path,
    texts: Texts,
) -> None:
    """Learn for one number of seats, with a progress bar; kept after each round."""
    from cruachan.learning.iteration import SearchLearner, save
    from cruachan.learning.learner import tables

    rounds = learning.course.rounds
    if learning.round >= rounds:
        return
    learner = SearchLearner(tables(game, seats), seats, cores)
    with progress(texts("train.seats", seats=seats), rounds, None, texts.lang) as tell:
        try:
            for _ in learner.run(learning):
                tell(learning.round, rounds)
                save(learning, kept)
                click.echo(_round_line(seats, learning, texts), err=True)
        except KeyboardInterrupt:
            learner.stop[0] = 1
            click.echo(texts("train.kept", file=kept), err=True)
            raise
    found = learner.trial(learning)
    said = {"won": numeral(found["won"], ".1%", texts.lang), "trial": found["trial"]}
    par = numeral(1 / seats, ".0%", texts.lang)
    click.echo(texts("train.contest", seats=seats, par=par, **said), err=True)


def _round_line(seats: int, learning: SearchLearning, texts: Texts) -> str:
    """The last round in a line."""
    last = learning.curve[-1]
    return texts(
        "train.round",
        seats=seats,
        round=last["round"],
        rounds=learning.course.rounds,
        games=numeral(last["games"], ",", texts.lang),
        value=numeral(last["value_loss"], ".4f", texts.lang),
        policy=numeral(last["policy_loss"], ".3f", texts.lang),
    )
