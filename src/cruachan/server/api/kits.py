"""Kits to print, for the page: made in a process of its own, one at a time, and kept."""

from __future__ import annotations

import logging
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from cruachan.engine.processes import unheard
from cruachan.engine.texts import Lang
from cruachan.games import GAMES
from cruachan.printing import KitOptions, KitPart, can_print
from cruachan.server.api import responses
from cruachan.server.api.parameters import GameName, OnBoard
from cruachan.server.api.request_context import address_of, language, service_of
from cruachan.server.api.slow_answers import SlowAnswers
from cruachan.server.api.streams import LangQuery
from cruachan.server.errors import failed, missing

PATIENCE = 300.0
"""Seconds that a kit may take, on a machine where the rules have to be compiled first."""
THREADS, KEPT = 1, 12
"""How many kits are made at a time, and how many are kept: each has up to 2 MB."""
UNHURRIED = [nice, "-n", "10"] if (nice := shutil.which("nice")) else []
"""Moves and bots go first: one who asks for kit after kit slows nobody down."""
log = logging.getLogger(__name__)

api = APIRouter(prefix="/api", responses=responses.ALWAYS)

Paper = Annotated[Literal["a4", "letter"], Query(description="The paper.")]
PrintedPart = Annotated[
    Literal["all", "board", "pieces", "rules"], Query(description="The whole kit, or a part of it.")
]
Grey = Annotated[bool, Query(description="Without colour.")]
SaveInk = Annotated[bool, Query(description="Without backgrounds.")]


class PdfResponse(Response):
    """A PDF, as the description of the API names it."""

    media_type = "application/pdf"


@api.get(
    "/games/{game}/kit",
    response_class=PdfResponse,
    responses=responses.NO_GAME | responses.refusals(503),
)
async def kit(
    request: Request,
    game: GameName,
    board: OnBoard = None,
    paper: Paper = "a4",
    part: PrintedPart = "all",
    grey: Grey = False,
    save_ink: SaveInk = False,
    lang: LangQuery = None,
) -> Response:
    """The game to print (PDF): board, pieces, player aid and rules. It can take a minute."""
    if not GAMES.check(game):
        raise missing("no_game", name=game, games=list(GAMES))
    if not can_print():
        raise failed("no_printing")
    found = await service_of(request).known(game, board)
    options = KitOptions(language(request), paper, grey, save_ink, KitPart(part))
    kits: SlowAnswers = request.app.state.kits
    key = (game, found.board_name, options)
    body = await kits.get(address_of(request), key, partial(print_apart, game, board, options))
    name = f"{game}-{paper}-{options.lang}.pdf"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PdfResponse(body, headers=headers)


def print_apart(game: str, board: str | None, options: KitOptions) -> bytes:
    """A kit, made in a process of its own: neither its memory nor its compiler is the server's."""
    with TemporaryDirectory() as folder:
        out = Path(folder) / "kit.pdf"
        typed = [sys.executable, "-m", "cruachan", "print", *arguments(game, board, options, out)]
        try:
            with unheard():
                subprocess.run(
                    [*UNHURRIED, *typed],
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    timeout=PATIENCE,
                    check=True,
                )
            return out.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            log.warning("kit of %s: %s %s", game, error, getattr(error, "stderr", b""))
            raise failed("no_kit", game=GAMES[game].title) from None


def arguments(game: str, board: str | None, options: KitOptions, out: Path) -> list[str]:
    """The options of a kit as the command line takes them."""
    lang: Lang = options.lang
    typed = [game, "--paper", options.paper, "--part", options.part, "--lang", lang]
    typed += ["--board", board] if board else []
    typed += ["--grey"] if options.grey else []
    typed += ["--save-ink"] if options.save_ink else []
    return [*typed, "--out", str(out)]
