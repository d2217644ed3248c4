"""The command line: `cruachan --help`. Nothing heavy is imported before it is needed."""

from __future__ import annotations

import json
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import click

from cruachan import __version__
from cruachan.cli import arena, benches, challenges, checking, club, leagues, many, tables
from cruachan.cli.analyse import analyse
from cruachan.cli.building import build_wasm
from cruachan.cli.extras import require
from cruachan.cli.faults import DROPPED, FAULT, NoticePrinter, hear_interrupts, report
from cruachan.cli.learning import train
from cruachan.cli.preparing import prepare
from cruachan.cli.printing import print_kit
from cruachan.cli.speech import (
    HELP,
    Commands,
    asked_language,
    complaint,
    introduce,
    option_bot,
    parse_options,
    put,
    say,
    spoken,
)
from cruachan.engine.errors import CruachanError, reason
from cruachan.engine.texts import LANGS, Lang, Message, Texts, brief, numeral

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


FILE = click.Path(path_type=Path)
UNREAD = 141
"""The exit code when nobody reads what is printed, as a shell has it."""

# What stands under `help` and `metavar` here are keys of texts: `speak` puts the texts there.
option_lang = click.option("--lang", type=click.Choice(LANGS), expose_value=False, help="lang")
option_board = click.option("--board", metavar="board", help="board")
option_own_board = click.option("--board", metavar="file", help="own_board")
option_table = click.option(
    "--option", "options", multiple=True, metavar="name_value", help="option"
)
option_json = click.option("--json", "as_json", is_flag=True, help="json")


@click.group(cls=Commands, help="cruachan", context_settings={"help_option_names": HELP})
@click.version_option(__version__, message="%(prog)s %(version)s", help="version")
@option_lang
def cli() -> None:
    """All commands."""


@cli.command(help="play")
@click.argument("game", required=False, metavar="maybe_game")
@click.option("--seats", type=click.IntRange(1), metavar="number", help="seats")
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="player",
    help="player",
)
@option_table
@option_lang
@option_board
@click.option(
    "--resume",
    is_flag=False,
    flag_value="last",
    metavar="maybe_file",
    help="resume",
)
@option_bot
@click.option("--seed", metavar="text", help="seed")
@click.option("--out", type=FILE, metavar="file", help="keep")
@click.option("--referee", is_flag=True, help="referee")
@click.option("--rolls", type=click.Choice(("typed", "program")), help="rolls")
@click.option("--plain", is_flag=True, help="plain")
@click.pass_obj
def play(
    lang: Lang,
    game: str | None,
    seats: int | None,
    players: tuple[str, ...],
    options: tuple[str, ...],
    board: str | None,
    resume: str | None,
    own: tuple[str, ...],
    seed: str | None,
    out: Path | None,
    referee: bool,
    rolls: Literal["typed", "program"] | None,
    plain: bool,
) -> None:
    """Play GAME in the terminal; without GAME, choose one."""
    require("terminal")
    from cruachan.terminal.play import PlayOptions, run

    if rolls and not referee:
        raise CruachanError(say("error.rolls_alone"))
    introduce(own)
    sys.exit(
        run(
            PlayOptions(
                game=game,
                seats=seats,
                players=players,
                options=parse_options(options),
                lang=lang,
                board=board,
                resume=None if resume is None else "last" if resume == "last" else Path(resume),
                seed=seed,
                out=out,
                plain=plain,
                referee=referee,
                rolls=rolls,
            )
        )
    )


@cli.command(help="learn")
@click.argument("game", required=False, metavar="maybe_game")
@option_lang
@click.option("--plain", is_flag=True, help="plain")
@click.pass_obj
def learn(lang: Lang, game: str | None, plain: bool) -> None:
    """Learn GAME by playing a first game; without GAME, see which there are."""
    require("terminal")
    from cruachan.terminal.learn import listing, run

    if game is None:
        click.echo(listing(lang))
        return
    sys.exit(run(game, lang, plain))


@cli.command(help="verify")
@click.argument("file", type=FILE, metavar="file")
@click.option("--promise", metavar="promise", help="verify_promise")
@click.option("--digest", metavar="digest", help="verify_digest")
@option_own_board
@option_lang
@click.pass_obj
def verify(
    lang: Lang, file: Path, board: str | None, promise: str | None, digest: str | None
) -> None:
    """Check every roll and every move of a finished game in FILE."""
    from cruachan.engine.verify import verify as check
    from cruachan.games import loader

    found = check(file, loader(board), promise, digest=digest)
    if found.match.typed_rolls:
        lines = [say("verify.typed", file=file, rolls=found.typed, moves=found.moves)]
    else:
        lines = [say("verify.sound", file=file, rolls=found.rolls, moves=found.moves)]
        lines.append(say("verify.promise", promise=found.match.commitment))
    lines.append(say("verify.digest", digest=found.digest))
    lines += [say("verify.chosen")] if found.match.chosen else []
    opened = found.match.opened
    lines += [say("verify.opened", plies=opened, taken=found.taken)] if opened else []
    click.echo("\n".join(each.text(lang) for each in lines))


