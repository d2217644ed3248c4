"""`cruachan train`: let a network learn to judge a game by playing it against itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import click
from click.core import ParameterSource

from cruachan.cli.progress import progress
from cruachan.cli.speech import put, say
from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import LANGS, Lang, Texts, numeral

if TYPE_CHECKING:
    from cruachan.engine.kernel import KernelGame
    from cruachan.learning.learner import Learning, TrainingSchedule

FILE = click.Path(path_type=Path)
FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command("train", help="train")
@click.argument("game", metavar="game")
@click.option("--seats", type=click.IntRange(1), multiple=True, metavar="number", help="some_seats")
@click.option("--steps", type=click.IntRange(1), default=20_000, metavar="number", help="steps")
@click.option("--against", metavar="bot", help="train_against")
@click.option("--search", type=click.IntRange(1), metavar="number", help="train_search")
@click.option("--rounds", type=click.IntRange(1), metavar="number", help="train_rounds")
@click.option("--decisions", type=click.IntRange(1), metavar="number", help="train_decisions")
@click.option("--passes", type=click.FloatRange(0.1), metavar="number", help="train_passes")
@click.option("--begin", metavar="file", help="train_begin")
@click.option("--seed", type=click.IntRange(0), default=1, metavar="number", help="number_seed")
@click.option("--cores", type=click.IntRange(1), metavar="number", help="cores")
@click.option("--cluster", metavar="address", help="cluster")
@click.option("--out", type=FOLDER, default=Path(), metavar="folder", help="learn_out")
@click.option("--lang", type=click.Choice(LANGS), expose_value=False, help="lang")
@click.pass_obj
def train(
    lang: Lang, game: str, seats: tuple[int, ...], steps: int, against: str | None,
    search: int | None, rounds: int | None, decisions: int | None, passes: float | None,
    begin: str | None, seed: int, cores: int | None, cluster: str | None, out: Path,
) -> None:  # fmt: skip
    """Learn, or go on learning, until all is learned; Ctrl-C keeps what there is."""
    from cruachan.bots.network import seen_of
    from cruachan.engine.kernel import record_game
    from cruachan.games import GAMES, load_game
    from cruachan.learning.learner import TrainingSchedule, can_learn, load, ship

    loaded = record_game(load_game(game))
    if loaded is None or not can_learn(game):
        known = [name for name in GAMES if can_learn(name)]
        raise CruachanError(say("error.no_learning", game=load_game(game).title, games=known))
    numbers = seats or tuple(loaded.players)
    for number in numbers:
        loaded.check_seats(number)
    if search is None and (rounds or decisions or passes or begin):
        raise CruachanError(say("error.no_search"))
    check_against(loaded, against, search is not None or cluster is not None)
    out.mkdir(parents=True, exist_ok=True)
    if search is not None:
        from cruachan.cli.search_learning import Wish, learn_from_search

        if cluster is not None:
            raise CruachanError(say("error.search_cluster"))
        wish = Wish(search, rounds, decisions, passes, begin, seed, cores)
        learn_from_search(loaded, numbers, wish, out, Texts(__package__, lang))
        return
    name = f"{game}-vs-{against}" if against else game
    kept = out / f"{name}.learning.npz"
    try:
        learnings = load(kept, seen_of(game).INPUTS) if kept.exists() else {}
    except (OSError, ValueError, KeyError, TypeError, BadZipFile):
        raise CruachanError(say("error.learning_file", file=kept)) from None
    check_course(learnings, numbers, kept)
    texts = Texts(__package__, lang)
    if cluster is not None:
        learn_on(
            cluster, loaded, numbers, learnings, TrainingSchedule(steps, seed=seed), kept, texts
        )
    else:
        for number in numbers:
            learn(loaded, number, learnings, steps, seed, cores, kept, texts, against)
    ship(loaded, learnings, out / f"{name}.npz")
    put(picture(loaded, learnings, texts, against), out / f"{name}.svg", lang)
    click.echo(texts("train.done", file=out / f"{name}.npz"))


def check_against(game: KernelGame[Any, Any, Any], against: str | None, otherwise: bool) -> None:
    """A CruachanError if nobody can learn against this bot, or not in the way asked for."""
    if against is None:
        return
    from cruachan.learning.best_response import can_be_exploited

    if otherwise:
        raise CruachanError(say("error.against_alone"))
    known = can_be_exploited(game)
    if against not in known:
        raise CruachanError(say("error.no_against", bot=against, bots=list(known)))


def check_course(learnings: dict[int, Learning], numbers: tuple[int, ...], kept: Path) -> None:
    """A CruachanError if another course is asked for than the one that was begun."""
    context = click.get_current_context()
    asked = [
        name
        for name in ("steps", "seed")
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    ]
    for course in (learnings[seats].course for seats in numbers if seats in learnings):
        if any(getattr(course, name) != context.params[name] for name in asked):
            begun = {"steps": course.steps, "seed": course.seed}
            raise CruachanError(say("error.other_course", file=kept, **begun))


def learn(
    game: KernelGame[Any, Any, Any],
    seats: int,
    learnings: dict[int, Learning],
    steps: int,
    seed: int,
    cores: int | None,
    kept: Path,
    texts: Texts,
    against: str | None = None,
) -> None:
    """Learn for one number of seats, with a progress bar; kept after each trial of strength."""
    from cruachan.learning import best_response
    from cruachan.learning.learner import Learner, TrainingSchedule, begin, save, tables

    if against is not None:
        learner: Learner = best_response.BestResponse(tables(game, seats), seats, against, cores)
        course = best_response.schedule(against, steps, seed)
        learning = learnings.setdefault(seats, best_response.begin(course, game.name, seats))
    else:
        learner = Learner(tables(game, seats), seats, cores)
        inputs = learner.network.inputs
        learning = learnings.setdefault(
            seats, begin(TrainingSchedule(steps, seed=seed), inputs, seats)
        )
    title = texts("train.seats", seats=seats)
    with progress(title, learning.course.steps, None, texts.lang) as tell:
        tried = len(learning.curve)
        try:
            for _ in learner.run(learning):
                tell(learning.step, learning.course.steps)
                if len(learning.curve) > tried:
                    tried = len(learning.curve)
                    save(learnings, kept)
                    click.echo(trial_line(seats, learning, texts), err=True)
        except KeyboardInterrupt:
            save(learnings, kept)
            click.echo(texts("train.kept", file=kept), err=True)
            raise


def learn_on(
    address: str,
    game: KernelGame[Any, Any, Any],
    numbers: tuple[int, ...],
    learnings: dict[int, Learning],
    course: TrainingSchedule,
    kept: Path,
    texts: Texts,
) -> None:
    """Train on a cluster, for all numbers of seats at once, from trial to trial."""
    from concurrent.futures import FIRST_COMPLETED, wait

    from cruachan.arena.cluster import ComputeCluster
    from cruachan.bots.network import network
    from cruachan.learning.learner import begin, save, stretch

    inputs = network(game.name, game.kernel).inputs
    for seats in numbers:
        learnings.setdefault(seats, begin(course, inputs, seats))
    with ComputeCluster(address) as cluster:
        cores = min(cluster.widest, max(1, cluster.cores // len(numbers)))
        pending = {}
        todo = list(numbers)
        try:
            while True:
                for seats in todo:
                    if learnings[seats].step < learnings[seats].course.steps:
                        task = (game.name, seats, learnings[seats], cores)
                        pending[cluster.send(cores, stretch, *task)] = seats
                if not pending:
                    return
                done, _ = wait(pending, return_when=FIRST_COMPLETED)
                todo = [pending.pop(future) for future in done]
                for seats, future in zip(todo, done, strict=True):
                    learnings[seats] = future.result()
                    click.echo(trial_line(seats, learnings[seats], texts), err=True)
                save(learnings, kept)
        except KeyboardInterrupt:
            save(learnings, kept)
            click.echo(texts("train.kept", file=kept), err=True)
            raise


def trial_line(seats: int, learning: Learning, texts: Texts) -> str:
    """The last trial of strength in a line."""
    last = learning.curve[-1]
    said = {
        "seats": seats,
        "games": numeral(last["games"], ",", texts.lang),
        "won": numeral(last["won"], ".1%", texts.lang),
    }
    if not learning.course.against:
        return texts("train.trial", **said)
    said |= {"trial": last["trial"], "par": numeral(1 / seats, ".0%", texts.lang)}
    return texts("train.trial_against", bot=learning.course.against, **said)


def picture(
    game: KernelGame[Any, Any, Any],
    learnings: dict[int, Learning],
    texts: Texts,
    against: str | None = None,
) -> str:
    """The strength over time."""
    from cruachan.engine.chart import Series, chart

    series = [
        Series(
            texts("train.seats", seats=seats),
            [(trial["games"], trial["won"]) for trial in each.curve],
        )
        for seats, each in sorted(learnings.items())
    ]
    title = texts("train.title", game=game.title)
    along = texts("train.along")
    if against:
        title = texts("train.title_against", game=game.title, bot=against)
        along = texts("train.along_against", bot=against)
    return chart(title, along, series, texts.lang)
