"""Commands of `cruachan bench`: doors for researchers, the search, several servers."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from cruachan.cli.extras import require
from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import LANGS, Lang, Message, Texts, message, numeral

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cruachan.bench.cluster import Found
    from cruachan.bench.env_peers import EnvPeer
    from cruachan.bench.openspiel import PeerScore
    from cruachan.bench.stress import LoadLimit, StressLevel
    from cruachan.bench.takeover import TakeoverFound

option_lang = click.option("--lang", type=click.Choice(LANGS), expose_value=False, help="lang")
option_json = click.option("--json", "as_json", is_flag=True, help="json")


def tell(
    paces: Iterable[tuple[str, dict[str, float]]], line: str, lang: Lang, as_json: bool
) -> None:
    """How fast each game is: a line as soon as it is known, or all of it as data."""
    texts, found = Texts(__package__, lang), {}
    for game, each in paces:
        found[game] = each
        if not as_json:
            values = {name: numeral(pace, ",.0f", lang) for name, pace in each.items()}
            click.echo(texts(line, game=game, **values))
    if as_json:
        click.echo(json.dumps(found))


@click.command(help="bench_envs")
@click.argument("games", nargs=-1, metavar="games")
@click.option(
    "--seconds", type=click.FloatRange(0.1), default=2.0, metavar="number", help="seconds"
)
@click.option("--peers", "with_peers", is_flag=True, help="bench_peers")
@option_json
@option_lang
@click.pass_obj
def envs(
    lang: Lang, games: tuple[str, ...], seconds: float, with_peers: bool, as_json: bool
) -> None:
    """Time the environments: one table, and thousands at once; others beside them."""
    from cruachan.bench import env_peers
    from cruachan.bench.envs import bench

    peers = env_peers.bench(seconds) if with_peers else ()
    if as_json:
        found: dict[str, Any] = dict(bench(games, seconds))
        if with_peers:
            found["peers"] = [_facts(peer, pace) for peer, pace in peers]
        click.echo(json.dumps(found))
        return
    tell(bench(games, seconds), "bench.envs", lang, as_json)
    texts = Texts(__package__, lang)
    for peer, pace in peers:
        if pace is None:
            click.echo(texts("bench.no_peer", library=peer.library), err=True)
            continue
        values = {"pace": numeral(pace, ",.0f", lang), "tables": numeral(peer.tables, ",", lang)}
        click.echo(texts("bench.env_peer", library=peer.library, game=peer.game, **values))


def _facts(peer: EnvPeer, pace: float | None) -> dict[str, Any]:
    """An environment of another library, and moves a second."""
    return {"library": peer.library, "game": peer.game, "tables": peer.tables, "pace": pace}


@click.command(help="bench_openspiel")
@click.option("--game", metavar="game", help="bench_game")
@click.option("--bot", default="greedy", metavar="name", help="bench_bot")
@click.option("--games", type=click.IntRange(1), default=20, metavar="number", help="games")
@click.option(
    "--seconds", type=click.FloatRange(0.01), default=0.2, metavar="number", help="bench_move"
)
@click.option("--seed", type=click.IntRange(0), default=1, metavar="number", help="number_seed")
@click.option("--sees-all", is_flag=True, help="sees_all")
@option_json
@option_lang
@click.pass_obj
def openspiel(
    lang: Lang,
    game: str | None,
    bot: str,
    games: int,
    seconds: float,
    seed: int,
    sees_all: bool,
    as_json: bool,
) -> None:
    """Play a bot of ours against OpenSpiel's tree search."""
    from cruachan.bench.openspiel import contest
    from cruachan.bench.people import for_two

    game = game or for_two()[-1]
    texts, score = Texts(__package__, lang), None
    try:
        for score in contest(game, bot, games, seconds, seed, sees_all):
            click.echo(texts("bench.score", bot=bot, game=game, **score_values(score)), err=True)
    except KeyboardInterrupt:
        click.echo(texts("error.interrupted"), err=True)
    if score is None:
        return
    if as_json:
        click.echo(json.dumps(score.report()))
        return
    for name, side in (("ours", score.ours), ("theirs", score.theirs)):
        mean = 1000 * side.seconds / max(1, side.moves)
        times = {"mean": mean, "longest": 1000 * side.longest}
        values = {key: numeral(each, ",.1f", lang) for key, each in times.items()}
        click.echo(texts(f"bench.{name}", **values))
    click.echo(texts("bench.score", bot=bot, game=game, **score_values(score)))


