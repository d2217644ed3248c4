"""`cruachan arena`: tournaments between bots, for people and as data."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cruachan.cli.progress import progress
from cruachan.cli.speech import introduce, option_bot, parse_options, say
from cruachan.engine.texts import LANGS, Lang, Texts, numeral

if TYPE_CHECKING:
    from cruachan.arena.contest import Tournament

TABLES = ("mixed", "one-against-rest")
FILE = click.Path(path_type=Path)


@click.command(help="arena")
@click.argument("game", metavar="game")
@click.option("--bots", metavar="bots", help="arena_bots")
@option_bot
@click.option("--games", type=click.IntRange(1), default=100, metavar="number", help="games")
@click.option("--seats", type=click.IntRange(1), metavar="number", help="arena_seats")
@click.option("--tables", type=click.Choice(TABLES), default=TABLES[0], help="arena_tables")
@click.option("--seed", type=click.IntRange(0), default=1, metavar="number", help="number_seed")
@click.option("--option", "options", multiple=True, metavar="name_value", help="option")
@click.option("--board", metavar="board", help="board")
@click.option("--out", type=FILE, metavar="file", help="arena_out")
@click.option("--resume", is_flag=True, help="arena_resume")
@click.option("--cores", type=click.IntRange(1), metavar="number", help="cores")
@click.option("--cluster", metavar="address", help="cluster")
@click.option("--json", "as_json", is_flag=True, help="json")
@click.option("--lang", type=click.Choice(LANGS), expose_value=False, help="lang")
@click.pass_obj
def arena(
    lang: Lang,
    game: str,
    bots: str | None,
    own: tuple[str, ...],
    games: int,
    seats: int | None,
    tables: str,
    seed: int,
    options: tuple[str, ...],
    board: str | None,
    out: Path | None,
    resume: bool,
    cores: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Play a tournament between bots, and rate them. Ctrl-C prints what there is."""
    from cruachan.arena.contest import make_contest, write_report
    from cruachan.bots.own import named

    introduce(own)
    contest = make_contest(
        game,
        named(bots) if bots else (),
        games,
        seats=seats,
        board=board,
        options=parse_options(options),
        seed=seed,
        tables=tables,
    )
    whole = run_contest(contest, out, resume, cores, cluster, games, lang)
    report = contest.report()
    if out is not None:
        for file in write_report(report, out, lang):
            click.echo(say("put.written", out=file).text(lang), err=True)
    texts = Texts(__package__, lang)
    click.echo(json.dumps(report) if as_json else arena_text(report, contest.game.package, texts))
    if not whole:
        tell_rest(report["games"], out, texts)
        sys.exit(130)


def run_contest(
    contest: Tournament,
    out: Path | None,
    resume: bool,
    cores: int | None,
    cluster: str | None,
    games: int,
    lang: Lang,
) -> bool:
    """Play with progress on standard error; whether it came to its end."""
    from cruachan.arena.cluster import joined
    from cruachan.arena.contest import run

    if contest.games != games:
        more = numeral(contest.games, ",", lang)
        click.echo(say("arena.rounded", games=more).text(lang), err=True)
    title, line = contest.game.title, partial(say, "arena.progress")
    with joined(cluster) as machines, progress(title, contest.games, line, lang) as tell:
        try:
            run(contest, out, resume, cores, tell, machines)
        except KeyboardInterrupt:
            return False
    return True


def tell_rest(games: int, out: Path | None, texts: Texts) -> None:
    """How an interrupted tournament goes on."""
    from cruachan.terminal.shell import command

    click.echo(texts("arena.interrupted", games=numeral(games, ",", texts.lang)), err=True)
    if out is None:
        click.echo(texts("arena.not_kept"), err=True)
        return
    typed = [word for word in sys.argv[1:] if word != "--resume"]
    click.echo(f"{texts('arena.go_on')}\n  {command(*typed, '--resume')}", err=True)


# --- For people ---------------------------------------------------------------------------


