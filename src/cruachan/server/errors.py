"""Errors of the server: a sentence for people, a key and an HTTP status for programs."""

from __future__ import annotations

from typing import Any

from cruachan.engine.errors import CruachanError
from cruachan.engine.texts import message
from cruachan.server import PACKAGE

AGAIN = b"cruachan-again"
"""The header of an answer by which one server tells another to ask once more."""


class ServerError(CruachanError):
    """A request that is refused; `status` is the HTTP status of the response."""

    def __init__(self, key: str, status: int, /, **values: Any) -> None:
        super().__init__(message(PACKAGE, f"error.{key}", **values))
        self.key = key
        self.status = status

    @property
    def again(self) -> bool:
        """Whether the same may well be done in a moment, here or by another server."""
        return self.key in ("elsewhere", "unstored")

    @property
    def needs_key(self) -> bool:
        """Whether it may be done with the right key, so that none at all is another fault."""
        return self.key in ("not_yours", "host_only")


class StoreError(CruachanError):
    """The store cannot be opened, read or written."""

    @property
    def again(self) -> bool:
        """A database that was restarted is there again in a moment."""
        return True


def store_error(key: str, /, **values: Any) -> StoreError:
    """A complaint about the store."""
    return StoreError(message(PACKAGE, f"store.{key}", **values))


def no_table() -> ServerError:
    """There is no such table, or nobody may know that there is."""
    return missing("no_table")


def unauthorized(key: str, /, **values: Any) -> ServerError:
    """Somebody without a key asks for what needs one."""
    return ServerError(key, 401, **values)


def missing(key: str, /, **values: Any) -> ServerError:
    """It is not there."""
    return ServerError(key, 404, **values)


def gone(key: str, /, **values: Any) -> ServerError:
    """It was there, and is no more."""
    return ServerError(key, 410, **values)


def failed(key: str, /, **values: Any) -> ServerError:
    """It should have been done, and could not be."""
    return ServerError(key, 503, **values)


def forbidden(key: str, /, **values: Any) -> ServerError:
    """Somebody may not do this."""
    return ServerError(key, 403, **values)


def conflict(key: str, /, **values: Any) -> ServerError:
    """It cannot be done as things stand now."""
    return ServerError(key, 409, **values)


def wrong(key: str, /, **values: Any) -> ServerError:
    """What was sent makes no sense."""
    return ServerError(key, 422, **values)
