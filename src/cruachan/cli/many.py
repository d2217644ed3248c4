"""`cruachan simulate` and `cruachan odds`: many games between bots, anew or from a position."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cruachan.cli.progress import progress
from cruachan.cli.speech import introduce, option_bot, parse_options, say
from cruachan.engine.texts import LANGS, Lang, Texts, numeral

if TYPE_CHECKING:
    from cruachan.arena.tally import Tally
    from cruachan.engine.game import Game

FILE = click.Path(path_type=Path)
MANY, FEW = 10_000, 100
"""How many games a position is played on where nobody says: in machine code, and in Python."""
option_lang = click.option("--lang", type=click.Choice(LANGS), expose_value=False, help="lang")
option_json = click.option("--json", "as_json", is_flag=True, help="json")
option_seed = click.option(
    "--seed", type=click.IntRange(0), default=1, metavar="number", help="number_seed"
)
option_device = click.option(
    "--device", type=click.Choice(("cpu", "cuda")), default="cpu", help="device"
)
option_cluster = click.option("--cluster", metavar="address", help="cluster")


@click.command(help="simulate")
@click.argument("game", metavar="game")
@click.option("--games", type=click.IntRange(1), default=1000, metavar="number", help="games")
@click.option("--seats", type=click.IntRange(1), metavar="number", help="all_seats")
@option_seed
@click.option("--bots", metavar="bots", help="bots")
@option_bot
@click.option("--option", "options", multiple=True, metavar="name_value", help="option")
@click.option("--board", metavar="board", help="board")
@option_device
@option_cluster
@option_json
@option_lang
@click.pass_obj
def simulate(
    lang: Lang,
    game: str,
    games: int,
    seats: int | None,
    seed: int,
    bots: str | None,
    own: tuple[str, ...],
    options: tuple[str, ...],
    board: str | None,
    device: str,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Play many games of GAME between bots. Ctrl-C prints what there is."""
    from cruachan.bots import bots_of
    from cruachan.bots.own import named
    from cruachan.games import game_class, load_game

    kind = game_class(game)
    introduce(own)
    names = named(bots) if bots else None
    count = seats or (len(names) if names else kind.players[-1])
    kind.check_seats(count)
    loaded = load_game(game, board or kind.usual_board(count))
    kinds = bots_of(loaded)
    chosen = names or ("random" if "random" in kinds else kinds[0],) * count
    where = {"device": device, "cluster": cluster}
    options_given = parse_options(options)
    tally = run_games(loaded, count, games, seed, chosen, lang, options=options_given, **where)
    texts = Texts(__package__, lang)
    click.echo(
        json.dumps(tally.report()) if as_json else simulation_text(tally, loaded.package, texts)
    )
    sys.exit(0 if tally.games == games else 130)


@click.command(help="odds")
@click.argument("file", type=FILE, metavar="file")
@click.option("--ply", type=click.IntRange(0), metavar="number", help="ply")
@click.option("--games", type=click.IntRange(1), metavar="number", help="odds_games")
@option_seed
@click.option("--bots", metavar="bots", help="odds_bots")
@option_bot
@click.option("--board", metavar="file", help="own_board")
@option_device
@option_cluster
@option_json
@option_lang
@click.pass_obj
def odds(
    lang: Lang,
    file: Path,
    ply: int | None,
    games: int | None,
    seed: int,
    bots: str | None,
    own: tuple[str, ...],
    board: str | None,
    device: str,
    cluster: str | None,
    as_json: bool,
) -> None:
    """How a game goes on from a position, many times. Ctrl-C prints what there is."""
    from cruachan.bots import usual_bot
    from cruachan.bots.own import named
    from cruachan.engine.errors import OptionError
    from cruachan.engine.transcript import read, replay
    from cruachan.games import loader

    introduce(own)
    match = replay(read(file), loader(board))
    plies = len(match.history)
    at = plies if ply is None else ply
    if at > plies:
        raise OptionError(say("odds.late", file=file, plies=plies))
    state = match.state_at(at)
    if match.game.outcome(state) is not None:
        raise OptionError(say("odds.over", ply=at))
    seats, quick = len(match.names), match.game.kernel is not None
    chosen = named(bots) if bots else ("greedy" if quick else usual_bot(match.game),)
    chosen = chosen * seats if len(chosen) == 1 else chosen
    wanted = games or (MANY if quick else FEW)
    where = {"device": device, "cluster": cluster, "start": state}
    tally = run_games(match.game, seats, wanted, seed, chosen, lang, **where)
    report = tally.report() | {"ply": at, "names": list(match.names)}
    click.echo(json.dumps(report) if as_json else odds_text(report, Texts(__package__, lang)))
    sys.exit(0 if tally.games == wanted else 130)


