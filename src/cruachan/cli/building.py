"""`cruachan build-wasm`: games as WebAssembly modules."""

from __future__ import annotations

from pathlib import Path

import click

from cruachan.engine.texts import LANGS, Lang, Texts, numeral


@click.command("build-wasm", help="build_wasm")
@click.argument("games", nargs=-1, metavar="games")
@click.option("--board", metavar="board", help="board")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), required=True, metavar="folder",
    help="wasm_out",
)  # fmt: skip
@click.option("--lang", type=click.Choice(LANGS), expose_value=False, help="lang")
@click.pass_obj
def build_wasm(lang: Lang, games: tuple[str, ...], board: str | None, out: Path) -> None:
    """Write rules, bots and search of games for JavaScript."""
    from cruachan.engine.kernel import record_game
    from cruachan.games import GAMES, load_game
    from cruachan.wasm.build import build_apart
    from cruachan.wasm.exports import module_game

    texts = Texts(__package__, lang)
    known = [name for name in GAMES if record_game(load_game(name)) is not None]
    for name in games:
        module_game(name, board)
    for built in build_apart(games or known, board, out):
        size = sum(path.stat().st_size for path in built[1:]) / 1000
        click.echo(texts("wasm.built", file=str(built.code), size=numeral(size, ",.0f", lang)))
