"""The commands for one person: the daily game, and puzzles."""

from __future__ import annotations

import sys

import click

from cruachan.cli.extras import require
from cruachan.cli.tables import option_lang, visit
from cruachan.engine.texts import Lang

option_server = click.option("--server", metavar="address", help="at_server")
option_plain = click.option("--plain", is_flag=True, help="plain")
option_name = click.option("--name", metavar="name", help="own_name")


@click.command(help="daily")
@option_server
@option_name
@click.option("--week", is_flag=True, help="week")
@option_plain
@option_lang
@click.pass_obj
def daily(lang: Lang, server: str | None, name: str | None, week: bool, plain: bool) -> None:
    """Play the game of the day."""
    require("terminal")
    from cruachan.terminal import daily as evening

    if week:
        click.echo(evening.listing(lang))
    elif server is None:
        sys.exit(evening.run(lang, plain))
    else:
        link, share = evening.at_server(server, lang, name)
        if share:
            click.echo(share)
        else:
            visit(link, lang, plain=plain)


@click.command(help="puzzle")
@click.argument("which", required=False, metavar="maybe_puzzle")
@option_server
@option_name
@click.option("--list", "all_", is_flag=True, help="all_puzzles")
@option_plain
@option_lang
@click.pass_obj
def puzzle(
    lang: Lang, which: str | None, server: str | None, name: str | None, all_: bool, plain: bool
) -> None:
    """Find the move that wins."""
    require("terminal")
    from cruachan.terminal import puzzle as evening

    if all_:
        click.echo(evening.listing(lang))
    elif server is None:
        sys.exit(evening.run(which, lang, plain))
    else:
        visit(evening.at_server(server, which, lang, name), lang, plain=plain)


COMMANDS = (daily, puzzle)
