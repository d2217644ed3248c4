"""Commands that need more than the library: the packages of each extra, and those missing."""

from __future__ import annotations

from importlib.util import find_spec

from cruachan.cli.speech import say
from cruachan.engine.errors import CruachanError

EXTRAS = {
    "server": (
        "alembic",
        "cryptography",
        "fastapi",
        "httpcore",
        "httpx",
        "pydantic",
        "segno",
        "sqlalchemy",
        "starlette",
        "uvicorn",
        "webauthn",
        "websockets",
    ),
    "print": ("typst",),
    "terminal": ("httpx", "prompt_toolkit", "rich", "segno", "websockets"),
}
"""The modules of each extra that its commands cannot do without."""


def require(extra: str) -> None:
    """Raise a CruachanError with the pip command unless the packages of an extra are installed."""
    missing = [name for name in EXTRAS[extra] if find_spec(name) is None]
    if missing:
        raise CruachanError(say("error.extra", extra=extra, missing=missing))
