"""Records of NumPy, which Numba compiles rules for."""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, cast

import numpy as np
import numpy.typing as npt

from cruachan.engine.fields import take_fields


class FieldRecord(np.record):  # type: ignore[misc]
    """A record whose fields are found at once: those of all records are properties (`_field`).

    NumPy's own are looked for by a function in Python, after an exception.
    """

    __getattribute__ = np.void.__getattribute__

    def __eq__(self, other: object) -> bool:
        """Whether every number is the same."""
        return type(other) is type(self) and self.tobytes() == other.tobytes()

    def __hash__(self) -> int:
        """The hash of the record's bytes: states are values and must not be changed once hashed."""
        return hash(self.tobytes())


def _field(name: str) -> property:
    """How a field of records is read; a record that has none of this name says so."""

    def read(record: FieldRecord, find: Callable[..., Any] = np.void.__getitem__) -> Any:
        try:
            return find(record, name)
        except (IndexError, KeyError, ValueError):
            raise AttributeError(name) from None

    return property(read)


class NumpyRecord:
    """Base of all records; the fields are the class attributes made by `one` and `many`."""

    dtype: ClassVar[np.dtype[Any]]

    def __init_subclass__(cls) -> None:
        fields = take_fields(cls)
        for name in fields:
            if hasattr(np.record, name):
                raise TypeError(
                    f"{cls.__name__}.{name}: NumPy's records have a {name} of their own"
                )
            setattr(FieldRecord, name, _field(name))
        layout = [(n, f.code, (f.length,)) if f.length else (n, f.code) for n, f in fields.items()]
        cls.dtype = np.dtype((FieldRecord, np.dtype(layout, align=True)))

    @classmethod
    def new(cls) -> Self:
        """A record with every number 0."""
        return cast(Self, np.zeros(1, cls.dtype)[0])


R = TypeVar("R", bound=NumpyRecord)


def copy(record: R) -> R:
    """A copy of the record."""
    twin = np.zeros(1, cast(Any, record).dtype)
    twin[0] = record
    return cast(R, twin[0])


def same(left: NumpyRecord, right: NumpyRecord) -> bool:
    """Whether two records hold the same numbers in every field."""
    return bool(cast(Any, left).tobytes() == cast(Any, right).tobytes())


class UnpackedRecord(np.void):  # type: ignore[misc]
    """A record whose fields are attributes of the instance; rules take it like the record."""

    def __reduce__(self) -> tuple[Any, ...]:
        """NumPy would leave the attributes behind."""
        return unpack, (np.dtype((FieldRecord, self.dtype)), self.tobytes())

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Any) -> Self:
        """Nothing in it changes."""
        return self


class Layout(NamedTuple):
    """The layout by which records of one type are unpacked."""

    copies: np.dtype[Any]
    numbers: struct.Struct
    fields: tuple[tuple[str, int | slice], ...]
    """For each field, where in the row of all numbers its own are."""


@cache
def _layout(records: np.dtype[Any]) -> Layout:
    code, fields, at = "@", [], 0
    for name in records.names or ():
        kind = records[name]
        length = kind.shape[0] if kind.shape else 0
        code += f"{length or 1}{kind.base.char}"
        fields.append((name, slice(at, at + length) if length else at))
        at += length or 1
    copies = np.dtype((UnpackedRecord, np.dtype(records, align=True)))
    return Layout(copies, struct.Struct(code), tuple(fields))


def unpack(records: np.dtype[Any], numbers: bytes) -> UnpackedRecord:
    """A copy of a record to read from, by its type and its bytes."""
    layout = _layout(records)
    copied: UnpackedRecord = np.frombuffer(numbers, layout.copies)[0]
    row = layout.numbers.unpack_from(numbers)
    vars(copied).update({name: row[index] for name, index in layout.fields})
    return copied


def unpacked_copy(record: R) -> R:
    """A copy to read from: single numbers are plain ones, rows of them are tuples."""
    return cast(R, unpack(cast(Any, record).dtype, cast(Any, record).tobytes()))


def as_table(state: NumpyRecord) -> Any:
    """A state as an array of one, the form in which playouts take it."""
    table = np.zeros(1, type_of(state))
    table[0] = state
    return table


def table_of(state: NumpyRecord) -> Any:
    """A state as an array of one, without a copy where it lies in one already."""
    if type(cast(Any, state)) is FieldRecord:
        base = cast(Any, state).base
        if type(base) is np.ndarray and base.shape == (1,) and base.flags.writeable:
            return base
    return as_table(state)


def empty_table(like: Any) -> Any:
    """An array of one for another state of the same type.

    NumPy takes four times as long to allocate an array of records as to take one that is there.
    """
    kind = like.dtype
    return np.ndarray(1, kind, bytearray(kind.itemsize))


def type_of(state: NumpyRecord) -> Any:
    """The NumPy type of a record."""
    return cast(Any, state).dtype


def random_word(seed: int, stream: int) -> npt.NDArray[Any]:
    """An array of one random 64-bit number that follows from two others."""
    source = np.random.SeedSequence([seed, stream]).generate_state(1, np.uint64)
    return cast(npt.NDArray[Any], source.view(np.int64))
