"""The description of the API at /api/openapi.json, for programs that write programs."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

from cruachan.server.api.responses import Refused

ABOUT = """Tables on the network. `docs/api.md` tells how to use this, with examples.

What happens at a table is pushed as it happens: as server-sent events (`/api/tables/{id}/events`),
or over a WebSocket at `/api/tables/{id}/listen`, with the same parameters and the same messages."""

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


class Described(FastAPI):
    """An app that says of each path in a sentence what it is for, and how keys are sent."""

    def openapi(self) -> dict[str, Any]:
        """The description, made when it is asked for first."""
        if self.openapi_schema is None:
            described = super().openapi()
            described["components"]["schemas"]["Refused"] = Refused.model_json_schema()
            described["components"]["securitySchemes"] = KEYS
            described["security"] = [{}, *({name: []} for name in KEYS)]
            for operations in described["paths"].values():
                for operation in operations.values():
                    said = operation["description"].replace("\n", " ")
                    operation["summary"] = said.partition(". ")[0].rstrip(".")
        assert self.openapi_schema is not None
        return self.openapi_schema
