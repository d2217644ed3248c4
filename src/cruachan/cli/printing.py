"""`cruachan print`: a game on paper."""

from __future__ import annotations

from pathlib import Path

import click

from cruachan.cli.extras import require
from cruachan.cli.speech import put, say
from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import LANGS, Lang

PAPERS = ("a4", "letter")
PARTS = ("all", "board", "pieces", "rules")


@click.command("print", help="print")
@click.argument("game", metavar="game")
@click.option("--board", metavar="board", help="board")
@click.option("--paper", type=click.Choice(PAPERS), default="a4", help="paper")
@click.option("--part", type=click.Choice(PARTS), default="all", help="print_part")
@click.option("--grey", is_flag=True, help="grey")
@click.option("--save-ink", is_flag=True, help="save_ink")
@click.option("--out", type=click.Path(path_type=Path), metavar="file", help="print_out")
@click.option("--lang", type=click.Choice(LANGS), expose_value=False, help="lang")
@click.pass_obj
def print_kit(
    lang: Lang,
    game: str,
    board: str | None,
    paper: str,
    part: str,
    grey: bool,
    save_ink: bool,
    out: Path | None,
) -> None:
    """Write board, pieces, player aid and rules of GAME as a PDF to print."""
    require("print")
    from cruachan.games import load_game
    from cruachan.printing import KitOptions, KitPart, make_kit

    file = out or Path(f"{game}-{paper}.pdf")
    if file.suffix.lower() != ".pdf":
        raise CruachanError(say("error.no_pdf", out=file, pdf=file.with_suffix(".pdf")))
    options = KitOptions(lang, paper, grey, save_ink, KitPart(part))
    put(make_kit(load_game(game, board), options), file, lang)
