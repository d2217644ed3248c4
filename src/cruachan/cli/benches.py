"""Commands of `cruachan bench` that time the doors for researchers."""

from __future__ import annotations

import json

import click

from cruachan.engine.words import LANGS, Lang, Words, numeral

option_lang = click.option("--lang", type=click.Choice(LANGS), expose_value=False, help="lang")
option_json = click.option("--json", "as_json", is_flag=True, help="json")


@click.command(help="bench_envs")
@click.argument("games", nargs=-1, metavar="games")
@click.option(
    "--seconds", type=click.FloatRange(0.1), default=2.0, metavar="number", help="seconds"
)
@option_json
@option_lang
@click.pass_obj
def envs(lang: Lang, games: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """Time the environments: one table, and thousands at once."""
    from cruachan.bench.envs import bench

    words, found = Words(__package__, lang), {}
    for game, paces in bench(games, seconds):
        found[game] = paces
        if not as_json:
            told = {name: numeral(pace, ",.0f", lang) for name, pace in paces.items()}
            click.echo(words("bench.envs", game=game, **told))
    if as_json:
        click.echo(json.dumps(found))


COMMANDS = (envs,)
