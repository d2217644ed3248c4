"""The command line: `cruachan --help`. Nothing heavy is imported before it is needed."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

import click

from cruachan import __version__
from cruachan.engine.errors import CruachanError

if TYPE_CHECKING:
    from collections.abc import Callable

    from cruachan.arena.simulate import Tally
    from cruachan.engine.game import Game

FILE = click.Path(path_type=Path)
LANG = click.Choice(["en", "de"])
LONGEST_ERROR = 600


def language(chosen: str | None) -> Literal["en", "de"]:
    """The language asked for, else the system's."""
    from cruachan.engine.words import system_language

    return cast(Literal["en", "de"], chosen) if chosen else system_language()


def parse_options(pairs: tuple[str, ...]) -> dict[str, str]:
    """Options as typed: name=value."""
    options = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise CruachanError(f"An option is written name=value, not {pair!r}.")
        options[name] = value
    return options


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def cli() -> None:
    """Cruachan: four small strategy games. `cruachan play` starts one."""


@cli.command()
@click.argument("game", required=False)
@click.option("--seats", type=int, help="How many play.")
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="KIND[:NAME]",
    help="Who sits there, once for each seat: person, greedy or random, with a name if you like.",
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A table option.")
@click.option("--lang", type=LANG, help="Language; else the system's.")
@click.option("--board", metavar="NAME|FILE", help="Another board of the box, or one of your own.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value="last",
    metavar="[FILE]",
    help="Go on with the last unfinished game, or with this one.",
)
@click.option("--seed", help="Dice that follow from this text, to play a game again.")
@click.option("--out", type=FILE, help="Keep the game in this file.")
@click.option("--plain", is_flag=True, help="No colours, no line editing.")
def play(
    game: str | None,
    seats: int | None,
    players: tuple[str, ...],
    options: tuple[str, ...],
    lang: str | None,
    board: str | None,
    resume: str | None,
    seed: str | None,
    out: Path | None,
    plain: bool,
) -> None:
    """Play GAME in the terminal; without GAME, choose one."""
    from cruachan.terminal.play import PlayOptions, run

    sys.exit(
        run(
            PlayOptions(
                game=game,
                seats=seats,
                players=players,
                options=parse_options(options),
                lang=language(lang),
                board=board,
                resume=None if resume is None else "last" if resume == "last" else Path(resume),
                seed=seed,
                out=out,
                plain=plain,
            )
        )
    )


@cli.command()
@click.argument("game")
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True)
@click.option("--seats", type=int, help="How many play; else as many as can.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--bots", help="One for each seat, as in greedy,random,random.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A table option.")
@click.option("--board", metavar="NAME|FILE", help="Another board of the box, or one of your own.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def simulate(
    game: str,
    games: int,
    seats: int | None,
    seed: int,
    bots: str | None,
    options: tuple[str, ...],
    board: str | None,
    as_json: bool,
) -> None:
    """Play many games of GAME between bots. Ctrl-C prints what there is."""
    from cruachan.bots import bots_of
    from cruachan.games import game_class, load_game

    kind = game_class(game)
    names = tuple(bots.split(",")) if bots else None
    count = seats or (len(names) if names else kind.players[-1])
    loaded = load_game(game, board or kind.usual_board(count))
    tally = run_simulation(
        loaded, count, games, seed, names or (bots_of(loaded)[0],) * count, parse_options(options)
    )
    if tally is None:
        sys.exit(130)
    if as_json:
        click.echo(json.dumps(tally.report()))
    else:
        click.echo(simulation_text(tally))
    sys.exit(0 if tally.games == games else 130)


def run_simulation(
    game: Game[Any, Any],
    seats: int,
    games: int,
    seed: int,
    bots: tuple[str, ...],
    options: dict[str, str],
) -> Tally | None:
    """Simulate with a progress bar on standard error; an interrupt ends it early."""
    from rich.console import Console
    from rich.progress import Progress

    from cruachan.arena.simulate import simulate as run

    tally = None
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(game.title, total=games)
        try:
            for tally in run(game, seats, games, seed, bots, options):
                progress.update(task, completed=tally.games)
        except KeyboardInterrupt:
            click.echo(f"Interrupted after {tally.games if tally else 0} games.", err=True)
    return tally