def arena_text(report: dict[str, Any], package: str, texts: Texts) -> str:
    """The result of a tournament for people."""
    lang = texts.lang
    head = {"games": numeral(report["games"], ",", lang), "seats": report["seats"]}
    lines = [texts("arena.head", **head, game=report["game"], seed=report["seed"])]
    lines += ["", *columns(_ratings(report, texts))]
    if len(report["bots"]) > 1:
        lines += ["", texts("arena.cross"), *columns(_cross(report, lang))]
    lines += ["", texts("arena.seats"), *columns(_shares(report, "by_seat", texts))]
    if report["by_order"]:
        lines += ["", texts("arena.orders"), *columns(_shares(report, "by_order", texts))]
    if any(len(set(each["bots"])) < len(each["bots"]) for each in report["lineups"]):
        lines += ["", texts("arena.lineups"), *columns(_lineups(report, texts))]
    own = Texts(package, lang)
    ends = [f"{own(f'way.{way}')} {numeral(n, ',', lang)}" for way, n in report["ends"].items()]
    lines += ["", texts("simulate.ends", ends=", ".join(ends))] if ends else []
    lines += [texts("simulate.rounds", **report["rounds"])]
    return "\n".join(lines)


def columns(rows: list[list[str]]) -> list[str]:
    """Rows as lines: names to the left, numbers to the right."""
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  " + "  ".join([row[0].ljust(wide[0]), *map(str.rjust, row[1:], wide[1:])]).rstrip()
        for row in rows
    ]


def _ratings(report: dict[str, Any], texts: Texts) -> list[list[str]]:
    lang = texts.lang
    names = ("bot", "rating", "interval", "games", "wins", "draws", "share", "pace")
    rows = [[texts(f"arena.{name}") for name in names]]
    for bot in sorted(report["bots"], key=lambda each: -each["rating"]):
        pace = bot["seconds_per_move"]
        rows.append(
            [
                bot["name"],
                numeral(bot["rating"], ".0f", lang),
                texts("arena.to", **_numbers(bot, ".0f", lang, "low", "high")),
                *(numeral(bot[name], ",", lang) for name in ("games", "wins", "draws")),
                _share(bot, texts),
                "" if pace is None else numeral(pace, ".3f", lang),
            ]
        )
    return rows if any(row[-1] for row in rows[1:]) else [row[:-1] for row in rows]


def _numbers(data: dict[str, Any], form: str, lang: Lang, *names: str) -> dict[str, str]:
    return dict(zip(("low", "high"), (numeral(data[n], form, lang) for n in names), strict=True))


def _share(score: dict[str, Any], texts: Texts) -> str:
    between = texts("arena.to", **_numbers(score, ".1%", texts.lang, "share_low", "share_high"))
    return f"{numeral(score['share'], '.1%', texts.lang)} ({between})"


def _cross(report: dict[str, Any], lang: Lang) -> list[list[str]]:
    names = [bot["name"] for bot in report["bots"]]
    rows = [["", *names]]
    for name, met in zip(names, report["cross"], strict=True):
        rows.append([name, *(_met(each, lang) for each in met)])
    return rows


def _met(each: dict[str, Any] | None, lang: Lang) -> str:
    if each is None:
        return "-"
    around = (each["high"] - each["low"]) / 2
    return f"{numeral(each['share'], '.1%', lang)} ±{numeral(100 * around, '.1f', lang)}"


def _shares(report: dict[str, Any], by: str, texts: Texts) -> list[list[str]]:
    """Wins by seat or by order of play: of all, and of each bot where there are several."""
    bots: Sequence[dict[str, Any]] = report["bots"] if len(report["bots"]) > 1 else ()
    rows = [["", texts("arena.wins"), texts("arena.share"), *(bot["name"] for bot in bots)]]
    for number, score in enumerate(report[by]):
        name = "ABCDEFGH"[number] if by == "by_seat" else str(number + 1)
        own = [numeral(bot[by][number]["share"], ".1%", texts.lang) for bot in bots]
        rows.append([name, numeral(score["wins"], ",", texts.lang), _share(score, texts), *own])
    return rows


def _lineups(report: dict[str, Any], texts: Texts) -> list[list[str]]:
    """Tables at which a bot has several seats: what each seat of a bot won there."""
    rows = [["", texts("arena.bot"), texts("arena.games"), texts("arena.share")]]
    for lineup in report["lineups"]:
        for name, score in lineup["scores"].items():
            games = numeral(score["games"], ",", texts.lang)
            rows.append([", ".join(lineup["bots"]), name, games, _share(score, texts)])
    return rows
