"""The commands of the server: open it, look after it, and play in it from the terminal."""

from __future__ import annotations

import os
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any, Literal, NoReturn

import click

from cruachan.cli.extras import require
from cruachan.cli.speech import introduce, option_bot, parse_options, say
from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import LANGS, Lang, Texts, message
from cruachan.server import PACKAGE

FOLDER = click.Path(path_type=Path, file_okay=False)
FILE = click.Path(path_type=Path)
PORT = 7370

LOCAL_SERVER = f"http://127.0.0.1:{PORT}"
"""The server of this machine."""

option_lang = click.option("--lang", type=click.Choice(LANGS), expose_value=False, help="lang")
option_data = click.option("--data", type=FOLDER, metavar="folder", help="data")
option_database = click.option(
    "--database", metavar="address", envvar="CRUACHAN_DATABASE", help="database"
)


def _server_by_its_old_name(context: click.Context, _: click.Parameter, address: str) -> None:
    if address:
        context.default_map = {**(context.default_map or {}), "server": address}


def option_server(command: Any) -> Any:
    """The server to ask; `--hall` is what the option was called before 0.3."""
    old = click.option("--hall", hidden=True, expose_value=False, callback=_server_by_its_old_name)
    new = click.option("--server", default=LOCAL_SERVER, metavar="address", help="server")
    return new(old(command))


def store_folder(data: Path | None) -> Path:
    """The folder of tables: as said, else in the user's data folder."""
    from cruachan.terminal.folders import home

    return data or home() / "hall"


def tell_if_no_page(lang: Lang) -> None:
    """Say on standard error that browsers get no page, where the installation has none."""
    from cruachan.server.api.page import FOLDER as PAGE

    if not (PAGE / "index.html").is_file():
        click.echo(say("open.no_page").text(lang), err=True)


@click.command(help="serve")
@click.option("--host", default="127.0.0.1", metavar="address", help="host")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, metavar="number", help="port")
@option_data
@option_database
@click.option("--inside", metavar="address", help="inside")
@click.option("--name", "names", multiple=True, metavar="name", help="host_name")
@click.option("--origin", "origins", multiple=True, metavar="address", help="origin")
@click.option("--rate", type=click.FloatRange(1), default=50.0, metavar="number", help="rate")
@click.option(
    "--limit", "limits", multiple=True, metavar="limit", envvar="CRUACHAN_LIMITS", help="limit"
)
@click.option("--metrics", metavar="metrics", help="metrics")
@click.option("--notices", type=FILE, metavar="file", help="notices")
@click.option(
    "--daily-secret",
    default="",
    metavar="text",
    envvar="CRUACHAN_DAILY_SECRET",
    help="daily_secret",
)
@click.option("--log", type=click.Choice(("plain", "json")), default="plain", help="log")
@option_bot
@option_lang
@click.pass_obj
def serve(
    lang: Lang,
    host: str,
    port: int,
    data: Path | None,
    database: str | None,
    inside: str | None,
    names: tuple[str, ...],
    origins: tuple[str, ...],
    rate: float,
    limits: tuple[str, ...],
    metrics: str | None,
    notices: Path | None,
    daily_secret: str,
    log: Literal["plain", "json"],
    own: tuple[str, ...],
) -> None:
    """Start the server."""
    require("server")
    from cruachan.server.serve import Serving
    from cruachan.server.serve import serve as run

    tell_if_no_page(lang)
    introduce(own)
    folder = store_folder(data)
    run(
        Serving(
            host,
            port,
            folder,
            lang,
            names,
            rate,
            database=database,
            inside=inside,
            metrics=metrics,
            log=log,
            origins=origins,
            limits=limits,
            notices=notices,
            daily_secret=daily_secret,
        )
    )


@click.command("open", help="open")
@click.option("--host", default="127.0.0.1", metavar="address", help="host")
@click.option("--port", type=click.IntRange(0, 65535), metavar="number", help="open_port")
@option_data
@click.option("--no-browser", is_flag=True, help="no_browser")
@option_bot
@option_lang
@click.pass_obj
def open_page(
    lang: Lang,
    host: str,
    port: int | None,
    data: Path | None,
    no_browser: bool,
    own: tuple[str, ...],
) -> None:
    """Start the server on this machine, and its page in a browser."""
    require("server")
    from cruachan.cli.opening import run
    from cruachan.server.serve import Serving

    tell_if_no_page(lang)
    introduce(own)
    wish = PORT if port is None else port
    serving = Serving(host, wish, store_folder(data), lang, elsewhere=port is None)
    if run(serving, browse=not no_browser):
        require("terminal")
        from cruachan.terminal.play import PlayOptions
        from cruachan.terminal.play import run as play

        sys.exit(play(PlayOptions(lang=lang)))


