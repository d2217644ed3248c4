"""The commands of the hall: open it, look after it, and play in it from the terminal."""

from __future__ import annotations

from pathlib import Path

import click

from cruachan.engine.words import LANGS, Lang

FOLDER = click.Path(path_type=Path, file_okay=False)
FILE = click.Path(path_type=Path)
PORT = 7370

option_lang = click.option("--lang", type=click.Choice(LANGS), expose_value=False, help="lang")
option_data = click.option("--data", type=FOLDER, metavar="folder", help="data")


def store_folder(data: Path | None) -> Path:
    """The folder of tables: as said, else in the user's data folder."""
    from cruachan.terminal.saves import home

    return data or home() / "hall"


@click.command(help="serve")
@click.option("--host", default="127.0.0.1", metavar="address", help="host")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, metavar="number", help="port")
@option_data
@click.option("--name", "names", multiple=True, metavar="name", help="host_name")
@click.option("--rate", type=click.FloatRange(1), default=50.0, metavar="number", help="rate")
@option_lang
@click.pass_obj
def serve(
    lang: Lang, host: str, port: int, data: Path | None, names: tuple[str, ...], rate: float
) -> None:
    """Open the hall."""
    from cruachan.hall.serve import Serving
    from cruachan.hall.serve import serve as run

    run(Serving(host, port, store_folder(data), lang, names, rate))


COMMANDS = (serve,)