def score_values(score: PeerScore) -> dict[str, int]:
    """The result in numbers."""
    return {"wins": score.wins, "draws": score.draws, "losses": score.losses}


@click.command(help="bench_search")
@click.argument("games", nargs=-1, metavar="games")
@click.option(
    "--seconds", type=click.FloatRange(0.1), default=3.0, metavar="number", help="seconds"
)
@option_json
@option_lang
@click.pass_obj
def search(lang: Lang, games: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """Time the search from the opening, beside OpenSpiel's on backgammon."""
    from cruachan.bench.search import bench

    tell(bench(games, seconds), "bench.search", lang, as_json)


@click.command(help="bench_gpu")
@click.argument("games", nargs=-1, metavar="games")
@click.option(
    "--seconds", type=click.FloatRange(0.1), default=5.0, metavar="number", help="seconds"
)
@option_json
@option_lang
@click.pass_obj
def gpu(lang: Lang, games: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """Time the same games on a GPU, on one core and on all."""
    from cruachan.bench.gpu import bench

    tell(bench(games, seconds), "bench.gpu", lang, as_json)


@click.command(help="bench_wasm")
@click.argument("games", nargs=-1, metavar="games")
@click.option(
    "--seconds", type=click.FloatRange(0.1), default=3.0, metavar="number", help="seconds"
)
@option_json
@option_lang
@click.pass_obj
def wasm(lang: Lang, games: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """Time rules and search as WebAssembly in Node, beside the same code natively."""
    from cruachan.bench.wasm import bench

    found: dict[str, dict[str, float]] = {}
    texts = Texts(__package__, lang)
    for game, paces in bench(games, seconds):
        found[game] = paces
        for line, names in (
            ("bench.wasm", ("native", "wasm", "ratio")),
            ("bench.wasm_search", ("thought", "searched", "search_ratio")),
        ):
            if not as_json and names[0] in paces:
                forms = (",.0f", ",.0f", ".2f")
                values = {n: numeral(paces[n], f, lang) for n, f in zip(names, forms, strict=True)}
                click.echo(texts(line, game=game, **values))
    if as_json:
        click.echo(json.dumps(found))


@click.command(help="bench_cluster")
@click.option(
    "--minutes", type=click.FloatRange(0.1), default=10.0, metavar="number", help="bench_minutes"
)
@click.option("--tables", type=click.IntRange(1), default=12, metavar="number", help="tables")
@click.option("--seed", type=click.IntRange(0), default=1, metavar="number", help="number_seed")
@option_json
@option_lang
@click.pass_obj
def cluster(lang: Lang, minutes: float, tables: int, seed: int, as_json: bool) -> None:
    """Kill servers while people play, and see that nothing is lost."""
    require("server")
    from cruachan.bench.cluster import FaultPlan, trial

    texts = Texts(__package__, lang)
    begun = monotonic()

    def tell(said: Message) -> None:
        since = numeral(monotonic() - begun, "7.1f", lang)
        click.echo(f"{since} s  {said.text(lang)}", err=True)

    found = trial(FaultPlan(seconds=60 * minutes, tables=tables, seed=seed), tell)
    for since, long, game in found.stalls[:3]:
        stood = {"since": numeral(since, ".1f", lang), "long": numeral(long, ".1f", lang)}
        click.echo(texts("bench.cluster_stood", game=game, **stood), err=True)
    _tell_trial(found, lang, as_json, stalls=found.stalls)


@click.command(help="bench_takeover")
@click.option("--tables", type=click.IntRange(2), default=500, metavar="number", help="tables")
@click.option(
    "--servers", type=click.IntRange(2), default=2, metavar="number", help="takeover_servers"
)
@click.option("--pause", is_flag=True, help="takeover_pause")
@option_json
@option_lang
@click.pass_obj
def takeover(lang: Lang, tables: int, servers: int, pause: bool, as_json: bool) -> None:
    """Let a server with many tables die, and time the others."""
    require("server")
    from cruachan.bench.takeover import TakeoverPlan, trial

    plan = TakeoverPlan(tables=tables, servers=servers, pauses=pause)
    found = trial(plan, lambda said: click.echo(said.text(lang), err=True))
    _tell_trial(found, lang, as_json)


def _tell_trial(found: Found | TakeoverFound, lang: Lang, as_json: bool, **more: Any) -> None:
    """Print what a trial found, and end with 1 if a promise was broken."""
    texts = Texts(__package__, lang)
    if as_json:
        click.echo(json.dumps({**found.figures(), **more, "good": found.good}))
    else:
        for name, figure in found.figures().items():
            values = numeral(figure, ",.1f" if isinstance(figure, float) else ",", lang)
            click.echo(f"| {texts(f'bench.{name}')} | {values} |")
    for complaint in (*found.failed, *found.broken):
        click.echo(complaint, err=True)
    sys.exit(0 if found.good else 1)


@click.command(help="bench_stress")
@click.argument("loads", nargs=-1, metavar="loads")
@click.option(
    "--seconds", type=click.FloatRange(0.5), default=5.0, metavar="number", help="stress_seconds"
)
@click.option("--most", type=click.IntRange(1), metavar="number", help="stress_most")
@click.option(
    "--minutes", type=click.FloatRange(0.1), default=10.0, metavar="number", help="stress_minutes"
)
@option_json
@option_lang
@click.pass_obj
def stress(
    lang: Lang,
    loads: tuple[str, ...],
    seconds: float,
    most: int | None,
    minutes: float,
    as_json: bool,
) -> None:
    """Raise each kind of load on a server until it gives way."""
    require("server")
    from cruachan.bench.loads import LOADS
    from cruachan.bench.stress import bench, summary

    for load in loads:
        if load not in LOADS:
            known = ", ".join(LOADS)
            raise CruachanError(message(__package__, "bench.no_load", load=load, known=known))
    limits = []
    for levels in bench(loads, seconds, most, minutes):
        if as_json:
            click.echo(json.dumps(asdict(levels[-1])))
        else:
            _tell_level(levels[-1], lang)
        if levels[-1].ends:
            limits.append(summary(levels))
    if not as_json:
        _tell_limits(limits, lang)


STRESS_FIGURES = ("reached", "p99", "moves", "failed", "memory")
LIMIT_FIGURES = ("held", "p99", "memory", "tried", "broken_p99", "broken_memory", "failed")


def _tell_level(level: StressLevel, lang: Lang) -> None:
    """A line as soon as a level was measured, and what was refused at it."""
    texts = Texts(__package__, lang)
    values = {name: numeral(getattr(level, name), ",.0f", lang) for name in STRESS_FIGURES}
    click.echo(texts("bench.stress", load=texts(f"bench.load_{level.load}"), **values))
    for sentence, times in sorted(level.refused.items(), key=lambda each: -each[1])[:3]:
        click.echo(texts("bench.stress_refused", times=times, says=sentence))
    if level.ends:
        click.echo(texts(f"bench.stress_{level.ends}"))


def _tell_limits(limits: list[LoadLimit], lang: Lang) -> None:
    """All loads as a table in Markdown."""
    texts = Texts(__package__, lang)
    click.echo("")
    click.echo(texts("bench.limit_head"))
    click.echo("|---|---|---|---|---|")
    for limit in limits:
        values = {name: numeral(getattr(limit, name), ",.0f", lang) for name in LIMIT_FIGURES}
        ends = texts(f"bench.limit_{limit.ends}", **values)
        if limit.says:
            ends = texts("bench.limit_says", ends=ends, says=limit.says)
        load = texts(f"bench.load_{limit.load}")
        click.echo(texts("bench.limit", load=load, ends=ends, **values))


@click.command("ray", help="bench_ray")
@click.option("--tasks", type=click.IntRange(1), default=4, metavar="number", help="bench_tasks")
@option_json
@option_lang
@click.pass_obj
def on_ray(lang: Lang, tasks: int, as_json: bool) -> None:
    """Time the same games in the local pool and on a cluster of this machine."""
    from cruachan.bench.ray import bench

    found = bench(tasks)
    if as_json:
        click.echo(json.dumps(found))
        return
    values = {name: numeral(found[name], ",.0f", lang) for name in ("games", "pool", "cluster")}
    more = numeral(found["more"], ".1%", lang)
    click.echo(Texts(__package__, lang)("bench.ray", more=more, **values))


COMMANDS = (envs, gpu, wasm, on_ray, openspiel, search, cluster, takeover, stress)