@click.command(help="doctor")
@option_data
@option_database
@option_lang
@click.pass_obj
def doctor(lang: Lang, data: Path | None, database: str | None) -> None:
    """Check a store, and play every game of it again."""
    require("server")
    from cruachan.server.store.doctor import examine, opened

    texts = Texts("cruachan.server", lang)
    store = opened(database or store_folder(data))
    found = []
    try:
        for finding in examine(store):
            click.echo(finding.said.text(lang), err=not finding.good)
            found.append(finding)
    finally:
        store.close()
    tables = [finding.good for finding in found if finding.table]
    click.echo(texts("doctor.sum", good=sum(tables), all=len(tables)))
    sys.exit(0 if all(finding.good for finding in found) else 1)


@click.command(help="backup")
@click.argument("file", type=FILE, metavar="file")
@option_data
@option_database
@option_lang
@click.pass_obj
def backup(lang: Lang, file: Path, data: Path | None, database: str | None) -> None:
    """Copy the store while the server is running."""
    require("server")
    from cruachan.server.store.doctor import backup as copy
    from cruachan.server.store.doctor import opened

    store = opened(database or store_folder(data))
    try:
        tables = copy(store, file)
    finally:
        store.close()
    click.echo(Texts("cruachan.server", lang)("backup.done", path=file, tables=tables))


@click.command(help="remove")
@click.argument("tables", nargs=-1, metavar="store_tables")
@click.option("--older-than", "days", type=click.FloatRange(0), metavar="number", help="older_than")
@click.option("--yes", is_flag=True, help="yes")
@option_data
@option_database
@option_lang
@click.pass_obj
def remove(
    lang: Lang,
    tables: tuple[str, ...],
    days: float | None,
    yes: bool,
    data: Path | None,
    database: str | None,
) -> None:
    """Remove tables from a store for good, after asking."""
    require("server")
    from cruachan.server.store import removal
    from cruachan.server.store.doctor import opened

    texts = Texts("cruachan.server", lang)
    if bool(tables) == (days is not None):
        raise CruachanError(message(PACKAGE, "remove.which"))
    store = opened(database or store_folder(data))
    try:
        now = time.time_ns() // 1_000_000
        if days is None:
            found = removal.named(store, set(tables))
        else:
            found = removal.untouched(store, days, now)
        for each in found:
            ago = (now - each.at) // removal.DAY
            status = texts(f"status.{each.after.status}")
            values = {"game": each.table.game, "table": each.table.id, "status": status}
            click.echo(texts("remove.table", days=ago, **values))
        if not found:
            click.echo(texts("remove.none"))
        elif yes or _agreed(texts("remove.ask", tables=len(found))):
            removal.remove(store, [each.table.id for each in found])
            click.echo(texts("remove.done", tables=len(found)))
        else:
            click.echo(texts("remove.kept"))
    finally:
        store.close()


def _agreed(question: str) -> bool:
    """Whether somebody answers a question with yes, in any of the languages."""
    click.echo(f"{question} ", nl=False)
    return sys.stdin.readline().strip().casefold() in ("y", "yes", "j", "ja")


@click.command("migrate-store", help="migrate_store")
@click.argument("source", metavar="store_from")
@click.argument("target", metavar="store_to")
@option_lang
@click.pass_obj
def migrate_store(lang: Lang, source: str, target: str) -> None:
    """Move a store to another database."""
    require("server")
    from cruachan.cli.progress import progress
    from cruachan.server.store.migrate import location_name, move, store_location

    texts = Texts("cruachan.server", lang)
    where, to = store_location(source), store_location(target)
    title = texts("move.title")
    with progress(title, 1, partial(message, "cruachan.server", "move.progress"), lang) as tell:
        moved = move(where, to, tell)
    for said in moved.unplayed:
        click.echo(said.text(lang), err=True)
    values = {
        "tables": moved.tables,
        "rows": moved.rows,
        "to": location_name(to),
        "path": location_name(where),
    }
    click.echo(texts("move.done", **values))


@click.command(help="export")
@click.argument("table", metavar="table")
@click.option("--out", type=FILE, metavar="file", help="export_out")
@option_data
@option_database
@option_lang
@click.pass_obj
def export(
    lang: Lang, table: str, out: Path | None, data: Path | None, database: str | None
) -> None:
    """Write the transcript of a table."""
    require("server")
    from cruachan.cli.speech import put
    from cruachan.server.store.doctor import export as write
    from cruachan.server.store.doctor import opened

    store = opened(database or store_folder(data))
    try:
        text = write(store, table)
    finally:
        store.close()
    put(text, out, lang)


