"""NumPy, or as much of it as interpreted rules need where there is none, as in a browser.

    from cruachan.engine.arrays import np

Rules name `np` as always. Where NumPy is missing they get arrays of this module: lists of Python's
numbers that know their type. They have no arithmetic; rules read and write single numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

__all__ = ["WITH_NUMPY", "ListArray", "NumberType", "NumpySubstitute", "np"]

WITH_NUMPY = find_spec("numpy") is not None
"""Whether records and arrays are NumPy's."""


class NumberType(NamedTuple):
    """The type of the numbers of an array."""

    code: str
    """As NumPy writes it: a kind and a number of bytes."""


class ListArray(list[Any]):
    """A row of numbers, or of rows; numbers of 64 bits wrap around, as those of dice must."""

    dtype: NumberType = NumberType("i8")

    def __setitem__(self, at: Any, value: Any) -> None:
        if self.dtype.code == "i8" and isinstance(value, int):
            value = (value + (1 << 63)) % (1 << 64) - (1 << 63)
        super().__setitem__(at, value)

    def __getitem__(self, at: Any) -> Any:
        """A number or a row; `array[row, column]` is a number."""
        if isinstance(at, tuple):
            return super().__getitem__(at[0])[at[1]]
        found = super().__getitem__(at)
        return _typed(found, self.dtype) if isinstance(at, slice) else found

    def tolist(self) -> list[Any]:
        """The numbers as a list."""
        return [each.tolist() if isinstance(each, ListArray) else each for each in self]

    def copy(self) -> ListArray:
        """A copy of the array."""
        return _typed(
            (each.copy() if isinstance(each, ListArray) else each for each in self), self.dtype
        )


def _typed(numbers: Iterable[Any], dtype: NumberType) -> ListArray:
    made = ListArray(numbers)
    made.dtype = dtype
    return made


class NumpySubstitute:
    """The functions and types of NumPy that rules and bots name."""

    int16 = NumberType("i2")
    int32 = NumberType("i4")
    int64 = NumberType("i8")
    float32 = NumberType("f4")
    float64 = NumberType("f8")
    integer: ClassVar[type] = int
    generic: ClassVar[type] = int
    dtype: ClassVar[type] = NumberType
    ndarray: ClassVar[type] = ListArray

    @staticmethod
    def zeros(shape: int | Sequence[int], dtype: NumberType = float64) -> ListArray:
        """An array of a length, or of rows of a length, with every number 0."""
        nothing = 0.0 if dtype.code.startswith("f") else 0
        if isinstance(shape, int):
            return _typed([nothing] * shape, dtype)
        rows, length = shape
        return _typed((_typed([nothing] * length, dtype) for _ in range(rows)), dtype)

    empty = zeros

    @staticmethod
    def ones(length: int, dtype: NumberType = float64) -> ListArray:
        """An array with every number 1."""
        return _typed([1.0 if dtype.code.startswith("f") else 1] * length, dtype)

    @staticmethod
    def array(numbers: Iterable[Any], dtype: NumberType = float64) -> ListArray:
        """An array of numbers."""
        return _typed(numbers, dtype)


if TYPE_CHECKING or WITH_NUMPY:
    import numpy as np
else:
    np = NumpySubstitute()
