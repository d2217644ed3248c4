"""What is written to a store together or not at all."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Delete, Insert, Update

Statement = Insert | Update | Delete
Job = list[tuple[Statement, dict[str, Any]]]
"""Statements with their values, written together or not at all."""
