"""`cruachan analyse`: what a strong player says of a game that was played."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cruachan.cli.arena import columns
from cruachan.cli.many import option_device
from cruachan.cli.progress import progress
from cruachan.cli.speech import put, say
from cruachan.engine.errors import OptionError
from cruachan.engine.texts import LANGS, Lang

if TYPE_CHECKING:
    from cruachan.arena.account import Telling
    from cruachan.arena.analysis import Analyst, Judged

FILE = click.Path(path_type=Path)


@click.command(help="analyse")
@click.argument("file", type=FILE, metavar="file")
@click.option("--out", type=FILE, metavar="file", help="analyse_out")
@click.option(
    "--playouts", type=click.IntRange(1), default=1000, metavar="number", help="analyse_playouts"
)
@click.option("--rollouts", type=click.IntRange(1), metavar="number", help="analyse_rollouts")
@option_device
@click.option("--board", metavar="file", help="own_board")
@click.option("--json", "as_json", is_flag=True, help="json")
@click.option("--lang", type=click.Choice(LANGS), expose_value=False, help="lang")
@click.pass_obj
def analyse(
    lang: Lang, file: Path, out: Path | None, playouts: int, rollouts: int | None, device: str,
    board: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Judge a game ply by ply. Ctrl-C tells what was found so far."""
    from cruachan.arena.account import Telling, account
    from cruachan.arena.analysis import Analyst, Rollouts
    from cruachan.engine.transcript import read, replay
    from cruachan.games import loader

    if device != "cpu" and rollouts is None:
        raise OptionError(say("analyse.device"))
    luck = None if rollouts is None else Rollouts(rollouts, device)
    analyst = Analyst(replay(read(file), loader(board)), playouts, luck)
    judged, whole = judge(analyst, lang)
    found = account(analyst.match, judged, playouts, lang)
    found |= {} if rollouts is None else {"rollouts": rollouts}
    telling = Telling(found, lang)
    if out is not None:
        put(telling.page(), out, lang)
    click.echo(json.dumps(found) if as_json else "\n".join(lines(telling)))
    if not whole:
        click.echo(say("analyse.interrupted").text(lang), err=True)
        sys.exit(130)


def judge(analyst: Analyst, lang: Lang) -> tuple[list[Judged], bool]:
    """All plies with progress on standard error; whether it came to its end."""
    judged = []
    plies = len(analyst.match.history)
    with progress(analyst.game.title, plies, partial(say, "analyse.progress"), lang) as tell:
        try:
            for ply, each in analyst.plies():
                tell(ply + 1, plies)
                judged += [each] if each is not None else []
        except KeyboardInterrupt:
            return judged, False
    return judged, True


def lines(telling: Telling) -> list[str]:
    """An account for a terminal."""
    lines = [telling.title, telling.about, "", telling.say("chances"), *telling.drawn()]
    lines += ["", telling.say("apart"), *columns(telling.rows())]
    for heading, sentences in telling.sections():
        lines += ["", heading, *(f"  {each}" for each in sentences)]
    return lines
