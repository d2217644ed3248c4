"""The fields of a record, as its class declares them."""

from __future__ import annotations

from typing import Any, NamedTuple


class Field(NamedTuple):
    """One field of a record: a NumPy type code and how many of it (0: a single number)."""

    code: str
    length: int


def one(code: str) -> Any:
    """A field that holds one number."""
    return Field(code, 0)


def many(code: str, length: int) -> Any:
    """A field that holds a row of numbers."""
    return Field(code, length)


def take_fields(declared: type) -> dict[str, Field]:
    """The fields of a class by their names; the class is left without them."""
    fields = {name: value for name, value in vars(declared).items() if isinstance(value, Field)}
    for name in fields:
        delattr(declared, name)
    return fields