@click.command(help="invite")
@click.argument("game", metavar="game")
@option_server
@click.option("--player", "players", multiple=True, metavar="player", help="guests")
@click.option("--name", default="", metavar="name", help="own_name")
@click.option("--board", metavar="name", help="box_board")
@click.option("--option", "options", multiple=True, metavar="name_value", help="option")
@click.option("--public", is_flag=True, help="public")
@click.option("--clock", metavar="clock", help="clock")
@click.option("--at-zero", type=click.Choice(["vote", "bot", "resign"]), help="at_zero")
@click.option("--vacation", type=click.IntRange(0, 60), metavar="days", help="vacation")
@click.option("--rated", is_flag=True, help="rated")
@option_lang
@click.pass_obj
def invite(
    lang: Lang,
    game: str,
    server: str,
    players: tuple[str, ...],
    name: str,
    board: str | None,
    options: tuple[str, ...],
    public: bool,
    clock: str | None,
    at_zero: str | None,
    vacation: int | None,
    rated: bool,
) -> None:
    """Set a table at a server, and sit down there."""
    require("terminal")
    os.environ.setdefault("CRUACHAN_RULES", "interpreted")
    from cruachan.terminal.join import invite as set_table

    chosen = parse_options(options)
    wishes: dict[str, Any] = {"board": board, "options": chosen, "public": public, "clock": clock}
    wishes |= {"at_zero": at_zero, "vacation": vacation}
    wishes["rated"] = rated
    link = set_table(server, game, players, lang, name, **wishes)
    click.echo(Texts("cruachan.server", lang)("serve.link", link=link))
    if sys.stdin.isatty() and sys.stdout.isatty():
        import segno

        segno.make(link).terminal(compact=True)
        visit(link, lang)


@click.command(help="join")
@click.argument("link", metavar="link")
@click.option("--name", metavar="name", help="own_name")
@click.option("--seat", metavar="letter", help="own_seat")
@click.option("--plain", is_flag=True, help="plain")
@click.option("--notify", is_flag=True, help="notify")
@option_lang
@click.pass_obj
def join(
    lang: Lang, link: str, name: str | None, seat: str | None, plain: bool, notify: bool
) -> None:
    """Play at a table of a server."""
    visit(link, lang, name=name, seat=seat, plain=plain, notify=notify)


@click.command(help="login")
@click.argument("link", metavar="link")
@option_lang
@click.pass_obj
def login(lang: Lang, link: str) -> None:
    """Be the same person in the terminal as in the browser."""
    require("terminal")
    from cruachan.terminal.login import login as sign_in

    click.echo(sign_in(link, lang))


@click.command(help="logout")
@click.argument("address", metavar="address")
@option_lang
@click.pass_obj
def logout(lang: Lang, address: str) -> None:
    """Sign the terminal out at a server."""
    require("terminal")
    from cruachan.terminal.login import logout as sign_out

    click.echo(sign_out(address, lang))


@click.command("tables", help="tables")
@click.argument("address", metavar="address", default=LOCAL_SERVER)
@click.option("--game", metavar="game", help="tables_game")
@click.option("--waiting", is_flag=True, help="tables_waiting")
@option_lang
@click.pass_obj
def own_tables(lang: Lang, address: str, game: str | None, waiting: bool) -> None:
    """One's own tables at a server."""
    require("terminal")
    from cruachan.terminal.my_tables import listed

    click.echo(listed(address, lang, game, waiting))


@click.command(help="watch")
@click.argument("link", metavar="link")
@click.option("--plain", is_flag=True, help="plain")
@option_lang
@click.pass_obj
def watch(lang: Lang, link: str, plain: bool) -> None:
    """Look on at a table of a server."""
    visit(link, lang, watch=True, plain=plain)


def visit(link: str, lang: Lang, **how: Any) -> NoReturn:
    """Go to a table; the rules are the server's business, so none are compiled here."""
    require("terminal")
    os.environ.setdefault("CRUACHAN_RULES", "interpreted")
    from cruachan.terminal.join import run

    sys.exit(run(link, lang, **how))


COMMANDS = (
    open_page,
    serve,
    invite,
    login,
    logout,
    join,
    own_tables,
    watch,
    doctor,
    backup,
    remove,
    migrate_store,
    export,
)
