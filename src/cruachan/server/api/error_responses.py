"""Errors as answers: a status, a word for programs and a sentence for people."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from cruachan.engine.errors import (
    CruachanError,
    IllegalMove,
    MoveError,
    OptionError,
    StaleMove,
    UndoError,
)
from cruachan.engine.texts import Lang, Texts
from cruachan.lessons.course import LessonError
from cruachan.server import PACKAGE
from cruachan.server.api.guard import TooLarge, largest
from cruachan.server.api.request_context import key_of, language
from cruachan.server.errors import AGAIN, ServerError, StoreError, failed
from cruachan.server.tables.redaction import json

Handler = Callable[[Request, Any], Coroutine[Any, Any, Response]]


def error_response(status: int, error: str, text: str, **more: Any) -> Response:
    """An error as an answer: a word for programs, a sentence for people."""
    body = {"error": error, "text": text, **more}
    return Response(json(body), status_code=status, media_type="application/json")


def _keyless(lang: Lang) -> Response:
    """Answer somebody who asks for what a key opens, and sent none."""
    answer = error_response(401, "keyless", Texts(PACKAGE, lang)("error.keyless"))
    answer.headers["www-authenticate"] = "Bearer"
    return answer


async def on_cruachan(request: Request, error: CruachanError) -> Response:
    """What people can put right, in a sentence and with a number for programs."""
    text = error.text(language(request))
    if isinstance(error, StoreError):
        error = failed("unstored", says=error.said)
        text = error.text(language(request))
    if isinstance(error, ServerError):
        if error.needs_key and key_of(request) is None:
            return _keyless(language(request))
        answer = error_response(error.status, error.key, text)
        if error.status == 503:
            answer.headers["retry-after"] = "1"
        if error.again:
            answer.headers[AGAIN.decode()] = "1"
        return answer
    if isinstance(error, StaleMove):
        return error_response(409, "stale", text)
    if isinstance(error, UndoError):
        return error_response(409, "undo", text)
    if isinstance(error, IllegalMove):
        refusal = error.refusal
        more = {"rule": refusal.rule, "rule_text": refusal.text}
        return error_response(422, "illegal", refusal.reason, **more)
    if isinstance(error, LessonError):
        return error_response(422, "lesson", text)
    if isinstance(error, MoveError):
        return error_response(422, "move", text)
    return error_response(422, "option" if isinstance(error, OptionError) else "wrong", text)


async def on_invalid(request: Request, error: RequestValidationError) -> Response:
    """A request that is not as the description has it: where, and what is wrong there."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])[:80] or "body"
    texts = Texts(PACKAGE, language(request))
    if first["type"] == "string_too_long":
        most = first["ctx"]["max_length"]
        return error_response(422, "too_long", texts("error.too_long", where=where, most=most))
    said = texts("error.invalid", where=where, what=first["msg"][:120])
    return error_response(422, "invalid", said)


async def on_http(request: Request, error: HTTPException) -> Response:
    """A path, a method or a body that the framework itself refuses."""
    texts = Texts(PACKAGE, language(request))
    if isinstance(error.__cause__, TooLarge):
        most = largest(request.url.path) // 1024
        return error_response(413, "too_large", texts("error.too_large", most=most))
    if isinstance(error.__cause__, ClientDisconnect):
        answer = error_response(408, "too_slow", texts("error.too_slow"))
        answer.headers["connection"] = "close"
        return answer
    if error.status_code == 400:
        return error_response(
            422, "invalid", texts("error.invalid", where="body", what=error.detail)
        )
    return error_response(error.status_code, "no_path", texts("error.no_path"))


async def on_fault(request: Request, error: Exception) -> Response:
    """A fault of ours: said in a sentence; the log has the rest."""
    return error_response(500, "fault", Texts(PACKAGE, language(request))("error.fault"))


HANDLERS: dict[Any, Handler] = {
    CruachanError: on_cruachan,
    RequestValidationError: on_invalid,
    HTTPException: on_http,
    Exception: on_fault,
}
"""The handler of each kind of error."""
