"""Kits to print, for the page: made in a process of its own, one at a time, and kept."""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, HTTPException, Query, Request, Response
from starlette.requests import ClientDisconnect

from cruachan.engine.boardfile import BoardError
from cruachan.engine.processes import unheard
from cruachan.engine.texts import Lang
from cruachan.games import GAMES
from cruachan.printing import KitOptions, KitPart, can_print
from cruachan.server.api import responses
from cruachan.server.api.guard import TooLarge
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
REFUSED = 2
"""How the command ends when a person can put right what is wrong."""
BOARD_FILE = {
    "requestBody": {
        "description": "The board file.",
        "required": True,
        "content": {"application/toml": {"schema": {"type": "string", "maxLength": 256 * 1024}}},
    }
}
"""The body of a request that brings a board, as the description of the API names it."""
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


def wanted(
    request: Request,
    paper: Paper = "a4",
    part: PrintedPart = "all",
    grey: Grey = False,
    save_ink: SaveInk = False,
    lang: LangQuery = None,
) -> KitOptions:
    """The options that a request names."""
    return KitOptions(language(request), paper, grey, save_ink, KitPart(part))


Wanted = Annotated[KitOptions, Depends(wanted)]


@api.get(
    "/games/{game}/kit",
    response_class=PdfResponse,
    responses=responses.NO_GAME | responses.refusals(503),
)
async def kit(request: Request, game: GameName, options: Wanted, board: OnBoard = None) -> Response:
    """The game to print (PDF): board, pieces, player aid and rules. It can take a minute."""
    check_printing(game)
    found = await service_of(request).known(game, board)
    key = (game, found.board_name, options)
    return await answer(request, key, lambda: print_apart(game, board, options))


@api.post(
    "/games/{game}/kit",
    response_class=PdfResponse,
    responses=responses.NO_GAME | responses.refusals(403, 503),
    openapi_extra=BOARD_FILE,
)
async def kit_of_board(request: Request, game: GameName, options: Wanted) -> Response:
    """The game to print (PDF) on a board of one's own. The body is the board file, as text."""
    check_printing(game)
    try:
        file = await request.body()
    except (TooLarge, ClientDisconnect) as error:
        raise HTTPException(400) from error
    key = (game, hashlib.sha256(file).digest(), options)
    return await answer(request, key, lambda: print_apart(game, file, options))


def check_printing(game: str) -> None:
    """A ServerError if there is no such game, or this server cannot print."""
    if not GAMES.check(game):
        raise missing("no_game", name=game, games=list(GAMES))
    if not can_print():
        raise failed("no_printing")


async def answer(
    request: Request, key: tuple[str, str | bytes, KitOptions], make: Callable[[], bytes]
) -> Response:
    """The kit with a key as a response, made if it is not kept."""
    kits: SlowAnswers = request.app.state.kits
    body = await kits.get(address_of(request), key, make)
    game, _, options = key
    name = f"{game}-{options.paper}-{options.lang}.pdf"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PdfResponse(body, headers=headers)


def print_apart(game: str, board: str | bytes | None, options: KitOptions) -> bytes:
    """A kit, made in a process of its own: neither its memory nor its compiler is the server's.

    A board as bytes is an untrusted file, which only that process reads. If it is wrong, there is a
    BoardError with its sentence.
    """
    with TemporaryDirectory() as folder:
        out = Path(folder) / "kit.pdf"
        named = str(Path(folder) / "board.toml") if isinstance(board, bytes) else board
        typed = [sys.executable, "-X", "utf8", "-m", "cruachan", "print"]
        typed += arguments(game, named, options, out)
        try:
            if isinstance(board, bytes):
                Path(folder, "board.toml").write_bytes(board)
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
            if isinstance(board, bytes) and getattr(error, "returncode", 0) == REFUSED:
                said = getattr(error, "stderr", b"").decode(errors="replace").strip()
                raise BoardError(said.replace(f"{folder}{os.sep}", "")) from None
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