@cli.command(help="saga")
@click.argument("file", type=FILE, metavar="file")
@option_lang
@click.option("--out", type=FILE, metavar="file", help="saga_out")
@click.option("--epub", is_flag=True, help="saga_epub")
@click.option("--secrets", metavar="seat", help="saga_secrets")
@option_own_board
@click.pass_obj
def saga(
    lang: Lang, file: Path, out: Path | None, epub: bool, secrets: str | None, board: str | None
) -> None:
    """Tell the game in FILE, running or over, as a story to read and to print."""
    from cruachan.engine.transcript import read, replay
    from cruachan.games import loader

    names = saga_files(file, out, epub)
    match = replay(read(file), loader(board))
    story = match.game.story
    if story is None:
        raise CruachanError(say("error.no_saga", game=match.game.title))
    viewer = None if secrets is None else seat_called(secrets, match.names)
    for ending, text in story.files(match, lang, viewer).items():
        if ending in names:
            put(text, names[ending], lang)


def saga_files(file: Path, out: Path | None, epub: bool) -> dict[str, Path]:
    """Where a saga is written, by the ending: all kinds into a folder, or one file."""
    endings = (".md", ".html", ".epub")
    if out is not None and not out.is_dir() and out.suffix:
        if out.suffix not in endings:
            raise CruachanError(say("error.saga_out", out=out))
        return {out.suffix: out}
    folder = file.parent if out is None else out
    wanted = endings if epub else endings[:2]
    return {ending: folder / f"{file.name}.saga{ending}" for ending in wanted}


def seat_called(which: str, names: Sequence[str]) -> int:
    """The seat that a letter or a player's name means."""
    from cruachan.engine.notation import fold, seat_letter

    for seat, name in enumerate(names):
        if fold(which) in (seat_letter(seat), fold(name)):
            return seat
    listed = ", ".join(f"{seat_letter(seat).upper()} {name}" for seat, name in enumerate(names))
    raise CruachanError(say("error.no_seat_called", which=which, seats=listed))


def first_game() -> str:
    """The game that is meant where nobody names one."""
    from cruachan.games import default_game

    return default_game()


PIXELS = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf")
"""Files that are no SVG; converters make them of one."""


@cli.command(help="draw")
@click.argument("source", required=False, default=first_game, metavar="source")
@click.option("--position", metavar="text", help="position")
@click.option("--ply", type=click.IntRange(0), metavar="number", help="ply")
@option_board
@option_lang
@click.option("--out", type=FILE, metavar="file", help="svg_out")
@click.pass_obj
def draw(
    lang: Lang,
    source: str,
    position: str | None,
    ply: int | None,
    board: str | None,
    out: Path | None,
) -> None:
    """Draw a game's board as SVG: SOURCE is a game's name or the file of a game played."""
    from cruachan.games import picture

    if out is not None and out.suffix.lower() in PIXELS:
        raise CruachanError(say("error.pixels", out=out, svg=out.with_suffix(".svg")))
    put(picture(source, board, position, ply, lang), out, lang)


@cli.group(cls=Commands, help="boards")
@option_lang
def board() -> None:
    """Boards of your own."""


@board.command(help="check")
@click.argument("file", required=False, metavar="maybe_file")
@click.option("--game", default=first_game, metavar="game", help="game")
@option_lang
@click.pass_obj
def check(lang: Lang, file: str | None, game: str) -> None:
    """Say what is wrong with the board in FILE; without FILE, with the game's own ones."""
    from cruachan.games import game_class

    kind = game_class(game)
    texts, wrong = Texts(__package__, lang), False
    for name in [file] if file else kind.boards:
        problems = kind.board_problems(name, lang)
        for problem in problems:
            click.echo(f"{name}: {problem}", err=True)
        if not problems:
            click.echo(texts("board.sound", name=name))
        wrong = wrong or bool(problems)
    sys.exit(int(wrong))


@board.command(help="new")
@click.argument("game", metavar="game")
@click.option("--lands", type=int, default=36, metavar="number", help="lands")
@click.option("--seed", type=int, default=1, metavar="number", help="number_seed")
@click.option("--out", type=FILE, metavar="file", help="board_out")
@option_lang
@click.pass_obj
def new(lang: Lang, game: str, lands: int, seed: int, out: Path | None) -> None:
    """Make a board for GAME, the same one for the same seed."""
    put(board_maker(game)(lands, seed), out, lang)


def board_maker(game: str) -> Callable[[int, int], str]:
    """How a game makes boards: a file's text from a number of lands and a seed."""
    from cruachan.games import game_class

    kind = game_class(game)
    make = kind.description.board_generator
    if make is None:
        raise CruachanError(say("error.no_maker", game=kind.title))
    return make


class Benches(Commands):
    """What can be timed; nothing named means playouts."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What is typed after `bench`."""
        named = any(word in self.commands or word in HELP for word in args)
        return super().parse_args(ctx, args if named else ["playouts", *args])


@cli.group(cls=Benches, help="bench")
@option_lang
def bench() -> None:
    """Measure speed."""


