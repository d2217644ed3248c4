"""The description of the API at /api/openapi.json, for programs that write programs."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from cruachan.server.api.responses import (
    ConnectionRefused,
    Heartbeat,
    Refused,
    ShownMessage,
    TypingMessage,
    WaitingTables,
)

ABOUT = """Tables on the network. `docs/api.md` tells how to use this, with examples.

What happens at a table is pushed as it happens: as server-sent events (`/api/tables/{id}/events`),
or over a WebSocket at `/api/tables/{id}/listen`, with the same parameters and the same messages
(`x-websockets` names their shapes).

Every path is also there under `/api/v1`: with it a program keeps what it knows when another version
comes."""

KEYS: dict[str, dict[str, str]] = {
    "key": {
        "type": "http",
        "scheme": "bearer",
        "description": "A key from `POST /api/keys`, or from the fragment of a link to a seat.",
    },
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "cruachan",
        "description": "The same for browsers: set by the server when somebody sits down.",
    },
}


TAGS = {
    "games": "The games themselves: catalogue, rules, boards.",
    "tables": "Tables: setting them, playing, listening, and what was.",
    "devices": "Keys and links.",
}


def _tag(path: str) -> str:
    """What a path is about."""
    if path.startswith(("/api/games", "/api/languages")):
        return "games"
    return "tables" if path.startswith(("/api/tables", "/api/files")) else "devices"


OVER_WEBSOCKETS = (Heartbeat, ConnectionRefused, ShownMessage, TypingMessage, WaitingTables)


def _one_of(*names: str) -> dict[str, Any]:
    return {"oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in names]}


WEBSOCKETS = {
    "/api/tables/{id}/listen": {
        "receives": _one_of("TableMessage", "Heartbeat", "ConnectionRefused"),
        "sends": _one_of("ShownMessage", "TypingMessage"),
    },
    "/api/me/waiting": {"receives": _one_of("WaitingTables", "Heartbeat", "ConnectionRefused")},
}
"""What a client receives and sends over WebSockets, which OpenAPI has no words for."""


class Described(FastAPI):
    """An app that says of each path in a sentence what it is for, and how keys are sent."""

    def openapi(self) -> dict[str, Any]:
        """The description, made when it is asked for first."""
        if self.openapi_schema is None:
            described = super().openapi()
            schemas = described["components"]["schemas"]
            for model in (Refused, *OVER_WEBSOCKETS):
                schemas[model.__name__] = model.model_json_schema()
            schemas["JsonValue"]["description"] = "Any value of JSON."
            described["x-websockets"] = WEBSOCKETS
            described["components"]["securitySchemes"] = KEYS
            described["security"] = [{}, *({name: []} for name in KEYS)]
            described["tags"] = [{"name": name, "description": text} for name, text in TAGS.items()]
            for path, operations in described["paths"].items():
                for operation in operations.values():
                    operation["tags"] = [_tag(path)]
                    said = operation["description"].replace("\n", " ")
                    operation["operationId"] = operation["operationId"].partition("_api_")[0]
                    operation["summary"] = said.partition(". ")[0].rstrip(".")
        assert self.openapi_schema is not None
        return self.openapi_schema

    async def described(self, request: Request) -> Response:
        """Answer with the description; it takes a quarter of a second to make, in a thread."""
        return await run_in_threadpool(lambda: JSONResponse(self.openapi()))