def simulation_text(tally: Tally) -> str:
    """The result of a simulation for people."""
    data = tally.report()
    lines = [f"{data['games']:,} games of {data['game']}, seed {data['seed']}"]
    rows = zip(data["bots"], data["wins"], data["win_intervals"], strict=True)
    for seat, (bot, wins, (low, high)) in enumerate(rows):
        share = wins / max(1, data["games"])
        lines.append(
            f"  {'ABCDEF'[seat]} {bot:8} {wins:>9,} wins  {share:6.1%}  ({low:.1%} to {high:.1%})"
        )
    rounds = data["rounds"]
    lines.append(f"  draws {data['draws']:,}")
    ends = ", ".join(f"{way} {number:,}" for way, number in data["ends"].items())
    lines.append(f"  ended by {ends}")
    lines.append(f"  rounds {rounds['min']} to {rounds['max']}, median {rounds['median']}")
    lines.append(f"  {data['moves']:,} moves, {data['moves_per_second']:,} moves/s")
    return "\n".join(lines)


@cli.command()
@click.argument("file", type=FILE)
@click.option("--board", metavar="FILE", help="The board it was played on, if it is your own.")
def verify(file: Path, board: str | None) -> None:
    """Check every roll and every move of a finished game in FILE."""
    from cruachan.engine.verify import verify as check
    from cruachan.games import loader

    found = check(file, loader(board))
    click.echo(f"{file}: {found.rolls} rolls follow from the seed, {found.moves} moves are legal.")


@cli.command()
@click.argument("file", type=FILE)
@click.option("--lang", type=LANG, help="Language; else the system's.")
@click.option("--out", type=FILE, help="A folder, or a file .md or .html; else beside FILE.")
@click.option("--board", metavar="FILE", help="The board it was played on, if it is your own.")
def saga(file: Path, lang: str | None, out: Path | None, board: str | None) -> None:
    """Tell the game in FILE, running or over, as a story to read and to print."""
    from importlib import import_module
    from importlib.util import find_spec

    from cruachan.engine.transcript import read, replay
    from cruachan.games import loader

    names = saga_files(file, out)
    match = replay(read(file), loader(board))
    if find_spec(f"cruachan.games.{match.game.name}.saga.page") is None:
        raise CruachanError(f"{match.game.title} has no saga: nothing is told in it.")
    pages = import_module(f"cruachan.games.{match.game.name}.saga.page").pages
    for ending, text in pages(match, language(lang)).items():
        if ending in names:
            put(text, names[ending])


def saga_files(file: Path, out: Path | None) -> dict[str, Path]:
    """Where a saga is written, by the ending: both kinds into a folder, or one file."""
    endings = (".md", ".html")
    if out is not None and not out.is_dir() and out.suffix:
        if out.suffix not in endings:
            raise CruachanError(f"A saga is written to a folder or to .md or .html, not to {out}.")
        return {out.suffix: out}
    folder = file.parent if out is None else out
    return {ending: folder / f"{file.name}.saga{ending}" for ending in endings}


@cli.command()
@click.argument("source", required=False, default="hibernia")
@click.option("--position", help="A position in notation instead of the empty board.")
@click.option("--ply", type=click.IntRange(0), help="The position of a game after this many moves.")
@click.option("--board", metavar="NAME|FILE", help="Another board of the box, or one of your own.")
@click.option("--lang", type=LANG, help="Language; else the system's.")
@click.option("--out", type=FILE, help="Write the SVG here; else to standard output.")
def draw(
    source: str,
    position: str | None,
    ply: int | None,
    board: str | None,
    lang: str | None,
    out: Path | None,
) -> None:
    """Draw a game's board as SVG: SOURCE is a game's name or the file of a game played."""
    from cruachan.games import picture

    put(picture(source, board, position, ply, language(lang)), out)