@bench.command(help="bench_playouts")
@click.argument("games", nargs=-1, metavar="games")
@click.option(
    "--seconds", type=click.FloatRange(0.1), default=2.0, metavar="number", help="seconds"
)
@option_json
@option_lang
@click.pass_obj
def playouts(lang: Lang, games: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """Time random playouts on one core: interpreted, compiled, and other engines if installed."""
    from cruachan.bench.run import bench, report

    texts = Texts(__package__, lang)
    timings = []
    try:
        for name, pace in bench(games, seconds):
            timings.append((name, pace))
            rate = pace and numeral(pace.steps_per_second, ",.0f", texts.lang)
            shown = texts("bench.pace", rate=rate) if rate else texts("bench.absent")
            click.echo(f"{name:24} {shown}", err=True)
    except KeyboardInterrupt:
        click.echo(texts("error.interrupted"), err=True)
    data = report(timings)
    click.echo(json.dumps(data) if as_json else bench_text(data, texts))


def bench_text(data: dict[str, Any], texts: Texts) -> str:
    """The ratios of a bench for people."""
    lines = [
        texts("bench.ratio", name=name, ratio=numeral(ratio, ",.2f", texts.lang), other=other)
        for name, ratios in data["ratios"].items()
        for other, ratio in ratios.items()
    ]
    if data["not_installed"]:
        lines.append(texts("bench.not_installed", absent=", ".join(data["not_installed"])))
    return "\n".join(lines)


@bench.command(help="bench_views")
@click.argument("games", nargs=-1, metavar="games")
@option_json
@option_lang
@click.pass_obj
def views(lang: Lang, games: tuple[str, ...], as_json: bool) -> None:
    """Time views, tales and pictures in the middle of a game, beside views from records."""
    from cruachan.bench.views import bench

    texts, found = Texts(__package__, lang), {}
    for game, costs in bench(games):
        found[game] = costs
        if not as_json:
            click.echo("\n".join([game, *views_text(costs, texts)]))
    if as_json:
        click.echo(json.dumps(found))


def views_text(costs: dict[str, float], texts: Texts) -> list[str]:
    """The costs of one game for people, a line each."""
    lines = []
    for key in [key for key in costs if not key.endswith("_from_record")]:
        cost, before = costs[key], costs.get(f"{key}_from_record")
        line = f"  {key:8}{texts('bench.cost', ms=numeral(cost, '8.3f', texts.lang))}"
        if before is not None:
            was, ratio = (numeral(n, ".3g", texts.lang) for n in (before, before / cost))
            line += texts("bench.from_record", ms=was, ratio=ratio)
        lines.append(line)
    return lines


@bench.command("tables", help="bench_tables")
@click.option("--tables", type=click.IntRange(1), default=200, metavar="number", help="tables")
@click.option(
    "--seconds", type=click.FloatRange(1), default=20.0, metavar="number", help="bench_seconds"
)
@click.option(
    "--listeners", type=click.IntRange(1), default=2000, metavar="number", help="listeners"
)
@option_json
@option_lang
@click.pass_obj
def bench_tables(lang: Lang, tables: int, seconds: float, listeners: int, as_json: bool) -> None:
    """Time a server under load."""
    require("server")
    from cruachan.bench.tables import bench

    texts = Texts(__package__, lang)
    found: dict[str, float] = {}
    for figures in bench(tables, seconds, listeners):
        found |= figures
        for name, figure in figures.items():
            line = f"{texts(f'bench.{name}'):58}{numeral(figure, ',.1f', lang):>12}"
            click.echo(line, err=as_json)
    if as_json:
        click.echo(json.dumps(found))


COMMANDS = (
    analyse,
    arena.arena,
    many.simulate,
    many.odds,
    *tables.COMMANDS,
    *club.COMMANDS,
    leagues.league,
    *challenges.COMMANDS,
    train,
    checking.check,
    build_wasm,
    print_kit,
    prepare,
)
for command in COMMANDS:
    cli.add_command(command)
for command in benches.COMMANDS:
    bench.add_command(command)


def main() -> None:
    """Run the command line; errors for people end in one line and a non-zero exit."""
    lang = asked_language(sys.argv[1:])
    logging.getLogger("cruachan").addHandler(NoticePrinter(lang))
    hear_interrupts()
    try:
        spoken(cli, lang)(standalone_mode=False, obj=lang)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(error.exit_code)
    except click.ClickException as error:
        fail(complaint(error), lang)
    except (click.Abort, KeyboardInterrupt):
        fail(say("error.interrupted"), lang, code=130)
    except CruachanError as error:
        fail(error, lang)
    except BrokenPipeError:
        # Whoever read along has seen enough; what is left goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNREAD)
    except OSError as error:
        where = error.filename or "cruachan"
        fail(say("error.system", file=where, reason=reason(error)), lang)
    except Exception as error:
        if DROPPED.is_set():
            fail(say("error.interrupted"), lang, code=130)
        fail(report(error), lang, code=FAULT)


def fail(told: Message | CruachanError, lang: Lang, code: int = 2) -> NoReturn:
    """Say what went wrong, and end."""
    click.echo(brief(told.text(lang)), err=True)
    sys.exit(code)
