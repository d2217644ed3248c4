"""Answers that are the same for everybody until the server is upgraded: catalogue, rules, boards.

They are made once, kept compressed, and told apart by an ETag. The address
of a picture with the digest of its board never changes its content and may be cached for good.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from typing import Any

from fastapi import Request, Response
from pydantic import TypeAdapter

from cruachan import __version__
from cruachan.engine.errors import CruachanError
from cruachan.engine.identity import cover_svg, wordmark_svg
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import Lang
from cruachan.games import GAMES, game_class
from cruachan.server.api.page import File
from cruachan.server.errors import missing
from cruachan.server.tables.setting import boxed_game

KEPT = 256
"""How many answers and how many pictures are kept."""
log = logging.getLogger(__name__)

Maker = Callable[..., Any]


@lru_cache(maxsize=KEPT)
def _json(make: Maker, *values: Any) -> File:
    """What a function returns, as JSON."""
    found = make(*values)
    return File(TypeAdapter(Any).dump_json(found), ".json")


def constant(request: Request, make: Maker, *values: Any) -> Response:
    """Answer with what a function returns for these values, which it does each time."""
    return _answer(request, _json(make, *values), lasting=False)


@lru_cache(maxsize=KEPT)
def picture(game: str, board: str, lang: Lang, still: bool) -> File:
    """The picture of an empty board, or the one on which pieces are laid."""
    found = boxed_game(game, board)
    shown = presentation_of(found)
    drawn = shown.board_svg(lang) if still or not shown.picture else shown.draw(None, lang)
    return File(drawn.encode(), ".svg")


def digest(game: str, board: str, lang: Lang) -> str:
    """What the pictures of a board are known by; it changes with either of them."""
    both = sha256()
    for still in (False, True):
        both.update(picture(game, board, lang, still).tag)
    return both.hexdigest()[:20]


def pictured(
    request: Request, game: str, board: str | None, lang: Lang, still: bool, digest_: str | None
) -> Response:
    """Answer with a picture; with its digest in the address it need not be asked for again."""
    if not GAMES.check(game):
        raise missing("no_game", name=game, games=list(GAMES))
    chosen = board or game_class(game).boards[0]
    lasting = digest_ is not None and digest_ == digest(game, chosen, lang)
    return _answer(request, picture(game, chosen, lang, still), lasting)


@lru_cache(maxsize=KEPT)
def cover_picture(game: str, lang: Lang) -> File:
    """The cover of a game; the board alone where what should lie on it cannot be read."""
    found, look = boxed_game(game), GAMES[game].identity
    try:
        drawn = cover_svg(found, look, lang)
    except CruachanError as error:
        log.warning("cover of %s: %s", game, error)
        drawn = presentation_of(found).board_svg(lang)
    return File(drawn.encode(), ".svg")


@lru_cache(maxsize=KEPT)
def wordmark_picture(game: str, lang: Lang) -> File:
    """The title of a game as it writes it, in black."""
    mark = GAMES[game].identity.wordmark
    assert mark is not None
    return File(wordmark_svg(mark, "#000000").encode(), ".svg")


def look_digest(game: str, lang: Lang) -> str:
    """What cover and wordmark are known by. It follows from what they are drawn of, since drawing
    a cover may have to wait for the rules to be compiled."""
    board = picture(game, game_class(game).boards[0], lang, True)
    drawn_of = board.tag + repr(GAMES[game].identity).encode() + __version__.encode()
    return sha256(drawn_of).hexdigest()[:20]


def looked(
    request: Request, draw: Callable[[str, Lang], File], game: str, lang: Lang, digest_: str | None
) -> Response:
    """Answer with a picture of a game's look."""
    return _answer(request, draw(game, lang), digest_ == look_digest(game, lang))


def _answer(request: Request, file: File, lasting: bool) -> Response:
    status, headers, body = file.answer(dict(request.scope["headers"]), lasting)
    said = {name.decode(): value.decode() for name, value in headers.items()}
    return Response(body, status, said)
