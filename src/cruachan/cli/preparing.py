"""`cruachan prepare`: compile games ahead of time."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from cruachan.engine.texts import LANGS, Lang, Texts, numeral

if TYPE_CHECKING:
    from cruachan.engine.game import Game


@click.command(help="prepare")
@click.argument("games", nargs=-1, metavar="games")
@click.option("--lang", type=click.Choice(LANGS), expose_value=False, help="lang")
@click.pass_obj
def prepare(lang: Lang, games: tuple[str, ...]) -> None:
    """Compile the rules, bots and environments of games, and say how long it took."""
    from cruachan.engine.cache import forget_notice
    from cruachan.games import GAMES, load_game

    texts = Texts(__package__, lang)
    for game in [load_game(name) for name in games or GAMES]:
        if game.kernel is None:
            click.echo(texts("prepare.nothing", game=game.title))
            continue
        forget_notice(game.package)
        click.echo(texts("prepare.begin", game=game.title), err=True)
        begun = monotonic()
        compile_game(game)
        seconds = numeral(monotonic() - begun, ".0f", lang)
        click.echo(texts("prepare.done", game=game.title, seconds=seconds))


def compile_game(game: Game[Any, Any]) -> None:
    """Play a little with every bot of a compiled game, simulate games, and step environments.

    Of many processes that start at once, each would compile for itself: what one of them keeps,
    others find only when they start later.
    """
    from cruachan.arena.simulate import simulate
    from cruachan.bots import bots_of, load_bot, repeatable_bots
    from cruachan.bots.ready import make_ready
    from cruachan.envs.vector import VectorEnv

    for kind in repeatable_bots(game):
        make_ready(game, load_bot(kind, game))
    seats = game.players[0]
    # Bots of all levels are simulated by the same machine code.
    for bot in ("random", "greedy", "strong"):
        if bot in bots_of(game):
            for _ in simulate(game, seats, 1, 1, (bot,) * seats, {}):
                pass
    if game.description.observation is not None:
        tables = VectorEnv(game.name, 1)
        tables.step(tables.reset(seed=1).masks.argmax(axis=1))
