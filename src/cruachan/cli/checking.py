"""`cruachan check GAME`: checks that a game follows the protocol, for authors of plugins."""

from __future__ import annotations

import json
import sys
from functools import partial
from typing import TYPE_CHECKING

import click

from cruachan.cli.progress import progress
from cruachan.cli.speech import say
from cruachan.engine.texts import LANGS, Lang, Texts, numeral

if TYPE_CHECKING:
    from cruachan.conformance import Report


@click.command(help="check_game")
@click.argument("game", metavar="game")
@click.option("--games", type=click.IntRange(1), default=2, metavar="number", help="check_games")
@click.option("--seed", type=int, default=1, metavar="number", help="number_seed")
@click.option("--json", "as_json", is_flag=True, help="json")
@click.option("--lang", type=click.Choice(LANGS), expose_value=False, help="lang")
@click.pass_obj
def check(lang: Lang, game: str, games: int, seed: int, as_json: bool) -> None:
    """Play random games of GAME, and say what is wrong with it and what it lacks."""
    from cruachan.conformance import check_game

    with progress(game, 0, partial(say, "arena.progress"), lang) as tell:
        report = check_game(game, games, seed, tell)
    click.echo(json.dumps(as_data(report, lang)) if as_json else as_text(report, lang))
    sys.exit(int(bool(report.faults)))


def as_data(report: Report, lang: Lang) -> dict[str, object]:
    """A report as plain data."""
    return {
        "game": report.game,
        "games": report.played,
        "moves": report.moves,
        "faults": [fault.text(lang) for fault in report.faults],
        "missing": [each.text(lang) for each in report.missing],
    }


def as_text(report: Report, lang: Lang) -> str:
    """A report for people: what is wrong first."""
    texts = Texts("cruachan.conformance", lang)
    games, moves = (numeral(number, ",", lang) for number in (report.played, report.moves))
    lines = [texts("report.played", game=report.game, games=games, moves=moves)]
    for title, said in (("report.faults", report.faults), ("report.missing", report.missing)):
        if said:
            lines += ["", texts(title), *(f"- {each.text(lang)}" for each in said)]
    if not report.faults:
        lines += ["", texts("report.sound", game=report.game)]
    return "\n".join(lines)
