"""Work in slices: a generator that yields where something else may run in between."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

Result = TypeVar("Result")
Slices: TypeAlias = Generator[None, None, Result]
"""Work that yields between two slices and returns its result."""


def run_slices(work: Slices[Result]) -> Result:
    """Do the work at once; its result."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            result: Result = done.value
            return result
