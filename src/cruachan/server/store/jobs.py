"""Jobs: statements that are written to a store in one transaction."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Delete, Insert, Update

Statement = Insert | Update | Delete
Parameters = Mapping[str, object]
"""The values of a statement's bound parameters."""
Job = list[tuple[Statement, Parameters]]
"""Statements with their parameters, written in one transaction."""
