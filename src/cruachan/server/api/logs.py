"""The log: lines for people or JSON objects for programs, never a secret."""

from __future__ import annotations

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Literal, get_args

from cruachan.engine.plugins import blamed

Form = Literal["plain", "json"]
FORMS: tuple[Form, ...] = get_args(Form)

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the request that something is done for."""
SECRET = re.compile(r"(?<![\w-])(?![0-9a-f]{32}(?![\w-]))[\w-]{32}(?![\w-])", re.ASCII)
"""What looks like a key of a seat or of a server. Ids of requests that proxies make up are as long,
but have no letter after f."""
HIDDEN = "…"
MORE = ("method", "route", "status", "ms")
"""What is told of a request that was answered."""
requests = logging.getLogger("cruachan.requests")


def hidden(text: str) -> str:
    """A text without anything that looks like a key."""
    return SECRET.sub(HIDDEN, text)


def _plugin(record: logging.LogRecord) -> str | None:
    """The distribution of the plugin in which a logged exception was raised, if it was one."""
    error = record.exc_info[1] if record.exc_info else None
    return None if error is None else blamed(error)


class TextFormatter(logging.Formatter):
    """Lines for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """A line, and below it where a fault was."""
        plugin = _plugin(record)
        return hidden(super().format(record) + (f"\nin the plugin {plugin}" if plugin else ""))


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """When, how grave, what happened, and for which request."""
        said: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            "logger": record.name,
            "request": REQUEST.get() or None,
        }
        said |= {name: getattr(record, name) for name in MORE if hasattr(record, name)}
        if record.exc_info:
            said["fault"] = self.formatException(record.exc_info)
        if (plugin := _plugin(record)) is not None:
            said["plugin"] = plugin
        return hidden(json.dumps(said, ensure_ascii=False))


def begin(form: Form) -> None:
    """Let everything that is told go to the log; each answered request only as an object."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    logging.basicConfig(handlers=[handler])
    requests.setLevel(logging.INFO if form == "json" else logging.WARNING)
