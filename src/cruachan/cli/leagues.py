"""`cruachan league ...`: leagues and tournaments of a server."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

import click

from cruachan.cli.extras import require
from cruachan.cli.speech import Commands, parse_options, put
from cruachan.cli.tables import FILE, LOCAL_SERVER, option_lang, option_server
from cruachan.engine.texts import Lang

option_season = click.option("--season", type=click.IntRange(1), metavar="number", help="season")


@click.group(cls=Commands, help="league")
@option_lang
def league() -> None:
    """Leagues and tournaments."""


def _ready() -> None:
    require("terminal")
    os.environ.setdefault("CRUACHAN_RULES", "interpreted")


@league.command("list", help="league_list")
@click.argument("address", metavar="address", default=LOCAL_SERVER)
@option_lang
@click.pass_obj
def list_(lang: Lang, address: str) -> None:
    """The leagues of a server."""
    _ready()
    from cruachan.terminal.leagues import listed

    click.echo(listed(address, lang))


@league.command(help="league_show")
@click.argument("link", metavar="link")
@option_season
@option_lang
@click.pass_obj
def show(lang: Lang, link: str, season: int | None) -> None:
    """How a league stands."""
    _ready()
    from cruachan.terminal.leagues import shown

    click.echo(shown(link, season, lang))


@league.command(help="league_new")
@click.argument("game", metavar="game")
@option_server
@click.option("--name", required=True, metavar="name", help="league_name")
@click.option("--seats", type=click.IntRange(2, 10), required=True, metavar="number", help="seats")
@click.option(
    "--pairing",
    type=click.Choice(["round_robin", "swiss"]),
    default="round_robin",
    help="pairing",
)
@click.option("--rounds", type=click.IntRange(0, 50), default=0, metavar="number", help="rounds")
@click.option(
    "--division", type=click.IntRange(0, 200), default=0, metavar="number", help="division"
)
@click.option("--moves", type=click.IntRange(0, 20), default=1, metavar="number", help="moves")
@click.option("--days", type=click.IntRange(0, 90), default=0, metavar="days", help="round_days")
@click.option("--clock", default="3+12", metavar="clock", help="clock")
@click.option("--board", default="", metavar="name", help="box_board")
@click.option("--option", "options", multiple=True, metavar="name_value", help="option")
@click.option("--unrated", is_flag=True, help="unrated")
@option_lang
@click.pass_obj
def new(
    lang: Lang,
    game: str,
    server: str,
    name: str,
    seats: int,
    pairing: Literal["round_robin", "swiss"],
    rounds: int,
    division: int,
    moves: int,
    days: int,
    clock: str,
    board: str,
    options: tuple[str, ...],
    unrated: bool,
) -> None:
    """Set up a league."""
    _ready()
    from cruachan.terminal.leagues import made

    wish = {
        "game": game,
        "name": name,
        "players": seats,
        "pairing": pairing,
        "rounds": rounds,
        "division": division,
        "moves": moves,
        "days": days,
        "clock": clock,
        "board": board,
        "options": parse_options(options),
        "rated": not unrated,
    }
    click.echo(made(server, lang, **wish))


def _act(kind: str) -> click.Command:
    """The command that does one thing in a league."""

    @click.command(kind, help=f"league_{kind}")
    @click.argument("link", metavar="link")
    @option_lang
    @click.pass_obj
    def do(lang: Lang, link: str) -> None:
        _ready()
        from cruachan.terminal.leagues import done

        click.echo(done(link, kind, lang))

    return do


for each in ("join", "leave", "start", "next", "cancel"):
    league.add_command(_act(each))


@league.command(help="league_remove")
@click.argument("link", metavar="link")
@click.argument("name", metavar="name")
@option_lang
@click.pass_obj
def remove(lang: Lang, link: str, name: str) -> None:
    """As the organiser, let somebody play no more."""
    _ready()
    from cruachan.terminal.leagues import done

    click.echo(done(link, "remove", lang, name=name))


@league.command(help="league_calendar")
@click.argument("link", metavar="link")
@option_season
@click.option("--out", type=FILE, metavar="file", help="calendar_out")
@option_lang
@click.pass_obj
def calendar(lang: Lang, link: str, season: int | None, out: Path | None) -> None:
    """The rounds of a season as a calendar file."""
    _ready()
    from cruachan.terminal.leagues import calendar as written

    put(written(link, season, lang), out, lang)