def run_games(
    game: Game[Any, Any],
    seats: int,
    games: int,
    seed: int,
    bots: tuple[str, ...],
    lang: Lang,
    options: dict[str, str] | None = None,
    cluster: str | None = None,
    **where: Any,
) -> Tally:
    """Play with a progress bar on standard error; an interrupt ends it early, and is told."""
    from cruachan.arena.cluster import joined
    from cruachan.arena.simulate import simulate as run

    tally = None
    with joined(cluster) as machines, progress(game.title, games, None, lang) as tell:
        where["cluster"] = machines
        try:
            for tally in run(game, seats, games, seed, bots, options or {}, **where):
                tell(tally.games, games)
        except KeyboardInterrupt:
            done = numeral(tally.games if tally else 0, ",", lang)
            click.echo(say("simulate.interrupted", games=done).text(lang), err=True)
    if tally is None:
        sys.exit(130)
    return tally


def won_rows(data: dict[str, Any], by: str, lang: Lang) -> list[dict[str, str]]:
    """What each seat or each place in the order of play has won, in numbers for people."""
    intervals = data["order_intervals" if by else "win_intervals"]
    rows = []
    for wins, interval in zip(data[f"wins{by}"], intervals, strict=True):
        shares = (wins / max(1, data["games"]), *interval)
        share, low, high = (numeral(each, ".1%", lang) for each in shares)
        won = numeral(wins, ",", lang)
        rows.append({"wins": won, "share": share, "low": low, "high": high})
    return rows


def simulation_text(tally: Tally, package: str, texts: Texts) -> str:
    """The result of a simulation for people; a game's own words say how it ended."""
    data, lang = tally.report(), texts.lang
    own = Texts(package, lang)
    count = {key: numeral(data[key], ",", lang) for key in ("games", "draws", "moves")}
    lines = [texts("simulate.head", games=count["games"], game=data["game"], seed=data["seed"])]
    wide = max(len(bot) for bot in data["bots"])
    for letter, bot, won in zip("ABCDEF", data["bots"], won_rows(data, "", lang), strict=False):
        lines.append(texts("simulate.seat", letter=letter, bot=bot.ljust(wide), **won))
    for number, won in enumerate(won_rows(data, "_by_order", lang), 1):
        lines += [texts("simulate.orders")] if number == 1 else []
        lines.append(texts("simulate.order", number=str(number).ljust(wide + 2), **won))
    ends = data["ends"].items()
    ways = [f"{own(f'way.{way}')} {numeral(number, ',', lang)}" for way, number in ends]
    rate = numeral(data["moves_per_second"], ",", lang)
    lines.append(texts("simulate.draws", draws=count["draws"]))
    lines.append(texts("simulate.ends", ends=", ".join(ways)))
    lines.append(texts("simulate.rounds", **data["rounds"]))
    lines.append(texts("simulate.pace", moves=count["moves"], rate=rate))
    return "\n".join(lines + tally.more(lang))


def odds_text(report: dict[str, Any], texts: Texts) -> str:
    """How often everybody won from a position, for people."""
    lang = texts.lang
    games, draws = (numeral(report[key], ",", lang) for key in ("games", "draws"))
    lines = [texts("odds.head", games=games, ply=report["ply"], bots=", ".join(report["bots"]))]
    wide = max(len(name) for name in report["names"])
    for name, won in zip(report["names"], won_rows(report, "", lang), strict=True):
        lines.append(texts("odds.seat", name=name.ljust(wide), **won))
    return "\n".join([*lines, texts("simulate.draws", draws=draws)])
