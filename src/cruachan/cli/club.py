"""The commands about ratings and profiles: look at them, and compute results again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from cruachan.cli.extras import require
from cruachan.cli.tables import PORT, option_data, option_database, option_lang, store_folder
from cruachan.engine.texts import Lang, Texts


@click.command(help="ratings")
@click.argument("address", metavar="address", default=f"http://127.0.0.1:{PORT}")
@option_lang
@click.pass_obj
def ratings(lang: Lang, address: str) -> None:
    """The ratings of the players of a server."""
    require("terminal")
    os.environ.setdefault("CRUACHAN_RULES", "interpreted")
    from cruachan.terminal.club import ratings as write_ratings

    click.echo(write_ratings(address, lang))


@click.command(help="profile")
@click.argument("address", metavar="address", default=f"http://127.0.0.1:{PORT}")
@click.option("--year", type=click.IntRange(1970, 9999), metavar="number", help="year")
@option_lang
@click.pass_obj
def profile(lang: Lang, address: str, year: int | None) -> None:
    """The results of the user's own games at a server."""
    require("terminal")
    os.environ.setdefault("CRUACHAN_RULES", "interpreted")
    from cruachan.terminal.club import profile as write_profile

    click.echo(write_profile(address, lang, year))


@click.command(help="recount")
@option_data
@option_database
@option_lang
@click.pass_obj
def recount(lang: Lang, data: Path | None, database: str | None) -> None:
    """Compute the results of all finished games again from their events."""
    require("server")
    from cruachan.server.club.recount import recount as again
    from cruachan.server.store.doctor import opened

    texts = Texts("cruachan.server", lang)
    store = opened(database or store_folder(data))
    try:
        found = list(again(store))
    finally:
        store.close()
    for each in found:
        if each.fault is not None:
            said = each.fault if isinstance(each.fault, str) else each.fault.text(lang)
            click.echo(texts("recount.broken", table=each.table, says=said), err=True)
    faults = sum(each.fault is not None for each in found)
    same = sum(each.same for each in found)
    click.echo(texts("recount.done", same=same, mended=len(found) - same - faults))
    sys.exit(1 if faults else 0)


COMMANDS = (ratings, profile, recount)
