"""Tables of all kinds."""

from __future__ import annotations

from typing import Any

SETTINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "hibernia": ("hibernia", {}),
    "hibernia of three": ("hibernia", {"seats": 3, "options": {"harder": "yes"}}),
    "cambria of two": ("cambria", {"seats": 2, "board": "north"}),
    "cambria of five": ("cambria", {"seats": 5}),
    "gallia": ("gallia", {}),
    "strict gallia": ("gallia", {"options": {"strict": "yes"}}),
}