def put(text: str, out: Path | None) -> None:
    """Print a text, or put it into a file whole or not at all."""
    from cruachan.engine.transcript import safe_write

    if out is None:
        click.echo(text.removesuffix("\n"))
        return
    try:
        if out.exists() and not out.is_file() and not out.is_dir():
            raise CruachanError(f"{out} is not a file. Name another one with --out.")
        safe_write(out, text)
    except OSError as error:
        reason = error.strerror or "cannot be written"
        raise CruachanError(f"{out}: {reason}. Name another file with --out.") from None
    click.echo(f"{out} written.", err=True)


@cli.group()
def board() -> None:
    """Boards of your own."""


@board.command()
@click.argument("file", required=False)
@click.option("--game", default="hibernia", show_default=True)
@click.option("--lang", type=LANG, help="Language; else the system's.")
def check(file: str | None, game: str, lang: str | None) -> None:
    """Say what is wrong with the board in FILE; without FILE, with the game's own ones."""
    from cruachan.games import game_class

    kind = game_class(game)
    wrong = False
    for name in [file] if file else kind.boards:
        problems = kind.board_problems(name, language(lang))
        for problem in problems:
            click.echo(f"{name}: {problem}", err=True)
        if not problems:
            click.echo(f"{name}: nothing wrong with this board.")
        wrong = wrong or bool(problems)
    sys.exit(int(wrong))


@board.command()
@click.argument("game")
@click.option("--lands", type=int, default=36, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--out", type=FILE, help="Write the board here; else to standard output.")
def new(game: str, lands: int, seed: int, out: Path | None) -> None:
    """Make a board for GAME, the same one for the same seed."""
    put(board_maker(game)(lands, seed), out)


def board_maker(game: str) -> Callable[[int, int], str]:
    """How a game makes boards: a file's text from a number of lands and a seed."""
    from importlib import import_module
    from importlib.util import find_spec

    from cruachan.games import game_class

    title = game_class(game).title
    if find_spec(f"cruachan.games.{game}.box.generator") is None:
        raise CruachanError(
            f"Nothing here makes boards for {title}. Draw your own, and try 'cruachan board check'."
        )
    made: Callable[[int, int], str] = import_module(f"cruachan.games.{game}.box.generator").make
    return made


@cli.command()
@click.argument("games", nargs=-1)
@click.option("--seconds", type=click.FloatRange(0.1), default=2.0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def bench(games: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """Time random playouts on one core: interpreted, compiled, and other engines if installed."""
    from cruachan.bench.run import bench as run
    from cruachan.bench.run import report

    timings = []
    try:
        for name, pace in run(games, seconds):
            timings.append((name, pace))
            told = "not installed" if pace is None else f"{pace.steps_per_second:14,.0f} steps/s"
            click.echo(f"{name:24} {told}", err=True)
    except KeyboardInterrupt:
        click.echo("Interrupted.", err=True)
    data = report(timings)
    if as_json:
        click.echo(json.dumps(data))
        return
    for name, ratios in data["ratios"].items():
        for other, ratio in ratios.items():
            click.echo(f"{name} plays {ratio:,.2f} times as fast as {other}")
    if data["not_installed"]:
        absent = ", ".join(data["not_installed"])
        click.echo(f"Not installed: {absent}. Get them with: pip install 'cruachan[peers]'")


def main() -> None:
    """Run the command line; errors for people end in one line and a non-zero exit."""
    try:
        cli(standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        sys.exit(130)
    except CruachanError as error:
        click.echo(one_line(str(error)), err=True)
        sys.exit(2)
    except OSError as error:
        click.echo(one_line(f"{error.filename}: {error.strerror or 'cannot be used'}."), err=True)
        sys.exit(2)


def one_line(text: str) -> str:
    """An error that quotes a file says it in one line, not too long, that a screen only shows."""
    said = "".join(char if char.isprintable() else " " for char in text)
    return said if len(said) <= LONGEST_ERROR else f"{said[:LONGEST_ERROR]} …"
